//! The solids that a body is put together from, as distances from their surfaces.

use glam::{Mat3, Vec2, Vec3};

/// A solid; where a point is is told by about how far it lies outside.
#[derive(Debug, Clone, Copy)]
pub(super) enum Solid {
    /// Round about an axis from `from` to `to`, with round ends.
    Limb {
        from: Vec3,
        to: Vec3,
        /// Radius at both ends, and what is added a third of the way along, m.
        girth: Girth,
    },
    /// Box with round edges.
    Box {
        center: Vec3,
        /// World to box.
        to_box: Mat3,
        /// Half the edges without the rounding, m.
        half: Vec3,
        radius: f32,
        /// How much lower and thinner the box gets along +z, as a share of its half height.
        taper: f32,
    },
    /// Slice of a body, round about its axis y, with round edges.
    Slice {
        center: Vec3,
        /// World to slice.
        to_slice: Mat3,
        /// Half its height, m.
        half: f32,
        /// Radius at its lower and its upper end, m.
        low: f32,
        high: f32,
        rounding: f32,
        /// How deep it is along its axis z, as a share of how wide it is.
        depth: f32,
    },
}

/// How thick a limb is along its length, m.
#[derive(Debug, Clone, Copy)]
pub(super) struct Girth {
    pub from: f32,
    pub to: f32,
    /// Added where a calf is thickest.
    pub bulge: f32,
}

impl Girth {
    pub fn even(radius: f32) -> Girth {
        Girth {
            from: radius,
            to: radius,
            bulge: 0.0,
        }
    }

    /// Radius at a share of the way from one end to the other, m.
    fn at(self, t: f32) -> f32 {
        /// 1 where t (1 - t)² is greatest.
        const PEAK: f32 = 27.0 / 4.0;
        let smooth = t * t * (3.0 - 2.0 * t);
        let belly = PEAK * t * (1.0 - t) * (1.0 - t);
        self.from + (self.to - self.from) * smooth + self.bulge * belly
    }

    fn greatest(self) -> f32 {
        self.from.max(self.to) + self.bulge.max(0.0)
    }
}

impl Solid {
    /// Ball.
    pub fn ball(center: Vec3, radius: f32) -> Solid {
        Solid::Limb {
            from: center,
            to: center,
            girth: Girth::even(radius),
        }
    }

    /// About how far a point lies outside, m; negative inside.
    pub fn distance(&self, point: Vec3) -> f32 {
        match *self {
            Solid::Limb { from, to, girth } => {
                let (axis, way) = (to - from, point - from);
                let length = axis.length_squared().max(1e-12);
                let t = (way.dot(axis) / length).clamp(0.0, 1.0);
                way.distance(axis * t) - girth.at(t)
            }
            Solid::Box {
                center,
                to_box,
                half,
                radius,
                taper,
            } => {
                let mut p = to_box * (point - center);
                let along = (p.z / (half.z + radius) * 0.5 + 0.5).clamp(0.0, 1.0);
                let lost = taper * along * along * (half.y + radius);
                p.y += 0.5 * lost;
                let half = Vec3::new(half.x, (half.y - 0.5 * lost).max(0.0), half.z);
                (p.abs() - half).max(Vec3::ZERO).length() - radius
            }
            Solid::Slice {
                center,
                to_slice,
                half,
                low,
                high,
                rounding,
                depth,
            } => {
                let p = to_slice * (point - center);
                let t = (p.y / half.max(1e-6) * 0.5 + 0.5).clamp(0.0, 1.0);
                let girth = low + (high - low) * t * t * (3.0 - 2.0 * t);
                let out = Vec2::new(p.x, p.z / depth).length() - (girth - rounding);
                let beyond = Vec2::new(out, p.y.abs() - (half - rounding));
                let within = beyond.max_element().min(0.0);
                (within + beyond.max(Vec2::ZERO).length() - rounding) * depth
            }
        }
    }

    /// A ball round it: its centre and its radius, m.
    pub fn bound(&self) -> (Vec3, f32) {
        match *self {
            Solid::Limb { from, to, girth } => {
                let middle = 0.5 * (from + to);
                (middle, from.distance(middle) + girth.greatest())
            }
            Solid::Box {
                center,
                half,
                radius,
                ..
            } => (center, half.length() + radius),
            Solid::Slice {
                center,
                half,
                low,
                high,
                ..
            } => (center, Vec2::new(half, low.max(high)).length()),
        }
    }
}
