//! The shape of bodies and obstacles.

use super::form::{told, Form};
use crate::app::panels::number_field::three_digits;
use crate::app::panels::widgets::shown;
use crate::editor::{hull_of, Item};
use crate::scene::range::{self, Quantity};
use crate::scene::{Axis, Compound, HullPoints, Piece, Shape};
use egui_macroquad::egui::Ui;
use glam::{DQuat, DVec3};

/// A shape without its sizes.
#[derive(Debug, Clone, Copy, PartialEq)]
enum ShapeKind {
    Sphere,
    Box,
    Capsule,
    Cylinder,
    Hull,
    Compound,
    Plane,
    Ramp,
    Stairs,
    Mesh,
}

/// The first six are for bodies, too.
const KINDS: [(ShapeKind, &str, &str); 9] = [
    (ShapeKind::Sphere, "ball", "a ball"),
    (
        ShapeKind::Box,
        "box",
        "a box, optionally with rounded edges",
    ),
    (ShapeKind::Capsule, "capsule", "a cylinder with round ends"),
    (ShapeKind::Cylinder, "cylinder", "a cylinder with flat ends"),
    (ShapeKind::Hull, "hull", "a convex shape with flat faces"),
    (
        ShapeKind::Compound,
        "compound",
        "several shapes that are one body",
    ),
    (ShapeKind::Plane, "plane", "solid below an infinite plane"),
    (ShapeKind::Ramp, "ramp", "a wedge that rises along +z"),
    (ShapeKind::Stairs, "stairs", "steps that rise along +z"),
];
/// How many kinds bodies can have.
const FOR_BODIES: usize = 6;
const MESH: (ShapeKind, &str, &str) = (ShapeKind::Mesh, "mesh", "triangles from a file");

/// The local axis along which something lies.
pub(super) const AXES: [(Axis, &str, &str); 3] = [
    (Axis::X, "x", "local x axis"),
    (Axis::Y, "y", "local y axis"),
    (Axis::Z, "z", "local z axis"),
];

/// What the fields of a shape are called.
struct Labels {
    shape: &'static str,
    radius: &'static str,
    length: &'static str,
    size: &'static str,
    rounding: &'static str,
    axis: &'static str,
}

const OF_THING: Labels = Labels {
    shape: "Shape",
    radius: "Radius",
    length: "Length",
    size: "Size",
    rounding: "Rounding",
    axis: "Axis",
};

const OF_PIECE: Labels = Labels {
    shape: "Piece shape",
    radius: "Piece radius",
    length: "Piece length",
    size: "Piece size",
    rounding: "Piece rounding",
    axis: "Piece axis",
};

pub(super) fn shape_ui(ui: &mut Ui, form: &mut Form<'_>) {
    let is_body = matches!(form.subject.items.first(), Some(Item::Body(_)));
    let mut kinds = KINDS.to_vec();
    if is_body {
        kinds.truncate(FOR_BODIES);
    } else {
        kinds.retain(|(kind, ..)| *kind != ShapeKind::Compound);
    }
    let get = |item: &mut Item| shape_of(item).map(|shape| kind_of(shape));
    if form.subject.common(OF_THING.shape, get).same() == Some(ShapeKind::Mesh) {
        kinds.push(MESH);
    }
    fields_ui(ui, form, (&OF_THING, &kinds), shape_of);
    form.count(ui, "Steps", &range::STEPS, |item| match shape_of(item)? {
        Shape::Stairs { steps, .. } => Some(steps),
        _ => None,
    });
    let usual = [range::STEP.default; 3];
    form.vector(ui, "Step", &range::STEP, usual, |item| {
        match shape_of(item)? {
            Shape::Stairs { step_m, .. } => Some(step_m),
            _ => None,
        }
    });
    mesh_ui(ui, form);
    hull_ui(ui, form);
}

/// The shape of one piece of a compound body.
pub(super) fn piece_shape_ui(
    ui: &mut Ui,
    form: &mut Form<'_>,
    place: impl Fn(&mut Item) -> Option<&mut Shape> + Copy,
) {
    let kinds = KINDS.into_iter().take(FOR_BODIES);
    let kinds: Vec<_> = kinds
        .filter(|(kind, ..)| *kind != ShapeKind::Compound)
        .collect();
    fields_ui(ui, form, (&OF_PIECE, &kinds), place);
}

