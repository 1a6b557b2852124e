//! Rigid bodies.

use super::form::{told, Form};
use super::kinematic::kinematic_ui;
use super::pieces::pieces_ui;
use super::place::{orientation_ui, position_ui, turn_rate_ui, velocity_ui};
use super::shape::{shape_ui, width_of};
use super::Shown;
use crate::app::panels::number_field::three_digits;
use crate::app::panels::widgets::shown;
use crate::app::panels::AppView;
use crate::compile::volume_of;
use crate::editor::Item;
use crate::physics::{motion_of, BodyModel};
use crate::scene::range;
use crate::scene::{Body, BodyContact, Id, MadeOf};
use egui_macroquad::egui::Ui;

/// What of a body collides, without sizes.
#[derive(Debug, Clone, Copy, PartialEq)]
enum ContactKind {
    Shape,
    Sphere,
    None,
}

const CONTACTS: [(ContactKind, &str, &str); 3] = [
    (ContactKind::Shape, "own shape", "the whole body collides"),
    (
        ContactKind::Sphere,
        "ball",
        "only a ball around its centre of mass collides",
    ),
    (ContactKind::None, "none", "passes through everything"),
];

const WEIGHTS: [(bool, &str, &str); 2] = [
    (
        false,
        "value",
        "mass is set; it stays the same when the size changes",
    ),
    (
        true,
        "density",
        "density is set; mass follows from the volume",
    ),
];

const INERTIAS: [(bool, &str, &str); 2] = [
    (false, "own shape", "as for a solid of uniform density"),
    (true, "values", "three moments and three products are set"),
];

const SUBSTANCES: [(bool, &str, &str); 2] = [
    (false, "rigid body", "one rigid piece"),
    (
        true,
        "particles",
        "four particles and six sticks; lower strength makes it softer",
    ),
];

pub(super) fn body_ui(ui: &mut Ui, form: &mut Form<'_>, shown: &mut Shown) {
    shape_ui(ui, form);
    pieces_ui(ui, form, shown);
    weight_ui(ui, form);
    inertia_ui(ui, form);
    ui.separator();
    position_ui(ui, form);
    orientation_ui(ui, form, &shown.angles);
    velocity_ui(ui, form);
    turn_rate_ui(ui, form);
    now_ui(ui, form);
    kinematic_ui(ui, form, &mut shown.path_key);
    ui.separator();
    drag_ui(ui, form);
    contact_ui(ui, form);
    made_of_ui(ui, form);
}

fn weight_ui(ui: &mut Ui, form: &mut Form<'_>) {
    let tip = "Whether mass or density is set";
    let get = |item: &mut Item| body(item).map(|body| body.density_kg_m3.is_some());
    form.choice(ui, "Mass from", tip, &WEIGHTS, get, |item, by_density| {
        if let Some(body) = body(item) {
            weigh(body, by_density);
        }
    });
    form.number(ui, "Mass", &range::MASS, |item| {
        body(item)?.mass_kg.as_mut()
    });
    form.number(ui, "Density", &range::DENSITY, |item| {
        body(item)?.density_kg_m3.as_mut()
    });
    if let Some(Item::Body(Body {
        id,
        density_kg_m3: Some(_),
        ..
    })) = form.only()
    {
        if let Some(model) = model_of(form.view, *id) {
            let mass = format!("{} kg", shown(model.mass));
            told(ui, "Resulting mass", &mass, "Density times volume");
        }
    }
}

/// Gives the density or the mass, so that the body weighs the same.
fn weigh(body: &mut Body, by_density: bool) {
    let volume = volume_of(&body.shape).unwrap_or(1.0);
    let density = body.density_kg_m3.map(|density| density * volume);
    let mass = body.mass_kg.or(density).unwrap_or(range::MASS.default);
    body.mass_kg = (!by_density).then(|| range::MASS.clamp(mass));
    body.density_kg_m3 = by_density.then(|| range::DENSITY.clamp(mass / volume));
}

fn inertia_ui(ui: &mut Ui, form: &mut Form<'_>) {
    let view = form.view;
    let tip = "Where the moments of inertia come from";
    let get = |item: &mut Item| body(item).map(|body| body.inertia_kg_m2.is_some());
    form.choice(ui, "Inertia from", tip, &INERTIAS, get, |item, given| {
        if let Some(body) = body(item) {
            let now = model_of(view, body.id).map(|model| model.inertia.to_array());
            let now = now.unwrap_or([range::INERTIA.default; 3]);
            body.inertia_kg_m2 = given.then(|| now.map(|moment| range::INERTIA.clamp(moment)));
            body.products_of_inertia_kg_m2 = None;
        }
    });
    let usual = [range::INERTIA.default; 3];
    form.vector(ui, "Inertia", &range::INERTIA, usual, |item| {
        body(item)?.inertia_kg_m2.as_mut()
    });
    let get = |item: &mut Item| {
        let body = body(item)?;
        body.inertia_kg_m2?;
        Some(body.products_of_inertia_kg_m2.unwrap_or_default())
    };
    let products = &range::Quantity {
        help: "Off-diagonal entries xy, yz and zx of the inertia tensor.",
        ..range::PRODUCT_OF_INERTIA
    };
    form.vector_of(ui, "Products", products, [0.0; 3], get, |item, new| {
        if let Some(body) = body(item) {
            body.products_of_inertia_kg_m2 = (new != [0.0; 3]).then_some(new);
        }
    });
    if let Some(Item::Body(Body {
        id,
        inertia_kg_m2: None,
        ..
    })) = form.only()
    {
        if let Some(model) = model_of(form.view, *id) {
            let moments = model
                .inertia
                .to_array()
                .map(|moment| shown(three_digits(moment)))
                .join(", ");
            told(
                ui,
                "Inertia",
                &format!("{moments} kg·m²"),
                "About its local x, y and z axes",
            );
        }
    }
}

