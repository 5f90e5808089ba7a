//! Chains of facts: questions of two and three steps, generated over what a ledger holds, with
//! the right answers walked through the ledger's own facts. An answer is stale where it names
//! what only facts that are over lead to, or where one of its steps is such a fact.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use memstrata_engine::{Engine, EngineOptions, FactPattern, Remember, SAMPLE_NOW};
use memstrata_model::view::{AskMode, AskRequest, Column, Viewpoint};
use memstrata_model::{Fact, FactState, FixedClock, Instant, normalize_name};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::conditions::Conditions;
use crate::evolving::{BUDGET, K};
use crate::judge::{Judgement, names_value};
use crate::phrasing::{self, Phrased, Wording};
use crate::report::Tally;

/// Facts of our own beside the sample's, that give its stories more steps.
const OWN: &str = include_str!("../../../../assets/benchmarks/chains.jsonl");
/// Chains of one pair or triple of relations.
const OF_ONE_KIND: usize = 6;

/// What became of the questions over one ledger.
#[derive(Clone, Debug, Serialize)]
pub struct ChainResult {
    pub name: String,
    pub data_sha256: String,
    pub model: Option<String>,
    pub two_steps: Tally,
    pub three_steps: Tally,
    /// Different ways of phrasing among the questions.
    pub phrasings: usize,
    /// Answers with a step that did not hold at the time asked about.
    pub stale_steps: usize,
    pub items: Vec<ChainItem>,
}

#[derive(Clone, Debug, Serialize)]
pub struct ChainItem {
    pub question: String,
    pub pattern: String,
    pub relations: Vec<String>,
    pub gold: Vec<String>,
    pub judgement: Judgement,
    pub answer: Option<String>,
    pub explanation: String,
    pub stale_step: bool,
}

#[derive(serde::Deserialize)]
struct OwnLine {
    text: String,
    at: Instant,
}

/// Chains over the sample ledger with facts of our own told to it.
///
/// # Errors
/// The ledger cannot be written, or the model fails.
pub fn run_sample_chains(
    folder: &Path,
    conditions: &Conditions,
    at_most: usize,
) -> anyhow::Result<ChainResult> {
    let now: Instant = SAMPLE_NOW.parse()?;
    let clock = Arc::new(FixedClock::at(now));
    let mut options = EngineOptions::new(clock);
    conditions.apply(&mut options);
    let engine = Engine::open_sample(&folder.join("chains"), options)?;
    for (number, line) in OWN.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
        let line: OwnLine =
            serde_json::from_str(line).with_context(|| format!("chains.jsonl, line {}", number + 1))?;
        let mut telling = Remember::text(&line.text);
        telling.at = Some(line.at);
        engine.remember(&telling)?;
    }
    let digest = Sha256::digest(OWN).iter().map(|byte| format!("{byte:02x}")).collect();
    let model = conditions.index(&engine)?;
    run(&engine, "sample and own", digest, model, at_most)
}

/// A chain with the ways it may be asked.
struct Chain {
    relations: Vec<&'static Wording>,
    thing: String,
}

/// Chains over what a ledger holds.
///
/// # Errors
/// The model fails.
pub(crate) fn run(
    engine: &Engine,
    name: &str,
    data_sha256: String,
    model: Option<String>,
    at_most: usize,
) -> anyhow::Result<ChainResult> {
    let every = engine.facts(&FactPattern { all: true, ..FactPattern::default() }, None, None)?;
    let graph = Graph::of(&every);
    let (twos, threes) = (graph.chains(2), graph.chains(3));
    let mut items = Vec::new();
    let mut turn = 0;
    for (chains, share) in [(twos, at_most * 3 / 5), (threes, at_most * 2 / 5)] {
        for chain in chains.into_iter().take(share) {
            let ways = phrasing::phrase(&chain.thing, &chain.relations);
            // A turn through all the ways of asking, so that each comes up.
            let Some(way) = ways.get((turn * 7) % ways.len().max(1)) else { continue };
            turn += 1;
            items.push(ask(engine, &graph, &chain, way)?);
        }
    }
    let tally = |steps: usize| {
        items.iter().filter(|i| i.relations.len() == steps).map(|i| i.judgement).collect::<Tally>()
    };
    let phrasings: BTreeSet<&str> = items.iter().map(|i| i.pattern.as_str()).collect();
    Ok(ChainResult {
        name: name.to_owned(),
        data_sha256,
        model,
        two_steps: tally(2),
        three_steps: tally(3),
        phrasings: phrasings.len(),
        stale_steps: items.iter().filter(|i| i.stale_step).count(),
        items,
    })
}

fn ask(engine: &Engine, graph: &Graph<'_>, chain: &Chain, way: &Phrased) -> anyhow::Result<ChainItem> {
    let request = AskRequest {
        question: way.question.clone(),
        view: Viewpoint::default(),
        mode: AskMode::Temporal,
        k: K,
        budget: BUDGET,
        follow: None,
    };
    let Some(column) = engine.ask(&request)?.temporal else { anyhow::bail!("no answer to {}", way.question) };
    let names: Vec<&str> = chain.relations.iter().map(|w| w.relation).collect();
    let gold = graph.walk(&chain.thing, &names, true);
    let stale: BTreeSet<String> =
        graph.walk(&chain.thing, &names, false).difference(&gold).cloned().collect();
    Ok(ChainItem {
        judgement: judge(&column, &gold, &stale),
        stale_step: column.hops.iter().flat_map(|hop| &hop.facts).any(|f| !holds(f)),
        question: way.question.clone(),
        pattern: way.pattern.clone(),
        relations: names.into_iter().map(str::to_owned).collect(),
        gold: gold.into_iter().collect(),
        answer: column.answer,
        explanation: column.explanation,
    })
}

