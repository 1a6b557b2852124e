//! The pages of `docs/` and the README: made pages are up to date, links lead somewhere, and the
//! keys, menus, commands and paths that they name are there. `UPDATE_PAGES=1` writes the made
//! pages; `docs/make.sh` sets it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod links;
mod made;
mod measured;
mod names;
mod pages;
mod words;
