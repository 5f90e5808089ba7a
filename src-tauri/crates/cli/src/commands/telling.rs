//! Telling the ledger something: texts, facts, imports.

use memstrata_engine::{
    Engine, Error, ImportReport, ImportSource, NewAssert, NewConfirm, NewEnd, ReadFact, Receipt, Remember,
    Told,
};
use memstrata_model::{Authority, EpisodeKind, Instant, KnownDate, Outcome, ValidFromSource};

use super::{preview, read_file, standard_input};
use crate::Session;
use crate::args;
use crate::show::{self, counted};
use crate::told::{fact_told, met, words, words_of_many};

pub fn remember(session: &Session, args: &args::Remember) -> Result<u8, Error> {
    let text = match (&args.text, &args.file) {
        (Some(text), _) => text.clone(),
        (None, Some(file)) => read_file(file)?,
        (None, None) => standard_input()?,
    };
    let mut options = session.options(true);
    if let (Some(endpoint), Some(model)) = (&args.endpoint, &args.model) {
        let key = std::env::var("MEMSTRATA_API_KEY").ok();
        options.proposer = Some(memstrata_engine::model_proposer(endpoint, model, key)?);
    }
    let engine = session.open_to_tell(options, args.dry_run)?;
    let mut request = Remember::text(text.trim_end_matches(['\n', '\r']));
    request.at = args.at.as_deref().map(|at| engine.read_when(at)).transpose()?.map(|date| date.from);
    request.kind.clone_from(&args.kind);
    request.author.clone_from(&args.author);
    request.source =
        args.source.clone().or_else(|| args.file.as_ref().map(|file| file.display().to_string()));
    request.importance = match args.importance {
        Some(importance) if !(0.0..=1.0).contains(&importance) => {
            return Err(Error::usage(
                "bad_value",
                format!("importance {importance} is not from 0 to 1"),
                None,
            ));
        }
        importance => importance,
    };
    request.if_head.clone_from(&args.if_head);
    request.derived_from.clone_from(&args.derived_from);
    request.authority = authority_of(&args.kind);
    request.bring_back = args.bring_back;
    let (done, preview) = if args.dry_run {
        let (done, preview) = engine.preview(&request)?;
        (done, Some(preview))
    } else {
        (engine.remember(&request)?, None)
    };
    if session.output.json {
        match &preview {
            None => session.output.document(&done),
            Some(preview) => session.output.document(&preview::beside(&done, preview)),
        }
        return Ok(0);
    }
    if preview.is_some() {
        session.output.note("Nothing is stored: this is what would be.");
    }
    if done.facts.is_empty() {
        session.output.line(if done.duplicate {
            "Known already."
        } else if request.derived_from.is_empty() {
            "Kept as a text; it tells no fact."
        } else {
            "Kept as a claim: it falls with what it rests on."
        });
    }
    for place in 0..done.facts.len() {
        session.output.line(&fact_told(&engine, place, &done.facts));
    }
    if let Some(preview) = &preview {
        preview::print(session, &engine, preview);
    } else if let Some(episode) = done.episode.as_ref().filter(|_| session.global.verbose) {
        session
            .output
            .note(&format!("The text is {episode}: memstrata undo {episode} takes back what it told"));
    }
    if let Some(read) = &done.model {
        session.output.note(&match &read.error {
            Some(error) => format!("The text is kept, but {} gave nothing: {error}", read.model),
            None => format!(
                "{} proposed {}; what stands in the text and was not read already: {}",
                read.model,
                counted(read.proposed, "fact"),
                read.accepted
            ),
        });
    }
    Ok(0)
}

/// Whose word a text of a kind is.
fn authority_of(kind: &str) -> Authority {
    match EpisodeKind::from_name(kind) {
        Some(EpisodeKind::Agent) => Authority::Agent,
        Some(EpisodeKind::Commit | EpisodeKind::File | EpisodeKind::Import) => Authority::Document,
        Some(EpisodeKind::Chat | EpisodeKind::Note) | None => Authority::User,
    }
}

