//! Candidate readings of a clause and how telling each is. The best reading of each object wins;
//! a reading without enough support is dropped rather than guessed.

use crate::fact::FoundOp;
use crate::gazetteer;
use crate::lexicon::RelationSpec;
use crate::subject::{Class, Subject};
use crate::value::{Read, ValueType};

/// A relation of the lexicon, or a noun phrase of the text.
#[derive(Clone, Debug)]
pub enum Relation {
    Known(&'static RelationSpec),
    Open(String),
}

impl Relation {
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Relation::Known(spec) => spec.name,
            Relation::Open(name) => name,
        }
    }

    #[must_use]
    pub fn spec(&self) -> Option<&'static RelationSpec> {
        match self {
            Relation::Known(spec) => Some(spec),
            Relation::Open(_) => None,
        }
    }
}

/// One reading: tokens `object` are the value of `relation` of `subject`.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub subject: Subject,
    pub relation: Relation,
    pub scope: Option<String>,
    pub object: (usize, usize),
    /// Replaces the object's words ("user" for the speaker).
    pub object_text: Option<String>,
    pub op: FoundOp,
    pub set_valued: bool,
    pub score: i32,
    pub rule: &'static str,
    /// Tokens of the clause.
    pub clause: (usize, usize),
}

/// Readings below this are dropped.
pub const ENOUGH: i32 = 4;
/// Readings below this never close another value.
pub const SURE: i32 = 8;

impl Candidate {
    /// 0 to 1, from the score, in hundredths.
    #[must_use]
    pub fn confidence(&self) -> f64 {
        let score = f64::from(self.score.clamp(0, 40));
        // Whole hundredths divided last: `0.82`, not `0.8200000000000001`.
        (40.0 + score * 2.0).min(97.0) / 100.0
    }
}

/// How well a reading's parts fit each other.
#[must_use]
pub fn fit(spec: &RelationSpec, subject: &Subject, read: Read, object: &str, weight: u32) -> i32 {
    let telling = i32::try_from(weight).unwrap_or(0) * 3;
    let form = match (read.strong, is_figure(spec.value_type)) {
        (true, true) => 6,
        (true, false) => 4,
        (false, true) => -1,
        (false, false) => -1,
    };
    let api = {
        let lower = subject.text.to_lowercase();
        subject.text.starts_with('/')
            || ["endpoint", "route", "api", "health check", "healthcheck", "webhook", "delete", "requests"]
                .iter()
                .any(|w| lower.contains(w))
    };
    let path = match spec.name {
        "signature" if subject.text.contains(" /") && object.parse::<u32>().is_ok() => -8,
        // "bad tokens return 401"
        "signature"
            if object.parse::<u32>().is_ok_and(|n| (100..600).contains(&n)) && !is_code(&subject.text) =>
        {
            -8
        }
        "path" if object.contains("://") => -6,
        "path" if object.starts_with('/') && api => -4,
        "endpoint_path" if !api || object.contains('.') => -4,
        // Who leads a team is no leader of a league, nor the other way round.
        "league_leader" if !is_contest(&subject.text) => -14,
        "manager" if is_contest(&subject.text) => -14,
        _ => 0,
    };
    path + telling + form + class_fit(spec, subject.class) + name_fit(spec, object)
}

/// Whether a subject is one in which others stand by their results.
fn is_contest(subject: &str) -> bool {
    let last = subject.rsplit(' ').next().unwrap_or(subject).to_lowercase();
    matches!(
        last.as_str(),
        "league"
            | "table"
            | "standings"
            | "championship"
            | "race"
            | "tournament"
            | "season"
            | "division"
            | "ranking"
            | "rankings"
            | "cup"
            | "match"
            | "game"
            | "tour"
            | "polls"
    )
}

fn is_code(subject: &str) -> bool {
    subject.contains(['(', '_', '`'])
        || subject.contains("::")
        || subject.chars().skip(1).any(char::is_uppercase)
}

/// Types whose form tells them from any word.
#[must_use]
pub fn is_figure(kind: ValueType) -> bool {
    !matches!(
        kind,
        ValueType::Enum
            | ValueType::Product
            | ValueType::Person
            | ValueType::Organisation
            | ValueType::Team
            | ValueType::Place
            | ValueType::Text
            | ValueType::Scalar
            | ValueType::Identifier
    )
}

