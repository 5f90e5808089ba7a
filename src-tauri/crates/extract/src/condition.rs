//! Conditions around a reading: on which machine, for whom, by default, at which employer, in which
//! case. One that says which of several parts the key by a scope; one that says when leaves the
//! reading unable to close, or takes it away. Scopes inside a clause's own words are
//! [`crate::guard`]'s, those of the relation's qualifiers [`crate::attribute`]'s.

use crate::candidate::Candidate;
use crate::fact::FoundOp;
use crate::guard::UNSURE;
use crate::measure;
use crate::nominal::Clause;
use crate::phrase;
use crate::scene::Scene;
use crate::sentence::{Lead, Segment, has_verb};
use crate::subject::Class;
use crate::token::{Shape, Token};
use crate::words;

/// Weakens, parts or drops the readings of a clause by the conditions in its words.
pub(crate) fn settle(c: &Clause<'_, '_>, scene: &Scene<'_>, found: &mut Vec<Candidate>) {
    if found.is_empty() {
        return;
    }
    let words = &c.tokens[c.lo..c.hi];
    let elsewhere = bygone(words) || told_of_later(words);
    found.retain_mut(|candidate| {
        let open = c.tokens[candidate.object.0..candidate.object.1].iter().any(|t| t.shape == Shape::Hole);
        if candidate.op != FoundOp::Assert || open {
            return true;
        }
        let after = candidate.object.1.clamp(c.lo, c.hi);
        if elsewhere || !candidate.set_valued && waits(c, after) {
            return false;
        }
        if candidate.set_valued {
            return true;
        }
        // What "we" do by default is what is done.
        if defaulted(words) && parts(candidate) && candidate.subject.class != Class::Project {
            candidate.scope.get_or_insert_with(|| "default".to_owned());
        }
        match trailing(c, after, &candidate.subject.text) {
            Some((prep, lo, hi)) => apply(c.tokens, prep, (lo, hi), scene, candidate),
            None => true,
        }
    });
}

