//! The program without its window: what each action does to the document, the
//! session and the files.

use crate::common::hostile::corpus;
use glam::DVec3;
use ragdoll_lab::app::action::Request;
use ragdoll_lab::app::action::{Action, Answer, Trigger};
use ragdoll_lab::app::program::Program;
use ragdoll_lab::editor::generate::BlueprintKind;
use ragdoll_lab::editor::{doctor, Command, Item, Motion, Selection};
use ragdoll_lab::physics::method::METHODS;
use ragdoll_lab::platform::settings::Settings;
use ragdoll_lab::scene::{
    parse, validate, BodyType, Color, Figure, Launcher, MxFigure, Precision, Solver, ThesisFigure,
};
use ragdoll_lab::view::stage_camera::Ray;
use std::path::Path;

fn program() -> Program {
    Program::open(None, Settings::default()).unwrap()
}

fn act(program: &mut Program, trigger: Trigger) {
    program.perform(Action::Do(trigger));
}

fn play(program: &mut Program, seconds: u32) {
    for _ in 0..seconds * 60 {
        program.advance(1.0 / 60.0);
    }
}

fn hash(program: &Program) -> u64 {
    program.playback.session.simulation.world.state().hash()
}

fn set_figure(program: &mut Program, id: u32, figure: Figure) {
    let command = Command::SetFigure(id, figure, "Body type");
    program.perform(Action::Edit(command));
}

fn set_body(program: &mut Program, body_type: BodyType) {
    let id = program.workspace.document.scene().ragdolls[0].id;
    let figure = ThesisFigure {
        body_type,
        arms: true,
        ..ThesisFigure::default()
    };
    set_figure(program, id, Figure::Thesis(figure));
}

fn body_type(program: &Program) -> BodyType {
    match &program.workspace.document.scene().ragdolls[0].figure {
        Figure::Thesis(figure) => figure.body_type,
        other => panic!("{other:?}"),
    }
}

fn set_solver(program: &mut Program, change: impl FnOnce(&mut Solver)) {
    let mut solver = program.workspace.document.scene().solver.clone();
    change(&mut solver);
    program.perform(Action::Edit(Command::SetSolver(Box::new(solver), "Solver")));
}

/// Another method takes over in the act, says how far it moved things, and undo goes back.
#[test]
fn another_method_goes_on_while_a_scene_plays() {
    let mut program = Program::open(Some("mx-throw"), Settings::default()).unwrap();
    act(&mut program, Trigger::Throw);
    play(&mut program, 1);
    let step = |program: &Program| program.playback.session.simulation.world.state().step;
    let before = step(&program);
    assert!(before > 20);
    for method in METHODS.iter().skip(1) {
        set_solver(&mut program, |solver| {
            solver.choose_method(method);
            // Another rate begins anew: time is counted in steps.
            solver.rate_hz = method.companion.then_some(60.0);
        });
        assert!(step(&program) >= before, "{} began anew", method.id);
        let told = program.ui.message.clone().unwrap();
        assert!(!told.1 && told.0.contains(method.label), "{told:?}");
        program.advance(1.0 / 60.0);
        assert!(program.playback.session.trouble.is_none(), "{}", method.id);
        act(&mut program, Trigger::Undo);
        assert_eq!(program.workspace.document.scene().solver.method, "verlet");
        program.advance(1.0 / 60.0);
    }
    assert!(step(&program) > before);
}

fn set_speed(program: &mut Program, speed_m_s: f64) {
    let launcher = Launcher {
        speed_m_s,
        ..program.workspace.document.scene().launcher.clone().unwrap()
    };
    program.perform(Action::Edit(Command::SetLauncher(launcher, "Speed")));
}

fn error_of(program: &Program) -> String {
    match &program.ui.message {
        Some((text, true)) => text.clone(),
        other => panic!("no error: {other:?}"),
    }
}

/// What must stay as it was when something is refused.
fn fingerprint(program: &Program) -> (String, String, u64, bool) {
    let view = program.view();
    let scene = ragdoll_lab::scene::to_text(view.scene()).unwrap();
    (
        scene,
        view.workspace.title.clone(),
        view.playback.reading().hash,
        view.document().is_changed(),
    )
}

