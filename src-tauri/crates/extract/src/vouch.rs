//! Whether whoever writes a sentence stands by it. Labels ("False:"), openings ("According to …"),
//! governors ("It is unlikely that …", "Tom believes …") and tails (", says Tom", "(outdated)") leave
//! what they frame unsaid; other frames ("I can confirm that …") say it, and are taken off. What
//! single clauses do is [`crate::gate`]'s, conditions are [`crate::condition`]'s.

use crate::measure;
use crate::sentence::{self, Lead, Segment};
use crate::token::{Shape, Token};
use crate::words;

type Phrase = &'static [&'static str];

/// Frames that tell what follows; they say nothing themselves.
const FRAMES: [Phrase; 27] = [
    &["please", "remember", "that"],
    &["please", "note", "that"],
    &["please", "note"],
    &["please", "be", "aware", "that"],
    &["remember", "that"],
    &["remember", ":"],
    &["note", "that"],
    &["keep", "in", "mind", "that"],
    &["bear", "in", "mind", "that"],
    &["be", "aware", "that"],
    &["i", "can", "confirm", "that"],
    &["i", "can", "confirm", ","],
    &["can", "confirm", ","],
    &["can", "confirm", ":"],
    &["i", "confirm", "that"],
    &["we", "agreed", "that"],
    &["we", "decided", "that"],
    &["i", "'d", "like", "you", "to", "know", "that"],
    &["for", "your", "information", ","],
    &["the", "truth", "is", "that"],
    &["the", "fact", "is", "that"],
    &["it", "is", "true", "that"],
    &["it", "'s", "true", "that"],
    &["it", "turns", "out", "that"],
    &["it", "turned", "out", "that"],
    &["i", "'m", "happy", "to", "say", "that"],
    &["it", "'s", "official", ":"],
];

/// Openings of what the writer does not vouch for.
const OPENINGS: [(Phrase, &str); 62] = [
    (&["for", "argument", "'s", "sake"], "hypothetical"),
    (&["for", "the", "sake", "of", "argument"], "hypothetical"),
    (&["say", "you"], "hypothetical"),
    (&["it", "'s", "not", "as", "if"], "contrast"),
    (&["it", "'s", "not", "as", "though"], "contrast"),
    (&["it", "is", "not", "as", "if"], "contrast"),
    (&["it", "is", "not", "as", "though"], "contrast"),
    (&["not", "that"], "contrast"),
    (&["it", "'s", "not", "like"], "contrast"),
    (&["according", "to"], "hearsay"),
    (&["as", "per"], "hearsay"),
    (&["apparently"], "hearsay"),
    (&["allegedly"], "hearsay"),
    (&["supposedly"], "hearsay"),
    (&["reportedly"], "hearsay"),
    (&["purportedly"], "hearsay"),
    (&["rumour", "has", "it"], "hearsay"),
    (&["rumor", "has", "it"], "hearsay"),
    (&["word", "has", "it"], "hearsay"),
    (&["word", "is"], "hearsay"),
    (&["legend", "has", "it"], "hearsay"),
    (&["presumably"], "guess"),
    (&["probably"], "guess"),
    (&["possibly"], "guess"),
    (&["perhaps"], "guess"),
    (&["maybe"], "guess"),
    (&["most", "likely"], "guess"),
    (&["it", "seems"], "guess"),
    (&["it", "appears"], "guess"),
    (&["it", "looks", "like"], "guess"),
    (&["it", "looks", "as", "if"], "guess"),
    (&["looks", "like"], "guess"),
    (&["it", "sounds", "like"], "guess"),
    (&["theoretically"], "hypothetical"),
    (&["hypothetically"], "hypothetical"),
    (&["in", "theory"], "hypothetical"),
    (&["in", "principle"], "hypothetical"),
    (&["on", "paper"], "hypothetical"),
    (&["in", "case"], "hypothetical"),
    (&["in", "the", "event"], "hypothetical"),
    (&["given"], "hypothetical"),
    (&["provided"], "hypothetical"),
    (&["assume"], "hypothetical"),
    (&["pretend"], "hypothetical"),
    (&["let", "'s", "pretend"], "hypothetical"),
    (&["let", "'s", "assume"], "hypothetical"),
    (&["let", "'s", "imagine"], "hypothetical"),
    (&["let", "us", "assume"], "hypothetical"),
    (&["as", "soon", "as"], "hypothetical"),
    (&["as", "long", "as"], "hypothetical"),
    (&["so", "long", "as"], "hypothetical"),
    (&["instead", "of", "assuming"], "hypothetical"),
    (&["contrary", "to"], "contrast"),
    (&["as", "opposed", "to"], "contrast"),
    (&["far", "from", "it"], "contrast"),
    (&["some", "day"], "plan"),
    (&["someday"], "plan"),
    (&["one", "day"], "plan"),
    (&["soon"], "plan"),
    (&["back", "then"], "past"),
    (&["in", "those", "days"], "past"),
    (&["once", "upon", "a", "time"], "fiction"),
];

