//! Springs, motors and friction of joints: closed forms under every method.

use ragdoll_lab::lab::{Progress, Simulation};
use ragdoll_lab::physics::method::{MethodInfo, METHODS};
use ragdoll_lab::physics::report::{elastic_energy, kinetic_energy, potential_energy};
use ragdoll_lab::scene::{parse, Scene};
use std::f64::consts::TAU;

const G: f64 = 9.81;

/// A scene of bodies and constraints that nothing damps, under a method.
pub fn scene(method: &'static MethodInfo, gravity: f64, things: &str) -> Scene {
    let text = format!(
        r#"{{"format": "ragdoll-scene", "version": 1, "gravity_m_s2": [0, {gravity:?}, 0],
            "solver": {{"substeps": 8, "iterations": 8, "linear_drag_per_s": 0, "angular_drag_per_s": 0,
            "joint_damping_per_s": 0, "sleeping": false}}, {things}}}"#
    );
    let mut scene = parse(text.as_bytes()).unwrap();
    scene.solver.choose_method(method);
    scene
}

pub fn run(scene: &Scene, steps: u32) -> Simulation {
    let mut simulation = Simulation::new(scene).unwrap();
    for _ in 0..steps {
        assert_eq!(simulation.step(), Progress::Advanced);
    }
    simulation
}

/// The coordinate of a drive, m or rad.
fn coordinate(simulation: &Simulation, drive: usize) -> f64 {
    let world = &simulation.world;
    world.model().drives[drive].coordinate.value(world.state())
}

/// All methods that have drives.
pub fn ways() -> impl Iterator<Item = &'static MethodInfo> {
    METHODS.iter().filter(|method| !method.companion)
}

/// A forearm of 2 kg, 0.3 m from its elbow to its centre, that a hinge holds level with `drive`.
fn forearm(drive: &str) -> String {
    format!(
        r#""bodies": [{{"id": 1, "shape": {{"capsule": {{"radius_m": 0.05, "length_m": 0.5}}}},
        "mass_kg": 2, "inertia_kg_m2": [0.02, 0.005, 0.02], "position_m": [0.3, 1, 0],
        "orientation": [0.7071067811865476, 0, 0, 0.7071067811865476]}}],
        "constraints": [{{"id": 2, "kind": {{"hinge": {{"a": {{"world": [0, 1, 0]}},
        "b": {{"body": {{"id": 1, "point_m": [0, 0.3, 0]}}}}, "axis": [0, 0, 1], {drive}}}}}}}]"#
    )
}

/// What `k x = −m g l cos x` says, by Newton's method.
fn sag(stiffness: f64) -> f64 {
    let torque = 2.0 * G * 0.3;
    let mut x: f64 = 0.0;
    for _ in 0..50 {
        x -= (stiffness * x + torque * x.cos()) / (stiffness - torque * x.sin());
    }
    x
}

#[test]
fn a_forearm_hangs_by_load_over_stiffness_below_where_its_spring_holds_it() {
    for method in ways() {
        let of = method.id;
        for stiffness in [60.0, 1e3, 1e6] {
            let drive = format!(
                r#""drive": {{"spring": {{"stiffness_n_m_per_rad": {stiffness},
                    "damping_n_m_s_per_rad": 4}}}}"#
            );
            let scene = scene(method, -G, &forearm(&drive));
            let turn = coordinate(&run(&scene, 300), 0);
            let expected = sag(stiffness);
            let off = (turn - expected).abs();
            let allowed = match of {
                "springs" => 2e-4,
                // Gradients are those of where things fly to: second order in the substep.
                "verlet" => 2e-5,
                _ => 2e-6,
            };
            assert!(off < allowed, "{of}, {stiffness}: {turn} for {expected}");
        }
    }
}

