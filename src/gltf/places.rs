//! Nodes, and where they are.

use super::document::Node;
use super::{at, Gltf, GltfError};
use crate::budget;
use glam::{DMat4, DQuat};
use std::collections::BTreeSet;

/// A node of the scene that is shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placed {
    /// Its index among all nodes.
    pub node: usize,
    /// Its parent, as an index of the list of placed nodes; it comes before.
    pub parent: Option<usize>,
    /// From the node to the scene.
    pub to_scene: DMat4,
}

impl Gltf {
    /// The nodes of the scene that is shown, parents before their children.
    ///
    /// # Errors
    /// A node is missing, or in two places.
    pub fn places(&self) -> Result<Vec<Placed>, GltfError> {
        let nodes = &self.document.nodes;
        budget::GLTF_NODES.allow(nodes.len())?;
        let mut places: Vec<Placed> = Vec::new();
        let mut visited = BTreeSet::new();
        let mut waiting: Vec<(usize, Option<usize>)> =
            self.roots().into_iter().map(|node| (node, None)).collect();
        while let Some((index, parent)) = waiting.pop() {
            let node = at(nodes, index, "node")?;
            if !visited.insert(index) {
                let message = format!("node {index} has two parents");
                let remedy = "export it again; nodes must form a tree";
                return Err(GltfError::whole(message, remedy));
            }
            let above = parent.and_then(|parent| places.get(parent));
            let above = above.map_or(DMat4::IDENTITY, |above| above.to_scene);
            places.push(Placed {
                node: index,
                parent,
                to_scene: above * node.to_parent(),
            });
            let place = Some(places.len() - 1);
            waiting.extend(node.children.iter().map(|child| (*child, place)));
        }
        Ok(places)
    }

    /// The nodes of the default scene; without scenes all that are no children.
    fn roots(&self) -> Vec<usize> {
        let document = &self.document;
        if let Some(scene) = document.scenes.get(document.scene.unwrap_or(0)) {
            return scene.nodes.clone();
        }
        let children: BTreeSet<_> = (document.nodes.iter())
            .flat_map(|node| &node.children)
            .collect();
        (0..document.nodes.len())
            .filter(|node| !children.contains(node))
            .collect()
    }
}

impl Node {
    /// From this node to the one above.
    pub fn to_parent(&self) -> DMat4 {
        match &self.matrix {
            Some(matrix) => DMat4::from_cols_array(matrix),
            None => DMat4::from_scale_rotation_translation(
                self.scale.unwrap_or([1.0; 3]).into(),
                DQuat::from_array(self.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0])),
                self.translation.unwrap_or([0.0; 3]).into(),
            ),
        }
    }
}
