//! Finds the expressions of a text: what ties each to its sentence, whether a word that may be a
//! name or a number is meant as time, and which spans recur or cannot exist. The periods come
//! from the grammar; questions and statements are read from what is found here.

use chrono::{DateTime, Utc};

use crate::civil::{Adjustment, Grain, Moment, Period, day_is_missing};
use crate::context::Context;
use crate::grammar::{Need, Note, Parser, Value};
use crate::lexicon::{Preposition, Sense};
use crate::pattern::{Direction, Pattern};
use crate::reading::{Bounds, Expression, Precision, Relation};
use crate::recurring::{past_recurrence, recurring, recurs_after};
use crate::support::{Place, edges_hold, is_name, supported};
use crate::tense::Tenses;

use crate::wording;

/// Something temporal of a text, by its tokens.
#[derive(Clone, Debug)]
pub struct Found {
    pub first: usize,
    pub next: usize,
    /// The first token after the preposition.
    pub core: usize,
    pub what: What,
}

#[derive(Clone, Debug)]
pub enum What {
    Time(Time),
    /// A date that cannot exist, and the tokens that name it.
    Impossible {
        code: &'static str,
        first: usize,
        next: usize,
    },
    /// "every Monday", "Tuesdays at nine": no date.
    Recurring,
}

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

/// What stands before a term.
#[derive(Clone, Copy)]
pub struct Lead {
    preposition: Option<Preposition>,
    from: bool,
    pub core: usize,
    /// "since" itself, and no "starting" or "effective".
    since: bool,
}

/// Everything temporal of a text, in order, without overlaps.
pub fn scan(parser: &Parser<'_, '_>, tenses: &Tenses, default: Direction) -> Vec<Found> {
    let mut found = Vec::new();
    let mut i = 0;
    while i < parser.tokens.len() {
        // "Diwali 2019" is out of scope whole: its year alone would be another date.
        if let Some((_, end)) = parser.sense(i, |s| (s == Sense::OtherFeast).then_some(())) {
            i = parser.past_feast(end);
            continue;
        }
        // "the closest Christmas to today" is not read, and neither are its parts.
        if parser.word(i, "closest") || parser.word(i, "nearest") {
            parser.begin(Direction::Coming);
            if let Some(range) = parser.range(i + 1) {
                i = range.next;
                continue;
            }
        }
        let here = at(parser, tenses, i, default, found.last());
        if let Some((_, end)) = parser.sense(i, |s| (s == Sense::LookAlike).then_some(()))
            && here.as_ref().is_none_or(|f| f.next <= end)
        {
            i = end;
            continue;
        }
        match here {
            Some(one) => {
                i = one.next.max(i + 1);
                found.push(one);
            }
            None => i += 1,
        }
    }
    found
}

/// The expression that begins at a token, if one does; `before` is the one that ended last.
fn at(
    parser: &Parser<'_, '_>,
    tenses: &Tenses,
    i: usize,
    default: Direction,
    before: Option<&Found>,
) -> Option<Found> {
    let token = parser.token(i)?;
    let dated =
        |at: usize| parser.matches.temporal(at) || parser.word(at, "the") && parser.matches.temporal(at + 1);
    let senses = parser.matches.at(i);
    if senses.is_empty() && !parser.matches.temporal(i) {
        return None;
    }
    let every = senses.iter().any(|m| m.sense == Sense::Every);
    let lead = lead(parser, i);
    // Most words of a text end here: nothing temporal stands at them or after their preposition.
    let between = parser.has(i, Sense::Between) && dated(i + 1);
    let article = senses.iter().any(|m| m.sense == Sense::Article) && parser.matches.temporal(i + 1);
    if !(dated(i)
        || lead.core > i
            && (dated(lead.core)
                || parser.has(lead.core, Sense::Every)
                || parser.word(lead.core, "a")
                || parser.word(lead.core, "an"))
        || between
        || article
        || every)
    {
        return None;
    }
    let _ = token;
    if let Some(recurring) = recurring(parser, i) {
        return Some(recurring);
    }
    let mut best: Option<Found> = None;
    let starts: &[bool] = if lead.core == i { &[false] } else { &[false, true] };
    for &led in starts {
        let plain = Lead { preposition: None, from: false, core: i, since: false };
        let mut lead = if led { lead } else { plain };
        // "on Monday or Tuesday": the second stands as the first does.
        if !led && let Some(preposition) = coordinated(parser, i, before) {
            lead.preposition = Some(preposition);
        }
        let direction = direction_of(parser, tenses, &lead, i, default);
        parser.begin(direction);
        if let Some(one) = read(parser, i, &lead, before)
            && best.as_ref().is_none_or(|b| one.next > b.next)
        {
            best = Some(one);
        }
    }
    let found = best?;
    if matches!(found.what, What::Time(_)) && recurs_after(parser, found.next) {
        let next = past_recurrence(parser, found.next);
        return Some(Found { next, what: What::Recurring, ..found });
    }
    Some(found)
}

