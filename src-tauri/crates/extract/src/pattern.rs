//! The lexicon's verb patterns: compiled once, found by an anchor word, matched over the tokens
//! of a clause. What fills a slot as subject is cleaned by [`crate::subject`]; whether the clause
//! asserts is [`crate::cue`]'s.

use std::hash::Hasher as _;

use rustc_hash::{FxHashMap, FxHasher};

use crate::lexicon::Lexicon;
use crate::matching::{Match, match_at, stood_for};
use crate::notation::{Item, anchor, expand};
use crate::token::{Shape, Token};
use crate::value::ValueType;
use crate::words;

#[derive(Debug)]
pub(crate) struct Pattern {
    pub(crate) relation: usize,
    pub(crate) items: Vec<Item>,
    pub(crate) anchor: usize,
    pub(crate) ends: bool,
    /// Whether it names a subject at all.
    pub(crate) wants_subject: bool,
    /// Whether it holds a negation of its own ("cannot stand").
    pub(crate) negates: bool,
    /// Content words; more of them make a match more telling.
    pub(crate) weight: u32,
    /// The words beside the anchor without which nothing matches.
    needs: Signs,
}

/// A set of words, a bit for each: what it has not is not among them, what it has may be.
#[derive(Clone, Copy, Debug, Default)]
struct Signs(u128);

impl Signs {
    fn of(word: &str) -> Self {
        let mut hasher = FxHasher::default();
        hasher.write(word.as_bytes());
        Signs(1 << (hasher.finish() >> 57))
    }

    fn add(&mut self, word: &str) {
        self.0 |= Self::of(word).0;
    }

    fn covers(self, needed: Signs) -> bool {
        needed.0 & !self.0 == 0
    }

    /// Every word that one of the tokens can stand for ([`crate::matching`]).
    fn of_tokens(tokens: &[Token<'_>]) -> Self {
        let mut signs = Signs::default();
        for token in tokens.iter().filter(|t| matches!(t.shape, Shape::Word | Shape::Solid | Shape::Punct)) {
            stood_for(token).for_each(|word| signs.add(word));
        }
        signs
    }
}

/// All patterns of a lexicon by anchor word.
#[derive(Debug)]
pub struct Patterns {
    patterns: Vec<Pattern>,
    by_anchor: FxHashMap<&'static str, Vec<usize>>,
}

impl Patterns {
    #[must_use]
    pub fn compile(lexicon: &'static Lexicon) -> Self {
        let mut patterns = Vec::new();
        for (relation, spec) in lexicon.relations().enumerate() {
            for written in &spec.patterns {
                let (ends, body) = written.strip_prefix('!').map_or((false, *written), |rest| (true, rest));
                for items in expand(body) {
                    let Some(anchor) = anchor(&items) else { continue };
                    let weight = items
                        .iter()
                        .map(|item| match item {
                            Item::Word(w) if *w == "be" || words::is_determiner(w) => 0,
                            Item::Word(w) if words::is_preposition(w) => 1,
                            Item::Word(_) => 2,
                            _ => 0,
                        })
                        .sum();
                    let wants_subject = items.contains(&Item::Subject);
                    let negates = items.contains(&Item::Word("not"));
                    let mut needs = Signs::default();
                    for (at, item) in items.iter().enumerate() {
                        match item {
                            // A reduced passive has no "be".
                            Item::Word(word) if at != anchor && *word != "be" => needs.add(word),
                            _ => {}
                        }
                    }
                    patterns.push(Pattern {
                        relation,
                        items,
                        anchor,
                        ends,
                        wants_subject,
                        negates,
                        weight,
                        needs,
                    });
                }
            }
        }
        let mut by_anchor: FxHashMap<&'static str, Vec<usize>> = FxHashMap::default();
        for (index, pattern) in patterns.iter().enumerate() {
            if let Item::Word(word) = pattern.items[pattern.anchor] {
                by_anchor.entry(word).or_default().push(index);
            }
        }
        Patterns { patterns, by_anchor }
    }

