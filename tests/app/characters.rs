//! Skinned models in the program: dropped, thrown at, their bones changed.

use super::common::rigs;
use super::ui_kit::{click, obeying_screen_of, select, settle, show};
use ragdoll_lab::app::action::{Action, Answer, Panel, Trigger};
use ragdoll_lab::app::program::Program;
use ragdoll_lab::app::workspace::Question;
use ragdoll_lab::character::rig::{Role, Side};
use ragdoll_lab::editor::Command;
use ragdoll_lab::platform::dialogs::FilePurpose;
use ragdoll_lab::platform::settings::Settings;
use ragdoll_lab::scene::{Character, Figure};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

fn file(name: &str, bytes: &[u8]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    (folder, path)
}

fn program() -> Program {
    let mut program = Program::open(None, Settings::default()).unwrap();
    // Files are read at once.
    program.playback.stepping_budget = None;
    program
}

fn characters(program: &Program) -> Vec<Character> {
    let ragdolls = program.workspace.document.scene().ragdolls.iter();
    let character = |figure: &Figure| match figure {
        Figure::Character(character) => Some(character.clone()),
        _ => None,
    };
    ragdolls
        .filter_map(|ragdoll| character(&ragdoll.figure))
        .collect()
}

#[test]
fn a_dropped_model_stands_before_the_launcher_and_falls_when_hit() {
    let (_folder, path) = file("child.glb", &rigs::child());
    let mut program = program();
    program.perform(Action::OpenFile(path));
    assert_eq!(program.question(), Question::None);
    assert_eq!(characters(&program).len(), 1);
    assert_eq!(program.workspace.title, "child.glb");
    let height = |program: &Program| {
        program.playback.session.simulation.world.state().bodies[0]
            .position
            .y
    };
    let start = height(&program);
    program.perform(Action::Do(Trigger::Throw));
    for _ in 0..120 {
        program.advance(1.0 / 60.0);
    }
    assert!(
        height(&program) < 0.7 * start,
        "{} of {start} m",
        height(&program)
    );
    // It has limits in the table: for each part but the root.
    let ragdoll = &program.workspace.document.scene().ragdolls[0];
    let parts = ragdoll_lab::compile::parts_in_force(ragdoll);
    assert_eq!(parts.iter().filter(|part| part.limit.is_some()).count(), 17);
}

#[test]
fn unsaved_changes_are_asked_for_before_a_model_takes_the_place_of_the_scene() {
    let (_folder, path) = file("child.glb", &rigs::child());
    let mut program = program();
    program.perform(Action::Do(Trigger::CreateBall));
    program.perform(Action::OpenFile(path));
    assert_eq!(program.question(), Question::Unsaved);
    program.perform(Action::Answer(Answer::Cancel));
    assert_eq!(characters(&program).len(), 0);
}

#[test]
fn a_model_is_added_by_import_and_its_bones_can_be_changed_and_that_undone() {
    let (_folder, path) = file("giant.glb", &rigs::giant());
    let mut program = program();
    let before = program.workspace.document.scene().ragdolls.len();
    program.open_chosen(FilePurpose::Mesh, &path);
    let scene = program.workspace.document.scene().clone();
    assert_eq!(scene.ragdolls.len(), before + 1);
    let id = scene.ragdolls[before].id;
    let parts = |program: &Program| characters(program)[0].parts.len();
    assert_eq!(parts(&program), 21);
    program.perform(Action::MapBone(id, Role::Tail(2), None));
    assert_eq!(parts(&program), 20);
    program.perform(Action::Do(Trigger::Undo));
    assert_eq!(parts(&program), 21);
    // What the bones are follows the figure, not what was changed last.
    program.perform(Action::MapBone(id, Role::Hand(Side::Left), None));
    assert_eq!(parts(&program), 20);
    assert!(characters(&program)[0]
        .parts
        .iter()
        .any(|part| part.part == "tail_3"));
}

#[test]
fn a_broken_model_is_told_and_changes_nothing() {
    let (_folder, path) = file("half.glb", &rigs::child()[..4000]);
    let mut program = program();
    let before = program.workspace.document.scene().clone();
    program.perform(Action::OpenFile(path));
    let (text, is_error) = program.ui.message.clone().unwrap();
    assert!(
        is_error && text.contains("half.glb") && text.contains("ends too early"),
        "{text}"
    );
    assert_eq!(*program.workspace.document.scene(), before);
}

#[test]
fn a_figure_of_particles_leaves_clips_and_muscles_behind() {
    let mut program = Program::open(Some("walk-hit"), Settings::default()).unwrap();
    let id = program.workspace.document.scene().ragdolls[0].id;
    let command = Command::SetFigure(id, Figure::Hitman {}, "Figure");
    program.perform(Action::Edit(command));
    let ragdoll = &program.workspace.document.scene().ragdolls[0];
    assert_eq!(ragdoll.figure, Figure::Hitman {});
    assert_eq!(ragdoll.animation, None);
}

/// The bones are drawn on the figure: a click on one, and a choice of what begins there.
#[test]
fn what_a_bone_is_is_changed_by_clicks_on_the_figure() {
    let (_folder, path) = file("giant.glb", &rigs::giant());
    let mut program = program();
    program.open_chosen(FilePurpose::Mesh, &path);
    let ragdolls = program.workspace.document.scene().ragdolls.clone();
    let id = ragdolls[ragdolls.len() - 1].id;
    let hands = |program: &Program| {
        let parts = characters(program)[0].parts.clone();
        let hands = parts.iter().filter(|part| part.part.ends_with("_hand"));
        hands.map(|part| part.bone.clone()).collect::<Vec<String>>()
    };
    let before = hands(&program);
    let mut screen = obeying_screen_of(program, [1280.0, 3600.0]);
    show(&mut screen, Panel::Inspector);
    select(&mut screen, [id]);
    click(&mut screen, "Bones");
    settle(&mut screen);
    click(&mut screen, &format!("Bone {}", before[0]));
    settle(&mut screen);
    click(&mut screen, "Assigned part");
    settle(&mut screen);
    click(&mut screen, "Assigned part: none");
    settle(&mut screen);
    let after = hands(&screen.state().program);
    assert_eq!(after.len(), before.len() - 1, "{before:?} {after:?}");
    assert!(!after.contains(&before[0]), "{after:?}");
    // The bone is still chosen: it begins the part again.
    click(&mut screen, "Assigned part");
    settle(&mut screen);
    click(&mut screen, "Assigned part: l_hand");
    settle(&mut screen);
    assert_eq!(hands(&screen.state().program), before);
    // From the side, where left and right cover each other, nothing is asked for.
    click(&mut screen, "View");
    settle(&mut screen);
    click(&mut screen, "View: side");
    settle(&mut screen);
    assert_eq!(hands(&screen.state().program), before);
}
