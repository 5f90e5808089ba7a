//! The two ends of a dependency as they are kept: the words that were said, made to stand by
//! themselves ("the rent of Ivo", "where my sister lives"), or a key, where a pronoun stood for a fact
//! just told. Which held keys the words mean is asked when a value is (see [`super::meaning`]): what is
//! told before its value, or under another name, is so no other thing.

use memstrata_model::Key;

use crate::spoken::{said_back, spoken};

/// One end of a dependency.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum End {
    Key(Key),
    Phrase(String),
}

/// What a value depends on, and, where it was said for one value of it alone, that value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ground {
    pub end: End,
    pub value: Option<String>,
}

impl End {
    /// Under which scope the dependencies of this end are kept.
    pub fn as_scope(&self) -> String {
        match self {
            End::Key(key) if key.scope.is_empty() => key.relation.clone(),
            End::Key(key) => format!("{} {}", key.relation, key.scope),
            End::Phrase(phrase) => phrase.clone(),
        }
    }

    /// In the words of a sentence to the ledger's keeper.
    pub fn in_words(&self) -> String {
        match self {
            End::Key(key) => spoken(key),
            End::Phrase(phrase) => said_back(phrase),
        }
    }

    /// The end that a dependency of a subject is kept under.
    pub fn of_scope(subject: &str, scope: &str) -> End {
        if stands_alone(scope) {
            End::Phrase(scope.to_owned())
        } else {
            // A relation and its scope are not told apart here: see [`End::is_of`].
            End::Key(Key::new(subject, scope, None))
        }
    }

    /// Whether the end is a key, as it was kept.
    pub fn is_of(&self, key: &Key) -> bool {
        matches!(self, End::Key(own) if own.subject == key.subject
            && own.relation == End::Key(key.clone()).as_scope())
    }

    /// Whose timeline a dependency of this end stands in.
    pub fn subject(&self) -> String {
        match self {
            End::Key(key) => key.subject.clone(),
            End::Phrase(phrase) => super::phrase::subject_of(phrase),
        }
    }
}

impl Ground {
    /// As it is kept: the words, or `subject | relation [scope]`; then ` = value`.
    pub fn written(&self) -> String {
        let end = match &self.end {
            End::Key(key) => {
                let scope = if key.scope.is_empty() { String::new() } else { format!(" [{}]", key.scope) };
                format!("{} | {}{scope}", key.subject, key.relation)
            }
            End::Phrase(phrase) => phrase.clone(),
        };
        let value = self.value.as_ref().map(|value| format!(" = {value}")).unwrap_or_default();
        format!("{end}{value}")
    }

    pub fn read(text: &str) -> Ground {
        let (end, value) = match text.split_once(" = ") {
            Some((end, value)) => (end, Some(value.to_owned())),
            None => (text, None),
        };
        let end = match end.split_once(" | ") {
            Some((subject, rest)) => {
                let (relation, scope) = match rest.split_once(" [") {
                    Some((relation, scope)) => (relation, Some(scope.trim_end_matches(']'))),
                    None => (rest, None),
                };
                End::Key(Key::new(subject, relation, scope))
            }
            None => End::Phrase(end.to_owned()),
        };
        Ground { end, value }
    }
}

/// Whether a phrase is written as one that names a value: with an article, with whose it is, or as a
/// question. No relation begins so.
fn stands_alone(phrase: &str) -> bool {
    let first = phrase.split_whitespace().next().unwrap_or_default().to_lowercase();
    phrase.contains(' ')
        && (matches!(first.as_str(), "the" | "my" | "our") || super::form::opens_a_clause(&first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ground_is_read_as_it_is_written() {
        for (scope, value) in
            [(None, None), (Some("staging"), None), (None, Some("eu-west-1")), (Some("eu"), Some("a = b"))]
        {
            let key = Key::new("the gateway", "log_level", scope);
            let ground = Ground { end: End::Key(key), value: value.map(str::to_owned) };
            assert_eq!(Ground::read(&ground.written()), ground);
        }
        let ground = Ground { end: End::Phrase("where Ivo lives".into()), value: Some("Graz".into()) };
        assert_eq!(ground.written(), "where Ivo lives = Graz");
        assert_eq!(Ground::read(&ground.written()), ground);
    }

    #[test]
    fn phrases_and_relations_are_told_apart() {
        for phrase in ["my rent", "the rent of Ivo", "where I live", "our budget"] {
            assert_eq!(End::of_scope("user", phrase), End::Phrase(phrase.into()));
        }
        for key in [Key::new("relay", "log_level", None), Key::new("relay", "port", Some("staging"))] {
            let end = End::Key(key.clone());
            assert!(End::of_scope("relay", &end.as_scope()).is_of(&key));
            assert!(!End::of_scope("parser", &end.as_scope()).is_of(&key));
        }
    }
}
