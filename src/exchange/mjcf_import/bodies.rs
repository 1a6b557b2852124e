//! The bodies of a file: where they are, of what they are made, how they hang.

use super::attributes::{error, Classes, Element};
use super::frame::{Compiler, Place};
use super::geom::Geom;
use super::ImportError;
use crate::scene::{Axis, Shape};
use glam::{DMat3, DQuat, DVec3};
use roxmltree::Node;

/// How far an axis may be from one of a frame, as a sine.
const ALIGNED: f64 = 1e-6;

/// A body that moves.
pub struct Found<'a, 'b> {
    pub name: String,
    /// Place in the list of the body that it hangs from.
    pub parent: Option<usize>,
    /// Its frame in the world where all joints are 0.
    pub place: Place,
    pub joints: Vec<Element<'a, 'b>>,
    pub geoms: Vec<Geom>,
    pub mass: Mass,
}

/// Mass of a body, in its frame.
pub struct Mass {
    /// kg.
    pub mass: f64,
    /// Centre, m.
    pub centre: DVec3,
    /// About the centre, kg·m².
    pub tensor: DMat3,
}

/// What a file says of places, of bodies and of what never moves.
#[derive(Default)]
pub struct World<'a, 'b> {
    pub bodies: Vec<Found<'a, 'b>>,
    /// Shapes that never move, with the frame that they are in.
    pub obstacles: Vec<(Place, Geom)>,
    pub left_out: Vec<String>,
}

/// A body that is to be read: its element, the one that it hangs from, its class and the frame
/// around it.
struct Next<'a, 'b> {
    node: Node<'a, 'b>,
    parent: Option<usize>,
    class: String,
    around: Place,
}

/// All bodies of a file, those that hang from others after these; `around` is the world.
pub fn read<'a, 'b>(
    root: Node<'a, 'b>,
    classes: &'b Classes<'a>,
    compiler: &Compiler,
    around: Place,
) -> Result<World<'a, 'b>, ImportError> {
    let mut world = World::default();
    let tops = root
        .children()
        .filter(|node| node.has_tag_name("worldbody"));
    let mut next: Vec<Next<'_, '_>> = tops
        .map(|node| Next {
            node,
            parent: None,
            class: super::attributes::MAIN.into(),
            around,
        })
        .collect();
    next.reverse();
    // A chain may be longer than a stack is deep.
    while let Some(Next {
        node,
        parent,
        class,
        around,
    }) = next.pop()
    {
        let class = node.attribute("childclass").map_or(class, str::to_string);
        if !classes.has(&class) {
            let message = format!("there is no class `{class}` of defaults");
            return Err(error(node, message, "name a class of a `default`"));
        }
        let element = classes.element(node, &class)?;
        let own = Place {
            position: element.vector("pos", DVec3::ZERO)?,
            turn: compiler.orientation(&element)?,
        };
        let place = around.of(own);
        let (mut joints, mut geoms, mut inner) = (Vec::new(), Vec::new(), Vec::new());
        for child in node.children().filter(Node::is_element) {
            match child.tag_name().name() {
                "body" => inner.push(child),
                "joint" | "freejoint" => joints.push(classes.element(child, &class)?),
                "geom" => geoms.push(Geom::read(&classes.element(child, &class)?, compiler)?),
                "inertial" | "site" | "camera" | "light" => {}
                other => {
                    let what = format!("`{other}` in {}", element.name());
                    world.left_out.push(what);
                }
            }
        }
        let hangs = match (joints.is_empty(), parent) {
            (true, None) => {
                world
                    .obstacles
                    .extend(geoms.into_iter().map(|geom| (place, geom)));
                None
            }
            _ => {
                let mass = mass_of(node, classes, &class, compiler, &geoms)?;
                world.bodies.push(Found {
                    name: node.attribute("name").unwrap_or_default().to_string(),
                    parent,
                    place,
                    joints,
                    geoms,
                    mass,
                });
                Some(world.bodies.len() - 1)
            }
        };
        next.extend(inner.into_iter().rev().map(|node| Next {
            node,
            parent: hangs.or(parent),
            class: class.clone(),
            around: place,
        }));
    }
    Ok(world)
}

