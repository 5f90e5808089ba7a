//! `memstrata-bench`: runs the evolving sets and the sample, prints what came of them.
//! `memstrata bench` is the same within the terminal's program.

use clap::Parser;
use memstrata_bench::Run;

/// Tells values that change, asks about them by both ways of retrieval, and counts.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(flatten)]
    run: Run,
    /// One JSON document
    #[arg(long)]
    json: bool,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let report = arguments.run.report(&mut |_| true)?;
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        print!("{}", report.to_text(arguments.run.misses));
    }
    Ok(())
}
