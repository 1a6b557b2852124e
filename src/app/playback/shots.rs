//! What a person does to what plays: shots, pins, blasts, back to the start, and the pose
//! that is kept.

use super::aiming::aimed_at_pointer;
use super::timed_shot::{has_timed_shot, without_timed_shot};
use super::{fail_to_build, Playback, Session, Surroundings, TimedShot};
use crate::app::action::{Action, Trigger};
use crate::app::aim::direction_to;
use crate::app::effect::Effects;
use crate::app::pick::{attachment_at, attachment_of};
use crate::editor::{Command, Item};
use crate::lab::animation::with_pose;
use crate::lab::{Input, Simulation};
use crate::physics::{Attachment, Blast};
use crate::scene::{Id, Launcher, Scene};
use std::sync::Arc;

impl Playback {
    /// Throws the launcher's ball, without a launcher one from the eye of the camera; after a
    /// finished shot the scene begins anew.
    pub fn throw(&mut self, around: Surroundings<'_>, effects: &mut Effects) {
        let launcher = around.document.scene().launcher.clone();
        if let Some(launcher) = launcher.or_else(|| launcher_at_camera(around, effects)) {
            self.fire(launcher, around, effects);
        }
    }

    /// Throws the launcher's ball at what the pointer is over, in the world as it is; without a
    /// launcher one from the eye of the camera.
    pub fn throw_at_pointer(&mut self, around: Surroundings<'_>, effects: &mut Effects) {
        let launcher = around.document.scene().launcher.clone();
        if let Some(launcher) = launcher.or_else(|| launcher_at_camera(around, effects)) {
            fire_at_pointer(&mut self.session, launcher, around, effects);
        }
    }

    /// The same from the eye of the camera.
    pub(super) fn throw_from_camera(&mut self, around: Surroundings<'_>, effects: &mut Effects) {
        if let Some(launcher) = launcher_at_camera(around, effects) {
            fire_at_pointer(&mut self.session, launcher, around, effects);
        }
    }

    /// Throws the last shot again, before any throw the timed shot of the scene.
    pub(super) fn repeat_shot(&mut self, around: Surroundings<'_>, effects: &mut Effects) {
        let scene = around.document.scene();
        let is_free = self.session.shot_is_over() || self.session.simulation.balls().is_empty();
        match self.session.last_shot.clone() {
            Some(shot) => self.fire(shot, around, effects),
            None if is_free && has_timed_shot(scene) => {
                begin_anew(self, scene, effects);
                self.session.playing = true;
            }
            None => self.throw(around, effects),
        }
    }

    fn fire(&mut self, launcher: Launcher, around: Surroundings<'_>, effects: &mut Effects) {
        if self.session.shot_is_over() || self.session.trouble.is_some() {
            let has_played = self.session.simulation.balls().len() > 1;
            // The timed shot would be a second ball.
            let scene = without_timed_shot(around.document.scene());
            begin_anew(self, &scene, effects);
            if has_played {
                effects.say("started over to throw again; a click throws at what lies there");
            }
        }
        throw_balls(&mut self.session, launcher, effects);
    }

    /// The scene with which the open one begins; a timed shot that waits goes on waiting.
    pub fn begun(&self, scene: &Arc<Scene>) -> Arc<Scene> {
        match self.timed_shot {
            TimedShot::Waits => without_timed_shot(scene),
            TimedShot::Fires => scene.clone(),
        }
    }

    /// Goes to the start of the open scene.
    pub fn restart(&mut self, scene: &Arc<Scene>, effects: &mut Effects) {
        let scene = self.begun(scene);
        begin_anew(self, &scene, effects);
    }

    /// Goes to the start of a scene, which has been compiled.
    pub fn begin(&mut self, scene: &Arc<Scene>, simulation: Simulation) {
        keep_timed_shot(self);
        self.session.reset_as(scene, simulation);
    }

    /// Pins what is pulled, else what the pointer is over, else what is selected.
    pub(super) fn pin(&mut self, around: Surroundings<'_>, effects: &mut Effects) {
        let grips = self.grips_to_pin(around);
        let mut pinned = false;
        for grip in &grips {
            pinned |= self.session.apply(&Input::Pin(*grip));
        }
        match (grips.is_empty(), pinned) {
            (true, _) => effects.fail("nothing to pin; point at a body or select one"),
            (false, false) => effects.fail("a kinematic body cannot be pinned: nothing moves it"),
            (false, true) => {
                effects.say_with_key("pinned; {}", "take all pins out", Trigger::FreeAll);
            }
        }
    }

