//! Values that depend on others: forty stories in which a fact changes and another one becomes
//! uncertain by it, or does not.

mod common;

use common::Story;

/// Texts with their days, a question, and what is expected of it on 1 July 2026: the value where
/// it still stands, or a word of the reason why it is uncertain.
struct Case {
    told: &'static [(&'static str, &'static str)],
    question: &'static str,
    expected: Expected,
}

enum Expected {
    Stands(&'static str),
    /// Uncertain, for a reason that names this.
    Uncertain(&'static str),
}

use Expected::{Stands, Uncertain};

const fn case(
    told: &'static [(&'static str, &'static str)],
    question: &'static str,
    expected: Expected,
) -> Case {
    Case { told, question, expected }
}

const COMMUTE: &str = "My commute is 40 minutes.";
const DEPENDS: &str = "My commute depends on where I live.";

const CASES: &[Case] = &[
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

#[test]
fn forty_stories_of_one_thing_that_depends_on_another() {
    assert_eq!(CASES.len(), 40);
    let mut wrong = Vec::new();
    for (number, case) in CASES.iter().enumerate() {
        let story = Story::new();
        for (day, text) in case.told {
            story.texts(day, &[text]);
        }
        let column = story.temporal("2026-07-01", case.question);
        let right = match &case.expected {
            Stands(value) => {
                column.uncertain.is_empty()
                    && column
                        .answer
                        .as_deref()
                        .is_some_and(|a| a.to_lowercase().contains(&value.to_lowercase()))
            }
            Uncertain(reason) => {
                column.abstained
                    && column.uncertain.iter().any(|why| why.to_lowercase().contains(reason))
                    && column.explanation.contains("Uncertain")
            }
        };
        if !right {
            let told = story.engine.facts(
                &memstrata_engine::FactPattern { all: true, ..Default::default() },
                None,
                None,
            );
            let told: Vec<String> = told
                .unwrap_or_default()
                .iter()
                .map(|f| format!("{} {} {:?} {}", f.subject, f.relation, f.scope, f.object))
                .collect();
            wrong.push(format!(
                "{number}: {} -> {:?} / {}\n      {}",
                case.question,
                column.answer,
                column.explanation,
                told.join("\n      ")
            ));
        }
    }
    println!("dependencies: {} of {}", CASES.len() - wrong.len(), CASES.len());
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
