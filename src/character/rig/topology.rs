//! What bones are by where they are: legs are a mirrored pair that ends low, arms one that
//! does not, and the head is what stands highest between the arms.

use super::mapping::Mapping;
use super::role::{Role, Side};
use crate::gltf::model::Model;
use glam::DVec3;

/// How far, as shares of the height, mirrored bones may miss each other.
const MIRRORED: f64 = 0.02;
/// Least distance of a mirrored bone from the middle, as a share of the height.
const BESIDE: f64 = 0.01;
/// Height below which legs end, as a share.
const LOW: f64 = 0.15;
/// Least length of an arm or a leg, as a share of the height.
const LONG: f64 = 0.2;
/// Bones shorter than this share of the height are passed over in a limb.
const SHORT: f64 = 0.02;

/// The bones as a tree of places.
pub(super) struct Skeleton {
    places: Vec<DVec3>,
    parents: Vec<Option<usize>>,
    children: Vec<Vec<usize>>,
    /// For each bone how far it is to the end that is farthest, m, and the child on the way.
    farthest: Vec<(f64, Option<usize>)>,
    low: f64,
    height: f64,
}

impl Skeleton {
    pub fn of(model: &Model) -> Skeleton {
        let places: Vec<DVec3> = model.joints.iter().map(|joint| joint.place()).collect();
        let mut children = vec![Vec::new(); places.len()];
        for (bone, joint) in model.joints.iter().enumerate() {
            if let Some(parent) = joint.parent {
                children[parent].push(bone);
            }
        }
        // Children come after their parents.
        let mut farthest: Vec<(f64, Option<usize>)> = vec![(0.0, None); places.len()];
        for (child, joint) in model.joints.iter().enumerate().rev() {
            if let Some(parent) = joint.parent {
                let length = farthest[child].0 + places[child].distance(places[parent]);
                if length > farthest[parent].0 {
                    farthest[parent] = (length, Some(child));
                }
            }
        }
        let heights = places.iter().map(|place| place.y);
        let low = heights.clone().fold(f64::INFINITY, f64::min);
        let high = heights.fold(f64::NEG_INFINITY, f64::max);
        Skeleton {
            parents: model.joints.iter().map(|joint| joint.parent).collect(),
            places,
            children,
            farthest,
            low,
            height: high - low,
        }
    }

    /// Whether a bone is among those that another hangs on.
    pub fn is_above(&self, above: usize, bone: usize) -> bool {
        self.path(bone).skip(1).any(|other| other == above)
    }

    /// The nearest bone that two hang on.
    pub fn common_ancestor(&self, a: usize, b: usize) -> Option<usize> {
        let of_a: Vec<usize> = self.path(a).skip(1).collect();
        self.path(b).skip(1).find(|bone| of_a.contains(bone))
    }

