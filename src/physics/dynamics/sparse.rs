//! Cholesky factorisation of a sparse symmetric matrix whose pattern stays.
//!
//! `A = L Lᵀ`, row by row: `L_kj = (A_kj − Σ L_kp L_jp) / L_jj`, where only what is filled is
//! visited. With an order that fills little, as that of a tree whose bodies have few joints, it
//! takes time in proportion to the number of rows (Davis, "Direct Methods for Sparse Linear Systems", 2006, section 4).

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
        let mut parent = vec![usize::MAX; rows.len()];
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
                    if parent[j] == usize::MAX {
                        parent[j] = k;
                    }
                    j = parent[j];
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

    /// Number of values left of the diagonal.
    pub fn filled_values(&self) -> usize {
        self.columns.len()
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
    /// Left of the diagonal, as in the pattern.
    values: Vec<f64>,
    /// `1 / L_kk`; zero of a row that repeats others, which then carries nothing.
    inverse_diagonal: Vec<f64>,
    /// A row spread out; zero between calls.
    spread: Vec<f64>,
}

impl Cholesky {
    /// Factorises the matrix whose elements `element` gives, by row and column, with column
    /// not after row. A row of which less than the share `redundant` of its diagonal is left
    /// repeats others. Ends with what is of no use as soon as `is_due` says so.
    pub fn factorise(
        &mut self,
        pattern: &Pattern,
        mut element: impl FnMut(usize, usize) -> f64,
        redundant: f64,
        is_due: impl Fn() -> bool,
    ) {
        let rows = pattern.rows();
        self.values.clear();
        self.values.resize(pattern.filled_values(), 0.0);
        self.inverse_diagonal.clear();
        self.inverse_diagonal.resize(rows, 0.0);
        self.spread.clear();
        self.spread.resize(rows, 0.0);
        for k in 0..rows {
            if is_due() {
                return;
            }
            let own = element(k, k);
            let mut diagonal = own;
            for place in pattern.row(k) {
                let j = pattern.columns[place];
                let others = pattern.row(j);
                let others = pattern.columns[others.clone()]
                    .iter()
                    .zip(&self.values[others]);
                let known: f64 = others.map(|(&p, value)| value * self.spread[p]).sum();
                let value = (element(k, j) - known) * self.inverse_diagonal[j];
                self.spread[j] = value;
                self.values[place] = value;
                diagonal -= value * value;
            }
            for &j in pattern.columns(k) {
                self.spread[j] = 0.0;
            }
            if diagonal > redundant * own {
                self.inverse_diagonal[k] = 1.0 / diagonal.sqrt();
            }
        }
    }

    /// Solves `A x = b` in place.
    pub fn solve(&self, pattern: &Pattern, x: &mut [f64]) {
        for k in 0..pattern.rows() {
            let row = pattern.columns(k).iter().zip(&self.values[pattern.row(k)]);
            let known: f64 = row.map(|(&j, value)| value * x[j]).sum();
            x[k] = (x[k] - known) * self.inverse_diagonal[k];
        }
        for k in (0..pattern.rows()).rev() {
            x[k] *= self.inverse_diagonal[k];
            let of_row = x[k];
            let row = pattern.columns(k).iter().zip(&self.values[pattern.row(k)]);
            for (&j, value) in row {
                x[j] -= value * of_row;
            }
        }
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

    #[test]
    fn sparse_and_dense_solve_alike() {
        let wanted = [1.0, -2.0, 0.5, 3.0];
        let image = ARROW.map(|row| row.iter().zip(wanted).map(|(a, x)| a * x).sum::<f64>());
        for pattern in [pattern(), Pattern::dense(4)] {
            let mut factor = Cholesky::default();
            factor.factorise(&pattern, |k, j| ARROW[k][j], 0.0, || false);
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
        let mut factor = Cholesky::default();
        factor.factorise(&pattern, |k, j| twice[k][j], 1e-9, || false);
        let mut x = [6.0, 6.0];
        factor.solve(&pattern, &mut x);
        assert!((x[0] - 3.0).abs() < 1e-14, "{x:?}");
        assert_eq!(x[1], 0.0);
    }

    #[test]
    fn eliminating_a_hub_fills_its_rays() {
        // The hub first: its two rays are joined.
        let filled = Pattern::filled(&[vec![], vec![0], vec![0]]);
        assert_eq!(filled.columns(2), [0, 1]);
    }
}
