//! Tamper evidence: in a ledger with every kind of entry, each stored value of each table is changed
//! by one bit, one after another. `verify` finds every one, and where the value belongs to an entry, an
//! episode or a version, names it.

use std::collections::BTreeMap;
use std::path::Path;

use memstrata_ledger::{Ledger, NewAlias, NewAssert, NewConfirm, NewRelation, Receipt, Told, Write};
use memstrata_model::{Authority, Cardinality, OnConflict, ValidFromSource};
use memstrata_tests::log::{SPACE, folder, open};
use memstrata_tests::tell::{at, end, fact, fact_from, note};
use rusqlite::Connection;
use rusqlite::types::Value;

/// One of everything.
pub fn everything(path: &Path) -> Ledger {
    let ledger = open(path).expect("a ledger");
    let tell = |now: &str, text: Option<(&str, &str)>, authority: Authority, told: Vec<Told>| -> Receipt {
        let episode = text.map(|(author, text)| {
            let mut episode = note(text, Some(now));
            episode.author = Some(author.to_owned());
            episode.locator = Some("notes/day.md:7".to_owned());
            episode.importance = Some(0.5);
            episode
        });
        let write = Write { episode, told, authority, ..Write::new(SPACE, at(now)) };
        ledger.append(&write).unwrap_or_else(|error| panic!("{error}"))
    };
    let user = Authority::User;
    let asserted = |assert: NewAssert| vec![Told::Assert(assert)];
    let relation = |name: &str, cardinality, on_conflict| {
        Told::Relation(NewRelation {
            relation: name.to_owned(),
            cardinality,
            half_life_days: Some(90),
            on_conflict,
            importance: Some(0.25),
            aliases: vec![format!("{name} of it")],
        })
    };
    let guarded = relation("owner", Cardinality::One, Some(OnConflict::Confirm));
    tell("2026-01-01T09:00:00Z", None, user, vec![relation("speaks", Cardinality::Set, None), guarded]);
    let spanned = NewAssert {
        span: Some((20, 24)),
        confidence: Some(0.75),
        precision: Some(memstrata_model::Precision::Day),
        scope: Some("staging".to_owned()),
        value: Some("tcp 8000".to_owned()),
        ..fact_from("service", "port", "8000", "2026-01-01T00:00:00Z")
    };
    let said = "The staging service is on 8000.";
    let first = tell("2026-01-02T09:00:00Z", Some(("ana", said)), user, asserted(spanned));
    let window = NewAssert {
        valid_to: Some(at("2026-02-01T00:00:00Z")),
        window: true,
        ..fact_from("Ana", "city", "Porto", "2026-01-10T00:00:00Z")
    };
    tell("2026-02-02T09:00:00Z", Some(("ana", "In January she was in Porto.")), user, asserted(window));
    let unknown = NewAssert {
        valid_from_source: Some(ValidFromSource::Unknown),
        ..fact("Ana", "employer", "Acme Corporation")
    };
    tell("2026-02-03T09:00:00Z", Some(("bo", "Ana is with Acme.")), user, asserted(unknown));
    let from = "2026-02-10T00:00:00Z";
    tell(
        "2026-02-11T09:00:00Z",
        Some(("ana", "Limit 240 since the 10th.")),
        user,
        asserted(fact_from("service", "limit", "240", from)),
    );
    let disputing = tell(
        "2026-02-12T09:00:00Z",
        Some(("bo", "Limit 300 since the 10th.")),
        user,
        asserted(fact_from("service", "limit", "300", from)),
    );
    let confirm = NewConfirm {
        subject: "Ana".to_owned(),
        relation: "employer".to_owned(),
        object: "Acme Corporation".to_owned(),
        at: Some(at("2026-02-20T00:00:00Z")),
        ..NewConfirm::default()
    };
    tell("2026-02-21T09:00:00Z", None, user, vec![Told::Confirm(confirm)]);
    for language in ["Portuguese", "Norwegian"] {
        tell("2026-02-22T09:00:00Z", None, user, asserted(fact("Ana", "speaks", language)));
    }
    tell(
        "2026-02-23T09:00:00Z",
        None,
        user,
        vec![end("Ana", "speaks", Some("Norwegian"), "2026-02-23T00:00:00Z")],
    );
    tell("2026-02-24T09:00:00Z", None, user, asserted(fact("service", "owner", "Ana")));
    let held = tell("2026-02-25T09:00:00Z", None, Authority::Agent, asserted(fact("service", "owner", "Bo")));
    tell(
        "2026-02-26T09:00:00Z",
        None,
        user,
        vec![Told::Resolve { dispute: held.applied[0].event.clone(), choice: "accept".to_owned() }],
    );
    tell(
        "2026-02-27T09:00:00Z",
        None,
        user,
        vec![Told::Resolve {
            dispute: disputing.applied[0].event.clone(),
            choice: disputing.applied[0].event.clone(),
        }],
    );
    // Held and never let in.
    tell("2026-02-28T09:00:00Z", None, Authority::Agent, asserted(fact("service", "owner", "Cy")));
    tell(
        "2026-03-01T09:00:00Z",
        None,
        user,
        vec![Told::Batch { id: "import-1".to_owned(), label: "a file".to_owned() }],
    );
    let told = asserted(fact_from("Bo", "city", "Faro", "2026-03-01T00:00:00Z"));
    let in_batch = Write {
        batch: Some("import-1".to_owned()),
        episode: Some(note("Bo is in Faro.", None)),
        told,
        ..Write::new(SPACE, at("2026-03-01T09:01:00Z"))
    };
    ledger.append(&in_batch).expect("a write in a batch");
    let alias =
        NewAlias { subject: "the api".to_owned(), into_subject: "service".to_owned(), ..NewAlias::default() };
    tell("2026-03-02T09:00:00Z", None, user, asserted(fact("the api", "limit", "300")));
    tell("2026-03-02T09:00:01Z", None, user, vec![Told::Alias(alias)]);
    let source = first.applied[0].event.clone();
    tell(
        "2026-03-03T09:00:00Z",
        Some(("ana", "Staging is open to all.")),
        user,
        vec![Told::Claim(vec![source.clone()])],
    );
    tell("2026-03-04T09:00:00Z", None, user, vec![Told::Void(source)]);
    let secret = tell(
        "2026-03-05T09:00:00Z",
        Some(("ana", "The hint is quetzal.")),
        user,
        asserted(NewAssert { span: Some((12, 19)), ..fact("Ana", "hint", "quetzal") }),
    );
    tell("2026-03-06T09:00:00Z", None, user, vec![Told::Forget(secret.episode.expect("an episode"))]);
    let (seq, _) = ledger.waiting(1).expect("the outbox").remove(0);
    ledger.keep_vectors("a model", &[(seq, vec![7, 7, 7, 7])]).expect("a vector");
    assert!(ledger.scrub().expect("scrubbed"));
    ledger
}