/// Right where every right value is named and no stale one.
fn judge(column: &Column, gold: &BTreeSet<String>, stale: &BTreeSet<String>) -> Judgement {
    let Some(answer) = &column.answer else { return Judgement::Abstained };
    let mut rest = answer.clone();
    let mut all = true;
    for value in gold {
        all &= names_value(answer, value);
        rest = rest.replace(value.as_str(), " ");
    }
    if stale.iter().any(|value| names_value(&rest, value)) {
        Judgement::Stale
    } else if all {
        Judgement::Correct
    } else {
        Judgement::Other
    }
}

fn holds(fact: &Fact) -> bool {
    matches!(fact.state, FactState::Current | FactState::Disputed)
}

/// Facts by subject and relation, with those that are over.
struct Graph<'f> {
    facts: BTreeMap<(String, String), Vec<&'f Fact>>,
    /// Subjects in the order of their names, with the first spelling of each.
    subjects: BTreeMap<String, &'f str>,
}

impl<'f> Graph<'f> {
    fn of(facts: &'f [Fact]) -> Self {
        let mut graph = Graph { facts: BTreeMap::new(), subjects: BTreeMap::new() };
        for fact in facts.iter().filter(|f| f.scope.is_none() && f.state != FactState::Withdrawn) {
            let subject = normalize_name(&fact.subject);
            graph.subjects.entry(subject.clone()).or_insert(&fact.subject);
            graph.facts.entry((subject, fact.relation.clone())).or_default().push(fact);
        }
        graph
    }

    /// The values at the end of a path; with `now`, through what holds alone.
    fn walk(&self, thing: &str, relations: &[&str], now: bool) -> BTreeSet<String> {
        let mut at = BTreeSet::from([thing.to_owned()]);
        for relation in relations {
            let mut next = BTreeSet::new();
            for thing in &at {
                let key = (normalize_name(thing), (*relation).to_owned());
                for fact in self.facts.get(&key).into_iter().flatten().filter(|f| !now || holds(f)) {
                    next.insert(fact.object.clone());
                }
            }
            at = next;
        }
        at
    }

    /// Paths of so many steps that lead somewhere now, a few of each kind, in a fixed order that
    /// takes turns among the kinds.
    fn chains(&self, steps: usize) -> Vec<Chain> {
        let mut kinds: BTreeMap<Vec<&'static str>, Vec<Chain>> = BTreeMap::new();
        for (subject, shown) in &self.subjects {
            // What "I" and "we" are is no name that a question could hold.
            if matches!(subject.as_str(), "user" | "project") || subject.starts_with("user's ") {
                continue;
            }
            self.extend(shown, subject, steps, &mut Vec::new(), &mut kinds);
        }
        let mut lists: Vec<std::vec::IntoIter<Chain>> = kinds
            .into_values()
            .map(|mut list| {
                // Chains through something that changed are the ones that can go stale.
                list.sort_by_key(|chain| !self.has_changed(chain));
                list.truncate(OF_ONE_KIND);
                list.into_iter()
            })
            .collect();
        let mut out = Vec::new();
        loop {
            let before = out.len();
            for list in &mut lists {
                out.extend(list.next());
            }
            if out.len() == before {
                return out;
            }
        }
    }

    fn extend(
        &self,
        start: &str,
        at: &str,
        left: usize,
        path: &mut Vec<&'static Wording>,
        kinds: &mut BTreeMap<Vec<&'static str>, Vec<Chain>>,
    ) {
        if left == 0 {
            let kind = path.iter().map(|w| w.relation).collect();
            let names: Vec<&str> = path.iter().map(|w| w.relation).collect();
            // Back where it started is no question anybody asks.
            if !self
                .walk(start, &names, true)
                .iter()
                .any(|value| normalize_name(value) == normalize_name(start))
            {
                kinds
                    .entry(kind)
                    .or_default()
                    .push(Chain { relations: path.clone(), thing: start.to_owned() });
            }
            return;
        }
        for wording in phrasing::WORDINGS {
            let Some(facts) = self.facts.get(&(at.to_owned(), wording.relation.to_owned())) else { continue };
            let held: Vec<&&Fact> = facts.iter().filter(|f| holds(f)).collect();
            let Some(fact) = held.first() else { continue };
            path.push(wording);
            self.extend(start, &normalize_name(&fact.object), left - 1, path, kinds);
            path.pop();
        }
    }

    fn has_changed(&self, chain: &Chain) -> bool {
        let names: Vec<&str> = chain.relations.iter().map(|w| w.relation).collect();
        self.walk(&chain.thing, &names, true) != self.walk(&chain.thing, &names, false)
    }
}
