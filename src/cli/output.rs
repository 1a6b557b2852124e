//! Where results and messages go.

use super::failure::CommandError;
use crate::platform::files;
use crate::source::clean;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// Prints a result. A reader that has gone away is no failure.
pub(super) fn print(text: &str) -> Result<(), CommandError> {
    let mut stdout = io::stdout().lock();
    match stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
    {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            let message = format!("standard output: cannot be written: {error}");
            Err(CommandError::run(format!(
                "{message}; free space or redirect"
            )))
        }
        _ => Ok(()),
    }
}

/// Prints a message on stderr; there is nowhere to report a failure of that.
pub(super) fn message(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Refuses a file that surely cannot be written, before a long run.
pub(super) fn expect_writable(path: &Path) -> Result<(), CommandError> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    if path.is_dir() {
        return Err(refusal(path, "this is a folder; name a file"));
    }
    if !folder.is_dir() {
        return Err(refusal(path, "there is no such folder; make it first"));
    }
    Ok(())
}

/// Writes a file as a whole or not at all.
pub(super) fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), CommandError> {
    expect_writable(path)?;
    files::write_atomic(path, contents.as_ref())
        .map_err(|error| CommandError::run(clean(&error.to_string())))
}

/// Makes a folder; what is there already stays.
pub(super) fn make_folder(path: &Path) -> Result<(), CommandError> {
    fs::create_dir_all(path).map_err(|error| {
        let place = clean(&path.display().to_string());
        let remedy = "name a folder that can be written";
        CommandError::run(format!(
            "{place}: this folder cannot be made: {error}; {remedy}"
        ))
    })
}

fn refusal(path: &Path, what: &str) -> CommandError {
    CommandError::run(clean(&format!("{}: {what}", path.display())))
}
