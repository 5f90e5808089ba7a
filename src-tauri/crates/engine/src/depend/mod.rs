//! Dependencies as they are told: "my commute depends on where I live", "while the region is
//! eu-west-1, the endpoint is …". Each is kept in the log as a fact of its own: of whose value it is,
//! with the words for that value as its scope and the words for what it depends on as its value. So
//! it has a time, a source and a history like any other fact, and can be taken back. Which keys the
//! words mean is [`meaning`]'s, and what a change then does to the dependent value is
//! [`crate::ask`]'s.

mod end;
mod form;
mod meaning;
mod phrase;

use memstrata_answer::sentences;
use memstrata_extract::{Extractor, FoundFact, FoundOp, Lexicon, Telling};
use memstrata_ledger::{FactPattern, Moment};
use memstrata_model::{Instant, Key, ValidFromSource, normalize_name, normalize_text};

pub(crate) use self::end::{End, Ground};
use self::form::{Form, Verb, form, last_clause, points_back};
pub(crate) use self::meaning::Meanings;
use self::phrase::{Before, key_of, owner_of, parted, said, spoken_of, told_before};
use crate::remember::is_keeper;
use crate::{Engine, Error};

/// The relation that dependencies are kept under.
pub(crate) const DEPENDS: &str = "rests_on";

/// Whether a relation, however it is written, is the one of dependencies.
pub(crate) fn is_of_a_dependency(relation: &str) -> bool {
    matches!(relation, DEPENDS | "rests on")
}

/// Whether the values of a relation say what something depends on: they are no values of it, and
/// answer only a question for that.
pub(crate) fn says_what_it_depends_on(relation: &str) -> bool {
    is_of_a_dependency(relation) || matches!(relation, "depends on" | "depends_on")
}

/// Whether a question asks for that, by its stems.
pub(crate) fn asks_what_it_depends_on(terms: &[String]) -> bool {
    let asks = |term: &String| {
        term.starts_with("depend")
            || matches!(term.as_str(), "rely" | "need" | "require" | "requirement" | "use")
    };
    terms.iter().any(asks)
}

/// A dependency that was told.
#[derive(Clone, Debug)]
pub(crate) struct Dependency {
    pub dependent: End,
    pub ground: Ground,
    /// When it was last said.
    pub told: Option<Instant>,
}

impl Dependency {
    /// What depends, in words.
    pub fn in_words(&self) -> String {
        self.dependent.in_words()
    }
}

/// A fact of a dependency, in the words of somebody else than the ledger's keeper.
pub(crate) fn spoken(fact: &mut FoundFact, speaker: &str, subject: impl Fn(&str) -> String) {
    if is_keeper(speaker) {
        return;
    }
    fact.scope = fact.scope.take().map(|scope| spoken_of(&scope, speaker));
    let ground = Ground::read(&fact.object);
    let end = match ground.end {
        End::Key(key) => End::Key(Key { subject: subject(&key.subject), ..key }),
        End::Phrase(phrase) => End::Phrase(spoken_of(&phrase, speaker)),
    };
    fact.object = Ground { end, ..ground }.written();
}

impl Engine {
    /// The dependencies that hold at a moment.
    pub(crate) fn dependencies(&self, moment: Moment) -> Result<Vec<Dependency>, Error> {
        // By the keys of the relation, which are kept between questions: a large ledger has few of
        // them, and each subject's facts are one range of an index.
        let listed = self.keys_of_relations(&[normalize_name(DEPENDS)])?;
        let mut subjects: Vec<&str> = listed.iter().map(|listed| listed.home.subject.as_str()).collect();
        subjects.sort_unstable();
        subjects.dedup();
        let mut found = Vec::new();
        for subject in subjects {
            let pattern = FactPattern {
                subject: Some(subject.to_owned()),
                relation: Some(DEPENDS.to_owned()),
                scope: None,
                all: false,
            };
            for fact in self.ledger.facts(self.space(), &pattern, moment)? {
                let Some(scope) = fact.scope.as_deref() else { continue };
                let dependent = End::of_scope(&fact.subject, scope);
                let told = fact.valid_from.max(fact.last_verified);
                found.push(Dependency { dependent, ground: Ground::read(&fact.object), told });
            }
        }
        Ok(found)
    }

