//! Keyed events with their episodes in the text index, without vectors.

use memstrata_ledger::{Ledger, OpenOptions, Write};

use crate::clock::{Took, Watch, rate};
use crate::{DEPTH, Dice, START, append_in_batches, episode, told, write};

/// The keyed events of before, in the same order and batches, each with the text that it was read
/// from, told to a ledger of their own.
pub fn same_events(keys: usize, batch: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let ledger = Ledger::open(&folder.path().join("t.memstrata"), &OpenOptions::default()).expect("a ledger");
    let parts = append_in_batches(&ledger, keys, batch, |key, value| Some(episode(key, value)));
    let (mut count, mut time) = (0, Took::default());
    for (more, took) in &parts {
        count += more;
        time += *took;
    }
    rate("the same events each with its episode, batches", count, time);
}

/// New values of keys at random with their texts, beside what the ledger holds, in one batch.
pub fn random_keys(ledger: &Ledger, versions: usize, keys: usize, dice: &mut Dice) {
    let writes: Vec<Write> = (0..versions.clamp(5000, 50_000))
        .map(|i| write(START, vec![told(dice.below(keys), DEPTH + 1)], Some(episode(i, DEPTH + 1))))
        .collect();
    let watch = Watch::start();
    ledger.append_all(&writes).expect("an append");
    rate("events of keys at random with their episodes, one batch", writes.len(), watch.read());
}
