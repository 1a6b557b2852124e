//! The experiments from files that come inside the program.

use super::{check, Definition};
use std::sync::LazyLock;

/// An experiment from a file that comes inside the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shipped {
    /// Name, which is also its file name in `assets/experiments/`.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        &[$(Shipped {
            name: $name,
            text: include_str!(concat!("../../../../assets/experiments/", $name, ".json")),
        }),*]
    };
}

/// All of them.
pub const fn shipped() -> &'static [Shipped] {
    shipped![
        "velocity",
        "elasticity",
        "ball-size",
        "body-type",
        "ground-friction",
        "light-torso",
        "heavy-leg",
        "mass-by-volume",
    ]
}

/// The one of that name, read; its scenes are looked through by a test, which also reads all.
pub(in crate::lab::experiment) fn find(name: &str) -> Option<&'static Definition> {
    static ALL: LazyLock<Vec<Definition>> = LazyLock::new(|| {
        let read = |file: &Shipped| check::read(file.text.as_bytes()).ok();
        shipped().iter().filter_map(read).collect()
    });
    ALL.iter().find(|definition| definition.sheet.name == name)
}
