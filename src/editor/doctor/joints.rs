//! Masses across joints, and joints that do not fit at the start.

use super::{Check, Examined, Finding};
use crate::editor::command::{Command, Motion};
use crate::editor::item::Item;
use crate::physics::constraint::ConstraintRows;
use crate::physics::{self, Attachment, ColliderId};
use crate::scene::{Body, Constraint, ConstraintKind, Distance, Grip, Id, Stick};
use glam::DVec3;
use std::collections::BTreeMap;

/// Masses across a joint beyond which an iteration hardly moves the light side.
const RATIO: f64 = 10.0;
/// The same of methods that hold joints exactly: energy is lost or gained above it.
const RATIO_IF_EXACT: f64 = 50.0;
/// Moments of inertia across a joint beyond which it jitters or drifts.
const INERTIA_RATIO: f64 = 100.0;
/// Allows for rounding, so that a remedy to exactly the ratio counts.
const SLACK: f64 = 1.0 + 1e-9;
/// Distance of two anchors that is worth a finding, m.
const APART_M: f64 = 1e-3;
/// Particles nearer than this are at one place, m.
const ONE_PLACE_M: f64 = 1e-4;

/// Looks through the scene's own constraints.
pub(super) fn examine(examined: &Examined<'_>, findings: &mut Vec<Finding>) {
    let built = examined
        .scene
        .constraints
        .iter()
        .zip(&examined.model().constraints);
    for (constraint, built) in built.clone() {
        findings.extend(mass_ratio(examined, constraint, built));
        findings.extend(inertia_ratio(examined, constraint, built));
        findings.extend(apart(examined, constraint, built));
        if let ConstraintKind::Stick(stick) = &constraint.kind {
            findings.extend(without_length(examined, constraint, stick));
        }
    }
    let joined = built.map(|(_, built)| built);
    light_links(examined, joined, findings);
}

/// The body or particle of an attachment.
fn owner(side: Attachment) -> Option<ColliderId> {
    match side {
        Attachment::Body { body, .. } => Some(ColliderId::Body(body)),
        Attachment::Particle(i) => Some(ColliderId::Particle(i)),
        _ => None,
    }
}

fn mass_ratio(
    examined: &Examined<'_>,
    constraint: &Constraint,
    built: &physics::Constraint,
) -> Option<Finding> {
    if let ConstraintKind::AngleLimit(_) = constraint.kind {
        return None;
    }
    let sides = built.attachments();
    let [Some(a), Some(b)] = sides.map(|side| side.mass(examined.model())) else {
        return None;
    };
    let ratio = f64::max(a / b, b / a);
    let is_exact = examined.model().settings.method.contacts().is_some();
    let (most, leads_to) = match is_exact {
        true => (RATIO_IF_EXACT, "joints and energy drift"),
        false => (RATIO, "joints stretch"),
    };
    if ratio <= most * SLACK {
        return None;
    }
    let title = Item::Constraint(constraint.clone()).title();
    let sentence = format!(
        "{title} joins {} kg with {} kg, a ratio of {} to 1. Above {most} to 1, {leads_to}.",
        super::rounded(a),
        super::rounded(b),
        super::rounded(ratio)
    );
    let [first, second] = sides;
    let [light, heavy] = if a < b { sides } else { [second, first] };
    let [least, largest] = [a.min(b), a.max(b)];
    let raise = with_mass(examined, light, largest / most, largest / most / least);
    let lower = || with_mass(examined, heavy, least * most, least * most / largest);
    let (label, remedy) = match raise {
        Some(command) => ("Make light side heavier", vec![command]),
        None => ("Make heavy side lighter", lower().into_iter().collect()),
    };
    let finding = Finding::new(Check::MassRatio, constraint.id, sentence);
    Some(finding.with_remedy(label, remedy))
}

/// A joint between two bodies of which one turns much more easily.
fn inertia_ratio(
    examined: &Examined<'_>,
    constraint: &Constraint,
    built: &physics::Constraint,
) -> Option<Finding> {
    if !physics::report::is_joint(built) {
        return None;
    }
    let bodies = &examined.model().bodies;
    let moment = |side: Attachment| match side {
        Attachment::Body { body, .. } => {
            let body = bodies.get(body).filter(|body| !body.is_kinematic())?;
            Some(body.inertia.element_sum() / 3.0)
        }
        _ => None,
    };
    let [Some(a), Some(b)] = built.attachments().map(moment) else {
        return None;
    };
    let ratio = f64::max(a / b, b / a);
    if ratio <= INERTIA_RATIO * SLACK {
        return None;
    }
    let title = Item::Constraint(constraint.clone()).title();
    let sentence = format!(
        "{title} joins bodies whose moments of inertia have a ratio of {} to 1. Above \
         {INERTIA_RATIO} to 1, joints jitter or drift; raise the smaller one.",
        super::rounded(ratio)
    );
    Some(Finding::new(Check::InertiaRatio, constraint.id, sentence))
}

