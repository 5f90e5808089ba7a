//! Following a chain: which phrase is looked up next, in which direction, and what it leads to.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use memstrata_extract::{Lexicon, QueryKey, ValueType, query::stems, read_query};
use memstrata_ledger::{FactPattern, KeyNamesSought};
use memstrata_model::view::Hop;
use memstrata_model::{Fact, FactState, Interval, Key, normalize_name, normalize_text};
use memstrata_retrieve::Gate;

use super::phrase::{Form, Kind, Named, Piece, Reference, Words, is_sound, references};
use super::steps::{Asked, is_answered, of_phrase, of_rest};
use super::times::Times;
use crate::{Engine, Error};

/// Things that one step may lead to; more are cut, by name.
const FAN_OUT: usize = 8;
/// Steps of a chain.
const DEEPEST: usize = 6;
/// Phrases tried at each step.
const BRANCHES: usize = 4;
/// Steps that fit this well in the mean are not looked beyond.
const GOOD: f64 = 0.9;
/// Keys that fit this much worse than the best are other keys.
const ALIKE: f64 = 0.005;

/// Where a question's chain led.
#[derive(Debug)]
pub(crate) enum Walked {
    /// The question is no chain of two steps or more.
    NoChain,
    /// Every step led somewhere; the facts of the last one answer.
    Reached(Path),
    /// A step that the question names leads nowhere.
    Broken { path: Path, missing: String },
}

/// The steps that were taken.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    pub hops: Vec<Hop>,
    /// The keys of the steps, in their order.
    pub keys: Vec<Key>,
    /// The values that the last step came to, without repeats.
    pub values: Vec<String>,
    /// The last step's values are its facts' subjects.
    pub inverse: bool,
    /// How well the last step fits.
    pub more: bool,
}

/// Something that a chain is at.
#[derive(Clone, Debug)]
struct Thing {
    name: String,
    shown: String,
    form: Form,
    /// While the facts that led here all held.
    holds: Interval,
}

/// What a step comes to.
#[derive(Debug, Default)]
struct Step {
    score: f64,
    inverse: bool,
    /// Facts inside the gate, with the thing that each leads to.
    found: Vec<(Fact, Thing)>,
    keys: Vec<Key>,
    /// A key fits, though nothing of it is inside the gate.
    key_fits: bool,
}

/// What is looked up once for a question.
struct Ground<'e> {
    engine: &'e Engine,
    /// Where the step that is looked up stands.
    gate: Gate,
    /// Where the question stands, and where it was asked.
    times: Times,
    keys: BTreeMap<String, Vec<(Key, Key)>>,
    held: BTreeMap<String, Vec<(Key, Key)>>,
    read: BTreeMap<String, Rc<QueryKey>>,
}

impl Engine {
    /// Follows the chain of a question, if it is one. `gate` stands at the time asked about.
    pub(crate) fn follow_chain(&self, question: &str, gate: Gate) -> Result<Walked, Error> {
        let words = Words::of(question);
        let mut candidates = words.candidates();
        let mut names: Vec<String> = candidates.iter().map(|c| c.name.clone()).collect();
        names.sort();
        names.dedup();
        let mut ground = Ground {
            engine: self,
            gate,
            times: Times::of(question, gate),
            keys: BTreeMap::new(),
            held: BTreeMap::new(),
            read: BTreeMap::new(),
        };
        let mut known = ground.subjects(&names)?;
        // "Billing" for the billing service, where nothing else is called so.
        for candidate in &mut candidates {
            if known.contains(&candidate.name) || crate::lead::spec_of(&candidate.name).is_some() {
                continue;
            }
            if let [full] = self.short_for(&candidate.name).as_slice()
                && normalize_name(full)
                    .strip_prefix(&format!("{} ", candidate.name))
                    .is_some_and(|class| !class.contains(' '))
            {
                candidate.name = normalize_name(full);
                known.extend(ground.subjects(std::slice::from_ref(&candidate.name))?);
            }
        }
        let of = |known: &BTreeSet<String>| {
            let list: Vec<_> = candidates.iter().filter(|c| known.contains(&c.name)).cloned().collect();
            words.pieces(&list)
        };
        let (mut pieces, mut named) = of(&known);
        // Whoever is only ever a value ("the service that Anna owns") is looked for where a
        // clause wants somebody.
        if pieces.iter().any(|piece| matches!(piece, Piece::Word(_))) && wants_a_name(&pieces) {
            known.extend(ground.values(&names)?);
            (pieces, named) = of(&known);
        }
        ground.walk(pieces, named)
    }
}

