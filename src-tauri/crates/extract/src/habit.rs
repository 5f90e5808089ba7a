//! Guards of verb readings: which objects of everyday verbs tell a lasting fact, what is history, and
//! which subjects a relation can have.

use crate::candidate::name_fit;
use crate::lexicon::RelationSpec;
use crate::matching::Match;
use crate::scene::Scene;
use crate::sentence::has_verb;
use crate::shape;
use crate::subject::Subject;
use crate::token::Token;
use crate::value::Read;
use crate::words;

/// Verbs that describe a state: their past tense is history, not news.
pub(crate) fn is_stative(lemma: &str) -> bool {
    matches!(
        lemma,
        "live"
            | "work"
            | "own"
            | "use"
            | "run"
            | "depend"
            | "speak"
            | "store"
            | "host"
            | "like"
            | "love"
            | "hate"
            | "cost"
            | "weigh"
            | "manage"
            | "report"
            | "drive"
            | "belong"
            | "keep"
            | "need"
            | "require"
            | "support"
            | "study"
            | "have"
            | "listen"
            | "return"
            | "attend"
            | "ride"
            | "play"
            | "coach"
            | "teach"
            | "read"
            | "watch"
            | "wear"
            | "smoke"
            | "sit"
            | "stand"
            | "lie"
            | "accept"
            | "allow"
            | "prefer"
            | "enjoy"
            | "eat"
            | "drink"
    )
}

