//! Many tests at once: the more are made, the more likely one of them is right by chance.

/// The p values of some tests after Holm's correction ("A simple sequentially rejective
/// multiple test procedure", 1979), in their order: to reject what is below alpha rejects
/// anything wrongly with a likelihood of alpha at most.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut corrected = vec![0.0; p_values.len()];
    let mut largest = 0.0_f64;
    for (place, &test) in order.iter().enumerate() {
        let left = (p_values.len() - place) as f64;
        largest = largest.max((left * p_values[test]).min(1.0));
        corrected[test] = largest;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::holm;

    #[test]
    fn corrections_are_those_of_the_textbook() {
        // By hand: 4 x 0.005, 3 x 0.01, 2 x 0.03, and never below the one before.
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, wanted) in corrected.into_iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - wanted).abs() < 1e-12, "{found} {wanted}");
        }
        assert_eq!(holm(&[0.4, 0.9]), [0.8, 0.9]);
        assert_eq!(holm(&[0.6, 0.9]), [1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }
}
