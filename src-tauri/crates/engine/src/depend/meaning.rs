//! Which keys of the ledger the two ends of a dependency mean: those from which a question for them
//! would be answered. It is asked at the time of reading, so that it does not matter whether a value
//! was told before the dependency or after it, nor under which name.

use std::collections::BTreeMap;

use memstrata_extract::query::{is_verb, stems};
use memstrata_extract::{Lexicon, ValueType};
use memstrata_ledger::Moment;
use memstrata_model::{Key, normalize_name};
use memstrata_retrieve::Gate;

use super::form::{Verb, speaks_of_a_value};
use super::phrase::{owner_of, question_of};
use super::{Dependency, End};
use crate::chain::Walked;
use crate::lead::spec_of;
use crate::{Engine, Error};

/// What phrases mean at one moment. Each is led to keys once, however many values and dependencies
/// come by it.
#[derive(Debug)]
pub(crate) struct Meanings {
    pub moment: Moment,
    led: BTreeMap<String, Vec<Key>>,
}

impl Meanings {
    pub fn at(moment: Moment) -> Self {
        Meanings { moment, led: BTreeMap::new() }
    }
}

/// Up to so many dependencies each is looked at; of more, those that share a word with the key.
const FEW: usize = 8;

impl Dependency {
    /// Whether a question asks for what depends, in the same words but for the verbs.
    pub fn is_asked_for(&self, question: &str) -> bool {
        let End::Phrase(phrase) = &self.dependent else { return false };
        let (own, asked) = (content(phrase), content(question));
        !own.is_empty() && own == asked
    }

    /// Whether a text speaks of what it depends on: of all that its words name.
    pub fn ground_is_spoken_of(&self, text: &str) -> bool {
        let own = match &self.ground.end {
            End::Phrase(phrase) => content(phrase),
            End::Key(_) => return false,
        };
        let words = stems(text);
        !own.is_empty() && own.iter().all(|stem| words.contains(stem))
    }

    /// Whether a text speaks of what depends.
    pub fn is_spoken_of(&self, text: &str) -> bool {
        let words = stems(text);
        let says = |phrase: &str| {
            let own = stems(phrase);
            !own.is_empty() && own.iter().all(|stem| words.contains(stem))
        };
        match &self.dependent {
            End::Phrase(phrase) => says(phrase),
            End::Key(key) => {
                // The teller and what is told of without a name are not named in a text.
                let unnamed = ["user", "project", "team", "we"].contains(&key.subject.as_str());
                let aliased = || {
                    spec_of(&key.relation).is_some_and(|spec| spec.aliases.iter().any(|alias| says(alias)))
                };
                (unnamed || says(&key.subject)) && (says(&key.relation) || aliased())
            }
        }
    }
}

impl Engine {
    /// Whether a value of a key depends so.
    pub(crate) fn depends_so(
        &self,
        told: &Dependency,
        key: &Key,
        among: usize,
        meanings: &mut Meanings,
    ) -> Result<bool, Error> {
        let phrase = match &told.dependent {
            End::Key(_) => return Ok(told.dependent.is_of(key)),
            End::Phrase(phrase) => phrase,
        };
        if is_measure_of(phrase, key) {
            return Ok(true);
        }
        if among > FEW && !shares_a_word(phrase, key) {
            return Ok(false);
        }
        for wording in wordings(phrase, None) {
            let keys = self.keys_of_phrase(&wording, meanings)?;
            if !keys.is_empty() {
                return Ok(keys.contains(key));
            }
        }
        Ok(self.keys_of_the_only(phrase)?.contains(key))
    }

    /// The keys that a dependency rests on.
    pub(crate) fn grounds_of(
        &self,
        told: &Dependency,
        of: Option<&Key>,
        meanings: &mut Meanings,
    ) -> Result<Vec<Key>, Error> {
        let phrase = match &told.ground.end {
            End::Key(key) => return Ok(vec![key.clone()]),
            End::Phrase(phrase) => phrase,
        };
        for wording in wordings(phrase, Some(&told.dependent)) {
            let keys = self.keys_of_phrase(&wording, meanings)?;
            if !keys.is_empty() {
                return Ok(keys);
            }
        }
        // Of the thing that has the dependent value, where neither was said of anything.
        if let (Some(noun), Some(of)) =
            (phrase.strip_prefix("the ").filter(|noun| !noun.contains(" of ")), of)
        {
            let keys = self.keys_of_phrase(&format!("the {noun} of {}", of.subject), meanings)?;
            if !keys.is_empty() {
                return Ok(keys);
            }
        }
        self.keys_of_the_only(phrase)
    }

    /// The keys that "the export format" names where one thing alone has one.
    fn keys_of_the_only(&self, phrase: &str) -> Result<Vec<Key>, Error> {
        let Some(noun) = phrase.strip_prefix("the ").filter(|noun| !noun.contains(" of ")) else {
            return Ok(Vec::new());
        };
        let mut names = vec![normalize_name(noun)];
        names.extend(Lexicon::built_in().resolve(noun).map(|spec| normalize_name(spec.name)));
        names.dedup();
        let listed = self.keys_of_relations(&names)?;
        let mut keys: Vec<Key> = listed.iter().map(|listed| listed.home.clone()).collect();
        keys.sort();
        keys.dedup();
        let one = keys.iter().all(|key| key.subject == keys[0].subject);
        Ok(if one { keys } else { Vec::new() })
    }

