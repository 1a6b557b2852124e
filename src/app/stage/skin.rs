//! Ragdolls with the body of a dummy in place of their limbs.

use super::figure::room_of;
use super::marks::Cast;
use super::solid::body_solid;
use super::stick::stick_solid;
use crate::app::playback::{FigureSkin, Skins};
use crate::character::skinning::{Motion, Pose};
use crate::character::sticks::BoneFrame;
use crate::character::{Bone, Outfit};
use crate::compile::{IdMap, RagdollMap};
use crate::lab::animation::VertexMix;
use crate::lab::Simulation;
use crate::physics::{ColliderId, Model, State};
use crate::platform::settings::FigureLook;
use crate::view::convert::to_view;
use crate::view::draw_list::{Outline, Paint, Pattern, Role, Solid};
use crate::view::skin::{BoneMotion, OtherMotion, PlacedSkin};
use crate::view::theme::{body, mark, with_alpha, Rgba};
use glam::{DQuat, DVec3};
use macroquad::math::{Quat, Vec3};
use std::sync::Arc;

/// Opacity of a body through which its limbs are seen.
const CLEAR_ALPHA: f32 = 0.4;

/// How figures are drawn, and the bodies that they have.
#[derive(Clone, Copy)]
pub struct Dressing<'a> {
    /// What is drawn of them.
    pub look: FigureLook,
    /// The bodies.
    pub skins: &'a Skins,
    /// The ragdolls whose vertices are mixed from two skeletons.
    pub mixes: &'a [VertexMix],
}

impl Dressing<'_> {
    /// The body of a ragdoll, if that is drawn.
    pub(super) fn skin_of(
        &self,
        ragdoll: &RagdollMap,
        map: &IdMap,
        model: &Model,
    ) -> Option<Arc<FigureSkin>> {
        match self.look {
            FigureLook::Limbs => None,
            // A body would be drawn out between the pieces.
            _ if ragdoll.is_broken(model) => None,
            FigureLook::Skin | FigureLook::Both => self.skins.of(ragdoll, map, model),
        }
    }
}

/// Adds a ragdoll, the so manieth, with its body, and below that its parts, of which nothing is
/// seen but their shade on the floor. False if it has to be drawn otherwise: where the state
/// lacks some of it, or while a person changes its size.
pub(super) fn add_skin(
    cast: &mut Cast<'_>,
    ragdoll: &RagdollMap,
    index: usize,
    figure: &FigureSkin,
    (model, state): (&Model, &State),
) -> bool {
    let owners = ragdoll.bone_owners();
    let Some(&first) = owners.first() else {
        return false;
    };
    if cast.hides(first) {
        return true;
    }
    if cast.is_scaled(first) {
        return false;
    }
    let usual = match figure.outfit {
        Outfit::Dummy => body::LIMB,
        Outfit::Suit => body::SUIT,
    };
    let color = cast.figure_color(first, index).unwrap_or(usual);
    let tint = |owner| cast.tints.get(&owner).copied();
    let Some(mut placed) = placed_skin(ragdoll, figure, (cast.map, model, state), color, tint)
    else {
        return false;
    };
    let mixes = cast.dressing.map_or(&[][..], |dressing| dressing.mixes);
    if let Some(mix) = mixes.iter().find(|mix| mix.ragdoll == ragdoll.id) {
        placed.others = other_motions(figure, mix);
        // It lies between where both have it.
        placed.reach += farthest(mix, &ragdoll.frames(state).unwrap_or_default());
    }
    placed.outline = cast.map.id_of(first).and_then(|id| cast.outline(id));
    if cast
        .dressing
        .is_some_and(|dressing| dressing.look == FigureLook::Both)
    {
        placed.color = with_alpha(color, CLEAR_ALPHA);
        placed.is_dressed = false;
    } else {
        let paint = Paint::new(color, Pattern::Plain);
        for owner in owners {
            if let Some(mut solid) = solid_of(owner, (cast.map, model, state), paint) {
                solid.role = Role::Covered;
                cast.list.solids.push(solid);
            }
        }
    }
    cast.list.skins.push(placed);
    true
}

