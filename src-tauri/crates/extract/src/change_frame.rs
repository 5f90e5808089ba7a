//! The forms in which a change of one attribute is told: what changed, what it is now, what it was.
//! A form only parts the words ("the A was raised from O to N"); whether A is an attribute and N its
//! value is [`crate::restate`]'s to say.

use crate::change_form::{
    a_new, arrow, becomes, been, in_place, made, not_any_more, replaced, stands, used_to_be, was_until,
};
use crate::sentence::{self, Segment};
use crate::token::{Shape, Token};
use crate::words;

pub(crate) type Span = (usize, usize);

/// The parts of a told change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    /// The words for what changed.
    pub attribute: Span,
    pub new: Span,
    pub old: Option<Span>,
    pub told: Told,
}

/// How much the form says of what changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// One value made way for another: only an attribute changes so.
    Value,
    /// "moved", "went", "was set": a thing does so as well.
    Loose,
    /// "migrated", "converted": mostly the thing itself, from one place or form to another.
    Moved,
    /// A name in the place of another: "N took over as A".
    Holder,
}

/// A sentence with its clauses.
pub(crate) struct Parts<'s, 'a> {
    pub tokens: &'s [Token<'a>],
    pub segments: &'s [Segment],
    clauses: Vec<Span>,
    /// Orders are reports here ("Set the limit to 5" in a commit).
    pub noted: bool,
}

impl<'s, 'a> Parts<'s, 'a> {
    pub fn new(tokens: &'s [Token<'a>], segments: &'s [Segment], noted: bool) -> Self {
        let clauses = segments.iter().flat_map(|s| sentence::clauses(tokens, s.lo, s.hi)).collect::<Vec<_>>();
        Parts { tokens, segments, clauses, noted }
    }

    pub fn clause(&self, at: usize) -> Option<Span> {
        self.clauses.iter().copied().find(|(lo, hi)| (*lo..*hi).contains(&at))
    }

    /// The end of the segment that `at` is in, whatever clauses part it.
    pub fn segment_end(&self, at: usize) -> usize {
        self.segments.iter().find(|s| (s.lo..s.hi).contains(&at)).map_or(self.tokens.len(), |s| s.hi)
    }

    pub fn is(&self, at: usize, words: &[&str]) -> bool {
        self.tokens.get(at).is_some_and(|t| t.any(words))
    }

    /// Past punctuation, "and", "but", "now", "it's": where the new value begins, and whether words
    /// say that it is one.
    pub fn lead_in(&self, from: usize) -> (usize, bool) {
        let (mut at, mut now) = (from, false);
        while let Some(token) = self.tokens.get(at) {
            let joint = token.is_punct() && token.any(&[",", ";", "-", "—", "–", "--", "."]);
            let verb = token.any(&["is", "'s", "are", "'re"]);
            if token.any(&["now", "but", "rather", "nowadays", "today", "since"]) {
                now = true;
            } else if !(joint
                || verb
                || token.any(&["and", "it", "that", "they", "these", "days", "then", "instead", "currently"]))
            {
                break;
            }
            at += 1;
        }
        (at, now)
    }

    /// The words from `from` to the end of the clause or segment, without a closing "now".
    pub fn rest(&self, from: usize, limit: usize) -> Option<Span> {
        let mut hi = limit.min(self.segment_end(from));
        while hi > from && self.is(hi - 1, &["now", "instead", "already", "finally"]) {
            hi -= 1;
        }
        // "from now on", "as of today"
        if hi > from + 3
            && self.is(hi - 1, &["on"])
            && self.is(hi - 2, &["now"])
            && self.is(hi - 3, &["from"])
        {
            hi -= 3;
        }
        (from < hi).then_some((from, hi))
    }

    pub fn be(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|t| t.lemma_is("be"))
    }
}

/// Verbs of which only a value is the subject or object where "to N" follows.
fn alters(word: &str) -> Option<Told> {
    match word {
        "changed" | "raised" | "lowered" | "increased" | "decreased" | "reduced" | "bumped" | "adjusted"
        | "updated" | "reset" | "doubled" | "halved" | "tripled" | "tightened" | "loosened" | "extended"
        | "shortened" | "upped" | "dialled" | "dialed" | "cranked" | "rescheduled" | "postponed"
        | "altered" | "amended" | "corrected" | "revised" | "slashed" | "trimmed" | "relaxed" | "nudged"
        | "change" | "raise" | "lower" | "increase" | "decrease" | "reduce" | "bump" | "adjust"
        | "update" | "extend" | "shorten" | "reschedule" | "postpone" | "revise" | "changes" => {
            Some(Told::Value)
        }
        "moved" | "switched" | "set" | "went" | "gone" | "shifted" | "cut" | "pushed" | "brought" | "put"
        | "dropped" | "rose" | "risen" | "fell" | "fallen" | "grew" | "grown" | "climbed" | "slipped"
        | "renamed" | "reassigned" | "turned" | "reverted" | "jumped" | "got" | "switch" | "move"
        | "rename" | "push" | "shift" | "redirected" | "pointed" => Some(Told::Loose),
        "handed" | "passed" | "ceded" => Some(Told::Holder),
        "migrated" | "migrate" | "ported" | "port" | "converted" | "convert" | "transferred"
        | "relocated" => Some(Told::Moved),
        _ => None,
    }
}

