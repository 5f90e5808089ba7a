//! The speech-act gate: which sentences and clauses state something. Questions, requests,
//! hypotheticals, wishes, undated plans, quotations, hearsay, examples, fiction and jokes do not.

use crate::token::{Shape, Token};
use crate::words;

/// Why a whole sentence states nothing, if so.
#[must_use]
pub fn sentence_act(tokens: &[Token<'_>], text: &str) -> Option<&'static str> {
    let first = tokens.iter().position(Token::is_content)?;
    let words: Vec<&str> = tokens.iter().filter(|t| t.is_content()).map(|t| t.lower.as_str()).collect();
    let starts = |phrase: &[&str]| words.len() >= phrase.len() && words[..phrase.len()] == *phrase;
    // Most phrases begin with a letter that no word here begins with.
    let initial = |word: &str| word.bytes().next().map_or(0, |b| 1_u64 << (b & 63));
    let initials = words.iter().fold(0, |all, word| all | initial(word));
    let has = |phrase: &[&str]| {
        initials & initial(phrase[0]) != 0 && words.windows(phrase.len()).any(|w| w == phrase)
    };
    if text.trim_end_matches(['"', '”', ')', ' ', '🙏', '*']).ends_with('?') || text.contains("??") {
        return Some("question");
    }
    let lead = words.iter().position(|w| !words::is_filler(w) || matches!(*w, "is" | "are")).unwrap_or(0);
    let opening = words.get(lead).copied().unwrap_or("");
    let second = words.get(lead + 1).copied().unwrap_or("");
    if matches!(opening, "please" | "pls" | "plz" | "kindly")
        || has(&["can", "you"])
        || has(&["could", "you"])
        || has(&["could", "someone"])
        || has(&["can", "someone"])
        || has(&["would", "you"])
        || has(&["remind", "me"])
        || has(&["let", "me", "know"]) && words.len() < 8
        || has(&["write", "me"])
        || has(&["tell", "me"])
    {
        return Some("request");
    }
    if opens_question(opening, second) && !tokens.iter().any(|t| t.is(":")) {
        return Some("question");
    }
    if matches!(opening, "if" | "suppose" | "supposing" | "imagine" | "assuming" | "unless") {
        return Some("hypothetical");
    }
    if has(&["what", "if"]) {
        return Some("hypothetical");
    }
    if matches!(opening, "wish" | "hopefully" | "ideally")
        || has(&["i", "wish"])
        || has(&["would", "be", "great"])
        || has(&["would", "be", "nice"])
        || has(&["i", "hope"])
        || has(&["we", "hope"])
        || starts(&["hope"])
    {
        return Some("wish");
    }
    if matches!(opening, "todo" | "fixme" | "reminder" | "remember") && second != "that"
        || starts(&["to", "do"])
        || has(&["must", "not", "forget"])
        || has(&["do", "n't", "forget"])
        || (has(&["need", "to"]) || has(&["needs", "to"]) || has(&["have", "to"]) && !has(&["used", "to"]))
            && !tells_besides(tokens)
    {
        return Some("request");
    }
    if matches!(opening, "example" | "e.g." | "eg" | "e.g" | "sample" | "template")
        || has(&["for", "example"])
        || has(&["just", "a", "placeholder"])
        || has(&["for", "instance"])
        || starts(&["try"])
        || words.iter().take(4).any(|w| *w == "example")
    {
        return Some("example");
    }
    if text.contains("<HOST>") || placeholder(text) {
        return Some("template");
    }
    if matches!(opening, "dreamt" | "dreamed")
        || has(&["i", "dreamt"])
        || has(&["i", "dreamed"])
        || has(&["in", "my", "dream"])
        || fiction(&words)
    {
        return Some("fiction");
    }
    if is_proposed(&words, tokens) {
        return Some("plan");
    }
    if has(&["in", "my", "dreams"]) || has(&["in", "the", "game"]) || has(&["in", "a", "parallel"]) {
        return Some("fiction");
    }
    if starts(&["quote"])
        || has(&["quote", "of", "the", "day"])
        || tokens[first].shape == Shape::Speech
        || mostly_quoted(tokens)
    {
        return Some("quotation");
    }
    if joke(&words) {
        return Some("joke");
    }
    if hearsay(&words) || reports(tokens) {
        return Some("hearsay");
    }
    None
}

/// "I need to sort my boots, I've been keeping them under the bed": what one ought to do stands beside
/// what one tells of oneself, in a segment of its own.
fn tells_besides(tokens: &[Token<'_>]) -> bool {
    let segments = crate::sentence::segments(tokens);
    segments.len() > 1
        && segments.iter().any(|s| {
            let joined = tokens[s.lo].any(&["and", "but", "so"]);
            let words = &tokens[s.lo + usize::from(joined)..s.hi];
            let own = words.first().is_some_and(|t| t.is("i"))
                && words.get(1).is_some_and(|t| t.any(&["'ve", "'m", "keep", "have", "live", "work"]));
            own && !words.windows(2).any(|w| w[0].any(&["need", "needs", "have"]) && w[1].is("to"))
        })
}

fn opens_question(opening: &str, second: &str) -> bool {
    if matches!(opening, "what" | "who" | "whom" | "whose" | "which" | "why" | "how") {
        return !(opening == "what" && matches!(second, "a" | "an" | "i" | "we")
            || opening == "how" && matches!(second, "lovely" | "nice"));
    }
    if matches!(opening, "where" | "when") {
        return matches!(
            second,
            "is" | "are" | "do" | "does" | "did" | "was" | "were" | "can" | "should" | "will" | "'s"
        );
    }
    let subject = words::is_pronoun(second) || words::is_determiner(second) || words::is_possessive(second);
    matches!(
        opening,
        "is" | "are"
            | "was"
            | "were"
            | "do"
            | "does"
            | "did"
            | "can"
            | "could"
            | "should"
            | "would"
            | "shall"
            | "may"
    ) && (subject || matches!(opening, "does" | "did" | "should" | "could" | "would" | "can"))
        || matches!(opening, "has" | "have" | "will")
            && (words::is_pronoun(second) || words::is_determiner(second))
}

/// "Proposal: …", "the plan is to …", "let's say …": talked of, not done.
fn is_proposed(words: &[&str], tokens: &[Token<'_>]) -> bool {
    let labelled = tokens.iter().position(|t| t.is(":")).is_some_and(|at| (1..=3).contains(&at))
        && words.first().is_some_and(|w| {
            matches!(
                *w,
                "proposal"
                    | "proposed"
                    | "suggestion"
                    | "idea"
                    | "rfc"
                    | "draft"
                    | "plan"
                    | "option"
                    | "wishlist"
                    | "system"
                    | "assistant"
                    | "prompt"
                    | "instruction"
                    | "instructions"
                    | "false"
                    | "wrong"
                    | "myth"
                    | "rumour"
                    | "rumor"
                    | "old"
                    | "outdated"
                    | "deprecated"
                    | "previously"
                    | "before"
                    | "was"
                    | "planned"
                    | "goal"
                    | "expected"
                    | "untrue"
            )
        });
    let planned = words.windows(4).any(|w| {
        matches!(w[0], "the" | "our" | "my")
            && matches!(
                w[1],
                "plan" | "idea" | "goal" | "hope" | "proposal" | "aim" | "intention" | "suggestion"
            )
            && matches!(w[2], "is" | "'s" | "was")
            && matches!(w[3], "to" | "that")
    });
    let poll = words.first().is_some_and(|w| matches!(*w, "poll" | "vote" | "survey" | "quiz" | "ballot"))
        && tokens.get(1).is_some_and(|t| t.is(":"));
    labelled
        || poll
        || planned
        || words.windows(2).any(|w| matches!(w, ["let's", "say"] | ["'s", "say"]))
        || words.windows(3).any(|w| {
            w == ["if", "only", "our"] || w == ["in", "an", "emergency"] || w == ["in", "case", "of"]
        })
}

/// `<PORT>`, `{{name}}`, `YOUR_TOKEN`.
fn placeholder(text: &str) -> bool {
    text.contains("{{")
        || text.contains("YOUR_")
        || text.split(" {").skip(1).any(|part| {
            part.split_once('}').is_some_and(|(inner, _)| {
                inner.len() >= 3 && inner.chars().all(|c| c.is_ascii_lowercase() || c == '_')
            })
        })
        || text.split('<').skip(1).any(|part| {
            part.split_once('>').is_some_and(|(inner, _)| {
                inner.len() >= 3 && inner.chars().all(|c| c.is_ascii_uppercase() || c == '_' || c == '-')
            })
        })
}

fn fiction(words: &[&str]) -> bool {
    let work = [
        "novel",
        "movie",
        "film",
        "story",
        "book",
        "series",
        "episode",
        "game",
        "play",
        "tutorial",
        "exercise",
        "sample",
        "quiz",
        "riddle",
        "puzzle",
        "poem",
        "song",
        "screenplay",
        "dream",
        "simulation",
        "sketch",
        "skit",
        "parody",
        "musical",
        "cartoon",
        "comic",
        "sitcom",
        "mockup",
    ];
    words
        .windows(3)
        .take(2)
        .any(|w| w[0] == "in" && matches!(w[1], "the" | "this" | "my") && work.contains(&w[2]))
        || words
            .windows(2)
            .take(2)
            .any(|w| matches!(w[0], "the") && matches!(w[1], "protagonist" | "heroine" | "villain" | "character" | "wizard"))
        // "in a perfect world"
        || words.windows(4).take(2).any(|w| {
            w[0] == "in" && w[1] == "a" && matches!(w[2], "perfect" | "ideal" | "better" | "parallel") && w[3] == "world"
        })
}

fn joke(words: &[&str]) -> bool {
    words.last().is_some_and(|w| matches!(*w, "jk" | "/s" | "kidding" | "joking"))
        || words.starts_with(&["knock", "knock"])
        || words.first() == Some(&"lol") && words.last() == Some(&"sure")
        || words.windows(2).any(|w| w == ["yeah", "sure"] || w == ["just", "kidding"])
        || words.windows(3).any(|w| w == ["would", "rather", "die"])
}

fn hearsay(words: &[&str]) -> bool {
    let source = |w: &str| {
        matches!(
            w,
            "someone"
                | "somebody"
                | "rumour"
                | "rumor"
                | "rumours"
                | "rumors"
                | "neighbour"
                | "neighbor"
                | "people"
                | "they"
                | "he"
                | "she"
                | "apparently"
                | "gossip"
        )
    };
    let says = |w: &str| {
        matches!(
            w,
            "said"
                | "says"
                | "say"
                | "swears"
                | "claims"
                | "claimed"
                | "thinks"
                | "reckons"
                | "heard"
                | "believes"
                | "told"
                | "insists"
                | "suspects"
                | "guesses"
        )
    };
    // "according to the old wiki", "the README says": the source may be out of date.
    let told = words.windows(2).any(|w| w == ["according", "to"])
        || words.windows(3).any(|w| w == ["rumour", "has", "it"] || w == ["rumor", "has", "it"])
        || words.windows(2).any(|w| {
            matches!(w[0], "told" | "tells") && matches!(w[1], "me" | "us" | "them" | "him" | "her")
        }) && !words.windows(2).any(|w| w == ["nobody", "told"] || w == ["nobody", "tells"]);
    told || words.windows(2).take(3).any(|w| source(w[0]) && says(w[1]))
        || words
            .windows(2)
            .any(|w| w[0] == "i" && matches!(w[1], "heard" | "guess" | "doubt" | "thought" | "assumed"))
        || words.windows(2).any(|w| {
            matches!(
                w,
                ["not", "confirmed"]
                    | ["not", "sure"]
                    | ["rumor", "has"]
                    | ["rumour", "has"]
            )
        })
        // "…, no idea why" is said of what is known.
        || words.windows(2).enumerate().any(|(i, w)| {
            w == ["no", "idea"] && !matches!(words.get(i + 2), Some(&("why" | "how" | "who" | "what" | "where")))
        })
        || words.windows(3).any(|w| {
            matches!(
                w,
                ["it", "is", "said"]
                    | ["is", "n't", "true"]
                    | ["is", "not", "true"]
                    | ["are", "n't", "true"]
                    | ["not", "true", "that"]
            )
        })
}

/// "the old wiki page still says Payments is owned by Greg": a clause in somebody else's mouth.
fn reports(tokens: &[Token<'_>]) -> bool {
    // "The docs wrongly say": the adverb stands between.
    let agent = |i: usize| i - 1 - usize::from(i > 1 && tokens[i - 1].lower.ends_with("ly"));
    let said = tokens.iter().enumerate().skip(1).take(8).find(|(i, t)| {
        t.shape == Shape::Word
            && !t.capital()
            && (t.any(&["says", "claims", "states", "insists", "suggests", "mentions", "thinks", "believes"])
                || t.any(&["say", "claim", "think"]) && tokens[agent(*i)].lower.ends_with('s'))
    });
    let Some((at, _)) = said else { return false };
    if tokens[..at].iter().any(Token::is_punct) {
        return false;
    }
    // "… and thinks 18 degrees is cold": what stands before is told.
    if tokens[at - 1].any(&["and", "but"]) {
        return false;
    }
    let rest = &tokens[at + 1..];
    let clause = rest.split(Token::is_punct).next().unwrap_or(rest);
    clause.len() > 2
        && clause
            .iter()
            .skip(1)
            .any(|t| t.verb.is_some_and(|v| v.third || v.lemma == "be" || v.past) && !t.capital())
}

/// Whether most of the sentence stands in quotation marks.
fn mostly_quoted(tokens: &[Token<'_>]) -> bool {
    let quoted: usize = tokens.iter().filter(|t| t.shape == Shape::Speech).map(|t| t.text.len()).sum();
    let rest: usize = tokens.iter().filter(|t| t.is_content()).map(|t| t.text.len()).sum();
    quoted > 0 && quoted >= rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::tokens;

    #[test]
    fn what_states_nothing_is_named() {
        for (text, act) in [
            ("Which port does it use", "question"),
            ("is the build green?", "question"),
            ("Could you raise the limit", "request"),
            ("please restart it", "request"),
            ("Suppose the limit were 12.", "hypothetical"),
            ("I wish we lived nearer", "wish"),
            ("Replace <TOKEN> with yours.", "template"),
            ("In the film the hero lives in Rome.", "fiction"),
            ("somebody said the shop closes", "hearsay"),
            ("TODO: move the queue", "request"),
        ] {
            assert_eq!(sentence_act(&tokens(text, 0), text), Some(act), "{text}");
        }
        for text in ["The port is 80.", "ok so I moved to Rome", "Who to call: Marek"] {
            let act = sentence_act(&tokens(text, 0), text);
            assert_eq!(act, None, "{text}");
        }
    }
}
