//! Why a key has no value, in words: what every shell says where nothing is found.

use chrono_tz::Tz;
use memstrata_ledger::{Absence, AbsentKey};
use memstrata_model::{ClosingRule, Instant, Precision, date::show_date, fact::TimelineKey};

/// Why a key has no value, with the key before it.
#[must_use]
pub fn absence_in_words(absent: &AbsentKey, zone: Tz) -> String {
    format!("{}: {}", key_in_words(&absent.key), reason(absent, zone))
}

/// The reason alone.
pub(crate) fn reason(absent: &AbsentKey, zone: Tz) -> String {
    let day = |at: Instant| show_date(at, Precision::Day, zone);
    match &absent.why {
        Absence::NeverTold => "nothing was ever told of it".to_owned(),
        Absence::ExistsAs { names } => {
            let names: Vec<String> = names.iter().map(key_in_words).collect();
            format!("exists under the name {}", names.join(", "))
        }
        Absence::RecordedLater { on, object, valid_from } => {
            let since = valid_from.map(|from| format!(", from {}", day(from))).unwrap_or_default();
            format!("recorded later, on {} ({object}{since})", day(*on))
        }
        Absence::NotYet { from, object } => {
            format!("nothing held then; first known from {} ({object})", day(*from))
        }
        Absence::Ended { on, object, next_from, rule } => {
            let next = next_from.map(|next| format!("; the next from {}", day(next))).unwrap_or_default();
            format!("{} {} ({object}){next}", stopped(*rule), day(*on))
        }
        Absence::Unsettled { since, object, before, item } => format!(
            "unsettled since {}, when {object} was over; before it was {before} (memstrata review show {item})",
            day(*since)
        ),
        Absence::Withdrawn { on, object } => format!("withdrawn on {} ({object})", day(*on)),
        Absence::Waiting { object, item } => {
            format!("{object} waits for a decision (memstrata review show {item})")
        }
    }
}

/// How a value came to its end, before the day: where only an observation of it stopped, nobody said that
/// it did.
pub(crate) fn stopped(rule: Option<ClosingRule>) -> &'static str {
    match rule {
        Some(ClosingRule::Observed) => "was observed until",
        _ => "ended on",
    }
}

/// A key as it is shown.
#[must_use]
pub fn key_in_words(key: &TimelineKey) -> String {
    let scope = key.scope.as_ref().map(|scope| format!(" [{scope}]")).unwrap_or_default();
    let relation = if key.relation.is_empty() { String::new() } else { format!(" · {}", key.relation) };
    format!("{}{relation}{scope}", key.subject)
}
