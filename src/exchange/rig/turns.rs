//! The turns of joints one after the other: their angles, and how fast they are.

use super::{Move, Moves};
use crate::physics::constraint::AngleLimit;
use crate::physics::math::rotation_from_vector;
use glam::{DMat3, DQuat, DVec3};

/// A motion against a parent, seen from it, m/s and rad/s.
pub struct Twist {
    pub velocity: DVec3,
    pub spin: DVec3,
}

/// The moves of the child seen from the parent, where they were those of the parent seen from
/// the child: R(u, θ) rest becomes rest⁻¹ R(u, −θ) = R(−rest⁻¹ u, θ) rest⁻¹.
pub fn turned_round(moves: Moves, rest: DQuat, spin: DVec3) -> Moves {
    match moves {
        Moves::Ball { turned, driven, .. } => Moves::Ball {
            turned: rest * turned.conjugate() * rest.conjugate(),
            spin,
            driven,
        },
        Moves::Axes(axes) => {
            let turned = |old: Move| Move {
                axis: -(rest.conjugate() * old.axis),
                offset: rest.conjugate() * old.offset,
                ..old
            };
            Moves::Axes(axes.into_iter().rev().map(turned).collect())
        }
    }
}

/// The two axes of the swing and then that of the twist, a right-handed order.
pub fn turns_of(limit: &AngleLimit) -> [usize; 3] {
    let twist = limit.twist_axis;
    [(twist + 1) % 3, (twist + 2) % 3, twist]
}

/// Angles of three turns about axes that the turns before carry along, rad.
pub fn angles_about(order: [usize; 3], turned: DQuat) -> [f64; 3] {
    let m = DMat3::from_quat(turned);
    let entry = |row: usize, column: usize| m.col(order[column])[order[row]];
    [
        libm::atan2(-entry(1, 2), entry(2, 2)),
        libm::asin(entry(0, 2).clamp(-1.0, 1.0)),
        libm::atan2(-entry(0, 1), entry(0, 0)),
    ]
}

/// How far a body is from where its moves put it in its parent, m, and how far it is turned from
/// that, rad; it is as far from the point of the joint there and turned so.
pub fn off(moves: &Moves, rest: DQuat, between: DVec3, relative: DQuat) -> [f64; 2] {
    let Moves::Axes(axes) = moves else {
        return [between.length(), 0.0];
    };
    let stood = Stood::of(axes);
    let off = (stood.turn * rest).conjugate() * relative;
    let turned = 2.0 * DVec3::new(off.x, off.y, off.z).length();
    [between.distance(stood.end), turned]
}

/// Where moves put the second body of a joint, seen from the first.
pub struct Stood {
    /// Axes as the moves before have moved them, and points of them, m.
    pub axes: Vec<(DVec3, DVec3)>,
    /// The point that both share where all moves are 0, as the second carries it, m.
    pub end: DVec3,
    /// How it is turned.
    pub turn: DQuat,
}

impl Stood {
    /// Moves one after the other, each at its value.
    pub fn of(moves: &[Move]) -> Stood {
        let mut stood = Stood {
            axes: Vec::new(),
            end: DVec3::ZERO,
            turn: DQuat::IDENTITY,
        };
        for own in moves {
            let axis = stood.turn * own.axis;
            let point = stood.end + stood.turn * own.offset;
            stood.axes.push((axis, point));
            match own.slides {
                true => stood.end += axis * own.value,
                false => {
                    let about = rotation_from_vector(axis * own.value);
                    stood.turn = about * stood.turn;
                    stood.end = point + about * (stood.end - point);
                }
            }
        }
        stood
    }
}

/// Finds how fast each move is in a motion; turns whose axes have become one stand still. Gives
/// what of the motion they do not leave free, rad/s or m/s.
pub fn set_rates(moves: &mut [Move], motion: Twist) -> f64 {
    let mut carried = DQuat::IDENTITY;
    let mut columns = Vec::new();
    let Twist { mut velocity, spin } = motion;
    for own in moves.iter_mut() {
        if own.slides {
            own.rate = motion.velocity.dot(own.axis);
            velocity -= own.axis * own.rate;
        } else {
            columns.push(carried * own.axis);
            carried *= DQuat::from_axis_angle(own.axis, own.value);
        }
    }
    let (x, y, z) = match columns[..] {
        [] => return spin.length().max(velocity.length()),
        [x] => (
            x,
            x.any_orthonormal_vector(),
            x.cross(x.any_orthonormal_vector()),
        ),
        [x, y, ..] => (x, y, columns.get(2).copied().unwrap_or(x.cross(y))),
    };
    let all = DMat3::from_cols(x, y, z);
    let mut left = spin;
    if all.determinant().abs() > 1e-6 {
        let rates = (all.inverse() * spin).to_array();
        let turns = moves.iter_mut().filter(|own| !own.slides);
        for ((own, rate), column) in turns.zip(rates).zip(columns) {
            own.rate = rate;
            left -= column * rate;
        }
    }
    left.length().max(velocity.length())
}
