//! What a question is about, as texts are held against it that no key was read out of: by likeness of
//! meaning, by the words they share, and by whether they hold a value of the kind asked for.

use memstrata_extract::query::{plain_relative, stems};
use memstrata_extract::{ValueType, tells_apart};

use super::claim::plain_words;
use super::nearest::{goes_on, is_idle, names_in};
use super::picked::{is_a_rank, values};
use crate::query::query_of;

// How much each sign says that a text is about what is asked for: fitted by logistic regression on
// questions and texts of development (about 530 questions, up to 36 texts each; sets in which values
// change, sets in which none does, stories), with the model that ships. Each set left out of the fit in
// turn, the newest text so found was right more often than the newest of the two nearest.

const SIMILARITY: f64 = 3.5;
/// How much farther it is than the nearest text.
const FARTHER: f64 = -5.4;
/// The share of the question's words that it says, each by how few texts say it.
const SHARE: f64 = 3.4;
/// Each word of the question that it does not say, up to four.
const UNSAID: f64 = -0.4;
/// All that was read of it is told by relations that are not asked for.
const OTHERWISE: f64 = -1.75;
/// It says only what many texts say: the name of a thing that all of them are about.
const COMMON: f64 = -2.4;
const OFFSET: f64 = -0.7;
/// Beyond so many texts a word weighs less, and tells no text from the others.
const WEIGHS: usize = 3;
const TELLS: usize = 4;
/// Where no meanings are searched: the share of the question's words that a text must say.
const SAID: f64 = 0.76;
/// Below this no text is looked at, and one found by its words alone counts as no nearer.
pub(super) const LEAST: f64 = 0.15;

/// The words of a question that texts are held against.
pub(super) struct Topic {
    question: String,
    /// Stems of names and figures: a text about it says all of them.
    names: Vec<String>,
    /// Stems of all words that mean something, the names among them.
    words: Vec<String>,
    kind: Option<ValueType>,
    /// How near the nearest text is.
    best: f64,
    /// How many of the texts looked at say each of the words.
    said: Vec<usize>,
}

impl Topic {
    /// The topic of a question without its words of time; `best` is how near the nearest text is.
    /// `None` where the question has no word that means something, or no one text can answer it.
    pub fn of(question: &str, expression: Option<&str>, best: f64) -> Option<Self> {
        let timeless = match expression {
            Some(words) if !words.is_empty() => question.replacen(words, " ", 1),
            _ => question.to_owned(),
        };
        let names: Vec<String> =
            names_in(&timeless).into_iter().filter(|name| !is_short_for_a_noun(name, &timeless)).collect();
        let mut words: Vec<String> =
            plain_stems(&timeless).into_iter().filter(|stem| !is_idle(stem)).collect();
        if words.iter().any(|stem| !is_of_any_thing(stem) && !names.contains(stem)) {
            words.retain(|stem| !is_of_any_thing(stem));
        }
        let kind = kind_asked_for(&timeless);
        (!words.is_empty() && !asks_past_one_text(question)).then_some(Topic {
            question: timeless,
            names,
            said: vec![0; words.len()],
            words,
            kind,
            best: best.max(LEAST),
        })
    }