#[test]
fn a_throw_is_measured_to_rest_and_repeats() {
    let mut program = program();
    act(&mut program, Trigger::Throw);
    play(&mut program, 10);
    let first = program
        .playback
        .session
        .simulation
        .metrics
        .shot
        .clone()
        .unwrap();
    assert!(first.travel_m() > 0.5, "{first:?}");
    assert!(first.time_to_rest_s.is_some(), "{first:?}");
    act(&mut program, Trigger::RepeatShot);
    assert!(
        program.playback.session.simulation.time_s() < 1e-9,
        "begins anew"
    );
    play(&mut program, 10);
    let again = program
        .playback
        .session
        .simulation
        .metrics
        .shot
        .clone()
        .unwrap();
    // The first one was thrown from the very start too.
    assert_eq!(first, again);
    assert!(program.view().ghost().is_some());
}

#[test]
fn repeating_keeps_the_shot_though_the_launcher_was_changed() {
    let mut program = program();
    act(&mut program, Trigger::Throw);
    let thrown = program.playback.session.last_shot.clone().unwrap();
    set_speed(&mut program, 3.0);
    act(&mut program, Trigger::RepeatShot);
    assert_eq!(
        program
            .playback
            .session
            .last_shot
            .clone()
            .unwrap()
            .speed_m_s,
        thrown.speed_m_s
    );
    act(&mut program, Trigger::Throw);
    assert_eq!(
        program
            .playback
            .session
            .last_shot
            .clone()
            .unwrap()
            .speed_m_s,
        3.0
    );
}

#[test]
fn another_body_begins_anew_and_the_old_result_stays_as_ghost() {
    let of_thesis = || Program::open(Some("humanoid-medium"), Settings::default()).unwrap();
    let mut program = of_thesis();
    act(&mut program, Trigger::Throw);
    play(&mut program, 5);
    let old = program.playback.session.simulation.metrics.shot.clone();
    let was = body_type(&program);
    set_body(&mut program, BodyType::Wide);
    assert_eq!(program.playback.session.simulation.time_s(), 0.0);
    assert_eq!(program.view().ghost(), old.as_ref());
    assert_eq!(program.view().document().undo_label(), Some("Body type"));
    act(&mut program, Trigger::Undo);
    assert_eq!(body_type(&program), was);
    let fresh = of_thesis();
    assert_eq!(hash(&program), hash(&fresh));
    act(&mut program, Trigger::Redo);
    assert_eq!(body_type(&program), BodyType::Wide);
    assert_ne!(hash(&program), hash(&fresh));
}

#[test]
fn weighting_changes_while_time_goes_on() {
    let mut program = program();
    act(&mut program, Trigger::Throw);
    play(&mut program, 1);
    let before = program.playback.session.simulation.time_s();
    set_solver(&mut program, |s| s.weighting = 0.25);
    assert_eq!(program.playback.session.simulation.time_s(), before);
    let weighting = |p: &Program| {
        p.playback
            .session
            .simulation
            .world
            .model()
            .settings
            .method
            .relaxation()
            .unwrap()
            .weighting
    };
    assert_eq!(weighting(&program), 0.25);
    play(&mut program, 1);
    assert!(program.playback.session.simulation.time_s() > before + 0.9);
    act(&mut program, Trigger::Undo);
    assert_eq!(weighting(&program), 1.0);
    act(&mut program, Trigger::Redo);
    assert_eq!(weighting(&program), 0.25);
    assert!(program.playback.session.simulation.time_s() > before + 0.9);
}

/// Gives the first ragdoll and the floor a colour, or the usual paint.
fn paint(program: &mut Program, color: Option<Color>) {
    let scene = program.workspace.document.scene();
    let (mut ragdoll, mut floor) = (scene.ragdolls[0].clone(), scene.obstacles[0].clone());
    (ragdoll.color, floor.color) = (color, color);
    let each = [Item::Ragdoll(ragdoll), Item::Obstacle(floor)];
    let each = each.map(|item| Command::replace(item, "Colour")).to_vec();
    program.perform(Action::Edit(Command::Batch("Colour".into(), each)));
}

#[test]
fn a_running_scene_goes_on_bit_for_bit_when_a_colour_changes() {
    let (mut plain, mut painted) = (program(), program());
    let green = Some(Color { rgb: [0, 158, 115] });
    for program in [&mut plain, &mut painted] {
        act(program, Trigger::Throw);
        play(program, 1);
    }
    let (step, model) = (
        painted.playback.session.now(),
        painted.playback.session.simulation.world.model(),
    );
    let before: *const _ = model;
    paint(&mut painted, green);
    assert_eq!(painted.playback.session.now(), step);
    assert!(std::ptr::eq(
        before,
        painted.playback.session.simulation.world.model()
    ));
    let id = painted.workspace.document.scene().ragdolls[0].id;
    assert_eq!(
        painted.playback.session.looks.colors.get(&id).copied(),
        green
    );
    for program in [&mut plain, &mut painted] {
        play(program, 1);
    }
    assert_eq!(hash(&plain), hash(&painted));
    assert_eq!(
        plain.playback.session.history.inputs(),
        painted.playback.session.history.inputs()
    );
    act(&mut painted, Trigger::Undo);
    assert!(painted.playback.session.looks.colors.is_empty());
    assert_eq!(hash(&plain), hash(&painted));
}

