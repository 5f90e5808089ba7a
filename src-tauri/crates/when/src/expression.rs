//! Finds the expressions of a text: what ties each to its sentence, whether a word that may be a
//! name or a number is meant as time, and which spans recur or cannot exist. The periods come
//! from the grammar; questions and statements are read from what is found here.

use crate::civil::{Grain, Moment, Period, day_is_missing};
use crate::context::Context;
use crate::edges::edges_hold;
use crate::grammar::{Need, Parser, Term, Value};
use crate::lead::{Lead, direction_of, lead};
use crate::lexicon::{Preposition, Sense, Unit, VerbTense, Words};
use crate::name::is_name;
use crate::pattern::{Direction, Pattern};
use crate::reading::{Bounds, Expression, Relation};
use crate::recurring::{past_recurrence, recurring, recurs_after};
use crate::relation::{Time, compared, onwards, relation_of, time_of};
use crate::support::{Place, supported};
use crate::tense::{Tenses, lasts_until_now};
use crate::unread::is_unread;
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
    /// A time that is out of scope whole, so that none of its parts is read for it.
    Unread,
}

/// Everything temporal of a text, in order, without overlaps.
pub fn scan(parser: &Parser<'_, '_>, tenses: &Tenses, default: Direction) -> Vec<Found> {
    let mut found = Vec::new();
    // Most texts hold no time at all.
    if !parser.matches.any_temporal() {
        return found;
    }
    let mut i = 0;
    while i < parser.tokens.len() {
        // "Diwali 2019" is out of scope whole: its year alone would be another date.
        if let Some((_, end)) = parser.sense(i, |s| (s == Sense::OtherFeast).then_some(())) {
            i = parser.past_feast(end);
            continue;
        }
        // "the closest Christmas to today" is not read, and neither are its parts.
        if parser.is(i, Words::Nearest) {
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
            // "did the troops march on Friday?": the preposition belongs to what follows.
            let tied = end > i + 1
                && parser.sense(end - 1, |s| matches!(s, Sense::Preposition(_)).then_some(())).is_some()
                && parser.matches.temporal(end);
            i = if tied { end - 1 } else { end };
            continue;
        }
        // "is Black Friday by Steely Dan …": a feast that is no time hides its weekday.
        if here.is_none()
            && let Some((_, end)) = parser.sense(i, |s| matches!(s, Sense::Holiday(_)).then_some(()))
            && end > i + 1
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
    let dated =
        |at: usize| parser.matches.temporal(at) || parser.word(at, "the") && parser.matches.temporal(at + 1);
    let senses = parser.matches.at(i);
    if senses.is_empty() && !parser.matches.temporal(i) {
        return None;
    }
    let every = senses.iter().any(|m| m.sense == Sense::Every);
    let lead = lead(parser, i);
    // Most words of a text end here: nothing temporal stands at them or after their preposition.
    let between = parser.eat(i, Sense::Between).is_some_and(dated);
    let article = senses.iter().any(|m| m.sense == Sense::Article) && parser.matches.temporal(i + 1);
    if !(dated(i)
        || lead.core > i
            && (dated(lead.core)
                || parser.has(lead.core, Sense::Every)
                || parser.is(lead.core, Words::IndefiniteArticle))
        || between
        || article
        || every)
    {
        return None;
    }
    if let Some(recurring) = recurring(parser, i) {
        return Some(recurring);
    }
    let mut best: Option<Found> = None;
    let starts: &[bool] = if lead.core == i { &[false] } else { &[false, true] };
    for &led in starts {
        let plain = Lead { preposition: None, from: false, core: i, since: false };
        let mut lead = if led { lead } else { plain };
        // "what did we believe at the end of 2025 about 2026?"
        let dated = || parser.term(lead.core, 0).is_some_and(|t| matches!(t.value, Value::Period(_)));
        if led && before.is_some() && parser.word(i, "about") && believes(parser, i) && dated() {
            lead.preposition = Some(Preposition::In);
        }
        // "on Monday or Tuesday": the second stands as the first does.
        if !led && let Some(preposition) = coordinated(parser, i, before) {
            lead.preposition = Some(preposition);
        }
        let direction = direction_of(parser, tenses, &lead, i, default);
        parser.begin(direction);
        parser.tell_future(tenses.near(i, i + 1) == Some(VerbTense::Future));
        let one = read(parser, i, &lead).or_else(|| so_far(parser, tenses, i, &lead));
        if let Some(one) = one
            && best.as_ref().is_none_or(|b| one.next > b.next)
        {
            best = Some(one);
        }
    }
    let found = best?;
    // "nightly at 2am", "monthly on the 15th"
    let adverbs = Words::Frequency;
    let repeats = matches!(&found.what, What::Time(time) if time.relation == Relation::Within
        && (time.any_day || ["day-of-month", "weekday", "nth", "day-and-month", "month"].contains(&time.rule)));
    // "once a year in May"
    let rate = i >= 3
        && parser.is(i - 2, Words::PerUnit)
        && parser.is(i - 3, Words::HowOften)
        && parser.sense(i - 1, |s| matches!(s, Sense::Unit(_)).then_some(())).is_some();
    if repeats && rate {
        return Some(Found { what: What::Recurring, ..found });
    }
    if i > 0 && repeats && parser.is(i - 1, adverbs) {
        return Some(Found { what: What::Recurring, ..found });
    }
    if takes_that_long(parser, tenses, &found) {
        return Some(Found { what: What::Unread, ..found });
    }
    if matches!(found.what, What::Time(_)) && recurs_after(parser, found.next) {
        let next = past_recurrence(parser, found.next);
        return Some(Found { next, what: What::Recurring, ..found });
    }
    Some(found)
}

/// Whether a verb or noun of belief stands before: what it is "about" may be a time then.
fn believes(parser: &Parser<'_, '_>, i: usize) -> bool {
    use crate::cue::Cue::{BeliefNoun, BelieveBase, BelievePast};
    (i.saturating_sub(12)..i)
        .any(|at| [BeliefNoun, BelieveBase, BelievePast].iter().any(|&cue| parser.has(at, Sense::Cue(cue))))
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

/// "we painted it in three weeks", "must be answered in 15 minutes": how long it takes, and no time.
fn takes_that_long(parser: &Parser<'_, '_>, tenses: &Tenses, found: &Found) -> bool {
    let What::Time(time) = &found.what else { return false };
    if time.rule != "ahead" || !parser.word(found.first, "in") {
        return false;
    }
    // "hasn't eaten meat in three years"
    let never = (found.first.saturating_sub(8)..found.first).any(|i| parser.is(i, Words::NeverHad));
    let over =
        never || matches!(tenses.near(found.first, found.next), Some(VerbTense::Past | VerbTense::Perfect));
    let owed = time.period.is_moment()
        && (found.first.saturating_sub(5)..found.first).any(|i| parser.is(i, Words::Owing));
    over || owed
}

/// "has been lead for six years", "have used it for two weeks": a length that runs to now, where a
/// state is told in the perfect.
fn so_far(parser: &Parser<'_, '_>, tenses: &Tenses, i: usize, lead: &Lead) -> Option<Found> {
    if lead.preposition != Some(Preposition::For) || !lasts_until_now(parser, tenses, i) {
        return None;
    }
    let (amounts, next) = parser.amounts(lead.core)?;
    if amounts.iter().any(|(_, unit)| *unit < Unit::Day || *unit == Unit::BusinessDay) {
        return None;
    }
    let next = if parser.word(next, "now") { next + 1 } else { next };
    let counted = parser
        .sense(next, |s| {
            matches!(
                s,
                Sense::Preposition(Preposition::Before | Preposition::After) | Sense::From | Sense::Of
            )
            .then_some(())
        })
        .is_some();
    if counted || !parser.ends_phrase_after(next) {
        return None;
    }
    let to = Moment::exact(parser.context.now, parser.context.zone);
    let from = parser.moved(to, &amounts, true)?;
    let period = Period { from, to, grain: Grain::of(amounts.first()?.1) };
    let time = time_of(parser.context, period, Relation::Within, lead.preposition, false, "rolling", &[]);
    Some(Found { first: i, next, core: lead.core, what: What::Time(time) })
}

fn read(parser: &Parser<'_, '_>, i: usize, lead: &Lead) -> Option<Found> {
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
    if matches!(term.value, Value::Unread) {
        return Some(Found { first: i, next: term.next, core: start, what: What::Unread });
    }
    if hangs(parser, start, &term) {
        return None;
    }
    if is_unread(parser, i, start, preposition, &term) {
        return Some(Found { first: i, next: term.next, core: start, what: What::Unread });
    }
    // "one Friday in April" is none in particular.
    if term.rule == "weekday" && start > 0 && parser.is(start - 1, Words::Indefinite) {
        return None;
    }
    // "as early as 7 am" is a limit of any day.
    let as_of = preposition == Some(Preposition::AsOf);
    if parser.word(i, "as") && !as_of && matches!(term.value, Value::Pattern(Pattern::Clock(_))) {
        return None;
    }
    // "is it over 2000?"
    if term.rule == "year" && parser.word(i, "over") {
        return None;
    }
    // "after April left", "since June joined": a person.
    let person = term.rule == "month"
        && term.as_pattern().is_some()
        && next_tells(parser, term.next)
        && matches!(preposition, Some(Preposition::After | Preposition::Before | Preposition::Since));
    if person {
        return None;
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
    if !edges_hold(parser, start, next) {
        return None;
    }
    // Of a title or a name of several words no part is read either; "her thesis on the year 1848".
    let named = is_name(parser, start, next, need, term.rule);
    let matter = term.rule == "year" && preposition == Some(Preposition::On) && next > start + 1;
    if named && next > start + 1 || matter {
        return Some(Found { first: i, next, core: start, what: What::Unread });
    }
    if named || !supported(parser, need, &place, term.rule) {
        return None;
    }
    let period = match until_later(parser, preposition, &term) {
        Some(later) => later,
        None => parser.resolve(&term.value)?,
    };
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
    let today = preposition == Some(Preposition::Until)
        && parser.direction() == Direction::Coming
        && matches!(term.rule, "day-and-month" | "day-of-month")
        && period.first_day() == parser.context.today();
    if relation == Relation::Before && (term.rule == "end-of" || today) {
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
    Some(Found { first: i, next, core: start, what: What::Time(time) })
}

/// Whether a verb of a deed in the past stands there, and no auxiliary.
fn next_tells(parser: &Parser<'_, '_>, i: usize) -> bool {
    let past = parser.sense(i, |s| (s == Sense::Tense(VerbTense::Past)).then_some(())).is_some();
    let auxiliary = parser.is(i, Words::PastAuxiliary);
    past && !auxiliary || crate::tense::is_participle(parser, i)
}

/// "is 8080 until Wednesday", said on a Wednesday: what holds now does not end before it is said.
fn until_later(parser: &Parser<'_, '_>, preposition: Option<Preposition>, term: &Term) -> Option<Period> {
    if preposition != Some(Preposition::Until) || parser.direction() != Direction::Coming {
        return None;
    }
    let pattern = term.as_pattern()?;
    let running = parser.resolve(&term.value)?;
    let now = parser.context.local_now();
    let unit = matches!(
        pattern,
        Pattern::Weekday(_) | Pattern::Month(_) | Pattern::Season(_) | Pattern::Quarter(_) | Pattern::Half(_)
    );
    (unit && running.from.local <= now)
        .then(|| pattern.directed(10, parser.direction(), parser.context))
        .flatten()
}

/// "the Friday before", "the week after the launch": what a bare unit or day with its article stands
/// beside was said elsewhere, so that it names no period of its own.
fn hangs(parser: &Parser<'_, '_>, start: usize, term: &Term) -> bool {
    let article = parser.word(start, "the") || start > 0 && parser.word(start - 1, "the");
    let bare = ["weekday", "part-of-day", "weekend", "nth-weekday"].contains(&term.rule);
    article && bare && parser.is(term.next, Words::OrderSide)
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
