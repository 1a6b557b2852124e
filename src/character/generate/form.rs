//! The form of each part, by its name: a dummy has calves, a chest and shoes.
//!
//! Limbs run from joint to joint, so that what meets there has one girth; all of it stays
//! within what collides, but for what joins two parts.

use super::part::Part;
use super::solid::{Girth, Solid};
use super::trunk;
use crate::physics::convex::{Convex, Core};
use glam::{Mat3, Vec3};

/// The form of a part.
#[derive(Debug, Clone)]
pub(super) struct Form {
    /// What it is put together from.
    pub solids: Vec<Solid>,
    /// Over which length these flow into each other, m.
    pub own_blend: f32,
    /// Over which length it flows into its parent, m.
    pub blend: f32,
}

/// Where a part lies in the figure, m.
pub(super) struct Place {
    /// Where it hangs on its parent.
    pub joint: Vec3,
    /// Where the one part that hangs on it does, or its far end.
    pub end: Vec3,
    pub center: Vec3,
    /// Part to figure.
    pub turn: Mat3,
    /// Radius of what is round of it.
    pub radius: f32,
    /// The least radius of those that it hangs on and that hang on it.
    pub beside: f32,
    /// Name without its side of the part that it hangs on.
    pub above: Option<&'static str>,
    /// Whether no part hangs on it.
    pub is_last: bool,
}

impl Place {
    /// Of a part, the one that it hangs on, and those that hang on it.
    pub fn of(part: &Part, parent: Option<&Part>, children: &[&Part]) -> Place {
        let (joint, end) = match (parent, children) {
            // A root at the end of a figure hangs on the one part that hangs on it.
            (None, [child]) => {
                let joint = child.joint.as_vec3();
                (joint, far_end(part, joint))
            }
            (_, [child]) => (part.joint.as_vec3(), child.joint.as_vec3()),
            _ => (part.joint.as_vec3(), far_end(part, part.joint.as_vec3())),
        };
        let beside = children.iter().copied().chain(parent);
        let beside = beside.map(|other| girth_of(&other.shape));
        let place = Place {
            joint,
            end,
            center: part.position.as_vec3(),
            turn: Mat3::from_quat(part.orientation.as_quat()),
            radius: girth_of(&part.shape),
            beside: beside.fold(f32::INFINITY, f32::min),
            above: parent.map(Part::kind),
            is_last: children.is_empty(),
        };
        match part.kind() {
            "head" => place.of_head(part),
            _ => place,
        }
    }

    /// The place of the skull in a head: at its upper end where the head has a neck.
    fn of_head(mut self, part: &Part) -> Place {
        /// From the middle of a skull to the top of the head, in its radii.
        const TOP: f32 = 1.27;
        let (cap, length) = match part.shape.core {
            Core::Segment(half) if half.length() > part.shape.radius => {
                (self.radius, half.length() as f32 * 2.0)
            }
            Core::Cylinder { half_axis, .. } => (0.0, half_axis.length() as f32 * 2.0),
            _ => return self,
        };
        self.radius = self.radius.min(0.6 * length);
        self.center = self.end + self.axis() * (cap - TOP * self.radius);
        self
    }

    /// From the joint along the part; unit.
    pub fn axis(&self) -> Vec3 {
        (self.end - self.joint).normalize_or(Vec3::NEG_Y)
    }
}

/// The centre of the end of its core that is farther from its joint, m.
fn far_end(part: &Part, joint: Vec3) -> Vec3 {
    let half = match part.shape.core {
        Core::Segment(half) => half,
        Core::Cylinder { half_axis, .. } => half_axis,
        _ => return part.position.as_vec3(),
    };
    let half = (part.orientation * half).as_vec3();
    let ends = [1.0, -1.0].map(|side| part.position.as_vec3() + half * side);
    let [a, b] = ends;
    match a.distance_squared(joint) >= b.distance_squared(joint) {
        true => a,
        false => b,
    }
}

/// Radius of what is round of a shape, m.
fn girth_of(shape: &Convex) -> f32 {
    let radius = match shape.core {
        Core::Cylinder { radius, .. } => radius + shape.radius,
        _ => shape.radius,
    };
    radius as f32
}

/// The form of a part at its place.
pub(super) fn form_of(part: &Part, place: &Place) -> Form {
    let r = place.radius;
    let limb = |from: f32, to: f32, bulge: f32, blend: f32| Form {
        solids: vec![Solid::Limb {
            from: place.joint,
            to: place.end,
            girth: Girth {
                from: from * r,
                to: to * r,
                bulge: bulge * r,
            },
        }],
        own_blend: 0.0,
        blend: blend * r,
    };
    match part.kind() {
        "head" => head(place),
        "upper_torso" if is_cylinder(part) => trunk::torso(part, place),
        "spine" if is_cylinder(part) => trunk::waist(part, place),
        "basin" => trunk::basin(part, place),
        "neck" => trunk::neck(place),
        "chest" => trunk::chest(part, place),
        "flank" => limb(0.26, 0.3, 0.0, 0.8),
        "pelvis" if matches!(part.shape.core, Core::Segment(_)) => trunk::hips(part, place),
        "upper_torso" | "lower_torso" | "pelvis" => Form {
            solids: vec![plain(part, place)],
            own_blend: 0.0,
            blend: 0.9 * r,
        },
        "shoulder" => limb(0.95, 1.08, 0.0, 1.3),
        "upper_arm" if is_cylinder(part) => trunk::upper_arm(place, limb(1.0, 0.8, 0.1, 0.9)),
        // It hangs beside the chest, into which only the shoulder flows.
        "upper_arm" if place.above == Some("chest") => limb(1.0, 0.8, 0.1, 0.35),
        "upper_arm" => limb(1.06, 0.8, 0.1, 0.9),
        "lower_arm" if place.is_last => trunk::arm_with_hand(part, place),
        "lower_arm" => limb(0.96, 0.64, 0.16, 0.6),
        "hand" => hand(place),
        "upper_leg" => limb(1.08, 0.74, 0.06, 0.9),
        "lower_leg" if place.is_last => trunk::leg_with_shoe(place, limb(0.96, 0.7, 0.2, 0.6)),
        "lower_leg" => limb(0.96, 0.64, 0.2, 0.6),
        "foot" => foot(part, place),
        _ => Form {
            solids: vec![plain(part, place)],
            own_blend: 0.0,
            blend: 0.5 * r,
        },
    }
}

