//! Reads lines "first || second" and prints what each tells, the second knowing the first.
use memstrata_extract::{Extractor, Lexicon, Recollection, Telling};
use std::io::Read as _;
fn main() {
    let mut input = String::new();
    let _ = std::io::stdin().read_to_string(&mut input);
    let said_at = "2026-06-01T09:00:00Z".parse().expect("an instant");
    for line in input.lines() {
        let mut known = Recollection::default();
        for text in line.split(" || ") {
            let telling = Telling {
                text,
                said_at,
                zone: chrono_tz::Tz::UTC,
                locale: "en-GB",
                kind: "note",
                known_subjects: &known,
            };
            let found = Extractor::new(Lexicon::built_in()).extract(&telling).facts;
            println!("{text}");
            for f in &found {
                println!(
                    "    {:?} {} | {} [{}] | {} from {:?} to {:?} ({} {:.2} closes {} set {})",
                    f.op,
                    f.subject,
                    f.relation,
                    f.scope.as_deref().unwrap_or(""),
                    f.object,
                    f.valid_from.as_ref().map(|d| &d.text),
                    f.valid_to.as_ref().map(|d| &d.text),
                    f.rule,
                    f.confidence,
                    f.closes,
                    f.set_valued
                );
            }
            found.iter().for_each(|f| known.tell(f));
        }
    }
}
