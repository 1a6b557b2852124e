//! What is wrong with a scene, where, and what to do about it.

use crate::text::part;
use std::fmt;

/// One thing that is wrong with a scene.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Line in the text from 1; 0 if the scene did not come from a text.
    pub line: usize,
    /// Column in characters from 1; 0 if the scene did not come from a text.
    pub column: usize,
    /// Place in the document such as `bodies[0].mass_kg`; empty for the whole file.
    pub path: String,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub remedy: String,
}

impl Problem {
    /// A problem at a path, without a place in a text yet.
    pub fn new(
        path: impl Into<String>,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Problem {
        Problem {
            line: 0,
            column: 0,
            path: part(&path.into()),
            message: part(&message.into()),
            remedy: part(&remedy.into()),
        }
    }

    /// The same problem at a line and column, both from 1.
    pub fn at(mut self, (line, column): (usize, usize)) -> Problem {
        self.line = line;
        self.column = column;
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.line > 0 {
            write!(f, "{}:{}: ", self.line, self.column)?;
        }
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        write!(f, "{}; {}", self.message, self.remedy)
    }
}

/// Everything that is wrong with a scene, in the order of the document;
/// never empty as an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problems(pub Vec<Problem>);

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Problems {
        Problems(vec![problem])
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}
