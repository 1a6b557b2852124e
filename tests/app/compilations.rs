//! How often the scene is compiled by what a person does: once by an edit, and not at all
//! where a value of the run is set, a ball is aimed or thrown.

use crate::ui_kit::{
    act, click, obeying_screen_of, open, press_key, scene_of, show, type_text, Screen,
};
use egui_macroquad::egui::Key;
use glam::DVec3;
use ragdoll_lab::app::action::{Action, Panel, Trigger};
use ragdoll_lab::compile::compilations;
use ragdoll_lab::editor::{Command, Item, Motion};
use ragdoll_lab::scene::{to_text, Color};

/// How many compilations something takes, and whether it has changed the document.
fn count(screen: &mut Screen, event: impl FnOnce(&mut Screen)) -> (u64, bool) {
    let (before, text) = (compilations(), to_text(&scene_of(screen)));
    event(screen);
    let is_changed = to_text(&scene_of(screen)) != text;
    (compilations() - before, is_changed)
}

fn edit(screen: &mut Screen, command: Command) -> (u64, bool) {
    count(screen, |screen| act(screen, Action::Edit(command)))
}

/// A scene that stands at its start, or one that plays.
fn screens() -> [Screen; 2] {
    [false, true].map(|plays| {
        let mut screen = obeying_screen_of(open("mx-throw"), [1900.0, 1000.0]);
        match plays {
            true => screen.state_mut().program.advance(0.2),
            false => act(&mut screen, Action::Do(Trigger::PlayPause)),
        }
        screen
    })
}

#[test]
fn a_limit_edited_in_the_table_compiles_once() {
    for mut screen in screens() {
        show(&mut screen, Panel::Limits);
        let counted = count(&mut screen, |screen| {
            click(screen, "Head min x");
            type_text(screen, "-10");
            press_key(screen, Key::Enter);
        });
        assert_eq!(counted, (1, true));
    }
}

#[test]
fn what_is_created_compiles_once_and_once_more_only_where_it_makes_room() {
    for mut screen in screens() {
        let mut counted = |trigger| count(&mut screen, |screen| act(screen, Action::Do(trigger)));
        // Each would stand in the dummy or in what was created before, and is put beside it.
        assert_eq!(counted(Trigger::CreateRamp), (2, true));
        assert_eq!(counted(Trigger::CreateBall), (2, true));
        assert_eq!(counted(Trigger::Copy), (0, false));
        assert_eq!(counted(Trigger::Paste), (2, true));
    }
}

#[test]
fn each_move_of_a_drag_compiles_once() {
    const MOVES: u64 = 7;
    for mut screen in screens() {
        let ids = [scene_of(&screen).ragdolls[0].id];
        let counted = count(&mut screen, |screen| {
            act(screen, Action::Begin("Move".into()));
            for i in 1..=MOVES {
                let by = Motion::Move([0.1 * i as f64, 0.0, 0.0]);
                act(screen, Action::Change(Command::Transform(ids.into(), by)));
            }
            act(screen, Action::Commit);
        });
        assert_eq!(counted, (MOVES, true));
    }
}

#[test]
fn undo_and_redo_compile_once_each() {
    for mut screen in screens() {
        let ids = [scene_of(&screen).ragdolls[0].id];
        let by = Motion::Move([1.0, 0.0, 0.0]);
        assert_eq!(
            edit(&mut screen, Command::Transform(ids.into(), by)),
            (1, true)
        );
        for trigger in [Trigger::Undo, Trigger::Redo] {
            let counted = count(&mut screen, |screen| act(screen, Action::Do(trigger)));
            assert_eq!(counted, (1, true), "{trigger:?}");
        }
    }
}

#[test]
fn what_is_set_painted_aimed_or_thrown_compiles_nothing() {
    for mut screen in screens() {
        let scene = scene_of(&screen);
        let mut solver = scene.solver.clone();
        solver.iterations = Some(7);
        let set = Command::SetSolver(Box::new(solver), "Iterations");
        assert_eq!(edit(&mut screen, set), (0, true));
        let gravity = Command::SetGravity([0.0, -1.6, 0.0]);
        assert_eq!(edit(&mut screen, gravity), (0, true));
        let mut ragdoll = scene.ragdolls[0].clone();
        ragdoll.name = "someone".into();
        let name = Command::Replace(Box::new(Item::Ragdoll(ragdoll)), "Name");
        // Messages name things, so a name is compiled in.
        assert_eq!(edit(&mut screen, name), (1, true));
        let mut ragdoll = scene_of(&screen).ragdolls[0].clone();
        ragdoll.color = Some(Color { rgb: [10, 200, 30] });
        let color = Command::Replace(Box::new(Item::Ragdoll(ragdoll)), "Colour");
        assert_eq!(edit(&mut screen, color), (0, true));
        for height in [1.0, 1.2, 1.4] {
            let aim = Action::AimAt(DVec3::Y * height);
            let counted = count(&mut screen, |screen| act(screen, aim));
            // The ball waits for its time: a run that is under way begins anew.
            let most = u64::from(screen.state().program.playback.session.playing);
            assert!(counted.0 <= most, "{counted:?}");
        }
        let thrown = count(&mut screen, |screen| act(screen, Action::Throw));
        assert_eq!(thrown.0, 0);
    }
}
