//! Ragdoll Lab: throw balls at ragdolls, edit them, and see why they move as they do.
//!
//! A scene file becomes a world. A method advances the world in fixed steps. A window or the
//! command line shows and measures what happened.
//!
//! ```text
//! scene (JSON) --compile--> physics::World --step--> state --view--> picture
//!      ^                                               |
//!   editor (commands, history)                   lab (measurements)
//! ```
//!
//! | module | content |
//! |---|---|
//! | [`physics`] | the core: collision, constraints, contacts, methods, the step, the ledger |
//! | [`scene`] | the document: types, text, validation, ranges, migration, shipped scenes |
//! | [`compile`] | scene to world; built-in figures; refuses what a method cannot simulate |
//! | [`editor`] | commands, undo history, selection, generators, limit table, rig doctor |
//! | [`lab`] | simulation, shots, history, experiments, sweeps, benchmarks, plots, Why, lessons |
//! | [`character`] | clips, skins of ragdolls, skinning, levels of detail, bones of models |
//! | [`exchange`] | MuJoCo XML, URDF and glTF physics, read and written; ragdolls from models |
//! | [`gltf`] | glTF files: meshes, skinned models and textures, read and written |
//! | [`view`] | camera, draw list, renderer, colours |
//! | [`app`] | the window: actions, panels, tools, playback |
//! | [`cli`] | the command line |
//! | [`platform`] | files, dialogs, settings, recovery, signals, terminal, display |
//! | [`budget`] | bounds of everything that a person hands over |
//! | [`source`], [`text`] | scenes by name or file; text made safe to print |
//! | [`clock`], [`threads`] | the clock and the threads of the system, or those of a page |
//!
//! [`view`], [`app`] and the dialogs and displays of [`platform`] need the feature `window`,
//! which is on by default.
//!
//! # What is never so
//!
//! - Physics knows no files, clocks, windows, scenes or degrees.
//! - Panels, tools and the stage change nothing but themselves: they read and return actions.
//! - The parts of the application never call each other; its modules have no import cycle.
//! - Playing never changes the document; only a command does.
//! - Only [`platform::terminal`] prints, and it escapes control characters.
//! - Nothing is ordered by hashing, and physics uses no trigonometry of the platform: the same
//!   scene and inputs give the same bits.
//!
//! `tests/layering/` checks these sentences. How to add a constraint, method, panel or command:
//! `docs/extending.md`. A frame, a step and the words: `docs/architecture.md`.

#[cfg(feature = "window")]
pub mod app;
pub mod budget;
pub mod character;
pub mod cli;
pub mod clock;
pub mod compile;
pub mod editor;
pub mod exchange;
pub mod gltf;
pub mod lab;
pub mod physics;
pub mod platform;
pub mod scene;
pub mod source;
pub mod text;
pub mod threads;
#[cfg(feature = "window")]
pub mod view;
