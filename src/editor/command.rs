//! What can be changed in a scene.

use crate::scene::{validate, Figure, Id, Launcher, Ragdoll, Scene, Solver};
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
    /// Sets what a ragdoll is made from; the word names what was changed.
    SetFigure(Id, Figure, &'static str),
    /// Sets whether the parts of a ragdoll collide with each other.
    SetSelfCollision(Id, bool),
}

/// Why a command could not be carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditError {
    /// There is no ragdoll with this id.
    NoRagdoll(Id),
    /// The scene would not be sound: what is wrong, and the remedy.
    Unsound(String),
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditError::NoRagdoll(id) => {
                write!(f, "ragdoll {id}: not in this scene; choose another")
            }
            EditError::Unsound(problem) => write!(f, "{problem}"),
        }
    }
}

impl std::error::Error for EditError {}

impl Command {
    /// Name in the history.
    pub fn label(&self) -> &'static str {
        match self {
            Command::SetLauncher(_, label)
            | Command::SetSolver(_, label)
            | Command::SetFigure(_, _, label) => label,
            Command::SetGravity(_) => "Gravity",
            Command::SetSelfCollision(..) => "Self-collision",
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
            Command::SetFigure(id, figure, _) => set_figure(scene, *id, figure)?,
            Command::SetSelfCollision(id, collide) => {
                ragdoll(scene, *id)?.self_collision = *collide;
            }
        }
        Ok(())
    }
}

fn ragdoll(scene: &mut Scene, id: Id) -> Result<&mut Ragdoll, EditError> {
    let found = scene.ragdolls.iter_mut().find(|r| r.id == id);
    found.ok_or(EditError::NoRagdoll(id))
}

/// Something else may hold a part that the new figure lacks; it is refused then.
fn set_figure(scene: &mut Scene, id: Id, figure: &Figure) -> Result<(), EditError> {
    let mut new = scene.clone();
    let ragdoll = ragdoll(&mut new, id)?;
    let old = std::mem::replace(&mut ragdoll.figure, figure.clone());
    if !matches!((&old, figure), (Figure::Mx(_), Figure::Mx(_))) && old != *figure {
        // A pose is that of the parts of one figure.
        ragdoll.pose = None;
    }
    if let Some(problem) = validate(&new).first() {
        return Err(EditError::Unsound(problem.to_string()));
    }
    *scene = new;
    Ok(())
}
