//! Where scenes come from by a name that a person gives: a file, standard input, or the
//! program itself.

use crate::platform::files;
use crate::scene::{self, change, Problem, Problems, Scene, Setting, SHIPPED};
use crate::text::clean;
use std::path::{Component, Path, PathBuf};

/// Names less alike than this are no suggestion (Jaro-Winkler, 0 to 1).
const ALIKE: f64 = 0.75;

/// The text of a scene and what to call it in messages.
pub struct Source {
    /// Name in messages, on one line and with nothing hidden.
    pub label: String,
    /// The text as it is.
    pub bytes: Vec<u8>,
}

impl Source {
    /// The scene in it, and what of an older version has no counterpart any more.
    ///
    /// # Errors
    /// One line per problem.
    pub fn scene_noting(&self) -> Result<(Scene, Vec<String>), String> {
        scene::parse_noting(&self.bytes).map_err(|problems| lines(&self.label, &problems))
    }

    /// The scene in it.
    pub fn scene(&self) -> Result<Scene, String> {
        scene::parse(&self.bytes).map_err(|problems| lines(&self.label, &problems))
    }
}

/// The scene with the fields that `--set` names.
pub fn set(settings: &[Setting], scene: Scene) -> Result<Scene, String> {
    change::apply(settings, scene).map_err(|problems| {
        let lines: Vec<_> = problems
            .lines()
            .map(|line| format!("--set {line}"))
            .collect();
        lines.join("\n")
    })
}

/// One line per problem: `file:line:column: path: problem; remedy`.
pub fn lines(label: &str, problems: &Problems) -> String {
    let lines: Vec<_> = problems.0.iter().map(|p| line(label, p)).collect();
    lines.join("\n")
}

fn line(label: &str, problem: &Problem) -> String {
    // A problem without a place is one of the whole file.
    let place = (problem.line.max(1), problem.column.max(1));
    format!("{label}:{}", problem.clone().at(place))
}

/// Reads a file that another one names, which must lie beside it or below.
///
/// # Errors
/// It lies elsewhere, or cannot be read.
pub fn read_beside(path: &Path, uri: &str) -> Result<Vec<u8>, String> {
    let name = PathBuf::from(uri.replace("%20", " "));
    let below = name
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if !below || uri.contains("://") {
        return Err("the file refers to another one outside its folder".into());
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    files::read_text(&folder.join(name)).map_err(|error| error.to_string())
}

/// Reads a scene by the name given on the command line. A file wins over a
/// shipped scene of the same name, a folder does not.
pub fn read(name: &str) -> Result<Source, String> {
    let label = if name == "-" {
        "<stdin>".into()
    } else {
        clean(name)
    };
    let bytes = match place(name)? {
        Place::Stdin => files::read_stdin(),
        Place::File => files::read_text(Path::new(name)),
        Place::Shipped(scene) => Ok(scene.text.as_bytes().to_vec()),
    };
    match bytes {
        Ok(bytes) => Ok(Source { label, bytes }),
        Err(error) => Err(error.to_string()),
    }
}

/// Whether there is such a scene, without reading it.
pub fn expect(name: &str) -> Result<(), String> {
    place(name).map(|_| ())
}

enum Place {
    Stdin,
    File,
    Shipped(&'static scene::Shipped),
}

fn place(name: &str) -> Result<Place, String> {
    let path = Path::new(name);
    if name == "-" {
        return Ok(Place::Stdin);
    }
    match scene::find(name) {
        Some(shipped) if !files::is_file(path) => Ok(Place::Shipped(shipped)),
        None if !is_there(path) => Err(unknown(name)),
        _ => Ok(Place::File),
    }
}

/// Whether there is anything at a path, be it a link that leads nowhere.
fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok() || files::exists(path)
}

fn unknown(name: &str) -> String {
    let is_path = name.contains(['/', '\\', '.']);
    let stem = Path::new(name).file_stem().and_then(|s| s.to_str());
    let wanted = stem.unwrap_or(name).to_lowercase();
    let alike = |known: &&str| strsim::jaro_winkler(known, &wanted);
    let names = SHIPPED.iter().map(|shipped| shipped.name);
    let best = names.max_by(|a, b| alike(a).total_cmp(&alike(b)));
    let suggestion = match best.filter(|best| alike(best) >= ALIKE) {
        Some(best) => format!("did you mean the shipped scene `{best}`?"),
        None if is_path => "check the path".into(),
        None => "`ragdoll-lab scenes` lists the shipped scenes".into(),
    };
    let what = if is_path {
        "file"
    } else {
        "file or shipped scene"
    };
    format!("{}: no such {what}; {suggestion}", clean(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_gets_a_suggestion() {
        assert!(unknown("chian").ends_with("did you mean the shipped scene `chain`?"));
        assert!(unknown("scenes/Pile.json").contains("`pile`"));
        assert!(unknown("zzz").contains("ragdoll-lab scenes"));
    }
}
