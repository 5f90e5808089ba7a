//! Whose a verb pattern's reading is: the slot before the verb, or what stands around a clause that
//! names nobody. What the words of a subject refer to is [`crate::subject`]'s.

use crate::candidate::Candidate;
use crate::habit::verb_inside;
use crate::lexicon::RelationSpec;
use crate::matching::Match;
use crate::mood::imperative;
use crate::scene::Scene;
use crate::subject::{self, Class, Subject};
use crate::token::Token;
use crate::value::ValueType;
use crate::words;

/// Whose a reading is.
#[derive(Clone, Debug)]
pub(crate) struct Holder {
    pub subject: Subject,
    pub scope: Option<String>,
    pub inherits: bool,
}

/// Whom a match is about, the environment that its words name, and whether the clause leaves the
/// subject to what stands around it.
pub(crate) fn holder(
    found: &Match,
    spec: &'static RelationSpec,
    tokens: &[Token<'_>],
    lo: usize,
    scene: &Scene<'_>,
) -> Option<Holder> {
    let head = found.verb.0;
    let mut scope = None;
    let mut inherits = false;
    let subject = if !found.wants_subject {
        if !imperative(tokens, lo, head) && found.object.is_none_or(|o| o.start >= head) {
            return None;
        }
        inherits = true;
        if found.ends || found.object.is_some_and(|o| o.start >= head) {
            let method = matches!(spec.value_type, ValueType::HttpMethod);
            scene
                .topic
                .clone()
                .or_else(|| scene.running.clone().filter(|_| method))
                .or_else(|| scene.heading.clone())
                // "we don't use X": who speaks is named before the verb.
                .or_else(|| tokens[lo..head].iter().any(|t| t.is("we")).then(|| scene.plural()))
                .unwrap_or_else(|| scene.default_for(spec))
        } else {
            scene.missing()
        }
    } else {
        let (a, b) = found.subject.unwrap_or((lo, lo));
        let cleaned = subject::clean(tokens, a, b);
        scope = cleaned.environment.clone();
        // "On Windows the relay listens …": the phrase has swallowed the subject.
        if cleaned.lo >= cleaned.hi && cleaned.container.is_some() && found.subject_leads {
            return None;
        }
        if cleaned.lo >= cleaned.hi {
            inherits = true;
        }
        if cleaned.lo < cleaned.hi && verb_inside(tokens, cleaned.lo, cleaned.hi) {
            return None;
        }
        // "the gym raised the price to $36 starting today": a clause is nobody's name.
        let acts = (cleaned.lo + 1..cleaned.hi.saturating_sub(1)).any(|i| {
            tokens[i].verb.is_some_and(|v| v.past && !v.base)
                && tokens[i + 1].any(&["the", "a", "an", "my", "our", "his", "her", "their", "its"])
                && !tokens[cleaned.lo..i].iter().any(|t| t.any(&["that", "which", "who", "where"]))
        });
        if acts {
            return None;
        }
        // "On my machine zorblat listens": which words are the subject's cannot be told.
        let swallowed = cleaned.lo >= cleaned.hi
            && cleaned.container.is_some_and(|(x, y)| {
                y - x > 2 && words::is_determiner(&tokens[x].lower) | words::is_possessive(&tokens[x].lower)
            });
        if swallowed {
            return None;
        }
        if cleaned.lo >= cleaned.hi && !found.subject_leads {
            return None;
        }
        // "uploads go to MinIO": the plural of a noun is no order to "upload go".
        let noun = found.subject.is_some_and(|(a, _)| a == head + 1)
            && head == lo
            && tokens[head].verb.is_some_and(|v| v.third)
            && tokens[cleaned.lo].verb.is_some_and(|v| v.base)
            && !tokens[cleaned.lo].capital();
        if noun {
            return None;
        }
        // "the gateway can listen on 90": what is possible, and "can" is no name.
        if cleaned.lo < cleaned.hi
            && tokens[cleaned.hi - 1].any(&["can", "could", "may", "might", "must", "should", "shall"])
        {
            return None;
        }
        // "are now stored in AWS Secrets Manager": what is done to a thing is nobody's name.
        let done = cleaned.lo < cleaned.hi
            && tokens[cleaned.lo].verb.is_some_and(|v| v.participle && !v.base)
            && !tokens[cleaned.lo].capital()
            && cleaned.lo + 1 < cleaned.hi
            && words::is_preposition(&tokens[cleaned.lo + 1].lower);
        if done {
            return None;
        }
        subject::resolve(tokens, cleaned.lo, cleaned.hi, scene)?
    };
    Some(Holder { subject, scope, inherits })
}

/// "Requests to the quote service time out": the limit is the service's.
pub(crate) fn inner_subject(subject: Subject, spec: &RelationSpec) -> Subject {
    // "my rent went up", as "my rent is …" has it.
    if spec.name == "price"
        && let Some(thing) = subject.text.strip_prefix("user's ")
        && crate::compound::is_sum(thing)
    {
        return Subject { text: thing.to_owned(), ..subject };
    }
    let leads: &[&str] = match spec.name {
        "timeout" | "rate_limit" | "connect_timeout" | "read_timeout" => {
            &["requests to ", "calls to ", "connections to ", "queries to ", "traffic to "]
        }
        // What runs on a thing is run for the thing.
        "scheduler" | "ci_system" | "monitoring" => &[
            "jobs on ",
            "jobs in ",
            "jobs of ",
            "tasks on ",
            "tasks in ",
            "work on ",
            "builds of ",
            "builds on ",
            "runs on ",
        ],
        _ => return subject,
    };
    if subject.class != Class::Thing {
        return subject;
    }
    let lower = subject.text.to_lowercase();
    for lead in leads {
        if lower.starts_with(*lead) {
            let rest = &subject.text[lead.len()..];
            let rest = ["the ", "our ", "a "].iter().find_map(|d| rest.strip_prefix(d)).unwrap_or(rest);
            return Subject { text: rest.to_owned(), class: subject.class };
        }
    }
    subject
}

/// Whether an environment told around a clause is part of the reading's key.
pub(crate) fn takes_environment(c: &Candidate) -> bool {
    c.relation.spec().is_none_or(|s| s.scoped_by("env"))
}

/// "in the Switch build, TEXTURE_BUDGET is 512": of which build a setting is told parts its key; other
/// things are those of what holds them.
pub(crate) fn contained(candidate: &mut Candidate, container: &str) {
    let setting = candidate.relation.name() == "setting" && candidate.subject.class != Class::Project;
    if !setting {
        let subject = std::mem::replace(&mut candidate.subject, Subject::project());
        candidate.subject = within(subject, container);
        return;
    }
    if candidate.scope.is_none() {
        let lower = container.to_lowercase();
        let kind = lower.rsplit_once(' ').filter(|(_, noun)| {
            matches!(
                *noun,
                "build"
                    | "config"
                    | "configuration"
                    | "version"
                    | "edition"
                    | "environment"
                    | "profile"
                    | "mode"
            )
        });
        candidate.scope = Some(kind.map_or(lower.as_str(), |(which, _)| which).to_owned());
    }
}

/// A thing in what the sentence opened with; what belongs to nobody named is the container's.
pub(crate) fn within(subject: Subject, container: &str) -> Subject {
    match subject.class {
        Class::Thing => Subject { text: format!("{} in {container}", subject.text), ..subject },
        Class::Project => Subject { text: container.to_owned(), class: Class::Thing },
        _ => subject,
    }
}