#[test]
fn a_colour_shows_in_the_past_and_leaves_the_future_as_it_is() {
    let mut program = program();
    act(&mut program, Trigger::Throw);
    play(&mut program, 1);
    let end = program.playback.session.history.end();
    program.playback.session.go_to(10);
    program.playback.session.approach(None);
    let at_ten = hash(&program);
    let green = Some(Color { rgb: [0, 158, 115] });
    paint(&mut program, green);
    assert_eq!(
        (program.playback.session.now(), hash(&program)),
        (10, at_ten)
    );
    assert_eq!(program.playback.session.history.end(), end);
    let recording = program.playback.session.history.recording().unwrap();
    assert_eq!(
        recording.scene.ragdolls[0].color, green,
        "a shot is mailed as it looks"
    );
}

#[test]
fn a_colour_with_a_mass_is_one_change_that_a_running_scene_takes_over() {
    let mut program = Program::open(Some("box-wall"), Settings::default()).unwrap();
    play(&mut program, 1);
    let (step, mut body) = (
        program.playback.session.now(),
        program.workspace.document.scene().bodies[0].clone(),
    );
    body.color = Some(Color { rgb: [1, 2, 3] });
    (body.mass_kg, body.density_kg_m3) = (Some(77.0), None);
    let id = body.id;
    program.perform(Action::Edit(Command::replace(Item::Body(body), "Both")));
    assert_eq!(program.playback.session.now(), step);
    let simulation = &program.playback.session.simulation;
    let index = simulation.map.bodies[&id];
    assert_eq!(simulation.world.model().bodies[index].mass, 77.0);
    assert!(program.playback.session.looks.colors.contains_key(&id));
}

#[test]
fn a_change_that_cannot_be_simulated_leaves_no_trace() {
    let mut program = program();
    set_speed(&mut program, 3.0);
    program.workspace.document.end_gesture();
    act(&mut program, Trigger::Undo);
    let before = fingerprint(&program);
    set_solver(&mut program, |s| s.method = "no-such-method".into());
    assert!(error_of(&program).contains("no-such-method"));
    assert_eq!(fingerprint(&program), before);
    program.ui.message = None;
    set_solver(&mut program, |s| {
        s.method = "impulse".into();
        s.precision = Precision::F32;
    });
    assert!(!error_of(&program).is_empty());
    assert_eq!(fingerprint(&program), before);
    assert_eq!(
        program.view().document().redo_label(),
        Some("Speed"),
        "redo is not lost"
    );
}

#[test]
fn unsaved_changes_are_asked_about() {
    let mut program = program();
    act(&mut program, Trigger::New);
    assert!(
        !program.view().workspace.asks_about_changes(),
        "nothing to lose"
    );
    program.open_source("first-throw");
    set_speed(&mut program, 7.0);
    let before = fingerprint(&program);
    for trigger in [Trigger::New, Trigger::Open, Trigger::Quit] {
        program.requests.clear();
        act(&mut program, trigger);
        assert!(program.view().workspace.asks_about_changes());
        program.perform(Action::Answer(Answer::Cancel));
        assert!(!program.view().workspace.asks_about_changes() && program.requests.is_empty());
        assert_eq!(fingerprint(&program), before);
    }
    act(&mut program, Trigger::Quit);
    act(&mut program, Trigger::Cancel);
    assert!(!program.view().workspace.asks_about_changes() && program.requests.is_empty());
    program.perform(Action::OpenShipped("chain"));
    program.perform(Action::Answer(Answer::Discard));
    assert_eq!(program.view().workspace.title, "chain");
    assert!(
        !program.view().document().is_changed() && !program.view().workspace.asks_about_changes()
    );
}

#[test]
fn saving_first_then_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.json");
    let mut program = program();
    set_speed(&mut program, 7.0);
    program.requests.clear();
    act(&mut program, Trigger::Quit);
    program.perform(Action::Answer(Answer::Save));
    assert!(matches!(
        program.requests.as_slice(),
        [Request::SaveDialog(..)]
    ));
    program.requests.clear();
    program.save_to(&path);
    assert_eq!(program.requests, [Request::Quit]);
    set_speed(&mut program, 8.0);
    program.requests.clear();
    act(&mut program, Trigger::New);
    program.perform(Action::Answer(Answer::Save));
    assert_eq!(program.view().workspace.title, "new scene");
    let saved = parse(&std::fs::read(&path).unwrap()).unwrap();
    assert_eq!(saved.launcher.unwrap().speed_m_s, 8.0);
}

