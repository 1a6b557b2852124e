//! What a kind of ragdoll tells the block that steps it.

use super::lane::Lane;
use super::mover::Mover;
use super::scenery::Scenery;
use crate::physics::attach::Attachment;
use crate::physics::model::{Settings, Surface};
use crate::physics::state::State;
use crate::physics::ColliderId;
use glam::DVec3;
use std::ops::Range;

/// Most bodies or particles of a figure: what the scratch memory has room for.
pub const MOST_MOVERS: usize = 32;
/// Most points of a figure that can touch a plane, times the planes: the corners of twelve boxes.
pub const MOST_CONTACTS: usize = 96;

/// A kind of ragdoll. Two ragdolls whose figures are equal move alike.
pub trait Figure: Clone + PartialEq + Send + Sync {
    /// State of one of its bodies or particles in the world.
    type State: Copy + Send + Sync;
    /// What is constant of one.
    type Constants;
    /// The same one of several ragdolls.
    type Mover<L: Lane>: Mover<L, Constants = Self::Constants, State = Self::State>;

    /// Where something is, m.
    fn place(state: &Self::State) -> DVec3;

    /// The body or particle with an index in the world, at a point of its frame, m.
    fn grip(index: usize, arm: DVec3) -> (ColliderId, Attachment);

    /// What is constant of its bodies or particles.
    fn constants(&self) -> &[Self::Constants];

    /// What of it can touch a plane.
    fn points(&self) -> &[Point];

    /// The points of one body or particle.
    fn points_of(&self, mover: usize) -> Range<usize>;

    /// What holds all of it; `None` if its joints do not hold it together.
    fn reach(&self) -> Option<Reach>;

    /// One pass over a joint.
    fn relax_joint<L: Lane>(&self, joint: usize, movers: &mut [Self::Mover<L>]);

    /// One pass over the joints in their order.
    fn relax_joints<L: Lane>(&self, movers: &mut [Self::Mover<L>]);

    /// Slows what would pass a stop within the substep.
    fn arrest<L: Lane>(&self, scenery: &Scenery, movers: &mut [Self::Mover<L>]);

    /// Name of the kind of a joint, one of [`KINDS`](crate::physics::constraint::KINDS).
    fn kind_of(&self, joint: usize) -> &'static str;

    /// Takes another duration of the substeps, s.
    fn retime(&mut self, settings: &Settings, h: f64);

    /// Whether the kernels know all that can touch a plane.
    fn knows_its_points(&self) -> bool;

    /// Those of all bodies or particles.
    fn states(state: &State) -> &[Self::State];

    /// The same, to be changed.
    fn states_mut(state: &mut State) -> &mut [Self::State];

    /// Damps the relative turning of what joints join.
    fn damp<L: Lane>(&self, scenery: &Scenery, movers: &mut [Self::Mover<L>]);
}

/// A ball of a body, an end of its capsule, a corner of its rounded box, or an end of a
/// round stick.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// Index of the body or particle that it belongs to.
    pub mover: usize,
    /// Its centre in the frame of a body, m; `None` = the centre of mass, or the particle.
    pub arm: Option<[f64; 3]>,
    /// Radius, m.
    pub radius: f64,
    /// Its surface.
    pub surface: Surface,
}

/// A ball about one of the bodies or particles of a figure that holds all of it as long
/// as its joints hold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reach {
    /// Index of the one.
    pub centre: usize,
    /// Radius, m.
    pub radius: f64,
}

impl Reach {
    /// About the one that gives the smallest ball. `links` are pairs that stay within a
    /// distance, m, `extents` the radii of the single ones, m; `None` if the links do not
    /// hold it all together.
    pub fn of(links: &[([usize; 2], f64)], extents: &[f64]) -> Option<Reach> {
        let about = |centre: usize| {
            let mut away = vec![f64::INFINITY; extents.len()];
            away[centre] = 0.0;
            // As often as the longest chain.
            for _ in extents {
                for &([a, b], apart) in links {
                    away[a] = away[a].min(away[b] + apart);
                    away[b] = away[b].min(away[a] + apart);
                }
            }
            let farthest = away.iter().zip(extents).map(|(away, extent)| away + extent);
            Reach {
                centre,
                radius: farthest.fold(0.0, f64::max),
            }
        };
        let all = (0..extents.len()).map(about);
        all.min_by(|a, b| a.radius.total_cmp(&b.radius))
            .filter(|reach| reach.radius.is_finite())
    }
}
