//! The ledger as JSON Lines in a file, which never costs another file: least of all the ledger's own.

use std::ffi::OsString;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use memstrata_engine::{Engine, Error};

use crate::Session;
use crate::output::Printer;
use crate::show::counted;

pub fn export(session: &Session, file: Option<&Path>, overwrite: bool) -> Result<u8, Error> {
    let engine = session.open(false)?;
    let mut progress = |lines: usize| {
        session.output.progress("written", lines, lines);
        session.goes_on()
    };
    let Some(path) = file else {
        engine.export(&mut BufWriter::new(Printer), &mut progress)?;
        return Ok(0);
    };
    refuse_ledger(&session.ledger_path()?, path)?;
    let lines = match std::fs::metadata(path) {
        // A pipe or a device has nothing to lose, and no name to take.
        Ok(data) if !data.is_file() && !data.is_dir() => write_through(&engine, path, &mut progress),
        Ok(data) if data.len() > 0 && !overwrite => return Err(taken(path)),
        _ => write_beside(&engine, path, &mut progress),
    };
    session.output.progress_done();
    let lines = lines?;
    if session.output.json {
        session.output.document(&serde_json::json!({"file": path, "lines": lines}));
    } else {
        session.output.line(&format!("{} written to {}", counted(lines, "line"), path.display()));
    }
    Ok(0)
}

fn failed(path: &Path) -> impl Fn(std::io::Error) -> Error + '_ {
    move |error| Error::failed("io", format!("cannot write {}: {error}", path.display()), None)
}

fn taken(path: &Path) -> Error {
    Error::failed(
        "exists",
        format!("{} is there already; nothing is written", path.display()),
        Some("give another name, or say that it may go: `--overwrite`"),
    )
}

/// The ledger's files are no place for its export, under whatever name.
fn refuse_ledger(ledger: &Path, path: &Path) -> Result<(), Error> {
    for ending in ["", "-wal", "-shm", "-journal"] {
        let mut own = OsString::from(ledger);
        own.push(ending);
        let own = PathBuf::from(own);
        let same = same_file::is_same_file(&own, path).unwrap_or_else(|_| named_alike(&own, path));
        if same {
            return Err(Error::failed(
                "exists",
                format!("{} is part of the ledger itself; nothing is written", path.display()),
                Some("give another name"),
            ));
        }
    }
    Ok(())
}

/// Whether two paths, of which one is not there, mean one place.
fn named_alike(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some((std::fs::canonicalize(folder).ok()?, path.file_name()?.to_owned()))
    };
    place(one).is_some_and(|one| place(other) == Some(one))
}

/// Beside the target and renamed when whole, so that a half-written export is never taken for one.
fn write_beside(
    engine: &Engine,
    path: &Path,
    progress: &mut dyn FnMut(usize) -> bool,
) -> Result<usize, Error> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let making = tempfile::NamedTempFile::new_in(folder).map_err(failed(path))?;
    let mut out = BufWriter::new(making);
    let lines = engine.export(&mut out, progress)?;
    out.flush().map_err(failed(path))?;
    let making = out.into_inner().map_err(|error| failed(path)(error.into_error()))?;
    making.as_file().sync_all().map_err(failed(path))?;
    making.persist(path).map_err(|error| failed(path)(error.error))?;
    Ok(lines)
}

fn write_through(
    engine: &Engine,
    path: &Path,
    progress: &mut dyn FnMut(usize) -> bool,
) -> Result<usize, Error> {
    let target = std::fs::OpenOptions::new().write(true).open(path).map_err(failed(path))?;
    let mut out = BufWriter::new(target);
    let lines = engine.export(&mut out, progress)?;
    out.flush().map_err(failed(path))?;
    Ok(lines)
}
