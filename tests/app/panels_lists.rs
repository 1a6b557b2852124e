//! Outliner, constraint order, rig doctor and history, drawn without a window and
//! operated by what stands on them.

use crate::common::time::PATIENCE;
use crate::ui_kit::{
    act, button, click, click_with, find, move_to, obeying_screen_of, open, place_of, placed,
    press_key, press_key_with, retype, settle, show, taken, type_text, Screen, FRAMES_PER_S,
    WINDOW,
};
use egui_macroquad::egui::{Key, Modifiers, PointerButton, Pos2};
use ragdoll_lab::app::action::Panel;
use ragdoll_lab::app::action::{Action, Trigger};
use ragdoll_lab::app::program::Program;
use ragdoll_lab::editor::doctor::{examine, Check};
use ragdoll_lab::editor::{Command, Item, Selection, SortPolicy};
use ragdoll_lab::platform::settings::Settings;
use ragdoll_lab::scene::{parse, to_text, Id, Order, Scene, Solver, SHIPPED};
use std::time::{Duration, Instant};

/// A shipped scene with a panel in front.
fn screen(scene: &str, panel: Panel) -> Screen {
    let mut screen = obeying_screen_of(open(scene), WINDOW);
    show(&mut screen, panel);
    screen
}

/// A scene that is no shipped one, with a panel in front.
fn screen_with(scene: &Scene, panel: Panel) -> Screen {
    let file = tempfile::Builder::new().suffix(".json").tempfile().unwrap();
    std::fs::write(file.path(), to_text(scene).unwrap()).unwrap();
    let path = file.path().to_str().unwrap();
    let program = Program::open(Some(path), Settings::default()).unwrap();
    let mut screen = obeying_screen_of(program, WINDOW);
    show(&mut screen, panel);
    screen
}

fn document(screen: &Screen) -> Scene {
    (*crate::ui_kit::scene_of(screen)).clone()
}

fn selected(screen: &Screen) -> Vec<Id> {
    let selection = screen.state().program.workspace.document.selection();
    selection.ids().iter().copied().collect()
}

const PANELS: [Panel; 4] = [Panel::Outliner, Panel::Order, Panel::Doctor, Panel::History];

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn each_list_opens_everywhere_and_asks_for_nothing_by_itself() {
    for shipped in SHIPPED {
        for size in [[1280.0, 720.0], [640.0, 400.0]] {
            let mut screen = obeying_screen_of(open(shipped.name), size);
            for panel in PANELS {
                show(&mut screen, panel);
                let shown = screen.state().program.ui.panels.dock.is_shown(panel);
                assert!(shown, "{panel:?}");
            }
            act(&mut screen, Action::Do(Trigger::PlayPause));
            for _ in 0..30 {
                screen.state_mut().program.advance(1.0 / 60.0);
            }
            settle(&mut screen);
            assert_eq!(taken(&mut screen), [], "{} {size:?}", shipped.name);
        }
    }
}

/// Three bodies of which two are in groups, a plane and a material.
fn grouped() -> Scene {
    let text = r#"{"format":"ragdoll-scene","version":2,
      "materials":[{"id":1,"name":"steel"}],
      "obstacles":[{"id":2,"name":"floor","shape":{"plane":{}},"material":1}],
      "bodies":[
        {"id":10,"name":"Lid","shape":{"sphere":{"radius_m":0.2}},"mass_kg":1,"position_m":[0,2,0]},
        {"id":11,"name":"wall/left/brick","shape":{"sphere":{"radius_m":0.2}},"mass_kg":1,
          "position_m":[1,2,0]},
        {"id":12,"name":"wall/stone","shape":{"sphere":{"radius_m":0.2}},"mass_kg":1,
          "position_m":[2,2,0]},
        {"id":13,"shape":{"sphere":{"radius_m":0.2}},"mass_kg":1,"position_m":[3,2,0]}]}"#;
    parse(text.as_bytes()).unwrap()
}

