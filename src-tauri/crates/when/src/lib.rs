//! English time expressions read to periods: what a question asks of which clock
//! ([`read_question`]), when a statement holds ([`read_statement`]), and every expression of a
//! text ([`find`]).
//!
//! A tokenizer, a vocabulary kept as a table, and a grammar that composes terms (a unit, a
//! count, a direction, an anchor, a part, a range). Civil time is `chrono` and `chrono-tz`. No
//! model, no clock of its own, no knowledge of the ledger. Every function is total, and linear in
//! the length of its text.
//!
//! Another language is three tables beside the English ones in `lexicon/`: `en.tsv` has what a word
//! or phrase means (months, units, numbers, feasts), `en-cues.tsv` what tells the intent and the
//! clock of a question or the state of a statement, and `en-words.tsv` the words that the grammar
//! asks for by what they do in a sentence, each class with a line that says what it is for. The
//! classes and values are the same in every language; a test refuses rows that no class knows,
//! classes without words, and lists of words in the code (`tests/vocabulary.rs`). With the tables
//! come cases in the form of `tests/*.tsv`. What the tables cannot hold is grammar that differs: the
//! endings of English verbs and plurals (`tense`), the order of numerals ("einundzwanzig"), and
//! single words that rules name one by one; the scores of the cases tell what is missing.

mod anchor;
mod aside;
mod belief;
mod civil;
mod clause;
mod context;
mod cue;
mod edges;
mod explain;
mod expression;
mod grammar;
mod holiday;
mod intent;
mod lead;
mod lexicon;
#[cfg(test)]
mod linear;
mod name;
mod pattern;
mod placed;
mod question;
mod reading;
mod recurring;
mod relation;
mod statement;
mod support;
mod tense;
mod token;
mod unread;
mod verb;
mod wording;

pub use context::{Context, DateOrder};
pub use explain::{explain, explain_statement};
pub use placed::place_events;
pub use question::read_question;
pub use reading::{
    Anchor, AnchorPlace, Bounds, Clock, DatePart, Expression, Intent, Precision, QuestionReading,
    ReadingError, Relation, StatementReading, rfc3339,
};
pub use statement::{read_statement, read_statements};

/// Every time expression of a text, in order, without overlaps.
#[must_use]
pub fn find(text: &str, context: &Context) -> Vec<Expression> {
    expression::find(text, context)
}
