//! Markdown in passages: each paragraph, list, table or fence is one, under the headings that it
//! stands under, since without them "- port: 8081" is nobody's. What the lines mean is `extract`'s.

/// A heading of more bytes is a line like any other: headings stand above each of their passages.
const LONGEST: usize = 200;

/// A passage of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Passage {
    /// The headings above it, an empty line, and its own lines.
    pub text: String,
    /// The line that its own lines begin on, from 1.
    pub line: usize,
}

/// Whether a text without a telling name is Markdown: it has a heading near its beginning, and its first
/// lines do not look like a file of settings, where such a line is a remark.
pub(crate) fn is_markdown(content: &str) -> bool {
    let told = content.lines().filter(|line| !line.trim().is_empty());
    let plain = |line: &str| !line.contains('=') && !line.starts_with("#!");
    content.lines().take(200).any(|line| heading(line).is_some()) && told.take(5).all(plain)
}

/// Parts a document into passages, in their order.
pub(crate) fn passages(content: &str) -> Vec<Passage> {
    let lines: Vec<&str> = content.lines().collect();
    let behind = front_end(&lines);
    let mut parts = Parts { title: behind.and_then(|end| title(&lines, end)), ..Parts::default() };
    parts.front = behind.is_some();
    for (at, line) in lines.iter().enumerate() {
        parts.line(line.trim_end(), at + 1, lines.get(at + 1).copied().unwrap_or_default());
    }
    parts.end();
    parts.close(1);
    parts.out
}

#[derive(Default)]
struct Parts {
    out: Vec<Passage>,
    /// Headings by level, with the line that each stands on and whether a passage was under it.
    headings: Vec<Heading>,
    /// The first heading, which names what front matter tells of.
    title: Option<String>,
    lines: Vec<String>,
    begins: usize,
    /// The marks that close the fence that is open.
    fence: Option<String>,
    front: bool,
    /// The next line underlines a heading.
    underline: bool,
}

struct Heading {
    level: usize,
    words: String,
    line: usize,
    told: bool,
}

impl Parts {
    fn line(&mut self, line: &str, number: usize, next: &str) {
        if let Some(marks) = &self.fence {
            let mark = line.trim();
            let closes = mark.starts_with(marks.as_str()) && mark.trim_start_matches(&marks[..1]).is_empty();
            self.keep(line, number);
            if closes {
                self.fence = None;
            }
            return;
        }
        if line == "---" && self.front {
            self.keep(line, number);
            if number > 1 {
                // What the document is called, for what its front matter tells.
                if let Some(title) = self.title.take() {
                    self.lines.extend([String::new(), format!("# {title}")]);
                }
                self.end();
                self.front = false;
            }
            return;
        }
        if self.front {
            self.keep(line, number);
            return;
        }
        if std::mem::take(&mut self.underline) {
            return;
        }
        if let Some((level, words)) = heading(line) {
            self.open(level, words, number);
        } else if let Some(level) = underlined(line, next) {
            self.underline = true;
            self.open(level, line.trim(), number);
        } else if line.trim().is_empty() {
            self.pause();
        } else {
            self.fence = fence(line);
            self.keep(line, number);
        }
    }

    fn keep(&mut self, line: &str, number: usize) {
        if self.lines.is_empty() {
            self.begins = number;
        }
        self.lines.push(line.to_owned());
    }

    fn open(&mut self, level: usize, words: &str, line: usize) {
        self.end();
        self.close(level);
        self.headings.push(Heading { level, words: words.to_owned(), line, told: false });
    }

    /// Closes the headings from a level on; one that nothing stands under is a passage of its own.
    fn close(&mut self, level: usize) {
        while let Some(last) = self.headings.pop_if(|heading| heading.level >= level) {
            if !last.told {
                let text = self.under(Some(&last), "");
                self.out.push(Passage { text: text.trim_end().to_owned(), line: last.line });
                self.headings.iter_mut().for_each(|heading| heading.told = true);
            }
        }
    }

    /// Text below the open headings.
    fn under(&self, further: Option<&Heading>, text: &str) -> String {
        let mut out = String::new();
        for heading in self.headings.iter().chain(further) {
            out.push_str(&"#".repeat(heading.level));
            out.push(' ');
            out.push_str(&heading.words);
            out.push('\n');
        }
        if !out.is_empty() {
            out.push('\n');
        }
        out + text
    }

    /// An empty line ends a passage, but for one that only leads in the next.
    fn pause(&mut self) {
        if self.lines.last().is_some_and(|line| line.is_empty() || crate::leads(line)) {
            self.lines.push(String::new());
        } else {
            self.end();
        }
    }

    fn end(&mut self) {
        while self.lines.last().is_some_and(String::is_empty) {
            self.lines.pop();
        }
        if !self.lines.is_empty() {
            let text = self.under(None, &self.lines.join("\n"));
            self.out.push(Passage { text, line: self.begins });
            self.lines.clear();
            self.headings.iter_mut().for_each(|heading| heading.told = true);
        }
    }
}

