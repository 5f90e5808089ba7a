//! The command as scripts use it: documents on standard output, exit codes, nothing half-written.

mod common;

use common::{Shell, objects};
use serde_json::{Value, json};

#[test]
fn the_evaluation_runs_as_a_command_and_says_what_it_ran_on() {
    let shell = Shell::new();
    let run = ["bench", "--set", "code_mutation", "--words"];
    let report = shell.json(&run);
    assert_eq!((&report["model"], &report["seed"]), (&Value::Null, &Value::Null));
    assert!(report.get("commit").is_some());
    let set = &report["sets"][0];
    assert_eq!(report["sets"].as_array().unwrap().len(), 1);
    assert_eq!(set["data_sha256"].as_str().unwrap().len(), 64);
    assert_eq!(set["temporal"]["n"], set["n"]);
    assert!(set["temporal"]["correct"].as_u64().unwrap() > set["plain"]["correct"].as_u64().unwrap());
    let told = shell.text(&run);
    assert!(told.starts_with("model none (words only)   commit "), "{told}");
    assert!(shell.fails(2, &["bench", "--set", "nothing"]).contains("the sets are"));
    shell.fails(5, &["bench", "--file", "/nowhere/set.jsonl"]);
    assert!(!shell.path("l.memstrata").exists(), "it touches no ledger");
}

#[test]
fn a_newer_value_retires_the_older_one_and_both_ways_of_asking_show_it() {
    let shell = Shell::new();
    let told = shell.json(&["remember", "The gateway listens on port 8080.", "--at", "2026-03-01"]);
    assert_eq!(told["facts"][0]["outcome"], "novel");
    let told = shell.json(&["remember", "The gateway listens on port 9443.", "--at", "2026-05-01T09:00:00Z"]);
    assert_eq!(told["facts"][0]["outcome"], "superseded");
    assert_eq!(told["facts"][0]["superseded"][0]["object"], "8080");

    assert_eq!(objects(&shell.json(&["facts", "gateway"])["facts"]), ["9443"]);
    assert_eq!(objects(&shell.json(&["facts", "gateway", "--as-of", "2026-04-01"])["facts"]), ["8080"]);
    assert_eq!(objects(&shell.json(&["facts", "gateway", "port", "--all"])["facts"]), ["8080", "9443"]);
    assert_eq!(objects(&shell.json(&["facts", "gateway", "--known-at", "2020-01-01"])["facts"]), [""; 0]);

    let timeline = shell.json(&["timeline", "gateway", "port"]);
    assert_eq!(timeline["set_valued"], false);
    assert_eq!(timeline["intervals"][0]["valid_to"], "2026-05-01T09:00:00Z");
    assert_eq!(timeline["intervals"][0]["closing_rule"], "later_valid_time");
    assert_eq!(timeline["intervals"][1]["valid_to"], Value::Null);

    let answer = shell.json(&["ask", "Which port does the gateway listen on?", "--mode", "compare"]);
    assert_eq!(answer["temporal"]["answer"], "9443");
    assert_eq!(answer["temporal"]["abstained"], false);
    assert!(answer["temporal"]["context"].as_str().unwrap().contains("port 9443"));
    assert!(!answer["temporal"]["context"].as_str().unwrap().contains("8080"));
    // Both sentences are equally near: plain retrieval has both before it.
    assert_eq!(answer["plain"]["passages"].as_array().unwrap().len(), 2);
    assert!(answer["verdict"]["sentence"].is_string());
    let past = shell.json(&["ask", "Which port does the gateway listen on?", "--as-of", "2026-04-01"]);
    assert_eq!(past["temporal"]["answer"], "8080");

    let why = shell.json(&["why", answer["temporal"]["facts"][0]["id"].as_str().unwrap()]);
    assert_eq!(why["sources"][0]["text"], "The gateway listens on port 9443.");
}

