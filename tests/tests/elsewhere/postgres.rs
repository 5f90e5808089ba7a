//! PostgreSQL's `UPDATE … FOR PORTION OF` and `DELETE … FOR PORTION OF`: told piece by piece, our
//! timeline is theirs. Told as one bounded fact it differs, in three ways only, each with its reason.

use memstrata_ledger::{Ledger, LedgerError, NewAssert, NewEnd, Told, Write};
use memstrata_model::{Instant, ValidFromSource};
use memstrata_tests::data::public;
use memstrata_tests::log::{SPACE, folder, instant, open};
use serde_json::Value;

const DAY: i64 = 86_400_000_000;
/// When it is all told: after every date in the data.
const TOLD: i64 = 1_767_225_600_000_000;
const RELATION: &str = "name";

/// A row: a value and its interval, closed below, open above.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    from: Option<i64>,
    to: Option<i64>,
    value: String,
}

fn day(value: &Value) -> Option<i64> {
    let text = value.as_str()?;
    Some(format!("{text}T00:00:00Z").parse::<Instant>().expect("a date").micros())
}

fn text(value: &Value) -> String {
    value.as_str().expect("a string").to_owned()
}

fn rows(value: &Value) -> Vec<Row> {
    let rows = value.as_array().expect("rows").iter();
    rows.map(|row| Row { from: day(&row["from"]), to: day(&row["to"]), value: text(&row["value"]) }).collect()
}

/// Rows of one value without a gap between are one interval here ("neighbours with the same object
/// and no gap are one interval"); PostgreSQL keeps them apart.
fn joined(mut rows: Vec<Row>) -> Vec<Row> {
    rows.sort();
    let mut joined: Vec<Row> = Vec::new();
    for row in rows {
        match joined.last_mut() {
            Some(last) if last.value == row.value && last.to.is_some() && last.to == row.from => {
                last.to = row.to;
            }
            _ => joined.push(row),
        }
    }
    joined
}

fn assert(subject: &str, row: &Row) -> Told {
    Told::Assert(NewAssert {
        subject: subject.to_owned(),
        relation: RELATION.to_owned(),
        object: row.value.clone(),
        valid_from: row.from.map(instant),
        valid_from_source: row.from.is_none().then_some(ValidFromSource::Unknown),
        valid_to: row.to.map(instant),
        ..NewAssert::default()
    })
}

fn tell(ledger: &Ledger, told: Vec<Told>) -> Result<(), LedgerError> {
    ledger.append(&Write { told, ..Write::new(SPACE, instant(TOLD)) }).map(drop)
}

fn timeline(ledger: &Ledger, subject: &str) -> Vec<Row> {
    let told =
        ledger.timeline(SPACE, subject, RELATION, None, None, instant(TOLD + DAY)).expect("a timeline");
    let micros = |at: Option<Instant>| at.map(Instant::micros);
    let mut rows: Vec<Row> = told
        .intervals
        .into_iter()
        .map(|i| Row { from: micros(i.valid_from), to: micros(i.valid_to), value: i.object })
        .collect();
    rows.sort();
    rows
}

/// Unbounded ends compare like very early and very late ones.
fn early(from: Option<i64>) -> i64 {
    from.unwrap_or(i64::MIN)
}

fn late(to: Option<i64>) -> i64 {
    to.unwrap_or(i64::MAX)
}

/// The part of a row that lies within a portion.
fn within(row: &Row, from: Option<i64>, to: Option<i64>) -> Option<(Option<i64>, Option<i64>)> {
    let cut = (row.from.max(from), if late(row.to) < late(to) { row.to } else { to });
    (early(cut.0) < late(cut.1)).then_some(cut)
}

/// What has to be told for an update of a portion: the new value where a row is cut, and the old
/// one again behind the cut.
fn update(subject: &str, rows: &[Row], from: Option<i64>, to: Option<i64>, value: &str) -> Vec<Told> {
    let mut told = Vec::new();
    for row in rows {
        let Some((from, to)) = within(row, from, to) else { continue };
        told.push(assert(subject, &Row { from, to, value: value.to_owned() }));
        if late(to) < late(row.to) {
            told.push(assert(subject, &Row { from: to, ..row.clone() }));
        }
    }
    told
}

/// The value that rows give at a moment.
fn value_at(rows: &[Row], at: i64) -> Option<&str> {
    rows.iter().find(|row| early(row.from) <= at && at < late(row.to)).map(|row| row.value.as_str())
}

/// Moments on and beside every bound.
fn moments(rows: &[Row], from: Option<i64>, to: Option<i64>) -> Vec<i64> {
    let bounds = rows.iter().flat_map(|row| [row.from, row.to]).chain([from, to]).flatten();
    let mut moments: Vec<i64> = bounds.flat_map(|at| [at - DAY / 2, at, at + DAY / 2]).collect();
    moments.sort_unstable();
    moments.dedup();
    moments
}

