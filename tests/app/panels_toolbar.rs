//! The strip of tools, drawn without a window and operated by what stands on it.

use crate::ui_kit::{
    act, button, click, move_to, obeying_screen_of, open, place_of, press_key, refusal, scene_of,
    shown, type_into, Screen, HOSTILE, WINDOW,
};
use egui_macroquad::egui::{vec2, Key};
use ragdoll_lab::app::action::ToolOptions;
use ragdoll_lab::app::action::{Action, Trigger};
use ragdoll_lab::scene::validate;

const STEPS: [&str; 2] = ["Move increment", "Rotate increment"];

fn screen(tool: Trigger) -> Screen {
    let mut screen = obeying_screen_of(open("first-throw"), WINDOW);
    act(&mut screen, Action::Do(tool));
    screen
}

fn options(screen: &Screen) -> ToolOptions {
    screen.state().program.workbench.options
}

#[test]
fn whatever_is_typed_a_step_stays_in_its_range() {
    let usual = ToolOptions::default();
    for tool in [Trigger::ToolMove, Trigger::ToolRotate, Trigger::ToolScale] {
        let mut screen = screen(tool);
        let start = scene_of(&screen);
        let mut changed = 0;
        for label in STEPS {
            for text in HOSTILE {
                type_into(&mut screen, label, text);
                let now = options(&screen);
                assert!((0.001..=10.0).contains(&now.snap_m), "{label} {text}");
                assert!((0.1..=90.0).contains(&now.snap_deg), "{label} {text}");
                match refusal(&mut screen) {
                    Some(_) => assert_eq!((now, shown(&screen, label).as_str()), (usual, text)),
                    None => changed += usize::from(now != usual),
                }
                // What is refused is given up with Escape, or by working on.
                press_key(&mut screen, Key::Escape);
                assert_eq!(refusal(&mut screen), None, "{label} {text}");
                act(&mut screen, Action::SetToolOptions(usual));
                assert_eq!(scene_of(&screen), start);
                assert_eq!(validate(&start), []);
            }
        }
        assert!(changed >= 3, "{changed}");
    }
}

#[test]
fn a_step_can_be_dragged_and_escape_takes_it_back() {
    let mut screen = screen(Trigger::ToolMove);
    let usual = options(&screen);
    for (label, escape) in STEPS.into_iter().flat_map(|l| [(l, true), (l, false)]) {
        let place = place_of(&mut screen, label);
        move_to(&mut screen, place);
        button(&mut screen, place, true);
        for points in [10.0, 20.0, 40.0] {
            move_to(&mut screen, place + vec2(points, 0.0));
        }
        let dragged = options(&screen);
        assert!(dragged.snap_m > usual.snap_m || dragged.snap_deg > usual.snap_deg);
        if escape {
            press_key(&mut screen, Key::Escape);
        }
        button(&mut screen, place + vec2(40.0, 0.0), false);
        let expected = if escape { usual } else { dragged };
        assert_eq!(options(&screen), expected, "{label}");
        act(&mut screen, Action::SetToolOptions(usual));
    }
}

#[test]
fn the_strip_stays_narrow_while_it_tells_a_reason() {
    let mut screen = screen(Trigger::ToolMove);
    let before = place_of(&mut screen, "Move tool");
    type_into(&mut screen, STEPS[0], "1e308");
    assert!(refusal(&mut screen).is_some());
    let after = place_of(&mut screen, "Move tool");
    assert!(before.x - after.x < 48.0, "{before} {after}");
    click(&mut screen, "Rotate tool");
    assert_eq!(refusal(&mut screen), None);
}
