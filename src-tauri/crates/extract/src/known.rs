//! What the ledger knows already, as far as reading a telling may lean on it: exact names, the
//! short forms of names ("the relay" where one relay is known), and the values that hold. No
//! similarity: a form fits by its words or not at all, and two that fit are none.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use memstrata_model::{Key, normalize_name};

use crate::fact::{FoundFact, FoundOp};
use crate::namelike::Likenesses;
use crate::normalize::normalize_value_of;
use crate::words;

/// The names that the ledger already knows, and what holds of them.
pub trait KnownSubjects: Debug {
    /// The canonical subject of a name or alias, if the ledger has one.
    fn canonical(&self, name: &str) -> Option<String>;

    /// The known subjects that a short form may stand for.
    fn short_for(&self, _form: &str) -> Vec<String> {
        Vec::new()
    }

    /// The known subjects of which a form may be another name: by less of it, or cut short.
    fn alike(&self, _form: &str) -> Vec<String> {
        Vec::new()
    }

    /// What holds of a subject, by key.
    fn held(&self, _subject: &str) -> Vec<Held> {
        Vec::new()
    }

    /// The keys of which a value holds.
    fn holding(&self, _value: &str) -> Vec<Held> {
        Vec::new()
    }

    /// Whether nothing is known at all.
    fn is_empty(&self) -> bool {
        false
    }
}

/// A value that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    pub subject: String,
    pub relation: String,
    pub scope: Option<String>,
    pub object: String,
}

/// A ledger that knows nobody yet.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoKnownSubjects;

impl KnownSubjects for NoKnownSubjects {
    fn canonical(&self, _name: &str) -> Option<String> {
        None
    }

    fn is_empty(&self) -> bool {
        true
    }
}

/// Known names by their exact form and by their short ones.
#[derive(Clone, Debug, Default)]
pub struct NameIndex {
    exact: HashMap<String, String>,
    short: HashMap<String, Vec<String>>,
    alike: Likenesses,
}

impl NameIndex {
    /// Takes a name, as first told.
    pub fn add(&mut self, name: &str) {
        let normal = normalize_name(name);
        if self.exact.contains_key(&normal) {
            return;
        }
        for form in short_forms(name) {
            let list = self.short.entry(form).or_default();
            if !list.iter().any(|n| n == name) {
                list.push(name.to_owned());
            }
        }
        self.alike.add(name);
        self.exact.insert(normal, name.to_owned());
    }

    /// The names that a form may be another name of.
    #[must_use]
    pub fn alike(&self, form: &str) -> Vec<String> {
        self.alike.of(form)
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.exact.is_empty()
    }

    #[must_use]
    pub fn canonical(&self, name: &str) -> Option<String> {
        self.exact.get(&normalize_name(name)).cloned()
    }

    /// The names that a form may stand for: those that it shortens, and the one that it writes out
    /// with a noun for its class ("the billing service" for "billing").
    #[must_use]
    pub fn short_for(&self, form: &str) -> Vec<String> {
        let form = normalize_name(form);
        let mut found = self.short.get(&form).cloned().unwrap_or_default();
        // "backups" for what was told of the "backup".
        let one = words::singular(&form);
        if let Some(known) = self.exact.get(&one).filter(|_| one != form) {
            found.push(known.clone());
        }
        if let Some((name, class)) = form.rsplit_once(' ')
            && is_class_noun(class)
            && !names_another(name, class)
            && let Some(known) = self.exact.get(name)
            && !found.contains(known)
        {
            found.push(known.clone());
        }
        found
    }
}

impl Extend<String> for NameIndex {
    fn extend<T: IntoIterator<Item = String>>(&mut self, names: T) {
        names.into_iter().for_each(|name| self.add(&name));
    }
}

/// Nouns that say of a name only what kind of thing it names.
fn is_class_noun(word: &str) -> bool {
    matches!(
        word,
        "service"
            | "server"
            | "team"
            | "group"
            | "crew"
            | "squad"
            | "department"
            | "cluster"
            | "app"
            | "job"
            | "repo"
            | "repository"
            | "module"
            | "database"
            | "system"
            | "project"
    )
}

/// Nouns for people together, whose name stands for them without the noun.
fn is_of_people(word: &str) -> bool {
    matches!(word, "team" | "group" | "crew" | "squad" | "department")
}

/// Whether a class noun after a name makes another thing's name of it: "billing API server", "cache
/// server" are what the thing runs on, "report app job" is what belongs to it.
fn names_another(name: &str, class: &str) -> bool {
    let last = name.rsplit(' ').next().unwrap_or(name);
    let part = matches!(class, "server" | "cluster" | "database") && !name.contains(['-', '_', '/']);
    part || !is_of_people(class)
        && (is_class_noun(last) || matches!(last, "api" | "ui" | "cli" | "worker" | "site" | "client"))
}

