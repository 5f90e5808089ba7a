//! Previews, decisions, differences, names, spaces and backups, as scripts use them.

mod common;

use common::{Shell, objects};
use serde_json::{Value, json};

/// What is said, without when it came to be believed so.
fn believed(answer: &Value) -> Vec<Value> {
    let facts = answer["facts"].as_array().unwrap().iter();
    facts
        .map(|fact| {
            json!([
                fact["subject"],
                fact["relation"],
                fact["object"],
                fact["valid_from"],
                fact["valid_to"],
                fact["state"]
            ])
        })
        .collect()
}

#[test]
fn every_act_can_be_tried_first() {
    let shell = Shell::new();
    let port = shell.event(&["assert", "api", "port", "8000", "--from", "2026-01-01"]);
    shell.json(&["assert", "Ana", "lives in", "Porto", "--from", "2026-01-01"]);
    shell.json(&["assert", "Ana Reis", "lives in", "Rome", "--from", "2026-02-01"]);
    shell.json(&["relations", "set", "owner", "--on-conflict", "confirm"]);
    let told = shell.json(&["remember", "The vault listens on port 7777.", "--at", "2026-03-01"]);
    let episode = told["episode"].as_str().unwrap();
    let log = shell.log();
    for (arguments, changes) in [
        (vec!["assert", "api", "port", "8080", "--from", "2026-02-01"], 1),
        (vec!["end", "api", "port", "--at", "2026-03-01"], 1),
        (vec!["void", &port], 1),
        (vec!["confirm", "api", "port", "9000", "--at", "2026-03-01"], 1),
        (vec!["alias", "Ana", "Ana Reis"], 2),
        (vec!["alias", "Ana", "Bo", "--relation", "lives in"], 2),
        (vec!["relations", "set", "lives_in", "--cardinality", "set"], 0),
        (vec!["relations", "rename", "port", "listener"], 4),
        (vec!["forget", episode], 0),
        (vec!["remember", "The api listens on port 9443.", "--at", "2026-05-01"], 1),
    ] {
        let mut tried = arguments.clone();
        tried.push("--dry-run");
        let preview = shell.json(&tried);
        assert_eq!(preview["dry_run"], true, "{arguments:?}");
        assert_eq!(preview["changes"].as_array().unwrap().len(), changes, "{arguments:?}: {preview:#}");
        assert_eq!(preview["reversible"], arguments[0] != "forget", "{arguments:?}");
        assert_eq!(shell.log(), log, "{arguments:?} wrote something");
        shell.text(&tried);
        assert_eq!(shell.log(), log, "{arguments:?} wrote something");
    }
    let preview = shell.json(&["assert", "api", "port", "8080", "--from", "2026-02-01", "--dry-run"]);
    assert_eq!(objects(&preview["changes"][0]["before"]), ["8000"]);
    assert_eq!(objects(&preview["changes"][0]["after"]), ["8000", "8080"]);
    assert_eq!(preview["receipts"][0]["applied"][0]["outcome"], "superseded");
    let shown = shell.text(&["assert", "api", "port", "8080", "--from", "2026-02-01", "--dry-run"]);
    assert!(shown.contains("+ 8080"), "{shown}");
    // What is refused is refused when it is tried, too.
    shell
        .fails(2, &["assert", "api", "port", "1", "--from", "2026-03-01", "--to", "2026-02-01", "--dry-run"]);
    shell.fails(5, &["void", "nothing", "--dry-run"]);
}

#[test]
fn an_import_and_its_undoing_can_be_tried_first() {
    let shell = Shell::new();
    shell.json(&["assert", "importer", "port", "1", "--from", "2026-01-01"]);
    let notes = shell.path("notes.jsonl");
    std::fs::write(
        &notes,
        "{\"text\":\"The gateway listens on port 9443.\",\"at\":\"2026-02-01T00:00:00Z\"}\n",
    )
    .unwrap();
    let path = notes.to_str().unwrap();
    let preview = shell.json(&["import", path, "--dry-run"]);
    assert_eq!(objects(&preview["changes"][0]["after"]), ["9443"]);
    let before = shell.json(&["facts", "--all"]);
    let done = shell.json(&["import", path]);
    let batch = done["batch"].as_str().unwrap();
    let undoing = shell.json(&["undo", batch, "--dry-run"]);
    assert_eq!(objects(&undoing["changes"][0]["before"]), ["9443"]);
    assert_eq!(undoing["changes"][0]["after"], json!([]));
    shell.json(&["undo", batch]);
    assert_eq!(believed(&shell.json(&["facts", "--all"])), believed(&before));
}

