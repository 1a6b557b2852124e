//! Time on screen: the timeline, the buttons beside it, the takes; and what a running
//! scene takes over.

use crate::ui_kit::{
    act, button, click, find, move_to, obeying_screen_of, open, place_of, press_key, rect_of,
    retype, settle, Screen, WINDOW,
};
use egui_macroquad::egui::{pos2, Event, Key, Modifiers, MouseWheelUnit, Pos2, Rect, Vec2};
use ragdoll_lab::app::action::Request;
use ragdoll_lab::app::action::{Action, Trigger};
use ragdoll_lab::editor::{Command, Item};
use ragdoll_lab::lab::EventKind;
use ragdoll_lab::scene::{PartLimit, PartOverride};

/// The first throw, thrown and run for so many steps, paused.
fn thrown(steps: u64) -> Screen {
    let mut screen = obeying_screen_of(open("first-throw"), WINDOW);
    act(&mut screen, Action::Do(Trigger::Throw));
    let program = &mut screen.state_mut().program;
    for _ in 0..steps {
        program.playback.session.step();
    }
    program.playback.session.playing = false;
    settle(&mut screen);
    screen
}

fn now(screen: &Screen) -> u64 {
    screen.state().program.playback.session.now()
}

fn end(screen: &Screen) -> u64 {
    screen.state().program.playback.session.history.end()
}

fn hash(screen: &Screen) -> u64 {
    screen.state().program.view().playback.reading().hash
}

fn takes(screen: &Screen) -> Vec<String> {
    let list = screen.state().program.playback.session.takes.list();
    list.iter().map(|take| take.name.clone()).collect()
}

/// The place of a step on the timeline.
fn place_on(rail: Rect, screen: &Screen, step: u64) -> Pos2 {
    let part = step as f32 / end(screen) as f32;
    let x = rail.left() + 8.0 + part * (rail.width() - 16.0);
    pos2(x, rail.top() + 16.0)
}

#[test]
fn a_drag_on_the_timeline_goes_back_and_forth_and_pauses() {
    let mut screen = thrown(200);
    let last = hash(&screen);
    screen.state_mut().program.playback.session.playing = true;
    let rail = rect_of(&mut screen, "Timeline");
    let program = &mut screen.state_mut().program;
    program.playback.session.playing = true;
    let from = place_on(rail, &screen, 200);
    move_to(&mut screen, from);
    button(&mut screen, from, true);
    for step in [150, 70] {
        let place = place_on(rail, &screen, step);
        move_to(&mut screen, place);
        assert!(now(&screen).abs_diff(step) <= 4, "{} {step}", now(&screen));
    }
    assert!(!screen.state().program.playback.session.playing);
    let place = place_on(rail, &screen, 200);
    move_to(&mut screen, place);
    button(&mut screen, place, false);
    settle(&mut screen);
    assert_eq!((now(&screen), hash(&screen)), (200, last));
}

#[test]
fn keys_and_buttons_step() {
    let mut screen = thrown(120);
    act(&mut screen, Action::GoToStep(119));
    for (trigger, expected) in [
        (Trigger::StepBack, 118),
        (Trigger::StepBackTen, 108),
        (Trigger::Step, 109),
        (Trigger::StepTen, 119),
        (Trigger::GoToEnd, 120),
    ] {
        act(&mut screen, Action::Do(trigger));
        assert_eq!(now(&screen), expected, "{trigger:?}");
    }
    click(&mut screen, "Step back");
    assert_eq!((now(&screen), end(&screen)), (119, 120));
    click(&mut screen, "Go to start");
    assert_eq!((now(&screen), end(&screen)), (0, 120));
}

