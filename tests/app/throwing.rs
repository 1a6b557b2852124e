//! Throwing: a scene waits for the person, and a ball goes where the person clicks.

use crate::ui_kit::open;
use glam::DVec3;
use ragdoll_lab::app::action::{Action, LessonAction, Trigger};
use ragdoll_lab::app::program::Program;
use ragdoll_lab::lab::{Progress, Simulation};
use ragdoll_lab::physics::ColliderId;
use ragdoll_lab::platform::settings::Settings;
use ragdoll_lab::scene::{parse, Scene, SHIPPED};
use ragdoll_lab::view::stage_camera::Ray;

fn act(program: &mut Program, trigger: Trigger) {
    program.perform(Action::Do(trigger));
}

fn play(program: &mut Program, frames: u32) {
    for _ in 0..frames {
        program.advance(1.0 / 60.0);
    }
}

fn simulation(program: &Program) -> &Simulation {
    &program.playback.session.simulation
}

fn balls(program: &Program) -> usize {
    simulation(program).balls().len()
}

fn hash(program: &Program) -> u64 {
    simulation(program).world.state().hash()
}

/// The shipped scenes that throw by themselves, with when they do, s.
fn timed() -> impl Iterator<Item = (&'static str, Scene, f64)> {
    SHIPPED.iter().filter_map(|shipped| {
        let scene = parse(shipped.text.as_bytes()).unwrap();
        let fires_at_s = scene.launcher.as_ref()?.fire_at_s?;
        Some((shipped.name, scene, fires_at_s))
    })
}

#[test]
fn a_scene_that_a_person_opens_waits_for_a_throw_and_plays_its_own_one_on_request() {
    assert!(timed().count() >= 14);
    for (name, scene, fires_at_s) in timed() {
        let mut program = open(name);
        let frames = (fires_at_s * 60.0) as u32 + 30;
        play(&mut program, frames);
        assert!(simulation(&program).time_s() > 0.0 || program.playback.session.pace.rests);
        assert_eq!(balls(&program), 0, "{name}");
        act(&mut program, Trigger::Reset);
        play(&mut program, frames);
        assert_eq!(balls(&program), 0, "{name} after Reset");
        assert_eq!(**program.workspace.document.scene(), scene, "{name}");
        act(&mut program, Trigger::RepeatShot);
        assert_eq!(simulation(&program).time_s(), 0.0, "{name}");
        play(&mut program, frames);
        assert!(balls(&program) > 0, "{name}");
        // It is the run of the command line, and can be repeated.
        let mut alone = Simulation::new(&scene).unwrap();
        while alone.world.state().step < simulation(&program).world.state().step {
            assert_eq!(alone.step(), Progress::Advanced);
        }
        assert_eq!(hash(&program), alone.world.state().hash(), "{name}");
        act(&mut program, Trigger::RunTwice);
        let (text, failed) = program.ui.message.clone().unwrap();
        assert!(!failed && text.contains("bit-identical"), "{name}: {text}");
        // Then it waits again, and what was seen is a take.
        act(&mut program, Trigger::Reset);
        play(&mut program, frames);
        assert_eq!(balls(&program), 0, "{name} after its shot");
        act(&mut program, Trigger::PreviousTake);
        play(&mut program, frames + 1);
        assert!(balls(&program) > 0, "{name}: the take");
    }
}

#[test]
fn a_scene_that_waits_stands_still_for_nothing() {
    let mut program = open("mx-throw");
    play(&mut program, 120);
    assert!(program.playback.session.pace.rests);
    let step = program.playback.session.now();
    play(&mut program, 60);
    assert_eq!(program.playback.session.now(), step);
}

#[test]
fn a_take_of_a_scene_that_waits_is_no_earlier_version_of_it() {
    let mut program = open("mx-throw");
    act(&mut program, Trigger::Throw);
    play(&mut program, 30);
    act(&mut program, Trigger::Reset);
    act(&mut program, Trigger::PreviousTake);
    let (text, _) = program.ui.message.clone().unwrap();
    assert_eq!(text, "playing Take 1");
    play(&mut program, 31);
    assert_eq!(balls(&program), 1);
}

#[test]
fn the_launcher_of_a_scene_that_waits_is_changed_while_it_plays() {
    let mut program = open("walk-hit");
    play(&mut program, 20);
    let step = program.playback.session.now();
    program.perform(Action::AimAt(DVec3::new(0.0, 1.0, 0.0)));
    assert_eq!(program.playback.session.now(), step);
    play(&mut program, 120);
    assert_eq!(balls(&program), 0);
}

