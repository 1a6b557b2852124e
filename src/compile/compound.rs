//! From the pieces of a compound body to its mass, centre and inertia.

use super::body::{convex, solid_of};
use super::build::quaternion;
use crate::physics::convex::{bounds, MassProperties};
use crate::physics::math::principal_axes;
use crate::physics::{Convex, Core, Pose};
use crate::scene::range::{significant, Plain};
use crate::scene::{Body, Compound, Piece, Shape};
use glam::{DMat3, DQuat, DVec3};

/// Share of the reach of a compound body by which its centre of mass may be beside the origin.
const OFF_CENTRE: f64 = 1e-3;

/// Distance of the centre of mass from the origin that rounding leaves, m.
const ROUNDING_M: f64 = 1e-9;

/// Where a piece is in the frame of its body.
pub(super) fn place_of(piece: &Piece) -> Pose {
    Pose {
        position: piece.position_m.into(),
        orientation: quaternion(piece.orientation),
    }
}

/// The solid of a piece in the frame of its body, with a density of one as many times as it is
/// denser than others; `None` for a shape that bodies cannot have, which validation refuses.
fn solid_of_piece(piece: &Piece) -> Option<MassProperties> {
    let own = solid_of(&convex(&piece.shape)?);
    let place = place_of(piece);
    let turn = DMat3::from_quat(place.orientation);
    Some(MassProperties {
        mass: own.mass * piece.relative_density,
        centre: place.position + place.orientation * own.centre,
        inertia: turn * own.inertia * turn.transpose() * piece.relative_density,
    })
}

/// The solid of all pieces in the frame of the body, with the density of the body as one.
fn solid_of_all(compound: &Compound) -> MassProperties {
    MassProperties::of_parts(compound.pieces.iter().filter_map(solid_of_piece))
}

/// Volume of all pieces, each as many times as it is denser than the others, m³: what the density
/// of the body counts for.
pub(super) fn weight_of(compound: &Compound) -> f64 {
    solid_of_all(compound).mass
}

/// Why the pieces of a compound body are not about its origin, and what to do; none of what is given
/// an inertia, whose centre may be anywhere, and of what is led, which has no weight.
pub(super) fn off_centre(body: &Body) -> Option<(String, &'static str)> {
    let Shape::Compound(compound) = &body.shape else {
        return None;
    };
    let centre = solid_of_all(compound).centre;
    let reach = match box_round(compound).core {
        Core::Cuboid(half) => half.length(),
        _ => 0.0,
    };
    let may_be_anywhere = body.inertia_kg_m2.is_some() || body.kinematic.is_some();
    if may_be_anywhere || centre.length() <= OFF_CENTRE * reach {
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
    let centre = solid_of_all(compound).centre;
    if centre.length() <= ROUNDING_M {
        return DVec3::ZERO;
    }
    for piece in &mut compound.pieces {
        piece.position_m = (DVec3::from(piece.position_m) - centre).to_array();
    }
    centre
}

/// Principal moments of inertia about the origin of the body of this mass, kg·m², and their axes.
pub(super) fn inertia_of(compound: &Compound, mass: f64) -> (DVec3, DQuat) {
    let solid = solid_of_all(compound).with_mass(mass);
    principal_axes(solid.inertia_about(DVec3::ZERO))
}

/// A box about the origin that holds all pieces.
pub(super) fn box_round(compound: &Compound) -> Convex {
    let farthest = compound.pieces.iter().filter_map(|piece| {
        let (low, high) = bounds(&convex(&piece.shape)?, &place_of(piece));
        Some(low.abs().max(high.abs()))
    });
    Convex {
        core: Core::Cuboid(farthest.fold(DVec3::ZERO, DVec3::max)),
        radius: 0.0,
    }
}
