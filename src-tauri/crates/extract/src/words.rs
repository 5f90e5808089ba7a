//! Closed word classes and verb forms of English. No meaning of any relation is here; that is the
//! lexicon's.

use std::borrow::Cow;
use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};

/// The form in which a verb stands. One spelling can be several ("read", "set").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verb {
    pub lemma: &'static str,
    pub base: bool,
    pub third: bool,
    pub past: bool,
    pub participle: bool,
    pub gerund: bool,
}

/// The verb that a lower-case word can be a form of.
#[must_use]
pub fn verb(word: &str) -> Option<Verb> {
    static FORMS: OnceLock<FxHashMap<String, Verb>> = OnceLock::new();
    FORMS.get_or_init(verb_forms).get(word).copied()
}

fn verb_forms() -> FxHashMap<String, Verb> {
    let mut forms: FxHashMap<String, Verb> = FxHashMap::default();
    let mut add = |word: String, lemma: &'static str, mark: fn(&mut Verb)| {
        let entry = forms.entry(word).or_insert(Verb { lemma, ..Verb::default() });
        if entry.lemma == lemma {
            mark(entry);
        }
    };
    for entry in
        include_str!("verbs.txt").lines().filter(|l| !l.starts_with('#')).flat_map(str::split_whitespace)
    {
        let mut parts = entry.split(':');
        let base = parts.next().unwrap_or_default();
        if base == "be" {
            continue;
        }
        let past = parts.next().map_or_else(|| vec![past_of(base)], |p| vec![p.to_owned()]);
        let participle = parts.next().map_or_else(|| past.clone(), |p| vec![p.to_owned()]);
        add(base.to_owned(), base, |v| v.base = true);
        add(third_of(base), base, |v| v.third = true);
        add(gerund_of(base), base, |v| v.gerund = true);
        past.into_iter().for_each(|w| add(w, base, |v| v.past = true));
        participle.into_iter().for_each(|w| add(w, base, |v| v.participle = true));
    }
    for (word, mark) in [
        ("is", (|v| v.third = true) as fn(&mut Verb)),
        ("are", |v| v.third = true),
        ("am", |v| v.third = true),
        ("'s", |v| v.third = true),
        ("'re", |v| v.third = true),
        ("'m", |v| v.third = true),
        ("was", |v| v.past = true),
        ("were", |v| v.past = true),
        ("been", |v| v.participle = true),
        ("being", |v| v.gerund = true),
        ("be", |v| v.base = true),
    ] {
        add(word.to_owned(), "be", mark);
    }
    add("has".to_owned(), "have", |v| v.third = true);
    add("'ve".to_owned(), "have", |v| v.base = true);
    add("does".to_owned(), "do", |v| v.third = true);
    add("goes".to_owned(), "go", |v| v.third = true);
    // The noun is no verb: "the author of it".
    add("authored".to_owned(), "author", |v| v.participle = true);
    for (word, lemma) in [
        ("versioned", "version"),
        ("serviced", "service"),
        ("gzipped", "gzip"),
        ("headquartered", "headquarter"),
    ] {
        add(word.to_owned(), lemma, |v| v.participle = true);
    }
    add("gotten".to_owned(), "get", |v| v.participle = true);
    add("learnt".to_owned(), "learn", |v| v.past = true);
    add("maxes".to_owned(), "max", |v| v.third = true);
    forms
}

fn is_vowel(b: u8) -> bool {
    matches!(b, b'a' | b'e' | b'i' | b'o' | b'u')
}

/// Whether the last consonant doubles (stop, stopped): one short vowel before it, short words and
/// a few long ones.
fn doubles(base: &str) -> bool {
    let b = base.as_bytes();
    let n = b.len();
    if n < 3 || is_vowel(b[n - 1]) || matches!(b[n - 1], b'w' | b'x' | b'y') {
        return false;
    }
    let short = is_vowel(b[n - 2]) && !is_vowel(b[n - 3]);
    let syllables =
        base.bytes().zip(base.bytes().skip(1)).filter(|(a, c)| is_vowel(*a) && !is_vowel(*c)).count();
    short
        && (syllables <= 1
            || [
                "defer", "infer", "refer", "transfer", "commit", "submit", "permit", "admit", "emit",
                "occur", "regret", "forget", "begin", "prefer", "cancel", "total", "label", "travel",
                "enrol", "transmit", "program", "unplug", "format", "control", "model",
            ]
            .contains(&base))
        || base == "quit"
}

pub(crate) fn past_of(base: &str) -> String {
    let b = base.as_bytes();
    match b {
        [.., b'e'] => format!("{base}d"),
        [.., c, b'y'] if !is_vowel(*c) => format!("{}ied", &base[..base.len() - 1]),
        [.., last] if doubles(base) => format!("{base}{}ed", char::from(*last)),
        _ => format!("{base}ed"),
    }
}

