//! Exact steps on the rows of an island that are not at a bound.
//!
//! Sweeps find out soon which contacts press and which stick, and then take long to share
//! the load; with that known what is left is a linear system (Silcowitz, Niebe and Erleben,
//! "Projected Gauss-Seidel subspace minimization method for interactive rigid body dynamics",
//! 2010).

use super::vector::dot;

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
    /// How each answers those before it and itself, row by row.
    pub answers: Vec<f64>,
    /// The factor `L` in the same places, but for its diagonal.
    factor: Vec<f64>,
    /// `1 / L_kk`, or zero of a row that repeats others.
    inverse_diagonal: Vec<f64>,
    missing: Vec<f64>,
    step: Vec<f64>,
    /// What the impulses of the rows are to change by.
    pub change: Vec<f64>,
}

/// Place where a row of a triangle begins.
fn begin(row: usize) -> usize {
    row * (row + 1) / 2
}

/// A row of a triangle, with its diagonal.
fn of_row(triangle: &[f64], row: usize) -> &[f64] {
    &triangle[begin(row)..begin(row + 1)]
}

impl Subspace {
    /// Finds the change of the impulses of the free rows that takes away what is missing.
    pub fn solve(&mut self, missing: impl Fn(usize) -> f64) {
        let count = self.rows.len();
        self.factorise();
        self.missing.clear();
        self.missing
            .extend(self.rows.iter().map(|&row| missing(row)));
        self.change.clear();
        self.change.resize(count, 0.0);
        for _ in 0..=REFINEMENTS {
            self.find_step();
            for (change, step) in self.change.iter_mut().zip(&self.step) {
                *change += step;
            }
        }
    }

    /// By Cholesky.
    fn factorise(&mut self) {
        self.factor.clone_from(&self.answers);
        self.inverse_diagonal.clear();
        for k in 0..self.rows.len() {
            let (before, row) = self.factor.split_at_mut(begin(k));
            let own = row[k];
            let mut diagonal = own * (1.0 + GIVE);
            for j in 0..k {
                let known = dot(&row[..j], &of_row(before, j)[..j]);
                row[j] = (row[j] - known) * self.inverse_diagonal[j];
                diagonal -= row[j] * row[j];
            }
            self.inverse_diagonal
                .push(match diagonal > REDUNDANT * own {
                    true => 1.0 / diagonal.sqrt(),
                    false => 0.0,
                });
        }
    }

    /// Solves for what is left.
    fn find_step(&mut self) {
        let count = self.rows.len();
        let (answers, factor, change) = (&self.answers, &self.factor, &self.change);
        let step = &mut self.step;
        step.clear();
        step.extend(self.missing.iter().map(|missing| -missing));
        for k in 0..count {
            let row = of_row(answers, k);
            step[k] -= dot(row, &change[..=k]);
            for (step, answer) in step[..k].iter_mut().zip(row) {
                *step -= answer * change[k];
            }
        }
        for k in 0..count {
            let known = dot(&of_row(factor, k)[..k], &step[..k]);
            step[k] = (step[k] - known) * self.inverse_diagonal[k];
        }
        for k in (0..count).rev() {
            step[k] *= self.inverse_diagonal[k];
            let of_row = of_row(factor, k);
            let (before, rest) = step.split_at_mut(k);
            for (step, value) in before.iter_mut().zip(of_row) {
                *step -= value * rest[0];
            }
        }
    }
}
