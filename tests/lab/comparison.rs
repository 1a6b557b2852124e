//! Runs side by side: one clock, one person, and the same bits where nothing differs.

use glam::DVec3;
use ragdoll_lab::lab::{Comparison, History, Input, Progress, Simulation, Variant};
use ragdoll_lab::physics::{Attachment, Spring};
use ragdoll_lab::scene::{find, parse, Launcher, Scene};
use std::sync::Arc;

/// A leading run, as the window plays it.
struct Leader {
    history: History,
    simulation: Simulation,
}

impl Leader {
    fn of(scene: Scene) -> Leader {
        let simulation = Simulation::new(&scene).unwrap();
        Leader {
            history: History::new(Arc::new(scene), &simulation),
            simulation,
        }
    }

    fn step(&mut self, steps: u32) {
        for _ in 0..steps {
            assert_eq!(self.history.step(&mut self.simulation), Progress::Advanced);
        }
    }

    fn go_to(&mut self, step: u64) {
        let there = (self.history).go_to(&mut self.simulation, step, u64::MAX, |_| ());
        assert!(there);
    }

    fn apply(&mut self, input: Input) {
        if self.simulation.world.state().step < self.history.end() {
            self.history.end_here(&self.simulation);
        }
        assert!(self.simulation.apply(&input));
        self.history.note(&self.simulation, input);
    }

    fn compare(&self, variants: &[(&str, &[&str])]) -> Comparison {
        let variants = variants.iter();
        let variants = variants.map(|(name, set)| Variant::new(name, set).unwrap());
        Comparison::new(variants.collect(), true, &self.history, &self.simulation)
    }

    fn follow(&self, comparison: &mut Comparison) {
        assert!(comparison.follow(&self.history, &self.simulation, u64::MAX));
    }

    fn hash(&self) -> u64 {
        self.simulation.world.state().hash()
    }
}

fn shipped(name: &str) -> Scene {
    parse(find(name).unwrap().text.as_bytes()).unwrap()
}

fn throw(scene: &Scene) -> Input {
    Input::Throw(Launcher {
        fire_at_s: None,
        ..scene.launcher.clone().unwrap()
    })
}

fn hash(comparison: &Comparison, side: usize) -> u64 {
    let world = &comparison.sides()[side].simulation.world;
    world.state().hash()
}

fn pull(target: DVec3) -> Input {
    Input::Pull {
        grip: Attachment::Body {
            body: 0,
            arm: DVec3::ZERO,
        },
        target,
        spring: Spring::default(),
    }
}

/// Throws, pulls, going back and another future: a side with nothing set otherwise is the
/// leading run to the bit.
#[test]
fn a_side_without_a_difference_is_the_leading_run() {
    let scene = shipped("mx-throw");
    let mut leader = Leader::of(scene.clone());
    let mut comparison = leader.compare(&[("same", &[])]);
    leader.step(20);
    leader.follow(&mut comparison);
    leader.apply(throw(&scene));
    leader.step(25);
    leader.follow(&mut comparison);
    assert_eq!(hash(&comparison, 0), leader.hash());
    for i in 0..10 {
        leader.apply(pull(DVec3::new(0.1 * f64::from(i), 1.5, 0.0)));
        leader.step(u32::from(i % 3 == 0));
        leader.follow(&mut comparison);
        assert_eq!(hash(&comparison, 0), leader.hash());
    }
    leader.apply(Input::Release);
    leader.step(10);
    leader.follow(&mut comparison);
    // Back before the throw, and forth again.
    for step in [10, 40, 21, 44] {
        leader.go_to(step);
        leader.follow(&mut comparison);
        assert_eq!(hash(&comparison, 0), leader.hash(), "step {step}");
    }
    // A future without the pulls, as if the hand had never come.
    leader.go_to(40);
    leader.history.end_here(&leader.simulation);
    leader.step(20);
    leader.follow(&mut comparison);
    assert_eq!(hash(&comparison, 0), leader.hash());
    // Another future.
    leader.go_to(30);
    leader.apply(throw(&scene));
    leader.step(30);
    leader.follow(&mut comparison);
    assert_eq!(hash(&comparison, 0), leader.hash());
    assert!(comparison
        .apart(0)
        .iter()
        .all(|(_, distance)| *distance == 0.0));
    assert!(comparison.apart(0).len() >= 8);
}

/// A comparison that begins late goes through all that was done.
#[test]
fn a_late_comparison_catches_up() {
    let scene = shipped("mx-throw");
    let mut leader = Leader::of(scene.clone());
    leader.step(10);
    leader.apply(throw(&scene));
    leader.step(50);
    let mut comparison = leader.compare(&[("same", &[]), ("uniform", &["solver.weighting=0"])]);
    let mut calls = 0;
    while !comparison.follow(&leader.history, &leader.simulation, 7) {
        calls += 1;
        assert!(calls < 20);
    }
    assert!(calls >= 8);
    assert_eq!(hash(&comparison, 0), leader.hash());
    assert_ne!(hash(&comparison, 1), leader.hash());
    assert!(comparison.apart(1).last().unwrap().1 > 1e-6);
}

