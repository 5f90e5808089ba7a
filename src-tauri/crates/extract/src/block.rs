//! Markdown: headings, lists, tables, front matter, check boxes and code fences, and lines of
//! configuration, each block with the heading, list item or section that names its subject. Sentences
//! inside a block are [`crate::sentence`]'s, what a single line is [`crate::markup`]'s, rows of a table
//! [`table`]'s, lines that say whose words stand below them or how they are meant [`lead`]'s.

mod lead;
mod patch;
mod settings;
mod table;

use crate::fence;
use crate::leadin::{self, Meant};
use crate::markup::{
    comment_end, is_answered, is_forwarded, is_header, is_noise, is_order, is_release, is_rule, is_sender,
    is_signed, list_marker, names_something, parent, record_name, section, underlined,
};
use crate::outline::Outline;
use lead::Reach;

/// How a block is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    Prose,
    /// Code, left alone.
    Skip,
    /// The words of somebody else: a block quote, or mail that is answered or passed on.
    Quote,
    /// An open check box.
    Open,
    /// What the words above it say is not so ("Old config:").
    Unsaid,
    /// A table cell: `subject` is the row's first cell, `header` the column's.
    Cell,
}

impl BlockKind {
    /// Why a block of the kind tells nothing, if so.
    pub fn untold(self) -> Option<&'static str> {
        match self {
            BlockKind::Skip => Some("code"),
            BlockKind::Quote => Some("quotation"),
            BlockKind::Open => Some("to do"),
            BlockKind::Unsaid => Some("label"),
            BlockKind::Prose | BlockKind::Cell => None,
        }
    }
}

type Span = (usize, usize);
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    pub span: Span,
    pub kind: BlockKind,
    /// Byte range of the heading or parent item that is its subject.
    pub subject: Option<Span>,
    /// Byte range of the heading above a table.
    pub holder: Option<Span>,
    /// Byte range of the heading or parent item that names its environment ("Staging").
    pub scope: Option<Span>,
    /// What names a table cell's attribute: the header of its column, or the first cell of its row in a
    /// table of settings.
    pub header: Option<Span>,
    /// The heading of the release that it tells of, in a change log.
    pub release: Option<Span>,
    /// Whether it is an item of a list or table, or a line of configuration.
    pub item: bool,
    /// What names whoever speaks in it, where a line above said so.
    pub voice: Option<Span>,
}

/// Parts a text into blocks.
#[must_use]
pub fn blocks(text: &str) -> Vec<Block> {
    let mut parts = Parts { text, gap: true, ..Parts::default() };
    let mut at = 0;
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for (n, line) in lines.iter().enumerate() {
        let start = at;
        at += line.len();
        let next = lines.get(n + 1).copied().unwrap_or("");
        if !parts.line(start, line.trim_end(), next, n) {
            break;
        }
    }
    if let Some((opened, false)) = parts.fence {
        parts.add((opened, text.len()), BlockKind::Skip, None, false);
    }
    parts.out
}

/// What the lines before have opened.
#[derive(Default)]
struct Parts<'t> {
    text: &'t str,
    out: Vec<Block>,
    outline: Outline,
    /// What the front matter tells of.
    document: Option<Span>,
    /// What the paragraph's first line named ("Service: relay").
    record: Option<Span>,
    /// The heading of the present release, and its level.
    release: Option<(Span, usize)>,
    header: Option<Vec<Span>>,
    /// Where a fence opened, and whether configuration is inside.
    fence: Option<(usize, bool)>,
    /// Inside a fenced list of what a package needs.
    manifest: bool,
    /// Inside front matter.
    front: bool,
    /// Inside a pasted difference between two states of a file.
    patch: bool,
    /// The line before was empty.
    gap: bool,
    /// The mark that ends a comment or a conflict of versions of several lines.
    until: Option<&'static str>,
    /// The line before was a header of a mail.
    header_line: bool,
    /// The level of a heading of what is only thought of ("What if", "Rejected").
    thought: Option<usize>,
    /// How far a line reaches that says that what is below it is not so ("Old config:").
    unsaid: Option<Reach>,
    /// Who speaks, as a line above said, and how far.
    voice: Option<(Span, Reach)>,
}

