//! The less usual forms of a told change: "A used to be O, now it's N", "N is the new A", "N took
//! over as A", "A: O → N". Each gives the same parts as those of [`crate::change_frame`].

use crate::change_frame::{Frame, Parts, Span, Told, agent};
use crate::sentence::Lead;
use crate::words;

/// "A became N".
pub(crate) fn becomes(p: &Parts<'_, '_>, (lo, hi): Span, at: usize) -> Option<Frame> {
    let mut end = at;
    while end > lo && crate::matching::skippable(&p.tokens[end - 1]) {
        end -= 1;
    }
    let new = p.rest(at + 1, hi)?;
    // "N became the A".
    if p.is(new.0, &["the", "our", "my"]) {
        return Some(Frame { attribute: new, new: (lo, end), old: None, told: Told::Holder });
    }
    (!p.is(new.0, &["a", "an"])).then_some(Frame { attribute: (lo, end), new, old: None, told: Told::Holder })
}

/// "A used to be O, now it's N", "A used to be O but is N now".
pub(crate) fn used_to_be(p: &Parts<'_, '_>, (lo, hi): Span, at: usize) -> Option<Frame> {
    let old = (at + 3, hi);
    let (from, now) = p.lead_in(hi);
    let end = p.segment_end(from);
    let closes = end > from && p.is(end - 1, &["now", "nowadays", "today"]);
    let new = p.rest(from, end).filter(|_| now || closes)?;
    Some(Frame { attribute: (lo, at), new, old: Some(old), told: Told::Value })
}

/// "A was O until D; since then it is N", "A was O, now it is N", "A was O but I use N".
pub(crate) fn was_until(p: &Parts<'_, '_>, (lo, hi): Span, at: usize) -> Option<Frame> {
    let stop = (at + 1..hi).find(|&i| p.is(i, &["until", "till", "before"])).unwrap_or(hi);
    let (lead, now) = p.lead_in(hi);
    // "… but I use N"
    let mut uses = lead + 1;
    while p.is(uses, &["now", "currently", "mostly", "just"]) {
        uses += 1;
    }
    let mine = now && p.is(lead, &["i", "we"]) && p.is(uses, &["use", "run", "drive"]);
    let from = if mine { uses + 1 } else { lead };
    let end = p.segment_end(from);
    let closes = mine || end > from && p.is(end - 1, &["now", "nowadays", "today"]);
    let stated = p.is(from.wrapping_sub(1), &["is", "'s", "now", "are"]) || closes;
    let new = p.rest(from, end).filter(|_| (now || closes) && stated && from > hi)?;
    Some(Frame { attribute: (lo, at), new, old: Some((at + 1, stop)), told: Told::Value })
}

/// "A has been N since D".
pub(crate) fn been(p: &Parts<'_, '_>, (lo, hi): Span, at: usize) -> Option<Frame> {
    // "Since May, the A has been N" says so before.
    let ahead = (0..lo).chain(lo..at).any(|i| p.is(i, &["since"]));
    (at + 2..hi).find(|&i| p.is(i, &["since"])).or(ahead.then_some(at))?;
    let new = p.rest(at + 1, hi)?;
    // "N has been my A since D".
    if p.is(new.0, &["the", "our", "my"]) {
        let since = (new.0..hi).find(|&i| p.is(i, &["since"]))?;
        return Some(Frame { attribute: (new.0, since), new: (lo, at - 1), old: None, told: Told::Holder });
    }
    let gerund = p.tokens[new.0].verb.is_some_and(|v| (v.gerund || v.participle) && !v.base);
    (!gerund).then_some(Frame { attribute: (lo, at - 1), new, old: None, told: Told::Holder })
}

/// "A is no longer O but N", "A isn't O any more, it's N".
pub(crate) fn not_any_more(p: &Parts<'_, '_>, lo: usize, be: usize, from: usize) -> Option<Frame> {
    let segment = p.segment_end(be);
    let longer = p.is(from - 1, &["longer"]);
    let mut stop = segment;
    let mut ended = longer;
    for i in from..segment {
        if p.is(i, &["but"]) {
            stop = stop.min(i);
        }
        if p.is(i, &["any", "anymore"]) && (p.is(i, &["anymore"]) || p.is(i + 1, &["more", "longer"])) {
            stop = stop.min(i);
            ended = true;
        }
    }
    if !ended || stop <= from {
        return None;
    }
    let mut after = stop;
    while p.is(after, &["any", "more", "longer", "anymore"]) {
        after += 1;
    }
    let (at, _) = p.lead_in(after);
    // "…, look in N"
    if p.is(at, &["look", "see", "check", "try"]) && p.is(at + 1, &["in", "at", "under"]) && at > after {
        let new = p.rest(at + 1, p.segment_end(at))?;
        return Some(Frame { attribute: (lo, be), new, old: Some((from, stop)), told: Told::Value });
    }
    let said = p.is(at.wrapping_sub(1), &["is", "'s", "but", "now", "are"]) && at > after;
    let new = p.rest(at, p.segment_end(at)).filter(|_| said)?;
    // "N is no longer the A, it's M"
    if p.is(from, &["the", "our", "my"]) && stop > from + 1 {
        return Some(Frame { attribute: (from, stop), new, old: Some((lo, be)), told: Told::Value });
    }
    Some(Frame { attribute: (lo, be), new, old: Some((from, stop)), told: Told::Value })
}

