//! The rows of the outliner on screen.

use super::menu::menu_ui;
use super::renaming::{Named, Renaming};
use super::tree::{Entry, Fold, Row, Tree};
use crate::app::action::{Action, Trigger};
use crate::app::keymap::Keymap;
use crate::app::panels::rows::{after_click, ends, heading, icon_button, row_ui, text};
use crate::app::panels::widgets::{button, note_menu};
use crate::app::panels::AppView;
use crate::editor::{ItemKind, Selection};
use crate::scene::Id;
use egui_macroquad::egui::{RichText, Ui};
use egui_phosphor::regular as icon;
use std::collections::BTreeSet;
use std::ops::Range;

/// From one level of the tree to the next, and the width of what folds, points.
const INDENT: f32 = 16.0;

/// What the rows of a frame see, and what comes of them.
pub(super) struct Rows<'a> {
    pub view: &'a AppView<'a>,
    pub tree: &'a Tree,
    pub renaming: &'a mut Option<Renaming>,
    pub actions: &'a mut Vec<Action>,
    /// What is to be folded or unfolded after the frame.
    pub folded: Option<Fold>,
    /// A group that was clicked, with what is selected by that.
    pub chosen: Option<(Fold, Selection)>,
}

impl Rows<'_> {
    pub(super) fn row_ui(&mut self, ui: &mut Ui, row: &Row) {
        if self.is_renamed(row) {
            return self.renaming_ui(ui, row);
        }
        match row {
            Row::Branch { .. } => self.branch_ui(ui, row),
            Row::Thing { place, depth, open } => self.thing_ui(ui, *place, *depth, *open),
            Row::Part {
                ragdoll,
                name,
                depth,
            } => self.part_ui(ui, *ragdoll, name, *depth),
        }
    }

    fn is_renamed(&self, row: &Row) -> bool {
        let named = self.renaming.as_ref().map(|renaming| &renaming.named);
        match (named, row) {
            (Some(Named::Thing(id)), Row::Thing { place, .. }) => {
                let entry = self.tree.entry(*place);
                entry.is_some_and(|entry| entry.id == *id)
            }
            (Some(Named::Group(renamed, _)), Row::Branch { fold, .. }) => renamed == fold,
            _ => false,
        }
    }

    /// The field in which a name is typed.
    fn renaming_ui(&mut self, ui: &mut Ui, row: &Row) {
        let (Row::Branch { depth, .. } | Row::Thing { depth, .. } | Row::Part { depth, .. }) = row;
        let renaming = self.renaming.as_mut();
        let done = renaming.and_then(|renaming| renaming.row_ui(ui, *depth as f32 * INDENT));
        if let Some(done) = done {
            self.actions.extend(done);
            *self.renaming = None;
        }
    }

    fn branch_ui(&mut self, ui: &mut Ui, row: &Row) {
        let Row::Branch {
            fold,
            label,
            depth,
            members,
            open,
        } = row
        else {
            return;
        };
        let title = format!("{label} ({})", members.len());
        let (marked, mut folds) = (&mut None, false);
        let response = row_ui(ui, fold, &title, false, |ui| {
            let right = |ui: &mut Ui| {
                if *fold != Fold::Kind(ItemKind::Material) {
                    *marked = self.marks(ui, label, members);
                }
            };
            ends(ui, right, |ui| {
                ui.add_space(*depth as f32 * INDENT);
                folds = caret(ui, label, *open);
                text(ui, heading(&title));
            });
        });
        self.actions.extend(marked.take());
        let is_group = matches!(fold, Fold::Group(..));
        if folds || (response.clicked() && !is_group) {
            self.folded = Some(fold.clone());
        } else if response.clicked() {
            self.choose_group(ui, fold, members);
        }
        let response = match is_group {
            true => response.on_hover_ui(|ui| {
                ui.label(group_tip(self.view.keymap));
            }),
            false => response,
        };
        if response.double_clicked() {
            *self.renaming = Renaming::of_group(fold).or(self.renaming.take());
        }
        response.context_menu(|ui| {
            note_menu(ui);
            if button(ui, "Select these", "Selects all objects in the group") {
                let selection = Selection::of(self.tree.ids(members.clone()));
                self.actions.push(Action::Select(selection));
                ui.close_menu();
            }
            let renaming = Renaming::of_group(fold);
            let tip = "Renames the group and its subgroups; also by double-click";
            if renaming.is_some() && button(ui, "Rename group", tip) {
                *self.renaming = renaming;
                ui.close_menu();
            }
        });
    }

    /// Selects the things of a group; with Ctrl besides what is selected.
    fn choose_group(&mut self, ui: &Ui, fold: &Fold, members: &Range<usize>) {
        let mut selection = match ui.input(|input| input.modifiers.command) {
            true => self.view.document().selection().clone(),
            false => Selection::default(),
        };
        (self.tree.ids(members.clone()).into_iter()).for_each(|id| selection.add(id));
        self.chosen = Some((fold.clone(), selection.clone()));
        self.actions.push(Action::Select(selection));
    }

    fn thing_ui(&mut self, ui: &mut Ui, place: usize, depth: usize, open: Option<bool>) {
        let Some(entry) = self.tree.entry(place) else {
            return;
        };
        let (id, kind) = (entry.id, entry.kind);
        let selection = self.view.document().selection();
        let selected = selection.contains(id);
        let (marked, mut folds) = (&mut None, false);
        let response = row_ui(ui, id, &entry.title, selected, |ui| {
            let right = |ui: &mut Ui| {
                if kind != ItemKind::Material {
                    *marked = self.marks(ui, &entry.title, &(place..place + 1));
                }
            };
            ends(ui, right, |ui| {
                ui.add_space(depth as f32 * INDENT);
                match open {
                    Some(open) => folds = caret(ui, &entry.title, open),
                    None => ui.add_space(INDENT),
                }
                self.name_ui(ui, entry);
            });
        });
        let response = response.on_hover_ui(|ui| {
            ui.label(thing_tip(self.view.keymap));
        });
        self.actions.extend(marked.take());
        if folds {
            self.folded = Some(Fold::Ragdoll(id));
        }
        // Quick clicks on two things are no double click on the second.
        let plain = ui.input(|input| input.modifiers.is_none());
        if response.double_clicked() && selected && plain {
            *self.renaming = Some(Renaming::of_thing(entry));
        } else if response.clicked() {
            let between = |active| self.tree.between(active, id);
            let selection = after_click(ui, selection, id, between);
            self.actions.push(Action::Select(selection));
        } else if response.secondary_clicked() && !selected {
            self.actions.push(Action::Select(Selection::of([id])));
        }
        response.context_menu(|ui| menu_ui(ui, kind, self.view.keymap, self.actions));
    }

    fn name_ui(&self, ui: &mut Ui, entry: &Entry) {
        let faded = self.view.workspace.view_state.hidden.contains(&entry.id);
        let written = |words: &str| match faded {
            true => RichText::new(words).weak(),
            false => RichText::new(words),
        };
        text(ui, written(kind_icon(entry.kind)));
        text(ui, written(&entry.title));
        if !entry.detail.is_empty() {
            text(ui, RichText::new(entry.detail).weak());
        }
    }

    fn part_ui(&mut self, ui: &mut Ui, ragdoll: Id, name: &str, depth: usize) {
        let response = row_ui(ui, (ragdoll, name), name, false, |ui| {
            ui.add_space((depth + 1) as f32 * INDENT);
            text(ui, RichText::new(name).weak());
        });
        let tip = "Limb of the ragdoll; a click selects the whole ragdoll";
        if response.on_hover_text(tip).clicked() {
            let selection = Selection::of([ragdoll]);
            self.actions.push(Action::Select(selection));
        }
    }

    /// Eye and lock of some things, and what a click on one of them asks for.
    fn marks(&self, ui: &mut Ui, label: &str, places: &Range<usize>) -> Option<Action> {
        let all_in = |marks: &BTreeSet<Id>| {
            let mut entries = places.clone().filter_map(|place| self.tree.entry(place));
            entries.all(|entry| marks.contains(&entry.id))
        };
        let ids = || self.tree.ids(places.clone());
        let locked = all_in(&self.view.workspace.view_state.locked);
        let (sign, verb, tip) = match locked {
            true => (
                icon::LOCK,
                "Unlock",
                "Locked: cannot be clicked on the stage",
            ),
            false => (
                icon::LOCK_OPEN,
                "Lock",
                "Lock it, so that it cannot be clicked on the stage",
            ),
        };
        if icon_button(ui, sign, &format!("{verb} {label}"), tip) {
            return Some(Action::Lock(ids(), !locked));
        }
        let hidden = all_in(&self.view.workspace.view_state.hidden);
        let (sign, verb, tip) = match hidden {
            true => (
                icon::EYE_SLASH,
                "Show",
                "Hidden: show it on the stage again",
            ),
            false => (
                icon::EYE,
                "Hide",
                "Hide it on the stage; it is still simulated",
            ),
        };
        if icon_button(ui, sign, &format!("{verb} {label}"), tip) {
            return Some(Action::Hide(ids(), !hidden));
        }
        None
    }
}

