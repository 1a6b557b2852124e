//! The parts of a figure, fitted to the mesh of a model.
//!
//! Parts are turned so that all are parallel to the figure when arms stand out and legs hang:
//! angles of joints then mean the same on every figure, whatever pose its model was made in.

use super::mapping::{Mapping, NoFigure};
use super::motion::{motions, Motion};
use super::role::{Role, ROLES};
use super::shape::{shape_of, Fitted};
use crate::gltf::model::{Model, Vertex, PER_VERTEX};
use glam::{DQuat, DVec3, Vec3};

/// Figures of these heights are taken as they are, m; others are in another unit.
const HEIGHTS_M: [f64; 2] = [0.2, 25.0];
/// Units of other programs, m: centimetres, millimetres, inches, kilometres.
const UNITS_M: [f64; 4] = [0.01, 0.001, 0.0254, 1000.0];
/// Height below which a mesh has none, in its unit.
const LOWEST: f64 = 1e-9;
/// The height where no unit helps, m.
const USUAL_M: f64 = 1.78;
/// What lies so near the middle is in it, as a share of the height.
const MIDDLE: f64 = 0.01;

/// A figure that fits a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// Its parts, the root first and parents before their children.
    pub parts: Vec<FittedPart>,
    /// Its vertices, moved by its parts.
    pub vertices: Vec<FittedVertex>,
    /// Indices of the corners of each triangle, anticlockwise from outside.
    pub triangles: Vec<[u32; 3]>,
    /// How it moves in the animations of its model.
    pub motions: Vec<Motion>,
    /// Height of the mesh, m.
    pub height: f64,
    /// Volume that the mesh encloses, m³; of little worth where it is open.
    pub volume: f64,
    /// What was put right, one sentence each.
    pub notes: Vec<String>,
}

/// A part of a figure at its start pose, in the frame of the figure: facing +z, left = +x,
/// the lowest point at y = 0.
#[derive(Debug, Clone, PartialEq)]
pub struct FittedPart {
    /// What it is.
    pub role: Role,
    /// The part that it hangs on; none for the root.
    pub parent: Option<usize>,
    /// The bone that it begins with.
    pub bone: usize,
    /// Where it hangs, m.
    pub joint: DVec3,
    /// Centre of its shape, m.
    pub position: DVec3,
    /// From its frame to that of the figure.
    pub orientation: DQuat,
    /// Its shape about its centre, in its frame.
    pub shape: PartShape,
}

/// Shape of a part.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PartShape {
    /// Cylinder with round ends along an axis of its frame.
    Capsule {
        /// The axis: 0, 1, 2 for x, y, z.
        axis: usize,
        /// Between the centres of the round ends, m.
        length: f64,
        /// Radius, m.
        radius: f64,
    },
    /// Box.
    Box {
        /// Edges, m.
        size: DVec3,
        /// Radius of edges and corners, m.
        rounding: f64,
    },
}

/// A vertex of a figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FittedVertex {
    /// Place, m.
    pub position: Vec3,
    /// Outward; unit.
    pub normal: Vec3,
    /// Place on the picture, 0 to 1 from the upper left.
    pub on_picture: [f32; 2],
    /// The parts that move it; those without a weight are 0.
    pub parts: [u8; PER_VERTEX],
    /// How much each does; their sum is 1.
    pub weights: [f32; PER_VERTEX],
}

/// The figure of a model whose bones are what a mapping says.
///
/// # Errors
/// The mapping has no pelvis, or the mesh no height.
pub fn fit(model: &Model, mapping: &Mapping) -> Result<Figure, NoFigure> {
    let pelvis = mapping.bone(Role::Pelvis).ok_or(NoFigure::NoPelvis)?;
    let mut notes = Vec::new();
    let placement = Placement::of(model, mapping, pelvis, &mut notes)?;
    let bones: Vec<DVec3> = (model.joints.iter())
        .map(|joint| placement.point(joint.place()))
        .collect();
    let (parts, parents) = tree_of(model, mapping);
    let part_of = parts_of_bones(model, &parts);
    let vertices: Vec<FittedVertex> = (model.vertices.iter())
        .map(|vertex| fitted_vertex(vertex, &part_of, &placement))
        .collect();
    let middle = MIDDLE * placement.height;
    let place = |bone: usize| centred(bones[bone], middle);
    let mut fitted: Vec<FittedPart> = Vec::new();
    for (i, (&(role, bone), &parent)) in parts.iter().zip(&parents).enumerate() {
        let head = place(bone);
        let points: Vec<DVec3> = (vertices.iter())
            .filter(|vertex| main_part(vertex) == Some(i))
            .map(|vertex| vertex.position.as_dvec3())
            .collect();
        let end = next_of(role).and_then(|next| mapping.bone(next)).map(place);
        let orientation = orientation_of(role, (head, end, &points), |above| {
            let above = fitted.iter().find(|part| part.role == above);
            above.map(|part| part.orientation)
        });
        let Fitted { centre, shape } =
            shape_of(role, (head, end), orientation, &points, placement.height);
        fitted.push(FittedPart {
            role,
            parent,
            bone,
            joint: head,
            position: centred(centre, middle),
            orientation,
            shape,
        });
    }
    make_alike(&mut fitted);
    let mut figure = Figure {
        motions: motions(model, &fitted, &placement),
        parts: fitted,
        vertices,
        triangles: model.triangles.clone(),
        height: placement.height,
        volume: 0.0,
        notes,
    };
    figure.stand();
    figure.volume = figure.enclosed();
    Ok(figure)
}

