//! Moments as people give them on a command line or in a date field: figures first, then the
//! words that `when` reads.

use memstrata_model::{DateError, Instant, KnownDate, Precision, read_date};
use memstrata_when::Context;

use crate::{Engine, Error};

impl Engine {
    /// What `when` reads against: now, the zone and the customs of the space.
    #[must_use]
    pub fn when_context(&self, now: Instant) -> Context {
        let week_start = match self.space.week_start.as_str() {
            "sunday" => chrono::Weekday::Sun,
            "saturday" => chrono::Weekday::Sat,
            _ => chrono::Weekday::Mon,
        };
        Context::new(now.to_utc(), self.zone).with_locale(&self.space.locale).with_week_start(week_start)
    }

    /// A moment in figures or words: `2026-03`, `2026-03-10T09:00:00Z`, `last March`.
    ///
    /// # Errors
    /// What cannot be read or cannot exist, quoted.
    pub fn read_when(&self, text: &str) -> Result<KnownDate, Error> {
        read_when(text, &self.when_context(self.now()?))
    }

    /// Where a moment given as a viewpoint stands: the last instant of a period, since "as of
    /// March" is what held when March was over; an instant is itself. One looks back: a date that
    /// says no year ("1 March") is the last such date, unless its words say the next.
    ///
    /// # Errors
    /// As [`Engine::read_when`].
    pub fn read_viewpoint(&self, text: &str) -> Result<Instant, Error> {
        let now = self.now()?;
        let context = self.when_context(now);
        let mut date = read_when(text, &context)?;
        if date.from > now {
            let asked = [" ", " in ", " on "].map(|before| format!("what was it{before}{text}?"));
            let past = asked.iter().filter_map(|asked| read_when(asked, &context).ok());
            date = past.into_iter().find(|past| past.from <= now).unwrap_or(date);
        }
        Ok(if date.to > date.from { date.to.plus_micros(-1) } else { date.from })
    }
}

/// A moment in figures or in words, read against a context.
///
/// # Errors
/// What cannot be read or cannot exist, quoted.
pub fn read_when(text: &str, context: &Context) -> Result<KnownDate, Error> {
    let in_figures = match read_date(text, context.zone) {
        Ok(date) => return Ok(date),
        Err(error) => error,
    };
    if matches!(in_figures, DateError::Impossible(_) | DateError::TooFar(_)) {
        return Err(in_figures.into());
    }
    let reading = memstrata_when::read_question(text, context);
    if let Some(error) = reading.error {
        return Err(Error::usage("impossible_date", error.message, None));
    }
    if text.trim().eq_ignore_ascii_case("now") {
        let now = Instant::from(context.now);
        return Ok(KnownDate { from: now, to: now, precision: Precision::Instant });
    }
    let from = reading.bounds.from.map(Instant::from);
    let to = reading.bounds.to.map(Instant::from);
    let precision = reading
        .precision
        .and_then(|precision| Precision::from_name(precision.as_str()))
        .unwrap_or(Precision::Instant);
    match (from, to) {
        (Some(from), Some(to)) => Ok(KnownDate { from, to, precision }),
        (Some(only), None) | (None, Some(only)) => Ok(KnownDate { from: only, to: only, precision }),
        (None, None) => Err(Error::usage(
            "bad_date",
            format!("'{text}' is not a moment"),
            Some("write 2026-03, 2026-03-10, 2026-03-10T09:00:00Z, or words such as 'last March'"),
        )),
    }
}
