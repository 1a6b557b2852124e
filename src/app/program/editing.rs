//! Editing: commands, gestures, the clipboard and the selection.

use super::Program;
use crate::app::action::Trigger;
use crate::app::panels::Panel;
use crate::app::tool::Tool;
use crate::compile::settings_of;
use crate::editor::generate::BlueprintKind;
use crate::editor::{counted, with_room, Command, Document, EditError, Outcome, Selection, Things};
use crate::scene::{ConstraintKind, Id, Launcher, Scene};
use std::collections::BTreeSet;
use std::sync::Arc;

impl Program {
    /// Changes the scene and lets the session follow.
    pub(super) fn edit(&mut self, command: &Command) {
        self.carry_out(command, Document::apply);
    }

    /// Changes the scene within the gesture that is going on.
    pub(super) fn change(&mut self, command: &Command) {
        self.carry_out(command, Document::change);
    }

    fn carry_out(
        &mut self,
        command: &Command,
        by: fn(&mut Document, &Command) -> Result<Outcome, EditError>,
    ) {
        let before = self.document.clone();
        match by(&mut self.document, command) {
            Ok(outcome) => {
                let followed = self.follow_or_return(before);
                let added = (!outcome.added.is_empty()).then(|| command.label());
                if let (true, Some(told)) = (followed, outcome.aside().or(added)) {
                    self.say(told);
                }
            }
            Err(error) => self.fail(error.to_string()),
        }
    }

    /// Takes back the gesture that is going on.
    pub(super) fn abort(&mut self) {
        self.travel_history(Document::abort);
    }

    pub(super) fn travel_history(&mut self, travel: impl Fn(&mut Document) -> bool) {
        let before = self.document.clone();
        if travel(&mut self.document) {
            self.follow_or_return(before);
        }
    }

    /// Lets the session follow a change of the document; if it cannot, the
    /// document with its whole history goes back to what it was. Whether it could.
    fn follow_or_return(&mut self, before: Document) -> bool {
        let followed = self.follow(before.scene());
        if let Err(error) = &followed {
            self.document = before;
            self.fail(error.clone());
        }
        followed.is_ok()
    }

    /// Lets the session follow a change of the scene. Colours are only drawn.
    fn follow(&mut self, before: &Scene) -> Result<(), String> {
        let scene = self.document.scene().clone();
        self.view_state.retain_existing(&scene);
        let mut painted_as_before = (*scene).clone();
        painted_as_before.paint(&before.colors());
        if painted_as_before != *before {
            self.follow_in_motion(before, Arc::new(painted_as_before))?;
        }
        self.session.paint(&scene);
        Ok(())
    }

    /// Lets the session follow: settings, masses, limits and other numbers while it runs,
    /// anything else from the start.
    fn follow_in_motion(&mut self, before: &Scene, scene: Arc<Scene>) -> Result<(), String> {
        let settings_only = Scene {
            solver: before.solver.clone(),
            gravity_m_s2: before.gravity_m_s2,
            air_velocity_m_s: before.air_velocity_m_s,
            launcher: before.launcher.clone(),
            ..(*scene).clone()
        } == *before;
        if settings_only && !self.must_begin_anew(before, &scene) {
            return self
                .session
                .retune(&scene)
                .map_err(|error| error.to_string());
        }
        if is_built_otherwise(before, &scene) {
            self.session.playing = false;
        } else if !self.must_begin_anew(before, &scene) && self.session.remodel(&scene) {
            return Ok(());
        }
        self.session.reset(&scene).map_err(|errors| {
            errors
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join("\n")
        })
    }

    /// Whether a change of settings or launcher needs the scene from its start:
    /// time is counted in steps, and a shot that waits for its time is set up there.
    fn must_begin_anew(&self, before: &Scene, after: &Scene) -> bool {
        let now = &self.session.simulation;
        let rate = settings_of(after).map(|(_, settings)| settings.common.step_s);
        let waits = |launcher: &Option<Launcher>| {
            let at_s = launcher.as_ref().and_then(|launcher| launcher.fire_at_s);
            at_s.is_some_and(|at_s| at_s >= now.time_s())
        };
        let waiting_changes = before.launcher != after.launcher
            && (waits(&before.launcher) || waits(&after.launcher));
        before.solver.method != after.solver.method
            || rate.is_ok_and(|step_s| step_s != now.world.model().settings.common.step_s)
            || waiting_changes
    }

    /// Selects; what the selection has is shown in the inspector.
    pub(super) fn select(&mut self, selection: Selection) {
        let selects = !selection.is_empty();
        self.document.select(selection);
        if selects && self.tool != Tool::Throw {
            self.panels.dock.show_selection();
        }
    }

