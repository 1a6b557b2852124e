//! What is moved by something else than physics: an animation puts a figure where it belongs
//! between steps, until something wakes it.

use super::World;
use crate::physics::collide::MARGIN_M;
use crate::physics::convex::{bounds, distance};
use crate::physics::island::wake;
use crate::physics::model::{BodyModel, Model};
use crate::physics::state::{BodyState, Lead, Rest, State};
use glam::DVec3;
use std::ops::Range;

/// A box round something, m: its lowest and its highest corner.
type Corners = (DVec3, DVec3);

impl World {
    /// Puts bodies, all of one articulation, where something else than physics has them between
    /// two steps; physics takes over, with their velocities, when they wake.
    pub fn lead(&mut self, bodies: Range<usize>, motions: &[BodyState], lead: Lead) {
        let Some(first) = self.model.bodies.get(bodies.start) else {
            return;
        };
        self.state.rest[first.articulation] = Rest {
            asleep: true,
            standing: true,
            lead: Some(lead),
            ..Rest::default()
        };
        self.put(bodies, motions);
    }

    /// Puts bodies elsewhere between two steps and lets physics go on from there; what of
    /// them had fallen asleep wakes.
    pub fn put_awake(&mut self, bodies: Range<usize>, motions: &[BodyState]) {
        if let Some(first) = self.model.bodies.get(bodies.start) {
            let rest = &mut self.state.rest[first.articulation];
            *rest = Rest {
                hit: rest.hit,
                ..Rest::default()
            };
            self.put(bodies, motions);
        }
    }

    fn put(&mut self, bodies: Range<usize>, motions: &[BodyState]) {
        for (body, motion) in bodies.zip(motions) {
            self.state.bodies[body] = *motion;
        }
    }

    /// Wakes the articulation of a body; false if there is none, or it is awake.
    pub fn wake_body(&mut self, body: usize) -> bool {
        let Some(body) = self.model.bodies.get(body) else {
            return false;
        };
        let was_asleep = self.state.rest[body.articulation].asleep;
        wake(&mut self.state, body.articulation);
        was_asleep
    }

    /// Takes the previous state as that from which the led ones go on, and wakes what sleeps
    /// where they come.
    pub(super) fn follow_leads(&mut self) {
        for articulation in 0..self.model.articulations {
            if self.state.rest[articulation].lead.is_none() {
                continue;
            }
            let bodies_from = self.model.particles.len();
            for &mover in self.model.tree.movers(articulation) {
                match mover.checked_sub(bodies_from) {
                    None => self.state.particles[mover] = self.previous.particles[mover],
                    Some(body) => self.state.bodies[body] = self.previous.bodies[body],
                }
            }
            self.parts
                .detection
                .follow_sleeper(&self.model, &self.state, articulation);
            for woken in in_the_way(&self.model, &self.state, articulation) {
                wake(&mut self.state, woken);
            }
        }
    }
}

/// The sleepers that a led articulation touches, or has come near to if they do not stand.
fn in_the_way(model: &Model, state: &State, led: usize) -> Vec<usize> {
    let box_of = |body: usize| {
        let shape = model.bodies[body].shape.as_ref()?;
        Some(bounds(shape, &state.bodies[body].pose()))
    };
    let of_led = |(_, body): &(usize, &BodyModel)| body.articulation == led;
    let parts = model.bodies.iter().enumerate().filter(of_led);
    let parts: Vec<(usize, Corners)> = parts
        .filter_map(|(index, _)| Some((index, box_of(index)?)))
        .collect();
    let low = parts.iter().map(|(_, (low, _))| *low);
    let high = parts.iter().map(|(_, (_, high))| *high);
    let (Some(low), Some(high)) = (low.reduce(DVec3::min), high.reduce(DVec3::max)) else {
        return Vec::new();
    };
    let is_near = |place: DVec3, radius: f64| {
        let wide = radius + MARGIN_M;
        place.cmpge(low - wide).all() && place.cmple(high + wide).all()
    };
    let mut found = Vec::new();
    for (index, body) in model.bodies.iter().enumerate() {
        let rest = &state.rest[body.articulation];
        let can_wake = rest.asleep && rest.lead.is_none();
        let (Some(shape), true) = (&body.shape, can_wake) else {
            continue;
        };
        let pose = state.bodies[index].pose();
        if !is_near(pose.position, shape.bounding_radius()) || found.contains(&body.articulation) {
            continue;
        }
        let margin = if rest.standing { 0.0 } else { MARGIN_M };
        let touches = |&(part, _): &(usize, Corners)| {
            let part_shape = model.bodies[part].shape.as_ref();
            part_shape.is_some_and(|part_shape| {
                let part_pose = state.bodies[part].pose();
                distance(part_shape, &part_pose, shape, &pose) <= margin
            })
        };
        let own = bounds(shape, &pose);
        let meets = |(_, (low, high)): &&(usize, Corners)| {
            own.0.cmple(*high + margin).all() && own.1.cmpge(*low - margin).all()
        };
        if parts.iter().filter(meets).any(touches) {
            found.push(body.articulation);
        }
    }
    // What is made of particles, by its box: it is soft, and seldom stands.
    for (index, particle) in model.particles.iter().enumerate() {
        let rest = &state.rest[particle.articulation];
        let can_wake = rest.asleep && !rest.standing && !particle.fixed;
        let place = state.particles[index].position;
        if can_wake && is_near(place, particle.radius) && !found.contains(&particle.articulation) {
            found.push(particle.articulation);
        }
    }
    found
}
