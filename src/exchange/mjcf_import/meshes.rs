//! What the meshes of a file weigh, and their hulls, as far as their points are in it.

use super::attributes::{Classes, MAIN};
use crate::budget::{self, Account};
use crate::exchange::assembly::xml::{error_of, Element, ImportError};
use crate::physics::convex::{solid_of, Hull, MassProperties};
use crate::scene::{HullPoints, MAX_HULL_POINTS};
use glam::DVec3;
use roxmltree::Node;
use std::collections::BTreeMap;

/// The meshes of a file by their names.
#[derive(Default)]
pub struct Meshes<'a> {
    of: BTreeMap<&'a str, Mesh>,
}

/// A mesh of a file.
pub struct Mesh {
    /// For a density of one.
    pub solid: MassProperties,
    /// Its hull about its centre of mass, as which it collides; none of one with too many points.
    pub hull: Option<HullPoints>,
}

impl<'a> Meshes<'a> {
    /// Those of a file; meshes that stand in other files are not known.
    pub fn read<'b>(
        root: Node<'a, 'b>,
        classes: &'b Classes<'a>,
    ) -> Result<Meshes<'a>, ImportError> {
        let mut meshes = Meshes::default();
        let mut sought = Account::of(&budget::MJCF_HULLS);
        let lists = root.children().filter(|node| node.has_tag_name("asset"));
        for node in lists.flat_map(|list| list.children()) {
            let Some(name) = node.attribute("name").filter(|_| node.has_tag_name("mesh")) else {
                continue;
            };
            if let Some(mesh) = mesh(&classes.element(node, MAIN)?, &mut sought)? {
                meshes.of.insert(name, mesh);
            }
        }
        Ok(meshes)
    }

    /// That of a name.
    pub fn find(&self, name: Option<&str>) -> Option<&Mesh> {
        self.of.get(name?)
    }
}

/// The solid inside the faces of a mesh, or inside its hull, whose points are counted.
fn mesh(element: &Element<'_, '_>, sought: &mut Account) -> Result<Option<Mesh>, ImportError> {
    let scale = element.vector("scale", DVec3::ONE)?;
    let numbers = element.numbers("vertex")?.unwrap_or_default();
    let (points, _) = numbers.as_chunks::<3>();
    let points: Vec<DVec3> = points.iter().map(|p| DVec3::from(*p) * scale).collect();
    let is_moved = ["refpos", "refquat"]
        .iter()
        .any(|key| element.text(key).is_some());
    if points.is_empty() || is_moved {
        return Ok(None);
    }
    let faces = element.numbers("face")?.unwrap_or_default();
    let (faces, _) = faces.as_chunks::<3>();
    let faces: Vec<[u32; 3]> = faces.iter().map(|face| face.map(|at| at as u32)).collect();
    let inside = solid_of(&points, &faces).ok();
    // To find the hull of very many points takes long.
    let room = match points.len() > MAX_HULL_POINTS {
        true => None,
        false => Some(sought.add(points.len())),
    };
    let hull = match (room, inside) {
        (None, _) | (Some(Err(_)), Some(_)) => None,
        (Some(Err(bound)), None) => return Err(error_of(element.node, bound)),
        (Some(Ok(())), _) => Hull::of(&points).ok(),
    };
    let Some(solid) = inside.or(hull.as_ref().map(Hull::inside)) else {
        return Ok(None);
    };
    let corners = hull.map(|hull| {
        let corners = hull.corners().iter();
        let corners = corners.map(|corner| (*corner - solid.centre).to_array());
        HullPoints::new(corners.collect())
    });
    Ok(Some(Mesh {
        solid,
        hull: corners,
    }))
}
