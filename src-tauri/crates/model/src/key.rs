//! Keys: (subject, relation, scope) after normalisation. Two keys are one iff their normalised
//! parts are equal; nothing matches by pattern, prefix or similarity.

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization as _;

/// A normalised key within a space.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Key {
    pub subject: String,
    pub relation: String,
    /// Qualifier that separates keys (environment, tier, file); empty where there is none.
    pub scope: String,
}

impl Key {
    /// Normalises each part.
    #[must_use]
    pub fn new(subject: &str, relation: &str, scope: Option<&str>) -> Self {
        Key {
            subject: normalize_name(subject),
            relation: normalize_name(relation),
            scope: scope.map(normalize_name).unwrap_or_default(),
        }
    }
}

/// Folds a name: compatibility composition, case, camelCase and separators to single spaces,
/// punctuation off the ends. `requestTimeout`, `request_timeout` and "Request timeout:" are one.
///
/// A leading article is dropped ("the service"), and separators inside a path or a version
/// (`auth/session.py`, `node.js`) stay.
#[must_use]
pub fn normalize_name(name: &str) -> String {
    // Composition leaves ASCII alone; most names are ASCII.
    let folded = if name.is_ascii() {
        fold_name(name)
    } else {
        let composed: String = name.nfkc().collect();
        fold_name(&composed).nfkc().collect()
    };
    let words: Vec<&str> = folded.split_whitespace().collect();
    let joined = words.join(" ");
    let mut trimmed = joined.as_str();
    // Until nothing changes, so that folding a folded name changes nothing.
    loop {
        let bare = trimmed.trim_matches(|c: char| c == ' ' || PUNCTUATION.contains(c));
        let bare = ["the ", "a ", "an "]
            .iter()
            .find_map(|article| bare.strip_prefix(article).filter(|rest| !rest.is_empty()))
            .unwrap_or(bare);
        if bare == trimmed {
            break;
        }
        trimmed = bare;
    }
    // A name of punctuation alone is still a name.
    if trimmed.is_empty() { joined.clone() } else { trimmed.to_owned() }
}

/// What stands around names and is no part of them, in any script; wide forms are composed to these.
const PUNCTUATION: &str = ".,;:!?\"'`()[]…。、「」『』【】《》〈〉“”„«»‹›¿¡؟،؛۔।॥";

/// Case, separators and invisible characters.
fn fold_name(name: &str) -> String {
    let split = if name.chars().any(char::is_uppercase) { split_camel(name) } else { name.to_owned() };
    let mut folded = String::with_capacity(split.len());
    for c in split.chars().flat_map(char::to_lowercase) {
        match c {
            '_' | '-' | '\u{2010}'..='\u{2015}' => folded.push(' '),
            '\u{2018}' | '\u{2019}' => folded.push('\''),
            // Of no width: spaces, joiners, marks of direction.
            '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{180e}'
            | '\u{feff}'
            | '\u{00ad}' => {}
            c if c.is_whitespace() || c.is_control() => folded.push(' '),
            c => folded.push(c),
        }
    }
    folded
}

/// Parts `requestTimeout`. Names that merely carry capitals (GitHub, PostgreSQL, macOS, iPhone)
/// stay whole, since people write them in lower case too.
fn split_camel(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let mut out = String::with_capacity(name.len() + 4);
    let mut word = 0;
    for (i, &c) in chars.iter().enumerate() {
        if !c.is_alphanumeric() {
            word = i + 1;
        }
        let hump = c.is_uppercase()
            && i >= word + 2
            && chars[word].is_lowercase()
            && chars[i - 1].is_lowercase()
            && chars.get(i + 1).is_some_and(|next| next.is_lowercase());
        if hump {
            out.push(' ');
        }
        out.push(c);
    }
    out
}

/// The normalised form that the capitals within a name tell, where it is another than the name's own:
/// "billing service" of `BillingService`, "http server" of `HTTPServer`, "svc a" of `svcA`, "git hub" of
/// GitHub. Whoever writes a name so says that the two are one; nobody says it of "carpet".
#[must_use]
pub fn split_capitals(name: &str) -> Option<String> {
    let within = |pair: &[u8]| pair[0].is_ascii_alphanumeric() && pair[1].is_ascii_uppercase();
    if name.is_ascii() && !name.as_bytes().windows(2).any(within) {
        return None;
    }
    let chars: Vec<char> = name.chars().collect();
    let mut split = String::with_capacity(name.len() + 4);
    for (i, &c) in chars.iter().enumerate() {
        let before = i.checked_sub(1).map(|before| chars[before]);
        let after_small = before.is_some_and(char::is_lowercase);
        let ends_capitals = before.is_some_and(char::is_uppercase)
            && chars.get(i + 1).is_some_and(|next| next.is_lowercase());
        if c.is_uppercase() && (after_small || ends_capitals) {
            split.push(' ');
        }
        split.push(c);
    }
    let (split, whole) = (normalize_name(&split), normalize_name(name));
    // The same letters in the same order: no part of it was taken for an article.
    let bare = |name: &str| -> String { name.chars().filter(|c| *c != ' ').collect() };
    (split != whole && bare(&split) == bare(&whole)).then_some(split)
}

