//! Bodies that become one compound body, and compound bodies that come apart.

use super::Edit;
use crate::compile::volume_of;
use crate::editor::error::EditError;
use crate::editor::hull::hull_of;
use crate::editor::item::Item;
use crate::editor::references::{gripped, grips_mut, thing_id};
use crate::scene::range::{significant, Plain, RELATIVE_DENSITY};
use crate::scene::{
    Body, BodyContact, CollisionRule, Compound, Constraint, ConstraintKind, Grip, Id, MadeOf,
    Piece, Shape, Thing,
};
use glam::{DQuat, DVec3};
use std::collections::BTreeSet;

/// A place in the frame of something.
#[derive(Clone, Copy)]
struct Place {
    position: DVec3,
    turn: DQuat,
}

impl Place {
    fn of(position: [f64; 3], [w, x, y, z]: [f64; 4]) -> Place {
        Place {
            position: position.into(),
            turn: DQuat::from_xyzw(x, y, z, w),
        }
    }

    /// Of what is given in its frame, in the frame that it is given in.
    fn then(self, inner: Place) -> Place {
        Place {
            position: self.position + self.turn * inner.position,
            turn: self.turn * inner.turn,
        }
    }

    /// Where it is as seen from another place.
    fn seen_from(self, other: Place) -> Place {
        let back = other.turn.conjugate();
        Place {
            position: back * (self.position - other.position),
            turn: back * self.turn,
        }
    }

    fn orientation(self) -> [f64; 4] {
        let DQuat { x, y, z, w } = self.turn.normalize();
        [w, x, y, z]
    }
}

fn place_of(body: &Body) -> Place {
    Place::of(body.position_m, body.orientation)
}