    /// The dependencies that a text tells, put among the facts that were read out of it.
    pub(crate) fn with_dependencies(
        &self,
        telling: &Telling<'_>,
        mut facts: Vec<FoundFact>,
    ) -> Result<Vec<FoundFact>, Error> {
        for sentence in sentences(telling.text) {
            let start = sentence.as_ptr() as usize - telling.text.as_ptr() as usize;
            let span = (start, start + sentence.len());
            let Some(form) = form(sentence) else { continue };
            let place = |part: &str| span.0 + (part.as_ptr() as usize - sentence.as_ptr() as usize);
            let inside = |fact: &FoundFact| fact.span.0 < span.1 && fact.span.1 > span.0;
            match form {
                Form::Plain { dependent, ground, verb } => {
                    let dependent = last_clause(dependent);
                    let told = told_before(&facts, place(dependent)).cloned();
                    let before = Before { owner: String::new(), told: told.as_ref() };
                    let Some(end) = end_of(dependent, &before) else { continue };
                    let before = Before { owner: owner_of(&end), ..before };
                    let grounds: Vec<End> =
                        parted(ground).into_iter().filter_map(|part| end_of(part, &before)).collect();
                    if grounds.is_empty() || !self.is_of_values(&end, &grounds, verb)? {
                        continue;
                    }
                    // "Depends on" is no package's dependency here, and none is called "that".
                    let said = place(ground)..place(ground) + ground.len();
                    facts.retain(|fact| {
                        let value = fact.relation != DEPENDS && said.contains(&fact.object_span.0);
                        !(inside(fact) && (fact.relation == "depends_on" || value))
                    });
                    for ground in grounds.into_iter().filter(|ground| *ground != end) {
                        let ground = Ground { end: ground, value: None };
                        if verb == Verb::NoLonger {
                            facts.extend(self.ends(&end, &ground, span)?);
                        } else {
                            facts.push(dependency(&end, &ground, span));
                        }
                    }
                }
                Form::While { main, condition, strict } => {
                    let (mains, conditions) = both_told(telling, main, condition);
                    let told = told_before(&facts, place(condition)).cloned();
                    let before = Before { owner: String::new(), told: told.as_ref() };
                    let stated = |part: &str| {
                        let (phrase, value) = form::stated(part)?;
                        Some((end_of(phrase, &before)?, value.to_owned()))
                    };
                    // "Because of where I work" names what it depends on.
                    let named = condition.strip_prefix("of ").filter(|_| !strict);
                    let named = named.and_then(|phrase| end_of(phrase, &before));
                    // A name has no value by itself: what "Atlas is hosted in Riga" tells is what may change.
                    let of_name = condition.starts_with(char::is_uppercase) && !conditions.is_empty();
                    let ground = match (
                        stated(condition).filter(|_| strict && !of_name),
                        may_change(&conditions, condition),
                    ) {
                        _ if named.is_some() => {
                            let Some(end) = named else { continue };
                            if !self.is_of_values(&end, &[], Verb::Loosely)? {
                                continue;
                            }
                            Ground { end, value: None }
                        }
                        (Some((end, value)), _) => Ground { end, value: Some(value) },
                        (None, Some(fact)) => {
                            Ground { end: End::Key(key_of(fact)), value: strict.then(|| fact.object.clone()) }
                        }
                        (None, None) => continue,
                    };
                    // "While staging is on 9080, production is on 8080" sets two things apart.
                    let contrasted = conditions
                        .first()
                        .is_some_and(|condition| mains.iter().any(|f| f.relation == condition.relation));
                    if contrasted {
                        continue;
                    }
                    // "She only gets that discount because of where she works."
                    if let (Some(whose), false) = (mains.first(), strict)
                        && let Some(noun) = phrase::pointed_at(main)
                    {
                        let before = Before { owner: phrase::in_words(&whose.subject), told: None };
                        if let Some(dependent) = end_of(&format!("its {noun}"), &before) {
                            facts.push(dependency(&dependent, &ground, span));
                            continue;
                        }
                    }
                    if mains.is_empty() {
                        // What no value is read out of is dependent all the same.
                        let both = stated(main).filter(|_| strict);
                        let Some((dependent, _)) = both else { continue };
                        let loose = if main_is_set_apart(sentence) { Verb::Loosely } else { Verb::Firmly };
                        if self.is_of_values(&dependent, std::slice::from_ref(&ground.end), loose)? {
                            facts.retain(|fact| !inside(fact));
                            facts.push(dependency(&dependent, &ground, span));
                        }
                        continue;
                    }
                    if strict {
                        facts.retain(|fact| !inside(fact));
                    }
                    for mut fact in mains {
                        let key = key_of(&fact);
                        let offset = place(main);
                        fact.span = (fact.span.0 + offset, fact.span.1 + offset);
                        fact.object_span = (fact.object_span.0 + offset, fact.object_span.1 + offset);
                        let known = facts.iter().any(|f| {
                            key_of(f) == key && normalize_text(&f.object) == normalize_text(&fact.object)
                        });
                        let subject = fact.subject.clone();
                        if !known {
                            facts.push(fact);
                        }
                        facts.push(FoundFact { subject, ..dependency(&End::Key(key), &ground, span) });
                    }
                }
            }
        }
        Ok(facts)
    }

