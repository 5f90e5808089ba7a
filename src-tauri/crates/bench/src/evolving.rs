//! One evolving set in one fresh ledger: told from raw text in the order said, then asked.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use memstrata_engine::{Engine, EngineOptions, FactPattern, Remember, RememberedFact};
use memstrata_model::view::{AskMode, AskRequest, Column, Viewpoint};
use memstrata_model::{FixedClock, Instant, Key};
use serde::Serialize;

use crate::conditions::Conditions;
use crate::data::{EvolvingItem, EvolvingSet};
use crate::judge::{Judgement, judge, names_value};
use crate::report::Tally;

/// Passages and tokens that each way of retrieval may use.
pub(crate) const K: u32 = 5;
pub(crate) const BUDGET: u32 = 1024;

/// What became of one item.
#[derive(Clone, Debug, Serialize)]
pub struct ItemResult {
    pub id: String,
    pub question: String,
    pub gold: String,
    /// All states met on one key, and there the right value alone is current.
    pub keyed_alike: bool,
    /// Why not, or the key.
    pub key: String,
    pub temporal: Judgement,
    pub temporal_answer: Option<String>,
    pub temporal_explanation: String,
    pub temporal_tokens: u32,
    pub plain: Judgement,
    pub plain_answer: Option<String>,
    pub plain_tokens: u32,
    /// Plain retrieval's first passage tells a stale value.
    pub stale_first: bool,
    /// The newer of plain retrieval's two nearest passages tells the right value.
    pub newest_of_two: bool,
    /// The question on a past time, by temporal retrieval.
    pub as_of: Option<(String, Judgement, Option<String>, String)>,
}

/// What became of a set.
#[derive(Clone, Debug, Serialize)]
pub struct SetResult {
    pub name: String,
    pub data_sha256: String,
    pub marker_free: bool,
    /// None where words alone were searched.
    pub model: Option<String>,
    pub n: usize,
    pub keyed_alike: usize,
    pub temporal: Tally,
    /// Of the items keyed alike.
    pub temporal_where_keyed: Tally,
    pub plain: Tally,
    pub plain_stale_first: usize,
    pub newest_of_two: usize,
    pub as_of: Tally,
    /// Tokens of context that a question was given, in the mean.
    pub temporal_tokens: f64,
    pub plain_tokens: f64,
    pub items: Vec<ItemResult>,
}

/// Tells a set to a fresh ledger in `folder` and asks each of its questions.
///
/// # Errors
/// The ledger cannot be written, or the model fails.
pub fn run_set(set: &EvolvingSet, folder: &Path, conditions: &Conditions) -> anyhow::Result<SetResult> {
    let mut tellings: Vec<(Instant, usize, usize)> = Vec::new();
    for (item, data) in set.items.iter().enumerate() {
        tellings.extend(data.states.iter().enumerate().map(|(state, s)| (s.occurred_at, item, state)));
    }
    tellings.sort();
    let Some((last, ..)) = tellings.last().copied() else { anyhow::bail!("{} is empty", set.name) };
    let clock = Arc::new(FixedClock::at(tellings[0].0));
    let mut options = EngineOptions::new(clock.clone());
    options.timezone = Some("UTC".to_owned());
    conditions.apply(&mut options);
    let engine = Engine::open(&folder.join(format!("{}.memstrata", set.name)), options)?;
    let mut told: Vec<Vec<Vec<RememberedFact>>> =
        set.items.iter().map(|i| vec![Vec::new(); i.states.len()]).collect();
    for (at, item, state) in tellings {
        // Everything is learned when it is said.
        clock.set(at);
        let mut telling = Remember::text(&set.items[item].states[state].text);
        telling.at = Some(at);
        told[item][state] = engine.remember(&telling)?.facts;
    }
    clock.set(Instant::from_micros(last.micros() + 86_400_000_000));
    let model = conditions.index(&engine)?;
    let items = set
        .items
        .iter()
        .zip(&told)
        .map(|(item, facts)| {
            if let Some(at) = item.asked_at {
                clock.set(at);
            }
            run_item(&engine, item, facts)
        })
        .collect::<anyhow::Result<Vec<_>>>()?;
    let tally = |judgements: &mut dyn Iterator<Item = Judgement>| judgements.collect::<Tally>();
    Ok(SetResult {
        name: set.name.clone(),
        data_sha256: set.sha256.clone(),
        marker_free: set.marker_free,
        model,
        n: items.len(),
        keyed_alike: items.iter().filter(|i| i.keyed_alike).count(),
        temporal: tally(&mut items.iter().map(|i| i.temporal)),
        temporal_where_keyed: tally(&mut items.iter().filter(|i| i.keyed_alike).map(|i| i.temporal)),
        plain: tally(&mut items.iter().map(|i| i.plain)),
        plain_stale_first: items.iter().filter(|i| i.stale_first).count(),
        newest_of_two: items.iter().filter(|i| i.newest_of_two).count(),
        as_of: tally(&mut items.iter().filter_map(|i| i.as_of.as_ref().map(|a| a.1))),
        temporal_tokens: mean(&items, |item| item.temporal_tokens),
        plain_tokens: mean(&items, |item| item.plain_tokens),
        items,
    })
}

