//! Classes of sentences, with as many of each as show whether a rule is general: `classes.tsv` holds plain statements with their facts
//! (`subject~relation~object`, alternatives parted by "||", a relation by any of its words), pairs of
//! which the second must leave its value alone on the key of the first ("-" where it only ends it),
//! and lines beside which the first must stay. Every miss is listed with `--nocapture`.

mod common;

#[test]
fn classes_of_sentences_are_read() {
    let mut counts = [(0, 0); 3];
    for of_class in common::classed::count(include_str!("classes.tsv")).values() {
        for (sum, (ok, all)) in counts.iter_mut().zip(of_class) {
            sum.0 += ok;
            sum.1 += all;
        }
    }
    println!("plain, pairs, kept: {counts:?}");
    for (n, floor) in FLOORS.into_iter().enumerate() {
        let kind = ["plain", "pairs", "kept"][n];
        assert!(counts[n].0 >= floor, "{kind}: {:?}, the floor is {floor}", counts[n]);
    }
}

/// Plain statements read, changes on their keys, values kept.
const FLOORS: [usize; 3] = [200, 90, 56];
