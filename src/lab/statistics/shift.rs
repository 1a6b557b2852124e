//! How far one sample lies above another, with an interval that needs no distribution to be
//! known.

/// How far one sample lies above another, in the unit of the values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shift {
    /// The median of the differences of all pairs of values (Hodges and Lehmann).
    pub size: f64,
    /// Lower end of the interval; minus infinity of too few values.
    pub low: f64,
    /// Upper end; infinity of too few values.
    pub high: f64,
}

/// The shift of `upper` above `lower`, with the interval of Moses, which the true shift lies
/// outside of with a likelihood of `alpha` (Hollander and Wolfe, "Nonparametric statistical
/// methods", equations 4.18 and 4.34 to 4.39 for large samples): it holds the shifts that the
/// test of Mann and Whitney does not reject. `None` of an empty sample.
pub fn shift(lower: &[f64], upper: &[f64], alpha: f64) -> Option<Shift> {
    let sorted = |values: &[f64]| {
        let mut values = values.to_vec();
        values.sort_by(f64::total_cmp);
        values
    };
    let pairs = Pairs {
        lower: sorted(lower),
        upper: sorted(upper),
    };
    let count = (lower.len() * upper.len()) as u64;
    let last = count.checked_sub(1)?;
    let (m, n) = (lower.len() as f64, upper.len() as f64);
    let spread = (m * n * (m + n + 1.0) / 12.0).sqrt();
    let left_out = (0.5 * m * n - normal_quantile(1.0 - 0.5 * alpha) * spread).floor();
    let (low, high) = match left_out >= 1.0 {
        true => {
            let left_out = left_out as u64;
            (
                pairs.difference(left_out - 1),
                pairs.difference(count - left_out),
            )
        }
        false => (f64::NEG_INFINITY, f64::INFINITY),
    };
    Some(Shift {
        size: 0.5 * (pairs.difference(last / 2) + pairs.difference(count / 2)),
        low,
        high,
    })
}

/// The differences of all pairs of two sorted samples, without a list of them.
struct Pairs {
    lower: Vec<f64>,
    upper: Vec<f64>,
}

impl Pairs {
    /// The difference that has `place` smaller ones before it in their order.
    fn difference(&self, place: u64) -> f64 {
        // Bisection over all numbers, of which there are fewer than 2^64.
        let (mut below, mut above) = (ordered(f64::NEG_INFINITY), ordered(f64::INFINITY));
        while above - below > 1 {
            let middle = below + (above - below) / 2;
            match self.up_to(number(middle)) > place {
                true => above = middle,
                false => below = middle,
            }
        }
        number(above)
    }

    /// How many differences are no larger than a bound.
    fn up_to(&self, bound: f64) -> u64 {
        let mut near = 0;
        let mut count = 0;
        for from in &self.lower {
            // The larger what is subtracted, the more are within the bound.
            while near < self.upper.len() && self.upper[near] - from <= bound {
                near += 1;
            }
            count += near as u64;
        }
        count
    }
}

const SIGN: u64 = 1 << 63;

/// A number as a whole one in the same order.
fn ordered(value: f64) -> u64 {
    let bits = value.to_bits();
    match bits & SIGN {
        0 => bits | SIGN,
        _ => !bits,
    }
}

/// The number that a whole one stands for.
fn number(ordered: u64) -> f64 {
    f64::from_bits(match ordered & SIGN {
        0 => !ordered,
        _ => ordered ^ SIGN,
    })
}

/// Below what the standard normal distribution has so large a share.
fn normal_quantile(share: f64) -> f64 {
    // Beyond these ends there is less than the smallest share that is asked for.
    let (mut low, mut high) = (-38.0_f64, 38.0_f64);
    for _ in 0..64 {
        let middle = 0.5 * (low + high);
        match 0.5 * libm::erfc(-middle / std::f64::consts::SQRT_2) < share {
            true => low = middle,
            false => high = middle,
        }
    }
    high
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::physics::random::SplitMix64;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (share, quantile) in [(0.5, 0.0), (0.975, 1.959_964), (0.995, 2.575_829)] {
            let found = normal_quantile(share);
            assert!((found - quantile).abs() < 1e-6, "{share}: {found}");
        }
    }

    #[test]
    fn the_shift_is_that_of_the_textbook() {
        // Permeability of membranes (Hollander and Wolfe, table 4.1, examples 4.3 and 4.4):
        // the median of the 50 differences is 0.305; of the exact interval at 96 % the ends are
        // the 9th difference and the 42nd.
        let before = [1.15, 0.88, 0.90, 0.74, 1.21];
        let at_term = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46];
        let found = shift(&before, &at_term, 0.04).unwrap();
        let mut all: Vec<f64> = before
            .iter()
            .flat_map(|a| at_term.iter().map(move |b| b - a))
            .collect();
        all.sort_by(f64::total_cmp);
        assert!((found.size - 0.305).abs() < 1e-12, "{found:?}");
        // 25 - 2.0537 x 8.1650 is 8.23: the 8th from either end.
        assert_eq!((found.low, found.high), (all[7], all[42]));
        for (place, difference) in all.iter().enumerate() {
            let pairs = Pairs {
                lower: vec![0.74, 0.88, 0.90, 1.15, 1.21],
                upper: vec![0.73, 0.80, 0.83, 1.04, 1.38, 1.45, 1.46, 1.64, 1.89, 1.91],
            };
            assert_eq!(pairs.difference(place as u64), *difference);
        }
    }

    #[test]
    fn too_few_values_have_no_bounds() {
        assert_eq!(shift(&[], &[1.0], 0.01), None);
        let few = shift(&[1.0, 2.0], &[4.0, 7.0], 0.01).unwrap();
        assert_eq!(few.size, 4.0);
        assert_eq!((few.low, few.high), (f64::NEG_INFINITY, f64::INFINITY));
        let same = shift(&[3.0; 20], &[3.0; 20], 0.01).unwrap();
        assert_eq!((same.low, same.size, same.high), (0.0, 0.0, 0.0));
    }

    /// Of skewed values, and of even ones of which one sample spreads three times as far.
    #[test]
    fn the_interval_seldom_misses_the_true_shift() {
        const TRIALS: u32 = 2000;
        const ALPHA: f64 = 0.02;
        let skewed: fn(f64) -> f64 = |unit| -libm::log(1.0 - unit);
        let even: fn(f64) -> f64 = |unit| unit - 0.5;
        let wide: fn(f64) -> f64 = |unit| 3.0 * (unit - 0.5);
        let mut chance = SplitMix64::new(7);
        let mut missed = |of: [fn(f64) -> f64; 2]| {
            let misses = (0..TRIALS).filter(|_| {
                let [lower, upper] =
                    of.map(|of| -> Vec<f64> { (0..24).map(|_| of(chance.unit())).collect() });
                let found = shift(&lower, &upper, ALPHA).unwrap();
                !(found.low..=found.high).contains(&0.0)
            });
            misses.count() as f64 / f64::from(TRIALS)
        };
        let error = 3.0 * (ALPHA * (1.0 - ALPHA) / f64::from(TRIALS)).sqrt();
        for of in [[skewed, skewed], [even, even], [even, wide]] {
            let missed = missed(of);
            assert!(missed <= 1.3 * ALPHA + error, "{missed}");
            assert!(missed > 0.2 * ALPHA, "{missed}");
        }
    }
}
