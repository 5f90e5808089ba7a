//! Questions that name a value themselves ("does Tom still live in Porto", "when did Maria join
//! Feedzai", "how long did Anna own billing"): which fact of the ledger they speak of. The value is
//! found first, since it is the one thing that ledger and question write alike; the rest of the
//! question has to be words of its key, words of change, or words that the value was told with.
//! What is answered is [`super::claimed`]'s.

use memstrata_extract::{QueryKey, query::stems};
use memstrata_ledger::{KeyNamesSought, Moment};
use memstrata_model::{Fact, FactState, Key, normalize_name};

use crate::asking::is_helper;
use crate::depend::{asks_what_it_depends_on, says_what_it_depends_on};
use crate::query::query_of;
use crate::wording::{is_of_change, is_of_time};
use crate::{Engine, Error};

/// Texts that share words with the question, whose keys are looked at.
const TEXTS: usize = 40;
/// Keys whose values are looked at.
const KEYS: usize = 200;
/// The share of a subject that a question has to name.
const NAMED: f64 = 0.6;

/// What is asked of the value that a question names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// "Is it …?", "does she …?"
    Whether,
    /// "Did she ever …?"
    WhetherEver,
    /// "When did she start …?", "since when …?"
    Start,
    /// "When did she stop …?"
    End,
    /// "How long …?"
    Length,
}

impl Form {
    pub fn of(question: &str) -> Option<Self> {
        let words = plain_words(question);
        let at = |place: usize| words.get(place).map_or("", String::as_str);
        // "Isn't it green?"
        let helps = |word: &str| is_helper(word.strip_suffix("n't").unwrap_or(word));
        if helps(at(0)) {
            // "Is it green or red?" asks for one of two values.
            if words.iter().any(|word| word == "or") {
                return None;
            }
            let ever = words.iter().any(|word| word == "ever");
            return Some(if ever { Form::WhetherEver } else { Form::Whether });
        }
        let length = matches!((at(0), at(1)), ("how", "long"))
            || matches!((at(0), at(1), at(2)), ("for" | "since", "how", "long"));
        if length {
            return Some(Form::Length);
        }
        let since = matches!((at(0), at(1)), ("since" | "from", "when"));
        let when = at(0) == "when" && helps(at(1));
        let on_day = matches!(at(0), "what" | "which")
            && matches!(at(1), "day" | "date" | "month" | "year")
            && helps(at(2));
        if since {
            return Some(Form::Start);
        }
        (when || on_day).then(|| if ends(&words) { Form::End } else { Form::Start })
    }
}

/// Words that tell that something ended ("when did she leave").
fn ends(words: &[String]) -> bool {
    let alone = [
        "stop",
        "stopped",
        "quit",
        "leave",
        "left",
        "end",
        "ended",
        "cease",
        "ceased",
        "drop",
        "dropped",
        "abandon",
        "abandoned",
        "retire",
        "retired",
        "remove",
        "removed",
        "lose",
        "lost",
        "finish",
        "finished",
        "resign",
        "resigned",
        "cancel",
        "cancelled",
        "divorce",
        "divorced",
        "sell",
        "sold",
        "expire",
        "expired",
    ];
    let parted = |pair: &[String]| {
        matches!(
            (pair[0].as_str(), pair[1].as_str()),
            ("break" | "broke" | "split", "up") | ("step" | "stepped", "down") | ("no", "longer")
        )
    };
    words.iter().any(|word| alone.contains(&word.as_str()))
        || words.windows(2).any(parted)
        || words.windows(2).any(|pair| pair[1] == "away" || (pair[0] == "give" && pair[1] == "up"))
}

/// A value that a question names, with all spells of its key.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    pub key: Key,
    /// The value as the ledger has it.
    pub value: String,
    /// Every version of the key inside what is believed, by when it began.
    pub facts: Vec<Fact>,
}

impl Claim {
    /// The versions that have the value named.
    pub fn spells(&self) -> impl Iterator<Item = &Fact> {
        let own = value_stems(&self.value);
        self.facts.iter().filter(move |fact| value_stems(&fact.object) == own)
    }
}

impl Engine {
    /// The value that a question names, if it is one of a key that the rest of it names.
    pub(super) fn claim(&self, question: &str, moment: Moment) -> Result<Option<Claim>, Error> {
        let query = query_of(question);
        let hits = self.ledger.search_words(self.space(), question, moment.known_at, TEXTS)?;
        let episodes: Vec<i64> = hits.iter().map(|hit| hit.seq).collect();
        let told = KeyNamesSought { episodes: &episodes, ..KeyNamesSought::default() };
        if let Some(claim) = self.claim_among(&query, question, &told, moment)? {
            return Ok(Some(claim));
        }
        let mut subjects: Vec<String> = query.subjects.iter().map(|name| normalize_name(name)).collect();
        subjects.sort();
        subjects.dedup();
        let named = KeyNamesSought { subjects: &subjects, ..KeyNamesSought::default() };
        self.claim_among(&query, question, &named, moment)
    }