    /// Every match whose words stand in `tokens[lo..hi]`. `value_type` gives a relation's type.
    pub fn find(
        &self,
        tokens: &[Token<'_>],
        lo: usize,
        hi: usize,
        value_type: impl Fn(usize) -> ValueType,
        out: &mut Vec<Match>,
    ) {
        let signs = Signs::of_tokens(&tokens[lo..hi]);
        for at in lo..hi {
            let token = &tokens[at];
            if !matches!(token.shape, Shape::Word | Shape::Solid) || is_within_a_name(tokens, at, lo, hi) {
                continue;
            }
            let mut tried: [Option<&str>; 2] = [None; 2];
            let written = crate::matching::in_full(&token.lower).unwrap_or(&token.lower);
            let lemma = token.verb.map(|v| v.lemma);
            let plural = if token.lower.ends_with('s') { Some(words::one(&token.lower)) } else { None };
            for key in [Some(written), lemma, plural.as_deref()].into_iter().flatten() {
                if tried.contains(&Some(key)) {
                    continue;
                }
                tried[usize::from(tried[0].is_some())] = Some(key);
                for &index in self.by_anchor.get(key).map_or(&[][..], Vec::as_slice) {
                    let pattern = &self.patterns[index];
                    if !signs.covers(pattern.needs) {
                        continue;
                    }
                    if let Some(found) = match_at(pattern, tokens, lo, hi, at, value_type(pattern.relation)) {
                        out.push(found);
                    }
                }
            }
        }
    }
}

/// "American Broadcasting Company": a doing that is written as part of a name is none.
fn is_within_a_name(tokens: &[Token<'_>], at: usize, lo: usize, hi: usize) -> bool {
    let capital = |i: usize| tokens[i].capital() && tokens[i].is_content();
    let doing = tokens[at].verb.is_some_and(|verb| verb.gerund) && tokens[at].capital();
    doing && at > lo && at + 1 < hi && capital(at - 1) && capital(at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::tokens;

    fn relations(text: &str) -> Vec<(String, String)> {
        let lexicon = Lexicon::built_in();
        let patterns = Patterns::compile(lexicon);
        let specs: Vec<_> = lexicon.relations().collect();
        let found = tokens(text, 0);
        let mut out = Vec::new();
        patterns.find(&found, 0, found.len(), |r| specs[r].value_type, &mut out);
        out.iter()
            .filter_map(|m| {
                let o = m.object?;
                Some((
                    specs[m.relation].name.to_owned(),
                    text[found[o.start].span.0..found[o.end - 1].span.1].to_owned(),
                ))
            })
            .collect()
    }

    #[test]
    fn patterns_match_inflected_clauses() {
        for (text, relation, object) in [
            ("the relay listens on port 8443", "port", "8443"),
            ("Marta owns the parser", "owner", "Marta"),
            ("bump serde from 1.0.1 to 1.0.228", "version", "1.0.228"),
            ("the parser is now licensed under MIT", "license", "MIT"),
            ("OPS-7 handed over to Nadia", "assignee", "Nadia"),
            ("the pool is a m6i.2xlarge", "instance_type", "m6i.2xlarge"),
            ("rename get_usr to fetch_user", "name", "fetch_user"),
            ("she has been working on the parser", "working_on", "the parser"),
        ] {
            let found = relations(text);
            assert!(
                found.iter().any(|(r, o)| r == relation
                    && o.trim_start_matches("the ") == object.trim_start_matches("the ")),
                "{text}: {found:?}"
            );
        }
    }

    #[test]
    fn a_doing_within_a_name_is_no_verb() {
        for text in [
            "the director of American Broadcasting Company is Bob",
            "a clerk of Northern Using Partners",
            "the Danish Owning Society meets",
        ] {
            assert_eq!(relations(text), [], "{text}");
        }
        assert!(!relations("the BBC is broadcasting Doctor Who").is_empty());
    }

    #[test]
    fn alternatives_and_options_are_written_out() {
        assert_eq!(expand("S listen on (port)? O").len(), 2);
        assert_eq!(expand("S (like|love) O").len(), 2);
    }
}
