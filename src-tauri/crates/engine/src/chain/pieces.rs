//! A question as words, and as pieces: its words, its genitives, and the things that it names.
//! The phrases among the pieces are [`super::phrase`]'s.

use memstrata_model::normalize_name;

use super::grammar::{is_article, is_bound, is_owner, is_relative};

/// The longest name looked for, in words.
const LONGEST: usize = 14;

/// One piece of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Word(String),
    /// `'s`
    Genitive,
    /// A comma or another break.
    Break,
    /// Something that the question names, or that a phrase of it was found to mean.
    Thing(usize),
}

/// How a thing is spoken of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Named,
    /// I, my
    Asker,
    /// we, our
    Askers,
}

impl Form {
    /// A name that no lexicon has, so that a question can be read for its relation alone.
    pub const NAME: &'static str = "Qorvex";

    pub fn as_subject(self) -> &'static str {
        match self {
            Form::Named => Self::NAME,
            Form::Asker => "I",
            Form::Askers => "we",
        }
    }

    pub fn as_object(self) -> &'static str {
        match self {
            Form::Named => Self::NAME,
            Form::Asker => "me",
            Form::Askers => "us",
        }
    }

    /// The subject that keys are scored with.
    pub fn as_key(self) -> &'static str {
        match self {
            Form::Named => "qorvex",
            Form::Asker => "user",
            Form::Askers => "project",
        }
    }

    /// "the manager of X", "my manager".
    pub fn with_noun(self, noun: &str, preposition: &str) -> String {
        match self {
            Form::Named => format!("the {noun} {preposition} {}", Self::NAME),
            Form::Asker => format!("my {noun}"),
            Form::Askers => format!("our {noun}"),
        }
    }
}

/// A run of the question that may be a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    /// First and last word.
    first: usize,
    last: usize,
    /// A genitive follows its last word.
    genitive: bool,
    /// As a subject is written in a key.
    pub name: String,
    form: Form,
}

/// A question as words with their places.
#[derive(Clone, Debug)]
pub(super) struct Words<'q> {
    question: &'q str,
    /// Byte ranges without the punctuation around them.
    words: Vec<(usize, usize)>,
    /// Whether a comma follows the word.
    breaks: Vec<bool>,
}

/// A thing that a question names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Named {
    /// As a subject is written in a key.
    pub name: String,
    /// As the question writes it.
    pub shown: String,
    pub form: Form,
}

impl<'q> Words<'q> {
    pub fn of(question: &'q str) -> Self {
        let (mut words, mut breaks) = (Vec::new(), Vec::new());
        let mut start = None;
        let ends = question.char_indices().chain(std::iter::once((question.len(), ' ')));
        for (at, c) in ends {
            if !c.is_whitespace() {
                start.get_or_insert(at);
                continue;
            }
            let Some(from) = start.take() else { continue };
            let raw = &question[from..at];
            let opened = raw.trim_start_matches(['"', '“', '‘', '(', '`', '\'']);
            let bare = opened.trim_end_matches(['?', '!', ',', ';', ':', '"', '”', '’', ')', '`', '\'']);
            let bare = if bare.chars().filter(|c| *c == '.').count() == 1 && at == question.len() {
                bare.trim_end_matches('.')
            } else {
                bare
            };
            if bare.is_empty() {
                continue;
            }
            let from = from + (raw.len() - opened.len());
            words.push((from, from + bare.len()));
            breaks.push(opened[bare.len()..].contains([',', ';', ':']));
        }
        Words { question, words, breaks }
    }

