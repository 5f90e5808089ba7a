//! What relations and spaces are called and how they are set: the lexicon that ships with the
//! program, overridden by the space's own registry.

use std::collections::BTreeMap;

use memstrata_extract::Lexicon;
use memstrata_ledger::line::{Scoring, SpaceSettings};
use memstrata_ledger::{Absence, AbsentKey, FactPattern, Moment, NewRelation, RegisteredRelation, Told};
use memstrata_model::{Cardinality, Instant, Key, OnConflict, fact::TimelineKey, normalize_name};
use serde::Serialize;

use crate::{Engine, Error};

/// A relation, as `relations` lists it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RelationListed {
    pub name: String,
    pub cardinality: Cardinality,
    /// −1 never, 0 its own date; null where nothing is known of it.
    pub half_life_days: Option<i64>,
    pub on_conflict: OnConflict,
    pub importance: Option<f64>,
    pub aliases: Vec<String>,
    /// Whether the space's own registry says so, rather than the lexicon.
    pub own: bool,
}

/// What is to be changed of a relation; what is not given stays.
#[derive(Clone, Debug, Default)]
pub struct RelationChange {
    pub cardinality: Option<Cardinality>,
    pub half_life_days: Option<i64>,
    pub on_conflict: Option<OnConflict>,
    pub importance: Option<f64>,
    pub add_aliases: Vec<String>,
    pub drop_aliases: Vec<String>,
}

/// How fast values of relations turn over and how much they matter, for scoring.
#[derive(Clone, Debug, Default)]
pub struct Turnover(BTreeMap<String, (Option<i64>, Option<f64>)>);

impl Turnover {
    /// Half-life of a relation in days; none where it does not age.
    #[must_use]
    pub fn half_life(&self, relation: &str) -> Option<f64> {
        let own = self.0.get(&normalize_name(relation)).and_then(|(days, _)| *days);
        let days = own.or_else(|| Lexicon::built_in().resolve(relation).map(|spec| spec.half_life_days))?;
        u32::try_from(days).ok().filter(|days| *days > 0).map(f64::from)
    }

    /// Importance of what is told of a relation, 0 to 1, where the registry says one.
    #[must_use]
    pub fn importance(&self, relation: &str) -> Option<f64> {
        self.0.get(&normalize_name(relation)).and_then(|(_, importance)| *importance)
    }
}

impl Engine {
    /// All relations known: the space's own and those of the lexicon, by name.
    ///
    /// # Errors
    /// The ledger cannot be read.
    pub fn relations(&self) -> Result<Vec<RelationListed>, Error> {
        let mut listed: BTreeMap<String, RelationListed> = built_in_relations()
            .into_iter()
            .map(|relation| (normalize_name(&relation.name), relation))
            .collect();
        for own in self.ledger.relations(self.space())? {
            // What counts for another is no relation of its own any more.
            for alias in &own.aliases {
                listed.remove(alias);
            }
            let known = listed.remove(&own.name);
            let folded = own.name.clone();
            let mut relation = own_relation(own, known.as_ref().map(|known| known.name.clone()));
            add_names(&mut relation.aliases, known.map(|known| known.aliases).unwrap_or_default());
            listed.insert(folded, relation);
        }
        Ok(listed.into_values().collect())
    }

    /// One relation by its name or an alias, as the registry has it, else the lexicon, with all that
    /// it is called besides.
    ///
    /// # Errors
    /// Nobody knows a relation of this name.
    pub fn relation(&self, name: &str) -> Result<RelationListed, Error> {
        let mut relation = self.relation_told(name)?;
        if relation.own {
            // What the lexicon calls it goes on leading to it.
            let folded = normalize_name(&relation.name);
            let built_in = built_in_relations().into_iter();
            let mut known = built_in.filter(|known| normalize_name(&known.name) == folded);
            add_names(&mut relation.aliases, known.next().map(|known| known.aliases).unwrap_or_default());
        }
        Ok(relation)
    }

    /// As [`Engine::relation`], with no more names than the registry has where it knows the relation.
    fn relation_told(&self, name: &str) -> Result<RelationListed, Error> {
        if let Some(own) = self.ledger.relation(self.space(), name)? {
            return Ok(own_relation(own, None));
        }
        let spec = Lexicon::built_in().resolve(name).map(|spec| spec.name);
        built_in_relations().into_iter().find(|relation| Some(relation.name.as_str()) == spec).ok_or_else(
            || {
                Error::not_found(
                    format!("no relation '{name}' here"),
                    Some("`memstrata relations` lists them"),
                )
            },
        )
    }

