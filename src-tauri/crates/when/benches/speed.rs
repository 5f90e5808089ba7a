//! How long a short question and a text of ten thousand words take.
//!
//! `cargo bench -p memstrata-when`. The bars are 20 µs (median) and 20 ms.

use std::hint::black_box;

use chrono::DateTime;
use criterion::{Criterion, criterion_group, criterion_main};
use memstrata_when::{Context, find, read_question, read_statements};

fn context() -> Context {
    let now = DateTime::parse_from_rfc3339("2026-05-13T10:30:00+01:00").expect("an instant").to_utc();
    Context::new(now, chrono_tz::Tz::Europe__Lisbon)
}

/// Prose with a date in about every thirtieth word.
fn long_text(words: usize) -> String {
    let paragraph = "The team met in the small room because the large one was being painted, and nobody had told the \
        others that the agenda had been sent round twice. On 3 March 2026 the port moved to 8443 and the dashboards \
        stayed green, which surprised the people who had planned for the worst. Ana wrote the summary while the \
        coffee was still warm; it lists the hosts, their owners and the limits that were agreed on last Friday. \
        Nothing else changed until the audit, where the same questions came up again and were answered the same way. ";
    paragraph.split_whitespace().cycle().take(words).collect::<Vec<_>>().join(" ")
}

fn speed(c: &mut Criterion) {
    let context = context();
    let questions = [
        "which host served the wiki in June?",
        "who chaired the panel two Mondays ago?",
        "who maintains the wiki?",
        "on 3 May, what did we believe the fee had been in June?",
    ];
    for question in questions {
        c.bench_function(question, |b| b.iter(|| read_question(black_box(question), &context)));
    }
    c.bench_function("a statement", |b| {
        b.iter(|| read_statements(black_box("The gateway has been on port 9000 since 4 May."), &context))
    });
    let text = long_text(10_000);
    let mut group = c.benchmark_group("10,000 words");
    group.sample_size(20);
    group.bench_function("find", |b| b.iter(|| find(black_box(&text), &context)));
    group.bench_function("statements", |b| b.iter(|| read_statements(black_box(&text), &context)));
    group.finish();
}

criterion_group!(benches, speed);
criterion_main!(benches);
