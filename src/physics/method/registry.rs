//! The list of methods: a line for each, and what follows from it.

use super::misprint::{Misprints, Need};
use super::{multipliers, reduced, springs, verlet, MethodInfo, VerletSettings};
use crate::physics::dynamics::ContactSettings;
use multipliers::MultipliersSettings;
use reduced::ReducedSettings;
use springs::SpringSettings;

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

    /// The equations to be used as printed, to be changed, where there are any.
    fn misprints_mut(&mut self) -> Option<&mut Misprints> {
        None
    }

    /// Whether it is set to something that a misprint needs.
    fn has(&self, _: Need) -> bool {
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

            /// The equations to be used as printed, to be changed, where there are any.
            pub fn misprints_mut(&mut self) -> Option<&mut Misprints> {
                match self {
                    $(MethodSettings::$variant(own) => own.misprints_mut()),*
                }
            }

            /// Whether the method is set to something that a misprint needs.
            pub fn has(&self, need: Need) -> bool {
                match self {
                    $(MethodSettings::$variant(own) => own.has(need)),*
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
    Springs(SpringSettings), springs::INFO;
    Multipliers(MultipliersSettings), multipliers::INFO;
    Reduced(ReducedSettings), reduced::INFO;
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

impl From<VerletSettings> for MethodSettings {
    fn from(settings: VerletSettings) -> MethodSettings {
        MethodSettings::Verlet(settings)
    }
}
