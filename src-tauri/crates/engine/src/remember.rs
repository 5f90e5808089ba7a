//! Telling: a text is read for facts, and both land in the ledger in one transaction.

use memstrata_extract::{
    EXTRACTOR_VERSION, Extractor, FoundFact, FoundOp, KnownSubjects, Lexicon, Recollection, Telling,
    normalize_value_of,
};
use memstrata_ledger::{NewEpisode, Preview, Receipt, Superseded, Told, Write};
use memstrata_model::{Authority, EpisodeKind, Instant, Outcome};
use serde::Serialize;

use crate::found;
use crate::known::LedgerSubjects;
use crate::proposing::{ModelRead, Proposed};
use crate::refusal::Refusal;
use crate::{Engine, Error};

/// A text to be remembered.
#[derive(Clone, Debug)]
pub struct Remember {
    pub text: String,
    /// When it was said; now where not known.
    pub at: Option<Instant>,
    /// Any word; those that are no episode kind are kept as a note.
    pub kind: String,
    pub author: Option<String>,
    /// Where it can be found again.
    pub source: Option<String>,
    pub importance: Option<f64>,
    pub if_head: Option<String>,
    pub authority: Authority,
    pub batch: Option<String>,
    /// Store it even where the same text was forgotten.
    pub bring_back: bool,
    /// The text is a claim derived from these entries or facts; it is read for no facts then.
    pub derived_from: Vec<String>,
}

impl Remember {
    #[must_use]
    pub fn text(text: &str) -> Self {
        Remember {
            text: text.to_owned(),
            at: None,
            kind: "note".to_owned(),
            author: None,
            source: None,
            importance: None,
            if_head: None,
            authority: Authority::User,
            batch: None,
            bring_back: false,
            derived_from: Vec::new(),
        }
    }
}

/// What was remembered.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Remembered {
    pub episode: Option<String>,
    /// Whether the same text was there and still held: then nothing new was stored.
    pub duplicate: bool,
    pub facts: Vec<RememberedFact>,
    /// The entry of the claim, where it was derived from others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// What the model made of it, where one is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<ModelRead>,
}

/// A fact found in the text and how it met its key.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RememberedFact {
    pub subject: String,
    pub relation: String,
    pub scope: Option<String>,
    pub object: String,
    /// `assert`, `end` or `void`.
    pub op: String,
    pub outcome: Outcome,
    pub superseded: Vec<Superseded>,
    pub valid_from: Option<Instant>,
    pub valid_to: Option<Instant>,
    pub confidence: f64,
    pub rule: String,
    /// The entry that records it.
    pub event: String,
}

/// A text about to be read for facts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadText<'a> {
    pub text: &'a str,
    pub said_at: Instant,
    pub kind: &'a str,
    pub author: Option<&'a str>,
}

impl<'a> ReadText<'a> {
    /// Who "I" is in it, where that is somebody else than the ledger's keeper.
    pub fn speaker(&self) -> Option<&'a str> {
        self.author.filter(|name| self.kind == "chat" && !is_keeper(name))
    }
}

impl Engine {
    /// Stores a text and the facts it tells.
    ///
    /// # Errors
    /// The text is empty, holds a secret or was forgotten, a stated interval is empty, the head moved
    /// under a conditional write;
    /// nothing is stored then.
    pub fn remember(&self, request: &Remember) -> Result<Remembered, Error> {
        let (write, found) = self.read_telling(request, None)?;
        let receipt = self.ledger.append(&write)?;
        self.refuse_forgotten(&receipt)?;
        let mut done = report(&write, &found, receipt);
        self.remember_proposed(request, &found, &mut done)?;
        Ok(done)
    }

    /// What was forgotten is not stored again unasked; nothing was stored then.
    pub(crate) fn refuse_forgotten(&self, receipt: &Receipt) -> Result<(), Error> {
        let Some(on) = receipt.forgotten else { return Ok(()) };
        Err(Error::failed(
            "forgotten",
            format!("this text was forgotten on {}; nothing is stored", self.day(on)),
            Some("to have it back, say so: `--bring-back`"),
        ))
    }

    /// The optional model reads what is stored by then; whatever it answers, the text is kept.
    fn remember_proposed(
        &self,
        request: &Remember,
        found: &[FoundFact],
        done: &mut Remembered,
    ) -> Result<(), Error> {
        let Some(episode) =
            done.episode.clone().filter(|_| !done.duplicate && request.derived_from.is_empty())
        else {
            return Ok(());
        };
        let text = ReadText {
            text: &request.text,
            said_at: request.at.unwrap_or(self.clock.now()),
            kind: &request.kind,
            author: request.author.as_deref(),
        };
        let known = LedgerSubjects::new(self, &text, None);
        let Some(Proposed { note, told, facts }) = self.ask_model(&text, &known, found)? else {
            return Ok(());
        };
        done.model = Some(note);
        if told.is_empty() {
            return Ok(());
        }
        let receipt = self.tell_proposed(&episode, told.clone())?;
        let mut write = Write::new(&self.space.name, self.clock.now());
        write.told = told;
        done.facts.extend(report(&write, &facts, receipt).facts);
        Ok(())
    }

