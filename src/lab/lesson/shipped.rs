//! The lessons that come inside the program.

use super::{parse, Lesson};
use crate::scene::Problems;
use std::sync::LazyLock;

/// A lesson that comes inside the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shipped {
    /// Name, which is also its file name in `assets/lessons/`.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        &[$(Shipped {
            name: $name,
            text: include_str!(concat!("../../../assets/lessons/", $name, ".json")),
        }),*]
    };
}

/// All of them in the order in which they are offered; the first is offered at the first
/// start.
pub const fn shipped() -> &'static [Shipped] {
    shipped![
        "blind-to-mass",
        "order-matters",
        "substeps-or-iterations",
        "limits-that-flip",
        "elasticity",
        "stiff-springs",
        "implicit-damps",
        "multipliers-drift",
        "reduced-coordinates",
        "sleep",
        "chance-or-effect",
        "first-ragdoll",
    ]
}

/// The lesson with a name.
pub fn find(name: &str) -> Option<&'static Shipped> {
    shipped().iter().find(|lesson| lesson.name == name)
}

impl Shipped {
    /// Reads it and looks through its scenes.
    ///
    /// # Errors
    /// As [`parse`]; a test reads all of them.
    pub fn read(&self) -> Result<Lesson, Problems> {
        parse(self.text.as_bytes())
    }
}

/// All lessons that can be read, by name; their scenes are looked through by a test.
pub fn all() -> &'static [(&'static str, Lesson)] {
    static ALL: LazyLock<Vec<(&str, Lesson)>> = LazyLock::new(|| {
        let read = |lesson: &Shipped| Some((lesson.name, serde_json::from_str(lesson.text).ok()?));
        shipped().iter().filter_map(read).collect()
    });
    &ALL
}
