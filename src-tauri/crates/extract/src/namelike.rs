//! Names of one thing: said in full, by what they begin or end with, the other way round ("the pager
//! for payments"), or with words cut short ("pkg"). A form that fits two names fits none.

use std::collections::HashMap;

use memstrata_model::normalize_name;

use crate::words;

/// Words that are cut short alike by everybody.
const SHORT: &[(&str, &str)] = &[
    ("acct", "account"),
    ("app", "application"),
    ("appt", "appointment"),
    ("auth", "authentication"),
    ("bday", "birthday"),
    ("bldg", "building"),
    ("cfg", "config"),
    ("conf", "conference"),
    ("db", "database"),
    ("dept", "department"),
    ("dev", "development"),
    ("dwh", "data warehouse"),
    ("env", "environment"),
    ("fam", "family"),
    ("fe", "frontend"),
    ("govt", "government"),
    ("img", "image"),
    ("infra", "infrastructure"),
    ("int", "integration"),
    ("k8s", "kubernetes"),
    ("kindy", "kindergarten"),
    ("mgmt", "management"),
    ("mgr", "manager"),
    ("mins", "minutes"),
    ("msg", "message"),
    ("mtg", "meeting"),
    ("perf", "performance"),
    ("pkg", "package"),
    ("pic", "picture"),
    ("prod", "production"),
    ("pw", "password"),
    ("rego", "registration"),
    ("repo", "repository"),
    ("sched", "schedule"),
    ("subs", "subscription"),
    ("svc", "service"),
    ("tf", "terraform"),
    ("uni", "university"),
    ("veg", "vegetable"),
    ("wh", "warehouse"),
];

/// Nouns that may fall away behind the name of what they stand for.
fn falls_away(word: &str) -> bool {
    matches!(
        word,
        "repository"
            | "package"
            | "crowd"
            | "team"
            | "crew"
            | "job"
            | "pull"
            | "line"
            | "office"
            | "account"
            | "cover"
            | "system"
            | "machine"
            | "group"
            | "squad"
            | "key"
            | "cluster"
            | "class"
            | "lesson"
            | "night"
            | "module"
            | "index"
            | "unit"
    )
}

/// Words before a noun that only say that it is ours, or which of ours everybody knows.
fn is_own(word: &str) -> bool {
    matches!(
        word,
        "family"
            | "home"
            | "household"
            | "house"
            | "main"
            | "whole"
            | "usual"
            | "big"
            | "little"
            | "good"
            | "poor"
    )
}

/// A name in the words that it is compared by.
pub(crate) fn words_of(name: &str) -> Vec<String> {
    let normal = normalize_name(name);
    let mut out: Vec<String> = Vec::new();
    for word in normal.split([' ', '_']).map(|w| w.trim_matches(|c: char| !c.is_alphanumeric() && c != '%')) {
        if word.is_empty() || words::is_determiner(word) || matches!(word, "my" | "our" | "user's") {
            continue;
        }
        match SHORT.iter().find(|(short, _)| *short == word) {
            Some((_, full)) => out.extend(full.split(' ').map(str::to_owned)),
            None => out.push(words::singular(word)),
        }
    }
    // "pager for payments" is the payments pager.
    if let Some(at) = out.iter().position(|w| matches!(w.as_str(), "for" | "of")).filter(|at| *at > 0) {
        let mut turned: Vec<String> =
            out[at + 1..].iter().filter(|w| !words::is_preposition(w)).cloned().collect();
        turned.extend(out[..at].iter().cloned());
        return turned;
    }
    if let Some(at) = out.iter().position(|w| words::is_preposition(w)).filter(|at| *at > 0) {
        out.truncate(at);
    }
    out
}

/// Whether a form and a name are names of one thing.
pub(crate) fn same_thing(form: &[String], name: &[String]) -> bool {
    if form.is_empty() || name.is_empty() {
        return false;
    }
    if form == name {
        return true;
    }
    let (short, long) = if form.len() < name.len() { (form, name) } else { (name, form) };
    if short.len() == long.len() {
        return false;
    }
    // Its head noun, with less before it; more before it makes another of it ("the docs build"), but
    // for words that every household or team says of its own.
    let more = &long[..long.len() - short.len()];
    let ends = long.ends_with(short)
        && short.iter().any(|w| w.chars().count() > 2)
        && (form.len() < name.len() || more.iter().all(|w| is_own(w)));
    // What it begins with, where only nouns that fall away are left out.
    let begins = long.starts_with(short) && long[short.len()..].iter().all(|w| falls_away(w));
    ends || begins
}

/// Names by the words that they begin and end with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Likenesses {
    names: Vec<(String, Vec<String>)>,
    by_word: HashMap<String, Vec<usize>>,
}

impl Likenesses {
    pub fn add(&mut self, name: &str) {
        let words = words_of(name);
        let (Some(first), Some(last)) = (words.first().cloned(), words.last().cloned()) else { return };
        let number = self.names.len();
        self.names.push((name.to_owned(), words));
        self.by_word.entry(last.clone()).or_default().push(number);
        if first != last {
            self.by_word.entry(first).or_default().push(number);
        }
    }

    /// The names that a form may be another name of.
    pub fn of(&self, form: &str) -> Vec<String> {
        let form = words_of(form);
        let mut found: Vec<usize> = Vec::new();
        for word in [form.first(), form.last()].into_iter().flatten() {
            for number in self.by_word.get(word).into_iter().flatten() {
                if !found.contains(number) && same_thing(&form, &self.names[*number].1) {
                    found.push(*number);
                }
            }
        }
        found.into_iter().map(|number| self.names[number].0.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(form: &str, name: &str) -> bool {
        same_thing(&words_of(form), &words_of(name))
    }

    #[test]
    fn a_thing_is_named_again_by_less_of_its_name() {
        for (form, name) in [
            ("retro", "sprint retro"),
            ("the family call", "fam call"),
            ("data warehouse", "dwh"),
            ("pager for payments", "payments pager"),
            ("parser package", "parser pkg"),
            ("parser", "parser pkg"),
            ("UX", "UX crowd"),
            ("terraform state", "tf state"),
            ("SOC2 evidence", "SOC2 evidence pull"),
            ("family dentist", "dentist"),
            ("the spare", "spare"),
        ] {
            assert!(same(form, name), "{form} / {name}");
        }
    }

    #[test]
    fn names_that_share_a_word_are_of_two_things() {
        for (form, name) in [
            ("payments team", "payments pager"),
            ("night relay", "mail relay"),
            ("spare tyre", "spare key"),
            ("support phones", "support hours"),
            ("checkout button", "checkout"),
            ("docs build", "build"),
            ("cache server", "cache"),
        ] {
            assert!(!same(form, name), "{form} / {name}");
        }
    }
}
