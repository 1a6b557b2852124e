//! The MX ragdoll dropped from half a metre and hit by a ball, over thirty random
//! orientations and the presets that come to rest: what users see of the core.
//!
//! The bounds are those that a right implementation of the equations reaches; they
//! must hold for nine runs in ten, the tenth is printed. `--nocapture` shows all.
//!
//! What the runs beyond nine in ten do:
//!
//! - Run 1 at `default` lies after the ball balanced over an arm. Its pelvis creeps at
//!   0.1 mm/s, and from 50 s on the creep doubles every second: the figure tips over
//!   between 55 and 59 s at 13 mm/s and gives 0.8 J to friction. With sleep it keeps
//!   still, asleep long before.
//! - Runs 15 and 19 at `velocity` lie on bent arms, held between the stops of the
//!   shoulders and the floor. Position passes lift the arms by some millimetres (0.4 J,
//!   pins and stops 0.5 mm and 0.02 degrees off), gravity lowers them again, about once
//!   a second at 20 to 60 mm/s, until friction has brought the hands out: quiet after
//!   12.1 and 12.9 s, where half of the runs are after 4.2 s.

use crate::kit::{floor, Way};
use glam::{DQuat, DVec3};
use ragdoll_lab::compile::compile;
use ragdoll_lab::lab::{Progress, Simulation};
use ragdoll_lab::physics::constraint::ConstraintRows;
use ragdoll_lab::physics::convex::{distance_to_plane, Pose};
use ragdoll_lab::physics::report;
use ragdoll_lab::physics::{BodyModel, BodyState, ContactSpring, StepOutcome, Surface, World};
use ragdoll_lab::scene::{
    part_names, Figure, InertiaPreset, Material, MxFigure, PartOverride, Ragdoll, Scene, Solver,
};

const DROP_M: f64 = 0.5;
const SECONDS: f64 = 60.0;
const BALL_AT_S: f64 = 12.0;
const BALL_MASS_KG: f64 = 5.0;
const BALL_SPEED_M_S: f64 = 12.0;
/// The last ten seconds count as rest.
const REST_FROM_S: f64 = 50.0;
/// Bodies of the ragdoll; the ball comes after them.
const BODIES: usize = 18;

/// Unit quaternions drawn evenly, from a file so that all programs use the same.
fn orientations() -> Vec<[f64; 4]> {
    let number = |text: &str| text.parse::<f64>().unwrap();
    let row = |line: &str| {
        let q: Vec<f64> = line.split(',').map(number).collect();
        let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
        [q[0], q[1], q[2], q[3]].map(|x| x / length)
    };
    include_str!("../data/orientations.csv")
        .lines()
        .skip(1)
        .map(row)
        .collect()
}

/// The ragdoll with its lowest point half a metre above the floor.
fn dropped(orientation: [f64; 4], inertia: InertiaPreset, solver: Solver) -> Scene {
    let mut scene = Scene {
        solver,
        obstacles: vec![floor(1)],
        ragdolls: vec![Ragdoll {
            orientation,
            stands_until_hit: false,
            ..Ragdoll::new(
                2,
                Figure::Mx(MxFigure {
                    inertia,
                    ..MxFigure::default()
                }),
            )
        }],
        ..Scene::default()
    };
    let (world, _) = compile(&scene).unwrap();
    scene.ragdolls[0].position_m[1] = DROP_M - lowest(&world);
    scene
}

fn solver(preset: Way, sleeping: bool) -> Solver {
    let mut solver = Solver {
        sleeping,
        ..Solver::default()
    };
    preset.put_into(&mut solver);
    solver
}

/// Height of the lowest point of the ragdoll, m.
fn lowest(world: &World) -> f64 {
    let floor = Pose {
        position: DVec3::ZERO,
        orientation: DQuat::IDENTITY,
    };
    let bodies = world.model().bodies.iter().zip(&world.state().bodies);
    let heights = bodies.take(BODIES).filter_map(|(constant, motion)| {
        let pose = Pose {
            position: motion.position,
            orientation: motion.orientation,
        };
        Some(distance_to_plane(constant.shape.as_ref()?, &pose, &floor))
    });
    heights.fold(f64::INFINITY, f64::min)
}

/// What is measured of a run, in mm, degrees, m/s and J.
#[derive(Debug, Default, Clone, Copy)]
struct Measures {
    pin_max_mm: f64,
    pin_mean_mm: f64,
    limit_max_deg: f64,
    /// Energy above that of the start and the ball.
    energy_above_j: f64,
    rest_speed_m_s: f64,
    rest_pin_mm: f64,
    rest_limit_deg: f64,
    rest_sink_mm: f64,
    rest_energy_range_j: f64,
}

