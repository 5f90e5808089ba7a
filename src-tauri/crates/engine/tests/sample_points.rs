//! Every fact of the sample, asked for a day before, at and a day after each of its change points, on
//! both clocks: through the question, not only through the ledger.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use memstrata_engine::{Embedding, Engine, EngineOptions, FactPattern, SAMPLE_NOW};
use memstrata_model::view::{AskMode, AskRequest, Viewpoint};
use memstrata_model::{Fact, FactState, FixedClock, Instant, normalize_text};

const DAY: i64 = 86_400_000_000;

fn question(fact: &Fact) -> String {
    let relation = fact.relation.replace('_', " ");
    let noun = fact.scope.as_ref().map_or(relation.clone(), |scope| format!("{scope} {relation}"));
    match fact.subject.as_str() {
        "user" => format!("What is my {noun}?"),
        "project" => format!("What is our {noun}?"),
        subject => match subject.strip_prefix("user's ") {
            Some(own) => format!("What is the {noun} of my {own}?"),
            None => format!("What is the {noun} of {subject}?"),
        },
    }
}

fn held(engine: &Engine, fact: &Fact, as_of: Instant, known_at: Option<Instant>) -> BTreeSet<String> {
    let pattern = FactPattern {
        subject: Some(fact.subject.clone()),
        relation: Some(fact.relation.clone()),
        scope: Some(fact.scope.clone().unwrap_or_default()),
        all: false,
    };
    let facts = engine.facts(&pattern, Some(as_of), known_at).expect("facts");
    let holds = |fact: &&Fact| matches!(fact.state, FactState::Current | FactState::Disputed);
    facts.iter().filter(holds).map(|fact| normalize_text(&fact.object)).collect()
}

#[test]
fn every_change_point_of_the_sample_is_answered_on_both_clocks() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let now: Instant = SAMPLE_NOW.parse().expect("a moment");
    let mut options = EngineOptions::new(Arc::new(FixedClock::at(now)));
    options.embedding = Embedding::Off;
    let engine = Engine::open_sample(folder.path(), options).expect("the sample");
    let everything = FactPattern { all: true, ..FactPattern::default() };
    let facts = engine.facts(&everything, None, None).expect("facts");
    let ask = |text: &str, as_of: Instant, known_at: Option<Instant>| {
        let request = AskRequest {
            question: text.to_owned(),
            view: Viewpoint { as_of: Some(as_of), known_at },
            mode: AskMode::Temporal,
            k: 5,
            budget: 1024,
            follow: None,
        };
        engine.ask(&request).expect("an answer").temporal.expect("a column")
    };
    let mut keys: BTreeMap<(String, String, String), Vec<Fact>> = BTreeMap::new();
    for fact in facts.into_iter().filter(|fact| fact.state != FactState::Withdrawn) {
        let scope = fact.scope.clone().unwrap_or_default();
        keys.entry((fact.subject.clone(), fact.relation.clone(), scope)).or_default().push(fact);
    }
    let (mut led, mut points) = (0, 0);
    let mut wrong: Vec<String> = Vec::new();
    for facts in keys.values() {
        let first = &facts[0];
        let text = question(first);
        // A question in the bare words of a key that leads to it at one of its moments is judged at all.
        let inside = facts.iter().filter_map(|fact| fact.valid_from).max().unwrap_or(now);
        let there = ask(&text, inside, None);
        let leads = there.facts.iter().any(|scored| {
            scored.fact.subject == first.subject
                && scored.fact.relation == first.relation
                && there.answer.as_deref().is_some_and(|answer| answer.contains(&scored.fact.object))
        });
        if !leads {
            continue;
        }
        led += 1;
        let valid: BTreeSet<Instant> =
            facts.iter().flat_map(|fact| [fact.valid_from, fact.valid_to]).flatten().collect();
        let system: BTreeSet<Instant> =
            facts.iter().flat_map(|fact| [Some(fact.sys_from), fact.sys_to]).flatten().collect();
        let around = |at: &Instant| [at.plus_micros(-DAY), *at, at.plus_micros(DAY)];
        let moments: BTreeSet<(Instant, Option<Instant>)> = valid
            .iter()
            .flat_map(around)
            .map(|as_of| (as_of, None))
            .chain(system.iter().flat_map(around).map(|known| (known, Some(known))))
            .collect();
        for (as_of, known_at) in moments {
            points += 1;
            let gold = held(&engine, first, as_of, known_at);
            let column = ask(&text, as_of, known_at);
            let given: BTreeSet<String> =
                column
                    .answer
                    .iter()
                    .flat_map(|answer| {
                        if gold.len() > 1 { answer.split(", ").collect() } else { vec![answer.as_str()] }
                    })
                    .map(normalize_text)
                    .collect();
            if given != gold && column.uncertain.is_empty() {
                wrong.push(format!("{text} as of {as_of} known {known_at:?}: {given:?}, held {gold:?}"));
            }
        }
    }
    println!("{led} of {} keys led to, {points} points", keys.len());
    assert!(led * 100 >= keys.len() * 80, "{led} of {} keys", keys.len());
    assert!(wrong.is_empty(), "{} of {points}: {wrong:#?}", wrong.len());
}