#[test]
fn what_is_told_by_hand_can_be_ended_confirmed_and_taken_back() {
    let shell = Shell::new();
    shell.json(&["assert", "Anna", "lives in", "Paris", "--from", "2026-01"]);
    let moved =
        shell.json(&["assert", "Anna", "lives in", "Rome", "--from", "2026-02", "--text", "Anna: Rome now."]);
    assert_eq!(moved["applied"][0]["superseded"][0]["object"], "Paris");
    shell.json(&["confirm", "Anna", "lives in", "Rome"]);
    shell.json(&["void", moved["applied"][0]["event"].as_str().unwrap()]);
    // The confirmation stands by itself.
    assert_eq!(objects(&shell.json(&["facts", "anna"])["facts"]), ["Rome"]);
    assert_eq!(objects(&shell.json(&["facts", "anna", "--as-of", "2026-03-01"])["facts"]), ["Paris"]);
    let ended = shell.json(&["end", "Anna", "lives in", "--at", "2026-06-01"]);
    assert_eq!(ended["applied"][0]["outcome"], "ended");
    let again = shell.json(&["end", "Bo", "lives in", "--at", "2026-06-01"]);
    assert_eq!(again["applied"][0]["outcome"], "nothing_to_end");
    assert_eq!(shell.json(&["verify"])["findings"], json!([]));
}

#[test]
fn exit_codes_say_what_went_wrong_and_nothing_is_written() {
    let shell = Shell::new();
    assert!(shell.fails(5, &["facts"]).contains("there is no ledger"));
    assert!(!shell.path("l.memstrata").exists());
    shell.fails(2, &["no-such-command"]);
    let error = shell.fails(2, &["assert", "a", "port", "1", "--from", "2026-03-01", "--to", "2026-02-01"]);
    assert!(error.contains("is not after"), "{error}");
    let error = shell.fails(2, &["assert", "a", "port", "1", "--from", "2026-02-31"]);
    assert!(error.contains("2026-02-31"), "{error}");
    assert!(shell.fails(2, &["remember", "  "]).contains("no text"));
    assert!(shell.fails(5, &["timeline", "a", "port"]).contains("'a / port'"));
    assert!(shell.fails(5, &["why", "f99"]).contains("f99"));
    assert!(shell.fails(2, &["facts", "--tz", "Atlantis/Capital"]).contains("Atlantis/Capital"));
    assert!(shell.fails(5, &["facts", "--space", "elsewhere"]).contains("elsewhere"));
    let log = shell.run(&["log"]);
    assert!(log.status.success() && log.stdout.is_empty());
    // A refused conditional write says what stands there now.
    let first = shell.json(&["assert", "a", "port", "1"]);
    let error = shell.fails(1, &["assert", "a", "port", "2", "--if-head", ""]);
    assert!(error.contains(first["applied"][0]["event"].as_str().unwrap()), "{error}");
    assert_eq!(objects(&shell.json(&["facts"])["facts"]), ["1"]);
    assert!(shell.fails(1, &["assert", "b", "port", "2", "--if-head", "v1"]).contains("has no head yet"));
    // As JSON, an error is a document too, on standard error.
    let error: Value = serde_json::from_str(&shell.fails(5, &["timeline", "b", "c", "--json"])).unwrap();
    assert_eq!(error["error"]["code"], "not_found");
}

#[test]
fn a_restored_export_gives_the_same_answers_and_the_same_bytes() {
    let shell = Shell::new();
    shell.json(&["remember", "The gateway listens on port 8080.", "--at", "2026-03-01"]);
    shell.json(&["remember", "The gateway listens on port 9443.", "--at", "2026-05-01"]);
    let export = shell.path("log.jsonl");
    shell.json(&["export", export.to_str().unwrap()]);
    let restored = shell.run_on("copy.memstrata", &["restore", export.to_str().unwrap(), "--json"], "");
    assert!(restored.status.success());
    let again = shell.run_on("copy.memstrata", &["export"], "");
    assert_eq!(std::fs::read(&export).unwrap(), again.stdout);
    let timeline = |ledger| {
        shell
            .run_on(ledger, &["timeline", "gateway", "port", "--json", "--known-at", "2030-01-01"], "")
            .stdout
    };
    assert_eq!(timeline("l.memstrata"), timeline("copy.memstrata"));

    // A byte changed: refused, the line named, and no file left behind.
    let broken = std::fs::read_to_string(&export).unwrap().replacen("port 9443", "port 9444", 1);
    std::fs::write(&export, broken).unwrap();
    let refused = shell.run_on("broken.memstrata", &["restore", export.to_str().unwrap()], "");
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&refused.stderr).contains("line 4"),
        "{}",
        String::from_utf8_lossy(&refused.stderr)
    );
    assert!(!shell.path("broken.memstrata").exists());
    // Over a ledger that holds something, never.
    let refused = shell.run(&["restore", export.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(1));
}

