//! An event that is told by a value ("before the port changed to 9443", "when Cleo became the owner",
//! "while it was 8080"): the point at which the value came or went, or the spell in which it held. The
//! thing that has the value may be left out or be a pronoun: it is what the question asks about then.

use memstrata_extract::query::stems;
use memstrata_ledger::Moment;
use memstrata_model::view::AnchorCandidate;
use memstrata_model::{Fact, FactState, Instant, Key};

use super::claim::{Claim, plain_words};
use crate::asking::is_helper;
use crate::wording::is_of_change;
use crate::{Engine, Error};

/// Changes that may be meant.
const OFFERED: usize = 8;
/// Words between "from" and the value that was left ("from port 8080").
const NEAR: usize = 3;
/// The longest event that is told by a value, in words.
const LONGEST: usize = 12;

/// What a value's coming, going or holding comes to.
pub(super) struct Turned {
    /// What may be meant, by when it began.
    pub candidates: Vec<AnchorCandidate>,
    /// A spell in which something held, rather than the day on which it began.
    pub lasting: bool,
}

impl Engine {
    /// The points or spells of values that the words of an event name; nothing where they name none.
    pub(super) fn turned(
        &self,
        question: &str,
        expression: Option<&str>,
        words: &str,
        moment: Moment,
    ) -> Result<Option<Turned>, Error> {
        let said = plain_words(words);
        let changes = said.iter().any(|word| changes(word));
        let lasts = !changes && said.iter().any(|word| lasts(word));
        if !(changes || lasts) || said.len() > LONGEST {
            return Ok(None);
        }
        let own = expression.map_or_else(|| question.to_owned(), |said| question.replacen(said, " ", 1));
        let subject = self.lead_to_keys(&own, None)?.keys.into_iter().next().map(|key| key.subject);
        for clause in clauses(words, subject.as_deref()) {
            let found = self.values_turned(&clause, &said, changes, moment)?;
            if !found.is_empty() {
                return Ok(Some(Turned { candidates: found, lasting: lasts }));
            }
        }
        Ok(None)
    }

    fn values_turned(
        &self,
        clause: &str,
        said: &[String],
        changes: bool,
        moment: Moment,
    ) -> Result<Vec<AnchorCandidate>, Error> {
        let Some(claim) = self.claim(&format!("When did {clause}?"), moment)? else {
            return if changes { self.changes_of(clause, moment) } else { Ok(Vec::new()) };
        };
        if changes && !tells_of_its_key(said, &claim) {
            return Ok(Vec::new());
        }
        let before_it = |fact: &Fact| {
            let earlier = claim.facts.iter().filter(|f| f.valid_from < fact.valid_from);
            earlier.max_by_key(|f| f.valid_from).map(|f| stems(&f.object))
        };
        // "From 8080": what it was before, and the change is the end of it.
        let left = from_value(said, &claim.value);
        let named: Vec<&Fact> = claim.spells().collect();
        let mut found = Vec::new();
        for fact in named {
            let (from, to) = match (changes, left) {
                (true, true) => match fact.valid_to {
                    Some(to) => self.whole(to, fact.precision),
                    None => continue,
                },
                (true, false) => match fact.valid_from {
                    // "From 8080 to 9443" is the change to 9443 that 8080 stood before.
                    Some(from) if before_it(fact).is_none_or(|old| goes_from(said, &old)) => {
                        self.whole(from, fact.precision)
                    }
                    _ => continue,
                },
                (false, _) => {
                    (fact.valid_from.unwrap_or(Instant::MIN), fact.valid_to.unwrap_or(Instant::MAX))
                }
            };
            found.push(candidate(fact, from, to));
        }
        found.truncate(OFFERED);
        Ok(found)
    }

    /// The changes of a key that a clause names without a value ("the port change"): what a key first
    /// held changed nothing.
    fn changes_of(&self, clause: &str, moment: Moment) -> Result<Vec<AnchorCandidate>, Error> {
        let rest: Vec<&str> = clause
            .split_whitespace()
            .filter(|word| !changes(&plain(word)) && !is_helper(&plain(word)))
            .collect();
        let led = self.lead_to_keys(&format!("What is {}?", rest.join(" ")), None)?;
        let Some(key) = led.keys.first().filter(|_| led.says_all) else { return Ok(Vec::new()) };
        let facts = self.held(key, moment)?;
        let later = facts.iter().skip(1).filter_map(|fact| {
            let (from, to) = self.whole(fact.valid_from?, fact.precision);
            Some(candidate(fact, from, to))
        });
        Ok(later.take(OFFERED).collect())
    }

    fn held(&self, key: &Key, moment: Moment) -> Result<Vec<Fact>, Error> {
        let mut facts = self.versions_of(key, moment)?;
        facts.retain(|fact| fact.state != FactState::Withdrawn);
        facts.sort_by_key(|fact| fact.valid_from);
        Ok(facts)
    }
}

fn candidate(fact: &Fact, from: Instant, to: Instant) -> AnchorCandidate {
    let text = format!("{} {} {}", fact.subject, fact.relation, fact.object);
    let episode = fact.sources.first().map(|source| source.episode.clone());
    AnchorCandidate { from, to, text, episode }
}