    /// The ends of what was told of a dependency that is no more.
    fn ends(&self, dependent: &End, ground: &Ground, span: (usize, usize)) -> Result<Vec<FoundFact>, Error> {
        let moment = Moment { as_of: self.now()?, known_at: None };
        let mut meanings = Meanings::at(moment);
        let mut ended = Vec::new();
        for told in self.dependencies(moment)? {
            let same = self.are_one(&told.dependent, dependent, &mut meanings)?
                && self.are_one(&told.ground.end, &ground.end, &mut meanings)?;
            if same {
                let mut fact = dependency(&told.dependent, &told.ground, span);
                fact.op = FoundOp::End;
                ended.push(fact);
            }
        }
        Ok(ended)
    }
}

/// What the two clauses of a sentence tell, each by itself; where one speaks of the other's thing by a
/// pronoun ("as long as Ben works at Orbit, his spot is C7"), as the sentences they would be, one after
/// the other. The places are those of each clause.
fn both_told(telling: &Telling<'_>, main: &str, condition: &str) -> (Vec<FoundFact>, Vec<FoundFact>) {
    let told = |text: &str| {
        let read = Extractor::new(Lexicon::built_in()).extract(&Telling { text, ..*telling }).facts;
        read.into_iter().filter(|f| f.op == FoundOp::Assert).collect::<Vec<_>>()
    };
    let pronoun = |clause: &str| phrase::has_a_pronoun(clause);
    let (first, second, main_first) = match (pronoun(main), pronoun(condition)) {
        (true, false) => (condition, main, false),
        (false, true) => (main, condition, true),
        _ => return (told(main), told(condition)),
    };
    // A capital takes the place of a letter of the same length.
    let opened = |clause: &str| match clause.chars().next() {
        Some(letter) if letter.is_ascii() => {
            format!("{}{}", letter.to_ascii_uppercase(), &clause[1..])
        }
        _ => clause.to_owned(),
    };
    let first_is_named = first.starts_with(|letter: char| letter.is_lowercase());
    let first = if first_is_named { opened(first) } else { first.to_owned() };
    let next = first.len() + 2;
    let read = told(&format!("{first}. {}", opened(second)));
    let (of_first, mut of_second): (Vec<_>, Vec<_>) = read.into_iter().partition(|fact| fact.span.0 < next);
    for fact in &mut of_second {
        for span in [&mut fact.span, &mut fact.object_span] {
            *span = (span.0.saturating_sub(next), span.1.saturating_sub(next));
        }
    }
    if main_first { (of_first, of_second) } else { (of_second, of_first) }
}

/// What a condition tells that may change: of "Ana is the CTO", who holds the post, and not what Ana does.
fn may_change<'f>(conditions: &'f [FoundFact], condition: &str) -> Option<&'f FoundFact> {
    conditions.iter().find(|fact| !condition.starts_with(&fact.subject)).or_else(|| conditions.first())
}

/// What a part of a sentence names: the fact told last before it, for a pronoun, or what its words
/// say by themselves.
fn end_of(phrase: &str, before: &Before<'_>) -> Option<End> {
    if points_back(phrase) {
        return before.told.map(key_of).map(End::Key);
    }
    said(phrase, before).map(End::Phrase)
}

/// Whether a sentence opens with "while", which sets apart as often as it says on what condition.
fn main_is_set_apart(sentence: &str) -> bool {
    sentence.trim_start().get(..6).is_some_and(|start| start.eq_ignore_ascii_case("while "))
        || sentence.contains(" while ")
}

fn dependency(dependent: &End, ground: &Ground, span: (usize, usize)) -> FoundFact {
    FoundFact {
        subject: dependent.subject(),
        relation: DEPENDS.to_owned(),
        scope: Some(dependent.as_scope()),
        object: ground.written(),
        op: FoundOp::Assert,
        set_valued: true,
        valid_from: None,
        valid_to: None,
        valid_from_source: ValidFromSource::SaidAt,
        window: false,
        confidence: 0.9,
        closes: true,
        span,
        object_span: span,
        rule: "dependency",
    }
}
