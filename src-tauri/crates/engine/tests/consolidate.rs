//! The background pass: what it proposes, that it changes nothing, that it does not ask twice, and
//! that what is accepted counts.

mod common;

use common::at;
use memstrata_engine::{
    Consolidation, Engine, FactPattern, FoundKind, NewAssert, Remember, ReviewChoice, Told,
};

/// An engine whose clock stands at a day; without a model, so that words decide.
fn engine(folder: &tempfile::TempDir, day: &str) -> Engine {
    common::engine(folder.path(), &format!("{day}T09:00:00Z"))
}

fn remember(engine: &Engine, day: &str, text: &str) -> memstrata_engine::Remembered {
    let request = Remember { at: Some(at(&format!("{day}T09:00:00Z"))), ..Remember::text(text) };
    engine.remember(&request).unwrap()
}

fn consolidate(engine: &Engine) -> Consolidation {
    engine.consolidate(false, &mut |_| true).unwrap()
}

fn of_kind(done: &Consolidation, kind: FoundKind) -> Vec<&str> {
    done.proposed.iter().filter(|found| found.kind == kind).map(|found| found.what.as_str()).collect()
}

fn current(engine: &Engine) -> Vec<String> {
    let facts = engine.facts(&FactPattern::default(), None, None).unwrap();
    facts.iter().map(|f| format!("{} {} {}", f.subject, f.relation, f.object)).collect()
}

#[test]
fn a_value_past_its_half_life_is_asked_about_once_and_vouched_for_on_acceptance() {
    let folder = tempfile::tempdir().unwrap();
    let told = engine(&folder, "2026-01-01");
    remember(&told, "2025-12-31", "The gateway listens on port 8080.");
    let half_life = told.relation("port").unwrap().half_life_days.unwrap();
    assert!(half_life > 0, "the port's relation ages: {half_life}");
    assert_eq!(of_kind(&consolidate(&told), FoundKind::Stale), [""; 0], "a day old");
    drop(told);

    let years_later = engine(&folder, "2036-01-01");
    let before = current(&years_later);
    let preview = years_later.consolidate(true, &mut |_| true).unwrap();
    assert_eq!(of_kind(&preview, FoundKind::Stale), ["gateway · port: 8080"]);
    assert_eq!(years_later.review(false).unwrap().len(), 0, "a preview proposes nothing");
    let done = consolidate(&years_later);
    assert_eq!(of_kind(&done, FoundKind::Stale), ["gateway · port: 8080"]);
    assert_eq!(current(&years_later), before, "a proposal changes no value");
    let again = consolidate(&years_later);
    assert_eq!((again.proposed.len(), again.known), (0, 1), "it is not asked twice");

    let item = done.proposed[0].item.clone().unwrap();
    years_later.decide(&item, &ReviewChoice::Accept).unwrap();
    let fact = &years_later.facts(&FactPattern::default(), None, None).unwrap()[0];
    assert_eq!(fact.last_verified, Some(at("2036-01-01T09:00:00Z")));
    assert_eq!(consolidate(&years_later).proposed, []);
    drop(years_later);
    // Another half-life on, it is asked again.
    assert_eq!(of_kind(&consolidate(&engine(&folder, "2056-01-01")), FoundKind::Stale).len(), 1);
}

#[test]
fn an_end_that_a_kept_text_tells_is_proposed_and_ends_the_value_when_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine(&folder, "2026-06-01");
    // As a store without ends brings it: the value as a fact, the rest as prose.
    let value = NewAssert {
        subject: "gateway".to_owned(),
        relation: "port".to_owned(),
        object: "8080".to_owned(),
        valid_from: Some(at("2026-01-01T00:00:00Z")),
        ..NewAssert::default()
    };
    engine.tell(vec![Told::Assert(value)], None, None).unwrap();
    let prose = "The gateway no longer listens on port 8080.";
    let request = Remember { at: Some(at("2026-05-01T00:00:00Z")), ..Remember::text(prose) };
    engine.tell(Vec::new(), Some(&request), None).unwrap();
    assert_eq!(current(&engine), ["gateway port 8080"]);

    let done = consolidate(&engine);
    let ends = of_kind(&done, FoundKind::UnreadEnd);
    assert_eq!(ends.len(), 1, "{done:?}");
    let found = done.proposed.iter().find(|found| found.kind == FoundKind::UnreadEnd).unwrap();
    engine.decide(found.item.as_ref().unwrap(), &ReviewChoice::Accept).unwrap();
    assert_eq!(current(&engine), [""; 0]);
    let pattern = FactPattern { all: true, ..FactPattern::default() };
    let fact = &engine.facts(&pattern, None, None).unwrap()[0];
    assert_eq!(fact.valid_to, Some(at("2026-05-01T00:00:00Z")));
    assert_eq!(of_kind(&consolidate(&engine), FoundKind::UnreadEnd), [""; 0]);
}

