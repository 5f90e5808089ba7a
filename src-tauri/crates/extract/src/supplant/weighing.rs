//! Weighs what a sentence says of the keys that it speaks of: which one changes, to what, and whether
//! two kinds of evidence agree on it. What each kind is worth is found in [`super::evidence`].

use super::alien;
use super::arriving;
use super::explained;
use super::kind;
use super::leaving;
use super::role::{self, Arrive, Leave, Part};
use super::spoken::{Span, Spoken, words_of};
use crate::candidate::{Candidate, Relation, SURE};
use crate::fact::{FoundFact, FoundOp};
use crate::guard;
use crate::lexicon::RelationSpec;
use crate::subject::{Class, Subject};
use crate::token::Token;

/// A sentence with the keys that it speaks of.
pub(super) struct View<'v, 't> {
    pub tokens: &'v [Token<'t>],
    pub parts: &'v [Part],
    pub keys: &'v [Spoken],
}

impl View<'_, '_> {
    /// A named value that another takes the place of, or that ends.
    pub fn supplanted(&self, ended: Option<&FoundFact>) -> Option<Vec<Candidate>> {
        let mut named: Vec<(&Spoken, Span, Leave)> = self
            .keys
            .iter()
            .filter_map(|k| k.old.map(|old| (k, old)))
            .filter(|(k, _)| !k.plain || k.relation.is_some() || k.subject.is_some() || k.stem.is_some())
            .filter(|(k, _)| {
                ended.is_none_or(|f| {
                    f.subject.eq_ignore_ascii_case(&k.held.subject)
                        && words_of(&f.relation) == words_of(&k.held.relation)
                })
            })
            .map(|(k, old)| {
                (
                    k,
                    old,
                    if ended.is_some() {
                        Leave::Gone
                    } else {
                        leaving::leaving(self.tokens, self.parts, old)
                    },
                )
            })
            .collect();
        if named.iter().any(|(_, _, leave)| *leave == Leave::Holds) {
            return None;
        }
        if named.iter().any(|(_, _, leave)| *leave == Leave::Gone) {
            named.retain(|(_, _, leave)| *leave == Leave::Gone);
        }
        // One value of several keys: the key that the sentence has words for.
        if named.len() > 1 && named.iter().any(|(k, ..)| self.called(k)) {
            named.retain(|(k, ..)| self.called(k));
        }
        let &[(key, old, leave)] = named.as_slice() else { return None };
        // "from A to B and back to A"
        let words = &self.tokens[old.0..old.1];
        let again = self.tokens[old.1..]
            .windows(words.len())
            .any(|w| w.iter().zip(words).all(|(a, b)| a.lower == b.lower));
        if again {
            return None;
        }
        let mut taken: Vec<Span> = vec![old];
        taken.extend(key.subject);
        taken.extend(key.relation);
        let mut spans = kind::successors(self.tokens, key, &taken);
        if spans.is_empty() && leave == Leave::Gone {
            spans.extend(kind::uncapped(self.tokens, key, &taken));
        }
        let found: Vec<(Span, Arrive)> =
            spans.into_iter().map(|span| (span, arriving::arriving(self.tokens, self.parts, span))).collect();
        let open = found.iter().filter(|(_, a)| matches!(a, Arrive::Taken | Arrive::Now | Arrive::So));
        let strongest = open.clone().map(|(_, a)| rank(*a)).max();
        let mut best = open.filter(|(_, a)| Some(rank(*a)) == strongest);
        let Some(&(new, arrive)) = best.next() else {
            let ends = ended.is_none()
                && self.concerns(key, old, None)
                && leave == Leave::Gone
                && found.is_empty()
                && self.ends(key, old);
            return ends.then(|| vec![self.end(key, old)]);
        };
        if best.next().is_some()
            || !self.concerns(key, old, Some(new))
            || alien::besides(self.tokens, key, old, Some(new))
        {
            return None;
        }
        let known = self.called(key) || self.stands_for(new);
        let apart =
            role::part_of(self.parts, new.0).map(|p| p.lo) != role::part_of(self.parts, old.0).map(|p| p.lo);
        let sure = match (leave, arrive) {
            (Leave::Gone, _) => self.for_good(key, old, new, arrive, known),
            // Who acts now is no more gone than what is acted on.
            (Leave::Named, Arrive::Now) => known && !(self.opens(old) && self.same_part(old, new)),
            (Leave::Named, Arrive::Taken) => {
                known
                    && (self.opens(old) && self.led_to(new) && self.hands_over(key, old, new)
                        || self.relocates(key, new))
                    || self.akin(key, new) && self.led_to(new)
            }
            (Leave::Named, Arrive::So) => {
                known && apart && key.relation.is_some_and(|r| self.same_part(r, new))
            }
            _ => false,
        };
        // Where one clause says that the old value is gone and another what is so now, each has words
        // of its own.
        let sure = sure
            && if apart {
                leave == Leave::Gone || self.alone(key, new, new)
            } else {
                self.alone(key, old, new)
            };
        let likely = sure || leave == Leave::Named && arrive == Arrive::Now && apart;
        likely.then(|| self.change(key, Some(old), new, sure))
    }

