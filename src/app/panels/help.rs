//! The help sheet: what the mouse does, and every action with its key, to be changed.

use super::widgets::{button, choice_row, note};
use super::AppView;
use crate::app::action::{info, Action, ActionInfo, Trigger, ACTIONS};
use crate::app::action::{Chord, KeyChange};
use crate::app::keymap::Keymap;
use crate::platform::settings::KeyPreset;
use egui_macroquad::egui::{self, Response, RichText, ScrollArea, Ui, Window};
use egui_phosphor::regular as icon;

/// What the mouse does on the stage, by tool.
pub const MOUSE: [(&str, &str, &str); 26] = [
    ("Any tool", "Drag empty space, or Alt+drag", "orbit"),
    ("Any tool", "Right drag, with W A S D Q E", "look and fly"),
    ("Any tool", "Middle drag, or Shift+right drag", "pan"),
    ("Any tool", "Wheel", "zoom to the pointer"),
    ("Any tool", "Drop a file on the window", "open it"),
    ("Timeline", "Drag", "scrub through time"),
    ("Timeline, plots", "Wheel", "zoom; with Shift: scroll"),
    ("Takes", "Click; double click", "play the take; rename it"),
    ("Throw", "Click", "throw the ball at what is there"),
    ("Throw", "Drag on a body", "aim, throw on release"),
    ("Select", "Click", "select; click again: select behind"),
    ("Select", "Shift+click", "add to or remove from selection"),
    ("Select", "Shift+drag", "box select"),
    ("Select", "Drag a body while playing", "pull the body"),
    ("Select", "Wheel while pulling", "move it further or nearer"),
    ("Move, Rotate, Scale", "Click", "select"),
    (
        "Move, Rotate, Scale",
        "Drag a handle",
        "move, rotate or scale along it",
    ),
    (
        "Move, Rotate, Scale",
        "Type a number in a drag",
        "set the exact amount",
    ),
    ("Move, Rotate, Scale", "Ctrl in a drag", "toggle snapping"),
    ("Move, Rotate, Scale", "Escape in a drag", "cancel"),
    ("Limits", "Click a limb", "show the limits of its joint"),
    (
        "Limits",
        "Drag a knob",
        "change a limit; the ragdoll follows",
    ),
    (
        "Pose",
        "Drag a limb",
        "pose the ragdoll; release to keep the pose",
    ),
    ("Pose", "P in a drag", "unlock or lock the feet"),
    ("Pose", "Escape in a drag", "cancel"),
    ("Joint", "Click one body, then another", "join them there"),
];

/// Widths of the columns, points at normal text size.
const LABEL_WIDTH: f32 = 248.0;
const KEY_WIDTH: f32 = 168.0;

/// What the help sheet remembers.
#[derive(Debug, Default)]
pub struct State {
    /// Whether it is open.
    pub open: bool,
    /// What was typed to find a line.
    filter: String,
    /// The action that waits for its new chord.
    listening: Option<Trigger>,
    /// A chord that another action has, until the person decides.
    conflict: Option<Conflict>,
}

/// A chord asked for by one action and held by another.
#[derive(Debug, Clone, Copy)]
struct Conflict {
    wanted_by: Trigger,
    chord: Chord,
    held_by: Trigger,
}

impl State {
    /// Whether the next chord is meant for the sheet.
    pub fn listens(&self) -> bool {
        self.open && self.listening.is_some()
    }

    /// Hears the chord of the action that waits; what changes by it. Escape changes
    /// nothing, and a chord that another action has waits for an answer.
    pub fn hear(&mut self, chord: Chord, keymap: &Keymap) -> Option<KeyChange> {
        let wanted_by = self.listening.take()?;
        if chord.is_escape() {
            return None;
        }
        match keymap.find(chord).filter(|holder| *holder != wanted_by) {
            Some(held_by) => {
                self.conflict = Some(Conflict {
                    wanted_by,
                    chord,
                    held_by,
                });
                None
            }
            None => Some(KeyChange::Bind(wanted_by, chord)),
        }
    }

