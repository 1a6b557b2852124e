//! What the tests of the panels share: a program with its panels on a screen that no
//! window shows, and a person who points, presses and types there.

mod hostile;
mod keyboard;
mod pointer;
mod screen;

pub use self::{hostile::*, keyboard::*, pointer::*, screen::*};
