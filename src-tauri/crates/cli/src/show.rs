//! Facts, dates and answers in words for a terminal.

use memstrata_engine::{AbsentKey, Engine, absence_in_words};
use memstrata_model::date::show_date;
use memstrata_model::view::{Column, Passage, ScoreWeights};
use memstrata_model::{ClosingRule, Fact, FactState, Instant, Precision, Source};

/// A bound of an interval, at the precision known.
pub fn bound(engine: &Engine, at: Option<Instant>, precision: Precision, open: &str) -> String {
    at.map_or_else(|| open.to_owned(), |at| show_date(at, shown(precision), engine.zone()))
}

/// Instants are shown as days: who needs the minute asks for JSON.
fn shown(precision: Precision) -> Precision {
    if precision == Precision::Instant { Precision::Day } else { precision }
}

pub fn state(state: FactState) -> &'static str {
    match state {
        FactState::Current => "current",
        FactState::Past => "past",
        FactState::Future => "not yet",
        FactState::Disputed => "disputed",
        FactState::Withdrawn => "withdrawn",
    }
}

/// A fact, and under it what makes it uncertain.
pub fn fact_lines(engine: &Engine, fact: &Fact, doubts: &[String]) -> Vec<String> {
    let line = fact_line(engine, fact);
    if doubts.is_empty() {
        return vec![line];
    }
    let told = line.strip_suffix(state(fact.state)).unwrap_or(&line);
    std::iter::once(format!("{told}uncertain"))
        .chain(doubts.iter().map(|why| format!("         {why}")))
        .collect()
}

fn fact_line(engine: &Engine, fact: &Fact) -> String {
    let scope = fact.scope.as_ref().map(|scope| format!(" [{scope}]")).unwrap_or_default();
    format!(
        "{:<8} {} · {}{scope}: {}  {} → {}  {}",
        fact.id,
        fact.subject,
        fact.relation,
        fact.object,
        bound(engine, fact.valid_from, fact.precision, "unknown"),
        bound(engine, fact.valid_to, Precision::Day, "∞"),
        state(fact.state)
    )
}

/// Why a key has no value.
pub fn absence(engine: &Engine, absent: &AbsentKey) -> String {
    absence_in_words(absent, engine.zone())
}

pub fn source_line(engine: &Engine, source: &Source) -> String {
    let place =
        source.locator.clone().or_else(|| source.author.clone()).unwrap_or_else(|| source.kind.clone());
    let text = source.text.as_deref().unwrap_or(memstrata_model::FORGOTTEN);
    format!("{} {place}: {}", show_date(source.occurred_at, Precision::Day, engine.zone()), text.trim())
}

/// What became of an answer's value by the time asked about, beside the temporal answer.
pub fn mark(engine: &Engine, column: &Column, temporal: &Column) -> String {
    let day = |until| show_date(until, Precision::Day, engine.zone());
    let stale = column.is_stale_beside(temporal);
    match (column.state, column.until) {
        (Some(FactState::Past), Some(until)) if stale => format!("STALE, was true until {}", day(until)),
        (Some(FactState::Past), None) if stale => "STALE".to_owned(),
        (Some(FactState::Past), Some(until)) => format!("past, until {}", day(until)),
        (Some(FactState::Past), None) => "past".to_owned(),
        (Some(FactState::Withdrawn), _) => "WITHDRAWN".to_owned(),
        (Some(FactState::Future), _) => "NOT YET TRUE".to_owned(),
        (Some(FactState::Disputed), _) => "disputed".to_owned(),
        (Some(FactState::Current), _) => "current".to_owned(),
        (None, _) => String::new(),
    }
}

/// The explanation of an answer, after it what makes the value uncertain.
pub fn explanation(column: &Column) -> String {
    let doubts = column.uncertain.iter().map(|doubt| format!(" {doubt}."));
    std::iter::once(column.explanation.clone()).chain(doubts).collect()
}

/// "1 entry", "2 entries".
pub fn counted(number: usize, noun: &str) -> String {
    let plural = match noun.strip_suffix('y') {
        _ if number == 1 => noun.to_owned(),
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ if noun.ends_with("sh") => format!("{noun}es"),
        _ => format!("{noun}s"),
    };
    format!("{number} {plural}")
}

/// Why an interval stops where it does, in words.
pub fn closing(rule: ClosingRule) -> &'static str {
    match rule {
        ClosingRule::StatedEnd => "its end was stated",
        ClosingRule::Observed => "seen until then; what came after is not known",
        ClosingRule::Ended => "it ended",
        ClosingRule::LaterValidTime => "another value began",
    }
}