/// Applies the phrases that stand alone before or after the clauses of a sentence: "On my laptop,
/// …", "…, for EU users".
pub(crate) fn around(
    tokens: &[Token<'_>],
    segments: &[Segment],
    scene: &Scene<'_>,
    found: &mut Vec<Candidate>,
) {
    if found.is_empty() || segments.len() < 2 {
        return;
    }
    let mut alone = Vec::new();
    for (n, segment) in segments.iter().enumerate() {
        let first = n == 0 && segments[1].lead == Lead::Comma;
        let last = n + 1 == segments.len() && n > 0 && segment.lead != Lead::Colon;
        if (first || last) && !has_verb(tokens, segment.lo, segment.hi) {
            alone.push(*segment);
        }
    }
    for segment in alone {
        let lo =
            (segment.lo..segment.hi).find(|&i| !words::is_filler(&tokens[i].lower)).unwrap_or(segment.lo);
        let words = &tokens[lo..segment.hi];
        let Some(first) = words.first() else { continue };
        if words.len() == 1 && first.is("locally") {
            found.iter_mut().filter(|c| parts(c)).for_each(|c| {
                c.scope.get_or_insert_with(|| "local".to_owned());
            });
            continue;
        }
        if defaulted(words) && words.len() == 2 {
            found.iter_mut().filter(|c| parts(c) && c.subject.class != Class::Project).for_each(|c| {
                c.scope.get_or_insert_with(|| "default".to_owned());
            });
            continue;
        }
        if first.is("in") && segment.lead == Lead::Start {
            // What contains the rest is its subject.
            continue;
        }
        if let Some((prep, a, b)) = phrase_at(tokens, lo, segment.hi, &[]) {
            found.retain_mut(|c| {
                let own = (a..b).contains(&c.object.0) || c.op != FoundOp::Assert || c.set_valued;
                own || apply(tokens, prep, (a, b), scene, c)
            });
        }
    }
}

/// Prepositions that say which of several.
const PARTS: [&str; 4] = ["for", "on", "in", "at"];
/// Prepositions that say in which case.
const CASES: [&str; 11] = [
    "under",
    "without",
    "during",
    "inside",
    "outside",
    "within",
    "except",
    "besides",
    "behind",
    "throughout",
    "amid",
];

/// What a phrase does to a reading; false takes it away.
fn apply(
    tokens: &[Token<'_>],
    prep: usize,
    (lo, hi): (usize, usize),
    scene: &Scene<'_>,
    candidate: &mut Candidate,
) -> bool {
    let subject = candidate.subject.text.to_lowercase();
    let text = phrase::written(scene.text, tokens, lo, hi).0.to_lowercase();
    if candidate.scope.is_some() || subject.contains(&text) || text.contains(&subject) {
        return true;
    }
    let recurs = candidate.relation.spec().is_some_and(|s| {
        matches!(
            s.name,
            "schedule" | "event_time" | "event_date" | "deploy_day" | "maintenance_window" | "availability"
        ) || s.name.contains("hours")
            || s.name.contains("time") && s.domain == "org"
    });
    if words::is_weekday(&tokens[hi - 1].lower) {
        // "on weekends"
        if !recurs {
            candidate.score = candidate.score.min(UNSURE);
        }
        return true;
    }
    if tokens[prep].any(&CASES) {
        if parts(candidate) {
            candidate.score = candidate.score.min(UNSURE);
        }
        return true;
    }
    // A place or an employer of a person is part of what is told.
    if !parts(candidate)
        || tokens[prep].is("at") && !tokens[lo].capital() && !words::is_possessive(&tokens[lo].lower)
    {
        return true;
    }
    let mut from = lo;
    while from + 1 < hi
        && (words::is_determiner(&tokens[from].lower) || words::is_possessive(&tokens[from].lower))
    {
        from += 1;
    }
    let scope = phrase::written(scene.text, tokens, from, hi).0.to_lowercase();
    // "go back to Tuesdays for deploys": the relation's own name parts nothing.
    let one = words::singular(&scope);
    if !candidate.relation.name().split('_').any(|w| w == one) {
        candidate.scope = Some(scope);
    }
    true
}

/// Whether a reading's key can be parted by a phrase: software, prices and duties, not people.
fn parts(candidate: &Candidate) -> bool {
    !matches!(candidate.subject.class, Class::Person | Class::Event)
        && candidate.relation.spec().is_some_and(|s| {
            matches!(s.domain, "ops" | "api" | "dev" | "dep" | "money")
                && !matches!(
                    s.name,
                    "name"
                        | "path"
                        | "default_value"
                        | "version"
                        | "latest_release"
                        | "min_version"
                        | "host"
                        | "region"
                )
                || matches!(s.name, "owner" | "on_call" | "assignee" | "sla")
        })
}

/// The last phrase of a clause that stands after the reading and is none of its parts.
fn trailing(c: &Clause<'_, '_>, after: usize, subject: &str) -> Option<(usize, usize, usize)> {
    let prep = (after..c.hi).rev().find(|&i| c.tokens[i].any(&PARTS) || c.tokens[i].any(&CASES))?;
    // "is responsible for billing": the phrase names what is told of.
    let subject: Vec<String> = subject.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let subject: Vec<&str> = subject.iter().map(String::as_str).collect();
    let verb = prep > c.lo
        && prep > after
        && c.tokens[prep - 1].verb.is_some()
        && !c.tokens[prep - 1].any(&["only"]);
    if verb {
        return None;
    }
    phrase_at(c.tokens, prep, c.hi, &subject)
}

/// A phrase that begins at `at` and fills the range to `hi`: its preposition and its words.
fn phrase_at(tokens: &[Token<'_>], at: usize, hi: usize, own: &[&str]) -> Option<(usize, usize, usize)> {
    let prep = at + usize::from(tokens[at].any(&["only", "except", "just"]) && at + 1 < hi);
    if !(tokens[prep].any(&PARTS) || tokens[prep].any(&CASES)) || prep + 1 >= hi {
        return None;
    }
    let mut end = hi;
    while end > prep + 1
        && (tokens[end - 1].is_punct() || tokens[end - 1].any(&["least", "only", "now", "again"]))
    {
        end -= 1;
    }
    end -= usize::from(end > prep + 2 && tokens[end - 1].is("at"));
    let lo = prep + 1;
    if lo >= end || end - lo > 4 || is_idle(&tokens[lo..end]) || is_whereabouts(&tokens[end - 1]) {
        return None;
    }
    let weekday = words::is_weekday(&tokens[end - 1].lower) && tokens[end - 1].lower.ends_with('s');
    let dated = (lo..end).any(|i| measure::date_end(tokens, i, end).is_some()) && !weekday;
    let whole = phrase::noun_phrase_end(tokens, lo, end) == end || weekday;
    let of_subject = tokens[lo..end].iter().any(|t| own.contains(&t.lower.as_str()));
    (whole && !dated && !of_subject).then_some((prep, lo, end))
}

/// Words after a preposition that say how, why or how long, and not which of several.
pub(crate) const IDLE: [&str; 53] = [
    "ever",
    "good",
    "sure",
    "instance",
    "example",
    "safety",
    "reasons",
    "reason",
    "fact",
    "general",
    "practice",
    "theory",
    "short",
    "total",
    "time",
    "while",
    "moment",
    "row",
    "use",
    "place",
    "case",
    "order",
    "particular",
    "default",
    "average",
    "future",
    "meantime",
    "end",
    "beginning",
    "paper",
    "us",
    "me",
    "everyone",
    "everybody",
    "all",
    "board",
    "purpose",
    "top",
    "demand",
    "principle",
    "morning",
    "evening",
    "afternoon",
    "winter",
    "summer",
    "stock",
    "store",
    "sale",
    "year",
    "month",
    "week",
    "day",
    "once",
];

/// Further ones of a phrase that opens or closes a sentence.
const IDLE_HERE: [&str; 41] = [
    "him",
    "her",
    "them",
    "it",
    "this",
    "that",
    "years",
    "months",
    "weeks",
    "days",
    "hours",
    "minutes",
    "hand",
    "record",
    "addition",
    "effect",
    "charge",
    "production",
    "least",
    "hurry",
    "haste",
    "vain",
    "hold",
    "call",
    "track",
    "parallel",
    "date",
    "port",
    "schedule",
    "repair",
    "details",
    "a",
    "an",
    "more",
    "information",
    "info",
    "news",
    "note",
    "side",
    "own",
    "basis",
];

/// Phrases that say how, why or how long, and not which.
pub(crate) fn is_idle(words: &[Token<'_>]) -> bool {
    words.iter().any(|t| {
        t.any(&IDLE) || t.any(&IDLE_HERE) || t.verb.is_some_and(|v| v.gerund) || t.shape == Shape::Speech
    }) || words.iter().all(|t| t.has_digit() && !t.text.starts_with(['v', 'V']))
        || words.iter().all(|t| words::number_word(&t.lower).is_some())
}

/// Where a thing is kept, which of itself makes no second one.
pub(crate) fn is_whereabouts(head: &Token<'_>) -> bool {
    head.any(&[
        "cluster",
        "region",
        "zone",
        "datacenter",
        "rack",
        "namespace",
        "repo",
        "repository",
        "monorepo",
        "file",
        "config",
        "folder",
        "directory",
        "registry",
        "vault",
        "bucket",
        "intranet",
        "cloud",
        "account",
        "room",
        "building",
        "shop",
        "warehouse",
        "fridge",
        "garage",
        "attic",
        "basement",
    ])
}

/// "… by default"
fn defaulted(words: &[Token<'_>]) -> bool {
    words.windows(2).any(|w| w[0].is("by") && w[1].is("default"))
}

/// "when run locally", "once merged", "unless overridden", "only if …" after the value.
fn waits(c: &Clause<'_, '_>, after: usize) -> bool {
    (after..c.hi).any(|i| {
        let t = &c.tokens[i];
        let dated = measure::date_end(c.tokens, i + 1, c.hi).is_some();
        let often =
            c.tokens[..c.hi].get(i + 1).is_some_and(|t| t.any(&["a", "per", "every", "each", "more"]));
        (t.any(&["when", "whenever", "unless"]) || t.is("once") && !often && i + 1 < c.hi) && !dated
    })
}

/// "at my old job", "in our former flat", "at their previous company".
fn bygone(words: &[Token<'_>]) -> bool {
    words.windows(4).any(|w| {
        w[0].any(&["at", "in", "with"])
            && words::is_possessive(&w[1].lower)
            && w[2].any(&["old", "former", "previous", "last", "ex"])
            && w[3].any(&[
                "job",
                "company",
                "team",
                "place",
                "flat",
                "office",
                "school",
                "employer",
                "house",
                "city",
                "firm",
                "role",
                "gig",
                "life",
                "country",
                "university",
                "position",
                "startup",
            ])
    })
}

/// "as of the next release", "with the upcoming version": a time to come that no date fixes.
fn told_of_later(words: &[Token<'_>]) -> bool {
    words.windows(2).any(|w| {
        w[0].any(&["next", "upcoming", "coming", "future", "following"])
            && w[1].any(&[
                "release",
                "version",
                "sprint",
                "deploy",
                "deployment",
                "update",
                "upgrade",
                "iteration",
            ])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::tokens;

    #[test]
    fn phrases_alone_are_told_from_times_and_manners() {
        for (text, held) in [
            ("for EU users", true),
            ("on my laptop", true),
            ("at Globex", true),
            ("under load", true),
            ("on weekends", true),
            ("in v2", true),
            ("on Monday 4 May", false),
            ("for three years", false),
            ("in fact", false),
            ("on average", false),
            ("for good", false),
            ("with pleasure", false),
        ] {
            let found = tokens(text, 0);
            assert_eq!(phrase_at(&found, 0, found.len(), &[]).is_some(), held, "{text}");
        }
    }

    #[test]
    fn what_is_past_or_to_come_is_seen() {
        assert!(bygone(&tokens("I met her at my old job", 0)));
        assert!(!bygone(&tokens("at my job", 0)));
        assert!(told_of_later(&tokens("it is 80 as of the next release", 0)));
    }
}
