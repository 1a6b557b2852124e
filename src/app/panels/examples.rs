//! The shipped scenes, one click each.

use super::AppView;
use crate::app::action::Action;
use crate::scene::{parse, SHIPPED};
use egui_macroquad::egui;

pub(super) fn examples_ui(ui: &mut egui::Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    for shipped in SHIPPED {
        let (name, about) = title_of(ui.ctx(), shipped.name, shipped.text);
        let response = ui.selectable_label(view.title == shipped.name, &name);
        let response = response.on_hover_text(about);
        super::widgets::note(&response, shipped.name);
        if response.clicked() {
            actions.push(Action::OpenShipped(shipped.name));
        }
    }
}

/// Name and description of a shipped scene, read once.
fn title_of(ctx: &egui::Context, name: &str, text: &str) -> (String, String) {
    let id = egui::Id::new(("shipped", name));
    if let Some(known) = ctx.data(|data| data.get_temp(id)) {
        return known;
    }
    let titles = match parse(text.as_bytes()) {
        Ok(scene) => (scene.name, scene.description),
        Err(_) => (name.to_owned(), String::new()),
    };
    ctx.data_mut(|data| data.insert_temp(id, titles.clone()));
    titles
}
