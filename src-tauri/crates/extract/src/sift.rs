//! Which of a sentence's readings stand once all of it is heard: what it does not vouch for, what is told
//! of others than it names, what is over or holds in part, what holds for a while only.

use crate::candidate::Candidate;
use crate::cue;
use crate::ending;
use crate::guard;
use crate::history;
use crate::mention;
use crate::scene::Scene;
use crate::token::Token;
use crate::vouch;
use crate::words;

/// Drops the readings that the sentence does not tell, and weakens those that close nothing.
pub(crate) fn sift(tokens: &[Token<'_>], scene: &Scene<'_>, candidates: &mut Vec<Candidate>) {
    let mut governed = vouch::governed(tokens);
    governed.extend(vouch::unmade(tokens));
    // "Our competitor switched …": none of the teller's.
    candidates.retain(|c| {
        !(matches!(c.subject.text.as_str(), "project" | "user")
            && !c.rule.starts_with("attribute")
            && c.rule != "apposition"
            && c.clause.1 <= tokens.len()
            && vouch::others(tokens, c.clause.0, c.clause.1))
    });
    history::settle(tokens, candidates);
    ending::settle(tokens, scene, candidates);
    // Whose "her commute" is was not found out: nobody's key is made of it.
    candidates.retain(|c| {
        let known = c.relation.spec().is_some();
        !words::opens_with_anothers(&c.subject.text)
            && (known || !words::opens_with_anothers(c.relation.name()))
    });
    candidates.retain(|c| !mention::of_a_stranger(tokens, c));
    candidates.retain(|c| !governed.iter().any(|(a, b)| (*a..*b).contains(&c.object.0)));
    // "Lee owns search this week while Kim is away": nobody has given it up.
    if cue::for_now(tokens) {
        let of_somebody = ["owner", "manager", "role_holder", "lives_in", "works_at"];
        for c in candidates.iter_mut().filter(|c| of_somebody.contains(&c.relation.name())) {
            c.score = c.score.min(guard::UNSURE);
        }
    }
    if vouch::passing(tokens) {
        candidates.iter_mut().for_each(|c| c.score = c.score.min(guard::UNSURE));
    }
}
