//! Names of one thing: said in full, by what they begin or end with, the other way round ("the pager
//! for payments"), or with words cut short ("pkg"). A form that fits two names fits none.

use std::collections::HashMap;

use memstrata_model::normalize_name;

use crate::known::KnownSubjects;
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
        "repository" | "package" | "crowd" | "team" | "crew" | "system" | "group" | "squad" | "module"
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

/// A name in the words that it is compared by, without what a preposition other than "for" and "of"
/// adds to it.
pub(crate) fn words_of(name: &str) -> Vec<String> {
    parts_of(name).0
}

/// A name in the words that it is compared by, and what a preposition adds ("meeting", "with lou").
fn parts_of(name: &str) -> (Vec<String>, Vec<String>) {
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
        return (turned, Vec::new());
    }
    let added = out.iter().position(|w| words::is_preposition(w)).filter(|at| *at > 0);
    let added = added.map(|at| out.split_off(at)).unwrap_or_default();
    (out, added)
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

/// A name as it is compared.
#[derive(Clone, Debug)]
struct Name {
    written: String,
    words: Vec<String>,
    /// What a preposition adds.
    added: Vec<String>,
}

words::word_class!(
    /// Words before a noun that tell one of its kind from another: who leaves them out speaks of another.
    contrasts: "admin guest public private internal external customer partner vendor primary secondary main \
    fallback standby old new former current next last first second third mobile desktop web native online offline nightly \
    hourly daily weekly monthly quarterly yearly annual night morning afternoon evening day weekend weekday summer winter \
    spring autumn holiday left right upper lower front back rear inner outer top bottom inside outside upstairs downstairs \
    north south east west northern southern eastern western small large big little short long junior senior deputy assistant \
    read write source target input output kids children adult office home shared spare default custom premium basic free paid \
    pro red blue green yellow black white grey gray orange purple pink brown silver gold hot cold wet dry early late"
);

words::word_class!(
    /// Words of size and side: of two things of one name, they name the one.
    sized: "small large big little upper lower left right rear inner outer upstairs downstairs north south east west \
    northern southern eastern western"
);

/// Whether one text names a thing by its size or side and the other the same without it, or by another:
/// the small meeting room is not the meeting room.
#[must_use]
pub fn apart_by_size(a: &str, b: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        text.split_whitespace().map(bare).collect()
    };
    let (a, b) = (words(a), words(b));
    let without = |named: &[String], other: &[String]| {
        named.windows(2).any(|pair| sized(&pair[0]) && other.contains(&pair[1]) && !other.contains(&pair[0]))
    };
    without(&a, &b) || without(&b, &a)
}

/// Whether what a form leaves out of a name tells one of its kind from another: "the gateway" is not
/// the staging gateway, nor "the office" the Berlin office.
#[must_use]
pub fn tells_apart(name: &str, form: &str) -> bool {
    let said = parts_of(form).0;
    name.split([' ', '-']).any(|word| {
        let lower = word.to_lowercase();
        let left_out = !said.contains(&words::singular(&lower)) && !said.contains(&lower);
        let named = |kind: &&str| matches!(*kind, "person" | "country" | "place");
        left_out
            && lower != "user's"
            && (lower.contains(['\'', '’'])
                || word.bytes().any(|b| b.is_ascii_digit())
                || words::is_environment(&lower)
                || contrasts(&lower)
                || crate::gazetteer::kinds(&lower).iter().any(named))
    })
}

/// The one known thing that a shorter form takes up.
pub(crate) fn taken_up(known: &dyn KnownSubjects, form: &str) -> Option<String> {
    match known.short_for(form).as_slice() {
        [one] if !tells_apart(one, form) => Some(one.clone()),
        _ => None,
    }
}

/// The known things that a form may be another name of; none, where the only one is told apart by what
/// the form leaves out.
pub(crate) fn alike(known: &dyn KnownSubjects, form: &str) -> Vec<String> {
    let mut names = known.alike(form);
    if let [one] = names.as_slice()
        && tells_apart(one, form)
    {
        names.clear();
    }
    names
}

/// Names by the words that they begin and end with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Likenesses {
    names: Vec<Name>,
    by_word: HashMap<String, Vec<usize>>,
}

impl Likenesses {
    pub fn add(&mut self, name: &str) {
        let (words, added) = parts_of(name);
        let (Some(first), Some(last)) = (words.first().cloned(), words.last().cloned()) else { return };
        let number = self.names.len();
        self.names.push(Name { written: name.to_owned(), words, added });
        self.by_word.entry(last.clone()).or_default().push(number);
        if first != last {
            self.by_word.entry(first).or_default().push(number);
        }
    }

    /// The names that a form may be another name of. With what a preposition adds it is another than
    /// without ("the standup on Mondays"), or with something else ("the meeting with Lou").
    pub fn of(&self, form: &str) -> Vec<String> {
        let (form, added) = parts_of(form);
        let mut found: Vec<usize> = Vec::new();
        for word in [form.first(), form.last()].into_iter().flatten() {
            for &number in self.by_word.get(word).into_iter().flatten() {
                let name = &self.names[number];
                let meets = added.is_empty() || added == name.added;
                if meets && !found.contains(&number) && same_thing(&form, &name.words) {
                    found.push(number);
                }
            }
        }
        found.into_iter().map(|number| self.names[number].written.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(form: &str, name: &str) -> bool {
        same_thing(&words_of(form), &words_of(name))
    }

    #[test]
    fn what_is_named_by_its_size_is_another() {
        for (a, b, apart) in [
            ("small meeting room", "What is the capacity of the meeting room?", true),
            ("meeting room", "What is the capacity of the small meeting room?", true),
            ("the small hall", "the large hall", true),
            ("small meeting room", "Who cleans the small meeting room?", false),
            ("meeting room", "How large is the meeting room?", false),
            ("East Lothian", "Where is the office?", false),
            ("left pump", "Is the pump left on?", false),
        ] {
            assert_eq!(apart_by_size(a, b), apart, "{a} / {b}");
        }
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
            ("family dentist", "dentist"),
            ("the spare", "spare"),
        ] {
            assert!(same(form, name), "{form} / {name}");
        }
    }

    #[test]
    fn what_tells_one_of_its_kind_from_another_is_not_left_out() {
        for (name, form) in [
            ("staging gateway", "gateway"),
            ("admin frontend", "frontend"),
            ("nightly backup", "backup"),
            ("Berlin office", "office"),
            ("Kim's laptop", "laptop"),
            ("guest wifi password", "wifi password"),
            ("API v2", "API"),
        ] {
            assert!(tells_apart(name, form), "{form} / {name}");
        }
        for (name, form) in [
            ("mail relay", "relay"),
            ("sprint retro", "retro"),
            ("user's drill", "drill"),
            ("support crew", "support"),
            ("payments pager", "pager for payments"),
        ] {
            assert!(!tells_apart(name, form), "{form} / {name}");
        }
    }

    #[test]
    fn what_a_preposition_adds_tells_things_apart() {
        let mut known = Likenesses::default();
        for name in ["meeting with Lou", "standup", "cabin in Gerês"] {
            known.add(name);
        }
        for form in ["meeting with Raj", "standup on Mondays", "cabin in Porto"] {
            assert_eq!(known.of(form), Vec::<String>::new(), "{form}");
        }
        for (form, name) in [
            ("meeting", "meeting with Lou"),
            ("mtg with Lou", "meeting with Lou"),
            ("cabin", "cabin in Gerês"),
        ] {
            assert_eq!(known.of(form), [name], "{form}");
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
