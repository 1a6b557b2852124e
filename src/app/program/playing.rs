//! Playing: the launcher, pins and blasts, time, and back to the start.

use super::Program;
use crate::app::action::Trigger;
use crate::app::aim::direction_to;
use crate::app::pick::{pick, Hit, Picked};
use crate::app::tool::{attachment_at, attachment_of};
use crate::compile::flatten;
use crate::editor::Command;
use crate::lab::{Input, Simulation};
use crate::physics::{Attachment, Blast};
use crate::scene::{Launcher, Scene};
use glam::DVec3;

impl Program {
    /// Throws the launcher's ball; after a finished shot the scene begins anew.
    pub(super) fn throw(&mut self) {
        let Some(launcher) = &self.document.scene().launcher else {
            self.fail("this scene has no launcher; add one in the panel Throw".into());
            return;
        };
        let shot = Launcher {
            fire_at_s: None,
            ..launcher.clone()
        };
        self.fire(shot);
    }

    /// Throws the launcher's ball from the eye of the camera to where the pointer is.
    pub(super) fn throw_from_camera(&mut self) {
        if let Some(launcher) = self.launcher_at_camera() {
            self.fire(Launcher {
                fire_at_s: None,
                ..launcher
            });
        }
    }

    /// Puts the launcher where the camera is, aimed at where the pointer is.
    pub(super) fn put_launcher_at_camera(&mut self) {
        if let Some(launcher) = self.launcher_at_camera() {
            self.edit(&Command::SetLauncher(launcher, "Place of the launcher"));
        }
    }

    /// The launcher at the eye of the camera, aimed at where the pointer is; says so if
    /// that is nowhere.
    fn launcher_at_camera(&mut self) -> Option<Launcher> {
        let Some(sight) = self.sight else {
            self.fail("point at the stage first; the ball flies there".into());
            return None;
        };
        let scene = self.document.scene();
        let launcher = scene.launcher.clone().unwrap_or_default();
        let from = sight.origin + sight.direction * (2.0 * launcher.ball.radius_m);
        let gravity = scene.gravity_m_s2.into();
        let direction = match self.pointed_at() {
            Some(hit) => direction_to(from, hit.point, launcher.speed_m_s, gravity),
            None => sight.direction,
        };
        Some(Launcher {
            position_m: from.into(),
            direction: direction.into(),
            ..launcher
        })
    }

    pub(super) fn repeat_shot(&mut self) {
        match self.session.last_shot.clone() {
            Some(shot) => self.fire(shot),
            None => self.throw(),
        }
    }

    fn fire(&mut self, shot: Launcher) {
        if self.session.shot_is_over() || self.session.trouble.is_some() {
            // The shot that the scene fires by itself would be a second ball.
            let mut scene = (**self.document.scene()).clone();
            if let Some(launcher) = &mut scene.launcher {
                launcher.fire_at_s = None;
            }
            self.reset_to(&scene);
        }
        if !self.session.fire(&shot) {
            let reset = self.keymap.with_key("Reset", Trigger::Reset);
            self.fail(format!("too many balls in the scene; {reset} removes them"));
        }
    }

    pub(super) fn reset(&mut self) {
        let scene = self.document.scene().clone();
        self.reset_to(&scene);
    }

    fn reset_to(&mut self, scene: &Scene) {
        if let Err(errors) = self.session.reset(scene) {
            self.fail_to_build(&errors);
        }
    }

    /// Turns the launcher so that the ball arrives at `target`, m.
    pub fn aim_at(&mut self, target: DVec3) {
        let scene = self.document.scene();
        if let Some(launcher) = &scene.launcher {
            let gravity = scene.gravity_m_s2.into();
            let from = launcher.position_m.into();
            let direction = direction_to(from, target, launcher.speed_m_s, gravity).into();
            let launcher = Launcher {
                direction,
                ..launcher.clone()
            };
            self.edit(&Command::SetLauncher(launcher, "Aim"));
        }
    }

    /// Pins what is pulled, else what the pointer is over, else what is selected.
    pub(super) fn pin(&mut self) {
        let grips = self.grips_to_pin();
        for grip in &grips {
            self.session.apply(&Input::Pin(*grip));
        }
        if grips.is_empty() {
            self.fail("nothing to pin; point at a body, or select one".into());
        }
    }

    fn grips_to_pin(&self) -> Vec<Attachment> {
        let simulation = &self.session.simulation;
        if let Some(pull) = &simulation.world.holds().pull {
            return vec![pull.grip];
        }
        let hit = self.pointed_at();
        if let Some(grip) = hit.and_then(|hit| attachment_at(simulation, hit)) {
            return vec![grip];
        }
        let selected = self.document.selection().ids().iter();
        selected
            .filter_map(|id| attachment_of(simulation, *id))
            .collect()
    }

    /// What the pointer is over.
    fn pointed_at(&self) -> Option<Hit> {
        let sight = self.sight?;
        let simulation = &self.session.simulation;
        let picked = pick(simulation, sight.origin, sight.direction, |owner| {
            !self.hides(owner)
        });
        match picked {
            Picked::Body(hit) | Picked::Obstacle(hit) => Some(hit),
            Picked::Sky => None,
        }
    }

    pub(super) fn free_all(&mut self) {
        if !self.session.apply(&Input::FreeAll) {
            self.say("nothing is pinned; P pins what the pointer is over".into());
        }
    }

    /// Sets off a blast where the pointer is, else in the middle of the view.
    pub(super) fn blast(&mut self) {
        let options = &self.tool_options;
        let hit = self.pointed_at();
        self.session.blast(Blast {
            centre: hit.map_or(self.place_m, |hit| hit.point),
            strength: options.blast_strength,
            radius: options.blast_radius_m,
        });
    }

    /// Plays or pauses; in the past what was recorded plays.
    pub(super) fn play_or_pause(&mut self) {
        self.session.playing = !self.session.playing;
    }

    /// Makes the present pose, at rest, the beginning of the scene.
    pub(super) fn keep_pose(&mut self) {
        let simulation = self.session.simulation.clone();
        if simulation.world.state().step == 0 {
            return self.say("the scene is at its start; play first".into());
        }
        self.keep_posed(&simulation);
    }

    /// Makes the pose of a simulation of this scene, at rest, its beginning. Pins stay.
    pub(crate) fn keep_posed(&mut self, simulation: &Simulation) {
        let Simulation { world, map, .. } = simulation;
        let posed = flatten(self.document.scene(), world, map, &[]);
        self.edit(&Command::KeepPose(Box::new(at_rest(posed))));
        for pin in &world.holds().pins {
            self.session.apply(&Input::Pin(pin.grip));
        }
    }
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
