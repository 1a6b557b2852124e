//! The views of the panes: what they frame, and how they follow who was hit.
//!
//! Opening a scene, Reset and a throw from the start frame the scene. After a hit the ragdoll that
//! was hit stays in view and large enough to be seen; the ball may go. At rest its whole way is
//! framed. The views are led there smoothly; what that leaves out of the picture is brought back
//! by a last step ([`crate::view::holding`]), so that who is followed is seen in every frame.
//! Where there is nobody to hit, the view widens as far as what moves goes, within bounds.
//! Who moves the camera has it until the next throw.

use super::follow::{figure_bounds, figure_points, grown, joined, lead_of, moved, towards};
use super::{bounds_of, floor_below, push_out, swings_across, swings_to, telling_side};
use crate::app::jobs::fan::Fan;
use crate::app::playback::Session;
use crate::lab::Simulation;
use crate::scene::Launcher;
use crate::view::camera::{Bounds, Camera};
use crate::view::convert::to_view;
use crate::view::framing::{corners, FreePart};
use crate::view::holding::{Held, Hold};
use crate::view::pane_cameras::{PaneCameras, Views};
use macroquad::math::Vec3;

/// Speed of a camera that follows against one that is moved by hand, and while who is followed
/// is not well in view.
const FOLLOWING_PACE: (f32, f32) = (0.5, 1.2);
/// A launcher farther away than so many times the size of the scene is not framed.
const NEAR_LAUNCHER: f32 = 3.0;
/// Least length of who was hit, as a share of the shorter side of the pane: while it moves, and
/// at rest.
const LEAST_EXTENT: (f32, f32) = (1.0 / 6.0, 1.0 / 12.0);
/// So much larger it is framed, so that the view does not move all the time.
const ROOM: f32 = 1.25;
/// Who is followed is held in the picture at the latest so long after the hit, s of the run: until
/// then the view has time to get there by itself.
const HELD_AFTER_S: f64 = 0.35;
/// So much beyond the part in which things are framed, as a share of it.
const HELD_BEYOND: f32 = 0.03;
/// So much larger than they have to be.
const HELD_ROOM: f32 = 1.01;
/// What is framed while it moves, the most first: the share of the way behind it, and of the way
/// that it makes until the picture is there.
const MOVING: [(f32, f32); 7] = [
    (1.0, 1.0),
    (0.5, 1.0),
    (0.25, 1.0),
    (0.0, 1.0),
    (0.0, 0.5),
    (0.0, 0.25),
    (0.0, 0.0),
];
/// What moves in a scene without ragdolls and without a launcher is kept in view until it is so
/// far outside of what was framed first, in sizes of that: what flies away may go.
const MOST_WIDENED: f32 = 1.0;
/// Shares of the way that are framed at rest, the most first.
const RESTING: [f32; 5] = [1.0, 0.75, 0.5, 0.25, 0.0];

/// What is shown in the panes.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// The playing session.
    pub session: &'a Session,
    /// The runs beside it that have panes of their own.
    pub sides: &'a [&'a Simulation],
    /// What throws.
    pub launcher: Option<&'a Launcher>,
    /// The shot fan on the stage.
    pub fan: Option<&'a Fan>,
}

impl<'a> Shown<'a> {
    fn runs(self) -> impl Iterator<Item = &'a Simulation> {
        std::iter::once(&self.session.simulation).chain(self.sides.iter().copied())
    }
}

/// What the panes are like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PaneShape {
    /// The part of each picture in which things are framed.
    pub free: FreePart,
    /// Width over height of each picture.
    pub aspect: f32,
}

/// What the panes were like when something was framed in them.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Layout {
    shape: PaneShape,
    panes: usize,
    fan: Option<Bounds>,
}

/// What has happened since the last frame.
#[derive(Debug, Clone, Copy, PartialEq)]
enum News {
    /// Nothing that concerns the view.
    Nothing,
    /// The run is at its start, or another one.
    Start,
    /// Something was thrown.
    Throw,
}

