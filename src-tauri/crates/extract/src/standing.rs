//! Whether a value can be one of the relation's: a state, a manner or a judgement is no person, place
//! or product ("my car is in the shop", "our database is a mess"), and single relations ask more of
//! their values than the type. The words themselves are [`crate::complement`]'s.

use crate::asks::{fitting, lasts};
use crate::candidate::{Candidate, is_figure};
use crate::complement;
use crate::gazetteer;
use crate::guard::UNSURE;
use crate::lexicon::RelationSpec;
use crate::nominal::Clause;
use crate::phrase;
use crate::token::{Shape, Token};
use crate::value::ValueType;
use crate::words;

/// Whether the value can be one of the relation's.
pub(crate) fn stands(c: &Clause<'_, '_>, candidate: &mut Candidate) -> bool {
    // "MySQL-compatible", "Java-based": like it, not it.
    let likened = candidate.relation.spec().is_some_and(|s| s.value_type == ValueType::Product)
        && c.tokens[candidate.object.0..candidate.object.1].last().is_some_and(|t| {
            ["-compatible", "-like", "-based", "-style", "-esque", "-flavoured", "-flavored"]
                .iter()
                .any(|end| t.lower.ends_with(end))
        });
    if likened {
        return false;
    }

    let (lo, hi) = candidate.object;
    let object = &c.tokens[lo..hi];
    let Some(first) = object.first() else { return false };
    if nothing(object) {
        return false;
    }
    // "50 % higher than the other's", "twice as long"
    if c.tokens
        .get(hi)
        .is_some_and(|t| t.any(&["higher", "lower", "more", "less", "faster", "slower", "longer", "shorter"]))
        && first.has_digit()
    {
        return false;
    }
    if figurative(c, candidate) {
        return false;
    }
    let Some(spec) = candidate.relation.spec() else { return equated(c, candidate) };
    let loose = matches!(spec.name, "uses" | "depends_on" | "supports");
    if complement::is_foreign(spec, object) && !loose || !lasts(c, spec, candidate) {
        return false;
    }
    if candidate.set_valued || !names_its_values(spec) {
        return fitting(c, spec, candidate);
    }
    if is_named(c, spec, lo, hi) {
        return fitting(c, spec, candidate);
    }
    let told = candidate.rule.starts_with("attribute") || candidate.rule == "has";
    if spec.value_type == ValueType::Team && !told {
        return !first.verb.is_some_and(|v| v.gerund);
    }
    // What stands before the value and its article.
    let mut from = lo;
    while from > c.lo
        && (words::is_determiner(&c.tokens[from - 1].lower)
            || words::is_possessive(&c.tokens[from - 1].lower))
    {
        from -= 1;
    }
    let article = first.any(&["a", "an"]) || c.tokens[from..lo].iter().any(|t| t.any(&["a", "an"]));
    let led = from > 0 && words::is_preposition(&c.tokens[from - 1].lower);
    let noun = complement::head(object).map_or("", |t| t.lower.as_str());
    let of_kind = match spec.name {
        "lives_in" | "hometown" => {
            matches!(noun, "village" | "town" | "city" | "suburb" | "suburbs" | "countryside")
        }
        "vehicle" => complement::is_vehicle(noun),
        _ => match spec.value_type {
            ValueType::Place => complement::is_place(noun),
            ValueType::Organisation => complement::is_organisation(noun),
            _ => false,
        },
    };
    // "our database is a mess", "my car is in the shop", "my landlord is nuts".
    let quality = is_quality(first) || complement::is_adjective(&first.lower);
    let vague = spec.value_type == ValueType::Organisation && object.len() == 1;
    if told
        && (article || led || object.len() == 1 && quality || vague || complement::judges(object))
        && !of_kind
    {
        return false;
    }
    // "I live in fear", "I work at a snail's pace", "written in a hurry"; "I drive a hard bargain", "I
    // joined the call".
    let direct = matches!(spec.name, "vehicle" | "works_at");
    if !told && !of_kind && (led && idiom(spec) || !led && direct) {
        return false;
    }
    candidate.score = candidate.score.min(UNSURE);
    fitting(c, spec, candidate)
}

