//! The fact consolidation set: numbered sentences, told one by one in the order of their numbers, so
//! that a larger number is newer, and the file's own questions about them. The files are other
//! people's and are read where they lie.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use memstrata_engine::{Engine, EngineOptions, Remember};
use memstrata_model::view::{AskMode, AskRequest, Viewpoint};
use memstrata_model::{FixedClock, Instant};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::chains::{self, ChainResult};
use crate::conditions::Conditions;
use crate::evolving::{BUDGET, K};
use crate::judge::{Judgement, same_value};
use crate::report::Tally;

/// A minute lies between one sentence and the next, in microseconds.
const STEP: i64 = 60_000_000;

/// What became of a file's own questions.
#[derive(Clone, Debug, Serialize)]
pub struct ConsolidationResult {
    pub name: String,
    pub data_sha256: String,
    pub model: Option<String>,
    pub sentences: usize,
    /// Right is an answer that is one of the file's, its article aside, and names nothing beside it.
    pub tally: Tally,
    pub items: Vec<ConsolidationItem>,
}

#[derive(Clone, Debug, Serialize)]
pub struct ConsolidationItem {
    pub question: String,
    pub gold: Vec<String>,
    pub judgement: Judgement,
    pub answer: Option<String>,
    pub explanation: String,
}

#[derive(Deserialize)]
struct File {
    context: String,
    questions: Vec<String>,
    answers: Vec<Vec<String>>,
}

/// A ledger that was told a file's sentences.
struct Told {
    name: String,
    engine: Engine,
    data_sha256: String,
    model: Option<String>,
    sentences: usize,
    questions: Vec<(String, Vec<String>)>,
}

/// Tells the sentences of a file, asks its own questions, and `at_most` generated ones of two and three
/// steps over what was told.
///
/// # Errors
/// The file cannot be read, the ledger cannot be written, the model fails.
pub fn run_sentences(
    path: &Path,
    folder: &Path,
    conditions: &Conditions,
    at_most: usize,
) -> anyhow::Result<(ConsolidationResult, ChainResult)> {
    let told = tell(path, folder, conditions)?;
    let own = ask_own(&told)?;
    let chains = chains::run(&told.engine, &told.name, told.data_sha256, told.model, at_most)?;
    Ok((own, chains))
}

/// Tells the sentences of a file, one by one.
fn tell(path: &Path, folder: &Path, conditions: &Conditions) -> anyhow::Result<Told> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let file: File =
        serde_json::from_str(&text).with_context(|| format!("{} is not such a set", path.display()))?;
    let name = path.file_stem().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    let start: Instant = "2026-01-01T00:00:00Z".parse()?;
    let clock = Arc::new(FixedClock::at(start));
    let mut options = EngineOptions::new(clock.clone());
    options.timezone = Some("UTC".to_owned());
    conditions.apply(&mut options);
    let engine = Engine::open(&folder.join(format!("{name}.memstrata")), options)?;
    let mut sentences = 0;
    for line in file.context.lines() {
        let Some((number, sentence)) = line.split_once(". ") else { continue };
        let Ok(number) = number.parse::<i64>() else { continue };
        let at = start.plus_micros((number + 1) * STEP);
        clock.set(at);
        let mut telling = Remember::text(sentence);
        telling.at = Some(at);
        engine.remember(&telling)?;
        sentences += 1;
    }
    clock.set(start.plus_micros((file.context.lines().count() as i64 + 60) * STEP));
    Ok(Told {
        name,
        model: conditions.index(&engine)?,
        engine,
        data_sha256: Sha256::digest(&text).iter().map(|byte| format!("{byte:02x}")).collect(),
        sentences,
        questions: file.questions.into_iter().zip(file.answers).collect(),
    })
}

/// Asks a file's own questions.
fn ask_own(told: &Told) -> anyhow::Result<ConsolidationResult> {
    let mut items = Vec::new();
    for (question, gold) in &told.questions {
        let request = AskRequest {
            question: question.clone(),
            view: Viewpoint::default(),
            mode: AskMode::Temporal,
            k: K,
            budget: BUDGET,
            follow: None,
        };
        let Some(column) = told.engine.ask(&request)?.temporal else {
            anyhow::bail!("no answer to {question}")
        };
        let judgement = match &column.answer {
            None => Judgement::Abstained,
            Some(answer) if gold.iter().any(|value| same_value(answer, value)) => Judgement::Correct,
            Some(_) => Judgement::Other,
        };
        items.push(ConsolidationItem {
            question: question.clone(),
            gold: gold.clone(),
            judgement,
            answer: column.answer,
            explanation: column.explanation,
        });
    }
    Ok(ConsolidationResult {
        name: told.name.clone(),
        data_sha256: told.data_sha256.clone(),
        model: told.model.clone(),
        sentences: told.sentences,
        tally: items.iter().map(|item| item.judgement).collect(),
        items,
    })
}
