//! A preview says what the act then does, and leaves no trace; withdrawing an act brings back what
//! was believed before, while the log keeps both.

mod common;

use common::{Fixture, LATER, assert, at, bounded, confirm, end, merge, relation};
use memstrata_ledger::line::SpaceSettings;
use memstrata_ledger::{KeyDifference, NewAlias, NewProposal, NewRelation, Told};
use memstrata_model::{Authority, Cardinality, Instant, OnConflict};

/// Keys with the intervals that go and come; ids of entries differ between a rehearsal and the act.
fn shape(changes: &[KeyDifference]) -> Vec<String> {
    let values = |values: &[memstrata_ledger::DifferenceValue]| -> Vec<String> {
        values.iter().map(|v| format!("{} {:?} {:?}", v.object, v.valid_from, v.valid_to)).collect()
    };
    changes
        .iter()
        .map(|change| {
            format!(
                "{} {} {:?} -{:?} +{:?}",
                change.key.subject,
                change.key.relation,
                change.key.scope,
                values(&change.before),
                values(&change.after)
            )
        })
        .collect()
}

/// A ledger with something of everything in it, and the ids that acts name.
struct Story {
    f: Fixture,
    port: String,
    rome: String,
    batch: String,
    disputed: (String, String),
    held: String,
    episode: String,
}

fn story() -> Story {
    let f = Fixture::new();
    let port = f.tell("2026-01-01", assert("api", "port", "8000", "2026-01-01"));
    f.tell("2026-02-01", assert("api", "port", "8080", "2026-02-01"));
    f.tell("2026-01-01", assert("Ana", "city", "Porto", "2026-01-01"));
    let rome = f.tell("2026-02-02", assert("Ana Reis", "city", "Rome", "2026-02-01"));
    for food in ["figs", "rye"] {
        f.tell("2026-02-03", assert("Ana", "likes", food, "2026-01-05"));
    }
    let batch = "import-1".to_owned();
    f.tell("2026-03-01", Told::Batch { id: batch.clone(), label: "notes".into() });
    let mut write = f.write(
        "2026-03-01",
        vec![assert("api", "port", "9000", "2026-03-01"), assert("db", "host", "pg1", "2026-03-01")],
    );
    write.batch = Some(batch.clone());
    f.ledger.append(&write).unwrap();
    let one =
        f.say("2026-03-02", "ana", "The limit is 240.", vec![assert("api", "limit", "240", "2026-03-01")]);
    let two =
        f.say("2026-03-03", "bo", "The limit is 300.", vec![assert("api", "limit", "300", "2026-03-01")]);
    let disputed = (two.applied[0].event.clone(), one.applied[0].event.clone());
    let guard =
        NewRelation { on_conflict: Some(OnConflict::Confirm), ..NewRelation::new("owner", Cardinality::One) };
    f.tell("2026-03-04", Told::Relation(guard));
    f.tell("2026-03-04", assert("api", "owner", "Ana", "2026-03-04"));
    let held = f.by(Authority::Agent, "2026-03-05", assert("api", "owner", "Bo", "2026-03-05"));
    let told = f.say(
        "2026-03-06",
        "ana",
        "The vault is in Faro.",
        vec![assert("vault", "city", "Faro", "2026-03-06")],
    );
    let claim = vec![Told::Claim(vec![told.applied[0].event.clone(), rome.clone()])];
    f.say("2026-03-07", "ana", "Everything important is in the south.", claim);
    let held = held.applied[0].event.clone();
    Story { episode: told.episode.unwrap(), f, port, rome, batch, disputed, held }
}

impl Story {
    /// Everything that is believed, as it would be answered.
    fn answers(&self) -> String {
        let ledger = &self.f.ledger;
        let claims: Vec<_> = ledger
            .review("default", false)
            .unwrap()
            .into_iter()
            .map(|item| (item.id, item.kind, item.reason))
            .collect();
        format!(
            "{:#?}\n{:#?}\n{:#?}\n{:#?}",
            self.f.believed(),
            ledger.relations("default").unwrap(),
            ledger.spaces().unwrap(),
            claims
        )
    }

