//! Checks of surfaces between particles.

use super::report::{Index, Kind, Report};
use crate::scene::doc::{Id, Surface};
use crate::scene::range;
use std::collections::BTreeMap;

/// Most triangles of a surface.
const MOST_TRIANGLES: usize = crate::budget::SURFACE_TRIANGLES.most;

/// Checks a surface, which is found at the path.
pub fn check(report: &mut Report, index: &Index, path: &str, surface: &Surface) {
    let at = |key: &str| format!("{path}.{key}");
    report.number(at("thickness_m"), surface.thickness_m, &range::THICKNESS);
    report.number(at("pressure"), surface.pressure, &range::PRESSURE);
    let strength = surface.volume_strength;
    report.optional(at("volume_strength"), strength, &range::STRENGTH);
    report.optional(at("gas_pa"), surface.gas_pa, &range::GAS);
    let volume = surface.gas_volume_m3;
    report.optional(at("gas_volume_m3"), volume, &range::GAS_VOLUME);
    report.number(at("outside_pa"), surface.outside_pa, &range::OUTSIDE);
    let density = surface.air_density_kg_m3;
    report.number(at("air_density_kg_m3"), density, &range::AIR_DENSITY);
    if strength.is_some() && surface.gas_pa.is_some() {
        let message = "a surface cannot both keep its volume and contain gas";
        report.add(at("gas_pa"), message, "remove volume_strength or gas_pa");
    }
    super::material(report, index, at("material"), surface.material);
    let count = surface.triangles.len();
    if count == 0 || count > MOST_TRIANGLES {
        let message = format!(
            "a surface may have 1 to {MOST_TRIANGLES} triangles, this one has \
                               {count}"
        );
        report.add(at("triangles"), &message, "split it, or remove it");
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
            report.add(&path, message, "name three different particles");
        }
    }
    let keys = [("volume_strength", strength), ("gas_pa", surface.gas_pa)];
    for (key, _) in keys.into_iter().filter(|(_, value)| value.is_some()) {
        if !is_closed(&surface.triangles) {
            let message = "the surface is not closed, so it has no volume";
            let remedy = format!(
                "give each edge two triangles, both anticlockwise from outside, or remove {key}"
            );
            report.add(at(key), message, &remedy);
        }
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
