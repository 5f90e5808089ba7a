//! How a clause links a thing with a value beside it: an equation, a preposition, a verb of state in
//! the present, a verb of change that was done. Closed classes of verbs, whatever the sentence around
//! them; a link by any other verb tells of an event and states nothing.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::token::{Shape, Token};
use crate::words::{self, gerund_of, past_of, third_of};

pub(crate) type Span = (usize, usize);

/// How a value is linked with a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// "T = V", "T → V", "T: V".
    Equal,
    /// "T V".
    Beside,
    /// "T on V", "V for T".
    Placed,
    /// "T is V".
    Is,
    /// "T runs on V".
    State,
    /// "moved T to V".
    Change,
}

/// A link with the words that make it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    pub how: How,
    /// The lemma of its verb.
    pub verb: Option<&'static str>,
    /// The preposition right before the later of the two.
    pub lead: Option<usize>,
    /// Whether the value stands before the thing.
    pub reversed: bool,
}

/// What a verb tells by its form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Form {
    lemma: &'static str,
    state: bool,
    change: bool,
    base: bool,
    third: bool,
    past: bool,
    gerund: bool,
}

/// Verbs that in the present say how things stand.
const STATES: &str = "have:had get:got sit:sat stand:stood stay live hang:hung rest camp park sleep:slept run:ran start \
    begin:began open close shut:shut end finish stop kick fire go:went come:came leave:left depart arrive land ship launch \
    cost:cost pay:paid charge take:took need want require ask allow hold:held keep:kept use build:built eat:ate drink:drank \
    feed:fed weigh measure work rent lease board study attend drive:drove ride:rode wear:wore carry own lead:led host chair \
    captain coach teach:taught manage maintain handle insure supply provide deliver clean mind watch babysit:babysat serve \
    expire lapse last merge give:gave time return earn stream answer point log play meet:met rehearse train happen occur \
    repeat rotate refresh sync poll compile deploy publish store save cap limit default cover staff man crew book order buy:bought \
    source bank print cater service fuel heat cook bake walk groom tutor facilitate moderate organise organize edit review \
    approve audit translate do:did look sell:sold post back mow swim:swam stock house fund sponsor top";

/// Verbs that, done, leave a thing with a value.
const CHANGES: &str = "switch move migrate go:went change convert transfer upgrade downgrade jump hop shift swap port relocate \
    bring:brought bump raise lower drop push postpone put:put set:set turn rename cut:cut extend advance rotate roll \
    reschedule repoint redirect reroute tighten loosen double halve cap trim scale give:gave pass hand wheel redo:redid:redone \
    rebuild:rebuilt rewrite:rewrote:rewritten reindex repaint restring:restrung refit retune pick inherit shrink:shrank grow:grew \
    increase decrease reduce rise:rose fall:fell slip creep:crept join adopt choose:chose:chosen hire order install appoint elect \
    select sign subscribe settle replace succeed take:took:taken get:got buy:bought renew enrol enroll transplant redecorate \
    recast carry haul drag lug shove send:sent hang:hung rehang:rehung stash tuck mount store reassign assign resize pin lock bin tune patch retrain land lift shorten lengthen revert";

fn forms() -> &'static FxHashMap<String, Form> {
    static FORMS: OnceLock<FxHashMap<String, Form>> = OnceLock::new();
    FORMS.get_or_init(|| {
        let mut forms: FxHashMap<String, Form> = FxHashMap::default();
        for (list, state) in [(STATES, true), (CHANGES, false)] {
            for entry in list.split_whitespace() {
                let mut parts = entry.split(':');
                let Some(lemma) = parts.next() else { continue };
                let past = parts.next().map_or_else(|| past_of(lemma), str::to_owned);
                let participle = parts.next().map_or_else(|| past.clone(), str::to_owned);
                let mut add = |word: String, mark: fn(&mut Form)| {
                    let form = forms.entry(word).or_default();
                    form.lemma = lemma;
                    form.state |= state;
                    form.change |= !state;
                    mark(form);
                };
                add(lemma.to_owned(), |f| f.base = true);
                add(third_of(lemma), |f| f.third = true);
                add(gerund_of(lemma), |f| f.gerund = true);
                add(past, |f| f.past = true);
                add(participle, |f| f.past = true);
            }
        }
        forms
    })
}

