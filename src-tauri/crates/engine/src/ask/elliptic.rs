//! What a question leaves out that goes on from the one before it ("and before that?", "in
//! staging?", "what about Ben?", "who owns it?"): which kind it is, told by its words alone. What is
//! put in its place is [`super::follow`]'s.

use memstrata_extract::query::{is_verb, stems};

use super::claim::plain_words;
use crate::asking::{is_helper, is_question_word};

/// How a question goes on from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Elliptic {
    /// "And before that?": the value before.
    Before,
    /// "And then?": the value after.
    After,
    /// "Since when?"
    Start,
    /// "Until when?"
    End,
    /// "For how long?"
    Length,
    /// "When did that change?"
    Change,
    /// Words that take the place of others.
    Phrase(String),
    /// A whole question that speaks of somebody or something by a pronoun.
    Pronoun,
}

/// Words that open a question which goes on.
const OPENERS: [&[&str]; 12] = [
    &["and", "what", "about"],
    &["and", "how", "about"],
    &["but", "what", "about"],
    &["what", "about"],
    &["how", "about"],
    &["and", "for"],
    &["and"],
    &["but"],
    &["or"],
    &["so"],
    &["ok", "and"],
    &["okay", "and"],
];

/// The longest phrase that takes the place of another, in words.
const LONGEST: usize = 8;

/// The words of a question without what opens it, as written, and whether something opened it.
fn opened(question: &str) -> (Vec<&str>, bool) {
    let words: Vec<&str> = question.split_whitespace().collect();
    let lower: Vec<String> = words.iter().map(|word| lower(word)).collect();
    for opener in OPENERS {
        if lower.len() > opener.len() && opener.iter().zip(&lower).all(|(a, b)| a == b) {
            return (words[opener.len()..].to_vec(), true);
        }
    }
    (words, false)
}

fn lower(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric() && c != '\'').to_lowercase().replace('’', "'")
}

impl Elliptic {
    /// How a question goes on; nothing where it stands by itself.
    pub fn of(question: &str) -> Option<Self> {
        let (words, opened) = opened(question);
        let plain: Vec<String> =
            words.iter().map(|word| lower(word)).filter(|word| !word.is_empty()).collect();
        let bare: Vec<&str> = plain.iter().map(String::as_str).collect();
        if let Some(asked) = of_time(&bare) {
            return Some(asked);
        }
        let first = *bare.first()?;
        if asks(first) || helps(first) {
            // "Which port?" names only the noun of what is asked.
            let noun = matches!(first, "which" | "what" | "whose")
                && (2..=4).contains(&bare.len())
                && !bare[1..].iter().any(|word| helps(word) || is_pronoun(word))
                // "What happened?" has a verb; "which port?" only a noun that may be one.
                && (first == "which" && bare.len() == 2 || !bare[1..].iter().any(|word| is_verb(word)));
            if noun {
                return Some(Elliptic::Phrase(words[1..].join(" ")));
            }
            return bare.iter().any(|word| is_pronoun(word)).then_some(Elliptic::Pronoun);
        }
        // "Staging port?" may stand by itself; "in staging?" and "and Ben?" do not.
        let goes_on = opened || is_place_of(first) || is_of_a_day(first);
        let phrase = bare.len() <= LONGEST
            && !bare.iter().any(|word| asks(word) || matches!(*word, "did" | "does" | "do"));
        (goes_on && phrase).then(|| Elliptic::Phrase(words.join(" ")))
    }
}

/// What is asked of the time of what was answered.
fn of_time(words: &[&str]) -> Option<Elliptic> {
    let rest = |words: &[&str]| {
        // "Was it", "has that been": words that only point back.
        words.iter().all(|word| {
            is_pronoun(word)
                || helps(word)
                || matches!(*word, "so" | "then" | "true" | "the" | "case" | "like" | "set" | "one")
        })
    };
    match words {
        ["since" | "from", "when", tail @ ..] if rest(tail) => Some(Elliptic::Start),
        ["until" | "till", "when", tail @ ..] if rest(tail) => Some(Elliptic::End),
        ["how", "long", tail @ ..] | ["for", "how", "long", tail @ ..] if rest(tail) => {
            Some(Elliptic::Length)
        }
        ["when", "did", "it" | "that" | "this", verb] if is_change(verb) => Some(Elliptic::Change),
        ["when", "was", "it" | "that" | "this", verb] if is_change(verb) => Some(Elliptic::Change),
        ["when", "did", "it" | "that" | "this", "start" | "begin"] => Some(Elliptic::Start),
        ["when", "did", "it" | "that" | "this", "stop" | "end"] => Some(Elliptic::End),
        _ => beside(words),
    }
}

fn is_change(verb: &str) -> bool {
    matches!(verb, "change" | "changed" | "happen" | "switch" | "updated" | "move" | "moved")
}

