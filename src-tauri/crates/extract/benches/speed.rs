//! How many sentences a second the extractor reads on one core.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use memstrata_extract::{Extractor, Lexicon, NoKnownSubjects, Telling};

const SENTENCES: &[&str] = &[
    "The port of the billing service is 8081.",
    "We moved from MySQL to Postgres in March.",
    "I live in Braga now, moved up for the job.",
    "Thanks, that worked!",
    "Could you check whether the build is green again?",
    "The new release adds support for dark mode and fixes a crash on start-up.",
    "bump serde to 1.0.228",
    "Yesterday we talked for an hour about the budget and about who should present it to the board.",
];

fn speed(criterion: &mut Criterion) {
    let extractor = Extractor::new(Lexicon::built_in());
    let said_at = "2026-03-01T09:00:00Z".parse().expect("an instant");
    let mut group = criterion.benchmark_group("extract");
    group.throughput(Throughput::Elements(SENTENCES.len() as u64));
    group.bench_function("mixed sentences", |b| {
        b.iter(|| {
            for text in SENTENCES {
                let telling = Telling {
                    text,
                    said_at,
                    zone: chrono_tz::Tz::UTC,
                    locale: "en-GB",
                    kind: "chat",
                    known_subjects: &NoKnownSubjects,
                };
                std::hint::black_box(extractor.extract(&telling));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, speed);
criterion_main!(benches);
