//! What the headings and the parent items above a line name: the thing that it tells of, and the
//! environment that it tells of it for. How a text is parted into lines is [`crate::block`]'s.

use crate::markup::names_something;
use crate::words;

type Span = (usize, usize);

/// The level of a section of a configuration file, below those of headings.
const SECTION: usize = 7;

/// What a heading or a parent item names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Named {
    Thing,
    /// "Staging", "production cluster".
    Environment,
    /// A part of the text ("Overview"): what encloses it stays the thing.
    Part,
    /// A part that tells of nothing that encloses it, as a release's notes do.
    Nothing,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The level of a heading, the indentation of an item.
    depth: usize,
    span: Span,
    named: Named,
    section: bool,
}

/// The headings and parent items that are open.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    titles: Vec<Entry>,
    parents: Vec<Entry>,
}

impl Outline {
    /// A heading of a level, whose name are the bytes `span`.
    pub fn title(&mut self, text: &str, span: Span, level: usize) {
        self.parents.clear();
        self.titles.retain(|entry| entry.depth < level);
        let words = &text[span.0..span.1];
        // "Billing API (staging)"
        let aside = words.strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
        if let Some((name, place)) = aside.filter(|(_, place)| environment(place).is_some()) {
            let from = span.1 - 1 - place.len();
            let place =
                Entry { depth: level, span: (from, span.1 - 1), named: Named::Environment, section: false };
            self.titles.push(place);
            self.titles.push(Entry {
                depth: level,
                span: (span.0, span.0 + name.len()),
                named: kind(name),
                section: false,
            });
            return;
        }
        self.titles.push(Entry { depth: level, span, named: kind(words), section: false });
    }

    /// A heading that is no subject, and below which none above it is.
    pub fn part(&mut self, span: Span, level: usize) {
        self.parents.clear();
        self.titles.retain(|entry| entry.depth < level);
        self.titles.push(Entry { depth: level, span, named: Named::Nothing, section: false });
    }

    /// `[server]` among prose.
    pub fn section(&mut self, span: Span) {
        self.parents.clear();
        self.titles.retain(|entry| entry.depth < SECTION);
        self.titles.push(Entry { depth: SECTION, span, named: Named::Thing, section: true });
    }

    /// `[server]` among configuration: the only parent from here on.
    pub fn only_parent(&mut self, text: &str, span: Span) {
        let named = parent_kind(&text[span.0..span.1]);
        self.parents = vec![Entry { depth: 0, span, named, section: true }];
    }

    pub fn open(&mut self, text: &str, span: Span, indent: usize) {
        let named = parent_kind(&text[span.0..span.1]);
        self.parents.push(Entry { depth: indent, span, named, section: false });
    }

    /// Closes the items that a line at an indentation is not under.
    pub fn close(&mut self, indent: usize) {
        self.parents.retain(|entry| entry.depth < indent || entry.section);
    }

    pub fn close_all(&mut self) {
        self.parents.clear();
    }

    pub fn has_parents(&self) -> bool {
        !self.parents.is_empty()
    }

    /// The thing that a line tells of.
    pub fn subject(&self) -> Option<Span> {
        let parent = self.parents.iter().rev().find(|entry| entry.named == Named::Thing);
        parent.map(|entry| entry.span).or_else(|| self.heading())
    }

    /// The thing that the headings name.
    pub fn heading(&self) -> Option<Span> {
        let said = self.titles.iter().rev().find(|e| matches!(e.named, Named::Thing | Named::Nothing));
        said.filter(|entry| entry.named == Named::Thing).map(|entry| entry.span)
    }

    /// The environment that a line tells of.
    pub fn scope(&self) -> Option<Span> {
        let entries = self.parents.iter().rev().chain(self.titles.iter().rev());
        entries.into_iter().find(|entry| entry.named == Named::Environment).map(|entry| entry.span)
    }
}

/// An item may be a parent only where it names something.
fn parent_kind(name: &str) -> Named {
    if kind(name) == Named::Environment { Named::Environment } else { Named::Thing }
}

fn kind(title: &str) -> Named {
    if environment(title).is_some() {
        Named::Environment
    } else if names_something(title) {
        Named::Thing
    } else {
        Named::Part
    }
}

/// The environment that a heading or an item is about, where it is about nothing else.
pub(crate) fn environment(title: &str) -> Option<String> {
    let lower = title.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let mut words = lower.split_whitespace();
    let first = words.next().filter(|word| words::is_environment(word))?.to_owned();
    let rest = words.next();
    let plain =
        rest.is_none_or(|word| matches!(word, "environment" | "env" | "cluster" | "settings" | "config"));
    (plain && words.next().is_none()).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_stay_with_what_encloses_them_and_environments_are_scopes() {
        let text = "Billing Overview Staging relay";
        let word = |name: &str| {
            let at = text.find(name).expect("it stands there");
            (at, at + name.len())
        };
        let mut outline = Outline::default();
        outline.title(text, word("Billing"), 1);
        outline.title(text, word("Overview"), 2);
        assert_eq!((outline.subject(), outline.scope()), (Some(word("Billing")), None));
        outline.title(text, word("Staging"), 2);
        assert_eq!((outline.subject(), outline.scope()), (Some(word("Billing")), Some(word("Staging"))));
        outline.open(text, word("relay"), 0);
        assert_eq!((outline.subject(), outline.scope()), (Some(word("relay")), Some(word("Staging"))));
        outline.part(word("Overview"), 1);
        assert_eq!((outline.subject(), outline.scope()), (None, None));
    }
}