/// "Before that", "and who before", "then", "what came after it".
fn beside(words: &[&str]) -> Option<Elliptic> {
    let points = |word: &&str| {
        is_pronoun(word)
            || asks(word)
            || helps(word)
            || matches!(
                *word,
                "came" | "come" | "value" | "one" | "the" | "right" | "just" | "then" | "and" | "last"
            )
    };
    let side = |word: &str| match word {
        "before" | "previously" | "earlier" | "beforehand" | "prior" | "previous" | "formerly" => {
            Some(Elliptic::Before)
        }
        "after" | "afterwards" | "later" | "next" | "thereafter" | "since" => Some(Elliptic::After),
        _ => None,
    };
    if let ["then"] | ["what", "then"] = words {
        return Some(Elliptic::After);
    }
    let at = words.iter().position(|word| side(word).is_some())?;
    let others = words[..at].iter().chain(&words[at + 1..]).all(points);
    // "What was it before?" and "the one before" ask for another value of the same.
    (others && words.len() <= 6).then(|| side(words[at])).flatten()
}

fn asks(word: &str) -> bool {
    is_question_word(word) || matches!(word, "where's" | "why")
}

fn helps(word: &str) -> bool {
    is_helper(word) || matches!(word, "been" | "be" | "will" | "would" | "can")
}

/// Words that stand for somebody or something told before.
pub(super) fn is_pronoun(word: &str) -> bool {
    of_person(word) || of_thing(word)
}

pub(super) fn of_person(word: &str) -> bool {
    matches!(
        word,
        "he" | "she" | "him" | "her" | "his" | "hers" | "they" | "them" | "their" | "he's" | "she's"
    )
}

pub(super) fn of_thing(word: &str) -> bool {
    matches!(word, "it" | "its" | "it's" | "that" | "this" | "there")
}

fn is_place_of(word: &str) -> bool {
    matches!(word, "in" | "on" | "for" | "at" | "with" | "by" | "of" | "during" | "as")
}

fn is_of_a_day(word: &str) -> bool {
    matches!(word, "now" | "today" | "currently" | "yesterday" | "last" | "a" | "nowadays" | "this")
}

/// A phrase without the preposition and the article before it.
pub(super) fn bare_phrase(phrase: &str) -> &str {
    let trimmed = phrase.trim_matches(|c: char| c.is_whitespace() || matches!(c, '?' | '.' | '!' | ','));
    let mut rest = trimmed;
    while let Some((head, tail)) = rest.split_once(' ') {
        let head = head.to_lowercase();
        if is_place_of(&head) || matches!(head.as_str(), "the" | "a" | "an") {
            rest = tail;
        } else {
            break;
        }
    }
    rest
}

/// The name with the article that the phrase has.
pub(super) fn with_article(phrase: &str, name: &str) -> String {
    let lower = phrase.to_lowercase();
    if lower.split_whitespace().any(|word| word == "the") && !name.to_lowercase().starts_with("the ") {
        format!("the {name}")
    } else {
        name.to_owned()
    }
}

/// The place of the words of a question that name a subject: first and one past the last.
pub(super) fn span_of(question: &str, subject: &str) -> Option<(usize, usize)> {
    let words: Vec<&str> = question.split_whitespace().collect();
    let plain: Vec<String> = words.iter().map(|word| lower(word)).collect();
    let people: &[&str] = match subject {
        "user" => &["i", "my", "me", "mine"],
        "project" => &["we", "our", "us", "ours"],
        _ => &[],
    };
    if !people.is_empty() {
        let at = plain.iter().position(|word| people.contains(&word.as_str()));
        return at.map(|at| (at, at + 1));
    }
    let own = stems(subject);
    let of_own = |word: &str| {
        let word = stems(word);
        !word.is_empty() && word.iter().all(|stem| own.contains(stem))
    };
    let mut best: Option<(usize, usize)> = None;
    let mut at = 0;
    while at < words.len() {
        if !of_own(words[at]) {
            at += 1;
            continue;
        }
        let mut end = at + 1;
        while end < words.len() && of_own(words[end]) && !ends(words[end - 1]) {
            end += 1;
        }
        if best.is_none_or(|(from, to)| end - at > to - from) {
            best = Some((at, end));
        }
        at = end;
    }
    let (mut from, to) = best?;
    // "My brother", "the relay".
    while from > 0 && matches!(plain[from - 1].as_str(), "my" | "our" | "the" | "a") {
        from -= 1;
    }
    Some((from, to))
}

fn ends(word: &str) -> bool {
    word.ends_with("'s") || word.ends_with("’s")
}

/// A question with a name in place of some of its words.
pub(super) fn replaced(question: &str, (from, to): (usize, usize), name: &str) -> String {
    let words: Vec<&str> = question.split_whitespace().collect();
    let last = words[to - 1];
    let owned = ends(last.trim_end_matches(['?', ',', '.'])) || matches!(lower(last).as_str(), "my" | "our");
    let mark = if last.ends_with('?') { "?" } else { "" };
    let name = if owned { format!("{name}'s{mark}") } else { format!("{name}{mark}") };
    let mut out: Vec<String> = words[..from].iter().map(|word| (*word).to_owned()).collect();
    // "Where do I live" of somebody else is "where does Ben live".
    if matches!(lower(words[from]).as_str(), "i" | "we" | "they")
        && let Some(helper) = out.last_mut()
    {
        let other = match helper.to_lowercase().as_str() {
            "do" => "does",
            "am" | "are" => "is",
            "were" => "was",
            "have" => "has",
            _ => helper.as_str(),
        };
        *helper = other.to_owned();
    }
    out.push(name);
    out.extend(words[to..].iter().map(|word| (*word).to_owned()));
    out.join(" ")
}