/// The shorter forms by which a name of several words is taken up again: its head noun with less
/// before it ("relay" for "mail relay"), or without what follows it ("cabin" for "cabin in Gerês",
/// "platform" for "platform group"), and with its words cut short ("exh. 12").
fn short_forms(name: &str) -> Vec<String> {
    // Somebody's thing is not taken up without the owner, and a proper name is no noun.
    if name.contains("'s ") || name.split(' ').count() > 8 {
        return Vec::new();
    }
    let normal = normalize_name(name);
    let words: Vec<&str> = normal.split(' ').collect();
    let end = words.iter().skip(1).position(|w| words::is_preposition(w)).map_or(words.len(), |i| i + 1);
    let proper = name.split(' ').take(end).all(|w| {
        w.chars().next().is_some_and(char::is_uppercase) && w.chars().skip(1).any(char::is_lowercase)
    });
    let mut forms = Vec::new();
    let one = words::singular(&normal);
    if one != normal && !proper {
        forms.push(one);
    }
    if end < words.len() {
        forms.push(words[..end].join(" "));
    } else if !proper {
        forms.extend((1..words.len()).map(|from| words[from..].join(" ")));
    }
    // "the platform" decides as the platform group does; "the billing" is no billing service.
    if words.len() > 1 && end == words.len() && is_of_people(words[end - 1]) {
        forms.push(words[..end - 1].join(" "));
    }
    // "exhibit 12" is cited as "exh. 12".
    if let [noun, number] = words.as_slice()
        && number.bytes().all(|b| b.is_ascii_digit())
        && noun.chars().count() > 4
        && noun.is_ascii()
    {
        forms.extend((2..=4).map(|cut| format!("{}. {number}", &noun[..cut])));
    }
    forms.retain(|f| f.chars().filter(|c| c.is_alphabetic()).count() > 2);
    forms
}

/// Facts told so far, the later of a key in the place of the earlier: a ledger in small.
#[derive(Clone, Debug, Default)]
pub struct Recollection {
    names: NameIndex,
    held: BTreeMap<Key, Vec<Held>>,
}

impl Recollection {
    /// Takes a fact as told now.
    pub fn tell(&mut self, fact: &FoundFact) {
        let key = Key::new(&fact.subject, &fact.relation, fact.scope.as_deref());
        let values = self.held.entry(key).or_default();
        let value = |object: &str| normalize_value_of(&fact.relation, object);
        let same = |h: &Held| value(&h.object) == value(&fact.object);
        match fact.op {
            FoundOp::End | FoundOp::Void => values.retain(|h| !(fact.object.is_empty() || same(h))),
            FoundOp::Assert => {
                if fact.window || fact.valid_to.is_some() {
                    return;
                }
                if !fact.set_valued && fact.closes {
                    values.clear();
                }
                if !values.iter().any(same) {
                    values.push(Held {
                        subject: self.names.canonical(&fact.subject).unwrap_or_else(|| fact.subject.clone()),
                        relation: fact.relation.clone(),
                        scope: fact.scope.clone(),
                        object: fact.object.clone(),
                    });
                }
                self.names.add(&fact.subject);
            }
        }
    }
}

impl KnownSubjects for Recollection {
    fn canonical(&self, name: &str) -> Option<String> {
        self.names.canonical(name)
    }

    fn short_for(&self, form: &str) -> Vec<String> {
        self.names.short_for(form)
    }

    fn alike(&self, form: &str) -> Vec<String> {
        self.names.alike(form)
    }

    fn held(&self, subject: &str) -> Vec<Held> {
        let subject = normalize_name(subject);
        self.held.iter().filter(|(key, _)| key.subject == subject).flat_map(|(_, v)| v.clone()).collect()
    }

    fn holding(&self, value: &str) -> Vec<Held> {
        let same =
            |h: &&Held| normalize_value_of(&h.relation, &h.object) == normalize_value_of(&h.relation, value);
        self.held.values().flatten().filter(same).cloned().collect()
    }

    fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(names: &[&str]) -> NameIndex {
        let mut index = NameIndex::default();
        index.extend(names.iter().map(|n| (*n).to_owned()));
        index
    }

    #[test]
    fn a_name_is_taken_up_by_its_head() {
        let known = index(&["mail relay", "cabin in Gerês", "platform group", "exhibit 12", "ledger"]);
        for (form, name) in [
            ("relay", "mail relay"),
            ("cabin", "cabin in Gerês"),
            ("platform", "platform group"),
            ("exh. 12", "exhibit 12"),
            ("ledger service", "ledger"),
        ] {
            assert_eq!(known.short_for(form), [name], "{form}");
        }
    }

    #[test]
    fn what_names_two_things_or_none_stands_for_nothing_sure() {
        let known = index(&["mail relay", "night relay", "Casa Nova", "Ana's cat", "exhibit 12"]);
        assert_eq!(known.short_for("relay").len(), 2);
        for form in ["nova", "cat", "12", "mail", "relays", ""] {
            assert!(known.short_for(form).is_empty(), "{form}");
        }
    }
}
