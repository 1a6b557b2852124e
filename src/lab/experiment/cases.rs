//! The list of all experiments.

use super::{articulation, chain, cost, detail, file, shots, table2, thesis, truth, Case};
use std::sync::LazyLock;

/// All experiments in the order of the list.
pub static CASES: LazyLock<Vec<Case<'static>>> = LazyLock::new(|| {
    let of_file = |name: &str| Some(file::find(name)?.case_of_its_name());
    let of_code = |name: &str| CODED.iter().find(|case| case.name == name).copied();
    let named = NAMES.iter();
    named
        .filter_map(|name| of_file(name).or_else(|| of_code(name)))
        .collect()
});

/// The names of all.
const NAMES: &[&str] = &[
    "velocity",
    "elasticity",
    "elasticity-map",
    "ball-size",
    "body-type",
    "ground-friction",
    "hit-place",
    "light-torso",
    "heavy-leg",
    "mass-by-volume",
    "chain",
    "links",
    "iterations",
    "detail",
    "table2",
    "methods",
    "stiffness",
    "integrators",
    "scaling",
    "energy",
    "projection",
    "apparent-drag",
    "heavy-end",
    "frames",
    "truth",
];

/// Those that are code.
const CODED: &[Case<'static>] = &[
    Case {
        name: "elasticity-map",
        word: "elasticity-map",
        title: "Effect of elasticity vs. ball speed",
        source: "Ragdoll Lab; tests the claim of Delannoy, section 4.5.4, figure 4.12",
        caption: "Top: how much further the ragdoll travels with the most elastic ball than with \
                  the least elastic one. Above zero it agrees with the thesis, below zero it is \
                  the opposite. The other panels show the travel itself, with quartiles over the \
                  aims.",
        what: &shots::ElasticityMap,
    },
    Case {
        name: "hit-place",
        word: "hit-place",
        title: "Leg hit and torso hit with both weightings",
        source: "Delannoy, section 4.5.4",
        caption: "How far leg and torso have moved along the throw a quarter of a second after \
                  the hit, as medians with quartiles. With mass weighting, a hit leg flies off \
                  and the heavy torso stays.",
        what: &thesis::HitPlace,
    },
    Case {
        name: "chain",
        word: "chain",
        title: "Chain of five links with uniform and mass-weighted relaxation",
        source: "Delannoy, sections 4.3, 4.4.2 and 4.4.3, figure 4.6",
        caption: "Position of the chain's tip over time. The first three panels use short steps. \
                  With a last link of 10 kg, uniform relaxation runs ahead of the exact swing, \
                  whether the chain hangs from a pin or its first link is fixed as in the thesis' \
                  code. With a last link of 5 kg, like the others, all lines coincide. In the \
                  last panel, at 60 Hz, the damping of long steps hides the difference.",
        what: &chain::WeightedChain,
    },
    Case {
        name: "links",
        word: "links",
        title: "Cost and error vs. number of links",
        source: "Ragdoll Lab, after Delannoy, section 4.4.3, figure 4.8, which shows frames per \
                 second",
        caption: "Top: largest joint error with the same iterations on longer chains. Bottom: \
                  time per step, which depends on the machine; the table counts the work.",
        what: &cost::Varied::Links,
    },
    Case {
        name: "iterations",
        word: "iterations",
        title: "Cost and error vs. number of iterations",
        source: "Delannoy, sections 3.2.6, 4.4.2 and 4.4.3; values chosen by Ragdoll Lab",
        caption: "All axes are logarithmic. Top: how iterations reduce the joint error. Bottom: \
                  what they cost.",
        what: &cost::Varied::Iterations,
    },
    Case {
        name: "detail",
        word: "detail",
        title: "Iterations by distance and limited work per step",
        source: "Baltman and Radeztsky, section 10; Delannoy, sections 3.2.6 and 4.3; rules by \
                 Ragdoll Lab",
        caption: "All axes are logarithmic. Top: joint error at each distance, with the same \
                  iterations for all ragdolls and with fewer for distant ones. Middle: the angle \
                  under which that error appears. Bottom: joint error when the work per step is \
                  limited.",
        what: &detail::DetailCost,
    },
    Case {
        name: "table2",
        word: "table2",
        title: "Time per constraint compared with the printed times",
        source: "Baltman and Radeztsky, section 12, table 2, and sections 7 and 13",
        caption: "Time per call of each kind of constraint on a logarithmic axis, compared with \
                  the times that the paper prints for the consoles of its time.",
        what: &table2::CostTable,
    },
    Case {
        name: "methods",
        word: "methods",
        title: "One ragdoll with every method",
        source: "Ragdoll Lab; methods of Delannoy, section 3.3, Gästrin, section 5, Featherstone \
                 and Jakobsen",
        caption: "Joint error in a fall and in a hit, energy of the hit, and time per step. Exact \
                  joints appear at the bottom of the plot; explicit springs leave it immediately.",
        what: &articulation::Methods,
    },
    Case {
        name: "stiffness",
        word: "stiffness",
        title: "Joint error and stability of stiff springs",
        source: "Delannoy, sections 3.1.5, 3.3 and 4.4.1; Gästrin, section 5.1",
        caption: "Joint error of a swinging chain over the stiffness of its springs. Top: long \
                  steps. Bottom: short steps. Lines end where the chain blows up. The vertical \
                  line marks where symplectic Euler is predicted to blow up.",
        what: &articulation::Stiffness,
    },
    Case {
        name: "integrators",
        word: "integrators",
        title: "Order of accuracy of the integrators",
        source: "Ragdoll Lab, after Delannoy, sections 3.2.6 and 3.3.3",
        caption: "Both axes are logarithmic, so the slope is the order. Top: a body on a spring \
                  compared with its closed form. Bottom: a pendulum compared with an independent \
                  solution.",
        what: &articulation::Integrators,
    },
    Case {
        name: "scaling",
        word: "scaling",
        title: "Cost vs. number of links with every method",
        source: "Gästrin, sections 5.2 and 5.3",
        caption: "Both axes are logarithmic. Top: time per step; compare the slopes, which differ \
                  with the machine and its load. Bottom: the joint error, which is the price of \
                  relaxation.",
        what: &articulation::Scaling,
    },
    Case {
        name: "energy",
        word: "energy",
        title: "Energy of a swinging chain over a minute",
        source: "Ragdoll Lab, after Delannoy, section 4.4.3, and Jakobsen, section 7",
        caption: "Top: energy of the swing. Nothing should be lost here, so any decrease is \
                  caused by the method itself. Bottom: joint error during the swing.",
        what: &articulation::Energy,
    },
    Case {
        name: "projection",
        word: "projection",
        title: "One projection of two unequal rods",
        source: "Delannoy, figures 4.3 and 4.4",
        caption: "Top: the share of the joint error that the light rod's end corrects: half with \
                  uniform weighting, the same as with springs with mass weighting. Bottom: the \
                  resulting displacement of the centre of mass, although no external force acts \
                  on it.",
        what: &thesis::Projection,
    },
    Case {
        name: "apparent-drag",
        word: "apparent-drag",
        title: "Apparent drag vs. number of iterations",
        source: "Delannoy, section 4.4.2",
        caption: "The drag that would reduce the swing by the same amount, although no drag is \
                  set. At 60 Hz the number of iterations hardly changes it. In a program with one \
                  step per frame it does, because a frame with more iterations takes longer.",
        what: &thesis::ApparentDrag,
    },
    Case {
        name: "heavy-end",
        word: "heavy-end",
        title: "Time to rest vs. mass of the last link",
        source: "Delannoy, section 4.4.2",
        caption: "The time until the last link hangs still, with the drag of a Verlet factor of \
                  1.99. Uniform relaxation ignores the mass; compare the mass-weighted lines with \
                  the exact one.",
        what: &thesis::HeavyEnd,
    },
    Case {
        name: "frames",
        word: "frames",
        title: "Frames per second of the thesis' programs",
        source: "Delannoy, sections 4.4.1 to 4.4.3, figures 4.7 and 4.8",
        caption: "Top: frames per second, as the thesis plots them, with its step replaced by one \
                  step of Ragdoll Lab, which is a small part of the frame. Bottom: the time of the \
                  step alone on a logarithmic axis. Times of different machines cannot be \
                  compared.",
        what: &thesis::Frames,
    },
    Case {
        name: "truth",
        word: "truth",
        title: "Ground truth",
        source: "Ragdoll Lab; closed forms and equations of motion",
        caption: "Deviation of every preset and method from the true value, divided by the \
                  tolerance. Points below the line at 1 are correct. A missing point is a method \
                  that cannot simulate the case.",
        what: &truth::Truth,
    },
];
