//! Which things collide against the general rule.

use super::{IdMap, RagdollMap};
use crate::physics::constraint::ConstraintRows;
use crate::physics::convex::distance;
use crate::physics::model::PairRule;
use crate::physics::{report, Attachment, ColliderId, Convex, Model, Pose, State};
use crate::scene::{Id, Ragdoll, Scene, Thing};

/// The rules of a scene, for each pair of owners.
pub(super) fn pair_rules(scene: &Scene, map: &IdMap) -> Vec<PairRule> {
    let mut rules = Vec::new();
    for rule in &scene.collision_rules {
        for a in owners(&rule.a, map) {
            for b in owners(&rule.b, map) {
                let collide = rule.collide;
                rules.push(PairRule {
                    pair: [a, b],
                    collide,
                });
            }
        }
    }
    rules
}

fn owners(thing: &Thing, map: &IdMap) -> Vec<ColliderId> {
    match thing {
        Thing::Body(id) => map.body(*id).into_iter().collect(),
        Thing::Stick(id) => map
            .sticks
            .get(id)
            .map(|&i| ColliderId::Stick(i))
            .into_iter()
            .collect(),
        Thing::Part { ragdoll, part } => part_owner(map, *ragdoll, part).into_iter().collect(),
        Thing::Obstacle(id) => {
            let parts = map.obstacles.get(id).cloned().unwrap_or(0..0);
            parts.map(ColliderId::Obstacle).collect()
        }
    }
}

fn part_owner(map: &IdMap, ragdoll: Id, part: &str) -> Option<ColliderId> {
    let ragdoll = map.ragdolls.iter().find(|r| r.id == ragdoll)?;
    let body = ragdoll.body_of(part).map(ColliderId::Body);
    body.or_else(|| ragdoll.stick_of(part).map(ColliderId::Stick))
}

/// Parts nearer than this in the start pose overlap, m: what only just touches there is in
/// the way of the joint beside it.
const TOUCHING_M: f64 = 1e-3;

/// Which parts of the ragdolls of a scene collide with each other, looked at once for all that
/// are alike.
#[derive(Default)]
pub(super) struct SelfCollision {
    known: Vec<(Ragdoll, Vec<[usize; 2]>)>,
}

impl SelfCollision {
    /// Rules that let the parts of a ragdoll collide with each other, but those that a
    /// joint joins and those that touch in the start pose.
    pub fn rules(
        &mut self,
        (model, state): (&Model, &State),
        ragdoll: &Ragdoll,
        map: &RagdollMap,
    ) -> Vec<PairRule> {
        let alike = anywhere(ragdoll);
        let parts = parts_of(map);
        let place = match self.known.iter().position(|(known, _)| *known == alike) {
            Some(place) => place,
            None => {
                let pairs = pairs_apart(model, state, &parts, map);
                self.known.push((alike, pairs));
                self.known.len() - 1
            }
        };
        let collide = |pair: &[usize; 2]| PairRule {
            pair: pair.map(|part| parts[part]),
            collide: true,
        };
        self.known[place].1.iter().map(collide).collect()
    }
}

/// A ragdoll without what says which of those that are alike it is, and where.
fn anywhere(ragdoll: &Ragdoll) -> Ragdoll {
    let nowhere = Ragdoll::new(0, ragdoll.figure.clone());
    Ragdoll {
        id: nowhere.id,
        name: nowhere.name,
        position_m: nowhere.position_m,
        heading_deg: nowhere.heading_deg,
        orientation: nowhere.orientation,
        pose: nowhere.pose,
        material: nowhere.material,
        color: nowhere.color,
        ..ragdoll.clone()
    }
}

/// Bodies and sticks of a ragdoll.
fn parts_of(map: &RagdollMap) -> Vec<ColliderId> {
    let bodies = map.bodies.clone().map(ColliderId::Body);
    let sticks = map.sticks.clone().map(ColliderId::Stick);
    bodies.chain(sticks).collect()
}

/// The pairs of parts, by their places in the list, that no joint joins and that do not touch.
fn pairs_apart(
    model: &Model,
    state: &State,
    parts: &[ColliderId],
    map: &RagdollMap,
) -> Vec<[usize; 2]> {
    let placed = |(i, &owner)| Some((i, owner, placed_shape(model, state, owner)?));
    let solids: Vec<_> = parts.iter().enumerate().filter_map(placed).collect();
    let joints: Vec<_> = model.constraints[map.constraints.clone()]
        .iter()
        .filter(|constraint| report::is_joint(constraint))
        .map(ConstraintRows::attachments)
        .collect();
    let joined = |a: ColliderId, b: ColliderId| {
        joints.iter().any(|[one, other]| {
            let [a_one, a_other] = [one, other].map(|side| is_of(model, a, side));
            let [b_one, b_other] = [one, other].map(|side| is_of(model, b, side));
            (a_one && b_other) || (a_other && b_one)
        })
    };
    let mut pairs = Vec::new();
    for (place, (i, a, shape_a)) in solids.iter().enumerate() {
        for (j, b, shape_b) in &solids[place + 1..] {
            let apart = distance(&shape_a.0, &shape_a.1, &shape_b.0, &shape_b.1) > TOUCHING_M;
            if apart && !joined(*a, *b) {
                pairs.push([*i, *j]);
            }
        }
    }
    pairs
}

/// Rules by which the parts of a ragdoll pass through each other although joints of it are
/// broken, but for what later rules say: its pieces lie in each other as they come off.
pub(super) fn pieces_apart(model: &Model, ragdoll: &RagdollMap) -> Vec<PairRule> {
    if !ragdoll.is_broken(model) {
        return Vec::new();
    }
    let pairs = ragdoll.bodies.clone().flat_map(|a| {
        let others = a + 1..ragdoll.bodies.end;
        others.map(move |b| [a, b].map(ColliderId::Body))
    });
    let apart = |pair| PairRule {
        pair,
        collide: false,
    };
    pairs.map(apart).collect()
}

/// Whether a point is one of a part.
fn is_of(model: &Model, part: ColliderId, point: &Attachment) -> bool {
    match (part, *point) {
        (ColliderId::Body(body), Attachment::Body { body: of, .. }) => body == of,
        (ColliderId::Stick(stick), Attachment::Particle(particle)) => {
            let stick = &model.sticks[stick];
            [stick.a, stick.b].contains(&particle)
        }
        _ => false,
    }
}

fn placed_shape(model: &Model, state: &State, owner: ColliderId) -> Option<(Convex, Pose)> {
    match owner {
        ColliderId::Body(i) => {
            let motion = &state.bodies[i];
            let pose = Pose {
                position: motion.position,
                orientation: motion.orientation,
            };
            Some((model.bodies[i].shape.clone()?, pose))
        }
        ColliderId::Stick(i) => {
            let stick = &model.sticks[i];
            let [a, b] = [stick.a, stick.b].map(|p| state.particles[p].position);
            let pose = Pose {
                position: (a + b) * 0.5,
                orientation: glam::DQuat::IDENTITY,
            };
            Some((Convex::limb((b - a) * 0.5, stick.radius, stick.flat), pose))
        }
        ColliderId::Particle(_)
        | ColliderId::Piece(_)
        | ColliderId::Tetrahedron(_)
        | ColliderId::Triangle(_)
        | ColliderId::Obstacle(_) => None,
    }
}
