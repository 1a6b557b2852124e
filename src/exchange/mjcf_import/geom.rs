//! Shapes of a file.

use super::frame::Compiler;
use super::meshes::Meshes;
use crate::exchange::assembly::place::Place;
use crate::exchange::assembly::solid::{Form, Solid, DENSITY};
use crate::exchange::assembly::xml::{error, Element, ImportError};
use crate::scene::Shape;
use glam::{DQuat, DVec3};

/// The shape of an element.
pub fn solid(
    element: &Element<'_, '_>,
    compiler: &Compiler,
    meshes: &Meshes<'_>,
) -> Result<Solid, ImportError> {
    let kind = element.text("type").unwrap_or("sphere");
    let size = element.numbers("size")?.unwrap_or_default();
    let mut place = Place {
        position: element.vector("pos", DVec3::ZERO)?,
        turn: compiler.orientation(element)?,
    };
    let mut half = None;
    if let Some([a, b, c, d, e, f]) = element.some::<6>("fromto")? {
        let (from, to) = (DVec3::new(a, b, c), DVec3::new(d, e, f));
        let along = (to - from).normalize_or(DVec3::Z);
        place = Place {
            position: (from + to) * 0.5,
            turn: DQuat::from_rotation_arc(DVec3::Z, along),
        };
        half = Some(0.5 * from.distance(to));
    }
    let given = |at: usize| {
        let number = size.get(at).copied().filter(|number| *number > 0.0);
        number.ok_or_else(|| {
            let message = format!("number {} is missing in the `size` of a {kind}", at + 1);
            error(element.node, message, "write sizes above 0")
        })
    };
    let half_length = || half.map_or_else(|| given(1), Ok);
    let form = match kind {
        "plane" => Form::plane(),
        "sphere" => Form::sphere(given(0)?),
        "capsule" => Form::capsule(given(0)?, half_length()?),
        "cylinder" => Form::cylinder(given(0)?, half_length()?),
        "box" => {
            let x = given(0)?;
            let y = if half.is_some() { x } else { given(1)? };
            let z = half.map_or_else(|| given(2), Ok)?;
            Form::cuboid(DVec3::new(x, y, z))
        }
        "ellipsoid" => Form::ellipsoid(DVec3::new(given(0)?, given(1)?, given(2)?)),
        "mesh" => match meshes.find(element.text("mesh")) {
            Some(mesh) => {
                place.position = place.point(mesh.solid.centre);
                Form {
                    shape: mesh.hull.clone().map(Shape::Hull),
                    ..Form::filled(&mesh.solid)
                }
            }
            None => Form::NONE,
        },
        _ => Form::NONE,
    };
    let density = element.number("density", DENSITY)?;
    let mass = element.number("mass", density * form.volume)?;
    if mass < 0.0 {
        let message = "its mass is below 0";
        return Err(error(element.node, message, "write a mass above 0"));
    }
    let friction = element.numbers("friction")?;
    let bits = |key| element.number(key, 1.0).map(|bits| bits != 0.0);
    Ok(Solid {
        place,
        form,
        collides: bits("contype")? || bits("conaffinity")?,
        mass,
        friction: friction.and_then(|all| all.first().copied()).unwrap_or(1.0),
        restitution: None,
        name: format!("{} ({kind})", element.name()),
        own_name: element.node.attribute("name").unwrap_or_default().into(),
        spot: element.spot(),
    })
}