#[test]
fn closing_the_save_dialog_or_a_failed_save_stays() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = program();
    set_speed(&mut program, 7.0);
    for fails in [false, true] {
        program.requests.clear();
        act(&mut program, Trigger::Quit);
        program.perform(Action::Answer(Answer::Save));
        match fails {
            true => program.save_to(folder.path()),
            false => program.workspace.dialog_cancelled(),
        }
        assert!(!program.requests.contains(&Request::Quit));
        assert!(program.view().document().is_changed());
    }
    program.save_to(&folder.path().join("later.json"));
    assert!(!program.requests.contains(&Request::Quit), "quits too late");
}

#[test]
fn a_save_under_the_question_answers_no_question() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.json");
    let mut program = program();
    program.save_to(&path);
    set_speed(&mut program, 7.0);
    act(&mut program, Trigger::Quit);
    act(&mut program, Trigger::Save);
    let view = program.view();
    assert!(
        view.workspace.asks_about_changes() && view.document().is_changed(),
        "the question waits"
    );
}

#[test]
fn what_is_saved_opens_equal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Wörter und Leer.json");
    let mut program = program();
    set_body(&mut program, BodyType::Wide);
    set_speed(&mut program, 21.5);
    set_solver(&mut program, |s| s.weighting = 0.0);
    program.save_to(&path);
    assert!(!program.view().document().is_changed());
    let saved = program.workspace.document.scene().clone();
    program.open_source("chain");
    program.perform(Action::OpenFile(path.clone()));
    assert_eq!(*program.workspace.document.scene(), saved);
    assert_eq!(program.ui.settings.recent_files.first(), Some(&path));
}

#[test]
fn hostile_files_change_nothing_and_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = program();
    set_speed(&mut program, 7.0);
    act(&mut program, Trigger::Throw);
    play(&mut program, 1);
    let before = fingerprint(&program);
    for (i, (name, bytes)) in corpus().into_iter().enumerate() {
        let path = folder.path().join(format!("hostile-{i}.json"));
        std::fs::write(&path, bytes).unwrap();
        program.ui.message = None;
        program.open_source(&path.to_string_lossy());
        let error = error_of(&program);
        assert!(
            error.contains(&format!("hostile-{i}.json")),
            "{name}: {error}"
        );
        assert_eq!(fingerprint(&program), before, "{name}");
        std::fs::remove_file(&path).unwrap();
    }
    for source in [
        "",
        "no/such/file.json",
        "no-such-scene",
        &folder.path().to_string_lossy(),
    ] {
        program.ui.message = None;
        program.open_source(source);
        assert!(!error_of(&program).is_empty(), "{source}");
        assert_eq!(fingerprint(&program), before, "{source}");
    }
}

#[test]
fn a_save_that_fails_says_so_and_the_changes_stay_unsaved() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = program();
    set_speed(&mut program, 7.0);
    let before = fingerprint(&program);
    for path in [
        &folder.path().join("none/scene.json"),
        folder.path(),
        Path::new(""),
    ] {
        program.ui.message = None;
        program.save_to(path);
        let error = error_of(&program);
        assert!(error.contains(&*path.to_string_lossy()), "{error}");
        assert_eq!(fingerprint(&program), before);
        assert!(program.workspace.document.is_changed());
    }
}

#[test]
fn the_arc_ends_at_the_dummy_and_gives_way_to_the_trail_of_the_same_shot() {
    let mut program = program();
    let arc = program.overlay().arc;
    let end = arc[arc.len() - 1];
    let beside = DVec3::new(end.x, 0.0, end.z).length();
    assert!(beside < 0.35 && (0.8..1.7).contains(&end.y), "{end}");
    act(&mut program, Trigger::Throw);
    assert!(program.overlay().arc.is_empty(), "the ball flies");
    play(&mut program, 8);
    assert!(program.playback.session.shot_is_over());
    assert!(program.overlay().arc.is_empty(), "its trail is there");
    program.perform(Action::AimAt(DVec3::new(0.1, 1.6, 0.0)));
    assert!(program.overlay().arc.len() > 1);
}

