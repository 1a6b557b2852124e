//! The history of a running simulation: every step can be reached again bit by bit, within
//! a bound of memory, over everything that a person did; and edits while it runs.

use glam::DVec3;
use ragdoll_lab::lab::difference::first_difference;
use ragdoll_lab::lab::{
    shot_text, EventKind, History, Input, Progress, Recording, Simulation, Tuning,
};
use ragdoll_lab::physics::method::{self, METHODS};
use ragdoll_lab::physics::{report, Attachment, Blast, Spring, State};
use ragdoll_lab::scene::{find, parse, Launcher, PartLimit, PartOverride, Scene};
use std::sync::Arc;
use std::time::Instant;

fn shipped(name: &str) -> Arc<Scene> {
    Arc::new(parse(find(name).unwrap().text.as_bytes()).unwrap())
}

fn scene_of(things: &str) -> Arc<Scene> {
    let text = format!(r#"{{"format": "ragdoll-scene", "version": 2, {things}}}"#);
    Arc::new(serde_json::from_str(&text).unwrap())
}

/// Three balls that fall past each other, with a floor.
fn balls() -> Arc<Scene> {
    scene_of(
        r#""obstacles": [{"id": 1, "shape": {"plane": {}}}],
        "bodies": [
            {"id": 2, "shape": {"sphere": {"radius_m": 0.1}}, "mass_kg": 1, "position_m": [0, 9, 0]},
            {"id": 3, "shape": {"sphere": {"radius_m": 0.1}}, "mass_kg": 1, "position_m": [2, 9, 0]},
            {"id": 4, "shape": {"sphere": {"radius_m": 0.1}}, "mass_kg": 1, "position_m": [4, 9, 0]}]"#,
    )
}

struct Run {
    history: History,
    simulation: Simulation,
}

impl Run {
    fn new(scene: &Arc<Scene>, budget: usize) -> Run {
        let simulation = Simulation::new(scene).unwrap();
        let history = History::within(budget, scene.clone(), &simulation);
        Run {
            history,
            simulation,
        }
    }

    fn input(&mut self, input: Input) {
        assert!(self.simulation.apply(&input), "{input:?}");
        self.history.note(&self.simulation, input);
    }

    fn step(&mut self) {
        assert_eq!(self.history.step(&mut self.simulation), Progress::Advanced);
    }

    fn go_to(&mut self, step: u64) {
        assert!(self
            .history
            .go_to(&mut self.simulation, step, u64::MAX, |_| ()));
        assert_eq!(self.now(), step);
    }

    fn now(&self) -> u64 {
        self.simulation.world.state().step
    }

    fn hash(&self) -> u64 {
        self.simulation.world.state().hash()
    }
}

/// A part with its own limits and mass.
fn with_part(scene: &Scene, part: &str, limit: [f64; 2], mass_kg: Option<f64>) -> Arc<Scene> {
    let mut scene = scene.clone();
    let part = PartOverride {
        mass_kg,
        limit: Some(PartLimit {
            min_deg: [limit[0]; 3],
            max_deg: [limit[1]; 3],
            restitution: 0.0,
            zero: [1.0, 0.0, 0.0, 0.0],
        }),
        ..PartOverride::of(part)
    };
    scene.ragdolls[0].parts = vec![part];
    Arc::new(scene)
}

/// What a lively person does at a step.
fn doings(simulation: &Simulation, scene: &Scene, step: u64) -> Vec<Input> {
    let ragdoll = &simulation.map.ragdolls[0];
    let hand = Attachment::centre_of(ragdoll.body_of("l_hand").unwrap());
    let head = Attachment::centre_of(ragdoll.body_of("head").unwrap());
    let mut soft = Tuning::of(scene);
    soft.solver.choose_method(method::find("impulse").unwrap());
    soft.gravity_m_s2 = [0.0, -5.0, 0.0];
    let pull = |x: f64| Input::Pull {
        grip: hand,
        target: DVec3::new(x, 2.0, 0.5),
        spring: Spring::default(),
    };
    match step {
        0 | 120 => vec![Input::Throw(scene.launcher.clone().unwrap())],
        40..=90 => vec![pull(0.0), pull(0.02 * step as f64)],
        95 => vec![Input::Pin(head)],
        100 => vec![Input::Release],
        110 => vec![Input::Retune(Box::new(soft))],
        130 => vec![
            Input::Remodel(with_part(scene, "head", [-5.0, 5.0], Some(9.0))),
            Input::FreeAll,
        ],
        150 => vec![Input::Blast(Blast {
            centre: DVec3::new(0.3, 0.2, 1.0),
            strength: 300.0,
            radius: 6.0,
        })],
        _ => Vec::new(),
    }
}

/// Runs for a while with everything done; the hash of each moment from the start.
fn busy_run(name: &str, budget: usize, steps: u64) -> (Run, Vec<u64>) {
    let scene = shipped(name);
    let mut run = Run::new(&scene, budget);
    let mut hashes = Vec::new();
    for step in 0..=steps {
        if step > 0 {
            run.step();
        }
        for input in doings(&run.simulation, &scene, step) {
            run.input(input);
        }
        hashes.push(run.hash());
    }
    (run, hashes)
}

/// All steps in an order that leaps about.
/// Whether the ball of the last shot has hit something by the shown step.
fn has_hit(run: &Run) -> bool {
    let shot = run.simulation.metrics.shot.as_ref();
    shot.unwrap().first_hit.is_some()
}

fn leaps(count: u64) -> impl Iterator<Item = u64> {
    (0..count).map(move |i| i * 89 % count)
}

#[test]
fn every_step_is_reached_again_bit_by_bit() {
    const STEPS: u64 = 240;
    for (name, budget) in [("mx-throw", 100_000_000), ("mx-stairs", 400_000)] {
        let (mut run, hashes) = busy_run(name, budget, STEPS);
        println!(
            "{name}: {} moments, {} bytes",
            run.history.moment_count(),
            run.history.bytes()
        );
        for step in leaps(STEPS + 1).chain((0..=STEPS).rev().step_by(3)) {
            run.go_to(step);
            assert_eq!(run.hash(), hashes[step as usize], "{name} {step}");
            assert!(run.history.bytes() <= budget);
        }
        run.go_to(STEPS);
        assert_eq!(run.hash(), hashes[STEPS as usize]);
        let inputs = run.history.inputs();
        let pulls = inputs
            .iter()
            .filter(|(_, i)| matches!(i, Input::Pull { .. }));
        assert_eq!(pulls.count(), 51, "one target for each step");
        assert_eq!(run.history.repeat(|_| true), Ok(None), "{name}");
    }
}

#[test]
fn what_is_shown_agrees_with_the_shown_step() {
    let (mut run, _) = busy_run("mx-throw", 100_000_000, 200);
    let end = run.simulation.metrics.shot.clone().unwrap();
    let mut events = run.history.events().iter();
    let hit = events
        .find(|event| event.kind == EventKind::Hit)
        .unwrap()
        .step;
    run.go_to(hit - 1);
    assert!(!has_hit(&run));
    run.go_to(hit);
    assert!(has_hit(&run));
    assert!(
        !run.simulation.world.impacts().is_empty(),
        "hits of the step"
    );
    let thrown = run.simulation.balls().len();
    run.go_to(200);
    assert!(run.simulation.balls().len() > thrown, "the second throw");
    assert_eq!(run.simulation.metrics.shot.as_ref(), Some(&end));
}

#[test]
fn the_future_of_a_moment_is_forgotten_and_another_begins() {
    let (mut run, hashes) = busy_run("mx-throw", 100_000_000, 160);
    let old = run.history.recording().unwrap();
    run.go_to(100);
    run.history.end_here(&run.simulation);
    assert_eq!((run.history.end(), run.now()), (100, 100));
    assert!(run.history.events().iter().all(|event| event.step <= 100));
    for _ in 0..30 {
        run.step();
    }
    assert_ne!(run.hash(), hashes[130], "the pinned figure was retuned");
    run.go_to(60);
    assert_eq!(run.hash(), hashes[60]);
    assert_eq!(run.history.repeat(|_| true), Ok(None));

    let (history, simulation) = History::of(&old).unwrap();
    let mut again = Run {
        history,
        simulation,
    };
    assert_eq!(again.history.recording().as_ref(), Some(&old));
    again.go_to(130);
    assert_eq!(again.hash(), hashes[130]);
    again.go_to(160);
    assert_eq!(again.history.kept_promise(), Some(true));
    assert_eq!(again.history.recording(), Some(old.clone()));
    let false_promise = Recording { hash: 1, ..old };
    let (mut history, mut simulation) = History::of(&false_promise).unwrap();
    history.go_to(&mut simulation, 160, u64::MAX, |_| ());
    assert_eq!(history.kept_promise(), Some(false));
}

#[test]
fn going_is_shared_out_over_several_calls() {
    let (run, hashes) = busy_run("mx-throw", 100_000_000, 100);
    let (mut history, mut simulation) = History::of(&run.history.recording().unwrap()).unwrap();
    assert_eq!(history.way_to(&simulation, 70), 70);
    let calls = (1..).find(|_| history.go_to(&mut simulation, 70, 25, |_| ()));
    assert_eq!(calls, Some(3));
    assert_eq!(simulation.world.state().hash(), hashes[70]);
    assert!(
        history.go_to(&mut simulation, 69, 1, |_| ()),
        "what was passed is near"
    );
    assert_eq!(simulation.world.state().hash(), hashes[69]);
}

#[test]
fn memory_keeps_its_bound_over_a_hundred_thousand_steps() {
    const BUDGET: usize = 1_000_000;
    let mut run = Run::new(&balls(), BUDGET);
    let mut hashes = Vec::new();
    for step in 1..=100_000_u64 {
        run.step();
        if step % 500 == 0 {
            let grip = Attachment::centre_of((step / 500 % 3) as usize);
            let target = DVec3::new(0.0, 2.0 + (step % 7) as f64, 0.0);
            run.input(Input::Pull {
                grip,
                target,
                spring: Spring::default(),
            });
        }
        hashes.push(run.hash());
        assert!(run.history.bytes() <= BUDGET, "{step}");
    }
    let way = |step| run.history.way_to(&run.simulation, step);
    let farthest = (98_000..100_000).map(way).max().unwrap();
    println!(
        "{} moments, at most {farthest} steps",
        run.history.moment_count()
    );
    assert!(farthest <= 100, "{farthest}");
    for step in [99_999, 99_998, 98_000, 1, 77_777, 50_500, 50_499, 100_000] {
        run.go_to(step);
        assert_eq!(run.hash(), hashes[step as usize - 1], "{step}");
        assert!(run.history.bytes() <= BUDGET, "{step}");
    }
}

/// More is done than memory can hold: the oldest is forgotten, the rest can be reached.
#[test]
fn too_much_that_is_done_moves_the_start() {
    const BUDGET: usize = 300_000;
    let scene = balls();
    let mut run = Run::new(&scene, BUDGET);
    for step in 0..400 {
        run.input(Input::Remodel(scene.clone()));
        if step % 4 == 0 {
            run.step();
        }
        assert!(run.history.bytes() <= BUDGET, "{step}");
    }
    assert!(run.history.start() > 0 && run.history.recording().is_none());
    let hash = run.hash();
    run.go_to(run.history.start());
    run.go_to(run.history.end());
    assert_eq!(run.hash(), hash);
    assert_eq!(run.history.repeat(|_| true), Ok(None));
    // All at one moment.
    for _ in 0..400 {
        run.input(Input::Remodel(scene.clone()));
        assert!(run.history.bytes() <= BUDGET);
    }
    run.step();
}

#[test]
fn a_run_is_restored_after_it_fell_asleep() {
    let mut run = Run::new(&balls(), 100_000_000);
    let mut hashes = vec![run.hash()];
    for _ in 0..400 {
        run.step();
        hashes.push(run.hash());
    }
    assert!(run
        .simulation
        .world
        .state()
        .rest
        .iter()
        .all(|rest| rest.asleep));
    let rests = run
        .history
        .events()
        .iter()
        .filter(|e| e.kind == EventKind::Rest);
    assert_eq!(rests.count(), 1);
    for step in [399, 300, 80, 400] {
        run.go_to(step);
        assert_eq!(run.hash(), hashes[step as usize], "{step}");
    }
}

#[test]
fn what_differs_in_a_repeat_is_named() {
    let mut run = Run::new(&balls(), 100_000_000);
    for step in 0..60 {
        if step == 30 {
            let mut state = run.simulation.world.state().clone();
            state.bodies[1].velocity.x += 1e-9;
            run.simulation.world.restore(&state);
        }
        run.step();
    }
    let found = run.history.repeat(|_| true).unwrap().unwrap();
    let told = (found.step, found.what.as_str(), found.field);
    assert_eq!(told, (31, "body 3", "position"), "{found}");
}

#[test]
fn each_field_of_a_state_is_compared_bit_by_bit() {
    let simulation = Simulation::new(&balls()).unwrap();
    let state = simulation.world.state();
    let field = |corrupt: fn(&mut State)| {
        let mut other = state.clone();
        corrupt(&mut other);
        let found = first_difference(state, &other, &simulation.map);
        found.map(|found| (found.what, found.field))
    };
    let body = |field| Some(("body 4".to_owned(), field));
    assert_eq!(field(|_| ()), None);
    assert_eq!(field(|s| s.bodies[2].velocity.z = -0.0), body("velocity"));
    assert_eq!(
        field(|s| s.bodies[2].orientation.x = 1e-300),
        body("orientation")
    );
    let spin = field(|s| s.bodies[2].angular_velocity.y = 1.0);
    assert_eq!(spin, body("angular velocity"));
    let rest = field(|s| s.rest[1].quiet_s = 1e-9);
    assert_eq!(rest, Some(("an articulation".into(), "sleep state")));
}

/// The largest violation of a limit, degrees.
fn violation_of(simulation: &Simulation) -> f64 {
    let violation = report::limit_violation(simulation.world.model(), simulation.world.state());
    violation.unwrap().to_degrees()
}

#[test]
fn a_limit_changes_while_a_ragdoll_lies_on_the_floor() {
    let scene = shipped("mx-throw");
    let shot = scene.launcher.clone().unwrap();
    let mut run = Run::new(&scene, 100_000_000);
    run.input(Input::Throw(shot));
    for _ in 0..150 {
        run.step();
    }
    let stiff = with_part(&scene, "l_lower_arm", [-3.0, 3.0], None);
    let before = run.simulation.world.state().clone();
    run.input(Input::Remodel(stiff.clone()));
    let now = run.simulation.world.state();
    assert_eq!(
        (now.step, &now.bodies),
        (150, &before.bodies),
        "nothing leaps"
    );
    let balls = run.simulation.balls().len();
    assert_eq!(now.bodies.len(), 18 + balls, "the balls fly on");
    let bent = violation_of(&run.simulation);
    assert!(bent > 5.0, "the elbow is bent by {bent}°");
    let mut hashes = Vec::new();
    for _ in 0..120 {
        run.step();
        hashes.push(run.hash());
    }
    println!("elbow {:.1}°", violation_of(&run.simulation));
    assert!(violation_of(&run.simulation) < 3.0, "the limit holds");
    assert_eq!(run.now(), 270);
    run.go_to(100);
    for hash in &hashes[..50] {
        let next = 151 + hashes.iter().position(|h| h == hash).unwrap() as u64;
        run.go_to(next);
        assert_eq!(run.hash(), *hash);
    }
    let (mut history, mut simulation) = History::of(&{
        run.go_to(270);
        run.history.recording().unwrap()
    })
    .unwrap();
    history.go_to(&mut simulation, 270, u64::MAX, |_| ());
    assert_eq!(history.kept_promise(), Some(true));
}

#[test]
fn a_scene_of_other_things_is_not_taken_over() {
    let scene = balls();
    let mut run = Run::new(&scene, 100_000_000);
    run.step();
    let before = run.simulation.world.state().clone();
    let mut other = (*scene).clone();
    other.bodies.pop();
    assert!(!run.simulation.apply(&Input::Remodel(Arc::new(other))));
    assert_eq!(run.simulation.world.state(), &before);
    // A name alone wakes nothing.
    let mut named = (*scene).clone();
    named.bodies[0].name = "left".into();
    for _ in 0..400 {
        run.step();
    }
    assert!(run.simulation.remodel(&named).unwrap());
    assert!(run.simulation.world.state().rest[0].asleep);
    named.bodies[0].mass_kg = Some(2.0);
    assert!(run.simulation.remodel(&named).unwrap());
    assert!(!run.simulation.world.state().rest[0].asleep);
    assert_eq!(run.simulation.world.model().bodies[0].mass, 2.0);
}

/// Measures; not a promise of this machine.
#[test]
#[ignore = "measures, and takes a while"]
fn memory_and_cost_with_one_ragdoll_and_a_hundred() {
    for (count, steps) in [(1, 2000_u64), (100, 600)] {
        let ragdoll = |i: usize| {
            let (x, z) = (2 * (i % 10), 2 * (i / 10));
            format!(
                r#"{{"id": {}, "figure": {{"mx": {{}}}}, "position_m": [{x}, 1, {z}],
                "stands_until_hit": false}}"#,
                i + 2
            )
        };
        let ragdolls: Vec<String> = (0..count).map(ragdoll).collect();
        let scene = scene_of(&format!(
            r#""obstacles": [{{"id": 1, "shape": {{"plane": {{}}}}}}], "ragdolls": [{}]"#,
            ragdolls.join(",")
        ));
        let mut run = Run::new(&scene, 100_000_000);
        let mut plain = Simulation::new(&scene).unwrap();
        let begin = Instant::now();
        for _ in 0..steps {
            plain.step();
        }
        let alone = begin.elapsed().as_secs_f64() * 1e6 / steps as f64;
        let begin = Instant::now();
        for _ in 0..steps {
            run.step();
        }
        let recorded = begin.elapsed().as_secs_f64() * 1e6 / steps as f64;
        let begin = Instant::now();
        for _ in 0..200 {
            std::hint::black_box(run.simulation.checkpoint());
        }
        let keep = begin.elapsed().as_secs_f64() * 1e6 / 200.0;
        println!("to keep a moment: {keep:.1} us");
        let timed = |run: &mut Run, step| {
            let begin = Instant::now();
            run.go_to(step);
            begin.elapsed().as_secs_f64() * 1e3
        };
        println!(
            "{count} ragdolls: {alone:.0} us per step, recorded {recorded:.0}; {} moments, {:.1} MB",
            run.history.moment_count(),
            run.history.bytes() as f64 * 1e-6
        );
        let back: Vec<f64> = (1..=50).map(|i| timed(&mut run, steps - i)).collect();
        let far: Vec<f64> = (1..=20).map(|i| timed(&mut run, i * 97 % steps)).collect();
        let worst = |times: &[f64]| times.iter().copied().fold(0.0, f64::max);
        println!(
            "one step back: {:.2} ms worst, leaps: {:.2} ms worst, {:.2} mean",
            worst(&back),
            worst(&far),
            far.iter().sum::<f64>() / far.len() as f64
        );
    }
}

