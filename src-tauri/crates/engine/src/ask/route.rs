//! Where a question leads: to keys, along a chain, or to a value that it names. The question is
//! taken as it is put, plainly; where that leads nowhere, with its short names written out.

use memstrata_answer::Asked;
use memstrata_extract::query::stems;
use memstrata_model::{FactState, Instant, Key};
use memstrata_when::Intent;

use super::timing::Timed;
use super::{Answer, claim, key_of};
use crate::chain::{MOST_STEPS, Walked, steps_in, words_of_order};
use crate::wording::plainly;
use crate::{Engine, Error};

/// Where a question leads, and the time that it is asked about then.
pub(super) struct Route {
    pub timed: Timed,
    pub asked: Asked,
    /// Keys that bear on it, best first.
    pub keys: Vec<Key>,
    /// Keys of things that are called much the same and are not what is asked about.
    pub beside: Vec<Key>,
    /// Texts that share words with it, by their numbers.
    pub texts: Vec<i64>,
    pub walked: Walked,
    /// An answer that needs no passage, with the key that it is of, where it is of one.
    pub settled: Option<(Option<Key>, Answer)>,
    /// The best key says every word of the question.
    pub says_all: bool,
}

impl Route {
    fn leads(&self) -> bool {
        self.settled.is_some() || matches!(self.walked, Walked::Reached(_)) || !self.keys.is_empty()
    }
}

impl Engine {
    pub(super) fn route(
        &self,
        question: &str,
        expression: Option<&str>,
        timed: Timed,
        now: Instant,
    ) -> Result<Route, Error> {
        if steps_in(question) > MOST_STEPS {
            let unclear =
                Some(format!("This asks through more than {MOST_STEPS} steps; it is not followed."));
            let timed = Timed { unclear, ..timed };
            let (asked, walked) = (Asked::default(), Walked::NoChain);
            let (keys, beside) = (Vec::new(), Vec::new());
            let texts = Vec::new();
            return Ok(Route { timed, asked, keys, beside, texts, walked, settled: None, says_all: false });
        }
        let plain = plainly(question);
        let route = self.route_of(&plain, expression, timed.clone(), now)?;
        if route.leads() {
            return Ok(route);
        }
        let written = self.write_names_out(&plain, timed.gate.moment())?;
        if let Some(full) = &written.question {
            let other = self.route_of(full, expression, timed, now)?;
            if other.leads() || !matches!(other.walked, Walked::NoChain) {
                return Ok(other);
            }
        }
        let mut route = route;
        if let Some((name, full)) = written.unclear.first()
            && route.timed.unclear.is_none()
        {
            route.timed.unclear =
                Some(format!("'{name}' may be {}; ask again with the full name.", full.join(" or ")));
        }
        Ok(route)
    }

    /// When the last value of a key ended, where nothing held at the time asked about.
    fn ended_last(&self, key: &Key, timed: &Timed) -> Result<Option<Instant>, Error> {
        let mut facts = self.versions_of(key, timed.gate.moment())?;
        facts.retain(|fact| fact.state != FactState::Withdrawn);
        if facts.iter().any(|fact| timed.gate.passes(fact)) {
            return Ok(None);
        }
        let as_of = timed.gate.as_of();
        Ok(facts.iter().filter_map(|fact| fact.valid_to).filter(|to| *to <= as_of).max())
    }

