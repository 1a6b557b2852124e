//! The rig doctor: what of a scene will misbehave, why, and commands against it.
//!
//! A finding is no error: the scene can be simulated as it is. Remedies are computed
//! for the scene that was examined; each removes its own finding.

mod conflicts;
mod joints;
mod launcher;
mod limits;
mod materials;
mod steps;
mod stops;
mod touch;

use super::command::Command;
use super::error::EditError;
use super::item::Item;
use crate::compile::{compile, IdMap};
use crate::physics::{ColliderId, Model, State, World};
use crate::scene::range::significant;
use crate::scene::{Id, Scene};

/// What was looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Check {
    /// One side of a joint has more than ten times the mass of the other.
    MassRatio,
    /// Of two bodies that a joint holds together one turns a hundred times as easily.
    InertiaRatio,
    /// A heavy body lies on a light one at the start.
    HeavyOnLight,
    /// A body that turns easily between two that do not.
    LightLink,
    /// Points that a joint holds together are apart at the start.
    JointApart,
    /// A limit is broken at the start.
    LimitBroken,
    /// Shapes overlap at the start.
    Overlap,
    /// Something is below the floor.
    BelowFloor,
    /// Both particles of a stick are at one place.
    StickWithoutLength,
    /// Nothing is made of a material.
    UnusedMaterial,
    /// A material that grips and bounces as nothing real does.
    WildMaterial,
    /// Left and right limits of a ragdoll are no mirror images.
    MirrorBroken,
    /// Limits by quaternion component that let a joint through half a turn.
    ClampGivesWay,
    /// A motor without a bound pushes against a stop.
    UnboundMotor,
    /// A stop is nearly half a turn away.
    NearHalfTurn,
    /// A body is too small or too fast for the steps.
    SmallBody,
    /// A net is too large for the iterations.
    SlackNet,
    /// The ball is too fast for the finest division of a step.
    FastBall,
    /// Two constraints undo each other once the scene runs.
    Conflict,
}

impl Check {
    /// All checks, in the order of the findings.
    pub const ALL: [Check; 19] = [
        Check::MassRatio,
        Check::InertiaRatio,
        Check::HeavyOnLight,
        Check::LightLink,
        Check::JointApart,
        Check::LimitBroken,
        Check::Overlap,
        Check::BelowFloor,
        Check::StickWithoutLength,
        Check::UnusedMaterial,
        Check::WildMaterial,
        Check::MirrorBroken,
        Check::ClampGivesWay,
        Check::UnboundMotor,
        Check::NearHalfTurn,
        Check::SmallBody,
        Check::SlackNet,
        Check::FastBall,
        Check::Conflict,
    ];

    /// Whether it is about how the scene will move, and not about how it is kept.
    pub fn is_of_motion(self) -> bool {
        !matches!(
            self,
            Check::LightLink | Check::UnusedMaterial | Check::WildMaterial | Check::MirrorBroken
        )
    }

    /// What it looks for, to be read in a list.
    pub fn words(self) -> &'static str {
        match self {
            Check::MassRatio => "joints between very heavy and very light bodies",
            Check::InertiaRatio => "joints between bodies of very different inertia",
            Check::HeavyOnLight => "heavy bodies on light ones",
            Check::LightLink => "light bodies between heavy ones",
            Check::JointApart => "joints that are apart at the start",
            Check::LimitBroken => "limits that are exceeded at the start",
            Check::Overlap => "overlaps at the start",
            Check::BelowFloor => "objects below the floor",
            Check::StickWithoutLength => "sticks without length",
            Check::UnusedMaterial => "unused materials",
            Check::WildMaterial => "unrealistic materials",
            Check::MirrorBroken => "limits that differ from left to right",
            Check::ClampGivesWay => "limits that fail with the component model",
            Check::UnboundMotor => "motors without a largest torque against a stop",
            Check::NearHalfTurn => "stops near half a turn",
            Check::SmallBody => "bodies too small or too fast for the step size",
            Check::SlackNet => "nets too large for the iterations",
            Check::FastBall => "a ball too fast for the step size",
            Check::Conflict => "conflicting constraints",
        }
    }
}

/// Something that the doctor found.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// What was looked for.
    pub check: Check,
    /// The thing to show: the joint, limit, material, ragdoll or shape; none if it is
    /// about the launcher.
    pub id: Option<Id>,
    /// The part of the ragdoll, if it is about one.
    pub part: Option<String>,
    /// The other thing, if it is about two.
    pub other: Option<Id>,
    /// What is wrong and what it leads to.
    pub sentence: String,
    /// What a button says that carries out the remedy; empty without one.
    pub remedy_label: &'static str,
    /// Commands that remove the finding; empty if only a person can decide.
    pub remedy: Vec<Command>,
}

impl Finding {
    fn new(check: Check, id: impl Into<Option<Id>>, sentence: String) -> Finding {
        Finding {
            check,
            id: id.into(),
            part: None,
            other: None,
            sentence,
            remedy_label: "",
            remedy: Vec::new(),
        }
    }

    fn with_remedy(mut self, label: &'static str, remedy: Vec<Command>) -> Finding {
        if !remedy.is_empty() {
            (self.remedy_label, self.remedy) = (label, remedy);
        }
        self
    }

    /// The remedy as one step of the history; `None` without one.
    pub fn command(&self) -> Option<Command> {
        let label = self.remedy_label.to_string();
        (!self.remedy.is_empty()).then(|| Command::Batch(label, self.remedy.clone()))
    }

    /// Whether another finding is about the same.
    pub fn is_same(&self, other: &Finding) -> bool {
        let key = |f: &Finding| (f.check, f.id, f.part.clone(), f.other);
        key(self) == key(other)
    }
}

/// A scene with the world at its start.
struct Examined<'a> {
    scene: &'a Scene,
    world: World,
    map: IdMap,
}

impl Examined<'_> {
    fn model(&self) -> &Model {
        self.world.model()
    }

    fn state(&self) -> &State {
        self.world.state()
    }

    /// Id of the thing of the scene that something of the world belongs to.
    fn id_of(&self, owner: ColliderId) -> Option<Id> {
        self.map.id_of(owner)
    }

    /// What a person calls it.
    fn name(&self, owner: ColliderId) -> String {
        let is_part = self.map.part_of(owner).is_some();
        let id = self.id_of(owner).filter(|_| !is_part);
        let item = id.and_then(|id| Item::find(self.scene, id));
        item.map_or_else(|| self.map.title_of(owner), |item| item.title())
    }
}

/// All findings of a scene, in the order of the checks.
///
/// # Errors
/// The scene cannot be simulated.
pub fn examine(scene: &Scene) -> Result<Vec<Finding>, EditError> {
    let (world, map) = compile(scene)?;
    let examined = Examined { scene, world, map };
    let mut findings = Vec::new();
    joints::examine(&examined, &mut findings);
    limits::examine(&examined, &mut findings);
    touch::examine(&examined, &mut findings);
    materials::examine(scene, &mut findings);
    stops::examine(&examined, &mut findings);
    steps::examine(&examined, &mut findings);
    launcher::examine(&examined, &mut findings);
    conflicts::examine(examined, &mut findings);
    findings.sort_by_key(|finding| finding.check);
    Ok(findings)
}

/// A number with three digits.
fn rounded(x: f64) -> f64 {
    significant(x, 3)
}
