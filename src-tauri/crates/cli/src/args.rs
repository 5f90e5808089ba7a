//! The command line as `assets/docs/spec/cli.md` fixes it. What the commands that look after names,
//! decisions and backups take is in `curating`, that of the commands that tell the ledger something in
//! `telling`.

pub mod curating;
mod telling;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub use telling::{Assert, Confirm, End, Evidence, Import, KeyNames, Remember};

/// A retrieval memory with a sense of time.
#[derive(Debug, Parser)]
#[command(name = "memstrata", version, about, max_term_width = 100, arg_required_else_help = true)]
pub struct Arguments {
    #[command(flatten)]
    pub global: Global,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Clone, Debug, Args)]
pub struct Global {
    /// The ledger file [default: the app's own, in the platform's data folder]
    #[arg(long, global = true, env = "MEMSTRATA_LEDGER", value_name = "PATH")]
    pub ledger: Option<PathBuf>,
    /// The space to tell and ask in
    #[arg(long, global = true, default_value = "default", value_name = "NAME")]
    pub space: String,
    /// Time zone, an IANA name such as Europe/Lisbon
    #[arg(long, global = true, value_name = "IANA")]
    pub tz: Option<String>,
    /// Print one JSON document on standard output and nothing else there
    #[arg(long, global = true)]
    pub json: bool,
    /// No progress and no notes on standard error
    #[arg(long, global = true)]
    pub quiet: bool,
    /// Say more: the id of a text that is told, every passage that a question finds
    #[arg(short, long, global = true)]
    pub verbose: bool,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Ask a sample ledger its questions by plain and by temporal retrieval, side by side
    Demo(Demo),
    /// Store a text and the facts it tells
    Remember(Remember),
    /// Record that a value holds
    Assert(Assert),
    /// Record that a value, or any value, holds no longer
    End(End),
    /// Take an entry of the log back: that was never so
    Void {
        /// The id of the entry
        event: String,
        /// Show what would change, change nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// Vouch again for a value
    Confirm(Confirm),
    /// Import files as one batch
    Import(Import),
    /// Take back an import, an act, or all that a text told; the log keeps what was told, and an undo
    /// can be undone
    Undo {
        /// The id of a batch (`import` prints it), of an entry (`log` has it), or of a text (`remember`
        /// prints it with -v)
        #[arg(value_name = "ID")]
        id: String,
        /// Show what would change, change nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// Read every kept text again, as the extractor reads now
    Reread {
        /// Apply what would change, as one batch that can be undone
        #[arg(long)]
        yes: bool,
    },
    /// Read facts out of JSON Lines on standard input; touches no ledger
    Extract,
    /// Read time expressions: one, or JSON Lines on standard input
    When(When),
    /// Ask a question
    Ask(Ask),
    /// What holds at a moment on both clocks
    Facts(Facts),
    /// All values of a key with their intervals
    Timeline(Timeline),
    /// Where a fact comes from
    Why {
        /// The id of a fact (f and a number)
        fact: String,
        /// How far down to walk
        #[arg(long, default_value_t = 3)]
        depth: u32,
    },
    /// What rests on an episode or another entry
    Dependents {
        /// The id of the episode
        episode: String,
        /// How far up to walk
        #[arg(long, default_value_t = 3)]
        depth: u32,
    },
    /// Merge or rename subjects, or move a key
    Alias(Alias),
    /// List the relations, or add, set, rename and merge them
    Relations {
        #[command(subcommand)]
        action: Option<curating::Relations>,
    },
    /// As `relations calibrate`
    #[command(hide = true)]
    Calibrate(curating::Calibrate),
    /// List the spaces, or make and set them
    Space {
        #[command(subcommand)]
        action: Option<curating::Space>,
    },
    /// What changed between two moments
    Diff(curating::Diff),
    /// What waits for a decision, and deciding on it
    Review {
        #[command(subcommand)]
        action: Option<curating::Review>,
        /// Show what was decided on too
        #[arg(long)]
        all: bool,
    },
    /// Look the whole space over and propose what should be decided on
    Consolidate {
        /// Show what would be proposed, propose nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// How well what a claim cites supports it
    Evidence {
        /// The id of the claim or of its episode; every claim where none is given
        claim: Option<String>,
        /// Take this source off the claim
        #[arg(long, value_name = "SOURCE", requires = "claim")]
        drop: Option<String>,
        /// Show what that would change, change nothing
        #[arg(long, requires = "drop")]
        dry_run: bool,
    },
    /// Erase an episode and what rests on it alone
    Forget {
        /// The id of the episode
        episode: String,
        /// Do it; without this, what would be erased is shown
        #[arg(long)]
        yes: bool,
        /// Show what would be erased, erase nothing
        #[arg(long, conflicts_with = "yes")]
        dry_run: bool,
    },
    /// Decide a dispute, or whether a held entry counts
    Resolve {
        /// The id of a disputed or held entry
        dispute: String,
        /// The id of the entry that holds, or accept, or reject
        choice: String,
        /// Show what would change, change nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// The log of entries, newest first
    Log {
        /// Only entries after this place in the log
        #[arg(long, default_value_t = 0, value_name = "SEQ")]
        since: i64,
    },
    /// Write the whole ledger as JSON Lines
    Export {
        /// Standard output where none is given
        file: Option<PathBuf>,
        /// Put the export in the place of a file that is there
        #[arg(long)]
        overwrite: bool,
    },
    /// Make a new ledger from an export
    Restore {
        /// The export; `-` is standard input
        file: PathBuf,
    },
    /// Copy the ledger while it is in use, now or on a schedule
    Backup(curating::Backup),
    /// Give back the space in the file that nothing uses
    Vacuum {
        /// Show what takes the space, change nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// Check hashes, texts, versions, index and file
    Verify,
    /// Embed what has no vector yet
    Reindex {
        /// Embed everything again
        #[arg(long)]
        all: bool,
    },
    /// Show the set-up and the state of the ledger
    Doctor {
        /// Read every byte of the model and compare its digest
        #[arg(long)]
        digests: bool,
        /// Show what takes the space in the file
        #[arg(long)]
        usage: bool,
    },
    /// Tell values that change, ask about them by both ways of retrieval, and count; touches no ledger
    Bench(memstrata_bench::Run),
    /// Print shell completions
    Completions {
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Print the manual page of the program, or of one of its commands
    Man {
        /// The command
        command: Option<String>,
    },
}

#[derive(Debug, Args)]
pub struct Demo {
    /// Keep the sample ledger in this folder [default: a temporary one]
    #[arg(long, value_name = "FOLDER")]
    pub keep: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct When {
    /// One expression or question (a statement with --texts); JSON Lines on standard input where none is given
    pub expression: Option<String>,
    /// Read against this moment [default: now]
    #[arg(long, value_name = "INSTANT")]
    pub now: Option<String>,
    /// Statements: when do they hold?
    #[arg(long)]
    pub texts: bool,
    /// BCP 47, for the order of 03/04/2026
    #[arg(long, default_value = "en-GB")]
    pub locale: String,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Mode {
    Temporal,
    Plain,
    Compare,
}

/// A moment on both clocks.
#[derive(Debug, Args)]
pub struct Moments {
    /// What was true then: a date, or words such as 'last March' [default: now]
    #[arg(long, value_name = "WHEN")]
    pub as_of: Option<String>,
    /// As it was believed then [default: now]
    #[arg(long, value_name = "WHEN")]
    pub known_at: Option<String>,
}

#[derive(Debug, Args)]
pub struct Ask {
    pub question: String,
    #[command(flatten)]
    pub moments: Moments,
    #[arg(long, value_enum, default_value = "temporal")]
    pub mode: Mode,
    /// How many passages [default: as the space has it, 5]
    #[arg(short, value_parser = clap::value_parser!(u32).range(1..))]
    pub k: Option<u32>,
    /// Token budget of the passages
    #[arg(long, default_value_t = 1024, value_name = "TOKENS")]
    pub budget: u32,
    /// Go on from an earlier question, in its time and about what it was about: its answer, or the
    /// reading in it, as JSON
    #[arg(long, value_name = "FILE")]
    pub follow: Option<std::path::PathBuf>,
    /// Plain retrieval merges words with meaning, whatever the space has set
    #[arg(long)]
    pub hybrid: bool,
    /// The language model at the endpoint orders what plain retrieval finds; the question and the
    /// nearest passages are sent there
    #[arg(long, requires_all = ["endpoint", "model"])]
    pub rerank: bool,
    /// As of `remember`; its key is taken from MEMSTRATA_API_KEY
    #[arg(long, value_name = "API:URL", env = "MEMSTRATA_ENDPOINT")]
    pub endpoint: Option<String>,
    /// The model's name at the endpoint
    #[arg(long, value_name = "NAME", env = "MEMSTRATA_MODEL")]
    pub model: Option<String>,
    /// Who puts the answer into words
    #[arg(long, default_value = "extractive", value_name = "NAME")]
    pub reader: String,
}

#[derive(Debug, Args)]
pub struct Alias {
    /// The name that is to count for another
    #[arg(required_unless_present = "undo")]
    pub subject: Option<String>,
    /// The name that it counts for
    #[arg(required_unless_present = "undo")]
    pub into: Option<String>,
    /// Move only the key with this relation
    #[arg(long)]
    pub relation: Option<String>,
    #[arg(long, requires = "relation")]
    pub scope: Option<String>,
    /// The relation it moves to [default: the same]
    #[arg(long, requires = "relation")]
    pub into_relation: Option<String>,
    #[arg(long, requires = "relation")]
    pub into_scope: Option<String>,
    /// Take an alias back, by the id that it was recorded under
    #[arg(long, value_name = "EVENT", conflicts_with_all = ["subject", "into"])]
    pub undo: Option<String>,
    /// Show what would change, change nothing
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Debug, Args)]
pub struct Facts {
    pub subject: Option<String>,
    pub relation: Option<String>,
    #[arg(long)]
    pub scope: Option<String>,
    #[command(flatten)]
    pub moments: Moments,
    /// History too
    #[arg(long)]
    pub all: bool,
}

#[derive(Debug, Args)]
pub struct Timeline {
    #[command(flatten)]
    pub key: KeyNames,
    /// As it was believed then [default: now]
    #[arg(long, value_name = "WHEN")]
    pub known_at: Option<String>,
    /// Keep the history in a sentence, as a claim that rests on what it tells of
    #[arg(long, conflicts_with = "known_at")]
    pub claim: bool,
    /// Show what would be kept, keep nothing
    #[arg(long, requires = "claim")]
    pub dry_run: bool,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::Arguments;

    /// Every command and every option of its own stands on the page that fixes the command line.
    #[test]
    fn the_page_has_every_command_and_option() {
        let page = include_str!("../../../../assets/docs/spec/cli.md");
        let mut missing = Vec::new();
        let mut open: Vec<(String, clap::Command)> =
            Arguments::command().get_subcommands().map(|c| (c.get_name().to_owned(), c.clone())).collect();
        while let Some((name, command)) = open.pop() {
            if !page.contains(command.get_name()) {
                missing.push(name.clone());
            }
            for argument in command.get_arguments().filter(|argument| !argument.is_global_set()) {
                let Some(long) = argument.get_long() else { continue };
                if !page.contains(&format!("--{long}")) {
                    missing.push(format!("{name} --{long}"));
                }
            }
            open.extend(command.get_subcommands().map(|c| (format!("{name} {}", c.get_name()), c.clone())));
        }
        missing.sort();
        assert!(missing.is_empty(), "{missing:#?}");
    }
}
