//! A batch is nothing but its writes one after another: told singly or all in one transaction,
//! the same things give the same receipts, log, versions and answers at every system time.

#[allow(dead_code, reason = "its logs are for the other laws")]
mod random;

use memstrata_ledger::{
    FactPattern, Ledger, Moment, NewAlias, NewAssert, NewConfirm, NewEnd, NewEpisode, NewRelation, Receipt,
    Told, Write, restore_from,
};
use memstrata_model::{Authority, Cardinality, EpisodeKind, Instant, OnConflict};
use memstrata_tests::log::{SPACE, export, folder, instant, open};
use proptest::prelude::*;
use random::{DAY, RECORDED, START, cases, object};
use serde_json::Value;

/// The wall clock of all writes.
const NOW: i64 = RECORDED;
const SUBJECTS: [&str; 4] = ["api", "db", "cache", "queue"];
const RELATIONS: [&str; 3] = ["port", "owner", "uses"];

/// Something to tell; a void's target is a place among the writes of the parts before.
#[derive(Clone, Debug)]
enum Act {
    Assert(NewAssert),
    End(NewEnd),
    Confirm(NewConfirm),
    Void(prop::sample::Index),
    Alias(usize, usize),
    Relation(usize, Cardinality, OnConflict),
}

#[derive(Clone, Debug)]
struct Saying {
    acts: Vec<Act>,
    /// Which of a few texts, by whom, on which day.
    episode: Option<(usize, bool, i64)>,
    authority: Authority,
}

fn day() -> impl Strategy<Value = Instant> {
    (0..9_i64).prop_map(|day| instant(START + day * DAY))
}

fn key() -> impl Strategy<Value = (String, String)> {
    (prop::sample::select(SUBJECTS.to_vec()), prop::sample::select(RELATIONS.to_vec()))
        .prop_map(|(subject, relation)| (subject.to_owned(), relation.to_owned()))
}

fn assert() -> impl Strategy<Value = NewAssert> {
    let start = prop_oneof![6 => day().prop_map(Some), 1 => Just(None)];
    let length = prop_oneof![3 => Just(None), 2 => (1..5_i64).prop_map(Some)];
    (key(), object(), start, length, prop::bool::weighted(0.3), prop::bool::weighted(0.1), 0..12_u32)
        .prop_map(|((subject, relation), object, valid_from, length, window, uncertain, rare)| {
            let valid_to = valid_from.zip(length).map(|(from, days)| from.plus_micros(days * DAY));
            let unknown = rare == 0 && valid_to.is_none();
            NewAssert {
                subject,
                relation,
                object,
                valid_from: valid_from.filter(|_| !unknown),
                valid_from_source: unknown.then_some(memstrata_model::ValidFromSource::Unknown),
                valid_to,
                window: window && valid_to.is_some(),
                uncertain,
                set_valued: rare == 1,
                ..NewAssert::default()
            }
        })
}

fn act() -> impl Strategy<Value = Act> {
    let ended = prop_oneof![1 => Just(None), 3 => object().prop_map(Some)];
    let end = (key(), ended, day()).prop_map(|((subject, relation), object, at)| {
        Act::End(NewEnd { subject, relation, object, at: Some(at), ..NewEnd::default() })
    });
    let confirm = (key(), object(), day()).prop_map(|((subject, relation), object, at)| {
        Act::Confirm(NewConfirm { subject, relation, object, at: Some(at), ..NewConfirm::default() })
    });
    let cardinality = prop::sample::select(vec![Cardinality::One, Cardinality::Set, Cardinality::Fixed]);
    let on_conflict = prop::sample::select(vec![OnConflict::Supersede, OnConflict::Confirm]);
    prop_oneof![
        24 => assert().prop_map(Act::Assert),
        6 => end,
        4 => confirm,
        2 => any::<prop::sample::Index>().prop_map(Act::Void),
        1 => (0..SUBJECTS.len(), 0..SUBJECTS.len()).prop_map(|(from, into)| Act::Alias(from, into)),
        1 => (0..RELATIONS.len(), cardinality, on_conflict)
            .prop_map(|(relation, cardinality, on_conflict)| Act::Relation(relation, cardinality, on_conflict)),
    ]
}

fn saying() -> impl Strategy<Value = Saying> {
    let episode = prop::option::weighted(0.5, (0..12_usize, any::<bool>(), 0..9_i64));
    let authority = prop::sample::select(vec![Authority::User, Authority::Document, Authority::Model]);
    (prop::collection::vec(act(), 1..3), episode, authority).prop_map(|(acts, episode, authority)| Saying {
        acts,
        episode,
        authority,
    })
}

/// Says the parts, each in one transaction or write by write.
fn say(ledger: &Ledger, parts: &[Vec<Saying>], together: bool) -> Vec<Receipt> {
    let mut receipts: Vec<Receipt> = Vec::new();
    for part in parts {
        let told_before: Vec<String> = receipts
            .iter()
            .flat_map(|receipt| &receipt.applied)
            .map(|applied| applied.event.clone())
            .filter(|event| !event.is_empty())
            .collect();
        let writes: Vec<Write> = part.iter().map(|saying| write(saying, &told_before)).collect();
        if together {
            receipts.extend(ledger.append_all(&writes).expect("a batch"));
        } else {
            receipts.extend(writes.iter().map(|write| ledger.append(write).expect("a write")));
        }
    }
    receipts
}