    /// A key named by its relation or its subject, with a value of its kind that is so now.
    pub fn restated(&self) -> Option<Vec<Candidate>> {
        if self.keys.iter().any(|k| k.old.is_some() && !k.plain) {
            return None;
        }
        let mut found: Vec<(&Spoken, Span, bool)> = Vec::new();
        for key in self.keys.iter().filter(|k| !k.spec.is_some_and(RelationSpec::set_valued)) {
            let mut taken: Vec<Span> = key.subject.into_iter().collect();
            taken.extend(key.relation);
            let spans = kind::successors(self.tokens, key, &taken);
            let &[new] = spans.as_slice() else { continue };
            let arrive = arriving::arriving(self.tokens, self.parts, new);
            if alien::besides(self.tokens, key, key.relation.or(key.subject).unwrap_or(new), Some(new)) {
                continue;
            }
            let moved = matches!(arrive, Arrive::Now | Arrive::Taken);
            let told = matches!(arrive, Arrive::So | Arrive::Now | Arrive::Taken);
            let whose = key.own() || key.subject.is_some();
            let equal = whose
                && key.relation.is_some_and(|r| {
                    (moved || self.opens(new)) && told && self.equates(key, r, new)
                        || self.serves_as(key, r, new)
                        || told && self.carried(r, new)
                });
            let about = key
                .subject
                .is_some_and(|s| self.itself(s) && (self.same_part(s, new) || self.carried(s, new)));
            // "Beatriz reviews it", and not the noun beside a figure ("to port 9090").
            let verbal = key.stem.is_some_and(|i| self.tokens[i].verb.is_some() && i + 1 != new.0);
            let alike = verbal || self.fitting(key, new) || key.subject.is_some_and(|s| self.passed(s, new));
            let equal =
                equal || about && moved && alike && key.subject.is_some_and(|s| self.before_verb(s, new));
            let is = key.subject.is_some_and(|s| {
                self.opens(s)
                    && s.1 <= new.0
                    && self.tokens[s.1..new.0].iter().any(|t| t.lemma_is("be"))
                    && self.equates(key, s, new)
            });
            let equal = equal || is && specific(key) && arrive == Arrive::Now;
            let of_subject = about && moved && specific(key);
            if equal || of_subject {
                found.push((key, new, equal));
            }
        }
        if found.iter().any(|(_, _, equal)| *equal) {
            found.retain(|(_, _, equal)| *equal);
        }
        let &[(key, new, equal)] = found.as_slice() else { return None };
        let sure = equal && self.alone(key, new, new);
        Some(self.change(key, None, new, sure))
    }

    /// Whether the old value of the key of a fact is named, and not as one that holds.
    pub fn confirms(&self, fact: &FoundFact) -> bool {
        self.keys.iter().any(|k| {
            let same = k.held.subject.eq_ignore_ascii_case(&fact.subject)
                && words_of(&k.held.relation) == words_of(&fact.relation)
                && k.held.scope == fact.scope;
            same && k.old.is_some_and(|old| {
                let leave = leaving::leaving(self.tokens, self.parts, old);
                let apart = !self.tokens[old.0..old.1]
                    .iter()
                    .any(|t| t.span.0 >= fact.span.0 && t.span.1 <= fact.span.1);
                leave == Leave::Gone || leave == Leave::Named && apart
            }) && !alien::besides(self.tokens, k, k.old.unwrap_or((0, 0)), None)
        })
    }

    /// Whether nothing but the key is spoken of where its values are.
    fn alone(&self, key: &Spoken, old: Span, new: Span) -> bool {
        let clauses: Vec<Span> = self.parts.iter().map(|p| (p.lo, p.hi)).collect();
        explained::wholly(self.tokens, &clauses, key, old, Some(new))
    }

    fn change(&self, key: &Spoken, old: Option<Span>, new: Span, sure: bool) -> Vec<Candidate> {
        let set_valued = key.spec.is_some_and(RelationSpec::set_valued);
        let score = if sure { SURE + 4 } else { guard::UNSURE };
        let mut out = Vec::new();
        if set_valued
            && sure
            && let Some(old) = old
        {
            out.push(self.end(key, old));
        }
        if sure || !set_valued {
            out.push(self.candidate(
                key,
                new,
                FoundOp::Assert,
                score,
                if sure { "supplant" } else { "supplant-unsure" },
            ));
        }
        out
    }

    fn end(&self, key: &Spoken, old: Span) -> Candidate {
        let object_text = Some(key.held.object.clone());
        Candidate { object_text, ..self.candidate(key, old, FoundOp::End, SURE + 4, "supplant-end") }
    }

    fn candidate(
        &self,
        key: &Spoken,
        object: Span,
        op: FoundOp,
        score: i32,
        rule: &'static str,
    ) -> Candidate {
        let class = if key.held.subject == "user" { Class::Person } else { Class::Thing };
        let relation = key.spec.map_or_else(|| Relation::Open(words_of(&key.held.relation)), Relation::Known);
        let part =
            role::part_of(self.parts, object.0).map_or(object, |p| (p.lo.min(object.0), p.hi.max(object.1)));
        Candidate {
            subject: Subject { text: key.held.subject.clone(), class },
            relation,
            scope: key.held.scope.clone(),
            object,
            object_text: None,
            op,
            set_valued: key.spec.is_some_and(RelationSpec::set_valued),
            score,
            rule,
            clause: part,
        }
    }
}

fn rank(arrive: Arrive) -> u8 {
    match arrive {
        Arrive::Taken => 3,
        Arrive::Now => 2,
        Arrive::So => 1,
        _ => 0,
    }
}

/// Whether the form of a value tells what it is of ("03:30", "#ops"), more than that it is a name.
fn specific(key: &Spoken) -> bool {
    !key.plain && key.held.object.chars().any(|c| c.is_ascii_digit() || matches!(c, '#' | '/' | '@'))
}
