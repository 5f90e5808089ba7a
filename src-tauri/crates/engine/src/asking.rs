//! Words that open a question, as its readings tell them apart.

/// "Who", "what", "when": a word that asks for a value.
pub(crate) fn is_question_word(word: &str) -> bool {
    matches!(
        word,
        "what"
            | "what's"
            | "which"
            | "who"
            | "who's"
            | "whom"
            | "whose"
            | "where"
            | "where's"
            | "when"
            | "how"
    )
}

/// "Is", "did", "has": a helping verb that may open a question answered by yes or no.
pub(crate) fn is_helper(word: &str) -> bool {
    matches!(word, "is" | "are" | "am" | "was" | "were" | "do" | "does" | "did" | "has" | "have" | "had")
}
