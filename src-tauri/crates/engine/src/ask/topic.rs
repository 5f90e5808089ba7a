//! What a question is about, as texts are held against it that no key was read out of: by likeness of
//! meaning, by the words they share, and by whether they hold a value of the kind asked for.

use memstrata_extract::{ValueType, query::stems};

use super::claim::plain_words;
use super::nearest::{goes_on, is_idle, names_in};
use super::picked::{is_a_rank, values};
use crate::query::query_of;

// How much each sign says that a text is about what is asked for: fitted by logistic regression on
// questions and texts of development (390 questions, 12 texts each), with the model that ships.

const SIMILARITY: f64 = 7.6;
/// Its likeness beside that of the nearest text.
const BESIDE: f64 = 0.9;
/// The share of the question's words that it says.
const SHARE: f64 = 5.1;
const OFFSET: f64 = -5.9;
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
        let mut words: Vec<String> = stems(&timeless).into_iter().filter(|stem| !is_idle(stem)).collect();
        if words.iter().any(|stem| !is_of_any_thing(stem) && !names.contains(stem)) {
            words.retain(|stem| !is_of_any_thing(stem));
        }
        let kind = kind_asked_for(&timeless);
        (!words.is_empty() && !asks_past_one_text(question)).then_some(Topic {
            question: timeless,
            names,
            words,
            kind,
            best: best.max(LEAST),
        })
    }

    /// The kind of value that is asked for, where a question word tells.
    pub fn kind(&self) -> Option<ValueType> {
        self.kind
    }

    /// Whether a text says every word of the question's.
    pub fn is_said_by(&self, text: &str) -> bool {
        let said = stems(text);
        self.names.iter().chain(&self.words).all(|stem| said.iter().any(|word| akin(word, stem)))
    }

    /// Whether a text as near as that is more likely about what is asked for than not.
    pub fn is_met_by(&self, text: &str, similarity: f64) -> bool {
        let said = stems(text);
        let says = |stem: &String| said.iter().any(|word| akin(word, stem));
        let hits = self.words.iter().filter(|stem| says(stem)).count();
        if hits == 0
            || !self.names.iter().all(says)
            || self.is_of_somebody_else(text)
            || !self.holds_its_kind(text)
        {
            return false;
        }
        let similarity = similarity.max(LEAST);
        let share = hits as f64 / self.words.len() as f64;
        SIMILARITY * similarity + BESIDE * similarity / self.best + SHARE * share + OFFSET > 0.0
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
            let owned = stems(pair[1]);
            owner.is_some_and(|owner| {
                let own = stems(owner);
                !own.is_empty()
                    && !own.iter().any(|stem| self.words.contains(stem))
                    && owned.iter().any(|stem| self.words.contains(stem))
            })
        })
    }
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

/// One stem, or one that goes on from the other ("tune", "tuner", "2nd").
fn akin(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    goes_on(a, b, 4) || is_a_rank(long) && long.trim_end_matches(char::is_alphabetic) == short
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