/// The views of the panes.
#[derive(Debug, Clone, Default)]
pub struct StageViews {
    /// The cameras.
    pub cameras: PaneCameras,
    layout: Option<Layout>,
    /// Where a person has put the view; nothing where it was framed.
    own: Option<Camera>,
    /// When the last shot was fired, s; `None` before the first.
    fired_at_s: Option<f64>,
    /// Step until which the run was watched: one that begins anew is another, and who looks back
    /// in time is not led about.
    until: u64,
    /// Who is followed in each run: who was hit, or has left the picture.
    followed: Vec<Option<Followed>>,
    /// Whether nothing is followed until the next throw.
    is_left: bool,
    /// Whether who is followed is well in view.
    is_well_seen: bool,
    /// Whether what is seen at rest has been framed.
    is_settled: bool,
    /// In each run without anybody to follow: what was framed, and how far things have gone.
    reached: Vec<[Bounds; 2]>,
}

/// Who is followed in a run.
#[derive(Debug, Clone, Copy)]
struct Followed {
    /// Its place among the ragdolls of the scene.
    figure: usize,
    /// Since when, s of the run.
    since_s: f64,
    /// When it was hit last; `None` where it was not.
    hit_s: Option<f64>,
    /// Where it was then.
    start: Option<Bounds>,
}

impl StageViews {
    /// Shows the whole scene, from a side if one is given.
    pub fn look_from(&mut self, shown: Shown<'_>, shape: PaneShape, direction: Option<(f32, f32)>) {
        let simulation = &shown.session.simulation;
        let side = || telling_side(simulation, shown.launcher);
        let (yaw, pitch) = direction.unwrap_or_else(side);
        let first = &mut self.cameras.first;
        first.go_to(first.target, first.distance, yaw, pitch);
        self.own = None;
        // Who looks at all of a run is not led about in it any more.
        self.is_left = self.is_followed() && shown.session.now() >= self.until;
        self.followed.clear();
        self.watch_from_now(shown.session);
        self.cameras.keep(shown.sides.len() + 1);
        self.frame_scene(shown, shape);
    }

    /// Shows a part of the scene.
    pub fn look_at(&mut self, bounds: Bounds, shape: PaneShape) {
        let panes = vec![corners(bounds).to_vec(); self.cameras.count()];
        self.cameras.frame(&panes, shape.free, shape.aspect);
        self.own = Some(self.cameras.first);
        self.is_left = true;
    }

    /// Takes over how a person moved the camera of a pane: it follows nothing any more.
    pub fn take(&mut self, pane: usize, camera: Camera) {
        let before = self.cameras.of(pane);
        if camera != before {
            self.cameras.take(pane, camera);
        }
        if !camera.has_goal_of(&before) {
            self.own = Some(self.cameras.first);
            self.is_left = true;
        }
    }

