//! Runs that the comparison offers beside a scene.

/// A variant that is offered: its name, what it sets, and why one would look at it.
pub(super) const OFFERED: [(&str, &[&str], &str); 18] = [
    (
        "relaxation",
        &["solver.method=verlet"],
        "Joints relaxed in turn (Jakobsen; Delannoy; Baltman and Radeztsky)",
    ),
    (
        "springs",
        &["solver.method=springs"],
        "Joints as stiff springs (Delannoy, section 3.3; Gästrin, section 5.1)",
    ),
    (
        "multipliers",
        &["solver.method=multipliers"],
        "The forces of all joints at once (Gästrin, section 5)",
    ),
    (
        "reduced",
        &["solver.method=reduced"],
        "Joint angles as coordinates (Featherstone)",
    ),
    (
        "uniform",
        &["solver.weighting=0"],
        "Both sides of a joint move alike (Delannoy, equation 4.6)",
    ),
    (
        "mass-weighted",
        &["solver.weighting=1"],
        "The lighter side moves more (Delannoy, equation 4.7)",
    ),
    (
        "1 iteration",
        &["solver.iterations=1"],
        "One pass over the constraints in each substep",
    ),
    (
        "100 iterations",
        &["solver.iterations=100"],
        "A hundred passes, as in the thesis",
    ),
    (
        "1 substep",
        &["solver.substeps=1"],
        "The whole step at once",
    ),
    ("8 substeps", &["solver.substeps=8"], "Eight small steps"),
    (
        "velocity-less",
        &["solver.state_form=velocity-less"],
        "Velocities from displacements (Baltman and Radeztsky, equations 4.1 to 4.5)",
    ),
    (
        "velocity form",
        &["solver.state_form=velocity"],
        "Velocities are kept and corrected (Baltman and Radeztsky, equations 4.6 to 4.8)",
    ),
    (
        "swing-twist limits",
        &["solver.limit_model=swing-twist"],
        "Limits of swing and twist",
    ),
    (
        "component clamp",
        &["solver.limit_model=component"],
        "Limits as the paper has them",
    ),
    (
        "penalty contacts",
        &["solver.contacts=penalty"],
        "Springs push out what overlaps (Delannoy)",
    ),
    (
        "preset paper",
        &["solver.preset=paper"],
        "The settings of Baltman and Radeztsky, where the scene does not set its own",
    ),
    (
        "preset default",
        &["solver.preset=default"],
        "The settings of this program, where the scene does not set its own",
    ),
    (
        "preset high",
        &["solver.preset=high"],
        "Small errors, where the scene does not set its own",
    ),
];
