//! What is forgotten is gone from the file, and what rested on it says so.

use std::path::{Path, PathBuf};

use memstrata_ledger::{
    FactPattern, Ledger, Moment, NewAssert, NewEpisode, OpenOptions, Receipt, Told, Write, export_to,
    restore_from,
};
use memstrata_model::{EpisodeKind, Instant, Outcome};

fn at(text: &str) -> Instant {
    text.parse().unwrap()
}

const NOW: &str = "2026-06-01T00:00:00Z";

fn open(path: &Path) -> Ledger {
    Ledger::open(path, &OpenOptions::default()).unwrap()
}

fn tell(ledger: &Ledger, text: &str, told: Vec<Told>) -> Receipt {
    let mut write = Write::new("default", at(NOW));
    write.told = told;
    write.episode = Some(NewEpisode {
        id: None,
        kind: EpisodeKind::Note,
        text: text.into(),
        occurred_at: None,
        author: None,
        locator: None,
        importance: None,
    });
    ledger.append(&write).unwrap()
}

fn bare(ledger: &Ledger, told: Told) -> Receipt {
    let mut write = Write::new("default", at(NOW));
    write.told = vec![told];
    ledger.append(&write).unwrap()
}

fn assert(relation: &str, object: &str, from: &str) -> Told {
    Told::Assert(NewAssert {
        subject: "Ines".into(),
        relation: relation.into(),
        object: object.into(),
        valid_from: Some(at(from)),
        ..NewAssert::default()
    })
}

fn values(ledger: &Ledger) -> Vec<String> {
    let moment = Moment { as_of: at("2026-12-01T00:00:00Z"), known_at: None };
    ledger.facts("default", &FactPattern::default(), moment).unwrap().into_iter().map(|f| f.object).collect()
}

/// Every file that belongs to the ledger, as bytes.
fn raw(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    for ending in ["", "-wal"] {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        bytes.extend(std::fs::read(PathBuf::from(name)).unwrap_or_default());
    }
    bytes
}

fn holds(bytes: &[u8], word: &str) -> bool {
    bytes.windows(word.len()).any(|window| window.eq_ignore_ascii_case(word.as_bytes()))
}

#[test]
fn a_forgotten_text_is_in_no_byte_of_the_file_and_the_chain_still_verifies() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("l.memstrata");
    let ledger = open(&path);
    tell(&ledger, "Ines moved to Braga in spring.", vec![assert("city", "Braga", "2026-03-01T00:00:00Z")]);
    let secret = tell(
        &ledger,
        "Ines takes zanubrutinib, says the oncologist Quetzalcoatl.",
        vec![assert("medication", "zanubrutinib", "2026-04-01T00:00:00Z")],
    );
    tell(&ledger, "Also seen: zanubrutinib is not what Bo takes.", vec![]);
    let episode = secret.episode.unwrap();
    let seq = ledger.episode_seq("default", &episode).unwrap();
    ledger.keep_vectors("m", &[(seq, b"VECTORBYTESOFIT!".to_vec())]).unwrap();
    assert!(holds(&raw(&path), "quetzalcoatl") && holds(&raw(&path), "VECTORBYTESOFIT!"));

    let preview = ledger.preview_forget("default", &episode).unwrap();
    assert_eq!(preview.objects, ["zanubrutinib"]);
    bare(&ledger, Told::Forget(episode.clone()));
    ledger.scrub().unwrap();
    for file in [path.clone(), {
        let backup = folder.path().join("backup.memstrata");
        ledger.back_up(&backup).unwrap();
        backup
    }] {
        let bytes = raw(&file);
        assert!(!holds(&bytes, "quetzalcoatl"), "the text is still in {}", file.display());
        assert!(!holds(&bytes, "oncologist"), "a word is still in {}", file.display());
        assert!(!holds(&bytes, "VECTORBYTESOFIT!"), "the vector is still in {}", file.display());
        assert!(holds(&bytes, "Braga"));
    }
    assert_eq!(values(&ledger), ["Braga", "(forgotten)"]);
    assert_eq!(ledger.search_words("default", "oncologist", None, 5).unwrap(), []);
    assert_eq!(ledger.verify(&mut |_| true).unwrap().findings, []);

    let mut log = Vec::new();
    export_to(&ledger, &mut log, &mut |_| true).unwrap();
    assert!(!holds(&log, "quetzalcoatl"));
    let copy = open(&folder.path().join("copy.memstrata"));
    restore_from(&copy, &mut log.as_slice(), at(NOW), &mut |_| true).unwrap();
    assert_eq!(copy.verify(&mut |_| true).unwrap().findings, []);
    assert_eq!(values(&copy), ["Braga", "(forgotten)"]);

    // An import does not bring it back; whoever insists does.
    let again = tell(
        &ledger,
        "Ines takes zanubrutinib, says the oncologist Quetzalcoatl.",
        vec![assert("medication", "zanubrutinib", "2026-04-01T00:00:00Z")],
    );
    assert_eq!(again.applied[0].outcome, Outcome::Refused);
    assert!(!holds(&raw(&path), "quetzalcoatl"));
}

#[test]
fn what_rests_on_another_source_too_survives() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = open(&folder.path().join("l.memstrata"));
    let first = tell(&ledger, "Ines is in Braga.", vec![assert("city", "Braga", "2026-03-01T00:00:00Z")]);
    tell(&ledger, "Braga it is, for Ines.", vec![assert("city", "Braga", "2026-04-01T00:00:00Z")]);
    bare(&ledger, Told::Forget(first.episode.unwrap()));
    assert_eq!(values(&ledger), ["Braga"]);
    assert_eq!(ledger.verify(&mut |_| true).unwrap().findings, []);
}

#[test]
fn a_claim_falls_with_what_it_rests_on_at_any_depth_until_it_is_accepted_again() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = open(&folder.path().join("l.memstrata"));
    let told = tell(&ledger, "Ines is in Braga.", vec![assert("city", "Braga", "2026-03-01T00:00:00Z")]);
    let source = told.applied[0].event.clone();
    let near = tell(&ledger, "Ines lives in the north.", vec![Told::Claim(vec![source.clone()])]);
    let near_id = near.applied[0].event.clone();
    let far = tell(&ledger, "Northerners bring an umbrella.", vec![Told::Claim(vec![near_id.clone()])]);
    let far_seq = ledger.episode_seq("default", far.episode.as_deref().unwrap()).unwrap();
    let moment = Moment { as_of: at(NOW), known_at: None };
    let fallen = |seq| ledger.episode("default", seq, moment).unwrap().fallen;
    assert_eq!(fallen(far_seq), None);
    let up = ledger.dependents_of("default", &source, 1).unwrap();
    assert_eq!((up.links.len(), up.beyond), (1, 1));
    let down = ledger.sources_of("default", &far.applied[0].event, 5).unwrap();
    assert!(down.links.iter().any(|link| link.id == source && link.depth == 2), "{down:?}");

    tell(&ledger, "Ines is in Faro now.", vec![assert("city", "Faro", "2026-05-01T00:00:00Z")]);
    assert_eq!(fallen(far_seq), Some(format!("{source} was superseded")));
    bare(&ledger, Told::Resolve { dispute: far.applied[0].event.clone(), choice: "accept".into() });
    assert_eq!(fallen(far_seq), None);
    assert_eq!(ledger.verify(&mut |_| true).unwrap().findings, []);
    assert!(ledger.dependents_of("default", "no such", 1).is_err());
}
