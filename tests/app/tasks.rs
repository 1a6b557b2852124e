//! What a newcomer wants to do and has not read about: each task is found in the search (Ctrl+K)
//! by the words that people bring, and in the menus by at most three clicks.

use crate::ui_kit::{find, open, press_key, screen_of, settle, taken, type_text, Screen, WINDOW};
use egui_macroquad::egui::Key;
use ragdoll_lab::app::action::{menu_path, Action, Panel, Trigger};
use ragdoll_lab::app::program::Program;

/// What stands first in the search for some words, as it is done by Enter.
fn searched(screen: &mut Screen, words: &str) -> Action {
    screen
        .state_mut()
        .program
        .perform(Action::Do(Trigger::Palette));
    settle(screen);
    type_text(screen, words);
    press_key(screen, Key::Enter);
    let actions = taken(screen);
    assert_eq!(actions.len(), 1, "{words}: {actions:?}");
    actions[0].clone()
}

/// A scene in which something was thrown, hit, and came to rest.
fn thrown() -> Program {
    let mut program = open("first-throw");
    program.perform(Action::Throw);
    for _ in 0..240 {
        program.advance(1.0 / 60.0);
    }
    program
}

#[test]
fn tasks_are_found_by_the_words_that_people_bring() {
    let mut screen = screen_of(thrown(), WINDOW);
    for (words, trigger) in [
        ("gif", Trigger::RecordShot),
        ("record", Trigger::RecordShot),
        ("video", Trigger::RecordShot),
        ("contact forces", Trigger::ShowForces),
        ("mujoco", Trigger::ExportMjcf),
        ("export to mujoco", Trigger::ExportMjcf),
        ("import model", Trigger::ImportMesh),
        ("mirror limit", Trigger::PanelLimits),
        ("hit", Trigger::PreviousMark),
        ("compare", Trigger::Compare),
        ("compare uniform", Trigger::Compare),
        ("why", Trigger::AskWhy),
        ("save", Trigger::Save),
        ("reset layout", Trigger::ResetPanels),
        ("larger text", Trigger::TextLarger),
        ("light theme", Trigger::ToggleTheme),
        ("dark", Trigger::ToggleTheme),
        ("pin", Trigger::Pin),
        ("settings", Trigger::Preferences),
        ("explode", Trigger::Blast),
        ("slow motion", Trigger::SlowHits),
        ("ragdoll", Trigger::CreateRagdoll),
        ("undo", Trigger::Undo),
    ] {
        // What has nothing to do now is shown but not done.
        if trigger == Trigger::Undo {
            screen
                .state_mut()
                .program
                .perform(Action::Do(Trigger::CreateBall));
        }
        let found = searched(&mut screen, words);
        assert_eq!(found, Action::Do(trigger), "{words}");
        let clicks = menu_path(trigger).len() + 1;
        assert!((2..=3).contains(&clicks), "{words}: {clicks} clicks");
    }
}

#[test]
fn settings_are_found_and_pointed_out() {
    let mut screen = screen_of(thrown(), WINDOW);
    for (words, control) in [
        ("gravity", "Gravity"),
        ("wind", "Wind x"),
        ("method", "Method"),
        ("solver", "Method"),
        ("friction", "Friction"),
        ("ball mass", "Mass"),
        ("weighting", "Mass-weighted"),
        ("iterations", "Iterations"),
        ("blast radius", "Blast radius"),
        ("number of balls", "Balls"),
    ] {
        let found = searched(&mut screen, words);
        let Action::ShowSetting(setting) = &found else {
            panic!("{words}: {found:?}");
        };
        assert_eq!(setting.control, control, "{words}");
        let program = &mut screen.state_mut().program;
        program.ui.panels.dock.toggle(Panel::Throw);
        program.perform(found);
        assert!(program.ui.panels.dock.is_shown(Panel::Throw));
        screen.run_steps(40);
        let place = find(&mut screen, control).unwrap_or_else(|| panic!("no {control}"));
        let window = screen.ctx.screen_rect();
        assert!(
            window.contains_rect(place),
            "{control} at {place:?} is out of sight"
        );
    }
}

#[test]
fn a_miss_says_what_else_to_try() {
    let mut screen = screen_of(thrown(), WINDOW);
    screen
        .state_mut()
        .program
        .perform(Action::Do(Trigger::Palette));
    settle(&mut screen);
    type_text(&mut screen, "qqqq");
    settle(&mut screen);
    use egui_kittest::kittest::Queryable;
    screen.get_by_label_contains("No matching action");
    screen.get_by_label_contains("Try a shorter or different word");
}

#[test]
fn the_way_back_to_the_hit_leads_to_the_hit() {
    let mut program = thrown();
    let end = program.view().playback.session.now();
    let hits: Vec<u64> = program
        .view()
        .timeline()
        .events
        .iter()
        .map(|e| e.step)
        .collect();
    assert!(!hits.is_empty());
    while program.view().playback.session.shown_step() > hits[0] {
        let before = program.view().playback.session.shown_step();
        program.perform(Action::Do(Trigger::PreviousMark));
        let now = program.view().playback.session.shown_step();
        assert!(now < before, "{now} of {end}");
    }
    assert_eq!(program.view().playback.session.shown_step(), hits[0]);
}