fn plain(word: &str) -> String {
    plain_words(word).into_iter().next().unwrap_or_default()
}

/// A word that tells that something became another, in any of its forms.
fn changes(word: &str) -> bool {
    const NOUNS_AND_PASTS: [&str; 17] = [
        "became",
        "went",
        "took",
        "taking",
        "began",
        "change",
        "changed",
        "changes",
        "changing",
        "changeover",
        "bumped",
        "set",
        "moving",
        "move",
        "handover",
        "came",
        "rolled",
    ];
    let happens = |stem: &String| {
        matches!(
            stem.as_str(),
            "move"
                | "switch"
                | "become"
                | "turn"
                | "raise"
                | "lower"
                | "increase"
                | "upgrade"
                | "downgrade"
                | "migrate"
                | "migration"
                | "take"
                | "replace"
                | "rename"
                | "adopt"
                | "drop"
                | "start"
                | "begin"
                | "chang"
                | "change"
                | "reduce"
                | "cut"
        )
    };
    NOUNS_AND_PASTS.contains(&word) || stems(word).iter().any(happens)
}

/// A word that tells that something held for a while.
fn lasts(word: &str) -> bool {
    const STATES: [&str; 24] = [
        "owned", "owns", "ran", "runs", "lived", "lives", "worked", "works", "used", "uses", "led", "leads",
        "managed", "manages", "held", "holds", "stood", "stands", "listened", "listens", "stayed", "kept",
        "cost", "served",
    ];
    is_helper(word) || STATES.contains(&word)
}

/// Whether an event says of which key it tells the value, beside the value and that it changed: by
/// the relation, a pronoun, or what it changed to ("Ana joined" says none of these).
fn tells_of_its_key(said: &[String], claim: &Claim) -> bool {
    let of_value = stems(&claim.value);
    let of_key = [stems(&claim.key.subject), stems(&claim.key.relation), stems(&claim.key.scope)].concat();
    let named = said.iter().any(|word| {
        let own = stems(word);
        own.iter().any(|stem| {
            !of_value.contains(stem) && !is_of_change(stem) && (of_key.contains(stem) || !changes(word))
        })
    });
    let pointed =
        said.iter().any(|word| matches!(word.as_str(), "it" | "he" | "she" | "they" | "its" | "we" | "i"));
    let over = said
        .windows(2)
        .any(|pair| matches!(pair[0].as_str(), "took" | "taking" | "take") && pair[1] == "over");
    let led_to = said.iter().any(|word| matches!(word.as_str(), "to" | "from"));
    named || pointed || over || led_to
}

/// Whether the value named is what it changed from, and nothing is said of what it became.
fn from_value(said: &[String], value: &str) -> bool {
    let Some(from) = said.iter().position(|word| word == "from") else { return false };
    let own = stems(value);
    let near = said[from + 1..].iter().take(NEAR);
    near.flat_map(|word| stems(word)).any(|stem| own.contains(&stem)) && !said.iter().any(|word| word == "to")
}

/// Whether what it was before is what the event says that it changed from, where it says so.
fn goes_from(said: &[String], old: &[String]) -> bool {
    let Some(at) = said.iter().position(|word| word == "from") else { return true };
    let next: Vec<String> =
        said[at + 1..].iter().take_while(|word| *word != "to").flat_map(|word| stems(word)).collect();
    next.is_empty() || next.iter().any(|stem| old.contains(stem))
}

/// The event's words as they stand, with the thing asked about in place of a pronoun, and with it
/// added.
fn clauses(words: &str, subject: Option<&str>) -> Vec<String> {
    let mut out = Vec::new();
    if let Some(subject) = subject {
        let mut pointed = false;
        let named: Vec<&str> = words
            .split_whitespace()
            .map(|word| match plain(word).as_str() {
                "it" | "she" | "he" | "they" if !pointed => {
                    pointed = true;
                    subject
                }
                _ => word,
            })
            .collect();
        let named = named.join(" ");
        let says_it = stems(subject).iter().all(|stem| stems(&named).contains(stem));
        if !says_it {
            out.push(format!("{named} of {subject}"));
        } else if pointed {
            out.push(named);
        }
    }
    out.push(words.to_owned());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_thing_asked_about_is_added_or_stands_for_a_pronoun() {
        assert_eq!(clauses("it moved to 5200", Some("crane")), ["crane moved to 5200", "it moved to 5200"]);
        assert_eq!(clauses("the port was 5200", Some("crane"))[0], "the port was 5200 of crane");
        assert_eq!(clauses("the crane moved", Some("crane")), ["the crane moved"]);
        assert_eq!(clauses("Rosa took over", None), ["Rosa took over"]);
    }

    #[test]
    fn a_change_is_told_from_what_lasts() {
        for word in ["moved", "became", "changed", "switching", "migration", "raised"] {
            assert!(changes(word), "{word}");
        }
        for word in ["was", "owned", "joined", "port", "outage"] {
            assert!(!changes(word), "{word}");
        }
        assert!(lasts("was") && lasts("owned") && !lasts("outage"));
    }
}
