//! The skins of characters as they are drawn.

use super::skins::FigureSkin;
use crate::budget::{Account, GLTF_PIXELS};
use crate::character::simplify::{self, Origin, Rough, Surface};
use crate::character::{Bone, Outfit};
use crate::compile::{built_parts, BuiltPart};
use crate::gltf::Picture;
use crate::scene::{Character, CharacterSkin, Physique, CHARACTER_PARTS};
use crate::view::skin::{Skin, SkinPicture, SkinVertex};
use data_encoding::BASE64;
use glam::{DQuat, DVec3};
use macroquad::math::Vec3;
use std::sync::Arc;

/// Full weight in a document.
const WHOLE: f64 = 255.0;

/// The skin of a character in a build; none if it has none.
pub(super) fn character_skin(character: &Character, physique: Physique) -> Option<FigureSkin> {
    let skin = character.skin.as_ref()?;
    let parts = built_parts(character, physique);
    let stretch = Stretch::of(character, &parts);
    let vertex = |i: usize| vertex_of(skin, i, &stretch);
    let vertices: Option<Vec<SkinVertex>> = (0..skin.vertices_m.len()).map(vertex).collect();
    let levels = levels_of(vertices?, skin.triangles.clone());
    let bones = character.parts.iter().zip(&parts).enumerate();
    Some(FigureSkin {
        outfit: Outfit::Dummy,
        skin: Arc::new(Skin::new(parts.len(), levels, picture_of(skin))),
        bones: bones
            .map(|(i, (given, built))| Bone {
                name: CHARACTER_PARTS
                    .iter()
                    .copied()
                    .find(|name| *name == given.part)
                    .unwrap_or_default(),
                parent: (character.parts.iter().take(i))
                    .position(|other| Some(&other.part) == given.parent.as_ref()),
                position: built.position.as_vec3(),
                rotation: built.orientation.as_quat(),
            })
            .collect(),
    })
}

/// Vertices and triangles of one fineness.
type Level = (Vec<SkinVertex>, Vec<[u16; 3]>);

/// A mesh and the rougher ones that stand for it from afar.
fn levels_of(vertices: Vec<SkinVertex>, triangles: Vec<[u16; 3]>) -> Vec<Level> {
    let places: Vec<_> = (vertices.iter())
        .map(|vertex| vertex.position.to_array().into())
        .collect();
    let bones: Vec<u8> = vertices.iter().map(strongest_bone).collect();
    let rougher = simplify::levels(Surface {
        places: &places,
        bones: &bones,
        triangles: &triangles,
    });
    let vertex = |origin: &Origin| {
        let [place, look] = [origin.place, origin.look].map(|i| vertices.get(usize::from(i)));
        let (place, look) = (place?, look?);
        Some(SkinVertex {
            normal: look.normal,
            mark: look.mark,
            ..*place
        })
    };
    let level = |rough: Rough| -> Option<Level> {
        let own: Option<Vec<SkinVertex>> = rough.vertices.iter().map(vertex).collect();
        Some((own?, rough.triangles))
    };
    let rougher: Vec<Level> = rougher.into_iter().filter_map(level).collect();
    std::iter::once((vertices, triangles))
        .chain(rougher)
        .collect()
}

/// The bone that moves a vertex most; of equals the first.
fn strongest_bone(vertex: &SkinVertex) -> u8 {
    let pairs = vertex.bones.into_iter().zip(vertex.weights);
    let most = pairs.reduce(|most, pair| if pair.1 > most.1 { pair } else { most });
    most.map_or(0, |(bone, _)| bone)
}

/// What is painted on it; nothing if that cannot be read.
fn picture_of(skin: &CharacterSkin) -> Option<SkinPicture> {
    let bytes = BASE64.decode(skin.picture.as_bytes()).ok()?;
    let picture = Picture::read(&bytes, &mut Account::of(&GLTF_PIXELS)).ok()?;
    Some(SkinPicture {
        width: u16::try_from(picture.width).ok()?,
        height: u16::try_from(picture.height).ok()?,
        rgba: picture.rgba,
    })
}

/// From where the parts of a character were fitted to where they are in a build.
struct Stretch {
    parts: Vec<PartStretch>,
}

struct PartStretch {
    from: DVec3,
    to: DVec3,
    turn: DQuat,
    factors: DVec3,
}

impl Stretch {
    fn of(character: &Character, built: &[BuiltPart]) -> Stretch {
        let part = |(given, built): (&crate::scene::CharacterPart, &BuiltPart)| PartStretch {
            from: given.position_m.into(),
            to: built.position,
            turn: built.orientation,
            factors: built.stretch,
        };
        Stretch {
            parts: character.parts.iter().zip(built).map(part).collect(),
        }
    }

    /// Where a point goes that parts move with these weights, of which the sum is 1.
    fn point(&self, point: DVec3, shares: impl Iterator<Item = (u8, f64)>) -> DVec3 {
        let mut moved = DVec3::ZERO;
        for (part, weight) in shares {
            if let Some(part) = self.parts.get(usize::from(part)) {
                let local = part.turn.conjugate() * (point - part.from);
                moved += weight * (part.to + part.turn * (local * part.factors));
            }
        }
        moved
    }
}

/// A vertex; none in a document whose lists do not fit.
fn vertex_of(skin: &CharacterSkin, index: usize, stretch: &Stretch) -> Option<SkinVertex> {
    let bones = *skin.bones.get(index)?;
    let whole = skin.weights.get(index)?.map(f64::from);
    let sum = whole.iter().sum::<f64>();
    let weights = whole.map(|weight| weight / if sum > 0.0 { sum } else { WHOLE });
    let place = DVec3::from(*skin.vertices_m.get(index)?);
    let position = stretch
        .point(place, bones.into_iter().zip(weights))
        .as_vec3();
    let [x, y, z] = skin.normals.get(index)?.map(f32::from);
    let [u, v] = skin.on_picture.get(index).copied().unwrap_or([0.5; 2]);
    Some(SkinVertex {
        position: Vec3::from_array(position.to_array()),
        normal: Vec3::new(x, y, z).normalize_or_zero(),
        bones,
        weights: weights.map(|weight| weight as f32),
        mark: [0.0, u as f32, v as f32, 0.0],
        band: [0.0; 2],
    })
}
