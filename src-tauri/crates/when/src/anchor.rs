//! Events that a question names instead of a date: "before the migration", "since Priya joined",
//! "three days before the launch", "between the launch and 3 April". Finding them in a ledger is
//! left to others; what they mean once they are found is [`crate::placed`]'s.

mod phrase;

use crate::expression::{Found, What};
use crate::grammar::Parser;
use crate::lexicon::{Preposition, Sense, VerbTense, Words};
use crate::reading::{Anchor, Bounds, Intent, Relation};
use crate::tense::Tenses;
use phrase::{event, is_generic, is_relational, offset_before, phrase_end};

/// An event and how the question is tied to it.
#[derive(Clone, Debug)]
pub struct Anchored {
    pub anchor: Anchor,
    pub intent: Intent,
    pub relation: Relation,
    /// Tokens with the preposition.
    pub first: usize,
    pub next: usize,
    /// The tokens of each event.
    pub events: Vec<(usize, usize)>,
    /// Where "three days before the launch" begins, the preposition before it left out.
    pub offset: Option<usize>,
    /// The end that a date gives, where the other is the event's.
    pub known: Bounds,
}

/// The words that tie an event to a question, the intent and the relation they give.
const TIES: [(Words, Intent, Relation); 5] = [
    (Words::TieAt, Intent::At, Relation::Within),
    (Words::TieBefore, Intent::Before, Relation::Before),
    (Words::TieSince, Intent::During, Relation::Since),
    (Words::TieAfter, Intent::After, Relation::After),
    (Words::TieDuring, Intent::During, Relation::Within),
];

/// The token after the longest phrase of the class at `i`.
fn phrase(parser: &Parser<'_, '_>, i: usize, class: Words) -> Option<usize> {
    let length = |phrase: &&str| {
        let words = phrase.split(' ');
        words.clone().enumerate().all(|(n, word)| parser.word(i + n, word)).then(|| words.count())
    };
    parser.lexicon.of(class).iter().filter_map(length).max().map(|length| i + length)
}

/// The event of a question, if it names one outside the times that were found.
pub fn find(parser: &Parser<'_, '_>, found: &[Found], tenses: &Tenses) -> Option<Anchored> {
    let finder = Finder { parser, found, tenses };
    let mut times = found.iter().peekable();
    let mut i = 0;
    while i < parser.tokens.len().min(crate::intent::ASKING) {
        while times.next_if(|f| f.next <= i).is_some() {}
        if let Some(f) = times.peek()
            && f.first <= i
        {
            if let Some(anchored) = finder.to_event(f) {
                return Some(anchored);
            }
            // "before the release on 3 May" keeps its tie; a time read at the tie does not.
            i = f.next;
            continue;
        }
        if let Some(anchored) = finder.at(i) {
            return Some(anchored);
        }
        i += 1;
    }
    None
}

struct Finder<'a, 't, 'c> {
    parser: &'a Parser<'t, 'c>,
    found: &'a [Found],
    tenses: &'a Tenses,
}

