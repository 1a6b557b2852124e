//! The slope of a line through points.

/// Exponent of the power that fits best, by least squares of logarithms; `None` of less than
/// two places or of what has no logarithm.
pub fn slope_of_logarithms(points: &[(f64, f64)]) -> Option<f64> {
    if points.iter().any(|&(x, y)| x <= 0.0 || y <= 0.0) {
        return None;
    }
    let logarithms: Vec<(f64, f64)> = points
        .iter()
        .map(|&(x, y)| (libm::log(x), libm::log(y)))
        .collect();
    let n = logarithms.len() as f64;
    let mean_x = logarithms.iter().map(|p| p.0).sum::<f64>() / n;
    let mean_y = logarithms.iter().map(|p| p.1).sum::<f64>() / n;
    let (mut xx, mut xy) = (0.0, 0.0);
    for (x, y) in logarithms {
        xx += (x - mean_x) * (x - mean_x);
        xy += (x - mean_x) * (y - mean_y);
    }
    (xx > 0.0).then(|| xy / xx)
}

#[cfg(test)]
mod tests {
    use super::slope_of_logarithms;

    #[test]
    fn a_power_has_its_exponent() {
        let cubes = [1.0, 2.0, 5.0].map(|x: f64| (x, 7.0 * x.powi(3)));
        let slope = slope_of_logarithms(&cubes).unwrap();
        assert!((slope - 3.0).abs() < 1e-12, "{slope}");
        assert_eq!(slope_of_logarithms(&[(1.0, 1.0)]), None);
        assert_eq!(slope_of_logarithms(&[(1.0, 1.0), (2.0, 0.0)]), None);
    }
}
