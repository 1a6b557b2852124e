//! What a dummy wears: dark joints, gloves and shoes, a visor, and crash-test marks.

use super::field::Field;
use super::form::Place;
use super::part::Part;
use super::trunk;
use crate::character::skin::{Dress, Outfit};
use glam::{Vec2, Vec3};

/// The dress of a body.
pub(super) struct Wardrobe {
    outfit: Outfit,
    darks: Vec<Dark>,
    marks: Vec<Mark>,
}

/// Which dark thing and which mark a triangle shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Shown {
    dark: Option<usize>,
    mark: Option<usize>,
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
    /// The same, as far as it lies within this of the axis, m: a hand may hang beside a thigh.
    Glove(f32),
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
    pub fn of(outfit: Outfit, parts: &[Part], places: &[Place], field: &Field) -> Wardrobe {
        let mut wardrobe = Wardrobe {
            outfit,
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

    /// What a triangle with these corners and this normal shows, of a mesh with edges of about
    /// this length, m.
    pub fn shown_on(&self, corners: [Vec3; 3], normal: Vec3, length: f32) -> Shown {
        let middle = corners.into_iter().sum::<Vec3>() / 3.0;
        let darks = self.darks.iter().map(|dark| dark.gap(middle));
        let marks = self.marks.iter().map(|mark| mark.gap(middle, normal));
        Shown {
            dark: nearest(darks, 1.2 * length),
            mark: nearest(marks, 1.2 * length),
        }
    }

    /// What a vertex shows as a corner of a triangle that shows this.
    pub fn dress(&self, vertex: Vec3, shown: Shown) -> Dress {
        let dark = shown.dark.and_then(|i| self.darks.get(i));
        let mark = shown.mark.and_then(|i| self.marks.get(i));
        let one_if = |is: bool| f32::from(u8::from(is));
        let (edge, half_width) = dark.map(|dark| dark.place(vertex)).unwrap_or_default();
        Dress {
            edge,
            half_width,
            is_dark: one_if(dark.is_some()),
            mark: mark.map_or([0.0; 2], |mark| mark.place(vertex).to_array()),
            is_marked: one_if(mark.is_some()),
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
        let is_suit = self.outfit == Outfit::Suit;
        match part.kind() {
            "lower_arm" if place.is_last => {
                let wrist = trunk::wrist(place);
                let beside = 2.4 * trunk::hand_radius(place);
                let reach = 1.2 * wrist.distance(place.end) + r;
                put(DarkKind::Glove(beside), wrist, place.axis(), reach);
                if !is_suit {
                    put(DarkKind::Band(0.62 * r), place.joint, bend, 2.0 * r);
                }
            }
            "lower_leg" if place.is_last => {
                put(DarkKind::Cap, trunk::ankle(place), place.axis(), 9.0 * r);
                put(DarkKind::Band(0.62 * r), place.joint, bend, 1.9 * r);
            }
            "spine" => {
                let half = 0.5 * place.joint.distance(place.end);
                put(
                    DarkKind::Band(half),
                    place.center,
                    place.axis(),
                    1.6 * place.beside,
                );
            }
            "pelvis" if is_suit => {
                let belt = place.center + place.turn.y_axis * (1.05 * r);
                put(DarkKind::Band(0.2 * r), belt, place.turn.y_axis, 3.0 * r);
            }
            "upper_arm" | "upper_leg" | "lower_leg" if is_suit => {}
            "head" => {
                put(
                    DarkKind::Visor(0.17 * r),
                    place.center,
                    place.turn.z_axis,
                    2.0 * r,
                );
                let above = if is_suit { 0.5 } else { -0.02 };
                let neck = place.joint + above * r * place.axis();
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
            // Legs that hang on one point have no room for rings.
            "upper_leg" if place.joint.x == 0.0 => {}
            "upper_leg" => {
                let outward = Vec3::X * place.joint.x.signum();
                let slant = (place.axis() - 0.75 * outward).normalize_or(place.axis());
                let ring = place.joint + 0.25 * r * place.axis();
                put(DarkKind::Band(0.1 * r), ring, slant, 2.0 * r);
            }
            "lower_leg" => put(DarkKind::Band(0.62 * r), place.joint, bend, 1.9 * r),
            "foot" => {
                let down = above.map_or(Vec3::NEG_Y, Place::axis);
                let reach = f32::max(6.0 * r, place.joint.distance(place.end) + 2.0 * r);
                // Where the ankle lies low, the shoe reaches above it.
                let upper = 1.3 * r - (place.center - place.joint).dot(down);
                put(
                    DarkKind::Cap,
                    place.joint - upper.max(0.6 * r) * down,
                    down,
                    reach,
                );
            }
            _ => {}
        }
    }

    fn mark(&mut self, part: &Part, place: &Place, field: &Field) {
        if self.outfit == Outfit::Suit {
            return;
        }
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
            "upper_arm" => &[(along(0.52), front, 0.55), (along(0.52), back, 0.55)],
            "lower_arm" => &[(along(0.5), front, 0.5), (along(0.5), back, 0.5)],
            "upper_leg" => &[
                (along(0.5), front, 0.54),
                (along(0.5), back, 0.54),
                (along(0.5), outward, 0.54),
            ],
            "lower_leg" => &[(along(0.42), front, 0.54), (along(0.42), outward, 0.54)],
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
                radius: f32::min(share * r, LARGEST_MARK),
            });
        }
    }
}

