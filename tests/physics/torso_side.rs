//! Limbs that are on both sides of a wall come back to the side of the torso, if that is asked
//! for (Jakobsen, section 7).

use crate::kit::advance;
use glam::{DQuat, DVec3};
use ragdoll_lab::compile::compile;
use ragdoll_lab::physics::World;
use ragdoll_lab::scene;
use serde_json::{json, Value};
use std::f64::consts::FRAC_PI_2;

/// Which of a figure goes through the wall.
#[derive(Clone, Copy)]
enum Limbs {
    /// The arm of the MX ragdoll that is stretched along x, through a wall that stands.
    Arm,
    /// The same of one of which nine spheres collide, some of its bodies with nothing.
    ArmOfSpheres,
    /// The legs of the Hitman, through a wall that lies.
    Legs,
}

impl Limbs {
    fn figure(self) -> Value {
        match self {
            Limbs::Arm => json!({"mx": {}}),
            Limbs::ArmOfSpheres => json!({"mx": {"contact": "spheres"}}),
            Limbs::Legs => json!({"hitman": {}}),
        }
    }

    /// From the torso into the limbs.
    fn direction(self) -> DVec3 {
        match self {
            Limbs::Arm | Limbs::ArmOfSpheres => DVec3::X,
            Limbs::Legs => DVec3::NEG_Y,
        }
    }

    /// Where the wall may be, as coordinates along that direction, m.
    fn places(self) -> [f64; 4] {
        match self {
            Limbs::Arm | Limbs::ArmOfSpheres => [0.35, 0.5, 0.6, 0.75],
            Limbs::Legs => [-0.65, -0.5, -0.35, -0.2],
        }
    }
}

/// A wall whose thickness is along x in its own frame.
fn wall(of: &str, limbs: Limbs, at: f64) -> Value {
    let shape = match of {
        "box" => json!({"box": {"size_m": [0.06, 4, 4]}}),
        "rounded box" => json!({"box": {"size_m": [0.06, 4, 4], "rounding_m": 0.01}}),
        // A single sheet.
        _ => json!({"mesh": {
            "vertices_m": [[0, -2, -2], [0, 2, -2], [0, 2, 2], [0, -2, 2]],
            "triangles": [[0, 1, 2], [0, 2, 3]]
        }}),
    };
    let turn = match limbs {
        Limbs::Arm | Limbs::ArmOfSpheres => DQuat::IDENTITY,
        Limbs::Legs => DQuat::from_rotation_z(FRAC_PI_2),
    };
    let position = (limbs.direction() * at).to_array();
    json!({
        "id": 2, "shape": shape, "position_m": position,
        "orientation": [turn.w, turn.x, turn.y, turn.z]
    })
}

/// How far something of the limbs reaches beyond the middle of the wall three seconds after they
/// have been put through it, m.
fn reach_beyond(limbs: Limbs, of: &str, at: f64, solver: &Value) -> f64 {
    let scene = json!({
        "format": "ragdoll-scene", "version": 1, "solver": solver,
        "obstacles": [{"id": 1, "shape": {"plane": {}}}, wall(of, limbs, at)],
        "ragdolls": [{"id": 3, "figure": limbs.figure(), "stands_until_hit": false}]
    });
    let scene = scene::parse(scene.to_string().as_bytes()).unwrap();
    let mut world = compile(&scene).unwrap().0;
    let farthest = |world: &World| {
        let along = surfaces(world).map(|point| point.dot(limbs.direction()));
        along.fold(f64::MIN, f64::max) - at
    };
    assert!(farthest(&world) > 0.0, "nothing goes through at {at} m");
    advance(&mut world, 180);
    farthest(&world)
}

/// The middles of bodies and the ends of sticks that collide, m.
fn surfaces(world: &World) -> impl Iterator<Item = DVec3> + '_ {
    let (model, state) = (world.model(), world.state());
    let sticks = model.sticks.iter().filter(|stick| stick.radius > 0.0);
    let ends = sticks.flat_map(|stick| [stick.a, stick.b]);
    let ends = ends.map(|end| state.particles[end].position);
    ends.chain(state.bodies.iter().map(|body| body.position))
}

/// In how many of the places something stays beyond the wall.
fn stay_behind(limbs: Limbs, of: &str, solver: &Value) -> usize {
    let places = limbs.places().into_iter();
    let stays = |&at: &f64| reach_beyond(limbs, of, at, solver) > 0.0;
    places.filter(stays).count()
}

#[test]
fn limbs_come_back_through_a_wall_to_the_torso() {
    for (limbs, wall) in [
        (Limbs::Arm, "box"),
        (Limbs::Arm, "rounded box"),
        (Limbs::Arm, "mesh"),
        (Limbs::ArmOfSpheres, "box"),
        (Limbs::Legs, "box"),
        (Limbs::Legs, "mesh"),
    ] {
        let [nearest, torso] = ["nearest", "torso"]
            .map(|side| stay_behind(limbs, wall, &json!({"wall_side": side, "sleeping": false})));
        println!("{wall}: {nearest} of 4 stay behind it, {torso} with the side of the torso");
        assert_eq!(torso, 0, "{wall}");
        assert!(nearest >= 3, "{wall}: they come back by themselves");
    }
}

#[test]
fn they_come_back_whatever_holds_the_joints() {
    for (method, preset) in [("paper", "baltman"), ("paper", "baltman-velocity")] {
        let solver = json!({
            "method": method, "preset": preset, "wall_side": "torso", "sleeping": false
        });
        let stay = stay_behind(Limbs::Arm, "box", &solver);
        assert_eq!(stay, 0, "{method} {preset}");
    }
}
