//! Cholesky factorisation of a sparse symmetric matrix whose pattern stays.
//!
//! `A = L Lᵀ`, by blocks, row by row: `L_kj = (A_kj − Σ L_kp L_jpᵀ) L_jj⁻ᵀ`, where only blocks
//! that are filled are visited. With an order that fills little, as that of a tree whose bodies
//! have few joints, it takes time in proportion to the number of rows (Davis, "Direct Methods
//! for Sparse Linear Systems", 2006, section 4). The three rows of a joint are a block row, so
//! that what is looked up is looked up for nine numbers at once.

use super::contact_space::HalfAnswers;
use crate::physics::lanes::Instructions;
use fearless_simd::{dispatch, Simd};
use std::ops::Range;

/// Most rows of a block.
pub const BLOCK: usize = 3;

/// The pattern of a matrix and of its factor: the blocks left of the diagonal, row by row, and
/// the diagonal.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Pattern {
    /// Where each block row begins among the rows, and where the last ends.
    firsts: Vec<usize>,
    /// Where each block row begins in `columns`, and where the last ends.
    begins: Vec<usize>,
    /// The block columns left of the diagonal, each with the place of its block.
    columns: Vec<(usize, usize)>,
    /// Places of the blocks on the diagonal.
    diagonals: Vec<usize>,
    elements: usize,
}

impl Pattern {
    /// The pattern that factorising fills, of a matrix whose block rows have so many rows and
    /// these block columns left of the diagonal.
    pub fn filled(sizes: &[usize], rows: &[Vec<usize>]) -> Pattern {
        let mut parents = vec![None; rows.len()];
        let mut seen = vec![usize::MAX; rows.len()];
        let mut pattern = Pattern::default();
        pattern.begins.push(0);
        pattern.firsts.push(0);
        for (k, columns) in rows.iter().enumerate() {
            seen[k] = k;
            for &column in columns {
                let mut j = column;
                while seen[j] != k {
                    seen[j] = k;
                    pattern.columns.push((j, 0));
                    j = *parents[j].get_or_insert(k);
                }
            }
            let begin = pattern.begins[k];
            pattern.columns[begin..].sort_unstable();
            for (j, place) in &mut pattern.columns[begin..] {
                *place = pattern.elements;
                pattern.elements += sizes[k] * sizes[*j];
            }
            pattern.begins.push(pattern.columns.len());
            pattern.diagonals.push(pattern.elements);
            pattern.elements += sizes[k] * sizes[k];
            pattern.firsts.push(pattern.firsts[k] + sizes[k]);
        }
        pattern
    }

    /// The pattern of a matrix without any zero.
    pub fn dense(sizes: &[usize]) -> Pattern {
        let all: Vec<Vec<usize>> = (0..sizes.len()).map(|k| (0..k).collect()).collect();
        Pattern::filled(sizes, &all)
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.firsts.last().copied().unwrap_or(0)
    }

    /// Number of block rows.
    fn block_rows(&self) -> usize {
        self.diagonals.len()
    }

    /// Place of a block, with column not after row; none if it is left out.
    pub fn place(&self, row: usize, column: usize) -> Option<usize> {
        if row == column {
            return Some(self.diagonals[row]);
        }
        let columns = self.columns(row);
        let place = columns.binary_search_by_key(&column, |&(of, _)| of).ok()?;
        Some(columns[place].1)
    }

    /// Places of the elements on the diagonal, row by row.
    pub fn diagonal(&self) -> impl Iterator<Item = usize> + '_ {
        let block_rows = self.diagonals.iter().enumerate();
        block_rows.flat_map(|(k, &place)| {
            let size = self.size(k);
            (0..size).map(move |a| place + a * (size + 1))
        })
    }

    /// Rows of a block row.
    #[inline(always)]
    fn size(&self, k: usize) -> usize {
        self.firsts[k + 1] - self.firsts[k]
    }

    /// Block columns left of the diagonal of a block row, each with the place of its block.
    #[inline(always)]
    fn columns(&self, k: usize) -> &[(usize, usize)] {
        &self.columns[self.begins[k]..self.begins[k + 1]]
    }
}

/// A factor `L`.
#[derive(Debug, Clone, Default)]
pub struct Cholesky {
    /// As the pattern places them, each block row by row; on the diagonal `1 / L_kk`, or zero of
    /// a row that repeats others, which then carries nothing.
    elements: Vec<f64>,
    /// Where the blocks of a block row are, by block column; beyond all between calls.
    spread: Vec<usize>,
    instructions: Instructions,
}

