//! What a camera that follows a shot keeps in the picture.

use crate::app::playback::Session;
use crate::lab::{ShotResult, Simulation};
use crate::physics::report;
use crate::view::camera::Bounds;
use crate::view::convert::to_view;
use crate::view::framing::{corners, FreePart};
use crate::view::pane_cameras::PaneCameras;
use glam::DVec3;
use macroquad::math::Vec3;

/// Speed of a camera that follows against one that is moved by hand.
const FOLLOWING_PACE: f32 = 0.5;
/// How far ahead things are looked for, s: about as long as the picture needs to go there.
const LEAD_S: f64 = 0.3;
/// How long a ball counts after it has hit, s.
const BALL_COUNTS_S: f64 = 0.3;
/// Room for limbs that swing ahead of the figure, m.
const SWING_M: f32 = 0.25;
/// Least that is kept free round the figure, m.
const ROOM_M: f64 = 0.15;

/// The shot that is followed, in the run of the session and in those beside it.
#[derive(Debug, Clone, Default)]
pub struct Follow {
    /// When the shot was fired, s; `None` before the first.
    fired_at_s: Option<f64>,
    /// Step until which it was followed: a run that begins anew is another shot, and who
    /// looks back in time is not led about.
    until: u64,
    /// The figure at the shot; `None` before the first.
    start: Option<Bounds>,
    /// Everywhere the figure of each run and the ball have been; nothing if no shot is
    /// followed.
    ways: Vec<Bounds>,
}

/// What a camera that follows has to show of each run.
#[derive(Debug, Clone, PartialEq)]
enum Followed {
    /// What is under way: nothing of it may leave the picture.
    Growing(Vec<Vec<Vec3>>),
    /// All that happened.
    Whole(Vec<Vec<Vec3>>),
}

impl Follow {
    /// Follows nothing until the next shot.
    pub fn end(&mut self) {
        self.ways.clear();
    }

    /// Follows the last shot again, in so many runs.
    pub fn resume(&mut self, runs: usize) {
        self.ways = self.start.map_or(Vec::new(), |start| vec![start; runs]);
    }

    /// Sends cameras where everything is seen within a part of each picture. `sides`: the
    /// runs that have panes beside that of the session; `aspect`: width over height of a
    /// picture.
    pub fn lead(
        &mut self,
        session: &Session,
        sides: &[&Simulation],
        cameras: &mut PaneCameras,
        (free, aspect): (FreePart, f32),
    ) {
        match self.watch(session, sides) {
            Some(Followed::Growing(points)) => cameras.keep_in_view(&points, free, aspect),
            Some(Followed::Whole(points)) => cameras.frame(&points, free, aspect),
            None => {}
        }
    }

    /// Speed of the camera against one that is moved by hand.
    pub fn pace(&self) -> f32 {
        match self.ways.is_empty() {
            false => FOLLOWING_PACE,
            true => 1.0,
        }
    }

    /// What has to be in the pictures now: from the throw to the rest all the way of the
    /// figure and of the ball to its hit, then start, hit and end.
    fn watch(&mut self, session: &Session, sides: &[&Simulation]) -> Option<Followed> {
        let simulation = &session.simulation;
        let runs = || std::iter::once(simulation).chain(sides.iter().copied());
        let shot = simulation.metrics.shot.as_ref();
        let fired_at_s = shot.map(|shot| shot.fired_at_s);
        let is_new = fired_at_s != self.fired_at_s || session.now() < self.until;
        let goes_on = session.playing || session.is_at_end();
        if goes_on && is_new {
            self.fired_at_s = fired_at_s;
            self.start = figure_bounds(simulation).filter(|_| shot.is_some());
            self.resume(runs().count());
        }
        if goes_on {
            self.until = session.now();
        }
        let shot = shot?;
        // A miss has no end that is worth a look, and who pulls looks where they pull.
        let missed = shot.first_hit.is_none() && session.shot_is_over();
        if missed || simulation.world.holds().pull.is_some() {
            self.end();
        }
        let start = self.start.filter(|_| !self.ways.is_empty())?;
        if shot.time_to_rest_s.is_some() {
            let thrown_from = session.last_shot.as_ref();
            let thrown_from = thrown_from.map(|shot| to_view(shot.position_m.into()));
            let whole = runs().map(|run| {
                let ends = [Some(start), figure_bounds(run)];
                let ends = ends.into_iter().flatten().flat_map(corners);
                ends.chain(hit_of(run)).chain(thrown_from).collect()
            });
            let whole = whole.collect();
            if runs().all(|run| shot_of(run).is_none_or(|shot| shot.time_to_rest_s.is_some())) {
                self.end();
            }
            return Some(Followed::Whole(whole));
        }
        for (way, run) in self.ways.iter_mut().zip(runs()) {
            grow(way, run);
        }
        let ways = self.ways.iter().map(|way| corners(*way).to_vec());
        Some(Followed::Growing(ways.collect()))
    }
}

