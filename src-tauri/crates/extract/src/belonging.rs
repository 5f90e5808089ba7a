//! Attributes that no row of the table names, and whose they are: "the entry code for the garage",
//! "the lead designer on Heron", "the fallback locale". What is told of a thing by "for" or "of" lands
//! on the key of its genitive ("the garage's entry code").

use crate::attribute::{Attribute, Form, phrase_of};
use crate::measure;
use crate::phrase::{is_boundary, noun_phrase_end};
use crate::scene::Scene;
use crate::subject;
use crate::token::{Shape, Token};
use crate::valued::{calls_somebody, noun_of_value};
use crate::vocation::is_symbol;
use crate::words;

/// "the A for S", "the A between S and T"; "A on S", "A at S" where A is a calling or has a value.
pub(crate) fn apart(tokens: &[Token<'_>], lo: usize, hi: usize, scene: &Scene<'_>) -> Option<Attribute> {
    let mut from = lo;
    while from + 1 < hi && words::is_determiner(&tokens[from].lower) {
        from += 1;
    }
    let at = (from + 1..hi)
        .find(|&i| words::is_preposition(&tokens[i].lower) && tokens[i].shape == Shape::Word)?;
    if at - from > 3 || at + 1 >= hi || !named_by_nouns(&tokens[from..at]) {
        return None;
    }
    let head = tokens[at - 1].lower.as_str();
    let links = match tokens[at].lower.as_str() {
        "for" | "between" => !is_symbol(head) && !is_vague(head),
        "on" | "in" | "at" | "behind" => has_value(head) && !is_symbol(head),
        _ => false,
    };
    let plural = tokens[at].is("between");
    let mut end = noun_phrase_end(tokens, at + 1, hi);
    if plural && tokens[..hi].get(end).is_some_and(|t| t.is("and")) {
        end = noun_phrase_end(tokens, end + 1, hi);
    }
    let dated = measure::date_end(tokens, at + 1, hi).is_some();
    // "the RFC number for this": nobody else's.
    let this = at + 2 == hi && tokens[at + 1].is("this");
    if links && this {
        let phrase = phrase_of(tokens, from, at);
        let (subject, owned) = crate::compound::unowned(None, false, &phrase, scene);
        return Some(Attribute::bare(Vec::new(), phrase, subject, owned));
    }
    if !links || end != hi || dated || tokens[at + 1..hi].iter().any(is_reference) {
        return None;
    }
    let from = from + usize::from(is_fresh(&tokens[from]) && from + 1 < at);
    let phrase = phrase_of(tokens, from, at);
    let rest = phrase_of(tokens, at + 1, hi);
    let (subject, scope) = if words::is_environment(&rest) {
        (crate::compound::unowned(None, false, &phrase, scene).0, Some(rest))
    } else {
        (subject::resolve(tokens, at + 1, hi, scene)?, None)
    };
    Some(Attribute { known: Vec::new(), phrase, subject, scope, owned: true, form: Form::Clear })
}

/// One to three nouns or adjectives, and nothing that was done.
fn named_by_nouns(nouns: &[Token<'_>]) -> bool {
    !nouns.is_empty()
        && nouns.iter().all(|t| t.shape == Shape::Word && !is_boundary(t) && !words::is_determiner(&t.lower))
        && nouns.iter().skip(1).all(|t| t.verb.is_none_or(|v| v.base || v.third || v.gerund))
        && !nouns.iter().any(|t| {
            t.any(&[
                "old", "former", "previous", "ex", "earlier", "original", "outdated", "legacy", "next",
                "last", "first", "only", "best", "worst", "right", "same",
            ])
        })
}

fn is_reference(token: &Token<'_>) -> bool {
    token.shape == Shape::Word && words::is_pronoun(&token.lower) && !token.capital()
}

/// "new", "current": says nothing of which.
pub(crate) fn is_fresh(token: &Token<'_>) -> bool {
    token.any(&["new", "current", "present"])
}

/// Whether a noun is one that has a value or a holder.
pub(crate) fn has_value(head: &str) -> bool {
    noun_of_value(head)
        || calls_somebody(head)
        || is_post(head)
        || matches!(
            head,
            "font"
                | "colour"
                | "color"
                | "contact"
                | "lead"
                | "chief"
                | "tariff"
                | "toll"
                | "tax"
                | "duty"
                | "fine"
                | "protocol"
                | "language"
                | "voltage"
                | "resolution"
                | "fuse"
                | "breaker"
        )
}

/// What is thought of a thing, and is none of its attributes.
fn is_vague(head: &str) -> bool {
    !matches!(head, "topic" | "strength" | "head") && crate::complement::is_thought(head)
        || crate::complement::is_judgement(head)
        || matches!(
            head,
            "need"
                | "demand"
                | "search"
                | "time"
                | "case"
                | "room"
                | "support"
                | "fix"
                | "work"
                | "plan"
                | "plans"
                | "call"
                | "explanation"
                | "deal"
                | "price"
                | "recipe"
                | "way"
                | "day"
                | "meeting"
                | "party"
        )
}

/// Posts in a firm, a club or a project: who holds one is nobody's own.
pub(crate) fn is_post(head: &str) -> bool {
    matches!(
        head,
        "intern"
            | "trainee"
            | "apprentice"
            | "architect"
            | "treasurer"
            | "secretary"
            | "moderator"
            | "facilitator"
            | "chair"
            | "chairman"
            | "chairwoman"
            | "chairperson"
            | "president"
            | "captain"
            | "lead"
            | "maintainer"
            | "reviewer"
            | "approver"
            | "auditor"
            | "recruiter"
            | "receptionist"
            | "sponsor"
            | "steward"
            | "conductor"
            | "scientist"
            | "designer"
            | "engineer"
            | "developer"
            | "tester"
            | "analyst"
            | "officer"
            | "goalkeeper"
            | "referee"
            | "umpire"
            | "timekeeper"
            | "archivist"
            | "librarian"
            | "caretaker"
            | "warden"
            | "curator"
    )
}

/// Whether a noun phrase speaks of software, its running or a firm's figures, none of them the
/// speaker's own.
pub(crate) fn is_works(phrase: &str) -> bool {
    let mut nouns = phrase.split([' ', '-', '_']);
    nouns.any(|w| {
        matches!(
            w,
            "locale"
                | "namespace"
                | "branch"
                | "concurrency"
                | "worker"
                | "heap"
                | "shard"
                | "partition"
                | "replica"
                | "cache"
                | "deploy"
                | "deployment"
                | "build"
                | "release"
                | "staging"
                | "prod"
                | "production"
                | "api"
                | "webhook"
                | "schema"
                | "index"
                | "log"
                | "logs"
                | "latency"
                | "crash"
                | "canary"
                | "sprint"
                | "backlog"
                | "repo"
                | "commit"
                | "pipeline"
                | "ci"
                | "alert"
                | "alerts"
                | "error"
                | "query"
                | "cron"
                | "retry"
                | "retries"
                | "timeout"
                | "poll"
                | "polling"
                | "cpu"
                | "memory"
                | "gpu"
                | "cluster"
                | "node"
                | "pod"
                | "container"
                | "token"
                | "session"
                | "tenant"
                | "rollout"
                | "incident"
                | "pagination"
                | "batch"
                | "upload"
                | "download"
                | "zoom"
                | "viewport"
                | "encoding"
                | "codec"
                | "bitrate"
                | "fallback"
                | "checksum"
                | "bundle"
                | "packet"
                | "payload"
                | "cookie"
                | "jwt"
                | "oauth"
                | "sso"
                | "tls"
                | "ssl"
                | "dns"
                | "cdn"
                | "subnet"
                | "vlan"
                | "gateway"
                | "proxy"
                | "firewall"
                | "mtu"
                | "buffer"
                | "thread"
                | "mutex"
                | "gc"
                | "story"
                | "velocity"
                | "revenue"
                | "churn"
                | "turnover"
                | "profit"
                | "mrr"
                | "arr"
                | "runway"
                | "funding"
                | "headcount"
                | "uptime"
                | "downtime"
                | "conversion"
                | "hackathon"
                | "hiring"
                | "onboarding"
                | "rfc"
                | "adr"
                | "customer"
                | "signup"
                | "sign-up"
        )
    }) || phrase.rsplit(' ').next().is_some_and(is_post)
}
