//! How well a key of the ledger fits a question. A key must share its subject and its relation
//! with the question; what the question says beyond them counts against it.

use memstrata_model::normalize_name;

use super::QueryKey;
use super::relations::{BY_NOUN, BY_TYPE, fits, wordings};
use super::terms::{is_frame, stems};

/// Head nouns that people add to a name and leave off again ("the gateway service").
const GENERIC: [&str; 33] = [
    "service",
    "endpoint",
    "app",
    "application",
    "server",
    "system",
    "repo",
    "repository",
    "project",
    "team",
    "component",
    "module",
    "tool",
    "job",
    "library",
    "crate",
    "package",
    "site",
    "page",
    "function",
    "class",
    "method",
    "group",
    "part",
    "thing",
    "file",
    "office",
    "club",
    "environment",
    "feature",
    "flag",
    "program",
    "code",
];

/// How well the project's own keys fit a question that names nobody ("what is the endpoint"): less well
/// than those of a thing that the question names, if by its kind alone ("the office").
const UNNAMED: f64 = 0.62;

impl QueryKey {
    /// From here on a key is what the question asks for.
    pub const ENOUGH: f64 = 0.68;

    /// How well a key fits, 0 to 1. Below [`QueryKey::ENOUGH`] it is another key.
    #[must_use]
    pub fn score(&self, subject: &str, relation: &str, scope: Option<&str>) -> f64 {
        self.score_of_words(subject, &stems(&normalize_name(subject)), relation, scope)
    }

    /// As [`QueryKey::score`], with the stems of the subject at hand.
    #[must_use]
    pub fn score_of_words(&self, subject: &str, own: &[String], relation: &str, scope: Option<&str>) -> f64 {
        // Hardly one of many subjects has words of the question.
        if !self.may_name(subject, own) {
            return 0.0;
        }
        let (subject, relation) = (normalize_name(subject), normalize_name(relation));
        let scope = scope.map(stems).unwrap_or_default();
        let exact = self.folded.iter().position(|(s, r)| *s == subject && *r == relation);
        if self.asks_why {
            return 0.0;
        }
        let subject_fit = self.subject_fit(&subject, own, exact.is_some());
        if subject_fit < 0.6 {
            return 0.0;
        }
        let relation_fit = match self.relation_fit(&subject, own, &relation) {
            // A subject that says nearly all of the question needs no word of an open relation.
            fit if fit < 0.5
                && own.len() >= 3
                && subject_fit > 0.99
                && !wordings().contains_key(&relation) =>
            {
                0.5
            }
            fit => fit,
        };
        if relation_fit < 0.45 {
            return 0.0;
        }
        // Led to by its question word alone: then no other word may ask for something else.
        let by_type_alone = relation_fit <= BY_TYPE && wordings().contains_key(&relation);
        let mut said: Vec<&str> = own.iter().chain(&scope).map(String::as_str).collect();
        let open = stems(&relation);
        said.extend(open.iter().map(String::as_str));
        if let Some(wording) = wordings().get(&relation) {
            said.extend(wording.words.iter().map(String::as_str));
        }
        let mut score = 0.5 * subject_fit + 0.4 * relation_fit + 0.03 * own.len().min(4) as f64;
        if let Some(rank) = exact {
            score = score.max(0.9 - 0.01 * rank.min(5) as f64);
        }
        let mut left_over = false;
        for (place, term) in self.terms.iter().enumerate() {
            if said.iter().any(|word| alike(word, term)) {
                continue;
            }
            score -= match () {
                () if self.environments.contains(term) => 0.5,
                // The noun of the question phrase says what kind of value is asked for.
                () if !own.is_empty() && self.asked_nouns.contains(term) => 0.02,
                () if self.names.contains(term) => 0.2,
                () if is_frame(term) => 0.0,
                // The asker's own thing is not the asker.
                () if is_person(&subject) && self.owned.contains(term) => 0.35,
                // A subject that no word names is not told from others by what is left over.
                () if self.the_alone && subject == "project" && exact.is_none() => 0.3,
                () if own.is_empty() => 0.15,
                () if by_type_alone && !self.describes(place, own) => 0.15,
                () => {
                    left_over = true;
                    0.05
                }
            };
        }
        // Something else in place of a word of the subject: "hashes tokens", not "passwords".
        if left_over && subject_fit < 0.85 && !is_implied(&subject) {
            score -= 0.15;
        }
        score += if scope.is_empty() {
            0.0
        } else if scope.iter().all(|word| self.stands(word)) {
            0.05
        } else if self.asks_for_another_kind(&relation, &scope) {
            -0.5
        } else {
            -0.06
        };
        score.clamp(0.0, 1.0)
    }

    /// Whether a subject is implied, or has a word of the question at all.
    fn may_name(&self, subject: &str, own: &[String]) -> bool {
        own.iter().any(|word| self.stands(word)) || is_implied(&normalize_name(subject))
    }

    /// The words of the question that a key says nothing of, by their stems: what it asks beyond
    /// the key. Words of frame and generic head nouns do not count.
    #[must_use]
    pub fn unsaid(&self, subject: &str, relation: &str, scope: Option<&str>) -> Vec<&str> {
        let relation = normalize_name(relation);
        let mut said = [stems(subject), stems(&relation), scope.map(stems).unwrap_or_default()].concat();
        if let Some(wording) = wordings().get(&relation) {
            said.extend(wording.words.iter().cloned());
        }
        let left = |term: &&String| {
            !is_frame(term) && !GENERIC.contains(&term.as_str()) && !said.iter().any(|word| alike(word, term))
        };
        self.terms.iter().filter(left).map(String::as_str).collect()
    }

