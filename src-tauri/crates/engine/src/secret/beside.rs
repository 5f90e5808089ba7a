//! Passwords that no verb and no sign tells: beside their name ("uses the password hunter2"), and
//! beside an account under the name of a login ("login: ana / hunter22"). Much that stands there is
//! no password, so that only what is drawn counts: a figure or a sign among letters, and no measure,
//! version, ticket or name of a scheme.

use super::Secret;
use super::named::{clause, words};
use super::plain::{is_drawn, is_word, lately, quote};

/// Shortest value that counts, in characters.
const LEAST: usize = 4;
/// Shortest where it is told apart from its account by nothing but a sign.
const LEAST_JOINED: usize = 6;
/// Shortest that is of figures alone.
const LEAST_FIGURES: usize = 6;
/// Words between the name of a login and its account: "the login of the router's admin page is".
const GAP: usize = 8;

/// What a text says that tells of a login.
const LOGINS: &[&str] = &["login", "log in", "sign in", "cred"];

/// Schemes and programs with figures in their names.
const SCHEMES: &[&str] = &[
    "aes", "argon", "base", "bcrypt", "ed", "fa", "fido", "fips", "http", "iso", "ldap", "md", "mfa", "nist",
    "ntlm", "oauth", "oidc", "password", "pbkdf", "pkcs", "rfc", "rsa", "saml", "scrypt", "sha", "sso",
    "tls", "totp", "utf", "webauthn", "yescrypt",
];

/// What a figure after it numbers: "password step2".
const NUMBERED: &[&str] = &[
    "auth", "box", "build", "column", "dialog", "field", "form", "hash", "input", "line", "login", "manager",
    "page", "part", "policy", "reset", "rule", "screen", "section", "step", "test", "v", "vault", "version",
];

/// What a figure counts: "password 30-day rotation".
const UNITS: &[&str] = &[
    "bit",
    "bits",
    "character",
    "characters",
    "chars",
    "d",
    "day",
    "days",
    "h",
    "hour",
    "hours",
    "min",
    "mins",
    "minute",
    "minutes",
    "month",
    "months",
    "ms",
    "nd",
    "rd",
    "s",
    "sec",
    "seconds",
    "st",
    "th",
    "times",
    "week",
    "weeks",
    "x",
    "y",
    "year",
    "years",
];

/// Whether a value beside a name is drawn rather than a word that goes on from it.
pub(super) fn stands_beside(value: &str) -> bool {
    let count = value.chars().count();
    if value.chars().all(|c| c.is_ascii_digit()) {
        return count >= LEAST_FIGURES;
    }
    let figure = value.contains(|c: char| c.is_ascii_digit());
    let sign = value.contains(['!', '@', '#', '$', '%', '^', '&', '*']);
    count >= LEAST
        && (figure || sign)
        && value.contains(char::is_alphabetic)
        && is_drawn(value)
        && !is_called(value)
}

/// Whether a value with figures is the name or the measure of something.
fn is_called(value: &str) -> bool {
    let figures = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-');
    let measured = value.starts_with(|c: char| c.is_ascii_digit())
        && UNITS.contains(&value.trim_start_matches(figures).to_ascii_lowercase().as_str());
    let letters = value.trim_start_matches(|c: char| c.is_ascii_digit());
    let end = letters.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(letters.len());
    let (first, rest) = letters.split_at(end);
    let numbered = rest.chars().all(figures) && is_numbered(first);
    // OPS-1234
    let ticket = rest.strip_prefix('-').is_some_and(|number| number.chars().all(|c| c.is_ascii_digit()))
        && first.chars().all(|c| c.is_ascii_uppercase());
    measured || numbered || ticket || SCHEMES.contains(&first.to_ascii_lowercase().as_str())
}

/// Whether a word beside the name of a password says of what it is one: "the password 'field'".
pub(super) fn is_numbered(word: &str) -> bool {
    NUMBERED.contains(&word.to_ascii_lowercase().as_str())
}

/// The first password that stands beside an account: `ana / hunter22`, `ana:hunter22`.
pub(super) fn find(text: &str) -> Option<Secret> {
    let lower = text.to_ascii_lowercase();
    if !LOGINS.iter().any(|name| lower.contains(name)) {
        return None;
    }
    text.match_indices(['/', ':']).find_map(|(at, sign)| {
        let after = &text[at + 1..];
        let (left, right) = (text[..at].trim_end_matches([' ', '\t']), after.trim_start_matches([' ', '\t']));
        let joined = left.len() == at && right.len() == after.len();
        if sign == ":" && !joined {
            return None;
        }
        let start = left.rfind(apart).map_or(0, |before| before + 1);
        let account = &left[start..];
        let from = text.len() - right.len();
        let password = right[..right.find(apart).unwrap_or(right.len())]
            .trim_end_matches(['.', ',', ';', '!', '?', ')']);
        let least = if joined { LEAST_JOINED } else { LEAST };
        let drawn = password.chars().count() >= least
            && password.contains(char::is_alphabetic)
            && stands_beside(password);
        let mail = !joined && account.contains('@') && account.contains('.') && is_word(password);
        let told = is_account(account) && (drawn || mail) && names_a_login(lately(&text[..start]));
        told.then(|| Secret { kind: "a password", at: from..from + password.len() })
    })
}

/// What parts an account or a password from what surrounds it.
fn apart(c: char) -> bool {
    quote(c) || matches!(c, '/' | ':' | '=' | '"' | '”' | '’')
}

fn is_account(account: &str) -> bool {
    account.contains(char::is_alphabetic)
        && account.chars().all(|c| c.is_alphanumeric() || "._-@+".contains(c))
}

/// Whether what stands before an account says that one logs in with it.
fn names_a_login(before: &str) -> bool {
    let line = clause(before);
    let told = line.trim_end_matches(quote);
    let words = words(line);
    let near = &words[words.len().saturating_sub(GAP)..];
    let assigned = told.ends_with([':', '=']);
    let verb = near.last().is_some_and(|word| matches!(word.as_str(), "is" | "are" | "was" | "with" | "as"));
    let (own, rest): (&[&str], _) = (&["login", "logins", "credential", "credentials", "creds"], near);
    let named = rest.iter().any(|word| own.contains(&word.as_str()))
        || rest.windows(2).any(|pair| matches!(&*pair[0], "log" | "sign") && pair[1] == "in");
    let beside = near.last().is_some_and(|word| own.contains(&word.as_str()));
    named && (assigned || verb || beside)
}
