//! Animations of a figure, sampled.

use super::document::{Animation, Node, Sampler};
use super::model::Joint;
use super::{at, Gltf, GltfError, Placed};
use crate::budget::{self, Account};
use glam::{DMat4, DQuat, DVec3};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Samples in a second.
const RATE_HZ: f64 = 30.0;
/// Longest animation that is read, s; what goes on is cut there.
pub const LONGEST_S: f64 = 60.0;
/// Most animations of a file that are read.
const MOST_CLIPS: usize = 64;

/// A motion of the joints of a figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Clip {
    /// Its name.
    pub name: String,
    /// How long it lasts, s.
    pub length_s: f64,
    /// Where the joints are from time to time.
    pub frames: Vec<Frame>,
}

/// The joints of a figure at a time.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// When, s.
    pub time_s: f64,
    /// Place, m, and turn of each joint in the scene.
    pub joints: Vec<(DVec3, DQuat)>,
}

/// What of a node an animation changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Path {
    Translation,
    Rotation,
    Scale,
}

/// Values at times.
struct Track {
    node: usize,
    path: Path,
    times: Rc<[f64]>,
    /// Vectors have nothing in the last place.
    values: Rc<[[f64; 4]]>,
    kind: Interpolation,
}

/// What has been read of the accessors of an animation; many channels share them.
#[derive(Default)]
struct Keys {
    times: BTreeMap<usize, Rc<[f64]>>,
    turns: BTreeMap<usize, Rc<[[f64; 4]]>>,
    vectors: BTreeMap<usize, Rc<[[f64; 4]]>>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Interpolation {
    Linear,
    Step,
    Cubic,
}

impl Gltf {
    /// The animations that move joints of a figure; those that cannot be read are told.
    pub(super) fn clips(
        &self,
        places: &[Placed],
        joints: &[Joint],
        notes: &mut Vec<String>,
    ) -> Vec<Clip> {
        let animations = &self.document.animations;
        if animations.len() > MOST_CLIPS {
            notes.push(format!(
                "only {MOST_CLIPS} of {} animations are read",
                animations.len()
            ));
        }
        let mut clips: Vec<Clip> = Vec::new();
        let mut looks = Account::of(&budget::GLTF_PLACES);
        for (i, animation) in animations.iter().take(MOST_CLIPS).enumerate() {
            match self.clip(animation, places, joints, &mut looks) {
                Ok(Some(clip)) => clips.push(Clip {
                    name: name_of(&animation.name, i),
                    ..clip
                }),
                Ok(None) => {}
                Err(error) => notes.push(format!("animation {i} is left out: {error}")),
            }
        }
        clips
    }

    fn clip(
        &self,
        animation: &Animation,
        places: &[Placed],
        joints: &[Joint],
        looks: &mut Account,
    ) -> Result<Option<Clip>, GltfError> {
        let tracks = self.tracks(animation, places)?;
        let ends = tracks
            .iter()
            .filter_map(|track| track.times.last().copied());
        let length_s = ends.fold(0.0, f64::max).min(LONGEST_S);
        if length_s <= 0.0 {
            return Ok(None);
        }
        let count = (length_s * RATE_HZ).ceil().max(1.0) as usize;
        looks.add((count + 1) * (places.len() + tracks.len()))?;
        let frame = |i: usize| {
            let time_s = length_s * i as f64 / count as f64;
            Frame {
                time_s,
                joints: self.joints_at(&tracks, time_s, places, joints),
            }
        };
        Ok(Some(Clip {
            name: String::new(),
            length_s,
            frames: (0..=count).map(frame).collect(),
        }))
    }

    /// What an animation changes of nodes that are placed.
    fn tracks(&self, animation: &Animation, places: &[Placed]) -> Result<Vec<Track>, GltfError> {
        budget::GLTF_CHANNELS.allow(animation.channels.len())?;
        // Of channels that move the same the last one counts.
        let mut samplers: BTreeMap<(usize, Path), usize> = BTreeMap::new();
        let placed: BTreeSet<usize> = places.iter().map(|placed| placed.node).collect();
        for channel in &animation.channels {
            let path = match channel.target.path.as_str() {
                "translation" => Path::Translation,
                "rotation" => Path::Rotation,
                "scale" => Path::Scale,
                _ => continue,
            };
            let node = channel.target.node;
            let Some(node) = node.filter(|node| placed.contains(node)) else {
                continue;
            };
            samplers.insert((node, path), channel.sampler);
        }
        let mut keys = Keys::default();
        let tracks = samplers.into_iter().map(|((node, path), sampler)| {
            let sampler = at(&animation.samplers, sampler, "sampler")?;
            self.track(sampler, node, path, &mut keys)
        });
        tracks.collect()
    }

    fn track(
        &self,
        sampler: &Sampler,
        node: usize,
        path: Path,
        keys: &mut Keys,
    ) -> Result<Track, GltfError> {
        let times = shared(&mut keys.times, sampler.input, || {
            let times = self.floats::<1>(sampler.input)?;
            Ok(times.iter().map(|[time]| f64::from(*time)).collect())
        })?;
        let values = match path {
            Path::Rotation => shared(&mut keys.turns, sampler.output, || {
                let turns = self.floats::<4>(sampler.output)?;
                Ok(turns.iter().map(|turn| turn.map(f64::from)).collect())
            }),
            Path::Translation | Path::Scale => shared(&mut keys.vectors, sampler.output, || {
                let vectors = self.floats::<3>(sampler.output)?;
                let wide = vectors
                    .iter()
                    .map(|&[x, y, z]| [x, y, z, 0.0].map(f64::from));
                Ok(wide.collect())
            }),
        }?;
        let kind = match sampler.interpolation.as_deref() {
            Some("STEP") => Interpolation::Step,
            Some("CUBICSPLINE") => Interpolation::Cubic,
            _ => Interpolation::Linear,
        };
        let needed = match kind {
            Interpolation::Cubic => 3 * times.len(),
            _ => times.len(),
        };
        let is_sorted = times.is_sorted() && times.first().is_none_or(|first| *first >= 0.0);
        if values.len() < needed || !is_sorted {
            return Err(GltfError::torn("its times and values do not match"));
        }
        Ok(Track {
            node,
            path,
            times,
            values,
            kind,
        })
    }

