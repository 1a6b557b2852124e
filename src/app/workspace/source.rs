//! Where scenes come from: files, the shipped ones, a new one.

use crate::app::playback::Session;
use crate::editor::generate::{gltf_obstacle, mesh_obstacle};
use crate::editor::Things;
use crate::lab::lesson::{self, Lesson};
use crate::platform::files::{self, Fingerprint};
use crate::scene::{self, Launcher, Obstacle, Problems, Scene, Shape};
use crate::source;
use std::path::{Path, PathBuf};

/// A scene that was read.
pub struct Source {
    /// Name on screen.
    pub title: String,
    /// Its file, if it is from one.
    pub path: Option<PathBuf>,
    /// That file as it was read.
    pub on_disk: Option<Fingerprint>,
    /// The scene.
    pub scene: Scene,
}

/// Reads a scene by a path, the name of a shipped scene, or `-` for standard input.
///
/// # Errors
/// One readable text with file, place and remedy of each problem.
pub fn read_scene(source: &str) -> Result<Source, String> {
    let read = source::read(source)?;
    let scene = read.scene()?;
    let path = Some(PathBuf::from(source)).filter(|path| path.is_file());
    Ok(Source {
        title: path.as_deref().map_or(source.to_owned(), title_of),
        on_disk: path.is_some().then(|| Fingerprint::of(&read.bytes)),
        path,
        scene,
    })
}

/// Reads a shipped scene, whatever files are around.
///
/// # Errors
/// There is none of that name.
pub fn read_shipped(name: &str) -> Result<Source, String> {
    let shipped = scene::find(name).ok_or_else(|| format!("{name}: no shipped scene"))?;
    let scene = scene::parse(shipped.text.as_bytes()).map_err(|e| e.to_string())?;
    Ok(Source {
        title: shipped.name.to_owned(),
        path: None,
        on_disk: None,
        scene,
    })
}

/// Reads a scene file.
///
/// # Errors
/// One readable text with file, place and remedy of each problem.
pub fn read_file(path: &Path) -> Result<Source, String> {
    let bytes = files::read_text(path).map_err(|error| error.to_string())?;
    let scene = parse(path, &bytes)?;
    Ok(Source {
        title: title_of(path),
        path: Some(path.to_owned()),
        on_disk: Some(Fingerprint::of(&bytes)),
        scene,
    })
}

/// The lesson in a file; `None` if it holds something else.
///
/// # Errors
/// One readable text with file, place and remedy of each problem.
pub fn read_lesson(path: &Path) -> Result<Option<Lesson>, String> {
    let bytes = files::read_text(path).map_err(|error| error.to_string())?;
    if !lesson::is_lesson(&bytes) {
        return Ok(None);
    }
    let lesson = lesson::parse(&bytes);
    lesson
        .map(Some)
        .map_err(|problems| lines_of(path, &problems))
}

/// The scene that a file holds.
///
/// # Errors
/// One readable text with file, place and remedy of each problem.
pub fn parse(path: &Path, bytes: &[u8]) -> Result<Scene, String> {
    scene::parse(bytes).map_err(|problems| lines_of(path, &problems))
}

fn lines_of(path: &Path, problems: &Problems) -> String {
    let lines = problems.0.iter().map(|p| format!("{}:{p}", path.display()));
    lines.collect::<Vec<_>>().join("\n")
}

/// The obstacle that a mesh file holds, at a place, m; its unit is the metre.
///
/// # Errors
/// One readable text with file, line and remedy.
pub fn read_mesh(path: &Path, position_m: [f64; 3]) -> Result<Things, String> {
    let bytes = files::read_text(path).map_err(|error| error.to_string())?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let fetch = |uri: &str| source::read_beside(path, uri);
    let is_obj = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("obj"));
    let made = if is_obj {
        let text = String::from_utf8_lossy(&bytes);
        mesh_obstacle(&name, &text, 1.0, position_m)
    } else {
        gltf_obstacle(&name, &bytes, &fetch, position_m)
    };
    made.map_err(|error| format!("{}: {error}", path.display()))
}

/// Name of a file on screen.
pub fn title_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// A playing session of a scene.
///
/// # Errors
/// What the scene's method cannot simulate.
pub fn build_session(title: &str, scene: &Scene) -> Result<Session, String> {
    Session::new(scene).map_err(|errors| {
        let lines: Vec<_> = errors
            .iter()
            .map(|error| format!("{title}: {error}"))
            .collect();
        lines.join("\n")
    })
}

/// An empty studio: a floor and a launcher.
pub fn new_scene() -> Source {
    let floor = Obstacle {
        id: 1,
        name: "floor".into(),
        shape: Shape::Plane {},
        position_m: [0.0; 3],
        orientation: [1.0, 0.0, 0.0, 0.0],
        material: None,
        color: None,
    };
    Source {
        title: "new scene".into(),
        path: None,
        on_disk: None,
        scene: Scene {
            obstacles: vec![floor],
            launcher: Some(Launcher::default()),
            ..Scene::default()
        },
    }
}
