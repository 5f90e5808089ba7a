//! Lines that say how what stands below them is meant: "Old config:", "Proposal:", "If we go with B:",
//! "## Former staff". How far they reach is [`crate::block`]'s, labels within a sentence are
//! [`crate::vouch`]'s.

use crate::words;

/// How what stands below a line is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meant {
    /// As it is now.
    Present,
    /// As nobody says that it is, or no longer.
    Unsaid,
}

/// Words that alone, or first of a name in small letters, tell of what was.
const PAST: [&str; 12] = [
    "former",
    "previous",
    "previously",
    "formerly",
    "past",
    "old",
    "outdated",
    "obsolete",
    "archived",
    "deprecated",
    "historical",
    "retired",
];
/// Words that alone, or first of a name, show, propose or refuse what follows.
const SHOWN: [&str; 28] = [
    "example",
    "examples",
    "sample",
    "samples",
    "draft",
    "drafts",
    "proposal",
    "proposals",
    "proposed",
    "rejected",
    "discarded",
    "hypothetical",
    "hypothetically",
    "suggested",
    "suggestion",
    "suggestions",
    "mock",
    "fiction",
    "dummy",
    "fake",
    "placeholder",
    "template",
    "wrong",
    "incorrect",
    "bad",
    "invalid",
    "imaginary",
    "fictional",
];
/// Words that make the last of a name something that is not so, or no longer.
const LAST: [&str; 20] = [
    "example",
    "examples",
    "sample",
    "samples",
    "draft",
    "proposal",
    "proposals",
    "history",
    "archive",
    "archives",
    "alternatives",
    "alternative",
    "ideas",
    "mockup",
    "mock-up",
    "placeholder",
    "template",
    "suggestion",
    "suggestions",
    "scenario",
];
/// What is alone on its line.
const ALONE: [&str; 57] = [
    "shopping",
    "shopping list",
    "groceries",
    "grocery list",
    "to buy",
    "packing list",
    "to-do",
    "to-dos",
    "to do list",
    "todo list",
    "to-do list",
    "tasks",
    "next steps",
    "action items",
    "errands",
    "checklist",
    "before",
    "was",
    "originally",
    "once",
    "then",
    "history",
    "archive",
    "archives",
    "legacy",
    "expected",
    "future",
    "roadmap",
    "planned",
    "plans",
    "future work",
    "future plans",
    "someday",
    "some day",
    "maybe",
    "alternatives",
    "alternative",
    "options",
    "ideas",
    "not yet",
    "to do",
    "todo",
    "todos",
    "wishlist",
    "wish list",
    "wishes",
    "hypotheticals",
    "open questions",
    "questions",
    "out of scope",
    "non-goals",
    "risks",
    "for example",
    "for instance",
    "in the past",
    "back then",
    "before the change",
];
/// What says the present again.
const NOW: [&str; 24] = [
    "after",
    "now",
    "new",
    "current",
    "currently",
    "today",
    "actual",
    "actually",
    "is",
    "present",
    "presently",
    "these days",
    "right",
    "correct",
    "good",
    "do this",
    "do",
    "after the change",
    "instead",
    "right now",
    "as of now",
    "accepted",
    "chosen",
    "decided",
];
/// Words that open what is only thought of, or forbidden.
const OPENS: [&str; 11] = [
    "suppose",
    "supposing",
    "imagine",
    "assume",
    "assuming",
    "pretend",
    "don't",
    "dont",
    "never",
    "avoid",
    "unless",
];
/// Whom or what a condition is of that is none of whoever reads ("If you need me:" tells).
const OF: [&str; 11] = ["we", "i", "it", "they", "he", "she", "the", "this", "that", "everything", "nothing"];
const MODAL: [&str; 3] = ["could", "would", "might"];

/// Names of parts of a configuration that also say how they are meant; others are only names there.
pub(crate) fn sets_apart(parent: &str) -> bool {
    PAST.contains(&parent)
        || matches!(parent, "before" | "example" | "examples" | "proposed" | "rejected" | "draft" | "sample")
}