    /// Every act that there is, on this story, with whether any value changes by it.
    fn acts(&self) -> Vec<(&'static str, Told, bool)> {
        let alias = |subject: &str, relation: Option<&str>, into: &str, into_relation: Option<&str>| {
            Told::Alias(NewAlias {
                subject: subject.into(),
                relation: relation.map(str::to_owned),
                into_subject: into.into(),
                into_relation: into_relation.map(str::to_owned),
                ..NewAlias::default()
            })
        };
        let zone = SpaceSettings {
            name: "default".into(),
            timezone: "Asia/Tokyo".into(),
            locale: "en-US".into(),
            week_start: "sunday".into(),
            scoring: None,
        };
        let proposal = NewProposal {
            reason: "both names are one person".into(),
            about: vec![self.rome.clone()],
            acts: vec![merge("Ana", "Ana Reis")],
        };
        vec![
            ("an assert", assert("api", "port", "7000", "2026-04-01"), true),
            ("an assert in the past", bounded("api", "port", "1", "2026-01-10", "2026-01-20"), true),
            ("an end", end("api", "port", "2026-05-01"), true),
            ("a void", Told::Void(self.port.clone()), true),
            ("a confirm", confirm("api", "port", "8000", "2026-05-02"), true),
            ("a merge", merge("Ana", "Ana Reis"), true),
            ("a rename", merge("vault", "strongroom"), true),
            ("a move", alias("Ana", Some("city"), "Bo", Some("home")), true),
            ("a relation with many values", relation("likes", Cardinality::Set, &[]), true),
            ("a relation with another name", relation("listening port", Cardinality::One, &["port"]), true),
            (
                "a relation that asks",
                Told::Relation(NewRelation {
                    importance: Some(0.9),
                    half_life_days: Some(30),
                    on_conflict: Some(OnConflict::Confirm),
                    ..NewRelation::new("port", Cardinality::One)
                }),
                false,
            ),
            (
                "a choice",
                Told::Resolve { dispute: self.disputed.0.clone(), choice: self.disputed.1.clone() },
                true,
            ),
            ("an acceptance", Told::Resolve { dispute: self.held.clone(), choice: "accept".into() }, true),
            ("a rejection", Told::Resolve { dispute: self.held.clone(), choice: "reject".into() }, false),
            (
                "an edit",
                Told::Decide {
                    item: self.held.clone(),
                    choice: "edit".into(),
                    acts: vec![assert("api", "owner", "Cy", "2026-03-05")],
                },
                true,
            ),
            ("a withdrawn batch", Told::Void(self.batch.clone()), true),
            ("a proposal", Told::Propose(proposal), false),
            ("settings of a space", Told::Space(zone), false),
        ]
    }
}

#[test]
fn a_preview_is_what_the_act_does_and_nothing_is_written_by_it() {
    let story = story();
    let f = &story.f;
    for (name, act, changes_values) in story.acts() {
        let (bytes, log, answers) = (f.bytes(), f.log(), story.answers());
        let preview = f.ledger.rehearse(&[f.write("2026-06-01", vec![act.clone()])]).unwrap();
        assert!(f.bytes() == bytes, "{name}: a byte of the file changed");
        assert_eq!(f.log(), log, "{name}");
        assert_eq!(story.answers(), answers, "{name}");
        assert!(preview.reversible, "{name}");
        assert_eq!(!preview.changes.is_empty(), changes_values, "{name}: {:?}", shape(&preview.changes));

        let before = f.ledger.head_time().unwrap().unwrap();
        let receipt = f.try_tell("2026-06-01", act).unwrap();
        let after = f.ledger.head_time().unwrap().unwrap();
        let difference = f.ledger.difference_of_beliefs("default", before, after).unwrap();
        assert_eq!(shape(&preview.changes), shape(&difference.keys), "{name}");
        let told = &preview.receipts[0].applied[0];
        assert_eq!(
            (told.outcome, told.superseded.len()),
            (receipt.applied[0].outcome, receipt.applied[0].superseded.len()),
            "{name}"
        );

        let undo = Told::Void(receipt.applied[0].event.clone());
        let undoing = f.ledger.rehearse(&[f.write("2026-06-02", vec![undo.clone()])]).unwrap();
        assert_eq!(!undoing.changes.is_empty(), changes_values, "{name}");
        f.try_tell("2026-06-02", undo).unwrap();
        assert_eq!(story.answers(), answers, "{name}: withdrawn, every answer is as before");
        let kept = f.log();
        // The header tells how many lines there are, and is otherwise the same.
        let entries = |log: &str| {
            let (header, entries) = log.split_once('\n').unwrap();
            let bare = header.split_once(",\"lines\":").unwrap().0;
            format!("{bare}\n{entries}")
        };
        assert!(
            entries(&kept).starts_with(&entries(&log)) && kept.lines().count() >= log.lines().count() + 2,
            "{name}: the log keeps both"
        );
        // What was believed in between stays on record.
        let again = f.ledger.difference_of_beliefs("default", before, after).unwrap();
        assert_eq!(shape(&preview.changes), shape(&again.keys), "{name}");
    }
    f.check();
}

