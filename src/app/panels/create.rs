//! What can be created, and from which numbers.

use super::number_field::{name_label, number_field, refusal_row, tip_of, NumberEdit, NumberField};
use super::widgets::{combo_row, note, text_scale};
use super::AppView;
use crate::app::action::Action;
use crate::editor::generate::{
    figures, BlueprintKind, Blueprints, Cloth, ClothPins, LandscapeKind, LEAST_POINTS, MOST,
    MOST_CELLS, MOST_CELLS_OF_JELLY, MOST_POINTS, MOST_POINTS_HUNG, MOST_ROWS, MOST_STONE_POINTS,
};
use crate::scene::range::{self, Edge, Quantity};
use egui_macroquad::egui::{vec2, Button, Color32, Id, Response, ScrollArea, Sense, TextStyle, Ui};

/// Width of a number, points.
const NUMBER_WIDTH: f32 = 88.0;
/// Most kinds beside each other.
const MOST_COLUMNS: usize = 3;

/// Height of the button that adds, at normal text, points.
const ADD_HEIGHT: f32 = 32.0;

/// How many of something.
const COUNT: Quantity = Quantity {
    key: "count",
    unit: "",
    min: 1.0,
    max: MOST as f64,
    edge: Edge::Closed,
    comfortable: (1.0, 60.0),
    default: 10.0,
    help: "Number of parts.",
};

/// How many rows of a pyramid.
const ROWS: Quantity = Quantity {
    max: MOST_ROWS as f64,
    help: "Number of rows, and of boxes in the lowest row.",
    ..COUNT
};

/// How many points along a side of a cloth.
const POINTS: Quantity = Quantity {
    min: 2.0,
    max: MOST_POINTS as f64,
    comfortable: (2.0, 60.0),
    help: "Number of points along this side.",
    ..COUNT
};

/// How strongly what is thin is kept from bending.
const BENDING: Quantity = Quantity {
    edge: Edge::Closed,
    default: 0.0,
    help: "Strength of the sticks to every second point, which resist bending; 0 for none.",
    ..range::STRENGTH
};

/// At which strain what is thin tears.
const TEARS: Quantity = Quantity {
    edge: Edge::OrZero,
    default: 0.0,
    comfortable: (0.0, 2.0),
    help: "Strain (stretch divided by length) at which threads tear; 0 for never.",
    ..range::TEAR_STRAIN
};

/// How many cells along a side of a landscape.
const CELLS: Quantity = Quantity {
    max: MOST_CELLS as f64,
    comfortable: (8.0, 100.0),
    default: 32.0,
    help: "Number of grid cells along a side, two triangles each.",
    ..COUNT
};

/// How many cells along an edge of a jelly.
const CELLS_OF_JELLY: Quantity = Quantity {
    max: MOST_CELLS_OF_JELLY as f64,
    comfortable: (1.0, 8.0),
    default: 4.0,
    help: "Number of cells along an edge, each with diagonal braces.",
    ..COUNT
};

/// How many points along a side of a flag or a cape.
const HUNG_POINTS: Quantity = Quantity {
    max: MOST_POINTS_HUNG as f64,
    ..POINTS
};

/// How many points round a ring.
const AROUND: Quantity = Quantity {
    min: 3.0,
    help: "Number of points around the circle.",
    ..HUNG_POINTS
};

/// Which of many hills.
const SEED: Quantity = Quantity {
    default: 1.0,
    help: "Random seed; the same number gives the same shape.",
    ..COUNT
};

/// Points that a stone is the hull of.
const STONE_POINTS: Quantity = Quantity {
    min: LEAST_POINTS as f64,
    max: MOST_STONE_POINTS as f64,
    default: 24.0,
    help: "Number of points; the stone is their convex hull.",
    ..COUNT
};

/// Side of a landscape.
const SIDE: Quantity = Quantity {
    min: 12.0,
    max: 1000.0,
    comfortable: (12.0, 100.0),
    default: 24.0,
    help: "Length of a side.",
    ..range::SIZE
};

