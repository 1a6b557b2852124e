//! Where scenes come from: files, the shipped ones, a new one.

use crate::app::playback::Session;
use crate::editor::generate::{gltf_obstacle, mesh_obstacle};
use crate::editor::Things;
use crate::exchange::character::{scene_of, Imported, Rigging};
use crate::exchange::gltf_import::scene_from_gltf;
use crate::exchange::{self, scene_from_text};
use crate::gltf::Gltf;
use crate::lab::lesson::{self, Lesson};
use crate::platform::dialogs::FilePurpose;
use crate::platform::files::{self, Fingerprint};
use crate::scene::{self, Launcher, Obstacle, Problems, Scene};
use crate::source;
use std::fmt;
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
    /// The model that it was made from, if it was.
    pub rigging: Option<Rigging>,
    /// What a person should know of how it was read.
    pub notes: Vec<String>,
}

impl Source {
    /// A scene from nowhere in particular.
    pub fn new(title: impl Into<String>, scene: Scene) -> Source {
        Source {
            title: title.into(),
            path: None,
            on_disk: None,
            scene,
            rigging: None,
            notes: Vec::new(),
        }
    }
}

/// What a file with a model holds.
pub enum ModelFile {
    /// A figure with a skin, as a ragdoll with notes on it.
    Character(Box<Rigging>, Box<Imported>),
    /// An obstacle.
    Obstacle(Things),
    /// Bodies of another simulator, with what is left out of them.
    Bodies(Box<Scene>, Vec<String>),
}

/// Reads a scene by a path, the name of a shipped scene, or `-` for standard input.
///
/// # Errors
/// One readable text with file, place and remedy of each problem.
pub fn read_scene(source: &str) -> Result<Source, String> {
    let file = Path::new(source);
    if FilePurpose::Mesh.fits(file) && files::is_file(file) {
        return read_character(file);
    }
    let read = source::read(source)?;
    let (scene, notes) = read.scene_noting()?;
    let path = Some(PathBuf::from(source)).filter(|path| files::is_file(path));
    let title = path.as_deref().map_or(source.to_owned(), title_of);
    Ok(Source {
        on_disk: path.is_some().then(|| Fingerprint::of(&read.bytes)),
        path,
        notes,
        ..Source::new(title, scene)
    })
}

/// Reads a shipped scene, whatever files are around.
///
/// # Errors
/// There is none of that name.
pub fn read_shipped(name: &str) -> Result<Source, String> {
    let shipped = scene::find(name)
        .ok_or_else(|| format!("{name}: no shipped scene has this name; choose one in Scenes"))?;
    let scene = scene::parse(shipped.text.as_bytes()).map_err(|e| e.to_string())?;
    Ok(Source::new(shipped.name, scene))
}

/// Reads a scene file.
///
/// # Errors
/// One readable text with file, place and remedy of each problem.
pub fn read_file(path: &Path) -> Result<Source, String> {
    let bytes = files::read_text(path).map_err(|error| error.to_string())?;
    let (scene, notes) = scene::parse_noting(&bytes).map_err(|found| lines_of(path, &found))?;
    Ok(Source {
        path: Some(path.to_owned()),
        on_disk: Some(Fingerprint::of(&bytes)),
        notes,
        ..Source::new(title_of(path), scene)
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

/// A scene with the figure that a model file holds and a launcher before it, or that of a file of
/// another simulator.
///
/// # Errors
/// One readable text with file, place and remedy.
pub fn read_character(path: &Path) -> Result<Source, String> {
    match read_model(path, [0.0; 3])? {
        ModelFile::Character(rigging, imported) => {
            let scene = scene_of(imported.ragdoll);
            expect_sound(path, &scene)?;
            Ok(Source {
                rigging: Some(*rigging),
                notes: imported.notes,
                ..Source::new(title_of(path), scene)
            })
        }
        ModelFile::Bodies(scene, notes) => Ok(Source {
            notes,
            ..Source::new(title_of(path), *scene)
        }),
        ModelFile::Obstacle(_) => Err(format!(
            "{}: the file has no skinned mesh; import it into a scene as an obstacle",
            path.display()
        )),
    }
}

/// What a model file holds: a figure if it has a skin, bodies if it is for another simulator, else
/// an obstacle at a place, m; its unit is the metre.
///
/// # Errors
/// One readable text with file, line and remedy.
pub fn read_model(path: &Path, position_m: [f64; 3]) -> Result<ModelFile, String> {
    let bytes = files::read_text(path).map_err(|error| error.to_string())?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let fetch = |uri: &str| source::read_beside(path, uri);
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let wrong = |error: &dyn fmt::Display| format!("{}: {error}", path.display());
    if let Some(read) = scene_from_text(&ending, &name, &bytes) {
        let imported = read.map_err(|error| format!("{}:{error}", path.display()))?;
        return bodies(path, imported);
    }
    if ending.eq_ignore_ascii_case("obj") {
        let text = String::from_utf8_lossy(&bytes);
        let made = mesh_obstacle(&name, &text, 1.0, position_m);
        return made.map(ModelFile::Obstacle).map_err(|error| wrong(&error));
    }
    let gltf = Gltf::read(&bytes, &fetch).map_err(|error| wrong(&error))?;
    if !gltf.has_skin() && gltf.has_physics() {
        let imported = scene_from_gltf(&gltf, &name).map_err(|error| wrong(&error))?;
        return bodies(path, imported);
    }
    if !gltf.has_skin() {
        let made = gltf_obstacle(&name, &gltf, position_m);
        return made.map(ModelFile::Obstacle).map_err(|error| wrong(&error));
    }
    let rigging = Rigging::of(&name, &gltf, &fetch).map_err(|error| wrong(&error))?;
    let mut imported = rigging.ragdoll().map_err(|error| wrong(&error))?;
    imported.ragdoll.position_m = position_m;
    Ok(ModelFile::Character(Box::new(rigging), Box::new(imported)))
}

/// Refuses a scene that could not be read again once it is saved.
fn expect_sound(path: &Path, scene: &Scene) -> Result<(), String> {
    let problems = scene::validate(scene);
    match problems.is_empty() {
        true => Ok(()),
        false => Err(lines_of(path, &Problems(problems))),
    }
}

/// Bodies of another simulator, if they make a sound scene.
fn bodies(path: &Path, imported: exchange::Imported) -> Result<ModelFile, String> {
    expect_sound(path, &imported.scene)?;
    let left_out = imported.left_out.iter();
    let notes = left_out
        .map(|what| format!("left out or changed: {what}"))
        .collect();
    Ok(ModelFile::Bodies(Box::new(imported.scene), notes))
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
    let floor = Obstacle::floor(1);
    let scene = Scene {
        obstacles: vec![floor],
        launcher: Some(Launcher::default()),
        ..Scene::default()
    };
    Source::new("new scene", scene)
}
