//! What the commands take that look after names, decisions, differences and backups.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Debug, Subcommand)]
pub enum Relations {
    /// Say what a relation is; what is not given stays as it is
    Set(Relation),
    /// Add a relation that is not known yet
    Add(Relation),
    /// Give a relation another name; the old one leads to it
    Rename {
        name: String,
        new: String,
        /// Show what would change, change nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// Make a relation count for another
    Merge {
        name: String,
        into: String,
        /// Show what would change, change nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// Show one relation, by its name or an alias
    Show { name: String },
    /// Fit half-lives to what the ledger has seen: values that still hold count as not ended yet
    Calibrate(Calibrate),
}

#[derive(Debug, Args)]
pub struct Calibrate {
    /// Only this relation
    pub name: Option<String>,
    /// Put what should change into the inbox
    #[arg(long)]
    pub propose: bool,
}

#[derive(Debug, Args)]
pub struct Relation {
    pub name: String,
    /// one, set or fixed: how many values at a time
    #[arg(long)]
    pub cardinality: Option<String>,
    /// Days after which half of its values have changed; -1 is never, 0 its own date
    #[arg(long, allow_hyphen_values = true, value_name = "DAYS")]
    pub half_life: Option<i64>,
    /// supersede or confirm: what a lesser source's other value does
    #[arg(long)]
    pub on_conflict: Option<String>,
    /// 0 to 1, for what is told without an importance of its own
    #[arg(long)]
    pub importance: Option<f64>,
    /// Another name of it; may be given several times
    #[arg(long, value_name = "NAME")]
    pub alias: Vec<String>,
    /// No longer a name of it
    #[arg(long, value_name = "NAME")]
    pub no_alias: Vec<String>,
    /// Show what would change, change nothing
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Debug, Subcommand)]
pub enum Space {
    /// List the spaces
    List,
    /// Show the settings of a space
    Show {
        /// The space [default: the one of --space]
        name: Option<String>,
    },
    /// Make a space
    Make {
        name: String,
        #[command(flatten)]
        settings: SpaceSettings,
        /// Show what would be, store nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// Change the settings of the space of --space
    Set {
        #[command(flatten)]
        settings: SpaceSettings,
        /// Show what would be, store nothing
        #[arg(long)]
        dry_run: bool,
    },
}

#[derive(Debug, Args)]
pub struct SpaceSettings {
    /// An IANA name, such as Europe/Lisbon
    #[arg(long, value_name = "IANA")]
    pub timezone: Option<String>,
    /// BCP 47, for the order of 03/04/2026
    #[arg(long)]
    pub locale: Option<String>,
    /// monday, sunday or saturday
    #[arg(long, value_name = "DAY")]
    pub week_start: Option<String>,
    #[command(flatten)]
    pub scoring: Scoring,
}

/// How passages are scored; what was never set is as published.
#[derive(Debug, Args)]
#[command(next_help_heading = "Scoring")]
pub struct Scoring {
    /// Weight of how lately a passage was recorded [1]
    #[arg(long, value_name = "WEIGHT")]
    pub recency: Option<f64>,
    /// Weight of importance [1]
    #[arg(long, value_name = "WEIGHT")]
    pub importance: Option<f64>,
    /// Weight of similarity to the question [1]
    #[arg(long, value_name = "WEIGHT")]
    pub similarity: Option<f64>,
    /// Days after which recency is half [14]
    #[arg(long, value_name = "DAYS")]
    pub recency_half_life: Option<f64>,
    /// Days around the time asked about in which a confirmation counts [30]
    #[arg(long, value_name = "DAYS")]
    pub verified_days: Option<f64>,
    /// What such a confirmation multiplies freshness by [1.3]
    #[arg(long, value_name = "FACTOR")]
    pub verified_factor: Option<f64>,
    /// Days for which the text of a value that has ended is still shown, marked [0, none]
    #[arg(long, value_name = "DAYS")]
    pub grace_days: Option<f64>,
    /// What the freshness of such a value is multiplied by [0.3]
    #[arg(long, value_name = "FACTOR")]
    pub grace_factor: Option<f64>,
    /// Candidates that the gate is shown at first [30]
    #[arg(long, value_name = "N")]
    pub recall: Option<u32>,
    /// Passages that are served where `ask` does not say [5]
    #[arg(long, value_name = "N")]
    pub passages: Option<u32>,
    /// Whether plain retrieval merges words with meaning [false]
    #[arg(long, value_name = "BOOL")]
    pub hybrid: Option<bool>,
    /// Whether the language model of MEMSTRATA_ENDPOINT and MEMSTRATA_MODEL, where they are set,
    /// orders what plain retrieval finds [false]
    #[arg(long, value_name = "BOOL")]
    pub rerank: Option<bool>,
    /// Whether the window looks the ledger over while nobody writes to it, and proposes what should be
    /// decided on [true]
    #[arg(long, value_name = "BOOL")]
    pub idle: Option<bool>,
    /// Score as published again, but for what is given here
    #[arg(long)]
    pub published_scoring: bool,
}

#[derive(Debug, Args)]
pub struct Diff {
    /// The first moment: its beginning, where it is a period
    #[arg(long, value_name = "INSTANT")]
    pub from: String,
    /// The second moment: its end, where it is a period [default: now]
    #[arg(long, value_name = "INSTANT")]
    pub to: Option<String>,
    /// Between two times of the world, rather than two beliefs
    #[arg(long)]
    pub valid: bool,
    /// With --valid: as it was believed then [default: now]
    #[arg(long, value_name = "WHEN", requires = "valid")]
    pub known_at: Option<String>,
}

#[derive(Debug, Subcommand)]
pub enum Review {
    /// Show one item
    Show { id: String },
    /// Let it count
    Accept {
        id: String,
        /// Show what would change, change nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// Leave it out
    Reject {
        id: String,
        /// Show what would change, change nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// Let another value count in its place
    Edit {
        id: String,
        /// The value
        #[arg(long)]
        object: String,
        /// From when [default: as told]
        #[arg(long, value_name = "DATE")]
        from: Option<String>,
        /// Until the beginning of this date [default: as told]
        #[arg(long, value_name = "DATE")]
        to: Option<String>,
        /// Show what would change, change nothing
        #[arg(long)]
        dry_run: bool,
    },
}

#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["file", "every", "off", "list"]))]
pub struct Backup {
    /// Copy to this file, which must not exist yet
    pub file: Option<PathBuf>,
    /// From now on make one this often when the ledger is opened: 12h, 1d, 2w
    #[arg(long, value_name = "TIME")]
    pub every: Option<String>,
    /// How many of these to keep
    #[arg(long, default_value_t = 7, requires = "every", value_name = "COUNT")]
    pub keep: u32,
    /// The folder they go to [default: beside the ledger]
    #[arg(long, requires = "every", value_name = "FOLDER")]
    pub to: Option<PathBuf>,
    /// Make none on a schedule any more
    #[arg(long)]
    pub off: bool,
    /// List those made on schedule
    #[arg(long)]
    pub list: bool,
}
