//! A sentence that tells a dependency, taken apart: what depends, and on what. What the two say by
//! themselves is [`super::phrase`]'s.

/// A sentence that tells a dependency, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form<'t> {
    /// "My commute depends on where I live."
    Plain { dependent: &'t str, ground: &'t str, verb: Verb },
    /// "While the region is eu-west-1, the endpoint is …": the condition's value matters. Where it does
    /// not ("my commute is 40 minutes, because I live in Porto"), it is not strict.
    While { main: &'t str, condition: &'t str, strict: bool },
}

/// How a sentence says that something depends on another thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    /// In words that say nothing else.
    Firmly,
    /// In words that are said of people and things as well ("follows", "drives").
    Loosely,
    /// It does not any more.
    NoLonger,
}

const WHILE: [&str; 14] = [
    "only as long as ",
    "just as long as ",
    "only while ",
    "only when ",
    "only if ",
    "for as long as ",
    "as long as ",
    "so long as ",
    "provided that ",
    "providing that ",
    "provided ",
    "providing ",
    "on condition that ",
    "while ",
];
const BECAUSE: [&str; 5] = ["because ", "given that ", "seeing that ", "now that ", "seeing as "];

/// Takes a sentence apart, if it may tell a dependency.
pub(super) fn form(sentence: &str) -> Option<Form<'_>> {
    let text = sentence.trim().trim_end_matches(['.', '!']);
    if text.ends_with('?') {
        return None;
    }
    let lower = text.to_ascii_lowercase();
    for (words, strict) in WHILE.iter().map(|w| (w, true)).chain(BECAUSE.iter().map(|w| (w, false))) {
        let parts = if lower.starts_with(words) {
            let comma = text.find(", ")?;
            Some((&text[comma + 2..], &text[words.len()..comma]))
        } else {
            let inner = format!(" {words}");
            lower.find(&inner).map(|at| (text[..at].trim_end_matches(','), &text[at + inner.len()..]))
        };
        if let Some((main, condition)) = parts {
            return Some(Form::While { main, condition, strict });
        }
    }
    if_it_changes(text).or_else(|| plain(text))
}

/// "If the client changes, so does the rate."
fn if_it_changes(text: &str) -> Option<Form<'_>> {
    let lower = text.to_ascii_lowercase();
    let start = ["if ", "when ", "whenever "].into_iter().find(|start| lower.starts_with(start))?;
    let comma = text.find(", ")?;
    let ground = text[start.len()..comma].trim_end_matches(" changes").trim_end_matches(" change");
    let (rest, own) = (&text[comma + 2..], &lower[comma + 2..]);
    let dependent = ["so does ", "so do ", "so will "].into_iter().find(|so| own.starts_with(so));
    let dependent = match dependent {
        Some(so) => rest[so.len()..].trim(),
        None => [" changes too", " changes as well", " changes with it", " changes"]
            .into_iter()
            .find_map(|end| own.ends_with(end).then(|| rest[..rest.len() - end.len()].trim()))?,
    };
    let changes = ground.len() + start.len() < comma;
    (changes && !dependent.is_empty()).then_some(Form::Plain { dependent, ground, verb: Verb::Firmly })
}

/// What a clause of the form "X is V" states: X and V; nothing where it denies it.
pub(super) fn stated(clause: &str) -> Option<(&str, &str)> {
    let (phrase, value) = [" is ", " are ", " stays ", " remains "]
        .iter()
        .filter_map(|verb| clause.find(verb).map(|at| (at, &clause[..at], &clause[at + verb.len()..])))
        .min_by_key(|(at, ..)| *at)
        .map(|(_, phrase, value)| (phrase.trim(), value.trim()))?;
    let value =
        ["still ", "set to ", "at "].iter().fold(value, |v, start| v.strip_prefix(start).unwrap_or(v));
    let denied = value.starts_with("not ") || value.starts_with("no longer ");
    (!denied && !phrase.is_empty() && !value.is_empty()).then_some((phrase, value))
}

