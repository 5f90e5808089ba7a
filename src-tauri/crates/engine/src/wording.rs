//! A question as it is put plainly: without the words around it ("I was wondering", "do you know"),
//! the belief that it asks of ("who did we think had owned it") and a clause of time before it. When
//! it is asked about is read of the question as it stands; this is what leads to keys.

use memstrata_extract::query::{relatives_plainly, stems};

use crate::asking::{is_helper, is_question_word};

/// What stands before a question and asks nothing, longest first.
const FRAMES: [&str; 22] = [
    "i was wondering if you could tell me",
    "i was wondering",
    "i am wondering",
    "i wonder",
    "do you happen to know",
    "do you remember",
    "do you know",
    "can you remind me",
    "could you remind me",
    "can you tell me",
    "could you tell me",
    "would you tell me",
    "please tell me",
    "just tell me",
    "tell me",
    "remind me",
    "quick question",
    "out of curiosity",
    "by the way",
    "so",
    "and",
    "hey",
];

/// The question put plainly.
pub(crate) fn plainly(question: &str) -> String {
    // "Whoever owns it" is the person who owns it.
    let whole = replaced_word(question.trim(), "whoever", "the person who");
    let whole = relatives_plainly(&whole).unwrap_or(whole);
    let whole = whole.as_str();
    let whole = without_frames(whole);
    let whole = without_clause_of_time(whole);
    let whole = without_frames(whole);
    match without_belief(whole) {
        Some(bare) => bare,
        None => whole.to_owned(),
    }
}

/// A verb as a helper before it leaves it: "live" of "lives", after "does".
pub(crate) fn bare_verb(verb: &str) -> String {
    match verb.strip_suffix("ies") {
        Some(start) => format!("{start}y"),
        None if verb == "has" => "have".to_owned(),
        None if ["ches", "shes", "goes", "does"].iter().any(|end| verb.ends_with(end)) => {
            verb[..verb.len() - 2].to_owned()
        }
        None => verb.strip_suffix('s').unwrap_or(verb).to_owned(),
    }
}

/// A question in which "the day that Lia joined" is the day Lia joined; nothing where it says no such.
pub(crate) fn times_plainly(question: &str) -> Option<String> {
    const UNITS: [&str; 6] = ["day", "week", "month", "year", "moment", "time"];
    let words: Vec<&str> = question.split(' ').collect();
    let at = words.windows(3).position(|three| {
        three[0].eq_ignore_ascii_case("the")
            && UNITS.contains(&three[1])
            && matches!(three[2], "that" | "when")
    })?;
    // "On the day that is his birthday" says which day it is, and no event.
    let next = words.get(at + 3)?;
    (!is_helper(next)).then(|| [&words[..at + 2], &words[at + 3..]].concat().join(" "))
}

/// A text with one of its words written otherwise.
fn replaced_word(text: &str, word: &str, other: &str) -> String {
    let words: Vec<&str> =
        text.split(' ').map(|w| if w.eq_ignore_ascii_case(word) { other } else { w }).collect();
    words.join(" ")
}

/// Lower case, without the marks around it.
fn bare(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric() && c != '\'').to_lowercase().replace('’', "'")
}

fn asks(word: &str) -> bool {
    let word = bare(word);
    is_question_word(&word) || is_helper(&word) || matches!(word.as_str(), "list" | "in" | "on")
}

fn without_frames(question: &str) -> &str {
    let mut rest = question;
    'again: loop {
        for frame in FRAMES {
            let Some(head) = rest.get(..frame.len()) else { continue };
            if !head.eq_ignore_ascii_case(frame) {
                continue;
            }
            let tail = &rest[frame.len()..];
            if !tail.starts_with([' ', ',', ':']) {
                continue;
            }
            let tail = tail.trim_start_matches([' ', ',', ':', '-']);
            if tail.split_whitespace().next().is_some_and(asks) {
                rest = tail;
                continue 'again;
            }
        }
        return rest;
    }
}

/// "On 25 June, who did we think …": what is asked stands after the comma.
fn without_clause_of_time(question: &str) -> &str {
    let opens = question.split_whitespace().next().map(bare).unwrap_or_default();
    if !matches!(
        opens.as_str(),
        "on" | "in" | "at" | "as" | "by" | "back" | "during" | "before" | "after" | "since"
    ) {
        return question;
    }
    // "In which city …" is the question itself.
    let head = question.split(',').next().unwrap_or_default();
    if head.split_whitespace().skip(1).any(|word| is_question_word(&bare(word))) {
        return question;
    }
    for (at, _) in question.match_indices(',') {
        let rest = question[at + 1..].trim_start();
        if rest.split_whitespace().next().is_some_and(asks) {
            return rest;
        }
    }
    question
}

