//! The skeleton of a figure: the joints of the skins that hang together.

use super::document::Node;
use super::model::Joint;
use super::{at, Gltf, GltfError, Placed};
use crate::budget;
use crate::text::is_hidden;
use std::collections::{BTreeMap, BTreeSet};

/// Longest name of a joint, characters.
const LONGEST_NAME: usize = 100;

/// Skins that hang together.
struct Group {
    skins: BTreeSet<usize>,
    /// Nodes that are joints of one of them.
    joints: BTreeSet<usize>,
    /// These, and the nodes that they hang on.
    related: BTreeSet<usize>,
}

/// The joints of the skins that hang together.
pub(super) struct Skeleton {
    /// The skins.
    pub skins: BTreeSet<usize>,
    /// Their joints, parents before their children.
    pub joints: Vec<Joint>,
    /// Where the joint of a node is in that list.
    pub by_node: BTreeMap<usize, usize>,
}

impl Skeleton {
    /// Of several skeletons that with the most joints; the others are told.
    pub fn of(
        gltf: &Gltf,
        places: &[Placed],
        notes: &mut Vec<String>,
    ) -> Result<Skeleton, GltfError> {
        let document = &gltf.document;
        let mut groups: Vec<Group> = Vec::new();
        let mut known = BTreeSet::new();
        for placed in places {
            let node = at(&document.nodes, placed.node, "node")?;
            let (Some(skin), Some(_)) = (node.skin, node.mesh) else {
                continue;
            };
            // Parts of a figure share a skin.
            if !known.insert(skin) {
                continue;
            }
            let joints = &at(&document.skins, skin, "skin")?.joints;
            budget::GLTF_JOINTS.allow(joints.len())?;
            budget::GLTF_SKINS.allow(known.len())?;
            let joints: BTreeSet<usize> = joints.iter().copied().collect();
            let mut own = Group {
                skins: BTreeSet::from([skin]),
                related: with_those_above(places, &joints),
                joints,
            };
            // Skins that share a joint, or of which one has what the other hangs on, are one figure.
            groups.retain(|other| {
                let is_one = !other.joints.is_disjoint(&own.related)
                    || !other.related.is_disjoint(&own.joints);
                if is_one {
                    own.skins.extend(&other.skins);
                    own.joints.extend(&other.joints);
                    own.related.extend(&other.related);
                }
                !is_one
            });
            groups.push(own);
        }
        let largest = (0..groups.len())
            .rev()
            .max_by_key(|i| groups[*i].joints.len());
        let Some(largest) = largest else {
            return Err(GltfError::whole(
                "no mesh in the file has a skin",
                "export the character with its skeleton, or import it as an obstacle",
            ));
        };
        let Group {
            skins,
            joints: nodes,
            ..
        } = groups.swap_remove(largest);
        if !groups.is_empty() {
            notes.push(format!(
                "{} other characters in the file are left out",
                groups.len()
            ));
        }
        budget::GLTF_JOINTS.allow(nodes.len())?;
        let mut joints: Vec<Joint> = Vec::new();
        let mut by_node = BTreeMap::new();
        for (index, placed) in places.iter().enumerate() {
            if !nodes.contains(&placed.node) {
                continue;
            }
            by_node.insert(placed.node, joints.len());
            let above = ancestors(places, index);
            let parent = above.filter_map(|p| by_node.get(&p.node)).next();
            if !placed.to_scene.is_finite() {
                let message = format!("node {} has no valid position", placed.node);
                return Err(GltfError::torn(message));
            }
            joints.push(Joint {
                name: name_of(&document.nodes[placed.node], &joints),
                parent: parent.copied(),
                to_scene: placed.to_scene,
                node: placed.node,
            });
        }
        match joints.is_empty() {
            true => Err(GltfError::torn("the skin has no joints")),
            false => Ok(Skeleton {
                skins,
                joints,
                by_node,
            }),
        }
    }

    /// For each place the nearest joint that it hangs on.
    pub fn joints_above(&self, places: &[Placed]) -> Vec<Option<usize>> {
        let mut above: Vec<Option<usize>> = Vec::with_capacity(places.len());
        for placed in places {
            let parent = placed.parent.and_then(|parent| {
                let own = self.by_node.get(&places.get(parent)?.node).copied();
                own.or(above.get(parent).copied().flatten())
            });
            above.push(parent);
        }
        above
    }
}

/// Name of a joint, which no other has: long ones are cut, and what is hidden left out.
fn name_of(node: &Node, others: &[Joint]) -> String {
    let shown = node.name.chars().filter(|c| !is_hidden(*c));
    let mut name: String = shown.take(LONGEST_NAME).collect();
    let is_taken = |name: &str| others.iter().any(|other| other.name == name);
    if name.is_empty() || is_taken(&name) {
        name = format!("{name}#{}", others.len());
    }
    name
}

/// What a place hangs on, from the nearest to the root.
fn ancestors(places: &[Placed], index: usize) -> impl Iterator<Item = &Placed> {
    let parent = |placed: &&Placed| places.get(placed.parent?);
    let first = places
        .get(index)
        .and_then(|placed| places.get(placed.parent?));
    std::iter::successors(first, parent)
}

/// Nodes, and all that they hang on.
fn with_those_above(places: &[Placed], nodes: &BTreeSet<usize>) -> BTreeSet<usize> {
    let mut all = nodes.clone();
    for (index, placed) in places.iter().enumerate() {
        if nodes.contains(&placed.node) {
            // Where one is known, so are those above it, but for the nodes themselves.
            let above = ancestors(places, index);
            let is_new = |above: &&Placed| all.insert(above.node) || nodes.contains(&above.node);
            above.take_while(is_new).for_each(drop);
        }
    }
    all
}
