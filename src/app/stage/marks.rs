//! What is hidden, marked or about to be moved on the stage, and how that is drawn.

use super::skin::Dressing;
use crate::app::playback::surfaces::Surfaces;
use crate::compile::IdMap;
use crate::editor::Motion;
use crate::lab::Simulation;
use crate::physics::{ColliderId, Convex, Core, State};
use crate::scene::{Color, Id};
use crate::view::convert::{to_view, to_view_rotation};
use crate::view::draw_list::{DrawList, Outline, Paint, Pattern, PlacedSurface, Solid, SolidShape};
use crate::view::sight::Sight;
use crate::view::theme::{hue_of, mark, opaque, Rgba};
use glam::{DQuat, DVec3};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What is hidden, marked or about to be moved.
#[derive(Debug, Clone, Default)]
pub struct Marks {
    /// Not drawn.
    pub hidden: BTreeSet<Id>,
    /// With a strong outline.
    pub selected: BTreeSet<Id>,
    /// With a fine outline.
    pub hovered: Option<Id>,
    /// Drawn as if they had been moved so.
    pub preview: BTreeMap<Id, Motion>,
}

/// Puts the solids of a scene on the list as the marks say.
pub(super) struct Cast<'a> {
    pub(super) list: &'a mut DrawList,
    pub(super) map: &'a IdMap,
    pub(super) marks: &'a Marks,
    pub(super) colors: &'a BTreeMap<Id, Color>,
    /// Colours in place of their own.
    pub(super) tints: &'a BTreeMap<ColliderId, Rgba>,
    /// How figures are drawn; as limbs if nothing is said.
    pub(super) dressing: Option<Dressing<'a>>,
    /// How meshes and hulls are drawn.
    pub(super) surfaces: &'a Surfaces,
    /// What is seen, if that is known.
    pub(super) sight: Option<Sight>,
}

impl Cast<'_> {
    /// The colour that something has of its own.
    pub(super) fn color(&self, owner: ColliderId) -> Option<Rgba> {
        if self.colors.is_empty() {
            return None;
        }
        let color = self.colors.get(&self.map.id_of(owner)?)?;
        Some(opaque(color.rgb))
    }

    /// The colour of a part of a figure, the so manieth: its own, or one that tells it from
    /// those before it.
    pub(super) fn figure_color(&self, part: ColliderId, index: usize) -> Option<Rgba> {
        self.color(part).or((index > 0).then(|| hue_of(index)))
    }

    /// How many times as large as in the scene the preview has something.
    pub(super) fn growth(&self, owner: ColliderId) -> f64 {
        let grows = matches!(
            owner,
            ColliderId::Body(_) | ColliderId::Tetrahedron(_) | ColliderId::Obstacle(_)
        );
        let id = self.map.id_of(owner).filter(|_| grows);
        let motion = id.and_then(|id| self.marks.preview.get(&id));
        motion.map_or(1.0, factor_of)
    }

    /// Adds what is drawn of something, unless it is hidden.
    pub(super) fn put(&mut self, owner: ColliderId, mut solid: Solid) {
        if let Some(tint) = self.tints.get(&owner) {
            solid.paint = Paint::new(*tint, Pattern::Plain);
        }
        let Some(id) = self.map.id_of(owner) else {
            return self.list.solids.push(solid);
        };
        if self.marks.hidden.contains(&id) {
            return;
        }
        solid.shape = scaled(solid.shape, self.growth(owner) as f32);
        solid.outline = self.outline(id);
        self.list.solids.push(solid);
    }

    /// Adds what is drawn of something of a shape that may be a hull: that is a surface of its
    /// own, in the place and colour of the solid that would stand for it.
    pub(super) fn put_shape(&mut self, owner: ColliderId, look: &Convex, solid: Solid) {
        let surface = match &look.core {
            Core::Hull(hull) => self.surfaces.of_hull(hull),
            _ => None,
        };
        let Some(surface) = surface else {
            return self.put(owner, solid);
        };
        if self.hides(owner) {
            return;
        }
        let marked = self.map.id_of(owner).and_then(|id| self.outline(id));
        let tint = self.tints.get(&owner).copied();
        let color = marked.map(|outline| outline.color).or(tint);
        self.list.surfaces.push(PlacedSurface {
            surface: Arc::clone(surface),
            position: solid.position,
            rotation: solid.rotation,
            color: color.unwrap_or(solid.paint.color),
        });
    }

    pub(super) fn outline(&self, id: Id) -> Option<Outline> {
        let width_px = if self.marks.selected.contains(&id) {
            2.0
        } else if self.marks.hovered == Some(id) {
            1.0
        } else {
            return None;
        };
        Some(Outline {
            color: mark::SELECTED,
            width_px,
        })
    }

    /// Whether something is drawn in another size than it has.
    pub(super) fn is_scaled(&self, owner: ColliderId) -> bool {
        let id = self.map.id_of(owner);
        let motion = id.and_then(|id| self.marks.preview.get(&id));
        motion.is_some_and(|motion| factor_of(motion) != 1.0)
    }

    /// Whether something is to be left out.
    pub(super) fn hides(&self, owner: ColliderId) -> bool {
        let id = self.map.id_of(owner);
        id.is_some_and(|id| self.marks.hidden.contains(&id))
    }

    /// Where an obstacle is drawn.
    pub(super) fn placed(
        &self,
        index: usize,
        position: DVec3,
        orientation: DQuat,
    ) -> (DVec3, DQuat) {
        let id = self.map.id_of(ColliderId::Obstacle(index));
        match id.and_then(|id| self.marks.preview.get(&id)) {
            Some(motion) => moved(motion, position, orientation),
            None => (position, orientation),
        }
    }
}

