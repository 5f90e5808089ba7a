//! What a chain looks up in the ledger: one step from a thing, to its values or to what has it as
//! a value, inside the gate that the step stands at. Which step is taken is [`super::walk`]'s.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use memstrata_extract::{Lexicon, QueryKey, ValueType, query::stems, read_query};
use memstrata_ledger::KeyNamesSought;
use memstrata_model::{Fact, FactState, Interval, Key, normalize_name, normalize_text};
use memstrata_retrieve::Gate;

use super::pieces::{Form, Named};
use super::steps::Asked;
use super::times::Times;
use crate::depend::is_of_a_dependency;
use crate::kinds::is_of_another_kind;
use crate::{Engine, Error};

/// Things that one step may lead to; more are cut, by name.
pub(super) const FAN_OUT: usize = 8;
/// Keys that fit this much worse than the best are other keys.
const ALIKE: f64 = 0.005;

/// Something that a chain is at.
#[derive(Clone, Debug)]
pub(super) struct Thing {
    pub name: String,
    pub shown: String,
    pub form: Form,
    /// While the facts that led here all held.
    pub holds: Interval,
}

impl Thing {
    /// What the question names.
    pub fn of(named: &Named) -> Thing {
        let Named { name, shown, form } = named.clone();
        Thing { name, shown, form, holds: Interval::new(None, None) }
    }
}

/// What a step comes to.
#[derive(Debug, Default)]
pub(super) struct Step {
    pub score: f64,
    pub inverse: bool,
    /// Facts inside the gate, with the thing that each leads to.
    pub found: Vec<(Fact, Thing)>,
    pub keys: Vec<Key>,
    /// A key fits, though nothing of it is inside the gate.
    pub key_fits: bool,
    /// The phrase said which of the values it means.
    pub ordered: bool,
}

/// What is looked up once for a question.
pub(super) struct Ground<'e> {
    pub engine: &'e Engine,
    /// Where the step that is looked up stands.
    pub gate: Gate,
    /// Where the question stands, and where it was asked.
    pub times: Times,
    pub keys: BTreeMap<String, Vec<(Key, Key)>>,
    pub held: BTreeMap<String, Vec<(Key, Key)>>,
    pub read: BTreeMap<String, Rc<QueryKey>>,
}