    /// The keys that a question for a phrase is answered from.
    fn keys_of_phrase(&self, phrase: &str, meanings: &mut Meanings) -> Result<Vec<Key>, Error> {
        if let Some(known) = meanings.led.get(phrase) {
            return Ok(known.clone());
        }
        let keys = self.led_by_phrase(phrase, meanings.moment)?;
        meanings.led.insert(phrase.to_owned(), keys.clone());
        Ok(keys)
    }

    fn led_by_phrase(&self, phrase: &str, moment: Moment) -> Result<Vec<Key>, Error> {
        let question = question_of(phrase);
        let keys = self.lead_to_keys(&question, None)?.keys;
        if !keys.is_empty() {
            return Ok(keys);
        }
        let gate = Gate::at(moment.as_of, moment.known_at, self.now()?);
        let Walked::Reached(path) = self.follow_chain(&question, gate)? else { return Ok(Vec::new()) };
        let last = path.hops.last().map(|hop| hop.facts.as_slice()).unwrap_or_default();
        Ok(last
            .iter()
            .filter(|_| !path.inverse)
            .map(|fact| Key::new(&fact.subject, &fact.relation, fact.scope.as_deref()))
            .collect())
    }

    /// Whether two ends are the same, in the same words or by what they mean.
    pub(super) fn are_one(&self, a: &End, b: &End, meanings: &mut Meanings) -> Result<bool, Error> {
        if a == b {
            return Ok(true);
        }
        if let (End::Phrase(a), End::Phrase(b)) = (a, b)
            && normalize_name(a) == normalize_name(b)
        {
            return Ok(true);
        }
        let mut keys = |end: &End| match end {
            End::Key(key) => Ok(vec![key.clone()]),
            End::Phrase(phrase) => self.keys_of_phrase(phrase, meanings),
        };
        let (ours, theirs) = (keys(a)?, keys(b)?);
        Ok(ours.iter().any(|key| theirs.contains(key) || b.is_of(key)))
    }

    /// Whether a sentence says of values that one depends on another, and not of a program that it
    /// needs a library, or of one person that he follows another.
    pub(super) fn is_of_values(&self, dependent: &End, grounds: &[End], verb: Verb) -> Result<bool, Error> {
        let dependent_is = self.sort_of(dependent)?;
        let mut of_grounds = Vec::new();
        for ground in grounds {
            of_grounds.push(self.sort_of(ground)?);
        }
        if dependent_is == Sort::Thing || of_grounds.contains(&Sort::Thing) {
            return Ok(false);
        }
        let some_value = dependent_is == Sort::Value || of_grounds.contains(&Sort::Value);
        Ok(some_value || verb != Verb::Loosely)
    }

    fn sort_of(&self, end: &End) -> Result<Sort, Error> {
        let End::Phrase(phrase) = end else { return Ok(Sort::Value) };
        let bare = ["the ", "my ", "our "].iter().find_map(|start| phrase.strip_prefix(start));
        let noun = bare.unwrap_or(phrase);
        let noun = noun.split(" of ").next().unwrap_or(noun);
        let head = noun.split_whitespace().next_back().unwrap_or_default();
        let known = Lexicon::built_in().resolve(&noun.to_lowercase()).is_some()
            || Lexicon::built_in().resolve(&head.to_lowercase()).is_some();
        let several = noun.contains(' ');
        if is_class_of_things(head) && !(several && is_loose_class(head)) {
            return Ok(Sort::Thing);
        }
        if known || bare.is_none() {
            return Ok(Sort::Value);
        }
        // "Redis 7" is nobody's value. "The key we sing the Ave Maria in" is called by its first words.
        let teller = |word: &&str| !matches!(*word, "I" | "i" | "we");
        let named =
            |word: &str| word.starts_with(char::is_uppercase) || word.bytes().any(|b| b.is_ascii_digit());
        if noun.split_whitespace().take_while(teller).any(named) {
            return Ok(Sort::Thing);
        }
        if speaks_of_a_value(phrase) {
            return Ok(Sort::Value);
        }
        let name = [normalize_name(noun)];
        let sought = memstrata_ledger::KeyNamesSought { subjects: &name, ..Default::default() };
        let is_subject = !self.ledger.keys_named(self.space(), &sought, 0)?.is_empty();
        Ok(if is_subject { Sort::Thing } else { Sort::Unknown })
    }
}

/// What a phrase names, as far as it can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Value,
    Thing,
    Unknown,
}

