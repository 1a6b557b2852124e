//! What can be created, each with the numbers that it is made from.

use super::{
    block, figures, ragdoll, Cape, Chain, Cloth, ClothPins, Dominoes, Flag, Jelly, Landscape,
    Pyramid, Ring, Rope, Stack, Stairs, Stone, Wall,
};
use crate::editor::item::Item;
use crate::editor::things::Things;
use crate::scene::{Axis, Body, Constraint, ConstraintKind, Obstacle, Particle, Shape, Stick};
use glam::DVec3;

/// What can be created.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // The names say it.
pub enum BlueprintKind {
    Ball,
    Box,
    Capsule,
    Cylinder,
    Stone,
    Particle,
    Stick,
    Plane,
    Block,
    Ramp,
    Stairs,
    Landscape,
    Ragdoll,
    Rope,
    Chain,
    Cloth,
    Flag,
    Net,
    Cape,
    Jelly,
    Ring,
    Stack,
    Pyramid,
    Wall,
    Dominoes,
}

impl BlueprintKind {
    /// All of them, in the order of the menu.
    pub const ALL: [BlueprintKind; 25] = [
        BlueprintKind::Ball,
        BlueprintKind::Box,
        BlueprintKind::Capsule,
        BlueprintKind::Cylinder,
        BlueprintKind::Stone,
        BlueprintKind::Particle,
        BlueprintKind::Stick,
        BlueprintKind::Plane,
        BlueprintKind::Block,
        BlueprintKind::Ramp,
        BlueprintKind::Stairs,
        BlueprintKind::Landscape,
        BlueprintKind::Ragdoll,
        BlueprintKind::Rope,
        BlueprintKind::Chain,
        BlueprintKind::Cloth,
        BlueprintKind::Flag,
        BlueprintKind::Net,
        BlueprintKind::Cape,
        BlueprintKind::Jelly,
        BlueprintKind::Ring,
        BlueprintKind::Stack,
        BlueprintKind::Pyramid,
        BlueprintKind::Wall,
        BlueprintKind::Dominoes,
    ];

    /// Name on screen.
    pub fn word(self) -> &'static str {
        match self {
            BlueprintKind::Ball => "Ball",
            BlueprintKind::Box => "Box",
            BlueprintKind::Capsule => "Capsule",
            BlueprintKind::Cylinder => "Cylinder",
            BlueprintKind::Stone => "Stone",
            BlueprintKind::Particle => "Particle",
            BlueprintKind::Stick => "Stick",
            BlueprintKind::Plane => "Plane",
            BlueprintKind::Block => "Fixed box",
            BlueprintKind::Ramp => "Ramp",
            BlueprintKind::Stairs => "Stairs",
            BlueprintKind::Landscape => "Landscape",
            BlueprintKind::Ragdoll => "Ragdoll",
            BlueprintKind::Rope => "Rope",
            BlueprintKind::Chain => "Chain",
            BlueprintKind::Cloth => "Cloth",
            BlueprintKind::Flag => "Flag",
            BlueprintKind::Net => "Net",
            BlueprintKind::Cape => "Cape",
            BlueprintKind::Jelly => "Jelly",
            BlueprintKind::Ring => "Inflatable ring",
            BlueprintKind::Stack => "Stack",
            BlueprintKind::Pyramid => "Pyramid",
            BlueprintKind::Wall => "Wall",
            BlueprintKind::Dominoes => "Dominoes",
        }
    }
}

