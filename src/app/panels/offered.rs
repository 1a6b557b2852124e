//! Runs that the comparison offers beside a scene.

/// A variant that is offered: its name, what it sets, and why one would look at it.
pub(super) const OFFERED: [(&str, &[&str], &str); 18] = [
    (
        "relaxation",
        &["solver.method=verlet"],
        "Joints solved one after another (Jakobsen; Delannoy; Baltman and Radeztsky)",
    ),
    (
        "impulses",
        &["solver.method=impulse"],
        "Impulses on velocities, joints as stiff damped springs (Catto)",
    ),
    (
        "springs",
        &["solver.method=springs"],
        "Joints as stiff springs (Delannoy, section 3.3; Gästrin, section 5.1)",
    ),
    (
        "multipliers",
        &["solver.method=multipliers"],
        "Forces of all joints solved together (Gästrin, section 5)",
    ),
    (
        "reduced",
        &["solver.method=reduced"],
        "Joint angles as coordinates (Featherstone)",
    ),
    (
        "Uniform",
        &["solver.weighting=0"],
        "Both sides of a joint move equally (Delannoy, equation 4.6)",
    ),
    (
        "Mass-weighted",
        &["solver.weighting=1"],
        "The lighter side moves more (Delannoy, equation 4.7)",
    ),
    (
        "1 iteration",
        &["solver.iterations=1"],
        "One iteration per substep",
    ),
    (
        "100 iterations",
        &["solver.iterations=100"],
        "100 iterations per substep, as in the thesis",
    ),
    ("1 substep", &["solver.substeps=1"], "One substep per step"),
    (
        "8 substeps",
        &["solver.substeps=8"],
        "Eight substeps per step",
    ),
    (
        "swing-twist limits",
        &["solver.limit_model=swing-twist"],
        "Swing and twist limits",
    ),
    (
        "component clamp",
        &["solver.limit_model=component"],
        "Limits as in the paper",
    ),
    (
        "cone limits",
        &["solver.limit_model=cone"],
        "Swing within round or elliptic cones",
    ),
    (
        "papers to the letter",
        &["solver.preset=baltman"],
        "Method of Baltman and Radeztsky's paper, where it can simulate the scene",
    ),
    (
        "papers, with velocities",
        &["solver.preset=baltman-velocity"],
        "Velocities are stored and corrected (Baltman and Radeztsky, equations 4.6 to 4.8)",
    ),
    (
        "preset default",
        &["solver.preset=default"],
        "Default settings of this program, except those the scene sets itself",
    ),
    (
        "preset high",
        &["solver.preset=high"],
        "Settings for small errors, except those the scene sets itself",
    ),
];
