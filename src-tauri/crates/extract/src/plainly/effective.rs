//! "Effective 1 June, the port is 90": a day on which something begins, before or behind it. The day
//! stays where it is.

use super::Edit;
use crate::measure;
use crate::scene::Scene;
use crate::token::Token;
use crate::words;

pub(super) fn find(tokens: &[Token<'_>], _: &Scene<'_>) -> Option<Edit> {
    let at = tokens.iter().position(|t| t.any(&["effective", "beginning", "commencing"]))?;
    let mut day = at + 1;
    while tokens.get(day).is_some_and(|t| t.any(&["from", "as", "of", "on"])) {
        day += 1;
    }
    measure::date_end(tokens, day, tokens.len())?;
    let opens = tokens[..at].iter().all(|t| t.is_punct() || words::is_filler(&t.lower));
    if opens {
        return Some(Edit::drop(at, day));
    }
    let behind = at.checked_sub(1).is_some_and(|b| tokens[b].is(","));
    behind.then(|| Edit::drop(at + 1, day).put(at, "from"))
}
