//! Turns of speech: names in apposition, parts ("version 2 of the
//! SDK"), defaults, names that are longer than a known one, what is no longer liked, a value before its
//! attribute, "not A but B", windows of the past, "it" under a heading, ways back to an old value, dates
//! that open a sentence, changes told roundabout or in other words than the first time. `turns.tsv` is read as [`common::classed`] says. Every miss is listed with
//! `--nocapture`.

mod common;

#[test]
fn turns_of_speech_are_read() {
    let counts = common::classed::count(include_str!("turns.tsv"));
    for (class, floors) in FLOORS {
        let of_class = counts[class];
        println!("{class}: plain, pairs, kept {of_class:?}");
        for ((ok, all), floor) in of_class.into_iter().zip(floors) {
            assert!(ok >= floor, "{class}: {ok} of {all}, the floor is {floor}");
        }
    }
    assert_eq!(counts.len(), FLOORS.len());
}

/// Plain statements, pairs and lines that leave the first: right at least.
const FLOORS: [(&str, [usize; 3]); 17] = [
    ("anymore", [0, 24, 9]),
    ("apposition", [14, 0, 6]),
    ("back", [15, 3, 0]),
    ("contrast", [15, 3, 0]),
    ("default", [0, 5, 11]),
    ("effective", [14, 0, 0]),
    ("heading", [13, 0, 0]),
    ("names", [0, 2, 11]),
    ("part", [6, 3, 7]),
    ("reversed", [19, 0, 0]),
    ("window", [15, 0, 6]),
    ("behind", [0, 13, 9]),
    ("bynow", [0, 10, 3]),
    ("done", [0, 4, 5]),
    ("fromto", [0, 3, 2]),
    ("otherwords", [0, 6, 4]),
    ("whose", [0, 3, 3]),
];
