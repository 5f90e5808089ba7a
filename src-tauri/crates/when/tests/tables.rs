//! Sentences of our own with the readings they must have, one table for each reader.

use chrono::{DateTime, Utc};
use memstrata_when::{
    Anchor, Bounds, Context, DatePart, Intent, explain, explain_statement, find, place_events, read_question,
    read_statement,
};

fn lisbon() -> Context {
    let now = DateTime::parse_from_rfc3339("2026-05-13T10:30:00+01:00").unwrap().to_utc();
    Context::new(now, chrono_tz::Tz::Europe__Lisbon)
}

fn local(at: Option<DateTime<Utc>>, context: &Context) -> String {
    at.map_or_else(
        || "-".to_owned(),
        |at| at.with_timezone(&context.zone).format("%Y-%m-%dT%H:%M").to_string(),
    )
}

fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split('\t').collect())
}

/// Compares every row of a table before it fails.
#[derive(Default)]
struct Table {
    rows: usize,
    wrong: Vec<String>,
}

impl Table {
    fn compare(&mut self, text: &str, got: &str, want: &str) {
        self.rows += 1;
        if got != want {
            self.wrong.push(format!("{text}\n   want {want}\n   got  {got}"));
        }
    }

    fn holds(&self, least: usize) {
        assert!(self.wrong.is_empty(), "{} rows differ\n{}", self.wrong.len(), self.wrong.join("\n"));
        assert!(self.rows > least, "{} rows", self.rows);
    }
}

fn seen(question: &str, context: &Context) -> String {
    let reading = read_question(question, context);
    if let Some(error) = reading.error {
        return format!("error\t{}\t{}", error.code, error.expression);
    }
    let anchor = match &reading.anchor {
        Some(Anchor::One(event)) => event.clone(),
        Some(Anchor::Two(first, second)) => format!("{first} | {second}"),
        None => "-".to_owned(),
    };
    let bounds = |b: &Bounds| format!("{} {}", local(b.from, context), local(b.to, context));
    [
        reading.intent.as_str().to_owned(),
        reading.clock.as_str().to_owned(),
        local(reading.bounds.from, context),
        local(reading.bounds.to, context),
        reading.precision.map_or("-", |p| p.as_str()).to_owned(),
        anchor,
        reading.expect_system.as_ref().map_or_else(|| "-".to_owned(), bounds),
    ]
    .join("\t")
}

#[test]
fn questions_read_as_the_table_says() {
    let context = lisbon();
    let mut table = Table::default();
    for row in rows(include_str!("questions.tsv")) {
        table.compare(row[0], &seen(row[0], &context), &row[1..].join("\t"));
    }
    table.holds(250);
}

#[test]
fn capitals_and_trailing_marks_change_nothing() {
    let context = lisbon();
    for row in rows(include_str!("questions.tsv")).filter(|r| r[1] != "error") {
        let mut capital = row[0].to_owned();
        if let Some(first) = capital.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        let (plain, spoken) = (seen(row[0], &context), seen(&format!("{capital}?"), &context));
        assert_eq!(plain.to_lowercase(), spoken.to_lowercase(), "{}", row[0]);
    }
}

#[test]
fn the_expression_is_the_span_of_the_question() {
    let context = lisbon();
    for row in rows(include_str!("questions.tsv")) {
        let reading = read_question(row[0], &context);
        if let (Some(words), Some(span)) = (&reading.expression, &reading.span) {
            assert_eq!(&row[0][span.clone()], words);
        }
        assert!(!explain(&reading).is_empty());
    }
}

#[test]
fn statements_read_as_the_table_says() {
    let context = lisbon();
    let part = |p: &Option<DatePart>| p.as_ref().map_or_else(|| "-".to_owned(), |p| p.text.clone());
    let mut table = Table::default();
    for row in rows(include_str!("statements.tsv")) {
        let reading = read_statement(row[0], &context);
        let got = [
            part(&reading.valid_from),
            part(&reading.valid_to),
            if reading.window { "window" } else { "extent" }.to_owned(),
            reading.precision.map_or("-", |p| p.as_str()).to_owned(),
        ];
        table.compare(row[0], &got.join("\t"), &row[1..].join("\t"));
    }
    table.holds(50);
}

#[test]
fn a_statement_is_explained_with_its_moment_its_zone_and_its_rule() {
    let context = lisbon();
    let said = |text: &str| explain_statement(&read_statement(text, &context), &context);
    let words = said("Bo is on call until Friday.");
    for part in [
        "'until Friday'",
        "Valid: [open, 2026-05-15)",
        "13 May 2026, 10:30",
        "Europe/Lisbon",
        "rule 'weekday'",
    ] {
        assert!(words.contains(part), "{part} in {words}");
    }
    assert!(said("Bo likes tea.").contains("No time of validity"));
    assert!(said("In March the cap was 4.").contains("what held outside is not said"));
}

