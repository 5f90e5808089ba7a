//! Passages on their way into the context: each original sentence with its date and source,
//! within the token budget, repeats once but counted, and values that are over marked as such.

use std::collections::{BTreeSet, HashSet};

use memstrata_ledger::EpisodeView;
use memstrata_model::view::{Passage, PassageFact, ScoreParts, ScoredFact};
use memstrata_model::{Fact, Instant, Precision, date::show_date, normalize_text};

use crate::RetrieveError;
use crate::candidates::Searcher;
use crate::evidence::{Evidence, Packed, Request};
use crate::gate::LeftOut;

/// Passages that share this much of their words say the same, if they tell the same values.
const NEARLY: f64 = 0.85;
/// Passages that tell the same values and differ in so many words in all say the same.
const FEW: usize = 4;
/// Why a passage that is about something else gives way.
pub const BESIDE: &str = "what is served answers the question without it";
/// Why one is left out that says what another says.
pub const REPEATED: &str = "says the same as a passage that is served";
/// Why one is left out that found no room.
pub const OVER_BUDGET: &str = "over the token budget";
/// Facts of a passage whose other values are looked for in its words.
const MARKED: usize = 4;

pub(crate) struct Packing<'r> {
    request: &'r Request<'r>,
    out: Evidence,
    texts: Vec<Wording>,
    /// What is needed is packed without its day and place.
    pub bare: bool,
    /// What of the passage that comes next answers, where no fact was read out of it.
    pub quote: Option<String>,
    /// Facts whose place a newer text takes, by id.
    pub overtaken: &'r [String],
    /// What the passage that comes next names beside what holds.
    marks: Vec<String>,
}

/// What two passages must share to say the same.
struct Wording {
    text: String,
    words: BTreeSet<String>,
    /// Words with figures and capitals inside the sentence: values and names.
    telling: BTreeSet<String>,
    values: BTreeSet<String>,
}

impl<'r> Packing<'r> {
    pub fn new(request: &'r Request<'r>) -> Self {
        Packing {
            request,
            out: Evidence::default(),
            texts: Vec::new(),
            bare: false,
            quote: None,
            overtaken: &[],
            marks: Vec::new(),
        }
    }

    /// Looks for values of its facts' keys that the next passage names and that do not hold.
    pub fn mark(&mut self, searcher: &Searcher<'_>, view: &EpisodeView) -> Result<(), RetrieveError> {
        self.marks.clear();
        if self.out.passages.len() >= self.request.k {
            return Ok(());
        }
        let Some(text) = &view.record.text else { return Ok(()) };
        let gate = &self.request.gate;
        let over = view.facts.iter().filter(|f| gate.graces(&f.fact)).take(MARKED);
        let over = over.filter_map(|f| {
            let until = f.fact.valid_to?;
            Some(format!("{} held until {}, within the grace period", f.fact.object, self.day(until)))
        });
        let overtaken = view.facts.iter().filter(|f| self.overtaken.contains(&f.fact.id));
        let over = over.chain(
            overtaken.map(|f| format!("{} was told before; a newer text says otherwise", f.fact.object)),
        );
        let over: Vec<String> = over.collect();
        self.marks.extend(over);
        for told in view.facts.iter().filter(|f| gate.passes(&f.fact)).take(MARKED) {
            for (other, held) in
                searcher.ledger.values_of_fact(searcher.space, &told.fact.id, gate.known_at)?
            {
                let same = || normalize_text(&other) == normalize_text(&told.fact.object);
                if !held.meets(&gate.period) && names(text, &other) && !same() {
                    let mark = match (held.to.filter(|to| *to <= gate.as_of()), held.from) {
                        (Some(to), _) => format!("{other} held until {}", self.day(to)),
                        (None, Some(from)) => format!("{other} holds only from {}", self.day(from)),
                        (None, None) => continue,
                    };
                    if !self.marks.contains(&mark) {
                        self.marks.push(mark);
                    }
                }
            }
        }
        Ok(())
    }

