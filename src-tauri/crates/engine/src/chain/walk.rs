//! Following a chain: which phrase is looked up next, in which direction, and what it leads to.

use std::collections::{BTreeMap, BTreeSet};

use memstrata_extract::{Lexicon, QueryKey, ValueType};
use memstrata_model::view::Hop;
use memstrata_model::{Fact, Key, normalize_name};
use memstrata_retrieve::Gate;

use super::ground::{FAN_OUT, Ground, Step, Thing};
use super::phrase::{Kind, Reference, is_sound, references};
use super::pieces::{Form, Named, Piece, Words};
use super::steps::{Asked, is_answered, of_phrase, of_rest};
use super::telling::{describe, written};
use super::times::Times;
use crate::{Engine, Error};

/// Steps of a chain.
const DEEPEST: usize = 6;
/// Phrases tried at each step.
const BRANCHES: usize = 4;
/// Steps that fit this well in the mean are not looked beyond.
const GOOD: f64 = 0.9;
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

impl Walked {
    /// The facts of the steps that were taken, those of the last one first: what is asked for goes before
    /// what leads to it.
    pub(crate) fn steps(&self) -> Vec<Fact> {
        match self {
            Walked::NoChain => Vec::new(),
            Walked::Reached(path) | Walked::Broken { path, .. } => {
                path.hops.iter().rev().flat_map(|hop| hop.facts.iter().cloned()).collect()
            }
        }
    }
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
    /// The last step came to more than are kept.
    pub more: bool,
    /// Steps that said themselves which value they mean ("the previous owner").
    pub ordered: usize,
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
        match ground.walk(pieces, named)? {
            Walked::NoChain => {}
            walked => return Ok(walked),
        }
        known.extend(ground.values(&names)?);
        let (pieces, named) = of(&known);
        let [only] = named.as_slice() else {
            return Ok(Walked::NoChain);
        };
        Ok(ground.reversed(&pieces, &Thing::of(only))?.map_or(Walked::NoChain, Walked::Reached))
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
        let things = named.iter().map(|named| vec![Thing::of(named)]).collect();
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
                let rest = replaced(&state.pieces, &reference, reference.thing);
                let inner = !is_answered(&rest, true);
                step.ordered =
                    inner && step.score >= QueryKey::ENOUGH && self.order(&reference.kind, &mut step)?;
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
                path.ordered += usize::from(step.ordered);
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
        next.path.ordered += usize::from(step.ordered);
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
        // "Who is the CEO of X married to" is not answered by the CEO of X.
        let dropped = !path.hops.is_empty() && self.asks_besides(&asked, form_of(at), &step);
        if step.score >= QueryKey::ENOUGH && !step.found.is_empty() && !dropped {
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

    /// Whether every key of a step leaves words unsaid that ask for another relation.
    pub(super) fn asks_besides(&mut self, asked: &Asked, form: Form, step: &Step) -> bool {
        let queries = self.read(if step.inverse { &asked.inverse } else { &asked.forward });
        let subject = if step.inverse { Form::NAME } else { form.as_key() };
        !step.keys.is_empty()
            && step.keys.iter().all(|key| {
                let scope = (!key.scope.is_empty()).then_some(key.scope.as_str());
                queries.iter().all(|query| query.asks_besides(subject, &key.relation, scope))
            })
    }

    fn says_all(&mut self, asked: &Asked, form: Form, step: &Step) -> bool {
        let queries = self.read(if step.inverse { &asked.inverse } else { &asked.forward });
        let subject = if step.inverse { Form::NAME } else { form.as_key() };
        step.keys.iter().any(|key| {
            let scope = (!key.scope.is_empty()).then_some(key.scope.as_str());
            queries.iter().any(|query| query.unsaid(subject, &key.relation, scope).is_empty())
        })
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
    pub(super) fn take(&mut self, asked: String, step: Step) -> Vec<Thing> {
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
            next.extend(parts(&thing));
            next.push(thing);
        }
        next.truncate(FAN_OUT);
        self.keys.extend(step.keys.into_iter().filter(|key| {
            facts.iter().any(|f| Key::new(&f.subject, &f.relation, f.scope.as_deref()) == *key)
        }));
        self.hops.push(Hop { asked, inverse: step.inverse, facts });
        next
    }
}

/// Those who are one value together: a step goes on from each of them.
fn parts(thing: &Thing) -> Vec<Thing> {
    if thing.form != Form::Named {
        return Vec::new();
    }
    let each = |name: &str| Thing { name: normalize_name(name), shown: name.to_owned(), ..thing.clone() };
    named_together(&thing.shown).into_iter().map(each).collect()
}

/// The names in a value of several ("Ann Lee and Bob Ray"); none where it is one.
pub(crate) fn named_together(value: &str) -> Vec<&str> {
    let Some((before, last)) = value.rsplit_once(" and ").or_else(|| value.rsplit_once(" & ")) else {
        return Vec::new();
    };
    let names: Vec<&str> = before.split(',').chain([last]).map(str::trim).collect();
    if names.iter().all(|name| name.starts_with(char::is_uppercase)) { names } else { Vec::new() }
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
