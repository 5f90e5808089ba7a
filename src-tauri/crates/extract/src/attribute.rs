//! Attribute phrases: "the A of S", "S's A", "my A", "S A", "A for S". Parts a range of words into
//! the relation that it names and whose attribute it is.

mod head;

use crate::belonging;
use crate::candidate::Relation;
use crate::compound::{compound, priced, unowned};
use crate::lexicon::{Lexicon, RelationSpec};
use crate::measure;
use crate::scene::Scene;
use crate::subject::{self, Subject};
use crate::token::{Shape, Token};
use crate::value::ValueType;
use crate::words;

pub(crate) use head::head_phrase;

/// What an attribute phrase names.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// Lexicon relations, by fit of the phrase; empty for an open one.
    pub known: Vec<&'static RelationSpec>,
    /// The phrase, lower case, without article.
    pub phrase: String,
    pub subject: Subject,
    /// Role, kind or environment that separates keys.
    pub scope: Option<String>,
    /// Whether the words say whose it is.
    pub owned: bool,
    /// How the phrase was built, for scoring.
    pub form: Form,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// "the A of S", "S's A", "my A".
    Clear,
    /// "S A": a compound whose tail is a known noun.
    Compound,
    /// "A" alone.
    Bare,
}

impl Attribute {
    /// An attribute that the words name alone, without its owner.
    #[must_use]
    pub(crate) fn bare(
        known: Vec<&'static RelationSpec>,
        phrase: String,
        subject: Subject,
        owned: bool,
    ) -> Self {
        Attribute { known, phrase, subject, scope: None, owned, form: Form::Bare }
    }

    /// What a thing has by a noun that no relation of the lexicon is told by.
    #[must_use]
    pub(crate) fn of_its_own(phrase: String, subject: Subject) -> Self {
        Attribute { known: Vec::new(), phrase, subject, scope: None, owned: true, form: Form::Clear }
    }

    /// The relation for a value that none of the known types takes.
    #[must_use]
    pub fn open(&self) -> Relation {
        Relation::Open(self.phrase.clone())
    }
}

/// Adjectives that do not change what the noun names.
pub(crate) fn is_idle(word: &str) -> bool {
    matches!(
        word,
        "current"
            | "new"
            | "present"
            | "default"
            | "official"
            | "actual"
            | "main"
            | "overall"
            | "usual"
            | "own"
            | "full"
            | "public"
            | "global"
            | "same"
            | "real"
            | "primary"
            | "final"
            | "total"
    )
}

/// Adjectives that name another value than the one that holds: what stands for want of one, what
/// others see.
pub(crate) fn parts_key(word: &str) -> bool {
    matches!(word, "default" | "public" | "global")
}

/// The relations that the words `lo..hi` name.
pub(crate) fn lookup(
    lexicon: &'static Lexicon,
    tokens: &[Token<'_>],
    lo: usize,
    hi: usize,
) -> Vec<&'static RelationSpec> {
    if hi <= lo || hi - lo > 4 || tokens[lo..hi].iter().any(|t| t.shape == Shape::Speech) {
        return Vec::new();
    }
    let mut phrase = String::new();
    for token in &tokens[lo..hi] {
        if !phrase.is_empty() {
            phrase.push(' ');
        }
        phrase.push_str(&token.lower);
    }
    let found = lexicon.alias(&phrase);
    if !found.is_empty() {
        return found;
    }
    // `log_level`, `idleTimeout`; MAX_RETRIES is a thing that is set.
    let shouted = !tokens[lo].text.chars().any(char::is_lowercase);
    if hi == lo + 1
        && !shouted
        && (phrase.contains('_') || matches!(tokens[lo].shape, Shape::Solid | Shape::Code))
    {
        return lexicon.alias(&memstrata_model::normalize_name(tokens[lo].text));
    }
    let last = &tokens[hi - 1].lower;
    let one = words::singular(last);
    if one != *last {
        phrase.truncate(phrase.len() - last.len());
        phrase.push_str(&one);
        return lexicon.alias(&phrase);
    }
    Vec::new()
}

