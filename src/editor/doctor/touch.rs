//! What overlaps at the start, as the simulation itself sees it.

use super::{Check, Examined, Finding};
use crate::editor::command::Command;
use crate::editor::solids::stick_ends;
use crate::physics::collide::detect;
use crate::physics::contact::Contact;
use crate::physics::{motion_of, ColliderId, ObstacleShape, State};
use crate::scene::{Id, Thing};
use glam::DVec3;
use std::collections::{BTreeMap, BTreeSet};

/// Overlap that is worth a finding, m.
const OVERLAP_M: f64 = 1e-3;

/// Things nearer than this touch, m.
const TOUCH_M: f64 = 1e-3;
/// Cosine between the normal of a contact and the vertical above which one thing is on the other.
const UPRIGHT: f64 = 0.5;
/// Masses across a contact beyond which the light side gives way.
const MASS_RATIO: f64 = 10.0;

/// Looks for overlaps of what collides.
pub(super) fn examine(examined: &Examined<'_>, findings: &mut Vec<Finding>) {
    let mut still = examined.state().clone();
    for particle in &mut still.particles {
        particle.velocity = DVec3::ZERO;
    }
    for body in &mut still.bodies {
        (body.velocity, body.angular_velocity) = (DVec3::ZERO, DVec3::ZERO);
    }
    // Figures that stand until they are hit sleep, and may overlap all the same.
    for rest in &mut still.rest {
        rest.asleep = false;
    }
    let mut contacts: Vec<Contact> = Vec::new();
    detect(examined.model(), &still, 0.0, &mut contacts);
    heavy_on_light(examined, &still, &contacts, findings);
    // Of each pair of things the deepest.
    let mut deepest: BTreeMap<(Id, Id), (f64, [ColliderId; 2])> = BTreeMap::new();
    for contact in &contacts {
        let owners = [contact.a.owner, contact.b.owner];
        if let [Some(a), Some(b)] = owners.map(|owner| examined.id_of(owner)) {
            let depth = -contact.gap(&still);
            let known = deepest.entry((a, b)).or_insert((0.0, owners));
            if depth > known.0 {
                *known = (depth, owners);
            }
        }
    }
    let mut worth: Vec<_> = deepest
        .into_iter()
        .filter(|(_, (depth, _))| *depth > OVERLAP_M)
        .collect();
    worth.sort_by(|(_, (a, _)), (_, (b, _))| b.total_cmp(a));
    let worth = worth.into_iter();
    findings.extend(worth.map(|(ids, (depth, owners))| overlap(examined, ids, depth, owners)));
}

/// Looks for heavy bodies that lie on light ones: what is between two others is squeezed.
fn heavy_on_light(
    examined: &Examined<'_>,
    still: &State,
    contacts: &[Contact],
    findings: &mut Vec<Finding>,
) {
    let model = examined.model();
    let Some(down) = model.settings.common.gravity.try_normalize() else {
        return;
    };
    let mass = |owner: ColliderId| match owner {
        // What follows a path presses with no weight, and is not pressed in.
        ColliderId::Body(_) | ColliderId::Piece(_) => {
            let (body, ..) = model.shape_of(owner)?;
            let body = model.bodies.get(body)?;
            (!body.is_kinematic()).then_some(body.mass)
        }
        _ => None,
    };
    let mut known: BTreeSet<(Id, Id)> = BTreeSet::new();
    for contact in contacts {
        // The normal leads from the second to the first.
        let (upper, lower) = match contact.normal.dot(down) < 0.0 {
            true => (contact.a.owner, contact.b.owner),
            false => (contact.b.owner, contact.a.owner),
        };
        let is_above = contact.normal.dot(down).abs() > UPRIGHT;
        let touches = contact.gap(still) < TOUCH_M;
        let (Some(heavy), Some(light)) = (mass(upper), mass(lower)) else {
            continue;
        };
        let (Some(a), Some(b)) = (examined.id_of(upper), examined.id_of(lower)) else {
            continue;
        };
        let ratio = heavy / light;
        let counts = is_above && touches && a != b && ratio > MASS_RATIO;
        if !counts || !known.insert((a, b)) {
            continue;
        }
        let [upper, lower] = [upper, lower].map(|owner| examined.name(owner));
        let sentence = format!(
            "{upper} ({} kg) lies on {lower} ({} kg), a ratio of {} to 1. Above {MASS_RATIO} to 1, \
             the lower one is pressed into what it lies on; make it heavier, or raise substeps.",
            super::rounded(heavy),
            super::rounded(light),
            super::rounded(ratio)
        );
        let mut finding = Finding::new(Check::HeavyOnLight, a, sentence);
        finding.other = Some(b);
        findings.push(finding);
    }
}

