//! The timeline of a key: a fold over change points, in order of valid time and, within one,
//! of arrival (`assets/docs/spec/ledger.md`, section 3). Pure: no storage, no clock.
//!
//! The fold yields *spans*. Each depends only on the events from the change point where it
//! began, which is what lets the store replay a key from the middle (`project`).

use memstrata_model::{ClosingRule, Instant};

/// An event that counts, as the fold sees it. `value` identifies the normalised object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Act {
    /// Place in the log; a larger number was recorded later.
    pub seq: i64,
    /// Change point; `None` is an unknown start and sorts first.
    pub at: Option<Instant>,
    pub kind: ActKind,
}

/// What an event says about its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActKind {
    /// A value holds from the change point on.
    Assert {
        value: i64,
        to: Option<Instant>,
        /// An observation: says nothing of its own bounds.
        window: bool,
        /// Whether the source states the start, rather than the moment of telling.
        stated: bool,
    },
    /// From the change point on no such value; `None` is no value at all.
    End { value: Option<i64> },
    /// A decision between asserts of this change point: the one recorded as `chosen` holds.
    Resolve { chosen: i64 },
}

/// A stretch of valid time with one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub value: i64,
    pub from: Option<Instant>,
    pub to: Option<Instant>,
    /// The event that opened it.
    pub opened_by: i64,
    pub closing: Option<ClosingRule>,
    /// The event whose change point is exactly its end, where one took its place.
    pub superseded_by: Option<i64>,
    /// The change point at which it opened: differs from `from` where an unknown start was
    /// sharpened by a reinforcement that states its own.
    pub opened_at: Option<Instant>,
}

/// The span that the fold is in.
#[derive(Clone, Copy, Debug)]
struct Standing {
    span: Span,
    /// Where it is known to stop, and whether that is only where an observation stopped.
    end: Option<(Instant, bool)>,
    /// While the start is unknown and nothing broke the run: the first known change point of a
    /// reinforcement, and whether one of them stated its start.
    sharpening: Option<(Option<Instant>, bool)>,
}

/// Folds events into spans, one change point after another.
#[derive(Debug, Default)]
pub struct Fold {
    standing: Option<Standing>,
}

impl Fold {
    /// Takes all events of one change point, in order of arrival; later change points follow in
    /// later calls. Spans that are over by then are handed to `done`.
    pub fn change_point(&mut self, acts: &[Act], done: &mut impl FnMut(Span)) {
        let Some(first) = acts.first() else { return };
        let here = first.at;
        self.retire_before(here, done);

        let settled = Settled::of(acts);
        let standing = self.standing.map(|s| s.span.value);
        // Whether what stands also reaches past this point, rather than stopping exactly at it.
        let covers = self.standing.is_some_and(|s| s.end.is_none_or(|(end, _)| Some(end) > here));
        let closer = standing.and_then(|value| settled.closed_by(acts, value));

        let Some(winner) = settled.winner else {
            let closer = closer.or(settled.taken_by);
            if let (Some(seq), Some(standing)) = (closer, self.standing) {
                let superseded = Some(seq.max(settled.taken_by.unwrap_or(seq)));
                done(close(standing, here, ClosingRule::Ended, superseded));
                self.standing = None;
            }
            return;
        };

        let continues = covers && standing == Some(winner.value) && closer.is_none();
        if let (true, Some(standing)) = (continues, &mut self.standing) {
            let inside = winner.to.is_some_and(|to| standing.end.is_none_or(|(end, _)| to <= end));
            if winner.window && inside && !settled.others {
                note_reinforcement(standing, here, false);
                return;
            }
        }

        let inherited = match self.standing {
            Some(Standing { end: Some((end, false)), .. }) if continues => Some(end),
            _ => None,
        };
        let end = winner
            .to
            .map(|to| (to, winner.window))
            .or_else(|| settled.earlier_end.or(inherited).map(|end| (end, false)));
        match &mut self.standing {
            // The same value goes on: one interval, reinforced.
            Some(standing) if standing.span.value == winner.value => {
                if continues {
                    // An observation says nothing of its own bounds, its start included.
                    note_reinforcement(standing, here, settled.stated);
                } else {
                    settle_start(standing);
                }
                standing.end = end;
            }
            before => {
                if let Some(standing) = before.take() {
                    let rule =
                        if closer.is_some() { ClosingRule::Ended } else { ClosingRule::LaterValidTime };
                    done(close(standing, here, rule, Some(winner.seq)));
                }
                let span = Span {
                    value: winner.value,
                    from: here,
                    to: None,
                    opened_by: winner.seq,
                    closing: None,
                    superseded_by: None,
                    opened_at: here,
                };
                let sharpening = here.is_none().then_some((None, false));
                self.standing = Some(Standing { span, end, sharpening });
            }
        }
    }

