//! Runs beside the one that plays, as pale shapes.

use super::{add_moving, blended, Cast, Marks};
use crate::app::playback::surfaces::Surfaces;
use crate::lab::Simulation;
use crate::view::draw_list::{DrawList, Outline, Paint, Pattern, Role, Solid};
use crate::view::theme::{mark, with_alpha, Rgba};
use std::collections::BTreeMap;

/// Adds what moves in a run beside that of the session: pale, in the colour of its side.
pub fn add_pale(list: &mut DrawList, simulation: &Simulation, blend: f64, color: Rgba) {
    let state = blended(simulation, blend);
    let marks = Marks::default();
    let first = list.solids.len();
    let mut cast = Cast {
        list,
        map: &simulation.map,
        marks: &marks,
        colors: &BTreeMap::new(),
        tints: &BTreeMap::new(),
        surfaces: &Surfaces::default(),
        sight: None,
    };
    add_moving(&mut cast, simulation, &state);
    for solid in list.solids.iter_mut().skip(first) {
        make_pale(solid, color);
    }
}

pub(super) fn make_pale(solid: &mut Solid, color: Rgba) {
    let fill = with_alpha(color, mark::GHOST_ALPHA * 0.6);
    solid.role = Role::Ghost;
    solid.paint = Paint::new(fill, Pattern::Plain);
    solid.outline = Some(Outline {
        color: with_alpha(color, 0.5),
        width_px: 1.0,
    });
}