/// From the scene of a model to the figure: turned to face +z, in metres, its pelvis above
/// the origin.
pub(super) struct Placement {
    pub turn: DQuat,
    scale: f64,
    pelvis: DVec3,
    /// Height of the figure, m.
    height: f64,
}

impl Placement {
    fn of(
        model: &Model,
        mapping: &Mapping,
        pelvis: usize,
        notes: &mut Vec<String>,
    ) -> Result<Placement, NoFigure> {
        let mut outwards = DVec3::ZERO;
        for (role, _) in ROLES {
            let (Role::UpperLeg(side) | Role::UpperArm(side) | Role::Hand(side) | Role::Foot(side)) =
                role
            else {
                continue;
            };
            if let Some(bone) = mapping.bone(role) {
                outwards += side.sign() * model.joints[bone].place();
            }
        }
        let left = outwards.with_y(0.0).normalize_or(DVec3::X);
        let heights = model.vertices.iter().map(|v| f64::from(v.position.y));
        let low = heights.clone().fold(f64::INFINITY, f64::min);
        let high = heights.fold(f64::NEG_INFINITY, f64::max);
        let height = high - low;
        // Neither is what has no end, nor what is no number.
        if !height.is_finite() || height <= LOWEST {
            return Err(NoFigure::NoHeight);
        }
        let fits = |unit: &f64| (HEIGHTS_M[0]..=HEIGHTS_M[1]).contains(&(height * unit));
        let scale = match fits(&1.0) {
            true => 1.0,
            false => UNITS_M.into_iter().find(fits).unwrap_or(USUAL_M / height),
        };
        if scale != 1.0 {
            notes.push(format!(
                "the model is {height:.3} units high, so one unit is read as {scale} m"
            ));
        }
        Ok(Placement {
            turn: DQuat::from_rotation_arc(left, DVec3::X),
            scale,
            pelvis: model.joints[pelvis].place().with_y(0.0),
            height: height * scale,
        })
    }

    pub fn point(&self, point: DVec3) -> DVec3 {
        self.turn * (point - self.pelvis) * self.scale
    }
}

/// The roles that bones have, parents before their children, with these bones, and for each
/// the part that it hangs on.
fn tree_of(model: &Model, mapping: &Mapping) -> (Vec<(Role, usize)>, Vec<Option<usize>>) {
    let parts: Vec<(Role, usize)> = (ROLES.iter())
        .filter_map(|(role, _)| Some((*role, mapping.bone(*role)?)))
        .collect();
    let index_of = |role: Role| parts.iter().position(|(own, _)| *own == role);
    let parents = (parts.iter().enumerate())
        .map(|(i, &(role, bone))| {
            if i == 0 {
                return None;
            }
            let mut above =
                std::iter::successors(model.joints[bone].parent, |bone| model.joints[*bone].parent);
            let of_bones = above.find_map(|bone| index_of(mapping.roles()[bone]?));
            let mut usual = std::iter::successors(role.usual_parent(), |role| role.usual_parent());
            let by_bones = of_bones.filter(|parent| *parent < i);
            by_bones.or_else(|| usual.find_map(index_of)).or(Some(0))
        })
        .collect();
    (parts, parents)
}

/// For each bone the part that moves it: what it begins, or that of the bone above.
fn parts_of_bones(model: &Model, parts: &[(Role, usize)]) -> Vec<usize> {
    let mut part_of: Vec<usize> = Vec::with_capacity(model.joints.len());
    for (bone, joint) in model.joints.iter().enumerate() {
        let own = parts.iter().position(|(_, begins)| *begins == bone);
        let above = joint.parent.and_then(|parent| part_of.get(parent).copied());
        part_of.push(own.or(above).unwrap_or(0));
    }
    part_of
}

fn fitted_vertex(vertex: &Vertex, part_of: &[usize], placement: &Placement) -> FittedVertex {
    let mut shares: Vec<(usize, f32)> = Vec::with_capacity(PER_VERTEX);
    for (joint, weight) in vertex.joints.iter().zip(vertex.weights) {
        let part = part_of.get(usize::from(*joint)).copied().unwrap_or(0);
        match shares.iter_mut().find(|(own, _)| *own == part) {
            Some((_, sum)) => *sum += weight,
            None => shares.push((part, weight)),
        }
    }
    shares.retain(|(_, weight)| *weight > 0.0);
    let (mut parts, mut weights) = ([0; PER_VERTEX], [0.0; PER_VERTEX]);
    for (i, (part, weight)) in shares.into_iter().enumerate() {
        parts[i] = part as u8;
        weights[i] = weight;
    }
    FittedVertex {
        position: placement.point(vertex.position.as_dvec3()).as_vec3(),
        normal: placement.turn.as_quat() * vertex.normal,
        on_picture: vertex.on_picture,
        parts,
        weights,
    }
}