/// The preposition of the expression before, where only "and", "or" or a comma stands between.
fn coordinated(parser: &Parser<'_, '_>, i: usize, before: Option<&Found>) -> Option<Preposition> {
    let before = before.filter(|b| b.next + 1 == i)?;
    let What::Time(time) = &before.what else { return None };
    let weekdays = parser.weekday_at(i) && time.rule.contains("weekday")
        || time.rule == "date-time" && parser.weekday_at(i);
    let joins = parser.mark(i - 1, ',')
        || parser.sense(i - 1, |s| matches!(s, Sense::And | Sense::Or).then_some(())).is_some();
    let tied = time.preposition.or(weekdays.then_some(Preposition::On));
    (joins && matches!(time.relation, Relation::Within)).then_some(tied).flatten()
}

fn direction_of(
    parser: &Parser<'_, '_>,
    tenses: &Tenses,
    lead: &Lead,
    i: usize,
    default: Direction,
) -> Direction {
    // "starting Monday the lead is Eva", "from Friday I'm off": a weekday is the coming one.
    let opens = lead.from || lead.preposition == Some(Preposition::Since) && !lead.since;
    let present = matches!(tenses.near(i, i + 1), Some(crate::lexicon::VerbTense::Present));
    if opens && present && parser.weekday_at(lead.core) {
        return Direction::Coming;
    }
    match lead.preposition {
        Some(Preposition::Since)
            if !matches!(tenses.near(i, i + 1), Some(crate::lexicon::VerbTense::Future)) =>
        {
            let started = match tenses.near(i, i + 1) {
                Some(crate::lexicon::VerbTense::Past | crate::lexicon::VerbTense::Perfect) => Direction::Past,
                _ => Direction::Nearest,
            };
            // "since March" looks back, whatever the tense; "starting March" need not.
            if lead.since { Direction::Past } else { started }
        }
        Some(Preposition::AsOf) => match tenses.near(i, i + 1) {
            Some(crate::lexicon::VerbTense::Past | crate::lexicon::VerbTense::Perfect) => Direction::Past,
            Some(crate::lexicon::VerbTense::Future) => Direction::Coming,
            _ => {
                if default == Direction::Coming {
                    Direction::Coming
                } else {
                    Direction::Nearest
                }
            }
        },
        // "from March the price is 20": begun or to begin, whichever is nearer.
        None if lead.from && matches!(tenses.near(i, i + 1), Some(crate::lexicon::VerbTense::Present)) => {
            Direction::Nearest
        }
        _ => tenses.direction(i, i + 1, default),
    }
}