#[test]
fn a_shot_is_a_line_of_text_that_plays_again() {
    for name in ["mx-throw", "mx-stairs"] {
        let (run, hashes) = busy_run(name, 100_000_000, 170);
        let recording = run.history.recording().unwrap();
        let text = shot_text::to_text(&recording).unwrap();
        println!("{name}: {} bytes", text.len());
        assert!(shot_text::is_shot(&text) && !text.contains(char::is_whitespace));
        // Mail breaks lines.
        let broken: String = text
            .as_bytes()
            .chunks(76)
            .map(|line| format!("  {}\r\n", std::str::from_utf8(line).unwrap()))
            .collect();
        let read = shot_text::from_text(&broken).unwrap();
        assert_eq!(read, recording);
        let (mut history, mut simulation) = History::of(&read).unwrap();
        history.go_to(&mut simulation, 170, u64::MAX, |_| ());
        assert_eq!(history.kept_promise(), Some(true));
        assert_eq!(simulation.world.state().hash(), hashes[170]);
    }
}

#[test]
fn a_run_begun_anew_is_the_one_that_compiling_gives() {
    for name in ["first-throw", "mx-throw", "box-wall", "top", "flag"] {
        let scene = shipped(name);
        let mut run = Run::new(&scene, 1_000_000);
        if let Some(launcher) = scene.launcher.clone() {
            run.input(Input::Throw(launcher));
        }
        (0..60).for_each(|_| run.step());
        let mut retuned = Tuning::of(&scene);
        retuned.gravity_m_s2 = [0.0, -3.0, 0.0];
        run.input(Input::Retune(Box::new(retuned)));
        (0..60).for_each(|_| run.step());
        let mut anew = run.history.begun_anew(&run.simulation, &scene).unwrap();
        let mut compiled = Simulation::new(&scene).unwrap();
        for _ in 0..60 {
            let hash = |simulation: &Simulation| simulation.world.state().hash();
            assert_eq!(hash(&anew), hash(&compiled), "{name}");
            assert_eq!(anew.step(), compiled.step());
        }
        let other = with_gravity(&scene, [0.0, -3.0, 0.0]);
        assert!(run.history.begun_anew(&run.simulation, &other).is_none());
    }
}

