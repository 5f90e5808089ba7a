//! Whose words stand in a text, and how what stands under a lead-in is meant. What another says of
//! "me" is none of the keeper's; what is told beside it still is read.

mod common;

fn told(text: &str) -> Vec<String> {
    read(text, "note")
}

fn read(text: &str, kind: &str) -> Vec<String> {
    let said_at = "2026-05-20T09:00:00Z".parse().expect("an instant");
    let facts = common::extract(text, said_at, kind).facts;
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
        for below in [
            "- relay port: 9000",
            "relay port: 9000",
            "\nThe relay runs on port 9000.",
            "\n```yaml\nport: 9000\n```",
        ] {
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
        (
            "Proposal:\n\n- relay port: 9000\n- relay host: r.example\n\nThe relay runs on port 9001.",
            &["relay|port|9001"],
        ),
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

#[test]
fn of_columns_of_then_and_now_the_new_is_read() {
    let table = |head: &str, row: &str| format!("{head}\n|---|---|---|\n{row}");
    for (head, row, wanted) in [
        ("| Setting | Old | New |", "| port | 8080 | 8081 |", &["project|port|8081"] as &[&str]),
        ("| Setting | Before | After |", "| relay port | 8080 | 8081 |", &["relay|port|8081"]),
        ("| | From | To |", "| port | 8080 | 8081 |", &["project|port|8081"]),
        ("| Parameter | Was | Is |", "| timeout | 5 s | 9 s |", &["project|timeout|9 s"]),
        ("| Key | Previous value | Current value |", "| port | 8080 | 8081 |", &["project|port|8081"]),
        ("| Service | Old port | New port |", "| relay | 8080 | 8081 |", &["relay|port|8081"]),
        ("| Service | Port (before) | Port (after) |", "| relay | 8080 | 8081 |", &["relay|port|8081"]),
        ("| Service | Port | Former owner |", "| relay | 8081 | Ana |", &["relay|port|8081"]),
        ("| Old | New |", "| Jenkins | CircleCI |", &[]),
        ("| Trip | From | To |", "| A | Lisbon | Porto |", &[]),
        (
            "| Service | Current port | Owner |",
            "| relay | 8081 | Ana |",
            &["relay|port|8081", "relay|owner|Ana"],
        ),
        ("| Service | Port | Owner |", "| relay | 8081 | Ana |", &["relay|port|8081", "relay|owner|Ana"]),
        ("| Setting | Value |", "| port | 8081 |", &["project|port|8081"]),
    ] {
        assert_eq!(told(&table(head, row)), wanted, "{head} {row}");
    }
}

#[test]
fn of_a_pasted_difference_the_added_is_read() {
    hold(&[
        ("-port: 8080\n+port: 8081", &["project|port|8081"]),
        (
            "@@ -1,2 +1,2 @@\n-port: 8080\n+port: 8081\n workers: 4",
            &["project|port|8081", "project|replicas|4"],
        ),
        (
            "diff --git a/x.yml b/x.yml\nindex 1..2 100644\n--- a/x.yml\n+++ b/x.yml\n@@ -1 +1 @@\n relay:\n-  port: 8080\n+  port: 8081",
            &["relay|port|8081"],
        ),
        (
            "```diff\n-port: 8080\n+port: 8081\n```\nI live in Lisbon.",
            &["project|port|8081", "user|lives_in|Lisbon"],
        ),
        ("@@ -1 +1 @@\n-    connect(\"db\", 8080);\n+    connect(\"db\", 8081);", &[]),
        ("-port: 8080\n+port: 8081\n\n- relay port: 9000", &["project|port|8081", "relay|port|9000"]),
        ("- port: 8080\n- workers: 4", &["project|port|8080", "project|replicas|4"]),
        ("Add this to your config:\n```diff\n+port: 8081\n```", &[]),
    ]);
}

#[test]
fn what_machines_print_and_what_is_to_be_done_tells_nothing() {
    for text in [
        "2026-05-03 12:00:01 ERROR connect 10.0.0.3:5432 timeout=5s",
        "2026-05-03 12:00:01 connect 10.0.0.3:5432 timeout=5s",
        "2026-05-03T12:00:01.123Z relay listening on port 8080",
        "May  3 12:00:01 relay sshd[311]: listening on port 22",
        "Traceback (most recent call last):\n  File \"x.py\", line 3, in main\nValueError: port 8080 is in use",
        "thread 'main' panicked at src/main.rs:3: port 8080 is in use",
        "Caused by: java.io.IOException: port 8080 is in use\n  at com.foo.Bar(Bar.java:33)",
        "$ cat relay.yml\nport: 8080",
        "$ node --version\nv18.2.0",
        "Shopping list:\n- milk 2 l\n- coffee: 500 g",
        "TODO\n- change the port to 8081\n- switch to Postgres",
        "to do:\n- port: 8081\n- call Ana\n- move to Graz",
        "- milk 2 l\n- bread 1\n- eggs 12",
        "Call Ana (1984).",
        "Blade Runner (1982) is my favourite film.",
        "translate: \"The port is 8080\"",
    ] {
        assert_eq!(told(text), Vec::<String>::new(), "{text}");
    }
    hold(&[
        ("2026-05-03: the relay moved to port 9001", &["relay|port|9001"]),
        ("The rent is EUR 1200.50.", &["rent|price|EUR 1200.50"]),
        ("May 3 the relay moved to port 9001", &["relay|port|9001"]),
        ("$ cat relay.yml\nport: 8080\n\nThe relay runs on port 9001.", &["relay|port|9001"]),
        ("TODO\n- switch to Postgres\n\nThe relay runs on port 9001.", &["relay|port|9001"]),
        ("Ana (0151 2345678) is my dentist.", &["Ana|phone|0151 2345678"]),
        ("The relay runs Postgres 16.2.", &["Postgres in relay|version|16.2"]),
    ]);
}

#[test]
fn commits_about_branches_documents_and_tests_tell_nothing() {
    for text in [
        "Merge branch 'feature/port-9000'",
        "Merge pull request #33 from ana/use-postgres",
        "Use port 9000 in docs",
        "Use port 9000 in the tests",
        "Set timeout to 5 s in the examples",
        "docs: use port 9000",
        "docs(readme): bump port to 9000",
        "test: use port 9000",
    ] {
        let odd: Vec<String> = read(text, "commit");
        assert!(odd.is_empty(), "{text}: {odd:?}");
    }
    for (text, wanted) in [
        ("docs: the relay runs on port 9000", "relay|port|9000"),
        ("Change default port back to 8080", "project|port|8080"),
        ("Change port from 8080 to 9000", "project|port|9000"),
        ("Raise relay timeout to 30 s", "relay|timeout|30 s"),
        ("Use Redis in production", "project|uses|Redis"),
        ("Merge queue moved to port 9000", "Merge queue|port|9000"),
    ] {
        assert_eq!(read(text, "commit"), [wanted], "{text}");
    }
}