/// A store without ends has the first value as a fact and what took its place as prose.
#[test]
fn a_value_that_a_kept_text_replaces_is_proposed_once_and_a_repeat_or_an_older_one_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine(&folder, "2026-06-01");
    for (subject, relation, object) in
        [("gateway", "port", "8080"), ("Rosa", "lives_in", "Cadiz"), ("depot", "owner", "Vera")]
    {
        let value = NewAssert {
            subject: subject.to_owned(),
            relation: relation.to_owned(),
            object: object.to_owned(),
            valid_from: Some(at("2026-02-01T00:00:00Z")),
            ..NewAssert::default()
        };
        engine.tell(vec![Told::Assert(value)], None, None).unwrap();
    }
    for (day, prose) in [
        ("2026-05-01", "We moved the gateway to port 9443."),
        ("2026-05-02", "Rosa lives in Cadiz."),
        // Told before the value that holds began: it takes no place.
        ("2026-01-01", "Otto owns the depot."),
        ("2026-05-03", "The gateway was repainted."),
    ] {
        let request = Remember { at: Some(at(&format!("{day}T09:00:00Z"))), ..Remember::text(prose) };
        engine.tell(Vec::new(), Some(&request), None).unwrap();
    }
    let before = current(&engine);
    let done = consolidate(&engine);
    assert_eq!(of_kind(&done, FoundKind::UnreadValue), ["gateway · port: 9443"], "{done:?}");
    assert_eq!(current(&engine), before, "a proposal changes no value");
    assert_eq!(of_kind(&consolidate(&engine), FoundKind::UnreadValue), [""; 0], "it is not asked twice");
    let item = done.proposed.iter().find(|found| found.kind == FoundKind::UnreadValue).unwrap();
    let item = item.item.clone().unwrap();
    let asked = engine.inbox().unwrap().waiting.into_iter().find(|asked| asked.id == item).unwrap();
    assert_eq!(asked.question, "Last we heard 8080; now 9443. Did it change?");
    engine.decide(&item, &ReviewChoice::Accept).unwrap();
    let pattern = FactPattern { subject: Some("gateway".to_owned()), all: true, ..FactPattern::default() };
    let facts = engine.facts(&pattern, None, None).unwrap();
    let spans: Vec<_> = facts.iter().map(|f| (f.object.as_str(), f.valid_from, f.valid_to)).collect();
    let (first, changed) = (Some(at("2026-02-01T00:00:00Z")), Some(at("2026-05-01T09:00:00Z")));
    assert_eq!(spans, [("8080", first, changed), ("9443", changed, None)]);
}

#[test]
fn names_that_may_mean_one_thing_are_only_proposed() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine(&folder, "2026-06-01");
    let tell = |subject: &str, object: &str, from: &str| {
        let assert = NewAssert {
            subject: subject.to_owned(),
            relation: "port".to_owned(),
            object: object.to_owned(),
            valid_from: Some(at(from)),
            ..NewAssert::default()
        };
        engine.tell(vec![Told::Assert(assert)], None, None).unwrap();
    };
    tell("mail relay", "25", "2026-01-01T00:00:00Z");
    tell("relay", "587", "2026-03-01T00:00:00Z");
    tell("worker-1", "7001", "2026-01-01T00:00:00Z");
    tell("worker-2", "7002", "2026-01-01T00:00:00Z");
    let done = consolidate(&engine);
    let near = of_kind(&done, FoundKind::NearNames);
    assert_eq!(near.len(), 1, "{done:?}");
    assert!(near[0].contains("relay"), "workers are told apart by their number: {near:?}");
    assert_eq!(current(&engine).len(), 4, "a proposal merges nothing");
    assert_eq!(consolidate(&engine).proposed, []);

    let item = engine.review(false).unwrap().remove(0);
    engine.decide(&item.id, &ReviewChoice::Accept).unwrap();
    let merged = current(&engine);
    assert_eq!(merged.len(), 3, "{merged:?}");
    assert!(merged.iter().any(|fact| fact.ends_with("port 587")), "the later value holds: {merged:?}");
}