/// Height of a landscape.
const RISE: Quantity = Quantity {
    min: 0.5,
    max: 200.0,
    comfortable: (1.0, 20.0),
    default: 4.0,
    help: "Height of the hill, houses or walls.",
    ..range::SIZE
};

const LANDSCAPES: [(LandscapeKind, &str, &str); 3] = [
    (
        LandscapeKind::Hill,
        "hill",
        "A hill with smaller ones around it",
    ),
    (
        LandscapeKind::Street,
        "street",
        "A street with kerbs, houses, a wall and a parked car",
    ),
    (
        LandscapeKind::Room,
        "room",
        "Two walls with a door and a window, a gallery and furniture",
    ),
];

const CLOTH_PINS: [(ClothPins, &str, &str); 5] = [
    (ClothPins::None, "none", "Falls freely"),
    (
        ClothPins::TwoCorners,
        "two corners",
        "Two corners of the first edge",
    ),
    (ClothPins::FourCorners, "four corners", "Like a hammock"),
    (ClothPins::Edge, "one edge", "Like a curtain"),
    (ClothPins::AllRound, "all edges", "Like a trampoline"),
];

/// What the panel remembers.
#[derive(Debug)]
pub struct State {
    chosen: BlueprintKind,
}

impl Default for State {
    fn default() -> State {
        State {
            chosen: BlueprintKind::Ragdoll,
        }
    }
}

pub(super) fn create_ui(
    ui: &mut Ui,
    view: &AppView<'_>,
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    let add_height = ADD_HEIGHT * text_scale(ui.ctx());
    let gap = ui.spacing().item_spacing.y;
    let numbers = ScrollArea::both()
        .auto_shrink(false)
        .min_scrolled_height(0.0)
        .max_height((ui.available_height() - add_height - gap).max(0.0))
        .show(ui, |ui| {
            // Columns are rounded up to fractions of a point, which asks for a bar.
            ui.set_max_width(ui.available_width().floor());
            ui.scope(|ui| kinds_ui(ui, view, state, actions));
            ui.separator();
            ui.heading(state.chosen.word());
            let mut numbers = Numbers::new(state.chosen, &view.workbench.blueprints);
            numbers.ui(ui);
            numbers
        })
        .inner;
    if numbers.changed {
        actions.push(Action::SetBlueprints(Box::new(numbers.now)));
    }
    // A click that ends the typing of a refused number only shows why it is refused.
    if add_ui(ui, view, state.chosen, add_height) && !numbers.refused {
        actions.push(Action::Create(state.chosen));
    }
}

/// The button beneath the numbers, always in reach; whether it was clicked, or dragged to the
/// stage.
fn add_ui(ui: &mut Ui, view: &AppView<'_>, kind: BlueprintKind, height: f32) -> bool {
    let label = format!("Add {}", kind.word().to_lowercase());
    let size = vec2(ui.available_width(), height);
    let response = ui.add_sized(size, Button::new(&label).sense(Sense::click_and_drag()));
    note(&response, &label);
    let tip = "Adds it on the ground at the centre of the view and selects it; or drag it to \
               where it should stand";
    response.clone().on_hover_text(tip);
    response.clicked() || is_dropped(&response, view, kind)
}

/// The kinds side by side, in as many columns as their words fit into; one is chosen. One that
/// is dragged to the stage is added there.
fn kinds_ui(ui: &mut Ui, view: &AppView<'_>, state: &mut State, actions: &mut Vec<Action>) {
    // Three columns at the usual width.
    ui.spacing_mut().button_padding.x = 4.0;
    let columns = columns_of_kinds(ui);
    ui.columns(columns, |places| {
        for row in BlueprintKind::ALL.chunks(columns) {
            for (&kind, ui) in row.iter().zip(places.iter_mut()) {
                let response = ui.selectable_label(state.chosen == kind, kind.word());
                let response = response.interact(Sense::click_and_drag());
                note(&response, &format!("Choose {}", kind.word().to_lowercase()));
                if response.clicked() || response.drag_started() {
                    state.chosen = kind;
                }
                if is_dropped(&response, view, kind) {
                    actions.push(Action::Create(kind));
                }
                response.on_hover_text("Click to choose, or drag to the stage to add");
            }
        }
    });
}

