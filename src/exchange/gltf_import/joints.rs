//! The joints of a file.

use super::bodies::{Node, Nodes};
use super::entry;
use crate::exchange::assembly::joint::{Joint, Moves};
use crate::exchange::assembly::Assembly;
use crate::exchange::rig::drives::{Driven, Motor, Spring, RIGID};
use crate::exchange::rig::Move;
use crate::gltf::physics::{self, Physics};
use crate::gltf::GltfError;
use glam::DVec3;

/// Most limits and drives of a joint.
const MOST_PARTS: usize = 100;

/// What a joint does along an axis, or about it.
#[derive(Clone, Copy, PartialEq)]
enum Axis {
    Held,
    Free,
    Ends([f64; 2]),
}

/// A pair of bodies that a joint joins.
pub struct Joined {
    pub bodies: [usize; 2],
    pub collide: bool,
}

/// Joins bodies as the file does; gives which.
pub fn join(
    physics: &Physics,
    nodes: &Nodes,
    assembly: &mut Assembly,
) -> Result<Vec<Joined>, GltfError> {
    let mut joined = Vec::new();
    for (own, first) in physics.nodes.iter().zip(&nodes.all) {
        let held = own.as_ref().and_then(|own| own.joint.as_ref());
        let (Some(held), Some(first)) = (held, first) else {
            continue;
        };
        let name = &first.name;
        let second = entry(&nodes.all, held.connected_node, "node", name)?.as_ref();
        let own = entry(&physics.joints, held.joint, "joint", name)?;
        let Some(second) = second.filter(|second| second.body != first.body) else {
            let what = format!("the joint of {name}, which does not join two bodies");
            assembly.left_out.push(what);
            continue;
        };
        let named = format!("the joint of {name}");
        let count = own.limits.len() + own.drives.len();
        if count > MOST_PARTS {
            let message = format!("{named} has {count} limits and drives, more than {MOST_PARTS}");
            return Err(GltfError::whole(message, "merge some of them"));
        }
        let moves = moves(own, &named, assembly)?;
        let places = [first, second].map(|node| assembly.place_of(node.body).within(node.place));
        let bodies = [first, second].map(|node: &Node| node.body);
        let moves = Moves::Axes(moves);
        assembly.join(&Joint::of_frames(named, bodies, places, moves, None));
        if let [Some(a), Some(b)] = bodies {
            joined.push(Joined {
                bodies: [a.min(b), a.max(b)],
                collide: held.enable_collision,
            });
        }
    }
    Ok(joined)
}

/// What a joint leaves free, seen from its frame: ways, then turns.
fn moves(
    joint: &physics::Joint,
    name: &str,
    assembly: &mut Assembly,
) -> Result<Vec<Move>, GltfError> {
    let mut ways = [Axis::Free; 3];
    let mut turns = [Axis::Free; 3];
    for limit in &joint.limits {
        let all = [
            (&limit.linear_axes, &mut ways),
            (&limit.angular_axes, &mut turns),
        ];
        let ends = [
            limit.min.unwrap_or(f64::NEG_INFINITY),
            limit.max.unwrap_or(f64::INFINITY),
        ];
        for (named, axes) in all {
            if named.iter().any(|axis| *axis > 2) {
                let message = format!("{name} has a limit for an axis other than 0, 1 and 2");
                return Err(GltfError::whole(message, "write axes from 0 to 2"));
            }
            let own = match (named.len(), ends) {
                (_, [0.0, 0.0]) => Axis::Held,
                (0 | 1, ends) => Axis::Ends(ends),
                // Together they keep within a cone or a circle.
                (_, [_, most]) => {
                    let what = format!("the cone or circle shape of the limits of {name}");
                    assembly.left_out.push(what);
                    Axis::Ends([-most, most])
                }
            };
            named.iter().for_each(|&axis| axes[axis] = own);
        }
        let [low, high] = ends;
        if low > high {
            let message = format!("{name} has a limit whose end {high} is below its start {low}");
            return Err(GltfError::whole(message, "swap its `min` and `max`"));
        }
        if limit.stiffness.is_some() {
            let what = format!("the softness of limits of {name}");
            assembly.left_out.push(what);
        }
    }
    let mut moves = Vec::new();
    for (slides, axes) in [(true, ways), (false, turns)] {
        for (axis, own) in axes.into_iter().enumerate() {
            if own == Axis::Held {
                continue;
            }
            let range = match own {
                Axis::Ends(ends) => Some(ends),
                _ => None,
            };
            moves.push(Move {
                slides,
                axis: DVec3::AXES[axis],
                offset: DVec3::ZERO,
                range,
                value: 0.0,
                rate: 0.0,
                driven: driven(joint, slides, axis, name, assembly),
            });
        }
    }
    Ok(moves)
}

/// What drives a move.
fn driven(
    joint: &physics::Joint,
    slides: bool,
    axis: usize,
    name: &str,
    assembly: &mut Assembly,
) -> Driven {
    let kind = if slides { "linear" } else { "angular" };
    let mut driven = Driven::default();
    let own = joint
        .drives
        .iter()
        .filter(|drive| drive.axis == axis && drive.r#type == kind);
    for drive in own {
        if drive.mode == "acceleration" {
            let what = format!("an acceleration drive of {name}");
            assembly.left_out.push(what);
            continue;
        }
        let most = drive.max_force.unwrap_or(f64::INFINITY);
        let rate = drive.velocity_target;
        let is_rigid = drive.damping >= RIGID;
        if drive.stiffness == 0.0 && is_rigid && rate == 0.0 && most.is_finite() {
            driven.friction += most;
            continue;
        }
        if rate != 0.0 {
            if !is_rigid || drive.stiffness > 0.0 {
                let what = format!("the gain of the motor of {name}; the motor holds its speed");
                assembly.left_out.push(what);
            }
            driven.motor = Some(Motor { rate, most });
        }
        if drive.stiffness > 0.0 || rate == 0.0 {
            driven.spring = Some(Spring {
                stiffness: drive.stiffness,
                damping: drive.damping,
                target: drive.position_target,
                most,
            });
        }
    }
    driven
}
