//! Seams between obstacles that lie flush: what slides over one must not catch on it.
//!
//! A thing that rests sinks in a little, and so meets the hidden side or the edge
//! of the next obstacle before it is over its face. Such a contact is on a point that
//! another obstacle covers, on which the thing lies at that very place.

use crate::physics::attach::Attachment;
use crate::physics::contact::Contact;
use crate::physics::model::{ColliderId, Model, Obstacle, ObstacleShape};
use crate::physics::shape::nearest_on_box;
use glam::DVec3;

/// Step between two faces from which it is felt, m.
const FLUSH_M: f64 = 0.000_5;
/// Cosine between normals from which two contacts are on one face.
const SAME_FACE: f64 = 0.999_999;

/// Drops the contacts of one proxy, those from `first` on, with an obstacle all of
/// whose points are covered by others. `covered` is scratch memory.
pub(super) fn drop_covered(
    model: &Model,
    contacts: &mut Vec<Contact>,
    first: usize,
    covered: &mut Vec<bool>,
) {
    let of_mover = &contacts[first..];
    if of_mover.iter().all(|c| c.b.owner == of_mover[0].b.owner) {
        return;
    }
    covered.clear();
    for patch in of_mover.chunk_by(|a, b| a.b.owner == b.b.owner) {
        let others = || of_mover.iter().filter(|c| c.b.owner != patch[0].b.owner);
        let is_covered = |c: &Contact| others().any(|other| covers(model, other, c));
        let all = patch.iter().all(is_covered);
        covered.resize(covered.len() + patch.len(), all);
    }
    let mut kept = first;
    for place in first..contacts.len() {
        if !covered[place - first] {
            contacts.swap(kept, place);
            kept += 1;
        }
    }
    contacts.truncate(kept);
}

/// Whether the point of `contact` is in or on the obstacle of `other`, not above the
/// face on which `other` is, and pushes another way.
fn covers(model: &Model, other: &Contact, contact: &Contact) -> bool {
    let (ColliderId::Obstacle(index), Attachment::World(point), Attachment::World(on_face)) =
        (other.b.owner, contact.b.core, other.b.core)
    else {
        return false;
    };
    let height = (point - on_face).dot(other.normal);
    height <= FLUSH_M
        && contact.normal.dot(other.normal) < SAME_FACE
        && depth_in(&model.obstacles[index], point) >= -FLUSH_M
}

/// Depth of a point in a box, m; far outside of anything else.
fn depth_in(obstacle: &Obstacle, point: DVec3) -> f64 {
    let local = obstacle.orientation.conjugate() * (point - obstacle.position);
    match obstacle.shape {
        ObstacleShape::Cuboid(half) => -nearest_on_box(local, half).distance,
        ObstacleShape::Plane => -local.y,
        ObstacleShape::Convex(_) | ObstacleShape::Mesh(_) => f64::NEG_INFINITY,
    }
}
