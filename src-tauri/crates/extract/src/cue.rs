//! Cues of a clause: what its words do to its assertion (ends, denials, states of the past, plans),
//! and why it states nothing where they leave nothing said. Whole sentences are [`crate::gate`]'s.

use crate::fact::FoundOp;
use crate::token::{Shape, Token};
use crate::words;

/// What the words of a clause do to its assertion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cues {
    /// "no longer", "not … any more", "used to".
    pub ends: bool,
    /// A plain negation.
    pub negated: bool,
    /// "was never", "has never been": it was never so, and whoever told it was wrong.
    pub never: bool,
    /// The verb is in the past tense and describes a state.
    pub past: bool,
    /// "will", "going to": a plan, good only with a date or a state.
    pub future: bool,
    /// "also", "too", "as well".
    pub also: bool,
}

impl Cues {
    /// What a reading of the clause does to its key; `ends` where its own words end it.
    #[must_use]
    pub fn op(self, ends: bool) -> FoundOp {
        if self.never && !ends {
            FoundOp::Void
        } else if ends || self.ends {
            FoundOp::End
        } else {
            FoundOp::Assert
        }
    }
}

/// Why a clause states nothing, or what its cues are.
///
/// # Errors
/// The reason, where the clause states nothing.
pub fn clause_cues(tokens: &[Token<'_>], lo: usize, hi: usize) -> Result<Cues, &'static str> {
    let mut cues = Cues::default();
    let at = |i: usize| tokens[..hi].get(i);
    // "Rui to set the timeout to 20 s": an action item.
    if hi > lo + 3
        && tokens[lo].capital()
        && tokens[lo + 1].is("to")
        && tokens[lo + 2].verb.is_some_and(|v| v.base)
        && !tokens[lo + 2].capital()
        && tokens[lo].verb.is_none()
    {
        return Err("plan");
    }
    // "Don't change the port to 90": what is forbidden is not done. "Don't use X any more" ends a use.
    let order = lo + usize::from(tokens[lo].any(&["please", "pls"]));
    let forbidden = if at(order).is_some_and(|t| t.is("never")) {
        Some(order + 1)
    } else if at(order).is_some_and(|t| t.is("do")) && at(order + 1).is_some_and(|t| t.any(&["n't", "not"])) {
        Some(order + 2)
    } else {
        None
    };
    if forbidden.and_then(at).is_some_and(|t| {
        t.verb.is_some_and(|v| {
            v.base && (words::is_change(v.lemma) || matches!(v.lemma, "make" | "let" | "reset"))
        })
    }) {
        return Err("request");
    }
    let followed = |i: usize, word: &str| at(i + 1).is_some_and(|t| t.is(word));
    for i in lo..hi {
        let token = &tokens[i];
        if token.shape != Shape::Word {
            continue;
        }
        match token.lower.as_str() {
            "would" if !followed(i, "rather") => return Err("hypothetical"),
            // "we'd lose"; "I'd moved" is no "would".
            "'d" if at(i + 1).is_some_and(|t| t.verb.is_some_and(|v| v.base && !v.past && !v.participle)) => {
                return Err("hypothetical");
            }
            "might" | "could" | "perhaps" | "maybe" => return Err("plan"),
            // What is so at times is not what is so.
            "rarely" | "seldom" | "hardly" | "scarcely" | "sometimes" | "occasionally" => {
                return Err("at times");
            }
            "may"
                if at(i + 1).is_some_and(|t| t.verb.is_some_and(|v| v.base))
                    && i > lo
                    && !tokens[i - 1].any(&["in", "since", "until"])
                    && at(i + 1).is_some_and(|t| t.is("be") || !t.any(&["come", "use"])) =>
            {
                return Err("plan");
            }
            "let"
                if at(i + 1).is_some_and(|t| t.any(&["'s", "us", "me"]))
                    && (i + 2..i + 4)
                        .find(|&n| !at(n).is_some_and(|t| words::is_adverb(&t.lower)))
                        .and_then(at)
                        .is_some_and(|t| t.verb.is_some_and(|v| v.base) && !t.capital()) =>
            {
                return Err("request");
            }
            "need" | "needs" if followed(i, "to") => return Err("request"),
            "have" if followed(i, "to") => return Err("request"),
            "should" | "ought" => return Err("request"),
            "must" if at(i + 1).is_some_and(|t| !t.is("be")) => return Err("request"),
            "discussed" | "discussing" | "considered" | "debated" | "debating" | "suggested" | "proposed"
            | "recommended" | "recommend" | "suggest" | "suggests" | "recommends" | "avoid" | "avoided"
            | "contemplated" | "evaluated" | "explored" | "exploring" | "evaluating"
                if i > lo && at(i + 1).is_some_and(|t| t.verb.is_some_and(|v| v.gerund)) =>
            {
                return Err("plan");
            }
            "considering" | "pondering" | "contemplating" => return Err("plan"),
            "thinking" if followed(i, "about") || followed(i, "of") => return Err("plan"),
            "planning" | "hoping" | "want" | "wants" | "wanted" | "intend" | "trying" | "tried"
                if followed(i, "to") =>
            {
                return Err("plan");
            }
            // "they want us to raise the limit", "Ines asked me to move"
            "want" | "wants" | "wanted" | "asked" | "asks" | "told" | "expects" | "urged" | "begged"
            | "advised" | "recommends" | "recommended" | "encouraged" | "forced" | "invited"
                if at(i + 1).is_some_and(|t| words::is_pronoun(&t.lower) || t.capital())
                    && followed(i + 1, "to")
                    && at(i + 3).is_some_and(|t| t.verb.is_some_and(|v| v.base)) =>
            {
                return Err("request");
            }
            // "a proposal to move", "the idea of moving"
            "proposal" | "idea" | "plan" | "plans" | "wish" | "desire" | "option" | "suggestion"
            | "intention" | "urge" | "temptation" | "attempt" | "request" | "thought" | "possibility"
            | "chance" | "prospect" | "offer" | "talk" | "pressure" | "motion" | "vote"
                if followed(i, "to") && at(i + 2).is_some_and(|t| t.verb.is_some_and(|v| v.base))
                    || at(i + 1).is_some_and(|t| t.any(&["of", "about"]))
                        && at(i + 2).is_some_and(|t| t.verb.is_some_and(|v| v.gerund)) =>
            {
                return Err("plan");
            }
            // "decided not to move", "refused to move", "decided against moving"
            "decided" | "agreed" | "chose" | "opted" | "voted"
                if followed(i, "not") && followed(i + 1, "to")
                    || followed(i, "against")
                        && at(i + 2).is_some_and(|t| t.verb.is_some_and(|v| v.gerund)) =>
            {
                return Err("plan");
            }
            "refused" | "declined" | "failed" | "hesitated" | "forgot" | "refuse" | "refuses"
            | "threatened" | "threatens" | "offered" | "offers" | "promised" | "promises" | "dared"
            | "proposed" | "proposes" | "vowed" | "pledged" | "hoped"
                if followed(i, "to") || followed(i, "not") && followed(i + 1, "to") =>
            {
                return Err("plan");
            }
            "want" if at(i + 1).is_some_and(|t| words::is_determiner(&t.lower)) => return Err("wish"),
            "wish" | "wishes" if i > lo => return Err("wish"),
            "decide" if followed(i, "if") || followed(i, "whether") => return Err("plan"),
            "whether" => return Err("question"),
            "unless" => return Err("hypothetical"),
            // "explain how to set the port to 80"
            "how"
                if followed(i, "to") && i == lo + 1 && tokens[lo].verb.is_some_and(|v| v.base && !v.past) =>
            {
                return Err("request");
            }
            "says" | "said" | "swears" | "claims" | "reckons"
                if i > lo && tokens[i - 1].any(&["he", "she", "they", "someone", "somebody"]) =>
            {
                return Err("hearsay");
            }
            // "For example, if the kiln is cold, …"
            "if" if token.text != "IF"
                && !at(i + 1).is_none_or(|t| t.any(&["any", "needed", "possible"])) =>
            {
                return Err("hypothetical");
            }
            "almost" | "nearly" | "practically"
                if at(i + 1).is_some_and(|t| t.verb.is_some_and(|v| v.past || v.third || v.base)) =>
            {
                return Err("hypothetical");
            }
            "will" | "'ll" | "gonna" => cues.future = true,
            "going" if followed(i, "to") => cues.future = true,
            "also" | "too" => cues.also = true,
            "well" if i > lo && tokens[i - 1].is("as") => cues.also = true,
            // "no longer use only X": X is not given up.
            "longer"
                if i > lo
                    && tokens[i - 1].is("no")
                    && (i + 1..i + 5).any(|n| at(n).is_some_and(|t| t.any(&["only", "just", "solely"]))) =>
            {
                return Err("contrast");
            }
            "longer" if i > lo && tokens[i - 1].is("no") => cues.ends = true,
            // "people who went from A to B": nobody that is named.
            "who"
                if i > lo
                    && tokens[i - 1]
                        .any(&["people", "those", "someone", "somebody", "anyone", "anybody"]) =>
            {
                return Err("nobody named");
            }
            "anymore" => cues.ends = true,
            "more" | "longer" if i > lo && tokens[i - 1].is("any") => cues.ends = true,
            "used" if followed(i, "to") && at(i + 2).is_some_and(|t| t.verb.is_some_and(|v| v.base)) => {
                cues.ends = true
            }
            "never" => {
                cues.negated = true;
                let past = |t: &Token<'_>| {
                    t.any(&["has", "have", "'ve", "had"])
                        || t.verb.is_some_and(|v| (v.past || v.participle) && !v.base)
                };
                cues.never |= i > lo && past(&tokens[i - 1]) || at(i + 1).is_some_and(past);
            }
            "not" | "n't" | "nobody" | "neither" => cues.negated = true,
            // "the database is no MySQL"
            "no" if i > lo && tokens[i - 1].lemma_is("be") && at(i + 1).is_some_and(Token::capital) => {
                return Err("contrast");
            }
            _ => {}
        }
    }
    // "I'm not lactose intolerant after all": it never was so.
    let after = tokens[lo..hi].windows(2).any(|w| w[0].is("after") && w[1].is("all"));
    let turns = tokens[..lo].iter().rev().take(2).any(|t| t.is("turns"))
        && tokens[lo..hi].iter().any(|t| t.any(&["'m", "am", "is", "are", "'s", "'re"]));
    let denies = tokens[lo..hi].windows(2).any(|w| {
        w[1].any(&["not", "n't"])
            && w[0].any(&["'m", "am", "is", "are", "'s", "'re", "do", "does", "ca", "can"])
    });
    let but = tokens[lo..hi].iter().any(|t| t.is("but"));
    cues.never |= cues.negated && !cues.ends && denies && !but && (after || turns);
    Ok(cues)
}

/// "is no longer 80": what follows is a value still, of which the clause says that it ended. What it
/// is instead, behind a "but", is a change, and read as one.
pub(crate) fn is_no_longer(tokens: &[Token<'_>], at: usize) -> bool {
    tokens[at].is("no")
        && tokens.get(at + 1).is_some_and(|next| next.is("longer"))
        && !tokens.get(at + 2).is_some_and(|next| next.is("than"))
        && !tokens[at..].iter().any(|after| after.is("but"))
}

/// "today", "this week", "while she is away"; "from today", "as of this week" are for good.
pub(crate) fn for_now(tokens: &[Token<'_>]) -> bool {
    (0..tokens.len()).any(|i| {
        let t = &tokens[i];
        let since = i.checked_sub(1).is_some_and(|b| tokens[b].any(&["from", "of", "since", "starting"]));
        let next = |words: &[&str]| tokens.get(i + 1).is_some_and(|t| t.any(words));
        !since
            && (t.any(&["today", "tonight", "tomorrow", "temporarily", "while", "whilst"])
                || t.any(&["this", "next"]) && next(&["week", "weekend", "morning", "evening", "afternoon"])
                || t.is("the") && next(&["weekend"]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::tokens;

    #[test]
    fn cues_are_scoped_to_their_clause() {
        let found = tokens("we no longer use Kafka", 0);
        assert!(clause_cues(&found, 0, found.len()).is_ok_and(|c| c.ends));
        let found = tokens("we might move", 0);
        assert_eq!(clause_cues(&found, 0, found.len()), Err("plan"));
    }
}
