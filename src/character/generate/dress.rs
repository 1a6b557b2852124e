//! What a dummy wears: dark joints, gloves and shoes, a visor, and crash-test marks.

use super::field::Field;
use super::form::Place;
use super::part::Part;
use crate::character::skin::Dress;
use glam::Vec3;

/// The dress of a body.
pub(super) struct Wardrobe {
    darks: Vec<Dark>,
    marks: Vec<Mark>,
}

/// Something dark, within a ball.
struct Dark {
    kind: DarkKind,
    center: Vec3,
    /// Along its axis, or to its front; unit.
    axis: Vec3,
    /// Radius of the ball, m.
    reach: f32,
}

enum DarkKind {
    /// Ring of half this width, m.
    Band(f32),
    /// All that lies beyond the centre.
    Cap,
    /// Window of half this height, of which the width is a multiple, m.
    Visor(f32),
}

/// A crash-test mark.
struct Mark {
    center: Vec3,
    normal: Vec3,
    right: Vec3,
    up: Vec3,
    radius: f32,
}

impl Wardrobe {
    /// That of parts at their places.
    pub fn of(parts: &[Part], places: &[Place], field: &Field) -> Wardrobe {
        let mut wardrobe = Wardrobe {
            darks: Vec::new(),
            marks: Vec::new(),
        };
        for (part, place) in parts.iter().zip(places) {
            let above = part.parent.and_then(|parent| places.get(parent));
            wardrobe.darken(part, place, above);
            wardrobe.mark(part, place, field);
        }
        wardrobe
    }

    /// What is seen at a point of the surface of a mesh with edges of about this length, m.
    pub fn dress_at(&self, point: Vec3, normal: Vec3, length: f32) -> Dress {
        let darks = self.darks.iter().filter_map(|dark| dark.at(point, length));
        let dark = darks.min_by(|a, b| beyond(*a).total_cmp(&beyond(*b)));
        let marks = self.marks.iter();
        let marks = marks.filter_map(|mark| mark.at(point, normal, length));
        let mark = marks.min_by(|a, b| a.length_squared().total_cmp(&b.length_squared()));
        let (edge, half_width) = dark.unwrap_or_default();
        Dress {
            edge,
            half_width,
            is_dark: f32::from(u8::from(dark.is_some())),
            mark: mark.unwrap_or_default().to_array(),
            is_marked: f32::from(u8::from(mark.is_some())),
        }
    }

    fn darken(&mut self, part: &Part, place: &Place, above: Option<&Place>) {
        let r = place.radius;
        let mut put = |kind, center, axis, reach| {
            self.darks.push(Dark {
                kind,
                center,
                axis,
                reach,
            });
        };
        // Where two limbs bend against each other the band lies across both.
        let bend = above.map_or(place.axis(), |above| above.axis() + place.axis());
        let bend = bend.normalize_or(place.axis());
        match part.kind() {
            "head" => {
                put(
                    DarkKind::Visor(0.2 * r),
                    place.center,
                    place.turn.z_axis,
                    2.0 * r,
                );
                let neck = place.joint - 0.02 * r * place.axis();
                put(DarkKind::Band(0.2 * r), neck, place.axis(), 1.3 * r);
            }
            "lower_torso" => {
                put(
                    DarkKind::Band(0.62 * r),
                    place.center,
                    place.turn.y_axis,
                    3.0 * r,
                );
            }
            "upper_arm" => {
                let ring = place.joint + 0.3 * r * place.axis();
                put(DarkKind::Band(0.16 * r), ring, place.axis(), 2.2 * r);
            }
            "lower_arm" => put(DarkKind::Band(0.62 * r), place.joint, bend, 2.0 * r),
            "hand" => put(DarkKind::Cap, place.joint, place.axis(), 7.0 * r),
            "upper_leg" => {
                let outward = Vec3::X * place.joint.x.signum();
                let slant = (place.axis() - 0.75 * outward).normalize_or(place.axis());
                let ring = place.joint + 0.25 * r * place.axis();
                put(DarkKind::Band(0.1 * r), ring, slant, 2.0 * r);
            }
            "lower_leg" => put(DarkKind::Band(0.62 * r), place.joint, bend, 1.9 * r),
            "foot" => {
                let down = above.map_or(Vec3::NEG_Y, Place::axis);
                put(DarkKind::Cap, place.joint - 0.6 * r * down, down, 6.0 * r);
            }
            _ => {}
        }
    }

