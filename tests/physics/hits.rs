//! A ball of 5 kg against every part of the figures: momentum, energy, restitution,
//! and that nothing passes through (specification, section 3.5 and section 9,
//! items 6 and 9).

use crate::kit::{advance, floor, Chance, Way};
use glam::{DQuat, DVec3};
use ragdoll_lab::compile::{compile, RagdollMap};
use ragdoll_lab::physics::convex::distance;
use ragdoll_lab::physics::report::{joint_error, kinetic_energy, momentum, potential_energy};
use ragdoll_lab::physics::{
    BodyModel, BodyState, ColliderId, ContactSpring, Convex, Impact, Pose, State, Surface, World,
};
use ragdoll_lab::scene::{Figure, FigureBuild, MxFigure, Ragdoll, Scene, ThesisFigure};

/// Every push acts on both sides; what is left is rounding.
const MOMENTUM_TOLERANCE: f64 = 1e-11;
/// Item 6, through a whole step.
const RESTITUTION_TOLERANCE: f64 = 0.03;
/// Share of the smaller inner radius from which a ball counts as inside a part.
const INSIDE: f64 = 0.5;
const MASS_KG: f64 = 5.0;
const RADIUS_M: f64 = 0.1;
/// From the centre of the part to that of the ball at the start, m: clear of every
/// figure, and no multiple of a step.
const DISTANCE_M: f64 = 2.03;
/// Beside the middle of a part, so that nothing is met head on by chance, m.
const ASIDE: DVec3 = DVec3::new(0.007, 0.011, 0.005);
/// Of the ball, from shot to shot.
const RESTITUTIONS: [f64; 4] = [0.0, 0.3, 0.5, 0.9];

const PRESETS: [Way; 3] = [Way::Default, Way::High, Way::Impulse];

#[derive(Clone, Copy, PartialEq)]
enum Place {
    FreeSpace,
    Floor,
}

fn mx() -> Figure {
    Figure::Mx(MxFigure::default())
}

fn rigid_thesis() -> Figure {
    Figure::Thesis(ThesisFigure {
        build: FigureBuild::RigidWithLimits,
        ..ThesisFigure::default()
    })
}

fn scene_of(figure: Figure, preset: Way, place: Place) -> Scene {
    let mut scene = Scene {
        ragdolls: vec![Ragdoll {
            stands_until_hit: place == Place::Floor,
            ..Ragdoll::new(1, figure)
        }],
        ..Scene::default()
    };
    preset.put_into(&mut scene.solver);
    scene.solver.sleeping = false;
    match place {
        Place::FreeSpace => {
            scene.gravity_m_s2 = [0.0; 3];
            scene.solver.linear_drag_per_s = Some(0.0);
            scene.solver.angular_drag_per_s = Some(0.0);
        }
        Place::Floor => scene.obstacles.push(floor(2)),
    }
    scene
}

/// What has a surface, and its name.
fn parts(map: &RagdollMap) -> Vec<(ColliderId, &'static str)> {
    let owners: Vec<_> = match map.bodies.is_empty() {
        true => map.sticks.clone().map(ColliderId::Stick).collect(),
        false => map.bodies.clone().map(ColliderId::Body).collect(),
    };
    let names = map.parts.iter().copied().chain(std::iter::repeat("stick"));
    owners.into_iter().zip(names).collect()
}

fn hull(world: &World, state: &State, owner: ColliderId) -> Option<(Convex, Pose)> {
    let model = world.model();
    match owner {
        ColliderId::Body(i) => {
            let motion = state.bodies[i];
            let pose = Pose {
                position: motion.position,
                orientation: motion.orientation,
            };
            Some((model.bodies[i].shape.clone()?, pose))
        }
        ColliderId::Stick(i) => {
            let stick = &model.sticks[i];
            let [a, b] = [stick.a, stick.b].map(|p| state.particles[p].position);
            let pose = Pose {
                position: (a + b) * 0.5,
                orientation: DQuat::IDENTITY,
            };
            let shape = Convex::limb((b - a) * 0.5, stick.radius, stick.flat);
            (stick.radius > 0.0).then_some((shape, pose))
        }
        ColliderId::Particle(_)
        | ColliderId::Tetrahedron(_)
        | ColliderId::Triangle(_)
        | ColliderId::Piece(_)
        | ColliderId::Obstacle(_) => None,
    }
}

