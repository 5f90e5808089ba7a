//! The inbox in a person's words: each item with its question, what holds beside what waits, and
//! what an answer would change. What waits and what deciding does is the ledger's.

use memstrata_ledger::{KeyDifference, Preview, ReviewChoice, ReviewItem, ReviewKind, ReviewOption};
use memstrata_model::inbox::{
    Inbox, InboxAnswer, InboxChoice, InboxDecision, InboxEffect, InboxItem, InboxKind, InboxRole, InboxSide,
};
use memstrata_model::{FORGOTTEN, Interval, Timeline, TimelineInterval, fact::TimelineKey, normalize_text};

use crate::{Engine, Error, Exit};

/// Items sent at once: more than anybody looks through in one sitting.
const WAITING: usize = 300;
/// Decisions shown, to be taken back.
const DECIDED: usize = 20;
/// Values of a set that are shown beside one that waits.
const HOLDING: usize = 3;
/// Keys told of one by one where an answer changes several.
const KEYS: usize = 2;

impl Engine {
    /// What waits for a decision, oldest first, and what was decided lately.
    ///
    /// # Errors
    /// The ledger cannot be read.
    pub fn inbox(&self) -> Result<Inbox, Error> {
        let (mut decided, waiting): (Vec<_>, Vec<_>) =
            self.review(true)?.into_iter().partition(|item| item.decision.is_some());
        decided.sort_by_key(|item| std::cmp::Reverse(item.decision.as_ref().map(|decision| decision.at)));
        let put =
            |items: &[ReviewItem]| items.iter().map(|item| self.in_words(item)).collect::<Result<_, Error>>();
        Ok(Inbox {
            waiting: put(&waiting[..waiting.len().min(WAITING)])?,
            total: u32::try_from(waiting.len()).unwrap_or(u32::MAX),
            decided: put(&decided[..decided.len().min(DECIDED)])?,
        })
    }

    /// What an answer would change; nothing is stored.
    ///
    /// # Errors
    /// The answer does not fit the item, or the item was decided on meanwhile.
    pub fn inbox_effect(&self, item: &str, answer: &InboxAnswer) -> Result<InboxEffect, Error> {
        let about = self.review_item(item)?.options.into_iter().find_map(|option| option.key);
        let preview = self.rehearse_decision(item, &self.choice_of(answer)?)?;
        let mut words = self.effect_in_words(&preview, about.as_ref());
        if matches!(answer, InboxAnswer::Choose { .. }) && preview.changes.is_empty() {
            words.push_str("; the conflict is settled");
        }
        Ok(InboxEffect { words, keys: u32::try_from(preview.changes.len()).unwrap_or(u32::MAX) })
    }

    /// Decides on an item; answers the entry that says so, which [`Engine::undo`] takes back.
    ///
    /// # Errors
    /// As [`Engine::inbox_effect`].
    pub fn answer_inbox(&self, item: &str, answer: &InboxAnswer) -> Result<String, Error> {
        let receipt = self.decide(item, &self.choice_of(answer)?)?;
        Ok(receipt.applied.into_iter().next().map(|applied| applied.event).unwrap_or_default())
    }

    fn choice_of(&self, answer: &InboxAnswer) -> Result<ReviewChoice, Error> {
        let date = |text: &str| -> Result<_, Error> {
            let text = text.trim();
            Ok(if text.is_empty() { None } else { Some(self.read_when(text)?.from) })
        };
        Ok(match answer {
            InboxAnswer::Accept => ReviewChoice::Accept,
            InboxAnswer::Reject => ReviewChoice::Reject,
            InboxAnswer::Choose { entry } => ReviewChoice::Choose(entry.clone()),
            InboxAnswer::Edit { object, from, to } => ReviewChoice::Edit {
                object: object.trim().to_owned(),
                valid_from: date(from)?,
                valid_to: date(to)?,
            },
        })
    }

    /// An item of the inbox in words: its question, and what holds beside what waits.
    ///
    /// # Errors
    /// The ledger cannot be read.
    pub fn in_words(&self, item: &ReviewItem) -> Result<InboxItem, Error> {
        let kind = kind_of(item);
        let option = item.options.first();
        let key = item.options.iter().find_map(|option| option.key.clone());
        let timeline = key.as_ref().map(|key| self.timeline_now(key)).transpose()?.flatten();
        let holding =
            timeline.as_ref().map(|timeline| self.holding(timeline)).transpose()?.unwrap_or_default();
        let set_valued = timeline.is_some_and(|timeline| timeline.set_valued);
        let sides = sides_of(item, kind, &holding);
        let acts_on_a_value =
            option.is_some_and(|o| matches!(o.act.as_str(), "assert" | "confirm" | "end") && o.key.is_some());
        Ok(InboxItem {
            id: item.id.clone(),
            kind,
            question: self.question(item, kind, &holding, set_valued),
            reason: item.reason.clone(),
            since: item.since,
            authority: item.authority.clone(),
            key,
            choices: choices(item, kind, &sides),
            editable: acts_on_a_value
                && item.options.len() == 1
                && !matches!(kind, InboxKind::Dispute | InboxKind::Claim),
            sides,
            decision: item.decision.as_ref().map(|decision| InboxDecision {
                event: decision.id.clone(),
                words: match decision.choice.as_str() {
                    "accept" => "accepted".to_owned(),
                    "reject" => "rejected".to_owned(),
                    "edit" => "another value given".to_owned(),
                    chosen => item
                        .options
                        .iter()
                        .find(|option| option.id == chosen)
                        .and_then(|option| option.object.as_ref())
                        .map_or_else(|| "decided".to_owned(), |object| format!("{object} chosen")),
                },
                at: decision.at,
            }),
        })
    }