    pub fn offer(
        &mut self,
        view: &EpisodeView,
        place: usize,
        (score, parts): (f64, Option<ScoreParts>),
        facts: Vec<ScoredFact>,
        needed: bool,
    ) {
        if self.out.passages.len() >= self.request.k {
            return;
        }
        let mut passage = self.passage(view, place, score);
        passage.score_parts = parts;
        passage.marks = std::mem::take(&mut self.marks);
        if passage.text.is_empty() {
            return;
        }
        let wording = Wording::of(&passage.text, &facts);
        if let Some(at) = self.texts.iter().position(|known| known.says_the_same(&wording)) {
            self.out.passages[at].support += 1;
            passage.reason = Some(self.words(&LeftOut::Repeated));
            self.out.left_out.push(passage);
            return;
        }
        let Some((line, tokens)) = self.line(&passage, view, &facts, needed) else {
            passage.reason = Some(self.words(&LeftOut::Budget));
            self.out.left_out.push(passage);
            return;
        };
        passage.tokens = u32::try_from(tokens).unwrap_or(u32::MAX);
        passage.line = line;
        let known: HashSet<String> = self.out.facts.iter().map(|f| f.fact.id.clone()).collect();
        self.out.facts.extend(facts.into_iter().filter(|f| !known.contains(&f.fact.id)));
        self.out.tokens += tokens;
        self.texts.push(wording);
        self.out.passages.push(passage);
    }

    /// The passage as it is packed, with its tokens; nothing where the budget does not hold it.
    fn line(
        &self,
        passage: &Passage,
        view: &EpisodeView,
        facts: &[ScoredFact],
        needed: bool,
    ) -> Option<(String, usize)> {
        let counted = |line: String| {
            let tokens = (self.request.count_tokens)(&line);
            (line, tokens)
        };
        if self.request.packed == Packed::Triples && !facts.is_empty() {
            let triples: Vec<String> = facts.iter().map(|f| triple(&f.fact)).collect();
            let (line, tokens) = counted(triples.join("\n"));
            return self.holds(tokens).then_some((line, tokens));
        }
        let place = passage.locator.as_deref().or(passage.author.as_deref()).unwrap_or(&passage.kind);
        let head = format!("[{}, {place}]", self.day(passage.occurred_at));
        let marks =
            if passage.marks.is_empty() { String::new() } else { format!(" ({})", passage.marks.join("; ")) };
        let (line, tokens) = counted(format!("{head} {}{marks}", passage.text.trim()));
        if self.holds(tokens) && !self.bare {
            return Some((line, tokens));
        }
        // A long text gives way to the sentences that tell its facts, and never a value to it; and what
        // answers is said without its day before it is left out.
        let short = excerpt(&passage.text, view, facts).or_else(|| self.quote.clone());
        let short = short.filter(|short| short.len() < passage.text.len());
        let words = short.as_deref().unwrap_or(passage.text.trim());
        let dated = counted(format!("{head} {words}{marks}"));
        if self.holds(dated.1) && !self.bare {
            return Some(dated);
        }
        let first = self.out.passages.is_empty();
        let bare = counted(if needed { format!("{words}{marks}") } else { dated.0 });
        // The first passage is served in any case: an empty context answers nothing.
        (first || needed && self.holds(bare.1)).then_some(bare)
    }

    fn holds(&self, tokens: usize) -> bool {
        self.out.tokens + tokens <= self.request.budget
    }

    pub fn leave_out(&mut self, view: &EpisodeView, similarity: f64, reason: &LeftOut) {
        let mut passage = self.passage(view, self.out.left_out.len(), similarity);
        passage.reason = Some(self.words(reason));
        self.out.left_out.push(passage);
    }

    fn day(&self, at: Instant) -> String {
        show_date(at, Precision::Day, self.request.zone)
    }

