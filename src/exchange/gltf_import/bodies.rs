//! The nodes of a file: bodies, and what never moves.

use super::entry;
use crate::exchange::assembly::place::Place;
use crate::exchange::assembly::solid::{turned, Form, Mass, Solid, DENSITY};
use crate::exchange::assembly::start::Motion;
use crate::exchange::assembly::{short, Assembly, Found};
use crate::gltf::physics::{self, Body, Physics, Tube};
use crate::gltf::{Gltf, GltfError, Placed};
use crate::scene;
use glam::{DMat3, DQuat, DVec3};

/// How far factors along two axes may be from each other, as a share.
const ALIKE: f64 = 1e-6;

/// A node of the scene.
#[derive(Clone)]
pub struct Node {
    pub name: String,
    pub place: Place,
    scale: DVec3,
    /// The body that carries it, as a place in the list of the assembly; none is the world.
    pub body: Option<usize>,
}

/// The nodes of a file, by their number there; none of one that is not in the scene.
pub struct Nodes {
    pub all: Vec<Option<Node>>,
    /// The filters of the colliders of each body.
    pub filters: Vec<Vec<usize>>,
}

/// A body in the making.
struct Moving {
    found: Found,
    motion: physics::Motion,
}

impl Nodes {
    /// Reads all and puts bodies and obstacles into the scene, in the order of the file.
    pub fn read(
        gltf: &Gltf,
        physics: &Physics,
        assembly: &mut Assembly,
    ) -> Result<Nodes, GltfError> {
        let places = gltf.places()?;
        let mut all: Vec<Option<Node>> = vec![None; physics.nodes.len()];
        for placed in &places {
            all[placed.node] = Some(node(gltf, placed)?);
        }
        let mut bodies: Vec<Moving> = Vec::new();
        for (node, own) in all.iter_mut().zip(&physics.nodes) {
            let motion = own.as_ref().and_then(|own| own.motion.as_ref());
            let (Some(node), Some(motion)) = (node, motion) else {
                continue;
            };
            if moves(motion, &node.name, assembly) {
                node.body = Some(bodies.len());
                bodies.push(Moving::of(node, motion));
            }
        }
        // What hangs on a body goes with it.
        for placed in &places {
            let moves = |own: &Option<Body>| own.as_ref().is_some_and(|own| own.motion.is_some());
            let above = placed.parent.and_then(|parent| places.get(parent));
            let above = above.and_then(|above| all[above.node].as_ref()?.body);
            if let (Some(node), false) = (&mut all[placed.node], moves(&physics.nodes[placed.node]))
            {
                node.body = above;
            }
        }
        let mut nodes = Nodes {
            all,
            filters: vec![Vec::new(); bodies.len()],
        };
        for (node, own) in nodes.all.iter().zip(&physics.nodes) {
            let (Some(node), Some(own)) = (node, own) else {
                continue;
            };
            if own.trigger.is_some() {
                assembly
                    .left_out
                    .push(format!("the trigger of {}", node.name));
            }
            let Some(solid) = solid(node, own, physics, assembly)? else {
                continue;
            };
            let Some(body) = node.body else {
                assembly.obstacle(Place::ORIGIN, &solid);
                continue;
            };
            let filter = own.collider.as_ref().and_then(|own| own.collision_filter);
            nodes.filters[body].extend(filter);
            let found = &mut bodies[body].found;
            let place = found.place.within(solid.place);
            found.solids.push(Solid { place, ..solid });
        }
        for (at, moving) in bodies.into_iter().enumerate() {
            moving.start(at, assembly)?;
        }
        Ok(nodes)
    }
}

impl Moving {
    fn of(node: &Node, motion: &physics::Motion) -> Moving {
        Moving {
            found: Found {
                name: node.name.clone(),
                place: node.place,
                solids: Vec::new(),
                mass: Mass::spread(0.0, DVec3::ZERO, &[]),
                spot: None,
                is_kinematic: motion.is_kinematic,
            },
            motion: physics::Motion {
                // What is kinematic may say that it has none, and needs none.
                mass: (motion.mass).filter(|&mass| mass > 0.0 || !motion.is_kinematic),
                center_of_mass: (DVec3::from(motion.center_of_mass) * node.scale).to_array(),
                ..motion.clone()
            },
        }
    }

