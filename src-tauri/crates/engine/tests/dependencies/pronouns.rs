//! Stories told in other words: what a value depends on is a pronoun's, or it is said with another
//! verb, the other way round, or in a text that no value can be read out of.

use super::commutes::{Case, Stands, Uncertain, case};

pub const PRONOUNS: &[Case] = &[
    // Whose it is: the dependent value's owner.
    case(
        &[
            ("2026-01-05", "The database of the billing API is Postgres."),
            ("2026-01-05", "The timeout of the billing API is 30 seconds."),
            ("2026-01-06", "The timeout of the billing API depends on its database."),
            ("2026-03-01", "The database of the billing API is SQLite."),
        ],
        "What is the timeout of the billing API?",
        Uncertain("sqlite"),
    ),
    // The same, and the database of another thing changes.
    case(
        &[
            ("2026-01-05", "The database of the billing API is Postgres."),
            ("2026-01-05", "The database of the harbour map is Postgres."),
            ("2026-01-05", "The timeout of the billing API is 30 seconds."),
            ("2026-01-06", "The timeout of the billing API depends on its database."),
            ("2026-03-01", "The database of the harbour map is SQLite."),
        ],
        "What is the timeout of the billing API?",
        Stands("30 seconds"),
    ),
    // Told before what it depends on has a value.
    case(
        &[
            ("2026-01-02", "The timeout of the billing API hinges on its database."),
            ("2026-01-05", "The database of the billing API is Postgres."),
            ("2026-01-05", "The timeout of the billing API is 30 seconds."),
            ("2026-03-01", "The database of the billing API is SQLite."),
        ],
        "What is the timeout of the billing API?",
        Uncertain("sqlite"),
    ),
    case(
        &[
            ("2026-01-05", "The grade of Piet is P7."),
            ("2026-01-05", "The salary of Piet is 3000 euros."),
            ("2026-01-06", "The salary of Piet is tied to his grade."),
            ("2026-04-01", "The grade of Piet is P8."),
        ],
        "What is the salary of Piet?",
        Uncertain("p8"),
    ),
    case(
        &[
            ("2026-01-05", "My sister lives in Faro."),
            ("2026-01-05", "My sister's commute is 20 minutes."),
            ("2026-01-06", "My sister's commute varies with where she lives."),
            ("2026-04-01", "My sister lives in Braga now."),
        ],
        "What is my sister's commute?",
        Uncertain("braga"),
    ),
    // Another's home: she is not I.
    case(
        &[
            ("2026-01-05", "My sister lives in Faro."),
            ("2026-01-05", "I live in Porto."),
            ("2026-01-05", "My sister's commute is 20 minutes."),
            ("2026-01-06", "My sister's commute depends on where she lives."),
            ("2026-04-01", "I live in Braga now."),
        ],
        "What is my sister's commute?",
        Stands("20 minutes"),
    ),
    // "That" and "it" are what was told last.
    case(
        &[
            ("2026-01-06", "My commute is 40 minutes."),
            ("2026-01-07", "I live in Porto. My commute depends on that."),
            ("2026-04-01", "I live in Braga now."),
        ],
        "What is my commute?",
        Uncertain("braga"),
    ),
    case(
        &[
            ("2026-01-05", "The plan of the relay is Basic."),
            ("2026-01-06", "The price of the relay is 90 euros. It follows from its plan."),
            ("2026-04-01", "The plan of the relay is Gold."),
        ],
        "What is the price of the relay?",
        Uncertain("gold"),
    ),
    // Other words for it.
    case(
        &[
            ("2026-01-05", "The region of the relay is eu-west-1."),
            ("2026-01-05", "The price of the relay is 90 euros."),
            ("2026-01-06", "The price of the relay is largely determined by its region."),
            ("2026-05-01", "The region of the relay is eu-south-2."),
        ],
        "What is the price of the relay?",
        Uncertain("eu-south-2"),
    ),
    case(
        &[
            ("2026-01-05", "I live in Porto."),
            ("2026-01-05", "My commute is 40 minutes."),
            ("2026-01-06", "Where I live determines my commute."),
            ("2026-04-01", "I live in Braga now."),
        ],
        "What is my commute?",
        Uncertain("braga"),
    ),
    // On two things, of which the second changes.
    case(
        &[
            ("2026-01-05", "The region of the relay is eu-west-1."),
            ("2026-01-05", "The owner of the relay is Anna."),
            ("2026-01-05", "The price of the relay is 90 euros."),
            ("2026-01-06", "The price of the relay depends on its region and on its owner."),
            ("2026-05-01", "The owner of the relay is Berta."),
        ],
        "What is the price of the relay?",
        Uncertain("berta"),
    ),
    // Denied, and taken back.
    case(
        &[
            ("2026-01-05", "I live in Porto."),
            ("2026-01-05", "My commute is 40 minutes."),
            ("2026-01-06", "My commute does not depend on where I live."),
            ("2026-04-01", "I live in Braga now."),
        ],
        "What is my commute?",
        Stands("40 minutes"),
    ),
    case(
        &[
            ("2026-01-05", "I live in Porto."),
            ("2026-01-05", "My commute is 40 minutes."),
            ("2026-01-06", "My commute depends on where I live."),
            ("2026-02-06", "My commute no longer depends on where I live."),
            ("2026-04-01", "I live in Braga now."),
        ],
        "What is my commute?",
        Stands("40 minutes"),
    ),
    // Two levels, by pronouns both.
    case(
        &[
            ("2026-01-05", "The plan of the relay is Basic."),
            ("2026-01-05", "The region of the relay is eu-west-1."),
            ("2026-01-05", "The price of the relay is 90 euros."),
            ("2026-01-06", "The price of the relay depends on its region."),
            ("2026-01-06", "The region of the relay is tied to its plan."),
            ("2026-04-01", "The plan of the relay is Gold."),
        ],
        "What is the price of the relay?",
        Uncertain("gold"),
    ),
    case(
        &[
            ("2026-01-05", "The team of Piet is Tides."),
            ("2026-01-05", "The office of Piet is Faro."),
            ("2026-01-05", "The rent of Piet is 900 euros."),
            ("2026-01-06", "The rent of Piet depends on his office."),
            ("2026-01-06", "The office of Piet follows from his team."),
            ("2026-04-01", "The team of Piet is Harbour."),
        ],
        "What is the rent of Piet?",
        Uncertain("harbour"),
    ),
    // A text that no value is read out of answers with its doubts too.
    case(
        &[
            ("2026-01-05", "I live in Porto."),
            ("2026-01-06", "My commute is a quiet walk along the river."),
            ("2026-01-07", "My commute depends on where I live."),
            ("2026-04-01", "I live in Faro now."),
        ],
        "How quiet is my commute along the river?",
        Uncertain("faro"),
    ),
    // The same, two levels deep.
    case(
        &[
            ("2026-01-05", "My employer is Salt Works."),
            ("2026-01-05", "I live in Porto."),
            ("2026-01-06", "My commute is a quiet walk along the river."),
            ("2026-01-07", "My commute depends on where I live."),
            ("2026-01-07", "Where I live depends on my employer."),
            ("2026-04-01", "My employer is Varde Optics."),
        ],
        "How quiet is my commute along the river?",
        Uncertain("varde optics"),
    ),
];
