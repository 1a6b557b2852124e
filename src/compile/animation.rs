//! Ragdolls that are animated: their clips on their parts, and room for their poses.
//!
//! Limits are opened as far as the clips of a ragdoll turn its joints, and parts that overlap
//! in a clip do not collide with each other: else physics, when it takes over, would throw the
//! figure out of a pose that the animation had taken.

use super::build::quaternion;
use super::figure::Placement as FigurePlacement;
use super::rigid::RigidFigure;
use super::{refuse, BuildError, IdMap, RagdollMap};
use crate::character::clip::{
    own, velocities, Bone, Clip, FittedClip, Key, Placement, RootKey, Skeleton, Track,
};
use crate::physics::convex::{distance, Pose};
use crate::physics::model::PairRule;
use crate::physics::{BodyState, ColliderId, Constraint, Lead, Model, State};
use crate::scene::{self, Animation, Ragdoll};
use glam::DVec3;
use std::sync::Arc;

/// Poses of a clip that are looked at for limits and overlaps.
const LOOKS: u32 = 40;
/// How far limits are opened beyond what a clip turns: between two looks it may turn further.
const ROOM_RAD: f64 = 0.02;
/// Parts that are nearer than this in a clip do not collide, m.
const TOUCHING_M: f64 = 1e-3;

/// A ragdoll that is animated.
#[derive(Debug, Clone)]
pub struct Animated {
    /// Its parts.
    pub skeleton: Skeleton,
    /// From its frame to the world, at the start.
    pub placement: Placement,
    /// What it plays.
    pub clip: FittedClip,
    /// What may get it up before it goes on with that.
    pub rising: Vec<FittedClip>,
    /// The numbers of the scene.
    pub animation: Animation,
    /// Whether it is moved by its clip at the start.
    pub is_led: bool,
}

impl Animated {
    /// The animation of a rigid ragdoll; none if it has none or its parts are not one tree.
    pub(super) fn of(
        ragdoll: &Ragdoll,
        figure: &RigidFigure,
        placement: &FigurePlacement,
    ) -> Option<Animated> {
        let animation = ragdoll.animation.as_ref()?;
        let skeleton = skeleton_of(figure)?;
        let fitted = |name: &str| Some(FittedClip::new(clip(animation, name)?, &skeleton));
        let playing = clip(animation, &animation.clip)?;
        let rising: Vec<&str> = match animation.get_up.as_ref().map(|up| up.clip.as_deref()) {
            None => Vec::new(),
            Some(None) => vec!["rise-back", "rise-front"],
            Some(Some(name)) => vec![name],
        };
        let rising = rising.into_iter().filter(|name| *name != animation.clip);
        Some(Animated {
            placement: placement.rigid(),
            clip: FittedClip::looping(playing, animation.loops, &skeleton),
            rising: rising.filter_map(fitted).collect(),
            animation: animation.clone(),
            is_led: ragdoll.pose.is_none(),
            skeleton,
        })
    }

    /// Where a clip has the parts at a time of it, s, from a placement at its start.
    pub fn parts_at(&self, clip: &FittedClip, time_s: f64, placement: &Placement) -> Vec<Pose> {
        let placement = placement.after(&clip.travelled(time_s));
        self.skeleton.place(&clip.pose(time_s), &placement)
    }

    /// The same with the velocities that lead on to where they are `h` seconds later.
    pub fn motions_at(
        &self,
        clip: &FittedClip,
        time_s: f64,
        placement: &Placement,
        h: f64,
    ) -> Vec<BodyState> {
        let later_s = time_s + h * self.animation.rate;
        let now = self.parts_at(clip, time_s, placement);
        let later = self.parts_at(clip, later_s, placement);
        moving(&now, &later, h)
    }

    /// How it is led: what wakes it.
    pub fn lead(&self) -> Lead {
        Lead {
            least_hit: match self.animation.on_hit {
                true => self.animation.least_hit_kg_m_s,
                false => f64::INFINITY,
            },
        }
    }

    /// Poses of a clip, in the frame of the figure.
    fn looks<'a>(&'a self, clip: &'a FittedClip) -> impl Iterator<Item = Vec<Pose>> + 'a {
        let part_s = clip.clip().length_s / f64::from(LOOKS);
        (0..LOOKS).map(move |look| {
            let pose = clip.pose(part_s * f64::from(look));
            self.skeleton.place(&pose, &Placement::default())
        })
    }
}

