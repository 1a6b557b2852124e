//! Where the panels are: the stage stays alive beside them.

use crate::ui_kit::{
    act, button, click, dress, find, move_to, obeying_screen_of, open, place_of, rect_of, select,
    settle, show, Screen, WINDOW,
};
use egui_macroquad::egui::{vec2, Rect};
use ragdoll_lab::app::action::{Action, Panel, Request, Tool, Trigger};
use ragdoll_lab::view::theme::Theme;

/// Panels in which a person works with tables and plots.
const WIDE: [Panel; 7] = [
    Panel::Limits,
    Panel::Plots,
    Panel::Cost,
    Panel::Why,
    Panel::Compare,
    Panel::Sweep,
    Panel::Experiments,
];

fn screen(size: [f32; 2], scale: f32) -> Screen {
    let mut screen = obeying_screen_of(open("mx-throw"), size);
    dress(&mut screen, Theme::Dark, scale);
    screen
}

fn stage(screen: &Screen) -> Rect {
    screen.state().program.ui.panels.dock.stage().unwrap()
}

#[test]
fn a_wide_panel_leaves_the_stage_two_fifths_of_the_height_or_half_of_the_width() {
    let windows = [
        (WINDOW, 1.0),
        (WINDOW, 1.5),
        ([1024.0, 600.0], 1.0),
        ([2560.0, 1440.0], 1.5),
    ];
    for (size, scale) in windows {
        for panel in WIDE {
            let mut screen = screen(size, scale);
            show(&mut screen, panel);
            let stage = stage(&screen);
            let (high, wide) = (stage.height() / size[1], stage.width() / size[0]);
            println!("{panel:?} {size:?} {scale}: {wide:.2} x {high:.2}");
            assert!(
                high >= 0.399 && wide >= 0.5,
                "{panel:?} {size:?} {scale}: {stage:?}"
            );
        }
    }
}

#[test]
fn the_limit_table_shows_masses_inertia_and_limits_without_scrolling() {
    for (size, scale) in [(WINDOW, 1.0), (WINDOW, 1.5), ([1024.0, 600.0], 1.0)] {
        let mut screen = screen(size, scale);
        show(&mut screen, Panel::Limits);
        for part in ["Pelvis mass", "Lower Torso inertia z", "Lower Torso max z"] {
            assert!(find(&mut screen, part).is_some(), "{part} {size:?} {scale}");
        }
        for column in [
            "mass",
            "inertia x",
            "inertia z",
            "min x",
            "angle z",
            "max z",
        ] {
            let label = format!("Sort by {column}");
            let heading = find(&mut screen, &label);
            let heading = heading.unwrap_or_else(|| panic!("{label} {size:?} {scale}"));
            assert!(heading.right() <= size[0], "{label} {size:?} {scale}");
        }
    }
}

/// Also where the panel asked for more height than the stage leaves it.
#[test]
fn the_edge_of_a_panel_below_follows_the_mouse() {
    for scale in [1.0, 1.5] {
        let mut screen = screen(WINDOW, scale);
        show(&mut screen, Panel::Limits);
        let before = stage(&screen);
        let edge = before.center_bottom();
        move_to(&mut screen, edge);
        button(&mut screen, edge, true);
        for part in 1..=4 {
            move_to(&mut screen, edge - vec2(0.0, 20.0 * part as f32));
        }
        button(&mut screen, edge - vec2(0.0, 80.0), false);
        settle(&mut screen);
        let after = stage(&screen).height();
        let moved = before.height() - after;
        assert!(
            (moved - 80.0).abs() < 12.0,
            "{scale}: {moved} of {before:?}"
        );
    }
}

#[test]
fn the_columns_fold_to_icons_and_come_back() {
    let mut screen = screen(WINDOW, 1.0);
    let before = stage(&screen);
    let is_shown = |screen: &Screen, panel| screen.state().program.ui.panels.dock.is_shown(panel);
    show(&mut screen, Panel::Limits);
    assert!(!is_shown(&screen, Panel::Scenes) && !is_shown(&screen, Panel::Throw));
    // What is selected on the stage does not take the room of the table.
    screen.state_mut().program.workbench.tool = Tool::Select;
    let ragdoll = screen.state().program.workspace.document.scene().ragdolls[0].id;
    select(&mut screen, [ragdoll]);
    act(&mut screen, Action::ShowSelection);
    assert!(!is_shown(&screen, Panel::Inspector));
    // An icon opens its column for as long as the table is open.
    click(&mut screen, "Inspector");
    assert!(is_shown(&screen, Panel::Inspector) && !is_shown(&screen, Panel::Scenes));
    assert!(is_shown(&screen, Panel::Limits));
    act(&mut screen, Action::TogglePanel(Panel::Limits));
    assert!(is_shown(&screen, Panel::Inspector) && is_shown(&screen, Panel::Scenes));
    assert_eq!(stage(&screen), before);
    show(&mut screen, Panel::Limits);
    assert!(!is_shown(&screen, Panel::Inspector));
    // A wide panel in a column takes that column and folds the other one.
    for (size, folds) in [([1024.0, 600.0], true), (WINDOW, false)] {
        let mut screen = self::screen(size, 1.0);
        show(&mut screen, Panel::Compare);
        assert!(is_shown(&screen, Panel::Compare));
        assert_eq!(is_shown(&screen, Panel::Scenes), !folds, "{size:?}");
        click(&mut screen, "Throw");
        assert!(is_shown(&screen, Panel::Scenes));
    }
}

