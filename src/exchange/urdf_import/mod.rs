//! Scenes from the Unified Robot Description Format: <http://wiki.ros.org/urdf/XML>.
//!
//! Links with mass become bodies, in the pose in which all joints are 0, and what is without mass
//! is taken for part of what carries it: a link between two joints at one place makes one joint of
//! them, and a root that carries a robot by one fixed joint is only where it stands. What is
//! called `world` is the world. z is up there and y here. What a scene does not hold is named.
//! Looks, and the largest efforts and speeds of motors, of which the format has none, are not read.

mod joints;
mod links;
mod mimic;
mod tree;

use super::assembly::place::Place;
use super::assembly::xml::{self, Element, ImportError};
use super::assembly::{short, Assembly, Imported};
use crate::physics::math::rotation_from_vector;
use crate::scene::Scene;
use glam::{DQuat, DVec3};
use roxmltree::Node;
use tree::Robot;

/// What of a file is not looked into.
const UNREAD: [&str; 3] = ["transmission", "gazebo", "sensor"];

/// The scene that a robot in URDF makes.
///
/// # Errors
/// What of the file cannot be read, with its place.
pub fn scene_from_urdf(text: &str, name: &str) -> Result<Imported, ImportError> {
    let document = xml::document(text, "robot", "use a file with the root element `robot`")?;
    let root = Element::plain(document.root_element());
    let elements = |kind| {
        let inside = root.node.children();
        inside.filter(move |node: &Node<'_, '_>| node.has_tag_name(kind))
    };
    let links = links::read(elements("link").map(Element::plain))?;
    let joints = joints::read(elements("joint").map(Element::plain), &links)?;
    let unread = UNREAD
        .iter()
        .filter(|kind| elements(kind).next().is_some())
        .map(|kind| format!("`{kind}`"));
    let scene = Scene {
        name: short(root.text("name").unwrap_or(name)),
        ..Scene::default()
    };
    let mut assembly = Assembly::new(scene, unread.collect());
    let around = Place {
        turn: DQuat::from_rotation_arc(DVec3::Z, DVec3::Y),
        ..Place::ORIGIN
    };
    let robot = Robot::of(links, &joints, around)?;
    robot.assemble(&joints, &mut assembly)?;
    let finished = assembly.finish();
    finished.map_err(|unsound| unsound.in_document(&document))
}

/// Where an element is in what is around it.
fn origin(element: &Element<'_, '_>) -> Result<Place, ImportError> {
    let Some(origin) = element.child("origin") else {
        return Ok(Place::ORIGIN);
    };
    let [roll, pitch, yaw] = origin.vector("rpy", DVec3::ZERO)?.to_array();
    // About fixed axes, one after the other.
    let turn = rotation_from_vector(DVec3::Z * yaw)
        * rotation_from_vector(DVec3::Y * pitch)
        * rotation_from_vector(DVec3::X * roll);
    Ok(Place {
        position: origin.vector("xyz", DVec3::ZERO)?,
        turn: turn.normalize(),
    })
}
