//! The camera frames the scene, and keeps who was hit in the picture and large enough.

use egui_macroquad::egui::{pos2, vec2 as points, Rect};
use glam::DVec3;
use macroquad::math::{vec2, Vec3};
use ragdoll_lab::app::action::{Action, CompareOptions, FanAction, Request, Trigger};
use ragdoll_lab::app::panes::{panes, HeadingHeight};
use ragdoll_lab::app::playback::Session;
use ragdoll_lab::app::program::Program;
use ragdoll_lab::app::stage::{
    figure_bounds, figure_points, push_out, PaneShape, Shown, StageViews,
};
use ragdoll_lab::lab::{Simulation, Variant};
use ragdoll_lab::physics::random::SplitMix64;
use ragdoll_lab::physics::Blast;
use ragdoll_lab::platform::settings::Settings;
use ragdoll_lab::scene;
use ragdoll_lab::view::camera::Camera;
use ragdoll_lab::view::framing::{corners, FreePart};
use ragdoll_lab::view::stage_camera::Ray;
use std::sync::Arc;

/// How high the headings of the panes are, points.
const HEADING: HeadingHeight = HeadingHeight {
    whole: 40.0,
    name: 24.0,
};

/// Share of the free part that stays empty round what is framed.
const MARGIN: f32 = 0.06;
/// What the view is given to get somewhere, s.
const GRACE_S: f64 = 0.5;
const FRAME_S: f64 = 1.0 / 60.0;
/// Deepest that the eye may be in what is kept free round solids, m: that is a little wider.
const MOST_IN_SOLID_M: f32 = 0.08;

/// Where points are in a picture of that aspect, normalised; `None` behind the eye.
fn places(camera: &Camera, points: &[Vec3], aspect: f32) -> Option<Vec<[f32; 2]>> {
    let size = vec2(aspect, 1.0) * 1000.0;
    let place = |point: &Vec3| {
        let at = camera.project(*point, size)? / size;
        Some([2.0 * at.x - 1.0, 1.0 - 2.0 * at.y])
    };
    points.iter().map(place).collect()
}

/// Whether the box of who was hit is in the free part, and its longer side as a share of the
/// shorter side of the picture.
fn how_seen(camera: &Camera, run: &Simulation, free: FreePart, aspect: f32) -> (bool, f32) {
    let Some(bounds) = figure_bounds(run) else {
        return (true, 1.0);
    };
    let inside = places(camera, &corners(bounds), aspect)
        .is_some_and(|places| places.iter().all(|[x, y]| free.contains(vec2(*x, *y))));
    let Some(limbs) = places(camera, &figure_points(run), aspect) else {
        return (false, 0.0);
    };
    let span = |axis: usize| {
        let along = || limbs.iter().map(|place| place[axis]);
        along().fold(f32::MIN, f32::max) - along().fold(f32::MAX, f32::min)
    };
    let longer = (span(0) * aspect).max(span(1)) / 2.0;
    (inside, longer / aspect.min(1.0))
}

/// Shots of all speeds and directions: how often the box of the figure was not wholly in
/// the free part of the picture or, half a second after the hit, too small, of how many frames.
fn missed(shots: u64) -> (u32, u32) {
    let free = FreePart::within(0.0, 0.1, 0.0, 0.1);
    let shape = PaneShape {
        free: free.shrunk(MARGIN),
        aspect: 1.3,
    };
    let shipped = scene::find("first-throw").unwrap();
    let scene = scene::parse(shipped.text.as_bytes()).unwrap();
    let (mut missed, mut frames) = (0, 0);
    for seed in 0..shots {
        let mut chance = SplitMix64::new(seed);
        let mut scene = scene.clone();
        let launcher = scene.launcher.as_mut().unwrap();
        let angle = chance.between(0.0, std::f64::consts::TAU);
        let (x, z) = (3.0 * angle.sin(), 3.0 * angle.cos());
        launcher.position_m = [x, chance.between(0.8, 1.6), z];
        launcher.direction = [-x, chance.between(-0.2, 0.3), -z];
        launcher.speed_m_s = chance.between(5.0, 30.0);
        launcher.ball.mass_kg = Some(chance.between(2.0, 40.0));
        let launcher = launcher.clone();
        let mut session = Session::new(&Arc::new(scene)).unwrap();
        let mut views = StageViews::default();
        views.look_from(shown(&session, Some(&launcher)), shape, None);
        views.cameras.settle();
        assert!(session.fire(&launcher));
        for _ in 0..240 {
            session.step();
            views.advance(
                shown(&session, Some(&launcher)),
                shape,
                true,
                FRAME_S as f32,
            );
            let run = &session.simulation;
            let (inside, size) = how_seen(&views.cameras.of(0), run, free, shape.aspect);
            let shot = run.metrics.shot.as_ref().unwrap();
            let hit = shot.first_hit.map(|hit| run.time_s() - hit.time_s);
            let least = match (hit, shot.time_to_rest_s) {
                (Some(since), None) if since >= GRACE_S => 1.0 / 6.0,
                (Some(_), Some(_)) => 1.0 / 12.0,
                _ => 0.0,
            };
            frames += 1;
            missed += u32::from(!inside || size < least);
        }
    }
    (missed, frames)
}

