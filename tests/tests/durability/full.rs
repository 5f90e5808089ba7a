//! A full disk: the write is refused with a code that says so, nothing of it is stored, what was
//! acknowledged before is there, and once there is room again writing goes on.

use std::path::Path;
use std::process::Command;

use memstrata_ledger::{Told, Write};
use memstrata_tests::log::{SPACE, export, open};
use memstrata_tests::process::{acknowledge, command, start_command, task};
use memstrata_tests::tell::{at, fact, findings, note};

const FILLER: &str = "full::a_process_that_fills_the_disk";

fn write(place: usize) -> Write {
    // Many different words: the search index grows with them too.
    let words: Vec<String> = (0..400).map(|word| format!("w{place}x{word}")).collect();
    Write {
        episode: Some(note(&words.join(" "), None)),
        told: vec![Told::Assert(fact("disk", "used", &format!("{place}")))],
        ..Write::new(SPACE, at("2026-03-01T09:00:00Z"))
    }
}

#[test]
#[ignore = "the process that the tests of this file start where there is little room"]
fn a_process_that_fills_the_disk() {
    let Some((_, path)) = task() else { return };
    let ledger = open(&path).expect("a ledger");
    for place in 0..10_000 {
        match ledger.append(&write(place)) {
            Ok(receipt) => acknowledge(&receipt.episode.expect("an episode")),
            Err(error) => {
                acknowledge(&format!("refused {} {error}", error.code()));
                // Reading goes on beside a full disk.
                assert!(export(&ledger).is_ok());
                return;
            }
        }
    }
}

/// What the filler came to: the ids acknowledged, and the code and message of the refusal.
fn fill(wrapped: Command) -> Option<(Vec<String>, String)> {
    let (mut told, ended_well) = start_command(wrapped).end();
    let refusal = told.pop()?.strip_prefix("refused ")?.to_owned();
    assert!(ended_well, "it ended badly after '{refusal}'");
    Some((told, refusal))
}

fn check(path: &Path, acknowledged: &[String], refusal: &str, expected: &str) {
    assert!(acknowledged.len() > 2, "something went in before: {acknowledged:?}");
    let code = refusal.split(' ').next().unwrap_or_default();
    assert_eq!(code, expected, "{refusal}");
    let ledger = open(path).expect("it opens");
    assert_eq!(findings(&ledger), [""; 0]);
    let log = export(&ledger).expect("an export");
    let episodes = log.lines().filter(|line| line.contains("\"type\":\"episode\"")).count();
    let facts = log.lines().filter(|line| line.contains("\"type\":\"assert\"")).count();
    assert_eq!(
        (episodes, facts),
        (acknowledged.len(), acknowledged.len()),
        "the refused write left something"
    );
    assert!(acknowledged.iter().all(|id| log.contains(id.as_str())), "acknowledged and lost");
    ledger.append(&write(20_000)).expect("with room again, writing goes on");
}

/// A limit on the size of files stands for a disk that fails: the system refuses the write in the same
/// place as a full one would, with another reason.
#[test]
#[cfg(unix)]
fn a_file_that_may_not_grow_refuses_the_write_and_keeps_the_rest() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("limited.db");
    let inner = command(FILLER, "fill", &path);
    let mut limited = Command::new("sh");
    // 4,000 blocks of 512 or 1,024 bytes; the signal that goes with the limit is ignored, so that the
    // write itself fails.
    limited.args(["-c", "trap '' XFSZ; ulimit -f 4000; exec \"$0\" \"$@\""]);
    limited.arg(inner.get_program()).args(inner.get_args());
    for (name, value) in inner.get_envs() {
        limited.env(name, value.unwrap_or_default());
    }
    let (acknowledged, refusal) = fill(limited).expect("it was refused in the end");
    check(&path, &acknowledged, &refusal, "disk_fault");
}

/// A real file system without room, where this user may mount one; elsewhere the limit above and the
/// ledger's own tests (a file that may have no more pages) stand for it.
#[test]
#[cfg(target_os = "linux")]
fn a_full_file_system_refuses_the_write_and_keeps_the_rest() {
    let folder = tempfile::tempdir().expect("a folder");
    let small = folder.path().join("small");
    std::fs::create_dir(&small).expect("a folder");
    let kept = folder.path().join("kept.db");
    let path = small.join("full.db");
    let inner = command(FILLER, "fill", &path);
    let mut mounted = Command::new("unshare");
    // The file system is gone with the process: the ledger's files are carried out of it first.
    mounted.args(["--user", "--map-root-user", "--mount", "sh", "-c"]).arg(format!(
        "mount -t tmpfs -o size=3m tmpfs {small} || exit 9; \"$0\" \"$@\"; done=$?; \
         for e in '' -wal; do cp {small}/full.db$e {kept}$e; done; exit $done",
        small = small.display(),
        kept = kept.display()
    ));
    mounted.arg(inner.get_program()).args(inner.get_args());
    for (name, value) in inner.get_envs() {
        mounted.env(name, value.unwrap_or_default());
    }
    match fill(mounted) {
        Some((acknowledged, refusal)) => check(&kept, &acknowledged, &refusal, "disk_full"),
        None => memstrata_tests::data::skipped("this user may not mount a file system"),
    }
}
