//! The sets in which nothing evolves: both ways of retrieval should find the same evidence, and
//! what is not told should not be answered.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use memstrata_engine::{Engine, EngineOptions, Remember};
use memstrata_model::view::{AskMode, AskRequest, Column, Viewpoint};
use memstrata_model::{FixedClock, Instant, normalize_text};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::conditions::Conditions;
use crate::evolving::{BUDGET, K};
use crate::judge::{Judgement, judge};
use crate::report::Tally;

const FILES: [(&str, &str); 2] = [
    ("domain", include_str!("../../../../assets/benchmarks/domain.jsonl")),
    ("dialogue", include_str!("../../../../assets/benchmarks/dialogue.jsonl")),
];

/// When texts without a date are told.
const TOLD_AT: &str = "2026-01-05T09:00:00Z";

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Line {
    #[serde(alias = "turn")]
    Fact {
        id: String,
        text: String,
        occurred_at: Option<Instant>,
        speaker: Option<String>,
    },
    Question {
        id: String,
        question: String,
        gold: String,
        support: Vec<String>,
        asked_at: Option<Instant>,
    },
}

/// What became of a set.
#[derive(Clone, Debug, Serialize)]
pub struct StandingResult {
    pub name: String,
    pub data_sha256: String,
    /// None where words alone were searched.
    pub model: Option<String>,
    pub questions: usize,
    /// Supporting texts among the passages, as a mean share over the questions that have any.
    pub temporal_recall: f64,
    pub plain_recall: f64,
    /// An answer that is a value or a sentence with the right one in it is correct.
    pub temporal: Tally,
    pub plain: Tally,
    pub items: Vec<StandingItem>,
}

#[derive(Clone, Debug, Serialize)]
pub struct StandingItem {
    pub id: String,
    pub question: String,
    pub gold: String,
    pub temporal: Judgement,
    pub temporal_answer: Option<String>,
    pub temporal_recall: Option<f64>,
    pub plain_recall: Option<f64>,
}

/// Names of the sets.
pub fn standing_sets() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(name, _)| *name)
}

/// Tells a set to a fresh ledger in `folder` and asks its questions.
///
/// # Errors
/// There is no such set, a line cannot be read, the ledger cannot be written, the model fails.
pub fn run_standing(name: &str, folder: &Path, conditions: &Conditions) -> anyhow::Result<StandingResult> {
    let (_, text) =
        FILES.iter().find(|(n, _)| *n == name).with_context(|| format!("there is no set '{name}'"))?;
    let told_at: Instant = TOLD_AT.parse()?;
    let clock = Arc::new(FixedClock::at(told_at));
    let mut options = EngineOptions::new(clock.clone());
    options.timezone = Some("UTC".to_owned());
    conditions.apply(&mut options);
    let engine = Engine::open(&folder.join(format!("{name}.memstrata")), options)?;
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    let mut questions = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
        let line: Line =
            serde_json::from_str(line).with_context(|| format!("{name}.jsonl, line {}", number + 1))?;
        match line {
            Line::Fact { id, text, occurred_at, speaker } => {
                let at = occurred_at.unwrap_or(told_at);
                clock.set(at);
                let mut telling = Remember::text(&text);
                telling.at = Some(at);
                if speaker.is_some() {
                    "chat".clone_into(&mut telling.kind);
                }
                telling.author = speaker;
                engine.remember(&telling)?;
                texts.insert(id, normalize_text(&text));
            }
            Line::Question { id, question, gold, support, asked_at } => {
                questions.push((id, question, gold, support, asked_at));
            }
        }
    }
    let model = conditions.index(&engine)?;
    let mut items = Vec::new();
    let mut plain_judgements = Vec::new();
    for (id, question, gold, support, asked_at) in questions {
        clock.set(asked_at.unwrap_or(told_at));
        let request = AskRequest {
            question,
            view: Viewpoint::default(),
            mode: AskMode::Compare,
            k: K,
            budget: BUDGET,
            follow: None,
        };
        let answer = engine.ask(&request)?;
        let (Some(temporal), Some(plain)) = (answer.temporal, answer.plain) else {
            anyhow::bail!("asked both ways, answered one: {}", request.question);
        };
        let recall = |column: &Column| {
            let found = |id: &&String| {
                texts
                    .get(*id)
                    .is_some_and(|text| column.passages.iter().any(|p| normalize_text(&p.text) == *text))
            };
            (!support.is_empty()).then(|| support.iter().filter(found).count() as f64 / support.len() as f64)
        };
        let right = (!support.is_empty()).then_some(gold.as_str());
        plain_judgements.push(judge(plain.answer.as_deref(), right, &[]));
        items.push(StandingItem {
            temporal: judge(temporal.answer.as_deref(), right, &[]),
            temporal_recall: recall(&temporal),
            plain_recall: recall(&plain),
            temporal_answer: temporal.answer,
            id,
            question: request.question,
            gold,
        });
    }
    let mean = |of: &dyn Fn(&StandingItem) -> Option<f64>| {
        let all: Vec<f64> = items.iter().filter_map(of).collect();
        if all.is_empty() { 0.0 } else { all.iter().sum::<f64>() / all.len() as f64 }
    };
    Ok(StandingResult {
        name: name.to_owned(),
        data_sha256: Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect(),
        model,
        questions: items.len(),
        temporal_recall: mean(&|i| i.temporal_recall),
        plain_recall: mean(&|i| i.plain_recall),
        temporal: items.iter().map(|i| i.temporal).collect(),
        plain: plain_judgements.into_iter().collect(),
        items,
    })
}