impl Parts<'_> {
    fn add(&mut self, span: Span, kind: BlockKind, subject: Option<Span>, item: bool) {
        let release = self.release.map(|(span, _)| span);
        let told = kind == BlockKind::Prose && !self.unsaid();
        let kind = if told || kind != BlockKind::Prose { kind } else { BlockKind::Unsaid };
        let scope = self.outline.scope();
        let voice = self.voice();
        self.out.push(Block { span, kind, subject, holder: None, scope, header: None, release, item, voice });
    }

    /// Takes a line; false where the rest of the text is nobody's business.
    fn line(&mut self, start: usize, body: &str, next: &str, number: usize) -> bool {
        let trimmed = body.trim_start();
        let indent = body.len() - trimmed.len();
        let from = start + indent;
        let end = start + body.len();
        let gap = std::mem::replace(&mut self.gap, trimmed.is_empty());
        if self.fence.is_none() && !self.front && self.pasted(start, body, next) {
            return true;
        }
        if let Some(info) = trimmed.strip_prefix("```").or_else(|| trimmed.strip_prefix("~~~")) {
            if self.fence.is_none() {
                self.reach(gap, indent, trimmed);
            }
            self.patch = self.fence.is_none() && fence::is_patch(info);
            self.fence = match self.fence {
                None => Some((start, fence::tells(self.text, start, info))),
                Some((opened, config)) => {
                    if !config {
                        self.add((opened, end), BlockKind::Skip, None, false);
                    }
                    self.outline.close_all();
                    self.fenced();
                    self.manifest = false;
                    None
                }
            };
            return true;
        }
        if trimmed == "---" && (number == 0 || self.front) {
            self.front = number == 0;
            if self.front {
                self.document = self.document();
            }
            self.outline.close_all();
            return true;
        }
        if self.front || self.fence.is_some() {
            if self.patch && self.fence.is_some_and(|(_, told)| told) {
                self.patched(start, body);
            } else if self.front || self.fence.is_some_and(|(_, config)| config) {
                self.setting(from, end, indent, trimmed);
            }
            return true;
        }
        if trimmed.is_empty() {
            self.outline.close_all();
            self.record = None;
            return true;
        }
        if let Some(mark) = self.until {
            self.add((from, end), BlockKind::Skip, None, false);
            self.until = Some(mark).filter(|m| !trimmed.contains(m));
            return true;
        }
        self.until = comment_end(trimmed);
        if self.until.is_some() {
            self.add((from, end), BlockKind::Skip, None, false);
            return true;
        }
        self.reach(gap, indent, trimmed);
        // The headers of a mail are no facts; those of one inside it open what another wrote.
        let lone = is_sender(trimmed) && next.trim().is_empty();
        let headers = is_header(trimmed) && (self.header_line || is_header(next.trim()) || lone);
        self.header_line = headers;
        let inner = headers && is_sender(trimmed) && !self.out.is_empty();
        if headers && !inner {
            if is_sender(trimmed) {
                self.voice = Some(((from + "From: ".len(), end), Reach::ALL));
            }
            self.add((from, end), BlockKind::Skip, None, false);
            return true;
        }
        if is_signed(trimmed, next) {
            return false;
        }
        // What another wrote is quoted, and stays theirs.
        if is_forwarded(trimmed) && next.starts_with('>') {
            // Quoted line by line, and answered below.
            self.add((from, end), BlockKind::Skip, None, false);
            return true;
        }
        if is_forwarded(trimmed) || inner || is_answered(trimmed, next) {
            self.add((from, self.text.len()), BlockKind::Quote, None, false);
            return false;
        }
        if trimmed.starts_with('>') && !trimmed.starts_with(">=") {
            self.add((from, end), BlockKind::Quote, None, false);
            return true;
        }
        // Code by its marks, or by its indentation after an empty line.
        let code = indent >= 4
            && !self.outline.has_parents()
            && (gap || self.out.last().is_some_and(|b| b.kind == BlockKind::Skip));
        if is_rule(trimmed) {
            return true;
        }
        if let Some(level) = underlined(trimmed, next) {
            self.title((from, end), level);
            return true;
        }
        if is_noise(trimmed) || code {
            self.printed(trimmed);
            self.add((from, end), BlockKind::Skip, None, false);
            return true;
        }
        if trimmed.starts_with('|') {
            self.row(from, end, trimmed);
            return true;
        }
        self.header = None;
        let hashes = trimmed.bytes().take_while(|b| *b == b'#').count();
        if (1..=6).contains(&hashes) && trimmed[hashes..].starts_with(' ') {
            self.title((from + hashes + 1, end), hashes);
            return true;
        }
        if let Some((a, b)) = section(trimmed) {
            self.outline.section((from + a, from + b));
            return true;
        }
        if self.leads(from, trimmed, next, indent) {
            return true;
        }
        if indent > 0 && self.runs_on(from, end) {
            return true;
        }
        let deeper = !next.trim().is_empty() && next.len() - next.trim_start().len() > indent;
        if parent(trimmed).is_some() && deeper
            || self.outline.has_parents() && indent > 0 && list_marker(trimmed).is_none()
        {
            self.setting(from, end, indent, trimmed);
            return true;
        }
        match list_marker(trimmed) {
            Some((marker, _)) if is_order(trimmed, marker) => {
                self.add((from + marker, end), BlockKind::Open, None, true);
            }
            Some((marker, kind)) => self.item((from + marker, end), kind, indent),
            None => self.prose(from, end, if gap { next } else { "" }),
        }
        self.closed(trimmed);
        true
    }

    fn title(&mut self, title: Span, level: usize) {
        let words = &self.text[title.0..title.1];
        self.headed(level);
        let inner = self.thought.is_some_and(|at| level > at) && !is_release(words);
        if !inner {
            let unsaid = !is_release(words) && leadin::meant(words) == Some(Meant::Unsaid);
            self.thought = unsaid.then_some(level);
        }
        if is_release(words) {
            self.release = Some((title, level));
            self.outline.part(title, level);
        } else if self.release.is_some_and(|(_, at)| level > at) {
            // A part of a release's notes is no subject.
            self.outline.part(title, level);
        } else {
            self.release = None;
            // "# Runbook: mailer"
            let from = words.rfind(": ").map_or(0, |i| i + 2);
            self.outline.title(self.text, (title.0 + from, title.1), level);
        }
    }

    fn item(&mut self, item: Span, kind: BlockKind, indent: usize) {
        self.outline.close(indent);
        let subject = self.outline.subject();
        let body = self.text[item.0..item.1].trim_end();
        if let Some(name) = body.strip_suffix(':') {
            if names_something(name) {
                self.outline.open(self.text, (item.0, item.0 + name.len()), indent);
            }
            return;
        }
        // Only an item that names something can be a parent.
        if body.split_whitespace().count() <= 5 && names_something(body) {
            self.outline.open(self.text, item, indent);
        }
        self.add(item, kind, subject, true);
    }

    /// Takes the further line of an item that was wrapped at a width.
    fn runs_on(&mut self, from: usize, end: usize) -> bool {
        let text = self.text;
        let Some(last) = self.out.last_mut().filter(|b| b.item && b.header.is_none()) else { return false };
        let told = matches!(last.kind, BlockKind::Prose | BlockKind::Open | BlockKind::Unsaid);
        let next = text[last.span.1..from].trim_matches(' ');
        let wrapped = told
            && matches!(next, "\n" | "\r\n")
            && crate::sentence::wraps(&text[last.span.0..last.span.1], &text[from..end]);
        if wrapped {
            last.span.1 = end;
        }
        wrapped
    }

    /// Prose lines that follow each other are one block.
    fn prose(&mut self, from: usize, end: usize, next: &str) {
        self.outline.close_all();
        // "Service: relay", and its lines below.
        let named = self.outline.heading().is_none().then(|| record_name(&self.text[from..end], next.trim()));
        if let Some((a, b)) = named.flatten() {
            self.record = Some((from + a, from + b));
            return;
        }
        let subject = self.record.or(self.outline.heading());
        let (voice, unsaid) = (self.voice(), self.unsaid());
        match self.out.last_mut() {
            Some(last)
                if last.kind == BlockKind::Prose
                    && last.subject == subject
                    && last.voice == voice
                    && !unsaid
                    && matches!(&self.text[last.span.1..from], "\n" | "\r\n")
                    && !last.item
                    && !self.text[last.span.0..].starts_with(['-', '*']) =>
            {
                last.span.1 = end;
            }
            _ => self.add((from, end), BlockKind::Prose, subject, false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(&str, Option<&str>, BlockKind)> {
        blocks(text)
            .into_iter()
            .map(|b| (&text[b.span.0..b.span.1], b.subject.map(|(a, z)| &text[a..z]), b.kind))
            .collect()
    }

    #[test]
    fn headings_and_parents_name_the_subject() {
        assert_eq!(
            read("## Billing API\n- port: 8081\n- cache:\n  - ttl: 90 s\n\n## 3.4.0\n- Fixed x"),
            [
                ("port: 8081", Some("Billing API"), BlockKind::Prose),
                ("ttl: 90 s", Some("cache"), BlockKind::Prose),
                ("Fixed x", None, BlockKind::Prose)
            ]
        );
    }

    #[test]
    fn sections_and_nested_lines_have_their_parents() {
        assert_eq!(
            read("server:\n  port: 8443\nredis:\n  port: 6379"),
            [
                ("port: 8443", Some("server"), BlockKind::Prose),
                ("port: 6379", Some("redis"), BlockKind::Prose)
            ]
        );
        assert_eq!(
            read("[db]\npool = 30\n> said\n\n    code: 1"),
            [
                ("pool = 30", Some("db"), BlockKind::Prose),
                ("> said", None, BlockKind::Quote),
                ("code: 1", None, BlockKind::Skip)
            ]
        );
    }

    #[test]
    fn underlined_lines_are_headings() {
        assert_eq!(
            read("Kiln\n====\nfuel: gas\n\nVersion 2.0 (2026-01-02)\n---\n- hotter"),
            [("fuel: gas", Some("Kiln"), BlockKind::Prose), ("hotter", None, BlockKind::Prose),]
        );
        assert_eq!(read("We moved to Rome\n---\nAll is well")[0].0, "We moved to Rome");
    }

    #[test]
    fn wrapped_items_stay_whole() {
        let long = "- The kiln was moved into the shed behind the house because\n  the yard was wet\n- next";
        assert_eq!(read(long).len(), 2, "{:?}", read(long));
        assert_eq!(read("- kiln:\n  fuel: gas\n  port: 80").len(), 2);
    }

    #[test]
    fn blocks_know_their_release() {
        let text = "# Changes\n## 2.0.0\n- a\n### Fixed\n- b\n## [1.9.0] - 2026-01-01\n- c";
        let found: Vec<Option<&str>> =
            blocks(text).iter().map(|b| b.release.map(|(a, z)| &text[a..z])).collect();
        assert_eq!(found, [Some("2.0.0"), Some("2.0.0"), Some("[1.9.0] - 2026-01-01")]);
        assert!(blocks(text).iter().all(|b| b.subject.is_none()));
    }

    #[test]
    fn what_tools_and_others_wrote_is_passed_over() {
        for text in [
            "<<<<<<< HEAD\nport: 80\n=======\nport: 81\n>>>>>>> x",
            "<!--\nThe port is 80.\n-->",
            "/* The port is 80.\n   The host is a. */",
            ">The port is 80.",
            "{\"port\": 80}",
            "WARN 2026-03-01 12:00:01 the port is 80",
            "From: Tom\nSubject: ports",
            "1. Change the port to 81.",
        ] {
            assert!(read(text).iter().all(|b| b.2 != BlockKind::Prose), "{text}: {:?}", read(text));
        }
        assert_eq!(read("The port is 80.\n\nBest,\nAna Lima\nPhone: 555 1234").len(), 1);
        assert_eq!(read("ok\n\nFrom: Tom\nSent: 1 May\nI moved").last().map(|b| b.2), Some(BlockKind::Quote));
        assert_eq!(read("1. The port is 80.\n-- INFO on ports").len(), 2);
    }

    #[test]
    fn code_is_left_alone_and_open_boxes_are_plans() {
        let found = read("text\n```rust\nlet port = 80;\n```\n- [ ] raise it\n- [x] ship it");
        assert_eq!(
            found.iter().map(|b| b.2).collect::<Vec<_>>(),
            [BlockKind::Prose, BlockKind::Skip, BlockKind::Open, BlockKind::Prose]
        );
    }
}
