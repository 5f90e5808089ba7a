//! Reads when a statement holds, from its cues: "since", "until", "effective", "from … to …", a
//! happening on a day, a state in a month. Tells dates of validity from dates that are the value
//! ("born on", "the deadline is"), from what recurs and from times of any day.

use std::ops::Range;

use chrono::{DateTime, Datelike as _, Timelike as _, Utc};

use crate::civil::Grain;
use crate::clause::{clauses, is_heading};
use crate::context::Context;
use crate::cue::Cue;
use crate::expression::{Found, Time, What, scan};
use crate::grammar::Parser;
use crate::lexicon::{Preposition, Sense, VerbTense, english};
use crate::pattern::Direction;
use crate::reading::{DatePart, Relation, StatementReading, rfc3339};
use crate::tense::{Tenses, is_participle};
use crate::wording;

/// When the statement of a text holds, told at `context.now`: the first of its clauses that says
/// so.
#[must_use]
pub fn read_statement(text: &str, context: &Context) -> StatementReading {
    let mut values = Vec::new();
    for (_, reading) in read_statements(text, context) {
        if reading.valid_from.is_some() || reading.valid_to.is_some() {
            return reading;
        }
        values.extend(reading.values);
    }
    StatementReading { values, ..StatementReading::default() }
}

/// Every clause of a text with its own reading, in order; spans are bytes of the text.
#[must_use]
pub fn read_statements(text: &str, context: &Context) -> Vec<(Range<usize>, StatementReading)> {
    let context = &context.within_the_calendar();
    let parser = Parser::new(text, english(), context);
    let tenses = Tenses::of(&parser);
    let found = scan(&parser, &tenses, Direction::Nearest);
    let statement = Statement { parser: &parser, context, tenses: &tenses };
    let mut out: Vec<(Range<usize>, StatementReading)> = Vec::new();
    let mut heading: Option<StatementReading> = None;
    let mut rest = found.as_slice();
    for clause in clauses(&parser) {
        let own = rest.partition_point(|f| f.first < clause.end);
        let (mine, others) = rest.split_at(own);
        rest = others;
        let mut reading = statement.read(&clause, mine);
        let empty = reading.valid_from.is_none() && reading.valid_to.is_none();
        if is_heading(&parser, &clause) && !mine.is_empty() {
            let dated = statement.heading(mine);
            heading = dated.or(heading);
            if heading.is_some() && empty {
                out.push((span(&parser, &clause), reading));
                continue;
            }
        }
        if empty {
            if let Some(before) = out.last().and_then(|(_, r)| r.valid_to.clone())
                && ["then", "afterwards"].iter().any(|w| parser.word(clause.start, w))
            {
                // "…till the end of June, then Lisbon time again"
                reading.valid_from = Some(before);
                reading.precision = out.last().and_then(|(_, r)| r.precision);
                reading.rule = Some("then");
            } else if let Some(heading) = heading.as_ref().filter(|_| reading.values.is_empty()) {
                reading = heading.clone();
            }
        }
        out.push((span(&parser, &clause), reading));
    }
    out
}

fn span(parser: &Parser<'_, '_>, clause: &Range<usize>) -> Range<usize> {
    let start = if clause.start == 0 { 0 } else { parser.tokens[clause.start].start };
    let end = parser.token(clause.end).map_or(parser.text.len(), |t| t.start);
    start..end
}

struct Statement<'a, 't, 'c> {
    parser: &'a Parser<'t, 'c>,
    context: &'a Context,
    tenses: &'a Tenses,
}