    fn mark(&mut self, part: &Part, place: &Place, field: &Field) {
        let r = place.radius;
        let outward = Vec3::X * place.center.x.signum();
        let along = |share: f32| place.joint.lerp(place.end, share);
        let (front, back) = (Vec3::Z, Vec3::NEG_Z);
        let temple = place.center + place.turn * (Vec3::new(0.0, 0.1, -0.15) * r);
        let spots: &[(Vec3, Vec3, f32)] = match part.kind() {
            "head" => &[
                (temple, Vec3::X, 0.4),
                (temple, Vec3::NEG_X, 0.4),
                (temple, back, 0.4),
            ],
            "upper_torso" => &[(place.center, front, 0.48), (place.center, back, 0.48)],
            "pelvis" => &[(place.center, back, 0.4)],
            "upper_arm" => &[(along(0.52), front, 0.62), (along(0.52), back, 0.62)],
            "lower_arm" => &[(along(0.5), front, 0.55), (along(0.5), back, 0.55)],
            "upper_leg" => &[
                (along(0.5), front, 0.56),
                (along(0.5), back, 0.56),
                (along(0.5), outward, 0.56),
            ],
            "lower_leg" => &[(along(0.45), front, 0.56), (along(0.45), outward, 0.56)],
            _ => &[],
        };
        for &(within, normal, share) in spots {
            let across = place.axis();
            if across.dot(normal).abs() > 0.8 && part.kind() != "head" {
                continue;
            }
            let up = (across - normal * across.dot(normal)).normalize_or(Vec3::Y);
            self.marks.push(Mark {
                center: surface_point(field, within, normal),
                normal,
                right: up.cross(normal),
                up,
                radius: share * r,
            });
        }
    }
}

/// Where one that comes from far outside against `normal` to `within` meets the surface, m.
fn surface_point(field: &Field, within: Vec3, normal: Vec3) -> Vec3 {
    const FAR: f32 = 0.5;
    let mut left = FAR;
    for _ in 0..60 {
        let distance = field.distance(within + normal * left);
        if distance < 1e-3 || left < 0.0 {
            break;
        }
        left -= 0.8 * distance;
    }
    within + normal * left
}

/// Half the width of what has one edge only, m.
const ENDLESS: f32 = 10.0;

/// How far outside a place with an edge and a half width lies, m.
fn beyond((edge, half_width): (f32, f32)) -> f32 {
    edge.max(-edge - 2.0 * half_width)
}

impl Dark {
    /// Distance from its edge and half its width, m; none where it is not near.
    fn at(&self, point: Vec3, length: f32) -> Option<(f32, f32)> {
        let way = point - self.center;
        let along = way.dot(self.axis);
        let place = match self.kind {
            DarkKind::Band(half) => (along - half, half),
            DarkKind::Cap => (-along, ENDLESS),
            DarkKind::Visor(half) => {
                let out = Vec3::new(way.x.abs() - 1.2 * half, way.y - 0.55 * half, 0.0);
                let out = Vec3::new(out.x, out.y.abs(), 0.0).max(Vec3::ZERO);
                ((out.length() - half).max(-along), ENDLESS)
            }
        };
        let is_near = way.length() < self.reach && beyond(place) < 2.5 * length;
        is_near.then_some(place)
    }
}

impl Mark {
    /// Where a point of the surface lies on it, in its radii; none if it is not near.
    fn at(&self, point: Vec3, normal: Vec3, edge: f32) -> Option<glam::Vec2> {
        let way = point - self.center;
        let place = glam::Vec2::new(way.dot(self.right), way.dot(self.up));
        let is_near = place.length() < self.radius + 2.0 * edge
            && way.dot(self.normal).abs() < 2.0 * self.radius + edge
            && normal.dot(self.normal) > 0.05;
        is_near.then(|| place / self.radius)
    }
}
