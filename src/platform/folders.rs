//! Showing a folder in the file manager of the desktop.

use crate::threads;
use std::path::Path;
use std::process::{Command, Stdio};

/// The program that opens a folder as the desktop does.
const OPENER: &str = if cfg!(target_os = "windows") {
    "explorer"
} else if cfg!(target_os = "macos") {
    "open"
} else {
    "xdg-open"
};

/// Opens a folder in the file manager, which goes on by itself.
///
/// # Errors
/// The desktop has no program for that; a readable text with the remedy.
pub fn open(folder: &Path) -> Result<(), String> {
    let started = Command::new(OPENER)
        .arg(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let failed = |error| {
        let folder = folder.display();
        format!("cannot open {folder} with {OPENER} ({error}); open it in a file manager")
    };
    let mut opener = started.map_err(failed)?;
    // It ends after a moment; nobody else asks how.
    let _ = threads::start("opener", move || drop(opener.wait()));
    Ok(())
}
