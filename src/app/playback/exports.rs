//! The scene as it is now as a file for other programs.

use super::Playback;
use crate::app::effect::Effects;
use crate::exchange::{self, Export};
use crate::platform::dialogs::ExportFormat;
use crate::platform::files;
use std::path::Path;

/// Saves the world that plays, and says what of it the format does not hold.
pub fn export(playback: &Playback, format: ExportFormat, path: &Path, effects: &mut Effects) {
    let Export { text, left_out } = exported(playback, format);
    let time_s = playback.session.now() as f64 * playback.session.step_s();
    let pose = match time_s {
        0.0 => "in its start pose".to_owned(),
        time_s => format!("in its pose at {time_s:.2} s (Reset first for the start pose)"),
    };
    match files::write_atomic(path, text.as_bytes()) {
        Ok(()) if left_out.is_empty() => {
            effects.say_saved(&format!("exported the scene {pose} as"), path);
        }
        Ok(()) => effects.say(format!(
            "exported the scene {pose} as {}; left out: {}",
            path.display(),
            left_out.join("; ")
        )),
        Err(error) => effects.fail(error.to_string()),
    }
}

fn exported(playback: &Playback, format: ExportFormat) -> Export {
    let session = &playback.session;
    let (world, map) = (&session.simulation.world, &session.simulation.map);
    let scene = session.history.scene();
    match format {
        ExportFormat::Mjcf => exchange::mjcf(world, map, scene),
        ExportFormat::Urdf => exchange::urdf(world, map, scene),
        ExportFormat::Gltf => exchange::physics_gltf(world, map, scene),
    }
}