    /// What remembering a text would do, and what it would change; nothing is stored.
    ///
    /// # Errors
    /// As [`Engine::remember`].
    pub fn preview(&self, request: &Remember) -> Result<(Remembered, Preview), Error> {
        let (write, found) = self.read_telling(request, None)?;
        let mut preview = self.ledger.rehearse(std::slice::from_ref(&write))?;
        let receipt = preview.receipts.pop().unwrap_or_default();
        self.refuse_forgotten(&receipt)?;
        Ok((report(&write, &found, receipt), preview))
    }

    /// The name under which a key has the relation: as given where the key exists so or the
    /// registry knows it, else the lexicon's name of it.
    ///
    /// # Errors
    /// The ledger cannot be read.
    pub fn relation_name(&self, subject: &str, relation: &str, scope: Option<&str>) -> Result<String, Error> {
        if self.ledger.has_key(self.space(), subject, relation, scope)?
            || self.ledger.relation(self.space(), relation)?.is_some()
        {
            return Ok(relation.to_owned());
        }
        Ok(Lexicon::built_in()
            .named(relation)
            .map_or_else(|| relation.to_owned(), |spec| spec.name.to_string()))
    }

    /// A text read: what is to be written, and the facts found. `told` are facts of the same batch
    /// that are not in the ledger yet.
    pub(crate) fn read_telling(
        &self,
        request: &Remember,
        told: Option<&Recollection>,
    ) -> Result<(Write, Vec<FoundFact>), Error> {
        Ok(self.read_unless_secret(request, told)??)
    }

    /// As [`Engine::read_telling`]; a text that holds a secret, or tells one in its facts, is
    /// answered by where that stands.
    pub(crate) fn read_unless_secret(
        &self,
        request: &Remember,
        told: Option<&Recollection>,
    ) -> Result<Result<(Write, Vec<FoundFact>), Refusal>, Error> {
        if request.text.trim().is_empty() {
            return Err(Error::usage("empty_text", "there is no text to remember", Some("give a sentence")));
        }
        if let Some(refusal) = Refusal::of(request) {
            return Ok(Err(refusal));
        }
        let now = self.clock.now();
        if !request.derived_from.is_empty() {
            let mut write = Write::new(&self.space.name, now);
            write.authority = request.authority;
            write.bring_back = request.bring_back;
            write.episode = Some(new_episode(request));
            write.told.push(Told::Claim(request.derived_from.clone()));
            return Ok(Ok((write, Vec::new())));
        }
        let said_at = request.at.unwrap_or(now);
        let text =
            ReadText { text: &request.text, said_at, kind: &request.kind, author: request.author.as_deref() };
        let known = LedgerSubjects::new(self, &text, told);
        let (told, kept) = self.read_facts(&text, &known)?;
        if let Some(refusal) = Refusal::of_read(&told) {
            return Ok(Err(refusal));
        }
        let mut write = Write::new(&self.space.name, now);
        write.authority = request.authority;
        write.bring_back = request.bring_back;
        write.if_head.clone_from(&request.if_head);
        write.batch.clone_from(&request.batch);
        write.episode = Some(new_episode(request));
        write.told = told;
        Ok(Ok((write, kept)))
    }

    /// The facts of a text, and what they tell the ledger: theirs first, in the same order, then
    /// the relations that they bring.
    pub(crate) fn read_facts(
        &self,
        read: &ReadText<'_>,
        known: &dyn KnownSubjects,
    ) -> Result<(Vec<Told>, Vec<FoundFact>), Error> {
        let telling = self.telling(read, known);
        let facts = Extractor::new(Lexicon::built_in()).extract(&telling).facts;
        let facts = self.with_dependencies(&telling, facts)?;
        let as_kind = if EpisodeKind::from_name(read.kind).is_some() {
            String::new()
        } else {
            format!(" as {}", read.kind.trim())
        };
        let read_by = |fact: &FoundFact| format!("{EXTRACTOR_VERSION} {}{as_kind}", fact.rule);
        let (mut told, kept) = self.told_of(read, facts, known, &read_by)?;
        let relations = self.relations_told(&told)?;
        told.extend(relations);
        Ok((told, kept))
    }

