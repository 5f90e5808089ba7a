//! Spaces: made, set, taken back, and knowing nothing of each other.

mod common;

use common::{Fixture, assert, at};
use memstrata_ledger::line::SpaceSettings;
use memstrata_ledger::{FactPattern, Moment, NewRelation, Told, Write};
use memstrata_model::Cardinality;

fn settings(name: &str, timezone: &str) -> SpaceSettings {
    SpaceSettings {
        name: name.into(),
        timezone: timezone.into(),
        locale: "pt-PT".into(),
        week_start: "sunday".into(),
        scoring: None,
    }
}

#[test]
fn a_space_is_made_and_set_and_the_setting_can_be_taken_back() {
    let f = Fixture::new();
    let work = settings("work", "Europe/Lisbon");
    let made = f.ledger.make_space(&work, at("2026-01-01")).unwrap();
    assert_eq!(f.ledger.space("work").unwrap(), work);
    assert_eq!(f.ledger.make_space(&work, at("2026-01-02")).unwrap_err().code(), "id_taken");
    let mut write = Write::new("work", at("2026-01-03"));
    write.told = vec![Told::Space(settings("work", "Asia/Tokyo"))];
    let set = f.ledger.append(&write).unwrap().applied.remove(0).event;
    assert_eq!(f.ledger.space("work").unwrap().timezone, "Asia/Tokyo");
    f.check();
    write.told = vec![Told::Void(set)];
    f.ledger.append(&write).unwrap();
    assert_eq!(f.ledger.space("work").unwrap(), work);
    write.told = vec![Told::Void(made)];
    assert_eq!(f.ledger.append(&write).unwrap_err().code(), "no_undo");
    f.check();
}

#[test]
fn settings_that_cannot_be_are_refused_and_quoted() {
    let f = Fixture::new();
    let log = f.log();
    let good = settings("work", "UTC");
    for (bad, quoted) in [
        (SpaceSettings { timezone: "Atlantis/Capital".into(), ..good.clone() }, "Atlantis/Capital"),
        (SpaceSettings { locale: "e n".into(), ..good.clone() }, "e n"),
        (SpaceSettings { week_start: "someday".into(), ..good.clone() }, "someday"),
        (SpaceSettings { name: "a\nb".into(), ..good.clone() }, "a\nb"),
        (SpaceSettings { name: "  ".into(), ..good }, "empty"),
    ] {
        let refused = f.ledger.make_space(&bad, at("2026-01-01")).unwrap_err();
        assert!(refused.to_string().contains(quoted), "{refused}");
    }
    assert_eq!(f.log(), log);
}

#[test]
fn each_space_has_its_own_registry_keys_and_inbox() {
    let f = Fixture::new();
    f.ledger.make_space(&settings("work", "UTC"), at("2026-01-01")).unwrap();
    let tell = |space: &str, told: Told| {
        let mut write = Write::new(space, at("2026-01-02"));
        write.told = vec![told];
        f.ledger.append(&write).unwrap().applied.remove(0).event
    };
    let many = NewRelation { aliases: vec!["fond of".into()], ..NewRelation::new("likes", Cardinality::Set) };
    tell("work", Told::Relation(many));
    let mut told = Vec::new();
    for space in ["work", "default"] {
        for value in ["figs", "rye"] {
            told.push(tell(space, assert("Ana", "likes", value, "2026-01-01")));
        }
        tell(space, assert("Ana", "fond of", "tea", "2026-01-01"));
    }
    let values = |space: &str, relation: &str| -> Vec<String> {
        let pattern = FactPattern {
            subject: Some("Ana".into()),
            relation: Some(relation.into()),
            ..FactPattern::default()
        };
        let moment = Moment { as_of: at("2026-02-01"), known_at: None };
        f.ledger.facts(space, &pattern, moment).unwrap().into_iter().map(|fact| fact.object).collect()
    };
    assert_eq!(values("work", "likes"), ["figs", "rye", "tea"]);
    assert_eq!(values("default", "likes"), ["rye"]);
    assert_eq!(values("default", "fond of"), ["tea"]);
    assert!(f.ledger.relations("default").unwrap().is_empty());
    // Ids of one space are nothing in another.
    let foreign = &told[0];
    assert_eq!(f.ledger.review_item("default", foreign).unwrap_err().code(), "not_found");
    assert_eq!(f.ledger.sources_of("default", foreign, 3).unwrap_err().code(), "not_found");
    assert_eq!(f.ledger.dependents_of("default", foreign, 3).unwrap_err().code(), "not_found");
    assert_eq!(f.try_tell("2026-01-03", Told::Void(foreign.clone())).unwrap_err().code(), "not_found");
    let choice = Told::Resolve { dispute: foreign.clone(), choice: "accept".into() };
    assert_eq!(f.try_tell("2026-01-03", choice).unwrap_err().code(), "not_found");
    let begun = at("2026-01-01");
    let difference = f.ledger.difference_of_beliefs("default", begun, at("2027-01-01")).unwrap();
    assert!(difference.keys.iter().all(|key| key.key.space == "default"));
    assert_eq!(difference.keys.len(), 2);
    f.check();
}
