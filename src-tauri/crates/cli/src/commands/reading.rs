//! Reading the ledger: facts, timelines, reasons, the log.

use memstrata_engine::{
    Absence, AbsentKey, Engine, Error, Exit, FactPattern, Link, Walk, line_to_text, resolve_moments,
};

use memstrata_model::fact::TimelineKey;
use memstrata_model::{Fact, Key, normalize_name};

use super::{moments, preview};
use crate::Session;
use crate::args;
use crate::args::curating::Diff;
use crate::show;

pub fn facts(session: &Session, args: &args::Facts) -> Result<u8, Error> {
    let engine = session.open(false)?;
    let (as_of, known_at) = moments(&engine, &args.moments)?;
    let relation = match (&args.subject, &args.relation) {
        (Some(subject), Some(relation)) => {
            Some(engine.relation_name(subject, relation, args.scope.as_deref())?)
        }
        (_, relation) => relation.clone(),
    };
    let pattern =
        FactPattern { subject: args.subject.clone(), relation, scope: args.scope.clone(), all: args.all };
    let facts = engine.facts(&pattern, as_of, known_at)?;
    let doubts = engine.doubts_about(&facts, as_of, known_at)?;
    let now = engine.now()?;
    // An empty answer explains itself.
    let mut absent = if facts.is_empty() {
        engine.absences(&pattern, as_of, known_at, EXPLAINED)?
    } else {
        under_another_name(&engine, &pattern, &facts).into_iter().collect()
    };
    if let (Some(subject), None) = (&pattern.subject, &pattern.relation) {
        // What was believed before a key was moved stands under its own name.
        let found = |moved: &AbsentKey| facts.iter().any(|fact| same_key(&moved.key, fact));
        absent.extend(engine.keys_moved_from(subject)?.into_iter().filter(|moved| !found(moved)));
    }
    if session.output.json {
        let (as_of, known_at) = resolve_moments(as_of, known_at, now);
        let told: Vec<_> = facts.iter().zip(&doubts).map(|(fact, doubts)| uncertain(fact, doubts)).collect();
        let mut document = serde_json::json!({"as_of": as_of, "known_at": known_at, "facts": told});
        for (fact, by) in read_by(&engine, &facts)?.into_iter().enumerate() {
            document["facts"][fact]["read_by"] = serde_json::json!(by);
        }
        if facts.is_empty() || !absent.is_empty() {
            document["absent"] = serde_json::json!(absent);
        }
        session.output.document(&document);
        return Ok(0);
    }
    if as_of.is_some() != known_at.is_some() {
        session.output.note(if as_of.is_some() { "As known now." } else { "As of now." });
    }
    if facts.is_empty() {
        session.output.line("Nothing holds.");
    }
    print_absent(session, &engine, &absent);
    for (fact, doubts) in facts.iter().zip(&doubts) {
        show::fact_lines(&engine, fact, doubts).iter().for_each(|line| session.output.line(line));
    }
    Ok(0)
}

/// A fact as a document, with what makes it uncertain.
fn uncertain(fact: &Fact, doubts: &[String]) -> serde_json::Value {
    let mut document = serde_json::json!(fact);
    document["uncertain"] = serde_json::json!(doubts);
    document
}

fn same_key(key: &TimelineKey, fact: &Fact) -> bool {
    let named =
        |subject: &str, relation: &str, scope: &Option<String>| Key::new(subject, relation, scope.as_deref());
    named(&key.subject, &key.relation, &key.scope) == named(&fact.subject, &fact.relation, &fact.scope)
}

/// The names that a key stands under, where all that is found of it stands under others.
fn under_another_name(engine: &Engine, pattern: &FactPattern, facts: &[Fact]) -> Option<AbsentKey> {
    let (subject, relation) = (pattern.subject.as_ref()?, pattern.relation.as_ref()?);
    let named = |fact: &Fact| TimelineKey {
        space: engine.space().to_owned(),
        subject: fact.subject.clone(),
        relation: fact.relation.clone(),
        scope: fact.scope.clone(),
    };
    let asked = Key::new(subject, relation, None);
    let own = |fact: &&Fact| normalize_name(&fact.subject) == asked.subject;
    if facts.iter().any(|fact| own(&fact)) {
        return None;
    }
    let mut names: Vec<TimelineKey> = facts.iter().map(named).collect();
    names.dedup();
    let key = TimelineKey {
        space: engine.space().to_owned(),
        subject: subject.clone(),
        relation: relation.clone(),
        scope: pattern.scope.clone(),
    };
    Some(AbsentKey { key, why: Absence::ExistsAs { names } })
}

