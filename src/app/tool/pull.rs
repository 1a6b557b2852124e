//! Pulling what plays: from a grip on a thing to a place behind the pointer.

use super::Lens;
use crate::app::pick::{pick, Hit, Picked};
use crate::app::program::Program;
use crate::lab::{Input, Simulation};
use crate::physics::{Attachment, ColliderId, Spring};
use crate::scene::Id;
use glam::{DVec2, DVec3};

/// Nearest and farthest place of a target before the eye, m.
const DEPTH_M: (f64, f64) = (0.2, 500.0);
/// Growth of the depth per notch of the wheel.
const DEPTH_PER_NOTCH: f64 = 1.06;

/// A drag that pulls.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PullDrag {
    grip: Attachment,
    /// From the eye to the plane of the target, along the middle of the view, m.
    depth_m: f64,
}

impl PullDrag {
    /// The grip under a point of the window; none where nothing that moves is seen.
    pub(super) fn at(program: &Program, lens: &Lens, at: DVec2) -> Option<PullDrag> {
        let simulation = &program.session.simulation;
        let ray = lens.ray(at);
        let counts = |owner| {
            let id = simulation.map.id_of(owner);
            id.is_none_or(|id| program.view_state.can_pick(id))
        };
        let Picked::Body(hit) = pick(simulation, ray.origin, ray.direction, counts) else {
            return None;
        };
        Some(PullDrag {
            grip: attachment_at(simulation, hit)?,
            depth_m: depth_of(lens, hit.point),
        })
    }

    /// Takes hold: the thing has moved since the press.
    pub(super) fn begin(mut self, program: &Program, lens: &Lens) -> PullDrag {
        let state = program.session.simulation.world.state();
        self.depth_m = depth_of(lens, self.grip.position(state));
        self
    }

    /// Pulls to behind the pointer.
    pub(super) fn follow(&self, program: &mut Program, lens: &Lens, at: DVec2) {
        let target = self.target(lens, at);
        let world = &program.session.simulation.world;
        let held = world.holds().pull.map(|pull| (pull.grip, pull.target));
        if held != Some((self.grip, target)) {
            program.session.apply(&Input::Pull {
                grip: self.grip,
                target,
                spring: Spring::default(),
            });
        }
    }

    /// The place behind a point of the window to which it pulls, m.
    pub(super) fn target(&self, lens: &Lens, at: DVec2) -> DVec3 {
        let ray = lens.ray(at);
        let along = ray.direction.dot(lens.forward()).max(1e-3);
        ray.origin + ray.direction * (self.depth_m / along)
    }

    /// What it pulls, and where.
    pub(super) fn grip(&self) -> Attachment {
        self.grip
    }

    /// Moves the target away from the eye, or nearer.
    pub(super) fn reach(&mut self, notches: f64) {
        let depth_m = self.depth_m * DEPTH_PER_NOTCH.powf(notches);
        self.depth_m = depth_m.clamp(DEPTH_M.0, DEPTH_M.1);
    }
}

fn depth_of(lens: &Lens, point: DVec3) -> f64 {
    let depth_m = (point - lens.eye()).dot(lens.forward());
    depth_m.clamp(DEPTH_M.0, DEPTH_M.1)
}

/// The point of a thing that was picked: on its surface, of a stick on its axis; none of
/// what never moves.
pub fn attachment_at(simulation: &Simulation, hit: Hit) -> Option<Attachment> {
    let (model, state) = (simulation.world.model(), simulation.world.state());
    match hit.owner {
        ColliderId::Obstacle(_) => None,
        ColliderId::Particle(i) => Some(Attachment::Particle(i)),
        ColliderId::Stick(i) => {
            let stick = &model.sticks[i];
            let [a, b] = [stick.a, stick.b].map(|i| state.particles[i].position);
            let way = b - a;
            let place = (hit.point - a).dot(way) / way.length_squared().max(f64::MIN_POSITIVE);
            let place = place.clamp(0.0, 1.0);
            Some(Attachment::on_stick(stick.a, stick.b, place))
        }
        ColliderId::Body(body) => {
            let motion = &state.bodies[body];
            let arm = motion.orientation.conjugate() * (hit.point - motion.position);
            Some(Attachment::Body { body, arm })
        }
    }
}

/// The middle of a thing of the scene, of a figure that of its first part; none of what
/// never moves.
pub fn attachment_of(simulation: &Simulation, id: Id) -> Option<Attachment> {
    let (map, model) = (&simulation.map, simulation.world.model());
    let of_stick = |i: usize| Attachment::on_stick(model.sticks[i].a, model.sticks[i].b, 0.5);
    let ragdoll = map.ragdolls.iter().find(|ragdoll| ragdoll.id == id);
    let first_part = ragdoll.and_then(|ragdoll| {
        let body = ragdoll.bodies.clone().next().map(Attachment::centre_of);
        body.or_else(|| ragdoll.sticks.clone().next().map(of_stick))
    });
    let particle = map.particles.get(&id).copied();
    let body = map.bodies.get(&id).copied();
    let stick = map.sticks.get(&id).copied();
    first_part
        .or_else(|| body.map(Attachment::centre_of))
        .or_else(|| particle.map(Attachment::Particle))
        .or_else(|| stick.map(of_stick))
}
