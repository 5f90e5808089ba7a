//! One state of the file for a row of reads. A question reads many small things: each by itself
//! would begin and end a transaction, and might see what was written since the one before.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::Hash;
use std::marker::PhantomData;
use std::sync::{Mutex, PoisonError};
use std::thread::ThreadId;

use memstrata_model::Fact;
use rusqlite::Connection;

use crate::episode::{EpisodeRecord, EpisodeView};
use crate::error::LedgerError;
use crate::read::Moment;
use crate::store::Ledger;

/// What threads hold.
#[derive(Debug, Default)]
pub(crate) struct HeldStates(Mutex<HashMap<ThreadId, Held>>);

/// A reading connection in a transaction of its own, and what was read of the state that it sees.
#[derive(Debug)]
pub(crate) struct Held {
    connection: Connection,
    known: Known,
}

/// What was read of a state and is asked for again and again.
#[derive(Debug, Default)]
struct Known {
    /// Facts put into words, by version and the moment that they are seen from.
    facts: HashMap<(i64, Moment), Fact>,
    /// Episodes, by space and number.
    records: HashMap<(i64, i64), EpisodeRecord>,
    /// Episodes with what they tell, by the moment too.
    views: HashMap<(i64, i64, Moment), EpisodeView>,
}

thread_local! {
    /// What is known of the state that this thread is reading; none where it reads without holding one.
    static KNOWN: RefCell<Option<Known>> = const { RefCell::new(None) };
}

/// While it is there, its thread reads one state of the ledger, whatever is written meanwhile.
#[derive(Debug)]
pub struct HeldState<'l> {
    /// None where this thread held a state already.
    ledger: Option<&'l Ledger>,
    /// It is of one thread.
    thread: PhantomData<*const ()>,
}

impl HeldStates {
    /// What this thread holds, to be given back.
    pub fn take(&self) -> Option<Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&std::thread::current().id())
    }

    pub fn give_back(&self, held: Held) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(std::thread::current().id(), held);
    }

    fn holds(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains_key(&std::thread::current().id())
    }
}

impl Held {
    pub fn read<T>(&mut self, read: impl FnOnce(&Connection) -> T) -> T {
        /// Takes what is known back, also where reading panics.
        struct Lent<'h>(&'h mut Known, Option<Known>);
        impl Drop for Lent<'_> {
            fn drop(&mut self) {
                *self.0 = KNOWN.replace(self.1.take()).unwrap_or_default();
            }
        }
        let outer = KNOWN.replace(Some(std::mem::take(&mut self.known)));
        let _lent = Lent(&mut self.known, outer);
        read(&self.connection)
    }
}

/// Reads what is of no held state.
pub(crate) fn apart<T>(read: impl FnOnce() -> T) -> T {
    /// Puts back what another read of this thread goes on with.
    struct Outer(Option<Known>);
    impl Drop for Outer {
        fn drop(&mut self) {
            KNOWN.set(self.0.take());
        }
    }
    let _outer = Outer(KNOWN.take());
    read()
}

/// A fact of the state that this thread holds, made once; made anew where it holds none.
pub(crate) fn once(
    version: i64,
    moment: Moment,
    make: impl FnOnce() -> Result<Fact, LedgerError>,
) -> Result<Fact, LedgerError> {
    kept(|known| &mut known.facts, (version, moment), make)
}

/// An episode, as [`once`].
pub(crate) fn record_once(
    space: i64,
    seq: i64,
    read: impl FnOnce() -> Result<EpisodeRecord, LedgerError>,
) -> Result<EpisodeRecord, LedgerError> {
    kept(|known| &mut known.records, (space, seq), read)
}

/// An episode with what it tells, as [`once`].
pub(crate) fn view_once(
    space: i64,
    seq: i64,
    moment: Moment,
    read: impl FnOnce() -> Result<EpisodeView, LedgerError>,
) -> Result<EpisodeView, LedgerError> {
    kept(|known| &mut known.views, (space, seq, moment), read)
}

fn kept<K: Eq + Hash, V: Clone>(
    of: impl Fn(&mut Known) -> &mut HashMap<K, V>,
    key: K,
    make: impl FnOnce() -> Result<V, LedgerError>,
) -> Result<V, LedgerError> {
    let found = KNOWN.with_borrow_mut(|known| of(known.as_mut()?).get(&key).cloned());
    if let Some(found) = found {
        return Ok(found);
    }
    let made = make()?;
    KNOWN.with_borrow_mut(|known| {
        if let Some(known) = known {
            of(known).insert(key, made.clone());
        }
    });
    Ok(made)
}

impl Ledger {
    /// Until what is answered is dropped, everything that this thread reads is of one state of the
    /// file, that of its first read, and what was read of an episode or a fact
    /// is kept. What the thread writes itself meanwhile it does not see.
    ///
    /// # Errors
    /// Those of SQLite.
    pub fn hold(&self) -> Result<HeldState<'_>, LedgerError> {
        if self.held.holds() {
            return Ok(HeldState { ledger: None, thread: PhantomData });
        }
        let connection = self.reader()?;
        connection.execute_batch("BEGIN DEFERRED")?;
        self.held.give_back(Held { connection, known: Known::default() });
        Ok(HeldState { ledger: Some(self), thread: PhantomData })
    }
}

impl Drop for HeldState<'_> {
    fn drop(&mut self) {
        let Some(ledger) = self.ledger else { return };
        // A connection that cannot end its transaction is not used again.
        if let Some(Held { connection, .. }) = ledger.held.take()
            && connection.execute_batch("COMMIT").is_ok()
        {
            ledger.keep_reader(connection);
        }
    }
}
