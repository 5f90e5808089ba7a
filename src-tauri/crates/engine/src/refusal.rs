//! Refusing what holds a secret, before anything of it is stored, indexed or sent to a model. The
//! refusal says what kind stands where, never what it is.

use memstrata_ledger::Told;
use serde::Serialize;

use crate::kept_secrets::KeptSecret;
use crate::remember::Remember;
use crate::{Engine, Error, secret};

/// A passage of an import that holds a secret and was left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RefusedPassage {
    /// The source it stands in.
    pub source: String,
    /// Where in the source; null where that itself holds the secret, or is not known.
    pub locator: Option<String>,
    /// What kind of secret.
    pub secret: String,
    /// Where in the passage.
    pub place: String,
}

/// A secret found in one part of what is told.
#[derive(Debug)]
pub(crate) struct Refusal {
    /// The part: `text`, `source`, `object`, …
    part: &'static str,
    kind: &'static str,
    place: String,
}

impl Refusal {
    pub fn in_part(part: &'static str, text: &str) -> Option<Refusal> {
        let found = secret::find(text)?;
        Some(Refusal { part, kind: found.kind, place: secret::place(text, &found) })
    }

    /// A secret in a text to be remembered, or in what is kept beside it.
    pub fn of(request: &Remember) -> Option<Refusal> {
        Refusal::in_part("text", &request.text)
            .or_else(|| Refusal::in_part("author", request.author.as_deref()?))
            .or_else(|| Refusal::in_part("source", request.source.as_deref()?))
    }

    /// A secret in the subject, relation, scope or value of a fact.
    pub fn of_fact(
        (subject, relation, scope, object): (&str, &str, Option<&str>, Option<&str>),
    ) -> Option<Refusal> {
        // "token" names the secret, whichever of the two it stands in.
        let named = |name: &str, object: &str| {
            let found = secret::find(&format!("{name}: {object}"))?;
            Some(Refusal { part: "object", kind: found.kind, place: "its value".to_owned() })
        };
        let password = |object: &str| {
            let name = format!("{subject} {relation}");
            secret::is_password(&name, object).then(|| Refusal {
                part: "object",
                kind: "a password",
                place: "its value".to_owned(),
            })
        };
        let in_object = |object: &str| {
            Refusal::in_part("object", object)
                .or_else(|| named(&format!("{subject} {relation}"), object))
                .or_else(|| password(object))
                .or_else(|| named(subject, object))
        };
        Refusal::in_part("subject", subject)
            .or_else(|| Refusal::in_part("relation", relation))
            .or_else(|| in_object(object?))
            .or_else(|| Refusal::in_part("scope", scope?))
    }

    /// A secret that only the reading of a text shows to be one: the value of a fact that is called
    /// a password. Such a fact in a restored log is told of too.
    pub fn of_read(told: &[Told]) -> Option<Refusal> {
        let found = told.iter().find_map(Refusal::of_told)?;
        Some(Refusal { part: "text", place: "a value that it tells".to_owned(), ..found })
    }

    pub fn of_told(told: &Told) -> Option<Refusal> {
        match told {
            Told::Assert(new) => {
                Refusal::of_fact((&new.subject, &new.relation, new.scope.as_deref(), Some(&new.object)))
            }
            Told::End(new) => {
                Refusal::of_fact((&new.subject, &new.relation, new.scope.as_deref(), new.object.as_deref()))
            }
            Told::Retract(new) => {
                Refusal::of_fact((&new.subject, &new.relation, new.scope.as_deref(), Some(&new.object)))
            }
            Told::Confirm(new) => {
                Refusal::of_fact((&new.subject, &new.relation, new.scope.as_deref(), Some(&new.object)))
            }
            Told::Batch { label, .. } => Refusal::in_part("label", label),
            Told::Alias(new) => Refusal::of_fact((&new.subject, "", None, Some(&new.into_subject))),
            Told::Decide { acts, .. } => acts.iter().find_map(Refusal::of_told),
            Told::Propose(proposal) => Refusal::in_part("reason", &proposal.reason)
                .or_else(|| proposal.acts.iter().find_map(Refusal::of_told)),
            _ => None,
        }
    }

    /// As what is stored already.
    pub fn kept_in(self, entry: &str) -> KeptSecret {
        KeptSecret { entry: entry.to_owned(), part: self.part, secret: self.kind, place: self.place }
    }

    /// As a line of an import's report.
    pub fn passage(self, source: &str, locator: Option<&str>) -> RefusedPassage {
        RefusedPassage {
            // Where the name of the source holds it, it is not told again.
            source: if secret::find(source).is_some() { String::new() } else { source.to_owned() },
            locator: locator.filter(|_| self.part != "source").map(str::to_owned),
            secret: self.kind.to_owned(),
            place: self.place,
        }
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        let Refusal { part, kind, place } = refusal;
        Error::failed(
            "secret",
            format!("refused: the {part} holds {kind} ({place}); nothing is stored"),
            Some("take it out and tell the rest; say where the secret is kept rather than what it is"),
        )
    }
}

impl Engine {
    /// As [`Engine::relation_name`], of a relation that somebody tells a value of: where it names the
    /// value a password, no other name of it makes that one to be kept.
    ///
    /// # Errors
    /// The value is a secret; the ledger cannot be read.
    pub fn relation_of_fact(
        &self,
        subject: &str,
        relation: &str,
        scope: Option<&str>,
        object: Option<&str>,
    ) -> Result<String, Error> {
        if let Some(refusal) = Refusal::of_fact((subject, relation, scope, object)) {
            return Err(refusal.into());
        }
        self.relation_name(subject, relation, scope)
    }
}

/// # Errors
/// A part of it holds a secret.
pub(crate) fn refuse_secrets(request: Option<&Remember>, told: &[Told]) -> Result<(), Error> {
    let found = request.and_then(Refusal::of).or_else(|| told.iter().find_map(Refusal::of_told));
    found.map_or(Ok(()), |refusal| Err(refusal.into()))
}
