//! The ledger's own functions, each with ids and names of another space.

use memstrata_ledger::{
    FactPattern, KeyNamesSought, LaneWindow, Ledger, LedgerError, Moment, Receipt, ReviewChoice, Told, Write,
};
use memstrata_model::Key;
use memstrata_model::view::LaneQuery;
use memstrata_tests::log::{SPACE, export, folder};
use memstrata_tests::tell::{fact_from, note};

use super::Expect::{NotFound, Nothing, Refused};
use super::{Expect, NOW, OTHER, Theirs, complete, instant, judge, two_spaces};

type Call = fn(&Ledger, &str, &Theirs) -> Result<String, LedgerError>;

/// Puts an answer into text.
fn text<T: std::fmt::Debug>(heard: Result<T, LedgerError>) -> Result<String, LedgerError> {
    heard.map(|heard| format!("{heard:?}"))
}

fn moment() -> Moment {
    Moment { as_of: instant(NOW), known_at: None }
}

fn long_ago() -> memstrata_model::Instant {
    instant("2020-01-01T00:00:00Z")
}

fn their_key() -> Key {
    Key::new("quayside", "port", None)
}

fn all() -> FactPattern {
    FactPattern { all: true, ..FactPattern::default() }
}

fn write(space: &str, told: Told) -> Write {
    Write { told: vec![told], ..Write::new(space, instant(NOW)) }
}

/// A derived sentence.
fn claim(space: &str, source: &str) -> Write {
    let said = Some(note("So it is said.", None));
    Write { episode: said, ..write(space, Told::Claim(vec![source.to_owned()])) }
}

fn ours() -> Told {
    Told::Assert(fact_from("harbour", "port", "8001", "2026-05-01T00:00:00Z"))
}

/// Writes that name something of the other space.
fn foreign(space: &str, ids: &Theirs) -> Vec<Write> {
    let void = |id: &String| write(space, Told::Void(id.clone()));
    let resolve = |dispute: &String, choice: &str| {
        write(space, Told::Resolve { dispute: dispute.clone(), choice: choice.to_owned() })
    };
    vec![
        void(&ids.assert),
        void(&ids.batch),
        void(&ids.episode),
        void(&ids.alias),
        resolve(&ids.held, "accept"),
        resolve(&ids.held, "reject"),
        resolve(&ids.claim, "accept"),
        resolve(&ids.disputing, &ids.assert),
        write(space, Told::Forget(ids.episode.clone())),
        claim(space, &ids.assert),
        claim(space, &ids.fact),
        claim(space, &ids.episode),
        claim(space, &ids.claim),
        Write { batch: Some(ids.batch.clone()), ..write(space, ours()) },
    ]
}

/// All of them one by one; the first that is not refused as not found is the answer.
fn each_refused(
    space: &str,
    ids: &Theirs,
    call: impl Fn(&Write) -> Result<Vec<Receipt>, LedgerError>,
) -> Result<String, LedgerError> {
    let mut last = Ok("nothing was tried".to_owned());
    for write in foreign(space, ids) {
        match call(&write) {
            Err(error) if error.code() == "not_found" => last = Err(error),
            Err(error) => return Err(error),
            Ok(receipts) => return Ok(format!("{:?} was stored: {receipts:?}", write.told)),
        }
    }
    last
}

