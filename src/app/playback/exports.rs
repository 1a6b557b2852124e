//! The scene as it is now as a file for other programs.

use super::{Playback, Session};
use crate::app::effect::Effects;
use crate::exchange::{self, Export};
use crate::platform::dialogs::ExportFormat;
use crate::platform::files;
use std::path::Path;

impl Playback {
    /// Saves the world that plays, and says what of it the format does not hold.
    pub fn export(&self, format: ExportFormat, path: &Path, effects: &mut Effects) {
        let Export { text, left_out } = exported(&self.session, format);
        match files::write_atomic(path, text.as_bytes()) {
            Ok(()) if left_out.is_empty() => {
                effects.say(format!("exported the scene as {}", path.display()));
            }
            Ok(()) => effects.say(format!(
                "exported the scene as {}; left out: {}",
                path.display(),
                left_out.join("; ")
            )),
            Err(error) => effects.fail(error.to_string()),
        }
    }
}

fn exported(session: &Session, format: ExportFormat) -> Export {
    let (world, map) = (&session.simulation.world, &session.simulation.map);
    let name = &session.history.scene().name;
    match format {
        ExportFormat::Mjcf => exchange::mjcf(world, map, name),
        ExportFormat::Urdf => exchange::urdf(world, map, name),
        ExportFormat::Gltf => exchange::physics_gltf(world, map, name),
    }
}