#[test]
fn an_empty_answer_says_why() {
    let shell = Shell::new();
    shell.json(&["assert", "api", "port", "8000", "--from", "2026-02-01"]);
    shell.json(&["assert", "api", "host", "pg1", "--from", "2026-01-01"]);
    shell.json(&["end", "api", "host", "--at", "2026-03-01"]);
    shell.json(&["assert", "Ana", "lives in", "Porto", "--from", "2026-01-01"]);
    shell.json(&["assert", "Ana", "lives in", "Oslo", "--from", "2026-03-01", "--to", "2026-04-01"]);
    shell.json(&["assert", "db", "port", "5432", "--scope", "staging", "--from", "2026-01-01"]);
    for (arguments, reason, words) in [
        (vec!["facts", "api", "port", "--as-of", "2026-01-01"], "not_yet", "first known from 2026-02-01"),
        (vec!["facts", "api", "host"], "ended", "ended on 2026-03-01"),
        (vec!["facts", "api", "port", "--known-at", "2020-01-01"], "recorded_later", "recorded later, on"),
        (vec!["facts", "Ana", "lives in"], "unsettled", "unsettled since 2026-04-01"),
        (
            vec!["facts", "db", "port", "--scope", "production"],
            "exists_as",
            "exists under the name db · port [staging]",
        ),
        (vec!["facts", "Nobody", "port"], "never_told", "nothing was ever told"),
    ] {
        let answer = shell.json(&arguments);
        assert_eq!(answer["facts"], json!([]), "{arguments:?}");
        assert_eq!(answer["absent"][0]["reason"], reason, "{arguments:?}: {answer:#}");
        let text = shell.text(&arguments);
        assert!(text.contains(words), "{arguments:?}: {text}");
    }
    assert!(shell.json(&["facts", "Ana", "lives in", "--as-of", "2026-03-15"]).get("absent").is_none());
    let timeline = shell.json(&["timeline", "api", "port", "--known-at", "2020-01-01"]);
    assert_eq!(timeline["absent"]["reason"], "recorded_later");
    let error = shell.fails(5, &["timeline", "db", "port", "--scope", "production"]);
    assert!(error.contains("exists under the name db · port [staging]"), "{error}");
}

#[test]
fn the_inbox_is_listed_and_decided_on() {
    let shell = Shell::new();
    assert!(shell.json(&["assert", "Ana", "lives in", "Porto", "--from", "2026-01-01"]).is_object());
    let trip =
        shell.event(&["assert", "Ana", "lives in", "Oslo", "--from", "2026-03-01", "--to", "2026-04-01"]);
    let inbox = shell.json(&["review"]);
    assert_eq!((&inbox[0]["kind"], &inbox[0]["id"]), (&json!("unsettled"), &json!(trip)));
    let shown = shell.text(&["review"]);
    assert!(shown.contains(&trip) && shown.contains("Porto"), "{shown}");
    let log = shell.log();
    let preview = shell.json(&["review", "accept", &trip, "--dry-run"]);
    assert_eq!(objects(&preview["changes"][0]["after"]), ["Porto"]);
    assert_eq!(shell.log(), log);
    let decision = shell.event(&["review", "accept", &trip]);
    assert_eq!(objects(&shell.json(&["facts", "Ana"])["facts"]), ["Porto"]);
    assert_eq!(shell.json(&["review"]), json!([]));
    assert_eq!(shell.json(&["review", "--all"])[0]["decision"]["choice"], "accept");
    assert!(shell.fails(1, &["review", "reject", &trip]).contains(&decision));
    shell.json(&["void", &decision]);
    shell.json(&["review", "edit", &trip, "--object", "Faro"]);
    assert_eq!(objects(&shell.json(&["facts", "Ana"])["facts"]), ["Faro"]);
    shell.fails(5, &["review", "accept", "nothing"]);
    shell.fails(5, &["review", "show", "nothing"]);
}

