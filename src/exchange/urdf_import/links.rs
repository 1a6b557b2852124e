//! The links of a file: what they weigh and what shapes they have.

use super::origin;
use crate::exchange::assembly::place::Place;
use crate::exchange::assembly::solid::{turned, Form, Mass, Solid};
use crate::exchange::assembly::xml::{error, Element, ImportError};
use crate::scene::{Material, Shape};
use glam::{DMat3, DVec3};
use std::collections::BTreeMap;

/// Most shapes of a link in which capsules are looked for.
const MOST_MATCHED: usize = 64;
/// How far the balls of a capsule may be from its ends, m.
const AT_END: f64 = 1e-6;

/// A link, in its frame.
pub struct Link<'a, 'b> {
    pub element: Element<'a, 'b>,
    pub name: &'a str,
    /// None of one without mass.
    pub mass: Option<Mass>,
    pub solids: Vec<Solid>,
}

/// The links in the order of the file, and where in it each one is by its name.
pub struct Links<'a, 'b> {
    pub all: Vec<Link<'a, 'b>>,
    pub places: BTreeMap<&'a str, usize>,
}

/// Those of a file.
pub fn read<'a, 'b>(
    elements: impl Iterator<Item = Element<'a, 'b>>,
) -> Result<Links<'a, 'b>, ImportError> {
    let mut links = Links {
        all: Vec::new(),
        places: BTreeMap::new(),
    };
    for element in elements {
        let link = link(element)?;
        if links.places.insert(link.name, links.all.len()).is_some() {
            let message = format!("there are two links `{}`", link.name);
            return Err(error(element.node, message, "give each link its own name"));
        }
        links.all.push(link);
    }
    Ok(links)
}

fn link<'a, 'b>(element: Element<'a, 'b>) -> Result<Link<'a, 'b>, ImportError> {
    let Some(name) = element.node.attribute("name") else {
        return Err(error(
            element.node,
            "a link has no name",
            "give it a `name`",
        ));
    };
    let inside = element.node.children();
    let collisions = inside.filter(|node| node.has_tag_name("collision"));
    let solids: Result<Vec<Solid>, ImportError> = collisions
        .map(|node| solid(&Element::plain(node), &element.name()))
        .collect();
    Ok(Link {
        element,
        name,
        mass: mass(&element)?,
        solids: with_capsules(solids?),
    })
}

fn mass(link: &Element<'_, '_>) -> Result<Option<Mass>, ImportError> {
    let Some(inertial) = link.child("inertial") else {
        return Ok(None);
    };
    let place = origin(&inertial)?;
    let own = inertial.child("mass");
    let mass = own.map_or(Ok(0.0), |own| own.number("value", 0.0))?;
    if mass < 0.0 {
        let message = format!("the mass of {} is below 0", link.name());
        return Err(error(inertial.node, message, "write a mass above 0"));
    }
    let mut tensor = DMat3::ZERO;
    if let Some(inertia) = inertial.child("inertia") {
        let entry = |key| inertia.number(key, 0.0);
        let [xx, yy, zz] = [entry("ixx")?, entry("iyy")?, entry("izz")?];
        let [xy, xz, yz] = [entry("ixy")?, entry("ixz")?, entry("iyz")?];
        tensor = DMat3::from_cols(
            DVec3::new(xx, xy, xz),
            DVec3::new(xy, yy, yz),
            DVec3::new(xz, yz, zz),
        );
    }
    Ok((mass > 0.0).then_some(Mass {
        mass,
        centre: place.position,
        tensor: turned(tensor, place.turn),
    }))
}

fn solid(collision: &Element<'_, '_>, link: &str) -> Result<Solid, ImportError> {
    let geometry = collision.child("geometry");
    let form = geometry.and_then(|geometry| {
        let mut inside = geometry.node.children();
        inside.find(roxmltree::Node::is_element)
    });
    let Some(form) = form.map(Element::plain) else {
        let message = format!("a collision of {link} has no geometry");
        let remedy = "write a `geometry` with a box, a sphere or a cylinder";
        return Err(error(collision.node, message, remedy));
    };
    let kind = form.node.tag_name().name();
    let size = |number: f64| match number > 0.0 {
        true => Ok(number),
        false => {
            let message = format!("a {kind} of {link} has no size");
            Err(error(form.node, message, "write sizes above 0"))
        }
    };
    let number = |key| form.number(key, 0.0).and_then(size);
    let own = match kind {
        "sphere" => Form::sphere(number("radius")?),
        "cylinder" => Form::cylinder(number("radius")?, 0.5 * number("length")?),
        "capsule" => Form::capsule(number("radius")?, 0.5 * number("length")?),
        "box" => {
            let sizes = form.vector("size", DVec3::ZERO)?;
            size(sizes.min_element())?;
            Form::cuboid(sizes * 0.5)
        }
        _ => Form::NONE,
    };
    Ok(Solid {
        place: origin(collision)?,
        form: own,
        collides: true,
        mass: 0.0,
        friction: Material::default().friction,
        restitution: None,
        name: format!("a {kind} of {link}"),
        own_name: collision.node.attribute("name").unwrap_or_default().into(),
        spot: form.spot(),
    })
}

/// The shapes, where a cylinder with balls at both ends is a capsule: the format has none.
fn with_capsules(solids: Vec<Solid>) -> Vec<Solid> {
    if solids.len() > MOST_MATCHED {
        return solids;
    }
    let mut kept: Vec<Option<Solid>> = solids.into_iter().map(Some).collect();
    for at in 0..kept.len() {
        let Some(Shape::Cylinder {
            radius_m, length_m, ..
        }) = kept[at].as_ref().and_then(|own| own.form.shape.clone())
        else {
            continue;
        };
        let place = kept[at].as_ref().map_or(Place::ORIGIN, |own| own.place);
        let ball_at = |end: f64| {
            let end = place.point(DVec3::Z * end);
            let is_it = |other: &Solid| match other.form.shape {
                Some(Shape::Sphere { radius_m: own }) => {
                    (own - radius_m).abs() < AT_END && other.place.position.distance(end) < AT_END
                }
                _ => false,
            };
            kept.iter()
                .position(|other| other.as_ref().is_some_and(is_it))
        };
        let half = 0.5 * length_m;
        if let (Some(top), Some(bottom)) = (ball_at(half), ball_at(-half)) {
            kept[top] = None;
            kept[bottom] = None;
            if let Some(own) = &mut kept[at] {
                own.form = Form::capsule(radius_m, half);
            }
        }
    }
    kept.into_iter().flatten().collect()
}
