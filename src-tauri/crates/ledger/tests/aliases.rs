//! One name for two: merges, moves, their undoing, and what was believed before them.

use memstrata_ledger::{
    FactPattern, Ledger, LedgerError, Moment, NewAlias, NewAssert, NewRelation, OpenOptions, Receipt, Told,
    Write, export_to, restore_from,
};
use memstrata_model::{Cardinality, Instant};

fn at(text: &str) -> Instant {
    text.parse().unwrap()
}

struct Fixture {
    _folder: tempfile::TempDir,
    ledger: Ledger,
    path: std::path::PathBuf,
}

impl Fixture {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_owned();
        let ledger = Ledger::open(&path.join("l.memstrata"), &OpenOptions::default()).unwrap();
        Fixture { _folder: folder, ledger, path }
    }

    fn tell(&self, now: &str, told: Told) -> Receipt {
        self.try_tell(now, told).unwrap()
    }

    fn try_tell(&self, now: &str, told: Told) -> Result<Receipt, LedgerError> {
        let mut write = Write::new("default", at(now));
        write.told = vec![told];
        self.ledger.append(&write)
    }

    fn log(&self) -> String {
        let mut log = Vec::new();
        export_to(&self.ledger, &mut log, &mut |_| true).unwrap();
        String::from_utf8(log).unwrap()
    }

    fn timeline(&self, subject: &str, known_at: Option<&str>) -> Vec<(String, Option<String>)> {
        let now = at("2030-01-01T00:00:00Z");
        let timeline = self.ledger.timeline("default", subject, "city", None, known_at.map(at), now).unwrap();
        timeline.intervals.iter().map(|i| (i.object.clone(), i.valid_to.map(|t| t.to_string()))).collect()
    }

    fn facts(&self, subject: &str) -> Vec<String> {
        let pattern = FactPattern { subject: Some(subject.into()), ..FactPattern::default() };
        let moment = Moment { as_of: at("2029-01-01T00:00:00Z"), known_at: None };
        self.ledger.facts("default", &pattern, moment).unwrap().into_iter().map(|f| f.object).collect()
    }

    /// The file is sound, and so is what a restore of its export makes.
    fn check(&self) {
        let report = self.ledger.verify(&mut |_| true).unwrap();
        assert_eq!(report.findings, []);
        let mut log = Vec::new();
        export_to(&self.ledger, &mut log, &mut |_| true).unwrap();
        let copy_path = self.path.join(format!("copy{}.memstrata", log.len()));
        let copy = Ledger::open(&copy_path, &OpenOptions::default()).unwrap();
        restore_from(&copy, &mut log.as_slice(), at("2030-01-01T00:00:00Z"), &mut |_| true).unwrap();
        assert_eq!(copy.verify(&mut |_| true).unwrap().findings, []);
        let mut again = Vec::new();
        export_to(&copy, &mut again, &mut |_| true).unwrap();
        assert_eq!(String::from_utf8(log).unwrap(), String::from_utf8(again).unwrap());
    }
}

fn city(subject: &str, object: &str, from: &str) -> Told {
    Told::Assert(NewAssert {
        subject: subject.into(),
        relation: "city".into(),
        object: object.into(),
        valid_from: Some(at(from)),
        ..NewAssert::default()
    })
}

fn merge(subject: &str, into: &str) -> Told {
    Told::Alias(NewAlias { subject: subject.into(), into_subject: into.into(), ..NewAlias::default() })
}

