//! Ways back to a value: "the timeout is back to 30 s", "we rolled back the port to 8080". What is
//! brought back is an attribute, and has the value again; a thing is brought back to an older version.

use super::Edit;
use crate::attribute;
use crate::lexicon::Lexicon;
use crate::scene::Scene;
use crate::shape;
use crate::token::Token;
use crate::words;

pub(super) fn find(tokens: &[Token<'_>], scene: &Scene<'_>) -> Option<Edit> {
    if let Some(back) = tokens.iter().position(|t| t.is("back")) {
        return stands(tokens, back, scene).or_else(|| brought(tokens, back, scene));
    }
    restored(tokens, scene)
}

fn is_way(token: &Token<'_>) -> bool {
    token.any(&["down", "up"])
}

fn is_attribute(tokens: &[Token<'_>], lo: usize, hi: usize, scene: &Scene<'_>) -> bool {
    lo < hi
        && attribute::read(Lexicon::built_in(), tokens, lo, hi, scene).is_some_and(|a| !a.known.is_empty())
}

/// "The A is back to O", "S is back on port O".
fn stands(tokens: &[Token<'_>], back: usize, scene: &Scene<'_>) -> Option<Edit> {
    let be = (0..back).rev().find(|&i| !words::is_adverb(&tokens[i].lower))?;
    if !tokens[be].lemma_is("be") {
        return None;
    }
    let to = back + 1 + usize::from(tokens.get(back + 1).is_some_and(is_way));
    let lead = tokens.get(to).filter(|_| to + 1 < tokens.len())?;
    if lead.is("on") && tokens[to + 1].any(&["port", "version"]) {
        return Some(Edit::drop(back, to));
    }
    (lead.any(&["to", "at"]) && is_attribute(tokens, 0, be, scene)).then(|| Edit::drop(back, to + 1))
}

/// "We rolled back the A to O", "the A was put back to O", "we rolled S back to version O".
fn brought(tokens: &[Token<'_>], back: usize, scene: &Scene<'_>) -> Option<Edit> {
    let verb = (0..back).rev().take(8).find(|&i| {
        tokens[i].verb.is_some_and(|v| {
            matches!(
                v.lemma,
                "roll" | "put" | "turn" | "set" | "bring" | "take" | "move" | "change" | "switch" | "dial"
            )
        })
    })?;
    let to = (back + 1..tokens.len().min(back + 9)).find(|&i| tokens[i].any(&["to", "at"]))?;
    let end = (back..to).find(|&i| is_way(&tokens[i]) || tokens[i].is_punct()).unwrap_or(to);
    let way = back + 1 + usize::from(tokens.get(back + 1).is_some_and(is_way));
    let passive = verb > 0 && tokens[verb - 1].lemma_is("be");
    let (lo, hi) = match (passive, back == verb + 1) {
        (true, _) => (0, verb - 1),
        (false, true) => (way, end.max(way)),
        (false, false) => (verb + 1, back),
    };
    let mut edit = Edit::drop(back, way);
    if is_attribute(tokens, lo, hi, scene) {
        return Some(match passive {
            true => Edit::drop(verb, to + 1).put(verb - 1, "is"),
            false => edit.put(verb, "set").put(to, "to"),
        });
    }
    let value = to + 1 + usize::from(tokens.get(to + 1).is_some_and(|t| t.any(&["version", "release"])));
    let version = tokens.get(value).is_some_and(|t| shape::is_clear_version(t.text)) && value > to + 1;
    edit.drop.push((to + 1, value));
    (version && lo < hi).then(|| edit.put(verb, "downgraded").put(to, "to"))
}

/// "We restored the A to O".
fn restored(tokens: &[Token<'_>], scene: &Scene<'_>) -> Option<Edit> {
    let verb = tokens.iter().position(|t| {
        t.verb.is_some_and(|v| matches!(v.lemma, "restore" | "revert" | "reset") && (v.past || v.participle))
    })?;
    let to = (verb + 1..tokens.len().min(verb + 9)).find(|&i| tokens[i].is("to"))?;
    let passive = verb > 0 && tokens[verb - 1].lemma_is("be");
    let (lo, hi) = if passive { (0, verb - 1) } else { (verb + 1, to) };
    is_attribute(tokens, lo, hi, scene).then(|| match passive {
        true => Edit::drop(verb, to + 1).put(verb - 1, "is"),
        false => Edit::default().put(verb, "set"),
    })
}
