//! Stories of services, and of longer lines of dependence.

use super::commutes::{COMMUTE, Case, DEPENDS, Stands, Uncertain, case};

pub const SERVICES: &[Case] = &[
    // Services.
    case(
        &[
            ("2026-01-05", "The relay runs on port 8080."),
            ("2026-01-05", "The health check url of the relay is http://relay:8080/up."),
            ("2026-01-05", "The health check url of the relay depends on the port of the relay."),
            ("2026-03-01", "The relay runs on port 9090."),
        ],
        "What is the health check url of the relay?",
        Uncertain("9090"),
    ),
    case(
        &[
            ("2026-01-05", "The relay runs on port 8080."),
            ("2026-01-05", "The health check url of the relay is http://relay:8080/up."),
            ("2026-01-05", "The health check url of the relay depends on the port of the relay."),
        ],
        "What is the health check url of the relay?",
        Stands("http://relay:8080/up"),
    ),
    case(
        &[
            ("2026-01-05", "The owner of the relay is Anna."),
            ("2026-01-05", "The priority of the relay is P2."),
            ("2026-01-05", "The priority of the relay is set by the owner of the relay."),
            ("2026-03-01", "The owner of the relay is Berta."),
        ],
        "What is the priority of the relay?",
        Uncertain("berta"),
    ),
    case(
        &[
            ("2026-01-05", "The version of the parser is 2.1."),
            ("2026-01-05", "The timeout of the relay is 30 seconds."),
            ("2026-01-05", "The timeout of the relay depends on the version of the parser."),
            ("2026-03-01", "The version of the parser is 3.0."),
        ],
        "What is the timeout of the relay?",
        Uncertain("3.0"),
    ),
    case(
        &[
            ("2026-01-05", "The version of the parser is 2.1."),
            ("2026-01-05", "The timeout of the relay is 30 seconds."),
            ("2026-01-05", "The timeout of the relay depends on the version of the parser."),
            ("2026-03-01", "The version of the parser is 3.0."),
            ("2026-03-02", "The timeout of the relay is 45 seconds."),
        ],
        "What is the timeout of the relay?",
        Stands("45 seconds"),
    ),
    case(
        &[
            ("2026-01-05", "The database of the relay is Postgres."),
            ("2026-01-05", "The pool size of the relay is 20."),
            ("2026-01-05", "The pool size of the relay hinges on the database of the relay."),
            ("2026-03-01", "The database of the relay is SQLite."),
        ],
        "What is the pool size of the relay?",
        Uncertain("sqlite"),
    ),
    case(
        &[
            ("2026-01-05", "The region of the relay is eu-west-1."),
            ("2026-01-05", "The price of the relay is 90 euros."),
            ("2026-01-05", "The price of the relay varies with the region of the relay."),
            ("2026-05-01", "The region of the relay is eu-south-2."),
        ],
        "What is the price of the relay?",
        Uncertain("eu-south-2"),
    ),
    case(
        &[
            ("2026-01-05", "The manager of Piet is Anna."),
            ("2026-01-05", "The team of Piet is Tides."),
            ("2026-01-05", "The manager of Piet follows from the team of Piet."),
            ("2026-05-01", "The team of Piet is Harbour."),
        ],
        "Who is the manager of Piet?",
        Uncertain("harbour"),
    ),
    case(
        &[
            ("2026-01-05", "My employer is Salt Works."),
            ("2026-01-05", "My insurance is MediSal."),
            ("2026-01-05", "My insurance is tied to my employer."),
            ("2026-05-01", "My employer is Varde Optics."),
        ],
        "What is my insurance?",
        Uncertain("varde optics"),
    ),
    // "While …": the value of the condition matters, not that it changed.
    case(
        &[
            ("2026-01-05", "The region of the relay is eu-west-1."),
            (
                "2026-01-05",
                "While the region of the relay is eu-west-1, the host of the relay is west.example.org.",
            ),
        ],
        "What is the host of the relay?",
        Stands("west.example.org"),
    ),
    case(
        &[
            ("2026-01-05", "The region of the relay is eu-west-1."),
            (
                "2026-01-05",
                "While the region of the relay is eu-west-1, the host of the relay is west.example.org.",
            ),
            ("2026-04-01", "The region of the relay is eu-south-2."),
        ],
        "What is the host of the relay?",
        Uncertain("eu-south-2"),
    ),
    case(
        &[
            ("2026-01-05", "The region of the relay is eu-west-1."),
            (
                "2026-01-05",
                "While the region of the relay is eu-west-1, the host of the relay is west.example.org.",
            ),
            ("2026-03-01", "The region of the relay is eu-south-2."),
            ("2026-05-01", "The region of the relay is eu-west-1."),
        ],
        "What is the host of the relay?",
        Stands("west.example.org"),
    ),
    case(
        &[
            ("2026-01-05", "The owner of the relay is Anna."),
            (
                "2026-01-05",
                "The deploy day of the relay is Tuesday as long as the owner of the relay is Anna.",
            ),
            ("2026-03-01", "The owner of the relay is Berta."),
        ],
        "What is the deploy day of the relay?",
        Uncertain("berta"),
    ),
    case(
        &[
            ("2026-01-05", "The owner of the relay is Anna."),
            (
                "2026-01-05",
                "The deploy day of the relay is Tuesday as long as the owner of the relay is Anna.",
            ),
        ],
        "What is the deploy day of the relay?",
        Stands("Tuesday"),
    ),
    case(
        &[
            ("2026-01-05", "I live in Porto."),
            ("2026-01-05", "As long as I live in Porto, my gym is Maré Alta."),
            ("2026-04-01", "I live in Braga now."),
        ],
        "What is my gym?",
        Uncertain("braga"),
    ),
    // "Because …"
    case(
        &[
            ("2026-01-05", "I live in Porto."),
            ("2026-01-06", "My commute is 40 minutes because I live in Porto."),
            ("2026-04-01", "I live in Braga now."),
        ],
        "What is my commute?",
        Uncertain("braga"),
    ),
    case(
        &[
            ("2026-01-05", "I live in Porto."),
            ("2026-01-06", "My commute is 40 minutes because I live in Porto."),
        ],
        "What is my commute?",
        Stands("40 minutes"),
    ),
    // Two values side by side are no dependency.
    case(
        &[
            ("2026-01-05", "The port of the relay is 8080."),
            ("2026-01-05", "The port of the buoy is 9090."),
            ("2026-01-06", "While the port of the buoy is 9090, the port of the relay is 8080."),
            ("2026-03-01", "The port of the buoy is 9191."),
        ],
        "What is the port of the relay?",
        Stands("8080"),
    ),
    // Two levels.
    case(
        &[
            ("2026-01-05", "My team is Tides."),
            ("2026-01-05", "My office is in Faro."),
            ("2026-01-05", COMMUTE),
            ("2026-01-05", "My office depends on my team."),
            ("2026-01-05", "My commute depends on my office."),
            ("2026-04-01", "My team is Harbour."),
        ],
        "What is my commute?",
        Uncertain("harbour"),
    ),
    case(
        &[
            ("2026-01-05", "The team of Piet is Tides."),
            ("2026-01-05", "The manager of Piet is Anna."),
            ("2026-01-05", "The budget of Piet is 900 euros."),
            ("2026-01-05", "The manager of Piet depends on the team of Piet."),
            ("2026-01-05", "The budget of Piet depends on the manager of Piet."),
            ("2026-04-01", "The team of Piet is Harbour."),
        ],
        "What is the budget of Piet?",
        Uncertain("harbour"),
    ),
    case(
        &[
            ("2026-01-05", "The team of Piet is Tides."),
            ("2026-01-05", "The manager of Piet is Anna."),
            ("2026-01-05", "The budget of Piet is 900 euros."),
            ("2026-01-05", "The manager of Piet depends on the team of Piet."),
            ("2026-01-05", "The budget of Piet depends on the manager of Piet."),
            ("2026-04-01", "The team of Piet is Harbour."),
            ("2026-04-02", "The budget of Piet is 800 euros."),
        ],
        "What is the budget of Piet?",
        Stands("800 euros"),
    ),
    // The middle value was said again, unchanged: what rests on it stands.
    case(
        &[
            ("2026-01-05", "The team of Piet is Tides."),
            ("2026-01-05", "The manager of Piet is Anna."),
            ("2026-01-05", "The budget of Piet is 900 euros."),
            ("2026-01-05", "The manager of Piet depends on the team of Piet."),
            ("2026-01-05", "The budget of Piet depends on the manager of Piet."),
            ("2026-04-01", "The team of Piet is Harbour."),
            ("2026-04-03", "The manager of Piet is still Anna."),
        ],
        "What is the budget of Piet?",
        Stands("900 euros"),
    ),
    // The middle value was said again and is another.
    case(
        &[
            ("2026-01-05", "The team of Piet is Tides."),
            ("2026-01-05", "The manager of Piet is Anna."),
            ("2026-01-05", "The budget of Piet is 900 euros."),
            ("2026-01-05", "The manager of Piet depends on the team of Piet."),
            ("2026-01-05", "The budget of Piet depends on the manager of Piet."),
            ("2026-04-01", "The team of Piet is Harbour."),
            ("2026-04-03", "The manager of Piet is Berta."),
        ],
        "What is the budget of Piet?",
        Uncertain("berta"),
    ),
    case(
        &[
            ("2026-01-05", "The region of the relay is eu-west-1."),
            ("2026-01-05", "The host of the relay is west.example.org."),
            ("2026-01-05", "The url of the relay is https://west.example.org/up."),
            ("2026-01-05", "The host of the relay depends on the region of the relay."),
            ("2026-01-05", "The url of the relay depends on the host of the relay."),
            ("2026-04-01", "The region of the relay is eu-south-2."),
        ],
        "What is the url of the relay?",
        Uncertain("eu-south-2"),
    ),
    case(
        &[
            ("2026-01-05", "The region of the relay is eu-west-1."),
            ("2026-01-05", "The host of the relay is west.example.org."),
            ("2026-01-05", "The url of the relay is https://west.example.org/up."),
            ("2026-01-05", "The host of the relay depends on the region of the relay."),
            ("2026-01-05", "The url of the relay depends on the host of the relay."),
        ],
        "What is the url of the relay?",
        Stands("https://west.example.org/up"),
    ),
    // A circle of dependencies ends.
    case(
        &[
            ("2026-01-05", "The host of the relay is a.example.org."),
            ("2026-01-05", "The url of the relay is https://a.example.org/up."),
            ("2026-01-05", "The host of the relay depends on the url of the relay."),
            ("2026-01-05", "The url of the relay depends on the host of the relay."),
        ],
        "What is the url of the relay?",
        Stands("https://a.example.org/up"),
    ),
    // What it depends on ended, and nothing took its place.
    case(
        &[
            ("2026-01-05", "The owner of the relay is Anna."),
            ("2026-01-05", "The priority of the relay is P2."),
            ("2026-01-05", "The priority of the relay depends on the owner of the relay."),
            ("2026-03-01", "Anna no longer owns the relay."),
        ],
        "What is the priority of the relay?",
        Uncertain("anna"),
    ),
    // Asked about a time before the change.
    case(
        &[
            ("2026-01-05", "I live in Porto."),
            ("2026-01-06", COMMUTE),
            ("2026-01-06", DEPENDS),
            ("2026-04-01", "I live in Braga now."),
        ],
        "What was my commute in February 2026?",
        Stands("40 minutes"),
    ),
    // A change that is still to come.
    case(
        &[
            ("2026-01-05", "I live in Porto."),
            ("2026-01-06", COMMUTE),
            ("2026-01-06", DEPENDS),
            ("2026-06-01", "From 1 September 2026 I live in Braga."),
        ],
        "What is my commute?",
        Stands("40 minutes"),
    ),
];
