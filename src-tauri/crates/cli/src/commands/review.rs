//! The inbox: what waits for a decision, and deciding on it.

use memstrata_engine::{Engine, Error, ReviewChoice, ReviewItem, ReviewKind, ReviewOption, key_in_words};
use memstrata_model::inbox::InboxRole;
use memstrata_model::{Instant, Precision};
use serde::Serialize;

use super::preview;
use super::telling::report;
use crate::Session;
use crate::args::curating::Review;
use crate::show;

pub fn review(session: &Session, action: Option<Review>, all: bool) -> Result<u8, Error> {
    let engine = session.open(false)?;
    match action {
        None => list(session, &engine, all),
        Some(Review::Show { id }) => {
            let asked = Asked::of(&engine, engine.review_item(&id)?)?;
            if session.output.json {
                session.output.document(&asked);
            } else {
                print_item(session, &engine, &asked);
            }
            Ok(0)
        }
        Some(Review::Accept { id, dry_run }) => decide(session, &engine, &id, &ReviewChoice::Accept, dry_run),
        Some(Review::Reject { id, dry_run }) => decide(session, &engine, &id, &ReviewChoice::Reject, dry_run),
        Some(Review::Edit { id, object, from, to, dry_run }) => {
            let read = |text: Option<String>| -> Result<_, Error> {
                Ok(text.map(|text| engine.read_when(&text)).transpose()?.map(|date| date.from))
            };
            let choice = ReviewChoice::Edit { object, valid_from: read(from)?, valid_to: read(to)? };
            decide(session, &engine, &id, &choice, dry_run)
        }
    }
}

/// Decides, or shows what deciding so would change.
pub fn decide(
    session: &Session,
    engine: &Engine,
    item: &str,
    choice: &ReviewChoice,
    dry_run: bool,
) -> Result<u8, Error> {
    if dry_run {
        return preview::report(session, engine, &engine.rehearse_decision(item, choice)?, item);
    }
    let receipt = engine.decide(item, choice)?;
    report(session, engine, &receipt, item)?;
    if !session.output.json {
        for applied in &receipt.applied {
            if !applied.event.is_empty() {
                session.output.line(&format!("Undo with: memstrata void {}", applied.event));
            }
        }
    }
    Ok(0)
}

fn list(session: &Session, engine: &Engine, all: bool) -> Result<u8, Error> {
    let items = engine.review(all)?.into_iter().map(|item| Asked::of(engine, item));
    let items = items.collect::<Result<Vec<_>, _>>()?;
    if session.output.json {
        session.output.document(&items);
        return Ok(0);
    }
    if items.is_empty() {
        session.output.line("Nothing waits for a decision.");
    }
    for item in &items {
        print_item(session, engine, item);
    }
    Ok(0)
}

/// An item with its question, as the window asks it too.
#[derive(Debug, Serialize)]
struct Asked {
    #[serde(flatten)]
    item: ReviewItem,
    /// "Last we heard 8080; now 9443. Did it change?"
    question: String,
    /// What holds at present beside what waits.
    holds: Vec<Held>,
}

/// A value that holds.
#[derive(Debug, Serialize)]
struct Held {
    object: Option<String>,
    valid_from: Option<Instant>,
    valid_to: Option<Instant>,
}

impl Asked {
    fn of(engine: &Engine, item: ReviewItem) -> Result<Self, Error> {
        let words = engine.in_words(&item)?;
        let holds = words.sides.into_iter().filter(|side| side.role == InboxRole::Holds);
        let holds = holds.map(|side| Held {
            object: side.object,
            valid_from: side.valid_from,
            valid_to: side.valid_to,
        });
        Ok(Asked { item, question: words.question, holds: holds.collect() })
    }
}

fn print_item(session: &Session, engine: &Engine, asked: &Asked) {
    let item = &asked.item;
    let kind = match item.kind {
        ReviewKind::Held => "held",
        ReviewKind::Proposal => "proposed",
        ReviewKind::Dispute => "disputed",
        ReviewKind::Unsettled => "unsettled",
        ReviewKind::Claim => "claim",
    };
    let reason = if item.reason.is_empty() { String::new() } else { format!(": {}", item.reason) };
    session.output.line(&session.output.strong(&format!("{}  {kind}{reason}", item.id)));
    if item.decision.is_none() {
        session.output.line(&format!("  {}", asked.question));
    }
    for option in &item.options {
        session.output.line(&format!("  {}", option_line(engine, item, option)));
        if let Some(text) = option.text.as_ref().filter(|_| item.kind != ReviewKind::Claim) {
            let author = option.author.as_ref().map(|author| format!("{author}: ")).unwrap_or_default();
            session.output.line(&session.output.faint(&format!("    {author}{}", text.trim())));
        }
    }
    match (&item.decision, item.kind) {
        (Some(decision), _) => {
            let day = show::bound(engine, Some(decision.at), Precision::Day, "");
            session.output.line(&format!("  decided on {day}: {}  ({})", decision.choice, decision.id));
        }
        (None, ReviewKind::Dispute) => {
            session.output.line(&session.output.faint(&format!("  memstrata resolve {} ENTRY", item.id)))
        }
        (None, ReviewKind::Unsettled) => session.output.line(&session.output.faint(&format!(
            "  does it hold again? memstrata review accept|reject {0}, or edit {0} --object VALUE",
            item.id
        ))),
        (None, kind) => {
            // What can be told otherwise has one value.
            let edited = kind == ReviewKind::Held
                && matches!(&item.options[..], [one] if one.key.is_some() && one.act == "assert");
            // What has no text left cannot stand again.
            let bare = item.kind == ReviewKind::Claim && item.options.iter().all(|one| one.object.is_none());
            let choices = if bare { "reject" } else { "accept|reject" };
            let edit = if edited { format!(", or edit {} --object VALUE", item.id) } else { String::new() };
            session
                .output
                .line(&session.output.faint(&format!("  memstrata review {choices} {}{edit}", item.id)));
        }
    }
}

fn option_line(engine: &Engine, item: &ReviewItem, option: &ReviewOption) -> String {
    let key = option.key.as_ref().map(|key| format!("{}: ", key_in_words(key))).unwrap_or_default();
    let object = option.object.as_deref().unwrap_or(match option.act.as_str() {
        "claim" => "(its text went with what it rested on)",
        "assert" | "confirm" => memstrata_model::FORGOTTEN,
        _ => "(any value)",
    });
    let entry = if item.kind == ReviewKind::Dispute { format!("{}  ", option.id) } else { String::new() };
    let dates = match option.act.as_str() {
        "assert" | "confirm" | "end" => format!(
            "  {} → {}",
            show::bound(engine, option.valid_from, Precision::Day, "…"),
            show::bound(engine, option.valid_to, Precision::Day, "∞")
        ),
        _ => String::new(),
    };
    format!("{entry}{} {key}{object}{dates}", option.act)
}
