//! A file browser drawn inside the window.

use std::sync::Arc;

use egui_file_dialog::{DialogState, FileDialog, FileDialogLabels};
use egui_macroquad::egui;

use super::{Picked, Question};

/// The browser while it is shown.
pub(super) struct InWindow {
    question: Question,
    browser: FileDialog,
}

impl InWindow {
    pub(super) fn new(question: Question) -> Self {
        let (Question::Open { purpose, folder }
        | Question::Save {
            purpose, folder, ..
        }
        | Question::Folder { purpose, folder }) = &question;
        let (fitting, filter) = (*purpose, purpose.filter_name());
        let browser = FileDialog::new()
            .as_modal(true)
            .anchor(egui::Align2::CENTER_CENTER, egui::Vec2::ZERO)
            .labels(plain_labels())
            .initial_directory(folder.clone())
            .add_file_filter(&filter, Arc::new(move |path| fitting.fits(path)))
            .default_file_filter(&filter);
        let browser = match &question {
            Question::Open { purpose, .. } => {
                let mut browser = browser.title(purpose.open_title());
                browser.pick_file();
                browser
            }
            Question::Save { purpose, name, .. } => {
                let mut browser = browser.title(purpose.save_title()).default_file_name(name);
                browser.save_file();
                browser
            }
            Question::Folder { purpose, .. } => {
                let mut browser = browser.title(purpose.save_title());
                browser.pick_directory();
                browser
            }
        };
        Self { question, browser }
    }

    /// Draws the browser; the answer, once there is one.
    pub(super) fn update(&mut self, ctx: &egui::Context) -> Option<Picked> {
        self.browser.update(ctx);
        match self.browser.state() {
            DialogState::Open => None,
            DialogState::Picked(path) => Some(self.question.picked(path)),
            DialogState::Closed | DialogState::Cancelled | DialogState::PickedMultiple(_) => {
                Some(Picked::Cancelled)
            }
        }
    }
}

/// The browser's own labels begin with pictographs that the window's font lacks.
fn plain_labels() -> FileDialogLabels {
    FileDialogLabels {
        reload: "Reload".into(),
        working_directory: "Go to working folder".into(),
        home_dir: "Home".into(),
        desktop_dir: "Desktop".into(),
        documents_dir: "Documents".into(),
        downloads_dir: "Downloads".into(),
        audio_dir: "Audio".into(),
        pictures_dir: "Pictures".into(),
        videos_dir: "Videos".into(),
        pin_folder: "Pin".into(),
        unpin_folder: "Unpin".into(),
        rename_pinned_folder: "Rename".into(),
        open_button: "Open".into(),
        save_button: "Save".into(),
        cancel_button: "Cancel".into(),
        ..FileDialogLabels::default()
    }
}
