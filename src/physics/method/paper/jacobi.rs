//! Jacobi's form of relaxation ("Gauss-Seidel iteration of Jacobi, based on how it is
//! implemented": Delannoy, section 4.2.2).
//!
//! Gauss-Seidel takes each constraint at the state that the last one left. Jacobi takes all of a
//! pass at the state before it, and then makes all corrections together: the order has no part in
//! it, and every constraint could have a processor of its own. What one constraint has done
//! reaches the next only in the next pass, so a chain takes twice as many passes.
//!
//! Corrections that do not know of each other add up. With the gradients `J`, the inverse masses
//! `W` and the diagonal `D` of `A = J W Jᵀ`, a pass leaves `1 − ω D⁻¹ A` of the errors, which
//! shrinks them all while no eigenvalue of `ω D⁻¹ A` exceeds 2. Those of `D⁻¹ A` are as large as
//! the most constraints `n` on one thing at most, so that a constraint makes the share
//! `ω = min(1, 2 / n)` of its correction: all of it in a chain, less where more of them meet.

use super::parameters::put;
use crate::physics::attach::Attachment;
use crate::physics::constraint::{Constraint, ConstraintRows};
use crate::physics::math::{turned, vector_from_rotation};
use crate::physics::method::parameter::{
    named, Choice, Kind, Named, ParameterSpec, Standard, Value,
};
use crate::physics::model::Model;
use crate::physics::probe::{show, NoProbe, Probe, SolverEvent};
use crate::physics::state::{BodyState, ParticleState, State};
use glam::DVec3;

/// Things that a constraint can move at most: four particles on each side.
const MOST_MOVERS: usize = 8;

/// At which state the constraints of a pass are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RelaxationScheme {
    /// Each at the state that the last one left.
    #[default]
    GaussSeidel,
    /// All at the state before the pass.
    Jacobi,
}

/// The corrections of a pass, and what they are shared by.
#[derive(Debug, Clone, Default)]
pub(super) struct Together {
    /// Per constraint, the share of its correction that is made.
    shares: Vec<f64>,
    corrections: Vec<Correction>,
}

/// What a constraint changes in one thing.
#[derive(Debug, Clone, Copy)]
struct Correction {
    constraint: usize,
    change: Change,
}

#[derive(Debug, Clone, Copy)]
enum Change {
    Particle {
        index: usize,
        moved: DVec3,
        pushed: DVec3,
    },
    Body {
        index: usize,
        moved: DVec3,
        turned: DVec3,
        pushed: DVec3,
        spun: DVec3,
    },
}

impl Together {
    /// Finds the shares.
    pub fn prepare(&mut self, model: &Model) {
        let bodies_from = model.particles.len();
        let mut counts = vec![0_u32; bodies_from + model.bodies.len()];
        for constraint in &model.constraints {
            Movers::of(constraint, bodies_from).each(|mover| counts[mover] += 1);
        }
        self.shares.clear();
        self.shares
            .extend(model.constraints.iter().map(|constraint| {
                let mut most = 0;
                Movers::of(constraint, bodies_from).each(|mover| most = most.max(counts[mover]));
                (2.0 / f64::from(most)).min(1.0)
            }));
    }

    /// Solves a constraint, by Jacobi's scheme for [`Together::make`] to do it later.
    pub fn visit(
        &mut self,
        (model, state): (&Model, &mut State),
        (constraint, scheme): (usize, RelaxationScheme),
        probe: &mut dyn Probe,
        solve: impl FnOnce(&mut State, &mut dyn Probe),
    ) {
        match scheme {
            RelaxationScheme::GaussSeidel => solve(state, probe),
            RelaxationScheme::Jacobi => self.note((model, state), constraint, |state| {
                solve(state, &mut NoProbe);
            }),
        }
    }

    /// Notes what `solve` does for a constraint, and takes it back.
    fn note(
        &mut self,
        (model, state): (&Model, &mut State),
        constraint: usize,
        solve: impl FnOnce(&mut State),
    ) {
        let bodies_from = model.particles.len();
        let movers = Movers::of(&model.constraints[constraint], bodies_from);
        let before = movers.map(|mover| Held::of(state, mover, bodies_from));
        solve(state);
        let changes = before.iter().flatten().map(|held| held.take_back(state));
        let corrections = changes.map(|change| Correction { constraint, change });
        self.corrections.extend(corrections);
    }

