//! The bones of a model, drawn on its figure: a click on one says which part begins there.

use crate::app::action::Action;
use crate::app::panels::widgets::{combo_row, dressed, note, text_scale};
use crate::character::rig::{Mapping, Role, Side, ROLES};
use crate::exchange::character::Rigging;
use crate::gltf::model::Model;
use crate::scene::Id;
use crate::view::theme::{color32, mark};
use egui_macroquad::egui::epaint::{Mesh, Vertex, WHITE_UV};
use egui_macroquad::egui::{
    vec2, Color32, Id as UiId, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, WidgetInfo,
    WidgetType,
};
use glam::DVec3;

/// Height of the picture, points.
const HEIGHT: f32 = 280.0;
/// Radius of the mark of a bone, points.
const MARK: f32 = 4.0;
/// Most triangles of the figure that are drawn; of a finer one some are left out.
const MOST_TRIANGLES: usize = 16_000;

/// From which side the figure is seen.
#[derive(Clone, Copy, Default, PartialEq)]
enum Look {
    #[default]
    Front,
    Side,
}

/// What is remembered of the picture of a figure.
#[derive(Clone, Copy, Default)]
struct Memory {
    look: Look,
    bone: Option<usize>,
}

/// The picture, and below it what the bone is that was clicked last.
pub(super) fn bone_figure_ui(ui: &mut Ui, rigging: &Rigging, id: Id, actions: &mut Vec<Action>) {
    let key = UiId::new("figure of bones").with(id);
    let mut memory: Memory = ui.data(|data| data.get_temp(key)).unwrap_or_default();
    let tip = "View of the figure: from the front or from its left side";
    let looks = [(Look::Front, "front", tip), (Look::Side, "side", tip)];
    if let Some(look) = combo_row(ui, "View", tip, memory.look, &looks) {
        memory.look = look;
    }
    let model = &rigging.model;
    let size = vec2(ui.available_width(), HEIGHT * text_scale(ui.ctx()));
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let projection = Projection::of(model, across(rigging, memory.look), rect);
    draw_figure(ui, model, &projection);
    if let Some(bone) = draw_bones(ui, rigging, &projection, memory.bone) {
        memory.bone = Some(bone);
    }
    match memory
        .bone
        .and_then(|bone| Some((bone, model.joints.get(bone)?)))
    {
        Some((bone, joint)) => {
            ui.weak(&joint.name);
            if let Some(change) = role_ui(ui, &rigging.mapping, bone) {
                actions.push(Action::MapBone(id, change.0, change.1));
            }
        }
        None => {
            ui.weak("Click a bone to assign a part to it.");
        }
    }
    ui.data_mut(|data| data.insert_temp(key, memory));
}

/// What a bone is, to be chosen; the change that is asked for.
fn role_ui(ui: &mut Ui, mapping: &Mapping, bone: usize) -> Option<(Role, Option<usize>)> {
    let role = mapping.roles().get(bone).copied().flatten();
    let follows = (None, "none", "moves with its parent bone");
    let parts = ROLES.map(|(role, part)| (Some(role), part, "first bone of this part"));
    let choices: Vec<_> = std::iter::once(follows).chain(parts).collect();
    let tip = "Part that starts at the selected bone";
    match (combo_row(ui, "Assigned part", tip, role, &choices)?, role) {
        (Some(new), _) => Some((new, Some(bone))),
        (None, Some(old)) => Some((old, None)),
        (None, None) => None,
    }
}

/// The way to the right of the picture: from the figure's right to its left, or to its front.
fn across(rigging: &Rigging, look: Look) -> DVec3 {
    let place = |role| {
        let joint = rigging.model.joints.get(rigging.mapping.bone(role)?)?;
        Some(joint.place())
    };
    let pairs = [Role::UpperLeg, Role::UpperArm, Role::Shoulder];
    let left = pairs.iter().find_map(|of: &fn(Side) -> Role| {
        let between = place(of(Side::Left))? - place(of(Side::Right))?;
        DVec3::new(between.x, 0.0, between.z).try_normalize()
    });
    let left = left.unwrap_or(DVec3::X);
    match look {
        Look::Front => left,
        Look::Side => left.cross(DVec3::Y),
    }
}

/// From the space of a model to the picture.
struct Projection {
    across: DVec3,
    /// Of the model, along `across` and upwards, m.
    middle: [f64; 2],
    center: Pos2,
    points_per_m: f64,
}

