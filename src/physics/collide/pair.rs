//! Contact geometry of each pair of shapes.

use super::contact_point::ContactPoint;
use super::proxy::{ColliderProxy, Form};
use super::sweep::{moment_of_contact, Course};
use super::triangle::{ball_on_triangle, triangle_on_plane, triangle_over_box};
use super::MARGIN_M;
use crate::physics::attach::Attachment;
use crate::physics::convex::{manifold_with_plane, Convex, Core, Manifold, Meeting, Pose, Posed};
use crate::physics::model::{Obstacle, ObstacleShape};
use crate::physics::shape::{nearest_of_segments, nearest_on_limb, rim_offset};
use glam::DVec3;
use std::borrow::Cow;

/// How far the geometry of a contact may be out, m, before it is looked at again: a
/// contact of round things, met at a distance `r` of their cores, is out by
/// `d² / (2 r)` after they have moved by `d` along each other.
const BEND_M: f64 = 0.000_5;
/// Way after which things with edges are looked at again, m: an edge turns its normal
/// at once.
const LEAST_WAY_M: f64 = 0.001;

/// How far two things may move against each other until they have to be looked at
/// again, m, where their cores are this far apart.
pub(super) fn way_of_round(between_cores: f64) -> f64 {
    let way = (2.0 * BEND_M * between_cores.max(0.0)).sqrt();
    way.clamp(LEAST_WAY_M, 0.5 * MARGIN_M)
}

/// The same where the surfaces are at least so far apart and there is no contact yet.
pub(super) fn way_of_gap(gap: f64) -> f64 {
    gap - 0.5 * MARGIN_M
}

impl Course {
    /// The same without a way where that is too short to look along it.
    pub fn if_worth_it(self, between_cores: f64) -> Course {
        match self.way <= way_of_round(between_cores) {
            true => Course { way: 0.0, ..self },
            false => self,
        }
    }
}

/// Contacts of a proxy with an obstacle that is no mesh; returns how far it may move until
/// they have to be looked at again, m.
pub(super) fn with_obstacle(
    proxy: &ColliderProxy,
    obstacle: &Obstacle,
    mut found: impl FnMut(ContactPoint),
) -> f64 {
    let place = obstacle.pose();
    // Meshes are met triangle by triangle: see `ground`.
    match (&obstacle.shape, proxy.form) {
        (ObstacleShape::Plane, _) => on_plane(proxy, obstacle, &mut found),
        (ObstacleShape::Cuboid(half), form) => {
            if let Form::Triangle { corners, .. } = form {
                let over = triangle_over_box(proxy, corners, (*half, &place), &mut found);
                if let Some(way) = over {
                    return way;
                }
            }
            let solid = Convex {
                core: Core::Cuboid(*half),
                radius: 0.0,
            };
            hull_with_solid(proxy, &solid, &place, found)
        }
        (ObstacleShape::Convex(solid), _) => hull_with_solid(proxy, solid, &place, found),
        (ObstacleShape::Mesh(_), _) => f64::INFINITY,
    }
}

/// Contacts of a proxy with an obstacle that is a plane, and how far it may move, m.
pub(super) fn on_plane(
    proxy: &ColliderProxy,
    plane: &Obstacle,
    found: &mut impl FnMut(ContactPoint),
) -> f64 {
    match proxy.form {
        Form::Body(_) | Form::Piece { .. } | Form::Carried(_) => {
            hull_on_plane(proxy, &plane.pose(), found)
        }
        Form::Triangle {
            corners, is_first, ..
        } => triangle_on_plane(proxy, (corners, is_first), plane, found),
        _ => ends_on_plane(proxy, plane, found),
    }
}

fn ends_on_plane(
    proxy: &ColliderProxy,
    plane: &Obstacle,
    found: &mut impl FnMut(ContactPoint),
) -> f64 {
    let ends = match proxy.form {
        Form::Limb { .. } => 0..2,
        _ => 0..1,
    };
    let ways = ends.map(|end| found_if(end_on_plane(proxy, end, plane), found));
    ways.fold(f64::INFINITY, f64::min)
}

/// Contacts of two proxies; the normal leads from `b` to `a`. Returns how far they may
/// move against each other until they have to be looked at again, m.
pub(super) fn with_proxy(
    a: &ColliderProxy,
    b: &ColliderProxy,
    mut found: impl FnMut(ContactPoint),
) -> f64 {
    let touch = match (a.form, b.form) {
        (Form::Ball(_), Form::Triangle { .. }) => return ball_on_triangle(a, b, found),
        (Form::Triangle { .. }, Form::Ball(_)) => {
            return ball_on_triangle(b, a, |touch| found(touch.reversed()));
        }
        (Form::Ball(_), Form::Limb { .. }) => ball_with_limb(a, b),
        (Form::Limb { .. }, Form::Ball(_)) => ball_with_limb(b, a).map(ContactPoint::reversed),
        (Form::Ball(_) | Form::Limb { .. }, Form::Ball(_) | Form::Limb { .. })
            if !a.flat() && !b.flat() =>
        {
            lines(a, b)
        }
        _ => return hulls(a, b, found),
    };
    found_if(touch, &mut found)
}

