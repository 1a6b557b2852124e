//! Whether the result of a run can be believed: joints hold what they join, and energy comes from
//! somewhere. A run that is not sound goes on, since one may want to see it, but is no success.

use crate::physics::constraint::{Constraint, ConstraintRows, Role};
use crate::physics::{report, Attachment, ColliderId, DriveAction, Model, State, World};
use std::sync::Arc;

/// A joint of rigid bodies stands open if its error is this share of the size of the smaller one.
/// No shipped scene comes near, with its own settings, `default` or `high`.
const OPEN_SHARE: f64 = 0.3;
/// A stick or distance, or a joint of particles, stands open if its error is this share of its
/// length, or of the shortest stick at it: cloth and figures of particles stretch by up to 0.6 of
/// that in the hits of shipped scenes.
const STRAIN_SHARE: f64 = 1.0;
/// Energy has come from nowhere if it is this share of the largest energy of motion so far.
/// Contacts and compliant joints of shipped scenes give back far less.
pub const GAIN_SHARE: f64 = 0.25;
/// Height to which all mass may rise without anybody lifting it, m: what closing joints and
/// overlaps at the start lift.
const FREE_RISE_M: f64 = 0.05;
/// Steps between two looks, which cost as much as measuring joint errors and energy once.
const STEPS_BETWEEN_LOOKS: u64 = 8;
/// What a kinematic body is deeper in than this share of its least radius is crushed.
const CRUSHED_SHARE: f64 = 0.5;
/// Size of what has none, such as a particle that nothing joins, m.
const SIZE_OF_NOTHING_M: f64 = 0.1;
/// Sticks count as no shorter, m.
const LEAST_SIZE_M: f64 = 1e-3;

/// What is wrong with a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fault {
    /// A joint, stick or distance holds nothing together.
    Open {
        /// Index of the constraint in the model.
        constraint: usize,
        /// Its error, m.
        error_m: f64,
        /// Most that it may be, m.
        most_m: f64,
    },
    /// A kinematic body, which nothing stops, presses into something that has no room to get away.
    Crushed {
        /// What is crushed, and by what.
        pair: [ColliderId; 2],
        /// How deep they are in each other, m.
        depth_m: f64,
        /// Most that it may be, m.
        most_m: f64,
    },
    /// Energy that nothing has put in.
    EnergyGained {
        /// How much, J.
        gained_j: f64,
        /// Largest energy of motion so far, J.
        of_j: f64,
    },
}

/// The first thing that was wrong, and when.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Unsound {
    /// Number of steps made.
    pub step: u64,
    /// What is wrong.
    pub fault: Fault,
}

/// Looks at a run from its start.
#[derive(Debug, Clone)]
pub struct Soundness {
    /// What each constraint holds; none for one that holds no points together.
    held: Arc<[Option<Held>]>,
    /// Energy at the start and what has been put in since, J.
    given_j: f64,
    /// Energy at the last look, J.
    last_j: f64,
    /// Largest kinetic energy so far, J.
    most_j: f64,
    first: Option<Unsound>,
}

impl Soundness {
    /// Of a world at its start.
    pub fn new(world: &World) -> Soundness {
        let (model, state) = (world.model(), world.state());
        let things = Things::of(model, state);
        let held = model.constraints.iter();
        let held = held.map(|constraint| things.held(constraint));
        let energy_j = energy(model, state);
        Soundness {
            held: held.collect(),
            given_j: energy_j,
            last_j: energy_j,
            most_j: report::kinetic_energy(model, state),
            first: None,
        }
    }

    /// The first thing that was wrong.
    pub fn first(&self) -> Option<Unsound> {
        self.first
    }

    /// Books a change of energy that a person or the scene has made between two steps, by a throw,
    /// a blast or other settings: `before` and after it, J.
    pub fn put_in(&mut self, before_j: f64, world: &World) {
        let put_in = energy(world.model(), world.state()) - before_j;
        self.given_j += put_in;
        self.last_j += put_in;
    }

    /// Takes in the step just made. `led`: something moves that a clip or a hand leads, which may
    /// put in any energy.
    pub fn observe(&mut self, world: &World, led: bool) {
        let (model, state) = (world.model(), world.state());
        if !state.step.is_multiple_of(STEPS_BETWEEN_LOOKS) {
            return;
        }
        let energy_j = energy(model, state);
        if led || state.holds.pull.is_some() || is_driven(model, state) {
            self.given_j += (energy_j - self.last_j).max(0.0);
        }
        self.last_j = energy_j;
        let kinetic_j = report::kinetic_energy(model, state);
        self.most_j = self.most_j.max(kinetic_j);
        let fault = self
            .open(model, state)
            .or_else(|| crushed(world))
            .or_else(|| self.gained(model, energy_j));
        let found = fault.map(|fault| Unsound {
            step: state.step,
            fault,
        });
        self.first = self.first.or(found);
    }

    /// The joint, stick or distance that is open farthest for its size, if that is too far.
    fn open(&self, model: &Model, state: &State) -> Option<Fault> {
        let mut worst: Option<(f64, Fault)> = None;
        for (constraint, of) in model.constraints.iter().enumerate() {
            let Some(Some(held)) = self.held.get(constraint) else {
                continue;
            };
            let error_m = of.residual(state, &model.settings).length;
            let share = error_m / held.size_m;
            // What is no number is open, too.
            let holds = share <= held.most_share;
            if !holds && worst.is_none_or(|(most, _)| share > most) {
                let most_m = held.most_share * held.size_m;
                let fault = Fault::Open {
                    constraint,
                    error_m,
                    most_m,
                };
                worst = Some((share, fault));
            }
        }
        worst.map(|(_, fault)| fault)
    }

