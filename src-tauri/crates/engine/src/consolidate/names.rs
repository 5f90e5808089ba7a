//! Names that may mean one thing: of things that are told the same relations, and of relations of one
//! thing. They are proposed, never joined.

use std::collections::{BTreeMap, BTreeSet};

use memstrata_extract::Lexicon;
use memstrata_ledger::{NewAlias, Told};
use memstrata_model::{Fact, Key, normalize_name};

use super::{FoundKind, Pass, Progress, Sameness};
use crate::Error;
use crate::depend::is_of_a_dependency;

/// Names of one thing are at least this near under the embedding model.
const NEAR: f32 = 0.6;
/// Shortest name in which one letter may differ.
const LONG: usize = 6;

/// What is told of one thing by relation: a fact of it, and how many there are.
type ByRelation<'f> = BTreeMap<String, (&'f Fact, usize)>;

impl Pass<'_> {
    /// Pairs of subjects that are told the same relations under names that may mean one thing.
    pub(super) fn near_names(&mut self, facts: &[Fact], progress: Progress<'_>) -> Result<(), Error> {
        const STAGE: &str = "names that may mean one thing";
        let mut told: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        let mut weight: BTreeMap<&str, usize> = BTreeMap::new();
        for fact in facts {
            told.entry(&fact.subject).or_default().insert(normalize_name(&fact.relation));
            *weight.entry(&fact.subject).or_default() += 1;
        }
        let names: Vec<&str> = told.keys().copied().collect();
        // Pairs by a word or a beginning in common: all pairs of a large space would be too many.
        let mut by_part: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (place, name) in names.iter().enumerate() {
            let normal = normalize_name(name);
            let beginning: String = normal.chars().take(3).collect();
            let ending: String = normal.chars().rev().take(3).collect();
            let parts: BTreeSet<String> = normal
                .split_whitespace()
                .map(str::to_owned)
                .chain([format!("^{beginning}"), format!("{ending}$")])
                .collect();
            for part in parts {
                by_part.entry(part).or_default().push(place);
            }
        }
        let mut pairs: BTreeSet<(usize, usize)> = BTreeSet::new();
        for places in by_part.values() {
            for (at, a) in places.iter().enumerate() {
                for b in &places[at + 1..] {
                    let (a, b) = (*a.min(b), *a.max(b));
                    if told[names[a]].intersection(&told[names[b]]).next().is_some()
                        && alike(names[a], names[b])
                    {
                        pairs.insert((a, b));
                    }
                }
            }
        }
        // A short name that fits several longer ones says nothing about any of them.
        let mut met: BTreeMap<usize, usize> = BTreeMap::new();
        for (a, b) in &pairs {
            *met.entry(*a).or_default() += 1;
            *met.entry(*b).or_default() += 1;
        }
        let total = pairs.len();
        let begin = self.place.pairs;
        for (done, (a, b)) in pairs.into_iter().enumerate().skip(begin) {
            self.goes_on(progress, STAGE, done, total)?;
            self.place.pairs = done + 1;
            self.worked = true;
            let shorter = if words(names[a]).len() <= words(names[b]).len() { a } else { b };
            if met[&shorter] > 1 {
                continue;
            }
            // A letter that differs is a slip of the hand, however far apart a model puts the two.
            let slip = one_letter_apart(&normalize_name(names[a]), &normalize_name(names[b]));
            if !slip && let Ok(embedder) = self.engine.embedder() {
                let vectors = embedder.embed(&[names[a], names[b]])?;
                if vectors[0].cosine(&vectors[1])? < NEAR {
                    continue;
                }
            }
            // The name that more is told of stays.
            let (from, into) =
                if weight[names[a]] > weight[names[b]] { (names[b], names[a]) } else { (names[a], names[b]) };
            let alias =
                NewAlias { subject: from.to_owned(), into_subject: into.to_owned(), ..NewAlias::default() };
            let known = |(act, does): &Sameness| act == "alias" && does.contains(from) && does.contains(into);
            if self.known.keys().any(known) {
                self.done.known += 1;
                continue;
            }
            let reason = "the two names are alike, and the same is told of both";
            self.propose(
                FoundKind::NearNames,
                format!("{from} = {into}"),
                reason,
                Vec::new(),
                Told::Alias(alias),
            )?;
        }
        Ok(())
    }

    /// Relations of one thing whose names are a letter apart: a slip of the hand parts what is told of
    /// one key.
    pub(super) fn near_relations(&mut self, facts: &[Fact], progress: Progress<'_>) -> Result<(), Error> {
        const STAGE: &str = "relations a letter apart";
        let mut told: BTreeMap<(String, String), ByRelation<'_>> = BTreeMap::new();
        for fact in facts.iter().filter(|fact| !is_of_a_dependency(&fact.relation)) {
            let key = Key::new(&fact.subject, &fact.relation, fact.scope.as_deref());
            let of = told.entry((key.subject, key.scope)).or_default();
            of.entry(key.relation).or_insert((fact, 0)).1 += 1;
        }
        let total = told.len();
        for (done, relations) in told.into_values().enumerate() {
            self.goes_on(progress, STAGE, done, total)?;
            let names: Vec<&String> = relations.keys().collect();
            let pairs = names.iter().enumerate().flat_map(|(at, a)| names[at + 1..].iter().map(|b| (*a, *b)));
            for (a, b) in pairs.filter(|(a, b)| alike(a, b) && one_letter_apart(a, b)) {
                let known = |name: &str| Lexicon::built_in().named(name).is_some();
                // Two words of the language are two relations, however alike.
                if known(a) && known(b) {
                    continue;
                }
                // The name that is known stays, or the one that more is told under.
                let b_stays = known(b) || !known(a) && relations[b].1 >= relations[a].1;
                let (from, into) =
                    if b_stays { (relations[a].0, relations[b].0) } else { (relations[b].0, relations[a].0) };
                let alias = NewAlias {
                    subject: from.subject.clone(),
                    relation: Some(from.relation.clone()),
                    scope: from.scope.clone(),
                    into_subject: into.subject.clone(),
                    into_relation: Some(into.relation.clone()),
                    into_scope: into.scope.clone(),
                };
                let said = |(act, does): &Sameness| {
                    act == "alias"
                        && [&from.subject, &from.relation, &into.relation]
                            .iter()
                            .all(|name| does.contains(*name))
                };
                if self.known.keys().any(said) {
                    self.done.known += 1;
                    continue;
                }
                self.propose(
                    FoundKind::NearNames,
                    format!("{} · {} = {}", from.subject, from.relation, into.relation),
                    "the two relations of it are a letter apart",
                    Vec::new(),
                    Told::Alias(alias),
                )?;
            }
        }
        Ok(())
    }
}