impl Marks {
    /// Moves what moves in a scene to where the preview has it.
    pub(super) fn apply_preview(&self, simulation: &Simulation, state: &mut Cow<'_, State>) {
        if self.preview.is_empty() {
            return;
        }
        let state = state.to_mut();
        let motion_of = |owner| {
            let id = simulation.map.id_of(owner)?;
            self.preview.get(&id)
        };
        for (i, body) in state.bodies.iter_mut().enumerate() {
            if let Some(motion) = motion_of(ColliderId::Body(i)) {
                (body.position, body.orientation) = moved(motion, body.position, body.orientation);
            }
        }
        for (i, particle) in state.particles.iter_mut().enumerate() {
            if let Some(motion) = motion_of(ColliderId::Particle(i)) {
                particle.position = motion.point(particle.position.to_array()).into();
            }
        }
    }
}

fn moved(motion: &Motion, position: DVec3, orientation: DQuat) -> (DVec3, DQuat) {
    let [w, x, y, z] =
        motion.orientation([orientation.w, orientation.x, orientation.y, orientation.z]);
    let position = motion.point(position.to_array()).into();
    (position, DQuat::from_xyzw(x, y, z, w))
}

fn factor_of(motion: &Motion) -> f64 {
    match motion {
        Motion::Scale { factor, .. } => *factor,
        Motion::Move(_) | Motion::Turn { .. } => 1.0,
    }
}

fn scaled(mut shape: SolidShape, factor: f32) -> SolidShape {
    match &mut shape {
        SolidShape::Sphere { radius } => *radius *= factor,
        SolidShape::Capsule {
            half_length,
            radius,
        }
        | SolidShape::Limb {
            half_length,
            radius,
            ..
        }
        | SolidShape::Cylinder {
            half_length,
            radius,
        } => {
            *half_length *= factor;
            *radius *= factor;
        }
        SolidShape::Cuboid { half_extents } | SolidShape::Wedge { half_extents } => {
            *half_extents *= factor;
        }
        SolidShape::RoundedCylinder {
            half_length,
            radius,
            edge,
        } => {
            *half_length *= factor;
            *radius *= factor;
            *edge *= factor;
        }
        SolidShape::RoundedBox { core, radius } => {
            *core *= factor;
            *radius *= factor;
        }
    }
    shape
}

/// The place of an obstacle as the view wants it.
pub(super) fn view_place(
    (position, orientation): (DVec3, DQuat),
) -> (macroquad::math::Vec3, macroquad::math::Quat) {
    (to_view(position), to_view_rotation(orientation))
}