/// The numbers that each thing is made from. Places within are replaced by where
/// it is created.
#[derive(Debug, Clone, PartialEq)]
pub struct Blueprints {
    /// Mass of a ball, box, capsule, cylinder or particle, kg.
    pub mass_kg: f64,
    /// Radius of a ball, capsule or cylinder, m.
    pub radius_m: f64,
    /// Length of a capsule without its ends, of a cylinder and of a stick, m.
    pub length_m: f64,
    /// Edges of a box, m.
    pub size_m: [f64; 3],
    /// Stone.
    pub stone: Stone,
    /// Edges of a fixed box or a ramp, m.
    pub block_m: [f64; 3],
    /// Place in [`figures`] of the ragdoll.
    pub figure: usize,
    /// Whether the ragdoll stands until something hits it.
    pub stands: bool,
    /// Stairs.
    pub stairs: Stairs,
    /// Ground of triangles.
    pub landscape: Landscape,
    /// Rope.
    pub rope: Rope,
    /// Chain.
    pub chain: Chain,
    /// Cloth.
    pub cloth: Cloth,
    /// Flag.
    pub flag: Flag,
    /// Net: a cloth that is held all round.
    pub net: Cloth,
    /// Dummy with a cape.
    pub cape: Cape,
    /// Jelly.
    pub jelly: Jelly,
    /// Ring.
    pub ring: Ring,
    /// Stack.
    pub stack: Stack,
    /// Pyramid.
    pub pyramid: Pyramid,
    /// Wall.
    pub wall: Wall,
    /// Dominoes.
    pub dominoes: Dominoes,
}

impl Default for Blueprints {
    fn default() -> Blueprints {
        Blueprints {
            mass_kg: 5.0,
            radius_m: 0.15,
            length_m: 0.5,
            size_m: [0.4; 3],
            stone: Stone::default(),
            block_m: [2.0, 0.5, 2.0],
            figure: figures().len() - 1,
            stands: false,
            stairs: Stairs::default(),
            landscape: Landscape::default(),
            rope: Rope::default(),
            chain: Chain::default(),
            cloth: Cloth::default(),
            flag: Flag::default(),
            net: Cloth {
                corner_m: [-1.4, 0.75, -1.4],
                along_m: [2.8, 0.0, 0.0],
                across_m: [0.0, 0.0, 2.8],
                points: [17, 17],
                mass_kg: 20.0,
                pins: ClothPins::AllRound,
                ..Cloth::default()
            },
            cape: Cape::default(),
            jelly: Jelly::default(),
            ring: Ring::default(),
            stack: Stack::default(),
            pyramid: Pyramid::default(),
            wall: Wall::default(),
            dominoes: Dominoes::default(),
        }
    }
}

