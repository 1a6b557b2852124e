//! The studio floor and the metre rule on it.

use super::{DrawList, Label, Line};
use crate::view::theme::Rgba;
use macroquad::math::Vec3;

/// Flat floor at a height, lined each 0.1 m and 1 m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Floor {
    /// World y, m.
    pub height: f32,
    /// Colour between the lines, opaque; none is that of the stage.
    pub color: Option<Rgba>,
    /// Metre rule along a shot, if one is measured.
    pub ruler: Option<Ruler>,
}

/// Metre rule on the floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ruler {
    /// Zero of the rule, on the floor, m.
    pub origin: Vec3,
    /// Unit vector along the rule, level.
    pub direction: Vec3,
    /// Length, m.
    pub length_m: f32,
}

impl DrawList {
    /// Lay a metre rule on the floor: base, ticks each 0.1 m and 1 m, numbers.
    ///
    /// Does nothing without a floor that has a ruler.
    pub fn lay_ruler(&mut self, color: Rgba) {
        let Some(ruler) = self.floor.and_then(|floor| floor.ruler) else {
            return;
        };
        /// Above the floor so that both do not fight for depth, m.
        const LIFT: f32 = 0.002;
        let length = ruler.length_m.clamp(0.0, 100.0);
        let side = Vec3::Y.cross(ruler.direction).normalize_or_zero();
        let at = |m: f32| ruler.origin + ruler.direction * m + Vec3::Y * LIFT;
        self.lines
            .push(Line::new(vec![at(0.0), at(length)], color, 2.0));
        for tick in 0..=(length * 10.0) as usize {
            let is_metre = tick % 10 == 0;
            let (reach, width) = if is_metre { (0.14, 2.0) } else { (0.05, 1.0) };
            let foot = at(tick as f32 * 0.1);
            self.lines
                .push(Line::new(vec![foot, foot + side * reach], color, width));
            if is_metre && tick > 0 {
                self.labels.push(Label {
                    at: foot + side * 0.26,
                    text: format!("{} m", tick / 10),
                    color,
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INK: Rgba = [1.0; 4];

    #[test]
    fn ruler_numbers_each_full_metre() {
        let mut list = DrawList {
            floor: Some(Floor {
                height: 0.0,
                color: None,
                ruler: Some(Ruler {
                    origin: Vec3::ZERO,
                    direction: Vec3::X,
                    length_m: 4.21,
                }),
            }),
            ..DrawList::default()
        };
        list.lay_ruler(INK);
        let texts: Vec<_> = list.labels.iter().map(|l| l.text.as_str()).collect();
        assert_eq!(texts, ["1 m", "2 m", "3 m", "4 m"]);
    }
}
