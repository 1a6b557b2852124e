//! Animation of figures of rigid parts: clips, the poses that they give, and their mixing.
//!
//! A [`Clip`] knows parts by their names and turns them against their parents; a
//! [`Skeleton`] knows where they are joined. [`FittedClip`] puts both together: a pose at
//! any time, whose joints coincide exactly since the parts are placed outward from the root.
//!
//! Sources: Shoemake, "Animating rotation with quaternion curves" (1985), for keys;
//! Gästrin, "Physically based character simulation", section 2.2, for the mixing of a
//! skeleton that is animated with the same skeleton that is simulated.

mod fitted;
pub mod own;
mod placement;
mod pose;
mod skeleton;

pub use fitted::FittedClip;
pub use placement::Placement;
pub use pose::{ease, interpolate, JointPose};
pub use skeleton::{velocities, Bone, PartVelocity, Skeleton};

use glam::{DQuat, DVec3};

/// A motion of a figure, as keys.
#[derive(Debug, Clone, PartialEq)]
pub struct Clip {
    /// Its name.
    pub name: String,
    /// How long it lasts, s; positive.
    pub length_s: f64,
    /// Whether it begins again at its end; what the root has moved then adds up.
    pub loops: bool,
    /// Height of the centre of the root at the start pose of the figure that it was made for,
    /// m; a taller figure takes longer ways.
    pub root_height_m: f64,
    /// Where the root is.
    pub root: Vec<RootKey>,
    /// How parts are turned; those without a track follow their parents rigidly.
    pub tracks: Vec<Track>,
}

/// Where the root is at a time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RootKey {
    /// When, s.
    pub time_s: f64,
    /// From its place at the start pose, in the frame of the figure, m.
    pub offset: DVec3,
    /// Its turn from the start pose, in the frame of the figure.
    pub turn: DQuat,
}

/// How a part is turned against its parent over time.
#[derive(Debug, Clone, PartialEq)]
pub struct Track {
    /// Name of the part.
    pub part: String,
    /// Its keys in the order of their times.
    pub keys: Vec<Key>,
}

/// How a part is turned at a time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Key {
    /// When, s.
    pub time_s: f64,
    /// Its turn against its parent from the start pose, about the axes of the parent's turn
    /// from the start pose.
    pub turn: DQuat,
}

impl Clip {
    /// The root at a time within a loop.
    fn root_at(&self, local_s: f64) -> (DVec3, DQuat) {
        match around(&self.root, local_s, |key| key.time_s) {
            Around::Nothing => (DVec3::ZERO, DQuat::IDENTITY),
            Around::One(key) => (key.offset, key.turn),
            Around::Between(a, b, share) => (
                a.offset.lerp(b.offset, share),
                interpolate(a.turn, b.turn, share),
            ),
        }
    }

    /// What a whole loop moves a figure by, along the ground and about the vertical, whose
    /// root is at `centre` at the start pose and takes `scale` times the ways of the clip.
    fn travel(&self, centre: DVec3, scale: f64) -> Placement {
        let (Some(first), Some(last)) = (self.root.first(), self.root.last()) else {
            return Placement::default();
        };
        let turn = heading_of(last.turn * first.turn.conjugate());
        let level = |key: &RootKey| {
            let place = centre + key.offset * scale;
            DVec3::new(place.x, 0.0, place.z)
        };
        Placement {
            shift: level(last) - turn * level(first),
            turn,
        }
    }
}

impl Track {
    fn turn_at(&self, local_s: f64) -> DQuat {
        match around(&self.keys, local_s, |key| key.time_s) {
            Around::Nothing => DQuat::IDENTITY,
            Around::One(key) => key.turn,
            Around::Between(a, b, share) => interpolate(a.turn, b.turn, share),
        }
    }
}

/// The keys at a time.
enum Around<'a, K> {
    Nothing,
    One(&'a K),
    /// Two of them, and how far from the first to the second.
    Between(&'a K, &'a K, f64),
}

fn around<K>(keys: &[K], time_s: f64, time_of: impl Fn(&K) -> f64) -> Around<'_, K> {
    let later = keys.partition_point(|key| time_of(key) <= time_s);
    let before = later.checked_sub(1).and_then(|index| keys.get(index));
    match (before, keys.get(later)) {
        (None, None) => Around::Nothing,
        (Some(key), None) | (None, Some(key)) => Around::One(key),
        (Some(a), Some(b)) => {
            let share = (time_s - time_of(a)) / (time_of(b) - time_of(a));
            Around::Between(a, b, share)
        }
    }
}

/// The part of a turn that is about the vertical; none if it is a half turn about another axis.
pub fn heading_of(turn: DQuat) -> DQuat {
    let about = DQuat::from_xyzw(0.0, turn.y, 0.0, turn.w);
    match about.length_squared() > 1e-12 {
        true => about.normalize(),
        false => DQuat::IDENTITY,
    }
}
