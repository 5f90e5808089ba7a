//! Table cells: the header names the attribute, the row its subject. Where a table stands is
//! [`crate::block`]'s.

use crate::attribute;
use crate::attribute_value;
use crate::candidate::{Candidate, ENOUGH};
use crate::dates::Around;
use crate::extractor::{Extractor, HEADING, LONGEST_TEXT};
use crate::fact::{Extraction, FoundOp, Telling};
use crate::finding::fact;
use crate::lexicon::RelationSpec;
use crate::scene::Scene;
use crate::subject::Subject;
use crate::token;
use crate::value::Read;

impl Extractor {
    /// A table cell: the header names the attribute, the row its subject; `holder` is what the
    /// headings above the table name.
    pub(crate) fn cell(
        &self,
        span: (usize, usize),
        header: (usize, usize),
        holder: Option<Subject>,
        telling: &Telling<'_>,
        scene: &mut Scene<'_>,
        out: &mut Extraction,
    ) {
        if header.1 - header.0 > HEADING || span.1 - span.0 > LONGEST_TEXT {
            return;
        }
        let head = token::tokens(&telling.text[header.0..header.1], header.0);
        let value = token::tokens(&telling.text[span.0..span.1], span.0);
        if head.is_empty() || value.is_empty() || crate::standing::nothing(&value) {
            return;
        }
        // Columns of environments: the row names the attribute then, and what holds the table the thing.
        let across = head.len() == 1 && crate::words::is_environment(&head[0].lower);
        let place = scene.heading.as_ref().and_then(|s| crate::outline::environment(&s.text));
        let row = Scene {
            topic: if across || place.is_some() { None } else { scene.heading.clone() },
            heading: None,
            running: None,
            ..scene.clone()
        };
        let named = scene.heading.as_ref().map(|s| s.text.clone()).unwrap_or_default();
        let first = token::tokens(&named, 0);
        let attribute = if across { &first } else { &head };
        let Some(mut a) = attribute::read(self.lexicon, attribute, 0, attribute.len(), &row) else { return };
        let told = attribute_value::value_for(&a, &value, 0, value.len(), &row);
        // "Role: mail": a short cell is what its header says, whatever that names elsewhere.
        let short = value.len() <= 3
            && value.iter().all(|t| t.is_content() && t.shape == token::Shape::Word && t.verb.is_none())
            && !attribute_value::vacuous(&value, Read { start: 0, end: value.len(), strong: true })
            && head.len() == 1
            && scene.heading.is_some();
        let open = || short.then(|| (a.open(), Read { start: 0, end: value.len(), strong: true }, ENOUGH));
        let Some((relation, read, score)) = told.or_else(open) else { return };
        let subject = match (&scene.heading, across) {
            (_, true) if a.known.is_empty() => return,
            (_, true) => {
                a.scope = Some(head[0].lower.clone());
                holder.unwrap_or_else(|| a.subject.clone())
            }
            // A row of an environment tells of what holds the table.
            (Some(_), false) if place.is_some() => {
                a.scope.clone_from(&place);
                holder.unwrap_or_else(|| a.subject.clone())
            }
            (Some(subject), false) => subject.clone(),
            (None, false) => a.subject.clone(),
        };
        let candidate = Candidate {
            subject,
            set_valued: relation.spec().is_some_and(RelationSpec::set_valued),
            relation,
            scope: a.scope.or_else(|| scene.environment.clone()),
            object: (read.start, value.len().max(read.end)),
            object_text: None,
            op: FoundOp::Assert,
            score: score + 2,
            rule: "table",
            clause: (0, value.len()),
        };
        if candidate.score >= ENOUGH {
            out.facts.push(fact(candidate, &value, telling, None, Around::default()));
        }
    }
}