#[test]
fn the_tree_has_kinds_groups_and_things_that_fold() {
    let mut screen = screen_with(&grouped(), Panel::Outliner);
    for label in ["Bodies (4)", "wall (2)", "left (1)", "Obstacles (1)"] {
        assert!(find(&mut screen, label).is_some(), "{label}");
    }
    let top = |screen: &mut Screen, label| place_of(screen, label).y;
    let order = [
        "Bodies (4)",
        "wall (2)",
        "left (1)",
        "brick",
        "stone",
        "Lid",
    ];
    for pair in order.windows(2) {
        let (above, below) = (top(&mut screen, pair[0]), top(&mut screen, pair[1]));
        assert!(above < below, "{pair:?}");
    }
    click(&mut screen, "Fold wall");
    assert!(find(&mut screen, "brick").is_none() && find(&mut screen, "Lid").is_some());
    // What is selected elsewhere comes into sight.
    let brick = Action::Select(Selection::of([11]));
    act(&mut screen, brick);
    assert!(find(&mut screen, "brick").is_some());
    click(&mut screen, "Fold Bodies");
    assert!(find(&mut screen, "Lid").is_none());
    assert_eq!(taken(&mut screen), []);
}

#[test]
fn parts_of_a_ragdoll_unfold() {
    let mut screen = screen("mx-throw", Panel::Outliner);
    let ragdoll = document(&screen).ragdolls[0].clone();
    let title = Item::Ragdoll(ragdoll.clone()).title();
    assert!(find(&mut screen, "head").is_none());
    click(&mut screen, &format!("Unfold {title}"));
    click(&mut screen, "head");
    assert_eq!(selected(&screen), [ragdoll.id]);
}

#[test]
fn the_filter_finds_by_name_kind_and_number_and_selects() {
    let mut screen = screen_with(&grouped(), Panel::Outliner);
    for (typed, found) in [
        ("LID", vec![10]),
        ("wall/", vec![11, 12]),
        ("13", vec![13]),
        ("obstacle", vec![2]),
        ("", vec![]),
        ("nothing such", vec![]),
    ] {
        click(&mut screen, "Filter");
        retype(&mut screen, typed);
        taken(&mut screen);
        click(&mut screen, "Select matches");
        match typed {
            "" => assert_eq!(taken(&mut screen), []),
            _ => assert_eq!(selected(&screen), found, "{typed}"),
        }
    }
    click(&mut screen, "Clear filter");
    assert!(find(&mut screen, "Lid").is_some());
}

#[test]
fn a_double_click_or_f2_renames() {
    let mut screen = screen_with(&grouped(), Panel::Outliner);
    let name = |screen: &Screen| document(screen).bodies[0].name.clone();
    click(&mut screen, "Lid");
    let f2 = Action::Do(Trigger::Rename);
    act(&mut screen, f2.clone());
    type_text(&mut screen, "box/Cover");
    press_key(&mut screen, Key::Enter);
    assert_eq!(name(&screen), "box/Cover");
    assert!(find(&mut screen, "box (1)").is_some());

    taken(&mut screen);
    act(&mut screen, f2);
    type_text(&mut screen, "other");
    press_key(&mut screen, Key::Escape);
    assert_eq!(taken(&mut screen), []);
    assert_eq!(name(&screen), "box/Cover");

    // Long enough after the click above that these two are a double click.
    screen.run_steps(FRAMES_PER_S);
    let pos = place_of(&mut screen, "Cover");
    for pressed in [true, false, true, false] {
        button(&mut screen, pos, pressed);
    }
    settle(&mut screen);
    type_text(&mut screen, "Top");
    click(&mut screen, "stone");
    assert_eq!(name(&screen), "box/Top");
}

#[test]
fn renaming_finds_what_the_filter_or_a_fold_hides() {
    let mut screen = screen_with(&grouped(), Panel::Outliner);
    click(&mut screen, "Fold Bodies");
    click(&mut screen, "Filter");
    type_text(&mut screen, "floor");
    let lid = Action::Select(Selection::of([10]));
    screen.state_mut().program.perform(lid);
    let rename = Action::Do(Trigger::Rename);
    act(&mut screen, rename);
    type_text(&mut screen, "Found");
    press_key(&mut screen, Key::Enter);
    assert_eq!(document(&screen).bodies[0].name, "Found");
}