#[test]
fn a_window_has_both_ends_and_an_end_follows_its_start() {
    let context = lisbon();
    for row in rows(include_str!("statements.tsv")) {
        let reading = read_statement(row[0], &context);
        if reading.window {
            assert!(reading.valid_from.is_some() && reading.valid_to.is_some(), "{}", row[0]);
        }
        if let (Some(from), Some(to)) = (&reading.valid_from, &reading.valid_to) {
            assert!(from.at < to.at, "{}", row[0]);
        }
    }
}

#[test]
fn what_only_looks_temporal_is_left_alone() {
    let context = lisbon();
    for line in include_str!("no_time.txt").lines().filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let reading = read_question(line, &context);
        assert_eq!(reading.bounds, Bounds::OPEN, "{line}");
        assert!(reading.error.is_none() && reading.expression.is_none(), "{line}: {:?}", reading.expression);
        assert_eq!(find(line, &context), [], "{line}");
    }
}

#[test]
fn the_same_period_said_absolutely_and_relatively_reads_the_same() {
    let mut count = 0;
    for row in rows(include_str!("pairs.tsv")) {
        let [now, zone, absolute, relative] = row[..] else { panic!("four columns: {row:?}") };
        let now = DateTime::parse_from_rfc3339(now).unwrap().to_utc();
        let context = Context::new(now, zone.parse().unwrap());
        let (a, b) = (read_question(absolute, &context), read_question(relative, &context));
        assert_ne!(a.bounds, Bounds::OPEN, "{absolute}");
        assert_eq!(a.bounds, b.bounds, "{absolute} / {relative}");
        assert_eq!((a.intent, a.clock), (b.intent, b.clock), "{absolute} / {relative}");
        count += 1;
    }
    assert_eq!(count, 100);
}

#[test]
fn the_order_of_figures_follows_the_place_and_flips_where_it_must() {
    let day = |text: &str, locale: &str| {
        let reading = read_question(text, &lisbon().with_locale(locale));
        (local(reading.bounds.from, &lisbon()), reading.notes.len())
    };
    assert_eq!(day("what was it on 7/8/2025?", "en-GB").0, "2025-08-07T00:00");
    assert_eq!(day("what was it on 7/8/2025?", "en-US").0, "2025-07-08T00:00");
    assert_eq!(day("what was it on 25/8/2025?", "en-US"), ("2025-08-25T00:00".to_owned(), 1));
    assert_eq!(day("what was it on 8/25/2025?", "en-GB"), ("2025-08-25T00:00".to_owned(), 1));
    assert_eq!(day("what was it on 2025-08-07?", "en-US").0, "2025-08-07T00:00");
}

#[test]
fn a_week_that_begins_on_sunday_is_another_week() {
    let context = lisbon().with_week_start(chrono::Weekday::Sun);
    let reading = read_question("what was it last week?", &context);
    assert_eq!(local(reading.bounds.from, &context), "2026-05-03T00:00");
    assert_eq!(local(reading.bounds.to, &context), "2026-05-10T00:00");
}

#[test]
fn a_day_that_a_zone_skipped_is_an_error_and_no_yesterday() {
    let at = |text: &str| {
        let now = DateTime::parse_from_rfc3339("2011-12-31T09:00:00+14:00").unwrap().to_utc();
        read_question(text, &Context::new(now, chrono_tz::Tz::Pacific__Apia))
    };
    assert_eq!(at("what was it on 30 December 2011?").error.unwrap().expression, "30 December 2011");
    let yesterday = at("what was it yesterday?");
    assert_eq!(yesterday.bounds.to.unwrap().to_rfc3339(), "2011-12-30T10:00:00+00:00");
    assert_eq!(yesterday.bounds.from.unwrap().to_rfc3339(), "2011-12-29T10:00:00+00:00");
}

#[test]
fn a_repeated_and_a_missing_hour_are_told() {
    let note = |text: &str| {
        let now = DateTime::parse_from_rfc3339("2027-12-01T09:00:00Z").unwrap().to_utc();
        let reading = read_question(text, &Context::new(now, chrono_tz::Tz::Europe__Berlin));
        (reading.bounds.from.unwrap().to_rfc3339(), reading.notes.join(" "))
    };
    let (at, words) = note("what was it on 28 March 2027 at 02:10?");
    assert!(at == "2027-03-28T01:00:00+00:00" && words.contains("does not exist"), "{at} {words}");
    let (at, words) = note("what was it on 31 October 2027 at 02:10?");
    assert!(at == "2027-10-31T00:10:00+00:00" && words.contains("exists twice"), "{at} {words}");
}

