//! Relatives by the names that their own people call them ("Grandma", "my dad"), written as the keys
//! of what is told of them are.

use crate::person::kin;
use crate::words;

/// A text in which every relative is named by the plain word, and the teller's own as his: "my
/// grandmother" of "Grandma"; nothing where none is named so.
#[must_use]
pub fn relatives_plainly(text: &str) -> Option<String> {
    let mut changed = false;
    let mut before: Option<String> = None;
    let spoken: Vec<String> = text
        .split(' ')
        .map(|word| {
            let (bare, rest) = cut(word);
            let lower = bare.to_lowercase();
            let plain = kin(&lower);
            let owned = before.as_deref().is_some_and(|word| {
                words::is_possessive(word) || words::is_determiner(word) || word.ends_with("'s")
            });
            before = Some(word.to_lowercase());
            let called = bare.starts_with(char::is_uppercase);
            if plain == lower || !(owned || called) {
                return word.to_owned();
            }
            changed = true;
            if owned { format!("{plain}{rest}") } else { format!("my {plain}{rest}") }
        })
        .collect();
    changed.then(|| spoken.join(" "))
}

/// The plain word for a relative ("mother" of "mum"); any other word as it is.
#[must_use]
pub fn plain_relative(word: &str) -> &str {
    kin(word)
}

/// A word, and what stands after it without a space: a genitive, a mark.
fn cut(word: &str) -> (&str, &str) {
    let end = word.find(|c: char| !c.is_alphabetic()).unwrap_or(word.len());
    word.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relatives_are_written_plainly() {
        for (text, plain) in [
            ("What is Grandma's diet?", Some("What is my grandmother's diet?")),
            ("Where does my mum live?", Some("Where does my mother live?")),
            ("Who is Mia's dad?", Some("Who is Mia's father?")),
            ("Where does my mother live?", None),
            ("Is nan a number?", None),
        ] {
            assert_eq!(relatives_plainly(text).as_deref(), plain, "{text}");
        }
    }
}
