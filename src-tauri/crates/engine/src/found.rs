//! What a fact found in a text tells the ledger: an assert, an end, or that a value was never so.

use memstrata_extract::{CORRECTION, FoundFact, FoundOp, Held, KnownSubjects};
use memstrata_ledger::{NewAssert, NewEnd, NewRetract, Told};
use memstrata_model::{Key, Precision, ValidFromSource, normalize_text};

use crate::remember::compared;
use crate::{Engine, Error};

impl Engine {
    /// Whether a fact that takes a value back finds it: told before, or before it in the same batch.
    pub(crate) fn takes_back(&self, fact: &FoundFact, known: &dyn KnownSubjects) -> Result<bool, Error> {
        let key = Key::new(&fact.subject, &fact.relation, fact.scope.as_deref());
        let norm =
            |object: &str| normalize_text(compared(&fact.relation, object).as_deref().unwrap_or(object));
        let value = norm(&fact.object);
        let held = |held: Held| {
            Key::new(&held.subject, &held.relation, held.scope.as_deref()) == key
                && norm(&held.object) == value
        };
        Ok(self.ledger.asserter(self.space(), &key, &value)?.is_some()
            || known.held(&fact.subject).into_iter().any(held))
    }
}

/// What a found fact tells the ledger.
pub(crate) fn told(fact: &FoundFact, read_by: String) -> Told {
    let span = clip(fact.span);
    let value = compared(&fact.relation, &fact.object);
    match fact.op {
        FoundOp::Assert => {
            let (from, to) = (fact.valid_from.as_ref(), fact.valid_to.as_ref());
            // A reading that turns time round is no reading of time.
            let sound = from.zip(to).is_none_or(|(from, to)| from.at < to.at);
            let (from, to) = if sound { (from, to) } else { (from, None) };
            Told::Assert(NewAssert {
                subject: fact.subject.clone(),
                relation: fact.relation.clone(),
                scope: fact.scope.clone(),
                object: fact.object.clone(),
                value,
                valid_from: from.map(|d| d.at),
                valid_from_source: match fact.valid_from_source {
                    ValidFromSource::Unknown => Some(ValidFromSource::Unknown),
                    _ if from.is_some() => Some(ValidFromSource::Stated),
                    _ => None,
                },
                valid_to: to.map(|d| d.at),
                window: fact.window && to.is_some(),
                precision: from.map(|d| d.precision).or(Some(Precision::Instant)),
                confidence: Some(fact.confidence),
                span,
                set_valued: fact.set_valued,
                uncertain: !fact.closes,
                read_by: Some(read_by),
            })
        }
        FoundOp::End => Told::End(NewEnd {
            subject: fact.subject.clone(),
            relation: fact.relation.clone(),
            scope: fact.scope.clone(),
            object: (!fact.object.trim().is_empty()).then(|| fact.object.clone()),
            value,
            at: fact.valid_to.as_ref().or(fact.valid_from.as_ref()).map(|d| d.at),
            precision: fact.valid_to.as_ref().map(|d| d.precision),
            span,
            read_by: Some(read_by),
        }),
        FoundOp::Void => Told::Retract(NewRetract {
            subject: fact.subject.clone(),
            relation: fact.relation.clone(),
            scope: fact.scope.clone(),
            object: fact.object.clone(),
            value,
            // "The port is 82, not 80" is of the present; "it was never 80" of all time.
            everywhere: fact.rule != CORRECTION,
            span,
        }),
    }
}

fn clip(span: (usize, usize)) -> Option<(u32, u32)> {
    Some((u32::try_from(span.0).ok()?, u32::try_from(span.1).ok()?))
}
