//! Whether values rise from group to group, told by their order alone: neither outliers nor
//! the shape of a distribution matter.

/// What came out of a rank test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RankTest {
    /// Of all pairs of values of two groups the share that rises, less the share that falls:
    /// from -1 to 1. Of two groups this is Cliff's delta.
    pub effect: f64,
    /// How likely an effect as large, of either sign, is if the groups do not differ.
    pub p: f64,
    /// How many values there are.
    pub sample: usize,
}

/// The test of Jonckheere and Terpstra for a trend over groups in their order; of two groups
/// it is that of Mann and Whitney. p is that of the normal distribution with the variance for
/// ties and a correction for continuity (Hollander and Wolfe, "Nonparametric statistical
/// methods", equations 4.9 to 4.12 and 6.16 to 6.20). `None` where there are not two groups
/// with values, or all values are one.
pub fn rank_test(groups: &[Vec<f64>]) -> Option<RankTest> {
    let counts: Vec<f64> = groups.iter().map(|group| group.len() as f64).collect();
    let all: f64 = counts.iter().sum();
    let pairs = 0.5 * (all * all - counts.iter().map(|n| n * n).sum::<f64>());
    let variance = variance(&counts, &ties(groups), all);
    if pairs == 0.0 || variance.is_nan() || variance <= 0.0 {
        return None;
    }
    let balance = balance(groups);
    // The statistic of the textbook counts rising pairs: a half of the balance from its mean.
    let away = (0.5 * balance.abs() - 0.5).max(0.0);
    Some(RankTest {
        effect: balance / pairs,
        p: libm::erfc(away / (2.0 * variance).sqrt()),
        sample: all as usize,
    })
}

/// Pairs of values of two groups that rise, less those that fall.
fn balance(groups: &[Vec<f64>]) -> f64 {
    let mut balance = 0.0;
    for (place, lower) in groups.iter().enumerate() {
        for upper in &groups[place + 1..] {
            for a in lower {
                balance += upper.iter().map(|b| sign(b - a)).sum::<f64>();
            }
        }
    }
    balance
}

fn sign(difference: f64) -> f64 {
    match difference {
        d if d > 0.0 => 1.0,
        d if d < 0.0 => -1.0,
        _ => 0.0,
    }
}

/// How many values each value is shared by.
fn ties(groups: &[Vec<f64>]) -> Vec<f64> {
    let mut all: Vec<f64> = groups.iter().flatten().copied().collect();
    all.sort_by(f64::total_cmp);
    all.chunk_by(|a, b| a == b)
        .map(|tied| tied.len() as f64)
        .collect()
}

/// Variance of the number of rising pairs if the groups do not differ.
fn variance(counts: &[f64], ties: &[f64], all: f64) -> f64 {
    let sum = |sizes: &[f64], of: fn(f64) -> f64| sizes.iter().map(|n| of(*n)).sum::<f64>();
    let spread = |n: f64| n * (n - 1.0) * (2.0 * n + 5.0);
    let triples = |n: f64| n * (n - 1.0) * (n - 2.0);
    let pairs = |n: f64| n * (n - 1.0);
    let mut variance = (spread(all) - sum(counts, spread) - sum(ties, spread)) / 72.0;
    if all > 2.0 {
        variance += sum(counts, triples) * sum(ties, triples) / (36.0 * triples(all));
    }
    variance + sum(counts, pairs) * sum(ties, pairs) / (8.0 * pairs(all))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Permeability of membranes at term and before (Hollander and Wolfe, table 4.1).
    const AT_TERM: [f64; 10] = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46];
    const BEFORE: [f64; 5] = [1.15, 0.88, 0.90, 0.74, 1.21];
    /// Pieces of work of those who knew nothing, a little and much of their performance
    /// (the same, table 6.6).
    const WORK: [[f64; 6]; 3] = [
        [40.0, 35.0, 38.0, 43.0, 44.0, 41.0],
        [38.0, 40.0, 47.0, 44.0, 40.0, 42.0],
        [48.0, 40.0, 45.0, 43.0, 46.0, 44.0],
    ];

    #[test]
    fn two_groups_are_told_apart_as_in_the_textbook() {
        let found = rank_test(&[BEFORE.to_vec(), AT_TERM.to_vec()]).unwrap();
        // U is 35 of 50; the exact p of two sides is 0.2544, that of the normal distribution
        // with the correction 0.2446.
        assert!((found.effect - 0.4).abs() < 1e-12, "{}", found.effect);
        assert!((found.p - 0.2446).abs() < 5e-5, "{}", found.p);
        assert_eq!(found.sample, 15);
        let turned = rank_test(&[AT_TERM.to_vec(), BEFORE.to_vec()]).unwrap();
        assert_eq!(turned.effect, -found.effect);
        assert_eq!(turned.p, found.p);
    }

    #[test]
    fn a_trend_is_found_as_in_the_textbook() {
        let found = rank_test(&WORK.map(Vec::from)).unwrap();
        // J is 79 of 108, 25 above its mean, which the table gives 0.0231 for on one side.
        assert!((found.effect - 50.0 / 108.0).abs() < 1e-12);
        assert!((found.p - 2.0 * 0.0231).abs() < 1e-3, "{}", found.p);
    }

    #[test]
    fn what_cannot_differ_is_not_tested() {
        assert_eq!(rank_test(&[]), None);
        assert_eq!(rank_test(&[vec![1.0, 2.0], vec![]]), None);
        assert_eq!(rank_test(&[vec![1.0, 1.0], vec![1.0]]), None);
        assert!(rank_test(&[vec![1.0], vec![2.0]]).unwrap().p > 0.3);
    }
}
