//! Any text at all, of any length: no panic, no slow case, and bounds that are in order.

use std::time::{Duration, Instant};

use chrono::DateTime;
use memstrata_when::{Context, explain, find, read_question, read_statement, read_statements};
use proptest::prelude::*;

fn context() -> Context {
    let now = DateTime::parse_from_rfc3339("2026-05-13T10:30:00+01:00").unwrap().to_utc();
    Context::new(now, chrono_tz::Tz::Europe__Lisbon)
}

fn read_all(text: &str, context: &Context) {
    let question = read_question(text, context);
    let _ = explain(&question);
    let _ = serde_json::to_string(&question).unwrap();
    if let (Some(from), Some(to)) = (question.bounds.from, question.bounds.to) {
        assert!(from <= to, "{text}");
    }
    if let Some(span) = &question.span {
        assert!(text.get(span.clone()).is_some(), "{text}");
    }
    let mut end = 0;
    for expression in find(text, context) {
        assert!(end <= expression.span.start && text.get(expression.span.clone()).is_some(), "{text}");
        assert!(expression.span.start <= expression.core.start && expression.core.end == expression.span.end);
        end = expression.span.end;
        if let (Some(from), Some(to)) = (expression.bounds.from, expression.bounds.to) {
            assert!(from <= to, "{text}");
        }
    }
    let _ = read_statement(text, context);
    let mut end = 0;
    for (span, _) in read_statements(text, context) {
        assert!(span.start == end && text.get(span.clone()).is_some(), "{text}: {span:?}");
        end = span.end;
    }
    assert_eq!(end, text.len());
}

/// As many as `PROPTEST_CASES` says, else enough for an ordinary run.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(1000)
}

/// Words of the vocabulary in any order find the paths that letters at random do not.
fn words() -> impl Strategy<Value = String> {
    let pieces = [
        "last",
        "next",
        "this",
        "past",
        "the",
        "a",
        "of",
        "in",
        "on",
        "at",
        "before",
        "after",
        "since",
        "until",
        "from",
        "to",
        "and",
        "or",
        "between",
        "two",
        "3",
        "31",
        "29",
        "0",
        "99",
        "2024",
        "999999999999999999",
        "1e9",
        "'24",
        "days",
        "weeks",
        "months",
        "years",
        "hours",
        "weekend",
        "quarter",
        "century",
        "ago",
        "hence",
        "later",
        "earlier",
        "March",
        "may",
        "Feb",
        "Monday",
        "Fri",
        "summer",
        "winter",
        "Easter",
        "noon",
        "midnight",
        "morning",
        "tonight",
        "5pm",
        "17:30",
        "24:00",
        "00:00",
        "2026-02-30",
        "2026-03-29T01:30",
        "12/31",
        "31.12.1999",
        "Q1",
        "H2",
        "W53",
        "week",
        "first",
        "31st",
        "end",
        "early",
        "mid",
        "half",
        "quarter past",
        "yesterday",
        "tomorrow",
        "today",
        "now",
        "BC",
        "UTC",
        "+14:00",
        "-",
        "\u{2013}",
        ",",
        ".",
        ":",
        "?",
        "(",
        ")",
        "/",
        "@",
        "'s",
        "every",
        "each",
        "for",
        "within",
        "starting",
        "what",
        "did",
        "we",
        "think",
        "was",
        "will",
        "changed",
        "when",
        "epoch",
        "1767225600",
        "the 90s",
        "decade",
        "fortnight",
        "business days",
        "couple of",
        "few",
        "twenty",
        "one",
        "hundred",
        "thousand",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..16).prop_map(|list| list.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases()) })]

    #[test]
    fn any_text_is_read(text in "\\PC{0,80}") {
        read_all(&text, &context());
    }

    #[test]
    fn any_order_of_the_vocabulary_is_read(text in words()) {
        read_all(&text, &context());
    }

    #[test]
    fn any_moment_and_zone_will_do(text in words(), second in -60_000_000_000_i64..250_000_000_000, zone in 0_usize..chrono_tz::TZ_VARIANTS.len()) {
        let now = DateTime::from_timestamp(second, 0).unwrap();
        read_all(&text, &Context::new(now, chrono_tz::TZ_VARIANTS[zone]));
    }

    #[test]
    fn figures_and_marks_are_read(text in "[0-9:/.,T+Z@' -]{0,40}") {
        read_all(&text, &context());
    }
}

#[test]
fn the_ends_of_the_calendar_are_read() {
    for now in [chrono::DateTime::<chrono::Utc>::MIN_UTC, chrono::DateTime::<chrono::Utc>::MAX_UTC] {
        for zone in
            [chrono_tz::Tz::UTC, chrono_tz::Tz::Pacific__Kiritimati, chrono_tz::Tz::Pacific__Pago_Pago]
        {
            for text in [
                "yesterday",
                "tomorrow at 5",
                "last year",
                "next century",
                "a week ago",
                "on Monday",
                "in May",
                "now",
                "the 31st",
            ] {
                let _ = read_question(text, &Context::new(now, zone));
                let _ = read_statement(text, &Context::new(now, zone));
            }
        }
    }
}

#[test]
fn odd_scripts_and_marks_are_read() {
    for text in [
        "",
        " ",
        "\0",
        "'",
        "\u{2019}",
        "…",
        "三月",
        "в марте 2024",
        "🗓️ 3 May 🗓️",
        "İstanbul in May",
        "ﬁrst of May",
        "\u{202e}yaM ni",
        "½ hour ago",
        "e\u{301}te 2024",
    ] {
        read_all(text, &context());
    }
}

/// A name and a text of about so many bytes.
type Shape = (&'static str, fn(usize) -> String);

/// Long texts of every shape take time in proportion to their length.
#[test]
fn long_texts_are_linear() {
    let shapes: [Shape; 12] = [
        ("digits", |n| "7".repeat(n)),
        ("digits and blanks", |n| "7 ".repeat(n / 2)),
        ("four figures", |n| "2024 ".repeat(n / 5)),
        ("dates", |n| "3 May 2026 ".repeat(n / 11)),
        ("chains", |n| "3 days after ".repeat(n / 13)),
        ("firsts", |n| "first Monday of ".repeat(n / 16)),
        ("ends", |n| "end of the ".repeat(n / 11)),
        ("weeks", |n| "week of ".repeat(n / 8)),
        ("ands", |n| "Monday and ".repeat(n / 11)),
        ("marks", |n| "-".repeat(n)),
        ("colons", |n| "12:30:".repeat(n / 6)),
        ("letters", |n| "a".repeat(n)),
    ];
    let context = context();
    for (name, shape) in shapes {
        let took = |n: usize| {
            let text = shape(n);
            let begin = Instant::now();
            let _ = find(&text, &context);
            let _ = read_question(&text, &context);
            let _ = read_statement(&text, &context);
            begin.elapsed()
        };
        let _ = took(500);
        let (short, long) = (took(2_000), took(20_000));
        // Ten times the text, with room for a busy machine; a square would be a hundred times.
        assert!(long < short * 40 + Duration::from_millis(200), "{name}: {short:?} then {long:?}");
    }
}

#[test]
fn a_megabyte_of_digits_returns() {
    let text = "8".repeat(1 << 20);
    assert_eq!(find(&text, &context()), []);
    assert!(read_question(&text, &context()).bounds.from.is_none());
    assert!(read_statement(&text, &context()).valid_from.is_none());
}