/// A spring of a ball joint holds against load about any axis, and one whose torque ends short of
/// the load lets go.
#[test]
fn a_ball_joint_is_held_by_its_spring_as_far_as_its_torque_goes() {
    let pinned = |most: &str| {
        format!(
            r#""bodies": [{{"id": 1, "shape": {{"capsule": {{"radius_m": 0.05, "length_m": 0.5}}}},
            "mass_kg": 2, "inertia_kg_m2": [0.02, 0.005, 0.02], "position_m": [0.3, 1, 0],
            "orientation": [0.7071067811865476, 0, 0, 0.7071067811865476]}}],
            "constraints": [{{"id": 2, "kind": {{"pin": {{"a": {{"world": [0, 1, 0]}},
            "b": {{"body": {{"id": 1, "point_m": [0, 0.3, 0]}}}},
            "drive": {{"spring": {{"stiffness_n_m_per_rad": 300, "damping_n_m_s_per_rad": 4{most}}}}}}}}}}}]"#
        )
    };
    for method in ways() {
        let of = method.id;
        let scene = scene(method, -G, &pinned(""));
        let simulation = run(&scene, 300);
        let bends = [0, 1, 2].map(|drive| coordinate(&simulation, drive));
        let expected = [0.0, 0.0, sag(300.0)];
        for (bend, expected) in bends.into_iter().zip(expected) {
            let off = (bend - expected).abs();
            assert!(off < 2e-4, "{of}: {bends:?} for {expected:?}");
        }
        let weak = self::scene(method, -G, &pinned(r#", "most_n_m": 5"#));
        let simulation = run(&weak, 30);
        let fallen = coordinate(&simulation, 2);
        assert!(fallen < -0.2, "{of}: {fallen}");
    }
}

/// A wheel of 0.5 kg·m² about its own axis.
fn wheel(id: u32, x: f64, drive: &str) -> [String; 2] {
    let body = format!(
        r#"{{"id": {id}, "shape": {{"cylinder": {{"radius_m": 0.1, "length_m": 0.05}}}},
        "mass_kg": 1, "inertia_kg_m2": [0.5, 0.5, 0.5], "position_m": [{x}, 1, 0]}}"#
    );
    let joint = format!(
        r#"{{"id": {}, "kind": {{"hinge": {{"a": {{"world": [{x}, 1, 0]}},
        "b": {{"body": {{"id": {id}}}}}, "axis": [0, 1, 0]{drive}}}}}}}"#,
        id + 10
    );
    [body, joint]
}

fn one_wheel(drive: &str) -> String {
    let [body, joint] = wheel(1, 0.0, &format!(r#", "drive": {{{drive}}}"#));
    format!(r#""bodies": [{body}], "constraints": [{joint}]"#)
}

#[test]
fn a_motor_spins_up_with_its_torque_and_keeps_its_speed() {
    for method in ways() {
        let of = method.id;
        let drive = r#""motor": {"speed_deg_s": 360, "most_n_m": 2}"#;
        let scene = scene(method, 0.0, &one_wheel(drive));
        let spin = |steps| {
            run(&scene, steps).world.state().bodies[0]
                .angular_velocity
                .y
        };
        // 2 N·m on 0.5 kg·m²: 4 rad/s².
        let expected = 4.0 * 60.0 / 60.0;
        assert!((spin(60) - expected).abs() < 1e-9, "{of}: {}", spin(60));
        assert!((spin(240) - TAU).abs() < 1e-9, "{of}: {}", spin(240));
        // It has stayed below the speed until it was there.
        assert!(spin(90) < TAU, "{of}");
    }
}

#[test]
fn friction_stops_a_wheel_as_coulomb_says_and_holds_what_is_lighter() {
    for method in ways() {
        let of = method.id;
        let mut scene = scene(method, 0.0, &one_wheel(r#""friction_n_m": 1"#));
        scene.bodies[0].angular_velocity_deg_s = [0.0, 180.0, 0.0];
        let spin = |steps| {
            run(&scene, steps).world.state().bodies[0]
                .angular_velocity
                .y
        };
        let expected = TAU / 2.0 - 2.0 * 0.5;
        assert!((spin(30) - expected).abs() < 1e-9, "{of}: {}", spin(30));
        assert!(spin(120).abs() < 1e-12, "{of}: {}", spin(120));
        // The load is 5.886 N·m.
        let turn = |friction: f64| {
            let drive = format!(r#""drive": {{"friction_n_m": {friction}}}"#);
            let scene = self::scene(method, -G, &forearm(&drive));
            coordinate(&run(&scene, 30), 0)
        };
        // Springs of joints give way, and then hold twice the load for a moment.
        let (held, slipped) = (turn(13.0), turn(5.0));
        assert!(held.abs() < 1e-3, "{of}: {held}");
        // (m g l − τ) / I, with I = 0.02 + 2 · 0.09; the load falls with the cosine.
        let free = -0.5 * (5.886 - 5.0) / 0.2 * 0.25;
        assert!(
            (slipped / free - 1.0).abs() < 0.1,
            "{of}: {slipped} for {free}"
        );
    }
}

/// A torsion pendulum, `ω = √(k / I)`, with a damper of a tenth of the critical one.
#[test]
fn a_wheel_swings_about_its_spring_with_its_own_period_and_decay() {
    let drive = r#""spring": {"stiffness_n_m_per_rad": 2, "damping_n_m_s_per_rad": 0.2}"#;
    for method in ways() {
        let of = method.id;
        let mut scene = scene(method, 0.0, &one_wheel(drive));
        scene.solver.substeps = Some(32);
        scene.bodies[0].orientation = [(0.25f64).cos(), 0.0, (0.25f64).sin(), 0.0];
        if let scene::Kind::Hinge(hinge) = scene::kind(&mut scene) {
            hinge.rest = Some([1.0, 0.0, 0.0, 0.0]);
        }
        let (omega, decay) = ((2.0f64 / 0.5).sqrt(), 0.2 / (2.0 * 0.5));
        let own = (omega * omega - decay * decay).sqrt();
        for steps in [60, 120, 180] {
            let t = f64::from(steps) / 60.0;
            let envelope = 0.5 * (-decay * t).exp();
            let expected = envelope * ((own * t).cos() + decay / own * (own * t).sin());
            let turn = coordinate(&run(&scene, steps), 0);
            // Backward Euler damps by a further ω² h / 2.
            let off = (turn - expected).abs() / 0.5;
            assert!(off < 0.01, "{of} at {t}: {turn} for {expected}");
        }
    }
}

/// The hinge of a scene with one.
mod scene {
    pub use ragdoll_lab::scene::ConstraintKind as Kind;
    use ragdoll_lab::scene::Scene;

    pub fn kind(scene: &mut Scene) -> &mut Kind {
        &mut scene.constraints[0].kind
    }
}

/// A weight on a spring: on a slider that stands upright, and on a line that may stretch.
#[test]
fn a_weight_stretches_a_spring_by_its_weight_over_the_stiffness() {
    let things = |kind: &str| {
        format!(
            r#""bodies": [{{"id": 1, "shape": {{"sphere": {{"radius_m": 0.1}}}}, "mass_kg": 3,
            "position_m": [0, 1, 0]}}],
            "constraints": [{{"id": 2, "kind": {kind}}}]"#
        )
    };
    let spring = r#""drive": {"spring": {"stiffness_n_per_m": 400, "damping_n_s_per_m": 40,
        "target_m": TARGET}}"#;
    let slider = format!(
        r#"{{"slider": {{"a": {{"world": [0, 1, 0]}}, "b": {{"body": {{"id": 1}}}},
        "axis": [0, 1, 0], {}}}}}"#,
        spring.replace("TARGET", "0.1")
    );
    let line = format!(
        r#"{{"distance": {{"a": {{"world": [0, 2, 0]}}, "b": {{"body": {{"id": 1}}}},
        "max_m": 5, {}}}}}"#,
        spring.replace("TARGET", "1")
    );
    let stretch = 3.0 * G / 400.0;
    for method in ways() {
        let of = method.id;
        for (kind, expected) in [(&slider, 0.1 - stretch), (&line, 1.0 + stretch)] {
            let scene = scene(method, -G, &things(kind));
            let found = coordinate(&run(&scene, 300), 0);
            let off = (found - expected).abs();
            assert!(off < 1e-6, "{of}: {found} for {expected} of {kind}");
        }
    }
}

