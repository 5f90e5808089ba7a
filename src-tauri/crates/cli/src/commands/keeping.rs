//! Keeping the ledger: restoring, backups, checks, the index.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use memstrata_engine::{BackupPlan, Engine, Error, Exit, KeptSecret, Usage};
use memstrata_model::view::IndexPhase;

use crate::Session;
use crate::args::curating::Backup;
use crate::show::counted;

/// Exit code of a check that found something.
const FOUND: u8 = 3;

pub fn restore(session: &Session, file: &Path) -> Result<u8, Error> {
    let mut log: Box<dyn BufRead> = if file == Path::new("-") {
        Box::new(BufReader::new(std::io::stdin()))
    } else {
        Box::new(BufReader::new(File::open(file).map_err(|error| {
            let message = format!("cannot read {}: {error}", file.display());
            match error.kind() {
                std::io::ErrorKind::NotFound => Error::not_found(message, None),
                _ => Error::failed("io", message, None),
            }
        })?))
    };
    let target = session.ledger_path()?;
    let fresh = !target.exists();
    let mut options = session.options(true);
    // The space is in the file to be read: it need not exist before.
    options.space = "default".to_owned();
    let engine = Engine::open(&target, options)?;
    let restored = engine.restore(&mut log, &mut |lines| {
        session.output.progress("read", lines, lines);
        session.goes_on()
    });
    session.output.progress_done();
    let report = match restored {
        Ok(report) => report,
        Err(error) => {
            drop(engine);
            if fresh {
                for ending in ["", "-wal", "-shm"] {
                    let mut path = target.clone().into_os_string();
                    path.push(ending);
                    let _ = std::fs::remove_file(path);
                }
            }
            return Err(error);
        }
    };
    let secrets = engine.kept_secrets()?;
    if session.output.json {
        session.output.document(&serde_json::json!({
            "ledger": target, "lines": report.lines, "episodes": report.episodes,
            "events": report.events, "hashes_checked": report.hashes_checked, "counted": report.counted,
            "secrets": secrets,
        }));
    } else {
        session.output.line(&format!(
            "{} restored into {}: {}, {}, {} checked",
            counted(report.lines, "line"),
            target.display(),
            counted(report.episodes, "text"),
            counted(report.events, "event"),
            counted(report.hashes_checked, "hash")
        ));
    }
    warn_of_secrets(session, &secrets);
    if !report.counted {
        session.output.note(
            "The file does not tell how many lines it has: whether any are missing at its end cannot be known.",
        );
    }
    Ok(0)
}

pub fn backup(session: &Session, args: &Backup) -> Result<u8, Error> {
    let engine = session.open(false)?;
    if let Some(file) = &args.file {
        engine.back_up(file)?;
        if session.output.json {
            session.output.document(&serde_json::json!({"file": file}));
        } else {
            session.output.line(&format!("Copied to {}", file.display()));
        }
        return Ok(0);
    }
    if args.off {
        engine.plan_backups(None)?;
    }
    if let Some(every) = &args.every {
        let folder = args.to.as_ref().map(std::path::absolute).transpose().map_err(|error| {
            Error::usage("bad_value", format!("the folder cannot be used: {error}"), None)
        })?;
        engine.plan_backups(Some(&BackupPlan { every_hours: hours(every)?, keep: args.keep, folder }))?;
        engine.back_up_if_due()?;
    }
    let (plan, kept) = (engine.backup_plan()?, engine.kept_backups()?);
    if session.output.json {
        session.output.document(&serde_json::json!({"plan": plan, "backups": kept}));
        return Ok(0);
    }
    session.output.line(&match &plan {
        Some(plan) => format!(
            "One every {} when the ledger is opened, {} kept, in {}",
            counted(plan.every_hours as usize, "hour"),
            plan.keep,
            plan.folder.as_ref().map_or("a folder beside it".into(), |folder| folder.display().to_string())
        ),
        None => "None on a schedule.".to_owned(),
    });
    for backup in &kept {
        session.output.line(&format!(
            "  {}  {:>10}  {}",
            backup.made_at,
            size(backup.bytes),
            backup.path.display()
        ));
    }
    Ok(0)
}

/// A time such as 12h, 1d or 2w, in hours.
fn hours(text: &str) -> Result<u32, Error> {
    let bad = || {
        Error::usage(
            "bad_value",
            format!("'{text}' is no time between backups"),
            Some("use hours, days or weeks: 12h, 1d, 2w"),
        )
    };
    let digits = text.trim().trim_end_matches(|c: char| c.is_alphabetic());
    let unit = match text.trim()[digits.len()..].to_lowercase().as_str() {
        "h" => 1,
        "d" => 24,
        "w" => 7 * 24,
        _ => return Err(bad()),
    };
    let count: u32 = digits.trim().parse().map_err(|_| bad())?;
    count.checked_mul(unit).filter(|hours| *hours > 0).ok_or_else(bad)
}

/// Bytes as people read them.
fn size(bytes: u64) -> String {
    let bytes_f = bytes as f64;
    match bytes {
        0..=9_999 => format!("{bytes} B"),
        10_000..=9_999_999 => format!("{:.1} kB", bytes_f / 1e3),
        10_000_000..=9_999_999_999 => format!("{:.1} MB", bytes_f / 1e6),
        _ => format!("{:.1} GB", bytes_f / 1e9),
    }
}

pub fn vacuum(session: &Session, dry_run: bool) -> Result<u8, Error> {
    let engine = session.open(false)?;
    if dry_run {
        return print_usage(session, &engine.usage()?);
    }
    let done = engine.vacuum()?;
    if session.output.json {
        session.output.document(&done);
    } else {
        let freed = done.before_bytes.saturating_sub(done.after_bytes);
        session.output.line(&format!("{} given back, {} left", size(freed), size(done.after_bytes)));
    }
    Ok(0)
}

