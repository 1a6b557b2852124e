//! Gears, racks and universal joints: closed forms under every method.

use glam::DVec3;
use ragdoll_lab::lab::{Progress, Simulation};
use ragdoll_lab::physics::constraint::{ConstraintRow, ConstraintRows};
use ragdoll_lab::physics::method::{Capability, MethodInfo, METHODS};
use ragdoll_lab::physics::report::joint_error;
use ragdoll_lab::physics::{Constraint, Level};
use ragdoll_lab::scene::{parse, Scene};
use std::f64::consts::TAU;

/// A scene of bodies and constraints in empty space that nothing damps, under a method.
fn scene(method: &'static MethodInfo, things: &str) -> Scene {
    let text = format!(
        r#"{{"format": "ragdoll-scene", "version": 1, "gravity_m_s2": [0, 0, 0],
            "solver": {{"substeps": 8, "iterations": 20, "linear_drag_per_s": 0, "angular_drag_per_s": 0,
            "joint_damping_per_s": 0, "sleeping": false}}, {things}}}"#
    );
    let mut scene = parse(text.as_bytes()).unwrap();
    scene.solver.choose_method(method);
    scene
}

fn run(simulation: &mut Simulation, steps: u32) {
    for _ in 0..steps {
        assert_eq!(simulation.step(), Progress::Advanced);
    }
}

/// Two wheels of 0.5 and 0.1 kg·m² on parallel axles, of 30 and 12 teeth; a motor of 2 N·m turns
/// the first.
fn wheels(gear: &str) -> String {
    let body = |id: u32, x: f64, inertia: f64| {
        format!(
            r#"{{"id": {id}, "shape": {{"cylinder": {{"radius_m": 0.1, "length_m": 0.05}}}},
            "mass_kg": 1, "inertia_kg_m2": [{inertia}, {inertia}, {inertia}],
            "position_m": [{x}, 1, 0]}}"#
        )
    };
    let hinge = |id: u32, x: f64, body: u32, drive: &str| {
        format!(
            r#"{{"id": {id}, "kind": {{"hinge": {{"a": {{"world": [{x}, 1, 0]}},
            "b": {{"body": {{"id": {body}}}}}, "axis": [0, 1, 0]{drive}}}}}}}"#
        )
    };
    let motor = r#", "drive": {"motor": {"speed_deg_s": 1800, "most_n_m": 2}}"#;
    format!(
        r#""bodies": [{}, {}], "constraints": [
        {{"id": 5, "kind": {{"gear": {{"a": 3, "b": 4, {gear}}}}}}}, {}, {}]"#,
        body(1, 0.0, 0.5),
        body(2, 1.0, 0.1),
        hinge(3, 0.0, 1, motor),
        hinge(4, 1.0, 2, ""),
    )
}

#[test]
fn wheels_turn_as_their_teeth_say_and_share_the_torque() {
    for method in METHODS.iter().filter(|method| !method.companion) {
        for (same_way, sign) in [(false, -1.0), (true, 1.0)] {
            let gear = format!(r#""teeth": [30, 12], "same_way": {same_way}"#);
            let scene = scene(method, &wheels(&gear));
            let mut simulation = Simulation::new(&scene).unwrap();
            let of = format!("{}, same way {same_way}", method.id);
            run(&mut simulation, 60);
            let ratio = sign * 2.5;
            // What the second needs counts with the square of the ratio.
            let expected = 2.0 / (0.5 + 0.1 * ratio * ratio);
            let spins = [0, 1].map(|i| simulation.world.state().bodies[i].angular_velocity.y);
            let off = spins[0] / expected - 1.0;
            assert!(off.abs() < 0.01, "{of}: {spins:?} for {expected}");
            // Ten seconds at five turns a second: each step counts.
            run(&mut simulation, 1740);
            let spins = [0, 1].map(|i| simulation.world.state().bodies[i].angular_velocity.y);
            assert!(
                (spins[0] / (5.0 * TAU) - 1.0).abs() < 0.01,
                "{of}: {spins:?}"
            );
            assert!(
                (spins[1] / spins[0] - ratio).abs() < 0.02,
                "{of}: {spins:?}"
            );
            let world = &simulation.world;
            let Constraint::Gear(gear) = &world.model().constraints[0] else {
                panic!("no gear");
            };
            let error = gear.error(world.state());
            let allowed = if method.id == "springs" { 1e-2 } else { 1e-4 };
            assert!(error.abs() < allowed, "{of}: {error} rad");
        }
    }
}

/// A rack is moved by its pinion: half a metre each turn, and its mass counts as `m (w / 2π)²`.
#[test]
fn a_pinion_moves_its_rack() {
    let things = r#""bodies": [
        {"id": 1, "shape": {"cylinder": {"radius_m": 0.1, "length_m": 0.05}},
         "mass_kg": 1, "inertia_kg_m2": [0.5, 0.5, 0.5], "position_m": [0, 1, 0]},
        {"id": 2, "shape": {"box": {"size_m": [1, 0.1, 0.1]}}, "mass_kg": 20,
         "position_m": [0, 1.1, 0]}],
        "constraints": [
        {"id": 3, "kind": {"hinge": {"a": {"world": [0, 1, 0]}, "b": {"body": {"id": 1}},
         "axis": [0, 0, 1], "drive": {"motor": {"speed_deg_s": 720, "most_n_m": 1}}}}},
        {"id": 4, "kind": {"slider": {"a": {"world": [0, 1.1, 0]}, "b": {"body": {"id": 2}},
         "axis": [1, 0, 0]}}},
        {"id": 5, "kind": {"gear": {"a": 3, "b": 4, "way_per_turn_m": 0.5}}}]"#;
    for method in METHODS.iter().filter(|method| !method.companion) {
        let mut simulation = Simulation::new(&scene(method, things)).unwrap();
        run(&mut simulation, 60);
        let radius = 0.5 / TAU;
        let expected = 1.0 / (0.5 + 20.0 * radius * radius);
        let bodies = &simulation.world.state().bodies;
        let (spin, speed) = (bodies[0].angular_velocity.z, bodies[1].velocity.x);
        let of = method.id;
        assert!(
            (spin / expected - 1.0).abs() < 0.01,
            "{of}: {spin} for {expected}"
        );
        assert!(
            (speed / (-spin * radius) - 1.0).abs() < 0.01,
            "{of}: {speed}"
        );
    }
}

