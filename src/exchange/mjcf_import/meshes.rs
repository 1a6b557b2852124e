//! What the meshes of a file weigh, as far as their points are in it.

use super::attributes::{Classes, MAIN};
use crate::budget::{self, Account};
use crate::exchange::assembly::xml::{error_of, Element, ImportError};
use crate::physics::convex::{solid_of, Hull, MassProperties};
use crate::scene::MAX_HULL_POINTS;
use glam::DVec3;
use roxmltree::Node;
use std::collections::BTreeMap;

/// Volume, centre and inertia of the meshes of a file by their names.
#[derive(Default)]
pub struct Meshes<'a> {
    of: BTreeMap<&'a str, MassProperties>,
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
            if let Some(solid) = solid(&classes.element(node, MAIN)?, &mut sought)? {
                meshes.of.insert(name, solid);
            }
        }
        Ok(meshes)
    }

    /// That of a name, for a density of one.
    pub fn solid(&self, name: Option<&str>) -> Option<MassProperties> {
        self.of.get(name?).copied()
    }
}

/// The solid inside the faces of a mesh, or inside its hull, whose points are counted.
fn solid(
    mesh: &Element<'_, '_>,
    sought: &mut Account,
) -> Result<Option<MassProperties>, ImportError> {
    let scale = mesh.vector("scale", DVec3::ONE)?;
    let numbers = mesh.numbers("vertex")?.unwrap_or_default();
    let (points, _) = numbers.as_chunks::<3>();
    let points: Vec<DVec3> = points.iter().map(|p| DVec3::from(*p) * scale).collect();
    let is_moved = ["refpos", "refquat"]
        .iter()
        .any(|key| mesh.text(key).is_some());
    if points.is_empty() || is_moved {
        return Ok(None);
    }
    let faces = mesh.numbers("face")?.unwrap_or_default();
    let (faces, _) = faces.as_chunks::<3>();
    let faces: Vec<[u32; 3]> = faces.iter().map(|face| face.map(|at| at as u32)).collect();
    if let Ok(solid) = solid_of(&points, &faces) {
        return Ok(Some(solid));
    }
    // To find the hull of very many points takes long.
    if points.len() > MAX_HULL_POINTS {
        return Ok(None);
    }
    let few = sought.add(points.len());
    few.map_err(|bound| error_of(mesh.node, bound))?;
    Ok(Hull::of(&points).ok().map(|hull| hull.inside()))
}
