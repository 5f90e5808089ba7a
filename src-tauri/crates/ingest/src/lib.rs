//! Sources to episodes: what was said, when, by whom and where it can be found again. Facts are
//! `extract`'s; what is stored is the ledger's.

mod markdown;

use memstrata_model::{EpisodeKind, Instant};
use serde::Deserialize;

/// An episode as a source gives it.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceEpisode {
    pub text: String,
    pub kind: EpisodeKind,
    pub occurred_at: Option<Instant>,
    pub author: Option<String>,
    pub locator: Option<String>,
}

/// How a source is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceFormat {
    /// Paragraphs, each an episode.
    Text,
    /// Paragraphs under the headings that they stand under, each an episode.
    Markdown,
    /// One JSON document a line.
    JsonLines,
}

impl SourceFormat {
    /// The format that a file's name and beginning tell.
    #[must_use]
    pub fn guess(name: &str, content: &str) -> SourceFormat {
        let ending = name.rsplit('.').next().unwrap_or_default().to_lowercase();
        let first = content.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        let json =
            first.trim_start().starts_with('{') && serde_json::from_str::<serde_json::Value>(first).is_ok();
        if matches!(ending.as_str(), "jsonl" | "ndjson") || json {
            SourceFormat::JsonLines
        } else if matches!(ending.as_str(), "md" | "markdown" | "mdown" | "mkd")
            || (ending == "txt" || !name.contains('.')) && markdown::is_markdown(content)
        {
            SourceFormat::Markdown
        } else {
            SourceFormat::Text
        }
    }
}

/// A source that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}, line {line}: {reason}")]
pub struct SourceError {
    pub name: String,
    pub line: usize,
    pub reason: String,
}

/// Reads a source whole; nothing is handed out where any of it is malformed.
///
/// # Errors
/// The first line that is not understood.
pub fn read_source(
    name: &str,
    content: &str,
    format: SourceFormat,
    modified_at: Option<Instant>,
) -> Result<Vec<SourceEpisode>, SourceError> {
    match format {
        SourceFormat::Text => Ok(read_text(name, content, modified_at)),
        SourceFormat::Markdown => Ok(read_markdown(name, content, modified_at)),
        SourceFormat::JsonLines => read_json_lines(name, content, modified_at),
    }
}

/// Each paragraph is an episode; its locator is the file and the line it begins on.
fn read_text(name: &str, content: &str, modified_at: Option<Instant>) -> Vec<SourceEpisode> {
    let lines = content.lines().count();
    let mut episodes = Vec::new();
    let mut paragraph = String::new();
    let mut begins = 0;
    // A mail is of whoever its head names, to its end.
    let mail = is_mail(content);
    for (number, line) in content.lines().chain(std::iter::once("")).enumerate() {
        if !line.trim().is_empty() {
            if paragraph.is_empty() {
                begins = number + 1;
            } else {
                paragraph.push('\n');
            }
            paragraph.push_str(line.trim_end());
        } else if !paragraph.is_empty() && number < lines && (mail || leads(&paragraph)) {
            paragraph.push('\n');
        } else if !paragraph.is_empty() {
            paragraph.truncate(paragraph.trim_end().len());
            episodes.push(SourceEpisode {
                text: std::mem::take(&mut paragraph),
                kind: EpisodeKind::File,
                occurred_at: modified_at,
                author: None,
                locator: Some(format!("{name}:{begins}")),
            });
        }
    }
    episodes
}

/// Whether what is written so far only leads in what stands below it: "Tom wrote:", "Old settings:".
pub(crate) fn leads(paragraph: &str) -> bool {
    let last = paragraph.trim_end().rsplit('\n').next().unwrap_or_default();
    last.trim_end_matches(['*', '_']).ends_with(':') && last.len() <= LEAD
}

/// The longest line that leads in what is below it, in bytes.
const LEAD: usize = 120;

/// Whether a text is a mail: its first lines are headers, and one names who sends it.
fn is_mail(content: &str) -> bool {
    let header = |line: &&str| {
        line.split_once(": ").is_some_and(|(name, _)| {
            matches!(
                name,
                "From" | "To" | "Cc" | "Bcc" | "Date" | "Sent" | "Subject" | "Reply-To" | "Message-ID"
            )
        })
    };
    let head: Vec<&str> = content.lines().take_while(header).collect();
    head.len() > 1 && head.iter().any(|line| line.starts_with("From: "))
        || head.len() == 1 && head[0].starts_with("From: ") && head[0].contains('@')
}

