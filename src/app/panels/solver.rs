//! Weighting, preset and what overrides it, gravity, wind.

use super::printed::printed_ui;
use super::solver_choices::{
    contacts_of, flight_of, form_of, limits_of, pins_of, Choice, CONTACTS, FLIGHTS, FORMS,
    LIMIT_MODELS, ORDERS, PINS, PRECISIONS, ROTATIONS, SPLITS,
};
use super::widgets::{button, choice_row, combo_row, note, quantity_row, resettable, Change};
use super::AppView;
use crate::app::action::Action;
use crate::compile::{preset_name, settings_of};
use crate::editor::Command;
use crate::physics::method::{self, MethodInfo};
use crate::physics::Settings;
use crate::scene::change::choose_preset;
use crate::scene::range::{self, Edge, Quantity};
use crate::scene::{Order, Preset, Scene, Solver};
use egui_macroquad::egui::Ui;

pub(super) fn solver_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let solver = &view.scene.solver;
    ui.add_space(4.0);
    ui.heading("Weighting");
    let weightings = [
        (
            0.0,
            "Uniform",
            "Both sides of a joint move alike (Delannoy, equation 4.6)",
        ),
        (
            1.0,
            "Mass-weighted",
            "The lighter side moves more (Delannoy, equation 4.7)",
        ),
    ];
    if let Some(weighting) = choice_row(ui, solver.weighting, &weightings) {
        actions.push(edit(solver, "Weighting", |s| s.weighting = weighting));
    }
    ui.small(format!("momentum |p| = {:.3} kg·m/s", view.momentum))
        .on_hover_text(
            "Of everything that moves. Joints keep it when mass-weighted; when uniform they do not",
        );
    let section = ui.collapsing("Solver", |ui| {
        preset_ui(ui, solver, actions);
        let mut rows = Rows::new(view, actions);
        rows.counts_ui(ui);
        rows.factors_ui(ui);
        rows.choices_ui(ui);
        rows.order_ui(ui);
        gravity_ui(ui, view.scene, actions);
        wind_ui(ui, view.scene, actions);
        if let Some(solver) = printed_ui(ui, solver) {
            let command = Command::SetSolver(solver, "As printed");
            actions.push(Action::Edit(command));
        }
    });
    note(&section.header_response, "Solver");
}

/// The action that changes one thing of the solver settings.
fn edit(solver: &Solver, label: &'static str, change: impl FnOnce(&mut Solver)) -> Action {
    let mut new = solver.clone();
    change(&mut new);
    Action::Edit(Command::SetSolver(new, label))
}

const PRESETS: [Preset; 6] = [
    Preset::Default,
    Preset::High,
    Preset::Soft,
    Preset::Velocity,
    Preset::Paper,
    Preset::PaperVelocity,
];

/// Presets that the method offers, with what to expect of each.
fn presets_of(method: Option<&'static MethodInfo>) -> Vec<Choice<Preset>> {
    let offered = method.map_or(&[][..], |method| method.presets);
    let values = |preset| offered.iter().find(|p| p.name == preset_name(preset));
    let choice = |preset| values(preset).map(|p| (preset, p.name, p.note));
    PRESETS.into_iter().filter_map(choice).collect()
}

fn preset_ui(ui: &mut Ui, solver: &Solver, actions: &mut Vec<Action>) {
    let presets = presets_of(method::find(&solver.method));
    let tip = "Named settings; choosing one drops what is set otherwise below";
    if let Some(preset) = combo_row(ui, "Preset", tip, solver.preset, &presets) {
        actions.push(edit(solver, "Preset", |s| choose_preset(s, preset)));
    }
    let held = presets.iter().find(|(preset, ..)| *preset == solver.preset);
    if let Some((.., about)) = held {
        note(&ui.small(*about), "Preset note");
    }
    let mut pure = solver.clone();
    choose_preset(&mut pure, solver.preset);
    if pure != *solver {
        let tip = "Drops every value that is set other than the preset's";
        if button(ui, "All as in the preset", tip) {
            actions.push(edit(solver, "Preset", |s| *s = pure));
        }
    }
}

