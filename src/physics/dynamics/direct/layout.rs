//! Where the elements of `J M⁻¹ Jᵀ` come from.

use super::{DirectRows, Storage};
use crate::physics::dynamics::gradient::Block;
use crate::physics::dynamics::slots::Spatial;
use crate::physics::dynamics::sparse::{Pattern, BLOCK};
use std::collections::BTreeSet;

/// Where the elements of the matrix come from, as long as constraints have the same rows.
#[derive(Debug, Clone, Default)]
pub(super) struct Layout {
    pub pattern: Pattern,
    pub products: Vec<Product>,
    /// Row and index of each block, by slot.
    at_slots: Vec<(usize, usize)>,
    /// Where those of each slot begin, counted from the first slot of all, and where the last
    /// end.
    begins: Vec<usize>,
    first: usize,
}

/// What two block rows that push the same slot add to a block of the matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Product {
    /// Place of the block.
    place: usize,
    /// Of each the block of its first row at the slot.
    blocks: [usize; 2],
    /// How many blocks later that of the next row follows.
    strides: [usize; 2],
    /// Number of rows.
    sizes: [usize; 2],
}

impl Product {
    #[inline(always)]
    pub fn add(&self, responses: &[Spatial], blocks: &[Block], elements: &mut [f64]) {
        match self.sizes {
            [BLOCK, BLOCK] => self.add_of_size::<BLOCK, BLOCK>(responses, blocks, elements),
            [BLOCK, 1] => self.add_of_size::<BLOCK, 1>(responses, blocks, elements),
            [1, BLOCK] => self.add_of_size::<1, BLOCK>(responses, blocks, elements),
            [1, 1] => self.add_of_size::<1, 1>(responses, blocks, elements),
            [BLOCK, _] => self.add_of_size::<BLOCK, 2>(responses, blocks, elements),
            [_, BLOCK] => self.add_of_size::<2, BLOCK>(responses, blocks, elements),
            [1, _] => self.add_of_size::<1, 2>(responses, blocks, elements),
            [_, 1] => self.add_of_size::<2, 1>(responses, blocks, elements),
            _ => self.add_of_size::<2, 2>(responses, blocks, elements),
        }
    }

    #[inline(always)]
    fn add_of_size<const SIZE: usize, const WIDTH: usize>(
        &self,
        responses: &[Spatial],
        blocks: &[Block],
        elements: &mut [f64],
    ) {
        let elements = &mut elements[self.place..][..SIZE * WIDTH];
        let columns: [&Spatial; WIDTH] =
            std::array::from_fn(|j| &blocks[self.blocks[1] + j * self.strides[1]].of);
        for i in 0..SIZE {
            let response = &responses[self.blocks[0] + i * self.strides[0]];
            for j in 0..WIDTH {
                elements[i * WIDTH + j] += response.dot(columns[j]);
            }
        }
    }
}

/// A block row: up to three rows of a constraint that push the same slots.
struct BlockRow {
    /// The first of them.
    first: usize,
    size: usize,
}

impl DirectRows {
    /// The rows as block rows.
    fn block_rows(&self) -> Vec<BlockRow> {
        let slots = |row: usize| self.of(row).iter().map(|block| block.slot);
        let mut all: Vec<BlockRow> = Vec::new();
        let mut end = 0;
        for &count in &self.counts {
            let begin = end;
            end += count;
            for row in begin..end {
                match all.last_mut() {
                    Some(last)
                        if last.first >= begin
                            && last.size < BLOCK
                            && slots(last.first).eq(slots(row)) =>
                    {
                        last.size += 1;
                    }
                    _ => all.push(BlockRow {
                        first: row,
                        size: 1,
                    }),
                }
            }
        }
        all
    }
}

impl Layout {
    /// That of the rows as they are.
    pub fn of(rows: &DirectRows) -> Layout {
        let block_rows = rows.block_rows();
        let sizes: Vec<usize> = block_rows.iter().map(|of| of.size).collect();
        // Of the first rows: slot, block row and index of the block.
        let mut firsts: Vec<(usize, usize, usize)> = Vec::new();
        for (k, of) in block_rows.iter().enumerate() {
            let blocks = rows.begins[of.first]..rows.begins[of.first + 1];
            firsts.extend(blocks.map(|block| (rows.blocks[block].slot, k, block)));
        }
        firsts.sort_unstable();
        let pattern = match rows.storage {
            Storage::Dense => Pattern::dense(&sizes),
            Storage::Sparse => {
                let mut columns = vec![BTreeSet::new(); sizes.len()];
                for same in firsts.chunk_by(|a, b| a.0 == b.0) {
                    for (i, &(_, k, _)) in same.iter().enumerate() {
                        let others = same[..i].iter().map(|&(_, other, _)| other);
                        columns[k].extend(others.filter(|&other| other != k));
                    }
                }
                let columns = columns
                    .into_iter()
                    .map(|of_row| of_row.into_iter().collect());
                Pattern::filled(&sizes, &columns.collect::<Vec<Vec<usize>>>())
            }
        };
        let stride = |k: usize| rows.of(block_rows[k].first).len();
        let mut products = Vec::new();
        for same in firsts.chunk_by(|a, b| a.0 == b.0) {
            for &(_, k, a) in same {
                let columns = same.iter().take_while(|&&(_, column, _)| column <= k);
                products.extend(columns.filter_map(|&(_, column, b)| {
                    Some(Product {
                        place: pattern.place(k, column)?,
                        blocks: [a, b],
                        strides: [stride(k), stride(column)],
                        sizes: [sizes[k], sizes[column]],
                    })
                }));
            }
        }
        products.sort_unstable();
        let mut at_slots: Vec<(usize, usize, usize)> = Vec::new();
        for row in 0..rows.rows.len() {
            let blocks = rows.begins[row]..rows.begins[row + 1];
            at_slots.extend(blocks.map(|block| (rows.blocks[block].slot, row, block)));
        }
        at_slots.sort_unstable();
        let [first, end] = match (at_slots.first(), at_slots.last()) {
            (Some(&(first, ..)), Some(&(last, ..))) => [first, last + 1],
            _ => [0; 2],
        };
        let begin = |slot: usize| at_slots.partition_point(|&(of, ..)| of < slot);
        Layout {
            begins: (first..=end).map(begin).collect(),
            first,
            at_slots: at_slots
                .into_iter()
                .map(|(_, row, block)| (row, block))
                .collect(),
            pattern,
            products,
        }
    }

    /// Row and index of each block of a slot.
    pub fn at_slot(&self, slot: usize) -> &[(usize, usize)] {
        let place = slot.checked_sub(self.first);
        match place.and_then(|place| self.begins.get(place..place + 2)) {
            Some(&[begin, end]) => &self.at_slots[begin..end],
            _ => &[],
        }
    }
}
