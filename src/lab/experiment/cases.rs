//! The list of all experiments.

use super::{articulation, chain, cost, shots, table2, truth, Case};

/// All experiments.
pub const CASES: &[Case] = &[
    Case {
        name: "velocity",
        title: "Travel over the speed of the ball",
        source: "Delannoy, figure 4.11",
        caption: "Above, how far the body comes to lie from where it stood; below, how fast the hit makes it move. Bars are the range of the nudged repeats: compare only points whose bars do not overlap.",
        what: &shots::Varied::Speed,
    },
    Case {
        name: "elasticity",
        title: "Travel over the elasticity of the ball",
        source: "Delannoy, figure 4.12",
        caption: "Above the travel, below the push, over the elasticity of the ball. A rising push beside a ragged travel means that the ball does push harder, and that the fall decides the rest.",
        what: &shots::Varied::Elasticity,
    },
    Case {
        name: "ball-size",
        title: "Travel over the size of the ball at one density",
        source: "Delannoy, figure 4.13",
        caption: "A larger ball of the same density is a heavier one. Look whether travel follows the push below it, and how wide the bars become.",
        what: &shots::Varied::Radius,
    },
    Case {
        name: "body-type",
        title: "Travel of thin, medium and wide bodies",
        source: "Delannoy, figure 4.14",
        caption: "The same ball at a thin, a medium and a wide body. The wide one is heavier: its push is to be the smallest.",
        what: &shots::Varied::BodyType,
    },
    Case {
        name: "chain",
        title: "Chain of five links under uniform and mass-weighted relaxation",
        source: "Delannoy, section 4.4.2 and figure 4.6",
        caption: "The tip of the chain over time. In the three panels above steps are short: with a last link of 10 kg uniform relaxation runs ahead of the exact swing, whether the chain hangs from a pin or by its first link as in the thesis' code, and with one of 5 kg, like the others, all are one line. Below, at 60 Hz, the damping of long steps hides the difference.",
        what: &chain::WeightedChain,
    },
    Case {
        name: "links",
        title: "Cost and error over the number of links",
        source: "Delannoy, figure 4.8",
        caption: "Above the largest joint error, below the time per step. A straight line below is a cost that grows linearly; above, what the same iterations achieve on longer chains.",
        what: &cost::Varied::Links,
    },
    Case {
        name: "iterations",
        title: "Cost and error over the number of iterations",
        source: "Delannoy, section 4.4.2",
        caption: "All axes are logarithmic. Above, how iterations bring the joints together; below, what they cost.",
        what: &cost::Varied::Iterations,
    },
    Case {
        name: "table2",
        title: "Time per constraint beside the printed ones",
        source: "Baltman and Radeztsky, table 2",
        caption: "Time per call of each kind of constraint, on a logarithmic axis, beside what the paper prints for the consoles of its day.",
        what: &table2::CostTable,
    },
    Case {
        name: "methods",
        title: "A ragdoll under every method",
        source: "ours; methods of Delannoy, section 3.3, Gästrin, section 5, Featherstone and Jakobsen",
        caption: "The gap of the joints in a fall and in a hit, the energy of the hit, and what a step costs. Exact joints lie at the bottom; explicit springs leave at once.",
        what: &articulation::Methods,
    },
    Case {
        name: "stiffness",
        title: "Gap and stability of stiff springs",
        source: "Delannoy, figures 3.3, 3.4, 3.14, 4.5 and 4.7; Gästrin, section 5.1",
        caption: "The gap of a swinging chain over the stiffness of its springs, above with long steps, below with short ones. Lines end where the chain blows up; the upright line is where symplectic Euler is predicted to.",
        what: &articulation::Stiffness,
    },
    Case {
        name: "integrators",
        title: "Order of accuracy of the integrators",
        source: "Delannoy, figure 3.12",
        caption: "Both axes are logarithmic, so that the order is the slope. Above a body on a spring beside its closed form, below a pendulum beside an independent solution.",
        what: &articulation::Integrators,
    },
    Case {
        name: "scaling",
        title: "Cost over the number of links under every method",
        source: "Gästrin, section 5.3; Delannoy, figure 4.8",
        caption: "Both axes are logarithmic. A full matrix grows with the cube of the links, all else in proportion to them; below, what relaxation pays with.",
        what: &articulation::Scaling,
    },
    Case {
        name: "energy",
        title: "Energy of a swinging chain over a minute",
        source: "ours; after Delannoy, section 3.3",
        caption: "Nothing is to be lost here: what falls is what a method takes by its form. Below, how far the joints are apart meanwhile.",
        what: &articulation::Energy,
    },
    Case {
        name: "truth",
        title: "Ground truth",
        source: "ours; closed forms and equations of motion",
        caption: "How far every preset and method is from what is true, over what it may be: points below the line at 1 are right. A gap is a method that cannot simulate the case.",
        what: &truth::Truth,
    },
];