/// Parts that get from one place to another within `h` seconds.
pub fn moving(now: &[Pose], later: &[Pose], h: f64) -> Vec<BodyState> {
    let parts = now.iter().zip(velocities(now, later, h));
    parts
        .map(|(pose, velocity)| BodyState {
            position: pose.position,
            orientation: pose.orientation,
            velocity: velocity.linear,
            angular_velocity: velocity.angular,
        })
        .collect()
}

/// The parts of a ragdoll and where they are joined, and from its frame to the world at the
/// start; none for one of particles.
pub fn figure_frame(ragdoll: &Ragdoll) -> Option<(Skeleton, Placement)> {
    let figure = super::rigid::figure_of(ragdoll)?;
    let placement = FigurePlacement::new(ragdoll, figure.parts[0].centre).rigid();
    Some((skeleton_of(&figure)?, placement))
}

/// The parts in the pose from which clips count, where all of them are parallel if there is one.
fn skeleton_of(figure: &RigidFigure) -> Option<Skeleton> {
    let figure = figure.clone().at_zero();
    let bone = |(index, part): (usize, &super::rigid::RigidPart)| {
        let joint = figure.joints.iter().find(|joint| joint.child == index);
        Bone {
            name: part.name.to_string(),
            parent: joint.map(|joint| joint.parent),
            centre: part.centre,
            orientation: part.orientation,
            pin: joint.map_or(part.centre, |joint| joint.point),
        }
    };
    Skeleton::new(figure.parts.iter().enumerate().map(bone).collect())
}

/// The clip with a name that an animation may play.
fn clip(animation: &Animation, name: &str) -> Option<Arc<Clip>> {
    let given = animation.clips.iter().find(|clip| clip.name == name);
    let given = given.map(|clip| Arc::new(clip_of(clip)));
    given.or_else(|| own::named(name))
}

/// The clip of a document.
fn clip_of(given: &scene::Clip) -> Clip {
    let root = given.root.iter().map(|key| RootKey {
        time_s: key.time_s,
        offset: key.offset_m.into(),
        turn: quaternion(key.turn),
    });
    let track = |track: &scene::ClipTrack| Track {
        part: track.part.clone(),
        keys: (track.keys.iter())
            .map(|key| Key {
                time_s: key.time_s,
                turn: quaternion(key.turn),
            })
            .collect(),
    };
    Clip {
        name: given.name.clone(),
        length_s: given.length_s,
        loops: given.loops,
        root_height_m: given.root_height_m.unwrap_or(0.0),
        root: root.collect(),
        tracks: given.tracks.iter().map(track).collect(),
    }
}

/// What the clips of a ragdoll need.
#[derive(Debug)]
struct Room {
    /// Per constraint of the ragdoll, the least and the largest angles of a limit.
    angles: Vec<Option<(DVec3, DVec3)>>,
    /// Parts that overlap, by their indices.
    overlapping: Vec<[usize; 2]>,
}

/// What is needed for ragdolls that have been added: alike ones need alike room.
#[derive(Debug, Default)]
pub(super) struct Rooms {
    known: Vec<(Ragdoll, Room)>,
}

impl Rooms {
    /// Makes room for the poses of an animated ragdoll in the limits of its joints and in the
    /// rules by which its parts collide, and puts it where its clip begins.
    pub fn make(
        &mut self,
        (ragdoll, animated): (&Ragdoll, &Animated),
        (model, state): (&mut Model, &mut State),
        rules: &mut Vec<PairRule>,
        map: &RagdollMap,
    ) {
        let like = like(ragdoll);
        let known = self.known.iter().position(|(other, _)| *other == like);
        let index = known.unwrap_or_else(|| {
            let room = room_of(animated, (model, state), rules, map);
            self.known.push((like, room));
            self.known.len() - 1
        });
        let room = &self.known[index].1;
        let part = |owner: ColliderId| match owner {
            ColliderId::Body(body) => body.checked_sub(map.bodies.start),
            _ => None,
        };
        rules.retain(|rule| match rule.pair.map(part) {
            [Some(a), Some(b)] => !room.overlapping.contains(&[a, b]),
            _ => true,
        });
        let constraints = model.constraints[map.constraints.clone()].iter_mut();
        for (constraint, angles) in constraints.zip(&room.angles) {
            if let (Constraint::AngleLimit(limit), Some((least, most))) = (constraint, angles) {
                limit.min = open(limit.min, *least, DVec3::min, -ROOM_RAD);
                limit.max = open(limit.max, *most, DVec3::max, ROOM_RAD);
            }
        }
        let start_s = animated.animation.start_s;
        let h = model.settings.common.step_s;
        let start = animated.motions_at(&animated.clip, start_s, &animated.placement, h);
        for (body, motion) in map.bodies.clone().zip(start) {
            state.bodies[body] = motion;
        }
    }
}