/// The preposition at a token, with "around" and the like after it.
pub fn lead(parser: &Parser<'_, '_>, i: usize) -> Lead {
    let found = parser.sense(i, |s| match s {
        Sense::Preposition(p) => Some((Some(p), false)),
        Sense::From => Some((None, true)),
        _ => None,
    });
    let Some(((preposition, from), next)) = found else {
        let Some(next) = parser.eat(i, Sense::Approximately) else {
            return Lead { preposition: None, from: false, core: i, since: false };
        };
        // "around 2019", "circa March"; "about March" may be a subject.
        let preposition = if !parser.word(i, "about") {
            Some(Preposition::At)
        } else {
            // "what about 2024?"
            let asked = i == 1 && (parser.word(0, "what") || parser.word(0, "how"));
            asked.then_some(Preposition::In)
        };
        return Lead { preposition, from: false, core: next, since: false };
    };
    // "the run-up to 2024" has no preposition of its own.
    let compound = i >= 2 && parser.glued(i) && parser.dash(i - 1) && parser.tokens[i - 2].is_word();
    if compound {
        return Lead { preposition: None, from: false, core: i, since: false };
    }
    let at_sign = parser.mark(i, '@');
    if at_sign && parser.glued(i + 1) && parser.glued(i) {
        return Lead { preposition: None, from: false, core: i, since: false };
    }
    let core = parser.eat(next, Sense::Approximately).unwrap_or(next);
    // "since on Monday", "until on 3 May", "effective on"
    let core = if parser.word(core, "on") && preposition != Some(Preposition::On) { core + 1 } else { core };
    let since = (i..next).any(|at| parser.word(at, "since"));
    Lead { preposition, from, core, since }
}

fn read(parser: &Parser<'_, '_>, i: usize, lead: &Lead, before: Option<&Found>) -> Option<Found> {
    let Lead { preposition, from, core: start, .. } = *lead;
    let impossible = |next: usize, code, first, end| {
        edges_hold(parser, i, next).then_some(Found {
            first: i,
            next,
            core: start,
            what: What::Impossible { code, first, next: end },
        })
    };
    // A range says "from" or "between" itself, and so does a span of hours.
    let own = if from { i } else { start };
    let spans = parser
        .term(own, 0)
        .filter(|t| from && ["clock-range", "date-time", "for-duration"].contains(&t.rule));
    let term = spans.or_else(|| parser.term(start, 0));
    if let Some(range) = parser.range(own)
        && term
            .as_ref()
            .is_none_or(|t| t.next < range.next || !["clock-range", "date-time"].contains(&t.rule))
    {
        if let Some((first, next, code)) = range.impossible {
            return impossible(range.next, code, first, next);
        }
        let place = Place { i, start: own, next: range.next, preposition, worded: range.worded };
        if edges_hold(parser, own, range.next)
            && supported(parser, range.need, &place, "range")
            && !is_name(parser, own, range.next, range.need, "range")
        {
            let period = Period { from: range.from, to: range.to, grain: range.grain };
            let relation = match preposition {
                Some(Preposition::Before) => Relation::Before,
                Some(Preposition::After) => Relation::After,
                _ => Relation::Between,
            };
            let time = time_of(parser.context, period, relation, preposition, false, "range", &range.notes);
            let core = if range.worded { own + 1 } else { own };
            return Some(Found { first: i, next: range.next, core, what: What::Time(time) });
        }
    }
    let term = term?;
    if let Value::Impossible(code) = term.value {
        return impossible(term.next, code, start, term.next);
    }
    let mut next = term.next;
    // "3pm approximately", "around"
    if parser.sense(next, |s| (s == Sense::Approximately).then_some(())).is_some()
        && parser.token(next + 1).is_none_or(|t| !t.is_alphanumeric())
    {
        next += 1;
    }
    let onwards = onwards(parser, next, from);
    let need = if onwards.is_some() && term.need == Need::Year { Need::Nothing } else { term.need };
    let place = Place { i, start, next, preposition, worded: from };
    if !edges_hold(parser, start, next)
        || !supported(parser, need, &place, term.rule)
        || is_name(parser, start, next, need, term.rule)
    {
        return None;
    }
    let period = parser.resolve(&term.value)?;
    let spans_hours = !period.is_moment() && (period.grain == Grain::Instant || term.rule == "for-duration");
    let mut relation = relation_of(preposition, from);
    if let Some((later, end)) = onwards {
        relation = later;
        next = end;
    } else if spans_hours && relation_of(preposition, false) == Relation::Within && term.rule != "rolling" {
        relation = Relation::Between;
    } else if let Some(tie) = term.tie {
        relation = relation_of(Some(tie), false);
    } else if relation == Relation::Within
        && let Some(compared) = compared(parser, i, term.rule, &period)
    {
        relation = compared;
    }
    // "up to the end of 2025" runs through it.
    if relation == Relation::Before && term.rule == "end-of" {
        relation = Relation::Through;
    }
    if from && onwards.is_none() && term.rule == "now" {
        return None;
    }
    let bare_from = relation == Relation::Since && from && onwards.is_none();
    let mut time = time_of(parser.context, period, relation, preposition, bare_from, term.rule, &term.notes);
    time.any_day = matches!(
        term.value,
        Value::Pattern(Pattern::DayPart(_) | Pattern::Clock(_) | Pattern::ClockRange(..))
    );
    let explicit = ["date", "iso-date", "numeric-date"].contains(&term.rule);
    if explicit && period.grain == Grain::Day && day_is_missing(period.first_day(), parser.context.zone) {
        return impossible(next, "impossible_date", start, term.next);
    }
    let _ = before;
    Some(Found { first: i, next, core: start, what: What::Time(time) })
}

