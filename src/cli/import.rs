//! `import`: a skinned model becomes a scene with a ragdoll, a file of another simulator one of
//! bodies.

use super::failure::{CommandError, Exit};
use super::output::{self, Form};
use super::sound;
use crate::exchange::character::{scene_of, ImportError, Rigging, Said};
use crate::exchange::gltf_import;
use crate::exchange::{scene_from_text, Imported};
use crate::platform::files;
use crate::scene::{Problems, Scene};
use crate::source;
use crate::text::{clean, part};
use clap::Args;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  ragdoll-lab import hero.glb -o hero.json && ragdoll-lab hero.json
  ragdoll-lab import hero.glb --bones > map.json   (edit map.json, then)
  ragdoll-lab import hero.glb --map map.json -o hero.json
  ragdoll-lab import humanoid.xml -o humanoid.json
  ragdoll-lab import robot.urdf -o robot.json

Bones are found by name (Mixamo, VRM and Unity, Unreal, Rigify, Biped, plain) or, if the names
do not help, by position. Fingers, twist and helper bones follow their parents. Parts get shapes
that fit the skin, the masses of a human body and the limits of the MX ragdoll.

MuJoCo files (.xml, MJCF), robots (.urdf) and glTF files without a skin but with rigid bodies
(KHR_physics_rigid_bodies) become bodies, joints, limits, springs, motors and obstacles; a body
of several shapes becomes a compound body. Changes and omissions are listed on standard error. A
file whose scene would not be valid is refused with the place in that file, and nothing is
written. At most 64 MiB, 1,000 bones and 65,535 vertices.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ImportOptions {
    /// Skinned model or rigid bodies: a .glb or .gltf file, a MuJoCo .xml file or a .urdf robot
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// File to write instead of standard output
    #[arg(short, long, value_name = "SCENE.json")]
    pub output: Option<PathBuf>,
    /// JSON file with the part of each bone, or null for none: {"Bip01": "pelvis"}
    #[arg(long, value_name = "FILE")]
    pub map: Option<PathBuf>,
    /// Print the part of each bone in the format of --map, and write no scene
    #[arg(long)]
    pub bones: bool,
}

pub(super) fn run(options: &ImportOptions) -> Result<Exit, CommandError> {
    let path = &options.file;
    let label = clean(&path.to_string_lossy());
    let bytes = files::read_text(path).map_err(|error| CommandError::input(error.to_string()))?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    if let Some(read) = scene_from_text(&ending, &name, &bytes) {
        let imported = read.map_err(|error| {
            CommandError::input(format!("{label}:{}", clean(&error.to_string())))
        })?;
        return bodies(options, &label, &imported);
    }
    model(options, &label, &name, &bytes)
}

/// Bodies and joints of another simulator.
fn bodies(options: &ImportOptions, label: &str, imported: &Imported) -> Result<Exit, CommandError> {
    let notes = imported.left_out.iter();
    let notes: Vec<String> = notes
        .map(|what| format!("left out or changed: {what}"))
        .collect();
    finish(options, label, &notes, &imported.scene)
}

/// A glTF file: a skinned model, or else rigid bodies.
fn model(
    options: &ImportOptions,
    label: &str,
    name: &str,
    bytes: &[u8],
) -> Result<Exit, CommandError> {
    let wrong =
        |error: ImportError| CommandError::input(format!("{label}: {}", clean(&error.to_string())));
    let fetch = |uri: &str| source::read_beside(&options.file, uri);
    if let Some(imported) = gltf_import::scene_from_file(name, bytes, &fetch).map_err(wrong)? {
        return bodies(options, label, &imported);
    }
    let mut rigging = Rigging::read(name, bytes, &fetch).map_err(wrong)?;
    if let Some(map) = &options.map {
        let said = said(map)?;
        (rigging.mapping.change(&rigging.model, &said)).map_err(|why| {
            let map = clean(&map.to_string_lossy());
            CommandError::input(format!("{map}: {}; `--bones` prints the bones", part(&why)))
        })?;
    }
    if options.bones {
        let bones: Map<String, Value> = (rigging.model.joints.iter())
            .zip(rigging.mapping.roles())
            .map(|(joint, role)| {
                (
                    joint.name.clone(),
                    Value::from(role.map(|role| role.part())),
                )
            })
            .collect();
        let text = output::json_lines(&bones)?;
        output::print(Form::Json, &text)?;
        return Ok(Exit::Good);
    }
    let imported = rigging.ragdoll().map_err(wrong)?;
    let scene = scene_of(imported.ragdoll);
    finish(options, label, &imported.notes, &scene)
}

/// Says what is noteworthy and writes the scene.
fn finish(
    options: &ImportOptions,
    label: &str,
    notes: &[String],
    scene: &Scene,
) -> Result<Exit, CommandError> {
    for note in notes {
        output::message(&format!("note: {label}: {}", clean(note)));
    }
    let text = sound::text_of(scene).map_err(|Problems(problems)| {
        let lines = problems.iter().map(|problem| {
            format!("{label}: not written, because its scene is not valid: {problem}")
        });
        CommandError::input(lines.collect::<Vec<_>>().join("\n"))
    })?;
    match &options.output {
        Some(path) => output::write(path, &text)?,
        None => output::print(Form::Json, &text)?,
    }
    Ok(Exit::Good)
}

/// What a person says bones are.
fn said(path: &Path) -> Result<Said, CommandError> {
    let bytes = files::read_text(path).map_err(|error| CommandError::input(error.to_string()))?;
    serde_json::from_slice(&bytes).map_err(|error| {
        let map = clean(&path.to_string_lossy());
        let (line, column) = (error.line(), error.column());
        CommandError::input(format!(
            "{map}:{line}:{column}: {error}; write {{\"bone\": \"part\", \"other\": null}}"
        ))
    })
}