impl Finder<'_, '_, '_> {
    fn at(&self, i: usize) -> Option<Anchored> {
        let parser = self.parser;
        if !parser.token(i)?.is_word() || parser.glued(i) && i > 0 && !parser.mark(i - 1, '(') {
            return None;
        }
        if parser
            .token(i + 1)
            .is_some_and(|t| t.glued && !matches!(t.kind, crate::token::Kind::Mark(c) if ",?.!".contains(c)))
            // "Before.js"
            || parser.glued(i + 1) && parser.token(i + 2).is_some_and(|t| t.glued && t.is_alphanumeric())
        {
            return None;
        }
        // "who directed Before Sunrise?": a tie with a capital in mid-sentence begins a title.
        let capital = |at: usize| parser.token(at).is_some_and(|t| t.capitalised());
        if i > 0 && capital(i) && capital(i + 1) && !crate::tense::ends_sentence(parser, i - 1) {
            return None;
        }
        // "how long before a session expires" asks for a length.
        if i > 1 && parser.is(i - 1, Words::LengthAsked) && parser.word(i - 2, "how") {
            return None;
        }
        // "the after party", "the before state"
        let determined = i > 0
            && parser
                .sense(i - 1, |s| matches!(s, Sense::Article | Sense::Possessive).then_some(()))
                .is_some();
        if determined || is_relational(parser, i) {
            return None;
        }
        if parser.is(i, Words::RangeTie) {
            if let Some(range) = self.range(i) {
                return Some(range);
            }
            if parser.word(i, "between") {
                return None;
            }
        }
        let whole = if parser.word(i, "from") {
            self.open_start(i)
        } else if parser.word(i, "when") {
            self.when(i)
        } else {
            self.tied(i)
        };
        whole.filter(|anchored| !is_generic(parser, self.tenses, anchored))
    }

    fn one(
        &self,
        i: usize,
        start: usize,
        end: usize,
        intent: Intent,
        relation: Relation,
    ) -> Option<Anchored> {
        let text = event(self.parser, start, end)?;
        Some(Anchored {
            anchor: Anchor::One(text),
            intent,
            relation,
            first: i,
            next: end,
            events: vec![(start, end)],
            offset: None,
            known: Bounds::OPEN,
        })
    }

    /// "before the migration", "three days before the migration", "within a week of the launch".
    fn tied(&self, i: usize) -> Option<Anchored> {
        let parser = self.parser;
        if parser.word(i, "as") && parser.word(i + 2, "what") {
            return None;
        }
        if let Some(offset) = self.offset(i) {
            return Some(offset);
        }
        if i > 0 && parser.is(i - 1, Words::CountedUnit) {
            return None;
        }
        if let Some(own) = self.own_event(i) {
            return Some(own);
        }
        // "on the day we moved", "at the time we signed", "the month Ana left"
        if let Some(told) = self.told_day(i) {
            return Some(told);
        }
        let (start, intent, relation) = TIES
            .iter()
            .find_map(|&(tie, intent, relation)| Some((phrase(parser, i, tie)?, intent, relation)))?;
        if parser.word(start, "when") && parser.is(start - 1, Words::EdgeBeforeWhen) {
            return None;
        }
        let end = phrase_end(parser, start);
        // "until the week after the launch"
        let beside = (start + 1..end.min(start + 7))
            .find(|&at| offset_before(parser, at).is_some_and(|(phrase, _)| phrase == start));
        if let Some(offset) = beside.and_then(|at| self.offset(at)) {
            return Some(offset);
        }
        self.one(i, start, end, intent, relation)
    }

    /// "at the launch of v2", "on my 30th birthday": an event that is named as a thing.
    fn own_event(&self, i: usize) -> Option<Anchored> {
        let parser = self.parser;
        let end = phrase_end(parser, i + 1);
        let named = (i + 2..end.min(i + 6)).take_while(|&at| {
            parser.sense(at, |s| matches!(s, Sense::Preposition(_) | Sense::Of).then_some(())).is_none()
        });
        let event = parser.word(i, "at")
            && parser.word(i + 1, "the")
            && named.clone().any(|at| parser.is(at, Words::EventNoun));
        let day = parser.word(i, "on")
            && parser.sense(i + 1, |s| (s == Sense::Possessive).then_some(())).is_some()
            && named.clone().any(|at| parser.is(at, Words::OwnDay));
        (event || day).then(|| self.one(i, i + 1, end, Intent::At, Relation::Within)).flatten()
    }

    /// "the day we moved": a unit and who did what in it.
    fn told_day(&self, i: usize) -> Option<Anchored> {
        let parser = self.parser;
        let tied = parser.is(i, Words::DayTie);
        let the = if tied { i + 1 } else { i };
        let unit = Words::EventUnit;
        let start = the + 2;
        let subject = parser.is(start, Words::Subject)
            || parser.token(start).is_some_and(|t| t.capitalised()) && parser.matches.at(start).is_empty();
        if !parser.word(the, "the") || !parser.is(the + 1, unit) || !subject {
            return None;
        }
        let end = phrase_end(parser, start);
        let told = (start + 1..end.min(start + 3)).any(|at| {
            crate::tense::is_participle(parser, at)
                || parser.sense(at, |s| (s == Sense::Tense(VerbTense::Past)).then_some(())).is_some()
        });
        told.then(|| self.one(i, start, end, Intent::At, Relation::Within)).flatten()
    }

    /// A length or a unit right before the tie: the event is only counted from.
    fn offset(&self, i: usize) -> Option<Anchored> {
        let parser = self.parser;
        let (phrase, start) = offset_before(parser, i)?;
        let mut anchored = self.one(i, start, phrase_end(parser, start), Intent::At, Relation::Within)?;
        let long = (phrase..i).any(|at| {
            parser
                .sense(at, |s| {
                    matches!(s, Sense::Unit(unit) if unit >= crate::lexicon::Unit::Weekend).then_some(())
                })
                .is_some()
        });
        let spans = parser.word(phrase, "the") && long || parser.word(phrase, "within");
        if spans {
            anchored.intent = Intent::During;
        }
        anchored.offset = Some(phrase);
        anchored.first = phrase;
        // "since the week after the launch", "on the day before the launch"
        let before = phrase.checked_sub(1).and_then(|at| {
            let (preposition, next) =
                parser.sense(at, |s| if let Sense::Preposition(p) = s { Some(p) } else { None })?;
            (next == phrase).then_some((at, preposition))
        });
        if let Some((at, preposition)) = before {
            anchored.first = at;
            let (intent, relation) = match preposition {
                Preposition::Before | Preposition::Until => (Intent::Before, Relation::Before),
                Preposition::After => (Intent::After, Relation::After),
                Preposition::Since => (Intent::During, Relation::Since),
                Preposition::By | Preposition::Through => (Intent::Before, Relation::Through),
                _ => (anchored.intent, Relation::Within),
            };
            (anchored.intent, anchored.relation) = (intent, relation);
        }
        Some(anchored)
    }

    /// "which tier did we have when Noor left", "when Noor left, which tier …".
    fn when(&self, i: usize) -> Option<Anchored> {
        let parser = self.parser;
        let verb = parser
            .sense(i + 1, |s| matches!(s, Sense::Tense(_) | Sense::Be | Sense::Have).then_some(()))
            .is_some();
        if verb || parser.is(i + 1, Words::AfterWhen) {
            return None;
        }
        let end = phrase_end(parser, i + 1);
        if i == 0 && !parser.mark(end, ',') {
            return None;
        }
        let asks = Words::WhenAsked;
        if i > 0 && parser.is(i - 1, asks) {
            return None;
        }
        // A state lasts, a happening does not.
        let states = Words::StateVerb;
        let state = (i + 1..end.min(i + 5)).any(|at| parser.is(at, states));
        self.one(i, i + 1, end, if state { Intent::During } else { Intent::At }, Relation::Within)
    }

    /// "from the offsite on", "from release 3 onwards".
    fn open_start(&self, i: usize) -> Option<Anchored> {
        let end = phrase_end(self.parser, i + 1);
        let on = end.checked_sub(1).filter(|&at| at > i + 1)?;
        if !self.parser.is(on, Words::Onward) {
            return None;
        }
        let mut anchored = self.one(i, i + 1, on, Intent::During, Relation::Since)?;
        anchored.next = end;
        Some(anchored)
    }

    /// The date that stands alone from `first` up to the end of the phrase.
    fn date_at(&self, first: usize, end: usize) -> Option<&Found> {
        let at = self.found.partition_point(|f| f.first < first);
        let found = self.found.get(at).filter(|f| f.first == first && f.next <= end)?;
        matches!(&found.what, What::Time(_)).then_some(found)
    }

    /// "between the kickoff and the launch", "between the launch and 3 April", "from the launch to
    /// 3 April", "since the launch until 3 April".
    fn range(&self, i: usize) -> Option<Anchored> {
        let parser = self.parser;
        let between = parser.word(i, "between");
        let end = phrase_end(parser, i + 1);
        let joins = |at: usize| {
            if between { parser.word(at, "and") } else { parser.is(at, Words::RangeEnd) }
        };
        let join = (i + 2..end).find(|&at| joins(at))?;
        let left = self.date_at(i + 1, join).filter(|f| f.next == join);
        // "until 3 April" carries its own preposition.
        let right = self.date_at(join + 1, end).or_else(|| self.date_at(join, end));
        let events: Vec<(usize, usize)> = match (left, right) {
            (Some(_), Some(_)) => return None,
            (Some(_), None) => vec![(join + 1, end)],
            (None, Some(_)) => vec![(i + 1, join)],
            // "from Bea's leave until Jo's arrival"
            // "from Ana joining until the outage": what has an until is a time
            (None, None)
                if between
                    || parser
                        .sense(join, |s| (s == Sense::Preposition(Preposition::Until)).then_some(()))
                        .is_some()
                    || self.is_owned(i + 1, join) && self.is_owned(join + 1, end) =>
            {
                vec![(i + 1, join), (join + 1, end)]
            }
            (None, None) => return None,
        };
        let words: Vec<String> = events.iter().filter_map(|&(a, b)| event(parser, a, b)).collect();
        let anchor = match words.as_slice() {
            [one] if events.len() == 1 => Anchor::One(one.clone()),
            [first, second] => Anchor::Two(first.clone(), second.clone()),
            _ => return None,
        };
        let named = |f: Option<&Found>| {
            f.and_then(|f| if let What::Time(t) = &f.what { Some(t.named) } else { None })
        };
        let known = Bounds { from: named(left).map(|n| n.0), to: named(right).map(|n| n.1) };
        let next = right.map_or(end, |f| f.next);
        let anchored = Anchored {
            anchor,
            intent: Intent::Between,
            relation: Relation::Between,
            first: i,
            next,
            events,
            offset: None,
            known,
        };
        (!is_generic(parser, self.tenses, &anchored)).then_some(anchored)
    }

    /// Whether words name a thing of somebody's.
    fn is_owned(&self, first: usize, end: usize) -> bool {
        let own = |at: usize| {
            self.parser.token(at).is_some_and(|t| self.parser.lexicon.lists(Words::ShortIs, t.text))
                || at == first && self.parser.sense(at, |s| (s == Sense::Possessive).then_some(())).is_some()
        };
        (first..end).any(own)
    }

    /// "from 3 April to the launch", "since 3 April until the launch": a date that was read, and an
    /// event after it.
    fn to_event(&self, found: &Found) -> Option<Anchored> {
        let parser = self.parser;
        let What::Time(time) = &found.what else { return None };
        if time.relation != Relation::Since || !parser.is(found.next, Words::RangeEnd) {
            return None;
        }
        let start = found.next + 1;
        let determined =
            parser.sense(start, |s| matches!(s, Sense::Article | Sense::Possessive).then_some(())).is_some();
        let told = matches!(
            self.tenses.near(start, start + 1),
            Some(VerbTense::Past | VerbTense::Perfect | VerbTense::Future)
        );
        let end = phrase_end(parser, start);
        if !determined || !told || self.date_at(start, end).is_some() {
            return None;
        }
        let mut anchored = self.one(found.first, start, end, Intent::Between, Relation::Between)?;
        anchored.known.from = Some(time.named.0);
        Some(anchored)
    }
}
