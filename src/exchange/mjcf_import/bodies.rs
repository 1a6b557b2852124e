//! The bodies of a file: where they are, of what they are made, how they hang.

use super::attributes::{Classes, MAIN};
use super::frame::Compiler;
use super::geom;
use super::meshes::Meshes;
use crate::exchange::assembly::place::Place;
use crate::exchange::assembly::solid::{turned, Mass, Solid};
use crate::exchange::assembly::xml::{error, Element, ImportError};
use crate::exchange::assembly::Found;
use crate::scene::range;
use glam::{DMat3, DVec3};
use roxmltree::Node;

/// A body that moves.
pub struct Moving<'a, 'b> {
    pub found: Found,
    /// Place in the list of the body that it hangs from.
    pub parent: Option<usize>,
    pub joints: Vec<Element<'a, 'b>>,
}

/// What a file says of places, of bodies and of what never moves.
#[derive(Default)]
pub struct World<'a, 'b> {
    pub bodies: Vec<Moving<'a, 'b>>,
    /// Shapes that never move, with the frame that they are in.
    pub obstacles: Vec<(Place, Solid)>,
    pub left_out: Vec<String>,
}

/// A body that is to be read: its element, the one that it hangs from, its class and the frame
/// around it.
struct Next<'a, 'b> {
    node: Node<'a, 'b>,
    parent: Option<usize>,
    class: &'b str,
    around: Place,
}

/// All bodies of a file, those that hang from others after these; `around` is the world.
pub fn read<'a, 'b>(
    root: Node<'a, 'b>,
    classes: &'b Classes<'a>,
    compiler: &Compiler,
    around: Place,
) -> Result<World<'a, 'b>, ImportError> {
    let meshes = Meshes::read(root, classes)?;
    let mut world = World::default();
    let tops = root
        .children()
        .filter(|node| node.has_tag_name("worldbody"));
    let mut next: Vec<Next<'_, '_>> = tops
        .map(|node| Next {
            node,
            parent: None,
            class: MAIN,
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
        let class = node.attribute("childclass").unwrap_or(class);
        if !classes.has(class) {
            let message = format!("there is no default class `{class}`");
            return Err(error(node, message, "use the class of a `default` element"));
        }
        let element = classes.element(node, class)?;
        let own = Place {
            position: element.vector("pos", DVec3::ZERO)?,
            turn: compiler.orientation(&element)?,
        };
        let place = around.of(own);
        let (mut joints, mut solids, mut inner) = (Vec::new(), Vec::new(), Vec::new());
        let mut unweighed = Vec::new();
        for child in node.children().filter(Node::is_element) {
            match child.tag_name().name() {
                "body" => inner.push(child),
                "joint" | "freejoint" => joints.push(classes.element(child, class)?),
                "geom" => {
                    let geom = classes.element(child, class)?;
                    let solid = geom::solid(&geom, compiler, &meshes)?;
                    let is_mesh = geom.text("type") == Some("mesh");
                    if is_mesh && solid.form.volume == 0.0 && geom.text("mass").is_none() {
                        unweighed.push(format!(
                            "the mass of {}: its points are unknown",
                            solid.name
                        ));
                    }
                    solids.push(solid);
                }
                "inertial" | "site" | "camera" | "light" => {}
                other => {
                    let what = format!("`{other}` in {}", element.name());
                    world.left_out.push(what);
                }
            }
        }
        let is_led = node.attribute("mocap") == Some("true");
        let hangs = match (joints.is_empty() && !is_led, parent) {
            (true, None) => {
                world
                    .obstacles
                    .extend(solids.into_iter().map(|solid| (place, solid)));
                None
            }
            _ => {
                let given = node.children().find(|child| child.has_tag_name("inertial"));
                let mass = match given {
                    Some(given) => said_mass(given, classes, class, compiler)?,
                    None => {
                        world.left_out.append(&mut unweighed);
                        mass_of(node, &solids)?
                    }
                };
                let found = Found {
                    name: node.attribute("name").unwrap_or_default().to_string(),
                    place,
                    solids,
                    mass,
                    spot: element.spot(),
                    is_kinematic: is_led,
                };
                world.bodies.push(Moving {
                    found,
                    parent,
                    joints,
                });
                Some(world.bodies.len() - 1)
            }
        };
        next.extend(inner.into_iter().rev().map(|node| Next {
            node,
            parent: hangs.or(parent),
            class,
            around: place,
        }));
    }
    Ok(world)
}

/// The mass that a body is said to have.
fn said_mass<'a, 'b>(
    given: Node<'a, 'b>,
    classes: &'b Classes<'a>,
    class: &str,
    compiler: &Compiler,
) -> Result<Mass, ImportError> {
    let element = classes.element(given, class)?;
    let tensor = match element.some::<6>("fullinertia")? {
        Some([xx, yy, zz, xy, xz, yz]) => DMat3::from_cols(
            DVec3::new(xx, xy, xz),
            DVec3::new(xy, yy, yz),
            DVec3::new(xz, yz, zz),
        ),
        None => {
            let diagonal = element.vector("diaginertia", DVec3::ZERO)?;
            turned(
                DMat3::from_diagonal(diagonal),
                compiler.orientation(&element)?,
            )
        }
    };
    let mass = element.number("mass", 0.0)?;
    if let Some(message) = range::MASS.refusal(mass) {
        let message = format!("`mass`: {message}");
        return Err(error(given, message, "write a mass in this range"));
    }
    Ok(Mass {
        mass,
        centre: element.vector("pos", DVec3::ZERO)?,
        tensor,
    })
}

/// The mass of the shapes of a body.
fn mass_of(node: Node<'_, '_>, solids: &[Solid]) -> Result<Mass, ImportError> {
    Mass::of(solids).ok_or_else(|| {
        let message = "a moving body has no mass";
        let remedy = "give it an `inertial`, or a geom with a mass";
        error(node, message, remedy)
    })
}