impl Edit<'_> {
    /// Makes one compound body of several: the first of them in the scene, with the shapes of the
    /// others where they are. Joints between them go, and pins, ropes and rods of the others hold
    /// it. Its inertia is that of its shapes.
    pub(super) fn merge(&mut self, ids: &BTreeSet<Id>) -> Result<(), EditError> {
        let bodies: Vec<Body> = (self.scene.bodies.iter())
            .filter(|body| ids.contains(&body.id))
            .cloned()
            .collect();
        let [first, others @ ..] = &bodies[..] else {
            return refuse(
                "merge",
                "no body is selected".into(),
                "select two bodies or more",
            );
        };
        if others.is_empty() {
            let remedy = "select two bodies or more";
            return refuse(
                &first.name,
                "one body alone cannot be merged".into(),
                remedy,
            );
        }
        for body in &bodies {
            plain(body)?;
        }
        if let Some(led) = others.iter().find(|body| body.kinematic.is_some()) {
            let reason = "it is led along a path, and another body would be the whole".into();
            return refuse(&led.name, reason, "let it move freely first");
        }
        let gone: BTreeSet<Id> = others.iter().map(|body| body.id).collect();
        let all: BTreeSet<Id> = bodies.iter().map(|body| body.id).collect();
        let is_inner = |constraint: &Constraint| {
            let held = gripped(&constraint.kind);
            held.len() > 1 && held.iter().all(|id| all.contains(id))
        };
        let inner: BTreeSet<Id> = (self.scene.constraints.iter())
            .filter(|constraint| is_inner(constraint))
            .map(|constraint| constraint.id)
            .collect();
        self.remove_joints(&inner)?;
        self.only_points(&gone, "merge")?;
        let merged = merged(first, &bodies)?;
        for body in others {
            let shift = place_of(body).seen_from(place_of(first));
            self.regrip(
                body.id,
                |_| first.id,
                |point| shift.position + shift.turn * point,
            );
        }
        self.scene.bodies.retain(|body| !gone.contains(&body.id));
        self.rules_of_whole(&gone, first.id);
        self.outcome.removed.extend(gone);
        self.put(Item::Body(merged))
    }

    /// Takes compound bodies apart: each piece becomes a body, the first with the id and the name
    /// of the whole. What held the whole holds the piece that is nearest.
    pub(super) fn separate(&mut self, ids: &BTreeSet<Id>) -> Result<(), EditError> {
        let is_meant =
            |body: &&Body| ids.contains(&body.id) && matches!(body.shape, Shape::Compound(_));
        let bodies: Vec<Body> = self.scene.bodies.iter().filter(is_meant).cloned().collect();
        if bodies.is_empty() {
            let reason = "no compound body is selected".into();
            return refuse("separate", reason, "select a compound body");
        }
        for body in &bodies {
            plain(body)?;
            if body.kinematic.is_some() {
                let reason = "it is led along a path, which its pieces would not share".into();
                return refuse(&body.name, reason, "let it move freely first");
            }
        }
        self.only_points(&bodies.iter().map(|body| body.id).collect(), "separate")?;
        for whole in &bodies {
            let Shape::Compound(compound) = &whole.shape else {
                continue;
            };
            let mut parts = Vec::with_capacity(compound.pieces.len());
            for piece in &compound.pieces {
                let id = match parts.is_empty() {
                    true => whole.id,
                    false => self.ids.next(),
                };
                parts.push(part(whole, compound, piece, id));
            }
            let places: Vec<(Id, Place)> = (parts.iter())
                .map(|part| (part.id, place_of(part).seen_from(place_of(whole))))
                .collect();
            let nearest = |point: DVec3| {
                let way = |place: &&(Id, Place)| place.1.position.distance(point);
                places
                    .iter()
                    .min_by(|a, b| way(a).total_cmp(&way(b)))
                    .copied()
            };
            self.regrip(
                whole.id,
                |point| nearest(point).map_or(whole.id, |(id, _)| id),
                |point| {
                    let place = nearest(point).map(|(_, place)| place);
                    place.map_or(point, |place| {
                        place.turn.conjugate() * (point - place.position)
                    })
                },
            );
            let new: Vec<Id> = parts.iter().skip(1).map(|part| part.id).collect();
            self.rules_of_parts(whole.id, &new);
            self.outcome.added.extend(new);
            let at = (self.scene.bodies.iter()).position(|body| body.id == whole.id);
            if let Some(at) = at {
                self.scene.bodies.splice(at..=at, parts);
            }
        }
        Ok(())
    }

    /// Lets the rules about bodies that have become part of a whole be about that; of several for
    /// one pair the first stays, and none of a body with itself.
    fn rules_of_whole(&mut self, gone: &BTreeSet<Id>, whole: Id) {
        let rules = &mut self.scene.collision_rules;
        let before = rules.len();
        let mut known = BTreeSet::new();
        rules.retain_mut(|rule| {
            for side in [&mut rule.a, &mut rule.b] {
                if matches!(side, Thing::Body(_)) && gone.contains(thing_id(side)) {
                    *side = Thing::Body(whole);
                }
            }
            let mut pair = [rule.a.clone(), rule.b.clone()];
            pair.sort_unstable();
            rule.a != rule.b && known.insert(pair)
        });
        self.outcome.rules_removed += before - rules.len();
    }

    /// Lets the rules about a whole hold for the other parts of it too.
    fn rules_of_parts(&mut self, whole: Id, others: &[Id]) {
        let whole = Thing::Body(whole);
        let rules = &mut self.scene.collision_rules;
        let about = rules
            .iter()
            .filter(|rule| [&rule.a, &rule.b].contains(&&whole));
        let of_others: Vec<CollisionRule> = about
            .flat_map(|rule| {
                others.iter().map(|&id| {
                    let side = |thing: &Thing| match *thing == whole {
                        true => Thing::Body(id),
                        false => thing.clone(),
                    };
                    CollisionRule {
                        a: side(&rule.a),
                        b: side(&rule.b),
                        collide: rule.collide,
                    }
                })
            })
            .collect();
        rules.extend(of_others);
    }

    /// Removes joints, and counts them as removed besides what was asked for.
    fn remove_joints(&mut self, joints: &BTreeSet<Id>) -> Result<(), EditError> {
        if joints.is_empty() {
            return Ok(());
        }
        let before = self.outcome.removed.len();
        self.remove(joints)?;
        let removed = self.outcome.removed.split_off(before);
        self.outcome.also_removed.extend(removed);
        Ok(())
    }

    /// Refuses bodies that are held by more than points: axes and angles of a joint are those of
    /// the body that it holds.
    fn only_points(&self, bodies: &BTreeSet<Id>, what: &str) -> Result<(), EditError> {
        let holds = |constraint: &&Constraint| {
            gripped(&constraint.kind)
                .iter()
                .any(|id| bodies.contains(id))
        };
        let is_point = |constraint: &Constraint| {
            let kind = &constraint.kind;
            matches!(kind, ConstraintKind::Pin(_) | ConstraintKind::Distance(_))
        };
        let mut holding = self.scene.constraints.iter().filter(holds);
        match holding.find(|constraint| !is_point(constraint)) {
            None => Ok(()),
            Some(joint) => {
                let reason = format!("joint {} holds it by more than a point", joint.id);
                refuse(what, reason, "delete that joint, or make it a pin")
            }
        }
    }

    /// Lets what grips a body at a point of its frame grip another one at another point.
    fn regrip(&mut self, body: Id, of: impl Fn(DVec3) -> Id, at: impl Fn(DVec3) -> DVec3) {
        for constraint in &mut self.scene.constraints {
            for grip in grips_mut(&mut constraint.kind).into_iter().flatten() {
                if let Grip::Body { id, point_m } = grip {
                    if *id == body {
                        let point = DVec3::from(*point_m);
                        (*id, *point_m) = (of(point), at(point).to_array());
                    }
                }
            }
        }
    }
}

