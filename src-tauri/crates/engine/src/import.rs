//! Importing sources as one batch, which can be withdrawn as one.

use memstrata_extract::Recollection;
use memstrata_ingest::{SourceFormat, read_source};
use memstrata_ledger::{KeyDifference, Told, Write};
use memstrata_model::{Authority, Instant, Outcome};
use serde::Serialize;

use crate::refusal::RefusedPassage;
use crate::remember::Remember;
use crate::{Engine, Error};

/// A source as read from disk by the shell.
#[derive(Clone, Debug)]
pub struct ImportSource {
    /// Its name, used as the locator of its episodes.
    pub name: String,
    pub content: String,
    /// Where not given, name and content tell.
    pub format: Option<SourceFormat>,
    /// When the file was last changed: when its text was said, where the text does not tell.
    pub modified_at: Option<Instant>,
    /// Store its texts even where they were forgotten.
    pub bring_back: bool,
}

/// What an import did, or, as a preview, would do.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ImportReport {
    /// The batch, to undo it; null where nothing was stored.
    pub batch: Option<String>,
    pub episodes: usize,
    /// Episodes that were there already.
    pub known: usize,
    /// Episodes whose text was forgotten: they are left out.
    pub forgotten: usize,
    /// Facts that are stored, and not merely known already.
    pub facts: usize,
    /// Passages that hold a secret: nothing of them is stored.
    pub refused: Vec<RefusedPassage>,
    /// How many facts met their key in each way.
    pub outcomes: std::collections::BTreeMap<String, usize>,
    /// Of a preview: what would be believed otherwise, key by key.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<KeyDifference>,
}

impl ImportReport {
    /// Whether there were texts, and every one was refused: forgotten before, or with a secret in it.
    #[must_use]
    pub fn refused_all(&self) -> bool {
        self.episodes + self.refused.len() > 0 && self.forgotten == self.episodes
    }
}

impl ImportSource {
    /// The format of a name given on a command line; `auto` is none.
    ///
    /// # Errors
    /// A format that is not known, quoted.
    pub fn format(name: &str) -> Result<Option<SourceFormat>, Error> {
        match name {
            "auto" => Ok(None),
            "text" => Ok(Some(SourceFormat::Text)),
            "markdown" => Ok(Some(SourceFormat::Markdown)),
            "jsonl" => Ok(Some(SourceFormat::JsonLines)),
            other => Err(Error::usage(
                "unknown_format",
                format!("'{other}' is no format that can be imported"),
                Some("use auto, text, markdown or jsonl"),
            )),
        }
    }
}

impl Engine {
    /// Imports sources, all or nothing. `progress` is told how many of how many episodes are
    /// read; where it answers false, the import is cancelled and nothing is stored.
    ///
    /// # Errors
    /// A source is malformed (the line is named), or it was cancelled.
    pub fn import(
        &self,
        sources: &[ImportSource],
        label: &str,
        dry_run: bool,
        progress: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<ImportReport, Error> {
        let mut episodes = Vec::new();
        for source in sources {
            let format = source.format.unwrap_or_else(|| SourceFormat::guess(&source.name, &source.content));
            let read = read_source(&source.name, &source.content, format, None)?;
            episodes.extend(read.into_iter().map(|episode| (source, episode)));
        }
        let total = episodes.len();
        if total == 0 {
            return Ok(ImportReport::default());
        }
        let now = self.now()?;
        let batch = format!("b{}", memstrata_ledger::fresh_suffix(now)?);
        let mut opening = Write::new(&self.space.name, now);
        opening.told.push(Told::Batch { id: batch.clone(), label: label.to_owned() });
        opening.authority = Authority::Document;
        let mut writes = vec![opening];
        let mut told = Recollection::default();
        let mut report = ImportReport::default();
        for (read, (source, episode)) in episodes.iter().enumerate() {
            let request = Remember {
                text: episode.text.clone(),
                at: episode.occurred_at.or(source.modified_at),
                kind: episode.kind.as_str().to_owned(),
                author: episode.author.clone(),
                source: episode.locator.clone(),
                importance: None,
                if_head: None,
                authority: Authority::Document,
                batch: Some(batch.clone()),
                bring_back: source.bring_back,
                derived_from: Vec::new(),
            };
            let (mut write, facts) = match self.read_unless_secret(&request, Some(&told))? {
                Ok(read) => read,
                Err(refusal) => {
                    report.refused.push(refusal.passage(&source.name, episode.locator.as_deref()));
                    continue;
                }
            };
            write.of_file = episode.occurred_at.is_none().then(|| source.name.clone());
            facts.iter().for_each(|fact| told.tell(fact));
            writes.push(write);
            if !progress(read + 1, total) {
                return Err(memstrata_ledger::LedgerError::Cancelled.into());
            }
        }
        report.episodes = total - report.refused.len();
        if report.episodes == 0 {
            return Ok(report);
        }
        let receipts = if dry_run {
            let preview = self.ledger.rehearse(&writes)?;
            report.changes = preview.changes;
            preview.receipts
        } else {
            self.ledger.append_news(&writes)?
        };
        let mut stored_any = false;
        for (receipt, write) in receipts.iter().zip(&writes).skip(1) {
            if receipt.forgotten.is_some() {
                // What it told is refused with it: it is counted once.
                report.forgotten += 1;
                continue;
            }
            report.known += usize::from(receipt.duplicate);
            stored_any |= !receipt.duplicate || receipt.applied.iter().any(|told| !told.event.is_empty());
            for (applied, told) in receipt.applied.iter().zip(&write.told) {
                if !matches!(told, Told::Relation(_)) {
                    let stored = !matches!(applied.outcome, Outcome::Duplicate | Outcome::Refused);
                    report.facts += usize::from(stored && !applied.event.is_empty());
                    *report.outcomes.entry(applied.outcome.as_str().to_owned()).or_default() += 1;
                }
            }
        }
        report.outcomes.entry(Outcome::Novel.as_str().to_owned()).or_default();
        if !dry_run && stored_any {
            report.batch = Some(batch);
        }
        Ok(report)
    }
}
