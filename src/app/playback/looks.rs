//! How the things of a scene are drawn.

use super::skins::Skins;
use super::surfaces::Surfaces;
use crate::compile::IdMap;
use crate::lab::Simulation;
use crate::physics::Model;
use crate::scene::{Color, Id, Scene};
use std::collections::BTreeMap;

/// How the things of a scene are drawn.
#[derive(Default)]
pub struct Looks {
    /// The meshes and hulls.
    pub surfaces: Surfaces,
    /// The bodies of the ragdolls.
    pub skins: Skins,
    /// Colours of the things that are not painted as usual.
    pub colors: BTreeMap<Id, Color>,
}

impl Looks {
    /// Makes the bodies of the ragdolls before they are drawn.
    pub(in crate::app) fn prepare(&self, simulation: &Simulation) {
        self.skins
            .make_all(&simulation.map, simulation.world.model());
    }

    /// Those of a scene, its model, and where its things are in that. `known`: what has been made
    /// before.
    pub(super) fn of(model: &Model, map: &IdMap, scene: &Scene, known: &Surfaces) -> Looks {
        Looks {
            surfaces: Surfaces::of(model, map, known),
            skins: Skins::default(),
            colors: scene.colors(),
        }
    }
}
