//! The words of an event: where they end, whether they name something that can happen once, and the
//! length before it that only counts from it.

use super::Anchored;
use crate::grammar::Parser;
use crate::lexicon::{Sense, Unit, VerbTense, Words};
use crate::reading::{Anchor, Relation};
use crate::tense::{Tenses, ends_sentence};

fn determined(parser: &Parser<'_, '_>, i: usize) -> bool {
    parser.sense(i, |s| matches!(s, Sense::Article | Sense::Possessive).then_some(())).is_some()
}

/// Where the words of an event end: a comma, the sentence's end, or the question itself.
pub fn phrase_end(parser: &Parser<'_, '_>, start: usize) -> usize {
    let noun = determined(parser, start);
    let mut i = start;
    while let Some(token) = parser.token(i) {
        if i > start && token.new_line || i - start > 40 {
            break;
        }
        let stop = match token.kind {
            crate::token::Kind::Mark(',' | ';' | '?' | '!' | ')' | '\u{2014}' | '\u{2013}') => true,
            crate::token::Kind::Mark('.') => ends_sentence(parser, i),
            crate::token::Kind::Mark(':') => ends_sentence(parser, i) || !parser.glued(i + 1),
            _ => false,
        };
        let question =
            i > start + 1 && (parser.is(i, Words::AskingWord) || noun && parser.is(i, Words::DoAuxiliary));
        if stop || question {
            break;
        }
        i += 1;
    }
    i
}

/// The words between two tokens, if they name something that can happen.
pub fn event(parser: &Parser<'_, '_>, start: usize, end: usize) -> Option<String> {
    if start >= end {
        return None;
    }
    let content = (start..end).any(|i| {
        let number = parser.tokens[i].digits() > 0;
        let unit = parser
            .sense(i, |s| matches!(s, Sense::Unit(unit) if unit != Unit::Second).then_some(()))
            .is_some();
        parser.tokens[i].is_word() && !parser.has(i, Sense::Function) && !unit || number && start + 1 < end
    });
    // "after hours", "before long", "since forever": no event.
    let idiom = Words::NoEventAlone;
    if end == start + 1 && parser.is(start, idiom)
        || parser.word(start, "day") && parser.word(start + 1, "one")
    {
        return None;
    }
    // "before you ask", "when you have time", "once more", "before the current one": set phrases.
    let said = parser.text[parser.tokens[start].start..parser.tokens[end - 1].end()].to_ascii_lowercase();
    let phrases = Words::NoEvent;
    if parser.lexicon.lists(phrases, said.as_str()) {
        return None;
    }
    if parser.is(start, Words::NoEventStart) {
        return None;
    }
    // "before 2.0"
    let version = parser.tokens[start].digits() > 0
        && parser.mark(start + 1, '.')
        && parser.glued(start + 1)
        && parser.token(start + 2).is_some_and(|t| t.glued && t.digits() > 0)
        && !(start..end).any(|at| parser.tokens[at].digits() >= 4 || parser.mark(at, ':'));
    if version {
        return Some(parser.text[parser.tokens[start].start..parser.tokens[end - 1].end()].to_owned());
    }
    // "since before 2024"
    let edge = parser
        .sense(start, |s| {
            use crate::lexicon::Preposition::{After, Before, Since, Until};
            matches!(s, Sense::Preposition(Before | After | Since | Until)).then_some(())
        })
        .is_some();
    if edge {
        return None;
    }
    let pronoun = parser.is(start, Words::EventPronoun) && end == start + 1;
    let counts = parser.tokens[start].digits() > 0;
    if !content || pronoun || counts {
        return None;
    }
    Some(parser.text[parser.tokens[start].start..parser.tokens[end - 1].end()].to_owned())
}

/// Whether a word before the tie makes it one of place, order or sense: "the difference between",
/// "comes after", "named after", "look after".
pub fn is_relational(parser: &Parser<'_, '_>, i: usize) -> bool {
    let Some(before) = i.checked_sub(1) else { return false };
    if parser.word(i, "between") {
        let near = before.saturating_sub(1)..=before;
        let relations = Words::Relational;
        return near.into_iter().any(|at| parser.is(at, relations));
    }
    let after = parser.is(i, Words::OrderSide);
    let order = Words::OrderWord;
    let phrasal = Words::PhrasalVerb;
    // "how did it look after the move" asks of a time.
    let asks_how = (0..i).take(3).any(|at| parser.word(at, "how"));
    if parser.word(i, "after") && parser.is(before, phrasal) && !asks_how {
        return true;
    }
    // "who ran after the thief?"
    let chased = before == 1 && parser.word(0, "who") && parser.is(before, Words::ChaseVerb);
    if parser.word(i, "after") && chased {
        return true;
    }
    let placed = parser.is(before, Words::OrderCopula) && i >= 2 && parser.is(i - 2, Words::OrderAsked);
    after && (parser.is(before, order) || placed)
}

