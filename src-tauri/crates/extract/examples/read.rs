//! Reads standard input and prints the facts found, for trying sentences: each line is a telling
//! of its own, or with `--whole` all of it is one.
//! `cargo run -p memstrata-extract --example read -- [--whole] [kind]`

use std::io::Read as _;

use memstrata_extract::{Extractor, FoundDate, Lexicon, NoKnownSubjects, Telling};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let whole = args.iter().any(|a| a == "--whole");
    let kind = args.iter().find(|a| !a.starts_with('-')).map_or("note", String::as_str);
    let mut input = String::new();
    if let Err(error) = std::io::stdin().read_to_string(&mut input) {
        eprintln!("standard input is not UTF-8: {error}");
        return;
    }
    if whole {
        show(&input, kind);
    } else {
        input.lines().for_each(|line| show(line, kind));
    }
}

fn show(text: &str, kind: &str) {
    let said_at = "2026-05-20T09:00:00Z".parse().expect("an instant");
    let telling = Telling {
        text,
        said_at,
        zone: chrono_tz::Tz::UTC,
        locale: "en-GB",
        kind,
        known_subjects: &NoKnownSubjects,
    };
    let found = Extractor::new(Lexicon::built_in()).extract(&telling);
    println!("{text}");
    let date = |d: &Option<FoundDate>, word: &str| {
        d.as_ref().map_or(String::new(), |d| format!(" {word} {}", d.text))
    };
    for f in &found.facts {
        let scope = f.scope.as_deref().map_or(String::new(), |s| format!(" [{s}]"));
        let (from, to) = (date(&f.valid_from, "from"), date(&f.valid_to, "to"));
        let open = if f.closes { "" } else { ", closes nothing" };
        println!(
            "    {:?} {} | {}{scope} | {}{from}{to} ({} {:.2}{open})",
            f.op, f.subject, f.relation, f.object, f.rule, f.confidence
        );
    }
    for s in &found.skipped {
        println!("    skipped, {}: {}", s.reason, text.get(s.span.0..s.span.1).unwrap_or_default());
    }
}
