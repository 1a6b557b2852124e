//! Contact geometry of each pair of shapes.

use super::mover::{Form, Mover};
use super::sweep::moment_of_contact;
use super::{Touch, MARGIN_M};
use crate::physics::attach::Attachment;
use crate::physics::model::{Obstacle, ObstacleShape};
use crate::physics::shape::{
    nearest_of_segments, nearest_on_box, nearest_on_limb, rim_offset, Nearest,
};
use glam::DVec3;

/// Contacts of a mover with an obstacle.
pub(super) fn with_obstacle(mover: &Mover, obstacle: &Obstacle, mut found: impl FnMut(Touch)) {
    let places: &[f64] = match mover.form {
        Form::Ball(_) => &[0.0],
        Form::Limb { .. } => &[0.0, 1.0],
    };
    for &place in places {
        found_if(end_with_obstacle(mover, place, obstacle), &mut found);
    }
    if let (Form::Limb { .. }, ObstacleShape::Cuboid(half)) = (mover.form, obstacle.shape) {
        found_if(middle_with_box(mover, obstacle, half), &mut found);
    }
}

/// Contacts of two movers; the normal leads from `b` to `a`.
pub(super) fn with_mover(a: &Mover, b: &Mover, mut found: impl FnMut(Touch)) {
    let touch = match (a.form, b.form) {
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
        ObstacleShape::Cuboid(_) => moment_of_contact(gap, 2.0 * mover.longest_travel())?,
    };
    let (point, nearest, reach, offset) = nearest(s);
    Some(Touch {
        core_a: mover.core(place, offset),
        core_b: Attachment::World(point - nearest.normal * nearest.distance),
        normal: nearest.normal,
        reach,
        touches,
    })
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
        normal: nearest.normal,
        reach: mover.radius,
        touches,
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
        normal: at.normal,
        reach: (centre - axis_point - offset).dot(at.normal) - (at.distance - ball.radius),
        touches,
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
        normal,
        reach,
        touches,
    })
}

fn to_local(point: DVec3, obstacle: &Obstacle) -> DVec3 {
    obstacle.orientation.conjugate() * (point - obstacle.position)
}

fn nearest_on_obstacle(point: DVec3, obstacle: &Obstacle) -> Nearest {
    let local = to_local(point, obstacle);
    let nearest = match obstacle.shape {
        ObstacleShape::Plane => Nearest {
            distance: local.y,
            normal: DVec3::Y,
        },
        ObstacleShape::Cuboid(half) => nearest_on_box(local, half),
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
