//! A figure is dragged over the floor by its wrist: the hand goes where it goes, and joints follow,
//! an inverse kinematics by what holds them (Jakobsen, section 6).

use glam::DVec3;
use ragdoll_lab::compile::compile;
use ragdoll_lab::physics::report::joint_error;
use ragdoll_lab::physics::{Attachment, Spring, World};
use ragdoll_lab::scene;
use serde_json::json;
use std::f64::consts::TAU;

/// How fast the hand goes, m/s: a brisk walk.
const WALK_M_S: f64 = 1.5;
/// Steps in which it lifts the wrist first.
const LIFTING: u32 = 60;
const STEPS: u32 = 300;

fn lying(figure: &str, preset: &str) -> World {
    let scene = json!({
        "format": "ragdoll-scene", "version": 1, "solver": {"preset": preset},
        "obstacles": [{"id": 1, "shape": {"plane": {}}}],
        "ragdolls": [{"id": 2, "figure": {figure: {}}, "stands_until_hit": false}]
    });
    let scene = scene::parse(scene.to_string().as_bytes()).unwrap();
    let mut world = compile(&scene).unwrap().0;
    (0..120).for_each(|_| {
        world.step();
    });
    world
}

/// The lightest body, which is a hand, or the wrist of the Hitman.
fn wrist(world: &World) -> Attachment {
    let bodies = &world.model().bodies;
    match bodies.is_empty() {
        true => Attachment::Particle(5),
        false => {
            let hand = (0..bodies.len()).min_by(|&a, &b| bodies[a].mass.total_cmp(&bodies[b].mass));
            Attachment::centre_of(hand.unwrap())
        }
    }
}

/// What a drag comes to.
#[derive(Debug)]
struct Dragged {
    /// Farthest that the wrist is behind the hand once it walks, m.
    behind: f64,
    /// Worst error of a joint, m.
    joint: f64,
    /// How far the middle of the figure has come, m.
    way: f64,
}

fn drag(figure: &str, preset: &str) -> Dragged {
    let mut world = lying(figure, preset);
    let grip = wrist(&world);
    let from = grip.position(world.state());
    let middle = |world: &World| {
        let state = world.state();
        let points = state.bodies.iter().map(|b| b.position);
        let points = points.chain(state.particles.iter().map(|p| p.position));
        let (sum, count) = points.fold((DVec3::ZERO, 0.0), |(sum, n), p| (sum + p, n + 1.0));
        sum / count
    };
    let start = middle(&world);
    let mut dragged = Dragged {
        behind: 0.0,
        joint: 0.0,
        way: 0.0,
    };
    for step in 0..STEPS {
        let lifted = 0.8 * f64::from(step.min(LIFTING)) / f64::from(LIFTING);
        let walked = WALK_M_S * f64::from(step.saturating_sub(LIFTING)) / 60.0;
        let hand = from + DVec3::new(0.0, lifted, walked);
        assert!(world.pull(grip, hand, Spring::default()));
        world.step();
        let state = world.state();
        dragged.joint = dragged.joint.max(joint_error(world.model(), state));
        if step > 2 * LIFTING {
            let behind = grip.position(state).distance(hand);
            dragged.behind = dragged.behind.max(behind);
        }
    }
    dragged.way = (middle(&world) - start).z;
    dragged
}

/// A spring that just does not swing is `2 v / ω` behind what it follows.
#[test]
fn a_figure_follows_the_hand_that_has_its_wrist() {
    let expected = 2.0 * WALK_M_S / (TAU * Spring::default().frequency_hz);
    let walked = WALK_M_S * f64::from(STEPS - LIFTING) / 60.0;
    for (figure, preset) in [("hitman", "default"), ("mx", "default"), ("mx", "velocity")] {
        let dragged = drag(figure, preset);
        println!("{figure} {preset}: {dragged:?}, {expected} m behind expected");
        assert!(
            (dragged.behind - expected).abs() < 0.01,
            "{figure} {preset}"
        );
        assert!(dragged.joint < 0.02, "{figure} {preset}");
        assert!((dragged.way - walked).abs() < 1.2, "{figure} {preset}");
    }
}