/// Lower-case words of a range without its articles.
pub(crate) fn phrase_of(tokens: &[Token<'_>], lo: usize, hi: usize) -> String {
    let mut out = String::new();
    for (i, token) in tokens[lo..hi].iter().enumerate() {
        if i == 0 && words::is_determiner(&token.lower) {
            continue;
        }
        if !out.is_empty() && !token.is("'s") {
            out.push(' ');
        }
        out.push_str(&token.lower);
    }
    out
}

/// Reads a whole range as an attribute phrase.
#[must_use]
pub fn read(
    lexicon: &'static Lexicon,
    tokens: &[Token<'_>],
    lo: usize,
    hi: usize,
    scene: &Scene<'_>,
) -> Option<Attribute> {
    let cleaned = subject::clean(tokens, lo, hi);
    let (lo, hi) = (cleaned.lo, cleaned.hi);
    let told_of = || (lo + 2..hi).any(|i| tokens[i].any(&["we", "i"])) && tokens[lo].is("the");
    if lo >= hi || crate::habit::verb_inside(tokens, lo, hi) && !told_of() {
        return None;
    }
    // "Kim's old e-mail", "the former owner": what was is not what is.
    if tokens[lo..hi].iter().any(|t| {
        t.any(&["old", "former", "previous", "ex", "earlier", "original", "outdated", "legacy"])
            && !t.capital()
    }) {
        return None;
    }
    // "uptime in May": when is none of the name.
    let hi = (lo + 1..hi)
        .find(|&i| {
            tokens[i].any(&["in", "on", "at", "during"]) && measure::date_end(tokens, i + 1, hi) == Some(hi)
        })
        .unwrap_or(hi);
    // "quota per tenant": of which, and no owner.
    let each =
        (lo + 1..hi.saturating_sub(1)).find(|&i| tokens[i].is("per") && tokens[i].shape == Shape::Word);
    if let Some(per) = each.filter(|&i| hi - i <= 3) {
        let mut a = read(lexicon, tokens, lo, per, scene)?;
        let rest = phrase_of(tokens, per, hi);
        if a.known.is_empty() {
            a.phrase = format!("{} {rest}", a.phrase);
        } else {
            a.scope = Some(rest);
        }
        return Some(a);
    }
    // "the VPN client we use at work"
    let used = (lo + 2..hi).find(|&i| {
        tokens[i].any(&["we", "i"])
            && tokens[..hi]
                .get(i + 1)
                .is_some_and(|t| t.any(&["use", "have", "run", "support", "rely", "work"]))
    });
    if let Some(we) =
        used.filter(|_| tokens[lo].is("the") && !tokens[lo + 1..hi].iter().any(|t| t.any(&["that", "which"])))
    {
        let mut a = read(lexicon, tokens, lo, we, scene)?;
        if !a.owned {
            a.subject = if tokens[we].is("i") { Subject::user() } else { scene.plural() };
        }
        return Some(a);
    }
    let scope = cleaned.environment.clone();
    let with_scope = |mut a: Attribute| {
        a.scope = a.scope.or_else(|| scope.clone());
        if let Some((a_lo, a_hi)) = cleaned.container
            && !a.owned
            && let Some(owner) = subject::resolve(tokens, a_lo, a_hi, scene)
        {
            a.subject = owner;
            a.owned = true;
        }
        a
    };
    possessive(lexicon, tokens, lo, hi, scene)
        .or_else(|| genitive(lexicon, tokens, lo, hi, scene))
        .or_else(|| of_phrase(lexicon, tokens, lo, hi, scene))
        .or_else(|| belonging::apart(tokens, lo, hi, scene))
        .or_else(|| compound(lexicon, tokens, lo, hi, scene))
        .map(with_scope)
}

/// A range that is nothing but the name of an attribute which begins like a phrase: "on call".
pub(crate) fn named(
    lexicon: &'static Lexicon,
    tokens: &[Token<'_>],
    lo: usize,
    hi: usize,
    scene: &Scene<'_>,
) -> Option<Attribute> {
    let known = lookup(lexicon, tokens, lo, hi);
    let spec = known.first().filter(|_| words::is_preposition(&tokens[lo].lower))?;
    let (subject, owned) = unowned(Some(spec), false, spec.name, scene);
    Some(Attribute::bare(known, phrase_of(tokens, lo, hi), subject, owned))
}

/// "my A", "our A for staging", "her A".
fn possessive(
    lexicon: &'static Lexicon,
    tokens: &[Token<'_>],
    lo: usize,
    hi: usize,
    scene: &Scene<'_>,
) -> Option<Attribute> {
    let owner = match tokens[lo].lower.as_str() {
        "my" => Subject::user(),
        "our" => scene.plural(),
        "his" | "her" | "their" => scene.antecedent(true)?,
        "its" => scene.antecedent(false)?,
        _ => return None,
    };
    // "my sister's employer": whose is the genitive's.
    if (lo + 1..hi).any(|i| tokens[i].is("'s") || tokens[i].is("'") && i + 1 < hi) {
        return None;
    }
    let head = (lo + 1..hi)
        .find(|&i| words::is_preposition(&tokens[i].lower) && tokens[i].shape == Shape::Word)
        .unwrap_or(hi);
    if head == lo + 1 {
        return None;
    }
    // "my friend Rachel" is Rachel.
    if head > lo + 2
        && tokens[head - 1].capital()
        && !tokens[lo + 1].capital()
        && crate::person::is_person_noun(&tokens[lo + 1].lower)
    {
        return None;
    }
    let head = with_of(lexicon, tokens, lo + 1, head, hi);
    // "our head of engineering": a post, and of what.
    if tokens[lo].is("our")
        && head < hi
        && tokens[head].is("of")
        && let Some(post) = of_phrase(lexicon, tokens, lo + 1, hi, scene).filter(|a| {
            a.known.first().is_some_and(|s| s.value_type == ValueType::Person)
                || a.known.is_empty() && belonging::is_post(a.phrase.rsplit(' ').next().unwrap_or(""))
        })
    {
        return Some(post);
    }
    // "my laptop's", "my piano tuner", "my mobile phone number"
    let mut a = head_phrase(lexicon, tokens, lo + 1, head, owner.clone());
    if a.known.is_empty() && head < hi && tokens[head].is("of") {
        a.phrase = phrase_of(tokens, lo + 1, hi);
    }
    if head < hi && tokens[head].any(&["for", "in", "on", "at"]) {
        let rest = phrase_of(tokens, head + 1, hi);
        let environment = words::is_environment(rest.trim_start_matches("the "));
        if environment || !a.known.is_empty() {
            a.scope = Some(rest);
        }
    }
    a.owned = true;
    a.form = Form::Clear;
    if let Some(thing) = priced(&a, &owner) {
        a.subject = thing;
    }
    // "our payment provider" is the project's; "our piano tuner" is the piano's neither.
    Some(a)
}

/// The end of the attribute's words, where they hold an "of" of their own: "head of state".
fn with_of(lexicon: &'static Lexicon, tokens: &[Token<'_>], lo: usize, at: usize, hi: usize) -> usize {
    let of = tokens[..hi].get(at).is_some_and(|t| t.any(&["of", "in"]));
    let end = (at + 2..hi.min(at + 4) + 1)
        .find(|&end| end <= hi && of && !lookup(lexicon, tokens, lo, end).is_empty());
    end.unwrap_or(at)
}

/// "S's A".
fn genitive(
    lexicon: &'static Lexicon,
    tokens: &[Token<'_>],
    lo: usize,
    hi: usize,
    scene: &Scene<'_>,
) -> Option<Attribute> {
    let at = (lo + 1..hi.saturating_sub(1)).rev().find(|&i| tokens[i].is("'s") || tokens[i].is("'"))?;
    if words::is_weekday(&tokens[at - 1].lower)
        || tokens[at - 1].any(&["it", "that", "there", "what", "he", "she"])
    {
        return None;
    }
    // "the chair of the parents' council": the genitive is the owner's own.
    let inner = (lo + 1..at).any(|i| {
        tokens[i].any(&["of", "for"])
            && tokens[..at].get(i + 1).is_some_and(|t| words::is_determiner(&t.lower) || t.capital())
            && lookup(lexicon, tokens, lo, at).is_empty()
    });
    if inner {
        return None;
    }
    let owner = subject::resolve(tokens, lo, at, scene)?;
    let head = (at + 1..hi).find(|&i| words::is_preposition(&tokens[i].lower)).unwrap_or(hi);
    let head = with_of(lexicon, tokens, at + 1, head, hi);
    let mut a = head_phrase(lexicon, tokens, at + 1, head, owner);
    if head < hi && tokens[head].any(&["for", "in", "on"]) && !a.known.is_empty() {
        a.scope = Some(phrase_of(tokens, head + 1, hi));
    }
    let owner = a.subject.clone();
    if let Some(thing) = priced(&a, &owner) {
        a.subject = thing;
    }
    a.owned = true;
    a.form = Form::Clear;
    Some(a)
}

/// "the A of S", "the A for S", "A on S".
fn of_phrase(
    lexicon: &'static Lexicon,
    tokens: &[Token<'_>],
    lo: usize,
    hi: usize,
    scene: &Scene<'_>,
) -> Option<Attribute> {
    let relative =
        (lo..hi).find(|&i| i > lo && tokens[i].any(&["that", "which", "who", "whose"])).unwrap_or(hi);
    for at in lo + 1..relative.saturating_sub(1) {
        let token = &tokens[at];
        let of = token.is("of");
        if !(of || token.any(&["for", "on", "in", "at", "to", "behind"])) {
            continue;
        }
        // "uptime in May": a month owns nothing.
        if token.any(&["in", "on", "at"]) && measure::date_end(tokens, at + 1, relative) == Some(relative) {
            continue;
        }
        // "the head of state of X": the name of the attribute has an "of" of its own.
        let first = lo + usize::from(words::is_determiner(&tokens[lo].lower));
        if with_of(lexicon, tokens, first, at, relative) > at {
            continue;
        }
        let mut a = head_phrase(lexicon, tokens, lo, at, Subject::project());
        // "the head of engineering": who is head of a thing manages it.
        if of && a.known.is_empty() && tokens[at - 1].any(&["head", "lead", "leader"]) && at <= first + 2 {
            let plain = at == first + 1 || belonging::is_fresh(&tokens[first]) || tokens[first].is("acting");
            a.known = lexicon.get("manager").into_iter().filter(|_| plain).collect();
        }
        // A participle after the noun ("the file sent by X") is a description.
        let described = tokens[lo..at]
            .iter()
            .skip(1)
            .any(|t| t.verb.is_some_and(|v| v.participle && !v.base) && t.shape == Shape::Word);
        if described || (a.known.is_empty() && !of) {
            return None;
        }
        let mut end = relative;
        if a.known.is_empty() && relative < hi {
            return None;
        }
        if !a.known.is_empty() {
            end = hi;
        }
        let cleaned = subject::clean(tokens, at + 1, end);
        if let Some(environment) = cleaned.environment {
            a.scope = a.scope.or(Some(environment));
        }
        if cleaned.lo >= cleaned.hi {
            a.subject = scene.missing();
        } else {
            let rest = phrase_of(tokens, cleaned.lo, cleaned.hi);
            if !of && words::is_environment(rest.trim_start_matches("the ")) {
                a.scope = a.scope.or(Some(rest));
                a.subject =
                    scene.topic.clone().or_else(|| scene.heading.clone()).unwrap_or_else(|| scene.default());
            } else {
                a.subject = subject::resolve(tokens, cleaned.lo, cleaned.hi, scene)?;
            }
        }
        a.owned = true;
        a.form = Form::Clear;
        let owner = a.subject.clone();
        if let Some(thing) = priced(&a, &owner) {
            a.subject = thing;
        }
        return Some(a);
    }
    None
}
