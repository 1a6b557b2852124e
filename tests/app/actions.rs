//! Every action: it is in its menu, in the palette and on its keys, and does what it says.

use crate::ui_kit::{
    button, carry_out, click, find, move_to, open, place_of, placed, press_key, rect_of, retype,
    screen_of, settle, show, taken, type_text, use_button, Screen, FRAMES_PER_S, WINDOW,
};
use egui_kittest::kittest::Queryable;
use egui_macroquad::egui::accesskit::Role;
use egui_macroquad::egui::{Key, Pos2};
use ragdoll_lab::app::action::Panel;
use ragdoll_lab::app::action::Request;
use ragdoll_lab::app::action::{menu_path, Action, Trigger, ACTIONS, IN_NO_MENU};
use ragdoll_lab::app::action::{Chord, KeyChange};
use ragdoll_lab::app::action::{StageLayer, StageLayers, Tool, ToolOptions};
use ragdoll_lab::app::keymap::Keymap;
use ragdoll_lab::app::program::Program;
use ragdoll_lab::editor::{Selection, ViewState};
use ragdoll_lab::platform::dialogs::{ExportFormat, FilePurpose, PlotFormat};
use ragdoll_lab::platform::settings::{
    FigureLook, KeyPreset, PlaceChoice, Quality, Settings, Theme,
};
use ragdoll_lab::scene::{parse, validate, Scene, SHIPPED};
use std::sync::Arc;

const PRESETS: [KeyPreset; 3] = [KeyPreset::Standard, KeyPreset::Blender, KeyPreset::Mujoco];

fn act(program: &mut Program, trigger: Trigger) {
    program.perform(Action::Do(trigger));
}

/// A program in which every action has something to do.
fn busy_program() -> Program {
    let mut program = open("first-throw");
    for trigger in [
        Trigger::CreateBall,
        Trigger::Hide,
        Trigger::CreateChain,
        Trigger::Copy,
        Trigger::Lock,
    ] {
        act(&mut program, trigger);
    }
    let chain = program.workspace.document.selection().clone();
    for trigger in [Trigger::CreateBall, Trigger::Undo] {
        act(&mut program, trigger);
    }
    program.perform(Action::Select(chain));
    act(&mut program, Trigger::Step);
    program
}

fn chord(text: &str) -> Chord {
    Chord::parse(text).unwrap()
}

#[test]
fn every_action_is_in_its_menu() {
    let mut screen = screen_of(busy_program(), [1280.0, 720.0]);
    // What stands in a panel may be called as an action is.
    for panel in Panel::ALL {
        show(&mut screen, panel);
        screen.state_mut().program.ui.panels.dock.toggle(panel);
    }
    settle(&mut screen);
    for line in ACTIONS {
        let path = menu_path(line.trigger);
        if path.is_empty() {
            assert!(IN_NO_MENU.contains(&line.trigger), "{}", line.label);
            continue;
        }
        open_menu(&mut screen, &path);
        let actions = use_entry(&mut screen, path[0], line.label);
        assert_eq!(actions, [Action::Do(line.trigger)], "{}", line.label);
    }
}

/// Where an entry of an open menu is: what a menu holds is drawn before its name in the bar.
fn place_in_menu(screen: &mut Screen, menu: &str, label: &str) -> Pos2 {
    let placed = placed(screen);
    let name = placed.iter().position(|entry| entry.label == menu).unwrap();
    let entry = placed[..name]
        .iter()
        .rev()
        .find(|entry| entry.label == label);
    entry
        .unwrap_or_else(|| panic!("no {label} in {menu}"))
        .rect
        .center()
}

/// Clicks an entry of an open menu; returns what is asked for.
fn use_entry(screen: &mut Screen, menu: &str, label: &str) -> Vec<Action> {
    let place = place_in_menu(screen, menu, label);
    assert!(
        screen.ctx.screen_rect().contains(place),
        "{label} is cut off"
    );
    move_to(screen, place);
    for pressed in [true, false] {
        button(screen, place, pressed);
    }
    settle(screen);
    taken(screen)
}

/// Opens a menu of the bar with a click, and those within it by pointing at their names.
fn open_menu(screen: &mut Screen, path: &[&str]) {
    use_button(screen, path[0]);
    for name in &path[1..] {
        let place = place_in_menu(screen, path[0], name);
        move_to(screen, place);
        settle(screen);
    }
}

