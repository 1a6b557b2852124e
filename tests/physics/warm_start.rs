//! What carries a load is carried over into substeps of another duration.

use crate::kit::{advance, floor, Way};
use glam::DVec3;
use ragdoll_lab::compile::compile;
use ragdoll_lab::physics::World;
use ragdoll_lab::scene::{Body, Scene, Shape};

const EDGE_M: f64 = 0.4;
const BOXES: u32 = 8;
/// Fastest that a box may rise or sink, m/s. The pebble has 1 g for 64 kg of each box, and no
/// speed upward.
const MOST_M_S: [(Way, f64); 2] = [(Way::Default, 2e-4), (Way::High, 2e-4)];

/// Boxes on each other, and a pebble that flies at the uppermost one.
fn stack_and_pebble(preset: Way) -> World {
    let shape = Shape::Box {
        size_m: [EDGE_M; 3],
        rounding_m: 0.0,
    };
    let place = |i: u32| [0.0, EDGE_M * (f64::from(i) + 0.5), 0.0];
    let brick = |i: u32| Body {
        mass_kg: Some(64.0),
        position_m: place(i),
        ..Body::new(10 + i, String::new(), shape.clone())
    };
    let pebble = Body {
        mass_kg: Some(0.001),
        position_m: (DVec3::from(place(BOXES - 1)) + DVec3::new(21.0, 1.0, 0.0)).to_array(),
        velocity_m_s: [-40.0, 0.0, 0.0],
        ..Body::new(9, String::new(), Shape::Sphere { radius_m: 0.02 })
    };
    let mut scene = Scene {
        obstacles: vec![floor(1)],
        bodies: (0..BOXES).map(brick).chain([pebble]).collect(),
        ..Scene::default()
    };
    preset.put_into(&mut scene.solver);
    scene.solver.sleeping = false;
    compile(&scene).unwrap().0
}

/// Where something fast comes near, its island makes more substeps. Impulses of longer ones would
/// lift what lies there.
#[test]
fn a_pebble_does_not_lift_the_stack_that_it_hits() {
    for (preset, most_m_s) in MOST_M_S {
        let mut world = stack_and_pebble(preset);
        let (mut fastest, mut most_substeps) = (0.0_f64, 0);
        for step in 0..60 {
            advance(&mut world, 1);
            if step < 15 {
                continue;
            }
            let boxes = &world.state().bodies[..BOXES as usize];
            let speeds = boxes.iter().map(|body| body.velocity.y.abs());
            fastest = speeds.fold(fastest, f64::max);
            let substep_rate = world.substep_rate_of(world.model().bodies[0].articulation);
            most_substeps =
                most_substeps.max(substep_rate.map_or(0, |substep_rate| substep_rate.substeps));
        }
        println!("{preset:?}: {fastest:.1e} m/s, {most_substeps} substeps");
        assert!(most_substeps > 8, "{preset:?}: the pebble asks for none");
        assert!(fastest < most_m_s, "{preset:?}: {fastest} m/s");
    }
}
