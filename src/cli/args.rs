//! The arguments of every command.

use super::experiment::{self, ExperimentOptions};
use super::export::ExportOptions;
use super::import::ImportOptions;
use super::limits::LimitsOptions;
use super::sweep::Shard;
use super::why::WhyOptions;
use super::{bench, number, plot};
use crate::lab::sweep::Axis;
use crate::physics::lanes::Lanes;
use crate::platform::settings::FigureLook;
use crate::scene::{NamedPreset, Precision, Setting};
use clap::{ArgAction, Args, Parser, Subcommand};
use std::path::{Path, PathBuf};
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  ragdoll-lab                              open the window
  ragdoll-lab chain                        open the window with a shipped scene
  ragdoll-lab run humanoid-medium --json   simulate without a window
  ragdoll-lab check my-scene.json          list the problems of a scene
  ragdoll-lab scenes                       list the shipped scenes
  ragdoll-lab sweep first-throw --set launcher.speed_m_s=4:16:7
  ragdoll-lab why mx-drop --body pelvis    list the causes of its motion

Without a display, `ragdoll-lab` without arguments runs `experiment all` instead.

Exit codes: 0 success; 1 the run failed; 2 bad usage or bad input; 3 no display.";

const RUN_EXAMPLES: &str = "\
Examples:
  ragdoll-lab run chain --seconds 5
  ragdoll-lab run chain --weighting uniform --iterations 4 --json
  ragdoll-lab run mx-throw --preset baltman --set gravity_m_s2[1]=-1.6
  ragdoll-lab run mx-throw --set ragdolls[0].figure.mx.inertia=human
  ragdoll-lab run pile --csv pile.csv --save-final rest.json
  ragdoll-lab run - < my-scene.json

Travel is that of the ragdoll that the last throw hit most, from where it was hit until it rests;
before a hit that of the first ragdoll, from its start. What a clip walks is no travel.";

