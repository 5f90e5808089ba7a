//! "How long has the owner of Atlas been living in Rome?": it is the living that is measured.

mod common;

use common::Story;

const TOLD: [(&str, &str); 8] = [
    ("2025-07-01", "Mira lives in Rome."),
    ("2026-02-01", "Mira owns Atlas."),
    ("2026-03-01", "Mira works at Kestrel."),
    ("2026-04-01", "Jane Roe is the CEO of Acme."),
    ("2025-10-01", "Jane Roe lives in Lyon."),
    ("2026-05-01", "Jane Roe works at Acme."),
    ("2026-06-01", "The manager of Mira is Ida."),
    ("2025-06-01", "Ida lives in Bergen."),
];

const ASKED: [(&str, Option<&str>); 12] = [
    ("How long has the owner of Atlas been living in Rome?", Some("1 year")),
    ("How long has the owner of Atlas lived in Rome?", Some("1 year")),
    ("How long has the owner of Atlas lived there?", Some("1 year")),
    ("How long has the CEO of Acme lived in Lyon?", Some("9 months")),
    ("How long has Mira's manager been living in Bergen?", Some("1 year and 1 month")),
    ("How long has the manager of the owner of Atlas lived in Bergen?", Some("1 year and 1 month")),
    // What is measured is the owning itself.
    ("How long has Mira owned Atlas?", Some("5 months")),
    ("How long has Mira been the owner of Atlas?", Some("5 months")),
    ("How long has Atlas had its owner?", Some("5 months")),
    ("How long has Jane Roe been the CEO of Acme?", Some("3 months")),
    ("How long has Mira lived in Rome?", Some("1 year")),
    // Never told: no other step is measured in its place.
    ("How long has the owner of Atlas lived in Lyon?", None),
];

#[test]
fn the_last_step_is_measured_and_no_other() {
    let story = Story::new();
    for (day, text) in TOLD {
        story.texts(day, &[text]);
    }
    let mut wrong = Vec::new();
    for (question, length) in ASKED {
        let column = story.temporal("2026-07-01", question);
        if column.answer.as_deref() != length {
            wrong.push(format!("{question}: {:?}: {}", column.answer, column.explanation));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
