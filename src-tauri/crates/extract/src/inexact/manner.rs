//! How a figure is told: the words right before and after it.

use super::amount::Amount;
use super::marks::{COMPARED, DEGREES, LEADS, Mark, OWN_DEGREES, SUMS, TAILS};
use crate::fact::FoundFact;
use crate::lexicon::RelationSpec;
use crate::measure;
use crate::phrase;
use crate::token::{Shape, Token};
use crate::value::ValueType;
use crate::words;

/// What a figure is to its key.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Manner {
    About,
    Bounds(Bounds),
    /// What a value grew by, is a part of, or was before: not the value.
    Part,
}

/// Where a value lies.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bounds {
    pub(super) low: Option<Amount>,
    high: Option<Amount>,
    /// Whether the bound itself is none of the values.
    strict: bool,
    pub(super) range: bool,
    /// The words that tell it.
    pub(super) span: (usize, usize),
}

impl Bounds {
    /// Whether a held value lies within.
    pub(super) fn hold(&self, held: &Amount) -> bool {
        let over = |b: &Amount| held.number > b.number || !self.strict && held.number >= b.number;
        let under = |b: &Amount| held.number < b.number || !self.strict && held.number <= b.number;
        let kind = |b: &Option<Amount>| b.as_ref().is_none_or(|b| b.is_of_kind(held));
        kind(&self.low)
            && kind(&self.high)
            && self.low.as_ref().is_none_or(over)
            && self.high.as_ref().is_none_or(under)
    }
}