/// Prints what a telling by hand came to.
pub fn report(session: &Session, engine: &Engine, receipt: &Receipt, what: &str) -> Result<u8, Error> {
    if session.output.json {
        session.output.document(receipt);
        return Ok(0);
    }
    for applied in &receipt.applied {
        if applied.event.is_empty() && applied.outcome == Outcome::Duplicate {
            session.output.line(&format!("{what}: so already; nothing is changed"));
            continue;
        }
        let (outcome, lines) = met(engine, applied.outcome, &applied.superseded);
        session.output.line(&format!("{what}: {outcome}  ({})", applied.event));
        if applied.outcome == Outcome::Voided {
            continue;
        }
        for line in lines {
            session.output.line(&format!("  {line}"));
        }
    }
    Ok(0)
}

fn date(engine: &Engine, text: Option<&str>) -> Result<Option<KnownDate>, Error> {
    text.map(|text| engine.read_when(text)).transpose()
}

/// The sentence that says so. Where none is given, but who said it or where, the fact in so many
/// words is the sentence: an author or a place is one of a text.
fn evidence(args: &args::Evidence, told: &Told) -> Option<Remember> {
    let named = args.author.is_some() || args.source.is_some();
    let text = args.text.clone().or_else(|| named.then(|| in_words(told)).flatten())?;
    let mut request = Remember::text(&text);
    request.author.clone_from(&args.author);
    request.source.clone_from(&args.source);
    request.bring_back = args.bring_back;
    Some(request)
}

/// A fact told by hand as a sentence.
fn in_words(told: &Told) -> Option<String> {
    let key = |subject: &str, relation: &str, scope: &Option<String>| {
        let scope = scope.as_ref().map(|scope| format!(" ({scope})")).unwrap_or_default();
        format!("{subject} {}{scope}", relation.replace('_', " "))
    };
    Some(match told {
        Told::Assert(a) => format!("{}: {}", key(&a.subject, &a.relation, &a.scope), a.object),
        Told::Confirm(c) => format!("{}: still {}", key(&c.subject, &c.relation, &c.scope), c.object),
        Told::End(e) => {
            let object = e.object.as_ref().map(|object| format!(" {object}")).unwrap_or_default();
            format!("{}: no longer{object}", key(&e.subject, &e.relation, &e.scope))
        }
        _ => return None,
    })
}

pub fn assert(session: &Session, args: &args::Assert) -> Result<u8, Error> {
    let engine = session.open_to_tell(session.options(true), args.evidence.dry_run)?;
    let unknown = args.from.as_deref() == Some("unknown");
    let from = if unknown { None } else { date(&engine, args.from.as_deref())? };
    let to = date(&engine, args.to.as_deref())?;
    let (subject, scope) = (&args.key.subject, args.key.scope.as_deref());
    let relation = engine.relation_of_fact(subject, &args.key.relation, scope, Some(&args.object))?;
    let told = NewAssert {
        subject: args.key.subject.clone(),
        relation: relation.clone(),
        scope: args.key.scope.clone(),
        object: args.object.clone(),
        valid_from: from.map(|date| date.from),
        valid_from_source: unknown.then_some(ValidFromSource::Unknown),
        valid_to: to.map(|date| date.from),
        window: args.window,
        precision: from.map(|date| date.precision),
        set_valued: args.set_valued,
        ..NewAssert::default()
    };
    let told = Told::Assert(told);
    tell(
        session,
        &engine,
        told,
        Some(&args.evidence),
        args.evidence.dry_run,
        &format!("{} · {relation}: {}", args.key.subject, args.object),
    )
}

pub fn end(session: &Session, args: &args::End) -> Result<u8, Error> {
    let engine = session.open_to_tell(session.options(true), args.evidence.dry_run)?;
    let at = date(&engine, args.at.as_deref())?;
    let (subject, scope) = (&args.key.subject, args.key.scope.as_deref());
    let relation = engine.relation_of_fact(subject, &args.key.relation, scope, args.object.as_deref())?;
    let told = NewEnd {
        subject: args.key.subject.clone(),
        relation: relation.clone(),
        scope: args.key.scope.clone(),
        object: args.object.clone(),
        at: at.map(|date| date.from),
        precision: at.map(|date| date.precision),
        ..NewEnd::default()
    };
    let told = Told::End(told);
    tell(
        session,
        &engine,
        told,
        Some(&args.evidence),
        args.evidence.dry_run,
        &format!("{} · {relation}", args.key.subject),
    )
}