#[test]
fn aiming_asks_nobody_to_save_and_is_saved_all_the_same() {
    let mut program = program();
    let direction = |program: &Program| {
        let launcher = program.workspace.document.scene().launcher.clone();
        launcher.unwrap().direction
    };
    let before = direction(&program);
    program.perform(Action::AimAt(DVec3::new(0.1, 1.6, 0.0)));
    let aimed = direction(&program);
    assert_ne!(aimed, before);
    assert!(!program.workspace.document.is_changed());
    assert!(!program.workspace.document.is_saved_as_it_is());
    act(&mut program, Trigger::New);
    assert!(!program.workspace.asks_about_changes());
    // With another change it is one of them, and what is written has both.
    let mut program = self::program();
    program.perform(Action::AimAt(DVec3::new(0.1, 1.6, 0.0)));
    set_solver(&mut program, |solver| solver.rate_hz = Some(120.0));
    assert!(program.workspace.document.is_changed());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("aimed.json");
    program.save_to(&path);
    let text = std::fs::read(&path).unwrap();
    let written = ragdoll_lab::scene::parse(&text).unwrap();
    assert_eq!(written.launcher.unwrap().direction, aimed);
    assert!(program.workspace.document.is_saved_as_it_is());
}

#[test]
fn a_playback_speed_is_always_sensible() {
    let mut program = program();
    for speed in [f64::NAN, f64::INFINITY, -1.0, 0.0, 1e308] {
        program.perform(Action::SetSpeed(speed));
        let speed = program.playback.session.pace.speed;
        assert!((0.001..=8.0).contains(&speed), "{speed}");
    }
    program.perform(Action::SetSpeed(1.0));
    act(&mut program, Trigger::Throw);
    play(&mut program, 1);
    assert!(program.playback.session.simulation.time_s() > 0.9);
}

#[test]
fn equal_actions_give_equal_states() {
    let run = || {
        let mut program = program();
        act(&mut program, Trigger::Throw);
        play(&mut program, 1);
        set_solver(&mut program, |s| s.weighting = 0.0);
        play(&mut program, 1);
        set_body(&mut program, BodyType::Medium);
        act(&mut program, Trigger::StepTen);
        act(&mut program, Trigger::RepeatShot);
        play(&mut program, 2);
        act(&mut program, Trigger::Undo);
        play(&mut program, 1);
        hash(&program)
    };
    assert_eq!(run(), run());
}

#[test]
fn every_shipped_scene_plays_and_takes_every_trigger() {
    use ragdoll_lab::app::action::ACTIONS;
    for shipped in ragdoll_lab::scene::SHIPPED {
        let mut program = Program::open(Some(shipped.name), Settings::default()).unwrap();
        for line in ACTIONS {
            act(&mut program, line.trigger);
            program.advance(1.0 / 60.0);
            let _ = (program.view().playback.reading().hash, program.overlay());
            // Else all that can be created is simulated from there on.
            if line.menu == "Create" {
                act(&mut program, Trigger::Undo);
            }
        }
        assert!(
            program.playback.session.trouble.is_none(),
            "{}",
            shipped.name
        );
    }
}

#[test]
fn a_throw_in_a_scene_that_fires_by_itself_is_one_ball() {
    let opened = Program::open_unattended(Some("humanoid-thin"), Settings::default());
    let mut program = opened.unwrap();
    play(&mut program, 15);
    assert!(
        program.playback.session.shot_is_over(),
        "the scene fires by itself"
    );
    act(&mut program, Trigger::Throw);
    play(&mut program, 5);
    assert_eq!(program.playback.session.simulation.balls().len(), 1);
    act(&mut program, Trigger::Reset);
    play(&mut program, 5);
    assert_eq!(
        program.playback.session.simulation.balls().len(),
        1,
        "fires again"
    );
}

#[test]
fn a_shot_that_waits_follows_the_launcher() {
    let opened = Program::open_unattended(Some("humanoid-thin"), Settings::default());
    let mut program = opened.unwrap();
    program.advance(1.0 / 60.0);
    set_speed(&mut program, 0.0);
    play(&mut program, 2);
    let simulation = &program.playback.session.simulation;
    let ball = simulation.balls()[0];
    let velocity = simulation.world.state().bodies[ball].velocity;
    assert!(
        velocity.z.abs() < 0.5,
        "thrown with the old speed: {velocity}"
    );
}

#[test]
fn time_never_jumps_when_the_rate_changes() {
    let mut program = Program::open(Some("chain"), Settings::default()).unwrap();
    play(&mut program, 2);
    let before = program.playback.session.simulation.time_s();
    set_solver(&mut program, |s| s.rate_hz = Some(240.0));
    let after = program.playback.session.simulation.time_s();
    assert!(
        after == 0.0 || after == before,
        "{before} s, then {after} s"
    );
    play(&mut program, 1);
    let passed = program.playback.session.simulation.time_s() - after;
    assert!((passed - 1.0).abs() < 0.1, "{passed}");
}

