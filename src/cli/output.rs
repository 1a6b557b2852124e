//! Where results and messages go.

use super::failure::CommandError;
use crate::platform::{files, terminal};
use crate::text::clean;
use serde::Serialize;
use std::io::ErrorKind;
use std::path::Path;

/// How a result is to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// By people, or as CSV: what would steer a terminal is escaped.
    Words,
    /// As JSON: the same is escaped as JSON does, so that the values stay.
    Json,
}

impl Form {
    /// JSON if it was asked for.
    pub fn of(as_json: bool) -> Form {
        match as_json {
            true => Form::Json,
            false => Form::Words,
        }
    }
}

/// Prints a result. A reader that has gone away is no failure.
pub(super) fn print(form: Form, text: &str) -> Result<(), CommandError> {
    let printed = match form {
        Form::Words => terminal::print(text),
        Form::Json => terminal::print_json(text),
    };
    match printed {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            let message = format!("standard output: cannot be written: {error}");
            Err(CommandError::run(format!(
                "{message}; free space or redirect"
            )))
        }
        _ => Ok(()),
    }
}

/// A value as a line of JSON.
pub(super) fn json_line(value: &impl Serialize) -> Result<String, CommandError> {
    serde_json::to_string(value)
        .map(|line| line + "\n")
        .map_err(not_json)
}

/// A value as JSON on lines of its own.
pub(super) fn json_lines(value: &impl Serialize) -> Result<String, CommandError> {
    serde_json::to_string_pretty(value)
        .map(|text| text + "\n")
        .map_err(not_json)
}

fn not_json(error: serde_json::Error) -> CommandError {
    CommandError::run(format!(
        "result: cannot be written as JSON: {error}; report this bug"
    ))
}

/// Says something on stderr, in lines of its own.
pub(super) fn message(text: &str) {
    terminal::tell(text);
}

/// Says what of a scene of an older version has no counterpart any more.
pub(super) fn notes(label: &str, notes: &[String]) {
    for note in notes {
        message(&format!("note: {label}: {note}"));
    }
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
        return Err(refusal(path, "there is no such folder; create it first"));
    }
    Ok(())
}

/// Writes a file as a whole or not at all.
pub(super) fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), CommandError> {
    expect_writable(path)?;
    files::write_atomic(path, contents.as_ref())
        .map_err(|error| CommandError::run(error.to_string()))
}

/// Makes a folder; what is there already stays.
pub(super) fn make_folder(path: &Path) -> Result<(), CommandError> {
    files::make_folder(path).map_err(|error| {
        let place = clean(&path.display().to_string());
        let remedy = "name a writable folder";
        CommandError::run(format!(
            "{place}: cannot create this folder: {error}; {remedy}"
        ))
    })
}

fn refusal(path: &Path, what: &str) -> CommandError {
    CommandError::run(clean(&format!("{}: {what}", path.display())))
}
