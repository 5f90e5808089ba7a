//! Nouns that have a value of their own ("boiler code", "alert threshold"), and which values of a
//! relation can come about by which form of change. No reading is made here.

use crate::candidate::is_figure;
use crate::change_frame::{Frame, Told};
use crate::gazetteer;
use crate::lexicon::{Lexicon, RelationSpec};
use crate::token::{Shape, Token};
use crate::value::ValueType;
use crate::words;

/// Whether a value of a known relation can have come about in such a form.
pub(crate) fn suits(spec: &RelationSpec, frame: &Frame, text: &str, first: &Token<'_>) -> bool {
    if is_figure(spec.value_type) || spec.value_type == ValueType::Identifier {
        return true;
    }
    let kinds = gazetteer::kinds(text);
    let role = !Lexicon::built_in().alias(&text.to_lowercase()).is_empty();
    match frame.told {
        Told::Value => !role,
        Told::Holder => !role && (first.capital() || !kinds.is_empty() || first.shape != Shape::Word),
        // "the team moved to Berlin", "the database went to eu-west-1".
        Told::Loose | Told::Moved => {
            !role
                && match spec.value_type {
                    ValueType::Person | ValueType::Organisation | ValueType::Team => {
                        first.capital()
                            && kinds.iter().all(|k| !matches!(*k, "place" | "country"))
                            && !moves(frame)
                    }
                    ValueType::Product => {
                        crate::candidate::name_fit(spec, text) > 0 || first.capital() && kinds.is_empty()
                    }
                    ValueType::Place | ValueType::Address => true,
                    _ => true,
                }
        }
    }
}

fn moves(frame: &Frame) -> bool {
    matches!(frame.told, Told::Loose | Told::Moved) && frame.attribute.1 < frame.new.0
}

/// Whether a noun is that of somebody by what he does ("dentist", "plumber").
pub(crate) fn calls_somebody(phrase: &str) -> bool {
    let last = phrase.rsplit(' ').next().unwrap_or(phrase);
    last.len() > 4
        && ["ist", "er", "or", "ian", "ant", "man", "woman", "yst"].iter().any(|e| last.ends_with(e))
}

/// Whether the last noun of a phrase names something that has a value ("boiler code", "alert
/// threshold"), and no thing that is changed itself.
pub(crate) fn noun_of_value(phrase: &str) -> bool {
    let phrase = phrase.split(" of ").next().unwrap_or(phrase);
    let last = words::singular(phrase.rsplit(' ').next().unwrap_or(phrase));
    matches!(
        last.as_str(),
        "code"
            | "threshold"
            | "length"
            | "size"
            | "link"
            | "number"
            | "limit"
            | "day"
            | "date"
            | "time"
            | "name"
            | "colour"
            | "color"
            | "rate"
            | "level"
            | "address"
            | "count"
            | "budget"
            | "target"
            | "goal"
            | "password"
            | "passphrase"
            | "pin"
            | "mode"
            | "key"
            | "id"
            | "policy"
            | "format"
            | "style"
            | "value"
            | "weight"
            | "height"
            | "width"
            | "depth"
            | "duration"
            | "interval"
            | "period"
            | "frequency"
            | "quota"
            | "cap"
            | "maximum"
            | "minimum"
            | "ratio"
            | "factor"
            | "percentage"
            | "share"
            | "score"
            | "grade"
            | "rank"
            | "position"
            | "slot"
            | "window"
            | "delay"
            | "offset"
            | "margin"
            | "fee"
            | "salary"
            | "rent"
            | "dose"
            | "dosage"
            | "balance"
            | "amount"
            | "total"
            | "version"
            | "branch"
            | "channel"
            | "prefix"
            | "suffix"
            | "extension"
            | "title"
            | "motto"
            | "slogan"
            | "theme"
            | "font"
            | "nickname"
            | "username"
            | "handle"
            | "combination"
            | "deadline"
            | "schedule"
            | "temperature"
            | "pressure"
            | "speed"
            | "volume"
            | "capacity"
            | "retention"
            | "ttl"
            | "timeout"
            | "concurrency"
            | "parallelism"
            | "locale"
            | "currency"
            | "distance"
            | "order"
            | "term"
            | "age"
            | "shift"
            | "seat"
            | "desk"
            | "gate"
            | "platform"
            | "locker"
            | "spot"
            | "room"
            | "linter"
            | "formatter"
            | "bundler"
            | "wiki"
            | "editor"
            | "terminal"
            | "browser"
            | "shell"
    )
}