#[test]
fn who_is_not_there_is_not_waited_for() {
    let mut program = Program::open_unattended(Some("mx-throw"), Settings::default()).unwrap();
    play(&mut program, 90);
    assert_eq!(balls(&program), 1);
    act(&mut program, Trigger::Reset);
    play(&mut program, 90);
    assert_eq!(balls(&program), 1);
    program.open_source("hitman");
    play(&mut program, 90);
    assert_eq!(balls(&program), 1);
}

#[test]
fn lessons_throw_by_themselves() {
    let lessons = ragdoll_lab::lab::lesson::all();
    let mut thrown = 0;
    for (name, lesson) in lessons {
        let mut program = open("first-throw");
        program.perform(Action::Lesson(LessonAction::Begin(name)));
        let scene = lesson.scene(0).unwrap();
        let timed = scene
            .as_ref()
            .and_then(|scene| scene.launcher.as_ref())
            .and_then(|l| l.fire_at_s);
        let (Some(fires_at_s), Some(play_s)) = (timed, lesson.pages[0].play_s) else {
            continue;
        };
        if fires_at_s < play_s {
            program.perform(Action::Lesson(LessonAction::Run));
            play(&mut program, (fires_at_s * 60.0) as u32 + 5);
            assert!(balls(&program) > 0, "{name}");
            thrown += 1;
        }
    }
    assert!(thrown > 0);
}

/// Points at a place as a person does from an eye of the side, m.
fn point_at(program: &mut Program, place: DVec3) {
    let eye = place + DVec3::new(1.2, 0.9, 3.0);
    point_from(program, eye, place);
}

fn point_from(program: &mut Program, eye: DVec3, place: DVec3) {
    program.workbench.sight = Some(Ray {
        origin: eye,
        direction: (place - eye).normalize(),
    });
}

/// Where a limb of the first ragdoll is, m.
fn limb(program: &Program, name: &str) -> (usize, DVec3) {
    let simulation = simulation(program);
    let body = simulation.map.ragdolls[0].body_of(name).unwrap();
    (body, simulation.world.state().bodies[body].position)
}

/// What the last ball hits first besides other balls, and where, within so many steps.
fn first_hit(program: &mut Program, steps: u32) -> Option<(ColliderId, DVec3)> {
    let ball = *simulation(program).balls().last().unwrap();
    for _ in 0..steps {
        program.playback.session.step();
        let simulation = simulation(program);
        let is_ball = |owner: ColliderId| owner == ColliderId::Body(ball);
        let impacts = simulation.world.impacts().iter();
        let mut impacts = impacts.filter(|impact| impact.owners.into_iter().any(is_ball));
        if let Some(impact) = impacts.next() {
            let other = impact.owners.into_iter().find(|owner| !is_ball(*owner));
            return Some((other.unwrap(), impact.point));
        }
    }
    None
}

#[test]
fn a_click_throws_at_what_is_under_it_however_it_moves() {
    // Limbs that fly, fall and lie; each is thrown at as it is seen.
    let (mut thrown, mut met) = (0, 0);
    for delay in (20..240).step_by(11) {
        for name in ["head", "pelvis", "l_hand", "r_foot"] {
            let mut program = open("first-throw");
            act(&mut program, Trigger::Throw);
            play(&mut program, delay);
            let before = program.playback.session.now();
            let (_, place) = limb(&program, name);
            point_at(&mut program, place);
            program.perform(Action::ThrowAtPointer);
            assert_eq!(program.playback.session.now(), before, "starts over");
            assert_eq!(balls(&program), 2);
            let hit = first_hit(&mut program, 90);
            let is_ball = |owner| matches!(owner, ColliderId::Body(body) if simulation(&program).balls().contains(&body));
            // The first ball may lie in the way.
            if hit.is_some_and(|(owner, _)| is_ball(owner)) {
                continue;
            }
            thrown += 1;
            met += u32::from(hit.is_some_and(|(owner, _)| matches!(owner, ColliderId::Body(_))));
        }
    }
    assert!(thrown >= 60, "{thrown}");
    assert!(
        f64::from(met) >= 0.95 * f64::from(thrown),
        "{met} of {thrown}"
    );
}

#[test]
fn a_click_on_the_ground_throws_there() {
    for place in [
        DVec3::new(1.5, 0.0, 0.5),
        DVec3::new(-2.0, 0.0, -3.0),
        DVec3::new(0.7, 0.0, 1.5),
    ] {
        let mut program = open("first-throw");
        point_at(&mut program, place);
        program.perform(Action::ThrowAtPointer);
        let (owner, at) = first_hit(&mut program, 90).unwrap();
        assert!(matches!(owner, ColliderId::Obstacle(_)), "{owner:?}");
        let off = at.distance(place);
        assert!(off < 0.25, "{place}: {at}");
    }
}