#[test]
fn what_changed_between_two_moments() {
    let shell = Shell::new();
    shell.json(&["assert", "api", "port", "8000", "--from", "2026-01-01"]);
    shell.json(&["assert", "api", "port", "8080", "--from", "2026-02-01"]);
    let now = shell.json(&["diff", "--from", "2020-01-01"]);
    assert_eq!(now["axis"], "known_at");
    assert_eq!(objects(&now["keys"][0]["after"]), ["8000", "8080"]);
    let times = shell.json(&["diff", "--valid", "--from", "2026-01-15", "--to", "2026-02-15"]);
    assert_eq!(objects(&times["keys"][0]["before"]), ["8000"]);
    assert_eq!(objects(&times["keys"][0]["after"]), ["8080"]);
    let text = shell.text(&["diff", "--valid", "--from", "2026-01-15", "--to", "2026-02-15"]);
    assert!(text.contains("- 8000") && text.contains("+ 8080"), "{text}");
    assert!(shell.text(&["diff", "--from", "2020-01-01", "--to", "2020-02-01"]).contains("Nothing changed"));
    shell.fails(2, &["diff", "--from", "2026-02-01", "--to", "2026-01-01"]);
    shell.fails(2, &["diff"]);
}

#[test]
fn relations_are_added_set_renamed_merged_and_listed() {
    let shell = Shell::new();
    let listed = shell.json(&["relations"]);
    assert!(listed.as_array().unwrap().len() > 100, "the lexicon, without a ledger");
    shell.json(&[
        "relations",
        "add",
        "berth",
        "--cardinality",
        "set",
        "--half-life",
        "30",
        "--alias",
        "mooring",
    ]);
    shell.fails(2, &["relations", "add", "mooring"]);
    shell.json(&["relations", "set", "mooring", "--importance", "0.7", "--on-conflict", "confirm"]);
    let berth = shell.json(&["relations", "show", "berth"]);
    assert_eq!(
        (&berth["cardinality"], &berth["half_life_days"], &berth["importance"], &berth["on_conflict"]),
        (&json!("set"), &json!(30), &json!(0.7), &json!("confirm")),
        "what was not given stays"
    );
    shell.json(&["assert", "ferry", "mooring", "4", "--from", "2026-01-01"]);
    shell.json(&["assert", "ferry", "berth", "5", "--from", "2026-01-02"]);
    assert_eq!(objects(&shell.json(&["facts", "ferry", "berth"])["facts"]), ["4", "5"]);
    let before = shell.json(&["facts", "--all"]);
    let renamed = shell.event(&["relations", "rename", "berth", "quay"]);
    assert_eq!(objects(&shell.json(&["facts", "ferry", "quay"])["facts"]), ["4", "5"]);
    assert_eq!(objects(&shell.json(&["facts", "ferry", "berth"])["facts"]), ["4", "5"]);
    shell.json(&["void", &renamed]);
    assert_eq!(believed(&shell.json(&["facts", "--all"])), believed(&before));
    shell.json(&["assert", "ferry", "pier", "9", "--from", "2026-01-03"]);
    shell.json(&["relations", "merge", "pier", "berth"]);
    assert_eq!(objects(&shell.json(&["facts", "ferry", "pier"])["facts"]), ["4", "5", "9"]);
    shell.fails(5, &["relations", "show", "nonsense words"]);
    shell.fails(5, &["relations", "merge", "nonsense words", "berth"]);
    shell.fails(2, &["relations", "set", "berth", "--cardinality", "several"]);
    shell.fails(2, &["relations", "set", "berth", "--importance", "7"]);
    assert_eq!(shell.json(&["verify"])["findings"], json!([]));
}