impl Ground<'_> {
    /// One step from some things, in the direction that fits better.
    pub fn step(&mut self, at: &[Thing], asked: &Asked, head: &str) -> Result<Step, Error> {
        let (forward, inverse) = (self.read(&asked.forward), self.read(&asked.inverse));
        let mut onward = Step::default();
        let mut backward = Step { inverse: true, ..Step::default() };
        for thing in at.iter().take(FAN_OUT) {
            self.forward(thing, &forward, &mut onward)?;
            self.backward(thing, &forward, &inverse, &mut backward)?;
        }
        let mut step = match (onward.found.is_empty(), backward.found.is_empty()) {
            (false, true) => onward,
            (true, false) => backward,
            _ if backward.score > onward.score + ALIKE => backward,
            _ => onward,
        };
        if step.inverse {
            keep_named(&mut step.found, head);
        }
        step.found.sort_by(|a, b| {
            let key = |(fact, _): &(Fact, Thing)| {
                (fact.valid_from, fact.subject.clone(), fact.object.clone(), fact.id.clone())
            };
            key(a).cmp(&key(b))
        });
        Ok(step)
    }

    /// Values of the thing.
    fn forward(&mut self, thing: &Thing, asked: &[Rc<QueryKey>], step: &mut Step) -> Result<(), Error> {
        let mut keys = self.keys_of(&thing.name)?;
        if keys.is_empty()
            && thing.form == Form::Named
            && let [full] = self.engine.names_beginning(&thing.shown, self.gate.moment())?.as_slice()
        {
            // "Hermes" is the "Hermes project" where nothing else is called so.
            keys = self.keys_of(&normalize_name(full))?;
        }
        let scored = |keys: &[(Key, Key)]| -> Vec<(f64, Key)> {
            keys.iter()
                .map(|(told, home)| (fit(asked, thing.form.as_key(), told), home.clone()))
                .filter(|(score, _)| *score >= QueryKey::ENOUGH)
                .collect()
        };
        let mut scored_keys = scored(&keys);
        // What is told of "Ravi" is told of Ravi Menon where nobody else is called Ravi.
        if scored_keys.is_empty()
            && thing.form == Form::Named
            && let Some(short) = first_name(&thing.shown)
            && let [full] = self.engine.names_beginning(short, self.gate.moment())?.as_slice()
            && normalize_name(full) == thing.name
        {
            scored_keys = scored(&self.keys_of(&normalize_name(short))?);
        }
        let scored = scored_keys;
        let top = scored.iter().map(|(score, _)| *score).fold(0.0, f64::max);
        for (score, key) in scored {
            if score < top - ALIKE {
                continue;
            }
            let facts = self.facts(&key)?;
            // A sister is no brother.
            let another = |fact: &Fact| asked.iter().all(|q| is_of_another_kind(&q.terms.join(" "), fact));
            if !facts.is_empty() && facts.iter().all(another) {
                continue;
            }
            step.note(score, &key);
            for fact in facts.into_iter().filter(|fact| !another(fact)) {
                let Some(holds) = meet(self.times.so_far(thing.holds), &fact, &self.gate) else {
                    continue;
                };
                let next = Thing {
                    name: normalize_name(&fact.object),
                    shown: fact.object.clone(),
                    form: Form::Named,
                    holds,
                };
                step.push(fact, next);
            }
        }
        Ok(())
    }

    /// What has the thing as its value.
    fn backward(
        &mut self,
        thing: &Thing,
        forward: &[Rc<QueryKey>],
        inverse: &[Rc<QueryKey>],
        step: &mut Step,
    ) -> Result<(), Error> {
        if thing.form != Form::Named {
            return Ok(());
        }
        let keys = self.keys_holding(&thing.name)?;
        let scored: Vec<(f64, Key)> = keys
            .iter()
            .filter(|(told, _)| told.subject != thing.name)
            .map(|(told, home)| {
                let onward = fit(forward, Form::Named.as_key(), told);
                // "The person that manages her" is hers to have, not she theirs.
                let straight = Some(fit(inverse, Form::Named.as_key(), told))
                    .filter(|straight| *straight >= onward)
                    .unwrap_or_default();
                // "The reports of Anna" are those whose manager she is.
                let turned = crate::lead::spec_of(&told.relation).and_then(|spec| spec.inverse).map_or(
                    0.0,
                    |relation| {
                        let turned = Key { relation: normalize_name(relation), ..told.clone() };
                        let turned = fit(forward, Form::Named.as_key(), &turned) - 0.02;
                        // "Whom does she report to" asks for hers, not for those who report to her.
                        if onward > turned { 0.0 } else { turned }
                    },
                );
                (straight.max(turned), home.clone())
            })
            .filter(|(score, _)| *score >= QueryKey::ENOUGH)
            .collect();
        let top = scored.iter().map(|(score, _)| *score).fold(0.0, f64::max);
        for (score, key) in scored {
            // The scopes of what is found differ, and with them how well each fits.
            if score < top - 0.1 {
                continue;
            }
            step.note(score, &key);
            for fact in self.facts(&key)? {
                if normalize_name(&fact.object) != thing.name {
                    continue;
                }
                let Some(holds) = meet(self.times.so_far(thing.holds), &fact, &self.gate) else {
                    continue;
                };
                let form = match normalize_name(&fact.subject).as_str() {
                    "user" => Form::Asker,
                    "project" => Form::Askers,
                    _ => Form::Named,
                };
                let next =
                    Thing { name: normalize_name(&fact.subject), shown: fact.subject.clone(), form, holds };
                step.push(fact, next);
            }
        }
        Ok(())
    }

    /// What has the thing as its value under a relation whose values are of some types.
    pub fn bearers(&mut self, thing: &Thing, types: &[ValueType]) -> Result<Step, Error> {
        let mut step = Step { inverse: true, ..Step::default() };
        for (told, home) in self.keys_holding(&thing.name)? {
            let of_types =
                crate::lead::spec_of(&told.relation).is_some_and(|s| types.contains(&s.value_type));
            if !of_types || told.subject == thing.name {
                continue;
            }
            step.note(QueryKey::ENOUGH, &home);
            for fact in self.facts(&home)? {
                let holds = meet(self.times.so_far(thing.holds), &fact, &self.gate);
                let Some(holds) = holds.filter(|_| normalize_name(&fact.object) == thing.name) else {
                    continue;
                };
                let (name, shown) = (normalize_name(&fact.subject), fact.subject.clone());
                step.push(fact, Thing { name, shown, form: Form::Named, holds });
            }
        }
        Ok(step)
    }

    /// The questions of a step, each read once.
    pub fn read(&mut self, questions: &[String]) -> Vec<Rc<QueryKey>> {
        let read = |question: &String| {
            let new = || Rc::new(read_query(question, Lexicon::built_in()));
            Rc::clone(self.read.entry(question.clone()).or_insert_with(new))
        };
        questions.iter().map(read).collect()
    }

    fn facts(&self, key: &Key) -> Result<Vec<Fact>, Error> {
        let engine = self.engine;
        let facts = engine.versions_of(key, self.gate.moment())?;
        Ok(facts.into_iter().filter(|fact| self.gate.passes(fact)).collect())
    }

    /// Which of some names are subjects.
    pub fn subjects(&mut self, names: &[String]) -> Result<BTreeSet<String>, Error> {
        let sought = KeyNamesSought { subjects: names, ..KeyNamesSought::default() };
        let mut known = BTreeSet::new();
        for (told, home) in self.engine.ledger.keys_named(self.engine.space(), &sought, 0)? {
            if is_of_a_dependency(&told.relation) {
                continue;
            }
            known.insert(told.subject.clone());
            self.keys.entry(told.subject.clone()).or_default().push((told, home));
        }
        Ok(known)
    }

    /// Which of some names are values.
    pub fn values(&self, names: &[String]) -> Result<BTreeSet<String>, Error> {
        let figures = names.iter().flat_map(|name| values_of(name));
        let sought: Vec<String> = names.iter().cloned().chain(figures).collect();
        let known: BTreeSet<String> =
            self.engine.ledger.values_named(self.engine.space(), &sought)?.into_iter().collect();
        let is_known =
            |name: &String| known.contains(name) || values_of(name).any(|value| known.contains(&value));
        Ok(names.iter().filter(|name| is_known(name)).cloned().collect())
    }

    fn keys_of(&mut self, name: &str) -> Result<Vec<(Key, Key)>, Error> {
        if let Some(keys) = self.keys.get(name) {
            return Ok(keys.clone());
        }
        let subjects = [name.to_owned()];
        let sought = KeyNamesSought { subjects: &subjects, ..KeyNamesSought::default() };
        let mut keys = self.engine.ledger.keys_named(self.engine.space(), &sought, 0)?;
        keys.retain(|(told, _)| !is_of_a_dependency(&told.relation));
        self.keys.insert(name.to_owned(), keys.clone());
        Ok(keys)
    }

    fn keys_holding(&mut self, name: &str) -> Result<Vec<(Key, Key)>, Error> {
        if let Some(keys) = self.held.get(name) {
            return Ok(keys.clone());
        }
        let mut values = vec![name.to_owned(), normalize_text(name)];
        values.extend(values_of(name));
        let mut keys = self.engine.ledger.keys_holding(self.engine.space(), &values)?;
        keys.retain(|(told, _)| !is_of_a_dependency(&told.relation));
        self.held.insert(name.to_owned(), keys.clone());
        Ok(keys)
    }
}

