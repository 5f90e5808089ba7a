//! The grammar: terms that compose. A term begins with one of the primaries of the files beside
//! this one and is then extended by a time, a part, a year or a duration ([`extend`]); two terms
//! make a range ([`range`]). Which terms of a text are meant as time is left to
//! [`crate::expression`].

mod beside;
mod calendar;
mod clock;
mod count;
mod date;
mod directed;
mod ends;
mod extend;
mod hours;
mod number;
mod numeric;
mod part;
mod range;
mod season;
mod shared;
mod timed;
mod today;
mod zone;

use std::cell::{Cell, RefCell};

use crate::civil::{Grain, Period};
use crate::context::Context;
use crate::lexicon::{Lexicon, Match, Matches, Sense, Words};
use crate::pattern::{Direction, Pattern};
use crate::token::{Token, tokens};

/// What an expression needs around it to count as time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// It is time wherever it stands.
    Nothing,
    /// A day that can also be a name ("Friday"): a preposition, or a free place in the sentence.
    Weekday,
    /// A word that is often no time ("May", "summer", "noon", "Q1"): a preposition.
    Name,
    /// Four figures: a preposition, and no noun after it.
    Year,
    /// Figures that may be a fraction or a code: "on" or the like.
    Figures,
    /// "the 15th": a preposition, and no noun after it.
    DayOfMonth,
    /// A bare hour: only "at" makes it one.
    Hour,
}

/// What a term means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    Period(Period),
    Pattern(Pattern),
    /// A date or time that cannot exist.
    Impossible(&'static str),
    /// A time that is out of scope as a whole: read as nothing, and its parts with it.
    Unread,
}

/// Something to say beside a reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    WeekdayContradicts(chrono::Weekday),
    OrderFlipped,
}

/// A term of the text, up to the token `next`.
#[derive(Clone, Debug)]
pub struct Term {
    pub value: Value,
    pub next: usize,
    pub rule: &'static str,
    pub need: Need,
    pub notes: Vec<Note>,
    /// "Thursday before 5pm": how the time is tied to its day.
    pub tie: Option<crate::lexicon::Preposition>,
}

impl Term {
    pub fn period(period: Period, next: usize, rule: &'static str) -> Self {
        Term { value: Value::Period(period), next, rule, need: Need::Nothing, notes: Vec::new(), tie: None }
    }

    pub fn pattern(pattern: Pattern, next: usize, rule: &'static str, need: Need) -> Self {
        Term { value: Value::Pattern(pattern), next, rule, need, notes: Vec::new(), tie: None }
    }

    pub fn impossible(code: &'static str, next: usize) -> Self {
        Term {
            value: Value::Impossible(code),
            next,
            rule: "impossible",
            need: Need::Nothing,
            notes: Vec::new(),
            tie: None,
        }
    }

    pub fn unread(next: usize) -> Self {
        Term { value: Value::Unread, next, rule: "unread", need: Need::Nothing, notes: Vec::new(), tie: None }
    }

    pub fn needing(mut self, need: Need) -> Self {
        self.need = need;
        self
    }

    pub fn noting(mut self, note: Option<Note>) -> Self {
        self.notes.extend(note);
        self
    }

    pub fn as_pattern(&self) -> Option<Pattern> {
        match self.value {
            Value::Pattern(pattern) => Some(pattern),
            _ => None,
        }
    }
}

/// A text with its senses, ready to be read against a context.
#[derive(Debug)]
pub struct Parser<'t, 'c> {
    pub tokens: Vec<Token<'t>>,
    pub matches: Matches,
    pub lexicon: &'static Lexicon,
    pub context: &'c Context,
    pub text: &'t str,
    direction: Cell<Direction>,
    fuel: Cell<u32>,
    /// Whether the sentence tells of the future, so that nothing that runs is meant.
    future: Cell<bool>,
    /// Events of the text whose time is known from elsewhere.
    events: Vec<Event>,
    /// The terms read last from this start: ranges and prepositions ask for the same ones.
    memo: RefCell<[Option<Remembered>; 3]>,
}

