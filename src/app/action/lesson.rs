//! What can be asked of lessons.

/// What a person asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LessonAction {
    /// Take the shipped lesson of that name.
    Begin(&'static str),
    /// Open a page of it, from 0.
    TurnTo(usize),
    /// Let its run begin.
    Run,
    /// Give an answer to its question, from 0, and let its run begin.
    Guess(usize),
    /// End it.
    End,
}