#[test]
fn eye_and_lock_mark_things_and_whole_groups() {
    let mut screen = screen_with(&grouped(), Panel::Outliner);
    let hidden = |screen: &Screen| screen.state().program.workspace.view_state.hidden.clone();
    let locked = |screen: &Screen| screen.state().program.workspace.view_state.locked.clone();
    click(&mut screen, "Hide Lid");
    assert_eq!(hidden(&screen), [10].into());
    click(&mut screen, "Hide wall");
    assert_eq!(hidden(&screen), [10, 11, 12].into());
    click(&mut screen, "Show wall");
    click(&mut screen, "Show Lid");
    assert_eq!(hidden(&screen), [].into());
    click(&mut screen, "Lock Bodies");
    assert_eq!(locked(&screen), [10, 11, 12, 13].into());
    click(&mut screen, "Unlock stone");
    assert_eq!(locked(&screen), [10, 11, 13].into());
    // None of it selects.
    assert!(selected(&screen).is_empty());
}

#[test]
fn clicks_select_one_several_and_ranges() {
    let mut screen = screen_with(&grouped(), Panel::Outliner);
    let with = |screen: &mut Screen, label, held| {
        click_with(screen, label, PointerButton::Primary, held);
        selected(screen)
    };
    assert_eq!(with(&mut screen, "brick", Modifiers::NONE), [11]);
    assert_eq!(with(&mut screen, "ball 13", Modifiers::COMMAND), [11, 13]);
    assert_eq!(with(&mut screen, "brick", Modifiers::COMMAND), [13]);
    assert_eq!(with(&mut screen, "stone", Modifiers::SHIFT), [10, 12, 13]);
    // The next range begins where the last one did.
    assert_eq!(with(&mut screen, "Lid", Modifiers::SHIFT), [10, 13]);
    assert_eq!(with(&mut screen, "floor", Modifiers::NONE), [2]);
}

#[test]
fn the_arrow_keys_move_the_selection_after_a_click_in_the_list() {
    let mut screen = screen_with(&grouped(), Panel::Outliner);
    press_key(&mut screen, Key::ArrowDown);
    assert!(selected(&screen).is_empty());
    click(&mut screen, "brick");
    for (key, id) in [
        (Key::ArrowDown, 12),
        (Key::ArrowDown, 10),
        (Key::ArrowUp, 12),
        (Key::ArrowUp, 11),
        (Key::ArrowUp, 11),
    ] {
        press_key(&mut screen, key);
        assert_eq!(selected(&screen), [id]);
    }
}

#[test]
fn the_right_button_selects_and_offers_what_applies() {
    let mut screen = screen_with(&grouped(), Panel::Outliner);
    click_with(
        &mut screen,
        "Lid",
        PointerButton::Secondary,
        Modifiers::NONE,
    );
    assert_eq!(selected(&screen), [10]);
    assert!(find(&mut screen, "Break the joint").is_none());
    click(&mut screen, "Duplicate");
    assert_eq!(document(&screen).bodies.len(), 5);
    click_with(
        &mut screen,
        "wall (2)",
        PointerButton::Secondary,
        Modifiers::NONE,
    );
    click(&mut screen, "Select these");
    assert_eq!(selected(&screen), [11, 12]);
}

fn order(screen: &Screen) -> Vec<Id> {
    let scene = document(screen);
    scene.constraints.iter().map(|c| c.id).collect()
}

fn undo(screen: &mut Screen) {
    act(screen, Action::Do(Trigger::Undo));
}

/// What the order panel calls the constraint at a place.
fn order_title(screen: &Screen, place: usize) -> String {
    let constraint = document(screen).constraints[place].clone();
    match constraint.name.as_str() {
        "" => format!("stick {}", constraint.id),
        name => name.to_string(),
    }
}

#[test]
fn buttons_move_a_constraint_up_and_down() {
    let mut screen = screen("chain", Panel::Order);
    let before = order(&screen);
    let first = order_title(&screen, 0);
    click(&mut screen, &format!("Move {first} up"));
    assert_eq!(order(&screen), before, "the first is the first");
    click(&mut screen, &format!("Move {first} down"));
    let mut expected = before.clone();
    expected.swap(0, 1);
    assert_eq!(order(&screen), expected);
    click(&mut screen, &format!("Move {first} up"));
    assert_eq!(order(&screen), before);
    click(&mut screen, &first);
    assert_eq!(selected(&screen), [before[0]]);
}

