//! Well-known names by kind: which databases, languages, cities and first names there are. Backs
//! one reading against another; never the only evidence for a fact.

use std::borrow::Cow;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

type Table = FxHashMap<String, Vec<&'static str>>;

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut kinds: Table = FxHashMap::default();
        for line in include_str!("names.txt").lines().filter(|line| !line.starts_with('#')) {
            let Some((kind, names)) = line.split_once(':') else { continue };
            for (i, part) in names.split('"').enumerate() {
                // Between quotes stands one name of several words.
                if i % 2 == 1 {
                    kinds.entry(part.to_owned()).or_default().push(kind);
                } else {
                    part.split_whitespace().for_each(|n| kinds.entry(n.to_owned()).or_default().push(kind));
                }
            }
        }
        kinds
    })
}

/// The kinds of a name, lower case; without a trailing version ("MySQL 8").
#[must_use]
pub fn kinds(name: &str) -> &'static [&'static str] {
    let known = table();
    let lower = if name.bytes().all(|b| b.is_ascii() && !b.is_ascii_uppercase()) {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(name.to_lowercase())
    };
    let lower = lower.as_ref();
    let found = known.get(lower).or_else(|| {
        let (head, tail) = lower.rsplit_once([' ', ':'])?;
        if lower.contains("://") {
            return None;
        }
        let version = tail.starts_with(|c: char| c.is_ascii_digit() || c == 'v') || lower.contains(':');
        if version { known.get(head) } else { None }
    });
    found.map_or(&[], Vec::as_slice)
}

/// Whether a name is known to be of a kind.
#[must_use]
pub fn is(kind: &str, name: &str) -> bool {
    kinds(name).contains(&kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_with_and_without_version() {
        assert!(
            is("database", "MySQL 8")
                && is("database", "postgres")
                && is("operating_system", "debian:bookworm-slim")
        );
        assert!(is("ci_system", "GitHub Actions") && is("place", "São Paulo"));
        assert!(kinds("Nordwind").is_empty());
    }
}