    fn claim_among(
        &self,
        query: &QueryKey,
        question: &str,
        sought: &KeyNamesSought<'_>,
        moment: Moment,
    ) -> Result<Option<Claim>, Error> {
        let mut keys: Vec<(Key, Key)> = self.ledger.keys_named(self.space(), sought, 0)?;
        keys.sort();
        keys.dedup();
        let of_values = !asks_what_it_depends_on(&query.terms);
        keys.retain(|(told, _)| !(of_values && says_what_it_depends_on(&told.relation)));
        keys.retain(|(told, _)| query.names_subject(&told.subject) >= NAMED);
        keys.truncate(KEYS);
        let words = stems(question);
        let mut best: Option<(Fit, Claim)> = None;
        for (told, home) in keys {
            let mut facts = self.versions_of(&home, moment)?;
            facts.retain(|fact| fact.state != FactState::Withdrawn);
            facts.sort_by_key(|fact| fact.valid_from);
            for fact in &facts {
                let Some(fit) = fit_of(query, &words, question, &told, fact) else { continue };
                if best.as_ref().is_none_or(|(other, _)| fit.better_than(other)) {
                    let claim = Claim { key: home.clone(), value: fact.object.clone(), facts: facts.clone() };
                    best = Some((fit, claim));
                }
            }
        }
        Ok(best.map(|(_, claim)| claim))
    }
}

/// How well a value of a key fits a question that names it.
#[derive(Clone, Copy, Debug)]
struct Fit {
    /// Words of the value that the question says; all of them count for more.
    whole: bool,
    subject: f64,
    /// Where two values are named ("from Stripe to Adyen"), the one that it became.
    became: bool,
    /// Words of the question that only the telling text has.
    borrowed: usize,
}

impl Fit {
    fn better_than(&self, other: &Fit) -> bool {
        let order = |fit: &Fit| (fit.became, fit.whole, std::cmp::Reverse(fit.borrowed));
        order(self).cmp(&order(other)).then(self.subject.total_cmp(&other.subject)).is_gt()
    }
}

fn fit_of(query: &QueryKey, words: &[String], question: &str, key: &Key, fact: &Fact) -> Option<Fit> {
    let of_subject = stems(&key.subject);
    let own = value_stems(&fact.object);
    // A word that the key has anyway names no value.
    let distinct: Vec<&String> = own.iter().filter(|stem| !of_subject.contains(stem)).collect();
    if distinct.is_empty() {
        return None;
    }
    let says = |stem: &str| words.iter().any(|word| word == stem) || says_plainly(question, stem);
    let whole = distinct.iter().all(|stem| says(stem));
    // "Anna" for Anna Keller, "the Tesla" for a Tesla Model 3; a figure is said whole or not at all.
    let figure = |stem: &str| stem.bytes().any(|b| b.is_ascii_digit());
    let named_in_part = || {
        let names = proper_stems(&fact.object);
        distinct.iter().any(|stem| names.contains(stem) && says(stem))
    };
    if !(whole || named_in_part()) {
        return None;
    }
    let figures_said = distinct.iter().all(|stem| !figure(stem) || says(stem));
    let only_figures = distinct.iter().all(|stem| figure(stem));
    if !figures_said && only_figures {
        return None;
    }
    let scope = (!key.scope.is_empty()).then_some(key.scope.as_str());
    let text: Vec<String> = fact
        .sources
        .iter()
        .filter_map(|source| source.text.as_deref())
        .chain(fact.text.as_deref())
        .flat_map(stems)
        .collect();
    let mut borrowed = 0;
    for term in query.unsaid(&key.subject, &key.relation, scope) {
        if own.iter().any(|stem| stem == term) || is_of_change(term) || is_of_time(term) {
            continue;
        }
        if !text.iter().any(|word| word == term) {
            return None;
        }
        borrowed += 1;
    }
    let lower = question.to_lowercase();
    let became = own.first().is_some_and(|first| {
        let first = first.as_str();
        lower.contains(&format!(" to {first}")) && lower.contains(" from ")
    });
    Some(Fit { whole, subject: query.names_subject(&key.subject), became, borrowed })
}

/// The stems of a value; words that carry nothing for stems ("on", "off", "no") as they are.
fn value_stems(value: &str) -> Vec<String> {
    let own = stems(value);
    if own.is_empty() { plain_words(value) } else { own }
}

