//! The pieces of a compound body, one at a time.

use super::form::{put, Form};
use super::orientation::{LastAngles, ANGLE};
use super::shape::piece_shape_ui;
use super::text::text_row;
use super::Shown;
use crate::app::panels::widgets::{button, combo_row};
use crate::editor::{word_of_shape, Item};
use crate::scene::range;
use crate::scene::{Body, Compound, Piece, Shape};
use egui_macroquad::egui::Ui;
use glam::{DQuat, DVec3};

/// How far a new piece is beside the one that it is copied from, m.
const BESIDE_M: f64 = 0.1;

pub(super) fn pieces_ui(ui: &mut Ui, form: &mut Form<'_>, shown: &mut Shown) {
    let (last, chosen) = (&shown.piece_angles, &mut shown.piece);
    let compound = match form.only() {
        Some(Item::Body(Body {
            shape: Shape::Compound(compound),
            ..
        })) => compound.clone(),
        _ => return,
    };
    let last_piece = compound.pieces.len().saturating_sub(1);
    if let Some(new) =
        choice_ui(ui, &compound, (*chosen).min(last_piece)).filter(|&new| new != *chosen)
    {
        *chosen = new;
        form.subject.forget_values();
    }
    let index = (*chosen).min(last_piece);
    if let Some(piece) = compound.pieces.get(index) {
        name_ui(ui, form, piece, index);
    }
    piece_ui(ui, form, last, index);
    ui.horizontal(|ui| {
        if button(
            ui,
            "Add piece",
            "Adds a copy of this piece beside it; all share the mass of the body",
        ) {
            form.change("Add piece", |item| add(item, index));
            *chosen = compound.pieces.len();
            form.subject.forget_values();
        }
        let tip = "Removes the piece that is shown";
        if compound.pieces.len() > 1 && button(ui, "Remove piece", tip) {
            form.change("Remove piece", |item| remove(item, index));
            form.subject.forget_values();
        }
    });
}

/// The list of pieces; the one that was just chosen in it.
fn choice_ui(ui: &mut Ui, compound: &Compound, chosen: usize) -> Option<usize> {
    let texts = compound.pieces.iter().enumerate();
    let texts: Vec<String> = texts.map(|(i, piece)| title(i, piece)).collect();
    let all: Vec<(usize, &str, &str)> = (texts.iter().enumerate())
        .map(|(i, text)| (i, text.as_str(), ""))
        .collect();
    combo_row(ui, "Piece", "Piece whose values are shown", chosen, &all)
}

/// What a person calls a piece.
fn title(index: usize, piece: &Piece) -> String {
    match piece.name.as_str() {
        "" => format!("{}: {}", index + 1, word_of_shape(&piece.shape)),
        name => format!("{}: {name}", index + 1),
    }
}

fn piece_ui(ui: &mut Ui, form: &mut Form<'_>, last: &LastAngles, index: usize) {
    piece_shape_ui(ui, form, move |item| {
        Some(&mut piece_of(item, index)?.shape)
    });
    // Both in the world, where it stays while the centre of mass moves.
    form.vector_of(
        ui,
        "Piece position",
        &range::POSITION,
        [0.0; 3],
        |item| place_in_world(item, index),
        |item, place| put_in_world(item, index, place),
    );
    form.vector_of(
        ui,
        "Piece rotation",
        &ANGLE,
        [0.0; 3],
        |item| Some(last.of(turn_in_world(item, index)?)),
        |item, degrees| put_turn_in_world(item, index, last.orientation(degrees)),
    );
    form.number(ui, "Relative density", &range::RELATIVE_DENSITY, |item| {
        Some(&mut piece_of(item, index)?.relative_density)
    });
    material_ui(ui, form, index);
    form.tick(
        ui,
        "Piece collides",
        "Otherwise it only weighs and is drawn",
        |item| Some(piece_of(item, index)?.collides),
        |item, on| put(piece_of(item, index).map(|piece| &mut piece.collides), on),
    );
}

fn name_ui(ui: &mut Ui, form: &mut Form<'_>, piece: &Piece, index: usize) {
    let tip = "Name in lists and messages";
    if let Some(name) = text_row(ui, "Piece name", tip, Some(&piece.name), false) {
        form.change("Rename piece", |item| {
            put(
                piece_of(item, index).map(|piece| &mut piece.name),
                name.clone(),
            );
        });
    }
}

fn material_ui(ui: &mut Ui, form: &mut Form<'_>, index: usize) {
    let materials = form.view.document().scene().materials.clone();
    let own = (None, "of the body", "the material of the body");
    let others = materials.iter().map(|m| (Some(m.id), m.name.as_str(), ""));
    let all: Vec<_> = std::iter::once(own).chain(others).collect();
    let get = |item: &mut Item| Some(piece_of(item, index)?.material);
    let tip = "Material of this piece";
    form.choice(ui, "Piece material", tip, &all, get, |item, material| {
        put(
            piece_of(item, index).map(|piece| &mut piece.material),
            material,
        );
    });
}

fn compound_of(item: &mut Item) -> Option<&mut Compound> {
    match item {
        Item::Body(Body {
            shape: Shape::Compound(compound),
            ..
        }) => Some(compound),
        _ => None,
    }
}

fn piece_of(item: &mut Item, index: usize) -> Option<&mut Piece> {
    compound_of(item)?.pieces.get_mut(index)
}

fn frame_of(item: &Item) -> Option<(DVec3, DQuat)> {
    match item {
        Item::Body(body) => Some((body.position_m.into(), quaternion(body.orientation))),
        _ => None,
    }
}

fn place_in_world(item: &mut Item, index: usize) -> Option<[f64; 3]> {
    let (middle, turn) = frame_of(item)?;
    let place = DVec3::from(piece_of(item, index)?.position_m);
    Some((middle + turn * place).to_array())
}

fn put_in_world(item: &mut Item, index: usize, place: [f64; 3]) {
    let Some((middle, turn)) = frame_of(item) else {
        return;
    };
    let local = turn.conjugate() * (DVec3::from(place) - middle);
    put(
        piece_of(item, index).map(|piece| &mut piece.position_m),
        local.to_array(),
    );
}

fn turn_in_world(item: &mut Item, index: usize) -> Option<[f64; 4]> {
    let (_, turn) = frame_of(item)?;
    let own = quaternion(piece_of(item, index)?.orientation);
    let DQuat { x, y, z, w } = turn * own;
    Some([w, x, y, z])
}

fn put_turn_in_world(item: &mut Item, index: usize, orientation: [f64; 4]) {
    let Some((_, turn)) = frame_of(item) else {
        return;
    };
    let DQuat { x, y, z, w } = (turn.conjugate() * quaternion(orientation)).normalize();
    put(
        piece_of(item, index).map(|piece| &mut piece.orientation),
        [w, x, y, z],
    );
}

fn quaternion([w, x, y, z]: [f64; 4]) -> DQuat {
    DQuat::from_xyzw(x, y, z, w)
}

fn add(item: &mut Item, index: usize) {
    let Some(compound) = compound_of(item) else {
        return;
    };
    let copy = compound.pieces.get(index).cloned();
    if let Some(mut copy) = copy {
        copy.name.clear();
        copy.position_m[0] += BESIDE_M;
        compound.pieces.push(copy);
    }
}

fn remove(item: &mut Item, index: usize) {
    if let Some(compound) = compound_of(item) {
        if compound.pieces.len() > 1 {
            compound.pieces.remove(index.min(compound.pieces.len() - 1));
        }
    }
}
