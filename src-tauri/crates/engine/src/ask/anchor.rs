//! Events that a question names instead of a date ("before the migration", "when Anna joined",
//! "after we moved to Postgres"): looked for among the texts that tell of them and the points at
//! which values changed. How a question is tied to its event is the question reader's.

use std::collections::BTreeSet;

use chrono::NaiveTime;
use memstrata_answer::sentences;
use memstrata_extract::{Lexicon, QueryKey, ValueType, query::stems, read_query};
use memstrata_ledger::{EpisodeFact, EpisodeView, KeyNamesSought, Moment};
use memstrata_model::view::{AnchorCandidate, AnchorReading};
use memstrata_model::{Fact, FactState, Instant, Interval, Key, Precision, normalize_name};
use memstrata_when::Intent;

use crate::{Engine, Error};

/// Texts that share words with the event's name.
const TEXTS: usize = 40;
/// Texts near the event's name in meaning.
const NEAR: usize = 20;
/// Events offered.
const OFFERED: usize = 8;
const DAY: i64 = 86_400_000_000;

/// How a question is tied to an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tie {
    Within,
    Before,
    After,
    /// The moment at which it was over.
    RightAfter,
    Since,
}

impl Tie {
    pub fn of(expression: &str, intent: Intent) -> Self {
        let first: Vec<String> = expression.split_whitespace().take(2).map(str::to_lowercase).collect();
        let words: Vec<&str> = first.iter().map(String::as_str).collect();
        match words.as_slice() {
            ["since" | "from", ..] | ["ever", "since"] => Tie::Since,
            ["before" | "until" | "till" | "by" | "up" | "prior" | "ahead", ..]
            | ["right" | "just", "before"] => Tie::Before,
            ["right" | "just" | "immediately" | "directly" | "straight", "after"] => Tie::RightAfter,
            ["after" | "following" | "once", ..] | ["shortly" | "soon", "after"] | ["as", "soon"] => {
                Tie::After
            }
            _ => match intent {
                Intent::Before => Tie::Before,
                Intent::After => Tie::After,
                _ => Tie::Within,
            },
        }
    }
}

/// The period that looked-up events give, if each is one.
pub(super) fn tied(anchors: &[AnchorReading], tie: Tie) -> Option<Interval> {
    let only = |anchor: &AnchorReading| match anchor.candidates.as_slice() {
        [one] => Some((one.from, one.to)),
        _ => None,
    };
    match anchors {
        [one] => {
            let (from, to) = only(one)?;
            Some(match tie {
                Tie::Within => Interval::new(Some(from), Some(to)),
                Tie::Before => Interval::new(None, Some(from)),
                Tie::After => Interval::new(Some(to), None),
                Tie::RightAfter => Interval::new(Some(to), Some(to)),
                Tie::Since => Interval::new(Some(from), None),
            })
        }
        [first, second] => {
            let ((from, _), (_, to)) = (only(first)?, only(second)?);
            (from <= to).then(|| Interval::new(Some(from), Some(to)))
        }
        _ => None,
    }
}

/// Something that may be the event, with how well it is told.
struct Told {
    /// A date that is said to be the event's beats a text that only mentions it.
    rank: u8,
    candidate: AnchorCandidate,
}

impl Engine {
    /// What an event named in a question may be, best told alone, by date; events of one day are
    /// one.
    pub(super) fn events_named(
        &self,
        words: &str,
        known_at: Option<Instant>,
        now: Instant,
    ) -> Result<Vec<AnchorCandidate>, Error> {
        let sought = stems(words);
        if sought.is_empty() {
            return Ok(Vec::new());
        }
        let mut told: Vec<Told> = Vec::new();
        let moment = Moment { as_of: now, known_at };
        for seq in self.texts_about(words, &sought, known_at)? {
            let view = self.ledger.episode(self.space(), seq, moment)?;
            if known_at.is_none_or(|known| view.record.recorded_at <= known) && view.fallen.is_none() {
                self.told_by(&view, &sought, &mut told);
            }
        }
        if told.iter().all(|t| t.rank == 0) {
            self.change_points(words, &sought, moment, &mut told)?;
        }
        Ok(distinct(told))
    }

