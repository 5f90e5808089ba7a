//! Lists of numbered facts in plain sentences, where a larger number is newer: keyed writes through a
//! small parser of this test's own. The newest value of a key holds, each held from its own number on
//! to the next, and the questions of the data get their gold answer.

use std::collections::BTreeMap;

use memstrata_ledger::{Ledger, Moment, NewAssert, Told, Write};
use memstrata_model::{Instant, Key};
use memstrata_tests::data::public;
use memstrata_tests::log::{SPACE, folder, instant, open};
use memstrata_tests::tell::{findings, note};
use serde::Deserialize;

const START: i64 = 1_767_225_600_000_000;
const MINUTE: i64 = 60_000_000;

#[derive(Debug, Deserialize)]
struct File {
    context: String,
    questions: Vec<String>,
    answers: Vec<Vec<String>>,
}

#[derive(Clone, Debug)]
struct Fact {
    number: i64,
    sentence: String,
    subject: String,
    relation: String,
    object: String,
}

/// What stands before the subject, between subject and object, and what relation that is. All other
/// sentences are "The R of S is O."
const FORMS: &[(&str, &str, &str)] = &[
    ("", " was born in the city of ", "place of birth"),
    ("", " died in the city of ", "place of death"),
    ("", " plays the position of ", "position"),
    ("", " is located in the continent of ", "continent"),
    ("", " worked in the city of ", "place of work"),
    ("", " is married to ", "spouse"),
    ("", " was founded by ", "founder"),
    ("", " is associated with the sport of ", "sport"),
    ("", " is a citizen of ", "citizenship"),
    ("", " was performed by ", "performer"),
    ("", " was founded in the city of ", "place of founding"),
    ("", " is employed by ", "employer"),
    ("", " is affiliated with the religion of ", "religion"),
    ("", " was written in the language of ", "language of writing"),
    ("", " speaks the language of ", "spoken language"),
    ("", " was created in the country of ", "country of origin"),
    ("", " works in the field of ", "field"),
    ("", " was developed by ", "developer"),
    ("", " was created by ", "creator"),
    ("", " is famous for ", "known for"),
    ("", "'s child is ", "child"),
    ("The univeristy where ", " was educated is ", "university"),
    ("The headquarters of ", " is located in the city of ", "headquarters"),
    ("The company that produced ", " is ", "producer"),
    ("The type of music that ", " plays is ", "genre"),
];

fn read(line: &str) -> Option<Fact> {
    let (number, sentence) = line.split_once(". ")?;
    let said = sentence.strip_suffix('.')?;
    let parts = FORMS
        .iter()
        .find_map(|(before, between, relation)| {
            let (subject, object) = said.strip_prefix(before)?.split_once(between)?;
            Some((subject, (*relation).to_owned(), object))
        })
        .or_else(|| {
            let (relation, rest) = said.strip_prefix("The ")?.split_once(" of ")?;
            let (subject, object) = rest.split_once(" is ")?;
            Some((subject, relation.to_owned(), object))
        })?;
    Some(Fact {
        number: number.parse().ok()?,
        sentence: sentence.to_owned(),
        subject: parts.0.to_owned(),
        relation: parts.1,
        object: parts.2.to_owned(),
    })
}

fn said(number: i64) -> Instant {
    instant(START + number * MINUTE)
}

fn tell(ledger: &Ledger, facts: &[Fact]) {
    let writes: Vec<Write> = facts
        .iter()
        .map(|fact| {
            let mut episode = note(&fact.sentence, None);
            episode.occurred_at = Some(said(fact.number));
            let assert = NewAssert {
                subject: fact.subject.clone(),
                relation: fact.relation.clone(),
                object: fact.object.clone(),
                ..NewAssert::default()
            };
            Write {
                episode: Some(episode),
                told: vec![Told::Assert(assert)],
                ..Write::new(SPACE, said(fact.number))
            }
        })
        .collect();
    ledger.append_all(&writes).expect("the writes");
}

fn check(name: &str, sentences: usize) {
    let Some(text) = public(name) else { return };
    let file: File = serde_json::from_str(&text).expect("JSON");
    let lines: Vec<&str> = file.context.lines().filter(|line| !line.is_empty()).skip(1).collect();
    let facts: Vec<Fact> = lines.iter().filter_map(|line| read(line)).collect();
    assert_eq!((facts.len(), lines.len()), (sentences, sentences), "sentences that are read");
    let folder = folder();
    let ledger = open(&folder.path().join("facts.db")).expect("a ledger");
    tell(&ledger, &facts);

    let mut keys: BTreeMap<Key, Vec<&Fact>> = BTreeMap::new();
    for fact in &facts {
        keys.entry(Key::new(&fact.subject, &fact.relation, None)).or_default().push(fact);
    }
    let value = |key: &Key, number: i64| {
        let moment = Moment { as_of: said(number), known_at: None };
        ledger.value(SPACE, key, moment).expect("a value")
    };
    let last = facts.iter().map(|fact| fact.number).max().expect("facts");
    for (key, told) in &keys {
        let newest = told.last().map(|fact| fact.object.clone());
        assert_eq!(value(key, last + 1), newest, "{key:?}");
        assert_eq!(value(key, told[0].number - 1), None, "{key:?} before anything was said");
        for fact in told {
            assert_eq!(value(key, fact.number).as_ref(), Some(&fact.object), "{key:?} at {}", fact.number);
        }
        for two in told.windows(2) {
            assert_eq!(value(key, two[1].number - 1).as_ref(), Some(&two[0].object), "{key:?}");
        }
    }
    let changed = keys.values().filter(|told| told.len() > 1).count();
    assert!(changed > keys.len() / 3, "{changed} of {} keys changed", keys.len());

    // Each question names a subject; among what holds of it now is its gold answer. For a question or
    // two the gold is not the value with the larger number, though the data says that it should be.
    let (mut right, mut older) = (0, 0);
    for (question, gold) in file.questions.iter().zip(&file.answers) {
        let asked: Vec<_> = keys.iter().filter(|(_, told)| question.contains(&told[0].subject)).collect();
        let newest = |told: &[&Fact]| told.last().is_some_and(|fact| gold.contains(&fact.object));
        if asked.iter().any(|(key, told)| {
            newest(told) && value(key, last + 1).is_some_and(|value| gold.contains(&value))
        }) {
            right += 1;
        } else {
            let once = asked.iter().any(|(_, told)| told.iter().any(|fact| gold.contains(&fact.object)));
            assert!(once, "'{question}' has no fact that tells {gold:?}");
            older += 1;
        }
    }
    println!("{name}: {} writes, {} keys, {right} of {} answers", facts.len(), keys.len(), right + older);
    assert!(right >= 98, "{right} answers, {older} with an older value for gold");
    assert_eq!(findings(&ledger), [""; 0]);
}

#[test]
fn of_455_numbered_facts_the_later_ones_hold() {
    check("factconsolidation-sh_6k.json", 455);
}

#[test]
fn of_2310_numbered_facts_the_later_ones_hold() {
    check("factconsolidation-sh_32k.json", 2310);
}
