//! Questions put into the order of statements: the question phrase goes back to where its answer
//! would stand. Several orders are proposed; the templates tell which of them says something.

use crate::value::ValueType;
use crate::words;

/// Stands where the answer would.
pub const GAP: &str = "\u{E000}";

/// The type of the value that a question word asks for.
#[must_use]
pub fn asked_type(question: &str) -> Option<ValueType> {
    let lower = question.to_lowercase();
    let has = |phrase: &str| lower.contains(phrase);
    Some(if has("how many") {
        ValueType::Integer
    } else if has("how much") || has("what does") && has(" cost") {
        ValueType::Money
    } else if has("how often") {
        ValueType::Schedule
    } else if has("how long") {
        ValueType::Duration
    } else if has("who ") || lower.starts_with("who's") || has("whom") {
        ValueType::Person
    } else if has("where") {
        ValueType::Place
    } else if has("what time") || has("at what time") {
        ValueType::Time
    } else if has("when ") {
        ValueType::Date
    } else if has("which version") || has("what version") {
        ValueType::Version
    } else if has("which port") || has("what port") {
        ValueType::Port
    } else {
        return None;
    })
}

struct Asked<'a> {
    /// Preposition before the question word.
    preposition: Option<String>,
    /// what, which, who, where, when, how.
    word: String,
    /// Words between the question word and the verb: "version of Django", "many replicas".
    noun: Vec<&'a str>,
    rest: Vec<&'a str>,
}

fn is_question_word(word: &str) -> bool {
    matches!(word, "what" | "which" | "who" | "whom" | "where" | "when" | "how" | "whose")
}

fn is_helper(word: &str) -> bool {
    matches!(
        word,
        "is" | "are"
            | "was"
            | "were"
            | "do"
            | "does"
            | "did"
            | "can"
            | "has"
            | "have"
            | "will"
            | "am"
            | "should"
    )
}

/// Parts a question into its phrase, its helper verb and the rest.
fn part<'a>(words: &[&'a str]) -> Option<(Asked<'a>, Option<&'a str>)> {
    let at = words.iter().take(5).position(|w| is_question_word(&w.to_lowercase()))?;
    let preposition = at.checked_sub(1).map(|i| words[i].to_lowercase()).filter(|w| words::is_preposition(w));
    let word = words[at].to_lowercase();
    let after = &words[at + 1..];
    let helper = after.iter().position(|w| is_helper(&w.to_lowercase()));
    let (noun, verb, rest) = match helper {
        Some(i) => (after[..i].to_vec(), Some(after[i]), after[i + 1..].to_vec()),
        None => (Vec::new(), None, after.to_vec()),
    };
    Some((Asked { preposition, word, noun, rest }, verb))
}

/// Statements with a gap that a question may ask for, likeliest first.
#[must_use]
pub fn statements(question: &str) -> Vec<String> {
    let plain = question
        .trim()
        .trim_end_matches(['?', '.', '!', ' '])
        .replace("What's", "What is")
        .replace("Who's", "Who is")
        .replace("Where's", "Where is")
        .replace("When's", "When is")
        .replace("what's", "what is")
        .replace("who's", "who is")
        .replace("where's", "where is");
    let words: Vec<&str> = plain.split_whitespace().collect();
    let Some((asked, verb)) = part(&words) else { return Vec::new() };
    let mut out = Vec::new();
    match verb.map(str::to_lowercase).as_deref() {
        Some("is" | "are" | "was" | "were" | "am") => with_be(&asked, &mut out),
        Some("do" | "does" | "did" | "can" | "will" | "should") => with_do(&asked, &mut out),
        Some("has" | "have") => with_have(&asked, &mut out),
        _ => {}
    }
    as_subject(&asked, verb, &mut out);
    out.dedup();
    out
}

/// The noun of the question phrase before or after the gap: "version of Django" asks for a
/// Django version, "many replicas" for a number of replicas.
fn phrase(asked: &Asked<'_>) -> Vec<String> {
    let noun = &asked.noun;
    let lower: Vec<String> = noun.iter().map(|w| w.to_lowercase()).collect();
    match lower.first().map(String::as_str) {
        None => vec![GAP.to_owned()],
        Some("many" | "much") => vec![format!("{GAP} {}", noun[1..].join(" "))],
        Some("often") => vec![GAP.to_owned(), format!("every {GAP}")],
        Some("long" | "far" | "big" | "high") => vec![GAP.to_owned()],
        Some("old") => vec![format!("{GAP} years old"), GAP.to_owned()],
        Some("full" | "tall") => vec![format!("{GAP} {}", lower[0])],
        _ => {
            let mut out = Vec::new();
            if let Some(of) = lower.iter().position(|w| w == "of").filter(|i| *i > 0 && *i + 1 < noun.len()) {
                out.push(format!("{} {GAP}", noun[of + 1..].join(" ")));
            }
            out.push(GAP.to_owned());
            out.push(format!("{} {GAP}", noun.join(" ")));
            if lower.len() == 2 && lower[1] == "version" {
                out.push(format!("{} {GAP}", noun[0]));
            }
            out
        }
    }
}