/// Verbs of everyday talk ("take", "love", "write", "attend") tell a lasting fact only of some
/// objects.
pub(crate) fn fits_habit(
    spec: &RelationSpec,
    tokens: &[Token<'_>],
    object: Read,
    (_, hi): (usize, usize),
) -> bool {
    let first = &tokens[object.start];
    let before = object.start.checked_sub(1).map(|i| &tokens[i]);
    let definite =
        |t: &Token<'_>| t.any(&["the", "this", "that", "these", "those"]) || words::is_possessive(&t.lower);
    let pointed = definite(first) || before.is_some_and(definite);
    match spec.name {
        "likes" | "dislikes" | "likes_food" => !pointed || first.capital(),
        "medication" => {
            let after = tokens[..hi].get(object.end);
            let regular = after
                .is_some_and(|t| t.any(&["every", "daily", "twice", "once", "each", "with", "for", "in"]));
            let kind = tokens[object.start..object.end].iter().any(|t| {
                t.any(&[
                    "tablets",
                    "tablet",
                    "pills",
                    "pill",
                    "capsules",
                    "vitamin",
                    "vitamins",
                    "supplement",
                    "supplements",
                    "drops",
                    "injections",
                    "medication",
                    "antibiotics",
                    "painkillers",
                    "insulin",
                    "iron",
                    "steroids",
                    "mg",
                ])
            });
            let drug = name_fit(
                spec,
                &tokens[object.start..object.end]
                    .iter()
                    .map(|t| t.lower.as_str())
                    .collect::<Vec<_>>()
                    .join(" "),
            ) > 0;
            kind || drug || !pointed && regular && !first.verb.is_some_and(|v| v.gerund)
        }
        "operating_system" | "framework" | "cloud_provider" | "ci_system" | "editor" | "database" => {
            object.strong
                || !pointed
                    && object.end - object.start == 1
                    && tokens[object.start].text.len() > 2
                    && spec.name != "operating_system"
        }
        // "I go to Lisbon", "he started at Nokia": a school says so in its name.
        // "the workflow publishes the crate"
        "publisher" => first.capital(),
        "version" => !crate::shape::is_ip(first.text),
        "url" => !crate::shape::is_ip(first.text),
        // "is working on the export" supports nothing.
        "supports" => !tokens[..object.start]
            .iter()
            .rev()
            .take(4)
            .any(|t| t.lemma_is("work") && t.verb.is_some_and(|v| v.gerund)),
        "vehicle" if tokens[..object.start].iter().any(|t| t.lemma_is("sell")) => {
            first.capital() || tokens[object.end - 1].capital()
        }
        "vehicle" => !tokens[object.start..object.end]
            .iter()
            .any(|t| t.any(&["licence", "license", "me", "us", "due"]) || t.verb.is_some_and(|v| v.third)),
        "studies_at" => {
            let everyday = tokens[..object.start]
                .iter()
                .rev()
                .take(4)
                .any(|t| t.verb.is_some_and(|v| matches!(v.lemma, "go" | "start" | "switch")));
            let words = &tokens[object.start..object.end];
            let next = tokens[..hi].get(object.end).is_some_and(|t| is_school(&t.lower));
            !everyday
                || words.iter().any(Token::capital) && (next || words.iter().any(|t| is_school(&t.lower)))
        }
        "status_code" => {
            let said = tokens[..object.start]
                .iter()
                .rev()
                .take(3)
                .any(|t| t.any(&["status", "code", "http", "exit", "exits"]));
            said || first.shape == crate::token::Shape::Hole
                || first.text.parse::<u32>().is_ok_and(|n| (100..600).contains(&n))
        }
        _ => true,
    }
}

/// A licence or a language is the product's, whatever version told it.
pub(crate) fn version_off(subject: Subject, spec: &RelationSpec) -> Subject {
    let general = matches!(
        spec.name,
        "license"
            | "programming_language"
            | "framework"
            | "repository"
            | "owner"
            | "author"
            | "color"
            | "default_branch"
    );
    match subject.text.rsplit_once(' ') {
        Some((name, version)) if general && shape::is_clear_version(version) && !name.is_empty() => {
            Subject { text: name.to_owned(), ..subject }
        }
        _ => subject,
    }
}

pub(crate) fn is_ticket_id(subject: &str) -> bool {
    crate::token::tokens(subject, 0).first().is_some_and(crate::roles::is_ticket)
}

pub(crate) fn names_relation(topic: &str, spec: &RelationSpec) -> bool {
    let lower = topic.to_lowercase();
    spec.aliases.iter().any(|a| *a == lower)
}

/// A ticket or a piece of work.
pub(crate) fn is_task(subject: &str) -> bool {
    let lower = subject.to_lowercase();
    subject.contains('#')
        || subject.bytes().any(|b| b.is_ascii_digit())
        || ["ticket", "task", "issue", "bug", "story", "pr", "migration", "review", "rewrite", "fix"]
            .iter()
            .any(|w| lower.split_whitespace().any(|x| x == *w))
}

pub(crate) fn is_file(object: &str) -> bool {
    object.ends_with('/') || object.starts_with('.') || object.contains('/') && shape::is_path(object)
}

/// Whether what is dropped or removed is a thing one depends on, not a word of the trade.
pub(crate) fn is_package(tokens: &[Token<'_>], object: Read, scene: &Scene<'_>) -> bool {
    let words = &tokens[object.start..object.end];
    let trade = words.last().is_some_and(|t| {
        t.any(&[
            "code",
            "test",
            "tests",
            "support",
            "comment",
            "comments",
            "imports",
            "import",
            "files",
            "file",
            "line",
            "lines",
            "space",
            "whitespace",
            "warning",
            "warnings",
            "logs",
            "logging",
            "method",
            "function",
            "column",
            "field",
            "check",
            "checks",
            "option",
            "flag",
            "ball",
            "idea",
            "meeting",
            "typo",
            "dead",
            "duplicates",
            "bug",
            "bugs",
            "it",
            "line",
            "endpoint",
            "page",
            "feature",
        ])
    });
    !trade && (object.strong || !scene.is_talk() || words.len() == 1 && !scene.is_talk())
}

/// A state verb in the plain past tense.
pub(crate) fn is_history(tokens: &[Token<'_>], lo: usize, found: &Match) -> bool {
    let (a, b) = found.verb;
    let verb = (a..b)
        .find(|&i| tokens[i].verb.is_some_and(|v| v.lemma == "be" || !words::is_auxiliary(&tokens[i].lower)));
    let Some(at) = verb else { return false };
    let Some(form) = tokens[at].verb else { return false };
    if form.lemma == "be" {
        return form.past
            && !tokens[at + 1..b.max(at + 1)]
                .iter()
                .any(|t| t.verb.is_some_and(|v| v.participle && !is_stative(v.lemma)));
    }
    // "worked in the city of Porto": what is told of somebody's life, not of last year.
    if form.lemma == "work" && tokens[at..b].iter().any(|t| t.any(&["city", "field"])) {
        return false;
    }
    let helped = tokens[lo..at]
        .iter()
        .rev()
        .take(4)
        .any(|t| t.lemma_is("be") || t.lemma_is("have") || t.is("will") || t.is("'d"));
    form.past && !form.base && is_stative(form.lemma) && !helped
}

/// "The pool opened at 9 yesterday", "the standup had been at 10": once, or before.
pub(crate) fn happened_once(spec: &RelationSpec, tokens: &[Token<'_>], lo: usize, found: &Match) -> bool {
    let (head, end) = found.verb;
    let hours =
        matches!(spec.name, "opening_time" | "closing_time" | "opening_hours" | "schedule" | "event_time");
    let past = tokens[head].verb.is_some_and(|v| {
        v.past && !v.base && matches!(v.lemma, "open" | "close" | "start" | "begin" | "shut" | "end")
    });
    let helped = tokens[lo..head].iter().any(|t| t.lemma_is("be") || t.lemma_is("have"));
    let had = tokens[lo..end].windows(2).any(|w| w[0].is("had") && w[1].is("been"));
    hours && past && !helped || had
}

/// A finite verb inside a subject, outside its relative clauses.
pub(crate) fn verb_inside(tokens: &[Token<'_>], lo: usize, hi: usize) -> bool {
    let relative = (lo..hi)
        .find(|&i| i > lo && tokens[i].any(&["that", "which", "who", "whose", "where"]))
        .unwrap_or(hi);
    // Participles and bases may modify; a finite form of be or have may not.
    let finite = |i: usize| {
        let t = &tokens[i];
        t.verb.is_some_and(|v| {
            (v.lemma == "be" && !t.is("'s") && !v.gerund
                || t.any(&["has", "have", "does", "did", "'ve", "'ll", "'d"]))
                && !(t.any(&["being", "been"]))
        }) || words::is_pronoun(&t.lower)
            && i > lo
            && t.shape == crate::token::Shape::Word
            && t.any(&["i", "we", "he", "she", "it", "they", "you"])
            // "Gaspar i Vila": a name.
            && !(t.text == "i" && tokens[i - 1].capital() && tokens.get(i + 1).is_some_and(Token::capital))
    };
    (lo..relative).any(finite) && has_verb(tokens, lo, relative)
}

/// Words in the names of schools.
pub(crate) fn is_school(word: &str) -> bool {
    // "Albert-Einstein-Gymnasium"
    let kind = word.rsplit('-').next().unwrap_or(word);
    matches!(
        kind,
        "school"
            | "primary"
            | "elementary"
            | "high"
            | "academy"
            | "kindergarten"
            | "college"
            | "university"
            | "grammar"
            | "nursery"
            | "preschool"
            | "montessori"
            | "gymnasium"
            | "lyceum"
            | "institute"
            | "daycare"
            | "waldorf"
            | "polytechnic"
            | "schule"
            | "grundschule"
            | "realschule"
            | "gesamtschule"
            | "hochschule"
            | "universität"
            | "université"
            | "universidad"
            | "universidade"
            | "lycée"
            | "lycee"
            | "liceo"
            | "collège"
            | "école"
            | "escola"
            | "escuela"
            | "colegio"
            | "colégio"
            | "kita"
            | "comprehensive"
            | "conservatoire"
            | "conservatory"
            | "seminary"
    )
}
