//! Hours that hold on some days of the week alone ("closes at 18:00 on Sundays"): the days are part of
//! the key, and the hours of the other days stay.

use crate::candidate::Candidate;
use crate::nominal::Clause;
use crate::value::ValueType;
use crate::words;

/// Gives a time of day the days that stand right behind it or open its clause.
pub(crate) fn scope(candidate: &mut Candidate, c: &Clause<'_, '_>) {
    let of_day = candidate
        .relation
        .spec()
        .is_some_and(|s| matches!(s.value_type, ValueType::Time | ValueType::TimeRange));
    if of_day && candidate.scope.is_none() {
        candidate.scope = days_at(c, candidate.object.1).or_else(|| days_at(c, c.lo));
    }
}

/// "On Sundays", "at weekends", at a place.
fn days_at(c: &Clause<'_, '_>, at: usize) -> Option<String> {
    let lead = c.tokens[..c.hi].get(at).is_some_and(|t| t.any(&["on", "at"]));
    let day = &c.tokens[..c.hi].get(at + usize::from(lead))?.lower;
    (lead && day.ends_with('s') && words::is_weekday(day)).then(|| day.clone())
}
