//! Looking after what is kept: names, relations, disputes, what is to be forgotten.

use memstrata_engine::{Error, NewAlias, NewRelation, Told, built_in_relations};
use memstrata_model::{Cardinality, OnConflict};

use super::telling::report;
use crate::Session;
use crate::args;

pub fn alias(session: &Session, args: &args::Alias) -> Result<u8, Error> {
    let engine = session.open(false)?;
    if let Some(event) = &args.undo {
        let receipt = engine.tell(vec![Told::Void(event.clone())], None, None)?;
        return report(session, &engine, &receipt, event);
    }
    let (Some(subject), Some(into)) = (&args.subject, &args.into) else {
        return Err(Error::usage("missing_name", "two names are needed", None));
    };
    let alias = NewAlias {
        subject: subject.clone(),
        relation: args.relation.clone(),
        scope: args.scope.clone(),
        into_subject: into.clone(),
        into_relation: args.into_relation.clone(),
        into_scope: args.into_scope.clone(),
    };
    let receipt = engine.tell(vec![Told::Alias(alias)], None, None)?;
    if session.output.json {
        session.output.document(&receipt);
        return Ok(0);
    }
    for applied in &receipt.applied {
        session.output.line(&format!("{subject} counts for {into} from now on."));
        session.output.line(&format!("Undo with: memstrata alias --undo {}", applied.event));
    }
    Ok(0)
}

pub fn relations(session: &Session, set: Option<args::Relations>) -> Result<u8, Error> {
    let Some(args::Relations::Set { name, cardinality, half_life, on_conflict, importance }) = set else {
        let relations = built_in_relations();
        if session.output.json {
            session.output.document(&relations);
        } else {
            for relation in relations {
                let half_life = match relation.half_life_days {
                    -1 => "never changes".to_owned(),
                    0 => "its own date".to_owned(),
                    days => format!("half-life {days} days"),
                };
                session.output.line(&format!(
                    "{:<22} {:<6} {half_life:<22} {}",
                    relation.name,
                    relation.cardinality.as_str(),
                    relation.aliases.join(", ")
                ));
            }
        }
        return Ok(0);
    };
    let bad = |what: &str, value: &str, hint: &str| {
        Error::usage("bad_value", format!("'{value}' is no {what}"), Some(hint))
    };
    let relation = NewRelation {
        relation: name.clone(),
        cardinality: Cardinality::from_name(&cardinality)
            .ok_or_else(|| bad("cardinality", &cardinality, "use one, set or fixed"))?,
        half_life_days: half_life,
        on_conflict: on_conflict
            .map(|text| {
                OnConflict::from_name(&text).ok_or_else(|| bad("rule", &text, "use supersede or confirm"))
            })
            .transpose()?,
        importance,
    };
    let engine = session.open(true)?;
    let receipt = engine.tell(vec![Told::Relation(relation)], None, None)?;
    if session.output.json {
        session.output.document(&receipt);
    } else {
        session.output.line(&format!("{name}: {cardinality}"));
        for applied in &receipt.applied {
            session.output.line(&format!("Undo with: memstrata void {}", applied.event));
        }
    }
    Ok(0)
}

pub fn spaces(session: &Session) -> Result<u8, Error> {
    let engine = session.open(false)?;
    let spaces = engine.spaces()?;
    if session.output.json {
        session.output.document(&spaces);
    } else {
        for space in spaces {
            session.output.line(&format!(
                "{}  {}  {}  weeks from {}",
                space.name, space.timezone, space.locale, space.week_start
            ));
        }
    }
    Ok(0)
}

pub fn resolve(session: &Session, dispute: &str, choice: &str) -> Result<u8, Error> {
    let engine = session.open(false)?;
    let told = Told::Resolve { dispute: dispute.to_owned(), choice: choice.to_owned() };
    let receipt = engine.tell(vec![told], None, None)?;
    report(session, &engine, &receipt, dispute)
}

pub fn forget(session: &Session, episode: &str, yes: bool) -> Result<u8, Error> {
    let engine = session.open(false)?;
    let erasure = if yes { engine.forget(episode)? } else { engine.preview_forget(episode)? };
    if session.output.json {
        session.output.document(&erasure);
        return Ok(0);
    }
    if yes {
        session.output.line("Forgotten. Backups and exports made before still hold it.");
        return Ok(0);
    }
    if let Some(text) = &erasure.text {
        session.output.line(&format!("Would erase: {}", text.trim()));
    }
    for object in &erasure.objects {
        session.output.line(&format!("  and the value {object}"));
    }
    if !erasure.claims.is_empty() {
        session.output.line(&format!("  {} claims lose a source", erasure.claims.len()));
    }
    session.output.line("Nothing is erased yet: add --yes. It cannot be undone.");
    Ok(0)
}
