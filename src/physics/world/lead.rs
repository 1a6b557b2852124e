//! What is moved by something else than physics: an animation puts a figure where it belongs
//! between steps, until something wakes it.

use super::World;
use crate::physics::collide::MARGIN_M;
use crate::physics::convex::{bounds, distance};
use crate::physics::island::wake;
use crate::physics::kinematic;
use crate::physics::model::Model;
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
            ..Rest::PUT
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
                ..Rest::PUT
            };
            self.put(bodies, motions);
        }
    }

    /// What has broken off the first of them stays where it is.
    fn put(&mut self, bodies: Range<usize>, motions: &[BodyState]) {
        let of = |body: usize| self.model.bodies.get(body).map(|body| body.articulation);
        let first = of(bodies.start);
        for (body, motion) in bodies.zip(motions).filter(|(body, _)| of(*body) == first) {
            self.state.bodies[body] = *motion;
        }
    }

    /// Wakes the articulation of a body; false if there is none, or it is awake.
    pub fn wake_body(&mut self, body: usize) -> bool {
        let body = self.model.bodies.get(body);
        let Some(body) = body.filter(|body| !body.is_kinematic()) else {
            return false;
        };
        let was_asleep = self.state.rest[body.articulation].asleep;
        wake(&mut self.state, body.articulation);
        was_asleep
    }

    /// Takes the previous state as that from which the led ones go on, aims what follows a path
    /// at its place after the step, and wakes what sleeps where they come.
    pub(super) fn follow_leads(&mut self) {
        let is_led = |rest: &Rest| rest.lead.is_some();
        if self.model.kinematic.is_empty() && !self.state.rest.iter().any(is_led) {
            return;
        }
        let step_s = self.model.settings.common.step_s;
        let start_s = self.state.step as f64 * step_s;
        kinematic::aim(&self.model, &mut self.state, start_s, step_s);
        let sleepers = Sleepers::of(&self.model, &self.state);
        for &body in &self.model.kinematic {
            if !kinematic::moves(&self.state.bodies[body]) {
                continue;
            }
            let articulation = self.model.bodies[body].articulation;
            self.parts
                .detection
                .follow_sleeper(&self.model, &self.state, articulation);
            let in_the_way = sleepers.in_the_way(&self.model, &self.state, articulation);
            let joined = kinematic::joined(&self.model, body);
            for woken in in_the_way.into_iter().chain(joined) {
                wake(&mut self.state, woken);
            }
        }
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
            for woken in sleepers.in_the_way(&self.model, &self.state, articulation) {
                wake(&mut self.state, woken);
            }
        }
    }
}

/// What sleeps, is not led and follows no path, by index.
struct Sleepers {
    bodies: Vec<usize>,
    particles: Vec<usize>,
}

impl Sleepers {
    fn of(model: &Model, state: &State) -> Sleepers {
        let sleeps = |articulation: usize| {
            let rest = &state.rest[articulation];
            rest.asleep && rest.lead.is_none()
        };
        let bodies = model.bodies.iter().enumerate();
        let bodies = bodies.filter(|(_, body)| sleeps(body.articulation) && !body.is_kinematic());
        let particles = model.particles.iter().enumerate();
        // What is made of particles is soft, and seldom stands.
        let particles = particles.filter(|(_, particle)| {
            let stands = state.rest[particle.articulation].standing;
            sleeps(particle.articulation) && !stands && !particle.fixed
        });
        Sleepers {
            bodies: bodies.map(|(index, _)| index).collect(),
            particles: particles.map(|(index, _)| index).collect(),
        }
    }

    /// Those articulations that a led one touches, or has come near to if they do not stand.
    fn in_the_way(&self, model: &Model, state: &State, led: usize) -> Vec<usize> {
        if self.bodies.is_empty() && self.particles.is_empty() {
            return Vec::new();
        }
        let parts = boxes(model, state, led);
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
        for &index in &self.bodies {
            let body = &model.bodies[index];
            let reach = body.shape.as_ref().map(|shape| shape.bounding_radius());
            let place = state.bodies[index].position;
            let near = reach.is_some_and(|reach| is_near(place, reach));
            if near && !found.contains(&body.articulation) {
                let margin = match state.rest[body.articulation].standing {
                    true => 0.0,
                    false => MARGIN_M,
                };
                if touches(model, state, &parts, index, margin) {
                    found.push(body.articulation);
                }
            }
        }
        for &index in &self.particles {
            let particle = &model.particles[index];
            let near = is_near(state.particles[index].position, particle.radius);
            if near && !found.contains(&particle.articulation) {
                found.push(particle.articulation);
            }
        }
        found
    }
}

/// The boxes of the bodies of an articulation that collide, with their indices.
fn boxes(model: &Model, state: &State, articulation: usize) -> Vec<(usize, Corners)> {
    let bodies_from = model.particles.len();
    let movers = model.tree.movers(articulation).iter();
    let bodies = movers.filter_map(|mover| mover.checked_sub(bodies_from));
    let boxed = bodies.filter_map(|body| {
        let shape = model.bodies[body].shape.as_ref()?;
        Some((body, bounds(shape, &state.bodies[body].pose())))
    });
    boxed.collect()
}

/// Whether a body is no farther than a margin, m, from one of some parts.
fn touches(
    model: &Model,
    state: &State,
    parts: &[(usize, Corners)],
    body: usize,
    margin: f64,
) -> bool {
    let Some(shape) = &model.bodies[body].shape else {
        return false;
    };
    let pose = state.bodies[body].pose();
    let (own_low, own_high) = bounds(shape, &pose);
    parts.iter().any(|&(part, (low, high))| {
        let meets = own_low.cmple(high + margin).all() && own_high.cmpge(low - margin).all();
        let part_shape = model.bodies[part].shape.as_ref().filter(|_| meets);
        part_shape.is_some_and(|part_shape| {
            let part_pose = state.bodies[part].pose();
            distance(part_shape, &part_pose, shape, &pose) <= margin
        })
    })
}
