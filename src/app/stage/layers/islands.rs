//! What leans on each other, and what is asleep.

use super::MOST_MARKS;
use crate::lab::Simulation;
use crate::physics::{report, State};
use crate::view::convert::to_view;
use crate::view::draw_list::{DrawList, Label, Layer, Ring};
use crate::view::theme::{hue_of, Theme};
use macroquad::math::Vec3;
use std::collections::btree_map::{BTreeMap, Entry};

/// Radius of the ring under what belongs to an island, m.
const RING_M: f32 = 0.06;
/// Height of its number above the first body of an island, m.
const LABEL_M: f32 = 0.1;

/// Adds a ring in the colour of its island to each body, and to each island its number and
/// whether it sleeps.
pub(super) fn add_islands(
    list: &mut DrawList,
    simulation: &Simulation,
    state: &State,
    theme: Theme,
) {
    let model = simulation.world.model();
    let islands = report::islands(model, simulation.world.listed_contacts());
    let ink = theme.stage().ink;
    let mut numbers = BTreeMap::new();
    // Between two steps nobody falls asleep or wakes.
    let rests = &simulation.world.state().rest;
    let bodies = model.bodies.iter().zip(&state.bodies);
    for (constant, motion) in bodies.take(MOST_MARKS) {
        let Some(&island) = islands.get(constant.articulation) else {
            continue;
        };
        let rest = rests.get(constant.articulation);
        let asleep = rest.is_some_and(|rest| rest.asleep);
        let at = to_view(motion.position);
        list.ring(Ring {
            center: at,
            normal: Vec3::Y,
            radius: RING_M,
            color: hue_of(island),
            width_px: if asleep { 1.5 } else { 4.0 },
            layer: Layer::OnTop,
        });
        let next = numbers.len() + 1;
        if let Entry::Vacant(free) = numbers.entry(island) {
            let number = free.insert(next);
            let text = match asleep {
                true => format!("{number} asleep"),
                false => number.to_string(),
            };
            list.labels.push(Label {
                at: at + Vec3::Y * LABEL_M,
                text,
                color: ink,
            });
        }
    }
}
