//! Why something moved: answers for spans of time.

use glam::DVec3;
use ragdoll_lab::lab::why::{answer, csv, readable, Answer, Group, Question, Subject};
use ragdoll_lab::lab::{History, Input, Progress, Simulation};
use ragdoll_lab::scene::{self, Scene};
use std::sync::Arc;

fn shipped(name: &str) -> Scene {
    scene::parse(scene::find(name).unwrap().text.as_bytes()).unwrap()
}

fn ask(scene: &Scene, name: &str, steps: u64) -> Answer {
    let simulation = Simulation::new(scene).unwrap();
    let subject = Subject::named(scene, &simulation, name).unwrap();
    let question = Question {
        scene: Arc::new(scene.clone()),
        simulation,
        inputs: Arc::new([]),
        subject,
        from: 0,
        to: steps,
    };
    answer(question, 1, || true, |_| ()).unwrap()
}

fn given(answer: &Answer) -> DVec3 {
    let all = answer.causes.iter();
    all.map(|line| DVec3::from(line.momentum_n_s)).sum()
}

#[test]
fn a_thrown_ball_accounts_for_all_its_momentum_and_energy() {
    let mut scene = shipped("mx-throw");
    let launcher = scene.launcher.as_mut().unwrap();
    launcher.fire_at_s = Some(0.2);
    let speed = launcher.speed_m_s;
    let answer = ask(&scene, "ball", 60);
    let [before, after] = [answer.momentum_before_n_s, answer.momentum_after_n_s].map(DVec3::from);
    assert_eq!(before, DVec3::ZERO);
    assert!((given(&answer) - after).length() < 1e-9 * answer.mass_kg * speed);
    let of = |group| {
        let all = answer.causes.iter().filter(move |line| line.group == group);
        all.map(|line| line.work_j).sum::<f64>()
    };
    let thrown = 0.5 * answer.mass_kg * speed * speed;
    assert!((of(Group::Person) / thrown - 1.0).abs() < 1e-9);
    assert!(
        of(Group::Contacts) < -0.3 * thrown,
        "the figure takes much of it"
    );
    let text = readable(&answer);
    assert!(text.contains("throws, blasts and edits"), "{text}");
    assert!(
        text.contains("contact between Upper Torso and a thrown ball"),
        "{text}"
    );
    assert_eq!(csv(&answer).lines().count(), 1 + answer.causes.len());
}

#[test]
fn a_part_of_one_of_two_ragdolls_is_asked_about_by_both_names() {
    let scene = shipped("trebuchet");
    let simulation = Simulation::new(&scene).unwrap();
    let named = |name: &str| Subject::named(&scene, &simulation, name);
    assert!(named("pelvis").is_none());
    assert_eq!(named("MX 1/pelvis").unwrap().movers.len(), 1);
    assert!(named("MX 1").unwrap().movers.len() > 10);
    // A joint stands for what it holds.
    assert_eq!(named("axle").unwrap().movers.len(), 1);
    assert!(named("nobody").is_none() && named("").is_none());
    assert!(Subject::names(&scene, &simulation).contains(&"MX 2/head".to_owned()));
}

/// What a person did in a run is in the answer about it, which is that of the run itself.
#[test]
fn the_past_is_asked_about_as_it_was() {
    let scene = Arc::new(shipped("mx-throw"));
    let mut simulation = Simulation::new(&scene).unwrap();
    let mut history = History::new(scene.clone(), &simulation);
    let launcher = scene.launcher.clone().unwrap();
    for step in 0..60 {
        if step == 10 {
            let input = Input::Throw(launcher.clone());
            assert!(simulation.apply(&input));
            history.note(&simulation, input);
        }
        assert_eq!(history.step(&mut simulation), Progress::Advanced);
    }
    let copy = history.copy_before(&simulation, 5);
    let subject = Subject::everything(&copy);
    let question = Question {
        scene,
        simulation: copy,
        inputs: history.inputs().into(),
        subject,
        from: 5,
        to: 60,
    };
    let asked = |threads| {
        let mut steps = 0;
        let answer = answer(question.clone(), threads, || true, |done| steps = done);
        assert_eq!(steps, 55);
        answer.unwrap()
    };
    let answer = asked(1);
    assert_eq!(answer.hash, simulation.world.state().hash());
    assert_eq!(answer.moments.len(), 55);
    assert!(answer.causes.iter().any(|line| line.group == Group::Person));
    assert_eq!(asked(3), answer, "threads change no bit");
    assert!(ragdoll_lab::lab::why::answer(question, 2, || false, |_| ()).is_none());
}

/// A lever whose middle is pinned to the world and which a second pin turns away from where
/// its limit wants it.
const STRAINED: &str = include_str!("../data/strained.json");

#[test]
fn constraints_that_want_different_things_are_named_with_how_much_they_undo() {
    let scene = scene::parse(STRAINED.as_bytes()).unwrap();
    let answer = ask(&scene, "arm", 120);
    let names = ["limit", "hand"];
    let found = answer.conflicts.iter().find(|line| line.names == names);
    let found = found.unwrap_or_else(|| panic!("{:?}", answer.conflicts));
    assert!(found.undone.iter().all(|share| (0.2..1.0).contains(share)));
    assert!(found.left_deg[0] > 1.0, "the hand turns the arm out of it");
    let text = readable(&answer);
    assert!(text.contains("works against"), "{text}");
    // The two push the arm in opposite ways.
    let [a, b] = found.conflict.pushes.map(|push| push.turn);
    assert!(a.dot(b) < 0.0, "{a} {b}");
}

/// Loads that go from joint to joint are no conflict, nor are limits that hold.
#[test]
fn sound_scenes_have_no_conflicts() {
    for name in [
        "chain",
        "rope",
        "hitman",
        "rings",
        "mx-throw",
        "thesis-rigid",
    ] {
        let mut scene = shipped(name);
        if let Some(launcher) = &mut scene.launcher {
            launcher.fire_at_s = Some(0.1);
        }
        let answer = ask(&scene, "everything", 180);
        assert_eq!(answer.conflicts, [], "{name}");
    }
}

/// A blow passes through the joints from where it hits outward, and ever less of it.
#[test]
fn the_way_of_an_impulse_leads_from_the_hit_through_the_joints() {
    let mut scene = shipped("mx-throw");
    scene.launcher.as_mut().unwrap().fire_at_s = Some(0.0);
    let mut simulation = Simulation::new(&scene).unwrap();
    let model = simulation.world.shared_model().clone();
    let has_hit = |simulation: &Simulation| {
        let shot = simulation.metrics.shot.as_ref();
        shot.is_some_and(|shot| shot.first_hit.is_some())
    };
    while !has_hit(&simulation) {
        assert_eq!(simulation.step(), Progress::Advanced);
    }
    let hit = simulation.world.state().step;
    let answer = ask(&scene, "everything", hit + 3);
    let map = &simulation.map.ragdolls[0];
    let passed = |part: &str| {
        let body = map.body_of(part).unwrap();
        let mover = model.particles.len() + body;
        answer.path.movers.get(&mover).copied().unwrap_or(0.0)
    };
    assert!(passed("upper_torso") > passed("lower_torso"));
    assert!(passed("lower_torso") > passed("l_upper_leg"));
    assert!(passed("l_upper_leg") > passed("l_foot"));
    assert!(passed("l_upper_arm") > passed("l_hand"));
}
