//! What is moved by something else than physics: an animation puts a figure where it belongs
//! between steps, until something wakes it.

use super::World;
use crate::physics::collide::MARGIN_M;
use crate::physics::convex::{bounds, distance};
use crate::physics::island::wake;
use crate::physics::kinematic;
use crate::physics::model::{ColliderId, Model};
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
        let mut sleepers = std::mem::take(&mut self.sleepers);
        sleepers.list(&self.model, &self.state);
        for &body in &self.model.kinematic {
            if !kinematic::moves(&self.state.bodies[body]) {
                continue;
            }
            let articulation = self.model.bodies[body].articulation;
            self.parts
                .detection
                .follow_sleeper(&self.model, &self.state, articulation);
            sleepers.find_in_the_way(&self.model, &self.state, articulation);
            let joined = kinematic::joined(&self.model, body);
            for woken in sleepers.in_the_way.iter().copied().chain(joined) {
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
            sleepers.find_in_the_way(&self.model, &self.state, articulation);
            for &woken in &sleepers.in_the_way {
                wake(&mut self.state, woken);
            }
        }
        self.sleepers = sleepers;
    }
}

/// What sleeps, is not led and follows no path, by index; scratch memory.
#[derive(Debug, Default)]
pub(super) struct Sleepers {
    bodies: Vec<usize>,
    particles: Vec<usize>,
    /// The boxes of what was led last.
    parts: Vec<(ColliderId, Corners)>,
    /// The articulations in its way.
    in_the_way: Vec<usize>,
}

impl Sleepers {
    /// Makes room for all of a model: a step takes no memory.
    pub(super) fn make_room(&mut self, model: &Model) {
        self.bodies.reserve(model.bodies.len());
        self.particles.reserve(model.particles.len());
        self.parts.reserve(model.bodies.len() + model.pieces.len());
        self.in_the_way.reserve(model.articulations);
    }

    /// Lists those of a state.
    fn list(&mut self, model: &Model, state: &State) {
        self.bodies.clear();
        self.particles.clear();
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
        self.bodies.extend(bodies.map(|(index, _)| index));
        self.particles.extend(particles.map(|(index, _)| index));
    }

    /// Finds those articulations that a led one touches, or has come near to if they do not
    /// stand.
    fn find_in_the_way(&mut self, model: &Model, state: &State, led: usize) {
        self.in_the_way.clear();
        if self.bodies.is_empty() && self.particles.is_empty() {
            return;
        }
        self.parts.clear();
        self.parts.extend(boxes(model, state, led));
        let (parts, found) = (&self.parts, &mut self.in_the_way);
        let low = parts.iter().map(|(_, (low, _))| *low);
        let high = parts.iter().map(|(_, (_, high))| *high);
        let (Some(low), Some(high)) = (low.reduce(DVec3::min), high.reduce(DVec3::max)) else {
            return;
        };
        let is_near = |place: DVec3, radius: f64| {
            let wide = radius + MARGIN_M;
            place.cmpge(low - wide).all() && place.cmple(high + wide).all()
        };
        for &index in &self.bodies {
            let body = &model.bodies[index];
            let reach = model.reach_of(index);
            let near = reach > 0.0 && is_near(state.bodies[index].position, reach);
            if near && !found.contains(&body.articulation) {
                let margin = match state.rest[body.articulation].standing {
                    true => 0.0,
                    false => MARGIN_M,
                };
                if touches(model, state, parts, index, margin) {
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
    }
}

/// The boxes of what collides of the bodies of an articulation.
fn boxes<'a>(
    model: &'a Model,
    state: &'a State,
    articulation: usize,
) -> impl Iterator<Item = (ColliderId, Corners)> + 'a {
    let bodies_from = model.particles.len();
    let movers = model.tree.movers(articulation).iter();
    let bodies = movers.filter_map(move |mover| mover.checked_sub(bodies_from));
    bodies.flat_map(|body| {
        let pose = state.bodies[body].pose();
        let shapes = model.shapes_of(body);
        shapes.map(move |(owner, shape, place)| (owner, bounds(shape, &pose.then(&place))))
    })
}

/// Whether a body is no farther than a margin, m, from one of some parts.
fn touches(
    model: &Model,
    state: &State,
    parts: &[(ColliderId, Corners)],
    body: usize,
    margin: f64,
) -> bool {
    let pose = state.bodies[body].pose();
    model.shapes_of(body).any(|(_, shape, place)| {
        let pose = pose.then(&place);
        let (own_low, own_high) = bounds(shape, &pose);
        parts.iter().any(|&(part, (low, high))| {
            let meets = own_low.cmple(high + margin).all() && own_high.cmpge(low - margin).all();
            let of_part = model.shape_of(part).filter(|_| meets);
            of_part.is_some_and(|(body, part_shape, place)| {
                let part_pose = state.bodies[body].pose().then(&place);
                distance(part_shape, &part_pose, shape, &pose) <= margin
            })
        })
    })
}
