//! What the step or its iterations are too coarse for.

use super::{rounded, Check, Examined, Finding};
use crate::physics::collide::{MOST_SUBSTEPS, SHARE_OF_RADII};
use crate::physics::constraint::{Constraint, ConstraintRows};
use crate::physics::{Attachment, ColliderId, Model};
use crate::scene::Id;

/// Strain of a net by its own weight that is worth a finding.
const STRAIN: f64 = 0.1;

/// Looks for what is too small, too fast or too long.
pub(super) fn examine(examined: &Examined<'_>, findings: &mut Vec<Finding>) {
    for index in 0..examined.model().bodies.len() {
        findings.extend(too_small(examined, index));
    }
    nets(examined, findings);
}

/// A body of the scene that passes through others within a substep, as far as that can be told at
/// the start: collisions divide a step, but only so often.
fn too_small(examined: &Examined<'_>, index: usize) -> Option<Finding> {
    let model = examined.model();
    let radii = model
        .shapes_of(index)
        .map(|(_, shape, _)| shape.inner_radius());
    let radius_m = radii.reduce(f64::min)?;
    let speed = examined.state().bodies.get(index)?.velocity.length();
    let owner = ColliderId::Body(index);
    if examined.map.part_of(owner).is_some() {
        return None;
    }
    let common = &model.settings.common;
    let finest = common.substeps.max(MOST_SUBSTEPS);
    let travel_m = speed * common.step_s;
    let substep_s = common.step_s / f64::from(common.substeps.max(1));
    let fall_m = common.gravity.length() * substep_s * substep_s;
    let name = examined.name(owner);
    let size_mm = rounded(2e3 * radius_m);
    let sentence = if travel_m > f64::from(finest) * SHARE_OF_RADII * radius_m {
        format!(
            "{name} moves {} m per step and is only {size_mm} mm thick. It may pass through \
             others, because a step has at most {finest} substeps. Raise rate_hz, or make it \
             slower or larger.",
            rounded(travel_m)
        )
    } else if fall_m > radius_m {
        format!(
            "{name} is {size_mm} mm thick, and gravity moves it {} mm in one substep: contacts \
             cannot hold it. Raise rate_hz or substeps, or make it larger.",
            rounded(1e3 * fall_m)
        )
    } else {
        return None;
    };
    Some(Finding::new(
        Check::SmallBody,
        examined.id_of(owner),
        sentence,
    ))
}

/// A net: particles that distances join.
#[derive(Default, Clone)]
struct Net {
    /// Of the particles that move, kg.
    mass_kg: f64,
    particles: usize,
    /// Distances that join a particle that moves to one that does not.
    held: usize,
    /// Sum of the lengths and number of all distances.
    length_m: f64,
    distances: usize,
    first: Option<Id>,
}

/// Nets that hang from what is fixed, and whose weight stretches them more in a substep than the
/// iterations take back: a pass moves both ends of a distance, so that a load of many particles
/// takes as many passes.
fn nets(examined: &Examined<'_>, findings: &mut Vec<Finding>) {
    let (model, state) = (examined.model(), examined.state());
    let settings = &model.settings;
    if settings.method.solves_nets_at_once() {
        return;
    }
    let mut nets = vec![Net::default(); model.articulations];
    let own = examined.scene.constraints.iter().zip(&model.constraints);
    for (constraint, built) in own {
        let (Constraint::Distance(_), Some([a, b])) = (built, particles(built)) else {
            continue;
        };
        let moves = |i: usize| model.particles.get(i).is_some_and(|p| !p.fixed);
        let Some(inner) = [a, b].into_iter().find(|&i| moves(i)) else {
            continue;
        };
        let Some(net) = articulation(model, inner).and_then(|at| nets.get_mut(at)) else {
            continue;
        };
        let ends = built.attachments().map(|side| side.position(state));
        net.length_m += ends[0].distance(ends[1]);
        net.distances += 1;
        net.held += usize::from(!moves(a) || !moves(b));
        net.first = net.first.or(Some(constraint.id));
    }
    for particle in model.particles.iter().filter(|particle| !particle.fixed) {
        if let Some(net) = nets.get_mut(particle.articulation) {
            net.mass_kg += particle.mass;
            net.particles += 1;
        }
    }
    findings.extend(nets.iter().filter_map(|net| slack(model, net)));
}

fn slack(model: &Model, net: &Net) -> Option<Finding> {
    if net.held == 0 || net.distances == 0 || net.particles == 0 {
        return None;
    }
    let settings = &model.settings;
    let common = &settings.common;
    let substep_s = common.step_s / f64::from(common.substeps.max(1));
    let fall_m = common.gravity.length() * substep_s * substep_s;
    // How many particles of the net a distance at its rim carries.
    let carried = net.particles as f64 / net.held as f64;
    let length_m = net.length_m / net.distances as f64;
    let strain = fall_m * carried / length_m / f64::from(settings.passes().max(1));
    if strain <= STRAIN {
        return None;
    }
    let sentence = format!(
        "The net of {} particles hangs from {} sticks and stretches by {} % or more: that is too \
         few iterations for its size. Raise substeps or iterations, or set stick_solver to \
         conjugate-gradients.",
        net.particles,
        net.held,
        rounded(1e2 * strain)
    );
    Some(Finding::new(Check::SlackNet, net.first, sentence))
}

/// Both particles of a distance between two.
fn particles(built: &Constraint) -> Option<[usize; 2]> {
    match built.attachments() {
        [Attachment::Particle(a), Attachment::Particle(b)] => Some([a, b]),
        _ => None,
    }
}

fn articulation(model: &Model, particle: usize) -> Option<usize> {
    Some(model.particles.get(particle)?.articulation)
}
