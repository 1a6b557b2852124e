//! A scene of what a file says.

use super::attributes::{Classes, Element, MAIN};
use super::bodies::{self, shape_in_frame, tensor_in, Found};
use super::drives::Actuators;
use super::frame::{Compiler, Place};
use super::geom::Geom;
use super::joints::{Reader, Side};
use super::{ImportError, Imported};
use crate::exchange::wxyz;
use crate::scene::{
    Body, BodyContact, CollisionRule, Constraint, ConstraintKind, Fixed, Grip, Id, Material,
    Obstacle, Pin, Scene, Shape, Thing,
};
use glam::{DQuat, DVec3};
use roxmltree::Node;
use std::collections::{BTreeMap, BTreeSet};

/// Longest name that is kept, characters.
const MOST_LETTERS: usize = 80;
/// Most pairs of bodies that hang together for which rules are written.
const MOST_RULES: usize = 2_000;
/// Radius of a body without a shape, which collides with nothing, m.
const NO_SHAPE_M: f64 = 0.05;

/// What of a file is not looked into.
const UNREAD: [&str; 6] = [
    "include",
    "tendon",
    "sensor",
    "custom",
    "deformable",
    "extension",
];

pub fn scene(root: Node<'_, '_>, name: &str) -> Result<Imported, ImportError> {
    let compiler = Compiler::read(root)?;
    let classes = Classes::read(root)?;
    let mut left_out = unread(root);
    let gravity = gravity(root, &classes)?;
    // Their z is up; here it is y.
    let up = match gravity.z.abs() > gravity.x.abs().max(gravity.y.abs()) {
        true => DQuat::from_rotation_arc(DVec3::Z, DVec3::Y),
        false => DQuat::IDENTITY,
    };
    let around = Place {
        turn: up,
        ..Place::ORIGIN
    };
    let world = bodies::read(root, &classes, &compiler, around)?;
    left_out.extend(world.left_out);
    let actuators = Actuators::read(root, &classes, &mut left_out)?;
    let mut assembly = Assembly {
        scene: Scene {
            name: short(root.attribute("model").unwrap_or(name)),
            gravity_m_s2: (up * gravity).to_array(),
            ..Scene::default()
        },
        next: 1,
        materials: BTreeMap::new(),
        sides: Vec::new(),
        left_out,
    };
    for (place, geom) in &world.obstacles {
        assembly.obstacle(*place, geom);
    }
    for found in &world.bodies {
        assembly.body(found);
    }
    let mut reader = Reader {
        compiler: &compiler,
        actuators: &actuators,
        left_out: Vec::new(),
    };
    for (found, at) in world.bodies.iter().zip(0..) {
        let outside = Side {
            id: None,
            place: Place::ORIGIN,
        };
        let parent = found
            .parent
            .map_or(outside, |parent| assembly.sides[parent]);
        let sides = [parent, assembly.sides[at]];
        for kind in reader.constraints(&found.joints, found.place, sides)? {
            assembly.constrain(kind, &found.name);
        }
    }
    assembly.left_out.append(&mut reader.left_out);
    assembly.equalities(root, &classes, &world.bodies)?;
    assembly.rules(root, &world.bodies);
    assembly.start(root, &classes, &world.bodies)?;
    let mut seen = BTreeSet::new();
    assembly.left_out.retain(|what| seen.insert(what.clone()));
    Ok(Imported {
        scene: assembly.scene,
        left_out: assembly.left_out,
    })
}

fn unread(root: Node<'_, '_>) -> Vec<String> {
    let sections = root.children().filter(Node::is_element);
    let unread = sections.filter(|node| UNREAD.contains(&node.tag_name().name()));
    let line = |node: Node<'_, '_>| node.document().text_pos_at(node.range().start).row;
    let named = unread.map(|node| format!("`{}` in line {}", node.tag_name().name(), line(node)));
    named.collect()
}

fn gravity<'a, 'b>(root: Node<'a, 'b>, classes: &'b Classes<'a>) -> Result<DVec3, ImportError> {
    let mut gravity = DVec3::new(0.0, 0.0, -9.81);
    for node in root.children().filter(|node| node.has_tag_name("option")) {
        gravity = classes.element(node, MAIN)?.vector("gravity", gravity)?;
    }
    Ok(gravity)
}

fn short(name: &str) -> String {
    let plain = name.chars().filter(|letter| !letter.is_control());
    plain.take(MOST_LETTERS).collect()
}

struct Assembly {
    scene: Scene,
    next: Id,
    /// Ids of the materials by the bits of their friction.
    materials: BTreeMap<u64, Id>,
    /// The bodies as joints see them.
    sides: Vec<Side>,
    left_out: Vec<String>,
}

impl Assembly {
    fn id(&mut self) -> Id {
        self.next += 1;
        self.next - 1
    }

