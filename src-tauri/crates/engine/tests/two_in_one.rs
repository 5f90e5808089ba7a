//! Two things asked in one question are both answered, and the one that is not known is said.

mod common;

use common::Story;

const TOLD: [&str; 5] = [
    "Lena lives in Graz.",
    "Lena works at Kraftwerk.",
    "The relay's port is 7001.",
    "The owner of the relay is Ana.",
    "The terms and conditions of the shop are on page 4.",
];

const ASKED: [(&str, &[&str]); 6] = [
    ("Where does Lena live and work?", &["Graz", "Kraftwerk"]),
    ("Where did Lena live and work in March 2026?", &["Graz", "Kraftwerk"]),
    ("What are the port and the owner of the relay?", &["7001", "Ana"]),
    ("What is the relay's port and owner?", &["7001", "Ana"]),
    ("What is the relay's port and deadline?", &["7001", "not known"]),
    ("Where does Lena live, and who is her dentist?", &["Graz", "not known"]),
];

#[test]
fn both_halves_are_answered() {
    let story = Story::new();
    for text in TOLD {
        story.texts("2026-02-01", &[text]);
    }
    let mut wrong = Vec::new();
    for (question, parts) in ASKED {
        let column = story.temporal("2026-07-01", question);
        let answer = column.answer.as_deref().unwrap_or_default();
        if !parts.iter().all(|part| answer.contains(part)) {
            wrong.push(format!("{question}: {:?}: {}", column.answer, column.explanation));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