    /// Puts it into the scene, where it has a place in the list of bodies.
    fn start(mut self, at: usize, assembly: &mut Assembly) -> Result<(), GltfError> {
        self.found.mass = mass(&self.found, &self.motion, assembly)?;
        assembly.body(&self.found);
        let turn = self.found.place.turn;
        let motion = Motion {
            place: assembly.place_of(Some(at)),
            velocity: turn * DVec3::from(self.motion.linear_velocity),
            spin: turn * DVec3::from(self.motion.angular_velocity),
        };
        assembly.start(at, motion);
        Ok(())
    }
}

fn node(gltf: &Gltf, placed: &Placed) -> Result<Node, GltfError> {
    let known = gltf.document.nodes.get(placed.node);
    let name = known.map(|node| short(&node.name)).unwrap_or_default();
    let name = match name.is_empty() {
        true => format!("node {}", placed.node),
        false => name,
    };
    let (scale, turn, position) = placed.to_scene.to_scale_rotation_translation();
    let is_sound = turn.is_finite() && turn.length() > 0.5 && position.is_finite();
    if !is_sound || !scale.is_finite() {
        let message = format!("{name} has no valid position");
        let remedy = "export it again with unit rotations and non-zero scales";
        return Err(GltfError::whole(message, remedy));
    }
    Ok(Node {
        name,
        place: Place {
            position,
            turn: turn.normalize(),
        },
        scale: scale.abs(),
        body: None,
    })
}

/// Whether it moves, by forces or by itself; what moves whatever it meets stands still here.
fn moves(motion: &physics::Motion, name: &str, assembly: &mut Assembly) -> bool {
    let is_endless = motion.mass == Some(0.0) && !motion.is_kinematic;
    let rests = motion.linear_velocity == [0.0; 3] && motion.angular_velocity == [0.0; 3];
    if is_endless && !rests {
        let what = format!("the prescribed motion of {name}: it stands still");
        assembly.left_out.push(what);
    }
    if motion.gravity_factor.is_some_and(|factor| factor != 1.0) {
        assembly
            .left_out
            .push(format!("the gravity factor of {name}"));
    }
    !is_endless
}

/// The mass of a body, in its frame.
fn mass(
    found: &Found,
    motion: &physics::Motion,
    assembly: &mut Assembly,
) -> Result<Mass, GltfError> {
    let name = &found.name;
    let of_shapes = Mass::of_density(&found.solids, DENSITY);
    let Some(mass) = motion.mass.or(of_shapes.map(|own| own.mass)) else {
        let message = format!("{name} moves but has no mass");
        return Err(GltfError::whole(message, "give it a `mass`, or a collider"));
    };
    if mass < 0.0 {
        let message = format!("the mass of {name} is below 0");
        return Err(GltfError::whole(message, "write a mass above 0"));
    }
    let centre = DVec3::from(motion.center_of_mass);
    let Some(moments) = motion.inertia_diagonal.map(DVec3::from) else {
        return Ok(Mass::spread(mass, centre, &found.solids));
    };
    if moments.min_element() == 0.0 {
        let what = format!("the locked rotation of {name}");
        assembly.left_out.push(what);
        return Ok(Mass::spread(mass, centre, &found.solids));
    }
    let axes = DQuat::from_array(motion.inertia_orientation.unwrap_or([0.0, 0.0, 0.0, 1.0]));
    if axes.length() < 0.5 {
        let message = format!("the `inertiaOrientation` of {name} has length zero");
        let remedy = "write a unit quaternion x y z w";
        return Err(GltfError::whole(message, remedy));
    }
    Ok(Mass {
        mass,
        centre,
        tensor: turned(DMat3::from_diagonal(moments), axes.normalize()),
    })
}