impl Cholesky {
    /// Room for the elements of a matrix that is to be factorised, all zero, as the pattern
    /// places them.
    pub fn begin(&mut self, pattern: &Pattern) -> &mut [f64] {
        self.elements.clear();
        self.elements.resize(pattern.elements, 0.0);
        self.spread.clear();
        self.spread.resize(pattern.block_rows(), usize::MAX);
        &mut self.elements
    }

    /// The elements, before they are factorised.
    pub fn elements(&mut self) -> &mut [f64] {
        &mut self.elements
    }

    /// Factorises the matrix that has been put there. A row of which less than the share
    /// `redundant` of its diagonal is left repeats others. Ends with what is of no use as soon
    /// as `is_due` says so.
    pub fn factorise(&mut self, pattern: &Pattern, redundant: f64, is_due: impl Fn() -> bool) {
        for k in 0..pattern.block_rows() {
            if is_due() {
                return;
            }
            let size = pattern.size(k);
            for &(j, place) in pattern.columns(k) {
                let width = pattern.size(j);
                let (before, rest) = self.elements.split_at_mut(place);
                let block = &mut rest[..size * width];
                for &(p, of_j) in pattern.columns(j) {
                    let of_k = self.spread[p];
                    if of_k != usize::MAX {
                        let inner = pattern.size(p);
                        let (a, b) = (&before[of_k..], &before[of_j..]);
                        subtract_product(block, a, b, [size, width, inner]);
                    }
                }
                divide(block, &before[pattern.diagonals[j]..], [size, width]);
                self.spread[j] = place;
            }
            let (before, rest) = self.elements.split_at_mut(pattern.diagonals[k]);
            let diagonal = &mut rest[..size * size];
            let own = [0, 1, 2].map(|a| {
                if a < size {
                    diagonal[a * (size + 1)]
                } else {
                    0.0
                }
            });
            for &(j, place) in pattern.columns(k) {
                let of_k = &before[place..];
                subtract_product(diagonal, of_k, of_k, [size, size, pattern.size(j)]);
                self.spread[j] = usize::MAX;
            }
            factorise_block(diagonal, size, own.map(|own| redundant * own));
        }
    }

    /// Solves `A x = b` in place.
    pub fn solve(&self, pattern: &Pattern, x: &mut [f64]) {
        for k in 0..pattern.block_rows() {
            let (before, rest) = x.split_at_mut(pattern.firsts[k]);
            let size = pattern.size(k);
            let of_row = &mut rest[..size];
            for &(j, place) in pattern.columns(k) {
                let known = &before[pattern.firsts[j]..];
                subtract_product(
                    of_row,
                    &self.elements[place..],
                    known,
                    [size, 1, pattern.size(j)],
                );
            }
            divide(of_row, &self.elements[pattern.diagonals[k]..], [1, size]);
        }
        for k in (0..pattern.block_rows()).rev() {
            let (before, rest) = x.split_at_mut(pattern.firsts[k]);
            let size = pattern.size(k);
            let of_row = &mut rest[..size];
            let diagonal = &self.elements[pattern.diagonals[k]..][..size * size];
            for a in (0..size).rev() {
                for c in a + 1..size {
                    of_row[a] -= diagonal[c * size + a] * of_row[c];
                }
                of_row[a] *= diagonal[a * (size + 1)];
            }
            for &(j, place) in pattern.columns(k) {
                let width = pattern.size(j);
                let known = &mut before[pattern.firsts[j]..][..width];
                subtract_transposed(known, &self.elements[place..], of_row);
            }
        }
    }

    /// Solves `L Y = R` in place for many right sides.
    pub fn half_solve(&self, pattern: &Pattern, right: &mut HalfAnswers) {
        let level = self.instructions.level();
        dispatch!(level, simd => self.half_solve_wide(simd, pattern, right));
    }

    #[inline(always)]
    fn half_solve_wide<S: Simd>(&self, simd: S, pattern: &Pattern, right: &mut HalfAnswers) {
        for k in 0..pattern.block_rows() {
            let (first, size) = (pattern.firsts[k], pattern.size(k));
            // What a block column has is in all its components.
            let columns = pattern.columns(k).iter().map(|&(j, _)| pattern.firsts[j]);
            let span = right.spread(first..first + size, columns);
            for &(j, place) in pattern.columns(k) {
                let width = pattern.size(j);
                for a in 0..size {
                    let of_row = &self.elements[place + a * width..][..width];
                    let to = (first + a, &span);
                    subtract_components(simd, right, to, of_row, pattern.firsts[j]);
                }
            }
            let diagonal = &self.elements[pattern.diagonals[k]..][..size * size];
            for a in 0..size {
                let known = &diagonal[a * size..][..a];
                subtract_components(simd, right, (first + a, &span), known, first);
                right.scale(first + a, diagonal[a * (size + 1)]);
            }
        }
    }
}