fn refuse(what: &str, reason: String, remedy: &'static str) -> Result<(), EditError> {
    Err(EditError::refused(what, reason, remedy))
}

/// Refuses what is no rigid body that collides as it looks.
fn plain(body: &Body) -> Result<(), EditError> {
    if body.made_of != MadeOf::Rigid {
        let reason = "it is made of particles".into();
        return refuse(&body.name, reason, "make it rigid first");
    }
    match body.contact {
        BodyContact::Sphere { .. } => {
            let reason = "it collides as a sphere and not as it looks".into();
            refuse(&body.name, reason, "let it collide as its shape first")
        }
        BodyContact::Shape | BodyContact::None {} => Ok(()),
    }
}

/// The first body with the shapes of all, which weigh what they weighed. Relative densities are
/// about 1 in their middle, the geometric mean of the least and the largest.
///
/// # Errors
/// Where one of them is too much denser than another.
fn merged(first: &Body, all: &[Body]) -> Result<Body, EditError> {
    let one_material = all.iter().all(|body| body.material == first.material);
    let mut pieces = Vec::new();
    for body in all {
        let place = place_of(body).seen_from(place_of(first));
        for piece in pieces_of(body) {
            let own = place.then(Place::of(piece.position_m, piece.orientation));
            let material = piece.material.or(body.material.filter(|_| !one_material));
            pieces.push(Piece {
                position_m: own.position.to_array(),
                orientation: own.orientation(),
                relative_density: piece.relative_density * density_of(body),
                material,
                ..piece
            });
        }
    }
    let densities = || pieces.iter().map(|piece| piece.relative_density);
    let [least, most] = [
        densities().fold(f64::INFINITY, f64::min),
        densities().fold(0.0, f64::max),
    ];
    let own = density_of(first);
    let is_fine = |density: f64| RELATIVE_DENSITY.holds(density / own);
    let middle = match is_fine(least) && is_fine(most) {
        true => own,
        false => least.sqrt() * most.sqrt(),
    };
    if !RELATIVE_DENSITY.holds(most / middle) {
        let reason = format!(
            "{} times as dense as the lightest",
            Plain(significant(most / least, 3))
        );
        let dense = all
            .iter()
            .max_by(|a, b| density_of(a).total_cmp(&density_of(b)));
        let name = dense.map_or("", |body| &body.name);
        return Err(EditError::refused(
            name,
            reason,
            "give it a smaller mass first",
        ));
    }
    for piece in &mut pieces {
        piece.relative_density /= middle;
    }
    let mass: f64 = all.iter().map(mass_of).sum();
    let momentum: DVec3 = all
        .iter()
        .map(|body| DVec3::from(body.velocity_m_s) * mass_of(body))
        .sum();
    let is_led = first.kinematic.is_some();
    Ok(Body {
        shape: Shape::Compound(Compound { pieces }),
        mass_kg: first.density_kg_m3.is_none().then_some(mass),
        density_kg_m3: first.density_kg_m3.map(|_| middle),
        contact: BodyContact::Shape,
        inertia_kg_m2: None,
        products_of_inertia_kg_m2: None,
        velocity_m_s: match is_led {
            true => first.velocity_m_s,
            false => (momentum / mass).to_array(),
        },
        orthogonal_drag_per_s: None,
        material: first.material.filter(|_| one_material),
        ..first.clone()
    })
}

