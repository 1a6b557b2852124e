//! The dialogs that ask for a file to open or to save.
//!
//! Where the desktop offers a dialog of its own it is used, on a worker thread:
//! the native dialog blocks, and the window must go on drawing. Elsewhere a file
//! browser inside the window takes its place. Either way the answer is polled
//! with [`FileDialogs::update`] in every frame.
//!
//! In a browser the page asks for a file to open, and what is saved is a download.

mod in_window;
#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(target_arch = "wasm32")]
#[path = "page.rs"]
mod native;
mod portal;

use crate::platform::files;
use std::path::{Path, PathBuf};

use egui_macroquad::egui;

use in_window::InWindow;
use native::{Answer, Native};

/// In which form plots are saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlotFormat {
    /// As the table of their numbers.
    Csv,
    /// As a picture of pixels.
    Png,
    /// As a picture of lines.
    Svg,
}

/// For which other programs a scene is exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportFormat {
    /// MuJoCo's XML.
    Mjcf,
    /// A robot of links and joints.
    Urdf,
    /// glTF 2.0 with rigid bodies.
    Gltf,
}

/// What a file is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FilePurpose {
    /// The scene itself.
    Scene,
    /// A scene whose things are added, or to which a selection is saved.
    Preset,
    /// A triangle mesh that becomes an obstacle, a skinned model, or bodies of another simulator.
    Mesh,
    /// The limit table of a ragdoll.
    Limits,
    /// Plots over time.
    Plots(PlotFormat),
    /// The scene as it is now, for other programs.
    Export(ExportFormat),
    /// The folder for the files of an experiment.
    Experiment,
    /// The table of a sweep.
    SweepTable,
    /// The picture of the curve of a sweep.
    SweepPlot,
}

impl FilePurpose {
    /// The extensions of fitting files; the first one is that of new ones. A folder has none.
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            FilePurpose::Scene | FilePurpose::Preset => &["json"],
            FilePurpose::Mesh => &["obj", "gltf", "glb", "xml", "urdf"],
            FilePurpose::Limits | FilePurpose::SweepTable | FilePurpose::Plots(PlotFormat::Csv) => {
                &["csv"]
            }
            FilePurpose::SweepPlot | FilePurpose::Plots(PlotFormat::Png) => &["png"],
            FilePurpose::Plots(PlotFormat::Svg) => &["svg"],
            FilePurpose::Export(ExportFormat::Mjcf) => &["xml"],
            FilePurpose::Export(ExportFormat::Urdf) => &["urdf"],
            FilePurpose::Export(ExportFormat::Gltf) => &["gltf"],
            FilePurpose::Experiment => &[],
        }
    }

    /// Whether a file has a fitting extension.
    pub fn fits(self, path: &Path) -> bool {
        let found = path.extension().unwrap_or_default().to_string_lossy();
        self.extensions()
            .iter()
            .any(|extension| found.eq_ignore_ascii_case(extension))
    }

    /// Title of the dialog to open one.
    fn open_title(self) -> &'static str {
        match self {
            FilePurpose::Scene => "Open scene",
            FilePurpose::Preset => "Insert preset or scene",
            FilePurpose::Mesh => "Import model or mesh",
            FilePurpose::Limits => "Import limit table",
            FilePurpose::Plots(_) => "Open plots",
            FilePurpose::Experiment
            | FilePurpose::Export(_)
            | FilePurpose::SweepTable
            | FilePurpose::SweepPlot => "Open",
        }
    }

    /// Title of the dialog to save one.
    fn save_title(self) -> &'static str {
        match self {
            FilePurpose::Preset => "Save selection as preset",
            FilePurpose::Limits => "Export limit table",
            FilePurpose::Plots(_) => "Export plots",
            FilePurpose::Export(_) => "Export scene",
            FilePurpose::Experiment => "Save results in folder",
            FilePurpose::SweepTable => "Export shot table",
            FilePurpose::SweepPlot => "Export curves (PNG)",
            FilePurpose::Scene | FilePurpose::Mesh => "Save scene as",
        }
    }

    /// Name of the filter, such as `Scenes (*.json)`.
    fn filter_name(self) -> String {
        let kind = match self {
            FilePurpose::Scene => "Scenes",
            FilePurpose::Preset => "Presets and scenes",
            FilePurpose::Mesh => "Models and meshes",
            FilePurpose::Limits => "Limit tables",
            FilePurpose::Plots(_) => "Plots",
            FilePurpose::Export(_) => "Exported scenes",
            FilePurpose::Experiment => "Folders",
            FilePurpose::SweepTable => "Tables",
            FilePurpose::SweepPlot => "Images",
        };
        let endings: Vec<String> = self
            .extensions()
            .iter()
            .map(|extension| format!("*.{extension}"))
            .collect();
        format!("{kind} ({})", endings.join(", "))
    }
}

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
    Open(FilePurpose, PathBuf),
    /// Save as this file; replacing an existing one has been agreed to.
    Save(FilePurpose, PathBuf),
    /// The dialog was closed without an answer.
    Cancelled,
}