#[test]
fn spaces_are_made_set_and_kept_apart() {
    let shell = Shell::new();
    shell.json(&["assert", "api", "port", "8000"]);
    let made = shell.json(&["space", "make", "work", "--timezone", "Asia/Tokyo", "--week-start", "sunday"]);
    assert_eq!((&made["timezone"], &made["week_start"]), (&json!("Asia/Tokyo"), &json!("sunday")));
    assert_eq!(shell.json(&["facts", "--space", "work"])["facts"], json!([]));
    shell.json(&["assert", "api", "port", "9000", "--from", "2026-03-10", "--space", "work"]);
    let fact = shell.json(&["facts", "--space", "work"])["facts"][0].clone();
    assert_eq!(fact["valid_from"], "2026-03-09T15:00:00Z", "midnight in Tokyo");
    assert_eq!(objects(&shell.json(&["facts"])["facts"]), ["8000"]);
    shell.fails(5, &["why", fact["id"].as_str().unwrap()]);
    shell.json(&["space", "set", "--timezone", "Europe/Lisbon", "--space", "work"]);
    assert_eq!(shell.json(&["space", "show", "work"])["timezone"], "Europe/Lisbon");
    assert_eq!(shell.json(&["space", "list"]).as_array().unwrap().len(), 2);
    shell.fails(2, &["space", "make", "work"]);
    shell.fails(2, &["space", "make", "other", "--timezone", "Atlantis/Capital"]);
    shell.fails(5, &["space", "show", "nowhere"]);
    assert_eq!(shell.json(&["verify"])["findings"], json!([]));
}

#[test]
fn a_space_is_shown_before_it_is_made_or_set_and_nothing_is_stored() {
    let shell = Shell::new();
    shell.json(&["assert", "api", "port", "8000"]);
    let log = shell.log();
    let made = shell.json(&["space", "make", "work", "--timezone", "Asia/Tokyo", "--dry-run"]);
    assert_eq!(
        (&made["dry_run"], &made["name"], &made["timezone"], &made["before"], &made["reversible"]),
        (&json!(true), &json!("work"), &json!("Asia/Tokyo"), &Value::Null, &json!(false))
    );
    let set = shell.json(&["space", "set", "--week-start", "sunday", "--grace-days", "7", "--dry-run"]);
    assert_eq!((&set["week_start"], &set["before"]["week_start"]), (&json!("sunday"), &json!("monday")));
    assert_eq!((&set["scoring"], &set["reversible"]), (&json!({ "grace_days": 7.0 }), &json!(true)));
    let printed = shell.text(&["space", "set", "--week-start", "sunday", "--dry-run"]);
    assert!(printed.contains("weeks from monday") && printed.contains("weeks from sunday"), "{printed}");
    assert!(shell.text(&["space", "set", "--dry-run"]).contains("No setting would change."));
    shell.fails(2, &["space", "make", "default", "--dry-run"]);
    shell.fails(2, &["space", "make", "work", "--timezone", "Atlantis/Capital", "--dry-run"]);
    shell.fails(2, &["space", "set", "--grace-factor", "3", "--dry-run"]);
    shell.fails(5, &["space", "set", "--space", "nowhere", "--dry-run"]);
    assert_eq!(shell.log(), log);
    let output = shell.run_on("none.memstrata", &["space", "make", "work", "--dry-run"], "");
    assert_eq!(output.status.code(), Some(5));
    assert!(!shell.path("none.memstrata").exists());
}

#[test]
fn taking_a_source_off_a_claim_is_shown_first() {
    let shell = Shell::new();
    let told = shell.json(&["remember", "The api listens on port 8000.", "--at", "2026-01-01"]);
    let source = told["episode"].as_str().unwrap();
    let claim = shell.json(&["remember", "The api is open to the world.", "--derived-from", source]);
    let claim = claim["episode"].as_str().unwrap();
    let log = shell.log();
    let shown = shell.json(&["evidence", claim, "--drop", source, "--dry-run"]);
    assert_eq!((&shown["dry_run"], &shown["reversible"]), (&json!(true), &json!(true)));
    assert_eq!(shell.log(), log);
    shell.fails(5, &["evidence", claim, "--drop", "no-such-source", "--dry-run"]);
    shell.fails(2, &["evidence", claim, "--dry-run"]);
    shell.json(&["evidence", claim, "--drop", source]);
    assert_ne!(shell.log(), log);
}