    /// Makes all corrections of a pass that are still to be made.
    pub fn make(&mut self, state: &mut State, probe: &mut dyn Probe) {
        for of_one in self
            .corrections
            .chunk_by(|a, b| a.constraint == b.constraint)
        {
            let constraint = of_one[0].constraint;
            for correction in of_one {
                correction.change.make(state, self.shares[constraint]);
            }
            show(probe, SolverEvent::Position(constraint), state);
        }
        self.corrections.clear();
    }
}

/// What a constraint moves, each once, counting particles, then bodies.
struct Movers([Option<usize>; MOST_MOVERS]);

impl Movers {
    fn of(constraint: &Constraint, bodies_from: usize) -> Movers {
        let mut movers = [None; MOST_MOVERS];
        let mut count = 0;
        for side in constraint.attachments() {
            Attachment::each_mover(&side, bodies_from, |mover| {
                if !movers.contains(&Some(mover)) {
                    movers[count] = Some(mover);
                    count += 1;
                }
            });
        }
        Movers(movers)
    }

    fn each(&self, visit: impl FnMut(usize)) {
        self.0.into_iter().flatten().for_each(visit);
    }

    fn map<T>(&self, of: impl Fn(usize) -> T) -> [Option<T>; MOST_MOVERS] {
        self.0.map(|mover| mover.map(&of))
    }
}

/// A thing as it was before a constraint.
enum Held {
    Particle(usize, ParticleState),
    Body(usize, BodyState),
}

impl Held {
    fn of(state: &State, mover: usize, bodies_from: usize) -> Held {
        match mover.checked_sub(bodies_from) {
            None => Held::Particle(mover, state.particles[mover]),
            Some(body) => Held::Body(body, state.bodies[body]),
        }
    }

    /// Puts the thing back; what had become of it.
    fn take_back(&self, state: &mut State) -> Change {
        match *self {
            Held::Particle(index, before) => {
                let after = std::mem::replace(&mut state.particles[index], before);
                Change::Particle {
                    index,
                    moved: after.position - before.position,
                    pushed: after.velocity - before.velocity,
                }
            }
            Held::Body(index, before) => {
                let after = std::mem::replace(&mut state.bodies[index], before);
                let turned = match after.orientation == before.orientation {
                    true => DVec3::ZERO,
                    false => {
                        vector_from_rotation(after.orientation * before.orientation.conjugate())
                    }
                };
                Change::Body {
                    index,
                    moved: after.position - before.position,
                    turned,
                    pushed: after.velocity - before.velocity,
                    spun: after.angular_velocity - before.angular_velocity,
                }
            }
        }
    }
}

impl Change {
    fn make(self, state: &mut State, share: f64) {
        match self {
            Change::Particle {
                index,
                moved,
                pushed,
            } => {
                let particle = &mut state.particles[index];
                particle.position += moved * share;
                particle.velocity += pushed * share;
            }
            Change::Body {
                index,
                moved,
                turned: turn,
                pushed,
                spun,
            } => {
                let body = &mut state.bodies[index];
                body.position += moved * share;
                body.velocity += pushed * share;
                body.angular_velocity += spun * share;
                if turn != DVec3::ZERO {
                    body.orientation = turned(body.orientation, turn * share);
                }
            }
        }
    }
}

pub(super) const RELAXATION_SCHEME: ParameterSpec = ParameterSpec {
    key: "relaxation_scheme",
    label: "Relaxation scheme",
    unit: "",
    kind: Kind::Choice(RelaxationScheme::CHOICES),
    default: Standard::Fixed(Value::Choice("gauss-seidel")),
    only_with: None,
    help: "State at which the constraints of a pass are solved. Contacts are solved one after \
           another in both schemes.",
    set: |settings, value| {
        put(settings, Named::chosen(value), |s, scheme| {
            s.scheme = scheme
        });
    },
};

named! { RelaxationScheme:
    RelaxationScheme::GaussSeidel, Choice {
        name: "gauss-seidel",
        label: "Gauss-Seidel",
        help: "Each at the state that the last one left (default)",
    };
    RelaxationScheme::Jacobi, Choice {
        name: "jacobi",
        label: "Jacobi",
        help: "All at the state before the pass (Delannoy, section 4.2.2): independent of their \
               order, but a chain needs twice as many iterations, and more where many \
               constraints meet",
    };
}