fn shown<'a>(session: &'a Session, launcher: Option<&'a scene::Launcher>) -> Shown<'a> {
    Shown {
        session,
        sides: &[],
        launcher,
        fan: None,
    }
}

/// A program with its views, as the window has them.
struct Rig {
    program: Program,
    views: StageViews,
    size: [f32; 2],
    /// Since when the panes are as they are, s of the frames.
    since_s: f64,
    now_s: f64,
}

impl Rig {
    fn open(scene: &str) -> Rig {
        let program = Program::open(Some(scene), Settings::default()).unwrap();
        let mut rig = Rig {
            program,
            views: StageViews::default(),
            size: [900.0, 560.0],
            since_s: 0.0,
            now_s: 0.0,
        };
        rig.frame();
        rig.views.cameras.settle();
        rig
    }

    /// Shape of the panes of so many runs, and the part of them that nothing lies over.
    fn shape(&self, runs: usize) -> (PaneShape, FreePart) {
        let [width, height] = self.size;
        let stage = Rect::from_min_size(pos2(0.0, 0.0), points(width, height));
        let picture = panes(stage, runs, 1.0, HEADING)[0].picture;
        let free = match runs {
            1 => FreePart::within(0.0, 0.0, 0.0, 72.0 / height),
            _ => FreePart::WHOLE,
        };
        let shape = PaneShape {
            free: free.shrunk(MARGIN),
            aspect: picture.width() / picture.height(),
        };
        (shape, free)
    }

    /// Lets a frame pass; what is wrong with the view, if anything.
    fn frame(&mut self) -> Option<String> {
        self.program.advance(FRAME_S);
        self.now_s += FRAME_S;
        let program = &self.program;
        let comparison = program.playback.comparing.comparison.as_ref();
        let sides = comparison.map_or(&[][..], |comparison| comparison.sides());
        let sides: Vec<&Simulation> = sides.iter().map(|side| &side.simulation).collect();
        let session = &program.playback.session;
        let shown = Shown {
            session,
            sides: &sides,
            launcher: program.workspace.document.scene().launcher.as_ref(),
            fan: program.jobs.fan.on_stage(),
        };
        let (shape, free) = self.shape(sides.len() + 1);
        self.views.advance(shown, shape, true, FRAME_S as f32);
        let mut wrong = None;
        let runs = std::iter::once(&session.simulation).chain(sides.iter().copied());
        let is_still = runs.clone().all(|run| {
            let shot = run.metrics.shot.as_ref();
            shot.is_none_or(|shot| shot.first_hit.is_none() || shot.time_to_rest_s.is_some())
        });
        for (pane, run) in runs.enumerate() {
            let shot = run.metrics.shot.as_ref();
            let Some(hit) = shot.and_then(|shot| shot.first_hit) else {
                continue;
            };
            let is_due = run.time_s() >= hit.time_s + GRACE_S;
            if !is_due || self.now_s < self.since_s + GRACE_S {
                continue;
            }
            let least = if is_still { 1.0 / 12.0 } else { 1.0 / 6.0 };
            let camera = self.views.cameras.of(pane);
            let (inside, size) = how_seen(&camera, run, free, shape.aspect);
            if !inside || size < least {
                wrong = Some(format!(
                    "pane {pane}, {:.2} s after the hit: inside {inside}, size {size:.3}",
                    run.time_s() - hit.time_s
                ));
            }
            // Nobody is seen from within a wall.
            let eye = camera.eye();
            let depth = push_out(run.world.model(), eye).map_or(0.0, |push| push.length());
            if depth > MOST_IN_SOLID_M {
                wrong = Some(format!(
                    "pane {pane}: the eye is {depth:.2} m in something solid"
                ));
            }
        }
        for request in std::mem::take(&mut self.program.requests) {
            if let Request::LookFrom(direction) = request {
                let session = &self.program.playback.session;
                let document = &self.program.workspace.document;
                let launcher = document.scene().launcher.as_ref();
                let (shape, _) = self.shape(1);
                self.views
                    .look_from(self::shown(session, launcher), shape, direction);
            }
        }
        wrong
    }

