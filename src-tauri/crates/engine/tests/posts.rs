//! Whoever leads a thing is found whichever way it was told, and the next one takes the place of the one
//! before, in whichever words.

mod common;

use common::Story;

/// Texts with their days; questions with their answers.
type Told<'a> = (&'a [(&'a str, &'a str)], &'a [(&'a str, &'a str)]);

const TOLD: [Told<'static>; 8] = [
    (
        &[
            ("2026-01-05", "Atlas is led by Mira."),
            ("2026-01-06", "Mira lives in Rome."),
            ("2026-01-06", "Jonas lives in Oslo."),
            ("2026-03-01", "Jonas leads Atlas."),
        ],
        &[
            ("Who leads Atlas?", "Jonas"),
            ("Where does the lead of Atlas live?", "Oslo"),
            ("Where does the leader of Atlas live?", "Oslo"),
            ("Where does the person who leads Atlas live?", "Oslo"),
            ("Who led Atlas in February 2026?", "Mira"),
        ],
    ),
    (
        &[
            ("2026-01-05", "Mira leads the choir."),
            ("2026-01-06", "Mira lives in Rome."),
            ("2026-01-06", "Jonas lives in Oslo."),
            ("2026-03-01", "The choir is led by Jonas now."),
        ],
        &[("Who leads the choir?", "Jonas"), ("Where does the leader of the choir live?", "Oslo")],
    ),
    (
        &[
            ("2026-01-05", "Jane Roe is the CEO of Acme."),
            ("2026-01-06", "Jane Roe lives in Lyon."),
            ("2026-01-06", "Tom Vale lives in Ghent."),
            ("2026-03-01", "Tom Vale is the CEO of Acme."),
        ],
        &[
            ("Who is the CEO of Acme?", "Tom Vale"),
            ("Who is the head of Acme?", "Tom Vale"),
            ("Where does the CEO of Acme live?", "Ghent"),
            ("Where does the head of Acme live?", "Ghent"),
            ("Where does Tom Vale live?", "Ghent"),
        ],
    ),
    (
        &[
            ("2026-01-05", "Jane Roe, CEO of Acme, lives in Lyon."),
            ("2026-02-01", "Tom Vale lives in Ghent."),
        ],
        &[("Who is the CEO of Acme?", "Jane Roe"), ("Where does the CEO of Acme live?", "Lyon")],
    ),
    (
        &[
            ("2026-01-05", "The CEO of Acme is Jane Roe."),
            ("2026-01-06", "Jane Roe lives in Lyon."),
            ("2026-03-01", "Tom Vale, CEO of Acme, lives in Ghent."),
        ],
        &[("Who is the CEO of Acme?", "Tom Vale"), ("Where does the CEO of Acme live?", "Ghent")],
    ),
    (
        &[
            ("2026-01-05", "Borealis is headed by Jane Roe."),
            ("2026-01-06", "Jane Roe lives in Lyon."),
            ("2026-03-01", "Tom Vale heads Borealis."),
            ("2026-03-02", "Tom Vale lives in Ghent."),
        ],
        &[("Who is the head of Borealis?", "Tom Vale"), ("Where does the head of Borealis live?", "Ghent")],
    ),
    (
        &[
            ("2026-01-05", "Tom, mayor of Ghent, lives in Aalst."),
            ("2026-03-01", "The mayor of Ghent is Lies."),
            ("2026-03-01", "Lies lives in Lokeren."),
        ],
        &[("Where does the mayor of Ghent live?", "Lokeren"), ("Where does Tom live?", "Aalst")],
    ),
    // Whoever is ahead in a league is nobody's manager.
    (
        &[("2026-01-05", "Boavista leads the league."), ("2026-01-06", "The manager of the league is Ana.")],
        &[("Who leads the league?", "Boavista"), ("Who is the manager of the league?", "Ana")],
    ),
];

#[test]
fn whoever_holds_a_post_is_found_either_way_round() {
    let mut wrong = Vec::new();
    for (texts, asked) in TOLD {
        let story = Story::new();
        for (day, text) in texts {
            story.texts(day, &[text]);
        }
        for (question, answer) in asked {
            let column = story.temporal("2026-07-01", question);
            if column.answer.as_deref() != Some(*answer) {
                wrong.push(format!("{texts:?}\n   {question}: {:?}: {}", column.answer, column.explanation));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
