//! A ledger in a folder of its own, and short ways to tell it things, for the tests of this crate.

#![allow(dead_code, reason = "each test file uses some of it")]

use std::path::PathBuf;

use memstrata_ledger::{
    FactPattern, Ledger, LedgerError, Moment, NewAlias, NewAssert, NewConfirm, NewEnd, NewEpisode,
    NewRelation, OpenOptions, Receipt, Told, Write, export_to, restore_from,
};
use memstrata_model::{Authority, Cardinality, EpisodeKind, Instant};

pub fn at(text: &str) -> Instant {
    let text = if text.contains('T') { text.to_owned() } else { format!("{text}T00:00:00Z") };
    text.parse().unwrap()
}

pub const LATER: &str = "2029-01-01";

pub struct Fixture {
    _folder: tempfile::TempDir,
    pub ledger: Ledger,
    pub folder: PathBuf,
}

impl Fixture {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_owned();
        let ledger = Ledger::open(&path.join("l.memstrata"), &OpenOptions::default()).unwrap();
        Fixture { _folder: folder, ledger, folder: path }
    }

    pub fn write(&self, now: &str, told: Vec<Told>) -> Write {
        let mut write = Write::new("default", at(now));
        write.told = told;
        write
    }

    pub fn try_tell(&self, now: &str, told: Told) -> Result<Receipt, LedgerError> {
        self.ledger.append(&self.write(now, vec![told]))
    }

    /// Tells one thing; answers the id of its entry.
    pub fn tell(&self, now: &str, told: Told) -> String {
        self.try_tell(now, told).unwrap().applied.remove(0).event
    }

    /// Tells something with the words that say so.
    pub fn say(&self, now: &str, author: &str, text: &str, told: Vec<Told>) -> Receipt {
        let mut write = self.write(now, told);
        write.episode = Some(episode(text, author));
        self.ledger.append(&write).unwrap()
    }

    /// Somebody's sentence about a vault, on which other things are rested.
    pub fn say_where_the_vault_is(&self) -> Receipt {
        let city = assert("vault", "city", "Faro", "2026-01-01");
        self.say("2026-01-01", "ana", "The vault is in Faro.", vec![city])
    }

    pub fn by(&self, authority: Authority, now: &str, told: Told) -> Receipt {
        let mut write = self.write(now, vec![told]);
        write.authority = authority;
        self.ledger.append(&write).unwrap()
    }

    /// What is believed now: every interval of every key, by name.
    pub fn believed(&self) -> Vec<String> {
        let moment = Moment { as_of: at(LATER), known_at: None };
        let pattern = FactPattern { all: true, ..FactPattern::default() };
        let facts = self.ledger.facts("default", &pattern, moment).unwrap();
        let bound = |at: Option<Instant>| at.map_or_else(|| "-".to_owned(), |at| at.to_string());
        facts
            .into_iter()
            .map(|fact| {
                format!(
                    "{} {} {}: {} {}..{} {:?}",
                    fact.subject,
                    fact.relation,
                    fact.scope.unwrap_or_default(),
                    fact.object,
                    bound(fact.valid_from),
                    bound(fact.valid_to),
                    fact.state
                )
            })
            .collect()
    }

    /// Values that hold at a time, as believed now.
    pub fn values(&self, subject: &str, relation: &str, as_of: &str) -> Vec<String> {
        let pattern = FactPattern {
            subject: Some(subject.into()),
            relation: Some(relation.into()),
            ..FactPattern::default()
        };
        let moment = Moment { as_of: at(as_of), known_at: None };
        self.ledger.facts("default", &pattern, moment).unwrap().into_iter().map(|fact| fact.object).collect()
    }

    pub fn log(&self) -> String {
        let mut log = Vec::new();
        export_to(&self.ledger, &mut log, &mut |_| true).unwrap();
        String::from_utf8(log).unwrap()
    }

    /// Every byte of the files that belong to the ledger.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for name in ["l.memstrata", "l.memstrata-wal"] {
            bytes.extend(std::fs::read(self.folder.join(name)).unwrap_or_default());
        }
        bytes
    }

    /// The file is sound, and so is what a restore of its export makes, which is believed alike.
    pub fn check(&self) {
        assert_eq!(self.ledger.verify(&mut |_| true).unwrap().findings, []);
        let log = self.log();
        let path = self.folder.join(format!("copy{}.memstrata", log.len()));
        let copy = Ledger::open(&path, &OpenOptions::default()).unwrap();
        restore_from(&copy, &mut log.as_bytes(), at(LATER), &mut |_| true).unwrap();
        assert_eq!(copy.verify(&mut |_| true).unwrap().findings, []);
        let mut again = Vec::new();
        export_to(&copy, &mut again, &mut |_| true).unwrap();
        assert_eq!(log, String::from_utf8(again).unwrap());
        assert_eq!(copy.relations("default").unwrap(), self.ledger.relations("default").unwrap());
    }
}

pub fn episode(text: &str, author: &str) -> NewEpisode {
    NewEpisode {
        id: None,
        kind: EpisodeKind::Note,
        text: text.to_owned(),
        occurred_at: None,
        author: Some(author.to_owned()),
        locator: None,
        importance: None,
    }
}

pub fn assert(subject: &str, relation: &str, object: &str, from: &str) -> Told {
    Told::Assert(NewAssert {
        subject: subject.into(),
        relation: relation.into(),
        object: object.into(),
        valid_from: Some(at(from)),
        ..NewAssert::default()
    })
}

pub fn bounded(subject: &str, relation: &str, object: &str, from: &str, to: &str) -> Told {
    let Told::Assert(told) = assert(subject, relation, object, from) else { unreachable!() };
    Told::Assert(NewAssert { valid_to: Some(at(to)), ..told })
}

pub fn end(subject: &str, relation: &str, when: &str) -> Told {
    Told::End(NewEnd {
        subject: subject.into(),
        relation: relation.into(),
        at: Some(at(when)),
        ..NewEnd::default()
    })
}

pub fn confirm(subject: &str, relation: &str, object: &str, when: &str) -> Told {
    Told::Confirm(NewConfirm {
        subject: subject.into(),
        relation: relation.into(),
        object: object.into(),
        at: Some(at(when)),
        ..NewConfirm::default()
    })
}

pub fn merge(subject: &str, into: &str) -> Told {
    Told::Alias(NewAlias { subject: subject.into(), into_subject: into.into(), ..NewAlias::default() })
}

pub fn relation(name: &str, cardinality: Cardinality, aliases: &[&str]) -> Told {
    let aliases = aliases.iter().map(|alias| (*alias).to_owned()).collect();
    Told::Relation(NewRelation { aliases, ..NewRelation::new(name, cardinality) })
}
