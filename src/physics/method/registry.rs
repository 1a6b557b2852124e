//! The list of methods: a line for each, and what follows from it.

use super::{
    impulse, multipliers, paper, reduced, springs, verlet, MethodInfo, PaperSettings,
    VerletSettings,
};
use crate::physics::constraint::LimitModel;
use crate::physics::dynamics::ContactSettings;
use crate::physics::iteration_budget::IterationBudget;
use crate::physics::order::Order;
use impulse::ImpulseSettings;
use multipliers::MultipliersSettings;
use reduced::ReducedSettings;
use springs::SpringSettings;

/// How a method relaxes constraints one after another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Relaxation {
    /// Passes over the constraints in a substep.
    pub iterations: u32,
    /// 0 = uniform to 1 = mass-weighted.
    pub weighting: f64,
    /// Factor on corrections.
    pub over_relaxation: f64,
    /// Whether it moves places, of which velocities are the difference.
    pub moves_places: bool,
}

/// What of it can be set.
pub struct RelaxationMut<'a> {
    /// Passes over the constraints in a substep.
    pub iterations: &'a mut u32,
    /// 0 = uniform to 1 = mass-weighted, where there is a choice.
    pub weighting: Option<&'a mut f64>,
    /// Factor on corrections, where there is a choice.
    pub over_relaxation: Option<&'a mut f64>,
}

/// What the settings of every method can tell.
pub trait OwnSettings {
    /// How stops and contacts are solved through joints that hold exactly, if they do.
    fn contacts(&self) -> Option<ContactSettings> {
        None
    }

    /// The same, to be changed.
    fn contacts_mut(&mut self) -> Option<&mut ContactSettings> {
        None
    }

    /// Whether impulses that were found under other settings are a guess under these.
    fn goes_on_from(&self, _: &Self) -> bool {
        true
    }

    /// How constraints are relaxed one after another, if they are.
    fn relaxation(&self) -> Option<Relaxation> {
        None
    }

    /// The same, to be changed.
    fn relaxation_mut(&mut self) -> Option<RelaxationMut<'_>> {
        None
    }

    /// On what iterations are spent.
    fn budget(&self) -> IterationBudget {
        IterationBudget::EVEN
    }

    /// How it measures the angles of all limits, where it has its own way.
    fn limit_model(&self) -> Option<LimitModel> {
        None
    }

    /// The order in which constraints are solved.
    fn order(&self) -> Order {
        Order::Listed
    }

    /// Whether distances that hang together are solved all at once.
    fn solves_nets_at_once(&self) -> bool {
        false
    }

    /// Whether the kernels of batches solve as these settings say.
    fn is_batchable(&self) -> bool {
        false
    }
}

macro_rules! methods {
    ($($variant:ident($settings:ty), $info:path;)*) => {
        /// All methods.
        pub const METHODS: &[MethodInfo] = &[$($info),*];

        /// Settings of one method.
        #[derive(Debug, Clone, PartialEq)]
        pub enum MethodSettings {
            $(#[allow(missing_docs)] $variant($settings)),*
        }

        impl MethodSettings {
            /// How stops and contacts are solved through joints that hold exactly.
            pub fn contacts(&self) -> Option<ContactSettings> {
                match self {
                    $(MethodSettings::$variant(own) => own.contacts()),*
                }
            }

            /// The same, to be changed.
            pub fn contacts_mut(&mut self) -> Option<&mut ContactSettings> {
                match self {
                    $(MethodSettings::$variant(own) => own.contacts_mut()),*
                }
            }

            /// How constraints are relaxed one after another, if they are.
            pub fn relaxation(&self) -> Option<Relaxation> {
                match self {
                    $(MethodSettings::$variant(own) => own.relaxation()),*
                }
            }

            /// The same, to be changed.
            pub fn relaxation_mut(&mut self) -> Option<RelaxationMut<'_>> {
                match self {
                    $(MethodSettings::$variant(own) => own.relaxation_mut()),*
                }
            }

            /// On what iterations are spent.
            pub fn budget(&self) -> IterationBudget {
                match self {
                    $(MethodSettings::$variant(own) => own.budget()),*
                }
            }

            /// How it measures the angles of all limits, where it has its own way.
            pub fn limit_model(&self) -> Option<LimitModel> {
                match self {
                    $(MethodSettings::$variant(own) => own.limit_model()),*
                }
            }

            /// The order in which constraints are solved.
            pub fn order(&self) -> Order {
                match self {
                    $(MethodSettings::$variant(own) => own.order()),*
                }
            }

            /// Whether distances that hang together are solved all at once.
            pub fn solves_nets_at_once(&self) -> bool {
                match self {
                    $(MethodSettings::$variant(own) => own.solves_nets_at_once()),*
                }
            }

            /// Whether the kernels of batches solve as these settings say.
            pub fn is_batchable(&self) -> bool {
                match self {
                    $(MethodSettings::$variant(own) => own.is_batchable()),*
                }
            }

            /// Whether impulses that were found under other settings are a guess under these.
            pub fn goes_on_from(&self, before: &MethodSettings) -> bool {
                match (self, before) {
                    $((MethodSettings::$variant(now), MethodSettings::$variant(before)) => {
                        now.goes_on_from(before)
                    })*
                    _ => false,
                }
            }
        }
    };
}

methods! {
    Verlet(VerletSettings), verlet::INFO;
    Impulse(ImpulseSettings), impulse::INFO;
    Springs(SpringSettings), springs::INFO;
    Multipliers(MultipliersSettings), multipliers::INFO;
    Reduced(ReducedSettings), reduced::INFO;
    Paper(PaperSettings), paper::INFO;
}

impl MethodSettings {
    /// Whether both are settings of one method.
    pub fn is_of_same_method(&self, other: &MethodSettings) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

impl Default for MethodSettings {
    fn default() -> MethodSettings {
        MethodSettings::Verlet(VerletSettings::STANDARD)
    }
}

impl From<ImpulseSettings> for MethodSettings {
    fn from(settings: ImpulseSettings) -> MethodSettings {
        MethodSettings::Impulse(settings)
    }
}

impl From<PaperSettings> for MethodSettings {
    fn from(settings: PaperSettings) -> MethodSettings {
        MethodSettings::Paper(settings)
    }
}

impl From<VerletSettings> for MethodSettings {
    fn from(settings: VerletSettings) -> MethodSettings {
        MethodSettings::Verlet(settings)
    }
}