pub(crate) fn third_of(base: &str) -> String {
    let b = base.as_bytes();
    match b {
        [.., c, b'y'] if !is_vowel(*c) => format!("{}ies", &base[..base.len() - 1]),
        [.., b's' | b'x' | b'z' | b'o'] | [.., b'c' | b's', b'h'] => format!("{base}es"),
        _ => format!("{base}s"),
    }
}

pub(crate) fn gerund_of(base: &str) -> String {
    let b = base.as_bytes();
    match b {
        [.., b'i', b'e'] => format!("{}ying", &base[..base.len() - 2]),
        [.., c, b'e'] if *c != b'e' => format!("{}ing", &base[..base.len() - 1]),
        [.., last] if doubles(base) => format!("{base}{}ing", char::from(*last)),
        _ => format!("{base}ing"),
    }
}

/// A closed class of words. Most words are in none: their length and first letter tell.
#[derive(Debug)]
pub(crate) struct Class {
    words: FxHashSet<&'static str>,
    /// The first letters of the words of each length, a bit each.
    opens: [u64; Class::LONGEST + 1],
}

impl Class {
    const LONGEST: usize = 16;

    pub(crate) fn of(words: &'static str) -> Self {
        let words: FxHashSet<&'static str> = words.split_whitespace().collect();
        let mut opens = [0; Self::LONGEST + 1];
        for word in &words {
            opens[word.len().min(Self::LONGEST)] |= Self::bit(word);
        }
        Class { words, opens }
    }

    fn bit(word: &str) -> u64 {
        word.bytes().next().map_or(0, |b| 1 << (b & 63))
    }

    pub(crate) fn has(&self, word: &str) -> bool {
        self.opens[word.len().min(Self::LONGEST)] & Self::bit(word) != 0 && self.words.contains(word)
    }
}

