//! A thing of a scene of whatever kind, by its id.

use super::error::EditError;
use crate::scene::{
    Body, Color, Constraint, ConstraintKind, Id, Material, Obstacle, Particle, Ragdoll, Scene,
    Shape,
};
use std::collections::BTreeSet;

/// What kind a thing is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ItemKind {
    /// Surface material.
    Material,
    /// Something that never moves.
    Obstacle,
    /// Rigid body.
    Body,
    /// Point mass.
    Particle,
    /// Stick between two particles.
    Stick,
    /// Triangles between particles.
    Surface,
    /// Joint or limit.
    Joint,
    /// Ragdoll made from a preset.
    Ragdoll,
}

impl ItemKind {
    /// All kinds, in the order of an outliner.
    pub const ALL: [ItemKind; 8] = [
        ItemKind::Ragdoll,
        ItemKind::Body,
        ItemKind::Particle,
        ItemKind::Stick,
        ItemKind::Surface,
        ItemKind::Joint,
        ItemKind::Obstacle,
        ItemKind::Material,
    ];

    /// The word for one of them.
    pub fn word(self) -> &'static str {
        match self {
            ItemKind::Material => "material",
            ItemKind::Obstacle => "obstacle",
            ItemKind::Body => "body",
            ItemKind::Particle => "particle",
            ItemKind::Stick => "stick",
            ItemKind::Surface => "surface",
            ItemKind::Joint => "joint",
            ItemKind::Ragdoll => "ragdoll",
        }
    }
}

impl ItemKind {
    /// Whether things of this kind join others.
    pub fn is_constraint(self) -> bool {
        matches!(self, ItemKind::Stick | ItemKind::Surface | ItemKind::Joint)
    }
}

/// What a person calls a thing of this shape.
pub fn word_of_shape(shape: &Shape) -> &'static str {
    match shape {
        Shape::Plane {} => "plane",
        Shape::Sphere { .. } => "ball",
        Shape::Box { .. } => "box",
        Shape::Capsule { .. } => "capsule",
        Shape::Cylinder { .. } => "cylinder",
        Shape::Ramp { .. } => "ramp",
        Shape::Stairs { .. } => "stairs",
        Shape::Mesh(_) => "mesh",
        Shape::Hull(_) => "hull",
        Shape::Compound(_) => "compound body",
    }
}

/// A thing of a scene.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// Surface material.
    Material(Material),
    /// Something that never moves.
    Obstacle(Obstacle),
    /// Rigid body.
    Body(Body),
    /// Point mass.
    Particle(Particle),
    /// Stick, joint or limit.
    Constraint(Constraint),
    /// Ragdoll made from a preset.
    Ragdoll(Ragdoll),
}

/// The same field of every kind of thing.
macro_rules! of_any {
    ($item:expr, $thing:ident => $value:expr) => {
        match $item {
            Item::Material($thing) => $value,
            Item::Obstacle($thing) => $value,
            Item::Body($thing) => $value,
            Item::Particle($thing) => $value,
            Item::Constraint($thing) => $value,
            Item::Ragdoll($thing) => $value,
        }
    };
}

impl Item {
    /// Its id.
    pub fn id(&self) -> Id {
        of_any!(self, thing => thing.id)
    }

    /// Its id, to be changed.
    pub fn id_mut(&mut self) -> &mut Id {
        of_any!(self, thing => &mut thing.id)
    }

    /// Its name; may be empty.
    pub fn name(&self) -> &str {
        of_any!(self, thing => &thing.name)
    }

    /// Its name, to be changed.
    pub fn name_mut(&mut self) -> &mut String {
        of_any!(self, thing => &mut thing.name)
    }

    /// Its kind.
    pub fn kind(&self) -> ItemKind {
        match self {
            Item::Material(_) => ItemKind::Material,
            Item::Obstacle(_) => ItemKind::Obstacle,
            Item::Body(_) => ItemKind::Body,
            Item::Particle(_) => ItemKind::Particle,
            Item::Constraint(constraint) => kind_of_constraint(constraint),
            Item::Ragdoll(_) => ItemKind::Ragdoll,
        }
    }

    /// Its material, `None` if this kind of thing has none.
    pub fn material_mut(&mut self) -> Option<&mut Option<Id>> {
        match self {
            Item::Obstacle(thing) => Some(&mut thing.material),
            Item::Body(thing) => Some(&mut thing.material),
            Item::Particle(thing) => Some(&mut thing.material),
            Item::Ragdoll(thing) => Some(&mut thing.material),
            Item::Constraint(Constraint {
                kind: ConstraintKind::Stick(stick),
                ..
            }) => Some(&mut stick.material),
            Item::Constraint(Constraint {
                kind: ConstraintKind::Surface(surface),
                ..
            }) => Some(&mut surface.material),
            Item::Constraint(_) | Item::Material(_) => None,
        }
    }

