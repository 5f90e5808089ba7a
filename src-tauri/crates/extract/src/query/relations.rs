//! Which relations the words of a question allow: by a noun that names one, by a verb pattern
//! whose words stand in it, by the type of value that its question word asks for.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use memstrata_model::normalize_name;

use super::terms::stems;
use crate::lexicon::{Lexicon, RelationSpec};
use crate::value::ValueType;

/// How well a relation fits whose noun of one word stands in the question.
pub(super) const BY_NOUN: f64 = 0.84;

/// The fit of a relation that the question word alone allows.
pub(super) const BY_TYPE: f64 = 0.5;

/// The words by which one relation is asked for.
#[derive(Debug)]
pub(super) struct Wording {
    value_type: ValueType,
    /// Stems of each noun that names it.
    nouns: Vec<Vec<String>>,
    /// Stems of each verb pattern that asserts it.
    verbs: Vec<Vec<String>>,
    /// All of these, and what stands beside them in patterns.
    pub words: BTreeSet<String>,
}

impl Wording {
    /// Whether these stems are a noun that names the relation.
    pub fn is_noun(&self, stems: &[String]) -> bool {
        self.nouns.iter().any(|noun| noun == stems)
    }
}

/// The wording of every relation, by normalised name.
pub(super) fn wordings() -> &'static BTreeMap<String, Wording> {
    static WORDINGS: OnceLock<BTreeMap<String, Wording>> = OnceLock::new();
    WORDINGS.get_or_init(|| {
        Lexicon::built_in().relations().map(|spec| (normalize_name(spec.name), wording(spec))).collect()
    })
}

/// Words that ask for whoever holds a post, though nobody tells it by them: the head of a company is its
/// CEO.
const ASKED_AS: [(&str, &[&str]); 1] = [("ceo", &["head", "boss", "leader", "lead"])];

fn wording(spec: &RelationSpec) -> Wording {
    let own = spec.name.replace('_', " ");
    let nouns: Vec<Vec<String>> = std::iter::once(own.as_str())
        .chain(spec.aliases.iter().copied())
        .map(stems)
        .filter(|stems| !stems.is_empty())
        .collect();
    let mut verbs: Vec<Vec<String>> = Vec::new();
    let mut words: BTreeSet<String> = nouns.iter().flatten().cloned().collect();
    for pattern in spec.patterns.iter().filter(|p| !p.starts_with('!')) {
        let (needed, all) = pattern_stems(pattern);
        words.extend(all);
        if !needed.is_empty() && !verbs.contains(&needed) {
            verbs.push(needed);
        }
    }
    for word in ASKED_AS.iter().filter(|(name, _)| *name == spec.name).flat_map(|(_, words)| *words) {
        verbs.push(stems(word));
        words.extend(stems(word));
    }
    Wording { value_type: spec.value_type, nouns, verbs, words }
}

/// The stems that a pattern needs, and those that it allows.
fn pattern_stems(pattern: &str) -> (Vec<String>, Vec<String>) {
    let mut plain = String::new();
    let mut optional = String::new();
    let mut rest = pattern;
    while let Some(open) = rest.find('(') {
        let close = rest[open..].find(')').map_or(rest.len(), |n| open + n);
        plain.push_str(&rest[..open]);
        let inside = rest.get(open + 1..close).unwrap_or("").replace('|', " ");
        let after = rest.get(close + 1..).unwrap_or("");
        optional.push(' ');
        optional.push_str(&inside);
        rest = after.strip_prefix('?').unwrap_or(after);
        plain.push(' ');
    }
    plain.push_str(rest);
    let slots = |text: &str| {
        let words: Vec<&str> = text
            .split_whitespace()
            .filter(|w| !matches!(*w, "S" | "O" | "O2" | "N" | "be" | "have"))
            .collect();
        stems(&words.join(" "))
    };
    let needed = slots(&plain);
    let all = needed.iter().cloned().chain(slots(&optional)).collect();
    (needed, all)
}

