//! Obstacles that become bodies.

use super::Edit;
use crate::editor::error::EditError;
use crate::editor::hull::body_of;
use crate::editor::item::word_of_shape;
use crate::scene::{Id, Obstacle, Thing};
use std::collections::BTreeSet;

/// Density of what becomes a body, kg/m³: that of a dummy and of water.
const DENSITY_KG_M3: f64 = 1000.0;

impl Edit<'_> {
    /// Lets obstacles move: each becomes a body with its id, its place and its shape, or the
    /// hull of that. What else is named stays as it is.
    pub(super) fn make_bodies(&mut self, ids: &BTreeSet<Id>) -> Result<(), EditError> {
        let (released, kept): (Vec<Obstacle>, Vec<Obstacle>) =
            std::mem::take(&mut self.scene.obstacles)
                .into_iter()
                .partition(|obstacle| ids.contains(&obstacle.id));
        self.scene.obstacles = kept;
        if released.is_empty() {
            let remedy = "select an obstacle";
            return Err(EditError::refused(
                "body",
                "no obstacle is selected",
                remedy,
            ));
        }
        for obstacle in released {
            let Some(body) = body_of(&obstacle, DENSITY_KG_M3) else {
                let word = word_of_shape(&obstacle.shape);
                let reason = format!("a {word} without volume has no mass");
                let remedy = "choose an obstacle with a thickness";
                return Err(EditError::refused(obstacle.name, reason, remedy));
            };
            self.scene.bodies.push(body);
        }
        for rule in &mut self.scene.collision_rules {
            for side in [&mut rule.a, &mut rule.b] {
                if let Thing::Obstacle(id) = *side {
                    if ids.contains(&id) {
                        *side = Thing::Body(id);
                    }
                }
            }
        }
        Ok(())
    }
}