#[test]
fn a_claim_whose_source_is_about_something_else_is_shown_and_the_source_can_be_taken_off() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine(&folder, "2026-06-01");
    let good = remember(&engine, "2026-05-01", "Deploys of the gateway failed three times in May.");
    let other = remember(&engine, "2026-05-02", "Lunch was good.");
    let claim = Remember {
        derived_from: vec![good.episode.clone().unwrap(), other.episode.clone().unwrap()],
        ..Remember::text("The gateway deploys fail often.")
    };
    engine.remember(&claim).unwrap();
    let alone = Remember {
        derived_from: vec![other.episode.clone().unwrap()],
        ..Remember::text("Postgres is slow on Mondays.")
    };
    engine.remember(&alone).unwrap();

    let checks = engine.check_evidence(None).unwrap();
    let weak: Vec<Vec<bool>> =
        checks.iter().map(|check| check.sources.iter().map(|source| source.weak).collect()).collect();
    assert_eq!(weak, [vec![false, true], vec![true]]);
    let done = consolidate(&engine);
    assert_eq!(of_kind(&done, FoundKind::Unsupported), ["Postgres is slow on Mondays."]);
    assert_eq!(done.weak.len(), 2);

    engine.drop_source(&checks[0].claim, other.episode.as_ref().unwrap()).unwrap();
    let after = engine.check_evidence(None).unwrap();
    let kept = after.iter().find(|check| check.text.starts_with("The gateway")).unwrap();
    assert_eq!(
        kept.sources.iter().map(|source| &source.id).collect::<Vec<_>>(),
        [good.episode.as_ref().unwrap()]
    );
    assert_eq!(engine.drop_source(&kept.claim, "nothing").unwrap_err().code, "not_found");
    assert!(engine.verify(&mut |_| true).unwrap().findings.is_empty());
}

#[test]
fn a_pass_that_is_stopped_keeps_what_it_found_and_goes_on_from_there() {
    let folder = tempfile::tempdir().unwrap();
    let told = engine(&folder, "2026-01-01");
    remember(&told, "2025-12-31", "The gateway listens on port 8080.");
    drop(told);
    let engine = engine(&folder, "2036-01-01");
    let stopped = engine.consolidate(false, &mut |at| at.stage != "ends in kept texts").unwrap_err();
    assert_eq!(stopped.code, "cancelled");
    assert_eq!(engine.review(false).unwrap().len(), 1, "what was found is kept");
    let rest = consolidate(&engine);
    assert_eq!((rest.proposed.len(), rest.known), (0, 1));
}

#[test]
fn a_slip_of_the_hand_is_proposed_however_far_apart_a_model_puts_the_names() {
    let story = common::Story::by_meaning();
    for (slip, name) in [("gatewya", "gateway"), ("frry terminal", "ferry terminal"), ("ortolab", "rotolab")]
    {
        story.facts("2026-01-01", &[(slip, "port", "7000"), (name, "port", "7001")]);
    }
    story.facts("2026-01-01", &[("sluice", "port", "1"), ("quarry", "port", "2")]);
    let embedder = story.engine.embedder().unwrap();
    let vectors = embedder.embed(&["gatewya", "gateway"]).unwrap();
    assert!(vectors[0].cosine(&vectors[1]).unwrap() < 0.6, "the model alone would pass it over");
    let done = story.engine.consolidate(false, &mut |_| true).unwrap();
    let found = of_kind(&done, FoundKind::NearNames);
    assert_eq!(found.len(), 3, "{found:?}");
    assert_eq!(current(&story.engine).len(), 8, "it is only proposed");
}

#[test]
fn relations_a_letter_apart_are_proposed_as_one_and_others_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let told = engine(&folder, "2026-03-01");
    for (relation, object) in
        [("timeout", "30 s"), ("timout", "40 s"), ("colour", "red"), ("motto one", "a"), ("motto two", "b")]
    {
        let assert = NewAssert {
            subject: "pump".into(),
            relation: relation.into(),
            object: object.into(),
            ..NewAssert::default()
        };
        told.tell(vec![Told::Assert(assert)], None, None).unwrap();
    }
    let done = consolidate(&told);
    assert_eq!(of_kind(&done, FoundKind::NearNames), ["pump · timout = timeout"]);
    assert_eq!(of_kind(&consolidate(&told), FoundKind::NearNames), [""; 0], "it is not asked twice");
    told.decide(&done.proposed[0].item.clone().unwrap(), &ReviewChoice::Accept).unwrap();
    let facts = current(&told);
    assert!(!facts.iter().any(|fact| fact.contains("timout")), "{facts:?}");
}
