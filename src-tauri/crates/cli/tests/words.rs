//! What a person reads in the terminal: what is printed says what happened, in words, and nothing panics.

mod common;

use std::io::Read as _;
use std::process::{Command, Stdio};

use common::Shell;

/// Runs a command and closes its standard output at once, or after the first bytes.
fn cut_off(shell: &Shell, arguments: &[&str], bytes: usize) -> (Option<i32>, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_memstrata"))
        .args(arguments)
        .env("MEMSTRATA_LEDGER", shell.path("l.memstrata"))
        .env("MEMSTRATA_CACHE", shell.path("no-models"))
        .env("TZ", "UTC")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = child.stdout.take().unwrap();
    out.read_exact(&mut vec![0; bytes]).unwrap();
    drop(out);
    let done = child.wait_with_output().unwrap();
    (done.status.code(), String::from_utf8_lossy(&done.stderr).into_owned())
}

#[test]
fn who_has_read_enough_ends_a_command_quietly() {
    let shell = Shell::new();
    for day in 1..=20 {
        shell.text(&[
            "assert",
            "gateway",
            "port",
            &format!("80{day:02}"),
            "--from",
            &format!("2026-03-{day:02}"),
        ]);
    }
    for (arguments, bytes) in [
        (&["completions", "bash"][..], 1),
        (&["completions", "zsh"], 0),
        (&["man"], 1),
        (&["man", "remember"], 0),
        (&["export"], 1),
        (&["log"], 1),
        (&["log", "--json"], 0),
        (&["facts", "--all", "--json"], 1),
        (&["timeline", "gateway", "port"], 0),
        (&["verify"], 0),
        (&["doctor"], 0),
        (&["--help"], 0),
    ] {
        let (code, said) = cut_off(&shell, arguments, bytes);
        assert!(matches!(code, Some(0 | 3)), "{arguments:?} ended with {code:?}: {said}");
        assert!(!said.contains("panicked") && !said.contains("Broken pipe"), "{arguments:?}: {said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_has_failed() {
    let shell = Shell::new();
    shell.text(&["assert", "gateway", "port", "8080"]);
    for arguments in [&["facts"][..], &["completions", "bash"], &["export"], &["man"]] {
        let done = Command::new(env!("CARGO_BIN_EXE_memstrata"))
            .args(arguments)
            .env("MEMSTRATA_LEDGER", shell.path("l.memstrata"))
            .stdin(Stdio::null())
            .stdout(std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(1), "{arguments:?}: {said}");
        assert!(said.contains("cannot print"), "{arguments:?}: {said}");
    }
}

#[test]
fn one_is_one_and_rules_are_words() {
    let shell = Shell::new();
    shell.text(&["assert", "gateway", "port", "8080", "--from", "2026-03-01"]);
    assert!(shell.text(&["verify"]).starts_with("1 entry, 0 texts, 1 version checked"));
    let doctor = String::from_utf8(shell.run(&["doctor"]).stdout).unwrap();
    assert!(doctor.contains("1 key, 1 fact, 1 version, 0 texts, 1 entry;"), "{doctor}");
    shell.text(&["assert", "gateway", "port", "9443", "--from", "2026-05-01"]);
    let timeline = shell.text(&["timeline", "gateway", "port"]);
    assert!(timeline.contains("8080  another value began"), "{timeline}");
    assert!(!timeline.contains('_'), "{timeline}");
    assert!(shell.text(&["verify"]).starts_with("2 entries, 0 texts, "));
    let file = shell.path("all.jsonl");
    let said = shell.text(&["export", file.to_str().unwrap()]);
    assert!(said.starts_with("3 lines written"), "{said}");
    let notes = shell.path("notes.txt");
    std::fs::write(&notes, "The relay is no longer on port 80.\n\nThe gateway listens on port 9444.")
        .unwrap();
    let said = shell.text(&["import", notes.to_str().unwrap()]);
    assert!(
        !said.lines().any(|line| line.contains("nothing_to_end") || line.ends_with("superseded")),
        "{said}"
    );
}

/// What lies beyond a depth is counted by kind.
#[test]
fn what_rests_further_up_is_counted_in_words() {
    let shell = Shell::new();
    let told = shell.json(&["remember", "Ana owns the vault.", "--at", "2026-02-01"]);
    let first = told["episode"].as_str().unwrap().to_owned();
    shell.json(&["remember", "So it stands.", "--derived-from", &first]);
    let walk = shell.json(&["dependents", &first]);
    let links = walk["links"].as_array().unwrap();
    let claim = links.iter().find(|link| link["kind"] == "claim").unwrap()["id"].as_str().unwrap();
    for text in ["The vault is hers.", "Hers is the vault."] {
        shell.json(&["remember", text, "--derived-from", claim]);
    }
    let said = shell.text(&["dependents", &first, "--depth", "1"]);
    let beyond =
        said.lines().find(|line| line.contains("beyond this depth")).unwrap_or_else(|| panic!("{said}"));
    assert!(beyond.contains("2 more") && beyond.contains("2 claims"), "{said}");
}

#[test]
fn a_correction_and_a_text_brought_back_replace_nothing_by_itself() {
    let shell = Shell::new();
    shell.text(&["remember", "The gateway listens on port 8080.", "--at", "2026-03-01"]);
    shell.text(&["remember", "We moved the gateway to port 9443.", "--at", "2026-05-01"]);
    let said = shell.text(&["remember", "I was wrong, the gateway port is 8080.", "--at", "2026-06-01"]);
    assert_eq!(
        said.lines().collect::<Vec<_>>(),
        ["gateway · port: 9443  withdrawn", "gateway · port: 8080  holds instead, since 2026-05-01"]
    );
    // What was told before the correction, in the same text, holds instead of nothing.
    shell.text(&["remember", "The relay listens on port 90.", "--at", "2026-05-01"]);
    let both = "The relay's port is 90. Correction: it is 91.";
    let said = shell.text(&["remember", both, "--at", "2026-06-01"]);
    let instead: Vec<&str> = said.lines().filter(|line| line.contains("holds instead")).collect();
    assert_eq!(instead, ["relay · port: 91  holds instead, since 2026-05-01"], "{said}");
    let told = shell.json(&["remember", "Ana owns the vault.", "--at", "2026-02-01"]);
    shell.text(&["forget", told["episode"].as_str().unwrap(), "--yes"]);
    let again = ["remember", "Ana owns the vault.", "--at", "2026-02-01", "--bring-back"];
    assert_eq!(shell.text(&again), "vault · owner: Ana  takes the place of what was forgotten\n");
    let told = shell.json(&["remember", "Ana owns the barn.", "--at", "2026-02-01"]);
    shell.text(&["forget", told["episode"].as_str().unwrap(), "--yes"]);
    let by_hand = shell.text(&["assert", "barn", "owner", "Ana", "--from", "2026-02-01"]);
    assert!(by_hand.starts_with("barn · owner: Ana: takes the place of what was forgotten  (v"), "{by_hand}");
}

/// The README's sentences, each told of a gateway whose port was told wrong.
#[test]
fn what_the_readme_says_of_corrections_is_so() {
    let readme = include_str!("../../../../README.md").replace('\n', " ");
    for text in [
        "Correction: the gateway's port is 9444",
        "I was wrong, the gateway's port is 9444",
        "The gateway was on 9444 all along",
        "Correction: it is 9444",
    ] {
        assert!(readme.contains(text), "{text}");
        let shell = Shell::new();
        let wrong = "The gateway listens on port 9443.";
        let names = text.contains("gateway");
        if names {
            shell.text(&["remember", wrong, "--at", "2026-05-01"]);
        }
        let told = if names { text.to_owned() } else { format!("{wrong} {text}.") };
        let said = shell.text(&["remember", &told, "--at", "2026-06-01"]);
        let withdrawn = said.contains("9443  withdrawn\n") && said.contains("9444  holds instead");
        assert!(withdrawn || !names && said.contains("9443 does not count any more"), "{told}: {said}");
        let facts = shell.text(&["facts", "gateway", "--all"]);
        assert!(facts.contains("9444") && !facts.contains("9443"), "{told}: {facts}");
    }
}

#[test]
fn an_undo_says_what_it_would_take_back_and_of_what_it_takes() {
    let shell = Shell::new();
    let told = shell.run(&["remember", "-v", "Ana owns the vault and lives in Porto."]);
    let said = String::from_utf8_lossy(&told.stderr).into_owned();
    let episode = said.split_whitespace().find(|word| word.starts_with('e') && word.len() > 15).unwrap();
    let id = shell.json(&["remember", "Ana owns the vault and lives in Porto."])["episode"].clone();
    assert_eq!(id, episode.trim_end_matches(':'));
    let episode = id.as_str().unwrap();
    let facts = shell.json(&["facts"])["facts"].as_array().unwrap().len();
    assert!(facts >= 1);
    let would = shell.text(&["undo", episode, "--dry-run"]);
    assert!(would.starts_with(&format!("{episode}: would be withdrawn\n")), "{would}");
    assert_eq!(would.matches("would be withdrawn").count(), 1, "{would}");
    assert!(would.contains("could be taken back with `memstrata undo`"), "{would}");
    assert_eq!(shell.json(&["facts"])["facts"].as_array().unwrap().len(), facts);
    assert!(!shell.text(&["remember", "Bo owns the barn."]).contains("memstrata undo"));
    let help = shell.text(&["undo", "--help"]);
    for part in ["<ID>", "`import`", "`remember`", "`log`"] {
        assert!(help.contains(part), "{part} in {help}");
    }
}

#[test]
fn asking_for_more_shows_what_was_left_out_and_why() {
    let shell = Shell::new();
    shell.text(&["remember", "The gateway listens on port 8080.", "--at", "2026-03-01"]);
    shell.text(&["remember", "We moved the gateway to port 9443.", "--at", "2026-05-01"]);
    let question = "Which port does the gateway listen on?";
    assert!(!shell.text(&["ask", question]).contains("listens on port 8080"));
    let all = shell.text(&["ask", question, "-v"]);
    assert!(all.contains("The gateway listens on port 8080.  [8080 until 2026-05-01]  (left out: was true until 2026-05-01)"), "{all}");
    let both = shell.text(&["ask", question, "-v", "--mode", "compare"]);
    assert_eq!(both.matches("2026-03-01 note: The gateway listens on port 8080.").count(), 2, "{both}");
}

#[test]
fn a_past_value_that_was_asked_for_is_not_stale() {
    let shell = Shell::new();
    shell.text(&["remember", "Bob lives in Porto.", "--at", "2026-01-05"]);
    shell.text(&["remember", "Bob moved to Braga.", "--at", "2026-03-05"]);
    let first = shell.path("first.json");
    std::fs::write(&first, shell.run(&["ask", "Where does Bob live?", "--json"]).stdout).unwrap();
    let before =
        shell.text(&["ask", "--follow", first.to_str().unwrap(), "And before that?", "--mode", "compare"]);
    assert!(
        before.contains("Porto  [past, until 2026-03-05]")
            || before.contains("Porto [past, until 2026-03-05]"),
        "{before}"
    );
    assert!(!before.contains("STALE") && !before.contains("stale"), "{before}");
    let lived = shell.text(&["ask", "Where did Bob use to live before?", "--mode", "compare"]);
    assert!(!lived.contains("STALE") && !lived.contains("stale"), "{lived}");
    // Of the present, plain retrieval's old value is.
    let now = shell.text(&["ask", "Where does Bob still live?", "--mode", "compare"]);
    assert!(now.contains("STALE, was true until 2026-03-05") && now.contains("stale since"), "{now}");
}

#[test]
fn a_moved_key_is_pointed_to_by_its_subject_alone() {
    let shell = Shell::new();
    shell.text(&["assert", "Bob", "city", "Porto"]);
    shell.text(&["assert", "Bob", "team", "Blue"]);
    let moved = shell.text(&["alias", "Bob", "Robert", "--relation", "city"]);
    assert!(moved.starts_with("Bob · city counts for Robert · city from now on."), "{moved}");
    let some = shell.text(&["facts", "Bob"]);
    assert!(
        some.contains("Bob · city: exists under the name robert · city") && some.contains("Blue"),
        "{some}"
    );
    shell.text(&["alias", "Bob", "Robert", "--relation", "team"]);
    let none = shell.text(&["facts", "Bob"]);
    assert!(
        none.starts_with("Nothing holds.\n") && none.contains("Bob · team: exists under the name"),
        "{none}"
    );
    assert_eq!(shell.json(&["facts", "Bob"])["absent"].as_array().unwrap().len(), 2);
    assert!(!shell.text(&["facts", "Robert"]).contains("exists under"), "nothing moved away from there");
    // Of a subject merged whole, all is shown under the name that it has.
    shell.text(&["assert", "Zoe", "city", "Faro"]);
    shell.text(&["alias", "Zoe", "Zoë"]);
    assert!(!shell.text(&["facts", "Zoe"]).contains("exists under"));
}

#[test]
fn what_forgetting_leaves_is_said_before_and_after() {
    let shell = Shell::new();
    let told = shell.json(&["remember", "Ana owns the vault.", "--author", "Zed"]);
    let episode = told["episode"].as_str().unwrap();
    for said in [shell.text(&["forget", episode]), shell.text(&["forget", episode, "--yes"])] {
        let stays =
            said.lines().find(|line| line.starts_with("What stays")).unwrap_or_else(|| panic!("{said}"));
        for part in ["author", "digest", "subject, relation, scope"] {
            assert!(stays.contains(part), "{part} in {stays}");
        }
    }
    // It is so.
    let log = String::from_utf8(shell.log()).unwrap();
    assert!(log.contains("\"Zed\"") && log.contains("\"vault\"") && log.contains("\"owner\""), "{log}");
    assert!(!log.contains("Ana"), "{log}");
}

#[test]
fn what_this_build_has_not_says_so() {
    let shell = Shell::new();
    for arguments in [&["mcp"][..], &["mcp", "install", "claude"], &["mcp", "--stdio"]] {
        assert!(shell.fails(2, arguments).contains("this build has no MCP server"));
    }
    for listed in [shell.text(&["--help"]), shell.text(&["completions", "bash"]), shell.fails(2, &[])] {
        assert!(listed.contains("remember") && !listed.contains("mcp"), "{listed}");
    }
    std::fs::create_dir(shell.path("notes")).unwrap();
    let said = shell.fails(2, &["import", shell.path("notes").to_str().unwrap()]);
    assert!(said.contains("is a folder") && said.contains("*.md"), "{said}");
    std::fs::write(shell.path("empty.txt"), "\n\n").unwrap();
    let said = shell.text(&["import", shell.path("empty.txt").to_str().unwrap()]);
    assert!(said.starts_with("There is no text in "), "{said}");
}

#[test]
fn the_demo_counts_what_is_rightly_left_open() {
    let shell = Shell::new();
    let folder = shell.path("sample");
    let demo = ["demo", "--keep", folder.to_str().unwrap()];
    let document = shell.json(&demo);
    let open = document["temporal"]["abstained_rightly"].as_u64().unwrap();
    let asked = document["questions"].as_array().unwrap().iter();
    let none =
        asked.filter(|one| one["gold"].is_null() && one["answer"]["temporal"]["abstained"] == true).count();
    assert!(open > 0 && open == none as u64, "{open} of {none}");
    let said = shell.text(&demo);
    assert!(
        said.contains(&format!("right ({open} by abstaining where nothing answers), none stale")),
        "{said}"
    );
}

/// A value that depends on what has changed since is not shown as one that surely holds.
#[test]
fn a_value_whose_ground_has_changed_is_listed_as_uncertain() {
    let shell = Shell::new();
    for (day, text) in [
        ("2026-01-10", "I live in Porto."),
        ("2026-01-10", "My commute is 20 minutes."),
        ("2026-01-11", "My commute depends on where I live."),
        ("2026-01-12", "My desk is oak."),
    ] {
        shell.text(&["remember", text, "--at", day]);
    }
    let before = shell.text(&["facts", "user", "commute"]);
    assert!(before.contains("20 minutes") && before.trim_end().ends_with("current"), "{before}");
    shell.text(&["remember", "I live in Lisbon now.", "--at", "2026-03-01"]);
    let facts = shell.text(&["facts", "user"]);
    let line = |of: &str| facts.lines().find(|line| line.contains(of)).unwrap_or_default().to_owned();
    assert!(line("commute: 20 minutes").ends_with("uncertain"), "{facts}");
    assert!(facts.contains("which changed on 2026-03-01 (Porto to Lisbon)"), "{facts}");
    assert!(line("lives_in: Lisbon").ends_with("current"), "{facts}");
    let id = line("commute: 20 minutes").split(' ').next().unwrap().to_owned();
    let why = shell.text(&["why", &id]);
    assert!(why.contains("uncertain") && why.contains("Porto to Lisbon"), "{why}");
    let json = shell.json(&["facts", "user", "commute"]);
    assert!(json["facts"][0]["uncertain"].as_array().is_some_and(|why| !why.is_empty()), "{json}");
    let then = shell.text(&["facts", "user", "commute", "--as-of", "2026-02-01"]);
    assert!(then.contains("current") && !then.contains("uncertain"), "{then}");
}

/// With -v every passage shows what its score is made of.
#[test]
fn what_a_score_is_made_of_is_printed_where_all_is_asked_for() {
    let shell = Shell::new();
    shell.text(&["remember", "The gateway listens on port 8080.", "--at", "2026-03-01"]);
    let question = ["ask", "Which port does the gateway listen on?", "--mode", "compare", "-v"];
    let said = shell.text(&question);
    for part in ["recency", "importance", "similarity) ×", "1.00 gate", "freshness)", "(similarity "] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!shell.text(&question[..4]).contains("freshness"), "only with -v");
}

#[test]
fn a_text_may_begin_with_a_dash_and_a_mistaken_option_is_said() {
    let shell = Shell::new();
    let told = shell.json(&["remember", "- The gateway listens on port 8080."]);
    assert_eq!(told["facts"][0]["object"], "8080");
    let told =
        shell.json(&["remember", "--kind", "note", "-- the relay runs on port 8081", "--author", "Ana"]);
    assert_eq!(told["facts"][0]["object"], "8081");
    shell.fails(2, &["remember", "--no-such-option"]);
    shell.fails(2, &["remember", "--no-such-option", "The gateway listens on port 8080."]);
}

#[test]
fn each_fact_names_what_read_it() {
    let shell = Shell::new();
    shell.json(&["remember", "The gateway listens on port 8080."]);
    shell.json(&["assert", "gateway", "owner", "Ana"]);
    let facts = shell.json(&["facts", "gateway"]);
    let read_by = |relation: &str| {
        let facts = facts["facts"].as_array().unwrap();
        facts.iter().find(|fact| fact["relation"] == relation).unwrap()["read_by"].clone()
    };
    let version = read_by("port");
    assert!(version.as_str().unwrap().starts_with(memstrata_engine::EXTRACTOR_VERSION), "{version}");
    assert!(read_by("owner").is_null());
    let id =
        facts["facts"].as_array().unwrap().iter().find(|f| f["relation"] == "port").unwrap()["id"].clone();
    let id = id.as_str().unwrap();
    assert_eq!(shell.json(&["why", id])["read_by"], version);
    assert!(shell.text(&["why", id]).contains(&format!("read by {}", version.as_str().unwrap())));
}