fn write(saying: &Saying, told_before: &[String]) -> Write {
    let told = saying.acts.iter().filter_map(|act| {
        Some(match act {
            Act::Assert(assert) => Told::Assert(assert.clone()),
            Act::End(end) => Told::End(end.clone()),
            Act::Confirm(confirm) => Told::Confirm(confirm.clone()),
            Act::Void(_) if told_before.is_empty() => return None,
            Act::Void(target) => Told::Void(told_before[target.index(told_before.len())].clone()),
            // From lower to higher, so that no circle arises.
            Act::Alias(from, into) if from < into => Told::Alias(NewAlias {
                subject: SUBJECTS[*from].to_owned(),
                into_subject: SUBJECTS[*into].to_owned(),
                ..NewAlias::default()
            }),
            Act::Alias(..) => return None,
            Act::Relation(relation, cardinality, on_conflict) => Told::Relation(NewRelation {
                relation: RELATIONS[*relation].to_owned(),
                cardinality: *cardinality,
                half_life_days: None,
                on_conflict: Some(*on_conflict),
                importance: None,
                aliases: (*relation == 0 && *on_conflict == OnConflict::Confirm)
                    .then(|| RELATIONS[2].to_owned())
                    .into_iter()
                    .collect(),
            }),
        })
    });
    Write {
        told: told.collect(),
        episode: saying.episode.map(|(text, author, day)| NewEpisode {
            id: None,
            kind: EpisodeKind::Note,
            text: format!("Text number {text}."),
            occurred_at: Some(instant(START + day * DAY)),
            author: Some(if author { "Ann" } else { "Ben" }.to_owned()),
            locator: None,
            importance: None,
        }),
        authority: saying.authority,
        ..Write::new(SPACE, instant(NOW))
    }
}

/// A ledger's log, with ids numbered and without what is random.
fn bare_log(ledger: &Ledger) -> (Vec<String>, String) {
    let text = export(ledger).expect("an export");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let ids: Vec<String> = lines.iter().filter_map(|line| line["id"].as_str().map(str::to_owned)).collect();
    let bare = lines.into_iter().map(|mut line| {
        for field in ["salt", "hash"] {
            line.as_object_mut().expect("an object").remove(field);
        }
        format!("{line}\n")
    });
    (ids.clone(), numbered(&ids, bare.collect()))
}

fn numbered(ids: &[String], text: String) -> String {
    ids.iter().enumerate().fold(text, |text, (place, id)| text.replace(id.as_str(), &format!("#{place}")))
}

/// All that is believed at every so manyth system time, the newest one first, with ids numbered.
fn answers(ledger: &Ledger, ids: &[String], every: usize) -> String {
    let mut all = String::new();
    for known_at in (0..=ids.len()).rev().step_by(every).map(|place| instant(NOW + place as i64 - 1)) {
        let moment = Moment { as_of: instant(START + 4 * DAY), known_at: Some(known_at) };
        let pattern = FactPattern { all: true, ..FactPattern::default() };
        for fact in ledger.facts(SPACE, &pattern, moment).expect("facts") {
            all += &format!("{known_at} {}\n", serde_json::to_string(&fact).expect("JSON"));
        }
    }
    numbered(ids, all)
}

fn same_singly_and_together(parts: &[Vec<Saying>], every: usize) {
    let folder = folder();
    let one = open(&folder.path().join("singly.db")).expect("a ledger");
    let all = open(&folder.path().join("together.db")).expect("a ledger");
    let singly = say(&one, parts, false);
    let together = say(&all, parts, true);
    let ((one_ids, one_log), (all_ids, all_log)) = (bare_log(&one), bare_log(&all));
    assert_eq!(one_log, all_log);
    let text = |receipts: &[Receipt], ids: &[String]| numbered(ids, format!("{receipts:#?}"));
    assert_eq!(text(&singly, &one_ids), text(&together, &all_ids));
    let believed = answers(&one, &one_ids, every);
    assert_eq!(believed, answers(&all, &all_ids, every));
    for ledger in [&one, &all] {
        assert_eq!(ledger.verify(&mut |_| true).expect("a check").findings, []);
    }
    // A restore is one batch too: it checks each entry's hash against the one that was given singly.
    let again = open(&folder.path().join("again.db")).expect("a ledger");
    let log = export(&one).expect("an export");
    let report = restore_from(&again, &mut log.as_bytes(), instant(NOW), &mut |_| true).expect("a restore");
    assert_eq!(report.hashes_checked, one_ids.len());
    assert_eq!(export(&again).expect("an export"), log);
    assert_eq!(believed, answers(&again, &one_ids, every));
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn a_batch_is_its_writes_one_after_another(
        parts in prop::collection::vec(prop::collection::vec(saying(), 1..14), 1..4)
    ) {
        same_singly_and_together(&parts, 1);
    }
}

proptest! {
    #![proptest_config(cases(2))]

    /// Large enough for the settings of large batches.
    #[test]
    fn a_large_batch_is_its_writes_one_after_another(
        parts in prop::collection::vec(prop::collection::vec(saying(), 260..300), 1..3)
    ) {
        same_singly_and_together(&parts, 29);
    }
}
