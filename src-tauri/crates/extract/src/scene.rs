//! The scene of a sentence: who speaks, what was spoken of before, and whose an attribute is that
//! nobody is named for. What a range of words refers to is [`crate::subject`]'s.

use crate::announce::Announced;
use crate::candidate::Relation;
use crate::dates::Span;
use crate::known::KnownSubjects;
use crate::subject::{Class, Subject};

/// What the reading of a clause may lean on.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    pub text: &'a str,
    pub kind: &'a str,
    pub known: &'a dyn KnownSubjects,
    /// Subject of the surrounding heading or list.
    pub heading: Option<Subject>,
    /// Environment of the surrounding heading or list.
    pub environment: Option<String>,
    /// Subject named by a label or commit scope of this sentence.
    pub topic: Option<Subject>,
    /// Whose pieces a sentence before told after its label, in the same paragraph.
    pub card: Option<Subject>,
    /// Subject of the clause before, in the same sentence.
    pub running: Option<Subject>,
    /// Named subjects with the number of the clause that named them, latest last.
    pub named: Vec<(Subject, usize)>,
    /// Number of the present clause.
    pub clause: usize,
    /// Number of the clause before the present sentence.
    pub since: usize,
    /// The key that was told last, and the number of the clause that told it.
    pub spoken: Option<(Subject, Relation, Option<String>)>,
    pub spoken_at: usize,
    /// Whether the present sentence says that something told was wrong.
    pub correcting: bool,
    /// What the present sentence tells apart from the rest.
    pub apart: Vec<Span>,
    /// Bytes of the sentence before.
    pub before: (usize, usize),
    /// The bytes that somebody else speaks, up to the end of the paragraph.
    pub speech: (usize, usize),
    /// Whether the whole is a letter that somebody else signed.
    pub anothers_letter: bool,
    /// An attribute that the sentence before announced.
    pub announced: Option<Announced>,
    /// The one held thing that the sentence before named.
    pub mentioned: Option<String>,
}

impl<'a> Scene<'a> {
    /// Nothing said yet.
    #[must_use]
    pub fn new(text: &'a str, kind: &'a str, known: &'a dyn KnownSubjects) -> Self {
        Scene {
            text,
            kind,
            known,
            heading: None,
            environment: None,
            topic: None,
            card: None,
            running: None,
            named: Vec::new(),
            clause: 0,
            since: 0,
            spoken: None,
            spoken_at: 0,
            correcting: false,
            apart: Vec::new(),
            before: (0, 0),
            speech: (0, 0),
            anothers_letter: false,
            announced: None,
            mentioned: None,
        }
    }

    /// Whether the text is somebody's own note or talk.
    #[must_use]
    pub fn is_personal(&self) -> bool {
        matches!(self.kind, "personal" | "diary" | "journal")
    }

    /// Whether a dropped subject is the writer rather than the project.
    #[must_use]
    pub fn is_talk(&self) -> bool {
        self.is_personal() || matches!(self.kind, "chat" | "note" | "message" | "dialogue" | "turn" | "")
    }

    /// The subject that a relation falls to where no words name one: software is the project's,
    /// also in talk.
    #[must_use]
    pub fn default_for(&self, spec: &crate::lexicon::RelationSpec) -> Subject {
        let works = matches!(spec.domain, "ops" | "dep" | "dev" | "api") && spec.name != "uses"
            || matches!(
                spec.name,
                "on_call"
                    | "ceo"
                    | "role_holder"
                    | "headquarters"
                    | "headcount"
                    | "customer"
                    | "competitor"
                    | "deadline"
                    | "sla"
                    | "owner"
                    | "metric"
            );
        if works { Subject::project() } else { self.default() }
    }

    /// The subject of a clause that has none.
    #[must_use]
    pub fn missing(&self) -> Subject {
        self.topic
            .clone()
            .or_else(|| self.running.clone())
            .or_else(|| self.heading.clone())
            .unwrap_or_else(|| self.default())
    }

    /// What the paragraph's card is of, while nothing else has been spoken of.
    #[must_use]
    pub fn carded(&self) -> Option<Subject> {
        let last = self.named.iter().rev().find(|(s, _)| s.class != Class::Person);
        let other = last.is_some_and(|(s, _)| self.card.as_ref().is_some_and(|card| card != s));
        self.card.clone().filter(|_| self.topic.is_none() && !other)
    }

    #[must_use]
    pub fn default(&self) -> Subject {
        if self.is_talk() { Subject::user() } else { Subject::project() }
    }

    #[must_use]
    pub fn plural(&self) -> Subject {
        if self.is_personal() { Subject::user() } else { Subject::project() }
    }

    /// A proper name that this sentence has spoken of.
    #[must_use]
    pub fn named_in_sentence(&self) -> Option<Subject> {
        self.named
            .iter()
            .rev()
            .take_while(|(_, clause)| *clause > self.since)
            .find(|(s, _)| s.class == Class::Name)
            .map(|(s, _)| s.clone())
    }

    /// The last named subject within two clauses that a pronoun can mean.
    #[must_use]
    pub fn antecedent(&self, person: bool) -> Option<Subject> {
        // "Catalogue service: it caches in Redis": what the label names, until the sentence names another.
        let labelled = self.topic.clone().filter(|s| {
            let since = self.named.last().is_some_and(|(_, clause)| *clause > self.since);
            !person && !since && !matches!(s.class, Class::Person | Class::Project)
        });
        if labelled.is_some() {
            return labelled;
        }
        self.named
            .iter()
            .rev()
            .take_while(|(_, clause)| clause + 3 > self.clause)
            .find_map(|(s, _)| {
                if !person {
                    return (!matches!(s.class, Class::Person | Class::Project)).then(|| s.clone());
                }
                let somebody = matches!(s.class, Class::Person | Class::Name) && s.text != "user";
                if somebody { Some(s.clone()) } else { owner_of(s) }
            })
            // "It" under a heading, before anything else is named, is what the heading names.
            .or_else(|| {
                let heading = self.heading.clone().filter(|_| !person);
                heading.filter(|s| !matches!(s.class, Class::Person | Class::Project))
            })
    }
}

/// Whose a thing is that was spoken of by its owner's name: of "Ada's car", Ada.
fn owner_of(thing: &Subject) -> Option<Subject> {
    let (owner, _) = thing.text.split_once("'s ").or_else(|| thing.text.split_once("’s "))?;
    let place = || crate::gazetteer::kinds(owner).iter().any(|k| matches!(*k, "place" | "country"));
    (owner.starts_with(char::is_uppercase) && !place())
        .then(|| Subject { text: owner.to_owned(), class: Class::Name })
}
