//! What a text says anew of what is asked for: a text that tells of a change often names the former value
//! beside the new one ("12 was silly, the index has 8 shards"), and the former is no answer.

use std::collections::BTreeSet;

use memstrata_extract::query::{is_verb, stems};

use super::picked::is_a_figure;

/// The clauses of a text that name nothing of what older texts about the same tell of it; `None` where
/// all of it is to be said: where no clause names such a thing, or where what is left would not tell of
/// what is asked for, or nothing new.
pub(super) fn said_anew(question: &str, text: &str, older: &[&str]) -> Option<String> {
    let asked: BTreeSet<String> = stems(question).into_iter().collect();
    let former: BTreeSet<String> =
        older.iter().flat_map(|text| values_of(text)).filter(|stem| !asked.contains(stem)).collect();
    let known = |stem: &String| asked.contains(stem) || former.contains(stem);
    // "Min is Android 11": a figure or a name of its own beside what the former value shares with it.
    let has_its_own = |clause: &str| {
        let marked = clause.split_whitespace().skip(1).filter(|word| {
            let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
            is_a_figure(bare) || bare.starts_with(char::is_uppercase) && bare != "I"
        });
        let own = |stem: &String| !known(stem);
        clause.split_whitespace().next().is_some_and(|word| is_a_figure(word) && stems(word).iter().any(own))
            || marked.flat_map(stems).any(|stem| own(&stem))
    };
    let names_former = |clause: &str| values_of(clause).iter().any(|stem| former.contains(stem));
    let clauses = clauses(text);
    let anew: Vec<&str> =
        clauses.iter().copied().filter(|clause| !names_former(clause) || has_its_own(clause)).collect();
    if anew.len() == clauses.len() {
        return None;
    }
    let said: Vec<String> = anew.iter().flat_map(|clause| values_of(clause)).collect();
    let on_it = said.iter().chain(&stems(&anew.join(" "))).any(|stem| asked.contains(stem));
    let new = said.iter().any(|stem| !asked.contains(stem));
    (on_it && new).then(|| anew.join(", "))
}

/// Stems of what may be a value, or a part of one: no verb.
fn values_of(text: &str) -> Vec<String> {
    let words = text.split_whitespace().filter(|word| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        is_a_figure(bare) || !is_verb(bare)
    });
    words.flat_map(stems).collect()
}

/// Clauses, as marks and "so" or "but" part them; a point within a figure or a name parts nothing.
fn clauses(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut from = 0;
    let mut at = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        let bare = word.trim();
        if matches!(bare.to_lowercase().as_str(), "so" | "but" | "—" | "–" | "-" | "→") {
            out.push(&text[from..at]);
            from = at + if bare.starts_with(char::is_alphabetic) { 0 } else { word.len() };
        }
        at += word.len();
        if bare.ends_with([',', ';', ':', '.', '!', '?', ')']) {
            out.push(&text[from..at]);
            from = at;
        }
    }
    out.push(&text[from..]);
    out.into_iter()
        .map(|clause| clause.trim_matches(|c: char| c.is_whitespace() || ",;:(".contains(c)))
        .filter(|clause| clause.chars().any(char::is_alphanumeric))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_former_value_is_left_out_of_what_is_said_anew() {
        for (question, text, older, anew) in [
            (
                "How many shelves does the drying room have?",
                "6 was too few for the mugs... the drying room has 9 shelves, enough now",
                "drying room: 6 shelves",
                Some("the drying room has 9 shelves, enough now"),
            ),
            (
                "Where is our spare canoe?",
                "Ruud wanted the shed back, so the spare canoe hangs under the bridge",
                "spare canoe hangs in the shed",
                Some("so the spare canoe hangs under the bridge"),
            ),
            // What the former value shares with the new one.
            (
                "Which pins does the loom need?",
                "tension way off, the loom needs 3.25 mm pins, hm",
                "put 4 mm pins on it",
                None,
            ),
            // Nothing of the former value in it.
            (
                "Where is our spare canoe?",
                "the spare canoe is under the bridge, dry",
                "it is in the shed",
                None,
            ),
            // The value is told of in the clause of the former one, or is the former one.
            ("Where is our spare canoe?", "spare canoe went from shed to bridge, dry", "in the shed", None),
            ("Where is our spare canoe?", "the spare canoe stays in the shed, rain", "in the shed", None),
        ] {
            assert_eq!(said_anew(question, text, &[older]).as_deref(), anew, "{text}");
        }
    }
}
