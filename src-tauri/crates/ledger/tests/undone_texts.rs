//! Texts that were undone or forgotten, and told again.

mod common;

use common::{Fixture, assert, at, episode};
use memstrata_ledger::Told;
use memstrata_model::Outcome;

/// A text that was forgotten, and withdrawn before or after, is still one that was forgotten.
#[test]
fn undoing_what_was_forgotten_does_not_let_it_back() {
    for undone_first in [false, true] {
        let f = Fixture::new();
        let batch = Told::Batch { id: "import1".into(), label: "notes".into() };
        f.tell("2026-01-01", batch);
        let told = || vec![assert("g", "port", "8", "2026-01-01")];
        let mut write = f.write("2026-01-01", told());
        write.episode = Some(episode("The g runs on port 8.", "ann"));
        write.batch = Some("import1".into());
        let text = f.ledger.append(&write).unwrap().episode.unwrap();
        let mut acts = [Told::Forget(text), Told::Void("import1".into())];
        if undone_first {
            acts.reverse();
        }
        for act in acts {
            f.tell("2026-01-02", act);
        }
        write.batch = None;
        let log = f.log();
        for said in [None, Some(at("2026-01-01")), Some(at("2026-02-01"))] {
            write.episode.as_mut().unwrap().occurred_at = said;
            for again in
                [f.ledger.append(&write), f.ledger.append_news(&[write.clone()]).map(|mut r| r.remove(0))]
            {
                let again = again.unwrap();
                assert_eq!(again.applied[0].outcome, Outcome::Refused, "{said:?}");
                assert!(again.forgotten.is_some(), "{said:?}");
            }
        }
        assert_eq!(f.log(), log);
        write.bring_back = true;
        f.ledger.append(&write).unwrap();
        assert_eq!(f.values("g", "port", "2026-03-01"), ["8"]);
        f.check();
    }
}