    /// Hands out what stands at the end of time.
    pub fn finish(&mut self, done: &mut impl FnMut(Span)) {
        if let Some(standing) = self.standing.take() {
            done(run_out(standing));
        }
    }

    /// The span that the fold stands in: value, start and opener are final but for a start that
    /// is still unknown.
    #[must_use]
    pub fn standing(&self) -> Option<Span> {
        self.standing.map(|s| s.span)
    }

    /// What stopped before `here` by its own end leaves a gap.
    fn retire_before(&mut self, here: Option<Instant>, done: &mut impl FnMut(Span)) {
        if let Some(standing) = self.standing
            && let Some((end, _)) = standing.end
            && Some(end) < here
        {
            done(run_out(standing));
            self.standing = None;
        }
    }
}

/// The whole timeline of events sorted by change point and arrival.
#[must_use]
pub fn spans(acts: &[Act]) -> Vec<Span> {
    let mut out = Vec::new();
    let mut fold = Fold::default();
    for point in acts.chunk_by(|a, b| a.at == b.at) {
        fold.change_point(point, &mut |span| out.push(span));
    }
    fold.finish(&mut |span| out.push(span));
    out
}

/// The assert that won at a change point.
#[derive(Clone, Copy, Debug)]
struct Winner {
    seq: i64,
    value: i64,
    to: Option<Instant>,
    window: bool,
    stated: bool,
}

/// What the events of one change point come to among themselves.
#[derive(Debug)]
struct Settled {
    winner: Option<Winner>,
    /// An end that an earlier assert of the winner's value gave here.
    earlier_end: Option<Instant>,
    /// Whether an assert of the winner's value here stated its start, whoever vouched for it after.
    stated: bool,
    /// The last end that took an assert away here, where nothing wins.
    taken_by: Option<i64>,
    /// Whether an assert here named another value than the winner's.
    others: bool,
}

impl Settled {
    fn of(acts: &[Act]) -> Settled {
        let mut winner: Option<Winner> = None;
        let mut taken_by = None;
        for act in acts {
            match act.kind {
                ActKind::Assert { value, to, window, stated } => {
                    let stands = winner.is_some_and(|w| w.value == value);
                    if !(window && stands) {
                        winner = Some(Winner { seq: act.seq, value, to, window, stated });
                        taken_by = None;
                    }
                }
                ActKind::End { value } => {
                    let takes = winner.is_some_and(|w| value.is_none_or(|v| v == w.value));
                    if takes {
                        winner = None;
                        taken_by = Some(act.seq);
                    }
                }
                ActKind::Resolve { chosen } => {
                    if let Some(ActKind::Assert { value, to, window, stated }) =
                        acts.iter().find(|a| a.seq == chosen).map(|a| a.kind)
                    {
                        winner = Some(Winner { seq: chosen, value, to, window, stated });
                        taken_by = None;
                    }
                }
            }
        }
        if taken_by.is_some() {
            taken_by = last_taking(acts);
        }
        let earlier_end = winner.and_then(|w| earlier_end(acts, w));
        let stated = winner.is_some_and(|w| w.stated && !w.window || stated_before(acts, w));
        let others = winner.is_some_and(|w| {
            acts.iter().any(|a| matches!(a.kind, ActKind::Assert { value, .. } if value != w.value))
        });
        Settled { winner, earlier_end, stated, taken_by, others }
    }