#[test]
fn a_space_scores_as_it_is_set_and_its_log_says_so() {
    let shell = Shell::new();
    shell.json(&["assert", "api", "port", "8000"]);
    assert!(shell.json(&["space", "show"]).get("scoring").is_none(), "as published");
    shell.json(&["space", "set", "--recency", "0.5", "--grace-days", "7"]);
    let set = shell.json(&["space", "set", "--passages", "3"]);
    let wanted = json!({ "recency": 0.5, "grace_days": 7.0, "passages": 3 });
    assert_eq!(set["scoring"], wanted, "what was not given stays");
    assert!(shell.text(&["space", "show"]).contains("grace days 7"));
    shell.fails(2, &["space", "set", "--grace-factor", "3"]);
    shell.fails(2, &["ask", "which port?", "-k", "0"]);

    let log = shell.path("log.jsonl");
    std::fs::write(&log, shell.log()).unwrap();
    let restored = shell.run_on("restored.memstrata", &["restore", log.to_str().unwrap()], "");
    assert!(restored.status.success());
    let shown = shell.run_on("restored.memstrata", &["space", "show", "--json"], "");
    let shown: Value = serde_json::from_slice(&shown.stdout).unwrap();
    assert_eq!(shown["scoring"], wanted);
    assert_eq!(shell.run_on("restored.memstrata", &["export"], "").stdout, shell.log());

    let last = shell.json(&["space", "set", "--published-scoring"]);
    assert!(last.get("scoring").is_none());
    shell.json(&["void", last["event"].as_str().unwrap()]);
    assert_eq!(shell.json(&["space", "show"])["scoring"], wanted, "undone");
    assert_eq!(shell.json(&["verify"])["findings"], json!([]));
}

#[test]
fn an_answer_prints_the_text_that_tells_it_and_no_other() {
    let shell = Shell::new();
    shell.json(&["remember", "The api listens on port 8000.", "--at", "2026-01-01"]);
    shell.json(&["remember", "The api listens on port 8080.", "--at", "2026-02-01"]);
    shell.json(&["remember", "The vault listens on port 7000.", "--at", "2026-02-02"]);
    let printed = shell.text(&["ask", "Which port does the api listen on?"]);
    assert!(printed.contains("2026-02-01 note: The api listens on port 8080."), "{printed}");
    assert!(!printed.contains("vault") && !printed.contains("8000."), "{printed}");
    // One key answers: what is told of the vault is left out of the context, and who asks for all of
    // it is told why.
    let all = shell.text(&["ask", "Which port does the api listen on?", "-v"]);
    let vault = all.lines().find(|line| line.contains("vault")).unwrap();
    assert!(vault.contains("(left out: what is served answers the question without it"), "{all}");
    let told = shell.json(&["ask", "Which port does the api listen on?"]);
    let left_out = told["temporal"]["left_out"].as_array().unwrap();
    let vault = left_out.iter().find(|passage| passage["text"].as_str().unwrap().contains("vault")).unwrap();
    assert!(vault["reason"].as_str().unwrap().ends_with("without it"), "{vault}");
    let nothing = shell.text(&["ask", "Which port does the crane listen on?"]);
    assert!(nothing.contains("I do not know.") && nothing.contains("Nearest, and no answer:"), "{nothing}");
}

#[test]
fn half_lives_are_shown_as_fitted() {
    let shell = Shell::new();
    shell.json(&["assert", "api", "port", "8000", "--from", "2024-01-01"]);
    for (place, day) in
        ["2024-01-05", "2024-01-09", "2024-01-20", "2024-02-01", "2024-02-03"].iter().enumerate()
    {
        shell.json(&["assert", "api", "port", &format!("{}", 9000 + place), "--from", day]);
    }
    let fitted = shell.json(&["relations", "calibrate"]);
    assert_eq!(
        (&fitted[0]["relation"], &fitted[0]["changes"], &fitted[0]["open"]),
        (&json!("port"), &json!(5), &json!(1))
    );
    assert_eq!(fitted[0]["changes"], shell.json(&["calibrate", "port"])[0]["changes"]);
    assert!(shell.text(&["relations", "calibrate"]).contains("5 changes, 1 open"));
    shell.fails(5, &["relations", "calibrate", "no such relation"]);
}

