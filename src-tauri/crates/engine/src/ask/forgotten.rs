//! A value that was forgotten is no answer: that it was, and when, is all that is told of it.

use memstrata_model::view::Column;
use memstrata_model::{FORGOTTEN, Fact};

use crate::absence::key_in_words;
use crate::{Engine, Error};

impl Engine {
    /// The column without an answer that is nothing but a forgotten value, and without what was
    /// found beside it, which is about something else.
    pub(super) fn without_the_forgotten(&self, column: Column) -> Result<Column, Error> {
        if column.answer.as_deref() != Some(FORGOTTEN) {
            return Ok(column);
        }
        let (facts, others): (Vec<_>, Vec<_>) =
            column.facts.into_iter().partition(|scored| scored.fact.object == FORGOTTEN);
        let told: Vec<String> =
            facts.iter().map(|scored| self.forgotten_in_words(&scored.fact)).collect::<Result<_, _>>()?;
        let explanation =
            if told.is_empty() { "The value was forgotten.".to_owned() } else { told.join(" ") };
        // What led to it in a chain is still what was asked about.
        let facts = if column.hops.is_empty() { facts } else { facts.into_iter().chain(others).collect() };
        Ok(Column {
            answer: None,
            abstained: true,
            explanation,
            state: None,
            since: None,
            until: None,
            facts,
            passages: Vec::new(),
            left_out: Vec::new(),
            context: String::new(),
            context_tokens: 0,
            disputed: Vec::new(),
            ..column
        })
    }

    fn forgotten_in_words(&self, fact: &Fact) -> Result<String, Error> {
        let mut on = None;
        for source in &fact.sources {
            on = on.max(self.ledger.forgotten_on(self.space(), &source.episode)?);
        }
        let key = key_in_words(&memstrata_model::fact::TimelineKey {
            space: self.space().to_owned(),
            subject: fact.subject.clone(),
            relation: fact.relation.clone(),
            scope: fact.scope.clone(),
        });
        Ok(match on {
            Some(on) => format!("{key}: the value was forgotten on {}.", self.day(on)),
            None => format!("{key}: the value was forgotten."),
        })
    }
}
