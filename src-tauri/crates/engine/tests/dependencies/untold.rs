//! Dependencies told before anything that they rest on: of the one thing that the words mean, and of
//! nothing that they merely could.

use super::common::Story;
use super::commutes::{Case, Stands, Uncertain, case};

pub const UNTOLD: &[Case] = &[
    case(
        &[
            ("2026-01-02", "My gym depends on where I live."),
            ("2026-01-05", "I live in Viana."),
            ("2026-01-06", "My gym is the Fortress."),
            ("2026-03-01", "I live in Beja now."),
        ],
        "What is my gym?",
        Uncertain("beja"),
    ),
    case(
        &[
            ("2026-01-02", "My pension plan depends on my employer."),
            ("2026-01-05", "I work at Quinta."),
            ("2026-01-06", "My pension plan is Plan B."),
            ("2026-03-01", "I work at Ferro now."),
        ],
        "What is my pension plan?",
        Uncertain("ferro"),
    ),
    case(
        &[
            ("2026-01-05", "The region is eu-north-1."),
            ("2026-01-06", "While the region is eu-north-1, the endpoint is https://n.example.org/v2."),
        ],
        "What is the endpoint?",
        Stands("https://n.example.org/v2"),
    ),
    case(
        &[
            ("2026-01-05", "The region is eu-north-1."),
            ("2026-01-06", "While the region is eu-north-1, the endpoint is https://n.example.org/v2."),
            ("2026-03-01", "The region is ap-south-1 now."),
        ],
        "What is the endpoint?",
        Uncertain("ap-south-1"),
    ),
];

#[test]
fn the_words_of_a_dependency_are_kept_as_they_stand_by_themselves() {
    for (text, grounds) in [
        ("My gym depends on where I live.", ["where I live"]),
        ("My bonus depends on my manager.", ["my manager"]),
        ("Ivo's rent depends on his landlord.", ["the landlord of Ivo"]),
        ("The latency of the map depends on the region of the cluster.", ["the region of the cluster"]),
    ] {
        let story = Story::new();
        story.texts("2026-01-02", &[text]);
        let pattern = memstrata_engine::FactPattern::default();
        let facts = story.engine.facts(&pattern, None, None).expect("facts");
        let rests: Vec<&str> =
            facts.iter().filter(|f| f.relation == "rests_on").map(|f| f.object.as_str()).collect();
        assert_eq!(rests, grounds, "{text}");
    }
}