/// So many of the longest word fit beside each other: lines break between words, but not
/// within one.
fn columns_of_kinds(ui: &Ui) -> usize {
    let font = TextStyle::Button.resolve(ui.style());
    let words = BlueprintKind::ALL.into_iter().map(BlueprintKind::word);
    let words = words.flat_map(str::split_whitespace);
    let widths = words.map(|word| {
        let painter = ui.painter();
        let text = painter.layout_no_wrap(word.into(), font.clone(), Color32::PLACEHOLDER);
        text.size().x
    });
    let padding = 2.0 * ui.spacing().button_padding.x + ui.spacing().item_spacing.x;
    let widest = widths.fold(0.0, f32::max).ceil() + padding;
    let room = ui.available_width() + ui.spacing().item_spacing.x;
    ((room / widest) as usize).clamp(1, MOST_COLUMNS)
}

/// Whether a new thing was dragged from here to the stage and let go of there.
fn is_dropped(response: &Response, view: &AppView<'_>, kind: BlueprintKind) -> bool {
    response.dnd_set_drag_payload(kind);
    response.drag_stopped() && view.workbench.pointed_m.is_some()
}

/// Rows that change the numbers of a thing to be made.
struct Numbers {
    kind: BlueprintKind,
    now: Blueprints,
    changed: bool,
    /// Whether a field holds a text that is refused.
    refused: bool,
}

impl Numbers {
    fn new(kind: BlueprintKind, now: &Blueprints) -> Numbers {
        Numbers {
            kind,
            now: now.clone(),
            changed: false,
            refused: false,
        }
    }