    /// The last `end` here that closes an interval of `value` standing before.
    fn closed_by(&self, acts: &[Act], value: i64) -> Option<i64> {
        let named = acts.iter().rev().find(|a| match a.kind {
            ActKind::End { value: ended } => ended.is_none_or(|v| v == value),
            _ => false,
        });
        named.map(|a| a.seq)
    }
}

/// The last end here that took an assert away. What is gone cannot be taken away again, so each
/// assert is taken by the first end after it that names no value or its own.
fn last_taking(acts: &[Act]) -> Option<i64> {
    let takers = acts.iter().enumerate().filter_map(|(place, act)| {
        let ActKind::Assert { value: told, .. } = act.kind else { return None };
        acts[place + 1..]
            .iter()
            .find(|later| matches!(later.kind, ActKind::End { value } if value.is_none_or(|v| v == told)))
            .map(|end| end.seq)
    });
    takers.max()
}

/// An assert without an end never denies an end that was stated for the same value here.
fn earlier_end(acts: &[Act], winner: Winner) -> Option<Instant> {
    let mut stated = None;
    for act in acts.iter().take_while(|a| a.seq != winner.seq) {
        match act.kind {
            ActKind::Assert { value, to: Some(to), window: false, .. } if value == winner.value => {
                stated = Some(to);
            }
            ActKind::End { value } if value.is_none_or(|v| v == winner.value) => stated = None,
            _ => {}
        }
    }
    stated
}

/// Whether an assert of the winner's value before it here stated its start, and no end took it away.
fn stated_before(acts: &[Act], winner: Winner) -> bool {
    let mut found = false;
    for act in acts.iter().take_while(|a| a.seq != winner.seq) {
        match act.kind {
            ActKind::Assert { value, stated, window, .. } if value == winner.value => {
                found |= stated && !window;
            }
            ActKind::End { value } if value.is_none_or(|v| v == winner.value) => found = false,
            _ => {}
        }
    }
    found
}

fn note_reinforcement(standing: &mut Standing, here: Option<Instant>, stated: bool) {
    if let Some((first, any_stated)) = &mut standing.sharpening {
        *first = first.or(here);
        *any_stated |= stated;
    }
}

/// An unknown start gives way to the first known change point inside, if one was stated there.
fn settle_start(standing: &mut Standing) {
    if let Some((Some(first), true)) = standing.sharpening.take() {
        standing.span.from = Some(first);
    }
}

fn close(mut standing: Standing, here: Option<Instant>, rule: ClosingRule, by: Option<i64>) -> Span {
    settle_start(&mut standing);
    let own = standing.end.filter(|(end, _)| Some(*end) == here);
    standing.span.to = here;
    standing.span.superseded_by = by;
    standing.span.closing = Some(match own {
        Some((_, true)) => ClosingRule::Observed,
        Some((_, false)) => ClosingRule::StatedEnd,
        None => rule,
    });
    standing.span
}