/// Whether a word can be that of a told change; most sentences have none.
pub(crate) fn tells(token: &Token<'_>) -> bool {
    token.any(&[
        "become",
        "became",
        "becomes",
        "used",
        "was",
        "were",
        "been",
        "longer",
        "not",
        "n't",
        "new",
        "different",
        "another",
        "as",
        "replaced",
        "superseded",
        "succeeded",
        "replace",
        "swapped",
        "made",
        "make",
        "stands",
        "sits",
        "stays",
        "up",
        "down",
        "back",
        "→",
    ]) || alters(&token.lower).is_some()
}

/// The changes that a sentence tells.
pub(crate) fn frames(p: &Parts<'_, '_>) -> Vec<Frame> {
    let mut out = Vec::new();
    for at in 0..p.tokens.len() {
        let token = &p.tokens[at];
        if token.is("→") {
            out.extend(arrow(p, at));
        }
        if !matches!(token.shape, Shape::Word) {
            continue;
        }
        let Some(clause) = p.clause(at) else { continue };
        let found = match token.lower.as_str() {
            "become" | "became" | "becomes" => becomes(p, clause, at),
            "used" if p.is(at + 1, &["to"]) && p.is(at + 2, &["be"]) => used_to_be(p, clause, at),
            "was" | "were" if at > clause.0 => was_until(p, clause, at),
            "been" if at > clause.0 + 1 && p.is(at - 1, &["has", "have", "'ve", "'s"]) => been(p, clause, at),
            "longer" if at > clause.0 + 1 && p.is(at - 1, &["no"]) && p.be(at - 2) => {
                not_any_more(p, clause.0, at - 2, at + 1)
            }
            "not" | "n't" if at > clause.0 && p.be(at - 1) && p.is(at - 1, &["is", "are", "'s"]) => {
                not_any_more(p, clause.0, at - 1, at + 1)
            }
            "new" | "different" | "another" => a_new(p, clause, at),
            "as" => in_place(p, clause, at),
            "replaced" | "superseded" | "succeeded" | "replace" | "swapped" => replaced(p, clause, at),
            "made" | "make" => made(p, clause, at),
            "stands" | "sits" | "stays" if p.is(at + 1, &["at"]) => stands(p, clause, at),
            "up" | "down" if at > clause.0 && p.be(at - 1) && p.is(at + 1, &["to"]) => stands(p, clause, at),
            "up" | "down" | "back" if p.is(at + 1, &["to"]) => verbless(p, clause, at),
            _ => None,
        };
        out.extend(found);
        if let Some(told) = alters(&token.lower) {
            out.extend(
                altered(p, clause, at, told)
                    .or_else(|| announced(p, clause, at))
                    .or_else(|| made_known(p, clause, at)),
            );
        }
    }
    out.retain(|f| {
        let whole = |s: Span| s.0 < s.1 && s.1 <= p.tokens.len();
        whole(f.attribute) && whole(f.new) && f.old.is_none_or(whole)
    });
    out
}

/// "A was raised from O to N", "I changed A to N".
fn altered(p: &Parts<'_, '_>, (lo, hi): Span, at: usize, told: Told) -> Option<Frame> {
    let to =
        (at + 1..hi).find(|&i| p.is(i, &["to", "into", "till", "onto"]) && !p.is(i + 1, &["be", "to"]))?;
    let from = (at + 1..to).find(|&i| p.is(i, &["from", "off"])).unwrap_or(to);
    let mut after = at + 1;
    while after < from
        && (p.is(after, &["up", "down", "back", "over", "out", "all", "in", "half"])
            || p.tokens[after].is_punct()
            || words::is_adverb(&p.tokens[after].lower))
    {
        after += 1;
    }
    let old = (from < to).then_some((from + 1, to));
    // A thing is renamed, unless it is its value that was one name and is another.
    if old.is_none() && p.is(at, &["renamed", "rename"]) {
        return None;
    }
    let new = p.rest(to + 1, hi)?;
    if after >= from {
        let mut end = at;
        while end > lo
            && (p.be(end - 1)
                || crate::matching::skippable(&p.tokens[end - 1])
                || p.is(end - 1, &["got", "gets"]))
        {
            end -= 1;
        }
        return Some(Frame { attribute: (lo, end), new, old, told });
    }
    // "Tom changed A to N": somebody who speaks, is named, or is left out of a note.
    let base = p.tokens[at].verb.is_some_and(|v| v.base && !v.past);
    let agent = agent(p, lo, at)?;
    if base && (!p.noted || !agent.is_empty()) || agent.len() > 4 {
        return None;
    }
    Some(Frame { attribute: (after, from), new, old, told })
}

