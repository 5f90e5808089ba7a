//! Questions of several steps.

mod common;

use common::{Story, at, request};

fn harbour() -> Story {
    let story = Story::new();
    story.facts(
        "2026-02-01",
        &[
            ("kelp gateway", "owner", "Anna Brix"),
            ("kelp gateway", "port", "7070"),
            ("mussel indexer", "owner", "Piet Maas"),
            ("Anna Brix", "manager", "Ilse Krogh"),
            ("Ilse Krogh", "lives_in", "Porto"),
            ("Heron 3", "manufacturer", "Varde Optics"),
            ("Varde Optics", "ceo", "Runa Vik"),
            ("Runa Vik", "lives_in", "Bergen"),
            ("user", "manager", "Marta Nunes"),
            ("Marta Nunes", "lives_in", "Aveiro"),
        ],
    );
    story.facts(
        "2026-06-01",
        &[
            ("kelp gateway", "port", "7171"),
            ("Anna Brix", "manager", "Marta Nunes"),
            ("Runa Vik", "lives_in", "Tromsø"),
        ],
    );
    story
}

#[test]
fn phrases_in_phrases_are_followed() {
    let story = harbour();
    for (question, answer) in [
        ("Where does the owner's manager of the kelp gateway live?", None),
        ("Where does the manager of the owner of the kelp gateway live?", Some("Aveiro")),
        ("Which port does the service that Anna Brix owns run on?", Some("7171")),
        ("Which port does the gateway owned by Anna Brix listen on?", Some("7171")),
        ("What is the kelp gateway's owner's manager?", Some("Marta Nunes")),
        ("Where does the CEO of the company that makes the Heron 3 live?", Some("Tromsø")),
        ("Which city does my manager live in?", Some("Aveiro")),
        ("my manager's home city", Some("Aveiro")),
        ("Who manages the person who owns the kelp gateway?", Some("Marta Nunes")),
        ("Which port does the service whose owner is Anna Brix run on?", Some("7171")),
    ] {
        let column = story.temporal("2026-07-01", question);
        if let Some(answer) = answer {
            assert_eq!(column.answer.as_deref(), Some(answer), "{question}: {}", column.explanation);
            assert!(column.hops.len() >= 2, "{question}: {:?}", column.hops);
        }
    }
}

#[test]
fn every_step_is_shown_and_stands_at_the_same_time() {
    let story = harbour();
    let column = story
        .temporal("2026-07-01", "Where did the manager of the owner of the kelp gateway live in March 2026?");
    assert_eq!(column.answer.as_deref(), Some("Porto"), "{}", column.explanation);
    let steps: Vec<&str> = column.hops.iter().map(|hop| hop.facts[0].object.as_str()).collect();
    assert_eq!(steps, ["Anna Brix", "Ilse Krogh", "Porto"]);
    for name in ["Anna Brix", "Ilse Krogh", "Porto"] {
        assert!(column.explanation.contains(name), "{}", column.explanation);
    }
}

#[test]
fn a_missing_step_is_said_and_not_skipped() {
    let story = harbour();
    let column =
        story.temporal("2026-07-01", "Where does the manager of the owner of the mussel indexer live?");
    assert!(column.abstained, "{:?}", column.answer);
    assert!(column.explanation.contains("Piet Maas"), "{}", column.explanation);
    assert!(column.explanation.contains("leads nowhere"), "{}", column.explanation);
    assert_eq!(column.hops.len(), 1);
    // The last step is there, though not at the time asked about.
    let column =
        story.temporal("2026-07-01", "Where did the CEO of the maker of the Heron 3 live in January 2026?");
    assert!(column.abstained, "{:?}", column.answer);
}

#[test]
fn several_values_fan_out() {
    let story = harbour();
    story.facts("2026-06-02", &[("crab relay", "owner", "Anna Brix"), ("crab relay", "port", "9090")]);
    let column = story.temporal("2026-07-01", "Which port does the service that Anna Brix owns run on?");
    let answer = column.answer.expect("both ports");
    assert!(answer.contains("7171") && answer.contains("9090"), "{answer}");
    // What is called a relay is meant by "relay".
    let column = story.temporal("2026-07-01", "Which port does the relay that Anna Brix owns run on?");
    assert_eq!(column.answer.as_deref(), Some("9090"));
}

