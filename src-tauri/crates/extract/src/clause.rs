//! The readings of one clause: every template in turn, what is asked of their readings, and the
//! best of each stretch of words. How a sentence parts into clauses is [`crate::extractor`]'s.

use crate::amend;
use crate::bearing;
use crate::built_on;
use crate::callings;
use crate::candidate::{Candidate, ENOUGH, Relation};
use crate::card;
use crate::change;
use crate::choose;
use crate::compound;
use crate::condition;
use crate::cue::Cues;
use crate::duties;
use crate::enumeration;
use crate::extractor::{Extractor, compiled};
use crate::fact::FoundOp;
use crate::figures;
use crate::fronted;
use crate::groups;
use crate::guard;
use crate::habit::names_relation;
use crate::juxtaposed;
use crate::knob;
use crate::label;
use crate::life;
use crate::moment;
use crate::nominal::{self, Clause};
use crate::open;
use crate::outgoing;
use crate::own;
use crate::part_version;
use crate::particulars;
use crate::phrase;
use crate::possession;
use crate::product_version;
use crate::recall;
use crate::roles;
use crate::scene::Scene;
use crate::shifted;
use crate::some_days;
use crate::subject::{Class, Subject};
use crate::taken;
use crate::terse;
use crate::timetable;
use crate::token::Token;
use crate::uses;
use crate::value::ValueType;
use crate::verbal;