/// A body or a stick as it collides; none where the state lacks it.
fn solid_of(
    owner: ColliderId,
    (map, model, state): (&IdMap, &Model, &State),
    paint: Paint,
) -> Option<Solid> {
    match owner {
        ColliderId::Body(body) => {
            let look = map.look_of(model, body)?;
            Some(body_solid(&state.bodies.get(body)?.pose(), look, paint))
        }
        ColliderId::Stick(stick) => stick_solid(model.sticks.get(stick)?, state, paint),
        _ => None,
    }
}

/// The ragdolls whose vertices lie between two skeletons, between the last two steps.
pub(super) fn vertex_mixes(simulation: &Simulation, blend: f64) -> Vec<VertexMix> {
    let ago_s = (1.0 - blend.clamp(0.0, 1.0)) * simulation.world.model().settings.common.step_s;
    let players = simulation.players().iter();
    players
        .filter_map(|player| player.vertex_mix(ago_s))
        .collect()
}

/// How far a bone is at most from where the clip of its ragdoll has it, m.
fn farthest(mix: &VertexMix, frames: &[BoneFrame]) -> f32 {
    let pairs = mix.clip.iter().zip(frames);
    let ways = pairs.map(|(clip, frame)| clip.position.distance(frame.position));
    ways.fold(0.0, f64::max) as f32
}

/// Where its clip has the bones of a ragdoll whose vertices are mixed.
fn other_motions(figure: &FigureSkin, mix: &VertexMix) -> Vec<OtherMotion> {
    let motion = |((bone, pose), weight): ((&Bone, &crate::physics::Pose), &f64)| {
        let (rotation, translation) = moved(bone, pose.position, pose.orientation);
        OtherMotion {
            rotation,
            translation,
            share: *weight as f32,
        }
    };
    let bones = figure.bones.iter().zip(&mix.clip).zip(&mix.weights);
    bones.map(motion).collect()
}

/// How a bone has moved from the bind pose when it is there.
fn moved(bone: &Bone, position: DVec3, orientation: DQuat) -> (Quat, Vec3) {
    let pose = Pose {
        position: position.as_vec3(),
        rotation: orientation.as_quat(),
    };
    let motion = Motion::of(bone, pose);
    (
        Quat::from_array(motion.rotation.to_array()),
        Vec3::from_array(motion.translation.to_array()),
    )
}

/// A ragdoll of another run: pale, with an outline.
pub(super) fn make_pale(skin: &mut PlacedSkin, color: Rgba) {
    skin.role = Role::Ghost;
    skin.color = with_alpha(color, mark::GHOST_ALPHA * 0.6);
    skin.is_dressed = false;
    skin.bones.iter_mut().for_each(|bone| bone.tint = None);
    skin.outline = Some(Outline {
        color: with_alpha(color, 0.5),
        width_px: 1.0,
    });
}

/// The body of a ragdoll where its parts are; none in a state that lacks some of them.
pub(super) fn placed_skin(
    ragdoll: &RagdollMap,
    figure: &FigureSkin,
    (map, model, state): (&IdMap, &Model, &State),
    color: Rgba,
    tint: impl Fn(ColliderId) -> Option<Rgba>,
) -> Option<PlacedSkin> {
    let frames = ragdoll.frames(state)?;
    let owners = ragdoll.bone_owners();
    let motion = |(bone, (frame, owner)): (&Bone, (&BoneFrame, &ColliderId))| {
        let (rotation, translation) = moved(bone, frame.position, frame.orientation);
        BoneMotion {
            rotation,
            translation,
            tint: tint(*owner),
        }
    };
    let bones = figure.bones.iter().zip(frames.iter().zip(&owners));
    let (mut low, mut high) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    for &owner in &owners {
        let (at, reach) = room_of(owner, (map, model, state))?;
        let (at, reach) = (to_view(at), reach as f32);
        (low, high) = (low.min(at - reach), high.max(at + reach));
    }
    Some(PlacedSkin {
        skin: Arc::clone(&figure.skin),
        bones: bones.map(motion).collect(),
        others: Vec::new(),
        color,
        is_dressed: true,
        outline: None,
        role: Role::Thing,
        center: 0.5 * (low + high),
        reach: 0.5 * (high - low).length(),
    })
}
