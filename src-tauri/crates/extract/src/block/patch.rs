//! Pasted differences between two states of a file: what a line with a plus says is, what one with a
//! minus says was, and is told of nothing.

use super::Parts;

impl Parts<'_> {
    /// Takes a line of a difference, pasted as it is; false where there is none.
    pub(super) fn pasted(&mut self, start: usize, body: &str, next: &str) -> bool {
        let opens = body.starts_with("diff --git ")
            || body.starts_with("@@ -")
            || body.starts_with("--- ") && next.starts_with("+++ ")
            || is_changed(&self.text[start..]);
        self.patch = (self.patch || opens) && !body.trim().is_empty() && is_of_one(body);
        if self.patch {
            self.patched(start, body);
        }
        self.patch
    }

    /// Takes a line of a difference: what it adds or keeps is so.
    pub(super) fn patched(&mut self, start: usize, body: &str) {
        let Some(line) = body.strip_prefix(['+', ' ']).filter(|_| !body.starts_with("+++")) else { return };
        let told = line.trim_start();
        let indent = line.len() - told.len();
        // A program's line, or JSON's.
        let code = told.starts_with(['"', '<', '/']) || told.contains(['(', ')', '{', '}', ';']);
        if !code {
            let end = start + body.len();
            self.setting(end - told.len(), end, indent, told);
        }
    }
}

/// Whether a line can stand in a difference.
fn is_of_one(line: &str) -> bool {
    line.starts_with(['+', '-', ' ', '@', '\\'])
        || ["diff --git ", "index ", "new file ", "deleted file ", "rename ", "similarity "]
            .iter()
            .any(|head| line.starts_with(head))
}

/// "-port: 8080", and "+port: 8081" below it: a difference without its head. Items of a list have a blank
/// behind their marks.
fn is_changed(rest: &str) -> bool {
    let marked = |line: &str, mark: char| {
        line.strip_prefix(mark).is_some_and(|l| l.starts_with(|c: char| c.is_alphabetic() || c == '_'))
    };
    let mut lines = rest.lines().take(LONGEST);
    lines.next().is_some_and(|line| marked(line, '-'))
        && lines.take_while(|line| line.starts_with(['+', '-', ' '])).any(|line| marked(line, '+'))
}

/// The most lines that are looked at for what replaces one.
const LONGEST: usize = 20;
