//! Lines of Markdown and of configuration: list markers, table cells, headings that name nothing,
//! sections, and the lines after which a mail holds another. How they make blocks is
//! [`crate::block`]'s.

use crate::block::BlockKind;

/// The line from which a mail holds the words of another mail.
pub(crate) fn is_forwarded(line: &str) -> bool {
    let lower = line.to_lowercase();
    let dashed = lower.starts_with("---") || lower.starts_with("begin ");
    dashed && (lower.contains("original message") || lower.contains("forwarded message"))
        || lower.starts_with("on ") && lower.ends_with("wrote:")
        || lower.starts_with("fwd:")
        || lower.starts_with("fw:")
}

/// Byte ranges of the cells of a table row.
pub(crate) fn cells(text: &str, from: usize, end: usize) -> Vec<(usize, usize)> {
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

pub(crate) fn is_config(info: &str) -> bool {
    matches!(info, "yaml" | "yml" | "toml" | "ini" | "env" | "dotenv" | "properties" | "conf")
}

/// The width of a list marker, with its check box.
pub(crate) fn list_marker(line: &str) -> Option<(usize, BlockKind)> {
    // "[ ] move the kiln": a box without a bullet.
    if line.starts_with("[ ] ") {
        return Some((4, BlockKind::Open));
    }
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
pub(crate) fn names_something(title: &str) -> bool {
    let first = title.split_whitespace().next().unwrap_or("").trim_matches(['[', ']', 'v']);
    let lower = title.trim().trim_matches(['*', ':']).to_lowercase();
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
            | "uncategorized"
            | "other"
            | "internal"
            | "improvements"
            | "documentation"
            | "performance"
            | "new features"
            | "breaking"
            | "breaking change"
            | "dependencies"
            | "contributors"
            | "new contributors"
            | "commit details"
            | "commit statistics"
            | "commits"
            | "chores"
            | "refactor"
            | "example"
            | "examples"
            | "license"
            | "licence"
            | "getting started"
            | "quick start"
            | "faq"
            | "table of contents"
            | "minutes"
            | "agenda"
            | "decisions"
            | "status"
            | "contacts"
            | "contact"
            | "people"
            | "team"
            | "the team"
            | "details"
            | "setup"
            | "links"
            | "info"
            | "information"
            | "general"
            | "basics"
            | "about"
            | "config"
            | "environments"
            | "limits"
            | "defaults"
            | "parameters"
            | "facts"
            | "key facts"
            | "reference"
            | "dates"
            | "important dates"
            | "deadlines"
            | "stack"
            | "tech stack"
            | "tooling"
            | "tools"
            | "ownership"
            | "owners"
            | "runbook"
            | "readme"
            | "wiki"
            | "handbook"
            | "guide"
            | "cheat sheet"
            | "journal"
            | "diary"
            | "log"
            | "updates"
            | "current state"
            | "current status"
    );
    // "API changes", "Breaking fixes": parts of a document.
    let part = lower.split_whitespace().next_back().is_some_and(|w| {
        matches!(
            w,
            "changes"
                | "fixes"
                | "improvements"
                | "additions"
                | "removals"
                | "deprecations"
                | "examples"
                | "notes"
                | "instructions"
                | "requirements"
                | "usage"
                | "contributors"
                | "credits"
                | "versions"
                | "settings"
                | "contacts"
        )
    });
    !section
        && !part
        && !first.starts_with(|c: char| c.is_ascii_digit())
        // "Standup 2026-02-03": when, and nothing of which anything is told.
        && !lower.split_whitespace().any(|w| w.len() == 10 && w.matches('-').count() == 2 && w.starts_with(|c: char| c.is_ascii_digit()))
        && title.split_whitespace().count() <= 6
}

/// A heading that names a release: "## [2.1.0] - 2026-03-01", "## Unreleased".
pub(crate) fn is_release(title: &str) -> bool {
    let title = title.trim().trim_start_matches(['[', 'v', '`']);
    let lower = title.to_lowercase();
    let numbered = |word: &str| {
        let word = word.trim_start_matches(['[', 'v', '(', '`']);
        word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.')
    };
    let mut words = lower.split_whitespace();
    let first = words.next().unwrap_or("");
    lower.starts_with("unreleased")
        || numbered(first)
        || matches!(first, "version" | "release") && words.next().is_some_and(numbered)
        || words.next().is_some_and(numbered) && lower.split_whitespace().count() <= 4
}

/// A line drawn across the page.
pub(crate) fn is_rule(line: &str) -> bool {
    line.len() > 2 && ['=', '-'].iter().any(|sign| line.chars().all(|c| c == *sign))
}

/// The level of a heading that the next line underlines; a rule of dashes makes one of a release's
/// name only, since people part their notes with such rules.
pub(crate) fn underlined(line: &str, next: &str) -> Option<usize> {
    let drawn = |sign: char| is_rule(next.trim()) && next.trim().starts_with(sign);
    let plain =
        line.chars().any(char::is_alphanumeric) && list_marker(line).is_none() && !line.starts_with('|');
    match (plain, drawn('='), drawn('-')) {
        (true, true, _) => Some(1),
        (true, _, true) => is_release(line).then_some(2),
        _ => None,
    }
}

/// `[server]`: a section of a configuration file.
pub(crate) fn section(line: &str) -> Option<(usize, usize)> {
    let inner = line.strip_prefix('[')?.strip_suffix(']')?;
    let named = !inner.is_empty()
        && inner.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-'))
        && inner.chars().any(char::is_alphabetic)
        && !matches!(inner, "x" | "X");
    named.then_some((1, 1 + inner.len()))
}

/// `server:` alone on its line: the parent of deeper lines.
pub(crate) fn parent(line: &str) -> Option<&str> {
    let name = line.strip_suffix(':')?;
    (!name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-')))
        .then_some(name)
}

/// A line that only tools write or read: a comment in code, a conflict marker, a stack trace.
pub(crate) fn is_noise(line: &str) -> bool {
    line.starts_with("//")
        || line.starts_with("/*")
        || line.starts_with("<!--")
        || line.starts_with("=======")
        || line.starts_with('{') && line.contains("\":")
        || is_logged(line)
        || is_trace(line)
        || line.starts_with("Traceback (")
        || line.starts_with("File \"")
        || line.starts_with("#!")
        || is_link_definition(line)
        || is_code(line)
}

/// The mark that ends what a line opens and does not close: a comment, a conflict of versions.
pub(crate) fn comment_end(line: &str) -> Option<&'static str> {
    [("<!--", "-->"), ("/*", "*/"), ("<<<<<<<", ">>>>>>>")]
        .into_iter()
        .find(|(open, close)| line.starts_with(open) && !line.contains(close))
        .map(|(_, close)| close)
}

/// A header of a mail.
pub(crate) fn is_header(line: &str) -> bool {
    ["From: ", "To: ", "Cc: ", "Bcc: ", "Sent: ", "Date: ", "Subject: ", "Reply-To: ", "Message-ID: "]
        .iter()
        .any(|h| line.starts_with(h))
}

/// "From: Tom Weber <tom@weber.example>": who sends a mail; a journey may begin at a place.
pub(crate) fn is_sender(line: &str) -> bool {
    let Some(name) = line.strip_prefix("From: ") else { return false };
    let first = name.split([' ', '<', ',', '@']).find(|w| !w.is_empty()).unwrap_or("").trim_matches('"');
    let place =
        crate::gazetteer::kinds(&first.to_lowercase()).iter().any(|k| matches!(*k, "place" | "country"));
    let named = first.starts_with(char::is_uppercase) && !place && name.split_whitespace().count() <= 4;
    name.contains('@') || named
}

/// "On 3 March Tom wrote:", over two lines.
pub(crate) fn is_answered(line: &str, next: &str) -> bool {
    line.starts_with("On ") && line.bytes().any(|b| b.is_ascii_digit()) && next.trim() == "wrote:"
}

/// "Best,", and a name below it: a signature ends the mail.
pub(crate) fn is_signed(line: &str, next: &str) -> bool {
    let name = next.trim();
    line == "--"
        || line.ends_with(',')
            && takes_leave(line)
            && (1..=3).contains(&name.split_whitespace().count())
            && name.split_whitespace().all(|w| w.starts_with(char::is_uppercase))
            && !name.ends_with(['.', ':'])
}

/// Whether a line is what letters close with: "Best,", "Kind regards".
pub(crate) fn takes_leave(line: &str) -> bool {
    matches!(
        line.trim_end_matches([',', '!', '.']).to_lowercase().as_str(),
        "best"
            | "all the best"
            | "best wishes"
            | "regards"
            | "best regards"
            | "kind regards"
            | "warm regards"
            | "cheers"
            | "greetings"
            | "sincerely"
            | "yours"
            | "yours truly"
            | "yours sincerely"
            | "thanks"
            | "many thanks"
            | "thank you"
            | "love"
            | "with love"
            | "hugs"
            | "take care"
            | "see you"
            | "talk soon"
    )
}

/// `title: Billing API`: where a document's front matter says how it calls what it tells of.
pub(crate) fn own_name(line: &str) -> Option<(usize, usize)> {
    let (label, value) = line.split_once(": ")?;
    let own = matches!(label, "title" | "name" | "service" | "component" | "project" | "app" | "product");
    let name = value.trim().trim_matches('"');
    // Blanks and quotation marks are a byte each.
    let from = label.len() + 2 + value.len() - value.trim_start_matches([' ', '\t', '"']).len();
    if !own || name.is_empty() || !line.get(from..).is_some_and(|rest| rest.starts_with(name)) {
        return None;
    }
    Some((from, from + name.len()))
}

/// "Service: relay" with more such lines below: where the name stands that they tell of.
pub(crate) fn record_name(line: &str, next: &str) -> Option<(usize, usize)> {
    let (label, name) = line.split_once(": ")?;
    let kind = label.trim_matches('*').to_lowercase();
    let names = matches!(
        kind.as_str(),
        "service"
            | "name"
            | "app"
            | "application"
            | "component"
            | "module"
            | "package"
            | "project"
            | "product"
            | "device"
            | "job"
    );
    let labelled = next.split_once(": ").is_some_and(|(label, value)| {
        label.split_whitespace().count() <= 3 && !value.trim().is_empty() && list_marker(next).is_none()
    });
    let plain = (1..=4).contains(&name.split_whitespace().count()) && !name.contains([':', ',', '.', ';']);
    let from = line.len() - name.len();
    (names && labelled && plain).then(|| (from, from + name.trim_end().len()))
}

/// A numbered step of a procedure: what is to be done, not what is.
pub(crate) fn is_order(line: &str, marker: usize) -> bool {
    let mut words = line[marker..].split_whitespace();
    let first = words.next().unwrap_or("");
    line.starts_with(|c: char| c.is_ascii_digit())
        && !told_beside(&line[marker..])
        && first.chars().all(char::is_alphabetic)
        && crate::words::verb(&first.to_lowercase()).is_some_and(|v| v.base && !v.past)
}

/// Whether what reads as an order ("release …") is a noun: "Release manager: Lena", "Freeze starts …".
pub(crate) fn told_beside(item: &str) -> bool {
    let label = item.split_once(": ").map(|(label, _)| label.trim_matches('*').to_lowercase());
    let known = label.is_some_and(|label| crate::lexicon::Lexicon::built_in().resolve(&label).is_some());
    let second = item.split_whitespace().nth(1).unwrap_or("").to_lowercase();
    known || crate::words::verb(&second).is_some_and(|v| v.third && !v.base)
}

/// "ERROR 2026-03-01 12:00:01 …": a line of a log.
fn is_logged(line: &str) -> bool {
    let level = |w: &str| {
        matches!(
            w.trim_matches(['[', ']', ':', '|']),
            "ERROR" | "WARN" | "WARNING" | "INFO" | "DEBUG" | "TRACE" | "FATAL"
        )
    };
    let stamp = |w: &str| {
        let w = w.trim_matches(['[', ']', ',', '|']);
        w.len() >= 8 && w.starts_with(|c: char| c.is_ascii_digit()) && w.contains([':', '-'])
    };
    let head: Vec<&str> = line.split_whitespace().take(4).collect();
    head.iter().any(|w| level(w)) && head.iter().any(|w| stamp(w)) || is_stamped(line)
}

/// "2026-05-03 12:00:01 connect …", "May  3 12:00:01 relay sshd[311]: …": a stamp to the second, and no
/// speaker behind it.
fn is_stamped(line: &str) -> bool {
    let bare = |w: &str| w.trim_matches(['[', ']', ',', '|']).to_owned();
    let clock = |w: &str| {
        let w = bare(w);
        w.matches(':').count() == 2 && w.chars().all(|c| c.is_ascii_digit() || ":.,TZ+-".contains(c))
    };
    let mut words = line.split_whitespace();
    let (Some(first), Some(second)) = (words.next(), words.next()) else { return false };
    let dated = bare(first).matches(['-', '/']).count() == 2 && clock(second);
    let instant = clock(first) && first.contains('T');
    let month = crate::words::is_month(&first.to_lowercase()) && second.parse::<u8>().is_ok();
    let daily = month && words.next().is_some_and(clock);
    let rest: Vec<&str> = line.split_whitespace().skip(if instant { 1 } else { 2 }).take(3).collect();
    let spoken = rest.iter().any(|w| w.ends_with(':') && !w.contains(['[', '/', '=']) || w.ends_with('>'));
    daily || (dated || instant) && !spoken
}

/// "ValueError: …", "thread 'main' panicked at …", "at main (app.js:3:1)": a line of a stack trace.
fn is_trace(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or("");
    let kind = first.strip_suffix(':').unwrap_or("");
    let raised = ["Error", "Exception"].iter().any(|end| kind.ends_with(end) && kind.len() > end.len());
    let frame = first == "at" && line.ends_with(')') && line.contains('(') && line.contains(':');
    raised || frame || line.contains("' panicked at ") || line.starts_with("Caused by: ")
}

/// A line of a program, or a command with its options.
fn is_code(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or("");
    let ends = line.ends_with(';') || line.ends_with('{') || line.ends_with("});") || line == "}";
    let opens =
        ["let ", "const ", "pub ", "fn ", "impl ", "def ", "#[", "SELECT ", "INSERT ", "UPDATE ", "assert "]
            .iter()
            .any(|word| line.starts_with(word));
    let command = matches!(
        first,
        "docker" | "kubectl" | "curl" | "git" | "npm" | "npx" | "pip" | "cargo" | "ssh" | "sudo" | "$"
    ) && (line.contains(" -") || first == "$");
    let code = ["(", "=", "::", "*"].iter().any(|sign| line.contains(sign));
    ends && code || opens && (code || line.contains(" FROM ")) || command
}

/// `[label]: https://…`: where a link of the text leads.
fn is_link_definition(line: &str) -> bool {
    line.starts_with('[')
        && line.split_once("]: ").is_some_and(|(_, to)| !to.contains(' ') || to.starts_with("http"))
}