    fn ui(&mut self, ui: &mut Ui) {
        match self.kind {
            BlueprintKind::Ball => {
                self.row(ui, "Mass", &range::MASS, |b| &mut b.mass_kg);
                self.row(ui, "Radius", &range::RADIUS, |b| &mut b.radius_m);
            }
            BlueprintKind::Box => {
                self.row(ui, "Mass", &range::MASS, |b| &mut b.mass_kg);
                self.row(ui, "Width", &range::SIZE, |b| &mut b.size_m[0]);
                self.row(ui, "Height", &range::SIZE, |b| &mut b.size_m[1]);
                self.row(ui, "Depth", &range::SIZE, |b| &mut b.size_m[2]);
            }
            BlueprintKind::Capsule | BlueprintKind::Cylinder => {
                self.row(ui, "Mass", &range::MASS, |b| &mut b.mass_kg);
                self.row(ui, "Radius", &range::RADIUS, |b| &mut b.radius_m);
                self.row(ui, "Length", &range::LENGTH, |b| &mut b.length_m);
            }
            BlueprintKind::Stone => {
                self.row(ui, "Density", &range::DENSITY, |b| {
                    &mut b.stone.density_kg_m3
                });
                self.row(ui, "Width", &range::SIZE, |b| &mut b.stone.size_m[0]);
                self.row(ui, "Height", &range::SIZE, |b| &mut b.stone.size_m[1]);
                self.row(ui, "Depth", &range::SIZE, |b| &mut b.stone.size_m[2]);
                self.count(ui, "Corners", &STONE_POINTS, |b| &mut b.stone.points);
                self.count(ui, "Seed", &SEED, |b| &mut b.stone.seed);
            }
            BlueprintKind::Particle => {
                self.row(ui, "Mass", &range::MASS, |b| &mut b.mass_kg);
            }
            BlueprintKind::Stick => {
                self.row(ui, "End mass", &range::MASS, |b| &mut b.mass_kg);
                self.row(ui, "Length", &range::LENGTH, |b| &mut b.length_m);
            }
            BlueprintKind::Plane => {
                ui.label("An infinite floor at ground level.");
            }
            BlueprintKind::Block | BlueprintKind::Ramp => {
                self.row(ui, "Width", &range::SIZE, |b| &mut b.block_m[0]);
                self.row(ui, "Height", &range::SIZE, |b| &mut b.block_m[1]);
                self.row(ui, "Depth", &range::SIZE, |b| &mut b.block_m[2]);
            }
            BlueprintKind::Stairs => {
                self.count(ui, "Steps", &range::STEPS, |b| &mut b.stairs.steps);
                self.row(ui, "Width", &range::STEP, |b| &mut b.stairs.step_m[0]);
                self.row(ui, "Rise", &range::STEP, |b| &mut b.stairs.step_m[1]);
                self.row(ui, "Run", &range::STEP, |b| &mut b.stairs.step_m[2]);
            }
            BlueprintKind::Landscape => self.landscape(ui),
            BlueprintKind::Ragdoll => self.ragdoll(ui),
            BlueprintKind::Rope => {
                self.count(ui, "Sticks", &COUNT, |b| &mut b.rope.sticks);
                self.row(ui, "Mass", &range::MASS, |b| &mut b.rope.mass_kg);
                self.row(ui, "Reach", &range::LENGTH, |b| &mut b.rope.to_m[0]);
                self.row(ui, "Radius", &range::THICKNESS, |b| &mut b.rope.radius_m);
                self.row(ui, "Bending", &BENDING, |b| &mut b.rope.bending);
                self.row(ui, "Tears at", &TEARS, |b| &mut b.rope.tear_strain);
                self.tick(ui, "Pin first end", |b| &mut b.rope.held[0]);
                self.tick(ui, "Pin last end", |b| &mut b.rope.held[1]);
            }
            BlueprintKind::Chain => {
                self.count(ui, "Links", &COUNT, |b| &mut b.chain.links);
                self.row(ui, "Link mass", &range::MASS, |b| &mut b.chain.mass_kg);
                self.row(ui, "Last mass", &range::MASS, |b| &mut b.chain.last_mass_kg);
                self.row(ui, "Reach", &range::LENGTH, |b| &mut b.chain.to_m[0]);
                self.row(ui, "Radius", &range::RADIUS, |b| &mut b.chain.radius_m);
                self.tick(ui, "Pin to world", |b| &mut b.chain.held);
            }
            BlueprintKind::Cloth => self.cloth(ui, |b| &mut b.cloth),
            BlueprintKind::Net => self.cloth(ui, |b| &mut b.net),
            BlueprintKind::Flag => {
                self.count(ui, "Columns", &HUNG_POINTS, |b| &mut b.flag.points[0]);
                self.count(ui, "Rows", &HUNG_POINTS, |b| &mut b.flag.points[1]);
                self.row(ui, "Mass", &range::MASS, |b| &mut b.flag.mass_kg);
                self.row(ui, "Length", &range::LENGTH, |b| &mut b.flag.size_m[0]);
                self.row(ui, "Width", &range::LENGTH, |b| &mut b.flag.size_m[1]);
                self.row(ui, "Top", &range::LENGTH, |b| &mut b.flag.top_m);
                self.row(ui, "Bending", &BENDING, |b| &mut b.flag.bending);
                ui.label("Set the wind in Solver: Wind x, Wind y, Wind z.");
            }
            BlueprintKind::Cape => {
                self.count(ui, "Columns", &HUNG_POINTS, |b| &mut b.cape.points[0]);
                self.count(ui, "Rows", &HUNG_POINTS, |b| &mut b.cape.points[1]);
                self.row(ui, "Mass", &range::MASS, |b| &mut b.cape.mass_kg);
                self.row(ui, "Length", &range::LENGTH, |b| &mut b.cape.length_m);
            }
            BlueprintKind::Jelly => {
                self.count(ui, "Cells", &CELLS_OF_JELLY, |b| &mut b.jelly.cells);
                self.row(ui, "Mass", &range::MASS, |b| &mut b.jelly.mass_kg);
                self.row(ui, "Edge", &range::SIZE, |b| &mut b.jelly.edge_m);
                self.row(ui, "Strength", &range::STRENGTH, |b| &mut b.jelly.strength);
            }
            BlueprintKind::Ring => {
                self.count(ui, "Around", &AROUND, |b| &mut b.ring.points[0]);
                self.count(ui, "Across", &AROUND, |b| &mut b.ring.points[1]);
                self.row(ui, "Mass", &range::MASS, |b| &mut b.ring.mass_kg);
                self.row(ui, "Radius", &range::RADIUS, |b| &mut b.ring.radius_m);
                self.row(ui, "Tube", &range::RADIUS, |b| &mut b.ring.tube_m);
            }
            BlueprintKind::Stack => {
                self.count(ui, "Boxes", &COUNT, |b| &mut b.stack.boxes);
                self.row(ui, "Box mass", &range::MASS, |b| &mut b.stack.mass_kg);
                self.row(ui, "Width", &range::SIZE, |b| &mut b.stack.size_m[0]);
                self.row(ui, "Height", &range::SIZE, |b| &mut b.stack.size_m[1]);
                self.row(ui, "Depth", &range::SIZE, |b| &mut b.stack.size_m[2]);
            }
            BlueprintKind::Pyramid => {
                self.count(ui, "Rows", &ROWS, |b| &mut b.pyramid.rows);
                self.row(ui, "Box mass", &range::MASS, |b| &mut b.pyramid.mass_kg);
                self.row(ui, "Width", &range::SIZE, |b| &mut b.pyramid.size_m[0]);
                self.row(ui, "Height", &range::SIZE, |b| &mut b.pyramid.size_m[1]);
                self.row(ui, "Depth", &range::SIZE, |b| &mut b.pyramid.size_m[2]);
            }
            BlueprintKind::Wall => {
                self.count(ui, "Boxes", &COUNT, |b| &mut b.wall.boxes);
                self.count(ui, "Boxes per row", &COUNT, |b| &mut b.wall.columns);
                self.row(ui, "Box mass", &range::MASS, |b| &mut b.wall.mass_kg);
                self.row(ui, "Width", &range::SIZE, |b| &mut b.wall.size_m[0]);
                self.row(ui, "Height", &range::SIZE, |b| &mut b.wall.size_m[1]);
                self.row(ui, "Depth", &range::SIZE, |b| &mut b.wall.size_m[2]);
            }
            BlueprintKind::Dominoes => {
                self.count(ui, "Dominoes", &COUNT, |b| &mut b.dominoes.count);
                self.row(ui, "Spacing", &range::SIZE, |b| &mut b.dominoes.spacing_m);
                self.row(ui, "Mass", &range::MASS, |b| &mut b.dominoes.mass_kg);
                self.row(ui, "Height", &range::SIZE, |b| &mut b.dominoes.size_m[1]);
            }
        }
    }