/// Gives a body or particle of the scene another mass, its inertia in proportion.
fn with_mass(
    examined: &Examined<'_>,
    side: Attachment,
    mass_kg: f64,
    ratio: f64,
) -> Option<Command> {
    let item = match Item::find(examined.scene, examined.id_of(owner(side)?)?)? {
        Item::Body(mut body) => {
            (body.mass_kg, body.density_kg_m3) = (Some(mass_kg), None);
            scale_inertia(&mut body, ratio);
            Item::Body(body)
        }
        Item::Particle(mut particle) => {
            particle.mass_kg = mass_kg;
            Item::Particle(particle)
        }
        _ => return None,
    };
    Some(Command::replace(item, "Mass"))
}

fn scale_inertia(body: &mut Body, ratio: f64) {
    for moments in [&mut body.inertia_kg_m2, &mut body.products_of_inertia_kg_m2]
        .into_iter()
        .flatten()
    {
        *moments = moments.map(|moment| moment * ratio);
    }
}

fn apart(
    examined: &Examined<'_>,
    constraint: &Constraint,
    built: &physics::Constraint,
) -> Option<Finding> {
    let (state, settings) = (examined.state(), &examined.model().settings);
    let error = built.residual(state, settings).length;
    if error <= APART_M {
        return None;
    }
    let title = Item::Constraint(constraint.clone()).title();
    let mm = super::rounded(error * 1e3);
    let (sentence, label) = match constraint.kind {
        ConstraintKind::Stick(_) | ConstraintKind::Distance(_) => (
            format!("{title} is {mm} mm too long or too short at the start and will snap."),
            "Use start length",
        ),
        ConstraintKind::Slider(_) => (
            format!(
                "{title} is {mm} mm off its axis or beyond its end at the start and will snap."
            ),
            "Move anchor into range",
        ),
        ConstraintKind::Serial(_) => (
            format!(
                "{title} is {mm} mm off its axes or beyond a limit at the start and will snap."
            ),
            "Move anchor onto the axes",
        ),
        ConstraintKind::Guide(_) => (
            format!(
                "The point of {title} is {mm} mm off its line or plane, or beyond its end, at the \
                 start and will snap."
            ),
            "Move anchor into range",
        ),
        _ => (
            format!("The two anchors of {title} are {mm} mm apart at the start and will snap."),
            "Move anchors together",
        ),
    };
    let ends = built.attachments().map(|side| side.position(state));
    let remedy = fitted(examined, constraint, built, ends);
    let finding = Finding::new(Check::JointApart, constraint.id, sentence);
    Some(finding.with_remedy(label, remedy.into_iter().collect()))
}

/// The constraint as things stand at the start.
pub(super) fn fitted(
    examined: &Examined<'_>,
    constraint: &Constraint,
    built: &physics::Constraint,
    ends: [DVec3; 2],
) -> Option<Command> {
    let mut kind = constraint.kind.clone();
    let length = ends[0].distance(ends[1]);
    match &mut kind {
        // Without a length of its own it takes the one at the start, if there is one.
        ConstraintKind::Stick(_) if length < ONE_PLACE_M => return None,
        ConstraintKind::Stick(stick) => stick.length_m = None,
        ConstraintKind::Distance(Distance { min_m, max_m, .. }) => {
            *min_m = min_m.map(|min| min.min(length));
            *max_m = max_m.map(|max| max.max(length));
        }
        joint => {
            let sides = built.attachments();
            let [place_of_a, place_of_b] = meeting(examined, built, ends);
            let [a, b] = crate::editor::references::grips_mut(joint)?;
            let moved = anchor_at(examined, b, sides[1], place_of_b)
                || anchor_at(examined, a, sides[0], place_of_a);
            if !moved {
                let shifts = [place_of_a - ends[0], place_of_b - ends[1]];
                return particle_by(examined, sides, shifts);
            }
        }
    }
    let constraint = Constraint {
        kind,
        ..constraint.clone()
    };
    Some(Command::replace(Item::Constraint(constraint), "Anchor"))
}

/// Where either end of a joint has to be for the other one to stay: where that is, or what
/// slides where its axis or plane lets it be.
fn meeting(examined: &Examined<'_>, built: &physics::Constraint, ends: [DVec3; 2]) -> [DVec3; 2] {
    let place = match built {
        physics::Constraint::Slider(slider) => slider.place(examined.state()),
        physics::Constraint::Guide(guide) => guide.place(examined.state()),
        physics::Constraint::Serial(serial) => serial.linkage.stance(examined.state()).place(),
        _ => ends[0],
    };
    [ends[0] + ends[1] - place, place]
}