const WALK: &[(&str, Expect, Call)] = &[
    ("append", NotFound, |l, s, t| each_refused(s, t, |w| l.append(w).map(|r| vec![r]))),
    ("append_all", NotFound, |l, s, t| each_refused(s, t, |w| l.append_all(std::slice::from_ref(w)))),
    ("append_news", NotFound, |l, s, t| each_refused(s, t, |w| l.append_news(std::slice::from_ref(w)))),
    ("preview", NotFound, |l, s, t| each_refused(s, t, |w| l.preview(w).map(|r| vec![r]))),
    ("preview_all", NotFound, |l, s, t| each_refused(s, t, |w| l.preview_all(std::slice::from_ref(w)))),
    ("rehearse", NotFound, |l, s, t| {
        each_refused(s, t, |w| l.rehearse(std::slice::from_ref(w)).map(|_| Vec::new()))
    }),
    ("waiting_on", Nothing, |l, s, _| text(l.waiting_on(s, &all()))),
    ("review_item", NotFound, |l, s, t| text(l.review_item(s, &t.held))),
    ("review_item", NotFound, |l, s, t| text(l.review_item(s, &t.disputing))),
    ("decision", NotFound, |l, s, t| text(l.decision(s, &t.held, &ReviewChoice::Accept))),
    ("decision", NotFound, |l, s, t| {
        text(l.decision(s, &t.disputing, &ReviewChoice::Choose(t.assert.clone())))
    }),
    ("review", Nothing, |l, s, _| text(l.review(s, true))),
    ("difference_of_beliefs", Nothing, |l, s, _| text(l.difference_of_beliefs(s, long_ago(), instant(NOW)))),
    ("keys_changed", Nothing, |l, s, _| text(l.keys_changed(s, long_ago(), instant(NOW), None))),
    ("difference_of_times", Nothing, |l, s, _| {
        text(l.difference_of_times(s, long_ago(), instant(NOW), None))
    }),
    ("absences", Nothing, |l, s, _| {
        let before = Moment { as_of: long_ago(), known_at: None };
        text(l.absences(s, &FactPattern::default(), before, 100))
    }),
    ("relation", Nothing, |l, s, _| {
        Ok(if l.relation(s, "keeper")?.is_some() { "the quayside's".to_owned() } else { String::new() })
    }),
    ("relations", Nothing, |l, s, _| {
        let theirs = l.relations(s)?.iter().any(|relation| relation.name == "owner");
        Ok(if theirs { "the quayside's".to_owned() } else { String::new() })
    }),
    // A head of another space is no head here.
    ("append", Refused("head_moved"), |l, s, t| {
        text(l.append(&Write { if_head: Some(t.assert.clone()), ..write(s, ours()) }))
    }),
    ("fact", NotFound, |l, s, t| text(l.fact(s, &t.fact, moment()))),
    ("timeline_of_fact", NotFound, |l, s, t| text(l.timeline_of_fact(s, &t.fact, None, instant(NOW)))),
    ("episode", NotFound, |l, s, t| text(l.episode(s, t.seq, moment()))),
    ("episode_records", NotFound, |l, s, t| text(l.episode_records(s, &[t.seq]))),
    ("episode_outlines", NotFound, |l, s, t| text(l.episode_outlines(s, &[t.seq], moment()))),
    ("values_of_fact", NotFound, |l, s, t| text(l.values_of_fact(s, &t.fact, None))),
    ("episode_seq", NotFound, |l, s, t| text(l.episode_seq(s, &t.episode))),
    ("preview_forget", NotFound, |l, s, t| text(l.preview_forget(s, &t.episode))),
    ("dependents_of", NotFound, |l, s, t| text(l.dependents_of(s, &t.episode, 5))),
    ("dependents_of", NotFound, |l, s, t| text(l.dependents_of(s, &t.assert, 5))),
    ("sources_of", NotFound, |l, s, t| text(l.sources_of(s, &t.claim, 5))),
    ("timeline", NotFound, |l, s, _| text(l.timeline(s, "quayside", "port", None, None, instant(NOW)))),
    ("timeline", NotFound, |l, s, _| text(l.timeline(s, "winch house", "port", None, None, instant(NOW)))),
    ("facts", Nothing, |l, s, _| text(l.facts(s, &all(), moment()))),
    ("facts", Nothing, |l, s, _| {
        text(l.facts(s, &FactPattern { subject: Some("winch house".to_owned()), ..all() }, moment()))
    }),
    ("value", Nothing, |l, s, _| text(l.value(s, &their_key(), moment()))),
    ("asserter", Nothing, |l, s, t| {
        let found = l.asserter(s, &their_key(), "q9191q")?;
        Ok(if found.as_ref() == Some(&t.disputing) { "the quayside's".to_owned() } else { String::new() })
    }),
    ("told_in", NotFound, |l, s, t| text(l.told_in(s, &t.episode))),
    ("has_key", Nothing, |l, s, _| match l.has_key(s, "quayside", "port", None)? {
        true => Ok("a key of the quayside".to_owned()),
        false => Ok(String::new()),
    }),
    ("key_head", Nothing, |l, s, _| {
        let head = l.key_head(s, "quayside", "port", None)?;
        let theirs = !head.is_empty() && text(l.log(OTHER, 0))?.contains(&head);
        Ok(if theirs { "the quayside's head".to_owned() } else { head })
    }),
    ("keys_named", Nothing, |l, s, t| {
        let (subjects, relations) = (["quayside".to_owned()], ["owner".to_owned()]);
        let episodes = [t.seq];
        let names = KeyNamesSought { subjects: &subjects, relations: &relations, episodes: &episodes };
        text(l.keys_named(s, &names, 100))
    }),
    ("rivals_of", NotFound, |l, s, t| text(l.rivals_of(s, &t.fact, None))),
    ("values_named", Nothing, |l, s, _| text(l.values_named(s, &["q9191q".to_owned(), "q9090q".to_owned()]))),
    ("keys_holding", Nothing, |l, s, _| text(l.keys_holding(s, &["q9191q".to_owned(), "ana".to_owned()]))),
    ("claim_readings", Nothing, |l, s, _| text(l.claim_readings(s))),
    ("subject_named", Nothing, |l, s, _| text(l.subject_named(s, "quayside"))),
    ("keys_after", Nothing, |l, s, _| text(l.keys_after(s, 0, 100))),
    ("read_by", Nothing, |l, s, t| text(l.read_by(s, &[&t.assert]))),
    ("subjects_since", Nothing, |l, s, _| text(l.subjects_since(s))),
    ("forgotten_on", NotFound, |l, s, t| text(l.forgotten_on(s, &t.episode))),
    ("episode_readings", Nothing, |l, s, _| text(l.episode_readings(s, 0, 100))),
    ("log", Nothing, |l, s, _| text(l.log(s, 0))),
    ("search_words", Nothing, |l, s, t| {
        let hits = l.search_words(s, "quayside quiet q9090q", None, 50)?;
        let seen = hits.iter().any(|hit| hit.seq == t.seq);
        Ok(if seen { "the quayside's text".to_owned() } else { String::new() })
    }),
    ("episodes", Nothing, |l, s, t| {
        let seen = l.episodes(s, None)?.contains(&t.seq);
        Ok(if seen { "the quayside's text".to_owned() } else { String::new() })
    }),
    ("lanes", Nothing, |l, s, _| {
        text(l.lanes(s, &LaneQuery::default(), instant(NOW)).map(|list| list.index))
    }),
    ("lane_marks", Nothing, |l, s, _| {
        let list = l.lanes(s, &LaneQuery::default(), instant(NOW))?;
        let window = LaneWindow { from_ms: 0.0, to_ms: 4e12, width_px: 1000 };
        text(l.lane_marks(&list, 0, 1000, window, moment(), "UTC".parse().expect("a zone")))
    }),
    ("strip", Nothing, |l, s, _| text(l.strip(s))),
    ("density", Nothing, |l, s, _| {
        let buckets = l.density(s, None, 10)?.buckets;
        Ok(if buckets.iter().sum::<u32>() > 1 { "the quayside is counted".to_owned() } else { String::new() })
    }),
    ("moved_keys", Nothing, |l, s, _| text(l.moved_keys(s))),
    ("subject_aliases", Nothing, |l, s, _| text(l.subject_aliases(s))),
    ("extent", Nothing, |l, s, _| text(l.extent(s))),
    ("stats", Nothing, |l, s, _| {
        let stats = l.stats(s)?;
        let counted = (stats.keys, stats.facts, stats.versions, stats.episodes, stats.entries);
        Ok(if counted == (1, 1, 1, 1, 2) { String::new() } else { format!("the quayside: {counted:?}") })
    }),
];

