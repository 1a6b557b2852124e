//! Limits that are broken at the start, and ragdolls whose sides differ.

use super::{Check, Examined, Finding};
use crate::compile::{parts_in_force, RagdollMap};
use crate::editor::command::Command;
use crate::editor::item::Item;
use crate::editor::limits::{joint_limits, lopsided, set_limit, Shown};
use crate::physics;
use crate::physics::constraint::AngleLimit;
use crate::scene::{self, range, ConstraintKind, PartLimit, Ragdoll, SerialAxis};
use glam::DVec3;

/// Violation that is worth a finding, rad: a tenth of a degree.
const BROKEN_RAD: f64 = 0.1 * std::f64::consts::PI / 180.0;
/// Added where a limit is widened to a present angle, degrees.
const ROOM_DEG: f64 = 0.01;

/// Looks through the limits.
pub(super) fn examine(examined: &Examined<'_>, findings: &mut Vec<Finding>) {
    let (model, state) = (examined.model(), examined.state());
    let own = examined.scene.constraints.iter().zip(&model.constraints);
    for (constraint, built) in own {
        let violation = built.limit_violation(state, &model.settings);
        let limits = match built {
            physics::Constraint::AngleLimit(_) => true,
            physics::Constraint::Hinge(hinge) => hinge.limit.is_some(),
            physics::Constraint::Serial(serial) => serial.limits_turns(),
            _ => false,
        };
        if limits && violation > BROKEN_RAD {
            findings.push(broken(examined, constraint, built, violation));
        }
    }
    for (ragdoll, map) in examined.scene.ragdolls.iter().zip(&examined.map.ragdolls) {
        in_pose(examined, ragdoll, map, findings);
        mirror(ragdoll, findings);
        clamp(examined, ragdoll, map, findings);
    }
}

fn broken(
    examined: &Examined<'_>,
    constraint: &scene::Constraint,
    built: &physics::Constraint,
    violation: f64,
) -> Finding {
    let title = Item::Constraint(constraint.clone()).title();
    let by = super::rounded(violation.to_degrees());
    let sentence = format!("{title} is exceeded by {by}° at the start and will snap back.");
    let widened = scene::Constraint {
        kind: widened(examined, &constraint.kind, built),
        ..constraint.clone()
    };
    let remedy = vec![Command::replace(Item::Constraint(widened), "Limit")];
    Finding::new(Check::LimitBroken, constraint.id, sentence)
        .with_remedy("Widen to start pose", remedy)
}

/// The same with bounds that hold the present angles. A hinge that is bent across
/// its axis takes its rest from the start.
pub(super) fn widened(
    examined: &Examined<'_>,
    kind: &ConstraintKind,
    built: &physics::Constraint,
) -> ConstraintKind {
    let (state, settings) = (examined.state(), &examined.model().settings);
    let mut kind = kind.clone();
    match (&mut kind, built) {
        (ConstraintKind::AngleLimit(limit), physics::Constraint::AngleLimit(built)) => {
            let angles = built.angles(state, built.model_in(settings)).to_array();
            let bounds = limit.limit_min_deg.iter_mut().zip(&mut limit.limit_max_deg);
            for ((min, max), angle) in bounds.zip(angles) {
                let angle = angle.to_degrees();
                *min = min.min((angle - ROOM_DEG).max(-180.0));
                *max = max.max((angle + ROOM_DEG).min(180.0));
            }
            // The widest axis may be another one now.
            limit.twist_axis = Some(match built.twist_axis {
                0 => scene::Axis::X,
                1 => scene::Axis::Y,
                _ => scene::Axis::Z,
            });
        }
        (ConstraintKind::Hinge(hinge), physics::Constraint::Hinge(built)) => {
            widen_hinge(examined, hinge, built);
        }
        (ConstraintKind::Serial(serial), physics::Constraint::Serial(built)) => {
            let values = built.linkage.values(state);
            for (axis, value) in serial.axes.iter_mut().zip(values) {
                widen_axis(axis, value);
            }
        }
        _ => {}
    }
    kind
}

/// Widens the limits of a hinge among several axes to its present angle, rad.
fn widen_axis(axis: &mut SerialAxis, value: f64) {
    if let SerialAxis::Hinge(hinge) = axis {
        let angle = value.to_degrees();
        hinge.limit_min_deg = hinge.limit_min_deg.map(|min| min.min(angle - ROOM_DEG));
        hinge.limit_max_deg = hinge.limit_max_deg.map(|max| max.max(angle + ROOM_DEG));
    }
}

