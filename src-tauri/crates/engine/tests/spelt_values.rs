//! Values that differ by their capitals or their zeros alone: which of them are one.

mod common;

use common::{Story, at};
use memstrata_engine::{NewAssert, Told};
use memstrata_model::Outcome;

fn tell(story: &Story, day: &str, relation: &str, object: &str) -> Outcome {
    let moment = at(&format!("{day}T09:00:00Z"));
    story.clock.set(moment);
    let assert = NewAssert {
        subject: "srv".into(),
        relation: relation.into(),
        object: object.into(),
        valid_from: Some(moment),
        ..NewAssert::default()
    };
    story.engine.tell(vec![Told::Assert(assert)], None, None).unwrap().applied[0].outcome
}

#[test]
fn the_capitals_of_paths_links_branches_and_codes_tell_values_apart() {
    for (relation, before, after) in [
        ("root path", "/Data/A", "/data/a"),
        ("mount", "/data/a", "/Data/a"),
        ("link", "https://x.example/Abc", "https://x.example/abc"),
        ("deploy branch", "Release", "release"),
        ("booking code", "qX7b", "QX7B"),
        ("safe code", "0042", "42"),
        ("section", "1.10", "1.1"),
    ] {
        let story = Story::new();
        assert_eq!(tell(&story, "2026-01-01", relation, before), Outcome::Novel);
        assert_eq!(tell(&story, "2026-02-01", relation, after), Outcome::Superseded, "{relation}: {after}");
        assert_eq!(tell(&story, "2026-03-01", relation, after), Outcome::Reinforced, "{relation}: {after}");
        let values = story.engine.timeline("srv", relation, None, None).unwrap().intervals;
        assert_eq!(values.iter().map(|i| i.object.as_str()).collect::<Vec<_>>(), [before, after]);
        assert!(story.engine.verify(&mut |_| true).unwrap().findings.is_empty(), "{relation}");
    }
    for (relation, before, after) in [
        ("owner", "Ana Reis", "ANA REIS"),
        ("database", "PostgreSQL", "postgresql"),
        ("status", "Done", "done"),
    ] {
        let story = Story::new();
        tell(&story, "2026-01-01", relation, before);
        assert_eq!(tell(&story, "2026-02-01", relation, after), Outcome::Reinforced, "{relation}: {after}");
    }
}

/// Before capitals counted such a value stood in the file without them: in the same spelling it is
/// the same value.
#[test]
fn a_value_of_an_older_form_is_taken_up_in_its_spelling() {
    let story = Story::new();
    let day = "2026-01-01T09:00:00Z";
    let log = format!(
        r#"{{"type":"header","format":"memstrata-log","version":1,"spaces":[{{"name":"default","timezone":"UTC","locale":"en-GB"}}]}}
{{"type":"assert","id":"ev1","space":"default","recorded_at":"{day}","subject":"srv","relation":"root path","object":"/Data/A","valid_from":"{day}","valid_to":null,"episodes":[]}}
"#
    );
    story.engine.restore(&mut log.as_bytes(), &mut |_| true).unwrap();
    assert_eq!(tell(&story, "2026-02-01", "root path", "/Data/A"), Outcome::Reinforced);
    assert_eq!(tell(&story, "2026-03-01", "root path", "/Data/b"), Outcome::Superseded);
    assert_eq!(tell(&story, "2026-04-01", "root path", "/data/b"), Outcome::Superseded);
    assert!(story.engine.verify(&mut |_| true).unwrap().findings.is_empty());
}

#[test]
fn who_asks_by_a_value_need_not_know_its_capitals() {
    let story = Story::new();
    tell(&story, "2026-01-01", "root path", "/Data/Alpha");
    let answer = |question: &str| story.temporal("2026-02-01", question).answer;
    assert_eq!(answer("what is the root path of srv?").as_deref(), Some("/Data/Alpha"));
}