/// Other values that one bit makes of this one; there is none of a null. Of a text one has another
/// letter, one has a letter in the other case.
fn one_bit(value: &Value) -> Vec<Value> {
    match value {
        Value::Null => Vec::new(),
        Value::Integer(number) => vec![Value::Integer(number ^ 1)],
        Value::Real(number) => vec![Value::Real(f64::from_bits(number.to_bits() ^ 1))],
        Value::Text(text) => {
            let changed = |bit: u8, can: fn(&u8) -> bool| {
                let mut bytes = text.clone().into_bytes();
                let middle = bytes.len() / 2;
                let place = (middle..bytes.len()).chain(0..middle).find(|place| can(&bytes[*place]))?;
                bytes[place] ^= bit;
                Some(Value::Text(String::from_utf8(bytes).ok()?))
            };
            [changed(1, u8::is_ascii), changed(0x20, u8::is_ascii_alphabetic)].into_iter().flatten().collect()
        }
        Value::Blob(bytes) => {
            let mut bytes = bytes.clone();
            let place = bytes.len() / 2;
            let Some(byte) = bytes.get_mut(place) else { return Vec::new() };
            *byte ^= 1;
            vec![Value::Blob(bytes)]
        }
    }
}

/// A stored value: its table, its column, and what names its row.
#[derive(Debug)]
struct Place {
    table: String,
    column: String,
    /// The columns of the primary key with their values.
    row: Vec<(String, Value)>,
    value: Value,
    /// What `verify` is to name: an entry's id or a version's; empty where neither is behind it.
    names: Vec<String>,
}

fn column_names(connection: &Connection, table: &str) -> Vec<(String, bool)> {
    let mut statement = connection.prepare(&format!("PRAGMA table_info({table})")).expect("a table");
    let rows = statement.query_map([], |row| Ok((row.get(1)?, row.get::<_, i64>(5)? > 0))).expect("columns");
    rows.map(|row| row.expect("a column")).collect()
}

