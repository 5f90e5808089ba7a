//! Reports about sentences: which of them may retire what another one said.

use memstrata_engine::{Error, ImportSource, Remember};
use memstrata_model::Outcome;
use memstrata_tests::desk::Desk;

#[test]
fn unrelated_facts_about_one_subject_do_not_retire_each_other() {
    let desk = Desk::new("2026-03-01T09:00:00Z");
    let mut told = Vec::new();
    for (day, text) in [
        "The gateway listens on port 8080.",
        "The gateway runs in eu-west-1.",
        "The gateway is owned by the platform team.",
        "The service depends on Redis.",
        "The timeout of the gateway is 30 s.",
        "The gateway is written in Rust.",
    ]
    .into_iter()
    .enumerate()
    {
        let remembered = desk.remember_at(&format!("2026-03-{:02}T09:00:00Z", day + 1), text);
        assert!(remembered.facts.iter().all(|fact| fact.superseded.is_empty()), "{remembered:?}");
        told.extend(remembered.facts);
    }
    assert!(told.iter().filter(|fact| fact.subject == "gateway").count() >= 4, "{told:?}");
    for fact in &told {
        let now = desk.facts_of(&fact.subject);
        assert!(now.iter().any(|now| now.ends_with(&format!(": {}", fact.object))), "{fact:?} in {now:?}");
    }
    // And one that does concern another retires that one alone.
    let before = desk.facts_of("gateway");
    desk.remember_at("2026-04-01T09:00:00Z", "The gateway listens on port 9443.");
    let after = desk.facts_of("gateway");
    assert_eq!(after.len(), before.len());
    let changed: Vec<&String> = after.iter().filter(|fact| !before.contains(fact)).collect();
    assert_eq!(changed, ["port: 9443"]);
}

/// Told in so many words, without a word on how many there can be: by a relation's own name, by
/// another name of it, by its plural.
#[test]
fn knowing_bob_does_not_wipe_knowing_alice_told_by_hand() {
    let desk = Desk::new("2026-03-01T09:00:00Z");
    for (relation, name) in [
        ("knows", "knows"),
        ("friends", "friend"),
        ("met", "met"),
        ("hobby", "likes"),
        ("depends on", "depends_on"),
    ] {
        let subject = format!("user {relation}");
        for object in ["Alice", "Bob"] {
            let told = desk.assert(&subject, relation, object);
            assert_eq!(told.applied.len(), 1, "{told:?}");
            assert_eq!(told.applied[0].outcome, Outcome::Novel, "{relation} {object}");
            assert!(told.applied[0].superseded.is_empty(), "{told:?}");
        }
        assert_eq!(desk.facts_of(&subject), [format!("{name}: Alice"), format!("{name}: Bob")]);
    }
    // What has one value still has one.
    desk.assert("gateway", "port", "8080");
    desk.assert("gateway", "port", "9443");
    assert_eq!(desk.facts_of("gateway"), ["port: 9443"]);
}

/// Of many at a time, a new one wipes none: friends, languages.
#[test]
fn being_friends_with_bob_does_not_wipe_being_friends_with_alice() {
    let desk = Desk::new("2026-03-01T09:00:00Z");
    for (day, text) in
        ["My friend is Alice.", "My friend is Bob.", "I speak Norwegian.", "I speak Portuguese."]
            .into_iter()
            .enumerate()
    {
        let told = desk.remember_at(&format!("2026-03-{:02}T09:00:00Z", day + 1), text);
        assert!(
            !told.facts.is_empty() && told.facts.iter().all(|fact| fact.superseded.is_empty()),
            "{told:?}"
        );
    }
    let known = desk.facts_of("user");
    for wanted in ["friend: Alice", "friend: Bob", "speaks: Norwegian", "speaks: Portuguese"] {
        assert!(known.contains(&wanted.to_owned()), "{wanted} in {known:?}");
    }
}

#[test]
fn my_brothers_value_does_not_replace_mine() {
    let desk = Desk::new("2026-03-01T09:00:00Z");
    desk.remember("I live in Porto.");
    desk.remember_at("2026-03-02T09:00:00Z", "My brother lives in Faro.");
    desk.remember_at("2026-03-03T09:00:00Z", "My brother's car is a Clio.");
    assert_eq!(desk.facts_of("user"), ["lives_in: Porto"]);
    assert!(desk.facts_of("user's brother").contains(&"lives_in: Faro".to_owned()));
    assert_eq!(desk.ask("Where do I live?").temporal.and_then(|c| c.answer).as_deref(), Some("Porto"));
}

#[test]
fn a_restated_old_sentence_does_not_revive_it_where_it_is_about_the_past() {
    let desk = Desk::new("2026-01-10T09:00:00Z");
    desk.remember("The gateway listens on port 8080.");
    desk.remember_at("2026-03-01T09:00:00Z", "The gateway listens on port 9443.");
    // The note of January is imported again, with its own date.
    let mut again = Remember::text("The gateway listens on port 8080.");
    again.at = Some(memstrata_tests::tell::at("2026-01-10T09:00:00Z"));
    desk.at("2026-04-01T09:00:00Z").engine.remember(&again).expect("told again");
    assert_eq!(desk.facts_of("gateway"), ["port: 9443"]);
    // Asking for it, both ways, touches nothing.
    let before = desk.engine.log(0).expect("a log").len();
    let _ = desk.ask("Which port did the gateway use in January 2026?");
    assert_eq!(desk.engine.log(0).expect("a log").len(), before);
    assert_eq!(desk.facts_of("gateway"), ["port: 9443"]);
}

