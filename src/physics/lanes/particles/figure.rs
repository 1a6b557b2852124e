//! What all figures of particles that are stepped side by side have in common.

use super::motion::Motion;
use super::stick;
use crate::physics::constraint::{relaxation_weights, Distance, Kind};
use crate::physics::lanes::figure::{kept, Figure, Point, Scenery, MOST_MOVERS};
use crate::physics::lanes::lane::Lane;
use crate::physics::lanes::parts::Parts;
use crate::physics::{Attachment, Constraint, Model, ParticleState, Surface};
use glam::DVec3;
use std::ops::Range;

/// Particles held by sticks: distances that are fixed or within bounds.
#[derive(Debug, Clone, PartialEq)]
pub struct StickFigure {
    particles: Vec<Particle>,
    /// In the order of solution.
    sticks: Vec<Stick>,
    points: Vec<Point>,
    /// Radius about the first particle that holds all of it, m.
    reach: f64,
}

/// A particle of a figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Particle {
    /// 1/kg.
    pub inverse_mass: f32,
    /// What is left of its velocity after a substep.
    pub kept: f32,
    /// Its points among those of the figure.
    points: Range<usize>,
}

/// A distance of two particles.
#[derive(Debug, Clone, PartialEq)]
pub struct Stick {
    /// The two particles.
    pub ends: [usize; 2],
    /// Smallest and largest distance, m.
    pub bounds: [f32; 2],
    /// Share of an error that each end takes.
    pub shares: [f32; 2],
}

impl Figure for StickFigure {
    type State = ParticleState;
    type Constants = Particle;
    type Mover<L: Lane> = Motion<L>;

    fn place(particle: &ParticleState) -> DVec3 {
        particle.position
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

    fn reach(&self) -> f64 {
        self.reach
    }

    #[inline(always)]
    fn relax_joints<L: Lane>(&self, _: &Scenery, motions: &mut [Motion<L>]) {
        for stick in &self.sticks {
            stick::relax(stick, motions);
        }
    }

    /// Only limbs that pins join have damping.
    #[inline(always)]
    fn damp<L: Lane>(&self, _: &Scenery, _: &mut [Motion<L>]) {}
}

impl StickFigure {
    /// The figure of an assembly; `None` if something of it is beyond the kernels.
    pub fn of(model: &Model, parts: &Parts) -> Option<StickFigure> {
        let Parts {
            particles,
            sticks: shapes,
            constraints,
            ..
        } = parts;
        let whole = particles.len() <= MOST_MOVERS
            && particles.clone().all(|i| !model.particles[i].fixed)
            && shapes.clone().all(|i| !model.sticks[i].flat);
        if !whole {
            return None;
        }
        let (mut of_particles, mut points) = (Vec::new(), Vec::new());
        for (place, i) in particles.clone().enumerate() {
            let first = points.len();
            let radii = radii_of(model, shapes, i);
            points.extend(radii.map(|(radius, surface)| Point {
                body: place,
                arm: None,
                radius: radius as f32,
                surface,
            }));
            let settings = &model.settings;
            of_particles.push(Particle {
                inverse_mass: (1.0 / model.particles[i].mass) as f32,
                kept: kept(None, settings.linear_drag, settings),
                points: first..points.len(),
            });
        }
        let stick = |&i: &usize| stick_of(model, particles, &model.constraints[i]);
        Some(StickFigure {
            reach: reach_of(model, particles, shapes, constraints)?,
            particles: of_particles,
            sticks: constraints.iter().map(stick).collect::<Option<_>>()?,
            points,
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
    let weights = relaxation_weights(model, constraint.attachments(), model.settings.weighting);
    let mobility = |end: usize| weights[end] / model.particles[particles.start + ends[end]].mass;
    let [a, b] = [mobility(0), mobility(1)];
    let strength = distance.strength * model.settings.over_relaxation;
    Some(Stick {
        ends,
        bounds: [distance.min as f32, distance.max as f32],
        shares: [a, b].map(|mobility| (strength * mobility / (a + b)) as f32),
    })
}

/// The farthest that something can be from the first particle with its sticks at their
/// longest, m; `None` if they do not hold it all together.
fn reach_of(
    model: &Model,
    particles: &Range<usize>,
    shapes: &Range<usize>,
    constraints: &[usize],
) -> Option<f64> {
    let mut away = vec![f64::INFINITY; particles.len()];
    *away.first_mut()? = 0.0;
    // As often as the longest chain.
    for _ in particles.clone() {
        for &i in constraints {
            if let Constraint::Distance(distance) = &model.constraints[i] {
                let [a, b] = ends_of(distance, particles)?;
                away[a] = away[a].min(away[b] + distance.max);
                away[b] = away[b].min(away[a] + distance.max);
            }
        }
    }
    let balls = particles.clone().flat_map(|i| radii_of(model, shapes, i));
    let thickest = balls.map(|(radius, _)| radius).fold(0.0, f64::max);
    let farthest = away.into_iter().fold(0.0, f64::max) + thickest;
    farthest.is_finite().then_some(farthest)
}
