//! Whether a sentence speaks of somebody or something else than the key whose value it names: another
//! person, another team, another of the kind, or a part of what the key is of.

use super::spoken::{Span, Spoken, words_of};
use crate::gazetteer;
use crate::lexicon::{Lexicon, RelationSpec};
use crate::measure;
use crate::person::{is_kin, is_person_noun};
use crate::phrase;
use crate::sentence;
use crate::token::{Shape, Token};
use crate::value::ValueType;
use crate::words;

/// People and things that are others'.
const OTHERS: &[&str] = &[
    "other",
    "others",
    "another",
    "neighbour",
    "neighbours",
    "neighbor",
    "neighbors",
    "colleague",
    "colleagues",
    "client",
    "clients",
    "customer",
    "customers",
    "competitor",
    "competitors",
    "rival",
    "rivals",
    "someone",
    "somebody",
    "everyone",
    "everybody",
    "anyone",
    "people",
    "department",
    "company",
    "startup",
    "group",
    "team",
    "teams",
    "folks",
    "guys",
    "friends",
    "parents",
    "finance",
    "marketing",
    "legal",
    "sales",
    "hr",
    "guest",
    "visitors",
    "theirs",
    "hers",
    "its",
    "your",
    "yours",
    "you",
    "which",
    "who",
    "whose",
    "dogs",
    "second",
    "third-party",
    "trainees",
    "students",
    "new-hires",
    "interns",
    "some",
    "many",
    "countries",
    "upstream",
    "industry",
    "world",
];

/// The words that a key and its value are called by.
pub(super) fn key_words(key: &Spoken) -> String {
    let scope = key.held.scope.as_deref().unwrap_or_default();
    words_of(&format!("{} {} {scope} {}", key.held.subject, key.held.relation, key.held.object))
}

pub(super) fn is_of(key: &str, word: &str) -> bool {
    let one = words::singular(word);
    key.split([' ', '-']).any(|w| w == word || one == w || one.len() > 3 && w.ends_with(&one))
}