pub fn confirm(session: &Session, args: &args::Confirm) -> Result<u8, Error> {
    let engine = session.open_to_tell(session.options(true), args.evidence.dry_run)?;
    let at: Option<Instant> = date(&engine, args.at.as_deref())?.map(|date| date.from);
    let (subject, scope) = (&args.key.subject, args.key.scope.as_deref());
    let relation = engine.relation_of_fact(subject, &args.key.relation, scope, Some(&args.object))?;
    let told = NewConfirm {
        subject: args.key.subject.clone(),
        relation: relation.clone(),
        scope: args.key.scope.clone(),
        object: args.object.clone(),
        at,
        ..NewConfirm::default()
    };
    let told = Told::Confirm(told);
    tell(
        session,
        &engine,
        told,
        Some(&args.evidence),
        args.evidence.dry_run,
        &format!("{} · {relation}: {}", args.key.subject, args.object),
    )
}

pub fn void(session: &Session, event: &str, dry_run: bool) -> Result<u8, Error> {
    let engine = session.open(false)?;
    let told = engine.withdrawal(event)?;
    if dry_run {
        return preview::report(session, &engine, &engine.rehearse(told, None, None)?, event);
    }
    let receipt = engine.tell(told, None, None)?;
    if receipt.applied.is_empty() && !session.output.json {
        session.output.line(&format!("{event}: nothing that it told counts; nothing is changed"));
    }
    report(session, &engine, &receipt, event)
}

/// Does one act, or shows what it would change, and prints what it came to.
pub fn tell(
    session: &Session,
    engine: &Engine,
    told: Told,
    evidence: Option<&args::Evidence>,
    dry_run: bool,
    what: &str,
) -> Result<u8, Error> {
    let text = evidence.and_then(|evidence| self::evidence(evidence, &told));
    let if_head = evidence.and_then(|evidence| evidence.if_head.clone());
    if dry_run {
        let preview = engine.rehearse(vec![told], text.as_ref(), if_head)?;
        return preview::report(session, engine, &preview, what);
    }
    let receipt = engine.tell(vec![told], text.as_ref(), if_head)?;
    report(session, engine, &receipt, what)
}

pub fn import(session: &Session, args: &args::Import) -> Result<u8, Error> {
    let format = ImportSource::format(&args.format)?;
    let mut sources = Vec::new();
    for path in &args.paths {
        if path.is_dir() {
            return Err(Error::usage(
                "folder",
                format!("{} is a folder", path.display()),
                Some("name its files, such as FOLDER/*.md: text, markdown and JSON Lines are read"),
            ));
        }
        let modified_at = path.metadata().and_then(|meta| meta.modified()).ok().and_then(|at| {
            let since = at.duration_since(std::time::UNIX_EPOCH).ok()?;
            Some(Instant::from_micros(i64::try_from(since.as_micros()).ok()?))
        });
        sources.push(ImportSource {
            name: path.display().to_string(),
            content: read_file(path)?,
            format,
            modified_at,
            bring_back: args.bring_back,
        });
    }
    let engine = session.open_to_tell(session.options(true), args.dry_run)?;
    let label = args.paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ");
    let done = engine.import(&sources, &label, args.dry_run, &mut |read, total| {
        session.output.progress("read", read, total);
        session.goes_on()
    });
    session.output.progress_done();
    let done = done?;
    if session.output.json {
        session.output.document(&done);
        return Ok(import_code(session, &done));
    }
    if done.episodes + done.refused.len() == 0 {
        session.output.line(&format!("There is no text in {label}; nothing is stored."));
        return Ok(0);
    }
    let verb = if args.dry_run { "would bring" } else { "brought" };
    let known = match (done.episodes, done.known) {
        (_, 0) => String::new(),
        (1, _) => ", known already".to_owned(),
        (_, known) => format!(", {known} of them known already"),
    };
    session.output.line(&format!(
        "{}{known}; {verb} {}",
        counted(done.episodes, "text"),
        counted(done.facts, "fact")
    ));
    if done.forgotten > 0 {
        session.output.line(&format!(
            "  {:>6} forgotten before and left out (--bring-back stores them again)",
            done.forgotten
        ));
    }
    for (outcome, count) in done.outcomes.iter().filter(|(_, count)| **count > 0) {
        if let Some(outcome) = Outcome::from_name(outcome) {
            session.output.line(&format!("  {count:>6} {}", words_of_many(outcome)));
        }
    }
    if !done.refused.is_empty() {
        let count = done.refused.len();
        let passages =
            if count == 1 { "passage holds a secret and is" } else { "passages hold secrets and are" };
        session.output.line(&format!("  {count:>6} refused: {passages} left out"));
    }
    for refused in &done.refused {
        let at = refused.locator.as_ref().unwrap_or(&refused.source);
        session.output.line(&format!("         {at}: {} (of the passage {})", refused.secret, refused.place));
    }
    preview::print_changes(session, &engine, &done.changes, 20);
    if let Some(batch) = &done.batch {
        session.output.line(&format!("Undo with: memstrata undo {batch}"));
    }
    Ok(import_code(session, &done))
}

