//! The first keyframe of a file: where joints and bodies are at the start.

use super::attributes::{Classes, MAIN};
use crate::exchange::assembly::place::Place;
use crate::exchange::assembly::start::Motion;
use crate::exchange::assembly::xml::{Element, ImportError};
use glam::{DQuat, DVec3};
use roxmltree::Node;
use std::collections::VecDeque;

/// What is left of a keyframe.
#[derive(Default)]
pub struct Keyframe {
    positions: VecDeque<f64>,
    rates: VecDeque<f64>,
    /// What actuators are given.
    pub controls: Vec<f64>,
}

impl Keyframe {
    /// The first one of a file; it is empty if there is none.
    pub fn read<'a, 'b>(
        root: Node<'a, 'b>,
        classes: &'b Classes<'a>,
    ) -> Result<Keyframe, ImportError> {
        let list = root.children().find(|node| node.has_tag_name("keyframe"));
        let Some(key) = list.and_then(|list| list.children().find(Node::is_element)) else {
            return Ok(Keyframe::default());
        };
        let element: Element<'_, '_> = classes.element(key, MAIN)?;
        let list = |key| element.numbers(key).map(Option::unwrap_or_default);
        Ok(Keyframe {
            positions: list("qpos")?.into(),
            rates: list("qvel")?.into(),
            controls: list("ctrl")?,
        })
    }

    /// The next hinge or slide, counted from where all joints are 0, and how fast it is.
    pub fn one(&mut self, from: f64) -> (f64, f64) {
        let value = self.positions.pop_front().map_or(0.0, |value| value - from);
        (value, self.rates.pop_front().unwrap_or(0.0))
    }

    /// The next ball joint, and its spin.
    pub fn ball(&mut self) -> (DQuat, DVec3) {
        let turned = quaternion(&mut self.positions);
        (turned.unwrap_or(DQuat::IDENTITY), vector(&mut self.rates))
    }

    /// The next free body, which is at a place where all joints are 0; the file lies in a frame.
    pub fn free(&mut self, place: Place, around: Place) -> Motion {
        let is_given = !self.positions.is_empty();
        let position = vector(&mut self.positions);
        let turn = quaternion(&mut self.positions);
        let place = match (is_given, turn) {
            (true, Some(turn)) => around.of(Place { position, turn }),
            _ => place,
        };
        let velocity = around.turn * vector(&mut self.rates);
        // Free bodies turn about their own axes there.
        let spin = place.turn * vector(&mut self.rates);
        Motion {
            place,
            velocity,
            spin,
        }
    }
}

fn vector(numbers: &mut VecDeque<f64>) -> DVec3 {
    let mut next = || numbers.pop_front().unwrap_or(0.0);
    DVec3::new(next(), next(), next())
}

fn quaternion(numbers: &mut VecDeque<f64>) -> Option<DQuat> {
    let w = numbers.pop_front()?;
    let [x, y, z] = vector(numbers).to_array();
    let turn = DQuat::from_xyzw(x, y, z, w);
    (turn.length() > 1e-12).then(|| turn.normalize())
}