#[test]
fn an_import_run_twice_changes_nothing_and_can_be_undone() {
    let shell = Shell::new();
    let notes = shell.path("notes.jsonl");
    std::fs::write(
        &notes,
        "{\"text\":\"The importer uses pandas 2.2.0.\",\"at\":\"2026-01-01T00:00:00Z\"}\n\
         {\"text\":\"The importer uses pandas 1.5.3.\",\"at\":\"2026-02-01T00:00:00Z\"}\n",
    )
    .unwrap();
    let path = notes.to_str().unwrap();
    let preview = shell.json(&["import", path, "--dry-run"]);
    assert_eq!((preview["episodes"].as_u64(), preview["batch"].is_null()), (Some(2), true));
    let entries = |shell: &Shell| shell.run(&["log"]).stdout.iter().filter(|b| **b == b'\n').count();
    assert_eq!(entries(&shell), 0);
    let done = shell.json(&["import", path]);
    let before = entries(&shell);
    let again = shell.json(&["import", path]);
    assert_eq!((again["known"].as_u64(), again["batch"].is_null()), (Some(2), true));
    assert_eq!(entries(&shell), before);
    shell.json(&["undo", done["batch"].as_str().unwrap()]);
    assert_eq!(objects(&shell.json(&["facts", "--all"])["facts"]), [""; 0]);

    std::fs::write(&notes, "{\"text\":\"fine\"}\nnot json\n").unwrap();
    let error = shell.fails(2, &["import", path]);
    assert!(error.contains("line 2"), "{error}");
}

#[test]
fn filters_answer_a_line_for_each_line() {
    let shell = Shell::new();
    let lines = "{\"id\":\"x\",\"text\":\"The gateway listens on port 8080.\",\"spoken_at\":\"2026-03-01T09:00:00Z\"}\n\
                 {\"id\":7,\"text\":\"Does it?\",\"spoken_at\":\"2026-03-01T09:00:00+01:00\"}\n";
    let output = shell.run_on("none", &["extract"], lines);
    let read: Vec<Value> = output
        .stdout
        .split(|b| *b == b'\n')
        .filter(|l| !l.is_empty())
        .map(|l| serde_json::from_slice(l).unwrap())
        .collect();
    assert_eq!(read.len(), 2);
    assert_eq!(read[0]["facts"][0]["object"], "8080");
    assert_eq!(read[1]["facts"], json!([]));
    let lines = "{\"id\":1,\"question\":\"Where did Anna live on 3 May 2025?\",\"asked_at\":\"2026-03-01T09:00:00Z\",\"timezone\":\"Europe/Lisbon\"}\n";
    let output = shell.run_on("none", &["when"], lines);
    let read: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((read["id"].as_i64(), read["from"].as_str()), (Some(1), Some("2025-05-02T23:00:00Z")));
    let output = shell.run_on("none", &["when"], "{\"id\":1}\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(!shell.path("none").exists());
}

#[test]
fn a_time_is_read_singly_with_its_moment_zone_and_rule() {
    let shell = Shell::new();
    let read = |arguments: &[&str]| {
        let now = ["--now", "2026-05-13T10:30:00+01:00", "--tz", "Europe/Lisbon"];
        let output = shell.run_on("none", &[&["when"], arguments, &now].concat(), "");
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).unwrap()
    };
    let words = read(&["two months ago"]);
    for part in ["'two months ago'", "13 March 2026", "13 May 2026, 10:30", "Europe/Lisbon", "rule 'ago'"] {
        assert!(words.contains(part), "{part} in {words}");
    }
    assert!(read(&["before the merger"]).contains("Event: the merger"));
    assert!(read(&["on 31 June"]).contains("Cannot read '31 June'"));
    let words = read(&["--texts", "Bo is on call until Friday."]);
    assert!(words.contains("Valid: [open, 2026-05-15)") && words.contains("rule 'weekday'"), "{words}");
    let document: Value =
        serde_json::from_str(&read(&["--json", "--texts", "Bo has been lead since March."])).unwrap();
    assert_eq!((&document["valid_from"], &document["valid_to"]), (&json!("2026-03"), &Value::Null));
    let document: Value =
        serde_json::from_str(&read(&["--json", "on 3/4/2026", "--locale", "en-US"])).unwrap();
    assert_eq!(document["from"], "2026-03-04T00:00:00Z");
    assert!(!shell.path("none").exists());
}