    /// A bone and all that it hangs on, up to the root.
    fn path(&self, bone: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(bone), |bone| self.parents[*bone])
    }

    /// Gives the roles that a mapping lacks.
    pub fn fill(&self, mapping: &mut Mapping) {
        let lacks = |mapping: &Mapping, role: fn(Side) -> Role| {
            Side::BOTH
                .iter()
                .any(|side| mapping.bone(role(*side)).is_none())
        };
        let pairs = self.pairs();
        if lacks(mapping, Role::UpperLeg) {
            let legs = pairs
                .iter()
                .filter(|pair| pair.ends_low && pair.length > LONG * self.height);
            if let Some(legs) = legs.max_by(|a, b| a.length.total_cmp(&b.length)) {
                mapping.fill(legs.parent, Role::Pelvis);
                for (side, bone) in Side::BOTH.into_iter().zip(legs.bones) {
                    self.fill_leg(mapping, side, bone);
                }
            }
        }
        if lacks(mapping, Role::UpperArm) {
            let arms = pairs
                .iter()
                .filter(|pair| !pair.ends_low && pair.length > LONG * self.height);
            if let Some(arms) = arms.max_by(|a, b| a.length.total_cmp(&b.length)) {
                mapping.fill(arms.parent, Role::UpperTorso);
                for (side, bone) in Side::BOTH.into_iter().zip(arms.bones) {
                    self.fill_arm(mapping, side, bone);
                }
            }
        }
        self.fill_trunk(mapping);
    }

    fn fill_leg(&self, mapping: &mut Mapping, side: Side, bone: usize) {
        let roles = [
            Role::UpperLeg(side),
            Role::LowerLeg(side),
            Role::Foot(side),
            Role::Toes(side),
        ];
        for (bone, role) in self.limb(bone).into_iter().zip(roles) {
            mapping.fill(bone, role);
        }
    }

    fn fill_arm(&self, mapping: &mut Mapping, side: Side, bone: usize) {
        let limb = self.limb(bone);
        let length = |i: usize| {
            let ends = limb.get(i).zip(limb.get(i + 1));
            ends.map_or(0.0, |(a, b)| self.places[*a].distance(self.places[*b]))
        };
        // A collar bone is clearly shorter than the upper arm.
        let has_shoulder = limb.len() > 3 && length(0) < 0.7 * length(1);
        let roles = [
            Role::Shoulder(side),
            Role::UpperArm(side),
            Role::LowerArm(side),
            Role::Hand(side),
        ];
        let roles = roles.into_iter().skip(usize::from(!has_shoulder));
        for (bone, role) in limb.into_iter().zip(roles) {
            mapping.fill(bone, role);
        }
    }

    /// Belly, neck and head between what is known.
    fn fill_trunk(&self, mapping: &mut Mapping) {
        let (Some(pelvis), Some(chest)) =
            (mapping.bone(Role::Pelvis), mapping.bone(Role::UpperTorso))
        else {
            return;
        };
        let between: Vec<usize> = self
            .path(chest)
            .skip(1)
            .take_while(|b| *b != pelvis)
            .collect();
        if let (Some(first), true) = (between.last(), self.is_above(pelvis, chest)) {
            mapping.fill(*first, Role::LowerTorso);
        }
        if mapping.bone(Role::Head).is_some() {
            return;
        }
        let free = |bone: &&usize| mapping.roles()[**bone].is_none();
        let upward = self.children[chest].iter().filter(free);
        let top = |bone: &usize| {
            let highest = self.chain(*bone).map(|b| self.places[b].y);
            highest.fold(f64::NEG_INFINITY, f64::max)
        };
        let Some(first) = upward.max_by(|a, b| top(a).total_cmp(&top(b))) else {
            return;
        };
        match self.limb(*first)[..] {
            [neck, head, ..] => {
                mapping.fill(neck, Role::Neck);
                mapping.fill(head, Role::Head);
            }
            [head] => mapping.fill(head, Role::Head),
            [] => {}
        }
    }

    /// From a bone to the end that is farthest along the bones.
    fn chain(&self, bone: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(bone), |bone| self.farthest[*bone].1)
    }

    /// The bones of a limb: its longest chain without those that are short, up to where it
    /// spreads into fingers.
    fn limb(&self, bone: usize) -> Vec<usize> {
        let mut limb: Vec<usize> = Vec::new();
        for bone in self.chain(bone) {
            let last = limb
                .last()
                .map(|last| self.places[*last].distance(self.places[bone]));
            if last.is_none_or(|length| length > SHORT * self.height) {
                limb.push(bone);
            }
            if self.children[bone].len() > 3 {
                break;
            }
        }
        limb
    }

    /// Children of one bone that mirror each other across the middle, the left one first.
    fn pairs(&self) -> Vec<Pair> {
        let mut pairs = Vec::new();
        for (parent, children) in self.children.iter().enumerate() {
            for left in children {
                for right in children {
                    let (a, b) = (self.places[*left], self.places[*right]);
                    let middle = self.places[parent].x;
                    let mirror = DVec3::new(2.0 * middle - b.x, b.y, b.z);
                    let is_pair = a.x - middle > BESIDE * self.height
                        && a.distance(mirror) < MIRRORED * self.height;
                    if !is_pair {
                        continue;
                    }
                    let end = self.chain(*left).last().map_or(a, |end| self.places[end]);
                    pairs.push(Pair {
                        parent,
                        bones: [*left, *right],
                        length: self.farthest[*left].0,
                        ends_low: end.y - self.low < LOW * self.height,
                    });
                }
            }
        }
        pairs
    }
}

/// Two limbs that mirror each other.
struct Pair {
    parent: usize,
    bones: [usize; 2],
    /// Length of one of them, m.
    length: f64,
    ends_low: bool,
}
