//! A figure before what it measures, and then of what: "24h ttl for avatars", "a 10 MB size limit on
//! attachments". Whose it is stands after "for" or "on", else it is the topic's.

use crate::candidate::{Candidate, Relation, is_figure};
use crate::juxtaposed::attribute_words;
use crate::lexicon::RelationSpec;
use crate::measure;
use crate::nominal::{self, Clause};
use crate::phrase::noun_phrase_end;
use crate::scene::Scene;
use crate::subject::{self, Class};
use crate::value::{self, Read};
use crate::words;

/// Verbs that only put such a figure in place.
const PUTS: [&str; 9] = ["set", "use", "add", "apply", "enforce", "introduce", "give", "put", "make"];

/// Adds the reading of a clause.
pub(crate) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    if c.cues.negated || c.cues.ends {
        return;
    }
    let mut at = c.lo;
    at += usize::from(c.tokens[at].any(&PUTS) && c.hi - at > 3);
    while at + 1 < c.hi && (words::is_determiner(&c.tokens[at].lower) || c.tokens[at].any(&["now", "only"])) {
        at += 1;
    }
    let Some(m) = measure::measure(c.tokens, at, c.hi) else { return };
    let Some((spec, end, read)) =
        (m.end + 1..=c.hi.min(m.end + 3)).rev().find_map(|end| named(c, at, m.end, end))
    else {
        return;
    };
    let subject = if end == c.hi {
        scene.missing()
    } else {
        let link = c.tokens[end].any(&["for", "on", "of"]);
        let whole = noun_phrase_end(c.tokens, end + 1, c.hi);
        let told =
            link && whole > end + 1 && (whole..c.hi).all(|i| c.tokens[i].any(&["now", "again", "too"]));
        if !told || measure::date_end(c.tokens, end + 1, c.hi).is_some() {
            return;
        }
        let Some(subject) = subject::resolve(c.tokens, end + 1, whole, scene) else { return };
        subject
    };
    if matches!(subject.class, Class::Person | Class::Event) {
        return;
    }
    nominal::push(c, subject, Relation::Known(spec), None, read, 12, "fronted", out);
}

/// What the words `from..end` name, where the figure before them is one of its values.
fn named(
    c: &Clause<'_, '_>,
    at: usize,
    from: usize,
    end: usize,
) -> Option<(&'static RelationSpec, usize, Read)> {
    attribute_words(c, from, end).into_iter().find_map(|spec| {
        let fits = is_figure(spec.value_type) && matches!(spec.domain, "ops" | "api") && !spec.set_valued();
        let read = value::read(spec.value_type, c.tokens, at, from)?;
        (fits && read.strong && read.end == from).then_some((spec, end, read))
    })
}
