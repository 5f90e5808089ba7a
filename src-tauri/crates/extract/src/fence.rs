//! Code fences: whether the configuration inside is somebody's own ("our settings now:"), or an
//! example of what the reader may write ("add this to your Cargo.toml"), which states nothing.

use crate::markup::is_config;

/// Whether the fence that opens at `start` holds configuration that is so somewhere.
#[must_use]
pub(crate) fn tells(text: &str, start: usize, info: &str) -> bool {
    if !is_config(info.trim()) && !is_patch(info) {
        return false;
    }
    let words = intro(text, start);
    let any = |list: &[&str]| words.iter().any(|w| list.contains(&w.as_str()));
    !any(&ADDRESSED) && (any(&OWNED) || !any(&SHOWN))
}

/// Whether a fence holds a difference between two states of a file.
#[must_use]
pub(crate) fn is_patch(info: &str) -> bool {
    matches!(info.trim(), "diff" | "patch")
}

/// Whether a section inside a fence lists what a package needs: documents show such lists to be
/// copied, unless they say whose they are.
#[must_use]
pub(crate) fn is_manifest(section: &str, text: &str, start: usize) -> bool {
    let name = section.rsplit("target.").next().unwrap_or(section);
    let lists =
        ["dependencies", "dev-dependencies", "build-dependencies", "package", "workspace", "features"]
            .iter()
            .any(|kind| name == *kind || name.starts_with(&format!("{kind}.")) || name.ends_with(kind));
    lists && !intro(text, start).iter().any(|w| OWNED.contains(&w.as_str()))
}

/// Words that speak to the reader.
const ADDRESSED: [&str; 14] = [
    "your", "you", "you'll", "you're", "add", "put", "install", "insert", "copy", "paste", "example",
    "examples", "e.g", "sample",
];
/// Words that show how something may look.
const SHOWN: [&str; 24] = [
    "following",
    "use",
    "using",
    "usage",
    "like",
    "can",
    "could",
    "would",
    "should",
    "may",
    "might",
    "try",
    "depend",
    "specify",
    "instead",
    "either",
    "enable",
    "disable",
    "set",
    "to",
    "quick",
    "quickstart",
    "getting",
    "installation",
];
/// Words that say whose it is.
const OWNED: [&str; 12] =
    ["our", "ours", "we", "my", "mine", "i", "currently", "production", "prod", "staging", "live", "now"];

/// The longest stretch before a fence that introduces it, in bytes.
const INTRO: usize = 240;

/// The words of the paragraph, or the heading, right before a fence.
fn intro(text: &str, start: usize) -> Vec<String> {
    let before = text.get(..start).unwrap_or_default().trim_end();
    let mut from = before.len().saturating_sub(INTRO);
    while !before.is_char_boundary(from) {
        from += 1;
    }
    let near = &before[from..];
    let paragraph = near.rsplit("\n\n").next().unwrap_or(near);
    // A heading stands for itself.
    let line = paragraph.rsplit('\n').next().unwrap_or(paragraph);
    let said = if line.starts_with('#') { line } else { paragraph };
    said.split(|c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '.' | '-')))
        .map(|w| w.trim_matches(['.', '-']).to_lowercase())
        .filter(|w| !w.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(before: &str) -> bool {
        tells(&format!("{before}\n```"), before.len() + 1, "toml")
    }

    #[test]
    fn what_the_reader_may_write_is_an_example() {
        for before in [
            "Add this to your kiln.toml:",
            "# Getting started",
            "The kiln can be given a fuel:\n",
            "text\n\nFor example:",
            "To use the kiln from another house:",
        ] {
            assert!(!told(before), "{before}");
        }
        for before in
            ["", "Our settings since May:", "## Kiln", "The kiln runs with this file now, to be safe:"]
        {
            assert!(told(before), "{before}");
        }
        assert!(!tells("", 0, "rust"));
    }

    #[test]
    fn lists_of_packages_are_shown_to_be_copied() {
        assert!(is_manifest("dependencies", "## Kiln\n", 8));
        assert!(is_manifest("dependencies.kiln", "", 0));
        assert!(!is_manifest("dependencies", "We build with:\n", 15));
        assert!(!is_manifest("server", "", 0));
    }
}