fn measure(scene: &Scene) -> Measures {
    let (mut world, _) = compile(scene).unwrap();
    let step_s = world.model().settings.common.step_s;
    let steps = (SECONDS / step_s).round() as u64;
    let mut m = Measures::default();
    let mut most_energy_j = energy_j(&world);
    let (mut pin_sum_mm, mut rest_energies) = (0.0, Vec::new());
    for step in 0..steps {
        if step == (BALL_AT_S / step_s).round() as u64 {
            throw(&mut world);
            most_energy_j += ball_energy_j(&world);
        }
        assert_eq!(world.step(), StepOutcome::Advanced, "step {step}");
        m.energy_above_j = m.energy_above_j.max(energy_j(&world) - most_energy_j);
        let (pin_mm, mean_mm, limit_deg) = errors(&world);
        pin_sum_mm += mean_mm;
        m.pin_max_mm = m.pin_max_mm.max(pin_mm);
        m.limit_max_deg = m.limit_max_deg.max(limit_deg);
        if step as f64 * step_s >= REST_FROM_S {
            let bodies = &world.state().bodies[..BODIES];
            let speeds = bodies.iter().map(|b| b.velocity.length());
            m.rest_speed_m_s = speeds.fold(m.rest_speed_m_s, f64::max);
            m.rest_pin_mm = m.rest_pin_mm.max(pin_mm);
            m.rest_limit_deg = m.rest_limit_deg.max(limit_deg);
            m.rest_sink_mm = m.rest_sink_mm.max(-1e3 * lowest(&world));
            rest_energies.push(energy_j(&world) - ball_energy_j(&world));
        }
    }
    m.pin_mean_mm = pin_sum_mm / steps as f64;
    let high = rest_energies.iter().copied().fold(f64::MIN, f64::max);
    let low = rest_energies.iter().copied().fold(f64::MAX, f64::min);
    m.rest_energy_range_j = high - low;
    m
}

/// Largest and mean pin error, mm, and largest limit violation, degrees.
fn errors(world: &World) -> (f64, f64, f64) {
    let (model, state) = (world.model(), world.state());
    let (mut most, mut sum, mut count, mut angle) = (0.0f64, 0.0, 0.0, 0.0f64);
    for constraint in &model.constraints {
        let residual = constraint.residual(state, &model.settings);
        if report::is_joint(constraint) {
            most = most.max(residual.length);
            sum += residual.length;
            count += 1.0;
        } else {
            assert_eq!(
                constraint.row_count(),
                3,
                "only pins and limits are expected"
            );
            angle = angle.max(residual.angle);
        }
    }
    (1e3 * most, 1e3 * sum / count, angle.to_degrees())
}

fn energy_j(world: &World) -> f64 {
    let (model, state) = (world.model(), world.state());
    report::kinetic_energy(model, state) + report::potential_energy(model, state)
}

fn ball_energy_j(world: &World) -> f64 {
    let (constant, motion) = (&world.model().bodies[BODIES], &world.state().bodies[BODIES]);
    let spin = motion.angular_velocity;
    0.5 * constant.mass * motion.velocity.length_squared() + 0.5 * spin.dot(spin * constant.inertia)
        - constant.mass * world.model().settings.common.gravity.dot(motion.position)
}

/// The ball of section 5, from 3 m at the upper torso.
fn throw(world: &mut World) {
    let surface = Surface {
        restitution: 0.3,
        friction: 0.6,
        rolling_resistance: 0.01,
        spring: ContactSpring::NONE,
    };
    let torso = world.state().bodies[2].position;
    let from = DVec3::new(0.0, 1.5, 2.6);
    let motion = BodyState {
        position: torso + from,
        orientation: DQuat::IDENTITY,
        velocity: -from.normalize() * BALL_SPEED_M_S,
        angular_velocity: DVec3::ZERO,
    };
    world.add_body(BodyModel::ball(BALL_MASS_KG, 0.15, surface), motion);
}

fn all_runs(preset: Way, inertia: InertiaPreset) -> Vec<Measures> {
    let run = |q| measure(&dropped(q, inertia, solver(preset, false)));
    let runs: Vec<_> = orientations().into_iter().map(run).collect();
    assert_eq!(runs.len(), 30);
    runs
}