fn tables(connection: &Connection) -> Vec<String> {
    let mut statement = connection
        .prepare(
            // The inside of the word index is the other test's: it is compared as a whole.
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'
                 AND name NOT LIKE 'episode_words%' ORDER BY name",
        )
        .expect("the schema");
    let rows = statement.query_map([], |row| row.get(0)).expect("tables");
    rows.map(|row| row.expect("a table")).collect()
}

/// Every value that is stored, at most so many rows of a table, spread over it.
fn places(connection: &Connection, at_most: usize) -> Vec<Place> {
    let mut ids: BTreeMap<i64, String> = BTreeMap::new();
    let mut statement = connection.prepare("SELECT seq, id FROM entry").expect("the log");
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("entries");
    ids.extend(rows.map(|row| row.expect("an entry")));
    let entries_with = |column: &str, value: i64| -> Vec<String> {
        let mut statement =
            connection.prepare(&format!("SELECT id FROM entry WHERE {column} = ?1")).expect("the log");
        let rows = statement.query_map([value], |row| row.get(0)).expect("entries");
        rows.map(|row| row.expect("an entry")).collect()
    };
    let mut places = Vec::new();
    for table in tables(connection) {
        let columns = column_names(connection, &table);
        let list: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
        let mut statement =
            connection.prepare(&format!("SELECT {} FROM {table}", list.join(", "))).expect("a table");
        let rows: Vec<Vec<Value>> = statement
            .query_map([], |row| (0..list.len()).map(|place| row.get(place)).collect())
            .expect("rows")
            .map(|row| row.expect("a row"))
            .collect();
        let at_most = if table == "entry" { rows.len() } else { at_most };
        let stride = rows.len().div_ceil(at_most.max(1)).max(1);
        for row in rows.iter().step_by(stride) {
            let first = match row.first() {
                Some(Value::Integer(number)) => *number,
                _ => 0,
            };
            let names: Vec<String> = match table.as_str() {
                "entry" | "episode" | "episode_text" | "evidence" | "sealed_entry" => {
                    ids.get(&first).cloned().into_iter().collect()
                }
                "version" => vec![format!("f{first}")],
                "object" => entries_with("object_id", first),
                "key" => entries_with("key_id", first),
                // A vector's place is its model's number before its text's.
                "vector" => ids.get(&(first & ((1 << 40) - 1))).cloned().into_iter().collect(),
                _ => Vec::new(),
            };
            let key: Vec<(String, Value)> = columns
                .iter()
                .zip(row)
                .filter(|((_, is_key), _)| *is_key)
                .map(|((name, _), value)| (name.clone(), value.clone()))
                .collect();
            for ((column, _), value) in columns.iter().zip(row) {
                places.push(Place {
                    table: table.clone(),
                    column: column.clone(),
                    row: key.clone(),
                    value: value.clone(),
                    names: names.clone(),
                });
            }
        }
    }
    places
}

/// Changes one value in a copy of the file, past every guard; false where the layout itself refuses.
fn change(path: &Path, place: &Place, to: &Value) -> bool {
    let connection = Connection::open(path).expect("a connection");
    connection.pragma_update(None, "foreign_keys", false).expect("a pragma");
    connection.pragma_update(None, "journal_mode", "MEMORY").expect("a pragma");
    connection.pragma_update(None, "synchronous", "OFF").expect("a pragma");
    let triggers: Vec<(String, String)> = {
        let mut statement =
            connection.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").expect("it");
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("triggers");
        rows.map(|row| row.expect("a trigger")).collect()
    };
    for (name, _) in &triggers {
        connection.execute_batch(&format!("DROP TRIGGER {name}")).expect("dropped");
    }
    let conditions: Vec<String> =
        (0..place.row.len()).map(|number| format!("{} IS ?{}", place.row[number].0, number + 2)).collect();
    let sql = format!("UPDATE {} SET {} = ?1 WHERE {}", place.table, place.column, conditions.join(" AND "));
    let values = std::iter::once(to).chain(place.row.iter().map(|(_, value)| value));
    let changed = connection.execute(&sql, rusqlite::params_from_iter(values));
    for (_, sql) in &triggers {
        connection.execute_batch(sql).expect("made again");
    }
    changed.is_ok_and(|rows| rows == 1)
}

/// The bytes of a file with everything in it, nothing beside it.
fn sound(path: &Path) -> Vec<u8> {
    let ledger = everything(path);
    ledger.settle().expect("settled");
    drop(ledger);
    std::fs::read(path).expect("the file")
}