    fn texts_about(
        &self,
        words: &str,
        sought: &[String],
        known_at: Option<Instant>,
    ) -> Result<BTreeSet<i64>, Error> {
        let forms: Vec<String> = sought.iter().flat_map(|stem| forms_of(stem)).collect();
        let hits = self.ledger.search_words(self.space(), &forms.join(" "), known_at, TEXTS)?;
        let mut found: BTreeSet<i64> = hits.iter().map(|hit| hit.seq).collect();
        if let Ok(embedder) = self.embedder()
            && let Some(vector) = embedder.embed(&[words])?.pop()
        {
            let vectors = self.vectors(embedder.as_ref())?;
            if let Some(index) = vectors.of_space(self.space()) {
                let near = index
                    .near(&vector, NEAR)
                    .and_then(|mut near| near.first(NEAR))
                    .map_err(memstrata_retrieve::RetrieveError::from)?;
                found.extend(near.iter().map(|hit| hit.id));
            }
        }
        Ok(found)
    }

    /// The sentences of a text that hold all words of the event's name, with their dates.
    fn told_by(&self, view: &EpisodeView, sought: &[String], told: &mut Vec<Told>) {
        let Some(text) = &view.record.text else { return };
        let mut at = 0;
        for sentence in sentences(text) {
            let span = (at, at + sentence.len());
            at += sentence.len();
            let own = stems(sentence);
            if !sought.iter().all(|stem| own.iter().any(|word| akin(stem, word)))
                || sentence.trim_end().ends_with('?')
            {
                continue;
            }
            let facts: Vec<&EpisodeFact> = view
                .facts
                .iter()
                .filter(|f| {
                    f.span.is_none_or(|(from, to)| (from as usize) < span.1 && (to as usize) > span.0)
                })
                .collect();
            // What it told of the event holds no more: a date that slipped.
            if !facts.is_empty() && facts.iter().all(|f| f.fact.state == FactState::Withdrawn) {
                continue;
            }
            let dated = facts.iter().find_map(|f| self.date_that_is_a_value(&f.fact, sought, view));
            if let Some((outdated, from, to)) = dated {
                if !outdated {
                    told.push(self.event_told(3, from, to, sentence, view));
                }
                continue;
            }
            let mention = merely_mentions(sentence, sought);
            let context = self.when_context(view.record.occurred_at);
            let named = memstrata_when::find(sentence, &context)
                .into_iter()
                .find_map(|e| e.named.from.zip(e.named.to))
                .map(|(from, to)| (Instant::from(from), Instant::from(to)));
            let stated = facts.iter().find_map(|f| {
                let stated = f.fact.valid_from_source == memstrata_model::ValidFromSource::Stated;
                f.fact.valid_from.filter(|_| stated).map(|from| self.whole(from, f.fact.precision))
            });
            let (from, to) =
                stated.or(named).unwrap_or_else(|| self.whole(view.record.occurred_at, Precision::Day));
            let rank = if mention { 0 } else { 2 };
            told.push(self.event_told(rank, from, to, sentence, view));
        }
    }

    /// A fact that gives the event a date as its value ("the launch is on 3 March"): whether it
    /// is out of date, and the date.
    fn date_that_is_a_value(
        &self,
        fact: &Fact,
        sought: &[String],
        view: &EpisodeView,
    ) -> Option<(bool, Instant, Instant)> {
        let spec = Lexicon::built_in().resolve(&fact.relation)?;
        if spec.value_type != ValueType::Date {
            return None;
        }
        let named = [stems(&fact.subject), stems(&fact.relation)].concat();
        if !sought.iter().any(|stem| named.iter().any(|word| akin(stem, word))) {
            return None;
        }
        let context = self.when_context(view.record.occurred_at);
        let date = memstrata_when::find(&fact.object, &context)
            .into_iter()
            .find_map(|e| e.named.from.zip(e.named.to))
            .map(|(from, to)| (Instant::from(from), Instant::from(to)))?;
        let outdated = !matches!(fact.state, FactState::Current | FactState::Disputed);
        Some((outdated, date.0, date.1))
    }

