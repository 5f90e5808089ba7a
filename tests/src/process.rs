//! Copies of a test program that play another process: a test that is `#[ignore]`d otherwise is
//! run alone, with its task in the environment, and may be killed in the middle of it. What it
//! has done it acknowledges line by line.

use std::io::{BufRead as _, BufReader, Lines};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

/// Names the task of a started copy.
const TASK: &str = "MEMSTRATA_TEST_TASK";
const ACKNOWLEDGED: &str = "acknowledged ";

/// The task of this process, if it is such a copy: some words, then a path.
#[must_use]
pub fn task() -> Option<(Vec<String>, std::path::PathBuf)> {
    let task = std::env::var(TASK).ok()?;
    let (words, path) = task.split_once('\n')?;
    Some((words.split_whitespace().map(str::to_owned).collect(), Path::new(path).to_owned()))
}

/// Says that something is done. A line that is cut off was never said.
pub fn acknowledge(what: &str) {
    println!("{ACKNOWLEDGED}{what}.");
}

/// A started copy.
#[derive(Debug)]
pub struct Copied {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

/// The command that runs one ignored test of this program on a file.
///
/// # Panics
/// This program has no path.
#[must_use]
pub fn command(test: &str, words: &str, path: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this program has a path"));
    command
        .args(["--exact", test, "--ignored", "--nocapture", "--test-threads=1"])
        .env(TASK, format!("{words}\n{}", path.display()));
    command
}

/// Starts a copy that runs one ignored test.
///
/// # Panics
/// No process can be started.
#[must_use]
pub fn start(test: &str, words: &str, path: &Path) -> Copied {
    start_command(command(test, words, path))
}

/// Starts a copy through a command made by [`command`], perhaps wrapped in another.
///
/// # Panics
/// No process can be started.
#[must_use]
pub fn start_command(mut command: Command) -> Copied {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("a process");
    let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    Copied { child, lines }
}

impl Copied {
    /// Waits for something to be acknowledged; `None` where the copy ended before.
    pub fn hear(&mut self) -> Option<String> {
        self.lines.by_ref().map_while(Result::ok).find_map(|line| read(&line))
    }

    /// Kills it after a while, without a chance to clean up; answers with all that it acknowledged
    /// since the last call of [`Copied::hear`].
    ///
    /// # Panics
    /// It cannot be killed.
    #[must_use]
    pub fn kill_after(mut self, wait: Duration) -> Vec<String> {
        std::thread::sleep(wait);
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it ended");
        self.lines.map_while(Result::ok).filter_map(|line| read(&line)).collect()
    }

    /// Waits for its end; answers with all that it acknowledged, and whether it ended well.
    ///
    /// # Panics
    /// It cannot be waited for.
    #[must_use]
    pub fn end(mut self) -> (Vec<String>, bool) {
        let told = self.lines.map_while(Result::ok).filter_map(|line| read(&line)).collect();
        let ended = self.child.wait().expect("it ended");
        (told, ended.success())
    }
}

/// What a line acknowledges; the test harness may have begun the line.
fn read(line: &str) -> Option<String> {
    let (_, what) = line.split_once(ACKNOWLEDGED)?;
    what.strip_suffix('.').map(str::to_owned)
}

/// Moments that look like chance and are the same in every run: a linear congruential generator.
#[derive(Clone, Copy, Debug)]
pub struct Chance(u64);

impl Chance {
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound.max(1)
    }

    /// A duration below so many microseconds.
    pub fn micros(&mut self, bound: u64) -> Duration {
        Duration::from_micros(self.below(bound))
    }
}
