//! Dependencies as they are told: "my commute depends on where I live", "while the region is
//! eu-west-1, the endpoint is …". Each is kept in the log as a fact of its own: of the subject of
//! the dependent key, with that key's relation as its scope, and the key it depends on as its
//! value. So it has a time, a source and a history like any other fact, and can be taken back.
//! What a change then does to the dependent value is [`crate::ask`]'s.

use memstrata_answer::sentences;
use memstrata_extract::{Extractor, FoundFact, FoundOp, Lexicon, Telling, read_query};
use memstrata_model::{Key, ValidFromSource, normalize_text};

use crate::ask::scope_of;
use crate::{Engine, Error};

/// The relation that dependencies are kept under.
pub(crate) const DEPENDS: &str = "rests_on";

/// Keys that a phrase may mean fit nearly alike.
const NEARLY: f64 = 0.06;
/// And are no more than this.
const AT_MOST: usize = 3;

/// What a value depends on: a key, and, where it was said for one value of it alone, that value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ground {
    pub key: Key,
    pub value: Option<String>,
}

impl Ground {
    /// As it is kept: `subject | relation [scope] = value`.
    fn written(&self) -> String {
        let scope = if self.key.scope.is_empty() { String::new() } else { format!(" [{}]", self.key.scope) };
        let value = self.value.as_ref().map(|value| format!(" = {value}")).unwrap_or_default();
        format!("{} | {}{scope}{value}", self.key.subject, self.key.relation)
    }

    pub fn read(text: &str) -> Option<Ground> {
        let (subject, rest) = text.split_once(" | ")?;
        let (rest, value) = match rest.split_once(" = ") {
            Some((rest, value)) => (rest, Some(value.to_owned())),
            None => (rest, None),
        };
        let (relation, scope) = match rest.split_once(" [") {
            Some((relation, scope)) => (relation, Some(scope.trim_end_matches(']'))),
            None => (rest, None),
        };
        Some(Ground { key: Key::new(subject, relation, scope), value })
    }
}

/// A written ground with its subject put otherwise.
pub(crate) fn spoken(written: &str, subject: impl Fn(&str) -> String) -> String {
    match written.split_once(" | ") {
        Some((own, rest)) => format!("{} | {rest}", subject(own)),
        None => written.to_owned(),
    }
}

/// A sentence that tells a dependency, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Form<'t> {
    /// "My commute depends on where I live."
    Plain { dependent: &'t str, ground: &'t str },
    /// "While the region is eu-west-1, the endpoint is …": the condition's value matters.
    While { main: &'t str, condition: &'t str },
    /// "My commute is 40 minutes, because I live in Porto."
    Because { main: &'t str, condition: &'t str },
}

const DEPENDING: [&str; 10] = [
    " depends on ",
    " depend on ",
    " is determined by ",
    " is set by ",
    " hinges on ",
    " follows from ",
    " is tied to ",
    " goes by ",
    " varies with ",
    " is decided by ",
];
const WHILE: [&str; 6] =
    ["while ", "as long as ", "so long as ", "for as long as ", "provided that ", "provided "];
const BECAUSE: [&str; 4] = ["because ", "given that ", "seeing that ", "now that "];

/// Takes a sentence apart, if it may tell a dependency.
fn form(sentence: &str) -> Option<Form<'_>> {
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
    DEPENDING.iter().find_map(|words| {
        let at = lower.find(words)?;
        let ground = text[at + words.len()..].trim();
        let ground = ground.strip_prefix("the value of ").unwrap_or(ground);
        Some(Form::Plain { dependent: text[..at].trim(), ground })
    })
}

impl Engine {
    /// The dependencies that a text tells, put among the facts that were read out of it.
    pub(crate) fn with_dependencies(
        &self,
        telling: &Telling<'_>,
        mut facts: Vec<FoundFact>,
    ) -> Result<Vec<FoundFact>, Error> {
        let mut at = 0;
        for sentence in sentences(telling.text) {
            let span = (at, at + sentence.len());
            at = span.1;
            let Some(form) = form(sentence) else { continue };
            let place = |part: &str| span.0 + (part.as_ptr() as usize - sentence.as_ptr() as usize);
            let inside = |fact: &FoundFact| fact.span.0 < span.1 && fact.span.1 > span.0;
            match form {
                Form::Plain { dependent, ground } => {
                    let Some(dependent) = self.keys_of_phrase(dependent)?.into_iter().next() else {
                        continue;
                    };
                    let grounds = self.keys_of_phrase(ground)?;
                    for ground in grounds.into_iter().filter(|ground| *ground != dependent) {
                        // "Depends on" is no package's dependency here.
                        facts.retain(|fact| !(inside(fact) && fact.relation == "depends_on"));
                        facts.push(dependency(&dependent, &Ground { key: ground, value: None }, span));
                    }
                }
                Form::While { main, condition } | Form::Because { main, condition } => {
                    let told = |part: &str| {
                        let own = Telling { text: part, ..*telling };
                        let read = Extractor::new(Lexicon::built_in()).extract(&own).facts;
                        read.into_iter().filter(|f| f.op == FoundOp::Assert).collect::<Vec<_>>()
                    };
                    let (mains, conditions) = (told(main), told(condition));
                    let Some(condition) = conditions.first() else { continue };
                    let ground = Ground {
                        key: Key::new(&condition.subject, &condition.relation, condition.scope.as_deref()),
                        value: matches!(form, Form::While { .. }).then(|| condition.object.clone()),
                    };
                    // "While staging is on 9080, production is on 8080" sets two things apart.
                    let contrasted = mains.iter().any(|f| f.relation == condition.relation);
                    if mains.is_empty() || contrasted {
                        continue;
                    }
                    if matches!(form, Form::While { .. }) {
                        facts.retain(|fact| !inside(fact));
                    }
                    for mut fact in mains {
                        let key = Key::new(&fact.subject, &fact.relation, fact.scope.as_deref());
                        let offset = place(main);
                        fact.span = (fact.span.0 + offset, fact.span.1 + offset);
                        fact.object_span = (fact.object_span.0 + offset, fact.object_span.1 + offset);
                        let known = facts.iter().any(|f| {
                            Key::new(&f.subject, &f.relation, f.scope.as_deref()) == key
                                && normalize_text(&f.object) == normalize_text(&fact.object)
                        });
                        if !known {
                            facts.push(fact);
                        }
                        facts.push(dependency(&key, &ground, span));
                    }
                }
            }
        }
        Ok(facts)
    }

