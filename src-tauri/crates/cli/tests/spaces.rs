//! Every command that takes an id or the name of a key, with those of another space: exit code 5,
//! nothing of the other space told, nothing written. The list of commands is the program's own, so that
//! a new one has to be placed here.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// How a command is confined.
enum Confined {
    /// Run with these arguments it ends with this exit code, and tells nothing of the other space.
    /// `{…}` stands for an id of the other space.
    Runs(&'static [(&'static [&'static str], i32)]),
    /// It takes no id and no key, for this reason.
    TakesNone(&'static str),
}
use Confined::{Runs, TakesNone};

/// Words that stand in the other space and nowhere else.
const SECRETS: &[&str] = &["listens on port 9090", "quayside's secret", "keep it quiet"];

const COMMANDS: &[(&str, Confined)] = &[
    ("bench", TakesNone("ledgers of its own, in a temporary folder")),
    ("demo", TakesNone("a ledger of its own, in a new folder")),
    (
        "remember",
        Runs(&[
            (&["remember", "So it is.", "--derived-from", "{assert}"], 5),
            (&["remember", "So it is.", "--derived-from", "{fact}"], 5),
            (&["remember", "So it is.", "--derived-from", "{episode}"], 5),
            (&["remember", "The harbour listens on port 8001.", "--if-head", "{assert}"], 1),
            (&["remember", "So it is.", "--dry-run", "--derived-from", "{assert}"], 5),
        ]),
    ),
    ("assert", Runs(&[(&["assert", "harbour", "port", "8001", "--if-head", "{assert}"], 1)])),
    ("end", Runs(&[(&["end", "harbour", "port", "--if-head", "{assert}"], 1)])),
    ("confirm", Runs(&[(&["confirm", "harbour", "port", "8000", "--if-head", "{assert}"], 1)])),
    (
        "void",
        Runs(&[
            (&["void", "{assert}"], 5),
            (&["void", "{assert}", "--dry-run"], 5),
            (&["void", "{batch}"], 5),
            (&["void", "{episode}"], 5),
        ]),
    ),
    ("import", TakesNone("takes files, and tells them to the space")),
    ("undo", Runs(&[(&["undo", "{batch}"], 5)])),
    ("extract", TakesNone("touches no ledger")),
    ("when", TakesNone("touches no ledger")),
    (
        "ask",
        Runs(&[
            (&["ask", "Which port does the quayside listen on?", "--mode", "compare", "--json"], 0),
            (&["ask", "What is to be kept quiet?", "--mode", "plain", "--json"], 0),
        ]),
    ),
    ("facts", Runs(&[(&["facts", "--json", "--all"], 0), (&["facts", "quayside", "--json"], 0)])),
    ("timeline", Runs(&[(&["timeline", "quayside", "port"], 5)])),
    ("why", Runs(&[(&["why", "{fact}"], 5)])),
    ("dependents", Runs(&[(&["dependents", "{episode}"], 5), (&["dependents", "{assert}"], 5)])),
    ("alias", Runs(&[(&["alias", "--undo", "{alias}"], 5)])),
    ("relations", Runs(&[(&["relations", "show", "mottoword"], 5)])),
    ("space", TakesNone("lists, makes and sets spaces, by their names")),
    (
        "diff",
        Runs(&[
            (&["diff", "--from", "2020-01-01", "--json"], 0),
            (&["diff", "--from", "2020-01-01", "--valid", "--json"], 0),
        ]),
    ),
    (
        "review",
        Runs(&[
            (&["review", "--all", "--json"], 0),
            (&["review", "show", "{assert}"], 5),
            (&["review", "accept", "{held}"], 5),
            (&["review", "accept", "{held}", "--dry-run"], 5),
            (&["review", "reject", "{held}"], 5),
            (&["review", "edit", "{held}", "--object", "7"], 5),
        ]),
    ),
    ("consolidate", Runs(&[(&["consolidate", "--dry-run", "--json"], 0)])),
    (
        "evidence",
        Runs(&[
            (&["evidence", "--json"], 0),
            (&["evidence", "{claim}"], 5),
            (&["evidence", "{claim}", "--drop", "{assert}"], 5),
        ]),
    ),
    (
        "forget",
        Runs(&[
            (&["forget", "{episode}"], 5),
            (&["forget", "{episode}", "--yes"], 5),
            (&["forget", "{episode}", "--dry-run"], 5),
        ]),
    ),
    ("resolve", Runs(&[(&["resolve", "{assert}", "accept"], 5), (&["resolve", "{second}", "{assert}"], 5)])),
    ("log", Runs(&[(&["log"], 0)])),
    ("export", TakesNone("the whole file: a log is of all spaces")),
    ("restore", TakesNone("a whole new file")),
    ("backup", TakesNone("the whole file")),
    ("vacuum", TakesNone("the whole file")),
    ("verify", TakesNone("the whole file")),
    ("reindex", TakesNone("the outbox is the file's: it is emptied for all spaces alike")),
    ("reread", TakesNone("reads the space's own texts again")),
    ("doctor", TakesNone("the set-up, and counts of the space")),
    ("completions", TakesNone("touches no ledger")),
    ("man", TakesNone("touches no ledger")),
    ("help", TakesNone("touches no ledger")),
];

struct Shell {
    folder: tempfile::TempDir,
}

impl Shell {
    fn path(&self) -> PathBuf {
        self.folder.path().join("two.memstrata")
    }

    fn run(&self, space: &str, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_memstrata"))
            .args(["--space", space])
            .args(arguments)
            .env("MEMSTRATA_LEDGER", self.path())
            .env("MEMSTRATA_CACHE", self.folder.path().join("no-models"))
            .env("TZ", "UTC")
            .stdin(Stdio::null())
            .output()
            .unwrap()
    }

    fn json(&self, space: &str, arguments: &[&str]) -> Value {
        let output = self.run(space, arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    }

    fn export(&self) -> Vec<u8> {
        self.run("default", &["export"]).stdout
    }
}

/// A ledger with two spaces, and what stands in the other one by name.
fn two_spaces() -> (Shell, Vec<(&'static str, String)>) {
    let shell = Shell { folder: tempfile::tempdir().unwrap() };
    let log = shell.folder.path().join("two.jsonl");
    let header = r#"{"type":"header","format":"memstrata-log","version":1,"spaces":[{"name":"default","timezone":"UTC","locale":"en-GB"},{"name":"other","timezone":"UTC","locale":"en-GB"}]}"#;
    std::fs::write(&log, format!("{header}\n")).unwrap();
    let restored = shell.run("default", &["restore", log.to_str().unwrap()]);
    assert!(restored.status.success(), "{}", String::from_utf8_lossy(&restored.stderr));
    shell.json("default", &["remember", "The harbour listens on port 8000.", "--json"]);
    let text = "The quayside listens on port 9090, keep it quiet.";
    let told = shell.json("other", &["remember", text, "--at", "2026-03-01", "--json"]);
    let string = |value: &Value| value.as_str().unwrap().to_owned();
    let second = shell.json("other", &["assert", "quayside", "motto", "quayside's secret", "--json"]);
    let claim = ["remember", "The quayside is quiet.", "--json", "--derived-from"];
    let claim = shell.json("other", &[&claim[..], &[told["facts"][0]["event"].as_str().unwrap()]].concat());
    // A second value of what never changes waits as a dispute.
    shell.json("other", &["relations", "set", "mottoword", "--cardinality", "fixed", "--json"]);
    shell.json("other", &["assert", "quayside", "mottoword", "quayside's secret", "--json"]);
    let held = shell.json("other", &["assert", "quayside", "mottoword", "keep it quiet", "--json"]);
    let notes = shell.folder.path().join("notes.txt");
    std::fs::write(&notes, "The winch listens on port 9191.\n").unwrap();
    let batch = shell.json("other", &["import", notes.to_str().unwrap(), "--json"]);
    let alias = shell.json("other", &["alias", "winch", "quayside", "--json"]);
    let facts = shell.json("other", &["facts", "quayside", "port", "--json"]);
    let ids = vec![
        ("episode", string(&told["episode"])),
        ("assert", string(&told["facts"][0]["event"])),
        ("second", string(&second["applied"][0]["event"])),
        ("claim", string(&claim["episode"])),
        ("held", string(&held["applied"][0]["event"])),
        ("batch", string(&batch["batch"])),
        ("alias", string(&alias["applied"][0]["event"])),
        ("fact", string(&facts["facts"][0]["id"])),
    ];
    (shell, ids)
}

/// The commands that `--help` lists.
fn commands(shell: &Shell) -> BTreeSet<String> {
    let help = String::from_utf8(shell.run("default", &["--help"]).stdout).unwrap();
    let list = help.split("Commands:").nth(1).and_then(|rest| rest.split("Options:").next()).unwrap();
    list.lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next().map(str::to_owned))
        .collect()
}

#[test]
fn every_command_is_placed() {
    let shell = Shell { folder: tempfile::tempdir().unwrap() };
    let listed = commands(&shell);
    assert!(listed.len() > 20, "{listed:?}");
    let placed: BTreeSet<String> = COMMANDS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(listed, placed, "commands of the program, and those of this test");
    for (name, confined) in COMMANDS {
        match confined {
            Runs(runs) => assert!(runs.iter().all(|(arguments, _)| arguments[0] == *name), "{name}"),
            TakesNone(reason) => assert!(reason.len() > 10, "{name}"),
        }
    }
}

#[test]
fn nothing_of_another_space_is_found_through_the_command() {
    let (shell, ids) = two_spaces();
    let before = shell.export();
    let mut wrong = Vec::new();
    for (arguments, expected) in COMMANDS.iter().flat_map(|(_, confined)| match confined {
        Runs(runs) => *runs,
        TakesNone(_) => &[],
    }) {
        let filled: Vec<String> = arguments
            .iter()
            .map(|argument| {
                ids.iter()
                    .fold((*argument).to_owned(), |text, (name, id)| text.replace(&format!("{{{name}}}"), id))
            })
            .collect();
        let filled: Vec<&str> = filled.iter().map(String::as_str).collect();
        let output = shell.run("default", &filled);
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        if output.status.code() != Some(*expected) {
            wrong
                .push(format!("{arguments:?}: {:?} instead of {expected}: {out}{err}", output.status.code()));
        }
        if let Some(secret) = SECRETS.iter().find(|secret| out.contains(**secret) || err.contains(**secret)) {
            wrong.push(format!("{arguments:?} tells '{secret}'"));
        }
        if shell.export() != before {
            wrong.push(format!("{arguments:?} wrote something"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // A space that is not there.
    assert_eq!(shell.run("nowhere", &["facts"]).status.code(), Some(5));
    // In its own space all of it is found: the walk would notice.
    let other = String::from_utf8(shell.run("other", &["log"]).stdout).unwrap();
    assert!(SECRETS.iter().all(|secret| other.contains(secret)), "{other}");
}
