//! Questions to keys: a question is put back into the order of a statement with a gap where the
//! answer stands, and read by the same templates as a statement, so that both meet on one key.
//! Time in the question is the `when` crate's.

use crate::extractor::Extractor;
use crate::fact::NoKnownSubjects;
use crate::lexicon::Lexicon;
use crate::rephrase;
use crate::value::ValueType;
use crate::words;

/// Subject, relation, scope.
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
}

impl QueryKey {
    /// How well a key of the ledger fits the question, 0 to 1: an exact candidate key first, then
    /// the words that subject and relation share with the question.
    #[must_use]
    pub fn score(&self, subject: &str, relation: &str, scope: Option<&str>) -> f64 {
        let fold = memstrata_model::normalize_name;
        let (s, r) = (fold(subject), fold(relation));
        let scope_words = scope.map(stems).unwrap_or_default();
        let exact = self.keys.iter().position(|(ks, kr, _)| fold(ks) == s && fold(kr) == r);
        let named = stems(subject);
        let shared = coverage(&named, &self.terms);
        let relation_fit = self.relation_fit(&r, relation);
        let scope_fit =
            if scope_words.is_empty() { 0.0 } else { coverage(&scope_words, &self.terms) * 0.05 - 0.02 };
        let loose = 0.62 * shared + 0.3 * relation_fit + scope_fit;
        // Words of the question that the key leaves unsaid count against it a little.
        let said: Vec<String> = named.into_iter().chain(stems(relation)).chain(scope_words).collect();
        let unsaid = 1.0 - coverage(&self.terms, &said);
        let loose = (loose - 0.1 * unsaid).clamp(0.0, 0.9);
        match exact {
            Some(rank) => (0.98 - 0.01 * rank.min(5) as f64 + scope_fit).clamp(0.9, 1.0).max(loose),
            None => loose,
        }
    }

    fn relation_fit(&self, folded: &str, relation: &str) -> f64 {
        if let Some(rank) = self.relations.iter().position(|c| memstrata_model::normalize_name(c) == folded) {
            return 1.0 - 0.05 * rank.min(6) as f64;
        }
        let own = coverage(&stems(relation), &self.terms);
        let aliases = Lexicon::built_in().get(relation).map_or(0.0, |spec| {
            spec.aliases.iter().map(|a| coverage(&stems(a), &self.terms)).fold(0.0, f64::max) * 0.9
        });
        own.max(aliases) * 0.9
    }
}

/// The share of `wanted` that stands in `given`.
fn coverage(wanted: &[String], given: &[String]) -> f64 {
    if wanted.is_empty() {
        return 0.0;
    }
    wanted.iter().filter(|w| given.contains(w)).count() as f64 / wanted.len() as f64
}

/// Content words of a phrase, singular, verbs by lemma.
#[must_use]
pub fn stems(phrase: &str) -> Vec<String> {
    let mut out = Vec::new();
    for word in phrase
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '?' | '!' | '"' | '`' | '(' | ')'))
    {
        let word = word.trim_end_matches(['.', ':', '\'']).trim_end_matches("'s").trim_end_matches("’s");
        let parts: Vec<&str> =
            if word.contains(['/', '.', '@']) { vec![word] } else { word.split(['_', '-']).collect() };
        for part in parts {
            let lower = part.to_lowercase();
            if lower.is_empty() || is_stop(&lower) {
                continue;
            }
            let stem = match words::verb(&lower) {
                Some(verb) if verb.lemma != "be" && !verb.lemma.is_empty() => verb.lemma.to_owned(),
                _ => words::singular(&lower),
            };
            if !out.contains(&stem) {
                out.push(stem);
            }
        }
    }
    out
}

fn is_stop(word: &str) -> bool {
    words::is_determiner(word)
        || words::is_auxiliary(word)
        || words::is_pronoun(word)
        || (words::is_preposition(word) && !matches!(word, "up" | "down" | "out"))
        || words::is_conjunction(word)
        || matches!(
            word,
            "what"
                | "which"
                | "how"
                | "why"
                | "when"
                | "where"
                | "who"
                | "whose"
                | "called"
                | "named"
                | "many"
                | "much"
                | "long"
                | "user"
        )
        || matches!(word, "my" | "our")
}

/// Reads a question.
#[must_use]
pub fn read_query(question: &str, lexicon: &'static Lexicon) -> QueryKey {
    let mut query = QueryKey {
        terms: stems(question),
        value_type: rephrase::asked_type(question),
        ..QueryKey::default()
    };
    let first_person =
        question.split(|c: char| !c.is_alphanumeric()).any(|w| matches!(w, "I" | "my" | "me" | "My"));
    if first_person {
        query.terms.push("user".to_owned());
    }
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
    query
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(question: &str) -> Vec<(String, String)> {
        read_query(question, Lexicon::built_in())
            .keys
            .into_iter()
            .map(|(s, r, _)| (memstrata_model::normalize_name(&s), r))
            .collect()
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
            let found = keys(question);
            assert!(found.iter().any(|(s, r)| s == subject && r == relation), "{question}: {found:?}");
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
        ] {
            let _ = read_query(question, Lexicon::built_in()).score("x", "y", None);
        }
    }
}
