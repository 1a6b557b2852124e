//! A hill among smaller ones, which ends level at its border.

use super::{Landscape, Part, Surface};
use crate::physics::random::SplitMix64;

/// Smaller hills.
const MOUNDS: usize = 14;
/// Boulders.
const BOULDERS: usize = 16;
/// Share of the size that the large hill takes.
const WIDTH: f64 = 0.17;
/// Share of the height at which the summit is level.
const SUMMIT: f64 = 0.9;
/// How far points lie from a regular grid, in cells.
const JITTER: f64 = 0.3;

/// A round rise of the ground.
struct Mound {
    x: f64,
    z: f64,
    width: f64,
    height: f64,
}

impl Mound {
    fn height_at(&self, x: f64, z: f64) -> f64 {
        let square = (x - self.x) * (x - self.x) + (z - self.z) * (z - self.z);
        self.height * libm::exp(-square / (self.width * self.width))
    }
}

pub(super) fn parts(landscape: &Landscape) -> Vec<Part> {
    let (size, cells) = (landscape.size_m, landscape.cells);
    let mut chance = SplitMix64::new(u64::from(landscape.seed));
    let mut mounds = vec![Mound {
        x: 0.0,
        z: -0.12 * size,
        width: WIDTH * size,
        height: landscape.height_m,
    }];
    mounds.extend((0..MOUNDS).map(|_| Mound {
        x: chance.between(-0.42, 0.42) * size,
        z: chance.between(-0.42, 0.42) * size,
        width: chance.between(0.04, 0.11) * size,
        height: chance.between(-0.06, 0.14) * landscape.height_m,
    }));
    let height_at = |x: f64, z: f64| {
        let sum: f64 = mounds.iter().map(|mound| mound.height_at(x, z)).sum();
        let [u, v] = [x, z].map(|p| (2.0 * p / size).abs().min(1.0));
        let inner = |u: f64| 1.0 - u * u * u * u;
        sum.clamp(0.0, SUMMIT * landscape.height_m) * inner(u) * inner(v)
    };
    let mut surface = Surface::default();
    surface.sheet([cells, cells], |i, j| {
        let mut place = |k: u32| {
            let off = chance.between(-JITTER, JITTER);
            let off = if k == 0 || k == cells { 0.0 } else { off };
            size * ((f64::from(k) + off) / f64::from(cells) - 0.5)
        };
        let (x, z) = (place(i), place(j));
        [x, height_at(x, z), z]
    });
    let boulders = boulders(landscape, &height_at);
    vec![
        Part {
            name: "hill",
            surface,
            rgb: [84, 108, 70],
        },
        Part {
            name: "boulders",
            surface: boulders,
            rgb: [128, 124, 118],
        },
    ]
}

/// Boulders on the slopes, of eight faces each.
fn boulders(landscape: &Landscape, height_at: &impl Fn(f64, f64) -> f64) -> Surface {
    let mut chance = SplitMix64::new(u64::from(landscape.seed) + 1);
    let mut surface = Surface::default();
    for _ in 0..BOULDERS {
        let [x, z] = [0; 2].map(|_| chance.between(-0.4, 0.4) * landscape.size_m);
        let middle = [x, height_at(x, z), z];
        let reach = chance.between(0.015, 0.03) * landscape.size_m;
        surface.boulder(middle, || reach * chance.between(0.7, 1.2));
    }
    surface
}
