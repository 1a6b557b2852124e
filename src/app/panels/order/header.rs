//! The order that really acts, and the orders that the list can be put into.

use crate::app::action::Action;
use crate::app::panels::widgets::{combo_row, note, note_menu};
use crate::app::panels::AppView;
use crate::editor::{Command, SortPolicy};
use crate::physics::method::{self, parameter::Value};
use crate::scene::{Given, Order, Solver};
use egui_macroquad::egui::{DragValue, Label, RichText, Ui};
use egui_phosphor::regular as icon;

/// Orders that the list can be put into.
const POLICIES: [(SortPolicy, &str, &str); 8] = [
    (SortPolicy::Reversed, "Reversed", "Last to first"),
    (
        SortPolicy::RootToLeaf,
        "Root to leaf",
        "From the world or the root outward",
    ),
    (
        SortPolicy::LeafToRoot,
        "Leaf to root",
        "Nearest to the world last",
    ),
    (
        SortPolicy::TopDown,
        "Top to bottom",
        "From the highest to the lowest at the start",
    ),
    (
        SortPolicy::BottomUp,
        "Bottom to top",
        "From the lowest to the highest at the start",
    ),
    (
        SortPolicy::Kind,
        "By kind",
        "Sticks, distances, pins, hinges, welds, limits",
    ),
    (SortPolicy::Name, "By name", "Alphabetical"),
    (SortPolicy::Id, "By number", "In order of creation"),
];

pub(super) fn header_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let solver = &view.scene().solver;
    ui.horizontal_wrapped(|ui| {
        let tip = "Order in which the solver processes this list";
        order_ui(ui, solver, tip, actions);
        if solver.order == Order::Shuffled {
            seed_ui(ui, solver, actions);
        }
        sort_ui(ui, view, actions);
    });
    ui.add(Label::new(RichText::new(explained(view)).small().weak()).wrap());
}

fn order_ui(ui: &mut Ui, solver: &Solver, tip: &str, actions: &mut Vec<Action>) {
    let method = method::find(&solver.method);
    let Some(spec) = method.and_then(|method| method.parameter("order")) else {
        return;
    };
    let offered: Vec<_> = spec
        .choices()
        .iter()
        .map(|c| (Value::Choice(c.name), c.label, c.help))
        .collect();
    let now = Given::of(solver).value(spec).unwrap_or(spec.standard());
    if let Some(order) = combo_row(ui, "Solve order", tip, now, &offered) {
        let new = solver.with(spec, Some(order));
        actions.push(Action::Edit(Command::SetSolver(Box::new(new), spec.label)));
    }
}

fn set(solver: &Solver, label: &'static str, change: impl FnOnce(&mut Solver)) -> Action {
    let mut new = solver.clone();
    change(&mut new);
    Action::Edit(Command::SetSolver(Box::new(new), label))
}

fn seed_ui(ui: &mut Ui, solver: &Solver, actions: &mut Vec<Action>) {
    let mut seed = solver.seed;
    let field = DragValue::new(&mut seed).prefix("seed ");
    let tip = "Each seed gives a different order; the same seed gives the same order";
    let response = ui.add(field).on_hover_text(tip);
    note(&response, "Seed");
    if response.changed() && seed != solver.seed {
        actions.push(set(solver, "Seed", |new| new.seed = seed));
    }
}

fn sort_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let label = format!("{} Sort list", icon::SORT_ASCENDING);
    let menu = |ui: &mut Ui| {
        ui.menu_button(label, |ui| {
            note_menu(ui);
            for (policy, name, tip) in POLICIES {
                let response = ui.button(name).on_hover_text(tip);
                note(&response, name);
                if response.clicked() {
                    actions.push(Action::Edit(Command::SortConstraints(policy)));
                    ui.close_menu();
                }
            }
        })
        .response
    };
    let several = view.scene().constraints.len() > 1;
    let response = ui.add_enabled_ui(several, menu).inner;
    note(&response, "Sort list");
    response.on_hover_text("Sorts the list itself; Ctrl+Z undoes it");
}

/// What the order means for the list, in a sentence.
fn explained(view: &AppView<'_>) -> String {
    let order = match view.scene().solver.order {
        Order::Listed => {
            "Each iteration goes from first to last, so the last constraint is satisfied best"
        }
        Order::Reversed => "Each iteration goes from last to first",
        Order::Alternating => "Iterations alternate between forward and backward",
        Order::RootToLeaf => {
            "Each iteration goes from the root outward, regardless of the list \
                              order"
        }
        Order::Shuffled => {
            "Each iteration uses a random order given by the seed, regardless of \
                            the list order"
        }
    };
    let built = view.simulation().world.model().constraints.len();
    match built.saturating_sub(view.scene().constraints.len()) {
        0 => format!("{order}."),
        count => format!(
            "{order}. {count} ragdoll constraints follow the list; contacts come \
                          last."
        ),
    }
}
