//! `memstrata-bench`: runs the evolving sets and the sample, prints what came of them.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Parser;
use memstrata_bench::{
    Report, built_in_sets, read_set, run_sample, run_sample_chains, run_sentence_chains, run_set,
    run_standing, standing_sets,
};
use memstrata_engine::Embedding;

/// Tells values that change, asks about them by both ways of retrieval, and counts.
#[derive(Debug, Parser)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
struct Arguments {
    /// Only this set (may be given several times)
    #[arg(long = "set", value_name = "NAME")]
    sets: Vec<String>,
    /// A file of the same format instead of the sets that ship
    #[arg(long, value_name = "FILE", conflicts_with = "sets")]
    file: Option<PathBuf>,
    /// The sets in which nothing evolves too
    #[arg(long)]
    standing: bool,
    /// The sample ledger's questions too
    #[arg(long)]
    sample: bool,
    /// Questions of two and three steps over the sample ledger and facts of our own
    #[arg(long)]
    chains: bool,
    /// The same over the numbered sentences of a file of the fact consolidation set
    #[arg(long, value_name = "FILE")]
    sentences: Vec<PathBuf>,
    /// How many questions of steps each
    #[arg(long, default_value_t = 150, value_name = "COUNT")]
    steps: usize,
    /// None of the evolving sets
    #[arg(long)]
    no_sets: bool,
    /// Without the embedding model: words alone are searched
    #[arg(long)]
    words: bool,
    /// Each answer of temporal retrieval that is not right
    #[arg(long)]
    misses: bool,
    /// One JSON document
    #[arg(long)]
    json: bool,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let embedding = if arguments.words { Embedding::Off } else { Embedding::Installed };
    let sets = match &arguments.file {
        None => built_in_sets()?,
        Some(path) => {
            let text =
                std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
            let name =
                path.file_stem().map_or_else(|| "file".to_owned(), |n| n.to_string_lossy().into_owned());
            vec![read_set(&name, false, &text)?]
        }
    };
    if let Some(unknown) = arguments.sets.iter().find(|name| !sets.iter().any(|s| s.name == **name)) {
        let names: Vec<&str> = sets.iter().map(|s| s.name.as_str()).collect();
        anyhow::bail!("there is no set '{unknown}'; the sets are {}", names.join(", "));
    }
    let folder = tempfile::tempdir().context("no temporary folder")?;
    let mut report = Report {
        commit: commit(),
        seed: None,
        model: None,
        sets: Vec::new(),
        standing: Vec::new(),
        sample: None,
        chains: Vec::new(),
    };
    for set in &sets {
        let named = arguments.sets.is_empty() && !arguments.no_sets;
        if named || arguments.sets.contains(&set.name) {
            let result = run_set(set, folder.path(), &embedding)?;
            report.model.clone_from(&result.model);
            report.sets.push(result);
        }
    }
    if arguments.standing {
        for name in standing_sets() {
            report.standing.push(run_standing(name, folder.path(), &embedding)?);
        }
    }
    if arguments.sample {
        report.sample = Some(run_sample(folder.path(), &embedding)?);
    }
    if arguments.chains {
        report.chains.push(run_sample_chains(folder.path(), &embedding, arguments.steps)?);
    }
    for path in &arguments.sentences {
        report.chains.push(run_sentence_chains(path, folder.path(), &embedding, arguments.steps)?);
    }
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        print!("{}", report.to_text(arguments.misses));
    }
    Ok(())
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
