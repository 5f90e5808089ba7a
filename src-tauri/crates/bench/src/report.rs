//! Reports: a table for people, a document for programs.

use std::fmt::Write as _;

use serde::Serialize;

use crate::chains::ChainResult;
use crate::conditions::ConditionsNamed;
use crate::consolidation::ConsolidationResult;
use crate::evolving::SetResult;
use crate::judge::Judgement;
use crate::sample::SampleResult;
use crate::standing::StandingResult;

/// How many answers were what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    pub n: usize,
    pub correct: usize,
    pub stale: usize,
    pub abstained: usize,
    pub other: usize,
}

impl FromIterator<Judgement> for Tally {
    fn from_iter<I: IntoIterator<Item = Judgement>>(judgements: I) -> Self {
        let mut tally = Tally::default();
        for judgement in judgements {
            tally.n += 1;
            *match judgement {
                Judgement::Correct => &mut tally.correct,
                Judgement::Stale => &mut tally.stale,
                Judgement::Abstained => &mut tally.abstained,
                Judgement::Other => &mut tally.other,
            } += 1;
        }
        tally
    }
}

/// All that a run came to, with what it depends on.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The commit of the source that ran, where it can be told.
    pub commit: Option<String>,
    /// Nothing is drawn at random.
    pub seed: Option<u64>,
    /// None where words alone were searched.
    pub model: Option<String>,
    pub conditions: ConditionsNamed,
    pub sets: Vec<SetResult>,
    pub standing: Vec<StandingResult>,
    pub sample: Option<SampleResult>,
    pub chains: Vec<ChainResult>,
    pub consolidation: Vec<ConsolidationResult>,
}

impl Report {
    /// The report as text; with `misses`, each answer of temporal retrieval that is not right.
    #[must_use]
    pub fn to_text(&self, misses: bool) -> String {
        let mut out = String::new();
        let _ = writeln!(
            out,
            "model {}   commit {}   seed {}   packed {}   plain by {}",
            self.model.as_deref().unwrap_or("none (words only)"),
            self.commit.as_deref().unwrap_or("unknown"),
            self.seed.map_or_else(|| "none".to_owned(), |seed| seed.to_string()),
            self.conditions.packed,
            if self.model.is_some() { self.conditions.plain } else { "words" },
        );
        let four = |t: &Tally| format!("{:>7} {:>5} {:>9} {:>5}", t.correct, t.stale, t.abstained, t.other);
        if !self.sets.is_empty() {
            let _ = writeln!(
                out,
                "\n{:18} {:>3} {:>5} | temporal: correct stale abstained other | plain: correct stale abstained other | stale first | newest of two | as of",
                "set", "n", "keyed"
            );
        }
        for set in &self.sets {
            let _ = writeln!(
                out,
                "{:18} {:>3} {:>5} |         {} |      {} | {:>11} | {:>13} | {}",
                set.name,
                set.n,
                set.keyed_alike,
                four(&set.temporal),
                four(&set.plain),
                set.plain_stale_first,
                set.newest_of_two,
                if set.as_of.n == 0 {
                    "-".to_owned()
                } else {
                    format!("{} of {}", set.as_of.correct, set.as_of.n)
                },
            );
        }
        for set in &self.sets {
            let _ = writeln!(
                out,
                "  {} SHA-256 {}; tokens of context: temporal {:.1}, plain {:.1}",
                set.name, set.data_sha256, set.temporal_tokens, set.plain_tokens
            );
        }
        for set in &self.standing {
            let _ = writeln!(
                out,
                "\n{}: {} questions, SHA-256 {}\n  evidence recall at k: temporal {:.3}, plain {:.3}",
                set.name, set.questions, set.data_sha256, set.temporal_recall, set.plain_recall
            );
            let _ = writeln!(out, "  temporal (correct, stale, abstained, other) {}", four(&set.temporal));
            let _ = writeln!(out, "  plain    (correct, stale, abstained, other) {}", four(&set.plain));
        }
        if let Some(sample) = &self.sample {
            let _ =
                writeln!(out, "\nsample: {} questions, SHA-256 {}", sample.items.len(), sample.data_sha256);
            let _ = writeln!(out, "  temporal (correct, stale, abstained, other) {}", four(&sample.temporal));
            let _ = writeln!(out, "  plain    (correct, stale, abstained, other) {}", four(&sample.plain));
        }
        self.show_consolidation(misses, &mut out);
        self.show_chains(misses, &mut out);
        if misses {
            self.list_misses(&mut out);
        }
        out
    }