impl ContactPoint {
    fn reversed(self) -> ContactPoint {
        ContactPoint {
            core_a: self.core_b,
            core_b: self.core_a,
            radii: [self.radii[1], self.radii[0]],
            normal: -self.normal,
            ..self
        }
    }
}

/// Takes in the contact of two things that meet in one point at most, or the distance
/// at which they pass each other, and returns how far they may move.
fn found_if(touch: Result<ContactPoint, f64>, found: &mut impl FnMut(ContactPoint)) -> f64 {
    match touch {
        Ok(touch) => {
            let way = way_of_round(touch.radii[0] + touch.radii[1]);
            found(touch);
            way
        }
        Err(gap) => way_of_gap(gap),
    }
}

/// One end of a limb, or a ball, with a plane, which has one normal: what counts is how far it
/// would get.
fn end_on_plane(proxy: &ColliderProxy, end: usize, plane: &Obstacle) -> Result<ContactPoint, f64> {
    let normal = plane.orientation * DVec3::Y;
    let height = |point: DVec3| (plane.orientation.conjugate() * (point - plane.position)).y;
    let reach = if proxy.flat() { 0.0 } else { proxy.radius };
    // The point of the rim, and where it is from the end of the axis.
    let lowest = |s: f64| {
        let ends = proxy.ends(s);
        if !proxy.flat() {
            return (ends[end], DVec3::ZERO);
        }
        let axis = (ends[1] - ends[0]).normalize_or_zero();
        let offset = rim_offset(axis, normal, proxy.radius);
        (ends[end] + offset, offset)
    };
    let gap = |s: f64| height(lowest(s).0) - reach;
    let nearer = gap(0.0).min(gap(1.0));
    if nearer >= MARGIN_M {
        return Err(nearer);
    }
    let (point, offset) = lowest(1.0);
    Ok(ContactPoint {
        core_a: proxy.core(end as f64, offset),
        core_b: Attachment::World(point - normal * height(point)),
        radii: [proxy.radius, 0.0],
        normal,
        reach,
        touches: nearer <= 0.0,
        feature: end as u32,
    })
}

/// A body with a plane, which has one normal: what counts is how far it would get.
fn hull_on_plane(proxy: &ColliderProxy, plane: &Pose, mut found: impl FnMut(ContactPoint)) -> f64 {
    let up = plane.orientation * DVec3::Y;
    let gap = proxy.at_start.lowest(up) - plane.position.dot(up);
    if gap - proxy.longest_travel() > MARGIN_M {
        return way_of_gap(gap);
    }
    let at = |s: f64| {
        let patch = manifold_with_plane(&proxy.posed(s), plane, MARGIN_M)?;
        Some((s, patch))
    };
    if let Some((s, patch)) = at(1.0).or_else(|| at(0.0)) {
        for point in patch.points() {
            let (core_a, radius) = proxy.grip(s, point.core_a, -patch.normal);
            found(ContactPoint {
                core_a,
                core_b: Attachment::World(point.core_b),
                radii: [radius, 0.0],
                normal: patch.normal,
                reach: radius,
                touches: patch.core_gap(point) <= proxy.radius,
                feature: point.feature,
            });
        }
        return match proxy.at_start.shape.core {
            // The rim rolls on from point to point.
            Core::Cylinder { radius, .. } => way_of_round(radius),
            _ => 0.5 * MARGIN_M,
        };
    }
    way_of_gap(MARGIN_M)
}

/// When to take the contact geometry of two shapes, as [`moment_of_contact`], with how
/// they lie then. `a` and `b` are the shapes at fractions of the substep.
#[inline(always)]
pub(super) fn first_meeting<'a>(
    a: impl Fn(f64) -> Cow<'a, Posed>,
    b: impl Fn(f64) -> Cow<'a, Posed>,
    course: Course,
) -> Result<(f64, bool, Meeting), f64> {
    let (a0, b0) = (a(0.0), b(0.0));
    let course = course.if_worth_it(a0.shape.radius + b0.shape.radius);
    let cutoff = MARGIN_M + course.way;
    let apart = a0.gap_along_centres(&b0);
    if apart > cutoff {
        return Err(apart);
    }
    let meeting = |s: f64| Meeting::new(&a(s), &b(s), cutoff);
    let mut last = None;
    let distance = |s: f64| last.insert((s, meeting(s))).1.distance();
    let (s, touches) = moment_of_contact(distance, course)?;
    let last = last.filter(|(looked_at, _)| *looked_at == s);
    let meeting = last.map_or_else(|| meeting(s), |(_, meeting)| meeting);
    Ok((s, touches, meeting))
}