/// "We have a new A: N", "N is the new A".
pub(crate) fn a_new(p: &Parts<'_, '_>, (lo, hi): Span, at: usize) -> Option<Frame> {
    let the = at > lo && p.is(at - 1, &["the", "our", "my"]);
    if the && at > lo + 1 && p.be(at - 2) && p.is(at - 2, &["is", "'s", "are"]) {
        return Some(Frame { attribute: (at - 1, hi), new: (lo, at - 2), old: None, told: Told::Holder });
    }
    // "The new A is N".
    if the && let Some(be) = (at + 2..hi).find(|&i| p.be(i) && p.is(i, &["is", "'s", "are"])) {
        let opens = p.tokens[lo..at - 1].iter().all(|t| !t.is_content() || words::is_filler(&t.lower));
        let new = p.rest(be + 1, hi).filter(|_| opens)?;
        return Some(Frame { attribute: (at - 1, be), new, old: None, told: Told::Value });
    }
    let has = (lo..at).rev().find(|&i| {
        p.is(
            i,
            &[
                "have", "has", "got", "get", "gets", "'s", "is", "given", "assigned", "issued", "bought",
                "'ve",
            ],
        )
    })?;
    let indefinite = p.is(at - 1, &["a", "an"]) || p.is(at, &["another"]);
    if !indefinite || at > has + 2 || (lo..has).any(|i| p.is(i, &["want", "need", "if", "not"])) {
        return None;
    }
    let stop = p.tokens.get(hi).filter(|t| t.any(&[":", ",", "-", "—", "–", "--", "("]));
    let inner = (at + 1..hi).find(|&i| p.is(i, &["called", "named"]));
    let (end, from) = match (inner, stop) {
        (Some(i), _) => (i, i + 1),
        (None, Some(_)) => (hi, p.lead_in(hi + 1).0),
        _ => return None,
    };
    let new = p.rest(from, p.segment_end(from))?;
    Some(Frame { attribute: (at, end), new, old: None, told: Told::Holder })
}

/// "went with N as A", "N replaces O as A", "N took over as A from O", "N was appointed as A".
pub(crate) fn in_place(p: &Parts<'_, '_>, (lo, hi): Span, at: usize) -> Option<Frame> {
    let before = |words: &[&str]| (lo..at).rev().find(|&i| p.is(i, words));
    let attribute = (at + 1, (at + 1..hi).find(|&i| p.is(i, &["from", "since", "after"])).unwrap_or(hi));
    if let Some(with) = before(&["with", "on"])
        .filter(|&i| i > lo && p.is(i - 1, &["went", "going", "go", "settled", "gone", "decided"]))
    {
        return Some(Frame { attribute, new: (with + 1, at), old: None, told: Told::Value });
    }
    let verb = before(&[
        "replaces",
        "replaced",
        "replacing",
        "succeeds",
        "succeeded",
        "over",
        "appointed",
        "elected",
        "promoted",
        "hired",
    ])?;
    let over = p.is(verb, &["over"]);
    let start = if over && verb > lo { verb - 1 } else { verb };
    if over && !p.is(start, &["takes", "took", "taken", "taking"]) {
        return None;
    }
    let mut end = start;
    while end > lo && (p.be(end - 1) || crate::matching::skippable(&p.tokens[end - 1])) {
        end -= 1;
    }
    let passive = p.be(start.wrapping_sub(1)) && !over;
    if passive && p.is(verb, &["replaced", "succeeded"]) {
        return None;
    }
    let old = (verb + 1 < at && !over).then_some((verb + 1, at));
    Some(Frame { attribute, new: (lo, end), old, told: Told::Holder })
}

