//! Dependencies as they are told: "my commute depends on where I live", "while the region is
//! eu-west-1, the endpoint is …". Each is kept in the log as a fact of its own: of the subject of
//! the dependent key, with that key's relation as its scope, and the key it depends on as its
//! value. So it has a time, a source and a history like any other fact, and can be taken back.
//! What a change then does to the dependent value is [`crate::ask`]'s.

mod form;
mod phrase;

use memstrata_answer::sentences;
use memstrata_extract::{Extractor, FoundFact, FoundOp, Lexicon, Telling};
use memstrata_model::{Key, ValidFromSource, normalize_text};

use self::form::{Form, form, last_clause, points_back};
use self::phrase::{Before, owner_of, told_before};
use crate::ask::scope_of;
use crate::{Engine, Error};

/// The relation that dependencies are kept under.
pub(crate) const DEPENDS: &str = "rests_on";

/// What a value depends on: a key, and, where it was said for one value of it alone, that value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ground {
    pub key: Key,
    pub value: Option<String>,
}

impl Ground {
    /// As it is kept: `subject | relation [scope] = value`.
    fn written(&self) -> String {
        let scope = if self.key.scope.is_empty() { String::new() } else { format!(" [{}]", self.key.scope) };
        let value = self.value.as_ref().map(|value| format!(" = {value}")).unwrap_or_default();
        format!("{} | {}{scope}{value}", self.key.subject, self.key.relation)
    }

    pub fn read(text: &str) -> Option<Ground> {
        let (subject, rest) = text.split_once(" | ")?;
        let (rest, value) = match rest.split_once(" = ") {
            Some((rest, value)) => (rest, Some(value.to_owned())),
            None => (rest, None),
        };
        let (relation, scope) = match rest.split_once(" [") {
            Some((relation, scope)) => (relation, Some(scope.trim_end_matches(']'))),
            None => (rest, None),
        };
        Some(Ground { key: Key::new(subject, relation, scope), value })
    }
}

/// A written ground with its subject put otherwise.
pub(crate) fn spoken(written: &str, subject: impl Fn(&str) -> String) -> String {
    match written.split_once(" | ") {
        Some((own, rest)) => format!("{} | {rest}", subject(own)),
        None => written.to_owned(),
    }
}

impl Engine {
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
                Form::Plain { dependent, ground } | Form::NoLonger { dependent, ground } => {
                    let dependent = last_clause(dependent);
                    let before = place(dependent);
                    let told = told_before(&facts, before).cloned();
                    let Some(key) = self.dependent_key(dependent, told.as_ref())? else { continue };
                    let owner =
                        if points_back(dependent) { key.subject.clone() } else { owner_of(dependent) };
                    let grounds = self.ground_keys(ground, &Before { owner, told: told.as_ref() })?;
                    // "Depends on" is no package's dependency here, and none is called "that".
                    if !grounds.is_empty() || points_back(ground) {
                        let said = place(ground)..place(ground) + ground.len();
                        facts.retain(|fact| {
                            let value = fact.relation != DEPENDS && said.contains(&fact.object_span.0);
                            !(inside(fact) && (fact.relation == "depends_on" || value))
                        });
                    }
                    for ground in grounds.into_iter().filter(|ground| *ground != key) {
                        let mut fact = dependency(&key, &Ground { key: ground, value: None }, span);
                        if matches!(form, Form::NoLonger { .. }) {
                            fact.op = FoundOp::End;
                        }
                        facts.push(fact);
                    }
                }
                Form::While { main, condition } | Form::Because { main, condition } => {
                    let told = |part: &str| {
                        let own = Telling { text: part, ..*telling };
                        let read = Extractor::new(Lexicon::built_in()).extract(&own).facts;
                        read.into_iter().filter(|f| f.op == FoundOp::Assert).collect::<Vec<_>>()
                    };
                    let (mains, conditions) = (told(main), told(condition));
                    let Some(condition) = conditions.first() else { continue };
                    let ground = Ground {
                        key: Key::new(&condition.subject, &condition.relation, condition.scope.as_deref()),
                        value: matches!(form, Form::While { .. }).then(|| condition.object.clone()),
                    };
                    // "While staging is on 9080, production is on 8080" sets two things apart.
                    let contrasted = mains.iter().any(|f| f.relation == condition.relation);
                    if mains.is_empty() || contrasted {
                        continue;
                    }
                    if matches!(form, Form::While { .. }) {
                        facts.retain(|fact| !inside(fact));
                    }
                    for mut fact in mains {
                        let key = Key::new(&fact.subject, &fact.relation, fact.scope.as_deref());
                        let offset = place(main);
                        fact.span = (fact.span.0 + offset, fact.span.1 + offset);
                        fact.object_span = (fact.object_span.0 + offset, fact.object_span.1 + offset);
                        let known = facts.iter().any(|f| {
                            Key::new(&f.subject, &f.relation, f.scope.as_deref()) == key
                                && normalize_text(&f.object) == normalize_text(&fact.object)
                        });
                        if !known {
                            facts.push(fact);
                        }
                        facts.push(dependency(&key, &ground, span));
                    }
                }
            }
        }
        Ok(facts)
    }
}

fn dependency(dependent: &Key, ground: &Ground, span: (usize, usize)) -> FoundFact {
    FoundFact {
        subject: dependent.subject.clone(),
        relation: DEPENDS.to_owned(),
        scope: Some(scope_of(dependent)),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ground_is_read_as_it_is_written() {
        for (scope, value) in
            [(None, None), (Some("staging"), None), (None, Some("eu-west-1")), (Some("eu"), Some("a = b"))]
        {
            let ground =
                Ground { key: Key::new("the gateway", "log_level", scope), value: value.map(str::to_owned) };
            assert_eq!(Ground::read(&ground.written()), Some(ground));
        }
        assert_eq!(Ground::read("nothing of the kind"), None);
    }
}
