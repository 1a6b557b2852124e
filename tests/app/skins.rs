//! The bodies of figures of particles in motion.

use glam::{DQuat, DVec3};
use ragdoll_lab::character::sticks::BoneFrame;
use ragdoll_lab::lab::Simulation;
use ragdoll_lab::scene::{self, find};

fn frames(simulation: &Simulation) -> Vec<BoneFrame> {
    let state = simulation.world.state();
    simulation.map.ragdolls[0].frames(state).unwrap()
}

/// How far a bone turns about its own length from one frame to another, degrees: what is left of
/// its turn when its stick has gone the shortest way.
fn twist(axis: DVec3, from: BoneFrame, to: BoneFrame) -> f64 {
    let [before, after] = [from, to].map(|frame| (frame.orientation * axis).normalize());
    let shortest = DQuat::from_rotation_arc(before, after);
    let rest = shortest.conjugate() * to.orientation * from.orientation.conjugate();
    2.0 * libm::asin(rest.xyz().length().min(1.0)).to_degrees()
}

/// A throw or a fall, the so manieth: the largest turn of a bone about its length in a step,
/// degrees.
fn wildest_twist(name: &str, number: u32) -> f64 {
    let mut scene = scene::parse(find(name).unwrap().text.as_bytes()).unwrap();
    let launcher = scene.launcher.as_mut().unwrap();
    launcher.fire_at_s = Some(0.1);
    launcher.speed_m_s = 6.0 + 0.7 * f64::from(number);
    let ragdoll = &mut scene.ragdolls[0];
    ragdoll.heading_deg = 37.0 * f64::from(number);
    if number % 3 == 1 {
        let half = 0.13 * f64::from(number);
        ragdoll.position_m[1] += 2.0;
        ragdoll.orientation = [
            libm::cos(half),
            0.0,
            0.6 * libm::sin(half),
            0.8 * libm::sin(half),
        ];
    }
    let mut simulation = Simulation::new(&scene).unwrap();
    let rig = simulation.map.ragdolls[0].rig.clone().unwrap();
    let axes = rig.bones().iter().map(|bone| {
        let [upper, lower] = bone.ends.map(|end| rig.start()[end]);
        (lower - upper).normalize()
    });
    let axes: Vec<DVec3> = axes.collect();
    let mut before = frames(&simulation);
    let mut wildest = 0.0_f64;
    for _ in 0..300 {
        simulation.step();
        let now = frames(&simulation);
        for (axis, (from, to)) in axes.iter().zip(before.iter().zip(&now)) {
            wildest = wildest.max(twist(*axis, *from, *to));
        }
        before = now;
    }
    wildest
}

/// Thrown at from all sides, and dropped in all postures. A flip is half a turn; a light hand
/// that swings round its elbow in two or three steps takes 44 degrees with it in one of them.
#[test]
fn bones_of_particles_never_flip_about_their_length() {
    for number in 0..40 {
        let name = if number % 4 == 3 {
            "humanoid-medium"
        } else {
            "hitman"
        };
        let turn = wildest_twist(name, number);
        assert!(turn < 45.0, "{name} {number}: {turn} degrees in a step");
    }
}

/// The same figure elsewhere and otherwise turned has the same bones there; they lie along their
/// sticks, with the middle of a stick as their place.
#[test]
fn bones_of_particles_go_with_the_figure_and_lie_along_its_sticks() {
    for name in ["hitman", "humanoid-medium"] {
        let scene = scene::parse(find(name).unwrap().text.as_bytes()).unwrap();
        let mut simulation = Simulation::new(&scene).unwrap();
        for _ in 0..120 {
            simulation.step();
        }
        let ragdoll = &simulation.map.ragdolls[0];
        let rig = ragdoll.rig.as_ref().unwrap();
        let particles = &simulation.world.state().particles[ragdoll.particles.clone()];
        let places: Vec<DVec3> = particles.iter().map(|particle| particle.position).collect();
        let turn = DQuat::from_xyzw(0.1, -0.7, 0.3, 0.4).normalize();
        let shift = DVec3::new(3.0, -1.0, 2.0);
        let moved: Vec<DVec3> = places.iter().map(|place| turn * *place + shift).collect();
        let [here, there] = [&places, &moved].map(|places| rig.frames(places).unwrap());
        for ((bone, here), there) in rig.bones().iter().zip(here).zip(there) {
            let [upper, lower] = bone.ends.map(|end| rig.start()[end]);
            let along = here.orientation * (lower - upper).normalize();
            let [upper, lower] = bone.ends.map(|end| places[end]);
            assert!(
                along.abs_diff_eq((lower - upper).normalize(), 1e-9),
                "{}",
                bone.name
            );
            assert!(here.position.abs_diff_eq(0.5 * (upper + lower), 1e-12));
            assert!(there
                .position
                .abs_diff_eq(turn * here.position + shift, 1e-9));
            let same = (turn * here.orientation).dot(there.orientation).abs();
            assert!((same - 1.0).abs() < 1e-9, "{} {same}", bone.name);
        }
    }
}
