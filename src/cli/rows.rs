//! Tables that a run writes while it lasts, so that a long run takes no more memory than a
//! short one.

use super::failure::CommandError;
use super::output::{self, Form};
use crate::platform::files::Save;
use std::path::Path;

/// Rows are handed on in pieces of about so many bytes.
const PIECE: usize = 64 * 1024;

/// A table that is being written.
pub(super) struct Rows {
    target: Target,
    /// What is not handed on yet.
    waiting: String,
    /// Why nothing more is written.
    failure: Option<CommandError>,
}

enum Target {
    Stdout,
    File(Save),
}

impl Rows {
    /// Begins a table with the line that names its columns; `-` is standard output.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn begin(path: &Path, header: &str) -> Result<Rows, CommandError> {
        let target = match path.to_str() {
            Some("-") => Target::Stdout,
            _ => Target::File(Save::begin(path).map_err(failed)?),
        };
        Ok(Rows {
            target,
            waiting: format!("{header}\n"),
            failure: None,
        })
    }

    /// Whether they are printed.
    pub fn go_to_stdout(&self) -> bool {
        matches!(self.target, Target::Stdout)
    }

    /// Adds a row. A failure is told at the end, as the run itself goes on.
    pub fn add(&mut self, row: &str) {
        self.waiting.push_str(row);
        self.waiting.push('\n');
        if self.waiting.len() >= PIECE {
            self.hand_on();
        }
    }

    fn hand_on(&mut self) {
        if self.failure.is_none() {
            let written = match &mut self.target {
                Target::Stdout => output::print(Form::Words, &self.waiting),
                Target::File(file) => file.write(self.waiting.as_bytes()).map_err(failed),
            };
            self.failure = written.err();
        }
        self.waiting.clear();
    }

    /// Ends the table; the file appears only now.
    ///
    /// # Errors
    /// What went wrong while it was written.
    pub fn finish(mut self) -> Result<(), CommandError> {
        self.hand_on();
        match (self.failure, self.target) {
            (Some(failure), _) => Err(failure),
            (None, Target::Stdout) => Ok(()),
            (None, Target::File(file)) => file.finish().map_err(failed),
        }
    }
}

fn failed(error: crate::platform::FileError) -> CommandError {
    CommandError::run(error.to_string())
}