fn now_ui(ui: &mut Ui, form: &Form<'_>) {
    let Some(Item::Body(body)) = form.only() else {
        return;
    };
    let simulation = form.view.simulation();
    let (map, world) = (&simulation.map, &simulation.world);
    let owner = map.body(body.id);
    let state = owner.and_then(|owner| motion_of(world.model(), world.state(), owner));
    if let Some(state) = state {
        let speed = state.velocity.length();
        let turn = state.angular_velocity.length().to_degrees();
        let text = format!("{speed:.2} m/s, {turn:.0} °/s");
        told(
            ui,
            "Current speed",
            &text,
            "Current linear and angular speed in the simulation",
        );
    }
}

fn drag_ui(ui: &mut Ui, form: &mut Form<'_>) {
    let settings = form.view.settings();
    let usual = (settings.common.linear_drag, "the scene's value");
    form.optional(ui, "Drag", &range::DRAG, usual, |item| {
        Some(&mut body(item)?.linear_drag_per_s)
    });
    orthogonal_drag_ui(ui, form);
    let usual = (settings.common.angular_drag, "the scene's value");
    form.optional(ui, "Angular drag", &range::ANGULAR_DRAG, usual, |item| {
        Some(&mut body(item)?.angular_drag_per_s)
    });
}

/// Drag across the long axis, of bodies that have one.
fn orthogonal_drag_ui(ui: &mut Ui, form: &mut Form<'_>) {
    let common = form.view.settings().common.linear_drag;
    let along = |item: &mut Item| Some(body(item)?.linear_drag_per_s.unwrap_or(common));
    let along = form.subject.common("Drag along", along).same();
    let usual = (along.unwrap_or(common), "equal drag in all directions");
    form.optional(ui, "Drag across", &range::ORTHOGONAL_DRAG, usual, |item| {
        let body = body(item).filter(|body| body.shape.has_long_axis())?;
        Some(&mut body.orthogonal_drag_per_s)
    });
}

fn contact_ui(ui: &mut Ui, form: &mut Form<'_>) {
    let get = |item: &mut Item| {
        Some(match body(item)?.contact {
            BodyContact::Shape => ContactKind::Shape,
            BodyContact::Sphere { .. } => ContactKind::Sphere,
            BodyContact::None {} => ContactKind::None,
        })
    };
    form.choice(
        ui,
        "Collision shape",
        "Which shape is used for collisions",
        &CONTACTS,
        get,
        |item, kind| {
            if let Some(body) = body(item) {
                let radius_m = range::RADIUS.clamp(0.5 * width_of(&body.shape));
                body.contact = match kind {
                    ContactKind::Shape => BodyContact::Shape,
                    ContactKind::Sphere => BodyContact::Sphere { radius_m },
                    ContactKind::None => BodyContact::None {},
                };
            }
        },
    );
    form.number(ui, "Ball radius", &range::RADIUS, |item| {
        match &mut body(item)?.contact {
            BodyContact::Sphere { radius_m } => Some(radius_m),
            BodyContact::Shape | BodyContact::None {} => None,
        }
    });
}

fn made_of_ui(ui: &mut Ui, form: &mut Form<'_>) {
    let get = |item: &mut Item| body(item).map(|body| body.made_of != MadeOf::Rigid);
    let tip = "Simulated as a rigid body, or as particles and sticks with the same mass and \
               inertia";
    form.choice(
        ui,
        "Simulated as",
        tip,
        &SUBSTANCES,
        get,
        |item, particles| {
            if let Some(body) = body(item) {
                body.made_of = match particles {
                    false => MadeOf::Rigid,
                    true => MadeOf::Particles { strength: 1.0 },
                };
            }
        },
    );
    form.number(
        ui,
        "Stick strength",
        &range::STRENGTH,
        |item| match &mut body(item)?.made_of {
            MadeOf::Particles { strength } => Some(strength),
            MadeOf::Rigid => None,
        },
    );
}

pub(super) fn body(item: &mut Item) -> Option<&mut Body> {
    match item {
        Item::Body(body) => Some(body),
        _ => None,
    }
}

/// The body as it is simulated.
fn model_of<'a>(view: &AppView<'a>, id: Id) -> Option<&'a BodyModel> {
    let index = view.simulation().map.bodies.get(&id)?;
    view.simulation().world.model().bodies.get(*index)
}
