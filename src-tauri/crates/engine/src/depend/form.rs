//! A sentence that tells a dependency, taken apart: what depends, and on what. Which keys the two are
//! is [`super::phrase`]'s.

/// A sentence that tells a dependency, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form<'t> {
    /// "My commute depends on where I live."
    Plain { dependent: &'t str, ground: &'t str },
    /// "My commute no longer depends on where I live."
    NoLonger { dependent: &'t str, ground: &'t str },
    /// "While the region is eu-west-1, the endpoint is …": the condition's value matters.
    While { main: &'t str, condition: &'t str },
    /// "My commute is 40 minutes, because I live in Porto."
    Because { main: &'t str, condition: &'t str },
}

const WHILE: [&str; 6] =
    ["while ", "as long as ", "so long as ", "for as long as ", "provided that ", "provided "];
const BECAUSE: [&str; 4] = ["because ", "given that ", "seeing that ", "now that "];

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
            return Some(if strict {
                Form::While { main, condition }
            } else {
                Form::Because { main, condition }
            });
        }
    }
    plain(text)
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
        if let Some(next) = depending(&words[place..]).map(|length| place + length) {
            let (first, denied) = helpers(&words, place);
            let dependent = text[..words.get(first)?.at].trim();
            let ground = text[words.get(next)?.at..].trim();
            if dependent.is_empty() || ground.is_empty() {
                return None;
            }
            return match denied {
                Denied::Not => None,
                Denied::NoLonger => Some(Form::NoLonger { dependent, ground }),
                Denied::No => Some(Form::Plain { dependent, ground }),
            };
        }
        if settles(&words[place].lower) && place + 1 < words.len() {
            let (first, denied) = helpers(&words, place);
            let ground = text[..words.get(first)?.at].trim();
            let dependent = text[words[place + 1].at..].trim();
            // "Ana drives the van": a value is no name.
            let value = speaks_of_a_value(ground) && speaks_of_a_value(dependent);
            return (value && denied == Denied::No).then_some(Form::Plain { dependent, ground });
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

/// How many words say that what stands before them depends on what follows; nothing where they do
/// not.
fn depending(words: &[Word<'_>]) -> Option<usize> {
    let at = |place: usize| words.get(place).map_or("", |word| word.lower.as_str());
    let adverb = |word: &str| word.ends_with("ly") || matches!(word, "only" | "also" | "in" | "mostly");
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
    let mut prep = place + 1;
    while adverb(at(prep)) && at(prep) != "in" && prep < place + 3 {
        prep += 1;
    }
    let fits: &[&str] = match (be, at(place)) {
        (false, "depends" | "depend" | "hinges" | "hinge" | "rests" | "turns") => &["on", "upon"],
        (false, "follows" | "follow" | "derives" | "results") => &["from"],
        (false, "goes" | "go") => &["by", "with"],
        (false, "varies" | "vary" | "changes" | "change" | "scales" | "moves" | "grows") => &["with"],
        (
            true,
            "determined" | "set" | "decided" | "driven" | "dictated" | "governed" | "given" | "fixed"
            | "controlled",
        ) => &["by"],
        (true, "tied" | "linked" | "bound" | "pegged" | "coupled" | "hitched") => &["to"],
        (true, "dependent" | "contingent" | "conditional" | "based") => &["on", "upon"],
        (true, "derived" | "computed" | "calculated" | "taken") => &["from"],
        (true, "subject") => &["to"],
        _ => return None,
    };
    fits.contains(&at(prep)).then_some(prep + 1)
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
    )
}

/// Whether a phrase speaks of a value, and not of a thing: "my rent", "where I live", "the size of
/// the pool", "Ana's team".
pub(super) fn speaks_of_a_value(phrase: &str) -> bool {
    let first = phrase.split_whitespace().next().unwrap_or_default().to_lowercase();
    matches!(first.as_str(), "my" | "our" | "where" | "what" | "which" | "who" | "how" | "whether" | "when")
        || (first == "the" && phrase.contains(" of "))
        || phrase.contains("'s ")
        || phrase.contains("\u{2019}s ")
}

/// The parts of what something depends on: "its region and on the plan we are on".
pub(super) fn parts(ground: &str) -> Vec<&str> {
    let mut parts = vec![ground];
    for between in [", and on ", " and on ", " as well as ", ", and ", " and ", ", "] {
        parts = parts.into_iter().flat_map(|part| part.split(between)).collect();
    }
    parts.retain(|part| !part.trim().is_empty());
    parts
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
            Some(Form::Plain { dependent: "My commute", ground: "where I live" })
        );
        assert_eq!(
            form("While the region is eu-west-1, the endpoint is https://a.b."),
            Some(Form::While { main: "the endpoint is https://a.b", condition: "the region is eu-west-1" })
        );
        assert_eq!(
            form("My commute is 40 minutes because I live in Porto"),
            Some(Form::Because { main: "My commute is 40 minutes", condition: "I live in Porto" })
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
        ] {
            let sentence = format!("The fee of the club {words} its size.");
            let wanted = Form::Plain { dependent: "The fee of the club", ground: "its size" };
            assert_eq!(form(&sentence), Some(wanted), "{words}");
        }
        assert_eq!(
            form("Where I live determines my commute."),
            Some(Form::Plain { dependent: "my commute", ground: "Where I live" })
        );
        assert_eq!(
            form("My rent no longer depends on my salary."),
            Some(Form::NoLonger { dependent: "My rent", ground: "my salary" })
        );
        for none in [
            "My rent does not depend on my salary.",
            "My rent doesn't depend on my salary.",
            "Ana drives the van.",
            "Depends on the weather.",
            "My rent depends on",
            "depends",
        ] {
            assert_eq!(form(none), None, "{none}");
        }
    }

    #[test]
    fn grounds_come_in_parts_and_dependents_after_other_words() {
        assert_eq!(parts("its region and on the plan"), ["its region", "the plan"]);
        assert_eq!(parts("where I live"), ["where I live"]);
        assert_eq!(last_clause("The timeout is 30 s, and it"), "it");
        assert_eq!(last_clause("My commute is 40 minutes, which"), "which");
        assert_eq!(last_clause("The fee of the club"), "The fee of the club");
    }
}
