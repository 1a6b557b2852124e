//! Ragdolls left alone without sleep: nothing diverges, and no energy comes from
//! nowhere (specification, section 9, item 9).

use crate::kit::{floor, Chance, Way};
use glam::DQuat;
use ragdoll_lab::compile::compile;
use ragdoll_lab::physics::report::{joint_error, kinetic_energy, potential_energy};
use ragdoll_lab::physics::{StepOutcome, World};
use ragdoll_lab::scene::{Figure, MxFigure, Ragdoll, Scene};

/// Simulated time of one figure, s.
const ALONE_S: f64 = 60.0;
/// Simulated time of the pile, s: it costs thirty times as much.
const PILE_S: f64 = 5.0;
const PILE: u32 = 20;
/// Ten simulated minutes.
const STEPS_OF_A_REPORT: u32 = 36_000;
/// Layer of the pile, m: more than the depth of a chest.
const LAYER_M: f64 = 0.4;

/// The simulated time of a test, or that which the environment asks for:
/// `ENDURE_S=3600 cargo test --release --test physics_endurance -- --nocapture`.
fn seconds(usual: f64) -> f64 {
    let asked = std::env::var("ENDURE_S").ok();
    asked.map_or(usual, |text| text.parse().unwrap())
}

const PRESETS: [Way; 3] = [Way::Default, Way::High, Way::Impulse];

/// Figures on their backs over each other, turned by chance, above a floor.
fn lying(count: u32, preset: Way) -> World {
    let mut chance = Chance::new(20);
    let mut turned = || {
        let yaw = DQuat::from_rotation_y(chance.between(0.0, std::f64::consts::TAU));
        let q = yaw * DQuat::from_rotation_x(-std::f64::consts::FRAC_PI_2);
        [q.w, q.x, q.y, q.z]
    };
    let figure = |i: u32| Ragdoll {
        // Turned about the pelvis, 0.975 m above the point it stands on.
        position_m: [0.0, 0.5 + LAYER_M * f64::from(i) - 0.975, 0.0],
        orientation: turned(),
        stands_until_hit: false,
        ..Ragdoll::new(10 + i, Figure::Mx(MxFigure::default()))
    };
    let mut scene = Scene {
        ragdolls: (0..count).map(figure).collect(),
        obstacles: vec![floor(1)],
        ..Scene::default()
    };
    preset.put_into(&mut scene.solver);
    scene.solver.sleeping = false;
    compile(&scene).unwrap().0
}

/// Runs it and prints what there is to say; no energy above that of the start.
fn endure(count: u32, preset: Way, seconds: f64) {
    let mut world = lying(count, preset);
    let energy =
        |w: &World| kinetic_energy(w.model(), w.state()) + potential_energy(w.model(), w.state());
    let start = energy(&world);
    let steps = (seconds * 60.0) as u32;
    let (mut most, mut joint) = (f64::MIN, 0.0_f64);
    // Of the last tenth: speed, joint error, least and greatest energy.
    let (mut speed, mut rest_joint, mut range) = (0.0_f64, 0.0_f64, [f64::MAX, f64::MIN]);
    for step in 0..steps {
        let outcome = world.step();
        assert_eq!(outcome, StepOutcome::Advanced, "{preset:?} step {step}");
        let now = energy(&world);
        most = most.max(now);
        let error = joint_error(world.model(), world.state());
        joint = joint.max(error);
        if (step + 1) % STEPS_OF_A_REPORT == 0 {
            println!("{count} {preset:?} after {} s: {now:.1} J", (step + 1) / 60);
        }
        if step >= steps - steps / 10 {
            let speeds = world.state().bodies.iter().map(|b| b.velocity.length());
            speed = speeds.fold(speed, f64::max);
            rest_joint = rest_joint.max(error);
            range = [range[0].min(now), range[1].max(now)];
        }
    }
    println!(
        "{count} {preset:?}, {seconds} s: energy {start:.1} J at the start, most {most:.1}, last \
         tenth {:.2} to {:.2}; joints {:.1} mm, last {:.2}; last speed {speed:.4} m/s",
        range[0],
        range[1],
        1e3 * joint,
        1e3 * rest_joint
    );
    assert!(most <= start, "{count} {preset:?}: {most} J of {start} J");
}

/// A test for each preset, so that the long runs share the cores.
macro_rules! endurance {
    ($($alone:ident, $pile:ident: $preset:ident;)*) => {$(
        #[test]
        fn $alone() {
            endure(1, Way::$preset, seconds(ALONE_S));
        }

        #[test]
        fn $pile() {
            endure(PILE, Way::$preset, seconds(PILE_S));
        }
    )*};
}

endurance! {
    one_figure_keeps_lying_at_default, a_pile_keeps_lying_at_default: Default;
    one_figure_keeps_lying_at_high, a_pile_keeps_lying_at_high: High;
    one_figure_keeps_lying_with_impulses, a_pile_keeps_lying_with_impulses: Impulse;
}

/// Put into the floor, a figure comes out at a walk and does not fly: the depth of
/// the start is undone at 3 m/s at most.
#[test]
fn a_figure_inside_the_floor_comes_out_slowly() {
    for preset in PRESETS {
        let mut world = lying(1, preset);
        let mut state = world.state().clone();
        for body in &mut state.bodies {
            body.position.y -= 0.5;
        }
        world.restore(&state);
        let mut fastest: f64 = 0.0;
        for _ in 0..300 {
            assert_eq!(world.step(), StepOutcome::Advanced);
            let speeds = world.state().bodies.iter().map(|b| b.velocity.length());
            fastest = speeds.fold(fastest, f64::max);
        }
        println!("{preset:?}: at most {fastest:.2} m/s");
        assert!(fastest < 6.0, "{preset:?}: {fastest} m/s");
    }
}
