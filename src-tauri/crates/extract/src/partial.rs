//! What a clause says of its value's reach right behind it: "2 replicas in each zone", "7 % for
//! books", "10 s at night", "1100 euros with heating". Such words part the key by a scope, or, where
//! they say under which condition, keep the reading from closing. Phrases that part keys of software
//! and duties wherever they stand are [`crate::condition`]'s.

use memstrata_model::ValidFromSource;
use memstrata_model::time::Precision;

use crate::candidate::is_figure;
use crate::condition;
use crate::fact::{FoundFact, FoundOp};
use crate::lexicon::{Lexicon, RelationSpec};
use crate::measure::{self, Unit};
use crate::phrase;
use crate::scene::Scene;
use crate::token::{Shape, Token};
use crate::value::ValueType;
use crate::words;

/// Weighs a sentence's facts, which are those from number `from` on.
pub(crate) fn settle(tokens: &[Token<'_>], from: usize, scene: &Scene<'_>, facts: &mut [FoundFact]) {
    for fact in facts.iter_mut().skip(from).filter(|f| f.op == FoundOp::Assert && !f.set_valued) {
        // "bump sharp to 0.34.1 for avif": why, as there is one of it.
        if matches!(fact.relation.as_str(), "version" | "latest_release" | "min_version") {
            continue;
        }
        let Some((lo, hi)) = phrase::place(tokens, fact.object_span) else { continue };
        let end = measure::measure(tokens, lo, tokens.len()).map_or(hi, |m| m.end.max(hi));
        let kind = Kind::of(tokens, (lo, end), fact);
        if conditional(tokens, end) {
            fact.closes = false;
            continue;
        }
        let counts = fact.relation == "quantity_of";
        if fact.scope.is_some() && !counts {
            continue;
        }
        let at =
            if kind.is_counted() { counted_end(tokens, end) } else { behind(tokens, end, &fact.subject) };
        if by_month(tokens, lo, fact) {
            continue;
        }
        let scope = reach(tokens, at, (kind, at > end), scene.text)
            .or_else(|| within(tokens, lo, fact, scene.text))
            .or_else(|| spell_before(tokens, lo, fact));
        let Some(scope) = scope else { continue };
        if is_own(&scope, fact) {
            continue;
        }
        fact.scope = Some(match fact.scope.take() {
            Some(noun) => format!("{noun} {scope}"),
            None => scope,
        });
    }
}

/// Whether a phrase only says again what the key is of: "12 for timeouts".
fn is_own(phrase: &str, fact: &FoundFact) -> bool {
    let last = words::singular(phrase.rsplit(' ').next().unwrap_or(phrase));
    let within = |name: &str| name.to_lowercase().split(['_', ' ']).any(|w| words::singular(w) == last);
    within(&fact.subject) || within(&fact.relation) || fact.scope.as_deref().is_some_and(within)
}

/// "opens at 9:00 in August": every year, and from no day on.
fn by_month(tokens: &[Token<'_>], lo: usize, fact: &mut FoundFact) -> bool {
    let of_day = Lexicon::built_in()
        .get(&fact.relation)
        .is_some_and(|s| matches!(s.value_type, ValueType::Time | ValueType::TimeRange));
    let monthly = fact.valid_from.as_ref().is_some_and(|d| d.precision == Precision::Month);
    if !of_day || !monthly || is_past(&tokens[..lo]) {
        return false;
    }
    let month = tokens.windows(2).position(|w| w[0].is("in") && words::is_month(&w[1].lower));
    let Some(at) = month.filter(|at| tokens.get(at + 2).is_none_or(|t| !t.has_digit())) else { return false };
    fact.scope = Some(tokens[at + 1].lower.clone());
    fact.valid_from = None;
    fact.valid_to = None;
    fact.valid_from_source = ValidFromSource::SaidAt;
    true
}

/// "My doctor for the knee is …": before the value.
fn within(tokens: &[Token<'_>], lo: usize, fact: &FoundFact, text: &str) -> Option<String> {
    let be = lo.checked_sub(1).filter(|&i| tokens[i].lemma_is("be"))?;
    let at = (be.saturating_sub(4)..be).find(|&i| tokens[i].is("for"))?;
    let own = words::is_possessive(&tokens[0].lower) && fact.subject == "user" && at > 1;
    let whole = phrase::noun_phrase_end(tokens, at + 1, be) == be;
    let idle =
        condition::is_idle(&tokens[at + 1 + usize::from(words::is_determiner(&tokens[at + 1].lower))..be]);
    let dated = measure::date_end(tokens, at + 1, be).is_some();
    (own && whole && !idle && !dated).then(|| noun(tokens, at + 1, be, text)).flatten()
}

/// "The night setting is 9 °C", "winter opening time".
fn spell_before(tokens: &[Token<'_>], lo: usize, fact: &FoundFact) -> Option<String> {
    let from = tokens.iter().position(|t| t.span.0 >= fact.span.0)?;
    let known = Lexicon::built_in().get(&fact.relation)?;
    let spell = |w: &[Token<'_>]| {
        w[0].any(&["night", "winter", "summer", "weekend", "weekday", "holiday", "daytime"])
            && w[1].shape == Shape::Word
            && (w[1].is("setting") || known.aliases.iter().any(|a| a.split(' ').any(|n| w[1].is(n))))
    };
    let at = tokens.get(from..lo)?.windows(2).position(spell)?;
    Some(tokens[from + at].lower.clone()).filter(|word| !is_own(word, fact))
}

/// Whether something past is told.
fn is_past(words: &[Token<'_>]) -> bool {
    words.iter().any(|t| t.verb.is_some_and(|v| v.past && !v.base && !v.third))
}

/// Past the subject, where it stands behind its value: "Lee owns search in Europe".
fn behind(tokens: &[Token<'_>], end: usize, subject: &str) -> usize {
    let last = subject.rsplit(' ').next().unwrap_or(subject);
    let near = tokens.iter().enumerate().skip(end).take(6);
    let found = near.take_while(|(_, t)| !t.is_punct()).find(|(_, t)| t.lower == last.to_lowercase());
    found.map_or(end, |(i, _)| i + 1)
}

/// What a value is, as far as its reach goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Money,
    /// A number of things.
    Count,
    /// "3 bikes", whose noun is the scope.
    Quantity,
    /// Any other figure or time.
    Figure,
    /// Of time or way, which "from" and "near" belong to.
    Stretch,
    /// A tool, a firm, a person.
    Name,
    /// Somebody's whereabouts, work and ties.
    Life,
}

impl Kind {
    fn of(tokens: &[Token<'_>], (lo, hi): (usize, usize), fact: &FoundFact) -> Self {
        let spec = Lexicon::built_in().get(&fact.relation);
        if fact.relation == "quantity_of" {
            return Self::Quantity;
        }
        let unit = measure::measure(tokens, lo, tokens.len()).filter(|m| m.end == hi).map(|m| m.unit);
        let known = |s: &RelationSpec| matches!(s.domain, "ops" | "api" | "dev" | "dep");
        match (spec.map(|s| s.value_type), unit) {
            (Some(ValueType::Money), _) | (_, Some(Unit::Money)) => Self::Money,
            (_, Some(Unit::Duration | Unit::Length)) if !spec.is_some_and(known) => Self::Stretch,
            (Some(ValueType::Integer | ValueType::Quantity), _) | (None, Some(Unit::None | Unit::Other)) => {
                Self::Count
            }
            (Some(kind), _) if is_figure(kind) && kind != ValueType::Address => Self::Figure,
            (None, Some(_)) => Self::Figure,
            (Some(ValueType::Product), _) => Self::Name,
            (Some(_), _)
                if spec
                    .is_some_and(|s| matches!(s.domain, "person" | "place" | "event" | "misc" | "work")) =>
            {
                Self::Life
            }
            _ => Self::Name,
        }
    }

    fn is_counted(self) -> bool {
        matches!(self, Self::Count | Self::Figure | Self::Quantity)
    }

    fn is_measure(self) -> bool {
        matches!(self, Self::Money | Self::Count | Self::Quantity | Self::Figure)
    }
}

/// "if you book early", "when it rains", "while Kim is away", right behind the value or after a few
/// words of its clause.
fn conditional(tokens: &[Token<'_>], end: usize) -> bool {
    let clause = tokens.get(end..).unwrap_or_default();
    let hit = clause
        .iter()
        .take(5)
        .take_while(|t| !t.is_punct() && !t.any(&["and", "but", "or", "so", "because", "since"]))
        .position(|t| t.any(&["if", "when", "whenever", "while", "whilst", "unless", "whenever"]));
    let Some(at) = hit else { return false };
    clause.get(at + 2).is_some() && measure::date_end(tokens, end + at + 1, tokens.len()).is_none()
}

/// Past the nouns that a number counts: "2 replicas in each zone".
fn counted_end(tokens: &[Token<'_>], end: usize) -> usize {
    let noun = |i: usize| {
        tokens
            .get(i)
            .is_some_and(|t| t.shape == Shape::Word && !phrase::is_boundary(t) && !opens(t) && !t.capital())
    };
    end + (end..end + 2).take_while(|&i| noun(i)).count()
}

/// Words that open a phrase though no boundary of noun phrases.
fn opens(t: &Token<'_>) -> bool {
    t.any(&[
        "each",
        "every",
        "online",
        "including",
        "excluding",
        "incl",
        "excl",
        "per",
        "net",
        "gross",
        "a",
        "an",
    ])
}

/// The scope that the words at `at` make.
fn reach(tokens: &[Token<'_>], at: usize, (kind, reversed): (Kind, bool), text: &str) -> Option<String> {
    let first = tokens.get(at).filter(|t| t.shape == Shape::Word)?;
    let limit = limit(tokens, at);
    let lower = first.lower.as_str();
    if kind == Kind::Money && matches!(lower, "online" | "offline" | "net" | "gross") {
        return ends(tokens, at + 1, limit).then(|| lower.to_owned());
    }
    if kind == Kind::Money && is_sum(first) {
        return ends(tokens, at + 1, limit).then(|| lower.to_owned());
    }
    let end = phrase::noun_phrase_end(tokens, at + 1, limit);
    if end == at + 1 || end > at + 5 || !ends(tokens, end, limit) {
        return None;
    }
    let head = &tokens[end - 1];
    let each = tokens[at + 1].any(&["each", "every"]);
    let noun = || noun(tokens, at + 1, end, text);
    let whole = || Some(format!("{lower} {}", noun()?));
    if is_spell(lower, &tokens[at + 1..end]) {
        let spell = noun().filter(|_| !is_past(&tokens[..at]))?;
        return Some(if words::is_weekday(&head.lower) { spell } else { words::singular(&spell) });
    }
    if measure::date_end(tokens, at + 1, limit).is_some() || head.has_digit() && end == at + 2 {
        return None;
    }
    if lower == "per" || each && matches!(lower, "in" | "for" | "on" | "at") {
        return (kind.is_measure() && !is_period(head))
            .then(|| format!("per {}", words::singular(&head.lower)));
    }
    if condition::is_whereabouts(head) && kind != Kind::Quantity {
        return None;
    }
    let led = words::is_determiner(&tokens[at + 1].lower);
    let included = kind == Kind::Money && INCLUDED.contains(&lower);
    let posted = kind == Kind::Count && head.any(&["call", "leave", "duty", "site"]);
    let sold = kind == Kind::Quantity && head.is("sale");
    if condition::is_idle(&tokens[at + 1 + usize::from(led)..end]) && !(included || posted || sold) {
        return None;
    }
    match lower {
        "for" if kind != Kind::Life && kind != Kind::Stretch && kind != Kind::Quantity => noun(),
        "on" if posted => whole(),
        "in" | "on" if kind == Kind::Count => noun(),
        "in" if kind == Kind::Name && reversed => noun(),
        _ if included && !head.any(&["effect", "regard"]) => whole(),
        "on" if kind == Kind::Name && is_device(head) => noun(),
        "with" | "without" if kind == Kind::Count => whole(),
        "near" | "behind" | "inside" | "outside" | "over" | "through" | "via" | "across" | "beyond"
            if !is_time(head) && matches!(kind, Kind::Count | Kind::Figure) =>
        {
            whole()
        }
        "from" if kind == Kind::Figure && !is_time(head) => whole(),
        "by" | "for" | "in" | "from" | "with" | "without" | "on" | "at" if kind == Kind::Quantity => whole(),
        _ => None,
    }
}

/// What a price is told with.
const INCLUDED: &[&str] =
    &["with", "without", "including", "excluding", "incl", "excl", "before", "after", "plus"];

/// What one works on.
fn is_device(head: &Token<'_>) -> bool {
    head.any(&[
        "windows", "mac", "macs", "macos", "linux", "android", "ios", "iphone", "ipad", "mobile", "desktop",
        "laptop", "phone", "tablet", "tv",
    ])
}

/// Where the clause of a value ends.
fn limit(tokens: &[Token<'_>], at: usize) -> usize {
    let ends = |t: &Token<'_>| {
        t.is_punct()
            || t.shape == Shape::Speech
            || t.any(&[
                "and", "but", "so", "or", "because", "since", "although", "though", "which", "that", "who",
                "as",
            ])
    };
    (at..tokens.len()).find(|&i| ends(&tokens[i])).unwrap_or(tokens.len())
}

/// Whether nothing that belongs to a phrase follows it.
fn ends(tokens: &[Token<'_>], end: usize, limit: usize) -> bool {
    end >= limit
        || tokens[end].any(&[
            "now",
            "again",
            "too",
            "instead",
            "nowadays",
            "only",
            "alone",
            "currently",
            "today",
        ])
        || words::is_preposition(&tokens[end].lower) && !tokens[end].is("of")
        || measure::date_end(tokens, end, limit).is_some()
}

/// The noun of a phrase, without what determines it.
fn noun(tokens: &[Token<'_>], lo: usize, hi: usize, text: &str) -> Option<String> {
    let from = (lo..hi)
        .find(|&i| !words::is_determiner(&tokens[i].lower) && !words::is_possessive(&tokens[i].lower))?;
    // "for uploading", but "without parking"
    let purpose = lo > 0 && tokens[lo - 1].is("for");
    let gerund = purpose && tokens[from].verb.is_some_and(|v| v.gerund && !v.base);
    let nobody = words::is_pronoun(&tokens[from].lower);
    (!gerund && !nobody).then(|| phrase::written(text, tokens, from, hi).0.to_lowercase())
}

/// "at night", "in winter", "on weekdays", "during the week": when it is so, time and again.
fn is_spell(prep: &str, words: &[Token<'_>]) -> bool {
    let Some(head) = words.last() else { return false };
    let season = head.any(&["winter", "summer", "spring", "autumn"]);
    match prep {
        "at" => head.any(&["night", "lunchtime", "weekends", "christmas", "peak"]) && words.len() == 1,
        "in" => {
            season && words.len() < 3 && !words[0].any(&["this", "next", "last"])
                || head.any(&["mornings", "evenings", "afternoons", "winters", "summers", "season"])
        }
        "on" => {
            head.any(&["weekends", "weekdays", "holidays", "school days"])
                || head.lower.ends_with('s') && words::is_weekday(&head.lower)
        }
        "during" => {
            season
                || head.any(&[
                    "week", "day", "term", "weekend", "weekends", "night", "holidays", "season", "semester",
                ])
        }
        _ => false,
    }
}

/// "over the weekend" tells when.
fn is_time(head: &Token<'_>) -> bool {
    is_period(head)
        || head.any(&[
            "weekend",
            "summer",
            "winter",
            "spring",
            "autumn",
            "holidays",
            "christmas",
            "easter",
            "time",
            "sprint",
            "release",
            "season",
        ])
}

/// Periods that a price is of.
fn is_period(token: &Token<'_>) -> bool {
    token.any(&["month", "year", "week", "day", "hour", "night", "minute", "second", "annum", "quarter"])
}

/// What is paid besides a thing.
fn is_sum(token: &Token<'_>) -> bool {
    token.any(&[
        "shipping",
        "postage",
        "delivery",
        "deposit",
        "tax",
        "vat",
        "insurance",
        "handling",
        "commission",
        "interest",
        "tip",
        "service",
        "installation",
        "setup",
        "registration",
    ])
}