/// What a lead-in, without its colon, or a heading says of what is below it.
pub(crate) fn meant(line: &str) -> Option<Meant> {
    let plain = line.trim_matches(|c: char| !(c.is_alphanumeric() || matches!(c, ')' | '(')));
    let aside = plain.strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
    if let Some((name, aside)) = aside {
        let unsaid = meant(aside) == Some(Meant::Unsaid) || is_aside(&aside.to_lowercase());
        return if unsaid { Some(Meant::Unsaid) } else { meant(name) };
    }
    let lower = plain.to_lowercase().replace('’', "'");
    let all: Vec<&str> = lower.split_whitespace().collect();
    if all.is_empty() || all.len() > 9 {
        return None;
    }
    if NOW.contains(&lower.as_str()) || matches!(all[0], "new" | "current") && all.len() <= 3 {
        return Some(Meant::Present);
    }
    let article = usize::from(words::is_determiner(all[0]) || words::is_possessive(all[0]));
    let rest = all.get(article..).unwrap_or_default();
    let (&first, &last) = (rest.first()?, rest.last()?);
    let small = plain.split_whitespace().nth(article + 1).is_none_or(|w| w.starts_with(char::is_lowercase));
    let few = rest.len() <= 4;
    // "Old Town Hall", "Sample Rate" are names.
    let plainly = matches!(first, "example" | "examples" | "former" | "previous" | "deprecated")
        || first.starts_with("propos")
        || first == "rejected";
    let past = PAST.contains(&first) && (small || plainly) && few;
    let shown = SHOWN.contains(&first) && (small || plainly) && few;
    let named = LAST.contains(&last) && few && (rest.len() > 1 && small || rest.len() == 1);
    let thought = is_thought(&all);
    let option = matches!(first, "option" | "plan" | "variant" | "alternative" | "scenario")
        && rest.len() == 2
        && rest[1].len() <= 2;
    // "Alternatives considered", "Ideas for later"
    let listed = matches!(first, "alternatives" | "ideas" | "options" | "proposals") && few;
    (past || shown || named || thought || option || listed || ALONE.contains(&lower.as_str()))
        .then_some(Meant::Unsaid)
}

/// "If we go with B", "Don't do this", "What it could look like".
fn is_thought(all: &[&str]) -> bool {
    let reminds = all.iter().any(|w| matches!(*w, "forget" | "miss" | "worry"));
    let opens = OPENS.contains(&all[0]) && all.len() > 1 || all.starts_with(&["do", "not"]);
    let condition =
        matches!(all[0], "if" | "say" | "should" | "whether") && all.get(1).is_some_and(|w| OF.contains(w));
    let asks = matches!(all[0], "what" | "how");
    let may = all.iter().any(|w| MODAL.contains(w))
        || all.windows(2).any(|w| w[0] == "should" && matches!(w[1], "be" | "become" | "look" | "have"));
    let not = all.get(1..3) == Some(&["not", "to"]);
    opens && !reminds || condition || asks && (may || not) || all.starts_with(&["what", "if"])
}

fn is_aside(aside: &str) -> bool {
    matches!(
        aside,
        "not yet"
            | "planned"
            | "tbd"
            | "tbc"
            | "no longer"
            | "not in use"
            | "unused"
            | "not used"
            | "gone"
            | "not any more"
            | "not anymore"
            | "superseded"
            | "expired"
            | "not true"
            | "not real"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_below_is_meant_as_the_line_says() {
        for line in [
            "Don't do this",
            "Old config",
            "Proposal",
            "Draft",
            "Previously",
            "Before",
            "Deprecated",
            "Example",
            "Sample output",
            "If we go with B",
            "What it could look like",
            "Rejected",
            "Expected (not yet)",
            "History",
            "Example config",
            "Former staff",
            "Archive",
            "Alternatives considered",
            "The old setup",
            "Our previous stack",
            "Plan B",
            "Stack (deprecated)",
            "What not to do",
            "Config example",
        ] {
            assert_eq!(meant(line), Some(Meant::Unsaid), "{line}");
        }
        for line in ["After", "New config", "Current setup", "Now", "Actual"] {
            assert_eq!(meant(line), Some(Meant::Present), "{line}");
        }
        for line in [
            "Billing API",
            "Old Town Hall",
            "Contacts",
            "Our stack",
            "Settings",
            "Staff",
            "Template Engine",
            "Config of the relay",
            "If you need me",
            "Don't forget",
            "What you should know",
            "Decisions",
            "Deployment",
            "Past Perfect",
            "History Museum",
            "Plan",
        ] {
            assert_eq!(meant(line), None, "{line}");
        }
    }
}
