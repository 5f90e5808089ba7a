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
        matches!(
            word(name).as_str(),
            "setting"
                | "parameter"
                | "option"
                | "key"
                | "name"
                | "variable"
                | "property"
                | "field"
                | "what"
                | "item"
        ) && matches!(word(value).as_str(), "value" | "default" | "current" | "setting" | "current value")
    }
}