    fn ragdoll(&mut self, ui: &mut Ui) {
        let figures = figures();
        let alternatives: Vec<_> = (figures.iter().enumerate())
            .map(|(place, (name, _))| (place, *name, "Change it later in the Inspector"))
            .collect();
        let tip = "Figure of the new ragdoll";
        if let Some(figure) = combo_row(ui, "New figure", tip, self.now.figure, &alternatives) {
            self.now.figure = figure;
            self.changed = true;
        }
        self.tick(ui, "Stand until hit", |b| &mut b.stands);
    }

    fn landscape(&mut self, ui: &mut Ui) {
        let (tip, now) = ("Kind of landscape", self.now.landscape.kind);
        if let Some(kind) = combo_row(ui, "Kind", tip, now, &LANDSCAPES) {
            self.now.landscape.kind = kind;
            self.changed = true;
        }
        self.row(ui, "Side", &SIDE, |b| &mut b.landscape.size_m);
        self.row(ui, "Height", &RISE, |b| &mut b.landscape.height_m);
        self.count(ui, "Cells", &CELLS, |b| &mut b.landscape.cells);
        if now == LandscapeKind::Hill {
            self.count(ui, "Seed", &SEED, |b| &mut b.landscape.seed);
        }
    }

    fn cloth(&mut self, ui: &mut Ui, cloth: fn(&mut Blueprints) -> &mut Cloth) {
        self.count(ui, "Columns", &POINTS, |b| &mut cloth(b).points[0]);
        self.count(ui, "Rows", &POINTS, |b| &mut cloth(b).points[1]);
        self.row(ui, "Mass", &range::MASS, |b| &mut cloth(b).mass_kg);
        self.row(ui, "Width", &range::LENGTH, |b| &mut cloth(b).along_m[0]);
        self.row(ui, "Depth", &range::LENGTH, |b| &mut cloth(b).across_m[2]);
        self.row(ui, "Thickness", &range::THICKNESS, |b| {
            &mut cloth(b).thickness_m
        });
        self.tick(ui, "Self-collision", |b| &mut cloth(b).meets_itself);
        self.tick(ui, "Diagonal braces", |b| &mut cloth(b).braced);
        self.row(ui, "Bending", &BENDING, |b| &mut cloth(b).bending);
        self.row(ui, "Tears at", &TEARS, |b| &mut cloth(b).tear_strain);
        let (tip, now) = ("Which points are pinned", cloth(&mut self.now).pins);
        if let Some(pins) = combo_row(ui, "Pinned", tip, now, &CLOTH_PINS) {
            cloth(&mut self.now).pins = pins;
            self.changed = true;
        }
    }

