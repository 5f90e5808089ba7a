//! The evaluation by command: the run is the bench crate's, here it is printed.

use memstrata_bench::Run;
use memstrata_engine::Error;

use crate::Session;

pub fn bench(session: &Session, run: &Run) -> Result<u8, Error> {
    let report = run.report(&mut |part| {
        session.output.note(&format!("running {part}"));
        session.goes_on()
    });
    let report = report.map_err(|error| {
        error.downcast().unwrap_or_else(|error| Error::failed("bench_failed", format!("{error:#}"), None))
    })?;
    if session.output.json {
        session.output.document(&report);
    } else {
        session.output.line(report.to_text(run.misses).trim_end());
    }
    Ok(0)
}
