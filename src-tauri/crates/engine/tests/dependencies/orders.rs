//! Stories told in every order and under other names: the dependency before its values or after them,
//! its ends called otherwise than the values are kept, and changes that no value could be read out of.

use super::common::Story;
use super::commutes::{Case, Stands, Uncertain, case};
use super::tell;

/// Values and dependencies of one thing each, and what changes last.
const TOLD: [(&str, &str, &str, &str, &str, &str); 9] = [
    (
        "The endpoint depends on the region.",
        "The region is eu-west-1.",
        "The endpoint is https://f.example.com/v1.",
        "The region is now us-east-1.",
        "What is the endpoint?",
        "us-east-1",
    ),
    (
        "My rent depends on my landlord.",
        "My landlord is Otto.",
        "My rent is 900 euros.",
        "My landlord is now Pia.",
        "What is my rent?",
        "pia",
    ),
    (
        "Ivo's commute depends on his address.",
        "Ivo's address is Elm Street 5.",
        "Ivo's commute takes 20 minutes.",
        "Ivo's address is now Oak Street 9.",
        "How long is Ivo's commute?",
        "oak street",
    ),
    (
        "Our budget depends on the number of users.",
        "The number of users is 100.",
        "Our budget is 5000 euros.",
        "The number of users is now 300.",
        "What is our budget?",
        "300",
    ),
    (
        "The price of the pass depends on the zone.",
        "The zone is B4.",
        "The price of the pass is 40 euros.",
        "The zone is now C2.",
        "What is the price of the pass?",
        "c2",
    ),
    (
        "The endpoint of the shop depends on the region of the shop.",
        "The region of the shop is eu-west-1.",
        "The endpoint of the shop is https://f.example.com/v1.",
        "The region of the shop is now us-east-1.",
        "What is the endpoint of the shop?",
        "us-east-1",
    ),
    (
        "The crane's memory limit hinges on its instance type.",
        "The crane's instance type is t3.large.",
        "The crane's memory limit is 512 MB.",
        "The crane's instance type is now t3.small.",
        "What is the crane's memory limit?",
        "t3.small",
    ),
    (
        "Our deploy target is determined by the region.",
        "The region is eu-west-1.",
        "Our deploy target is blue.",
        "The region is now us-east-1.",
        "What is our deploy target?",
        "us-east-1",
    ),
    (
        "Vera's allowance goes with her grade.",
        "Vera's grade is P7.",
        "Vera's allowance is 70 euros.",
        "Vera's grade is now P8.",
        "What is Vera's allowance?",
        "p8",
    ),
];

#[test]
fn it_does_not_matter_what_was_told_first() {
    let mut wrong = Vec::new();
    for (depends, ground, value, changed, question, reason) in TOLD {
        for order in [[depends, ground, value], [ground, value, depends], [value, depends, ground]] {
            let story = Story::new();
            for (day, text) in ["2026-01-05", "2026-01-06", "2026-01-07"].into_iter().zip(order) {
                story.texts(day, &[text]);
            }
            let before = story.temporal("2026-02-01", question);
            story.texts("2026-03-01", &[changed]);
            let after = story.temporal("2026-07-01", question);
            let kept = story.temporal(
                "2026-07-01",
                &question.replace(" is ", " was ").replace('?', " on 20 January 2026?"),
            );
            let uncertain =
                after.abstained && after.uncertain.iter().any(|why| why.to_lowercase().contains(reason));
            if before.abstained || !uncertain || kept.abstained || !kept.uncertain.is_empty() {
                wrong.push(format!(
                    "{order:?}\n   {:?} {}\n   {:?} {}\n   {:?} {}",
                    before.answer,
                    before.explanation,
                    after.answer,
                    after.explanation,
                    kept.answer,
                    kept.explanation
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

const WORDED: &[Case] = &[
    case(
        &[
            ("2026-01-05", "The plan is basic."),
            ("2026-01-06", "As long as the plan is basic, the quota is 10 GB."),
        ],
        "What is the quota?",
        Stands("10 GB"),
    ),
    case(
        &[
            ("2026-01-05", "As long as the plan is basic, the quota is 10 GB."),
            ("2026-03-01", "The plan is now pro."),
        ],
        "What is the quota?",
        Uncertain("pro"),
    ),
    case(
        &[
            ("2026-01-05", "As long as the plan is basic, the quota is 10 GB."),
            ("2026-03-01", "The plan is now pro."),
            ("2026-04-01", "The plan is basic again."),
        ],
        "What is the quota?",
        Stands("10 GB"),
    ),
    // Of the thing that was named with the value.
    case(
        &[
            ("2026-01-05", "The scanner's engine is Basalt."),
            ("2026-01-06", "The export format changes along with the engine."),
            ("2026-01-07", "The scanner's export format is FBX."),
            ("2026-03-01", "The scanner's engine is now Gneiss."),
        ],
        "What is the scanner's export format?",
        Uncertain("gneiss"),
    ),
    // A change that no value is read out of.
    case(
        &[
            ("2026-01-05", "My bonus is 300 euros."),
            ("2026-01-06", "My bonus depends on the shift I work."),
            ("2026-03-01", "They changed my shift."),
        ],
        "What is my bonus?",
        Uncertain("they changed my shift"),
    ),
    // A remark on it is no change.
    case(
        &[
            ("2026-01-05", "My bonus is 300 euros."),
            ("2026-01-06", "My bonus depends on the shift I work."),
            ("2026-03-01", "My shift is a lonely one."),
        ],
        "What is my bonus?",
        Stands("300 euros"),
    ),
    // Of relatives, by what they are called.
    case(
        &[
            ("2026-01-05", "Grandma's diet depends on her doctor."),
            ("2026-01-06", "Grandma's doctor is Dr. Ott."),
            ("2026-01-07", "Grandma's diet is vegan."),
            ("2026-03-01", "Grandma's doctor is now Dr. Lind."),
        ],
        "What is Grandma's diet?",
        Uncertain("lind"),
    ),
];

#[test]
fn stories_in_further_words() {
    tell(&WORDED.iter().collect::<Vec<_>>());
}

/// What a thing needs to run is a value of its own, and no dependency of values.
#[test]
fn a_program_that_needs_a_library_is_no_value() {
    for text in ["The relay depends on Redis.", "Our app depends on openssl 3.", "Ana follows the news."] {
        let story = Story::new();
        story.texts("2026-01-05", &[text]);
        let facts = story.engine.facts(&memstrata_engine::FactPattern::default(), None, None).expect("facts");
        assert!(facts.iter().all(|fact| fact.relation != "rests_on"), "{text}: {facts:?}");
    }
    let story = Story::new();
    story.texts("2026-01-05", &["The relay depends on Redis."]);
    let column = story.temporal("2026-02-01", "What does the relay depend on?");
    assert_eq!(column.answer.as_deref(), Some("Redis"));
}
