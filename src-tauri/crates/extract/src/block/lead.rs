//! How far a line reaches that says whose words stand below it, or how they are meant.

use super::{Parts, Span};
use crate::leadin::{self, Meant};
use crate::markup::{list_marker, parent};
use crate::voices;

/// How far what a line says reaches.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reach {
    /// To the end of the block below it; whether that has begun, and its last line was an item.
    Block { begun: bool, item: bool },
    /// Over the lines that are indented by more.
    Deeper(usize),
    /// To the end of the line that closes quotation marks.
    Marks,
    /// To the next heading of its level or above it.
    Section(usize),
}

impl Reach {
    /// To the end of the text.
    pub(super) const ALL: Reach = Reach::Section(0);
    /// Over the next block.
    const BLOCK: Reach = Reach::Block { begun: false, item: false };

    /// Whether it reaches a line, behind an empty one or not.
    fn over(&mut self, gap: bool, indent: usize, item: bool) -> bool {
        match self {
            Reach::Section(_) => true,
            Reach::Marks => !gap,
            Reach::Deeper(from) => indent > *from,
            Reach::Block { begun, item: last } => {
                let on = !(*begun && gap) || *last && (item || indent > 0);
                (*begun, *last) = (true, item || *last && indent > 0);
                on
            }
        }
    }

    fn ends_at(self, level: usize) -> bool {
        match self {
            Reach::Section(own) => level <= own,
            _ => true,
        }
    }
}

impl Parts<'_> {
    /// Whether what stands here is not said to be so.
    pub(super) fn unsaid(&self) -> bool {
        self.thought.is_some() || self.unsaid.is_some()
    }

    /// Whose words stand here.
    pub(super) fn voice(&self) -> Option<Span> {
        self.voice.map(|(who, _)| who)
    }

    /// Ends what does not reach the line.
    pub(super) fn reach(&mut self, gap: bool, indent: usize, line: &str) {
        let item = list_marker(line).is_some() || line.starts_with('|');
        self.unsaid.take_if(|reach| !reach.over(gap, indent, item));
        let back = voices::returns(line);
        self.voice.take_if(|(_, reach)| back || !reach.over(gap, indent, item));
    }

    /// Behind the last line of what stands in quotation marks, or a fence.
    pub(super) fn closed(&mut self, line: &str) {
        let quoted = |reach: &Reach| matches!(reach, Reach::Marks);
        if line.trim_end().ends_with(['"', '”', '»']) {
            self.voice.take_if(|(_, reach)| quoted(reach));
        }
    }

    /// What a command prints, up to an empty line, is of whatever it was asked.
    pub(super) fn printed(&mut self, line: &str) {
        if line
            .strip_prefix("$ ")
            .is_some_and(|command| command.starts_with(|c: char| c.is_alphabetic() || c == '.'))
        {
            self.unsaid = Some(Reach::Block { begun: true, item: false });
        }
    }

    pub(super) fn fenced(&mut self) {
        self.unsaid.take_if(|reach| matches!(reach, Reach::Block { .. }));
        self.voice.take_if(|(_, reach)| matches!(reach, Reach::Block { .. }));
    }

    pub(super) fn headed(&mut self, level: usize) {
        self.unsaid.take_if(|reach| reach.ends_at(level));
        self.voice.take_if(|(_, reach)| reach.ends_at(level));
    }

    /// Takes what a line says of those below it; true where it says nothing else.
    pub(super) fn leads(&mut self, start: usize, line: &str, next: &str, indent: usize) -> bool {
        if let Some(opened) = voices::opens(line, next) {
            let first = next.trim_start();
            let reach = if !opened.alone {
                Reach::Block { begun: true, item: false }
            } else if first.is_empty() || is_greeting(first) {
                Reach::Section(usize::MAX)
            } else if first.starts_with(['"', '“', '„', '«']) {
                Reach::Marks
            } else {
                Reach::BLOCK
            };
            let (a, b) = opened.who;
            self.voice = Some(((start + a, start + b), reach));
            return opened.alone;
        }
        let marker = list_marker(line);
        let from = marker.map_or(0, |(width, _)| width);
        let body = line[from..].trim_end_matches(['*', '_']);
        // "TODO", and a list right below it.
        let bare = || marker.is_none() && list_marker(next.trim_start()).is_some() && body.len() <= BARE;
        let Some(said) = body.strip_suffix(':').or_else(|| bare().then_some(body)) else { return false };
        let deeper = !next.trim().is_empty() && next.len() - next.trim_start().len() > indent;
        if deeper
            && parent(line)
                .is_some_and(|name| name.starts_with(char::is_lowercase) && !leadin::sets_apart(name))
        {
            return false;
        }
        match leadin::meant(said) {
            None => return false,
            Some(Meant::Present) => self.unsaid = None,
            Some(Meant::Unsaid) => {
                self.unsaid =
                    Some(if deeper || marker.is_some() { Reach::Deeper(indent) } else { Reach::BLOCK });
            }
        }
        true
    }
}

/// The longest line that leads in a list without a colon, in bytes.
const BARE: usize = 24;

/// "Hi Ana,", "Dear all": a letter begins, and has several paragraphs.
fn is_greeting(line: &str) -> bool {
    let first = line.split([' ', ',', '!']).next().unwrap_or("");
    matches!(first.to_lowercase().as_str(), "hi" | "hello" | "dear" | "hey" | "good")
        && line.trim_end().len() <= 40
        && line.trim_end().ends_with([',', '!', ':'])
}
