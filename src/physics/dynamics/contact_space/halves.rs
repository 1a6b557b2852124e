//! How the rows of an assembly answer each other, from halves of their answers.

/// Half answers, row by row: components counted from the last, which all rows share.
#[derive(Debug, Clone, Default)]
pub(super) struct HalfAnswers {
    components: Vec<f64>,
    /// Where each row ends.
    ends: Vec<usize>,
}

impl HalfAnswers {
    /// Forgets all rows.
    pub fn clear(&mut self) {
        self.components.clear();
        self.ends.clear();
    }

    /// Adds the row that `put` puts behind what there is.
    pub fn add(&mut self, put: impl FnOnce(&mut Vec<f64>)) {
        put(&mut self.components);
        self.ends.push(self.components.len());
    }

    fn row(&self, row: usize) -> &[f64] {
        let begin = row.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.components[begin..self.ends[row]]
    }

    /// The product of two rows.
    pub fn product(&self, a: usize, b: usize) -> f64 {
        let (a, b) = (self.row(a), self.row(b));
        let shared = a.len().min(b.len());
        dot(&a[a.len() - shared..], &b[b.len() - shared..])
    }
}

/// Sums added up side by side, for the registers of a processor.
const SIDES: usize = 4;

fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; SIDES];
    let (left, right) = (a.chunks_exact(SIDES), b.chunks_exact(SIDES));
    let rest = left.remainder().iter().zip(right.remainder());
    let rest: f64 = rest.map(|(a, b)| a * b).sum();
    for (a, b) in left.zip(right) {
        for (sum, (a, b)) in sums.iter_mut().zip(a.iter().zip(b)) {
            *sum += a * b;
        }
    }
    (sums[0] + sums[2]) + (sums[1] + sums[3]) + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_share_their_last_components() {
        let mut halves = HalfAnswers::default();
        halves.add(|row| row.extend([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]));
        halves.add(|_| {});
        halves.add(|row| row.extend([10.0, 100.0]));
        assert_eq!(halves.product(0, 2), 650.0);
        assert_eq!(halves.product(0, 0), 91.0);
        assert_eq!(halves.product(1, 2), 0.0);
    }
}