/// A word of a sentence with its place.
struct Word<'t> {
    at: usize,
    end: usize,
    lower: String,
    text: &'t str,
}

fn words(text: &str) -> Vec<Word<'_>> {
    text.split_whitespace()
        .map(|word| {
            let at = word.as_ptr() as usize - text.as_ptr() as usize;
            let bare = word.trim_end_matches([',', ';', ':']);
            Word { at, end: at + bare.len(), lower: bare.to_lowercase().replace('\u{2019}', "'"), text: word }
        })
        .collect()
}

/// "X depends on Y", in its many words, and "Y determines X".
fn plain(text: &str) -> Option<Form<'_>> {
    let words = words(text);
    for place in 1..words.len() {
        // The words before it may be no part of what depends: "no longer", "may", "will also".
        if let Some((length, strength)) = depending(&words[place..]) {
            let next = place + length;
            let (first, denied) = helpers(&words, place);
            let dependent = text[..words.get(first)?.at].trim();
            let ground = text[words.get(next)?.at..].trim();
            if dependent.is_empty() || ground.is_empty() {
                return None;
            }
            let verb = match denied {
                Denied::Not => return None,
                Denied::NoLonger => Verb::NoLonger,
                Denied::No => strength,
            };
            return Some(Form::Plain { dependent, ground, verb });
        }
        if settles(&words[place].lower) && place + 1 < words.len() {
            let (first, denied) = helpers(&words, place);
            let ground = text[..words.get(first)?.at].trim();
            let dependent = text[words[place + 1].at..].trim();
            if ground.is_empty() {
                return None;
            }
            let plain = Form::Plain { dependent, ground, verb: Verb::Loosely };
            return (denied == Denied::No).then_some(plain);
        }
    }
    None
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Denied {
    No,
    Not,
    NoLonger,
}

