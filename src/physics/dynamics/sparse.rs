//! Cholesky factorisation of a sparse symmetric matrix whose pattern stays.
//!
//! `A = L Lᵀ`, row by row: `L_kj = (A_kj − Σ L_kp L_jp) / L_jj`, where only what is filled is
//! visited. With an order that fills little, as that of a tree whose bodies have few joints, it
//! takes time in proportion to the number of rows (Davis, "Direct Methods for Sparse Linear Systems", 2006, section 4).

use super::contact_space::add_times;
use crate::physics::lanes::Instructions;

/// The pattern of a matrix and of its factor: the columns left of the diagonal, row by row.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Pattern {
    /// Where the row begins in `columns`, and where the last ends.
    begins: Vec<usize>,
    columns: Vec<usize>,
}

impl Pattern {
    /// The pattern that factorising fills, of a matrix with these columns left of the diagonal.
    pub fn filled(rows: &[Vec<usize>]) -> Pattern {
        let mut parents = vec![None; rows.len()];
        let mut seen = vec![usize::MAX; rows.len()];
        let mut pattern = Pattern::default();
        pattern.begins.push(0);
        for (k, columns) in rows.iter().enumerate() {
            seen[k] = k;
            for &column in columns {
                let mut j = column;
                while seen[j] != k {
                    seen[j] = k;
                    pattern.columns.push(j);
                    j = *parents[j].get_or_insert(k);
                }
            }
            let begin = pattern.begins[k];
            pattern.columns[begin..].sort_unstable();
            pattern.begins.push(pattern.columns.len());
        }
        pattern
    }

    /// The pattern of a matrix without any zero.
    pub fn dense(rows: usize) -> Pattern {
        let all: Vec<Vec<usize>> = (0..rows).map(|k| (0..k).collect()).collect();
        Pattern::filled(&all)
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.begins.len().saturating_sub(1)
    }

    /// Number of elements: those left of the diagonal, row by row, then the diagonal.
    pub fn elements(&self) -> usize {
        self.columns.len() + self.rows()
    }

    /// Place of an element, with column not after row; none if it is left out.
    pub fn place(&self, row: usize, column: usize) -> Option<usize> {
        if row == column {
            return Some(self.columns.len() + row);
        }
        let place = self.columns(row).binary_search(&column).ok()?;
        Some(self.begins[row] + place)
    }

    fn row(&self, k: usize) -> std::ops::Range<usize> {
        self.begins[k]..self.begins[k + 1]
    }

    /// Columns left of the diagonal of a row.
    pub fn columns(&self, k: usize) -> &[usize] {
        &self.columns[self.row(k)]
    }
}

/// A factor `L`.
#[derive(Debug, Clone, Default)]
pub struct Cholesky {
    /// As the pattern places them; of the diagonal `1 / L_kk`, or zero of a row that repeats
    /// others, which then carries nothing.
    elements: Vec<f64>,
    /// A row spread out; zero between calls.
    spread: Vec<f64>,
    instructions: Instructions,
}

impl Cholesky {
    /// Room for the elements of a matrix that is to be factorised, all zero, as the pattern
    /// places them.
    pub fn begin(&mut self, pattern: &Pattern) -> &mut [f64] {
        self.elements.clear();
        self.elements.resize(pattern.elements(), 0.0);
        self.spread.clear();
        self.spread.resize(pattern.rows(), 0.0);
        &mut self.elements
    }

    /// The elements from a place on, before they are factorised.
    pub fn elements(&mut self, from: usize) -> &mut [f64] {
        &mut self.elements[from..]
    }

