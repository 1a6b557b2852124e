//! Where what is selected moves by itself: the path of a kinematic body, and the way of a belt.

use super::holds::{add_dot, add_line};
use crate::lab::Simulation;
use crate::physics::kinematic::KinematicPath;
use crate::physics::ColliderId;
use crate::scene::Id;
use crate::view::convert::to_view;
use crate::view::draw_list::{Arrow, DrawList, Layer};
use crate::view::theme::mark;
use glam::DVec3;
use std::collections::BTreeSet;

/// Straight pieces of a path between two keys.
const PIECES: u32 = 24;
/// Radius of the dot at a key, m.
const KEY_M: f64 = 0.02;
/// Time for which the way of a belt, or of a path without keys, is shown, s.
const AHEAD_S: f64 = 1.0;

pub(super) fn add_paths(list: &mut DrawList, simulation: &Simulation, selected: &BTreeSet<Id>) {
    let (model, map) = (simulation.world.model(), &simulation.map);
    let is_selected = |owner| map.id_of(owner).is_some_and(|id| selected.contains(&id));
    for &index in &model.kinematic {
        let path = model.bodies.get(index).and_then(|body| body.path.as_ref());
        if let (Some(path), true) = (path, is_selected(ColliderId::Body(index))) {
            add_path(list, path);
        }
    }
    for (index, obstacle) in model.obstacles.iter().enumerate() {
        if obstacle.is_belt() && is_selected(ColliderId::Obstacle(index)) {
            add_arrow(list, obstacle.position, obstacle.belt * AHEAD_S);
        }
    }
}

fn add_path(list: &mut DrawList, path: &KinematicPath) {
    // Times of a path count from its own start.
    let place = |time_s: f64| path.pose(time_s - path.start_s).position;
    let later = path.keys.iter().skip(1);
    for (from, to) in path.keys.iter().zip(later) {
        let interval_s = to.time_s - from.time_s;
        let at = |piece: u32| from.time_s + interval_s * f64::from(piece) / f64::from(PIECES);
        for piece in 0..PIECES {
            let ends = [piece, piece + 1].map(|piece| place(at(piece)));
            add_line(list, ends, mark::SELECTED, 2.0);
        }
    }
    for key in &path.keys {
        add_dot(list, path.place_of_key(key), KEY_M, mark::SELECTED);
    }
    if path.keys.is_empty() {
        add_arrow(list, path.begin.position, path.velocity * AHEAD_S);
    }
}

fn add_arrow(list: &mut DrawList, from: DVec3, way: DVec3) {
    list.arrow(Arrow {
        from: to_view(from),
        to: to_view(from + way),
        color: mark::SELECTED,
        width_px: 3.0,
        layer: Layer::OnTop,
    });
}
