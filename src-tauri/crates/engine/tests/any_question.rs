//! Questions of any shape: question words, helpers, articles and names at every place, with and
//! without a rest. Whatever they mean, they are answered, abstained from or refused: never a panic.

mod common;

use std::panic::{AssertUnwindSafe, catch_unwind};

use common::{Story, request};
use memstrata_engine::Error;
use memstrata_model::view::{AskAnswer, AskMode, AskRequest};

const FIRST: [&str; 12] = [
    "What",
    "Which",
    "Who",
    "Whose",
    "Whom",
    "Where",
    "When",
    "Why",
    "How long",
    "How many",
    "Which port",
    "",
];
const HELPERS: [&str; 9] = ["", "is", "was", "does", "did", "did I", "do we", "should the", "has been"];
const ARTICLES: [&str; 4] = ["", "the", "a", "my"];
const NAMES: [&str; 6] = ["Acme", "Ana Brix", "kelp gateway", "7070", "Tromsø", "port"];
const RESTS: [&str; 9] =
    ["", "now", "own", "about", "say about", "listen on", "'s port", "before the", "that runs on"];

fn told() -> Story {
    let story = Story::new();
    story.facts(
        "2026-02-01",
        &[
            ("kelp gateway", "port", "7070"),
            ("kelp gateway", "owner", "Ana Brix"),
            ("Ana Brix", "works_at", "Acme"),
            ("Ana Brix", "lives_in", "Tromsø"),
        ],
    );
    story.texts("2026-03-01", &["I work at Acme.", "My commute depends on where I live."]);
    story
}

/// What is asked of the story, and whether it was survived.
fn asked(story: &Story, question: &str) -> Result<Result<AskAnswer, Error>, String> {
    let asked = AskRequest { mode: AskMode::Temporal, ..request(question) };
    catch_unwind(AssertUnwindSafe(|| story.engine.ask(&asked))).map_err(|_| question.to_owned())
}

fn joined(parts: &[&str]) -> String {
    let words: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
    format!("{}?", words.join(" "))
}

/// The next of a row of numbers that is the same at every run.
fn next(state: &mut u64, below: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    usize::try_from((*state >> 33) % below as u64).unwrap_or(0)
}

#[test]
fn what_about_a_known_name_is_no_panic() {
    let story = told();
    for question in ["What did I say about Acme?", "What about Acme?", "What about the Acme?", "What Acme?"] {
        assert!(matches!(asked(&story, question), Ok(Ok(_))), "{question}");
    }
}

#[test]
fn no_shape_of_question_is_a_panic() {
    let story = told();
    let mut questions = Vec::new();
    let mut turn = 0;
    for first in FIRST {
        for helper in HELPERS {
            for rest in RESTS {
                // Every article and name comes by, not every one with every other.
                let (article, name) = (ARTICLES[turn % ARTICLES.len()], NAMES[turn / 3 % NAMES.len()]);
                turn += 1;
                questions.push(match turn % 5 {
                    0 | 1 => joined(&[first, helper, article, name, rest]),
                    2 => joined(&[first, helper, rest, article, name]),
                    3 => joined(&[first, name, helper, article, rest]),
                    _ => joined(&[name, first, helper, article, rest]),
                });
                if turn % 7 == 0 {
                    questions.push(joined(&[first, helper, article, rest]));
                }
            }
        }
    }
    let broken: Vec<String> = questions.iter().filter_map(|q| asked(&story, q).err()).collect();
    println!("questions of a shape: {}", questions.len());
    assert!(broken.is_empty(), "{} of {}: {broken:#?}", broken.len(), questions.len());
}

#[test]
fn no_row_of_such_words_is_a_panic() {
    let story = told();
    let more =
        [",", "-", "’s", "of", "that", "which", "and", "in March", "before", "since", "é", "🙂", "\"", "("];
    let words: Vec<&str> = [&FIRST[..], &HELPERS, &ARTICLES, &NAMES, &RESTS, &more].concat();
    let mut state = 7;
    let questions: Vec<String> = (0..600)
        .map(|_| {
            let length = next(&mut state, 8);
            joined(&(0..length).map(|_| words[next(&mut state, words.len())]).collect::<Vec<_>>())
        })
        .collect();
    let broken: Vec<String> = questions.iter().filter_map(|q| asked(&story, q).err()).collect();
    assert!(broken.is_empty(), "{} of {}: {broken:#?}", broken.len(), questions.len());
}
