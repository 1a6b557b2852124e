//! What all figures of particles that are stepped side by side have in common.

use super::motion::Motion;
use super::stick;
use crate::physics::constraint::{relaxation_weights, ConstraintRows, Distance};
use crate::physics::lanes::figure::{Figure, Point, Reach, MOST_MOVERS};
use crate::physics::lanes::lane::Lane;
use crate::physics::lanes::parts::Parts;
use crate::physics::lanes::scenery::{duration_of_substep, fall_s, kept, Scenery};
use crate::physics::{
    Attachment, ColliderId, Constraint, Model, ParticleState, Settings, State, Surface,
};
use glam::DVec3;
use std::ops::Range;

/// Particles held by sticks: distances that are fixed or within bounds.
#[derive(Debug, Clone, PartialEq)]
pub struct StickFigure {
    particles: Vec<Particle>,
    /// In the order of solution.
    sticks: Vec<Stick>,
    points: Vec<Point>,
    /// Whether that is all that can touch a plane: not where ends are flat.
    knows_its_points: bool,
}

/// A particle of a figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Particle {
    /// 1/kg.
    pub inverse_mass: f64,
    /// What is left of its velocity after a substep.
    pub kept: f64,
    /// How long gravity acts within a substep, less what drag takes of it, s.
    pub fall_s: f64,
    /// Largest radius of what is round it, m.
    extent: f64,
    /// Its points among those of the figure.
    points: Range<usize>,
}

/// A distance of two particles.
#[derive(Debug, Clone, PartialEq)]
pub struct Stick {
    /// The two particles.
    pub ends: [usize; 2],
    /// Smallest and largest distance, m.
    pub bounds: [f64; 2],
    /// Share of an error that each end takes.
    pub shares: [f64; 2],
}

impl Figure for StickFigure {
    type State = ParticleState;
    type Constants = Particle;
    type Mover<L: Lane> = Motion<L>;

    fn place(particle: &ParticleState) -> DVec3 {
        particle.position
    }

    fn grip(index: usize, _: DVec3) -> (ColliderId, Attachment) {
        (ColliderId::Particle(index), Attachment::Particle(index))
    }

    fn constants(&self) -> &[Particle] {
        &self.particles
    }

    fn points(&self) -> &[Point] {
        &self.points
    }

    fn points_of(&self, particle: usize) -> Range<usize> {
        self.particles[particle].points.clone()
    }

    fn reach(&self) -> Option<Reach> {
        let extents: Vec<f64> = self
            .particles
            .iter()
            .map(|particle| particle.extent)
            .collect();
        Reach::of(&links_of(&self.sticks), &extents)
    }

    #[inline(always)]
    fn relax_joints<L: Lane>(&self, motions: &mut [Motion<L>]) {
        motions[0].position.x.apart(
            #[inline(always)]
            || {
                for stick in &self.sticks {
                    stick::relax(stick, motions);
                }
            },
        );
    }

    #[inline(always)]
    fn relax_joint<L: Lane>(&self, joint: usize, motions: &mut [Motion<L>]) {
        stick::relax(&self.sticks[joint], motions);
    }

    /// Sticks have no stops.
    #[inline(always)]
    fn arrest<L: Lane>(&self, _: &Scenery, _: &mut [Motion<L>]) {}

    fn kind_of(&self, _: usize) -> &'static str {
        "distance"
    }

    fn retime(&mut self, settings: &Settings, h: f64) {
        for particle in &mut self.particles {
            particle.kept = kept(None, settings.common.linear_drag, h);
            particle.fall_s = fall_s(None, settings, h);
        }
    }

    fn knows_its_points(&self) -> bool {
        self.knows_its_points
    }

    fn states(state: &State) -> &[ParticleState] {
        &state.particles
    }

    fn states_mut(state: &mut State) -> &mut [ParticleState] {
        &mut state.particles
    }

    /// Only limbs that pins join have damping.
    #[inline(always)]
    fn damp<L: Lane>(&self, _: &Scenery, _: &mut [Motion<L>]) {}
}

