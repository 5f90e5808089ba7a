//! Forgetting as a person meets it: a text, what was read out of it, its vector, and what was derived
//! from it alone are in no byte of the ledger's files or of a backup; the rest stays; an import does
//! not bring it back, whoever insists does.

use memstrata_engine::{Remember, Told};
use memstrata_ledger::{Ledger, OpenOptions, Write};
use memstrata_model::Outcome;
use memstrata_tests::desk::Desk;
use memstrata_tests::log::{SPACE, export, folder, open, restore};
use memstrata_tests::tell::{at, fact_from, findings, note, say, tell};

/// Whether a word stands in the bytes of a file, in any case, in UTF-8 or UTF-16.
fn holds(path: &std::path::Path, word: &[u8]) -> bool {
    let bytes = std::fs::read(path).unwrap_or_default().to_ascii_lowercase();
    let wide: Vec<u8> = word.iter().flat_map(|b| [*b, 0]).collect();
    [word, &wide].iter().any(|word| bytes.windows(word.len()).any(|window| window == *word))
}

/// A sentence derived from an entry.
fn derive(desk: &Desk, text: &str, from: &[&str]) -> String {
    let derived_from = from.iter().map(|id| (*id).to_owned()).collect();
    let told = desk.engine.remember(&Remember { derived_from, ..Remember::text(text) });
    told.unwrap_or_else(|error| panic!("{error}")).episode.expect("an episode")
}

#[test]
fn what_was_forgotten_is_in_no_byte_and_what_rested_on_it_alone_neither() {
    let desk = Desk::new("2026-03-01T09:00:00Z");
    let kept = desk.remember("Ines lives in Braga.");
    let secret = desk.remember_at("2026-03-02T09:00:00Z", "Ines works at Quetzalcoatl Industries.");
    let kept_episode = kept.episode.expect("an episode");
    let episode = secret.episode.expect("an episode");
    // Sentences derived from it alone, near and far, and one that has another source too.
    derive(&desk, "Zaphodine is what she would say of her commute.", &[&episode]);
    let near = desk.engine.dependents(&episode, 1).expect("a walk");
    let claim = near.links.iter().find(|link| link.kind == "claim").expect("a claim").id.clone();
    derive(&desk, "People like her take the Trillianic line.", &[&claim]);
    derive(&desk, "Her mornings are Betelgeusian.", &[&episode, &kept_episode]);
    desk.engine.index_all(&mut |_| true).expect("vectors");
    let words: [&[u8]; 3] = [b"quetzalcoatl", b"zaphodine", b"trillianic"];
    let there = |word: &[u8]| holds(&desk.file(""), word) || holds(&desk.file("-wal"), word);
    assert!(words.iter().all(|word| there(word)), "they are there before");

    let preview = desk.engine.preview_forget(&episode).expect("a preview");
    assert_eq!(preview.sentences.len(), 2, "{preview:?}");
    assert!(there(b"quetzalcoatl"), "a preview erases nothing");
    desk.engine.forget(&episode).expect("forgotten");
    let backup = desk.folder().join("backup.memstrata");
    desk.engine.back_up(&backup).expect("a backup");
    for file in [desk.file(""), desk.file("-wal"), backup] {
        for word in words {
            let word_text = String::from_utf8_lossy(word);
            assert!(!holds(&file, word), "{word_text} is still in {}", file.display());
        }
        assert!(file.to_string_lossy().ends_with("-wal") || holds(&file, b"betelgeusian"));
    }
    assert_eq!(desk.facts_of("Ines"), ["lives_in: Braga", "works_at: (forgotten)"]);
    assert_eq!(desk.findings(), [""; 0]);
    // No vector is left of what has no text.
    let (texts, waiting) = desk.ledger().indexed().expect("counts");
    assert_eq!((texts, waiting), (2, 0));
    assert_eq!(desk.ledger().vector_count("word-hash-for-tests@64").expect("a count"), 2);
    // The log says that something was forgotten, and restores to the same.
    let log = export(&desk.ledger()).expect("an export");
    assert!(log.contains("\"type\":\"forget\""));
    let folder = folder();
    let again = restore(&folder.path().join("again.db"), &log, at("2027-01-01T00:00:00Z").micros());
    let again = again.expect("its log restores");
    assert_eq!(export(&again).expect("an export"), log);
    assert_eq!(findings(&again), [""; 0]);
}

trait OwnLedger {
    fn ledger(&self) -> Ledger;
}

impl OwnLedger for Desk {
    fn ledger(&self) -> Ledger {
        let options = OpenOptions { create: false, ..OpenOptions::default() };
        Ledger::open(self.engine.path(), &options).expect("it opens")
    }
}

