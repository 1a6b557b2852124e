//! Gragg's extrapolation of the midpoint rule (Hairer, Nørsett and Wanner, *Solving Ordinary
//! Differential Equations I*, section II.9): a rule of order twelve without a table of
//! coefficients.

/// A step is made in 2, 4, … parts, so often.
const COLUMNS: usize = 6;

/// States of a system at equal intervals.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Solution {
    /// At the start and after each interval.
    pub states: Vec<Vec<f64>>,
    /// Bound of the error of any number in them: the largest difference from the same
    /// with steps twice as long, whose own error is larger by orders of magnitude.
    pub error: f64,
}

/// Follows `rate`, which writes the rates of a state, for so many intervals; each is one step
/// of the rule, and two to be believed.
pub(super) fn solve(
    rate: &dyn Fn(&[f64], &mut [f64]),
    start: &[f64],
    interval_s: f64,
    intervals: usize,
) -> Solution {
    let mut coarse = start.to_vec();
    let mut fine = start.to_vec();
    let mut solution = Solution {
        states: vec![fine.clone()],
        error: 0.0,
    };
    for _ in 0..intervals {
        coarse = step(rate, &coarse, interval_s);
        fine = step(rate, &fine, 0.5 * interval_s);
        fine = step(rate, &fine, 0.5 * interval_s);
        for (a, b) in fine.iter().zip(&coarse) {
            solution.error = solution.error.max((a - b).abs());
        }
        solution.states.push(fine.clone());
    }
    solution
}

/// One step: the midpoint rule in more and more parts, and the polynomial in the square of
/// their length through the results, at length zero.
fn step(rate: &dyn Fn(&[f64], &mut [f64]), state: &[f64], step_s: f64) -> Vec<f64> {
    // The results of the last column, each with one more power of the length taken away.
    let mut row: Vec<Vec<f64>> = Vec::with_capacity(COLUMNS);
    for column in 0..COLUMNS {
        let parts = 2 * (column + 1);
        let mut better = midpoint(rate, state, step_s, parts);
        for (earlier, worse) in row.iter_mut().rev().enumerate() {
            let ratio = parts as f64 / (2 * (column - earlier)) as f64;
            let share = 1.0 / (ratio * ratio - 1.0);
            let next = better.iter().zip(worse.iter());
            let next = next.map(|(b, w)| b + share * (b - w)).collect();
            *worse = std::mem::replace(&mut better, next);
        }
        row.insert(0, better);
    }
    row.swap_remove(0)
}

/// The modified midpoint rule in an even number of parts: its error has even powers only.
fn midpoint(
    rate: &dyn Fn(&[f64], &mut [f64]),
    state: &[f64],
    step_s: f64,
    parts: usize,
) -> Vec<f64> {
    let part_s = step_s / parts as f64;
    let mut rates = vec![0.0; state.len()];
    let ahead = |from: &[f64], rates: &[f64], seconds: f64| -> Vec<f64> {
        let pairs = from.iter().zip(rates);
        pairs.map(|(x, v)| x + seconds * v).collect()
    };
    rate(state, &mut rates);
    let mut before = state.to_vec();
    let mut now = ahead(state, &rates, part_s);
    for _ in 1..parts {
        rate(&now, &mut rates);
        let next = ahead(&before, &rates, 2.0 * part_s);
        before = std::mem::replace(&mut now, next);
    }
    rate(&now, &mut rates);
    let closing = ahead(&before, &rates, part_s);
    now.iter()
        .zip(&closing)
        .map(|(a, b)| 0.5 * (a + b))
        .collect()
}
