//! The engine's functions, open in one space, each with ids and names of another.

use std::sync::Arc;

use memstrata_engine::{Engine, Error, FactPattern, NewAlias, Remember, ReviewChoice, Told};
use memstrata_model::FixedClock;
use memstrata_model::inbox::{Inbox, InboxAnswer};
use memstrata_model::view::{AskMode, AskRequest, LaneQuery, MarkQuery, Viewpoint};
use memstrata_tests::desk::options;
use memstrata_tests::log::{SPACE, export, folder};
use memstrata_tests::tell::fact_from;

use super::Expect::{NotFound, Nothing, Refused};
use super::{Expect, NOW, OTHER, Theirs, complete, instant, judge, two_spaces};

type Call = fn(&Engine, &Theirs) -> Result<String, Error>;

fn text<T: std::fmt::Debug>(heard: Result<T, Error>) -> Result<String, Error> {
    heard.map(|heard| format!("{heard:?}"))
}

fn tell(engine: &Engine, told: Told) -> Result<String, Error> {
    text(engine.tell(vec![told], None, None))
}

fn long_ago() -> memstrata_model::Instant {
    instant("2020-01-01T00:00:00Z")
}

fn said() -> Remember {
    Remember::text("The harbour listens on port 8001.")
}

fn question(mode: AskMode) -> AskRequest {
    AskRequest {
        question: "Which port does it listen on, and what is to be kept quiet?".to_owned(),
        view: Viewpoint::default(),
        mode,
        k: 50,
        budget: 4096,
        follow: None,
    }
}

fn resolve(dispute: &str, choice: &str) -> Told {
    Told::Resolve { dispute: dispute.to_owned(), choice: choice.to_owned() }
}

