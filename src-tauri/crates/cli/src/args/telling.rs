//! What the commands take that tell the ledger something: texts, facts by hand, files.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub struct Remember {
    /// The text; standard input where none is given
    #[arg(allow_hyphen_values = true, value_parser = told)]
    pub text: Option<String>,
    /// Read the text from a file
    #[arg(short, long, value_name = "FILE", conflicts_with = "text")]
    pub file: Option<PathBuf>,
    /// When it was said [default: now]
    #[arg(long, value_name = "INSTANT")]
    pub at: Option<String>,
    /// What it is: chat, note, commit, file, agent, or any word
    #[arg(long, default_value = "note")]
    pub kind: String,
    #[arg(long)]
    pub author: Option<String>,
    /// Where it can be found again: path and line, commit, message
    #[arg(long)]
    pub source: Option<String>,
    /// 0 to 1
    #[arg(long)]
    pub importance: Option<f64>,
    /// It is a claim derived from these entries, episodes or facts
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub derived_from: Vec<String>,
    /// Only if this is still the newest entry on the key of the first fact
    #[arg(long, value_name = "EVENT")]
    pub if_head: Option<String>,
    /// Store the text even where it was forgotten
    #[arg(long)]
    pub bring_back: bool,
    /// Show what would be stored, store nothing; no model is asked then
    #[arg(long)]
    pub dry_run: bool,
    /// A language model that proposes further facts: ollama:http://127.0.0.1:11434 or
    /// openai:https://HOST/v1, whose key is taken from MEMSTRATA_API_KEY; the text is sent there
    #[arg(long, value_name = "API:URL", env = "MEMSTRATA_ENDPOINT", requires = "model")]
    pub endpoint: Option<String>,
    /// The model's name at the endpoint
    #[arg(long, value_name = "NAME", env = "MEMSTRATA_MODEL")]
    pub model: Option<String>,
}

/// What names a key.
#[derive(Debug, Args)]
pub struct KeyNames {
    pub subject: String,
    pub relation: String,
    /// What separates keys of one name: staging, production, a file
    #[arg(long)]
    pub scope: Option<String>,
}

/// The evidence of what is told by hand.
#[derive(Debug, Args)]
pub struct Evidence {
    /// The sentence that says so
    #[arg(long)]
    pub text: Option<String>,
    /// Who says so; without a text the fact itself is kept as what was said
    #[arg(long)]
    pub author: Option<String>,
    /// Where it says so: path and line, commit, message
    #[arg(long)]
    pub source: Option<String>,
    /// Only if this is still the newest entry on the key
    #[arg(long, value_name = "EVENT")]
    pub if_head: Option<String>,
    /// Store the text even where it was forgotten
    #[arg(long)]
    pub bring_back: bool,
    /// Show what would change, change nothing
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Debug, Args)]
pub struct Assert {
    #[command(flatten)]
    pub key: KeyNames,
    #[arg(allow_hyphen_values = true)]
    pub object: String,
    /// From when; `unknown` for since some unknown time [default: now]
    #[arg(long, value_name = "DATE")]
    pub from: Option<String>,
    /// Until the beginning of this date
    #[arg(long, value_name = "DATE")]
    pub to: Option<String>,
    /// An observation: says nothing of what was before and after
    #[arg(long, requires = "to")]
    pub window: bool,
    /// The relation has many values at a time
    #[arg(long)]
    pub set_valued: bool,
    #[command(flatten)]
    pub evidence: Evidence,
}

#[derive(Debug, Args)]
pub struct End {
    #[command(flatten)]
    pub key: KeyNames,
    /// The value that ended; any where none is given
    #[arg(allow_hyphen_values = true)]
    pub object: Option<String>,
    /// From when on [default: now]
    #[arg(long, value_name = "DATE")]
    pub at: Option<String>,
    #[command(flatten)]
    pub evidence: Evidence,
}

#[derive(Debug, Args)]
pub struct Confirm {
    #[command(flatten)]
    pub key: KeyNames,
    #[arg(allow_hyphen_values = true)]
    pub object: String,
    /// When it was vouched for [default: now]
    #[arg(long, value_name = "DATE")]
    pub at: Option<String>,
    #[command(flatten)]
    pub evidence: Evidence,
}

#[derive(Debug, Args)]
pub struct Import {
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// auto, text, markdown or jsonl
    #[arg(long, default_value = "auto")]
    pub format: String,
    /// Store texts even where they were forgotten
    #[arg(long)]
    pub bring_back: bool,
    /// Show what would change, change nothing
    #[arg(long)]
    pub dry_run: bool,
}

/// A text may begin with a dash, as the item of a list does; one word that does is a mistaken option.
fn told(text: &str) -> Result<String, String> {
    let option =
        text.starts_with('-') && !text.contains(char::is_whitespace) && text.contains(char::is_alphabetic);
    if option { Err("there is no such option".to_owned()) } else { Ok(text.to_owned()) }
}