#[test]
fn menus_switch_off_what_has_nothing_to_do() {
    let mut screen = screen_of(open("first-throw"), [1280.0, 1000.0]);
    for (menu, label) in [
        (&["Edit"][..], "Undo"),
        (&["Edit"], "Paste"),
        (&["Edit"], "Duplicate"),
        (&["Edit", "Visibility"], "Show all hidden"),
        (&["Edit", "Joint"], "Break joint"),
    ] {
        open_menu(&mut screen, menu);
        assert_eq!(use_entry(&mut screen, menu[0], label), [], "{label}");
        press_key(&mut screen, Key::Escape);
    }
}

#[test]
fn every_action_is_found_by_its_name() {
    let mut screen = screen_of(busy_program(), WINDOW);
    for line in ACTIONS {
        act(&mut screen.state_mut().program, Trigger::Palette);
        settle(&mut screen);
        type_text(&mut screen, line.label);
        press_key(&mut screen, Key::Enter);
        let actions = taken(&mut screen);
        assert_eq!(actions, [Action::Do(line.trigger)], "{}", line.label);
        assert!(!screen.state().program.ui.panels.sheets.palette.is_open());
    }
}

#[test]
fn every_shipped_scene_is_found_by_its_name() {
    let mut screen = screen_of(open("first-throw"), WINDOW);
    for shipped in SHIPPED {
        act(&mut screen.state_mut().program, Trigger::Palette);
        settle(&mut screen);
        let name = parse(shipped.text.as_bytes()).unwrap().name;
        type_text(&mut screen, &format!("open {name}"));
        press_key(&mut screen, Key::Enter);
        assert_eq!(taken(&mut screen), [Action::OpenShipped(shipped.name)]);
    }
}

#[test]
fn the_palette_obeys_keys_and_mouse() {
    let mut screen = screen_of(open("first-throw"), WINDOW);
    let reopen = |screen: &mut Screen| {
        act(&mut screen.state_mut().program, Trigger::Palette);
        settle(screen);
    };
    reopen(&mut screen);
    press_key(&mut screen, Key::ArrowDown);
    press_key(&mut screen, Key::Enter);
    assert_eq!(taken(&mut screen), [Action::Do(ACTIONS[1].trigger)]);
    // What was chosen last comes first.
    reopen(&mut screen);
    press_key(&mut screen, Key::Enter);
    assert_eq!(taken(&mut screen), [Action::Do(ACTIONS[1].trigger)]);
    reopen(&mut screen);
    click(&mut screen, "File: Save");
    assert_eq!(taken(&mut screen), [Action::Do(Trigger::Save)]);
    reopen(&mut screen);
    type_text(&mut screen, "undo");
    press_key(&mut screen, Key::Enter);
    assert_eq!(taken(&mut screen), [], "nothing to undo");
    assert!(screen.state().program.ui.panels.sheets.palette.is_open());
    press_key(&mut screen, Key::Escape);
    assert!(!screen.state().program.ui.panels.sheets.palette.is_open());
}

#[test]
fn every_action_has_a_key_in_every_preset() {
    for preset in PRESETS {
        let keymap = Keymap::new(preset);
        for line in ACTIONS {
            let chords: Vec<Chord> = keymap.chords(line.trigger).collect();
            assert!(!chords.is_empty(), "{preset:?}: {}", line.id);
            for chord in chords {
                let heard = Chord::of(&chord.stroke()).unwrap();
                assert_eq!(keymap.find(heard), Some(line.trigger), "{chord}");
            }
        }
    }
}

#[test]
fn keys_rest_while_a_text_field_has_the_focus() {
    let mut program = open("first-throw");
    program.press(chord("Tab"), true);
    program.press(chord("F1"), true);
    program.press(chord("Alt+B"), true);
    program.press(chord("Ctrl+A"), true);
    assert!(!program.ui.panels.hidden && !program.ui.panels.sheets.help.open);
    assert!(program.workspace.document.selection().is_empty());
    assert!(!program.view().document().is_changed());
    program.press(chord("Ctrl+K"), true);
    assert!(program.ui.panels.sheets.palette.is_open());
    program.press(chord("Tab"), false);
    assert!(program.ui.panels.hidden);
}

#[test]
fn the_help_sheet_lists_every_action_with_its_keys() {
    let mut screen = screen_of(open("first-throw"), [1280.0, 8000.0]);
    screen.state_mut().program.ui.panels.sheets.help.open = true;
    settle(&mut screen);
    for line in ACTIONS {
        let keymap = &screen.state().program.ui.keymap;
        let chords: Vec<String> = keymap.chords(line.trigger).map(|c| c.to_string()).collect();
        let label = format!("Key of {}: {}", line.label, chords.join(", "));
        screen.get_by_role_and_label(Role::Button, &label);
    }
}