/// Keys whose absence is explained, where a pattern names many.
const EXPLAINED: usize = 20;

fn print_absent(session: &Session, engine: &Engine, absent: &[AbsentKey]) {
    for absent in absent {
        session.output.line(&show::absence(engine, absent));
    }
}

pub fn diff(session: &Session, args: &Diff) -> Result<u8, Error> {
    let engine = session.open(false)?;
    let from = engine.read_when(&args.from)?.from;
    let to = args.to.as_deref().map_or_else(|| engine.now(), |to| engine.read_viewpoint(to))?;
    let known_at = args.known_at.as_deref().map(|text| engine.read_viewpoint(text)).transpose()?;
    let difference = if args.valid {
        engine.difference_of_times(from, to, known_at)?
    } else {
        engine.difference_of_beliefs(from, to)?
    };
    if session.output.json {
        session.output.document(&difference);
        return Ok(0);
    }
    if difference.keys.is_empty() {
        session.output.line("Nothing changed.");
    }
    preview::print_changes(session, &engine, &difference.keys, usize::MAX);
    Ok(0)
}

/// The history of a key, kept as a claim.
fn roll_up(session: &Session, args: &args::Timeline) -> Result<u8, Error> {
    let engine = session.open(false)?;
    let (subject, relation, scope) = (&args.key.subject, &args.key.relation, args.key.scope.as_deref());
    let (done, tried) = if args.dry_run {
        let (done, tried) = engine.rehearse_roll_up(subject, relation, scope)?;
        (done, Some(tried))
    } else {
        (engine.roll_up(subject, relation, scope)?, None)
    };
    if session.output.json {
        match &tried {
            None => session.output.document(&done),
            Some(tried) => session.output.document(&preview::beside(&done, tried)),
        }
        return Ok(0);
    }
    session.output.line(&done.text);
    let rests = format!("resting on {}", show::counted(done.derived_from.len(), "entry"));
    session.output.line(&match (&done.claim, &done.replaces) {
        (Some(claim), _) if !done.changed => format!("Known already, as {claim}."),
        (Some(claim), None) => format!("Kept as {claim}, {rests}."),
        (Some(claim), Some(old)) => format!("Kept as {claim}, {rests}, in place of {old}."),
        (None, None) => format!("Would be kept, {rests}."),
        (None, Some(old)) => format!("Would be kept, {rests}, in place of {old}."),
    });
    Ok(0)
}

pub fn timeline(session: &Session, args: &args::Timeline) -> Result<u8, Error> {
    if args.claim {
        return roll_up(session, args);
    }
    let engine = session.open(false)?;
    let known_at = args.known_at.as_deref().map(|text| engine.read_viewpoint(text)).transpose()?;
    let pattern = FactPattern {
        subject: Some(args.key.subject.clone()),
        relation: Some(args.key.relation.clone()),
        // Without a scope it is the key that has none.
        scope: Some(args.key.scope.clone().unwrap_or_default()),
        all: true,
    };
    let why = |engine: &Engine| engine.absences(&pattern, None, known_at, 1);
    let timeline =
        match engine.timeline(&args.key.subject, &args.key.relation, args.key.scope.as_deref(), known_at) {
            Err(error) if error.exit == Exit::NotFound => {
                let hint = why(&engine)?.first().map(|absent| show::absence(&engine, absent));
                return Err(Error { hint: hint.or(error.hint), ..error });
            }
            timeline => timeline?,
        };
    let absent = if timeline.intervals.is_empty() { why(&engine)? } else { Vec::new() };
    if session.output.json {
        let mut document = serde_json::to_value(&timeline).unwrap_or_default();
        if let (Some(fields), Some(absent)) = (document.as_object_mut(), absent.first()) {
            fields.insert("absent".to_owned(), serde_json::json!(absent));
        }
        session.output.document(&document);
        return Ok(0);
    }
    print_absent(session, &engine, &absent);
    session
        .output
        .line(&session.output.strong(&format!("{} · {}", timeline.key.subject, timeline.key.relation)));
    for interval in &timeline.intervals {
        let day = memstrata_model::Precision::Day;
        let closing =
            interval.closing_rule.map(|rule| format!("  {}", show::closing(rule))).unwrap_or_default();
        let disputed = if interval.disputed { "  disputed" } else { "" };
        session.output.line(&format!(
            "{} → {}  {}{closing}{disputed}",
            show::bound(&engine, interval.valid_from, day, "unknown"),
            show::bound(&engine, interval.valid_to, day, "∞"),
            interval.object
        ));
    }
    Ok(0)
}

