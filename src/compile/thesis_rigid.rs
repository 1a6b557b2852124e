//! The humanoid of Delannoy's thesis as rigid bodies: every limb of the particle
//! figure becomes one solid, flat-ended cylinder. Body frames are parallel to the
//! figure's at the start pose, so that angle limits count from there; where a limb
//! is tilted, its shape and its principal axes are tilted in its body.

use super::rigid::{RigidFigure, RigidJoint, RigidLimit, RigidPart};
use super::thesis::{self, Blueprint, Limb};
use crate::physics::{Convex, Core};
use crate::scene::ThesisFigure;
use glam::{DQuat, DVec3};

/// Limits of the joint of a part with its parent, degrees from the start pose, in the
/// figure's axes, of the middle or the left side.
struct Range {
    part: &'static str,
    min_deg: [f64; 3],
    max_deg: [f64; 3],
}

const fn range(part: &'static str, min_deg: [f64; 3], max_deg: [f64; 3]) -> Range {
    Range {
        part,
        min_deg,
        max_deg,
    }
}

/// The thesis has no limits; these are ours, within the ordinary ranges of a human.
///
/// The head is the root, so that the trunk hangs on it and turns backwards (+x) where
/// the head nods back. A hanging limb goes backwards with +x and to the left with +z:
/// knees bend by +x alone, elbows by −x alone. Zero is the start pose: elbows there
/// are bent by 20 degrees, hips spread by 30. Of each row the squared sines of the
/// half angles sum to less than one, without which limits by quaternion component let
/// a joint through half a turn; this is why arms do not reach above the head.
#[rustfmt::skip] // A table: one joint per line.
const RANGES: [Range; 8] = [
    range("neck", [-20., -40., -20.], [25., 40., 20.]),
    range("upper_torso", [-30., -40., -20.], [35., 40., 20.]),
    range("spine", [-30., -20., -15.], [10., 20., 15.]),
    range("basin", [-30., -15., -15.], [10., 15., 15.]),
    range("upper_leg", [-115., -20., -40.], [20., 30., 15.]),
    range("lower_leg", [0., 0., 0.], [135., 0., 0.]),
    range("upper_arm", [-110., -30., -10.], [45., 30., 60.]),
    range("lower_arm", [-125., 0., 0.], [20., 0., 0.]),
];

/// Radius of gyration that is added about every axis of a limb with limits, as a
/// share of the figure's height: neck and spine are light links between heavy limbs,
/// and their limits would be overrun (see the `human` inertia of the MX ragdoll).
const FLOOR: f64 = 0.058;

/// The figure of these settings; `limits` adds our angle limits to the pins.
pub(super) fn figure(figure: ThesisFigure, limits: bool) -> RigidFigure {
    let blueprint = thesis::blueprint(figure);
    let owners = owners(&blueprint);
    let tops = blueprint.particles.iter().map(|p| p.position.y);
    let gyration = FLOOR * tops.fold(0.0, f64::max);
    let part = |(index, limb): (usize, &Limb)| {
        let mut part = rigid_part(&blueprint, limb, mass_of(&blueprint, &owners, index));
        if limits {
            part.inertia += part.mass * gyration * gyration;
        }
        part
    };
    RigidFigure {
        spheres_only: false,
        parallel_at_zero: false,
        parts: blueprint.limbs.iter().enumerate().map(part).collect(),
        joints: blueprint
            .joints
            .iter()
            .filter_map(|&[parent, child]| {
                let limb = owners[child]?;
                Some(RigidJoint {
                    parent: owners[parent]?,
                    child: limb,
                    point: blueprint.particles[child].position,
                    limit: limit_of(blueprint.limbs[limb].name).filter(|_| limits),
                    is_broken: false,
                })
            })
            .collect(),
    }
}

/// The limb that each particle belongs to: the one that it ends or, for the shoulders,
/// the one that it is braced to.
fn owners(blueprint: &Blueprint) -> Vec<Option<usize>> {
    let mut owners = vec![None; blueprint.particles.len()];
    for (index, limb) in blueprint.limbs.iter().enumerate() {
        for end in limb.ends {
            owners[end] = Some(index);
        }
    }
    for &[end, braced] in &blueprint.braces {
        owners[braced] = owners[braced].or(owners[end]);
    }
    owners
}

