//! What words do to a value, by function: what gives one up, what becomes of one that goes, what
//! leads from one to another, what takes one, what puts one in another's place, and what says that
//! something is so at present. Closed classes, whatever the sentence around them.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::token::{Shape, Token};
use crate::words::{gerund_of, past_of, third_of};

/// What a verb does to the values around it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Turn {
    /// Its doer gives up its object.
    pub drops: bool,
    /// Its subject goes.
    pub fades: bool,
    /// It leads from something to something.
    pub moves: bool,
    /// Its doer takes its object.
    pub takes: bool,
    /// Its subject stands in its object's place.
    pub replaces: bool,
    /// Its doer passes it on to another.
    pub passes: bool,
    /// Past tense or participle.
    pub past: bool,
    /// Participle, as after "is" or "got".
    pub participle: bool,
    pub third: bool,
}

const DROPS: &str = "leave:left quit:quit drop ditch dump abandon scrap axe kill remove uninstall cancel retire \
    decommission discontinue sell:sold bin chuck sack fire dismiss delete replace swap trade exchange outgrow:outgrew:outgrown \
    shelve sunset:sunset purge eliminate archive relinquish junk forsake:forsook:forsaken retire deprecate supplant oust disable evict";
const FADES: &str = "retire resign leave:left quit:quit die close shut:shut fold expire lapse vanish disappear depart emigrate \
    withdraw:withdrew:withdrawn collapse croak perish cease";
const MOVES: &str = "switch move migrate go:went:gone change convert transfer upgrade downgrade jump hop shift swap port relocate \
    bring:brought bump raise lower rise:rose:risen fall:fell:fallen drop climb grow:grew:grown shrink:shrank:shrunk increase \
    decrease reduce trim slip push postpone put:put set:set turn rename rebrand cut:cut extend cross defect advance \
    rotate roll slide:slid reschedule repoint redirect reroute tighten loosen double halve cap slash inch creep:crept pull take:took:taken flip \
    transition step";
const TAKES: &str = "join adopt pick choose:chose:chosen find:found get:got buy:bought hire order install open use see:saw:seen sign \
    subscribe appoint elect select embrace favour favor land take:took:taken enlist recruit purchase settle go:went:gone";
const REPLACES: &str = "replace succeed supersede supplant oust displace";
const PASSES: &str = "hand pass give:gave:given cede yield entrust delegate transfer assign relay";

type Forms = FxHashMap<String, Turn>;
type Mark = fn(&mut Turn);

fn forms() -> &'static Forms {
    static FORMS: OnceLock<Forms> = OnceLock::new();
    FORMS.get_or_init(|| {
        let mut forms = Forms::default();
        let lists: [(&str, Mark); 6] = [
            (DROPS, |t| t.drops = true),
            (FADES, |t| t.fades = true),
            (MOVES, |t| t.moves = true),
            (TAKES, |t| t.takes = true),
            (REPLACES, |t| t.replaces = true),
            (PASSES, |t| t.passes = true),
        ];
        for (list, mark) in lists {
            for entry in list.split_whitespace() {
                let mut parts = entry.split(':');
                let base = parts.next().unwrap_or_default();
                let past = parts.next().map_or_else(|| past_of(base), str::to_owned);
                let participle = parts.next().map_or_else(|| past.clone(), str::to_owned);
                let mut add = |word: String, form: fn(&mut Turn)| {
                    let turn = forms.entry(word).or_default();
                    mark(turn);
                    form(turn);
                };
                add(base.to_owned(), |_| {});
                add(gerund_of(base), |_| {});
                add(third_of(base), |t| t.third = true);
                add(past, |t| t.past = true);
                add(participle, |t| t.participle = true);
            }
        }
        forms
    })
}

/// What a word does, if it is a verb that does something to values.
pub(super) fn turn(token: &Token<'_>) -> Turn {
    if token.shape != Shape::Word {
        return Turn::default();
    }
    forms().get(token.lower.as_str()).copied().unwrap_or_default()
}