    /// The key that a phrase names ("my commute", "where I live", "the size of the pool"); where
    /// nothing of it was told yet, each key that its words may mean.
    fn keys_of_phrase(&self, phrase: &str) -> Result<Vec<Key>, Error> {
        let question = question_of(phrase);
        if let Some(key) = self.lead_to_keys(&question, None)?.keys.into_iter().next() {
            return Ok(vec![key]);
        }
        // Not told yet: what the words themselves say, where they speak of a value and not of a
        // thing.
        let first = phrase.split_whitespace().next().unwrap_or_default().to_lowercase();
        let speaks_of_a_value = matches!(
            first.as_str(),
            "my" | "our" | "where" | "what" | "which" | "who" | "how" | "whether" | "when"
        ) || (first == "the" && phrase.contains(" of "))
            || phrase.contains("'s ");
        if !speaks_of_a_value {
            return Ok(Vec::new());
        }
        let query = read_query(&question, Lexicon::built_in());
        let fit = |key: &Key| query.score(&key.subject, &key.relation, None);
        let mut keys: Vec<Key> = query.keys.iter().map(|(s, r, c)| Key::new(s, r, c.as_deref())).collect();
        let best = keys.iter().map(fit).fold(0.0, f64::max);
        keys.retain(|key| fit(key) >= best - NEARLY);
        keys.truncate(AT_MOST);
        Ok(keys)
    }
}

/// A phrase as the question that asks for it.
fn question_of(phrase: &str) -> String {
    let words: Vec<&str> = phrase.split_whitespace().collect();
    let lower: Vec<String> = words.iter().map(|w| w.to_lowercase()).collect();
    let asks = |word: &str| matches!(word, "where" | "what" | "which" | "who" | "how" | "when");
    if !lower.first().is_some_and(|first| asks(first)) {
        return format!("What is {phrase}?");
    }
    // "what the region is": the verb comes forward.
    if let Some((last, rest)) = words.split_last()
        && matches!(lower[words.len() - 1].as_str(), "is" | "are")
        && rest.len() > 1
    {
        return format!("{} {last} {}?", rest[0], rest[1..].join(" "));
    }
    let person = lower.iter().position(|w| matches!(w.as_str(), "i" | "we" | "they" | "you"));
    match person {
        Some(at) if lower.get(at + 1).is_some_and(|w| matches!(w.as_str(), "am" | "are" | "have")) => {
            let mut asked: Vec<&str> = words[..at].to_vec();
            asked.extend([words[at + 1], words[at]]);
            asked.extend(&words[at + 2..]);
            format!("{}?", asked.join(" "))
        }
        Some(at) => format!("{} do {}?", words[..at].join(" "), words[at..].join(" ")),
        None => format!("{phrase}?"),
    }
}

fn dependency(dependent: &Key, ground: &Ground, span: (usize, usize)) -> FoundFact {
    FoundFact {
        subject: dependent.subject.clone(),
        relation: DEPENDS.to_owned(),
        scope: Some(scope_of(dependent)),
        object: ground.written(),
        op: FoundOp::Assert,
        set_valued: true,
        valid_from: None,
        valid_to: None,
        valid_from_source: ValidFromSource::SaidAt,
        window: false,
        confidence: 0.9,
        closes: true,
        span,
        object_span: span,
        rule: "dependency",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ground_is_read_as_it_is_written() {
        for (scope, value) in
            [(None, None), (Some("staging"), None), (None, Some("eu-west-1")), (Some("eu"), Some("a = b"))]
        {
            let ground =
                Ground { key: Key::new("the gateway", "log_level", scope), value: value.map(str::to_owned) };
            assert_eq!(Ground::read(&ground.written()), Some(ground));
        }
        assert_eq!(Ground::read("nothing of the kind"), None);
    }

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
        assert_eq!(question_of("where I live"), "where do I live?");
        assert_eq!(question_of("what the region is"), "what is the region?");
        assert_eq!(question_of("which plan we are on"), "which plan are we on?");
        assert_eq!(question_of("my address"), "What is my address?");
    }
}
