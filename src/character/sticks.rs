//! Bones for figures of particles: a frame for each stick between two of them.
//!
//! A stick has a direction and no turn about its length: that is not simulated (Jakobsen,
//! "Advanced character physics", section 6). Its bone lies along it exactly. How the bone is
//! turned about it follows from a bone that it hangs on, by the shortest arc from a middle
//! direction whose opposite the limb never has, since there an arc is any one; and from cues:
//! ways between particles that tell where a front is, as the legs do for a pelvis. All of that is
//! a function of the places of the particles alone, and the same wherever the figure is.

use super::generate::Part;
use crate::physics::convex::Convex;
use glam::{DQuat, DVec3};

/// A figure of particles as bones.
#[derive(Debug, Clone, PartialEq)]
pub struct StickRig {
    /// Places of its particles in the bind pose, in the frame of the figure, m.
    start: Vec<DVec3>,
    /// Its bones, parents before their children.
    bones: Vec<StickBone>,
    /// The bones so that those which others follow come first.
    order: Vec<usize>,
    /// What undoes the turn that each bone has there.
    undo: Vec<DQuat>,
}

/// A stick as a bone.
#[derive(Debug, Clone, PartialEq)]
pub struct StickBone {
    /// Name of the part; `l_` and `r_` tell the sides.
    pub name: &'static str,
    /// The so manieth stick of the figure.
    pub stick: usize,
    /// Its particles in the figure, the upper one first.
    pub ends: [usize; 2],
    /// Radius, m.
    pub radius: f64,
    /// Whether its ends are flat.
    pub is_flat: bool,
    /// Index of the bone that it hangs on; none for the root.
    pub parent: Option<usize>,
    /// Where it does in the bind pose, in the frame of the figure, m.
    pub joint: DVec3,
    /// Index of the bone from which its turn follows; none where cues alone say it.
    pub follows: Option<usize>,
    /// The direction from its first to its second end that is farthest from all that it cannot
    /// have, in the frame of the figure; unit. Near the opposite one its turn is wild.
    pub middle: DVec3,
    /// What tells its turn about its length.
    pub cues: Vec<Cue>,
}

/// A way between two particles that turns with a bone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cue {
    /// From one particle of the figure to another.
    pub ends: [usize; 2],
    /// Where it points when it says most, in the frame of the figure in the bind pose; its length
    /// is how much that counts.
    pub toward: DVec3,
}

/// Where a bone is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoneFrame {
    /// The middle of its stick, m.
    pub position: DVec3,
    /// From the frame of the figure in the bind pose; unit.
    pub orientation: DQuat,
}

impl StickRig {
    /// The bones of particles at these places, m; none if one follows itself or something is not
    /// there.
    pub fn new(start: Vec<DVec3>, bones: Vec<StickBone>) -> Option<StickRig> {
        let is_there = |particle: &usize| *particle < start.len();
        let is_whole = |(i, bone): (usize, &StickBone)| {
            let cues = bone.cues.iter().flat_map(|cue| &cue.ends);
            bone.ends.iter().chain(cues).all(is_there)
                && bone.parent.is_none_or(|parent| parent < i)
        };
        if !bones.iter().enumerate().all(is_whole) {
            return None;
        }
        let mut rig = StickRig {
            order: order_of(&bones)?,
            undo: vec![DQuat::IDENTITY; bones.len()],
            start,
            bones,
        };
        rig.undo = (0..rig.bones.len())
            .map(|bone| {
                let still = vec![DQuat::IDENTITY; rig.bones.len()];
                rig.turn(bone, &rig.start, &still).conjugate()
            })
            .collect();
        Some(rig)
    }

    /// Its bones, parents before their children.
    pub fn bones(&self) -> &[StickBone] {
        &self.bones
    }

    /// Places of its particles in the bind pose, in the frame of the figure, m.
    pub fn start(&self) -> &[DVec3] {
        &self.start
    }

