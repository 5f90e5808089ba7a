//! Values that are compared as they are written: the capitals of paths, links, branches and codes
//! count, and so do the zeros of codes. Names of people and products do not: people write them either
//! way.

use crate::lexicon::RelationSpec;
use crate::value::ValueType;

/// From which byte on the capitals of a value count; nowhere where they do not, or it has none.
pub(crate) fn capitals_from(name: Option<&str>, spec: Option<&RelationSpec>, value: &str) -> Option<usize> {
    if !value.contains(char::is_uppercase) {
        return None;
    }
    // The name of a host is none of the reader's spelling.
    if let Some(colon) = value.find("://") {
        let host = colon + 3;
        return value[host..].find(['/', '?', '#']).map(|at| host + at);
    }
    let one = !value.contains(char::is_whitespace);
    let rooted = ["/", "./", "../", "~/"].iter().any(|root| value.starts_with(root)) && value.len() > 1;
    let typed = match spec.map(|spec| spec.value_type) {
        Some(ValueType::Path | ValueType::UrlPath) => one,
        Some(ValueType::Type) => true,
        Some(ValueType::Identifier) => one && spec.is_some_and(|spec| spec.name != "name") && mixed(value),
        _ => false,
    };
    (rooted || typed || one && is_file(value) || one && name.is_some_and(is_of_codes)).then_some(0)
}

/// Whether figures of a relation are names rather than numbers: "0042" is not 42, nor "1.10" 1.1.
pub(crate) fn is_of_codes(name: &str) -> bool {
    let name = memstrata_model::normalize_name(name);
    let (before, last) = name.rsplit_once(' ').unwrap_or(("", &name));
    match last {
        "code" | "codes" | "pin" | "zip" | "postcode" | "id" | "ids" | "identifier" | "branch" | "tag"
        | "ref" | "commit" | "hash" | "checksum" | "digest" | "sku" | "serial" | "slug" | "path" | "file"
        | "filename" | "folder" | "directory" | "dir" | "root" | "route" | "uri" | "endpoint"
        | "variable" | "section" | "chapter" | "paragraph" | "clause" => true,
        "number" => {
            let what = before.rsplit(' ').next().unwrap_or("");
            matches!(
                what,
                "serial"
                    | "part"
                    | "account"
                    | "model"
                    | "order"
                    | "tracking"
                    | "reference"
                    | "section"
                    | "chapter"
                    | "customer"
                    | "member"
                    | "membership"
                    | "policy"
                    | "invoice"
                    | "booking"
            )
        }
        "key" => {
            matches!(before.rsplit(' ').next().unwrap_or(""), "primary" | "object" | "cache" | "partition")
        }
        _ => false,
    }
}

/// Capitals after small letters: `getUser`, not "Billing" or "SMTP".
fn mixed(value: &str) -> bool {
    let inner = value.chars().skip(1).any(char::is_uppercase);
    inner && value.chars().any(char::is_lowercase)
}

/// `src/Main.rs`: a path by its parts and the ending of its last. "TCP/IP", "owner/Name" are none.
fn is_file(value: &str) -> bool {
    let Some((folder, file)) = value.rsplit_once('/') else { return false };
    let ending = file.rsplit_once('.').is_some_and(|(stem, ending)| {
        !stem.is_empty()
            && (1..=5).contains(&ending.len())
            && ending.bytes().all(|b| b.is_ascii_alphanumeric())
    });
    !folder.is_empty() && (ending || folder.matches('/').count() > 1) && value.contains(char::is_lowercase)
}