fn form(token: &Token<'_>) -> Form {
    if token.shape != Shape::Word {
        return Form::default();
    }
    forms().get(token.lower.as_str()).copied().unwrap_or_default()
}

/// Whether a word says nothing between a thing and its value.
fn idle(token: &Token<'_>) -> bool {
    words::is_determiner(&token.lower)
        || words::is_possessive(&token.lower)
        || words::is_adverb(&token.lower)
        || words::is_filler(&token.lower)
        || token.any(&["at", "least", "most", "just", "even", "us", "me", "been", "got", "gets"])
            && !token.is("at")
}

fn is_be(tokens: &[Token<'_>], at: usize) -> bool {
    let token = &tokens[at];
    token.any(&["is", "are", "'re", "am", "'m", "be", "been"]) || token.is("'s")
}

/// What verb of a range decides, the last that is one; nothing where some verb tells of an event.
fn verdict(tokens: &[Token<'_>], lo: usize, hi: usize) -> Option<(How, &'static str)> {
    let mut found: Option<(How, &'static str)> = None;
    for at in lo..hi {
        let token = &tokens[at];
        if token
            .any(&["was", "were", "had", "did", "would", "might", "could", "should", "never", "not", "n't"])
        {
            return None;
        }
        if is_be(tokens, at) {
            // An 's is a genitive but where something other than a noun follows.
            let is = !token.is("'s") || !noun_follows(tokens, at, hi);
            if is {
                found = found.or(Some((How::Is, "be")));
            }
            continue;
        }
        let form = form(token);
        let helped = at > lo && tokens[at - 1].any(&["to"]);
        if form.lemma.is_empty() || token.capital() && at > 0 {
            if token.verb.is_some_and(|v| (v.past || v.third || v.participle) && !v.base) && !token.capital()
            {
                return None;
            }
            continue;
        }
        if form.change && form.past {
            found = Some((How::Change, form.lemma));
        } else if form.state && (form.third || form.base && !helped || form.gerund) {
            found = Some((How::State, form.lemma));
        } else if form.change && form.gerund {
            found = Some((How::Change, form.lemma));
        } else if form.state && form.past && matches!(found, Some((How::Is, _))) {
            // "is hosted on", "are served at"
            found = Some((How::State, form.lemma));
        } else if form.past {
            return None;
        }
    }
    found
}

/// Whether what follows an 's is a noun that it makes somebody's.
fn noun_follows(tokens: &[Token<'_>], at: usize, hi: usize) -> bool {
    tokens[..hi].get(at + 1).is_some_and(|t| {
        t.shape == Shape::Word && !crate::phrase::is_boundary(t) && !words::is_determiner(&t.lower)
    })
}

/// How a clause links a thing and a value that stand in it; nothing where it tells of something else.
pub(crate) fn link(tokens: &[Token<'_>], (lo, hi): Span, thing: Span, value: Span) -> Option<Link> {
    let reversed = value.0 < thing.0;
    let (first, second) = if reversed { (value, thing) } else { (thing, value) };
    if first.1 > second.0 || first.0 < lo || second.1 > hi {
        return None;
    }
    let (from, to) = (first.1, second.0);
    let content: Vec<usize> = (from..to).filter(|&i| !idle(&tokens[i])).collect();
    let lead = content.last().copied().filter(|&i| words::is_preposition(&tokens[i].lower));
    let make = |how: How, verb: Option<&'static str>| Some(Link { how, verb, lead, reversed });
    let sign = |i: usize| tokens[i].is_punct() && tokens[i].any(&["=", "→", "->", "=>", "-->"]);
    if let [only] = content.as_slice()
        && sign(*only)
    {
        return make(How::Equal, None);
    }
    // "Kev's got S"
    let has = tokens[from].is("'s") && tokens[..to].get(from + 1).is_some_and(|t| t.any(&["got"]));
    if reversed && has {
        return make(How::State, Some("have"));
    }
    // "S's first week at V", "first day for S at V"
    let started = |i: usize| {
        tokens[i].is("first")
            && tokens.get(i + 1).is_some_and(|t| t.any(&["day", "week", "shift", "term", "month"]))
    };
    if !reversed && lead.is_some_and(|i| tokens[i].is("at")) {
        let within = content.iter().filter(|&&i| !tokens[i].is("'s")).copied().collect::<Vec<_>>();
        let after = within.len() == 3 && started(within[0]);
        let before =
            within.len() == 1 && first.0 >= lo + 3 && started(first.0 - 3) && tokens[first.0 - 1].is("for");
        if after || before {
            return make(How::State, Some("start"));
        }
    }
    // Nothing but what makes the link may stand between.
    let other = |i: usize| {
        let t = &tokens[i];
        !(is_be(tokens, i)
            || words::is_preposition(&t.lower)
            || t.any(&["has", "have", "'ve", "will", "'ll", "back", "over", "down", "up", "out", "off"])
            || !form(t).lemma.is_empty() && !t.capital())
    };
    if content.iter().any(|&i| other(i)) {
        return None;
    }
    let verbs = content.iter().any(|&i| is_be(tokens, i) || !form(&tokens[i]).lemma.is_empty());
    if verbs {
        // "helped S move to V"
        let helped = tokens[lo..first.0].iter().any(|t| t.any(&["helped", "help", "saw", "had"]));
        let moved = content.iter().map(|&i| form(&tokens[i])).find(|f| helped && f.base && f.change);
        if let Some(moved) = moved {
            return make(How::Change, Some(moved.lemma));
        }
        let (how, verb) = verdict(tokens, from, to)?;
        return make(how, Some(verb));
    }
    // The verb that governs both stands before them: "scaled S out to V", "gave S V".
    let governed = (lo..first.0).any(|i| {
        let says = tokens[i].any(&["says", "say", "shows", "reads"]);
        (tokens[i].verb.is_some() && !tokens[i].capital()
            || !form(&tokens[i]).lemma.is_empty() && (i == lo || acts(&tokens[i])))
            && !says
    });
    if governed && !reversed {
        let (how, verb) = verdict(tokens, lo, first.0)?;
        return match how {
            // "someone's on the phones till V"
            How::Is if manned(tokens, lo, first.0) => make(How::State, Some("be")),
            How::Is => None,
            how => make(how, Some(verb)),
        };
    }
    if content.is_empty() { make(How::Beside, None) } else { make(How::Placed, None) }
}

/// How a clause without a thing of its own opens on a value: by the value itself, by a preposition, or
/// by what was done: "renewed with V".
pub(crate) fn opening(
    tokens: &[Token<'_>],
    (lo, _): Span,
    value: Span,
    own: &dyn Fn(&Token<'_>) -> bool,
) -> Option<(How, Option<&'static str>)> {
    let sign = |t: &Token<'_>| t.is_punct() && t.any(&["=", "→", "->", "=>"]);
    let be = |i: usize| is_be(tokens, i) && !tokens[i].is("'s");
    let content: Vec<usize> = (lo..value.0)
        .filter(|&i| !idle(&tokens[i]) && !own(&tokens[i]) && !sign(&tokens[i]) && !be(i))
        .collect();
    let verbs = content.iter().any(|&i| !form(&tokens[i]).lemma.is_empty());
    let plain = content
        .iter()
        .all(|&i| words::is_preposition(&tokens[i].lower) || !form(&tokens[i]).lemma.is_empty());
    if !plain {
        return None;
    }
    if verbs {
        let (how, verb) = verdict(tokens, lo, value.0)?;
        return Some((how, Some(verb)));
    }
    Some((if content.is_empty() { How::Beside } else { How::Placed }, None))
}

/// "someone's on the": people at a thing, before it.
fn manned(tokens: &[Token<'_>], lo: usize, at: usize) -> bool {
    let on = at.saturating_sub(1 + usize::from(at > 0 && words::is_determiner(&tokens[at - 1].lower)));
    on > lo + 1 && tokens[on].is("on") && is_be(tokens, on - 1) && words::is_pronoun(&tokens[on - 2].lower)
}

/// Whether a word is any form of a verb that links.
pub(crate) fn knows(token: &Token<'_>) -> bool {
    !form(token).lemma.is_empty()
}

/// The lemma of a verb of change that was done.
pub(crate) fn done(token: &Token<'_>) -> Option<&'static str> {
    let form = form(token);
    (form.change && form.past).then_some(form.lemma)
}

/// Whether a word is a form of a verb that links, other than the bare one.
pub(crate) fn acts(token: &Token<'_>) -> bool {
    let form = form(token);
    let meeting = form.gerund && crate::person::is_event_noun(&token.lower);
    !form.lemma.is_empty() && (form.third || form.past || form.gerund) && !token.capital() && !meeting
}