/// Prepositions that a bare question word can leave out.
fn silent(asked: &Asked<'_>) -> Vec<&'static str> {
    match asked.word.as_str() {
        "where" => vec!["in", "at", "on", "from", ""],
        "when" => vec!["on", "at", "", "every"],
        "how" if asked.noun.first().is_some_and(|w| w.eq_ignore_ascii_case("long")) => {
            vec!["for", "after", ""]
        }
        "how" if asked.noun.is_empty() => vec!["as", "over", "in", "on", "with", ""],
        _ => vec![""],
    }
}

fn join(parts: &[&str]) -> String {
    parts.iter().filter(|p| !p.is_empty()).copied().collect::<Vec<_>>().join(" ")
}

fn with_be(asked: &Asked<'_>, out: &mut Vec<String>) {
    let rest = &asked.rest;
    let noun = asked.noun.join(" ");
    if rest.is_empty() {
        return;
    }
    let whole = rest.join(" ");
    let ends_with_preposition = rest.last().is_some_and(|w| words::is_preposition(&w.to_lowercase()));
    for gap in phrase(asked) {
        let prepositions: Vec<&str> = match asked.preposition.as_deref() {
            Some(preposition) => vec![preposition],
            None if ends_with_preposition => vec![""],
            None => silent(asked),
        };
        // Where the predicate begins inside the rest: a participle, a gerund, a preposition.
        for cut in (1..rest.len()).rev() {
            let word = rest[cut].to_lowercase();
            let verb = words::verb(&word).is_some_and(|v| v.participle || v.gerund);
            let last_preposition = cut + 1 == rest.len() && ends_with_preposition;
            if verb || last_preposition {
                for preposition in &prepositions {
                    out.push(join(&[
                        &rest[..cut].join(" "),
                        "is",
                        &rest[cut..].join(" "),
                        preposition,
                        &gap,
                    ]));
                    if asked.preposition.is_some() || prepositions.len() > 1 {
                        let (head, tail) = (rest[cut], rest[cut + 1..].join(" "));
                        out.push(join(&[&rest[..cut].join(" "), "is", head, preposition, &gap, &tail]));
                    }
                }
            }
        }
        for preposition in &prepositions {
            out.push(join(&[&whole, "is", preposition, &gap]));
            // "What is the log level on staging": the qualifier may follow the gap as well.
            if let Some(at) = (1..rest.len()).rev().find(|&i| matches!(rest[i], "in" | "on" | "at" | "for")) {
                out.push(join(&[&rest[..at].join(" "), "is", preposition, &gap, &rest[at..].join(" ")]));
            }
        }
    }
    if matches!(asked.word.as_str(), "who" | "what" | "which") {
        out.push(format!("{GAP} is {whole}"));
        out.push(format!("{GAP} is the {whole}"));
        if !noun.is_empty() {
            out.push(format!("the {noun} {whole} is {GAP}"));
            out.push(format!("the {noun} of {whole} is {GAP}"));
            out.push(format!("{whole} has a {noun} of {GAP}"));
        }
    }
    // "Which university was X educated at": the university where X was educated.
    if !noun.is_empty() && ends_with_preposition {
        let cut = (1..rest.len())
            .rev()
            .find(|&i| words::verb(&rest[i].to_lowercase()).is_some_and(|v| v.participle));
        if let Some(cut) = cut {
            let (subject, predicate) = (rest[..cut].join(" "), rest[cut..rest.len() - 1].join(" "));
            out.push(format!("the {noun} where {subject} was {predicate} is {GAP}"));
        }
    }
    if asked.word == "when" {
        out.push(format!("{whole} : {GAP}"));
    }
}

fn third_person(verb: &str, subject: &[&str]) -> String {
    let last = subject.last().map_or(String::new(), |w| w.to_lowercase());
    let plural = matches!(last.as_str(), "i" | "we" | "you" | "they")
        || subject.first().is_some_and(|w| matches!(w.to_lowercase().as_str(), "i" | "we" | "they" | "you"));
    if plural || verb.is_empty() {
        return verb.to_owned();
    }
    match verb {
        "have" => "has".to_owned(),
        "do" => "does".to_owned(),
        "go" => "goes".to_owned(),
        v if v.ends_with('y') && !v.ends_with("ay") && !v.ends_with("ey") && !v.ends_with("oy") => {
            format!("{}ies", &v[..v.len() - 1])
        }
        v if v.ends_with('s')
            || v.ends_with('x')
            || v.ends_with("ch")
            || v.ends_with("sh")
            || v.ends_with('z') =>
        {
            format!("{v}es")
        }
        v => format!("{v}s"),
    }
}

fn with_do(asked: &Asked<'_>, out: &mut Vec<String>) {
    let rest = &asked.rest;
    let noun = asked.noun.join(" ");
    let cuts: Vec<usize> =
        (1..rest.len()).filter(|&i| words::verb(&rest[i].to_lowercase()).is_some_and(|v| v.base)).collect();
    for &cut in cuts.iter().rev() {
        let subject = &rest[..cut];
        let after = &rest[cut + 1..];
        // After a preposition or an article stands a noun.
        let noun_here = words::is_preposition(&rest[cut - 1].to_lowercase())
            || words::is_determiner(&rest[cut - 1].to_lowercase());
        if noun_here {
            continue;
        }
        let plural = subject.last().is_some_and(|w| w.ends_with('s') && !w.ends_with("ss"));
        let verb =
            if plural { rest[cut].to_owned() } else { third_person(&rest[cut].to_lowercase(), subject) };
        let subject = subject.join(" ");
        let tail = after.join(" ");
        for gap in phrase(asked) {
            match asked.preposition.as_deref() {
                Some(preposition) => {
                    out.push(join(&[&subject, &verb, &tail, preposition, &gap]));
                    out.push(join(&[&subject, &verb, preposition, &gap, &tail]));
                }
                None => {
                    for preposition in silent(asked) {
                        out.push(join(&[&subject, &verb, &tail, preposition, &gap]));
                        if !after.is_empty() {
                            out.push(join(&[&subject, &verb, preposition, &gap, &tail]));
                        }
                    }
                    // A stranded preposition takes the gap: "listen on", "belong to".
                    if let Some(at) = after
                        .iter()
                        .position(|w| words::is_preposition(&w.to_lowercase()))
                        .filter(|&i| i + 1 < after.len())
                    {
                        out.push(join(&[
                            &subject,
                            &verb,
                            &after[..=at].join(" "),
                            &gap,
                            &after[at + 1..].join(" "),
                        ]));
                    }
                }
            }
        }
        let holds = rest[cut].eq_ignore_ascii_case("have") || rest[cut].eq_ignore_ascii_case("use");
        if holds && !noun.is_empty() {
            out.push(format!("the {noun} of {subject} is {GAP}"));
        }
        if !noun.is_empty() && !matches!(asked.word.as_str(), "how") {
            let whole = join(&[&subject, &verb, &tail]);
            out.push(format!("the {noun} that {whole} is {GAP}"));
        }
    }
}

fn with_have(asked: &Asked<'_>, out: &mut Vec<String>) {
    let rest = asked.rest.join(" ");
    out.push(join(&[GAP, "has", &rest]));
    for gap in phrase(asked) {
        out.push(join(&[&rest, &gap]));
    }
}

/// "Which hook reads the cart in X": the question phrase is the subject.
fn as_subject(asked: &Asked<'_>, verb: Option<&str>, out: &mut Vec<String>) {
    let mut words: Vec<&str> = asked.noun.clone();
    words.extend(verb);
    words.extend(&asked.rest);
    if asked.word == "who" || asked.word == "what" {
        out.push(join(&[GAP, &words.join(" ")]));
    }
    if matches!(asked.word.as_str(), "which" | "what") {
        // The noun phrase ends before the first finite verb.
        for cut in 1..words.len() {
            let lower = words[cut].to_lowercase();
            let Some(form) = words::verb(&lower) else { continue };
            if !(form.third || form.base || form.past) {
                continue;
            }
            let noun = words[..cut].join(" ");
            let rest = words[cut..].join(" ");
            if form.lemma == "be" {
                out.push(format!("the {noun} {} is {GAP}", words[cut + 1..].join(" ")));
            } else {
                out.push(format!("the {noun} that {rest} is {GAP}"));
                out.push(format!("{noun} {GAP} {rest}"));
            }
        }
        out.push(join(&[GAP, &words.join(" ")]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_question_phrase_goes_back_to_its_place() {
        for (question, statement) in [
            ("Which port does the relay listen on?", format!("the relay listens on {GAP}")),
            ("Where does Anna live?", format!("Anna lives in {GAP}")),
            ("How long are the logs kept?", format!("the logs is kept for {GAP}")),
            ("Which hook reads the cart?", format!("the hook that reads the cart is {GAP}")),
            ("After how many attempts does it give up?", format!("it gives up after {GAP} attempts")),
        ] {
            let found = statements(question);
            assert!(found.contains(&statement), "{question}: {found:#?}");
        }
    }
}