#[test]
fn a_sentence_that_returns_opens_a_third_interval() {
    let desk = Desk::new("2026-01-01T09:00:00Z");
    let (thursday, tuesday) = ("We deploy on Thursdays.", "We deploy on Tuesdays.");
    desk.remember(thursday);
    desk.remember_at("2026-02-01T09:00:00Z", tuesday);
    let back = desk.remember_at("2026-03-01T09:00:00Z", thursday);
    assert!(!back.duplicate);
    assert_eq!(back.facts[0].outcome, Outcome::Superseded);
    let relation = back.facts[0].relation.clone();
    let told = desk.engine.timeline(&back.facts[0].subject, &relation, None, None).expect("a timeline");
    let objects: Vec<&str> = told.intervals.iter().map(|interval| interval.object.as_str()).collect();
    assert_eq!(objects.len(), 3);
    assert!(objects[0] == objects[2] && objects[0] != objects[1], "{objects:?}");
}

/// Where an old text could still be: the answers of both ways of retrieval, the passages and their
/// context, search by words, vectors held in memory by this process and by another, the lanes, the
/// log, an export, and every byte of the ledger's files.
#[test]
fn the_old_text_of_a_deleted_memory_is_served_from_no_cache_or_copy() {
    let desk = Desk::new("2026-03-01T09:00:00Z");
    let other = desk.beside("2026-03-01T09:00:00Z");
    desk.remember("The vault listens on port 7777.");
    let secret = desk.remember_at("2026-03-02T09:00:00Z", "My password hint is quetzalcoatl.");
    let question = "What is my password hint?";
    // Everything is warm: vectors are in memory on both sides, the statements are prepared.
    let shown = |desk: &Desk| -> String {
        let answer = serde_json::to_string(&desk.ask(question)).expect("JSON");
        let log = desk.engine.log(0).expect("a log");
        let lines: Vec<String> =
            log.iter().map(|entry| memstrata_engine::line_to_text(&entry.line)).collect();
        let mut export = Vec::new();
        desk.engine.export(&mut export, &mut |_| true).expect("an export");
        let lanes = serde_json::to_string(
            &desk.engine.lane_index(&memstrata_model::view::LaneQuery::default()).expect("lanes"),
        )
        .expect("JSON");
        format!("{answer}\n{}\n{}\n{lanes}", lines.join("\n"), String::from_utf8_lossy(&export))
            .to_lowercase()
    };
    for side in [&desk, &other] {
        assert!(shown(side).contains("quetzalcoatl"), "it is there before");
    }
    desk.engine.forget(secret.episode.as_deref().expect("an episode")).expect("forgotten");
    for (side, name) in [(&desk, "who forgot"), (&other, "another process")] {
        // The question's own words stand in the answer's document; the memory's do not.
        let shown = shown(side);
        assert!(!shown.contains("quetzalcoatl"), "served to {name}: {shown}");
        assert!(shown.contains("7777"), "the rest is there");
    }
    drop(other);
    let backup = desk.folder().join("backup.memstrata");
    desk.engine.back_up(&backup).expect("a backup");
    for file in [desk.file(""), desk.file("-wal"), backup] {
        let bytes = std::fs::read(&file).unwrap_or_default().to_ascii_lowercase();
        assert!(!bytes.windows(12).any(|w| w == b"quetzalcoatl"), "still in {}", file.display());
    }
    assert_eq!(desk.findings(), [""; 0]);
}

#[test]
fn an_import_run_twice_changes_nothing_and_a_deleted_memory_does_not_come_back_by_it() {
    let desk = Desk::new("2026-03-01T09:00:00Z");
    let content = [
        r#"{"text":"The importer uses pandas 2.2.0.","at":"2026-01-01T00:00:00Z"}"#,
        r#"{"text":"Ines lives in Braga.","at":"2026-01-02T00:00:00Z"}"#,
        r#"{"text":"The importer uses pandas 1.5.3.","at":"2026-02-01T00:00:00Z"}"#,
    ]
    .join("\n");
    let import = |desk: &Desk| -> Result<memstrata_engine::ImportReport, Error> {
        let source = ImportSource {
            name: "notes.jsonl".to_owned(),
            content: content.clone(),
            format: None,
            modified_at: None,
            bring_back: false,
        };
        desk.engine.import(&[source], "notes.jsonl", false, &mut |_, _| true)
    };
    let first = import(&desk).expect("an import");
    assert_eq!((first.episodes, first.known), (3, 0));
    let log = |desk: &Desk| {
        let mut log = Vec::new();
        desk.engine.export(&mut log, &mut |_| true).expect("an export");
        log
    };
    let before = log(&desk);
    let again = import(&desk).expect("an import");
    assert_eq!((again.known, again.batch), (3, None));
    assert_eq!(log(&desk), before, "the second run changed something");

    let facts = desk.engine.facts(&memstrata_engine::FactPattern::default(), None, None).expect("facts");
    let braga = facts.iter().find(|fact| fact.object == "Braga").expect("it was read");
    desk.engine.forget(&braga.sources[0].episode).expect("forgotten");
    let third = import(&desk).expect("an import");
    assert_eq!((third.known, third.forgotten, third.batch), (2, 1, None));
    assert!(!String::from_utf8_lossy(&log(&desk)).contains("Braga"));
    assert_eq!(desk.facts_of("Ines"), ["lives_in: (forgotten)"]);
}
