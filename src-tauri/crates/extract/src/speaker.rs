//! Whose words a line of a conversation holds: "Bob: I live in Rome", "[10:02] carla: …", "Me: …".
//! The "I" of such a line is its speaker's, never that of whoever keeps the ledger. What stands in
//! quotation marks is [`crate::sentence`]'s, quoted mail [`crate::block`]'s.

use crate::fact::FoundFact;
use crate::gazetteer;
use crate::lexicon::Lexicon;
use crate::markup;
use crate::person;
use crate::phrase;
use crate::scene::Scene;
use crate::token::{Shape, Token};
use crate::topic;
use crate::words;

/// Who speaks in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Voice {
    /// Nobody is named, or it is the keeper: so many tokens are the label.
    Keeper(usize),
    /// Somebody else, as the label says.
    Other,
}

/// Reads the label at the head of a sentence; `None` where there is none of a speaker.
pub(crate) fn voice(tokens: &[Token<'_>], scene: &Scene<'_>) -> Option<Voice> {
    // "Minutes: Tom: …"
    let title = tokens.iter().take(4).position(|t| t.is(":")).filter(|&at| {
        tokens[..at].iter().any(|t| {
            t.any(&[
                "minutes",
                "transcript",
                "notes",
                "chat",
                "call",
                "meeting",
                "standup",
                "retro",
                "log",
                "irc",
            ])
        })
    });
    if let Some(inner) = title.and_then(|at| voice(tokens.get(at + 1..)?, scene)) {
        return (inner == Voice::Other).then_some(Voice::Other);
    }
    let stamped = stamp(tokens, 0);
    if let Some(body) = bracketed(tokens) {
        let name = &tokens[1..body - 1];
        let known = name.iter().any(|t| gazetteer::is("person", &t.lower));
        let own = keeper(&name.iter().map(|t| t.lower.as_str()).collect::<Vec<_>>(), scene);
        return match (own, known || first_person(tokens)) {
            (true, _) => Some(Voice::Keeper(body)),
            (false, told) => told.then_some(Voice::Other),
        };
    }
    let (lo, hi, body) = label(tokens, stamped)?;
    let name = &tokens[lo..hi];
    let lower: Vec<&str> = name.iter().map(|t| t.lower.trim_matches(['<', '>', '@'])).collect();
    if matches!(lower[..], ["me" | "myself" | "i" | "user" | "you" | "human"]) {
        return Some(Voice::Keeper(body));
    }
    if keeper(&lower, scene) {
        return Some(Voice::Keeper(body));
    }
    // A part that somebody plays in a conversation; others head notes.
    let part = matches!(
        lower[..lower.len() - usize::from(lower.len() == 2 && name[1].has_digit())],
        ["customer"
            | "client"
            | "caller"
            | "agent"
            | "support"
            | "patient"
            | "doctor"
            | "teacher"
            | "student"
            | "interviewer"
            | "interviewee"
            | "candidate"
            | "guest"
            | "reporter"
            | "reviewer"
            | "buyer"
            | "seller"
            | "tenant"
            | "colleague"
            | "waiter"
            | "witness"
            | "participant"
            | "speaker"
            | "person"
            | "host"]
    );
    if part && first_person(&tokens[body..]) {
        return Some(Voice::Other);
    }
    if matches!(lower[..], ["assistant" | "system" | "bot" | "ai" | "chatgpt" | "claude" | "copilot"]) {
        return Some(Voice::Other);
    }
    let marked = stamped > 0
        || body > hi + 1
        || tokens[hi].is(">")
        || name[0].text.starts_with(['<', '@'])
        || name[0].text.ends_with('>');
    let known = gazetteer::is("person", lower[0]) || hi - lo == 1 && person::is_kin(lower[0]);
    let proper = name.iter().all(Token::capital);
    let full = proper && hi - lo > 1 && phrase::proper_name_end(tokens, lo, hi) == hi;
    if marked && (proper || hi - lo == 1) || known || full {
        return Some(Voice::Other);
    }
    // A name that nothing knows: it speaks where an "I" follows at once, and names no topic.
    let first = tokens[body..].iter().find(|t| t.is_content() && !words::is_filler(&t.lower))?;
    let speaks = first.any(&["i", "my", "we", "our", "im", "i'm"]);
    (speaks && proper && !names_topic(lower[0])).then_some(Voice::Other)
}

/// Where the words behind a name in brackets begin: "[Vera] I live …".
fn bracketed(tokens: &[Token<'_>]) -> Option<usize> {
    if !tokens.first()?.is("[") {
        return None;
    }
    let close = tokens.iter().take(4).position(|t| t.is("]"))?;
    let name = tokens.get(1..close)?;
    let proper = !name.is_empty()
        && name.iter().all(|t| {
            t.shape == Shape::Word
                && t.capital()
                && t.text.chars().skip(1).all(char::is_lowercase)
                && !topic::is_tag(&t.lower)
        });
    (proper && close + 2 < tokens.len()).then_some(close + 1)
}

/// Whether a letter closes with the name of somebody else: "Hi Kim, … Best, Tom".
pub(crate) fn signed_by_another(text: &str, scene: &Scene<'_>) -> bool {
    let mut lines = text.lines().rev().map(str::trim).filter(|line| !line.is_empty());
    let (Some(name), Some(closing)) = (lines.next(), lines.next()) else { return false };
    let name = name.trim_start_matches(['-', '—', '–', ' ']).trim_end_matches(['.', '!']);
    let words: Vec<&str> = name.split_whitespace().collect();
    let proper = (1..=2).contains(&words.len())
        && words.iter().all(|w| w.starts_with(char::is_uppercase) && w.chars().all(char::is_alphabetic));
    proper && lines.next().is_some() && markup::takes_leave(closing) && !is_keeper(name, scene)
}

/// Whether a sentence speaks in the first person.
pub(crate) fn first_person(tokens: &[Token<'_>]) -> bool {
    tokens.iter().any(|t| {
        t.shape == Shape::Word
            && t.any(&["i", "me", "my", "mine", "myself", "we", "us", "our", "ours", "im", "ive"])
            && t.text != "US"
    })
}

/// Takes back what was read as the keeper's in the words of somebody else.
pub(crate) fn leave(facts: &mut Vec<FoundFact>, from: usize) {
    let mut at = 0;
    facts.retain(|fact| {
        at += 1;
        at <= from || !(fact.subject == "user" || fact.subject.starts_with("user's "))
    });
}

/// The end of a stamp of time at `at`: "[10:02]", "(2026-03-01 10:02)", "10:02 AM".
fn stamp(tokens: &[Token<'_>], at: usize) -> usize {
    let time = |t: &Token<'_>| {
        t.has_digit()
            && t.text.chars().all(|c| c.is_ascii_digit() || matches!(c, ':' | '-' | '/' | '.' | 'T' | 'Z'))
            && (t.text.contains(':') || t.text.matches(['-', '/']).count() == 2)
            || t.any(&["am", "pm"])
    };
    let bracket = tokens.get(at).is_some_and(|t| t.is("[") || t.is("("));
    let mut i = at + usize::from(bracket);
    let from = i;
    while tokens.get(i).is_some_and(|t| time(t) || bracket && i > from && (t.is(",") || t.is("-"))) {
        i += 1;
    }
    if i == from {
        return at;
    }
    if bracket {
        return if tokens.get(i).is_some_and(|t| t.is("]") || t.is(")")) { i + 1 } else { at };
    }
    i + usize::from(tokens.get(i).is_some_and(|t| t.any(&["-", "–", "|"])))
}

/// The tokens of a label, and where what it labels begins.
fn label(tokens: &[Token<'_>], from: usize) -> Option<(usize, usize, usize)> {
    let first = tokens.get(from)?;
    // "<bob> …", "bob> …"
    let nick = first.shape == Shape::Solid || first.shape == Shape::Word;
    if nick
        && first.text.ends_with('>')
        && first.text.len() > 2
        && first.text[1..first.text.len() - 1].chars().all(|c| c.is_alphanumeric() || c == '_')
        && tokens.len() > from + 1
    {
        return Some((from, from + 1, from + 1));
    }
    let named = |t: &Token<'_>| {
        matches!(t.shape, Shape::Word | Shape::Solid)
            && t.text.chars().next().is_some_and(|c| c.is_alphabetic() || c == '@')
            && t.text.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '.' | '@' | '_'))
            && !topic::is_tag(&t.lower)
    };
    let mut hi = from;
    while hi < tokens.len() && hi - from < 3 && named(&tokens[hi]) {
        hi += 1;
    }
    // "Speaker 1: …"
    let numbered = hi == from + 1 && tokens.get(hi).is_some_and(|t| t.text.len() < 3 && t.has_digit());
    if numbered && tokens.get(hi + 1).is_some_and(|t| t.is(":")) && hi + 2 < tokens.len() {
        return Some((from, hi + 1, hi + 2));
    }
    // "tom | I live …", "tom - I live …", "Tom → me: …"
    let barred = tokens.get(hi).is_some_and(|t| t.is("|") || t.is("-") || t.is("–") || t.is("—"));
    let me = tokens.get(hi + 1).is_some_and(|t| t.any(&["i", "i'm", "my", "we", "our"]));
    let arrow = tokens.get(hi).is_some_and(|t| t.any(&["→", "->", ">", "=>"]));
    let to = tokens.iter().take(hi + 4).position(|t| t.is(":")).filter(|_| arrow && hi > from);
    if barred && me && hi == from + 1 && gazetteer::is("person", &first.lower) {
        return Some((from, hi, hi + 1));
    }
    if let Some(colon) = to.filter(|&colon| colon + 1 < tokens.len()) {
        return Some((from, hi, colon + 1));
    }
    let after = stamp(tokens, hi);
    let mark = hi > from && tokens.get(after).is_some_and(|t| t.is(":") || t.is(">") && hi == from + 1);
    if mark && after + 1 < tokens.len() {
        return Some((from, hi, after + 1));
    }
    // "Bob [10:05 AM] I live in Rome"
    if hi > from && after > hi + 1 && after < tokens.len() && tokens[from].capital() {
        return Some((from, hi, after));
    }
    // "Rui on Slack: …", "From Rui: …", "Rui's message: …"
    let colon = tokens.iter().take(from + 6).position(|t| t.is(":"))?;
    let by = tokens[from].any(&["from", "by", "via", "per"]);
    let person = |t: &Token<'_>| t.capital() && (by || gazetteer::is("person", &t.lower));
    let about = tokens[from..colon].iter().any(|t| t.any(&["with", "about", "for", "to", "and"]));
    let who = from + usize::from(by);
    let says = tokens[who + 1..colon.max(who + 1)].iter().any(|t| {
        t.any(&[
            "on", "in", "message", "mail", "email", "post", "comment", "reply", "words", "answer", "status",
            "note",
        ])
    });
    (tokens.get(who).is_some_and(person) && !about && (by || says) && colon + 1 < tokens.len()).then_some((
        who,
        who + 1,
        colon + 1,
    ))
}

/// Whether a line's words for a speaker name the keeper: by the name or the address that the ledger has.
pub(crate) fn is_keeper(who: &str, scene: &Scene<'_>) -> bool {
    let lower = who.to_lowercase();
    let words: Vec<&str> = lower.split([' ', '<', '>', ',', '"', '\'']).filter(|w| !w.is_empty()).collect();
    let address = || {
        scene
            .known
            .held("user")
            .iter()
            .any(|h| h.relation == "email" && words.contains(&&*h.object.to_lowercase()))
    };
    matches!(words[..], ["me" | "myself" | "i" | "user" | "human"]) || keeper(&words, scene) || address()
}

/// Whether a name is the keeper's own, as the ledger has it.
fn keeper(name: &[&str], scene: &Scene<'_>) -> bool {
    scene
        .known
        .held("user")
        .iter()
        .filter(|h| matches!(h.relation.as_str(), "full_name" | "nickname" | "name"))
        .any(|h| {
            let own = h.object.to_lowercase();
            own == name.join(" ") || own.split_whitespace().next() == name.first().copied()
        })
}

/// A word that heads a note rather than speaks: an attribute, a tag, a part of life.
fn names_topic(word: &str) -> bool {
    topic::is_tag(word)
        || !Lexicon::built_in().alias(word).is_empty()
        || words::verb(word).is_some()
        || words::is_weekday(word)
        || words::is_month(word)
        || words::is_environment(word)
        || matches!(
            word,
            "home"
                | "job"
                | "family"
                | "life"
                | "health"
                | "money"
                | "travel"
                | "trip"
                | "food"
                | "plan"
                | "news"
                | "office"
                | "career"
                | "housing"
                | "house"
                | "flat"
                | "car"
                | "kids"
                | "school"
                | "music"
                | "sport"
                | "hobby"
                | "hobbies"
                | "garden"
                | "diet"
                | "standup"
                | "meeting"
                | "retro"
                | "context"
                | "background"
                | "intro"
                | "about"
                | "bio"
                | "result"
                | "results"
                | "conclusion"
                | "answer"
                | "info"
                | "details"
                | "fact"
                | "facts"
                | "memo"
                | "journal"
                | "diary"
                | "log"
                | "monthly"
                | "daily"
                | "weekly"
                | "question"
                | "subject"
                | "topic"
                | "title"
                | "me"
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known::NoKnownSubjects;
    use crate::token::tokens;

    fn read(text: &str) -> Option<Voice> {
        voice(&tokens(text, 0), &Scene::new(text, "chat", &NoKnownSubjects))
    }

    #[test]
    fn labels_of_speakers_are_known_by_their_forms() {
        for text in [
            "Bob: I live in Rome.",
            "[10:02] carla: I live in Milan",
            "10:02 carla: I live in Milan",
            "Eve (10:05): I live in Naples",
            "<pia> I live in Rome",
            "@pia: my number is 555 1234",
            "Zorblina: my number is 555 1234",
            "Dr Lima: we moved",
            "Mum: we moved",
            "Bob on the forum: I live in Rome",
            "From Rui: my landlord is Mr Pires",
            "Rui [10:05 AM] I live in Rome",
            "pia> I live in Rome",
            "Assistant: I can help",
        ] {
            assert_eq!(read(text), Some(Voice::Other), "{text}");
        }
        assert_eq!(read("Me: I live in Rome"), Some(Voice::Keeper(2)));
        for text in
            ["Car: I drive a Clio", "Home: I live in Rome", "update: I moved", "Billing: port 80", "I moved"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
