//! Secrets in what is told: keys and passwords that belong in no memory. Found by the published
//! forms of their issuers, or by the name that stands before a value too random to be words. What
//! is done about one is the caller's; where it stands is said, what it is never.

mod beside;
mod named;
mod plain;

use std::ops::Range;

pub(crate) use plain::is_password;

/// A secret in a text: what kind, and its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Secret {
    pub kind: &'static str,
    pub at: Range<usize>,
}

/// How the keys of an issuer are written: what they begin with, what follows, how much of it.
struct Form {
    kind: &'static str,
    begins: &'static str,
    body: fn(char) -> bool,
    length: Range<usize>,
}

const ANY: usize = usize::MAX;

fn letters(c: char) -> bool {
    c.is_ascii_alphanumeric()
}

fn capitals(c: char) -> bool {
    c.is_ascii_uppercase() || c.is_ascii_digit()
}

fn url_safe(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

fn dotted(c: char) -> bool {
    url_safe(c) || c == '.'
}

const fn form(
    kind: &'static str,
    begins: &'static str,
    body: fn(char) -> bool,
    length: Range<usize>,
) -> Form {
    Form { kind, begins, body, length }
}

/// From the issuers' own pages and GitHub's list of scanned forms.
const FORMS: &[Form] = &[
    form("an API key (sk-…)", "sk-", url_safe, 20..ANY),
    form("a Stripe key (sk_…)", "sk_live_", letters, 16..ANY),
    form("a Stripe key (sk_…)", "sk_test_", letters, 16..ANY),
    form("a Stripe key (rk_…)", "rk_live_", letters, 16..ANY),
    form("a GitHub token (ghp_…)", "ghp_", letters, 30..ANY),
    form("a GitHub token (gho_…)", "gho_", letters, 30..ANY),
    form("a GitHub token (ghu_…)", "ghu_", letters, 30..ANY),
    form("a GitHub token (ghs_…)", "ghs_", letters, 30..ANY),
    form("a GitHub token (ghr_…)", "ghr_", letters, 30..ANY),
    form("a GitHub token (github_pat_…)", "github_pat_", url_safe, 22..ANY),
    form("a GitLab token (glpat-…)", "glpat-", dotted, 20..ANY),
    form("an npm token (npm_…)", "npm_", letters, 36..37),
    form("an AWS access key (AKIA…)", "AKIA", capitals, 16..17),
    form("an AWS access key (ASIA…)", "ASIA", capitals, 16..17),
    form("a Slack token (xoxb-…)", "xoxb-", url_safe, 20..ANY),
    form("a Slack token (xoxa-…)", "xoxa-", url_safe, 20..ANY),
    form("a Slack token (xoxp-…)", "xoxp-", url_safe, 20..ANY),
    form("a Slack token (xoxr-…)", "xoxr-", url_safe, 20..ANY),
    form("a Slack token (xoxs-…)", "xoxs-", url_safe, 20..ANY),
    form("a Google API key (AIza…)", "AIza", url_safe, 35..36),
];

/// The first secret of a text.
pub(crate) fn find(text: &str) -> Option<Secret> {
    let found = [
        issued(text),
        web_token(text),
        private_key(text),
        in_url(text),
        named::find(text),
        plain::find(text),
        beside::find(text),
    ];
    found.into_iter().flatten().min_by_key(|secret| secret.at.start)
}

/// Where a secret stands, for a person who looks for it.
pub(crate) fn place(text: &str, secret: &Secret) -> String {
    let before = &text[..secret.at.start];
    let line = before.matches('\n').count() + 1;
    let from = before.rsplit('\n').next().unwrap_or(before).chars().count() + 1;
    let to = from + text[secret.at.clone()].split('\n').next().unwrap_or("").trim_end().chars().count() - 1;
    if text.contains('\n') {
        format!("line {line}, characters {from} to {to}")
    } else {
        format!("characters {from} to {to}")
    }
}

/// Whether a key could begin here: not within a longer word.
fn begins_a_word(text: &str, at: usize) -> bool {
    !text[..at].chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '-')
}

