//! Whose words stand in a text, and how what stands under a lead-in is meant. What another says of
//! "me" is none of the keeper's; what is told beside it still is read.

mod common;

fn told(text: &str) -> Vec<String> {
    let said_at = "2026-05-20T09:00:00Z".parse().expect("an instant");
    let facts = common::extract(text, said_at, "note").facts;
    facts.iter().map(|f| format!("{}|{}|{}", f.subject, f.relation, f.object)).collect()
}

fn hold(rows: &[(&str, &[&str])]) {
    for (text, wanted) in rows {
        assert_eq!(told(text), *wanted, "{text}");
    }
}

#[test]
fn the_first_person_of_anothers_words_is_not_the_keeper() {
    for text in [
        "Tom wrote:\nI moved to Graz",
        "Message from Tom: I moved to Graz.",
        "Message from Tom:\nI moved to Graz.\nI now use vim.",
        "Minutes: Tom: I live in Graz.",
        "Minutes:\nTom: I live in Graz.\nAna: I work at Lidl.",
        "From: Tom <tom@example.com>\nTo: me@example.com\nSubject: news\n\nI moved to Graz.\n\nMy number is 555 1234.",
        "From: tom@example.com\nSubject: hi\nI moved to Graz and work at Lidl.",
        "From: Tom Weber\n\nI moved to Graz.",
        "From Tom's diary:\nI live in Graz. I work at Lidl.",
        "Tom's bio: I live in Graz and work at Lidl.",
        "My sister texted: I moved to Graz",
        "Text from mum: I'm in Graz now, my new number is 555 1234",
        "Email from my brother:\n\nI live in Graz.\n\nI work at Lidl.",
        "Email from Ana:\nHi,\n\nI moved to Graz.\n\nBest,\nAna",
        "Review by a customer: I live in Graz.",
        "Here's what Tom sent me:\n\"I moved to Graz\"",
        "Tom, 10:02\nI live in Graz",
        "Tom Weber  10:02 AM\nI live in Graz\nMy phone number is 555 1234",
        "tom | I live in Graz",
        "Tom → me: I live in Graz",
        "Speaker 1: I live in Graz.\nSpeaker 2: I work at Lidl.",
        "Lyrics:\nI live in Graz",
        "Tom:\nI live in Graz",
        "- Tom's reply: I live in Graz",
        "Tom wrote:\nMy new number is 555 1234.\nMoved to Graz.",
    ] {
        assert_eq!(told(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn the_keeper_speaks_beside_them() {
    hold(&[
        ("Tom wrote:\nI moved to Graz.\n\nI live in Lisbon.", &["user|lives_in|Lisbon"]),
        ("Tom wrote:\nI moved to Graz.\nMe: I live in Lisbon.", &["user|lives_in|Lisbon"]),
        ("Tom wrote:\n\"I moved to Graz.\"\nI live in Lisbon.", &["user|lives_in|Lisbon"]),
        ("On Monday Tom wrote:\n> I live in Graz.\nI live in Lisbon.", &["user|lives_in|Lisbon"]),
        ("What Ana posted:\n\nI live in Graz.\n\n# Me\nI live in Lisbon.", &["user|lives_in|Lisbon"]),
        ("I: I live in Lisbon.", &["user|lives_in|Lisbon"]),
        ("<tom> I moved to Graz\n<me> I live in Lisbon", &["user|lives_in|Lisbon"]),
        ("My sister texted me. I live in Lisbon.", &["user|lives_in|Lisbon"]),
        ("Reply to Tom: I moved to Graz.", &["user|lives_in|Graz"]),
        ("Mail to Tom:\nI moved to Graz.", &["user|lives_in|Graz"]),
        ("To: Tom\nSubject: news\n\nI moved to Graz.", &["user|lives_in|Graz"]),
        ("Trip\nFrom: Lisbon\nTo: Porto\n\nI live in Lisbon.", &["user|lives_in|Lisbon"]),
        ("What I told Tom:\nI live in Lisbon.", &["user|lives_in|Lisbon"]),
        ("Notes from Monday's call:\n- I live in Lisbon.", &["user|lives_in|Lisbon"]),
        ("Tom's address: Lindenweg 4, Graz.", &["Tom|address|Lindenweg 4, Graz"]),
        ("Message from Tom:\nThe relay runs on port 8081.", &["relay|port|8081"]),
        ("Tom: Moved to Graz.", &["Tom|lives_in|Graz"]),
    ]);
}

#[test]
fn what_stands_under_a_lead_in_is_meant_as_it_says() {
    for lead in [
        "Don't do this:",
        "Old config:",
        "Proposal:",
        "Draft:",
        "Previously:",
        "Before:",
        "Deprecated:",
        "**Example:**",
        "Sample output:",
        "If we go with B:",
        "What it could look like:",
        "Rejected:",
        "Expected (not yet):",
        "# History",
        "# Example config",
        "## Former settings",
        "## Archive",
        "## Alternatives considered",
        "## Proposal\n### Details",
        "## Old setup",
    ] {
        for below in ["- relay port: 9000", "relay port: 9000", "\nThe relay runs on port 9000.", "\n```yaml\nport: 9000\n```"] {
            let text = format!("{lead}\n{below}");
            assert_eq!(told(&text), Vec::<String>::new(), "{text}");
        }
    }
    assert_eq!(told("## Old setup\n\n| Service | Port |\n|---|---|\n| relay | 9000 |"), Vec::<String>::new());
}

#[test]
fn what_stands_beside_or_behind_it_is_read() {
    hold(&[
        ("Old config:\nrelay port: 9000\n\nNew config:\nrelay port: 9001", &["relay|port|9001"]),
        ("Before:\nrelay port: 9000\nAfter:\nrelay port: 9001", &["relay|port|9001"]),
        ("Proposal:\n\n- relay port: 9000\n- relay host: r.example\n\nThe relay runs on port 9001.", &["relay|port|9001"]),
        ("Example:\n```yaml\nport: 9000\n```\nThe relay runs on port 9001.", &["relay|port|9001"]),
        ("## Old setup\n\nrelay port: 9000\n\n## Setup\n\nrelay port: 9001", &["relay|port|9001"]),
        ("- Old:\n  - relay port: 9000\n- relay port: 9001", &["relay|port|9001"]),
        ("If you need me:\n- my phone number is 555 1234", &["user|phone|555 1234"]),
        ("Don't forget:\n- The relay runs on port 9001.", &["relay|port|9001"]),
        ("What you should know:\n- The relay runs on port 9001.", &["relay|port|9001"]),
        ("Our settings:\n- relay port: 9001", &["relay|port|9001"]),
        ("# History\n## 2.3.0\n- The relay runs on port 9001.", &["relay|port|9001"]),
    ]);
}
