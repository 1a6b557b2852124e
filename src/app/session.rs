//! The scene as it plays: pacing, shots, trails, and the ghost of the last result.

use super::stage::{surfaces_of, Surfaces};
use crate::compile::{BuildError, RagdollMap};
use crate::lab::{Input, Progress, Shot, Simulation};
use crate::physics::{Blast, Model, State};
use crate::scene::Scene;
use glam::DVec3;
use std::time::{Duration, Instant};

/// Slowest and fastest playback.
pub const SPEED_RANGE: (f64, f64) = (0.001, 8.0);
/// Share of a new measurement in the shown cost of a step.
const COST_SMOOTHING: f64 = 0.05;

/// A trail of positions, one per step, m.
pub type Trail = Vec<DVec3>;

/// Pose of the figure when its last result was complete, for comparison.
#[derive(Clone)]
pub struct Ghost {
    /// The whole simulation at its end.
    pub simulation: Simulation,
}

/// A playing scene.
pub struct Session {
    /// The running scene.
    pub simulation: Simulation,
    /// Whether time goes on.
    pub playing: bool,
    /// Playback speed, 1 = real time.
    pub speed: f64,
    /// Speed that was reached in the last second, 1 = real time.
    pub reached_speed: f64,
    /// Part of a step between the previous and the present state, 0 to 1.
    pub blend: f64,
    /// Smoothed cost of a step, µs.
    pub step_us: f64,
    /// What stopped the run, if anything.
    pub trouble: Option<String>,
    /// The last shot, for repeating it.
    pub last_shot: Option<Shot>,
    /// The last blast, and the step before which it was.
    pub last_blast: Option<(Blast, u64)>,
    /// The result before this one.
    pub ghost: Option<Ghost>,
    /// Ways of the balls.
    pub ball_trails: Vec<Trail>,
    /// Ways of the head, the pelvis and, if it has them, hands and feet of the first
    /// figure.
    pub figure_trails: Vec<Trail>,
    /// The meshes of the scene as they are drawn.
    pub surfaces: Surfaces,
    accumulated_s: f64,
}

impl Session {
    /// A playing scene at its start.
    ///
    /// # Errors
    /// What the method cannot simulate.
    pub fn new(scene: &Scene) -> Result<Session, Vec<BuildError>> {
        let simulation = Simulation::new(scene)?;
        Ok(Session {
            surfaces: surfaces_of(simulation.world.model()),
            simulation,
            playing: true,
            speed: 1.0,
            reached_speed: 1.0,
            blend: 1.0,
            step_us: 0.0,
            trouble: None,
            last_shot: None,
            last_blast: None,
            ghost: None,
            ball_trails: Vec::new(),
            figure_trails: Vec::new(),
            accumulated_s: 0.0,
        })
    }

    /// Goes back to the start of a scene, keeping speed, last shot and ghost.
    ///
    /// # Errors
    /// What the method cannot simulate; the session stays as it was.
    pub fn reset(&mut self, scene: &Scene) -> Result<(), Vec<BuildError>> {
        let fresh = Session::new(scene)?;
        let old = std::mem::replace(self, fresh);
        self.speed = old.speed;
        self.step_us = old.step_us;
        self.playing = old.playing || old.trouble.is_some();
        self.last_shot = old.last_shot.clone();
        let finished = old.shot_is_over();
        self.ghost = if finished {
            Some(Ghost {
                simulation: old.simulation,
            })
        } else {
            old.ghost
        };
        Ok(())
    }

    /// Lets `frame_s` seconds of real time pass.
    ///
    /// The steps take at most about `budget`; what is left then is lost, so that a
    /// heavy scene never freezes the window.
    pub fn advance(&mut self, frame_s: f64, budget: Option<Duration>) {
        if !self.playing || self.trouble.is_some() {
            self.blend = 1.0;
            return;
        }
        let step_s = self.simulation.world.model().settings.step_s;
        self.accumulated_s += frame_s * self.speed;
        let (began, mut steps) = (Instant::now(), 0);
        while self.accumulated_s >= step_s && self.trouble.is_none() {
            if steps > 0 && budget.is_some_and(|budget| began.elapsed() > budget) {
                self.accumulated_s = 0.0;
                break;
            }
            self.accumulated_s -= step_s;
            self.step();
            steps += 1;
        }
        self.blend = (self.accumulated_s / step_s).clamp(0.0, 1.0);
        if frame_s > 0.0 {
            let reached = f64::from(steps) * step_s / frame_s;
            self.reached_speed += (reached - self.reached_speed) * COST_SMOOTHING;
        }
    }