    /// What setting a relation tells the ledger.
    ///
    /// # Errors
    /// The ledger cannot be read.
    pub fn relation_change(&self, name: &str, change: &RelationChange) -> Result<Told, Error> {
        let now = match self.relation_told(name) {
            Ok(now) => Some(now),
            Err(error) if error.code == "not_found" => None,
            Err(error) => return Err(error),
        };
        let shown = now.as_ref().map_or_else(|| name.to_owned(), |now| now.name.clone());
        let mut relation = NewRelation::new(&shown, Cardinality::One);
        if let Some(now) = &now {
            relation = of_listed(now);
        }
        relation.cardinality = change.cardinality.unwrap_or(relation.cardinality);
        relation.half_life_days = change.half_life_days.or(relation.half_life_days);
        relation.on_conflict = change.on_conflict.or(relation.on_conflict);
        relation.importance = change.importance.or(relation.importance);
        let dropped: Vec<String> = change.drop_aliases.iter().map(|alias| normalize_name(alias)).collect();
        relation.aliases.retain(|alias| !dropped.contains(&normalize_name(alias)));
        add_aliases(&mut relation, &change.add_aliases);
        Ok(Told::Relation(relation))
    }

    /// What adding a relation tells the ledger.
    ///
    /// # Errors
    /// There is one of this name or alias already.
    pub fn relation_addition(&self, name: &str, change: &RelationChange) -> Result<Told, Error> {
        match self.relation_told(name) {
            Ok(known) => Err(Error::usage(
                "id_taken",
                format!("the relation '{}' exists already", known.name),
                Some("change it with `memstrata relations set`"),
            )),
            Err(error) if error.code == "not_found" => self.relation_change(name, change),
            Err(error) => Err(error),
        }
    }

    /// What giving a relation another name tells the ledger: the old one stays good as an alias.
    ///
    /// # Errors
    /// There is no such relation, or the new name is taken.
    pub fn relation_renaming(&self, name: &str, new: &str) -> Result<Told, Error> {
        let old = self.relation_or_used(name)?;
        if let Ok(known) = self.relation_told(new)
            && normalize_name(&known.name) != normalize_name(&old.name)
        {
            return Err(Error::usage(
                "id_taken",
                format!("the relation '{}' exists already", known.name),
                Some("merge the two with `memstrata relations merge`"),
            ));
        }
        let mut relation = of_listed(&old);
        let aliases = std::mem::take(&mut relation.aliases);
        relation.relation = new.to_owned();
        add_aliases(&mut relation, &aliases);
        add_aliases(&mut relation, std::slice::from_ref(&old.name));
        Ok(Told::Relation(relation))
    }

    /// What making one relation count for another tells the ledger.
    ///
    /// # Errors
    /// One of them does not exist.
    pub fn relation_merging(&self, name: &str, into: &str) -> Result<Told, Error> {
        let (from, into) = (self.relation_or_used(name)?, self.relation_or_used(into)?);
        if normalize_name(&from.name) == normalize_name(&into.name) {
            return Err(Error::usage(
                "bad_value",
                format!("'{name}' and '{}' are one relation already", into.name),
                None,
            ));
        }
        let mut relation = of_listed(&into);
        add_aliases(&mut relation, &from.aliases);
        add_aliases(&mut relation, std::slice::from_ref(&from.name));
        Ok(Told::Relation(relation))
    }

    /// A relation that is known, or at least that keys have.
    fn relation_or_used(&self, name: &str) -> Result<RelationListed, Error> {
        match self.relation_told(name) {
            Err(error) if error.code == "not_found" => {
                let pattern =
                    FactPattern { relation: Some(name.to_owned()), all: true, ..FactPattern::default() };
                let moment = Moment { as_of: self.now()?, known_at: None };
                if self.ledger.facts(self.space(), &pattern, moment)?.is_empty() {
                    return Err(error);
                }
                Ok(RelationListed {
                    name: name.to_owned(),
                    cardinality: Cardinality::One,
                    half_life_days: None,
                    on_conflict: OnConflict::Supersede,
                    importance: None,
                    aliases: Vec::new(),
                    own: false,
                })
            }
            known => known,
        }
    }