fn overlap(
    examined: &Examined<'_>,
    (a, b): (Id, Id),
    depth: f64,
    owners: [ColliderId; 2],
) -> Finding {
    let [name_a, name_b] = owners.map(|owner| examined.name(owner));
    let depth_mm = super::rounded(depth * 1e3);
    let (check, sentence) = if is_below(examined, owners) {
        let sentence = format!(
            "{name_a} is below the floor ({name_b}) and will be thrown \
                                upwards."
        );
        (Check::BelowFloor, sentence)
    } else {
        let sentence = format!(
            "{name_a} and {name_b} overlap by {depth_mm} mm at the start and will be pushed apart."
        );
        (Check::Overlap, sentence)
    };
    let mut finding = Finding::new(check, a, sentence);
    finding.other = Some(b);
    if let ColliderId::Obstacle(_) = owners[1] {
        let remedy = vec![Command::AlignToGround([a].into())];
        return finding.with_remedy("Place on ground", remedy);
    }
    match owners.map(|owner| thing(examined, owner)) {
        [Some(a), Some(b)] => {
            let remedy = vec![Command::SetCollision(a, b, Some(false))];
            finding.with_remedy("Disable their collision", remedy)
        }
        _ => finding,
    }
}

/// Whether the middle of a mover is below a plane.
fn is_below(examined: &Examined<'_>, [mover, other]: [ColliderId; 2]) -> bool {
    let obstacle = match other {
        ColliderId::Obstacle(i) => examined.model().obstacles.get(i),
        _ => None,
    };
    let plane = obstacle.filter(|obstacle| matches!(obstacle.shape, ObstacleShape::Plane));
    let (Some(plane), Some(middle)) = (plane, middle_of(examined, mover)) else {
        return false;
    };
    let up = plane.orientation * DVec3::Y;
    (middle - plane.position).dot(up) < 0.0
}

/// Middle of something that moves, m.
fn middle_of(examined: &Examined<'_>, mover: ColliderId) -> Option<DVec3> {
    let state = examined.state();
    match mover {
        ColliderId::Body(i) => Some(state.bodies.get(i)?.position),
        ColliderId::Piece(i) => {
            let body = examined.model().pieces.get(i)?.body;
            Some(state.bodies.get(body)?.position)
        }
        ColliderId::Particle(i) => Some(state.particles.get(i)?.position),
        ColliderId::Stick(i) => {
            let [a, b] = stick_ends(examined.model().sticks.get(i)?, state)?;
            Some((a + b) * 0.5)
        }
        ColliderId::Tetrahedron(_) => Some(motion_of(examined.model(), state, mover)?.position),
        ColliderId::Triangle(i) => {
            let place = |corner: usize| state.particles.get(corner).map(|p| p.position);
            let [a, b, c] = examined.model().triangles.get(i)?.corners.map(place);
            Some((a? + b? + c?) / 3.0)
        }
        ColliderId::Obstacle(_) => None,
    }
}

/// What a collision rule calls it; `None` for particles and surfaces, about which there are none.
fn thing(examined: &Examined<'_>, owner: ColliderId) -> Option<Thing> {
    let part = examined.map.ragdolls.iter().find_map(|ragdoll| {
        let place = match owner {
            ColliderId::Body(i) if ragdoll.bodies.contains(&i) => i - ragdoll.bodies.start,
            ColliderId::Stick(i) if ragdoll.sticks.contains(&i) => i - ragdoll.sticks.start,
            _ => return None,
        };
        let part = (*ragdoll.parts.get(place)?).to_string();
        let ragdoll = ragdoll.id;
        Some(Thing::Part { ragdoll, part })
    });
    let own = |id: Id| match owner {
        ColliderId::Body(_) | ColliderId::Piece(_) | ColliderId::Tetrahedron(_) => {
            Some(Thing::Body(id))
        }
        ColliderId::Stick(_) => Some(Thing::Stick(id)),
        ColliderId::Obstacle(_) => Some(Thing::Obstacle(id)),
        ColliderId::Particle(_) | ColliderId::Triangle(_) => None,
    };
    part.or_else(|| own(examined.id_of(owner)?))
}