fn walk_lines(session: &Session, walk: &Walk) {
    // Each under what it stands next to; the links come level by level.
    let shown: std::collections::BTreeSet<&str> = walk.links.iter().map(|link| link.id.as_str()).collect();
    let mut open: Vec<&Link> =
        walk.links.iter().rev().filter(|link| !shown.contains(link.via.as_str())).collect();
    while let Some(link) = open.pop() {
        let fallen = link.fallen.as_ref().map(|reason| format!("  FALLEN: {reason}")).unwrap_or_default();
        let text = link.text.as_deref().unwrap_or(match link.kind.as_str() {
            "episode" | "claim" => memstrata_model::FORGOTTEN,
            _ => "(no text)",
        });
        session.output.line(&format!(
            "{}{} {}: {}{fallen}",
            "  ".repeat(link.depth as usize),
            link.kind,
            link.id,
            text.trim()
        ));
        open.extend(walk.links.iter().rev().filter(|next| next.via == link.id));
    }
    if let Some(summary) = &walk.summary {
        let kinds: Vec<String> =
            summary.kinds.iter().map(|(kind, count)| show::counted(*count, kind)).collect();
        let fallen =
            if summary.fallen > 0 { format!(", {} of them fallen", summary.fallen) } else { String::new() };
        session.output.line(&format!(
            "  … {} more beyond this depth: {}{fallen}",
            walk.beyond,
            kinds.join(", ")
        ));
    }
}

pub fn dependents(session: &Session, episode: &str, depth: u32) -> Result<u8, Error> {
    let engine = session.open(false)?;
    let walk = engine.dependents(episode, depth)?;
    if session.output.json {
        session.output.document(&walk);
    } else if walk.links.is_empty() {
        session.output.line("Nothing rests on it.");
    } else {
        walk_lines(session, &walk);
    }
    Ok(0)
}

/// What read each fact from its text: the extractor's version and rule, or a model's name.
fn read_by(engine: &Engine, facts: &[Fact]) -> Result<Vec<Option<String>>, Error> {
    let entries: Vec<&str> = facts.iter().map(|fact| fact.asserted_by.as_str()).collect();
    engine.read_by(&entries)
}

pub fn why(session: &Session, fact: &str, depth: u32) -> Result<u8, Error> {
    let engine = session.open(false)?;
    let found = match engine.fact(fact, None) {
        Ok(found) => found,
        // Not a fact: a claim or another entry has sources too.
        Err(error) => {
            let walk = engine.sources(fact, depth).map_err(|_| error)?;
            if session.output.json {
                session.output.document(&walk);
            } else {
                walk_lines(session, &walk);
            }
            return Ok(0);
        }
    };
    let doubts = engine.doubts_about(std::slice::from_ref(&found), None, None)?.pop().unwrap_or_default();
    let by = read_by(&engine, std::slice::from_ref(&found))?.pop().flatten();
    if session.output.json {
        let mut document = uncertain(&found, &doubts);
        document["provenance"] = serde_json::json!(engine.sources(fact, depth)?);
        document["read_by"] = serde_json::json!(by);
        session.output.document(&document);
        return Ok(0);
    }
    show::fact_lines(&engine, &found, &doubts).iter().for_each(|line| session.output.line(line));
    if found.sources.is_empty() {
        session.output.line("  told by hand, without a text");
    }
    if let Some(by) = by {
        session.output.line(&format!("  read by {by}"));
    }
    for source in &found.sources {
        session.output.line(&format!("  {}", show::source_line(&engine, source)));
        if let (Some(text), Some((from, to))) = (&source.text, source.span)
            && let Some(words) = text.get(from as usize..to as usize)
            && words.len() < text.len()
        {
            session.output.line(&session.output.faint(&format!("    in these words: {}", words.trim())));
        }
    }
    Ok(0)
}

pub fn log(session: &Session, since: i64) -> Result<u8, Error> {
    let engine = session.open(false)?;
    let mut entries = engine.log(since)?;
    entries.reverse();
    for entry in &entries {
        // One entry is one line of JSON in either form: the log is its own format.
        let line = line_to_text(&entry.line);
        session.output.line(&if session.output.json {
            format!("{{\"seq\":{},{}", entry.seq, line.trim_start_matches('{'))
        } else {
            format!("{:>6} {line}", entry.seq)
        });
    }
    Ok(0)
}
