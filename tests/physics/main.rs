//! The physics core against analytic solutions, reference data and conservation laws.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod articulation;
mod attachment;
mod chain;
mod coming_to_rest;
mod conformance;
mod contact;
mod convex;
mod crowding;
mod determinism;
mod divergence;
mod endurance;
mod free_flight;
mod ground;
mod hits;
mod impact;
mod interrupt;
mod islands;
mod kit;
mod lanes;
mod ledger;
mod limit_edges;
mod limits;
mod mass;
mod methods;
mod misprints;
mod paces;
mod pairs;
mod penalty;
mod pendulum;
mod pull;
mod ragdoll;
mod reference;
mod rotation;
mod settings;
mod sleep;
mod solver;
mod stacks;
mod threads;
mod toy_method;
mod truth;
mod tumbles;
mod twins;
