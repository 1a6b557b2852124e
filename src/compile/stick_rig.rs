//! How the limbs of figures of particles hang together and which way they face, as bones.

use super::thesis::Blueprint;
use crate::character::sticks::{Cue, StickBone, StickRig};
use crate::physics::math::rotation_from_vector;
use glam::DVec3;

/// A limb as a bone, of the middle or the left.
struct Row {
    /// Its name without the side.
    limb: &'static str,
    /// The limb that it hangs on; none for the root.
    parent: Option<&'static str>,
    /// By which of its ends it does: 0 the upper, 1 the lower; none where it lies across and
    /// hangs on the middle of the other.
    end: Option<usize>,
    /// The limb from which its turn follows, where nothing across it says it.
    follows: Option<&'static str>,
    /// Direction from its upper to its lower end that is farthest from all that it cannot have;
    /// that of the start pose where it is zero.
    middle: [f64; 3],
    cues: &'static [Hint],
}

/// What tells the turn of a limb.
enum Hint {
    /// Where another limb points, and what way of it counts how much; that of the start pose,
    /// once, if none is given.
    Along(&'static str, Option<DVec3>),
    /// From the end of a right limb to that of the left one.
    Across(&'static str, usize),
}

const ROOT: Option<&str> = None;
const START: [f64; 3] = [0.0; 3];

use Hint::{Across, Along};

/// Jakobsen's figure. Shoulders, hips and flanks are rigid and say their turn themselves; limbs
/// follow them. The opposites of the middle directions are where the figure's least distances
/// keep limbs from: a limb in line is far from folded up, and no elbow comes near the other
/// shoulder.
#[rustfmt::skip] // A table: one limb per line.
const HITMAN: [Row; 9] = [
    row("pelvis", ROOT, None, ROOT, START, &[Along("l_flank", None), Along("r_flank", None)]),
    row("chest", Some("pelvis"), None, ROOT, START, &[Along("l_flank", None), Along("r_flank", None)]),
    row("flank", Some("chest"), Some(0), ROOT, START, &[Along("chest", None), Along("pelvis", None)]),
    row("head", Some("chest"), Some(1), Some("chest"), START, &[]),
    row("upper_arm", Some("chest"), Some(0), Some("chest"), [1.0, 0.0, 0.0], &[]),
    row("lower_arm", Some("upper_arm"), Some(0), Some("upper_arm"), START, &[]),
    row("upper_leg", Some("pelvis"), Some(0), Some("pelvis"), [0.2, -0.7, 0.7], &[]),
    row("lower_leg", Some("upper_leg"), Some(0), Some("upper_leg"), START, &[]),
    row("foot", Some("lower_leg"), Some(0), Some("lower_leg"), [0.0, -1.0, 0.0], &[]),
];

/// Thighs go to the front rather than to the back; how much that counts.
const FRONT: DVec3 = DVec3::new(0.0, 0.0, 0.4);

/// Delannoy's figure. Its trunk is a chain of sticks in line, which has no front: that is told
/// by the legs and, where there are arms, by the shoulders.
#[rustfmt::skip] // A table: one limb per line.
const THESIS: [Row; 9] = [
    row("head", ROOT, None, Some("neck"), START, &[]),
    row("neck", Some("head"), Some(0), Some("upper_torso"), START, &[]),
    row("upper_torso", Some("neck"), Some(0), Some("spine"), START, &[Across("upper_arm", 0)]),
    row("spine", Some("upper_torso"), Some(0), Some("basin"), START, &[]),
    row("basin", Some("spine"), Some(0), ROOT, START, &[Across("upper_leg", 1), Across("lower_leg", 1), Along("l_upper_leg", Some(FRONT)), Along("r_upper_leg", Some(FRONT))]),
    row("upper_leg", Some("basin"), Some(0), Some("basin"), [0.3, -0.7, 0.6], &[]),
    row("lower_leg", Some("upper_leg"), Some(0), Some("upper_leg"), START, &[]),
    row("upper_arm", Some("upper_torso"), Some(0), Some("upper_torso"), [1.0, 0.0, 0.0], &[]),
    row("lower_arm", Some("upper_arm"), Some(0), Some("upper_arm"), START, &[]),
];

const fn row(
    limb: &'static str,
    parent: Option<&'static str>,
    end: Option<usize>,
    follows: Option<&'static str>,
    middle: [f64; 3],
    cues: &'static [Hint],
) -> Row {
    Row {
        limb,
        parent,
        end,
        follows,
        middle,
        cues,
    }
}

/// The bones of a figure that shares its joints.
pub(super) fn of_hitman(blueprint: &Blueprint) -> Option<StickRig> {
    rig(blueprint, &HITMAN, false)
}

/// The bones of a figure in which each limb has two particles of its own.
pub(super) fn of_thesis(blueprint: &Blueprint) -> Option<StickRig> {
    rig(blueprint, &THESIS, true)
}

fn rig(blueprint: &Blueprint, rows: &[Row], is_flat: bool) -> Option<StickRig> {
    let bones = Bones::of(blueprint, rows);
    let all = (0..bones.limbs.len()).map(|bone| bones.bone(bone, is_flat));
    let all = all.collect();
    StickRig::new(bones.places, all)
}

/// Places of the particles with the arms spread, m: what hangs beside a torso would stick to it
/// in a body that is made round both.
fn spread(blueprint: &Blueprint) -> Vec<DVec3> {
    /// From where arms hang, rad.
    const OUTWARD: f64 = 0.6;
    let mut places: Vec<DVec3> = blueprint.particles.iter().map(|p| p.position).collect();
    for (side, way) in [("l_", 1.0), ("r_", -1.0)] {
        let ends = |limb| Some(blueprint.limbs[stick_of(blueprint, side, limb)?].ends);
        let (Some(upper), Some(lower)) = (ends("upper_arm"), ends("lower_arm")) else {
            continue;
        };
        let shoulder = places[upper[0]];
        let turn = rotation_from_vector(DVec3::Z * (way * OUTWARD));
        let mut moved = [upper[1], lower[0], lower[1]].to_vec();
        moved.sort_unstable();
        moved.dedup();
        for particle in moved {
            places[particle] = shoulder + turn * (places[particle] - shoulder);
        }
    }
    places
}

/// Index of the stick of a limb on a side.
fn stick_of(blueprint: &Blueprint, side: Side, limb: &str) -> Option<usize> {
    let is_it = |name: &str| name.strip_prefix(side) == Some(limb);
    blueprint.limbs.iter().position(|own| is_it(own.name))
}

/// The limbs of a figure in the order of a table.
struct Bones<'a> {
    blueprint: &'a Blueprint,
    /// Where its particles are when nothing touches, m.
    places: Vec<DVec3>,
    /// Row, side and index of the stick of each.
    limbs: Vec<(&'a Row, Side, usize)>,
}

/// What the name of a limb begins with.
type Side = &'static str;

impl<'a> Bones<'a> {
    fn of(blueprint: &'a Blueprint, rows: &'a [Row]) -> Bones<'a> {
        let sides = |row: &'a Row| ["", "l_", "r_"].into_iter().map(move |side| (row, side));
        let limb = |(row, side): (&'a Row, Side)| {
            let stick = stick_of(blueprint, side, row.limb);
            stick.map(|stick| (row, side, stick))
        };
        Bones {
            blueprint,
            places: spread(blueprint),
            limbs: rows.iter().flat_map(sides).filter_map(limb).collect(),
        }
    }

    /// Place in the list of a limb of this name on a side or, if there is none, of this whole
    /// name.
    fn find(&self, side: Side, name: &str) -> Option<usize> {
        let on = |side: Side| {
            let name_of = |stick: usize| self.blueprint.limbs[stick].name;
            let mut limbs = self.limbs.iter();
            limbs.position(|(_, _, stick)| name_of(*stick).strip_prefix(side) == Some(name))
        };
        on(side).or_else(|| on(""))
    }

    fn ends(&self, bone: usize) -> [usize; 2] {
        self.blueprint.limbs[self.limbs[bone].2].ends
    }

    fn place(&self, particle: usize) -> DVec3 {
        self.places[particle]
    }

    fn bone(&self, bone: usize, is_flat: bool) -> StickBone {
        let (row, side, stick) = self.limbs[bone];
        let limb = &self.blueprint.limbs[stick];
        let parent = row.parent.and_then(|name| self.find(side, name));
        let [upper, lower] = limb.ends.map(|end| self.place(end));
        let joint = match row.end {
            Some(end) => [upper, lower][end.min(1)],
            None => {
                let [a, b] = self.ends(parent.unwrap_or(bone)).map(|end| self.place(end));
                0.5 * (a + b)
            }
        };
        let mirrored = if side == "r_" { -1.0 } else { 1.0 };
        let middle = DVec3::from(row.middle) * DVec3::new(mirrored, 1.0, 1.0);
        let across = row.cues.iter().any(|hint| match hint {
            Across(name, _) => self.find("l_", name).is_some(),
            Along(..) => false,
        });
        StickBone {
            name: limb.name,
            stick,
            ends: limb.ends,
            radius: limb.radius,
            is_flat,
            parent,
            joint,
            follows: (row.follows.filter(|_| !across)).and_then(|name| self.find(side, name)),
            middle: middle.normalize_or((lower - upper).normalize_or(DVec3::NEG_Y)),
            cues: (row.cues.iter())
                .filter_map(|hint| self.cue(side, hint))
                .collect(),
        }
    }

    fn cue(&self, side: Side, hint: &Hint) -> Option<Cue> {
        let (ends, toward) = match *hint {
            Along(name, toward) => (self.ends(self.find(side, name)?), toward),
            Across(name, end) => {
                let [left, right] = ["l_", "r_"].map(|side| self.find(side, name));
                let [left, right] = [left?, right?].map(|bone| self.ends(bone)[end.min(1)]);
                ([right, left], None)
            }
        };
        let way = self.place(ends[1]) - self.place(ends[0]);
        Some(Cue {
            ends,
            toward: toward.unwrap_or(way.normalize_or(DVec3::X)),
        })
    }
}
