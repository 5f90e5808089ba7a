//! Words that people ask with and nobody tells with: "how heavy", "who runs it", "whose is it", "where
//! is her home". Each asks for relations that the lexicon has under other words.

use std::collections::BTreeMap;

use memstrata_model::normalize_name;

use crate::value::ValueType;

/// Words of a question, in their order though not side by side; what kind of value is asked for where
/// that decides; the relations.
type Row = (&'static [&'static str], Option<ValueType>, &'static [&'static str]);

const ROWS: [Row; 30] = [
    (&["how", "heavy"], None, &["weight"]),
    (&["how", "tall"], None, &["height"]),
    (&["how", "high"], None, &["height"]),
    (&["how", "old"], None, &["age", "birthday"]),
    (&["how", "expensive"], None, &["price"]),
    (&["how", "much", "is"], None, &["price"]),
    (&["how", "much", "was"], None, &["price"]),
    (&["how", "warm"], None, &["temperature"]),
    (&["how", "hot"], None, &["temperature"]),
    (&["how", "cold"], None, &["temperature"]),
    (&["when", "born"], None, &["birthday"]),
    (&["who", "runs"], None, &["ceo", "manager", "owner", "head_of_government"]),
    (&["who", "run"], None, &["ceo", "manager", "owner", "head_of_government"]),
    (&["who", "ran"], None, &["ceo", "manager", "owner", "head_of_government"]),
    (&["who", "heads"], None, &["ceo", "manager"]),
    (&["who", "leads"], None, &["manager", "ceo"]),
    (&["who", "led"], None, &["manager", "ceo"]),
    (&["in", "charge", "of"], Some(ValueType::Person), &["owner", "manager"]),
    (&["responsible", "for"], Some(ValueType::Person), &["owner", "manager"]),
    (&["leader"], None, &["manager"]),
    (&["boss"], None, &["manager", "ceo"]),
    (&["whose"], None, &["owner"]),
    (&["address"], None, &["lives_in", "url", "host"]),
    (&["home"], None, &["lives_in"]),
    (&["job"], None, &["works_at"]),
    (&["work"], Some(ValueType::Place), &["works_at"]),
    (&["title"], None, &["job_title"]),
    (&["married"], None, &["spouse"]),
    (&["seeing"], Some(ValueType::Person), &["partner"]),
    (&["university"], None, &["studies_at"]),
];

/// How well a relation fits that is asked for in such words.
const FIT: f64 = 0.74;

/// Adds the relations that the words of a question ask for so.
pub(super) fn add(words: &[&str], by_word: Option<ValueType>, fits: &mut BTreeMap<String, f64>) {
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    for (needed, kind, relations) in ROWS {
        if kind.is_some() && kind != by_word {
            continue;
        }
        let mut at = 0;
        let said = needed.iter().all(|word| match lower[at..].iter().position(|other| other == word) {
            Some(place) => {
                at += place + 1;
                true
            }
            None => false,
        });
        if !said {
            continue;
        }
        for (rank, relation) in relations.iter().enumerate() {
            let fit = fits.entry(normalize_name(relation)).or_default();
            *fit = fit.max(FIT - 0.01 * rank as f64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::Lexicon;

    #[test]
    fn every_relation_is_one_of_the_lexicon() {
        for (_, _, relations) in ROWS {
            for relation in relations {
                assert!(Lexicon::built_in().get(relation).is_some(), "{relation}");
            }
        }
    }

    #[test]
    fn words_ask_in_their_order() {
        let mut fits = BTreeMap::new();
        add(&["How", "heavy", "is", "it"], None, &mut fits);
        assert!(fits.contains_key("weight"));
        let mut fits = BTreeMap::new();
        add(&["heavy", "how"], None, &mut fits);
        assert!(fits.is_empty());
    }
}
