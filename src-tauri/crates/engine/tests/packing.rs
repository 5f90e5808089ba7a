//! What is packed: the sentence of the one key that answers, or those of a chain's steps, and no other.

mod common;

use common::Story;
use memstrata_model::view::Column;

fn quay() -> Story {
    let story = Story::by_meaning();
    story.texts("2026-01-10", &["The crane planner listens on port 5100.", "Rosa lives in Cadiz."]);
    story
        .texts("2026-01-11", &["The crane planner keeps its data in Redis.", "Rosa owns the crane planner."]);
    story.texts("2026-02-01", &["We moved the crane planner from port 5100 to port 5200."]);
    story.texts("2026-02-02", &["The timeout of the berth planner is 40 seconds."]);
    story
}

fn texts(column: &Column) -> Vec<&str> {
    column.passages.iter().map(|passage| passage.text.as_str()).collect()
}

#[test]
fn where_one_key_answers_its_sentence_alone_is_packed() {
    let story = quay();
    for (question, packed) in [
        (
            "Which port does the crane planner listen on?",
            "We moved the crane planner from port 5100 to port 5200.",
        ),
        ("Where does Rosa live?", "Rosa lives in Cadiz."),
        (
            "Does the crane planner still listen on port 5100?",
            "We moved the crane planner from port 5100 to port 5200.",
        ),
    ] {
        let answered = story.ask("2026-03-01", question);
        let column = answered.temporal.expect("asked of temporal retrieval");
        assert!(!column.abstained, "{question}: {}", column.explanation);
        assert_eq!(texts(&column), [packed], "{question}");
        assert!(column.context.contains(packed) && column.context.lines().count() == 1, "{}", column.context);
        assert_eq!(column.context_tokens, column.passages.iter().map(|p| p.tokens).sum::<u32>());
        let carried = |id: &str| column.passages[0].facts.iter().any(|told| told.fact == id);
        assert!(column.facts.iter().all(|f| carried(&f.fact.id) || !f.fact.sources.is_empty()), "{question}");
        // The others are shown as left out, and plain retrieval is served as ever.
        let beside = |p: &memstrata_model::view::Passage| {
            p.reason.as_deref().is_some_and(|r| r.ends_with("without it"))
        };
        assert!(column.left_out.iter().any(beside), "{question}");
        assert!(answered.plain.expect("asked of plain retrieval").passages.len() > 1);
    }
    // The sentence that names an older value is marked, and one that says it again counts.
    story.texts("2026-02-20", &["The crane planner listens on port 5200."]);
    let column = story.temporal("2026-03-01", "Which port does the crane planner listen on?");
    assert!(column.context.contains("5200"), "{}", column.context);
    assert!(column.context.contains("5100 held until 2026-02-01"), "{}", column.context);
    assert_eq!(column.passages.len(), 2, "{:?}", texts(&column));
}

#[test]
fn what_is_not_answered_of_one_key_is_packed_as_found() {
    let story = quay();
    let column = story.temporal("2026-03-01", "Tell me about the crane planner and the berth planner.");
    assert!(column.passages.len() > 1, "{:?}", texts(&column));
    let column = story.temporal("2026-03-01", "Who founded the crane planner?");
    assert!(column.abstained && column.passages.len() > 1, "{:?}", column.answer);
}

#[test]
fn a_chain_packs_the_sentences_of_its_steps_each_of_its_own_time() {
    let story = quay();
    story.texts("2026-02-03", &["Tove manages Rosa.", "Tove lives in Bergen."]);
    story.texts("2026-02-20", &["Nils owns the crane planner.", "Nils lives in Gdansk."]);
    story.texts("2026-03-02", &["Tove lives in Malmö."]);
    let column = story
        .temporal("2026-04-01", "Where does the person who owned the crane planner in January live now?");
    assert_eq!(column.answer.as_deref(), Some("Cadiz"), "{}", column.explanation);
    assert_eq!(texts(&column), ["Rosa lives in Cadiz.", "Rosa owns the crane planner."]);
    let column = story.temporal(
        "2026-04-01",
        "Where does the manager of the person who owned the crane planner in February live now?",
    );
    let answer = column.answer.as_deref().unwrap_or_default();
    assert!(answer.contains("Malmö"), "{answer}: {}", column.explanation);
    assert!(column.context.contains("Tove lives in Malmö."), "{}", column.context);
    assert!(!column.context.contains("Bergen"), "{}", column.context);
}