/// A normalised name folded further, where that makes another: by Unicode's full case folding, in which
/// "straße" is "strasse" and a sigma at the end of a word is one, and without the dot that small letters
/// keep of a capital `İ`. Case alone tells these spellings apart: written in capitals they are one.
#[must_use]
pub fn fold_fully(normal: &str) -> Option<String> {
    if normal.is_ascii() {
        return None;
    }
    let mut folded = String::with_capacity(normal.len());
    for c in normal.chars() {
        match c {
            'ß' => folded.push_str("ss"),
            'ς' => folded.push('σ'),
            // The dot above that `İ` leaves behind an i.
            '\u{307}' if folded.ends_with('i') => {}
            c => folded.push(c),
        }
    }
    (folded != normal).then_some(folded)
}

/// The normalised names that [`fold_fully`] makes one with a name, but for itself: how each of them can
/// be spelt that differs in one such letter, or in all of them.
#[must_use]
pub fn spelt_with_other_case(normal: &str) -> Vec<String> {
    let folded = fold_fully(normal).unwrap_or_else(|| normal.to_owned());
    let mut spelt = vec![folded.clone()];
    if folded.contains("ss") {
        spelt.push(folded.replace("ss", "ß"));
        let places: Vec<usize> = folded.match_indices("ss").map(|(at, _)| at).collect();
        if places.len() > 1 {
            spelt.extend(places.iter().map(|at| format!("{}ß{}", &folded[..*at], &folded[at + 2..])));
        }
    }
    let at_the_end = |at: usize| !folded[at + 'σ'.len_utf8()..].starts_with(char::is_alphabetic);
    if folded.match_indices('σ').any(|(at, _)| at_the_end(at)) {
        let final_sigma = |(at, c)| if c == 'σ' && at_the_end(at) { 'ς' } else { c };
        spelt.push(folded.char_indices().map(final_sigma).collect());
    }
    let begins = |at: usize| !folded[..at].ends_with(char::is_alphanumeric);
    if folded.match_indices('i').any(|(at, _)| begins(at)) {
        // `İstanbul`, and `İZMİR`.
        spelt.push(dotted(&folded, begins));
        spelt.push(dotted(&folded, |_| true));
    }
    spelt.retain(|name| name != normal);
    spelt
}

/// A name with the dot of `İ` on each i at such a place.
fn dotted(name: &str, at_such: impl Fn(usize) -> bool) -> String {
    let mut dotted = String::with_capacity(name.len() + 4);
    for (at, c) in name.char_indices() {
        dotted.push(c);
        if c == 'i' && at_such(at) {
            dotted.push('\u{307}');
        }
    }
    dotted
}

/// A normalised name with the gaps between its letters closed, where it has any: "billingservice" of
/// "billing service". Between digits they stay: "v1 2" is not "v12".
#[must_use]
pub fn close_gaps(normal: &str) -> Option<String> {
    let chars: Vec<char> = normal.chars().collect();
    let closed: String = chars
        .iter()
        .enumerate()
        .filter(|(i, c)| {
            let letter =
                |at: Option<usize>| at.and_then(|at| chars.get(at)).is_some_and(|c| c.is_alphabetic());
            !(**c == ' ' && letter(i.checked_sub(1)) && letter(Some(i + 1)))
        })
        .map(|(_, c)| *c)
        .collect();
    (closed.len() < normal.len()).then_some(closed)
}

/// Folds a text for comparison of values and sentences: compatibility composition, case, spacing,
/// and trailing sentence punctuation. Separators stay: `a-b` and `a_b` are different values.
#[must_use]
pub fn normalize_text(text: &str) -> String {
    let folded: String = if text.is_ascii() {
        text.to_ascii_lowercase()
    } else {
        text.nfkc().flat_map(char::to_lowercase).nfkc().collect()
    };
    let joined = folded.split_whitespace().collect::<Vec<_>>().join(" ");
    let trimmed = joined.trim_end_matches(['.', ',', ';', '!']).trim_end();
    if trimmed.is_empty() { joined } else { trimmed.to_owned() }
}

/// Stands before a letter that was a capital, in the form of a value whose capitals count: folding
/// leaves it where it is, so that `/Data` and `/data` stay two.
const CAPITAL: char = '\u{2191}';

/// A value with its capitals kept through [`normalize_text`], from a byte on.
#[must_use]
pub fn keep_capitals(value: &str, from: usize) -> String {
    let mut kept = String::with_capacity(value.len() + 8);
    for (at, c) in value.char_indices() {
        if at >= from && c.is_uppercase() {
            kept.push(CAPITAL);
        }
        kept.extend(c.to_lowercase());
    }
    kept
}

