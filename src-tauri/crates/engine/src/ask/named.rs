//! Names in a question as the ledger knows them: other spellings of a subject, and its other names.

use memstrata_model::fact::TimelineKey;
use memstrata_model::view::AskRequest;
use memstrata_model::{Key, normalize_name};

use crate::{Engine, Error};

impl Engine {
    /// A question with `BillingService` in it, where the billing service is known, is asked of that; one
    /// with another name of a subject, of the subject that the name counts for.
    pub(super) fn as_known(&self, request: &AskRequest) -> Result<Option<AskRequest>, Error> {
        let names = request.question.split(|c: char| !c.is_alphanumeric());
        let mut question: Option<String> = None;
        // "STRASSE", where a straße is known.
        let cased = |name: &str| !name.is_ascii() || name.to_ascii_lowercase().contains("ss");
        for name in names.filter(|name| memstrata_model::split_capitals(name).is_some() || cased(name)) {
            if let Some(known) = self.ledger.known_subject(self.space(), name)? {
                question = Some(question.as_deref().unwrap_or(&request.question).replacen(name, &known, 1));
            }
        }
        // What was another name then is not asked of the past: only what it is now.
        if request.view.known_at.is_none() {
            for (name, known) in self.ledger.subject_aliases(self.space())? {
                let text = question.as_deref().unwrap_or(&request.question);
                if let Some(place) = place_of_name(text, &name).filter(|_| !text.contains(&known)) {
                    let mut renamed = text.to_owned();
                    renamed.replace_range(place, &known);
                    question = Some(renamed);
                }
            }
            for (from, into) in self.ledger.moved_keys(self.space())? {
                let text = question.as_deref().unwrap_or(&request.question);
                if let Some(renamed) = of_moved(text, &from, &into) {
                    question = Some(renamed);
                }
            }
        }
        Ok(question.map(|question| AskRequest { question, ..request.clone() }))
    }
}

/// A question for the relation of a key that was moved, asked of where it went.
fn of_moved(text: &str, from: &Key, into: &TimelineKey) -> Option<String> {
    let mut renamed = text.to_owned();
    let relation = normalize_name(&into.relation);
    if from.relation != relation {
        renamed.replace_range(place_of_name(&renamed, &from.relation)?, &relation);
    } else {
        place_of_name(&renamed, &from.relation)?;
    }
    let place = place_of_name(&renamed, &from.subject)?;
    if from.subject != normalize_name(&into.subject) {
        renamed.replace_range(place, &into.subject);
    }
    Some(renamed)
}

/// Where a name stands in a text, in words of its own that fold to it.
fn place_of_name(text: &str, name: &str) -> Option<std::ops::Range<usize>> {
    let words: Vec<(usize, usize)> = text
        .split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-')))
        .filter(|word| !word.is_empty())
        .map(|word| {
            let from = word.as_ptr().addr() - text.as_ptr().addr();
            (from, from + word.len())
        })
        .collect();
    let of_name = name.split(' ').count();
    words
        .windows(of_name)
        .map(|run| run[0].0..run[of_name - 1].1)
        .find(|place| memstrata_model::normalize_name(&text[place.clone()]) == name)
}