/// Whether an anchor belongs to a sentence of what happens ever again: "what happens after a
/// timeout", "when the disk is full, who gets paged", "since it is broken, who fixes it".
pub fn is_generic(parser: &Parser<'_, '_>, tenses: &Tenses, anchored: &Anchored) -> bool {
    let once = |tense| matches!(tense, VerbTense::Past | VerbTense::Perfect | VerbTense::Future);
    let mut verbs = tenses.verbs().take_while(|(i, _)| *i < crate::intent::ASKING).peekable();
    if verbs.peek().is_none() {
        return false;
    }
    let (mut told, mut present_inside) = (false, false);
    for (i, tense) in verbs {
        let inside = anchored.events.iter().any(|&(first, next)| (first..next).contains(&i));
        told |= once(tense);
        present_inside |= inside && !once(tense);
    }
    let single = matches!(anchored.anchor, Anchor::One(_));
    let open = anchored.relation == Relation::Since && single;
    let lasting = parser.is(anchored.first, Words::LastingTie);
    // "when the disk is full, who gets paged?" speaks of any time that it is.
    let whenever = parser.is(anchored.first, Words::WheneverTie);
    let past_inside = anchored
        .events
        .iter()
        .any(|&(first, next)| tenses.verbs().any(|(i, tense)| (first..next).contains(&i) && once(tense)));
    if present_inside && (!told || whenever && !past_inside) {
        return true;
    }
    // "since Ana owns billing, who owned search?" gives a reason; "before it is 8080" does not.
    if present_inside && open {
        return true;
    }
    // "following the reorg, who leads design?": one that is known, and nothing told inside.
    let known = anchored.first == 0
        && anchored.relation == Relation::After
        && !whenever
        && parser.mark(anchored.next, ',')
        && anchored.events.iter().all(|&(first, _)| parser.word(first, "the"))
        && parser.word(anchored.next + 1, "who");
    !told && !open && !lasting && !known
}

/// The first token of a length or unit that ends right before the tie at `i`, and the first token
/// of the event after the tie: "three days before", "the week after", "the eve of", "within two
/// days of", "two weeks from".
pub fn offset_before(parser: &Parser<'_, '_>, i: usize) -> Option<(usize, usize)> {
    let side = parser.is(i, Words::OffsetSide);
    let of = parser.word(i, "of");
    if !(side || of) || i == 0 {
        return None;
    }
    let event = i + 1;
    // "the eve of the launch"
    if of && parser.has(i - 1, Sense::Eve) {
        let start = if i >= 2 && parser.word(i - 2, "the") { i - 2 } else { i - 1 };
        return Some((start, event));
    }
    let counted = (i.saturating_sub(8)..i)
        .find(|&at| parser.amounts(at).is_some_and(|(_, next)| next == i) && !parser.word(at, "the"));
    if let Some(at) = counted {
        let led = at.checked_sub(1).filter(|&b| parser.is(b, Words::WithinTie));
        let article = at.checked_sub(1).filter(|&b| parser.word(b, "the"));
        return match (of, led, article) {
            (true, None, _) => None,
            (_, Some(within), _) => Some((within, event)),
            (false, None, Some(the)) => Some((the, event)),
            (false, None, None) => Some((at, event)),
        };
    }
    if of || parser.word(i, "from") {
        return None;
    }
    // "the week after", "the first Monday after", "the evening before"
    let named = |at: usize| {
        parser
            .sense(at, |s| {
                let unit = matches!(s, Sense::Unit(unit) if unit >= Unit::Night);
                (unit || matches!(s, Sense::Weekday(_) | Sense::DayPart(_))).then_some(())
            })
            .filter(|&(_, next)| next == i)
    };
    let at = (i.saturating_sub(2)..i).find(|&at| named(at).is_some())?;
    if parser.tokens[at].text.ends_with(['s', 'S']) {
        return None;
    }
    let start = (at.saturating_sub(2)..at).find(|&the| {
        parser.word(the, "the")
            && (the + 1 == at || parser.ordinal(the + 1).is_some_and(|(_, next, _)| next == at))
    })?;
    Some((start, event))
}