    /// Moves the cameras on for a frame. `follows`: whether they follow by themselves.
    pub fn advance(&mut self, shown: Shown<'_>, shape: PaneShape, follows: bool, frame_s: f32) {
        let layout = Layout {
            shape,
            panes: shown.sides.len() + 1,
            fan: shown.fan.and_then(bounds_of_fan),
        };
        let before = self.layout.replace(layout);
        let has_other_panes = !self.cameras.keep(layout.panes);
        // All may have been looked at in other panes meanwhile.
        let is_other = before != self.layout || has_other_panes;
        let news = self.news(shown.session);
        let mut pace = 1.0;
        if has_other_panes {
            // Each pane has to find its own run.
            self.own = None;
        }
        if is_other && self.own.is_none() {
            self.is_left &= !self.is_followed();
        }
        // Another throw at who is followed is seen from where they are followed.
        let is_new = follows && news != News::Nothing && !self.is_followed();
        let is_left_to_itself = !(follows && self.is_following()) && self.own.is_none();
        // A throw is seen from where a person looks; at the start nobody is lost to sight.
        if news == News::Start && is_new {
            self.leave_own_if_lost(shown, shape);
        }
        if is_new || (is_other && is_left_to_itself) {
            self.frame_scene(shown, shape);
        }
        let hold = match follows {
            true => self.follow(shown, shape, is_other),
            false => None,
        };
        let is_free = self.own.is_none() && !self.is_left && shown.session.playing;
        if follows && hold.is_none() && is_free {
            self.widen(shown, shape);
        }
        if hold.is_some() {
            let (usual, hurried) = FOLLOWING_PACE;
            pace = if self.is_well_seen { usual } else { hurried };
        }
        let model = shown.session.simulation.world.model();
        (self.cameras).update(frame_s, pace, |eye| push_out(model, eye));
        if let Some((held, hold)) = hold {
            (self.cameras).hold(&held, &hold, |eye| push_out(model, eye));
        }
    }

    fn is_followed(&self) -> bool {
        self.followed.iter().any(Option::is_some)
    }

    fn is_following(&self) -> bool {
        self.is_followed() && !self.is_left
    }

    fn watch_from_now(&mut self, session: &Session) {
        let shot = session.simulation.metrics.shot.as_ref();
        self.fired_at_s = shot.map(|shot| shot.fired_at_s);
        self.until = session.now();
    }

    /// Whether the run began anew, or something was thrown in it.
    fn news(&mut self, session: &Session) -> News {
        if !(session.playing || session.is_at_end()) {
            return News::Nothing;
        }
        let (fired_at_s, until) = (self.fired_at_s, self.until);
        self.watch_from_now(session);
        let is_back = session.now() < until;
        if self.fired_at_s == fired_at_s && !is_back {
            return News::Nothing;
        }
        self.is_left = false;
        if is_back {
            self.followed.clear();
        }
        match self.fired_at_s {
            Some(_) => News::Throw,
            None => News::Start,
        }
    }

    /// Goes to where a person has put the view, or else frames the scene.
    fn frame_scene(&mut self, shown: Shown<'_>, shape: PaneShape) {
        if let Some(own) = &self.own {
            return self.cameras.go_back_to(own);
        }
        let fan = shown.fan.and_then(bounds_of_fan);
        let fan: Vec<Vec3> = fan.into_iter().flat_map(corners).collect();
        let points = shown.runs().map(|run| {
            let mut points = points_of(run, shown.launcher);
            points.extend(&fan);
            points
        });
        let points: Vec<_> = points.collect();
        self.cameras.frame(&points, shape.free, shape.aspect);
        let boxes = points.iter().filter_map(|points| bounds_round(points));
        self.reached = boxes.map(|bounds| [bounds; 2]).collect();
    }

    /// Forgets where a person has put the view if no limb is in the picture there.
    fn leave_own_if_lost(&mut self, shown: Shown<'_>, shape: PaneShape) {
        let Some(own) = &self.own else {
            return;
        };
        self.cameras.go_back_to(own);
        let goal = self.cameras.goal();
        let limbs = figure_points(&shown.session.simulation);
        let is_seen = |limb: &Vec3| goal.sees(0, &[*limb], FreePart::WHOLE, shape.aspect);
        if !(limbs.is_empty() || limbs.iter().any(is_seen)) {
            self.own = None;
        }
    }

