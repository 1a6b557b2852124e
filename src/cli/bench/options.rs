//! Which options a benchmark takes, and what they make of its standard values.

use crate::cli::args::BenchOptions;
use crate::cli::failure::CommandError;
use crate::lab::bench::{Solving, CASES};
use crate::physics::method::{find, MethodInfo};
use crate::scene::{NamedPreset, Precision, Solver};

/// Options of the benchmarks that simulate ragdolls.
const OF_RAGDOLLS: &[&str] = &[
    "--ragdolls",
    "--preset",
    "--method",
    "--rate",
    "--substeps",
    "--iterations",
    "--joint-damping",
    "--steps",
    "--repeats",
];

/// Options of `pile`: those, and threads.
const OF_PILE: &[&str] = &[
    "--ragdolls",
    "--preset",
    "--method",
    "--rate",
    "--substeps",
    "--iterations",
    "--joint-damping",
    "--threads",
    "--steps",
    "--repeats",
];

/// Options of `mx-drop` and `crowd`: those, and what concerns crowds.
const OF_CROWDS: &[&str] = &[
    "--ragdolls",
    "--preset",
    "--method",
    "--rate",
    "--substeps",
    "--iterations",
    "--joint-damping",
    "--precision",
    "--lanes",
    "--threads",
    "--steps",
    "--repeats",
];

/// Options that a benchmark takes.
fn taken(name: &str) -> &'static [&'static str] {
    match name {
        "load" => &["--bodies", "--repeats"],
        "links" | "iterations" => &["--steps", "--repeats"],
        "mx-drop" | "crowd" => OF_CROWDS,
        "pile" => OF_PILE,
        _ => OF_RAGDOLLS,
    }
}

/// Options that were given.
fn given(options: &BenchOptions) -> Vec<&'static str> {
    let flags = [
        ("--ragdolls", !options.ragdolls.is_empty()),
        ("--bodies", !options.bodies.is_empty()),
        ("--preset", !options.preset.is_empty()),
        ("--method", options.method.is_some()),
        ("--rate", options.rate.is_some()),
        ("--substeps", options.substeps.is_some()),
        ("--iterations", options.iterations.is_some()),
        ("--joint-damping", options.joint_damping.is_some()),
        ("--precision", options.precision.is_some()),
        ("--lanes", options.lanes.is_some()),
        ("--threads", options.threads.is_some()),
        ("--steps", options.steps.is_some()),
        ("--repeats", options.repeats.is_some()),
    ];
    let flags = flags.into_iter().filter(|(_, is_given)| *is_given);
    flags.map(|(flag, _)| flag).collect()
}

/// Refuses what would have no effect on a wanted benchmark.
///
/// # Errors
/// An option was given that the benchmark does not take.
pub(super) fn expect_taken(name: &str, options: &BenchOptions) -> Result<(), CommandError> {
    let mut given = given(options).into_iter();
    let Some(flag) = given.find(|flag| !taken(name).contains(flag)) else {
        return Ok(());
    };
    let those = CASES.iter().filter(|case| taken(case.name).contains(&flag));
    let names: Vec<_> = those.map(|case| case.name).collect();
    Err(CommandError::input(format!(
        "{flag}: the benchmark {name} does not have this option; its options are {}; benchmarks \
         with {flag}: {}",
        taken(name).join(", "),
        names.join(", ")
    )))
}

/// The standard way to solve, with what was given in its place.
pub(super) fn solving(options: &BenchOptions, standard: &Solving, preset: NamedPreset) -> Solving {
    // A method without a choice of numbers takes the exact ones.
    let given = options.method.clone();
    let id = given.clone().unwrap_or(Solver::default().method);
    let (other, preset) = preset.in_method(&id);
    let given = given.or(other.map(|method| method.id.to_owned()));
    let method = given.as_deref().and_then(find);
    let chooses = |method: &MethodInfo| method.parameters.iter().any(|p| p.key == "precision");
    let own = match method.is_none_or(chooses) {
        true => standard.precision,
        false => Precision::F64,
    };
    Solving {
        preset,
        method: given,
        rate_hz: options.rate.or(standard.rate_hz),
        substeps: options.substeps,
        iterations: options.iterations,
        joint_damping_per_s: options.joint_damping.or(standard.joint_damping_per_s),
        precision: options.precision.unwrap_or(own),
        lanes: options.lanes.unwrap_or(standard.lanes),
        threads: options.threads.unwrap_or(standard.threads),
    }
}