    fn words(&self, reason: &LeftOut) -> String {
        match reason {
            LeftOut::Past { until: Some(until) } => format!("was true until {}", self.day(*until)),
            LeftOut::Past { until: None } => "not true at the time asked about".to_owned(),
            LeftOut::Future { from: Some(from) } => format!("true only from {}", self.day(*from)),
            LeftOut::Future { from: None } => "not yet true at the time asked about".to_owned(),
            LeftOut::Withdrawn => "withdrawn: not believed at the time asked about".to_owned(),
            LeftOut::SourceFell { reason } => format!("a claim that no longer rests on anything: {reason}"),
            LeftOut::Repeated => REPEATED.to_owned(),
            LeftOut::Budget => OVER_BUDGET.to_owned(),
            LeftOut::Beside => BESIDE.to_owned(),
        }
    }

    fn passage(&self, view: &EpisodeView, place: usize, score: f64) -> Passage {
        let text = view.record.text.clone().unwrap_or_default();
        let tokens = u32::try_from((self.request.count_tokens)(&text)).unwrap_or(u32::MAX);
        let facts = view
            .facts
            .iter()
            .map(|f| PassageFact {
                fact: f.fact.id.clone(),
                subject: f.fact.subject.clone(),
                relation: f.fact.relation.clone(),
                scope: f.fact.scope.clone(),
                object: f.fact.object.clone(),
                span: words_of(&text, f.span, &f.fact.object),
                state: f.fact.state,
                valid_from: f.fact.valid_from,
                valid_to: f.fact.valid_to,
            })
            .collect();
        Passage {
            episode: view.record.id.clone(),
            text,
            kind: view.record.kind.clone(),
            author: view.record.author.clone(),
            locator: view.record.locator.clone(),
            occurred_at: view.record.occurred_at,
            rank: u32::try_from(place + 1).unwrap_or(u32::MAX),
            score,
            score_parts: None,
            tokens,
            facts,
            reason: None,
            support: 1,
            marks: Vec::new(),
            line: String::new(),
        }
    }

    pub fn left_out(&self) -> &[Passage] {
        &self.out.left_out
    }

    pub fn finish(self) -> Evidence {
        Evidence { context: joined(&self.out.passages), ..self.out }
    }
}

impl Evidence {
    /// With the passages that answer alone, where there are any: the others are not needed beside them.
    #[must_use]
    pub fn only(mut self, answers: impl Fn(&Passage) -> bool) -> Evidence {
        if !self.passages.iter().any(&answers) {
            return self;
        }
        let (passages, beside): (Vec<_>, Vec<_>) = self.passages.into_iter().partition(|p| answers(p));
        let beside = beside.into_iter().map(|passage| Passage { reason: Some(BESIDE.to_owned()), ..passage });
        self.facts.retain(|scored| {
            passages.iter().any(|passage| passage.facts.iter().any(|told| told.fact == scored.fact.id))
        });
        Evidence {
            facts: self.facts,
            left_out: beside.chain(self.left_out).collect(),
            context: joined(&passages),
            tokens: passages.iter().map(|passage| passage.tokens as usize).sum(),
            passages,
        }
    }

    /// With some passages before all others.
    #[must_use]
    pub fn before(mut self, first: impl Fn(&Passage) -> bool) -> Evidence {
        self.passages.sort_by_key(|passage| !first(passage));
        Evidence { context: joined(&self.passages), ..self }
    }

    /// With the passages that tell something before all others, that which told it first before those
    /// that say it again.
    #[must_use]
    pub fn led_by(mut self, tells: impl Fn(&Passage) -> bool) -> Evidence {
        self.passages.sort_by_key(|passage| {
            let own = tells(passage);
            (!own, own.then_some(passage.occurred_at))
        });
        Evidence { context: joined(&self.passages), ..self }
    }
}

/// The context of some passages: their lines.
#[must_use]
pub fn joined(passages: &[Passage]) -> String {
    passages.iter().map(|passage| passage.line.as_str()).collect::<Vec<_>>().join("\n")
}