    fn material(&mut self, friction: f64) -> Option<Id> {
        if friction == Material::default().friction {
            return None;
        }
        let key = friction.to_bits();
        if let Some(&known) = self.materials.get(&key) {
            return Some(known);
        }
        let id = self.id();
        self.materials.insert(key, id);
        self.scene.materials.push(Material {
            id,
            name: format!("friction {friction}"),
            friction,
            ..Material::default()
        });
        Some(id)
    }

    fn obstacle(&mut self, place: Place, geom: &Geom) {
        if !geom.collides {
            return;
        }
        let Some(shape) = geom.shape.clone() else {
            return self.left_out.push(geom.name.clone());
        };
        let mut at = place.of(geom.place);
        if let Shape::Plane {} = shape {
            // Its normal is the z axis there.
            at.turn *= DQuat::from_rotation_arc(DVec3::Y, DVec3::Z);
        }
        let material = self.material(geom.friction);
        let id = self.id();
        self.scene.obstacles.push(Obstacle {
            id,
            name: String::new(),
            shape,
            position_m: at.position.to_array(),
            orientation: wxyz(at.turn),
            material,
            color: None,
        });
    }

    /// A body with the largest of its shapes that collide; its centre is that of its mass.
    fn body(&mut self, found: &Found<'_, '_>) {
        let fits = |geom: &&Geom| geom.collides && shape_in_frame(geom).is_some();
        let solid = |geom: &&Geom| !matches!(geom.shape, Some(Shape::Plane {}));
        let largest = (found.geoms.iter().filter(fits).filter(solid))
            .max_by(|a, b| a.volume.total_cmp(&b.volume));
        let others = found.geoms.iter().filter(|geom| geom.collides);
        let others = others.filter(|geom| largest.is_none_or(|kept| !std::ptr::eq(*geom, kept)));
        let others: Vec<String> = others.map(|geom| geom.name.clone()).collect();
        let (shape, turn) = largest.and_then(shape_in_frame).unwrap_or_else(|| {
            let shape = Shape::Sphere {
                radius_m: NO_SHAPE_M,
            };
            (shape, DQuat::IDENTITY)
        });
        if let Some(geom) = largest {
            let beside = geom.place.position.distance(found.mass.centre);
            if beside > 1e-6 {
                let what = format!(
                    "that {} is {beside:.3} m beside the centre of mass of its body",
                    geom.name
                );
                self.left_out.push(what);
            }
        }
        self.left_out.extend(others);
        let place = found.place.of(Place {
            position: found.mass.centre,
            turn,
        });
        let material = largest.and_then(|geom| self.material(geom.friction));
        let id = self.id();
        let (inertia, products) = tensor_in(turn, found.mass.tensor);
        self.sides.push(Side {
            id: Some(id),
            place,
        });
        self.scene.bodies.push(Body {
            contact: match largest {
                Some(_) => BodyContact::Shape,
                None => BodyContact::None {},
            },
            mass_kg: Some(found.mass.mass),
            inertia_kg_m2: Some(inertia),
            products_of_inertia_kg_m2: products,
            position_m: place.position.to_array(),
            orientation: wxyz(place.turn),
            material,
            ..Body::new(id, short(&found.name), shape)
        });
    }

    fn constrain(&mut self, kind: ConstraintKind, name: &str) {
        let id = self.id();
        let name = short(name);
        self.scene.constraints.push(Constraint { id, name, kind });
    }

    /// Points and frames that are held together besides.
    fn equalities<'a, 'b>(
        &mut self,
        root: Node<'a, 'b>,
        classes: &'b Classes<'a>,
        bodies: &[Found<'a, 'b>],
    ) -> Result<(), ImportError> {
        let names = names(bodies);
        let lists = root.children().filter(|node| node.has_tag_name("equality"));
        for node in lists.flat_map(|list| list.children().filter(Node::is_element)) {
            let element = classes.element(node, MAIN)?;
            let of = |key| place_of(&names, element.text(key));
            let anchor = element.some::<3>("anchor")?;
            let kind = node.tag_name().name();
            let ("connect" | "weld", Some(first)) = (kind, of("body1")) else {
                self.left_out.push(element.name());
                continue;
            };
            let point = bodies[first]
                .place
                .point(anchor.map_or(DVec3::ZERO, DVec3::from));
            let second = of("body2").map(|second| self.sides[second]);
            let world = Side {
                id: None,
                place: Place::ORIGIN,
            };
            let sides = [self.sides[first], second.unwrap_or(world)];
            let [a, b] = sides.map(|side| {
                let point_m = side.place.inward(point).to_array();
                match side.id {
                    Some(id) => Grip::Body { id, point_m },
                    None => Grip::World(point_m),
                }
            });
            let kind = match kind {
                "connect" => ConstraintKind::Pin(Pin::new(a, b)),
                _ => ConstraintKind::Fixed(Fixed {
                    a,
                    b,
                    rest: None,
                    strength: 1.0,
                }),
            };
            self.constrain(kind, &element.name());
        }
        Ok(())
    }

