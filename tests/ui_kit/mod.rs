//! What the tests of the panels share: a program with its panels on a screen that no
//! window shows, and a person who points, presses and types there.
#![allow(dead_code)]

mod hostile;
mod keyboard;
mod pointer;
mod screen;

#[allow(unused_imports)] // Not every test needs all of it.
pub use self::{hostile::*, keyboard::*, pointer::*, screen::*};