#[test]
fn the_documents_have_the_fields_of_the_specification() {
    let context = lisbon();
    let document = |text: &str| serde_json::to_value(read_question(text, &context)).unwrap();
    let march = document("who led in March?");
    let keys: Vec<&String> = march.as_object().unwrap().keys().collect();
    let fields = [
        "anchor",
        "clock",
        "expect_system",
        "expression",
        "from",
        "intent",
        "precision",
        "reading",
        "timezone",
        "to",
    ];
    assert_eq!(keys, fields);
    assert_eq!(march["reading"], "March 2026 (Europe/Lisbon)");
    assert_eq!(march["to"], "2026-03-31T23:00:00Z");
    let error = document("who led on 31 June?");
    assert_eq!(error["error"]["code"], "impossible_date");
    assert_eq!(error["error"]["expression"], "31 June");
    let two = document("who led between the merger and the sale?");
    assert_eq!(two["anchor"], serde_json::json!(["the merger", "the sale"]));
    let statement = serde_json::to_value(read_statement("It was on port 81 in March.", &context)).unwrap();
    assert_eq!(statement["valid_from"], "2026-03");
    assert_eq!(statement["valid_to_utc"], "2026-03-31T23:00:00Z");
    assert_eq!(read_question("who leads?", &context).intent, Intent::None);
}

#[test]
fn the_edges_of_zones_are_read_as_the_table_says() {
    let mut table = Table::default();
    for row in rows(include_str!("zones.tsv")) {
        let [question, now, zone, ..] = row[..] else { panic!("six columns: {row:?}") };
        let now = DateTime::parse_from_rfc3339(now).unwrap().to_utc();
        let reading = read_question(question, &Context::new(now, zone.parse().unwrap()));
        let utc = |at: Option<DateTime<Utc>>| at.unwrap().format("%Y-%m-%dT%H:%MZ").to_string();
        let notes = reading.notes.join(" ");
        let told = if notes.contains("does not exist") {
            "gap"
        } else if notes.contains("exists twice") {
            "fold"
        } else {
            "-"
        };
        let got = [utc(reading.bounds.from).as_str(), utc(reading.bounds.to).as_str(), told].join("\t");
        table.compare(question, &got, &row[3..].join("\t"));
    }
    table.holds(10);
}

#[test]
fn an_anchor_has_a_period_once_its_event_is_placed() {
    let context = lisbon();
    let at = |text: &str| DateTime::parse_from_rfc3339(text).unwrap().to_utc();
    let moment = Bounds { from: Some(at("2026-03-17T15:00:00Z")), to: None };
    let days = Bounds { from: Some(at("2026-04-01T23:00:00Z")), to: Some(at("2026-04-03T23:00:00Z")) };
    let placed = |question: &str, events: &[Bounds]| {
        let reading = place_events(&read_question(question, &context), question, &context, events);
        format!("{} {}", local(reading.bounds.from, &context), local(reading.bounds.to, &context))
    };
    let mut table = Table::default();
    for (question, want) in [
        ("which desk was mine before the party?", "- 2026-03-17T15:00"),
        ("which desk was mine after the party?", "2026-03-17T15:00 -"),
        ("which desk was mine since the party?", "2026-03-17T15:00 -"),
        ("which desk was mine at the time of the party?", "2026-03-17T15:00 2026-03-17T15:00"),
        ("which desk was mine three days before the party?", "2026-03-14T00:00 2026-03-15T00:00"),
        ("which desk was mine two hours after the party?", "2026-03-17T17:00 2026-03-17T17:00"),
        ("which desk was mine the week after the party?", "2026-03-23T00:00 2026-03-30T00:00"),
        ("which desk was mine the month before the party?", "2026-02-01T00:00 2026-03-01T00:00"),
        ("which desk was mine on the Friday after the party?", "2026-03-20T00:00 2026-03-21T00:00"),
        ("which desk was mine on the eve of the party?", "2026-03-16T00:00 2026-03-17T00:00"),
        ("which desk was mine within two days of the party?", "2026-03-15T00:00 2026-03-20T00:00"),
        ("which desk was mine until the day before the party?", "- 2026-03-16T00:00"),
        ("which desk was mine between the party and 1 May?", "2026-03-17T15:00 2026-05-02T00:00"),
        ("which desk was mine from 1 March to the party?", "2026-03-01T00:00 2026-03-17T15:00"),
    ] {
        table.compare(question, &placed(question, &[moment]), want);
    }
    table.compare(
        "during",
        &placed("which desk was mine during the fair?", &[days]),
        "2026-04-02T00:00 2026-04-04T00:00",
    );
    table.compare("after", &placed("which desk was mine after the fair?", &[days]), "2026-04-04T00:00 -");
    table.compare(
        "between",
        &placed("which desk was mine between the party and the fair?", &[moment, days]),
        "2026-03-17T15:00 2026-04-04T00:00",
    );
    // Events in the wrong order, too few of them, or a question without any: the reading stays.
    for (question, events) in [
        ("which desk was mine between the party and the fair?", vec![days, moment]),
        ("which desk was mine between the party and the fair?", vec![moment]),
        ("which desk was mine?", vec![moment]),
    ] {
        table.compare(question, &placed(question, &events), "- -");
    }
    table.holds(15);
}
