//! Questions to keys: a question is put back into the order of a statement with a gap where the
//! answer stands, and read by the same templates as a statement, so that both meet on one key.
//! Beside that, the words of the question are held against each relation's nouns and verbs, for
//! keys that were told in other words. Time in the question is the `when` crate's; which keys
//! exist is the ledger's.

mod asked;
mod fit;
mod kin;
mod relations;
mod terms;

use std::collections::BTreeMap;

use memstrata_model::normalize_name;

use crate::extractor::Extractor;
use crate::known::NoKnownSubjects;
use crate::lexicon::Lexicon;
use crate::rephrase;
use crate::value::ValueType;

pub use kin::{plain_relative, relatives_plainly};
pub use terms::{is_verb, stems};

/// A key that a question may ask for: subject, relation, scope.
pub type CandidateKey = (String, String, Option<String>);

/// What a question asks for.
#[derive(Clone, Debug, Default)]
pub struct QueryKey {
    /// Candidate subject phrases, best first, as the extractor would write them.
    pub subjects: Vec<String>,
    /// Candidate relations, best first: canonical names or open phrases.
    pub relations: Vec<String>,
    /// Candidate keys: subject, relation, scope; best first.
    pub keys: Vec<CandidateKey>,
    /// The type of the value asked for, where a question word tells.
    pub value_type: Option<ValueType>,
    /// Content words of the question, reduced to their stems, in order.
    pub terms: Vec<String>,
    /// Subject and relation of the candidate keys, folded.
    folded: Vec<(String, String)>,
    /// The candidate keys, as they are compared.
    templates: Vec<Template>,
    /// How well each relation of the lexicon fits the question's words, by normalised name.
    fits: BTreeMap<String, f64>,
    /// Stems of names, paths and figures: what a question does not mention by chance.
    names: Vec<String>,
    /// Deployment environments that the question names.
    environments: Vec<String>,
    /// Stems of what the asker calls "my".
    owned: Vec<String>,
    /// Stems of the noun of the question phrase ("which HTTP method").
    asked_nouns: Vec<String>,
    /// It speaks of the asker ("my", "I", and "the user", as an agent says).
    first_person: bool,
    /// It speaks of the asker's people ("our", "we").
    first_persons: bool,
    /// It asks for a reason, which no value of a key gives.
    asks_why: bool,
    asks_change: bool,
    /// Nobody and no pronoun is named, and something is "the": it may be the project's own.
    the_alone: bool,
}

/// A candidate key, as it is compared with keys that exist.
#[derive(Clone, Debug)]
struct Template {
    subject: String,
    /// Stems of the subject.
    words: Vec<String>,
    relation: String,
    fit: f64,
}

impl QueryKey {
    /// Whether the question asks how a value came to be another one, rather than for the value.
    #[must_use]
    pub fn asks_change(&self) -> bool {
        self.asks_change
    }
}

