//! The registry of relations, and the spaces with their settings.

use memstrata_engine::{
    Calibration, Engine, Error, Exit, Preview, RelationChange, RelationListed, Scoring, SpaceSettings, Told,
    built_in_relations,
};
use memstrata_model::{Cardinality, OnConflict};

use super::preview;
use crate::Session;
use crate::args::curating::{self as args, Relations, Space};

pub fn relations(session: &Session, action: Option<Relations>) -> Result<u8, Error> {
    let Some(action) = action else {
        let relations = match session.open(false) {
            // Without a ledger there is the lexicon.
            Err(error) if error.exit == Exit::NotFound && !session.ledger_exists() => built_in_relations(),
            engine => engine?.relations()?,
        };
        if session.output.json {
            session.output.document(&relations);
        } else {
            relations.iter().for_each(|relation| session.output.line(&relation_line(relation)));
        }
        return Ok(0);
    };
    match action {
        Relations::Show { name } => {
            let relation = session.open(false)?.relation(&name)?;
            if session.output.json {
                session.output.document(&relation);
            } else {
                session.output.line(&relation_line(&relation));
            }
            Ok(0)
        }
        Relations::Calibrate(args) => calibrate(session, &args),
        Relations::Set(args) => {
            let engine = session.open_to_tell(session.options(true), args.dry_run)?;
            let told = engine.relation_change(&args.name, &change(&args)?)?;
            tell(session, &engine, told, args.dry_run)
        }
        Relations::Add(args) => {
            let engine = session.open_to_tell(session.options(true), args.dry_run)?;
            let told = engine.relation_addition(&args.name, &change(&args)?)?;
            tell(session, &engine, told, args.dry_run)
        }
        Relations::Rename { name, new, dry_run } => {
            let engine = session.open_to_tell(session.options(true), dry_run)?;
            let told = engine.relation_renaming(&name, &new)?;
            tell(session, &engine, told, dry_run)
        }
        Relations::Merge { name, into, dry_run } => {
            let engine = session.open_to_tell(session.options(true), dry_run)?;
            let told = engine.relation_merging(&name, &into)?;
            tell(session, &engine, told, dry_run)
        }
    }
}

fn tell(session: &Session, engine: &Engine, told: Told, dry_run: bool) -> Result<u8, Error> {
    let name = match &told {
        Told::Relation(relation) => relation.relation.clone(),
        _ => String::new(),
    };
    if dry_run {
        let preview = engine.rehearse(vec![told], None, None)?;
        return preview::report(session, engine, &preview, &name);
    }
    let receipt = engine.tell(vec![told], None, None)?;
    if session.output.json {
        session.output.document(&receipt);
        return Ok(0);
    }
    session.output.line(&relation_line(&engine.relation(&name)?));
    for applied in &receipt.applied {
        session.output.line(&format!("Undo with: memstrata void {}", applied.event));
    }
    Ok(0)
}

pub fn calibrate(session: &Session, args: &args::Calibrate) -> Result<u8, Error> {
    let fitted = session.open(false)?.calibrate(args.name.as_deref(), args.propose)?;
    if session.output.json {
        session.output.document(&fitted);
        return Ok(0);
    }
    fitted.iter().for_each(|fit| session.output.line(&calibration_line(fit)));
    let due = fitted.iter().filter(|fit| fit.proposed.is_some()).count();
    if fitted.is_empty() {
        session.output.line("No values whose lengths are known.");
    } else if args.propose && due > 0 {
        session.output.line("Decide with: memstrata review accept|reject ID");
    } else if due > 0 {
        session.output.line(&format!(
            "{due} to change; put them into the inbox with: memstrata relations calibrate --propose"
        ));
    }
    Ok(0)
}

