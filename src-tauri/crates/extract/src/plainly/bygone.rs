//! A past whose end is told: "the port was 7777 until February", "Ana worked at Acme from 2019 to 2022".
//! Its clause is read in the present; what it tells holds in its window alone.

use super::Edit;
use crate::measure;
use crate::sentence;
use crate::token::Token;

/// Verbs of states, their plain form and that of the third person.
const STATES: [(&str, &str); 26] = [
    ("live", "lives"),
    ("work", "works"),
    ("study", "studies"),
    ("own", "owns"),
    ("lead", "leads"),
    ("manage", "manages"),
    ("run", "runs"),
    ("listen", "listens"),
    ("play", "plays"),
    ("use", "uses"),
    ("have", "has"),
    ("drive", "drives"),
    ("speak", "speaks"),
    ("teach", "teaches"),
    ("coach", "coaches"),
    ("belong", "belongs"),
    ("chair", "chairs"),
    ("head", "heads"),
    ("host", "hosts"),
    ("cost", "costs"),
    ("depend", "depends"),
    ("report", "reports"),
    ("maintain", "maintains"),
    ("rent", "rents"),
    ("attend", "attends"),
    ("support", "supports"),
];

/// The verb of the past and the word in its place.
pub(super) fn find(tokens: &[Token<'_>]) -> Option<(usize, Edit)> {
    let (window, end) = (0..tokens.len()).find_map(|i| closes(tokens, i).map(|end| (i, end)))?;
    let segments = sentence::segments(tokens);
    let at = segments.iter().position(|s| (s.lo..s.hi).contains(&window))?;
    // "From 2015 to 2018, Rui led the club."
    let own = &segments[at];
    let alone = at == 0 && !sentence::has_verb(tokens, own.lo, own.hi);
    let segment = if alone { segments.get(1)? } else { own };
    let clauses = sentence::clauses(tokens, segment.lo, segment.hi);
    let (lo, hi) = *clauses.iter().find(|(a, b)| alone || (*a..*b).contains(&window))?;
    let verb = (lo..hi).find(|&i| {
        let t = &tokens[i];
        t.verb.is_some_and(|v| (v.past || v.third) && !v.base && !t.is("'s"))
    })?;
    let word = present(tokens, lo, verb)?;
    // "The port was 80 until May, now it is 90": the whole tells a change.
    if !alone && sentence::has_verb(tokens, 0, lo) || sentence::has_verb(tokens, hi, tokens.len()) {
        return None;
    }
    // "From 2015 to 2018 Rui led the club": what leads is no part of who did.
    let leads = window == 0 && end <= verb;
    let end = if leads { end + usize::from(tokens[end].is(",")) } else { 0 };
    Some((verb - end, Edit::drop(0, end).put(verb, word)))
}

/// The end of the phrase that bounds a window, where one begins here.
fn closes(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let date = |i: usize| measure::date_end(tokens, i, tokens.len()).or_else(|| year(tokens, i));
    match tokens[at].lower.as_str() {
        "until" | "till" | "til" => date(at + 1),
        "from" | "between" => date(at + 1).and_then(|end| {
            let joined = tokens.get(end).is_some_and(|t| {
                t.any(&["to", "until", "till", "through", "–", "-"])
                    || t.is("and") && tokens[at].is("between")
            });
            date(end + 1).filter(|_| joined)
        }),
        _ => None,
    }
}

fn year(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let year = tokens.get(at)?.text.parse::<u32>().ok()?;
    (1900..2100).contains(&year).then_some(at + 1)
}

/// The present form of a state of the past; none of what happened.
fn present(tokens: &[Token<'_>], lo: usize, verb: usize) -> Option<&'static str> {
    let form = tokens[verb].verb.filter(|v| v.past)?;
    let before = verb.checked_sub(1).filter(|b| *b >= lo).map(|b| &tokens[b]);
    let next = tokens.get(verb + 1);
    if form.lemma == "be" {
        // "was cancelled until June": what was done to it is no state that ended.
        let done = next.is_some_and(|t| {
            t.verb.is_some_and(|v| {
                v.participle
                    && !v.base
                    && STATES.iter().all(|(lemma, _)| *lemma != v.lemma)
                    && !matches!(v.lemma, "call" | "name" | "base" | "locate" | "keep" | "store")
            })
        });
        return match (done, tokens[verb].is("were"), before) {
            (true, ..) => None,
            (_, true, _) => Some("are"),
            (.., Some(t)) if t.is("i") => Some("am"),
            _ => Some("is"),
        };
    }
    if next.is_some_and(|t| t.is("to")) && form.lemma == "use" || before.is_some_and(|t| t.lemma_is("have")) {
        return None;
    }
    let (base, third) = STATES.iter().find(|(base, _)| *base == form.lemma)?;
    let plain = before.is_some_and(|t| t.any(&["i", "we", "they", "you"]));
    Some(if plain { base } else { third })
}