impl Step {
    fn note(&mut self, score: f64, key: &Key) {
        self.score = self.score.max(score);
        self.key_fits = true;
        if !self.keys.contains(key) {
            self.keys.push(key.clone());
        }
    }

    fn push(&mut self, fact: Fact, next: Thing) {
        if !self.found.iter().any(|(known, _)| known.id == fact.id) {
            self.found.push((fact, next));
        }
    }
}

/// How values are compared that a name folds away: the figures of a telephone number alone, the
/// hyphens of a machine.
fn values_of(name: &str) -> impl Iterator<Item = String> {
    let figures: String = name.chars().filter(|c| c.is_ascii_digit() || *c == '+').collect();
    let number = name.chars().all(|c| c.is_ascii_digit() || matches!(c, '+' | '-' | ' ' | '(' | ')' | '.'));
    let number = (number && figures.len() >= 5 && figures.len() < name.len()).then_some(figures);
    let machine = name.contains(' ') && name.bytes().any(|byte| byte.is_ascii_digit());
    number.into_iter().chain(machine.then(|| name.replace(' ', "-")))
}

/// How well a key fits the best of some questions.
fn fit(asked: &[Rc<QueryKey>], subject: &str, key: &Key) -> f64 {
    let scope = (!key.scope.is_empty()).then_some(key.scope.as_str());
    asked.iter().map(|query| query.score(subject, &key.relation, scope)).fold(0.0, f64::max)
}

/// While a fact and all before it held, within the time asked about.
fn meet(so_far: Interval, fact: &Fact, gate: &Gate) -> Option<Interval> {
    if fact.state == FactState::Withdrawn {
        return None;
    }
    let own = Interval::new(fact.valid_from, fact.valid_to);
    let from = match (so_far.from, own.from) {
        (Some(a), Some(b)) => Some(a.max(b)),
        (a, b) => a.or(b),
    };
    let to = match (so_far.to, own.to) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
    let both = Interval::new(from, to);
    let empty = from.zip(to).is_some_and(|(from, to)| from >= to);
    (!empty && both.meets(&gate.period)).then_some(both)
}

/// "The service that Anna owns": of what she owns, what is called a service, if anything is.
fn keep_named(found: &mut Vec<(Fact, Thing)>, head: &str) {
    let head = stems(head);
    let is_called =
        |thing: &Thing| !head.is_empty() && stems(&thing.name).iter().any(|word| head.contains(word));
    if found.iter().any(|(_, thing)| is_called(thing)) {
        found.retain(|(_, thing)| is_called(thing));
    }
}

/// The first of the names of somebody who is shown in full ("Ravi Menon"); none of a single word, or
/// of one that is not written as a name.
fn first_name(shown: &str) -> Option<&str> {
    let mut words = shown.split_whitespace();
    let (first, mut rest) = (words.next()?, words.peekable());
    rest.peek()?;
    let name = |word: &str| {
        word.chars().next().is_some_and(char::is_uppercase)
            && word.chars().all(|c| c.is_alphabetic() || "-'".contains(c))
    };
    (name(first) && rest.all(name)).then_some(first)
}