/// What the wheel zooms in timeline and plots, and the key that shows all again.
#[test]
fn the_wheel_zooms_about_the_pointer_and_a_key_shows_the_whole_run() {
    let mut screen = thrown(240);
    act(&mut screen, Action::Do(Trigger::PanelPlots));
    let is_whole = |screen: &Screen| screen.state().program.ui.panels.plots.span.is_whole();
    // The step that a click between the pointer and the right end goes to.
    let goes_to = |screen: &mut Screen, at: Pos2| {
        move_to(screen, at);
        button(screen, at, true);
        button(screen, at, false);
        settle(screen);
        now(screen)
    };
    for place in ["Timeline", "Plot of travel"] {
        let rect = rect_of(&mut screen, place);
        let (at, right) = (
            rect.center(),
            rect.center() + Vec2::new(0.2 * rect.width(), 0.0),
        );
        let whole = [at, right].map(|at| goes_to(&mut screen, at));
        assert!(is_whole(&screen));
        move_to(&mut screen, at);
        let before = now(&screen);
        for _ in 0..3 {
            screen.input_mut().events.push(Event::MouseWheel {
                unit: MouseWheelUnit::Line,
                delta: Vec2::new(0.0, 1.0),
                modifiers: Modifiers::NONE,
            });
            screen.step();
        }
        assert!(!is_whole(&screen), "{place}");
        assert_eq!(now(&screen), before, "{place}: nothing goes on");
        let zoomed = [at, right].map(|at| goes_to(&mut screen, at));
        let apart = |steps: [u64; 2]| steps[1].abs_diff(steps[0]);
        assert!(
            whole[0].abs_diff(zoomed[0]) <= 4,
            "{place}: {whole:?} {zoomed:?}"
        );
        assert!(
            10 * apart(zoomed) < 9 * apart(whole),
            "{place}: {whole:?} {zoomed:?}"
        );
        act(&mut screen, Action::Do(Trigger::FitTime));
        assert!(is_whole(&screen), "{place}");
    }
}

#[test]
fn card_trails_and_balls_are_those_of_the_shown_time() {
    let mut screen = thrown(240);
    let events = screen.state().program.view().timeline().events.to_vec();
    let hit = events.iter().find(|e| e.kind == EventKind::Hit).unwrap();
    let throw = events.iter().find(|e| e.kind == EventKind::Throw).unwrap();
    assert!(throw.step < hit.step && hit.step < 240);
    let points = |screen: &Screen| {
        let session = &screen.state().program.playback.session;
        session.observed.trails.balls[0].until(session.now()).len()
    };
    let whole = points(&screen);
    act(&mut screen, Action::GoToStep(hit.step - 1));
    let view = screen.state().program.view();
    assert!(view.shot().unwrap().first_hit.is_none());
    assert_eq!(view.shot().unwrap().travel_m(), 0.0);
    assert!(points(&screen) < whole);
    act(&mut screen, Action::Do(Trigger::NextMark));
    assert_eq!(now(&screen), hit.step);
    let view = screen.state().program.view();
    assert!(view.shot().unwrap().first_hit.is_some());
    act(&mut screen, Action::Do(Trigger::GoToEnd));
    assert_eq!(points(&screen), whole);
}

#[test]
fn play_in_the_past_plays_what_was_recorded() {
    let mut screen = thrown(150);
    let last = hash(&screen);
    act(&mut screen, Action::GoToStep(20));
    act(&mut screen, Action::Do(Trigger::PlayPause));
    let program = &mut screen.state_mut().program;
    while program.playback.session.now() < 150 {
        program.advance(1.0 / 60.0);
    }
    assert_eq!((hash(&screen), takes(&screen).len()), (last, 0));
}