    /// Weighs each word by how many of the texts looked at say it.
    pub fn weigh<'a>(&mut self, texts: impl Iterator<Item = &'a str>) {
        for text in texts {
            let told = plain_stems(text);
            for (word, said) in self.words.iter().zip(&mut self.said) {
                *said += usize::from(told.iter().any(|other| akin(other, word)));
            }
        }
    }

    /// The kind of value that is asked for, where a question word tells.
    pub fn kind(&self) -> Option<ValueType> {
        self.kind
    }

    /// Whether a text says every word of the question's.
    pub fn is_said_by(&self, text: &str) -> bool {
        let said = plain_stems(text);
        self.names.iter().chain(&self.words).all(|stem| said.iter().any(|word| akin(word, stem)))
    }

    /// Whether a name is of something else than what is asked about: it shares no word with the question,
    /// or has one that tells it from others of its kind.
    pub fn is_apart_from(&self, name: &str) -> bool {
        let asked = plain_stems(&self.question);
        let shared = plain_stems(name).iter().any(|stem| asked.iter().any(|word| akin(word, stem)));
        !shared || tells_apart(name, &self.question)
    }

    /// Whether a text says something that the question does not: "the winch is noisy" is no answer to how
    /// noisy the winch is.
    pub fn learns_from(&self, text: &str) -> bool {
        let asked = plain_stems(&self.question);
        plain_stems(text).iter().any(|stem| !asked.iter().any(|word| akin(word, stem)))
            || text.bytes().any(|byte| byte.is_ascii_digit())
    }

    /// Whether a text as near as that is likely to be about what is asked for; `otherwise` where all that
    /// was read of it is told by relations that are not asked for.
    pub fn is_met_by(&self, text: &str, similarity: f64, otherwise: bool) -> bool {
        self.is_near(text, similarity, otherwise)
            && !self.is_of_somebody_else(text)
            && self.holds_its_kind(text)
    }

    /// As [`Topic::is_met_by`], by the words alone: where it does not hold of a text, it holds of no part.
    pub fn is_near(&self, text: &str, similarity: f64, otherwise: bool) -> bool {
        let said = plain_stems(text);
        let says = |stem: &String| said.iter().any(|word| akin(word, stem));
        let hits = self.words.iter().filter(|stem| says(stem)).count();
        if hits == 0 || !self.names.iter().all(says) {
            return false;
        }
        if self.best <= LEAST {
            return !otherwise && hits as f64 >= SAID * self.words.len() as f64;
        }
        let weight = |said: usize| (WEIGHS as f64 / said.max(1) as f64).min(1.0);
        let (mut share, mut all, mut common) = (0.0, 0.0, COMMON);
        for (word, said) in self.words.iter().zip(&self.said) {
            all += weight(*said);
            if says(word) {
                share += weight(*said);
                common = if *said <= TELLS { 0.0 } else { common };
            }
        }
        let similarity = similarity.max(LEAST);
        let unsaid = (self.words.len() - hits).min(4) as f64;
        let otherwise = if otherwise { OTHERWISE } else { 0.0 };
        SIMILARITY * similarity
            + FARTHER * (self.best - similarity)
            + SHARE * share / all
            + UNSAID * unsaid
            + otherwise
            + common
            + OFFSET
            > 0.0
    }

    /// Whether a time is asked for and stands in a text.
    pub fn finds_a_time_in(&self, text: &str) -> bool {
        let time = matches!(self.kind, Some(ValueType::Date | ValueType::Time | ValueType::Weekday));
        time && !values(&self.question, self.kind, text).is_empty()
    }

    fn holds_its_kind(&self, text: &str) -> bool {
        match self.kind {
            Some(kind) if is_told_by_its_form(kind) => !values(&self.question, self.kind, text).is_empty(),
            _ => true,
        }
    }

    /// Whether a thing of the question is told of as somebody else's ("Gerhard's bed A", "dad does
    /// them too").
    fn is_of_somebody_else(&self, text: &str) -> bool {
        let own = |word: &str| matches!(word, "i" | "my" | "me" | "we" | "our" | "us");
        let asked: Vec<String> = plain_words(&self.question);
        let kin = |words: &[String]| words.iter().any(|word| is_kin(word));
        if asked.iter().any(|word| own(word)) && !kin(&asked) && kin(&plain_words(text)) {
            return true;
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        words.windows(2).any(|pair| {
            let owner = pair[0].strip_suffix("'s").or_else(|| pair[0].strip_suffix("’s"));
            let owned = plain_stems(pair[1]);
            // "Who captains it?": "Bea's captain" is no thing of hers.
            let is_who = self.kind == Some(ValueType::Person) && owned.first() == self.words.first();
            owner.filter(|_| !is_who).is_some_and(|owner| {
                let own = plain_stems(owner);
                !own.is_empty()
                    && !own.iter().any(|stem| self.words.contains(stem))
                    && owned.iter().any(|stem| self.words.contains(stem))
            })
        })
    }
}

/// Stems, with relatives by their plain words.
fn plain_stems(text: &str) -> Vec<String> {
    stems(text).into_iter().map(|stem| plain_relative(&stem).to_owned()).collect()
}

/// People who have things of their own.
fn is_kin(word: &str) -> bool {
    matches!(
        word.trim_end_matches("'s"),
        "mum"
            | "mom"
            | "mother"
            | "dad"
            | "father"
            | "sister"
            | "brother"
            | "wife"
            | "husband"
            | "son"
            | "daughter"
            | "aunt"
            | "uncle"
            | "cousin"
            | "grandma"
            | "grandpa"
            | "nan"
            | "neighbour"
            | "neighbor"
    )
}

