//! The dialogs that ask for a file to open or to save.
//!
//! Where the desktop offers a dialog of its own it is used, on a worker thread:
//! the native dialog blocks, and the window must go on drawing. Elsewhere a file
//! browser inside the window takes its place. Either way the answer is polled
//! with [`FileDialogs::update`] in every frame.

mod in_window;
mod native;
mod portal;

use std::path::{Path, PathBuf};

use egui_macroquad::egui;

use in_window::InWindow;
use native::{Answer, Native};

/// The extension of scene files.
const EXTENSION: &str = "json";

/// Which dialogs are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DialogKind {
    /// The desktop's where there is one, else those inside the window.
    #[default]
    Auto,
    /// Always those inside the window.
    InWindow,
}

/// The user's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picked {
    /// Open this file.
    Open(PathBuf),
    /// Save as this file; replacing an existing one has been agreed to.
    Save(PathBuf),
    /// The dialog was closed without an answer.
    Cancelled,
}

/// What a dialog asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Question {
    /// Which scene to open, beginning in a folder.
    Open { folder: PathBuf },
    /// Where to save a scene, beginning with a proposal.
    Save { folder: PathBuf, name: String },
}

impl Question {
    fn picked(&self, path: PathBuf) -> Picked {
        match self {
            Self::Open { .. } => Picked::Open(path),
            Self::Save { .. } => Picked::Save(with_extension(path)),
        }
    }
}

/// The dialog on screen, if any.
enum Shown {
    Nothing,
    Native(Native),
    InWindow(Box<InWindow>),
}

/// At most one dialog at a time that asks for a file.
pub struct FileDialogs {
    native: bool,
    shown: Shown,
}

impl FileDialogs {
    /// No dialog yet; looks once whether the desktop offers any.
    pub fn new(kind: DialogKind) -> Self {
        let native = kind == DialogKind::Auto && portal::has_native_dialogs();
        Self {
            native,
            shown: Shown::Nothing,
        }
    }

    /// Asks which scene to open, beginning in `start_dir`.
    ///
    /// Nothing happens while another dialog is shown.
    pub fn open_scene(&mut self, start_dir: &Path) {
        self.ask(Question::Open {
            folder: existing_folder(start_dir),
        });
    }

    /// Asks where to save a scene, proposing `suggested_path`.
    ///
    /// Nothing happens while another dialog is shown.
    pub fn save_scene(&mut self, suggested_path: &Path) {
        let folder = suggested_path.parent().unwrap_or(Path::new(""));
        let name = suggested_path.file_name().map_or_else(
            || format!("scene.{EXTENSION}"),
            |name| name.to_string_lossy().into_owned(),
        );
        self.ask(Question::Save {
            folder: existing_folder(folder),
            name,
        });
    }

    /// Closes a dialog inside the window without a choice; one of the desktop
    /// stays until it is answered.
    pub fn close(&mut self) {
        if matches!(self.shown, Shown::InWindow(_)) {
            self.shown = Shown::Nothing;
        }
    }

    /// Whether a dialog is shown; the window takes no other input meanwhile.
    pub fn is_open(&self) -> bool {
        !matches!(self.shown, Shown::Nothing)
    }

    /// Draws a dialog inside the window and returns the answer, once there is one.
    ///
    /// To be called in every frame.
    pub fn update(&mut self, ctx: &egui::Context) -> Option<Picked> {
        match &mut self.shown {
            Shown::Nothing => None,
            Shown::InWindow(dialog) => {
                let picked = dialog.update(ctx)?;
                self.shown = Shown::Nothing;
                Some(picked)
            }
            Shown::Native(dialog) => match dialog.poll()? {
                Answer::Picked(picked) => {
                    self.shown = Shown::Nothing;
                    Some(picked)
                }
                // The desktop promised a dialog and showed none: never ask it again.
                Answer::NeverShown(question) => {
                    self.native = false;
                    self.shown = Shown::InWindow(Box::new(InWindow::new(question)));
                    None
                }
            },
        }
    }

    fn ask(&mut self, question: Question) {
        if self.is_open() {
            return;
        }
        let native = self.native.then(|| Native::start(&question)).flatten();
        self.shown = match native {
            Some(dialog) => Shown::Native(dialog),
            None => Shown::InWindow(Box::new(InWindow::new(question))),
        };
    }
}

/// `folder` if it exists, else the current folder, as an absolute path.
fn existing_folder(folder: &Path) -> PathBuf {
    let folder = if folder.is_dir() {
        folder
    } else {
        Path::new(".")
    };
    std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf())
}

/// Adds `.json` to a name without extension.
///
/// Not if that names an existing file: the user agreed to replace another one.
fn with_extension(path: PathBuf) -> PathBuf {
    if path.extension().is_some() {
        return path;
    }
    let named = path.with_extension(EXTENSION);
    if named.exists() {
        path
    } else {
        named
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_without_extension_gets_one() {
        let named = with_extension(PathBuf::from("/nonexistent/scene"));
        assert_eq!(named, Path::new("/nonexistent/scene.json"));
        let kept = with_extension(PathBuf::from("/nonexistent/scene.txt"));
        assert_eq!(kept, Path::new("/nonexistent/scene.txt"));
    }

    #[test]
    fn no_file_is_replaced_that_the_user_did_not_name() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("scene.json"), "").unwrap();
        let bare = folder.path().join("scene");
        assert_eq!(with_extension(bare.clone()), bare);
    }

    #[test]
    fn a_lost_start_folder_becomes_the_current_one() {
        let here = std::env::current_dir().unwrap();
        assert_eq!(existing_folder(Path::new("/nonexistent")), here);
        assert_eq!(existing_folder(Path::new("")), here);
    }
}
