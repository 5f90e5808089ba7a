//! The sample ledger: it restores, its words stand where it says they stand, it shows what the
//! product is about, and its questions have the answers that its facts give.

use std::collections::{BTreeMap, BTreeSet};

use memstrata_ledger::line::{EpisodeRef, Line};
use memstrata_ledger::{FactPattern, Ledger, Moment};
use memstrata_model::{ClosingRule, EpisodeKind, Fact, Instant, Precision, ValidFromSource};
use memstrata_tests::log::{SPACE, export, folder, open, restore};
use memstrata_tests::repository;
use serde::Deserialize;

const DAY: i64 = 86_400_000_000;

fn now() -> Instant {
    "2026-11-29T12:00:00Z".parse().expect("an instant")
}

fn instant(text: &str) -> Instant {
    text.parse().expect("an instant")
}

fn text() -> String {
    std::fs::read_to_string(repository("assets/sample/sample.jsonl")).expect("the sample")
}

fn lines() -> Vec<Line> {
    text().lines().map(|line| serde_json::from_str(line).expect("a line of the format")).collect()
}

fn sample() -> (tempfile::TempDir, Ledger) {
    let folder = folder();
    let ledger =
        restore(&folder.path().join("sample.db"), &text(), now().micros()).expect("the sample restores");
    (folder, ledger)
}

fn facts(ledger: &Ledger, all: bool, as_of: Instant, known_at: Instant) -> Vec<Fact> {
    let pattern = FactPattern { all, ..FactPattern::default() };
    ledger.facts(SPACE, &pattern, Moment { as_of, known_at: Some(known_at) }).expect("facts")
}

/// The values of a key, in order of their starts.
fn timeline(
    ledger: &Ledger,
    subject: &str,
    relation: &str,
    scope: Option<&str>,
    known_at: &str,
) -> Vec<String> {
    let told = ledger
        .timeline(SPACE, subject, relation, scope, Some(instant(known_at)), now())
        .unwrap_or_else(|error| panic!("{subject} {relation}: {error}"));
    told.intervals.into_iter().map(|interval| interval.object).collect()
}

/// What a line tells: its object, the episodes with spans.
fn told(line: &Line) -> Option<(&str, &[EpisodeRef])> {
    match line {
        Line::Assert(line) => Some((line.object.as_deref()?, &line.episodes)),
        Line::Confirm(line) => Some((line.object.as_deref()?, &line.episodes)),
        Line::End(line) => Some((line.object.as_deref()?, &line.episodes)),
        _ => None,
    }
}

#[test]
fn it_restores_with_a_sound_chain_and_nothing_later_than_its_present() {
    let (folder, ledger) = sample();
    assert_eq!(ledger.verify(&mut |_| true).expect("a check").findings, []);
    let stats = ledger.stats(SPACE).expect("counts");
    assert!((90..=140).contains(&stats.episodes), "{} episodes", stats.episodes);
    assert!(stats.head.expect("a head") <= now());
    assert_eq!(ledger.space(SPACE).expect("a space").timezone, "Europe/Lisbon");
    assert_eq!(ledger.spaces().expect("spaces").len(), 1);
    let log = export(&ledger).expect("an export");
    let again = restore(&folder.path().join("again.db"), &log, now().micros()).expect("its export restores");
    assert_eq!(export(&again).expect("an export"), log);
    assert!(!open(&folder.path().join("again.db")).expect("it opens").spaces().expect("spaces").is_empty());
}

#[test]
fn every_span_holds_the_words_of_its_object() {
    let lines = lines();
    let texts: BTreeMap<&str, &str> = lines
        .iter()
        .filter_map(|line| match line {
            Line::Episode(line) => Some((line.id.as_deref()?, line.text.as_deref()?)),
            _ => None,
        })
        .collect();
    let mut checked = 0;
    for (object, episodes) in lines.iter().filter_map(told) {
        assert_eq!(episodes.len(), 1, "one source for {object}");
        let (from, to) = episodes[0].span().expect("a span");
        let words = texts[episodes[0].id()].get(from as usize..to as usize).expect("a span between letters");
        assert!(words.to_lowercase().contains(&object.to_lowercase()), "'{object}' in '{words}'");
        assert_eq!(words.trim(), words);
        checked += 1;
    }
    assert!(checked > 90, "{checked} spans");
}

#[test]
fn its_episodes_say_who_said_it_and_where() {
    let mut kinds = BTreeSet::new();
    let mut seen = BTreeSet::new();
    for line in lines() {
        let Line::Episode(line) = line else { continue };
        assert!(line.author.is_some() && line.locator.is_some() && line.occurred_at.is_some(), "{line:?}");
        assert!(line.occurred_at <= line.recorded_at, "recorded before it was said: {line:?}");
        assert!(seen.insert(line.text.clone()), "told twice: {line:?}");
        kinds.insert(line.kind);
    }
    let expected = [
        EpisodeKind::Chat,
        EpisodeKind::Note,
        EpisodeKind::Commit,
        EpisodeKind::File,
        EpisodeKind::Import,
        EpisodeKind::Agent,
    ];
    assert_eq!(kinds, BTreeSet::from(expected));
}

