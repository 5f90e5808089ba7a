//! Scores the extractor against labelled lines: the rules of `score_extract.py` beside the data,
//! and a replay of facts that keeps the last value of each key.

#![allow(dead_code, reason = "each test and example takes its part")]

pub mod classed;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use memstrata_extract::{
    Extraction, Extractor, FoundFact, FoundOp, KnownSubjects, Lexicon, NoKnownSubjects, Recollection,
    Telling, normalize_value,
};
use memstrata_model::{Instant, Key};
use serde_json::Value;

/// The folder with the shared data, where there is one.
pub fn shared() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../..").join("shared");
    std::env::var_os("MEMSTRATA_SHARED")
        .map(PathBuf::from)
        .or(Some(root))
        .filter(|p| p.join("data/dev").is_dir())
}

pub fn lines(path: &Path) -> Vec<Value> {
    std::fs::read_to_string(path)
        .unwrap_or_default()
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}

pub fn extract(text: &str, said_at: Instant, kind: &str) -> Extraction {
    extract_knowing(text, said_at, kind, &NoKnownSubjects)
}

pub fn extract_knowing(text: &str, said_at: Instant, kind: &str, known: &dyn KnownSubjects) -> Extraction {
    let telling =
        Telling { text, said_at, zone: chrono_tz::Tz::UTC, locale: "en-GB", kind, known_subjects: known };
    Extractor::new(Lexicon::built_in()).extract(&telling)
}

/// What a sentence tells where the sentences of `told`, parted by "; ", were told before, as written
/// in the tables. What closes nothing is `unsure`.
pub fn told_after(told: &str, text: &str, said_at: Instant, kind: &str) -> BTreeSet<String> {
    let mut known = Recollection::default();
    for earlier in told.split("; ").filter(|t| !t.is_empty()) {
        let found = extract_knowing(earlier, said_at, kind, &known).facts;
        assert!(!found.is_empty(), "{earlier} tells nothing");
        found.iter().for_each(|fact| known.tell(fact));
    }
    extract_knowing(text, said_at, kind, &known)
        .facts
        .iter()
        .map(|f| {
            let unsure = f.op == FoundOp::Assert && !f.closes && !f.set_valued;
            if unsure { written(f).replace("|assert", "|unsure") } else { written(f) }
        })
        .collect()
}

/// A fact as the tables of sentences write it.
pub fn written(fact: &FoundFact) -> String {
    let op = match fact.op {
        FoundOp::Assert => "assert",
        FoundOp::End => "end",
        FoundOp::Void => "void",
    };
    format!("{}|{}|{}|{op}", fact.subject, fact.relation, fact.object)
}

pub fn instant(value: &Value) -> Instant {
    value.as_str().and_then(|s| s.parse().ok()).unwrap_or(Instant::from_micros(0))
}

/// Folding of the Python scorer.
pub fn fold(text: &str) -> String {
    const NUMBERS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    let lower = text.to_lowercase();
    let mut s = lower.trim().trim_matches(|c: char| ".,;:!?\"'`“”‘’()".contains(c)).to_owned();
    for article in ["the ", "a ", "an ", "my ", "our ", "your ", "his ", "her ", "their "] {
        if let Some(rest) = s.strip_prefix(article) {
            s = rest.trim_start().to_owned();
            break;
        }
    }
    let words: Vec<String> = s
        .split(|c: char| c.is_whitespace() || c == '_')
        .filter(|w| !w.is_empty())
        .map(|w| NUMBERS.iter().position(|n| *n == w).map_or_else(|| w.to_owned(), |n| n.to_string()))
        .collect();
    let mut out: Vec<String> = Vec::new();
    for w in words {
        let unit = matches!(w.as_str(), "ms" | "s" | "m" | "h" | "mb" | "gb" | "kb" | "%" | "€" | "$");
        match out.last_mut() {
            Some(last) if unit && last.ends_with(|c: char| c.is_ascii_digit()) => last.push_str(&w),
            _ => out.push(w),
        }
    }
    out.join(" ")
}

fn relation(name: &str) -> String {
    name.to_lowercase().trim().replace(['-', ' '], "_")
}

fn any(fact: &Value, one: &str, many: &str) -> Vec<String> {
    let mut all: Vec<String> = fact[one].as_str().map(str::to_owned).into_iter().collect();
    all.extend(fact[many].as_array().into_iter().flatten().filter_map(|v| v.as_str().map(str::to_owned)));
    all
}

