//! Triangles of particles: where they are, and how they meet a plane.
//!
//! A triangle changes its shape on its way: it flies as its middle does, and its corners swing
//! about that. A contact acts on the three particles by the barycentric weights of its point
//! (Jakobsen, section 5).

use super::broad_phase::Bounds;
use super::contact_point::ContactPoint;
use super::pair::{way_of_gap, way_of_round};
use super::proxy::{ColliderProxy, Form};
use super::sweep::moment_of_contact;
use super::MARGIN_M;
use crate::physics::attach::Attachment;
use crate::physics::convex::{Convex, Core, Pose, Posed};
use crate::physics::model::{ColliderId, ContactMoment, Model, Obstacle};
use crate::physics::state::State;
use glam::{DQuat, DVec3};

/// The middle of three, and how far each is from it.
pub(super) fn about_middle([a, b, c]: [DVec3; 3]) -> (DVec3, [DVec3; 3]) {
    let middle = (a + b + c) / 3.0;
    (middle, [a - middle, b - middle, c - middle])
}

/// The greatest length of three vectors.
pub(super) fn longest([a, b, c]: [DVec3; 3]) -> f64 {
    a.length().max(b.length()).max(c.length())
}

/// A point of a triangle of particles.
pub(super) fn at_weights([a, b, c]: [usize; 3], [u, v, w]: [f64; 3]) -> Attachment {
    Attachment::Particles {
        ix: [a, b, c, c],
        weight: [u, v, w, 0.0],
    }
}

/// Barycentric weights of the point of a triangle that is nearest to one in its plane: none is
/// negative. Where the corners are in line, the nearest of the longest edge.
pub(super) fn weights_at(point: DVec3, [a, b, c]: [DVec3; 3]) -> [f64; 3] {
    let normal = (b - a).cross(c - a);
    let square = normal.length_squared();
    let longest = [b - a, c - b, a - c].map(DVec3::length_squared);
    let longest = longest.into_iter().fold(0.0, f64::max);
    if square <= FLAT * longest * longest {
        return weights_in_line(point, [a, b, c]);
    }
    let part = |from: DVec3, to: DVec3| (from - point).cross(to - point).dot(normal) / square;
    let weights = [part(b, c), part(c, a), part(a, b)].map(|weight| weight.max(0.0));
    let sum = weights.iter().sum::<f64>();
    weights.map(|weight| weight / sum)
}

/// Twice the area against the square of the longest edge, squared, below which a triangle is
/// taken for a line.
const FLAT: f64 = 1e-16;

fn weights_in_line(point: DVec3, corners: [DVec3; 3]) -> [f64; 3] {
    let edges = [[0, 1], [1, 2], [2, 0]];
    let length = |[a, b]: &[usize; 2]| corners[*a].distance_squared(corners[*b]);
    let longest = edges
        .into_iter()
        .max_by(|one, other| length(one).total_cmp(&length(other)));
    let [a, b] = longest.unwrap_or([0, 1]);
    let axis = corners[b] - corners[a];
    let place = (point - corners[a]).dot(axis) / axis.length_squared().max(f64::MIN_POSITIVE);
    let mut weights = [0.0; 3];
    weights[b] = place.clamp(0.0, 1.0);
    weights[a] = 1.0 - weights[b];
    weights
}

/// The shape of a triangle with these corners.
pub(super) fn of_triangle(corners: [DVec3; 3], radius: f64) -> Posed {
    let (position, corners) = about_middle(corners);
    let shape = Convex {
        core: Core::Triangle(corners),
        radius,
    };
    let orientation = DQuat::IDENTITY;
    Posed::new(
        &shape,
        &Pose {
            position,
            orientation,
        },
    )
}