/// The part that moves a vertex most, if that is by half or more.
fn main_part(vertex: &FittedVertex) -> Option<usize> {
    let shares = vertex.parts.iter().zip(vertex.weights);
    let main = shares.max_by(|a, b| a.1.total_cmp(&b.1));
    main.filter(|(_, weight)| *weight >= 0.5)
        .map(|(part, _)| usize::from(*part))
}

/// The part that begins where a limb ends.
fn next_of(role: Role) -> Option<Role> {
    along(role)?;
    let mut roles = ROLES.iter().map(|(role, _)| *role);
    roles.find(|next| next.usual_parent() == Some(role))
}

/// Along which way of its frame a limb lies.
pub(super) fn along(role: Role) -> Option<DVec3> {
    Some(match role {
        Role::Neck => DVec3::Y,
        Role::Shoulder(side) | Role::UpperArm(side) | Role::LowerArm(side) | Role::Hand(side) => {
            DVec3::X * side.sign()
        }
        Role::UpperLeg(_) | Role::LowerLeg(_) => DVec3::NEG_Y,
        Role::Tail(_) => DVec3::NEG_Z,
        _ => return None,
    })
}

/// How a part is turned: as what it continues, bent by as little as its own way asks for.
fn orientation_of(
    role: Role,
    (head, end, points): (DVec3, Option<DVec3>, &[DVec3]),
    turned: impl Fn(Role) -> Option<DQuat>,
) -> DQuat {
    let Some(along) = along(role) else {
        return DQuat::IDENTITY;
    };
    let continued = role
        .usual_parent()
        .filter(|above| self::along(*above).is_some());
    let before = continued.and_then(turned).unwrap_or(DQuat::IDENTITY);
    let middle = points.iter().sum::<DVec3>() / points.len().max(1) as f64;
    let end = end.or((!points.is_empty()).then_some(middle));
    let way = end.map(|end| end - head).and_then(DVec3::try_normalize);
    let usual = before * along;
    DQuat::from_rotation_arc(usual, way.unwrap_or(usual)) * before
}

fn centred(point: DVec3, middle: f64) -> DVec3 {
    match point.x.abs() < middle {
        true => point.with_x(0.0),
        false => point,
    }
}

/// Limbs of both sides get the mean of their measures.
fn make_alike(parts: &mut [FittedPart]) {
    for i in 0..parts.len() {
        let Some(twin) = parts[i].role.right_twin() else {
            continue;
        };
        let Some(other) = parts.iter().position(|part| part.role == twin) else {
            continue;
        };
        let mean = parts[i].shape.mean(parts[other].shape);
        parts[i].shape = mean;
        parts[other].shape = mean;
    }
}

impl Figure {
    /// Puts its lowest shape on the ground.
    fn stand(&mut self) {
        let lows = self
            .parts
            .iter()
            .map(|part| part.position.y - part.reach_down());
        let low = lows.fold(f64::INFINITY, f64::min);
        for part in &mut self.parts {
            part.position.y -= low;
            part.joint.y -= low;
        }
        for vertex in &mut self.vertices {
            vertex.position.y -= low as f32;
        }
    }

    /// Volume within the triangles, m³.
    fn enclosed(&self) -> f64 {
        let corner = |i: u32| self.vertices[i as usize].position.as_dvec3();
        let sixfold = self.triangles.iter().map(|triangle| {
            let [a, b, c] = triangle.map(corner);
            a.dot(b.cross(c))
        });
        sixfold.sum::<f64>() / 6.0
    }
}

impl FittedPart {
    /// From its centre down to its lowest point, m.
    fn reach_down(&self) -> f64 {
        let down = (self.orientation.conjugate() * DVec3::NEG_Y).abs();
        match self.shape {
            PartShape::Capsule {
                axis,
                length,
                radius,
            } => 0.5 * length * down[axis] + radius,
            PartShape::Box { size, rounding } => (0.5 * size - rounding).dot(down) + rounding,
        }
    }
}

impl PartShape {
    fn mean(self, other: PartShape) -> PartShape {
        match (self, other) {
            (
                PartShape::Capsule {
                    axis,
                    length,
                    radius,
                },
                PartShape::Capsule {
                    length: l,
                    radius: r,
                    ..
                },
            ) => PartShape::Capsule {
                axis,
                length: 0.5 * (length + l),
                radius: 0.5 * (radius + r),
            },
            (
                PartShape::Box { size, rounding },
                PartShape::Box {
                    size: s,
                    rounding: r,
                },
            ) => PartShape::Box {
                size: 0.5 * (size + s),
                rounding: 0.5 * (rounding + r),
            },
            _ => self,
        }
    }

    /// Volume, m³.
    pub fn volume(self) -> f64 {
        match self {
            PartShape::Capsule { length, radius, .. } => {
                std::f64::consts::PI * radius * radius * (length + 4.0 / 3.0 * radius)
            }
            PartShape::Box { size, .. } => size.element_product(),
        }
    }
}