/// Reads a question.
#[must_use]
pub fn read_query(question: &str, lexicon: &'static Lexicon) -> QueryKey {
    let words = terms::words(question);
    let any = |list: &[&str]| words.iter().any(|w| list.contains(&w.to_lowercase().as_str()));
    let mut query = QueryKey {
        terms: stems(question),
        value_type: rephrase::asked_type(question),
        names: terms::names(question),
        environments: terms::environments(question),
        owned: terms::owned(question),
        asked_nouns: terms::asked_nouns(question),
        first_person: any(&["i", "my", "me", "mine", "myself", "i'm", "i've"])
            || terms::asks_of_the_user(&words),
        first_persons: any(&["we", "our", "us", "ours", "we're", "we've"]),
        the_alone: any(&["the"])
            && !any(&[
                "i", "my", "me", "it", "its", "he", "she", "they", "his", "her", "their", "you", "your",
            ]),
        asks_why: words.first().is_some_and(|w| w.eq_ignore_ascii_case("why")),
        asks_change: any(&[
            "since", "change", "changed", "changes", "switch", "switched", "become", "became", "evolved",
            "evolve", "history", "moved", "shifted", "slipped", "values",
        ]),
        ..QueryKey::default()
    };
    let extractor = Extractor::new(lexicon);
    let mut found: Vec<(i32, usize, CandidateKey)> = Vec::new();
    for (rank, statement) in rephrase::statements(question).into_iter().enumerate() {
        for (score, key) in extractor.gaps(&statement, &NoKnownSubjects) {
            found.push((score, rank, key));
        }
    }
    found.sort_by_key(|(score, rank, _)| (std::cmp::Reverse(*score), *rank));
    for (_, _, key) in found {
        if !query.keys.contains(&key) {
            if !query.subjects.contains(&key.0) {
                query.subjects.push(key.0.clone());
            }
            if !query.relations.contains(&key.1) {
                query.relations.push(key.1.clone());
            }
            query.keys.push(key);
        }
    }
    query.folded = query.keys.iter().map(|(s, r, _)| (normalize_name(s), normalize_name(r))).collect();
    let asked = terms::asked_types(question, query.value_type);
    query.fits = relations::fits(&query.terms, &asked);
    asked::add(&words, query.value_type, &mut query.fits);
    // What the templates read out of the question, with the words of the subject it was read of.
    for (rank, (subject, relation, _)) in query.keys.iter().enumerate() {
        let relation = normalize_name(relation);
        if relations::can_answer(&asked, &relation) {
            let fit = 0.95 - 0.02 * rank.min(10) as f64;
            query.templates.push(Template {
                subject: normalize_name(subject),
                words: stems(subject),
                relation,
                fit,
            });
        }
    }
    let mut rest: Vec<(&String, &f64)> = query.fits.iter().collect();
    rest.sort_by(|a, b| b.1.total_cmp(a.1).then(a.0.cmp(b.0)));
    let named: Vec<String> = rest.into_iter().map(|(name, _)| name.clone()).collect();
    for name in named {
        if !query.relations.iter().any(|r| normalize_name(r) == name) {
            query.relations.push(name);
        }
    }
    for phrase in terms::phrases(question, query.first_person) {
        if !query.subjects.iter().any(|s| normalize_name(s) == phrase) {
            query.subjects.push(phrase);
        }
    }
    query
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The best of some keys, if any fits well enough.
    fn leads<'k>(
        question: &str,
        keys: &[(&'k str, &'k str, Option<&'k str>)],
    ) -> Option<(&'k str, &'k str, Option<&'k str>)> {
        let query = read_query(question, Lexicon::built_in());
        let scored = keys.iter().map(|k| (query.score(k.0, k.1, k.2), *k));
        scored
            .filter(|(score, _)| *score >= QueryKey::ENOUGH)
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, k)| k)
    }

    #[test]
    fn questions_meet_their_statements() {
        for (question, subject, relation) in [
            ("Which port does the relay listen on?", "relay", "port"),
            ("Where does Anna live?", "anna", "lives_in"),
            ("What is the log level of the router?", "router", "log_level"),
            ("Who owns the parser?", "parser", "owner"),
            ("What version of Django is the API server on?", "django in api server", "version"),
            ("How many replicas does the worker have?", "worker", "replicas"),
            ("Where do I live?", "user", "lives_in"),
        ] {
            let query = read_query(question, Lexicon::built_in());
            let found = query.keys.iter().any(|(s, r, _)| normalize_name(s) == subject && r == relation);
            assert!(found, "{question}: {:?}", query.keys);
        }
    }

    #[test]
    fn the_key_that_is_asked_for_comes_first() {
        let keys = [
            ("user", "lives_in", None),
            ("user's cousin", "lives_in", None),
            ("user", "manager", None),
            ("user", "plan", Some("phone")),
            ("ferrypay", "port", None),
            ("ferrypay", "port", Some("staging")),
            ("ferrypay", "owner", None),
            ("ferrypay", "database", None),
            ("ferrypay", "framework", None),
            ("ferrypay 3.1", "deadline", None),
            ("ferrypay", "deploy_day", None),
            ("ferrypay", "retention", Some("logs")),
            ("invoice parser", "owner", None),
            ("parser", "version", None),
            ("tug Marola", "location", None),
            ("night mode", "status", None),
            ("cistern", "metric", None),
        ];
        for (question, key) in [
            ("Which city do I live in?", keys[0]),
            ("Where does my cousin live?", keys[1]),
            ("Who is my manager?", keys[2]),
            ("What is my phone plan?", keys[3]),
            ("Which port does ferrypay listen on?", keys[4]),
            ("On which port does ferrypay run on staging?", keys[5]),
            ("Who looks after ferrypay?", keys[6]),
            ("Where does ferrypay keep its data?", keys[7]),
            ("When is ferrypay 3.1 due?", keys[9]),
            ("On which day do we deploy ferrypay?", keys[10]),
            ("How long are the logs of ferrypay kept?", keys[11]),
            ("Who owns the invoice parser?", keys[12]),
            ("Which version of the parser do we use?", keys[13]),
            ("In which harbour is the tug Marola?", keys[14]),
            ("Is the night mode on or off?", keys[15]),
            ("How full is the cistern?", keys[16]),
        ] {
            assert_eq!(leads(question, &keys), Some(key), "{question}");
        }
    }

    #[test]
    fn another_subject_or_relation_is_not_taken_for_it() {
        for (question, key) in [
            ("Where does my aunt live?", ("user", "lives_in", None)),
            ("Where does my aunt live?", ("user's cousin", "lives_in", None)),
            ("Which port does the mailer listen on?", ("ferrypay", "port", None)),
            ("Where does ferrypay keep its data?", ("ferrypay", "framework", None)),
            ("Who owns ferrypay?", ("ferrypay", "port", None)),
            ("Which port does ferrypay use on staging?", ("ferrypay", "port", None)),
            ("When is ferrypay 3.1 due?", ("ferrypay", "port", None)),
            ("Why did ferrypay change its port?", ("ferrypay", "port", None)),
            ("What is the name of my dentist?", ("user", "manager", None)),
            ("Which cheese do we make?", ("project", "name", None)),
            ("Which port is it?", ("project", "port", None)),
            ("Where does the choir rehearse?", ("choir", "schedule", None)),
            ("Who founded Varde Optics?", ("Varde Optics", "ceo", None)),
            ("Who audits the tariff module?", ("tariff module", "owner", None)),
            ("Where is Varde Optics listed?", ("Varde Optics", "headquarters", None)),
            ("Which bike do I ride?", ("user", "vehicle", Some("car"))),
            (
                "Which routine rounds fares in cart/sum.rs?",
                ("routine that rounds taxes in cart/sum.rs", "name", None),
            ),
            ("Which encoding do the buoys use towards the tide relay?", ("tide relay", "name", None)),
        ] {
            assert_eq!(leads(question, &[key]), None, "{question}");
        }
    }

    #[test]
    fn what_names_nobody_is_asked_of_the_project() {
        let keys = [
            ("project", "endpoint", None),
            ("project", "log_level", None),
            ("project", "log_level", Some("staging")),
        ];
        for (question, key) in [
            ("What is the endpoint?", Some(keys[0])),
            ("What's the log level?", Some(keys[1])),
            ("What is the endpoint of the mailer?", None),
            ("What is the mailer endpoint?", None),
            ("What is its endpoint?", None),
            ("Which endpoint is it?", None),
            ("What is the timeout?", None),
        ] {
            assert_eq!(leads(question, &keys), key, "{question}");
        }
    }

    #[test]
    fn no_question_panics() {
        for question in [
            "",
            "?",
            "what",
            "which",
            "how many",
            "who is",
            "where does",
            "is it",
            "What of the?",
            "which which which",
            "'s",
            "my",
        ] {
            let _ = read_query(question, Lexicon::built_in()).score("x", "y", None);
        }
    }
}