/// Whether anything besides the key and its values is spoken of.
pub(super) fn besides(tokens: &[Token<'_>], key: &Spoken, old: Span, new: Option<Span>) -> bool {
    let inside = |span: Option<Span>, i: usize| span.is_some_and(|(a, b)| (a..b).contains(&i));
    let of_key = key_words(key);
    let own_word = |word: &str| is_of(&of_key, word);
    let person = key.spec.is_some_and(|s| s.value_type == ValueType::Person) || calls_person(key);
    let mut at = 0;
    while at < tokens.len() {
        let token = &tokens[at];
        if key.covers(Some(old), new, at) || !token.is_content() || own_word(&token.lower) {
            at += 1;
            continue;
        }
        let date = measure::date_end(tokens, at, tokens.len());
        if let Some(end) = date {
            at = end.max(at + 1);
            continue;
        }
        let lower = token.lower.as_str();
        // "Joy watches the kids": whom something is done to does nothing.
        let object = (0..at)
            .rev()
            .find(|&i| !(words::is_determiner(&tokens[i].lower) || words::is_possessive(&tokens[i].lower)))
            .is_some_and(|i| {
                tokens[i].verb.is_some_and(|v| v.third || v.gerund || v.past) && !tokens[i].lemma_is("be")
            })
            && !tokens.get(at + 1).is_some_and(|t| t.is("'s"));
        let agent = || is_kin(lower) || is_person_noun(lower) || calls_agent(lower);
        if OTHERS.contains(&lower) || !object && agent() {
            return true;
        }
        let somebody = key.subject.is_some()
            && (key.held.subject.starts_with(char::is_uppercase) || key.held.subject.starts_with("user's "));
        if matches!(lower, "his" | "her" | "he" | "she" | "him") && !person && !somebody {
            return true;
        }
        if matches!(lower, "their" | "them") && !(person || key.relation.is_some() || key.subject.is_some()) {
            return true;
        }
        if lower == "they" && key.relation.is_none() && key.subject.is_none() {
            return true;
        }
        if words::is_environment(lower) && !matches!(lower, "live" | "local" | "stage") {
            return true;
        }
        // "the blog's search"
        if lower == "'s"
            && at > 0
            && tokens.get(at + 1).is_some_and(|t| t.is_content() && !phrase::is_boundary(t))
        {
            let owner = at - 1;
            let ours = inside(Some(old), owner) || inside(new, owner) || inside(key.subject, owner);
            let time = words::is_time_word(&tokens[owner].lower) || words::is_weekday(&tokens[owner].lower);
            let verb = crate::sentence::clitic_is_verb(tokens, at);
            if !ours && !time && !verb && !own_word(&tokens[owner].lower) {
                return true;
            }
        }
        let named =
            token.shape == Shape::Word && token.capital() && token.text != "I" && !phrase::is_title(lower);
        if named {
            let opens = at == 0 || tokens[at - 1].any(&[".", ":", ";", "!"]);
            let known = !gazetteer::kinds(lower).is_empty();
            let more =
                tokens.get(at + 1).is_some_and(|t| t.capital() && t.shape == Shape::Word || t.is("'s"));
            // "At the AGM …": when or where it was, at the head of the sentence.
            let led = (1..=3).any(|n| {
                at.checked_sub(n).is_some_and(|i| {
                    (i == 0 || !tokens[i - 1].is_content())
                        && tokens[i].any(&["at", "after", "in", "on", "under"])
                })
            }) && tokens[at..].iter().take(2).all(|t| !t.is("'s"));
            if led {
                at += 1;
                continue;
            }
            let common = words::is_month(lower)
                || words::is_weekday(lower)
                || phrase::is_boundary(token)
                || words::is_determiner(lower)
                || words::is_possessive(lower);
            // "Hexa replaced Stripe": whoever did it.
            let does = opens
                && (at + 1..tokens.len().min(at + 3)).any(|i| {
                    let turn = super::turns::done(tokens, i);
                    (turn.drops || turn.moves || turn.replaces || turn.takes || turn.passes)
                        && !tokens[i].any(&["goes", "go"])
                })
                && token.verb.is_none()
                && super::turns::turn(token) == super::turns::Turn::default();
            if !common && (does || !opens || known || more && token.verb.is_none()) {
                return true;
            }
        }
        at += 1;
    }
    parted(tokens, key, old, new, &own_word)
        || moves_another(tokens, key, old, new, &own_word)
        || done_by_another(tokens, key, old, new)
}

/// "The old office swapped A for B", "prices rose from A to B": what did so, or what changed, is neither
/// the speakers nor anything of the key.
pub(super) fn done_by_another(tokens: &[Token<'_>], key: &Spoken, old: Span, new: Option<Span>) -> bool {
    let words = key_words(key);
    let own_word = |word: &str| is_of(&words, word);
    let ours = |i: usize| key.covers(Some(old), new, i);
    let segments = sentence::segments(tokens);
    segments.iter().flat_map(|s| sentence::clauses(tokens, s.lo, s.hi)).any(|(lo, hi)| {
        let concerns =
            (lo..hi).any(|i| (old.0..old.1).contains(&i) || new.is_some_and(|(a, b)| (a..b).contains(&i)));
        let verb = (lo + 1..hi).find(|&i| {
            let turn = super::turns::done(tokens, i);
            (turn.drops || turn.moves || turn.replaces || turn.takes || turn.passes) && !turn.third
        });
        let Some(verb) = verb.filter(|_| concerns) else { return false };
        // "The doctor switched me": it is the speaker who changed.
        if tokens.get(verb + 1).is_some_and(|t| t.any(&["me", "us", "my", "our"])) {
            return false;
        }
        let mut from = lo;
        // "Since Monday …", "Last week …", "At the meeting …"
        if let Some(end) = measure::date_end(tokens, lo, verb) {
            from = end;
        } else if words::is_preposition(&tokens[lo].lower) {
            from = phrase::noun_phrase_end(tokens, lo + 1, verb).max(lo + 1);
        }
        let doer: Vec<usize> = (from..verb)
            .filter(|&i| {
                let t = &tokens[i];
                t.is_content()
                    && !words::is_auxiliary(&t.lower)
                    && !words::is_adverb(&t.lower)
                    && !words::is_filler(&t.lower)
                    && !words::is_conjunction(&t.lower)
                    && !words::is_determiner(&t.lower)
                    && !words::is_possessive(&t.lower)
                    && !phrase::is_title(&t.lower)
            })
            .collect();
        let spoken = |i: &usize| {
            let t = &tokens[*i];
            ours(*i)
                || words::is_pronoun(&t.lower)
                || own_word(&t.lower)
                || IDIOMS.contains(&t.lower.as_str())
                || words::is_preposition(&t.lower)
                || t.any(&["had", "has", "have", "to", "'ve"])
                || *i > from && t.verb.is_some_and(|v| v.past || v.third && !t.lower.ends_with('s'))
        };
        let all = tokens[from..verb].iter().any(|t| t.any(&["all", "everything", "both"]));
        !doer.is_empty() && !all && !doer.iter().any(spoken)
    })
}

/// What stands for a charge that changes hands, or for nothing at all.
pub(super) const IDIOMS: &[&str] = &[
    "baton",
    "torch",
    "reins",
    "keys",
    "mantle",
    "switch",
    "job",
    "role",
    "post",
    "place",
    "way",
    "room",
    "notice",
    "hat",
    "business",
    "account",
    "accounts",
    "contract",
    "subscription",
    "everything",
    "boxes",
    "bags",
    "helm",
    "armband",
    "work",
    "move",
    "plug",
    "jump",
    "leap",
    "change",
    "house",
    "badge",
    "step",
];

/// "handed the ingest service over from A to B", "moved the wiki off A": what is moved or given up is
/// another thing than what the key is of.
fn moves_another(
    tokens: &[Token<'_>],
    key: &Spoken,
    old: Span,
    new: Option<Span>,
    own_word: &impl Fn(&str) -> bool,
) -> bool {
    let ours = |i: usize| key.covers(Some(old), new, i);
    (0..tokens.len()).any(|at| {
        let turn = super::turns::turn(&tokens[at]);
        if !(turn.drops || turn.moves || turn.passes) || ours(at) {
            return false;
        }
        let from = at
            + 1
            + usize::from(tokens.get(at + 1).is_some_and(|t| t.any(&["out", "off", "over", "up", "away"])));
        let end = phrase::noun_phrase_end(tokens, from, tokens.len());
        let determined = tokens
            .get(from)
            .is_some_and(|t| words::is_determiner(&t.lower) || words::is_possessive(&t.lower));
        if !determined
            || end <= from + 1
            || (from..end).any(ours)
            || measure::date_end(tokens, from, tokens.len()).is_some()
        {
            return false;
        }
        !(from + 1..end).all(|i| {
            own_word(&tokens[i].lower)
                || IDIOMS.contains(&tokens[i].lower.as_str())
                || words::is_time_word(&tokens[i].lower)
        })
    })
}

/// "supplier", "landlord": a noun for somebody, or for a firm.
fn calls_agent(noun: &str) -> bool {
    let of_somebody = |s: &&RelationSpec| {
        matches!(s.value_type, ValueType::Person | ValueType::Organisation) && s.domain != "work"
    };
    Lexicon::built_in().alias(noun).iter().any(of_somebody)
}

/// Whether a key that some open word names has somebody for its value ("goalkeeper").
fn calls_person(key: &Spoken) -> bool {
    let first = key.held.object.split(' ').next().unwrap_or_default();
    phrase::is_title(&first.to_lowercase())
        || gazetteer::is("person", &first.to_lowercase())
        || gazetteer::is("person", &key.held.object)
}

/// "for the mobile app", "in the docs": a part of what the key is of, after one of the values.
fn parted(
    tokens: &[Token<'_>],
    key: &Spoken,
    old: Span,
    new: Option<Span>,
    own_word: &impl Fn(&str) -> bool,
) -> bool {
    let inside = |span: Option<Span>, i: usize| span.is_some_and(|(a, b)| (a..b).contains(&i));
    (0..tokens.len()).any(|at| {
        let token = &tokens[at];
        // "uninstalled it from my laptop", where nothing took its place.
        let off = new.is_none() && token.is("from") && at >= old.1;
        if !(off || token.any(&["for", "in", "on", "at", "within", "of"]))
            || inside(Some(old), at)
            || inside(new, at)
        {
            return false;
        }
        if measure::date_end(tokens, at + 1, tokens.len()).is_some() {
            return false;
        }
        let end = phrase::noun_phrase_end(tokens, at + 1, tokens.len());
        if end <= at + 1 {
            return false;
        }
        let whole = (at + 1, end);
        let ours = |i: usize| key.covers(Some(old), new, i);
        if (whole.0..whole.1).any(ours) {
            return false;
        }
        let idle = (whole.0..whole.1).all(|i| {
            let t = &tokens[i];
            words::is_determiner(&t.lower)
                || words::is_possessive(&t.lower)
                || words::is_time_word(&t.lower)
                || own_word(&t.lower)
                || t.has_digit()
                || t.any(&[
                    "place",
                    "job",
                    "end",
                    "favour",
                    "favor",
                    "stead",
                    "us",
                    "me",
                    "ever",
                    "price",
                    "reasons",
                    "speed",
                    "cost",
                    "costs",
                    "performance",
                    "summer",
                    "winter",
                    "break",
                    "move",
                    "stack",
                    "everything",
                    "all",
                    "company",
                    "board",
                    "charge",
                    "helm",
                    "hands",
                    "role",
                    "post",
                    "that",
                    "it",
                    "this",
                    "keys",
                    "notice",
                    "agm",
                    "meeting",
                    "election",
                    "vote",
                    "last",
                    "past",
                    "first",
                ])
        });
        !idle
    })
}
