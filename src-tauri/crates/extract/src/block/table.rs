//! The rows of a Markdown table: cells under the headers of their columns, of the first cell of their
//! row; tables of settings, whose rows are the attributes; and tables whose columns are of somebody each.

use super::{Block, BlockKind, Parts, Span};
use crate::lexicon::Lexicon;
use crate::markup::cells;

impl Parts<'_> {
    pub(super) fn row(&mut self, from: usize, end: usize, trimmed: &str) {
        let cells = cells(self.text, from, end);
        let Some(header) = self.header.clone() else {
            self.header = Some(cells);
            return;
        };
        if trimmed.bytes().all(|b| matches!(b, b'|' | b'-' | b':' | b' ')) {
            return;
        }
        if self.unsaid() {
            return;
        }
        let release = self.release.map(|(span, _)| span);
        let voice = self.voice();
        if let Some(told) = self.then_and_now(&header, &cells) {
            let (holder, scope) = (self.outline.heading(), self.outline.scope());
            self.out.extend(told.into_iter().map(|(span, subject, header)| Block {
                span,
                kind: BlockKind::Cell,
                subject,
                holder,
                scope,
                header: Some(header),
                release,
                item: true,
                voice,
            }));
            return;
        }
        // "Setting | Value": the rows are attributes of what holds the table.
        let listed = self.lists_settings(&header);
        let first = cells.first().copied();
        // "Name | Ann", "Age | 34": the columns are of somebody each, the rows their attributes.
        if self.names_columns(&header, first) {
            let told = cells.iter().zip(&header).skip(1).filter(|(cell, _)| cell.0 < cell.1);
            let (holder, scope) = (self.outline.heading(), self.outline.scope());
            self.out.extend(told.map(|(cell, head)| Block {
                span: *cell,
                kind: BlockKind::Cell,
                subject: Some(*head),
                holder,
                scope,
                header: first,
                release,
                item: true,
                voice,
            }));
            return;
        }
        let (subject, scope) = if listed {
            (self.outline.heading(), self.outline.scope())
        } else {
            (first, self.outline.scope())
        };
        let told = cells.iter().zip(&header).skip(1).filter(|(cell, _)| cell.0 < cell.1);
        self.out.extend(told.map(|(cell, head)| Block {
            span: *cell,
            kind: BlockKind::Cell,
            subject,
            holder: self.outline.heading(),
            scope,
            header: if listed { first } else { Some(*head) },
            release,
            item: true,
            voice,
        }));
    }

    /// The present of a row whose columns tell what was and what is, with the subject and the attribute of
    /// each cell; what was is told of nothing. `None` for other tables.
    fn then_and_now(&self, header: &[Span], cells: &[Span]) -> Option<Vec<(Span, Option<Span>, Span)>> {
        let times: Vec<Option<(Time, Span)>> = header.iter().map(|head| self.time(*head)).collect();
        let has = |time: Time| times.iter().flatten().any(|(t, _)| *t == time);
        let bare = times.iter().flatten().any(|(_, (a, b))| a == b);
        let past = times.iter().flatten().any(|(t, (a, b))| *t == Time::Was && a < b);
        if !(has(Time::Was) && has(Time::Is) || past) {
            return None;
        }
        let (lead, first) = (*header.first()?, *cells.first()?);
        let lower = |(a, b): Span| self.text[a..b].trim_matches(['*', '`', ' ']).to_lowercase();
        let setting = is_setting(&lower(lead)) || !Lexicon::built_in().alias(&lower(first)).is_empty();
        // "Trip | From | To": of where, and nothing of when.
        if bare && !setting && header.iter().any(|head| matches!(lower(*head).as_str(), "from" | "to")) {
            return None;
        }
        // Nothing names what the row is of.
        if times.first()?.is_some() || bare && !setting {
            return Some(Vec::new());
        }
        let columns = cells.iter().zip(header).zip(&times).skip(1).filter(|((cell, _), _)| cell.0 < cell.1);
        Some(
            columns
                .filter_map(|((cell, head), time)| match time {
                    Some((Time::Was, _)) => None,
                    Some((Time::Is, _)) if bare => Some((*cell, self.outline.heading(), first)),
                    Some((Time::Is, attribute)) => Some((*cell, Some(first), *attribute)),
                    None => (!bare).then_some((*cell, Some(first), *head)),
                })
                .collect(),
        )
    }

    /// Whether a header tells of what was or what is, and the attribute that it names besides.
    fn time(&self, head: Span) -> Option<(Time, Span)> {
        let words = &self.text[head.0..head.1];
        let of = |word: &str| match word.to_lowercase().trim_matches(['(', ')', '*', '`']) {
            "old" | "before" | "was" | "previous" | "previously" | "former" | "formerly" | "from" => {
                Some(Time::Was)
            }
            "new" | "after" | "is" | "now" | "current" | "currently" | "to" => Some(Time::Is),
            _ => None,
        };
        let (first, last) = (words.split_whitespace().next()?, words.split_whitespace().next_back()?);
        let all = words.split_whitespace().count();
        let value = all == 2 && matches!(last.to_lowercase().as_str(), "value" | "setting" | "state");
        if all == 1 || value {
            return of(first).map(|time| (time, (head.0, head.0)));
        }
        // "Old port", "Port (before)"
        let leads =
            matches!(first.to_lowercase().as_str(), "old" | "new" | "previous" | "former" | "current");
        if leads {
            let rest = words[first.len()..].trim_start();
            return of(first).map(|time| (time, (head.1 - rest.len(), head.1)));
        }
        let aside = last.starts_with('(') && last.ends_with(')');
        let name = words[..words.len() - last.len()].trim_end();
        of(last).filter(|_| aside).map(|time| (time, (head.0, head.0 + name.len())))
    }

    /// Whether the headers behind the first name things, and the row an attribute of them.
    fn names_columns(&self, header: &[Span], first: Option<Span>) -> bool {
        let word = |(a, b): &Span| self.text[*a..*b].trim_matches(['*', '`', ' ']).to_lowercase();
        let Some((lead, names)) = header.split_first() else { return false };
        let known = |word: &str| !Lexicon::built_in().alias(word).is_empty();
        matches!(word(lead).as_str(), "name" | "field" | "attribute" | "property" | "")
            && !names.is_empty()
            && names.iter().all(|span| {
                let name = &self.text[span.0..span.1];
                let environment = crate::words::is_environment(&word(span));
                name.starts_with(char::is_uppercase) && !known(&word(span)) && !environment
            })
            && first.is_some_and(|span| {
                let attribute = word(&span);
                known(&attribute) || matches!(attribute.as_str(), "role" | "title" | "notes" | "job")
            })
    }

    fn lists_settings(&self, header: &[Span]) -> bool {
        let [name, value] = header else { return false };
        let word = |(a, b): &Span| self.text[*a..*b].trim_matches('*').to_lowercase();
        is_setting(&word(name))
            && !word(name).is_empty()
            && matches!(word(value).as_str(), "value" | "default" | "current" | "setting" | "current value")
    }
}

/// When a column tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Time {
    Was,
    Is,
}

/// Headers of the column that names settings.
fn is_setting(word: &str) -> bool {
    matches!(
        word,
        "" | "setting"
            | "parameter"
            | "option"
            | "key"
            | "name"
            | "variable"
            | "property"
            | "field"
            | "what"
            | "item"
    )
}
