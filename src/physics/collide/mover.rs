//! What can move into something: balls and limbs with their coasting motion.

use super::{Owner, MARGIN_M};
use crate::physics::attach::Attachment;
use crate::physics::model::{Model, Surface};
use crate::physics::state::State;
use glam::DVec3;

/// Shape of a mover.
#[derive(Debug, Clone, Copy)]
pub(super) enum Form {
    /// A sphere round an attachment.
    Ball(Attachment),
    /// A limb between two particles.
    Limb { a: usize, b: usize, flat: bool },
}

/// A sphere or a limb and the way it takes within the substep.
#[derive(Debug, Clone)]
pub(super) struct Mover {
    pub owner: Owner,
    pub form: Form,
    pub radius: f64,
    pub surface: Surface,
    pub assembly: usize,
    /// Whether it is awake.
    pub movable: bool,
    /// Both ends of the axis at the start of the substep.
    pub start: [DVec3; 2],
    /// How far they coast.
    pub travel: [DVec3; 2],
    /// Corner of the swept box.
    pub low: DVec3,
    /// Opposite corner of the swept box.
    pub high: DVec3,
}

impl Mover {
    /// Ends of the axis at the fraction `s` of the substep.
    pub fn ends(&self, s: f64) -> [DVec3; 2] {
        [
            self.start[0] + self.travel[0] * s,
            self.start[1] + self.travel[1] * s,
        ]
    }

    /// The attachment at `place` of the axis and `offset` from it.
    pub fn core(&self, place: f64, offset: DVec3) -> Attachment {
        match self.form {
            Form::Ball(core) => core,
            Form::Limb { a, b, .. } if offset != DVec3::ZERO => Attachment::Limb {
                a,
                b,
                place,
                offset,
            },
            Form::Limb { a, b, .. } => Attachment::on_stick(a, b, place),
        }
    }

    /// Whether its ends are flat discs.
    pub fn flat(&self) -> bool {
        matches!(self.form, Form::Limb { flat: true, .. })
    }

    /// Longest way that an end of it takes, m.
    pub fn longest_travel(&self) -> f64 {
        self.travel[0].length().max(self.travel[1].length())
    }

    /// Longest way that a point of it can take against a point of `other`, m.
    pub fn relative_travel(&self, other: &Mover) -> f64 {
        let mut longest: f64 = 0.0;
        for mine in self.travel {
            for theirs in other.travel {
                longest = longest.max((mine - theirs).length());
            }
        }
        longest
    }

    /// Whether a contact with `other` is possible and wanted.
    pub fn may_meet(&self, other: &Mover) -> bool {
        self.assembly != other.assembly
            && (self.movable || other.movable)
            && self.low.cmple(other.high).all()
            && other.low.cmple(self.high).all()
    }
}

/// All movers in the order particles, sticks, bodies.
pub(super) fn movers(model: &Model, state: &State, h: f64) -> Vec<Mover> {
    let mut movers = Vec::with_capacity(model.sticks.len() + model.bodies.len());
    for (i, particle) in model
        .particles
        .iter()
        .enumerate()
        .filter(|(_, p)| p.radius > 0.0)
    {
        let form = Form::Ball(Attachment::Particle(i));
        let ends = [i, i];
        let (radius, surface) = (particle.radius, particle.surface);
        movers.push(of_particles(
            model,
            state,
            h,
            Owner::Particle(i),
            form,
            ends,
            (radius, surface),
        ));
    }
    for (i, stick) in model
        .sticks
        .iter()
        .enumerate()
        .filter(|(_, s)| s.radius > 0.0)
    {
        let form = Form::Limb {
            a: stick.a,
            b: stick.b,
            flat: stick.flat,
        };
        let ends = [stick.a, stick.b];
        let (radius, surface) = (stick.radius, stick.surface);
        movers.push(of_particles(
            model,
            state,
            h,
            Owner::Stick(i),
            form,
            ends,
            (radius, surface),
        ));
    }
    for (i, body) in model.bodies.iter().enumerate() {
        let motion = &state.bodies[i];
        let movable = !state.rest[body.assembly].asleep;
        let velocity = model.settings.coasting_velocity(motion.velocity, h);
        let travel = if movable { velocity * h } else { DVec3::ZERO };
        movers.push(bounded(Mover {
            owner: Owner::Body(i),
            form: Form::Ball(Attachment::centre_of(i)),
            radius: body.radius,
            surface: body.surface,
            assembly: body.assembly,
            movable,
            start: [motion.position; 2],
            travel: [travel; 2],
            low: DVec3::ZERO,
            high: DVec3::ZERO,
        }));
    }
    movers
}

fn of_particles(
    model: &Model,
    state: &State,
    h: f64,
    owner: Owner,
    form: Form,
    ends: [usize; 2],
    (radius, surface): (f64, Surface),
) -> Mover {
    let assembly = model.particles[ends[0]].assembly;
    let travel = ends.map(|i| {
        let velocity = model
            .settings
            .coasting_velocity(state.particles[i].velocity, h);
        let moves = state.inverse_mass_of_particle(model, i) > 0.0;
        if moves {
            velocity * h
        } else {
            DVec3::ZERO
        }
    });
    bounded(Mover {
        owner,
        form,
        radius,
        surface,
        assembly,
        movable: !state.rest[assembly].asleep,
        start: ends.map(|i| state.particles[i].position),
        travel,
        low: DVec3::ZERO,
        high: DVec3::ZERO,
    })
}

fn bounded(mut mover: Mover) -> Mover {
    let [a0, b0] = mover.ends(0.0);
    let [a1, b1] = mover.ends(1.0);
    let reach = DVec3::splat(mover.radius + MARGIN_M);
    mover.low = a0.min(b0).min(a1).min(b1) - reach;
    mover.high = a0.max(b0).max(a1).max(b1) + reach;
    mover
}
