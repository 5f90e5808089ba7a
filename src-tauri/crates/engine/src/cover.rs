//! What a question says of its subject beyond what a key and its texts say: "the web gateway" is not
//! the gateway, "her sister" is not she, "the admin port" is not the port. A key that leaves such a
//! word out is not what is asked for, however well the rest fits.

use memstrata_extract::{QueryKey, query::stems};
use memstrata_model::{Fact, Key};

use crate::wording::{is_of_change, is_of_time};

/// A word of the question that makes another thing of what the key is about, if there is one.
pub(crate) fn left_out(query: &QueryKey, question: &str, key: &Key, facts: &[Fact]) -> Option<String> {
    let scope = (!key.scope.is_empty()).then_some(key.scope.as_str());
    let own = [stems(&key.subject), stems(&key.relation), stems(&key.scope)].concat();
    let told: Vec<String> = facts
        .iter()
        .flat_map(|fact| {
            let texts = fact.sources.iter().filter_map(|source| source.text.as_deref());
            texts.chain(std::iter::once(fact.object.as_str())).flat_map(stems).collect::<Vec<_>>()
        })
        .collect();
    let unsaid = query.unsaid(&key.subject, &key.relation, scope);
    let words: Vec<&str> = question.split_whitespace().collect();
    // The noun of the question phrase tells the kind of value ("which HTTP method").
    let kind = words.iter().position(|word| matches!(word.to_lowercase().as_str(), "which" | "what"));
    let of_kind = |at: usize| kind.is_some_and(|kind| at == kind + 1);
    words.iter().enumerate().find_map(|(at, word)| {
        let term = stems(word).into_iter().next()?;
        if is_of_time(&term) || is_of_change(&term) || told.contains(&term) || own.contains(&term) {
            return None;
        }
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        // A name is said as it is or not at all: Bergman is not Berg.
        if at > 0 && !of_kind(at) && is_name(bare) && query.knows_not(&key.relation, &term) {
            return Some(bare.to_owned());
        }
        if !unsaid.contains(&term.as_str()) {
            return None;
        }
        let owned = at > 0 && (words[at - 1].ends_with("'s") || words[at - 1].ends_with("’s"));
        let before = |next: &&str| stems(next).iter().any(|stem| own.contains(stem));
        let describes = !word.ends_with([',', '?', '!', ';'])
            && at > 0
            && !is_verb_place(words[at - 1])
            // "Container MSKU-4417": a code is the name itself.
            && words.get(at + 1).is_some_and(|next| before(next) && !next.bytes().any(|b| b.is_ascii_digit()));
        (owned || describes).then(|| bare.to_owned())
    })
}

fn is_name(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next().is_some_and(char::is_uppercase) && word.chars().count() > 1
}

/// After these stands a verb as often as an adjective ("does anybody use").
fn is_verb_place(word: &str) -> bool {
    let word = word.to_lowercase();
    matches!(
        word.as_str(),
        "i" | "we" | "you" | "they" | "he" | "she" | "it" | "to" | "does" | "do" | "did" | "who" | "that"
    )
}