    /// Makes one step.
    pub fn step(&mut self) {
        if self.trouble.is_some() {
            return;
        }
        let begin = Instant::now();
        let progress = self.simulation.step();
        let cost = begin.elapsed().as_secs_f64() * 1e6;
        self.step_us += (cost - self.step_us) * COST_SMOOTHING;
        if let Progress::Diverged { owner, step } = progress {
            let what = self.simulation.map.name_of(owner);
            self.trouble = Some(format!(
                "the run diverged after step {step} at {what}; the last good state is kept. \
                 Raise substeps or iterations, or Reset"
            ));
            return;
        }
        self.record_trails();
    }

    /// Does what a person asks for; false if it cannot be done.
    pub fn apply(&mut self, input: &Input) -> bool {
        self.simulation.apply(input)
    }

    /// Sets off a blast.
    pub fn blast(&mut self, blast: Blast) {
        if self.apply(&Input::Blast(blast)) {
            self.playing = true;
            self.last_blast = Some((blast, self.simulation.world.state().step));
        }
    }

    /// Throws a ball; false when there are too many.
    pub fn fire(&mut self, shot: &Shot) -> bool {
        let fired = self.apply(&Input::Throw(shot.clone()));
        if fired {
            self.playing = true;
            self.last_shot = Some(shot.clone());
        }
        fired
    }

    /// Whether the last shot has been measured to its end, so that the next one
    /// begins anew.
    pub fn shot_is_over(&self) -> bool {
        let shot = self.simulation.metrics.shot.as_ref();
        shot.is_some_and(|shot| shot.time_to_rest_s.is_some())
    }

    fn record_trails(&mut self) {
        let state = self.simulation.world.state();
        let balls = self.simulation.balls();
        self.ball_trails.resize(balls.len(), Trail::new());
        for (trail, &ball) in self.ball_trails.iter_mut().zip(balls) {
            push_if_moved(trail, state.bodies[ball].position);
        }
        if self.simulation.metrics.shot.is_none() {
            return;
        }
        let Some(ragdoll) = self.simulation.map.ragdolls.first() else {
            return;
        };
        let followed = followed(ragdoll, self.simulation.world.model(), state);
        self.figure_trails.resize(followed.len(), Trail::new());
        for (trail, position) in self.figure_trails.iter_mut().zip(followed) {
            push_if_moved(trail, position);
        }
    }
}

/// Parts of a figure whose way is shown, by each of their names.
const FOLLOWED_PARTS: [&[&str]; 6] = [
    &["head"],
    &["pelvis", "basin"],
    &["l_hand"],
    &["r_hand"],
    &["l_foot"],
    &["r_foot"],
];

/// Where the followed parts of a figure are; always the same ones of a figure.
fn followed(ragdoll: &RagdollMap, model: &Model, state: &State) -> Vec<DVec3> {
    let place = |part: &str| {
        let body = ragdoll.body_of(part).map(|i| state.bodies[i].position);
        let of_stick = |i: usize| state.particles[model.sticks[i].a].position;
        body.or_else(|| ragdoll.stick_of(part).map(of_stick))
    };
    let of_names = |names: &&[&str]| names.iter().find_map(|name| place(name));
    FOLLOWED_PARTS.iter().filter_map(of_names).collect()
}

/// Longest trail, points.
const LONGEST_TRAIL: usize = 4000;

fn push_if_moved(trail: &mut Trail, position: DVec3) {
    let moved = trail
        .last()
        .is_none_or(|last| last.distance(position) > 0.005);
    if moved && trail.len() < LONGEST_TRAIL {
        trail.push(position);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn followed_of(figure: &str) -> Vec<DVec3> {
        let text = format!(
            r#"{{"format": "ragdoll-scene", "version": 1,
                "ragdolls": [{{"id": 1, "figure": {figure}}}]}}"#
        );
        let scene: Scene = serde_json::from_str(&text).unwrap();
        let simulation = Simulation::new(&scene).unwrap();
        let (model, state) = (simulation.world.model(), simulation.world.state());
        followed(&simulation.map.ragdolls[0], model, state)
    }

    #[test]
    fn head_and_hips_are_followed_and_hands_and_feet_where_there_are_some() {
        assert_eq!(followed_of(r#"{"mx": {}}"#).len(), 6);
        assert_eq!(followed_of(r#"{"thesis": {}}"#).len(), 2);
        assert_eq!(followed_of(r#"{"thesis": {"build": "rigid"}}"#).len(), 2);
        assert!(followed_of(r#"{"mx": {}}"#)[0].y > 1.5);
    }
}
