//! Contact geometry of each pair of shapes.

use super::mover::{Form, Mover};
use super::sweep::moment_of_contact;
use super::{Bounds, Touch, MARGIN_M};
use crate::physics::attach::Attachment;
use crate::physics::convex::{
    manifold_with_plane, Convex, Core, Manifold, Meeting, Pose, Posed, TriangleMesh,
};
use crate::physics::model::{Obstacle, ObstacleShape};
use crate::physics::shape::{
    nearest_of_segments, nearest_on_box, nearest_on_limb, rim_offset, Nearest,
};
use glam::{DMat3, DVec3};
use std::borrow::Cow;

/// Contacts of a mover with an obstacle.
pub(super) fn with_obstacle(mover: &Mover, obstacle: &Obstacle, mut found: impl FnMut(Touch)) {
    let place = obstacle.pose();
    match (&obstacle.shape, mover.form) {
        (ObstacleShape::Plane, Form::Body(_)) => hull_on_plane(mover, &place, found),
        (ObstacleShape::Cuboid(half), Form::Body(_)) => {
            let solid = Convex {
                core: Core::Cuboid(*half),
                radius: 0.0,
            };
            hull_with_solid(mover, &solid, &place, found);
        }
        (ObstacleShape::Convex(solid), _) => hull_with_solid(mover, solid, &place, found),
        (ObstacleShape::Mesh(mesh), _) => hull_with_mesh(mover, mesh, &place, found),
        (ObstacleShape::Plane, _) => {
            for &end in ends_of(mover) {
                found_if(end_with_obstacle(mover, end, obstacle), &mut found);
            }
        }
        (ObstacleShape::Cuboid(half), form) => {
            for &end in ends_of(mover) {
                found_if(end_with_obstacle(mover, end, obstacle), &mut found);
            }
            if let Form::Limb { .. } = form {
                found_if(middle_with_box(mover, obstacle, *half), &mut found);
            }
        }
    }
}

fn ends_of(mover: &Mover) -> &'static [f64] {
    match mover.form {
        Form::Limb { .. } => &[0.0, 1.0],
        _ => &[0.0],
    }
}

/// Contacts of two movers; the normal leads from `b` to `a`.
pub(super) fn with_mover(a: &Mover, b: &Mover, mut found: impl FnMut(Touch)) {
    let touch = match (a.form, b.form) {
        (Form::Body(_), _) | (_, Form::Body(_)) => return hulls(a, b, found),
        (Form::Ball(_), Form::Limb { .. }) => ball_with_limb(a, b),
        (Form::Limb { .. }, Form::Ball(_)) => ball_with_limb(b, a).map(Touch::reversed),
        _ => lines(a, b),
    };
    found_if(touch, &mut found);
}

impl Touch {
    fn reversed(self) -> Touch {
        Touch {
            core_a: self.core_b,
            core_b: self.core_a,
            radii: [self.radii[1], self.radii[0]],
            normal: -self.normal,
            ..self
        }
    }
}

fn found_if(touch: Option<Touch>, found: &mut impl FnMut(Touch)) {
    if let Some(touch) = touch {
        found(touch);
    }
}

/// One end of a limb, or a ball, with an obstacle.
fn end_with_obstacle(mover: &Mover, place: f64, obstacle: &Obstacle) -> Option<Touch> {
    let end = usize::from(place > 0.5);
    // The rim point, its distance, and what the surface adds to it.
    let nearest = |s: f64| {
        let ends = mover.ends(s);
        let nearest = nearest_on_obstacle(ends[end], obstacle);
        if !mover.flat() {
            return (ends[end], nearest, mover.radius, DVec3::ZERO);
        }
        let axis = (ends[1] - ends[0]).normalize_or_zero();
        let offset = rim_offset(axis, nearest.normal, mover.radius);
        let distance = nearest.distance + offset.dot(nearest.normal);
        (
            ends[end] + offset,
            Nearest {
                distance,
                ..nearest
            },
            0.0,
            offset,
        )
    };
    let gap = |s: f64| {
        let (_, nearest, reach, _) = nearest(s);
        nearest.distance - reach
    };
    let (s, touches) = match obstacle.shape {
        // A plane has one normal: what counts is how far the end would get.
        ObstacleShape::Plane => {
            let nearer = gap(0.0).min(gap(1.0));
            (nearer < MARGIN_M).then_some((1.0, nearer <= 0.0))?
        }
        // The rim turns with the axis, so the other end counts too.
        _ => moment_of_contact(gap, 2.0 * mover.longest_travel())?,
    };
    let (point, nearest, reach, offset) = nearest(s);
    Some(Touch {
        core_a: mover.core(place, offset),
        core_b: Attachment::World(point - nearest.normal * nearest.distance),
        radii: [mover.radius, 0.0],
        normal: nearest.normal,
        reach,
        touches,
        feature: end as u32,
    })
}