/// The question without "did we think", its pluperfect as a past; nothing where it asks no belief.
fn without_belief(question: &str) -> Option<String> {
    let words: Vec<&str> = question.split_whitespace().collect();
    let lower: Vec<String> = words.iter().map(|word| bare(word)).collect();
    let believes = |i: usize| {
        matches!(lower[i].as_str(), "did" | "do")
            && lower.get(i + 1).is_some_and(|w| matches!(w.as_str(), "we" | "you" | "i" | "they" | "people"))
            && lower.get(i + 2).is_some_and(|w| {
                matches!(w.as_str(), "think" | "believe" | "assume" | "suppose" | "know" | "say" | "reckon")
            })
    };
    let at = (0..words.len()).find(|i| believes(*i))?;
    let mut end = at + 3;
    if lower.get(end).is_some_and(|w| w == "that" || w == "about") {
        end += 1;
    }
    // Nothing is believed of anything: "what did we know?"
    if end >= words.len() {
        return None;
    }
    let head: Vec<&str> = words[..at].to_vec();
    let rest: Vec<&str> = words[end..].to_vec();
    let had = rest.iter().position(|word| bare(word) == "had");
    let tail = match had {
        Some(had) => pluperfect(&head, &rest, had),
        None => None,
    };
    Some(tail.unwrap_or_else(|| [head, rest].concat().join(" ")))
}

/// "who [had owned] it" as "who owned it", "where [she had lived]" as "where did she live".
fn pluperfect(head: &[&str], rest: &[&str], had: usize) -> Option<String> {
    let next = bare(rest.get(had + 1)?);
    let subject = rest[..had].join(" ");
    let tail = rest[had + 2..].join(" ");
    let head = head.join(" ");
    let out = match (next.as_str(), subject.is_empty()) {
        ("been", true) => format!("{head} was {tail}"),
        ("been", false) => format!("{head} was {subject} {tail}"),
        (participle, true) => format!("{head} {participle} {tail}"),
        (participle, false) => {
            let lemma = stems(participle).into_iter().next().unwrap_or_else(|| participle.to_owned());
            let lemma = if participle == "had" { "have".to_owned() } else { lemma };
            format!("{head} did {subject} {lemma} {tail}")
        }
    };
    Some(out.trim().to_owned())
}

/// Months and days of the week.
const DAYS: [&str; 19] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];

/// Whether a word in lower case is a month or a day of the week.
pub(crate) fn is_a_day(word: &str) -> bool {
    DAYS.contains(&word)
}

/// Months, years and the like that the time of a question may leave behind.
pub(crate) fn is_of_time(stem: &str) -> bool {
    const WORDS: [&str; 21] = [
        "today",
        "now",
        "currently",
        "moment",
        "year",
        "month",
        "week",
        "last",
        "ago",
        "yesterday",
        "tomorrow",
        "spring",
        "summer",
        "autumn",
        "winter",
        "morning",
        "evening",
        "christmas",
        "easter",
        "quarter",
        "century",
    ];
    let figures = !stem.is_empty() && stem.bytes().all(|b| b.is_ascii_digit());
    WORDS.contains(&stem) || is_a_day(stem) || figures && matches!(stem.len(), 1 | 2 | 4)
}

/// Stems of words that tell of change or time alone: they say nothing of which key is meant.
pub(crate) fn is_of_change(stem: &str) -> bool {
    const WORDS: [&str; 68] = [
        "move",
        "switch",
        "join",
        "leave",
        "start",
        "stop",
        "begin",
        "become",
        "turn",
        "go",
        "get",
        "raise",
        "lower",
        "increase",
        "upgrade",
        "downgrade",
        "migrate",
        "take",
        "quit",
        "end",
        "cease",
        "drop",
        "abandon",
        "adopt",
        "replace",
        "rename",
        "still",
        "yet",
        "ever",
        "already",
        "longer",
        "anymore",
        "any",
        "day",
        "date",
        "up",
        "down",
        "out",
        "over",
        "away",
        "back",
        "really",
        "actually",
        "true",
        "right",
        "correct",
        "enable",
        "disable",
        "flip",
        "into",
        "come",
        "no",
        "not",
        "current",
        "present",
        "old",
        "new",
        "previous",
        "former",
        "first",
        "original",
        "initial",
        "latest",
        "next",
        "recent",
        "recently",
        "originally",
        "initially",
    ];
    WORDS.contains(&stem)
}

#[cfg(test)]
mod tests {
    use super::plainly;

    #[test]
    fn a_day_that_something_happened_is_the_day_it_happened() {
        for (question, plain) in [
            ("Who led us on the day that Lia joined?", Some("Who led us on the day Lia joined?")),
            ("Who led us in the month when Lia joined?", Some("Who led us in the month Lia joined?")),
            ("What is the day that is his birthday?", None),
            ("Who led us then?", None),
        ] {
            assert_eq!(super::times_plainly(question).as_deref(), plain, "{question}");
        }
    }

    #[test]
    fn what_stands_around_a_question_goes() {
        for (question, plain) in [
            ("Do you know which port the relay is on?", "which port the relay is on?"),
            ("Remind me, who owns the relay?", "who owns the relay?"),
            ("On 25 June, who owned the relay?", "who owned the relay?"),
            ("In which city does Vera live?", "In which city does Vera live?"),
            ("Who did we think owned the relay?", "Who owned the relay?"),
            ("On 2 June 2026, where did we think Vera had lived?", "where did Vera live"),
            ("Who did we believe had owned the relay in May?", "Who owned the relay in May?"),
            ("What did we think the port had been?", "What was the port"),
            ("", ""),
        ] {
            let made = plainly(question);
            assert_eq!(made.trim_end_matches(['?', ' ']), plain.trim_end_matches(['?', ' ']), "{question}");
        }
    }
}