/// A screen with the help sheet at one action.
fn sheet_at(filter: &str) -> Screen {
    let mut screen = screen_of(open("first-throw"), WINDOW);
    screen.state_mut().program.ui.panels.sheets.help.open = true;
    click(&mut screen, "Find key");
    type_text(&mut screen, filter);
    screen
}

#[test]
fn a_key_is_changed_by_pressing_another() {
    let mut screen = sheet_at("undo");
    click(&mut screen, "Key of Undo");
    screen.state_mut().program.press(chord("F4"), false);
    assert_eq!(screen.state().program.ui.keymap.shown(Trigger::Undo), "F4");
    assert_eq!(screen.state().program.ui.settings.keys["undo"], "F4");
    // Escape leaves it as it is.
    click(&mut screen, "Key of Undo");
    screen.state_mut().program.press(chord("Escape"), false);
    assert_eq!(screen.state().program.ui.keymap.shown(Trigger::Undo), "F4");
    assert!(screen.state().program.ui.panels.sheets.help.open);
    click(&mut screen, "Reset key of Undo");
    carry_out(&mut screen);
    assert_eq!(screen.state().program.ui.keymap, Keymap::default());
    click(&mut screen, "Remove key of Undo");
    carry_out(&mut screen);
    assert_eq!(screen.state().program.ui.keymap.shown(Trigger::Undo), "");
    click(&mut screen, "Reset all keys");
    carry_out(&mut screen);
    assert_eq!(screen.state().program.ui.keymap, Keymap::default());
    assert!(screen.state().program.ui.settings.keys.is_empty());
}

#[test]
fn a_key_of_another_action_is_taken_only_when_confirmed() {
    let mut screen = sheet_at("undo");
    click(&mut screen, "Key of Undo");
    screen.state_mut().program.press(chord("Ctrl+S"), false);
    settle(&mut screen);
    screen.get_by_label_contains("is used by “Save”");
    assert_eq!(screen.state().program.ui.keymap, Keymap::default());
    click(&mut screen, "Cancel");
    assert_eq!(carry_out(&mut screen), []);
    click(&mut screen, "Key of Undo");
    screen.state_mut().program.press(chord("Ctrl+S"), false);
    click(&mut screen, "Reassign key");
    carry_out(&mut screen);
    let keymap = &screen.state().program.ui.keymap;
    assert_eq!(keymap.find(chord("Ctrl+S")), Some(Trigger::Undo));
    assert_eq!(keymap.shown(Trigger::Save), "");
}

#[test]
fn another_preset_is_one_click_and_is_remembered() {
    let mut screen = sheet_at("");
    click(&mut screen, "Blender");
    let asked = carry_out(&mut screen);
    assert_eq!(asked, [Action::Keys(KeyChange::Preset(KeyPreset::Blender))]);
    let program = &mut screen.state_mut().program;
    assert_eq!(program.ui.settings.key_preset, KeyPreset::Blender);
    program.ui.panels.sheets.help.open = false;
    program.press(chord("G"), false);
    assert_eq!(program.workbench.tool, Tool::Move);
}

#[test]
fn keys_in_the_settings_are_in_force_and_senseless_ones_are_told() {
    let settings = Settings {
        keys: [
            ("undo".into(), "F4".into()),
            ("nonsense".into(), "F6".into()),
        ]
        .into(),
        ..Settings::default()
    };
    let program = Program::open(None, settings).unwrap();
    assert_eq!(program.ui.keymap.find(chord("F4")), Some(Trigger::Undo));
    let (text, is_error) = program.ui.message.unwrap();
    assert!(is_error && text.contains("nonsense"), "{text}");
}

#[test]
fn a_message_passes_and_an_error_stays_longer() {
    let mut screen = screen_of(open("first-throw"), WINDOW);
    let seconds = |screen: &mut Screen, seconds: usize| screen.run_steps(FRAMES_PER_S * seconds);
    let shown = |screen: &Screen, text: &str| screen.query_all_by_label(text).count() > 1;
    screen.state_mut().program.ui.say("it is done".into());
    seconds(&mut screen, 2);
    assert!(shown(&screen, "it is done"));
    seconds(&mut screen, 4);
    assert!(!shown(&screen, "it is done"));
    screen.state_mut().program.ui.fail("it went wrong".into());
    seconds(&mut screen, 6);
    let message = rect_of(&mut screen, "Message");
    let stage = screen.state().program.ui.panels.dock.stage().unwrap();
    assert!(stage.contains_rect(message), "{message:?} in {stage:?}");
    click(&mut screen, "Message");
    assert_eq!(find(&mut screen, "Message"), None);
    click(&mut screen, "Messages");
    assert!(screen.state().program.ui.panels.sheets.toasts.log_open);
    screen.get_by_label("it is done");
    assert_eq!(taken(&mut screen), []);
}

