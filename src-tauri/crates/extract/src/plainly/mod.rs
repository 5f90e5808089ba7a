//! Roundabout sentences put plainly before they are read: words that only lead to what is told fall
//! away ("not 80 but 90", "back to 90", "effective 1 June, …"), an apposition becomes a sentence of its
//! own, a past that is over on a stated day becomes the present of its window. Every word that stays is
//! one of the text, in its place; what the sentences then tell is for the templates.

mod along;
mod apposed;
mod back;
mod bygone;
mod contrast;
mod effective;
mod turned;

use std::borrow::Cow;

use crate::candidate::Candidate;
use crate::scene::Scene;
use crate::token::{Shape, Token};
use crate::words;

/// The rule of what held in a window that is over.
pub(crate) const BYGONE: &str = "bygone";

/// A sentence put plainly.
#[derive(Clone, Debug)]
pub(crate) struct Plain<'a> {
    pub tokens: Vec<Token<'a>>,
    /// The verb whose clause tells of a window of the past.
    pub bygone: Option<usize>,
    /// Where the sentence goes on behind an apposition.
    pub resumes: Option<usize>,
}

impl Plain<'_> {
    /// Gives a reading the clause that its dates stand in, and its rule where that is over.
    pub(crate) fn place(&self, candidate: &mut Candidate) {
        if self.bygone.is_some_and(|at| (candidate.clause.0..candidate.clause.1).contains(&at)) {
            candidate.rule = BYGONE;
        }
        if let Some(at) = self.resumes.filter(|at| candidate.clause.0 < *at && *at <= candidate.object.0) {
            candidate.clause.0 = at;
        }
    }
}

/// Finds what can be put more plainly.
type Step = fn(&[Token<'_>], &Scene<'_>) -> Option<Edit>;

/// Words to leave out, and words to put in the place of others.
#[derive(Clone, Debug, Default)]
struct Edit {
    drop: Vec<(usize, usize)>,
    put: Vec<(usize, &'static str)>,
}

impl Edit {
    fn drop(from: usize, to: usize) -> Self {
        Edit { drop: vec![(from, to)], ..Edit::default() }
    }

    fn put(mut self, at: usize, word: &'static str) -> Self {
        self.put.push((at, word));
        self
    }

    fn apply(&self, tokens: &mut Vec<Token<'_>>) {
        for (at, word) in &self.put {
            let token = &mut tokens[*at];
            token.text = word;
            token.lower = (*word).to_owned();
            token.verb = words::verb(word);
            token.shape = Shape::Word;
        }
        let mut at = 0;
        tokens.retain(|_| {
            at += 1;
            !self.drop.iter().any(|(a, b)| (*a..*b).contains(&(at - 1)))
        });
    }
}

/// The sentences that a roundabout one comes to, in the order of their words; none where it is plain.
#[must_use]
pub(crate) fn put<'a>(tokens: &[Token<'a>], scene: &Scene<'_>) -> Vec<Plain<'a>> {
    if let Some(parts) = turned::no_longer_but(tokens) {
        let whole = |tokens| Plain { tokens, bygone: None, resumes: None };
        return parts
            .into_iter()
            .map(|part| straighten(Cow::Borrowed(&part), scene).unwrap_or(whole(part)))
            .collect();
    }
    let Some(parts) = apposed::parts(tokens) else {
        return straighten(Cow::Borrowed(tokens), scene).into_iter().collect();
    };
    let mut out = Vec::new();
    for (part, resumes) in parts {
        let own = part.clone();
        let mut plain =
            straighten(Cow::Owned(part), scene).unwrap_or(Plain { tokens: own, bygone: None, resumes: None });
        plain.resumes = resumes.and_then(|at| plain.tokens.iter().position(|t| t.span.0 >= at));
        out.push(plain);
    }
    out
}

fn straighten<'a>(tokens: Cow<'_, [Token<'a>]>, scene: &Scene<'_>) -> Option<Plain<'a>> {
    let mut tokens = tokens;
    let mut changed = false;
    let steps: [Step; 10] = [
        along::find,
        effective::find,
        back::find,
        contrast::find,
        turned::behind,
        turned::by_now,
        turned::had_done,
        turned::from_to,
        turned::done_with,
        turned::role,
    ];
    for step in steps {
        if let Some(edit) = step(&tokens, scene) {
            edit.apply(tokens.to_mut());
            changed = true;
        }
    }
    let bygone = bygone::find(&tokens).map(|(at, edit)| {
        edit.apply(tokens.to_mut());
        at
    });
    (changed || bygone.is_some()).then(|| Plain { tokens: tokens.into_owned(), bygone, resumes: None })
}
