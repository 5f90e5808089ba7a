//! What was read of a text may be all that it says, and of another kind than what is asked for: such a
//! text is no word on it.

use memstrata_extract::{
    ValueType,
    query::{is_verb, stems},
};
use memstrata_ledger::EpisodeView;
use memstrata_model::Fact;

use super::claim::plain_words;
use crate::lead::spec_of;
use crate::query::query_of;

/// Whether what was read of a text is all that it says, and is not what is asked for: "the choir meets on
/// Tuesdays" says not where, "Priya reviews the gateway" not who pays for it.
pub(super) fn is_no_answer(view: &EpisodeView, question: &str) -> bool {
    let query = query_of(question);
    if view.facts.is_empty() {
        return false;
    }
    let text = view.record.text.as_deref().unwrap_or_default();
    let words = plain_words(question);
    match words.first().map(String::as_str) {
        Some("where") => {
            let placed = |word: &str| {
                matches!(word, "in" | "at" | "near" | "behind" | "beside" | "under" | "inside" | "outside")
            };
            let timed = |told: &Fact| {
                use ValueType as T;
                spec_of(&told.relation).is_some_and(|spec| {
                    matches!(
                        spec.value_type,
                        T::Schedule | T::Time | T::TimeRange | T::Weekday | T::Date | T::Duration
                    )
                })
            };
            view.facts.iter().all(|told| timed(&told.fact)) && !plain_words(text).iter().any(|w| placed(w))
        }
        Some("who") => {
            let verb = words.get(1).and_then(|word| stems(word).into_iter().next());
            let said = stems(text);
            let unsaid = verb.is_some_and(|verb| is_verb(&verb) && verb != "be" && !said.contains(&verb));
            unsaid
                && view.facts.iter().all(|told| {
                    let (own, scope) = (&told.fact, told.fact.scope.as_deref());
                    names_its_person(&own.relation, text)
                        || query.asks_besides(&own.subject, &own.relation, scope)
                })
        }
        _ => false,
    }
}

/// Whether a relation is one that only a text's own verb tells ("reviewed by"): whoever it names did just
/// that.
fn names_its_person(relation: &str, text: &str) -> bool {
    spec_of(relation).is_none()
        && stems(relation).iter().any(|stem| is_verb(stem) && stems(text).contains(stem))
}
