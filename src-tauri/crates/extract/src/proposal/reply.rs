//! What a model's reply holds: a JSON list of proposals, perhaps inside prose or a code fence, perhaps
//! cut off. What is no proposal is passed over, so that one of them costs none of the others.

use serde_json::Value;

use super::{Proposal, ProposalError};

/// Reads a model's reply.
///
/// # Errors
/// [`ProposalError::Malformed`] quotes the start of a reply that has neither a list nor a proposal.
pub fn read_reply(reply: &str) -> Result<Vec<Proposal>, ProposalError> {
    let objects = objects(reply);
    let read: Vec<Proposal> = objects.iter().filter_map(|text| proposal(text)).collect();
    let empty = objects.is_empty() && reply.replace(char::is_whitespace, "").contains("[]");
    if read.is_empty() && !empty {
        return Err(ProposalError::Malformed(reply.chars().take(80).collect()));
    }
    Ok(read)
}

/// A proposal as a model writes it: a number stands for its figures, and an operation in capitals for
/// itself.
fn proposal(text: &str) -> Option<Proposal> {
    let mut value: Value = serde_json::from_str(text).ok()?;
    for (name, field) in value.as_object_mut()? {
        match field {
            Value::Number(number) => *field = Value::String(number.to_string()),
            Value::String(op) if name == "op" => *op = op.to_lowercase(),
            _ => {}
        }
    }
    serde_json::from_value(value).ok()
}

/// The innermost objects of a text, those that are closed.
fn objects(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut open, mut quoted, mut escaped) = (None, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            // Quotation marks of the prose around the objects say nothing.
            b'"' if open.is_some() => quoted = !quoted,
            b'{' if !quoted => open = Some(at),
            b'}' if !quoted => found.extend(open.take().and_then(|from| text.get(from..=at))),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"{"subject":"a","relation":"b","object":"c {d}","op":"assert","quote":"c"}"#;

    fn read(reply: &str) -> Option<usize> {
        read_reply(reply).ok().map(|p| p.len())
    }

    #[test]
    fn a_bad_reply_is_an_error_that_quotes_it() {
        assert_eq!(read(&format!("Sure! ```json\n[{GOOD}]\n```")), Some(1));
        assert!(matches!(
            read_reply("I cannot help with that"),
            Err(ProposalError::Malformed(q)) if q.contains("cannot")
        ));
        for reply in ["] [", "", "{}", r#"{"error":"model not found"}"#, r#"[{"subject":null}]"#] {
            assert_eq!(read(reply), None, "{reply}");
        }
        assert_eq!(read("[]"), Some(0));
        assert_eq!(read("```\n[ ]\n```"), Some(0));
    }

    #[test]
    fn one_bad_item_costs_none_of_the_others() {
        let number = r#"{"subject":"a","relation":"port","object":8080,"op":"ASSERT","quote":"8080"}"#;
        for bad in [
            r#"{"subject":"a"}"#,
            r#"{"subject":"a","relation":"b","object":null,"op":"assert","quote":"c"}"#,
            r#"{"subject":"a","relation":"b","object":"c","op":"change","quote":"c"}"#,
            "null",
            "\"words\"",
        ] {
            assert_eq!(read(&format!("[{GOOD},{bad},{number}]")), Some(2), "{bad}");
        }
        assert_eq!(read(&format!("[{GOOD},{{\"subject\":\"a")), Some(1), "cut off");
        assert_eq!(read(&format!("{{\"facts\":[{GOOD}]}}")), Some(1));
        assert_eq!(read(GOOD), Some(1));
        assert_eq!(read(&format!("He said \"yes: {GOOD}")), Some(1));
    }
}
