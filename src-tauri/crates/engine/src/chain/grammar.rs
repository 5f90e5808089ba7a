//! The closed classes of English words that phrases are parted by: articles, helpers, relatives,
//! prepositions. They are grammar, not a list of what may be asked.

pub(super) fn is_article(word: &str) -> bool {
    matches!(word, "the" | "a" | "an")
}

pub(super) fn is_owner(word: &str) -> bool {
    matches!(word, "my" | "our")
}

pub(super) fn is_relative(word: &str) -> bool {
    matches!(word, "that" | "which" | "who" | "whom" | "whose" | "where")
}

pub(super) fn is_be(word: &str) -> bool {
    matches!(word, "is" | "are" | "was" | "were" | "am" | "be" | "been")
}

pub(super) fn is_helper(word: &str) -> bool {
    is_be(word)
        || matches!(
            word,
            "do" | "does" | "did" | "has" | "have" | "had" | "can" | "could" | "will" | "would" | "should"
        )
}

/// Helpers that need a verb after their subject.
pub(super) fn is_doing(word: &str) -> bool {
    matches!(word, "do" | "does" | "did")
}

pub(super) fn is_preposition(word: &str) -> bool {
    matches!(
        word,
        "of" | "for"
            | "in"
            | "at"
            | "on"
            | "by"
            | "with"
            | "from"
            | "to"
            | "behind"
            | "under"
            | "over"
            | "about"
    )
}

/// Words that end a noun.
pub(super) fn is_bound(word: &str) -> bool {
    is_article(word)
        || is_owner(word)
        || is_relative(word)
        || is_helper(word)
        || is_preposition(word)
        || matches!(
            word,
            "what"
                | "when"
                | "how"
                | "why"
                | "and"
                | "or"
                | "i"
                | "we"
                | "me"
                | "us"
                | "you"
                | "it"
                | "he"
                | "she"
                | "they"
                | "now"
                | "currently"
                | "please"
                | "than"
                | "as"
                | "if"
        )
}
