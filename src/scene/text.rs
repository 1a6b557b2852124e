//! Between the text of a scene file and the document.

use super::doc::{Character, Figure, Scene, VERSION};
use super::problem::{Problem, Problems};
use super::validate::validate;
use super::{encoding, explain, header, layout, locate, migrate};
use crate::text::in_json;
use serde::Serialize;
use serde_json::Value;

/// Largest file that is read, bytes.
pub const MAX_BYTES: usize = crate::budget::FILE.most;

/// Reads a scene file.
///
/// Fails with everything that is wrong as far as it can be told: the first
/// error of the text, or all problems of a document that could be read.
pub fn parse(bytes: &[u8]) -> Result<Scene, Problems> {
    parse_noting(bytes).map(|(scene, _)| scene)
}

/// The same, and what a scene of an older version has that has no counterpart any more, a line
/// for each.
///
/// # Errors
/// As [`parse`].
pub fn parse_noting(bytes: &[u8]) -> Result<(Scene, Vec<String>), Problems> {
    let mut notes = Vec::new();
    if bytes.len() > MAX_BYTES {
        let message = format!("the file has more than {} MiB", MAX_BYTES >> 20);
        let remedy = "split it into smaller scenes";
        return Err(Problem::new("", message, remedy).at((1, 1)).into());
    }
    let text = encoding::decode(bytes)?;
    let version = header::check(text)?;
    let scene = if version == VERSION {
        current(text)?
    } else {
        older(text, &mut notes)?
    };
    let mut problems = validate(&scene);
    if problems.is_empty() {
        let mut scene = by_id(scene);
        share_characters(&mut scene);
        return Ok((scene, notes));
    }
    locate::fill(text, &mut problems);
    Err(Problems(problems))
}

/// The scene in a text of an older version.
fn older(text: &str, notes: &mut Vec<String>) -> Result<Scene, Problems> {
    // A `Value` silently keeps the last of two equal keys.
    let duplicates = locate::duplicates(text);
    if !duplicates.is_empty() {
        return Err(Problems(duplicates));
    }
    let value = serde_json::from_str(text).map_err(|e| explain::problem(text, "", &e))?;
    older_scene(text, value, notes)
}

fn older_scene(text: &str, value: Value, notes: &mut Vec<String>) -> Result<Scene, Problems> {
    let value = migrate::migrate(value, notes).map_err(|mut problems| {
        locate::fill(text, &mut problems.0);
        problems
    })?;
    read(&value.to_string()).map_err(|(path, error)| {
        // Where the reader stopped is a place of the new text; the path is in both.
        let text = if path.is_empty() { "" } else { text };
        explain::problem(text, &path, &error).into()
    })
}

/// The scene in a text of the current version.
fn current(text: &str) -> Result<Scene, Problems> {
    read(text).map_err(|(path, error)| {
        let duplicates = locate::duplicates(text);
        if duplicates.is_empty() {
            explain::problem(text, &path, &error).into()
        } else {
            Problems(duplicates)
        }
    })
}

/// Reads a scene that the program itself wrote, by any of its versions so far, without a look at
/// what it says; what solvers beside it were written for comes with it.
///
/// # Errors
/// The first error of the text.
pub fn read_own(text: &str) -> Result<(Scene, Option<migrate::Older>), Problems> {
    if header::check(text)? == VERSION {
        return Ok((current(text)?, None));
    }
    let value = serde_json::from_str(text).map_err(|e| explain::problem(text, "", &e))?;
    let older = migrate::Older::of(&value);
    Ok((older_scene(text, value, &mut Vec::new())?, Some(older)))
}

/// Every text of a scene is read by this one: another reader adds half a megabyte to the program.
fn read(text: &str) -> Result<Scene, (String, serde_json::Error)> {
    let mut json = serde_json::Deserializer::from_str(text);
    serde_path_to_error::deserialize(&mut json)
        .map_err(|error| (explain::path_text(error.path()), error.into_inner()))
}