    fn act(&mut self, trigger: Trigger) {
        self.program.perform(Action::Do(trigger));
    }

    fn play(&mut self, frames: u32) {
        for _ in 0..frames {
            let wrong = self.frame();
            assert_eq!(wrong, None);
        }
    }

    /// Clicks on a limb of a ragdoll.
    fn click(&mut self, chance: &mut SplitMix64) {
        let run = &self.program.playback.session.simulation;
        let limbs = figure_points(run);
        let Some(limb) = limbs.get((chance.between(0.0, 1.0) * limbs.len() as f64) as usize) else {
            return;
        };
        let limb = DVec3::new(limb.x.into(), limb.y.into(), limb.z.into());
        let eye = limb + DVec3::new(1.0, 1.0, 4.0);
        self.program.workbench.sight = Some(Ray {
            origin: eye,
            direction: (limb - eye).normalize(),
        });
        self.program.perform(Action::ThrowAtPointer);
    }

    /// Does one of the things that change what is seen.
    fn do_something(&mut self, chance: &mut SplitMix64) -> &'static str {
        const SCENES: [&str; 5] = [
            "first-throw",
            "mx-throw",
            "humanoid-thin",
            "room",
            "mx-stairs",
        ];
        let what = chance.between(0.0, 10.0) as u32;
        match what {
            0..=2 => {
                self.click(chance);
                "click"
            }
            3 => {
                self.act(Trigger::Throw);
                "throw"
            }
            4 => {
                self.act(Trigger::RepeatShot);
                "repeat"
            }
            5 => {
                self.act(Trigger::Reset);
                "reset"
            }
            6 => {
                let scene = SCENES[chance.between(0.0, SCENES.len() as f64) as usize];
                self.program.open_source(scene);
                "open"
            }
            7 => {
                self.size = [chance.between(400.0, 1800.0), chance.between(300.0, 1000.0)]
                    .map(|side| side as f32);
                self.since_s = self.now_s;
                "resize"
            }
            8 => {
                self.act(Trigger::Compare);
                self.since_s = self.now_s;
                "compare"
            }
            _ => {
                let mut options = self.program.jobs.fan.options.clone();
                options.count = 3;
                options.nudges = 0;
                self.program
                    .perform(Action::Fan(FanAction::SetOptions(Box::new(options))));
                self.program.perform(Action::Fan(FanAction::Run));
                while self.program.jobs.fan.running().is_some() {
                    self.program.advance(0.0);
                }
                self.since_s = self.now_s;
                "fan"
            }
        }
    }
}

/// Sequences of what a person does, by seed: what is wrong with the view in them.
fn wrong_in_sequences(seeds: std::ops::Range<u64>) -> Vec<String> {
    let mut wrong = Vec::new();
    for seed in seeds {
        let mut chance = SplitMix64::new(seed);
        let mut rig = Rig::open("first-throw");
        let mut done = Vec::new();
        'sequence: for _ in 0..6 {
            done.push(rig.do_something(&mut chance));
            for _ in 0..chance.between(5.0, 150.0) as u32 {
                if let Some(text) = rig.frame() {
                    wrong.push(format!("seed {seed}, {done:?}: {text}"));
                    break 'sequence;
                }
            }
        }
    }
    wrong
}

