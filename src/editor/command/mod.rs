//! What can be changed in a scene.

mod align;
mod arrange;
mod change;
mod compound;
mod duplicate;
mod joint;
mod motion;
mod placement;
mod release;
mod remove;

pub use arrange::SortPolicy;
pub use change::put_figure;
pub use joint::JointKind;
pub use motion::Motion;

use super::error::EditError;
use super::ids::FreshIds;
use super::item::Item;
use super::places::Places;
use super::references::grips_mut;
use super::room::shift_to_room;
use super::things::Things;
use crate::compile::{compile, move_to_centre, settings_of, Compiled};
use crate::scene::{
    validate, Body, Figure, Grip, Id, Launcher, Place, Scene, SceneDifference, Shape, Solver, Thing,
};
use glam::{DQuat, DVec3};
use placement::carry_pose;
use std::collections::BTreeSet;

/// One change of a scene.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Replaces the launcher; the word names what was changed ("Ball radius").
    SetLauncher(Launcher, &'static str),
    /// Takes the launcher away.
    RemoveLauncher,
    /// Replaces the solver settings.
    SetSolver(Box<Solver>, &'static str),
    /// Sets gravity, m/s².
    SetGravity([f64; 3]),
    /// Sets the velocity of the air, m/s.
    SetWind([f64; 3]),
    /// Sets where the scene is seen to be.
    SetPlace(Place),
    /// Sets the name of the scene.
    SetSceneName(String),
    /// Sets what is said about the scene.
    SetDescription(String),
    /// Sets what a ragdoll is made from; the word names what was changed.
    SetFigure(Id, Figure, &'static str),
    /// Sets whether the parts of a ragdoll collide with each other.
    SetSelfCollision(Id, bool),
    /// Inserts things under fresh ids; the word names them ("Rope").
    Insert(Things, &'static str),
    /// The same, as many times their own width further along x as gives them room where
    /// something stands already; where there is none they stay, and so do those of a batch.
    InsertBeside(Things, &'static str),
    /// Removes things with what refers to them; materials are replaced by the default.
    Remove(BTreeSet<Id>),
    /// Replaces the fields of the thing with the same id; the word names what was
    /// changed ("Mass").
    Replace(Box<Item>, &'static str),
    /// Renames a thing. The part of a name before its last `/` is its group.
    Rename(Id, String),
    /// Puts things into a group, a path such as `wall/left`; none if empty.
    SetGroup(BTreeSet<Id>, String),
    /// Calls a group otherwise, in the names of all things in it and in the groups below
    /// it: from this path to that one.
    RenameGroup(String, String),
    /// Sets the material of things; `None` is the default one.
    SetMaterial(BTreeSet<Id>, Option<Id>),
    /// Moves, turns or scales things with what is wholly among them.
    Transform(BTreeSet<Id>, Motion),
    /// Copies things so many times, each copy this much further, m.
    Duplicate {
        /// The things.
        ids: BTreeSet<Id>,
        /// From one copy to the next, m.
        offset_m: [f64; 3],
        /// Number of copies.
        count: u32,
    },
    /// Moves a constraint to a place in the order of solution, from 0.
    MoveConstraint(Id, usize),
    /// Sorts the constraints.
    SortConstraints(SortPolicy),
    /// Sets whether two things collide; `None` as everything else does.
    SetCollision(Thing, Thing, Option<bool>),
    /// Puts things down onto what is below them, or onto height 0; what hangs
    /// together stays together.
    AlignToGround(BTreeSet<Id>),
    /// Lets obstacles move: each becomes a body of its shape, or of the hull of that.
    MakeBodies(BTreeSet<Id>),
    /// Makes one compound body of several bodies.
    Merge(BTreeSet<Id>),
    /// Takes compound bodies apart, a body for each piece.
    Separate(BTreeSet<Id>),
    /// Removes a joint and the angle limits between the same two bodies.
    BreakJoint(Id),
    /// Swaps the two sides of a joint or limit; ranges turn round with them.
    SwapJoint(Id),
    /// Makes a joint one of another kind that keeps its anchors.
    SetJointKind(Id, JointKind),
    /// Takes another state of the same scene, such as one that it was played to.
    KeepPose(Box<Scene>),
    /// Several commands as one; the text names them.
    Batch(String, Vec<Command>),
}

/// What a command makes of a scene.
#[derive(Debug)]
pub struct Applied {
    /// The scene that comes out, if anything has changed.
    pub changed: Option<Scene>,
    /// That scene, compiled, if it had to be to know that it can be simulated.
    pub compiled: Option<Box<Compiled>>,
    /// What else the command did.
    pub outcome: Outcome,
}

/// What a command did beyond what it was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outcome {
    /// New things, in the order in which they were asked for.
    pub added: Vec<Id>,
    /// What was to be removed.
    pub removed: Vec<Id>,
    /// Constraints that went because they gripped something removed.
    pub also_removed: Vec<Id>,
    /// Number of collision rules that went.
    pub rules_removed: usize,
    /// Things that have the default material now.
    pub without_material: Vec<Id>,
}

impl Outcome {
    /// What else happened, as a sentence; `None` if nothing.
    pub fn aside(&self) -> Option<String> {
        let parts = [
            (self.also_removed.len(), "joint", "also removed"),
            (self.rules_removed, "collision rule", "also removed"),
            (
                self.without_material.len(),
                "object",
                "now without material",
            ),
        ];
        let told: Vec<String> = parts
            .iter()
            .filter(|(count, ..)| *count > 0)
            .map(|(count, word, what)| format!("{} {what}", counted(*count, word)))
            .collect();
        (!told.is_empty()).then(|| told.join("; "))
    }
}

/// What every change works with.
struct Edit<'a> {
    scene: &'a mut Scene,
    ids: FreshIds,
    places: Places,
    outcome: Outcome,
}

impl Edit<'_> {
    /// A copy of a thing, to be put back changed.
    fn item(&mut self, id: Id) -> Result<Item, EditError> {
        self.places.get(self.scene, id)
    }

    /// Puts a thing in the place of the one with its id.
    fn put(&mut self, mut item: Item) -> Result<(), EditError> {
        if let Item::Ragdoll(ragdoll) = &mut item {
            let mut ragdolls = self.scene.ragdolls.iter();
            if let Some(before) = ragdolls.find(|known| known.id == ragdoll.id) {
                carry_pose(before, ragdoll);
            }
        }
        if let Item::Body(body) = &mut item {
            self.balance(body);
        }
        self.places.put(self.scene, item)
    }

    /// Keeps the pieces of a compound body, and what grips it, where they are in the world, with
    /// its centre of mass at its origin.
    fn balance(&mut self, body: &mut Body) {
        let Shape::Compound(compound) = &mut body.shape else {
            return;
        };
        if body.inertia_kg_m2.is_some() || body.kinematic.is_some() {
            return;
        }
        let centre = move_to_centre(compound);
        if centre == DVec3::ZERO {
            return;
        }
        let [w, x, y, z] = body.orientation;
        let shift = DQuat::from_xyzw(x, y, z, w) * centre;
        body.position_m = (DVec3::from(body.position_m) + shift).to_array();
        for constraint in &mut self.scene.constraints {
            for grip in grips_mut(&mut constraint.kind).into_iter().flatten() {
                match grip {
                    Grip::Body { id, point_m } if *id == body.id => {
                        *point_m = (DVec3::from(*point_m) - centre).to_array();
                    }
                    _ => {}
                }
            }
        }
    }
}

impl Command {
    /// Replaces the fields of the thing with the same id.
    pub fn replace(item: Item, what: &'static str) -> Command {
        Command::Replace(Box::new(item), what)
    }

    /// Name in the history: the head of a sentence.
    pub fn label(&self) -> String {
        match self {
            Command::SetLauncher(_, label)
            | Command::SetSolver(_, label)
            | Command::SetFigure(_, _, label)
            | Command::Replace(_, label) => (*label).to_string(),
            Command::RemoveLauncher => "Remove launcher".into(),
            Command::SetGravity(_) => "Gravity".into(),
            Command::SetWind(_) => "Wind".into(),
            Command::SetPlace(_) => "Place".into(),
            Command::SetSceneName(_) => "Rename scene".into(),
            Command::SetDescription(_) => "Edit description".into(),
            Command::SetSelfCollision(..) => "Self-collision".into(),
            Command::Insert(_, what) | Command::InsertBeside(_, what) => {
                format!("Insert {}", what.to_lowercase())
            }
            Command::Remove(ids) => format!("Delete {}", counted(ids.len(), "object")),
            Command::Rename(..) => "Rename".into(),
            Command::SetGroup(ids, _) => format!("Group {}", counted(ids.len(), "object")),
            Command::RenameGroup(..) => "Rename group".into(),
            Command::SetMaterial(ids, _) => {
                format!("Set material of {}", counted(ids.len(), "object"))
            }
            Command::Transform(ids, motion) => {
                format!("{} {}", motion.verb(), counted(ids.len(), "object"))
            }
            Command::Duplicate { ids, .. } => {
                format!("Duplicate {}", counted(ids.len(), "object"))
            }
            Command::MoveConstraint(..) => "Reorder constraints".into(),
            Command::SortConstraints(_) => "Sort constraints".into(),
            Command::SetCollision(..) => "Set collision".into(),
            Command::AlignToGround(ids) => {
                format!("Place {} on ground", counted(ids.len(), "object"))
            }
            Command::MakeBodies(ids) => {
                format!("Make {} dynamic", counted(ids.len(), "obstacle"))
            }
            Command::Merge(_) => "Merge bodies".into(),
            Command::Separate(_) => "Separate pieces".into(),
            Command::BreakJoint(_) => "Break joint".into(),
            Command::SwapJoint(_) => "Swap joint sides".into(),
            Command::SetJointKind(_, kind) => format!("Change joint to {}", kind.word()),
            Command::KeepPose(_) => "Keep this pose".into(),
            Command::Batch(label, _) => label.clone(),
        }
    }

    /// Carries the command out.
    ///
    /// # Errors
    /// The scene lacks what the command refers to, or would not be sound or not be
    /// simulated any more; it is unchanged then.
    pub fn apply(&self, scene: &mut Scene) -> Result<(), EditError> {
        if let Some(changed) = self.applied(scene, 0)?.changed {
            *scene = changed;
        }
        Ok(())
    }

    /// What the command makes of a scene, with all new ids above `floor`, so that ids of
    /// things that have been deleted do not come back.
    ///
    /// # Errors
    /// As [`Command::apply`].
    pub fn applied(&self, scene: &Scene, floor: Id) -> Result<Applied, EditError> {
        let mut new = scene.clone();
        let mut edit = Edit {
            ids: FreshIds::new(&new, floor),
            places: Places::default(),
            scene: &mut new,
            outcome: Outcome::default(),
        };
        edit.carry_out(self)?;
        let outcome = edit.outcome;
        let difference = SceneDifference::between(scene, &new);
        let compiled = match difference {
            SceneDifference::None => None,
            _ => check(difference, scene, &new)?,
        };
        let applied = Applied {
            changed: (difference > SceneDifference::None).then_some(new),
            compiled,
            outcome,
        };
        Ok(match self {
            Command::InsertBeside(..) => applied.with_room(floor),
            _ => applied,
        })
    }
}

impl Applied {
    /// With what was added where nothing else stands, if there is such a place beside.
    fn with_room(self, floor: Id) -> Applied {
        let moved = self.moved_to_room(floor);
        match moved {
            Some(moved) => Applied {
                outcome: self.outcome,
                ..moved
            },
            None => self,
        }
    }

    /// The scene with what was added in another place; none if it can stay.
    fn moved_to_room(&self, floor: Id) -> Option<Applied> {
        let added: BTreeSet<Id> = self.outcome.added.iter().copied().collect();
        let shift = shift_to_room(self.compiled.as_ref()?, &added)?;
        let motion = Motion::Move(shift.to_array());
        if shift == DVec3::ZERO {
            return None;
        }
        let moved = Command::Transform(added, motion).applied(self.changed.as_ref()?, floor);
        moved.ok()
    }
}

/// Refuses a scene that is not sound or cannot be simulated. One that differs from a sound
/// one in colours and settings only need not be compiled to know that.
fn check(
    difference: SceneDifference,
    before: &Scene,
    scene: &Scene,
) -> Result<Option<Box<Compiled>>, EditError> {
    if let Some(problem) = validate(scene).first() {
        return Err(problem.into());
    }
    let asks = |scene: &Scene| (scene.solver.method.clone(), scene.solver.matrix);
    if difference <= SceneDifference::Retune && asks(before) == asks(scene) {
        settings_of(scene).map_err(|error| vec![error])?;
        return Ok(None);
    }
    let (world, map) = compile(scene)?;
    Ok(Some(Box::new(Compiled { world, map })))
}

/// `1 thing`, `3 things`.
pub fn counted(count: usize, word: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {word}{plural}")
}
