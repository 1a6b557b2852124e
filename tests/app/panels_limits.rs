//! The limit table, drawn without a window and operated by what stands on it.

use crate::ui_kit::{
    act, click, click_with, find, number_fields, obeying_screen_of, open, place_of, press_key,
    press_key_with, refusal, scene_of, settle, show, taken, type_text, use_button, Screen, HOSTILE,
    WINDOW,
};
use egui_macroquad::egui::{Event, Key, Modifiers, OutputCommand, PointerButton};
use ragdoll_lab::app::action::Limb;
use ragdoll_lab::app::action::Panel;
use ragdoll_lab::app::action::Request;
use ragdoll_lab::app::action::{Action, Trigger};
use ragdoll_lab::app::panels::widgets::{key_owner, KeyOwner};
use ragdoll_lab::compile::{parts_in_force, FigurePart};
use ragdoll_lab::editor::limits::{csv, rows, Cell, Shown};
use ragdoll_lab::platform::dialogs::FilePurpose;
use ragdoll_lab::scene::{parse, to_text, Ragdoll};

/// Wide enough for all columns.
const WIDE: [f32; 2] = [1900.0, 1000.0];

fn screen_sized(scene: &str, size: [f32; 2]) -> Screen {
    let mut screen = obeying_screen_of(open(scene), size);
    act(&mut screen, Action::Do(Trigger::PlayPause));
    show(&mut screen, Panel::Limits);
    taken(&mut screen);
    screen
}

fn screen() -> Screen {
    screen_sized("mx-throw", WIDE)
}

fn ragdoll(screen: &Screen) -> Ragdoll {
    scene_of(screen).ragdolls[0].clone()
}

fn part(screen: &Screen, name: &str) -> FigurePart {
    let parts = parts_in_force(&ragdoll(screen));
    *parts.iter().find(|part| part.name == name).unwrap()
}

/// A cell as it is shown at first.
fn value(screen: &Screen, name: &str, cell: Cell) -> f64 {
    cell.value(&part(screen, name), Shown::default()).unwrap()
}

fn look_at(screen: &mut Screen, part: &str) {
    let limb = Limb {
        ragdoll: ragdoll(screen).id,
        part: part.into(),
    };
    act(screen, Action::ShowLimb(Some(limb)));
}

/// Puts the cursor on a cell and types over it.
fn enter(screen: &mut Screen, label: &str, text: &str) {
    click(screen, label);
    type_text(screen, text);
    press_key(screen, Key::Enter);
}

fn event(screen: &mut Screen, event: Event) {
    screen.input_mut().events.push(event);
    screen.step();
}

#[test]
fn it_opens_everywhere_and_asks_for_nothing_by_itself() {
    for scene in [
        "mx-throw",
        "mx-paper",
        "first-throw",
        "humanoid-medium",
        "chain",
    ] {
        if !ragdoll_lab::scene::SHIPPED
            .iter()
            .any(|shipped| shipped.name == scene)
        {
            continue;
        }
        for size in [WINDOW, [640.0, 400.0], WIDE] {
            let mut screen = obeying_screen_of(open(scene), size);
            show(&mut screen, Panel::Limits);
            for _ in 0..30 {
                screen.state_mut().program.advance(1.0 / 60.0);
            }
            settle(&mut screen);
            assert_eq!(taken(&mut screen), [], "{scene} {size:?}");
        }
    }
}

