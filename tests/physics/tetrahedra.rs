//! Bodies made of particles: they fly, fall, rest, stack and slide as rigid ones do, and what
//! they share holds to the bit.

use crate::kit::Way;
use glam::{DQuat, DVec3};
use ragdoll_lab::compile::flatten;
use ragdoll_lab::lab::{Progress, Simulation};
use ragdoll_lab::physics::math::vector_from_rotation;
use ragdoll_lab::physics::{motion_of, Attachment, BodyState, Constraint, Level};
use ragdoll_lab::scene::{change, find, parse, MadeOf, Scene, Setting};

const G: f64 = 9.81;
const BOX: &str = r#""shape": {"box": {"size_m": [0.4, 0.2, 0.3]}}, "mass_kg": 3"#;

fn scene(things: &str) -> Scene {
    let text = format!(
        r#"{{"format": "ragdoll-scene", "version": 1, "solver": {{"sleeping": false,
        "linear_drag_per_s": 0, "angular_drag_per_s": 0}}, {things}}}"#
    );
    parse(text.as_bytes()).unwrap()
}

/// The same with all bodies made of particles.
fn of_particles(mut scene: Scene) -> Scene {
    for body in &mut scene.bodies {
        body.made_of = MadeOf::Particles { strength: 1.0 };
    }
    scene
}

fn run(simulation: &mut Simulation, steps: u32) {
    for _ in 0..steps {
        assert_eq!(simulation.step(), Progress::Advanced);
    }
}

fn motion(simulation: &Simulation, id: u32) -> BodyState {
    let owner = simulation.map.body(id).unwrap();
    let world = &simulation.world;
    motion_of(world.model(), world.state(), owner).unwrap()
}

fn angle(a: DQuat, b: DQuat) -> f64 {
    vector_from_rotation(a * b.conjugate()).length()
}