#[test]
fn one_changed_bit_of_any_stored_value_is_found_and_its_entry_named() {
    let folder = folder();
    let path = folder.path().join("sound.db");
    let ledger = everything(&path);
    assert_eq!(memstrata_tests::tell::findings(&ledger), [""; 0]);
    ledger.settle().expect("settled");
    drop(ledger);
    let bytes = std::fs::read(&path).expect("the file");
    let places = places(&Connection::open(&path).expect("a connection"), 6);
    let changed = folder.path().join("changed.db");
    let (mut tried, mut missed, mut unnamed) = (BTreeMap::<String, usize>::new(), Vec::new(), Vec::new());
    let changes =
        places.iter().flat_map(|place| one_bit(&place.value).into_iter().map(move |to| (place, to)));
    for (place, to) in changes {
        std::fs::write(&changed, &bytes).expect("a copy");
        if !change(&changed, place, &to) {
            continue;
        }
        *tried.entry(place.table.clone()).or_default() += 1;
        let what =
            format!("{}.{} of {:?}: {:?} to {to:?}", place.table, place.column, place.row, place.value);
        // A file that is refused is found too, but names nothing.
        let Ok(ledger) = open(&changed) else { continue };
        match ledger.verify(&mut |_| true) {
            Err(error) => unnamed.push(format!("{what}: {error}")),
            Ok(report) if report.findings.is_empty() => missed.push(what),
            Ok(report) => {
                // An entry whose id was changed is named by what it is now.
                let mut names = place.names.clone();
                if let ("entry", "id", Value::Text(id)) = (place.table.as_str(), place.column.as_str(), &to) {
                    names.push(id.clone());
                }
                // A vector is known by its place alone.
                if (place.table.as_str(), place.column.as_str()) == ("vector", "place") {
                    names.clear();
                }
                let named =
                    |name: &String| report.findings.iter().any(|found| found.place.contains(name.as_str()));
                if !names.is_empty() && !names.iter().any(named) {
                    unnamed.push(format!("{what}: {:?} in {:?}", place.names, report.findings));
                }
            }
        }
    }
    println!("values changed, by table: {tried:?}");
    assert!(tried.get("entry").is_some_and(|n| *n > 200), "{tried:?}");
    assert_eq!(tried.get("vector"), Some(&3), "its place, its bytes, its digest: {tried:?}");
    assert_eq!(tried.get("sealed_entry"), Some(&2), "a place of forgotten words was there: {tried:?}");
    assert!(missed.is_empty(), "{} changes are not found:\n{}", missed.len(), missed.join("\n"));
    assert!(unnamed.is_empty(), "{} are found, not named:\n{}", unnamed.len(), unnamed.join("\n"));
}

/// The index is checked against the ledger: words that are not in their text, or are missing of it; one
/// bit of what the index is made of, where a search finds other texts by it.
#[test]
fn a_word_index_that_differs_from_the_texts_is_found() {
    let folder = folder();
    let path = folder.path().join("sound.db");
    let bytes = sound(&path);
    let changed = folder.path().join("changed.db");
    for (what, sql) in [
        (
            "another text indexed",
            "UPDATE episode_words SET text = 'something else' WHERE rowid = (SELECT min(seq) FROM episode_text)",
        ),
        ("a text not indexed", "DELETE FROM episode_words WHERE rowid = (SELECT min(seq) FROM episode_text)"),
        (
            "a text indexed that is not there",
            "INSERT INTO episode_words (rowid, text) VALUES (999999, 'quetzal')",
        ),
        ("everything dropped", "INSERT INTO episode_words (episode_words) VALUES ('delete-all')"),
    ] {
        std::fs::write(&changed, &bytes).expect("a copy");
        Connection::open(&changed).expect("a connection").execute_batch(sql).expect("changed");
        let ledger = open(&changed).expect("it opens");
        let found = memstrata_tests::tell::findings(&ledger);
        assert!(found.iter().any(|found| found.contains("episode_words")), "{what}: {found:?}");
    }
    // What each word finds in the sound file.
    std::fs::write(&changed, &bytes).expect("a copy");
    let words = ["ana", "staging", "limit", "faro", "acme", "january", "open", "since", "is", "10th"];
    let search = |ledger: &Ledger| -> Option<Vec<Vec<i64>>> {
        let all = words.iter().map(|word| {
            let hits = ledger.search_words(SPACE, word, None, 50).ok()?;
            let mut rows: Vec<i64> = hits.into_iter().map(|hit| hit.seq).collect();
            rows.sort_unstable();
            Some(rows)
        });
        all.collect()
    };
    let sound = search(&open(&changed).expect("it opens")).expect("found");
    let blocks: Vec<(i64, Vec<u8>)> = {
        let connection = Connection::open(&changed).expect("a connection");
        let mut statement =
            connection.prepare("SELECT id, block FROM episode_words_data").expect("the index");
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("blocks");
        rows.map(|row| row.expect("a block")).collect()
    };
    let (mut tried, mut missed) = (0, Vec::new());
    for (id, block) in &blocks {
        let stride = block.len().div_ceil(40).max(1);
        for place in (0..block.len()).step_by(stride) {
            let mut block = block.clone();
            block[place] ^= 1;
            std::fs::write(&changed, &bytes).expect("a copy");
            Connection::open(&changed)
                .expect("a connection")
                .execute(
                    "UPDATE episode_words_data SET block = ?1 WHERE id = ?2",
                    rusqlite::params![block, id],
                )
                .expect("changed");
            let ledger = open(&changed).expect("it opens");
            tried += 1;
            let finds_the_same = search(&ledger).is_some_and(|found| found == sound);
            let silent = ledger.verify(&mut |_| true).is_ok_and(|report| report.findings.is_empty());
            if silent && !finds_the_same {
                missed.push((*id, place));
            }
        }
    }
    assert!(tried > 60, "{tried} changes");
    assert!(missed.is_empty(), "other texts are found, and verify is silent: {missed:?}");
}