    /// Whether what a key leaves unsaid asks for another relation of the lexicon: "the CEO of X
    /// married to" is asked of no CEO alone.
    #[must_use]
    pub fn asks_besides(&self, subject: &str, relation: &str, scope: Option<&str>) -> bool {
        let relation = normalize_name(relation);
        // "Who runs X" was read for its CEO by a word that is not the relation's own.
        let read = self.relations.first().is_some_and(|first| normalize_name(first) == relation);
        if read && !fits(&self.terms, &[]).contains_key(&relation) {
            return false;
        }
        let mut said = [stems(subject), stems(&relation), scope.map(stems).unwrap_or_default()].concat();
        if let Some(wording) = wordings().get(&relation) {
            said.extend(wording.words.iter().cloned());
        }
        let left = |term: &&String| {
            !is_frame(term) && !self.asked_nouns.contains(term) && !said.iter().any(|word| alike(word, term))
        };
        let left: Vec<String> = self.terms.iter().filter(left).cloned().collect();
        !left.is_empty() && fits(&left, &[]).keys().any(|other| *other != relation)
    }

    /// Whether the question asks for a relation of the lexicon: it has its noun, or has its verb and
    /// was read for it.
    #[must_use]
    pub fn asks_a_known_relation(&self) -> bool {
        let read = self.folded.first().map(|(_, relation)| relation.clone());
        fits(&self.terms, &[]).iter().any(|(name, fit)| *fit >= BY_NOUN || read.as_ref() == Some(name))
    }

    /// How much of a subject the question names, 0 to 1.
    #[must_use]
    pub fn names_subject(&self, subject: &str) -> f64 {
        let subject = normalize_name(subject);
        let exact = self.folded.iter().any(|(s, _)| *s == subject);
        self.subject_fit(&subject, &stems(&subject), exact)
    }

    /// Whether a stem is none of the words by which a relation is asked for.
    #[must_use]
    pub fn knows_not(&self, relation: &str, stem: &str) -> bool {
        wordings().get(&normalize_name(relation)).is_none_or(|wording| !wording.words.contains(stem))
    }

    /// Whether the question phrase names another kind of the relation than a scope does: the car
    /// is no bike.
    fn asks_for_another_kind(&self, relation: &str, scope: &[String]) -> bool {
        let own = stems(relation);
        let Some(wording) = wordings().get(relation) else { return false };
        wording.is_noun(scope)
            && self
                .terms
                .iter()
                .any(|noun| !own.contains(noun) && wording.is_noun(std::slice::from_ref(noun)))
    }

    /// Whether a term is a noun right before a word of the subject ("container MSKU-4417").
    fn describes(&self, place: usize, own: &[String]) -> bool {
        place > 0
            && crate::words::verb(&self.terms[place]).is_none()
            && self.terms.get(place + 1).is_some_and(|next| own.iter().any(|word| alike(word, next)))
    }

    fn stands(&self, word: &str) -> bool {
        self.terms.iter().any(|term| alike(term, word))
    }

    /// How well a relation fits: by its own words in the question, or because a template read it
    /// out of the question for much the same subject.
    fn relation_fit(&self, subject: &str, own: &[String], relation: &str) -> f64 {
        let of_template = self
            .templates
            .iter()
            .filter(|template| template.relation == relation)
            .filter(|template| template.subject == subject || overlap(&template.words, own) >= 0.5)
            .map(|template| template.fit)
            .fold(0.0, f64::max);
        let known = self.fits.get(relation).copied().unwrap_or(0.0).max(of_template);
        if wordings().contains_key(relation) {
            return known;
        }
        let words = stems(relation);
        let shared = words.iter().filter(|w| self.stands(w)).count();
        let open = if words.is_empty() { 0.0 } else { 0.92 * shared as f64 / words.len() as f64 };
        known.max(open)
    }

    /// The share of a subject's words that stand in the question.
    fn subject_fit(&self, subject: &str, own: &[String], exact: bool) -> f64 {
        match subject {
            "user" if self.first_person => return 1.0,
            "user" if self.first_persons => return 0.85,
            "user" => return 0.0,
            "project" if self.first_persons => return 0.95,
            "project" if exact => return 0.95,
            "project" => return if self.the_alone { UNNAMED } else { 0.0 },
            _ => {}
        }
        if subject.starts_with("user's ") && !(self.first_person || self.first_persons) {
            return 0.0;
        }
        let (mut whole, mut shared) = (0.0, 0.0);
        for word in own {
            let weight = if GENERIC.contains(&word.as_str()) { 0.3 } else { 1.0 };
            whole += weight;
            if self.stands(word) {
                shared += weight;
            }
        }
        if whole > 0.0 { shared / whole } else { 0.0 }
    }
}

/// The share of words that two subjects have in common.
fn overlap(a: &[String], b: &[String]) -> f64 {
    let shared = a.iter().filter(|word| b.iter().any(|other| alike(word, other))).count();
    shared as f64 / a.len().max(b.len()).max(1) as f64
}

fn is_implied(subject: &str) -> bool {
    matches!(subject, "user" | "project")
}

fn is_person(subject: &str) -> bool {
    subject == "user" || subject.starts_with("user's ")
}

/// The same stem, or one cut short as people do ("conf", "repo").
fn alike(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    short == long || short.len() >= 4 && long.len() >= short.len() + 3 && long.starts_with(short)
}