#[test]
fn some_of_its_prose_tells_no_fact() {
    let lines = lines();
    let telling: BTreeSet<&str> = lines
        .iter()
        .flat_map(|line| match line {
            Line::Void(line) => line.episodes.as_slice(),
            line => told(line).map_or(&[][..], |(_, episodes)| episodes),
        })
        .map(EpisodeRef::id)
        .collect();
    let prose = lines
        .iter()
        .filter(
            |line| matches!(line, Line::Episode(line) if !telling.contains(line.id.as_deref().unwrap_or(""))),
        )
        .count();
    assert!(prose >= 10, "{prose} episodes of prose");
}

#[test]
fn facts_are_learned_late_and_change_what_was_believed() {
    let (_folder, ledger) = sample();
    let late = facts(&ledger, true, now(), now())
        .into_iter()
        .filter(|fact| {
            fact.valid_from_source == ValidFromSource::SaidAt
                || fact.valid_from_source == ValidFromSource::Stated
        })
        .filter(|fact| {
            fact.valid_from.is_some_and(|from| fact.sys_from.micros() - from.micros() > 14 * DAY)
                && fact.closing_rule.is_none()
        })
        .count();
    assert!(late >= 1, "no present value was learned late");
    let region = |known_at| timeline(&ledger, "tideline", "region", None, known_at);
    assert_eq!(region("2026-07-01T00:00:00Z"), ["eu-west-1"]);
    assert_eq!(region("2026-11-29T00:00:00Z"), ["eu-west-1", "eu-south-2"]);
}

#[test]
fn a_wrong_value_is_corrected_and_one_that_never_was_is_withdrawn() {
    let (_folder, ledger) = sample();
    let timeout = |known_at| timeline(&ledger, "tideline", "timeout", None, known_at);
    assert_eq!(timeout("2026-03-06T00:00:00Z"), ["30 s", "45 s"]);
    assert_eq!(timeout("2026-04-01T00:00:00Z"), ["30 s", "25 s"]);
    assert_eq!(timeout("2026-07-01T00:00:00Z"), ["30 s", "25 s", "10 s"]);
    let broker = |known_at| timeline(&ledger, "tideline", "message_broker", None, known_at);
    assert_eq!(broker("2026-05-01T00:00:00Z"), ["Kafka"]);
    assert!(broker("2026-05-05T00:00:00Z").is_empty());
    let employer = timeline(&ledger, "user", "works_at", None, "2026-11-29T00:00:00Z");
    assert_eq!(employer, ["Farol Analytics", "Maré Labs", "Atlantic Grid"]);
}

#[test]
fn two_sources_disagree_about_one_change_point() {
    let (_folder, ledger) = sample();
    let told = ledger.timeline(SPACE, "tideline", "rate_limit", None, None, now()).expect("a timeline");
    let disputed: Vec<&str> =
        told.intervals.iter().filter(|i| i.disputed).map(|interval| interval.object.as_str()).collect();
    assert_eq!(disputed, ["300 requests per minute"]);
}

#[test]
fn gaps_stay_empty() {
    let (_folder, ledger) = sample();
    let holds = |subject: &str, relation: &str, as_of: &str| -> Vec<String> {
        let pattern = FactPattern {
            subject: Some(subject.to_owned()),
            relation: Some(relation.to_owned()),
            ..FactPattern::default()
        };
        let moment = Moment { as_of: instant(as_of), known_at: None };
        ledger.facts(SPACE, &pattern, moment).expect("facts").into_iter().map(|fact| fact.object).collect()
    };
    assert_eq!(holds("tideline", "on_call", "2026-08-10T12:00:00Z"), ["Tomasz Bielak"]);
    assert!(holds("tideline", "on_call", "2026-08-25T12:00:00Z").is_empty(), "a bounded fact leaves a gap");
    assert_eq!(holds("tideline", "on_call", "2026-09-08T12:00:00Z"), ["Joana Pires"]);
    assert_eq!(holds("user", "vehicle", "2025-05-01T12:00:00Z"), ["Clio"]);
    assert!(holds("user", "vehicle", "2026-11-29T12:00:00Z").is_empty(), "an end has no successor");
    assert_eq!(holds("user", "diet", "2026-03-01T12:00:00Z"), ["vegan"]);
    assert!(holds("user", "diet", "2026-04-10T12:00:00Z").is_empty(), "unsettled until said again");
}

#[test]
fn starts_are_coarse_or_unknown_where_people_leave_them_so() {
    let (_folder, ledger) = sample();
    let all = facts(&ledger, true, now(), now());
    for precision in [Precision::Month, Precision::Quarter] {
        assert!(all.iter().any(|fact| fact.precision == precision), "none is known to the {precision:?}");
    }
    assert!(
        all.iter()
            .any(|fact| fact.valid_from_source == ValidFromSource::Unknown && fact.valid_from.is_none())
    );
}