#[test]
fn a_scene_is_found_by_words_and_opened_with_enter() {
    let mut screen = screen_of(open("first-throw"), WINDOW);
    for (words, scene) in [
        ("mx stairs", "mx-stairs"),
        ("chain", "chain"),
        ("stack of", "box-stack"),
    ] {
        click(&mut screen, "Find scene");
        retype(&mut screen, words);
        press_key(&mut screen, Key::Enter);
        assert_eq!(taken(&mut screen), [Action::OpenShipped(scene)]);
    }
}

/// What an action may change, as it was before.
struct Before {
    scene: Arc<Scene>,
    selection: Selection,
    view_state: ViewState,
    tool: Tool,
    tool_options: ToolOptions,
    layers: StageLayers,
    settings: Settings,
    shown: Vec<Panel>,
    panels_hidden: bool,
    revision: u64,
    changed: bool,
    playing: bool,
    speed: f64,
    steps: u64,
    undo: Option<String>,
    redo: Option<String>,
}

fn shown(program: &Program) -> Vec<Panel> {
    let dock = &program.ui.panels.dock;
    let shown = Panel::ALL.into_iter().filter(|panel| dock.is_shown(*panel));
    shown.collect()
}

impl Before {
    fn of(program: &Program) -> Before {
        let view = program.view();
        Before {
            scene: program.workspace.document.scene().clone(),
            selection: program.workspace.document.selection().clone(),
            view_state: program.workspace.view_state.clone(),
            tool: program.workbench.tool,
            tool_options: program.workbench.options,
            layers: program.workbench.layers.clone(),
            settings: program.ui.settings.clone(),
            shown: shown(program),
            panels_hidden: program.ui.panels.hidden,
            revision: program.workspace.document.revision(),
            changed: view.document().is_changed(),
            playing: program.playback.session.playing,
            speed: program.playback.session.pace.speed,
            steps: view.playback.session.now(),
            undo: view.document().undo_label().map(str::to_owned),
            redo: view.document().redo_label().map(str::to_owned),
        }
    }
}

/// The first throw with nothing selected, untouched.
fn fresh() -> Program {
    open("first-throw")
}

/// The stairs with the ragdoll selected, after a change and one that was undone.
fn worked_on() -> Program {
    let mut program = open("mx-stairs");
    for trigger in [Trigger::CreateBall, Trigger::CreateBall, Trigger::Undo] {
        act(&mut program, trigger);
        program.workspace.document.end_gesture();
    }
    let ragdoll = program.workspace.document.scene().ragdolls[0].id;
    program.perform(Action::Select(Selection::of([ragdoll])));
    program
}

#[test]
fn every_action_does_what_it_says_and_leaves_a_valid_scene() {
    for start in [fresh, worked_on] {
        for line in ACTIONS {
            let mut program = start();
            program.requests.clear();
            program.ui.message = None;
            let before = Before::of(&program);
            act(&mut program, line.trigger);
            assert_eq!(
                validate(program.workspace.document.scene()),
                [],
                "{}",
                line.id
            );
            assert!(program.playback.session.trouble.is_none(), "{}", line.id);
            assert!(did(line.trigger, &before, &program), "{}", line.id);
        }
    }
}

