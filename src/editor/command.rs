//! What can be changed in a scene.

use crate::scene::{Figure, Id, Launcher, Scene, Solver, ThesisFigure};
use std::fmt;

/// One change of a scene.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Replaces the launcher; the word names what was changed ("Ball radius").
    SetLauncher(Launcher, &'static str),
    /// Replaces the solver settings.
    SetSolver(Solver, &'static str),
    /// Sets gravity, m/s².
    SetGravity([f64; 3]),
    /// Changes the settings of a thesis humanoid.
    SetThesisFigure(Id, ThesisFigure),
}

/// Why a command could not be carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditError {
    /// There is no thesis humanoid with this id.
    NoThesisFigure(Id),
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditError::NoThesisFigure(id) => {
                write!(
                    f,
                    "ragdoll {id}: not a thesis humanoid in this scene; choose another"
                )
            }
        }
    }
}

impl std::error::Error for EditError {}

impl Command {
    /// Name in the history.
    pub fn label(&self) -> &'static str {
        match self {
            Command::SetLauncher(_, label) | Command::SetSolver(_, label) => label,
            Command::SetGravity(_) => "Gravity",
            Command::SetThesisFigure(..) => "Body type",
        }
    }

    /// Carries the command out.
    ///
    /// # Errors
    /// The scene lacks what the command refers to; it is unchanged then.
    pub fn apply(&self, scene: &mut Scene) -> Result<(), EditError> {
        match self {
            Command::SetLauncher(launcher, _) => scene.launcher = Some(launcher.clone()),
            Command::SetSolver(solver, _) => scene.solver = solver.clone(),
            Command::SetGravity(gravity) => scene.gravity_m_s2 = *gravity,
            Command::SetThesisFigure(id, settings) => {
                let figure = scene
                    .ragdolls
                    .iter_mut()
                    .find(|r| r.id == *id)
                    .map(|r| &mut r.figure);
                match figure {
                    Some(Figure::Thesis(figure)) => *figure = *settings,
                    _ => return Err(EditError::NoThesisFigure(*id)),
                }
            }
        }
        Ok(())
    }
}
