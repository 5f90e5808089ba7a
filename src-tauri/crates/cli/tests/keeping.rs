//! What is kept of who said something, what comes back of what was forgotten, what is refused, and
//! backups, as scripts see it.

mod common;

use common::{Shell, objects};
use serde_json::{Value, json};

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
    // Nothing but what is refused: that has failed, and the reason is told.
    let refused = shell.run(&["import", file, "--json"]);
    assert_eq!(refused.status.code(), Some(1));
    let left_out: serde_json::Value = serde_json::from_slice(&refused.stdout).unwrap();
    assert_eq!((&left_out["forgotten"], &left_out["known"]), (&json!(1), &json!(0)));
    let refused = shell.run(&["import", file]);
    let (out, said) = (String::from_utf8_lossy(&refused.stdout), String::from_utf8_lossy(&refused.stderr));
    assert_eq!(refused.status.code(), Some(1));
    assert!(out.contains("1 forgotten before and left out"), "{out}");
    assert!(!out.contains("refused"), "counted once: {out}");
    assert!(said.contains("Nothing is stored") && said.contains("--bring-back"), "{said}");
    // Beside something that is stored it is only left out; and what is known already has not failed.
    let other = shell.path("other.txt");
    std::fs::write(&other, "Ines has a dog.").unwrap();
    let both = [file, other.to_str().unwrap()];
    for (known, exit) in [(0, "told"), (1, "known")] {
        let done = shell.json(&["import", both[0], both[1]]);
        assert_eq!((&done["forgotten"], &done["known"]), (&json!(1), &json!(known)), "{exit}");
    }
    assert!(!shell.text(&["facts"]).contains("Braga"));
    let back = shell.json(&["import", file, "--bring-back"]);
    assert_eq!(back["forgotten"], 0);
    // It was said when the file was last changed, before what was forgotten was told.
    assert!(shell.text(&["facts", "--all"]).contains("Braga"), "{back}");
}

/// A log is one's own data: it is restored as it was, byte for byte, and what holds a secret is named.
#[test]
fn a_restored_secret_is_told_of_and_never_read_again() {
    let shell = Shell::new();
    let key = format!("sk-{}", "a1b2c3d4e5f6".repeat(3));
    let said = "2026-03-01T09:00:00Z";
    let episode = |id: &str, second: u32, text: &str| {
        json!({"type": "episode", "id": id, "kind": "note", "text": text, "occurred_at": said,
            "recorded_at": format!("2026-03-01T09:00:{second:02}Z")})
    };
    let log = [
        json!({"type": "header", "format": "memstrata-log", "version": 1, "spaces": [{"name": "default"}]}),
        episode("e1", 1, &format!("The gateway listens on port 8080. Its API key is {key}.")),
        episode("e2", 2, "The relay listens on port 9090."),
        json!({"type": "assert", "id": "v1", "subject": "relay", "relation": "token", "object": key,
            "valid_from": said, "recorded_at": "2026-03-01T09:00:03Z", "episodes": ["e2"]}),
    ];
    let lines: Vec<String> = log.iter().map(ToString::to_string).collect();
    let file = shell.path("log.jsonl");
    std::fs::write(&file, lines.join("\n")).unwrap();
    let file = file.to_str().unwrap();
    let restored = shell.run_on("new.memstrata", &["restore", file], "");
    let told = String::from_utf8_lossy(&restored.stderr);
    assert!(restored.status.success(), "{told}");
    assert!(told.contains("2 entries hold a secret"), "{told}");
    assert!(told.contains("e1: an API key (sk-…) (text, characters 50 to 88)"), "{told}");
    assert!(told.contains("v1: an API key (sk-…) (object"), "{told}");
    assert!(!told.contains("a1b2c3"), "{told}");
    let restored = shell.run_on("json.memstrata", &["restore", file, "--json"], "");
    let told: serde_json::Value = serde_json::from_slice(&restored.stdout).unwrap();
    assert_eq!(told["secrets"].as_array().unwrap().len(), 2, "{told}");
    // Reading again reads the other text alone.
    let again = shell.run_on("new.memstrata", &["reread", "--yes", "--json"], "");
    let again: serde_json::Value = serde_json::from_slice(&again.stdout).unwrap();
    assert_eq!((&again["episodes"], &again["secret"]), (&json!(2), &json!(1)), "{again}");
    let changes = again["changes"].as_array().unwrap();
    assert_eq!(changes.len(), 1, "{again}");
    assert_eq!(changes[0]["becomes"]["subject"], "relay");
}

#[test]
fn a_forgetting_is_never_undone() {
    let shell = Shell::new();
    let told = shell.json(&["remember", "The vault listens on port 7777.", "--at", "2026-03-01"]);
    shell.json(&["forget", told["episode"].as_str().unwrap(), "--yes"]);
    let log = shell.text(&["log", "--json"]);
    let first: Value = serde_json::from_str(log.lines().next().unwrap()).unwrap();
    assert_eq!(first["type"], "forget");
    let error = shell.fails(1, &["void", first["id"].as_str().unwrap()]);
    assert!(error.contains("cannot be undone"), "{error}");
}