/// Who did it, where a speaker, a name or nobody; `None` where a thing or a stranger did.
pub(crate) fn agent<'s, 'a>(p: &'s Parts<'_, 'a>, lo: usize, at: usize) -> Option<&'s [Token<'a>]> {
    let mut end = at;
    while end > lo
        && (crate::matching::skippable(&p.tokens[end - 1]) || words::is_filler(&p.tokens[end - 1].lower))
    {
        end -= 1;
    }
    let mut from = lo;
    while from < end && (words::is_filler(&p.tokens[from].lower) || words::is_adverb(&p.tokens[from].lower)) {
        from += 1;
    }
    let agent = &p.tokens[from..end];
    let speaks = |t: &Token<'_>| t.any(&["i", "we", "they", "someone", "somebody"]);
    let own = agent.first().is_some_and(|t| t.any(&["my", "the"])) && agent.len() == 2 && {
        let last = &agent[1];
        crate::person::is_person_noun(&last.lower) || crate::person::is_kin(&last.lower)
    };
    let named = agent.len() <= 2
        && agent.iter().all(|t| t.capital() && t.shape == Shape::Word && !words::is_determiner(&t.lower));
    (agent.is_empty() || agent.len() == 1 && speaks(&agent[0]) || own || named).then_some(agent)
}

/// "batch size back down to N": a note without a verb.
fn verbless(p: &Parts<'_, '_>, (lo, hi): Span, at: usize) -> Option<Frame> {
    let mut end = at;
    while end > lo
        && (p.is(end - 1, &["back", "up", "down"]) || crate::matching::skippable(&p.tokens[end - 1]))
    {
        end -= 1;
    }
    let nouns = end > lo
        && p.tokens[lo..end].iter().all(|t| {
            t.verb.is_none_or(|v| v.base && !v.past)
                && !words::is_pronoun(&t.lower)
                && !words::is_preposition(&t.lower)
        });
    let new = p.rest(at + 2, hi).filter(|_| nouns)?;
    Some(Frame { attribute: (lo, end), new, old: None, told: Told::Value })
}

/// "We've revised A: N", "I changed my A, it's N now".
fn made_known(p: &Parts<'_, '_>, (lo, hi): Span, at: usize) -> Option<Frame> {
    let base = p.tokens[at].verb.is_some_and(|v| v.base && !v.past);
    if base || at + 1 >= hi || agent(p, lo, at).is_none() || p.be(at.wrapping_sub(1)) {
        return None;
    }
    let stop = p.tokens.get(hi).filter(|t| t.is_punct())?;
    let colon = stop.any(&[":", "-", "—", "–", "--"]);
    let (from, now) = p.lead_in(hi + 1);
    let said = p.is(from.wrapping_sub(1), &["is", "'s", "are"]) && from > hi + 1;
    let mut new = p.rest(from, p.segment_end(from)).filter(|_| colon || said || now)?;
    // "it's V now"
    while new.1 > new.0 + 1 && p.is(new.1 - 1, &["now", "nowadays", "today"]) {
        new.1 -= 1;
    }
    let whole = crate::phrase::noun_phrase_end(p.tokens, at + 1, hi) == hi;
    let named = !p.tokens[new.0..new.1].iter().any(|t| t.verb.is_some_and(|v| v.third || v.lemma == "be"));
    (whole && named).then_some(Frame { attribute: (at + 1, hi), new, old: None, told: Told::Value })
}

/// "A changed: N", "A has changed, it's N".
fn announced(p: &Parts<'_, '_>, (lo, hi): Span, at: usize) -> Option<Frame> {
    let alone = p.is(
        at,
        &[
            "changed",
            "updated",
            "switched",
            "moved",
            "renamed",
            "revised",
            "raised",
            "lowered",
            "extended",
            "corrected",
        ],
    );
    if at + 1 != hi || !alone || at == lo {
        return None;
    }
    let mut from = hi;
    while p.tokens.get(from).is_some_and(Token::is_punct) {
        from += 1;
    }
    let colon = p.is(hi, &[":", "-", "—", "–", "--"]);
    let (from, _) = p.lead_in(from);
    let told = colon || p.is(from.wrapping_sub(1), &["is", "'s"]);
    let new = p.rest(from, p.segment_end(from)).filter(|_| told)?;
    let mut end = at;
    while end > lo && (p.be(end - 1) || crate::matching::skippable(&p.tokens[end - 1])) {
        end -= 1;
    }
    Some(Frame { attribute: (lo, end), new, old: None, told: Told::Value })
}
