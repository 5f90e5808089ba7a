//! Lines of configuration and the front matter of a document.

use super::{BlockKind, Parts, Span};
use crate::fence;
use crate::markup::{is_noise, names_something, own_name, parent, section};

impl Parts<'_> {
    /// A line of configuration, under its parents.
    pub(super) fn setting(&mut self, from: usize, end: usize, indent: usize, trimmed: &str) {
        if trimmed.is_empty() || trimmed.starts_with('#') || trimmed.starts_with(';') || is_noise(trimmed) {
            return;
        }
        if let Some((a, b)) = section(trimmed) {
            self.outline.only_parent(self.text, (from + a, from + b));
            self.manifest =
                self.fence.is_some_and(|(opened, _)| fence::is_manifest(&trimmed[a..b], self.text, opened));
            return;
        }
        if self.manifest {
            return;
        }
        self.outline.close(indent);
        if let Some(name) = parent(trimmed) {
            self.outline.open(self.text, (from, from + name.len()), indent);
            return;
        }
        let document = if self.front { self.document } else { None };
        // Its own name is told of nothing.
        if document.is_some_and(|(a, b)| from < a && b <= end) {
            return;
        }
        let subject = self.outline.subject().or(document);
        // `serde = { version = "1" }` holds a table of its own.
        let table = trimmed.contains('{') || trimmed.ends_with('[');
        self.add((from, end), if table { BlockKind::Skip } else { BlockKind::Prose }, subject, true);
    }

    /// What the front matter tells of: what it calls itself, or the first heading behind it.
    pub(super) fn document(&self) -> Option<Span> {
        let text = self.text;
        let mut at = 0;
        let mut fenced = false;
        let mut front = true;
        for line in text.split_inclusive('\n') {
            let start = at;
            at += line.len();
            let line = line.trim_end();
            if front {
                front = start == 0 || line != "---";
                if let Some((a, b)) = own_name(line) {
                    return names_something(&line[a..b]).then_some((start + a, start + b));
                }
                continue;
            }
            fenced ^= line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~");
            if let Some(title) = line.strip_prefix("# ").filter(|_| !fenced) {
                return names_something(title).then_some((start + 2, start + line.len()));
            }
        }
        None
    }
}