/// Whether an action did what it is for.
fn did(trigger: Trigger, before: &Before, after: &Program) -> bool {
    let view = after.view();
    let scene = after.workspace.document.scene();
    let now = after.workspace.document.selection();
    let selected = !before.selection.is_empty();
    let failed = matches!(after.ui.message, Some((_, true)));
    let holds = after.playback.session.simulation.world.holds();
    let asked = |request: Request| after.requests == [request];
    let things = |scene: &Scene| scene.ids().len();
    let changed =
        after.workspace.document.revision() != before.revision && **scene != *before.scene;
    let grew = changed && things(scene) > things(&before.scene);
    let created = grew && !now.is_empty() && after.workspace.document.undo_label().is_some();
    let toggled = |panel: Panel| {
        let was = before.shown.contains(&panel);
        after.ui.panels.dock.is_shown(panel) != was
    };
    let layers = &after.workbench.layers;
    let switched = |layer| layers.show(layer) != before.layers.show(layer);
    let alone = |layer| {
        let glass = layers.show(StageLayer::Glass) || layer == StageLayer::Bodies;
        layers.show(layer) && glass && !layers.show(StageLayer::Labels)
    };
    let or_failed = |done: bool| if selected { done } else { failed };
    // With changes that are not saved the person is asked first.
    let leaves = |left: bool| match before.changed {
        true => view.workspace.asks_about_changes(),
        false => left,
    };
    let saves_plots = |format: PlotFormat| {
        let purpose = FilePurpose::Plots(format);
        matches!(&after.requests[..], [Request::SaveDialog(asked, _)] if *asked == purpose)
    };
    let exports = |format: ExportFormat| {
        let purpose = FilePurpose::Export(format);
        matches!(&after.requests[..], [Request::SaveDialog(asked, _)] if *asked == purpose)
    };
    match trigger {
        Trigger::New => leaves(**scene != *before.scene && !view.document().is_changed()),
        Trigger::Open => leaves(asked(Request::OpenDialog(FilePurpose::Scene))),
        Trigger::Quit => leaves(asked(Request::Quit)),
        Trigger::Save | Trigger::SaveAs => matches!(
            after.requests[..],
            [Request::SaveDialog(FilePurpose::Scene, _)]
        ),
        Trigger::SavePreset => or_failed(matches!(
            after.requests[..],
            [Request::SaveDialog(FilePurpose::Preset, _)]
        )),
        Trigger::PlacePreset => asked(Request::OpenDialog(FilePurpose::Preset)),
        Trigger::ImportMesh => asked(Request::OpenDialog(FilePurpose::Mesh)),
        Trigger::ImportLimits => failed || asked(Request::OpenDialog(FilePurpose::Limits)),
        Trigger::ExportLimits => {
            let limits =
                |request: &Request| matches!(request, Request::SaveDialog(FilePurpose::Limits, _));
            failed || after.requests.iter().any(limits)
        }
        Trigger::ExportMjcf => exports(ExportFormat::Mjcf),
        Trigger::ExportUrdf => exports(ExportFormat::Urdf),
        Trigger::ExportGltf => exports(ExportFormat::Gltf),
        Trigger::ExportPlotsCsv => saves_plots(PlotFormat::Csv),
        Trigger::ExportPlotsPng => saves_plots(PlotFormat::Png),
        Trigger::ExportPlotsSvg => saves_plots(PlotFormat::Svg),
        Trigger::Recover => !changed && view.message.is_some(),
        Trigger::Undo => {
            before.undo.is_none() || (changed && view.document().redo_label().is_some())
        }
        Trigger::Redo => before.redo.is_none() || (grew && view.document().redo_label().is_none()),
        Trigger::Cut => {
            or_failed(things(scene) < things(&before.scene) && view.workspace.can_paste())
        }
        Trigger::Copy => or_failed(view.workspace.can_paste() && !changed),
        Trigger::Paste => failed && !changed,
        Trigger::Duplicate => or_failed(created && *now != before.selection),
        Trigger::Delete => or_failed(things(scene) < things(&before.scene) && now.is_empty()),
        Trigger::Rename => or_failed(after.ui.panels.dock.is_shown(Panel::Outliner)),
        Trigger::Group => or_failed(changed && *now == before.selection),
        // In no group, and standing on the landing: both are so already.
        Trigger::Ungroup | Trigger::AlignToGround => or_failed(!changed && !failed),
        Trigger::KeepPose => !failed && !changed && after.ui.message.is_some(),
        Trigger::SelectAll => !now.is_empty() && now.ids().is_superset(before.selection.ids()),
        Trigger::SelectNone => now.is_empty(),
        Trigger::SelectInverse => !now.is_empty() && now.ids().is_disjoint(before.selection.ids()),
        Trigger::SelectConnected => *now == before.selection.connected(scene),
        Trigger::SelectSameKind => *now == before.selection.same_kind(scene),
        Trigger::SelectSameMaterial => *now == before.selection.same_material(scene),
        Trigger::Hide => or_failed(
            after.workspace.view_state.hidden == *before.selection.ids() && now.is_empty(),
        ),
        Trigger::ShowAll => after.workspace.view_state.hidden.is_empty(),
        Trigger::Lock => or_failed(after.workspace.view_state.locked == *before.selection.ids()),
        Trigger::UnlockAll => {
            after.workspace.view_state.locked.is_empty()
                && after.workspace.view_state.hidden == before.view_state.hidden
        }
        Trigger::ToolThrow => after.workbench.tool == Tool::Throw,
        Trigger::ToolSelect => after.workbench.tool == Tool::Select,
        Trigger::ToolMove => after.workbench.tool == Tool::Move,
        Trigger::ToolRotate => after.workbench.tool == Tool::Rotate,
        Trigger::ToolScale => after.workbench.tool == Tool::Scale,
        Trigger::ToolLimits => after.workbench.tool == Tool::Limits,
        Trigger::ToolPose => after.workbench.tool == Tool::Pose,
        Trigger::ToolJoint => after.workbench.tool == Tool::Joint,
        Trigger::ShowBodies => switched(StageLayer::Bodies),
        Trigger::ShowJoints => switched(StageLayer::Joints),
        Trigger::ShowLimits => switched(StageLayer::Limits),
        Trigger::ShowContacts => switched(StageLayer::Contacts),
        Trigger::ShowForces => switched(StageLayer::Forces),
        Trigger::ShowVelocities => switched(StageLayer::Velocities),
        Trigger::ShowTrails => switched(StageLayer::Trails),
        Trigger::ShowMasses => switched(StageLayer::Masses),
        Trigger::ShowInertia => switched(StageLayer::Inertia),
        Trigger::ShowGhosts => switched(StageLayer::Ghosts),
        Trigger::ShowJointErrors => switched(StageLayer::JointErrors),
        Trigger::ShowContactShapes => switched(StageLayer::ContactShapes),
        Trigger::ShowIslands => switched(StageLayer::Islands),
        Trigger::ShowVolumes => switched(StageLayer::Volumes),
        Trigger::ShowGlass => switched(StageLayer::Glass),
        Trigger::ShowLabels => switched(StageLayer::Labels),
        Trigger::OnlyBodies => alone(StageLayer::Bodies),
        Trigger::OnlyJoints => alone(StageLayer::Joints),
        Trigger::OnlyLimits => alone(StageLayer::Limits),
        Trigger::OnlyContacts => alone(StageLayer::Contacts),
        Trigger::OnlyForces => alone(StageLayer::Forces),
        Trigger::OnlyVelocities => alone(StageLayer::Velocities),
        Trigger::OnlyTrails => alone(StageLayer::Trails),
        Trigger::OnlyMasses => alone(StageLayer::Masses),
        Trigger::OnlyGhosts => alone(StageLayer::Ghosts),
        Trigger::ToggleLocal => after.workbench.options.local != before.tool_options.local,
        Trigger::ToggleSnap => after.workbench.options.snap != before.tool_options.snap,
        Trigger::BreakJoint | Trigger::SwapJoint => failed && !changed,
        // The body is selected already, and no obstacle.
        Trigger::MakeBodies => failed && !changed,
        // Nor are there others, and it has one shape.
        Trigger::Merge | Trigger::Separate => failed && !changed,
        Trigger::CreateBall
        | Trigger::CreateBox
        | Trigger::CreateCapsule
        | Trigger::CreateCylinder
        | Trigger::CreateStone
        | Trigger::CreateParticle
        | Trigger::CreateStick
        | Trigger::CreatePlane
        | Trigger::CreateBlock
        | Trigger::CreateRamp
        | Trigger::CreateStairs
        | Trigger::CreateLandscape
        | Trigger::CreateRagdoll
        | Trigger::CreateRope
        | Trigger::CreateChain
        | Trigger::CreateCloth
        | Trigger::CreateFlag
        | Trigger::CreateNet
        | Trigger::CreateCape
        | Trigger::CreateJelly
        | Trigger::CreateRing
        | Trigger::CreateStack
        | Trigger::CreatePyramid
        | Trigger::CreateWall
        | Trigger::CreateDominoes => created && after.workbench.tool != Tool::Throw,
        // Both scenes have one already.
        Trigger::CreateLauncher => !changed && after.ui.panels.dock.is_shown(Panel::Throw),
        Trigger::Throw => after.playback.session.last_shot.is_some() && !changed,
        // The stairs have a throw of their own.
        Trigger::RepeatShot => {
            let session = &after.playback.session;
            let throws = session.last_shot.is_some() || session.simulation.awaits_shot();
            throws && session.playing && !changed
        }
        Trigger::Pin => or_failed(holds.pins.len() == 1 && !changed),
        Trigger::FreeAll => holds.pins.is_empty() && after.ui.message.is_some() && !changed,
        Trigger::Blast => {
            after.playback.session.playing && view.playback.reading().momentum > 1.0 && !changed
        }
        // No limb is pointed at or looked at.
        Trigger::BreakOff => failed && !changed,
        // None of these scenes has an animated ragdoll.
        Trigger::HandOver => failed && !changed,
        Trigger::PoseAsClip => or_failed(
            changed
                && scene
                    .ragdolls
                    .iter()
                    .all(|ragdoll| ragdoll.animation.is_some()),
        ),
        Trigger::AskWhy => {
            after.ui.panels.dock.is_shown(Panel::Why)
                && (after.jobs.why.running().is_some() || failed)
                && !changed
        }
        Trigger::PlayPause => after.playback.session.playing != before.playing,
        Trigger::Step => {
            view.playback.session.now() == before.steps + 1 && !after.playback.session.playing
        }
        Trigger::StepTen => {
            view.playback.session.now() == before.steps + 10 && !after.playback.session.playing
        }
        Trigger::StepBack | Trigger::StepBackTen => {
            view.playback.session.now() == 0 && !after.playback.session.playing
        }
        Trigger::NextMark | Trigger::PreviousMark | Trigger::GoToEnd => {
            view.playback.session.now() == before.steps && !after.playback.session.playing
        }
        Trigger::GoOnFromHere => after.ui.message.is_some() && !failed && !changed,
        Trigger::Bookmark => {
            view.timeline()
                .bookmarks
                .contains(&view.playback.session.now())
                && !changed
        }
        Trigger::KeepTake | Trigger::PreviousTake | Trigger::NextTake => failed && !changed,
        Trigger::StepInside => view.playback.inside_text().is_some() && !changed,
        Trigger::StepBackInside => {
            (view.playback.inside_text().is_some() || failed || after.ui.message.is_some())
                && !changed
        }
        // There is no pointer over the stage.
        Trigger::ThrowFromCamera | Trigger::LauncherToCamera => failed && !changed,
        Trigger::Compare | Trigger::CompareMethods => {
            after.playback.comparing.comparison.is_some() && !changed
        }
        Trigger::RunTwice => after.ui.message.is_some() && !failed && !changed,
        Trigger::CopyShot => matches!(after.requests[..], [Request::CopyText(_)]) && !changed,
        Trigger::PasteShot => leaves(asked(Request::PasteShot)),
        Trigger::Slower => after.playback.session.pace.speed == before.speed * 0.5,
        Trigger::Faster => after.playback.session.pace.speed == before.speed * 2.0,
        Trigger::RealTime => after.playback.session.pace.speed == 1.0,
        Trigger::Reset => view.playback.session.now() == 0 && !changed,
        Trigger::FrameAll => asked(Request::LookFrom(None)),
        Trigger::FrameSelection => asked(Request::FrameSelection),
        Trigger::ViewFront | Trigger::ViewSide | Trigger::ViewTop => {
            matches!(after.requests[..], [Request::LookFrom(Some(_))])
        }
        Trigger::FitTime => after.ui.panels.plots.span.is_whole() && !changed,
        Trigger::SlowHits => after.ui.settings.slow_hits && !before.settings.slow_hits,
        Trigger::PlaceOfScene => after.ui.settings.place == PlaceChoice::OfScene,
        Trigger::PlaceStudio => after.ui.settings.place == PlaceChoice::Studio,
        Trigger::PlaceYard => after.ui.settings.place == PlaceChoice::Yard,
        Trigger::PlaceHall => after.ui.settings.place == PlaceChoice::Hall,
        Trigger::PlaceNight => after.ui.settings.place == PlaceChoice::Night,
        Trigger::LinearSkins => after.ui.settings.linear_skins && !before.settings.linear_skins,
        Trigger::FollowShot => !after.ui.settings.follow && before.settings.follow,
        Trigger::TextLarger => after.ui.settings.text_scale > before.settings.text_scale,
        Trigger::TextSmaller => after.ui.settings.text_scale < before.settings.text_scale,
        Trigger::ToggleTheme => {
            before.settings.theme == Theme::Dark && after.ui.settings.theme == Theme::Light
        }
        Trigger::LookSkin => after.ui.settings.look == FigureLook::Skin,
        Trigger::LookLimbs => after.ui.settings.look == FigureLook::Limbs,
        Trigger::LookBoth => after.ui.settings.look == FigureLook::Both,
        Trigger::QualityLow => after.ui.settings.quality == Quality::Low,
        Trigger::QualityMedium => after.ui.settings.quality == Quality::Medium,
        Trigger::QualityHigh => after.ui.settings.quality == Quality::High,
        // It is so before anything was measured.
        Trigger::QualityAuto => {
            let said = after.ui.message.as_ref();
            after.ui.settings.quality == Quality::Auto && said.is_some_and(|(_, failed)| !failed)
        }
        Trigger::FullScreen => asked(Request::FullScreen),
        Trigger::Screenshot => asked(Request::Screenshot),
        Trigger::Record => asked(Request::Record),
        Trigger::RecordShot => asked(Request::RecordShot),
        Trigger::TogglePanels => after.ui.panels.hidden != before.panels_hidden,
        Trigger::PanelScenes => toggled(Panel::Scenes),
        Trigger::PanelOutliner => toggled(Panel::Outliner),
        Trigger::PanelCreate => toggled(Panel::Create),
        Trigger::PanelInspector => toggled(Panel::Inspector),
        Trigger::PanelThrow => toggled(Panel::Throw),
        Trigger::PanelOrder => toggled(Panel::Order),
        Trigger::PanelDoctor => toggled(Panel::Doctor),
        Trigger::PanelLimits => toggled(Panel::Limits),
        Trigger::PanelHistory => toggled(Panel::History),
        Trigger::PanelCompare => toggled(Panel::Compare),
        Trigger::PanelPlots => toggled(Panel::Plots),
        Trigger::Profiler => toggled(Panel::Cost),
        Trigger::PanelWhy => toggled(Panel::Why),
        Trigger::PanelLessons => toggled(Panel::Lessons),
        Trigger::PanelPrinted => toggled(Panel::Printed),
        Trigger::PanelExperiments => toggled(Panel::Experiments),
        Trigger::PanelSweep => toggled(Panel::Sweep),
        Trigger::ResetPanels => shown(after) == [Panel::Scenes, Panel::Throw],
        Trigger::Palette => after.ui.panels.sheets.palette.is_open(),
        Trigger::Help => after.ui.panels.sheets.help.open,
        Trigger::Manual => after.ui.panels.sheets.manual.is_open(),
        Trigger::Preferences => after.ui.panels.sheets.preferences,
        Trigger::About => after.ui.panels.sheets.about,
        // With a tool that only selects there is nothing else to cancel.
        Trigger::Cancel => now.is_empty() && after.workbench.tool == before.tool,
    }
}

