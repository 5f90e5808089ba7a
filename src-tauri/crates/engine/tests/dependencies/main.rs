//! Values that depend on others: forty stories in which a fact changes and another one becomes
//! uncertain by it, or does not.

#[path = "../common/mod.rs"]
mod common;
mod commutes;
mod conditions;
mod orders;
mod pronouns;
mod services;
mod untold;

use common::Story;
use commutes::{COMMUTES, Case, Stands, Uncertain};
use conditions::{CONDITIONS, LEVELS};
use memstrata_model::view::{LaneQuery, MarkQuery, Viewpoint};
use pronouns::PRONOUNS;
use services::SERVICES;
use untold::UNTOLD;

#[test]
fn forty_stories_of_one_thing_that_depends_on_another() {
    let cases: Vec<&Case> = COMMUTES.iter().chain(SERVICES).collect();
    assert_eq!(cases.len(), 40);
    tell(&cases);
}

#[test]
fn stories_in_pronouns_and_other_words() {
    let cases: Vec<&Case> = PRONOUNS.iter().collect();
    assert!(cases.len() >= 15);
    tell(&cases);
}

#[test]
fn stories_of_what_is_so_on_a_condition() {
    tell(&CONDITIONS.iter().collect::<Vec<_>>());
}

#[test]
fn ten_stories_of_things_two_levels_deep() {
    let cases: Vec<&Case> = LEVELS.iter().collect();
    assert_eq!(cases.len(), 10);
    tell(&cases);
}

#[test]
fn stories_of_what_was_not_told_yet() {
    tell(&UNTOLD.iter().collect::<Vec<_>>());
}

/// Tells every story in a ledger of its own, and asks what is asked of it.
fn tell(cases: &[&Case]) {
    let mut wrong = Vec::new();
    for (number, case) in cases.iter().enumerate() {
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
                    && column.explanation.starts_with("What was last said: ")
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
    println!("dependencies: {} of {}", cases.len() - wrong.len(), cases.len());
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Where meanings are searched, the nearest text answers what no value was read for.
#[test]
fn a_text_that_is_quoted_says_what_has_changed_since() {
    let story = Story::by_meaning();
    story.texts("2026-01-05", &["I live in Porto."]);
    story.texts("2026-01-06", &["Along the river my commute goes quietly in twenty minutes or so."]);
    story.texts("2026-01-07", &["My commute depends on where I live."]);
    let question = "How many minutes along the river is my commute?";
    let column = story.temporal("2026-02-01", question);
    assert!(column.uncertain.is_empty(), "{}", column.explanation);
    assert!(column.answer.as_deref().is_some_and(|a| a.contains("twenty minutes")), "{}", column.explanation);
    story.texts("2026-04-01", &["I live in Faro now."]);
    let column = story.temporal("2026-07-01", question);
    assert!(column.abstained, "{:?}", column.answer);
    assert!(column.uncertain.iter().any(|why| why.contains("Faro")), "{}", column.explanation);
    assert!(column.explanation.contains("twenty minutes"), "{}", column.explanation);
    // Asked of the time before the move, it stands.
    let column = story.temporal("2026-07-01", "How many minutes along the river was my commute in February?");
    assert!(column.uncertain.is_empty(), "{}", column.explanation);
}

/// What the lanes flag as uncertain, by label.
fn flagged(story: &Story) -> Vec<String> {
    let query = MarkQuery {
        lanes: LaneQuery::default(),
        first: 0,
        count: 100,
        from_ms: 1_700_000_000_000.0,
        to_ms: 1_800_000_000_000.0,
        width_px: 1000,
    };
    let marks = story.engine.lane_marks(&query).expect("the marks");
    let uncertain = (0..marks.len()).filter(|i| marks.flags[*i] & 4 != 0);
    uncertain.map(|i| marks.labels[marks.label[i] as usize].clone()).collect()
}

#[test]
fn what_is_uncertain_is_so_in_lanes_and_details_too_and_in_plain_words() {
    let story = Story::new();
    story.texts("2026-01-05", &["I live in Zaandam.", "The relay listens on port 8080."]);
    story.texts("2026-01-06", &["My commute takes 45 minutes."]);
    story.texts("2026-01-07", &["My commute depends on where I live."]);
    assert_eq!(flagged(&story), [""; 0]);
    story.texts("2026-03-01", &["I moved to Haarlem."]);
    assert_eq!(flagged(&story), ["45 minutes"]);
    let column = story.temporal("2026-07-01", "How long is my commute?");
    let why = "Your commute depends on where you live, which changed on 2026-03-01 (Zaandam to Haarlem); \
               it was last told before that, on 2026-01-06";
    assert_eq!(column.uncertain, [why]);
    assert_eq!(column.explanation, "What was last said: 45 minutes. Said on 2026-01-06 (note).");
    let doubts = |object: &str| {
        let facts = story.engine.facts(&memstrata_engine::FactPattern::default(), None, None).expect("facts");
        let fact = facts.into_iter().find(|fact| fact.object == object).expect("the fact");
        story.engine.details(&fact.id, &Viewpoint::default()).expect("its details").doubts
    };
    assert_eq!(doubts("45 minutes"), [format!("{why}.")]);
    assert_eq!(doubts("Haarlem"), [""; 0]);
    assert_eq!(doubts("8080"), [""; 0]);
    // Said again, it stands.
    story.texts("2026-07-02", &["My commute takes 30 minutes."]);
    assert_eq!(flagged(&story), [""; 0]);
}