/// Words of the text that name an event, by their tokens, and when it was.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    pub first: usize,
    pub next: usize,
    pub period: Period,
}

/// A token and the term that was read there.
type Remembered = (usize, Option<Term>);

/// Steps that one start may take: more than any expression of a dozen words needs.
const FUEL: u32 = 600;

impl<'t, 'c> Parser<'t, 'c> {
    pub fn new(text: &'t str, lexicon: &'static Lexicon, context: &'c Context) -> Self {
        let tokens = tokens(text);
        let matches = Matches::of(&tokens, lexicon);
        Parser {
            tokens,
            matches,
            lexicon,
            context,
            text,
            direction: Cell::new(Direction::Coming),
            fuel: Cell::new(FUEL),
            future: Cell::new(false),
            events: Vec::new(),
            memo: RefCell::new([None, None, None]),
        }
    }

    /// Takes words of the text for a time that is known.
    pub fn place_event(&mut self, event: Event) {
        self.matches.mark_temporal(event.first);
        self.events.push(event);
    }

    /// Begins a new start with full fuel and the direction that its sentence gives.
    pub fn begin(&self, direction: Direction) {
        if self.direction.get() != direction {
            *self.memo.borrow_mut() = [None, None, None];
        }
        self.direction.set(direction);
        self.fuel.set(FUEL);
    }

    /// Says whether the sentence tells of the future.
    pub fn tell_future(&self, future: bool) {
        if self.future.replace(future) != future {
            *self.memo.borrow_mut() = [None, None, None];
        }
    }

    pub fn direction(&self) -> Direction {
        self.direction.get()
    }

    /// Takes a step; `false` when this start has taken too many.
    fn step(&self) -> bool {
        let left = self.fuel.get();
        self.fuel.set(left.saturating_sub(1));
        left > 0
    }