    /// Replaces the selection by what it leads to.
    pub(super) fn select_with(&mut self, lead: fn(&Selection, &Scene) -> Selection) {
        let selection = lead(self.document.selection(), self.document.scene());
        self.select(selection);
    }

    /// Selects everything but materials that is neither hidden nor locked.
    pub(super) fn select_all(&mut self) {
        let everything = Selection::default().inverted(self.document.scene());
        self.select(Selection::of(self.view_state.movable(everything.ids())));
    }

    /// The ids of the selection; says so if there are none.
    fn selected(&mut self) -> Option<BTreeSet<Id>> {
        let ids = self.document.selection().ids().clone();
        if ids.is_empty() {
            let select = self.keymap.with_key("Select", Trigger::ToolSelect);
            self.fail(format!(
                "nothing is selected; click a thing with the tool {select}"
            ));
            return None;
        }
        Some(ids)
    }

    /// Copies the selection to the clipboard; false if there was nothing to copy.
    pub(super) fn copy(&mut self) -> bool {
        let Some(ids) = self.selected() else {
            return false;
        };
        match Things::copy(self.document.scene(), &ids) {
            Ok(things) if things.items.is_empty() => {
                self.fail("what is selected cannot be copied alone; select what it joins".into());
                false
            }
            Ok(things) => {
                self.clipboard = Some(things);
                true
            }
            Err(error) => {
                self.fail(error.to_string());
                false
            }
        }
    }

    pub(super) fn cut(&mut self) {
        if self.copy() {
            self.delete();
        }
    }

    pub(super) fn paste(&mut self) {
        match self.clipboard.clone() {
            Some(things) => {
                let things = with_room(self.document.scene(), things);
                self.edit(&Command::Insert(things, "Copy"));
            }
            None => {
                let copy = (self.keymap).with_key("copy something first", Trigger::Copy);
                self.fail(format!("the clipboard is empty; {copy}"));
            }
        }
    }

    /// Copies the selection beside itself.
    pub(super) fn duplicate(&mut self) {
        if let Some(ids) = self.selected() {
            self.edit(&Command::Duplicate {
                ids,
                offset_m: DUPLICATE_OFFSET_M,
                count: 1,
            });
        }
    }

    pub(super) fn delete(&mut self) {
        if let Some(ids) = self.selected() {
            self.edit(&Command::Remove(ids));
        }
    }

    /// Lets the outliner ask for the name of the active thing.
    pub(super) fn ask_for_name(&mut self) {
        if self.selected().is_some() {
            self.panels.dock.show(Panel::Outliner);
            self.panels.outliner.renaming = self.document.selection().active();
        }
    }

    /// Puts the selection into a group with a name of its own.
    pub(super) fn group(&mut self) {
        if let Some(ids) = self.selected() {
            let scene = self.document.scene();
            let taken = |group: &String| !Selection::of_group(scene, group).is_empty();
            let mut number = 1;
            let mut group = format!("group {number}");
            while taken(&group) {
                number += 1;
                group = format!("group {number}");
            }
            self.edit(&Command::SetGroup(ids, group));
        }
    }

    pub(super) fn ungroup(&mut self) {
        if let Some(ids) = self.selected() {
            self.edit(&Command::SetGroup(ids, String::new()));
        }
    }

    pub(super) fn align_to_ground(&mut self) {
        if let Some(ids) = self.selected() {
            self.edit(&Command::AlignToGround(ids));
        }
    }

    pub(super) fn hide_selected(&mut self) {
        if let Some(ids) = self.selected() {
            self.view_state.hidden.extend(ids);
            self.select(Selection::default());
        }
    }

    pub(super) fn lock_selected(&mut self) {
        if let Some(ids) = self.selected() {
            self.view_state.locked.extend(ids);
        }
    }

    /// Breaks every selected joint.
    pub(super) fn break_joints(&mut self) {
        let Some(ids) = self.selected() else {
            return;
        };
        let joints = self
            .document
            .scene()
            .constraints
            .iter()
            .map(|joint| joint.id);
        let joints: BTreeSet<Id> = joints.filter(|id| ids.contains(id)).collect();
        let joints: Vec<Command> = joints.into_iter().map(Command::BreakJoint).collect();
        match joints.len() {
            0 => self.fail("no joint is selected; select one in the outliner".into()),
            count => {
                let label = format!("Break {}", counted(count, "joint"));
                self.edit(&Command::Batch(label, joints));
            }
        }
    }

    /// Swaps the two sides of the selected joint.
    pub(super) fn swap_joint(&mut self) {
        let Some(id) = self.document.selection().active() else {
            return self.fail("no joint is selected; select one in the outliner".into());
        };
        self.edit(&Command::SwapJoint(id));
    }