fn calibration_line(fit: &Calibration) -> String {
    let days = |days: f64| if days < 10.0 { format!("{days:.1}") } else { format!("{days:.0}") };
    let set = match fit.set {
        None => "not set".to_owned(),
        Some(-1) => "set to never".to_owned(),
        Some(set) => format!("set to {set}"),
    };
    let fitted = match (fit.half_life_days, fit.at_most) {
        (Some(half_life), Some(most)) => {
            format!("{} days ({} to {})", days(half_life), days(fit.at_least), days(most))
        }
        _ => format!("at least {} days", days(fit.at_least)),
    };
    let proposed = match (fit.proposed, &fit.item) {
        (Some(to), Some(item)) => format!("  {to} proposed, {item}"),
        (Some(to), None) => format!("  should be {to}"),
        (None, _) => String::new(),
    };
    let changes = if fit.changes == 1 { "change" } else { "changes" };
    format!("{:<22} {fitted:<32} {} {changes}, {} open  {set}{proposed}", fit.relation, fit.changes, fit.open)
}

fn change(args: &args::Relation) -> Result<RelationChange, Error> {
    let bad = |what: &str, value: &str, hint: &str| {
        Error::usage("bad_value", format!("'{value}' is no {what}"), Some(hint))
    };
    let cardinality = args
        .cardinality
        .as_deref()
        .map(|text| {
            Cardinality::from_name(text).ok_or_else(|| bad("cardinality", text, "use one, set or fixed"))
        })
        .transpose()?;
    let on_conflict = args
        .on_conflict
        .as_deref()
        .map(|text| OnConflict::from_name(text).ok_or_else(|| bad("rule", text, "use supersede or confirm")))
        .transpose()?;
    Ok(RelationChange {
        cardinality,
        half_life_days: args.half_life,
        on_conflict,
        importance: args.importance,
        add_aliases: args.alias.clone(),
        drop_aliases: args.no_alias.clone(),
    })
}

fn relation_line(relation: &RelationListed) -> String {
    let half_life = match relation.half_life_days {
        None => String::new(),
        Some(-1) => "never changes".to_owned(),
        Some(0) => "its own date".to_owned(),
        Some(1) => "half-life 1 day".to_owned(),
        Some(days) => format!("half-life {days} days"),
    };
    let conflict = match relation.on_conflict {
        OnConflict::Supersede => String::new(),
        OnConflict::Confirm => "  asks before a lesser source changes it".to_owned(),
    };
    let importance =
        relation.importance.map(|importance| format!("  importance {importance}")).unwrap_or_default();
    let aliases = if relation.aliases.is_empty() {
        String::new()
    } else {
        format!("  {}", relation.aliases.join(", "))
    };
    format!(
        "{:<22} {:<6} {half_life:<22}{conflict}{importance}{aliases}",
        relation.name,
        relation.cardinality.as_str()
    )
    .trim_end()
    .to_owned()
}

pub fn spaces(session: &Session, action: Option<Space>) -> Result<u8, Error> {
    match action {
        None | Some(Space::List) => {
            let spaces = open_any(session, false)?.spaces()?;
            if session.output.json {
                session.output.document(&spaces);
            } else {
                spaces.iter().for_each(|space| session.output.line(&space_line(space)));
            }
            Ok(0)
        }
        Some(Space::Show { name }) => {
            let name = name.unwrap_or_else(|| session.global.space.clone());
            show(session, &open_any(session, false)?.space_settings(&name)?, None)
        }
        Some(Space::Make { name, settings, dry_run }) => {
            let engine = open_any(session, !dry_run)?;
            let present = engine.space_settings(engine.space())?;
            let settings = with(&settings, SpaceSettings { name, ..present });
            if dry_run {
                engine.rehearse_space(&settings)?;
                return foresee(session, &engine, None, &settings, &Preview::default());
            }
            let event = engine.make_space(&settings)?;
            show(session, &settings, Some(&event))
        }
        Some(Space::Set { settings, dry_run }) => {
            let engine = session.open(false)?;
            let present = engine.space_settings(engine.space())?;
            let settings = with(&settings, present.clone());
            if dry_run {
                let preview = engine.rehearse(vec![Told::Space(settings.clone())], None, None)?;
                return foresee(session, &engine, Some(&present), &settings, &preview);
            }
            let event = engine.set_space(&settings)?;
            show(session, &settings, Some(&event))
        }
    }
}