/// Takes from some rows of a component so many times each of some before it, from `first` on.
#[inline(always)]
fn subtract_components<S: Simd>(
    simd: S,
    from: &mut HalfAnswers,
    to: (usize, &Range<usize>),
    factors: &[f64],
    first: usize,
) {
    if let &[a, b, c] = factors {
        from.add_three_components(simd, to, [-a, -b, -c], first);
        return;
    }
    for (k, factor) in factors.iter().enumerate() {
        from.add_component(simd, to, -factor, first + k);
    }
}

/// Takes `A Bᵀ` from a block, where `A` and the block have `size` rows, `B` has `width` and both
/// have `inner` columns: by code for each of these sizes.
#[inline(always)]
fn subtract_product(block: &mut [f64], a: &[f64], b: &[f64], [size, width, inner]: [usize; 3]) {
    match size {
        1 => subtract_of_size::<1>(block, a, b, [width, inner]),
        2 => subtract_of_size::<2>(block, a, b, [width, inner]),
        _ => subtract_of_size::<BLOCK>(block, a, b, [width, inner]),
    }
}

#[inline(always)]
fn subtract_of_size<const SIZE: usize>(
    block: &mut [f64],
    a: &[f64],
    b: &[f64],
    [width, inner]: [usize; 2],
) {
    match width {
        1 => subtract_of_width::<SIZE, 1>(block, a, b, inner),
        2 => subtract_of_width::<SIZE, 2>(block, a, b, inner),
        _ => subtract_of_width::<SIZE, BLOCK>(block, a, b, inner),
    }
}

#[inline(always)]
fn subtract_of_width<const SIZE: usize, const WIDTH: usize>(
    block: &mut [f64],
    a: &[f64],
    b: &[f64],
    inner: usize,
) {
    match inner {
        1 => subtract::<SIZE, WIDTH, 1>(block, a, b),
        2 => subtract::<SIZE, WIDTH, 2>(block, a, b),
        _ => subtract::<SIZE, WIDTH, BLOCK>(block, a, b),
    }
}

#[inline(always)]
fn subtract<const SIZE: usize, const WIDTH: usize, const INNER: usize>(
    block: &mut [f64],
    a: &[f64],
    b: &[f64],
) {
    let block = &mut block[..SIZE * WIDTH];
    let (a, b) = (&a[..SIZE * INNER], &b[..WIDTH * INNER]);
    for i in 0..SIZE {
        for j in 0..WIDTH {
            let mut product = a[i * INNER] * b[j * INNER];
            for k in 1..INNER {
                product += a[i * INNER + k] * b[j * INNER + k];
            }
            block[i * WIDTH + j] -= product;
        }
    }
}

/// Takes `Aᵀ x` from some numbers, where `A` has as many rows as there are `x`.
#[inline(always)]
fn subtract_transposed(from: &mut [f64], a: &[f64], x: &[f64]) {
    if let (&mut [ref mut p, ref mut q, ref mut r], &[x, y, z]) = (&mut *from, x) {
        let a = &a[..BLOCK * BLOCK];
        *p -= a[0] * x + a[3] * y + a[6] * z;
        *q -= a[1] * x + a[4] * y + a[7] * z;
        *r -= a[2] * x + a[5] * y + a[8] * z;
        return;
    }
    for (of_row, &x) in a.chunks_exact(from.len()).zip(x) {
        for (from, element) in from.iter_mut().zip(of_row) {
            *from -= element * x;
        }
    }
}