/// "more than two weeks ago", "less than a month ago", "over three years ago".
fn compared(parser: &Parser<'_, '_>, i: usize, rule: &str, period: &Period) -> Option<Relation> {
    if !["ago", "ahead", "count-from"].contains(&rule) {
        return None;
    }
    let than = i >= 2 && parser.word(i - 1, "than");
    let more = than && ["more", "longer", "earlier", "later"].iter().any(|w| parser.word(i - 2, w))
        || i >= 1 && parser.word(i - 1, "over");
    let less = than && ["less", "fewer"].iter().any(|w| parser.word(i - 2, w))
        || i >= 1 && parser.word(i - 1, "under");
    let past = period.from.local <= parser.context.local_now();
    match (more, less, past) {
        (true, _, true) | (_, true, false) => Some(Relation::Before),
        (true, _, false) => Some(Relation::After),
        (_, true, true) => Some(Relation::Since),
        _ => None,
    }
}

fn relation_of(preposition: Option<Preposition>, from: bool) -> Relation {
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
fn onwards(parser: &Parser<'_, '_>, i: usize, from: bool) -> Option<(Relation, usize)> {
    if let Some((_, next)) = parser.sense(i, |s| (s == Sense::Onwards).then_some(())) {
        // "from the 3rd on" needs its "from"; "on" is a preposition as well.
        let on = parser.word(i, "on");
        let ends = parser.ends_phrase_after(next);
        return (!on || from && ends).then_some((Relation::Since, next));
    }
    let joined = parser.sense(i, |s| matches!(s, Sense::And | Sense::Or).then_some(())).is_some();
    let ends = parser.token(i + 2).is_none_or(|t| {
        t.new_line
            || !t.is_alphanumeric()
                && !t.glued | parser.mark(i + 2, '?') | parser.mark(i + 2, ',') | parser.mark(i + 2, '.')
    });
    if joined && ends {
        for word in ["later", "after", "newer", "onwards", "greater", "onward"] {
            if parser.word(i + 1, word) {
                return Some((Relation::Since, i + 2));
            }
        }
        for word in ["earlier", "before", "older"] {
            if parser.word(i + 1, word) {
                return Some((Relation::Through, i + 2));
            }
        }
    }
    None
}

#[allow(clippy::too_many_arguments)]
fn time_of(
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

/// The expressions of a text as they are handed out.
pub fn find(text: &str, context: &Context) -> Vec<Expression> {
    let context = &context.within_the_calendar();
    let parser = Parser::new(text, crate::lexicon::english(), context);
    let tenses = Tenses::of(&parser);
    scan(&parser, &tenses, Direction::Coming)
        .into_iter()
        .filter_map(|found| expression(&parser, &found))
        .collect()
}

/// One expression as it is handed out.
pub fn expression(parser: &Parser<'_, '_>, found: &Found) -> Option<Expression> {
    let What::Time(time) = &found.what else { return None };
    let end = parser.token(found.next.checked_sub(1)?)?.end();
    let start = parser.token(found.first)?.start;
    let core = parser.token(found.core).map_or(start, |t| t.start).min(end);
    Some(Expression {
        span: start..end,
        core: core..end,
        bounds: Bounds { from: time.from, to: time.to },
        named: Bounds { from: Some(time.named.0), to: Some(time.named.1) },
        precision: time.precision(),
        relation: time.relation,
        reading: wording::reading(time, parser.context),
        rule: time.rule,
        notes: time.notes.clone(),
    })
}
