//! Ball, figure, throw and blast.

use super::figure::figure_ui;
use super::widgets::{button, choice_row, quantity_row, section};
use super::AppView;
use crate::app::action::{Action, Trigger, BLAST_SECTION, BURST_SECTION};
use crate::editor::{of_axis, Command};
use crate::scene::range::{self, Quantity};
use crate::scene::Launcher;
use egui_macroquad::egui::Ui;
use glam::DVec3;

pub(super) fn launcher_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    if let Some(launcher) = &view.scene().launcher {
        ball_ui(ui, launcher, actions);
        throw_ui(ui, view, launcher, actions);
        figure_ui(ui, view, actions);
    } else {
        ui.heading("Ball");
        ui.label("This scene has no launcher.");
        if button(ui, "Add launcher", "Adds a launcher in front of the scene") {
            let command = Command::SetLauncher(Launcher::default(), "Add launcher");
            actions.push(Action::Edit(command));
        }
        figure_ui(ui, view, actions);
    }
}

const BLAST_STRENGTH: Quantity = Quantity {
    key: "strength",
    unit: "N·s",
    min: 0.0,
    max: 1e5,
    edge: range::Edge::Closed,
    comfortable: (50.0, 2000.0),
    default: 400.0,
    help: "Impulse on one square metre at a distance of 1 m; decreases with the square of the \
           distance.",
};
const BLAST_REACH: Quantity = Quantity {
    key: "radius_m",
    unit: "m",
    min: 0.1,
    max: 1e3,
    comfortable: (1.0, 20.0),
    default: 5.0,
    help: "Beyond this distance, a blast has no effect.",
    ..BLAST_STRENGTH
};

/// A blast pushes everything near away; it is no part of the scene.
pub(super) fn blast_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    section(ui, BLAST_SECTION, |ui| blast_rows(ui, view, actions));
}

fn blast_rows(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let mut options = view.workbench.options;
    let strength = options.blast_strength;
    if let Some(strength) = quantity_row(ui, "Blast strength", strength, &BLAST_STRENGTH) {
        options.blast_strength = strength;
    }
    if let Some(reach) = quantity_row(ui, "Blast radius", options.blast_radius_m, &BLAST_REACH) {
        options.blast_radius_m = reach;
    }
    if options != view.workbench.options {
        actions.push(Action::SetToolOptions(options));
    }
    if button(
        ui,
        "Set off blast",
        "Sets off a blast at the centre of the view",
    ) {
        actions.push(Action::Do(Trigger::Blast));
    }
}

fn ball_ui(ui: &mut Ui, launcher: &Launcher, actions: &mut Vec<Action>) {
    ui.heading("Ball");
    let ball = &launcher.ball;
    if let Some(radius) = quantity_row(ui, "Radius", ball.radius_m, &range::RADIUS) {
        actions.push(changed(launcher, "Ball radius", |l| {
            l.ball.radius_m = radius
        }));
    }
    weight_ui(ui, launcher, actions);
    let mut edit = |label: &'static str, change: &dyn Fn(&mut Launcher)| {
        actions.push(changed(launcher, label, change));
    };
    if let Some(e) = quantity_row(ui, "Elasticity", ball.restitution, &range::RESTITUTION) {
        edit("Elasticity", &|l| l.ball.restitution = e);
    }
    if let Some(friction) = quantity_row(ui, "Friction", ball.friction, &range::FRICTION) {
        edit("Ball friction", &|l| l.ball.friction = friction);
    }
}

/// The action that changes one thing of the launcher.
fn changed(launcher: &Launcher, label: &'static str, change: impl Fn(&mut Launcher)) -> Action {
    let mut new = launcher.clone();
    change(&mut new);
    Action::Edit(Command::SetLauncher(new, label))
}

/// Whether the ball's density is given.
const WEIGHTS: [(bool, &str, &str); 2] = [
    (
        false,
        "by mass",
        "Sets the mass, which stays when the radius changes",
    ),
    (
        true,
        "by density",
        "Sets the density; a larger ball is heavier",
    ),
];

/// Mass or density of the ball: one is given, the other follows.
fn weight_ui(ui: &mut Ui, launcher: &Launcher, actions: &mut Vec<Action>) {
    let mut edit = |label: &'static str, change: &dyn Fn(&mut Launcher)| {
        actions.push(changed(launcher, label, change));
    };
    let ball = &launcher.ball;
    let volume = 4.0 / 3.0 * std::f64::consts::PI * (ball.radius_m * ball.radius_m * ball.radius_m);
    let mass = ball
        .mass_kg
        .or(ball.density_kg_m3.map(|d| d * volume))
        .unwrap_or(1.0);
    let by_density = ball.density_kg_m3.is_some();
    if let Some(by_density) = choice_row(ui, by_density, &WEIGHTS) {
        edit("Mass or density", &|l| {
            l.ball.mass_kg = (!by_density).then(|| range::MASS.clamp(mass));
            l.ball.density_kg_m3 = by_density.then(|| range::DENSITY.clamp(mass / volume));
        });
    }
    match ball.density_kg_m3 {
        Some(density) => {
            if let Some(density) = quantity_row(ui, "Density", density, &range::DENSITY) {
                edit("Ball density", &|l| l.ball.density_kg_m3 = Some(density));
            }
            ui.small(format!("mass {mass:.3} kg"));
        }
        None => {
            if let Some(mass) = quantity_row(ui, "Mass", mass, &range::MASS) {
                edit("Ball mass", &|l| l.ball.mass_kg = Some(mass));
            }
        }
    }
}

