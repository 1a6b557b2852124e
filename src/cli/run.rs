//! `run`: a scene simulated without a window.

use super::args::RunOptions;
use super::failure::{CommandError, Exit};
use super::ledger::LedgerRows;
use super::output::{self, Form};
use super::rows::Rows;
use super::sound;
use super::trajectory::TrajectoryFile;
use crate::compile::BuildError;
use crate::lab::run::{MeshesPerStep, Run, RunReport, Sample};
use crate::lab::{self, Progress, RunSettings, Simulation};
use crate::physics::lanes::threads;
use crate::physics::method;
use crate::platform::signals::EndSignal;
use crate::scene::{Problems, Scene};
use crate::source;
use crate::text::clean;
use std::path::Path;

/// First line of the table over time, with a column of strain where there is any.
fn header(has_strain: bool) -> &'static str {
    match has_strain {
        false => "time_s,kinetic_energy_j,total_energy_j,joint_error_m,travel_m",
        true => "time_s,kinetic_energy_j,total_energy_j,joint_error_m,strain,travel_m",
    }
}

pub(super) fn run(options: &RunOptions) -> Result<Exit, CommandError> {
    let to_stdout = options.csv.as_deref() == Some(Path::new("-"));
    if to_stdout && options.json {
        let message = "--csv - and --json both write to standard output; give --csv a file";
        return Err(CommandError::input(message));
    }
    expect_outputs(options, to_stdout)?;
    let source = source::read(&options.scene).map_err(CommandError::input)?;
    let (mut scene, notes) = source.scene_noting().map_err(CommandError::input)?;
    output::notes(&source.label, &notes);
    apply(options, &mut scene);
    let scene = source::set(&options.set, scene).map_err(CommandError::input)?;
    let built = Simulation::new(&scene);
    let mut simulation = built.map_err(|errors| refused(&source.label, &errors))?;
    let pool = threads(options.threads as usize);
    simulation.world.set_threads(pool);
    let has_strain = simulation.metrics.strain.is_some();
    let begin_rows = |path| Rows::begin(path, header(has_strain));
    let mut rows = options.csv.as_deref().map(begin_rows).transpose()?;
    let begin_ledger = |path| LedgerRows::begin(path, &scene, &simulation);
    let mut ledger = options.ledger.as_deref().map(begin_ledger).transpose()?;
    let begin_trajectory = |path| {
        let what = (options.every, options.contacts);
        TrajectoryFile::begin(path, what, &scene, &simulation)
    };
    let trajectory = options.trajectory.as_deref().map(begin_trajectory);
    let mut trajectory = trajectory.transpose()?;
    // A table that is being written is kept with what was measured, whatever ends the program.
    let files = [&options.csv, &options.ledger, &options.trajectory].map(|path| path.is_some());
    let signal = files.contains(&true).then(|| EndSignal::watch().ok());
    let signal = signal.flatten();
    let is_ended = || signal.as_ref().and_then(EndSignal::exit_code).is_some();
    let mut is_whole = true;
    let step = |simulation: &mut Simulation| {
        is_whole = !is_ended();
        match (&mut ledger, &mut trajectory) {
            _ if !is_whole => Progress::Interrupted,
            (Some(ledger), None) => ledger.step(simulation),
            (Some(ledger), Some(trajectory)) => {
                let progress = ledger.step(simulation);
                trajectory.see(progress, simulation);
                progress
            }
            (None, Some(trajectory)) => trajectory.step(simulation),
            (None, None) => simulation.step(),
        }
    };
    let mut run = lab::run_from(&scene, simulation, duration(options), step, |sample| {
        if let Some(rows) = &mut rows {
            rows.add(&row(sample, has_strain));
        }
    });
    if !is_whole {
        rows.map_or(Ok(()), Rows::finish)?;
        ledger.map_or(Ok(()), LedgerRows::finish)?;
        trajectory.map_or(Ok(()), TrajectoryFile::finish)?;
        return Err(CommandError::run(format!(
            "run: stopped after {:.3} s ({} steps); the table ends there, and there is no result",
            run.report.seconds, run.report.steps
        )));
    }
    if run.report.scene.is_empty() {
        run.report.scene.clone_from(&source.label);
    }
    write_results(options, &scene, &run, rows)?;
    if let Some(ledger) = ledger {
        ledger.finish()?;
    }
    if let Some(trajectory) = trajectory {
        trajectory.finish()?;
    }
    Ok(outcome(&run))
}