#[test]
fn a_file_is_never_taken_for_a_shipped_scene() {
    let mut program = program();
    let before = fingerprint(&program);
    program.perform(Action::OpenFile("chain".into()));
    assert!(error_of(&program).contains("chain"));
    assert_eq!(fingerprint(&program), before);
}

#[cfg(unix)]
#[test]
fn a_file_name_that_is_no_text_opens() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder
        .path()
        .join(std::ffi::OsStr::from_bytes(b"\xffscene.json"));
    let mut program = program();
    set_speed(&mut program, 9.0);
    program.save_to(&path);
    let saved = program.workspace.document.scene().clone();
    act(&mut program, Trigger::New);
    program.perform(Action::OpenFile(path));
    assert_eq!(*program.workspace.document.scene(), saved);
}

#[test]
fn every_figure_stands_in_for_every_other_and_undo_brings_it_back() {
    for name in ["first-throw", "mx-throw", "hitman", "mx-pile"] {
        let mut program = Program::open(Some(name), Settings::default()).unwrap();
        play(&mut program, 1);
        let original = program.workspace.document.scene().clone();
        let id = original.ragdolls[0].id;
        for figure in [
            Figure::Hitman {},
            Figure::Mx(MxFigure::default()),
            Figure::Thesis(ThesisFigure::default()),
        ] {
            set_figure(&mut program, id, figure.clone());
            program.workspace.document.end_gesture();
            assert_eq!(
                program.workspace.document.scene().ragdolls[0].figure,
                figure
            );
            program.advance(1.0 / 60.0);
            assert!(program.playback.session.trouble.is_none());
        }
        while program.workspace.document.undo_label().is_some() {
            act(&mut program, Trigger::Undo);
        }
        assert_eq!(*program.workspace.document.scene(), original, "{name}");
    }
}

#[test]
fn a_figure_whose_part_something_holds_is_not_taken_away() {
    let mut program = Program::open(Some("mixed"), Settings::default()).unwrap();
    let before = fingerprint(&program);
    let id = program.workspace.document.scene().ragdolls[0].id;
    set_figure(&mut program, id, Figure::Hitman {});
    assert!(
        error_of(&program).contains("part"),
        "{}",
        error_of(&program)
    );
    assert_eq!(fingerprint(&program), before);
    set_figure(&mut program, 999, Figure::Hitman {});
    assert!(error_of(&program).contains("ragdoll 999"));
}

#[test]
fn another_figure_drops_a_saved_pose_and_stays_sound() {
    let mut program = Program::open(Some("mx-drop"), Settings::default()).unwrap();
    play(&mut program, 1);
    let simulation = &program.playback.session.simulation;
    let posed = ragdoll_lab::compile::flatten(
        program.workspace.document.scene(),
        &simulation.world,
        &simulation.map,
        simulation.balls(),
    );
    assert!(posed.ragdolls[0].pose.is_some());
    let mut document = ragdoll_lab::editor::Document::new(posed);
    let id = document.scene().ragdolls[0].id;
    let figure = Figure::Thesis(ThesisFigure::default());
    let command = Command::SetFigure(id, figure, "Figure");
    document.apply(&command).unwrap();
    assert_eq!(document.scene().ragdolls[0].pose, None);
    assert_eq!(validate(document.scene()), []);
    assert!(document.undo() && document.scene().ragdolls[0].pose.is_some());
}

#[test]
fn every_preset_can_be_chosen_while_it_plays() {
    use ragdoll_lab::scene::Preset;
    for name in ["mx-throw", "box-stack"] {
        let mut program = Program::open(Some(name), Settings::default()).unwrap();
        for preset in Preset::all().chain([Preset::Default]) {
            set_solver(&mut program, |s| s.choose_preset(preset));
            for _ in 0..30 {
                program.advance(1.0 / 60.0);
            }
            assert!(
                program.playback.session.trouble.is_none(),
                "{name} {preset:?}"
            );
        }
    }
}

#[test]
fn a_message_leaves_the_status_line_after_a_while_and_an_error_with_the_next_action() {
    let mut program = program();
    let fail = |program: &mut Program| {
        program.perform(Action::Select(Selection::default()));
        act(program, Trigger::Delete);
        assert!(error_of(program).contains("nothing is selected"));
    };
    fail(&mut program);
    act(&mut program, Trigger::ToolMove);
    assert_eq!(program.ui.message, None);
    fail(&mut program);
    program.advance(9.0);
    error_of(&program);
    program.advance(2.0);
    assert_eq!(program.ui.message, None);
    assert_eq!(program.ui.messages.said(), 2, "the messages keep it");
    program.ui.say("saved".into());
    program.advance(20.0);
    assert_eq!(program.ui.message, None, "news goes too");
    assert_eq!(program.ui.messages.said(), 3, "the messages keep it");
}

