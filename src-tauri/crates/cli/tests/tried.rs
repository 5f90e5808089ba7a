//! What is only tried leaves nothing behind, and what cannot be right is said.

mod common;

use common::Shell;
use serde_json::json;

#[test]
fn what_is_only_tried_makes_no_ledger() {
    let shell = Shell::new();
    let notes = shell.path("notes.md");
    std::fs::write(&notes, "The gateway listens on port 8080.\n").unwrap();
    for arguments in [
        &["remember", "The gateway listens on port 8080."][..],
        &["assert", "gateway", "port", "8080"],
        &["end", "gateway", "port"],
        &["confirm", "gateway", "port", "8080"],
        &["import", notes.to_str().unwrap()],
        &["relations", "set", "port", "--cardinality", "set"],
        &["relations", "add", "colour of", "--cardinality", "set"],
    ] {
        let tried = [arguments, &["--dry-run"]].concat();
        let output = shell.run(&tried);
        assert!(output.status.success(), "{tried:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(!shell.path("l.memstrata").exists(), "{tried:?}");
    }
    shell.json(&["assert", "gateway", "port", "8080"]);
    assert!(shell.path("l.memstrata").exists());
    let before = shell.log();
    shell.text(&["assert", "gateway", "port", "9090", "--dry-run"]);
    assert_eq!(shell.log(), before);
}

#[test]
fn an_empty_file_is_told_of() {
    let shell = Shell::new();
    std::fs::write(shell.path("l.memstrata"), "").unwrap();
    let output = shell.run(&["assert", "gateway", "port", "8080"]);
    assert!(output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("was empty"), "{said}");
    let again = shell.run(&["assert", "gateway", "port", "8080"]);
    assert!(!String::from_utf8_lossy(&again.stderr).contains("was empty"));
}

#[test]
fn a_key_of_a_scope_alone_is_named_where_its_timeline_is_asked_for_without_one() {
    let shell = Shell::new();
    shell.json(&["assert", "svc", "port", "1", "--scope", "staging"]);
    let said = shell.fails(5, &["timeline", "svc", "port"]);
    assert!(said.contains("exists under the name svc · port [staging]"), "{said}");
    assert_eq!(shell.json(&["timeline", "svc", "port", "--scope", "staging"])["intervals"][0]["object"], "1");
}

#[test]
fn who_vouches_for_a_time_to_come_has_not_vouched_yet() {
    let shell = Shell::new();
    shell.json(&["assert", "svc", "port", "1", "--from", "2020-01-01"]);
    shell.json(&["confirm", "svc", "port", "1", "--at", "2100-01-01"]);
    let verified =
        |arguments: &[&str]| shell.json(arguments)["facts"][0]["last_verified"].as_str().unwrap().to_owned();
    assert!(verified(&["facts", "svc"]).as_str() < "2100");
    assert_eq!(verified(&["facts", "svc", "--as-of", "2100-02-01"]), "2100-01-01T00:00:00Z");
}

#[test]
fn what_only_stopped_being_observed_is_not_said_to_have_ended() {
    let shell = Shell::new();
    shell.json(&["assert", "svc", "port", "1", "--from", "2020-01-01", "--to", "2020-02-01", "--window"]);
    let said = shell.run(&["facts", "svc", "port"]);
    let said = String::from_utf8_lossy(&said.stdout).into_owned() + &String::from_utf8_lossy(&said.stderr);
    assert!(said.contains("was observed until 2020-02-01 (1)") && !said.contains("ended"), "{said}");
    shell.json(&["assert", "web", "port", "1", "--from", "2020-01-01", "--to", "2020-02-01"]);
    let said = shell.run(&["facts", "web", "port"]);
    let said = String::from_utf8_lossy(&said.stdout).into_owned() + &String::from_utf8_lossy(&said.stderr);
    assert!(said.contains("ended on 2020-02-01 (1)"), "{said}");
}

#[test]
fn a_hint_names_an_option_that_is_there() {
    let shell = Shell::new();
    let told = ["assert", "svc", "owner", "Bo", "--text", "Bo owns the svc."];
    shell.json(&told);
    let facts = shell.json(&["facts", "svc"]);
    let episode = facts["facts"][0]["sources"][0]["episode"].as_str().unwrap();
    shell.text(&["forget", episode, "--yes"]);
    let said = shell.fails(1, &[&told[..], &["--json"]].concat());
    assert!(said.contains("--bring-back"), "{said}");
    let back = shell.json(&[&told[..], &["--bring-back"]].concat());
    assert!(back["applied"][0]["event"].is_string(), "{back}");
    assert_eq!(shell.json(&["facts", "svc"])["facts"][0]["object"], json!("Bo"));
}
