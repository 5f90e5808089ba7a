//! The table's notation of verb patterns: slots, words, optional groups and alternatives, written out.

use crate::words;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    Subject,
    Object,
    Former,
    Word(&'static str),
}

/// The word by which a pattern is found: the first that is no function word, else the first.
pub(crate) fn anchor(items: &[Item]) -> Option<usize> {
    let word = |i: &usize| matches!(items[*i], Item::Word(_));
    let telling = |i: &usize| matches!(items[*i], Item::Word(w) if w != "be" && w != "have" && !words::is_preposition(w) && !words::is_determiner(w) && !words::is_auxiliary(w));
    (0..items.len()).find(telling).or_else(|| (0..items.len()).find(word))
}

/// Writes out optional groups and alternatives.
pub(crate) fn expand(written: &'static str) -> Vec<Vec<Item>> {
    let mut done: Vec<Vec<Item>> = vec![Vec::new()];
    let mut rest = written.trim();
    while !rest.is_empty() {
        let choices: Vec<Vec<Item>> = if let Some(inner) = rest.strip_prefix('(') {
            let close = inner.find(')').unwrap_or(inner.len());
            let mut choices: Vec<Vec<Item>> =
                inner[..close].split('|').map(|part| part.split_whitespace().map(item).collect()).collect();
            rest = inner.get(close + 1..).unwrap_or("");
            if let Some(after) = rest.strip_prefix('?') {
                choices.push(Vec::new());
                rest = after;
            }
            choices
        } else {
            let end = rest.find([' ', '(']).unwrap_or(rest.len());
            let word = &rest[..end];
            rest = &rest[end..];
            vec![vec![item(word)]]
        };
        rest = rest.trim_start();
        done = done
            .iter()
            .flat_map(|head| choices.iter().map(move |tail| [head.as_slice(), tail.as_slice()].concat()))
            .collect();
    }
    done
}

fn item(word: &'static str) -> Item {
    match word {
        "S" => Item::Subject,
        "O" => Item::Object,
        "O2" | "N" => Item::Former,
        word => Item::Word(word),
    }
}
