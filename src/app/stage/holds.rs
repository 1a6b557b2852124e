//! The pull of the hand, pins, and the wave of a blast.

use super::present::position_of;
use crate::app::playback::Session;
use crate::physics::{Holds, State};
use crate::view::convert::to_view;
use crate::view::draw_list::{DrawList, Layer, Line, Ring};
use crate::view::theme::{mark, with_alpha, Rgba, Theme};
use glam::DVec3;
use macroquad::math::Vec3;

/// Radius of the dot at the target of a pull, m.
const DOT_M: f64 = 0.015;
/// Length of a pin and radius of its head, m.
const PIN_M: (f64, f64) = (0.12, 0.02);
/// Width of the strokes of a dot and of lines, px.
const DOT_PX: f32 = 6.0;
const LINE_PX: f32 = 2.0;
/// How long the wave of a blast is shown, s.
const WAVE_S: f64 = 0.35;

/// Adds what holds something; `state` is the one that is drawn.
pub(super) fn add_holds(list: &mut DrawList, holds: &Holds, state: &State, theme: Theme) {
    let ink = theme.stage().ink;
    if let Some(pull) = &holds.pull {
        if let Some(grip) = position_of(pull.grip, state) {
            add_line(list, [grip, pull.target], ink, LINE_PX);
        }
        add_dot(list, pull.target, DOT_M, ink);
    }
    for pin in &holds.pins {
        let head = pin.place + DVec3::Y * PIN_M.0;
        add_line(list, [pin.place, head], ink, LINE_PX);
        add_dot(list, head, PIN_M.1, mark::SIDE_B);
    }
}

pub(super) fn add_line(list: &mut DrawList, ends: [DVec3; 2], color: Rgba, width_px: f32) {
    list.lines.push(Line {
        layer: Layer::OnTop,
        ..Line::new(ends.map(to_view).to_vec(), color, width_px)
    });
}

/// A dot that nothing hides: short thick strokes along all axes.
pub(super) fn add_dot(list: &mut DrawList, at: DVec3, radius_m: f64, color: Rgba) {
    for axis in DVec3::AXES {
        let reach = axis * radius_m;
        add_line(list, [at - reach, at + reach], color, DOT_PX);
    }
}

/// Adds the wave of the last blast while it runs to the end of its reach.
pub(super) fn add_blast(list: &mut DrawList, session: &Session) {
    let Some((blast, step)) = &session.last_blast else {
        return;
    };
    let world = &session.simulation.world;
    let Some(steps) = world.state().step.checked_sub(*step) else {
        return;
    };
    let part = (steps as f64 + session.pace.blend) * world.model().settings.common.step_s / WAVE_S;
    if part < 1.0 {
        list.ring(Ring {
            center: to_view(blast.centre),
            normal: Vec3::Y,
            radius: (blast.radius * part) as f32,
            color: with_alpha(mark::SIDE_B, 1.0 - part as f32),
            width_px: 3.0,
            layer: Layer::InScene,
        });
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::lab::Input;
    use crate::physics::{Attachment, Blast, Spring};
    use crate::scene::Scene;

    #[test]
    fn pulls_pins_and_blasts_are_drawn() {
        let text = r#"{"format": "ragdoll-scene", "version": 2,
            "bodies": [{"id": 1, "shape": {"sphere": {"radius_m": 0.2}}, "mass_kg": 1}]}"#;
        let scene: Scene = serde_json::from_str(text).unwrap();
        let mut session = Session::new(&scene).unwrap();
        let grip = Attachment::centre_of(0);
        session.apply(&Input::Pull {
            grip,
            target: DVec3::X,
            spring: Spring::default(),
        });
        session.apply(&Input::Pin(grip));
        session.blast(Blast {
            centre: DVec3::X,
            strength: 1.0,
            radius: 2.0,
        });
        let mut list = DrawList::default();
        let world = &session.simulation.world;
        add_holds(&mut list, world.holds(), world.state(), Theme::Light);
        assert_eq!(list.lines[0].points, [Vec3::ZERO, Vec3::X]);
        assert_eq!(
            list.lines.len(),
            2 * 4,
            "a line and a dot of three strokes each"
        );
        add_blast(&mut list, &session);
        assert_eq!(list.lines.len(), 9);
        for _ in 0..30 {
            session.step();
        }
        add_blast(&mut list, &session);
        assert_eq!(list.lines.len(), 9, "the wave is over");
    }
}