impl Blueprints {
    /// Makes a thing that stands on, or hangs over, a point, m.
    pub fn things(&self, kind: BlueprintKind, at_m: [f64; 3]) -> Things {
        let up = |height_m: f64| (DVec3::from(at_m) + DVec3::Y * height_m).to_array();
        let shifted = |p: [f64; 3]| (DVec3::from(at_m) + DVec3::from(p)).to_array();
        let (radius_m, length_m) = (self.radius_m, self.length_m);
        let body = |word: &str, shape, half_height_m: f64| {
            Things::one(Item::Body(Body {
                mass_kg: Some(self.mass_kg),
                position_m: up(half_height_m),
                ..Body::new(1, word.into(), shape)
            }))
        };
        let obstacle = |word: &str, shape, height_m: f64| {
            Things::one(Item::Obstacle(Obstacle {
                id: 1,
                name: word.into(),
                shape,
                position_m: up(height_m),
                orientation: [1.0, 0.0, 0.0, 0.0],
                material: None,
                color: None,
                belt_m_s: [0.0; 3],
            }))
        };
        match kind {
            BlueprintKind::Ball => body("ball", Shape::Sphere { radius_m }, radius_m),
            BlueprintKind::Box => body("box", block(self.size_m), 0.5 * self.size_m[1]),
            BlueprintKind::Capsule => {
                let axis = Axis::Y;
                let shape = Shape::Capsule {
                    radius_m,
                    length_m,
                    axis,
                };
                body("capsule", shape, 0.5 * length_m + radius_m)
            }
            BlueprintKind::Cylinder => {
                let axis = Axis::Y;
                let shape = Shape::Cylinder {
                    radius_m,
                    length_m,
                    axis,
                };
                body("cylinder", shape, 0.5 * length_m)
            }
            BlueprintKind::Stone => Stone {
                base_m: at_m,
                ..self.stone
            }
            .things(),
            BlueprintKind::Particle => Things::one(Item::Particle(self.particle(1, up(1.0)))),
            BlueprintKind::Stick => self.stick(up(1.0)),
            BlueprintKind::Plane => obstacle("floor", Shape::Plane {}, 0.0),
            BlueprintKind::Block => obstacle("block", block(self.block_m), 0.5 * self.block_m[1]),
            BlueprintKind::Ramp => {
                let shape = Shape::Ramp {
                    size_m: self.block_m,
                };
                obstacle("ramp", shape, 0.5 * self.block_m[1])
            }
            BlueprintKind::Ragdoll => {
                let figures = figures();
                let Some((name, figure)) = figures.get(self.figure).or(figures.last()) else {
                    return Things::default();
                };
                let mut things = ragdoll(name, figure.clone(), at_m, 0.0);
                if let Some(Item::Ragdoll(ragdoll)) = things.items.first_mut() {
                    ragdoll.stands_until_hit = self.stands;
                }
                things
            }
            BlueprintKind::Stairs => Stairs {
                base_m: at_m,
                ..self.stairs
            }
            .things(),
            BlueprintKind::Landscape => Landscape {
                base_m: at_m,
                ..self.landscape
            }
            .things(),
            BlueprintKind::Stack => Stack {
                base_m: at_m,
                ..self.stack
            }
            .things(),
            BlueprintKind::Pyramid => Pyramid {
                base_m: at_m,
                ..self.pyramid
            }
            .things(),
            BlueprintKind::Wall => Wall {
                base_m: at_m,
                ..self.wall
            }
            .things(),
            BlueprintKind::Dominoes => Dominoes {
                base_m: at_m,
                ..self.dominoes
            }
            .things(),
            BlueprintKind::Rope => {
                let [from_m, to_m] = [self.rope.from_m, self.rope.to_m].map(shifted);
                Rope {
                    from_m,
                    to_m,
                    ..self.rope
                }
                .things()
            }
            BlueprintKind::Chain => {
                let [from_m, to_m] = [self.chain.from_m, self.chain.to_m].map(shifted);
                Chain {
                    from_m,
                    to_m,
                    ..self.chain
                }
                .things()
            }
            BlueprintKind::Cloth | BlueprintKind::Net => {
                let cloth = match kind {
                    BlueprintKind::Net => self.net,
                    _ => self.cloth,
                };
                let corner_m = shifted(cloth.corner_m);
                Cloth { corner_m, ..cloth }.things()
            }
            BlueprintKind::Flag => Flag {
                base_m: at_m,
                ..self.flag
            }
            .things(),
            BlueprintKind::Cape => Cape {
                base_m: at_m,
                ..self.cape
            }
            .things(),
            BlueprintKind::Jelly => Jelly {
                base_m: up(0.02),
                ..self.jelly
            }
            .things(),
            BlueprintKind::Ring => Ring {
                middle_m: up(self.ring.tube_m + 0.5),
                ..self.ring
            }
            .things(),
        }
    }

    fn particle(&self, id: u32, position_m: [f64; 3]) -> Particle {
        Particle {
            id,
            name: "particle".into(),
            mass_kg: self.mass_kg,
            position_m,
            velocity_m_s: [0.0; 3],
            radius_m: 0.05,
            fixed: false,
            material: None,
            color: None,
        }
    }

    /// Two particles and the stick between them.
    fn stick(&self, middle_m: [f64; 3]) -> Things {
        let half = DVec3::X * (0.5 * self.length_m);
        let [a, b] = [-half, half].map(|p| (DVec3::from(middle_m) + p).to_array());
        let stick = Stick {
            radius_m: 0.05,
            ..Stick::new(1, 2)
        };
        Things {
            items: vec![
                Item::Particle(self.particle(1, a)),
                Item::Particle(self.particle(2, b)),
                Item::Constraint(Constraint {
                    id: 3,
                    name: "stick".into(),
                    kind: ConstraintKind::Stick(stick),
                }),
            ],
            ..Things::default()
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::editor::Command;
    use crate::scene::Scene;

    #[test]
    fn everything_can_be_created_in_an_empty_scene_and_is_selected_by_name() {
        for kind in BlueprintKind::ALL {
            let mut scene = Scene::default();
            let things = Blueprints::default().things(kind, [1.0, 0.5, -2.0]);
            let command = Command::Insert(things, kind.word());
            command.apply(&mut scene).unwrap();
            assert!(!scene.ids().is_empty(), "{kind:?}");
        }
    }
}