    fn route_of(
        &self,
        question: &str,
        expression: Option<&str>,
        timed: Timed,
        now: Instant,
    ) -> Result<Route, Error> {
        let led = self.lead_to_keys(question, expression)?;
        let timed = match () {
            () if led.asks_value => timed.of_a_value(now),
            () if claim::asks_for_all(question) => timed.of_all_values(),
            () => timed,
        };
        let first = led.keys.first().is_some_and(|key| asks_for_the_first(question, key));
        let mut timed = match led.keys.first() {
            Some(_) if first => timed.of_the_first(),
            Some(key) if asks_for_the_next(question, key) => timed.of_the_next(),
            _ => timed,
        };
        if timed.intent == Intent::Before
            && let Some(key) = led.keys.first()
            && let Some(ended) = self.ended_last(key, &timed)?
        {
            timed = timed.of_what_held_last(ended);
        }
        let (mut asked, mut keys, beside, texts) = (led.asked, led.keys, led.beside, led.texts);
        let mut walked = self.follow_chain(&asked.question, timed.gate_of_steps())?;
        if let Some(answer) = self.changes_asked(&asked.question, &timed)? {
            let key = answer.facts.first().map(key_of);
            // It may be of several keys.
            let settled = Some((key.filter(|_| answer.facts.len() == 1), answer));
            let walked = Walked::NoChain;
            let keys = Vec::new();
            return Ok(Route { timed, asked, keys, beside, texts, walked, settled, says_all: false });
        }
        let says_all = led.says_all;
        if keys.is_empty()
            && let Some(others) = self.other_scopes(&asked.question, &timed)?
        {
            let settled = Some((None, others));
            let walked = Walked::NoChain;
            return Ok(Route { timed, asked, keys, beside, texts, walked, settled, says_all });
        }
        let settled = match self.claim_asked(&asked.question, &timed)? {
            Some((key, answer)) => Some((Some(key), answer)),
            None => self
                .length_asked(&asked.question, keys.first(), &timed)?
                .map(|(key, answer)| (Some(key), answer)),
        };
        match &walked {
            // A key that says every word of the question needs no steps to it.
            Walked::Broken { .. } if led.says_all => walked = Walked::NoChain,
            Walked::Reached(path) | Walked::Broken { path, .. } => {
                // The last step's key is what is asked for; the steps before it are evidence.
                keys = path.keys.iter().rev().cloned().collect();
                let of_last = |key: &&Key| {
                    path.hops.last().is_some_and(|hop| hop.facts.iter().any(|fact| key_of(fact) == **key))
                };
                asked.keys = keys.iter().filter(of_last).cloned().collect();
            }
            Walked::NoChain => {}
        }
        // What the steps said of which value they mean is not said of the last one.
        if let Walked::Reached(path) | Walked::Broken { path, .. } = &walked
            && path.ordered > 0
            && path.ordered >= words_of_order(question)
        {
            timed = timed.of_the_present(now);
        }
        if let Some((key, _)) = &settled {
            keys = key.iter().cloned().collect();
        }
        Ok(Route { timed, asked, keys, beside, texts, walked, settled, says_all })
    }
}

/// "The next CTO", "who will be the treasurer", "the upcoming release": unless the thing itself is called
/// so, and not where a day is asked for.
fn asks_for_the_next(question: &str, key: &Key) -> bool {
    let own = [stems(&key.subject), stems(&key.scope), stems(&key.relation)].concat();
    let words = claim::plain_words(question);
    let opens = words.first().map_or("", String::as_str);
    if matches!(opens, "when" | "how" | "will" | "is" | "are" | "does" | "do") {
        return false;
    }
    let to_come = words.iter().any(|word| {
        matches!(word.as_str(), "next" | "upcoming" | "incoming" | "successor" | "future")
            && !stems(word).iter().any(|stem| own.contains(stem))
    });
    // "Who will be the treasurer" asks for another than the one there is.
    to_come || matches!(opens, "who" | "who'll") && words.iter().take(2).any(|w| w == "will" || w == "who'll")
}

/// "Her first manager", "the original deadline": unless the thing itself is called so.
fn asks_for_the_first(question: &str, key: &Key) -> bool {
    let own = [stems(&key.subject), stems(&key.scope), stems(&key.relation)].concat();
    claim::plain_words(question).iter().any(|word| {
        matches!(word.as_str(), "first" | "original" | "originally" | "initial" | "initially" | "earliest")
            && !own.contains(word)
    })
}
