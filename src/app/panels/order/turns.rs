//! When each constraint of the list has its turn, where that is not the list's order.

use crate::app::panels::AppView;
use crate::physics::order::order_of_solution;
use crate::scene::{Order, Scene};
use std::sync::Arc;

/// The turns of a scene's own constraints.
#[derive(Debug, Default)]
pub(super) struct Turns {
    /// The scene that they are of; held, so that no other takes its place.
    scene: Option<Arc<Scene>>,
    turns: Vec<usize>,
}

impl Turns {
    /// Follows the scene.
    pub(super) fn update(&mut self, view: &AppView<'_>) {
        let scene = view.document().scene();
        if self.scene.as_ref().is_some_and(|s| Arc::ptr_eq(s, scene)) {
            return;
        }
        self.scene = Some(scene.clone());
        let count = scene.constraints.len();
        self.turns = match scene.solver.order {
            Order::Listed | Order::Alternating => Vec::new(),
            Order::Reversed => (0..count).rev().collect(),
            Order::RootToLeaf | Order::Shuffled => solved(view, count),
        };
    }

    /// The turn of the constraint at a place; none where the list is the order.
    pub(super) fn of(&self, place: usize) -> Option<usize> {
        self.turns.get(place).copied()
    }
}

/// The turns as the solver takes them; the first constraints of the world are those
/// of the scene.
fn solved(view: &AppView<'_>, count: usize) -> Vec<usize> {
    let mut turns = vec![0; count];
    let by = view.settings().method.order();
    let order = order_of_solution(view.simulation().world.model(), by);
    let own = order.into_iter().filter(|place| *place < count);
    for (turn, place) in own.enumerate() {
        if let Some(slot) = turns.get_mut(place) {
            *slot = turn;
        }
    }
    turns
}
