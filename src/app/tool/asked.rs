//! Arrows of causes under the pointer.

use super::{document, ToolHost};
use crate::app::geometry::distance_to_line;
use crate::app::stage::cause_arrows;
use crate::lab::why::thing_of;
use crate::scene::Id;
use crate::view::stage_camera::StageCamera;
use glam::DVec2;

/// An arrow is under the pointer within this distance, points.
const NEAR_PT: f64 = 6.0;

/// The thing that stands behind the arrow of a cause under the pointer.
pub(super) fn thing_of_arrow(host: &dyn ToolHost, camera: &StageCamera, at: DVec2) -> Option<Id> {
    let session = &host.playback().session;
    let arrows = cause_arrows(host.asked()?, session);
    let mut near = arrows.into_iter().filter_map(|arrow| {
        let (foot, tip) = (camera.project(arrow.from)?, camera.project(arrow.to)?);
        let distance = distance_to_line(at, foot, tip);
        (distance <= NEAR_PT).then_some((distance, arrow.cause))
    });
    let first = near.next()?;
    let (_, cause) = near.fold(first, |best, next| match next.0 < best.0 {
        true => next,
        false => best,
    });
    thing_of(document(host).scene(), &session.simulation.map, cause)
}