/// How the figure at `lo..hi` is told; none where it is plainly the value.
pub(super) fn read(
    tokens: &[Token<'_>],
    (lo, hi): (usize, usize),
    fact: &FoundFact,
    spec: Option<&RelationSpec>,
) -> Option<Manner> {
    let first = &tokens[lo];
    let whole = measure::measure(tokens, lo, tokens.len());
    if whole.is_none() && !glued_range(first.text) && spec.is_none_or(|s| s.value_type != ValueType::Time) {
        return None;
    }
    if is_former(tokens, fact, lo) || is_degree(tokens, lo, fact) || is_sum(tokens, lo, fact) {
        return Some(Manner::Part);
    }
    if let Some(range) = range(tokens, (lo, hi), fact) {
        return Some(Manner::Bounds(range));
    }
    let own = || Amount::of(&fact.relation, first_figure(&fact.object));
    let (mark, from, to) = marked(tokens, (lo, hi), fact, whole.map_or(hi, |m| m.end))?;
    let bounds = |low: bool, strict: bool| {
        let amount = own()?;
        let (low, high) = if low { (Some(amount), None) } else { (None, Some(amount)) };
        Some(Manner::Bounds(Bounds { low, high, strict, range: false, span: (from, to) }))
    };
    match mark {
        Mark::About => Some(Manner::About),
        Mark::Part => Some(Manner::Part),
        Mark::Least => bounds(true, false),
        Mark::Above => bounds(true, true),
        Mark::Most => bounds(false, false),
        Mark::Below => bounds(false, true),
    }
}

/// "5+", "≥2" without their marks.
fn first_figure(object: &str) -> &str {
    object.trim_start_matches(['≥', '≤', '<', '>', '=', ' ']).trim_end_matches('+')
}

/// The mark at a figure, and the words from it to the figure's end or from the figure to its end.
fn marked(
    tokens: &[Token<'_>],
    (lo, hi): (usize, usize),
    fact: &FoundFact,
    measured: usize,
) -> Option<(Mark, usize, usize)> {
    let own = tokens[lo].text;
    let glued = match own.chars().next()? {
        '~' | '≈' => Some(Mark::About),
        '<' => Some(if own.starts_with("<=") { Mark::Most } else { Mark::Below }),
        '>' => Some(if own.starts_with(">=") { Mark::Least } else { Mark::Above }),
        '≥' => Some(Mark::Least),
        '≤' => Some(Mark::Most),
        _ if own.ends_with('+') => Some(Mark::Least),
        _ if own.ends_with("ish") => Some(Mark::About),
        _ => None,
    };
    if let Some(mark) = glued {
        return Some((mark, lo, hi));
    }
    let mut before = lo;
    while before > 0 && tokens[before - 1].any(&["the", "a", "an", "just", "only", "now", "well"]) {
        before -= 1;
    }
    // Whatever follows the figure: its unit, and the noun that it counts.
    let mut after = measured.max(hi);
    for _ in 0..2 {
        let counted = tokens
            .get(after)
            .is_some_and(|t| t.shape == Shape::Word && !phrase::is_boundary(t) && !is_tail(tokens, after));
        after += usize::from(counted);
    }
    let tail = [measured.max(hi), after].into_iter().find_map(|at| tail(tokens, at));
    // "more or less 30", but "20 or less" ends with its mark.
    if let Some((mark, end)) = tail {
        return Some((mark, lo, end));
    }
    if let Some((mark, from)) = lead(&tokens[..before]) {
        let taken =
            from > 0 && tokens[from].is("over") && tokens[from - 1].verb.is_some_and(|v| takes_over(v.lemma));
        return (!taken).then_some((mark, from, hi));
    }
    up_to(tokens, before, fact)
        .map(|from| (Mark::Most, from, hi))
        .or_else(|| from_price(tokens, before, measured).map(|from| (Mark::Least, from, hi)))
}

fn takes_over(lemma: &str) -> bool {
    matches!(lemma, "take" | "hand" | "carry" | "roll" | "turn" | "move" | "pass" | "switch" | "go" | "come")
}

fn lead(before: &[Token<'_>]) -> Option<(Mark, usize)> {
    let last = before.last()?;
    LEADS.iter().filter(|(words, _)| last.is(words[words.len() - 1])).find_map(|(words, mark)| {
        let from = before.len().checked_sub(words.len())?;
        before[from..].iter().zip(*words).all(|(t, w)| t.is(w)).then_some((*mark, from))
    })
}

fn tail(tokens: &[Token<'_>], at: usize) -> Option<(Mark, usize)> {
    let first = tokens.get(at)?;
    let phrase = TAILS.iter().find(|(words, _)| {
        tokens.get(at..at + words.len()).is_some_and(|found| found.iter().zip(*words).all(|(t, w)| t.is(w)))
    });
    if let Some((words, mark)) = phrase {
        return Some((*mark, at + words.len()));
    }
    let off = first.is("off") && tokens[..at].last().is_some_and(is_money_or_percent);
    (off || first.any(COMPARED)).then_some((Mark::Part, at + 1))
}

fn is_tail(tokens: &[Token<'_>], at: usize) -> bool {
    tokens[at].any(COMPARED) || TAILS.iter().any(|(words, _)| tokens[at].is(words[0]))
}

fn is_money_or_percent(token: &Token<'_>) -> bool {
    let unit = measure::split_number(token.text).map_or(token.text, |(_, unit)| unit);
    matches!(measure::unit_class(unit), measure::Unit::Money | measure::Unit::Percent)
}

/// "up to 20" of what is so; "scaled up to 20", "goes up to 835" tell where a value went.
/// What is counted and "is up to 14" has grown to it.
fn up_to(tokens: &[Token<'_>], at: usize, fact: &FoundFact) -> Option<usize> {
    let from = at.checked_sub(2)?;
    if !(tokens[from].is("up") && tokens[from + 1].is("to")) {
        return None;
    }
    let verb = tokens[..from].iter().rev().take(3).find(|t| t.verb.is_some() && !t.capital())?;
    let v = verb.verb?;
    let moves =
        DEGREES.contains(&v.lemma) || matches!(v.lemma, "crank" | "turn" | "back" | "set" | "add" | "get");
    let stative = !moves || v.lemma == "scale" && v.third && !v.past;
    let counted = matches!(fact.relation.as_str(), "quantity_of" | "headcount" | "coverage" | "metric");
    let stative = stative && !(v.lemma == "be" && counted);
    stative.then_some(from)
}

/// "from 12 euros", "starting at 12 euros" of a price.
fn from_price(tokens: &[Token<'_>], at: usize, measured: usize) -> Option<usize> {
    let from = at.checked_sub(1)?;
    let starts = from > 0 && tokens[from].any(&["at", "from"]) && tokens[from - 1].lemma_is("start");
    let money = tokens[at..measured.min(tokens.len())].iter().any(is_money_or_percent);
    let goes_on = tokens.get(measured).is_some_and(|t| t.any(&["to", "→", "-", "–", "until"]));
    let told = tokens[..from].last().is_some_and(|t| {
        t.lemma_is("cost")
            || t.lemma_is("be")
            || t.any(&["available", "price", "prices", "priced", "tickets"])
    });
    if starts && money {
        return Some(from - 1);
    }
    (tokens[from].is("from") && money && !goes_on && told).then_some(from)
}

/// "3-5", "20–30" in one word.
fn glued_range(text: &str) -> bool {
    split_range(text).is_some()
}

fn split_range(text: &str) -> Option<(&str, &str)> {
    let at = text.find(['-', '–'])?;
    let (low, high) = (&text[..at], text[at..].trim_start_matches(['-', '–']));
    let number = |s: &str| {
        s.starts_with(|c: char| c.is_ascii_digit())
            && measure::split_number(s).is_some_and(|(_, u)| u.len() < 4)
    };
    let counts = |s: &str| s.trim_end_matches(|c: char| !c.is_ascii_digit()).parse::<f64>().ok();
    (number(low) && number(high) && !high.contains(['-', '–']) && counts(low)? < counts(high)?)
        .then_some((low, high))
}

/// "2 to 8", "between 2 and 8", "from 2 to 8 s", "3-5".
fn range(tokens: &[Token<'_>], (lo, hi): (usize, usize), fact: &FoundFact) -> Option<Bounds> {
    let amount = |text: &str| Amount::of(&fact.relation, text);
    if let Some((low, high)) = split_range(tokens[lo].text) {
        let (low, high) = (amount(low)?, amount(high)?);
        return Some(Bounds { low: Some(low), high: Some(high), strict: false, range: true, span: (lo, hi) });
    }
    let lo = lower_end(tokens, lo);
    let end = measure::measure(tokens, lo, tokens.len()).map_or(hi, |m| m.end);
    let between = lo > 0 && tokens[lo - 1].is("between");
    let joint = tokens.get(end)?;
    if !(joint.any(&["to", "–", "-", "—"]) || joint.is("till") || between && joint.is("and")) {
        return None;
    }
    // "went from 30 to 60" tells of a change, and so does "cut 30 to 20".
    if joint.is("to") && is_change(&tokens[..lo]) {
        return None;
    }
    let to = measure::measure(tokens, end + 1, tokens.len())?;
    let text = |a: usize, b: usize| tokens[a..b].iter().map(|t| t.text).collect::<Vec<_>>().join(" ");
    let high = amount(&text(end + 1, to.end))?;
    let low = amount(&text(lo, end))?.in_unit_of(&high);
    let low = if low.is_of_kind(&high) {
        scaled(low, &text(lo, end), &text(end + 1, to.end), &amount)
    } else {
        low
    };
    (low.number < high.number).then(|| Bounds {
        low: Some(low),
        high: Some(high),
        strict: false,
        range: true,
        span: (lo - usize::from(between), to.end),
    })
}

/// Whether what stands before "30 to 60" tells that a value went so far.
fn is_change(before: &[Token<'_>]) -> bool {
    let moves = |t: &Token<'_>| t.verb.is_some_and(|v| DEGREES.contains(&v.lemma)) && !t.is("scales");
    let lies = |t: &Token<'_>| {
        t.verb.is_some_and(|v| matches!(v.lemma, "be" | "take" | "cost" | "last" | "range" | "vary" | "need"))
            || t.is("anywhere")
    };
    let from = before.last().is_some_and(|t| t.is("from"));
    before.iter().any(moves) || from && !before.iter().rev().nth(1).is_some_and(lies)
}

/// Where a range begins whose upper figure stands at `at`.
fn lower_end(tokens: &[Token<'_>], at: usize) -> usize {
    let joined = at > 1 && tokens[at - 1].any(&["to", "and", "–", "-", "—"]);
    let starts = |i: usize| {
        measure::measure(tokens, i, tokens.len()).is_some_and(|m| m.end == at - 1)
            && (tokens[at - 1].is("and") == (i > 0 && tokens[i - 1].is("between")))
    };
    [2, 3].into_iter().filter(|_| joined).filter_map(|n| at.checked_sub(n)).find(|i| starts(*i)).unwrap_or(at)
}

/// "2 to 3 min": the lower figure is of the unit of the higher.
fn scaled(low: Amount, bare: &str, high: &str, amount: &impl Fn(&str) -> Option<Amount>) -> Amount {
    let unit =
        high.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '€' | '$' | '£'));
    let figures = bare.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b','));
    if !figures || unit.trim().is_empty() {
        return low;
    }
    amount(&format!("{bare} {}", unit.trim())).unwrap_or(low)
}

/// "originally cost 20": what was so once.
fn is_former(tokens: &[Token<'_>], fact: &FoundFact, lo: usize) -> bool {
    let from = tokens.iter().position(|t| t.span.0 >= fact.span.0).unwrap_or(0);
    let words = tokens.get(from..lo).unwrap_or_default();
    let once = words.iter().any(|t| t.any(&["originally", "initially", "formerly"]));
    once && words.iter().any(|t| t.verb.is_some_and(|v| v.past && !v.third)) && fact.valid_from.is_none()
}

/// "raised by 100 euros", "rose 5 %", "went up 100 euros".
fn is_degree(tokens: &[Token<'_>], lo: usize, fact: &FoundFact) -> bool {
    let Some(last) = lo.checked_sub(1).map(|i| &tokens[i]) else { return false };
    let named = |lemma: &str| fact.relation.split(['_', ' ']).any(|w| w == lemma);
    let from = tokens.iter().position(|t| t.span.0 >= fact.span.0).unwrap_or(0).min(lo);
    let words = &tokens[from..lo];
    let of_degree = |t: &Token<'_>| t.verb.is_some_and(|v| DEGREES.contains(&v.lemma) && !named(v.lemma));
    if last.is("by") {
        return words.iter().any(of_degree);
    }
    let moved = words.len() > 1 && of_degree(&words[words.len() - 2]);
    if last.any(&["up", "down"]) {
        return moved;
    }
    last.verb.is_some_and(|v| {
        (v.past || v.third || v.participle) && OWN_DEGREES.contains(&v.lemma) && !named(v.lemma)
    })
}

/// "a deposit of 10 euros", "2000 euros deposit".
fn is_sum(tokens: &[Token<'_>], lo: usize, fact: &FoundFact) -> bool {
    let Some(at) = lo.checked_sub(2) else { return false };
    tokens[at + 1].is("of") && tokens[at].any(SUMS) && {
        let noun = words::singular(&tokens[at].lower);
        !fact.relation.to_lowercase().contains(&noun) && !fact.subject.to_lowercase().contains(&noun)
    }
}
