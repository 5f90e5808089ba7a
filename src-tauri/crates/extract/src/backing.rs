//! What backs a pattern of few words ("is with", "is from") beside the form of its value: nouns for what
//! firms supply, for what stores data, for anybody at all.

use crate::lexicon::RelationSpec;
use crate::scene::Scene;
use crate::subject::Subject;
use crate::token::Token;
use crate::value::Read;
use crate::words;

/// "the electricity is with EDP": a service, and a firm by its name.
pub(crate) fn served(
    spec: &RelationSpec,
    subject: &Subject,
    tokens: &[Token<'_>],
    object: Read,
    name: &str,
) -> bool {
    let lower = subject.text.to_lowercase();
    spec.name == "vendor"
        && tokens[object.start].capital()
        && is_service(&words::singular(lower.rsplit(' ').next().unwrap_or("")))
        && !is_department(name)
}

fn is_service(noun: &str) -> bool {
    matches!(
        noun,
        "electricity"
            | "gas"
            | "water"
            | "internet"
            | "broadband"
            | "phone"
            | "mobile"
            | "account"
            | "mortgage"
            | "loan"
            | "pension"
            | "contract"
            | "domain"
            | "hosting"
            | "insurance"
            | "payroll"
            | "invoicing"
            | "bookkeeping"
            | "accounting"
            | "catering"
            | "cleaning"
            | "printing"
            | "shipping"
            | "savings"
            | "cover"
            | "website"
            | "power"
            | "heating"
            | "wifi"
            | "lease"
            | "subscription"
    )
}

/// "payroll is with Finance": who works on it, and no firm.
fn is_department(name: &str) -> bool {
    matches!(
        name.to_lowercase().as_str(),
        "legal"
            | "finance"
            | "hr"
            | "it"
            | "ops"
            | "marketing"
            | "sales"
            | "procurement"
            | "accounting"
            | "accounts"
            | "support"
            | "qa"
            | "design"
            | "engineering"
            | "facilities"
            | "security"
            | "product"
            | "payments"
    )
}

/// "Ewa's from Gdynia originally": where somebody grew up.
pub(crate) fn native(
    spec: &RelationSpec,
    tokens: &[Token<'_>],
    (lo, hi): (usize, usize),
    object: Read,
) -> bool {
    spec.name == "hometown"
        && tokens[object.start].capital()
        && tokens[lo..hi].iter().any(|t| t.is("originally"))
}

/// "Users authenticate with passkeys": how one does so in the project.
pub(crate) fn of_anyone(subject: Subject, spec: &RelationSpec, scene: &Scene<'_>) -> Subject {
    let anyone = matches!(
        subject.text.to_lowercase().as_str(),
        "users" | "customers" | "people" | "everyone" | "visitors" | "members" | "clients" | "you"
    );
    if anyone && spec.name == "auth_method" {
        return scene.topic.clone().or_else(|| scene.heading.clone()).unwrap_or_else(Subject::project);
    }
    subject
}

/// Nouns for what is kept in a database.
pub(crate) fn is_data(noun: &str) -> bool {
    matches!(
        noun,
        "data"
            | "database"
            | "db"
            | "table"
            | "store"
            | "record"
            | "service"
            | "api"
            | "app"
            | "backend"
            | "warehouse"
            | "catalogue"
            | "catalog"
            | "index"
            | "wiki"
    )
}
