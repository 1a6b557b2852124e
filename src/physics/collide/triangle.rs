//! Triangles of particles: where they are, and how they meet a plane.
//!
//! A triangle changes its shape on its way: it coasts as its middle does, and its corners swing
//! about that. A contact acts on the three particles by the barycentric weights of its point
//! (Jakobsen, section 5).

use super::broad_phase::Bounds;
use super::contact_point::ContactPoint;
use super::pair::way_of_gap;
use super::proxy::{ColliderProxy, Form};
use super::MARGIN_M;
use crate::physics::attach::Attachment;
use crate::physics::convex::{Convex, Core, Pose, Posed};
use crate::physics::model::{ColliderId, Model, Obstacle};
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
        movable: !state.rest[articulation].asleep,
        start: [at_start.pose.position; 2],
        travel: [DVec3::ZERO; 2],
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
