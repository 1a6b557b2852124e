//! The list of all experiments.

use super::{articulation, chain, cost, shots, table2, Case};

/// All experiments.
pub const CASES: &[Case] = &[
    Case {
        name: "velocity",
        title: "Travel over the speed of the ball",
        source: "Delannoy, section 4.5.4, figure 4.11; the values are ours",
        caption: "Above, how far the body travels along the throw; below, how fast the hit makes it move. Bars of what is aimed hold the middle half of the throws; those of one aim, mostly too small to see, are the range that rounding alone carries it over. What a tap does is the collapse of a standing body.",
        what: &shots::Varied::Speed,
    },
    Case {
        name: "elasticity",
        title: "Travel over the elasticity of the ball",
        source: "Delannoy, section 4.5.4, figure 4.12; the values are ours",
        caption: "Above the travel, below the push, over the elasticity of the ball. Where the bars of two values overlap, look at the effect and not at the medians: many throws tell a difference that one throw hides.",
        what: &shots::Varied::Elasticity,
    },
    Case {
        name: "elasticity-map",
        title: "Where an elastic ball makes the body travel further",
        source: "ours; the claim of Delannoy, section 4.5.4, figure 4.12",
        caption: "Above, the effect of the elasticity on the travel over the speed of the ball: above zero it goes as the thesis says, below zero the other way. The panels below show the travel itself, with the quartiles of the aims.",
        what: &shots::ElasticityMap,
    },
    Case {
        name: "ball-size",
        title: "Travel over the size of the ball at one density",
        source: "Delannoy, section 4.5.4, figure 4.13; the values are ours",
        caption: "A larger ball of the same density is a heavier one. Look whether travel follows the push below it, and how far the lightest ball is from a tap.",
        what: &shots::Varied::Radius,
    },
    Case {
        name: "body-type",
        title: "Travel of thin, medium and wide bodies",
        source: "Delannoy, section 4.5.4, figure 4.14",
        caption: "The same ball at a thin, a medium and a wide body. The wide one is heavier: its push is to be the smallest. Compare each with what a tap makes of it: the bodies collapse differently.",
        what: &shots::Varied::BodyType,
    },
    Case {
        name: "chain",
        title: "Chain of five links under uniform and mass-weighted relaxation",
        source: "Delannoy, sections 4.3, 4.4.2 and 4.4.3, figure 4.6",
        caption: "The tip of the chain over time, above with a last link of 10 kg, below with one of 5 kg like the others. Both weightings lose swing beside the reference; look when they cross the middle: uniform relaxation runs ahead when the last link is heavy, and the two are one line when it is not.",
        what: &chain::WeightedChain,
    },
    Case {
        name: "links",
        title: "Cost and error over the number of links",
        source: "ours; after Delannoy, section 4.4.3, figure 4.8, which shows frames per second",
        caption: "Above the largest joint error, below the time per step. A straight line below is a cost that grows linearly; above, what the same iterations achieve on longer chains.",
        what: &cost::Varied::Links,
    },
    Case {
        name: "iterations",
        title: "Cost and error over the number of iterations",
        source: "Delannoy, sections 3.2.6, 4.4.2 and 4.4.3; the values are ours",
        caption: "All axes are logarithmic. Above, how iterations bring the joints together; below, what they cost.",
        what: &cost::Varied::Iterations,
    },
    Case {
        name: "table2",
        title: "Time per constraint beside the printed ones",
        source: "Baltman and Radeztsky, section 12, table 2, and section 13",
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
        source: "Delannoy, sections 3.1.5, 3.3 and 4.4.1; Gästrin, section 5.1",
        caption: "The gap of a swinging chain over the stiffness of its springs, above with long steps, below with short ones. Lines end where the chain blows up; the upright line is where symplectic Euler is predicted to.",
        what: &articulation::Stiffness,
    },
    Case {
        name: "integrators",
        title: "Order of accuracy of the integrators",
        source: "ours; after Delannoy, sections 3.2.6 and 3.3.3",
        caption: "Both axes are logarithmic, so that the order is the slope. Above a body on a spring beside its closed form, below a pendulum beside an independent solution.",
        what: &articulation::Integrators,
    },
    Case {
        name: "scaling",
        title: "Cost over the number of links under every method",
        source: "Gästrin, sections 5.2 and 5.3",
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
];