impl Projection {
    fn of(model: &Model, across: DVec3, rect: Rect) -> Projection {
        let joints = model.joints.iter().map(|joint| joint.place());
        let vertices = model.vertices.iter().map(|v| v.position.as_dvec3());
        let seen = joints.chain(vertices).map(|at| [across.dot(at), at.y]);
        let none = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        let (low, high) = seen.fold(none, |(low, high), [x, y]| {
            (
                [low[0].min(x), low[1].min(y)],
                [high[0].max(x), high[1].max(y)],
            )
        });
        let size = [high[0] - low[0], high[1] - low[1]].map(|size| size.max(1e-6));
        let room = rect.shrink(2.0 * MARK);
        let fit = |points: f32, size: f64| f64::from(points.max(1.0)) / size;
        Projection {
            across,
            middle: [0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1])],
            center: rect.center(),
            points_per_m: fit(room.width(), size[0]).min(fit(room.height(), size[1])),
        }
    }

    fn point(&self, at: DVec3) -> Pos2 {
        let x = (self.across.dot(at) - self.middle[0]) * self.points_per_m;
        let y = (at.y - self.middle[1]) * self.points_per_m;
        self.center + vec2(x as f32, -y as f32)
    }
}

/// The outline of the figure, filled.
fn draw_figure(ui: &Ui, model: &Model, projection: &Projection) {
    let color = color32(dressed(ui).control);
    let corner = |i: &u32| {
        let vertex = model.vertices.get(*i as usize)?;
        Some(Vertex {
            pos: projection.point(vertex.position.as_dvec3()),
            uv: WHITE_UV,
            color,
        })
    };
    let mut mesh = Mesh::default();
    let every = model.triangles.len().div_ceil(MOST_TRIANGLES).max(1);
    for triangle in model.triangles.iter().step_by(every) {
        mesh.vertices.extend(triangle.iter().filter_map(corner));
    }
    mesh.indices = (0..mesh.vertices.len() as u32 / 3 * 3).collect();
    ui.painter().add(Shape::mesh(mesh));
}

/// The bones with lines to what they hang on; the one that is clicked.
fn draw_bones(
    ui: &Ui,
    rigging: &Rigging,
    projection: &Projection,
    chosen: Option<usize>,
) -> Option<usize> {
    let colors = dressed(ui);
    let joints = &rigging.model.joints;
    let places: Vec<Pos2> = joints.iter().map(|j| projection.point(j.place())).collect();
    let thin = Stroke::new(1.0, color32(colors.text_weak));
    for (joint, at) in joints.iter().zip(&places) {
        if let Some(above) = joint.parent.and_then(|parent| places.get(parent)) {
            ui.painter().line_segment([*above, *at], thin);
        }
    }
    let mut clicked = None;
    // What begins a part lies above what follows it, such as fingers.
    let roles = rigging.mapping.roles();
    let role_of = |bone: usize| roles.get(bone).copied().flatten();
    let mut order: Vec<usize> = (0..joints.len()).collect();
    order.sort_by_key(|bone| role_of(*bone).is_some());
    for bone in order {
        let (Some(joint), Some(at)) = (joints.get(bone), places.get(bone)) else {
            continue;
        };
        let role = role_of(bone);
        let response = bone_response(ui, (bone, &joint.name), role, *at);
        if response.clicked() {
            clicked = Some(bone);
        }
        let is_marked = response.hovered() || chosen == Some(bone);
        let (radius, fill) = match (role, is_marked) {
            (_, true) => (1.5 * MARK, color32(colors.selection)),
            (Some(role), false) => (MARK, side_color(role)),
            (None, false) => (0.6 * MARK, color32(colors.text_weak)),
        };
        let rim = Stroke::new(1.0, color32(colors.ground));
        ui.painter().circle(*at, radius, fill, rim);
    }
    clicked
}

/// A bone as what can be clicked.
fn bone_response(ui: &Ui, (bone, name): (usize, &str), role: Option<Role>, at: Pos2) -> Response {
    let rect = Rect::from_center_size(at, vec2(3.0 * MARK, 3.0 * MARK));
    // Several bones may have one name.
    let id = UiId::new("bone on the figure").with(bone);
    let begins = role.map_or("moves with its parent bone".into(), |role| {
        format!("start of {}", role.part())
    });
    let text = format!("{name}: {begins}");
    let response = ui.interact(rect, id, Sense::click());
    note(&response, &format!("Bone {name}"));
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, text.clone()));
    response.on_hover_text(text)
}

/// The colour of a part: its left, its right, and what is in the middle.
fn side_color(role: Role) -> Color32 {
    let color = match role {
        Role::Shoulder(side)
        | Role::UpperArm(side)
        | Role::LowerArm(side)
        | Role::Hand(side)
        | Role::UpperLeg(side)
        | Role::LowerLeg(side)
        | Role::Foot(side)
        | Role::Toes(side) => match side {
            Side::Left => mark::SIDE_A,
            Side::Right => mark::SIDE_B,
        },
        Role::Pelvis
        | Role::LowerTorso
        | Role::UpperTorso
        | Role::Neck
        | Role::Head
        | Role::Tail(_) => mark::WITHIN_LIMIT,
    };
    color32(color)
}