/// A forgotten text is refused wherever it is told, and each way to tell it has the way back that is named.
#[test]
fn a_forgotten_text_is_brought_back_by_whoever_says_so() {
    let shell = Shell::new();
    let text = "The g runs on port 8.";
    let told = shell.json(&["remember", text, "--at", "2026-01-01"]);
    let source = shell.event(&["assert", "g", "owner", "Ana", "--from", "2026-01-01"]);
    shell.json(&["forget", told["episode"].as_str().unwrap(), "--yes"]);
    let log = shell.log();
    for arguments in [
        vec!["assert", "g", "port", "8", "--text", text],
        vec!["confirm", "g", "port", "8", "--text", text],
        vec!["remember", text, "--derived-from", &source],
    ] {
        shell.fails(1, &arguments);
        assert_eq!(shell.log(), log, "{arguments:?}");
        shell.json(&[arguments, vec!["--bring-back", "--dry-run"]].concat());
    }
    shell.json(&["assert", "g", "port", "8", "--text", text, "--bring-back"]);
    assert_eq!(objects(&shell.json(&["facts", "g", "port"])["facts"]), ["8"]);
}

/// By whatever name a password is called, its value is not stored; the password of a Wi-Fi is.
#[test]
fn a_password_told_by_hand_is_refused() {
    let shell = Shell::new();
    shell.text(&["assert", "home", "wifi password", "hunter22"]);
    let entries = shell.text(&["log", "--json"]);
    for told in [
        &["assert", "user", "password", "swordfish7"][..],
        &["assert", "mailer", "admin_password", "swordfish"],
        &["confirm", "user", "passphrase", "swordfish7"],
        &["remember", "My password is swordfish7!"],
    ] {
        let said = shell.fails(1, told);
        assert!(said.contains("a password") && !said.contains("swordfish"), "{said}");
    }
    shell.text(&["assert", "user", "password", "in the safe at home"]);
    assert_eq!(shell.text(&["log", "--json"]).lines().count(), entries.lines().count() + 1);
}

#[test]
fn backups_are_made_when_they_are_due_and_space_is_given_back() {
    let shell = Shell::new();
    let told = shell.json(&["remember", "The api listens on port 8000.", "--at", "2026-01-01"]);
    let folder = shell.path("kept");
    let made = shell.json(&["backup", "--every", "1d", "--keep", "3", "--to", folder.to_str().unwrap()]);
    assert_eq!(made["plan"]["every_hours"], 24);
    assert_eq!(made["backups"].as_array().unwrap().len(), 1);
    shell.json(&["facts"]);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "the next is not due");
    let file = made["backups"][0]["path"].as_str().unwrap();
    let copied = shell.json(&["facts", "--ledger", file]);
    assert_eq!(objects(&copied["facts"]), ["8000"]);
    let off = shell.json(&["backup", "--off"]);
    assert_eq!(off["plan"], Value::Null);
    shell.fails(2, &["backup"]);
    shell.fails(2, &["backup", "--every", "sometimes"]);
    let copy = shell.path("copy.memstrata");
    shell.json(&["backup", copy.to_str().unwrap()]);
    shell.fails(1, &["backup", copy.to_str().unwrap()]);

    shell.json(&["forget", told["episode"].as_str().unwrap(), "--yes"]);
    let usage = shell.json(&["doctor", "--usage"]);
    let of_parts: u64 = usage["parts"].as_array().unwrap().iter().map(|p| p["bytes"].as_u64().unwrap()).sum();
    assert_eq!(of_parts + usage["free_bytes"].as_u64().unwrap(), usage["file_bytes"].as_u64().unwrap());
    assert_eq!(shell.json(&["vacuum", "--dry-run"])["file_bytes"], usage["file_bytes"]);
    let done = shell.json(&["vacuum"]);
    assert!(done["after_bytes"].as_u64() <= done["before_bytes"].as_u64());
    assert!(shell.text(&["vacuum", "--dry-run"]).contains("timelines"));
    assert_eq!(shell.json(&["verify"])["findings"], json!([]));
}

#[test]
fn a_ledger_in_a_synced_folder_is_warned_about_and_used() {
    let shell = Shell::new();
    std::fs::create_dir(shell.path(".stfolder")).unwrap();
    let output = shell.run(&["assert", "api", "port", "8000", "--json"]);
    assert!(output.status.success());
    let noted = String::from_utf8(output.stderr).unwrap();
    assert!(noted.contains("Syncthing"), "{noted}");
    assert!(shell.run(&["facts", "--quiet"]).stderr.is_empty());
    let doctor = shell.run(&["doctor", "--json"]);
    let report: Value = serde_json::from_slice(&doctor.stdout).unwrap();
    assert_eq!(doctor.status.code(), Some(3));
    let problems = report["problems"].as_array().unwrap();
    assert!(problems.iter().any(|problem| problem.as_str().unwrap().contains("Syncthing")));
}

#[test]
fn an_import_counts_what_it_brought() {
    let shell = Shell::new();
    let file = shell.path("notes.txt");
    std::fs::write(&file, "The oven runs on port 90.").unwrap();
    let import = || shell.text(&["import", file.to_str().unwrap()]);
    assert!(import().contains("1 text; brought 1 fact\n"));
    assert!(import().contains("1 text, known already; brought 0 facts\n"));
}
