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
    },
    /// Change the settings of the space of --space
    Set {
        #[command(flatten)]
        settings: SpaceSettings,
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