#[test]
fn what_is_created_or_pasted_finds_room_beside_what_stands_there() {
    let mut program = program();
    for _ in 0..3 {
        act(&mut program, Trigger::CreateBox);
    }
    act(&mut program, Trigger::CreateRagdoll);
    act(&mut program, Trigger::Copy);
    act(&mut program, Trigger::Paste);
    let scene = program.workspace.document.scene();
    let places: Vec<[f64; 3]> = scene.bodies.iter().map(|body| body.position_m).collect();
    let [a, b, c] = places[places.len() - 3..] else {
        panic!("{places:?}");
    };
    assert!(a[0] < b[0] && b[0] < c[0] && a[1..] == c[1..], "{places:?}");
    let overlaps = doctor::examine(scene).unwrap();
    let overlaps = overlaps
        .iter()
        .filter(|f| f.check == doctor::Check::Overlap);
    assert_eq!(overlaps.count(), 0);
    // What was cut comes back where it was.
    let before = scene.ragdolls.last().unwrap().position_m;
    act(&mut program, Trigger::Cut);
    act(&mut program, Trigger::Paste);
    let after = program
        .workspace
        .document
        .scene()
        .ragdolls
        .last()
        .unwrap()
        .position_m;
    assert_eq!(before, after);
}

/// Whatever stands at the pointer, what is created there stands beside or on it.
#[test]
fn what_is_created_at_the_pointer_stands_there_and_overlaps_nothing() {
    let mut program = program();
    act(&mut program, Trigger::New);
    let scene = program.workspace.document.scene();
    let floor = scene
        .obstacles
        .first()
        .map_or(0.0, |floor| floor.position_m[1]);
    let at = |x: f64, z: f64| Some(DVec3::new(x, floor, z));
    program.workbench.pointed_m = at(1.5, -2.0);
    act(&mut program, Trigger::CreateBox);
    let place = program.workspace.document.scene().bodies[0].position_m;
    assert_eq!((place[0], place[2]), (1.5, -2.0));
    // On the flank of a ramp, within a fixed box, where a body stands, under a stack.
    let crowded = [
        (Trigger::CreateRamp, at(0.0, 0.0)),
        (Trigger::CreateBlock, at(4.0, 0.0)),
        (Trigger::CreateStack, at(-4.0, 0.0)),
        (Trigger::CreateBlock, at(1.5, -2.0)),
        (Trigger::CreateBox, at(0.0, 0.0)),
        (Trigger::CreateBall, at(4.0, 0.0)),
        (Trigger::CreateRagdoll, at(-4.0, 0.0)),
        (Trigger::CreateWall, at(0.0, 0.0)),
        (Trigger::CreateRope, at(4.0, 0.0)),
        (Trigger::CreateCloth, at(1.5, -2.0)),
        (Trigger::CreateBox, at(1.5, -2.0)),
    ];
    for (trigger, place) in crowded {
        let before = program.workspace.document.scene().ids().len();
        program.workbench.pointed_m = place;
        act(&mut program, trigger);
        let scene = program.workspace.document.scene();
        assert!(scene.ids().len() > before, "{trigger:?}");
        let found = doctor::examine(scene).unwrap();
        let overlaps = found.iter().filter(|f| f.check == doctor::Check::Overlap);
        let overlaps: Vec<&String> = overlaps.map(|f| &f.sentence).collect();
        assert!(overlaps.is_empty(), "{trigger:?}: {overlaps:?}");
    }
}

/// What is written to a file has the digits that a person typed.
#[test]
fn angles_and_places_are_saved_as_short_as_they_were_typed() {
    use ragdoll_lab::scene::range::{decimal_sum, degrees};
    for tenth in -1800..=1800 {
        let angle = f64::from(tenth) / 10.0;
        assert_eq!(degrees(angle.to_radians()), angle);
        let [a, b] = [0.1, angle];
        let sum = (tenth + 1) as f64 / 10.0;
        assert_eq!(decimal_sum(a, b), sum);
    }
    let bits = 0.123_456_789_012_345_67;
    assert_eq!(decimal_sum(bits, 0.1), bits + 0.1, "to the bit elsewhere");
    // A ragdoll that is turned by 30 and moved by 0.1 three times.
    let mut program = program();
    let id = program.workspace.document.scene().ragdolls[0].id;
    let half = 15_f64.to_radians();
    for _ in 0..3 {
        for motion in [
            Motion::Move([0.1, 0.0, 0.0]),
            Motion::Turn {
                pivot_m: [0.0; 3],
                rotation: [half.cos(), 0.0, half.sin(), 0.0],
            },
        ] {
            program.perform(Action::Edit(Command::Transform([id].into(), motion)));
        }
    }
    let ragdoll = &program.workspace.document.scene().ragdolls[0];
    assert_eq!(ragdoll.heading_deg.to_string(), "90");
}