    pub fn token(&self, i: usize) -> Option<&Token<'t>> {
        #[cfg(test)]
        crate::linear::count_step();
        self.tokens.get(i)
    }

    /// The longest sense at `i` that `pick` accepts, and the token after it.
    pub fn sense<T>(&self, i: usize, pick: impl Fn(Sense) -> Option<T>) -> Option<(T, usize)> {
        #[cfg(test)]
        crate::linear::count_step();
        let mut best: Option<(T, usize)> = None;
        for &Match { sense, length } in self.matches.at(i) {
            if best.as_ref().is_none_or(|&(_, next)| i + length > next)
                && let Some(value) = pick(sense)
            {
                best = Some((value, i + length));
            }
        }
        best
    }

    /// The token after a sense equal to `wanted` at `i`.
    pub fn eat(&self, i: usize, wanted: Sense) -> Option<usize> {
        self.sense(i, |s| (s == wanted).then_some(())).map(|(_, next)| next)
    }

    pub fn has(&self, i: usize, wanted: Sense) -> bool {
        self.eat(i, wanted).is_some()
    }

    /// Whether token `i` is this lower-case word.
    pub fn word(&self, i: usize, word: &str) -> bool {
        self.token(i).is_some_and(|t| t.text.eq_ignore_ascii_case(word))
    }

    /// Whether token `i` is a word of the class.
    pub fn is(&self, i: usize, class: Words) -> bool {
        self.token(i).is_some_and(|t| self.lexicon.lists(class, t.text))
    }

    pub fn mark(&self, i: usize, mark: char) -> bool {
        self.token(i).is_some_and(|t| t.is_mark(mark))
    }

    pub fn glued(&self, i: usize) -> bool {
        self.tokens.get(i).is_some_and(|t| t.glued)
    }

    /// A hyphen or dash of any kind.
    pub fn dash(&self, i: usize) -> bool {
        self.tokens
            .get(i)
            .is_some_and(|t| "-\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2192}~".contains(t.text))
    }

    /// Skips an article.
    pub fn past_article(&self, i: usize) -> usize {
        if self.word(i, "the") { i + 1 } else { i }
    }

    /// Skips the full stop of an abbreviation, unless it ends the sentence.
    pub fn past_dot(&self, i: usize) -> usize {
        let dot = self.mark(i, '.') && self.glued(i) && i > 0 && self.tokens[i - 1].text.len() <= 5;
        let goes_on = self.tokens.get(i + 1).is_some_and(|t| {
            !t.glued && !t.new_line && (!t.is_word() || t.text.starts_with(char::is_lowercase))
                || t.is_mark(',')
                || t.glued && t.digits() > 0
        });
        if dot && goes_on { i + 1 } else { i }
    }

    pub fn past_comma(&self, i: usize) -> usize {
        if self.mark(i, ',') { i + 1 } else { i }
    }

    /// The period that a value means here.
    pub fn resolve(&self, value: &Value) -> Option<Period> {
        match value {
            Value::Period(period) => Some(*period),
            Value::Pattern(pattern) => pattern.resolve(self.direction(), self.context),
            Value::Impossible(_) | Value::Unread => None,
        }
    }

    /// The longest term that begins at `i`, extended as far as it goes.
    pub fn term(&self, i: usize, depth: u32) -> Option<Term> {
        if depth > 3 || !self.step() || i >= self.tokens.len() {
            return None;
        }
        if depth > 0 {
            return self.fresh_term(i, depth);
        }
        if let Some((_, term)) = self.memo.borrow().iter().flatten().find(|(at, _)| *at == i) {
            return term.clone();
        }
        let term = self.fresh_term(i, depth);
        let mut memo = self.memo.borrow_mut();
        memo.rotate_right(1);
        memo[0] = Some((i, term.clone()));
        term
    }

    fn fresh_term(&self, i: usize, depth: u32) -> Option<Term> {
        // "until winter break": a feast of another calendar, or a holiday that each school has its own of.
        if let Some((_, end)) = self.sense(self.past_article(i), |s| (s == Sense::OtherFeast).then_some(())) {
            return Some(Term::unread(end));
        }
        let primary = self.primary(i, depth)?;
        Some(self.extend(primary, depth))
    }

    fn primary(&self, i: usize, depth: u32) -> Option<Term> {
        let token = self.tokens.get(i)?;
        let number = token.digits() > 0;
        if let Some(event) = self.events.iter().find(|event| event.first == i) {
            return Some(Term::period(event.period, event.next, "event"));
        }
        // A word without a sense begins nothing; most words of a text end here.
        if !number
            && self.matches.at(i).is_empty()
            && !"'@~½¼¾\u{2019}QqhCKWckw".contains(&token.text[..token.text.chars().next()?.len_utf8()])
        {
            return None;
        }
        let mut best: Option<Term> = None;
        let mut offer = |term: Option<Term>| {
            if let Some(term) = term
                && best.as_ref().is_none_or(|b| term.next > b.next)
            {
                best = Some(term);
            }
        };
        offer(self.clock_range_term(i));
        if number {
            offer(self.stamp(i));
            offer(self.numeric_date(i));
        }
        offer(self.epoch(i));
        offer(self.textual_date(i));
        offer(self.nth(i, depth));
        offer(self.beside(i, depth));
        offer(self.part(i, depth));
        offer(self.week_of(i, depth));
        offer(self.directed(i, depth));
        offer(self.counted(i, depth));
        offer(self.clock(i));
        offer(self.day_part(i));
        offer(self.calendar(i, depth));
        offer(self.day_word(i));
        best
    }

    /// Whether a period is a single day.
    pub fn is_day(period: &Period) -> bool {
        period.grain == Grain::Day && (period.last_day() == period.first_day())
    }
}