fn with_gravity(scene: &Scene, gravity_m_s2: [f64; 3]) -> Arc<Scene> {
    Arc::new(Scene {
        gravity_m_s2,
        ..scene.clone()
    })
}

#[test]
fn a_shot_with_too_many_inputs_is_refused_before_they_take_memory() {
    let run = Run::new(&balls(), 1_000_000);
    let mut recording = run.history.recording().unwrap();
    recording.inputs = vec![(0, Input::FreeAll); 100_001];
    let text = shot_text::to_text(&recording).unwrap();
    assert!(text.len() < 10_000);
    let error = shot_text::from_text(&text).unwrap_err();
    assert!(error.contains("more than 100,000 inputs"), "{error}");
    recording.inputs.pop();
    let text = shot_text::to_text(&recording).unwrap();
    assert_eq!(shot_text::from_text(&text).unwrap(), recording);
}

#[test]
fn a_damaged_shot_is_refused_with_a_reason() {
    let run = Run::new(&balls(), 1_000_000);
    let recording = run.history.recording().unwrap();
    let text = shot_text::to_text(&recording).unwrap();
    for broken in [
        "",
        "hello",
        "ragdoll-shot-1:",
        "ragdoll-shot-1:!!!!",
        &text[..text.len() / 2],
    ] {
        let error = shot_text::from_text(broken).unwrap_err();
        assert!(
            error.contains("copy") || error.contains("Copy"),
            "{broken}: {error}"
        );
    }
    for end in (20..text.len()).step_by(7) {
        let mut bytes = text.clone().into_bytes();
        bytes[end] = if bytes[end] == b'A' { b'B' } else { b'A' };
        // Either refused or as good as another shot: never a panic.
        let _ = shot_text::from_text(std::str::from_utf8(&bytes).unwrap());
    }
    let unsound = Recording {
        inputs: vec![(
            0,
            Input::Throw(Launcher {
                speed_m_s: -1.0,
                ..Launcher::default()
            }),
        )],
        ..recording.clone()
    };
    let text = shot_text::to_text(&unsound).unwrap();
    assert!(shot_text::from_text(&text).is_err());
    let unordered = Recording {
        inputs: vec![(9, Input::Release), (1, Input::Release)],
        ..recording
    };
    let text = shot_text::to_text(&unordered).unwrap();
    assert!(shot_text::from_text(&text).unwrap_err().contains("order"));
}