    pub(crate) fn telling<'a>(&'a self, read: &ReadText<'a>, known: &'a dyn KnownSubjects) -> Telling<'a> {
        Telling {
            text: read.text,
            said_at: read.said_at,
            zone: self.zone,
            locale: &self.space.locale,
            kind: read.kind,
            known_subjects: known,
        }
    }

    /// What found facts tell the ledger, and those of them that tell anything.
    pub(crate) fn told_of(
        &self,
        read: &ReadText<'_>,
        facts: Vec<FoundFact>,
        known: &dyn KnownSubjects,
        read_by: &dyn Fn(&FoundFact) -> String,
    ) -> Result<(Vec<Told>, Vec<FoundFact>), Error> {
        let speaker = read.speaker();
        let (mut told, mut kept) = (Vec::new(), Vec::new());
        for mut fact in facts {
            if let Some(speaker) = speaker {
                fact.subject = spoken_by(&fact.subject, speaker);
                if fact.relation == crate::depend::DEPENDS {
                    crate::depend::spoken(&mut fact, speaker, |subject| spoken_by(subject, speaker));
                }
            }
            if fact.op != FoundOp::Void || self.takes_back(&fact, known)? {
                told.push(found::told(&fact, read_by(&fact)));
                kept.push(fact);
            }
        }
        Ok((told, kept))
    }
}

/// Who "I" is in a chat: the speaker. Several people in one chat would otherwise share their lives.
/// The one who keeps the ledger, as chat exports name them, stays `user`.
fn spoken_by(subject: &str, speaker: &str) -> String {
    let name = speaker.trim();
    if is_keeper(name) {
        return subject.to_owned();
    }
    match subject.strip_prefix("user") {
        Some("") => name.to_owned(),
        Some(rest) if rest.starts_with("'s ") => format!("{name}{rest}"),
        _ => subject.to_owned(),
    }
}

/// The form a value is compared in, where it differs from its own text.
pub(crate) fn compared(relation: &str, object: &str) -> Option<String> {
    let value = normalize_value_of(relation, object);
    (memstrata_model::normalize_text(&value) != memstrata_model::normalize_text(object)).then_some(value)
}

/// Whether a speaker's name is one that chat exports give to the ledger's keeper.
pub(crate) fn is_keeper(speaker: &str) -> bool {
    let name = speaker.trim().to_lowercase();
    name.is_empty() || ["user", "me", "i", "you", "human", "self"].contains(&name.as_str())
}

pub(crate) fn new_episode(request: &Remember) -> NewEpisode {
    NewEpisode {
        id: None,
        kind: EpisodeKind::from_name(&request.kind).unwrap_or(EpisodeKind::Note),
        text: request.text.clone(),
        occurred_at: request.at,
        author: request.author.clone(),
        locator: request.source.clone(),
        importance: request.importance,
    }
}

fn report(write: &Write, found: &[FoundFact], receipt: Receipt) -> Remembered {
    let told = write.told.iter().filter(|told| !matches!(told, Told::Relation(_)));
    // A repeat vouches for the asserts alone; a full write answers for everything told.
    let applied: Vec<_> = if receipt.duplicate {
        receipt.applied
    } else {
        receipt
            .applied
            .into_iter()
            .zip(&write.told)
            .filter(|(_, told)| !matches!(told, Told::Relation(_)))
            .map(|(applied, _)| applied)
            .collect()
    };
    let claim = write.told.iter().zip(&applied).find(|(told, _)| matches!(told, Told::Claim(_)));
    let claim = claim.map(|(_, applied)| applied.event.clone()).filter(|event| !event.is_empty());
    let starts = receipt.taken_starts;
    let facts = found
        .iter()
        .zip(told)
        .zip(applied)
        .enumerate()
        .map(|(place, ((fact, _), applied))| RememberedFact {
            subject: fact.subject.clone(),
            relation: fact.relation.clone(),
            scope: fact.scope.clone(),
            object: fact.object.clone(),
            op: match fact.op {
                FoundOp::Assert => "assert",
                FoundOp::End => "end",
                FoundOp::Void => "void",
            }
            .to_owned(),
            outcome: applied.outcome,
            superseded: applied.superseded,
            valid_from: fact.valid_from.as_ref().map(|d| d.at).or(starts.get(&place).copied().flatten()),
            valid_to: fact.valid_to.as_ref().map(|d| d.at),
            confidence: fact.confidence,
            rule: fact.rule.to_owned(),
            event: applied.event,
        })
        .collect();
    Remembered { episode: receipt.episode, duplicate: receipt.duplicate, facts, claim, model: None }
}

#[cfg(test)]
mod tests {
    use super::spoken_by;

    #[test]
    fn in_a_chat_the_first_person_is_the_speaker() {
        assert_eq!(spoken_by("user", "Nuala"), "Nuala");
        assert_eq!(spoken_by("user's sister", "Teo"), "Teo's sister");
        assert_eq!(spoken_by("user", "user"), "user");
        assert_eq!(spoken_by("user", " Human "), "user");
        assert_eq!(spoken_by("username", "Teo"), "username");
        assert_eq!(spoken_by("gateway", "Teo"), "gateway");
    }
}