/// Whether a found fact is the labelled one.
pub fn matches(label: &Value, found: &FoundFact, strict: bool) -> bool {
    let op = if found.op == FoundOp::Assert { "assert" } else { "retract" };
    if label["op"].as_str().unwrap_or("assert") != op {
        return false;
    }
    let mut ways = vec![label.clone()];
    match &label["alt"] {
        Value::Array(list) => ways.extend(list.iter().cloned()),
        Value::Object(_) => ways.push(label["alt"].clone()),
        _ => {}
    }
    ways.iter().any(|way| {
        let s = any(way, "s", "s_any").iter().any(|s| fold(s) == fold(&found.subject));
        let r = any(way, "r", "r_any").iter().any(|r| relation(r) == relation(&found.relation));
        let o = any(way, "o", "o_any").iter().any(|o| fold(o) == fold(&found.object))
            || op == "retract" && found.object.is_empty();
        s && o && (r || !strict)
    })
}

#[derive(Debug, Default)]
pub struct DevScore {
    pub tp: usize,
    pub fp: usize,
    pub fn_: usize,
    pub no_fact_bad: usize,
    pub no_fact: usize,
    pub dates: usize,
    pub dates_ok: usize,
    pub pairs_ok: usize,
    pub pairs: usize,
    pub look_alikes_ok: usize,
    pub look_alikes: usize,
    pub notes: Vec<String>,
    pub by_kind: BTreeMap<String, (usize, usize, usize)>,
}

impl DevScore {
    pub fn precision(&self) -> f64 {
        self.tp as f64 / (self.tp + self.fp).max(1) as f64
    }

    pub fn recall(&self) -> f64 {
        self.tp as f64 / (self.tp + self.fn_).max(1) as f64
    }
}

fn show(f: &FoundFact) -> String {
    let from = f.valid_from.as_ref().map_or(String::new(), |d| format!(" from {}", d.text));
    let to = f.valid_to.as_ref().map_or(String::new(), |d| format!(" to {}", d.text));
    let scope = f.scope.as_ref().map_or(String::new(), |s| format!(" [{s}]"));
    format!(
        "({}, {}{scope}, {}, {:?}{from}{to} {} {:.2})",
        f.subject, f.relation, f.object, f.op, f.rule, f.confidence
    )
}

fn date_ok(label: &Value, key: &str, any_key: &str, found: Option<&str>) -> bool {
    let want = any(label, key, any_key);
    match found {
        None => label[key].is_null(),
        Some(found) => want.iter().any(|w| found.starts_with(w.as_str())) || label[key].is_null(),
    }
}