/// Holds the bound for nine runs in ten and prints the distribution.
fn nine_in_ten(what: &str, runs: &[Measures], value: impl Fn(&Measures) -> f64, bound: f64) {
    let mut values: Vec<(f64, usize)> = runs.iter().map(value).zip(0..).collect();
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    let at = |share: f64| values[((values.len() as f64 * share).ceil() as usize).max(1) - 1].0;
    let beyond: Vec<usize> = values
        .iter()
        .filter(|(value, _)| *value >= bound)
        .map(|(_, run)| *run)
        .collect();
    println!(
        "{what:24} median {:9.4}  nine in ten {:9.4}  worst {:9.4}  bound {bound}  beyond it \
         {beyond:?}",
        at(0.5),
        at(0.9),
        at(1.0)
    );
    assert!(at(0.9) < bound, "{what}: {} is not below {bound}", at(0.9));
}

struct Bounds {
    pin_max_mm: f64,
    pin_mean_mm: f64,
    limit_max_deg: f64,
    rest_limit_deg: f64,
    rest_sink_mm: f64,
}

fn check(name: &str, runs: &[Measures], bounds: &Bounds) {
    println!("{name}");
    nine_in_ten("pin at most, mm", runs, |m| m.pin_max_mm, bounds.pin_max_mm);
    nine_in_ten("pin mean, mm", runs, |m| m.pin_mean_mm, bounds.pin_mean_mm);
    nine_in_ten(
        "limit at most, deg",
        runs,
        |m| m.limit_max_deg,
        bounds.limit_max_deg,
    );
    nine_in_ten("rest: speed, m/s", runs, |m| m.rest_speed_m_s, 0.01);
    nine_in_ten("rest: pin, mm", runs, |m| m.rest_pin_mm, 3.0);
    nine_in_ten(
        "rest: limit, deg",
        runs,
        |m| m.rest_limit_deg,
        bounds.rest_limit_deg,
    );
    nine_in_ten(
        "rest: sink, mm",
        runs,
        |m| m.rest_sink_mm,
        bounds.rest_sink_mm,
    );
    nine_in_ten(
        "rest: energy range, J",
        runs,
        |m| m.rest_energy_range_j,
        0.1,
    );
    // Never, not nine times in ten; 1e-9 is rounding of some 900 J.
    let above = runs.iter().map(|m| m.energy_above_j).fold(0.0, f64::max);
    assert!(above < 1e-9, "{name}: {above} J out of nothing");
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn default_preset_keeps_the_ragdoll_together_and_rests() {
    let bounds = Bounds {
        pin_max_mm: 60.0,
        pin_mean_mm: 1.2,
        limit_max_deg: 4.0,
        rest_limit_deg: 0.1,
        rest_sink_mm: 1.0,
    };
    check(
        "default",
        &all_runs(Way::Default, InertiaPreset::Paper),
        &bounds,
    );
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn high_preset_is_tighter() {
    let bounds = Bounds {
        pin_max_mm: 25.0,
        pin_mean_mm: 0.4,
        limit_max_deg: 1.5,
        rest_limit_deg: 0.1,
        rest_sink_mm: 1.0,
    };
    check("high", &all_runs(Way::High, InertiaPreset::Paper), &bounds);
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn figures_under_impulse_rest_and_sink_a_little() {
    let bounds = Bounds {
        // Item 10 asks this of the lighter inertia; the paper's meets it, too.
        pin_max_mm: 30.0,
        pin_mean_mm: 1.2,
        limit_max_deg: 4.0,
        rest_limit_deg: 0.1,
        rest_sink_mm: 3.5,
    };
    check(
        "impulse",
        &all_runs(Way::Impulse, InertiaPreset::Paper),
        &bounds,
    );
}

/// With a limb's own inertia the light shoulder between locked axes is harder.
#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn human_inertia_holds_at_default_and_under_impulse() {
    let default = all_runs(Way::Default, InertiaPreset::Human);
    println!("default, human inertia");
    nine_in_ten("limit at most, deg", &default, |m| m.limit_max_deg, 20.0);
    nine_in_ten("rest: limit, deg", &default, |m| m.rest_limit_deg, 1.5);
    let impulse = all_runs(Way::Impulse, InertiaPreset::Human);
    println!("impulse, human inertia");
    nine_in_ten("pin at most, mm", &impulse, |m| m.pin_max_mm, 30.0);
    nine_in_ten("rest: speed, m/s", &impulse, |m| m.rest_speed_m_s, 0.005);
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn the_ragdoll_sleeps_within_twelve_seconds() {
    for preset in [Way::Default, Way::High, Way::Impulse] {
        let asleep_after_s = |q| {
            let scene = dropped(q, InertiaPreset::Paper, solver(preset, true));
            let (mut world, _) = compile(&scene).unwrap();
            let step_s = world.model().settings.common.step_s;
            let mut steps = 0.0;
            while !world.state().rest[0].asleep && steps * step_s < 30.0 {
                world.step();
                steps += 1.0;
            }
            steps * step_s
        };
        let mut times: Vec<f64> = orientations().into_iter().map(asleep_after_s).collect();
        times.sort_by(f64::total_cmp);
        println!(
            "{preset:?}: asleep after {:.1} s, {:.1}, {:.1}",
            times[15], times[26], times[29]
        );
        assert!(times[26] < 12.0, "{preset:?}: {}", times[26]);
    }
}

/// Section 7: at equal numbers of passes substeps win over iterations.
#[test]
fn substeps_beat_iterations() {
    let mean_mm = |substeps, iterations| {
        let solver = Solver {
            substeps: Some(substeps),
            iterations: Some(iterations),
            ..solver(Way::Default, false)
        };
        let runs = orientations().into_iter().take(6);
        let sum: f64 = runs
            .map(|q| {
                let (mut world, _) =
                    compile(&dropped(q, InertiaPreset::Paper, solver.clone())).unwrap();
                let mut sum = 0.0;
                for _ in 0..480 {
                    world.step();
                    sum += errors(&world).1 / 480.0;
                }
                sum
            })
            .sum();
        sum / 6.0
    };
    let (substeps, iterations) = (mean_mm(8, 1), mean_mm(1, 8));
    println!("8x1: {substeps:.3} mm, 1x8: {iterations:.3} mm");
    assert!(substeps < 0.5 * iterations);
}

/// As in the paper: the velocity-less form rests with sagging joints, the velocity
/// form never rests.
#[test]
fn historic_presets_behave_as_they_say() {
    let end = |preset, q| {
        let scene = dropped(q, InertiaPreset::Paper, solver(preset, false));
        let (mut world, _) = compile(&scene).unwrap();
        let mut fastest: f64 = 0.0;
        for step in 0..900 {
            assert_eq!(world.step(), StepOutcome::Advanced);
            if step >= 600 {
                let speeds = world.state().bodies.iter().map(|b| b.velocity.length());
                fastest = speeds.fold(fastest, f64::max);
            }
        }
        (errors(&world).0, fastest)
    };
    let mut resting = 0;
    for (i, q) in orientations().into_iter().take(10).enumerate() {
        let (sag_mm, speed_m_s) = end(Way::Poses, q);
        let (_, restless_m_s) = end(Way::Velocities, q);
        println!("{i}: paper sags {sag_mm:.0} mm at {speed_m_s:.4} m/s, velocity form {restless_m_s:.2} m/s");
        assert!((15.0..80.0).contains(&sag_mm), "{sag_mm} mm");
        assert!(restless_m_s > 0.05);
        resting += u32::from(speed_m_s < 0.05);
        assert!(speed_m_s < 0.2, "{speed_m_s} m/s");
    }
    // What lies on an edge that two iterations do not hold rocks on.
    assert!(resting >= 8, "{resting} of 10 rest");
}

/// A figure that lies on an icy slope, its parts with this friction of their own.
fn on_a_slope(friction: Option<f64>) -> Scene {
    let mut scene = dropped([0.5, 0.5, 0.5, 0.5], InertiaPreset::Box, Solver::default());
    scene.gravity_m_s2 = [3.0, -9.0, 0.0];
    scene.materials = vec![Material {
        id: 3,
        friction: 0.1,
        ..Material::default()
    }];
    let ragdoll = &mut scene.ragdolls[0];
    ragdoll.material = Some(3);
    let own = |part: &&str| PartOverride {
        friction,
        ..PartOverride::of(*part)
    };
    ragdoll.parts = part_names(&ragdoll.figure).iter().map(own).collect();
    scene
}

fn slide(simulation: &mut Simulation, seconds: f64) -> f64 {
    let x = |simulation: &Simulation| simulation.world.state().bodies[0].position.x;
    let before = x(simulation);
    for _ in 0..(seconds * 60.0) as usize {
        assert_eq!(simulation.step(), Progress::Advanced);
    }
    x(simulation) - before
}

#[test]
fn parts_of_higher_friction_slide_less_and_take_it_over_while_they_slide() {
    let mut icy = Simulation::new(&on_a_slope(None)).unwrap();
    let mut rough = Simulation::new(&on_a_slope(Some(4.0))).unwrap();
    let (far, near) = (slide(&mut icy, 3.0), slide(&mut rough, 3.0));
    assert!(far > 2.0 && near < 0.5 * far, "{far} m, {near} m");
    assert!(icy.remodel(&on_a_slope(Some(4.0))).unwrap());
    slide(&mut icy, 3.0);
    let rest = slide(&mut icy, 1.0);
    assert!(rest < 0.05, "it still slides {rest} m in a second");
}
