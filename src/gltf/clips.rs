//! Animations of a figure, sampled.

use super::document::{Animation, Node, Sampler};
use super::model::Joint;
use super::{at, Gltf, GltfError, Placed};
use glam::{DMat4, DQuat, DVec3};
use std::collections::{BTreeMap, BTreeSet};

/// Samples in a second.
const RATE_HZ: f64 = 30.0;
/// Longest animation that is read, s; what goes on is cut there.
pub const LONGEST_S: f64 = 60.0;
/// Most animations of a file that are read.
const MOST_CLIPS: usize = 64;
/// Most places of nodes that are found for all animations of a file.
const MOST_PLACES: usize = 50_000_000;
/// Most channels of an animation.
const MOST_CHANNELS: usize = 10_000;

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
#[derive(Debug, Clone, Copy, PartialEq)]
enum Path {
    Translation,
    Rotation,
    Scale,
}

/// Values at times.
struct Track {
    node: usize,
    path: Path,
    times: Vec<f64>,
    /// Vectors have nothing in the last place.
    values: Vec<[f64; 4]>,
    kind: Interpolation,
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
        for (i, animation) in animations.iter().take(MOST_CLIPS).enumerate() {
            let frames: usize = clips.iter().map(|clip| clip.frames.len()).sum();
            let longest = (LONGEST_S * RATE_HZ) as usize;
            if (frames + longest) * places.len() > MOST_PLACES {
                notes.push(format!(
                    "animation {i} and all later ones are left out: the file has too many nodes"
                ));
                break;
            }
            match self.clip(animation, places, joints) {
                Ok(Some(clip)) => clips.push(Clip {
                    name: name_of(&animation.name, i),
                    ..clip
                }),
                Ok(None) => {}
                Err(error) => notes.push(format!("animation {i} is left out: {}", error.message)),
            }
        }
        clips
    }

    fn clip(
        &self,
        animation: &Animation,
        places: &[Placed],
        joints: &[Joint],
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
        if animation.channels.len() > MOST_CHANNELS {
            let message = format!("it has more than {MOST_CHANNELS} channels");
            return Err(GltfError::whole(message, "export fewer bones"));
        }
        let mut tracks = Vec::new();
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
            let sampler = at(&animation.samplers, channel.sampler, "sampler")?;
            tracks.push(self.track(sampler, node, path)?);
        }
        Ok(tracks)
    }

    fn track(&self, sampler: &Sampler, node: usize, path: Path) -> Result<Track, GltfError> {
        let times = self.floats::<1>(sampler.input)?.into_flattened();
        let times: Vec<f64> = times.into_iter().map(f64::from).collect();
        let values: Vec<[f64; 4]> = match path {
            Path::Rotation => (self.floats::<4>(sampler.output)?.into_iter())
                .map(|value| value.map(f64::from))
                .collect(),
            Path::Translation | Path::Scale => (self.floats::<3>(sampler.output)?.into_iter())
                .map(|[x, y, z]| [x, y, z, 0.0].map(f64::from))
                .collect(),
        };
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
