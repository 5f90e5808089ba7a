//! The background pass by command, and the evidence of claims.

use memstrata_engine::{Error, EvidenceCheck, FoundKind};

use super::preview;
use super::telling::report;
use crate::Session;

pub fn consolidate(session: &Session, dry_run: bool) -> Result<u8, Error> {
    let engine = session.open(false)?;
    let done = engine.consolidate(dry_run, &mut |at| {
        session.output.progress(at.stage, at.done, at.total);
        session.goes_on()
    });
    session.output.progress_done();
    let done = done?;
    if session.output.json {
        session.output.document(&done);
        return Ok(0);
    }
    for found in &done.proposed {
        let kind = match found.kind {
            FoundKind::Stale => "still so?",
            FoundKind::UnreadEnd => "ended?",
            FoundKind::UnreadValue => "changed?",
            FoundKind::NearNames => "the same?",
            FoundKind::Unsupported => "unsupported",
        };
        let item = found.item.as_deref().unwrap_or("-");
        session.output.line(&format!("{item:<23} {kind:<12} {}", found.what));
        session.output.line(&session.output.faint(&format!("{:<23} {}", "", found.reason)));
    }
    done.weak.iter().for_each(|check| show(session, check));
    let verb = if dry_run { "would be proposed" } else { "proposed" };
    session.output.line(&format!(
        "{} {verb}, {} known already, {} more past their half-life",
        done.proposed.len(),
        done.known,
        done.left
    ));
    if !dry_run && !done.proposed.is_empty() {
        session.output.line("Decide with: memstrata review accept|reject ID");
    }
    Ok(0)
}

pub fn evidence(
    session: &Session,
    claim: Option<&str>,
    drop: Option<&str>,
    dry_run: bool,
) -> Result<u8, Error> {
    let engine = session.open(false)?;
    if let (Some(claim), Some(source)) = (claim, drop) {
        if dry_run {
            return preview::report(session, &engine, &engine.rehearse_drop_source(claim, source)?, claim);
        }
        let receipt = engine.drop_source(claim, source)?;
        return report(session, &engine, &receipt, claim);
    }
    let checks = engine.check_evidence(claim)?;
    if session.output.json {
        session.output.document(&checks);
        return Ok(0);
    }
    checks.iter().for_each(|check| show(session, check));
    if checks.is_empty() {
        session.output.line("No claims.");
    }
    Ok(0)
}

fn show(session: &Session, check: &EvidenceCheck) {
    session.output.line(&format!("{}  {}", check.claim, check.text.trim()));
    for source in &check.sources {
        let weak = if source.weak { "weak" } else { "" };
        let text = if source.text.is_empty() { "(nothing is left of it)" } else { source.text.trim() };
        session.output.line(&format!("  {:>5.2} {weak:<5} {}  {text}", source.similarity, source.id));
    }
    if check.sources.iter().any(|source| source.weak) {
        session.output.line(
            &session
                .output
                .faint(&format!("  take one off with: memstrata evidence {} --drop SOURCE", check.claim)),
        );
    }
}
