//! A file or a folder that may not be written: an error with its code, nothing changed. The system
//! lets an administrator write anywhere, so as one the work is handed to a process that is nobody.

#![cfg(unix)]

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use memstrata_ledger::{Moment, Told, Write};
use memstrata_model::Key;
use memstrata_tests::data::skipped;
use memstrata_tests::log::{SPACE, export, open};
use memstrata_tests::process::{acknowledge, command, start_command, task};
use memstrata_tests::tell::{at, fact, findings};

const VISITOR: &str = "read_only::a_process_that_may_not_write";

fn write(object: &str) -> Write {
    let told = vec![Told::Assert(fact("service", "port", object))];
    Write { told, ..Write::new(SPACE, at("2026-03-01T09:00:00Z")) }
}

#[test]
#[ignore = "the process that the tests of this file start where it may not write"]
fn a_process_that_may_not_write() {
    let Some((_, path)) = task() else { return };
    let read = open(&path).and_then(|ledger| {
        let key = Key::new("service", "port", None);
        ledger.value(SPACE, &key, Moment { as_of: at("2026-06-01T00:00:00Z"), known_at: None })
    });
    match read {
        Ok(value) => acknowledge(&format!("read {}", value.unwrap_or_default())),
        Err(error) => acknowledge(&format!("unread {error}")),
    }
    let heard = open(&path).and_then(|ledger| ledger.append(&write("8080")).map(drop));
    match heard {
        Ok(()) => acknowledge("written"),
        Err(error) => acknowledge(&format!("{} {error} {}", error.code(), error.hint().unwrap_or("no hint"))),
    }
}

/// What a process without special rights hears; `None` where there is no way to be one.
fn as_nobody(path: &Path) -> Option<Heard> {
    let inner = command(VISITOR, "visit", path);
    let mut visitor = if is_administrator() {
        let mut wrapped = Command::new("setpriv");
        wrapped.args(["--reuid=65534", "--regid=65534", "--clear-groups"]);
        wrapped.arg(inner.get_program()).args(inner.get_args());
        for (name, value) in inner.get_envs() {
            wrapped.env(name, value.unwrap_or_default());
        }
        if Command::new("setpriv").arg("--version").output().is_err() {
            skipped("run by an administrator, and there is no setpriv");
            return None;
        }
        wrapped
    } else {
        inner
    };
    visitor.env("TMPDIR", std::env::temp_dir());
    let (heard, _) = start_command(visitor).end();
    if heard.is_empty() {
        skipped("this program cannot be run by somebody without special rights");
        return None;
    }
    let [read, written] = <[String; 2]>::try_from(heard).expect("what came of reading and of writing");
    Some(Heard { read, written })
}

/// What came of reading and of writing.
struct Heard {
    read: String,
    written: String,
}

fn is_administrator() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.starts_with(b"0\n"))
}

fn mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("permissions");
}

/// A ledger with one fact, closed; its bytes.
fn ledger(path: &Path) -> Vec<u8> {
    let ledger = open(path).expect("a ledger");
    ledger.append(&write("8000")).expect("a write");
    drop(ledger);
    std::fs::read(path).expect("the file")
}

fn check(heard: &str, code: &str, path: &Path) {
    assert!(heard.starts_with(&format!("{code} ")), "{heard}");
    assert!(heard.contains(&path.display().to_string()), "names the file: {heard}");
    assert!(heard.contains("permissions"), "says what to do: {heard}");
}

#[test]
fn a_file_that_may_not_be_written_is_refused_and_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("l.memstrata");
    let bytes = ledger(&path);
    mode(&path, 0o444);
    mode(folder.path(), 0o755);
    let Some(heard) = as_nobody(&path) else { return };
    check(&heard.written, "read_only", &path);
    assert_eq!(heard.read, "read 8000");
    assert_eq!(std::fs::read(&path).expect("the file"), bytes);
}

#[test]
fn a_folder_that_may_not_be_written_is_refused_and_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("l.memstrata");
    let bytes = ledger(&path);
    // The file itself may be written; its write-ahead log cannot be made beside it.
    mode(&path, 0o666);
    mode(folder.path(), 0o555);
    let heard = as_nobody(&path);
    let new = as_nobody(&folder.path().join("new.memstrata"));
    let names: Vec<_> =
        std::fs::read_dir(folder.path()).expect("it").map(|e| e.expect("it").file_name()).collect();
    mode(folder.path(), 0o755);
    let Some(heard) = heard else { return };
    check(&heard.written, "read_only", &path);
    assert_eq!(heard.read, "read 8000");
    assert_eq!(std::fs::read(&path).expect("the file"), bytes);
    check(&new.expect("as before").written, "cannot_open", &folder.path().join("new.memstrata"));
    assert_eq!(names, ["l.memstrata"]);
    // What lies in a write-ahead log beside the file cannot be left out: then nothing is read.
    std::fs::write(folder.path().join("l.memstrata-wal"), [0_u8; 64]).expect("a log");
    mode(folder.path(), 0o555);
    let torn = as_nobody(&path).expect("as before");
    mode(folder.path(), 0o755);
    assert!(torn.read.starts_with("unread"), "{}", torn.read);
    std::fs::remove_file(folder.path().join("l.memstrata-wal")).expect("it goes");
    // With the permissions given, it goes on.
    let ledger = open(&path).expect("it opens");
    ledger.append(&write("9090")).expect("a write");
    assert_eq!(findings(&ledger), [""; 0]);
    assert!(export(&ledger).expect("an export").contains("9090"));
}
