//! No text breaks the extractor or the question reader, and the same text reads the same twice.

mod common;

use memstrata_extract::{Lexicon, read_query, to_json_line};
use memstrata_model::Instant;

const WORDS: &[&str] = &[
    "the", "port", "of", "is", "8080", "I", "'s", "not", "no", "longer", "my", "sister", "moved", "to",
    "Rome", ":", ",", ".", "—", "(", ")", "\"", "`", "from", "until", "May", "2026", "and", "but", "=", "->",
    "v1.2.3", "90", "s", "%", "€", "“", "”", "’s", "n't", "|", "\n", "#", "- ", "```", "*", "set", "called",
    "which", "was", "been", "as", "with", "🙏", "é", "at", "on", "in", "every", "of", "It", "called",
    "instead", "then", "sorry", "I",
];

/// A fixed generator, so that a failure can be repeated.
fn next(state: &mut u64) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    usize::try_from(*state >> 33).unwrap_or(0)
}

#[test]
fn no_heap_of_words_panics() {
    let mut state = 0x9E37_79B9_7F4A_7C15;
    for round in 0..6000 {
        let mut text = String::new();
        for _ in 0..=next(&mut state) % 24 {
            text.push_str(WORDS[next(&mut state) % WORDS.len()]);
            if !next(&mut state).is_multiple_of(5) {
                text.push(' ');
            }
        }
        let kind = ["chat", "commit", "runbook", "personal", "note"][round % 5];
        let found = common::extract(&text, Instant::from_micros(1_700_000_000_000_000), kind);
        for fact in &found.facts {
            assert!(text.get(fact.span.0..fact.span.1).is_some(), "{text:?} {fact:?}");
            assert!(text.get(fact.object_span.0..fact.object_span.1).is_some(), "{text:?} {fact:?}");
            assert!((0.0..=1.0).contains(&fact.confidence));
        }
        if round % 10 == 0 {
            let again = common::extract(&text, Instant::from_micros(1_700_000_000_000_000), kind);
            assert_eq!(to_json_line("x", &found), to_json_line("x", &again), "{text:?}");
            let _ = read_query(&text, Lexicon::built_in());
        }
    }
}

#[test]
fn cut_sentences_do_not_panic() {
    let text = "Ana (cousin) married Luís in 2019; node pool \"green\" is a m6i.2xlarge with 200 GB of disk, the key's in `vault/ops` — no wait, 7: set A to 1 and B to 2. I've read 12 of the 20 books, then Lisbon time again…";
    for (at, _) in text.char_indices() {
        let _ = common::extract(&text[at..], Instant::from_micros(0), "chat");
        let _ = common::extract(&text[..at], Instant::from_micros(0), "commit");
    }
}

#[test]
fn a_line_of_json_has_the_shape_of_the_specification() {
    let found = common::extract(
        "The port of the relay is 8443 since 1 April 2026.",
        Instant::from_micros(1_777_000_000_000_000),
        "runbook",
    );
    let line: serde_json::Value =
        serde_json::from_str(&to_json_line("a", &found)).expect("one JSON document");
    let fact = &line["facts"][0];
    assert_eq!(line["id"], "a");
    for (key, value) in [
        ("subject", "relay"),
        ("relation", "port"),
        ("object", "8443"),
        ("op", "assert"),
        ("valid_from", "2026-04-01"),
        ("valid_from_source", "stated"),
    ] {
        assert_eq!(fact[key], value, "{key} in {line}");
    }
    assert_eq!(fact["set_valued"], false);
    assert!(fact["valid_to"].is_null() && fact["span"].is_array() && line["skipped"].is_array());
}
