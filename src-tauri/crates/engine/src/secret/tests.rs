//! What is a secret, and what only looks like one.

use super::{find, place};

/// Assembled, so that no scanner of this source takes them for real.
fn joined(parts: &[&str]) -> String {
    parts.concat()
}

#[test]
fn the_forms_of_issuers_are_known() {
    let body = "a1B2c3D4e5F6g7H8i9J0";
    let long = format!("{body}{body}");
    for (text, kind) in [
        (joined(&["The API key is sk-", "live-abcdef1234567890abcdef1234567890."]), "sk-"),
        (joined(&["Use sk-", "proj-", &long, " here"]), "sk-"),
        (joined(&["charge with sk_", "live_", body]), "Stripe"),
        (joined(&["ghp_", &long[..36]]), "ghp_"),
        (joined(&["(gho_", &long[..36], ")"]), "gho_"),
        (joined(&["github_", "pat_11ABCDEFG0", body, "_", &long]), "github_pat_"),
        (joined(&["AKIA", "Z7QX4P2M9K3J5H6G"]), "AWS"),
        (joined(&["xoxb-", "123456789012-", body]), "Slack"),
        (joined(&["AIza", &long[..35]]), "Google"),
        (joined(&["glpat-", body]), "GitLab"),
        (joined(&["//registry/:_authToken=npm_", &long[..36]]), "npm"),
        (joined(&["eyJhbGciOiJIUzI1NiJ9.", "eyJzdWIiOiIxIn0.", body]), "JWT"),
        (
            joined(&["-----BEGIN RSA PRIVATE", " KEY-----\n", &long, "\n-----END RSA PRIVATE", " KEY-----"]),
            "private key",
        ),
        (joined(&["DATABASE_URL=postgres://app:", "s3aweed@db.example/app"]), "URL"),
        (joined(&["DATABASE_URL=postgres://app:", "s3aweed@db.example"]), "URL"),
    ] {
        let found = find(&text).unwrap_or_else(|| panic!("nothing found in {text}"));
        assert!(found.kind.contains(kind), "{text}: {}", found.kind);
    }
}

#[test]
fn a_random_value_under_a_secret_name_is_one() {
    let hex = "9f8e7d6c5b4a39281706f5e4d3c2b1a0";
    let base64 = "wJ4lrX7tnF3MI/K7MDENG+bPxR8iC2Yz";
    for text in [
        format!("DB_PASSWORD={base64}"),
        format!("password: \"{base64}\""),
        format!("The token is {hex}."),
        format!("The API key of the billing gateway is {hex}"),
        "We changed the password for the pump house to Xk93jd02kfLm28dk.".to_owned(),
        format!("  \"clientSecret\": \"{hex}\","),
        format!("const apiKey = '{hex}';"),
        format!("curl --token {hex} https://example.com"),
        format!("Authorization: Bearer {hex}"),
        "AWS_SECRET_ACCESS_KEY => wJ4lrX7tnF3MIK7MDENG".to_owned(),
        "the secret: 7c9e6679-7425-40de-944b-e07fc1f90ae7".to_owned(),
    ] {
        assert!(find(&text).is_some(), "{text}");
    }
}

#[test]
fn what_people_keep_as_a_note_is_none() {
    for text in [
        "The Wi-Fi password is hunter22.",
        "The Wi-Fi password is correcthorse-battery-staple.",
        "The fix is commit 3f2a9c1d4e5b6a7f8091a2b3c4d5e6f708192a3b.",
        "The hash of the token is 3f2a9c1d4e5b6a7f8091a2b3c4d5e6f708192a3b.",
        "The password reset landed in commit: 3f2a9c1d4e5b6a7f8091a2b3c4d5e6f708192a3b",
        "request id: 7c9e6679-7425-40de-944b-e07fc1f90ae7",
        "sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "The token is rotated every 30 days by the harbour-rotation-job-2026.",
        "token: release-2026-11-30-build-1042-stable",
        "The secret is in vault://prod/billing/2024/api-key.",
        "token = parseToken2FromHeaderV1",
        "The API key is in 1Password under gateway-staging-eu-west-1.",
        "API keys begin with sk- and GitHub's with ghp_.",
        "pip install sk-learn-pipeline-for-the-harbour-2",
        "A file with -----BEGIN RSA PRIVATE KEY----- is a key.",
        "postgres://user:password@localhost/db",
        "postgres://postgres:postgres@localhost:5432/db",
        "redis://default:${REDIS_PASSWORD}@cache:6379",
        "https://example.com:8443/a@b",
        "The time is 10:30, see https://example.com/.",
        "git@github.com:owner/name.git at http://10.0.0.1:8080",
        "The port of the token service is 8443.",
        "",
        "é://ü:öäßé",
    ] {
        assert_eq!(find(text), None, "{text}");
    }
}

