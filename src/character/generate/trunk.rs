//! Forms of the figures of the papers, whose trunks are cylinders or sticks and whose arms and
//! legs end without hands and feet.

use super::form::{hand, Form, Place};
use super::part::Part;
use super::solid::{Girth, Solid};
use crate::physics::convex::Core;
use glam::{Mat3, Vec3};

/// How deep a trunk is, as a share of how wide it is.
const DEPTH: f32 = 0.84;

/// Half the length of what is long of a part, m.
fn half_length(part: &Part) -> f32 {
    let half = match part.shape.core {
        Core::Segment(half) => half,
        Core::Cylinder { half_axis, .. } => half_axis,
        _ => return part.shape.radius as f32,
    };
    half.length() as f32
}

/// A slice of a trunk round a part, `longer` m at both ends.
fn slice(part: &Part, place: &Place, [low, high]: [f32; 2], longer: f32) -> Solid {
    let half = half_length(part) + longer;
    Solid::Slice {
        center: place.center,
        to_slice: place.turn.transpose(),
        half,
        low,
        high,
        rounding: 0.85 * half.min(low.min(high)),
        depth: DEPTH,
    }
}

/// Chest and belly in one.
pub(super) fn torso(part: &Part, place: &Place) -> Form {
    let r = place.radius;
    Form {
        solids: vec![slice(part, place, [0.94 * r, r], 0.0)],
        own_blend: 0.0,
        blend: 0.3 * r,
    }
}

/// What joins torso and basin.
pub(super) fn waist(part: &Part, place: &Place) -> Form {
    let r = 0.84 * place.beside;
    Form {
        solids: vec![slice(part, place, [r, r], 0.3 * r)],
        own_blend: 0.0,
        blend: 0.5 * r,
    }
}

pub(super) fn basin(part: &Part, place: &Place) -> Form {
    let r = place.radius;
    Form {
        solids: vec![slice(part, place, [0.86 * r, 0.98 * r], 0.0)],
        own_blend: 0.0,
        blend: 0.5 * r,
    }
}

pub(super) fn neck(place: &Place) -> Form {
    let r = place.radius;
    Form {
        solids: vec![Solid::Limb {
            from: place.joint,
            to: place.end,
            girth: Girth {
                from: 1.1 * r,
                to: 1.4 * r,
                bulge: 0.0,
            },
        }],
        own_blend: 0.0,
        blend: r,
    }
}

/// An upper arm, and the shoulder by which it hangs on a torso.
pub(super) fn upper_arm(place: &Place, mut arm: Form) -> Form {
    let r = place.radius;
    let inward = Vec3::NEG_X * place.joint.x.signum();
    arm.solids.push(Solid::Limb {
        from: place.joint,
        to: place.joint + inward * (2.4 * r),
        girth: Girth::even(0.9 * r),
    });
    arm.own_blend = 0.5 * r;
    arm
}

/// A lower arm that ends in a hand.
pub(super) fn arm_with_hand(part: &Part, place: &Place) -> Form {
    let r = place.radius;
    let cap = match part.shape.core {
        Core::Segment(_) => r,
        _ => 0.0,
    };
    let along = place.axis();
    let length = place.joint.distance(place.end) + cap;
    let wrist = wrist(place);
    let mut form = hand(&Place {
        joint: wrist,
        end: place.joint + along * (length - hand_radius(place)),
        radius: hand_radius(place),
        ..*place
    });
    form.solids.push(Solid::Limb {
        from: place.joint,
        to: wrist,
        girth: Girth {
            from: 0.96 * r,
            to: 0.9 * hand_radius(place),
            bulge: 0.14 * r,
        },
    });
    form.blend = 0.6 * r;
    form
}

/// Radius of what is round of the hand of an arm that has no part for it, m.
pub(super) fn hand_radius(place: &Place) -> f32 {
    (0.82 * place.radius).min(0.12 * place.joint.distance(place.end))
}

/// Where the hand begins of an arm that has no part for it, m.
pub(super) fn wrist(place: &Place) -> Vec3 {
    place.joint.lerp(place.end, 0.56)
}

/// A lower leg that ends in a shoe, whose sole is where the part ends.
pub(super) fn leg_with_shoe(place: &Place, mut leg: Form) -> Form {
    let r = place.radius;
    let down = place.axis();
    let front = (Vec3::Z - down * down.z).normalize_or(Vec3::X);
    let side = front.cross(down);
    let length = place.joint.distance(place.end);
    let half_length = (0.25 * length).max(1.3 * r);
    let half_height = 0.075 * length;
    let edge = 0.8 * half_height;
    let half_width = (1.02 * r).max(0.085 * length);
    leg.solids = vec![
        Solid::Limb {
            from: place.joint,
            to: place.end - down * half_height.max(0.6 * r),
            girth: match leg.solids.first() {
                Some(Solid::Limb { girth, .. }) => *girth,
                _ => Girth::even(r),
            },
        },
        Solid::Box {
            center: place.end - down * half_height + front * (half_length - 1.15 * r),
            to_box: Mat3::from_cols(side, -down, front).transpose(),
            half: Vec3::new(half_width, half_height, half_length) - edge,
            radius: edge,
            taper: 0.4,
        },
    ];
    leg.own_blend = 0.7 * r;
    leg
}

/// Where a leg that has no part for its foot goes into the shoe, m.
pub(super) fn ankle(place: &Place) -> Vec3 {
    place.end.lerp(place.joint, 0.24)
}

/// A ribcage with shoulders and waist, on a stick from shoulder to shoulder.
pub(super) fn chest(part: &Part, place: &Place) -> Form {
    let (r, half) = (place.radius, half_length(part));
    let up = place.center - place.joint;
    let height = up.length();
    let up = up.normalize_or(Vec3::Y);
    let side = (Vec3::X - up * up.x).normalize_or(Vec3::X);
    let to_box = Mat3::from_cols(side, up, side.cross(up)).transpose();
    let slab = |share: f32, half: Vec3, radius: f32| Solid::Box {
        center: place.joint + up * (share * height),
        to_box,
        half: half - radius,
        radius,
        taper: 0.0,
    };
    let slope = |way: f32| Solid::Limb {
        from: place.center + up * (0.15 * r),
        to: place.center + side * (way * 0.97 * half),
        girth: Girth {
            from: 0.72 * r,
            to: 0.56 * r,
            bulge: 0.0,
        },
    };
    let ribs = Vec3::new(0.76 * half, 0.36 * height, 1.08 * r);
    let waist = Vec3::new(0.63 * half, 0.3 * height, 0.95 * r);
    Form {
        solids: vec![
            slab(0.7, ribs, 0.9 * r),
            slab(0.3, waist, 0.85 * r),
            slope(1.0),
            slope(-1.0),
        ],
        own_blend: 0.9 * r,
        blend: 0.9 * r,
    }
}

/// Hips on a stick from one to the other.
pub(super) fn hips(part: &Part, place: &Place) -> Form {
    let (r, half) = (place.radius, half_length(part));
    let radius = 0.8 * r;
    Form {
        solids: vec![Solid::Box {
            center: place.center,
            to_box: place.turn.transpose(),
            half: Vec3::new(half + 0.45 * r, 1.15 * r, 0.92 * r) - radius,
            radius,
            taper: 0.0,
        }],
        own_blend: 0.0,
        blend: 0.9 * r,
    }
}