/// A row of the table over time.
fn row(sample: Sample, has_strain: bool) -> String {
    let Sample {
        time_s,
        kinetic_energy_j,
        total_energy_j,
        joint_error_m,
        strain,
        travel_m,
    } = sample;
    let if_any = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:?}"));
    let strain = match has_strain {
        true => format!("{},", if_any(strain)),
        false => String::new(),
    };
    let travel = if_any(travel_m);
    format!("{time_s:?},{kinetic_energy_j:?},{total_energy_j:?},{joint_error_m:?},{strain}{travel}")
}

fn expect_outputs(options: &RunOptions, to_stdout: bool) -> Result<(), CommandError> {
    let csv = options.csv.iter().filter(|_| !to_stdout);
    csv.chain(&options.save_final)
        .chain(&options.ledger)
        .chain(&options.trajectory)
        .try_for_each(|path| output::expect_writable(path))
}

/// Writes the options that were given over the scene's own settings.
fn apply(options: &RunOptions, scene: &mut Scene) {
    let solver = &mut scene.solver;
    if let Some(method) = &options.method {
        match method::find(method) {
            Some(method) => solver.choose_method(method),
            // What is wrong with it is told with all else.
            None => solver.method.clone_from(method),
        }
    }
    if let Some(preset) = options.preset {
        solver.choose_named(preset);
    }
    solver.weighting = options.weighting.unwrap_or(solver.weighting);
    solver.iterations = options.iterations.or(solver.iterations);
    solver.substeps = options.substeps.or(solver.substeps);
    solver.rate_hz = options.rate.or(solver.rate_hz);
}

fn duration(options: &RunOptions) -> RunSettings {
    match options.steps {
        Some(steps) => RunSettings::Steps(steps),
        None => RunSettings::Seconds(options.seconds),
    }
}

fn refused(label: &str, errors: &[BuildError]) -> CommandError {
    let lines: Vec<_> = errors.iter().map(|e| format!("{label}: {e}")).collect();
    CommandError::input(lines.join("\n"))
}

fn write_results(
    options: &RunOptions,
    scene: &Scene,
    run: &Run,
    rows: Option<Rows>,
) -> Result<(), CommandError> {
    // The result first: it is worth having even if a file cannot be written.
    let report = match options.json {
        true => output::json_line(&run.report)?,
        false => readable(&run.report),
    };
    if rows.as_ref().is_some_and(Rows::go_to_stdout) {
        output::message(report.trim_end());
    } else {
        output::print(Form::of(options.json), &report)?;
    }
    if let Some(rows) = rows {
        rows.finish()?;
    }
    if let Some(path) = &options.save_final {
        save_final(path, scene, &run.simulation)?;
    }
    Ok(())
}

fn save_final(path: &Path, scene: &Scene, simulation: &Simulation) -> Result<(), CommandError> {
    let last = simulation.flatten(scene, simulation.balls());
    let label = clean(&path.display().to_string());
    let text = sound::text_of(&last).map_err(|Problems(problems)| {
        let lines = problems.iter().map(|problem| {
            format!(
                "{label}: not written, because the final state is not a valid scene: {problem}; \
                 end the run earlier"
            )
        });
        CommandError::run(lines.collect::<Vec<_>>().join("\n"))
    })?;
    output::write(path, &text)
}

fn readable(report: &RunReport) -> String {
    let rows = [scene_rows(report), measured_rows(report)].concat();
    let lines = rows
        .iter()
        .map(|(what, value)| format!("{what:<24} {value}\n"));
    lines.collect()
}

