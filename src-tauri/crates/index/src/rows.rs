//! Where the codes of vectors lie: in blocks of one size, so that growing never copies them and
//! never holds twice what is needed, with ids, codes and signs each in a row of their own, so that
//! a scan reads nothing that it does not use.

use std::collections::HashMap;

use crate::quantize::{Code, append_codes, append_signs, sign_bytes};

/// Rows in a block.
pub(crate) const BLOCK: usize = 4096;

/// Codes by id.
#[derive(Debug)]
pub(crate) struct Rows {
    dimensions: usize,
    blocks: Vec<Block>,
    /// The row of an id: its block, times [`BLOCK`], and its place there. None while the ids stand in
    /// their order, as they do unless one comes late or goes: then they are found without.
    places: Option<HashMap<i64, u32>>,
}

/// Up to [`BLOCK`] rows; all blocks but the last are full.
#[derive(Debug, Default)]
pub(crate) struct Block {
    pub ids: Vec<i64>,
    pub meta: Vec<Code>,
    pub codes: Vec<i8>,
    pub signs: Vec<u8>,
}

impl Rows {
    pub fn new(dimensions: usize) -> Self {
        Rows { dimensions, blocks: Vec::new(), places: None }
    }

    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    pub fn len(&self) -> usize {
        self.blocks.last().map_or(0, |last| (self.blocks.len() - 1) * BLOCK + last.ids.len())
    }

    pub fn contains(&self, id: i64) -> bool {
        self.place(id).is_some()
    }

    fn place(&self, id: i64) -> Option<u32> {
        if let Some(places) = &self.places {
            return places.get(&id).copied();
        }
        let behind = self.blocks.partition_point(|block| block.ids.first().is_some_and(|first| *first <= id));
        let block = behind.checked_sub(1)?;
        let at = self.blocks[block].ids.binary_search(&id).ok()?;
        u32::try_from(block * BLOCK + at).ok()
    }

    /// The table of places, made where there is none yet.
    fn table(&mut self) -> &mut HashMap<i64, u32> {
        let blocks = &self.blocks;
        self.places.get_or_insert_with(|| {
            let ids = blocks.iter().flat_map(|block| block.ids.iter().copied());
            ids.zip(0..).collect()
        })
    }

    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The id, codes and their scale and residual of a row.
    pub fn row(&self, place: usize) -> (i64, &[i8], Code) {
        let (block, at) = (&self.blocks[place / BLOCK], place % BLOCK);
        (block.ids[at], &block.codes[at * self.dimensions..(at + 1) * self.dimensions], block.meta[at])
    }

    /// Puts a vector's codes under an id that is not there yet.
    pub fn push(&mut self, id: i64, values: &[f32]) {
        let last = self.blocks.last().and_then(|block| block.ids.last());
        if last.is_some_and(|last| *last > id) {
            self.table();
        }
        if self.blocks.last().is_none_or(|last| last.ids.len() == BLOCK) {
            // The first block grows as it fills: most ledgers are small.
            let whole = if self.blocks.is_empty() { 0 } else { BLOCK };
            self.blocks.push(Block::with_capacity(whole, self.dimensions));
        }
        let last = self.blocks.len() - 1;
        let block = &mut self.blocks[last];
        let place = last * BLOCK + block.ids.len();
        let Ok(place) = u32::try_from(place) else { return };
        block.ids.push(id);
        block.meta.push(append_codes(values, &mut block.codes));
        append_signs(values, &mut block.signs);
        if let Some(places) = &mut self.places {
            places.insert(id, place);
        }
    }

    /// Takes an id out, the last row moving into its place; false where it was not there.
    pub fn remove(&mut self, id: i64) -> bool {
        let Some(place) = self.place(id) else { return false };
        let Some(last) = self.blocks.len().checked_sub(1) else { return false };
        let (dimensions, bytes) = (self.dimensions, sign_bytes(self.dimensions));
        let from = self.blocks[last].ids.len() - 1;
        if place as usize != last * BLOCK + from || self.places.is_some() {
            self.table().remove(&id);
        }
        let moved = self.blocks[last].take_last(dimensions, bytes);
        let (block, at) = (place as usize / BLOCK, place as usize % BLOCK);
        if (block, at) != (last, from) {
            let (moved_id, meta, codes, signs) = moved;
            let into = &mut self.blocks[block];
            into.ids[at] = moved_id;
            into.meta[at] = meta;
            into.codes[at * dimensions..(at + 1) * dimensions].copy_from_slice(&codes);
            into.signs[at * bytes..(at + 1) * bytes].copy_from_slice(&signs);
            self.table().insert(moved_id, place);
        }
        if self.blocks[last].ids.is_empty() {
            self.blocks.pop();
        }
        true
    }

