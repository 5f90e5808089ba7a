//! Readings that lean on what is known already: a short form taken for the one name that it fits
//! ("the relay"), a value alone that fits one key of a named thing ("relay is on 587"), somebody
//! who takes charge of a known thing, a verb for a known agent noun ("Leonor tunes our piano").
//! Each needs exactly one key of the ledger that fits; two, and nothing is said.

use crate::attribute_value::ends_well;
use crate::candidate::{Candidate, ENOUGH, Relation, SURE, is_figure};
use crate::charge;
use crate::cue;
use crate::fact::FoundOp;
use crate::guard::UNSURE;
use crate::habit::verb_inside;
use crate::known::Held;
use crate::lexicon::{Lexicon, RelationSpec};
use crate::matching::skippable;
use crate::measure;
use crate::namelike;
use crate::nominal::Clause;
use crate::phrase::{self, is_boundary, noun_phrase_end};
use crate::scene::Scene;
use crate::sentence::Segment;
use crate::subject::{self, Class, Subject};
use crate::token::{self, Shape, Token};
use crate::value::{self, Read, ValueType};
use crate::words;

/// Adds the readings of a clause.
pub(crate) fn read(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    ellipsis(c, scene, out);
    if scene.known.is_empty() || c.cues.ends || c.cues.negated {
        return;
    }
    // "At night …", "Between 10 and 20 May …": some other time than now.
    let elsewhen = crate::circumstance::recurs(c) || c.tokens[c.lo].any(&["between", "during"]);
    if elsewhen || c.lo > 0 && c.tokens[0].any(&["between", "during"]) {
        return;
    }
    let before = out.len();
    stand_in(c, scene, out);
    charge::read(c, scene, out);
    // "is at Bosch today", "has the desk while she is away": for as long.
    if cue::for_now(c.tokens) {
        out.iter_mut().skip(before).for_each(|found| found.score = found.score.min(UNSURE));
    }
    turned_to(c, scene, out);
    pointed_back(c, scene, out);
    labelled_time(c, scene, out);
}

/// A known thing that a range of words names, exactly or by the one short form that fits.
pub(crate) fn known_subject(c: &Clause<'_, '_>, lo: usize, hi: usize, scene: &Scene<'_>) -> Option<Subject> {
    let cleaned = subject::clean(c.tokens, lo, hi);
    let (lo, hi) = (cleaned.lo, cleaned.hi);
    if lo >= hi
        || c.tokens[lo].any(&["a", "an", "another", "some", "any", "every", "each", "no"])
        || verb_inside(c.tokens, lo, hi)
        || c.tokens[lo..hi].iter().any(Token::is_punct)
    {
        return None;
    }
    let found = subject::resolve(c.tokens, lo, hi, scene)?;
    // "methods are now const": all of a kind, and not the ones spoken of.
    let general = hi - lo == 1
        && c.tokens[lo].shape == Shape::Word
        && !c.tokens[lo].capital()
        && c.tokens[lo].lower.ends_with('s')
        && lo.checked_sub(1).is_none_or(|b| !words::is_determiner(&c.tokens[b].lower));
    let known = settled(&found.text, scene)?;
    if general && known.contains(' ') {
        return None;
    }
    Some(known).map(|text| Subject { text, class: found.class })
}

/// The known name of a subject.
fn settled(text: &str, scene: &Scene<'_>) -> Option<String> {
    if matches!(text, "user" | "project") {
        return None;
    }
    let taken_up = || namelike::taken_up(scene.known, text).filter(|_| !is_identifier(text));
    scene.known.canonical(text).or_else(taken_up)
}

