//! Lines that open somebody's words: "Tom wrote:", "Message from Tom: …", "Tom's diary:", "Tom, 10:02".
//! The "I" of the lines below is that person's. What single sentences say of their speaker is
//! [`crate::speaker`]'s, how far the words reach [`crate::block`]'s.

use crate::gazetteer;
use crate::markup::list_marker;
use crate::person::{is_kin, is_person_noun};
use crate::words::{is_filler, is_month, is_time_word, is_weekday};

/// What a line opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Opened {
    /// Bytes of the line that name whose the words are; empty where nobody is named.
    pub who: (usize, usize),
    /// The line says nothing itself.
    pub alone: bool,
}

/// Verbs of saying and sending, as they stand at the end of such a label.
const SAID: [&str; 30] = [
    "wrote",
    "writes",
    "said",
    "says",
    "replied",
    "replies",
    "answered",
    "answers",
    "posted",
    "posts",
    "texted",
    "texts",
    "messaged",
    "emailed",
    "mailed",
    "commented",
    "told",
    "sent",
    "added",
    "adds",
    "shared",
    "shares",
    "quoted",
    "responded",
    "responds",
    "explained",
    "explains",
    "reported",
    "dictated",
    "recounted",
];
/// What may follow the verb: to whom, and when ("sent me", "told us on Monday").
const TAILS: [&str; 12] =
    ["me", "us", "to", "on", "in", "via", "by", "at", "this", "last", "yesterday", "today"];
/// Nouns for words that somebody has said or written, whoever they are about.
const WORDS: [&str; 40] = [
    "message",
    "messages",
    "mail",
    "email",
    "e-mail",
    "letter",
    "text",
    "texts",
    "sms",
    "post",
    "posts",
    "comment",
    "comments",
    "reply",
    "answer",
    "answers",
    "quote",
    "review",
    "testimonial",
    "voicemail",
    "postcard",
    "dm",
    "feedback",
    "statement",
    "diary",
    "journal",
    "bio",
    "biography",
    "memo",
    "words",
    "testimony",
    "quotation",
    "transcript",
    "profile",
    "intro",
    "introduction",
    "speech",
    "story",
    "tweet",
    "note",
];
/// Labels that say of themselves that somebody else speaks.
const QUOTED: [&str; 10] = [
    "testimonial",
    "testimonials",
    "quote",
    "quotation",
    "lyrics",
    "poem",
    "song",
    "dialogue",
    "roleplay",
    "excerpt",
];

/// Reads a line; `next` is the one after it.
pub(crate) fn opens(line: &str, next: &str) -> Option<Opened> {
    let from = list_marker(line).map_or(0, |(marker, _)| marker);
    let body = line[from..].trim_start_matches(['*', '_', '#', ' ']);
    let from = line.len() - body.len();
    let at = |(a, b): (usize, usize)| (from + a, from + b);
    if let Some(name) = stamped(body).filter(|_| !next.trim().is_empty()) {
        return Some(Opened { who: at(name), alone: true });
    }
    let (label, rest) = labelled(body)?;
    let alone = rest.trim_matches(['*', '_', ' ']).is_empty();
    let named = || alone.then(|| name(label)).flatten();
    spoken_by(label).or_else(named).map(|who| Opened { who: at(who), alone })
}

/// Whether a line hands the word back to the keeper: "Me:", "I wrote:".
pub(crate) fn returns(line: &str) -> bool {
    let body = line.trim_start_matches(['*', '_', '-', '#', '<', '[', ' ']);
    let label = body.split([':', '>', ']']).next().unwrap_or("").trim_matches(['*', ' ']).to_lowercase();
    body.len() > label.len() && matches!(label.as_str(), "me" | "myself" | "i" | "user" | "human")
}

/// What stands before the first colon that a blank or nothing follows, and what stands after it.
fn labelled(body: &str) -> Option<(&str, &str)> {
    let at = body.match_indices(':').map(|(at, _)| at).find(|&at| {
        let rest = body[at + 1..].trim_start_matches(['*', '_']);
        rest.is_empty() || rest.starts_with(char::is_whitespace)
    })?;
    let label = body[..at].trim_end_matches(['*', '_']);
    let short = label.len() <= LONGEST && !label.contains(". ") && !label.is_empty();
    short.then(|| (label, &body[at + 1..]))
}

