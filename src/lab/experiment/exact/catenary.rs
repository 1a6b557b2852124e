//! A chain of links that hangs between two pins of one height, in equilibrium.

/// How far its lowest point hangs below the pins, m: an even number of links without mass between
/// equal masses. The k-th link from the middle carries the weight of k − ½ masses, which the
/// horizontal pull, the same in all, turns by `tan θ = (k − ½) w / H`; the pull that fills the
/// span is found by bisection.
pub(in crate::lab::experiment) fn sag_m(links: u32, link_m: f64, span_m: f64) -> f64 {
    let half = links / 2;
    // Of a pull in weights of one mass: half the span that the links fill, and their fall.
    let filled = |pull: f64| {
        let tangents = (0..half).map(|k| (f64::from(k) + 0.5) / pull);
        tangents.fold((0.0, 0.0), |(across, down), tangent| {
            let slant = (1.0 + tangent * tangent).sqrt();
            (across + link_m / slant, down + link_m * tangent / slant)
        })
    };
    let (mut loose, mut tight) = (0.0, f64::from(links * links));
    for _ in 0..200 {
        let pull = 0.5 * (loose + tight);
        match filled(pull).0 < 0.5 * span_m {
            true => loose = pull,
            false => tight = pull,
        }
    }
    filled(0.5 * (loose + tight)).1
}