#[test]
fn a_drag_of_the_handle_is_one_step_and_can_be_taken_back() {
    let mut screen = screen("chain", Panel::Order);
    let before = order(&screen);
    let (first, third) = (order_title(&screen, 0), order_title(&screen, 2));
    let steps_before = screen.state().program.workspace.document.history().len();
    let drag = |screen: &mut Screen| {
        let from = place_of(screen, &format!("Drag {first}"));
        let to = Pos2::new(from.x, place_of(screen, &third).y);
        move_to(screen, from);
        button(screen, from, true);
        for share in [0.3, 0.6, 1.0, 1.0] {
            move_to(screen, from + (to - from) * share);
        }
        to
    };
    let to = drag(&mut screen);
    let mut expected = before.clone();
    expected[..3].rotate_left(1);
    assert_eq!(order(&screen), expected);
    let cancel = Action::Do(Trigger::Cancel);
    act(&mut screen, cancel);
    button(&mut screen, to, false);
    settle(&mut screen);
    assert_eq!(order(&screen), before, "taken back");
    let steps = |screen: &Screen| screen.state().program.workspace.document.history().len();
    assert_eq!(steps(&screen), steps_before);

    let to = drag(&mut screen);
    button(&mut screen, to, false);
    settle(&mut screen);
    assert_eq!(order(&screen), expected);
    assert_eq!(steps(&screen), steps_before + 1);
    undo(&mut screen);
    assert_eq!(order(&screen), before);
}

#[test]
fn the_list_can_be_sorted_and_the_order_that_acts_be_chosen() {
    let mut screen = screen("chain", Panel::Order);
    let before = order(&screen);
    click(&mut screen, "Sort list");
    taken(&mut screen);
    click(&mut screen, "Reversed");
    let reversed = Action::Edit(Command::SortConstraints(SortPolicy::Reversed));
    assert_eq!(taken(&mut screen), [reversed]);
    assert!(order(&screen).iter().eq(before.iter().rev()));
    for name in ["Root to leaf", "Leaf to root", "Top to bottom", "By kind"] {
        click(&mut screen, "Sort list");
        click(&mut screen, name);
        let sorted = taken(&mut screen);
        assert!(
            matches!(sorted[..], [Action::Edit(Command::SortConstraints(_))]),
            "{name} {sorted:?}"
        );
    }
    click(&mut screen, "Solve order");
    click(&mut screen, "Solve order: shuffled");
    assert_eq!(document(&screen).solver.order, Order::Shuffled);
    assert!(find(&mut screen, "Seed").is_some());
    assert!(find(&mut screen, "Error").is_some());
}

/// Too heavy beside too light, and a ball like a bullet.
fn sick() -> Scene {
    let text = r#"{"format":"ragdoll-scene","version":2,
      "materials":[{"id":1,"name":"rubber"}],
      "bodies":[
        {"id":10,"shape":{"sphere":{"radius_m":0.2}},"mass_kg":1,"position_m":[0,2,0]},
        {"id":11,"shape":{"sphere":{"radius_m":0.2}},"mass_kg":1,"position_m":[0.1,2,0]}],
      "launcher":{"ball":{"radius_m":0.01,"mass_kg":1},"speed_m_s":90}}"#;
    parse(text.as_bytes()).unwrap()
}

#[test]
fn remedies_and_show_do_what_they_say() {
    let mut screen = screen_with(&sick(), Panel::Doctor);
    let checks = |screen: &Screen| -> Vec<Check> {
        let found = examine(&document(screen)).unwrap();
        found.iter().map(|finding| finding.check).collect()
    };
    let all = [Check::Overlap, Check::UnusedMaterial, Check::FastBall];
    assert_eq!(checks(&screen), all);
    click(&mut screen, "Delete unused material");
    assert_eq!(checks(&screen), [Check::Overlap, Check::FastBall]);
    click(&mut screen, "Show");
    assert_eq!(selected(&screen), [10, 11]);
    click(&mut screen, "Increase substeps");
    assert_eq!(checks(&screen), [Check::Overlap]);
    click(&mut screen, "Disable their collision");
    assert!(find(&mut screen, "No problems found").is_some());
    undo(&mut screen);
    settle(&mut screen);
    assert!(find(&mut screen, "Finding 1").is_some());
}

