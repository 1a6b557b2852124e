//! What each kind of cause did over time.

use crate::app::action::WhyMeasure;
use crate::app::panels::plots::PlotView;
use crate::app::panels::widgets::{note, text_scale};
use crate::lab::plot::{Axis, Panel, Point, Series, Shared};
use crate::lab::spread::Spread;
use crate::lab::why::{Answer, Group};
use crate::physics::ledger::Entry;
use egui_macroquad::egui::{Sense, Ui};
use glam::DVec3;

/// Height of the plot, points.
const PLOT_HEIGHT: f32 = 150.0;
/// Kinds that have a curve: those that did most.
const MOST_CURVES: usize = 4;

/// The plot: what each kind has given until then, or the force of each step.
pub(super) fn over_time_ui(ui: &mut Ui, answer: &Answer, measure: WhyMeasure) {
    let axis = main_axis(answer);
    let groups = Group::ALL.map(|group| (group, curve(answer, group, (measure, axis))));
    let mut groups: Vec<_> = groups.into_iter().collect();
    let reach = |points: &[Point]| {
        let sizes = points.iter().map(|point| point.y.median.abs());
        sizes.fold(0.0, f64::max)
    };
    groups.sort_by(|(_, a), (_, b)| reach(b).total_cmp(&reach(a)));
    groups.truncate(MOST_CURVES);
    groups.retain(|(_, points)| reach(points) > 0.0);
    let y = match measure {
        WhyMeasure::Momentum => "given until then, N·s (upward, or sideways)",
        WhyMeasure::Force => "force, N (upward, or sideways)",
        WhyMeasure::Work => "work until then, J",
    };
    let series = groups.into_iter().map(|(group, points)| Series {
        name: group.name().into(),
        points,
        marks: false,
    });
    let panel = Panel {
        x: Axis::linear("time, s"),
        y: Axis::linear(y),
        series: series.collect(),
    };
    let plot = PlotView {
        panel: &panel,
        shared: Shared::default(),
        height: PLOT_HEIGHT * text_scale(ui.ctx()),
        sense: Sense::hover(),
    };
    ui.add_space(8.0);
    let (_, response) = plot.show(ui);
    note(&response, "Plot of causes over time");
}

/// What a group has given until each moment: work, or momentum along the axis in which the
/// subject was given most; or its force along that axis in each step.
fn curve(answer: &Answer, group: Group, (measure, axis): (WhyMeasure, DVec3)) -> Vec<Point> {
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
        let value = match measure {
            WhyMeasure::Work => sum.kinetic,
            WhyMeasure::Momentum => sum.momentum.dot(axis),
            // A step that could not be made has no end.
            WhyMeasure::Force if step_s <= 0.0 => 0.0,
            WhyMeasure::Force => sum.momentum.dot(axis) / step_s,
        };
        Point {
            x: moment.time_s,
            y: Spread::exactly(value),
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