/// A question with names in place of its pronouns.
pub(super) fn with_names(question: &str, person: Option<&str>, thing: Option<&str>) -> Option<String> {
    let mut changed = false;
    let words: Vec<&str> = question.split_whitespace().collect();
    let mut out: Vec<String> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let plain = lower(word);
        let name = match plain.as_str() {
            word if of_person(word) => person,
            "there" | "it" | "its" | "it's" => thing,
            // "That port" names the noun itself.
            "that" | "this"
                if words.get(at + 1).is_none_or(|next| helps(&lower(next)) || is_verb(&lower(next))) =>
            {
                thing
            }
            _ => None,
        };
        let Some(name) = name else {
            out.push((*word).to_owned());
            continue;
        };
        changed = true;
        let mark: String = word.chars().rev().take_while(|c| matches!(c, '?' | '.' | ',')).collect();
        let last = at + 1 == words.len();
        let own = match name {
            "user" => ("I", "my"),
            "project" => ("we", "our"),
            name => (name, ""),
        };
        let text = match plain.as_str() {
            "his" | "its" | "their" if own.1.is_empty() => format!("{name}'s"),
            "her" if !last && own.1.is_empty() => format!("{name}'s"),
            "his" | "its" | "their" => own.1.to_owned(),
            "her" if !last => own.1.to_owned(),
            "there" => format!("in {name}"),
            "he's" | "she's" | "it's" => format!("{} is", own.0),
            _ => own.0.to_owned(),
        };
        out.push(format!("{text}{mark}"));
    }
    changed.then(|| out.join(" "))
}

/// A phrase that is all words of "now".
pub(super) fn is_now(phrase: &str) -> bool {
    let words = plain_words(phrase);
    !words.is_empty()
        && words.iter().all(|word| {
            matches!(
                word.as_str(),
                "now"
                    | "today"
                    | "currently"
                    | "nowadays"
                    | "right"
                    | "at"
                    | "the"
                    | "moment"
                    | "these"
                    | "days"
                    | "present"
            )
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_on_is_told_from_what_stands_by_itself() {
        let phrase = |words: &str| Some(Elliptic::Phrase(words.to_owned()));
        for (question, elliptic) in [
            ("And before that?", Some(Elliptic::Before)),
            ("and who before?", Some(Elliptic::Before)),
            ("What was it before?", Some(Elliptic::Before)),
            ("And then?", Some(Elliptic::After)),
            ("Since when?", Some(Elliptic::Start)),
            ("since when has it been so?", Some(Elliptic::Start)),
            ("For how long?", Some(Elliptic::Length)),
            ("When did that change?", Some(Elliptic::Change)),
            ("And in staging?", phrase("in staging?")),
            ("in staging?", phrase("in staging?")),
            ("What about Vera?", phrase("Vera?")),
            ("And now?", phrase("now?")),
            ("Which port?", phrase("port?")),
            ("Where does he live?", Some(Elliptic::Pronoun)),
            ("Where does Vera live?", None),
            ("And who owns the relay?", None),
            ("What is the port of the relay?", None),
            ("Since when has Vera lived in Faro?", None),
            ("", None),
            ("?", None),
        ] {
            assert_eq!(Elliptic::of(question), elliptic, "{question}");
        }
    }

    #[test]
    fn a_name_takes_the_place_of_another() {
        let put = |question: &str, subject: &str, name: &str| {
            replaced(question, span_of(question, subject).expect("the subject is named"), name)
        };
        assert_eq!(
            put("Which port does the quay relay use?", "quay relay", "the crane"),
            "Which port does the crane use?"
        );
        assert_eq!(
            put("What is the quay relay's port?", "quay relay", "the crane"),
            "What is the crane's port?"
        );
        assert_eq!(put("Where do I live?", "user", "Vera"), "Where does Vera live?");
        assert_eq!(put("Who is my manager?", "user", "Vera"), "Who is Vera's manager?");
        assert_eq!(put("Who owns the relay?", "relay", "the crane"), "Who owns the crane?");
        assert_eq!(span_of("Who owns the relay?", "crane"), None);
    }

    #[test]
    fn pronouns_are_whom_they_stand_for() {
        let put = |question: &str| with_names(question, Some("Vera Holm"), Some("relay"));
        assert_eq!(put("Where does she live?").as_deref(), Some("Where does Vera Holm live?"));
        assert_eq!(put("Who is her manager?").as_deref(), Some("Who is Vera Holm's manager?"));
        assert_eq!(put("Which port is it on?").as_deref(), Some("Which port is relay on?"));
        assert_eq!(put("Who owns it?").as_deref(), Some("Who owns relay?"));
        assert_eq!(put("Who owns the crane?"), None);
        assert_eq!(
            with_names("What is their diet?", Some("user"), None).as_deref(),
            Some("What is my diet?")
        );
    }
}