/// A ragdoll without what makes no difference to the room that it needs.
fn like(ragdoll: &Ragdoll) -> Ragdoll {
    let mut like = ragdoll.clone();
    (like.id, like.pose, like.material, like.color) = (0, None, None, None);
    like.name.clear();
    (like.position_m, like.heading_deg) = ([0.0; 3], 0.0);
    like.orientation = [1.0, 0.0, 0.0, 0.0];
    like
}

fn room_of(
    animated: &Animated,
    (model, state): (&Model, &mut State),
    rules: &[PairRule],
    map: &RagdollMap,
) -> Room {
    let mut angles = vec![None; map.constraints.len()];
    let mut overlapping = Vec::new();
    let clips = std::iter::once(&animated.clip).chain(&animated.rising);
    for (place, clip) in clips.enumerate() {
        for pose in animated.looks(clip) {
            for (body, part) in map.bodies.clone().zip(&pose) {
                state.bodies[body].position = part.position;
                state.bodies[body].orientation = part.orientation;
            }
            note_angles(model, state, map, &mut angles);
            // Whoever is on the way up is seldom hit, and limbs should not sink into each
            // other for that.
            if place == 0 {
                note_overlaps(model, state, rules, map, &mut overlapping);
            }
        }
    }
    Room {
        angles,
        overlapping,
    }
}

fn note_overlaps(
    model: &Model,
    state: &State,
    rules: &[PairRule],
    map: &RagdollMap,
    overlapping: &mut Vec<[usize; 2]>,
) {
    for rule in rules {
        if let [ColliderId::Body(a), ColliderId::Body(b)] = rule.pair {
            let pair = [a, b].map(|body| body.saturating_sub(map.bodies.start));
            if !overlapping.contains(&pair) && !are_apart(model, state, [a, b]) {
                overlapping.push(pair);
            }
        }
    }
}

/// A bound with room for what an animation needs, where it needs more than there is.
fn open(bound: DVec3, needed: DVec3, wider: fn(DVec3, DVec3) -> DVec3, room: f64) -> DVec3 {
    let is_enough = wider(bound, needed).cmpeq(bound);
    DVec3::select(is_enough, bound, needed + room)
}

/// The least and the largest angles of each limit so far.
fn note_angles(
    model: &Model,
    state: &State,
    map: &RagdollMap,
    wide: &mut [Option<(DVec3, DVec3)>],
) {
    let constraints = model.constraints[map.constraints.clone()].iter();
    for (constraint, wide) in constraints.zip(wide) {
        if let Constraint::AngleLimit(limit) = constraint {
            let now = limit.angles(state, limit.model_in(&model.settings));
            let (least, most) = wide.unwrap_or((now, now));
            *wide = Some((least.min(now), most.max(now)));
        }
    }
}

fn are_apart(model: &Model, state: &State, [a, b]: [usize; 2]) -> bool {
    let (Some(shape_a), Some(shape_b)) = (&model.bodies[a].shape, &model.bodies[b].shape) else {
        return true;
    };
    let (pose_a, pose_b) = (state.bodies[a].pose(), state.bodies[b].pose());
    let reach = shape_a.bounding_radius() + shape_b.bounding_radius() + TOUCHING_M;
    pose_a.position.distance(pose_b.position) > reach
        || distance(shape_a, &pose_a, shape_b, &pose_b) > TOUCHING_M
}

/// Animated ragdolls that something is joined to, which a clip would tear off.
pub(super) fn torn(model: &Model, map: &IdMap) -> Vec<BuildError> {
    let ragdolls = map.ragdolls.iter().enumerate();
    let torn = ragdolls.filter(|(_, ragdoll)| {
        let first = model.bodies.get(ragdoll.bodies.start);
        let joined = first.map_or(0, |body| model.tree.movers(body.articulation).len());
        ragdoll.animation.is_some() && joined != ragdoll.bodies.len()
    });
    torn.map(|(i, _)| {
        let message = "an animated ragdoll cannot be joined to another object".into();
        let remedy = "remove the joint or the animation";
        refuse(format!("ragdolls[{i}].animation"), message, remedy)
    })
    .collect()
}
