//! Markdown: headings, lists, tables, front matter, check boxes and code fences, each block with
//! the heading or list item that names its subject. Sentences inside a block are
//! [`crate::sentence`]'s.

/// How a block is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    Prose,
    /// Code, left alone.
    Skip,
    /// An open check box.
    Open,
    /// A table cell: `subject` is the row's first cell, `header` the column's.
    Cell,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    pub span: (usize, usize),
    pub kind: BlockKind,
    /// Byte range of the heading or parent item that is its subject.
    pub subject: Option<(usize, usize)>,
    /// The header of a table cell's column.
    pub header: Option<(usize, usize)>,
}

/// Parts a text into blocks.
#[must_use]
pub fn blocks(text: &str) -> Vec<Block> {
    let mut out: Vec<Block> = Vec::new();
    let mut heading: Option<(usize, usize)> = None;
    // Parent items by indentation.
    let mut parents: Vec<(usize, (usize, usize))> = Vec::new();
    let mut header: Option<Vec<(usize, usize)>> = None;
    let mut fence: Option<(usize, bool)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let body = line.trim_end();
        let trimmed = body.trim_start();
        let indent = body.len() - trimmed.len();
        let from = start + indent;
        let end = start + body.len();
        if let Some(info) = trimmed.strip_prefix("```") {
            fence = match fence {
                None => Some((start, is_config(info.trim()))),
                Some((opened, config)) => {
                    if !config {
                        out.push(Block {
                            span: (opened, end),
                            kind: BlockKind::Skip,
                            subject: None,
                            header: None,
                        });
                    }
                    None
                }
            };
            continue;
        }
        if let Some((_, config)) = fence {
            if config && !trimmed.is_empty() && !trimmed.starts_with('#') {
                out.push(Block { span: (from, end), kind: BlockKind::Prose, subject: heading, header: None });
            }
            continue;
        }
        if trimmed.is_empty() {
            parents.clear();
            continue;
        }
        if trimmed.starts_with('|') {
            let cells = cells(text, from, end);
            match &header {
                None => header = Some(cells),
                Some(_) if trimmed.bytes().all(|b| matches!(b, b'|' | b'-' | b':' | b' ')) => {}
                Some(header) => {
                    let subject = cells.first().copied();
                    out.extend(cells.iter().zip(header).skip(1).filter(|(cell, _)| cell.0 < cell.1).map(
                        |(cell, head)| Block {
                            span: *cell,
                            kind: BlockKind::Cell,
                            subject,
                            header: Some(*head),
                        },
                    ));
                }
            }
            continue;
        }
        header = None;
        let hashes = trimmed.bytes().take_while(|b| *b == b'#').count();
        if (1..=6).contains(&hashes) && trimmed[hashes..].starts_with(' ') {
            let title = (from + hashes + 1, end);
            heading = names_something(&text[title.0..title.1]).then_some(title);
            parents.clear();
            continue;
        }
        let Some((marker, kind)) = list_marker(trimmed) else {
            parents.clear();
            // Prose lines that follow each other are one block.
            match out.last_mut() {
                Some(last)
                    if last.kind == BlockKind::Prose
                        && last.subject == heading
                        && last.span.1 + 1 == from
                        && !text[last.span.0..].starts_with(['-', '*']) =>
                {
                    last.span.1 = end
                }
                _ => out.push(Block {
                    span: (from, end),
                    kind: BlockKind::Prose,
                    subject: heading,
                    header: None,
                }),
            }
            continue;
        };
        parents.retain(|(depth, _)| *depth < indent);
        let item = (from + marker, end);
        let subject = parents.last().map(|(_, span)| *span).or(heading);
        let body = text[item.0..item.1].trim_end();
        if let Some(name) = body.strip_suffix(':') {
            parents.push((indent, (item.0, item.0 + name.len())));
            continue;
        }
        parents.push((indent, item));
        // Only an item that names something can be a parent.
        if body.split_whitespace().count() > 5 {
            parents.pop();
        }
        out.push(Block { span: item, kind, subject, header: None });
    }
    if let Some((opened, false)) = fence {
        out.push(Block { span: (opened, text.len()), kind: BlockKind::Skip, subject: None, header: None });
    }
    out
}

/// Byte ranges of the cells of a table row.
fn cells(text: &str, from: usize, end: usize) -> Vec<(usize, usize)> {
    let row = text[from..end].trim_matches('|');
    let mut at = from + usize::from(text[from..end].starts_with('|'));
    row.split('|')
        .map(|cell| {
            let lead = cell.len() - cell.trim_start().len();
            let span = (at + lead, at + lead + cell.trim().len());
            at += cell.len() + 1;
            span
        })
        .collect()
}

fn is_config(info: &str) -> bool {
    matches!(info, "yaml" | "yml" | "toml" | "ini" | "env" | "dotenv" | "properties" | "conf")
}

/// The width of a list marker, with its check box.
fn list_marker(line: &str) -> Option<(usize, BlockKind)> {
    let bullet = if line.starts_with("- ")
        || line.starts_with("* ")
        || line.starts_with("+ ")
        || line.starts_with("• ")
    {
        line.find(' ')? + 1
    } else {
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0
            || digits > 3
            || !(line[digits..].starts_with(". ") || line[digits..].starts_with(") "))
        {
            return None;
        }
        digits + 2
    };
    let rest = &line[bullet..];
    if rest.starts_with("[ ] ") {
        return Some((bullet + 4, BlockKind::Open));
    }
    if rest.starts_with("[x] ") || rest.starts_with("[X] ") {
        return Some((bullet + 4, BlockKind::Prose));
    }
    Some((bullet, BlockKind::Prose))
}

/// Whether a heading names a thing: not a version, a date, or a section of a change log.
fn names_something(title: &str) -> bool {
    let first = title.split_whitespace().next().unwrap_or("").trim_matches(['[', ']', 'v']);
    let lower = title.trim().trim_end_matches(':').to_lowercase();
    let section = matches!(
        lower.as_str(),
        "added"
            | "changed"
            | "fixed"
            | "removed"
            | "deprecated"
            | "security"
            | "unreleased"
            | "notes"
            | "overview"
            | "introduction"
            | "summary"
            | "changelog"
            | "features"
            | "bug fixes"
            | "breaking changes"
            | "today"
            | "yesterday"
            | "blockers"
            | "usage"
            | "installation"
            | "configuration"
            | "settings"
            | "todo"
            | "misc"
    );
    !section && !first.starts_with(|c: char| c.is_ascii_digit()) && title.split_whitespace().count() <= 6
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(&str, Option<&str>, BlockKind)> {
        blocks(text)
            .into_iter()
            .map(|b| (&text[b.span.0..b.span.1], b.subject.map(|(a, z)| &text[a..z]), b.kind))
            .collect()
    }

    #[test]
    fn headings_and_parents_name_the_subject() {
        assert_eq!(
            read("## Billing API\n- port: 8081\n- cache:\n  - ttl: 90 s\n\n## 3.4.0\n- Fixed x"),
            [
                ("port: 8081", Some("Billing API"), BlockKind::Prose),
                ("ttl: 90 s", Some("cache"), BlockKind::Prose),
                ("Fixed x", None, BlockKind::Prose)
            ]
        );
    }

    #[test]
    fn code_is_left_alone_and_open_boxes_are_plans() {
        let found = read("text\n```rust\nlet port = 80;\n```\n- [ ] raise it\n- [x] ship it");
        assert_eq!(
            found.iter().map(|b| b.2).collect::<Vec<_>>(),
            [BlockKind::Prose, BlockKind::Skip, BlockKind::Open, BlockKind::Prose]
        );
    }
}