#[test]
fn circles_end() {
    let story = Story::new();
    story.facts("2026-02-01", &[("Ada Holm", "spouse", "Bo Lind"), ("Bo Lind", "spouse", "Ada Holm")]);
    let column = story.temporal("2026-07-01", "Who is the spouse of the spouse of Ada Holm?");
    assert_eq!(column.answer.as_deref(), Some("Ada Holm"));
    let deep = format!("Who is {}Ada Holm?", "the spouse of ".repeat(12));
    let _ = story.temporal("2026-07-01", &deep);
}

#[test]
fn a_name_with_of_in_it_is_one_thing() {
    let story = Story::new();
    story.facts(
        "2026-02-01",
        &[
            ("Order of the Heron", "founder", "Ada Holm"),
            ("order", "founder", "Nobody"),
            ("Ada Holm", "lives_in", "Faro"),
        ],
    );
    let column = story.temporal("2026-07-01", "Where does the founder of the Order of the Heron live?");
    assert_eq!(column.answer.as_deref(), Some("Faro"), "{}", column.explanation);
}

#[test]
fn the_steps_are_seen_from_the_moment_of_belief() {
    let story = harbour();
    let mut asked = request("Which port does the service that Anna Brix owns run on?");
    asked.view.known_at = Some(at("2026-03-01T00:00:00Z"));
    asked.view.as_of = asked.view.known_at;
    let answer = story.engine.ask(&asked).unwrap();
    assert_eq!(answer.temporal.unwrap().answer.as_deref(), Some("7070"));
}

#[test]
fn a_step_may_say_its_own_time() {
    let story = Story::new();
    story.texts(
        "2026-01-10",
        &[
            "Vera Lund owns the crane service.",
            "The crane service runs on port 7001.",
            "Vera Lund lives in Oslo.",
        ],
    );
    story.texts("2026-04-05", &["Nils Berg owns the crane service now.", "Nils Berg lives in Bergen."]);
    story.texts("2026-05-01", &["The crane service now runs on port 7443.", "Vera Lund moved to Tromsø."]);
    for (question, answer) in [
        ("Who owned in March 2026 the service that now runs on port 7443?", "Vera Lund"),
        ("Where did the current owner of the crane service live on 6 April 2026?", "Bergen"),
        ("Where does the person who owned the crane service in March 2026 live?", "Tromsø"),
    ] {
        let column = story.temporal("2026-07-01", question);
        assert_eq!(column.answer.as_deref(), Some(answer), "{question}: {}", column.explanation);
    }
}

#[test]
fn a_step_that_nothing_tells_of_is_not_skipped() {
    let story = Story::new();
    story.texts(
        "2026-01-10",
        &[
            "Vera Lund works at Quarry.",
            "Vera Lund lives in Oslo.",
            "Nils Berg's manager is Vera Lund.",
            "Vera Lund owns the crane service.",
        ],
    );
    for question in [
        "Where does Vera Lund's manager work?",
        "Where does the manager of the owner of the crane service live?",
        "Who does the owner of the crane service report to?",
        "Where does Vera Lund's wife live?",
    ] {
        let column = story.temporal("2026-07-01", question);
        assert!(column.abstained, "{question}: {:?} {}", column.answer, column.explanation);
    }
}

#[test]
fn a_first_name_in_a_step_is_the_one_person_who_is_called_so() {
    let story = Story::new();
    story.texts("2026-02-01", &["Vera Lund owns the tide service."]);
    story.texts("2026-02-02", &["Vera reports to Magnus Falk.", "Magnus lives in Tromsø."]);
    for (question, answer) in [
        ("Who does the owner of the tide service report to?", "Magnus Falk"),
        ("Where does the manager of the tide service's owner live?", "Tromsø"),
        ("Who is the manager of whoever owns the tide service?", "Magnus Falk"),
    ] {
        let column = story.temporal("2026-03-01", question);
        assert_eq!(column.answer.as_deref(), Some(answer), "{question}: {}", column.explanation);
    }
    // Two are called so: nothing is guessed.
    story.texts("2026-02-03", &["Vera Holt owns the mail gateway."]);
    let column = story.temporal("2026-03-01", "Who does the owner of the tide service report to?");
    assert!(column.abstained, "{:?}", column.answer);
}