const WALK: &[(&str, Expect, Call)] = &[
    ("fact", NotFound, |e, t| text(e.fact(&t.fact, None))),
    ("details", NotFound, |e, t| text(e.details(&t.fact, &Viewpoint::default()))),
    ("preview_forget", NotFound, |e, t| text(e.preview_forget(&t.episode))),
    ("forget", NotFound, |e, t| text(e.forget(&t.episode))),
    ("dependents", NotFound, |e, t| text(e.dependents(&t.episode, 5))),
    ("sources", NotFound, |e, t| text(e.sources(&t.claim, 5))),
    ("undo", NotFound, |e, t| text(e.undo(&t.batch))),
    ("undo", NotFound, |e, t| text(e.undo(&t.episode))),
    ("withdrawal", NotFound, |e, t| text(e.withdrawal(&t.episode))),
    ("tell", NotFound, |e, t| tell(e, Told::Void(t.assert.clone()))),
    ("tell", NotFound, |e, t| tell(e, Told::Void(t.alias.clone()))),
    ("tell", NotFound, |e, t| tell(e, Told::Forget(t.episode.clone()))),
    ("tell", NotFound, |e, t| tell(e, resolve(&t.held, "accept"))),
    ("tell", NotFound, |e, t| tell(e, resolve(&t.claim, "accept"))),
    ("tell", NotFound, |e, t| tell(e, resolve(&t.disputing, &t.assert))),
    ("tell", Refused("head_moved"), |e, t| {
        let told = Told::Assert(fact_from("harbour", "port", "8001", "2026-05-01T00:00:00Z"));
        text(e.tell(vec![told], None, Some(t.assert.clone())))
    }),
    ("remember", NotFound, |e, t| {
        text(e.remember(&Remember { derived_from: vec![t.fact.clone()], ..said() }))
    }),
    ("remember", NotFound, |e, t| {
        text(e.remember(&Remember { derived_from: vec![t.episode.clone()], ..said() }))
    }),
    ("remember", NotFound, |e, t| text(e.remember(&Remember { batch: Some(t.batch.clone()), ..said() }))),
    ("remember", Refused("head_moved"), |e, t| {
        text(e.remember(&Remember { if_head: Some(t.assert.clone()), ..said() }))
    }),
    ("preview", NotFound, |e, t| {
        text(e.preview(&Remember { derived_from: vec![t.assert.clone()], ..said() }))
    }),
    ("preview", NotFound, |e, t| text(e.preview(&Remember { batch: Some(t.batch.clone()), ..said() }))),
    ("rehearse", NotFound, |e, t| text(e.rehearse(vec![Told::Void(t.assert.clone())], None, None))),
    ("rehearse", NotFound, |e, t| text(e.rehearse(vec![Told::Forget(t.episode.clone())], None, None))),
    ("review_item", NotFound, |e, t| text(e.review_item(&t.held))),
    ("decide", NotFound, |e, t| text(e.decide(&t.held, &ReviewChoice::Accept))),
    ("decide", NotFound, |e, t| text(e.decide(&t.disputing, &ReviewChoice::Choose(t.assert.clone())))),
    ("rehearse_decision", NotFound, |e, t| text(e.rehearse_decision(&t.held, &ReviewChoice::Accept))),
    ("review", Nothing, |e, _| text(e.review(true))),
    ("inbox", Nothing, |e, _| {
        let inbox = e.inbox()?;
        Ok(if inbox == Inbox::default() { String::new() } else { format!("{inbox:?}") })
    }),
    ("in_words", Nothing, |e, _| {
        let items = e.review(true)?;
        text(items.iter().map(|item| e.in_words(item)).collect::<Result<Vec<_>, _>>())
    }),
    ("inbox_effect", NotFound, |e, t| text(e.inbox_effect(&t.held, &InboxAnswer::Accept))),
    ("answer_inbox", NotFound, |e, t| text(e.answer_inbox(&t.held, &InboxAnswer::Accept))),
    ("difference_of_beliefs", Nothing, |e, _| text(e.difference_of_beliefs(long_ago(), instant(NOW)))),
    ("difference_of_times", Nothing, |e, _| text(e.difference_of_times(long_ago(), instant(NOW), None))),
    ("absences", Nothing, |e, _| text(e.absences(&FactPattern::default(), Some(long_ago()), None, 100))),
    ("read_by", Nothing, |e, t| text(e.read_by(&[&t.assert]))),
    ("keys_moved_from", Nothing, |e, _| text(e.keys_moved_from("pontoon"))),
    ("relation", Nothing, |e, _| {
        Ok(match e.relation("keeper") {
            Ok(relation) if relation.name == "owner" => "the quayside's keeper".to_owned(),
            _ => String::new(),
        })
    }),
    ("relations", Nothing, |e, _| {
        let theirs = e.relations()?.iter().any(|relation| relation.aliases.iter().any(|a| a == "keeper"));
        Ok(if theirs { "the quayside's keeper".to_owned() } else { String::new() })
    }),
    ("timeline", NotFound, |e, _| text(e.timeline("quayside", "port", None, None))),
    ("timeline", NotFound, |e, _| text(e.timeline("winch house", "port", None, None))),
    ("roll_up", NotFound, |e, _| text(e.roll_up("quayside", "port", None))),
    ("rehearse_roll_up", NotFound, |e, _| text(e.rehearse_roll_up("quayside", "port", None))),
    ("facts", Nothing, |e, _| {
        text(e.facts(&FactPattern { all: true, ..FactPattern::default() }, None, None))
    }),
    ("facts", Nothing, |e, _| {
        let pattern = FactPattern { subject: Some("winch house".to_owned()), ..FactPattern::default() };
        text(e.facts(&pattern, None, None))
    }),
    ("relation_of_fact", Nothing, |e, _| text(e.relation_of_fact("quayside", "owner of", None, Some("ana")))),
    ("relation_name", Nothing, |e, _| text(e.relation_name("quayside", "owner of", None))),
    ("check_evidence", NotFound, |e, t| text(e.check_evidence(Some(&t.claim)))),
    ("check_evidence", Nothing, |e, _| text(e.check_evidence(None))),
    ("drop_source", NotFound, |e, t| text(e.drop_source(&t.claim, &t.assert))),
    ("rehearse_drop_source", NotFound, |e, t| text(e.rehearse_drop_source(&t.claim, &t.assert))),
    ("calibrate", Nothing, |e, _| text(e.calibrate(None, true))),
    ("consolidate", Nothing, |e, _| text(e.consolidate(true, &mut |_| true))),
    ("consolidate_when_idle", Nothing, |e, _| {
        text(e.consolidate_when_idle(&mut memstrata_engine::Idle::default(), &mut |_| true))
    }),
    ("reread", Nothing, |e, _| text(e.reread(true, &mut |_, _| true))),
    ("log", Nothing, |e, _| text(e.log(0))),
    ("ask", Nothing, |e, _| text(e.ask(&question(AskMode::Compare)))),
    ("ask", Nothing, |e, _| text(e.ask(&question(AskMode::Plain)))),
    ("info", Nothing, |e, _| {
        let info = e.info()?;
        let counted = (info.keys, info.facts, info.episodes, info.commits);
        Ok(if counted == (1, 1, 1, 1) { String::new() } else { format!("the quayside: {counted:?}") })
    }),
    ("lane_index", Nothing, |e, _| text(e.lane_index(&LaneQuery::default()))),
    ("lane_marks", Nothing, |e, _| {
        let lanes = LaneQuery::default();
        let query = MarkQuery { lanes, first: 0, count: 100, from_ms: 0.0, to_ms: 4e12, width_px: 1000 };
        text(e.lane_marks(&query))
    }),
    ("strip", Nothing, |e, _| text(e.strip())),
    ("density", Nothing, |e, _| {
        let buckets = e.density(&Viewpoint::default(), 10)?.buckets;
        Ok(if buckets.iter().sum::<u32>() > 1 { "the quayside is counted".to_owned() } else { String::new() })
    }),
    ("doctor", Nothing, |e, _| {
        let report = e.doctor(false)?;
        let counted = (report.keys, report.facts, report.versions, report.episodes, report.entries);
        Ok(if counted == (1, 1, 1, 1, 2) { String::new() } else { format!("the quayside: {counted:?}") })
    }),
];