/// A line of the readable report: what, value with unit.
type Row = (&'static str, String);

fn scene_rows(r: &RunReport) -> Vec<Row> {
    vec![
        ("scene", clean(&r.scene)),
        ("method", r.method.clone()),
        ("weighting", weighting_text(r.weighting)),
        ("steps", format!("{} ({:.3} s)", r.steps, r.seconds)),
        ("bodies", r.bodies.to_string()),
        ("particles", r.particles.to_string()),
        ("joints", r.joints.to_string()),
    ]
}

fn measured_rows(r: &RunReport) -> Vec<Row> {
    let millimetres = |length_m: f64| format!("{:.3} mm", length_m * 1e3);
    let yes_no = |yes: bool| if yes { "yes" } else { "no" }.to_string();
    let travel = r.travel_m.map(|travel| format!("{travel:.3} m"));
    // Adding zero makes a negative zero positive.
    let [x, y, z] = r.momentum.map(|p| (p * 1e3).round() / 1e3 + 0.0);
    let mut rows = vec![
        ("largest joint error", millimetres(r.max_joint_error_m)),
        ("joint error at the end", millimetres(r.end_joint_error_m)),
        (
            "largest limit violation",
            r.max_limit_violation_deg
                .map_or("no limits".into(), |angle| format!("{angle:.3}°")),
        ),
        ("deepest penetration", millimetres(r.deepest_penetration_m)),
        ("kinetic energy", format!("{:.3} J", r.kinetic_energy_j)),
        ("total energy", format!("{:.3} J", r.total_energy_j)),
        ("momentum", format!("{x:.3}, {y:.3}, {z:.3} kg·m/s")),
        ("at rest", yes_no(r.at_rest)),
        ("travel", travel.unwrap_or_else(|| "no ragdoll".into())),
        ("diverged", diverged_text(r)),
        (
            "time per step",
            format!("{:.1} µs (median)", r.step_us_median),
        ),
        ("hash", r.hash.clone()),
    ];
    if r.max_pairs_left_out > 0 {
        let pairs = format!("{} (too many in one place)", r.max_pairs_left_out);
        rows.insert(4, ("pairs not tested", pairs));
    }
    if let Some(meshes) = r.meshes_per_step {
        let MeshesPerStep {
            near,
            tested,
            touched,
            ..
        } = meshes;
        let text = format!("{near:.1} near, {tested:.1} tested, {touched:.1} touched per step");
        rows.insert(4, ("triangles", text));
    }
    let strains = [
        ("largest strain", r.max_strain),
        ("strain at the end", r.end_strain),
    ];
    let percent =
        |(what, strain): (_, Option<f64>)| Some((what, format!("{:.3} %", 1e2 * strain?)));
    rows.splice(2..2, strains.into_iter().filter_map(percent));
    rows
}

/// Whether the run diverged; one that was made to its end can still be unsound.
fn diverged_text(r: &RunReport) -> String {
    match &r.diverged_reason {
        None => "no".into(),
        Some(_) if r.ends_early => "yes".into(),
        Some(reason) => format!("no, but unsound: {}", clean(reason)),
    }
}

fn weighting_text(weighting: Option<f64>) -> String {
    match weighting {
        None => "no effect".into(),
        Some(0.0) => "uniform".into(),
        Some(1.0) => "mass".into(),
        Some(between) => between.to_string(),
    }
}

/// The exit code; says on stderr what diverged and when.
fn outcome(run: &Run) -> Exit {
    if let Some(note) = &run.note {
        output::message(&format!("note: misprints are switched on, and {note}"));
    }
    let Some(reason) = &run.report.diverged_reason else {
        return Exit::Good;
    };
    let remedy = "use more substeps, a higher rate, smaller speeds or another method";
    output::message(&format!("{reason}; {remedy}"));
    Exit::Failed
}
