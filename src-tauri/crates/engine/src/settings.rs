//! The settings of the open space as a person sees and changes them in the window: each with what
//! holds where it is not set, and what a change would do before it is kept.

use memstrata_ledger::Told;
use memstrata_model::date::show_date;
use memstrata_model::settings::{HistoryClaim, ScoringSettings, Settings, SettingsEffect, SettingsPage};
use memstrata_model::{Precision, date::read_zone};
use memstrata_when::Context;

use crate::ask::{PASSAGES, RECALL};
use crate::rollup::RollUp;
use crate::{Engine, Error, Scoring, SpaceSettings};

/// A date whose day and month only the locale tells apart.
const AMBIGUOUS: &str = "03/04/2026";

impl Engine {
    /// The settings of the open space, as they are set now.
    ///
    /// # Errors
    /// The ledger cannot be read.
    pub fn settings_page(&self) -> Result<SettingsPage, Error> {
        let settings = shown(self.space_settings(self.space())?);
        Ok(SettingsPage {
            example: self.date_read(&settings)?,
            settings,
            published: published(),
            reranker: self.reranker.as_ref().map(|reranker| reranker.name()),
        })
    }

    /// What keeping settings would change; nothing is stored.
    ///
    /// # Errors
    /// As [`Engine::keep_settings`].
    pub fn settings_effect(&self, settings: &Settings) -> Result<SettingsEffect, Error> {
        let told = told(self.of_this_space(settings)?);
        let changed = told != self.space_settings(self.space())?;
        let preview = self.rehearse(vec![Told::Space(told)], None, None)?;
        let keys = u32::try_from(preview.changes.len()).unwrap_or(u32::MAX);
        Ok(SettingsEffect { changed, example: self.date_read(settings)?, keys })
    }

    /// Keeps settings of the open space; answers the entry that says so. Zone, locale and week are
    /// this engine's from the next opening on.
    ///
    /// # Errors
    /// A setting that cannot be; the settings are those of another space.
    pub fn keep_settings(&self, settings: &Settings) -> Result<String, Error> {
        self.set_space(&told(self.of_this_space(settings)?))
    }

    fn of_this_space<'a>(&self, settings: &'a Settings) -> Result<&'a Settings, Error> {
        if settings.name == self.space() {
            return Ok(settings);
        }
        Err(Error::usage(
            "other_space",
            format!("the settings are those of '{}'; '{}' is open", settings.name, self.space()),
            None,
        ))
    }

    fn date_read(&self, settings: &Settings) -> Result<String, Error> {
        let zone = read_zone(&settings.timezone)?;
        let context = Context::new(self.now()?.to_utc(), zone).with_locale(&settings.locale);
        Ok(show_date(crate::read_when(AMBIGUOUS, &context)?.from, Precision::Day, zone))
    }
}

impl From<&RollUp> for HistoryClaim {
    fn from(rolled: &RollUp) -> Self {
        HistoryClaim {
            text: rolled.text.clone(),
            entries: u32::try_from(rolled.derived_from.len()).unwrap_or(u32::MAX),
            claim: rolled.claim.clone(),
            replaces: rolled.replaces.is_some(),
            changed: rolled.changed,
        }
    }
}

/// What holds where a space sets nothing.
fn published() -> ScoringSettings {
    let weights = memstrata_retrieve::Weights::of(&Scoring::default(), false);
    ScoringSettings {
        recency: Some(weights.recency),
        importance: Some(weights.importance),
        similarity: Some(weights.similarity),
        recency_half_life_days: Some(weights.recency_half_life / DAY),
        verified_days: Some(weights.verified_within / DAY),
        verified_factor: Some(weights.verified_factor),
        grace_days: Some(0.0),
        grace_factor: Some(weights.grace_factor),
        recall: Some(RECALL),
        passages: Some(PASSAGES),
        hybrid: Some(false),
        rerank: Some(false),
        idle: Some(true),
    }
}

/// Microseconds of a day.
const DAY: f64 = 86_400.0 * 1_000_000.0;

fn shown(space: SpaceSettings) -> Settings {
    let set = space.scoring.unwrap_or_default();
    Settings {
        name: space.name,
        timezone: space.timezone,
        locale: space.locale,
        week_start: space.week_start,
        scoring: ScoringSettings {
            recency: set.recency,
            importance: set.importance,
            similarity: set.similarity,
            recency_half_life_days: set.recency_half_life_days,
            verified_days: set.verified_days,
            verified_factor: set.verified_factor,
            grace_days: set.grace_days,
            grace_factor: set.grace_factor,
            recall: set.recall,
            passages: set.passages,
            hybrid: set.hybrid,
            rerank: set.rerank,
            idle: set.idle,
        },
    }
}

fn told(settings: &Settings) -> SpaceSettings {
    let set = &settings.scoring;
    let scoring = Scoring {
        recency: set.recency,
        importance: set.importance,
        similarity: set.similarity,
        recency_half_life_days: set.recency_half_life_days,
        verified_days: set.verified_days,
        verified_factor: set.verified_factor,
        grace_days: set.grace_days,
        grace_factor: set.grace_factor,
        recall: set.recall,
        passages: set.passages,
        hybrid: set.hybrid,
        rerank: set.rerank,
        idle: set.idle,
    };
    SpaceSettings {
        name: settings.name.clone(),
        timezone: settings.timezone.clone(),
        locale: settings.locale.clone(),
        week_start: settings.week_start.clone(),
        scoring: (scoring != Scoring::default()).then_some(scoring),
    }
}