const LEFT_OUT: &[(&str, &str)] = &[
    ("doubts_about", "takes facts that the open space gave, and looks up the keys of that space alone"),
    ("open", "opens a file in a space, which must be there"),
    ("open_sample", "makes and opens a file of its own"),
    ("sample_path", "a path, before any file is opened"),
    ("path", "the file's, not a space's"),
    ("is_sample", "tells of the file, not of a space"),
    ("zone", "the open space's own"),
    ("space", "the open space's own name"),
    ("spaces", "lists the spaces for whoever chooses one"),
    ("space_settings", "takes a space's name and tells its settings"),
    ("make_space", "makes one, by a name that must be new in the file"),
    ("rehearse_space", "makes none, by a name that must be new in the file"),
    ("set_space", "sets the open space"),
    ("settings_page", "tells the settings of the open space"),
    ("settings_effect", "refuses settings of any but the open space"),
    ("keep_settings", "refuses settings of any but the open space"),
    ("relation_change", "makes what is to be told, of the open space's own relations"),
    ("relation_addition", "makes what is to be told, of the open space's own relations"),
    ("relation_renaming", "makes what is to be told, of the open space's own relations"),
    ("relation_merging", "makes what is to be told, of the open space's own relations"),
    ("turnover", "half-lives of the open space's own relations"),
    ("index_loading", "counts the vectors that are being read into memory"),
    ("reembed", "embeds the texts of all spaces alike; vectors are read by space"),
    ("backup_plan", "a setting of the file"),
    ("plan_backups", "a setting of the file"),
    ("kept_backups", "copies of the whole file"),
    ("back_up_if_due", "the whole file"),
    ("usage", "how the file's bytes are spread over its tables"),
    ("vacuum", "the whole file"),
    ("place_warnings", "where the file lies"),
    ("ask_timed", "asks as `ask` does, with a stopwatch"),
    ("now", "the clock is the file's: one order of system time over all spaces"),
    ("change_mark", "says that the file changed, not what"),
    ("export", "the whole file: a log is of all spaces"),
    ("restore", "a whole new file"),
    ("kept_secrets", "the whole file, as it is restored; names no text"),
    ("verify", "the whole file"),
    ("back_up", "the whole file"),
    ("import", "takes texts alone, and tells them to the open space"),
    ("embedder", "the model, which knows no space"),
    ("index_some", "the outbox is the file's: it is emptied for all spaces alike"),
    ("index_all", "the outbox is the file's: it is emptied for all spaces alike"),
    ("requeue", "fills the outbox for all spaces alike"),
    ("index_state", "how far the file's outbox is"),
    ("when_context", "reads no ledger but for the space's own settings"),
    ("read_when", "reads a date in the space's own zone"),
    ("read_viewpoint", "reads a date in the space's own zone"),
];

