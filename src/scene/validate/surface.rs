//! Checks of surfaces between particles.

use super::report::{Index, Kind, Report};
use crate::scene::doc::{Id, Surface};
use crate::scene::range;
use std::collections::BTreeMap;

/// Most triangles of a surface.
const MOST_TRIANGLES: usize = 20_000;

/// Checks a surface, which is found at the path.
pub fn check(report: &mut Report, index: &Index, path: &str, surface: &Surface) {
    let at = |key: &str| format!("{path}.{key}");
    report.number(at("thickness_m"), surface.thickness_m, &range::THICKNESS);
    report.number(at("pressure"), surface.pressure, &range::PRESSURE);
    let strength = surface.volume_strength;
    report.optional(at("volume_strength"), strength, &range::STRENGTH);
    super::material(report, index, at("material"), surface.material);
    let count = surface.triangles.len();
    if count == 0 || count > MOST_TRIANGLES {
        let message = format!("a surface has 1 to {MOST_TRIANGLES} triangles, this one {count}");
        report.add(at("triangles"), &message, "divide it, or remove it");
        return;
    }
    for (i, corners) in surface.triangles.iter().enumerate() {
        let path = at(&format!("triangles[{i}]"));
        for &corner in corners {
            index.find(report, &path, corner, Kind::Particle);
        }
        let [a, b, c] = corners;
        if a == b || b == c || c == a {
            let message = "two corners are the same particle";
            report.add(&path, message, "name three particles");
        }
    }
    if strength.is_some() && !is_closed(&surface.triangles) {
        let message = "a surface that is not closed has no volume to keep";
        let remedy = "let each edge have two triangles, both anticlockwise from outside, or leave \
                      volume_strength out";
        report.add(at("volume_strength"), message, remedy);
    }
}

/// Whether each edge is passed once in each direction.
fn is_closed(triangles: &[[Id; 3]]) -> bool {
    let mut passed: BTreeMap<[Id; 2], [u32; 2]> = BTreeMap::new();
    for &[a, b, c] in triangles {
        for [from, to] in [[a, b], [b, c], [c, a]] {
            let ways = passed.entry([from.min(to), from.max(to)]).or_default();
            ways[usize::from(from < to)] += 1;
        }
    }
    passed.values().all(|ways| *ways == [1, 1])
}
