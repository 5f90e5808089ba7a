//! The log's format as documents for others: TypeScript types and a JSON schema, both up to date.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use memstrata_ledger::line::Line;
use serde_json::Value;
use ts_rs::TS as _;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../assets/docs")
}

#[test]
fn the_typescript_types_are_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    Line::export_all(&ts_rs::Config::default().with_out_dir(folder.path())).unwrap();
    let made = std::fs::read_to_string(folder.path().join("log.ts")).unwrap();
    let kept = docs().join("log.ts");
    if std::env::var_os("MEMSTRATA_WRITE_BINDINGS").is_some() {
        std::fs::write(&kept, &made).unwrap();
    }
    let stored = std::fs::read_to_string(&kept).unwrap_or_default();
    assert!(made == stored, "{} is stale: run this test with MEMSTRATA_WRITE_BINDINGS=1", kept.display());
}

/// What a field may hold, as far as the schema here goes: types, constants, enumerations.
fn allowed(schema: &Value, value: &Value) -> bool {
    if let Some(expected) = schema.get("const") {
        return expected == value;
    }
    if let Some(any) = schema["enum"].as_array() {
        return any.contains(value);
    }
    if let Some(any) = schema["oneOf"].as_array() {
        return any.iter().any(|schema| allowed(schema, value));
    }
    let name = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(n) if n.is_i64() || n.is_u64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let named = |wanted: &Value| wanted == name || (wanted == "number" && name == "integer");
    match &schema["type"] {
        Value::Array(any) => any.iter().any(named),
        one => named(one),
    }
}

#[test]
fn every_line_of_the_sample_fits_the_schema() {
    let schema: Value =
        serde_json::from_str(&std::fs::read_to_string(docs().join("log.schema.json")).unwrap()).unwrap();
    let sample = std::fs::read_to_string(docs().join("../sample/sample.jsonl")).unwrap();
    let kinds = schema["oneOf"].as_array().unwrap();
    let mut seen = BTreeSet::new();
    for (number, text) in sample.lines().enumerate() {
        let line: Value = serde_json::from_str(text).unwrap();
        let kind = kinds
            .iter()
            .find(|kind| kind["properties"]["type"]["const"] == line["type"])
            .unwrap_or_else(|| panic!("line {}: no schema for {}", number + 1, line["type"]));
        for (field, value) in line.as_object().unwrap() {
            let known = kind["properties"]
                .get(field)
                .unwrap_or_else(|| panic!("line {}: {field} is not in the schema", number + 1));
            assert!(allowed(known, value), "line {}: {field} may not be {value}", number + 1);
        }
        for required in kind["required"].as_array().unwrap() {
            assert!(
                line.get(required.as_str().unwrap()).is_some(),
                "line {}: {required} is missing",
                number + 1
            );
        }
        seen.insert(line["type"].as_str().unwrap().to_owned());
    }
    assert!(seen.len() >= 6, "the sample shows too few kinds of line: {seen:?}");
}

/// The types as generated, without what is said of them.
fn types() -> String {
    let types = std::fs::read_to_string(docs().join("log.ts")).unwrap();
    let mut bare = String::new();
    for (place, part) in types.split("/**").enumerate() {
        bare.push_str(if place == 0 { part } else { part.split_once("*/").unwrap().1 });
    }
    bare
}

/// The fields of a type, and the names that each may hold where it holds one of a few.
fn fields(types: &str, name: &str) -> BTreeMap<String, BTreeSet<String>> {
    let body = types.split(&format!("export type {name} = {{")).nth(1).unwrap_or_else(|| panic!("{name}"));
    let body = &body[..body.find("};").unwrap()];
    let mut found = BTreeMap::new();
    for field in body.split(", ").map(str::trim).filter(|field| field.contains(": ")) {
        let (name, holds) = field.split_once(": ").unwrap();
        let names = holds.split('"').skip(1).step_by(2).map(str::to_owned).collect();
        found.insert(name.trim_end_matches('?').to_owned(), names);
    }
    found
}

#[test]
fn the_schema_knows_every_kind_field_and_name_that_the_program_writes_and_no_other() {
    let schema: Value =
        serde_json::from_str(&std::fs::read_to_string(docs().join("log.schema.json")).unwrap()).unwrap();
    let types = types();
    let line = types.split("export type Line = ").nth(1).unwrap();
    let mut kinds: BTreeSet<&str> = line[..line.find(';').unwrap()].split('"').skip(3).step_by(4).collect();
    for kind in schema["oneOf"].as_array().unwrap() {
        let name = kind["properties"]["type"]["const"].as_str().unwrap();
        assert!(kinds.remove(name), "{name} is no kind of line");
        let type_name = match name {
            "header" => "Header".to_owned(),
            other => format!("{}{}Line", other[..1].to_uppercase(), &other[1..]),
        };
        let properties = kind["properties"].as_object().unwrap().iter().filter(|(field, _)| *field != "type");
        let in_schema: BTreeMap<String, BTreeSet<String>> = properties
            .map(|(field, holds)| {
                let names = holds["enum"].as_array().into_iter().flatten().filter_map(Value::as_str);
                (field.clone(), names.map(str::to_owned).collect())
            })
            .collect();
        assert_eq!(in_schema, fields(&types, &type_name), "{type_name}");
    }
    assert!(kinds.is_empty(), "the schema lacks {kinds:?}");
}