/// How far two shapes may move against each other, m. Cores that are apart are round to
/// each other, by as much as they are.
pub(super) fn way_of_meeting(meeting: &Meeting) -> f64 {
    way_of_round(meeting.radii() + meeting.distance())
}

/// The same where they meet in a patch. Faces that lie on each other stay so as they slide; if
/// they turn, by `d / r` at most where the smaller of the things has the radius `r`, what slid
/// by `d` is out by `d² / r`.
fn way_of_patch(meeting: &Meeting, patch: &Manifold, radius: f64) -> f64 {
    let way = way_of_meeting(meeting);
    match patch.is_of_faces() {
        true => way.max(way_of_round(0.5 * radius)),
        false => way,
    }
}

/// A proxy with a convex solid that never moves.
fn hull_with_solid(
    proxy: &ColliderProxy,
    solid: &Convex,
    place: &Pose,
    found: impl FnMut(ContactPoint),
) -> f64 {
    let still = Posed::new(solid, place);
    let (posed, still) = (|s| proxy.posed(s), |_| Cow::Borrowed(&still));
    match first_meeting(posed, still, proxy.course(proxy.longest_travel())) {
        Err(gap) => way_of_gap(gap),
        Ok((s, touches, meeting)) => {
            let Some(patch) = meeting.manifold(MARGIN_M) else {
                return way_of_meeting(&meeting);
            };
            take_patch(proxy, s, &patch, (solid.radius, touches, 0), found);
            let radius = proxy.at_start.shape.inner_radius();
            way_of_patch(&meeting, &patch, radius.min(solid.inner_radius()))
        }
    }
}

/// The contacts of a patch with something that never moves; `about` is its radius,
/// whether it touches, and the number of the part that is touched.
pub(super) fn take_patch(
    proxy: &ColliderProxy,
    s: f64,
    patch: &Manifold,
    about: (f64, bool, u32),
    mut found: impl FnMut(ContactPoint),
) {
    let (other_radius, touches, part) = about;
    for point in patch.points() {
        let (core_a, radius) = proxy.grip(s, point.core_a, -patch.normal);
        found(ContactPoint {
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

/// Two proxies of which one is a body that is no ball.
fn hulls(a: &ColliderProxy, b: &ColliderProxy, mut found: impl FnMut(ContactPoint)) -> f64 {
    let course = a.course(a.relative_travel(b));
    let (posed_a, posed_b) = (|s| a.posed(s), |s| b.posed(s));
    let (s, touches, meeting) = match first_meeting(posed_a, posed_b, course) {
        Ok(met) => met,
        Err(gap) => return way_of_gap(gap),
    };
    let Some(patch) = meeting.manifold(MARGIN_M) else {
        return way_of_meeting(&meeting);
    };
    for point in patch.points() {
        let (core_a, radius_a) = a.grip(s, point.core_a, -patch.normal);
        let (core_b, radius_b) = b.grip(s, point.core_b, patch.normal);
        found(ContactPoint {
            core_a,
            core_b,
            radii: [radius_a, radius_b],
            normal: patch.normal,
            reach: radius_a + radius_b,
            touches,
            feature: point.feature,
        });
    }
    let radius = |proxy: &ColliderProxy| proxy.at_start.shape.inner_radius();
    way_of_patch(&meeting, &patch, radius(a).min(radius(b)))
}

fn ball_with_limb(ball: &ColliderProxy, limb: &ColliderProxy) -> Result<ContactPoint, f64> {
    let nearest = |s: f64| {
        let [a, b] = limb.ends(s);
        nearest_on_limb(ball.ends(s)[0], a, b, limb.radius, limb.flat())
    };
    let gap = |s: f64| nearest(s).0.distance - ball.radius;
    let course = ball.course(ball.relative_travel(limb));
    let (s, touches) = moment_of_contact(gap, course.if_worth_it(ball.radius))?;
    let (at, place) = nearest(s);
    let [a, b] = limb.ends(s);
    let centre = ball.ends(s)[0];
    let axis_point = a.lerp(b, place);
    // The point of the limb that is touched, as seen from its axis.
    let offset = match limb.flat() {
        true => across(centre - at.normal * at.distance - axis_point, b - a),
        false => DVec3::ZERO,
    };
    Ok(ContactPoint {
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
fn lines(a: &ColliderProxy, b: &ColliderProxy) -> Result<ContactPoint, f64> {
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
    let course = a.course(a.relative_travel(b));
    let (s, touches) = moment_of_contact(gap, course.if_worth_it(reach))?;
    let (between, place_a, place_b) = nearest(s);
    let normal = between.try_normalize().unwrap_or(DVec3::Y);
    Ok(ContactPoint {
        core_a: a.core(place_a, DVec3::ZERO),
        core_b: b.core(place_b, DVec3::ZERO),
        radii: [a.radius, b.radius],
        normal,
        reach,
        touches,
        feature: 0,
    })
}