fn mean(items: &[ItemResult], of: impl Fn(&ItemResult) -> u32) -> f64 {
    items.iter().map(|item| f64::from(of(item))).sum::<f64>() / items.len().max(1) as f64
}

fn ask(engine: &Engine, question: &str, mode: AskMode) -> anyhow::Result<(Column, Column)> {
    let request = AskRequest {
        question: question.to_owned(),
        view: Viewpoint::default(),
        mode,
        k: K,
        budget: BUDGET,
        follow: None,
    };
    let answer = engine.ask(&request)?;
    match (answer.temporal, answer.plain) {
        (Some(temporal), Some(plain)) => Ok((temporal, plain)),
        _ => anyhow::bail!("asked both ways, answered one: {question}"),
    }
}

fn run_item(
    engine: &Engine,
    item: &EvolvingItem,
    told: &[Vec<RememberedFact>],
) -> anyhow::Result<ItemResult> {
    let (temporal, plain) = ask(engine, &item.asking.question, AskMode::Compare)?;
    let key = keyed_alike(engine, item, told)?;
    let tells = |text: &str, value: &str| {
        item.states.iter().any(|s| s.text.trim() == text.trim() && names_value(&s.value, value))
    };
    let stale_first =
        plain.passages.first().is_some_and(|p| item.stale.iter().any(|value| tells(&p.text, value)));
    let newest = plain.passages.iter().take(2).max_by_key(|p| p.occurred_at);
    let as_of = match &item.as_of {
        None => None,
        Some(asking) => {
            let (then, _) = ask(engine, &asking.question, AskMode::Compare)?;
            // What was right at another time is stale here, the present value too.
            let others: Vec<String> =
                item.states.iter().map(|s| s.value.clone()).filter(|v| *v != asking.gold).collect();
            let judgement = judge(then.answer.as_deref(), Some(&asking.gold), &others);
            Some((asking.question.clone(), judgement, then.answer, then.explanation))
        }
    };
    Ok(ItemResult {
        id: item.id.clone(),
        question: item.asking.question.clone(),
        gold: item.asking.gold.clone(),
        keyed_alike: key.is_ok(),
        key: match key {
            Ok(key) => show(&key),
            Err(why) => why,
        },
        temporal: judge(temporal.answer.as_deref(), Some(&item.asking.gold), &item.stale),
        temporal_answer: temporal.answer,
        temporal_explanation: temporal.explanation,
        temporal_tokens: temporal.context_tokens,
        plain: judge(plain.answer.as_deref(), Some(&item.asking.gold), &item.stale),
        plain_answer: plain.answer,
        plain_tokens: plain.context_tokens,
        stale_first,
        newest_of_two: newest.is_some_and(|p| tells(&p.text, &item.asking.gold)),
        as_of,
    })
}

fn show(key: &Key) -> String {
    let scope = if key.scope.is_empty() { String::new() } else { format!(" [{}]", key.scope) };
    format!("{} | {}{scope}", key.subject, key.relation)
}

/// The key that all states of an item met on, if the right value alone is current there; else
/// what they were read as.
fn keyed_alike(
    engine: &Engine,
    item: &EvolvingItem,
    told: &[Vec<RememberedFact>],
) -> anyhow::Result<Result<Key, String>> {
    let mut shared: Option<BTreeSet<Key>> = None;
    for (state, facts) in item.states.iter().zip(told) {
        let keys: BTreeSet<Key> = facts
            .iter()
            .filter(|f| {
                f.op == "assert"
                    && (names_value(&f.object, &state.value) || names_value(&state.value, &f.object))
            })
            .map(|f| Key::new(&f.subject, &f.relation, f.scope.as_deref()))
            .collect();
        shared = Some(shared.map_or(keys.clone(), |so_far| so_far.intersection(&keys).cloned().collect()));
    }
    let mut held_otherwise = None;
    for key in shared.unwrap_or_default() {
        let pattern = FactPattern {
            subject: Some(key.subject.clone()),
            relation: Some(key.relation.clone()),
            scope: Some(key.scope.clone()),
            all: false,
        };
        let current = engine.facts(&pattern, None, None)?;
        let held: Vec<&str> = current.iter().map(|f| f.object.as_str()).collect();
        if let [only] = held.as_slice()
            && judge(Some(only), Some(&item.asking.gold), &item.stale) == Judgement::Correct
        {
            return Ok(Ok(key));
        }
        held_otherwise.get_or_insert_with(|| format!("{} holds {held:?}", show(&key)));
    }
    if let Some(held) = held_otherwise {
        return Ok(Err(held));
    }
    let read: Vec<String> = told
        .iter()
        .map(|facts| {
            let shown: Vec<String> = facts
                .iter()
                .map(|f| {
                    format!(
                        "{} {} = {}",
                        f.op,
                        show(&Key::new(&f.subject, &f.relation, f.scope.as_deref())),
                        f.object
                    )
                })
                .collect();
            if shown.is_empty() { "nothing".to_owned() } else { shown.join("; ") }
        })
        .collect();
    Ok(Err(format!("read as: {}", read.join(" / "))))
}