/// The launcher goes where the person looks from, and a throw from there hits what the
/// pointer is over; without a pointer over the stage nothing happens.
#[test]
fn the_launcher_goes_to_the_camera() {
    let mut program = program();
    let before = program.workspace.document.scene().launcher.clone().unwrap();
    act(&mut program, Trigger::LauncherToCamera);
    assert!(matches!(program.ui.message, Some((_, true))));
    let chest = DVec3::new(0.0, 1.2, 0.0);
    let eye = DVec3::new(2.5, 1.6, 2.5);
    program.workbench.sight = Some(Ray {
        origin: eye,
        direction: (chest - eye).normalize(),
    });
    act(&mut program, Trigger::LauncherToCamera);
    let launcher = program.workspace.document.scene().launcher.clone().unwrap();
    let from = DVec3::from(launcher.position_m);
    assert!(from.distance(eye) < 1.0, "{from}");
    assert_eq!(launcher.ball, before.ball);
    act(&mut program, Trigger::Undo);
    assert_eq!(
        program.workspace.document.scene().launcher.as_ref(),
        Some(&before)
    );
    act(&mut program, Trigger::ThrowFromCamera);
    assert_eq!(
        program.workspace.document.scene().launcher.as_ref(),
        Some(&before)
    );
    play(&mut program, 2);
    let shot = program
        .playback
        .session
        .simulation
        .metrics
        .shot
        .clone()
        .unwrap();
    assert!(shot.first_hit.is_some(), "{shot:?}");
}

#[test]
fn a_pose_of_a_take_of_other_things_is_not_kept() {
    let mut program = Program::open(None, Settings::default()).unwrap();
    program.perform(Action::Do(Trigger::Throw));
    for _ in 0..30 {
        program.advance(1.0 / 60.0);
    }
    program.perform(Action::Create(BlueprintKind::Ragdoll));
    program.perform(Action::PlayTake(0));
    program.perform(Action::Do(Trigger::Step));
    let before = program.workspace.document.scene().clone();
    program.perform(Action::Do(Trigger::KeepPose));
    let (told, is_error) = program.ui.message.clone().unwrap();
    assert!(
        is_error && told.contains("earlier version of the scene"),
        "{told}"
    );
    assert_eq!(*program.workspace.document.scene(), before);
}

#[test]
fn a_pose_that_is_kept_leaves_the_shot_of_the_scene_alone() {
    let opened = Program::open_unattended(Some("mx-throw"), Settings::default());
    let mut program = opened.unwrap();
    let launcher = program.workspace.document.scene().launcher.clone();
    assert!(launcher.as_ref().unwrap().fire_at_s.is_some());
    for _ in 0..90 {
        program.perform(Action::Do(Trigger::Step));
    }
    program.perform(Action::Do(Trigger::KeepPose));
    let kept = program.workspace.document.scene();
    assert!(kept.ragdolls[0].pose.is_some(), "{:?}", program.ui.message);
    assert_eq!(kept.launcher, launcher);
}

#[test]
fn a_pose_that_no_file_can_hold_is_not_kept() {
    let text = r#"{"format": "ragdoll-scene", "version": 2, "gravity_m_s2": [0, -900, 0],
        "solver": {"linear_drag_per_s": 0},
        "bodies": [{"id": 1, "shape": {"sphere": {"radius_m": 0.1}}, "mass_kg": 1}]}"#;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("fall.json");
    std::fs::write(&file, text).unwrap();
    let mut program = Program::open(file.to_str(), Settings::default()).unwrap();
    // It falls 100 km within 15 s.
    for _ in 0..16 * 60 {
        act(&mut program, Trigger::Step);
    }
    let before = program.workspace.document.scene().clone();
    act(&mut program, Trigger::KeepPose);
    let told = error_of(&program);
    assert!(told.contains("out of range"), "{told}");
    assert_eq!(*program.workspace.document.scene(), before);
}