/// The longest label that is looked at, in bytes.
const LONGEST: usize = 80;

/// Who says what the label stands before.
fn spoken_by(label: &str) -> Option<(usize, usize)> {
    let words = split(label);
    let lower: Vec<String> = words.iter().map(|w| w.text.to_lowercase()).collect();
    let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
    if lower.len() > 10 {
        return None;
    }
    if let [only] = lower[..] {
        return QUOTED.contains(&only).then_some((0, 0));
    }
    verbal(&words, &lower).or_else(|| genitive(&words, &lower)).or_else(|| sender(&words, &lower))
}

/// "Tom:" alone on its line.
fn name(label: &str) -> Option<(usize, usize)> {
    let words = split(label);
    let first = words.first()?.text.to_lowercase();
    (words.len() <= 2 && gazetteer::is("person", &first)).then_some((0, label.len()))
}

struct Word<'a> {
    text: &'a str,
    span: (usize, usize),
}

fn split(label: &str) -> Vec<Word<'_>> {
    let base = label.as_ptr() as usize;
    label
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')' | '[' | ']' | '"'))
        .map(|w| w.trim_matches(['*', '_', '<', '>']))
        .filter(|w| !w.is_empty())
        .map(|text| {
            let from = text.as_ptr() as usize - base;
            Word { text, span: (from, from + text.len()) }
        })
        .collect()
}