fn shot_of(run: &Simulation) -> Option<&ShotResult> {
    run.metrics.shot.as_ref()
}

/// Where the ball hit first.
fn hit_of(run: &Simulation) -> Option<Vec3> {
    let hit = shot_of(run)?.first_hit?;
    Some(to_view(hit.impact.point))
}

/// Adds where the figure is and will be soon, and the ball while it counts.
fn grow(way: &mut Bounds, run: &Simulation) {
    if let Some(now) = figure_bounds(run) {
        *way = joined(joined(*way, now), moved(grown(now), lead_of(run)));
    }
    if shot_of(run).is_some_and(|shot| ball_counts(shot, run)) {
        for &ball in run.balls() {
            *way = joined(*way, body_bounds(run, ball));
        }
    }
}

fn ball_counts(shot: &ShotResult, run: &Simulation) -> bool {
    let now = run.time_s();
    let until = shot
        .first_hit
        .map_or(f64::INFINITY, |hit| hit.time_s + BALL_COUNTS_S);
    // A ball that misses is not run after.
    now < until.min(shot.fired_at_s + 1.0)
}

/// How far the figure as a whole gets before the picture is there, m; never down, where
/// the floor is.
fn lead_of(simulation: &Simulation) -> Vec3 {
    let figure = simulation.metrics.figure();
    let (model, state) = (simulation.world.model(), simulation.world.state());
    let centre = report::centre_of_mass(model, state, &figure.particles, &figure.bodies);
    let (_, velocity) = centre.unwrap_or_default();
    to_view(velocity.with_y(velocity.y.max(0.0)) * LEAD_S)
}

/// The box round the figure that shots are measured on; `None` without one.
pub fn figure_bounds(simulation: &Simulation) -> Option<Bounds> {
    let figure = simulation.metrics.figure();
    let (model, state) = (simulation.world.model(), simulation.world.state());
    let particles = figure.particles.iter().filter_map(|&i| {
        let radius = model.particles.get(i)?.radius.max(ROOM_M);
        Some(round(state.particles.get(i)?.position, radius))
    });
    let bodies = figure.bodies.iter().map(|&i| body_bounds(simulation, i));
    particles.chain(bodies).reduce(joined)
}

fn body_bounds(simulation: &Simulation, body: usize) -> Bounds {
    let (model, state) = (simulation.world.model(), simulation.world.state());
    let look = simulation.map.look_of(model, body);
    let radius = look.map_or(0.0, |look| look.bounding_radius());
    let motion = state.bodies.get(body).copied().unwrap_or_default();
    round(motion.position, radius)
}

fn round(centre: DVec3, radius: f64) -> Bounds {
    let reach = DVec3::splat(radius);
    Bounds {
        min: to_view(centre - reach),
        max: to_view(centre + reach),
    }
}

/// With the room that limbs need which swing faster than the whole moves.
fn grown(bounds: Bounds) -> Bounds {
    Bounds {
        min: bounds.min - Vec3::splat(SWING_M),
        max: bounds.max + Vec3::splat(SWING_M),
    }
}

fn moved(bounds: Bounds, by: Vec3) -> Bounds {
    Bounds {
        min: bounds.min + by,
        max: bounds.max + by,
    }
}

fn joined(a: Bounds, b: Bounds) -> Bounds {
    Bounds {
        min: a.min.min(b.min),
        max: a.max.max(b.max),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::scene;
    use std::sync::Arc;

    #[test]
    fn a_throw_from_the_start_again_is_followed_again_and_a_look_back_is_not() {
        let shipped = scene::find("first-throw").unwrap();
        let scene = Arc::new(scene::parse(shipped.text.as_bytes()).unwrap());
        let launcher = scene.launcher.clone().unwrap();
        let mut session = Session::new(&scene).unwrap();
        let mut follow = Follow::default();
        assert_eq!(follow.watch(&session, &[]), None);
        assert_eq!(follow.pace(), 1.0, "nothing has been thrown");
        let mut thrown = |mut session: Session| {
            assert!(session.fire(&launcher));
            let mut last = None;
            for _ in 0..360 {
                session.step();
                last = follow.watch(&session, &[]).or(last);
            }
            assert!(matches!(last, Some(Followed::Whole(_))), "{last:?}");
            session
        };
        session = thrown(session);
        session.reset(&scene).unwrap();
        session = thrown(session);
        session.go_to(20);
        session.approach(None);
        assert_eq!(follow.watch(&session, &[]), None);
    }
}
