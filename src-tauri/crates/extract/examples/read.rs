//! Reads lines from standard input and prints the facts found in each: for trying sentences.
//! `cargo run -p memstrata-extract --example read -- [kind]`

use std::io::BufRead as _;

use memstrata_extract::{Extractor, Lexicon, NoKnownSubjects, Telling};

fn main() {
    let kind = std::env::args().nth(1).unwrap_or_else(|| "note".to_owned());
    let extractor = Extractor::new(Lexicon::built_in());
    let said_at = "2026-05-20T09:00:00Z".parse().expect("an instant");
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let telling = Telling {
            text: &line,
            said_at,
            zone: chrono_tz::Tz::UTC,
            locale: "en-GB",
            kind: &kind,
            known_subjects: &NoKnownSubjects,
        };
        let found = extractor.extract(&telling);
        println!("{line}");
        for f in &found.facts {
            let scope = f.scope.as_deref().map_or(String::new(), |s| format!(" [{s}]"));
            let date = |d: &Option<memstrata_extract::FoundDate>, w: &str| d.as_ref().map_or(String::new(), |d| format!(" {w} {}", d.text));
            println!(
                "    {:?} {} | {}{scope} | {}{}{} ({} {:.2}{})",
                f.op, f.subject, f.relation, f.object, date(&f.valid_from, "from"), date(&f.valid_to, "to"), f.rule, f.confidence,
                if f.closes { "" } else { " open" }
            );
        }
        for s in &found.skipped {
            println!("    skipped {}: {}", s.reason, line.get(s.span.0..s.span.1).unwrap_or_default());
        }
    }
}