#[derive(Clone, Copy, Debug)]
struct Throw {
    target: DVec3,
    direction: DVec3,
    speed: f64,
    restitution: f64,
}

impl Throw {
    /// Adds the ball and returns its index.
    fn into(self, world: &mut World) -> usize {
        let surface = Surface {
            restitution: self.restitution,
            friction: 0.6,
            rolling_resistance: 0.01,
            spring: ContactSpring::NONE,
        };
        // What it falls by on its way.
        let seconds = DISTANCE_M / self.speed;
        let fall = world.model().settings.common.gravity * (0.5 * seconds * seconds);
        let motion = BodyState {
            position: self.target - self.direction * DISTANCE_M - fall + ASIDE,
            velocity: self.direction * self.speed,
            ..crate::kit::still(DVec3::ZERO, DQuat::IDENTITY)
        };
        world.add_body(BodyModel::ball(MASS_KG, RADIUS_M, surface), motion)
    }
}

/// From the front, from the side of the part, and from above.
fn directions(part: DVec3) -> [(&'static str, DVec3); 3] {
    let inward = if part.x < -1e-6 { 1.0 } else { -1.0 };
    [
        ("front", DVec3::NEG_Z),
        ("side", DVec3::X * inward),
        ("above", DVec3::NEG_Y),
    ]
}

/// Overlap of the ball with the parts as a share of the smaller inner radius.
#[derive(Default, Clone, Copy)]
struct Overlap {
    /// At the end of any step.
    at_steps: f64,
    /// At any time up to the end of the step of the first hit, all moving evenly.
    until_hit: f64,
    /// The same afterwards.
    after_hit: f64,
}

fn share_inside(world: &World, states: [&State; 2], ball: usize, part: ColliderId, s: f64) -> f64 {
    let Some(((shape, from), (_, to))) =
        hull(world, states[0], part).zip(hull(world, states[1], part))
    else {
        return 0.0;
    };
    let pose = Pose {
        position: from.position.lerp(to.position, s),
        orientation: from.orientation.slerp(to.orientation, s),
    };
    let [a, b] = states.map(|state| state.bodies[ball].position);
    let at = Pose {
        position: a.lerp(b, s),
        orientation: DQuat::IDENTITY,
    };
    let least = RADIUS_M.min(shape.inner_radius());
    -distance(&Convex::sphere(RADIUS_M), &at, &shape, &pose) / least
}

/// What a shot did within a second.
struct Shot {
    hit: bool,
    overlap: Overlap,
    /// Greatest rise of the energy above that of the start, over the ball's.
    gain: f64,
    /// Relative change of the momentum.
    momentum: f64,
    /// Error of e at the first contact if it is alone.
    restitution: Option<f64>,
    /// Greatest speed of a part over that of the ball.
    speed: f64,
    /// Greatest error of a joint, m, and that after the second.
    joints: [f64; 2],
}

fn shoot(mut world: World, map: &RagdollMap, throw: Throw, samples: u32) -> Shot {
    const STEPS: u32 = 60;
    let ball = throw.into(&mut world);
    let parts = parts(map);
    let energy = kinetic_energy(world.model(), world.state());
    let total = |world: &World| {
        let (model, state) = (world.model(), world.state());
        kinetic_energy(model, state) + potential_energy(model, state)
    };
    let start = total(&world);
    let p = momentum(world.model(), world.state());
    let mut shot = Shot {
        hit: false,
        overlap: Overlap::default(),
        gain: 0.0,
        momentum: 0.0,
        restitution: None,
        speed: 0.0,
        joints: [0.0; 2],
    };
    // Until the ball is there, and a second after.
    let steps = STEPS + (DISTANCE_M / throw.speed * 60.0) as u32;
    for _ in 0..steps {
        let before = world.state().clone();
        advance(&mut world, 1);
        let now = world.state();
        let overlap = &mut shot.overlap;
        for &(part, _) in &parts {
            let inside = |s| share_inside(&world, [&before, now], ball, part, s);
            overlap.at_steps = overlap.at_steps.max(inside(1.0));
            let within = match shot.hit {
                false => &mut overlap.until_hit,
                true => &mut overlap.after_hit,
            };
            for sample in 0..=samples {
                *within = within.max(inside(f64::from(sample) / f64::from(samples.max(1))));
            }
        }
        let of_ball = |i: &&Impact| {
            let floor = i
                .owners
                .iter()
                .any(|o| matches!(o, ColliderId::Obstacle(_)));
            i.owners.contains(&ColliderId::Body(ball)) && !floor
        };
        let impacts: Vec<_> = world.impacts().iter().filter(of_ball).collect();
        if !shot.hit && !impacts.is_empty() {
            shot.hit = true;
            let first = impacts[0];
            let alone = world
                .impacts()
                .iter()
                .filter(|i| i.substep == first.substep);
            if alone.count() == 1 {
                let e = -first.separation / first.approach;
                shot.restitution = Some(e - throw.restitution);
            }
        }
        shot.gain = shot.gain.max((total(&world) - start) / energy);
        let bodies = map.bodies.clone().map(|i| now.bodies[i].velocity);
        let particles = map.particles.clone().map(|i| now.particles[i].velocity);
        let speeds = bodies.chain(particles).map(DVec3::length);
        shot.speed = shot.speed.max(speeds.fold(0.0, f64::max) / throw.speed);
        let error = joint_error(world.model(), now);
        shot.joints = [shot.joints[0].max(error), error];
    }
    shot.momentum = (momentum(world.model(), world.state()) - p).length() / p.length();
    shot
}

/// The least value below which lie these shares of the values.
fn quantiles(values: &mut [f64]) -> [f64; 4] {
    values.sort_by(f64::total_cmp);
    [0.5, 0.9, 0.99, 1.0].map(|q| {
        let place = (q * values.len() as f64).ceil() as usize;
        values.get(place.saturating_sub(1)).copied().unwrap_or(0.0)
    })
}

/// Shoots at all parts from all sides with all speeds; a line of figures each.
fn campaign(
    what: &str,
    scene: &Scene,
    speeds: &[f64],
    samples: u32,
    mut judge: impl FnMut(&Shot, f64) -> Option<String>,
) -> Vec<String> {
    let (standing, map) = compile(scene).unwrap();
    let map = &map.ragdolls[0];
    let mut failures = Vec::new();
    let mut number = 0;
    for &speed in speeds {
        let mut shots = Vec::new();
        for (owner, name) in parts(map) {
            let Some((_, pose)) = hull(&standing, standing.state(), owner) else {
                continue;
            };
            for (from, direction) in directions(pose.position) {
                number += 1;
                let throw = Throw {
                    target: pose.position,
                    direction,
                    speed,
                    restitution: RESTITUTIONS[number % RESTITUTIONS.len()],
                };
                let shot = shoot(standing.clone(), map, throw, samples);
                if let Some(failure) = judge(&shot, speed) {
                    failures.push(format!(
                        "{what}, {name} from {from}, {speed} m/s, e {}: {failure}",
                        throw.restitution
                    ));
                }
                shots.push(shot);
            }
        }
        let most = |value: fn(&Shot) -> f64| shots.iter().map(value).fold(0.0, f64::max);
        let alone = shots.iter().filter(|s| s.restitution.is_some()).count();
        let mut joints: Vec<_> = shots.iter().map(|s| 1e3 * s.joints[0]).collect();
        let [half, tenth, hundredth, worst] = quantiles(&mut joints);
        println!(
            "{what}, {speed} m/s: {} shots; |dp|/|p| {:.1e}; energy +{:.1e}; e within {:.4} \
             ({alone} alone); inside {:.2} at steps, {:.2} until the hit, {:.2} after; speed x \
             {:.2}; joints {half:.1}/{tenth:.1}/{hundredth:.1}/{worst:.1} mm, after {:.1}",
            shots.len(),
            most(|s| s.momentum),
            most(|s| s.gain),
            most(|s| s.restitution.unwrap_or(0.0).abs()),
            most(|s| s.overlap.at_steps),
            most(|s| s.overlap.until_hit),
            most(|s| s.overlap.after_hit),
            most(|s| s.speed),
            most(|s| 1e3 * s.joints[1]),
        );
    }
    failures
}

#[track_caller]
fn none(failures: &[String]) {
    assert!(
        failures.is_empty(),
        "{} failures, such as\n{}",
        failures.len(),
        failures[..failures.len().min(16)].join("\n")
    );
}

/// What holds everywhere.
fn judged_anywhere(shot: &Shot) -> Vec<String> {
    let e = shot.restitution.unwrap_or(0.0);
    let wrong = [
        (!shot.hit).then(|| "no hit".to_owned()),
        (shot.speed == 0.0).then(|| "nothing was pushed".to_owned()),
        (shot.gain > 0.0).then(|| format!("energy +{:e}", shot.gain)),
        (e.abs() > RESTITUTION_TOLERANCE).then(|| format!("e off by {e}")),
        (shot.overlap.at_steps > INSIDE).then(|| format!("inside {}", shot.overlap.at_steps)),
    ];
    wrong.into_iter().flatten().collect()
}

fn judged_in_free_space(shot: &Shot) -> Option<String> {
    let through = shot.overlap.until_hit;
    let wrong = [
        (shot.momentum > MOMENTUM_TOLERANCE).then(|| format!("|dp|/|p| {:e}", shot.momentum)),
        (through > INSIDE).then(|| format!("through by {through}")),
    ];
    let mut failures = judged_anywhere(shot);
    failures.extend(wrong.into_iter().flatten());
    (!failures.is_empty()).then(|| failures.join(", "))
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn every_part_answers_a_ball_in_free_space() {
    let mut failures = Vec::new();
    for preset in PRESETS {
        let scene = scene_of(mx(), preset, Place::FreeSpace);
        let what = format!("free, {preset:?}");
        let judge = |shot: &Shot, _| judged_in_free_space(shot);
        failures.extend(campaign(&what, &scene, &[5.0, 20.0, 60.0], 16, judge));
    }
    none(&failures);
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn the_other_figures_answer_a_ball_in_free_space() {
    let mut failures = Vec::new();
    for preset in PRESETS {
        for (name, figure) in [("thesis", rigid_thesis()), ("hitman", Figure::Hitman {})] {
            let scene = scene_of(figure, preset, Place::FreeSpace);
            let what = format!("{name}, {preset:?}");
            let judge = |shot: &Shot, _| judged_in_free_space(shot);
            failures.extend(campaign(&what, &scene, &[20.0], 16, judge));
        }
    }
    none(&failures);
}

/// Greatest speed of a part over that of the ball: a light part is thrown ahead with
/// up to (1 + e) 5/(5 + m), and its joints and limits crack it like a whip.
const SPEED_FACTOR: f64 = 2.0;
/// Greatest error of a joint under a ball of 60 m/s, m.
const JOINT_M: f64 = 0.15;

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn every_part_answers_a_ball_on_the_floor() {
    let mut failures = Vec::new();
    for preset in PRESETS {
        let scene = scene_of(mx(), preset, Place::Floor);
        let what = format!("floor, {preset:?}");
        failures.extend(campaign(
            &what,
            &scene,
            &[5.0, 20.0, 60.0],
            0,
            |shot, speed| {
                // What falls is as fast as a slow ball.
                let fast = shot.speed * speed > SPEED_FACTOR * speed.max(10.0);
                let wrong = [
                    fast.then(|| format!("speed x {}", shot.speed)),
                    (shot.joints[0] > JOINT_M).then(|| format!("joints {} m", shot.joints[0])),
                ];
                let mut failures = judged_anywhere(shot);
                failures.extend(wrong.into_iter().flatten());
                (!failures.is_empty()).then(|| failures.join(", "))
            },
        ));
    }
    none(&failures);
}

/// Overlap of two parts of a figure that lands on them, and when it lies, m: soft
/// contacts give way under load.
const OVERLAP_M: f64 = 0.02;
const RESTING_OVERLAP_M: f64 = 0.006;
/// The same of impulses: their contacts give way, their stops do not, and so two limbs that a
/// stop presses together stay in each other.
const RESTING_OVERLAP_OF_IMPULSES_M: f64 = 0.013;
/// A fall of a metre ends at 4.4 m/s, and its joints whip the limbs, m/s.
const LANDING_M_S: f64 = 9.0;
/// Until figures lie: seven seconds, since some roll over before.
const STEPS_TO_LIE: u32 = 480;
/// Even then one may still turn, m/s.
const SETTLING_M_S: f64 = 1.0;

#[test]
fn parts_of_one_figure_keep_out_of_each_other() {
    let mut chance = Chance::new(4);
    for preset in PRESETS {
        let mut scene = scene_of(mx(), preset, Place::Floor);
        scene.ragdolls[0].stands_until_hit = false;
        scene.ragdolls[0].self_collision = true;
        scene.ragdolls[0].position_m[1] = 1.0;
        let mut worst = [0.0_f64; 2];
        let mut last = [0.0_f64; 2];
        for _ in 0..6 {
            let q = chance.rotation();
            scene.ragdolls[0].orientation = [q.w, q.x, q.y, q.z];
            let (mut world, _) = compile(&scene).unwrap();
            let pairs: Vec<_> = world
                .model()
                .pair_rules
                .iter()
                .map(|rule| rule.pair)
                .collect();
            assert!(pairs.len() > 100);
            for step in 0..STEPS_TO_LIE {
                advance(&mut world, 1);
                let state = world.state();
                for pair in &pairs {
                    let [a, b] = pair.map(|owner| hull(&world, state, owner).unwrap());
                    let deep = -distance(&a.0, &a.1, &b.0, &b.1);
                    worst[0] = worst[0].max(deep);
                    if step > STEPS_TO_LIE - 60 {
                        last[0] = last[0].max(deep);
                    }
                }
                let speeds = state.bodies.iter().map(|b| b.velocity.length());
                let speed = speeds.fold(0.0, f64::max);
                worst[1] = worst[1].max(speed);
                if step > STEPS_TO_LIE - 60 {
                    last[1] = last[1].max(speed);
                }
            }
        }
        println!(
            "self-collision, {preset:?}: overlap {:.1} mm, in the last second {:.2} mm; speed \
             {:.2}, in the last second {:.3} m/s",
            1e3 * worst[0],
            1e3 * last[0],
            worst[1],
            last[1]
        );
        assert!(worst[0] < OVERLAP_M && worst[1] < LANDING_M_S, "{preset:?}");
        let resting_overlap_m = match preset {
            Way::Impulse => RESTING_OVERLAP_OF_IMPULSES_M,
            _ => RESTING_OVERLAP_M,
        };
        assert!(
            last[0] < resting_overlap_m && last[1] < SETTLING_M_S,
            "{preset:?}"
        );
    }
}