/// The wordings under which an end may have been told; what something depends on, of the same owner
/// before any other.
fn wordings(phrase: &str, dependent: Option<&End>) -> Vec<String> {
    let mut out = Vec::new();
    let bare = phrase.split_once(' ').map(|(first, rest)| (first, rest.to_owned()));
    match bare {
        Some(("the", noun)) if !noun.contains(" of ") => {
            let (own, owner) = match dependent {
                Some(end @ End::Phrase(own)) => (own.as_str(), owner_of(end)),
                Some(End::Key(key)) => (if key.subject == "user" { "my " } else { "" }, key.subject.clone()),
                None => ("", String::new()),
            };
            match own {
                _ if own.starts_with("my ") => out.push(format!("my {noun}")),
                _ if own.starts_with("our ") => out.push(format!("our {noun}")),
                _ if owner != own && !owner.is_empty() => out.push(format!("the {noun} of {owner}")),
                _ => {}
            }
            out.push(phrase.to_owned());
            out.push(format!("our {noun}"));
            out.push(format!("my {noun}"));
        }
        // What is "ours" or "mine" may be told of nobody.
        Some((whose @ ("our" | "my"), noun)) => {
            out.push(phrase.to_owned());
            out.push(format!("the {noun}"));
            out.push(format!("{} {noun}", if whose == "my" { "our" } else { "my" }));
        }
        Some(("which" | "what", clause)) => {
            out.push(phrase.to_owned());
            out.extend(noun_of_clause(&clause));
        }
        _ => out.push(phrase.to_owned()),
    }
    let mut known: Vec<String> = Vec::new();
    out.retain(|wording| {
        !known.contains(wording) && {
            known.push(wording.clone());
            true
        }
    });
    out
}

/// "My office" of "(which) office I go to", "the school of Emma" of "school Emma goes to".
fn noun_of_clause(clause: &str) -> Vec<String> {
    let words: Vec<&str> = clause.split_whitespace().collect();
    let Some(at) = words.iter().position(|word| {
        matches!(*word, "I" | "i" | "we" | "my" | "our" | "the") || word.starts_with(char::is_uppercase)
    }) else {
        return Vec::new();
    };
    let noun = words[..at].join(" ");
    if noun.is_empty() {
        return Vec::new();
    }
    match words[at] {
        "I" | "i" | "we" => vec![format!("my {noun}"), format!("our {noun}"), format!("the {noun}")],
        "my" | "our" | "the" if at + 1 < words.len() => {
            vec![format!("the {noun} of {} {}", words[at], words[at + 1])]
        }
        name => vec![format!("the {noun} of {name}")],
    }
}

/// "Ivo's commute depends on …", where what was told is how long "Ivo's commute" is: a measure of what
/// the phrase names, without a word for which.
fn is_measure_of(phrase: &str, key: &Key) -> bool {
    use ValueType as T;
    let (mut own, mut subject) = (stems(phrase), stems(&key.subject));
    own.sort();
    subject.sort();
    own == subject
        && !own.is_empty()
        && spec_of(&key.relation).is_some_and(|spec| {
            matches!(
                spec.value_type,
                T::Money
                    | T::Duration
                    | T::Quantity
                    | T::Integer
                    | T::Length
                    | T::Percent
                    | T::Rate
                    | T::Bytes
                    | T::Time
                    | T::TimeRange
                    | T::Schedule
                    | T::Scalar
            )
        })
}

fn shares_a_word(phrase: &str, key: &Key) -> bool {
    let spec = spec_of(&key.relation);
    let told = spec.iter().flat_map(|spec| spec.aliases.iter().chain(&spec.patterns).copied());
    let own: Vec<String> = told
        .chain([key.subject.as_str(), key.relation.as_str(), key.scope.as_str()])
        .flat_map(stems)
        .collect();
    stems(phrase).iter().any(|stem| own.contains(stem))
}

/// The stems of what a phrase names, in order: without those of frame, and, where others are left,
/// without its verbs.
fn content(phrase: &str) -> Vec<String> {
    let idle = |stem: &str| {
        matches!(
            stem,
            "be" | "do" | "have" | "now" | "current" | "currently" | "still" | "today" | "what" | "it"
        )
    };
    let mut own = stems(phrase);
    own.retain(|stem| !idle(stem));
    let names: Vec<String> = own.iter().filter(|stem| !is_verb(stem) || is_noun(stem)).cloned().collect();
    let mut own = if names.is_empty() { own } else { names };
    own.sort();
    own
}

/// Whether a word that can be a verb names a relation as a noun ("plan", "rent").
fn is_noun(stem: &str) -> bool {
    Lexicon::built_in().resolve(stem).is_some()
}

/// Classes of things of which one can be a value, by what it is for ("the backup tool").
fn is_loose_class(noun: &str) -> bool {
    matches!(noun.to_lowercase().as_str(), "tool" | "system" | "build" | "script")
}

/// Nouns for things that need others to run, and are no values of anything.
fn is_class_of_things(noun: &str) -> bool {
    matches!(
        noun.to_lowercase().as_str(),
        "service"
            | "server"
            | "app"
            | "application"
            | "library"
            | "package"
            | "crate"
            | "module"
            | "tool"
            | "worker"
            | "system"
            | "project"
            | "plugin"
            | "binary"
            | "script"
            | "code"
            | "website"
            | "build"
            | "pipeline"
            | "component"
            | "weather"
            | "program"
    )
}
