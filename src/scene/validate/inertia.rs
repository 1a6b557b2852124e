//! Checks of moments and products of inertia.

use super::report::Report;
use crate::scene::doc::Body;
use crate::scene::range::{self, significant, Plain};

/// Allows for rounding in files.
const SLACK: f64 = 1.0 + 1e-9;

/// Share of the largest moment that rounding leaves of a zero.
const ROUNDING: f64 = 1e-14;

/// Checks what a body says about its inertia.
pub fn check(report: &mut Report, path: &str, body: &Body) {
    let moments_path = format!("{path}.inertia_kg_m2");
    let products_path = format!("{path}.products_of_inertia_kg_m2");
    match (&body.inertia_kg_m2, &body.products_of_inertia_kg_m2) {
        (None, None) => {}
        (None, Some(_)) => {
            let message = "products of inertia are given without the moments";
            let remedy = "give inertia_kg_m2 too, or remove them";
            report.add(&products_path, message, remedy);
        }
        (Some(moments), None) => principal(report, &moments_path, moments),
        (Some(moments), Some(products)) => {
            report.vector(&moments_path, moments, &range::INERTIA);
            report.vector(&products_path, products, &range::PRODUCT_OF_INERTIA);
            let in_range = moments.iter().all(|m| range::INERTIA.holds(*m))
                && (products.iter()).all(|p| range::PRODUCT_OF_INERTIA.holds(*p));
            if in_range {
                tensor(report, &products_path, moments, products);
            }
        }
    }
}

/// Checks principal moments.
pub fn principal(report: &mut Report, path: &str, moments: &[f64; 3]) {
    report.vector(path, moments, &range::INERTIA);
    if exceeds_the_others(moments) {
        let message = "one moment of inertia is larger than the sum of the two others";
        report.add(path, message, "correct or remove them");
    }
}

/// Whether one principal moment is larger than the sum of the two others, which no body
/// has, by their definition.
pub fn exceeds_the_others(moments: &[f64; 3]) -> bool {
    let sum: f64 = moments.iter().sum();
    let largest = moments.iter().copied().fold(0.0, f64::max);
    largest > (sum - largest) * SLACK
}

/// By how much all moments of a tensor have to grow for a body to have it, kg·m²; 0 for one that a
/// body has. A little more than `SLACK` and rounding is left, so that turning it does no harm.
pub fn lack_of_inertia(moments: &[f64; 3], products: &[f64; 3]) -> f64 {
    let mut principal = principal_moments(moments, products);
    principal.sort_by(f64::total_cmp);
    let [smallest, middle, largest] = principal;
    let above_others = largest - smallest - middle;
    let least = f64::max(range::INERTIA.min * SLACK, 10.0 * ROUNDING * largest);
    let lack = f64::max(0.0, least - smallest);
    match above_others > 0.5 * (SLACK - 1.0) * largest {
        true => lack.max(above_others),
        false => lack,
    }
}

/// Checks that a body can have this tensor.
fn tensor(report: &mut Report, path: &str, moments: &[f64; 3], products: &[f64; 3]) {
    let mut principal = principal_moments(moments, products);
    principal.sort_by(f64::total_cmp);
    let [smallest, _, largest] = principal;
    let what = if smallest < range::INERTIA.min.max(ROUNDING * largest) {
        "and not all of them are positive"
    } else if exceeds_the_others(&principal) {
        "and one is larger than the sum of the two others"
    } else {
        return;
    };
    let [a, b, c] = principal.map(|moment| Plain(significant(moment, 4)));
    let message = format!("the inertia tensor has principal moments {a}, {b}, {c} kg·m², {what}");
    let remedy = "reduce or remove the products";
    report.add(path, message, remedy);
}

/// The eigenvalues of a symmetric matrix, by Jacobi's rotations.
fn principal_moments(moments: &[f64; 3], [xy, yz, zx]: &[f64; 3]) -> [f64; 3] {
    /// Each sweep squares the error; after five nothing is left.
    const SWEEPS: usize = 10;
    let [x, y, z] = *moments;
    let mut m = [[x, *xy, *zx], [*xy, y, *yz], [*zx, *yz, z]];
    for _ in 0..SWEEPS {
        for (p, q) in [(0, 1), (1, 2), (0, 2)] {
            if m[p][q] == 0.0 {
                continue;
            }
            let ratio = (m[q][q] - m[p][p]) / (2.0 * m[p][q]);
            // A ratio whose square overflows needs no rotation.
            let t = ratio.signum() / (ratio.abs() + (ratio * ratio + 1.0).sqrt());
            let c = 1.0 / (t * t + 1.0).sqrt();
            let s = t * c;
            let r = 3 - p - q;
            let [rp, rq] = [m[r][p], m[r][q]];
            m[p][p] -= t * m[p][q];
            m[q][q] += t * m[p][q];
            m[p][q] = 0.0;
            m[q][p] = 0.0;
            m[r][p] = c * rp - s * rq;
            m[p][r] = m[r][p];
            m[r][q] = s * rp + c * rq;
            m[q][r] = m[r][q];
        }
    }
    [m[0][0], m[1][1], m[2][2]]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(moments: [f64; 3], products: [f64; 3]) -> [f64; 3] {
        let mut found = principal_moments(&moments, &products);
        found.sort_by(f64::total_cmp);
        found
    }

    #[test]
    fn principal_moments_are_those_of_known_tensors() {
        for (moments, products, expected) in [
            ([3.0, 1.0, 2.0], [0.0; 3], [1.0, 2.0, 3.0]),
            ([2.0, 2.0, 5.0], [1.0, 0.0, 0.0], [1.0, 3.0, 5.0]),
            ([2.0, 2.0, 2.0], [-1.0, -1.0, -1.0], [0.0, 3.0, 3.0]),
            ([1e17, 1e17, 1e17], [1e-300, 0.0, 0.0], [1e17; 3]),
        ] {
            let found = sorted(moments, products);
            for i in 0..3 {
                let error = (found[i] - expected[i]).abs();
                assert!(error <= 1e-14 * expected[2], "{found:?}");
            }
        }
    }

    /// A flat plate has the largest moment that there is, in whatever axes.
    #[test]
    fn a_turned_plate_is_a_body_and_a_flatter_one_is_not() {
        // Moments 1 and 1.5 in the plane, turned in it by an angle of sine 0.6.
        let [x, y, xy] = [1.18, 1.32, -0.24];
        for (z, impossible) in [(2.5, false), (2.5 + 1e-6, true)] {
            let principal = sorted([x, y, z], [xy, 0.0, 0.0]);
            assert_eq!(exceeds_the_others(&principal), impossible, "{principal:?}");
        }
    }

    /// The sums of the powers of the eigenvalues are traces.
    #[test]
    fn principal_moments_keep_the_traces() {
        let (moments, products) = ([0.7, 0.9, 0.4], [0.13, -0.21, 0.05]);
        let found = sorted(moments, products);
        let trace: f64 = moments.iter().sum();
        let squares = |v: [f64; 3]| v.iter().map(|x| x * x).sum::<f64>();
        let square = squares(moments) + 2.0 * squares(products);
        assert!((found.iter().sum::<f64>() - trace).abs() < 1e-15 * 4.0);
        assert!((squares(found) - square).abs() < 1e-15 * 4.0);
    }
}