    /// "After we moved to Postgres", told in other words: the points at which a value of such a
    /// key began.
    fn change_points(
        &self,
        words: &str,
        sought: &[String],
        moment: Moment,
        told: &mut Vec<Told>,
    ) -> Result<(), Error> {
        let query = read_query(words, Lexicon::built_in());
        let fold = |list: &[String]| -> Vec<String> {
            let names: BTreeSet<String> = list.iter().map(|name| normalize_name(name)).collect();
            names.into_iter().collect()
        };
        let subjects = fold(&query.subjects);
        let relations = fold(&query.relations);
        let named = KeyNamesSought { subjects: &subjects, relations: &relations, episodes: &[] };
        let keys: BTreeSet<Key> = self
            .ledger
            .keys_named(self.space(), &named, super::super::lead::BY_RELATION)?
            .into_iter()
            .map(|(_, home)| home)
            .collect();
        let (mut of_value, mut of_key) = (Vec::new(), Vec::new());
        for key in keys {
            let scope = (!key.scope.is_empty()).then_some(key.scope.as_str());
            for fact in self.versions_of(&key, moment)? {
                let (Some(from), false) = (fact.valid_from, fact.state == FactState::Withdrawn) else {
                    continue;
                };
                let object = stems(&fact.object);
                let names_it = sought.iter().any(|stem| object.iter().any(|word| akin(stem, word)));
                // Without the value's own words, the rest has to lead to the key.
                let rest: Vec<&str> = words
                    .split_whitespace()
                    .filter(|w| !stems(w).iter().any(|stem| object.iter().any(|o| akin(stem, o))))
                    .collect();
                let fits = read_query(&rest.join(" "), Lexicon::built_in()).score(
                    &key.subject,
                    &key.relation,
                    scope,
                );
                if fits < QueryKey::ENOUGH {
                    continue;
                }
                let (from, to) = self.whole(from, fact.precision);
                let text = format!("{} {} {}", fact.subject, fact.relation, fact.object);
                let episode = fact.sources.first().map(|s| s.episode.clone());
                let candidate = AnchorCandidate { from, to, text, episode };
                if names_it { &mut of_value } else { &mut of_key }.push(Told { rank: 1, candidate });
            }
        }
        told.append(if of_value.is_empty() { &mut of_key } else { &mut of_value });
        Ok(())
    }

    fn event_told(&self, rank: u8, from: Instant, to: Instant, sentence: &str, view: &EpisodeView) -> Told {
        let candidate = AnchorCandidate {
            from,
            to,
            text: sentence.trim().to_owned(),
            episode: Some(view.record.id.clone()),
        };
        Told { rank, candidate }
    }

    /// The whole day, month, quarter or year that a moment was told with.
    pub(super) fn whole(&self, at: Instant, precision: Precision) -> (Instant, Instant) {
        let zone = self.zone();
        let local = at.to_utc().with_timezone(&zone);
        let start = match precision {
            Precision::Instant => {
                local.date_naive().and_time(NaiveTime::MIN).and_local_timezone(zone).earliest()
            }
            _ => Some(local),
        };
        let from = start.map_or(at, |start| Instant::from(start.to_utc()));
        let days = match precision {
            Precision::Instant | Precision::Day => 1,
            Precision::Week => 7,
            Precision::Month => 31,
            Precision::Quarter => 92,
            Precision::Year => 366,
        };
        // Calendar steps land inside the next unit; its start is found by the local calendar.
        let next = from.plus_micros(days * DAY + DAY / 4).to_utc().with_timezone(&zone).date_naive();
        let next = match precision {
            Precision::Instant | Precision::Day | Precision::Week => next,
            _ => chrono::Datelike::with_day(&next, 1).unwrap_or(next),
        };
        let next = match precision {
            Precision::Year => chrono::Datelike::with_month(&next, 1).unwrap_or(next),
            _ => next,
        };
        let to = next.and_time(NaiveTime::MIN).and_local_timezone(zone).earliest();
        (from, to.map_or(from, |to| Instant::from(to.to_utc())))
    }
}

