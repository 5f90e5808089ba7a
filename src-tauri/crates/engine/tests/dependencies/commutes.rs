//! Stories of one value of a person that rests on another, and what a story is.

/// Texts with their days, a question, and what is expected of it on 1 July 2026: the value where
/// it still stands, or a word of the reason why it is uncertain.
pub struct Case {
    pub told: &'static [(&'static str, &'static str)],
    pub question: &'static str,
    pub expected: Expected,
}

pub enum Expected {
    Stands(&'static str),
    /// Uncertain, for a reason that names this.
    Uncertain(&'static str),
}

pub use Expected::{Stands, Uncertain};

pub const fn case(
    told: &'static [(&'static str, &'static str)],
    question: &'static str,
    expected: Expected,
) -> Case {
    Case { told, question, expected }
}

pub const COMMUTE: &str = "My commute is 40 minutes.";
pub const DEPENDS: &str = "My commute depends on where I live.";

pub const COMMUTES: &[Case] = &[
    // One level, said outright.
    case(
        &[("2026-01-05", "I live in Porto."), ("2026-01-06", COMMUTE), ("2026-01-06", DEPENDS)],
        "What is my commute?",
        Stands("40 minutes"),
    ),
    case(
        &[
            ("2026-01-05", "I live in Porto."),
            ("2026-01-06", COMMUTE),
            ("2026-01-06", DEPENDS),
            ("2026-04-01", "I live in Braga now."),
        ],
        "What is my commute?",
        Uncertain("braga"),
    ),
    case(
        &[
            ("2026-01-05", "I live in Porto."),
            ("2026-01-06", COMMUTE),
            ("2026-01-06", DEPENDS),
            ("2026-04-01", "I live in Braga now."),
            ("2026-04-10", "My commute is 15 minutes."),
        ],
        "What is my commute?",
        Stands("15 minutes"),
    ),
    case(
        &[
            ("2026-01-05", "I live in Porto."),
            ("2026-01-06", COMMUTE),
            ("2026-01-06", DEPENDS),
            ("2026-04-01", "I live in Braga now."),
            ("2026-04-10", COMMUTE),
        ],
        "What is my commute?",
        Stands("40 minutes"),
    ),
    case(
        &[
            ("2026-01-05", "I live in Porto."),
            ("2026-01-06", COMMUTE),
            ("2026-01-06", DEPENDS),
            ("2026-02-01", "I live in Porto."),
        ],
        "What is my commute?",
        Stands("40 minutes"),
    ),
    // The dependency is told before either value.
    case(
        &[
            ("2026-01-02", DEPENDS),
            ("2026-01-05", "I live in Porto."),
            ("2026-01-06", COMMUTE),
            ("2026-04-01", "I live in Braga now."),
        ],
        "What is my commute?",
        Uncertain("braga"),
    ),
    case(
        &[("2026-01-02", DEPENDS), ("2026-01-05", "I live in Porto."), ("2026-01-06", COMMUTE)],
        "What is my commute?",
        Stands("40 minutes"),
    ),
    // The dependency is told after the change.
    case(
        &[
            ("2026-01-05", "I live in Porto."),
            ("2026-01-06", COMMUTE),
            ("2026-04-01", "I live in Braga now."),
            ("2026-04-02", DEPENDS),
        ],
        "What is my commute?",
        Uncertain("braga"),
    ),
    // Something else changes.
    case(
        &[
            ("2026-01-05", "I live in Porto."),
            ("2026-01-06", COMMUTE),
            ("2026-01-06", DEPENDS),
            ("2026-04-01", "My manager is Ida Lund."),
            ("2026-05-01", "My manager is Bo Rask."),
        ],
        "What is my commute?",
        Stands("40 minutes"),
    ),
    case(
        &[
            ("2026-01-05", "I live in Porto."),
            ("2026-01-06", COMMUTE),
            ("2026-01-06", DEPENDS),
            ("2026-04-01", "My sister lives in Braga."),
            ("2026-05-01", "My sister lives in Faro."),
        ],
        "What is my commute?",
        Stands("40 minutes"),
    ),
    // What it depends on has no value of its own yet.
    case(&[("2026-01-06", COMMUTE), ("2026-01-06", DEPENDS)], "What is my commute?", Stands("40 minutes")),
];