/// The pieces of a body, in its frame.
fn pieces_of(body: &Body) -> Vec<Piece> {
    let collides = body.contact != BodyContact::None {};
    let own = match &body.shape {
        Shape::Compound(compound) => compound.pieces.clone(),
        shape => vec![Piece {
            name: body.name.clone(),
            ..Piece::new(shape.clone())
        }],
    };
    let pieces = own.into_iter().map(|piece| Piece {
        collides: piece.collides && collides,
        ..piece
    });
    pieces.collect()
}

fn volume(shape: &Shape) -> f64 {
    volume_of(shape).unwrap_or(1.0)
}

fn mass_of(body: &Body) -> f64 {
    let density = body
        .density_kg_m3
        .map(|density| density * volume(&body.shape));
    body.mass_kg.or(density).unwrap_or(1.0)
}

/// Of a compound body that of pieces whose relative density is 1.
fn density_of(body: &Body) -> f64 {
    mass_of(body) / volume(&body.shape)
}

/// A piece of a body as a body.
fn part(whole: &Body, compound: &Compound, piece: &Piece, id: Id) -> Body {
    let (shape, middle) = about_its_centre(&piece.shape);
    let turn = place_of(whole);
    let place = turn.then(Place::of(piece.position_m, piece.orientation));
    let place = Place {
        position: place.position + place.turn * middle,
        ..place
    };
    let spin = DVec3::from(whole.angular_velocity_deg_s.map(f64::to_radians));
    let arm = place.position - turn.position;
    let share = volume(&piece.shape) * piece.relative_density;
    let all: f64 = (compound.pieces.iter())
        .map(|piece| volume(&piece.shape) * piece.relative_density)
        .sum();
    let name = match (piece.name.as_str(), id == whole.id) {
        ("", true) => whole.name.clone(),
        (name, _) => name.to_string(),
    };
    Body {
        id,
        name,
        shape,
        contact: match piece.collides && whole.contact != (BodyContact::None {}) {
            true => BodyContact::Shape,
            false => BodyContact::None {},
        },
        mass_kg: whole.mass_kg.map(|mass| mass * share / all),
        density_kg_m3: whole.density_kg_m3.map(|own| own * piece.relative_density),
        inertia_kg_m2: None,
        products_of_inertia_kg_m2: None,
        position_m: place.position.to_array(),
        orientation: place.orientation(),
        velocity_m_s: (DVec3::from(whole.velocity_m_s) + spin.cross(arm)).to_array(),
        material: piece.material.or(whole.material),
        ..whole.clone()
    }
}

/// A shape about its centre of mass, which only of a hull may be elsewhere, and where that was, m.
fn about_its_centre(shape: &Shape) -> (Shape, DVec3) {
    let hull = match shape {
        Shape::Hull(_) => hull_of(shape),
        _ => None,
    };
    hull.map_or((shape.clone(), DVec3::ZERO), |(points, middle)| {
        (Shape::Hull(points), middle)
    })
}