/// What a dialog asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Question {
    /// Which file to open, beginning in a folder.
    Open {
        purpose: FilePurpose,
        folder: PathBuf,
    },
    /// Where to save a file, beginning with a proposal.
    Save {
        purpose: FilePurpose,
        folder: PathBuf,
        name: String,
    },
    /// Which folder to save in, beginning in one.
    Folder {
        purpose: FilePurpose,
        folder: PathBuf,
    },
}

impl Question {
    fn picked(&self, path: PathBuf) -> Picked {
        match self {
            Self::Open { purpose, .. } => Picked::Open(*purpose, path),
            Self::Save { purpose, .. } => match purpose.extensions().first() {
                Some(extension) => Picked::Save(*purpose, with_extension(path, extension)),
                None => Picked::Save(*purpose, path),
            },
            Self::Folder { purpose, .. } => Picked::Save(*purpose, path),
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
        let native = kind == DialogKind::Auto
            && (cfg!(target_arch = "wasm32") || portal::has_native_dialogs());
        Self {
            native,
            shown: Shown::Nothing,
        }
    }

    /// Asks which file to open, beginning in `start_dir`.
    ///
    /// Nothing happens while another dialog is shown.
    pub fn open(&mut self, purpose: FilePurpose, start_dir: &Path) {
        self.ask(Question::Open {
            purpose,
            folder: existing_folder(start_dir),
        });
    }

    /// Asks where to save a file, proposing `suggested_path`; for what goes into a folder
    /// asks which one.
    ///
    /// Nothing happens while another dialog is shown.
    pub fn save(&mut self, purpose: FilePurpose, suggested_path: &Path) {
        let folder = existing_folder(suggested_path.parent().unwrap_or(Path::new("")));
        let Some(extension) = purpose.extensions().first() else {
            return self.ask(Question::Folder { purpose, folder });
        };
        let name = suggested_path.file_name().map_or_else(
            || format!("scene.{extension}"),
            |name| name.to_string_lossy().into_owned(),
        );
        self.ask(Question::Save {
            purpose,
            folder,
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
    let folder = if files::is_folder(folder) {
        folder
    } else {
        Path::new(".")
    };
    std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf())
}

/// Adds an extension to a name without one.
///
/// Not if that names an existing file: the user agreed to replace another one.
fn with_extension(path: PathBuf, extension: &str) -> PathBuf {
    if path.extension().is_some() {
        return path;
    }
    let named = path.with_extension(extension);
    if files::exists(&named) {
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
        let named = with_extension(PathBuf::from("/nonexistent/scene"), "json");
        assert_eq!(named, Path::new("/nonexistent/scene.json"));
        let kept = with_extension(PathBuf::from("/nonexistent/scene.txt"), "json");
        assert_eq!(kept, Path::new("/nonexistent/scene.txt"));
    }

    #[test]
    fn no_file_is_replaced_that_the_user_did_not_name() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("scene.json"), "").unwrap();
        let bare = folder.path().join("scene");
        assert_eq!(with_extension(bare.clone(), "json"), bare);
    }

    #[test]
    fn a_lost_start_folder_becomes_the_current_one() {
        let here = std::env::current_dir().unwrap();
        assert_eq!(existing_folder(Path::new("/nonexistent")), here);
        assert_eq!(existing_folder(Path::new("")), here);
    }
}
