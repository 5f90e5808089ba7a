//! What is looked up of a question while the vectors are gone through: all that needs no meanings.

use memstrata_ledger::line::Scoring;
use memstrata_model::view::{AskMode, AskRequest};
use memstrata_retrieve::{Ahead, Gate, Laps, Led, grace_of};

use super::route::Route;
use super::{RECALL, word};
use crate::chain::Walked;
use crate::{Engine, Error};

impl Engine {
    pub(super) fn ahead(
        &self,
        request: &AskRequest,
        route: &Route,
        scoring: &Scoring,
        laps: &Laps,
    ) -> Result<Ahead, Error> {
        if request.mode == AskMode::Plain {
            return Ok(Ahead::default());
        }
        let led = Led {
            question: &request.question,
            gate: Gate { grace: grace_of(scoring), ..route.timed.gate },
            keys: &route.keys,
            needed: usize::from(matches!(route.walked, Walked::NoChain)),
            steps: &route.walked.steps(),
            recall: scoring.recall.unwrap_or(RECALL) as usize,
        };
        let ahead = Ahead::of(&self.ledger, self.space(), &led, laps)?;
        // The last word looks at these: what is read of a state that is held is kept.
        let texts = &route.texts[..route.texts.len().min(word::LOOKED_AT)];
        self.ledger.episode_records(self.space(), texts)?;
        Ok(ahead)
    }
}
