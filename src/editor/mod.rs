//! Editing a scene: commands, and a history that takes back every one of them.
//!
//! A command is the only way to change a scene; one that would leave it unsound is
//! refused and changes nothing. The history keeps whole scenes, which are small and
//! shared, so nothing needs an inverse. Generators and the clipboard give things to
//! insert; the rig doctor finds what will misbehave and offers commands against it.
//!
//! Groups are in the names of things (see [`names`]) and so in the document; what is
//! hidden or locked ([`ViewState`]) and the selection are not.

#![deny(clippy::indexing_slicing, clippy::string_slice)]

mod axis;
mod command;
pub mod doctor;
mod document;
mod error;
mod expression;
pub mod generate;
mod history;
mod hull;
mod ids;
mod item;
pub mod limits;
pub mod names;
mod places;
mod preset;
mod references;
mod room;
mod selection;
mod solids;
mod things;
mod view_state;

pub use axis::of_axis;
pub use command::{counted, put_figure, Applied, Command, JointKind, Motion, Outcome, SortPolicy};
pub use document::{Document, Done};
pub use error::EditError;
pub use expression::read_number;
pub use history::{HistoryLine, MOST_BYTES, MOST_STEPS};
pub use hull::{body_of, hull_of};
pub use item::{all_kinds, word_of_shape, Item, ItemKind};
pub use preset::{placed, preset_of};
pub use references::{connected, gripped, grips};
pub use selection::Selection;
pub use solids::{stick_ends, triangle_corners};
pub use things::Things;
pub use view_state::ViewState;