/// Kind and sizes of a shape.
fn fields_ui(
    ui: &mut Ui,
    form: &mut Form<'_>,
    (labels, kinds): (&Labels, &[(ShapeKind, &str, &str)]),
    place: impl Fn(&mut Item) -> Option<&mut Shape> + Copy,
) {
    form.choice(
        ui,
        labels.shape,
        "Geometry used for collisions and display",
        kinds,
        |item: &mut Item| place(item).map(|shape| kind_of(shape)),
        |item, kind| {
            let mut middle = DVec3::ZERO;
            if let Some(shape) = place(item).filter(|shape| kind_of(shape) != kind) {
                if let (Shape::Compound(_), ShapeKind::Hull) = (&*shape, kind) {
                    middle = hull_of(shape).map_or(DVec3::ZERO, |(_, middle)| middle);
                }
                *shape = of_kind(kind, shape);
            }
            move_in_its_frame(item, middle);
            if let Item::Body(body) = item {
                body.orthogonal_drag_per_s
                    .take_if(|_| !body.shape.has_long_axis());
            }
        },
    );
    form.number(ui, labels.radius, &range::RADIUS, |item| {
        match place(item)? {
            Shape::Sphere { radius_m }
            | Shape::Capsule { radius_m, .. }
            | Shape::Cylinder { radius_m, .. } => Some(radius_m),
            _ => None,
        }
    });
    form.number(ui, labels.length, &range::LENGTH, |item| {
        match place(item)? {
            Shape::Capsule { length_m, .. } | Shape::Cylinder { length_m, .. } => Some(length_m),
            _ => None,
        }
    });
    let usual = [range::SIZE.default; 3];
    form.vector(ui, labels.size, &range::SIZE, usual, |item| {
        match place(item)? {
            Shape::Box { size_m, .. } | Shape::Ramp { size_m } => Some(size_m),
            _ => None,
        }
    });
    let rounding = rounding(form, place);
    form.number(ui, labels.rounding, &rounding, |item| match place(item)? {
        Shape::Box { rounding_m, .. } => Some(rounding_m),
        _ => None,
    });
    let axis = |item: &mut Item| match place(item)? {
        Shape::Capsule { axis, .. } | Shape::Cylinder { axis, .. } => Some(*axis),
        _ => None,
    };
    let tip = "Local axis of its length";
    form.choice(ui, labels.axis, tip, &AXES, axis, |item, new| {
        if let Some(Shape::Capsule { axis, .. } | Shape::Cylinder { axis, .. }) = place(item) {
            *axis = new;
        }
    });
}

fn mesh_ui(ui: &mut Ui, form: &Form<'_>) {
    let Some(Item::Obstacle(obstacle)) = form.only() else {
        return;
    };
    if let Shape::Mesh(mesh) = &obstacle.shape {
        let tip = "Number of triangles";
        told(ui, "Triangles", &mesh.triangles().len().to_string(), tip);
        match mesh.inside() {
            Ok(solid) => {
                let volume = format!("{} m³", shown(three_digits(solid.mass)));
                told(ui, "Volume", &volume, "Volume enclosed by the triangles");
                let centre = solid.centre.to_array().map(|x| shown(three_digits(x)));
                let tip = "Centre of mass of a uniform solid, in mesh coordinates, m";
                told(ui, "Centre", &centre.join(", "), tip);
            }
            Err(flaw) => {
                let tip = format!("Encloses no volume: {}", flaw.remedy());
                told(ui, "Open", &flaw.to_string(), &tip);
            }
        }
        let tip = "Number of vertices";
        told(ui, "Vertices", &mesh.vertices_m().len().to_string(), tip);
    }
}

fn hull_ui(ui: &mut Ui, form: &Form<'_>) {
    let points = match form.only() {
        Some(Item::Body(body)) => &body.shape,
        Some(Item::Obstacle(obstacle)) => &obstacle.shape,
        _ => return,
    };
    let Shape::Hull(points) = points else {
        return;
    };
    match points.hull() {
        Ok(hull) => {
            let corners = hull.corners().len().to_string();
            told(
                ui,
                "Vertices",
                &corners,
                "Vertices of the hull; points inside are ignored",
            );
            told(
                ui,
                "Faces",
                &hull.faces().len().to_string(),
                "Number of flat faces",
            );
            let volume = format!("{} m³", shown(three_digits(hull.inside().mass)));
            told(ui, "Volume", &volume, "Volume enclosed by the hull");
            if hull.left_out() > 0.0 {
                let far = format!("{} mm", shown(three_digits(1e3 * hull.left_out())));
                let tip = "Largest distance from a point to the simplified hull";
                told(ui, "Hull error", &far, tip);
            }
        }
        Err(why) => told(ui, "Empty", &why.to_string(), why.remedy()),
    }
}

/// The shape of a body or an obstacle.
fn shape_of(item: &mut Item) -> Option<&mut Shape> {
    match item {
        Item::Body(body) => Some(&mut body.shape),
        Item::Obstacle(obstacle) => Some(&mut obstacle.shape),
        _ => None,
    }
}

/// The range of the rounding, which ends at half the smallest edge of a single box.
fn rounding(form: &Form<'_>, place: impl Fn(&mut Item) -> Option<&mut Shape>) -> Quantity {
    let mut only = form.only().cloned();
    let smallest = match only.as_mut().and_then(place) {
        Some(Shape::Box { size_m, .. }) => size_m.iter().copied().fold(f64::INFINITY, f64::min),
        _ => f64::INFINITY,
    };
    Quantity {
        max: range::ROUNDING.max.min(0.5 * smallest),
        ..range::ROUNDING
    }
}

