//! Joints that carry far more than their links weigh hold under the standard presets, and what
//! carries no such load is solved as before.

use crate::kit::{advance, on_body, still, world};
use glam::{DQuat, DVec3};
use ragdoll_lab::compile::compile;
use ragdoll_lab::physics::constraint::{Distance, Pin};
use ragdoll_lab::physics::report::joint_error;
use ragdoll_lab::physics::{
    Attachment, BodyModel, Constraint, Model, ParticleModel, ParticleState, State, World,
};
use ragdoll_lab::scene::{parse, Preset, Scene, SHIPPED};

const LINK_M: f64 = 0.2;
const LINK_KG: f64 = 0.1;
/// Joints may open by a centimetre at most.
const OPEN_M: f64 = 0.01;
const WHIRL_RAD_S: f64 = 5.0;
const PRESETS: [Preset; 2] = [Preset::Default, Preset::High];

/// The settings of a preset, with the damping that it has or without.
fn model(preset: Preset, is_damped: bool) -> Model {
    let mut scene = Scene::default();
    scene.solver.preset = preset;
    scene.solver.sleeping = false;
    if !is_damped {
        scene.solver.linear_drag_per_s = Some(0.0);
        scene.solver.angular_drag_per_s = Some(0.0);
        scene.solver.joint_damping_per_s = Some(0.0);
    }
    let settings = compile(&scene).unwrap().0.model().settings.clone();
    Model {
        settings,
        ..Model::default()
    }
}

fn slim(mass: f64, length_m: f64) -> BodyModel {
    let across = mass * length_m * length_m / 12.0;
    crate::kit::body(mass, DVec3::new(across, 0.1 * across, across))
}

/// Bodies of these masses one below the other on pins, `lean` rad from the vertical; the first
/// hangs from the world if it is `held`.
fn chain(mut model: Model, masses: &[f64], lean: f64, held: bool) -> World {
    let mut state = State::default();
    let turn = DQuat::from_rotation_z(lean);
    let end = DVec3::Y * (0.5 * LINK_M);
    for (i, &mass) in masses.iter().enumerate() {
        model.bodies.push(slim(mass, LINK_M));
        let place = turn * (DVec3::NEG_Y * ((i as f64 + 0.5) * LINK_M));
        state.bodies.push(still(place, turn));
        let above = match i {
            0 if !held => continue,
            0 => Attachment::World(DVec3::ZERO),
            _ => on_body(i - 1, -end),
        };
        model.constraints.push(Constraint::Pin(Pin {
            a: above,
            b: on_body(i, end),
            relaxation_factor: 1.0,
        }));
    }
    world(model, state)
}

/// Links, and at their end what weighs so many times as much as one.
fn loaded(links: usize, ratio: f64) -> Vec<f64> {
    let mut masses = vec![LINK_KG; links];
    masses.push(ratio * LINK_KG);
    masses
}

/// Largest joint error of a run, m.
fn largest_error(world: &mut World, seconds: f64) -> f64 {
    let steps = (seconds / world.model().settings.common.step_s).round() as u32;
    let mut largest = 0.0_f64;
    for _ in 0..steps {
        advance(world, 1);
        largest = largest.max(joint_error(world.model(), world.state()));
    }
    largest
}

#[test]
fn light_chains_hold_heavy_ends_hanging_and_swinging() {
    for preset in PRESETS {
        for (links, ratio) in [
            (1, 1000.0),
            (3, 30.0),
            (10, 100.0),
            (10, 1000.0),
            (20, 300.0),
        ] {
            for lean in [0.0, 0.8] {
                let mut world = chain(model(preset, false), &loaded(links, ratio), lean, true);
                let error = largest_error(&mut world, 3.0);
                println!("{preset:?}, {links} links, 1 to {ratio}, {lean} rad: {error:.5} m");
                assert!(
                    error < OPEN_M,
                    "{preset:?}, {links}, {ratio}, {lean}: {error}"
                );
            }
        }
    }
}

