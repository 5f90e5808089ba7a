//! Looking after what is kept: names of subjects, disputes, what is to be forgotten.

use memstrata_engine::{Engine, Error, NewAlias, Preview, ReviewChoice, Told};

use super::preview;
use super::telling::tell;
use crate::Session;
use crate::args;

pub fn alias(session: &Session, args: &args::Alias) -> Result<u8, Error> {
    let engine = session.open(false)?;
    if let Some(event) = &args.undo {
        return tell(session, &engine, Told::Void(event.clone()), None, args.dry_run, event);
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
    if args.dry_run {
        let preview = engine.rehearse(vec![Told::Alias(alias)], None, None)?;
        return preview::report(session, &engine, &preview, &format!("{subject} into {into}"));
    }
    let moves = !engine.rehearse(vec![Told::Alias(alias.clone())], None, None)?.changes.is_empty();
    let receipt = engine.tell(vec![Told::Alias(alias)], None, None)?;
    if session.output.json {
        session.output.document(&receipt);
        return Ok(0);
    }
    for applied in &receipt.applied {
        let (one, other) = alias_in_words(args, subject, into);
        if applied.event.is_empty() {
            session.output.line(&format!("{one} counts for {other} already; nothing is changed."));
            continue;
        }
        session.output.line(&format!("{one} counts for {other} from now on."));
        if !moves {
            session.output.line("No value moved by it: nothing is known under the name that it moves from.");
        }
        session.output.line(&format!("Undo with: memstrata alias --undo {}", applied.event));
    }
    Ok(0)
}

/// What counts for what: a subject for another, or one key of it for another key.
fn alias_in_words(args: &args::Alias, subject: &str, into: &str) -> (String, String) {
    let Some(relation) = &args.relation else { return (subject.to_owned(), into.to_owned()) };
    let key = |subject: &str, relation: &str, scope: &Option<String>| {
        let scope = scope.as_ref().map(|scope| format!(" [{scope}]")).unwrap_or_default();
        format!("{subject} · {relation}{scope}")
    };
    let into_relation = args.into_relation.as_ref().unwrap_or(relation);
    (key(subject, relation, &args.scope), key(into, into_relation, &args.into_scope))
}

pub fn resolve(session: &Session, dispute: &str, choice: &str, dry_run: bool) -> Result<u8, Error> {
    let engine = session.open(false)?;
    let choice = match choice {
        "accept" => ReviewChoice::Accept,
        "reject" => ReviewChoice::Reject,
        entry => ReviewChoice::Choose(entry.to_owned()),
    };
    super::review::decide(session, &engine, dispute, &choice, dry_run)
}

/// What forgetting leaves, where somebody might think that nothing is left.
const STAYS: &str = "What stays is the text's id, times, author, place and digest, and of each fact it told the names \
                     (subject, relation, scope) with its dates.";

pub fn forget(session: &Session, episode: &str, yes: bool) -> Result<u8, Error> {
    let engine = session.open(false)?;
    if !yes {
        let preview = engine.rehearse(vec![Told::Forget(episode.to_owned())], None, None)?;
        return show_forgetting(session, &engine, &preview);
    }
    let erasure = engine.forget(episode)?;
    if session.output.json {
        session.output.document(&erasure);
        return Ok(0);
    }
    session.output.line("Forgotten. Backups and exports made before still hold it.");
    session.output.line(STAYS);
    if erasure.lingers {
        session.output.line(
            "Another program is still reading a state of before: bytes of it lie in the file until the first write \
             or opening after that.",
        );
    }
    Ok(0)
}

fn show_forgetting(session: &Session, engine: &Engine, preview: &Preview) -> Result<u8, Error> {
    if session.output.json {
        let erased = preview.erased.first().cloned().unwrap_or_default();
        session.output.document(&preview::beside(&erased, preview));
        return Ok(0);
    }
    preview::print(session, engine, preview);
    session.output.line(STAYS);
    session.output.line("Nothing is erased yet: add --yes.");
    Ok(0)
}
