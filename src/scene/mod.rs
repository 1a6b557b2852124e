//! Scene files: the document, its text form, validation and migration.

pub mod doc;
pub use doc::*;