fn is_cylinder(part: &Part) -> bool {
    matches!(part.shape.core, Core::Cylinder { .. })
}

/// Skull and jaw on a neck.
fn head(place: &Place) -> Form {
    let r = place.radius;
    let at = |x: f32, y: f32, z: f32| place.center + place.turn * (Vec3::new(x, y, z) * r);
    let skull = Solid::ball(at(0.0, 0.31, -0.12), 0.96 * r);
    let face = Solid::Limb {
        from: at(0.0, 0.2, 0.14),
        to: at(0.0, -0.62, 0.2),
        girth: Girth {
            from: 0.74 * r,
            to: 0.54 * r,
            bulge: 0.0,
        },
    };
    let neck = Solid::Limb {
        from: place.joint - 0.25 * r * place.axis(),
        to: at(0.0, -0.3, -0.2),
        girth: Girth {
            from: 0.58 * r,
            to: 0.5 * r,
            bulge: 0.0,
        },
    };
    Form {
        solids: vec![skull, face, neck],
        own_blend: 0.3 * r,
        blend: 0.45 * r,
    }
}

/// Across a hand and a foot: how it lies, with z to the fingers or to the front.
pub(super) fn hand(place: &Place) -> Form {
    let r = place.radius;
    let along = place.axis();
    // Palms face down where arms are spread, and the thighs where they hang.
    let front = (Vec3::Z - along * along.z).normalize_or(Vec3::X);
    let thin = front.cross(along);
    let length = place.joint.distance(place.end) + r;
    let at = |l: f32, w: f32| place.joint + along * (l * length) + front * (w * r);
    let slab = |from: f32, to: f32, width: f32, radius: f32| {
        let half_length = 0.5 * (to - from) * length - radius * r;
        Solid::Box {
            center: at(0.5 * (from + to), 0.0),
            to_box: Mat3::from_cols(front, thin, along).transpose(),
            half: Vec3::new((width - radius) * r, 0.0, half_length.max(0.0)),
            radius: radius * r,
            taper: 0.0,
        }
    };
    let palm = slab(0.05, 0.66, 1.3, 0.72);
    let fingers = slab(0.4, 1.0, 1.14, 0.6);
    let thumb = Solid::Limb {
        from: at(0.25, 0.8),
        to: at(0.58, 1.75),
        girth: Girth {
            from: 0.5 * r,
            to: 0.42 * r,
            bulge: 0.0,
        },
    };
    let wrist = Solid::Limb {
        from: place.joint,
        to: at(0.3, 0.0),
        girth: Girth {
            from: 0.8 * r,
            to: 0.7 * r,
            bulge: 0.0,
        },
    };
    Form {
        solids: vec![wrist, palm, fingers, thumb],
        own_blend: 0.5 * r,
        blend: 0.7 * r,
    }
}

/// A shoe that reaches as far as the part.
fn foot(part: &Part, place: &Place) -> Form {
    let r = place.radius;
    let Core::Segment(half_axis) = part.shape.core else {
        return Form {
            solids: vec![plain(part, place)],
            own_blend: 0.0,
            blend: 0.5 * r,
        };
    };
    let along = (place.turn * half_axis.as_vec3()).normalize_or(Vec3::Z);
    let along = along * along.z.signum();
    let side = Vec3::Y.cross(along).normalize_or(Vec3::X);
    let edge = 0.62 * r;
    let half_length = half_axis.length() as f32 + r - edge;
    let shoe = Solid::Box {
        center: place.center,
        to_box: Mat3::from_cols(side, along.cross(side), along).transpose(),
        half: Vec3::new(1.16 * r - edge, r - edge, half_length),
        radius: edge,
        taper: 0.5,
    };
    let ankle = Solid::ball(place.joint, 0.84 * r);
    Form {
        solids: vec![shoe, ankle],
        own_blend: 0.9 * r,
        blend: 0.9 * r,
    }
}

/// The shape that collides, with round edges.
fn plain(part: &Part, place: &Place) -> Solid {
    let radius = part.shape.radius as f32;
    let segment = |half: Vec3, radius: f32| Solid::Limb {
        from: place.center - place.turn * half,
        to: place.center + place.turn * half,
        girth: Girth::even(radius),
    };
    match &part.shape.core {
        Core::Segment(half) => segment(half.as_vec3(), radius),
        Core::Cylinder {
            half_axis,
            radius: girth,
        } => {
            let (girth, length) = (*girth as f32, half_axis.length() as f32);
            let within = (1.0 - girth / length.max(1e-6)).max(0.0);
            segment(half_axis.as_vec3() * within, girth + radius)
        }
        Core::Cuboid(half) | Core::Wedge(half) => Solid::Box {
            center: place.center,
            to_box: place.turn.transpose(),
            half: half.as_vec3(),
            radius: radius.max(0.3 * half.min_element() as f32),
            taper: 0.0,
        },
        Core::Point | Core::Triangle(_) => Solid::ball(place.center, radius),
        // No figure has one.
        Core::Hull(_) => Solid::ball(place.center, part.shape.bounding_radius() as f32),
    }
}