/// Whether who is left or joined is the firm itself: not its choir, its party or its call, and not for
/// the day ("I left Nordvik at six").
pub(crate) fn whole_employer(c: &Clause<'_, '_>, candidate: &Candidate) -> bool {
    let (lo, hi) = candidate.object;
    let moves =
        c.tokens[c.lo..lo].iter().any(|t| t.verb.is_some_and(|v| matches!(v.lemma, "leave" | "join")));
    let Some(next) = c.tokens[..c.hi].get(hi).filter(|_| moves && candidate.rule.starts_with("verb")) else {
        return true;
    };
    let clock = next.is("at")
        && c.tokens[..c.hi].get(hi + 1).is_some_and(|t| {
            t.has_digit()
                || words::number_word(&t.lower).is_some()
                || t.any(&["noon", "midnight", "lunch", "night"])
        });
    let more = next.any(&["'s", "early", "late"])
        || next.shape == Shape::Word
            && next.is_content()
            && !next.capital()
            && !phrase::is_boundary(next)
            && !words::is_time_word(&next.lower)
            && !words::is_adverb(&next.lower)
            && next.verb.is_none()
            && crate::measure::date_end(c.tokens, hi, c.hi).is_none()
            && !next.any(&["last", "this", "today", "yesterday", "after", "again", "full-time", "part-time"]);
    !clock && !more
}

/// Whether what ends can have been a value: firms and places have names.
pub(crate) fn ends(c: &Clause<'_, '_>, candidate: &Candidate) -> bool {
    let (lo, hi) = candidate.object;
    let Some(spec) = candidate.relation.spec() else { return true };
    // The value is the one that is known.
    if candidate.rule == "life" {
        return true;
    }
    if spec.name == "works_at" && !whole_employer(c, candidate) {
        return false;
    }
    let noun = complement::head(&c.tokens[lo..hi]).map_or("", |t| t.lower.as_str());
    !matches!(spec.name, "works_at" | "lives_in")
        || lo >= hi
        || is_named(c, spec, lo, hi)
        || complement::is_organisation(noun)
        || spec.name == "lives_in" && complement::is_place(noun)
}

/// "in a hurry", "by example", "on the rise": how something is done or stands.
fn figurative(c: &Clause<'_, '_>, candidate: &Candidate) -> bool {
    let (lo, hi) = candidate.object;
    let object = &c.tokens[lo..hi];
    let plain = object.iter().all(|t| t.shape == Shape::Word && !t.capital() && !t.has_digit());
    let typed = candidate.relation.spec().is_some_and(|s| {
        is_figure(s.value_type)
            || matches!(s.value_type, ValueType::Enum)
            || matches!(s.name, "location" | "working_on" | "blocked_by")
    });
    let phrasal = candidate.rule.starts_with("verb")
        || candidate.rule.starts_with("attribute")
        || candidate.rule == "clause";
    if !plain || typed || !phrasal {
        return false;
    }
    let mut from = lo;
    while from > c.lo
        && (words::is_determiner(&c.tokens[from - 1].lower)
            || words::is_possessive(&c.tokens[from - 1].lower))
    {
        from -= 1;
    }
    let Some(before) = from.checked_sub(1).map(|i| &c.tokens[i]) else { return false };
    let noun = complement::head(object).map_or("", |t| t.lower.as_str());
    if before.is("by") {
        return matches!(
            noun,
            "accident"
                | "mistake"
                | "chance"
                | "default"
                | "hand"
                | "example"
                | "nature"
                | "law"
                | "heart"
                | "people"
                | "nobody"
                | "someone"
        );
    }
    before.any(&["in", "on", "at", "under", "with", "for"])
        && (complement::is_state(noun)
            || complement::judges(object)
            || matches!(noun, "sand" | "battery" | "care"))
}