#[test]
fn merged_subjects_have_one_timeline_and_part_again_when_the_merge_is_voided() {
    let f = Fixture::new();
    f.tell("2026-01-01T00:00:00Z", city("Anna", "Paris", "2026-01-01T00:00:00Z"));
    f.tell("2026-02-01T00:00:00Z", city("Anna Reis", "Lisbon", "2026-02-01T00:00:00Z"));
    f.tell("2026-03-01T00:00:00Z", city("Anna Reis", "Paris", "2026-03-01T00:00:00Z"));
    assert_eq!(f.facts("Anna"), ["Paris"]);
    let alias = f.tell("2026-04-01T00:00:00Z", merge("Anna", "Anna Reis"));
    let merged = f.timeline("Anna Reis", None);
    let until = |t: &str| Some(t.to_owned());
    assert_eq!(
        merged,
        [
            ("Paris".to_owned(), until("2026-02-01T00:00:00Z")),
            ("Lisbon".to_owned(), until("2026-03-01T00:00:00Z")),
            ("Paris".to_owned(), None)
        ]
    );
    assert_eq!(f.timeline("Anna", None), merged);
    assert_eq!(f.facts("anna"), ["Paris"]);
    // What was believed before the merge stands as it stood.
    assert_eq!(f.timeline("Anna", Some("2026-03-15T00:00:00Z")), [("Paris".to_owned(), None)]);
    f.check();
    // Told under the old name, it counts under the new one.
    let told = f.tell("2026-05-01T00:00:00Z", city("Anna", "Rome", "2026-05-01T00:00:00Z"));
    assert_eq!(told.applied[0].superseded[0].object, "Paris");
    assert_eq!(f.facts("Anna Reis"), ["Rome"]);
    f.check();
    f.tell("2026-06-01T00:00:00Z", Told::Void(alias.applied[0].event.clone()));
    assert_eq!(f.facts("Anna"), ["Rome"]);
    assert_eq!(f.facts("Anna Reis"), ["Paris"]);
    f.check();
}

#[test]
fn a_key_moves_alone_and_a_subject_that_is_new_follows_its_alias() {
    let f = Fixture::new();
    f.tell("2026-01-01T00:00:00Z", merge("the api", "harbor api"));
    f.tell("2026-01-02T00:00:00Z", city("api", "Porto", "2026-01-02T00:00:00Z"));
    assert_eq!(f.facts("harbor-api"), ["Porto"]);
    f.tell(
        "2026-01-03T00:00:00Z",
        Told::Alias(NewAlias {
            subject: "harbor api".into(),
            relation: Some("city".into()),
            into_subject: "Ana".into(),
            ..NewAlias::default()
        }),
    );
    assert_eq!(f.facts("Ana"), ["Porto"]);
    f.check();
}

#[test]
fn merged_sets_keep_every_value_once() {
    let f = Fixture::new();
    let many = NewRelation {
        relation: "city".into(),
        cardinality: Cardinality::Set,
        half_life_days: None,
        on_conflict: None,
        importance: None,
        aliases: Vec::new(),
    };
    f.tell("2026-01-01T00:00:00Z", Told::Relation(many));
    for (subject, object) in [("a1", "Oslo"), ("a1", "Rome"), ("b1", "rome"), ("b1", "Bern")] {
        f.tell("2026-01-02T00:00:00Z", city(subject, object, "2026-01-02T00:00:00Z"));
    }
    f.tell("2026-01-03T00:00:00Z", merge("b1", "a1"));
    // Of the two spellings told for one day the later recorded is shown.
    let mut all: Vec<String> = f.facts("a1").iter().map(|o| o.to_lowercase()).collect();
    all.sort();
    assert_eq!(all, ["bern", "oslo", "rome"]);
    f.check();
}

#[test]
fn an_alias_in_a_circle_is_refused_and_nothing_is_stored() {
    let f = Fixture::new();
    f.tell("2026-01-01T00:00:00Z", merge("a1", "b1"));
    f.tell("2026-01-01T00:00:00Z", merge("b1", "c1"));
    let before = f.ledger.log("default", 0).unwrap().len();
    for (from, into) in [("c1", "a1"), ("x", "X "), ("", "y")] {
        assert!(f.try_tell("2026-01-01T00:00:00Z", merge(from, into)).is_err(), "{from} into {into}");
    }
    assert_eq!(f.ledger.log("default", 0).unwrap().len(), before);
}