/// "On Monday Tom wrote", "Here is what my sister sent me".
fn verbal(words: &[Word<'_>], lower: &[&str]) -> Option<(usize, usize)> {
    let at = (1..lower.len()).rev().find(|&i| SAID.contains(&lower[i]))?;
    let tail = lower.get(at + 1).is_none_or(|w| TAILS.contains(w) || is_weekday(w));
    let mut who = at - 1;
    while who > 0 && (is_filler(lower[who]) || matches!(lower[who], "has" | "have" | "had" | "just" | "also"))
    {
        who -= 1;
    }
    // "What I told Tom", "My notes said": the keeper's own.
    let own = lower[..at].iter().any(|w| matches!(*w, "i" | "we" | "i've" | "we've"))
        || lower[..at].windows(2).any(|w| matches!(w[0], "my" | "our") && is_writing(w[1]));
    let to =
        lower.get(at + 1).is_some_and(|w| *w == "to") && !matches!(lower.get(at + 2), Some(&("me" | "us")));
    (tail && !own && !to).then(|| words[who].span)
}

/// "Tom's reply", "From Tom's diary", "my brother's letter of May".
fn genitive(words: &[Word<'_>], lower: &[&str]) -> Option<(usize, usize)> {
    let at = (0..lower.len().saturating_sub(1))
        .find(|&i| lower[i].ends_with("'s") || lower[i].ends_with("’s") || lower[i].ends_with("s'"))?;
    let noun = lower[at + 1..].iter().take(3).any(|w| WORDS.contains(w) || is_writing(w));
    let owner = lower[at].trim_end_matches(['s', '\'', '’']);
    let dated = is_weekday(owner) || is_month(owner) || is_time_word(owner) || is_time_word(lower[at]);
    let dated = dated || matches!(owner, "today" | "yesterday" | "week" | "month" | "year" | "it" | "that");
    let (a, b) = words[at].span;
    let end = b - words[at].text.len() + words[at].text.rfind(['\'', '’']).unwrap_or(b - a);
    (noun && !dated).then_some((a, end))
}

/// "Message from Tom", "Review by a customer", "Bio of Ana".
fn sender(words: &[Word<'_>], lower: &[&str]) -> Option<(usize, usize)> {
    let by = (1..lower.len()).find(|&i| matches!(lower[i], "from" | "by" | "of"))?;
    let noun = lower[..by].iter().any(|w| WORDS.contains(w)) && by <= 4;
    let own = lower[..by].iter().any(|w| matches!(*w, "my" | "our"));
    let mut who = by + 1;
    let possessed = lower.get(who).is_some_and(|w| matches!(*w, "my" | "our" | "his" | "her" | "their"));
    while who < lower.len()
        && matches!(lower[who], "my" | "our" | "his" | "her" | "their" | "the" | "a" | "an")
    {
        who += 1;
    }
    let name = lower.get(who)?;
    let named = words[who].text.starts_with(char::is_uppercase)
        && !gazetteer::kinds(name).iter().any(|k| matches!(*k, "place" | "country"))
        && !is_weekday(name)
        && !is_month(name);
    let person = gazetteer::is("person", name) || is_kin(name) || is_person_noun(name) || name.contains('@');
    let sends = lower[by] != "of" && (named || is_somebody(name) || possessed);
    (noun && !own && (person || sends) && !is_me(name)).then(|| words[who].span)
}

fn is_me(word: &str) -> bool {
    matches!(word, "me" | "myself" | "us" | "mine")
}

/// Nouns for those who write to a page or an office.
fn is_somebody(word: &str) -> bool {
    matches!(
        word,
        "customer" | "client" | "user" | "reader" | "visitor" | "guest" | "stranger" | "applicant" | "author"
    )
}

/// What somebody keeps for their own notes, whose "I" is its keeper's.
fn is_writing(word: &str) -> bool {
    matches!(
        word,
        "notes" | "notebook" | "diary" | "journal" | "blog" | "log" | "bio" | "cv" | "resume" | "memoir"
    )
}

/// "Tom, 10:02", "Tom Weber  10:02 AM", "Tom — Today at 10:02": a line of a name and a time.
fn stamped(body: &str) -> Option<(usize, usize)> {
    let words = split(body);
    let time = |w: &str| {
        w.contains(':') && w.trim_matches(['[', ']']).chars().all(|c| c.is_ascii_digit() || c == ':')
    };
    let when = words.iter().position(|w| time(w.text))?;
    let names = words.iter().take_while(|w| {
        w.text.starts_with(char::is_uppercase)
            && w.text.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '.' | '\''))
            && !is_time_word(&w.text.to_lowercase())
            && !is_weekday(&w.text.to_lowercase())
            && !is_month(&w.text.to_lowercase())
    });
    let names = names.count();
    let between = |w: &Word<'_>| {
        let lower = w.text.to_lowercase();
        matches!(lower.as_str(), "—" | "–" | "-" | "|" | "at" | "on" | "am" | "pm" | "app" | "edited")
            || is_time_word(&lower)
            || is_weekday(&lower)
            || is_month(&lower)
            || w.text.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '/' | '.' | ':'))
    };
    let whole = words[names..].iter().all(between) && !body.trim_end().ends_with(':');
    let known = gazetteer::is("person", &words.first()?.text.to_lowercase());
    let last = words.get(names.checked_sub(1)?)?;
    (whole && (1..=3).contains(&names) && when <= names + 4 && (known || names > 1))
        .then(|| (words[0].span.0, last.span.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_open_anothers_words_name_whose_they_are() {
        for (line, who) in [
            ("Tom wrote:", "Tom"),
            ("On Monday Tom wrote:", "Tom"),
            ("Here is what Tom sent me:", "Tom"),
            ("My sister texted: I moved to Graz", "sister"),
            ("Message from Tom: I moved to Graz", "Tom"),
            ("**Letter from grandma:**", "grandma"),
            ("Email from my brother:", "brother"),
            ("Review by a customer: I moved", "customer"),
            ("From Tom's diary:", "Tom"),
            ("- Tom's reply: I moved", "Tom"),
            ("Bio of Ana:", "Ana"),
            ("Tom, 10:02", "Tom"),
            ("Tom Weber  10:02 AM", "Tom Weber"),
            ("Tom — Today at 10:02", "Tom"),
            ("Lyrics:", ""),
        ] {
            let opened = opens(line, "I moved").unwrap_or_else(|| panic!("{line}"));
            assert_eq!(&line[opened.who.0..opened.who.1], who, "{line}");
        }
    }

    #[test]
    fn the_keepers_own_labels_open_nothing() {
        for line in [
            "I wrote:",
            "What I told Tom:",
            "My diary says:",
            "My email: a@b.example",
            "Message from me: I moved",
            "Notes from Monday's meeting:",
            "Yesterday's note: I moved",
            "Journal of Graz: I moved",
            "Tom wrote a book.",
            "Standup at 10:02",
            "Lunch, 12:30",
            "Phone of Ana: 555 1234",
            "Home: I live in Graz",
            "Update: I moved",
            "I told Tom: the port is 80",
            "Note: I moved",
            "The server said:80",
        ] {
            assert_eq!(opens(line, "I moved"), None, "{line}");
        }
        assert!(returns("Me: I moved") && returns("<me> I moved") && !returns("Meals: I cook"));
    }
}