#[test]
fn values_return_and_sets_gain_and_lose_members() {
    let (_folder, ledger) = sample();
    let end = "2026-11-29T00:00:00Z";
    assert_eq!(timeline(&ledger, "tideline", "deploy_day", None, end), ["Thursday", "Tuesday", "Thursday"]);
    assert_eq!(timeline(&ledger, "user's sister", "lives_in", None, end), ["Bergen", "Rotterdam", "Bergen"]);
    let told = ledger.timeline(SPACE, "tideline", "depends_on", None, None, now()).expect("a timeline");
    assert!(told.set_valued);
    let (ended, open): (Vec<_>, Vec<_>) = told.intervals.iter().partition(|i| i.valid_to.is_some());
    assert!(ended.iter().all(|interval| interval.closing_rule == Some(ClosingRule::Ended)));
    let names = |of: Vec<&memstrata_model::TimelineInterval>| -> BTreeSet<String> {
        of.into_iter().map(|interval| interval.object.clone()).collect()
    };
    assert_eq!(names(ended), BTreeSet::from(["Redis", "Celery"].map(str::to_owned)));
    assert_eq!(names(open), BTreeSet::from(["httpx", "Valkey"].map(str::to_owned)));
}

#[test]
fn something_is_pending_and_something_is_vouched_for_by_others() {
    let (_folder, ledger) = sample();
    let database = ledger.timeline(SPACE, "tideline", "database", None, None, now()).expect("a timeline");
    let last = database.intervals.last().expect("an interval");
    assert_eq!(last.object, "Postgres 17");
    assert!(last.valid_from.is_some_and(|from| from > now()));
    let port = ledger.timeline(SPACE, "tideline", "port", None, None, now()).expect("a timeline");
    let port = port.intervals.last().expect("an interval");
    assert_eq!(port.object, "8080");
    let roles: Vec<&str> = port.sources.iter().map(|source| source.role.as_str()).collect();
    assert!(
        roles.contains(&"confirm") && roles.iter().filter(|role| **role == "assert").count() >= 2,
        "{roles:?}"
    );
    assert!(
        port.last_verified.is_some_and(|at| at >= instant("2026-11-03T00:00:00Z")),
        "{:?}",
        port.last_verified
    );
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    question: String,
    as_of: Option<Instant>,
    known_at: Option<Instant>,
    /// Null where nothing held, or nothing is known.
    gold: Option<String>,
    stale: Vec<String>,
    why: String,
}

fn questions() -> Vec<Question> {
    let text = std::fs::read_to_string(repository("assets/sample/questions.json")).expect("the questions");
    serde_json::from_str(&text).expect("questions")
}

#[test]
fn questions_ask_on_both_clocks_and_one_has_no_answer() {
    let questions = questions();
    assert!(questions.len() >= 12);
    assert!(questions.iter().any(|q| q.as_of.is_some() && q.known_at.is_none()));
    assert!(questions.iter().any(|q| q.known_at.is_some()));
    assert!(questions.iter().any(|q| q.gold.is_none() && q.stale.is_empty()));
    assert!(questions.iter().any(|q| q.gold.is_none() && !q.stale.is_empty()));
    assert!(questions.iter().all(|q| !q.why.is_empty() && q.question.ends_with('?')));
}

/// A question's gold holds at its moment; none of its stale values holds on that key then, and
/// each of them once did, or was believed to.
#[test]
fn the_facts_answer_the_questions() {
    let (_folder, ledger) = sample();
    let mut recorded: Vec<Instant> = Vec::new();
    for line in export(&ledger).expect("an export").lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        recorded.extend(line["recorded_at"].as_str().map(instant));
    }
    let key = |fact: &Fact| (fact.subject.clone(), fact.relation.clone(), fact.scope.clone());
    let mut ever: BTreeSet<(_, String)> = BTreeSet::new();
    for known_at in recorded {
        ever.extend(facts(&ledger, true, now(), known_at).into_iter().map(|fact| (key(&fact), fact.object)));
    }
    for question in questions() {
        let known_at = question.known_at.unwrap_or_else(now);
        let holding = facts(&ledger, false, question.as_of.unwrap_or_else(now), known_at);
        let keys: BTreeSet<_> = match &question.gold {
            Some(gold) => holding.iter().filter(|fact| fact.object == *gold).map(key).collect(),
            None => ever
                .iter()
                .filter(|(_, object)| question.stale.contains(object))
                .map(|e| e.0.clone())
                .collect(),
        };
        assert!(
            question.gold.is_none() || !keys.is_empty(),
            "'{}': {:?} does not hold then",
            question.question,
            question.gold
        );
        // The key that all the values share is the one asked about.
        let asked = keys
            .into_iter()
            .find(|key| question.stale.iter().all(|stale| ever.contains(&(key.clone(), stale.clone()))));
        let Some(asked) = asked else {
            assert!(
                question.stale.is_empty(),
                "'{}': no key had all of {:?}",
                question.question,
                question.stale
            );
            continue;
        };
        for fact in holding.iter().filter(|fact| key(fact) == asked) {
            assert!(!question.stale.contains(&fact.object), "'{}': {} holds", question.question, fact.object);
            assert!(question.gold.is_some(), "'{}': {} holds", question.question, fact.object);
        }
    }
}