    /// All materials that it refers to: its own and, of a compound body, those of its pieces.
    pub fn materials_mut(&mut self) -> Vec<&mut Option<Id>> {
        match self {
            Item::Body(Body {
                material,
                shape: Shape::Compound(compound),
                ..
            }) => {
                let pieces = compound.pieces.iter_mut().map(|piece| &mut piece.material);
                std::iter::once(material).chain(pieces).collect()
            }
            item => item.material_mut().into_iter().collect(),
        }
    }

    /// Its own colour, `None` if this kind of thing has none.
    pub fn color_mut(&mut self) -> Option<&mut Option<Color>> {
        match self {
            Item::Obstacle(thing) => Some(&mut thing.color),
            Item::Body(thing) => Some(&mut thing.color),
            Item::Particle(thing) => Some(&mut thing.color),
            Item::Ragdoll(thing) => Some(&mut thing.color),
            Item::Constraint(Constraint {
                kind: ConstraintKind::Surface(surface),
                ..
            }) => Some(&mut surface.color),
            Item::Constraint(_) | Item::Material(_) => None,
        }
    }

    /// What a person calls it: its name, or its shape or kind and its id.
    pub fn title(&self) -> String {
        match self.name() {
            "" => format!("{} {}", self.word(), self.id()),
            name => name.to_string(),
        }
    }

    /// What it is, by its shape where it has one.
    fn word(&self) -> &'static str {
        match self {
            Item::Body(body) => word_of_shape(&body.shape),
            Item::Obstacle(obstacle) => word_of_shape(&obstacle.shape),
            _ => self.kind().word(),
        }
    }

    /// The thing with this id.
    pub fn find(scene: &Scene, id: Id) -> Option<Item> {
        let material = scene.materials.iter().find(|thing| thing.id == id);
        let obstacle = scene.obstacles.iter().find(|thing| thing.id == id);
        let body = scene.bodies.iter().find(|thing| thing.id == id);
        let particle = scene.particles.iter().find(|thing| thing.id == id);
        let constraint = scene.constraints.iter().find(|thing| thing.id == id);
        let ragdoll = scene.ragdolls.iter().find(|thing| thing.id == id);
        (material.cloned().map(Item::Material))
            .or_else(|| obstacle.cloned().map(Item::Obstacle))
            .or_else(|| body.cloned().map(Item::Body))
            .or_else(|| particle.cloned().map(Item::Particle))
            .or_else(|| constraint.cloned().map(Item::Constraint))
            .or_else(|| ragdoll.cloned().map(Item::Ragdoll))
    }

    /// Everything of a scene, in the order of the document.
    pub fn all(scene: &Scene) -> impl Iterator<Item = Item> + '_ {
        let materials = scene.materials.iter().cloned().map(Item::Material);
        let obstacles = scene.obstacles.iter().cloned().map(Item::Obstacle);
        let bodies = scene.bodies.iter().cloned().map(Item::Body);
        let particles = scene.particles.iter().cloned().map(Item::Particle);
        let constraints = scene.constraints.iter().cloned().map(Item::Constraint);
        let ragdolls = scene.ragdolls.iter().cloned().map(Item::Ragdoll);
        let all = materials.chain(obstacles).chain(bodies).chain(particles);
        all.chain(constraints).chain(ragdolls)
    }

    /// Adds it to the end of its list.
    pub(super) fn push_to(self, scene: &mut Scene) {
        match self {
            Item::Material(thing) => scene.materials.push(thing),
            Item::Obstacle(thing) => scene.obstacles.push(thing),
            Item::Body(thing) => scene.bodies.push(thing),
            Item::Particle(thing) => scene.particles.push(thing),
            Item::Constraint(thing) => scene.constraints.push(thing),
            Item::Ragdoll(thing) => scene.ragdolls.push(thing),
        }
    }
}

/// Refuses ids that the scene does not have.
pub(super) fn check_ids(scene: &Scene, ids: &BTreeSet<Id>) -> Result<(), EditError> {
    let missing = ids.difference(&scene.ids()).next().copied();
    match missing {
        Some(id) => Err(EditError::Missing { what: "object", id }),
        None => Ok(()),
    }
}

fn kind_of_constraint(constraint: &Constraint) -> ItemKind {
    match constraint.kind {
        ConstraintKind::Stick(_) => ItemKind::Stick,
        ConstraintKind::Surface(_) => ItemKind::Surface,
        _ => ItemKind::Joint,
    }
}

/// Kind and id of everything, in the order of the document.
pub fn all_kinds(scene: &Scene) -> Vec<(ItemKind, Id)> {
    let materials = scene.materials.iter().map(|t| (ItemKind::Material, t.id));
    let obstacles = scene.obstacles.iter().map(|t| (ItemKind::Obstacle, t.id));
    let bodies = scene.bodies.iter().map(|t| (ItemKind::Body, t.id));
    let particles = scene.particles.iter().map(|t| (ItemKind::Particle, t.id));
    let constraints = (scene.constraints.iter()).map(|t| (kind_of_constraint(t), t.id));
    let ragdolls = scene.ragdolls.iter().map(|t| (ItemKind::Ragdoll, t.id));
    let all = materials.chain(obstacles).chain(bodies).chain(particles);
    all.chain(constraints).chain(ragdolls).collect()
}