#[test]
fn the_fast_ball_is_told_from_a_merely_quick_one() {
    let mut scene = sick();
    let is_fast = |scene: &Scene| {
        let found = examine(scene).unwrap();
        found.iter().any(|f| f.check == Check::FastBall)
    };
    assert!(is_fast(&scene));
    scene.solver = Solver {
        rate_hz: Some(600.0),
        ..scene.solver
    };
    assert!(!is_fast(&scene), "shorter steps need fewer parts");
    scene.solver.rate_hz = None;
    scene.launcher.as_mut().unwrap().speed_m_s = 1.0;
    assert!(
        !is_fast(&scene),
        "faster than its radius per step, yet swept"
    );
    for shipped in SHIPPED {
        let scene = parse(shipped.text.as_bytes()).unwrap();
        assert!(!is_fast(&scene), "{}", shipped.name);
    }
}

fn gravity(screen: &mut Screen, g: f64) {
    let program = &mut screen.state_mut().program;
    program.perform(Action::Edit(Command::SetGravity([0.0, -g, 0.0])));
    program.workspace.document.end_gesture();
}

#[test]
fn the_history_goes_to_the_state_that_is_clicked() {
    let mut screen = screen("first-throw", Panel::History);
    for g in [1.0, 2.0, 3.0] {
        gravity(&mut screen, g);
    }
    settle(&mut screen);
    let g = |screen: &Screen| -document(screen).gravity_m_s2[1];
    let present = |screen: &Screen| {
        let lines = screen.state().program.workspace.document.history();
        lines.iter().position(|line| line.present)
    };
    click(&mut screen, "1: Gravity");
    assert_eq!(taken(&mut screen), [Action::GoTo(1)]);
    assert_eq!((g(&screen), present(&screen)), (1.0, Some(1)));
    click(&mut screen, "1: Gravity");
    assert_eq!(taken(&mut screen), [], "already there");
    click(&mut screen, "3: Gravity");
    assert_eq!(g(&screen), 3.0);
    click(&mut screen, "Undo");
    assert_eq!(g(&screen), 2.0);
    click(&mut screen, "Redo");
    assert_eq!(g(&screen), 3.0);
    click(&mut screen, "0: Open");
    assert_eq!(present(&screen), Some(0));
    taken(&mut screen);
    click(&mut screen, "Undo");
    assert_eq!(taken(&mut screen), [], "nothing to take back");
}

/// So many bodies, joined in pairs, every other one in a group.
fn crowd(count: u64) -> Scene {
    let mut bodies = Vec::new();
    let mut constraints = Vec::new();
    for i in 0..count {
        let (x, z) = (i % 100, i / 100);
        let group = if i % 2 == 0 { "even/" } else { "" };
        bodies.push(format!(
            r#"{{"id":{},"name":"{group}brick {i}","shape":{{"sphere":{{"radius_m":0.2}}}},
              "mass_kg":1,"position_m":[{x},1,{z}]}}"#,
            i + 1
        ));
        if i % 2 == 1 && i % 100 != 0 {
            constraints.push(format!(
                r#"{{"id":{},"kind":{{"pin":{{"a":{{"body":{{"id":{},"point_m":[0.5,0,0]}}}},
                  "b":{{"body":{{"id":{},"point_m":[-0.5,0,0]}}}}}}}}}}"#,
                count + i + 1,
                i,
                i + 1
            ));
        }
    }
    let text = format!(
        r#"{{"format":"ragdoll-scene","version":2,"bodies":[{}],"constraints":[{}]}}"#,
        bodies.join(","),
        constraints.join(",")
    );
    parse(text.as_bytes()).unwrap()
}

/// Mean time of a frame, once things have settled.
fn frame_time(screen: &mut Screen) -> Duration {
    screen.run_steps(5);
    let (begun, frames) = (Instant::now(), 50);
    screen.run_steps(frames);
    begun.elapsed() / frames as u32
}

#[test]
fn ten_thousand_bodies_lay_out_only_what_is_in_sight() {
    let mut screen = screen_with(&crowd(10_000), Panel::History);
    println!("history alone: {:?} a frame", frame_time(&mut screen));
    for panel in PANELS {
        let begun = Instant::now();
        screen.state_mut().program.ui.panels.dock.show(panel);
        screen.step();
        let first = begun.elapsed();
        let time = frame_time(&mut screen);
        let rows = placed(&mut screen).len();
        println!("{panel:?}: first frame {first:?}, then {time:?}; {rows} controls");
        assert!(rows < 400, "{panel:?}: {rows} controls");
    }
    let bricks = |screen: &mut Screen| {
        let all = placed(screen);
        all.iter().filter(|p| p.label.starts_with("brick ")).count()
    };
    let rows = bricks(&mut screen);
    assert!((5..100).contains(&rows), "{rows} rows");
    let last = Action::Select(Selection::of([9_999]));
    screen.state_mut().program.perform(last);
    screen
        .state_mut()
        .program
        .ui
        .panels
        .dock
        .show(Panel::Outliner);
    settle(&mut screen);
    assert!(find(&mut screen, "brick 9998").is_some(), "scrolled to it");
}