/// The rows of settings: values in force, by preset or set in the scene.
struct Rows<'a> {
    solver: &'a Solver,
    now: &'a Settings,
    /// What the preset alone would give.
    preset: Settings,
    actions: &'a mut Vec<Action>,
}

/// The value of a row: now, by the preset, and whether it is set in the scene.
type Held<T> = (T, T, bool);

impl<'a> Rows<'a> {
    fn new(view: &AppView<'a>, actions: &'a mut Vec<Action>) -> Rows<'a> {
        let solver = &view.scene.solver;
        let mut pure = solver.clone();
        choose_preset(&mut pure, solver.preset);
        let alone = Scene {
            solver: pure,
            ..Scene::default()
        };
        let preset = settings_of(&alone).map_or_else(|_| view.settings.clone(), |(_, s)| s);
        Rows {
            solver,
            now: view.settings,
            preset,
            actions,
        }
    }

    fn push(&mut self, label: &'static str, change: impl FnOnce(&mut Solver)) {
        self.actions.push(edit(self.solver, label, change));
    }

    fn number(
        &mut self,
        ui: &mut Ui,
        label: &'static str,
        quantity: &Quantity,
        (now, default, set_here): Held<f64>,
        set: impl FnOnce(&mut Solver, Option<f64>),
    ) {
        let quantity = Quantity {
            default,
            ..*quantity
        };
        let back = format!("{default} {}", quantity.unit);
        let row = |ui: &mut Ui| quantity_row(ui, label, now, &quantity);
        match resettable(ui, label, set_here, back.trim_end(), row) {
            Some(Change::To(new)) if new != default => self.push(label, |s| set(s, Some(new))),
            Some(_) => self.push(label, |s| set(s, None)),
            None => {}
        }
    }

    fn count(
        &mut self,
        ui: &mut Ui,
        label: &'static str,
        quantity: &Quantity,
        (now, default, set_here): Held<u32>,
        set: impl FnOnce(&mut Solver, Option<u32>),
    ) {
        let held = (f64::from(now), f64::from(default), set_here);
        let set_count = |s: &mut Solver, new: Option<f64>| {
            set(s, new.map(|new| new.round() as u32));
        };
        self.number(ui, label, quantity, held, set_count);
    }

    fn choice<T: Copy + PartialEq>(
        &mut self,
        ui: &mut Ui,
        (label, tip): (&'static str, &str),
        (now, default, set_here): Held<T>,
        choices: &[Choice<T>],
        set: impl FnOnce(&mut Solver, Option<T>),
    ) {
        let found = choices.iter().find(|(value, ..)| *value == default);
        let back = found.map_or("", |(_, name, _)| name);
        let row = |ui: &mut Ui| combo_row(ui, label, tip, now, choices);
        match resettable(ui, label, set_here, back, row) {
            Some(Change::To(new)) => {
                self.push(label, |s| set(s, Some(new).filter(|new| *new != default)));
            }
            Some(Change::Reset) => self.push(label, |s| set(s, None)),
            None => {}
        }
    }

    fn counts_ui(&mut self, ui: &mut Ui) {
        let rate = |settings: &Settings| (1.0 / settings.step_s * 1e6).round() / 1e6;
        let (s, now, preset) = (self.solver, self.now, self.preset.clone());
        let held = (rate(now), rate(&preset), s.rate_hz.is_some());
        self.number(ui, "Rate", &RATE, held, |s, v| s.rate_hz = v);
        let held = (now.substeps, preset.substeps, s.substeps.is_some());
        self.count(ui, "Substeps", &SUBSTEPS, held, |s, v| s.substeps = v);
        let held = (now.iterations, preset.iterations, s.iterations.is_some());
        self.count(ui, "Iterations", &ITERATIONS, held, |s, v| s.iterations = v);
        let mut early = s.early_out_m.is_some();
        let tip = "Iterations stop when no joint is further apart than a length; off = all are \
                   made (default)";
        let response = ui.checkbox(&mut early, "Stop early").on_hover_text(tip);
        note(&response, "Stop early");
        if response.changed() {
            self.push("Stop early", |s| {
                s.early_out_m = early.then_some(range::EARLY_OUT.default);
            });
        }
        if let Some(early) = s.early_out_m {
            if let Some(early) = quantity_row(ui, "Stop at", early, &range::EARLY_OUT) {
                self.push("Stop early", |s| s.early_out_m = Some(early));
            }
        }
    }

    fn factors_ui(&mut self, ui: &mut Ui) {
        let (s, now, preset) = (self.solver, self.now, self.preset.clone());
        let held = (s.weighting, 1.0, s.weighting != 1.0);
        self.number(ui, "Weighting", &WEIGHTING, held, |s, v| {
            s.weighting = v.unwrap_or(1.0);
        });
        let held = (s.over_relaxation, 1.0, s.over_relaxation != 1.0);
        self.number(ui, "Over-relax", &OVER_RELAXATION, held, |s, v| {
            s.over_relaxation = v.unwrap_or(1.0);
        });
        let set_here = s.linear_drag_per_s.is_some();
        let held = (now.linear_drag, preset.linear_drag, set_here);
        self.number(ui, "Drag", &DRAG, held, |s, v| s.linear_drag_per_s = v);
        let set_here = s.angular_drag_per_s.is_some();
        let held = (now.angular_drag, preset.angular_drag, set_here);
        self.number(ui, "Angular drag", &range::ANGULAR_DRAG, held, |s, v| {
            s.angular_drag_per_s = v;
        });
        let set_here = s.joint_damping_per_s.is_some();
        let held = (now.joint_damping, preset.joint_damping, set_here);
        self.number(ui, "Joint damping", &JOINT_DAMPING, held, |s, v| {
            s.joint_damping_per_s = v;
        });
    }

    fn choices_ui(&mut self, ui: &mut Ui) {
        let (s, now, preset) = (self.solver, self.now, self.preset.clone());
        let row = ("State form", "What the state of a rigid body consists of");
        let held = (form_of(now), form_of(&preset), s.state_form.is_some());
        self.choice(ui, row, held, &FORMS, |s, v| s.state_form = v);
        let row = ("Pins", "How the two sides of a pin are brought together");
        let held = (pins_of(now), pins_of(&preset), s.pins.is_some());
        self.choice(ui, row, held, &PINS, |s, v| s.pins = v);
        let row = (
            "Limit model",
            "How the angles of limits are measured that do not say so themselves",
        );
        let held = (limits_of(now), limits_of(&preset), s.limit_model.is_some());
        self.choice(ui, row, held, &LIMIT_MODELS, |s, v| s.limit_model = v);
        let row = ("Contacts", "What keeps rigid bodies apart");
        let held = (contacts_of(now), contacts_of(&preset), s.contacts.is_some());
        self.choice(ui, row, held, &CONTACTS, |s, v| s.contacts = v);
        let row = ("Free flight", "How what nothing touches or holds flies");
        let held = (flight_of(now), flight_of(&preset), s.free_flight.is_some());
        self.choice(ui, row, held, &FLIGHTS, |s, v| s.free_flight = v);
        let row = (
            "Inertia split",
            "How the correction of an angle is divided between two bodies",
        );
        let held = held_here(s.inertia_split);
        self.choice(ui, row, held, &SPLITS, |s, v| {
            s.inertia_split = v.unwrap_or_default();
        });
        let row = ("Rotation", "How orientations move on");
        self.choice(ui, row, held_here(s.rotation), &ROTATIONS, |s, v| {
            s.rotation = v.unwrap_or_default();
        });
        let row = ("Precision", "Number type of ragdolls that are alike");
        self.choice(ui, row, held_here(s.precision), &PRECISIONS, |s, v| {
            s.precision = v.unwrap_or_default();
        });
    }

    fn order_ui(&mut self, ui: &mut Ui) {
        let s = self.solver;
        let row = ("Order", "Order in which constraints are solved");
        self.choice(ui, row, held_here(s.order), &ORDERS, |s, v| {
            s.order = v.unwrap_or_default();
        });
        if s.order == Order::Shuffled {
            // Larger seeds of a file are shown rounded, and kept until changed.
            let held = (s.seed as f64, 0.0, s.seed != 0);
            self.number(ui, "Seed", &SEED, held, |s, v| {
                s.seed = v.unwrap_or(0.0).round() as u64;
            });
        }
        let mut sleeping = s.sleeping;
        let tip = "Things at rest fall asleep until something touches them (default: on)";
        let response = ui.checkbox(&mut sleeping, "Sleeping").on_hover_text(tip);
        note(&response, "Sleeping");
        if response.changed() {
            self.push("Sleeping", |s| s.sleeping = sleeping);
        }
    }
}