    fn gained(&self, model: &Model, energy_j: f64) -> Option<Fault> {
        let common = &model.settings.common;
        let particles = model.particles.iter().filter(|particle| !particle.fixed);
        let mass = particles.map(|particle| particle.mass).sum::<f64>()
            + model.bodies.iter().map(|body| body.mass).sum::<f64>();
        // Drag brings everything to the speed of the air, and no further.
        let free_j = mass * common.gravity.length() * FREE_RISE_M
            + 0.5 * mass * common.air_velocity.length_squared();
        let gained_j = energy_j - self.given_j - free_j;
        (gained_j > GAIN_SHARE * self.most_j).then_some(Fault::EnergyGained {
            gained_j,
            of_j: self.most_j,
        })
    }
}

/// The first thing that a kinematic body has pressed too far into something else, or that into it.
fn crushed(world: &World) -> Option<Fault> {
    let (model, state) = (world.model(), world.state());
    if model.kinematic.is_empty() {
        return None;
    }
    let is_kinematic = |owner| {
        let body = model.shape_of(owner).map(|(body, ..)| body);
        body.is_some_and(|body| model.bodies[body].is_kinematic())
    };
    let found = world.listed_contacts().iter().find_map(|contact| {
        let (a, b) = (contact.a.owner, contact.b.owner);
        let pair = match (is_kinematic(a), is_kinematic(b)) {
            (true, false) => [b, a],
            (false, true) => [a, b],
            _ => return None,
        };
        let (_, shape, _) = model.shape_of(pair[0])?;
        let (depth_m, most_m) = (-contact.gap(state), CRUSHED_SHARE * shape.inner_radius());
        (depth_m > most_m).then_some(Fault::Crushed {
            pair,
            depth_m,
            most_m,
        })
    });
    found
}

/// Everything that can become motion, J.
pub fn energy(model: &Model, state: &State) -> f64 {
    report::kinetic_energy(model, state)
        + report::potential_energy(model, state)
        + report::elastic_energy(model, state)
}

/// Whether motors turn, or clips lead the springs of joints.
fn is_driven(model: &Model, state: &State) -> bool {
    model.drives.iter().any(|drive| {
        let turns = matches!(drive.action, DriveAction::Motor { rate } if rate != 0.0);
        turns || drive.aim(state).is_some()
    })
}

/// What a constraint holds.
#[derive(Debug, Clone, Copy)]
struct Held {
    /// Size of the smaller thing, or length of a stick, m.
    size_m: f64,
    /// The most error that it may have, as a share of that.
    most_share: f64,
}

/// The sizes of what joints hold.
struct Things<'a> {
    model: &'a Model,
    state: &'a State,
    /// Length of the shortest stick at each particle, m.
    sticks: Vec<f64>,
}

impl Things<'_> {
    fn of<'a>(model: &'a Model, state: &'a State) -> Things<'a> {
        let mut sticks = vec![f64::INFINITY; model.particles.len()];
        for constraint in model.constraints.iter().filter(|c| c.role() == Role::Stick) {
            let length = length(constraint, state);
            for side in constraint.attachments() {
                if let Attachment::Particle(particle) = side {
                    sticks[particle] = sticks[particle].min(length);
                }
            }
        }
        Things {
            model,
            state,
            sticks,
        }
    }

    /// What a constraint holds; none if it holds no points together.
    fn held(&self, constraint: &Constraint) -> Option<Held> {
        match constraint.role() {
            Role::Limit | Role::Other => None,
            Role::Stick => Some(Held {
                // A rope that hangs loose is longer than its ends are apart.
                size_m: (constraint.most_apart())
                    .map_or_else(|| length(constraint, self.state), |m| m.max(LEAST_SIZE_M)),
                most_share: STRAIN_SHARE,
            }),
            Role::Joint | Role::Guide => {
                let sides = constraint.attachments();
                let is_rigid = |side: &Attachment| {
                    matches!(side, Attachment::World(_) | Attachment::Body { .. })
                };
                let sizes = sides.iter().filter_map(|side| self.size_of(side));
                let size_m = sizes.reduce(f64::min).filter(|size| size.is_finite());
                Some(Held {
                    size_m: size_m.unwrap_or(SIZE_OF_NOTHING_M),
                    most_share: match sides.iter().all(is_rigid) {
                        true => OPEN_SHARE,
                        false => STRAIN_SHARE,
                    },
                })
            }
        }
    }

    /// Size of what is at one side of a joint, m; none for the world.
    fn size_of(&self, side: &Attachment) -> Option<f64> {
        match side {
            Attachment::World(_) => None,
            Attachment::Body { body, .. } => {
                let reach = self.model.reach_of(*body);
                if reach > 0.0 {
                    return Some(2.0 * reach);
                }
                // A ball of the same inertia stands for what has no shape.
                let body = &self.model.bodies[*body];
                Some(2.0 * (2.5 * body.inertia.max_element() / body.mass).sqrt())
            }
            Attachment::Particle(particle) | Attachment::Limb { a: particle, .. } => {
                Some(self.sticks[*particle])
            }
            Attachment::Particles { ix, .. } => {
                let sizes = ix.iter().map(|particle| self.sticks[*particle]);
                sizes.reduce(f64::min)
            }
        }
    }
}

/// Distance of the two points of a constraint, m.
fn length(constraint: &Constraint, state: &State) -> f64 {
    let [a, b] = constraint.attachments();
    a.position(state)
        .distance(b.position(state))
        .max(LEAST_SIZE_M)
}