/// Labels that take back, propose or quote what follows them, as all of the label.
const LABELS: [Phrase; 56] = [
    &["wip"],
    &["rfc"],
    &["exercise"],
    &["the", "exercise"],
    &["test", "data"],
    &["sample", "data"],
    &["dummy", "user"],
    &["dummy", "data"],
    &["mock", "data"],
    &["wishlist"],
    &["not", "true"],
    &["untrue"],
    &["false"],
    &["wrong"],
    &["incorrect"],
    &["fake"],
    &["lie"],
    &["old"],
    &["outdated"],
    &["obsolete"],
    &["stale"],
    &["previous"],
    &["previously"],
    &["before"],
    &["formerly"],
    &["former"],
    &["legacy"],
    &["was"],
    &["historical"],
    &["history"],
    &["expected"],
    &["assumption"],
    &["given"],
    &["scenario"],
    &["counterexample"],
    &["planned"],
    &["pending"],
    &["future"],
    &["goal"],
    &["target"],
    &["hope"],
    &["dream"],
    &["test"],
    &["quiz"],
    &["joke"],
    &["fiction"],
    &["deprecated"],
    &["tbd"],
    &["tbc"],
    &["unconfirmed"],
    &["template"],
    &["placeholder"],
    &["hypothetical"],
    &["hypothetically"],
    &["in", "theory"],
    &["speculation"],
];

/// Nouns that make a label a mere thought, whatever else it says ("Option A", "My guess").
const THOUGHTS: [&str; 24] = [
    "myth",
    "rumour",
    "rumor",
    "rumours",
    "rumors",
    "gossip",
    "hearsay",
    "hypothesis",
    "theory",
    "guess",
    "proposal",
    "suggestion",
    "idea",
    "draft",
    "option",
    "alternative",
    "alternatives",
    "error",
    "quote",
    "claim",
    "rejected",
    "declined",
    "prompt",
    "question",
];

/// Marks in brackets that take back what stands before them.
const ASIDES: [Phrase; 34] = [
    &["not", "true"],
    &["untrue"],
    &["wrong"],
    &["false"],
    &["outdated"],
    &["old"],
    &["obsolete"],
    &["stale"],
    &["superseded"],
    &["expired"],
    &["historical"],
    &["former"],
    &["draft"],
    &["proposal"],
    &["proposed"],
    &["planned"],
    &["pending"],
    &["tbc"],
    &["tbd"],
    &["tba"],
    &["to", "be", "confirmed"],
    &["unconfirmed"],
    &["unverified"],
    &["not", "confirmed"],
    &["not", "verified"],
    &["example"],
    &["hypothetical"],
    &["rumour"],
    &["rumor"],
    &["joke"],
    &["placeholder"],
    &["fake"],
    &["no", "longer", "true"],
    &["not", "anymore"],
];

