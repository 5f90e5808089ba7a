//! "Emil is in class 5c", "the studio is on engine version 4.27": what is counted or lettered through
//! names the relation, its number the value.

use super::{ends, subject_before};
use crate::candidate::{Candidate, Relation};
use crate::nominal::{Clause, push};
use crate::scene::Scene;
use crate::token::{Shape, Token};
use crate::value::Read;

/// Nouns that go with a number or a letter of their own.
fn is_numbered(word: &str) -> bool {
    matches!(
        word,
        "class"
            | "year"
            | "grade"
            | "form"
            | "group"
            | "ward"
            | "lane"
            | "section"
            | "zone"
            | "track"
            | "tier"
            | "bay"
            | "bed"
            | "pitch"
            | "court"
            | "cohort"
            | "cell"
            | "dorm"
            | "house"
            | "league"
            | "division"
            | "shift"
            | "heat"
            | "wave"
            | "batch"
    )
}

/// Adds the readings of a clause.
pub(super) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo + 1..c.hi.saturating_sub(2) {
        let token = &c.tokens[at];
        if !token.any(&["is", "are", "'s", "'m", "'re", "am"]) || !token.lemma_is("be") {
            continue;
        }
        let mut prep = at + 1;
        while prep < c.hi && c.tokens[prep].any(&["now", "still", "currently", "back"]) {
            prep += 1;
        }
        if !c.tokens[..c.hi].get(prep).is_some_and(|t| t.any(&["in", "on"])) {
            continue;
        }
        let version = (prep + 1..c.hi.min(prep + 4)).find(|&i| c.tokens[i].is("version"));
        let noun = match version {
            // "on version 5" is the thing's own.
            Some(version) if version > prep + 1 => version,
            Some(_) => continue,
            None => prep + 1,
        };
        let value = noun + 1;
        let Some(number) = c.tokens[..c.hi].get(value).filter(|t| is_number(t)) else { continue };
        let named = version.is_some() || is_numbered(&c.tokens[noun].lower);
        let year = c.tokens[noun].is("year") && number.text.len() == 4;
        if !named
            || year
            || !ends(c, value + 1)
            || c.tokens[prep + 1..noun].iter().any(|t| t.shape != Shape::Word)
        {
            continue;
        }
        let Some(subject) = subject_before(c, at, scene) else { continue };
        let relation =
            c.tokens[prep + 1..=noun].iter().map(|t| t.lower.as_str()).collect::<Vec<_>>().join(" ");
        let read = Read { start: value, end: value + 1, strong: true };
        push(c, subject, Relation::Open(relation), None, read, 9, "numbered", out);
    }
}

/// "5c", "12", "B".
fn is_number(token: &Token<'_>) -> bool {
    token.text.len() <= 8
        && (token.has_digit() || token.text.len() == 1 && token.text.chars().all(char::is_uppercase))
}
