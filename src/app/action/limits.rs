//! The limb whose joint a person looks at, and how its limits are shown and edited.

use crate::editor::limits::Shown;
use crate::editor::Selection;
use crate::scene::{Figure, FigureBuild, Id, Ragdoll, Scene};

/// A bound that is passed by more than this is broken, degrees: the solver leaves less.
pub const BROKEN_DEG: f64 = 0.5;

/// A part of a ragdoll.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limb {
    /// The ragdoll.
    pub ragdoll: Id,
    /// Name of the part; its joint is the one with its parent.
    pub part: String,
}

/// Which limits are drawn on the stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Arcs {
    /// None.
    Hidden,
    /// Those of the limb that is looked at.
    #[default]
    OfLimb,
    /// All of the selected ragdolls.
    All,
}

/// How limits are shown and edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LimitOptions {
    /// Units and frame of the numbers.
    pub shown: Shown,
    /// Whether an edit of one side goes to the other too.
    pub mirror: bool,
    /// Which limits are drawn.
    pub arcs: Arcs,
}

impl Default for LimitOptions {
    fn default() -> LimitOptions {
        LimitOptions {
            shown: Shown::default(),
            mirror: true,
            arcs: Arcs::default(),
        }
    }
}

/// Why a ragdoll is the one whose limits are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chosen {
    /// It is selected.
    Selected,
    /// A limb of it is looked at, and nothing that has limits is selected.
    LookedAt,
    /// It is the only one that has limits.
    Only,
    /// It is the first one.
    First,
}

/// The ragdoll whose limits are shown: the selected one of rigid bodies, else that of
/// the limb, else the first; none without a ragdoll of rigid bodies.
pub fn shown_ragdoll<'a>(
    scene: &'a Scene,
    selection: &Selection,
    limb: Option<&Limb>,
) -> Option<(&'a Ragdoll, Chosen)> {
    let mut rigid = scene.ragdolls.iter().filter(|ragdoll| is_rigid(ragdoll));
    let active = |ragdoll: &&Ragdoll| selection.active() == Some(ragdoll.id);
    let selected = |ragdoll: &&Ragdoll| selection.contains(ragdoll.id);
    let of_limb = |ragdoll: &&Ragdoll| limb.is_some_and(|limb| limb.ragdoll == ragdoll.id);
    let find = |holds: &dyn Fn(&&'a Ragdoll) -> bool| rigid.clone().find(holds);
    if let Some(ragdoll) = find(&active).or_else(|| find(&selected)) {
        return Some((ragdoll, Chosen::Selected));
    }
    if let Some(ragdoll) = find(&of_limb) {
        return Some((ragdoll, Chosen::LookedAt));
    }
    let first = rigid.next()?;
    Some(match rigid.next() {
        Some(_) => (first, Chosen::First),
        None => (first, Chosen::Only),
    })
}

/// Whether a ragdoll is made of rigid bodies, which have limits.
fn is_rigid(ragdoll: &Ragdoll) -> bool {
    match &ragdoll.figure {
        Figure::Mx(_) | Figure::Character(_) => true,
        Figure::Thesis(figure) => figure.build != FigureBuild::Particles,
        Figure::Hitman {} => false,
    }
}
