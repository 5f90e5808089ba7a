//! The pipeline from a telling to facts: blocks, sentences, segments, clauses; the gate; the
//! templates; the choice among readings; dates; keys. Each step is a module of its own.

use std::sync::OnceLock;

use memstrata_model::ValidFromSource;

use crate::announce;
use crate::apart;
use crate::asked;
use crate::attribute;
use crate::block::{self, Block, BlockKind};
use crate::candidate::Candidate;
use crate::condition;
use crate::correction;
use crate::cue::{self, Cues};
use crate::dates::{self, Around};
use crate::document::{self, Place};
use crate::exchange;
use crate::fact::{Extraction, FoundFact, FoundOp, Skipped, Telling};
use crate::finding::{clause_span, fact};
use crate::gapped;
use crate::gate;
use crate::holder;
use crate::inexact;
use crate::known::KnownSubjects;
use crate::label;
use crate::lexicon::{Lexicon, RelationSpec};
use crate::mention;
use crate::nominal::{self, Clause};
use crate::offer;
use crate::outgoing;
use crate::own;
use crate::partial;
use crate::pattern::Patterns;
use crate::phrase;
use crate::plainly::{self, BYGONE, Plain};
use crate::recall;
use crate::repair;
use crate::request;
use crate::restate;
use crate::scene::Scene;
use crate::sentence::{self, Lead, Segment};
use crate::sift;
use crate::speaker::{self, Voice};
use crate::stated;
use crate::subject::{self, Subject};
use crate::supplant;
use crate::together;
use crate::token::{self, Token};
use crate::topic::{self, bare_name, lone_environment, opens_with_verb, tags, topic};
use crate::vouch;
use crate::words;
/// Reads tellings with a lexicon.
#[derive(Clone, Copy, Debug)]
pub struct Extractor {
    pub(crate) lexicon: &'static Lexicon,
}

/// A lexicon's patterns, compiled once for the table that ships.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(crate) patterns: Patterns,
    pub(crate) specs: Vec<&'static RelationSpec>,
}

