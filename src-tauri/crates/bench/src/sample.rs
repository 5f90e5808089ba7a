//! The sample ledger's own questions, asked both ways.

use std::path::Path;
use std::sync::Arc;

use memstrata_engine::{Engine, EngineOptions, SAMPLE_NOW, sample_questions};
use memstrata_model::view::{AskMode, AskRequest, Viewpoint};
use memstrata_model::{FixedClock, Instant};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::conditions::Conditions;
use crate::evolving::{BUDGET, K};
use crate::judge::{Judgement, judge};
use crate::report::Tally;

/// What became of the sample's questions.
#[derive(Clone, Debug, Serialize)]
pub struct SampleResult {
    /// SHA-256 of the questions with their right answers.
    pub data_sha256: String,
    /// None where words alone were searched.
    pub model: Option<String>,
    pub temporal: Tally,
    pub plain: Tally,
    pub items: Vec<SampleItem>,
}

#[derive(Clone, Debug, Serialize)]
pub struct SampleItem {
    pub question: String,
    pub gold: Option<String>,
    pub temporal: Judgement,
    pub temporal_answer: Option<String>,
    pub plain: Judgement,
    pub plain_answer: Option<String>,
}

/// Opens the sample in `folder` and asks its questions, each at the moments given beside it.
///
/// # Errors
/// The folder cannot be written, or the model fails.
pub fn run_sample(folder: &Path, conditions: &Conditions) -> anyhow::Result<SampleResult> {
    let now: Instant = SAMPLE_NOW.parse()?;
    let mut options = EngineOptions::new(Arc::new(FixedClock::at(now)));
    conditions.apply(&mut options);
    let engine = Engine::open_sample(folder, options)?;
    let model = conditions.index(&engine)?;
    let mut items = Vec::new();
    for sample in sample_questions() {
        let moment = |text: &Option<String>| text.as_deref().map(str::parse::<Instant>).transpose();
        let request = AskRequest {
            question: sample.question.clone(),
            view: Viewpoint { as_of: moment(&sample.as_of)?, known_at: moment(&sample.known_at)? },
            mode: AskMode::Compare,
            k: K,
            budget: BUDGET,
            follow: None,
        };
        let answer = engine.ask(&request)?;
        let (temporal, plain) = (answer.temporal.and_then(|c| c.answer), answer.plain.and_then(|c| c.answer));
        let verdict =
            |answer: &Option<String>| judge(answer.as_deref(), sample.gold.as_deref(), &sample.stale);
        items.push(SampleItem {
            temporal: verdict(&temporal),
            plain: verdict(&plain),
            question: sample.question,
            gold: sample.gold,
            temporal_answer: temporal,
            plain_answer: plain,
        });
    }
    let questions = serde_json::to_string(&sample_questions())?;
    Ok(SampleResult {
        data_sha256: Sha256::digest(questions).iter().map(|byte| format!("{byte:02x}")).collect(),
        model,
        temporal: items.iter().map(|i| i.temporal).collect(),
        plain: items.iter().map(|i| i.plain).collect(),
        items,
    })
}
