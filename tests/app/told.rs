//! What is said and shown goes when it no longer holds, and a key does what the manual says.

use crate::ui_kit::{act, find, obeying_screen_of, open, settle, type_text, words, Screen, WINDOW};
use glam::DVec3;
use ragdoll_lab::app::action::{Action, Chord, Panel, Request, Trigger};
use ragdoll_lab::app::program::Program;
use ragdoll_lab::editor::generate::BlueprintKind;
use ragdoll_lab::physics::Blast;
use ragdoll_lab::view::stage_camera::Ray;

fn message(program: &Program) -> Option<&str> {
    program.ui.message.as_ref().map(|(text, _)| text.as_str())
}

#[test]
fn undo_and_redo_say_which_step_they_took() {
    let mut program = open("first-throw");
    program.perform(Action::Create(BlueprintKind::Ragdoll));
    let label = program.view().document().undo_label().unwrap().to_owned();
    let step = label.to_lowercase();
    program.perform(Action::Do(Trigger::Undo));
    assert_eq!(message(&program), Some(&*format!("Undone: {step}")));
    program.perform(Action::Do(Trigger::Redo));
    assert_eq!(message(&program), Some(&*format!("Redone: {step}")));
    // Nothing is left to take back: nothing is said.
    program.perform(Action::Do(Trigger::Undo));
    let said = program.ui.messages.said();
    program.perform(Action::Do(Trigger::Undo));
    assert_eq!(program.ui.messages.said(), said);
}

#[test]
fn a_message_leaves_the_status_line_after_a_while_and_stays_in_the_list() {
    let mut program = open("first-throw");
    program.ui.say("quality set to low".into());
    program.ui.advance(9.0);
    assert!(message(&program).is_some());
    program.ui.advance(2.0);
    assert_eq!(message(&program), None);
    assert_eq!(program.ui.messages.kept().len(), 1);
}

#[test]
fn a_pin_takes_the_place_of_what_was_said_before() {
    let mut program = open("first-throw");
    program.perform(Action::Do(Trigger::FreeAll));
    assert!(message(&program).unwrap().contains("nothing is pinned"));
    let middle = program.playback.session.simulation.middle_of_figures();
    program.workbench.sight = Some(Ray {
        origin: middle.unwrap() + DVec3::Z * 4.0,
        direction: -DVec3::Z,
    });
    program.perform(Action::Do(Trigger::Pin));
    assert!(message(&program).unwrap().starts_with("pinned"));
}

#[test]
fn the_key_of_the_scenes_puts_the_cursor_into_their_search_and_then_closes_them() {
    let mut screen = obeying_screen_of(open("first-throw"), WINDOW);
    let press = |screen: &mut Screen, typing: bool| {
        let chord = Chord::parse("Ctrl+E").unwrap();
        screen.state_mut().program.press(chord, typing);
        settle(screen);
    };
    assert!(find(&mut screen, "Find scene").is_some());
    press(&mut screen, false);
    assert!(find(&mut screen, "Find scene").is_some());
    type_text(&mut screen, "cannon");
    assert!(words(&mut screen).iter().any(|text| text == "cannon"));
    press(&mut screen, true);
    assert!(find(&mut screen, "Find scene").is_none());
    press(&mut screen, false);
    assert!(find(&mut screen, "Find scene").is_some());
    assert!(screen
        .state()
        .program
        .ui
        .panels
        .dock
        .is_shown(Panel::Scenes));
}

#[test]
fn an_export_is_named_after_the_file_without_its_ending() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = open("printed-4.2");
    let proposed = |program: &mut Program| {
        program.requests.clear();
        program.perform(Action::Do(Trigger::ExportMjcf));
        let path = match program.requests.pop() {
            Some(Request::SaveDialog(_, path)) => path,
            other => panic!("{other:?}"),
        };
        path.file_name().unwrap().to_str().unwrap().to_owned()
    };
    assert_eq!(proposed(&mut program), "printed-4.2.xml");
    program.save_to(&folder.path().join("mine.json"));
    assert_eq!(proposed(&mut program), "mine.xml");
}

#[test]
fn the_card_says_that_a_blast_carried_the_dummy_on() {
    let mut program = open("first-throw");
    program.perform(Action::Throw);
    let is_over = |program: &Program| program.playback.session.shot_is_over();
    for _ in 0..2000 {
        if is_over(&program) {
            break;
        }
        program.playback.session.step();
    }
    assert!(is_over(&program));
    let mut screen = obeying_screen_of(program, WINDOW);
    let told =
        |screen: &mut Screen, part: &str| words(screen).iter().any(|text| text.contains(part));
    assert!(told(&mut screen, "at rest after"));
    assert!(!told(&mut screen, "then moved on"));
    let program = &mut screen.state_mut().program;
    let centre = program.playback.session.simulation.middle_of_figures();
    program.playback.session.blast(Blast {
        centre: centre.unwrap() - DVec3::Y * 0.3,
        strength: 60.0,
        radius: 3.0,
    });
    for _ in 0..60 {
        program.playback.session.step();
    }
    program.playback.session.playing = false;
    assert!(told(&mut screen, "then moved on"));
}

/// What a shot fan left on the stage goes with Reset, and with its panel.
#[test]
fn a_fan_leaves_the_stage_with_reset_and_with_its_panel() {
    let mut program = open("first-throw");
    let fan = |program: &Program| program.jobs.fan.is_shown;
    program.perform(Action::ShowPanel(Panel::Sweep));
    program.advance(1.0 / 60.0);
    assert!(fan(&program));
    program.perform(Action::ShowPanel(Panel::Throw));
    program.advance(1.0 / 60.0);
    assert!(fan(&program), "its tab is behind another");
    program.perform(Action::ShowPanel(Panel::Sweep));
    program.perform(Action::TogglePanel(Panel::Sweep));
    program.advance(1.0 / 60.0);
    assert!(!fan(&program));
    program.jobs.fan.is_shown = true;
    program.advance(1.0 / 60.0);
    assert!(fan(&program), "asked for without the panel");
    program.perform(Action::Do(Trigger::Reset));
    assert!(!fan(&program));
}

/// The first take that comes does not move the panes of a comparison.
#[test]
fn the_panes_of_a_comparison_stay_when_the_first_take_comes() {
    let mut screen = obeying_screen_of(open("first-throw"), WINDOW);
    act(&mut screen, Action::Do(Trigger::Compare));
    act(&mut screen, Action::Throw);
    screen.state_mut().program.advance(0.5);
    settle(&mut screen);
    let stage = |screen: &Screen| screen.state().program.ui.panels.dock.stage().unwrap();
    let before = stage(&screen);
    act(&mut screen, Action::Do(Trigger::Reset));
    settle(&mut screen);
    let takes = screen.state().program.playback.session.takes.list();
    assert_eq!(takes.len(), 1);
    assert_eq!(stage(&screen), before);
}
