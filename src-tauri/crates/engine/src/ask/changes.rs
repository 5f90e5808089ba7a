//! "What changed in March?", "what's new since Monday?": the values that began or ended in a period,
//! key by key, old and new, with their days. A question that names what changed ("the port") is not
//! one of these; one that names only the thing ("what changed about the relay?") is, of its keys.

use std::collections::BTreeMap;

use memstrata_extract::query::stems;
use memstrata_ledger::Moment;
use memstrata_model::{Fact, FactState, Instant, Key};

use super::Answer;
use super::claim::plain_words;
use super::timing::Timed;
use crate::absence::stopped;
use crate::spoken::spoken_of;
use crate::{Engine, Error};

/// Changes that are told in full; of more, how many there are.
const TOLD: usize = 20;
/// Keys whose changes are looked at.
const KEYS: usize = 500;

/// What a question of changes names beside its time: nothing, or a thing.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Asked {
    about: Vec<String>,
}

impl Engine {
    /// The changes of the period asked about; nothing where the question asks for something else.
    pub(super) fn changes_asked(&self, question: &str, timed: &Timed) -> Result<Option<Answer>, Error> {
        let Some(asked) = read(question, timed.reading.expression.as_deref()) else { return Ok(None) };
        let bounds = (timed.reading.from, timed.reading.to);
        // Everything that ever changed is asked of a thing alone.
        if bounds == (None, None) && asked.about.is_empty() {
            return Ok(None);
        }
        let now = timed.gate.now;
        let (from, to) = (bounds.0, bounds.1.unwrap_or(now).min(now.max(bounds.0.unwrap_or(now))));
        let start = from.map_or(Instant::MIN, |from| from.plus_micros(-1));
        if start > to {
            return Ok(None);
        }
        let known_at = timed.gate.known_at;
        let last = if bounds.1.is_some_and(|end| end <= now) { to.plus_micros(-1) } else { to };
        let changed = self.ledger.keys_changed(self.space(), start.min(last), last, known_at)?;
        let mut by_key: BTreeMap<Key, Vec<Fact>> = BTreeMap::new();
        let named = |text: &str| {
            let own = stems(text);
            asked.about.iter().all(|stem| own.contains(stem))
        };
        let meant: Vec<_> = changed.iter().filter(|changed| named(&changed.subject)).collect();
        let unseen = meant.len().saturating_sub(KEYS);
        for changed in meant.into_iter().take(KEYS) {
            let key = Key::new(&changed.subject, &changed.relation, changed.scope.as_deref());
            let mut facts = self.versions_of(&key, Moment { as_of: now, known_at })?;
            facts.retain(|fact| fact.state != FactState::Withdrawn);
            facts.sort_by_key(|fact| fact.valid_from);
            by_key.insert(key, facts);
        }
        if by_key.is_empty() && !asked.about.is_empty() && !self.tells_of(&asked.about)? {
            return Ok(None);
        }
        let mut told: Vec<(Instant, String, Fact)> = Vec::new();
        for facts in by_key.values() {
            for fact in facts {
                let of = spoken_of(fact);
                let inside = |at: &Instant| *at > start && *at <= last;
                let before =
                    facts.iter().rev().find(|old| old.valid_to.is_some() && old.valid_to == fact.valid_from);
                if let Some(at) = fact.valid_from.filter(|at| inside(at)) {
                    let was = before.map(|old| format!(", before that {}", old.object)).unwrap_or_default();
                    told.push((
                        at,
                        format!("{}: {} since {}{was}", of, fact.object, self.day(at)),
                        fact.clone(),
                    ));
                }
                let replaced =
                    facts.iter().any(|next| fact.valid_to.is_some() && next.valid_from == fact.valid_to);
                if let Some(at) = fact.valid_to.filter(|at| inside(at) && !replaced) {
                    told.push((
                        at,
                        format!("{}: {} {} {}", of, fact.object, stopped(fact.closing_rule), self.day(at)),
                        fact.clone(),
                    ));
                }
            }
        }
        told.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
        if told.is_empty() {
            let explanation = "No value that is known began or ended in that time.".to_owned();
            return Ok(Some(Answer { explanation, ..Answer::default() }));
        }
        let count = told.len();
        let lines: Vec<&str> = told.iter().take(TOLD).map(|(_, line, _)| line.as_str()).collect();
        let more = if count > TOLD { format!("; and {} more", count - TOLD) } else { String::new() };
        let words = if count == 1 { "One change".to_owned() } else { format!("{count} changes") };
        Ok(Some(Answer {
            answer: Some(format!("{}{more}", lines.join("; "))),
            explanation: match unseen {
                0 => format!("{words} in that time, as their values are dated."),
                _ => format!(
                    "{words} in that time, as their values are dated, in the first {KEYS} keys that changed; {unseen} more were not looked at."
                ),
            },
            facts: told.into_iter().take(TOLD).map(|(_, _, fact)| fact).collect(),
            ..Answer::default()
        }))
    }