/// What stands in the tooltip of the control that was noted under that name.
fn tooltip(screen: &mut Screen, label: &str, expected: &str) -> bool {
    let place = place_of(screen, label);
    move_to(screen, place);
    screen.run_steps(60);
    let found = screen.query_by_label_contains(expected).is_some();
    found
}

#[test]
fn tooltips_and_messages_name_the_keys_in_force() {
    let settings = Settings {
        key_preset: KeyPreset::Blender,
        keys: [("reset".into(), "F4".into())].into(),
        ..Settings::default()
    };
    let program = Program::open(Some("first-throw"), settings).unwrap();
    let mut screen = screen_of(program, [1280.0, 720.0]);
    assert!(tooltip(&mut screen, "Move tool", "Move tool (G)"));
    let reset = format!("{} Reset", egui_phosphor::regular::ARROW_COUNTER_CLOCKWISE);
    assert!(tooltip(&mut screen, &reset, "start of the scene (F4)"));

    let program = &mut screen.state_mut().program;
    act(program, Trigger::Delete);
    let (text, _) = program.ui.message.clone().unwrap();
    assert!(text.contains("Select tool (W)"), "{text}");
    program.perform(Action::Keys(KeyChange::Clear(Trigger::ToolSelect)));
    act(program, Trigger::Delete);
    let (text, _) = program.ui.message.clone().unwrap();
    assert!(text.ends_with("the Select tool"), "{text}");
}