    /// What the lexicon says of the relations of what is told, where they hold more or less than one
    /// value at a time and the space's registry does not know them: it is put into the ledger with
    /// the first fact of a relation, so that the log means the same without this program's lexicon.
    pub(crate) fn relations_told(&self, told: &[Told]) -> Result<Vec<Told>, Error> {
        let mut relations = BTreeMap::new();
        for relation in relations_in(told) {
            let folded = normalize_name(relation);
            let spec = Lexicon::built_in().named(relation);
            if let Some(spec) = spec.filter(|spec| normalize_name(spec.name) == folded)
                && spec.cardinality != Cardinality::One
                && self.ledger.relation(self.space(), relation)?.is_none()
            {
                relations.insert(folded, spec);
            }
        }
        let told = relations.into_values().map(|spec| {
            Told::Relation(NewRelation {
                half_life_days: Some(spec.half_life_days),
                ..NewRelation::new(spec.name, spec.cardinality)
            })
        });
        Ok(told.collect())
    }

    /// How fast relations turn over and how much they matter, as the space has it.
    ///
    /// # Errors
    /// The ledger cannot be read.
    pub fn turnover(&self) -> Result<Turnover, Error> {
        let mut known = BTreeMap::new();
        for own in self.ledger.relations(self.space())? {
            let says = (own.half_life_days, own.importance);
            known.extend(own.aliases.into_iter().map(|alias| (alias, says)));
            known.insert(own.name, says);
        }
        Ok(Turnover(known))
    }

    /// Why the keys of a pattern have no value at a moment, at most so many of them.
    ///
    /// # Errors
    /// The ledger cannot be read.
    pub fn absences(
        &self,
        pattern: &FactPattern,
        as_of: Option<Instant>,
        known_at: Option<Instant>,
        at_most: usize,
    ) -> Result<Vec<AbsentKey>, Error> {
        let moment = Moment { as_of: as_of.map_or_else(|| self.now(), Ok)?, known_at };
        let mut found = self.ledger.absences(self.space(), pattern, moment, at_most)?;
        if let ([AbsentKey { why: why @ Absence::NeverTold, .. }], Some(subject), Some(relation)) =
            (found.as_mut_slice(), &pattern.subject, &pattern.relation)
        {
            let names = self.other_names(subject, relation, pattern.scope.as_deref())?;
            if !names.is_empty() {
                *why = Absence::ExistsAs { names };
            }
        }
        Ok(found)
    }

    /// The keys that were moved from a subject to another one, each with the name that it stands
    /// under now.
    ///
    /// # Errors
    /// The ledger cannot be read.
    pub fn keys_moved_from(&self, subject: &str) -> Result<Vec<AbsentKey>, Error> {
        let asked = normalize_name(subject);
        let moved = self.ledger.moved_keys(self.space())?.into_iter();
        let away =
            moved.filter(|(from, into)| from.subject == asked && normalize_name(&into.subject) != asked);
        Ok(away
            .map(|(from, into)| AbsentKey {
                key: TimelineKey {
                    space: self.space().to_owned(),
                    subject: subject.to_owned(),
                    relation: from.relation,
                    scope: (!from.scope.is_empty()).then_some(from.scope),
                },
                why: Absence::ExistsAs { names: vec![into] },
            })
            .collect())
    }

    /// Where the key that a pattern names was moved to, as patterns.
    pub(crate) fn moved_to(&self, pattern: &FactPattern) -> Result<Vec<FactPattern>, Error> {
        let (Some(subject), Some(relation)) = (&pattern.subject, &pattern.relation) else {
            return Ok(Vec::new());
        };
        let asked = Key::new(subject, relation, pattern.scope.as_deref());
        let meant = |from: &Key| {
            from.subject == asked.subject
                && from.relation == asked.relation
                && (pattern.scope.is_none() || from.scope == asked.scope)
        };
        let moved = self.ledger.moved_keys(self.space())?;
        let homes = moved.into_iter().filter(|(from, _)| meant(from)).map(|(_, into)| FactPattern {
            subject: Some(into.subject),
            relation: Some(into.relation),
            scope: into.scope,
            all: pattern.all,
        });
        Ok(homes.collect())
    }

    /// The keys of a subject under other names that the lexicon has for a relation.
    fn other_names(
        &self,
        subject: &str,
        relation: &str,
        scope: Option<&str>,
    ) -> Result<Vec<TimelineKey>, Error> {
        let mut names = Vec::new();
        for spec in Lexicon::built_in().resolve_all(relation) {
            let known = [spec.name].into_iter().chain(spec.aliases.iter().copied());
            for name in known.filter(|name| normalize_name(name) != normalize_name(relation)) {
                if self.ledger.has_key(self.space(), subject, name, scope)? {
                    names.push(TimelineKey {
                        space: self.space().to_owned(),
                        subject: subject.to_owned(),
                        relation: name.to_owned(),
                        scope: scope.map(str::to_owned),
                    });
                }
            }
        }
        Ok(names)
    }

