//! The text field in which a thing gets another name.

use super::tree::Entry;
use crate::app::action::Action;
use crate::app::panels::widgets::note;
use crate::editor::Command;
use crate::scene::Id;
use egui_macroquad::egui::text::{CCursor, CCursorRange};
use egui_macroquad::egui::{Key, TextEdit, Ui};

/// A name that is being typed.
#[derive(Debug)]
pub(super) struct Renaming {
    /// The thing.
    pub id: Id,
    old: String,
    typed: String,
    focused: bool,
}

impl Renaming {
    pub(super) fn new(entry: &Entry) -> Renaming {
        let old = match entry.name.is_empty() {
            true => entry.title.clone(),
            false => entry.name.clone(),
        };
        Renaming {
            id: entry.id,
            typed: old.clone(),
            old,
            focused: false,
        }
    }

    /// The row with the field; once typing is over, what it asks for.
    pub(super) fn row_ui(&mut self, ui: &mut Ui, indent: f32) -> Option<Option<Action>> {
        let id = ui.make_persistent_id(("name", self.id));
        let field = ui.horizontal(|ui| {
            ui.add_space(indent);
            let field = TextEdit::singleline(&mut self.typed).id(id);
            field.desired_width(f32::INFINITY).show(ui)
        });
        let mut field = field.inner;
        let tip = "New name; what stands before its last / is its group. Enter: rename. \
                   Escape: keep the old one";
        let response = field.response.on_hover_text(tip);
        note(&response, "Name");
        if !self.focused {
            self.focused = true;
            response.request_focus();
            let all = CCursorRange::two(CCursor::new(0), CCursor::new(self.typed.chars().count()));
            field.state.cursor.set_char_range(Some(all));
            field.state.store(ui.ctx(), response.id);
        }
        if !response.lost_focus() {
            return None;
        }
        let kept = ui.input(|input| input.key_pressed(Key::Escape)) || self.typed == self.old;
        let rename = Command::Rename(self.id, self.typed.clone());
        Some((!kept).then_some(Action::Edit(rename)))
    }
}