    fn word(&self, at: usize) -> &'q str {
        let (from, to) = self.words[at];
        &self.question[from..to]
    }

    /// The words of a run as written, without a genitive at its end.
    fn run(&self, first: usize, last: usize) -> &'q str {
        let text = &self.question[self.words[first].0..self.words[last].1];
        without_genitive(text).unwrap_or(text)
    }

    /// Every run that may be a name, longest first.
    pub fn candidates(&self) -> Vec<Candidate> {
        let count = self.words.len();
        let mut out = Vec::new();
        for length in (1..=LONGEST.min(count)).rev() {
            for first in 0..=count - length {
                let last = first + length - 1;
                let (head, tail) = (self.word(first).to_lowercase(), self.word(last));
                let genitive = without_genitive(tail).is_some();
                // "Alta IF", "The Who": a capital makes a name of it.
                if is_bound(tail) || (is_bound(&head) && !is_article(&head) && !is_owner(&head)) {
                    continue;
                }
                let run = self.run(first, last);
                let name = match head.as_str() {
                    "my" if length > 1 => normalize_name(&format!("user's {}", self.run(first + 1, last))),
                    "our" if length > 1 => normalize_name(self.run(first + 1, last)),
                    "my" | "our" => continue,
                    article if is_article(article) && length == 1 => continue,
                    _ => normalize_name(run),
                };
                out.push(Candidate { first, last, genitive, name, form: Form::Named });
            }
        }
        out
    }

    /// The pieces, where these runs are names: the longest win, none overlap.
    pub fn pieces(&self, known: &[Candidate]) -> (Vec<Piece>, Vec<Named>) {
        let mut taken: Vec<Option<usize>> = vec![None; self.words.len()];
        let mut chosen: Vec<&Candidate> = Vec::new();
        for candidate in known {
            if taken[candidate.first..=candidate.last].iter().any(Option::is_some) || self.is_noun(candidate)
            {
                continue;
            }
            taken[candidate.first..=candidate.last].fill(Some(chosen.len()));
            chosen.push(candidate);
        }
        let (mut pieces, mut named) = (Vec::new(), Vec::new());
        let mut at = 0;
        while at < self.words.len() {
            let mut end = at;
            if let Some(place) = taken[at] {
                let candidate = chosen[place];
                pieces.push(Piece::Thing(named.len()));
                named.push(Named {
                    name: candidate.name.clone(),
                    shown: self.run(candidate.first, candidate.last).to_owned(),
                    form: candidate.form,
                });
                if candidate.genitive {
                    pieces.push(Piece::Genitive);
                }
                end = candidate.last;
            } else {
                let word = self.word(at);
                let addressed = at > 0
                    && matches!(
                        self.word(at - 1).to_lowercase().as_str(),
                        "tell" | "give" | "show" | "remind" | "let" | "find" | "get"
                    );
                let person = match word.to_lowercase().as_str() {
                    "me" | "us" if addressed => None,
                    "i" | "me" => Some(("user", Form::Asker, false)),
                    "my" => Some(("user", Form::Asker, true)),
                    "we" | "us" => Some(("project", Form::Askers, false)),
                    "our" => Some(("project", Form::Askers, true)),
                    _ => None,
                };
                if let Some((name, form, genitive)) = person {
                    pieces.push(Piece::Thing(named.len()));
                    named.push(Named { name: name.to_owned(), shown: word.to_owned(), form });
                    if genitive {
                        pieces.push(Piece::Genitive);
                    }
                } else if let Some(bare) = without_genitive(word) {
                    pieces.push(Piece::Word(bare.to_owned()));
                    // "What's" holds a verb.
                    let asks = matches!(
                        bare.to_lowercase().as_str(),
                        "what" | "who" | "where" | "when" | "how" | "that" | "it" | "there" | "he" | "she"
                    );
                    pieces.push(if asks { Piece::Word("is".to_owned()) } else { Piece::Genitive });
                } else {
                    pieces.push(Piece::Word(word.to_owned()));
                }
            }
            if self.breaks[end] {
                pieces.push(Piece::Break);
            }
            at = end + 1;
        }
        (pieces, named)
    }

    /// A single plain word before "of" or a relative pronoun is the noun of a phrase, whatever
    /// else has that name.
    fn is_noun(&self, candidate: &Candidate) -> bool {
        let plain = candidate.name.split(' ').count() == 1
            && self.word(candidate.last).chars().all(char::is_lowercase);
        let next = self.words.get(candidate.last + 1).map(|_| self.word(candidate.last + 1).to_lowercase());
        plain && next.is_some_and(|word| word == "of" || is_relative(&word))
    }
}

fn without_genitive(word: &str) -> Option<&str> {
    word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).filter(|bare| !bare.is_empty())
}
