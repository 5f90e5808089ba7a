//! Questions from a value to what has it, and questions of an agent about its user.

mod common;

use common::Story;

fn harbour() -> Story {
    let story = Story::new();
    story.facts(
        "2026-02-01",
        &[
            ("kelp gateway", "port", "7070"),
            ("mussel indexer", "port", "7272"),
            ("kelp gateway", "owner", "Anna Brix"),
            ("Anna Brix", "works_at", "Varde Optics"),
            ("Runa Vik", "lives_in", "Bergen"),
            ("Piet Maas", "email", "pm@varde.example"),
            ("Piet Maas", "phone", "555-0199"),
            ("sponge cache", "host", "cache-07"),
            ("user", "timezone", "Europe/Oslo"),
            ("user", "lives_in", "Moss"),
        ],
    );
    story.facts(
        "2026-06-01",
        &[
            ("kelp gateway", "port", "7171"),
            ("Runa Vik", "lives_in", "Tromsø"),
            ("sponge cache", "host", "cache-09"),
        ],
    );
    story
}

#[test]
fn what_has_a_value_answers_at_the_time_asked_about() {
    let story = harbour();
    for (question, answer) in [
        ("Which service listens on port 7171?", Some("kelp gateway")),
        ("Which service listened on port 7070 in March 2026?", Some("kelp gateway")),
        ("Which service listens on port 7070?", None),
        ("Who works at Varde Optics?", Some("Anna Brix")),
        ("Who lives in Tromsø?", Some("Runa Vik")),
        ("Who lives in Bergen?", None),
        ("Who lived in Bergen in March 2026?", Some("Runa Vik")),
        ("Whose email is pm@varde.example?", Some("Piet Maas")),
        ("Who has 555-0199?", Some("Piet Maas")),
        ("Whose number is 555-0199?", Some("Piet Maas")),
        ("Who does pm@varde.example belong to?", Some("Piet Maas")),
        ("Who has 555-0198?", None),
        ("What runs on cache-09?", Some("sponge cache")),
        ("What runs on cache-07?", None),
        ("What ran on cache-07 in March 2026?", Some("sponge cache")),
        ("What does Anna Brix own?", Some("kelp gateway")),
        ("Who leads Varde Optics?", None),
    ] {
        let column = story.temporal("2026-07-01", question);
        assert_eq!(column.answer.as_deref(), answer, "{question}: {}", column.explanation);
    }
}

#[test]
fn the_user_is_whose_notes_these_are() {
    let story = harbour();
    for (question, answer) in [
        ("What is the user's timezone?", Some("Europe/Oslo")),
        ("What timezone is the user in?", Some("Europe/Oslo")),
        ("Where does the user live?", Some("Moss")),
        ("What is the user table's timezone?", None),
    ] {
        let column = story.temporal("2026-07-01", question);
        assert_eq!(column.answer.as_deref(), answer, "{question}: {}", column.explanation);
    }
}