/// "the astrolabe (exh. 12)": a known name in the parentheses is the subject's.
pub(crate) fn cited(tokens: &[Token<'_>], aside: &Segment, scene: &mut Scene<'_>) {
    let (text, _) = phrase::written(scene.text, tokens, aside.lo, aside.hi);
    if let Some(name) = settled(text, scene) {
        scene.topic = Some(Subject { text: name, class: Class::Thing });
    }
}

/// A fair reading that meets a key there is, is a likely one; what its circumstances take from it is
/// weighed after.
pub(crate) fn meets(candidate: &mut Candidate, scene: &Scene<'_>) {
    let fair =
        (ENOUGH..SURE).contains(&candidate.score) && candidate.op == FoundOp::Assert && !candidate.set_valued;
    if !fair || scene.known.is_empty() {
        return;
    }
    let has = scene
        .known
        .held(&candidate.subject.text)
        .iter()
        .any(|h| h.relation == candidate.relation.name() && h.scope == candidate.scope);
    if has {
        candidate.score = SURE + 1;
    }
}

/// Takes a short form for the known name, where that name has the very key; and what nobody is
/// named for, for the one of speaker and project who has it.
pub(crate) fn settle(candidate: &mut Candidate, tokens: &[Token<'_>], scene: &Scene<'_>) {
    if scene.known.is_empty() {
        return;
    }
    let text = candidate.subject.text.as_str();
    let has_key = |subject: &str| {
        scene.known.held(subject).iter().any(|h| {
            h.relation == candidate.relation.name()
                && (h.scope == candidate.scope || candidate.scope.is_none())
        })
    };
    // A fair reading that meets a key there is, is a likely one.
    let fair = candidate.score > UNSURE && candidate.score < SURE;
    if fair && has_key(text) {
        candidate.score = SURE;
    }
    if let "user" | "project" = text {
        let other = if text == "user" { "project" } else { "user" };
        let personal = candidate.relation.spec().is_some_and(|s| s.domain == "person");
        if !personal && !has_key(text) && has_key(other) {
            other.clone_into(&mut candidate.subject.text);
        }
        return;
    }
    if scene.known.canonical(text).is_some() {
        same_date(candidate, scene);
        return;
    }
    let (lo, hi) = candidate.clause;
    let head = text.split(' ').next().unwrap_or(text).to_lowercase();
    let indefinite = tokens[lo..hi]
        .windows(2)
        .any(|w| w[0].any(&["a", "an", "another", "every", "each", "any", "some"]) && w[1].lower == head);
    if let Some(name) = namelike::taken_up(scene.known, text)
        && !indefinite
        && !is_identifier(text)
        && !cuts_identifier(&name, text)
        && has_key(&name)
    {
        candidate.subject.text = name;
    }
}

/// "ByteStrings" is no plural of "ByteString": code is named to the letter.
fn is_identifier(text: &str) -> bool {
    let inner = text.chars().skip(1).any(char::is_uppercase) && text.chars().any(char::is_lowercase);
    !text.contains(' ') && (inner || text.contains(['_', '(']) || text.contains("::"))
}

/// "cipher" is no short form of "stream-cipher": a hyphen binds the words of an identifier.
fn cuts_identifier(name: &str, form: &str) -> bool {
    let name = name.to_lowercase();
    let tail = name.strip_suffix(&form.to_lowercase());
    tail.is_some_and(|rest| rest.ends_with(['-', '_', '.', '/', ':']) && name.contains(' '))
}

/// A day told of a thing of which one day is known is that day, whatever it was called.
fn same_date(candidate: &mut Candidate, scene: &Scene<'_>) {
    let is_day = |name: &str| matches!(name, "deadline" | "event_date" | "start_date");
    if !is_day(candidate.relation.name()) || candidate.scope.is_some() {
        return;
    }
    let held = scene.known.held(&candidate.subject.text);
    let mut days = held.iter().filter(|h| is_day(&h.relation));
    if let (Some(day), None) = (days.next(), days.next())
        && day.scope.is_none()
        && let Some(spec) = Lexicon::built_in().get(&day.relation)
    {
        candidate.relation = Relation::Known(spec);
    }
}

/// The key of a held value and the new value at `at`, where the two are of one kind.
pub(crate) fn fits(
    held: &Held,
    lexicon: &'static Lexicon,
    tokens: &[Token<'_>],
    at: usize,
    hi: usize,
) -> Option<(Relation, Read)> {
    let spec = lexicon.get(&held.relation);
    if spec.is_some_and(RelationSpec::set_valued) {
        return None;
    }
    let old = token::tokens(&held.object, 0);
    let read = match spec.map(|s| s.value_type) {
        Some(kind)
            if is_figure(kind)
                && !matches!(kind, ValueType::Quantity | ValueType::Type | ValueType::Path) =>
        {
            value::read(kind, tokens, at, hi).filter(|r| r.strong)?
        }
        Some(
            kind @ (ValueType::Product | ValueType::Person | ValueType::Organisation | ValueType::Place),
        ) => value::read(kind, tokens, at, hi).filter(|r| r.strong && tokens[r.start].capital())?,
        Some(_) => alike(&old, tokens, at, hi, true)?,
        None => alike(&old, tokens, at, hi, false)?,
    };
    let whole = ends_well(tokens, read.end, hi)
        && measure::date_end(tokens, at, hi).is_none_or(|_| {
            spec.is_some_and(|s| {
                matches!(
                    s.value_type,
                    ValueType::Date | ValueType::Time | ValueType::Weekday | ValueType::Schedule
                )
            })
        });
    let relation = spec.map_or_else(|| Relation::Open(held.relation.clone()), Relation::Known);
    whole.then_some((relation, read))
}

/// A value of the kind of an old one: the same unit, or a name where that was one.
fn alike(old: &[Token<'_>], tokens: &[Token<'_>], at: usize, hi: usize, bare: bool) -> Option<Read> {
    if let Some(was) = measure::measure(old, 0, old.len()).filter(|m| m.end == old.len()) {
        let now = measure::measure(tokens, at, hi)?;
        let same = was.unit == now.unit
            && (bare || was.unit != measure::Unit::None && was.unit != measure::Unit::Other);
        return same.then_some(Read { start: at, end: now.end, strong: true });
    }
    let named = !old.is_empty() && phrase::proper_name_end(old, 0, old.len()) == old.len();
    let end = phrase::proper_name_end(tokens, at, hi);
    (named && end > at).then_some(Read { start: at, end, strong: true })
}

/// The one key of a subject that takes a value at `at`.
pub(crate) fn only_key(
    c: &Clause<'_, '_>,
    subject: &Subject,
    at: usize,
    hi: usize,
    scene: &Scene<'_>,
    wanted: impl Fn(&Held) -> bool,
) -> Option<(Held, Relation, Read)> {
    let mut found: Option<(Held, Relation, Read)> = None;
    for held in scene.known.held(&subject.text).into_iter().filter(|h| wanted(h)) {
        let Some((relation, read)) = fits(&held, c.lexicon, c.tokens, at, hi) else { continue };
        if found.as_ref().is_some_and(|(h, ..)| h.relation != held.relation || h.scope != held.scope) {
            return None;
        }
        found = Some((held, relation, read));
    }
    found
}

/// A reading of a known key.
pub(crate) fn of_key(
    c: &Clause<'_, '_>,
    subject: Subject,
    (held, relation, read): (Held, Relation, Read),
    score: i32,
    rule: &'static str,
) -> Candidate {
    Candidate {
        subject,
        relation,
        scope: held.scope,
        object: (read.start, read.end),
        object_text: None,
        op: FoundOp::Assert,
        set_valued: false,
        score,
        rule,
        clause: (c.lo.min(read.start), c.hi.max(read.end)),
    }
}

/// Words between a subject and its value.
fn joins(token: &Token<'_>) -> bool {
    token.lemma_is("be") && !token.any(&["was", "were", "been", "being"])
        || skippable(token) && !token.any(&["had", "did", "used"])
        || token.any(&["at", "on", "to", "up", "down", "→", "back"])
}

/// "relay is on 587", "the freezer's down to -60 °C": a value whose kind tells which key it fills.
fn stand_in(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo + 1..c.hi {
        if !c.tokens[at].is_content() || joins(&c.tokens[at]) {
            continue;
        }
        let mut from = at;
        while from > c.lo && joins(&c.tokens[from - 1]) {
            from -= 1;
        }
        let told =
            c.tokens[from..at].iter().any(|t| t.lemma_is("be") || t.any(&["now", "at", "on", "to", "→"]));
        if from == at || from == c.lo || !told {
            continue;
        }
        // "The standup was at 10:00 before", "Tom has been at Bosch all day"
        if c.tokens[c.lo..at].iter().any(|t| t.any(&["was", "were", "been", "had"])) {
            return;
        }
        let Some(subject) = known_subject(c, c.lo, from, scene) else { continue };
        // "Tom is CEO of Acme": who somebody is says nothing of where.
        let placed = c.tokens[from..at].iter().any(|t| t.any(&["at", "on", "to", "→", "back"]));
        let whereabouts = |key: &(Held, Relation, Read)| {
            key.1.spec().is_some_and(|spec| {
                spec.domain == "person"
                    && matches!(
                        spec.value_type,
                        ValueType::Place | ValueType::Organisation | ValueType::Address
                    )
            })
        };
        if let Some(key) = only_key(c, &subject, at, c.hi, scene, |_| true)
            && (placed || !whereabouts(&key))
        {
            out.push(of_key(c, subject, key, 9, "stand-in"));
        }
        return;
    }
}

/// "it's now 9443", "make that 9443": the key spoken of last, in the same text.
fn ellipsis(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let Some((subject, relation, scope)) = scene.spoken.clone() else { return };
    let Some(spec) = relation.spec().filter(|s| !s.set_valued()) else { return };
    if c.cues.negated || c.cues.ends || scene.clause > scene.spoken_at + 2 {
        return;
    }
    let mut at = c.lo;
    // "scratch that, 9443"
    let corrected = scene.correcting;
    let (mut cue, mut verb) = (corrected, corrected);
    while at < c.hi {
        let token = &c.tokens[at];
        let be = token.lemma_is("be") && !token.any(&["was", "were", "been", "being"]);
        cue |= token.any(&["now", "make", "actually", "instead", "rather", "today"]);
        verb |= be || token.is("make");
        let opens =
            be || token.any(&[
                "it", "that", "this", "make", "at", "on", "to", "up", "down", "back", "rather", "now",
            ]) || words::is_filler(&token.lower)
                || skippable(token);
        if !opens || token.any(&["had", "did", "no", "not"]) {
            break;
        }
        at += 1;
    }
    if at >= c.hi || at == c.lo && !corrected {
        return;
    }
    let Some(read) = value::read(spec.value_type, c.tokens, at, c.hi).filter(|r| r.strong) else { return };
    let named = is_figure(spec.value_type) || c.tokens[read.start].capital();
    let rest = &c.tokens[read.end..c.hi];
    cue |= rest.iter().any(|t| t.any(&["now", "instead", "again", "days"]));
    let ended = rest.iter().all(|t| words::is_adverb(&t.lower) || t.any(&["these", "days"]) || t.is_punct())
        || measure::date_end(c.tokens, read.end, c.hi) == Some(c.hi)
        || rest.first().is_some_and(|t| t.any(&["since", "from", "as", "until", "starting"]));
    let mentioned =
        corrected || c.tokens[c.lo..at].iter().any(|t| t.any(&["it", "that", "this", "now", "make"]));
    if cue && named && ended && mentioned && (verb || c.tokens[c.lo..at].iter().any(|t| t.is("now"))) {
        out.push(Candidate {
            subject,
            relation,
            scope,
            object: (read.start, read.end),
            object_text: None,
            op: FoundOp::Assert,
            set_valued: false,
            score: 9,
            rule: "ellipsis",
            clause: (c.lo, c.hi),
        });
    }
}

/// "switched to Bogani for the beans", "we're with Bogani for the beans": a name for a known thing
/// of which one key takes such a name.
fn turned_to(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    for at in c.lo..c.hi {
        let token = &c.tokens[at];
        let turns =
            token.verb.is_some_and(|v| matches!(v.lemma, "switch" | "change" | "go" | "move" | "turn"));
        let stands = token.lemma_is("be") && !token.any(&["was", "were"]);
        if !(turns || stands) {
            continue;
        }
        let Some(to) = (at + 1..c.hi.min(at + 4)).find(|&i| {
            if turns { c.tokens[i].any(&["to", "with"]) } else { c.tokens[i].any(&["with", "on"]) }
        }) else {
            continue;
        };
        let end = phrase::proper_name_end(c.tokens, to + 1, c.hi);
        if end == to + 1 || !c.tokens[..c.hi].get(end).is_some_and(|t| t.any(&["for", "with"])) {
            continue;
        }
        let Some(subject) = known_subject(c, end + 1, noun_phrase_end(c.tokens, end + 1, c.hi), scene) else {
            continue;
        };
        if let Some(key) = only_key(c, &subject, to + 1, end, scene, |_| true) {
            out.push(of_key(c, subject, key, 18, "turned-to"));
            return;
        }
    }
}

/// "…, that's my number for the sourdough", "…, all samples go there": the value stands in the
/// words before.
fn pointed_back(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    // "there" for the place or firm just named.
    if c.hi > c.lo + 2
        && c.tokens[c.hi - 1].is("there")
        && c.tokens[c.hi - 2]
            .verb
            .is_some_and(|v| matches!(v.lemma, "go" | "be" | "live" | "sit" | "stay" | "move"))
        && !c.tokens[c.hi - 2].any(&["was", "were", "been"])
        && let Some(subject) = known_subject(c, c.lo, c.hi - 2, scene)
        && let Some(name) = last_name(c.tokens, c.lo)
        && let Some(key) = only_key(c, &subject, name, c.lo, scene, |_| true)
    {
        out.push(of_key(c, subject, key, 9, "pointed-back"));
        return;
    }
    let Some(owner) = (c.lo + 2..c.hi.min(c.lo + 4)).find(|&i| c.tokens[i].any(&["my", "our", "the"])) else {
        return;
    };
    if !c.tokens[c.lo].any(&["that", "this", "it"]) || !c.tokens[c.lo + 1].lemma_is("be") {
        return;
    }
    let Some(at) = (owner + 1..c.hi.min(owner + 4)).find(|&i| {
        c.tokens[i]
            .any(&["number", "figure", "value", "setting", "choice", "pick", "one", "answer", "winner"])
    }) else {
        return;
    };
    if !c.tokens[..c.hi].get(at + 1).is_some_and(|t| t.is("for")) {
        return;
    }
    let Some(subject) = known_subject(c, at + 2, c.hi, scene) else { return };
    for from in (0..c.lo).rev().take(12) {
        if c.tokens[from].shape == Shape::Punct {
            continue;
        }
        if let Some(key) = only_key(c, &subject, from, c.lo, scene, |_| true) {
            out.push(of_key(c, subject, key, 9, "pointed-back"));
            return;
        }
    }
}

/// Where the last proper name before a place begins.
fn last_name(tokens: &[Token<'_>], before: usize) -> Option<usize> {
    let at = (0..before).rev().take(10).find(|&i| tokens[i].capital() && tokens[i].is_content() && i > 0)?;
    let mut from = at;
    while from > 1 && tokens[from - 1].capital() && tokens[from - 1].is_content() {
        from -= 1;
    }
    Some(from)
}

/// "rooibos in the mornings" where "mornings: Earl Grey" was told: the label of a known key of the
/// speaker, come again as a phrase.
fn labelled_time(c: &Clause<'_, '_>, scene: &Scene<'_>, out: &mut Vec<Candidate>) {
    let mut lo = c.lo;
    while lo < c.hi
        && (words::is_filler(&c.tokens[lo].lower)
            || words::is_adverb(&c.tokens[lo].lower)
            || c.tokens[lo].is("it")
            || c.tokens[lo].lemma_is("be") && !c.tokens[lo].any(&["was", "were"]))
    {
        lo += 1;
    }
    let Some(at) = (lo + 1..c.hi).find(|&i| c.tokens[i].any(&["in", "on", "for", "at"])) else { return };
    let plain = at - lo <= 4
        && c.tokens[lo..at].iter().all(|t| {
            t.is_content()
                && !is_boundary(t)
                && !words::is_determiner(&t.lower)
                && !t.verb.is_some_and(|v| v.past || v.third)
        });
    let end = noun_phrase_end(c.tokens, at + 1, c.hi);
    let rest = &c.tokens[end..c.hi];
    if !plain
        || end == at + 1
        || !rest.iter().all(|t| words::is_adverb(&t.lower) || t.any(&["after", "all", "on"]))
    {
        return;
    }
    let label = words::singular(&phrase::written(scene.text, c.tokens, at + 1, end).0.to_lowercase());
    for name in ["user", "project"] {
        let held = scene.known.held(name);
        let mut keys = held.iter().filter(|h| {
            c.lexicon.get(&h.relation).is_none() && words::singular(&h.relation.to_lowercase()) == label
        });
        if let (Some(key), None) = (keys.next(), keys.next()) {
            let subject = Subject { text: name.to_owned(), class: Class::Person };
            let read = Read { start: lo, end: at, strong: true };
            let relation = Relation::Open(key.relation.clone());
            out.push(of_key(c, subject, (key.clone(), relation, read), 8, "label-again"));
            return;
        }
    }
}