    fn row(
        &mut self,
        ui: &mut Ui,
        label: &str,
        quantity: &Quantity,
        place: impl Fn(&mut Blueprints) -> &mut f64,
    ) {
        let value = *place(&mut self.now);
        let usual = *place(&mut Blueprints::default());
        if let Some(value) = self.field(ui, (label, quantity), (value, usual), false) {
            *place(&mut self.now) = value;
            self.changed = true;
        }
    }

    fn count(
        &mut self,
        ui: &mut Ui,
        label: &str,
        quantity: &Quantity,
        place: impl Fn(&mut Blueprints) -> &mut u32,
    ) {
        let value = f64::from(*place(&mut self.now));
        let usual = f64::from(*place(&mut Blueprints::default()));
        if let Some(value) = self.field(ui, (label, quantity), (value, usual), true) {
            *place(&mut self.now) = value as u32;
            self.changed = true;
        }
    }

    /// Draws a row; returns the new number when there is one.
    fn field(
        &mut self,
        ui: &mut Ui,
        (label, quantity): (&str, &Quantity),
        (value, usual): (f64, f64),
        whole: bool,
    ) -> Option<f64> {
        let field = NumberField {
            id: Id::new(("create", self.kind, label)),
            label,
            quantity,
            value: Some(value),
            whole,
            width: NUMBER_WIDTH,
        };
        let (back, edit) = ui
            .horizontal(|ui| {
                let back = name_label(ui, label, value != usual, &tip_of(quantity));
                let edit = number_field(ui, &field);
                note(&ui.weak(quantity.unit), &format!("Unit of {label}"));
                (back, edit)
            })
            .inner;
        self.refused |= refusal_row(ui, field.id);
        match back {
            true => Some(usual),
            false => edit.and_then(NumberEdit::number),
        }
    }

    fn tick(&mut self, ui: &mut Ui, label: &str, place: impl Fn(&mut Blueprints) -> &mut bool) {
        let response = ui.checkbox(place(&mut self.now), label);
        note(&response, label);
        self.changed |= response.changed();
    }
}
