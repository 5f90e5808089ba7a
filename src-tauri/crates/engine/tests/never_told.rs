//! What was never told of a thing that is known is not answered, however much is told of it; beside each
//! such question one that looks like it and was told.

mod common;

use common::Story;

/// Texts of a thing, questions of what they tell with the value, and questions of what they do not.
type Thing<'a> = (&'a [&'a str], &'a [(&'a str, &'a str)], &'a [&'a str]);

const THINGS: [Thing<'static>; 13] = [
    (
        &[
            "The winch service listens on port 7003.",
            "Vera Holm owns the winch service.",
            "The winch service is noisy.",
        ],
        &[
            ("Which port does the winch service listen on?", "7003"),
            ("Who owns the winch service?", "Vera Holm"),
        ],
        &[
            "Which database does the winch service use?",
            "Who reviews the winch service?",
            "What is the licence of the winch service?",
            "How noisy is the winch service?",
        ],
    ),
    (
        &["Ana lives in Faro.", "Ana's manager is Tomasz.", "Ana is tired of the rain."],
        &[("Where does Ana live?", "Faro"), ("Who is Ana's manager?", "Tomasz")],
        &[
            "Who is Ana's dentist?",
            "What is Ana's phone number?",
            "Which car does Ana drive?",
            "What is Ana's salary?",
        ],
    ),
    (
        &[
            "The archive keeps logs for 30 days.",
            "The archive is hosted in Lisbon.",
            "The archive is cold in winter.",
        ],
        &[("Where is the archive hosted?", "Lisbon")],
        &[
            "Who founded the archive?",
            "Which colour is the archive?",
            "What does the archive cost?",
            "Who guards the archive?",
        ],
    ),
    (
        &["My dentist is Dr Moura.", "My rent is 900 euros.", "My bike squeaks."],
        &[("Who is my dentist?", "Moura"), ("What is my rent?", "900")],
        &["Who is my landlord?", "What is my shoe size?", "Who repairs my bike?", "What is my deposit?"],
    ),
    (
        &[
            "The gateway uses Redis 7.2.",
            "The timeout of the gateway is 30 seconds.",
            "The gateway is flaky on Mondays.",
        ],
        &[("What is the timeout of the gateway?", "30")],
        &[
            "Who maintains the gateway?",
            "Which region is the gateway in?",
            "What is the retry limit of the gateway?",
        ],
    ),
    (
        &[
            "The choir meets on Tuesdays.",
            "The conductor of the choir is Delphine.",
            "The choir was loud yesterday.",
        ],
        &[("Who is the conductor of the choir?", "Delphine")],
        &["Who founded the choir?", "What is the fee of the choir?", "Who is the treasurer of the choir?"],
    ),
    (
        &["Bruno weighs 12 kg.", "Bruno's vet is Dr Sala.", "Bruno barked at the moon."],
        &[("Who is Bruno's vet?", "Sala")],
        &["Who walks Bruno?", "When was Bruno born?", "What does Bruno eat?"],
    ),
    (
        &["The headquarters of Orrin is Porto.", "The CEO of Orrin is Ilse Brandt.", "Orrin is in the news."],
        &[("Who is the CEO of Orrin?", "Ilse Brandt"), ("Where is the headquarters of Orrin?", "Porto")],
        &[
            "Who founded Orrin?",
            "How many people work at Orrin?",
            "What is the revenue of Orrin?",
            "Who audits Orrin?",
        ],
    ),
    (
        &["Priya reviews the checkout.", "The checkout costs 40 euros a month.", "Omar owns the checkout."],
        &[("What does the checkout cost?", "40 euros"), ("Who reviews the checkout?", "Priya")],
        &["Who pays for the checkout?", "Who translates the checkout?"],
    ),
    (
        &["The drama club meets on Tuesdays.", "The director of the drama club is Delphine."],
        &[("When does the drama club meet?", "Tuesdays")],
        &["Where does the drama club meet?"],
    ),
    (
        &["The chess club meets on Mondays in the town hall."],
        &[("Where does the chess club meet?", "town hall"), ("When does the chess club meet?", "Mondays")],
        &[],
    ),
    (
        &["Rex weighs 12 kg.", "Rex's vet is Dr Sala.", "Rex's collar is red."],
        &[("What is Rex's weight?", "12 kg"), ("Who is Rex's vet?", "Sala")],
        &["Which breed is Rex?", "What breed is Rex?"],
    ),
    (
        &["The capacity of the small meeting room is 4.", "The large hall is hired by Kestrel."],
        &[("What is the capacity of the small meeting room?", "4")],
        &[
            "What is the capacity of the meeting room?",
            "What is the capacity of the large meeting room?",
            "Who hires the small hall?",
        ],
    ),
];

#[test]
fn what_was_never_told_of_a_known_thing_is_not_answered() {
    let mut wrong = Vec::new();
    for (texts, told, untold) in THINGS {
        let story = Story::by_meaning();
        for (text, day) in texts.iter().zip(1..) {
            story.texts(&format!("2026-02-{day:02}"), &[text]);
        }
        for (question, value) in told {
            let column = story.temporal("2026-07-01", question);
            if !column.answer.as_deref().is_some_and(|answer| answer.contains(value)) {
                wrong.push(format!("{question}: {:?}, not {value}: {}", column.answer, column.explanation));
            }
        }
        for question in untold {
            let column = story.temporal("2026-07-01", question);
            if column.answer.is_some() {
                wrong.push(format!("{question}: {:?}: {}", column.answer, column.explanation));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
