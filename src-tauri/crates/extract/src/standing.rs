//! Whether a value can be one of the relation's: a state, a manner or a judgement is no person, place
//! or product ("my car is in the shop", "our database is a mess"), and single relations ask more of
//! their values than the type. The words themselves are [`crate::complement`]'s.

use crate::candidate::{Candidate, is_figure};
use crate::complement;
use crate::gazetteer;
use crate::guard::UNSURE;
use crate::lexicon::RelationSpec;
use crate::measure;
use crate::nominal::Clause;
use crate::phrase;
use crate::subject::Class;
use crate::token::{Shape, Token};
use crate::value::ValueType;
use crate::words;

/// Whether the value can be one of the relation's.
pub(crate) fn stands(c: &Clause<'_, '_>, candidate: &mut Candidate) -> bool {
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
    true
}

/// Whether what ends can have been a value: firms and places have names.
pub(crate) fn ends(c: &Clause<'_, '_>, candidate: &Candidate) -> bool {
    let (lo, hi) = candidate.object;
    let Some(spec) = candidate.relation.spec() else { return true };
    let noun = complement::head(&c.tokens[lo..hi]).map_or("", |t| t.lower.as_str());
    !matches!(spec.name, "works_at" | "lives_in")
        || lo >= hi
        || is_named(c, spec, lo, hi)
        || complement::is_organisation(noun)
        || complement::is_place(noun)
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

/// Whether a verb tells a lasting fact with this object, and is no idiom.
fn lasts(c: &Clause<'_, '_>, spec: &RelationSpec, candidate: &Candidate) -> bool {
    let (lo, hi) = candidate.object;
    let object = &c.tokens[lo..hi];
    let verbal = candidate.rule.starts_with("verb");
    let noun = complement::head(object).map_or("", |t| t.lower.as_str());
    let before = lo.checked_sub(1).map(|i| c.tokens[i].lower.as_str()).unwrap_or("");
    let owned = words::is_possessive(before) || words::is_possessive(&object[0].lower);
    let named = || is_named(c, spec, lo, hi);
    match spec.name {
        "location" if verbal => {
            let person = candidate.subject.class == Class::Person;
            named()
                || complement::is_place(noun)
                || !person && !complement::is_state(noun) && !complement::judges(object)
        }
        "speaks" if verbal => {
            object.iter().any(Token::capital) || named() || object.iter().any(|t| t.shape == Shape::Hole)
        }
        "degree" if verbal => !matches!(before, "the" | "this" | "that" | "these" | "those") && !owned,
        // "pop music" is a kind, "music" none.
        "plays" if noun == "music" => object.len() > 1,
        "plays" => !matches!(
            noun,
            "fool"
                | "part"
                | "role"
                | "game"
                | "victim"
                | "field"
                | "market"
                | "lottery"
                | "hand"
                | "card"
                | "cards"
                | "advocate"
                | "host"
                | "trick"
                | "tricks"
                | "catch-up"
                | "dead"
                | "dumb"
                | "ball"
                | "god"
                | "hooky"
                | "tag"
                | "safe"
                | "fair"
                | "nice"
                | "havoc"
                | "defence"
                | "defense"
        ),
        "owner" if verbal => {
            !complement::is_thought(subject_head(&candidate.subject.text))
                && !matches!(
                    subject_head(&candidate.subject.text),
                    "mistakes"
                        | "flaws"
                        | "fears"
                        | "decision"
                        | "decisions"
                        | "feelings"
                        | "choices"
                        | "words"
                        | "actions"
                        | "failures"
                )
        }
        "working_on" => {
            !(words::is_time_word(noun)
                || matches!(
                    noun,
                    "weekends"
                        | "weekend"
                        | "weekdays"
                        | "holidays"
                        | "night"
                        | "nights"
                        | "demand"
                        | "commission"
                )
                || owned && complement::is_thought(noun))
        }
        "prefers" => !matches!(
            noun,
            "option" | "one" | "first" | "second" | "latter" | "former" | "version" | "way" | "idea"
        ),
        "allergic_to" => !matches!(
            noun,
            "meetings"
                | "mondays"
                | "mornings"
                | "nonsense"
                | "bullshit"
                | "work"
                | "drama"
                | "jargon"
                | "deadlines"
                | "stupidity"
                | "paperwork"
                | "commitment"
                | "exercise"
        ),
        "likes_food" if verbal => !matches!(
            noun,
            "deadlines" | "words" | "bugs" | "code" | "time" | "memory" | "ram" | "cpu" | "disk" | "hat"
        ),
        "name" if candidate.rule == "described" && object.len() == 1 => {
            named() || words::is_determiner(before)
        }
        "name" if candidate.rule == "definition" => {
            object
                .iter()
                .any(|t| t.capital() || t.has_digit() || t.shape != Shape::Word || phrase::is_code_like(t))
                || !complement::judges(object) && !complement::is_adjective(noun)
        }
        // "the database is on db-1": the machine it runs on.
        "database" | "cache_backend" | "message_broker" | "ci_system" | "framework"
            if candidate.rule.starts_with("attribute") =>
        {
            let led = matches!(before, "on" | "at");
            let written = object.iter().map(|t| t.lower.as_str()).collect::<Vec<_>>().join(" ");
            !led || object[0].capital() || !gazetteer::kinds(&written).is_empty()
        }
        "availability" if candidate.rule == "presence" => candidate.subject.text != "user" || c.hi - c.lo > 3,
        "diet" if matches!(noun, "vegetarian" | "vegan" | "pescatarian") => true,
        "diet" | "priority" => !matches!(before, "a" | "an"),
        _ => true,
    }
}

fn subject_head(subject: &str) -> &str {
    subject.rsplit(' ').next().unwrap_or(subject)
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
fn is_named(c: &Clause<'_, '_>, spec: &RelationSpec, lo: usize, hi: usize) -> bool {
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
fn nothing(object: &[Token<'_>]) -> bool {
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
        "whoever",
        "whatever",
        "wherever",
        "anything",
        "nothing",
        "usual",
        "up-to-date",
    ])
}

/// What single relations ask of their values beside the type.
fn fitting(c: &Clause<'_, '_>, spec: &RelationSpec, candidate: &Candidate) -> bool {
    let (lo, hi) = candidate.object;
    let object = &c.tokens[lo..hi];
    let before = lo.checked_sub(1).map(|i| &c.tokens[i]);
    let after = c.tokens[..c.hi].get(hi);
    match spec.name {
        // "the one who broke it", "turned 2 pages"
        "age" => {
            !object[0].is("one")
                && after.is_none_or(|t| {
                    !t.is_content()
                        || phrase::is_boundary(t) && !t.any(&["of", "who", "that"])
                        || t.any(&["year", "years", "yrs"])
                        || words::is_time_word(&t.lower)
                        || measure::date_end(c.tokens, hi, c.hi).is_some()
                })
        }
        // "the launch date is a Sunday" describes the date.
        "deadline" | "event_date" | "start_date" | "end_date" => {
            !(object.len() == 1
                && words::is_weekday(&object[0].lower)
                && before.is_some_and(|t| t.any(&["a", "an"])))
        }
        // "the name is available"
        "name" if candidate.rule.starts_with("attribute") => {
            object.len() > 1
                || object[0].shape != Shape::Word
                || object[0].capital()
                || !is_quality(&object[0])
        }
        // "I go by bus"
        // "moved to the Platform team", "moved to Linux"
        "lives_in" => {
            let text: Vec<&str> = object.iter().map(|t| t.lower.as_str()).collect();
            let kinds = gazetteer::kinds(&text.join(" "));
            let noun = after.is_some_and(|t| {
                t.any(&[
                    "team",
                    "squad",
                    "group",
                    "project",
                    "plan",
                    "branch",
                    "channel",
                    "department",
                    "tier",
                ])
            });
            !noun && (kinds.is_empty() || kinds.iter().any(|k| matches!(*k, "place" | "country")))
        }
        // "on call with a customer"
        "on_call" => {
            !c.tokens[..c.hi].iter().any(|t| t.any(&["with", "a"]) && t.span.0 > c.tokens[c.lo].span.0)
        }
        "nickname" if candidate.rule.starts_with("verb") => {
            object.iter().any(|t| t.capital() || t.shape != Shape::Word)
        }
        "job_title" => {
            let last = &object[object.len() - 1];
            crate::vocation::is_job(&last.lower)
                || object.iter().any(Token::capital)
                || object.len() > 1 && crate::vocation::is_job(&object[0].lower)
                || !candidate.rule.starts_with("verb") && !candidate.rule.starts_with("attribute")
                || crate::vocation::is_job(&words::singular(&last.lower))
        }
        "owner" | "manager" | "assignee" | "ceo" | "role_holder" | "contact" | "coach" => {
            // "Dana and Theo own billing": neither alone.
            let joined = before.is_some_and(|t| t.is("and")) && lo >= 2 && c.tokens[lo - 2].capital();
            let joins = after.is_some_and(|t| t.is("and"))
                && c.tokens[..c.hi].get(hi + 1).is_some_and(Token::capital);
            !joined && !joins
        }
        _ => true,
    }
}
