//! The text field in which a thing or a group gets another name.

use super::tree::{Entry, Fold};
use crate::app::action::Action;
use crate::app::panels::widgets::note;
use crate::editor::{names, Command};
use crate::scene::Id;
use egui_macroquad::egui::text::{CCursor, CCursorRange};
use egui_macroquad::egui::{Key, TextEdit, Ui};

/// What gets another name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Named {
    /// A thing; its name within its group is typed.
    Thing(Id),
    /// A group, by its row and its path; the last part of that is typed.
    Group(Fold, String),
}

/// A name that is being typed.
#[derive(Debug)]
pub(super) struct Renaming {
    /// What is renamed.
    pub named: Named,
    /// The group that a thing stays in.
    group: String,
    old: String,
    typed: String,
    focused: bool,
}

impl Renaming {
    /// Of a thing.
    pub(super) fn of_thing(entry: &Entry) -> Renaming {
        let name = match entry.name.is_empty() {
            true => &entry.title,
            false => names::short_name(&entry.name),
        };
        Renaming {
            group: names::group_of(&entry.name).to_owned(),
            ..Renaming::new(Named::Thing(entry.id), name)
        }
    }

    /// Of a group; none of what is folded otherwise.
    pub(super) fn of_group(fold: &Fold) -> Option<Renaming> {
        match fold {
            Fold::Group(_, path) => {
                let named = Named::Group(fold.clone(), path.clone());
                Some(Renaming::new(named, names::short_name(path)))
            }
            Fold::Kind(_) | Fold::Ragdoll(_) => None,
        }
    }

    fn new(named: Named, old: &str) -> Renaming {
        Renaming {
            named,
            group: String::new(),
            old: old.to_owned(),
            typed: old.to_owned(),
            focused: false,
        }
    }

    /// The row with the field; once typing is over, what it asks for.
    pub(super) fn row_ui(&mut self, ui: &mut Ui, indent: f32) -> Option<Option<Action>> {
        let id = ui.make_persistent_id(("name", &self.named));
        let field = ui.horizontal(|ui| {
            ui.add_space(indent);
            let field = TextEdit::singleline(&mut self.typed).id(id);
            field.desired_width(f32::INFINITY).show(ui)
        });
        let mut field = field.inner;
        let response = field.response.on_hover_text(self.tip());
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
        Some((!kept).then(|| self.command().map(Action::Edit)).flatten())
    }

    fn tip(&self) -> &'static str {
        match self.named {
            Named::Thing(_) => {
                "New name within its group; a/b creates a subgroup a. Enter renames, Escape cancels"
            }
            Named::Group(..) => {
                "New name of the group; / creates a subgroup. Enter renames, Escape cancels"
            }
        }
    }

    /// What the typed name asks for; nothing if a group would have none.
    fn command(&self) -> Option<Command> {
        match &self.named {
            Named::Thing(id) => {
                let typed = self.typed.trim_start_matches('/');
                let whole = match self.group.as_str() {
                    "" => typed.to_owned(),
                    group => format!("{group}/{typed}"),
                };
                Some(Command::Rename(*id, whole))
            }
            Named::Group(_, path) => {
                let typed = self.typed.trim_matches(['/', ' ']);
                let whole = match names::group_of(path) {
                    "" => typed.to_owned(),
                    above => format!("{above}/{typed}"),
                };
                (!typed.is_empty()).then(|| Command::RenameGroup(path.clone(), whole))
            }
        }
    }
}
