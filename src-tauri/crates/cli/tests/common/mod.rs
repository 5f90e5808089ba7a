//! The command as a script starts it: on ledgers of its own folder, without a model.

#![allow(dead_code, reason = "each test takes its part")]

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

pub struct Shell {
    pub folder: tempfile::TempDir,
}

impl Shell {
    pub fn new() -> Self {
        Shell { folder: tempfile::tempdir().unwrap() }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn run(&self, arguments: &[&str]) -> Output {
        self.run_on("l.memstrata", arguments, "")
    }

    pub fn run_on(&self, ledger: &str, arguments: &[&str], input: &str) -> Output {
        let mut child = Command::new(env!("CARGO_BIN_EXE_memstrata"))
            .args(arguments)
            .env("MEMSTRATA_LEDGER", self.path(ledger))
            // No model: these tests are about the command, and words are searched without one.
            .env("MEMSTRATA_CACHE", self.path("no-models"))
            .env("TZ", "UTC")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    }

    /// The document that a successful `--json` command prints.
    pub fn json(&self, arguments: &[&str]) -> Value {
        let mut all = arguments.to_vec();
        all.push("--json");
        let output = self.run(&all);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    }

    pub fn fails(&self, code: i32, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert!(
            output.stdout.is_empty(),
            "{arguments:?} printed: {}",
            String::from_utf8_lossy(&output.stdout)
        );
        String::from_utf8(output.stderr).unwrap()
    }

    pub fn text(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    pub fn log(&self) -> Vec<u8> {
        self.run(&["export"]).stdout
    }

    pub fn event(&self, arguments: &[&str]) -> String {
        self.json(arguments)["applied"][0]["event"].as_str().unwrap().to_owned()
    }
}

/// The values of some facts.
pub fn objects(facts: &Value) -> Vec<&str> {
    facts.as_array().unwrap().iter().map(|value| value["object"].as_str().unwrap()).collect()
}
