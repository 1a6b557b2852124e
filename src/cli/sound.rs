//! No scene is written that `check` would refuse.

use crate::compile::compile;
use crate::scene::{self, Problem, Problems, Scene};

/// The text of a scene that can be read and simulated again.
///
/// # Errors
/// What `check` would say of the file.
pub(super) fn text_of(scene: &Scene) -> Result<String, Problems> {
    let mut problems = scene::validate(scene);
    if problems.is_empty() {
        let errors = compile(scene).err().unwrap_or_default().into_iter();
        problems.extend(errors.map(|error| Problem::new(error.path, error.message, error.remedy)));
    }
    if problems.is_empty() {
        scene::to_text(scene)
    } else {
        Err(Problems(problems))
    }
}
