//! Whose a thing is that "her" or "his" is said of; what one moves to that is no place; and a pin that
//! is no version.

mod common;

fn told(text: &str) -> Vec<String> {
    let said_at = "2026-05-20T09:00:00Z".parse().expect("an instant");
    let facts = common::extract(text, said_at, "note").facts;
    facts.iter().map(|f| format!("{}|{}|{}", f.subject, f.relation, f.object)).collect()
}

#[test]
fn a_pronouns_thing_is_its_owners_or_nobodys() {
    for (text, wanted) in [
        ("Greta's bike is green. Her locker code is 4410.", "Greta|locker code|4410"),
        ("Otto's van is white. His badge number is 318.", "Otto|badge number|318"),
        ("Olga likes jazz. Greta's bike is green. Her locker code is 4410.", "Greta|locker code|4410"),
    ] {
        assert!(told(text).iter().any(|fact| fact == wanted), "{text}: {:?}", told(text));
    }
    for text in
        ["Her locker code is 4410.", "Their badge number is 318.", "The tram is full. His bag is red."]
    {
        assert_eq!(told(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn one_does_not_live_in_an_attribute() {
    for text in [
        "We moved to region nbg1.",
        "I moved to plan C.",
        "I moved to tier 3.",
        "They relocated to team Red.",
        "I moved to the Furnace team.",
        "I moved to Fedora.",
    ] {
        let facts = told(text);
        assert!(!facts.iter().any(|f| f.contains("|lives_in|") || f.contains("|location|")), "{facts:?}");
    }
    for (text, wanted) in
        [("I moved to Ghent.", "user|lives_in|Ghent"), ("Greta moved to Utrecht.", "Greta|lives_in|Utrecht")]
    {
        assert_eq!(told(text), [wanted], "{text}");
    }
}

#[test]
fn a_pin_is_no_version_but_to_pin_names_one() {
    assert!(!told("The lathe's pin is 9.").iter().any(|f| f.contains("|version|")));
    for (text, wanted) in [
        ("Pin tokio to 1.38.2.", "tokio|version|1.38.2"),
        ("We pinned the parser at 4.1.", "parser|version|4.1"),
        ("The parser's pinned version is 4.1.", "parser|version|4.1"),
    ] {
        assert_eq!(told(text), [wanted], "{text}");
    }
}