#[test]
fn another_throw_in_the_past_keeps_the_old_future_as_a_take() {
    let mut screen = thrown(150);
    let last = hash(&screen);
    act(&mut screen, Action::GoToStep(60));
    assert!(find(&mut screen, "Take: Take 1").is_none());
    act(&mut screen, Action::Do(Trigger::RepeatShot));
    let program = &mut screen.state_mut().program;
    assert_eq!(
        (
            program.playback.session.now(),
            program.playback.session.history.end()
        ),
        (60, 60)
    );
    for _ in 0..30 {
        program.playback.session.step();
    }
    settle(&mut screen);
    assert_eq!(takes(&screen), ["Take 1"]);
    // The take plays to the same bits; the run that was left becomes a take itself.
    click(&mut screen, "Take: Take 1");
    let program = &mut screen.state_mut().program;
    assert_eq!(
        (
            program.playback.session.now(),
            program.playback.session.takes.chosen()
        ),
        (0, Some(0))
    );
    program.ui.message = None;
    while program.playback.session.playing {
        program.advance(1.0 / 60.0);
    }
    program.advance(1.0 / 60.0);
    let (told, is_error) = program.ui.message.clone().unwrap();
    assert!(told.contains("bit-identical") && !is_error, "{told}");
    assert_eq!((now(&screen), hash(&screen)), (150, last));
    assert_eq!(takes(&screen), ["Take 1", "Take 2"]);
    for (trigger, chosen) in [(Trigger::NextTake, 1), (Trigger::PreviousTake, 0)] {
        act(&mut screen, Action::Do(trigger));
        let chosen_now = screen.state().program.playback.session.takes.chosen();
        assert_eq!(chosen_now, Some(chosen));
    }
    assert_eq!(
        takes(&screen),
        ["Take 1", "Take 2"],
        "nothing is kept twice"
    );
}

#[test]
fn going_on_from_the_past_is_a_button_there() {
    let mut screen = thrown(100);
    let label = format!("{} Resume from here", egui_phosphor::regular::GIT_BRANCH);
    assert_eq!(find(&mut screen, &label), None);
    act(&mut screen, Action::GoToStep(30));
    click(&mut screen, &label);
    assert_eq!((now(&screen), end(&screen)), (30, 30));
    assert!(screen.state().program.playback.session.playing);
    assert_eq!(takes(&screen).len(), 1);
}

#[test]
fn a_take_is_renamed_and_deleted() {
    let mut screen = thrown(50);
    act(&mut screen, Action::Do(Trigger::KeepTake));
    let place = place_of(&mut screen, "Take: Take 1");
    move_to(&mut screen, place);
    for pressed in [true, false, true, false] {
        button(&mut screen, place, pressed);
    }
    settle(&mut screen);
    retype(&mut screen, "high ball");
    press_key(&mut screen, Key::Enter);
    assert_eq!(takes(&screen), ["high ball"]);
    act(&mut screen, Action::RenameTake(0, "  ".into()));
    assert_eq!(takes(&screen), ["high ball"]);
    act(&mut screen, Action::DeleteTake(7));
    act(&mut screen, Action::DeleteTake(0));
    assert_eq!(takes(&screen), [""; 0]);
}

#[test]
fn bookmarks_are_set_taken_away_and_gone_to() {
    let mut screen = thrown(100);
    act(&mut screen, Action::GoToStep(33));
    act(&mut screen, Action::Do(Trigger::Bookmark));
    act(&mut screen, Action::GoToStep(20));
    act(&mut screen, Action::Do(Trigger::NextMark));
    assert!(now(&screen) <= 33);
    act(&mut screen, Action::GoToStep(34));
    act(&mut screen, Action::Do(Trigger::PreviousMark));
    assert_eq!(now(&screen), 33);
    click(&mut screen, "Bookmark");
    assert!(screen.state().program.playback.session.bookmarks.is_empty());
}

#[test]
fn a_run_is_repeated_and_compared() {
    let mut screen = thrown(120);
    act(&mut screen, Action::Do(Trigger::RunTwice));
    let (told, is_error) = screen.state().program.ui.message.clone().unwrap();
    assert!(
        told.contains("all 120 steps are bit-identical") && !is_error,
        "{told}"
    );
}