/// Mass of all particles of a limb, kg.
fn mass_of(blueprint: &Blueprint, owners: &[Option<usize>], limb: usize) -> f64 {
    blueprint
        .particles
        .iter()
        .zip(owners)
        .filter(|(_, &owner)| owner == Some(limb))
        .map(|(particle, _)| particle.mass)
        .sum()
}

fn rigid_part(blueprint: &Blueprint, limb: &Limb, mass: f64) -> RigidPart {
    let [upper, lower] = limb.ends.map(|end| blueprint.particles[end].position);
    let axis = upper - lower;
    RigidPart {
        name: limb.name,
        mass,
        inertia: cylinder_inertia(mass, limb.radius, axis.length()),
        axes: DQuat::from_rotation_arc(DVec3::Y, axis.normalize()),
        centre: 0.5 * (upper + lower),
        orientation: DQuat::IDENTITY,
        shape: Convex {
            core: Core::Cylinder {
                half_axis: 0.5 * axis,
                radius: limb.radius,
            },
            radius: 0.0,
        },
        sphere: None,
        friction: None,
    }
}

/// Of a solid cylinder along y about its centre: m r²/2 about the axis and
/// m (3 r² + h²)/12 across it. Gästrin's Table 1 gives the first for all axes.
fn cylinder_inertia(mass: f64, radius: f64, height: f64) -> DVec3 {
    let axial = mass * radius * radius / 2.0;
    let across = mass * (3.0 * radius * radius + height * height) / 12.0;
    DVec3::new(across, axial, across)
}