#[test]
fn a_click_beside_the_dummy_passes_beside_it() {
    let mut program = open("first-throw");
    // Its arms are spread.
    let beside = DVec3::new(1.6, 2.0, 0.0);
    // From below, so that nothing but the sky is behind it.
    point_from(&mut program, DVec3::new(0.0, 1.0, 5.0), beside);
    program.perform(Action::ThrowAtPointer);
    let ball = simulation(&program).balls()[0];
    let mut nearest = f64::INFINITY;
    for _ in 0..60 {
        program.playback.session.step();
        let position = simulation(&program).world.state().bodies[ball].position;
        nearest = nearest.min(position.distance(beside));
    }
    assert!(nearest < 0.3, "{nearest}");
    assert!(simulation(&program)
        .metrics
        .shot
        .as_ref()
        .unwrap()
        .first_hit
        .is_none());
}

#[test]
fn a_click_edits_nothing_and_never_starts_over() {
    let mut program = open("first-throw");
    let scene = program.workspace.document.scene().clone();
    for throw in 1..4 {
        let (_, place) = limb(&program, "pelvis");
        point_at(&mut program, place);
        let before = program.playback.session.now();
        program.perform(Action::ThrowAtPointer);
        assert_eq!(program.playback.session.now(), before);
        assert_eq!(balls(&program), throw);
        assert!(program.view().ghost().is_none());
        play(&mut program, 600);
        assert!(program.playback.session.shot_is_over(), "throw {throw}");
    }
    assert_eq!(*program.workspace.document.scene(), scene);
    assert_eq!(program.view().document().undo_label(), None);
    assert!(program.workspace.document.is_saved_as_it_is());
    // A key starts over, so that the last result stays as a ghost; it has the aim of the click.
    let aim = program
        .playback
        .session
        .last_shot
        .clone()
        .unwrap()
        .direction;
    assert_ne!(aim, scene.launcher.as_ref().unwrap().direction);
    act(&mut program, Trigger::RepeatShot);
    assert_eq!((program.playback.session.now(), balls(&program)), (0, 1));
    assert_eq!(
        program
            .playback
            .session
            .last_shot
            .as_ref()
            .unwrap()
            .direction,
        aim
    );
    assert!(program.view().ghost().is_some());
}

#[test]
fn a_click_in_a_run_that_stopped_says_what_to_do() {
    let mut program = open("first-throw");
    program.playback.session.trouble = Some("it diverged".into());
    point_at(&mut program, DVec3::Y);
    program.perform(Action::ThrowAtPointer);
    let (text, failed) = program.ui.message.clone().unwrap();
    assert!(failed && text.contains("Reset"), "{text}");
    assert_eq!(balls(&program), 0);
}

/// The time that plays within a second, from a tenth before the hit on, s.
fn played_after_hit(slow: bool) -> f64 {
    let settings = Settings {
        slow_hits: slow,
        ..Settings::default()
    };
    let mut program = Program::open(Some("first-throw"), settings).unwrap();
    program.perform(Action::Throw);
    let is_hit = |program: &Program| {
        let shot = simulation(program).metrics.shot.as_ref();
        shot.is_some_and(|shot| shot.first_hit.is_some())
    };
    while !is_hit(&program) {
        play(&mut program, 1);
    }
    let from_s = simulation(&program).time_s();
    play(&mut program, 60);
    simulation(&program).time_s() - from_s
}

#[test]
fn a_hit_plays_slowly_if_that_is_asked_for() {
    let (fast_s, slow_s) = (played_after_hit(false), played_after_hit(true));
    assert!((fast_s - 1.0).abs() < 0.05, "{fast_s}");
    // A quarter of a second of the scene, and no standstill.
    assert!((0.1..0.3).contains(&slow_s), "{slow_s}");
}

/// A click throws in every scene that is shipped, and in one without a launcher from the eye.
#[test]
fn no_click_is_dead() {
    for shipped in SHIPPED {
        let scene = parse(shipped.text.as_bytes()).unwrap();
        assert!(scene.launcher.is_some(), "{}", shipped.name);
    }
    for action in [Action::ThrowAtPointer, Action::Throw] {
        let mut program = open("printed-4.2");
        point_from(&mut program, DVec3::new(0.0, 1.5, 4.0), DVec3::Y);
        program.perform(action.clone());
        play(&mut program, 1);
        assert_eq!(balls(&program), 1, "{action:?}");
    }
}
