//! The ways that are set beside each other, as settings of any scene.

use crate::lab::experiment::{ExperimentError, Watch};
use crate::lab::Variant;
use crate::scene::Scene;

/// A method with settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::lab::experiment) struct Way {
    /// What it is called.
    pub name: &'static str,
    settings: &'static [&'static str],
}

const fn way(name: &'static str, settings: &'static [&'static str]) -> Way {
    Way { name, settings }
}

pub(in crate::lab::experiment) const RELAXATION: Way = way("relaxation", &["solver.method=verlet"]);
pub(in crate::lab::experiment) const UNIFORM: Way = way(
    "uniform relaxation",
    &["solver.method=verlet", "solver.weighting=0"],
);
pub(in crate::lab::experiment) const IMPULSES: Way = way("impulses", &["solver.method=impulse"]);
pub(in crate::lab::experiment) const HIGH: Way = way(
    "relaxation, high preset",
    &["solver.method=verlet", "solver.preset=high"],
);
pub(in crate::lab::experiment) const PAPER: Way = way(
    "the papers",
    &["solver.method=paper", "solver.preset=baltman"],
);
pub(in crate::lab::experiment) const SPRINGS: Way =
    way("springs, backward Euler", &["solver.method=springs"]);
pub(in crate::lab::experiment) const EXPLICIT_SPRINGS: Way = way(
    "springs, symplectic Euler",
    &[
        "solver.method=springs",
        "solver.integrator=symplectic-euler",
        "solver.damping_n_s_m=0",
    ],
);
pub(in crate::lab::experiment) const MULTIPLIERS: Way =
    way("multipliers", &["solver.method=multipliers"]);
pub(in crate::lab::experiment) const DENSE: Way = way(
    "multipliers, dense",
    &["solver.method=multipliers", "solver.matrix=dense"],
);
pub(in crate::lab::experiment) const BAUMGARTE: Way = way(
    "multipliers, Baumgarte",
    &[
        "solver.method=multipliers",
        "solver.stabilisation=baumgarte",
        "solver.baumgarte_alpha_per_s=20",
        "solver.baumgarte_beta_per_s=20",
    ],
);
pub(in crate::lab::experiment) const DRIFTING: Way = way(
    "multipliers, not stabilised",
    &["solver.method=multipliers", "solver.stabilisation=none"],
);
pub(in crate::lab::experiment) const REDUCED: Way =
    way("reduced coordinates", &["solver.method=reduced"]);
pub(in crate::lab::experiment) const SEMI_IMPLICIT: Way = way(
    "reduced coordinates, semi-implicit",
    &["solver.method=reduced", "solver.rule=semi-implicit"],
);

impl Way {
    /// It as something to run beside another.
    ///
    /// # Errors
    /// What is no path of a scene.
    pub fn variant(&self) -> Result<Variant, ExperimentError> {
        Variant::new(self.name, self.settings).map_err(ExperimentError::Scene)
    }

    /// A scene solved so.
    ///
    /// # Errors
    /// Settings that the scene does not take.
    pub fn of(&self, scene: &Scene) -> Result<Scene, ExperimentError> {
        let scene = self.variant()?.of_scene(scene);
        scene.map_err(ExperimentError::Scene)
    }
}

/// A scene under some ways, the first of which leads.
pub(in crate::lab::experiment) fn watch(scene: &Scene, ways: &[Way]) -> Option<Watch> {
    let (leader, others) = ways.split_first()?;
    let variants: Result<Vec<Variant>, _> = others.iter().map(Way::variant).collect();
    Some(Watch {
        scene: leader.of(scene).ok()?,
        leader: leader.name.into(),
        variants: variants.ok()?,
    })
}