/// A triangle of the model where it is now.
pub(super) fn triangle(model: &Model, state: &State, index: usize) -> ColliderProxy {
    let constant = &model.triangles[index];
    let corners = constant.corners;
    let at_start = of_triangle(
        corners.map(|i| state.particles[i].position),
        constant.radius,
    );
    let articulation = model.particles[corners[0]].articulation;
    ColliderProxy {
        owner: ColliderId::Triangle(index),
        form: Form::Triangle {
            corners,
            is_first: constant.is_first,
            swing: [DVec3::ZERO; 3],
        },
        radius: constant.radius,
        surface: constant.surface,
        articulation,
        movable: state.is_awake(articulation),
        moves: state.is_awake(articulation),
        start: [at_start.pose.position; 2],
        travel: [DVec3::ZERO; 2],
        moment: ContactMoment::default(),
        at_start,
        turn: DVec3::ZERO,
        bounds: Bounds::NOTHING,
    }
}

impl ColliderProxy {
    /// Corners of a triangle at the fraction `s` of the substep, m; of anything else its
    /// middle.
    pub(super) fn corners(&self, s: f64) -> [DVec3; 3] {
        let [middle, _] = self.ends(s);
        match (&self.at_start.shape.core, self.form) {
            (&Core::Triangle([a, b, c]), Form::Triangle { swing, .. }) => [
                middle + a + swing[0] * s,
                middle + b + swing[1] * s,
                middle + c + swing[2] * s,
            ],
            _ => [middle; 3],
        }
    }
}

/// Contacts of a triangle with a plane, and how far it may move until they have to be looked
/// at again, m. A corner has one contact, however many triangles meet there.
pub(super) fn triangle_on_plane(
    proxy: &ColliderProxy,
    (corners, is_first): ([usize; 3], [bool; 3]),
    plane: &Obstacle,
    found: &mut impl FnMut(ContactPoint),
) -> f64 {
    let normal = plane.orientation * DVec3::Y;
    let height = |point: DVec3| (point - plane.position).dot(normal);
    let (from, to) = (proxy.corners(0.0), proxy.corners(1.0));
    let mut way = f64::INFINITY;
    for place in (0..3).filter(|&place| is_first[place]) {
        let gap = height(from[place]).min(height(to[place])) - proxy.radius;
        way = way.min(way_of_gap(gap.max(MARGIN_M)));
        if gap >= MARGIN_M {
            continue;
        }
        found(ContactPoint {
            core_a: Attachment::Particle(corners[place]),
            core_b: Attachment::World(to[place] - normal * height(to[place])),
            radii: [proxy.radius, 0.0],
            normal,
            reach: proxy.radius,
            touches: gap <= 0.0,
            feature: place as u32,
        });
    }
    way
}

/// The point of a triangle that is nearest to another, and its weights (Ericson, "Real-Time
/// Collision Detection", section 5.1.5).
fn nearest_on_triangle(point: DVec3, [a, b, c]: [DVec3; 3]) -> (DVec3, [f64; 3]) {
    let at = |weights: [f64; 3]| (a * weights[0] + b * weights[1] + c * weights[2], weights);
    let (ab, ac, ap) = (b - a, c - a, point - a);
    let (d1, d2) = (ab.dot(ap), ac.dot(ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return at([1.0, 0.0, 0.0]);
    }
    let bp = point - b;
    let (d3, d4) = (ab.dot(bp), ac.dot(bp));
    if d3 >= 0.0 && d4 <= d3 {
        return at([0.0, 1.0, 0.0]);
    }
    let cp = point - c;
    let (d5, d6) = (ab.dot(cp), ac.dot(cp));
    if d6 >= 0.0 && d5 <= d6 {
        return at([0.0, 0.0, 1.0]);
    }
    let beyond_ab = d1 * d4 - d3 * d2;
    if beyond_ab <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        let place = d1 / (d1 - d3);
        return at([1.0 - place, place, 0.0]);
    }
    let beyond_ac = d5 * d2 - d1 * d6;
    if beyond_ac <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        let place = d2 / (d2 - d6);
        return at([1.0 - place, 0.0, place]);
    }
    let beyond_bc = d3 * d6 - d5 * d4;
    if beyond_bc <= 0.0 && d4 >= d3 && d5 >= d6 {
        let place = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        return at([0.0, 1.0 - place, place]);
    }
    let sum = beyond_ab + beyond_ac + beyond_bc;
    let (v, w) = (beyond_ac / sum, beyond_ab / sum);
    at([1.0 - v - w, v, w])
}