/// The ledger, also where the space that was named is not in it.
fn open_any(session: &Session, create: bool) -> Result<Engine, Error> {
    match session.open(create) {
        Err(error) if error.exit == Exit::NotFound && session.ledger_exists() => {
            session.open_in("default", create)
        }
        opened => opened,
    }
}

/// Settings with those in place of the present ones that were given.
fn with(given: &args::SpaceSettings, present: SpaceSettings) -> SpaceSettings {
    SpaceSettings {
        name: present.name,
        timezone: given.timezone.clone().unwrap_or(present.timezone),
        locale: given.locale.clone().unwrap_or(present.locale),
        week_start: given.week_start.clone().unwrap_or(present.week_start),
        scoring: scoring(&given.scoring, present.scoring),
    }
}

fn scoring(given: &args::Scoring, present: Option<Scoring>) -> Option<Scoring> {
    let kept = if given.published_scoring { Scoring::default() } else { present.unwrap_or_default() };
    let scoring = Scoring {
        recency: given.recency.or(kept.recency),
        importance: given.importance.or(kept.importance),
        similarity: given.similarity.or(kept.similarity),
        recency_half_life_days: given.recency_half_life.or(kept.recency_half_life_days),
        verified_days: given.verified_days.or(kept.verified_days),
        verified_factor: given.verified_factor.or(kept.verified_factor),
        grace_days: given.grace_days.or(kept.grace_days),
        grace_factor: given.grace_factor.or(kept.grace_factor),
        recall: given.recall.or(kept.recall),
        passages: given.passages.or(kept.passages),
        hybrid: given.hybrid.or(kept.hybrid),
        rerank: given.rerank.or(kept.rerank),
        idle: given.idle.or(kept.idle),
    };
    (scoring != Scoring::default()).then_some(scoring)
}

fn show(session: &Session, space: &SpaceSettings, event: Option<&str>) -> Result<u8, Error> {
    if session.output.json {
        let mut document = serde_json::to_value(space).unwrap_or_default();
        if let (Some(fields), Some(event)) = (document.as_object_mut(), event) {
            fields.insert("event".to_owned(), event.into());
        }
        session.output.document(&document);
    } else {
        session.output.line(&space_line(space));
    }
    Ok(0)
}

/// Shows the settings as they are and as they would be.
fn foresee(
    session: &Session,
    engine: &Engine,
    present: Option<&SpaceSettings>,
    settings: &SpaceSettings,
    preview: &Preview,
) -> Result<u8, Error> {
    if session.output.json {
        let mut document = preview::beside(settings, preview);
        document["before"] = serde_json::json!(present);
        session.output.document(&document);
        return Ok(0);
    }
    session.output.note("Nothing is stored: this is what would be.");
    if present == Some(settings) {
        session.output.line("No setting would change.");
    } else {
        if let Some(present) = present {
            session.output.line(&session.output.faint(&format!("  - {}", space_line(present))));
        }
        session.output.line(&format!("  + {}", space_line(settings)));
    }
    preview::print(session, engine, preview);
    Ok(0)
}

fn space_line(space: &SpaceSettings) -> String {
    let set = space.scoring.unwrap_or_default();
    let scoring: String = [
        ("recency", set.recency),
        ("importance", set.importance),
        ("similarity", set.similarity),
        ("recency half-life", set.recency_half_life_days),
        ("verified days", set.verified_days),
        ("verified factor", set.verified_factor),
        ("grace days", set.grace_days),
        ("grace factor", set.grace_factor),
        ("recall", set.recall.map(f64::from)),
        ("passages", set.passages.map(f64::from)),
    ]
    .into_iter()
    .filter_map(|(name, value)| value.map(|value| format!("  {name} {value}")))
    .collect();
    let switches: String = [("hybrid", set.hybrid), ("rerank", set.rerank), ("idle", set.idle)]
        .into_iter()
        .filter_map(|(name, value)| value.map(|value| format!("  {name} {value}")))
        .collect();
    format!(
        "{}  {}  {}  weeks from {}{scoring}{switches}",
        space.name, space.timezone, space.locale, space.week_start
    )
}