#[test]
fn a_filter_of_statements_answers_a_line_for_each_line() {
    let shell = Shell::new();
    let lines = "{\"id\":1,\"text\":\"In March the port was 80.\",\"spoken_at\":\"2026-05-13T10:30:00+01:00\",\"timezone\":\"Europe/Lisbon\"}\n\
                 {\"id\":2,\"text\":\"The cat sleeps.\",\"spoken_at\":\"2026-05-13T10:30:00+01:00\"}\n";
    let output = shell.run_on("none", &["when", "--texts"], lines);
    let read: Vec<Value> =
        String::from_utf8(output.stdout).unwrap().lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!((&read[0]["valid_from"], &read[0]["valid_to"]), (&json!("2026-03"), &json!("2026-04")));
    assert_eq!((&read[1]["id"], &read[1]["valid_from"]), (&json!(2), &Value::Null));
}

#[test]
fn what_is_forgotten_is_shown_first_and_then_gone() {
    let shell = Shell::new();
    let told = shell.json(&["remember", "The vault listens on port 7777.", "--at", "2026-03-01"]);
    let episode = told["episode"].as_str().unwrap();
    let preview = shell.json(&["forget", episode]);
    assert_eq!(preview["objects"], json!(["7777"]));
    assert_eq!(objects(&shell.json(&["facts"])["facts"]), ["7777"]);
    shell.json(&["forget", episode, "--yes"]);
    assert_eq!(objects(&shell.json(&["facts"])["facts"]), ["(forgotten)"]);
    let bytes = std::fs::read(shell.path("l.memstrata")).unwrap();
    assert!(!bytes.windows(9).any(|w| w == b"port 7777"));
    assert_eq!(shell.json(&["verify"])["findings"], json!([]));
}

#[test]
fn the_demo_shows_plain_retrieval_serving_what_is_stale() {
    let shell = Shell::new();
    let folder = shell.path("sample");
    let demo = shell.json(&["demo", "--keep", folder.to_str().unwrap()]);
    assert!(demo["questions"].as_array().unwrap().len() >= 8);
    assert_eq!(demo["temporal"]["stale"], 0);
    assert!(demo["plain"]["stale"].as_u64().unwrap() > 0);
    assert!(demo["temporal"]["right"].as_u64() > demo["plain"]["right"].as_u64());
}