    /// The parts that a body is made from.
    pub fn parts(&self) -> Vec<Part> {
        let part = |bone: &StickBone| {
            let [upper, lower] = bone.ends.map(|end| self.start[end]);
            Part {
                name: bone.name,
                parent: bone.parent,
                joint: bone.joint,
                position: 0.5 * (upper + lower),
                orientation: DQuat::IDENTITY,
                shape: Convex::limb(0.5 * (upper - lower), bone.radius, bone.is_flat),
            }
        };
        self.bones.iter().map(part).collect()
    }

    /// Where the bones are when the particles are at these places, m; none if there are too few.
    pub fn frames(&self, places: &[DVec3]) -> Option<Vec<BoneFrame>> {
        if places.len() < self.start.len() {
            return None;
        }
        let mut turns = vec![DQuat::IDENTITY; self.bones.len()];
        for &bone in &self.order {
            turns[bone] = (self.turn(bone, places, &turns) * self.undo[bone]).normalize();
        }
        let frame = |(bone, orientation): (&StickBone, DQuat)| {
            let [upper, lower] = bone.ends.map(|end| places[end]);
            BoneFrame {
                position: 0.5 * (upper + lower),
                orientation,
            }
        };
        Some(self.bones.iter().zip(turns).map(frame).collect())
    }

    /// The turn of a bone along its stick, from those of the bones that it may follow.
    fn turn(&self, bone: usize, places: &[DVec3], turns: &[DQuat]) -> DQuat {
        let bone = &self.bones[bone];
        let way = |[from, to]: [usize; 2], places: &[DVec3]| places[to] - places[from];
        let still = way(bone.ends, &self.start).normalize_or(DVec3::NEG_Y);
        let base = bone.follows.map_or(DQuat::IDENTITY, |other| turns[other]);
        let along = way(bone.ends, places).normalize_or(base * still);
        let swing = match bone.follows {
            Some(_) => {
                let own = (base.conjugate() * along).normalize_or(still);
                let from_middle = DQuat::from_rotation_arc(bone.middle, own);
                base * from_middle * DQuat::from_rotation_arc(bone.middle, still).conjugate()
            }
            None => DQuat::from_rotation_arc(still, along),
        };
        // Cosine and sine of the turn that each says, added up.
        let mut cosine = if bone.follows.is_some() { 1.0 } else { 0.0 };
        let mut sine = 0.0;
        for cue in &bone.cues {
            let length = way(cue.ends, &self.start).length().max(f64::MIN_POSITIVE);
            let seen = across(way(cue.ends, places) / length, along);
            let meant = across(swing * cue.toward, along);
            cosine += meant.dot(seen);
            sine += meant.cross(seen).dot(along);
        }
        twist(along, cosine, sine) * swing
    }
}

/// The bones so that those which others follow come first; none if there is a circle.
fn order_of(bones: &[StickBone]) -> Option<Vec<usize>> {
    let mut order: Vec<usize> = Vec::with_capacity(bones.len());
    while order.len() < bones.len() {
        let is_next = |i: &usize| {
            let follows = bones[*i].follows;
            !order.contains(i) && follows.is_none_or(|other| order.contains(&other))
        };
        let next = (0..bones.len()).find(is_next)?;
        order.push(next);
    }
    Some(order)
}

/// What of a way is across an axis.
fn across(way: DVec3, axis: DVec3) -> DVec3 {
    way - axis * way.dot(axis)
}

/// The turn about an axis by the angle whose cosine and sine are these times anything; none if
/// both are next to nothing.
fn twist(axis: DVec3, cosine: f64, sine: f64) -> DQuat {
    const NOTHING: f64 = 1e-12;
    let size = (cosine * cosine + sine * sine).sqrt();
    if size < NOTHING || !size.is_finite() {
        return DQuat::IDENTITY;
    }
    let (cosine, sine) = (cosine / size, sine / size);
    if cosine < 0.0 {
        // Half of the angle by its sine: its cosine may be next to nothing.
        let half = (0.5 * (1.0 - cosine)).sqrt().copysign(sine);
        let vector = axis * half;
        return DQuat::from_xyzw(vector.x, vector.y, vector.z, 0.5 * sine / half).normalize();
    }
    let vector = axis * sine;
    DQuat::from_xyzw(vector.x, vector.y, vector.z, 1.0 + cosine).normalize()
}
