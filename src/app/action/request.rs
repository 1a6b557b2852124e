//! What only the window can do.

use crate::platform::dialogs::FilePurpose;
use std::path::PathBuf;

/// What only the window can do; it does so after the frame.
#[derive(Debug, Clone, PartialEq)]
pub enum Request {
    /// Show the dialog to open a file.
    OpenDialog(FilePurpose),
    /// Show the dialog to save under a name.
    SaveDialog(FilePurpose, PathBuf),
    /// Frame the whole scene, or look from a side: yaw and pitch, rad.
    LookFrom(Option<(f32, f32)>),
    /// Frame what is selected.
    FrameSelection,
    /// Save a picture of the window.
    Screenshot,
    /// Begin a film of the stage, or end the one that is being made.
    Record,
    /// Film the last shot again from its start to its end.
    RecordShot,
    /// Show a folder in the file manager of the desktop.
    OpenFolder(PathBuf),
    /// Put a text on the clipboard.
    CopyText(String),
    /// Put on the clipboard what a report of a problem needs: version, system, graphics.
    CopyDiagnostics,
    /// Play the shot that is on the clipboard as text.
    PasteShot,
    /// Switch full screen on or off.
    FullScreen,
    /// End the program.
    Quit,
}