fn throw_ui(ui: &mut Ui, view: &AppView<'_>, launcher: &Launcher, actions: &mut Vec<Action>) {
    ui.add_space(4.0);
    ui.heading("Throw");
    if let Some(speed) = quantity_row(ui, "Speed", launcher.speed_m_s, &range::SPEED) {
        let launcher = Launcher {
            speed_m_s: speed,
            ..launcher.clone()
        };
        actions.push(Action::Edit(Command::SetLauncher(launcher, "Speed")));
    }
    direction_ui(ui, launcher, actions);
    ui.horizontal(|ui| {
        let key = (view.keymap).with_key("the key", Trigger::Throw);
        let tip = format!(
            "Throws the ball as it is aimed, after a finished throw from the start; {key} does \
             the same. A click on the stage throws at what is there"
        );
        if button(ui, "Throw ball", &tip) {
            actions.push(Action::Throw);
        }
        let tip = (view.keymap).with_key("Repeats the last throw exactly", Trigger::RepeatShot);
        if button(ui, "Repeat", &tip) {
            actions.push(Action::Do(Trigger::RepeatShot));
        }
    });
}

/// Where the balls start, and how many fly at once.
pub(super) fn cannon_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let Some(launcher) = &view.scene().launcher else {
        return;
    };
    section(ui, BURST_SECTION, |ui| {
        place_ui(ui, view, launcher, actions);
        burst_ui(ui, launcher, actions);
    });
}

/// Where the balls start.
fn place_ui(ui: &mut Ui, view: &AppView<'_>, launcher: &Launcher, actions: &mut Vec<Action>) {
    for (axis, label) in ["Launcher x", "Launcher y", "Launcher z"]
        .into_iter()
        .enumerate()
    {
        let place = hundredths(of_axis(launcher.position_m, axis));
        if let Some(place) = quantity_row(ui, label, place, &range::POSITION) {
            actions.push(changed(launcher, "Launcher position", |l| {
                *of_axis(l.position_m.each_mut(), axis) = place;
            }));
        }
    }
    let with_key = |words, trigger| view.keymap.with_key(words, trigger);
    ui.small(format!(
        "{}. {}",
        with_key("Move launcher to camera", Trigger::LauncherToCamera),
        with_key("Throw from camera", Trigger::ThrowFromCamera)
    ));
}

/// How many balls fly at once, and how far apart.
fn burst_ui(ui: &mut Ui, launcher: &Launcher, actions: &mut Vec<Action>) {
    let count = f64::from(launcher.count);
    if let Some(count) = quantity_row(ui, "Balls", count, &range::COUNT) {
        actions.push(changed(launcher, "Number of balls", |l| {
            l.count = count.round() as u32;
        }));
    }
    if let Some(spread) = quantity_row(ui, "Spread", launcher.spread_deg, &range::SPREAD) {
        actions.push(changed(launcher, "Ball spread", |l| l.spread_deg = spread));
    }
}

const TURN: Quantity = Quantity {
    key: "direction",
    unit: "°",
    min: -180.0,
    max: 180.0,
    edge: range::Edge::Closed,
    comfortable: (-45.0, 45.0),
    default: 0.0,
    help: "Horizontal angle of the throw; 0 is along -z.",
};
const LIFT: Quantity = Quantity {
    min: -90.0,
    max: 90.0,
    comfortable: (-30.0, 60.0),
    help: "Angle of the throw above horizontal.",
    ..TURN
};

/// An angle as exact as anyone aims, °.
fn hundredths(angle: f64) -> f64 {
    (angle * 100.0).round() / 100.0
}

fn direction_ui(ui: &mut Ui, launcher: &Launcher, actions: &mut Vec<Action>) {
    let d = DVec3::from(launcher.direction).normalize_or(DVec3::NEG_Z);
    let turn = d.x.atan2(-d.z).to_degrees();
    let lift = d.y.clamp(-1.0, 1.0).asin().to_degrees();
    let new_turn = quantity_row(ui, "Yaw", hundredths(turn), &TURN);
    let new_lift = quantity_row(ui, "Pitch", hundredths(lift), &LIFT);
    if new_turn.is_none() && new_lift.is_none() {
        return;
    }
    let turn = new_turn.unwrap_or(turn).to_radians();
    let lift = new_lift.unwrap_or(lift).to_radians();
    let level = lift.cos();
    let direction = [turn.sin() * level, lift.sin(), -turn.cos() * level];
    let launcher = Launcher {
        direction,
        ..launcher.clone()
    };
    actions.push(Action::Edit(Command::SetLauncher(launcher, "Direction")));
}