fn kind_of(shape: &Shape) -> ShapeKind {
    match shape {
        Shape::Sphere { .. } => ShapeKind::Sphere,
        Shape::Box { .. } => ShapeKind::Box,
        Shape::Capsule { .. } => ShapeKind::Capsule,
        Shape::Cylinder { .. } => ShapeKind::Cylinder,
        Shape::Hull(_) => ShapeKind::Hull,
        Shape::Compound(_) => ShapeKind::Compound,
        Shape::Plane {} => ShapeKind::Plane,
        Shape::Ramp { .. } => ShapeKind::Ramp,
        Shape::Stairs { .. } => ShapeKind::Stairs,
        Shape::Mesh(_) => ShapeKind::Mesh,
    }
}

/// Moves a body by so much in its own frame, m.
fn move_in_its_frame(item: &mut Item, way: DVec3) {
    if let Item::Body(body) = item {
        let [w, x, y, z] = body.orientation;
        let way = DQuat::from_xyzw(x, y, z, w) * way;
        body.position_m = (DVec3::from(body.position_m) + way).to_array();
    }
}

/// A shape of another kind that is about as large.
fn of_kind(kind: ShapeKind, old: &Shape) -> Shape {
    let [radius, length] = [0.5 * width_of(old), height_of(old)];
    let axis = Axis::default();
    let radius_m = range::RADIUS.clamp(radius);
    let size_m = [2.0 * radius, length, 2.0 * radius].map(|size| range::SIZE.clamp(size));
    match kind {
        ShapeKind::Sphere => Shape::Sphere { radius_m },
        ShapeKind::Box => Shape::Box {
            size_m,
            rounding_m: 0.0,
        },
        ShapeKind::Capsule => Shape::Capsule {
            radius_m,
            length_m: range::LENGTH.clamp(length - 2.0 * radius),
            axis,
        },
        ShapeKind::Cylinder => Shape::Cylinder {
            radius_m,
            length_m: range::LENGTH.clamp(length),
            axis,
        },
        ShapeKind::Hull => hull_of(old).map_or(Shape::Sphere { radius_m }, |(points, _)| {
            Shape::Hull(points)
        }),
        ShapeKind::Compound => Shape::Compound(Compound {
            pieces: vec![Piece::new(old.clone())],
        }),
        ShapeKind::Plane => Shape::Plane {},
        ShapeKind::Ramp => Shape::Ramp { size_m },
        ShapeKind::Stairs => Shape::Stairs {
            steps: 5,
            step_m: size_m.map(|size| range::STEP.clamp(size / 5.0)),
        },
        ShapeKind::Mesh => old.clone(),
    }
}

/// Extent across, m.
pub(super) fn width_of(shape: &Shape) -> f64 {
    match shape {
        Shape::Sphere { radius_m }
        | Shape::Capsule { radius_m, .. }
        | Shape::Cylinder { radius_m, .. } => 2.0 * radius_m,
        Shape::Box { size_m, .. } | Shape::Ramp { size_m } => size_m[0].min(size_m[2]),
        Shape::Stairs { step_m, .. } => step_m[0],
        Shape::Hull(points) => {
            let [x, _, z] = extents(points);
            x.min(z)
        }
        Shape::Compound(_) => {
            let hull = hull_of(shape).map(|(points, _)| extents(&points));
            hull.map_or(range::SIZE.default, |[x, _, z]| x.min(z))
        }
        Shape::Plane {} | Shape::Mesh(_) => range::SIZE.default,
    }
}

/// Extents of a hull, m.
fn extents(points: &HullPoints) -> [f64; 3] {
    let all = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    let points = points.points_m().iter().copied().map(DVec3::from);
    let (low, high) = points.fold(all, |(l, h), p| (l.min(p), h.max(p)));
    (high - low).to_array()
}

/// Extent along, m.
fn height_of(shape: &Shape) -> f64 {
    match shape {
        Shape::Sphere { radius_m } => 2.0 * radius_m,
        Shape::Capsule {
            radius_m, length_m, ..
        } => length_m + 2.0 * radius_m,
        Shape::Cylinder { length_m, .. } => *length_m,
        Shape::Box { size_m, .. } | Shape::Ramp { size_m } => size_m[1],
        Shape::Stairs { steps, step_m } => step_m[1] * f64::from(*steps),
        Shape::Hull(points) => extents(points)[1],
        Shape::Compound(_) => {
            let hull = hull_of(shape).map(|(points, _)| extents(&points));
            hull.map_or(range::SIZE.default, |[_, y, _]| y)
        }
        Shape::Plane {} | Shape::Mesh(_) => range::SIZE.default,
    }
}
