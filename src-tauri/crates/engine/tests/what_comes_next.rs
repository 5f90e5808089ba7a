//! "The next CTO", "who will be the treasurer": what is to come after what holds, with its start, or that
//! none is known; and "the former", "the prior": never what is still to come.

mod common;

use common::Story;

const TOLD: [(&str, &str); 6] = [
    ("2026-01-05", "The CTO of Acme is Ana Lind."),
    ("2026-03-01", "The CTO of Acme will be Boris Kern from 1 September 2026."),
    ("2026-01-05", "The treasurer of the choir is Oda."),
    ("2026-02-05", "The treasurer of the choir is Pim."),
    ("2026-01-05", "The rent is 900 euros."),
    ("2026-01-05", "The next stop is Lyon."),
];

/// A question with its answer, and a word of the explanation.
const ASKED: [(&str, Option<&str>, &str); 17] = [
    ("Who is the next CTO of Acme?", Some("Boris Kern"), "From 2026-09-01 on"),
    ("Who will be the CTO of Acme?", Some("Boris Kern"), "Ana Lind holds until 2026-09-01"),
    ("Who is the upcoming CTO of Acme?", Some("Boris Kern"), "From 2026-09-01 on"),
    ("Who is the incoming CTO of Acme?", Some("Boris Kern"), "From 2026-09-01 on"),
    ("Who is the CTO of Acme?", Some("Ana Lind"), "until 2026-09-01"),
    ("Who will be the CTO of Acme in October 2026?", Some("Boris Kern"), "Since 2026-09-01"),
    ("Who is the former CTO of Acme?", None, "No earlier value is known"),
    ("Who is the previous CTO of Acme?", None, "No earlier value is known"),
    ("Who was the prior CTO of Acme?", None, "No earlier value is known"),
    ("Who was the CTO of Acme before Ana Lind?", None, "nothing held then"),
    ("Who was the CTO of Acme before Boris Kern?", Some("Ana Lind"), "until 2026-09-01"),
    ("Who is the next treasurer of the choir?", None, "No later value is known"),
    ("Who will be the treasurer of the choir?", None, "Pim holds since 2026-02-05"),
    ("Who was the prior treasurer of the choir?", Some("Oda"), "until 2026-02-05"),
    ("Who is the former treasurer of the choir?", Some("Oda"), "until 2026-02-05"),
    ("What is the next rent?", None, "No later value is known"),
    ("What will the rent be?", Some("900 euros"), "2026-01-05"),
];

#[test]
fn what_is_to_come_is_told_with_its_start_or_that_none_is_known() {
    let story = Story::new();
    for (day, text) in TOLD {
        story.texts(day, &[text]);
    }
    let mut wrong = Vec::new();
    for (question, answer, said) in ASKED {
        let column = story.temporal("2026-07-01", question);
        if column.answer.as_deref() != answer || !column.explanation.contains(said) {
            wrong.push(format!("{question}: {:?}: {}", column.answer, column.explanation));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