impl Wording {
    fn of(text: &str, facts: &[ScoredFact]) -> Self {
        let bare = |word: &str| {
            word.trim_matches(|c: char| !c.is_alphanumeric())
                .chars()
                .flat_map(char::to_lowercase)
                .collect::<String>()
        };
        let spoken: Vec<&str> = text.split_whitespace().collect();
        let words = spoken.iter().map(|w| bare(w)).filter(|w| !w.is_empty()).collect();
        let telling = spoken
            .iter()
            .enumerate()
            .filter(|(at, word)| {
                let capital = word.chars().find(|c| c.is_alphanumeric()).is_some_and(char::is_uppercase);
                word.bytes().any(|b| b.is_ascii_digit()) || (*at > 0 && capital)
            })
            .map(|(_, word)| bare(word))
            .collect();
        let values = facts.iter().map(|f| f.fact.id.clone()).collect();
        Wording { text: normalize_text(text), words, telling, values }
    }

    /// The same words, or nearly, about the same values: sentences that differ in a figure or a
    /// name do not say the same.
    fn says_the_same(&self, other: &Wording) -> bool {
        if self.text == other.text {
            return true;
        }
        if self.telling != other.telling || self.values != other.values {
            return false;
        }
        let shared = self.words.intersection(&other.words).count();
        let all = self.words.union(&other.words).count();
        // The same values are told in few words more or less ("is still", "the number is").
        let few = !self.values.is_empty() && all - shared <= FEW;
        few || shared as f64 / all.max(1) as f64 >= NEARLY
    }
}

fn triple(fact: &Fact) -> String {
    let scope = fact.scope.as_deref().map(|scope| format!(" [{scope}]")).unwrap_or_default();
    format!("{} | {}{scope} | {}", fact.subject, fact.relation, fact.object)
}

/// The clauses of a long text that tell the facts inside the gate.
fn excerpt(text: &str, view: &EpisodeView, facts: &[ScoredFact]) -> Option<String> {
    let inside: Vec<&str> = facts.iter().map(|f| f.fact.id.as_str()).collect();
    let mut spans: Vec<(u32, u32)> =
        view.facts.iter().filter(|f| inside.contains(&f.fact.id.as_str())).filter_map(|f| f.span).collect();
    spans.sort_unstable();
    spans.dedup();
    let parts: Vec<&str> =
        spans.iter().filter_map(|(from, to)| text.get(*from as usize..*to as usize)).map(str::trim).collect();
    (!parts.is_empty()).then(|| parts.join(" … "))
}

/// Whether a text names a value as whole words.
fn names(text: &str, value: &str) -> bool {
    let (text, value) = (normalize_text(text), normalize_text(value));
    let edge = |c: Option<char>| c.is_none_or(|c| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '/')));
    !value.is_empty()
        && text.match_indices(&value).any(|(at, _)| {
            edge(text[..at].chars().next_back()) && edge(text[at + value.len()..].chars().next())
        })
}

/// Where the object's own words stand in the passage: inside the fact's span first.
#[must_use]
pub fn words_of(text: &str, span: Option<(u32, u32)>, object: &str) -> Option<(u32, u32)> {
    let whole = (0, text.len());
    let inside = span.map_or(whole, |(from, to)| (from as usize, to as usize));
    [inside, whole].into_iter().find_map(|(from, to)| {
        let start = from + text.get(from..to)?.find(object)?;
        Some((u32::try_from(start).ok()?, u32::try_from(start + object.len()).ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_in_a_value_does_not_say_the_same() {
        let same = |a: &str, b: &str| Wording::of(a, &[]).says_the_same(&Wording::of(b, &[]));
        assert!(same("The relay listens on port 8080.", "the relay listens on port 8080"));
        assert!(same(
            "As always, the relay in the harbour listens on port 8080 now.",
            "As always the relay in the harbour listens on port 8080."
        ));
        assert!(!same("The relay listens on port 8080.", "The relay listens on port 8081."));
        assert!(!same("It was given to Anna by the club.", "It was given to Berta by the club."));
    }

    #[test]
    fn values_are_named_as_whole_words() {
        assert!(names("We moved from 8000 to 8080.", "8000"));
        assert!(!names("Version 18000.", "8000"));
        assert!(!names("db-8000 is up", "8000"));
    }
}
