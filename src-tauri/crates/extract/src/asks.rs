//! What single relations ask of their values beside the type: no idiom, no manner, no judgement of
//! the moment. What holds for every relation is [`crate::standing`]'s.

mod nouns;

use crate::candidate::Candidate;
use crate::complement;
use crate::gazetteer;
use crate::lexicon::RelationSpec;
use crate::measure;
use crate::nominal::Clause;
use crate::phrase;
use crate::standing::{is_named, is_quality, whole_employer};
use crate::subject::Class;
use crate::token::{Shape, Token};
use crate::value::ValueType;
use crate::words;

/// Whether a verb tells a lasting fact with this object, and is no idiom.
pub(crate) fn lasts(c: &Clause<'_, '_>, spec: &RelationSpec, candidate: &Candidate) -> bool {
    let (lo, hi) = candidate.object;
    let object = &c.tokens[lo..hi];
    let verbal = candidate.rule.starts_with("verb");
    let noun = complement::head(object).map_or("", |t| t.lower.as_str());
    let before = lo.checked_sub(1).map(|i| c.tokens[i].lower.as_str()).unwrap_or("");
    let owned = words::is_possessive(before) || words::is_possessive(&object[0].lower);
    let named = || is_named(c, spec, lo, hi);
    // "learning the drums", "written in pen": languages have names.
    let tongue = || {
        object.iter().any(|t| {
            t.capital()
                || matches!(t.shape, Shape::Hole | Shape::Code)
                || t.any(&["language", "languages"])
                || gazetteer::is("language", &t.lower)
        })
    };
    match spec.name {
        "location"
            if verbal
                && (names_attribute(c, object)
                    || candidate.subject.class == Class::Person && !is_dwelt_in(object, None)) =>
        {
            false
        }
        // "is in Hanna's hands"
        "location"
            if verbal
                && c.tokens[..c.hi].get(hi).is_some_and(|t| t.is("'s"))
                && c.tokens[..c.hi].get(hi + 1).is_some_and(|t| t.any(&["hands", "care", "charge"])) =>
        {
            false
        }
        "location" if verbal => {
            let person = candidate.subject.class == Class::Person;
            named()
                || complement::is_place(noun)
                || !person && !complement::is_state(noun) && !complement::judges(object)
        }
        "speaks" if verbal => tongue(),
        "original_language" | "official_language" if verbal => tongue(),
        // "yoga switched to Mondays": when, and nothing that it uses.
        "uses" | "depends_on" | "supports" => {
            !words::is_weekday(&object[0].lower) && measure::date_end(c.tokens, lo, hi).is_none()
        }
        // "signed up to Nordlys": not signed.
        "customer" if verbal => !before_value(c, lo)
            .is_some_and(|t| t.any(&["up", "in", "off", "on", "out", "to", "with", "for", "into", "over"])),
        // "sign up to the newsletter": a club has a name.
        "membership" if verbal && before_value(c, lo).is_some_and(|t| t.is("to")) => named(),
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
        "medication" if verbal => !nouns::is_taken_up(noun),
        // "runs off solar", "is a similar project": of what is known by its name.
        "database" if verbal && c.tokens[c.lo..lo].iter().any(|t| t.any(&["off", "top"])) => {
            object.iter().any(|t| gazetteer::is("database", &t.lower) || t.shape == Shape::Hole)
        }
        "programming_language" if verbal && matches!(before, "a" | "an") => {
            object.iter().any(|t| t.capital() || gazetteer::is("programming_language", &t.lower))
        }
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
        "likes_food" if verbal => !nouns::is_no_food(noun),
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

/// What single relations ask of their values beside the type.
pub(crate) fn fitting(c: &Clause<'_, '_>, spec: &RelationSpec, candidate: &Candidate) -> bool {
    let (lo, hi) = candidate.object;
    let object = &c.tokens[lo..hi];
    let before = lo.checked_sub(1).map(|i| &c.tokens[i]);
    let after = c.tokens[..c.hi].get(hi);
    match spec.name {
        // "the roof is red"
        "test_status" if c.tokens[candidate.object.0].any(&["green", "red", "broken"]) => {
            let head = candidate.subject.text.to_lowercase();
            let head = head.rsplit([' ', '-', '/']).next().unwrap_or("");
            matches!(candidate.subject.class, Class::Project)
                || matches!(
                    words::singular(head).as_str(),
                    "build"
                        | "suite"
                        | "test"
                        | "pipeline"
                        | "ci"
                        | "main"
                        | "master"
                        | "trunk"
                        | "branch"
                        | "job"
                        | "check"
                        | "workflow"
                        | "e2e"
                        | "integration"
                        | "nightly"
                        | "run"
                        | "dashboard"
                        | "smoke"
                        | "unit"
                        | "develop"
                )
        }
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
        // "we tested with a replica count of 12"
        "test_framework" | "linter" | "formatter" if candidate.rule.starts_with("verb") => {
            is_named(c, spec, lo, hi) && !object.iter().any(|t| t.is("of"))
        }
        // An order to support something names it.
        "supports" if candidate.rule == "verb" && c.tokens[c.lo].is("support") => {
            is_named(c, spec, lo, hi) || object.iter().any(Token::has_digit)
        }
        // "the cat answers to Pip": no manager of its.
        "manager" if candidate.rule.starts_with("verb") && candidate.subject.class == Class::Thing => {
            !c.tokens[c.lo..lo].iter().any(|t| t.lemma_is("answer"))
        }
        // "hosted in Dublin": where, not by whom.
        "cloud_provider" if candidate.rule.starts_with("verb") => !is_place(object),
        // "takes ten minutes to heat up": that, and not the oven.
        "duration" => {
            let to = after.is_some_and(|t| t.is("to"))
                && c.tokens[..c.hi].get(hi + 1).is_some_and(|t| t.shape == Shape::Word && !t.capital());
            let past = c.tokens[c.lo..lo].iter().any(|t| t.verb.is_some_and(|v| v.past && !v.base));
            let told = candidate.rule == "verb" && (past || nouns::is_kept_for(&candidate.subject.text));
            !to && !told
        }
        "ttl"
            if c.tokens[c.lo..lo]
                .iter()
                .any(|t| t.verb.is_some_and(|v| matches!(v.lemma, "last" | "stick" | "hold"))) =>
        {
            nouns::is_kept_for(&candidate.subject.text)
        }
        "working_on" if c.tokens[c.lo..lo].iter().any(|t| t.lemma_is("start")) => {
            matches!(candidate.subject.class, Class::Person | Class::Name | Class::Project)
        }
        // "The quota comes from the plan": of what merely comes from somewhere, a country alone tells.
        "country_of_origin"
            if candidate.rule == "verb" && c.tokens[c.lo..lo].iter().any(|t| t.lemma_is("come")) =>
        {
            is_place(object)
        }
        "object_storage" => !object[0].text.starts_with('#'),
        // Things come from countries, people from home; "Secrets live in Vault" tells of no person.
        "hometown" | "lives_in" if candidate.rule.starts_with("verb") => {
            // "Henry IV was born in Pau": whoever is born is somebody, however he is written.
            let born = c.tokens[c.lo..lo].iter().any(|t| t.is("born"));
            born || candidate.subject.class != Class::Thing
                && !tells_of_many(c, candidate)
                && !names_attribute(c, object)
                && (spec.name != "lives_in" || is_dwelt_in(object, after))
        }
        // "Moa comes from Kiruna": nobody's supplier.
        "vendor" if candidate.rule == "verb" => {
            let comes = c.tokens[c.lo..lo].iter().any(|t| t.lemma_is("come"));
            !(comes
                && (matches!(candidate.subject.class, Class::Person | Class::Name)
                    && c.tokens[c.lo].capital()
                    || !object.iter().any(Token::capital)
                    || is_place(object)))
        }
        // "the key is at Teresa's": things are there, and nobody receives them.
        "host_person" => candidate.subject.class != Class::Thing,
        // "updated the target list to Rust 1.50": another's version; "`a` and `b` to 0.8" tells of neither alone.
        "version" if candidate.rule.starts_with("verb") => {
            let other = before.is_some_and(|t| {
                lo > c.lo + 1
                    && t.capital()
                    && t.shape == Shape::Word
                    && !t.any(&["version", "release", "v", "to"])
                    && !candidate.subject.text.to_lowercase().contains(&t.lower)
            });
            // "took the kids up to 3": only verbs of versions tell one of a bare figure.
            let pinned = c.tokens[c.lo..lo]
                .iter()
                .any(|t| t.any(&["version", "v"]) || t.verb.is_some_and(|v| nouns::pins(v.lemma)));
            let clear =
                object.iter().any(|t| crate::shape::is_clear_version(t.text) || t.shape == Shape::Hole);
            !other && (pinned || clear) && !candidate.subject.text.contains(" and ")
        }
        // "left Travis for CircleCI": both are tools of a kind.
        "works_at" => {
            let ours = candidate.subject.class == Class::Project;
            whole_employer(c, candidate) && !(ours && among_tools(c, object, (c.lo, lo)))
        }
        // "image-resizer: limits.memory 512Mi": a key with its value.
        "url" | "host" => {
            let key = object.len() == 1 && !object[0].text.contains(['/', ':']) && !object[0].has_digit();
            !(key && after.is_some_and(Token::has_digit))
        }
        // "the nightly export runs at 1": a noun and its verb.
        "format" if candidate.rule.starts_with("verb") => {
            !(object.len() == 1 && object[0].verb.is_some_and(|v| v.third && !v.base) && !object[0].capital())
        }
        // "switched the provider to Digi": protocols are abbreviations, or known ones.
        "protocol" if candidate.rule.starts_with("verb") => {
            let letters =
                |t: &Token<'_>| t.text.chars().filter(|c| c.is_uppercase()).count() > 1 || t.has_digit();
            let written: Vec<&str> = object.iter().map(|t| t.lower.as_str()).collect();
            object.iter().any(|t| letters(t) || matches!(t.shape, Shape::Code | Shape::Hole))
                || gazetteer::is("protocol", &written.join(" "))
        }
        // "last week" is no date to keep for good.
        "date_of_death" | "birthday" | "founded" => object.iter().any(Token::has_digit),
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

/// Whether a name of the same kind of tool stands before a value.
fn among_tools(c: &Clause<'_, '_>, object: &[Token<'_>], (from, to): (usize, usize)) -> bool {
    let tools = |t: &Token<'_>| {
        gazetteer::kinds(&t.lower).iter().copied().filter(|k| {
            c.lexicon.get(k).is_some_and(|s| s.value_type == ValueType::Product && s.domain != "person")
        })
    };
    object.first().is_some_and(|first| {
        tools(first).any(|kind| c.tokens[from..to].iter().any(|t| tools(t).any(|other| other == kind)))
    })
}

/// The word before a value, its article aside.
fn before_value<'t, 'a>(c: &Clause<'t, 'a>, lo: usize) -> Option<&'t Token<'a>> {
    let article = lo > c.lo && words::is_determiner(&c.tokens[lo - 1].lower);
    c.tokens[c.lo..lo - usize::from(article)].last()
}

/// A town or a country by its name.
fn is_place(object: &[Token<'_>]) -> bool {
    let written: Vec<&str> = object.iter().map(|t| t.lower.as_str()).collect();
    let kinds = gazetteer::kinds(&written.join(" "));
    !kinds.is_empty() && kinds.iter().all(|k| matches!(*k, "place" | "country"))
}

/// "Secrets live in …": the verb of a single capital word agrees with a plural, so that it is no name.
fn tells_of_many(c: &Clause<'_, '_>, candidate: &Candidate) -> bool {
    let (lo, _) = candidate.object;
    let first = &c.tokens[c.lo];
    let verb = c.tokens[..lo].get(c.lo + 1).and_then(|t| t.verb);
    candidate.subject.class == Class::Name
        && first.lower.ends_with('s')
        && verb.is_some_and(|v| v.base && !v.past && !v.third)
}

fn subject_head(subject: &str) -> &str {
    subject.rsplit(' ').next().unwrap_or(subject)
}

/// Whether one can live there: not with "the Platform team", nor in "Linux".
fn is_dwelt_in(object: &[Token<'_>], after: Option<&Token<'_>>) -> bool {
    let text: Vec<&str> = object.iter().map(|t| t.lower.as_str()).collect();
    let kinds = gazetteer::kinds(&text.join(" "));
    let group = after.is_some_and(|t| {
        t.any(&["team", "squad", "group", "project", "plan", "branch", "channel", "department", "tier"])
    });
    // "Oakwood School", "Fen Ltd": a school or a firm.
    let body = object.len() > 1 && object.last().is_some_and(|t| nouns::is_body(&t.lower));
    !group && !body && (kinds.is_empty() || kinds.iter().any(|k| matches!(*k, "place" | "country")))
}

/// "region fsn1", "plan B": what is named there is the value of an attribute, and no place to be at.
fn names_attribute(c: &Clause<'_, '_>, object: &[Token<'_>]) -> bool {
    let [first, _, ..] = object else { return false };
    let places = |spec: &RelationSpec| matches!(spec.value_type, ValueType::Place | ValueType::Address);
    let attributes = c.lexicon.alias(&first.lower);
    first.shape == Shape::Word
        && !first.capital()
        && (first.is("tier") || !attributes.is_empty() && !attributes.iter().any(|spec| places(spec)))
}
