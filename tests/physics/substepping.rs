//! Substeps of each island: what was hit hard is solved in finer ones while it whirls, and
//! nothing else is.

use crate::kit::{advance, Form, FORMS};
use glam::DVec3;
use ragdoll_lab::compile::{compile, flatten};
use ragdoll_lab::lab::{run, RunSettings};
use ragdoll_lab::physics::lanes::{threads, Lanes};
use ragdoll_lab::physics::probe::{Probe, Stage};
use ragdoll_lab::physics::{
    BodyModel, BodyState, ColliderId, ContactSpring, State, Surface, World,
};
use ragdoll_lab::scene::{self, Preset, Ragdoll, Scene};

/// Worst limit violation, degrees, and joint error, m, of a hit at a speed, m/s.
const GOALS: [(f64, f64, f64); 2] = [(12.0, 3.0, 0.012), (30.0, 2.0, 0.016)];
/// Until a figure that was hit lies, s.
const SECONDS: f64 = 5.0;
/// Of the default preset.
const SET: u32 = 4;
/// Most for the sake of joints.
const MOST: u32 = 24;
/// Distance at which nothing meets, m.
const FAR_M: f64 = 40.0;

fn shipped(name: &str) -> Scene {
    scene::parse(scene::find(name).unwrap().text.as_bytes()).unwrap()
}

#[test]
fn a_hit_leaves_joints_and_limits_nearly_closed() {
    for preset in [Preset::Default, Preset::High] {
        for (speed_m_s, limit_deg, joint_m) in GOALS {
            let mut scene = shipped("mx-throw");
            scene.solver.preset = preset;
            scene.launcher.as_mut().unwrap().speed_m_s = speed_m_s;
            let seconds = RunSettings::Seconds(SECONDS);
            let report = run(&scene, seconds, |_| ()).unwrap().report;
            let violation_deg = report.max_limit_violation_deg.unwrap();
            let error_m = report.max_joint_error_m;
            println!("{preset:?}, {speed_m_s} m/s: {violation_deg:.2}°, {error_m:.4} m");
            assert!(violation_deg < limit_deg, "{preset:?}, {speed_m_s} m/s");
            assert!(error_m < joint_m, "{preset:?}, {speed_m_s} m/s");
        }
    }
}

/// Figures that stand on a floor until they are hit, in a row.
fn standing(count: u32, form: Form) -> (Scene, World) {
    let mut scene = shipped("mx-throw");
    scene.launcher = None;
    let first = scene.ragdolls.remove(0);
    for place in 0..count {
        scene.ragdolls.push(Ragdoll {
            id: 100 + place,
            position_m: [f64::from(place) * FAR_M, 0.0, 0.0],
            ..first.clone()
        });
    }
    let mut world = compile(&scene).unwrap().0;
    let mut settings = world.model().settings.clone();
    form.put_into(&mut settings);
    world.retune(settings);
    (scene, world)
}

/// Throws a ball at the chest of the figure at a place of the row; the index of the ball.
fn throw(world: &mut World, place: u32, speed_m_s: f64) -> usize {
    let surface = Surface {
        restitution: 0.9,
        friction: 0.5,
        rolling_resistance: 0.01,
        spring: ContactSpring::NONE,
    };
    let motion = BodyState {
        position: DVec3::new(f64::from(place) * FAR_M + 0.05, 1.3, 1.5),
        velocity: DVec3::Z * -speed_m_s,
        ..BodyState::default()
    };
    world.add_body(BodyModel::ball(5.0, 0.15, surface), motion)
}

/// The bodies of the figure at a place, of so many, and its ball.
fn of_figure(state: &State, place: usize, count: usize) -> Vec<BodyState> {
    let parts = (state.bodies.len() - count) / count;
    let mut bodies = state.bodies[place * parts..(place + 1) * parts].to_vec();
    bodies.push(state.bodies[count * parts + place]);
    bodies
}

/// Counts the substeps of steps.
#[derive(Default)]
struct Counter(u32);

impl Probe for Counter {
    fn begin(&mut self, stage: Stage) {
        self.0 += u32::from(stage == Stage::Collision);
    }
    fn end(&mut self, _: Stage, _: usize) {}
}

fn substeps_of_next(world: &mut World) -> u32 {
    let mut counter = Counter::default();
    world.step_watched(&mut counter);
    counter.0
}

