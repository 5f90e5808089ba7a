//! How a term that was read is tied to its sentence: before it, since it, up to it, and the instants
//! that this gives in the zone of the reading.

use chrono::{DateTime, Utc};

use crate::civil::{Adjustment, Grain, Moment, Period};
use crate::context::Context;
use crate::grammar::{Note, Parser};
use crate::lexicon::{Preposition, Sense, Words};
use crate::reading::{Precision, Relation};
use crate::wording;

/// An expression that was read.
#[derive(Clone, Debug)]
pub struct Time {
    pub from: Option<DateTime<Utc>>,
    pub to: Option<DateTime<Utc>>,
    pub named: (DateTime<Utc>, DateTime<Utc>),
    pub period: Period,
    pub relation: Relation,
    pub preposition: Option<Preposition>,
    /// "from" without "to".
    pub bare_from: bool,
    pub rule: &'static str,
    pub notes: Vec<String>,
    /// A time or part of any day, without its date ("in the morning", "at nine").
    pub any_day: bool,
}

impl Time {
    pub fn precision(&self) -> Precision {
        self.period.grain.precision()
    }
}

/// "more than two weeks ago", "less than a month ago", "over three years ago".
pub fn compared(parser: &Parser<'_, '_>, i: usize, rule: &str, period: &Period) -> Option<Relation> {
    if !["ago", "ahead", "count-from"].contains(&rule) {
        return None;
    }
    let than = i >= 2 && parser.word(i - 1, "than");
    let more = than && parser.is(i - 2, Words::MoreThan) || i >= 1 && parser.word(i - 1, "over");
    let less = than && parser.is(i - 2, Words::LessThan) || i >= 1 && parser.word(i - 1, "under");
    let past = period.from.local <= parser.context.local_now();
    match (more, less, past) {
        (true, _, true) | (_, true, false) => Some(Relation::Before),
        (true, _, false) => Some(Relation::After),
        (_, true, true) => Some(Relation::Since),
        _ => None,
    }
}

pub fn relation_of(preposition: Option<Preposition>, from: bool) -> Relation {
    match preposition {
        Some(Preposition::Before | Preposition::Until) => Relation::Before,
        Some(Preposition::After) => Relation::After,
        Some(Preposition::Since) => Relation::Since,
        Some(Preposition::By) => Relation::By,
        Some(Preposition::Through) => Relation::Through,
        None if from => Relation::Since,
        _ => Relation::Within,
    }
}

/// "onwards", "or later", "and after", "or earlier".
pub fn onwards(parser: &Parser<'_, '_>, i: usize, from: bool) -> Option<(Relation, usize)> {
    if let Some((_, next)) = parser.sense(i, |s| (s == Sense::Onwards).then_some(())) {
        // "from the 3rd on" needs its "from"; "on" is a preposition as well.
        let on = parser.word(i, "on");
        let ends = parser.ends_phrase_after(next);
        return (!on || from && ends).then_some((Relation::Since, next));
    }
    // "March 2019 – Present"
    if parser.dash(i) && parser.word(i + 1, "present") {
        return Some((Relation::Since, i + 2));
    }
    // "CTO (2019–)"
    let bracket = i >= 2 && parser.mark(i - 2, '(') && parser.mark(i + 1, ')');
    let label = i >= 2 && parser.tokens[i - 2].is_word() && parser.mark(i + 1, ':');
    let year = i >= 1 && parser.plain_figures(i - 1, 4..=4).is_some();
    if year && (bracket || label) && parser.dash(i) && parser.glued(i) && parser.glued(i + 1) {
        return Some((Relation::Since, i + 1));
    }
    let joined = parser.sense(i, |s| matches!(s, Sense::And | Sense::Or).then_some(())).is_some();
    let ends = parser.token(i + 2).is_none_or(|t| {
        t.new_line
            || !t.is_alphanumeric()
                && !t.glued | parser.mark(i + 2, '?') | parser.mark(i + 2, ',') | parser.mark(i + 2, '.')
    });
    if joined && ends {
        if parser.is(i + 1, Words::OrLater) {
            return Some((Relation::Since, i + 2));
        }
        if parser.is(i + 1, Words::OrEarlier) {
            return Some((Relation::Through, i + 2));
        }
    }
    None
}

#[allow(clippy::too_many_arguments)]
pub fn time_of(
    context: &Context,
    period: Period,
    relation: Relation,
    preposition: Option<Preposition>,
    bare_from: bool,
    rule: &'static str,
    notes: &[Note],
) -> Time {
    let zone = context.zone;
    let (from, adjusted_from) = period.from.instant(zone);
    let (to, adjusted_to) = if period.is_moment() { (from, None) } else { period.to.instant(zone) };
    let to = to.max(from);
    let mut words: Vec<String> = notes.iter().map(|note| wording::note(note, &period)).collect();
    let moment = |moment: &Moment| moment.local.format("%H:%M on %-d %B %Y").to_string();
    // A day that begins after a gap needs no words.
    for (adjusted, at, instant) in [(adjusted_from, &period.from, from), (adjusted_to, &period.to, to)] {
        if period.grain != Grain::Instant {
            continue;
        }
        let shown = instant.with_timezone(&zone).format("%H:%M");
        match adjusted {
            Some(Adjustment::Gap) => words.push(format!(
                "{} does not exist in {zone}; the first instant after the gap is {shown}",
                moment(at)
            )),
            Some(Adjustment::Fold) => {
                words.push(format!("{} exists twice in {zone}; the first is taken", moment(at)))
            }
            None => {}
        }
    }
    let (open_from, open_to) = match relation {
        Relation::Within | Relation::Between => (Some(from), Some(to)),
        Relation::Before => (None, Some(from)),
        Relation::By | Relation::Through => (None, Some(to)),
        Relation::After => (Some(to), None),
        Relation::Since => (Some(from), None),
    };
    Time {
        from: open_from,
        to: open_to,
        named: (from, to),
        period,
        relation,
        preposition,
        bare_from,
        rule,
        notes: words,
        any_day: false,
    }
}
