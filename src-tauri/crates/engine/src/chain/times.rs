//! The time of each step: a phrase may say its own ("the service that now runs on port 8081", "the
//! current owner"), and a question in the present about somebody of the past ("where does the person
//! who owned it in March live") stands at two times. All else is asked of the time of the question.

use memstrata_model::Interval;
use memstrata_retrieve::Gate;

use super::phrase::Kind;
use super::pieces::Piece;

/// The times that the steps of a question stand at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Times {
    /// As the question says.
    asked: Gate,
    /// When it was asked.
    now: Gate,
    /// Its main clause is in the present, and a clause inside it in the past.
    present_of_past: bool,
    /// Steps stand at several times: what holds at one says nothing of another.
    several: bool,
}

impl Times {
    pub fn of(question: &str, gate: Gate) -> Self {
        let now = Gate::at(gate.now, gate.known_at, gate.now);
        let words: Vec<String> = question
            .split_whitespace()
            .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase())
            .collect();
        let elsewhen = gate.period != now.period;
        let main = words.iter().position(|word| is_present(word) || is_past(word));
        let clause = words.iter().position(|word| matches!(word.as_str(), "who" | "that" | "which" | "whom"));
        let present_of_past = elsewhen
            && main.is_some_and(|at| at <= 4 && is_present(&words[at]))
            && clause.is_some_and(|_| {
                words.iter().enumerate().skip(2).any(|(at, word)| {
                    matches!(words[at - 1].as_str(), "who" | "that" | "which")
                        && (is_past(word) || word.len() > 3 && word.ends_with("ed"))
                })
            });
        let several = elsewhen && (present_of_past || words.iter().any(|word| says_now(word)));
        Times { asked: gate, now, present_of_past, several }
    }

    /// The time of a phrase.
    pub fn of_step(&self, kind: &Kind) -> Gate {
        let says = |text: &str| text.split_whitespace().any(|word| says_now(&word.to_lowercase()));
        let now = match kind {
            Kind::Noun { noun, after, .. } => says(noun) || says(after),
            Kind::Object { head, clause } | Kind::Participle { head, clause } => says(head) || says(clause),
            Kind::Subject { head, clause } => says(head) || clause.iter().any(|word| says(word)),
            Kind::Whose { head, noun } => says(head) || says(noun),
            Kind::Same => false,
        };
        if now && self.several { self.now } else { self.asked }
    }

    /// The time of what is left of the question.
    pub fn of_rest(&self, pieces: &[Piece], alone: bool) -> Gate {
        let says = |piece: &Piece| matches!(piece, Piece::Word(word) if says_now(&word.to_lowercase()));
        let now = self.several && !alone && (self.present_of_past || pieces.iter().any(says));
        if now { self.now } else { self.asked }
    }

    /// While the steps so far held, as far as that bears on the next.
    pub fn so_far(&self, holds: Interval) -> Interval {
        if self.several { Interval::new(None, None) } else { holds }
    }
}

fn says_now(word: &str) -> bool {
    matches!(word, "now" | "currently" | "today" | "today's" | "current" | "present" | "nowadays")
}

fn is_present(word: &str) -> bool {
    matches!(word, "is" | "are" | "am" | "does" | "do" | "has" | "have")
}

fn is_past(word: &str) -> bool {
    matches!(word, "was" | "were" | "did" | "had")
}
