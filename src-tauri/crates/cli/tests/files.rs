//! Files that the command cannot use: an exit code and an error with its code, the file untouched.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn run(ledger: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_memstrata"))
        .args(arguments)
        .env("MEMSTRATA_LEDGER", ledger)
        .env("MEMSTRATA_CACHE", ledger.with_extension("no-models"))
        .env("TZ", "UTC")
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// A backup of a ledger with one text: nothing lies in a log beside it, so its bytes are all there is.
fn backed_up(folder: &Path) -> PathBuf {
    let (sound, copy) = (folder.join("sound.memstrata"), folder.join("copy.memstrata"));
    assert!(run(&sound, &["remember", "The gateway listens on port 8080."]).status.success());
    assert!(run(&sound, &["backup", copy.to_str().unwrap()]).status.success());
    copy
}

/// The code of the error document on standard error, and the exit code.
fn refused(ledger: &Path, arguments: &[&str]) -> (String, i32) {
    let arguments = [arguments, &["--json"]].concat();
    let output = run(ledger, &arguments);
    assert!(output.stdout.is_empty(), "{arguments:?} printed {}", String::from_utf8_lossy(&output.stdout));
    let error: Value = serde_json::from_slice(&output.stderr)
        .unwrap_or_else(|_| panic!("{arguments:?}: {}", String::from_utf8_lossy(&output.stderr)));
    assert!(error["error"]["message"].as_str().is_some_and(|message| !message.is_empty()));
    (error["error"]["code"].as_str().unwrap().to_owned(), output.status.code().unwrap())
}

#[test]
fn each_unusable_file_has_its_code_and_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let copy = backed_up(folder.path());
    let bytes = std::fs::read(&copy).unwrap();

    // The header's "user version" and "application id" stand at bytes 60 and 68.
    let mut newer = bytes.clone();
    newer[60..64].copy_from_slice(&99_u32.to_be_bytes());
    let mut other = bytes.clone();
    other[68..72].copy_from_slice(&7_u32.to_be_bytes());
    for (name, bytes, code, exit) in [
        ("newer.memstrata", newer, "ledger_newer", 4),
        ("other.memstrata", other, "not_a_ledger", 1),
        ("notes.memstrata", b"a diary, and no ledger at all\n".repeat(100), "not_a_ledger", 1),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, &bytes).unwrap();
        for arguments in [&["facts"][..], &["remember", "Something."], &["verify"], &["export"]] {
            assert_eq!(refused(&path, arguments), (code.to_owned(), exit), "{name}, {arguments:?}");
            assert!(std::fs::read(&path).unwrap() == bytes, "{name} was changed by {arguments:?}");
        }
    }
    let missing = folder.path().join("missing.memstrata");
    assert_eq!(refused(&missing, &["facts"]), ("not_found".to_owned(), 5));
    assert!(!missing.exists());
}

/// A check that finds something ends with 3 and names it.
#[test]
fn a_damaged_value_is_named_by_verify() {
    let folder = tempfile::tempdir().unwrap();
    let copy = backed_up(folder.path());
    let clean = run(&copy, &["verify", "--json"]);
    assert_eq!(clean.status.code(), Some(0));
    let log = String::from_utf8(run(&copy, &["export"]).stdout).unwrap();
    let episode = log
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .find(|line| line["type"] == "episode")
        .and_then(|line| line["id"].as_str().map(str::to_owned))
        .unwrap();
    let mut bytes = std::fs::read(&copy).unwrap();
    let at = bytes.windows(10).position(|window| window == b"listens on").unwrap();
    bytes[at] ^= 1;
    std::fs::write(&copy, bytes).unwrap();
    let found = run(&copy, &["verify", "--json"]);
    assert_eq!(found.status.code(), Some(3));
    let report: Value = serde_json::from_slice(&found.stdout).unwrap();
    let places: Vec<&str> =
        report["findings"].as_array().unwrap().iter().map(|found| found["place"].as_str().unwrap()).collect();
    assert!(places.iter().any(|place| place.contains(&episode)), "{episode} in {places:?}");
}

