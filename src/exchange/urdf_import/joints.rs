//! The joints of a file, and which link each hangs on which.

use super::links::Links;
use super::origin;
use crate::exchange::assembly::place::Place;
use crate::exchange::assembly::xml::{error, Element, ImportError};
use crate::exchange::rig::drives::{Driven, Spring};
use crate::exchange::rig::Move;
use glam::DVec3;
use std::collections::BTreeSet;

/// What a joint leaves free.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Fixed,
    /// A turn or a way.
    Moves(Move),
    /// Everything.
    Floating,
    /// What a scene has no joint for.
    Planar,
}

/// A joint of a file.
pub struct Joint<'a, 'b> {
    pub element: Element<'a, 'b>,
    pub kind: Kind,
    /// Its frame, which is that of the child where all joints are 0, in that of the parent.
    pub origin: Place,
    /// Places of the links in their list.
    pub parent: usize,
    pub child: usize,
    /// What it follows.
    pub mimic: Option<Mimic<'a>>,
}

/// What a joint follows: another one by its name, how fast and from where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mimic<'a> {
    pub of: &'a str,
    pub multiplier: f64,
    /// rad or m.
    pub offset: f64,
}

/// Those of a file.
pub fn read<'a, 'b>(
    elements: impl Iterator<Item = Element<'a, 'b>>,
    links: &Links<'a, 'b>,
) -> Result<Vec<Joint<'a, 'b>>, ImportError> {
    let mut names = BTreeSet::new();
    let mut joints = Vec::new();
    for element in elements {
        let name = element.node.attribute("name").unwrap_or_default();
        if !name.is_empty() && !names.insert(name) {
            let message = format!("{} occurs twice", element.name());
            let remedy = "give each joint its own name";
            return Err(error(element.node, message, remedy));
        }
        joints.push(joint(element, links)?);
    }
    Ok(joints)
}

fn joint<'a, 'b>(
    element: Element<'a, 'b>,
    links: &Links<'a, 'b>,
) -> Result<Joint<'a, 'b>, ImportError> {
    let kind = match element.text("type").unwrap_or_default() {
        "fixed" => Kind::Fixed,
        "floating" => Kind::Floating,
        "planar" => Kind::Planar,
        kind @ ("revolute" | "continuous" | "prismatic") => Kind::Moves(one(&element, kind)?),
        other => {
            let message = format!("{} is of the type `{}`", element.name(), short(other));
            let remedy = "use the type fixed, revolute, continuous, prismatic, floating or planar";
            return Err(error(element.node, message, remedy));
        }
    };
    let link = |kind| {
        let name = element.child(kind);
        let name = name.and_then(|own| own.node.attribute("link"));
        let found = name.and_then(|name| links.places.get(name).copied());
        found.ok_or_else(|| {
            let name = short(name.unwrap_or_default());
            let message = format!("the {kind} of {} is `{name}`", element.name());
            error(element.node, message, "use the name of a link in the file")
        })
    };
    Ok(Joint {
        element,
        kind,
        origin: origin(&element)?,
        parent: link("parent")?,
        child: link("child")?,
        mimic: mimic(&element)?,
    })
}

fn short(text: &str) -> String {
    crate::exchange::assembly::short(text)
}

fn one(joint: &Element<'_, '_>, kind: &str) -> Result<Move, ImportError> {
    let axis = match joint.child("axis") {
        Some(axis) => axis.direction("xyz", DVec3::X)?,
        None => DVec3::X,
    };
    let range = match joint.child("limit").filter(|_| kind != "continuous") {
        Some(limit) => Some([limit.number("lower", 0.0)?, limit.number("upper", 0.0)?]),
        None => None,
    };
    if let Some([low, high]) = range.filter(|[low, high]| low > high) {
        let message = format!(
            "the upper limit {high} of {} is below its lower limit {low}",
            joint.name()
        );
        return Err(error(joint.node, message, "swap its `lower` and `upper`"));
    }
    let mut driven = Driven::default();
    if let Some(dynamics) = joint.child("dynamics") {
        let damping = dynamics.number("damping", 0.0)?;
        driven.friction = dynamics.number("friction", 0.0)?;
        driven.spring = (damping > 0.0).then_some(Spring {
            stiffness: 0.0,
            damping,
            target: 0.0,
            most: f64::INFINITY,
        });
    }
    Ok(Move {
        slides: kind == "prismatic",
        axis,
        offset: DVec3::ZERO,
        range,
        value: 0.0,
        rate: 0.0,
        driven,
    })
}

fn mimic<'a>(joint: &Element<'a, '_>) -> Result<Option<Mimic<'a>>, ImportError> {
    let Some(mimic) = joint.child("mimic") else {
        return Ok(None);
    };
    Ok(Some(Mimic {
        of: mimic.node.attribute("joint").unwrap_or_default(),
        multiplier: mimic.number("multiplier", 1.0)?,
        offset: mimic.number("offset", 0.0)?,
    }))
}
