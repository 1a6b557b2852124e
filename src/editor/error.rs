//! Why a command could not be carried out.

use crate::compile::BuildError;
use crate::scene::{Id, Problem};
use std::fmt;

/// Why a command could not be carried out: thing, reason, remedy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditError {
    /// There is nothing of this kind with this id.
    Missing {
        /// What was looked for, such as `ragdoll`.
        what: &'static str,
        /// The id.
        id: Id,
    },
    /// The thing does not allow this.
    Refused {
        /// Which thing.
        thing: String,
        /// Why not.
        reason: String,
        /// What to do.
        remedy: String,
    },
    /// The scene would not be sound: what is wrong, and the remedy.
    Unsound(String),
}

impl EditError {
    /// A refusal.
    pub(super) fn refused(
        thing: impl Into<String>,
        reason: impl Into<String>,
        remedy: impl Into<String>,
    ) -> EditError {
        EditError::Refused {
            thing: thing.into(),
            reason: reason.into(),
            remedy: remedy.into(),
        }
    }
}

impl From<&Problem> for EditError {
    fn from(problem: &Problem) -> EditError {
        EditError::Unsound(problem.to_string())
    }
}

impl From<Vec<BuildError>> for EditError {
    fn from(errors: Vec<BuildError>) -> EditError {
        let lines: Vec<_> = errors.iter().map(ToString::to_string).collect();
        EditError::Unsound(lines.join("\n"))
    }
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditError::Missing { what, id } => {
                write!(f, "{what} {id}: not in this scene; choose another")
            }
            EditError::Refused {
                thing,
                reason,
                remedy,
            } => write!(f, "{thing}: {reason}; {remedy}"),
            EditError::Unsound(problem) => write!(f, "{problem}"),
        }
    }
}

impl std::error::Error for EditError {}