/// Two shafts at 30 degrees, joined by a universal joint: what the second carries stays across its
/// axis and across what the first carries, so it runs ahead and falls back twice in each turn.
#[test]
fn shafts_at_an_angle_turn_as_a_cardan_joint_says() {
    let bend = 30f64.to_radians();
    let (sin, cos) = bend.sin_cos();
    let half = 0.5 * bend;
    let things = format!(
        r#""bodies": [
        {{"id": 1, "shape": {{"cylinder": {{"radius_m": 0.05, "length_m": 0.4}}}},
         "mass_kg": 5, "position_m": [0, 0.5, 0]}},
        {{"id": 2, "shape": {{"cylinder": {{"radius_m": 0.05, "length_m": 0.4}}}},
         "mass_kg": 1, "inertia_kg_m2": [0.01, 0.001, 0.01],
         "orientation": [{}, 0, 0, {}], "position_m": [{}, {}, 0]}}],
        "constraints": [
        {{"id": 3, "kind": {{"hinge": {{"a": {{"world": [0, 0.5, 0]}}, "b": {{"body": {{"id": 1}}}},
         "axis": [0, 1, 0], "drive": {{"motor": {{"speed_deg_s": 90}}}}}}}}}},
        {{"id": 4, "kind": {{"universal": {{"a": {{"body": {{"id": 1, "point_m": [0, 0.5, 0]}}}},
         "b": {{"body": {{"id": 2, "point_m": [0, -0.5, 0]}}}}, "axis": [1, 0, 0],
         "cross_axis": [0, 0, 1]}}}}}},
        {{"id": 5, "kind": {{"hinge": {{"a": {{"world": [{}, {}, 0]}},
         "b": {{"body": {{"id": 2, "point_m": [0, 0.5, 0]}}}}, "axis": [{}, {}, 0]}}}}}}]"#,
        half.cos(),
        half.sin(),
        -0.5 * sin,
        1.0 + 0.5 * cos,
        -sin,
        1.0 + cos,
        -sin,
        cos,
    );
    for method in METHODS
        .iter()
        .filter(|method| method.can(Capability::Loops) && !method.companion)
    {
        let mut simulation = Simulation::new(&scene(method, &things)).unwrap();
        let of = method.id;
        for step in 1..=240u32 {
            run(&mut simulation, 1);
            let state = simulation.world.state();
            let first = f64::from(step) / 240.0 * TAU;
            // The motor has the whole of its speed after the first substep.
            let turned = state.bodies[0].orientation;
            let found = 2.0 * turned.y.atan2(turned.w);
            let lag = (found - first).rem_euclid(TAU);
            assert!(lag.min(TAU - lag) < 0.01, "{of}: {found} for {first}");
            // What the second shaft carries is across its own axis and what the first carries.
            let axis = DVec3::new(-sin, cos, 0.0);
            let expected = (turned * DVec3::X).cross(axis).normalize();
            let off = (state.bodies[1].orientation * DVec3::Z).angle_between(expected);
            assert!(off < 2e-3, "{of}: {off} rad at {found}");
        }
        let error = joint_error(simulation.world.model(), simulation.world.state());
        assert!(error < 1e-3, "{of}: {error} m");
    }
}

/// Four things are held of a universal joint, one of a gear: the rank of the gradients.
#[test]
fn a_universal_joint_leaves_two_things_free() {
    let things = r#""bodies": [
        {"id": 1, "shape": {"sphere": {"radius_m": 0.1}}, "mass_kg": 1},
        {"id": 2, "shape": {"sphere": {"radius_m": 0.1}}, "mass_kg": 1, "position_m": [0.5, 0.2, 0]}],
        "constraints": [{"id": 3, "kind": {"universal": {
        "a": {"body": {"id": 1, "point_m": [0.3, 0.2, 0]}},
        "b": {"body": {"id": 2, "point_m": [-0.2, 0, 0]}},
        "axis": [1, 2, 2], "cross_axis": [0, 0, 1]}}}]"#;
    let simulation = Simulation::new(&scene(&METHODS[0], things)).unwrap();
    let (model, state) = (simulation.world.model(), simulation.world.state());
    let cross = &model.constraints[0];
    let rows = (0..cross.row_count())
        .filter_map(|index| cross.row(index, Level::Velocity, state, &model.settings));
    let (mut points, mut turns) = (0, 0);
    for row in rows {
        match row {
            ConstraintRow::Point { error, .. } => {
                assert!(error.length() < 1e-12);
                points += 3;
            }
            ConstraintRow::Angular { axis, error, .. } => {
                assert!(error.abs() < 1e-12);
                assert!((axis.length() - 1.0).abs() < 1e-12);
                turns += 1;
            }
            other => panic!("{other:?}"),
        }
    }
    // Points and a turn are independent of each other.
    assert_eq!((points, turns), (3, 1));
}