/// Tails after a comma or dash that take back or doubt what stands before them.
const TAILS: [Phrase; 43] = [
    &["apparently"],
    &["allegedly"],
    &["supposedly"],
    &["reportedly"],
    &["presumably"],
    &["probably"],
    &["possibly"],
    &["perhaps"],
    &["maybe"],
    &["hopefully"],
    &["theoretically"],
    &["not"],
    &["not", "really"],
    &["or", "not"],
    &["or", "something"],
    &["or", "so"],
    &["right"],
    &["no"],
    &["correct"],
    &["yeah", "right"],
    &["as", "if"],
    &["most", "likely"],
    &["more", "or", "less"],
    &["i", "think"],
    &["i", "believe"],
    &["i", "guess"],
    &["i", "suppose"],
    &["i", "assume"],
    &["i", "reckon"],
    &["i", "imagine"],
    &["i", "hope"],
    &["i", "hear"],
    &["i", "heard"],
    &["i", "wish"],
    &["iirc"],
    &["afaik"],
    &["in", "theory"],
    &["in", "principle"],
    &["on", "paper"],
    &["they", "say"],
    &["people", "say"],
    &["as", "far", "as", "i", "know"],
    &["to", "be", "confirmed"],
];

/// The number of tokens at the head of a sentence that only frame what is told.
#[must_use]
pub(crate) fn frame(tokens: &[Token<'_>]) -> usize {
    let from = opening(tokens);
    FRAMES.iter().filter(|f| begins(&tokens[from..], f)).map(|f| from + f.len()).max().unwrap_or(0)
}

/// "that, when asked, returns": a condition between a word and its verb, whose subject is lost.
#[must_use]
pub(crate) fn interjects(tokens: &[Token<'_>], segment: &Segment) -> bool {
    let words = &tokens[segment.lo..segment.hi];
    words.len() <= 5
        && words[0].any(&["when", "if", "while", "once", "unless", "whenever", "where"])
        && words[1..].iter().any(|t| t.verb.is_some_and(|v| v.participle) || t.any(&["possible", "needed"]))
        && !words.iter().any(|t| t.verb.is_some_and(|v| v.lemma == "be" && !v.gerund))
}

/// "The kiln, a big one, is in Porto": a noun phrase, another beside it, and the verb of the first.
#[must_use]
pub(crate) fn apposed(tokens: &[Token<'_>], segments: &[Segment]) -> bool {
    let [named, beside, told] = segments else { return false };
    let plain = |s: &Segment| s.hi - s.lo <= 5 && !sentence::has_verb(tokens, s.lo, s.hi);
    matches!((beside.lead, told.lead), (Lead::Comma, Lead::Comma))
        && plain(named)
        && plain(beside)
        && tokens[named.lo..named.hi].iter().all(|t| t.is_content() && !words::is_preposition(&t.lower))
        && tokens[told.lo].verb.is_some_and(|v| v.third && (v.lemma == "be" || !tokens[told.lo].capital()))
}

/// The number of tokens of a bold mark before a sentence: "**Breaking change** The kiln …". A bold
/// name that the sentence goes on from is its subject, and stays.
#[must_use]
pub(crate) fn marked(tokens: &[Token<'_>], text: &str) -> usize {
    let Some(rest) = text.strip_prefix("**") else { return 0 };
    let Some((mark, after)) = rest.split_once("**") else { return 0 };
    let plain = mark.split_whitespace().count() <= 4 && !mark.ends_with([':', '.', '!']);
    let begins = after.trim_start().starts_with(|c: char| c.is_uppercase() || c == '`');
    let words = after.split_whitespace().count();
    if !plain || !begins || words < 3 || !after.starts_with(' ') {
        return 0;
    }
    let Some(end) = tokens.first().map(|t| t.span.0 + mark.len()) else { return 0 };
    tokens.iter().take_while(|t| t.span.1 <= end).count()
}

/// Why nothing of a sentence is vouched for, if so.
#[must_use]
pub(crate) fn unvouched(tokens: &[Token<'_>]) -> Option<&'static str> {
    let segments = sentence::segments(tokens);
    opened(tokens).or_else(|| labelled(tokens, &segments)).or_else(|| trailed(tokens, &segments))
}

/// Whether the sentence holds for a while only, as it says at its head.
#[must_use]
pub(crate) fn passing(tokens: &[Token<'_>]) -> bool {
    let lo = opening(tokens);
    [&["for", "now"] as Phrase, &["for", "the", "time", "being"], &["for", "the", "moment"], &["temporarily"]]
        .iter()
        .any(|p| begins(&tokens[lo..], p) && !tokens.get(lo + p.len()).is_some_and(|t| t.is("on")))
        || tokens[lo..].first().is_some_and(|t| t.is("during"))
}

fn begins(tokens: &[Token<'_>], phrase: &[&str]) -> bool {
    tokens.len() > phrase.len()
        && tokens.iter().zip(phrase).all(|(t, p)| t.lower == *p && !matches!(t.shape, Shape::Quoted))
}

/// The first word that is no filler.
fn opening(tokens: &[Token<'_>]) -> usize {
    let idle = |t: &Token<'_>| {
        t.is_punct()
            || words::is_filler(&t.lower)
                && !t.any(&["apparently", "note", "turns", "right", "then", "letter", "came"])
    };
    tokens.iter().position(|t| !idle(t)).unwrap_or(0)
}

fn opened(tokens: &[Token<'_>]) -> Option<&'static str> {
    let lo = opening(tokens);
    let rest = &tokens[lo..];
    if let Some((_, reason)) = OPENINGS.iter().find(|(p, _)| begins(rest, p)) {
        return Some(reason);
    }
    let first = rest.first()?;
    let finite = |tokens: &[Token<'_>]| {
        tokens.iter().skip(1).any(|t| t.verb.is_some_and(|v| v.third || v.past || v.lemma == "be"))
    };
    // "Until it moves, …", "Once the queue is empty, …"; "until Friday" is a date.
    if first.any(&["until", "till", "once", "whenever", "unless"]) {
        let dated = measure::date_end(rest, 1, rest.len()).is_some();
        return (!dated && finite(rest)).then_some("hypothetical");
    }
    // "When it runs on port 80, call me"; "when I moved to Rome" has been.
    if first.is("when") {
        let end = rest.iter().position(|t| t.is(",")).unwrap_or(rest.len());
        let present = rest[..end].iter().any(|t| t.any(&["is", "are", "'s", "'re"]));
        let past = !present && rest[..end].iter().any(|t| t.verb.is_some_and(|v| v.past && !v.base));
        return (!past && end > 1).then_some("hypothetical");
    }
    // "Rui to set the timeout": somebody's task.
    let task = first.capital()
        && rest.get(1).is_some_and(|t| t.is("to"))
        && rest.get(2).is_some_and(|t| t.verb.is_some_and(|v| v.base))
        && !rest.iter().any(|t| t.is(":"));
    if task && !finite(&rest[2..]) {
        return Some("request");
    }
    // "Say the port is 80"
    if first.is("say") && !rest.get(1).is_some_and(Token::is_punct) && finite(rest) {
        return Some("hypothetical");
    }
    // "The claim that …", "The idea that …"
    let noun = 1 + usize::from(rest.get(1).is_some_and(|t| t.any(&["old", "whole", "very", "common"])));
    let thought = rest.get(noun).is_some_and(|t| {
        t.any(&[
            "claim",
            "claims",
            "idea",
            "notion",
            "belief",
            "rumour",
            "rumor",
            "assumption",
            "theory",
            "suggestion",
            "proposal",
            "statement",
            "sentence",
            "story",
            "myth",
            "thought",
            "allegation",
            "hypothesis",
            "line",
            "slide",
        ])
    });
    let stated = rest.get(noun + 1).is_some_and(|t| t.is("that"))
        || rest.get(noun).is_some_and(|t| t.any(&["sentence", "statement", "claim", "line"]))
            && rest.iter().any(|t| t.any(&["false", "wrong", "untrue", "outdated", "incorrect"]));
    if first.any(&["the", "this", "that", "a", "any", "every"]) && thought && stated {
        return Some("hearsay");
    }
    // "no" is a filler elsewhere.
    let nobody = first.any(&["nobody", "noone"])
        || first.is("one") && lo.checked_sub(1).is_some_and(|b| tokens[b].is("no"));
    (nobody && governors(tokens, 0, tokens.len()).next().is_some()).then_some("hearsay")
}

/// What a label says of the words after its colon.
fn labelled(tokens: &[Token<'_>], segments: &[Segment]) -> Option<&'static str> {
    let (first, second) = (segments.first()?, segments.get(1)?);
    if second.lead != Lead::Colon {
        return None;
    }
    let label = &tokens[first.lo..first.hi];
    let words: Vec<&str> = label.iter().map(|t| t.lower.as_str()).collect();
    let told = sentence::has_verb(tokens, second.lo, tokens.len());
    // "Target: 10 km" is a value; "Target: the port is 80" is none.
    if told && words.len() <= 4 {
        let bare = words.iter().skip_while(|w| words::is_determiner(w)).copied().collect::<Vec<_>>();
        if LABELS.iter().any(|l| bare == *l) {
            return Some("label");
        }
        if bare.iter().any(|w| THOUGHTS.contains(w)) {
            return Some("label");
        }
    }
    // "From the nginx docs: …"
    let source = words.first().is_some_and(|w| matches!(*w, "from" | "per" | "via" | "in"))
        && words.last().is_some_and(|w| {
            matches!(
                *w,
                "docs"
                    | "documentation"
                    | "manual"
                    | "readme"
                    | "wiki"
                    | "article"
                    | "page"
                    | "book"
                    | "website"
                    | "blog"
                    | "spec"
                    | "handbook"
                    | "guide"
                    | "faq"
                    | "paper"
                    | "tutorial"
            )
        });
    if source && words.len() > 1 && words.len() <= 5 {
        return Some("quotation");
    }
    // "Bob wrote: …", "the message reads: …", "We decided against it: …"
    let said = label.iter().rev().take(3).any(|t| {
        t.shape == Shape::Word
            && t.any(&[
                "wrote",
                "writes",
                "said",
                "says",
                "asked",
                "replied",
                "answered",
                "reads",
                "read",
                "claims",
                "claimed",
                "told",
                "suggested",
                "suggests",
                "proposed",
                "proposes",
                "thinks",
                "quoted",
                "against",
                "posted",
                "posts",
            ])
    });
    let own = words.iter().any(|w| matches!(*w, "i" | "we")) && !words.contains(&"against");
    (said && !own && label.len() > 1).then_some("quotation")
}

/// What brackets and the words after the last comma say of what is before them.
fn trailed(tokens: &[Token<'_>], segments: &[Segment]) -> Option<&'static str> {
    if segments.len() < 2 {
        return None;
    }
    for (n, segment) in segments.iter().enumerate().skip(1) {
        let words: Vec<&str> =
            tokens[segment.lo..segment.hi].iter().map(|t| t.lower.as_str()).take(8).collect();
        let is = |list: &[Phrase]| list.iter().any(|p| words == *p);
        if segment.lead == Lead::Aside && is(&ASIDES) {
            return Some("taken back");
        }
        let last = n + 1 == segments.len();
        if segment.lead == Lead::Aside && last && is(&TAILS) {
            return Some("guess");
        }
        if !matches!(segment.lead, Lead::Comma | Lead::Dash | Lead::Semicolon) {
            continue;
        }
        if last && is(&TAILS) {
            return Some("guess");
        }
        // ", says Tom", ", Tom says", ", according to Tom", ", or so they say"
        let says = |w: &&str| {
            matches!(*w, "says" | "said" | "say" | "claims" | "claimed" | "reckons" | "thinks" | "believes")
        };
        let end = words
            .last()
            .is_some_and(|w| says(w) && words.len() <= 4 && !words.iter().any(|w| matches!(*w, "i" | "we")));
        // A board or an office may speak for itself; a page or a person is hearsay.
        let name = tokens.get(segment.lo + 1).is_some_and(|t| t.capital() || words::is_pronoun(&t.lower))
            || words.iter().any(|w| matches!(*w, "wiki" | "readme" | "docs" | "page" | "blog" | "everyone"));
        let start = words.first().is_some_and(says) && words.len() <= 4 && name;
        if n > 0
            && (end || start && last || words.starts_with(&["or", "so"]) && words.last().is_some_and(says))
            || words.starts_with(&["according", "to"])
            || last && words.starts_with(&["as", "far", "as", "i"])
        {
            return Some("hearsay");
        }
    }
    None
}

/// Clauses that somebody else's saying, a doubt or a wish governs, as token ranges.
pub(crate) fn governed(tokens: &[Token<'_>]) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    for segment in sentence::segments(tokens) {
        let (lo, hi) = (segment.lo, segment.hi);
        if let Some(at) = governors(tokens, lo, hi).next() {
            // A new main clause is its own ("… and we moved to Rome").
            let from = (lo..at)
                .rev()
                .find(|&i| tokens[i].any(&["but", "and", "because", "so"]))
                .map_or(lo, |i| i + 1);
            let to = (at + 1..hi).find(|&i| tokens[i].any(&["but", "so"])).unwrap_or(hi);
            out.push((from, to));
        }
    }
    out
}

/// Words in a segment that put the clause after them into doubt.
fn governors<'t>(tokens: &'t [Token<'_>], lo: usize, hi: usize) -> impl Iterator<Item = usize> + 't {
    (lo..hi).filter(move |&i| {
        let token = &tokens[i];
        if token.shape != Shape::Word || token.capital() && i > 0 {
            return false;
        }
        let own = i > lo && tokens[i - 1].any(&["i", "we"])
            || i > lo + 1 && tokens[i - 2].any(&["i", "we"]) && !tokens[i - 1].is("n't");
        let mut next = i + 1;
        while next < hi
            && tokens[next].any(&[
                "me",
                "us",
                "him",
                "them",
                "you",
                "everyone",
                "people",
                "somewhere",
                "once",
                "only",
            ])
        {
            next += 1;
        }
        let that = tokens[..hi].get(next).is_some_and(|t| t.is("that")) && next + 2 < hi;
        let word = token.lower.as_str();
        match word {
            // Whatever is said of a clause with "that" governs it.
            "false" | "untrue" | "myth" | "lie" | "unlikely" | "likely" | "possible" | "impossible"
            | "probable" | "improbable" | "conceivable" | "doubtful" | "unclear" | "questionable"
            | "debatable" | "convinced" | "claim" | "claims" | "idea" | "notion" | "belief" | "rumour"
            | "rumor" | "assumption" | "theory" | "hypothesis" | "suggestion" | "proposal" | "impression"
            | "chance" | "risk" | "allegation" | "complaint" | "danger" | "case" | "forgot" | "forget"
            | "forgets" | "provided" | "given" | "wrote" | "read" | "check" | "checks" | "checked"
            | "tested" | "requires" | "demands" | "deny" | "denies" | "denied" | "conceivably" | "long"
            | "from"
                if that =>
            {
                word != "long" || i > lo && tokens[i - 1].is("as")
            }
            "sure" if i > lo && tokens[i - 1].any(&["make", "making", "makes", "n't", "not"]) => {
                that || opens(tokens, next, hi)
            }
            "ensure" | "ensures" | "verify" | "verifies" | "assert" | "asserts" | "confirm" if !own => {
                that || opens(tokens, next, hi)
            }
            "says" | "said" | "saying" | "told" | "tells" | "announced" if !own => {
                that || opens(tokens, next, hi)
            }
            "thinks" | "think" | "thought" | "believes" | "believe" | "believed" | "insists" | "insisted"
            | "claimed" | "mentions" | "mentioned" | "assume" | "assumes" | "assumed" | "suspects"
            | "suspect" | "suspected" | "guess" | "guessed" | "reckon" | "reckons" | "suggests"
            | "suggested" | "implies" | "implied" | "heard" | "hears" | "doubt" | "doubts" | "hope"
            | "hopes" | "hoped" | "wish" | "wishes" | "wonder" | "wonders" | "bet" | "bets" | "pretend"
            | "pretends" | "imagine" | "imagines" | "suppose" | "supposes" | "dreamt" | "dreamed"
            | "swear" | "swears" | "swore" | "fear" | "fears" | "feared" | "expect" | "expects"
            | "expected" | "predict" | "predicts" | "predicted" | "argues" | "argued" | "speculates"
            | "seems" | "appears" | "joked" | "jokes" | "knows" | "complained" | "alleges" | "alleged" => {
                (that || opens(tokens, next, hi)) && (word != "knows" || nobody(tokens, lo, i))
            }
            "claims" => i > lo && !words::is_determiner(&tokens[i - 1].lower) && opens(tokens, next, hi),
            "like" if i > lo && tokens[i - 1].any(&["looks", "sounds", "feels"]) => opens(tokens, next, hi),
            _ => false,
        }
    })
}

fn nobody(tokens: &[Token<'_>], lo: usize, at: usize) -> bool {
    tokens[lo..at].iter().any(|t| t.any(&["nobody", "noone"]))
        || tokens[..at].windows(2).any(|w| w[0].is("no") && w[1].is("one"))
}

/// Whether a clause with a subject and a verb of its own begins here.
fn opens(tokens: &[Token<'_>], at: usize, hi: usize) -> bool {
    let Some(first) = tokens[..hi].get(at) else { return false };
    if words::is_preposition(&first.lower) || first.verb.is_some_and(|v| v.gerund) {
        return false;
    }
    (at + 1..hi).any(|i| {
        let t = &tokens[i];
        t.verb.is_some_and(|v| v.lemma == "be" || v.third && !t.capital() || v.past && !v.base)
            || words::is_auxiliary(&t.lower)
            || i == at + 1 && words::is_pronoun(&first.lower) && t.verb.is_some_and(|v| v.base)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::tokens;

    #[test]
    fn frames_that_tell_are_taken_off() {
        for (text, taken) in [
            ("Please remember that the kiln is hot", 3),
            ("OK, note that it moved", 4),
            ("I can confirm that Ines left", 4),
            ("I can carry that", 0),
            ("Remember", 0),
        ] {
            assert_eq!(frame(&tokens(text, 0)), taken, "{text}");
        }
    }

    #[test]
    fn marks_before_a_sentence_are_taken_off() {
        for (text, taken) in [
            ("**Breaking change** The kiln is hot now", 2),
            ("**Kiln** is hot now", 0),
            ("**Fuel:** The gas of the town", 0),
            ("plain words", 0),
            ("**", 0),
        ] {
            assert_eq!(marked(&tokens(text, 0), text), taken, "{text}");
        }
    }

    #[test]
    fn what_nobody_stands_by_is_named() {
        for text in [
            "According to Ines the kiln is at 1200 degrees",
            "As per the handbook, the kiln is shut",
            "Myth: the kiln runs on gas",
            "Our first guess: the kiln runs on gas",
            "Ines wrote: the kiln runs on gas",
            "The kiln runs on gas (outdated)",
            "The kiln runs on gas, apparently",
            "The kiln runs on gas, Ines says",
            "The kiln runs on gas, or so they say",
            "The idea that the kiln runs on gas is silly",
            "Until the kiln runs on gas, nothing works",
            "When the kiln runs on gas, open a window",
            "No one knows that the kiln runs on gas",
        ] {
            assert!(unvouched(&tokens(text, 0)).is_some(), "{text}");
        }
        for text in [
            "The kiln runs on gas, says the water board",
            "Until Friday the kiln is shut",
            "When I moved to Porto I sold the kiln",
            "Old kiln: gas",
            "Target: 10 km",
            "I said: the kiln is shut",
            "The idea is good",
            "Ines owns the kiln (old friend of ours)",
            "Probable cause found",
        ] {
            assert_eq!(unvouched(&tokens(text, 0)), None, "{text}");
        }
    }

    #[test]
    fn governors_hold_the_clause_after_them() {
        let inside = |text: &str| {
            let found = tokens(text, 0);
            governed(&found)
                .iter()
                .map(|(a, b)| text[found[*a].span.0..found[b - 1].span.1].to_owned())
                .collect::<Vec<_>>()
        };
        for text in [
            "it is unlikely that Ines owns the kiln",
            "Ines believes the kiln is ours",
            "make sure the kiln is shut",
            "the manual says that the kiln needs gas",
            "we rejected the claim that Ines owns the kiln",
        ] {
            assert_eq!(inside(text), [text], "{text}");
        }
        assert_eq!(inside("we moved to Rome and Ines thinks it is mad"), ["Ines thinks it is mad"]);
        for text in ["I told Ines that we moved", "Ines read the book", "we are sure of it", "I hope so"] {
            assert!(inside(text).is_empty(), "{text}");
        }
    }
}
