//! Where the vectors themselves are: an index holds their codes alone, and asks for the few whose
//! order the codes leave open.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{PoisonError, RwLock};

use crate::error::IndexError;
use crate::vector::Vector;

/// Whole vectors by id.
pub trait VectorSource: Send + Sync + Debug {
    /// The vector of each id, in the order of the ids; none where there is none (any more).
    ///
    /// # Errors
    /// [`IndexError::SourceFailed`] where they cannot be read.
    fn fetch(&self, ids: &[i64]) -> Result<Vec<Option<Vector>>, IndexError>;
}

/// Vectors held in memory: for tests, and for sets too small to need a file.
#[derive(Debug, Default)]
pub struct HeldVectors(RwLock<BTreeMap<i64, Vector>>);

impl HeldVectors {
    /// Puts a vector under an id, in place of the one there was.
    pub fn insert(&self, id: i64, vector: Vector) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(id, vector);
    }

    /// Takes an id out.
    pub fn remove(&self, id: i64) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).remove(&id);
    }
}

impl VectorSource for HeldVectors {
    fn fetch(&self, ids: &[i64]) -> Result<Vec<Option<Vector>>, IndexError> {
        let held = self.0.read().unwrap_or_else(PoisonError::into_inner);
        Ok(ids.iter().map(|id| held.get(id).cloned()).collect())
    }
}