/// The level and the words of a heading.
fn heading(line: &str) -> Option<(usize, &str)> {
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    let words = line.get(level..)?.strip_prefix(' ')?.trim();
    // "## Relay ##"; the mark of "# C#" is its own.
    let words = words.trim_end_matches('#').strip_suffix(' ').map_or(words, str::trim_end);
    ((1..=6).contains(&level) && !words.is_empty() && words.len() <= LONGEST).then_some((level, words))
}

/// The marks that open a fence; code within a line opens none.
fn fence(line: &str) -> Option<String> {
    let line = line.trim_start();
    let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let marks: String = line.chars().take_while(|c| *c == mark).collect();
    (marks.len() >= 3 && !line[marks.len()..].contains('`')).then_some(marks)
}

/// The level of a heading whose next line underlines it. A rule of dashes parts notes as often as it
/// underlines, and is left alone.
fn underlined(line: &str, next: &str) -> Option<usize> {
    let rule = next.trim_end();
    let drawn = rule.len() > 2 && rule.bytes().all(|byte| byte == b'=');
    (drawn && line.chars().any(char::is_alphanumeric) && !line.starts_with([' ', '|', '-', '*'])).then_some(1)
}

/// The line that closes front matter, from 0, where there is some.
fn front_end(lines: &[&str]) -> Option<usize> {
    lines.first().filter(|line| line.trim_end() == "---")?;
    lines.iter().skip(1).position(|line| line.trim_end() == "---").map(|at| at + 1)
}

/// The first heading of the highest level behind the front matter, where that does not say itself what
/// it tells of.
fn title(lines: &[&str], end: usize) -> Option<String> {
    let named = |line: &&str| ["title:", "name:"].iter().any(|label| line.starts_with(label));
    if lines[..end].iter().any(named) {
        return None;
    }
    let mut open: Option<String> = None;
    lines[end + 1..].iter().find_map(|line| {
        match &open {
            Some(marks) if line.trim().starts_with(marks.as_str()) => open = None,
            Some(_) => {}
            None => open = fence(line),
        }
        let found = heading(line).filter(|(level, _)| open.is_none() && *level == 1);
        found.map(|(_, words)| words.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(String, usize)> {
        passages(text).into_iter().map(|passage| (passage.text, passage.line)).collect()
    }

    #[test]
    fn passages_stand_under_their_headings() {
        let text = "# S\n\nOne.\nStill.\n\n## A\n\n- port: 1\n\n### Staging\n- port: 2\n\n## B\nTwo.\n";
        assert_eq!(
            read(text),
            [
                ("# S\n\nOne.\nStill.".to_owned(), 3),
                ("# S\n## A\n\n- port: 1".to_owned(), 8),
                ("# S\n## A\n### Staging\n\n- port: 2".to_owned(), 11),
                ("# S\n## B\n\nTwo.".to_owned(), 14),
            ]
        );
    }

    #[test]
    fn fences_front_matter_and_lone_headings_stay_whole() {
        assert_eq!(
            read("---\nowner: Ines\n\nversion: 2\n---\n\n# Relay\n\n```toml\n[a]\n\n[b]\n```\n"),
            [
                ("---\nowner: Ines\n\nversion: 2\n---\n\n# Relay".to_owned(), 1),
                ("# Relay\n\n```toml\n[a]\n\n[b]\n```".to_owned(), 9),
            ]
        );
        assert_eq!(read("# We moved to Rome\n"), [("# We moved to Rome".to_owned(), 1)]);
        assert_eq!(read("Kiln\n====\nIt is hot.\n"), [("# Kiln\n\nIt is hot.".to_owned(), 3)]);
        assert_eq!(read("```\n# not a heading\n\nopen"), [("```\n# not a heading\n\nopen".to_owned(), 1)]);
        assert_eq!(
            read("---\nNo front matter.\n\nTwo."),
            [("---\nNo front matter.".to_owned(), 1), ("Two.".to_owned(), 4),]
        );
        assert_eq!(read("```cargo test```\n\nTwo.").len(), 2);
        assert_eq!(read("````\n```\n\na\n````\n\nTwo.").len(), 2);
        assert_eq!(read("# C#\n\nOne.\n\n## Relay ##\n\nTwo.")[1].0, "# C#\n## Relay\n\nTwo.");
        assert_eq!(
            read("---\na: 1\n---\n```sh\n# install\n```\n\n# Relay\n\nOne.")[0].0,
            "---\na: 1\n---\n\n# Relay"
        );
        assert!(read("").is_empty() && read("\n\n").is_empty());
    }

    #[test]
    fn settings_with_remarks_are_no_markdown() {
        assert!(is_markdown("# Notes\n\nHello."));
        assert!(!is_markdown("# the port\nport = 80\n"));
        assert!(!is_markdown("#!/bin/sh\n# start\n"));
        assert!(!is_markdown("Hello.\n\nNo heading here."));
    }
}