/// "made N the A", "N was made the A".
pub(crate) fn made(p: &Parts<'_, '_>, (lo, hi): Span, at: usize) -> Option<Frame> {
    let the =
        (at + 1..hi).find(|&i| p.is(i, &["the", "our", "my"]) || i > at + 1 && p.is(i, &["default"]))?;
    if the == at + 1 {
        let passive = at > lo && p.be(at - 1);
        let mut end = at;
        while end > lo && (p.be(end - 1) || crate::matching::skippable(&p.tokens[end - 1])) {
            end -= 1;
        }
        return passive.then_some(Frame {
            attribute: (the, hi),
            new: (lo, end),
            old: None,
            told: Told::Holder,
        });
    }
    let order = p.is(at, &["make"]) && !p.noted;
    (!order && agent(p, lo, at).is_some()).then_some(Frame {
        attribute: (the, hi),
        new: (at + 1, the),
        old: None,
        told: Told::Value,
    })
}

/// "A now stands at N", "A is down to N".
pub(crate) fn stands(p: &Parts<'_, '_>, (lo, hi): Span, at: usize) -> Option<Frame> {
    let mut end = at;
    while end > lo && (p.be(end - 1) || crate::matching::skippable(&p.tokens[end - 1])) {
        end -= 1;
    }
    let new = p.rest(at + 2, hi)?;
    Some(Frame { attribute: (lo, end), new, old: None, told: Told::Loose })
}

/// "A O → N": as many words were the old value as are the new one.
pub(crate) fn arrow(p: &Parts<'_, '_>, at: usize) -> Option<Frame> {
    let segment = p.segments.iter().find(|s| (s.lo..s.hi).contains(&at))?;
    let new = (at + 1, segment.hi);
    let words = new.1.checked_sub(new.0).filter(|n| *n > 0)?;
    if p.tokens[new.0..new.1].iter().any(|t| t.is("→")) {
        return None;
    }
    let split = at.checked_sub(words).filter(|i| *i >= segment.lo)?;
    let before = p.segments.iter().find(|s| s.hi < segment.lo + 1 && s.hi + 1 == segment.lo);
    let attribute = match before.filter(|_| split == segment.lo) {
        Some(label) if segment.lead == Lead::Colon => (label.lo, label.hi),
        // "Switch base image A => B": an order is none of the name.
        _ => {
            let order = split > segment.lo + 1
                && p.tokens[segment.lo].verb.is_some_and(|v| v.base && !v.past)
                && p.is(
                    segment.lo,
                    &[
                        "switch",
                        "change",
                        "bump",
                        "raise",
                        "lower",
                        "set",
                        "move",
                        "update",
                        "upgrade",
                        "increase",
                        "reduce",
                        "decrease",
                        "downgrade",
                        "migrate",
                        "replace",
                    ],
                );
            (segment.lo + usize::from(order), split)
        }
    };
    Some(Frame { attribute, new, old: Some((split, at)), told: Told::Value })
}

/// "A, O, was replaced by N", "A was replaced by N", "replaced A with N".
pub(crate) fn replaced(p: &Parts<'_, '_>, (lo, hi): Span, at: usize) -> Option<Frame> {
    let by = (at + 1..hi).find(|&i| p.is(i, &["by", "with", "for"]))?;
    let new = p.rest(by + 1, hi)?;
    if by > at + 1 {
        let base = p.tokens[at].verb.is_some_and(|v| v.base && !v.past);
        let attribute = (at + 1, by);
        let definite = p.is(at + 1, &["the", "my", "our"]);
        let told = agent(p, lo, at).is_some() && definite && !p.is(at, &["succeeded", "superseded"]);
        return (told && (!base || p.noted)).then_some(Frame {
            attribute,
            new,
            old: None,
            told: Told::Loose,
        });
    }
    let mut end = at;
    while end > lo && (p.be(end - 1) || crate::matching::skippable(&p.tokens[end - 1])) {
        end -= 1;
    }
    if end == at || !p.tokens[end..at].iter().any(|t| t.lemma_is("be")) {
        return None;
    }
    if end > lo {
        return Some(Frame { attribute: (lo, end), new, old: None, told: Told::Loose });
    }
    let n = p.segments.iter().position(|s| s.lo == lo)?;
    let (first, old) = (p.segments.get(n.checked_sub(2)?)?, p.segments.get(n - 1)?);
    let aside = matches!(old.lead, Lead::Comma | Lead::Aside);
    aside.then_some(Frame {
        attribute: (first.lo, first.hi),
        new,
        old: Some((old.lo, old.hi)),
        told: Told::Value,
    })
}