/// Whether an open attribute has a value: what is said of a thing by an adjective or a judgement is
/// none, nor is what somebody thinks.
fn equated(c: &Clause<'_, '_>, candidate: &mut Candidate) -> bool {
    let (lo, hi) = candidate.object;
    let object = &c.tokens[lo..hi];
    let attribute = matches!(candidate.rule, "attribute" | "label");
    if !attribute {
        return true;
    }
    let thought = candidate.relation.name().split(' ').next_back().is_some_and(complement::is_thought);
    let mut from = lo;
    while from > c.lo && words::is_determiner(&c.tokens[from - 1].lower) {
        from -= 1;
    }
    let before = from.checked_sub(1).map(|i| &c.tokens[i]);
    let degree = before.is_some_and(|t| complement::is_degree(&t.lower));
    let adjective = object.len() == 1 && complement::is_adjective(&object[0].lower);
    let plain = !object.iter().any(|t| t.capital() || t.has_digit() || t.shape != Shape::Word);
    // "cheese is BACK": a word that is only said aloud.
    let shouted = object.len() == 1
        && object[0].text.chars().all(char::is_uppercase)
        && (words::is_adverb(&object[0].lower)
            || words::is_preposition(&object[0].lower)
            || complement::is_adjective(&object[0].lower)
            || object[0].any(&["here", "mine", "yours", "over"])
            || object[0].verb.is_some_and(|v| v.participle || v.past));
    if shouted {
        return false;
    }
    if thought || plain && (degree || adjective || complement::judges(object)) {
        return false;
    }
    // "my laptop is at the repair shop", "my laptop is from 2019": where, not what.
    if before.is_some_and(|t| t.any(&["at", "from", "on", "near", "with"])) && candidate.rule == "attribute" {
        candidate.score = candidate.score.min(UNSURE);
        return !plain && object.iter().any(Token::has_digit) && !before.is_some_and(|t| t.is("from"));
    }
    true
}

/// Relations whose values have proper names.
fn names_its_values(spec: &RelationSpec) -> bool {
    match spec.value_type {
        ValueType::Product | ValueType::Organisation | ValueType::Team => spec.name != "medication",
        ValueType::Place => !matches!(spec.name, "location"),
        _ => false,
    }
}

/// Prepositional idioms stand where a name would: "in fear", "at night", "in a hurry".
fn idiom(spec: &RelationSpec) -> bool {
    matches!(
        spec.name,
        "lives_in"
            | "works_at"
            | "studies_at"
            | "headquarters"
            | "programming_language"
            | "editor"
            | "framework"
            | "work_location"
            | "hometown"
    )
}

/// Whether the value is a name, code, a figure, or known.
pub(crate) fn is_named(c: &Clause<'_, '_>, spec: &RelationSpec, lo: usize, hi: usize) -> bool {
    // Figures name products, not firms and places ("page 40").
    let figures = matches!(spec.value_type, ValueType::Product | ValueType::Team);
    let name = |t: &Token<'_>| {
        t.capital()
            || figures && t.has_digit()
            || matches!(t.shape, Shape::Code | Shape::Quoted | Shape::Hole)
            || phrase::is_code_like(t)
    };
    if c.tokens[lo..hi].iter().any(name) {
        return true;
    }
    let written: Vec<&str> = c.tokens[lo..hi].iter().map(|t| t.lower.as_str()).collect();
    (0..written.len()).any(|i| !gazetteer::kinds(&written[i..].join(" ")).is_empty())
}

/// A word that describes rather than names.
pub(crate) fn is_quality(token: &Token<'_>) -> bool {
    let lower = token.lower.as_str();
    token.verb.is_some_and(|v| v.participle || v.gerund)
        || [
            "ous", "ful", "less", "ish", "able", "ible", "ive", "ic", "al", "y", "er", "est", "ed", "ent",
            "ant",
        ]
        .iter()
        .any(|end| lower.len() > end.len() + 2 && lower.ends_with(end))
        || matches!(
            lower,
            "slow"
                | "fast"
                | "old"
                | "new"
                | "sick"
                | "dead"
                | "big"
                | "small"
                | "huge"
                | "best"
                | "worst"
                | "fun"
                | "sad"
                | "mad"
                | "late"
                | "long"
                | "short"
                | "cheap"
                | "tight"
                | "weak"
                | "strong"
                | "hot"
                | "cold"
                | "low"
                | "high"
                | "flat"
                | "home"
                | "free"
                | "off"
                | "out"
                | "down"
                | "mine"
                | "yours"
                | "theirs"
                | "more"
                | "less"
        )
}

/// "unknown", "TBD", "n/a", "none": no value at all.
pub(crate) fn nothing(object: &[Token<'_>]) -> bool {
    object[0].any(&[
        "tbd",
        "tba",
        "tbc",
        "n/a",
        "na",
        "none",
        "unknown",
        "unclear",
        "undecided",
        "nowhere",
        "whoever",
        "whatever",
        "wherever",
        "anything",
        "nothing",
        "usual",
        "up-to-date",
    ])
}