    /// All spaces of the ledger.
    ///
    /// # Errors
    /// The ledger cannot be read.
    pub fn spaces(&self) -> Result<Vec<SpaceSettings>, Error> {
        Ok(self.ledger.spaces()?)
    }

    /// The settings of a space.
    ///
    /// # Errors
    /// There is no such space.
    pub fn space_settings(&self, name: &str) -> Result<SpaceSettings, Error> {
        Ok(self.ledger.space(name)?)
    }

    /// How the space that is open scores, as it is set now.
    pub(crate) fn scoring(&self) -> Result<Scoring, Error> {
        Ok(self.ledger.space(self.space())?.scoring.unwrap_or_default())
    }

    /// Makes a space; answers the entry that says so.
    ///
    /// # Errors
    /// There is one of this name; a setting that cannot be.
    pub fn make_space(&self, settings: &SpaceSettings) -> Result<String, Error> {
        Ok(self.ledger.make_space(settings, self.clock.now())?)
    }

    /// Whether a space can be made so; nothing is stored.
    ///
    /// # Errors
    /// As [`Engine::make_space`].
    pub fn rehearse_space(&self, settings: &SpaceSettings) -> Result<(), Error> {
        Ok(self.ledger.rehearse_space(settings, self.clock.now())?)
    }

    /// Changes the settings of the space that is open; answers the entry that says so.
    ///
    /// # Errors
    /// A setting that cannot be.
    pub fn set_space(&self, settings: &SpaceSettings) -> Result<String, Error> {
        let receipt = self.tell(vec![Told::Space(settings.clone())], None, None)?;
        Ok(receipt.applied.into_iter().next().map(|applied| applied.event).unwrap_or_default())
    }
}

/// The relations that get values by what is told, in proposals too: what they would tell counts once
/// accepted. A key that is moved brings its values with it.
fn relations_in(told: &[Told]) -> Vec<&str> {
    let mut found = Vec::new();
    for told in told {
        match told {
            Told::Assert(assert) => found.push(assert.relation.as_str()),
            Told::Confirm(confirm) => found.push(confirm.relation.as_str()),
            Told::Alias(alias) => found.extend(alias.into_relation.as_deref()),
            Told::Propose(proposal) => found.extend(relations_in(&proposal.acts)),
            _ => {}
        }
    }
    found
}

fn own_relation(own: RegisteredRelation, shown: Option<String>) -> RelationListed {
    RelationListed {
        name: shown.unwrap_or(own.name),
        cardinality: own.cardinality,
        half_life_days: own.half_life_days,
        on_conflict: own.on_conflict,
        importance: own.importance,
        aliases: own.aliases,
        own: true,
    }
}

/// The same again, as it is told. Aliases of the lexicon are the lexicon's: they lead to its name
/// when something is told, and need not be in the ledger.
fn of_listed(listed: &RelationListed) -> NewRelation {
    NewRelation {
        relation: listed.name.clone(),
        cardinality: listed.cardinality,
        half_life_days: listed.half_life_days,
        on_conflict: Some(listed.on_conflict),
        importance: listed.importance,
        aliases: if listed.own { listed.aliases.clone() } else { Vec::new() },
    }
}

/// Names that are not among some yet.
fn add_names(names: &mut Vec<String>, more: Vec<String>) {
    for name in more {
        if !names.iter().any(|known| normalize_name(known) == normalize_name(&name)) {
            names.push(name);
        }
    }
}

fn add_aliases(relation: &mut NewRelation, names: &[String]) {
    for name in names {
        let folded = normalize_name(name);
        let known = folded == normalize_name(&relation.relation)
            || relation.aliases.iter().any(|alias| normalize_name(alias) == folded);
        if !known {
            relation.aliases.push(name.clone());
        }
    }
}

/// The relations that are known without being told.
#[must_use]
pub fn built_in_relations() -> Vec<RelationListed> {
    Lexicon::built_in()
        .relations()
        .map(|spec| RelationListed {
            name: spec.name.to_string(),
            cardinality: spec.cardinality,
            half_life_days: Some(spec.half_life_days),
            on_conflict: OnConflict::Supersede,
            importance: None,
            aliases: spec.aliases.iter().map(ToString::to_string).collect(),
            own: false,
        })
        .collect()
}