#[test]
fn a_fact_without_a_text_has_a_score_of_its_own() {
    let story = Story::new();
    story.facts("2026-02-01", &[("tide gauge", "port", "7001"), ("tide gauge", "owner", "Rosa")]);
    let column = story.temporal("2026-02-10", "Which port does the tide gauge listen on?");
    let scored = column.facts.iter().find(|f| f.fact.object == "7001").expect("it answers");
    assert!(scored.score > 0.0 && scored.score_parts.freshness > 0.5, "{scored:?}");
}

#[test]
fn sentences_that_say_one_fact_are_packed_once_and_counted() {
    let story = Story::by_meaning();
    story.texts("2026-01-10", &["The bakery's phone is 555-2000."]);
    story.texts("2026-01-11", &["The bakery's phone is still 555-2000."]);
    story.texts("2026-01-12", &["The bakery's phone number is 555-2000!"]);
    let column = story.temporal("2026-03-01", "What is the bakery's phone?");
    assert_eq!(column.answer.as_deref(), Some("555-2000"));
    assert_eq!(texts(&column), ["The bakery's phone number is 555-2000!"]);
    assert_eq!(column.passages[0].support, 3);
}

#[test]
fn what_is_asked_for_is_packed_before_the_steps_to_it() {
    let story = Story::by_meaning();
    story.texts("2026-01-10", &["Kim's friends are Bo and Al.", "Bo lives in Rome.", "Al lives in Oslo."]);
    for budget in [12, 16, 24, 400] {
        let request =
            memstrata_model::view::AskRequest { budget, ..common::request("Where do Kim's friends live?") };
        let column = story.asked("2026-03-01", &request).temporal.expect("temporal");
        assert_eq!(column.answer.as_deref(), Some("Oslo, Rome"));
        let places = |value: &str| column.passages.iter().position(|p| p.text.contains(value));
        let bridge = places("friends").unwrap_or(usize::MAX);
        assert!(places("Rome").is_some_and(|at| at < bridge), "{budget}: {:?}", texts(&column));
        if budget > 12 {
            assert!(places("Oslo").is_some_and(|at| at < bridge), "{budget}: {:?}", texts(&column));
        }
    }
}

#[test]
fn a_change_is_shown_by_the_sentence_of_what_it_became() {
    let story = Story::by_meaning();
    story.texts("2026-01-02", &["Bo owns the gate."]);
    story.texts("2026-03-02", &["Cleo owns the gate now."]);
    for (question, first) in [
        ("Since when does Cleo own the gate?", "Cleo owns the gate now."),
        ("When did the gate's owner change?", "Cleo owns the gate now."),
        ("How long has Cleo owned the gate?", "Cleo owns the gate now."),
        ("How long did Bo own the gate?", "Bo owns the gate."),
    ] {
        let column = story.temporal("2026-07-01", question);
        assert_eq!(texts(&column).first(), Some(&first), "{question}: {:?}", column.answer);
        assert!(column.context.lines().next().is_some_and(|line| line.contains(first)), "{}", column.context);
    }
}

/// Beside "I do not know" stands the nearest that was left out, not a text that another one stands for.
#[test]
fn what_is_only_said_again_is_not_named_as_left_out() {
    let story = Story::by_meaning();
    story.texts("2026-01-10", &["The night watch on the east pier was quiet and cold."]);
    story.texts("2026-01-11", &["The night watch on the east pier was quiet, and cold."]);
    let column = story.temporal("2026-03-01", "Who owns the night watch on the east pier?");
    assert!(column.abstained, "{}", column.explanation);
    let again =
        |p: &memstrata_model::view::Passage| p.reason.as_deref() == Some(memstrata_retrieve::REPEATED);
    assert!(column.left_out.iter().any(|p| again(p) && p.score >= 0.6), "{:?}", column.left_out);
    assert!(!column.explanation.contains(memstrata_retrieve::REPEATED), "{}", column.explanation);
}

