//! The words of a question or sentence that carry its subject.

/// Words that every question has.
const EMPTY: &[&str] = &[
    "a",
    "an",
    "and",
    "any",
    "are",
    "as",
    "at",
    "be",
    "been",
    "being",
    "by",
    "can",
    "currently",
    "did",
    "do",
    "does",
    "for",
    "from",
    "had",
    "has",
    "have",
    "he",
    "her",
    "him",
    "his",
    "how",
    "i",
    "in",
    "is",
    "it",
    "its",
    "many",
    "me",
    "much",
    "my",
    "now",
    "of",
    "on",
    "or",
    "our",
    "please",
    "she",
    "should",
    "so",
    "tell",
    "that",
    "the",
    "their",
    "them",
    "there",
    "these",
    "they",
    "this",
    "to",
    "today",
    "us",
    "use",
    "used",
    "uses",
    "using",
    "was",
    "we",
    "were",
    "what",
    "when",
    "where",
    "which",
    "who",
    "whom",
    "whose",
    "why",
    "will",
    "with",
    "would",
    "you",
    "your",
];

/// Lower-case words without the empty ones, cut of plural and tense endings so that "listens" and
/// "listening" meet "listen".
#[must_use]
pub fn content_words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = text
        .split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '/')))
        .flat_map(|word| word.split(['_', '/']))
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .filter(|word| !EMPTY.contains(&word.as_str()))
        .map(|word| stem(&word).to_owned())
        .collect();
    words.sort();
    words.dedup();
    words
}

fn stem(word: &str) -> &str {
    let cut =
        |ending: &str, leaves: usize| word.strip_suffix(ending).filter(|stem| stem.chars().count() >= leaves);
    cut("ing", 4)
        .or_else(|| cut("ies", 4))
        .or_else(|| cut("ed", 4))
        .or_else(|| word.strip_suffix("s").filter(|stem| stem.len() >= 3 && !stem.ends_with('s')))
        .unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::content_words;

    #[test]
    fn forms_of_a_word_meet() {
        assert_eq!(content_words("Which port does the gateway listen on?"), ["gateway", "listen", "port"]);
        assert_eq!(content_words("the gateways' ports, listening"), ["gateway", "listen", "port"]);
        assert_eq!(content_words("max_pool_size"), ["max", "pool", "size"]);
    }
}
