//! Where somebody keeps a thing: "I keep my old sneakers under the bed", "I moved the painting above
//! the sofa", "the spare key is under the flower pot". The thing is the subject, the place its
//! location. Meetings and files move too: only places of a home or a workplace, and proper names,
//! are read.

use std::sync::OnceLock;

use rustc_hash::FxHashSet;

use super::{doer, pointed};
use crate::candidate::{Candidate, Relation};
use crate::measure;
use crate::nominal::{Clause, push};
use crate::phrase::{self, noun_phrase_end};
use crate::scene::Scene;
use crate::subject::{self, Class};
use crate::token::Token;
use crate::value::Read;
use crate::words;

pub(super) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo..c.hi {
        let Some(form) = c.tokens[at].verb else { continue };
        if form.lemma == "be" {
            lies(c, at, scene, out);
        } else if puts(form.lemma) && !(form.past && form.lemma == "keep" && !form.participle) {
            kept(c, at, scene, out);
        }
    }
}

fn puts(lemma: &str) -> bool {
    matches!(
        lemma,
        "keep"
            | "store"
            | "put"
            | "stash"
            | "hang"
            | "hide"
            | "move"
            | "place"
            | "park"
            | "tuck"
            | "stow"
            | "display"
            | "mount"
            | "shelve"
            | "leave"
    )
}

/// "I've been keeping them under my bed"
fn kept(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    if c.tokens[at].is("left") {
        return;
    }
    let Some(spec) = c.lexicon.get("location") else { return };
    let mut end = noun_phrase_end(c.tokens, at + 1, c.hi);
    // "my plants next to the window"
    if end > at + 2
        && c.tokens[end - 1].any(&["next", "close"])
        && c.tokens[..c.hi].get(end).is_some_and(|t| t.is("to"))
    {
        end -= 1;
    }
    let named = end > at + 1;
    let stands = c.tokens[..c.hi].get(at + 1).is_some_and(|t| t.any(&["it", "them"]));
    if !named && !stands {
        return;
    }
    let Some((read, led)) = place(c, if named { end } else { at + 2 }) else { return };
    let moved = matches!(c.tokens[at].verb.map_or("", |v| v.lemma), "move" | "put" | "hang" | "place");
    if led == "to" && !moved || doer(c, at, scene).is_none() {
        return;
    }
    let owned = |t: &Token<'_>| words::is_possessive(&t.lower) || t.any(&["the", "all"]);
    let subject = if named {
        Some(())
            .filter(|()| owned(&c.tokens[at + 1]))
            .and_then(|()| subject::resolve(c.tokens, at + 1, end, scene))
    } else {
        pointed(c, at, scene, |tokens, lo, hi| subject::resolve(tokens, lo, hi, scene))
    };
    if let Some(subject) =
        subject.filter(|s| !matches!(s.class, Class::Person | Class::Event | Class::Project))
    {
        push(c, subject, Relation::Known(spec), None, read, 10, "kept", out);
    }
}

/// "the spare key is under the blue flower pot"
fn lies(c: &Clause<'_, '_>, at: usize, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let token = &c.tokens[at];
    if !(token.any(&["is", "are", "'s"]) && at > c.lo) {
        return;
    }
    let Some(spec) = c.lexicon.get("location") else { return };
    let mut from = at + 1;
    while c.tokens[..c.hi].get(from).is_some_and(|t| {
        crate::matching::skippable(t)
            || t.any(&["kept", "stored", "hanging", "parked", "hidden", "lying", "sitting", "stashed"])
    }) {
        from += 1;
    }
    let Some((read, led)) = place(c, from) else { return };
    let cleaned = subject::clean(c.tokens, c.lo, at);
    let definite = c.tokens[..at].get(cleaned.lo).is_some_and(|t| {
        // "ladder is in the garage", jotted down
        let jotted = cleaned.lo == 0
            && cleaned.hi == 1
            && scene.is_talk()
            && t.verb.is_none()
            && !words::is_pronoun(&t.lower);
        t.any(&["the", "my", "our"]) || jotted || t.capital() && c.lo == 0 && cleaned.hi > cleaned.lo + 1
    });
    if led == "to" || !definite || crate::habit::verb_inside(c.tokens, cleaned.lo, cleaned.hi) {
        return;
    }
    if let Some(subject) = subject::resolve(c.tokens, cleaned.lo, cleaned.hi, scene)
        && matches!(subject.class, Class::Thing)
    {
        push(c, subject, Relation::Known(spec), None, read, 8, "lies", out);
    }
}

