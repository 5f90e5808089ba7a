//! Subjects: what a range of words refers to. First person, project, possessed nouns, pronouns,
//! and the qualifiers (environment, container) that stand around a name. Which relation it has is
//! decided elsewhere.

use crate::measure;
use crate::person::{apposed_name, class_of, is_kin, is_person_noun, kin};
use crate::phrase::{self, is_boundary, noun_phrase_end};
use crate::scene::Scene;
use crate::shape;
use crate::token::{Shape, Token};
use crate::words;
/// What kind of thing a subject is, as far as its words tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Person,
    Event,
    Thing,
    /// A proper name that may be anything.
    Name,
    /// The first person plural, or the dropped agent of commits and release notes.
    Project,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    pub text: String,
    pub class: Class,
}

impl Subject {
    #[must_use]
    pub fn user() -> Self {
        Subject { text: "user".to_owned(), class: Class::Person }
    }

    #[must_use]
    pub fn project() -> Self {
        Subject { text: "project".to_owned(), class: Class::Project }
    }
}

/// A range of words with its qualifiers taken off.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cleaned {
    pub lo: usize,
    pub hi: usize,
    /// "in production", "on staging".
    pub environment: Option<String>,
    /// Another qualifying phrase before or after ("in the web client"): its noun phrase.
    pub container: Option<(usize, usize)>,
}