    /// Creates a thing on the ground in view, beside what stands there, and selects it.
    pub(super) fn create(&mut self, kind: BlueprintKind) {
        let things = self.blueprints.things(kind, self.place_m.to_array());
        let things = with_room(self.document.scene(), things);
        if self.tool == Tool::Throw {
            self.tool = Tool::Select;
        }
        self.edit(&Command::Insert(things, kind.word()));
        self.panels.dock.show(Panel::Inspector);
    }

    /// Adds a launcher that throws at where new things are put.
    pub(super) fn create_launcher(&mut self) {
        if self.document.scene().launcher.is_some() {
            self.panels.dock.show(Panel::Throw);
            return self.say("this scene has a launcher already; it is shown here".into());
        }
        let usual = Launcher::default();
        let mut position_m = usual.position_m;
        for (p, place) in position_m.iter_mut().zip(self.place_m.to_array()) {
            *p += place;
        }
        let launcher = Launcher {
            position_m,
            ..usual
        };
        self.edit(&Command::SetLauncher(launcher, "Add launcher"));
        self.panels.dock.show(Panel::Throw);
    }
}

/// From a thing to its duplicate, m.
const DUPLICATE_OFFSET_M: [f64; 3] = [0.5, 0.0, 0.0];

/// Whether two scenes differ in what there is, where, or in which shape. Such a change is
/// building, which is done while nothing moves; all else a running scene takes over.
fn is_built_otherwise(before: &Scene, after: &Scene) -> bool {
    let mut likened = Scene {
        name: before.name.clone(),
        description: before.description.clone(),
        solver: before.solver.clone(),
        gravity_m_s2: before.gravity_m_s2,
        air_velocity_m_s: before.air_velocity_m_s,
        materials: before.materials.clone(),
        collision_rules: before.collision_rules.clone(),
        launcher: before.launcher.clone(),
        ..after.clone()
    };
    for (now, was) in likened.ragdolls.iter_mut().zip(&before.ragdolls) {
        now.figure = was.figure;
        now.self_collision = was.self_collision;
        now.limit_model = was.limit_model;
        now.physique = was.physique;
        now.material = was.material;
        now.name.clone_from(&was.name);
        now.parts.clone_from(&was.parts);
    }
    for (now, was) in likened.bodies.iter_mut().zip(&before.bodies) {
        now.mass_kg = was.mass_kg;
        now.density_kg_m3 = was.density_kg_m3;
        now.inertia_kg_m2 = was.inertia_kg_m2;
        now.products_of_inertia_kg_m2 = was.products_of_inertia_kg_m2;
        now.linear_drag_per_s = was.linear_drag_per_s;
        now.angular_drag_per_s = was.angular_drag_per_s;
        now.material = was.material;
        now.name.clone_from(&was.name);
    }
    for (now, was) in likened.particles.iter_mut().zip(&before.particles) {
        now.mass_kg = was.mass_kg;
        now.material = was.material;
        now.name.clone_from(&was.name);
    }
    for (now, was) in likened.obstacles.iter_mut().zip(&before.obstacles) {
        now.material = was.material;
        now.name.clone_from(&was.name);
    }
    for (now, was) in likened.constraints.iter_mut().zip(&before.constraints) {
        now.name.clone_from(&was.name);
        liken_numbers(&mut now.kind, &was.kind);
    }
    likened != *before
}

/// Gives a constraint the limits and the strength of another of its kind.
fn liken_numbers(now: &mut ConstraintKind, was: &ConstraintKind) {
    match (now, was) {
        (ConstraintKind::Stick(now), ConstraintKind::Stick(was)) => {
            now.strength = was.strength;
            now.material = was.material;
        }
        (ConstraintKind::Distance(now), ConstraintKind::Distance(was)) => {
            (now.min_m, now.max_m) = (was.min_m, was.max_m);
            now.strength = was.strength;
        }
        (ConstraintKind::Pin(now), ConstraintKind::Pin(was)) => now.strength = was.strength,
        (ConstraintKind::Hinge(now), ConstraintKind::Hinge(was)) => {
            now.limit_min_deg = was.limit_min_deg;
            now.limit_max_deg = was.limit_max_deg;
            now.strength = was.strength;
        }
        (ConstraintKind::Fixed(now), ConstraintKind::Fixed(was)) => now.strength = was.strength,
        (ConstraintKind::AngleLimit(now), ConstraintKind::AngleLimit(was)) => {
            now.limit_min_deg = was.limit_min_deg;
            now.limit_max_deg = was.limit_max_deg;
            now.restitution = was.restitution;
            now.model = was.model;
        }
        _ => {}
    }
}