/// Stems of the words of a value that are written as a name or a figure.
fn proper_stems(value: &str) -> Vec<String> {
    let name = |word: &&str| {
        word.chars().any(char::is_uppercase) || word.bytes().any(|b| b.is_ascii_digit()) || word.contains('_')
    };
    value.split_whitespace().filter(name).flat_map(stems).filter(|stem| stem.chars().count() > 1).collect()
}

/// Whether a word stands in the question as it is: for values that are stop words ("on"), only as
/// its last word, or before a time.
fn says_plainly(question: &str, word: &str) -> bool {
    let words = plain_words(question);
    match words.iter().rposition(|other| other == word) {
        Some(place) if stems(word).is_empty() => {
            place + 1 == words.len()
                || matches!(words[place + 1].as_str(), "in" | "at" | "on" | "since" | "before" | "after")
                || place > 0 && matches!(words[place - 1].as_str(), "turned" | "switched" | "set")
        }
        Some(_) => true,
        None => false,
    }
}

/// Whether a question asks for every value there was ("which ports has it had", "where has she
/// worked", "list all owners").
pub(super) fn asks_for_all(question: &str) -> bool {
    let words = plain_words(question);
    let at = |place: usize| words.get(place).map_or("", String::as_str);
    let lists = matches!(at(0), "list" | "name" | "show" | "enumerate" | "give" | "tell")
        && words.iter().take(4).any(|word| matches!(word.as_str(), "all" | "every" | "each"));
    let plural = |word: &str| word.ends_with('s') && !word.ends_with("ss") && word.len() > 3;
    let perfect = words.iter().position(|word| matches!(word.as_str(), "has" | "have")).is_some_and(|has| {
        let done = words[has + 1..].iter().any(|word| is_participle(word));
        // "What has it been set to": the one value that it was set to.
        let goes_on = words.iter().any(|word| matches!(word.as_str(), "been" | "just" | "now" | "already"));
        let kind = match (at(0), has) {
            ("which" | "what", 2..=4) => plural(&words[has - 1]),
            ("where" | "who" | "whom", 1) => true,
            _ => false,
        };
        done && !goes_on && kind
    });
    let over = [
        "over the years",
        "over time",
        "so far",
        "down the years",
        "in the past and now",
        "until now",
        "to date",
    ];
    let whole = words.join(" ");
    let spans = matches!(at(0), "which" | "what" | "who" | "where" | "how")
        && over.iter().any(|span| whole.ends_with(span));
    lists || perfect || spans
}

fn is_participle(word: &str) -> bool {
    word.len() > 3 && word.ends_with("ed")
        || matches!(
            word,
            "had"
                | "held"
                | "led"
                | "run"
                | "driven"
                | "known"
                | "kept"
                | "taken"
                | "worn"
                | "written"
                | "met"
                | "gone"
                | "spent"
                | "paid"
                | "taught"
                | "built"
                | "made"
                | "won"
                | "read"
                | "sat"
        )
}

/// Lower-case words without the marks around them.
pub(super) fn plain_words(text: &str) -> Vec<String> {
    text.split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase().replace('’', "'"))
        .filter(|word| !word.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_read_off_the_first_words() {
        for (question, form) in [
            ("Is the relay still on port 7001?", Some(Form::Whether)),
            ("Did Vera ever live in Faro?", Some(Form::WhetherEver)),
            ("When did Vera join the choir?", Some(Form::Start)),
            ("When did Vera leave the choir?", Some(Form::End)),
            ("When did they break up?", Some(Form::End)),
            ("Since when does she sing?", Some(Form::Start)),
            ("For how long did she sing?", Some(Form::Length)),
            ("Is the lamp red or green?", None),
            ("Where does Vera live?", None),
            ("", None),
        ] {
            assert_eq!(Form::of(question), form, "{question}");
        }
    }

    #[test]
    fn all_values_are_asked_for_in_the_perfect() {
        for question in [
            "Which ports has the relay had?",
            "Where has Vera worked?",
            "Who has owned the relay?",
            "List all owners of the relay.",
        ] {
            assert!(asks_for_all(question), "{question}");
        }
        for question in [
            "Which port has the relay been set to?",
            "Which port has the relay?",
            "Who has the keys?",
            "What has Vera named the boat?",
            "Where has Vera been living?",
        ] {
            assert!(!asks_for_all(question), "{question}");
        }
    }

    #[test]
    fn a_stop_word_is_a_value_only_where_it_stands_as_one() {
        assert!(says_plainly("Is the lamp on?", "on"));
        assert!(!says_plainly("Is the lamp on the table?", "on"));
        assert!(says_plainly("When was the lamp turned on?", "on"));
    }
}