#[test]
fn a_forgotten_text_comes_back_only_for_whoever_insists() {
    let folder = folder();
    let ledger = open(&folder.path().join("l.db")).expect("a ledger");
    let text = "Ines takes zanubrutinib.";
    let told = || Told::Assert(fact_from("Ines", "medication", "zanubrutinib", "2026-03-01T00:00:00Z"));
    let first = say(&ledger, "2026-03-01T09:00:00Z", text, vec![]);
    tell(&ledger, "2026-03-02T09:00:00Z", vec![Told::Forget(first.episode.expect("an episode"))]);
    ledger.scrub().expect("scrubbed");
    let write = |bring_back: bool, said: &str| Write {
        episode: Some(note(text, Some(said))),
        told: vec![told()],
        bring_back,
        ..Write::new(SPACE, at("2026-04-01T09:00:00Z"))
    };
    // Told at the same moment, at another one, in another spelling: by an import, or by hand.
    for said in ["2026-03-01T09:00:00Z", "2026-03-20T09:00:00Z"] {
        let refused = ledger.append_news(&[write(false, said)]).expect("heard");
        assert_eq!(refused[0].applied[0].outcome, Outcome::Refused);
    }
    let mut shouted = write(false, "2026-03-21T09:00:00Z");
    shouted.episode = Some(note("INES takes  zanubrutinib", None));
    assert_eq!(ledger.append(&shouted).expect("heard").applied[0].outcome, Outcome::Refused);
    assert!(!export(&ledger).expect("an export").contains("zanubrutinib"));
    let back = ledger.append(&write(true, "2026-03-01T09:00:00Z")).expect("told");
    assert_eq!(back.applied[0].outcome, Outcome::Novel);
    assert!(export(&ledger).expect("an export").contains("zanubrutinib"));
    assert_eq!(findings(&ledger), [""; 0]);
}

#[test]
fn a_forgotten_value_is_no_answer_but_that_it_was_forgotten_and_when() {
    let desk = Desk::new("2026-03-01T09:00:00Z");
    desk.remember("Carl works at Acme.");
    let told = desk.remember("Ines lives in Braga.");
    assert_eq!(
        desk.ask("Where does Ines live?").temporal.expect("a column").answer.as_deref(),
        Some("Braga")
    );
    desk.at("2026-03-05T09:00:00Z").engine.forget(&told.episode.expect("an episode")).expect("forgotten");
    let column = desk.at("2026-03-09T09:00:00Z").ask("Where does Ines live?").temporal.expect("a column");
    assert_eq!((column.answer, column.abstained), (None, true));
    assert!(column.explanation.contains("forgotten on 2026-03-05"), "{}", column.explanation);
    // Nor is something else served in its place.
    assert!(column.passages.is_empty() && column.context.is_empty(), "{}", column.context);
    assert!(column.facts.iter().all(|scored| scored.fact.subject == "Ines"));
}

/// While another program reads a state of before, bytes of it lie in the log: whoever forgets is told, and
/// they are gone with the first write after that.
#[test]
fn that_a_reader_keeps_bytes_of_it_is_said_and_mended_later() {
    let desk = Desk::new("2026-03-01T09:00:00Z");
    let told = desk.remember("Ines works at Quetzalcoatl Industries.");
    let other = desk.ledger();
    let state = other.hold().expect("a state");
    assert_eq!(other.stats(SPACE).expect("counts").episodes, 1);
    let erased = desk.engine.forget(&told.episode.expect("an episode")).expect("forgotten");
    assert!(erased.lingers);
    assert!(holds(&desk.file("-wal"), b"quetzalcoatl"));
    assert_eq!(desk.facts_of("Ines"), ["works_at: (forgotten)"]);
    drop(state);
    let rain = desk.remember("It rained all day.");
    for file in ["", "-wal"] {
        assert!(!holds(&desk.file(file), b"quetzalcoatl"), "the ledger{file}");
    }
    assert_eq!(desk.findings(), [""; 0]);
    // Nobody in the way: nothing to be told of.
    assert!(!desk.engine.forget(&rain.episode.expect("an episode")).expect("forgotten").lingers);
}

/// The one who asks is told that it was forgotten, and has it back by saying so.
#[test]
fn remembering_what_was_forgotten_is_refused_with_the_reason_unless_asked_to() {
    let desk = Desk::new("2026-03-01T09:00:00Z");
    for (text, day) in [("Ines lives in Braga.", "2026-03-01"), ("It rained all day.", "2026-03-05")] {
        let first = desk.remember(text);
        desk.engine.forget(&first.episode.expect("an episode")).expect("forgotten");
        desk.at("2026-03-05T09:00:00Z");
        let again = Remember::text(text);
        let refused = desk.engine.remember(&again).expect_err("refused");
        assert_eq!(refused.code, "forgotten");
        assert!(refused.message.contains(day), "{}", refused.message);
        assert_eq!(desk.engine.preview(&again).expect_err("refused").code, "forgotten");
        assert_eq!(desk.engine.tell(Vec::new(), Some(&again), None).expect_err("refused").code, "forgotten");
        let back = Remember { bring_back: true, ..again.clone() };
        assert!(!desk.engine.remember(&back).expect("told").duplicate);
        // It is there again, and is known as any other: asked for twice, it is stored once.
        for more in [&again, &back] {
            assert!(desk.engine.remember(more).expect("told").duplicate, "{text}");
        }
    }
    assert_eq!(desk.facts_of("Ines"), ["lives_in: Braga"]);
}
