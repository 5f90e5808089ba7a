//! Amounts by their comparison form, to be set against each other.

use crate::normalize::normalize_value_of;

/// A number with its unit, in base units.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Amount {
    pub(super) number: f64,
    unit: String,
}

/// How much of a value an approximation may be off.
const LEEWAY: f64 = 0.2;
/// Minutes that a time of day may be off.
const LATE: f64 = 20.0;

impl Amount {
    pub(super) fn of(relation: &str, object: &str) -> Option<Self> {
        let form = normalize_value_of(relation, object);
        if let Some((hours, minutes)) = form.split_once(':') {
            let (hours, minutes): (u32, u32) = (hours.parse().ok()?, minutes.parse().ok()?);
            return Some(Amount { number: f64::from(hours * 60 + minutes), unit: ":".to_owned() });
        }
        let (number, unit) = form.split_once(' ').unwrap_or((&form, ""));
        let number = number.trim_start_matches(['~', '+']).parse().ok()?;
        Some(Amount { number, unit: unit.to_owned() })
    }

    /// The same number of another's unit, where it has none of its own.
    pub(super) fn in_unit_of(&self, other: &Amount) -> Amount {
        let bare = self.unit.is_empty();
        Amount { number: self.number, unit: if bare { other.unit.clone() } else { self.unit.clone() } }
    }

    /// Whether two measure the same.
    pub(super) fn is_of_kind(&self, other: &Amount) -> bool {
        self.unit == other.unit || self.unit.is_empty() || other.unit.is_empty()
    }

    /// Whether this is the other without its unit or by a name that leaves the scale open.
    pub(super) fn is_as(&self, other: &Amount) -> bool {
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9 * a.abs().max(1.0);
        let share =
            |a: &Amount, b: &Amount| a.unit.is_empty() && b.unit == "%" && near(a.number * 100.0, b.number);
        let degrees =
            |a: &Amount, b: &Amount| a.unit == "°" && b.unit.starts_with('°') && near(a.number, b.number);
        self.unit != other.unit
            && (share(self, other) || share(other, self) || degrees(self, other) || degrees(other, self))
    }

    /// Whether this may be the other, as roughly told.
    pub(super) fn near(&self, other: &Amount) -> bool {
        let apart = (self.number - other.number).abs();
        let leeway = if self.unit == ":" { LATE } else { LEEWAY * self.number.abs().max(other.number.abs()) };
        self.is_of_kind(other) && apart <= leeway
    }
}
