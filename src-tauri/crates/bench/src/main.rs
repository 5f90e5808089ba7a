//! `memstrata-bench`: runs the evolving sets and the sample, prints what came of them.
//! `memstrata bench` is the same within the terminal's program.

use clap::Parser;
use memstrata_bench::Run;

/// Batches are told by one thread with what another has read: pieces of memory that one thread gives
/// back for another are cheap here (ADR 10).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

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
