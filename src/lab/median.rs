//! The median of many numbers in little memory.

/// Bins by which a number grows tenfold: each is 1 % wide.
const BINS_PER_DECADE: f64 = 231.0;
/// What the first bin begins at.
const LEAST: f64 = 1e-3;
const BINS: usize = 3_000;

/// Counts positive numbers from 1e-3 to 1e10 in bins that are 1 % wide, so that the median
/// of any many of them is known to half a percent.
#[derive(Debug, Clone)]
pub struct RunningMedian {
    counts: Vec<u64>,
    total: u64,
}

impl Default for RunningMedian {
    fn default() -> RunningMedian {
        RunningMedian {
            counts: vec![0; BINS],
            total: 0,
        }
    }
}

impl RunningMedian {
    /// Takes in a number; what is out of range counts as the nearest that is not.
    pub fn add(&mut self, number: f64) {
        let place = ((number / LEAST).log10() * BINS_PER_DECADE).max(0.0) as usize;
        if let Some(count) = self.counts.get_mut(place.min(BINS - 1)) {
            *count += 1;
            self.total += 1;
        }
    }

    /// The median; 0 of no numbers.
    pub fn median(&self) -> f64 {
        let mut before = 0;
        let middle = self.counts.iter().position(|count| {
            before += count;
            2 * before > self.total
        });
        let value = |bin: usize| LEAST * 10_f64.powf((bin as f64 + 0.5) / BINS_PER_DECADE);
        middle.map_or(0.0, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_that_of_the_sorted_numbers() {
        let mut median = RunningMedian::default();
        assert_eq!(median.median(), 0.0);
        for number in [7.0, 0.5, 1e12, 0.0, 300.0] {
            median.add(number);
        }
        assert!((median.median() / 7.0 - 1.0).abs() < 0.005);
        (0..10).for_each(|_| median.add(300.0));
        assert!((median.median() / 300.0 - 1.0).abs() < 0.005);
        median.add(f64::NAN);
    }
}
