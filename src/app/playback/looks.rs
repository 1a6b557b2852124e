//! How the things of a scene are drawn.

use super::skins::Skins;
use super::surfaces::{surfaces_of, Surfaces};
use crate::physics::Model;
use crate::scene::{Color, Id, Scene};
use std::collections::BTreeMap;

/// How the things of a scene are drawn.
#[derive(Default)]
pub struct Looks {
    /// The meshes.
    pub surfaces: Surfaces,
    /// The bodies of the ragdolls.
    pub skins: Skins,
    /// Colours of the things that are not painted as usual.
    pub colors: BTreeMap<Id, Color>,
}

impl Looks {
    /// Those of a scene and its model.
    pub(super) fn of(model: &Model, scene: &Scene) -> Looks {
        Looks {
            surfaces: surfaces_of(model),
            skins: Skins::default(),
            colors: scene.colors(),
        }
    }
}