/// One bit of what the tables and their guards are said to be, which hold no value and decide on all.
#[test]
fn a_changed_layout_is_found() {
    let folder = folder();
    let path = folder.path().join("sound.db");
    let bytes = sound(&path);
    let changed = folder.path().join("changed.db");
    for (was, is) in [
        ("BEFORE DELETE ON entry", "BEFORE DELETE ON Entry"),
        (
            "the log is append-only: an entry is never deleted",
            "the log is append-only: an entry is sever deleted",
        ),
        ("CREATE INDEX entry_by_batch ON entry (batch)", "CREATE INDEX entry_by_batch ON entry (Batch)"),
    ] {
        let place = bytes.windows(was.len()).position(|window| window == was.as_bytes()).expect(was);
        let mut other = bytes.clone();
        other[place..place + is.len()].copy_from_slice(is.as_bytes());
        std::fs::write(&changed, &other).expect("a copy");
        let found = memstrata_tests::tell::findings(&open(&changed).expect("it opens"));
        assert!(found.iter().any(|found| found.contains("laid out")), "{is}: {found:?}");
    }
}

/// Entries taken out, put in or put in another order are found, also where every row is sound.
#[test]
fn an_entry_taken_out_or_moved_is_found() {
    let folder = folder();
    let path = folder.path().join("sound.db");
    let bytes = sound(&path);
    let changed = folder.path().join("changed.db");
    for (what, sql) in [
        (
            "the last entry cut off and its version with it",
            "DELETE FROM version WHERE asserted_by = 8; DELETE FROM evidence WHERE seq = 8; DELETE FROM entry WHERE seq = 8",
        ),
        (
            "two entries that change places",
            "UPDATE entry SET seq = -1 WHERE seq = 8; UPDATE entry SET seq = 8 WHERE seq = 9; UPDATE entry SET seq = 9 WHERE seq = -1",
        ),
        (
            "an episode's text taken out without a word",
            "DELETE FROM episode_text WHERE seq = (SELECT min(seq) FROM episode_text)",
        ),
        (
            "a value taken out without a word",
            "UPDATE object SET norm = NULL, shown = NULL, salt = NULL WHERE shown = 'Portuguese'",
        ),
    ] {
        std::fs::write(&changed, &bytes).expect("a copy");
        let connection = Connection::open(&changed).expect("a connection");
        connection.pragma_update(None, "foreign_keys", false).expect("a pragma");
        let triggers: Vec<(String, String)> = {
            let mut statement =
                connection.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").expect("it");
            let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("triggers");
            rows.map(|row| row.expect("a trigger")).collect()
        };
        for (name, _) in &triggers {
            connection.execute_batch(&format!("DROP TRIGGER {name}")).expect("dropped");
        }
        connection.execute_batch(sql).expect("changed");
        for (_, sql) in &triggers {
            connection.execute_batch(sql).expect("made again");
        }
        drop(connection);
        let ledger = open(&changed).expect("it opens");
        assert_ne!(memstrata_tests::tell::findings(&ledger), [""; 0], "{what}");
    }
}