/// Whether a relative clause, a genitive or a participle stands beside words that may be a name.
fn wants_a_name(pieces: &[Piece]) -> bool {
    let capital = |piece: &Piece| match piece {
        Piece::Word(word) => word.chars().next().is_some_and(|c| c.is_uppercase() || c.is_ascii_digit()),
        _ => false,
    };
    pieces.iter().skip(1).any(capital)
}

/// A walk so far.
#[derive(Clone)]
struct State {
    pieces: Vec<Piece>,
    things: Vec<Vec<Thing>>,
    path: Path,
    /// Sum of how well each step fits.
    fit: f64,
    last_is_place: bool,
}

/// Where a walk ended, and how well its steps fit in the mean.
struct Ended {
    walked: Walked,
    fit: f64,
    /// One key says all that the question says.
    plain: bool,
}

impl Ended {
    fn is_whole(&self) -> bool {
        matches!(self.walked, Walked::Reached(_))
    }

    /// Better ends come later.
    fn order(&self) -> u8 {
        match (&self.walked, self.plain) {
            (Walked::Reached(_), _) => 3,
            (_, true) => 2,
            (Walked::Broken { .. }, _) => 1,
            (Walked::NoChain, _) => 0,
        }
    }
}

impl Ground<'_> {
    fn walk(&mut self, pieces: Vec<Piece>, named: Vec<Named>) -> Result<Walked, Error> {
        let everywhere = Interval::new(None, None);
        let things = named
            .into_iter()
            .map(|n| vec![Thing { name: n.name, shown: n.shown, form: n.form, holds: everywhere }])
            .collect();
        let state = State { pieces, things, path: Path::default(), fit: 0.0, last_is_place: false };
        Ok(self.search(state)?.walked)
    }

    /// Takes the phrases that fit best first, and others where those lead nowhere.
    fn search(&mut self, state: State) -> Result<Ended, Error> {
        let is_speaker = |thing: usize| form_of(&state.things[thing]) != Form::Named;
        let phrases = references(&state.pieces, &is_speaker);
        // "The name of her employer" is her employer.
        let says_name = |kind: &Kind| matches!(kind, Kind::Noun { noun, .. } if noun == "name");
        let led = !state.path.hops.is_empty();
        if let Some(same) = phrases.iter().find(|r| r.kind == Kind::Same || led && says_name(&r.kind)) {
            let pieces = replaced(&state.pieces, same, same.thing);
            return self.search(State { pieces, ..state });
        }
        let mut open: Vec<(f64, Reference, Step)> = Vec::new();
        let mut closed: Option<(Reference, Step)> = None;
        // Somebody whom the question speaks of and nothing tells of.
        let mut unknown: Option<String> = None;
        if state.path.hops.len() < DEEPEST {
            for reference in phrases {
                if !is_sound(&replaced(&state.pieces, &reference, reference.thing)) {
                    continue;
                }
                let at = &state.things[reference.thing];
                let asked = of_phrase(&reference.kind, form_of(at));
                self.gate = self.times.of_step(&reference.kind);
                let mut step = self.step(at, &asked, head_of(&reference.kind))?;
                state.path.drop_known(&mut step);
                if step.score < QueryKey::ENOUGH {
                    let rest = replaced(&state.pieces, &reference, reference.thing);
                    let named = names_somebody(&reference.kind)
                        || !state.path.hops.is_empty() && names_relation(&reference.kind);
                    if named && form_of(at) == Form::Named && !is_answered(&rest, true) {
                        unknown.get_or_insert_with(|| describe(&reference.kind, at));
                    }
                    continue;
                }
                // A noun after the name is taken along only where it fits better.
                let trails = matches!(&reference.kind, Kind::Noun { after, .. } if !after.is_empty());
                let width = (reference.last - reference.first) as f64;
                let rank = step.score + 0.001 * width - if trails { 0.02 } else { 0.0 };
                if !step.found.is_empty() {
                    open.push((rank, reference, step));
                } else if step.key_fits && closed.as_ref().is_none_or(|(_, other)| step.score > other.score) {
                    closed = Some((reference, step));
                }
            }
        }
        open.sort_by(|a, b| {
            b.0.total_cmp(&a.0).then(a.1.first.cmp(&b.1.first)).then(b.1.last.cmp(&a.1.last))
        });
        let mut best: Option<Ended> = None;
        for (_, reference, step) in open.into_iter().take(BRANCHES) {
            let ended = self.search(self.after(&state, &reference, step))?;
            let better = best.as_ref().is_none_or(|other| {
                ended.order() > other.order()
                    || (ended.order() == other.order() && ended.fit > other.fit + 1e-9)
            });
            if better {
                best = Some(ended);
            }
            if best.as_ref().is_some_and(|ended| ended.is_whole() && ended.fit >= GOOD) {
                break;
            }
        }
        if let Some(ended) = best.take_if(|ended| ended.is_whole()) {
            return Ok(ended);
        }
        if let Some((reference, step)) = closed.filter(|_| best.is_none()) {
            let rest = replaced(&state.pieces, &reference, reference.thing);
            let missing = describe(&reference.kind, &state.things[reference.thing]);
            if !(state.path.hops.is_empty() && is_answered(&rest, true)) {
                let mut path = state.path;
                path.keys.extend(step.keys);
                return Ok(Ended { walked: Walked::Broken { path, missing }, fit: 0.0, plain: false });
            }
        }
        // What is asked of somebody's manager is not answered of somebody.
        if let Some(missing) = unknown.filter(|_| best.is_none()) {
            let path = state.path;
            return Ok(Ended { walked: Walked::Broken { path, missing }, fit: 0.0, plain: false });
        }
        let State { pieces, things, path, fit, last_is_place } = state;
        let finished = self.finish(&pieces, &things, path, fit, last_is_place)?;
        Ok(match best {
            Some(best) if best.order() >= finished.order() => best,
            _ => finished,
        })
    }

    fn after(&self, state: &State, reference: &Reference, step: Step) -> State {
        let asked = describe(&reference.kind, &state.things[reference.thing]);
        let mut next = state.clone();
        next.fit += step.score;
        next.last_is_place = step.found.iter().all(|(fact, _)| tells_a_place(fact)) && !step.inverse;
        next.pieces = replaced(&state.pieces, reference, state.things.len());
        let found = next.path.take(asked, step);
        next.things.push(found);
        next
    }

    /// What is left of the question once every phrase in it has been looked up.
    fn finish(
        &mut self,
        pieces: &[Piece],
        things: &[Vec<Thing>],
        mut path: Path,
        fit: f64,
        last_is_place: bool,
    ) -> Result<Ended, Error> {
        let left: Vec<usize> = pieces
            .iter()
            .filter_map(|piece| match piece {
                Piece::Thing(thing) => Some(*thing),
                _ => None,
            })
            .collect();
        let [thing] = left.as_slice() else {
            return Ok(Ended { walked: Walked::NoChain, fit: 0.0, plain: false });
        };
        let at = &things[*thing];
        let ended = |path: Path, fit: f64, plain: bool| {
            let fit = fit / path.hops.len() as f64;
            let walked = if path.hops.len() > 1 { Walked::Reached(path) } else { Walked::NoChain };
            Ended { walked, fit, plain }
        };
        if !path.hops.is_empty() && is_answered(pieces, last_is_place) {
            return Ok(ended(path, fit, true));
        }
        let asked = of_rest(pieces, form_of(at));
        self.gate = self.times.of_rest(pieces, path.hops.is_empty());
        let mut step = self.step(at, &asked, "")?;
        path.drop_known(&mut step);
        if step.score >= QueryKey::ENOUGH && !step.found.is_empty() {
            // A single step answers only where it leaves no word of the question unsaid.
            let plain = path.hops.is_empty() && self.says_all(&asked, form_of(at), &step);
            let fit = fit + step.score;
            path.take(written(pieces, at), step);
            return Ok(ended(path, fit, plain));
        }
        if path.hops.is_empty() {
            return Ok(Ended { walked: Walked::NoChain, fit: 0.0, plain: false });
        }
        path.keys.extend(step.keys);
        let missing = written(pieces, at);
        Ok(Ended { walked: Walked::Broken { path, missing }, fit: 0.0, plain: false })
    }

    fn says_all(&mut self, asked: &Asked, form: Form, step: &Step) -> bool {
        let queries = self.read(if step.inverse { &asked.inverse } else { &asked.forward });
        let subject = if step.inverse { Form::NAME } else { form.as_key() };
        step.keys.iter().any(|key| {
            let scope = (!key.scope.is_empty()).then_some(key.scope.as_str());
            queries.iter().any(|query| query.unsaid(subject, &key.relation, scope).is_empty())
        })
    }

    /// One step from some things, in the direction that fits better.
    fn step(&mut self, at: &[Thing], asked: &Asked, head: &str) -> Result<Step, Error> {
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
        let scored: Vec<(f64, Key)> = keys
            .iter()
            .map(|(told, home)| (fit(asked, thing.form.as_key(), told), home.clone()))
            .filter(|(score, _)| *score >= QueryKey::ENOUGH)
            .collect();
        let top = scored.iter().map(|(score, _)| *score).fold(0.0, f64::max);
        for (score, key) in scored {
            if score < top - ALIKE {
                continue;
            }
            step.note(score, &key);
            for fact in self.facts(&key)? {
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

    /// The questions of a step, each read once.
    fn read(&mut self, questions: &[String]) -> Vec<Rc<QueryKey>> {
        let read = |question: &String| {
            let new = || Rc::new(read_query(question, Lexicon::built_in()));
            Rc::clone(self.read.entry(question.clone()).or_insert_with(new))
        };
        questions.iter().map(read).collect()
    }

    fn facts(&self, key: &Key) -> Result<Vec<Fact>, Error> {
        let pattern = FactPattern {
            subject: Some(key.subject.clone()),
            relation: Some(key.relation.clone()),
            scope: Some(key.scope.clone()),
            all: true,
        };
        let engine = self.engine;
        let facts = engine.ledger.facts(engine.space(), &pattern, self.gate.moment())?;
        Ok(facts.into_iter().filter(|fact| self.gate.passes(fact)).collect())
    }

    /// Which of some names are subjects.
    fn subjects(&mut self, names: &[String]) -> Result<BTreeSet<String>, Error> {
        let sought = KeyNamesSought { subjects: names, ..KeyNamesSought::default() };
        let mut known = BTreeSet::new();
        for (told, home) in self.engine.ledger.keys_named(self.engine.space(), &sought, 0)? {
            known.insert(told.subject.clone());
            self.keys.entry(told.subject.clone()).or_default().push((told, home));
        }
        Ok(known)
    }

    /// Which of some names are values.
    fn values(&self, names: &[String]) -> Result<BTreeSet<String>, Error> {
        Ok(self.engine.ledger.values_named(self.engine.space(), names)?.into_iter().collect())
    }

    fn keys_of(&mut self, name: &str) -> Result<Vec<(Key, Key)>, Error> {
        if let Some(keys) = self.keys.get(name) {
            return Ok(keys.clone());
        }
        let subjects = [name.to_owned()];
        let sought = KeyNamesSought { subjects: &subjects, ..KeyNamesSought::default() };
        let keys = self.engine.ledger.keys_named(self.engine.space(), &sought, 0)?;
        self.keys.insert(name.to_owned(), keys.clone());
        Ok(keys)
    }

    fn keys_holding(&mut self, name: &str) -> Result<Vec<(Key, Key)>, Error> {
        if let Some(keys) = self.held.get(name) {
            return Ok(keys.clone());
        }
        let values = [name.to_owned(), normalize_text(name)];
        let keys = self.engine.ledger.keys_holding(self.engine.space(), &values)?;
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

impl Path {
    /// What led here does not answer the next step too.
    fn drop_known(&self, step: &mut Step) {
        let known = |fact: &Fact| self.hops.iter().flat_map(|hop| &hop.facts).any(|f| f.id == fact.id);
        let before = step.found.len();
        step.found.retain(|(fact, _)| !known(fact));
        if step.found.is_empty() && before > 0 {
            step.score = 0.0;
            step.keys.clear();
            step.key_fits = false;
        }
    }

    /// Records a step; answers the things that it leads to.
    fn take(&mut self, asked: String, step: Step) -> Vec<Thing> {
        self.more |= step.found.len() > FAN_OUT;
        self.inverse = step.inverse;
        self.values.clear();
        let mut next: Vec<Thing> = Vec::new();
        let mut facts = Vec::new();
        for (fact, thing) in step.found.into_iter().take(FAN_OUT) {
            facts.push(fact);
            if !self.values.contains(&thing.shown) {
                self.values.push(thing.shown.clone());
            }
            next.push(thing);
        }
        self.keys.extend(step.keys.into_iter().filter(|key| {
            facts.iter().any(|f| Key::new(&f.subject, &f.relation, f.scope.as_deref()) == *key)
        }));
        self.hops.push(Hop { asked, inverse: step.inverse, facts });
        next
    }
}

/// Whether a noun stands for a person ("X's manager"), by the lexicon.
fn names_somebody(kind: &Kind) -> bool {
    let Kind::Noun { noun, after, .. } = kind else { return false };
    after.is_empty()
        && Lexicon::built_in().resolve(noun).is_some_and(|spec| spec.value_type == ValueType::Person)
}

fn names_relation(kind: &Kind) -> bool {
    matches!(kind, Kind::Noun { noun, after, .. }
        if after.is_empty() && Lexicon::built_in().resolve(noun).is_some())
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

fn head_of(kind: &Kind) -> &str {
    match kind {
        Kind::Noun { noun, .. } => noun,
        Kind::Same => "",
        Kind::Object { head, .. }
        | Kind::Subject { head, .. }
        | Kind::Whose { head, .. }
        | Kind::Participle { head, .. } => head,
    }
}

fn form_of(things: &[Thing]) -> Form {
    things.first().map_or(Form::Named, |thing| thing.form)
}

fn tells_a_place(fact: &Fact) -> bool {
    Lexicon::built_in().resolve(&fact.relation).is_some_and(|spec| {
        matches!(spec.value_type, ValueType::Place | ValueType::Address | ValueType::Region)
    })
}

fn replaced(pieces: &[Piece], reference: &Reference, thing: usize) -> Vec<Piece> {
    let mut out = pieces[..reference.first].to_vec();
    out.push(Piece::Thing(thing));
    out.extend_from_slice(&pieces[reference.last + 1..]);
    out
}

fn shown(things: &[Thing]) -> String {
    let names: Vec<&str> = things.iter().take(3).map(|thing| thing.shown.as_str()).collect();
    names.join(" or ")
}

/// A step in words: "author of The Witcher".
fn describe(kind: &Kind, things: &[Thing]) -> String {
    let name = shown(things);
    match kind {
        Kind::Noun { noun, after, .. } if things.first().is_some_and(|t| t.form != Form::Named) => {
            format!("{name} {noun} {after}").trim().to_owned()
        }
        Kind::Noun { noun, preposition, after } => {
            format!("{noun} {preposition} {name} {after}").trim().to_owned()
        }
        Kind::Same => name,
        Kind::Object { head, clause } => format!("{head} that {clause} {name}"),
        Kind::Subject { head, clause } => format!("{head} that {name} {}", clause.join(" ")),
        Kind::Whose { head, noun } => format!("{head} whose {noun} is {name}"),
        Kind::Participle { head, clause } => format!("{head} {clause} {name}"),
    }
}

/// What is left of the question, with the thing's own name.
fn written(pieces: &[Piece], things: &[Thing]) -> String {
    let mut text = String::new();
    for piece in pieces {
        match piece {
            Piece::Word(word) => {
                text.push(' ');
                text.push_str(word);
            }
            Piece::Genitive => text.push_str("'s"),
            Piece::Break => text.push(','),
            Piece::Thing(_) => {
                text.push(' ');
                text.push_str(&shown(things));
            }
        }
    }
    text.trim().to_owned()
}