#[test]
fn whatever_a_person_does_who_was_hit_is_seen() {
    let wrong = wrong_in_sequences(0..3);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn whatever_a_person_does_who_was_hit_is_seen_often() {
    // A thousand take a quarter of an hour: SEQUENCES=1000.
    let given = std::env::var("SEQUENCES").ok();
    let count = given.map_or(200, |count| count.parse().unwrap());
    let wrong = wrong_in_sequences(0..count);
    assert!(
        wrong.is_empty(),
        "{} of {count}\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

impl Rig {
    /// Whether the ragdoll is in the free part of the picture, and how large.
    fn sees_figure(&self) -> (bool, f32) {
        let (shape, free) = self.shape(1);
        let run = &self.program.playback.session.simulation;
        how_seen(&self.views.cameras.of(0), run, free, shape.aspect)
    }

    fn blast(&mut self) {
        let run = &self.program.playback.session.simulation;
        let middle = run.middle_of_figures().unwrap();
        let blast = Blast {
            centre: middle - DVec3::new(0.6, 0.8, 0.2),
            strength: 900.0,
            radius: 6.0,
        };
        self.program.playback.session.blast(blast);
    }
}

/// A blast needs no ball to be worth looking at, and comes after one has done its work as well.
#[test]
fn who_is_blown_away_is_followed() {
    for is_thrown_first in [false, true] {
        let mut rig = Rig::open("first-throw");
        if is_thrown_first {
            rig.act(Trigger::Throw);
            rig.play(500);
            assert!(rig.program.playback.session.shot_is_over());
        }
        let before = rig.program.playback.session.simulation.middle_of_figures();
        rig.blast();
        for frame in 0..240 {
            rig.frame();
            let (inside, size) = rig.sees_figure();
            let is_large = size >= 1.0 / 12.0;
            assert!(inside && is_large, "frame {frame}: {inside}, {size}");
        }
        let after = rig.program.playback.session.simulation.middle_of_figures();
        let way = after.unwrap().distance(before.unwrap());
        assert!(way > 3.0, "{way} m");
    }
}

#[test]
fn who_walks_out_of_the_picture_is_followed() {
    let mut rig = Rig::open("walk-hit");
    rig.size = [420.0, 420.0];
    for frame in 0..900 {
        rig.frame();
        if frame > 30 {
            let (inside, _) = rig.sees_figure();
            assert!(inside, "frame {frame}");
        }
    }
}

/// The second ball flies while the ragdoll still moves, and hits it later.
#[test]
fn a_second_throw_does_not_end_what_the_first_one_began() {
    let mut rig = Rig::open("first-throw");
    rig.act(Trigger::Throw);
    rig.play(90);
    let session = &mut rig.program.playback.session;
    let mut shot = session.last_shot.clone().unwrap();
    let figure = session.simulation.middle_of_figures().unwrap();
    let from = figure + DVec3::new(6.0, 1.5, 6.0);
    shot.position_m = from.to_array();
    shot.direction = (figure - from).to_array();
    shot.speed_m_s = 12.0;
    assert!(session.fire(&shot));
    for frame in 0..300 {
        let wrong = rig.frame();
        assert_eq!(wrong, None, "frame {frame}");
        let (inside, size) = rig.sees_figure();
        assert!(
            inside && size >= 1.0 / 12.0,
            "frame {frame}: {inside}, {size}"
        );
    }
    let shot = rig.program.playback.session.simulation.metrics.shot.clone();
    assert!(shot.unwrap().first_hit.is_some(), "it hit again");
}

/// Where the view is going: eye and target, m.
fn goal(rig: &Rig) -> [Vec3; 2] {
    let mut cameras = rig.views.cameras.clone();
    cameras.settle();
    [cameras.first.eye(), cameras.first.target]
}

fn off(a: [Vec3; 2], b: [Vec3; 2]) -> f32 {
    a[0].distance(b[0]).max(a[1].distance(b[1]))
}

#[test]
fn reset_and_a_throw_from_the_start_frame_the_scene_again() {
    let mut rig = Rig::open("first-throw");
    let opened = goal(&rig);
    rig.act(Trigger::Throw);
    rig.play(5);
    assert!(off(goal(&rig), opened) < 1e-4, "the ball flies");
    rig.play(500);
    assert!(off(goal(&rig), opened) > 0.1, "it followed");
    assert!(rig.program.playback.session.shot_is_over());
    rig.act(Trigger::RepeatShot);
    rig.play(2);
    assert!(off(goal(&rig), opened) < 1e-4, "thrown again");
    rig.play(200);
    rig.act(Trigger::Reset);
    rig.play(2);
    assert!(off(goal(&rig), opened) < 1e-4, "reset");
}

#[test]
fn a_view_that_a_person_chose_is_come_back_to() {
    let mut rig = Rig::open("first-throw");
    let mut camera = rig.views.cameras.of(0);
    camera.orbit(0.6, 0.1);
    rig.views.take(0, camera);
    rig.play(60);
    let chosen = goal(&rig);
    rig.act(Trigger::Throw);
    rig.play(200);
    assert!(off(goal(&rig), chosen) > 0.1, "it followed");
    rig.act(Trigger::Reset);
    rig.play(2);
    assert!(off(goal(&rig), chosen) < 1e-4);
    // Moved while it follows, it is left alone until the next throw.
    rig.act(Trigger::Throw);
    rig.play(40);
    let mut camera = rig.views.cameras.of(0);
    camera.pan(vec2(0.3, 0.0));
    rig.views.take(0, camera);
    let held = goal(&rig);
    for _ in 0..200 {
        rig.frame();
    }
    assert!(off(goal(&rig), held) < 1e-4);
}

/// Who has zoomed past the ragdoll finds it again by Reset.
#[test]
fn a_view_that_shows_nobody_is_not_come_back_to() {
    let mut rig = Rig::open("first-throw");
    let mut camera = rig.views.cameras.of(0);
    camera.orbit(2.8, 0.0);
    camera.pan(vec2(4.0, 0.0));
    rig.views.take(0, camera);
    for _ in 0..120 {
        rig.frame();
    }
    assert!(!rig.sees_figure().0, "it is lost to sight");
    let chosen = goal(&rig);
    rig.act(Trigger::Throw);
    rig.frame();
    assert!(off(goal(&rig), chosen) < 1e-4, "a throw leaves the view");
    rig.play(100);
    rig.act(Trigger::Reset);
    for _ in 0..120 {
        rig.frame();
    }
    assert!(rig.sees_figure().0);
}

#[test]
fn a_resize_frames_the_scene_anew() {
    let mut rig = Rig::open("first-throw");
    rig.size = [400.0, 900.0];
    rig.play(60);
    let narrow = goal(&rig);
    let mut other = Rig::open("first-throw");
    other.size = [400.0, 900.0];
    other.program.open_source("first-throw");
    other.play(60);
    assert!(off(narrow, goal(&other)) < 1e-3);
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn the_figure_stays_in_the_picture_wherever_it_flies() {
    let (missed, frames) = missed(100);
    assert_eq!(missed, 0, "of {frames} frames");
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn the_figure_stays_in_the_picture_for_a_thousand_shots() {
    let (missed, frames) = missed(1_000);
    assert_eq!(missed, 0, "of {frames} frames");
}

/// The scenes that show a misprint, printed beside corrected: how many of their frames have
/// something out of the picture, of those in which it has not flown away, and of how many.
fn hidden_in_demonstration(name: &str) -> (u32, u32) {
    let mut rig = Rig::open(name);
    let corrected = Variant::new("corrected", &["solver.as_printed=[]"]).unwrap();
    let options = CompareOptions {
        variants: vec![corrected],
        ..CompareOptions::default()
    };
    let set = Action::SetCompareOptions(Box::new(options));
    rig.program.perform(set);
    rig.program.playback.session.playing = true;
    let (mut hidden, mut frames) = (0, 0);
    let start = middle_of(&rig.program.playback.session.simulation);
    let size = reach_of(&rig.program.playback.session.simulation, start).max(0.5);
    for frame in 0..480 {
        rig.frame();
        let playback = &rig.program.playback;
        let comparison = playback.comparing.comparison.as_ref().unwrap();
        let sides = comparison.sides().iter().map(|side| &side.simulation);
        let runs = std::iter::once(&playback.session.simulation).chain(sides);
        let (shape, free) = rig.shape(2);
        for (pane, run) in runs.enumerate() {
            let state = run.world.state();
            let bodies = state.bodies.iter().map(|body| body.position);
            let particles = state.particles.iter().map(|particle| particle.position);
            let here = bodies.chain(particles);
            let here = here.filter(|place| place.distance(start) < 2.0 * size);
            let here: Vec<Vec3> = here
                .map(|place| place.as_vec3().to_array().into())
                .collect();
            let places = places(&rig.views.cameras.of(pane), &here, shape.aspect);
            let all =
                |places: Vec<[f32; 2]>| places.iter().all(|[x, y]| free.contains(vec2(*x, *y)));
            // The view needs a moment to get there.
            if frame > 30 {
                frames += 1;
                hidden += u32::from(!places.is_some_and(all));
            }
        }
    }
    (hidden, frames)
}

fn middle_of(run: &Simulation) -> DVec3 {
    let state = run.world.state();
    let bodies = state.bodies.iter().map(|body| body.position);
    let particles = state.particles.iter().map(|particle| particle.position);
    let all: Vec<DVec3> = bodies.chain(particles).collect();
    all.iter().sum::<DVec3>() / all.len().max(1) as f64
}

fn reach_of(run: &Simulation, from: DVec3) -> f64 {
    let state = run.world.state();
    let bodies = state.bodies.iter().map(|body| body.position);
    let particles = state.particles.iter().map(|particle| particle.position);
    let away = bodies.chain(particles).map(|place| place.distance(from));
    away.fold(0.0, f64::max)
}

#[test]
fn what_swings_or_moves_in_a_demonstration_stays_in_both_pictures() {
    let shipped = scene::DEMONSTRATIONS.iter();
    let told: Vec<(&str, u32, u32)> = shipped
        .map(|shipped| {
            let (hidden, frames) = hidden_in_demonstration(shipped.name);
            (shipped.name, hidden, frames)
        })
        .collect();
    println!("{told:?}");
    for (name, hidden, frames) in told {
        assert!(50 * hidden < frames, "{name}: {hidden} of {frames} frames");
    }
}
