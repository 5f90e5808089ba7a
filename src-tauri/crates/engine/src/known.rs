//! What the ledger knows when a text is read: names, their short forms, and the values that hold.
//! What the extractor makes of them is its business; nothing here writes.

use std::sync::PoisonError;

use memstrata_extract::{Held, KnownSubjects, NameIndex, Recollection};
use memstrata_ledger::{FactPattern, KeyNamesSought, Moment};
use memstrata_model::{Instant, Key, normalize_name, normalize_text};

use crate::Engine;
use crate::depend::{DEPENDS, is_of_a_dependency};
use crate::remember::ReadText;

/// Beyond so many keys short forms are not looked up: with so many names hardly one is the only
/// one that it fits, and the index of them would cost more than it tells.
const KEYS_WITH_SHORT_FORMS: usize = 50_000;

/// Names by their short forms, kept up as keys are added.
#[derive(Debug, Default)]
pub(crate) struct ShortForms {
    names: NameIndex,
    /// Number of the last key taken.
    last: i64,
    keys: usize,
}

/// The ledger as it stands when a text is told.
#[derive(Debug)]
pub(crate) struct LedgerSubjects<'e> {
    engine: &'e Engine,
    /// What held when the text was said, as believed by then, is what it leans on.
    moment: Moment,
    /// Who "user" is in this text, where not the keeper.
    speaker: Option<&'e str>,
    /// Told in the same batch, not in the ledger yet.
    told: Option<&'e Recollection>,
    /// The names known by then; all that the ledger has where not given.
    names: Option<&'e NameIndex>,
    empty: bool,
}

impl Engine {
    /// The subjects of the space that a form may stand for.
    pub(crate) fn short_for(&self, form: &str) -> Vec<String> {
        let mut full = self.named(|names| names.short_for(form));
        full.retain(|name| !memstrata_extract::apart_by_size(name, form));
        full
    }

    /// What the names of the space give, where they are few enough to look at.
    fn named(&self, of: impl Fn(&NameIndex) -> Vec<String>) -> Vec<String> {
        let mut forms = self.short_forms.lock().unwrap_or_else(PoisonError::into_inner);
        if forms.keys <= KEYS_WITH_SHORT_FORMS {
            let room = KEYS_WITH_SHORT_FORMS + 1 - forms.keys;
            let Ok(new) = self.ledger.keys_after(self.space(), forms.last, room) else {
                return Vec::new();
            };
            for (key, name) in new {
                forms.last = key;
                forms.keys += 1;
                forms.names.add(&name);
            }
        }
        if forms.keys > KEYS_WITH_SHORT_FORMS {
            return Vec::new();
        }
        of(&forms.names)
    }
}

impl<'e> LedgerSubjects<'e> {
    /// What is known now.
    pub fn new(engine: &'e Engine, text: &ReadText<'e>, told: Option<&'e Recollection>) -> Self {
        let empty = told.is_none_or(KnownSubjects::is_empty)
            && engine.ledger.keys_after(engine.space(), 0, 1).is_ok_and(|s| s.is_empty());
        let moment = Moment { as_of: text.said_at, known_at: None };
        LedgerSubjects { engine, moment, speaker: text.speaker(), told, names: None, empty }
    }

    /// What was known before a text was recorded.
    pub fn before(
        engine: &'e Engine,
        text: &ReadText<'e>,
        names: &'e NameIndex,
        recorded_at: Instant,
    ) -> Self {
        let known_at = Instant::from_micros(recorded_at.micros() - 1);
        let moment = Moment { as_of: text.said_at, known_at: Some(known_at) };
        LedgerSubjects {
            engine,
            moment,
            speaker: text.speaker(),
            told: None,
            names: Some(names),
            empty: names.is_empty(),
        }
    }

    fn subject<'s>(&'s self, name: &'s str) -> &'s str {
        match self.speaker {
            Some(speaker) if name == "user" => speaker,
            _ => name,
        }
    }
}

impl KnownSubjects for LedgerSubjects<'_> {
    fn canonical(&self, name: &str) -> Option<String> {
        if let Some(names) = self.names {
            return names.canonical(name);
        }
        let told = self.told.and_then(|t| t.canonical(name));
        told.or_else(|| {
            self.engine.ledger.subject_named(self.engine.space(), &normalize_name(name)).ok().flatten()
        })
    }

    fn short_for(&self, form: &str) -> Vec<String> {
        if let Some(names) = self.names {
            return names.short_for(form);
        }
        let mut found = self.engine.short_for(form);
        for name in self.told.map_or_else(Vec::new, |t| t.short_for(form)) {
            if !found.iter().any(|f| normalize_name(f) == normalize_name(&name)) {
                found.push(name);
            }
        }
        found
    }

    fn alike(&self, form: &str) -> Vec<String> {
        if let Some(names) = self.names {
            return names.alike(form);
        }
        let mut found = self.engine.named(|names| names.alike(form));
        for name in self.told.map_or_else(Vec::new, |t| t.alike(form)) {
            if !found.iter().any(|f| normalize_name(f) == normalize_name(&name)) {
                found.push(name);
            }
        }
        found
    }

    fn held(&self, subject: &str) -> Vec<Held> {
        let subject = self.subject(subject);
        let pattern = FactPattern { subject: Some(subject.to_owned()), ..FactPattern::default() };
        let facts = self.engine.ledger.facts(self.engine.space(), &pattern, self.moment).unwrap_or_default();
        let mut held = self.told.map_or_else(Vec::new, |t| t.held(subject));
        let told: Vec<Key> = held.iter().map(key_of).collect();
        held.extend(
            facts
                .into_iter()
                .filter(|f| f.relation != DEPENDS)
                .map(|f| Held { subject: f.subject, relation: f.relation, scope: f.scope, object: f.object })
                .filter(|h| !told.contains(&key_of(h))),
        );
        held
    }

    fn holding(&self, value: &str) -> Vec<Held> {
        const EPISODES: usize = 32;
        let ledger = &self.engine.ledger;
        let space = self.engine.space();
        let mut found = self.told.map_or_else(Vec::new, |t| t.holding(value));
        let hits = ledger.search_words(space, value, self.moment.known_at, EPISODES).unwrap_or_default();
        // More texts than are looked at: what they tell of may not be all.
        if hits.len() == EPISODES {
            return Vec::new();
        }
        let episodes: Vec<i64> = hits.into_iter().map(|hit| hit.seq).collect();
        let sought = KeyNamesSought { episodes: &episodes, ..KeyNamesSought::default() };
        let mut keys: Vec<Key> = ledger
            .keys_named(space, &sought, 0)
            .unwrap_or_default()
            .into_iter()
            .map(|(_, home)| home)
            .collect();
        keys.retain(|key| !is_of_a_dependency(&key.relation));
        keys.sort();
        keys.dedup();
        for key in keys {
            if let Ok(Some(object)) = ledger.value(space, &key, self.moment)
                && normalize_text(&object) == normalize_text(value)
            {
                let held = Held {
                    subject: self.canonical(&key.subject).unwrap_or(key.subject),
                    relation: key.relation.replace(' ', "_"),
                    scope: (!key.scope.is_empty()).then_some(key.scope),
                    object,
                };
                if !found.iter().any(|f| key_of(f) == key_of(&held)) {
                    found.push(held);
                }
            }
        }
        found
    }

    fn is_empty(&self) -> bool {
        self.empty
    }
}

fn key_of(held: &Held) -> Key {
    Key::new(&held.subject, &held.relation, held.scope.as_deref())
}