/// A body with a plane, which has one normal: what counts is how far it would get.
fn hull_on_plane(mover: &Mover, plane: &Pose, mut found: impl FnMut(Touch)) {
    let up = plane.orientation * DVec3::Y;
    if mover.bounds.lowest(up) - 0.5 * MARGIN_M > plane.position.dot(up) {
        return;
    }
    let at = |s: f64| {
        let patch = manifold_with_plane(&mover.posed(s), plane, MARGIN_M)?;
        Some((s, patch))
    };
    if let Some((s, patch)) = at(1.0).or_else(|| at(0.0)) {
        for point in patch.points() {
            let (core_a, radius) = mover.grip(s, point.core_a, -patch.normal);
            found(Touch {
                core_a,
                core_b: Attachment::World(point.core_b),
                radii: [radius, 0.0],
                normal: patch.normal,
                reach: radius,
                touches: patch.core_gap(point) <= mover.radius,
                feature: point.feature,
            });
        }
    }
}

/// When to take the contact geometry of two shapes, as [`moment_of_contact`], with how
/// they lie then. `a` and `b` are the shapes at fractions of the substep.
#[inline(always)]
fn first_meeting<'a>(
    a: impl Fn(f64) -> Cow<'a, Posed>,
    b: impl Fn(f64) -> Cow<'a, Posed>,
    travel: f64,
) -> Option<(f64, bool, Meeting)> {
    let cutoff = MARGIN_M + travel;
    if a(0.0).is_clear_of(&b(0.0), cutoff) {
        return None;
    }
    let meeting = |s: f64| Meeting::new(&a(s), &b(s), cutoff);
    let mut last = None;
    let distance = |s: f64| last.insert((s, meeting(s))).1.distance();
    let (s, touches) = moment_of_contact(distance, travel)?;
    let last = last.filter(|(looked_at, _)| *looked_at == s);
    let meeting = last.map_or_else(|| meeting(s), |(_, meeting)| meeting);
    Some((s, touches, meeting))
}

/// A mover with a convex solid that never moves.
fn hull_with_solid(mover: &Mover, solid: &Convex, place: &Pose, found: impl FnMut(Touch)) {
    let still = Posed::new(solid, place);
    let (posed, still) = (|s| mover.posed(s), |_| Cow::Borrowed(&still));
    let Some((s, touches, meeting)) = first_meeting(posed, still, mover.longest_travel()) else {
        return;
    };
    if let Some(patch) = meeting.manifold(MARGIN_M) {
        take_patch(mover, s, &patch, (solid.radius, touches, 0), found);
    }
}

/// A mover with a triangle mesh, triangle by triangle.
fn hull_with_mesh(mover: &Mover, mesh: &TriangleMesh, place: &Pose, mut found: impl FnMut(Touch)) {
    let Bounds { low, high } = mover.bounds;
    let (low, high) = box_in(place, low - 0.5 * MARGIN_M, high + 0.5 * MARGIN_M);
    let travel = mover.longest_travel();
    mesh.query(low, high, |index| {
        let triangle = Posed::new(&mesh.triangle(index), place);
        let (posed, still) = (|s| mover.posed(s), |_| Cow::Borrowed(&triangle));
        let Some((s, touches, meeting)) = first_meeting(posed, still, travel) else {
            return;
        };
        if let Some(patch) = mesh.manifold(index, place, &meeting, MARGIN_M) {
            let about = (0.0, touches, index as u32);
            take_patch(mover, s, &patch, about, &mut found);
        }
    });
}

/// The contacts of a patch with something that never moves; `about` is its radius,
/// whether it touches, and the number of the part that is touched.
fn take_patch(
    mover: &Mover,
    s: f64,
    patch: &Manifold,
    about: (f64, bool, u32),
    mut found: impl FnMut(Touch),
) {
    let (other_radius, touches, part) = about;
    for point in patch.points() {
        let (core_a, radius) = mover.grip(s, point.core_a, -patch.normal);
        found(Touch {
            core_a,
            core_b: Attachment::World(point.core_b),
            radii: [radius, 0.0],
            normal: patch.normal,
            reach: radius + other_radius,
            touches,
            // A prime keeps the points of neighbouring parts apart.
            feature: point.feature ^ part.wrapping_mul(0x9e37_79b1),
        });
    }
}

/// Axis-aligned box, in the frame of `place`, round one of the world.
fn box_in(place: &Pose, low: DVec3, high: DVec3) -> (DVec3, DVec3) {
    let (centre, half) = ((low + high) * 0.5, (high - low) * 0.5);
    let turn = DMat3::from_quat(place.orientation.conjugate());
    let centre = turn * (centre - place.position);
    let half = DMat3::from_cols(turn.x_axis.abs(), turn.y_axis.abs(), turn.z_axis.abs()) * half;
    (centre - half, centre + half)
}

