//! Evidence of an answer: the texts that it rests on come before all others, whatever was found first,
//! and no other text takes their place.

use memstrata_ledger::EpisodeView;
use memstrata_model::view::{Passage, ScoreParts, ScoredFact};

use crate::RetrieveError;
use crate::candidates::Searcher;
use crate::evidence::{Evidence, Request, scored, viewed};
use crate::laps::Lap;
use crate::packing::{Packing, REPEATED};

/// A text that an answer rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestsOn {
    pub episode: String,
    /// The sentence of it that answers, where no fact was read out of that.
    pub quote: Option<String>,
}

/// A text on its way into the evidence.
struct Offered {
    view: EpisodeView,
    score: (f64, Option<ScoreParts>),
    facts: Vec<ScoredFact>,
}

/// Evidence that begins with the texts that an answer rests on, and for how many of these there was no
/// room. Where not all of them fit as they are, they are packed without their days and places. What tells
/// a fact whose place one of them takes is marked.
///
/// # Errors
/// An episode is not there.
pub fn resting_on(
    searcher: &Searcher<'_>,
    request: &Request<'_>,
    evidence: Evidence,
    texts: &[RestsOn],
    overtaken: &[String],
) -> Result<(Evidence, usize), RetrieveError> {
    let is_over = |passage: &Passage| passage.facts.iter().any(|told| overtaken.contains(&told.fact));
    let own = |passage: &Passage| texts.iter().any(|text| text.episode == passage.episode);
    let served = evidence.passages.iter().filter(|passage| own(passage)).count();
    let as_it_is = evidence.tokens <= request.budget && !evidence.passages.iter().any(is_over);
    if served == texts.len() && as_it_is {
        return Ok((evidence.before(own), 0));
    }
    let resting: Vec<Offered> = texts
        .iter()
        .map(|text| offered(searcher, request, &evidence, &text.episode))
        .collect::<Result<_, _>>()?;
    let packed = |bare: bool| -> Result<(Packing<'_>, usize), RetrieveError> {
        let mut packing = Packing::new(request);
        packing.bare = bare;
        packing.overtaken = overtaken;
        for (place, (own, text)) in resting.iter().zip(texts).enumerate() {
            packing.quote.clone_from(&text.quote);
            offer(&mut packing, searcher, own, place, true)?;
        }
        packing.quote = None;
        let left = packing.left_out().iter().filter(|p| p.reason.as_deref() != Some(REPEATED)).count();
        Ok((packing, left + texts.len().saturating_sub(request.k)))
    };
    let (mut packing, mut unpacked) = packed(false)?;
    if unpacked > 0 {
        let (bare, left) = packed(true)?;
        if left < unpacked {
            (packing, unpacked) = (bare, left);
        }
    }
    packing.bare = false;
    for (place, passage) in evidence.passages.iter().filter(|passage| !own(passage)).enumerate() {
        let other = offered(searcher, request, &evidence, &passage.episode)?;
        offer(&mut packing, searcher, &other, texts.len() + place, false)?;
    }
    let mut out = packing.finish();
    let known = |passage: &Passage| {
        out.passages.iter().chain(&out.left_out).any(|other| other.episode == passage.episode)
    };
    let before: Vec<Passage> = evidence.left_out.into_iter().filter(|passage| !known(passage)).collect();
    out.left_out.extend(before);
    Ok((out, unpacked))
}

fn offered(
    searcher: &Searcher<'_>,
    request: &Request<'_>,
    evidence: &Evidence,
    episode: &str,
) -> Result<Offered, RetrieveError> {
    let view = viewed(searcher, request, searcher.ledger.episode_seq(searcher.space, episode)?)?;
    let found = evidence.passages.iter().chain(&evidence.left_out).find(|p| p.episode == episode);
    let score = found.map_or((0.0, None), |passage| (passage.score, passage.score_parts));
    let told = |scored: &&ScoredFact| view.facts.iter().any(|told| told.fact.id == scored.fact.id);
    let known: Vec<ScoredFact> = evidence.facts.iter().filter(told).cloned().collect();
    let facts = if known.is_empty() {
        scored(&view, |fact| request.gate.passes(fact), score.0, score.1.unwrap_or_default())
    } else {
        known
    };
    Ok(Offered { view, score, facts })
}

fn offer(
    packing: &mut Packing<'_>,
    searcher: &Searcher<'_>,
    text: &Offered,
    place: usize,
    needed: bool,
) -> Result<(), RetrieveError> {
    searcher.laps.during(Lap::Packing, || {
        packing.mark(searcher, &text.view)?;
        packing.offer(&text.view, place, text.score, text.facts.clone(), needed);
        Ok(())
    })
}