    fn show_consolidation(&self, misses: bool, out: &mut String) {
        for set in &self.consolidation {
            let tally = &set.tally;
            let _ = writeln!(
                out,
                "\n{}: {} of its {} questions right, {} abstained, {} other; {} sentences, SHA-256 {}",
                set.name,
                tally.correct,
                tally.n,
                tally.abstained,
                tally.other,
                set.sentences,
                set.data_sha256
            );
            for item in set.items.iter().filter(|i| misses && i.judgement != Judgement::Correct) {
                let _ = writeln!(
                    out,
                    "  {:?}: {}\n    gold {}; got {}\n    {}",
                    item.judgement,
                    item.question,
                    item.gold.join(", "),
                    item.answer.as_deref().unwrap_or("(abstains)"),
                    item.explanation
                );
            }
        }
    }

    fn show_chains(&self, misses: bool, out: &mut String) {
        for set in &self.chains {
            let n = set.items.len();
            let right = set.two_steps.correct + set.three_steps.correct;
            let _ = writeln!(
                out,
                "\nchains over {}: {right} of {n} right, {} stale answers, {} with a stale step, {} phrasings; SHA-256 {}",
                set.name,
                set.two_steps.stale + set.three_steps.stale,
                set.stale_steps,
                set.phrasings,
                set.data_sha256
            );
            for (steps, tally) in [("two", &set.two_steps), ("three", &set.three_steps)] {
                let _ = writeln!(
                    out,
                    "  {steps} steps: {} of {} right, {} stale, {} abstained, {} other",
                    tally.correct, tally.n, tally.stale, tally.abstained, tally.other
                );
            }
            for item in
                set.items.iter().filter(|i| misses && (i.judgement != Judgement::Correct || i.stale_step))
            {
                let _ = writeln!(
                    out,
                    "  {:?} {}: {} ({})\n    gold {}; got {}\n    {}",
                    item.judgement,
                    item.pattern,
                    item.question,
                    item.relations.join(", "),
                    item.gold.join(", "),
                    item.answer.as_deref().unwrap_or("(abstains)"),
                    item.explanation
                );
            }
        }
    }

    fn list_misses(&self, out: &mut String) {
        let shown = |answer: &Option<String>| answer.clone().unwrap_or_else(|| "(abstains)".to_owned());
        for set in &self.sets {
            for item in &set.items {
                if item.temporal != Judgement::Correct {
                    let kind = if item.keyed_alike { "keyed" } else { "not keyed" };
                    let _ = writeln!(
                        out,
                        "\n{} {:?}, {kind}: {}\n    gold {}; got {}\n    {}\n    {}",
                        item.id,
                        item.temporal,
                        item.question,
                        item.gold,
                        shown(&item.temporal_answer),
                        item.key,
                        item.temporal_explanation
                    );
                }
                if let Some((question, judgement, answer, why)) = &item.as_of
                    && *judgement != Judgement::Correct
                {
                    let _ = writeln!(
                        out,
                        "\n{} as of {judgement:?}: {question}\n    got {}\n    {}\n    {why}",
                        item.id,
                        shown(answer),
                        item.key
                    );
                }
            }
        }
        for item in self.standing.iter().flat_map(|s| &s.items) {
            let recall = item.temporal_recall < item.plain_recall;
            if item.temporal == Judgement::Other || recall {
                let _ = writeln!(
                    out,
                    "\n{} {:?}{}: {}\n    gold {}; got {}",
                    item.id,
                    item.temporal,
                    if recall { ", less evidence" } else { "" },
                    item.question,
                    item.gold,
                    shown(&item.temporal_answer)
                );
            }
        }
        for item in self.sample.iter().flat_map(|s| &s.items) {
            if item.temporal != Judgement::Correct {
                let _ = writeln!(
                    out,
                    "\nsample {:?}: {}\n    gold {}; got {}",
                    item.temporal,
                    item.question,
                    shown(&item.gold),
                    shown(&item.temporal_answer)
                );
            }
        }
    }
}