#[test]
fn forgetting_shows_what_it_erases_and_says_that_it_cannot_be_undone() {
    let story = story();
    let f = &story.f;
    let (bytes, log) = (f.bytes(), f.log());
    let forget = Told::Forget(story.episode.clone());
    let preview = f.ledger.rehearse(&[f.write("2026-06-01", vec![forget.clone()])]).unwrap();
    assert!(f.bytes() == bytes);
    assert_eq!(f.log(), log);
    assert!(!preview.reversible);
    assert_eq!(preview.erased[0].text.as_deref(), Some("The vault is in Faro."));
    assert_eq!(preview.erased[0].objects, ["Faro"]);
    assert_eq!(preview.claims.len(), 1);
    assert_eq!(preview.claims[0].text.as_deref(), Some("Everything important is in the south."));
    assert!(preview.claims[0].falls.as_ref().unwrap().contains("forgotten"));

    let forgotten = f.tell("2026-06-01", forget);
    let refused = f.try_tell("2026-06-02", Told::Void(forgotten)).unwrap_err();
    assert_eq!(refused.code(), "no_undo");
    f.check();
}

#[test]
fn what_a_batch_took_down_stands_again_when_it_is_withdrawn() {
    let story = story();
    let f = &story.f;
    let answers = story.answers();
    f.tell("2026-06-01", Told::Batch { id: "b2".into(), label: "more".into() });
    let mut write = f.write("2026-06-01", vec![assert("vault", "city", "Lagos", "2026-06-01")]);
    write.batch = Some("b2".into());
    let preview = f.ledger.rehearse(std::slice::from_ref(&write)).unwrap();
    assert_eq!(preview.claims.len(), 1, "the claim rests on where the vault was");
    f.ledger.append(&write).unwrap();
    assert_ne!(story.answers(), answers);
    let known_at = f.ledger.head_time().unwrap().unwrap();
    let undoing = f.ledger.rehearse(&[f.write("2026-06-02", vec![Told::Void("b2".into())])]).unwrap();
    assert_eq!(undoing.claims.iter().map(|claim| claim.falls.is_none()).collect::<Vec<_>>(), [true]);
    f.tell("2026-06-02", Told::Void("b2".into()));
    assert_eq!(story.answers(), answers);
    // And yet it had fallen in between.
    let seq = f.ledger.search_words("default", "everything important", None, 1).unwrap()[0].seq;
    let fallen = |known_at: Option<Instant>| {
        let moment = memstrata_ledger::Moment { as_of: at(LATER), known_at };
        f.ledger.episode("default", seq, moment).unwrap().fallen
    };
    assert!(fallen(Some(known_at)).is_some());
    assert_eq!(fallen(None), None);
    f.check();
}

#[test]
fn a_refused_write_is_refused_in_its_preview_too() {
    let story = story();
    let f = &story.f;
    let bytes = f.bytes();
    let mut write = f.write("2026-06-01", vec![assert("api", "port", "1", "2026-06-01")]);
    write.if_head = Some("not the head".into());
    assert_eq!(f.ledger.rehearse(&[write]).unwrap_err().code(), "head_moved");
    let circle = f.write("2026-06-01", vec![merge("Ana", "Bo"), merge("Bo", "ana")]);
    assert_eq!(f.ledger.rehearse(&[circle]).unwrap_err().code(), "bad_value");
    assert!(f.bytes() == bytes);
}