    /// A key as it is believed now; none where nothing of it was ever believed.
    fn timeline_now(&self, key: &TimelineKey) -> Result<Option<Timeline>, Error> {
        match self.timeline(&key.subject, &key.relation, key.scope.as_deref(), None) {
            Err(error) if error.exit == Exit::NotFound => Ok(None),
            timeline => timeline.map(Some),
        }
    }

    fn holding(&self, timeline: &Timeline) -> Result<Vec<TimelineInterval>, Error> {
        let now = self.now()?;
        let holds = |at: &&TimelineInterval| Interval::new(at.valid_from, at.valid_to).contains(now);
        Ok(timeline.intervals.iter().filter(holds).cloned().collect())
    }

    fn question(
        &self,
        item: &ReviewItem,
        kind: InboxKind,
        holding: &[TimelineInterval],
        set_valued: bool,
    ) -> String {
        let option = item.options.first();
        let object = option.and_then(|option| option.object.as_deref()).unwrap_or(FORGOTTEN);
        let day = |at| self.day(at);
        match kind {
            InboxKind::Dispute => {
                let values: Vec<&str> =
                    item.options.iter().map(|o| o.object.as_deref().unwrap_or(FORGOTTEN)).collect();
                format!("{}?", values.join(" or "))
            }
            InboxKind::Held if option.is_some_and(|option| option.act == "end") => {
                let ended = option.and_then(|option| option.valid_to).map(day);
                let ended = ended.map_or_else(String::new, |day| format!(" on {day}"));
                format!("Did {} end{ended}?", option.and_then(|o| o.object.as_deref()).unwrap_or("it"))
            }
            InboxKind::Held => match holding {
                _ if set_valued => format!("Is {object} one of them too?"),
                [] => format!("Nothing is held at present; now {object}. Is it so?"),
                [old, ..] if normalize_text(&old.object) == normalize_text(object) => {
                    format!("{object}, as before. Is it so?")
                }
                [old, ..] => format!("Last we heard {}; now {object}. Did it change?", old.object),
            },
            InboxKind::Unsettled => match option.and_then(|option| option.valid_from) {
                Some(from) => format!("Does {object} hold again since {}?", day(from)),
                None => format!("Does {object} hold again?"),
            },
            InboxKind::Still => {
                let heard =
                    holding.iter().find(|held| normalize_text(&held.object) == normalize_text(object));
                let heard = heard.and_then(|held| held.last_verified.or(held.valid_from)).map(day);
                let heard = heard.map_or_else(String::new, |day| format!(", on {day}"));
                format!("Last we heard {object}{heard}. Is it still so?")
            }
            InboxKind::Ended => match option.and_then(|option| option.valid_to) {
                Some(at) => format!("Did {object} end on {}?", day(at)),
                None => format!("Did {object} end?"),
            },
            InboxKind::Same => format!("{object}: is it so?"),
            InboxKind::Relation => format!("{object}: set it so?"),
            InboxKind::Claim => "It lost a source. Does it still stand?".to_owned(),
            InboxKind::Unsupported => "Nothing that it cites supports it. Take it back?".to_owned(),
        }
    }

    fn effect_in_words(&self, preview: &Preview, about: Option<&TimelineKey>) -> String {
        let mut parts: Vec<String> = Vec::new();
        for change in preview.changes.iter().take(KEYS) {
            let values = self.change_in_words(change).join("; ");
            parts.push(if about == Some(&change.key) {
                values
            } else {
                format!("{}, {}: {values}", change.key.subject, change.key.relation)
            });
        }
        let more = preview.changes.len().saturating_sub(KEYS);
        if more > 0 {
            parts.push(format!("and {more} more {}", if more == 1 { "key" } else { "keys" }));
        }
        let falls = preview.claims.iter().filter(|claim| claim.falls.is_some()).count();
        for (count, verb) in [(falls, "fall"), (preview.claims.len() - falls, "stand again")] {
            match count {
                0 => {}
                1 => parts.push(format!("one claim would {verb}")),
                _ => parts.push(format!("{count} claims would {verb}")),
            }
        }
        if parts.is_empty() { "no value changes".to_owned() } else { parts.join("; ") }
    }