/// Multiplies each row of a block by `L⁻ᵀ`, with `L` a factorised block of so many rows.
#[inline(always)]
fn divide(block: &mut [f64], diagonal: &[f64], [size, width]: [usize; 2]) {
    if width == BLOCK {
        let diagonal = &diagonal[..BLOCK * BLOCK];
        for row in block[..size * BLOCK].chunks_exact_mut(BLOCK) {
            row[0] *= diagonal[0];
            row[1] = (row[1] - row[0] * diagonal[3]) * diagonal[4];
            row[2] = (row[2] - (row[0] * diagonal[6] + row[1] * diagonal[7])) * diagonal[8];
        }
        return;
    }
    for row in block[..size * width].chunks_exact_mut(width) {
        for b in 0..width {
            let known = row[..b].iter().zip(&diagonal[b * width..]);
            let known: f64 = known.map(|(value, element)| value * element).sum();
            row[b] = (row[b] - known) * diagonal[b * (width + 1)];
        }
    }
}

/// Factorises a block on the diagonal; of a row that has no more than this left nothing stays.
#[inline(always)]
fn factorise_block(block: &mut [f64], size: usize, redundant: [f64; BLOCK]) {
    for a in 0..size {
        let (before, rest) = block.split_at_mut(a * size);
        let row = &mut rest[..size];
        let mut diagonal = row[a];
        for b in 0..a {
            let of_row = &before[b * size..][..size];
            let known = row[..b].iter().zip(of_row);
            let known: f64 = known.map(|(value, element)| value * element).sum();
            row[b] = (row[b] - known) * of_row[b];
            diagonal -= row[b] * row[b];
        }
        row[a] = match diagonal > redundant[a] {
            true => 1.0 / diagonal.sqrt(),
            false => 0.0,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An arrow: the last row has all columns.
    const ARROW: [[f64; 4]; 4] = [
        [4.0, 0.0, 0.0, 1.0],
        [0.0, 3.0, 0.5, -1.0],
        [0.0, 0.5, 2.0, 0.3],
        [1.0, -1.0, 0.3, 5.0],
    ];

    fn pattern() -> Pattern {
        Pattern::filled(&[1; 4], &[vec![], vec![], vec![1], vec![0, 1, 2]])
    }

    fn factor_of(
        pattern: &Pattern,
        element: impl Fn(usize, usize) -> f64,
        redundant: f64,
    ) -> Cholesky {
        let mut factor = Cholesky::default();
        let elements = factor.begin(pattern);
        for k in 0..pattern.rows() {
            for j in 0..=k {
                if let Some(place) = pattern.place(k, j) {
                    elements[place] = element(k, j);
                }
            }
        }
        factor.factorise(pattern, redundant, || false);
        factor
    }

    #[test]
    fn sparse_and_dense_solve_alike() {
        let wanted = [1.0, -2.0, 0.5, 3.0];
        let image = ARROW.map(|row| row.iter().zip(wanted).map(|(a, x)| a * x).sum::<f64>());
        for pattern in [pattern(), Pattern::dense(&[1; 4])] {
            let factor = factor_of(&pattern, |k, j| ARROW[k][j], 0.0);
            let mut x = image;
            factor.solve(&pattern, &mut x);
            for (found, wanted) in x.iter().zip(wanted) {
                assert!((found - wanted).abs() < 1e-14, "{x:?}");
            }
        }
    }

    #[test]
    fn a_row_that_repeats_another_carries_nothing() {
        let twice = [[2.0, 2.0], [2.0, 2.0]];
        let pattern = Pattern::dense(&[1; 2]);
        let factor = factor_of(&pattern, |k, j| twice[k][j], 1e-9);
        let mut x = [6.0, 6.0];
        factor.solve(&pattern, &mut x);
        assert!((x[0] - 3.0).abs() < 1e-14, "{x:?}");
        assert_eq!(x[1], 0.0);
    }

    #[test]
    fn halves_of_two_solutions_make_one() {
        let factor = factor_of(&pattern(), |k, j| ARROW[k][j], 0.0);
        let mut halves = HalfAnswers::of_rows(4);
        halves.resize(4);
        for k in 0..4 {
            halves.add(k, k, 1.0);
        }
        factor.half_solve(&pattern(), &mut halves);
        let products = halves.all_products();
        for a in 0..4 {
            let mut whole = [0.0; 4];
            whole[a] = 1.0;
            factor.solve(&pattern(), &mut whole);
            for b in 0..=a {
                let (product, whole) = (products[a][b], whole[b]);
                assert!((product - whole).abs() < 1e-14, "{a}, {b}: {product}");
            }
        }
    }

    #[test]
    fn eliminating_a_hub_fills_its_rays() {
        // The hub first: its two rays are joined.
        let filled = Pattern::filled(&[1; 3], &[vec![], vec![0], vec![0]]);
        assert!(filled.place(2, 1).is_some());
    }
}
