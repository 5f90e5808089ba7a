//! Events told by values: a change in other words, the spell in which a value held, and a pair of
//! events as the two ends of a period.

mod common;

use common::Story;

/// A pump house: its port 4100, 4200 from 3 March, 4300 from 27 April; its keeper Ines, Otto from 15
/// March, Pia from 10 May; Rui joined on 10 February, and the flood was on 20 April.
fn pump_house() -> Story {
    let story = Story::new();
    story.texts(
        "2026-01-02",
        &["The pump controller listens on port 4100.", "Ines owns the pump controller."],
    );
    story.texts("2026-02-10", &["Rui joined the crew today."]);
    story.texts("2026-03-03", &["The pump controller now listens on port 4200."]);
    story.texts("2026-03-15", &["Otto owns the pump controller now."]);
    story.texts("2026-04-20", &["The flood lasted all day."]);
    story.texts("2026-04-27", &["The pump controller now listens on port 4300."]);
    story.texts("2026-05-10", &["Pia owns the pump controller now."]);
    story
}

#[test]
fn a_change_in_other_words_gives_its_day() {
    let story = pump_house();
    for (question, answer, date) in [
        ("Who owned the pump controller before the port changed to 4300?", "Otto", "2026-04-27"),
        ("Who owned the pump controller when it moved to port 4200?", "Ines", "2026-03-03"),
        ("Who owned the pump controller when the port became 4300?", "Otto", "2026-04-27"),
        ("Who owned the pump controller before the switch to port 4200?", "Ines", "2026-03-03"),
        ("Which port did the pump controller listen on when Otto became the owner?", "4200", "2026-03-15"),
        ("Which port did the pump controller listen on before Pia took over?", "4300", "2026-05-10"),
        ("Who owned the pump controller when the port changed from 4100 to 4200?", "Ines", "2026-03-03"),
        ("Who owned the pump controller when it moved away from port 4200?", "Otto", "2026-04-27"),
    ] {
        let answered = story.ask("2026-06-01", question);
        let column = answered.temporal.expect("asked of temporal retrieval");
        let reading = &answered.reading;
        assert_eq!(
            column.answer.as_deref(),
            Some(answer),
            "{question}: {} / {reading:?}",
            column.explanation
        );
        assert!(reading.reading.contains(date), "{question}: {}", reading.reading);
    }
}

#[test]
fn while_a_value_held_is_its_whole_spell() {
    let story = pump_house();
    for (question, values) in [
        ("Who owned the pump controller while the port was 4200?", ["Ines", "Otto"]),
        ("Who owned the pump controller when the port was 4200?", ["Ines", "Otto"]),
        ("Who owned the pump controller while it listened on port 4200?", ["Ines", "Otto"]),
        ("Which port did the pump controller listen on while Otto owned it?", ["4200", "4300"]),
        ("Which port did the pump controller listen on when Otto was the owner?", ["4200", "4300"]),
    ] {
        let answered = story.ask("2026-06-01", question);
        let column = answered.temporal.expect("asked of temporal retrieval");
        let answer = column.answer.unwrap_or_default();
        let places: Vec<_> = values.iter().map(|value| answer.find(value)).collect();
        assert!(
            places.iter().all(Option::is_some) && places.is_sorted(),
            "{question}: {answer} ({})",
            answered.reading.reading
        );
    }
}

#[test]
fn two_events_are_the_ends_of_a_period() {
    let story = pump_house();
    for (question, answer) in [
        ("Which port did the pump controller listen on from Rui joining until the flood?", ["4100", "4200"]),
        ("Who owned the pump controller from the flood until Pia took over?", ["Otto", "Pia"]),
    ] {
        let answered = story.ask("2026-06-01", question);
        assert_eq!(answered.reading.anchors.len(), 2, "{question}: {:?}", answered.reading);
        let column = answered.temporal.expect("asked of temporal retrieval");
        let told = column.answer.unwrap_or_default();
        assert!(answer.iter().all(|value| told.contains(value)), "{question}: {told}");
    }
}

#[test]
fn several_changes_are_offered_and_what_never_was_is_said() {
    let story = pump_house();
    let answered = story.ask("2026-06-01", "Who owned the pump controller before the port change?");
    let column = answered.temporal.expect("asked of temporal retrieval");
    assert!(column.abstained, "{:?}", column.answer);
    for date in ["2026-03-03", "2026-04-27"] {
        assert!(column.explanation.contains(date), "{}", column.explanation);
    }
    let answered = story.ask("2026-06-01", "Who owned the pump controller before the port changed to 7700?");
    let note = answered.reading.note.expect("a note");
    assert!(note.contains("no time is read"), "{note}");
    // Who joined is no value of what is asked about.
    story.texts("2026-05-20", &["Rui owns the pump controller now."]);
    let answered = story.ask("2026-06-01", "Which port did the pump controller listen on when Rui joined?");
    assert!(answered.reading.reading.contains("2026-02-10"), "{}", answered.reading.reading);
    assert_eq!(answered.temporal.expect("a column").answer.as_deref(), Some("4100"));
}