fn run(text: &str, body: fn(char) -> bool) -> usize {
    text.find(|c| !body(c)).unwrap_or(text.len())
}

/// A key in its issuer's form.
fn issued(text: &str) -> Option<Secret> {
    let mut first: Option<Secret> = None;
    for form in FORMS {
        for (start, begins) in text.match_indices(form.begins) {
            if !begins_a_word(text, start) {
                continue;
            }
            let after = &text[start + begins.len()..];
            let body = &after[..run(after, form.body)];
            // "sk-learn-pipeline-for-the-harbour" is a name: a key has a long stretch of both.
            let mixed = body.split(['-', '_']).any(|part| {
                part.len() >= 10
                    && part.contains(|c: char| c.is_ascii_digit())
                    && part.contains(|c: char| c.is_ascii_alphabetic())
            });
            if form.length.contains(&body.len()) && mixed {
                let at = start..start + begins.len() + body.len();
                if first.as_ref().is_none_or(|known| at.start < known.at.start) {
                    first = Some(Secret { kind: form.kind, at });
                }
                break;
            }
        }
    }
    first
}

/// A signed JSON web token: header, claims (each a JSON object, so each begins `eyJ`), signature.
fn web_token(text: &str) -> Option<Secret> {
    text.match_indices("eyJ").filter(|(start, _)| begins_a_word(text, *start)).find_map(|(start, _)| {
        let token = &text[start..start + run(&text[start..], dotted)];
        let token = token.trim_end_matches('.');
        let mut parts = token.split('.');
        let (header, claims, signature) = (parts.next()?, parts.next()?, parts.next()?);
        let signed = header.len() >= 10 && claims.starts_with("eyJ") && signature.len() >= 16;
        signed.then(|| Secret { kind: "a signed web token (JWT)", at: start..start + token.len() })
    })
}

/// A private key in PEM; its heading alone is none.
fn private_key(text: &str) -> Option<Secret> {
    text.match_indices("-----BEGIN ").find_map(|(start, begins)| {
        let heading = &text[start + begins.len()..];
        let heading = &heading[..heading.find("-----")?];
        let known = heading.len() <= 40 && !heading.contains('\n') && heading.contains("PRIVATE KEY");
        let body_at = start + begins.len() + heading.len() + 5;
        let body = &text[body_at..];
        let body = &body[..body.find("-----END").unwrap_or(body.len())];
        let base64 = |c: char| c.is_ascii_alphanumeric() || c == '+' || c == '/' || c == '=';
        let filled = body.split(|c| !base64(c)).any(|stretch| stretch.len() >= 32);
        (known && filled).then(|| Secret { kind: "a private key", at: start..body_at + body.len() })
    })
}

/// A password in a URL (`scheme://user:password@host`). Placeholders, and passwords that are only
/// the user's name again, as examples have them, keep nothing secret.
fn in_url(text: &str) -> Option<Secret> {
    text.match_indices("://").find_map(|(colon, mark)| {
        let scheme = text[..colon].chars().next_back()?;
        let from = colon + mark.len();
        let rest = &text[from..];
        let end = rest.find(|c: char| c.is_whitespace() || "/?#\"'`|".contains(c)).unwrap_or(rest.len());
        let authority = &rest[..end];
        let (account, host) = authority.rsplit_once('@')?;
        let (user, password) = account.split_once(':')?;
        let told = scheme.is_ascii_alphanumeric()
            && !host.is_empty()
            && password.chars().count() >= 4
            && !password.eq_ignore_ascii_case(user)
            && !is_placeholder(password);
        let at = from + user.len() + 1;
        told.then(|| Secret { kind: "a password in a URL", at: at..at + password.len() })
    })
}

/// What stands for a password that is written elsewhere.
fn is_placeholder(value: &str) -> bool {
    let first = value.chars().next();
    let words = ["password", "passwd", "pass", "secret", "token", "changeme", "redacted"];
    value.starts_with(['$', '<', '{', '[', '%', '('])
        || value.chars().all(|c| Some(c) == first)
        || words.contains(&value.to_ascii_lowercase().as_str())
}

#[cfg(test)]
mod tests;