/// Two movers of which one is a body that is no ball.
fn hulls(a: &Mover, b: &Mover, mut found: impl FnMut(Touch)) {
    let travel = a.relative_travel(b);
    let (posed_a, posed_b) = (|s| a.posed(s), |s| b.posed(s));
    let Some((s, touches, meeting)) = first_meeting(posed_a, posed_b, travel) else {
        return;
    };
    let Some(patch) = meeting.manifold(MARGIN_M) else {
        return;
    };
    for point in patch.points() {
        let (core_a, radius_a) = a.grip(s, point.core_a, -patch.normal);
        let (core_b, radius_b) = b.grip(s, point.core_b, patch.normal);
        found(Touch {
            core_a,
            core_b,
            radii: [radius_a, radius_b],
            normal: patch.normal,
            reach: radius_a + radius_b,
            touches,
            feature: point.feature,
        });
    }
}

/// The middle of a limb that lies across an edge of a box.
fn middle_with_box(mover: &Mover, obstacle: &Obstacle, half: DVec3) -> Option<Touch> {
    let distance = |ends: [DVec3; 2], place: f64| {
        let point = ends[0].lerp(ends[1], place);
        nearest_on_box(to_local(point, obstacle), half).distance
    };
    let gap = |s: f64| {
        let ends = mover.ends(s);
        distance(ends, lowest_place(|place| distance(ends, place))) - mover.radius
    };
    let (s, touches) = moment_of_contact(gap, mover.longest_travel())?;
    let ends = mover.ends(s);
    let place = lowest_place(|place| distance(ends, place));
    if !(0.02..=0.98).contains(&place) {
        return None;
    }
    let point = ends[0].lerp(ends[1], place);
    let nearest = nearest_on_obstacle(point, obstacle);
    Some(Touch {
        core_a: mover.core(place, DVec3::ZERO),
        core_b: Attachment::World(point - nearest.normal * nearest.distance),
        radii: [mover.radius, 0.0],
        normal: nearest.normal,
        reach: mover.radius,
        touches,
        feature: 2,
    })
}

fn ball_with_limb(ball: &Mover, limb: &Mover) -> Option<Touch> {
    let nearest = |s: f64| {
        let [a, b] = limb.ends(s);
        nearest_on_limb(ball.ends(s)[0], a, b, limb.radius, limb.flat())
    };
    let gap = |s: f64| nearest(s).0.distance - ball.radius;
    let (s, touches) = moment_of_contact(gap, ball.relative_travel(limb))?;
    let (at, place) = nearest(s);
    let [a, b] = limb.ends(s);
    let centre = ball.ends(s)[0];
    let axis_point = a.lerp(b, place);
    // The point of the limb that is touched, as seen from its axis.
    let offset = match limb.flat() {
        true => across(centre - at.normal * at.distance - axis_point, b - a),
        false => DVec3::ZERO,
    };
    Some(Touch {
        core_a: ball.core(0.0, DVec3::ZERO),
        core_b: limb.core(place, offset),
        radii: [ball.radius, limb.radius],
        normal: at.normal,
        reach: (centre - axis_point - offset).dot(at.normal) - (at.distance - ball.radius),
        touches,
        feature: 0,
    })
}

/// The part of a vector across a direction of any length.
fn across(vector: DVec3, direction: DVec3) -> DVec3 {
    vector - direction * (vector.dot(direction) / direction.length_squared().max(1e-18))
}

/// Two limbs, or two balls, as round lines.
fn lines(a: &Mover, b: &Mover) -> Option<Touch> {
    let nearest = |s: f64| {
        let ([a0, a1], [b0, b1]) = (a.ends(s), b.ends(s));
        let (place_a, place_b) = nearest_of_segments(a0, a1, b0, b1);
        (
            a0.lerp(a1, place_a) - b0.lerp(b1, place_b),
            place_a,
            place_b,
        )
    };
    let reach = a.radius + b.radius;
    let gap = |s: f64| nearest(s).0.length() - reach;
    let (s, touches) = moment_of_contact(gap, a.relative_travel(b))?;
    let (between, place_a, place_b) = nearest(s);
    let normal = between.try_normalize().unwrap_or(DVec3::Y);
    Some(Touch {
        core_a: a.core(place_a, DVec3::ZERO),
        core_b: b.core(place_b, DVec3::ZERO),
        radii: [a.radius, b.radius],
        normal,
        reach,
        touches,
        feature: 0,
    })
}

fn to_local(point: DVec3, obstacle: &Obstacle) -> DVec3 {
    obstacle.orientation.conjugate() * (point - obstacle.position)
}

/// Nearest point of a plane or a box.
fn nearest_on_obstacle(point: DVec3, obstacle: &Obstacle) -> Nearest {
    let local = to_local(point, obstacle);
    let nearest = match obstacle.shape {
        ObstacleShape::Cuboid(half) => nearest_on_box(local, half),
        _ => Nearest {
            distance: local.y,
            normal: DVec3::Y,
        },
    };
    Nearest {
        normal: obstacle.orientation * nearest.normal,
        ..nearest
    }
}

/// Place of the least value of a convex function on 0 to 1, by ternary search.
fn lowest_place(value: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..48 {
        let third = (high - low) / 3.0;
        let (left, right) = (low + third, high - third);
        if value(left) <= value(right) {
            high = right;
        } else {
            low = left;
        }
    }
    0.5 * (low + high)
}
