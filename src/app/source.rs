//! Where scenes come from: files, the shipped ones, a new one.

use super::session::Session;
use crate::cli::input;
use crate::platform::files;
use crate::scene::{self, Launcher, Obstacle, Scene, Shape};
use std::path::{Path, PathBuf};

/// A scene that was read.
pub(super) struct Source {
    /// Name on screen.
    pub title: String,
    /// Its file, if it is from one.
    pub path: Option<PathBuf>,
    /// The scene.
    pub scene: Scene,
}

/// Reads a scene by a path, the name of a shipped scene, or `-` for standard input.
///
/// # Errors
/// One readable text with file, place and remedy of each problem.
pub(super) fn read_scene(source: &str) -> Result<Source, String> {
    let read = input::read(source).map_err(|failure| failure.message)?;
    let scene = read.scene().map_err(|failure| failure.message)?;
    let path = Some(PathBuf::from(source)).filter(|path| path.is_file());
    Ok(Source {
        title: path.as_deref().map_or(source.to_owned(), title_of),
        path,
        scene,
    })
}

/// Reads a shipped scene, whatever files are around.
///
/// # Errors
/// There is none of that name.
pub(super) fn read_shipped(name: &str) -> Result<Source, String> {
    let shipped = scene::find(name).ok_or_else(|| format!("{name}: no shipped scene"))?;
    let scene = scene::parse(shipped.text.as_bytes()).map_err(|e| e.to_string())?;
    Ok(Source {
        title: shipped.name.to_owned(),
        path: None,
        scene,
    })
}

/// Reads a scene file.
///
/// # Errors
/// One readable text with file, place and remedy of each problem.
pub(super) fn read_file(path: &Path) -> Result<Source, String> {
    let bytes = files::read_text(path).map_err(|error| error.to_string())?;
    let scene = scene::parse(&bytes).map_err(|problems| {
        let lines: Vec<_> = problems
            .0
            .iter()
            .map(|p| format!("{}:{p}", path.display()))
            .collect();
        lines.join("\n")
    })?;
    Ok(Source {
        title: title_of(path),
        path: Some(path.to_owned()),
        scene,
    })
}

/// Name of a file on screen.
pub(super) fn title_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// A playing session of a scene.
///
/// # Errors
/// What the scene's method cannot simulate.
pub(super) fn build_session(title: &str, scene: &Scene) -> Result<Session, String> {
    Session::new(scene).map_err(|errors| {
        let lines: Vec<_> = errors
            .iter()
            .map(|error| format!("{title}: {error}"))
            .collect();
        lines.join("\n")
    })
}

/// An empty studio: a floor and a launcher.
pub(super) fn new_scene() -> Source {
    let floor = Obstacle {
        id: 1,
        name: "floor".into(),
        shape: Shape::Plane {},
        position_m: [0.0; 3],
        orientation: [1.0, 0.0, 0.0, 0.0],
        material: None,
    };
    Source {
        title: "new scene".into(),
        path: None,
        scene: Scene {
            obstacles: vec![floor],
            launcher: Some(Launcher::default()),
            ..Scene::default()
        },
    }
}