#[test]
fn a_figure_that_was_hit_moves_as_it_does_alone() {
    for form in FORMS {
        let mut both = standing(2, form).1;
        let mut alone = standing(1, form).1;
        throw(&mut both, 0, 12.0);
        throw(&mut alone, 0, 12.0);
        throw(&mut both, 1, 30.0);
        for step in 0..180 {
            advance(&mut both, 1);
            advance(&mut alone, 1);
            let [there, here] = [(&both, 2), (&alone, 1)].map(|(w, n)| of_figure(w.state(), 0, n));
            assert_eq!(there, here, "{form:?}, step {step}");
        }
        assert!(both.state().rest.iter().any(|rest| !rest.asleep));
    }
}

#[test]
fn a_figure_that_falls_keeps_its_motion_when_another_is_hit() {
    for form in FORMS {
        let mut fell = standing(2, form).1;
        // What pushes it stays far below a hard hit.
        throw(&mut fell, 1, 3.0);
        let mut calm = fell.clone();
        throw(&mut fell, 0, 30.0);
        throw(&mut calm, 0, 0.0);
        let parts = (fell.state().bodies.len() - 2) / 2;
        for step in 0..150 {
            advance(&mut fell, 1);
            advance(&mut calm, 1);
            let [one, other] = [&fell, &calm].map(|w| w.state().bodies[parts..=2 * parts].to_vec());
            assert_eq!(one, other, "{form:?}, step {step}");
        }
        let articulation = fell.model().bodies[parts].articulation;
        assert!(!fell.state().rest[articulation].hit);
    }
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn lanes_threads_and_checkpoints_change_nothing_where_figures_make_different_substeps() {
    for form in FORMS {
        let mut world = standing(5, form).1;
        for (place, speed) in [12.0, 30.0, 2.0, 17.0, 9.0].into_iter().enumerate() {
            throw(&mut world, place as u32, speed);
        }
        let mut others = [(); 4].map(|()| world.clone());
        others[0].set_threads(threads(3));
        others[1].set_lanes(Lanes::One);
        for step in 0..150 {
            advance(&mut world, 1);
            let [shared, single, watched, rewound] = &mut others;
            advance(shared, 1);
            advance(single, 1);
            substeps_of_next(watched);
            let checkpoint = rewound.state().clone();
            advance(rewound, 1);
            rewound.restore(&checkpoint);
            advance(rewound, 1);
            let hashes = others.each_ref().map(|other| other.state().hash());
            assert_eq!(hashes, [world.state().hash(); 4], "{form:?}, step {step}");
        }
    }
}

#[test]
fn only_what_was_hit_hard_makes_more_substeps_and_only_until_it_is_calm() {
    let mut world = standing(1, Form::Verlet).1;
    throw(&mut world, 0, 12.0);
    let mut counts = Vec::new();
    for _ in 0..600 {
        let next = substeps_of_next(&mut world);
        counts.push(next);
    }
    // The ball and the figure make their own when they are apart.
    assert!(counts.iter().all(|&n| n <= MOST + SET), "{counts:?}");
    assert!(counts.iter().any(|&n| n > 2 * SET), "{counts:?}");
    assert!(counts[300..].iter().all(|&n| n <= SET), "{counts:?}");
    assert!(world.state().rest.iter().all(|rest| !rest.hit));

    let mut falls = shipped("mx-drop");
    falls.solver.preset = Preset::Default;
    let mut world = compile(&falls).unwrap().0;
    for step in 0..300 {
        assert!(substeps_of_next(&mut world) <= SET, "step {step}");
    }
}

#[test]
fn a_saved_figure_goes_on_in_fine_substeps() {
    let (scene, _) = standing(1, Form::Verlet);
    let (mut world, map) = compile(&scene).unwrap();
    let ball = throw(&mut world, 0, 20.0);
    let touches = |world: &World| {
        let mut contacts = world.contacts().iter();
        contacts.any(|c| [c.a.owner, c.b.owner].contains(&ColliderId::Body(ball)))
    };
    advance(&mut world, 20);
    for _ in 0..20 {
        if touches(&world) {
            advance(&mut world, 1);
        }
    }
    assert!(!touches(&world), "still there");
    let saved = flatten(&scene, &world, &map, &[ball]);
    assert!(saved.ragdolls[0].pose.as_ref().unwrap().hit);
    let mut loaded = compile(&saved).unwrap().0;
    for step in 0..40 {
        advance(&mut world, 1);
        advance(&mut loaded, 1);
        let [here, there] = [&world, &loaded].map(|w| w.state().bodies[..ball].to_vec());
        assert_eq!(here, there, "step {step}");
    }
}