/// The mass that a body is said to have, or that of its shapes.
fn mass_of<'a, 'b>(
    node: Node<'a, 'b>,
    classes: &'b Classes<'a>,
    class: &str,
    compiler: &Compiler,
    geoms: &[Geom],
) -> Result<Mass, ImportError> {
    let given = node.children().find(|child| child.has_tag_name("inertial"));
    if let Some(given) = given {
        let element = classes.element(given, class)?;
        let turn = DMat3::from_quat(compiler.orientation(&element)?);
        let tensor = match element.some::<6>("fullinertia")? {
            Some([xx, yy, zz, xy, xz, yz]) => DMat3::from_cols(
                DVec3::new(xx, xy, xz),
                DVec3::new(xy, yy, yz),
                DVec3::new(xz, yz, zz),
            ),
            None => {
                let diagonal = element.vector("diaginertia", DVec3::ZERO)?;
                turn * DMat3::from_diagonal(diagonal) * turn.transpose()
            }
        };
        return Ok(Mass {
            mass: element.number("mass", 0.0)?,
            centre: element.vector("pos", DVec3::ZERO)?,
            tensor,
        });
    }
    let mass: f64 = geoms.iter().map(|geom| geom.mass).sum();
    if mass <= 0.0 {
        let message = "a body that moves has no mass".into();
        let remedy = "give it an `inertial`, or a geom with a mass";
        return Err(error(node, message, remedy));
    }
    let moments = geoms.iter().map(|geom| geom.place.position * geom.mass);
    let centre = moments.sum::<DVec3>() / mass;
    let tensors = geoms.iter().map(|geom| geom.tensor_about(centre));
    let tensor = tensors.fold(DMat3::ZERO, |sum, own| sum + own);
    Ok(Mass {
        mass,
        centre,
        tensor,
    })
}

/// The shape of a body in its own frame, or with the turn that the frame has to take for it.
pub fn shape_in_frame(geom: &Geom) -> Option<(Shape, DQuat)> {
    let shape = geom.shape.clone()?;
    let columns = DMat3::from_quat(geom.place.turn);
    // The axis of the body along which each axis of the shape lies, if all lie along one.
    let along = |own: DVec3| {
        let known = DVec3::AXES.into_iter();
        known
            .into_iter()
            .position(|axis| own.cross(axis).length() < ALIGNED)
    };
    let axes = [columns.x_axis, columns.y_axis, columns.z_axis].map(along);
    let [x, y, z] = axes;
    Some(match shape {
        Shape::Sphere { .. } => (shape, DQuat::IDENTITY),
        Shape::Capsule {
            radius_m, length_m, ..
        } if z.is_some() => {
            let axis = axis_of(z);
            let shape = Shape::Capsule {
                radius_m,
                length_m,
                axis,
            };
            (shape, DQuat::IDENTITY)
        }
        Shape::Cylinder {
            radius_m, length_m, ..
        } if z.is_some() => {
            let axis = axis_of(z);
            let shape = Shape::Cylinder {
                radius_m,
                length_m,
                axis,
            };
            (shape, DQuat::IDENTITY)
        }
        Shape::Box {
            size_m: [a, b, c],
            rounding_m,
        } if x.is_some() && y.is_some() && z.is_some() => {
            let mut size_m = [a, b, c];
            for (at, size) in axes.into_iter().flatten().zip([a, b, c]) {
                size_m[at] = size;
            }
            (Shape::Box { size_m, rounding_m }, DQuat::IDENTITY)
        }
        shape => (shape, geom.place.turn),
    })
}

fn axis_of(place: Option<usize>) -> Axis {
    match place {
        Some(0) => Axis::X,
        Some(1) => Axis::Y,
        _ => Axis::Z,
    }
}

/// A tensor about the centre seen from another frame, as a scene has it: the diagonal, and the
/// entries xy, yz, zx.
pub fn tensor_in(turn: DQuat, tensor: DMat3) -> ([f64; 3], Option<[f64; 3]>) {
    let turned = DMat3::from_quat(turn);
    let own = turned.transpose() * tensor * turned;
    let diagonal = [own.x_axis.x, own.y_axis.y, own.z_axis.z];
    let products = [own.y_axis.x, own.z_axis.y, own.x_axis.z];
    let largest = diagonal.into_iter().fold(0.0, f64::max);
    let is_small = |entry: &f64| entry.abs() <= 1e-12 * largest;
    (
        diagonal,
        (!products.iter().all(is_small)).then_some(products),
    )
}
