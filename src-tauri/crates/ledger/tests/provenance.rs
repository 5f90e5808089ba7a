//! Walking down from facts and claims to episodes, and up again, as far as asked.

mod common;

use common::{Fixture, assert, at, confirm};
use memstrata_ledger::{FactPattern, LedgerError, Moment, NewAssert, OpenOptions, Told, restore_from};

fn fact(f: &Fixture, subject: &str) -> String {
    let pattern = FactPattern { subject: Some(subject.into()), ..FactPattern::default() };
    let moment = Moment { as_of: at("2026-06-01"), known_at: None };
    f.ledger.facts("default", &pattern, moment).unwrap()[0].id.clone()
}

#[test]
fn from_a_fact_to_its_events_to_its_episodes_with_the_words_in_them() {
    let f = Fixture::new();
    let Told::Assert(told) = assert("vault", "city", "Faro", "2026-01-01") else { unreachable!() };
    let one = f.say(
        "2026-01-01",
        "ana",
        "The vault is in Faro.",
        vec![Told::Assert(NewAssert { span: Some((16, 20)), ..told })],
    );
    let two = f.say("2026-01-02", "bo", "Faro, yes.", vec![confirm("vault", "city", "Faro", "2026-01-02")]);
    let walk = f.ledger.sources_of("default", &fact(&f, "vault"), 3).unwrap();
    let shown: Vec<(u32, &str, &str)> =
        walk.links.iter().map(|link| (link.depth, link.kind.as_str(), link.id.as_str())).collect();
    let (assert_id, confirm_id) = (one.applied[0].event.as_str(), two.applied[0].event.as_str());
    let (first, second) = (one.episode.as_deref().unwrap(), two.episode.as_deref().unwrap());
    assert_eq!(
        shown,
        [(1, "assert", assert_id), (1, "confirm", confirm_id), (2, "episode", first), (2, "episode", second)]
    );
    assert_eq!(walk.links[2].via, assert_id);
    let (from, to) = walk.links[2].span.unwrap();
    assert_eq!(&walk.links[2].text.as_deref().unwrap()[from as usize..to as usize], "Faro");
    assert_eq!(walk.links[3].span, None);
    let up = f.ledger.dependents_of("default", first, 3).unwrap();
    assert_eq!(up.links.iter().map(|link| link.id.as_str()).collect::<Vec<_>>(), [assert_id]);
}

#[test]
fn beyond_the_depth_stands_one_summary() {
    let f = Fixture::new();
    let told = f.say_where_the_vault_is();
    let mut below = told.applied[0].event.clone();
    for level in 1..=5 {
        let text = format!("Conclusion {level}.");
        below = f.say("2026-01-02", "ana", &text, vec![Told::Claim(vec![below])]).applied[0].event.clone();
    }
    let walk = f.ledger.sources_of("default", &below, 2).unwrap();
    assert!(walk.links.iter().all(|link| link.depth <= 2));
    let summary = walk.summary.unwrap();
    assert_eq!((summary.depth, summary.deepest, summary.fallen), (3, 6, 0));
    assert_eq!(summary.kinds.values().sum::<usize>(), walk.beyond);
    assert_eq!(summary.kinds["assert"], 1);
    assert_eq!(f.ledger.sources_of("default", &below, 9).unwrap().summary, None);

    f.tell("2026-02-01", assert("vault", "city", "Lagos", "2026-02-01"));
    let up = f.ledger.dependents_of("default", told.episode.as_deref().unwrap(), 3).unwrap();
    let summary = up.summary.unwrap();
    assert!(summary.fallen > 0, "they fell with what they rest on: {summary:?}");
    f.check();
}

