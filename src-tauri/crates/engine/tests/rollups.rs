//! The history of a key as a claim: made, made again, fallen, replaced, forgotten, and no answer.

mod common;

use common::Story;
use memstrata_engine::{Engine, ReviewKind, RollUp, Told};

fn port(story: &Story) -> RollUp {
    story.engine.roll_up("relay", "port", None).expect("a roll-up")
}

/// Claims that wait for a decision since a source of theirs fell.
fn fallen(engine: &Engine) -> usize {
    engine.review(false).unwrap().iter().filter(|item| item.kind == ReviewKind::Claim).count()
}

#[test]
fn the_history_of_a_key_is_one_sentence_that_rests_on_its_entries() {
    let story = Story::new();
    story.texts("2026-01-01", &["The relay listens on port 8080."]);
    story.texts("2026-03-02", &["The relay now listens on port 9090."]);
    let kept = port(&story);
    assert_eq!(
        kept.text,
        "The port of relay was 8080 from 2026-01-01 to 2026-03-02, then 9090 from 2026-03-02 on."
    );
    assert_eq!((kept.derived_from.len(), kept.changed, &kept.replaces), (2, true, &None));
    let below = story.engine.sources(kept.claim.as_deref().unwrap(), 3).unwrap();
    let cited: Vec<&str> = below.links.iter().map(|link| link.id.as_str()).collect();
    assert!(kept.derived_from.iter().all(|id| cited.contains(&id.as_str())), "{cited:?}");
    // Nothing changed: nothing is written, from whatever day and zone it is asked.
    let before = story.engine.log(0).unwrap().len();
    story.clock.set(common::at("2026-08-01T09:00:00Z"));
    let again = port(&story);
    assert_eq!((again.changed, &again.claim, &again.text), (false, &kept.claim, &kept.text));
    assert_eq!(story.engine.log(0).unwrap().len(), before);
    assert!(story.engine.verify(&mut |_| true).unwrap().findings.is_empty());
}

#[test]
fn it_falls_with_its_sources_and_a_new_one_takes_its_place() {
    let story = Story::new();
    story.texts("2026-01-01", &["The relay listens on port 8080."]);
    let first = port(&story);
    assert_eq!(first.text, "The port of relay was 8080 from 2026-01-01 on.");
    story.texts("2026-03-02", &["The relay now listens on port 9090."]);
    assert_eq!(fallen(&story.engine), 1, "it rests on what was superseded");
    let log = story.engine.log(0).unwrap().len();
    let (tried, preview) = story.engine.rehearse_roll_up("relay", "port", None).unwrap();
    assert_eq!((tried.claim, tried.replaces.clone(), tried.changed), (None, first.claim.clone(), true));
    assert_eq!(preview.receipts.len(), 1);
    assert_eq!(story.engine.log(0).unwrap().len(), log, "a preview writes nothing");
    let second = port(&story);
    assert_eq!((second.replaces, second.changed), (first.claim, true));
    assert_eq!(fallen(&story.engine), 0, "the old one is withdrawn, the new one stands");
    // A gap, and an end that is a source of its own.
    story.texts("2026-05-01", &["The relay no longer listens on port 9090."]);
    assert_eq!(fallen(&story.engine), 1);
    let third = port(&story);
    assert!(third.text.ends_with("then 9090 from 2026-03-02 to 2026-05-01."), "{}", third.text);
    assert_eq!(third.derived_from.len(), 3);
    story.engine.tell(vec![Told::Void(third.derived_from[2].clone())], None, None).unwrap();
    assert_eq!(fallen(&story.engine), 1, "the end is taken back");
    assert_eq!(port(&story).text, second.text);
    assert_eq!(fallen(&story.engine), 0);
}

#[test]
fn it_answers_no_question_in_place_of_what_it_rests_on() {
    let story = Story::new();
    story.texts("2026-01-01", &["The relay listens on port 8080."]);
    story.texts("2026-03-02", &["The relay now listens on port 9090."]);
    story.texts("2026-05-01", &["The relay no longer listens on port 9090."]);
    let without = story.temporal("2026-06-01", "Which port does the relay listen on?");
    port(&story);
    let with = story.temporal("2026-06-01", "Which port does the relay listen on?");
    assert!(without.abstained);
    assert_eq!((with.answer, with.abstained), (None, true));
    let then = story.temporal("2026-06-01", "Which port did the relay listen on in February?");
    assert_eq!(then.answer.as_deref(), Some("8080"));
}

#[test]
fn many_values_have_a_history_each_and_people_are_named() {
    let story = Story::new();
    story.texts("2026-01-10", &["Otto speaks Danish.", "I live in Faro."]);
    story.texts("2026-03-05", &["Otto speaks Polish.", "I moved to Tavira."]);
    let otto = story.engine.roll_up("Otto", "speaks", None).unwrap();
    assert_eq!(
        otto.text,
        "The spoken language of Otto: Danish from 2026-01-10 on; Polish from 2026-03-05 on."
    );
    let home = story.engine.roll_up("user", "lives in", None).unwrap();
    assert_eq!(
        home.text,
        "The residence of the user was Faro from 2026-01-10 to 2026-03-05, then Tavira from 2026-03-05 on."
    );
    assert_eq!(story.engine.roll_up("Otto", "diet", None).unwrap_err().code, "not_found");
}

#[test]
fn what_is_forgotten_is_forgotten_in_it_too() {
    let story = Story::new();
    story.texts("2026-01-01", &["Ines lives in Quetzaltenango."]);
    story.texts("2026-03-02", &["Ines lives in Braga now."]);
    let kept = story.engine.roll_up("Ines", "lives in", None).unwrap();
    assert!(kept.text.contains("Quetzaltenango"));
    story.texts("2026-03-03", &["Ines lives in Porto now."]);
    story.engine.roll_up("Ines", "lives in", None).unwrap();
    let facts =
        story.engine.facts(&memstrata_engine::FactPattern { all: true, ..Default::default() }, None, None);
    let first = facts.unwrap().into_iter().find(|fact| fact.object == "Quetzaltenango").unwrap();
    let episode = first.sources[0].episode.clone();
    assert_eq!(story.engine.preview_forget(&episode).unwrap().sentences.len(), 2);
    story.engine.forget(&episode).unwrap();
    let folder = story.engine.path().parent().unwrap();
    for file in std::fs::read_dir(folder).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(14).any(|w| w.eq_ignore_ascii_case(b"Quetzaltenango")));
    }
    let again = story.engine.roll_up("Ines", "lives in", None).unwrap();
    assert!(again.text.contains("Braga") && again.text.contains("Porto"), "{}", again.text);
    assert!(story.engine.verify(&mut |_| true).unwrap().findings.is_empty());
}