impl Extractor {
    /// The readings of one clause, the best of each stretch of words.
    pub(crate) fn clause(
        &self,
        tokens: &[Token<'_>],
        lo: usize,
        hi: usize,
        cues: Cues,
        label: Option<((usize, usize), &Option<Subject>)>,
        scene: &Scene<'_>,
    ) -> Vec<Candidate> {
        let compiled = compiled(self.lexicon);
        crate::work::steps((hi - lo) * (hi - lo));
        let clause = Clause { lexicon: self.lexicon, tokens, lo, hi, cues };
        let mut found = Vec::new();
        verbal::read(&compiled.patterns, &compiled.specs, tokens, (lo, hi), cues, scene, &mut found);
        nominal::copulas(&clause, scene, &mut found);
        juxtaposed::juxtaposed(&clause, scene, &mut found);
        nominal::placed(&clause, scene, &mut found);
        nominal::chosen_as(&clause, scene, &mut found);
        nominal::used_as(&clause, scene, &mut found);
        possession::possessions(&clause, scene, &mut found);
        juxtaposed::measured(&clause, scene, &mut found);
        possession::in_passing(&clause, scene, &mut found);
        possession::appointments(&clause, scene, &mut found);
        change::read(&clause, scene, &mut found);
        change::transitions(&clause, scene, &mut found);
        change::moves(&clause, scene, &mut found);
        change::causatives(&clause, scene, &mut found);
        product_version::versions(&clause, scene, &mut found);
        part_version::read(&clause, scene, &mut found);
        roles::read(&clause, scene, &mut found);
        terse::read(&clause, scene, &mut found);
        moment::read(&clause, scene, &mut found);
        card::read(&clause, scene, &mut found);
        fronted::read(&clause, scene, &mut found);
        taken::read(&clause, scene, &mut found);
        callings::read(&clause, scene, &mut found);
        duties::read(&clause, scene, &mut found);
        uses::read(&clause, scene, &mut found);
        own::read(&clause, scene, &mut found);
        life::read(&clause, scene, &mut found);
        timetable::read(&clause, scene, &mut found);
        figures::read(&clause, scene, &mut found);
        particulars::read(&clause, scene, &mut found);
        if let Some((label, outer)) = label {
            let before = Scene { topic: outer.clone(), ..scene.clone() };
            label::labelled(&clause, label, &before, &mut found);
        }
        for (owner, spec, kind, (a, b)) in compound::appositions(self.lexicon, tokens, lo, hi, scene) {
            found.push(Candidate {
                subject: owner,
                relation: Relation::Known(spec),
                scope: kind,
                object: (a, b),
                object_text: None,
                op: FoundOp::Assert,
                set_valued: spec.set_valued(),
                score: 11,
                rule: "apposition",
                clause: (lo, hi),
            });
        }
        knob::read(&clause, scene, &mut found);
        outgoing::read(&clause, scene, &mut found);
        groups::read(&clause, scene, &mut found);
        built_on::read(&clause, scene, &mut found);
        bearing::read(&clause, scene, &mut found);
        amend::read(&clause, scene, &mut found);
        if found.iter().all(|c| c.score < ENOUGH) {
            open::verbs(&clause, scene, &mut found);
        }
        // "Jonah attends St Brigid's": a school before an event.
        if found.iter().any(|f| f.relation.name() == "studies_at" && f.score >= ENOUGH) {
            found.retain(|f| f.relation.name() != "attendee" || f.subject.class == Class::Event);
        }
        recurring(&clause, &mut found);
        for candidate in found.iter_mut().filter(|c| c.relation.name() == "phone") {
            // A number of few figures is an extension, however it is told.
            let figures: usize = tokens[candidate.object.0..candidate.object.1]
                .iter()
                .map(|t| t.text.bytes().filter(u8::is_ascii_digit).count())
                .sum();
            if (1..7).contains(&figures) {
                candidate.scope = Some("extension".to_owned());
            }
        }
        // "trunk is the default branch": what a relation is called is no value of it.
        found.retain(|c| {
            let name = c.relation.name();
            let value = || phrase::written(scene.text, tokens, c.object.0, c.object.1).0.to_lowercase();
            c.object_text.is_some() || !name.contains('_') || value().replace(' ', "_") != name
        });
        for candidate in &mut found {
            enumeration::together(candidate, tokens, hi);
            some_days::scope(candidate, &clause);
        }
        found.iter_mut().for_each(|candidate| recall::meets(candidate, scene));
        guard::weigh(&clause, scene, &mut found);
        condition::settle(&clause, scene, &mut found);
        recall::read(&clause, scene, &mut found);
        shifted::read(&clause, scene, &mut found);
        for candidate in &mut found {
            if cues.never && candidate.op == FoundOp::Assert {
                candidate.op = FoundOp::Void;
            }
            self.place_version(candidate, &clause, scene);
            owner_of_named(candidate, scene);
            recall::settle(candidate, tokens, scene);
        }
        // "Otter 3.2.1 was released": which is the newest, and no state of it.
        if found.iter().any(|f| f.rule == "released") {
            found.retain(|f| f.relation.name() != "status" || f.rule == "released");
        }
        choose::best(found, tokens)
    }

    /// A version belongs to the product in what holds it.
    fn place_version(&self, candidate: &mut Candidate, clause: &Clause<'_, '_>, scene: &Scene<'_>) {
        if candidate.relation.name() != "version" || candidate.rule.ends_with("-version") {
            return;
        }
        if let Some(holder) = product_version::holder_after(clause, candidate.object.1, scene)
            .filter(|h| h.text != candidate.subject.text)
        {
            candidate.subject = product_version::contain(&candidate.subject.text, Some(&holder));
        }
    }
}

/// "bump version to 2", "ci: switch from A to B": the word before the value names the relation, and is
/// nobody's.
fn owner_of_named(candidate: &mut Candidate, scene: &Scene<'_>) {
    let Some(spec) = candidate.relation.spec() else { return };
    let told = ["verb", "change", "transition"].iter().any(|rule| candidate.rule.starts_with(rule));
    let own =
        matches!(spec.name, "version" | "license" | "coverage" | "deadline" | "start_date" | "end_date")
            || spec.name == "price" && !crate::compound::is_sum(&candidate.subject.text.to_lowercase())
            || matches!(spec.value_type, ValueType::Product) && spec.domain != "person";
    if told && own && names_relation(&candidate.subject.text, spec) {
        candidate.subject = scene.heading.clone().unwrap_or_else(|| scene.default_for(spec));
    }
}

/// "… every night at 01:30" after what is done says when.
fn recurring(c: &Clause<'_, '_>, found: &mut Vec<Candidate>) {
    let Some(first) = found
        .iter()
        .filter(|f| f.score >= ENOUGH && f.rule == "verb" && matches!(f.subject.class, Class::Thing))
        .max_by_key(|f| f.score)
        .cloned()
    else {
        return;
    };
    let at = first.object.1;
    let told = c.tokens[..c.hi]
        .get(at)
        .is_some_and(|t| t.any(&["every", "each", "daily", "weekly", "nightly", "hourly", "monthly"]));
    let Some(spec) = c.lexicon.get("schedule").filter(|s| told && first.relation.name() != s.name) else {
        return;
    };
    if let Some(read) = crate::value::read(spec.value_type, c.tokens, at, c.hi).filter(|r| r.strong) {
        found.push(Candidate {
            relation: Relation::Known(spec),
            object: (read.start, read.end),
            set_valued: false,
            score: 8,
            rule: "recurring",
            ..first
        });
    }
}