#[test]
fn why_walks_down_from_a_fact_as_far_as_asked() {
    let shell = Shell::new();
    shell.json(&["remember", "The api listens on port 8000.", "--at", "2026-03-01"]);
    let fact = shell.json(&["facts", "api"])["facts"][0]["id"].as_str().unwrap().to_owned();
    let why = shell.json(&["why", &fact]);
    assert_eq!(why["object"], "8000");
    let kinds: Vec<&str> =
        why["provenance"]["links"].as_array().unwrap().iter().map(|l| l["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["assert", "episode"]);
    let near = shell.json(&["why", &fact, "--depth", "1"]);
    assert_eq!(near["provenance"]["summary"]["kinds"], json!({"episode": 1}));
    let claim = shell.json(&["remember", "The api is open to the world.", "--derived-from", &fact]);
    let text = claim["episode"].as_str().unwrap();
    let up = shell.json(&["dependents", &fact]);
    assert_eq!(
        (&up["links"][0]["kind"], &up["links"][0]["id"]),
        (&json!("claim"), &claim["claim"]),
        "{up:#}"
    );
    let next = shell.json(&["remember", "So the api needs a guard.", "--derived-from", text]);
    let down = shell.json(&["why", next["claim"].as_str().unwrap()]);
    let below: Vec<&Value> = down["links"].as_array().unwrap().iter().map(|link| &link["id"]).collect();
    assert!(
        below.contains(&&claim["claim"]) && below.contains(&&why["provenance"]["links"][0]["id"]),
        "{down:#}"
    );
}

#[test]
fn manual_pages_and_completions_are_made_for_every_command() {
    let shell = Shell::new();
    let page = shell.text(&["man"]);
    assert!(page.contains(".TH memstrata"), "{page}");
    for command in ["review", "relations", "space", "diff", "backup", "vacuum"] {
        let page = shell.text(&["man", command]);
        assert!(page.contains("memstrata"), "{command}: {page}");
        for completed in ["bash", "fish"] {
            assert!(shell.text(&["completions", completed]).contains(command), "{completed}: {command}");
        }
    }
    shell.fails(5, &["man", "no-such-command"]);
}

#[test]
fn review_asks_with_the_last_value_that_was_heard() {
    let shell = Shell::new();
    shell.json(&["relations", "set", "port", "--on-conflict", "confirm"]);
    shell.json(&["remember", "The gateway listens on port 8080.", "--at", "2026-03-01"]);
    let told = shell.json(&[
        "remember",
        "The gateway listens on port 9443.",
        "--at",
        "2026-05-01",
        "--kind",
        "agent",
    ]);
    assert_eq!(told["facts"][0]["outcome"], "held");
    let inbox = shell.json(&["review"]);
    let item = &inbox[0];
    assert_eq!(item["question"], "Last we heard 8080; now 9443. Did it change?");
    assert_eq!((objects(&item["holds"]), objects(&item["options"])), (vec!["8080"], vec!["9443"]));
    assert_eq!(shell.json(&["review", "show", item["id"].as_str().unwrap()]), *item);
    assert!(shell.text(&["review"]).contains("Last we heard 8080; now 9443."));
}

/// What is so already is said to be, and nothing is written; that is no failure.
#[test]
fn what_is_so_already_is_said_to_be() {
    let shell = Shell::new();
    let told = shell.json(&["remember", "The vault's port is 80."]);
    let event = told["facts"][0]["event"].as_str().unwrap();
    shell.text(&["alias", "safe", "vault"]);
    shell.text(&["void", event]);
    let entries = shell.text(&["log", "--json"]);
    for again in [&["void", event][..], &["undo", event], &["alias", "safe", "vault"]] {
        let said = shell.text(again);
        assert!(said.contains("already; nothing is changed"), "{said}");
    }
    assert!(shell.text(&["undo", told["episode"].as_str().unwrap()]).contains("nothing is changed"));
    assert_eq!(shell.text(&["log", "--json"]), entries);
}

/// A claim stands under what it rests on, and a fallen one says of which fact it lost its ground.
#[test]
fn what_rests_on_a_text_stands_under_what_it_rests_on() {
    let shell = Shell::new();
    let told = shell.json(&["remember", "The oven's heat is 90. The oven's fuel is wood."]);
    let (episode, heat) = (&told["episode"], told["facts"][0]["event"].as_str().unwrap());
    let episode = episode.as_str().unwrap();
    shell.text(&["remember", "The oven is hot.", "--derived-from", heat]);
    shell.text(&["remember", "The oven is in use.", "--derived-from", episode]);
    let tree = shell.text(&["dependents", episode]);
    let lines: Vec<&str> = tree.lines().map(str::trim_end).collect();
    let place = |words: &str| lines.iter().position(|line| line.contains(words)).unwrap();
    assert_eq!(place("The oven is hot."), place(heat) + 1, "{tree}");
    assert!(lines[place("The oven is hot.")].starts_with("    claim"), "{tree}");
    shell.text(&["remember", "The oven's heat is 95."]);
    let review = shell.text(&["review"]);
    assert_eq!(review.matches(&format!("oven · heat: 90 ({heat}) was superseded")).count(), 2, "{review}");
    let preview = shell.text(&["forget", episode]);
    assert!(preview.contains("The oven is in use.") && !preview.contains("(no text)"), "{preview}");
    shell.text(&["forget", episode, "--yes"]);
    let review = shell.text(&["review"]);
    assert!(!review.contains("(any value)") && review.contains("its text went"), "{review}");
}

/// One key is moved by the names that keys have, however the registry or the lexicon calls them.
#[test]
fn a_key_moves_by_any_name_of_its_relation() {
    let shell = Shell::new();
    let holds = |subject: &str| {
        let facts = believed(&shell.json(&["facts", subject]));
        let of = |fact: &Value| format!("{}: {}", fact[1], fact[2]).replace('"', "").replace('_', " ");
        facts.iter().map(of).collect::<Vec<_>>()
    };
    // By a name of the lexicon, on both sides.
    shell.json(&["assert", "p", "job_title", "dev", "--from", "2026-01-01"]);
    shell.json(&["alias", "p", "pp", "--relation", "role"]);
    assert_eq!(holds("pp"), ["job title: dev"]);
    assert_eq!(holds("p"), [""; 0]);
    shell.json(&["assert", "q", "boss of", "Acme", "--from", "2026-01-01"]);
    shell.json(&["alias", "q", "qq", "--relation", "boss of", "--into-relation", "employer"]);
    shell.json(&["assert", "qq", "employer", "Bolt", "--from", "2026-05-01"]);
    assert_eq!(holds("qq"), ["works at: Bolt"]);
    // By an alias of the space's own registry.
    shell.json(&["relations", "add", "helm", "--alias", "rudder"]);
    shell.json(&["assert", "r", "helm", "oak", "--from", "2026-01-01"]);
    shell.json(&["alias", "r", "rr", "--relation", "rudder"]);
    assert_eq!(holds("rr"), ["helm: oak"]);
    // Where nothing moves, it says so.
    let said = shell.text(&["alias", "x", "xx", "--relation", "role"]);
    assert!(said.contains("No value moved"), "{said}");
    let said = shell.text(&["alias", "rr", "r3", "--relation", "rudder"]);
    assert!(!said.contains("No value moved"), "{said}");
}

/// A key moved into a relation that has many values, which the space has not used yet, keeps them all.
#[test]
fn values_moved_into_a_relation_of_many_are_kept() {
    let shell = Shell::new();
    for (value, from) in [("golf", "2026-01-01"), ("tennis", "2026-02-01")] {
        shell.json(&["assert", "z", "pastime", value, "--from", from]);
    }
    let mut act = vec!["alias", "z", "zz", "--relation", "pastime", "--into-relation", "likes"];
    let preview = shell.json(&[act.clone(), vec!["--dry-run"]].concat());
    shell.json(&act);
    let facts = shell.json(&["facts", "zz"]);
    assert_eq!(objects(&facts["facts"]), ["golf", "tennis"], "{preview:#}");
    assert_eq!(shell.json(&["timeline", "zz", "likes"])["set_valued"], true);
    // Into one that has one value, the last holds.
    act = vec!["alias", "zz", "zzz", "--relation", "likes", "--into-relation", "owner"];
    shell.json(&act);
    assert_eq!(objects(&shell.json(&["facts", "zzz"])["facts"]), ["tennis"]);
}
