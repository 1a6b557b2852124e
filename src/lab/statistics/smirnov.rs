//! Whether two samples may come from one distribution, whatever that is.

/// What came out of a test of two samples.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SmirnovTest {
    /// Largest difference of the shares of both samples below any one value, 0 to 1.
    pub distance: f64,
    /// How likely a distance as large is if both come from one distribution.
    pub p: f64,
}

/// Terms of the series, which falls off like a Gaussian.
const TERMS: i32 = 100;

/// The test of Kolmogorov and Smirnov for two samples, with the series of the limit
/// distribution and the correction of Stephens for small samples ("Use of the
/// Kolmogorov-Smirnov, Cramér-von Mises and related statistics without extensive tables",
/// 1970). `None` if a sample is empty.
pub fn smirnov_test(one: &[f64], other: &[f64]) -> Option<SmirnovTest> {
    if one.is_empty() || other.is_empty() {
        return None;
    }
    let distance = distance(one, other);
    let (m, n) = (one.len() as f64, other.len() as f64);
    let root = (m * n / (m + n)).sqrt();
    let scaled = (root + 0.12 + 0.11 / root) * distance;
    let term = |k: i32| {
        let sign = if k % 2 == 1 { 2.0 } else { -2.0 };
        sign * libm::exp(-2.0 * f64::from(k * k) * scaled * scaled)
    };
    // Of a distance near nothing the series does not converge; there it is one.
    let p = if scaled < 0.2 {
        1.0
    } else {
        (1..=TERMS).map(term).sum::<f64>().clamp(0.0, 1.0)
    };
    Some(SmirnovTest { distance, p })
}

fn distance(one: &[f64], other: &[f64]) -> f64 {
    let mut all: Vec<(f64, bool)> = (one.iter().map(|&x| (x, true)))
        .chain(other.iter().map(|&x| (x, false)))
        .collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let steps = [1.0 / one.len() as f64, -1.0 / other.len() as f64];
    let (mut between, mut most) = (0.0_f64, 0.0_f64);
    // Values that are equal count at once.
    for same in all.chunk_by(|a, b| a.0 == b.0) {
        between += same
            .iter()
            .map(|(_, first)| steps[usize::from(!first)])
            .sum::<f64>();
        most = most.max(between.abs());
    }
    most
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::physics::random::SplitMix64;

    #[test]
    fn the_limit_distribution_has_its_tabled_points() {
        // Of large samples 5 and 1 in a hundred exceed 1.3581 and 1.6276.
        for (scaled, p) in [(1.3581, 0.05), (1.6276, 0.01)] {
            let n = 40_000;
            let shift = (scaled * (2.0 / f64::from(n)).sqrt() * f64::from(n)).round();
            let one: Vec<f64> = (0..n).map(f64::from).collect();
            let other: Vec<f64> = one.iter().map(|x| x + shift - 0.5).collect();
            let found = smirnov_test(&one, &other).unwrap();
            assert!((found.distance - shift / f64::from(n)).abs() < 1e-9);
            assert!((found.p - p).abs() < 0.03 * p, "{found:?}, {p}");
        }
    }

    #[test]
    fn samples_of_one_distribution_are_seldom_told_apart_and_others_are() {
        let mut chance = SplitMix64::new(4);
        let mut sample =
            |shift: f64| -> Vec<f64> { (0..80).map(|_| chance.unit() + shift).collect() };
        let told = (0..400).filter(|_| {
            let (one, other) = (sample(0.0), sample(0.0));
            smirnov_test(&one, &other).unwrap().p < 0.05
        });
        assert!((4..40).contains(&told.count()));
        let apart = smirnov_test(&sample(0.0), &sample(0.5)).unwrap();
        assert!(apart.p < 1e-6, "{apart:?}");
        assert_eq!(smirnov_test(&[], &[1.0]), None);
    }
}