#[test]
fn rows_and_numbers_are_in_sight_in_an_ordinary_window() {
    let mut screen = screen_sized("mx-throw", WINDOW);
    for label in [
        "Pelvis",
        "Head",
        "Head mass",
        "Head min x",
        "Head angle x",
        "Zero here",
        "Record pose",
        "Fit to recorded poses",
        "Import…",
        "Export…",
        "Mirror edits",
        "Filter limbs",
    ] {
        assert!(find(&mut screen, label).is_some(), "{label}");
    }
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn hostile_texts_are_refused_or_become_allowed_numbers() {
    let mut screen = screen();
    let table = rows(&ragdoll(&screen), &[]);
    let mut tried = 0;
    for (place, row) in table.iter().enumerate() {
        look_at(&mut screen, row.part);
        for (column, cell) in Cell::ALL.into_iter().enumerate() {
            if row.value(cell, Shown::default()).is_none() {
                continue;
            }
            let name = match cell {
                Cell::Mass => "mass".to_owned(),
                Cell::Inertia(axis) => format!("inertia {}", ["x", "y", "z"][axis]),
                Cell::Min(axis) => format!("min {}", ["x", "y", "z"][axis]),
                Cell::Max(axis) => format!("max {}", ["x", "y", "z"][axis]),
                Cell::Restitution => "restitution".to_owned(),
                Cell::Friction => "friction".to_owned(),
            };
            let label = format!("{} {name}", row.title);
            // Every column with every text, every cell with some.
            let texts: Vec<&str> = match row.part {
                "head" => HOSTILE.to_vec(),
                _ => vec![HOSTILE[(place + 5 * column) % HOSTILE.len()]],
            };
            for text in texts {
                tried += 1;
                click(&mut screen, &label);
                press_key(&mut screen, Key::F2);
                crate::ui_kit::retype(&mut screen, text);
                press_key(&mut screen, Key::Enter);
                let asked = taken(&mut screen);
                let edits = asked.iter().filter(|a| matches!(a, Action::Edit(_)));
                assert!(edits.count() <= 1, "{label} {text}");
                let scene = scene_of(&screen);
                let again = parse(to_text(&scene).unwrap().as_bytes()).unwrap();
                assert_eq!(again, *scene, "{label} {text}");
                let refused = refusal(&mut screen);
                if matches!(text, "NaN" | "inf" | "text" | "" | "1e308" | "7,5") {
                    assert!(refused.is_some(), "{label} {text}");
                }
                if refused.is_some() {
                    press_key(&mut screen, Key::Escape);
                    assert_eq!(refusal(&mut screen), None, "{label} {text}");
                }
            }
        }
    }
    assert!(tried > 300, "{tried}");
}

#[test]
fn the_cursor_goes_over_the_numbers_and_types() {
    let mut screen = screen();
    click(&mut screen, "Head min z");
    for key in [Key::ArrowRight, Key::Tab, Key::ArrowLeft, Key::ArrowLeft] {
        press_key(&mut screen, key);
    }
    for _ in 0..2 {
        press_key(&mut screen, Key::ArrowLeft);
    }
    // At min x of the head: from min z over the angles to max x and y, and back.
    type_text(&mut screen, "-2*(10+5)");
    press_key(&mut screen, Key::Enter);
    assert_eq!(value(&screen, "head", Cell::Min(0)), -30.0);
    // Enter went down, to the shoulder, whose limb is looked at now.
    let limb = screen.state().program.workbench.limb.clone().unwrap();
    assert_eq!(limb.part, "l_shoulder");
    press_key(&mut screen, Key::ArrowUp);
    let limb = screen.state().program.workbench.limb.clone().unwrap();
    assert_eq!(limb.part, "head");
    // A text that is given up changes nothing.
    type_text(&mut screen, "12");
    press_key(&mut screen, Key::Escape);
    assert_eq!(value(&screen, "head", Cell::Min(0)), -30.0);
    // Undo works where the cursor is.
    press_key_with(&mut screen, Key::Z, Modifiers::COMMAND);
    settle(&mut screen);
    assert_eq!(value(&screen, "head", Cell::Min(0)), -35.0);
    // The last number of a row leads to the first one of the next.
    press_key(&mut screen, Key::End);
    press_key(&mut screen, Key::ArrowRight);
    type_text(&mut screen, "7");
    press_key(&mut screen, Key::Enter);
    assert_eq!(value(&screen, "l_shoulder", Cell::Mass), 7.0);
    // The keys of the stage rest meanwhile.
    assert_eq!(key_owner(&screen.ctx), KeyOwner::Table);
    press_key(&mut screen, Key::Escape);
    assert_eq!(key_owner(&screen.ctx), KeyOwner::Stage);
}

#[test]
fn numbers_that_are_typed_faster_than_frames_come_are_all_taken() {
    let mut screen = screen();
    click(&mut screen, "Head min z");
    press_key(&mut screen, Key::Home);
    let key = |key| Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    let letter = |letter: &str| Event::Text(letter.into());
    let typed = ["4", ".", "5"].map(letter).into_iter();
    let typed = typed.chain([key(Key::Enter)]);
    let typed = typed.chain([letter("3"), key(Key::Tab)]);
    screen.input_mut().events.extend(typed);
    settle(&mut screen);
    assert_eq!(value(&screen, "head", Cell::Mass), 4.5);
    assert_eq!(value(&screen, "l_shoulder", Cell::Mass), 3.0);
    assert_eq!(key_owner(&screen.ctx), KeyOwner::Table);
}

#[test]
fn an_edit_goes_to_the_other_side_unless_that_is_switched_off() {
    let mut screen = screen();
    look_at(&mut screen, "l_upper_arm");
    enter(&mut screen, "Left Upper Arm max y", "100");
    assert_eq!(value(&screen, "l_upper_arm", Cell::Max(1)), 100.0);
    assert_eq!(value(&screen, "r_upper_arm", Cell::Min(1)), -100.0);
    click(&mut screen, "Mirror edits");
    enter(&mut screen, "Left Upper Arm max y", "90");
    assert_eq!(value(&screen, "l_upper_arm", Cell::Max(1)), 90.0);
    assert_eq!(value(&screen, "r_upper_arm", Cell::Min(1)), -100.0);
    // Now the two differ, and that is told and mended.
    assert!(find(&mut screen, "Mirror check").is_some());
    click(&mut screen, "Correct");
    assert!(find(&mut screen, "Mirror check").is_none());
    assert_eq!(value(&screen, "l_upper_arm", Cell::Max(1)), 100.0);
}

#[test]
fn cells_rows_and_the_table_are_reset() {
    let mut screen = screen();
    let before = scene_of(&screen);
    click(&mut screen, "Mirror edits");
    enter(&mut screen, "Head min x", "-10");
    enter(&mut screen, "Head mass", "3");
    click(&mut screen, "Head mass");
    press_key(&mut screen, Key::Delete);
    assert_eq!(value(&screen, "head", Cell::Min(0)), -10.0);
    click_with(
        &mut screen,
        "Head min x",
        PointerButton::Secondary,
        Modifiers::NONE,
    );
    click(&mut screen, "Reset cell");
    assert_eq!(scene_of(&screen), before);
    enter(&mut screen, "Head min x", "-10");
    enter(&mut screen, "Head max x", "10");
    click_with(
        &mut screen,
        "Head",
        PointerButton::Secondary,
        Modifiers::NONE,
    );
    click(&mut screen, "Reset row");
    assert_eq!(scene_of(&screen), before);
    enter(&mut screen, "Head min x", "-10");
    enter(&mut screen, "Lower Torso max x", "10");
    click(&mut screen, "Reset table");
    assert_eq!(scene_of(&screen), before);
}

#[test]
fn the_table_is_copied_and_pasted_as_csv() {
    let mut screen = screen();
    click_with(
        &mut screen,
        "Head mass",
        PointerButton::Secondary,
        Modifiers::NONE,
    );
    let place = place_of(&mut screen, "Copy table");
    for pressed in [true, false] {
        crate::ui_kit::button(&mut screen, place, pressed);
    }
    let commands = screen.output().platform_output.commands.clone();
    let text = csv::write(&ragdoll(&screen), &[], Shown::default());
    let copied = commands.contains(&OutputCommand::CopyText(text.clone()));
    assert!(copied, "{commands:?}");
    let before = scene_of(&screen);
    settle(&mut screen);
    click(&mut screen, "Head min x");
    taken(&mut screen);
    event(&mut screen, Event::Paste(text.clone()));
    assert_eq!(taken(&mut screen), []);
    // A part is told by its name alone; the rest stays.
    let few = "body_part,max_x_deg\nHead,20\nLower Torso,15\n";
    event(&mut screen, Event::Paste(few.into()));
    settle(&mut screen);
    assert_eq!(value(&screen, "head", Cell::Max(0)), 20.0);
    assert_eq!(value(&screen, "lower_torso", Cell::Max(0)), 15.0);
    act(&mut screen, Action::Do(Trigger::Undo));
    assert_eq!(scene_of(&screen), before);
    // What is wrong is told, with place and remedy, and nothing is taken over.
    let wrong = "body_part,max_x_deg\nHead,20\nHaed,15\nLower Torso,many\n";
    event(&mut screen, Event::Paste(wrong.into()));
    settle(&mut screen);
    assert_eq!(scene_of(&screen), before);
    let faults = crate::ui_kit::placed(&mut screen).into_iter();
    let faults: Vec<String> = faults
        .filter_map(|p| Some(p.label.strip_prefix("LimitsTableError: ")?.to_owned()))
        .collect();
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(faults[1].contains("max_x_deg"), "{faults:?}");
    click(&mut screen, "Dismiss");
    assert!(find(&mut screen, "Errors").is_none());
}

/// As in a spreadsheet: Ctrl+C and Ctrl+V are about the cell with the cursor.
#[test]
fn a_number_is_copied_from_one_cell_and_pasted_into_another() {
    let mut screen = screen();
    enter(&mut screen, "Head min x", "-12.5");
    click(&mut screen, "Head min x");
    event(&mut screen, Event::Copy);
    let commands = screen.output().platform_output.commands.clone();
    let copied = commands.contains(&OutputCommand::CopyText("-12.5".into()));
    assert!(copied, "{commands:?}");
    click(&mut screen, "Lower Torso min x");
    event(&mut screen, Event::Paste("-12.5\n".into()));
    settle(&mut screen);
    assert_eq!(value(&screen, "lower_torso", Cell::Min(0)), -12.5);
    assert_eq!(value(&screen, "head", Cell::Min(0)), -12.5);
}

#[test]
fn a_row_is_the_limb_that_is_looked_at() {
    let mut screen = screen();
    click(&mut screen, "Lower Torso");
    let limb = screen.state().program.workbench.limb.clone().unwrap();
    assert_eq!(limb.part, "lower_torso");
    assert!(find(&mut screen, "Right Foot").is_none());
    look_at(&mut screen, "r_foot");
    assert!(find(&mut screen, "Right Foot").is_some());
}

#[test]
fn headings_sort_and_words_filter() {
    let mut screen = screen();
    let top = |screen: &mut Screen, label| place_of(screen, label).y;
    click(&mut screen, "Sort by mass");
    click(&mut screen, "Sort by mass");
    // The pelvis is the heaviest part.
    let first = top(&mut screen, "Pelvis");
    click(&mut screen, "Sort by mass");
    assert_eq!(top(&mut screen, "Pelvis"), first);
    click(&mut screen, "Sort by body part");
    assert!(top(&mut screen, "Head") < top(&mut screen, "Left Hand"));
    click(&mut screen, "Filter limbs");
    type_text(&mut screen, "foot");
    assert!(find(&mut screen, "Head").is_none());
    assert!(find(&mut screen, "Left Foot").is_some() && find(&mut screen, "Right Foot").is_some());
    assert!(number_fields(&mut screen).contains("Left Foot mass"));
}

#[test]
fn the_switches_change_what_is_shown() {
    let mut screen = screen();
    let options = |screen: &Screen| screen.state().program.workbench.limits;
    click(&mut screen, "slug-foot");
    enter(&mut screen, "Pelvis mass", "0.5");
    let kg = part(&screen, "pelvis").mass_kg;
    assert!((kg - 0.5 * 14.593_903).abs() < 1e-12, "{kg}");
    click(&mut screen, "Engine axes");
    enter(&mut screen, "Head max y", "30");
    let limit = part(&screen, "head").limit.unwrap();
    assert_eq!(limit.max_deg[1], 30.0);
    click(&mut screen, "all");
    assert_ne!(options(&screen), Default::default());
    click(&mut screen, "Limit model of the ragdoll");
    click(&mut screen, "Limit model of the ragdoll: component");
    let model = ragdoll(&screen).limit_model;
    assert_eq!(model, Some(ragdoll_lab::scene::LimitModel::Component));
}

#[test]
fn poses_are_recorded_and_limits_fitted() {
    let mut screen = screen();
    look_at(&mut screen, "head");
    let zero = part(&screen, "head").limit.unwrap().zero;
    for _ in 0..10 {
        act(&mut screen, Action::Do(Trigger::StepTen));
    }
    use_button(&mut screen, "Record pose");
    use_button(&mut screen, "Fit to recorded poses");
    let limit = part(&screen, "head").limit.unwrap();
    let width = limit.max_deg[0] - limit.min_deg[0];
    assert!((width - 10.0).abs() < 0.3, "{limit:?}");
    assert_eq!(limit.zero, zero);
    act(&mut screen, Action::Do(Trigger::Throw));
    for _ in 0..10 {
        act(&mut screen, Action::Do(Trigger::StepTen));
    }
    look_at(&mut screen, "head");
    let asked = use_button(&mut screen, "Zero here");
    assert!(asked.iter().any(|a| matches!(a, Action::Edit(_))));
    assert_ne!(part(&screen, "head").limit.unwrap().zero, zero);
}

#[test]
fn a_range_test_runs_beside_the_window_and_can_be_cancelled() {
    let mut screen = screen();
    use_button(&mut screen, "Range test");
    assert!(find(&mut screen, "Testing ranges").is_some());
    assert!(find(&mut screen, "Range test").is_none());
    click(&mut screen, "Cancel range test");
    assert!(find(&mut screen, "Range test").is_some());
}

#[test]
fn the_table_is_saved_and_read_as_a_file() {
    let mut screen = screen();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("limits.csv");
    enter(&mut screen, "Head min x", "-10");
    let edited = scene_of(&screen);
    use_button(&mut screen, "Export…");
    let program = &mut screen.state_mut().program;
    let asked = std::mem::take(&mut program.requests);
    let saves = |r: &Request| matches!(r, Request::SaveDialog(FilePurpose::Limits, _));
    assert!(asked.iter().any(saves), "{asked:?}");
    program.save_chosen(FilePurpose::Limits, &file);
    program.perform(Action::Do(Trigger::Undo));
    program.open_chosen(FilePurpose::Limits, &file);
    assert_eq!(scene_of(&screen), edited);
    std::fs::write(&file, "body_part,mass_kg\nHead,heavy\n").unwrap();
    let program = &mut screen.state_mut().program;
    program.perform(Action::OpenFile(file.clone()));
    assert!(program.ui.message.as_ref().unwrap().1);
    settle(&mut screen);
    assert_eq!(scene_of(&screen), edited);
    assert!(find(&mut screen, "Errors").is_some());
}