/// A shot whose content is this, as the program once wrote it.
fn shot_of(content: &str) -> String {
    use std::io::Write;
    let plain = flate2::Compression::best();
    let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), plain);
    encoder.write_all(content.as_bytes()).unwrap();
    let packed = encoder.finish().unwrap();
    "ragdoll-shot-1:".to_owned() + &data_encoding::BASE64URL_NOPAD.encode(&packed)
}

/// Scenes and settings in shots of the first version become what they are called today.
#[test]
fn an_old_shot_opens_in_the_methods_of_today() {
    let scene = |solver: &str| {
        format!(
            r#"{{"format": "ragdoll-scene", "version": 1, "name": "Old", "solver": {solver},
            "particles": [{{"id": 1, "mass_kg": 1, "position_m": [0, 9, 0]}}]}}"#
        )
    };
    let retune = |solver: &str| {
        format!(
            r#"{{"retune": {{"solver": {solver}, "gravity_m_s2": [0, -1.6, 0],
            "air_velocity_m_s": [0, 0, 0]}}}}"#
        )
    };
    let content = format!(
        r#"{{"scene": {}, "inputs": [[2, {}], [4, {{"remodel": {}}}], [6, {}]], "steps": 9,
        "hash": "0"}}"#,
        scene(r#"{"preset": "velocity", "pins": "block"}"#),
        retune(r#"{"preset": "paper", "as_printed": ["D3.5", "8.4"]}"#),
        scene(r#"{"contacts": "penalty"}"#),
        retune(r#"{"preset": "soft", "warm_start": true}"#),
    );
    let recording = shot_text::from_text(&shot_of(&content)).unwrap();
    assert_eq!(recording.scene.solver.method, "impulse");
    let methods = recording.inputs.iter().map(|(_, input)| match input {
        Input::Retune(tuning) => tuning.solver.method.as_str(),
        Input::Remodel(scene) => scene.solver.method.as_str(),
        other => panic!("{other:?}"),
    });
    assert_eq!(methods.collect::<Vec<_>>(), ["paper", "paper", "impulse"]);
    let (mut history, mut simulation) = History::of(&recording).unwrap();
    history.go_to(&mut simulation, 9, u64::MAX, |_| ());
    let now = method::of(&simulation.world.model().settings.method);
    assert_eq!(now.unwrap().id, "impulse");
}

/// A shot under each method is kept as text, read, and played again to the same bits.
#[test]
fn a_shot_under_every_method_is_kept_and_repeats() {
    for method in METHODS {
        let mut scene = shipped("mx-throw");
        Arc::make_mut(&mut scene).solver.choose_method(method);
        let mut simulation = Simulation::new(&scene).unwrap();
        let mut history = History::new(scene.clone(), &simulation);
        let throw = Input::Throw(scene.launcher.clone().unwrap());
        assert!(simulation.apply(&throw));
        history.note(&simulation, throw);
        for _ in 0..45 {
            assert_eq!(history.step(&mut simulation), Progress::Advanced);
        }
        let text = shot_text::to_text(&history.recording().unwrap()).unwrap();
        let read = shot_text::from_text(&text).unwrap();
        let (mut again, mut twin) = History::of(&read).unwrap();
        for _ in 0..45 {
            assert_eq!(again.step(&mut twin), Progress::Advanced);
        }
        assert_eq!(again.kept_promise(), Some(true), "{}", method.id);
        let hashes = [&simulation, &twin].map(|s| s.world.state().hash());
        assert_eq!(hashes[0], hashes[1], "{}", method.id);
    }
}