const LEFT_OUT: &[(&str, &str)] = &[
    ("open", "opens the file, whose first space is named in the options"),
    ("path", "the file's, not a space's"),
    ("head_time", "the clock is the file's: one order of system time over all spaces"),
    ("change_mark", "says that the file changed, not what"),
    ("space", "takes a space's name and tells its settings"),
    ("spaces", "lists the spaces for whoever chooses one"),
    ("make_space", "makes one, by a name that must be new in the file"),
    ("rehearse_space", "makes none, by a name that must be new in the file"),
    ("backup_plan", "a setting of the file"),
    ("plan_backups", "a setting of the file"),
    ("kept_backups", "copies of the whole file"),
    ("back_up_if_due", "the whole file"),
    ("usage", "how the file's bytes are spread over its tables"),
    ("vacuum", "the whole file"),
    ("settle", "the whole file"),
    ("back_up", "the whole file"),
    ("verify", "the whole file"),
    ("rebuild", "the whole file, out of its own log"),
    ("scrub", "the whole file"),
    ("export_to", "the whole file: a log is of all spaces"),
    ("restore_from", "a whole new file"),
    ("known_subject", "of a name in two spellings, which the other space here has not: tests/spellings.rs"),
    ("waiting", "the outbox is the file's: it is emptied for all spaces alike"),
    ("keep_vectors", "the outbox's other end; vectors are read by space"),
    ("each_vector", "tells each vector's space, by which the index keeps them apart"),
    ("hold", "one state of the whole file for the reads of a thread"),
    ("standings", "intervals by place in the log, looked up for texts that a space's own search found"),
    ("follow_standings", "brings those up to date"),
    ("vector_count", "counts the file's vectors of a model"),
    ("vectors_of", "takes places in the log that the index of one space found"),
    ("lacking", "the queue of another model, for all spaces alike"),
    ("index_stamp", "the model that serves and how many vectors it has"),
    ("switch_index", "a setting of the file"),
    ("drop_former_vectors", "deletes what no model that serves made"),
    ("indexed", "counts the file's texts"),
    ("requeue", "fills the outbox for all spaces alike"),
];