    /// Bodies that hang together pass through each other here; there those do not that hang
    /// from each other.
    fn rules(&mut self, root: Node<'_, '_>, bodies: &[Found<'_, '_>]) {
        let names = names(bodies);
        let mut apart = BTreeSet::new();
        let lists = root.children().filter(|node| node.has_tag_name("contact"));
        for node in lists.flat_map(|list| list.children().filter(Node::is_element)) {
            let of = |key| place_of(&names, node.attribute(key));
            match (node.tag_name().name(), of("body1"), of("body2")) {
                ("exclude", Some(a), Some(b)) => {
                    apart.insert([a.min(b), a.max(b)]);
                }
                (kind, ..) => self.left_out.push(format!("`{kind}` of contacts")),
            }
        }
        let mut tree: Vec<usize> = Vec::with_capacity(bodies.len());
        for (at, body) in bodies.iter().enumerate() {
            tree.push(body.parent.map_or(at, |parent| tree[parent]));
        }
        let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (at, &root) in tree.iter().enumerate() {
            members.entry(root).or_default().push(at);
        }
        let mut rules: Vec<([usize; 2], bool)> = Vec::new();
        for own in members.values() {
            for (i, &a) in own.iter().enumerate() {
                let room = MOST_RULES.saturating_sub(rules.len());
                let others = own[i + 1..].iter().copied();
                let meet =
                    others.filter(|&b| bodies[b].parent != Some(a) && !apart.contains(&[a, b]));
                rules.extend(meet.take(room).map(|b| ([a, b], true)));
            }
        }
        if rules.len() >= MOST_RULES {
            let what = format!("collisions of more than {MOST_RULES} pairs that hang together");
            self.left_out.push(what);
        }
        let between = apart.iter().filter(|[a, b]| tree[*a] != tree[*b]);
        rules.extend(between.map(|pair| (*pair, false)));
        for (pair, collide) in rules {
            if let [Some(a), Some(b)] = pair.map(|at| self.sides[at].id.map(Thing::Body)) {
                self.scene
                    .collision_rules
                    .push(CollisionRule { a, b, collide });
            }
        }
    }

    /// Bodies begin where all joints are 0; says so if the first keyframe says otherwise.
    fn start<'a, 'b>(
        &mut self,
        root: Node<'a, 'b>,
        classes: &'b Classes<'a>,
        bodies: &[Found<'a, 'b>],
    ) -> Result<(), ImportError> {
        let list = root.children().find(|node| node.has_tag_name("keyframe"));
        let Some(key) = list.and_then(|list| list.children().find(Node::is_element)) else {
            return Ok(());
        };
        let element = classes.element(key, MAIN)?;
        let positions = element.numbers("qpos")?.unwrap_or_default();
        let rates = element.numbers("qvel")?.unwrap_or_default();
        let mut at = 0;
        let mut differs = rates.iter().any(|rate| *rate != 0.0);
        for (found, joint) in bodies
            .iter()
            .flat_map(|found| found.joints.iter().map(move |joint| (found, joint)))
        {
            let zero: Vec<f64> = match joint_kind(joint) {
                "free" => {
                    let place = found.place;
                    [&place.position.to_array()[..], &wxyz(place.turn)].concat()
                }
                "ball" => vec![1.0, 0.0, 0.0, 0.0],
                _ => vec![0.0],
            };
            let own = positions.iter().skip(at).zip(&zero);
            differs |=
                joint_kind(joint) != "free" && own.into_iter().any(|(a, b)| (a - b).abs() > 1e-9);
            at += zero.len();
        }
        if differs {
            let what = "the keyframe: bodies begin at rest where all joints are 0";
            self.left_out.push(what.into());
        }
        Ok(())
    }
}

fn joint_kind<'x>(joint: &'x Element<'_, '_>) -> &'x str {
    match joint.node.tag_name().name() {
        "freejoint" => "free",
        _ => joint.text("type").unwrap_or("hinge"),
    }
}

/// The bodies by their names, each with its place in the list.
type Names<'x> = BTreeMap<&'x str, usize>;

fn names<'x>(bodies: &'x [Found<'_, '_>]) -> Names<'x> {
    let named = bodies.iter().enumerate().rev();
    named.map(|(at, found)| (found.name.as_str(), at)).collect()
}

fn place_of(names: &Names<'_>, name: Option<&str>) -> Option<usize> {
    names.get(name.filter(|name| !name.is_empty())?).copied()
}