impl Statement<'_, '_, '_> {
    fn bytes(&self, found: &Found) -> Range<usize> {
        let tokens = &self.parser.tokens;
        tokens[found.first].start..tokens[found.next.clamp(found.first + 1, tokens.len()) - 1].end()
    }

    /// A date as known at a grain.
    fn part(&self, at: DateTime<Utc>, grain: Grain) -> DatePart {
        let local = at.with_timezone(&self.context.zone).naive_local();
        if grain == Grain::Instant {
            return DatePart { text: rfc3339(at), at };
        }
        let date = local.date();
        let at = if local.num_seconds_from_midnight() == 0 {
            at
        } else {
            crate::civil::local_instant(crate::civil::midnight(date), self.context.zone).0
        };
        let first_of_month = date.day() == 1;
        let text = match grain {
            Grain::Half | Grain::Year | Grain::Decade | Grain::Century
                if first_of_month && date.month() == 1 =>
            {
                date.format("%Y").to_string()
            }
            Grain::Month
            | Grain::Quarter
            | Grain::Season
            | Grain::Half
            | Grain::Year
            | Grain::Decade
            | Grain::Century
                if first_of_month =>
            {
                date.format("%Y-%m").to_string()
            }
            _ => date.format("%Y-%m-%d").to_string(),
        };
        DatePart { text, at }
    }

    fn heading(&self, found: &[Found]) -> Option<StatementReading> {
        let (one, time) = found.iter().find_map(|f| match &f.what {
            What::Time(time) if time.period.grain >= Grain::Day && time.relation == Relation::Within => {
                Some((f, time))
            }
            _ => None,
        })?;
        Some(StatementReading {
            valid_from: Some(self.part(time.named.0, time.period.grain)),
            precision: Some(time.precision()),
            expression: Some(self.parser.text[self.bytes(one)].to_owned()),
            spans: vec![self.bytes(one)],
            reading: Some(wording::reading(time, self.context)),
            rule: Some("heading"),
            ..StatementReading::default()
        })
    }

    fn read(&self, clause: &Range<usize>, found: &[Found]) -> StatementReading {
        let mut reading = StatementReading::default();
        for one in found {
            let time = match &one.what {
                What::Time(time) => time,
                What::Recurring => {
                    reading.values.push(self.bytes(one));
                    continue;
                }
                What::Impossible { .. } => continue,
            };
            let bounds = (reading.valid_from.clone(), reading.valid_to.clone());
            let (words, spans) = (reading.expression.clone(), reading.spans.len());
            let taken = self.take(&mut reading, clause, one, time);
            // "at Nordwind until 2024, with us since March" speaks of two things: the first stands.
            let backwards =
                matches!((&reading.valid_from, &reading.valid_to), (Some(f), Some(t)) if f.at >= t.at);
            if backwards {
                (reading.valid_from, reading.valid_to) = bounds;
                reading.expression = words;
                reading.spans.truncate(spans);
            }
            if !taken || backwards {
                reading.values.push(self.bytes(one));
            }
        }
        reading
    }

    fn cue(&self, i: usize, wanted: Cue) -> Option<usize> {
        self.parser.eat(i, Sense::Cue(wanted))
    }

    fn any(&self, i: usize, words: &[&str]) -> bool {
        words.iter().any(|w| self.parser.word(i, w))
    }

    /// Takes an expression as validity; `false` where it is a value or says nothing.
    fn take(
        &self,
        reading: &mut StatementReading,
        clause: &Range<usize>,
        found: &Found,
        time: &Time,
    ) -> bool {
        let grain = time.period.grain;
        let from = |reading: &mut StatementReading, at| {
            if reading.valid_from.is_none() {
                reading.valid_from = Some(self.part(at, grain));
            }
        };
        let to = |reading: &mut StatementReading, at| {
            if reading.valid_to.is_none() {
                reading.valid_to =
                    Some(self.part(at, if grain == Grain::DayPart { Grain::Instant } else { grain }));
            }
        };
        let ends = self.ends_before(clause, found.first, found.core);
        let had = reading.valid_from.is_some() || reading.valid_to.is_some();
        if time.rule == "now" || time.any_day && matches!(time.relation, Relation::Within | Relation::Between)
        {
            return false;
        }
        let over = time.named.1 <= self.context.now;
        match time.relation {
            Relation::Since => {
                // "correction from yesterday: …" dates the correction.
                if self.is_model_year(found, time)
                    || time.bare_from && over && self.parser.mark(found.next, ':')
                {
                    return false;
                }
                if reading.valid_from.is_some() {
                    return false;
                }
                from(reading, time.named.0);
            }
            Relation::After => {
                if !self.has_verb(clause) {
                    return false;
                }
                from(reading, time.named.1);
            }
            Relation::Before | Relation::Through if reading.valid_to.is_some() => return false,
            Relation::Before => {
                if self.negated(found.first) {
                    // "not until March": it begins there.
                    from(reading, time.named.0);
                } else if ends || self.inclusive(found.next) {
                    to(reading, time.named.1);
                } else if time.preposition == Some(Preposition::Until)
                    || self.state(clause, found) == Some(true)
                {
                    to(reading, time.named.0);
                } else {
                    return false;
                }
            }
            Relation::Through => to(reading, time.named.1),
            Relation::By => return false,
            Relation::Between => {
                if self.value_before(clause, found) || self.moved_between(found, time) {
                    return false;
                }
                from(reading, time.named.0);
                to(reading, time.named.1);
            }
            Relation::Within => {
                if had {
                    // "in 2021 and 2022 we used Travis": neighbours are one period.
                    let joined = reading.spans.last().is_some_and(|s| {
                        let between = &self.parser.text[s.end..self.parser.tokens[found.first].start];
                        ["and", "or", ","].contains(&between.trim())
                    });
                    let next = reading.valid_to.as_ref().is_some_and(|end| end.at == time.named.0);
                    if !(joined && next) {
                        return false;
                    }
                    reading.valid_to = Some(self.part(time.named.1, grain));
                    let bytes = self.bytes(found);
                    if let (Some(words), Some(first)) = (&mut reading.expression, reading.spans.first()) {
                        *words = self.parser.text[first.start..bytes.end].to_owned();
                    }
                    reading.spans.push(bytes);
                    return true;
                }
                if ends {
                    to(reading, time.named.1);
                } else {
                    if self.value_before(clause, found) || self.names_a_thing(clause, found, grain) {
                        return false;
                    }
                    self.within(reading, clause, found, time, &from, &to);
                    if reading.valid_from.is_none() && reading.valid_to.is_none() {
                        return false;
                    }
                }
            }
        }
        let bytes = self.bytes(found);
        if had {
            if let Some(words) = &mut reading.expression {
                let start = reading.spans.first().map_or(bytes.start, |s| s.start);
                *words = self.parser.text[start..bytes.end].to_owned();
            }
        } else {
            reading.expression = Some(self.parser.text[bytes.clone()].to_owned());
            reading.precision = Some(time.precision());
            reading.reading = Some(wording::reading(time, self.context));
            reading.rule = Some(time.rule);
        }
        reading.spans.push(bytes);
        true
    }

    /// A period inside which something happened, or held.
    fn within(
        &self,
        reading: &mut StatementReading,
        clause: &Range<usize>,
        found: &Found,
        time: &Time,
        from: &dyn Fn(&mut StatementReading, DateTime<Utc>),
        to: &dyn Fn(&mut StatementReading, DateTime<Utc>),
    ) {
        let grain = time.period.grain;
        if time.rule == "rolling" {
            // "for the last three years" began then; "in the last week" only happened in it.
            if time.preposition == Some(Preposition::For) || self.state(clause, found) == Some(true) {
                from(reading, time.named.0);
            }
            return;
        }
        if matches!(time.preposition, Some(Preposition::AsOf)) || grain == Grain::Instant {
            from(reading, time.named.0);
            return;
        }
        // "since the fire in 2019", "until the merger in June": the date is the event's.
        let near = found.first.saturating_sub(6).max(clause.start);
        if (near..found.first).any(|i| self.parser.word(i, "since")) {
            from(reading, time.named.0);
            return;
        }
        if (near..found.first).any(|i| self.any(i, &["until", "till"])) {
            to(reading, time.named.0);
            return;
        }
        let tense = self.tenses.near(found.first, found.next);
        let past = matches!(tense, Some(VerbTense::Past | VerbTense::Perfect));
        let long = grain >= Grain::Weekend;
        let lasting = self.state(clause, found);
        let over = time.named.1 <= self.context.now;
        match lasting {
            // "the port will be 9001 in two weeks": it begins then.
            Some(true) if time.rule == "ahead" && grain == Grain::Day => from(reading, time.named.0),
            Some(true) if past || long || time.named.0 > self.context.now => {
                from(reading, time.named.0);
                to(reading, time.named.1);
                reading.window = past || over;
            }
            None if long && self.has_value(clause) => {
                from(reading, time.named.0);
                to(reading, time.named.1);
                reading.window = over;
            }
            _ => from(reading, time.named.0),
        }
    }

    /// A fragment that states a value ("Rent in March: 780").
    fn has_value(&self, clause: &Range<usize>) -> bool {
        clause.clone().any(|i| self.parser.mark(i, ':') && !self.parser.glued(i + 1))
    }

    fn has_verb(&self, clause: &Range<usize>) -> bool {
        clause.clone().any(|i| {
            is_participle(self.parser, i)
                || self
                    .parser
                    .sense(i, |s| matches!(s, Sense::Tense(_) | Sense::Be | Sense::Have).then_some(()))
                    .is_some()
        })
    }

    /// Whether the clause's verb tells a state; `None` where it has no verb.
    fn state(&self, clause: &Range<usize>, found: &Found) -> Option<bool> {
        let mut state = None;
        let inside = |i: usize| (found.first..found.next).contains(&i);
        for i in clause.clone().filter(|&i| !inside(i)) {
            // "the team that runs billing moved to Leeds": the verb after the relative one tells.
            let relative = i > clause.start && self.any(i - 1, &["that", "which"]);
            if relative && (i + 2..found.first.min(i + 10)).any(|at| self.participle(at)) {
                continue;
            }
            let copula = self.any(i, &["was", "were", "is", "are", "am", "be", "been"]);
            let short = self.parser.token(i).is_some_and(|t| {
                matches!(t.text, "'s" | "'re" | "'m" | "\u{2019}s" | "\u{2019}re" | "\u{2019}m")
            });
            // "yesterday's deploy": no verb.
            let possessive = short && i == found.next;
            if possessive {
                continue;
            }
            if copula || short {
                // "was retired" is a happening, "was 8000" a state.
                let mut at = i + 1;
                while self.any(
                    at,
                    &["not", "also", "just", "still", "already", "'t", "finally", "officially", "now"],
                ) {
                    at += 1;
                }
                let passive = self.participle(at)
                    && !self.any(
                        at,
                        &[
                            "based",
                            "located",
                            "named",
                            "called",
                            "married",
                            "supposed",
                            "limited",
                            "owned",
                            "used",
                            "hosted",
                            "closed",
                            "disabled",
                            "enabled",
                            "blocked",
                            "frozen",
                            "paused",
                            "suspended",
                            "fixed",
                            "stuck",
                            "staffed",
                            "pinned",
                        ],
                    );
                let progressive =
                    self.parser.token(at).is_some_and(|t| t.text.len() > 4 && t.text.ends_with("ing"))
                        && !self.any(
                            at,
                            &[
                                "living",
                                "working",
                                "using",
                                "staying",
                                "running",
                                "renting",
                                "studying",
                                "paying",
                                "training",
                                "teaching",
                                "managing",
                                "leading",
                                "driving",
                                "doing",
                                "learning",
                                "hosting",
                                "serving",
                                "visiting",
                                "travelling",
                                "traveling",
                                "listening",
                                "sharing",
                                "holding",
                            ],
                        );
                // "the fee is to rise on 1 June"
                let infinitive = self.parser.word(at, "to")
                    && self.parser.token(at + 1).is_some_and(|t| t.is_word() && !t.capitalised())
                    && self
                        .parser
                        .sense(at + 1, |s| matches!(s, Sense::Article | Sense::Possessive).then_some(()))
                        .is_none();
                return Some(!passive && !progressive && !infinitive);
            }
            if self.cue(i, Cue::State).is_some() {
                if self.any(i, &["have", "has", "had", "'ve"]) {
                    // An auxiliary: its participle tells.
                    let done = (i + 1..(i + 4).min(clause.end)).find(|&at| {
                        is_participle(self.parser, at)
                            || self
                                .parser
                                .sense(at, |s| (s == Sense::Tense(VerbTense::Past)).then_some(()))
                                .is_some()
                    });
                    if let Some(at) = done {
                        state = Some(self.cue(at, Cue::State).is_some());
                        continue;
                    }
                }
                return Some(true);
            }
            let verb = is_participle(self.parser, i)
                || self
                    .parser
                    .sense(i, |s| {
                        matches!(s, Sense::Tense(VerbTense::Past | VerbTense::Present | VerbTense::Future))
                            .then_some(())
                    })
                    .is_some();
            if verb && state.is_none() {
                let modal =
                    self.parser.sense(i, |s| (s == Sense::Tense(VerbTense::Future)).then_some(())).is_some();
                if modal {
                    let stays = (i + 1..(i + 4).min(clause.end)).any(|at| {
                        self.any(
                            at,
                            &["have", "stay", "live", "work", "use", "remain", "cost", "hold", "run"],
                        ) || self.parser.word(at, "be") && !self.participle(at + 1)
                    });
                    return Some(stays);
                }
                state = Some(false);
            }
        }
        state
    }

    /// A participle that tells of a happening, with -ed or without.
    fn participle(&self, i: usize) -> bool {
        is_participle(self.parser, i)
            || self.parser.sense(i, |s| (s == Sense::Participle).then_some(())).is_some()
            || self.parser.sense(i, |s| (s == Sense::Tense(VerbTense::Past)).then_some(())).is_some()
                && self.cue(i, Cue::State).is_none()
    }

    /// "not until", "won't … until".
    fn negated(&self, first: usize) -> bool {
        (first.saturating_sub(5)..first).any(|i| {
            self.parser.word(i, "not")
                || self.parser.token(i).is_some_and(|t| matches!(t.text, "'t" | "\u{2019}t"))
        }) && self.parser.word(first, "until")
            && !(first.saturating_sub(5)..first)
                .any(|i| self.any(i, &["is", "isn", "was", "out", "in", "available"]))
    }

    fn inclusive(&self, next: usize) -> bool {
        self.any(next, &["inclusive", "included", "incl"])
            || self.parser.mark(next, '(') && self.any(next + 1, &["inclusive", "included", "incl"])
    }

    /// Whether "expires on", "valid until" or the like stands right before.
    fn ends_before(&self, clause: &Range<usize>, first: usize, core: usize) -> bool {
        let from = first.saturating_sub(5).max(clause.start);
        (from..core).any(|i| {
            self.cue(i, Cue::Ends).is_some_and(|next| {
                (next >= first && next <= core)
                    || (next..first).all(|at| {
                        self.any(at, &["on", "at", "the", "is", "was", "will", "be", "in", ":", "of"])
                            || self.parser.mark(at, ':')
                    })
            })
        })
    }

    /// "a Clio from 2011": the year of a thing.
    fn is_model_year(&self, found: &Found, time: &Time) -> bool {
        let past = time.named.1 <= self.context.now;
        time.bare_from
            && past
            && time.period.grain == Grain::Year
            && !self.any(found.next, &["on", "onwards", "to"])
            && found.first > 0
            && self.parser.tokens[found.first - 1].is_word()
            && !matches!(
                self.tenses.near(found.first, found.next),
                Some(VerbTense::Past | VerbTense::Perfect | VerbTense::Future)
            )
    }

    /// "moved from Tuesday to Thursday", "we moved the launch from 3 June to 10 June": two dates,
    /// and no time between them.
    fn moved_between(&self, found: &Found, time: &Time) -> bool {
        let verbs = ["moved", "shifted", "pushed", "rescheduled", "postponed", "slipped", "moves", "slips"];
        let changed = |i: usize| {
            let mut at = i + 1;
            while self.any(at, &["back", "forward", "it", "again"]) {
                at += 1;
            }
            let object = |s| matches!(s, Sense::Article | Sense::Possessive).then_some(());
            self.any(i, &verbs) && (at == found.first || self.parser.sense(at, object).is_some())
        };
        time.period.grain <= Grain::Month
            && self.parser.word(found.first, "from")
            && (found.first..found.next).any(|i| self.parser.word(i, "to"))
            && (found.first.saturating_sub(5)..found.first).any(changed)
    }

    /// "the invoice of 3 March is paid", "the 3 March build is broken": the day tells which one.
    fn names_a_thing(&self, clause: &Range<usize>, found: &Found, grain: Grain) -> bool {
        let near = found.first.saturating_sub(6).max(clause.start)..found.first;
        let tied = near.clone().any(|i| self.any(i, &["since", "until", "till"]));
        let of = found.first > clause.start && self.parser.word(found.first - 1, "of");
        let which = self.parser.word(found.first, "the")
            && self.parser.token(found.first + 1).is_some_and(|t| t.digits() > 0)
            && crate::support::noun_follows(self.parser, found.next);
        grain == Grain::Day && !tied && (of || which)
    }

    /// Whether the date is the object of the statement: "born on", "the deadline is", "moved to
    /// Monday", "next inspection: September".
    fn value_before(&self, clause: &Range<usize>, found: &Found) -> bool {
        // "for Friday" is what it is for; "for the week of 18 May" and "for the last year" last.
        let lasts = |t: &Time| t.rule == "rolling" || t.period.grain >= Grain::Week;
        if matches!(&found.what, What::Time(t) if t.preposition == Some(Preposition::For) && !lasts(t)) {
            return true;
        }
        if matches!(&found.what, What::Time(t) if t.preposition == Some(Preposition::AsOf)) {
            return false;
        }
        // "the first of May is a holiday", "we always go there at Easter"
        let subject = found.first == clause.start
            && found.core == found.first
            && self.any(found.next, &["is", "was", "are", "were"]);
        let habit = clause.clone().any(|i| {
            self.any(i, &["always", "usually", "normally", "typically", "often", "never", "sometimes"])
        });
        if subject || habit {
            return true;
        }
        let Some(mut before) = found.first.checked_sub(1).filter(|&b| b >= clause.start) else {
            return false;
        };
        // "not 2 March", "now Monday", "currently"
        while before > clause.start
            && self.any(
                before,
                &["not", "now", "on", "at", "only", "probably", "still", "the", "actually", "currently"],
            )
        {
            before -= 1;
        }
        let copula = self.any(before, &["is", "was", "are", "were", "be", "been"])
            || self.parser.token(before).is_some_and(|t| matches!(t.text, "'s" | "\u{2019}s"));
        let to =
            self.parser.word(before, "to") || self.parser.mark(before, ':') || self.parser.mark(before, '=');
        if copula || to {
            return true;
        }
        let near = before.saturating_sub(4).max(clause.start);
        (near..=before).any(|i| self.cue(i, Cue::Value).is_some())
            || (clause.start..=before).any(|i| {
                self.cue(i, Cue::Value).is_some_and(|_| {
                    self.any(i, &["born", "deadline", "birthday", "founded", "established", "anniversary"])
                })
            })
    }
}
