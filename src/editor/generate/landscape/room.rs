//! A corner of a room: floor, two walls with a door and a window, a gallery with stairs, and
//! furniture.

use super::{Landscape, Part, Surface};

/// Thickness of walls, m.
const WALL_M: f64 = 0.2;

pub(super) fn parts(landscape: &Landscape) -> Vec<Part> {
    let part = |name, surface, rgb| Part { name, surface, rgb };
    let (half, height) = (0.5 * landscape.size_m, landscape.height_m);
    vec![
        part("boards", boards(landscape), [150, 116, 84]),
        part("walls", walls(half, height), [196, 190, 178]),
        part("gallery", gallery(half, height), [128, 100, 76]),
        part("furniture", furniture(half), [104, 120, 132]),
        part("sofa", sofa(half), [150, 84, 78]),
    ]
}

/// The floor: boards along z, flush but each cut into triangles of its own.
fn boards(landscape: &Landscape) -> Surface {
    let (size, cells) = (landscape.size_m, landscape.cells);
    let place = |k: u32| size * (f64::from(k) / f64::from(cells) - 0.5);
    let mut surface = Surface::default();
    surface.sheet([cells, cells.div_ceil(3)], |i, j| {
        let along = f64::from(j) / f64::from(cells.div_ceil(3)) - 0.5;
        [place(i), 0.0, size * along]
    });
    surface
}

/// The back wall with a window, the left one with a door.
fn walls(half: f64, height: f64) -> Surface {
    let mut surface = Surface::default();
    let [sill, lintel] = [0.3 * height, 0.75 * height];
    let [left, right] = [-0.1 * half, 0.5 * half];
    let [low, high] = [-half - WALL_M, -half];
    surface.block([-half, 0.0, low], [left, height, high]);
    surface.block([right, 0.0, low], [half, height, high]);
    surface.block([left, 0.0, low], [right, sill, high]);
    surface.block([left, lintel, low], [right, height, high]);
    let [near, far] = [0.25 * half, 0.6 * half];
    surface.block([low, 0.0, -half - WALL_M], [high, height, near]);
    surface.block([low, 0.0, far], [high, height, half]);
    surface.block([low, 0.7 * height, near], [high, height, far]);
    surface
}

/// A gallery in the corner on the left, and stairs that lead up to it along the back wall.
fn gallery(half: f64, height: f64) -> Surface {
    const STEPS: u32 = 7;
    let mut surface = Surface::default();
    let top = 0.42 * height;
    let [edge, front] = [-0.45 * half, -0.3 * half];
    surface.block([-half, top - 0.12, -half], [edge, top, front]);
    surface.block([edge - 0.1, 0.0, front - 0.1], [edge, top - 0.12, front]);
    let run = 0.24;
    for step in 0..STEPS {
        let at = edge + run * f64::from(STEPS - 1 - step);
        let rise = top * f64::from(step + 1) / f64::from(STEPS + 1);
        surface.block([at, 0.0, -half], [at + run, rise, -half + 0.9]);
    }
    surface
}

/// A table with two stools, and a shelf on the floor beside the door.
fn furniture(half: f64) -> Surface {
    let mut surface = Surface::default();
    let [x, z] = [0.45 * half, 0.05 * half];
    table(&mut surface, [x, z], [1.5, 0.8], 0.74);
    table(&mut surface, [x - 0.4, z + 0.75], [0.38, 0.38], 0.45);
    table(&mut surface, [x + 0.45, z + 0.7], [0.38, 0.38], 0.45);
    for level in 0..3 {
        let low = 0.5 * f64::from(level);
        surface.block([half - 0.36, low, -half], [half, low + 0.06, -half + 1.2]);
    }
    for side in [0.0, 1.14] {
        surface.block(
            [half - 0.36, 0.0, -half + side],
            [half, 1.06, -half + side + 0.06],
        );
    }
    surface
}

/// A top on four legs.
fn table(surface: &mut Surface, [x, z]: [f64; 2], [width, depth]: [f64; 2], height: f64) {
    let [w, d] = [0.5 * width, 0.5 * depth];
    surface.block([x - w, height - 0.05, z - d], [x + w, height, z + d]);
    for (i, k) in [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)] {
        let [cx, cz] = [x + i * (w - 0.05), z + k * (d - 0.05)];
        surface.block(
            [cx - 0.03, 0.0, cz - 0.03],
            [cx + 0.03, height - 0.05, cz + 0.03],
        );
    }
}

/// A sofa at the left wall, in front of the gallery.
fn sofa(half: f64) -> Surface {
    let mut surface = Surface::default();
    let [near, far] = [-0.2 * half, 0.2 * half + 0.2];
    surface.block([-half + 0.05, 0.1, near], [-half + 0.9, 0.42, far]);
    surface.block([-half + 0.05, 0.42, near], [-half + 0.25, 0.85, far]);
    for z in [near - 0.16, far] {
        surface.block([-half + 0.05, 0.0, z], [-half + 0.9, 0.6, z + 0.16]);
    }
    surface
}
