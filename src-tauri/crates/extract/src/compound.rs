//! Attributes whose owner no genitive gives: "S A" and "A" alone, names in apposition, and whose they
//! are then.

use crate::attribute::{Attribute, Form, head_phrase, is_idle, lookup, phrase_of};
use crate::belonging;
use crate::lexicon::{Lexicon, RelationSpec};
use crate::phrase::{self, is_boundary};
use crate::scene::Scene;
use crate::subject::{self, Class, Subject};
use crate::token::{Shape, Token};
use crate::words;

/// Owner, relation, kind, and the range of the name.
pub type Apposition = (Subject, &'static RelationSpec, Option<String>, (usize, usize));

/// "S A" and "A": the longest known tail names the relation.
pub(crate) fn compound(
    lexicon: &'static Lexicon,
    tokens: &[Token<'_>],
    lo: usize,
    hi: usize,
    scene: &Scene<'_>,
) -> Option<Attribute> {
    let mut from = lo;
    while from + 1 < hi && words::is_determiner(&tokens[from].lower) {
        from += 1;
    }
    if tokens[from..hi].iter().any(|t| t.is_punct() || is_boundary(t) || t.shape == Shape::Speech) {
        return None;
    }
    // "signed two customers": what was done to them is no owner.
    while from + 1 < hi
        && (tokens[from].verb.is_some_and(|v| v.past && !v.base) && !tokens[from].capital() && from == lo
            || from > lo && words::number_word(&tokens[from].lower).is_some())
    {
        from += 1;
    }
    for start in from..hi {
        let mut known = lookup(lexicon, tokens, start, hi);
        // "the crash-free rate": a rate of something is no interest.
        if start + 1 == hi && start > from && tokens[start].is("rate") {
            let of_money =
                ["interest", "mortgage", "loan", "savings", "bank", "fixed", "variable", "base", "lending"];
            known.retain(|s| s.name != "interest_rate" || tokens[start - 1].any(&of_money));
        }
        // "the VPN client": a program, and no customer.
        if start + 1 == hi && start > from && tokens[start].is("client") {
            let before = &tokens[start - 1];
            let letters = before.text.len() > 1 && before.text.chars().all(char::is_uppercase);
            let program =
                letters || before.any(&["mail", "email", "git", "chat", "database", "torrent", "sync"]);
            known.retain(|s| s.name != "customer" || !program);
        }
        if known.is_empty() {
            continue;
        }
        let mut end = start;
        let mut minimum = false;
        while end > from
            && (is_idle(&tokens[end - 1].lower) || tokens[end - 1].any(&["supported", "required", "allowed"]))
        {
            end -= 1;
        }
        if end > from && tokens[from].any(&["minimum", "min", "lowest", "minimal"]) {
            minimum = true;
        }
        let mut a = head_phrase(lexicon, tokens, start, hi, Subject::project());
        a.scope = tokens[end..start]
            .iter()
            .find(|t| crate::attribute::parts_key(&t.lower))
            .map(|t| t.lower.clone())
            .or(a.scope);
        // "relay staging port", "the dev database": the environment is no part of the name.
        let scoped = known.first().is_some_and(|spec| spec.scoped_by("env"));
        if end > from && scoped && a.scope.is_none() && words::is_environment(&tokens[end - 1].lower) {
            end -= 1;
            a.scope = Some(tokens[end].lower.clone());
        }
        let known = if minimum && known.iter().any(|s| s.name == "version") {
            lexicon.get("min_version").into_iter().collect()
        } else {
            known
        };
        // "average latency": the figure of all of them, and nothing called "average".
        let statistic = end > from && tokens[from..end].iter().all(|t| is_statistic(&t.lower));
        if statistic && a.scope.as_ref().is_none_or(|s| *s == a.phrase) {
            let whole = phrase_of(tokens, from, hi);
            a.scope = Some(whole.clone());
            end = from;
        }
        if from == end || minimum {
            let (subject, owned) = unowned(known.first().copied(), tokens[lo].is("the"), &a.phrase, scene);
            if let Some(product) = (from..start).find(|&i| {
                // "minimum required serde version": the version of what stands before the word.
                let named = i + 1 == start && is_plain_noun(&tokens[i]);
                let marked = tokens[i].capital() || matches!(tokens[i].shape, Shape::Solid | Shape::Code);
                minimum && (marked || named) && i > from
            }) {
                let product = subject::resolve(tokens, product, start, scene)?;
                return Some(Attribute { known, subject: product, owned: true, form: Form::Compound, ..a });
            }
            return Some(Attribute { known, subject, owned, form: Form::Bare, ..a });
        }
        let subject = subject::resolve(tokens, from, end, scene)?;
        return Some(Attribute { known, subject, owned: true, form: Form::Compound, ..a });
    }
    unknown(tokens, from, hi, scene)
}

/// Which figure of many a word picks out.
fn is_statistic(word: &str) -> bool {
    matches!(word, "average" | "avg" | "mean" | "median" | "peak" | "typical" | "worst-case" | "best-case")
}

/// A word that can only be a name here: no quality ("supported", "stable") and no verb.
fn is_plain_noun(token: &Token<'_>) -> bool {
    token.shape == Shape::Word
        && token.verb.is_none()
        && !is_idle(&token.lower)
        && !["ed", "able", "ible"].iter().any(|ending| token.lower.ends_with(ending))
        && !words::is_adverb(&token.lower)
        && !token.any(&["new", "current", "next", "recent"])
}

/// An open noun phrase of one to three words.
pub(crate) fn unknown(tokens: &[Token<'_>], from: usize, hi: usize, scene: &Scene<'_>) -> Option<Attribute> {
    let mut from = from;
    while from + 1 < hi && words::is_determiner(&tokens[from].lower) {
        from += 1;
    }
    let plain = hi - from <= 4
        && tokens[from..hi].iter().all(|t| matches!(t.shape, Shape::Word))
        && !(from + 1..hi.saturating_sub(1))
            .any(|i| tokens[i].verb.is_some_and(|v| v.third && v.lemma != "be"))
        && !(hi - from >= 2 && tokens[from..hi].iter().all(Token::capital))
        && !(hi - from == 1 && crate::gazetteer::is("person", &tokens[from].lower))
        && !(hi - from == 1 && tokens[from].verb.is_some_and(|v| v.gerund))
        && !tokens[from..hi].iter().any(|t| t.any(&["i", "we", "what", "that"]));
    if !plain {
        return None;
    }
    let from = from
        + usize::from(from + 1 < hi && belonging::is_fresh(&tokens[from]) && !tokens[from + 1].capital());
    // "the raffle winner": the winner of the raffle.
    if hi - from == 2 && tokens[hi - 1].any(&["winner", "runner-up"]) && tokens[from].verb.is_none() {
        let subject = subject::resolve(tokens, from, hi - 1, scene)?;
        let phrase = tokens[hi - 1].lower.clone();
        return Some(Attribute::of_its_own(phrase, subject));
    }
    // "boiler model", "printer serial number": the thing's own.
    let part = (from + 1..hi).find(|&i| is_make(&tokens[i..hi]));
    if let Some(part) = part.filter(|&i| tokens[from..i].iter().all(|t| t.verb.is_none_or(|v| v.base))) {
        let subject = subject::resolve(tokens, from, part, scene)?;
        let phrase = phrase_of(tokens, part, hi);
        return Some(Attribute::of_its_own(phrase, subject));
    }
    // "the Grafana admin": the admin of what the name names.
    let led = from > 0 && words::is_determiner(&tokens[from - 1].lower);
    let noun = tokens[hi - 1].lower.as_str();
    let named = led
        && hi - from >= 2
        && tokens[from].capital()
        && tokens[from].text.chars().any(char::is_lowercase)
        && !tokens[from + 1..hi].iter().any(Token::capital)
        && (crate::valued::noun_of_value(noun)
            || crate::valued::calls_somebody(noun)
            || belonging::has_value(noun))
        || led && hi - from == 2 && tokens[from].capital() && noun == "admin";
    if named {
        let subject = subject::resolve(tokens, from, from + 1, scene)?;
        let phrase = phrase_of(tokens, from + 1, hi);
        return Some(Attribute::of_its_own(phrase, subject));
    }
    let phrase = phrase_of(tokens, from, hi);
    let (subject, owned) = unowned(None, false, &phrase, scene);
    Some(Attribute::bare(Vec::new(), phrase, subject, owned))
}

/// Nouns for which of its make a thing is.
fn is_make(nouns: &[Token<'_>]) -> bool {
    match nouns {
        [one] => one.any(&["model", "make", "brand", "manufacturer", "serial"]),
        [first, second] => first.any(&["serial", "model", "part"]) && second.any(&["number", "no"]),
        _ => false,
    }
}

/// Sums that are a thing of their own, with a price and no other owner.
pub(crate) fn is_sum(noun: &str) -> bool {
    matches!(noun, "rent" | "salary" | "wage" | "tuition" | "fare")
}

/// "my salary": the price's thing is the noun itself.
pub(crate) fn priced(a: &Attribute, owner: &Subject) -> Option<Subject> {
    let thing = a.known.first().is_some_and(|s| s.name == "price") && is_sum(&a.phrase);
    let text = if owner.text == "user" || owner.text == "project" {
        a.phrase.clone()
    } else {
        format!("{}'s {}", owner.text, a.phrase)
    };
    thing.then_some(Subject { text, class: Class::Thing })
}

/// Whose an attribute is that no words give to anyone, and whether that is sure.
pub(crate) fn unowned(
    spec: Option<&'static RelationSpec>,
    definite: bool,
    phrase: &str,
    scene: &Scene<'_>,
) -> (Subject, bool) {
    if let Some(topic) = scene.topic.clone() {
        return (topic, true);
    }
    // "Cold room: door code 4471#. Responsible person is Dr Okonjo."
    let of_card = spec.is_none_or(|s| {
        !matches!(s.domain, "person") && !matches!(s.name, "ceo" | "headquarters" | "headcount" | "customer")
    });
    if let Some(card) = scene.carded().filter(|card| of_card && card.class != Class::Person) {
        return (card, true);
    }
    let Some(spec) = spec else {
        let owned = scene.running.is_some() || scene.heading.is_some();
        if !owned && let Some(event) = scene.antecedent(false).filter(|s| s.class == Class::Event) {
            return (event, true);
        }
        // "the fallback locale", "the intern": the project's, whoever tells it.
        if !owned && belonging::is_works(phrase) {
            return (Subject::project(), false);
        }
        return (scene.missing(), owned);
    };
    // "rent", "salary": the price's thing is the noun itself.
    if spec.name == "price" && is_sum(phrase) {
        return (Subject { text: phrase.to_owned(), class: Class::Thing }, true);
    }
    let of_thing = matches!(spec.domain, "ops" | "api")
        || matches!(spec.name, "status" | "priority" | "assignee" | "deadline");
    if of_thing
        && let Some(running) =
            scene.running.clone().filter(|s| !matches!(s.class, Class::Person | Class::Project))
    {
        return (running, true);
    }
    if spec.domain == "event"
        && let Some(event) =
            scene.running.clone().or_else(|| scene.antecedent(false)).filter(|s| s.class == Class::Event)
    {
        return (event, true);
    }
    if let Some(heading) = scene.heading.clone() {
        return (heading, true);
    }
    let picks_up = of_thing && (definite || matches!(spec.name, "status" | "priority"));
    if picks_up && let Some(last) = scene.antecedent(false) {
        return (last, true);
    }
    if spec.domain == "person"
        && let Some(running) = scene.running.clone().filter(|s| s.class == Class::Person)
    {
        return (running, true);
    }
    if spec.domain == "org"
        && let Some(named) = scene.named_in_sentence()
        && !scene.known.holding(&named.text).iter().any(|h| h.relation == spec.name)
    {
        return (named, true);
    }
    (scene.default_for(spec), false)
}

/// "my son Theo", "teammate Oleg": a noun for persons right before a name. The owner, the known
/// relation and the name's range.
#[must_use]
pub fn appositions(
    lexicon: &'static Lexicon,
    tokens: &[Token<'_>],
    lo: usize,
    hi: usize,
    scene: &Scene<'_>,
) -> Vec<Apposition> {
    let mut out = Vec::new();
    for at in lo..hi {
        let token = &tokens[at];
        let owner = match token.lower.as_str() {
            "my" => Subject::user(),
            "our" => scene.plural(),
            _ if at == lo && scene.is_talk() && token.shape == Shape::Word && at + 2 < hi => Subject::user(),
            _ => continue,
        };
        let start = if words::is_possessive(&token.lower) { at + 1 } else { at };
        for len in (1..=2).rev() {
            let end = start + len;
            if end >= hi || !tokens[end].capital() || tokens[end].shape != Shape::Word {
                continue;
            }
            let name = phrase::proper_name_end(tokens, end, hi);
            let known = lookup(lexicon, tokens, start, end);
            let person = known.iter().find(|s| {
                matches!(s.value_type, crate::value::ValueType::Person) && s.domain == "person"
                    || s.name == "manager"
            });
            if let (true, Some(&spec)) = (name > end, person) {
                let kind = spec
                    .scoped_by("kind")
                    .then(|| phrase_of(tokens, start, end))
                    .filter(|_| !spec.set_valued());
                out.push((owner.clone(), spec, kind, (end, name)));
                break;
            }
        }
    }
    out.retain(|(owner, ..)| owner.class == Class::Person);
    out
}
