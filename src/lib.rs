//! Ragdoll Lab: throw balls at ragdolls, edit them, and see why they move as they do.
//!
//! A scene file becomes a world; a method advances the world in fixed steps; a
//! window or the command line shows and measures what happened.
//!
//! ```text
//! scene (JSON) --compile--> physics::World --step--> state --view--> picture
//!      ^                                               |
//!   editor (commands, history)                   lab (measurements)
//! ```
//!
//! | module | what it is |
//! |---|---|
//! | [`physics`] | the core: attachments, constraints, collision, methods, the step loop, the ledger of what moved what, constraints that undo each other |
//! | [`source`] | scenes by the name that a person gives: a file, standard input, a shipped one |
//! | [`scene`] | the document: types, text form, validation, ranges, migration, shipped scenes |
//! | [`compile`] | scene to world and back; the preset figures; refuses what a method cannot do |
//! | [`editor`] | commands on a scene, history, selection, generators, the rig doctor |
//! | [`lab`] | running a scene without a window: shots, history, measurements, benchmarks, experiments, why things moved or blew up, lessons |
//! | [`exchange`] | other programs: worlds as MuJoCo's XML, URDF and glTF, and such files as scenes; ragdolls from and as skinned models |
//! | [`character`] | bodies for ragdolls: a mesh with weights made from their parts, and how bones and sticks move it; rougher levels; clips that move ragdolls; what the bones of a model are, and parts that fit it |
//! | [`gltf`] | glTF files: their meshes, skinned figures and pictures, read and written |
//! | [`view`] | camera, draw list, renderer, colours |
//! | [`app`] | the window: actions, panels, session, input |
//! | [`cli`] | the command line |
//! | [`platform`] | files, dialogs, settings, slots for unsaved changes, the terminal, the display probe |
//! | [`text`] | texts from elsewhere made safe to show on a terminal, in JSON and in pictures |
//!
//! [`view`], [`app`] and the dialogs and displays of [`platform`] are there with the feature
//! `window`, which is on unless it is turned off.
//!
//! # What is never so
//!
//! - Physics knows no files, clocks, windows or scenes, and no degrees.
//! - Panels change nothing but themselves and know no files or window: they read a view of
//!   the program and return actions.
//! - Tools and the stage change nothing: tools ask for actions, the stage shows.
//! - The parts of the application never call one another, and no circle of imports leads
//!   through its rooms.
//! - Playing never changes the document; a scene changes by a command only.
//! - Nothing is printed but through [`platform::terminal`], which escapes what would steer a
//!   terminal.
//! - Nothing is ordered by hashing, and no trigonometry of the platform is used in
//!   physics: the same scene and inputs give the same bits.
//!
//! `tests/layering/` reads the imports of all files and checks each of these sentences, and besides
//! that no file has more than 500 lines, no type of the app more than 15 fields or 40 methods.
//!
//! # How to add
//!
//! **A constraint:** a file in `physics/constraint/` that implements
//! [`physics::constraint::ConstraintRows`] and its line in the list there; for scenes a type in
//! `scene/doc/constraint.rs` and its translation in `compile/constraint.rs`; an example in `tests/physics/conformance.rs`. Ragdolls that
//! have one stay in batches, where its rows are solved (`physics/lanes/bodies/rows.rs`); a kernel of its own makes that
//! faster: one that leads turns an arm in `joint.rs`, and how they are free in `turns.rs` beside it.
//!
//! **A drive of a joint's coordinate:** the coordinate in `physics/coordinate.rs`, what drives it in
//! `scene/doc/drive.rs`, their translation in `compile/drive.rs`, its rows in
//! `app/panels/inspector/drive.rs`.
//!
//! **A shape:** a core in [`physics::convex::Core`] with its support point and face in
//! `physics/convex/`, a line in `compile/body.rs`, a solid in `app/stage/solid.rs`, its corners in
//! `editor/hull.rs`.
//!
//! **A figure:** a blueprint in `compile/` beside `mx.rs`, its line in
//! `compile/rigid.rs` (of particles: `compile/figure.rs`) and in [`scene::Figure`].
//!
//! **Names of bones of another rig:** a line in the tables of `character/rig/names.rs`; to write them, a
//! column in `exchange/bone_names.rs`.
//!
//! **A form of a part of a body:** a solid in `character/generate/solid.rs`, its arm by the name of the
//! part in `form.rs` beside it (of trunks of cylinders or sticks in `trunk.rs`), and what it wears in
//! `dress.rs`. How bones lie on the sticks of a figure of particles: a row in `compile/stick_rig.rs`.
//!
//! **A clip of the program:** a file in `character/clip/own/` that makes it, its line in `named` and in
//! `NAMES` there, and in `PROGRAM_CLIPS` of `scene/doc/animation.rs`.
//!
//! **A method:** where joints hold exactly, a folder in `physics/method/` with a
//! [`physics::dynamics::JointSolver`]: contacts, stops, pulls, pins and sleep are there. Else one that implements
//! [`physics::method::Method`] (whole steps, with the parts that all methods share in
//! [`physics::step::StepContext`]), its settings in [`physics::settings::MethodSettings`], and its
//! line in [`physics::method::METHODS`]; list, command line and file checks follow. Contacts of the
//! shared list keep the impulses that it gave them: impacts, islands and sleep read those. It has
//! to offer a preset called `default`; names of presets are variants of [`scene::Preset`], its keys
//! go into [`scene::Solver`] as those of an option do. What asks for `Settings::verlet` (rows of
//! constraints, `World::retune`, panels, benchmarks) gets the standard one under another method.
//!
//! **An option of a method:** a field in its settings and in their `STANDARD`
//! (`physics/method/verlet/settings.rs`; of what methods share, [`physics::settings`]), a
//! [`physics::method::parameter::ParameterSpec`] beside what it steers, its line in the `PARAMETERS` of each
//! method that has it (`verlet/parameters.rs`, `info.rs` of the others; shared ones are in
//! `physics/method/common.rs`), its range closed at both ends, and the key as a field of [`scene::Solver`] with its default in
//! `scene/doc/defaults.rs`; validation, panel, `--set`, lists and presets follow.
//! `tests/scene/format.rs` then asks for the key in `tests/data/scene_v1.json` and for the new schema
//! in `assets/schema/`, as `ragdoll-lab schema` prints it. If impulses of before are of no use under
//! another value, `goes_on_from` of the settings says so. If lanes cannot do it, `suits` in
//! `physics/lanes/scenery.rs` says so, and so does the refusal in `compile/settings.rs`.
//!
//! **A misprint:** a line in `physics/method/misprint/table.rs`, what it does where its equation is
//! used, its number in `tests/physics/misprints.rs`, and its demonstration: a file in
//! `scenes/printed/` and its name in `scene/shipped.rs`. One that needs something new to do
//! anything gets it in `needs.rs` beside the table.
//!
//! **A kernel for alike ragdolls:** a file in `physics/lanes/bodies/` or `particles/` over `Lane`,
//! its constants and its call in the `figure.rs` beside it (of joints of bodies in `joint.rs`, which
//! says what kinds have one).
//!
//! **A panel:** a file in `app/panels/` and its `mod` line, with a `…_ui` function, a line in
//! [`app::action::Panel`] and its arm in `panel_ui`, and an action that opens and closes it. For a
//! panel `Forces`, say: `panels/forces.rs`, `Forces` in the enum, in `ALL` and its number, and its
//! title, `Panel::Forces => forces::forces_ui(ui, view, actions)`, in `scrolled` unless it scrolls
//! itself, and in the table of actions
//! `PanelForces "panel-forces" "Panels" "Forces" "Ctrl+Alt+0"` with its line in
//! [`app::action::Trigger::meaning`] and in `panels/availability.rs` (the mark in the menu),
//! and its place in the default of [`app::panels::Dock`], without which it is shown nowhere. It
//! reads [`app::panels::AppView`] and pushes actions; `tests/app/actions.rs` asks for it. What it
//! remembers is a type of its own in `PanelState`, which has as many fields as it may: join two that
//! belong together first. What is measured only while it is seen goes through
//! [`app::playback::Seen`]. Layouts that people have are dropped once, since they lack it.
//!
//! **A thing to create:** a kind in [`editor::generate::BlueprintKind`], its rows in
//! `app/panels/create.rs`.
//!
//! **A tool:** a line in [`app::action::Tool`], its gesture as a file in `app/tool/`, what a press
//! becomes and Escape takes back in `app/tool/interactor/mod.rs`, its hints in `drawing.rs` beside
//! it, whether it has a gizmo in `app/tool/gizmo.rs`; an action with its line in
//! [`app::action::Trigger::meaning`], its button and options in `panels/toolbar.rs`, its mark in
//! `panels/availability.rs`, and its lines of the mouse in `panels/help.rs`. Tools see a [`app::tool::ToolHost`] and ask it for
//! actions. (Throwing and the camera are in `app/window/input.rs`.)
//!
//! **An action without parameters:** a line in [`app::action::ACTIONS`], and its arm in the
//! `trigger` of the part that carries it out ([`app::workspace::Workspace`],
//! [`app::playback::Playback`], [`app::ui::Ui`]); menu, palette, help sheet, keys and scripts
//! follow, and `tests/app/actions.rs` asks what it does, and for a program in which it is to be had
//! (`busy_program` there): the compiler does not miss a forgotten arm. Its key is free in all
//! presets. Its menu is one of those in `panels/menu.rs`; one that is a short name of an action with
//! parameters needs only its line in [`app::action::Trigger::meaning`]. What needs several parts (opening,
//! saving, undo) has its arm in `Program::trigger`, `app/program/perform.rs`; when it is not to
//! be had, `panels/availability.rs` says so, and why not, `why_not` in `panels/menu.rs`. **One with parameters:** a variant of
//! [`app::action::Action`] and its arm in `app/program/perform.rs`. What has to happen in
//! another part goes into [`app::effect::Effects`]. Keys of other presets are in
//! [`app::keymap`]. A change of the scene is an [`editor::Command`]. **A command-line command:**
//! a file in `cli/` and its line in `cli/args.rs`.
//!
//! **A field of a scene:** the field, its range in `scene/range.rs`, its check in
//! `scene/validate/`, its line in `scene/difference.rs` (a thing does not compile without), and
//! where it goes in `compile/`; the schema follows. One of the scene itself that a run takes
//! over also goes into `Tuning` in `lab/input.rs` and into the text of shots.
//!
//! **An experiment:** a file in `lab/experiment/` that gives a table, and a plot and findings,
//! each with its source, from a result; its line in [`lab::experiment::CASES`] and its arms there. **A lesson:** a file in
//! `assets/lessons/` and its name in `lab/lesson/shipped.rs`. **Something to
//! draw plots on:** a [`lab::plot::Canvas`].
//!
//! **A format of another simulator:** a writer in `exchange/` from its `rig`, which knows a world as
//! trees of bodies with turns and ways, and its variant in `cli/export.rs` and, for
//! the window, in `platform/dialogs/` and `app/playback/exports.rs`. A reader is a folder beside
//! `exchange/urdf_import/` that finds bodies and joints, of which `exchange/assembly/` makes a scene;
//! its ending in `exchange::scene_from_text` and in `platform/dialogs/`; its example in
//! `tests/cli/round_trips.rs`.
//!
//! **A shipped scene:** a file in `scenes/` and its line in `scene/shipped.rs`; its moment
//! in `tests/pictures.sh` gives it its picture.

#[cfg(feature = "window")]
pub mod app;
pub mod character;
pub mod cli;
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
#[cfg(feature = "window")]
pub mod view;
