//! What is kept of who said something, and what comes back of what was forgotten, as scripts see it.

mod common;

use common::Shell;
use serde_json::json;

#[test]
fn who_says_it_is_kept_also_without_a_text_and_an_agent_is_no_user() {
    let shell = Shell::new();
    let port = ["assert", "gateway", "port", "80", "--from", "2026-01-01", "--author", "ann"];
    assert_eq!(shell.json(&port)["applied"][0]["outcome"], "novel");
    let other = ["assert", "gateway", "port", "81", "--from", "2026-01-01", "--author", "bob"];
    assert_eq!(shell.json(&other)["applied"][0]["outcome"], "disputed");
    // The same author again only corrects what they said.
    let again = ["assert", "gateway", "port", "82", "--from", "2026-01-01", "--author", "bob"];
    shell.json(&again);
    let facts = shell.json(&["facts", "gateway"]);
    let source = &facts["facts"][0]["sources"][0];
    assert_eq!((&source["author"], &source["text"]), (&json!("bob"), &json!("gateway port: 82")));
    shell.json(&["end", "gateway", "port", "--at", "2026-02-01", "--source", "runbook.md:3"]);
    shell.json(&["confirm", "gateway", "owner", "Ana", "--source", "runbook.md:4"]);
    let owner = shell.json(&["facts", "gateway", "owner"]);
    assert_eq!(owner["facts"][0]["sources"][0]["locator"], "runbook.md:4");
    // Nothing named, nothing made up.
    shell.json(&["assert", "relay", "port", "90"]);
    assert_eq!(shell.json(&["facts", "relay"])["facts"][0]["sources"], json!([]));

    shell.json(&["remember", "The crane runs on port 7001.", "--kind", "agent"]);
    let log = String::from_utf8(shell.log()).unwrap();
    let told = |kind: &str| {
        log.lines().find(|line| line.starts_with(kind) && line.contains("crane")).unwrap().to_owned()
    };
    for kind in ["{\"type\":\"episode\"", "{\"type\":\"assert\""] {
        assert!(told(kind).contains("\"authority\":\"agent\""), "{}", told(kind));
    }
}

#[test]
fn what_was_forgotten_comes_back_only_when_asked_to() {
    let shell = Shell::new();
    let text = "Ines lives in Braga.";
    let file = shell.path("notes.txt");
    std::fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    let episode = shell.json(&["remember", text])["episode"].as_str().unwrap().to_owned();
    shell.text(&["forget", &episode, "--yes"]);
    let said = shell.fails(1, &["remember", text, "--json"]);
    assert!(said.contains("forgotten") && said.contains("--bring-back"), "{said}");
    let left_out = shell.json(&["import", file]);
    assert_eq!((&left_out["forgotten"], &left_out["known"]), (&json!(1), &json!(0)));
    assert!(shell.text(&["import", file]).contains("1 forgotten before and left out"));
    assert!(!shell.text(&["facts"]).contains("Braga"));
    let back = shell.json(&["import", file, "--bring-back"]);
    assert_eq!(back["forgotten"], 0);
    // It was said when the file was last changed, before what was forgotten was told.
    assert!(shell.text(&["facts", "--all"]).contains("Braga"), "{back}");
}
