//! Values that depend on others: forty stories in which a fact changes and another one becomes
//! uncertain by it, or does not.

#[path = "../common/mod.rs"]
mod common;
mod commutes;
mod services;

use common::Story;
use commutes::{COMMUTES, Case, Stands, Uncertain};
use services::SERVICES;

#[test]
fn forty_stories_of_one_thing_that_depends_on_another() {
    let cases: Vec<&Case> = COMMUTES.iter().chain(SERVICES).collect();
    assert_eq!(cases.len(), 40);
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
                    && column.explanation.contains("Uncertain")
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
