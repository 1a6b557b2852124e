//! Exact steps on the rows of an island that are not at a bound.
//!
//! Sweeps find out soon which contacts press and which stick, and then take long to share
//! the load; with that known what is left is a linear system (Silcowitz, Niebe and Erleben,
//! "Projected Gauss-Seidel subspace minimization method for interactive rigid body dynamics",
//! 2010).

use crate::physics::dynamics::sparse::{Cholesky, Pattern};

/// Most rows of a system; beyond, a sweep costs far less.
pub(super) const MOST_ROWS: usize = 240;
/// Share of its diagonal by which each row is made to give way: points of one face share
/// their load in many ways, of which the nearest to the present one is taken.
const GIVE: f64 = 1e-9;
/// Share of its diagonal below which what is left of a row counts as nothing.
const REDUNDANT: f64 = 1e-7;
/// Times that what this leaves is solved again.
const REFINEMENTS: usize = 2;

/// A dense system; scratch memory.
#[derive(Debug, Clone, Default)]
pub(super) struct Subspace {
    /// Rows that are free.
    pub rows: Vec<usize>,
    pattern: Pattern,
    matrix: Vec<f64>,
    factor: Cholesky,
    missing: Vec<f64>,
    step: Vec<f64>,
    /// What the impulses of the rows are to change by.
    pub change: Vec<f64>,
}

impl Subspace {
    /// Finds the change of the impulses of the free rows that takes away what is missing;
    /// `answer` is how a row answers another, or itself.
    pub fn solve(&mut self, answer: impl Fn(usize, usize) -> f64, missing: impl Fn(usize) -> f64) {
        let count = self.rows.len();
        if self.pattern.rows() != count {
            self.pattern = Pattern::dense(count);
        }
        self.matrix.clear();
        for &row in &self.rows {
            self.matrix
                .extend(self.rows.iter().map(|&other| answer(row, other)));
        }
        let matrix = &self.matrix;
        let elements = self.factor.begin(&self.pattern);
        let (mut left, diagonals) = elements.split_at_mut(elements.len() - count);
        for (k, row) in matrix.chunks_exact(count.max(1)).enumerate() {
            let (of_row, others) = left.split_at_mut(k);
            of_row.copy_from_slice(&row[..k]);
            diagonals[k] = row[k] * (1.0 + GIVE);
            left = others;
        }
        self.factor.factorise(&self.pattern, REDUNDANT, || false);
        self.missing.clear();
        self.missing
            .extend(self.rows.iter().map(|&row| missing(row)));
        self.change.clear();
        self.change.resize(count, 0.0);
        for _ in 0..=REFINEMENTS {
            self.step.clear();
            for (row, missing) in matrix.chunks_exact(count.max(1)).zip(&self.missing) {
                let taken: f64 = row.iter().zip(&self.change).map(|(a, x)| a * x).sum();
                self.step.push(-missing - taken);
            }
            self.factor.solve(&self.pattern, &mut self.step);
            for (change, step) in self.change.iter_mut().zip(&self.step) {
                *change += step;
            }
        }
    }
}