/// The best told events, one a day, by date.
fn distinct(mut told: Vec<Told>) -> Vec<AnchorCandidate> {
    let best = told.iter().map(|t| t.rank).max().unwrap_or_default();
    told.retain(|t| t.rank == best);
    // The finer of two dates that hold each other comes first.
    told.sort_by_key(|t| (t.candidate.to.micros() - t.candidate.from.micros(), t.candidate.from));
    let mut out: Vec<AnchorCandidate> = Vec::new();
    for candidate in told.into_iter().map(|t| t.candidate) {
        let meets = |other: &AnchorCandidate| candidate.from < other.to && other.from < candidate.to;
        if !out.iter().any(|other| meets(other) || other.from == candidate.from) {
            out.push(candidate);
        }
    }
    out.sort_by_key(|candidate| candidate.from);
    out.truncate(OFFERED);
    out
}

/// "Before the launch we used …" tells of something else than the launch.
fn merely_mentions(sentence: &str, sought: &[String]) -> bool {
    let words: Vec<String> = sentence.split_whitespace().map(str::to_lowercase).collect();
    words.iter().enumerate().any(|(at, word)| {
        let tie = matches!(
            word.trim_matches(|c: char| !c.is_alphanumeric()),
            "before"
                | "after"
                | "until"
                | "till"
                | "since"
                | "when"
                | "while"
                | "during"
                | "for"
                | "if"
                | "about"
        );
        tie && words[at + 1..]
            .iter()
            .take(4)
            .any(|next| stems(next).iter().any(|stem| sought.iter().any(|s| akin(s, stem))))
    })
}

/// Two words of one family: "migration" and "migrated", "launch" and "launched".
fn akin(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let (a, b) = (root(a), root(b));
    a == b && a.chars().count() >= 3
}

const ENDINGS: [&str; 12] =
    ["ments", "ment", "ions", "ion", "ings", "ing", "ers", "ures", "ure", "ed", "es", "e"];

fn root(word: &str) -> &str {
    let long = |root: &&str| root.chars().count() >= 4;
    let bare = ENDINGS.iter().find_map(|ending| word.strip_suffix(ending).filter(long)).unwrap_or(word);
    bare.strip_suffix("at").filter(long).unwrap_or(bare)
}

/// Words that full-text search may meet it in.
fn forms_of(stem: &str) -> Vec<String> {
    let root = root(stem);
    let mut out = vec![stem.to_owned()];
    if stem.chars().all(char::is_alphabetic) {
        for ending in
            ["", "e", "s", "es", "d", "ed", "ing", "ion", "ation", "ment", "ate", "ated", "ates", "ating"]
        {
            out.push(format!("{root}{ending}"));
        }
    }
    // Verbs whose past is another word.
    for (base, past) in [
        ("leave", "left"),
        ("go", "went"),
        ("begin", "began"),
        ("buy", "bought"),
        ("sell", "sold"),
        ("break", "broke"),
        ("become", "became"),
        ("meet", "met"),
        ("win", "won"),
        ("get", "got"),
        ("take", "took"),
        ("build", "built"),
        ("find", "found"),
    ] {
        if stem == base {
            out.push(past.to_owned());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_one_family_meet() {
        for (a, b) in
            [("migration", "migrate"), ("launch", "launch"), ("release", "releas"), ("deployment", "deploy")]
        {
            assert!(akin(a, b), "{a} {b}");
        }
        for (a, b) in [("launch", "lunch"), ("port", "porto"), ("red", "reed")] {
            assert!(!akin(a, b), "{a} {b}");
        }
    }

    #[test]
    fn ties_are_read_off_their_words() {
        assert_eq!(Tie::of("since the merger", Intent::During), Tie::Since);
        assert_eq!(Tie::of("right after the accident", Intent::After), Tie::RightAfter);
        assert_eq!(Tie::of("soon after the accident", Intent::After), Tie::After);
        assert_eq!(Tie::of("prior to version 4.0", Intent::Before), Tie::Before);
        assert_eq!(Tie::of("when Priya joined", Intent::At), Tie::Within);
    }

    #[test]
    fn a_mention_is_not_the_event() {
        let sought = stems("the launch");
        assert!(merely_mentions("Before the launch we ran on two nodes.", &sought));
        assert!(!merely_mentions("We launched on Tuesday.", &sought));
    }
}
