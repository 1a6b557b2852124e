//! The limits tool: knobs at the ends of the arcs, and the limb that is looked at.

use super::gizmo::on_top;
use super::under::{hits_under, ids_under};
use super::{document, simulation, ToolHost};
use crate::app::action::Action;
use crate::app::action::Limb;
use crate::app::action::Tool;
use crate::app::stage::{focused, is_hidden, limit_of, Arc, Dial};
use crate::editor::{of_axis, Selection};
use crate::physics::ColliderId;
use crate::view::draw_list::DrawList;
use crate::view::stage_camera::StageCamera;
use crate::view::theme::{axis, Theme};
use glam::{DVec2, DVec3};
use std::f64::consts::TAU;

/// Distance within which a knob is taken, points.
const TOLERANCE_PT: f64 = 10.0;
/// Radius of a knob, and of one that the pointer is over or holds, points.
const KNOB_PT: (f64, f64) = (5.0, 7.0);
/// Corners of a knob.
const CORNERS: usize = 20;

/// Which end of an arc.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// The smallest angle.
    Min,
    /// The largest angle.
    Max,
    /// That of a locked axis: the way it is dragged decides.
    Either,
}

/// What of the arcs is taken hold of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Knob {
    /// Place in the model of the constraint that limits.
    pub(super) joint: usize,
    /// Which of its arcs.
    pub(super) arc: usize,
    /// Which end.
    pub(super) end: End,
}

impl Knob {
    /// The knob under a point of the window, with the limits tool.
    pub(super) fn at(host: &dyn ToolHost, camera: &StageCamera, at: DVec2) -> Option<Knob> {
        let distance = |(arc, knob): &(Arc, Knob)| {
            let place = camera.project(knob.place(arc));
            place.map_or(f64::INFINITY, |place| place.distance(at))
        };
        let nearest = knobs(host, camera)
            .into_iter()
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
        (distance(&nearest) <= TOLERANCE_PT).then_some(nearest.1)
    }

    /// The arc that it is on.
    pub(super) fn arc(self, host: &dyn ToolHost, camera: &StageCamera) -> Option<Arc> {
        let simulation = simulation(host);
        let dial = Dial::of(
            simulation,
            simulation.world.state(),
            self.joint,
            Some(camera),
        );
        dial?.arcs.get(self.arc).copied()
    }

    /// The angle that it stands for, rad.
    pub(super) fn angle(self, arc: &Arc) -> f64 {
        match self.end {
            End::Min | End::Either => arc.min,
            End::Max => arc.max,
        }
    }

    fn place(self, arc: &Arc) -> DVec3 {
        arc.point(self.angle(arc), 1.0)
    }
}

/// The knobs of the limits that are looked at, with their arcs.
fn knobs(host: &dyn ToolHost, camera: &StageCamera) -> Vec<(Arc, Knob)> {
    if host.workbench().tool != Tool::Limits {
        return Vec::new();
    }
    let simulation = simulation(host);
    let state = simulation.world.state();
    let mut knobs = Vec::new();
    for joint in focused(host.workspace(), &host.playback().session, host.workbench()) {
        let dial = Dial::of(simulation, state, joint, Some(camera))
            .filter(|_| !is_hidden(host.workspace(), &host.playback().session, joint));
        for (index, arc) in dial.iter().flat_map(|dial| dial.arcs.iter().enumerate()) {
            let ends: &[End] = match arc.is_locked() {
                true => &[End::Either],
                false => &[End::Min, End::Max],
            };
            knobs.extend(ends.iter().map(|&end| {
                let knob = Knob {
                    joint,
                    arc: index,
                    end,
                };
                (*arc, knob)
            }));
        }
    }
    knobs
}

/// Names and places of the knobs, and of the middles of their arcs, in the window,
/// points.
pub fn limit_knobs(host: &dyn ToolHost, camera: &StageCamera) -> Vec<(String, [DVec2; 2])> {
    let named = |(arc, knob): (Arc, Knob)| {
        let axis = arc
            .index
            .map_or("hinge", |index| of_axis(["x", "y", "z"], index));
        let end = match knob.end {
            End::Min => "min",
            End::Max => "max",
            End::Either => "locked",
        };
        let places = [knob.place(&arc), arc.middle].map(|place| camera.project(place));
        let [Some(place), Some(middle)] = places else {
            return None;
        };
        Some((format!("{axis} {end}"), [place, middle]))
    };
    knobs(host, camera).into_iter().filter_map(named).collect()
}