fn widen_hinge(
    examined: &Examined<'_>,
    hinge: &mut scene::Hinge,
    built: &physics::constraint::Hinge,
) {
    let (state, settings) = (examined.state(), &examined.model().settings);
    let angle = built.angle(state).to_degrees();
    let [low, high] = match hinge.counts_turns() {
        true => [angle - ROOM_DEG, angle + ROOM_DEG],
        false => [
            (angle - ROOM_DEG).max(-180.0),
            (angle + ROOM_DEG).min(180.0),
        ],
    };
    hinge.limit_min_deg = hinge.limit_min_deg.map(|min| min.min(low));
    hinge.limit_max_deg = hinge.limit_max_deg.map(|max| max.max(high));
    let free = physics::constraint::Hinge {
        limit: None,
        ..built.clone()
    };
    let free = physics::Constraint::Hinge(Box::new(free));
    if free.residual(state, settings).angle > BROKEN_RAD {
        hinge.rest = None;
    }
}

/// Limits of a ragdoll that are broken in its start pose.
fn in_pose(
    examined: &Examined<'_>,
    ragdoll: &Ragdoll,
    map: &RagdollMap,
    findings: &mut Vec<Finding>,
) {
    let (model, state) = (examined.model(), examined.state());
    for (part, limit) in joint_limits(map, model) {
        let constraint = physics::Constraint::AngleLimit(limit.clone());
        let violation = constraint.residual(state, &model.settings).angle;
        if violation <= BROKEN_RAD {
            continue;
        }
        let by = super::rounded(violation.to_degrees());
        let title = Item::Ragdoll(ragdoll.clone()).title();
        let sentence = format!("The limit of {part} of {title} is exceeded by {by}° at the start.");
        let mut finding = Finding::new(Check::LimitBroken, ragdoll.id, sentence);
        finding.part = Some(part.to_string());
        let angles = limit.angles(state, limit.model_in(&model.settings));
        let remedy = widened_part(ragdoll, part, limit, angles);
        findings.push(finding.with_remedy("Widen to start pose", remedy));
    }
}

pub(super) fn widened_part(
    ragdoll: &Ragdoll,
    part: &str,
    limit: &AngleLimit,
    angles: DVec3,
) -> Vec<Command> {
    let room = DVec3::splat(ROOM_DEG.to_radians());
    let (min, max) = (limit.min.min(angles - room), limit.max.max(angles + room));
    // A part keeps the twist axis of its figure, so the angles are measured as before.
    with_limit(ragdoll, part, (min, max, limit.restitution))
}

/// Limits of a ragdoll that its limit model cannot hold.
fn clamp(
    examined: &Examined<'_>,
    ragdoll: &Ragdoll,
    map: &RagdollMap,
    findings: &mut Vec<Finding>,
) {
    let model = examined.model();
    let gives_way = |limit: &AngleLimit| {
        limit.model_in(&model.settings) == physics::constraint::LimitModel::Component
            && !AngleLimit::component_clamp_holds(limit.min, limit.max)
    };
    let limits = joint_limits(map, model);
    let parts: Vec<&str> = limits
        .filter(|(_, limit)| gives_way(limit))
        .map(|(part, _)| part)
        .collect();
    let Some(first) = parts.first() else {
        return;
    };
    let sentence = format!(
        "The component limit model fails for {}. Pushed into a corner of its range, the joint \
         flips by half a turn.",
        parts.join(" and ")
    );
    let swing_twist = Ragdoll {
        limit_model: Some(scene::LimitModel::SwingTwist),
        ..ragdoll.clone()
    };
    let remedy = vec![Command::replace(Item::Ragdoll(swing_twist), "Limit model")];
    let mut finding = Finding::new(Check::ClampGivesWay, ragdoll.id, sentence);
    finding.part = Some((*first).to_string());
    findings.push(finding.with_remedy("Use swing-twist limits", remedy));
}

/// Left limits against the mirror images of the right ones.
fn mirror(ragdoll: &Ragdoll, findings: &mut Vec<Finding>) {
    for row in lopsided(ragdoll).iter().filter(|row| row.bends()) {
        let sentence = format!(
            "{} The ragdoll bends differently to the left and to the right.",
            row.explanation(Shown::default())
        );
        let mut finding = Finding::new(Check::MirrorBroken, ragdoll.id, sentence);
        finding.part = Some(row.left.name.to_string());
        let remedy = vec![row.remedy(ragdoll)];
        findings.push(finding.with_remedy("Mirror right side", remedy));
    }
}

/// The ragdoll with these limits, rad, of a part.
fn with_limit(
    ragdoll: &Ragdoll,
    part: &str,
    (min, max, restitution): (DVec3, DVec3, f64),
) -> Vec<Command> {
    let degrees = |angles: DVec3| {
        let angles = angles.to_array();
        angles.map(|angle| range::degrees(angle).clamp(-180.0, 180.0))
    };
    let parts = parts_in_force(ragdoll);
    let Some(limit) = (parts.iter().find(|p| p.name == part)).and_then(|p| p.limit) else {
        return Vec::new();
    };
    let limit = PartLimit {
        min_deg: degrees(min),
        max_deg: degrees(max),
        restitution,
        ..limit
    };
    let mut ragdoll = ragdoll.clone();
    set_limit(&mut ragdoll, part, limit);
    vec![Command::replace(Item::Ragdoll(ragdoll), "Limit")]
}