/// A folded value as it would be if its capitals did not count, where they do.
#[must_use]
pub fn without_capitals(folded: &str) -> Option<String> {
    folded.contains(CAPITAL).then(|| folded.replace(CAPITAL, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_name_fold() {
        for name in
            ["Request timeout", "request_timeout", "request-timeout", "requestTimeout", " REQUEST  TIMEOUT: "]
        {
            assert_eq!(normalize_name(name), "request timeout", "{name}");
        }
        assert_eq!(normalize_name("The Service"), "service");
        for name in ["日本", "日本。", "「日本」", "日\u{200b}本\u{2060}", "日本！", "日本…"]
        {
            assert_eq!(normalize_name(name), "日本", "{name}");
        }
        for name in ["“gateway”", "«gateway»", "gate\u{200b}way", "\u{202a}gateway\u{202c}", "¿Gateway?"]
        {
            assert_eq!(normalize_name(name), "gateway", "{name}");
        }
        assert_ne!(normalize_name("日本語"), normalize_name("日本"));
        assert_eq!(normalize_name("Cafe\u{301}"), normalize_name("CAFÉ"));
    }

    /// ASCII takes a shorter way to the same end.
    #[test]
    fn ascii_folds_as_all_text_does() {
        let composed = |text: &str| -> String { text.nfkc().flat_map(char::to_lowercase).nfkc().collect() };
        for byte in 0..=127u8 {
            let text = format!("a{}B", char::from(byte));
            assert_eq!(text.nfkc().collect::<String>(), text);
            assert_eq!(text.to_ascii_lowercase(), composed(&text));
        }
    }

    #[test]
    fn capitals_within_a_name_tell_another_spelling() {
        for (name, split) in [
            ("BillingService", Some("billing service")),
            ("HTTPServer", Some("http server")),
            ("svcA", Some("svc a")),
            ("GitHub", Some("git hub")),
            ("the BillingService:", Some("billing service")),
            ("CaféMenu", Some("café menu")),
            // These say nothing that folding does not know.
            ("billingService", None),
            ("Billing Service", None),
            ("BILLING", None),
            ("billing-service", None),
            ("Ana", None),
            // An article would be lost.
            ("AServer", None),
            ("TheServer", None),
        ] {
            assert_eq!(split_capitals(name).as_deref(), split, "{name}");
        }
        assert_eq!(close_gaps("billing service").as_deref(), Some("billingservice"));
        assert_eq!(close_gaps("node 2 east wing").as_deref(), Some("node 2 eastwing"));
        for name in ["v1 2", "node 20", "carpet", "café"] {
            assert_eq!(close_gaps(name), None, "{name}");
        }
    }

    #[test]
    fn spellings_that_case_alone_tells_apart_are_known() {
        for (one, other) in [
            ("straße", "STRASSE"),
            ("Weiß", "WEISS"),
            ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
            ("İstanbul", "istanbul"),
            ("İzmir", "İZMİR"),
        ] {
            let (one, other) = (normalize_name(one), normalize_name(other));
            assert_ne!(one, other);
            assert!(spelt_with_other_case(&one).contains(&other), "{one} {other}");
            assert!(spelt_with_other_case(&other).contains(&one), "{other} {one}");
        }
        for name in ["port", "ana", "σίγα", "ship"] {
            assert_eq!(spelt_with_other_case(name), [] as [&str; 0], "{name}");
        }
        assert!(spelt_with_other_case("ırmak").is_empty(), "a letter of its own");
        assert_eq!(fold_fully("port"), None);
    }

    #[test]
    fn different_names_stay_apart() {
        assert_ne!(normalize_name("node 2"), normalize_name("node 20"));
        assert_ne!(normalize_name("auth/session.py"), normalize_name("auth session py"));
        assert_ne!(normalize_name("a"), normalize_name("the"));
        for (written, plain) in [("GitHub", "github"), ("macOS", "macos"), ("iPhone", "iphone")] {
            assert_eq!(normalize_name(written), plain);
        }
        assert_eq!(normalize_name("???"), "???");
    }

    #[test]
    fn folding_twice_changes_nothing() {
        for name in ["İstanbul", "ﬁle—name", "HTTPServer", "ǅ", "the the x", "'The. a quoted'", "a."] {
            let once = normalize_name(name);
            assert_eq!(normalize_name(&once), once, "{name}");
            let once = normalize_text(name);
            assert_eq!(normalize_text(&once), once, "{name}");
        }
    }

    #[test]
    fn capitals_that_count_outlast_folding() {
        let kept = normalize_text(&keep_capitals("/Data/A", 0));
        assert_ne!(kept, normalize_text("/data/a"));
        assert_ne!(kept, normalize_text(&keep_capitals("/Data/a", 0)));
        assert_eq!(normalize_text(&kept), kept);
        assert_eq!(without_capitals(&kept).as_deref(), Some("/data/a"));
        assert_eq!(keep_capitals("/data/a", 0), "/data/a");
        assert_eq!(without_capitals("/data/a"), None);
    }

    #[test]
    fn values_keep_their_separators() {
        assert_ne!(normalize_text("db-1"), normalize_text("db_1"));
        assert_eq!(normalize_text("Port  8080."), "port 8080");
    }
}