/// What the mouse does on the row of a thing.
fn thing_tip(keymap: &Keymap) -> String {
    let rename = keymap.with_key("Double-click: rename", Trigger::Rename);
    format!(
        "Click: select. Ctrl+click: add or remove. Shift+click: select a range. {rename}. \
         Right-click: menu. Up/Down: previous or next; with Shift: extend the selection"
    )
}

/// What the mouse does on the row of a group.
fn group_tip(keymap: &Keymap) -> String {
    let rename = keymap.with_key("Double-click: rename", Trigger::Rename);
    format!(
        "Click: select all objects in the group. Ctrl+click: add them to the selection. \
             {rename}. Right-click: menu"
    )
}

fn caret(ui: &mut Ui, label: &str, open: bool) -> bool {
    let (sign, verb) = match open {
        true => (icon::CARET_DOWN, "Fold"),
        false => (icon::CARET_RIGHT, "Unfold"),
    };
    ui.spacing_mut().button_padding.x = 0.0;
    icon_button(ui, sign, &format!("{verb} {label}"), verb)
}

fn kind_icon(kind: ItemKind) -> &'static str {
    match kind {
        ItemKind::Ragdoll => icon::PERSON,
        ItemKind::Body => icon::CUBE,
        ItemKind::Particle => icon::DOT_OUTLINE,
        ItemKind::Stick => icon::LINE_SEGMENT,
        ItemKind::Surface => icon::POLYGON,
        ItemKind::Joint => icon::LINK,
        ItemKind::Obstacle => icon::WALL,
        ItemKind::Material => icon::PALETTE,
    }
}