/// The limit of a part in the table, mirrored for the right side.
fn limit_of(name: &str) -> Option<RigidLimit> {
    let right = name.strip_prefix("r_");
    let part = right.or(name.strip_prefix("l_")).unwrap_or(name);
    let row = RANGES.iter().find(|row| row.part == part)?;
    let limit = RigidLimit::new(row.min_deg, row.max_deg);
    Some(match right {
        Some(_) => limit.mirrored(),
        None => limit,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::constraint::AngleLimit;
    use crate::scene::{BodyType, FigureSize};
    use glam::DMat3;

    /// Every body type in both sizes, with and without arms.
    fn all() -> Vec<ThesisFigure> {
        let mut all = Vec::new();
        for body_type in [BodyType::Thin, BodyType::Medium, BodyType::Wide] {
            for size in [FigureSize::Printed, FigureSize::Scaled] {
                for arms in [false, true] {
                    all.push(ThesisFigure {
                        body_type,
                        size,
                        arms,
                        ..ThesisFigure::default()
                    });
                }
            }
        }
        all
    }

    /// The shoulders belong to the torso but are not on its axis: only its mass is
    /// that of its particles.
    #[test]
    fn mass_and_centre_of_every_limb_are_those_of_its_particles() {
        for settings in all() {
            let particles = thesis::blueprint(settings);
            let rigid = figure(settings, false);
            let total: f64 = rigid.parts.iter().map(|part| part.mass).sum();
            let printed: f64 = particles.particles.iter().map(|p| p.mass).sum();
            assert!((total - printed).abs() < 1e-9 * printed);
            for (part, limb) in rigid.parts.iter().zip(&particles.limbs) {
                assert_eq!(part.name, limb.name);
                let [a, b] = limb.ends.map(|end| &particles.particles[end]);
                let mass = a.mass + b.mass;
                let centre = (a.position * a.mass + b.position * b.mass) / mass;
                assert!(part.centre.abs_diff_eq(centre, 1e-12), "{}", part.name);
                let alone = !(settings.arms && part.name == "upper_torso");
                let expected = if alone { mass } else { mass / 0.8 };
                assert!((part.mass - expected).abs() < 1e-9, "{}", part.name);
            }
        }
    }

    /// Summed over slices and rings of a cylinder, whose axis is tilted.
    #[test]
    fn inertia_is_that_of_a_solid_cylinder_about_its_own_axis() {
        let figure = figure(ThesisFigure::default(), false);
        for part in &figure.parts {
            let Core::Cylinder { half_axis, radius } = part.shape.core else {
                panic!("{:?}", part.shape);
            };
            let axis = half_axis.normalize();
            let (u, v) = axis.any_orthonormal_pair();
            let mut sum = DMat3::ZERO;
            let n = 40;
            for (slice, ring, spoke) in
                (0..n).flat_map(|i| (0..n).flat_map(move |j| (0..8).map(move |k| (i, j, k))))
            {
                let height = (f64::from(slice) + 0.5) / f64::from(n) * 2.0 - 1.0;
                // Rings of equal area.
                let out = radius * ((f64::from(ring) + 0.5) / f64::from(n)).sqrt();
                let (sin, cos) = (f64::from(spoke) * std::f64::consts::FRAC_PI_4).sin_cos();
                let p = half_axis * height + (u * cos + v * sin) * out;
                let outer = DMat3::from_cols(p * p.x, p * p.y, p * p.z);
                sum += DMat3::from_diagonal(DVec3::splat(p.length_squared())) - outer;
            }
            let summed = sum * (part.mass / f64::from(8 * n * n));
            let axes = DMat3::from_quat(part.axes);
            let held = axes * DMat3::from_diagonal(part.inertia) * axes.transpose();
            let tolerance = 1e-3 * part.inertia.max_element();
            assert!(summed.abs_diff_eq(held, tolerance), "{}", part.name);
        }
    }

    #[test]
    fn axes_are_those_of_the_shapes_and_the_lowest_point_is_on_the_floor() {
        for settings in all() {
            let figure = figure(settings, false);
            for part in &figure.parts {
                let Core::Cylinder { half_axis, .. } = part.shape.core else {
                    panic!("{:?}", part.shape);
                };
                let axis = part.axes * DVec3::Y;
                assert!(axis.abs_diff_eq(half_axis.normalize(), 1e-12));
                assert_eq!(part.orientation, DQuat::IDENTITY);
            }
            let lowest = figure.parts.iter().map(RigidPart::lowest);
            assert!(lowest.fold(f64::MAX, f64::min).abs() < 1e-12);
        }
    }

    /// A pin lies on the axis of its child, at an end, and every part but the root
    /// hangs on one.
    #[test]
    fn every_part_hangs_on_one_parent_by_an_end() {
        for settings in all() {
            let figure = figure(settings, true);
            let mut children: Vec<_> = figure.joints.iter().map(|joint| joint.child).collect();
            children.sort_unstable();
            assert!(children.into_iter().eq(1..figure.parts.len()));
            for joint in &figure.joints {
                let child = &figure.parts[joint.child];
                let Core::Cylinder { half_axis, .. } = child.shape.core else {
                    panic!("{:?}", child.shape);
                };
                assert!(joint.parent < joint.child);
                assert!(joint.point.abs_diff_eq(child.centre + half_axis, 1e-12));
            }
        }
    }

    #[test]
    fn only_the_option_limits_the_joints() {
        for settings in all() {
            let faithful = figure(settings, false).joints;
            assert!(faithful.iter().all(|joint| joint.limit.is_none()));
            let limited = figure(settings, true).joints;
            assert!(limited.iter().all(|joint| joint.limit.is_some()));
        }
    }

    #[test]
    fn limits_hold_the_start_pose_and_no_half_turn() {
        for row in &RANGES {
            let limit = limit_of(row.part).unwrap();
            assert!(limit.min_deg.max_element() <= 0.0 && limit.max_deg.min_element() >= 0.0);
            let [min, max] = [limit.min_deg, limit.max_deg].map(|of| of.map(f64::to_radians));
            let holds = AngleLimit::component_clamp_holds(min, max);
            assert!(holds, "{}", row.part);
            assert_eq!(limit_of(&format!("l_{}", row.part)), Some(limit));
            let right = limit_of(&format!("r_{}", row.part));
            assert_eq!(right, Some(limit.mirrored()));
        }
    }

    /// Middle parts must not prefer a side.
    #[test]
    fn limits_of_the_trunk_are_their_own_mirror_image() {
        for part in ["neck", "upper_torso", "spine", "basin"] {
            let limit = limit_of(part).unwrap();
            assert_eq!(limit.mirrored(), limit, "{part}");
        }
    }

    /// What a joint does at the far end of its interval about x.
    #[test]
    fn knees_bend_backwards_and_elbows_forwards() {
        for (part, forwards) in [("l_lower_leg", false), ("r_lower_arm", true)] {
            let limit = limit_of(part).unwrap();
            assert_eq!(limit.twist_axis, 0);
            let (least, most) = (limit.min_deg.x, limit.max_deg.x);
            let far = if -least > most { least } else { most };
            let hand_or_foot = DQuat::from_rotation_x(far.to_radians()) * DVec3::NEG_Y;
            assert_eq!(hand_or_foot.z > 0.0, forwards, "{part}");
        }
    }
}
