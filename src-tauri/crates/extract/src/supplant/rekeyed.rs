//! A fact read of a thing under another of its names, or by another word for the relation, where the
//! thing has one current key of that kind: it is told of that key ("firmware CI = Buildkite" where the
//! firmware repo has a CI system).

use memstrata_model::normalize_name;

use super::spoken::words_of;
use crate::fact::{FoundFact, FoundOp};
use crate::known::Held;
use crate::lexicon::Lexicon;
use crate::namelike;
use crate::scene::Scene;
use crate::value::ValueType;

/// Relations that different words of one state are read as.
const FAMILIES: &[&[&str]] = &[
    &["schedule", "event_time", "event_date", "deploy_day", "maintenance_window", "opening_time"],
    &["location", "secret_location", "path", "object_storage", "work_location", "lives_in", "host"],
    &["vendor", "uses", "ci_system", "database", "cloud_provider", "framework", "manufacturer"],
    &[
        "owner",
        "assignee",
        "on_call",
        "host_person",
        "contact",
        "role_holder",
        "manager",
        "coach",
        "teacher",
        "director",
    ],
    &["deadline", "end_date", "event_date", "start_date", "document_expiry", "cert_expiry"],
    &["metric", "coverage", "quota_used", "interest_rate", "discount"],
    &["quantity_of", "replicas", "headcount", "pool_size", "batch_size"],
];

/// Relations of which one thing has but one.
const TWINS: &[&[&str]] = &[&["location", "secret_location"], &["schedule", "event_time"]];

/// Whether two relations may be two words for one state.
pub(super) fn of_one_family(one: &str, other: &str) -> bool {
    let (one, other) = (one.replace(' ', "_"), other.replace(' ', "_"));
    one == other
        || one == "metric"
        || FAMILIES.iter().any(|f| f.contains(&one.as_str()) && f.contains(&other.as_str()))
}

/// The same, or a verb or a noun of the text itself, which stands for any.
fn akin(one: &str, other: &str) -> bool {
    of_one_family(one, other) || Lexicon::built_in().get(&one.replace(' ', "_")).is_none()
}

/// Gives facts the held keys that they are of.
pub(super) fn settle(facts: &mut [FoundFact], scene: &Scene<'_>) {
    for fact in facts.iter_mut().filter(|f| f.op == FoundOp::Assert && !f.set_valued && f.valid_to.is_none())
    {
        let own = scene.known.held(&fact.subject);
        if own.iter().any(|h| same_key(h, fact)) {
            continue;
        }
        // The thing under its own name, by the other word for the same.
        let twin = |h: &&Held| {
            TWINS.iter().any(|t| t.contains(&h.relation.as_str()) && t.contains(&fact.relation.as_str()))
                && h.scope == fact.scope
        };
        let mut twins = own.iter().filter(twin);
        if let (Some(held), None) = (twins.next(), twins.next()) {
            fact.relation.clone_from(&held.relation);
            continue;
        }
        if let Some(held) = meant(fact, own, scene) {
            fact.subject = held.subject;
            fact.relation = held.relation.replace(' ', "_");
            fact.scope = held.scope;
        }
    }
}

fn same_key(held: &Held, fact: &FoundFact) -> bool {
    words_of(&held.relation) == words_of(&fact.relation) && held.scope == fact.scope
}

/// The one held key that a fact under another name is of.
fn meant(fact: &FoundFact, own: Vec<Held>, scene: &Scene<'_>) -> Option<Held> {
    let general = matches!(fact.subject.as_str(), "user" | "project");
    let mut keys: Vec<Held> = Vec::new();
    let name = if general {
        // "our family dentist" of the dentist; the schedule of the "family call".
        let noun = fact.scope.clone().unwrap_or_else(|| words_of(&fact.relation));
        let words = namelike::words_of(&noun);
        keys.extend(own.into_iter().filter(|h| {
            let open = Lexicon::built_in().get(&h.relation).is_none();
            open && fact.scope.is_none()
                && words_of(&h.relation) != words_of(&fact.relation)
                && namelike::same_thing(&words, &namelike::words_of(&words_of(&h.relation)))
        }));
        fact.scope.clone()?
    } else {
        fact.subject.clone()
    };
    if keys.is_empty() {
        let alike: Vec<String> = namelike::alike(scene.known, &name)
            .into_iter()
            .filter(|n| !n.eq_ignore_ascii_case(&fact.subject) && normalize_name(n) != normalize_name("user"))
            .collect();
        keys = match alike.as_slice() {
            [one] => scene.known.held(one),
            [] => of_relation(&name, scene).into_iter().chain(within(fact, scene)).collect(),
            _ => return None,
        };
    }
    let relation = words_of(&fact.relation);
    let exact: Vec<Held> = keys.iter().filter(|h| words_of(&h.relation) == relation).cloned().collect();
    let mut fitting = if exact.is_empty() {
        keys.into_iter()
            .filter(|h| akin(&fact.relation, &h.relation) && like_values(&fact.object, h))
            .collect()
    } else {
        exact
    };
    match fitting.len() {
        1 => fitting.pop(),
        _ => None,
    }
}

/// "Branch protection on the repo" of the repo: what has the very key that the fact tells of. With what
/// stands before the preposition alone another thing is named ("the standup on Mondays").
fn within(fact: &FoundFact, scene: &Scene<'_>) -> Vec<Held> {
    let parts = [" for ", " on ", " of "].into_iter().find_map(|p| fact.subject.split_once(p));
    let Some((part, whole)) = parts else { return Vec::new() };
    // "Shipping of the ticket": what a part of it costs.
    let summed = Lexicon::built_in().get(&fact.relation).is_some_and(|s| s.value_type == ValueType::Money);
    if summed && !words_of(&fact.relation).split(' ').any(|w| part.to_lowercase().contains(w)) {
        return Vec::new();
    }
    let whole = whole.trim_start_matches("the ").trim_start_matches("our ");
    let Some(name) = scene.known.canonical(whole) else { return Vec::new() };
    scene.known.held(&name).into_iter().filter(|held| same_key(held, fact)).collect()
}

/// "mower service" of the service window of the mower.
fn of_relation(name: &str, scene: &Scene<'_>) -> Vec<Held> {
    let Some((owner, noun)) = name.rsplit_once(' ') else { return Vec::new() };
    let Some(owner) = scene.known.canonical(owner) else { return Vec::new() };
    let called = |h: &Held| {
        words_of(&h.relation).split(' ').any(|w| w == noun)
            || Lexicon::built_in().get(&h.relation).is_some_and(|s| s.aliases.contains(&noun))
            || h.relation == "maintenance_window" && noun == "service"
    };
    scene.known.held(&owner).into_iter().filter(called).collect()
}

/// Whether two values are figures both, or names both.
fn like_values(object: &str, held: &Held) -> bool {
    let digits = |text: &str| text.chars().any(|c| c.is_ascii_digit());
    digits(object) == digits(&held.object)
}