impl StickFigure {
    /// The figure of an articulation; `None` if something of it is beyond the kernels.
    pub fn of(model: &Model, parts: &Parts) -> Option<StickFigure> {
        let Parts {
            particles,
            sticks: shapes,
            constraints,
            ..
        } = parts;
        let whole =
            particles.len() <= MOST_MOVERS && particles.clone().all(|i| !model.particles[i].fixed);
        if !whole {
            return None;
        }
        let (mut of_particles, mut points) = (Vec::new(), Vec::new());
        for (place, i) in particles.clone().enumerate() {
            let first = points.len();
            let radii = radii_of(model, shapes, i);
            points.extend(radii.map(|(radius, surface)| Point {
                mover: place,
                arm: None,
                radius,
                surface,
            }));
            let settings = &model.settings;
            let h = duration_of_substep(settings);
            of_particles.push(Particle {
                extent: radii_of(model, shapes, i)
                    .map(|(radius, _)| radius)
                    .fold(0.0, f64::max),
                inverse_mass: 1.0 / model.particles[i].mass,
                kept: kept(None, settings.common.linear_drag, h),
                fall_s: fall_s(None, settings, h),
                points: first..points.len(),
            });
        }
        let stick = |&i: &usize| stick_of(model, particles, &model.constraints[i]);
        let sticks = constraints.iter().map(stick).collect::<Option<Vec<_>>>()?;
        Some(StickFigure {
            particles: of_particles,
            sticks,
            points,
            knows_its_points: shapes.clone().all(|i| !model.sticks[i].flat),
        })
    }
}

/// Radii and surfaces of the balls at a particle: its own, and an end of each round
/// stick. Between its ends a stick is no lower than the lower of them.
fn radii_of<'a>(
    model: &'a Model,
    shapes: &Range<usize>,
    particle: usize,
) -> impl Iterator<Item = (f64, Surface)> + 'a {
    let own = &model.particles[particle];
    let own = (own.radius > 0.0).then_some((own.radius, own.surface));
    let sticks = model.sticks[shapes.clone()].iter();
    let ends = sticks
        .filter(move |stick| (stick.a == particle || stick.b == particle) && stick.radius > 0.0);
    own.into_iter()
        .chain(ends.map(|stick| (stick.radius, stick.surface)))
}

fn ends_of(distance: &Distance, particles: &Range<usize>) -> Option<[usize; 2]> {
    let place = |side: Attachment| match side {
        Attachment::Particle(i) if particles.contains(&i) => Some(i - particles.start),
        _ => None,
    };
    Some([place(distance.a)?, place(distance.b)?])
}

fn stick_of(model: &Model, particles: &Range<usize>, constraint: &Constraint) -> Option<Stick> {
    let Constraint::Distance(distance) = constraint else {
        return None;
    };
    let ends = ends_of(distance, particles)?;
    let relaxation = model.settings.relaxation()?;
    let weights = relaxation_weights(model, constraint.attachments(), relaxation.weighting);
    let mobility = |end: usize| weights[end] / model.particles[particles.start + ends[end]].mass;
    let [a, b] = [mobility(0), mobility(1)];
    let relaxation_factor = distance.relaxation_factor * relaxation.over_relaxation;
    Some(Stick {
        ends,
        bounds: [distance.min, distance.max],
        shares: [a, b].map(|mobility| relaxation_factor * mobility / (a + b)),
    })
}

/// The distances that have an upper bound, m, as pairs that stay within it.
fn links_of(sticks: &[Stick]) -> Vec<([usize; 2], f64)> {
    let links = sticks.iter().map(|stick| (stick.ends, stick.bounds[1]));
    links.filter(|(_, most)| most.is_finite()).collect()
}