const CHECK_EXAMPLES: &str = "\
Example:
  ragdoll-lab check scenes/*.json

Each problem is one line: file:line:column: path: problem; remedy

A scene that is sound but will go wrong with its own method gets warnings on standard error: mass
ratios that its joints cannot hold, limits that fail, overlaps at the start. The exit code stays 0.";

const MIGRATE_EXAMPLES: &str = "\
Examples:
  ragdoll-lab migrate old.json -o new.json
  ragdoll-lab migrate old.json > new.json";

const BENCH_EXAMPLES: &str = "\
Examples:
  ragdoll-lab bench table2
  ragdoll-lab bench mx-drop --ragdolls 1,10,100,1000
  ragdoll-lab bench mx-drop --preset high --rate 60 --json
  ragdoll-lab bench pile crowd --preset default,high
  ragdoll-lab bench links iterations --json
  ragdoll-lab bench load --bodies 1000,100000

Each benchmark accepts only its own options.";

const PLOT_EXAMPLES: &str = "\
Examples:
  ragdoll-lab plot results/velocity/data.csv -o velocity.png
  ragdoll-lab run pile --csv pile.csv; ragdoll-lab plot pile.csv -o pile.svg

The table of an experiment gives the plot of that experiment. For any other table, each column
of numbers is drawn against the first; empty cells and numbers of 1e290 or more are gaps.";

const SWEEP_EXAMPLES: &str = "\
Examples:
  ragdoll-lab sweep first-throw --set launcher.speed_m_s=4:16:7
  ragdoll-lab sweep mx-throw --set launcher.ball.radius_m=0.05:0.5:9:log \\
      --set solver.preset=default,high,baltman --out radius
  ragdoll-lab sweep humanoid-medium --set launcher.speed_m_s=8:20:13 \\
      --set ragdolls[0].figure.thesis.body_type=thin,medium,wide --out type --resume

Travel, speed, impulse and time are those of the ragdoll that was hit most. Other bodies that are
hit, such as bricks, do not count.

To use several machines, or four programs at once (run the same command again to continue):
  ragdoll-lab sweep mx-throw --set launcher.speed_m_s=4:24:1000 --shard 0/4 --out part0 --resume
  (likewise --shard 1/4 --out part1, 2/4, 3/4)
  ragdoll-lab sweep --merge part0 part1 part2 part3 --out speed

Writes DIR/data.csv, plot.svg, plot.png, manifest.json and times.csv. All files except times.csv
are identical for any number of threads or shards. While it runs, each finished case adds a line
with a checksum to DIR/rows.jsonl. If a line does not match its checksum, --resume repeats the case
and --merge reports it as an error. Exit codes: 0 success; 1 stopped early, or output could not be
written; 2 bad usage or bad input.";

const SHOT_EXAMPLES: &str = "\
Example:
  ragdoll-lab shot first-throw --at 1.5 --size 1280x720 -o throw.png
  ragdoll-lab shot mx-throw --at 2 --set launcher.speed_m_s=20 -o fast.png";

const FILM_EXAMPLES: &str = "\
In a scene that waits for a throw, the ball is thrown after 0.3 s.

Examples:
  ragdoll-lab film first-throw -o throw.gif
  ragdoll-lab film mx-stairs --from 1 --size 1280x720 --fps 60 -o frames/";

/// Throw balls at ragdolls, edit their joints, and see why they move as they do.
#[derive(Debug, Parser)]
#[command(name = "ragdoll-lab", version, after_help = EXAMPLES)]
#[command(args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub start: StartOptions,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Simulate a scene without a window and report the result
    Run(RunOptions),
    /// List all problems of scenes and lessons
    Check(CheckOptions),
    /// Test whether the joints of ragdolls stop at their limits
    Limits(LimitsOptions),
    /// Save a screenshot of a scene
    Shot(ShotOptions),
    /// Record a scene as GIF, APNG or PNG files; the camera follows the target
    Film(FilmOptions),
    /// Convert a scene to the newest format
    Migrate(MigrateOptions),
    /// Export a scene to another simulator
    Export(ExportOptions),
    /// Import a skinned model, or bodies from another simulator, as a scene
    Import(ImportOptions),
    /// List the shipped scenes
    Scenes(ListOptions),
    /// List the methods with their parameters and presets
    Methods(ListOptions),
    /// Measure speed and errors
    Bench(BenchOptions),
    /// Repeat the experiments of the thesis, with findings, tables and plots
    Experiment(ExperimentOptions),
    /// Plot a table as SVG or PNG, such as those of `run --csv` and `experiment`
    Plot(PlotOptions),
    /// Throw once for every combination of field values
    Sweep(SweepOptions),
    /// List the causes of a body's motion
    Why(WhyOptions),
    /// Print the JSON Schema of the scene format
    Schema,
}

/// What the window starts with.
#[derive(Debug, Clone, PartialEq, Eq, Default, Args)]
pub struct StartOptions {
    /// Scene to open: a file, or the name of a shipped scene
    #[arg(value_name = "SCENE")]
    pub scene: Option<String>,
    /// File of scripted input that replaces mouse and keys.
    #[arg(long, value_name = "FILE", hide = true)]
    pub script: Option<PathBuf>,
    /// Number of frames after which the window closes.
    #[arg(long, value_name = "N", hide = true, value_parser = number::frames)]
    #[arg(allow_negative_numbers = true)]
    pub frames: Option<u32>,
    /// File for a screenshot of the last frame.
    #[arg(long, value_name = "FILE", hide = true)]
    pub screenshot: Option<PathBuf>,
    /// Print each event on one line.
    #[arg(long, hide = true)]
    pub events: bool,
    /// How long every frame of a film lasts.
    #[arg(skip)]
    pub frame: Option<Duration>,
}

impl StartOptions {
    /// Whether it is a person who looks on: nothing has to repeat.
    pub fn is_for_a_person(&self) -> bool {
        self.script.is_none() && self.frames.is_none()
    }
}

/// A picture to render.
#[derive(Debug, Clone, PartialEq, Args)]
#[command(after_help = SHOT_EXAMPLES)]
pub struct ShotOptions {
    /// Scene: a file, `-` for standard input, or the name of a shipped scene
    #[arg(value_name = "SCENE")]
    pub scene: String,
    /// Simulated time of the screenshot, s
    #[arg(long = "at", value_name = "S", default_value = "0", value_parser = number::picture_time)]
    #[arg(allow_negative_numbers = true)]
    pub at_s: f64,
    /// Width and height, pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = number::size)]
    pub size: PictureSize,
    /// PNG file to write
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// How ragdolls with a skin are drawn: skin, limbs or both
    #[arg(long, value_name = "LOOK", default_value = "skin", value_parser = look)]
    pub look: FigureLook,
    /// Use linear blend skinning instead of dual quaternions
    #[arg(long = "linear-blend")]
    pub linear_blend: bool,
    /// Set a field of the scene, such as launcher.speed_m_s=20; may be repeated
    #[arg(long, value_name = "PATH=VALUE", value_parser = Setting::parse)]
    pub set: Vec<Setting>,
}

/// A film to make.
#[derive(Debug, Clone, PartialEq, Args)]
#[command(after_help = FILM_EXAMPLES)]
pub struct FilmOptions {
    /// Scene: a file, `-` for standard input, or the name of a shipped scene
    #[arg(value_name = "SCENE")]
    pub scene: String,
    /// Simulated time of the first frame, s
    #[arg(long = "from", value_name = "S", default_value = "0", value_parser = number::picture_time)]
    #[arg(allow_negative_numbers = true)]
    pub from_s: f64,
    /// Simulated time of the end, s [default: soon after everything is at rest, at most 10 s]
    #[arg(long = "to", value_name = "S", value_parser = number::picture_time)]
    #[arg(allow_negative_numbers = true)]
    pub to_s: Option<f64>,
    /// Frames per second
    #[arg(long, value_name = "N", default_value = "30", value_parser = number::frame_rate)]
    pub fps: u32,
    /// Width and height, pixels
    #[arg(long, value_name = "WxH", default_value = "640x360", value_parser = number::size)]
    pub size: PictureSize,
    /// Recording to write: a .gif, an .apng, or a folder for numbered PNG files
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// How ragdolls with a skin are drawn: skin, limbs or both
    #[arg(long, value_name = "LOOK", default_value = "skin", value_parser = look)]
    pub look: FigureLook,
    /// Use linear blend skinning instead of dual quaternions
    #[arg(long = "linear-blend")]
    pub linear_blend: bool,
    /// Set a field of the scene, such as launcher.speed_m_s=20; may be repeated
    #[arg(long, value_name = "PATH=VALUE", value_parser = Setting::parse)]
    pub set: Vec<Setting>,
}

/// Reads how ragdolls are drawn.
fn look(text: &str) -> Result<FigureLook, String> {
    match text {
        "skin" => Ok(FigureLook::Skin),
        "limbs" => Ok(FigureLook::Limbs),
        "both" => Ok(FigureLook::Both),
        _ => Err("use skin, limbs or both".into()),
    }
}

/// Size of a picture, pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PictureSize {
    /// Width, pixels.
    pub width: u32,
    /// Height, pixels.
    pub height: u32,
}

#[derive(Debug, Args)]
#[command(after_help = RUN_EXAMPLES, allow_negative_numbers = true)]
pub(super) struct RunOptions {
    /// Scene: a file, `-` for standard input, or the name of a shipped scene
    #[arg(value_name = "SCENE")]
    pub scene: String,
    /// Simulated time, s
    #[arg(long, value_name = "S", default_value = "20", value_parser = number::seconds)]
    pub seconds: f64,
    /// Number of steps instead of a time
    #[arg(long, value_name = "N", conflicts_with = "seconds", value_parser = number::steps)]
    pub steps: Option<u64>,
    /// Preset as listed by `ragdoll-lab methods`; replaces the scene's own values
    #[arg(long, value_name = "NAME", value_parser = number::preset)]
    pub preset: Option<NamedPreset>,
    /// Method id as listed by `ragdoll-lab methods`
    #[arg(long, value_name = "ID")]
    pub method: Option<String>,
    /// Weighting of relaxation: uniform, mass, or a number from 0 to 1
    #[arg(long, value_name = "W", value_parser = number::weighting)]
    pub weighting: Option<f64>,
    /// Relaxation iterations per substep
    #[arg(long, value_name = "N", value_parser = number::iterations)]
    pub iterations: Option<u32>,
    /// Substeps per step
    #[arg(long, value_name = "N", value_parser = number::substeps)]
    pub substeps: Option<u32>,
    /// Steps per second
    #[arg(long, value_name = "HZ", value_parser = number::rate)]
    pub rate: Option<f64>,
    /// Set a field of the scene, such as solver.rate_hz=120 or
    /// ragdolls[0].figure.mx.inertia=human; may be repeated; null = its default
    #[arg(long, value_name = "PATH=VALUE", value_parser = Setting::parse)]
    pub set: Vec<Setting>,
    /// Number of threads; the result does not depend on it
    #[arg(long, value_name = "T", default_value = "1", value_parser = number::threads)]
    pub threads: u32,
    /// Write a table over time as CSV; `-` for standard output
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write a ledger as CSV: momentum, angular momentum and work of each cause on each body in
    /// each step; the run takes longer
    #[arg(long, value_name = "FILE")]
    pub ledger: Option<PathBuf>,
    /// Write pose, velocity, mass and inertia of everything that moves, lengths and coordinates of
    /// joints: a table (FILE.csv) or arrays for NumPy (FILE.npz)
    #[arg(long, value_name = "FILE")]
    pub trajectory: Option<PathBuf>,
    /// Steps from row to row of the trajectory
    #[arg(long, value_name = "N", default_value = "1", requires = "trajectory", value_parser = clap::value_parser!(u64).range(1..))]
    pub every: u64,
    /// Add impulses and counts of contacts to the trajectory; the run takes longer
    #[arg(long, requires = "trajectory", conflicts_with = "ledger", action = ArgAction::SetTrue)]
    pub contacts: bool,
    /// Write the final state as a scene
    #[arg(long, value_name = "FILE")]
    pub save_final: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long, action = ArgAction::SetTrue)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = BENCH_EXAMPLES, allow_negative_numbers = true)]
pub(super) struct BenchOptions {
    /// Benchmarks [default: all]
    #[arg(value_name = "NAME", value_parser = bench::name)]
    pub names: Vec<&'static str>,
    /// List the benchmarks
    #[arg(long)]
    pub list: bool,
    /// Numbers of ragdolls, as in 1,10,100 [default: 1 for table2, 20 for pile, 100 for
    /// mx-drop and crowd]
    #[arg(long, value_name = "N,..", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub ragdolls: Vec<u32>,
    /// Numbers of bodies for load, as in 1000,100000 [default: 100000]
    #[arg(long, value_name = "N,..", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub bodies: Vec<u32>,
    /// Presets [default: baltman for table2; default and high at 60 Hz for mx-drop; default for
    /// pile and crowd]
    #[arg(long, value_name = "NAME,..", value_delimiter = ',', value_parser = number::preset)]
    pub preset: Vec<NamedPreset>,
    /// Method id as listed by `ragdoll-lab methods`
    #[arg(long, value_name = "ID")]
    pub method: Option<String>,
    /// Steps per second; replaces the preset's
    #[arg(long, value_name = "HZ", value_parser = number::rate)]
    pub rate: Option<f64>,
    /// Substeps per step; replaces the preset's
    #[arg(long, value_name = "N", value_parser = number::substeps)]
    pub substeps: Option<u32>,
    /// Relaxation iterations per substep; replaces the preset's
    #[arg(long, value_name = "N", value_parser = number::iterations)]
    pub iterations: Option<u32>,
    /// Joint damping, 1/s [default: 0 for table2 and mx-drop, else the preset's]
    #[arg(long, value_name = "C", value_parser = bench::joint_damping)]
    pub joint_damping: Option<f64>,
    /// Number type for mx-drop and crowd: f32 or f64 [default: f32]
    #[arg(long, value_name = "TYPE", value_parser = bench::precision)]
    pub precision: Option<Precision>,
    /// Ragdolls solved at once in f32: 1 or 16; in f64 half as many; the result does not
    /// depend on it [default: 16]
    #[arg(long, value_name = "N", value_parser = bench::lanes)]
    pub lanes: Option<Lanes>,
    /// Number of threads for mx-drop, pile and crowd; the result does not depend on it
    /// [default: 1]
    #[arg(long, value_name = "T", value_parser = number::threads)]
    pub threads: Option<u32>,
    /// Steps of a run [default: 3000 for table2; 600 for mx-drop, pile and crowd; 360 for
    /// links and 720 for iterations, which are also their maximum]
    #[arg(long, value_name = "N", value_parser = number::steps)]
    pub steps: Option<u64>,
    /// Timed runs [default: 3 for table2, links, iterations and load, 5 for the others]
    #[arg(long, value_name = "R", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub repeats: Option<u32>,
    /// Print one JSON object per line
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = PLOT_EXAMPLES)]
pub(super) struct PlotOptions {
    /// Table: a CSV file with column names in the first line, or `-` for standard input
    #[arg(value_name = "TABLE")]
    pub table: PathBuf,
    /// File to write; its extension, .svg or .png, sets the format
    #[arg(short, long, value_name = "FILE", value_parser = plot::file)]
    pub output: PlotFile,
}

/// A picture to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PlotFile {
    /// Lines and letters, sharp at any size.
    Svg(PathBuf),
    /// Pixels.
    Png(PathBuf),
}

impl PlotFile {
    /// Where it goes.
    pub fn path(&self) -> &Path {
        match self {
            PlotFile::Svg(path) | PlotFile::Png(path) => path,
        }
    }
}

#[derive(Debug, Args)]
#[command(after_help = SWEEP_EXAMPLES, allow_negative_numbers = true)]
pub(super) struct SweepOptions {
    /// Scene with a launcher and a ragdoll: a file, `-` for standard input, or the name
    /// of a shipped scene
    #[arg(value_name = "SCENE", required_unless_present = "merge")]
    pub scene: Option<String>,
    /// Vary a field: KEY=FROM:TO:N, KEY=FROM:TO:N:log or KEY=VALUE,VALUE,...; several
    /// fields give every combination
    #[arg(long, value_name = "KEY=VALUES", required_unless_present = "merge", value_parser = Axis::parse)]
    pub set: Vec<Axis>,
    /// Set a field in every case, such as solver.preset=high; may be repeated
    #[arg(long, value_name = "PATH=VALUE", value_parser = Setting::parse)]
    pub fix: Vec<Setting>,
    /// Number of nudged runs of each throw, which give the chaos band
    #[arg(long, value_name = "K", default_value = "4", value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub nudges: u32,
    /// Largest nudge of the launcher, m
    #[arg(long, value_name = "M", default_value = "1e-9", value_parser = experiment::nudge)]
    pub nudge: f64,
    /// Longest simulated time of a throw, s
    #[arg(long, value_name = "S", default_value = "20", value_parser = number::seconds)]
    pub limit: f64,
    /// Number of threads; the result does not depend on it [default: all cores]
    #[arg(long, value_name = "T", value_parser = number::threads)]
    pub threads: Option<u32>,
    /// Folder for the results [default: print them at the end]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Run only every N-th case, starting with case I: 0/4, 1/4, 2/4 and 3/4 together are all
    #[arg(long, value_name = "I/N", default_value = "0/1", value_parser = Shard::parse)]
    pub shard: Shard,
    /// Continue the sweep in DIR, or start one if there is none
    #[arg(long, requires = "out")]
    pub resume: bool,
    /// Merge the results of shards
    #[arg(long, value_name = "DIR", num_args = 1.., conflicts_with_all = ["scene", "set", "fix", "nudges", "nudge", "limit", "threads", "shard", "resume"])]
    pub merge: Vec<PathBuf>,
    /// Print one JSON object per case; with --out, one for the whole sweep
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub(super) struct CheckOptions {
    /// Scenes: files, `-` for standard input, or names of shipped scenes
    #[arg(value_name = "SCENE", required = true)]
    pub scenes: Vec<String>,
}

#[derive(Debug, Args)]
#[command(after_help = MIGRATE_EXAMPLES)]
pub(super) struct MigrateOptions {
    /// Scene: a file, `-` for standard input, or the name of a shipped scene
    #[arg(value_name = "FILE")]
    pub scene: String,
    /// File to write instead of standard output; may be FILE itself
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct ListOptions {
    /// Print one JSON object per line
    #[arg(long)]
    pub json: bool,
}