fn print_usage(session: &Session, usage: &Usage) -> Result<u8, Error> {
    if session.output.json {
        session.output.document(usage);
        return Ok(0);
    }
    let output = &session.output;
    output.line(&format!("file    {:>10}", size(usage.file_bytes)));
    output.line(&format!("log     {:>10}  written, not yet in the file", size(usage.wal_bytes)));
    output.line(&format!("free    {:>10}  `memstrata vacuum` gives it back", size(usage.free_bytes)));
    for group in &usage.groups {
        output.line(&output.strong(&format!("{:<18} {:>10}", group.name, size(group.bytes))));
        for part in usage.parts.iter().filter(|part| part.group == group.name) {
            output.line(&output.faint(&format!("  {:<32} {:>10}", part.name, size(part.bytes))));
        }
    }
    Ok(0)
}

/// Damage that keeps the ledger from being opened, or the rest from being looked at, is a finding too.
pub fn verify(session: &Session) -> Result<u8, Error> {
    match check(session) {
        Err(error) if is_damage(error.code) => {
            session.output.progress_done();
            session.output.error(&error);
            Ok(FOUND)
        }
        done => done,
    }
}

/// Whether an error tells that a ledger's file is not as it was written.
fn is_damage(code: &str) -> bool {
    ["corrupt", "truncated", "migration_changed", "sqlite"].contains(&code)
}

fn check(session: &Session) -> Result<u8, Error> {
    let engine = session.open(false)?;
    let report = engine.verify(&mut |entries| {
        session.output.progress("checked", entries, entries);
        session.goes_on()
    });
    session.output.progress_done();
    let report = report?;
    if session.output.json {
        session.output.document(&report);
    } else {
        session.output.line(&format!(
            "{}, {}, {} checked: {}",
            counted(report.entries, "entry"),
            counted(report.episodes, "text"),
            counted(report.versions, "version"),
            if report.findings.is_empty() { "all is well" } else { "something is wrong" }
        ));
        for finding in &report.findings {
            session.output.line(&format!("  {} {}: {}", finding.check, finding.place, finding.problem));
        }
    }
    Ok(if report.findings.is_empty() { 0 } else { FOUND })
}

pub fn reindex(session: &Session, all: bool) -> Result<u8, Error> {
    let engine = session.open(false)?;
    engine.requeue(all)?;
    let done = engine.reembed(&mut |progress| {
        session.output.progress("embedded", progress.done, progress.total);
        session.goes_on()
    });
    session.output.progress_done();
    let done = done?;
    if session.output.json {
        session.output.document(&serde_json::json!({"embedded": done, "index": engine.index_state()?}));
    } else {
        session.output.line(&format!("{} embedded", counted(done, "text")));
    }
    Ok(0)
}

pub fn doctor(session: &Session, digests: bool, usage: bool) -> Result<u8, Error> {
    let engine = match session.open(false) {
        Err(error) if error.exit == Exit::NotFound => {
            // Without a ledger the set-up can still be looked at.
            let folder = tempfile::tempdir()
                .map_err(|error| Error::failed("io", format!("no temporary folder: {error}"), None))?;
            let engine = Engine::open(&folder.path().join("none.memstrata"), session.options(true))?;
            session.output.note(&error.message);
            engine
        }
        opened => opened?,
    };
    if usage {
        return print_usage(session, &engine.usage()?);
    }
    let report = engine.doctor(digests)?;
    if session.output.json {
        session.output.document(&report);
    } else {
        session.output.line(&format!("MemStrata {} ({})", report.version, report.extractor));
        session.output.line(&format!("ledger  {}", report.ledger));
        session.output.line(&format!(
            "        {}; {}",
            [
                (report.keys, "key"),
                (report.facts, "fact"),
                (report.versions, "version"),
                (report.episodes, "text"),
                (report.entries, "entry")
            ]
            .map(|(number, noun)| counted(number as usize, noun))
            .join(", "),
            report.timezone
        ));
        let index = match report.index.state {
            IndexPhase::Ready => "ready".to_owned(),
            IndexPhase::Indexing => format!("{} of {} texts embedded", report.index.done, report.index.total),
            IndexPhase::Unavailable => "words only".to_owned(),
        };
        session.output.line(&format!("index   {index}"));
        for file in &report.model_files {
            session.output.line(&format!("model   {:<9} {}", file.state, file.path));
        }
        for problem in &report.problems {
            session.output.line(&session.output.warn(&format!("! {problem}")));
        }
    }
    Ok(if report.problems.is_empty() { 0 } else { FOUND })
}

/// So many are named one by one.
const SECRETS_NAMED: usize = 20;

fn warn_of_secrets(session: &Session, secrets: &[KeptSecret]) {
    if secrets.is_empty() {
        return;
    }
    session.output.note(&format!(
        "{} {} a secret that would be refused if it were told now. All is restored as it was; \
         `memstrata forget` takes out the texts.",
        counted(secrets.len(), "entry"),
        if secrets.len() == 1 { "holds" } else { "hold" }
    ));
    for found in secrets.iter().take(SECRETS_NAMED) {
        session
            .output
            .note(&format!("  {}: {} ({}, {})", found.entry, found.secret, found.part, found.place));
    }
    if secrets.len() > SECRETS_NAMED {
        session.output.note(&format!("  and {} more", secrets.len() - SECRETS_NAMED));
    }
}