/// The canonical text of a scene.
///
/// What is hidden in names is escaped, so that it is the same on a terminal as in a file.
/// Sorted by id except for constraints, whose order is the order of solution.
/// Fails if a number is not finite, since JSON has no way to write it.
pub fn to_text(scene: &Scene) -> Result<String, Problems> {
    let scene = by_id(scene.clone());
    // With a thing of each list it says which there are, and in which order.
    let frame = Scene {
        materials: first(&scene.materials),
        obstacles: first(&scene.obstacles),
        bodies: first(&scene.bodies),
        particles: first(&scene.particles),
        constraints: first(&scene.constraints),
        ragdolls: first(&scene.ragdolls),
        collision_rules: first(&scene.collision_rules),
        name: scene.name.clone(),
        description: scene.description.clone(),
        solver: scene.solver.clone(),
        launcher: scene.launcher.clone(),
        format: scene.format.clone(),
        ..scene
    };
    let mut writing = Writing::default();
    let frame = value_of(&frame)?;
    for (key, value) in frame.as_object().into_iter().flatten() {
        match key.as_str() {
            "materials" => writing.list(key, &scene.materials),
            "obstacles" => writing.list(key, &scene.obstacles),
            "bodies" => writing.list(key, &scene.bodies),
            "particles" => writing.list(key, &scene.particles),
            "constraints" => writing.list(key, &scene.constraints),
            "ragdolls" => writing.list(key, &scene.ragdolls),
            "collision_rules" => writing.list(key, &scene.collision_rules),
            _ => {
                not_finite(value, &mut key.clone(), &mut writing.problems);
                writing.text.member(key, value);
                Ok(())
            }
        }?;
    }
    match writing.problems.is_empty() {
        true => Ok(in_json(&writing.text.text())),
        false => Err(Problems(writing.problems)),
    }
}

/// The text of a scene in the making.
#[derive(Default)]
struct Writing {
    text: layout::Pretty,
    problems: Vec<Problem>,
}

impl Writing {
    /// Adds a list, thing by thing.
    fn list(&mut self, key: &str, list: &[impl Serialize]) -> Result<(), Problem> {
        self.text.begin_list(key);
        for (i, thing) in list.iter().enumerate() {
            let value = value_of(thing)?;
            not_finite(&value, &mut format!("{key}[{i}]"), &mut self.problems);
            self.text.thing(&value, i == 0);
        }
        self.text.end_list();
        Ok(())
    }
}

fn value_of(thing: &impl Serialize) -> Result<Value, Problem> {
    let value = serde_json::to_value(thing);
    value.map_err(|error| Problem::new("", error.to_string(), "report this bug"))
}

/// The first of a list, if there is one.
fn first<T: Clone>(list: &[T]) -> Vec<T> {
    list.iter().take(1).cloned().collect()
}

/// The scene with everything in the order of its id but the constraints, so that
/// what was read, saved and read again is simulated in one order.
fn by_id(mut scene: Scene) -> Scene {
    scene.materials.sort_by_key(|x| x.id);
    scene.obstacles.sort_by_key(|x| x.id);
    scene.bodies.sort_by_key(|x| x.id);
    scene.particles.sort_by_key(|x| x.id);
    scene.ragdolls.sort_by_key(|x| x.id);
    scene
}

/// Lets alike characters share what they are made of, as those of one model do.
fn share_characters(scene: &mut Scene) {
    let mut known: Vec<Character> = Vec::new();
    for ragdoll in &mut scene.ragdolls {
        let Figure::Character(own) = &mut ragdoll.figure else {
            continue;
        };
        match known.iter().find(|other| *other == own) {
            Some(other) => *own = other.clone(),
            None => known.push(own.clone()),
        }
    }
}

/// Collects the numbers that are not finite, which serde_json makes `null`;
/// nothing else does, since absent values are not written.
fn not_finite(value: &Value, path: &mut String, problems: &mut Vec<Problem>) {
    let length = path.len();
    match value {
        Value::Null => problems.push(Problem::new(
            path.as_str(),
            "the number is not finite",
            "give it a finite value before saving",
        )),
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                path.push_str(&format!("[{i}]"));
                not_finite(item, path, problems);
                path.truncate(length);
            }
        }
        Value::Object(map) => {
            for (key, item) in map {
                if length > 0 {
                    path.push('.');
                }
                path.push_str(key);
                not_finite(item, path, problems);
                path.truncate(length);
            }
        }
        _ => {}
    }
}
