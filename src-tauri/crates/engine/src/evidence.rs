//! Whether what a claim cites supports it: by likeness of meaning where the embedding model is
//! there, else by shared words. A weak source is shown and may be taken off the claim; nothing is
//! taken off unasked.

use memstrata_answer::content_words;
use memstrata_ledger::{ClaimReading, Preview, Receipt, Told, Write};
use serde::Serialize;

use crate::{Engine, Error};

/// A claim with what it cites, each source weighed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EvidenceCheck {
    pub claim: String,
    pub text: String,
    pub sources: Vec<SourceCheck>,
}

impl EvidenceCheck {
    /// Whether nothing that it cites supports it.
    #[must_use]
    pub fn unsupported(&self) -> bool {
        self.sources.iter().all(|source| source.weak)
    }
}

/// One source of a claim.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SourceCheck {
    pub id: String,
    /// Empty where nothing is left of it.
    pub text: String,
    /// Cosine of the meanings, −1 to 1; without a model the share of the claim's words that the
    /// source has, 0 to 1.
    pub similarity: f32,
    pub weak: bool,
}

/// Sentences about different things lie below this under all-MiniLM-L6-v2; a summary and what it
/// sums up lie well above.
const WEAK_MEANING: f32 = 0.2;

impl Engine {
    /// Weighs the sources of a claim, or of every claim of the space.
    ///
    /// # Errors
    /// There is no such claim; the ledger cannot be read.
    pub fn check_evidence(&self, claim: Option<&str>) -> Result<Vec<EvidenceCheck>, Error> {
        let mut claims = self.ledger.claim_readings(self.space())?;
        if let Some(wanted) = claim {
            claims.retain(|claim| claim.id == wanted || claim.episode == wanted);
            if claims.is_empty() {
                return Err(Error::not_found(
                    format!("no claim '{wanted}' that counts"),
                    Some("`memstrata dependents` names the claims that rest on an episode"),
                ));
            }
        }
        claims.iter().map(|claim| self.weigh(claim)).collect()
    }

    fn weigh(&self, claim: &ClaimReading) -> Result<EvidenceCheck, Error> {
        let mut texts = vec![claim.text.as_str()];
        texts.extend(claim.sources.iter().map(|source| source.text.as_str()));
        let likeness: Vec<(f32, f32)> = match self.embedder() {
            Ok(embedder) => {
                let vectors = embedder.embed(&texts)?;
                let (own, cited) = vectors.split_first().expect("one vector for each text");
                cited
                    .iter()
                    .map(|vector| Ok((own.cosine(vector)?, WEAK_MEANING)))
                    .collect::<Result<_, memstrata_index::IndexError>>()?
            }
            Err(_) => {
                texts.iter().skip(1).map(|text| (shared_words(&claim.text, text), f32::EPSILON)).collect()
            }
        };
        let sources = claim.sources.iter().zip(likeness).map(|(source, (similarity, least))| SourceCheck {
            id: source.id.clone(),
            text: source.text.clone(),
            similarity: if source.text.is_empty() { 0.0 } else { similarity },
            weak: source.text.is_empty() || similarity < least,
        });
        Ok(EvidenceCheck { claim: claim.id.clone(), text: claim.text.clone(), sources: sources.collect() })
    }

    /// Takes a source off a claim: the claim is told again with the others, and the first telling
    /// withdrawn, in one write. Where it was the only source, the claim is withdrawn.
    ///
    /// # Errors
    /// There is no such claim, or it does not cite that source.
    pub fn drop_source(&self, claim: &str, source: &str) -> Result<Receipt, Error> {
        Ok(self.ledger.append(&self.without_source(claim, source)?)?)
    }

    /// What taking a source off a claim would change.
    ///
    /// # Errors
    /// As [`Engine::drop_source`].
    pub fn rehearse_drop_source(&self, claim: &str, source: &str) -> Result<Preview, Error> {
        Ok(self.ledger.rehearse(&[self.without_source(claim, source)?])?)
    }

    fn without_source(&self, claim: &str, source: &str) -> Result<Write, Error> {
        let claims = self.ledger.claim_readings(self.space())?;
        let found = claims.into_iter().find(|c| c.id == claim || c.episode == claim);
        let Some(found) = found.filter(|c| c.sources.iter().any(|cited| cited.id == source)) else {
            return Err(Error::not_found(format!("no claim '{claim}' that cites '{source}'"), None));
        };
        let rest: Vec<String> =
            found.sources.into_iter().map(|cited| cited.id).filter(|id| id != source).collect();
        let mut write = Write::new(self.space(), self.clock.now());
        write.about = Some(found.episode);
        write.told.push(Told::Void(found.id));
        if !rest.is_empty() {
            write.told.push(Told::Claim(rest));
        }
        Ok(write)
    }
}

/// The share of the words of one text that the other has.
#[allow(clippy::cast_precision_loss, reason = "counts of words")]
fn shared_words(claim: &str, source: &str) -> f32 {
    let (words, there) = (content_words(claim), content_words(source));
    let shared = words.iter().filter(|word| there.contains(word)).count();
    shared as f32 / words.len().max(1) as f32
}