/// A value that no preset sets.
fn held_here<T: Copy + Default + PartialEq>(now: T) -> Held<T> {
    (now, T::default(), now != T::default())
}

fn gravity_ui(ui: &mut Ui, scene: &Scene, actions: &mut Vec<Action>) {
    let [x, y, z] = scene.gravity_m_s2;
    if let Some(down) = quantity_row(ui, "Gravity", -y, &GRAVITY_DOWN) {
        actions.push(Action::Edit(Command::SetGravity([x, -down, z])));
    }
}

/// Velocity of the air along each axis.
fn wind_ui(ui: &mut Ui, scene: &Scene, actions: &mut Vec<Action>) {
    for (axis, label) in ["Wind x", "Wind y", "Wind z"].into_iter().enumerate() {
        let mut wind = scene.air_velocity_m_s;
        if let Some(speed) = quantity_row(ui, label, wind[axis], &range::WIND) {
            wind[axis] = speed;
            actions.push(Action::Edit(Command::SetWind(wind)));
        }
    }
}

/// Gravity as a positive number downward.
const GRAVITY_DOWN: Quantity = Quantity {
    default: 9.81,
    comfortable: (0.0, 20.0),
    help: "Gravity downward; the Earth's is 9.81, the Moon's 1.62.",
    ..range::GRAVITY
};
const RATE: Quantity = Quantity {
    help: "Steps per second. A change begins the scene anew, since time is counted in steps.",
    ..range::RATE
};
const SUBSTEPS: Quantity = Quantity {
    help: "Equal parts of a step, each solved by itself.",
    ..range::SUBSTEPS
};
const ITERATIONS: Quantity = Quantity {
    help: "Relaxation passes per substep (Jakobsen, section 4; Delannoy, section 4.4.2).",
    ..range::ITERATIONS
};
const WEIGHTING: Quantity = Quantity {
    help: "0 moves both sides of a joint alike (Delannoy, eq. 4.6), 1 the lighter side more \
           (eq. 4.7).",
    ..range::WEIGHTING
};
const OVER_RELAXATION: Quantity = Quantity {
    help: "Factor on each correction; 1 is plain Gauss-Seidel (Jakobsen, section 7).",
    ..range::OVER_RELAXATION
};
const DRAG: Quantity = Quantity {
    help: "Speed decays as exp(-drag t); 0.3/s is 0.995 per 1/60 s (Delannoy, section 4.3).",
    ..range::DRAG
};
const JOINT_DAMPING: Quantity = Quantity {
    help: "Relative turning of joined limbs decays as exp(-damping t); ours, 0 in the papers.",
    ..range::JOINT_DAMPING
};
/// Whole numbers that an f64 holds exactly.
const SEED: Quantity = Quantity {
    key: "seed",
    unit: "",
    min: 0.0,
    max: 9_007_199_254_740_992.0,
    edge: Edge::Closed,
    comfortable: (0.0, 100.0),
    default: 0.0,
    help: "Seed of the order.",
};