/// With large text in a small window one column has room, and the other is a click away.
#[test]
fn large_text_leaves_the_stage_its_share_of_the_width() {
    let is_shown = |screen: &Screen, panel| screen.state().program.ui.panels.dock.is_shown(panel);
    let mut screen = screen(WINDOW, 1.5);
    let share = |screen: &Screen| stage(screen).width() / WINDOW[0];
    assert!(share(&screen) >= 0.4, "{:?}", stage(&screen));
    assert!(is_shown(&screen, Panel::Throw) && !is_shown(&screen, Panel::Scenes));
    click(&mut screen, "Scenes");
    assert!(is_shown(&screen, Panel::Scenes) && !is_shown(&screen, Panel::Throw));
    assert!(share(&screen) >= 0.4, "{:?}", stage(&screen));
    click(&mut screen, "Throw");
    assert!(is_shown(&screen, Panel::Throw) && !is_shown(&screen, Panel::Scenes));
    // A table in between changes nothing of it.
    show(&mut screen, Panel::Limits);
    act(&mut screen, Action::TogglePanel(Panel::Limits));
    assert!(is_shown(&screen, Panel::Throw) && !is_shown(&screen, Panel::Scenes));
    for (size, scale) in [
        (WINDOW, 1.0),
        ([1024.0, 600.0], 1.0),
        ([2560.0, 1440.0], 1.5),
    ] {
        let screen = self::screen(size, scale);
        assert!(is_shown(&screen, Panel::Throw) && is_shown(&screen, Panel::Scenes));
    }
}

#[test]
fn a_roomy_window_keeps_its_columns() {
    let mut screen = screen([2560.0, 1440.0], 1.0);
    show(&mut screen, Panel::Limits);
    let dock = &screen.state().program.ui.panels.dock;
    assert!(dock.is_shown(Panel::Scenes) && dock.is_shown(Panel::Throw));
}

#[test]
fn the_offer_of_a_lesson_is_gone_once_anything_is_worked_on() {
    let fresh = || obeying_screen_of(open("first-throw"), WINDOW);
    let mut screen = fresh();
    let offer = rect_of(&mut screen, "First lesson");
    let stage = stage(&screen);
    assert!(stage.contains_rect(offer));
    let middle = Rect::from_center_size(stage.center(), 0.5 * stage.size());
    assert!(!middle.intersects(offer), "{offer:?} over the ragdoll");
    for panel in [Panel::Limits, Panel::Why] {
        let mut screen = fresh();
        show(&mut screen, panel);
        assert!(find(&mut screen, "First lesson").is_none(), "{panel:?}");
    }
    act(&mut screen, Action::Do(Trigger::ToolMove));
    assert!(find(&mut screen, "First lesson").is_none());
}

#[test]
fn what_is_said_covers_no_hint_and_opens_the_folder_of_what_was_saved() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    let mut screen = screen(WINDOW, 1.0);
    screen
        .state_mut()
        .program
        .save_to(&folder.join("mine.json"));
    settle(&mut screen);
    let said = screen.state().program.ui.message.clone();
    let expected = format!("saved mine.json in {}", folder.display());
    assert_eq!(said, Some((expected, false)));
    for line in 0..6 {
        let ui = &mut screen.state_mut().program.ui;
        ui.say(format!("line {line}"));
    }
    settle(&mut screen);
    let stage = stage(&screen);
    let message = rect_of(&mut screen, "Message");
    assert!(message.bottom() <= stage.bottom() - 40.0, "{message:?}");
    let mut screen = self::screen(WINDOW, 1.0);
    screen
        .state_mut()
        .program
        .save_to(&folder.join("mine.json"));
    settle(&mut screen);
    place_of(&mut screen, "Open folder");
    screen.state_mut().obeys = false;
    click(&mut screen, "Open folder");
    let asked = std::mem::take(&mut screen.state_mut().asked);
    assert_eq!(asked, [Action::Ask(Request::OpenFolder(folder))]);
}