/// Boxes on one another on a floor.
fn stack(count: u32) -> Scene {
    let floor = r#""obstacles": [{"id": 1, "shape": {"plane": {}}}]"#;
    let a_box = |i: u32| {
        let (id, y) = (10 + i, 0.1 + 0.2 * f64::from(i));
        format!(r#"{{"id": {id}, {BOX}, "position_m": [0, {y}, 0]}}"#)
    };
    let boxes: Vec<_> = (0..count).map(a_box).collect();
    scene(&format!(r#"{floor}, "bodies": [{}]"#, boxes.join(", ")))
}

/// Three boxes of particles stay where three rigid ones do, but for what ten iterations leave of
/// the strain of their sticks and of the depth to which they are pressed in.
#[test]
fn a_stack_stands_as_one_of_rigid_boxes() {
    for (iterations, sag) in [(8, 0.005), (15, 0.003), (40, 0.002)] {
        let [rigid, soft] = [stack(3), of_particles(stack(3))].map(|mut scene| {
            scene.solver.iterations = Some(iterations);
            let mut simulation = Simulation::new(&scene).unwrap();
            run(&mut simulation, 300);
            simulation
        });
        for id in 10..13 {
            let (rigid, soft) = (motion(&rigid, id), motion(&soft, id));
            let moved = soft.position - rigid.position;
            println!(
                "{iterations} iterations, box {id}: {moved}, {}",
                soft.velocity.length()
            );
            assert!(moved.y.abs() < sag, "{iterations}: {moved}");
            assert!(moved.with_y(0.0).length() < 0.001, "{iterations}: {moved}");
            assert!(soft.velocity.length() < 0.002, "{iterations}");
            assert!(
                angle(rigid.orientation, soft.orientation) < 0.01,
                "{iterations}"
            );
        }
    }
}

/// How far a box gets that slides on a floor with so many iterations, m.
fn slide(mut scene: Scene, iterations: u32) -> f64 {
    scene.bodies[0].velocity_m_s = [3.0, 0.0, 0.0];
    scene.solver.iterations = Some(iterations);
    let mut simulation = Simulation::new(&scene).unwrap();
    run(&mut simulation, 180);
    let end = motion(&simulation, 10);
    assert!(end.velocity.length() < 1e-3, "{}", end.velocity);
    end.position.x
}

/// Ten iterations stop it within two per cent of the way of the rigid box.
#[test]
fn a_box_slides_nearly_as_far_as_a_rigid_one() {
    for (iterations, most) in [(10, 0.02), (100, 0.02)] {
        let rigid = slide(stack(1), iterations);
        let soft = slide(of_particles(stack(1)), iterations);
        println!("{iterations} iterations: {soft} m, rigid {rigid} m");
        assert!((soft / rigid - 1.0).abs() < most, "{soft} {rigid}");
    }
}

/// What falls on an edge tips over onto a face, as a rigid box does.
#[test]
fn a_box_falls_and_tips_onto_a_face() {
    for made in [false, true] {
        let mut scene = stack(1);
        scene.bodies[0].position_m = [0.0, 1.0, 0.0];
        scene.bodies[0].orientation = [0.9, 0.1, 0.2, 0.374_165_738_677_394_1];
        if made {
            scene = of_particles(scene);
        }
        let mut simulation = Simulation::new(&scene).unwrap();
        run(&mut simulation, 24);
        let fallen = 1.0 - motion(&simulation, 10).position.y;
        assert!(
            (fallen / (0.5 * G * 0.16) - 1.0).abs() < 0.01,
            "{made}: {fallen}"
        );
        run(&mut simulation, 276);
        let end = motion(&simulation, 10);
        let up = end.orientation.conjugate() * DVec3::Y;
        let half = DVec3::new(0.2, 0.1, 0.15);
        println!(
            "{made}: {} m, {up}, {} m/s",
            end.position.y,
            end.velocity.length()
        );
        assert!(up.abs().max_element() > 0.999, "{made}: {up}");
        let lies = (half * up.abs()).element_sum();
        assert!(
            (end.position.y - lies).abs() < 0.003,
            "{made}: {}",
            end.position.y
        );
    }
}

/// One push brings a point to where it is wanted (Jakobsen, figure 6).
#[test]
fn one_push_brings_a_point_of_a_body_to_its_place() {
    let simulation = Simulation::new(&of_particles(stack(1))).unwrap();
    let (model, mut state) = (simulation.world.model(), simulation.world.state().clone());
    for (x, y, z) in [
        (0.2, -0.1, 0.15),
        (-0.2, 0.0, 0.1),
        (0.0, 0.0, 0.0),
        (0.3, 0.3, 0.3),
    ] {
        let point = model.tetrahedra[0].carrier.grip(DVec3::new(x, y, z));
        let wanted = point.position(&state) + DVec3::new(0.01, 0.03, -0.02);
        let way = wanted - point.position(&state);
        let direction = way.normalize();
        let inverse_mass = point.inverse_mass_along(model, &state, direction);
        let push = way / inverse_mass;
        point.push(model, &mut state, push, Level::Position);
        assert!(point.position(&state).distance(wanted) < 1e-14);
    }
}

/// A body on another, joined by a hinge or a pin of full strength.
fn joined(joint: &str) -> Scene {
    of_particles(scene(&format!(
        r#""gravity_m_s2": [0, 0, 0], "bodies": [
        {{"id": 1, {BOX}, "position_m": [-0.2, 0, 0],
          "velocity_m_s": [0, -0.1047, 0], "angular_velocity_deg_s": [20, 0, 30]}},
        {{"id": 2, "shape": {{"sphere": {{"radius_m": 0.15}}}}, "mass_kg": 1,
          "position_m": [0.2, 0, 0],
          "velocity_m_s": [0, -0.2094, 0], "angular_velocity_deg_s": [20, 0, -60]}}],
        "constraints": [{{"id": 3, "kind": {{"{joint}": {{
          "a": {{"body": {{"id": 1, "point_m": [0.2, 0, 0]}}}},
          "b": {{"body": {{"id": 2, "point_m": [-0.2, 0, 0]}}}} {}}}}}}}]"#,
        if joint == "hinge" {
            r#", "axis": [0, 0, 1]"#
        } else {
            ""
        }
    )))
}

/// The two particles of the shared joint.
fn shared(simulation: &Simulation) -> [usize; 2] {
    let mut constraints = simulation.world.model().constraints.iter();
    let found = constraints.find_map(|constraint| match constraint {
        Constraint::Shared(shared) => Some([shared.a, shared.b]),
        _ => None,
    });
    found.unwrap().map(|side| match side {
        Attachment::Particle(i) => i,
        other => panic!("{other:?} is no particle"),
    })
}

/// The largest angle by which the axis of a hinge leaves its place in either body, rad, in
/// each of some spans of time.
fn strays_of_axis(spans: u32, steps: u32) -> Vec<f64> {
    let mut simulation = Simulation::new(&joined("hinge")).unwrap();
    let ends = shared(&simulation);
    let seen_by = |simulation: &Simulation, id: u32| {
        let [a, b] = ends.map(|i| simulation.world.state().particles[i].position);
        motion(simulation, id).orientation.conjugate() * (b - a).normalize()
    };
    let first = [1, 2].map(|id| seen_by(&simulation, id));
    let mut span = || {
        let mut most = 0.0_f64;
        for _ in 0..steps {
            run(&mut simulation, 1);
            for (id, first) in [1, 2].into_iter().zip(first) {
                most = most.max(seen_by(&simulation, id).cross(first).length());
            }
        }
        most
    };
    (0..spans).map(|_| span()).collect()
}

#[test]
fn a_hinge_of_two_shared_particles_keeps_its_axis() {
    let strays = strays_of_axis(4, 150);
    println!("{strays:?}");
    assert!(strays.iter().all(|stray| *stray < 1e-3), "{strays:?}");
}

#[test]
#[ignore = "long: ten minutes of a hinge"]
fn a_hinge_of_two_shared_particles_does_not_drift_in_ten_minutes() {
    let strays = strays_of_axis(10, 3600);
    println!("{strays:?}");
    assert!(strays.iter().all(|stray| *stray < 1e-3), "{strays:?}");
    assert!(strays[9] <= strays[0] + 1e-6, "{strays:?}");
}

/// Two bars of 1 m, so thick, that hang level from the world and from each other by hinges, both
/// of particles, the second with a push along the axis.
fn bars(thick_m: f64, solver: &str) -> Scene {
    let bar = format!(r#""shape": {{"box": {{"size_m": [1, {thick_m}, {thick_m}]}}}}"#);
    let text = format!(
        r#""bodies": [{{"id": 1, "mass_kg": 1, {bar}, "position_m": [0.5, 0, 0]}},
          {{"id": 2, "mass_kg": 1, {bar}, "position_m": [1.5, 0, 0],
            "velocity_m_s": [0, 0, 0.25], "angular_velocity_deg_s": [0, -28.6, 0]}}],
        "constraints": [
          {{"id": 3, "kind": {{"hinge": {{"a": {{"world": [0, 0, 0]}}, "axis": [0, 0, 1],
            "b": {{"body": {{"id": 1, "point_m": [-0.5, 0, 0]}}}}}}}}}},
          {{"id": 4, "kind": {{"hinge": {{"a": {{"body": {{"id": 1, "point_m": [0.5, 0, 0]}}}},
            "b": {{"body": {{"id": 2, "point_m": [-0.5, 0, 0]}}}}, "axis": [0, 0, 1]}}}}}}]"#
    );
    let mut scene = of_particles(scene(&text));
    for setting in solver.split_whitespace() {
        let setting = Setting::parse(&format!("solver.{setting}")).unwrap();
        scene = change::apply(&[setting], scene).unwrap();
    }
    scene
}

/// The largest angle between the axis of the second hinge as both bars have it in a swing of
/// five seconds, degrees.
fn tilt_deg(scene: &Scene) -> f64 {
    let mut simulation = Simulation::new(scene).unwrap();
    let axes = |simulation: &Simulation| [1, 2].map(|id| motion(simulation, id).orientation);
    let first = axes(&simulation);
    let step_s = simulation.world.model().settings.common.step_s;
    let mut most = 0.0_f64;
    for _ in 0..(5.0 / step_s) as u32 {
        run(&mut simulation, 1);
        let turned = axes(&simulation);
        let [a, b] = [0, 1].map(|i| turned[i] * first[i].conjugate() * DVec3::Z);
        most = most.max(a.cross(b).length().atan2(a.dot(b)).to_degrees());
    }
    most
}

#[test]
fn the_axis_of_a_shared_hinge_stays_within_a_degree_in_a_swing() {
    for (thick_m, solver) in [
        (0.5, ""),
        (0.5, "preset=high"),
        (0.02, "method=multipliers"),
        (0.02, "method=springs"),
    ] {
        let tilt = tilt_deg(&bars(thick_m, solver));
        println!("{thick_m} m thick, {solver}: {tilt} degrees");
        assert!(tilt < 1.0, "{thick_m} {solver}: {tilt}");
    }
}

#[test]
fn a_bar_too_slim_for_a_shared_hinge_is_refused_by_name() {
    let refusal = |thick_m: f64, solver: &str| {
        let errors = Simulation::new(&bars(thick_m, solver)).err().unwrap();
        assert_eq!(errors.len(), 2, "{errors:?}");
        errors[1].to_string()
    };
    let slim = refusal(0.4, "");
    assert!(slim.starts_with("constraints[1]: method verlet"), "{slim}");
    assert!(slim.contains("body 1 is made of particles"), "{slim}");
    assert!(slim.contains("40 % as thick as long"), "{slim}");
    for remedy in ["rigid or thicker", "multipliers"] {
        assert!(slim.contains(remedy), "{slim}");
    }
}

/// The inertia of both bodies is all there, whatever they share.
#[test]
fn what_is_shared_is_one_particle_and_no_mass_is_lost() {
    for (joint, count) in [("pin", 9), ("hinge", 10)] {
        let simulation = Simulation::new(&joined(joint)).unwrap();
        let model = simulation.world.model();
        assert_eq!(model.particles.len(), count, "{joint}");
        let mass: f64 = model.particles.iter().map(|p| p.mass).sum();
        assert!((mass - 4.0).abs() < 1e-12, "{joint}: {mass}");
        let [a, b] = shared(&simulation);
        assert_eq!(a == b, joint == "pin");
    }
}

/// A pendulum whose pin is a particle that the world holds does not leave its place at all.
#[test]
fn a_pin_with_the_world_holds_to_the_bit() {
    let text = format!(
        r#""bodies": [{{"id": 1, {BOX}, "position_m": [0.5, 2, 0]}}],
        "constraints": [{{"id": 2, "kind": {{"pin": {{"a": {{"world": [0.1, 2.3, 0.2]}},
          "b": {{"body": {{"id": 1, "point_m": [-0.4, 0.3, 0.2]}}}}}}}}}}]"#
    );
    let mut scene = of_particles(scene(&text));
    scene.solver.iterations = Some(60);
    let mut simulation = Simulation::new(&scene).unwrap();
    let [pin, _] = shared(&simulation);
    run(&mut simulation, 120);
    let place = simulation.world.state().particles[pin].position;
    assert_eq!(place, DVec3::new(0.1, 2.3, 0.2));
    let grip = simulation.world.model().tetrahedra[0].carrier;
    let off = grip
        .grip(DVec3::new(-0.4, 0.3, 0.2))
        .position(simulation.world.state());
    println!("the body is {} m off", off.distance(place));
    assert!(off.distance(place) < 0.005);
}

/// Euler's equations of the shipped top by a Runge-Kutta rule of fourth order.
fn exact_top(inertia: DVec3, start: DVec3, seconds: f64) -> DQuat {
    let steps = 50_000;
    let h = seconds / f64::from(steps);
    let rate = |(q, w): (DQuat, DVec3)| {
        let turning = q * DQuat::from_xyzw(w.x, w.y, w.z, 0.0) * 0.5;
        (turning, (inertia * w).cross(w) / inertia)
    };
    let plus = |s: (DQuat, DVec3), r: (DQuat, DVec3), h: f64| (s.0 + r.0 * h, s.1 + r.1 * h);
    let mut now = (DQuat::IDENTITY, start);
    for _ in 0..steps {
        let a = rate(now);
        let b = rate(plus(now, a, 0.5 * h));
        let c = rate(plus(now, b, 0.5 * h));
        let d = rate(plus(now, c, h));
        let q = (a.0 + b.0 * 2.0 + c.0 * 2.0 + d.0) * (1.0 / 6.0);
        let w = (a.1 + b.1 * 2.0 + c.1 * 2.0 + d.1) / 6.0;
        now = plus(now, (q, w), h);
        now.0 = now.0.normalize();
    }
    now.0
}

fn top() -> Scene {
    let text = find("top").unwrap().text;
    parse(text.as_bytes()).unwrap()
}

/// A step loses angular momentum, the less the shorter it is, and the top doubles any error six
/// times a second: at 60 kHz it follows the exact turn for three seconds.
#[test]
fn the_top_turns_as_eulers_equations_say() {
    let mut errors = Vec::new();
    for substeps in [100, 1000] {
        let mut scene = of_particles(top());
        Way::Impulse.put_into(&mut scene.solver);
        scene.solver.substeps = Some(substeps);
        scene.solver.iterations = Some(2);
        let mut simulation = Simulation::new(&scene).unwrap();
        let start = motion(&simulation, 2).angular_velocity;
        let size = DVec3::new(0.6, 0.1, 0.3) * DVec3::new(0.6, 0.1, 0.3);
        let inertia = (DVec3::splat(size.element_sum()) - size) / 6.0;
        run(&mut simulation, 180);
        let exact = exact_top(inertia, start, 3.0);
        errors.push(angle(motion(&simulation, 2).orientation, exact));
    }
    println!("{errors:?} rad after 3 s");
    let [coarse, fine] = [errors[0], errors[1]];
    assert!(fine < 0.05, "{fine}");
    assert!(fine < 0.5 * coarse, "{coarse} {fine}");
}

/// A run is saved as the bodies that it was made of, and goes on from there.
#[test]
fn a_saved_body_of_particles_is_one_again() {
    let scene = of_particles(stack(2));
    let mut simulation = Simulation::new(&scene).unwrap();
    run(&mut simulation, 60);
    let saved = flatten(&scene, &simulation.world, &simulation.map, &[]);
    assert!(saved
        .bodies
        .iter()
        .all(|body| body.made_of == scene.bodies[0].made_of));
    let again = Simulation::new(&saved).unwrap();
    for id in [10, 11] {
        let (before, after) = (motion(&simulation, id), motion(&again, id));
        assert!(before.position.distance(after.position) < 1e-12);
        assert!(angle(before.orientation, after.orientation) < 1e-12);
    }
}

#[test]
fn what_no_particles_can_be_is_refused_by_name() {
    let refusal = |change: &str| {
        let text = format!(r#""bodies": [{{"id": 1, {BOX}, {change}}}]"#);
        let errors = Simulation::new(&of_particles(scene(&text))).err().unwrap();
        let text: Vec<_> = errors.iter().map(ToString::to_string).collect();
        text.join("; ")
    };
    let flat = refusal(r#""inertia_kg_m2": [1, 2, 3]"#);
    assert!(
        flat.starts_with("bodies[0].inertia_kg_m2: one of its principal moments"),
        "{flat}"
    );
    assert!(flat.contains("make it rigid"), "{flat}");
    let drag = refusal(r#""linear_drag_per_s": 1"#);
    assert!(drag.contains("cannot have its own drag"), "{drag}");
}