/// The place after a preposition at `at`: with the preposition where that says where in it.
fn place(c: &Clause<'_, '_>, at: usize) -> Option<(Read, &'static str)> {
    // "the painting by Emma above my bed"
    let mut at = at;
    if c.tokens[..c.hi].get(at).is_some_and(|t| t.is("by"))
        && c.tokens.get(at + 1).is_some_and(Token::capital)
    {
        at = phrase::proper_name_end(c.tokens, at + 1, c.hi);
    }
    let token = c.tokens[..c.hi].get(at)?;
    let next = c.tokens[..c.hi].get(at + 1)?;
    let (from, inside, led) =
        if token.any(&["next", "close"]) && next.is("to") || token.is("inside") && next.is("of") {
            (at + 2, false, "by")
        } else if token.any(&["in", "on", "at", "inside"]) {
            (at + 1, true, "in")
        } else if token.any(&["to", "into", "onto"]) {
            (at + 1, true, "to")
        } else if token.any(&[
            "under",
            "above",
            "behind",
            "over",
            "beneath",
            "below",
            "beside",
            "near",
            "underneath",
            "between",
        ]) {
            (at + 1, false, "by")
        } else {
            return None;
        };
    if measure::date_end(c.tokens, from, c.hi).is_some() {
        return None;
    }
    let mut end = noun_phrase_end(c.tokens, from, c.hi);
    let head = end.checked_sub(1).filter(|h| *h >= from)?;
    let named =
        c.tokens[from].capital() && phrase::proper_name_end(c.tokens, from, c.hi) == end && led != "to";
    if !(is_spot(&c.tokens[head].lower) || named && inside) {
        return None;
    }
    // "in a shoe rack in my closet"
    if c.tokens[..c.hi]
        .get(end)
        .is_some_and(|t| t.any(&["in", "on", "at", "of", "by", "under", "behind", "next"]))
    {
        let from = end + 1 + usize::from(c.tokens[end].is("next"));
        let more = noun_phrase_end(c.tokens, from, c.hi);
        if more > from && is_spot(&c.tokens[more - 1].lower) {
            end = more;
        }
    }
    let start = if inside { from } else { at };
    Some((Read { start, end, strong: true }, led))
}

/// Nouns of places in and around a house, an office, a bag.
fn is_spot(word: &str) -> bool {
    static SPOTS: OnceLock<FxHashSet<&'static str>> = OnceLock::new();
    let spots = SPOTS.get_or_init(|| WORDS.split_whitespace().collect());
    spots.contains(words::singular(word).as_str())
}

const WORDS: &str = "\
    attic basement cellar garage shed closet wardrobe cupboard cabinet drawer shelf rack bookshelf \
    bookcase box bin basket bag backpack suitcase trunk boot glovebox safe vault locker desk table \
    nightstand dresser bed sofa couch chair bench kitchen bathroom bedroom hallway hall corridor \
    pantry fridge freezer oven counter sink room livingroom office studio loft balcony terrace \
    garden yard porch lobby entrance door window wall floor ceiling corner fireplace mantelpiece \
    piano doormat mat pot bucket jar tin folder binder envelope pocket purse wallet car van barn \
    greenhouse storage warehouse lab workshop mudroom foyer laundry stair staircase hook stand tray \
    crate chest container unit tv mirror lamp radiator shelves cabinetry bowl nursery den cabin \
    house flat apartment home lot driveway carport dock \
    ";
