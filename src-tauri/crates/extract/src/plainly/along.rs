//! "It was 81 all along": how something is, by saying how it was. That what was told before is wrong
//! is `correction`'s.

use super::Edit;
use crate::correction::{AllAlong, all_along};
use crate::scene::Scene;
use crate::token::Token;

pub(super) fn find(tokens: &[Token<'_>], _: &Scene<'_>) -> Option<Edit> {
    let AllAlong { verb, value, said } = all_along(tokens)?;
    let are = tokens[verb].any(&["were", "have", "'ve", "\u{2019}ve"]);
    let mut edit = Edit::drop(verb + 1, value).put(verb, if are { "are" } else { "is" });
    edit.drop.extend(said);
    Some(edit)
}