/// A spring that nothing damps gives back what it took, and never more.
#[test]
fn a_spring_never_gives_more_than_it_got() {
    let drive = r#""drive": {"spring": {"stiffness_n_m_per_rad": 1e5}}"#;
    for method in ways() {
        let of = method.id;
        let mut scene = scene(method, -G, &forearm(drive));
        scene.bodies[0].angular_velocity_deg_s = [0.0, 0.0, 200.0];
        let mut simulation = Simulation::new(&scene).unwrap();
        let energy = |simulation: &Simulation| {
            let (model, state) = (simulation.world.model(), simulation.world.state());
            kinetic_energy(model, state)
                + potential_energy(model, state)
                + elastic_energy(model, state)
        };
        let begin = energy(&simulation);
        for _ in 0..300 {
            assert_eq!(simulation.step(), Progress::Advanced);
            let now = energy(&simulation);
            assert!(now <= begin + 0.02, "{of}: {now} of {begin} J");
        }
    }
}

/// What drives a joint is forgotten by no checkpoint: the same bits from there on.
#[test]
fn a_checkpoint_goes_on_to_the_same_bits() {
    for method in ways() {
        let of = method.id;
        let drive = r#""drive": {"spring": {"stiffness_n_m_per_rad": 60}, "friction_n_m": 0.5}"#;
        let scene = scene(method, -G, &forearm(drive));
        let mut first = run(&scene, 20);
        let kept = first.world.state().clone();
        let mut second = run(&scene, 3);
        second.world.restore(&kept);
        for _ in 0..20 {
            first.step();
            second.step();
        }
        let hashes = [&first, &second].map(|s| s.world.state().hash());
        assert_eq!(hashes[0], hashes[1], "{of}");
    }
}