    /// Where joints are when the tracks have their values of a time.
    fn joints_at(
        &self,
        tracks: &[Track],
        time_s: f64,
        places: &[Placed],
        joints: &[Joint],
    ) -> Vec<(DVec3, DQuat)> {
        let mut changed: BTreeMap<usize, (DVec3, DQuat, DVec3)> = BTreeMap::new();
        for track in tracks {
            let Some(value) = track.value(time_s) else {
                continue;
            };
            let node = self.document.nodes.get(track.node);
            let parts = changed.entry(track.node).or_insert_with(|| {
                node.map_or((DVec3::ZERO, DQuat::IDENTITY, DVec3::ONE), parts_of)
            });
            let [x, y, z, w] = value;
            match track.path {
                Path::Translation => parts.0 = DVec3::new(x, y, z),
                Path::Rotation => parts.1 = unit(DQuat::from_xyzw(x, y, z, w)),
                Path::Scale => parts.2 = DVec3::new(x, y, z),
            }
        }
        let mut to_scene: Vec<DMat4> = Vec::with_capacity(places.len());
        let mut by_node = BTreeMap::new();
        for placed in places {
            let to_parent = match changed.get(&placed.node) {
                Some(&(shift, turn, scale)) => {
                    DMat4::from_scale_rotation_translation(scale, turn, shift)
                }
                None => {
                    (self.document.nodes.get(placed.node)).map_or(DMat4::IDENTITY, Node::to_parent)
                }
            };
            let above = placed
                .parent
                .and_then(|parent| to_scene.get(parent).copied());
            let here = above.unwrap_or(DMat4::IDENTITY) * to_parent;
            by_node.insert(placed.node, here);
            to_scene.push(here);
        }
        let place = |joint: &Joint| {
            let here = by_node.get(&joint.node).copied().unwrap_or(joint.to_scene);
            (here.w_axis.truncate(), turn_of(&here))
        };
        joints.iter().map(place).collect()
    }
}

/// What was read of an accessor before, or else is read now.
fn shared<T>(
    known: &mut BTreeMap<usize, Rc<[T]>>,
    accessor: usize,
    read: impl FnOnce() -> Result<Rc<[T]>, GltfError>,
) -> Result<Rc<[T]>, GltfError> {
    if let Some(keys) = known.get(&accessor) {
        return Ok(keys.clone());
    }
    let keys = read()?;
    known.insert(accessor, keys.clone());
    Ok(keys)
}

/// How a frame is turned, whatever its scale.
pub(crate) fn turn_of(to_scene: &DMat4) -> DQuat {
    unit(to_scene.to_scale_rotation_translation().1)
}

fn unit(turn: DQuat) -> DQuat {
    let length = turn.length();
    match length.is_finite() && length > 1e-9 {
        true => turn / length,
        false => DQuat::IDENTITY,
    }
}

fn parts_of(node: &Node) -> (DVec3, DQuat, DVec3) {
    let (scale, turn, shift) = node.to_parent().to_scale_rotation_translation();
    (shift, unit(turn), scale)
}

fn name_of(name: &str, index: usize) -> String {
    let name: String = (name.chars())
        .filter(|c| !crate::text::is_hidden(*c))
        .take(60)
        .collect();
    match name.is_empty() {
        true => format!("clip {index}"),
        false => name,
    }
}

impl Track {
    /// The value at a time; before the first and after the last key that of the key.
    fn value(&self, time_s: f64) -> Option<[f64; 4]> {
        let later = self.times.partition_point(|time| *time <= time_s);
        let key = |i: usize| match self.kind {
            Interpolation::Cubic => self.values.get(3 * i + 1),
            _ => self.values.get(i),
        };
        let before = later.checked_sub(1);
        let (Some(a), true) = (before, later < self.times.len()) else {
            return key(before.unwrap_or(0)).copied();
        };
        let (from, to) = (key(a)?, key(later)?);
        let span = self.times[later] - self.times[a];
        let share = (time_s - self.times[a]) / span;
        Some(match self.kind {
            Interpolation::Step => *from,
            Interpolation::Linear if self.path == Path::Rotation => {
                let [a, b] = [from, to].map(|value| unit(DQuat::from_array(*value)));
                shortest(a, b, share).to_array()
            }
            Interpolation::Linear => std::array::from_fn(|i| from[i] + (to[i] - from[i]) * share),
            // glTF 2.0, appendix C.
            Interpolation::Cubic => {
                let out = self.values.get(3 * a + 2)?;
                let into = self.values.get(3 * later)?;
                let (s2, s3) = (share * share, share * share * share);
                std::array::from_fn(|i| {
                    (2.0 * s3 - 3.0 * s2 + 1.0) * from[i]
                        + span * (s3 - 2.0 * s2 + share) * out[i]
                        + (3.0 * s2 - 2.0 * s3) * to[i]
                        + span * (s3 - s2) * into[i]
                })
            }
        })
    }
}

/// Between two turns the shorter way.
fn shortest(a: DQuat, b: DQuat, share: f64) -> DQuat {
    let b = if a.dot(b) < 0.0 { -b } else { b };
    a.slerp(b, share)
}