/// Each link three times as heavy as the one above: no pair is far apart, the whole is.
#[test]
fn chains_that_grow_heavier_downwards_hold() {
    let masses: Vec<f64> = (0..7).map(|i| LINK_KG * 3.0_f64.powi(i)).collect();
    for preset in PRESETS {
        let error = largest_error(&mut chain(model(preset, false), &masses, 0.5, true), 3.0);
        println!("{preset:?}: {error:.5} m");
        assert!(error < OPEN_M, "{preset:?}: {error}");
    }
}

/// What nothing holds: two heavy bodies that whirl about each other on a light link.
#[test]
fn a_light_link_between_two_heavy_bodies_holds() {
    for preset in PRESETS {
        let mut world = chain(model(preset, false), &[50.0, 0.1, 50.0], 0.0, false);
        let mut state = world.state().clone();
        let middle = state.bodies[1].position;
        for body in &mut state.bodies {
            body.angular_velocity = DVec3::Z * WHIRL_RAD_S;
            body.velocity = body.angular_velocity.cross(body.position - middle);
        }
        world.restore(&state);
        let error = largest_error(&mut world, 2.0);
        println!("{preset:?}: {error:.5} m");
        assert!(error < OPEN_M, "{preset:?}: {error}");
    }
}

/// A load of 1 to 1,000 hangs still.
#[test]
fn what_hangs_stays_where_it_is() {
    for preset in PRESETS {
        let mut world = chain(model(preset, true), &loaded(10, 1000.0), 0.0, true);
        let start = world.state().bodies[10].position;
        advance(&mut world, 600);
        let end = world.state().bodies[10];
        let moved = end.position.distance(start);
        println!("{preset:?}: {moved:.5} m, {:.5} m/s", end.velocity.length());
        assert!(
            moved < OPEN_M && end.velocity.length() < 0.01,
            "{preset:?}: {moved}"
        );
    }
}

/// A rope of particles with a heavy end stretches by less than a hundredth.
#[test]
fn a_rope_of_particles_holds_a_heavy_end() {
    for preset in PRESETS {
        let mut model = model(preset, false);
        let mut state = State::default();
        for i in 0..=10 {
            model.particles.push(ParticleModel {
                fixed: i == 0,
                ..crate::kit::particle(if i == 10 { 50.0 } else { 0.1 })
            });
            state.particles.push(ParticleState {
                position: DVec3::NEG_Y * (f64::from(i) * LINK_M),
                ..ParticleState::default()
            });
        }
        model.constraints = (0..10)
            .map(|i| {
                Constraint::Distance(Distance {
                    a: Attachment::Particle(i),
                    b: Attachment::Particle(i + 1),
                    min: LINK_M,
                    max: LINK_M,
                    relaxation_factor: 1.0,
                    tears_at: f64::INFINITY,
                })
            })
            .collect();
        let mut world = world(model, state);
        let mut stretch = 0.0_f64;
        for _ in 0..180 {
            advance(&mut world, 1);
            let knots = &world.state().particles;
            let lengths = knots
                .windows(2)
                .map(|pair| pair[0].position.distance(pair[1].position));
            stretch = lengths.fold(stretch, |most, length| most.max((length - LINK_M).abs()));
        }
        println!("{preset:?}: {:.4}", stretch / LINK_M);
        assert!(stretch < 0.02 * LINK_M, "{preset:?}: {stretch}");
    }
}

/// Of what is shipped, two scenes carry so much that they need more substeps than are set: a dummy
/// and a ball, each on thin ropes.
#[test]
fn only_thin_ropes_carry_much() {
    const ON_ROPES: [&str; 2] = ["rings", "rope"];
    for shipped in SHIPPED {
        let scene = parse(shipped.text.as_bytes()).unwrap();
        let world = compile(&scene).unwrap().0;
        let ratios = world.model().load_ratios.iter().copied();
        let most = ratios.fold(0.0, f64::max);
        println!("{}: {most}", shipped.name);
        assert_eq!(
            most > 25.0,
            ON_ROPES.contains(&shipped.name),
            "{}: {most}",
            shipped.name
        );
    }
}