pub(crate) fn compiled(lexicon: &'static Lexicon) -> &'static Compiled {
    static COMPILED: OnceLock<Compiled> = OnceLock::new();
    COMPILED.get_or_init(|| Compiled {
        patterns: Patterns::compile(lexicon),
        specs: lexicon.relations().collect(),
    })
}

/// Sentences of more words than this are not read.
const LONGEST: usize = 300;
/// Sentences of more bytes than this are not even parted into words.
pub(crate) const LONGEST_TEXT: usize = 4000;
/// Headings of more bytes than this name nothing.
pub(crate) const HEADING: usize = 200;
impl Extractor {
    #[must_use]
    pub fn new(lexicon: &'static Lexicon) -> Self {
        Extractor { lexicon }
    }

    /// The facts of a telling, in the order of its text.
    #[must_use]
    pub fn extract(&self, telling: &Telling<'_>) -> Extraction {
        let mut out = Extraction::default();
        // Dates are read once, and only where a fact asks.
        let mut stated: Option<dates::Stated> = None;
        let mut scene = Scene::new(telling.text, telling.kind, telling.known_subjects);
        scene.anothers_letter = speaker::signed_by_another(telling.text, &scene);
        let mut places: Vec<Place> = Vec::new();
        for (number, block) in block::blocks(telling.text).iter().enumerate() {
            self.block(block, telling, &mut stated, &mut scene, &mut out);
            // A sentence may take back what one before it told.
            places.truncate(out.facts.len());
            places.resize(out.facts.len(), Place { block: number, release: block.release, item: block.item });
        }
        if !out.facts.is_empty() {
            document::reconcile(&mut out.facts, &places, telling.text);
        }
        out
    }

    /// The keys whose value is the gap of a statement made from a question, with their scores.
    pub(crate) fn gaps(
        &self,
        statement: &str,
        known: &dyn KnownSubjects,
    ) -> Vec<(i32, crate::query::CandidateKey)> {
        let mut scene = Scene::new(statement, "note", known);
        let tokens = token::tokens(statement, 0);
        let mut out = Extraction::default();
        self.candidates(&tokens, &mut scene, &mut out)
            .into_iter()
            .filter(|c| {
                c.op == FoundOp::Assert
                    && tokens[c.object.0..c.object.1].iter().any(|t| t.shape == token::Shape::Hole)
            })
            .filter(|c| !c.subject.text.contains(crate::rephrase::GAP))
            .map(|c| (c.score, (c.subject.text, c.relation.name().to_owned(), c.scope)))
            .collect()
    }

    fn block(
        &self,
        block: &Block,
        telling: &Telling<'_>,
        stated: &mut Option<dates::Stated>,
        scene: &mut Scene<'_>,
        out: &mut Extraction,
    ) {
        let named = |span: Option<(usize, usize)>, scene: &Scene<'_>| {
            span.filter(|(a, b)| b - a <= HEADING).map(|(a, b)| {
                crate::work::steps(b - a);
                let words = token::tokens(&telling.text[a..b], a);
                subject::resolve(&words, 0, words.len(), scene).unwrap_or_else(|| scene.default())
            })
        };
        let topic = named(block.subject, scene);
        scene.heading = topic;
        scene.card = None;
        scene.environment = block.scope.and_then(|(a, b)| crate::outline::environment(&telling.text[a..b]));
        let theirs = block.voice.is_some_and(|(a, b)| !speaker::is_keeper(&telling.text[a..b], scene));
        let theirs = theirs || scene.anothers_letter;
        scene.speech = if theirs { block.span } else { (0, 0) };
        if let Some(reason) = block.kind.untold() {
            out.skipped.push(Skipped { span: block.span, reason });
            return;
        }
        if let (BlockKind::Cell, Some(header)) = (block.kind, block.header) {
            let holder = named(block.holder, scene);
            let before = out.facts.len();
            self.cell(block.span, header, holder, telling, scene, out);
            return if theirs {
                speaker::leave(&mut out.facts, before)
            };
        }
        for (a, b) in sentence::sentences(telling.text, block.span.0, block.span.1) {
            self.sentence((a, b), block.span.1, telling, stated, scene, out);
        }
    }

    fn sentence(
        &self,
        span: (usize, usize),
        block_end: usize,
        telling: &Telling<'_>,
        stated: &mut Option<dates::Stated>,
        scene: &mut Scene<'_>,
        out: &mut Extraction,
    ) {
        if span.1 - span.0 > LONGEST_TEXT {
            out.skipped.push(Skipped { span, reason: "too long" });
            return;
        }
        let text = &telling.text[span.0..span.1];
        let tokens = token::tokens(text, span.0);
        if tokens.is_empty() {
            return;
        }
        // Nobody tells a fact in so many words; a pasted line would only cost time.
        if tokens.len() > LONGEST {
            out.skipped.push(Skipped { span, reason: "too long" });
            return;
        }
        if correction::takes_back(&tokens) {
            let (from, to) = scene.before;
            while out.facts.last().is_some_and(|f| f.span.0 >= from && f.span.1 <= to) {
                out.facts.pop();
            }
            out.skipped.push(Skipped { span, reason: "correction" });
            return;
        }
        scene.correcting = correction::corrects(&tokens);
        scene.before = span;
        // The "I" of a line of conversation is its speaker's.
        let mut spoken = 0;
        match speaker::voice(&tokens, scene) {
            Some(Voice::Other) => scene.speech = (span.0, block_end),
            Some(Voice::Keeper(label)) => {
                spoken = label;
                scene.speech = (0, 0);
                // "me: busy with the parser", in notes that are a team's too.
                if tokens[..label].iter().any(|t| t.any(&["me", "myself"])) {
                    scene.topic = Some(Subject::user());
                }
            }
            None => {}
        }
        let theirs = scene.speech.0 <= span.0 && span.1 <= scene.speech.1;
        if theirs && speaker::first_person(&tokens) {
            out.skipped.push(Skipped { span, reason: "quotation" });
            return;
        }
        let tokens = tokens.get(spoken..).unwrap_or_default();
        let spelled = (spoken == 0).then(|| crate::spelled::written_out(tokens)).flatten();
        let tokens = spelled.as_deref().unwrap_or(tokens);
        // "I can confirm that …": the frame says nothing, what it frames is told.
        let framed = vouch::frame(tokens);
        let tokens = tokens.get(framed..).unwrap_or_default();
        let marked = if framed + spoken == 0 { vouch::marked(tokens, text) } else { 0 };
        let tokens = tokens.get(marked..).unwrap_or_default();
        // "I've lost 10 pounds so far, do you have any tips?": what stands before the asking is told.
        let asked = asked::begins(tokens);
        let tokens = tokens.get(..asked.unwrap_or(tokens.len())).unwrap_or_default();
        let end = asked.and_then(|_| tokens.last()).map_or(span.1, |t| t.span.1);
        let text = tokens.first().map_or(text, |t| &telling.text[t.span.0..end]);
        let ordered = || request::is_step(tokens, text, telling, span.0).then_some("request");
        if let Some(reason) =
            gate::sentence_act(tokens, text).or_else(|| vouch::unvouched(tokens)).or_else(ordered)
        {
            out.skipped.push(Skipped { span, reason });
            return;
        }
        scene.since = scene.clause;
        scene.apart = apart::spans(tokens);
        let before = out.facts.len();
        let plain = plainly::put(tokens, scene);
        if plain.is_empty() {
            self.statement(tokens, None, telling, stated, scene, out);
        }
        for part in &plain {
            self.statement(&part.tokens, Some(part), telling, stated, scene, out);
        }
        supplant::take(tokens, before, telling, stated, scene, out);
        stated::take(self.lexicon, tokens, before, telling, stated, scene, out);
        together::settle(tokens, before, scene, &mut out.facts);
        partial::settle(tokens, before, scene, &mut out.facts);
        inexact::settle(tokens, before, scene, &mut out.facts);
        outgoing::settle(tokens, before, scene, &mut out.facts);
        if theirs {
            speaker::leave(&mut out.facts, before);
        }
        scene.mentioned = supplant::mentioned(tokens, scene);
    }

    /// The facts of one statement, as it stands or as a sentence comes to it.
    fn statement(
        &self,
        tokens: &[Token<'_>],
        plain: Option<&Plain<'_>>,
        telling: &Telling<'_>,
        stated: &mut Option<dates::Stated>,
        scene: &mut Scene<'_>,
        out: &mut Extraction,
    ) {
        let told = scene.announced.take().and_then(|a| announce::told(a, tokens));
        scene.announced = announce::read(self.lexicon, tokens, scene);
        let mut candidates = match told {
            Some(told) => vec![told],
            None => self.candidates(tokens, scene, out),
        };
        sift::sift(tokens, scene, &mut candidates);
        if let Some(plain) = plain {
            candidates.iter_mut().for_each(|c| plain.place(c));
        }
        if !candidates.is_empty() && stated.is_none() {
            *stated = Some(dates::Stated::read(telling));
        }
        let mut facts: Vec<FoundFact> = {
            let clauses: Vec<(usize, usize)> = candidates.iter().map(|c| clause_span(c, tokens)).collect();
            let around = Around { clauses: &clauses, apart: &scene.apart };
            candidates.into_iter().map(|c| fact(c, tokens, telling, stated.as_ref(), around)).collect()
        };
        // A default of nothing named is one of many.
        for fact in facts.iter_mut().filter(|f| f.relation == "default_value") {
            fact.closes &= !matches!(fact.subject.as_str(), "user" | "project");
        }
        facts.retain(|f| f.rule != nominal::PAST || f.valid_from.is_some() && f.valid_to.is_some());
        facts.retain(|f| f.rule != BYGONE || f.valid_to.is_some() && f.op == FoundOp::Assert);
        for fact in facts.iter_mut().filter(|f| matches!(f.rule, nominal::PAST | BYGONE)) {
            fact.window = true;
            fact.closes = false;
            if fact.valid_from.is_none() {
                fact.valid_from_source = ValidFromSource::Unknown;
            }
        }
        facts.sort_by_key(|f| (f.object_span, f.subject.clone()));
        if scene.correcting {
            out.facts.extend(correction::voids(&facts, scene.known));
        }
        let told: Vec<String> = facts.iter().map(|f| f.subject.clone()).collect();
        out.facts.extend(facts);
        scene.card = scene.topic.take().filter(|t| told.contains(&t.text)).or(scene.card.take());
        scene.running = None;
    }

    /// The chosen readings of one sentence.
    fn candidates(
        &self,
        tokens: &[Token<'_>],
        scene: &mut Scene<'_>,
        out: &mut Extraction,
    ) -> Vec<Candidate> {
        let segments = sentence::segments(tokens);
        let mut chosen: Vec<Candidate> = Vec::new();
        let mut label: Option<(usize, usize)> = None;
        let mut outer = scene.topic.clone();
        let mut environment = scene.environment.clone();
        let mut container: Option<String> = None;
        let spoken_of = (scene.named.len(), scene.running.clone(), scene.topic.clone());
        for (n, segment) in segments.iter().enumerate() {
            let next = segments.get(n + 1).map(|s| s.lead);
            // "canary: set the replicas of web to 1": where the order holds.
            let ordered = segments
                .get(n + 1)
                .is_some_and(|s| tokens[s.lo].verb.is_some_and(|v| v.base && words::is_change(v.lemma)));
            let whole = segment.hi == segment.lo + 1 && words::is_environment(&tokens[segment.lo].lower);
            if n == 0 && next == Some(Lead::Colon) && whole && ordered {
                environment = Some(tokens[segment.lo].lower.clone());
                continue;
            }
            if next == Some(Lead::Colon) {
                outer.clone_from(&scene.topic);
                label = Some((segment.lo, segment.hi)).filter(|_| !tags(tokens, segment));
                scene.topic = topic(tokens, segment, scene);
                let one = n == 0 && segment.hi - segment.lo == 1;
                if one || tags(tokens, segment) || !sentence::has_verb(tokens, segment.lo, segment.hi) {
                    continue;
                }
            } else if n == 0
                && next == Some(Lead::Dash)
                && !attribute::lookup(self.lexicon, tokens, segment.lo, segment.hi).is_empty()
                && segments.get(n + 2).is_none_or(|s| s.lead != Lead::Dash)
            {
                // "**Queue** — RabbitMQ"
                outer.clone_from(&scene.topic);
                label = Some((segment.lo, segment.hi));
                continue;
            } else if n == 0
                && matches!(next, Some(Lead::Dash | Lead::Aside | Lead::Comma))
                && bare_name(tokens, segment)
            {
                let resumed = next == Some(Lead::Aside)
                    && segments.get(n + 2).is_some_and(|s| opens_with_verb(tokens, s));
                // "Okafor, ext. 3310"
                let card = next == Some(Lead::Comma)
                    && phrase::proper_name_end(tokens, segment.lo, segment.hi) == segment.hi;
                // "**relay** (port 8443)", "relay-api (port 8443)"
                let listed = next == Some(Lead::Aside) && topic::is_listed(tokens, segment, scene.text);
                if next == Some(Lead::Dash) || resumed || card || listed {
                    scene.topic = topic(tokens, segment, scene);
                    if resumed {
                        recall::cited(tokens, &segments[n + 1], scene);
                    }
                    continue;
                }
            }
            // "the sextant (item 40) is in the tower": the subject stands before the aside.
            let aside =
                next == Some(Lead::Aside) && segments.get(n + 2).is_some_and(|s| opens_with_verb(tokens, s));
            if aside && n > 0 && !sentence::has_verb(tokens, segment.lo, segment.hi) {
                scene.topic = topic(tokens, segment, scene);
                recall::cited(tokens, &segments[n + 1], scene);
                continue;
            }
            // "My boss, Vera Stein, is based in Turin": the subject stands before the apposition.
            if n > 1 && vouch::apposed(tokens, &segments[n - 2..=n]) {
                let named = &segments[n - 2];
                match subject::resolve(tokens, named.lo, named.hi, scene) {
                    Some(subject) => scene.topic = Some(subject),
                    None => continue,
                }
            }
            if n > 1 && vouch::interjects(tokens, &segments[n - 1]) && opens_with_verb(tokens, segment) {
                continue;
            }
            let own_label = match segment.lead {
                Lead::Colon | Lead::Dash => label.take(),
                // "weekend price of the sauna, 15 an hour"
                Lead::Comma if n > 0 && chosen.is_empty() => {
                    label::attribute_before(self.lexicon, tokens, &segments[n - 1], scene)
                }
                _ => None,
            };
            if let Some(found) = lone_environment(tokens, segment) {
                environment = Some(found);
                continue;
            }
            if n == 0
                && next == Some(Lead::Comma)
                && let Some(found) = topic::lone_container(tokens, segment, scene.text)
            {
                container = Some(found.to_owned());
                continue;
            }
            if let Some(found) = repair::price_after(self.lexicon, tokens, &segments, n, scene) {
                chosen.push(found);
                continue;
            }
            if segment.lead != Lead::Start && repair::continues(&mut chosen, tokens, &segments, n) {
                continue;
            }
            if let Some(found) = repair::contact_aside(self.lexicon, tokens, &segments, n, scene) {
                chosen.push(found);
                continue;
            }
            let found = self.segment(tokens, segment, own_label.map(|l| (l, &outer)), scene, out);
            // A label that named the relation is no topic for what follows.
            if own_label.is_some() && found.iter().any(|c| c.rule == "label") {
                scene.topic.clone_from(&outer);
            }
            for mut candidate in found {
                if let Some(container) =
                    container.as_ref().filter(|c| !candidate.subject.text.ends_with(c.as_str()))
                {
                    holder::contained(&mut candidate, container);
                }
                repair::name_aside(&mut candidate, tokens, &segments, n);
                if candidate.scope.is_none() && holder::takes_environment(&candidate) {
                    candidate.scope.clone_from(&environment);
                }
                chosen.push(candidate);
            }
        }
        restate::read(self, tokens, &segments, &spoken_of, scene, &mut chosen);
        gapped::read(tokens, &segments, scene, &mut chosen);
        exchange::read(tokens, &segments, scene, &mut chosen);
        condition::around(tokens, &segments, scene, &mut chosen);
        chosen
    }

    fn segment(
        &self,
        tokens: &[Token<'_>],
        segment: &Segment,
        label: Option<((usize, usize), &Option<Subject>)>,
        scene: &mut Scene<'_>,
        out: &mut Extraction,
    ) -> Vec<Candidate> {
        let mut chosen = Vec::new();
        if tokens[segment.lo].is("not")
            && segment.lead != Lead::Start
            && !sentence::has_verb(tokens, segment.lo, segment.hi)
        {
            return chosen;
        }
        for (i, (lo, hi)) in sentence::clauses(tokens, segment.lo, segment.hi).into_iter().enumerate() {
            scene.clause += 1;
            let conditional = tokens.get(hi).is_some_and(|t| t.any(&["if", "unless"]) && t.text != "IF");
            if conditional && !offer::is_offer(tokens, hi) {
                out.skipped.push(Skipped {
                    span: (tokens[lo].span.0, tokens[hi - 1].span.1),
                    reason: "hypothetical",
                });
                continue;
            }
            let cues = match cue::clause_cues(tokens, lo, hi) {
                Ok(cues) => cues,
                Err(reason) => {
                    out.skipped.push(Skipped { span: (tokens[lo].span.0, tokens[hi - 1].span.1), reason });
                    if reason == "plan" {
                        let clause = Clause { lexicon: self.lexicon, tokens, lo, hi, cues: Cues::default() };
                        chosen.extend(own::presupposed(&clause, scene));
                    }
                    continue;
                }
            };
            let label = label.filter(|_| i == 0);
            mention::note_doer(tokens, segment.lo, lo, scene);
            let found = self.clause(tokens, lo, hi, cues, label, scene);
            mention::note_subjects(&found, tokens, lo, hi, scene);
            chosen.extend(found);
        }
        chosen
    }
}
