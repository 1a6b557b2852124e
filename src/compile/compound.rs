//! From the pieces of a compound body to its mass, centre and inertia.

use super::body::{convex, inertia, volume};
use super::build::quaternion;
use crate::physics::convex::bounds;
use crate::physics::math::principal_axes;
use crate::physics::{Convex, Core, Pose};
use crate::scene::range::{significant, Plain};
use crate::scene::{Body, Compound, Piece, Shape};
use glam::{DMat3, DQuat, DVec3};

/// Share of the reach of a compound body by which its centre of mass may be beside the origin.
const OFF_CENTRE: f64 = 1e-3;

/// Distance of the centre of mass from the origin that rounding leaves, m.
const ROUNDING_M: f64 = 1e-9;

/// A piece of a compound body with its share of the whole.
struct Share {
    shape: Convex,
    place: Pose,
    /// Its volume, as many times as it is denser than other pieces, m³.
    weight: f64,
}

impl Share {
    /// `None` for a shape that bodies cannot have, which validation refuses.
    fn of(piece: &Piece) -> Option<Share> {
        let shape = convex(&piece.shape)?;
        Some(Share {
            weight: volume(&shape) * piece.relative_density,
            place: place_of(piece),
            shape,
        })
    }
}

/// Where a piece is in the frame of its body.
pub(super) fn place_of(piece: &Piece) -> Pose {
    Pose {
        position: piece.position_m.into(),
        orientation: quaternion(piece.orientation),
    }
}

fn shares(compound: &Compound) -> impl Iterator<Item = Share> + '_ {
    compound.pieces.iter().filter_map(Share::of)
}

/// Volume of all pieces, each as many times as it is denser than the others, m³: what the density
/// of the body counts for.
pub(super) fn weight_of(compound: &Compound) -> f64 {
    shares(compound).map(|share| share.weight).sum()
}

/// Centre of mass of the pieces in the frame of the body, m; the origin without any.
pub fn centre_of_pieces(compound: &Compound) -> DVec3 {
    let moment: DVec3 = shares(compound).map(|s| s.place.position * s.weight).sum();
    match weight_of(compound) {
        weight if weight > 0.0 => moment / weight,
        _ => DVec3::ZERO,
    }
}

/// Why the pieces of a compound body are not about its origin, and what to do; none of what is given
/// an inertia, whose centre may be anywhere.
pub(super) fn off_centre(body: &Body) -> Option<(String, &'static str)> {
    let Shape::Compound(compound) = &body.shape else {
        return None;
    };
    let centre = centre_of_pieces(compound);
    let reach = match box_round(compound).core {
        Core::Cuboid(half) => half.length(),
        _ => 0.0,
    };
    if body.inertia_kg_m2.is_some() || centre.length() <= OFF_CENTRE * reach {
        return None;
    }
    let [x, y, z] = centre.to_array().map(|x| Plain(significant(x, 4)));
    let message =
        format!("the centre of mass of the pieces is at ({x}, {y}, {z}), not at the origin");
    let remedy = "move the pieces so that their centre is at the origin, or give inertia_kg_m2";
    Some((message, remedy))
}

/// Moves the pieces so that their centre of mass is at the origin, and returns where it was, m; zero
/// where it is there but for rounding.
pub fn move_to_centre(compound: &mut Compound) -> DVec3 {
    let centre = centre_of_pieces(compound);
    if centre.length() <= ROUNDING_M {
        return DVec3::ZERO;
    }
    for piece in &mut compound.pieces {
        piece.position_m = (DVec3::from(piece.position_m) - centre).to_array();
    }
    centre
}

/// Principal moments of inertia about the origin of the body of this mass, kg·m², and their axes
/// (the parallel axis theorem).
pub(super) fn inertia_of(compound: &Compound, mass: f64) -> (DVec3, DQuat) {
    let whole = weight_of(compound);
    let tensors = shares(compound).map(|share| {
        let own_mass = mass * share.weight / whole;
        let (moments, axes) = inertia(&share.shape, own_mass);
        let turn = DMat3::from_quat(share.place.orientation * axes);
        let own = turn * DMat3::from_diagonal(moments) * turn.transpose();
        let arm = share.place.position;
        let outer = DMat3::from_cols(arm * arm.x, arm * arm.y, arm * arm.z);
        own + (DMat3::from_diagonal(DVec3::splat(arm.length_squared())) - outer) * own_mass
    });
    principal_axes(tensors.fold(DMat3::ZERO, |sum, tensor| sum + tensor))
}

/// A box about the origin that holds all pieces.
pub(super) fn box_round(compound: &Compound) -> Convex {
    let farthest = shares(compound).map(|share| {
        let (low, high) = bounds(&share.shape, &share.place);
        low.abs().max(high.abs())
    });
    Convex {
        core: Core::Cuboid(farthest.fold(DVec3::ZERO, DVec3::max)),
        radius: 0.0,
    }
}