/// Scores labelled lines.
pub fn dev(lines: &[Value]) -> DevScore {
    let mut score = DevScore::default();
    let mut found_by: BTreeMap<String, Vec<FoundFact>> = BTreeMap::new();
    let mut pairs: BTreeMap<String, Vec<&Value>> = BTreeMap::new();
    let mut distinct: BTreeMap<String, Vec<&Value>> = BTreeMap::new();
    for line in lines {
        let id = line["id"].as_str().unwrap_or_default().to_owned();
        let kind = line["kind"].as_str().unwrap_or_default();
        let text = line["text"].as_str().unwrap_or_default();
        let found = extract(text, instant(&line["spoken_at"]), kind).facts;
        let facts = line["facts"].as_array().cloned().unwrap_or_default();
        let (optional, required): (Vec<&Value>, Vec<&Value>) =
            facts.iter().partition(|f| f["optional"].as_bool() == Some(true));
        let counts = score.by_kind.entry(kind.to_owned()).or_default();
        if facts.is_empty() {
            score.no_fact += 1;
            if found.iter().any(|f| f.op == FoundOp::Assert) {
                score.no_fact_bad += 1;
            }
        }
        let mut used = BTreeSet::new();
        for label in &required {
            let hit = found.iter().enumerate().find(|(i, f)| !used.contains(i) && matches(label, f, true));
            match hit {
                Some((i, f)) => {
                    used.insert(i);
                    score.tp += 1;
                    counts.0 += 1;
                    for (key, any_key, date) in
                        [("valid_from", "vf_any", &f.valid_from), ("valid_to", "vt_any", &f.valid_to)]
                    {
                        if !label[key].is_null() {
                            score.dates += 1;
                            if date_ok(label, key, any_key, date.as_ref().map(|d| d.text.as_str())) {
                                score.dates_ok += 1;
                            } else {
                                score.notes.push(format!(
                                    "DATE {id} {key} want {} got {}",
                                    label[key],
                                    show(f)
                                ));
                            }
                        }
                    }
                }
                None => {
                    score.fn_ += 1;
                    counts.2 += 1;
                    score.notes.push(format!(
                        "MISS {id} ({}, {}, {}, {}) | {text} | {}",
                        label["s"],
                        label["r"],
                        label["o"],
                        label["op"],
                        found.iter().map(show).collect::<Vec<_>>().join(" ")
                    ));
                }
            }
        }
        for (i, f) in found.iter().enumerate() {
            if used.contains(&i) || optional.iter().any(|label| matches(label, f, false)) {
                continue;
            }
            score.fp += 1;
            counts.1 += 1;
            score.notes.push(format!("FALSE {id} {} | {text}", show(f)));
        }
        if let Some(pair) = line["pair_id"].as_str() {
            pairs.entry(pair.to_owned()).or_default().push(line);
        }
        if let Some(pair) = line["distinct_id"].as_str() {
            distinct.entry(pair.to_owned()).or_default().push(line);
        }
        found_by.insert(id, found);
    }
    let of =
        |line: &Value| found_by.get(line["id"].as_str().unwrap_or_default()).cloned().unwrap_or_default();
    for (id, lines) in &pairs {
        score.pairs += 1;
        let [a, b] = lines.as_slice() else { continue };
        if supersedes(a, &of(a), b, &of(b)) {
            score.pairs_ok += 1
        } else {
            score.notes.push(format!(
                "PAIR {id}: {:?} / {:?}",
                of(a).iter().map(show).collect::<Vec<_>>(),
                of(b).iter().map(show).collect::<Vec<_>>()
            ))
        }
    }
    for (id, lines) in &distinct {
        score.look_alikes += 1;
        let [a, b] = lines.as_slice() else { continue };
        let current =
            replay(&[(instant(&a["spoken_at"]), of(a)), (instant(&b["spoken_at"]), of(b))], Instant::MAX);
        let stands = |line: &Value| {
            of(line).iter().any(|f| {
                line["facts"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .any(|l| l["optional"].as_bool() != Some(true) && matches(l, f, true))
                    && current.get(&key_of(f)).is_some_and(|v| v.contains(&value_of(f)))
            })
        };
        if stands(a) && stands(b) {
            score.look_alikes_ok += 1
        } else {
            score.notes.push(format!(
                "LOOKALIKE {id}: {:?} / {:?}",
                of(a).iter().map(show).collect::<Vec<_>>(),
                of(b).iter().map(show).collect::<Vec<_>>()
            ))
        }
    }
    score
}

pub fn key_of(f: &FoundFact) -> Key {
    Key::new(&f.subject, &f.relation, f.scope.as_deref())
}

pub fn value_of(f: &FoundFact) -> String {
    normalize_value(Lexicon::built_in().get(&f.relation), &f.object)
}

/// What each key holds at an instant after the facts were told in order.
pub fn replay(told: &[(Instant, Vec<FoundFact>)], at: Instant) -> BTreeMap<Key, BTreeSet<String>> {
    let mut state: BTreeMap<Key, BTreeSet<String>> = BTreeMap::new();
    for (_, facts) in told {
        // What ends, ends before what begins.
        for end in [true, false] {
            for f in facts.iter().filter(|f| (f.op != FoundOp::Assert) == end) {
                let held = state.entry(key_of(f)).or_default();
                if end {
                    if f.valid_to.as_ref().is_none_or(|d| d.at <= at) {
                        held.remove(&value_of(f));
                    }
                } else if f.valid_from.as_ref().is_none_or(|d| d.at <= at) {
                    if !f.set_valued && f.closes {
                        held.clear();
                    }
                    held.insert(value_of(f));
                }
            }
        }
    }
    state
}

/// Whether the later line's object alone is current on the key that both lines share.
fn supersedes(a: &Value, fa: &[FoundFact], b: &Value, fb: &[FoundFact]) -> bool {
    let current = replay(
        &[(instant(&a["spoken_at"]), fa.to_vec()), (instant(&b["spoken_at"]), fb.to_vec())],
        Instant::MAX,
    );
    let labels = |line: &Value| line["facts"].as_array().cloned().unwrap_or_default();
    for later in fb.iter().filter(|f| f.op == FoundOp::Assert) {
        let Some(label_b) =
            labels(b).into_iter().find(|l| l["optional"].as_bool() != Some(true) && matches(l, later, true))
        else {
            continue;
        };
        let held = current.get(&key_of(later)).cloned().unwrap_or_default();
        let earlier = fa.iter().find(|f| {
            key_of(f) == key_of(later)
                && labels(a).iter().any(|l| l["r"] == label_b["r"] && matches(l, f, true))
        });
        if let Some(earlier) = earlier
            && held.contains(&value_of(later))
            && (!held.contains(&value_of(earlier)) || value_of(earlier) == value_of(later))
        {
            return true;
        }
    }
    // A later line may only end what the earlier said.
    fb.iter().filter(|f| f.op != FoundOp::Assert).any(|f| {
        fa.iter().any(|e| key_of(e) == key_of(f) && value_of(e) == value_of(f))
            && labels(b)
                .iter()
                .any(|l| l["op"] == "retract" && l["optional"].as_bool() != Some(true) && matches(l, f, true))
    })
}

/// One evolving item: its texts in order, the gold value and the stale ones.
pub struct Evolving {
    pub id: String,
    pub states: Vec<(Instant, String, String)>,
    pub question: String,
    pub gold: String,
    pub asked_at: Instant,
}

pub fn evolving(lines: &[Value]) -> Vec<Evolving> {
    lines
        .iter()
        .map(|line| {
            let states: Vec<&Value> = match line["states"].as_array() {
                Some(states) => states.iter().collect(),
                None => vec![&line["state_a"], &line["state_b"]],
            };
            let text = |v: &Value| v.as_str().unwrap_or_default().to_owned();
            Evolving {
                id: text(&line["id"]),
                states: states
                    .iter()
                    .map(|s| (instant(&s["occurred_at"]), text(&s["text"]), text(&s["o"])))
                    .collect(),
                question: text(&line["question"]),
                gold: text(&line["gold"]),
                asked_at: line["asked_at"].as_str().and_then(|s| s.parse().ok()).unwrap_or(Instant::MAX),
            }
        })
        .collect()
}

fn holds(value: &str, wanted: &str) -> bool {
    let value = value.trim_end_matches(['€', '$', '£', ' ']);
    let (value, wanted) = (fold(value.trim_start_matches('@')), fold(wanted));
    let words = |s: &str| format!(" {s} ");
    !wanted.is_empty()
        && !value.is_empty()
        && (words(&value).contains(&words(&wanted))
            || words(&wanted).contains(&words(&value)) && value.len() * 3 >= wanted.len())
}

/// The key on which all states of an item meet and only the gold value is left; else why not.
pub fn shared_key(item: &Evolving, kind: &str) -> Result<Key, String> {
    // Each text is read knowing what the earlier ones told.
    let mut known = Recollection::default();
    let mut told: Vec<(Instant, Vec<FoundFact>)> = Vec::new();
    for (at, text, _) in &item.states {
        let facts = extract_knowing(text, *at, kind, &known).facts;
        facts.iter().for_each(|fact| known.tell(fact));
        told.push((*at, facts));
    }
    let seen = || {
        item.states
            .iter()
            .zip(&told)
            .map(|((_, text, _), (_, f))| {
                format!("\n      {text} -> {}", f.iter().map(show).collect::<Vec<_>>().join(" "))
            })
            .collect::<String>()
    };
    let asserts = |facts: &[FoundFact], object: &str| -> BTreeSet<Key> {
        facts.iter().filter(|f| f.op == FoundOp::Assert && holds(&f.object, object)).map(key_of).collect()
    };
    let mut keys: Option<BTreeSet<Key>> = None;
    for ((_, _, object), (_, facts)) in item.states.iter().zip(&told) {
        let own = asserts(facts, object);
        keys = Some(keys.map_or(own.clone(), |k| k.intersection(&own).cloned().collect()));
    }
    let Some(key) = keys.unwrap_or_default().into_iter().next() else {
        return Err(format!("NOKEY {}{}", item.id, seen()));
    };
    let current = replay(&told, item.asked_at);
    let held = current.get(&key).cloned().unwrap_or_default();
    let gold = held
        .iter()
        .any(|v| told.iter().flat_map(|(_, f)| f).any(|f| value_of(f) == *v && holds(&f.object, &item.gold)));
    if !gold || held.len() != 1 {
        return Err(format!("HELD {} {key:?} holds {held:?} gold {}{}", item.id, item.gold, seen()));
    }
    Ok(key)
}

/// How many questions of the items lead to the key of their own item, among the keys of all.
pub fn questions(items: &[(Evolving, Key)]) -> (usize, Vec<String>) {
    let mut ok = 0;
    let mut notes = Vec::new();
    for (item, key) in items {
        let query = memstrata_extract::read_query(&item.question, Lexicon::built_in());
        let score = |k: &Key| {
            query.score(&k.subject, &relation(&k.relation), Some(k.scope.as_str()).filter(|s| !s.is_empty()))
        };
        let best = items.iter().max_by(|(_, a), (_, b)| score(a).total_cmp(&score(b)));
        match best {
            Some((_, found)) if found == key => ok += 1,
            Some((_, found)) => notes.push(format!(
                "QUERY {} {} wants {key:?} ({:.2}) got {found:?} ({:.2}) candidates {:?}",
                item.id,
                item.question,
                score(key),
                score(found),
                query.keys
            )),
            None => {}
        }
    }
    (ok, notes)
}