#[test]
fn the_walk_takes_every_public_function_of_the_ledger() {
    let walked: Vec<&str> = WALK.iter().map(|(name, ..)| *name).collect();
    complete("src-tauri/crates/ledger/src", "Ledger", &walked, LEFT_OUT);
}

#[test]
fn nothing_of_another_space_is_found_through_the_ledger() {
    let folder = folder();
    let (ledger, theirs) = two_spaces(folder.path());
    let before = export(&ledger).expect("an export");
    let given = ["quayside", "winch house"];
    let mut wrong = Vec::new();
    for (name, expect, call) in WALK {
        let heard = call(&ledger, SPACE, &theirs).map_err(|error| (error.code(), error.to_string()));
        let quoted: &[&str] = if *expect == Nothing { &[] } else { &given };
        wrong.extend(judge(name, *expect, heard, quoted));
        // A space that is not there is not found either, whatever is asked of it.
        let heard = call(&ledger, "nowhere", &theirs);
        if heard.as_ref().err().map(LedgerError::code) != Some("not_found") {
            wrong.push(format!("{name} of a space that is not there: {heard:?}"));
        }
        assert_eq!(export(&ledger).expect("an export"), before, "{name} wrote something");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The walk would notice: in their own space the same calls find what they name.
#[test]
fn in_its_own_space_everything_is_found() {
    let folder = folder();
    let (ledger, theirs) = two_spaces(folder.path());
    let mut deaf = Vec::new();
    for (name, expect, call) in WALK.iter().filter(|(name, ..)| !name.starts_with("append")) {
        let heard = call(&ledger, OTHER, &theirs).map_err(|error| (error.code(), error.to_string()));
        let given: &[&str] = &[];
        let silent = match expect {
            NotFound => heard.is_err(),
            _ => judge(name, *expect, heard.clone(), given).is_none(),
        };
        // The bounds of valid time are no words.
        if silent && *name != "extent" && *name != "strip" {
            deaf.push(format!("{name}: {heard:?}"));
        }
    }
    assert!(deaf.is_empty(), "{}", deaf.join("\n"));
}