    /// Whether anything is told of a thing that is called so.
    fn tells_of(&self, stems_of_thing: &[String]) -> Result<bool, Error> {
        let hits = self.ledger.search_words(self.space(), &stems_of_thing.join(" "), None, 20)?;
        let episodes: Vec<i64> = hits.iter().map(|hit| hit.seq).collect();
        let sought = memstrata_ledger::KeyNamesSought { episodes: &episodes, ..Default::default() };
        let keys = self.ledger.keys_named(self.space(), &sought, 0)?;
        Ok(keys.iter().any(|(told, _)| {
            let own = stems(&told.subject);
            stems_of_thing.iter().all(|stem| own.contains(stem))
        }))
    }
}

/// A question of changes, by its words without those of time.
fn read(question: &str, expression: Option<&str>) -> Option<Asked> {
    let timeless = match expression {
        Some(words) if !words.is_empty() => question.replacen(words, " ", 1),
        _ => question.to_owned(),
    };
    let words = plain_words(&timeless);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let rest = match words.as_slice() {
        ["what" | "what's", "changed" | "new" | "happened" | "different", rest @ ..]
        | [
            "what",
            "has" | "is" | "was" | "have" | "had",
            "changed" | "new" | "happened" | "different",
            rest @ ..,
        ]
        | ["what's" | "what", "the" | "is", "news", rest @ ..]
        | ["anything" | "something", "new" | "changed" | "different", rest @ ..]
        | [
            "did" | "has",
            "anything" | "something",
            "change" | "changed" | "happen" | "happened",
            rest @ ..,
        ]
        | ["is" | "was", "there" | "anything", "anything" | "new" | "different", rest @ ..]
        | ["what", "did", "we" | "i" | "you" | "they", "change" | "update" | "switch", rest @ ..]
        | [
            "which" | "what",
            "values" | "facts" | "things" | "keys",
            "changed" | "were" | "have" | "are",
            rest @ ..,
        ]
        | [
            "list" | "show" | "give",
            "me" | "all" | "the" | "every",
            "changes" | "all" | "the" | "change",
            rest @ ..,
        ]
        | ["which" | "what" | "any" | "all", "changes", rest @ ..] => rest,
        _ => return None,
    };
    let helping = |word: &&str| {
        matches!(
            *word,
            "changed"
                | "changes"
                | "updated"
                | "new"
                | "the"
                | "there"
                | "were"
                | "was"
                | "are"
                | "been"
                | "made"
                | "happened"
                | "all"
        )
    };
    let rest: Vec<&str> = rest.iter().copied().filter(|word| !helping(word)).collect();
    match rest.as_slice() {
        [] => Some(Asked { about: Vec::new() }),
        ["for" | "about" | "with" | "on" | "in" | "of" | "to" | "at", thing @ ..] => {
            // "About that" names nothing.
            let about = stems(&thing.join(" "));
            (thing.is_empty() || !about.is_empty()).then_some(Asked { about })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_of_changes_names_its_time_and_at_most_a_thing() {
        let about = |words: &[&str]| Some(Asked { about: words.iter().map(|w| (*w).to_owned()).collect() });
        for (question, time, asked) in [
            ("What changed in March?", Some("in March"), about(&[])),
            ("What's new since Monday?", Some("since Monday"), about(&[])),
            ("What has changed since April 2026?", Some("since April 2026"), about(&[])),
            ("Did anything change this week?", Some("this week"), about(&[])),
            ("What changed about the quay relay this year?", Some("this year"), about(&["quay", "relay"])),
            ("List all changes of March.", Some("March"), about(&[])),
            ("What changed about it in March?", Some("in March"), None),
            ("Which values changed in May?", Some("in May"), about(&[])),
            ("When did the port change?", None, None),
            ("What did the port change to?", None, None),
            ("What is the new port?", None, None),
            ("What changed the port?", None, None),
        ] {
            assert_eq!(read(question, time), asked, "{question}");
        }
    }
}