/// The collider of a node, in the scene.
fn solid(
    node: &Node,
    own: &Body,
    physics: &Physics,
    assembly: &mut Assembly,
) -> Result<Option<Solid>, GltfError> {
    let Some(collider) = &own.collider else {
        return Ok(None);
    };
    let name = format!("the collider of {}", node.name);
    let shape = match collider.geometry.shape {
        Some(shape) => Some(entry(&physics.shapes, shape, "shape", &node.name)?),
        None => None,
    };
    let material = match collider.physics_material {
        Some(at) => entry(&physics.materials, at, "material", &node.name)?.clone(),
        None => physics::Material::default(),
    };
    let mut friction = scene::Material::default().friction;
    if collider.physics_material.is_some() {
        friction = material.dynamic_friction;
        // The product of the roots is the geometric mean, which counts here.
        match material.friction_combine.as_str() {
            "multiply" => friction *= friction,
            other => {
                let what = format!("the friction combine mode `{}`", short(other));
                assembly.left_out.push(what);
            }
        }
        if material.restitution != 0.0 && material.restitution_combine != "maximum" {
            let what = format!("the restitution combine mode of {name}");
            assembly.left_out.push(what);
        }
    }
    let (form, along) = match shape.map(|shape| form(shape, node.scale)) {
        Some(Some(form)) => form,
        _ => (Form::NONE, DVec3::Z),
    };
    Ok(Some(Solid {
        place: Place {
            turn: node.place.turn * DQuat::from_rotation_arc(DVec3::Z, along),
            ..node.place
        },
        form: check(form, &node.name)?,
        collides: true,
        mass: 0.0,
        friction,
        restitution: Some(material.restitution),
        name,
        own_name: node.name.clone(),
        spot: None,
    }))
}

/// A shape whose axis, if it has one, is z, and where that has to point; none of what a scene has
/// no shape for.
fn form(shape: &physics::Shape, scale: DVec3) -> Option<(Form, DVec3)> {
    let is_alike = |a: f64, b: f64| (a - b).abs() <= ALIKE * a.max(b);
    let is_round = is_alike(scale.x, scale.z);
    let straight = |tube: &Tube| {
        let is_straight = is_alike(tube.radius_bottom, tube.radius_top) && is_round;
        is_straight.then_some((tube.radius_bottom * scale.x, 0.5 * tube.height * scale.y))
    };
    match shape {
        physics::Shape::Sphere { sphere } => {
            let is_ball = is_round && is_alike(scale.x, scale.y);
            is_ball.then(|| (Form::sphere(sphere.radius * scale.x), DVec3::Z))
        }
        physics::Shape::Box { r#box } => {
            let half = DVec3::from(r#box.size) * scale * 0.5;
            Some((Form::cuboid(half), DVec3::Z))
        }
        physics::Shape::Plane { plane } => {
            let is_endless = plane.size_x.is_none() && plane.size_z.is_none();
            is_endless.then(|| (Form::plane(), DVec3::Y))
        }
        physics::Shape::Capsule { capsule } => {
            let (radius, half) = straight(capsule).filter(|_| is_alike(scale.x, scale.y))?;
            Some((Form::capsule(radius, half), DVec3::Y))
        }
        physics::Shape::Cylinder { cylinder } => {
            let (radius, half) = straight(cylinder)?;
            Some((Form::cylinder(radius, half), DVec3::Y))
        }
        physics::Shape::Other => None,
    }
}

/// Refuses shapes without a size.
fn check(form: Form, name: &str) -> Result<Form, GltfError> {
    let is_plane = matches!(form.shape, Some(scene::Shape::Plane {}));
    if form.shape.is_some() && !is_plane && (form.volume.is_nan() || form.volume <= 0.0) {
        let message = format!("the shape of {name} has no size");
        return Err(GltfError::whole(message, "write sizes above 0"));
    }
    Ok(form)
}