    fn listen(&mut self, trigger: Trigger) {
        self.listening = Some(trigger);
        self.conflict = None;
    }
}

pub(super) fn help_ui(
    ctx: &egui::Context,
    view: &AppView<'_>,
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    let mut open = state.open;
    let scale = super::widgets::text_scale(ctx);
    let mut changes = Vec::new();
    Window::new("Keys and mouse")
        .open(&mut open)
        .collapsible(false)
        .default_width((LABEL_WIDTH + KEY_WIDTH + 88.0) * scale)
        .default_height(ctx.screen_rect().height() - 240.0)
        .show(ctx, |ui| {
            presets_ui(ui, view.keymap, &mut changes);
            filter_ui(ui, &mut state.filter);
            conflict_ui(ui, state, &mut changes);
            lines_ui(ui, view.keymap, state, &mut changes);
        });
    state.open = open;
    if !open {
        state.listening = None;
        state.conflict = None;
    }
    actions.extend(changes.into_iter().map(Action::Keys));
}

fn presets_ui(ui: &mut Ui, keymap: &Keymap, changes: &mut Vec<KeyChange>) {
    ui.horizontal_wrapped(|ui| {
        let presets = [
            (KeyPreset::Standard, "Standard", "Ragdoll Lab keys"),
            (
                KeyPreset::Blender,
                "Blender",
                "G, R, S, X and other keys as in Blender",
            ),
            (
                KeyPreset::Mujoco,
                "MuJoCo",
                "Ctrl+L, F5, Ctrl+P and other keys as in the MuJoCo viewer",
            ),
        ];
        let chosen = choice_row(ui, keymap.preset(), &presets);
        changes.extend(chosen.map(KeyChange::Preset));
        if keymap.has_own() && button(ui, "Reset all keys", "Removes all custom keys") {
            changes.push(KeyChange::ResetAll);
        }
    });
}

fn filter_ui(ui: &mut Ui, filter: &mut String) {
    let field = egui::TextEdit::singleline(filter)
        .hint_text("Find an action or key, such as Ctrl+S")
        .desired_width(f32::INFINITY);
    let response = ui.add(field);
    note(&response, "Find key");
    response.on_hover_text("Searches actions, menus and keys");
}

/// Says which action has the chord asked for, and lets the person decide.
fn conflict_ui(ui: &mut Ui, state: &mut State, changes: &mut Vec<KeyChange>) {
    let Some(conflict) = state.conflict else {
        return;
    };
    let name = |trigger| info(trigger).map_or("", |line| line.label);
    let (wanted_by, held_by) = (name(conflict.wanted_by), name(conflict.held_by));
    let warning = super::widgets::dressed(ui).warning;
    let text = format!(
        "{} {} is used by “{held_by}”. Assign it to “{wanted_by}”?",
        icon::WARNING,
        conflict.chord
    );
    ui.label(RichText::new(text).color(crate::view::theme::color32(warning)));
    ui.horizontal(|ui| {
        let tip = format!("“{held_by}” loses this key");
        if button(ui, "Reassign key", &tip) {
            changes.push(KeyChange::Bind(conflict.wanted_by, conflict.chord));
            state.conflict = None;
        }
        if button(ui, "Cancel", "Changes nothing") {
            state.conflict = None;
        }
    });
}

