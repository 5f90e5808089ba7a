//! What nobody vouches for, what another says, and what holds only in some case closes no key of
//! the keeper's or the project's; the same told plainly does.

mod common;

use memstrata_extract::FoundOp;

/// Whether a telling closes a key without a scope.
fn closes(text: &str, kind: &str) -> Vec<String> {
    let said_at = "2026-05-20T09:00:00Z".parse().expect("an instant");
    common::extract(text, said_at, kind)
        .facts
        .iter()
        .filter(|f| f.op != FoundOp::Void && f.closes && f.scope.is_none())
        .map(|f| format!("{}|{}|{}", f.subject, f.relation, f.object))
        .collect()
}

#[test]
fn what_is_not_vouched_for_closes_nothing() {
    let kinds = [
        ("chat", "According to the old handbook, the relay listens on port 7070."),
        ("chat", "It is untrue that Marek owns the relay."),
        ("chat", "Few of us agree, but the manual insists the relay listens on port 7070."),
        ("chat", "Obsolete: the relay listens on port 7070."),
        ("chat", "The relay listens on port 7070 (superseded)."),
        ("chat", "The relay listens on port 7070, or so they say."),
        ("chat", "Presumably the relay listens on port 7070."),
        ("chat", "Ensure that Marek owns the relay."),
        ("chat", "Once the relay listens on port 7070, we can go home."),
        ("chat", "As long as Marek owns the relay, nothing moves."),
        ("chat", "The relay listens on port 7070 when started by hand."),
        ("chat", "The relay listens on port 7070 only in the lab."),
        ("chat", "On Windows, the relay listens on port 7070."),
        ("chat", "The relay's rate limit is 20/min for trial accounts."),
        ("chat", "I met my manager Vera at my previous company."),
        ("chat", "Vera: I live in Turin."),
        ("chat", "[09:14] vera: my phone is 555 0199"),
        ("chat", "Vera wrote: \"I live in Turin. I work at Fiat.\""),
        ("email", "Fine.\n\nFrom: Vera\nSent: 2 May 2026\nI live in Turin."),
        ("note", "<<<<<<< ours\nport: 7070\n=======\nport: 7071\n>>>>>>> theirs"),
        ("standup", "- Vera to set the relay timeout to 20s"),
    ];
    for (kind, text) in kinds {
        assert_eq!(closes(text, kind), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn what_is_told_plainly_does() {
    for (text, fact) in [
        ("I can confirm that the relay listens on port 7070.", "relay|port|7070"),
        ("Please remember that the relay listens on port 7070.", "relay|port|7070"),
        ("We agreed that Marek owns the relay.", "relay|owner|Marek"),
        ("Me: I live in Turin.", "user|lives_in|Turin"),
        ("Update: I moved to Turin.", "user|lives_in|Turin"),
        ("The 5\" disk is old. I live in Turin.", "user|lives_in|Turin"),
    ] {
        assert!(closes(text, "chat").iter().any(|f| f == fact), "{text}: {:?}", closes(text, "chat"));
    }
}

#[test]
fn a_change_of_its_own_is_told() {
    for (text, fact) in [
        ("The minimum supported Rust version has been raised to 1.90.", "Rust|min_version|1.90"),
        ("The relay's timeout was raised to 20 s.", "relay|timeout|20 s"),
    ] {
        let found = closes(text, "release_notes");
        assert!(found.iter().any(|f| f == fact), "{text}: {found:?}");
    }
}
