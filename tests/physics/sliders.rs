//! What slides along an axis: closed forms under every method, what it leaves free, its ends.

use glam::DVec3;
use ragdoll_lab::lab::{Progress, Simulation};
use ragdoll_lab::physics::constraint::{ConstraintRow, ConstraintRows, Slider};
use ragdoll_lab::physics::method::{MethodInfo, METHODS};
use ragdoll_lab::physics::report::{angular_momentum, energy_of_body, joint_error};
use ragdoll_lab::physics::{Constraint, Frame, Level};
use ragdoll_lab::scene::{parse, Scene};

const G: f64 = 9.81;

/// A scene of bodies and constraints that nothing damps, under a method.
fn scene(method: &'static MethodInfo, gravity: [f64; 3], things: &str) -> Scene {
    let text = format!(
        r#"{{"format": "ragdoll-scene", "version": 1, "gravity_m_s2": {gravity:?},
            "solver": {{"substeps": 8, "iterations": 60, "linear_drag_per_s": 0, "angular_drag_per_s": 0,
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

fn slider_of(simulation: &Simulation) -> &Slider {
    let mut constraints = simulation.world.model().constraints.iter();
    let found = constraints.find_map(|constraint| match constraint {
        Constraint::Slider(slider) => Some(slider),
        _ => None,
    });
    found.unwrap()
}

/// A bead on a straight wire that falls by three in five: `s = g sin α t² / 2`, until its end.
#[test]
fn a_bead_on_a_wire_falls_as_an_inclined_plane_says_and_stops_at_its_end() {
    for method in METHODS.iter().filter(|method| !method.companion) {
        for turns in [false, true] {
            let things = format!(
                r#""bodies": [{{"id": 1, "shape": {{"box": {{"size_m": [0.2, 0.1, 0.3]}}}},
                "mass_kg": 2, "position_m": [0.3, 5, 0]}}],
                "constraints": [{{"id": 2, "kind": {{"slider": {{"a": {{"world": [0, 5, 0]}},
                "b": {{"body": {{"id": 1, "point_m": [-0.3, 0, 0]}}}}, "axis": [0.8, -0.6, 0],
                "limit_max_m": 1.0, "turns": {turns}}}}}}}]"#
            );
            let scene = scene(method, [0.0, -G, 0.0], &things);
            let mut simulation = Simulation::new(&scene).unwrap();
            run(&mut simulation, 30);
            let of = format!("{}, turns {turns}", method.id);
            let way = slider_of(&simulation).way(simulation.world.state());
            let fallen = 0.5 * G * 0.6 * 0.25;
            assert!(
                (way / fallen - 1.0).abs() < 0.01,
                "{of}: {way} for {fallen}"
            );
            let error = joint_error(simulation.world.model(), simulation.world.state());
            let allowed = match method.id {
                "impulse" => 1e-3,
                "springs" => 1e-4,
                _ => 1e-6,
            };
            assert!(error < allowed, "{of}: {error} m off the wire");
            run(&mut simulation, 90);
            let way = slider_of(&simulation).way(simulation.world.state());
            assert!((way - 1.0).abs() < 2e-3, "{of}: rests at {way}");
        }
    }
}

/// What begins half a metre and 5 cm beside where it is locked is brought there, and what has
/// one end alone stops at it.
#[test]
fn what_is_locked_elsewhere_is_brought_there_and_one_end_is_enough() {
    for method in METHODS.iter().filter(|method| !method.companion) {
        for (limits, beside, speed, expected) in [
            (r#""limit_min_m": 0.5, "limit_max_m": 0.5"#, 0.05, 0.0, 0.5),
            (r#""limit_min_m": 1.5, "limit_max_m": 1.5"#, 0.05, 0.0, 1.5),
            (r#""limit_min_m": 0.9"#, 0.0, -1.0, 0.9),
            (r#""limit_max_m": 1.1"#, 0.0, 1.0, 1.1),
        ] {
            let things = format!(
                r#""bodies": [
                {{"id": 1, "shape": {{"box": {{"size_m": [0.2, 0.2, 0.2]}}}}, "mass_kg": 1}},
                {{"id": 2, "shape": {{"box": {{"size_m": [0.2, 0.2, 0.2]}}}}, "mass_kg": 1,
                  "position_m": [1, 0, 0], "velocity_m_s": [{speed}, 0, 0]}}],
                "constraints": [{{"id": 3, "kind": {{"slider": {{ "a": {{"body": {{"id": 1}}}},
                "b": {{"body": {{"id": 2, "point_m": [0, {beside}, 0]}}}},
                "axis": [1, 0, 0], {limits}}}}}}}]"#
            );
            let mut simulation = Simulation::new(&scene(method, [0.0; 3], &things)).unwrap();
            run(&mut simulation, 60);
            let of = format!("{}, {limits}", method.id);
            let (model, state) = (simulation.world.model(), simulation.world.state());
            let way = slider_of(&simulation).way(state);
            assert!((way - expected).abs() < 0.01, "{of}: {way}");
            let error = joint_error(model, state);
            assert!(error < 0.01, "{of}: {error} m");
        }
    }
}

/// An arm that turns about the vertical in empty space, and a bead that slides outward on it:
/// spin `L / (I + m r²)`, and what the turning loses is the motion outward.
#[test]
fn a_bead_on_an_arm_that_turns_is_flung_out_as_its_momentum_says() {
    let things = r#""bodies": [
        {"id": 1, "shape": {"box": {"size_m": [2, 0.1, 0.1]}}, "mass_kg": 3,
         "inertia_kg_m2": [0.01, 1.0, 1.0], "angular_velocity_deg_s": [0, 120, 0]},
        {"id": 2, "shape": {"sphere": {"radius_m": 0.05}}, "mass_kg": 2,
         "inertia_kg_m2": [0.1, 0.1, 0.1], "position_m": [0.4, 0, 0],
         "velocity_m_s": [0, 0, -0.8377580409572781], "angular_velocity_deg_s": [0, 120, 0]}],
        "collision_rules": [{"a": {"body": 1}, "b": {"body": 2}, "collide": false}],
        "constraints": [
        {"id": 3, "kind": {"hinge": {"a": {"world": [0, 0, 0]},
            "b": {"body": {"id": 1, "point_m": [0, 0, 0]}}, "axis": [0, 1, 0]}}},
        {"id": 4, "kind": {"slider": {"a": {"body": {"id": 1, "point_m": [0, 0, 0]}},
            "b": {"body": {"id": 2, "point_m": [0, 0, 0]}}, "axis": [1, 0, 0]}}}]"#;
    for method in METHODS.iter().filter(|method| !method.companion) {
        let scene = scene(method, [0.0; 3], things);
        let mut simulation = Simulation::new(&scene).unwrap();
        let world = &simulation.world;
        let before = angular_momentum(world.model(), world.state()).y;
        let energy = |simulation: &Simulation| {
            let (model, state) = (simulation.world.model(), simulation.world.state());
            let bodies = 0..state.bodies.len();
            bodies.map(|i| energy_of_body(model, state, i)).sum::<f64>()
        };
        let begin = energy(&simulation);
        run(&mut simulation, 40);
        let state = simulation.world.state();
        let way = slider_of(&simulation).way(state);
        let (own, mass) = (1.0 + 0.1, 2.0);
        let spin = state.bodies[0].angular_velocity.y;
        let expected = before / (own + mass * way * way);
        let of = format!("{}: at {way} m", method.id);
        assert!(way > 0.7, "{of}");
        assert!(
            (spin / expected - 1.0).abs() < 0.01,
            "{of}: {spin} for {expected}"
        );
        let at = |r: f64| before * before / (own + mass * r * r);
        let outward = ((at(0.4) - at(way)) / mass).sqrt();
        let arm = state.bodies[0].orientation * DVec3::X;
        let found = state.bodies[1].velocity.dot(arm);
        assert!(
            (found / outward - 1.0).abs() < 0.02,
            "{of}: {found} for {outward}"
        );
        let lost = 1.0 - energy(&simulation) / begin;
        assert!(lost.abs() < 0.02, "{of}: {lost} of the energy");
    }
}

/// Five things are held of what only slides, four of what turns too: the rank of the gradients.
#[test]
fn a_slider_leaves_one_thing_free_and_a_cylinder_two() {
    for (turns, held) in [(false, 5), (true, 4)] {
        let things = format!(
            r#""bodies": [
            {{"id": 1, "shape": {{"sphere": {{"radius_m": 0.1}}}}, "mass_kg": 1}},
            {{"id": 2, "shape": {{"sphere": {{"radius_m": 0.1}}}}, "mass_kg": 1,
              "position_m": [0.5, 0.2, 0]}}],
            "constraints": [{{"id": 3, "kind": {{"slider": {{
            "a": {{"body": {{"id": 1, "point_m": [0.1, 0.2, 0.3]}}}},
            "b": {{"body": {{"id": 2, "point_m": [-0.2, 0.1, 0.2]}}}},
            "axis": [1, 2, 2], "turns": {turns}}}}}}}]"#
        );
        let simulation = Simulation::new(&scene(&METHODS[0], [0.0; 3], &things)).unwrap();
        let (model, state) = (simulation.world.model(), simulation.world.state());
        let slider = Constraint::Slider(Box::new(slider_of(&simulation).clone()));
        // What a row asks of the second body: a push along a line through a point, or a turn.
        let rows = (0..slider.row_count()).filter_map(|index| {
            let row = slider.row(index, Level::Velocity, state, &model.settings)?;
            Some(match row {
                ConstraintRow::Linear { b, direction, .. } => {
                    let lever = b.position(state) - state.bodies[1].position;
                    [direction, lever.cross(direction)]
                }
                ConstraintRow::Angular { b, axis, .. } => {
                    assert_eq!(b, Frame::Body(1));
                    [DVec3::ZERO, axis]
                }
                other => panic!("{other:?}"),
            })
        });
        let rows: Vec<[f64; 6]> = rows
            .map(|[push, turn]| {
                let (p, t) = (push.to_array(), turn.to_array());
                [p[0], p[1], p[2], t[0], t[1], t[2]]
            })
            .collect();
        assert_eq!((rows.len(), rank(rows)), (held, held), "turns {turns}");
    }
}

/// Number of independent rows, by elimination with the largest pivot.
fn rank(mut rows: Vec<[f64; 6]>) -> usize {
    let mut rank = 0;
    for column in 0..6 {
        let pivot = (rank..rows.len())
            .max_by(|&i, &j| rows[i][column].abs().total_cmp(&rows[j][column].abs()));
        let Some(pivot) = pivot.filter(|&i| rows[i][column].abs() > 1e-9) else {
            continue;
        };
        rows.swap(rank, pivot);
        let (done, left) = rows.split_at_mut(rank + 1);
        for row in left {
            let share = row[column] / done[rank][column];
            for (number, above) in row.iter_mut().zip(done[rank]) {
                *number -= share * above;
            }
        }
        rank += 1;
    }
    rank
}
