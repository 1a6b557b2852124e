//! What each kind of cause did over time.

use crate::app::action::WhyMeasure;
use crate::app::panels::plots::{style_of, PlotView};
use crate::app::panels::widgets::{note, text_scale};
use crate::lab::plot::{Axis, Frame, Panel, Point, Series, Shared};
use crate::lab::spread::Spread;
use crate::lab::why::{Answer, Group};
use crate::physics::ledger::Entry;
use egui_macroquad::egui::{Color32, Pos2, Rect, Sense, Ui};
use glam::DVec3;

/// Height of the plot, points.
const PLOT_HEIGHT: f32 = 150.0;
/// Kinds that have a layer: those that did most.
const MOST_LAYERS: usize = 5;
/// How opaque a layer is, of 255.
const FILL: u8 = 110;

/// A kind of cause over time: where its layer of the stack begins and ends at each moment.
struct Layer {
    group: Group,
    reach: f64,
    /// Time, begin, end.
    edges: Vec<[f64; 3]>,
}

/// The plot: what each kind has given until then, or the force of each step, upon each other:
/// what is positive above zero, what is negative below, and their sum.
pub(super) fn over_time_ui(ui: &mut Ui, answer: &Answer, measure: WhyMeasure) {
    let (layers, sum) = stack(answer, measure);
    let axis = match main_axis(answer) {
        DVec3::X => "x",
        DVec3::Z => "z",
        _ => "y",
    };
    // Short enough for the height of the plot.
    let y = match measure {
        WhyMeasure::Momentum => format!("impulse {axis}, N·s"),
        WhyMeasure::Force => format!("force {axis}, N"),
        WhyMeasure::Work => "work, J".to_owned(),
        WhyMeasure::Correction => format!("displacement {axis}, mm"),
    };
    let point = |[x, _, y]: [f64; 3]| Point {
        x,
        y: Spread::exactly(y),
    };
    let series = layers.iter().map(|layer| Series {
        name: layer.group.name().into(),
        points: layer.edges.iter().copied().map(point).collect(),
        marks: false,
    });
    let panel = Panel {
        x: Axis::linear("time, s"),
        y: Axis::linear(&y),
        series: series.chain([Series::through("sum", &sum)]).collect(),
    };
    let plot = PlotView {
        panel: &panel,
        shared: Shared::default(),
        height: PLOT_HEIGHT * text_scale(ui.ctx()),
        sense: Sense::hover(),
    };
    ui.add_space(8.0);
    let (frame, response) = plot.show(ui);
    fill(ui, &layers, &frame);
    note(&response, "Plot of causes over time");
}

/// Fills the layers in the colours of their lines.
fn fill(ui: &Ui, layers: &[Layer], frame: &Frame) {
    let colours = style_of(ui).series;
    for (layer, [r, g, b]) in layers.iter().zip(colours) {
        let colour = Color32::from_rgba_unmultiplied(r, g, b, FILL);
        let ends = layer.edges.iter().zip(layer.edges.iter().skip(1));
        for ([before, ..], [now, begin, end]) in ends {
            let corners = [frame.place(*before, *begin), frame.place(*now, *end)];
            let [Some(from), Some(to)] = corners else {
                continue;
            };
            let corner = |[x, y]: [f64; 2]| Pos2::new(x as f32, y as f32);
            let bar = Rect::from_two_pos(corner(from), corner(to));
            ui.painter().rect_filled(bar, 0.0, colour);
        }
    }
}

/// The layers of what did most, and the sum of all.
fn stack(answer: &Answer, measure: WhyMeasure) -> (Vec<Layer>, Vec<(f64, f64)>) {
    let axis = main_axis(answer);
    let curves = Group::ALL.map(|group| (group, curve(answer, group, (measure, axis))));
    let moments = answer.moments.iter().enumerate();
    let sum = moments.map(|(i, moment)| {
        let all = curves.iter().filter_map(|(_, values)| values.get(i));
        (moment.time_s, all.sum())
    });
    let sum = sum.collect();
    let reach = |values: &[f64]| values.iter().map(|value| value.abs()).fold(0.0, f64::max);
    let mut layers: Vec<(Layer, Vec<f64>)> = curves
        .into_iter()
        .map(|(group, values)| {
            let reach = reach(&values);
            let edges = Vec::new();
            (
                Layer {
                    group,
                    reach,
                    edges,
                },
                values,
            )
        })
        .collect();
    layers.sort_by(|(a, _), (b, _)| b.reach.total_cmp(&a.reach));
    layers.truncate(MOST_LAYERS);
    layers.retain(|(layer, _)| layer.reach > 0.0);
    for (i, moment) in answer.moments.iter().enumerate() {
        let (mut above, mut below) = (0.0, 0.0);
        for (layer, values) in &mut layers {
            let value = values.get(i).copied().unwrap_or(0.0);
            let side = if value < 0.0 { &mut below } else { &mut above };
            let begin = *side;
            *side += value;
            layer.edges.push([moment.time_s, begin, *side]);
        }
    }
    (layers.into_iter().map(|(layer, _)| layer).collect(), sum)
}

/// What a group has given until each moment: work, or momentum along the axis in which the
/// subject was given most; or its force along that axis in each step.
fn curve(answer: &Answer, group: Group, (measure, axis): (WhyMeasure, DVec3)) -> Vec<f64> {
    let mut sum = Entry::default();
    let mut before_s = answer.from_s;
    let moments = answer.moments.iter();
    let points = moments.map(|moment| {
        let step_s = moment.time_s - std::mem::replace(&mut before_s, moment.time_s);
        if measure == WhyMeasure::Force {
            sum = Entry::default();
        }
        if let Some(entry) = moment.groups.get(&group) {
            sum += *entry;
        }
        match measure {
            WhyMeasure::Work => sum.kinetic,
            WhyMeasure::Correction => 1e3 * sum.way.dot(axis),
            WhyMeasure::Momentum => sum.momentum.dot(axis),
            // A step that could not be made has no end.
            WhyMeasure::Force if step_s <= 0.0 => 0.0,
            WhyMeasure::Force => sum.momentum.dot(axis) / step_s,
        }
    });
    points.collect()
}

fn main_axis(answer: &Answer) -> DVec3 {
    let given = |axis: DVec3| -> f64 {
        let lines = answer.causes.iter();
        let along = lines.map(|line| DVec3::from(line.momentum_n_s).dot(axis).abs());
        along.sum()
    };
    let axes = [DVec3::Y, DVec3::X, DVec3::Z];
    let most = axes
        .into_iter()
        .max_by(|a, b| given(*a).total_cmp(&given(*b)));
    most.unwrap_or(DVec3::Y)
}
