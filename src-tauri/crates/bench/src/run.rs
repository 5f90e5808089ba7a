//! One run: what is to be run, as both programs take it, and the report that comes of it.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use memstrata_engine::{Ablation, Embedding, Error, Exit};

use crate::chains::run_sample_chains;
use crate::conditions::Conditions;
use crate::consolidation::run_sentences;
use crate::data::{EvolvingSet, built_in_sets, read_set};
use crate::evolving::run_set;
use crate::report::Report;
use crate::sample::run_sample;
use crate::standing::{run_standing, standing_sets};

/// What is to be run.
#[derive(Clone, Debug, Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Run {
    /// Only this set (may be given several times)
    #[arg(long = "set", value_name = "NAME")]
    pub sets: Vec<String>,
    /// A file of the same format instead of the sets that ship
    #[arg(long, value_name = "FILE", conflicts_with = "sets")]
    pub file: Option<PathBuf>,
    /// The sets in which nothing evolves too
    #[arg(long)]
    pub standing: bool,
    /// The sample ledger's questions too
    #[arg(long)]
    pub sample: bool,
    /// Questions of two and three steps over the sample ledger and facts of our own
    #[arg(long)]
    pub chains: bool,
    /// A file of the fact consolidation set: its own questions about its numbered sentences, and
    /// questions of two and three steps over them
    #[arg(long, value_name = "FILE")]
    pub sentences: Vec<PathBuf>,
    /// How many questions of steps each
    #[arg(long, default_value_t = 150, value_name = "COUNT")]
    pub steps: usize,
    /// None of the evolving sets
    #[arg(long)]
    pub no_sets: bool,
    /// Without the embedding model: words alone are searched
    #[arg(long)]
    pub words: bool,
    /// Bare triples are packed in place of sentences, by temporal retrieval
    #[arg(long)]
    pub triples: bool,
    /// Plain retrieval merges words with meaning
    #[arg(long, conflicts_with = "words")]
    pub hybrid: bool,
    /// As if nothing could be read out of any text: temporal retrieval answers by the last word alone
    #[arg(long)]
    pub unread: bool,
    /// Each answer of temporal retrieval that is not right
    #[arg(long)]
    pub misses: bool,
}

impl Run {
    /// Runs it. `next` hears of each part before it begins; where it answers false, the run ends.
    ///
    /// # Errors
    /// A set that does not exist, a file that cannot be read; what asking and telling refuse; it was
    /// ended by `next`.
    pub fn report(&self, next: &mut dyn FnMut(&str) -> bool) -> anyhow::Result<Report> {
        let mut begin = |part: &str| {
            if next(part) {
                Ok(())
            } else {
                Err(Error { exit: Exit::Cancelled, ..Error::failed("cancelled", "cancelled", None) })
            }
        };
        let conditions = self.conditions();
        let folder = tempfile::tempdir().context("no temporary folder")?;
        let mut report = Report {
            commit: commit(),
            seed: None,
            model: None,
            conditions: conditions.named(),
            sets: Vec::new(),
            standing: Vec::new(),
            sample: None,
            chains: Vec::new(),
            consolidation: Vec::new(),
        };
        for set in self.chosen_sets()? {
            begin(&set.name)?;
            let result = run_set(&set, folder.path(), &conditions)?;
            report.sets.push(result);
        }
        if self.standing {
            for name in standing_sets() {
                begin(name)?;
                report.standing.push(run_standing(name, folder.path(), &conditions)?);
            }
        }
        if self.sample {
            begin("sample")?;
            report.sample = Some(run_sample(folder.path(), &conditions)?);
        }
        if self.chains {
            begin("chains")?;
            report.chains.push(run_sample_chains(folder.path(), &conditions, self.steps)?);
        }
        for path in &self.sentences {
            begin(&path.display().to_string())?;
            let (own, chains) = run_sentences(path, folder.path(), &conditions, self.steps)?;
            report.consolidation.push(own);
            report.chains.push(chains);
        }
        // All parts of a run are told under the same conditions.
        let models = report.sets.iter().map(|set| &set.model);
        let models = models.chain(report.standing.iter().map(|set| &set.model));
        let models = models.chain(report.sample.iter().map(|sample| &sample.model));
        report.model = models.chain(report.chains.iter().map(|set| &set.model)).flatten().next().cloned();
        Ok(report)
    }

    fn conditions(&self) -> Conditions {
        Conditions {
            embedding: if self.words { Embedding::Off } else { Embedding::Installed },
            ablation: Ablation {
                triples: self.triples,
                hybrid: self.hybrid,
                unread: self.unread,
                ..Ablation::default()
            },
        }
    }

    fn chosen_sets(&self) -> anyhow::Result<Vec<EvolvingSet>> {
        let sets = match &self.file {
            None => built_in_sets()?,
            Some(path) => {
                let text = std::fs::read_to_string(path).map_err(|error| {
                    Error::not_found(format!("cannot read {}: {error}", path.display()), None)
                })?;
                let name =
                    path.file_stem().map_or_else(|| "file".to_owned(), |n| n.to_string_lossy().into_owned());
                vec![read_set(&name, false, &text)?]
            }
        };
        if let Some(unknown) = self.sets.iter().find(|name| !sets.iter().any(|s| s.name == **name)) {
            let names: Vec<&str> = sets.iter().map(|s| s.name.as_str()).collect();
            let hint = format!("the sets are {}", names.join(", "));
            return Err(
                Error::usage("unknown_set", format!("there is no set '{unknown}'"), Some(&hint)).into()
            );
        }
        let all = self.sets.is_empty() && !self.no_sets;
        Ok(sets.into_iter().filter(|set| all || self.sets.contains(&set.name)).collect())
    }
}

/// The commit that the source stands at, where it still lies in its repository.
fn commit() -> Option<String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR"));
    let git = |arguments: &[&str]| {
        let out = std::process::Command::new("git").arg("-C").arg(source).args(arguments).output().ok()?;
        out.status.success().then(|| String::from_utf8_lossy(&out.stdout).trim().to_owned())
    };
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    let changed =
        git(&["status", "--porcelain", "--untracked-files=no", "--", "../.."]).is_some_and(|s| !s.is_empty());
    Some(if changed { format!("{commit} with changes") } else { commit })
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Arguments {
        #[command(flatten)]
        run: Run,
    }

    #[test]
    fn the_switches_are_the_conditions_of_the_run() {
        let of = |words: &[&str]| {
            let arguments = ["memstrata-bench"].iter().chain(words);
            Arguments::try_parse_from(arguments).map(|arguments| arguments.run.conditions())
        };
        let usual = of(&[]).expect("no switch is needed");
        assert_eq!((usual.ablation, usual.words_only()), (Ablation::default(), false));
        assert_eq!((usual.named().packed, usual.named().plain), ("sentences", "meaning"));
        let other = of(&["--triples", "--hybrid"]).expect("both at once");
        assert_eq!(other.ablation, Ablation { triples: true, hybrid: true, ..Ablation::default() });
        assert_eq!((other.named().packed, other.named().plain), ("triples", "meaning and words"));
        assert!(of(&["--unread"]).expect("it goes alone").ablation.unread);
        assert!(of(&["--words"]).expect("words alone").words_only());
        assert!(of(&["--words", "--hybrid"]).is_err(), "there is no meaning to merge words with");
    }
}
