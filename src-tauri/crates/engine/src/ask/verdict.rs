//! What the two ways of retrieval come to, side by side.

use memstrata_model::view::{Column, Verdict, VerdictKind};
use memstrata_model::{FactState, normalize_text};

use crate::Engine;

impl Engine {
    pub(super) fn verdict(&self, plain: &Column, temporal: &Column) -> Verdict {
        let told = |column: &Column, name: &str| match &column.answer {
            None if !column.uncertain.is_empty() => format!("{name} is uncertain"),
            None => format!("{name} abstains"),
            Some(answer) => {
                let stale = column.is_stale_beside(temporal);
                let state = match (column.state, column.until, column.since) {
                    (Some(FactState::Past), Some(until), _) if stale => {
                        format!(", stale since {}", self.day(until))
                    }
                    (Some(FactState::Past), None, _) if stale => ", stale".to_owned(),
                    (Some(FactState::Past), Some(until), _) => format!(", until {}", self.day(until)),
                    (Some(FactState::Past), None, _) => ", past".to_owned(),
                    (Some(FactState::Withdrawn), ..) => ", withdrawn".to_owned(),
                    (Some(FactState::Future), _, Some(since)) => {
                        format!(", true only from {}", self.day(since))
                    }
                    (Some(FactState::Disputed), ..) => ", disputed".to_owned(),
                    (Some(FactState::Current), ..) => ", current".to_owned(),
                    _ => String::new(),
                };
                format!("{answer}{state}")
            }
        };
        let sides = format!("{} / {}", told(plain, "plain"), told(temporal, "temporal"));
        let same = match (&plain.answer, &temporal.answer) {
            (Some(a), Some(b)) => normalize_text(a) == normalize_text(b),
            (None, None) => true,
            _ => false,
        };
        let stale = plain.is_stale_beside(temporal)
            || matches!(plain.state, Some(FactState::Withdrawn | FactState::Future));
        let (kind, word) = match (&plain.answer, &temporal.answer) {
            (None, None) => (VerdictKind::Abstained, "Both abstain"),
            (Some(_), None) if stale => (VerdictKind::PlainStale, "They disagree"),
            (Some(_), None) if !temporal.uncertain.is_empty() => (VerdictKind::Abstained, "One is uncertain"),
            (None, _) | (_, None) => (VerdictKind::Abstained, "One abstains"),
            _ if same => (VerdictKind::Agree, "They agree"),
            _ if stale => (VerdictKind::PlainStale, "They disagree"),
            _ => (VerdictKind::Differ, "They differ"),
        };
        let sides = if plain.answer.is_none() && temporal.answer.is_none() {
            let sure = temporal.uncertain.is_empty();
            if sure { "no value is known either way" } else { "what was last said is uncertain" }.to_owned()
        } else {
            sides
        };
        Verdict { kind, sentence: format!("{word}: {sides}") }
    }
}