fn engine(folder: &std::path::Path, space: &str) -> Engine {
    let mut options = options(Arc::new(FixedClock::at(instant(NOW))));
    options.space = space.to_owned();
    let engine = Engine::open(&folder.join("two.memstrata"), options).expect("an engine");
    engine.index_all(&mut |_| true).expect("vectors");
    engine
}

#[test]
fn the_walk_takes_every_public_function_of_the_engine() {
    let walked: Vec<&str> = WALK.iter().map(|(name, ..)| *name).collect();
    complete("src-tauri/crates/engine/src", "Engine", &walked, LEFT_OUT);
}

#[test]
fn nothing_of_another_space_is_found_through_the_engine() {
    let folder = folder();
    let (ledger, theirs) = two_spaces(folder.path());
    let engine = engine(folder.path(), SPACE);
    let before = export(&ledger).expect("an export");
    let given = ["quayside", "winch house"];
    let mut wrong = Vec::new();
    for (name, expect, call) in WALK {
        let heard = call(&engine, &theirs).map_err(|error| (error.code, error.to_string()));
        let quoted: &[&str] = if *expect == Nothing { &["keep it quiet", "kept quiet"] } else { &given };
        wrong.extend(judge(name, *expect, heard, quoted));
        assert_eq!(export(&ledger).expect("an export"), before, "{name} wrote something");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The walk would notice: in their own space the same questions are answered.
#[test]
fn in_its_own_space_everything_is_found() {
    let folder = folder();
    let (_ledger, theirs) = two_spaces(folder.path());
    let engine = engine(folder.path(), OTHER);
    let deaf: Vec<String> = WALK
        .iter()
        // Reading calls only: what writes would change what the later ones find.
        .filter(|(name, expect, _)| {
            ![
                "forget",
                "undo",
                "tell",
                "remember",
                "preview",
                "decide",
                "strip",
                "relation_name",
                "relation_of_fact",
                "reread",
                "consolidate",
                "consolidate_when_idle",
                "calibrate",
                "drop_source",
            ]
            .contains(name)
                && !matches!(expect, Refused(_))
        })
        .filter_map(|(name, expect, call)| {
            let heard = call(&engine, &theirs).map_err(|error| (error.code, error.to_string()));
            let silent = match expect {
                NotFound => heard.is_err(),
                _ => judge(name, *expect, heard.clone(), &[]).is_none(),
            };
            silent.then(|| format!("{name}: {heard:?}"))
        })
        .collect();
    assert!(deaf.is_empty(), "{}", deaf.join("\n"));
}

#[test]
fn a_space_that_is_not_there_is_not_found() {
    let folder = folder();
    drop(two_spaces(folder.path()));
    let mut options = options(Arc::new(FixedClock::at(instant(NOW))));
    options.space = "nowhere".to_owned();
    let error = Engine::open(&folder.path().join("two.memstrata"), options).expect_err("no such space");
    assert_eq!(error.code, "not_found");
}

/// An alias of one space renames nothing in another.
#[test]
fn an_alias_is_of_its_own_space() {
    let folder = folder();
    drop(two_spaces(folder.path()));
    let (ours, theirs) = (engine(folder.path(), SPACE), engine(folder.path(), OTHER));
    let alias =
        NewAlias { subject: "harbour".to_owned(), into_subject: "haven".to_owned(), ..NewAlias::default() };
    theirs.tell(vec![Told::Alias(alias)], None, None).expect("an alias");
    let pattern = FactPattern { subject: Some("harbour".to_owned()), ..FactPattern::default() };
    assert_eq!(ours.facts(&pattern, None, None).expect("facts").len(), 1);
    let pattern = FactPattern { subject: Some("haven".to_owned()), ..FactPattern::default() };
    assert_eq!(ours.facts(&pattern, None, None).expect("facts"), []);
}
