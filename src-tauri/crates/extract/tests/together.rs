//! Those who are told of together are one value, which gives way as one; a doer of a share takes
//! nothing over; titles and names keep their first words.

mod common;

use memstrata_extract::FoundFact;

fn read(text: &str) -> Vec<FoundFact> {
    let said_at = "2026-05-20T09:00:00Z".parse().expect("an instant");
    common::extract(text, said_at, "note").facts
}

fn told(text: &str) -> Vec<String> {
    read(text).iter().map(|f| format!("{}|{}|{}", f.subject, f.relation, f.object)).collect()
}

#[test]
fn those_told_of_together_are_one_value() {
    for (text, wanted) in [
        ("Acme was founded by Ann Lee and Bob Ray.", "Acme|founder|Ann Lee and Bob Ray"),
        (
            "The author of Good Omens is Neil Gaiman and Terry Pratchett.",
            "Good Omens|author|Neil Gaiman and Terry Pratchett",
        ),
        ("The parser was written by Ines, Omar and Ute.", "parser|author|Ines, Omar and Ute"),
        ("Payments is owned by Ann and Bob.", "Payments|owner|Ann and Bob"),
        ("Pedro is a citizen of Spain and Portugal.", "Pedro|nationality|Spain and Portugal"),
        (
            "The official languages of Canada are English and French.",
            "Canada|official_language|English and French",
        ),
        // What comes after "and" is told of something else.
        ("Payments is owned by Ann and handles refunds.", "Payments|owner|Ann"),
        ("Acme was founded by Ann Lee and Bob Ray left it in May.", "Acme|founder|Ann Lee"),
    ] {
        assert!(told(text).iter().any(|fact| fact == wanted), "{text}: {:?}", told(text));
    }
}

#[test]
fn who_had_a_part_in_a_work_takes_it_over_from_nobody() {
    for (text, closes) in [
        ("Terry Pratchett wrote Good Omens.", false),
        ("Bob Ray founded Acme.", false),
        ("Good Omens was written by Terry Pratchett.", true),
        ("Acme was founded by Bob Ray in 2019.", true),
        ("The author of Good Omens is Terry Pratchett.", true),
        ("The parser was written by Ann and tested well.", true),
    ] {
        let facts = read(text);
        let [fact] = facts.as_slice() else { panic!("one fact of {text}: {facts:?}") };
        assert_eq!(fact.closes, closes, "{text}");
    }
}

#[test]
fn names_keep_the_words_they_begin_with() {
    for (text, wanted) in [
        ("Hey Jude was performed by The Beatles.", "The Beatles"),
        ("Nobuhiro Watsuki is famous for The Fairly OddParents.", "The Fairly OddParents"),
        ("Payments is owned by the Platform team.", "Platform team"),
        ("The owner of payments is Ann.", "Ann"),
    ] {
        let objects: Vec<String> = read(text).into_iter().map(|f| f.object).collect();
        assert_eq!(objects, [wanted], "{text}");
    }
    for (text, wanted) in [
        ("Back to Black was performed by Amy Winehouse.", "Back to Black"),
        ("Good Omens was written by Neil Gaiman.", "Good Omens"),
        ("Now Anna is the owner of payments.", "payments"),
    ] {
        let subjects: Vec<String> = read(text).into_iter().map(|f| f.subject).collect();
        assert_eq!(subjects, [wanted], "{text}");
    }
}

#[test]
fn particles_and_initials_stand_within_names() {
    for text in [
        "Madame du Barry is a citizen of Great Britain.",
        "Harry S. Truman is married to Bess Wallace.",
        "Vasco da Gama is a citizen of Portugal.",
    ] {
        let facts = read(text);
        assert!(facts.len() == 1 && facts[0].closes, "{text}: {facts:?}");
    }
}

#[test]
fn what_a_thing_is_called_says_more_than_its_verb() {
    assert_eq!(told("The type of music that Michael plays is jazz."), ["Michael|genre|jazz"]);
    assert_eq!(told("The sport that Ann plays is chess."), ["Ann|plays|chess"]);
    // A maker is nobody's employer.
    assert_eq!(told("The company that produced the Relay 5 is Varde."), ["Relay 5|producer|Varde"]);
}

#[test]
fn the_least_version_of_a_part_is_not_the_projects() {
    for (text, wanted) in [
        ("Lower minimum required serde version to 1.0.152", "serde|min_version|1.0.152"),
        ("The minimum supported kernel version is 5.4.", "kernel|min_version|5.4"),
        ("The minimum supported version is 2.1.", "project|min_version|2.1"),
        ("Raise the minimum required version to 3.0", "project|min_version|3.0"),
    ] {
        let said_at = "2026-05-20T09:00:00Z".parse().expect("an instant");
        let found = common::extract(text, said_at, "changelog").facts;
        let told: Vec<_> =
            found.iter().map(|f| format!("{}|{}|{}", f.subject, f.relation, f.object)).collect();
        assert_eq!(told, [wanted], "{text}");
    }
}
