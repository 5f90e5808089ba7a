//! What the window shows besides answers: the state of the ledger, lanes and their marks, the
//! ledger strip, the details of a fact.

use std::sync::{Arc, PoisonError};

use memstrata_ledger::{LaneList, LaneWindow, Moment};
use memstrata_model::view::{
    Density, FactDetails, KeyValue, LaneIndex, LaneMarks, LaneQuery, LedgerInfo, MarkQuery, Strip, Viewpoint,
};
use memstrata_model::{ClosingRule, Fact, FactState, Instant, Interval, ValidFromSource, normalize_text};

use crate::{Engine, Error};

/// The lanes last listed, kept while neither the query nor the ledger changes: scrolling asks for
/// their marks again and again.
#[derive(Clone, Debug)]
pub(crate) struct ListedLanes {
    query: LaneQuery,
    mark: i64,
    now: Instant,
    list: Arc<LaneList>,
}

/// A list is made anew after this long, since "now" moves on.
const KEPT_MICROS: i64 = 60 * 1_000_000;
/// The flag of a mark whose value is uncertain.
const UNCERTAIN: u8 = 4;

impl Engine {
    /// What is open, and how it is.
    ///
    /// # Errors
    /// The ledger cannot be read.
    pub fn info(&self) -> Result<LedgerInfo, Error> {
        let stats = self.ledger.stats(self.space())?;
        let (valid_from, valid_to) = self.ledger.extent(self.space())?;
        let strip = self.ledger.strip(self.space())?;
        let count = |n: i64| u32::try_from(n).unwrap_or(u32::MAX);
        let stem =
            self.path().file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(LedgerInfo {
            path: self.path().display().to_string(),
            name: if self.sample { "Sample ledger".to_owned() } else { stem },
            space: self.space().to_owned(),
            spaces: self.spaces()?.into_iter().map(|space| space.name).collect(),
            timezone: self.zone().name().to_owned(),
            sample: self.sample,
            keys: count(stats.keys),
            facts: count(stats.facts),
            episodes: count(stats.episodes),
            commits: u32::try_from(strip.commits.len()).unwrap_or(u32::MAX),
            head: stats.head,
            last_commit: strip.commits.last().map(|commit| commit.label.clone()),
            now: self.now()?,
            valid_from,
            valid_to,
            index: self.index_state()?,
        })
    }

    /// Whether it is the sample, which can be had again.
    #[must_use]
    pub fn is_sample(&self) -> bool {
        self.sample
    }

    /// The lanes of a query.
    ///
    /// # Errors
    /// The ledger cannot be read.
    pub fn lane_index(&self, query: &LaneQuery) -> Result<LaneIndex, Error> {
        Ok(self.listed(query)?.list.index.clone())
    }

    /// The marks of some lanes in a window.
    ///
    /// # Errors
    /// The ledger cannot be read, or the window is empty.
    pub fn lane_marks(&self, query: &MarkQuery) -> Result<LaneMarks, Error> {
        let sound = query.from_ms.is_finite() && query.to_ms.is_finite() && query.from_ms < query.to_ms;
        if !sound {
            return Err(Error::usage(
                "bad_window",
                format!("the window from {} to {} is empty", query.from_ms, query.to_ms),
                None,
            ));
        }
        let listed = self.listed(&query.lanes)?;
        let moment = self.viewpoint(&query.lanes.view, listed.now);
        let window = LaneWindow { from_ms: query.from_ms, to_ms: query.to_ms, width_px: query.width_px };
        let mut marks = self.ledger.lane_marks(
            &listed.list,
            query.first as usize,
            query.count as usize,
            window,
            moment,
            self.zone(),
        )?;
        self.mark_doubts(&mut marks, moment)?;
        Ok(marks)
    }

    /// Flags the values that hold and are uncertain.
    fn mark_doubts(&self, marks: &mut LaneMarks, moment: Moment) -> Result<(), Error> {
        if self.dependencies(moment)?.is_empty() {
            return Ok(());
        }
        let holds = |i: &usize| marks.fact[*i] != 0 && matches!(marks.state[*i], 0 | 3);
        let places: Vec<usize> = (0..marks.len()).filter(holds).collect();
        let fact = |i: &usize| self.ledger.fact(self.space(), &format!("f{}", marks.fact[*i]), moment);
        let facts: Vec<Fact> = places.iter().map(fact).collect::<Result<_, _>>()?;
        let doubts = self.doubts_of_each("", facts.iter(), moment)?;
        for (place, _) in places.into_iter().zip(doubts).filter(|(_, doubts)| !doubts.is_empty()) {
            marks.flags[place] |= UNCERTAIN;
        }
        Ok(())
    }

    /// One tick a commit.
    ///
    /// # Errors
    /// The ledger cannot be read.
    pub fn strip(&self) -> Result<Strip, Error> {
        Ok(self.ledger.strip(self.space())?)
    }

    /// How many values begin, over valid time.
    ///
    /// # Errors
    /// The ledger cannot be read.
    pub fn density(&self, view: &Viewpoint, buckets: u32) -> Result<Density, Error> {
        Ok(self.ledger.density(self.space(), view.known_at, buckets.min(4096) as usize)?)
    }