/// As of `remember`: what is refused has failed. Among others that are stored it is only left out.
fn import_code(session: &Session, done: &ImportReport) -> u8 {
    if !done.refused_all() {
        return 0;
    }
    let mut reasons = Vec::new();
    if done.forgotten > 0 {
        reasons.push("what was forgotten comes back with --bring-back alone");
    }
    if !done.refused.is_empty() {
        reasons.push("texts with secrets are never stored");
    }
    session.output.note(&format!("Nothing is stored: {}.", reasons.join("; ")));
    1
}

pub fn reread(session: &Session, yes: bool) -> Result<u8, Error> {
    let engine = session.open(false)?;
    let done = engine.reread(!yes, &mut |read, total| {
        session.output.progress("read again", read, total);
        session.goes_on()
    });
    session.output.progress_done();
    let done = done?;
    if session.output.json {
        session.output.document(&done);
        return Ok(0);
    }
    for change in &done.changes {
        let said = show::bound(&engine, Some(change.said_at), memstrata_model::Precision::Day, "");
        session.output.line(&format!("{said}  {}", change.text.replace('\n', " ")));
        if let Some(was) = &change.was {
            session.output.line(&format!("  - {}", read_fact(&engine, was)));
        }
        if let Some(fact) = &change.becomes {
            let outcome = change.outcome.map(|outcome| format!("  {}", words(outcome))).unwrap_or_default();
            session.output.line(&format!("  + {}{outcome}", read_fact(&engine, fact)));
        }
    }
    session.output.line(&format!(
        "{} read by {}: {} as before, {}",
        counted(done.episodes, "text"),
        done.extractor,
        counted(done.same, "fact"),
        counted(done.changes.len(), "change")
    ));
    if done.secret > 0 {
        let hold = if done.secret == 1 { "holds" } else { "hold" };
        let texts = counted(done.secret, "text");
        session.output.line(&format!("{texts} {hold} a secret: nothing is read there"));
    }
    match &done.batch {
        Some(batch) => session.output.line(&format!("Undo with: memstrata undo {batch}")),
        None if !done.changes.is_empty() => {
            session.output.line("Nothing is changed yet: add --yes. It can be undone.");
        }
        None => {}
    }
    Ok(0)
}

fn read_fact(engine: &Engine, fact: &ReadFact) -> String {
    let scope = fact.scope.as_ref().map(|scope| format!(" [{scope}]")).unwrap_or_default();
    let bound = |at, open| show::bound(engine, at, memstrata_model::Precision::Day, open);
    let (object, from) = (fact.object.as_deref().unwrap_or("any value"), bound(fact.at, "unknown"));
    let times = match (fact.op, fact.valid_to) {
        ("end", _) => format!("ended {from}"),
        (_, None) => format!("from {from}"),
        (_, to) => format!("from {from} until {}", bound(to, "")),
    };
    format!("{} · {}{scope}: {object}  {times}", fact.subject, fact.relation)
}