/// A set of values has the sentence of each within the budget, without days where these leave no room; how
/// many found none is said.
#[test]
fn each_value_of_several_has_its_sentence() {
    let story = Story::by_meaning();
    let names = ["Ada", "Bo", "Cai", "Dee", "Eli", "Fay", "Gus", "Hal"];
    let towns = ["Rome", "Oslo", "Bern", "Paris", "Lyon", "Graz", "Kiel", "Turin"];
    for (name, town) in names.iter().zip(towns) {
        story.texts("2026-01-10", &[&format!("My friend is {name}."), &format!("{name} lives in {town}.")]);
        story.texts("2026-01-11", &[&format!("Mia plays the {town} pipe.")]);
    }
    let ask = |question: &str, k: u32, budget: u32| {
        let request = memstrata_model::view::AskRequest { k, budget, ..common::request(question) };
        story.asked("2026-03-01", &request).temporal.expect("temporal")
    };
    for (question, values) in [("Who are my friends?", names), ("Where do my friends live?", towns)] {
        for budget in [1024, 60] {
            let column = ask(question, 0, budget);
            assert!(values.iter().all(|value| column.answer.as_deref().is_some_and(|a| a.contains(value))));
            for value in values {
                assert!(column.context.contains(value), "{question} {budget}: {}", column.context);
            }
            assert_eq!(column.rests_on.len(), 8, "{question}");
            assert!(column.context_tokens <= budget, "{question}: {}", column.context_tokens);
            assert!(!column.explanation.contains("left out"), "{question}: {}", column.explanation);
        }
        let column = ask(question, 0, 24);
        let there = values.iter().filter(|value| column.context.contains(**value)).count();
        assert!((3..8).contains(&there) && column.context_tokens <= 24, "{}", column.context);
        let said =
            format!("Of the 8 texts that tell this {} are left out: the token budget of 24", 8 - there);
        assert!(column.explanation.contains(&said), "{question}: {}", column.explanation);
        // How many are wanted at most is the asker's to say.
        let column = ask(question, 5, 1024);
        assert_eq!(column.passages.len(), 5);
        assert!(column.explanation.contains("3 are left out: at most 5"), "{}", column.explanation);
    }
}

/// The sentence that answers is the first, whatever lies nearer to the words of the question, and is served
/// within every budget.
#[test]
fn what_the_answer_rests_on_comes_first_in_every_budget() {
    let story = Story::by_meaning();
    story.texts("2026-01-01", &["The press uses 512 MB of memory."]);
    story.texts(
        "2026-01-03",
        &["Of the press people say: how much memory does the press use, how much, how much?"],
    );
    story.texts(
        "2026-03-01",
        &["We had a long walk and soup. memory at last, they gave the press 768 MB. The dog slept."],
    );
    story.texts("2026-03-02", &["The mint keeps its data in Redis, and the staff had a great many cakes."]);
    story.texts("2026-03-04", &["The lift of the hall goes up to floor 4."]);
    for (question, value, budgets) in [
        ("How much memory does the press use?", "768", [1024, 30, 12]),
        ("What does the mint keep its data in?", "Redis", [1024, 20, 8]),
        ("How much memory did the press use on 5 February 2026?", "512", [1024, 20, 8]),
    ] {
        for budget in budgets {
            let request = memstrata_model::view::AskRequest { budget, ..common::request(question) };
            let column = story.asked("2026-07-01", &request).temporal.expect("temporal");
            assert!(column.answer.as_deref().is_some_and(|a| a.contains(value)), "{question} {column:?}");
            let first = column.passages.first().expect("one is served");
            assert!(column.rests_on.contains(&first.episode), "{question} {budget}: {}", column.context);
            assert!(first.line.contains(value), "{question} {budget}: {}", column.context);
            assert!(column.context.starts_with(&first.line), "{question} {budget}");
            assert!(column.context_tokens <= budget, "{question} {budget}: {}", column.context);
        }
    }
}

/// What was read before a text that tells otherwise is marked as told before it.
#[test]
fn an_older_value_beside_a_newer_text_is_marked() {
    let story = Story::by_meaning();
    story.texts("2026-01-01", &["The vault's motto is calm seas.", "The vault's owner is Rosa."]);
    story.texts("2026-03-01", &["As for the vault's motto, they swapped it for the one about storms."]);
    let column = story.temporal("2026-07-01", "What is the vault's motto?");
    assert!(column.passages[0].text.contains("storms"), "{}", column.context);
    assert_eq!(column.overtaken.len(), 1, "{}", column.explanation);
    let older = column.passages.iter().find(|p| p.text.contains("calm seas")).expect("it is near");
    assert_eq!(older.marks, ["calm seas was told before; a newer text says otherwise"]);
    assert!(column.context.contains(&older.marks[0]), "{}", column.context);
    let owner = column.passages.iter().find(|p| p.text.contains("owner"));
    assert!(owner.is_some_and(|p| p.marks.is_empty()), "{owner:?}");
    let then = story.temporal("2026-07-01", "What was the vault's motto on 5 February 2026?");
    assert!(then.overtaken.is_empty() && !then.context.contains("told before"), "{}", then.context);
}