#[test]
fn a_shot_is_copied_and_pasted_as_text() {
    let mut screen = thrown(120);
    let last = hash(&screen);
    act(&mut screen, Action::Do(Trigger::CopyShot));
    let requests = std::mem::take(&mut screen.state_mut().program.requests);
    let text = requests.into_iter().find_map(|request| match request {
        Request::CopyText(text) => Some(text),
        _ => None,
    });
    let mut other = open("mx-stairs");
    other.paste_shot(&text.unwrap());
    assert!(other.workspace.document.is_changed(), "it is in no file");
    while other.playback.session.playing {
        other.advance(1.0 / 60.0);
    }
    other.advance(1.0 / 60.0);
    assert_eq!(
        (
            other.view().playback.session.now(),
            other.view().playback.reading().hash
        ),
        (120, last)
    );
    let (told, is_error) = other.ui.message.clone().unwrap();
    assert!(told.contains("bit-identical") && !is_error, "{told}");
    let before = other.workspace.document.scene().clone();
    other.paste_shot("ragdoll-shot-1:nonsense");
    assert!(matches!(other.ui.message, Some((_, true))));
    assert_eq!(*other.workspace.document.scene(), before);
}

#[test]
fn nothing_is_recorded_while_a_scene_is_built() {
    let mut screen = thrown(0);
    act(&mut screen, Action::Do(Trigger::Reset));
    let program = &mut screen.state_mut().program;
    program.playback.session.playing = false;
    for _ in 0..5 {
        program.perform(Action::Do(Trigger::CreateBall));
        program.perform(Action::Edit(Command::SetGravity([0.0, -3.0, 0.0])));
        program.advance(0.5);
    }
    let history = &program.playback.session.history;
    assert_eq!((history.end(), history.inputs().len()), (0, 0));
    assert_eq!(**history.scene(), **program.workspace.document.scene());
}

#[test]
fn a_limit_changes_while_the_ragdoll_falls() {
    let mut program = open("mx-stairs");
    let ragdoll = program.workspace.document.scene().ragdolls[0].clone();
    for _ in 0..80 {
        program.playback.session.step();
    }
    let stiff = |degrees: f64| {
        let mut ragdoll = ragdoll.clone();
        let limit = PartLimit {
            min_deg: [-degrees; 3],
            max_deg: [degrees; 3],
            restitution: 0.0,
            zero: [1.0, 0.0, 0.0, 0.0],
        };
        ragdoll.parts = vec![PartOverride {
            limit: Some(limit),
            ..PartOverride::of("l_lower_arm")
        }];
        Action::Edit(Command::Replace(Box::new(Item::Ragdoll(ragdoll)), "Limit"))
    };
    let before = program.playback.session.simulation.world.state().clone();
    program.perform(stiff(5.0));
    assert_eq!(program.ui.message, None);
    let state = program.playback.session.simulation.world.state();
    assert_eq!((state.step, &state.bodies), (80, &before.bodies));
    program.perform(Action::Do(Trigger::Undo));
    assert_eq!(program.playback.session.now(), 80, "undo too goes on");
    assert_eq!(program.playback.session.history.inputs().len(), 2);
    for _ in 0..40 {
        program.playback.session.step();
    }
    assert_eq!(program.playback.session.history.repeat(|_| true), Ok(None));
    // Moving it is building: from the start.
    let moved = ragdoll_lab::scene::Ragdoll {
        position_m: [0.0, 3.0, 0.0],
        ..ragdoll.clone()
    };
    let moved = Command::Replace(Box::new(Item::Ragdoll(moved)), "Move");
    program.perform(Action::Edit(moved));
    assert_eq!(
        (
            program.playback.session.now(),
            program.playback.session.playing
        ),
        (0, false)
    );
}

#[test]
fn a_window_too_narrow_for_the_timeline_does_no_harm() {
    for width in [1.0, 20.0, 60.0, 90.0, 200.0, 400.0] {
        let mut screen = obeying_screen_of(open("first-throw"), [width, 300.0]);
        act(&mut screen, Action::Do(Trigger::Throw));
        for _ in 0..90 {
            screen.state_mut().program.playback.session.step();
        }
        settle(&mut screen);
        assert_eq!(now(&screen), end(&screen), "{width}");
    }
}
