//! `export`: a scene for another simulator.

use super::failure::{CommandError, Exit};
use super::number;
use super::output::{self, Form};
use crate::compile::{compile, Compiled};
use crate::exchange::{self, BoneNames, Skinned};
use crate::lab::{Progress, Simulation};
use crate::scene::{Scene, Setting};
use crate::source;
use crate::text::clean;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  ragdoll-lab export mx-throw -o dummy.xml
  ragdoll-lab export my-scene.json --format urdf -o dummy.urdf
  ragdoll-lab export mx-throw --format glb --bones mixamo --seconds 3 -o fall.glb
  ragdoll-lab export mx-throw --format gltf -o dummy.gltf

Anything the format cannot express is left out and listed on standard error. Metres, radians and
kilograms; y is up. Ball joints with limits become three rotations with the same ranges.";

/// Longest animation, s.
const LONGEST_S: f64 = 600.0;
/// Frames of an animation in a second, about.
const FRAMES_HZ: f64 = 30.0;

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ExportOptions {
    /// Scene: a file, `-` for standard input, or the name of a shipped scene
    #[arg(value_name = "SCENE")]
    pub scene: String,
    /// Format to write
    #[arg(long, value_enum, default_value_t = Format::Mjcf)]
    pub format: Format,
    /// Bone names of a glb model
    #[arg(long, value_enum, default_value_t = Bones::Plain)]
    pub bones: Bones,
    /// Length of the animation in a glb model, s [default: no animation]
    #[arg(long, value_name = "S", value_parser = number::seconds)]
    pub seconds: Option<f64>,
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
    /// MuJoCo XML: all rigid bodies, with the start state as a keyframe
    Mjcf,
    /// Robot: the first ragdoll, chain or body as links and joints
    Urdf,
    /// glTF 2.0 with KHR_physics_rigid_bodies: bodies, shapes, joints with limits and drives
    Gltf,
    /// Skinned model of the first ragdoll with a skin
    Glb,
}

/// How the bones of a model are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Bones {
    /// Ragdoll part names
    Plain,
    /// Mixamo names
    Mixamo,
    /// Unreal Engine names
    Unreal,
    /// Deform bone names of Blender Rigify
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
        Format::Glb => return model(options, &source.label, &scene, Compiled { world, map }),
        Format::Mjcf => exchange::mjcf(&world, &map, &scene),
        Format::Urdf => exchange::urdf(&world, &map, &scene),
        Format::Gltf => exchange::physics_gltf(&world, &map, &scene),
    };
    for what in &export.left_out {
        output::message(&format!(
            "note: {}: left out: {}",
            clean(&source.label),
            clean(what)
        ));
    }
    match &options.output {
        Some(path) => output::write(path, &export.text)?,
        None => output::print(Form::Words, &export.text)?,
    }
    Ok(Exit::Good)
}

/// The first ragdoll that has a body as a skinned model, and what it does if that is asked for.
fn model(
    options: &ExportOptions,
    label: &str,
    scene: &Scene,
    compiled: Compiled,
) -> Result<Exit, CommandError> {
    let Some(path) = &options.output else {
        let message = "a glb file is binary and cannot be printed; name a file with -o".to_owned();
        return Err(CommandError::input(message));
    };
    let names = options.bones.names();
    let (map, model) = (&compiled.map, compiled.world.model());
    let mut ragdolls = map.ragdolls.iter();
    let skinned = ragdolls.find_map(|ragdoll| Skinned::of(ragdoll, map, model, names));
    let mut skinned = skinned.ok_or_else(|| {
        CommandError::input(format!(
            "{}: no intact ragdoll with a skin; add a ragdoll, rejoin its limbs, or use a \
             character with a mesh in its normal build",
            clean(label)
        ))
    })?;
    if let Some(seconds) = options.seconds {
        if seconds > LONGEST_S {
            let message = format!(
                "--seconds {seconds} is too long; an animation may last at most \
                                   {LONGEST_S} s"
            );
            return Err(CommandError::input(message));
        }
        record(&mut skinned, seconds, Simulation::of(scene, compiled));
    }
    output::write(path, skinned.into_glb())?;
    Ok(Exit::Good)
}

/// Has a ragdoll do what the scene does for so long; frames are as dense as films have them.
fn record(skinned: &mut Skinned, seconds: f64, mut simulation: Simulation) {
    let step_s = simulation.world.model().settings.common.step_s;
    let stride = (1.0 / (FRAMES_HZ * step_s)).round().max(1.0) as u64;
    let steps = (seconds / step_s).round() as u64;
    skinned.record(0.0, simulation.world.state());
    for step in 1..=steps {
        if simulation.step() != Progress::Advanced {
            return;
        }
        if step % stride == 0 {
            skinned.record(step as f64 * step_s, simulation.world.state());
        }
    }
}
