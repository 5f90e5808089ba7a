//! The keys of relations, with the words of their subjects, kept between questions: a relation may
//! have thousands of keys, and questions that name no subject are held against all of them. What is
//! kept is of one state of the log; whoever writes, in whatever process, ends it.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};

use memstrata_extract::query::stems;
use memstrata_ledger::KeyNamesSought;
use memstrata_model::{Instant, Key};

use crate::lead::BY_RELATION;
use crate::{Engine, Error};

/// Sets of relations that are kept; more begin anew.
const KEPT: usize = 16;

/// A key of a relation.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    /// As it was told.
    pub told: Key,
    /// What it counts for now.
    pub home: Key,
    /// Stems of the subject.
    pub words: Vec<String>,
}

impl Listed {
    pub fn of((told, home): (Key, Key)) -> Self {
        let words = stems(&told.subject);
        Listed { told, home, words }
    }
}

/// Keys by relation, as of one state of the log.
#[derive(Debug, Default)]
pub(crate) struct RelationKeys {
    head: Option<Instant>,
    listed: BTreeMap<Vec<String>, Arc<Vec<Listed>>>,
}

impl Engine {
    /// The keys of some relations, the first ones by name.
    pub(crate) fn keys_of_relations(&self, relations: &[String]) -> Result<Arc<Vec<Listed>>, Error> {
        // Every entry of the log has a time of its own. What is written after this is read ends it.
        let head = self.ledger.head_time()?;
        let mut kept = self.relation_keys.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.head != head || kept.listed.len() >= KEPT {
            *kept = RelationKeys { head, listed: BTreeMap::new() };
        }
        if let Some(listed) = kept.listed.get(relations) {
            return Ok(Arc::clone(listed));
        }
        let sought = KeyNamesSought { relations, ..KeyNamesSought::default() };
        let keys = self.ledger.keys_named(self.space(), &sought, BY_RELATION)?;
        let listed = Arc::new(keys.into_iter().map(Listed::of).collect());
        kept.listed.insert(relations.to_vec(), Arc::clone(&listed));
        Ok(listed)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use memstrata_ledger::{NewAlias, NewAssert, Told};
    use memstrata_model::FixedClock;

    use super::*;
    use crate::{Embedding, EngineOptions, SpaceSettings};

    fn open(path: &Path, space: &str) -> Engine {
        let clock = Arc::new(FixedClock::at("2026-03-01T09:00:00Z".parse().unwrap()));
        let mut options = EngineOptions::new(clock);
        options.embedding = Embedding::Off;
        options.timezone = Some("UTC".into());
        options.space = space.to_owned();
        Engine::open(path, options).unwrap()
    }

    fn tell(engine: &Engine, subject: &str) -> String {
        let assert = NewAssert {
            subject: subject.into(),
            relation: "port".into(),
            object: "8080".into(),
            ..NewAssert::default()
        };
        let told = engine.tell(vec![Told::Assert(assert)], None, None).unwrap();
        told.applied[0].event.clone()
    }

    fn subjects(engine: &Engine) -> Vec<String> {
        let keys = engine.keys_of_relations(&["port".to_owned()]).unwrap();
        keys.iter().map(|key| format!("{} {}", key.told.subject, key.home.subject)).collect()
    }

    #[test]
    fn what_anyone_wrote_ends_what_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("l.memstrata");
        let engine = open(&path, "default");
        tell(&engine, "relay");
        assert_eq!(subjects(&engine), ["relay relay"]);
        // Another program, in the same space and in another.
        let second = open(&path, "default");
        tell(&second, "crane");
        assert_eq!(subjects(&engine), ["crane crane", "relay relay"]);
        let other = SpaceSettings { name: "other".into(), ..second.space_settings("default").unwrap() };
        second.make_space(&other).unwrap();
        let theirs = open(&path, "other");
        tell(&theirs, "buoy");
        assert_eq!(subjects(&engine), ["crane crane", "relay relay"]);
        assert_eq!(subjects(&theirs), ["buoy buoy"]);
        // Names become one, and two again.
        let alias = Told::Alias(NewAlias {
            subject: "relay".into(),
            relation: None,
            scope: None,
            into_subject: "crane".into(),
            into_relation: None,
            into_scope: None,
        });
        let merged = second.tell(vec![alias], None, None).unwrap().applied[0].event.clone();
        assert_eq!(subjects(&engine), ["crane crane", "relay crane"]);
        second.tell(vec![Told::Void(merged)], None, None).unwrap();
        assert_eq!(subjects(&engine), ["crane crane", "relay relay"]);
    }
}
