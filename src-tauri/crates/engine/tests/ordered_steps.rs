//! Which of several values a step inside a chain means, how long a chain may be, and changes that
//! lie outside the period asked about.

mod common;

use common::Story;

fn boats() -> Story {
    let story = Story::new();
    story.facts(
        "2026-01-05",
        &[
            ("ferry", "owner", "Una Berg"),
            ("Una Berg", "phone", "555-1001"),
            ("Olaf Dahl", "phone", "555-2001"),
        ],
    );
    story.facts("2026-02-10", &[("ferry", "owner", "Olaf Dahl")]);
    story.facts("2026-05-03", &[("Una Berg", "phone", "555-1009"), ("Olaf Dahl", "phone", "555-2009")]);
    story
}

#[test]
fn a_step_takes_the_value_that_it_names() {
    let story = boats();
    for (question, answer) in [
        ("What is the phone of the owner of the ferry?", Some("555-2009")),
        ("What is the phone of the first owner of the ferry?", Some("555-1009")),
        ("What is the phone of the previous owner of the ferry?", Some("555-1009")),
        ("What is the phone of the ferry's former owner?", Some("555-1009")),
        ("What is the phone of the next owner of the ferry?", None),
        ("What is the phone of the third owner of the ferry?", None),
        // The last step's own word is about the last step.
        ("What was the previous phone of the owner of the ferry?", Some("555-2001")),
        ("Who was the previous owner of the ferry?", Some("Una Berg")),
    ] {
        let column = story.temporal("2026-07-01", question);
        assert_eq!(column.answer.as_deref(), answer, "{question}: {}", column.explanation);
    }
}

#[test]
fn a_chain_of_too_many_steps_is_not_followed_and_says_so() {
    let story = boats();
    let question = format!("What is the phone{} of the ferry?", " of the owner".repeat(60));
    let column = story.temporal("2026-07-01", &question);
    assert_eq!(column.answer, None);
    assert!(column.explanation.contains("more than 8 steps"), "{}", column.explanation);
    assert!(column.hops.is_empty());
}

#[test]
fn a_change_outside_the_period_is_none_in_it() {
    let story = boats();
    story.facts("2026-01-05", &[("buoy", "channel", "12")]);
    story.facts("2026-03-08", &[("buoy", "channel", "14")]);
    story.facts("2026-05-20", &[("buoy", "channel", "16")]);
    let first = "2026-03-08 (12 to 14)";
    let second = "2026-05-20 (14 to 16)";
    for (question, answer, beside) in [
        ("Did the channel of the buoy change in February 2026?", "no change: 12", first),
        ("Did the channel of the buoy change in April 2026?", "no change: 14", first),
        ("Has the channel of the buoy changed since June 2026?", "no change: 16", second),
        ("Has the channel of the buoy changed in the last 3 days?", "no change: 16", second),
        ("Did the channel of the buoy change in March 2026?", first, ""),
        ("Has the channel of the buoy changed since April 2026?", second, ""),
        ("Did the channel of the buoy change in 2026?", &format!("{first}, then {second}"), ""),
    ] {
        let column = story.temporal("2026-07-01", question);
        assert_eq!(column.answer.as_deref(), Some(answer), "{question}: {}", column.explanation);
        assert!(column.explanation.contains(beside), "{question}: {}", column.explanation);
    }
}