#[test]
fn plain_retrieval_is_hybrid_where_the_space_or_the_question_says_so_and_reranked_on_request() {
    let shell = Shell::new();
    shell.json(&["remember", "The gateway listens on port 8080."]);
    let question = ["ask", "Which port does the gateway listen on?", "--mode", "plain"];
    let with = |more: &[&str]| shell.json(&[&question[..], more].concat())["plain"]["retrieval"].clone();
    assert_eq!(with(&[]), json!({"hybrid": false, "reranker": null, "rerank_error": null}));
    assert_eq!(with(&["--hybrid"])["hybrid"], true);
    assert_eq!(shell.json(&["space", "set", "--hybrid", "true"])["scoring"]["hybrid"], true);
    assert_eq!(with(&[])["hybrid"], true);
    // An endpoint alone sends nothing anywhere; nobody listens there, and the passages stand.
    let endpoint = ["--endpoint", "ollama:http://127.0.0.1:9", "--model", "small"];
    assert_eq!(with(&endpoint)["reranker"], json!(null));
    let failed = with(&[&endpoint[..], &["--rerank"]].concat());
    assert_eq!(failed["reranker"], "model small");
    assert!(failed["rerank_error"].as_str().unwrap().contains("127.0.0.1:9"));
    shell.fails(2, &[&question[..], &["--rerank"]].concat());
    // Where the space wants an order, the one who asks still has to name a model.
    assert_eq!(shell.json(&["space", "set", "--rerank", "true"])["scoring"]["rerank"], true);
    assert_eq!(with(&endpoint)["reranker"], "model small");
    let nobody = with(&[]);
    assert_eq!(nobody["reranker"], json!(null));
    assert!(nobody["rerank_error"].as_str().unwrap().contains("MEMSTRATA_ENDPOINT"));
    // Without plain retrieval there is nothing to merge or to order.
    let said = shell.fails(2, &["ask", "Which port does the gateway listen on?", "--hybrid"]);
    assert!(said.contains("--mode compare"), "{said}");
}

#[test]
fn the_history_of_a_key_is_kept_as_a_claim() {
    let shell = Shell::new();
    shell.json(&["remember", "The gateway listens on port 8080.", "--at", "2026-03-01"]);
    let rolled = ["timeline", "gateway", "port", "--claim"];
    let tried = shell.json(&[&rolled[..], &["--dry-run"]].concat());
    assert_eq!(
        (&tried["dry_run"], &tried["claim"], &tried["changed"]),
        (&json!(true), &json!(null), &json!(true))
    );
    let kept = shell.json(&rolled);
    assert_eq!(kept["text"], "The port of gateway was 8080 from 2026-03-01 on.");
    let again = shell.json(&rolled);
    assert_eq!((&again["claim"], &again["changed"]), (&kept["claim"], &json!(false)));
    shell.json(&["remember", "The gateway listens on port 9443.", "--at", "2026-05-01"]);
    let next = shell.json(&rolled);
    assert_eq!((&next["replaces"], &next["changed"]), (&kept["claim"], &json!(true)));
    shell.fails(5, &["timeline", "gateway", "owner", "--claim"]);
}

#[test]
fn a_secret_is_refused_and_never_printed() {
    let shell = Shell::new();
    let key = ["sk-", "live-abcdef1234567890abcdef1234567890"].concat();
    let text = format!("The API key is {key}.");
    for arguments in [
        vec!["remember", &text],
        vec!["remember", &text, "--dry-run"],
        vec!["assert", "gateway", "api key", &key],
        vec!["--json", "assert", "gateway", "port", "8080", "--text", &text],
    ] {
        let said = shell.fails(1, &arguments);
        assert!(said.contains("an API key (sk-…)") && !said.contains("abcdef"), "{said}");
    }
    assert_eq!(shell.json(&["facts", "--all"])["facts"], json!([]));
    let file = shell.path("notes.txt");
    std::fs::write(&file, format!("The gateway listens on port 8080.\n\n{text}")).unwrap();
    let told = shell.text(&["import", file.to_str().unwrap()]);
    assert!(told.contains("1 refused") && !told.contains("abcdef"), "{told}");
    assert_eq!(objects(&shell.json(&["facts"])["facts"]), ["8080"]);
}

/// A value that begins with a hyphen is one, and a flag that is known stays a flag.
#[test]
fn values_below_zero_are_told_as_they_are() {
    let shell = Shell::new();
    shell.text(&["assert", "srv", "temperature", "-5", "--from", "2026-01-01"]);
    shell.text(&["assert", "srv", "offset", "-5 °C", "--from", "2026-01-01"]);
    let facts = shell.text(&["facts", "srv"]);
    assert!(facts.contains("temperature: -5 ") && facts.contains("offset: -5 °C"), "{facts}");
    assert!(shell.text(&["end", "srv", "temperature", "-5", "--at", "2026-03-01"]).contains("ended"));
    assert!(shell.text(&["confirm", "srv", "offset", "-5 °C"]).contains("holds already"));
    shell.fails(2, &["assert", "srv", "port", "--from", "2026-01-01"]);
}