/// Where the helpers before a verb begin ("will also", "does not", "no longer"), and what they say.
fn helpers(words: &[Word<'_>], verb: usize) -> (usize, Denied) {
    let mut first = verb;
    let mut denied = Denied::No;
    while first > 1 {
        let before = words[first - 1].lower.as_str();
        match before {
            "not" | "never" | "doesn't" | "don't" | "isn't" | "aren't" | "won't" => denied = Denied::Not,
            "longer" if words[first - 2].lower == "no" => denied = Denied::NoLonger,
            "no" if denied == Denied::NoLonger => {}
            "does" | "do" | "will" | "may" | "might" | "can" | "could" | "would" | "also" | "always"
            | "still" | "now" | "only" | "then" => {}
            "directly" | "partly" | "mostly" | "largely" | "mainly" | "entirely" | "solely" | "really"
            | "usually" | "typically" | "currently" | "clearly" | "strongly" | "heavily" | "closely"
            | "wholly" | "completely" | "simply" | "actually" => {}
            _ => break,
        }
        first -= 1;
    }
    (first, denied)
}

/// How many words say that what stands before them depends on what follows, and how plainly; nothing
/// where they do not.
fn depending(words: &[Word<'_>]) -> Option<(usize, Verb)> {
    use Verb::{Firmly, Loosely};
    let at = |place: usize| words.get(place).map_or("", |word| word.lower.as_str());
    let adverb =
        |word: &str| word.ends_with("ly") || matches!(word, "only" | "also" | "in" | "mostly" | "along");
    // "is determined by", "is directly tied to".
    let be = matches!(at(0), "is" | "are");
    let mut place = usize::from(be);
    if at(place).is_empty() {
        return None;
    }
    while adverb(at(place)) && place < 3 {
        if at(place) == "in" {
            break;
        }
        place += 1;
    }
    // "stands or falls with"
    if !be && matches!(at(place), "stands" | "stand") && at(place + 1) == "or" && at(place + 3) == "with" {
        return Some((place + 4, Firmly));
    }
    let mut prep = place + 1;
    while adverb(at(prep)) && at(prep) != "in" && prep < place + 3 {
        prep += 1;
    }
    // "The price follows the zone": no preposition.
    if !be && matches!(at(place), "follows" | "follow" | "tracks" | "track") && at(prep) != "from" {
        return (!at(prep).is_empty()).then_some((prep, Loosely));
    }
    // "is chosen according to"
    let according = |from: usize| at(from) == "according" && at(from + 1) == "to";
    if be && at(place).ends_with("en") | at(place).ends_with("ed") && according(place + 1) {
        return Some((place + 3, Firmly));
    }
    if !be && according(place + 1) && at(place).ends_with('s') {
        return Some((place + 3, Firmly));
    }
    // "is a function of", "is a matter of", "is up to".
    if be && at(place) == "a" && matches!(at(place + 1), "function" | "matter") && at(place + 2) == "of" {
        return Some((place + 3, Firmly));
    }
    if be && at(place) == "up" && at(place + 1) == "to" {
        return Some((place + 2, Loosely));
    }
    let (fits, strength): (&[&str], Verb) = match (be, at(place)) {
        (false, "depends" | "depend" | "hinges" | "hinge" | "rests" | "turns") => (&["on", "upon"], Firmly),
        (false, "hangs" | "hang" | "rides") => (&["on", "upon"], Loosely),
        (false, "relies" | "rely") => (&["on", "upon"], Loosely),
        (false, "follows" | "follow" | "derives" | "results") => (&["from"], Firmly),
        (false, "comes" | "come") => (&["from", "with"], Loosely),
        (false, "goes" | "go") => (&["by", "with"], Loosely),
        (false, "varies" | "vary" | "differs" | "differ") => (&["with", "by"], Firmly),
        (false, "changes" | "change" | "scales") => (&["with"], Firmly),
        (false, "moves" | "grows") => (&["with"], Loosely),
        (true, "determined" | "decided" | "dictated" | "governed") => (&["by"], Firmly),
        // "The order is given by sort": what stands there without an article is a value itself.
        (true, "set" | "driven" | "given" | "fixed" | "controlled" | "defined")
            if is_determined(at(prep + 1)) =>
        {
            (&["by"], Firmly)
        }
        (true, "tied" | "linked" | "bound" | "pegged" | "pinned" | "keyed" | "coupled" | "hitched") => {
            (&["to"], Firmly)
        }
        (true, "dependent" | "contingent" | "conditional" | "based") => (&["on", "upon"], Firmly),
        (true, "derived" | "computed" | "calculated" | "taken") => (&["from"], Loosely),
        (true, "subject") => (&["to"], Loosely),
        _ => return None,
    };
    fits.contains(&at(prep)).then_some((prep + 1, strength))
}

/// Whether a phrase that begins with a word names something by whose it is, by an article or a clause.
fn is_determined(first: &str) -> bool {
    matches!(first, "the" | "my" | "our" | "its" | "his" | "her" | "their")
        || first.ends_with("'s")
        || opens_a_clause(first)
}

/// Verbs that say it the other way round: "where I live determines my commute".
fn settles(word: &str) -> bool {
    matches!(
        word,
        "determines"
            | "determine"
            | "decides"
            | "dictates"
            | "governs"
            | "drives"
            | "influences"
            | "affects"
            | "sets"
            | "defines"
            | "fixes"
            | "controls"
    )
}

/// Whether a word opens a clause that stands for a value ("where I live").
pub(super) fn opens_a_clause(word: &str) -> bool {
    matches!(word, "where" | "what" | "which" | "who" | "how" | "whether" | "when" | "whose")
}

/// Whether a phrase speaks of a value, and not of a thing: "my rent", "where I live", "the size of
/// the pool", "Ana's team".
pub(super) fn speaks_of_a_value(phrase: &str) -> bool {
    let first = phrase.split_whitespace().next().unwrap_or_default().to_lowercase();
    matches!(first.as_str(), "my" | "our")
        || opens_a_clause(&first)
        || (first == "the" && phrase.contains(" of "))
        || phrase.contains("'s ")
        || phrase.contains("\u{2019}s ")
}

/// What depends, where a sentence says more before it: "The timeout is 30 s, and it" is "it".
pub(super) fn last_clause(dependent: &str) -> &str {
    let words = words(dependent);
    let Some(last) = words.last() else { return dependent };
    let opened = words.len() >= 2 && {
        let before = &words[words.len() - 2];
        before.end < before.at + before.text.len() || matches!(before.lower.as_str(), "and" | "but" | "so")
    };
    if opened && points_back(last.text) { last.text } else { dependent }
}

/// Words for what was just told of.
pub(super) fn points_back(phrase: &str) -> bool {
    matches!(phrase.trim().to_lowercase().as_str(), "it" | "that" | "this" | "which" | "they" | "those")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_taken_apart() {
        assert_eq!(
            form("My commute depends on where I live."),
            Some(Form::Plain { dependent: "My commute", ground: "where I live", verb: Verb::Firmly })
        );
        assert_eq!(
            form("While the region is eu-west-1, the endpoint is https://a.b."),
            Some(Form::While {
                main: "the endpoint is https://a.b",
                condition: "the region is eu-west-1",
                strict: true
            })
        );
        assert_eq!(
            form("My commute is 40 minutes because I live in Porto"),
            Some(Form::While {
                main: "My commute is 40 minutes",
                condition: "I live in Porto",
                strict: false
            })
        );
        assert_eq!(form("The relay runs on port 8080."), None);
        assert_eq!(form("Does my commute depend on where I live?"), None);
    }

    #[test]
    fn a_dependency_is_told_in_many_words() {
        for words in [
            "depends on",
            "depends upon",
            "depends entirely on",
            "will depend on",
            "hinges on",
            "is determined by",
            "is largely determined by",
            "follows from",
            "varies with",
            "is tied to",
            "is contingent on",
            "also goes by",
            "follows",
            "varies by",
            "is based on",
            "is a function of",
            "stands or falls with",
            "changes along with",
            "is chosen according to",
        ] {
            let sentence = format!("The fee of the club {words} its size.");
            let Some(Form::Plain { dependent, ground, verb }) = form(&sentence) else { panic!("{words}") };
            assert_eq!((dependent, ground), ("The fee of the club", "its size"), "{words}");
            assert_ne!(verb, Verb::NoLonger);
        }
        assert_eq!(
            form("Where I live determines my commute."),
            Some(Form::Plain { dependent: "my commute", ground: "Where I live", verb: Verb::Loosely })
        );
        assert_eq!(
            form("If the client changes, so does the rate."),
            Some(Form::Plain { dependent: "the rate", ground: "the client", verb: Verb::Firmly })
        );
        assert_eq!(form("If it rains, the match moves indoors."), None);
        assert_eq!(
            form("My rent no longer depends on my salary."),
            Some(Form::Plain { dependent: "My rent", ground: "my salary", verb: Verb::NoLonger })
        );
        for none in [
            "My rent does not depend on my salary.",
            "My rent doesn't depend on my salary.",
            "Depends on the weather.",
            "My rent depends on",
            "The ordering of /tickets is given by sort.",
            "depends",
        ] {
            assert_eq!(form(none), None, "{none}");
        }
    }

    #[test]
    fn dependents_come_after_other_words() {
        assert_eq!(last_clause("The timeout is 30 s, and it"), "it");
        assert_eq!(last_clause("My commute is 40 minutes, which"), "which");
        assert_eq!(last_clause("The fee of the club"), "The fee of the club");
    }

    #[test]
    fn conditions_state_a_value() {
        assert_eq!(stated("the plan is basic"), Some(("the plan", "basic")));
        assert_eq!(stated("the plan is still basic"), Some(("the plan", "basic")));
        assert_eq!(stated("the plan is not basic"), None);
        assert_eq!(stated("I live in Porto"), None);
    }
}
