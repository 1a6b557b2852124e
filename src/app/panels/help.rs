//! The help sheet, made from the action table.

use crate::app::action::ACTIONS;
use egui_macroquad::egui::{self, Grid, ScrollArea, Window};

/// What the mouse does on the stage.
const MOUSE: [(&str, &str); 7] = [
    ("Click", "throw the ball; on the dummy: at that point"),
    ("Drag on the dummy", "aim, throw on release"),
    ("Drag elsewhere, or Alt+drag", "orbit"),
    ("Right drag, with W A S D Q E", "look and fly"),
    ("Middle drag, or Shift+right drag", "pan"),
    ("Wheel", "zoom to the pointer"),
    ("Drop a file on the window", "open it"),
];

/// What the help sheet remembers.
#[derive(Debug, Default)]
pub struct State {
    /// Whether it is open.
    pub open: bool,
}

pub(super) fn help_ui(ctx: &egui::Context, state: &mut State) {
    Window::new("Keys and mouse")
        .open(&mut state.open)
        .collapsible(false)
        .default_width(420.0)
        .show(ctx, |ui| {
            ScrollArea::vertical()
                .max_height(ctx.screen_rect().height() - 160.0)
                .show(ui, |ui| {
                    Grid::new("mouse")
                        .num_columns(2)
                        .striped(true)
                        .show(ui, |ui| {
                            for (what, does) in MOUSE {
                                ui.monospace(what);
                                ui.label(does);
                                ui.end_row();
                            }
                            for line in ACTIONS {
                                ui.monospace(line.keys);
                                ui.label(line.label);
                                ui.end_row();
                            }
                        });
                });
        });
}