/// Draws the knobs; `lit` is what the pointer is over or holds.
pub(super) fn draw(
    list: &mut DrawList,
    host: &dyn ToolHost,
    camera: &StageCamera,
    theme: Theme,
    lit: Option<Knob>,
) {
    for (arc, knob) in knobs(host, camera) {
        let color = match (lit == Some(knob), arc.index) {
            (true, _) => axis::HELD,
            (false, Some(index)) => of_axis(axis::COLORS, index),
            (false, None) => axis::FREE,
        };
        let radius_pt = match lit == Some(knob) {
            true => KNOB_PT.1,
            false => KNOB_PT.0,
        };
        let around = |share: f64| ring(camera, knob.place(&arc), share * radius_pt);
        // A ring as wide as its radius is a disc.
        let width = radius_pt as f32;
        list.lines.push(on_top(&around(0.5), color, width));
        list.lines
            .push(on_top(&around(1.0), theme.stage().ink, 1.5));
    }
}

/// A ring that faces the eye.
fn ring(camera: &StageCamera, middle: DVec3, radius_pt: f64) -> Vec<DVec3> {
    let radius = camera.metres_per_point(middle) * radius_pt;
    let [right, up] = camera.right_up();
    let corner = |i: usize| {
        let (sin, cos) = (TAU * i as f64 / CORNERS as f64).sin_cos();
        middle + (right * cos + up * sin) * radius
    };
    (0..=CORNERS).map(corner).collect()
}

/// Looks at the part under the pointer and selects its ragdoll; false where there is
/// none.
pub(super) fn look_at_part(host: &mut dyn ToolHost, camera: &StageCamera, at: DVec2) -> bool {
    let limb = part_under(host, camera, at);
    let looks = limb.is_some();
    if let Some(limb) = &limb {
        host.perform(Action::Select(Selection::of([limb.ragdoll])));
    }
    host.perform(Action::ShowLimb(limb));
    looks
}

/// The part under the pointer that is a body; joints that are marked before it count
/// first.
fn part_under(host: &dyn ToolHost, camera: &StageCamera, at: DVec2) -> Option<Limb> {
    let hit = hits_under(host, camera, at).into_iter().next()?;
    let map = &simulation(host).map;
    let (ragdoll, part) = map.part_of(hit.owner)?;
    let is_body = matches!(hit.owner, ColliderId::Body(_));
    let is_first = ids_under(host, camera, at).first() == Some(&ragdoll);
    (is_body && is_first).then(|| Limb {
        ragdoll,
        part: part.into(),
    })
}

/// Looks at the limb of the selected ragdoll that is nearest to the pointer, if no limb
/// is looked at.
pub(super) fn look_at_nearest(host: &mut dyn ToolHost, camera: &StageCamera, at: DVec2) {
    if host.workbench().limb.is_some() {
        return;
    }
    let simulation = simulation(host);
    let active = document(host).selection().active();
    let ragdolls = &simulation.map.ragdolls;
    let Some(ragdoll) = ragdolls.iter().find(|r| Some(r.id) == active) else {
        return;
    };
    let limbs = ragdoll.parts.iter().map(|part| Limb {
        ragdoll: ragdoll.id,
        part: (*part).into(),
    });
    let distance = |limb: &Limb| {
        let body = ragdoll.body_of(&limb.part)?;
        limit_of(simulation, limb)?;
        let place = camera.project(simulation.world.state().bodies.get(body)?.position)?;
        Some(place.distance(at))
    };
    let nearest = limbs
        .filter_map(|limb| Some((distance(&limb)?, limb)))
        .min_by(|(a, _), (b, _)| a.total_cmp(b));
    if let Some((_, limb)) = nearest {
        host.perform(Action::ShowLimb(Some(limb)));
    }
}

/// What to do next, in words.
pub(super) fn hint(host: &dyn ToolHost) -> &'static str {
    match (
        &host.workbench().limb,
        focused(host.workspace(), &host.playback().session, host.workbench()).is_empty(),
    ) {
        (_, false) => "Drag a knob to change a limit, or click another limb",
        (Some(_), true) => "This limb has no limits; click another one",
        (None, true) => "Click a limb of a ragdoll to see its joint limits",
    }
}
