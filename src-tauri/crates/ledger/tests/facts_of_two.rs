//! A claim that cites a fact rests on all that tell the fact: the loss of one is not its loss.

mod common;

use common::{Fixture, LATER, assert, at};
use memstrata_ledger::{FactPattern, LedgerError, Moment, Preview, Receipt, ReviewKind, Told};

fn told(f: &Fixture, text: &str, day: &str) -> Receipt {
    f.say(day, "ana", text, vec![assert("oven", "heat", "90", day)])
}

fn fact_of(f: &Fixture, relation: &str) -> String {
    let pattern = FactPattern { relation: Some(relation.into()), ..FactPattern::default() };
    let moment = Moment { as_of: at(LATER), known_at: None };
    f.ledger.facts("default", &pattern, moment).unwrap().remove(0).id
}

fn claim(f: &Fixture, day: &str, text: &str, on: &[&str]) -> (String, String) {
    let sources = on.iter().map(|id| (*id).to_owned()).collect();
    let done = f.say(day, "ana", text, vec![Told::Claim(sources)]);
    (done.applied[0].event.clone(), done.episode.unwrap())
}

fn text_of(f: &Fixture, episode: &str) -> Option<String> {
    let moment = Moment { as_of: at(LATER), known_at: None };
    let seq = f.ledger.episode_seq("default", episode).unwrap();
    f.ledger.episode("default", seq, moment).unwrap().record.text
}

fn fallen(f: &Fixture) -> Vec<String> {
    let items = f.ledger.review("default", false).unwrap();
    items.into_iter().filter(|item| item.kind == ReviewKind::Claim).map(|item| item.id).collect()
}

fn forgetting(f: &Fixture, episode: &str) -> Preview {
    f.ledger.rehearse(&[f.write("2026-03-01", vec![Told::Forget(episode.to_owned())])]).unwrap()
}

#[test]
fn a_claim_on_a_fact_of_two_texts_outlives_the_forgetting_of_either() {
    for first in [0, 1] {
        let f = Fixture::new();
        let both =
            [told(&f, "The oven's heat is 90.", "2026-01-01"), told(&f, "It is still 90.", "2026-02-01")]
                .map(|receipt| receipt.episode.unwrap());
        let (bake, words) = claim(&f, "2026-02-02", "Bake at ninety.", &[&fact_of(&f, "heat")]);
        let (above, higher) = claim(&f, "2026-02-03", "Bread is baked hot.", &[&bake]);
        let preview = forgetting(&f, &both[first]);
        assert_eq!((preview.claims, &preview.erased[0].sentences), (vec![], &vec![]));
        f.tell("2026-03-01", Told::Forget(both[first].clone()));
        assert_eq!(fallen(&f), [""; 0]);
        assert_eq!(text_of(&f, &words).as_deref(), Some("Bake at ninety."));
        f.check();
        // With the other the fact is told by nobody.
        let preview = forgetting(&f, &both[1 - first]);
        assert_eq!(preview.claims.len(), 2);
        assert_eq!(preview.erased[0].sentences, ["Bake at ninety.", "Bread is baked hot."]);
        f.tell("2026-03-02", Told::Forget(both[1 - first].clone()));
        assert_eq!(fallen(&f), [bake.clone(), above]);
        assert_eq!((text_of(&f, &words), text_of(&f, &higher)), (None, None));
        let accepted = f.try_tell("2026-03-03", Told::Resolve { dispute: bake, choice: "accept".into() });
        assert!(matches!(accepted, Err(LedgerError::Forgotten { .. })), "{accepted:?}");
        f.check();
    }
}

#[test]
fn a_claim_keeps_its_text_where_the_fact_was_told_again_after_it() {
    let f = Fixture::new();
    let before = told(&f, "The oven's heat is 90.", "2026-01-01").episode.unwrap();
    let (bake, words) = claim(&f, "2026-01-02", "Bake at ninety.", &[&fact_of(&f, "heat")]);
    let after = told(&f, "It is still 90.", "2026-02-01").episode.unwrap();
    f.tell("2026-03-01", Told::Forget(before));
    assert_eq!(text_of(&f, &words).as_deref(), Some("Bake at ninety."));
    assert_eq!(fallen(&f), [bake.as_str()], "it waits for a look");
    f.tell("2026-03-02", Told::Resolve { dispute: bake.clone(), choice: "accept".into() });
    assert_eq!(fallen(&f), [""; 0]);
    f.check();
    f.tell("2026-03-03", Told::Forget(after));
    assert_eq!(text_of(&f, &words), None);
    let above = f.ledger.dependents_of("default", &bake, 1).unwrap();
    assert_eq!(above.links, []);
    f.check();
}

#[test]
fn a_claim_on_a_fact_falls_with_the_last_that_tells_it_and_with_the_fact() {
    let f = Fixture::new();
    let first = told(&f, "The oven's heat is 90.", "2026-01-01").applied.remove(0).event;
    let second = told(&f, "It is still 90.", "2026-02-01").applied.remove(0).event;
    let fuel = f.tell("2026-02-01", assert("oven", "fuel", "wood", "2026-02-01"));
    let (bake, _) = claim(&f, "2026-02-02", "Bake at ninety.", &[&fact_of(&f, "heat")]);
    let (burn, _) = claim(&f, "2026-02-02", "Wood is hot.", &[&fact_of(&f, "heat"), &fact_of(&f, "fuel")]);
    let void = f.tell("2026-03-01", Told::Void(first));
    assert_eq!(fallen(&f), [""; 0], "it is told by the second");
    f.check();
    let last = f.tell("2026-03-02", Told::Void(second));
    assert_eq!(fallen(&f), [bake.clone(), burn.clone()]);
    f.check();
    f.tell("2026-03-03", Told::Void(last));
    f.tell("2026-03-03", Told::Void(void));
    assert_eq!(fallen(&f), [""; 0]);
    // Of several facts any is enough.
    let void = f.tell("2026-03-04", Told::Void(fuel));
    assert_eq!(fallen(&f), [burn.as_str()]);
    f.tell("2026-03-04", Told::Void(void));
    f.tell("2026-04-01", assert("oven", "heat", "95", "2026-04-01"));
    assert_eq!(fallen(&f), [bake, burn]);
    f.check();
}
