//! How big, far, old or heavy a thing is: "the well is 40 metres deep", "the bundle is 412 kB
//! gzipped", "the installer is 48 MB", "Ulla is 34". The adjective or the unit names the relation.

use crate::attribute_value::ends_well;
use crate::candidate::Relation;
use crate::gazetteer;
use crate::guard::UNSURE;
use crate::habit::verb_inside;
use crate::measure::{self, Unit};
use crate::nominal::{Clause, push};
use crate::scene::Scene;
use crate::subject::{self, Class};
use crate::token::{Shape, Token};
use crate::value::Read;
use crate::valued::noun_of_value;
use crate::words;

/// The relation that an adjective after a figure names.
fn of_adjective(token: &Token<'_>, unit: Unit) -> Option<&'static str> {
    Some(match (token.lower.as_str(), unit) {
        ("deep", Unit::Length) => "depth",
        ("long", Unit::Length) => "length",
        ("long", Unit::Duration) => "duration",
        ("wide", Unit::Length) => "width",
        ("thick", Unit::Length) => "thickness",
        ("tall" | "high", Unit::Length) => "height",
        ("heavy", Unit::Mass) => "weight",
        ("away", Unit::Length | Unit::Duration) => "distance",
        (
            "gzipped" | "compressed" | "minified" | "zipped" | "uncompressed" | "unpacked" | "large" | "big",
            Unit::Bytes,
        ) => "size",
        _ => return None,
    })
}

/// Adds what a copula says of a thing's measure; whether it said something.
pub(crate) fn read(
    c: &Clause<'_, '_>,
    left: (usize, usize),
    right: usize,
    scene: &Scene<'_>,
    out: &mut Vec<crate::candidate::Candidate>,
) -> bool {
    let down = c.tokens[..c.hi].get(right).is_some_and(|t| t.any(&["down", "up"]))
        && c.tokens[..c.hi].get(right + 1).is_some_and(|t| t.is("to"));
    let right = right + 2 * usize::from(down);
    let right = right
        + usize::from(
            c.tokens[..c.hi].get(right).is_some_and(|t| t.any(&["about", "only", "around", "just"])),
        );
    let Some(m) = measure::measure(c.tokens, right, c.hi) else { return false };
    let cleaned = subject::clean(c.tokens, left.0, left.1);
    if cleaned.lo >= cleaned.hi || verb_inside(c.tokens, cleaned.lo, cleaned.hi) {
        return false;
    }
    let lone = cleaned.hi == cleaned.lo + 1;
    let head = &c.tokens[cleaned.hi - 1];
    if lone && words::is_pronoun(&head.lower) && !head.is("it") {
        return false;
    }
    let adjective = c.tokens[..c.hi].get(m.end).and_then(|t| of_adjective(t, m.unit));
    // "340 m from here", "80 % of it"
    let ends = |end: usize| {
        ends_well(c.tokens, end, c.hi)
            && !c.tokens[..c.hi]
                .get(end)
                .is_some_and(|t| t.any(&["from", "of", "off", "behind", "ahead", "past"]))
    };
    let (name, score) = match adjective {
        Some(name) if ends(m.end + 1) => (name, 10),
        Some(_) => return false,
        None if !ends(m.end) || !c.tokens[right].has_digit() => return false,
        None => match m.unit {
            Unit::Bytes if is_thing(c, cleaned.lo, cleaned.hi) => ("size", 9),
            Unit::Length if is_thing(c, cleaned.lo, cleaned.hi) => ("length", 9),
            Unit::Mass if is_thing(c, cleaned.lo, cleaned.hi) => ("weight", 9),
            Unit::Other if is_area(&c.tokens[right..m.end]) && is_thing(c, cleaned.lo, cleaned.hi) => {
                ("area", 9)
            }
            Unit::None if lone && m.whole => match age(c, cleaned.lo, right) {
                Some(score) => ("age", score),
                None => return false,
            },
            _ => return false,
        },
    };
    let Some(subject) = subject::resolve(c.tokens, cleaned.lo, cleaned.hi, scene) else { return false };
    let person = matches!(subject.class, Class::Person);
    if person && !matches!(name, "height" | "weight" | "age") || subject.text == "user" && name != "height" {
        return false;
    }
    let relation = c.lexicon.get(name).map_or_else(|| Relation::Open(name.to_owned()), Relation::Known);
    push(
        c,
        subject,
        relation,
        None,
        Read { start: right, end: m.end, strong: true },
        score,
        "dimension",
        out,
    );
    true
}

/// "1,200 square metres", "3 hectares"
fn is_area(measure: &[Token<'_>]) -> bool {
    measure.iter().any(|t| t.any(&["square", "hectares", "acres", "m²", "km²", "sqm"]))
}

/// A thing named outright, and no attribute that has such a value itself.
fn is_thing(c: &Clause<'_, '_>, lo: usize, hi: usize) -> bool {
    let name = c.tokens[lo..hi].iter().map(|t| t.lower.as_str()).collect::<Vec<_>>().join(" ");
    let definite = words::is_determiner(&c.tokens[lo].lower)
        || words::is_possessive(&c.tokens[lo].lower)
        || c.tokens[lo].shape != Shape::Word;
    let measure =
        ["limit", "max", "min", "maximum", "minimum", "record", "best", "run", "swim", "ride", "commute"];
    definite
        && !c.tokens[lo..hi].iter().any(|t| words::is_preposition(&t.lower) && t.shape == Shape::Word)
        && !noun_of_value(&name)
        && !name.split(' ').any(|w| measure.contains(&w))
        && !c
            .lexicon
            .alias(name.rsplit(' ').next().unwrap_or(""))
            .iter()
            .any(|s| crate::candidate::is_figure(s.value_type))
}

/// "Ulla is 34": how sure it is that a name is somebody's.
fn age(c: &Clause<'_, '_>, at: usize, right: usize) -> Option<i32> {
    let token = &c.tokens[at];
    let years = c.tokens[right].text.parse::<u32>().is_ok_and(|n| (1..=110).contains(&n));
    let name = token.capital()
        && token.shape == Shape::Word
        && token.verb.is_none()
        && token.text.len() > 2
        && token.text.chars().skip(1).all(char::is_lowercase)
        && !noun_of_value(&token.lower)
        && c.lexicon.alias(&token.lower).is_empty()
        && !words::is_weekday(&token.lower)
        && !words::is_month(&token.lower)
        && !token.lower.ends_with('s');
    // A common noun in front of a sentence has a capital too.
    let noun = [
        "score",
        "seat",
        "gate",
        "lane",
        "bus",
        "bib",
        "jersey",
        "row",
        "ward",
        "apartment",
        "flat",
        "unit",
        "chapter",
        "page",
        "bed",
        "class",
        "size",
        "table",
        "floor",
        "heat",
        "zone",
        "track",
        "line",
        "route",
        "humidity",
        "total",
        "tram",
        "lesson",
        "issue",
        "week",
        "day",
        "episode",
        "season",
        "pod",
        "volume",
        "box",
        "house",
    ];
    let abstraction = ["ity", "tion", "ness", "ment", "ing", "ture", "age", "acy", "ism"];
    let noun = noun.contains(&token.lower.as_str())
        || abstraction.iter().any(|end| token.lower.ends_with(end))
        || crate::belonging::is_works(&token.lower);
    if !years || !name || noun {
        return None;
    }
    Some(if gazetteer::is("person", &token.lower) { 10 } else { UNSURE })
}