/// Takes fillers, times and qualifying phrases off the words before a verb.
#[must_use]
pub fn clean(tokens: &[Token<'_>], lo: usize, hi: usize) -> Cleaned {
    let mut c = Cleaned { lo, hi, ..Cleaned::default() };
    while c.hi > c.lo
        && (crate::matching::skippable(&tokens[c.hi - 1])
            || tokens[c.hi - 1].lemma_is("be")
            || tokens[c.hi - 1].is_punct())
    {
        c.hi -= 1;
    }
    // "my favourite tea these days", "the release manager this sprint": when is none of the name.
    while c.hi > c.lo + 2 {
        let [first, last] = [&tokens[c.hi - 2], &tokens[c.hi - 1]];
        let span = match first.lower.as_str() {
            "these" => last.is("days"),
            "right" => last.is("now"),
            "at" => last.is("present"),
            "this" => last.any(&["sprint", "week", "month", "quarter", "year", "season", "term", "semester"]),
            _ => false,
        };
        if span {
            c.hi -= 2;
        } else if last.any(&["nowadays", "lately", "today", "currently"]) {
            c.hi -= 1;
        } else {
            break;
        }
    }
    while let Some(token) = tokens[..c.hi].get(c.lo) {
        let lower = token.lower.as_str();
        let name = token.capital() && c.lo + 1 < c.hi && token.text.len() > 2 && c.lo > 0;
        if opens_title(tokens, c.lo, c.hi) {
            break;
        }
        if token.is_punct()
            || (words::is_filler(lower) && !name)
            || (words::is_adverb(lower) && !name && !is_the_well(tokens, c.lo, c.hi))
            || (words::is_conjunction(lower) && !matches!(lower, "that" | "which" | "who"))
                && !is_time_lead(tokens, c.lo, c.hi)
        {
            c.lo += 1;
            continue;
        }
        if let Some(end) = measure::date_end(tokens, c.lo, c.hi)
            .filter(|end| *end < c.hi && !tokens[*end].is("'s") && !is_compound(tokens, *end, c.hi))
        {
            c.lo = end;
            continue;
        }
        if is_time_lead(tokens, c.lo, c.hi) {
            let from = c.lo + 1 + usize::from(lower == "as");
            if let Some(end) = range_end(tokens, from, c.hi) {
                c.lo = phrase::onwards(tokens, lower, end, c.hi);
                continue;
            }
        }
        // "from now on"
        if lower == "from" && tokens[..c.hi].get(c.lo + 1).is_some_and(|t| t.is("now")) {
            c.lo = phrase::onwards(tokens, lower, c.lo + 2, c.hi);
            continue;
        }
        if matches!(
            lower,
            "in" | "on"
                | "for"
                | "at"
                | "under"
                | "with"
                | "from"
                | "as"
                | "after"
                | "before"
                | "during"
                | "since"
        ) {
            // "at yesterday's meeting", "at Monday's review"
            let dated = tokens[..c.hi].get(c.lo + 2).is_some_and(|t| t.is("'s"))
                && (words::is_time_word(&tokens[c.lo + 1].lower)
                    || words::is_weekday(&tokens[c.lo + 1].lower));
            let mut end = noun_phrase_end(tokens, c.lo + if dated { 3 } else { 1 }, c.hi);
            let inner =
                c.lo + 1 + usize::from(tokens.get(c.lo + 1).is_some_and(|t| words::is_determiner(&t.lower)));
            if tokens[..c.hi].get(inner).is_some_and(|t| words::is_environment(&t.lower)) {
                end = inner + 1;
                // "in the staging environment"
                if tokens[..c.hi]
                    .get(end)
                    .is_some_and(|t| t.any(&["environment", "env", "cluster", "account"]))
                {
                    end += 1;
                }
                if end <= c.hi {
                    c.environment = Some(tokens[inner].lower.clone());
                    c.lo = end;
                    continue;
                }
            }
            // "At yesterday's meeting Mr. Kovač was elected": the name is none of the phrase.
            if end == c.hi
                && let Some(name) = (c.lo + 3..end).find(|&i| {
                    tokens[i].capital()
                        && tokens[i].shape != Shape::Punct
                        && tokens[i - 1].shape == Shape::Word
                        && !tokens[i - 1].capital()
                        && !words::is_determiner(&tokens[i - 1].lower)
                        && !tokens[i - 1].any(&["'s", "of", "at", "in"])
                })
                && phrase::proper_name_end(tokens, name, c.hi) == c.hi
                && !lower_lead_names(tokens, c.lo, name)
            {
                end = name;
            }
            if end > c.lo + 1 && end < c.hi {
                if matches!(lower, "in" | "on" | "for") {
                    c.container = Some((c.lo + 1, end));
                }
                c.lo = end;
                continue;
            }
            if end == c.hi && end > c.lo + 1 {
                // Nothing but the phrase: the clause has no subject of its own.
                c.container = Some((c.lo + 1, end));
                c.lo = end;
            }
        }
        break;
    }
    // "checkout in production"
    if c.hi >= c.lo + 3 {
        let last = &tokens[c.hi - 1];
        if words::is_environment(&last.lower) && tokens[c.hi - 2].any(&["in", "on", "for"]) {
            c.environment = Some(last.lower.clone());
            c.hi -= 2;
        }
    }
    c
}

/// "The well is …": the thing, and no adverb.
fn is_the_well(tokens: &[Token<'_>], at: usize, hi: usize) -> bool {
    tokens[at].is("well") && at + 1 == hi && at > 0 && words::is_determiner(&tokens[at - 1].lower)
}

/// "with colleague Oleg", "for team Falcon": the noun before a name that it names.
fn lower_lead_names(tokens: &[Token<'_>], lo: usize, name: usize) -> bool {
    let noun = &tokens[name - 1].lower;
    name == lo + 2
        || is_kin(noun)
        || is_person_noun(noun)
        || matches!(
            noun.as_str(),
            "team"
                | "project"
                | "server"
                | "host"
                | "cluster"
                | "machine"
                | "repo"
                | "room"
                | "city"
                | "village"
        )
}

/// "Good Omens", "Back to Black": a word that would be taken off anything but a title.
fn opens_title(tokens: &[Token<'_>], at: usize, hi: usize) -> bool {
    let word = &tokens[at];
    let capital = |i: usize| tokens[..hi].get(i).is_some_and(Token::capital);
    let quality = word.any(&["good", "great", "nice", "cool", "small", "quick"]) && capital(at + 1);
    let way = words::is_adverb(&word.lower) && tokens[..hi].get(at + 1).is_some_and(|t| t.is("to"));
    word.capital() && (quality || way && capital(at + 2))
}

/// "Monday standup", "Friday deploys": a date word that qualifies a noun.
fn is_compound(tokens: &[Token<'_>], end: usize, hi: usize) -> bool {
    let month = words::is_month(&tokens[end - 1].lower) && (end < 2 || !tokens[end - 2].has_digit());
    end < hi
        && end > 0
        && (words::is_weekday(&tokens[end - 1].lower) || month)
        && tokens[end].shape == Shape::Word
        && !tokens[end].verb.is_some_and(|v| v.third || v.past)
        && !is_boundary(&tokens[end])
        && !words::is_determiner(&tokens[end].lower)
        && !words::is_possessive(&tokens[end].lower)
}

/// The end of a date, or of a range of dates ("9 Feb to 20 Mar", "2 to 9 April").
#[must_use]
pub fn range_end(tokens: &[Token<'_>], at: usize, hi: usize) -> Option<usize> {
    let first = measure::date_end(tokens, at, hi)
        .or_else(|| tokens[..hi].get(at).filter(|t| t.has_digit()).map(|_| at + 1))?;
    if tokens[..hi].get(first).is_some_and(|t| t.any(&["to", "until", "till", "through", "–", "-"]))
        && let Some(second) = measure::date_end(tokens, first + 1, hi)
    {
        return Some(second);
    }
    measure::date_end(tokens, at, hi)
}

/// "On 1 March", "as of May", "until Friday": a preposition that a date follows.
pub(crate) fn is_time_lead(tokens: &[Token<'_>], at: usize, hi: usize) -> bool {
    let token = &tokens[at];
    let from = at + 1 + usize::from(token.is("as") && tokens.get(at + 1).is_some_and(|t| t.is("of")));
    token.any(&[
        "since",
        "from",
        "on",
        "in",
        "as",
        "by",
        "until",
        "till",
        "after",
        "before",
        "starting",
        "effective",
    ]) && range_end(tokens, from, hi).is_some()
}

/// The subject that a range names; `None` where it cannot be told.
#[must_use]
pub fn resolve(tokens: &[Token<'_>], lo: usize, hi: usize, scene: &Scene<'_>) -> Option<Subject> {
    let mut lo = lo;
    let mut hi = hi;
    while lo < hi && tokens[lo].is_punct() {
        lo += 1;
    }
    while hi > lo && (tokens[hi - 1].is_punct() || tokens[hi - 1].is("'s")) {
        hi -= 1;
    }
    if lo >= hi {
        return Some(scene.missing());
    }
    if tokens[lo..hi].iter().all(|t| words::is_determiner(&t.lower)) {
        return None;
    }
    let first = &tokens[lo];
    let single = hi - lo == 1;
    if hi - lo == 2 && first.is("the") && tokens[lo + 1].is("user") {
        return Some(Subject::user());
    }
    if single || first.any(&["i"]) {
        match first.lower.as_str() {
            "i" if single => return Some(Subject::user()),
            "our" if single => return Some(scene.plural()),
            "me" | "myself" | "mine" | "my" => return Some(Subject::user()),
            // As an agent notes of the one whose notes these are.
            "user" if single => return Some(Subject::user()),
            "we" | "us" | "ours" => return Some(scene.plural()),
            "he" | "she" | "him" | "her" => return scene.antecedent(true),
            "it" => return scene.antecedent(false),
            "everything" => {
                return Some(
                    scene.topic.clone().or_else(|| scene.heading.clone()).unwrap_or_else(|| scene.plural()),
                );
            }
            "they" | "them" => return scene.antecedent(true).or_else(|| scene.antecedent(false)),
            lower
                if words::is_pronoun(lower)
                    && first.shape == Shape::Word
                    && !first.text.chars().all(char::is_uppercase) =>
            {
                return None;
            }
            _ => {}
        }
    }
    // "This service runs on …" under the service's heading.
    if hi - lo == 2
        && first.is("this")
        && tokens[lo + 1].any(&["service", "app", "module", "job", "component", "repo", "server", "crate"])
        && let Some(heading) = scene.heading.clone().filter(|s| s.class != Class::Project)
    {
        return Some(heading);
    }
    if words::is_possessive(&first.lower) && !single {
        return possessed(tokens, lo, hi, scene);
    }
    // "Lena's laptop", "Monday's workshop"
    // "the next one": of what was just spoken of.
    let rest = lo + usize::from(first.is("the"));
    if hi == rest + 2 && tokens[rest].any(&["next", "first", "last"]) && tokens[rest + 1].is("one") {
        return scene.antecedent(false);
    }
    let genitive = (lo + 1..hi.saturating_sub(1)).find(|&i| tokens[i].is("'s"));
    if let Some(at) = genitive.filter(|&at| words::is_weekday(&tokens[at - 1].lower)) {
        return resolve(tokens, at + 1, hi, scene);
    }
    if words::is_pronoun(&first.lower)
        && !single
        && !first.any(&["one", "this", "that", "these", "those"])
        && first.shape == Shape::Word
        && !first.text.chars().all(char::is_uppercase)
    {
        return None;
    }
    // "best friend Marta", "teammate Oleg"
    if let Some(name) = apposed_name(tokens, lo, hi) {
        return Some(named(tokens, name, hi, scene, Class::Person));
    }
    if single && scene.is_talk() && is_kin(&first.lower) {
        return Some(Subject { text: format!("user's {}", kin(&first.lower)), class: Class::Person });
    }
    let class = class_of(tokens, lo, hi);
    Some(named(tokens, lo, hi, scene, class))
}

fn named(tokens: &[Token<'_>], lo: usize, hi: usize, scene: &Scene<'_>, class: Class) -> Subject {
    // "new standup time": the standup, as new as its time.
    let small = tokens[..hi].get(lo + 1).is_some_and(|t| !t.capital());
    let lo = lo + usize::from(tokens[lo].is("new") && lo + 1 < hi && small);
    let (written, _) = phrase::written(scene.text, tokens, lo, hi);
    let text = scene.known.canonical(written).unwrap_or_else(|| {
        let (lo, hi) = identified(tokens, lo, hi);
        phrase::plain(phrase::written(scene.text, tokens, lo, hi).0)
    });
    Subject { text, class }
}

/// An identifier keeps no class noun: "the ledger-api service", "container TRLU-9921".
fn identified(tokens: &[Token<'_>], lo: usize, hi: usize) -> (usize, usize) {
    let mut lo = lo;
    while lo + 1 < hi && words::is_determiner(&tokens[lo].lower) {
        lo += 1;
    }
    let class = |t: &Token<'_>| {
        t.any(&[
            "service",
            "repo",
            "repository",
            "module",
            "package",
            "crate",
            "job",
            "app",
            "server",
            "host",
            "machine",
            "box",
            "container",
            "ticket",
            "issue",
            "library",
            "daemon",
            "bucket",
            "cluster",
            "ward",
            "database",
            "component",
        ]) && !t.capital()
    };
    let id = |t: &Token<'_>| {
        let separated = t.text.contains(['-', '_', '/']) || t.text.contains('.') && t.text.len() > 3;
        let mixed = t.has_digit() && t.text.chars().any(char::is_alphabetic);
        (separated || mixed)
            && t.text.len() > 1
            && t.text.chars().all(|c| c.is_alphanumeric() || "-_./{}".contains(c))
            && !shape::is_clear_version(t.text)
    };
    if hi - lo == 2 && id(&tokens[lo]) && class(&tokens[lo + 1]) {
        return (lo, lo + 1);
    }
    let opening = tokens[lo].any(&["ticket", "issue"]) && crate::roles::is_ticket(&tokens[hi - 1]);
    if hi - lo == 2 && (class(&tokens[lo]) || opening) && id(&tokens[lo + 1]) {
        return (lo + 1, hi);
    }
    // "Mr Okafor"
    if hi - lo == 2
        && phrase::is_title(&tokens[lo].lower)
        && tokens[lo + 1].capital()
        && !tokens[lo].is("dona")
    {
        return (lo + 1, hi);
    }
    (lo, hi)
}

/// "my sister", "our head office", "her dog".
fn possessed(tokens: &[Token<'_>], lo: usize, hi: usize, scene: &Scene<'_>) -> Option<Subject> {
    if let Some(name) = apposed_name(tokens, lo + 1, hi) {
        return Some(named(tokens, name, hi, scene, Class::Person));
    }
    // "my new phone": the phone, as new as it is.
    let fresh = hi > lo + 2 && tokens[lo + 1].any(&["new", "current"]) && !tokens[lo + 2].capital();
    let first = lo + 1 + usize::from(fresh);
    let rest = tokens[first..hi].iter().filter(|t| t.is_content()).collect::<Vec<_>>();
    let head = rest.last()?;
    let class = if is_kin(&head.lower) || is_person_noun(&head.lower) {
        Class::Person
    } else {
        class_of(tokens, first, hi)
    };
    let (written, _) = phrase::written(scene.text, tokens, first, hi);
    let written =
        if rest.len() == 1 && is_kin(&head.lower) { kin(&head.lower).to_owned() } else { written.to_owned() };
    let owner = match tokens[lo].lower.as_str() {
        "my" => "user".to_owned(),
        // Nobody's relatives are a project's.
        "our" if scene.is_personal() || is_kin(&head.lower) && head.lower != "partner" => "user".to_owned(),
        "our" => return Some(Subject { text: written, class }),
        "his" | "her" | "their" => scene.antecedent(true)?.text,
        "its" => scene.antecedent(false)?.text,
        _ => return None,
    };
    Some(Subject { text: format!("{owner}'s {written}"), class })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known::NoKnownSubjects;
    use crate::token::tokens;

    fn scene<'a>(text: &'a str, kind: &'a str) -> Scene<'a> {
        Scene::new(text, kind, &NoKnownSubjects)
    }

    fn subject(text: &str, kind: &str) -> Option<String> {
        let found = tokens(text, 0);
        let c = clean(&found, 0, found.len());
        resolve(&found, c.lo, c.hi, &scene(text, kind)).map(|s| s.text)
    }

    #[test]
    fn words_before_a_verb_name_a_subject() {
        for (text, kind, name) in [
            ("btw I", "chat", "user"),
            ("the billing service", "runbook", "billing service"),
            ("my mum", "chat", "user's mother"),
            ("we", "standup", "project"),
            ("In production the relay", "runbook", "relay"),
            ("Since 1 April audit-queue", "runbook", "audit-queue"),
            ("my son Theo", "chat", "Theo"),
            ("", "commit", "project"),
            ("", "chat", "user"),
            ("Monday's workshop", "chat", "workshop"),
            ("the ledger-api service", "chat", "ledger-api"),
        ] {
            assert_eq!(subject(text, kind).as_deref(), Some(name), "{text}");
        }
    }

    #[test]
    fn what_nobody_named_is_nobody() {
        assert_eq!(subject("she", "chat"), None);
        assert_eq!(subject("someone", "chat"), None);
    }
}