/// Passages that are shown under "I do not know".
const NEAREST: usize = 3;

/// The passages under an answer: the one that tells it, or the nearest where nothing does; all of
/// them where that is asked for.
pub fn evidence(engine: &Engine, column: &Column, all: bool) -> Vec<String> {
    let tells = |passage: &&Passage| column.rests_on.contains(&passage.episode);
    let own: Vec<&Passage> = column.passages.iter().filter(tells).collect();
    let shown: Vec<&Passage> = match (all, column.abstained) {
        (true, _) => column.passages.iter().chain(&column.left_out).collect(),
        (false, true) => column.passages.iter().take(NEAREST).collect(),
        (false, false) if own.is_empty() => column.passages.iter().take(1).collect(),
        (false, false) => own.into_iter().take(1).collect(),
    };
    let heading = (column.abstained && !shown.is_empty()).then(|| "Nearest, and no answer:".to_owned());
    heading
        .into_iter()
        .chain(shown.into_iter().map(|passage| {
            let score = if all { score_in_words(passage, column.weights) } else { String::new() };
            format!("{}{score}", passage_line(engine, passage))
        }))
        .collect()
}

/// A score and what it is made of, as the formula has it.
fn score_in_words(passage: &Passage, weights: Option<ScoreWeights>) -> String {
    match (passage.score_parts, weights) {
        (Some(parts), Some(weights)) => format!(
            "  (score {:.2} = ({}×{:.2} recency + {}×{:.2} importance + {}×{:.2} similarity) × {:.2} gate × {:.2} freshness)",
            passage.score,
            weights.recency,
            parts.recency,
            weights.importance,
            parts.importance,
            weights.similarity,
            parts.similarity,
            parts.gate,
            parts.freshness
        ),
        _ => format!("  (similarity {:.2})", passage.score),
    }
}

/// A passage with its date and place, and when what it tells was over.
fn passage_line(engine: &Engine, passage: &Passage) -> String {
    let day = |at: Instant| show_date(at, Precision::Day, engine.zone());
    let place = passage.locator.as_ref().or(passage.author.as_ref()).unwrap_or(&passage.kind);
    let over = passage.facts.iter().filter_map(|fact| match (fact.state, fact.valid_to) {
        (FactState::Past, Some(until)) => Some(format!("{} until {}", fact.object, day(until))),
        (FactState::Withdrawn, _) => Some(format!("{} withdrawn", fact.object)),
        _ => None,
    });
    let again = match passage.support {
        0 | 1 => None,
        2 => Some("1 more text says the same".to_owned()),
        count => Some(format!("{} say the same", counted(count as usize - 1, "more text"))),
    };
    let marks: Vec<String> = over.chain(passage.marks.iter().cloned()).chain(again).collect();
    let marks = if marks.is_empty() { String::new() } else { format!("  [{}]", marks.join("; ")) };
    let reason = passage.reason.as_ref().map(|reason| format!("  (left out: {reason})")).unwrap_or_default();
    format!("  {} {place}: {}{marks}{reason}", day(passage.occurred_at), passage.text.trim())
}

/// Two texts beside each other, wrapped to a width.
pub fn side_by_side(left: &str, right: &str, width: usize) -> String {
    let (left, right) = (wrap(left, width), wrap(right, width));
    let mut out = String::new();
    for i in 0..left.len().max(right.len()) {
        let blank = String::new();
        let (l, r) = (left.get(i).unwrap_or(&blank), right.get(i).unwrap_or(&blank));
        let pad = width.saturating_sub(l.chars().count());
        out.push_str(&format!("  {l}{} │ {r}\n", " ".repeat(pad)));
    }
    out
}

fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::{counted, side_by_side};

    #[test]
    fn what_is_counted_has_its_number() {
        let counted: Vec<String> =
            [(1, "entry"), (2, "entry"), (0, "key"), (2, "hash"), (1, "hash"), (3, "text")]
                .into_iter()
                .map(|(number, noun)| counted(number, noun))
                .collect();
        assert_eq!(counted, ["1 entry", "2 entries", "0 keys", "2 hashes", "1 hash", "3 texts"]);
    }

    #[test]
    fn columns_keep_their_width() {
        let shown = side_by_side("one two three four", "five", 9);
        assert_eq!(shown, "  one two   │ five\n  three     │ \n  four      │ \n");
    }
}