/// A line of the sheet.
enum Line {
    Heading(&'static str),
    Mouse(&'static str, &'static str),
    Key(&'static ActionInfo),
}

/// The lines that hold every word of the filter, under their headings.
fn found(keymap: &Keymap, filter: &str) -> Vec<Line> {
    let filter = filter.to_lowercase();
    let holds = |texts: &[&str]| {
        let text = texts.join(" ").to_lowercase();
        filter.split_whitespace().all(|word| text.contains(word))
    };
    let mouse = MOUSE
        .iter()
        .filter(|(tool, what, does)| holds(&["mouse", tool, what, does]))
        .map(|(tool, what, does)| (*tool, Line::Mouse(what, does)));
    let keys = ACTIONS
        .iter()
        .filter(|line| holds(&[line.menu, line.label, &keymap.shown(line.trigger)]))
        .map(|line| (line.menu, Line::Key(line)));
    let mut lines = Vec::new();
    let mut heading = "";
    for (group, line) in mouse.chain(keys) {
        if group != heading {
            heading = group;
            lines.push(Line::Heading(group));
        }
        lines.push(line);
    }
    lines
}

fn lines_ui(ui: &mut Ui, keymap: &Keymap, state: &mut State, changes: &mut Vec<KeyChange>) {
    let lines = found(keymap, &state.filter);
    if lines.is_empty() {
        ui.weak("No matching action.");
    }
    let height = ui.spacing().interact_size.y;
    ScrollArea::vertical()
        .auto_shrink(false)
        .show_rows(ui, height, lines.len(), |ui, range| {
            for line in lines.get(range).unwrap_or_default() {
                ui.horizontal(|ui| {
                    ui.set_height(height);
                    match line {
                        Line::Heading(text) => {
                            ui.heading(*text);
                        }
                        Line::Mouse(what, does) => {
                            cell_ui(ui, LABEL_WIDTH, what);
                            ui.label(*does);
                        }
                        Line::Key(line) => key_ui(ui, line, keymap, state, changes),
                    }
                });
            }
        });
}

/// A text of this width at normal text size, points.
fn cell_ui(ui: &mut Ui, width: f32, text: &str) {
    let size = egui::vec2(
        width * super::widgets::text_scale(ui.ctx()),
        ui.available_height(),
    );
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.set_min_width(size.x);
        ui.add(egui::Label::new(text).truncate());
    });
}

/// An action, its key as a button that listens for another, and what takes it away.
fn key_ui(
    ui: &mut Ui,
    line: &ActionInfo,
    keymap: &Keymap,
    state: &mut State,
    changes: &mut Vec<KeyChange>,
) {
    cell_ui(ui, LABEL_WIDTH, line.label);
    let chords: Vec<String> = keymap
        .chords(line.trigger)
        .map(|chord| chord.to_string())
        .collect();
    let listens = state.listening == Some(line.trigger);
    let text = match (listens, chords.is_empty()) {
        (true, _) => "press the key…".to_owned(),
        (false, true) => "none".to_owned(),
        (false, false) => chords.join(", "),
    };
    let width = KEY_WIDTH * super::widgets::text_scale(ui.ctx());
    let face = egui::Button::new(RichText::new(text).monospace())
        .selected(listens)
        .min_size(egui::vec2(width, 0.0));
    let name = format!("Key of {}", line.label);
    let response = named(
        ui.add(face),
        &format!("{name}: {}", chords.join(", ")),
        &name,
    );
    let response = response.on_hover_text("Click, then press a new key. Escape cancels");
    if response.clicked() {
        state.listen(line.trigger);
        // With the focus, Enter or Space would click the button again.
        response.surrender_focus();
    }
    let name = format!("Remove key of {}", line.label);
    let clear = ui.add_enabled(!chords.is_empty(), egui::Button::new("–"));
    if named(clear, &name, &name).on_hover_text(&name).clicked() {
        changes.push(KeyChange::Clear(line.trigger));
    }
    if keymap.is_own(line.trigger) {
        let name = format!("Reset key of {}", line.label);
        let reset = ui.button(icon::ARROW_COUNTER_CLOCKWISE);
        let tip = "Resets to the key of the chosen preset";
        if named(reset, &name, &name).on_hover_text(tip).clicked() {
            changes.push(KeyChange::Reset(line.trigger));
        }
    }
}

/// Names a button for readers of the screen, and notes it.
fn named(response: Response, spoken: &str, noted: &str) -> Response {
    let enabled = response.enabled();
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, enabled, spoken));
    note(&response, noted);
    response
}
