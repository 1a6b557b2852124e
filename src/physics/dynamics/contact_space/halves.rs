//! How the rows of an assembly answer each other, from halves of their answers.

use super::vector::{add_times, padded};
use crate::physics::interrupt::Interrupt;

/// Half answers of rows, component by component, so that rows lie side by side in the
/// registers of a processor.
#[derive(Debug, Clone, Default)]
pub struct HalfAnswers {
    rows: usize,
    values: Vec<f64>,
}

impl HalfAnswers {
    /// Forgets what there is; there are so many rows.
    pub(super) fn begin(&mut self, rows: usize) {
        self.rows = rows;
        self.values.clear();
    }

    /// Room for so many components of each row, all zero.
    pub fn resize(&mut self, components: usize) {
        self.values.clear();
        self.values.resize(components * self.stride(), 0.0);
    }

    /// Distance of components.
    pub fn stride(&self) -> usize {
        padded(self.rows)
    }

    /// Adds to a component of a row.
    pub fn add(&mut self, component: usize, row: usize, value: f64) {
        let stride = self.stride();
        self.values[component * stride + row] += value;
    }

    /// All of them, component by component.
    pub fn values(&mut self) -> &mut [f64] {
        &mut self.values
    }

    /// Adds the products of each row with those before it and itself, times a factor, to a
    /// matrix whose rows are as far apart.
    #[inline(always)]
    pub(super) fn products(&self, factor: f64, matrix: &mut [f64], interrupt: &Interrupt) {
        let stride = self.stride();
        for (k, component) in self.values.chunks_exact(stride.max(1)).enumerate() {
            if interrupt.is_due_after(k as u32) {
                return;
            }
            for (i, &value) in component.iter().enumerate().take(self.rows) {
                if value != 0.0 {
                    let before = padded(i + 1);
                    let products = &mut matrix[i * stride..][..before];
                    add_times(products, factor * value, &component[..before]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_make_the_products_of_their_components() {
        let mut halves = HalfAnswers::default();
        halves.begin(3);
        halves.resize(2);
        for (row, [first, second]) in [[1.0, 2.0], [0.0, 0.0], [10.0, -1.0]].iter().enumerate() {
            halves.add(0, row, *first);
            halves.add(1, row, *second);
        }
        let stride = halves.stride();
        let mut matrix = vec![0.0; 3 * stride];
        halves.products(-1.0, &mut matrix, &Interrupt::default());
        assert_eq!(matrix[0], -5.0);
        assert_eq!(matrix[2 * stride..][..3], [-8.0, 0.0, -101.0]);
    }
}
