//! How a command ends.

use std::process::ExitCode;

/// Exit codes of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Everything went well.
    Good = 0,
    /// The run failed: it diverged, or its output could not be written.
    Failed = 1,
    /// Bad usage or bad input.
    BadInput = 2,
    /// No display or no OpenGL.
    NoDisplay = 3,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Why a command ended early.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandError {
    /// Exit code.
    pub exit: Exit,
    /// What went wrong and what to do, one line each.
    pub message: String,
}

impl CommandError {
    /// Bad usage or bad input.
    pub fn input(message: impl Into<String>) -> CommandError {
        CommandError {
            exit: Exit::BadInput,
            message: message.into(),
        }
    }

    /// The run failed or its output could not be written.
    pub fn run(message: impl Into<String>) -> CommandError {
        CommandError {
            exit: Exit::Failed,
            message: message.into(),
        }
    }
}