/// Each passage is an episode, with the headings above it; its locator is the line of its own words.
fn read_markdown(name: &str, content: &str, modified_at: Option<Instant>) -> Vec<SourceEpisode> {
    markdown::passages(content)
        .into_iter()
        .map(|passage| SourceEpisode {
            text: passage.text,
            kind: EpisodeKind::File,
            occurred_at: modified_at,
            author: None,
            locator: Some(format!("{name}:{}", passage.line)),
        })
        .collect()
}

/// A line of a JSON Lines source; common names of other exports are understood.
#[derive(Deserialize)]
struct JsonEpisode {
    #[serde(alias = "content", alias = "message", alias = "body")]
    text: String,
    #[serde(
        default,
        alias = "at",
        alias = "timestamp",
        alias = "spoken_at",
        alias = "date",
        alias = "created_at"
    )]
    occurred_at: Option<Instant>,
    #[serde(default, alias = "speaker", alias = "user", alias = "role")]
    author: Option<String>,
    #[serde(default, alias = "source", alias = "path", alias = "url")]
    locator: Option<String>,
    #[serde(default)]
    kind: Option<String>,
}

fn read_json_lines(
    name: &str,
    content: &str,
    modified_at: Option<Instant>,
) -> Result<Vec<SourceEpisode>, SourceError> {
    let mut episodes = Vec::new();
    for (number, line) in content.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let said: JsonEpisode = serde_json::from_str(line).map_err(|error| SourceError {
            name: name.to_owned(),
            line: number + 1,
            reason: error.to_string(),
        })?;
        if said.text.trim().is_empty() {
            continue;
        }
        episodes.push(SourceEpisode {
            text: said.text,
            kind: said.kind.as_deref().and_then(EpisodeKind::from_name).unwrap_or(EpisodeKind::Import),
            occurred_at: said.occurred_at.or(modified_at),
            author: said.author,
            locator: said.locator.or_else(|| Some(format!("{name}:{}", number + 1))),
        });
    }
    Ok(episodes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_keep_the_line_they_begin_on() {
        let episodes =
            read_source("notes.txt", "One.\nStill one.\n\n\nTwo.\n", SourceFormat::Text, None).unwrap();
        let read: Vec<_> =
            episodes.iter().map(|e| (e.text.as_str(), e.locator.as_deref().unwrap())).collect();
        assert_eq!(read, [("One.\nStill one.", "notes.txt:1"), ("Two.", "notes.txt:5")]);
    }

    #[test]
    fn what_leads_in_stays_with_what_it_leads_in() {
        let read = |text: &str| -> Vec<String> {
            let episodes = read_source("notes.txt", text, SourceFormat::Text, None).unwrap();
            episodes.into_iter().map(|e| e.text).collect()
        };
        assert_eq!(read("Tom wrote:\n\nI moved.\n\nTwo.\n"), ["Tom wrote:\n\nI moved.", "Two."]);
        assert_eq!(read("The end:\n\n"), ["The end:"]);
        let mail = "From: Tom <tom@t.example>\nSubject: news\n\nI moved.\n\nSee you.";
        assert_eq!(read(mail), [mail]);
        assert_eq!(read("From: Lisbon\n\nI moved.").len(), 2);
        let markdown =
            read_source("n.md", "# A\n\nOld:\n\n- port: 1\n\nTwo.\n", SourceFormat::Markdown, None);
        let texts: Vec<_> = markdown.unwrap().into_iter().map(|e| e.text).collect();
        assert_eq!(texts, ["# A\n\nOld:\n\n- port: 1", "# A\n\nTwo."]);
    }

    #[test]
    fn a_malformed_line_is_named_and_nothing_is_read() {
        let text = "{\"text\":\"ok\",\"at\":\"2026-01-01T00:00:00Z\"}\n{\"text\":3}\n";
        let error = read_source("log.jsonl", text, SourceFormat::JsonLines, None).unwrap_err();
        assert_eq!((error.line, error.name.as_str()), (2, "log.jsonl"));
    }

    #[test]
    fn the_format_shows_in_name_or_content() {
        assert_eq!(SourceFormat::guess("a.jsonl", ""), SourceFormat::JsonLines);
        assert_eq!(SourceFormat::guess("a.txt", "{\"text\":\"x\"}"), SourceFormat::JsonLines);
        assert_eq!(SourceFormat::guess("a.md", "# {not json"), SourceFormat::Markdown);
        assert_eq!(SourceFormat::guess("notes", "# Kiln\n\nHot."), SourceFormat::Markdown);
        assert_eq!(SourceFormat::guess("a.conf", "# the port\nport 80"), SourceFormat::Text);
    }
}