/// How well a relation suits the kind of its subject.
#[must_use]
pub fn class_fit(spec: &RelationSpec, class: Class) -> i32 {
    match (class, spec.domain) {
        (Class::Person, "person") => 5,
        // A part in a play is somebody too.
        (Class::Person, "work") if spec.name == "performer" => -2,
        (Class::Person, "ops" | "dep" | "dev" | "api" | "work" | "place") => -14,
        (Class::Person, "event") if spec.name == "location" => -1,
        (Class::Person, "event") => -8,
        (Class::Person, "money") if spec.name == "price" => -6,
        // What somebody takes is no span of time.
        (Class::Person, _) if spec.name == "duration" => -14,
        (Class::Person, "misc") => -3,
        (Class::Person, "pm") if spec.value_type == ValueType::Date => -8,
        (Class::Event, _) if spec.name == "duration" => 2,
        (Class::Event, "misc") => -5,
        (Class::Event, "event") => 6,
        (Class::Event, "person" | "dep" | "dev") => -14,
        (Class::Event, "ops") if spec.name == "schedule" => 3,
        (Class::Event, "ops" | "api") => -5,
        // "the office is at 5 Dock Street"
        (Class::Thing, "person") if spec.name == "address" => 0,
        // Animals and parcels weigh something too.
        (Class::Thing, "person") if matches!(spec.name, "weight" | "height" | "phone" | "email") => 0,
        (Class::Thing, "person") => -9,
        (Class::Thing, "event") if spec.name != "location" => -3,
        (Class::Project, "person") => -9,
        (Class::Project, "ops" | "dep" | "dev" | "org") => 1,
        (Class::Project, "event" | "place" | "work") => -4,
        (Class::Name, "event") => -2,
        _ => 0,
    }
}

/// What is known of the object's name: backing for its own relation, doubt for others.
pub fn name_fit(spec: &RelationSpec, object: &str) -> i32 {
    let kinds = gazetteer::kinds(object);
    if kinds.is_empty() {
        return match spec.name {
            // "started at St. Anne's School"
            "studies_at" if object.split(' ').any(|w| crate::habit::is_school(&w.to_lowercase())) => 4,
            "medication" if is_drug(object) => 6,
            // What a thing is written in is mostly code.
            "original_language" => -2,
            _ => 0,
        };
    }
    // "written in Svelte" is no language that people speak.
    if spec.name == "original_language" && !kinds.contains(&"language") {
        return -14;
    }
    let own = kinds.iter().any(|kind| match *kind {
        "place" | "country" => matches!(spec.value_type, ValueType::Place),
        "language" => matches!(spec.name, "speaks" | "official_language" | "original_language"),
        "sport" | "instrument" => matches!(spec.name, "plays" | "sport_of" | "likes"),
        "food" => matches!(spec.name, "likes_food" | "allergic_to" | "dislikes" | "likes"),
        "person" => matches!(spec.value_type, ValueType::Person),
        "color" => spec.name == "color",
        "material" => spec.name == "made_of",
        kind => kind == spec.name,
    });
    if own {
        return 8;
    }
    let place = kinds.iter().all(|k| matches!(*k, "place" | "country"));
    let person = kinds.iter().all(|k| *k == "person");
    match spec.value_type {
        ValueType::Place if !place => -7,
        ValueType::Person if !person => -5,
        ValueType::Product if place || person => -4,
        ValueType::Organisation if place || person => -3,
        ValueType::Product if is_kind(spec.name) => -14,
        _ => 0,
    }
}

/// A dose after it, or an ending of international drug names.
fn is_drug(object: &str) -> bool {
    let lower = object.to_lowercase();
    let first = lower.split_whitespace().next().unwrap_or("");
    let dose = lower.contains(" mg") || lower.contains("mg ") || lower.ends_with("mg");
    dose || first.len() > 5
        && [
            "pine",
            "sartan",
            "statin",
            "pril",
            "olol",
            "cillin",
            "mycin",
            "oxetine",
            "azole",
            "formin",
            "profen",
            "tidine",
            "xaban",
            "triptan",
            "thyroxine",
            "setron",
            "azepam",
            "idone",
            "sone",
            "lone",
            "statins",
            "amide",
            "ine",
        ]
        .iter()
        .any(|end| first.ends_with(end))
}

fn is_kind(relation: &str) -> bool {
    matches!(
        relation,
        "database"
            | "cache_backend"
            | "message_broker"
            | "ci_system"
            | "programming_language"
            | "operating_system"
            | "framework"
            | "cloud_provider"
            | "editor"
            | "license"
            | "auth_method"
            | "chat_tool"
            | "tracker"
            | "scheduler"
    )
}