/// What a verb does where it tells that it was done: no order, no infinitive, nothing only named.
pub(super) fn done(tokens: &[Token<'_>], at: usize) -> Turn {
    let turn = turn(&tokens[at]);
    let before = |n: usize, words: &[&str]| at.checked_sub(n).is_some_and(|i| tokens[i].any(words));
    let wanted = before(1, &["to"]) && !before(2, &["had"]);
    let had = before(1, &["to"]) && before(2, &["had"]);
    let goes_on = tokens[at].lower.ends_with("ing")
        && (1..=3).any(|n| before(n, &["is", "are", "'s", "'re", "'m", "am", "been"]));
    let told = (turn.past || turn.participle || turn.third || goes_on) && !wanted || had;
    let modal = before(1, &["would", "can", "could", "may", "might", "will", "should", "n't", "not"]);
    if told && !modal { turn } else { Turn::default() }
}

/// What has become of something that is so no more ("is gone", "got phased out").
pub(super) fn is_over(token: &Token<'_>) -> bool {
    token.any(&[
        "gone",
        "out",
        "dead",
        "history",
        "off",
        "over",
        "done",
        "obsolete",
        "broken",
        "bust",
        "bankrupt",
        "finished",
        "defunct",
        "toast",
        "inactive",
        "unusable",
        "useless",
        "worn",
        "phased",
        "ripped",
        "torn",
        "thrown",
        "kicked",
        "closed",
        "shut",
        "past",
        "behind",
        "cut",
        "voted",
        "unavailable",
        "deleted",
    ]) || {
        let turn = turn(token);
        turn.drops && turn.participle
    }
}

/// Particles that make giving up of a verb that alone is none ("tore out", "threw away").
pub(super) fn drops_with(verb: &str, particle: &str) -> bool {
    matches!(
        (verb, particle),
        ("tore" | "torn" | "tear" | "tearing", "out" | "down")
            | ("ripped" | "rip" | "ripping", "out")
            | ("threw" | "thrown" | "throw" | "throwing", "out" | "away" | "overboard")
            | ("kicked" | "kick" | "kicking" | "chucked" | "tossed" | "booted", "out")
            | ("phased" | "phase" | "phasing", "out")
            | ("gave" | "given" | "give" | "giving", "up" | "away" | "notice")
            | ("let" | "letting", "go")
            | ("swapped" | "traded" | "switched" | "cycled", "out" | "in")
            | ("got" | "get" | "getting", "rid")
            | (
                "shut"
                    | "turned"
                    | "switched"
                    | "wound"
                    | "closed"
                    | "pensioned"
                    | "wrote"
                    | "taken"
                    | "took",
                "down" | "off"
            )
            | ("broke" | "broken", "up")
            | ("parted" | "part", "ways" | "company" | "with")
            | ("walked" | "walk" | "moved" | "move" | "moving" | "stepped" | "came" | "got", "off" | "away")
            | ("did" | "done" | "do" | "doing", "away")
            | ("handed" | "sent", "back")
            | ("moved" | "went", "on" | "past" | "beyond")
            | (
                "stopped" | "stop" | "quit" | "ceased",
                "using"
                    | "paying"
                    | "taking"
                    | "going"
                    | "drinking"
                    | "buying"
                    | "running"
                    | "seeing"
                    | "driving"
            )
    )
}

/// Words after a verb that make going of it where its subject stands alone ("stepped down").
pub(super) fn fades_with(verb: &str, particle: &str) -> bool {
    matches!(
        (verb, particle),
        ("stepped" | "steps" | "stepping" | "stood" | "stands", "down" | "aside" | "back")
            | ("bowed" | "bows" | "bowing" | "dropped" | "opted" | "pulled" | "backed" | "checked", "out")
            | ("gave" | "gives" | "given", "way" | "notice" | "up")
            | ("made" | "makes" | "making", "way" | "room" | "place")
            | ("moved" | "moves" | "moving", "on" | "away" | "abroad" | "out" | "elsewhere")
            | ("went" | "goes" | "gone" | "going", "under" | "bust" | "away" | "bankrupt" | "dark" | "dead")
            | ("passed" | "passes", "away")
            | ("wore" | "burned" | "burnt" | "ran" | "sold", "out")
            | (
                "packed" | "wrapped" | "signed" | "broke" | "fell" | "shut" | "closed" | "wound",
                "up" | "in" | "off" | "down" | "apart" | "through"
            )
            | ("had" | "took", "enough" | "retirement")
            | ("hung" | "hangs", "up")
            | ("ceased" | "stopped", "trading" | "operations" | "working" | "operating" | "existing")
    )
}

/// Words that say that something is so at present; where the last of them ends.
pub(super) fn present_end(tokens: &[Token<'_>], at: usize, hi: usize) -> Option<usize> {
    let word = |i: usize, list: &[&str]| i < hi && tokens[i].any(list);
    let token = &tokens[at];
    if token.any(&["now", "nowadays", "currently", "presently", "henceforth", "onwards"]) {
        // "now and then", "for now", "until now", "by now"
        let idle = word(at + 1, &["and"]) && word(at + 2, &["then", "again"])
            || at > 0
                && tokens[at - 1].any(&["for", "until", "till", "every", "right", "just", "by"])
                && !word(at + 1, &["on"]);
        return (!idle || at > 0 && tokens[at - 1].is("right")).then_some(at + 1);
    }
    if token.is("these") && word(at + 1, &["days"]) || token.is("going") && word(at + 1, &["forward"]) {
        return Some(at + 2);
    }
    if token.is("this")
        && word(at + 1, &["term", "season", "year", "semester"])
        && at > 0
        && !tokens[at - 1].any(&["earlier", "later", "for"])
    {
        return Some(at + 2);
    }
    if token.is("already") {
        return (at > 0 && tokens[at - 1].lemma_is("be") && !tokens[at - 1].any(&["was", "were"]))
            .then_some(at + 1);
    }
    if token.is("as") && word(at + 1, &["of", "from"]) {
        return Some(at + 2);
    }
    if token.is("from") && word(at + 1, &["now", "today", "here", "this"]) {
        return Some(at + 2);
    }
    // "since Monday", "since June", "since the summer": a moment, and not a reason.
    if token.is("since") {
        let from = at + 1 + usize::from(word(at + 1, &["the", "last", "this"]));
        let moment = crate::measure::date_end(tokens, at + 1, hi).is_some()
            || word(
                from,
                &[
                    "spring",
                    "summer",
                    "autumn",
                    "fall",
                    "winter",
                    "christmas",
                    "easter",
                    "holidays",
                    "break",
                    "new",
                    "weekend",
                    "week",
                    "month",
                    "then",
                    "move",
                    "first",
                ],
            )
            || word(from + 1, &["break", "holidays"]);
        return moment.then_some(from + 1);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::tokens;

    fn one(word: &str) -> Turn {
        let found = tokens(word, 0);
        turn(&found[0])
    }

    #[test]
    fn verbs_are_told_apart_by_what_they_do() {
        assert!(one("ditched").drops && !one("ditched").takes);
        assert!(one("resigned").fades && !one("resigned").drops);
        assert!(one("migrated").moves && one("migrating").moves);
        assert!(one("joined").takes && one("adopts").takes);
        assert!(one("superseded").replaces);
        assert!(one("handed").passes);
        for idle in ["painted", "sang", "likes", "Jira"] {
            assert_eq!(one(idle), Turn::default(), "{idle}");
        }
    }

    #[test]
    fn the_present_is_told_by_few_words() {
        for (text, told) in [
            ("now", true),
            ("these days", true),
            ("as of Monday", true),
            ("from now on", true),
            ("since June", true),
            ("since he left", false),
            ("now and then", false),
            ("those days", false),
        ] {
            let found = tokens(text, 0);
            assert_eq!(present_end(&found, 0, found.len()).is_some(), told, "{text}");
        }
    }
}