/// Of a ledger of before, in which names came to lead in a circle: each of them stands for itself, and
/// a restore, what it derives anew and what is told afterwards agree.
#[test]
fn names_that_lead_in_a_circle_are_names_of_nothing() {
    let f = Fixture::new();
    let log = include_bytes!("data/names-in-a-circle.jsonl");
    restore_from(&f.ledger, &mut log.as_slice(), at("2030-01-01T00:00:00Z"), &mut |_| true).unwrap();
    f.check();
    let ports = |as_of: &str| {
        let pattern = FactPattern { relation: Some("port".into()), all: true, ..FactPattern::default() };
        let moment = Moment { as_of: at(as_of), known_at: None };
        let facts = f.ledger.facts("default", &pattern, moment).unwrap();
        facts.into_iter().map(|f| format!("{} {} {:?}", f.subject, f.object, f.state)).collect::<Vec<_>>()
    };
    let believed = ports("2029-01-01T00:00:00Z");
    let count = believed.iter().filter(|fact| fact.ends_with("Current")).count();
    assert_eq!(count, 1, "{believed:?}");
    f.tell("2030-01-02T00:00:00Z", merge("dinghy", "skiff"));
    assert_eq!(ports("2029-01-01T00:00:00Z"), believed);
    f.check();
}

#[test]
fn names_that_lead_back_by_turns_are_refused_before_anything_is_written() {
    let moved = |subject: &str, relation: &str, into: &str, into_relation: &str| {
        Told::Alias(NewAlias {
            subject: subject.into(),
            relation: Some(relation.into()),
            into_subject: into.into(),
            into_relation: Some(into_relation.into()),
            ..NewAlias::default()
        })
    };
    let merged = |name: &str, aliases: &[&str]| {
        let aliases = aliases.iter().map(|alias| (*alias).to_owned()).collect();
        Told::Relation(NewRelation { aliases, ..NewRelation::new(name, Cardinality::Set) })
    };
    // Each ends where it began: b.zag is c.owner, c is b, and owner is zag.
    let begun: [&[Told]; 3] = [
        &[moved("b", "zag", "c", "owner"), merge("c", "b")],
        &[moved("b", "zag", "c", "owner"), merged("zag", &["owner"])],
        &[merge("c", "b"), merged("zag", &["owner", "port"])],
    ];
    let closing = [merged("zag", &["owner", "port"]), merge("c", "b"), moved("b", "zag", "c", "owner")];
    for (begun, closing) in begun.into_iter().zip(closing) {
        let f = Fixture::new();
        for told in begun {
            f.tell("2026-01-01T00:00:00Z", told.clone());
        }
        f.tell("2026-01-02T00:00:00Z", city("b", "Porto", "2026-01-02T00:00:00Z"));
        let before = f.log();
        let refused = f.try_tell("2026-01-03T00:00:00Z", closing.clone());
        assert!(
            matches!(&refused, Err(LedgerError::BadValue { what, .. }) if what.contains("leads back")),
            "{closing:?}: {refused:?}"
        );
        assert_eq!(f.log(), before);
        f.check();
    }
    // Nor does taking an undo back close one.
    let f = Fixture::new();
    let first = f.tell("2026-01-01T00:00:00Z", merge("b", "c")).applied.remove(0).event;
    let undo = f.tell("2026-01-02T00:00:00Z", Told::Void(first)).applied.remove(0).event;
    f.tell("2026-01-03T00:00:00Z", merge("c", "b"));
    let before = f.log();
    let refused = f.try_tell("2026-01-04T00:00:00Z", Told::Void(undo));
    assert!(
        matches!(&refused, Err(LedgerError::BadValue { what, .. }) if what.contains("comes back")),
        "{refused:?}"
    );
    assert_eq!(f.log(), before);
    f.check();
}
