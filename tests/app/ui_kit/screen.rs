//! A screen without a window: a program, its panels, and what they ask for.

use egui_kittest::Harness;
use egui_macroquad::egui;
use ragdoll_lab::app::action::Action;
use ragdoll_lab::app::action::Panel;
use ragdoll_lab::app::panels::all_ui;
use ragdoll_lab::app::panels::widgets::take_noted;
use ragdoll_lab::app::program::Program;
use ragdoll_lab::editor::Selection;
use ragdoll_lab::platform::settings::Settings;
use ragdoll_lab::scene::{Id, Scene};
use ragdoll_lab::view::theme::{self, Theme};
use std::sync::Arc;

/// Frames a second: slow enough that whatever moves by itself is done after a few, fast
/// enough that two clicks are a double click.
pub const FRAMES_PER_S: usize = 20;

/// Size of an ordinary window, points.
pub const WINDOW: [f32; 2] = [1280.0, 720.0];

/// A program as its window shows it.
pub struct Gui {
    /// The program with its panels.
    pub program: Program,
    /// What the panels asked for, in order.
    pub asked: Vec<Action>,
    /// Whether the program does at once what is asked for, as in the window.
    pub obeys: bool,
}

/// A program on a screen.
pub type Screen = Harness<'static, Gui>;

/// A shipped scene, opened with the settings of a first start.
pub fn open(scene: &str) -> Program {
    Program::open(Some(scene), Settings::default()).unwrap()
}

/// A program on a screen of that size, points. What is asked for is kept, not done.
pub fn screen_of(program: Program, size: [f32; 2]) -> Screen {
    let gui = Gui {
        program,
        asked: Vec::new(),
        obeys: false,
    };
    let mut screen = Harness::builder()
        .with_size(size)
        .with_step_dt(1.0 / FRAMES_PER_S as f32)
        .build_state(frame, gui);
    dress(&mut screen, Theme::Dark, 1.0);
    screen
}

/// A program on a screen of that size, points, which does at once what is asked for.
pub fn obeying_screen_of(program: Program, size: [f32; 2]) -> Screen {
    let mut screen = screen_of(program, size);
    screen.state_mut().obeys = true;
    screen
}

/// Draws the panels once, as the window does.
fn frame(ctx: &egui::Context, gui: &mut Gui) {
    let mut panels = std::mem::take(&mut gui.program.ui.panels);
    let actions = all_ui(ctx, &gui.program.view(), &mut panels);
    gui.program.ui.panels = panels;
    for action in actions {
        gui.asked.push(action.clone());
        if gui.obeys {
            gui.program.perform(action);
        }
    }
}

/// Dresses the panels anew, with text of that size relative to normal.
pub fn dress(screen: &mut Screen, theme: Theme, scale: f32) {
    theme::apply(&screen.ctx, theme, scale);
    settle(screen);
}

/// Lets the panels come to rest.
pub fn settle(screen: &mut Screen) {
    screen.run_steps(4);
    take_noted(&screen.ctx);
}

/// Brings a panel to the front.
pub fn show(screen: &mut Screen, panel: Panel) {
    screen.state_mut().program.ui.panels.dock.show(panel);
    settle(screen);
}

/// Lets the program do something that no panel asked for.
pub fn act(screen: &mut Screen, action: Action) {
    screen.state_mut().program.perform(action);
    settle(screen);
}

/// Selects things of the scene.
pub fn select(screen: &mut Screen, ids: impl IntoIterator<Item = Id>) {
    let selection = Selection::of(ids);
    screen
        .state_mut()
        .program
        .workspace
        .document
        .select(selection);
    settle(screen);
}

/// What the panels asked for since the last call.
pub fn taken(screen: &mut Screen) -> Vec<Action> {
    std::mem::take(&mut screen.state_mut().asked)
}

/// Lets the program do what the panels asked for; returns that.
pub fn carry_out(screen: &mut Screen) -> Vec<Action> {
    let actions = taken(screen);
    for action in actions.clone() {
        screen.state_mut().program.perform(action);
    }
    settle(screen);
    actions
}

/// The open scene.
pub fn scene_of(screen: &Screen) -> Arc<Scene> {
    screen.state().program.workspace.document.scene().clone()
}