fn run_out(mut standing: Standing) -> Span {
    settle_start(&mut standing);
    standing.span.to = standing.end.map(|(end, _)| end);
    standing.span.closing = standing
        .end
        .map(|(_, observed)| if observed { ClosingRule::Observed } else { ClosingRule::StatedEnd });
    standing.span
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(day: i64) -> Option<Instant> {
        Some(Instant::from_micros(day * 86_400_000_000))
    }

    fn assert(seq: i64, day: i64, value: i64) -> Act {
        Act { seq, at: at(day), kind: ActKind::Assert { value, to: None, window: false, stated: true } }
    }

    fn end(seq: i64, day: i64, value: i64) -> Act {
        Act { seq, at: at(day), kind: ActKind::End { value: Some(value) } }
    }

    fn bounded(seq: i64, day: i64, value: i64, to: i64, window: bool) -> Act {
        Act { seq, at: at(day), kind: ActKind::Assert { value, to: at(to), window, stated: true } }
    }

    /// Ends and rules of the intervals.
    fn ends(acts: &[Act]) -> Vec<(Option<Instant>, Option<ClosingRule>)> {
        spans(acts).iter().map(|span| (span.to, span.closing)).collect()
    }

    #[test]
    fn a_stated_start_stays_whoever_vouches_for_it_at_that_moment() {
        let told = |seq, at, stated| {
            let kind = ActKind::Assert { value: 10, to: None, window: false, stated };
            Act { seq, at, kind }
        };
        let unknown = told(1, None, false);
        for acts in [
            vec![unknown, told(2, at(5), true), told(3, at(5), false)],
            vec![unknown, told(2, at(5), false), told(3, at(5), true)],
            vec![unknown, told(2, at(5), true)],
        ] {
            assert_eq!(spans(&acts).iter().map(|span| span.from).collect::<Vec<_>>(), [at(5)], "{acts:?}");
        }
        // Nobody states it: vouched for alone, or stated and taken away.
        for acts in [
            vec![unknown, told(2, at(5), false)],
            vec![unknown, told(2, at(5), true), end(3, 5, 10), told(4, at(5), false)],
        ] {
            assert_eq!(spans(&acts)[0].from, None, "{acts:?}");
        }
    }

    #[test]
    fn an_observation_up_to_the_very_end_of_an_interval_changes_no_bounds() {
        let acts = [bounded(1, 1, 10, 9, false), bounded(2, 5, 10, 9, true)];
        assert_eq!(ends(&acts), [(at(9), Some(ClosingRule::StatedEnd))]);
    }

    #[test]
    fn an_observation_gives_a_later_assert_of_its_change_point_no_end() {
        assert_eq!(ends(&[bounded(1, 5, 10, 8, true), assert(2, 5, 10)]), [(None, None)]);
    }

    #[test]
    fn an_end_that_was_taken_away_is_not_given_to_a_later_assert() {
        let acts = [bounded(1, 5, 10, 8, false), end(2, 5, 10), assert(3, 5, 10)];
        assert_eq!(ends(&acts), [(None, None)]);
    }

    #[test]
    fn where_an_observation_stopped_is_no_end_of_an_assert_inside_it() {
        assert_eq!(ends(&[bounded(1, 1, 10, 9, true), assert(2, 5, 10)]), [(None, None)]);
    }

    #[test]
    fn where_nothing_wins_the_last_end_that_did_anything_is_named() {
        let held = spans(&[assert(1, 1, 10), assert(2, 5, 20), end(3, 5, 20), end(4, 5, 10)]);
        assert_eq!(held.iter().map(|span| span.superseded_by).collect::<Vec<_>>(), [Some(4)]);
        let held = spans(&[assert(1, 1, 10), end(2, 5, 10), assert(3, 5, 20), end(4, 5, 20)]);
        assert_eq!(held.iter().map(|span| span.superseded_by).collect::<Vec<_>>(), [Some(4)]);
    }

    #[test]
    fn the_last_end_that_took_any_assert_away_is_the_one_named() {
        let acts = [
            assert(1, 1, 10),
            assert(2, 5, 30),
            assert(3, 5, 20),
            end(4, 5, 20),
            end(5, 5, 30),
            end(6, 5, 30),
        ];
        let held = spans(&acts);
        assert_eq!(held.len(), 1);
        assert_eq!(
            (held[0].to, held[0].closing, held[0].superseded_by),
            (at(5), Some(ClosingRule::Ended), Some(5))
        );
    }
}