/// The contact of a ball with a triangle, or the distance at which they pass each other; the
/// normal leads to the ball. Also how far both may move until they are looked at again, m.
pub(super) fn ball_on_triangle(
    ball: &ColliderProxy,
    triangle: &ColliderProxy,
    found: impl FnOnce(ContactPoint),
) -> f64 {
    let Form::Triangle { corners, .. } = triangle.form else {
        return f64::INFINITY;
    };
    let radii = ball.radius + triangle.radius;
    let nearest = |s: f64| {
        let centre = ball.ends(s)[0];
        let (point, weights) = nearest_on_triangle(centre, triangle.corners(s));
        (centre - point, weights)
    };
    let course = ball.course(ball.relative_travel(triangle));
    let gap = |s: f64| nearest(s).0.length() - radii;
    let (s, touches) = match moment_of_contact(gap, course.if_worth_it(radii)) {
        Ok(moment) => moment,
        Err(gap) => return way_of_gap(gap),
    };
    let (between, weights) = nearest(s);
    let distance = between.length();
    let [a, b, c] = triangle.corners(s);
    let normal = match distance > 1e-12 {
        true => between / distance,
        // On the triangle there is no side.
        false => (b - a).cross(c - a).normalize_or(DVec3::Y),
    };
    found(ContactPoint {
        core_a: ball.core(0.0, DVec3::ZERO),
        core_b: at_weights(corners, weights),
        radii: [ball.radius, triangle.radius],
        normal,
        reach: radii,
        touches,
        feature: 0,
    });
    way_of_round(radii + (distance - radii).min(0.0))
}

/// Contacts of a triangle with a box that is an obstacle where no corner of the box is in the
/// way, and how far it may move until they have to be looked at again, m: where it stays far
/// from the box, or over a face. `None` where it has to be looked at as a whole.
pub(super) fn triangle_over_box(
    proxy: &ColliderProxy,
    corners: [usize; 3],
    (half, place): (DVec3, &Pose),
    found: &mut impl FnMut(ContactPoint),
) -> Option<f64> {
    let to_local = |point: DVec3| place.orientation.conjugate() * (point - place.position);
    let from = proxy.corners(0.0).map(to_local);
    let to = proxy.corners(1.0).map(to_local);
    let all = || from.iter().chain(&to).copied();
    let low = all().fold(DVec3::INFINITY, DVec3::min);
    let high = all().fold(DVec3::NEG_INFINITY, DVec3::max);
    let apart = (low - half).max(-half - high).max(DVec3::ZERO).length() - proxy.radius;
    if apart > MARGIN_M {
        return Some(way_of_gap(apart));
    }
    let depth = DVec3::splat(proxy.radius);
    let inside = low.cmpge(-half) & high.cmple(half);
    let above = low.cmpge(half - depth);
    let below = high.cmple(depth - half);
    let axis = (0..3).find(|&axis| {
        let others = (0..3).filter(|&other| other != axis);
        others.into_iter().all(|other| inside.test(other)) && (above.test(axis) || below.test(axis))
    })?;
    let sign = if above.test(axis) { 1.0 } else { -1.0 };
    let normal = place.orientation * (DVec3::AXES[axis] * sign);
    let ends = proxy.corners(1.0);
    let mut way = f64::INFINITY;
    for corner in 0..3 {
        let height = |local: [DVec3; 3]| local[corner][axis] * sign - half[axis];
        let gap = height(from).min(height(to)) - proxy.radius;
        way = way.min(way_of_gap(gap.max(MARGIN_M)));
        if gap < MARGIN_M {
            let mut weights = [0.0; 3];
            weights[corner] = 1.0;
            found(ContactPoint {
                core_a: at_weights(corners, weights),
                core_b: Attachment::World(ends[corner] - normal * height(to)),
                radii: [proxy.radius, 0.0],
                normal,
                reach: proxy.radius,
                touches: gap <= 0.0,
                feature: corner as u32,
            });
        }
    }
    Some(way)
}