/// Whether the answer takes a step through another value, or the value before or beside the last: no
/// one text's newest value is it.
fn asks_past_one_text(question: &str) -> bool {
    let words = plain_words(question);
    let inner = words.iter().skip(2).any(|word| {
        matches!(word.as_str(), "who" | "whom" | "whose" | "whoever" | "that" | "which" | "whatever")
    });
    let besides = words.iter().any(|word| {
        matches!(
            word.as_str(),
            "before" | "previous" | "previously" | "former" | "formerly" | "else" | "first" | "originally"
        )
    });
    let length = words.windows(3).any(|run| run == ["length", "of", "time"]);
    inner || besides || length || words.starts_with(&["how".to_owned(), "long".to_owned()])
}

/// The kind of value that a question asks for, where its words tell.
fn kind_asked_for(question: &str) -> Option<ValueType> {
    let lower = question.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let at = |place: usize| words.get(place).copied().unwrap_or_default();
    let start = usize::from(matches!(at(0), "on" | "at" | "in" | "till" | "until" | "from" | "after" | "by"));
    match (at(start), at(start + 1)) {
        (
            "how",
            "tall" | "heavy" | "old" | "big" | "far" | "high" | "deep" | "wide" | "fast" | "warm" | "cold"
            | "hot",
        ) => {
            return Some(ValueType::Integer);
        }
        ("how", "early" | "late") => return Some(ValueType::Time),
        ("how", "often") => return None,
        // "Which time zone" asks for no time, "in which port" for no number.
        ("what" | "which", "time" | "date") if at(start + 2) == "zone" => return None,
        ("what" | "which", "port") if at(0) == "in" => return Some(ValueType::Place),
        ("what" | "which", "day" | "date" | "weekday" | "time") => return Some(ValueType::Date),
        ("what", "do" | "does" | "did")
            if words.iter().any(|word| matches!(*word, "pay" | "cost" | "charge" | "weigh" | "owe")) =>
        {
            return Some(ValueType::Money);
        }
        _ => {}
    }
    query_of(question).value_type
}

/// Kinds of which a value can be told by its form.
fn is_told_by_its_form(kind: ValueType) -> bool {
    use ValueType as T;
    matches!(
        kind,
        T::Person
            | T::Integer
            | T::Money
            | T::Duration
            | T::Version
            | T::Port
            | T::Date
            | T::Time
            | T::Weekday
    )
}

/// One stem, or one that goes on from the other by an ending ("tune", "tuner", "2nd"; "babysit" is another
/// word than "baby").
fn akin(a: &str, b: &str) -> bool {
    const ENDINGS: [&str; 34] = [
        "s", "es", "d", "ed", "r", "er", "ers", "or", "ors", "n", "en", "ing", "y", "ly", "al", "ion",
        "ation", "ment", "ist", "ance", "ence", "age", "ful", "ness", "e", "ure", "ant", "ent", "ry", "ity",
        "ic", "ive", "able", "ship",
    ];
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let by_an_ending = || long.strip_prefix(short).is_some_and(|end| ENDINGS.contains(&end));
    a == b
        || goes_on(a, b, 4) && by_an_ending()
        || is_a_rank(long) && long.trim_end_matches(char::is_alphabetic) == short
}

/// "PR", "OS", "CI" name no particular thing.
fn is_short_for_a_noun(stem: &str, question: &str) -> bool {
    let capitals = |word: &str| word.chars().all(char::is_uppercase) && word.chars().count() <= 3;
    question.split(|c: char| !c.is_alphanumeric()).any(|word| capitals(word) && word.to_lowercase() == stem)
        || stem.starts_with("i'")
        || matches!(stem, "mr" | "mrs" | "ms" | "dr" | "prof" | "professor" | "aunt" | "auntie" | "uncle")
        || matches!(stem, "st" | "street" | "rd" | "road" | "ave" | "avenue")
}

/// Verbs and nouns that a question may have of anything.
fn is_of_any_thing(stem: &str) -> bool {
    matches!(
        stem,
        "take"
            | "hold"
            | "need"
            | "pay"
            | "build"
            | "run"
            | "give"
            | "stand"
            | "live"
            | "sit"
            | "carry"
            | "serve"
            | "ask"
            | "make"
            | "keep"
            | "work"
            | "come"
            | "charge"
            | "handle"
            | "up"
            | "day"
            | "date"
            | "month"
    )
}