fn words(name: &str) -> Vec<String> {
    normalize_name(name).split_whitespace().map(str::to_owned).collect()
}

/// Whether two names may mean one thing: the same head with fewer words before it, the same words
/// in another order, or one letter that differs in a long name. Numbers never differ in passing.
fn alike(a: &str, b: &str) -> bool {
    let digits = |name: &str| name.chars().filter(char::is_ascii_digit).collect::<String>();
    if digits(a) != digits(b) {
        return false;
    }
    let (mut a, mut b) = (words(a), words(b));
    if a.len() > b.len() {
        std::mem::swap(&mut a, &mut b);
    }
    if a.is_empty() || a == b {
        return false;
    }
    if a.len() < b.len() {
        return a.last() == b.last() && a.iter().all(|word| b.contains(word));
    }
    let joined = (a.join(" "), b.join(" "));
    a.sort();
    b.sort();
    a == b || one_letter_apart(&joined.0, &joined.1)
}

fn one_letter_apart(a: &str, b: &str) -> bool {
    let (mut a, mut b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len() > b.len() {
        std::mem::swap(&mut a, &mut b);
    }
    if a.len() < LONG || b.len() - a.len() > 1 {
        return false;
    }
    let same = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[same..], &b[same..]);
    if a.len() < b.len() {
        return *a == b[1..];
    }
    // Another letter, or two in each other's place.
    a.len() <= 1 || a[1..] == b[1..] || a.len() > 1 && a[0] == b[1] && a[1] == b[0] && a[2..] == b[2..]
}

#[cfg(test)]
mod tests {
    use super::alike;

    #[test]
    fn names_are_alike_by_head_order_or_one_letter_and_never_by_a_number() {
        for (a, b) in [
            ("relay", "mail relay"),
            ("Anna Karlsson", "Karlsson Anna"),
            ("billing-service", "billling service"),
            ("harbour gauge", "habrour gauge"),
        ] {
            assert!(alike(a, b), "{a} / {b}");
        }
        for (a, b) in [
            ("server-1", "server-2"),
            ("mail relay", "mail server"),
            ("Anna", "Anne"),
            ("mail", "mail relay"),
            ("Anna Smith", "Anna Jones"),
            ("gateway", "Gateway"),
        ] {
            assert!(!alike(a, b), "{a} / {b}");
        }
    }
}
