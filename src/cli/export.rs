//! `export`: a scene for another simulator.

use super::failure::{CommandError, Exit};
use super::output::{self, Form};
use crate::compile::{compile, IdMap};
use crate::exchange::{self, dummy, BoneNames};
use crate::physics::World;
use crate::scene::Setting;
use crate::source;
use crate::text::clean;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  ragdoll-lab export mx-throw -o dummy.xml
  ragdoll-lab export my-scene.json --format urdf -o dummy.urdf
  ragdoll-lab export mx-throw --format glb --bones mixamo -o dummy.glb
  ragdoll-lab export mx-throw --format gltf -o dummy.gltf

What the format cannot hold is left out and listed on standard error. Metres, radians and
kilograms; y is up. Ball joints with limits become three turns with the same ranges.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ExportOptions {
    /// Scene: a file, `-` for standard input, or the name of a shipped scene
    #[arg(value_name = "SCENE")]
    pub scene: String,
    /// What is written
    #[arg(long, value_enum, default_value_t = Format::Mjcf)]
    pub format: Format,
    /// How the bones of a glb model are named
    #[arg(long, value_enum, default_value_t = Bones::Plain)]
    pub bones: Bones,
    /// Set a field of the scene, such as gravity_m_s2[1]=-1.62; may be repeated
    #[arg(long, value_name = "PATH=VALUE", value_parser = Setting::parse)]
    pub set: Vec<Setting>,
    /// File to write instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// For whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// MuJoCo's XML: everything rigid, with its start as a keyframe
    Mjcf,
    /// A robot: the first ragdoll, chain or body, as links and joints
    Urdf,
    /// glTF 2.0 with KHR_physics_rigid_bodies: bodies, shapes, joints with limits and drives
    Gltf,
    /// A skinned model: the body of the first dummy on its bones, at its start pose
    Glb,
}

/// How the bones of a model are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Bones {
    /// As the parts of our ragdolls
    Plain,
    /// As Mixamo names them
    Mixamo,
    /// As Unreal Engine names them
    Unreal,
    /// As the deform bones of Blender's Rigify
    Rigify,
}

impl Bones {
    fn names(self) -> BoneNames {
        match self {
            Bones::Plain => BoneNames::Plain,
            Bones::Mixamo => BoneNames::Mixamo,
            Bones::Unreal => BoneNames::Unreal,
            Bones::Rigify => BoneNames::Rigify,
        }
    }
}

pub(super) fn run(options: &ExportOptions) -> Result<Exit, CommandError> {
    let source = source::read(&options.scene).map_err(CommandError::input)?;
    let scene = source
        .scene()
        .and_then(|scene| source::set(&options.set, scene))
        .map_err(CommandError::input)?;
    let (world, map) = compile(&scene).map_err(|errors| {
        let lines = errors.iter().map(|e| format!("{}: {e}", source.label));
        CommandError::input(lines.collect::<Vec<_>>().join("\n"))
    })?;
    let export = match options.format {
        Format::Glb => return model(options, &source.label, (&world, &map)),
        Format::Mjcf => exchange::mjcf(&world, &map, &scene.name),
        Format::Urdf => exchange::urdf(&world, &map, &scene.name),
        Format::Gltf => exchange::physics_gltf(&world, &map, &scene.name),
    };
    for what in &export.left_out {
        output::message(&format!("note: {}: left out: {what}", clean(&source.label)));
    }
    match &options.output {
        Some(path) => output::write(path, &export.text)?,
        None => output::print(Form::Words, &export.text)?,
    }
    Ok(Exit::Good)
}

/// The body of the first dummy as a skinned model.
fn model(
    options: &ExportOptions,
    label: &str,
    (world, map): (&World, &IdMap),
) -> Result<Exit, CommandError> {
    let mut dummies = map.ragdolls.iter();
    let parts = dummies.find_map(|ragdoll| dummy::parts_of(ragdoll, map, world.model()));
    let names = options.bones.names();
    let figure = parts.and_then(|parts| dummy::glb("dummy", &parts, names));
    let (Some(figure), Some(path)) = (figure, &options.output) else {
        let message = match options.output {
            Some(_) => format!(
                "{}: no ragdoll has the body of a dummy; use an MX ragdoll",
                clean(label)
            ),
            None => "a glb is no text; name a file with -o".to_owned(),
        };
        return Err(CommandError::input(message));
    };
    output::write(path, figure)?;
    Ok(Exit::Good)
}
