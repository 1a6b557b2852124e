//! A shot fan on the stage: how the shots ended, one over the other, and where.

use super::{blended, figure, make_pale, stick, Cast, Marks};
use crate::app::jobs::fan::{Fan, FanShot, ShotFan};
use crate::app::playback::surfaces::Surfaces;
use crate::lab::Simulation;
use crate::view::convert::to_view;
use crate::view::draw_list::{DrawList, Label, Layer, Line, Outline, Ring, Solid};
use crate::view::theme::{graded, with_alpha, Rgba, Theme};
use macroquad::math::Vec3;
use std::collections::BTreeMap;

/// Radius of the mark where a figure came to lie, m.
const MARK_M: f32 = 0.05;
/// Above the floor, so that both do not fight for depth, m.
const LIFT_M: f32 = 0.004;
/// Opacity of what is no longer of this scene.
const OLD: f32 = 0.3;

/// Adds the fan that is shown, if there is one; dim if it is not of this scene any more.
pub fn add_fan(list: &mut DrawList, fan: &ShotFan, theme: Theme) {
    let strength = if fan.is_old() { OLD } else { 1.0 };
    let Some(fan) = fan.on_stage() else {
        return;
    };
    for (index, shot) in fan.shots().iter().enumerate() {
        let color = graded(fan.share(index));
        // A figure that was missed stands where it stood, over the one that plays.
        let hit = shot.result.as_ref().and_then(|result| result.first_hit);
        if let (Some(pose), Some(_)) = (&shot.pose, hit) {
            add_pose(list, pose, color, strength);
            add_mark(list, fan, index, shot, with_alpha(color, strength), theme);
        }
    }
}

/// The figures as a shot left them.
fn add_pose(list: &mut DrawList, simulation: &Simulation, color: Rgba, strength: f32) {
    let state = blended(simulation, 1.0);
    let (first, marks, colors) = (list.solids.len(), Marks::default(), BTreeMap::new());
    let mut cast = Cast {
        list,
        map: &simulation.map,
        marks: &marks,
        colors: &colors,
        tints: &BTreeMap::new(),
        dressing: None,
        surfaces: &Surfaces::default(),
        sight: None,
    };
    stick::add_loose_sticks(&mut cast, simulation, &state);
    figure::add_figures(&mut cast, simulation.world.model(), &state);
    for solid in list.solids.iter_mut().skip(first) {
        fade(solid, color, strength);
    }
}

fn fade(solid: &mut Solid, color: Rgba, strength: f32) {
    make_pale(solid, color);
    solid.paint.color[3] *= strength;
    solid.outline = Some(Outline {
        color: with_alpha(color, 0.7 * strength),
        width_px: 1.0,
    });
}

/// Where the centre of mass ended, on the ground, and how far that is.
fn add_mark(
    list: &mut DrawList,
    fan: &Fan,
    index: usize,
    shot: &FanShot,
    color: Rgba,
    theme: Theme,
) {
    let Some(result) = &shot.result else {
        return;
    };
    let end = to_view(result.now);
    let height = list.floor.map_or(end.y, |floor| floor.height) + LIFT_M;
    let foot = Vec3::new(end.x, height, end.z);
    for radius in [MARK_M, 0.5 * MARK_M] {
        list.ring(Ring {
            center: foot,
            normal: Vec3::Y,
            radius,
            color,
            width_px: 2.5,
            layer: Layer::OnTop,
        });
    }
    let top = foot + Vec3::Y * 0.3;
    list.lines.push(Line {
        layer: Layer::OnTop,
        ..Line::new(vec![foot, top], color, 1.5)
    });
    list.labels.push(Label {
        at: top,
        text: format!("{}: {:.2} m", fan.value(index), result.travel_m()),
        color: theme.stage().ink,
    });
}