/// What a side has otherwise outlives a throw, a retuning and another rate.
#[test]
fn what_differs_goes_on_differing() {
    let scene = shipped("mx-throw");
    let mut leader = Leader::of(scene.clone());
    let mut comparison = leader.compare(&[
        ("slow ball", &["launcher.speed_m_s=4"]),
        ("uniform", &["solver.weighting=0"]),
        ("fast steps", &["solver.rate_hz=120"]),
    ]);
    leader.apply(throw(&scene));
    leader.step(5);
    leader.follow(&mut comparison);
    let ball = |simulation: &Simulation| {
        let ball = simulation.balls()[0];
        simulation.world.state().bodies[ball].velocity.length()
    };
    assert!(ball(&leader.simulation) > 8.0);
    assert!(ball(&comparison.sides()[0].simulation) < 5.0);
    let mut moon = scene.clone();
    moon.gravity_m_s2 = [0.0, -1.6, 0.0];
    let tuning = ragdoll_lab::lab::Tuning::of(&moon);
    leader.apply(Input::Retune(Box::new(tuning)));
    leader.step(5);
    leader.follow(&mut comparison);
    let uniform = &comparison.sides()[1].simulation.world.model().settings;
    assert_eq!(
        (
            uniform.relaxation().unwrap().weighting,
            uniform.common.gravity.y
        ),
        (0.0, -1.6)
    );
    let fast = &comparison.sides()[2].simulation;
    let rate = leader.simulation.world.model().settings.common.step_s * 120.0;
    let expected = (10.0 * rate + 1e-6) as u64;
    assert_eq!(fast.world.state().step, expected);
}

#[test]
fn what_cannot_be_simulated_is_told_and_the_others_go_on() {
    let mut leader = Leader::of(shipped("chain"));
    let mut comparison = leader.compare(&[
        ("same", &[]),
        ("none", &["solver.weighting=7"]),
        ("nobody", &["ragdolls[0].heading_deg=3"]),
    ]);
    leader.step(3);
    leader.follow(&mut comparison);
    assert_eq!(comparison.sides().len(), 1);
    let told: Vec<_> = comparison
        .refused()
        .iter()
        .map(|(v, why)| (&*v.name, why))
        .collect();
    assert!(
        told[0].0 == "none" && told[0].1.contains("out of range"),
        "{told:?}"
    );
    assert!(
        told[1].0 == "nobody" && told[1].1.contains("empty"),
        "{told:?}"
    );
    assert_eq!(comparison.variants().len(), 3);
}

/// A leading run that begins anew takes the sides with it.
#[test]
fn another_run_begins_the_sides_anew() {
    let mut leader = Leader::of(shipped("chain"));
    let mut comparison = leader.compare(&[("same", &[])]);
    leader.step(30);
    leader.follow(&mut comparison);
    let mut other = Leader::of(shipped("mx-throw"));
    other.step(2);
    other.follow(&mut comparison);
    assert_eq!(hash(&comparison, 0), other.hash());
    assert_eq!(comparison.sides()[0].telemetry.end(), 2);
}

/// A nudged twin tells which differences mean something: none between a run and itself,
/// one between strong and weak gravity.
#[test]
fn differences_inside_the_chaos_band_are_told_from_others() {
    let scene = shipped("mx-throw");
    let mut leader = Leader::of(scene.clone());
    let mut comparison = leader.compare(&[("same", &[]), ("moon", &["gravity_m_s2[1]=-1.6"])]);
    leader.apply(throw(&scene));
    for _ in 0..60 {
        leader.step(1);
        leader.follow(&mut comparison);
    }
    let band = comparison.band().last().unwrap().1;
    assert!(band > 1e-9 && band < 0.5, "{band}");
    assert_eq!(comparison.differs(0, 60), Some(false));
    assert_eq!(comparison.differs(1, 60), Some(true));
    assert_eq!(comparison.differs(1, 61), None);
}

/// A take runs beside the scene as it was recorded, whatever is done to the scene, and
/// ends where it ended.
#[test]
fn a_take_runs_as_it_was_recorded() {
    let scene = shipped("mx-throw");
    let mut first = Leader::of(scene.clone());
    first.apply(throw(&scene));
    first.step(40);
    let recording = first.history.recording().unwrap();
    let mut leader = Leader::of(scene.clone());
    let variants = vec![Variant::of_take("take", recording)];
    let mut comparison = Comparison::new(variants, true, &leader.history, &leader.simulation);
    leader.step(20);
    leader.apply(throw(&scene));
    leader.step(20);
    leader.follow(&mut comparison);
    assert_eq!(hash(&comparison, 0), first.hash());
    assert!(comparison.apart(0).last().unwrap().1 > 0.01);
    leader.step(20);
    leader.follow(&mut comparison);
    assert_eq!(comparison.sides()[0].simulation.world.state().step, 40);
    leader.go_to(15);
    leader.follow(&mut comparison);
    first.go_to(15);
    assert_eq!(hash(&comparison, 0), first.hash());
}