    /// All that Details shows of a fact.
    ///
    /// # Errors
    /// The space has no such fact.
    pub fn details(&self, id: &str, view: &Viewpoint) -> Result<FactDetails, Error> {
        let now = self.now()?;
        let moment = self.viewpoint(view, now);
        let fact = self.ledger.fact(self.space(), id, moment)?;
        let timeline = self.ledger.timeline_of_fact(self.space(), id, view.known_at, moment.as_of)?;
        let mut values: Vec<KeyValue> = timeline
            .intervals
            .iter()
            .map(|interval| {
                let span = Interval::new(interval.valid_from, interval.valid_to);
                let state = if span.to.is_some_and(|to| to <= moment.as_of) {
                    FactState::Past
                } else if span.from.is_some_and(|from| from > moment.as_of) {
                    FactState::Future
                } else if interval.disputed {
                    FactState::Disputed
                } else {
                    FactState::Current
                };
                KeyValue { interval: interval.clone(), state }
            })
            .collect();
        values.reverse();
        let believed_today = match view.known_at {
            None => None,
            Some(_) => {
                let today = self.ledger.timeline_of_fact(self.space(), id, None, moment.as_of)?;
                let value = |t: &memstrata_model::Timeline| {
                    t.intervals
                        .iter()
                        .find(|i| Interval::new(i.valid_from, i.valid_to).contains(moment.as_of))
                        .map(|i| i.object.clone())
                };
                let (then, now) = (value(&timeline), value(&today));
                let differ = then.as_deref().map(normalize_text) != now.as_deref().map(normalize_text);
                differ.then(|| now.unwrap_or_else(|| "nothing".to_owned()))
            }
        };
        let sentence = self.sentence(&fact, &values);
        let doubts = self.doubts_about(std::slice::from_ref(&fact), Some(moment.as_of), moment.known_at)?;
        let doubts = doubts.into_iter().flatten().collect();
        Ok(FactDetails { set_valued: timeline.set_valued, sentence, doubts, values, believed_today, fact })
    }

    fn viewpoint(&self, view: &Viewpoint, now: Instant) -> Moment {
        Moment { as_of: view.as_of.unwrap_or(now), known_at: view.known_at }
    }

    fn listed(&self, query: &LaneQuery) -> Result<ListedLanes, Error> {
        let mark = self.ledger.change_mark()?;
        let now = self.now()?;
        let mut kept = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(listed) = kept.as_ref()
            && listed.query == *query
            && listed.mark == mark
            && now.micros() - listed.now.micros() < KEPT_MICROS
        {
            return Ok(listed.clone());
        }
        let list = Arc::new(self.ledger.lanes(self.space(), query, now)?);
        let listed = ListedLanes { query: query.clone(), mark, now, list };
        *kept = Some(listed.clone());
        Ok(listed)
    }

    /// How a fact stands and where it was learned, in a sentence or two.
    fn sentence(&self, fact: &Fact, values: &[KeyValue]) -> String {
        let day = |at: Option<Instant>| at.map(|at| self.day(at));
        let replaced = values
            .iter()
            .find(|v| v.interval.valid_to.is_some() && v.interval.valid_to == fact.valid_from)
            .map(|v| v.interval.object.as_str());
        let successor = values
            .iter()
            .find(|v| v.interval.valid_from.is_some() && v.interval.valid_from == fact.valid_to)
            .map(|v| v.interval.object.as_str());
        let mut words = match fact.state {
            FactState::Current | FactState::Disputed => {
                let since = match (day(fact.valid_from), replaced) {
                    (Some(from), Some(old)) => format!("Current since {from}, when it replaced {old}."),
                    (Some(from), None) => format!("Current since {from}."),
                    (None, _) => "Current, since some unknown time.".to_owned(),
                };
                match (fact.state, day(fact.valid_to)) {
                    (FactState::Disputed, _) => {
                        format!("{since} Another value was told too; nobody has decided.")
                    }
                    (_, Some(to)) => format!("{since} It holds until {to}."),
                    _ => since,
                }
            }
            FactState::Past => {
                let until = day(fact.valid_to).unwrap_or_default();
                match (fact.closing_rule, successor) {
                    (_, Some(new)) => format!("Past: true until {until}; superseded by {new}."),
                    (Some(ClosingRule::Ended), None) => format!("Past: true until {until}, when it ended."),
                    (Some(ClosingRule::Observed), None) => {
                        format!("Past: seen until {until}; nothing is known of what came after.")
                    }
                    _ => format!("Past: true until {until}."),
                }
            }
            FactState::Future => format!("Not yet: true from {}.", day(fact.valid_from).unwrap_or_default()),
            FactState::Withdrawn => format!(
                "Withdrawn: believed until {}, then taken back.",
                day(fact.sys_to).unwrap_or_default()
            ),
        };
        if let Some(source) = fact.sources.first() {
            let learned = self.day(source.recorded_at);
            let place = source.locator.clone().or_else(|| source.author.clone());
            let kind = match source.kind.as_str() {
                "import" | "file" => "a file".to_owned(),
                "agent" => "an agent".to_owned(),
                other => format!("a {other}"),
            };
            words.push_str(&match place {
                Some(place) => format!(" Learned on {learned} from {kind}, {place}."),
                None => format!(" Learned on {learned} from {kind}."),
            });
        }
        if fact.valid_from_source == ValidFromSource::SaidAt && fact.valid_from.is_some() {
            words.push_str(" When it began was not stated; it counts from when it was said.");
        }
        words
    }
}