    /// Shows more of a scene in which nobody is followed, once something leaves the picture.
    fn widen(&mut self, shown: Shown<'_>, shape: PaneShape) {
        let is_bare = |run: &Simulation| run.map.ragdolls.is_empty();
        let runs = shown.sides.len() + 1;
        if shown.launcher.is_some() || self.reached.len() != runs || !shown.runs().all(is_bare) {
            return;
        }
        let goal = self.cameras.goal();
        let free = shape.free.shrunk(-HELD_BEYOND);
        let mut is_seen = true;
        for (pane, (run, [first, all])) in shown.runs().zip(&mut self.reached).enumerate() {
            let room = (first.max - first.min).max_element() * MOST_WIDENED;
            let now = bounds_of(run);
            let within = |corner: Vec3| corner.clamp(first.min - room, first.max + room);
            let now = Bounds {
                min: within(now.min),
                max: within(now.max),
            };
            *all = joined(*all, now);
            is_seen &= goal.sees(pane, &corners(now), free, shape.aspect);
        }
        if !is_seen {
            let points = self.reached.iter().map(|[_, all]| corners(*all).to_vec());
            let points: Vec<_> = points.collect();
            self.cameras.frame(&points, shape.free, shape.aspect);
        }
    }

    /// Goes after who is followed, and how they are to be held in the picture of each pane;
    /// `None` where nobody is followed. `anew`: the panes are others than before.
    fn follow(
        &mut self,
        shown: Shown<'_>,
        shape: PaneShape,
        anew: bool,
    ) -> Option<(Vec<Option<Held>>, Hold)> {
        let session = shown.session;
        if !(session.playing || session.is_at_end()) {
            return None;
        }
        // Who pulls looks where they pull.
        self.is_left |= session.simulation.world.holds().pull.is_some();
        let held_in = PaneShape {
            free: shape.free.shrunk(-HELD_BEYOND),
            ..shape
        };
        self.find_followed(shown, held_in);
        if !self.is_following() {
            return None;
        }
        let rests = shown.runs().all(rests);
        let bodies: Vec<Body> = shown.runs().map(Body::of).collect();
        let least = if rests {
            LEAST_EXTENT.1
        } else {
            LEAST_EXTENT.0
        };
        self.is_well_seen = are_seen(&bodies, &self.cameras.shown(), shape, least);
        self.is_settled &= rests && !anew;
        let on_its_way = self.cameras.goal();
        let is_kept = !anew
            && are_seen(&bodies, &on_its_way, held_in, least)
            && match rests {
                true => self.is_settled,
                false => bodies.iter().enumerate().all(|(pane, body)| {
                    on_its_way.sees(pane, &body.ahead(1.0), shape.free, shape.aspect)
                }),
            };
        if !is_kept {
            let candidates = match rests {
                true => self.resting(shown, &bodies),
                false => self.moving(&bodies),
            };
            self.go_to_best(candidates, &bodies, shape, ROOM * least);
            self.is_settled = rests;
        }
        let held = bodies.iter().zip(shown.runs()).zip(&self.followed);
        let held = held.map(|((body, run), followed)| {
            let followed = followed.as_ref()?;
            let since_s = (run.time_s() - followed.since_s) / HELD_AFTER_S;
            let share = since_s.clamp(0.0, 1.0) as f32;
            // Who leaves the picture by themselves is at its edge.
            let (share, grown) = match followed.hit_s {
                Some(_) => (share, 1.0),
                None => (1.0, share),
            };
            Some(Held {
                corners: body.here(),
                points: body.limbs.clone(),
                least: least * HELD_ROOM * grown,
                share,
            })
        });
        let hold = Hold {
            free: held_in.free,
            aspect: shape.aspect,
        };
        Some((held.collect(), hold))
    }

