//! Scene files: the document, its text form, validation and migration.
//!
//! Nothing here knows physics, windows or files on disk: [`parse`] takes
//! bytes and [`to_text`] gives a string.

pub mod doc;
mod encoding;
mod explain;
mod header;
mod layout;
mod locate;
pub mod migrate;
mod problem;
mod shipped;
mod text;

pub use doc::*;
pub use problem::{Problem, Problems};
pub use shipped::{find, Shipped, SHIPPED};
pub use text::{parse, to_text, MAX_BYTES};
