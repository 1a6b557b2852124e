//! On what iterations are spent: on all alike, more on heaps, or fewer on what is far from a
//! point of view (Baltman & Radeztsky, section 10), and how many a step may take in all
//! (Delannoy, section 3.2.6).
//!
//! Physics knows no camera and no clock. The point of view is a setting, and what a step may
//! take is counted in relaxations, so that a run repeats to the bit on every machine.

use super::parameters::put;
use super::settings::VerletSettings;
use crate::physics::method::parameter::{
    named, Choice, Kind, Named, OnlyWith, ParameterSpec, Range, Standard, Value,
};
use crate::physics::settings::Settings;
use glam::DVec3;

/// How iterations are shared out among islands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spending {
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

impl Spending {
    /// As many for all, however many that are.
    pub const EVEN: Spending = Spending {
        detail: Detail::Even,
        viewpoint: DVec3::ZERO,
        full_within: FULL_WITHIN_M,
        least_iterations: 1,
        most_relaxations: None,
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
const FULL_WITHIN_M: f64 = 5.0;
/// The detail with which the viewpoint does something.
const BY_DISTANCE: OnlyWith = Some(&[("detail", "distance")]);

pub(super) const DETAIL: ParameterSpec = ParameterSpec {
    key: "detail",
    label: "Iteration detail",
    unit: "",
    kind: Kind::Choice(Detail::CHOICES),
    default: Standard::OfPreset(Value::Choice("load")),
    only_with: None,
    help: "How iterations are distributed (B & R, section 10). No effect with a single iteration.",
    set: |settings, value| {
        put(settings, Named::chosen(value), |s, detail| {
            s.spending.detail = detail;
        });
    },
};

named! { Detail:
    Detail::Even, Choice::new("even", "The same number everywhere");
    Detail::Load, Choice::new(
        "load",
        "More iterations for heaps of more than ten ragdolls: as many as the heap has layers",
    );
    Detail::Distance, Choice::new(
        "distance",
        "Iterations by distance: fewer far from the viewpoint, in proportion to apparent size",
    );
}

pub(super) const FULL_WITHIN: ParameterSpec = ParameterSpec {
    key: "full_detail_within_m",
    label: "Full detail within",
    unit: "m",
    kind: Kind::Number(Range::closed(1e-3, 1e5, (1.0, 50.0))),
    default: Standard::Fixed(Value::Number(FULL_WITHIN_M)),
    only_with: BY_DISTANCE,
    help: "Distance from the viewpoint within which all iterations run; at twice that distance, \
           half of them.",
    set: |settings, value| {
        put(settings, value.number(), |s, way| {
            s.spending.full_within = way;
        });
    },
};

pub(super) const LEAST_ITERATIONS: ParameterSpec = ParameterSpec {
    key: "least_iterations",
    label: "Minimum iterations",
    unit: "",
    kind: Kind::Whole(Range::closed(1.0, 1e5, (1.0, 20.0))),
    default: Standard::Fixed(Value::Whole(1)),
    only_with: BY_DISTANCE,
    help: "Iterations that run at any distance, unless Limit work per step reduces them.",
    set: |settings, value| {
        put(settings, value.number(), |s, least| {
            s.spending.least_iterations = least as u32;
        });
    },
};

/// A coordinate of the viewpoint.
const fn coordinate(
    key: &'static str,
    label: &'static str,
    set: fn(&mut Settings, Value),
) -> ParameterSpec {
    ParameterSpec {
        key,
        label,
        unit: "m",
        kind: Kind::Number(Range::closed(-1e5, 1e5, (-20.0, 20.0))),
        default: Standard::Fixed(Value::Number(0.0)),
        only_with: BY_DISTANCE,
        help: "Coordinate of the point from which distances are measured. A setting, not the \
               camera position, so that runs repeat.",
        set,
    }
}

/// Puts a coordinate into the viewpoint.
fn look(settings: &mut Settings, value: Value, put_in: fn(&mut DVec3, f64)) {
    if let (Some(verlet), Some(number)) = (settings.verlet_mut(), value.number()) {
        put_in(&mut verlet.spending.viewpoint, number);
    }
}

pub(super) const VIEWPOINT_X: ParameterSpec =
    coordinate("viewpoint_x_m", "Viewpoint x", |settings, value| {
        look(settings, value, |at, x| at.x = x);
    });
pub(super) const VIEWPOINT_Y: ParameterSpec =
    coordinate("viewpoint_y_m", "Viewpoint y", |settings, value| {
        look(settings, value, |at, y| at.y = y);
    });
pub(super) const VIEWPOINT_Z: ParameterSpec =
    coordinate("viewpoint_z_m", "Viewpoint z", |settings, value| {
        look(settings, value, |at, z| at.z = z);
    });

pub(super) const MOST_RELAXATIONS: ParameterSpec = ParameterSpec {
    key: "most_relaxations",
    label: "Limit work per step",
    unit: "",
    kind: Kind::Number(Range::closed(1.0, 1e9, (100.0, 1e5))),
    default: Standard::Off {
        label: "Relaxations",
        on: 1e3,
    },
    only_with: None,
    help: "Maximum number of constraint relaxations in a step. Above it, everything gets fewer \
           iterations, but at least one. Limits the time of a step (Delannoy, section 3.2.6); the \
           same run still gives the same result.",
    set: |settings, value| {
        put(
            settings,
            Some(value.number()),
            |s: &mut VerletSettings, most| {
                s.spending.most_relaxations = most;
            },
        );
    },
};
