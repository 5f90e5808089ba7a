//! Whoever writes to the open ledger, the window is told once for each change and not otherwise.

use std::path::Path;
use std::sync::Arc;

use memstrata_app::follow::Follower;
use memstrata_app::open::{OpenLedger, Start, Which};
use memstrata_engine::{Engine, EngineOptions, FactPattern, NewAssert, Told};
use memstrata_model::SystemClock;

/// Another process's view of the file.
fn other(path: &Path) -> Engine {
    Engine::open(path, EngineOptions::new(Arc::new(SystemClock))).expect("a ledger")
}

fn tell(engine: &Engine, object: &str) {
    let assert = NewAssert {
        subject: "harbour".to_owned(),
        relation: "port".to_owned(),
        object: object.to_owned(),
        ..NewAssert::default()
    };
    engine.tell(vec![Told::Assert(assert)], None, None).expect("told");
}

#[test]
fn each_change_by_another_is_told_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("notes.memstrata");
    let writer = other(&path);
    tell(&writer, "8000");
    let ledger = OpenLedger::default();
    ledger.start(Start::of(Which::File(path)));
    let mut follower = Follower::default();
    assert!(follower.look(&ledger).is_none(), "nothing changed since it was opened");

    tell(&writer, "8080");
    let info = follower.look(&ledger).expect("the change is seen");
    assert_eq!(info.name, "notes");
    assert!(follower.look(&ledger).is_none(), "told once");
    let facts = ledger.engine().expect("open").facts(&FactPattern::default(), None, None).expect("facts");
    assert!(facts.iter().any(|fact| fact.object == "8080"));
}

#[test]
fn a_change_between_opening_and_the_first_look_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("notes.memstrata");
    let writer = other(&path);
    let ledger = OpenLedger::default();
    ledger.start(Start::of(Which::File(path)));
    tell(&writer, "8000");
    assert_eq!(Follower::default().look(&ledger).map(|info| info.keys), Some(1));
}

#[test]
fn a_model_that_was_loaded_is_told_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("notes.memstrata");
    drop(other(&path));
    let ledger = OpenLedger::default();
    ledger.start(Start::of(Which::File(path)));
    let mut follower = Follower::default();
    assert!(follower.look(&ledger).is_none());
    ledger.changed_beside();
    assert!(follower.look(&ledger).is_some() && follower.look(&ledger).is_none());
}