#[test]
fn the_key_of_throw_throws_with_its_tool_alone_and_that_of_repeat_with_all() {
    let mut program = open("first-throw");
    let balls = |program: &Program| program.playback.session.simulation.balls().len();
    program.workbench.tool = Tool::Move;
    program.press(chord("Enter"), false);
    assert_eq!(balls(&program), 0, "who builds throws nothing by chance");
    let (text, is_error) = program.ui.message.clone().unwrap();
    assert!(text.contains("the Throw tool (T)") && !is_error, "{text}");
    program.press(chord("B"), false);
    assert_eq!(balls(&program), 1);
    program.workbench.tool = Tool::Throw;
    program.press(chord("Enter"), false);
    assert_eq!(balls(&program), 2);
    program.workbench.tool = Tool::Select;
    act(&mut program, Trigger::Throw);
    assert_eq!(balls(&program), 3, "menu and buttons throw with any tool");
}

#[test]
fn time_stands_still_while_a_question_waits() {
    let mut program = open("chain");
    let command = ragdoll_lab::editor::Command::SetSceneName("changed".into());
    program.perform(Action::Edit(command));
    program.playback.session.playing = true;
    program.advance(0.1);
    let before = program.view().playback.session.now();
    assert!(before > 0);
    act(&mut program, Trigger::New);
    assert!(program.view().workspace.asks_about_changes());
    program.advance(1.0);
    assert_eq!(program.view().playback.session.now(), before);
    act(&mut program, Trigger::Cancel);
    program.advance(0.1);
    assert!(
        program.view().playback.session.now() > before,
        "it goes on by itself"
    );
    assert!(
        program.view().playback.session.now() < before + 60,
        "and misses nothing"
    );
}