/// A claim that cites another by its text rests on it as one that cites it by its own id does.
#[test]
fn claims_that_cite_texts_of_claims_are_walked_both_ways() {
    let f = Fixture::new();
    let told = f.say_where_the_vault_is();
    let base = told.episode.unwrap();
    let mut texts = vec![base.clone()];
    let mut claims = Vec::new();
    for level in 1..=4 {
        let text = format!("Conclusion {level}.");
        let claim = f.say("2026-01-02", "ana", &text, vec![Told::Claim(vec![texts[level - 1].clone()])]);
        claims.push(claim.applied[0].event.clone());
        texts.push(claim.episode.unwrap());
    }
    let claims_in = |walk: memstrata_ledger::Walk| -> Vec<String> {
        walk.links.into_iter().filter(|link| link.kind == "claim").map(|link| link.id).collect()
    };
    assert_eq!(claims_in(f.ledger.dependents_of("default", &base, 9).unwrap()), claims);
    assert_eq!(claims_in(f.ledger.dependents_of("default", &claims[0], 9).unwrap()), claims[1..]);
    assert_eq!(claims_in(f.ledger.dependents_of("default", &texts[2], 9).unwrap()), claims[1..]);
    for top in [&claims[3], &texts[4]] {
        let walk = f.ledger.sources_of("default", top, 9).unwrap();
        assert!(walk.links.iter().any(|link| link.id == base), "{top}: {walk:?}");
        let below = claims_in(walk);
        assert!(claims[..3].iter().all(|claim| below.contains(claim)), "{top}: {below:?}");
    }
    f.check();
}

#[test]
fn a_claim_rests_only_on_what_was_there_before_it() {
    let f = Fixture::new();
    for sources in [vec!["nobody".to_owned()], Vec::new()] {
        let mut write = f.write("2026-01-01", vec![Told::Claim(sources)]);
        write.episode = Some(common::episode("Out of nothing.", "ana"));
        assert!(f.ledger.append(&write).is_err());
    }
    // In a log, two claims that rest on each other are refused with the line.
    let header = r#"{"type":"header","format":"memstrata-log","version":1,"spaces":[{"name":"default"}]}"#;
    let log = [
        header,
        r#"{"type":"episode","id":"e1","kind":"note","text":"one"}"#,
        r#"{"type":"claim","id":"c1","derived_from":["c2"],"episodes":["e1"]}"#,
        r#"{"type":"claim","id":"c2","derived_from":["c1"],"episodes":["e1"]}"#,
    ]
    .join("\n");
    let copy =
        memstrata_ledger::Ledger::open(&f.folder.join("circle.memstrata"), &OpenOptions::default()).unwrap();
    let refused = restore_from(&copy, &mut log.as_bytes(), at("2026-01-01"), &mut |_| true);
    assert!(matches!(refused, Err(LedgerError::BadLine { line: 3, .. })), "{refused:?}");
    let itself = log.replace(r#"["c2"]"#, r#"["c1"]"#);
    let refused = restore_from(&copy, &mut itself.as_bytes(), at("2026-01-01"), &mut |_| true);
    assert!(matches!(refused, Err(LedgerError::BadLine { line: 3, .. })), "{refused:?}");
}

#[test]
fn a_fact_with_two_sources_survives_the_loss_of_one_in_either_way() {
    let f = Fixture::new();
    let one = f.say("2026-01-01", "ana", "Faro.", vec![assert("vault", "city", "Faro", "2026-01-01")]);
    let two = f.say("2026-01-02", "bo", "Faro it is.", vec![assert("vault", "city", "Faro", "2026-01-01")]);
    f.tell("2026-02-01", Told::Void(one.applied[0].event.clone()));
    assert_eq!(f.values("vault", "city", "2026-03-01"), ["Faro"]);
    f.tell("2026-02-02", Told::Forget(one.episode.unwrap()));
    assert_eq!(f.values("vault", "city", "2026-03-01"), ["Faro"]);
    let walk = f.ledger.sources_of("default", &fact(&f, "vault"), 3).unwrap();
    let last = walk.links.last().unwrap();
    assert_eq!(
        (last.id.as_str(), last.text.as_deref()),
        (two.episode.as_deref().unwrap(), Some("Faro it is."))
    );
    f.tell("2026-02-03", Told::Void(two.applied[0].event.clone()));
    assert!(f.values("vault", "city", "2026-03-01").is_empty());
    f.check();
}
