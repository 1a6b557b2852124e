//! What the readers of files of other simulators share: bodies of shapes and joints of moves
//! become a scene.
//!
//! A body becomes a body with its shapes that collide, a joint a constraint.

mod drive;
pub mod joint;
pub mod place;
pub mod solid;
pub mod sound;
pub mod start;
pub mod xml;

use super::wxyz;
use crate::scene::{
    Body, BodyContact, CollisionRule, Compound, Constraint, ConstraintKind, Id, Kinematic,
    Material, Obstacle, Piece, Scene, Shape, Thing, MAX_PIECES,
};
use glam::{DQuat, DVec3};
use place::Place;
use solid::{Mass, Solid, NO_SHAPE_M};
use sound::{Origin, Spot};
use start::Motion;
use std::collections::{BTreeMap, BTreeSet};

/// Longest name that is kept, characters.
const MOST_LETTERS: usize = 80;
/// How far the middle of a shape may be from a centre of mass and counts as there, m.
const CENTRED_M: f64 = 1e-6;
/// Most pairs of bodies that hang together for which rules are written.
const MOST_RULES: usize = 2_000;

/// A scene with what was left out or changed for it, one sentence each.
#[derive(Debug, Clone, PartialEq)]
pub struct Imported {
    /// The scene.
    pub scene: Scene,
    /// What of the file is not in it.
    pub left_out: Vec<String>,
}

/// A body of a file.
pub struct Found {
    pub name: String,
    /// Its frame in the world where all joints are 0.
    pub place: Place,
    pub solids: Vec<Solid>,
    pub mass: Mass,
    pub spot: Spot,
    /// Whether it moves by itself, and nothing moves it.
    pub is_kinematic: bool,
}

/// A body of the scene as joints see it.
pub struct Part {
    id: Id,
    /// Its frame in the world where all joints are 0.
    pub place: Place,
    /// How it starts.
    motion: Motion,
}

/// A scene in the making.
pub struct Assembly {
    pub scene: Scene,
    pub left_out: Vec<String>,
    next: Id,
    /// Ids of the materials by the bits of their friction and restitution.
    materials: BTreeMap<[u64; 2], Id>,
    /// Where in the file things of the scene are from.
    origins: BTreeMap<Id, Origin>,
    /// The bodies, in the order of the scene.
    pub parts: Vec<Part>,
}

/// A name that a scene may have.
pub fn short(name: &str) -> String {
    let plain = name.chars().filter(|letter| !letter.is_control());
    plain.take(MOST_LETTERS).collect()
}

impl Assembly {
    pub fn new(scene: Scene, left_out: Vec<String>) -> Assembly {
        Assembly {
            scene,
            left_out,
            next: 1,
            materials: BTreeMap::new(),
            origins: BTreeMap::new(),
            parts: Vec::new(),
        }
    }

    /// An id of something that stands there in the file.
    fn id(&mut self, origin: Origin) -> Id {
        let id = self.next;
        self.next += 1;
        self.origins.insert(id, origin);
        id
    }

    fn material(&mut self, solid: &Solid) -> Option<Id> {
        let usual = Material::default();
        let friction = self.bounded_friction(solid.friction, &solid.name);
        let restitution = solid.restitution.unwrap_or(usual.restitution);
        if friction == usual.friction && restitution == usual.restitution {
            return None;
        }
        let key = [friction, restitution].map(f64::to_bits);
        if let Some(&known) = self.materials.get(&key) {
            return Some(known);
        }
        let id = self.id(Origin::of(&solid.name, solid.spot));
        self.materials.insert(key, id);
        self.scene.materials.push(Material {
            id,
            name: format!("friction {friction}"),
            friction,
            restitution,
            ..usual
        });
        Some(id)
    }

    /// A shape that never moves, in a frame.
    pub fn obstacle(&mut self, place: Place, solid: &Solid) {
        if !solid.collides {
            return;
        }
        let Some(shape) = solid.form.shape.clone() else {
            return self.left_out.push(solid.name.clone());
        };
        let mut at = place.of(solid.place);
        if let Shape::Plane {} = shape {
            // Its normal is the z axis there.
            at.turn *= DQuat::from_rotation_arc(DVec3::Y, DVec3::Z);
        }
        let material = self.material(solid);
        let id = self.id(Origin::of(&solid.name, solid.spot));
        self.scene.obstacles.push(Obstacle {
            id,
            name: String::new(),
            shape,
            position_m: at.position.to_array(),
            orientation: wxyz(at.turn),
            material,
            color: None,
            belt_m_s: [0.0; 3],
        });
    }