    /// Finds out who is followed: who was hit, and in a scene with a single ragdoll also who
    /// leaves the picture by themselves or by a blast.
    fn find_followed(&mut self, shown: Shown<'_>, shape: PaneShape) {
        let goal = self.cameras.goal();
        let is_framed = self.own.is_none() && !self.is_left;
        self.followed.resize(shown.sides.len() + 1, None);
        for (pane, (followed, run)) in self.followed.iter_mut().zip(shown.runs()).enumerate() {
            let shot = run.metrics.shot.as_ref();
            let figure = shot.map_or(0, |shot| shot.figure);
            let hit_s = shot.and_then(|shot| shot.first_hit).map(|hit| hit.time_s);
            let known = followed.filter(|followed| followed.figure == figure);
            let leaves = || {
                let here = || corners_of(figure_bounds(run));
                let is_alone = run.map.ragdolls.len() == 1;
                is_alone && is_framed && !goal.sees(pane, &here(), shape.free, shape.aspect)
            };
            let is_news = match known {
                Some(known) => hit_s.is_some() && hit_s != known.hit_s,
                None => hit_s.is_some() || leaves(),
            };
            if is_news {
                let since_s = known.map_or(hit_s, |known| Some(known.since_s));
                *followed = Some(Followed {
                    figure,
                    since_s: since_s.unwrap_or(run.time_s()),
                    hit_s,
                    start: figure_bounds(run),
                });
            }
        }
    }

    /// Goes to the first of some views in which everybody is large enough, or the last.
    fn go_to_best(
        &mut self,
        candidates: Vec<Vec<Vec<Vec3>>>,
        bodies: &[Body],
        shape: PaneShape,
        least: f32,
    ) {
        let mut last = None;
        for points in candidates {
            let Some(views) = self.cameras.framing(&points, shape.free, shape.aspect) else {
                continue;
            };
            let is_good = are_large(bodies, &views, shape, least);
            last = Some(views);
            if is_good {
                break;
            }
        }
        if let Some(views) = last {
            self.cameras.go_to(&views);
        }
    }

    /// What may be framed while somebody moves, the most first.
    fn moving(&self, bodies: &[Body]) -> Vec<Vec<Vec<Vec3>>> {
        let candidates = MOVING.iter().map(|&(behind, ahead)| {
            let each = bodies.iter().zip(self.starts()).map(|(body, start)| {
                let mut points = body.ahead(ahead);
                points.extend(body.way(start, behind));
                points
            });
            each.collect()
        });
        candidates.collect()
    }

    /// Where who is followed was when they were hit, in each run.
    fn starts(&self) -> impl Iterator<Item = Option<Bounds>> + '_ {
        let followed = self.followed.iter();
        followed.map(|followed| followed.as_ref().and_then(|followed| followed.start))
    }

    /// What may be framed at rest, the most first.
    fn resting(&self, shown: Shown<'_>, bodies: &[Body]) -> Vec<Vec<Vec<Vec3>>> {
        let has_shot = shown.session.simulation.metrics.shot.is_some();
        let thrown_from = shown.session.last_shot.as_ref().filter(|_| has_shot);
        let thrown_from = thrown_from.map(|shot| to_view(shot.position_m.into()));
        let fan = shown.fan.and_then(bounds_of_fan);
        let all = |behind: f32, with_launcher: bool, with_fan: bool| {
            let each = shown.runs().zip(bodies).zip(self.starts());
            let each = each.map(|((run, body), start)| {
                let mut points = body.here();
                points.extend(body.way(start, behind));
                points.extend(hit_of(run).filter(|_| behind >= 1.0));
                points.extend(thrown_from.filter(|_| with_launcher));
                points.extend(fan.filter(|_| with_fan).into_iter().flat_map(corners));
                points
            });
            each.collect::<Vec<_>>()
        };
        let mut candidates = vec![all(1.0, true, true), all(1.0, true, false)];
        candidates.extend(RESTING.iter().map(|&behind| all(behind, false, false)));
        candidates
    }
}

/// Who is followed in a run.
struct Body {
    /// Its box; nothing where there is no ragdoll.
    bounds: Option<Bounds>,
    /// The middles of its limbs.
    limbs: Vec<Vec3>,
    /// How far it gets until the picture is there, m.
    lead: Vec3,
}

impl Body {
    fn of(run: &Simulation) -> Body {
        Body {
            bounds: figure_bounds(run),
            limbs: figure_points(run),
            lead: lead_of(run),
        }
    }

