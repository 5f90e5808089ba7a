//! Looking the ledger over while nobody writes to it: once it has been quiet for a while, in slices
//! that end by the clock or as soon as somebody writes, each going on where the one before it stopped.
//! What is looked for, and that it is only ever proposed, is [`crate::consolidate`]'s; who keeps
//! asking is the shell's.

use memstrata_model::Instant;

use crate::consolidate::{Place, Slice};
use crate::{Consolidation, ConsolidationProgress, Engine, Error};

/// Nobody has written for this long: ten minutes, in microseconds.
const QUIET: i64 = 10 * 60 * 1_000_000;
/// A slice takes no longer than this: ten seconds.
const LONGEST: i64 = 10 * 1_000_000;
/// What was looked over whole is looked over again after a day, since values age by themselves.
const AGAIN: i64 = 86_400 * 1_000_000;

/// How far the looking over of one ledger is. It is kept in memory alone: what was proposed is in the
/// ledger, and is not proposed twice.
#[derive(Clone, Debug, Default)]
pub struct Idle {
    /// Where the next slice begins, and how the ledger's head stood when the last one was cut off.
    going_on: Option<(Place, Option<Instant>)>,
    /// When the last whole pass ended, and how the head stood then.
    whole: Option<(Instant, Option<Instant>)>,
}

/// What came of a look at whether it is time.
#[derive(Clone, Debug, PartialEq)]
pub enum Looked {
    /// It was not the time: somebody wrote a moment ago, nothing is new, or the space wants none.
    NotNow,
    /// A part was looked over; the next slice goes on from there.
    InPart,
    /// All was looked over; what the last slice found.
    Whole(Consolidation),
}

impl Engine {
    /// Looks over a part of the space, where its settings allow it, nobody has written for a while
    /// and there may be anything new to find. `progress` may stop it, as it may stop
    /// [`Engine::consolidate`]; what was proposed stays.
    ///
    /// # Errors
    /// The ledger cannot be read or written, or `progress` stopped it.
    pub fn consolidate_when_idle(
        &self,
        idle: &mut Idle,
        progress: &mut dyn FnMut(ConsolidationProgress) -> bool,
    ) -> Result<Looked, Error> {
        if self.scoring()?.idle == Some(false) {
            return Ok(Looked::NotNow);
        }
        let now = self.clock.now();
        let since = |at: Instant| now.micros().saturating_sub(at.micros());
        let head = self.ledger.head_time()?;
        let Some(written) = head else { return Ok(Looked::NotNow) };
        if idle.whole.is_some_and(|(at, then)| then == head && since(at) < AGAIN) {
            return Ok(Looked::NotNow);
        }
        // Its own proposals are no sign of somebody writing.
        let going_on = idle.going_on.take().filter(|(_, then)| *then == head);
        if going_on.is_none() && since(written) < QUIET {
            return Ok(Looked::NotNow);
        }
        let mut place = going_on.map(|(place, _)| place).unwrap_or_default();
        let mut slice = Slice { longest: LONGEST, head, cut: false };
        let done = self.consolidate_slice(&mut place, &mut slice, progress);
        match done {
            Ok(done) => {
                idle.whole = Some((self.clock.now(), slice.head));
                Ok(Looked::Whole(done))
            }
            Err(error) => {
                idle.going_on = Some((place, slice.head));
                if slice.cut { Ok(Looked::InPart) } else { Err(error) }
            }
        }
    }
}
