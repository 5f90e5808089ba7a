//! What people tell of their own doings: counts so far, places of things, rhythms, progress. Each
//! line of `own.tsv` has a sentence and every fact that it tells, the last lines of a family those
//! that tell none.

mod common;

use std::collections::BTreeSet;

use memstrata_extract::Recollection;

fn said_at() -> memstrata_model::Instant {
    "2026-05-20T09:00:00Z".parse().expect("an instant")
}

fn told(text: &str) -> BTreeSet<String> {
    common::extract(text, said_at(), "chat")
        .facts
        .iter()
        .map(|f| format!("{}|{}|{}|{}", f.subject, f.relation, f.scope.as_deref().unwrap_or(""), f.object))
        .collect()
}

#[test]
fn doings_of_ones_own_are_told_with_their_keys() {
    let (mut total, mut wrong) = (0, Vec::new());
    for line in include_str!("own.tsv").lines().skip(1) {
        let (text, facts) = line.split_once('\t').expect("two cells");
        let wanted: BTreeSet<String> =
            facts.split("; ").filter(|f| !f.is_empty()).map(str::to_owned).collect();
        let found = told(text);
        total += 1;
        if wanted != found {
            wrong.push(format!("{text}\n    wanted {wanted:?}\n    found  {found:?}"));
        }
    }
    assert!(total > 100, "{total} sentences");
    assert!(wrong.is_empty(), "{} of {total}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Both statements of an update land on one key, in their different words.
#[test]
fn updates_in_other_words_meet() {
    let updates = [
        ("I've written four poems so far.", "I've managed to complete 7 poems since I started.", "7"),
        (
            "I've been writing poems lately. I've written four so far.",
            "I've completed 9 poems since March.",
            "9",
        ),
        ("I've spotted 27 species so far.", "That brings my total species count to 32.", "32"),
        (
            "I've worn my Salomon boots four times already.",
            "I wore my Salomon boots, that's six times now that I've worn them.",
            "six",
        ),
        (
            "I go to the gym on Tuesdays and Thursdays.",
            "I go to the gym four times a week.",
            "four times a week",
        ),
        ("I've been keeping my skis in the attic.", "I moved my skis to the garage.", "garage"),
        ("I'm on page 80 of Emma.", "I'm now on page 120 of Emma.", "120"),
        (
            "I've been using my Garmin for 6 months.",
            "I've been using my Garmin for 9 months now.",
            "9 months",
        ),
        ("I've been waking up around 8:30 on Saturdays.", "I get up at 7:30 on Saturdays.", "7:30"),
        ("I got pre-approved for $350,000.", "I was pre-approved for a mortgage of $400,000.", "$400,000"),
    ];
    for (before, after, value) in updates {
        let mut known = Recollection::default();
        let first = common::extract_knowing(before, said_at(), "chat", &known).facts;
        assert_eq!(first.len(), 1, "{before}: {first:?}");
        known.tell(&first[0]);
        let second = common::extract_knowing(after, said_at(), "chat", &known).facts;
        let newer = second.iter().find(|f| common::key_of(f) == common::key_of(&first[0]));
        let newer = newer.unwrap_or_else(|| panic!("{before} / {after}: {second:?}"));
        assert_eq!(newer.object, value, "{after}");
        assert!(newer.closes, "{after}");
    }
}