    /// Bytes held, by capacity.
    pub fn memory(&self) -> usize {
        let blocks: usize = self.blocks.iter().map(Block::memory).sum();
        // A hash table keeps an eighth of its slots free, each an entry and a byte of control.
        let capacity = self.places.as_ref().map_or(0, HashMap::capacity);
        let slots = (capacity * 8).div_ceil(7);
        let places = slots * (size_of::<(i64, u32)>() + 1);
        blocks + self.blocks.capacity() * size_of::<Block>() + places
    }
}

impl Block {
    fn with_capacity(rows: usize, dimensions: usize) -> Self {
        Block {
            ids: Vec::with_capacity(rows),
            meta: Vec::with_capacity(rows),
            codes: Vec::with_capacity(rows * dimensions),
            signs: Vec::with_capacity(rows * sign_bytes(dimensions)),
        }
    }

    fn take_last(&mut self, dimensions: usize, bytes: usize) -> (i64, Code, Vec<i8>, Vec<u8>) {
        let codes = self.codes.split_off(self.codes.len() - dimensions);
        let signs = self.signs.split_off(self.signs.len() - bytes);
        let id = self.ids.pop().unwrap_or_default();
        (id, self.meta.pop().unwrap_or(Code { scale: 0.0, residual: 0.0 }), codes, signs)
    }

    fn memory(&self) -> usize {
        self.ids.capacity() * size_of::<i64>()
            + self.meta.capacity() * size_of::<Code>()
            + self.codes.capacity()
            + self.signs.capacity()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_of_384_takes_less_than_600_bytes() {
        // The dearest sizes: a hash table that has just grown, a block that has just begun. (Below
        // some 10,000 vectors that block weighs more, up to 2 MB in all.)
        for len in [14_337usize, 20_481, 28_673] {
            let mut rows = Rows::new(384);
            let values: Vec<f32> = (0..384).map(|i| (i as f32 - 191.5) / 2000.0).collect();
            for id in 0..len {
                rows.push(id as i64, &values);
            }
            let each = rows.memory() as f64 / len as f64;
            assert!(each <= 600.0, "{each} bytes a vector at {len}");
            assert!(each >= 384.0 + 48.0 + 16.0, "{each}");
            assert!(rows.places.is_none());
            // With the table of places too, which rows need that do not stand in order.
            rows.push(-1, &values);
            let each = rows.memory() as f64 / len as f64;
            assert!(each <= 600.0, "{each} bytes a vector at {len} out of order");
        }
    }

    #[test]
    fn ids_are_found_in_their_order_and_out_of_it() {
        let mut rows = Rows::new(1);
        let ids = (0..3 * BLOCK as i64).map(|n| 2 * n + 5);
        ids.clone().for_each(|id| rows.push(id, &[1.0]));
        let whole = |rows: &Rows| {
            (0..rows.len()).all(|place| rows.place(rows.row(place).0) == u32::try_from(place).ok())
        };
        assert!(whole(&rows) && rows.places.is_none());
        assert!(![4, 6, 8, i64::MIN, i64::MAX].iter().any(|id| rows.contains(*id)));
        let last = 2 * (3 * BLOCK as i64 - 1) + 5;
        assert!(rows.remove(last) && !rows.remove(last) && rows.places.is_none(), "the last one");
        rows.push(last, &[1.0]);
        rows.push(8, &[1.0]);
        assert!(whole(&rows) && rows.places.is_some());
        assert_eq!(rows.len(), 3 * BLOCK + 1);
        assert!(rows.remove(5) && whole(&rows) && !rows.contains(5));
    }

    #[test]
    fn the_last_row_takes_the_place_of_one_removed() {
        let mut rows = Rows::new(2);
        for id in 0..BLOCK as i64 + 2 {
            rows.push(id, &[id as f32, 1.0]);
        }
        assert!(rows.remove(3));
        assert!(!rows.remove(3));
        assert!(rows.remove(BLOCK as i64));
        assert_eq!((rows.blocks().len(), rows.len()), (1, BLOCK));
        let (id, codes, _) = rows.row(3);
        assert_eq!((id, codes[0]), (BLOCK as i64 + 1, 127));
        assert!(rows.remove(3 + 1) && rows.contains(5) && !rows.contains(4));
    }
}