#[test]
fn a_password_in_plain_words_is_one_whatever_it_looks_like() {
    for text in [
        "My password is hunter22!",
        "my password is swordfish",
        "The admin password is Tr0ub4dor.",
        "password: correct-horse-battery-staple-2024",
        "Ana's passphrase is correct-horse-battery-staple",
        "the password for the mail account is hunter22",
        "I changed my password to hunter23.",
        "The password of the router's admin page is \"swordfish\".",
        "MAIL_PASSWORD=hunter22",
        "the admin password for the mailer is swordfish",
        "My password is now hunter22, remember it",
    ] {
        let found = find(text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(found.kind, "a password", "{text}");
        assert!(text[found.at.start..].starts_with(|c: char| !c.is_whitespace()), "{text}");
    }
    for (name, value) in [("user password", "hunter22"), ("mail admin passphrase", "swordfish")] {
        assert!(super::is_password(name, value), "{name}: {value}");
    }
}

#[test]
fn what_is_said_of_a_password_is_none_nor_what_guests_are_given() {
    for text in [
        "My password is expired.",
        "My password is in the safe.",
        "The password is case-sensitive.",
        "The password is 12 characters long.",
        "The password is 12-characters.",
        "The password is bcrypt-hashed with 10 rounds.",
        "The password is kept in KeePass.",
        "The password is the same as before.",
        "We changed the password to meet rule 4.",
        "password: ${DB_PASSWORD}",
        "password: changeme",
        "The default password is postgres.",
        "password: string",
        "password = config.password2",
        "password: parse2(value)",
        "password: u8",
        "The password reset link is valid for 2 hours.",
        "The guest wifi password is hunter22.",
        "Our Wi-Fi password is hunter22!",
        "My PIN is 4821.",
        "The door code is 0042.",
        "The gate's passcode is 7781.",
        "Forgot password? See page 12.",
    ] {
        assert_eq!(find(text), None, "{text}");
    }
    for (name, value) in [
        ("home wifi password", "hunter22"),
        ("user pin", "4821"),
        ("user password", "expired"),
        ("user port", "8080"),
    ] {
        assert!(!super::is_password(name, value), "{name}: {value}");
    }
}

#[test]
fn a_password_beside_its_name_is_one() {
    for (text, value) in [
        ("The billing service uses the password hunter2-x9", "hunter2-x9"),
        ("billing uses password hunter2", "hunter2"),
        ("Log in with user app and password s3cret!", "s3cret"),
        ("psql as app, passphrase \"P@ss-words\", on the replica", "P@ss-words"),
        ("We use the password \"swordfish\" for it.", "swordfish"),
        ("The mailer runs with pwd 83920174.", "83920174"),
        ("The password hunter2 opens it.", "hunter2"),
    ] {
        let found = find(text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!((found.kind, &text[found.at]), ("a password", value), "{text}");
    }
    let hex = "9f8e7d6c5b4a39281706f5e4d3c2b1a0";
    assert!(find(&format!("The gateway uses the API key {hex}.")).is_some());
    for text in [
        "It uses the password manager.",
        "uses password authentication and OAuth2",
        "The password step2 page is slow.",
        "We use password SHA-256 hashing.",
        "password argon2id, cost 12",
        "The password 30-day rotation is over.",
        "fix password OPS-1234 and password #4711",
        "the password 1Password made",
        "The password \"field\" is required.",
        "The password min_length is 8.",
        "Since password version 2.4.1 it is salted.",
        "the password (12 characters)",
        "After the password, 2FA-code next.",
        "Reset the password 2026-03-01.",
        "The Wi-Fi password hunter22 is on the fridge.",
        "The hash of the token 9f8e7d6c5b4a39281706f5e4d3c2b1a0",
    ] {
        assert_eq!(find(text), None, "{text}");
    }
}

#[test]
fn a_password_beside_an_account_is_one() {
    for (text, value) in [
        ("login: ana / hunter2", "hunter2"),
        ("Login for the billing page: ana/hunter22.", "hunter22"),
        ("credentials: ana:hunter22", "hunter22"),
        ("The creds are app / x9-y8", "x9-y8"),
        ("Log in with ana / hunter2, then go on.", "hunter2"),
        ("Login ana@example.org / swordfish", "swordfish"),
    ] {
        let found = find(text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!((found.kind, &text[found.at]), ("a password", value), "{text}");
    }
    for text in [
        "login: SSO",
        "login: SSO / OAuth2",
        "login: Google / GitHub",
        "login: e-mail / password",
        "login: user / password",
        "Login fails 3/10 times2",
        "The login page is at src/login2.ts.",
        "The login is at https://example.org/login2",
        "login: localhost:8443",
        "The login of the gateway was at 10:30",
        "Login: POST /api/v2",
        "Ana changed the login, and app/build12345 is out.",
        "Login attempts: 5/min2",
        "ana / hunter2",
    ] {
        assert_eq!(find(text), None, "{text}");
    }
}

/// A name stands near its value: a long line costs no more a word than a short one.
#[test]
fn a_long_line_is_looked_through() {
    let line = format!("{} the password reset is due {}", "word é ".repeat(40_000), "word1 ".repeat(40_000));
    assert_eq!(find(&line), None);
    let told = format!("{line}, and my password is hunter22");
    assert_eq!(find(&told).map(|secret| secret.kind), Some("a password"));
}

#[test]
fn the_place_is_told_and_not_the_secret() {
    let text = joined(&["First line.\nThe é key is sk-", "live-abcdef1234567890abcdef1234567890, so."]);
    let found = find(&text).unwrap();
    assert_eq!(&text[found.at.clone()][..3], "sk-");
    assert_eq!(place(&text, &found), "line 2, characters 14 to 53");
    let one = text.lines().nth(1).unwrap();
    assert_eq!(place(one, &find(one).unwrap()), "characters 14 to 53");
}

#[test]
fn what_generators_make_is_nearly_always_taken_for_random() {
    let base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (alphabet, length, of_a_thousand) in
        [(&base64[..62], 16, 900), (&base64[..62], 24, 980), (base64, 40, 980), ("0123456789abcdef", 32, 950)]
    {
        let mut state = 7_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(state >> 33).unwrap_or(0)
        };
        let found = (0..1000)
            .filter(|_| {
                let value: String =
                    (0..length).map(|_| char::from(alphabet.as_bytes()[next() % alphabet.len()])).collect();
                find(&format!("password: {value}")).is_some()
            })
            .count();
        assert!(found >= of_a_thousand, "{length} of {}: {found}", alphabet.len());
    }
}
