//! What happens to the ragdolls, and how many there are.

use crate::scenes::{plain, shipped, stairs, wall};
use clap::ValueEnum;
use ragdoll_lab::compile::BuildError;
use ragdoll_lab::lab::bench::{MxDrop, Pile, Solving};
use ragdoll_lab::scene::Scene;

/// What happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Case {
    /// Each falls on its own and meets the ground only
    MxDrop,
    /// They fall onto each other and lie in a heap
    Pile,
    /// A crowd of figures as shipped scenes have them collapses on a floor
    Shipped,
    /// The same, and their own limbs meet each other
    ShippedSelf,
    /// A ball flies into a wall of bricks; --ragdolls is their number
    Wall,
    /// Hit in the back by balls, they fall down stairs
    Stairs,
}

/// The table of `--scene all`: cases with their numbers.
pub const TABLE: [(Case, u32); 9] = [
    (Case::MxDrop, 1),
    (Case::MxDrop, 100),
    (Case::MxDrop, 1000),
    (Case::Pile, 20),
    (Case::Pile, 200),
    (Case::Shipped, 1024),
    (Case::ShippedSelf, 1024),
    (Case::Wall, 200),
    (Case::Stairs, 10),
];

impl Case {
    pub fn name(self) -> &'static str {
        match self {
            Case::MxDrop => "mx-drop",
            Case::Pile => "pile",
            Case::Shipped => "shipped",
            Case::ShippedSelf => "shipped-self",
            Case::Wall => "wall",
            Case::Stairs => "stairs",
        }
    }

    /// Number of ragdolls, or of bricks, unless another is asked for.
    pub fn usual_count(self) -> u32 {
        match self {
            Case::MxDrop => 100,
            Case::Pile => 20,
            Case::Shipped | Case::ShippedSelf => 1024,
            Case::Wall => 200,
            Case::Stairs => 10,
        }
    }

    /// The scene with what every engine can do: no damping of joints, no resistance to
    /// rolling, and the same drag with every preset.
    pub fn scene(self, count: u32, solving: Solving) -> Result<Scene, Vec<BuildError>> {
        let solving = Solving {
            joint_damping_per_s: Some(0.0),
            ..solving
        };
        match self {
            Case::MxDrop => MxDrop {
                ragdolls: count,
                solving,
                ..MxDrop::default()
            }
            .scene(),
            Case::Pile => Pile {
                ragdolls: count,
                solving,
                ..Pile::default()
            }
            .scene()
            .map(plain),
            Case::Shipped => Ok(plain(shipped(count, &solving, false))),
            Case::ShippedSelf => Ok(plain(shipped(count, &solving, true))),
            Case::Wall => Ok(plain(wall(count, &solving))),
            Case::Stairs => Ok(plain(stairs(count, &solving))),
        }
    }
}