/// How well each relation fits, 0 to 0.95; relations that do not fit at all are left out.
pub(super) fn fits(terms: &[String], asked: &[ValueType]) -> BTreeMap<String, f64> {
    let stand = |stems: &[String]| stems.iter().all(|s| terms.contains(s));
    let longest = |lists: &[Vec<String>]| lists.iter().filter(|l| stand(l)).map(Vec::len).max().unwrap_or(0);
    let mut out = BTreeMap::new();
    for (name, wording) in wordings() {
        let noun = match longest(&wording.nouns) {
            0 => 0.0,
            words => BY_NOUN + 0.04 * (words - 1).min(2) as f64,
        };
        let verb = match longest(&wording.verbs) {
            0 => 0.0,
            words => 0.66 + 0.08 * (words - 1).min(2) as f64,
        };
        let answered = asked.iter().any(|asked| answers(*asked, wording.value_type));
        let typed = if answered { BY_TYPE } else { 0.0 };
        let fitting = may_answer(asked, wording.value_type);
        let mut fit = f64::max(noun, verb).max(typed);
        if typed > 0.0 && (noun > 0.0 || verb > 0.0) {
            fit += 0.03;
        }
        // "Who" asks for no port: the question word outweighs the other words.
        if !fitting {
            fit *= 0.6;
        }
        if fit > 0.0 {
            out.insert(name.clone(), fit.min(0.95));
        }
    }
    out
}

/// Whether a relation's values can answer a question of these types; open relations always can.
pub(super) fn can_answer(asked: &[ValueType], relation: &str) -> bool {
    wordings().get(relation).is_none_or(|wording| may_answer(asked, wording.value_type))
}

fn may_answer(asked: &[ValueType], given: ValueType) -> bool {
    asked.is_empty() || asked.iter().any(|asked| answers(*asked, given) || loosely(*asked, given))
}

/// Whether a value of a type is what a question word asks for.
fn answers(asked: ValueType, given: ValueType) -> bool {
    use ValueType as T;
    asked == given
        || match asked {
            T::Person => matches!(given, T::Team),
            T::Place => matches!(given, T::Address | T::Path | T::Host | T::Url | T::Region),
            T::Date => matches!(given, T::Time | T::TimeRange | T::Weekday | T::Schedule),
            T::Time => matches!(given, T::Schedule | T::TimeRange),
            T::Schedule => matches!(given, T::Duration),
            _ => false,
        }
}

/// Whether it may be an answer all the same.
fn loosely(asked: ValueType, given: ValueType) -> bool {
    use ValueType as T;
    match asked {
        T::Person => matches!(given, T::Organisation | T::Product | T::Text | T::Identifier | T::Scalar),
        T::Place => matches!(
            given,
            T::Product
                | T::Organisation
                | T::Team
                | T::Text
                | T::Identifier
                | T::Scalar
                | T::UrlPath
                | T::Ip
                | T::TimeZone
                | T::Enum
        ),
        T::Integer => {
            matches!(given, T::Quantity | T::Rate | T::Bytes | T::Scalar | T::Duration | T::Percent | T::Text)
        }
        T::Date | T::Time => matches!(given, T::Text | T::Scalar),
        T::Schedule | T::Duration => {
            matches!(
                given,
                T::Schedule
                    | T::Duration
                    | T::Time
                    | T::Date
                    | T::TimeRange
                    | T::Text
                    | T::Quantity
                    | T::Scalar
                    | T::Integer
            )
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_give_the_words_they_need() {
        assert_eq!(pattern_stems("S listen on (port)? O").0, ["listen"]);
        assert_eq!(pattern_stems("bump S (from O2)? to O").0, ["bump"]);
        assert!(
            pattern_stems("S (store|keep|persist) (everything|data)? in O").1.contains(&"keep".to_owned())
        );
    }

    #[test]
    fn nouns_verbs_and_question_words_each_lead() {
        let fit = |question: &str, asked: &[ValueType]| fits(&stems(question), asked);
        assert!(fit("What is the pool size of the importer?", &[])["pool size"] > 0.8);
        assert!(fit("What does the relay listen on?", &[]).contains_key("port"));
        assert!(fit("Who is it?", &[ValueType::Person]).contains_key("owner"));
        let port = fit("Who listens on the port?", &[ValueType::Person])["port"];
        assert!(port < 0.6, "{port}");
    }
}