    fn change_in_words(&self, change: &KeyDifference) -> Vec<String> {
        let mut words = Vec::new();
        for before in &change.before {
            let after = change
                .after
                .iter()
                .find(|after| after.object == before.object && after.valid_from == before.valid_from);
            words.push(match after.map(|after| after.valid_to) {
                None => format!("no longer {}", before.object),
                Some(Some(to)) => format!("{} until {}", before.object, self.day(to)),
                Some(None) => format!("{} goes on", before.object),
            });
        }
        for after in &change.after {
            let known = change
                .before
                .iter()
                .any(|before| before.object == after.object && before.valid_from == after.valid_from);
            if !known {
                let from = after.valid_from.map_or_else(String::new, |at| format!(" from {}", self.day(at)));
                let to = after.valid_to.map_or_else(String::new, |at| format!(" until {}", self.day(at)));
                words.push(format!("{}{from}{to}", after.object));
            }
        }
        words
    }
}

fn kind_of(item: &ReviewItem) -> InboxKind {
    let act = item.options.first().map_or("", |option| option.act.as_str());
    match (item.kind, act) {
        (ReviewKind::Dispute, _) => InboxKind::Dispute,
        (ReviewKind::Unsettled, _) => InboxKind::Unsettled,
        (ReviewKind::Claim, _) => InboxKind::Claim,
        (ReviewKind::Held | ReviewKind::Proposal, "alias") => InboxKind::Same,
        (ReviewKind::Held | ReviewKind::Proposal, "relation") => InboxKind::Relation,
        (ReviewKind::Held | ReviewKind::Proposal, "void") => InboxKind::Unsupported,
        (ReviewKind::Proposal, "confirm") => InboxKind::Still,
        (ReviewKind::Proposal, "end") => InboxKind::Ended,
        (ReviewKind::Held | ReviewKind::Proposal, _) => InboxKind::Held,
    }
}

fn sides_of(item: &ReviewItem, kind: InboxKind, holding: &[TimelineInterval]) -> Vec<InboxSide> {
    let told = |role, option: &ReviewOption| InboxSide {
        role,
        object: option.object.clone(),
        valid_from: option.valid_from,
        valid_to: option.valid_to,
        source: option.source.clone(),
    };
    let role = if kind == InboxKind::Dispute { InboxRole::Rival } else { InboxRole::Waits };
    let held = holding.iter().take(HOLDING).map(|held| InboxSide {
        role: InboxRole::Holds,
        object: Some(held.object.clone()),
        valid_from: held.valid_from,
        valid_to: held.valid_to,
        source: held.sources.first().cloned(),
    });
    match kind {
        // What holds is the very thing that is asked about.
        InboxKind::Still if !holding.is_empty() => held.collect(),
        InboxKind::Held | InboxKind::Ended => {
            held.chain(item.options.iter().map(|option| told(role, option))).collect()
        }
        _ => item.options.iter().map(|option| told(role, option)).collect(),
    }
}

fn choices(item: &ReviewItem, kind: InboxKind, sides: &[InboxSide]) -> Vec<InboxChoice> {
    if kind == InboxKind::Dispute {
        return item
            .options
            .iter()
            .map(|option| InboxChoice {
                words: format!("{} is right", option.object.as_deref().unwrap_or(FORGOTTEN)),
                answer: InboxAnswer::Choose { entry: option.id.clone() },
            })
            .collect();
    }
    let held = sides.iter().any(|side| side.role == InboxRole::Holds);
    let ends = item.options.first().is_some_and(|option| option.act == "end");
    let (yes, no) = match kind {
        InboxKind::Held if ends => ("Yes, it ended", "No, it goes on"),
        InboxKind::Held if held => ("Yes, let it count", "No, leave it as it is"),
        InboxKind::Held | InboxKind::Dispute => ("Yes, let it count", "No, leave it out"),
        InboxKind::Unsettled => ("Yes, it holds again", "No, leave it open"),
        InboxKind::Still => ("Yes, still so", "No, do not vouch for it"),
        InboxKind::Ended => ("Yes, it ended", "No, it goes on"),
        InboxKind::Same => ("Yes, one thing", "No, two things"),
        InboxKind::Relation => ("Yes, set it", "No, leave it"),
        InboxKind::Claim => ("Yes, it stands", "No, leave it out"),
        InboxKind::Unsupported => ("Yes, take it back", "No, it stands"),
    };
    [(yes, InboxAnswer::Accept), (no, InboxAnswer::Reject)]
        .into_iter()
        .map(|(words, answer)| InboxChoice { words: words.to_owned(), answer })
        .collect()
}
