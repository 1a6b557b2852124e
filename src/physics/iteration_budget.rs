//! On what iterations are spent: on all alike, more on heaps, or fewer on what is far from a
//! point of view (Baltman & Radeztsky, section 10), and how many a step may take in all
//! (Delannoy, section 3.2.6).
//!
//! Physics knows no camera and no clock. The point of view is a setting, and what a step may
//! take is counted in relaxations, so that a run repeats to the bit on every machine.

use glam::DVec3;

/// How iterations are shared out among islands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct IterationBudget {
    /// Who gets fewer.
    pub detail: Detail,
    /// Where is looked from, m.
    pub viewpoint: DVec3,
    /// Distance from there up to which all iterations are made, m.
    pub full_within: f64,
    /// Fewest iterations, however far.
    pub least_iterations: u32,
    /// Most relaxations of constraints in a step, all its substeps and iterations together.
    pub most_relaxations: Option<f64>,
}

/// Who gets fewer iterations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Detail {
    /// Nobody.
    #[default]
    Even,
    /// Nobody, but heaps get more than are set.
    Load,
    /// What is far from the viewpoint.
    Distance,
}

impl IterationBudget {
    /// As many for all, however many that are.
    pub const EVEN: IterationBudget = IterationBudget {
        detail: Detail::Even,
        viewpoint: DVec3::ZERO,
        full_within: FULL_WITHIN_M,
        least_iterations: 1,
        most_relaxations: None,
    };

    /// As many as are set, and more on heaps.
    pub const BY_LOAD: IterationBudget = IterationBudget {
        detail: Detail::Load,
        ..IterationBudget::EVEN
    };

    /// Whether what lies alone may make fewer iterations than are set.
    pub fn varies(&self) -> bool {
        self.detail == Detail::Distance || self.most_relaxations.is_some()
    }

    /// Whether islands of so many figures make more iterations than are set.
    pub fn heeds_load_of(&self, set: u32, figures: usize) -> bool {
        self.detail == Detail::Load && iterations_of_heap(figures) > set
    }

    /// Iterations of an island of so many figures, whose nearest thing is at this distance
    /// from the viewpoint, m, where `set` are set. Beyond the near distance they fall with the
    /// size on a picture, so that errors, which grow about as iterations fall, keep their size
    /// on it.
    pub fn iterations(&self, set: u32, distance: f64, figures: usize) -> u32 {
        match self.detail {
            Detail::Even => set,
            Detail::Load => set.max(iterations_of_heap(figures)),
            Detail::Distance if distance <= self.full_within => set,
            Detail::Distance => {
                let seen = (f64::from(set) * self.full_within / distance).ceil() as u32;
                seen.max(self.least_iterations).min(set)
            }
        }
    }

    /// The share of its iterations that each island keeps, where all together would take so
    /// many relaxations.
    pub fn share(&self, relaxations: f64) -> f64 {
        let most = self.most_relaxations.unwrap_or(f64::INFINITY);
        (most / relaxations).min(1.0)
    }
}

/// Iterations that a heap of so many figures takes: an iteration hands its load on from one
/// to the next, so as many as it is high, which grows as the third root of their number.
fn iterations_of_heap(figures: usize) -> u32 {
    let holds = |layers: &u32| f64::from(layers.pow(3)) * FIGURES_OF_A_LAYER <= figures as f64;
    (1..=MOST_OF_HEAP).take_while(holds).count().max(1) as u32
}

/// Figures of a heap that is one layer high: those of `bench pile` keep their joints within a
/// millimetre with it, be they 20 or 200.
const FIGURES_OF_A_LAYER: f64 = 1.5;
/// Most iterations of a heap, that of 1,500 figures.
const MOST_OF_HEAP: u32 = 10;
/// Distance up to which all iterations are made where none is set, m.
pub const FULL_WITHIN_M: f64 = 5.0;
