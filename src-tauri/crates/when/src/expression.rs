//! Finds the expressions of a text: what ties each to its sentence, whether a word that may be a
//! name or a number is meant as time, and which spans recur or cannot exist. The periods come
//! from the grammar; questions and statements are read from what is found here.

use chrono::{DateTime, Utc};

use crate::civil::{Adjustment, Grain, Moment, Period, day_is_missing};
use crate::context::Context;
use crate::grammar::{Need, Note, Parser, Value};
use crate::lexicon::{Preposition, Sense, Unit};
use crate::pattern::{Direction, Pattern};
use crate::reading::{Bounds, Expression, Precision, Relation};
use crate::tense::{Tenses, ends_sentence};
use crate::token::Kind;
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
struct Lead {
    preposition: Option<Preposition>,
    from: bool,
    core: usize,
    words: usize,
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
        let plain = Lead { preposition: None, from: false, core: i, words: 0 };
        let mut lead = if led { lead } else { plain };
        // "on Monday or Tuesday": the second stands as the first does.
        if !led && let Some(preposition) = coordinated(parser, i, before) {
            lead.preposition = Some(preposition);
        }
        let direction = direction_of(tenses, &lead, i, default);
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

fn direction_of(tenses: &Tenses, lead: &Lead, i: usize, default: Direction) -> Direction {
    match lead.preposition {
        Some(Preposition::Since)
            if !matches!(tenses.near(i, i + 1), Some(crate::lexicon::VerbTense::Future)) =>
        {
            let started = tenses.direction(i, i + 1, Direction::Nearest);
            // "since March" looks back, whatever the tense; "starting March" need not.
            if lead.words == 1 { Direction::Past } else { started }
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
        _ => tenses.direction(i, i + 1, default),
    }
}

/// The preposition at a token, with "around" and the like after it.
fn lead(parser: &Parser<'_, '_>, i: usize) -> Lead {
    let found = parser.sense(i, |s| match s {
        Sense::Preposition(p) => Some((Some(p), false)),
        Sense::From => Some((None, true)),
        _ => None,
    });
    let Some(((preposition, from), next)) = found else {
        let Some(next) = parser.eat(i, Sense::Approximately) else {
            return Lead { preposition: None, from: false, core: i, words: 0 };
        };
        // "around 2019", "circa March"; "about March" may be a subject.
        let preposition = (!parser.word(i, "about")).then_some(Preposition::At);
        return Lead { preposition, from: false, core: next, words: 1 };
    };
    // "the run-up to 2024" has no preposition of its own.
    let compound = i >= 2 && parser.glued(i) && parser.dash(i - 1) && parser.tokens[i - 2].is_word();
    if compound {
        return Lead { preposition: None, from: false, core: i, words: 0 };
    }
    let at_sign = parser.mark(i, '@');
    if at_sign && parser.glued(i + 1) && parser.glued(i) {
        return Lead { preposition: None, from: false, core: i, words: 0 };
    }
    let core = parser.eat(next, Sense::Approximately).unwrap_or(next);
    // "since on Monday", "until on 3 May", "effective on"
    let core = if parser.word(core, "on") && preposition != Some(Preposition::On) { core + 1 } else { core };
    Lead { preposition, from, core, words: next - i }
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

/// Where a candidate stands.
struct Place {
    i: usize,
    start: usize,
    next: usize,
    preposition: Option<Preposition>,
    worded: bool,
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

/// "every Monday at nine", "each week", "Tuesdays", "every other Friday".
fn recurring(parser: &Parser<'_, '_>, i: usize) -> Option<Found> {
    let lead = lead(parser, i);
    for start in [lead.core, i] {
        let every = parser.sense(start, |s| (s == Sense::Every).then_some(()));
        let at = match every {
            Some((_, next)) => {
                let next = parser.cardinal(next).map_or(next, |(_, end)| end);
                parser.ordinal(next).map_or(next, |(_, end, _)| end)
            }
            None => start,
        };
        let plural = parser.plural_weekday(at) && parser.plain_count_before(start).is_none();
        let unit = parser
            .sense(at, |s| match s {
                Sense::Unit(_)
                | Sense::Weekday(_)
                | Sense::DayPart(_)
                | Sense::Month(_)
                | Sense::Season(_) => Some(()),
                Sense::Holiday(_) => Some(()),
                _ => None,
            })
            .filter(|_| {
                every.is_some() && !parser.word(start, "all") && !parser.word(start, "any") || plural
            });
        if let Some((_, next)) = unit {
            let next = past_recurrence(parser, next);
            return Some(Found { first: i, next, core: start, what: What::Recurring });
        }
    }
    None
}

/// Skips the times that belong to something recurring.
fn past_recurrence(parser: &Parser<'_, '_>, i: usize) -> usize {
    let mut next = i;
    for _ in 0..4 {
        let joined = parser.sense(next, |s| matches!(s, Sense::And | Sense::Or).then_some(())).is_some()
            || parser.mark(next, ',')
            || parser.mark(next, '/');
        let after = if joined { next + 1 } else { next };
        if parser.plural_weekday(after) || joined && parser.weekday_at(after) {
            next = after + 1;
            continue;
        }
        if let Some((_, end)) =
            parser.sense(next, |s| matches!(s, Sense::DayPart(_) | Sense::Every).then_some(()))
        {
            next = end;
            continue;
        }
        if let Some((_, end)) = parser.sense(next, |s| matches!(s, Sense::Unit(_)).then_some(()))
            && next > i
        {
            next = end;
            continue;
        }
        let at = if parser.word(next, "at") || parser.word(next, "from") || parser.word(next, "between") {
            next + 1
        } else {
            next
        };
        if let Some(end) = parser.times_at(at, at > next) {
            next = end;
            continue;
        }
        break;
    }
    next
}

/// Whether what stands after an expression makes it recur ("3pm each day", "6am daily").
fn recurs_after(parser: &Parser<'_, '_>, i: usize) -> bool {
    let every = parser.sense(i, |s| (s == Sense::Every).then_some(())).is_some()
        && !parser.word(i, "all")
        && !parser.word(i, "any");
    every
        && parser
            .sense(i + 1, |s| {
                matches!(s, Sense::Unit(_) | Sense::Weekday(_) | Sense::DayPart(_)).then_some(())
            })
            .is_some()
        || ["daily", "weekly", "monthly", "nightly", "everyday", "hourly", "yearly", "annually", "weekdays"]
            .iter()
            .any(|w| parser.word(i, w))
        || parser.plural_weekday(i)
        || parser.word(i, "on") && parser.plural_weekday(i + 1)
}

/// Whether an expression stands free: no letter, figure or sign of a code touches it.
fn edges_hold(parser: &Parser<'_, '_>, first: usize, next: usize) -> bool {
    let Some(begin) = parser.token(first) else { return false };
    if begin.glued && first > 0 {
        let before = &parser.tokens[first - 1];
        let code = match before.kind {
            Kind::Word | Kind::Number(_) => true,
            Kind::Mark(c) => {
                let beyond = first >= 2 && before.glued && parser.tokens[first - 2].is_alphanumeric();
                match c {
                    '_' | '/' | '\\' | '#' | '$' | '&' | '+' | '%' | '\u{20ac}' | '\u{a3}' => true,
                    '.' | '-' | ':' | '@' => beyond && !(c == ':' && parser.tokens[first - 2].is_word()),
                    '=' => false,
                    _ => false,
                }
            }
        };
        // "/" before a date is a path; "(" and quotes are not.
        if code {
            return false;
        }
    }
    if first > 0 && parser.tokens[first - 1].is_mark('#') {
        return false;
    }
    let Some(after) = parser.token(next) else { return true };
    if !after.glued {
        return true;
    }
    match after.kind {
        Kind::Word => after.text.starts_with(['\'', '\u{2019}']),
        Kind::Number(_) => false,
        Kind::Mark(c) => {
            let beyond = parser.token(next + 1).is_some_and(|t| t.glued && t.is_alphanumeric());
            match c {
                '_' | '\\' | '@' | '$' | '%' | '\u{20ac}' | '\u{a3}' => false,
                '/' | '-' | '=' | '+' => !beyond,
                '.' => {
                    !beyond
                        || parser.token(next + 1).is_some_and(|t| {
                            t.capitalised()
                                && begin.digits() == 0
                                && t.text.chars().any(char::is_lowercase)
                                && ends_like_sentence(parser, next + 1)
                        })
                }
                ':' => !(beyond && parser.token(next + 1).is_some_and(|t| t.digits() > 0)),
                _ => true,
            }
        }
    }
}

/// "something new.I would": a missing space, not a file name.
fn ends_like_sentence(parser: &Parser<'_, '_>, i: usize) -> bool {
    parser.token(i + 1).is_some_and(|t| !t.glued)
}

/// Whether an expression that needs support has it.
fn supported(parser: &Parser<'_, '_>, need: Need, place: &Place, rule: &str) -> bool {
    let &Place { i, start, next, preposition, worded } = place;
    use Preposition as P;
    if need == Need::Nothing {
        return true;
    }
    let around = parser.has(i, Sense::Approximately);
    let whole = covers_all(parser, i, next);
    let tied = worded || preposition.is_some();
    let follows_noun = noun_follows(parser, next);
    let article = parser.word(start, "the") || start > 0 && parser.word(start - 1, "the");
    match need {
        Need::Nothing => true,
        Need::Weekday => {
            if article && follows_noun {
                return false;
            }
            whole || tied && !(preposition == Some(P::For) && follows_noun) || free_place(parser, start, next)
        }
        Need::Name => {
            if whole {
                return true;
            }
            if article && follows_noun || !tied {
                return false;
            }
            let word = parser.token(if parser.word(start, "the") { start + 1 } else { start });
            let capital = word.is_some_and(|t| t.capitalised());
            match preposition {
                None => worded,
                Some(P::In | P::During) => {
                    !matches!(rule, "weekday")
                        && !(follows_noun && !capital && matches!(rule, "month" | "season"))
                        && rule != "clock"
                }
                Some(P::Since | P::Until | P::Before | P::After | P::By | P::Through | P::AsOf) => true,
                Some(P::On) => matches!(rule, "weekday" | "holiday" | "day-and-month" | "weekend"),
                Some(P::At) => {
                    around
                        || matches!(
                            rule,
                            "clock" | "holiday" | "end-of-unit" | "end-of-day" | "weekend" | "unix-time"
                        )
                }
                Some(P::For) => {
                    !follows_noun
                        && (capital && matches!(rule, "month" | "quarter" | "season" | "holiday")
                            || rule == "iso-week")
                }
            }
        }
        Need::Year => {
            let compared = start > 1
                && parser.mark(start - 1, '=')
                && (parser.mark(start - 2, '<') || parser.mark(start - 2, '>'));
            let years = parser.plain_figures(start, 4..=4).is_none_or(|y| (1900..=2199).contains(&y));
            if whole && !compared && (years || preposition == Some(P::In)) {
                return true;
            }
            if compared || counts_something(parser, next) || currency_before(parser, start) {
                return false;
            }
            let digits = parser.plain_figures(start, 4..=4);
            let modern = digits.is_none_or(|y| (1900..=2199).contains(&y));
            let recorded = digits.is_none_or(|y| (1500..=2999).contains(&y));
            if rule == "range" {
                return modern
                    && (worded
                        || tied
                        || parser.dash(start + 1) && !parser.glued(start)
                        || parser.ends_phrase_after(next))
                    && range_of_years(parser, start, next);
            }
            match preposition {
                Some(P::In | P::During | P::Since | P::AsOf) => {
                    recorded || preposition == Some(P::In) && digits.is_some_and(|y| y >= 1000)
                }
                Some(P::Before | P::After | P::Until) => modern || recorded && parser.ends_phrase_after(next),
                Some(P::By | P::Through) => modern && parser.ends_phrase_after(next),
                Some(P::For) => modern && parser.ends_phrase_after(next),
                Some(P::At) => around && modern && parser.ends_phrase_after(next),
                Some(P::On) => false,
                None if worded => modern && parser.ends_phrase_after(next),
                None => {
                    start > 0
                        && parser.has(start - 1, Sense::Of)
                        && modern
                        && parser.ends_phrase_after(next)
                        && start > 1
                        && dated_noun(parser, start - 2)
                }
            }
        }
        Need::Figures => {
            if whole {
                return true;
            }
            // "since 2.15" and "from 1.26.18 to 2.2.1" are versions.
            let dotted = (start..next).any(|at| parser.mark(at, '.') && parser.glued(at));
            if rule == "numeric-month" && matches!(preposition, Some(P::In | P::During | P::For)) {
                return true;
            }
            let triple = parser.token(start + 4).is_some_and(|_| start + 5 <= next);
            let dated = if dotted {
                triple && preposition == Some(P::On)
            } else {
                matches!(
                    preposition,
                    Some(P::On | P::Since | P::Before | P::After | P::Until | P::By | P::AsOf | P::Through)
                ) || worded
            };
            dated && !follows_noun && !counts_something(parser, next)
        }
        Need::DayOfMonth => {
            if whole {
                return true;
            }
            let dated = matches!(
                preposition,
                Some(P::On | P::Since | P::Before | P::After | P::Until | P::By | P::AsOf | P::Through)
            ) || worded;
            dated && !follows_noun && !parser.has(next, Sense::Of) && !next_is_capital(parser, next)
        }
        Need::Hour => whole && (tied || parser.token(start).is_some_and(|t| t.is_word())),
    }
}

/// Years in a range are not followed by a thing that is counted.
fn range_of_years(parser: &Parser<'_, '_>, start: usize, next: usize) -> bool {
    let first = parser.plain_figures(start, 4..=4);
    first.is_some_and(|y| (1900..=2199).contains(&y)) && !counts_something(parser, next)
        || first.is_none()
            && parser.token(start).is_some_and(|t| t.is_word())
            && parser.ends_phrase_after(next)
}

/// "the summer of 2019", "the budget of 2024": nouns that a year may hang on.
fn dated_noun(parser: &Parser<'_, '_>, i: usize) -> bool {
    let Some(token) = parser.token(i) else { return false };
    let value = [
        "value", "limit", "timeout", "size", "port", "rate", "total", "sum", "capacity", "maximum",
        "minimum", "max", "min", "price", "cost", "amount", "weight", "height", "length", "number", "code",
        "batch", "buffer", "quota", "load", "balance", "salary", "delay", "count",
    ];
    token.is_word() && !value.iter().any(|w| token.text.eq_ignore_ascii_case(w))
}

/// Whether the text has nothing but the expression and marks.
fn covers_all(parser: &Parser<'_, '_>, first: usize, next: usize) -> bool {
    let bare = |range: &[crate::token::Token<'_>]| {
        range.iter().all(|t| matches!(t.kind, Kind::Mark(_)) || t.text.eq_ignore_ascii_case("and"))
    };
    // A long text is not scanned again for each of its words.
    first <= 3
        && parser.tokens.len() - next.min(parser.tokens.len()) <= 3
        && bare(&parser.tokens[..first])
        && bare(&parser.tokens[next.min(parser.tokens.len())..])
}

/// A noun directly after makes the expression its attribute.
fn noun_follows(parser: &Parser<'_, '_>, i: usize) -> bool {
    let Some(token) = parser.token(i) else { return false };
    if token.glued && parser.dash(i) {
        return true;
    }
    token.is_word()
        && !token.new_line
        && !parser.has(i, Sense::Function)
        && parser
            .sense(i, |s| {
                matches!(
                    s,
                    Sense::Preposition(_)
                        | Sense::Onwards
                        | Sense::To
                        | Sense::And
                        | Sense::Or
                        | Sense::Tense(_)
                        | Sense::Between
                        | Sense::From
                        | Sense::Now
                        | Sense::Of
                        | Sense::Every
                )
                .then_some(())
            })
            .is_none()
        && !(token.text.ends_with("ly") || crate::tense::is_participle(parser, i))
        && !(token.text.starts_with(['\'', '\u{2019}']))
}

fn next_is_capital(parser: &Parser<'_, '_>, i: usize) -> bool {
    parser.token(i).is_some_and(|t| t.capitalised() && !parser.has(i, Sense::Function) && !t.new_line)
}

/// "2000 rows", "2019 ms": a number of things.
fn counts_something(parser: &Parser<'_, '_>, i: usize) -> bool {
    let Some(token) = parser.token(i) else { return false };
    if matches!(token.kind, Kind::Mark(c) if "%\u{20ac}\u{a3}$\u{b0}*+=<>".contains(c)) {
        return true;
    }
    if !token.is_word() || token.new_line || parser.has(i, Sense::Function) {
        return false;
    }
    let unit = parser
        .sense(i, |s| {
            matches!(
                s,
                Sense::Unit(
                    Unit::Second
                        | Unit::Minute
                        | Unit::Hour
                        | Unit::Day
                        | Unit::Week
                        | Unit::Month
                        | Unit::Year
                ) | Sense::ShortUnit(_)
            )
            .then_some(())
        })
        .is_some();
    let text = token.text;
    let measure = [
        "ms", "mb", "gb", "kb", "tb", "kg", "km", "eur", "usd", "gbp", "px", "hz", "mm", "cm", "lb", "rpm",
        "euro", "dollar", "percent",
    ];
    unit || measure.iter().any(|m| text.eq_ignore_ascii_case(m))
        || text.len() > 3
            && text.ends_with('s')
            && !text.ends_with("ss")
            && !text.ends_with("'s")
            && text.starts_with(char::is_lowercase)
            && parser.sense(i, |s| matches!(s, Sense::Tense(_)).then_some(())).is_none()
}

fn currency_before(parser: &Parser<'_, '_>, i: usize) -> bool {
    i > 0
        && matches!(parser.tokens[i - 1].kind, Kind::Mark(c) if "$\u{20ac}\u{a3}#<>=".contains(c))
        && !matches!(parser.tokens[i - 1].kind, Kind::Mark('='))
}

/// A weekday without a preposition counts where nothing else can be meant.
fn free_place(parser: &Parser<'_, '_>, first: usize, next: usize) -> bool {
    let last = parser.token(next).is_none_or(|t| {
        t.new_line
            || matches!(t.kind, Kind::Mark(c) if ",.;!?".contains(c))
            || parser
                .sense(next, |s| matches!(s, Sense::Preposition(_) | Sense::And | Sense::Or).then_some(()))
                .is_some()
    });
    if !last {
        return false;
    }
    let begins =
        first == 0 || ends_sentence(parser, first - 1) || parser.token(first).is_some_and(|t| t.new_line);
    if begins {
        return parser.token(next).is_none_or(|t| t.is_mark(',') || t.is_mark(':'));
    }
    let before = &parser.tokens[first - 1];
    if before.is_mark(',') || before.is_mark('(') {
        return true;
    }
    before.is_word()
        && parser
            .sense(first - 1, |s| {
                let verb = matches!(s, Sense::Tense(crate::lexicon::VerbTense::Present)) || s == Sense::Be;
                (matches!(s, Sense::Article | Sense::Possessive | Sense::Of) || verb).then_some(())
            })
            .is_none()
        && !(parser.has(first - 1, Sense::Function)
            && !parser.has(first - 1, Sense::And)
            && !parser.has(first - 1, Sense::Or)
            && !["it", "you", "him", "her", "them", "us", "me"].iter().any(|w| parser.word(first - 1, w)))
}

/// A capitalised word before another one is a name ("Tomorrow Ltd", "April Jensen").
fn is_name(parser: &Parser<'_, '_>, start: usize, next: usize, need: Need, rule: &str) -> bool {
    let Some(last) = parser.token(next.wrapping_sub(1)) else { return false };
    // A single word in quotes is quoted, not said.
    if start > 0 && parser.glued(start) && parser.mark(start - 1, '"') && parser.mark(next, '"') {
        return true;
    }
    let company = parser.has(next, Sense::Company) && next_is_capital(parser, next);
    if company {
        return true;
    }
    let first_word = parser.word(start, "the");
    let begins = start == 0 || ends_sentence(parser, start - 1);
    // "the Friday morning standup", "the 90s playlist": an attribute of the noun.
    let article = first_word || start > 0 && parser.word(start - 1, "the");
    let attribute = parser.token(next).is_some_and(|t| t.is_word())
        && (noun_follows(parser, next) || next_is_capital(parser, next));
    if article && attribute && ["part-of-day", "decade"].contains(&rule) && need != Need::Name {
        return true;
    }
    let single = next - start == 1 || first_word && next - start == 2;
    if !single || !last.is_word() || !last.capitalised() || begins && need == Need::Nothing {
        return false;
    }
    let tied = start > 0
        && parser
            .sense(start - 1, |s| {
                matches!(s, Sense::Preposition(_) | Sense::From | Sense::Between | Sense::To).then_some(())
            })
            .is_some();
    let follows = next_is_capital(parser, next) && parser.matches.at(next).is_empty();
    follows
        && (!tied || parser.word(start.wrapping_sub(1), "for") || parser.word(start.wrapping_sub(1), "by"))
}

impl Parser<'_, '_> {
    /// Whether no counted noun follows.
    pub fn ends_phrase_after(&self, i: usize) -> bool {
        self.token(i).is_none_or(|t| {
            t.new_line
                || matches!(t.kind, Kind::Mark(c) if ".,;:!?)\"\u{2013}\u{2014}-".contains(c))
                || t.text.starts_with(['\'', '\u{2019}'])
                || self
                    .sense(i, |s| {
                        matches!(
                            s,
                            Sense::Function
                                | Sense::Preposition(_)
                                | Sense::And
                                | Sense::Or
                                | Sense::To
                                | Sense::From
                                | Sense::Onwards
                                | Sense::Tense(_)
                        )
                        .then_some(())
                    })
                    .is_some()
        })
    }

    /// A number right before a token ("two Mondays ago").
    fn plain_count_before(&self, i: usize) -> Option<()> {
        let before = i.checked_sub(1)?;
        self.count(before).filter(|&(_, next)| next == i).map(|_| ())
    }

    /// Skips the year or the direction that belongs to a feast.
    fn past_feast(&self, i: usize) -> usize {
        let day = ["day", "days", "festival", "eve", "holiday"].iter().any(|w| self.word(i, w));
        let i = if day { i + 1 } else { i };
        let tied = self.word(i, "in") || self.word(i, "of");
        let at = if tied { i + 1 } else { i };
        self.begin(Direction::Coming);
        let year = self.year(at).map(|(_, next)| next);
        let moved = self
            .term(at, 0)
            .or_else(|| self.term(i, 0))
            .filter(|t| ["directed-unit", "ago", "ahead"].contains(&t.rule));
        year.or(moved.map(|t| t.next)).unwrap_or(i)
    }

    fn weekday_at(&self, i: usize) -> bool {
        self.sense(i, |s| matches!(s, Sense::Weekday(_)).then_some(())).is_some()
    }

    /// The token after a time or a range of times.
    fn times_at(&self, i: usize, tied: bool) -> Option<usize> {
        self.begin(Direction::Coming);
        let range = self.range(i).filter(|r| r.grain == Grain::Instant).map(|r| r.next);
        let term = self.term(i, 0).filter(|t| {
            matches!(t.value, Value::Pattern(Pattern::Clock(_) | Pattern::ClockRange(..)))
                && (tied || t.need == Need::Nothing)
        });
        range.or(term.map(|t| t.next))
    }
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