macro_rules! word_class {
    ($(#[$doc:meta])* $name:ident: $words:literal) => {
        $(#[$doc])*
        #[must_use]
        pub fn $name(word: &str) -> bool {
            static WORDS: std::sync::OnceLock<$crate::words::Class> = std::sync::OnceLock::new();
            WORDS.get_or_init(|| $crate::words::Class::of($words)).has(word)
        }
    };
}
pub(crate) use word_class;

word_class!(
    /// Articles, demonstratives and quantifiers that open a noun phrase.
    is_determiner: "the a an this that these those some any each every all both another no either neither"
);
word_class!(
    /// Possessive determiners.
    is_possessive: "my our your his her its their"
);
word_class!(
    /// Personal pronouns in subject or object position.
    is_pronoun: "i you he she it we they me him us them myself himself herself itself ourselves themselves someone somebody anyone anybody everyone everybody nobody something anything everything nothing this that these those there here one who mine yours ours theirs"
);
word_class!(
    is_preposition: "of in on at to from for with by as into onto over under about against between through during before after since until till via per within without upon off out up down near behind inside outside across around above below like than toward towards among along despite except plus versus vs beside besides beyond past"
);
word_class!(
    /// Words that join clauses or phrases.
    is_conjunction: "and or but so because while when whenever if unless although though whereas since until which that who whom whose where nor yet as then than cause cos bc"
);
word_class!(
    is_auxiliary: "be am is are was were been being 's 're 'm have has had 've 'd do does did will would shall should can could may might must 'll n't not ca wo cannot gonna"
);
word_class!(
    /// Adverbs that may stand between subject and verb or after the object without belonging to either.
    is_adverb: "now twice thrice currently presently still already also just again always usually generally normally typically actually really only even finally recently lately today yesterday tomorrow tonight soon too instead anymore nowadays officially effectively mostly mainly primarily basically simply apparently btw fyi ok okay please permanently temporarily once never ever often sometimes rarely instead however therefore hence thus meanwhile otherwise anyway then yday tmrw eventually initially originally formerly previously successfully automatically manually directly exactly roughly approximately about around nearly almost definitely certainly probably maybe perhaps strictly internally locally globally well together back yet quite very so right happily gladly sadly luckily fortunately unfortunately honestly frankly silently quietly tho completely altogether entirely totally"
);
word_class!(
    /// Words that open an utterance without saying anything.
    is_filler: "btw fyi ok okay so well oh ah hey hi yo hm hmm right actually anyway anyways also and but then yes yep yeah no nope lol ugh haha wow great good nice cool sure sorry listen look alright basically reminder note update news psa edit correction finally done yay whoop ps p.s. heads up turns out apparently small brag letter came scratch wait oops ha again thx thanks guess just honestly lovely hooray still plus quick heads-up dear tldr tl;dr"
);
word_class!(
    is_month: "january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec"
);
word_class!(
    is_weekday: "monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays mon tue tues wed thu thur thurs fri sat sun weekday weekdays weekend weekends"
);
word_class!(
    /// Words that open or carry a time expression.
    is_time_word: "today yesterday tomorrow tonight yday tmrw last next this since until till ago morning afternoon evening night week month year quarter weekend spring summer autumn winter noon midnight now currently"
);
word_class!(
    /// Deployment environments.
    is_environment: "prod production staging stage dev development test testing qa uat preprod pre-prod sandbox preview canary live local ci beta alpha demo"
);

word_class!(
    /// Verbs, by lemma, that tell that something became another.
    is_change: "change set move switch bump raise lower increase decrease reduce upgrade downgrade update rename migrate replace swap turn pin put cut drop extend shorten double halve go convert port rewrite slip shift push postpone reschedule configure"
);

word_class!(
    /// What the number words of [`number_word`] consist of.
    is_number_part: "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred dozen"
);

/// Whether all words are parts of a date ("monday 3 may").
#[must_use]
pub fn is_date_like(words: &[&str]) -> bool {
    !words.is_empty()
        && words.iter().all(|w| {
            is_month(w)
                || is_weekday(w)
                || is_time_word(w)
                || w.bytes().all(|b| b.is_ascii_digit() || b == b'-')
        })
}

/// The number of a number word up to ninety-nine, hundred and dozen.
#[must_use]
pub fn number_word(word: &str) -> Option<u32> {
    // Most words are none, and begin with none.
    let first = word.bytes().position(|b| b == b'-').map_or(word, |hyphen| &word[..hyphen]);
    if !is_number_part(first) {
        return None;
    }
    const WORDS: [&str; 21] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    const TENS: [(&str, u32); 9] = [
        ("thirty", 30),
        ("forty", 40),
        ("fifty", 50),
        ("sixty", 60),
        ("seventy", 70),
        ("eighty", 80),
        ("ninety", 90),
        ("hundred", 100),
        ("dozen", 12),
    ];
    WORDS
        .iter()
        .position(|w| *w == word)
        .and_then(|n| u32::try_from(n).ok())
        .or_else(|| TENS.iter().find(|(w, _)| *w == word).map(|(_, n)| *n))
        .or_else(|| {
            let (tens, ones) = word.split_once('-')?;
            let tens =
                if tens == "twenty" { 20 } else { TENS.iter().find(|(w, n)| *w == tens && *n < 100)?.1 };
            let ones = WORDS[1..10].iter().position(|w| *w == ones)?;
            Some(tens + u32::try_from(ones).ok()? + 1)
        })
}

/// The singular of a regular plural noun; other words stay.
#[must_use]
pub fn singular(noun: &str) -> String {
    one(noun).into_owned()
}

/// The singular of a regular plural noun; other words stay, as they are.
#[must_use]
pub(crate) fn one(noun: &str) -> Cow<'_, str> {
    let n = noun.len();
    if !noun.ends_with('s') {
        return Cow::Borrowed(noun);
    }
    if n > 4 && noun.ends_with("ies") {
        return Cow::Owned(format!("{}y", &noun[..n - 3]));
    }
    if matches!(noun, "series" | "species" | "news" | "pilates" | "gymnastics" | "athletics" | "physics") {
        return Cow::Borrowed(noun);
    }
    if let Some(stem) =
        noun.strip_suffix("es").filter(|s| s.ends_with("to") || matches!(*s, "hero" | "mango" | "echo"))
    {
        return Cow::Borrowed(stem);
    }
    // "scarves", "knives"
    if let Some(stem) = noun.strip_suffix("ves")
        && matches!(
            stem,
            "scar" | "shel" | "kni" | "wol" | "lea" | "li" | "hal" | "loa" | "cal" | "wi" | "thie" | "hoo"
        )
    {
        return Cow::Owned(format!("{stem}{}", if matches!(stem, "kni" | "li" | "wi") { "fe" } else { "f" }));
    }
    if n > 4 && ["sses", "shes", "ches", "xes", "zes"].iter().any(|end| noun.ends_with(end)) {
        return Cow::Borrowed(&noun[..n - 2]);
    }
    if n > 3 && !noun.ends_with("ss") && !noun.ends_with("us") && !noun.ends_with("is") {
        return Cow::Borrowed(&noun[..n - 1]);
    }
    Cow::Borrowed(noun)
}

/// Whether a phrase begins with what somebody else's is called by ("her commute").
#[must_use]
pub fn opens_with_anothers(phrase: &str) -> bool {
    let first = phrase.split_once(' ').map_or("", |(first, _)| first);
    ["his", "her", "their", "its"].iter().any(|word| first.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regular_and_irregular_forms_lead_to_the_lemma() {
        for (word, lemma) in [
            ("listens", "listen"),
            ("stopped", "stop"),
            ("moved", "move"),
            ("ran", "run"),
            ("written", "write"),
            ("kept", "keep"),
            ("expires", "expire"),
            ("studying", "study"),
            ("was", "be"),
            ("'m", "be"),
            ("publishes", "publish"),
            ("pinned", "pin"),
            ("bumped", "bump"),
            ("is", "be"),
            ("cancelled", "cancel"),
        ] {
            assert_eq!(verb(word).map(|v| v.lemma), Some(lemma), "{word}");
        }
        assert!(verb("database").is_none());
    }

    #[test]
    fn plurals_fold() {
        for (plural, one) in
            [("replicas", "replica"), ("retries", "retry"), ("batches", "batch"), ("status", "status")]
        {
            assert_eq!(singular(plural), one);
        }
    }
}