#[test]
fn updates_of_a_portion_told_piece_by_piece_split_intervals_as_postgresql_does() {
    let Some(file) = public("postgres-for-portion-of.json") else { return };
    let file: Value = serde_json::from_str(&file).expect("JSON");
    let folder = folder();
    let ledger = open(&folder.path().join("portions.db")).expect("a ledger");
    let mut now: std::collections::BTreeMap<String, Vec<Row>> = std::collections::BTreeMap::new();
    for (id, initial) in file["init"].as_object().expect("rows by id") {
        let initial = rows(initial);
        tell(&ledger, initial.iter().map(|row| assert(id, row)).collect()).expect("the rows");
        assert_eq!(timeline(&ledger, id), joined(initial.clone()), "{id}");
        now.insert(id.clone(), initial);
    }
    let mut split = 0;
    for step in file["steps"].as_array().expect("steps") {
        let (id, from, to) = (text(&step["id"]), day(&step["from"]), day(&step["to"]));
        let value = text(&step["value"]);
        if from.is_some() && from == to {
            // An empty portion changes nothing there; a fact of no length is refused here.
            let empty = assert(&id, &Row { from, to, value });
            assert_eq!(tell(&ledger, vec![empty]).expect_err("refused").code(), "empty_interval");
        } else {
            tell(&ledger, update(&id, &now[&id], from, to, &value)).expect("an update");
        }
        let expected = rows(&step["expect"]);
        split += usize::from(expected.len() > now[&id].len());
        assert_eq!(timeline(&ledger, &id), joined(expected.clone()), "after {step}");
        now.insert(id, expected);
    }
    assert!(split >= 4, "only {split} steps split an interval");
}

/// One bounded fact differs from an update of the same portion where
/// - the portion is over: "a bounded fact leaves a gap behind it rather than reviving an older value (a
///   stale fact is worse than no fact)";
/// - a row begins within the portion: "what is said later about an earlier time does not displace what
///   anyone vouched for after it";
/// - there was no row: a fact says what was so, an update changes what is there and nothing else.
#[test]
fn a_bounded_fact_alone_differs_from_an_update_in_three_ways() {
    let Some(file) = public("postgres-for-portion-of.json") else { return };
    let file: Value = serde_json::from_str(&file).expect("JSON");
    let (mut gaps, mut kept, mut beyond) = (0, 0, 0);
    let mut now: std::collections::BTreeMap<String, Vec<Row>> = std::collections::BTreeMap::new();
    for (id, initial) in file["init"].as_object().expect("rows by id") {
        now.insert(id.clone(), rows(initial));
    }
    for step in file["steps"].as_array().expect("steps") {
        let (id, from, to) = (text(&step["id"]), day(&step["from"]), day(&step["to"]));
        let (before, after) = (now[&id].clone(), rows(&step["expect"]));
        now.insert(id.clone(), after.clone());
        if from.is_some() && from == to {
            continue;
        }
        let folder = folder();
        let ledger = open(&folder.path().join("bounded.db")).expect("a ledger");
        tell(&ledger, before.iter().map(|row| assert(&id, row)).collect()).expect("the rows");
        let fact = Row { from, to, value: text(&step["value"]) };
        tell(&ledger, vec![assert(&id, &fact)]).expect("a bounded fact");
        let ours = timeline(&ledger, &id);
        for at in moments(&before, from, to) {
            let (here, there) = (value_at(&ours, at), value_at(&after, at));
            let inside = early(from) <= at && at < late(to);
            // A row that begins after the fact does, inside the portion or behind it.
            let vouched = before.iter().rev().find(|row| row.from > from && early(row.from) <= at);
            let expected = match vouched {
                Some(row) if at < late(row.to) => Some(row.value.as_str()),
                Some(_) => None,
                None if inside => Some(fact.value.as_str()),
                None if at < early(from) => value_at(&before, at),
                None => None,
            };
            assert_eq!(here, expected, "at {} after {step}", instant(at));
            if here == there {
                continue;
            }
            if inside && vouched.is_some() {
                kept += 1;
            } else if here.is_none() && there == value_at(&before, at) {
                gaps += 1;
            } else if inside && there.is_none() && value_at(&before, at).is_none() {
                beyond += 1;
            } else {
                panic!("{here:?} here and {there:?} there at {} after {step}", instant(at));
            }
        }
    }
    assert!(gaps > 0 && kept > 0 && beyond > 0, "{gaps} gaps, {kept} kept, {beyond} beyond the rows");
}

#[test]
fn the_first_case_updates_a_portion_and_deletes_another() {
    let Some(file) = public("postgres-for-portion-of.json") else { return };
    let file: Value = serde_json::from_str(&file).expect("JSON");
    let case = &file["first_case"];
    let row = |list: &Value| Row { from: day(&list[0]), to: day(&list[1]), value: text(&list[2]) };
    let folder = folder();
    let ledger = open(&folder.path().join("first.db")).expect("a ledger");
    let (initial, changed) = (row(&case["init"]), row(&case["update"]));
    tell(&ledger, vec![assert("first", &initial)]).expect("a row");
    let told = update("first", std::slice::from_ref(&initial), changed.from, changed.to, &changed.value);
    tell(&ledger, told).expect("an update");
    // A delete of a portion: it ends, and is told again from where the portion is over.
    let (from, to) = (day(&case["delete"][0]).expect("a date"), day(&case["delete"][1]));
    let end = NewEnd {
        subject: "first".to_owned(),
        relation: RELATION.to_owned(),
        at: Some(instant(from)),
        ..NewEnd::default()
    };
    tell(&ledger, vec![Told::End(end)]).expect("an end");
    tell(&ledger, vec![assert("first", &Row { from: to, ..initial })]).expect("a row");
    let expected: Vec<Row> = case["expect"].as_array().expect("rows").iter().map(row).collect();
    assert_eq!(timeline(&ledger, "first"), joined(expected));
}
