//! Nouns that exclude each other though one relation has them all: a brother is no sister, a bike no
//! car. What was told of one is no answer about the other.

use memstrata_extract::query::stems;
use memstrata_model::Fact;

/// Each row names kinds that no one thing is two of.
const ROWS: [&[&str]; 13] = [
    &["brother", "sister"],
    &["mother", "father", "mum", "dad", "mom"],
    &["son", "daughter"],
    &["wife", "husband"],
    &["grandmother", "grandfather", "grandma", "grandpa"],
    &["aunt", "uncle"],
    &["niece", "nephew"],
    &["girlfriend", "boyfriend"],
    &["car", "bike", "bicycle", "motorbike", "motorcycle", "scooter", "van", "truck", "boat", "lorry"],
    &["cat", "dog", "rabbit", "parrot", "hamster", "horse"],
    &["dentist", "vet", "doctor", "optician", "lawyer", "accountant"],
    &["breakfast", "lunch", "dinner"],
    &["home", "office", "school"],
];

/// Words that are the same kind of their row.
const SAME: [&[&str]; 6] = [
    &["mother", "mum", "mom"],
    &["father", "dad"],
    &["bike", "bicycle", "motorbike", "motorcycle"],
    &["grandmother", "grandma"],
    &["grandfather", "grandpa"],
    &["truck", "lorry"],
];

/// Whether the question names a kind, and all that tells of a fact names only another of its row.
pub(crate) fn is_of_another_kind(question: &str, fact: &Fact) -> bool {
    let sentence = fact.text.as_deref().or_else(|| fact.sources.iter().find_map(|s| s.text.as_deref()));
    let told: Vec<&str> = sentence
        .into_iter()
        .chain([fact.subject.as_str(), fact.relation.as_str(), fact.object.as_str()])
        .chain(fact.scope.as_deref())
        .collect();
    excludes(question, &told.join(" "))
}

/// Whether one text names a kind and another only a different one of its row.
fn excludes(asked: &str, told: &str) -> bool {
    let (asked, told) = (stems(asked), stems(told));
    let has = |words: &[String], kind: &str| words.iter().any(|word| word == kind);
    ROWS.iter().any(|row| {
        row.iter().filter(|kind| has(&asked, kind)).any(|kind| {
            let same = |other: &str| {
                other == *kind || SAME.iter().any(|group| group.contains(&other) && group.contains(kind))
            };
            let others = |words: &[String]| row.iter().any(|other| !same(other) && has(words, other));
            let own = row.iter().any(|other| same(other) && has(&told, other));
            // "Is my brother older than my sister" names both.
            !others(&asked) && !own && others(&told)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::excludes;

    #[test]
    fn kinds_of_one_row_exclude_each_other() {
        for (asked, told, apart) in [
            ("Where does my brother live?", "My sister Vera lives in Faro.", true),
            ("Where does my sister live?", "My sister Vera lives in Faro.", false),
            ("What bike do I ride?", "My car is a Lada.", true),
            ("Which bicycle do I ride?", "My bike is a Gazelle.", false),
            ("What do I drive?", "My car is a Lada.", false),
            ("Is my brother older than my sister?", "My sister Vera is 40.", false),
            ("Who is my dad?", "My father is Otto.", false),
            ("Who is my mother?", "My father is Otto and my mother Ida.", false),
        ] {
            assert_eq!(excludes(asked, told), apart, "{asked} {told}");
        }
    }
}
