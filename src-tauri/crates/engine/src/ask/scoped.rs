//! A question that goes on from one about production: "what about staging?" asks the same there, and
//! "and the region?" asks for another value of production's.

use memstrata_ledger::KeyNamesSought;
use memstrata_model::normalize_name;
use memstrata_model::view::Thread;

use super::elliptic::{replaced, span_of};
use crate::lead::spec_of;
use crate::{Engine, Error};

impl Engine {
    /// The questions of a phrase that names another scope of what was asked about, or another relation
    /// in the scope of the one before; none where no scope was asked about.
    pub(super) fn of_a_scope(&self, thread: &Thread, asked: &str, name: &str) -> Result<Vec<String>, Error> {
        let Some(span) = span_of(asked, &thread.scope).filter(|_| !thread.scope.is_empty()) else {
            return Ok(Vec::new());
        };
        let subject = [normalize_name(&thread.subject)];
        let sought = KeyNamesSought { subjects: &subject, ..KeyNamesSought::default() };
        let keys = self.ledger.keys_named(self.space(), &sought, 0)?;
        let folded = normalize_name(name);
        if keys.iter().any(|(told, _)| normalize_name(&told.scope) == folded) {
            return Ok(vec![format!("{}?", replaced(asked, span, name))]);
        }
        let relation = normalize_name(spec_of(&folded).map_or(folded.as_str(), |spec| spec.name));
        let of_scope = keys
            .iter()
            .any(|(told, _)| normalize_name(&told.relation) == relation && told.scope == thread.scope);
        let owner = match thread.subject.as_str() {
            "user" | "project" => String::new(),
            subject => format!(" of {subject}"),
        };
        Ok(of_scope.then(|| format!("What is the {} {name}{owner}?", thread.scope)).into_iter().collect())
    }
}