/// Moves an anchor to a point of the world; false if what it grips has no frame.
fn anchor_at(examined: &Examined<'_>, grip: &mut Grip, side: Attachment, point: DVec3) -> bool {
    let local = match side {
        Attachment::Body { body, .. } => {
            let Some(motion) = examined.state().bodies.get(body) else {
                return false;
            };
            (motion.orientation.conjugate() * (point - motion.position)).to_array()
        }
        _ => point.to_array(),
    };
    match grip {
        Grip::World(place) => *place = local,
        Grip::Body { point_m, .. } => *point_m = local,
        Grip::Part { point_m, .. } if matches!(side, Attachment::Body { .. }) => *point_m = local,
        _ => return false,
    }
    true
}

/// Moves a particle of the scene that is a side of a joint, the second one sooner, by the shift
/// of that side, m.
fn particle_by(
    examined: &Examined<'_>,
    sides: [Attachment; 2],
    shifts: [DVec3; 2],
) -> Option<Command> {
    sides
        .into_iter()
        .zip(shifts)
        .rev()
        .find_map(|(side, shift)| {
            let id = examined.id_of(owner(side)?)?;
            let motion = Motion::Move(shift.to_array());
            let is_particle = examined.map.particles.contains_key(&id);
            is_particle.then(|| Command::Transform([id].into(), motion))
        })
}

fn without_length(
    examined: &Examined<'_>,
    constraint: &Constraint,
    stick: &Stick,
) -> Option<Finding> {
    let place = |id: Id| {
        let found = examined.scene.particles.iter().find(|p| p.id == id);
        found.map(|p| DVec3::from(p.position_m))
    };
    let (a, b) = (place(stick.a)?, place(stick.b)?);
    if a.distance(b) >= ONE_PLACE_M {
        return None;
    }
    let title = Item::Constraint(constraint.clone()).title();
    let sentence = format!(
        "Both particles of {title} are in the same place, so it has no direction at the \
                 start."
    );
    let length = stick.length_m.unwrap_or(0.0).max(2.0 * ONE_PLACE_M);
    let target = a - DVec3::Y * length;
    let motion = Motion::Move((target - b).to_array());
    let remedy = vec![Command::Transform([stick.b].into(), motion)];
    let finding = Finding::new(Check::StickWithoutLength, constraint.id, sentence);
    Some(finding.with_remedy("Move one particle away", remedy))
}

/// Bodies of the scene that turn ten times as easily as two that they join.
fn light_links<'a>(
    examined: &Examined<'_>,
    joints: impl Iterator<Item = &'a physics::Constraint>,
    findings: &mut Vec<Finding>,
) {
    let mut neighbours: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for joint in joints.filter(|c| physics::report::is_joint(c)) {
        let sides = joint.attachments();
        if let [Attachment::Body { body: a, .. }, Attachment::Body { body: b, .. }] = sides {
            neighbours.entry(a).or_default().push(b);
            neighbours.entry(b).or_default().push(a);
        }
    }
    let bodies = &examined.model().bodies;
    let moment = |body: usize| Some(bodies.get(body)?.inertia.element_sum() / 3.0);
    for (&body, others) in &neighbours {
        let mut moments: Vec<f64> = others.iter().filter_map(|&other| moment(other)).collect();
        moments.sort_by(|a, b| b.total_cmp(a));
        let (Some(&second), Some(own)) = (moments.get(1), moment(body)) else {
            continue;
        };
        let Some(id) = examined.id_of(ColliderId::Body(body)) else {
            continue;
        };
        if second <= own * RATIO * SLACK {
            continue;
        }
        let Some(Item::Body(found)) = Item::find(examined.scene, id) else {
            continue;
        };
        findings.push(light_link(examined, found, (body, second / RATIO / own)));
    }
}

fn light_link(examined: &Examined<'_>, mut body: Body, (index, ratio): (usize, f64)) -> Finding {
    let title = Item::Body(body.clone()).title();
    let sentence = format!(
        "{title} has less than 1/{RATIO} of the inertia of both its neighbours and will jitter \
         between them."
    );
    // Without moments of its own its axes are those of the model.
    let moments = examined.model().bodies.get(index);
    let moments = moments.map(|built| built.inertia.to_array());
    body.inertia_kg_m2 = body.inertia_kg_m2.or(moments);
    scale_inertia(&mut body, ratio);
    let id = body.id;
    let remedy = vec![Command::replace(Item::Body(body), "Inertia")];
    Finding::new(Check::LightLink, id, sentence).with_remedy("Raise its inertia", remedy)
}