#[test]
fn a_large_scene_is_examined_beside_the_window() {
    let mut screen = screen_with(&crowd(30_000), Panel::History);
    screen
        .state_mut()
        .program
        .ui
        .panels
        .dock
        .show(Panel::Doctor);
    assert!(find(&mut screen, "Checking").is_some());
    let begun = Instant::now();
    while find(&mut screen, "No problems found").is_none() {
        assert!(begun.elapsed() < PATIENCE, "no result");
        std::thread::sleep(Duration::from_millis(20));
    }
    println!("examined beside the window in {:?}", begun.elapsed());
}

#[test]
fn a_click_on_a_group_selects_its_things_and_f2_renames_it() {
    let mut screen = screen_with(&grouped(), Panel::Outliner);
    click(&mut screen, "Fold wall");
    click(&mut screen, "wall (2)");
    assert_eq!(selected(&screen), [11, 12]);
    assert!(find(&mut screen, "brick").is_none(), "it stays folded");
    act(&mut screen, Action::Do(Trigger::Rename));
    type_text(&mut screen, "house");
    press_key(&mut screen, Key::Enter);
    assert_eq!(document(&screen).bodies[2].name, "house/stone");
    // With another selection F2 is about that again.
    click(&mut screen, "Lid");
    act(&mut screen, Action::Do(Trigger::Rename));
    type_text(&mut screen, "Cover");
    press_key(&mut screen, Key::Enter);
    assert_eq!(document(&screen).bodies[0].name, "Cover");
}

#[test]
fn a_group_is_renamed_with_all_its_members_as_one_step() {
    let mut screen = screen_with(&grouped(), Panel::Outliner);
    let names = |screen: &Screen| {
        let bodies = document(screen).bodies;
        [bodies[1].name.clone(), bodies[2].name.clone()]
    };
    click_with(
        &mut screen,
        "wall (2)",
        PointerButton::Secondary,
        Modifiers::NONE,
    );
    click(&mut screen, "Rename group");
    screen.run_steps(3);
    type_text(&mut screen, "house/south");
    press_key(&mut screen, Key::Enter);
    screen.run_steps(3);
    assert_eq!(
        names(&screen),
        ["house/south/left/brick", "house/south/stone"]
    );

    // A double click renames too; Escape keeps the name.
    for (key, expected) in [(Key::Escape, "left"), (Key::Enter, "right")] {
        screen.run_steps(60);
        let pos = place_of(&mut screen, "left (1)");
        move_to(&mut screen, pos);
        for pressed in [true, false, true, false] {
            button(&mut screen, pos, pressed);
        }
        screen.run_steps(2);
        type_text(&mut screen, "right");
        press_key(&mut screen, key);
        screen.run_steps(3);
        let brick = format!("house/south/{expected}/brick");
        assert_eq!(names(&screen), [brick.as_str(), "house/south/stone"]);
    }
    for _ in 0..2 {
        undo(&mut screen);
    }
    assert_eq!(document(&screen), grouped());
}

#[test]
fn the_arrow_keys_with_shift_extend_the_selection_and_shorten_it_again() {
    let mut screen = screen_with(&grouped(), Panel::Outliner);
    click(&mut screen, "stone");
    for (key, expected) in [
        (Key::ArrowDown, vec![10, 12]),
        (Key::ArrowDown, vec![10, 12, 13]),
        (Key::ArrowUp, vec![10, 12]),
        (Key::ArrowUp, vec![12]),
        (Key::ArrowUp, vec![11, 12]),
        (Key::ArrowDown, vec![12]),
    ] {
        press_key_with(&mut screen, key, Modifiers::SHIFT);
        settle(&mut screen);
        assert_eq!(selected(&screen), expected, "{key:?}");
    }
    press_key(&mut screen, Key::ArrowDown);
    assert_eq!(selected(&screen), [10]);
}