/// Whichever page was overwritten: also one without which nothing else can be read is a finding.
#[test]
fn an_overwritten_page_is_found_by_verify() {
    let folder = tempfile::tempdir().unwrap();
    let copy = backed_up(folder.path());
    let bytes = std::fs::read(&copy).unwrap();
    let pages = bytes.len() / 4096;
    for page in [pages / 5, pages / 3, pages / 2, pages - 1] {
        let mut damaged = bytes.clone();
        damaged[page * 4096..(page + 1) * 4096].fill(0xa5);
        std::fs::write(&copy, damaged).unwrap();
        let found = run(&copy, &["verify"]);
        let said = String::from_utf8_lossy(&found.stderr);
        assert_eq!(found.status.code(), Some(3), "page {page}: {said}");
        assert!(!said.contains("memstrata verify"), "{said}");
    }
}

/// An export never costs the ledger, whatever its name is spelt like, nor another file unasked.
#[test]
fn an_export_is_written_over_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    let ledger = place("l.ms");
    let told = run(&ledger, &["remember", "The gateway listens on port 8080."]);
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    std::fs::create_dir(place("inner")).unwrap();
    std::fs::hard_link(&ledger, place("hard.ms")).unwrap();
    let mut own = vec![ledger.clone(), place("inner/../l.ms"), place("hard.ms")];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&ledger, place("soft.jsonl")).unwrap();
        own.push(place("soft.jsonl"));
    }
    own.extend(["l.ms-wal", "l.ms-shm", "inner/../l.ms-journal"].map(place));
    let before = run(&ledger, &["export"]).stdout;
    for target in own {
        for flags in [&[][..], &["--overwrite"]] {
            let arguments = [&["export", target.to_str().unwrap()], flags].concat();
            assert_eq!(refused(&ledger, &arguments), ("exists".to_owned(), 1), "{arguments:?}");
            assert_eq!(run(&ledger, &["export"]).stdout, before, "{arguments:?}");
        }
    }

    let other = place("diary.txt");
    std::fs::write(&other, "dear diary").unwrap();
    let export = ["export", other.to_str().unwrap()];
    assert_eq!(refused(&ledger, &export), ("exists".to_owned(), 1));
    assert_eq!(std::fs::read(&other).unwrap(), b"dear diary");
    assert!(run(&ledger, &[&export[..], &["--overwrite"]].concat()).status.success());
    assert_eq!(std::fs::read(&other).unwrap(), before);
    // A file with nothing in it loses nothing.
    let empty = place("empty.jsonl");
    std::fs::write(&empty, "").unwrap();
    assert!(run(&ledger, &["export", empty.to_str().unwrap()]).status.success());
    assert_eq!(std::fs::read(&empty).unwrap(), before);
}

/// Whatever date is taken, its export is read back: at the ends of RFC 3339's years too, and where a
/// zone reaches over them.
#[test]
fn dates_of_any_year_survive_an_export() {
    let folder = tempfile::tempdir().unwrap();
    let (ledger, copy) = (folder.path().join("l.ms"), folder.path().join("copy.ms"));
    for (place, from) in [
        "0000-01-01",
        "-0001-12-31",
        "-0044",
        "9999-12-31",
        "10000-01-01",
        "200000",
        "1969-12-31",
        "2262-04-12",
        "9999-12-31T23:30:00-05:00",
        "0000-01-01T00:30:00+05:00",
    ]
    .into_iter()
    .enumerate()
    {
        for zone in ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"] {
            let subject = format!("thing {place} {zone}");
            let from = format!("--from={from}");
            let told = run(&ledger, &["--tz", zone, "assert", &subject, "port", "1", &from]);
            assert!(told.status.success(), "{from}, {zone}: {}", String::from_utf8_lossy(&told.stderr));
        }
    }
    let export = folder.path().join("log.jsonl");
    assert!(run(&ledger, &["export", export.to_str().unwrap()]).status.success());
    let restored = run(&copy, &["restore", export.to_str().unwrap()]);
    assert!(restored.status.success(), "{}", String::from_utf8_lossy(&restored.stderr));
    for arguments in [&["export"][..], &["facts", "--all"]] {
        let (one, other) = (run(&ledger, arguments), run(&copy, arguments));
        assert!(one.status.success(), "{arguments:?}");
        assert_eq!(one.stdout, other.stdout, "{arguments:?}");
    }
    assert_eq!(
        refused(&ledger, &["assert", "d", "port", "1", "--from", "300000"]),
        ("bad_date".to_owned(), 2)
    );
}
