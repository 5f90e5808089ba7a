//! What an end is of: "no longer uses Redis for sessions" ends one use of several, "dropped from
//! Atlas" is of Atlas, "removed from the docs" of no thing that anyone uses. An end that is told of a
//! part leaves the whole as it is; where the part has a key of its own, it is of that.

use crate::candidate::Candidate;
use crate::condition::IDLE;
use crate::fact::FoundOp;
use crate::lexicon::{Lexicon, RelationSpec};
use crate::measure;
use crate::phrase;
use crate::scene::Scene;
use crate::subject::{self, Class};
use crate::token::{Shape, Token};
use crate::value::ValueType;
use crate::words;

/// Gives the ends of a sentence whose they are, and drops those of a part alone.
pub(crate) fn settle(tokens: &[Token<'_>], scene: &Scene<'_>, found: &mut Vec<Candidate>) {
    found.retain_mut(|c| {
        let Some(spec) = c.relation.spec() else { return true };
        // "I don't drink coffee after lunch": no dislike.
        let denies = c.op == FoundOp::Assert && spec.name == "dislikes" && c.rule == "verb";
        if c.op != FoundOp::End && !denies || c.clause.1 > tokens.len() || !c.rule.starts_with("verb") {
            return true;
        }
        if c.op == FoundOp::End && !is_of_its_source(tokens, spec, scene, c) {
            return false;
        }
        let Some((lo, hi)) = restriction(tokens, spec, (&c.subject.text, c.object)) else { return true };
        if c.scope.is_some() {
            return true;
        }
        let part = phrase::written(scene.text, tokens, lo, hi).0.to_lowercase();
        c.scope = scoped(tokens, scene, c, &part);
        c.scope.is_some() || is_of_part(tokens, (lo, hi), spec, scene, c)
    });
}

/// "auth: no longer use JWT for the admin panel": it is the panel that uses it no more.
fn is_of_part(
    tokens: &[Token<'_>],
    (lo, hi): (usize, usize),
    spec: &RelationSpec,
    scene: &Scene<'_>,
    c: &mut Candidate,
) -> bool {
    let by = |i: usize| i < lo && tokens[i].any(&["for", "in"]);
    let named =
        lo > 1 && tokens[lo - 1].is("the") && by(lo - 2) || tokens[lo].capital() && lo > 0 && by(lo - 1);
    let unnamed = c.subject.class == Class::Project || scene.topic.as_ref() == Some(&c.subject);
    let part = subject::resolve(tokens, lo, hi, scene)
        .filter(|_| is_tool(spec) && named && unnamed && c.op == FoundOp::End);
    let Some(part) = part else { return false };
    c.subject = part;
    true
}

/// The scope under which a value is held, of which a phrase says that it is no longer so.
fn scoped(tokens: &[Token<'_>], scene: &Scene<'_>, c: &Candidate, part: &str) -> Option<String> {
    let object = phrase::written(scene.text, tokens, c.object.0, c.object.1).0.to_lowercase();
    let held = scene.known.held(&c.subject.text);
    let own = held.into_iter().find(|h| {
        h.relation == c.relation.name()
            && h.object.to_lowercase() == object
            && h.scope.as_deref().is_some_and(|s| part == s || part.ends_with(&format!(" {s}")))
    })?;
    own.scope
}

/// Whether an end is one of a thing: "removed Redis from Atlas" gives it Atlas for its subject, "from
/// the docs" takes it away.
fn is_of_its_source(tokens: &[Token<'_>], spec: &RelationSpec, scene: &Scene<'_>, c: &mut Candidate) -> bool {
    if !is_tool(spec) {
        return true;
    }
    let Some(from) = (c.object.1..clause_end(tokens, c.object.1)).find(|&i| tokens[i].is("from")) else {
        return true;
    };
    let taken = |t: &Token<'_>| {
        t.verb.is_some_and(|v| {
            matches!(
                v.lemma,
                "remove" | "drop" | "delete" | "strip" | "rip" | "pull" | "retire" | "uninstall" | "cut"
            )
        })
    };
    if !tokens[c.clause.0..from].iter().any(taken) {
        return true;
    }
    let end = phrase::noun_phrase_end(tokens, from + 1, clause_end(tokens, from + 1));
    let Some(head) = end.checked_sub(1).filter(|h| *h > from).map(|h| &tokens[h]) else { return true };
    // "from the docs of Atlas"
    if is_writing(head) || tokens[from + 1..end].iter().any(is_writing) {
        return false;
    }
    if !is_whole(head)
        && measure::date_end(tokens, from + 1, end).is_none()
        && let Some(source) = subject::resolve(tokens, from + 1, end, scene)
    {
        c.subject = source;
    }
    true
}

fn is_tool(spec: &RelationSpec) -> bool {
    spec.value_type == ValueType::Product || matches!(spec.name, "uses" | "depends_on" | "vendor")
}

/// What something is only written in.
fn is_writing(head: &Token<'_>) -> bool {
    head.any(&[
        "docs",
        "doc",
        "documentation",
        "readme",
        "wiki",
        "slides",
        "slide",
        "deck",
        "diagram",
        "agenda",
        "list",
        "page",
        "backlog",
        "roadmap",
        "presentation",
        "cv",
        "screenshot",
        "screenshots",
        "article",
        "text",
        "ticket",
        "spec",
        "handbook",
        "guide",
        "tutorial",
        "examples",
        "example",
        "glossary",
        "minutes",
        "shortlist",
        "proposal",
        "draft",
        "comparison",
        "board",
        "footer",
        "homepage",
        "changelog",
        "faq",
        "report",
        "quote",
        "invoice",
        "cart",
        "menu",
    ])
}

/// Words for all of what is told of: "from our stack", "in the project", "here".
fn is_whole(head: &Token<'_>) -> bool {
    head.any(&[
        "stack",
        "project",
        "projects",
        "company",
        "firm",
        "team",
        "setup",
        "codebase",
        "code",
        "system",
        "systems",
        "repo",
        "repository",
        "toolchain",
        "infrastructure",
        "infra",
        "platform",
        "household",
        "house",
        "life",
        "diet",
        "routine",
        "kitchen",
        "office",
        "org",
        "organisation",
        "organization",
        "business",
        "workflow",
        "here",
    ])
}

/// What tells how, why or since when something ended.
fn is_manner(head: &Token<'_>) -> bool {
    IDLE.iter().filter(|w| !matches!(**w, "morning" | "evening" | "afternoon")).any(|w| head.is(w))
        || words::is_pronoun(&head.lower) && !head.any(&["him", "her", "them"])
        || head.any(&[
            "effect",
            "regret",
            "years",
            "months",
            "weeks",
            "days",
            "sake",
            "now",
            "now.",
            "force",
            "advice",
            "orders",
            "request",
            "lent",
            "health",
            "january",
            "cost",
            "costs",
            "price",
            "privacy",
            "money",
            "long",
            "while",
            "vengeance",
            "notice",
            "release",
            "update",
            "upgrade",
            "migration",
            "move",
            "switch",
            "version",
            "account",
            "plan",
            "subscription",
            "fun",
            "work-life",
            "favour",
            "favor",
            "exchange",
            "return",
            "response",
            "last",
            "once",
            "least",
            "all",
            "present",
            "best",
            "call",
            "hold",
            "track",
            "schedule",
            "duty",
            "board",
        ])
}

/// The end of what belongs to a value: no further clause, no reason.
fn clause_end(tokens: &[Token<'_>], from: usize) -> usize {
    (from..tokens.len())
        .find(|&i| {
            tokens[i].is_punct()
                || tokens[i].shape == Shape::Speech
                || tokens[i].any(&[
                    "and", "but", "so", "or", "because", "since", "although", "though", "which", "that",
                    "who", "as",
                ])
        })
        .unwrap_or(tokens.len())
}

/// The words that say of which part of what was so the end of a value is.
pub(crate) fn restriction(
    tokens: &[Token<'_>],
    spec: &RelationSpec,
    (subject, object): Ended<'_>,
) -> Option<(usize, usize)> {
    let end = clause_end(tokens, object.1);
    let behind = (object.1..end).find_map(|i| part_at(tokens, i, end, spec, (subject, object)));
    if behind.is_some() {
        return behind;
    }
    // "At work I no longer speak French", "On Windows, Atlas no longer supports IE"
    let first = tokens.iter().position(|t| t.is_content() && !words::is_filler(&t.lower))?;
    let limit = (first..object.0).find(|&i| tokens[i].is_punct()).unwrap_or(object.0);
    let own = tokens[first..limit].iter().any(|t| subject_word(subject, t));
    let led = first < object.0
        && !own
        && tokens[first].any(&["in", "on", "at", "during", "after", "before"])
        && !tokens[limit].is(":");
    if led { part_at(tokens, first, limit, spec, (subject, object)) } else { None }
}

/// Whose value ended, and where the value stands.
type Ended<'a> = (&'a str, (usize, usize));

fn subject_word(subject: &str, token: &Token<'_>) -> bool {
    subject.to_lowercase().split(' ').any(|w| w == token.lower)
}

/// The noun of a phrase at a preposition, where it parts what an end is of.
fn part_at(
    tokens: &[Token<'_>],
    at: usize,
    limit: usize,
    spec: &RelationSpec,
    (subject, object): Ended<'_>,
) -> Option<(usize, usize)> {
    let prep = &tokens[at];
    if prep.any(&["while", "whilst", "when", "whenever", "if", "unless", "except", "alone"])
        && !tokens[at + 1..limit].iter().any(|t| t.verb.is_some_and(|v| v.past && !v.base))
    {
        return Some((at, limit));
    }
    let gerund = tokens.get(at + 1).is_some_and(|t| t.verb.is_some_and(|v| v.gerund && !v.base));
    let end = match phrase::noun_phrase_end(tokens, at + 1, limit) {
        end if end > at + 1 => end,
        _ if gerund && prep.is("for") => at + 2,
        _ => return None,
    };
    let lo = at + 1 + usize::from(words::is_determiner(&tokens[at + 1].lower) && end > at + 2);
    let head = &tokens[end - 1];
    let part = Some((lo, end));
    if is_spell(tokens, at, end) {
        return part;
    }
    let dated = measure::date_end(tokens, at + 1, limit).is_some()
        || head.has_digit()
        || words::is_time_word(&head.lower);
    let bare = tokens[lo..end - 1].iter().all(|t| {
        words::is_determiner(&t.lower) || words::is_possessive(&t.lower) || t.any(&["whole", "entire"])
    });
    if dated
        || is_manner(head)
        || is_manner(&tokens[lo])
        || is_whole(head) && bare
        || (lo..end).any(|i| subject_word(subject, &tokens[i]))
    {
        return None;
    }
    // "the paper register at the gate": which register.
    let which = prep.any(&["in", "on", "at"])
        && at == object.1
        && (tokens[object.0].is("the") || object.0 > 0 && tokens[object.0 - 1].is("the"));
    let reach = is_of_reach(spec) && !which;
    let parts = match prep.lower.as_str() {
        "for" => reach && !is_its_purpose(tokens, lo, end),
        "with" => reach && !is_tool(spec) || matches!(spec.name, "uses") && head.capital(),
        "in" | "on" | "at" | "within" | "inside" | "outside" | "under" | "via" | "over" => reach,
        "without" | "besides" => true,
        _ => false,
    };
    part.filter(|_| parts)
}

/// "in the morning", "on Fridays", "at night", "during the week", "after lunch": time and again.
fn is_spell(tokens: &[Token<'_>], at: usize, end: usize) -> bool {
    let (prep, head) = (&tokens[at], &tokens[end - 1]);
    let other = tokens[at + 1].any(&["this", "last", "next", "that"]);
    let short = end <= at + 3 && !other;
    let seldom = ["morning", "mornings", "evening", "evenings", "afternoon", "afternoons", "daytime"];
    match prep.lower.as_str() {
        "in" => short && head.any(&seldom),
        "on" | "at" => {
            head.any(&["night", "weekends", "weekdays", "holidays", "weekend", "lunchtime", "nights"])
                && short
                || words::is_weekday(&head.lower) && head.lower.ends_with('s')
        }
        "during" => head.any(&["week", "day", "term", "weekend", "season", "night", "meals", "work"]),
        "after" | "before" => head.any(&[
            "lunch",
            "dinner",
            "breakfast",
            "bed",
            "noon",
            "work",
            "midnight",
            "sunset",
            "dark",
            "bedtime",
            "meals",
            "supper",
            "sport",
            "school",
            "training",
        ]),
        _ => false,
    }
}

/// Whether a relation holds in parts: of a life there is one home, one post and one spouse, wherever
/// they are told to be.
fn is_of_reach(spec: &RelationSpec) -> bool {
    !matches!(
        spec.name,
        "works_at"
            | "lives_in"
            | "address"
            | "spouse"
            | "partner"
            | "membership"
            | "studies_at"
            | "job_title"
            | "team"
            | "location"
            | "role_holder"
            | "condition"
            | "vehicle"
            | "pet"
            | "customer"
            | "manager"
            | "availability"
            | "allergic_to"
            | "working_on"
            | "sports_team"
            | "headquarters"
            | "status"
    )
}

/// "for chat", "for CI": the whole of what a tool was for.
fn is_its_purpose(tokens: &[Token<'_>], lo: usize, end: usize) -> bool {
    let words: Vec<&str> = tokens[lo..end].iter().map(|t| t.lower.as_str()).collect();
    Lexicon::built_in()
        .resolve(&words.join(" "))
        .is_some_and(|s| s.value_type == ValueType::Product || s.name == "vendor")
}
