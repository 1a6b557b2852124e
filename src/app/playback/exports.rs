//! The scene as it is now as a file for other programs.

use super::Playback;
use crate::exchange::{self, Export};
use crate::platform::dialogs::ExportFormat;
use crate::platform::files;
use std::path::Path;

/// What saves the world that plays, and then tells what of it the format does not hold; and how
/// what was saved is called.
pub fn exporter(
    playback: &Playback,
    format: ExportFormat,
    path: &Path,
) -> (
    String,
    impl FnOnce() -> Result<Vec<String>, String> + Send + 'static,
) {
    let time_s = playback.session.now() as f64 * playback.session.step_s();
    let pose = match time_s {
        0.0 => "in its start pose".to_owned(),
        time_s => format!("in its pose at {time_s:.2} s (Reset first for the start pose)"),
    };
    let (simulation, scene) = (
        playback.session.simulation.clone(),
        playback.session.history.scene().clone(),
    );
    let path = path.to_owned();
    let write = move || {
        let (world, map) = (&simulation.world, &simulation.map);
        let Export { text, left_out } = match format {
            ExportFormat::Mjcf => exchange::mjcf(world, map, &scene),
            ExportFormat::Urdf => exchange::urdf(world, map, &scene),
            ExportFormat::Gltf => exchange::physics_gltf(world, map, &scene),
        };
        let written = files::write_atomic(&path, text.as_bytes());
        written
            .map(|()| left_out)
            .map_err(|error| error.to_string())
    };
    (format!("exported the scene {pose} as"), write)
}
