//! That reading is linear, by the steps it takes and not by a clock: every look at a token or at its
//! senses is counted.

use std::cell::Cell;

use chrono::DateTime;

use crate::{Context, find, read_question, read_statements};

thread_local! {
    static STEPS: Cell<u64> = const { Cell::new(0) };
}

/// Called by the parser for each look at a token.
pub fn count_step() {
    STEPS.with(|steps| steps.set(steps.get() + 1));
}

fn steps(text: &str) -> u64 {
    let now = DateTime::parse_from_rfc3339("2026-05-13T10:30:00+01:00").unwrap().to_utc();
    let context = Context::new(now, chrono_tz::Tz::Europe__Lisbon);
    STEPS.with(|steps| steps.set(0));
    let _ = find(text, &context);
    let _ = read_question(text, &context);
    let _ = read_statements(text, &context);
    STEPS.with(Cell::get)
}

/// Pieces that are repeated: one for each loop that a text could drive.
const PIECES: [&str; 34] = [
    "7",
    "7 ",
    "2024 ",
    "3 May 2026 ",
    "3 days after ",
    "first Monday of ",
    "end of the ",
    "week of ",
    "Monday and ",
    "-",
    "12:30:",
    "a",
    "word ",
    "Wort, ",
    "and so ",
    "was, ",
    "it was on 3 May and ",
    "; ",
    "until March, ",
    "since the launch, ",
    "between the launch and ",
    "when it was ",
    "what did we think ",
    "every Monday at nine, ",
    "from 3 to 4 ",
    "three months before the end of ",
    "John 3:16 ",
    "9am in Rome ",
    "within two days of ",
    "plus 3 days ",
    "\u{4e09}\u{6708} ",
    "\u{1f5d3}\u{fe0f}",
    "e\u{301}\u{2019}s ",
    "\n3 May: ",
];

#[test]
fn ten_times_the_text_takes_ten_times_the_steps() {
    for piece in PIECES {
        let text = |bytes: usize| piece.repeat(bytes / piece.len() + 1);
        let (short, long) = (steps(&text(1_000)), steps(&text(10_000)));
        assert!(long <= short * 11 + 5_000, "{piece:?}: {short} then {long} steps");
    }
}

#[test]
fn no_text_takes_more_than_some_steps_for_a_byte() {
    for piece in PIECES {
        let text = piece.repeat(2_000 / piece.len() + 1);
        let steps = steps(&text);
        println!("{:>8} {piece:?}", steps / text.len() as u64);
        assert!(steps < 2_000 * text.len() as u64, "{piece:?}: {steps} steps for {} bytes", text.len());
    }
}
