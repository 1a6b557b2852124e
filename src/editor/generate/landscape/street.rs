//! A street along z: a cambered road between kerbs, pavements, houses with steps to their
//! doors, a low wall, and a parked car.

use super::{Landscape, Part, Surface};

/// From the middle of the road to the gutter, m.
const ROAD_M: f64 = 3.0;
/// Rise of the middle of the road over the gutter, m.
const CAMBER_M: f64 = 0.08;
/// Height of the kerbs, m.
const KERB_M: f64 = 0.13;
/// From the middle of the road to the houses, m.
const FRONT_M: f64 = 5.6;
/// Pieces of half of the road.
const PIECES: i32 = 4;
/// Houses along the street.
const HOUSES: u32 = 3;

pub(super) fn parts(landscape: &Landscape) -> Vec<Part> {
    let part = |name, surface, rgb| Part { name, surface, rgb };
    vec![
        part("road", road(landscape), [78, 82, 90]),
        part("pavements", pavements(landscape), [150, 148, 142]),
        part("houses", houses(landscape), [164, 112, 92]),
        part("steps", steps(landscape), [176, 170, 158]),
        part("wall", wall(landscape), [140, 128, 112]),
        part("car", car(), [66, 104, 150]),
    ]
}

fn road(landscape: &Landscape) -> Surface {
    let point = |i: i32| {
        let share = f64::from(i) / f64::from(PIECES);
        [-ROAD_M * share, CAMBER_M * (1.0 - share * share)]
    };
    let profile: Vec<[f64; 2]> = (-PIECES..=PIECES).rev().map(point).collect();
    let mut surface = Surface::default();
    surface.drawn(&profile, landscape.size_m, landscape.cells);
    surface
}

/// Both pavements with their kerbs, which lean back a little.
fn pavements(landscape: &Landscape) -> Surface {
    let left = [
        [-ROAD_M, 0.0],
        [-ROAD_M - 0.02, KERB_M],
        [-ROAD_M - 0.2, KERB_M],
        [-FRONT_M, KERB_M + 0.03],
    ];
    let mut surface = Surface::default();
    let right: Vec<[f64; 2]> = left.iter().rev().map(|&[x, y]| [-x, y]).collect();
    // From left to right seen along −z.
    let left: Vec<[f64; 2]> = left.into_iter().rev().collect();
    for profile in [left, right] {
        surface.drawn(&profile, landscape.size_m, landscape.cells);
    }
    surface
}

/// The middle of each house and half its width, m.
fn lots(landscape: &Landscape) -> impl Iterator<Item = (u32, f64, f64)> {
    let width = landscape.size_m / f64::from(HOUSES);
    (0..HOUSES).map(move |i| {
        let middle = (f64::from(i) + 0.5 - 0.5 * f64::from(HOUSES)) * width;
        (i, middle, 0.5 * width)
    })
}

/// Houses of several heights on the left, with bays beside their doors.
fn houses(landscape: &Landscape) -> Surface {
    let mut surface = Surface::default();
    for (i, middle, half) in lots(landscape) {
        let height = landscape.height_m * (1.0 - 0.12 * f64::from(i % 2));
        let [near, far] = [middle - half + 0.05, middle + half - 0.05];
        surface.block([-FRONT_M - 3.0, 0.0, near], [-FRONT_M, height, far]);
        let [bay, end] = [middle + 0.15 * half, middle + 0.75 * half];
        let top = 0.62 * height;
        surface.block([-FRONT_M - 0.1, 0.0, bay], [-FRONT_M + 0.5, top, end]);
    }
    surface
}

/// Three steps to each door, and the door.
fn steps(landscape: &Landscape) -> Surface {
    let mut surface = Surface::default();
    for (_, middle, half) in lots(landscape) {
        let door = middle - 0.4 * half;
        for step in 0..3 {
            let out = 0.9 - 0.3 * f64::from(step);
            let top = KERB_M + 0.03 + 0.16 * f64::from(step + 1);
            surface.block(
                [-FRONT_M - 0.1, 0.0, door - 0.6],
                [-FRONT_M + out, top, door + 0.6],
            );
        }
        surface.block(
            [-FRONT_M - 0.1, 0.5, door - 0.45],
            [-FRONT_M + 0.04, 2.6, door + 0.45],
        );
    }
    surface
}

/// A low wall on the right with a gap in the middle.
fn wall(landscape: &Landscape) -> Surface {
    let mut surface = Surface::default();
    let half = 0.5 * landscape.size_m;
    for [near, far] in [[-half, -0.2 * half], [0.2 * half, half]] {
        surface.block([FRONT_M - 0.3, 0.0, near], [FRONT_M, 0.55, far]);
        surface.block([FRONT_M - 0.36, 0.55, near], [FRONT_M + 0.06, 0.63, far]);
    }
    surface
}

/// A car at the right kerb, further on.
fn car() -> Surface {
    let mut surface = Surface::default();
    let at = |z: f64, y: f64| [z - 4.6, y];
    let body = [
        at(-2.0, 0.32),
        at(2.0, 0.32),
        at(2.05, 0.7),
        at(1.9, 0.92),
        at(-1.95, 0.98),
        at(-2.05, 0.7),
    ];
    surface.prism(&body, [1.1, 2.75]);
    let cabin = [at(-1.5, 0.94), at(1.0, 0.9), at(0.45, 1.42), at(-1.1, 1.44)];
    surface.prism(&cabin, [1.2, 2.65]);
    for z in [-1.25, 1.25] {
        for x in [1.12, 2.53] {
            let wheel: Vec<[f64; 2]> = (0..12)
                .map(|i| {
                    let angle = std::f64::consts::PI * f64::from(i) / 6.0;
                    at(z + 0.31 * libm::cos(angle), 0.34 + 0.31 * libm::sin(angle))
                })
                .collect();
            surface.prism(&wheel, [x, x + 0.2]);
        }
    }
    surface
}
