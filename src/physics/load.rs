//! How much heavier than itself the things are that a part of an articulation carries, and how
//! many substeps its joints need for that.
//!
//! A pass over the joints that weighs by mass moves a light link nearly the whole way to either
//! side, so that a load hangs on it by what the passes before have left. The joints of a chain of
//! light links then stand open by `2 r g h²`, with the mass `r` of the load over that of a link and
//! the substep `h`, however many links there are (measured with two to twenty links, `r` of 30 to
//! 1,000 and 4 to 64 substeps, hanging and swinging).

use super::joint_tree::{articulation_of, mass_of, JointTree};
use super::model::Model;
use super::settings::Settings;
use std::collections::BTreeMap;

/// Loads up to so many times the mass of what carries them are held by the substeps that are set:
/// with the standard ones joints open by less than a centimetre.
const LIGHT: f64 = 25.0;
/// Joints that carry more may open by this, m.
const OPEN_M: f64 = 1.4e-3;
/// Acceleration that a load is held against, m/s².
const GRAVITY_M_S2: f64 = 9.81;
/// Most substeps for the sake of a load; beyond 1 to 4,000 joints open further.
const MOST_SUBSTEPS: f64 = 128.0;

/// Of each articulation the largest ratio of the mass of a thing to that of another that it hangs
/// from, directly or through others; below [`LIGHT`] it may be told as zero.
pub(super) fn load_ratios(model: &Model) -> Vec<f64> {
    let spread = spread_of_masses(model);
    if spread.iter().all(|&spread| spread <= LIGHT) {
        return vec![0.0; model.articulations];
    }
    // What nothing holds hangs from its heaviest part.
    let free = JointTree::from_heaviest(model);
    let ratio = |articulation: usize| match spread[articulation] > LIGHT {
        true if model.anchored[articulation] => largest(model, &model.tree, articulation),
        true => largest(model, &free, articulation),
        false => 0.0,
    };
    (0..model.articulations).map(ratio).collect()
}

/// Largest over smallest mass in each articulation.
fn spread_of_masses(model: &Model) -> Vec<f64> {
    let mut ends = vec![[f64::INFINITY, 0.0_f64]; model.articulations];
    for mover in 0..model.particles.len() + model.bodies.len() {
        let mass = mass_of(model, mover);
        let [least, most] = &mut ends[articulation_of(model, mover)];
        (*least, *most) = (least.min(mass), most.max(mass));
    }
    ends.iter().map(|[least, most]| most / least).collect()
}

fn largest(model: &Model, tree: &JointTree, articulation: usize) -> f64 {
    let mut heaviest_below: BTreeMap<usize, f64> = BTreeMap::new();
    let mut ratio = 0.0_f64;
    for &mover in tree.movers(articulation).iter().rev() {
        let mass = mass_of(model, mover);
        let below = heaviest_below.get(&mover).copied().unwrap_or_default();
        if let Some(parent) = tree.link(mover).parent {
            ratio = ratio.max(below / mass);
            let above = heaviest_below.entry(parent).or_default();
            *above = above.max(below).max(mass);
        } else if model.anchored[articulation] && !is_fixed(model, mover) {
            ratio = ratio.max(below / mass);
        }
    }
    ratio
}

fn is_fixed(model: &Model, mover: usize) -> bool {
    model
        .particles
        .get(mover)
        .is_some_and(|particle| particle.fixed)
}

/// Substeps that joints need for a load, at least; those that are set if they hold it.
pub(super) fn substeps_for(ratio: f64, settings: &Settings) -> u32 {
    let set = settings.common.substeps;
    if ratio <= LIGHT || set == 1 || !settings.relaxes_positions() {
        return set;
    }
    let needed = settings.common.step_s * (2.0 * ratio * GRAVITY_M_S2 / OPEN_M).sqrt();
    set.max(needed.ceil().min(MOST_SUBSTEPS) as u32)
}