    fn grips_to_pin(&self, around: Surroundings<'_>) -> Vec<Attachment> {
        let simulation = &self.session.simulation;
        if let Some(pull) = &simulation.world.holds().pull {
            return vec![pull.grip];
        }
        let hit = around.pointed_at;
        if let Some(grip) = hit.and_then(|hit| attachment_at(simulation, hit)) {
            return vec![grip];
        }
        let selected = around.document.selection().ids().iter();
        selected
            .filter_map(|id| attachment_of(simulation, *id))
            .collect()
    }
}

/// Goes back to the last shot of the run and plays on from there; whether one is known.
pub fn go_to_last_shot(session: &mut Session) -> bool {
    let mut inputs = session.history.inputs().iter().rev();
    let thrown = inputs.find(|(_, input)| matches!(input, Input::Throw(_)));
    // A timed shot is no input.
    let shot = session.simulation.metrics.shot.as_ref();
    let timed = || shot.map(|shot| (shot.fired_at_s / session.step_s()).round() as u64);
    let step = thrown.map(|(step, _)| *step).or_else(timed);
    let Some(step) = step.filter(|step| *step >= session.history.start()) else {
        return false;
    };
    session.go_to(step);
    session.playing = true;
    true
}

/// Throws at what the pointer is over, in the world as it is.
fn fire_at_pointer(
    session: &mut Session,
    launcher: Launcher,
    around: Surroundings<'_>,
    effects: &mut Effects,
) {
    if session.trouble.is_some() {
        let text = "the run has stopped; {} starts it over";
        return effects.fail_with_key(text, "Reset", Trigger::Reset);
    }
    let aimed = aimed_at_pointer(launcher, &session.simulation, around);
    throw_balls(session, aimed, effects);
}

fn throw_balls(session: &mut Session, launcher: Launcher, effects: &mut Effects) {
    let shot = Launcher {
        fire_at_s: None,
        ..launcher
    };
    if !session.fire(&shot) {
        let text = "too many balls in the scene; {} removes them";
        effects.fail_with_key(text, "Reset", Trigger::Reset);
    }
}

/// Goes to the start of a scene.
fn begin_anew(playback: &mut Playback, scene: &Arc<Scene>, effects: &mut Effects) {
    keep_timed_shot(playback);
    if let Err(errors) = playback.session.reset(scene) {
        fail_to_build(&errors, effects);
    }
}

/// A timed shot that was asked for is a throw of a person, and so is worth a take.
fn keep_timed_shot(playback: &mut Playback) {
    let session = &mut playback.session;
    let is_timed = has_timed_shot(session.history.scene());
    let was_asked_for = playback.timed_shot == TimedShot::Waits && is_timed;
    if was_asked_for && !session.simulation.balls().is_empty() {
        session.keep_take();
    }
}

/// Lets physics take over the animated ragdolls that are selected, else all.
pub(super) fn hand_over(session: &mut Session, around: Surroundings<'_>, effects: &mut Effects) {
    let players = session.simulation.players().iter();
    let animated: Vec<Id> = players.map(|player| player.id()).collect();
    let selection = around.document.selection();
    let selected = animated
        .iter()
        .copied()
        .filter(|id| selection.contains(*id));
    let mut chosen: Vec<Id> = selected.collect();
    if chosen.is_empty() {
        chosen.clone_from(&animated);
    }
    let handed = chosen
        .into_iter()
        .map(|id| session.apply(&Input::HandOver(id)));
    match (animated.is_empty(), handed.filter(|handed| *handed).count()) {
        (true, _) => effects.fail("no ragdoll is animated; choose a clip in the Inspector"),
        (false, 0) => effects.say("already simulated"),
        _ => {}
    }
}

/// Takes all pins out.
pub(super) fn free_all(session: &mut Session, effects: &mut Effects) {
    if !session.apply(&Input::FreeAll) {
        let text = "nothing is pinned; {}";
        effects.say_with_key(text, "point at a body and pin it", Trigger::Pin);
    }
}

/// A blast where the pointer is, else in the middle of the view.
pub(super) fn blast_at(around: Surroundings<'_>) -> Blast {
    let options = &around.workbench.options;
    let hit = around.pointed_at;
    Blast {
        centre: hit.map_or(around.workbench.place_m, |hit| hit.point),
        strength: options.blast_strength,
        radius: options.blast_radius_m,
    }
}