    /// Factorises the matrix that has been put there. A row of which less than the share
    /// `redundant` of its diagonal is left repeats others. Ends with what is of no use as soon
    /// as `is_due` says so.
    pub fn factorise(&mut self, pattern: &Pattern, redundant: f64, is_due: impl Fn() -> bool) {
        let (left, diagonals) = self.elements.split_at_mut(pattern.columns.len());
        for k in 0..pattern.rows() {
            if is_due() {
                return;
            }
            let own = diagonals[k];
            let mut diagonal = own;
            let row = pattern.row(k);
            let (before, of_row) = left[..row.end].split_at_mut(row.start);
            for (&j, element) in pattern.columns[row].iter().zip(of_row) {
                let others = pattern.row(j);
                let columns = &pattern.columns[others.clone()];
                let others = columns.iter().zip(&before[others]);
                let known: f64 = others.map(|(&p, value)| value * self.spread[p]).sum();
                let value = (*element - known) * diagonals[j];
                self.spread[j] = value;
                *element = value;
                diagonal -= value * value;
            }
            for &j in pattern.columns(k) {
                self.spread[j] = 0.0;
            }
            diagonals[k] = match diagonal > redundant * own {
                true => 1.0 / diagonal.sqrt(),
                false => 0.0,
            };
        }
    }

    /// Row `k` of `L` left of the diagonal times `x`.
    fn times(&self, pattern: &Pattern, k: usize, x: &[f64]) -> f64 {
        let row = pattern.row(k);
        let elements = pattern.columns[row.clone()].iter().zip(&self.elements[row]);
        elements.map(|(&j, value)| value * x[j]).sum()
    }

    fn inverse_diagonal(&self, pattern: &Pattern) -> &[f64] {
        &self.elements[pattern.columns.len()..]
    }

    /// Solves `A x = b` in place.
    pub fn solve(&self, pattern: &Pattern, x: &mut [f64]) {
        let inverse_diagonal = self.inverse_diagonal(pattern);
        for k in 0..pattern.rows() {
            x[k] = (x[k] - self.times(pattern, k, x)) * inverse_diagonal[k];
        }
        for k in (0..pattern.rows()).rev() {
            x[k] *= inverse_diagonal[k];
            let of_row = x[k];
            let row = pattern.row(k);
            let elements = pattern.columns[row.clone()].iter().zip(&self.elements[row]);
            for (&j, value) in elements {
                x[j] -= value * of_row;
            }
        }
    }

    /// Solves `L Y = R` in place for many right sides, row by row of them, so far apart.
    pub fn half_solve(&self, pattern: &Pattern, right: &mut [f64], stride: usize) {
        self.instructions.run(
            #[inline(always)]
            || {
                for k in 0..pattern.rows() {
                    let (before, rest) = right.split_at_mut(k * stride);
                    let of_row = &mut rest[..stride];
                    let row = pattern.row(k);
                    let elements = pattern.columns[row.clone()].iter().zip(&self.elements[row]);
                    for (&j, value) in elements {
                        add_times(of_row, -value, &before[j * stride..][..stride]);
                    }
                    let inverse = self.elements[pattern.columns.len() + k];
                    for value in of_row {
                        *value *= inverse;
                    }
                }
            },
        );
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
        Pattern::filled(&[vec![], vec![], vec![1], vec![0, 1, 2]])
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
        for pattern in [pattern(), Pattern::dense(4)] {
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
        let pattern = Pattern::dense(2);
        let factor = factor_of(&pattern, |k, j| twice[k][j], 1e-9);
        let mut x = [6.0, 6.0];
        factor.solve(&pattern, &mut x);
        assert!((x[0] - 3.0).abs() < 1e-14, "{x:?}");
        assert_eq!(x[1], 0.0);
    }

    #[test]
    fn halves_of_two_solutions_make_one() {
        const SIDES: usize = 8;
        let factor = factor_of(&pattern(), |k, j| ARROW[k][j], 0.0);
        let mut halves = [0.0; 4 * SIDES];
        for k in 0..4 {
            halves[k * SIDES + k] = 1.0;
        }
        factor.half_solve(&pattern(), &mut halves, SIDES);
        for a in 0..4 {
            let mut whole = [0.0; 4];
            whole[a] = 1.0;
            factor.solve(&pattern(), &mut whole);
            for (b, whole) in whole.iter().enumerate() {
                let product: f64 = halves.chunks(SIDES).map(|y| y[a] * y[b]).sum();
                assert!((product - whole).abs() < 1e-14, "{a}, {b}: {product}");
            }
        }
    }

    #[test]
    fn eliminating_a_hub_fills_its_rays() {
        // The hub first: its two rays are joined.
        let filled = Pattern::filled(&[vec![], vec![0], vec![0]]);
        assert_eq!(filled.columns(2), [0, 1]);
    }
}
