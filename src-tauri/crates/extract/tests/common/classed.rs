//! Tables of sentences in classes: plain statements with their facts (`subject~relation~object`,
//! alternatives parted by "||", a relation by any of its words, where wanted `~from~to`), `only` where
//! nothing else may be told beside them, pairs of which the second must leave its value alone on the
//! key of the first ("-" where it only ends it), and lines beside which the first must stay.

use std::collections::BTreeMap;

use memstrata_extract::{FoundDate, FoundFact, FoundOp, Recollection};

use super::{extract, extract_knowing, fold, key_of, replay, value_of, written};

fn words(text: &str) -> String {
    fold(text).replace('_', " ")
}

fn says(wanted: &str, found: &str) -> bool {
    wanted == "*" || wanted.split("||").any(|w| words(w) == words(found))
}

fn holds(found: &str, wanted: &str) -> bool {
    let (found, wanted) = (words(found), words(wanted));
    found == wanted || found.len() <= wanted.len() + 18 && found.contains(&wanted)
}

fn fits(wanted: &str, fact: &FoundFact) -> bool {
    let cells: Vec<&str> = wanted.split('~').collect();
    assert!(cells.len() >= 3, "three parts: {wanted}");
    let [subject, relation, object] = cells[..3] else { return false };
    let date = |n: usize, d: &Option<FoundDate>| {
        cells.get(n).is_none_or(|c| c.is_empty() || d.as_ref().is_some_and(|d| d.text.starts_with(c)))
    };
    let name = words(&format!("{} {}", fact.relation, fact.scope.as_deref().unwrap_or("")));
    fact.op == FoundOp::Assert
        && says(subject, &fact.subject)
        && relation.split("||").any(|r| name.contains(&words(r)))
        && object.split("||").any(|o| holds(&fact.object, o))
        && date(3, &fact.valid_from)
        && date(4, &fact.valid_to)
}

fn shown(facts: &[FoundFact]) -> Vec<String> {
    let sure = |f: &FoundFact| if f.closes || f.set_valued { "" } else { " (unsure)" };
    facts
        .iter()
        .map(|f| {
            let date = |d: &Option<FoundDate>| d.as_ref().map(|d| d.text.clone()).unwrap_or_default();
            let (from, to) = (date(&f.valid_from), date(&f.valid_to));
            let scope = f.scope.as_deref().unwrap_or("");
            format!("{} [{scope}] {from}..{to} {}{}", written(f), f.rule, sure(f))
        })
        .collect()
}

/// What two sentences tell one after the other, and the state that they leave.
fn told(first: &str, second: &str) -> (Vec<FoundFact>, Vec<FoundFact>, Vec<(String, FoundFact)>) {
    let early = "2026-05-01T09:00:00Z".parse().expect("an instant");
    let late = "2026-06-01T09:00:00Z".parse().expect("an instant");
    let mut known = Recollection::default();
    let one = extract(first, early, "note").facts;
    one.iter().for_each(|f| known.tell(f));
    let two = extract_knowing(second, late, "note", &known).facts;
    let state = replay(&[(early, one.clone()), (late, two.clone())], late);
    let current = one
        .iter()
        .chain(&two)
        .filter(|f| f.op == FoundOp::Assert)
        .filter(|f| state.get(&key_of(f)).is_some_and(|v| v.contains(&value_of(f))))
        .map(|f| (format!("{:?}", key_of(f)), f.clone()))
        .collect();
    (one, two, current)
}

/// By class: plain statements, pairs, lines that leave the first; right of how many.
pub type Counts = BTreeMap<String, [(usize, usize); 3]>;

/// Counts a table; every miss is listed with `--nocapture`.
pub fn count(table: &str) -> Counts {
    let said_at = "2026-05-20T09:00:00Z".parse().expect("an instant");
    let mut counts: Counts = BTreeMap::new();
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [kind, class, first, second, old, new] = cells[..] else { panic!("six cells: {line:?}") };
        let first = &first.replace("\\n", "\n");
        let (at, ok) = match kind {
            "plain" | "only" => {
                let facts = extract(first, said_at, "note").facts;
                let ok = if second.is_empty() {
                    facts.iter().all(|f| f.op != FoundOp::Assert)
                } else {
                    second.split("; ").all(|w| facts.iter().any(|f| fits(w, f)))
                        && (kind == "plain" || facts.iter().all(|f| second.split("; ").any(|w| fits(w, f))))
                };
                if !ok {
                    println!("{class}: {first} wanted {second} found {:?}", shown(&facts));
                }
                (0, ok)
            }
            "pair" => {
                let (one, two, current) = told(first, second);
                let was = one.iter().find(|f| f.op == FoundOp::Assert && holds(&f.object, old));
                let stale = |f: &FoundFact| holds(&f.object, old) && !holds(&f.object, new);
                let ok = was.is_some_and(|was| {
                    let key = format!("{:?}", key_of(was));
                    !current.iter().any(|(_, f)| stale(f))
                        && (new == "-" || current.iter().any(|(k, f)| *k == key && holds(&f.object, new)))
                });
                if !ok {
                    println!("{class}: {first} / {second} {:?} / {:?}", shown(&one), shown(&two));
                }
                (1, ok)
            }
            _ => {
                let (one, two, current) = told(first, second);
                let kept = one.iter().all(|f| {
                    current.iter().any(|(_, c)| key_of(c) == key_of(f) && value_of(c) == value_of(f))
                });
                let silent =
                    class != "asks" || two.iter().all(|f| f.op != FoundOp::Assert || f.valid_to.is_some());
                let ok = kept && silent && !one.is_empty();
                if !ok {
                    println!("keep {class}: {first} / {second} {:?} / {:?}", shown(&one), shown(&two));
                }
                (2, ok)
            }
        };
        let count = &mut counts.entry(class.to_owned()).or_default()[at];
        count.0 += usize::from(ok);
        count.1 += 1;
    }
    counts
}