    fn here(&self) -> Vec<Vec3> {
        corners_of(self.bounds)
    }

    /// Where it is, and will be after a share of the lead.
    fn ahead(&self, share: f32) -> Vec<Vec3> {
        let soon = |now| joined(now, moved(grown(now, share), self.lead * share));
        self.bounds
            .map(soon)
            .into_iter()
            .flat_map(corners)
            .collect()
    }

    /// The last share of its way from where it was.
    fn way(&self, start: Option<Bounds>, share: f32) -> Vec<Vec3> {
        let both = start.zip(self.bounds).filter(|_| share > 0.0);
        let part = both.map(|(start, now)| towards(now, start, share));
        part.into_iter().flat_map(corners).collect()
    }
}

/// Whether everybody is wholly in view, and large enough.
fn are_seen(bodies: &[Body], views: &Views, shape: PaneShape, least: f32) -> bool {
    let mut each = bodies.iter().enumerate();
    each.all(|(pane, body)| views.sees(pane, &body.here(), shape.free, shape.aspect))
        && are_large(bodies, views, shape, least)
}

fn are_large(bodies: &[Body], views: &Views, shape: PaneShape, least: f32) -> bool {
    let mut each = bodies.iter().enumerate();
    each.all(|(pane, body)| {
        body.limbs.is_empty() || views.extent(pane, &body.limbs, shape.aspect) >= least
    })
}

fn corners_of(bounds: Option<Bounds>) -> Vec<Vec3> {
    bounds.into_iter().flat_map(corners).collect()
}

/// Whether what was hit lies still, or, as long as the ball flies, who is followed.
fn rests(run: &Simulation) -> bool {
    let hit = run.metrics.shot.as_ref();
    match hit.filter(|shot| shot.first_hit.is_some()) {
        Some(shot) => shot.time_to_rest_s.is_some(),
        None => run.metrics.figure_rests(&run.world),
    }
}

/// Where the ball hit first.
fn hit_of(run: &Simulation) -> Option<Vec3> {
    let hit = run.metrics.shot.as_ref()?.first_hit?;
    Some(to_view(hit.impact.point))
}

/// The box round the ends of the shots of a fan that hit.
fn bounds_of_fan(fan: &Fan) -> Option<Bounds> {
    let hits = fan.shots().iter().filter(|shot| {
        let result = shot.result.as_ref();
        result.is_some_and(|result| result.first_hit.is_some())
    });
    let ends = hits.filter_map(|shot| figure_bounds(shot.pose.as_ref()?));
    ends.reduce(joined)
}

/// The box round points; none without any.
fn bounds_round(points: &[Vec3]) -> Option<Bounds> {
    Some(Bounds {
        min: points.iter().copied().reduce(Vec3::min)?,
        max: points.iter().copied().reduce(Vec3::max)?,
    })
}

/// What is to be seen of a run, where it may fall or swing to, and the launcher if it is near.
fn points_of(run: &Simulation, launcher: Option<&Launcher>) -> Vec<Vec3> {
    let mut bounds = bounds_of(run);
    for low in [floor_below(run, bounds), swings_to(run)] {
        bounds.min.y = bounds.min.y.min(low.unwrap_or(f32::INFINITY));
    }
    if let (Some(across), true) = (swings_across(run), run.map.ragdolls.is_empty()) {
        bounds = joined(bounds, across);
    }
    let mut points = corners(bounds).to_vec();
    if let Some(launcher) = launcher {
        let at = to_view(launcher.position_m.into());
        let middle = (bounds.min + bounds.max) * 0.5;
        let size = (bounds.max - bounds.min).length();
        if at.distance(middle) < NEAR_LAUNCHER * size {
            let radius = launcher.ball.radius_m as f32;
            let (min, max) = (at - radius, at + radius);
            points.extend(corners(Bounds { min, max }));
        }
    }
    points
}
