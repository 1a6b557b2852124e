//! Joints of several axes.

use super::drive::axis_drive_ui;
use super::form::{told, Form};
use super::joint::constraint;
use crate::editor::Item;
use crate::scene::range;
use crate::scene::{ConstraintKind, HingeAxis, SerialAxis, SlideAxis};
use egui_macroquad::egui::Ui;

/// Names of the rows of an axis; a form knows its rows by them.
struct Names {
    title: &'static str,
    axis: &'static str,
    offset: &'static str,
    /// Of the switch and of the number.
    least: [&'static str; 2],
    largest: [&'static str; 2],
    start: &'static str,
}

macro_rules! of_axis {
    ($number:literal) => {
        Names {
            title: concat!("Axis ", $number),
            axis: concat!("Direction ", $number),
            offset: concat!("Offset ", $number),
            least: [
                concat!("Limit min of axis ", $number),
                concat!("Min ", $number),
            ],
            largest: [
                concat!("Limit max of axis ", $number),
                concat!("Max ", $number),
            ],
            start: concat!("Initial value ", $number),
        }
    };
}

const AXES: [Names; 6] = [
    of_axis!("1"),
    of_axis!("2"),
    of_axis!("3"),
    of_axis!("4"),
    of_axis!("5"),
    of_axis!("6"),
];

pub(super) fn serial_ui(ui: &mut Ui, form: &mut Form<'_>) {
    for (place, names) in AXES.iter().enumerate() {
        let mut first = form.subject.items.first().cloned();
        let Some(axis) = first.as_mut().and_then(|item| axis_of(item, place)) else {
            return;
        };
        let tip = "Each axis moves those after it; the first is fixed to the first side";
        told(ui, names.title, &axis.title(place), tip);
        form.vector(ui, names.axis, &range::AXIS, [1.0, 0.0, 0.0], |item| {
            Some(axis_of(item, place)?.direction_mut())
        });
        slide_ui(ui, form, names, place);
        hinge_ui(ui, form, names, place);
        axis_drive_ui(ui, form, place);
    }
}

fn slide_ui(ui: &mut Ui, form: &mut Form<'_>, names: &Names, place: usize) {
    form.switched(ui, names.least, &range::WAY, -range::WAY.default, |item| {
        Some(&mut slide(item, place)?.limit_min_m)
    });
    form.switched(ui, names.largest, &range::WAY, range::WAY.default, |item| {
        Some(&mut slide(item, place)?.limit_max_m)
    });
    form.number(ui, names.start, &range::WAY, |item| {
        Some(&mut slide(item, place)?.start_m)
    });
}

fn hinge_ui(ui: &mut Ui, form: &mut Form<'_>, names: &Names, place: usize) {
    form.vector(ui, names.offset, &range::POSITION, [0.0; 3], |item| {
        Some(&mut hinge(item, place)?.offset_m)
    });
    form.switched(ui, names.least, &range::TURN, range::ANGLE.min, |item| {
        Some(&mut hinge(item, place)?.limit_min_deg)
    });
    form.switched(ui, names.largest, &range::TURN, range::ANGLE.max, |item| {
        Some(&mut hinge(item, place)?.limit_max_deg)
    });
    form.number(ui, names.start, &range::TURN_START, |item| {
        Some(&mut hinge(item, place)?.start_deg)
    });
}

/// One of the axes of a joint of several.
pub(super) fn axis_of(item: &mut Item, place: usize) -> Option<&mut SerialAxis> {
    match constraint(item)? {
        ConstraintKind::Serial(joint) => joint.axes.get_mut(place),
        _ => None,
    }
}

fn slide(item: &mut Item, place: usize) -> Option<&mut SlideAxis> {
    match axis_of(item, place)? {
        SerialAxis::Slide(slide) => Some(slide),
        SerialAxis::Hinge(_) => None,
    }
}

fn hinge(item: &mut Item, place: usize) -> Option<&mut HingeAxis> {
    match axis_of(item, place)? {
        SerialAxis::Hinge(hinge) => Some(hinge),
        SerialAxis::Slide(_) => None,
    }
}