/// Makes the present pose, at rest, the beginning of the scene.
pub(super) fn keep_pose(session: &Session, around: Surroundings<'_>, effects: &mut Effects) {
    let simulation = &session.simulation;
    if simulation.world.state().step == 0 {
        return effects.say("the scene is at its start; play it first");
    }
    let scene = around.document.scene();
    if !session.is_of(scene) {
        let text = "this take shows an earlier version of the scene; {} shows the current one";
        return effects.fail_with_key(text, "Reset", Trigger::Reset);
    }
    for action in kept_pose(scene, simulation) {
        effects.perform(action);
    }
}

/// Adds the present pose of each selected ragdoll to a clip of its own, which it then plays.
pub(super) fn pose_as_clip(session: &Session, around: Surroundings<'_>, effects: &mut Effects) {
    let scene = around.document.scene();
    let simulation = &session.simulation;
    let selected = |id: Id| around.document.selection().contains(id);
    let posed = scene.ragdolls.iter().filter(|ragdoll| selected(ragdoll.id));
    let posed = posed.filter_map(|ragdoll| {
        let map = simulation
            .map
            .ragdolls
            .iter()
            .find(|map| map.id == ragdoll.id)?;
        let bodies = simulation.world.state().bodies.get(map.bodies.clone())?;
        let parts: Vec<_> = bodies.iter().map(|body| body.pose()).collect();
        let item = Item::Ragdoll(with_pose(ragdoll, &parts)?);
        Some(Command::replace(item, "Add pose to clip"))
    });
    let commands: Vec<Command> = posed.collect();
    match commands.is_empty() {
        true => effects.fail("nothing to add; select a rigid ragdoll"),
        false => {
            let all = Command::Batch("Add pose to clip".into(), commands);
            effects.perform(Action::Edit(all));
        }
    }
}

/// Puts the launcher where the camera is, aimed at where the pointer is.
pub(super) fn put_launcher_at_camera(around: Surroundings<'_>, effects: &mut Effects) {
    if let Some(launcher) = launcher_at_camera(around, effects) {
        let edit = Command::SetLauncher(launcher, "Launcher position");
        effects.perform(Action::Edit(edit));
    }
}

/// The launcher at the eye of the camera, aimed at where the pointer is; says so if
/// that is nowhere.
fn launcher_at_camera(around: Surroundings<'_>, effects: &mut Effects) -> Option<Launcher> {
    let Some(sight) = around.workbench.sight else {
        effects.fail("point at the stage first, to aim the ball");
        return None;
    };
    let scene = around.document.scene();
    let launcher = scene.launcher.clone().unwrap_or_default();
    let from = sight.origin + sight.direction * (2.0 * launcher.ball.radius_m);
    let gravity = scene.gravity_m_s2.into();
    let direction = match around.pointed_at {
        Some(hit) => direction_to(from, hit.point, launcher.speed_m_s, gravity),
        None => sight.direction,
    };
    Some(Launcher {
        position_m: from.into(),
        direction: direction.into(),
        ..launcher
    })
}

/// What makes the pose of a simulation of a scene, at rest, its beginning. Pins stay.
pub fn kept_pose(scene: &Scene, simulation: &Simulation) -> Vec<Action> {
    let posed = Scene {
        // The scene begins anew, and its shot with it.
        launcher: scene.launcher.clone(),
        ..at_rest(simulation.flatten(scene, &[]))
    };
    let pins = simulation.world.holds().pins.iter();
    let pins = pins.map(|pin| Action::Input(Input::Pin(pin.grip)));
    let edit = Action::Edit(Command::KeepPose(Box::new(posed)));
    std::iter::once(edit).chain(pins).collect()
}

/// The same scene with nothing moving.
fn at_rest(mut scene: Scene) -> Scene {
    for body in &mut scene.bodies {
        body.velocity_m_s = [0.0; 3];
        body.angular_velocity_deg_s = [0.0; 3];
    }
    for particle in &mut scene.particles {
        particle.velocity_m_s = [0.0; 3];
    }
    for pose in scene.ragdolls.iter_mut().filter_map(|r| r.pose.as_mut()) {
        pose.hit = false;
        for body in &mut pose.bodies {
            body.velocity_m_s = [0.0; 3];
            body.angular_velocity_rad_s = [0.0; 3];
        }
        for particle in &mut pose.particles {
            particle.velocity_m_s = [0.0; 3];
        }
    }
    scene
}