/// The first of the least distances, if it is less than `most`.
fn nearest(distances: impl Iterator<Item = f32>, most: f32) -> Option<usize> {
    let near = distances
        .enumerate()
        .filter(|(_, distance)| *distance < most);
    let nearest = near.min_by(|(_, a), (_, b)| a.total_cmp(b));
    nearest.map(|(i, _)| i)
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

/// Largest radius of a mark, m.
const LARGEST_MARK: f32 = 0.12;
/// Half the width of what has one edge only, m.
const ENDLESS: f32 = 10.0;

/// How far outside a place with an edge and a half width lies, m.
fn beyond((edge, half_width): (f32, f32)) -> f32 {
    edge.max(-edge - 2.0 * half_width)
}

impl Dark {
    /// Distance from its edge and half its width, m.
    fn place(&self, point: Vec3) -> (f32, f32) {
        let way = point - self.center;
        let along = way.dot(self.axis);
        match self.kind {
            DarkKind::Band(half) => (along - half, half),
            DarkKind::Cap | DarkKind::Glove(_) => (-along, ENDLESS),
            DarkKind::Visor(half) => {
                let side = way.x.abs() - 3.4 * half;
                let height = (way.y - 1.4 * half).abs() - 0.5 * half;
                let out = Vec2::new(side, height).max(Vec2::ZERO);
                ((out.length() - half).max(-along), ENDLESS)
            }
        }
    }

    /// How far outside a point lies, m.
    fn gap(&self, point: Vec3) -> f32 {
        let way = point - self.center;
        let is_beside = match self.kind {
            DarkKind::Glove(most) => way.reject_from(self.axis).length() > most,
            _ => false,
        };
        match way.length() < self.reach && !is_beside {
            true => beyond(self.place(point)),
            false => f32::INFINITY,
        }
    }
}

impl Mark {
    /// Where a point lies on it, in its radii.
    fn place(&self, point: Vec3) -> Vec2 {
        let way = point - self.center;
        Vec2::new(way.dot(self.right), way.dot(self.up)) / self.radius
    }

    /// How far outside a point of the surface lies, m.
    fn gap(&self, point: Vec3, normal: Vec3) -> f32 {
        let depth = (point - self.center).dot(self.normal).abs();
        match normal.dot(self.normal) > 0.0 && depth < 2.0 * self.radius {
            true => (self.place(point).length() - 1.0) * self.radius,
            false => f32::INFINITY,
        }
    }
}