    /// A body with its shapes that collide: a compound body of several, and of one beside its centre
    /// of mass.
    pub fn body(&mut self, found: &Found) {
        let (kept, others) = colliding(&found.solids);
        self.left_out.extend(others);
        let mass = self.possible(found);
        let centred = match kept[..] {
            [only] if only.place.position.distance(mass.centre) <= CENTRED_M => only.in_frame(),
            _ => None,
        };
        let material = match centred {
            Some(_) => kept.first().and_then(|solid| self.material(solid)),
            None => None,
        };
        let (shape, turn) = match (centred, kept.is_empty()) {
            (Some(centred), _) => centred,
            (None, false) => (self.compound(&kept, mass.centre), DQuat::IDENTITY),
            (None, true) => {
                let radius_m = NO_SHAPE_M;
                (Shape::Sphere { radius_m }, DQuat::IDENTITY)
            }
        };
        let place = found.place.of(Place {
            position: mass.centre,
            turn,
        });
        let name = short(&found.name);
        let id = self.id(Origin {
            shape: kept.first().and_then(|solid| solid.spot),
            ..Origin::of(&format!("body `{name}`"), found.spot)
        });
        let (inertia, products) = mass.tensor_in(turn);
        self.parts.push(Part {
            id,
            place,
            motion: Motion::at(place),
        });
        self.scene.bodies.push(Body {
            contact: match kept.is_empty() {
                false => BodyContact::Shape,
                true => BodyContact::None {},
            },
            mass_kg: Some(mass.mass),
            inertia_kg_m2: Some(inertia),
            products_of_inertia_kg_m2: products,
            position_m: place.position.to_array(),
            orientation: wxyz(place.turn),
            kinematic: found.is_kinematic.then(Kinematic::default),
            material,
            ..Body::new(id, name, shape)
        });
    }

    /// Shapes in the frame of a body with this centre of mass.
    fn compound(&mut self, solids: &[&Solid], centre: DVec3) -> Shape {
        let mut pieces = Vec::with_capacity(solids.len());
        for solid in solids {
            let Some((shape, turn)) = solid.in_frame() else {
                continue;
            };
            pieces.push(Piece {
                name: short(&solid.own_name),
                position_m: (solid.place.position - centre).to_array(),
                orientation: wxyz(turn),
                material: self.material(solid),
                ..Piece::new(shape)
            });
        }
        Shape::Compound(Compound { pieces })
    }

    /// Adds a constraint that stands there in the file; gives its id.
    pub fn constrain(&mut self, kind: ConstraintKind, name: &str, spot: Spot) -> Id {
        let id = self.id(Origin::of(name, spot));
        let name = short(name);
        self.scene.constraints.push(Constraint { id, name, kind });
        id
    }

    /// The frame of a body where all joints are 0; none is the world.
    pub fn place_of(&self, body: Option<usize>) -> Place {
        body.map_or(Place::ORIGIN, |body| self.parts[body].place)
    }

    /// Bodies that hang together pass through each other here; there those do not, but for
    /// pairs that are exempt.
    pub fn rules(&mut self, joined: &[[usize; 2]], exempt: &BTreeSet<[usize; 2]>) {
        let tree = together(self.parts.len(), joined);
        let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (at, &root) in tree.iter().enumerate() {
            members.entry(root).or_default().push(at);
        }
        let mut rules: Vec<([usize; 2], bool)> = Vec::new();
        for own in members.values() {
            for (i, &a) in own.iter().enumerate() {
                let room = MOST_RULES.saturating_sub(rules.len());
                let others = own[i + 1..].iter().copied();
                let meet = others.filter(|&b| !exempt.contains(&[a, b]));
                rules.extend(meet.take(room).map(|b| ([a, b], true)));
            }
        }
        let between = exempt.iter().filter(|[a, b]| tree[*a] != tree[*b]);
        let room = MOST_RULES.saturating_sub(rules.len());
        rules.extend(between.take(room).map(|pair| (*pair, false)));
        if rules.len() >= MOST_RULES {
            let what = format!("collision rules for more than {MOST_RULES} joined pairs");
            self.left_out.push(what);
        }
        for (pair, collide) in rules {
            let [a, b] = pair.map(|at| Thing::Body(self.parts[at].id));
            let rule = CollisionRule { a, b, collide };
            self.scene.collision_rules.push(rule);
        }
    }
}

/// The shapes of a body that collide and that a scene has, and the names of the others that do: of
/// too many the smallest.
fn colliding(solids: &[Solid]) -> (Vec<&Solid>, Vec<String>) {
    let is_plane = |solid: &Solid| matches!(solid.form.shape, Some(Shape::Plane {}));
    let fits = |solid: &&Solid| solid.in_frame().is_some() && !is_plane(solid);
    let all = solids.iter().filter(|solid| solid.collides);
    let (mut kept, others): (Vec<_>, Vec<_>) = all.partition(fits);
    let mut others: Vec<String> = others.into_iter().map(|solid| solid.name.clone()).collect();
    if kept.len() > MAX_PIECES {
        let mut by_size = kept.clone();
        by_size.sort_by(|a, b| b.form.volume.total_cmp(&a.form.volume));
        let small = by_size.split_off(MAX_PIECES);
        let is_small = |solid: &Solid| small.iter().any(|other| std::ptr::eq(*other, solid));
        kept.retain(|solid| !is_small(solid));
        others.extend(small.into_iter().map(|solid| solid.name.clone()));
    }
    (kept, others)
}

/// A number for each of so many bodies that is the same for those that hang together.
fn together(count: usize, joined: &[[usize; 2]]) -> Vec<usize> {
    let mut beside: Vec<Vec<usize>> = vec![Vec::new(); count];
    for &[a, b] in joined {
        beside[a].push(b);
        beside[b].push(a);
    }
    let mut tree = vec![usize::MAX; count];
    for first in 0..count {
        let mut next = vec![first];
        while let Some(at) = next.pop() {
            if tree[at] == usize::MAX {
                tree[at] = first;
                next.extend(&beside[at]);
            }
        }
    }
    tree
}
