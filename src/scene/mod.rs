//! Scene files: the document, its text form, validation and migration.
//!
//! Nothing here knows windows or files on disk, and of physics only what the methods
//! can be set to: [`parse`] takes bytes and [`to_text`] gives a string.

pub mod change;
mod difference;
pub mod doc;
mod encoding;
mod explain;
mod header;
mod layout;
mod locate;
pub mod migrate;
pub mod parameters;
mod problem;
pub mod range;
mod schema;
mod shipped;
mod text;
mod validate;

pub use change::Setting;
pub use difference::SceneDifference;
pub use doc::*;
pub use explain::suggestion;
pub use locate::fill as locate_problems;
pub use parameters::{Given, NamedPreset};
pub use problem::{Problem, Problems};
pub use schema::schema_text;
pub use shipped::{demonstration, find, Heading, Shipped, DEMONSTRATIONS, SHIPPED};
pub use text::{parse, parse_noting, read_own, to_text, MAX_BYTES};
pub use validate::{
    exceeds_the_others, is_rigid, lack_of_inertia, part_names, validate, CHARACTER_PARTS,
    MAX_CORNERS, MAX_HULL_POINTS, MAX_PIECES, MAX_THINGS,
};
