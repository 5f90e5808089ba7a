//! Changes told roundabout: "we had the A changed to V", "upgraded from the O plan to the N plan", "N,
//! no longer O". What is left says the same in the order that the templates read.

use super::Edit;
use crate::attribute;
use crate::lexicon::Lexicon;
use crate::person;
use crate::scene::Scene;
use crate::sentence;
use crate::token::{Shape, Token};
use crate::words;

/// "We had the A changed to V", "I got my A moved to V": the A changed to V.
pub(super) fn had_done(tokens: &[Token<'_>], _: &Scene<'_>) -> Option<Edit> {
    let at = tokens.iter().take(8).position(|t| t.any(&["had", "got"]))?;
    let from = agent(tokens, at)?;
    let leads = tokens.get(at + 1)?;
    if !leads.any(&["the", "our", "my", "his", "her", "their"]) {
        return None;
    }
    let done = (at + 3..tokens.len().min(at + 8)).find(|&i| {
        tokens[i].any(&[
            "changed",
            "moved",
            "switched",
            "raised",
            "lowered",
            "increased",
            "reduced",
            "extended",
            "postponed",
            "rescheduled",
            "updated",
            "reset",
            "bumped",
        ])
    })?;
    let plain = tokens[at + 2..done].iter().all(|t| t.is_content() && !words::is_preposition(&t.lower));
    let to = tokens.get(done + 1).is_some_and(|t| t.is("to"))
        || tokens.get(done + 1).is_some_and(|t| t.is("from"))
            && (done + 2..tokens.len().min(done + 8)).any(|i| tokens[i].is("to"));
    (plain && to && tokens.len() > done + 2).then(|| Edit::drop(from, at + 1))
}

/// Where the one who acts begins, where he is all that stands before a verb in its part.
fn agent(tokens: &[Token<'_>], verb: usize) -> Option<usize> {
    let mut end = verb;
    while end > 0
        && (words::is_adverb(&tokens[end - 1].lower) || tokens[end - 1].any(&["'ve", "have", "has", "since"]))
    {
        end -= 1;
    }
    let who = end.checked_sub(1)?;
    let named = tokens[who].any(&["i", "we", "they", "he", "she"])
        || tokens[who].capital() && tokens[who].shape == Shape::Word && tokens[who].verb.is_none();
    let opens = tokens[..who].iter().all(|t| {
        t.is_punct() || words::is_filler(&t.lower) || words::is_adverb(&t.lower) || t.any(&["and", "so"])
    });
    (named && opens).then_some(who)
}

/// "We upgraded from the O plan to the N plan": our plan is the N plan.
pub(super) fn from_to(tokens: &[Token<'_>], scene: &Scene<'_>) -> Option<Edit> {
    let verb = tokens
        .iter()
        .take(8)
        .position(|t| t.any(&["upgraded", "downgraded", "switched", "changed", "moved", "went"]))?;
    let who = agent(tokens, verb)?;
    if !tokens.get(verb + 1)?.is("from") {
        return None;
    }
    let to = (verb + 3..tokens.len().min(verb + 9)).find(|&i| tokens[i].is("to"))?;
    let noun = &tokens[to - 1];
    let end = (to + 2..tokens.len().min(to + 6)).find(|&i| tokens[i].lower == noun.lower)?;
    let phrase = |a: usize, b: usize| {
        let a =
            a + usize::from(words::is_determiner(&tokens[a].lower) || words::is_possessive(&tokens[a].lower));
        a < b
            && tokens[a..b].iter().all(|t| t.is_content() && !words::is_preposition(&t.lower))
            && !tokens[a].any(&["old", "new", "other", "previous", "current", "wrong", "same"])
    };
    if !phrase(verb + 2, to - 1) || !phrase(to + 1, end) || noun.capital() {
        return None;
    }
    let known =
        attribute::read(Lexicon::built_in(), tokens, to - 1, to, scene).is_some_and(|a| !a.known.is_empty());
    if !known {
        return None;
    }
    let owner = match tokens[who].lower.as_str() {
        "i" => Some("my"),
        "we" => Some("our"),
        "he" => Some("his"),
        "she" => Some("her"),
        "they" => Some("their"),
        _ => None,
    };
    let mut edit = Edit::default().put(to, "is");
    if let Some(owner) = owner {
        edit.drop.push((who + 1, to - 1));
        return Some(edit.put(who, owner));
    }
    edit.drop.push((who + 1, verb));
    edit.drop.push((verb + 1, to - 1));
    Some(edit.put(verb, "'s"))
}

/// "These days", "nowadays", "by now", "has since moved": now.
pub(super) fn by_now(tokens: &[Token<'_>], _: &Scene<'_>) -> Option<Edit> {
    for (at, token) in tokens.iter().enumerate() {
        let next = |n: usize| tokens.get(at + n);
        if token.is("these") && next(1).is_some_and(|t| t.is("days")) {
            return Some(Edit::drop(at, at + 1).put(at + 1, "now"));
        }
        if token.is("nowadays") {
            return Some(Edit::default().put(at, "now"));
        }
        if token.any(&["since", "meanwhile"])
            && at > 0
            && tokens[at - 1].any(&["has", "have", "'ve", "'s"])
            && next(1).is_some_and(|t| t.verb.is_some_and(|v| v.participle))
            && next(2).is_some()
        {
            return Some(Edit::drop(at, at + 1));
        }
    }
    None
}

/// "N, no longer O", "N, not O any more": N instead of O.
pub(super) fn behind(tokens: &[Token<'_>], _: &Scene<'_>) -> Option<Edit> {
    let comma = (1..tokens.len()).find(|&i| {
        tokens[i].is(",")
            && tokens.get(i + 1).is_some_and(|t| {
                t.is("not") || t.is("no") && tokens.get(i + 2).is_some_and(|t| t.is("longer"))
            })
    })?;
    let longer = tokens[comma + 1].is("no");
    let from = comma + if longer { 3 } else { 2 };
    let end = (from..tokens.len()).find(|&i| tokens[i].is_punct()).unwrap_or(tokens.len());
    let more = (from..end).find(|&i| {
        tokens[i].is("anymore")
            || tokens[i].is("any") && tokens.get(i + 1).is_some_and(|t| t.any(&["more", "longer"]))
    });
    if !longer && more.is_none() || more.is_some_and(|m| end > m + 2) {
        return None;
    }
    let named = more.unwrap_or(end);
    let led = from + usize::from(tokens.get(from).is_some_and(|t| words::is_preposition(&t.lower)));
    let old = tokens.get(led..named).filter(|o| !o.is_empty() && o.len() < 4)?;
    // "…, no longer supported": what it is not, and no name.
    let name = old.iter().all(|t| t.capital() || t.shape != Shape::Word || t.has_digit());
    if !name || !sentence::has_verb(tokens, 0, comma) {
        return None;
    }
    let mut edit = if longer {
        Edit::drop(comma, comma + 1).put(comma + 1, "instead").put(comma + 2, "of")
    } else {
        Edit::default().put(comma, "instead").put(comma + 1, "of")
    };
    edit.drop.push((from, led));
    edit.drop.push((named, end));
    Some(edit)
}

/// "Backups are done with O": what is done uses it. Somebody who is done with a thing has had it.
pub(super) fn done_with(tokens: &[Token<'_>], _: &Scene<'_>) -> Option<Edit> {
    let done = (2..tokens.len()).find(|&i| {
        tokens[i].is("done")
            && tokens.get(i + 1).is_some_and(|t| t.any(&["with", "using", "by"]))
            && tokens.get(i + 2).is_some()
    })?;
    let be = (1..done).rev().find(|&i| !words::is_adverb(&tokens[i].lower))?;
    let head = &tokens[be - 1];
    if !tokens[be].any(&["is", "are"]) || tokens[done + 1].is("by") {
        return None;
    }
    let word = words::singular(&head.lower);
    let deed =
        ["ing", "ment", "tion", "sion", "up"].iter().any(|e| word.ends_with(e) && word.len() > e.len() + 2)
            || words::verb(&word).is_some_and(|v| v.base && !v.past);
    let deed = deed && !person::is_person_noun(&word) && !words::is_pronoun(&head.lower);
    (deed && tokens[..be].iter().all(Token::is_content)).then(|| {
        let uses = if tokens[be].is("is") { "uses" } else { "use" };
        let mut edit = Edit::drop(done, done + 2);
        edit = edit.put(be, uses);
        // "are now done with": the verb stands behind what says when.
        if done > be + 1 {
            edit.put = vec![(done, uses)];
            edit.drop = vec![(be, be + 1), (done + 1, done + 2)];
        }
        edit
    })
}

/// "O handed the R role over to N": R.
pub(super) fn role(tokens: &[Token<'_>], _: &Scene<'_>) -> Option<Edit> {
    let verb = tokens.iter().take(6).position(|t| t.any(&["handed", "passed"]))?;
    let to = (verb + 3..tokens.len().min(verb + 9)).find(|&i| tokens[i].is("to"))?;
    let at = (verb + 2..to).find(|&i| tokens[i].any(&["role", "job", "position", "post"]))?;
    let over = at + 1 + usize::from(tokens[at + 1].any(&["over", "on"]));
    let whole = over == to && at > verb + 2 && tokens[verb + 1].is("the");
    (whole && agent(tokens, verb).is_some()).then(|| Edit::drop(at, over))
}

/// "Builds no longer use O but N": that they do not use O, and that they use N.
pub(super) fn no_longer_but<'a>(tokens: &[Token<'a>]) -> Option<[Vec<Token<'a>>; 2]> {
    let longer = (2..tokens.len()).find(|&i| tokens[i].is("longer") && tokens[i - 1].is("no"))?;
    let verb = longer + 1;
    if !tokens.get(verb)?.verb.is_some_and(|v| (v.base || v.third) && v.lemma != "be") {
        return None;
    }
    let but = (verb + 2..tokens.len().min(verb + 8)).find(|&i| tokens[i].is("but"))?;
    let comma = usize::from(tokens[but - 1].is(","));
    let mut old = verb + 1;
    let mut new = but + 1;
    if words::is_preposition(&tokens[old].lower) {
        old += 1;
        new += usize::from(tokens.get(new).is_some_and(|t| t.lower == tokens[old - 1].lower));
    }
    let end = (new..tokens.len()).find(|&i| tokens[i].is_punct()).unwrap_or(tokens.len());
    let told = tokens.get(new..end).filter(|n| !n.is_empty())?;
    let other = tokens.get(old..but - comma).filter(|o| !o.is_empty())?;
    if sentence::has_verb(tokens, new, end)
        || words::is_pronoun(&told[0].lower)
        || told[0].any(&["only", "just", "not", "still"])
        || other.iter().any(Token::is_punct)
        || other[0].any(&["only", "just", "merely", "solely"])
        || other.iter().chain(told).any(|t| t.text.starts_with(['[', '(', '{', '"', '\'']))
    {
        return None;
    }
    let mut kept = tokens.to_vec();
    Edit { drop: vec![(longer - 1, longer + 1), (old, new)], ..Edit::default() }.apply(&mut kept);
    Some([tokens[..but - comma].to_vec(), kept])
}
