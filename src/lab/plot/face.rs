//! The letters of pictures: outlines and widths of the face that the window has too.

use crate::text::clean;
use std::sync::OnceLock;
use ttf_parser::{Face, GlyphId};

pub(super) use ttf_parser::OutlineBuilder;

/// Width of a letter in sizes where the face does not know it.
const USUAL_WIDTH: f64 = 0.55;
/// Height of the capitals in sizes.
pub(super) const CAPITALS: f64 = 0.727;

fn face(bold: bool) -> Option<&'static Face<'static>> {
    static REGULAR: OnceLock<Option<Face>> = OnceLock::new();
    static BOLD: OnceLock<Option<Face>> = OnceLock::new();
    let read = |bytes| move || Face::parse(bytes, 0).ok();
    let face = match bold {
        false => REGULAR.get_or_init(read(include_bytes!(
            "../../../assets/fonts/Inter-Regular.otf"
        ))),
        true => BOLD.get_or_init(read(include_bytes!(
            "../../../assets/fonts/Inter-SemiBold.otf"
        ))),
    };
    face.as_ref()
}

/// The glyphs of a text with the places where they begin, in sizes, and where it ends. What
/// is hidden in it is written as its escape.
fn glyphs(face: &Face, text: &str) -> (Vec<(GlyphId, f64)>, f64) {
    let size = f64::from(face.units_per_em());
    let mut at = 0.0;
    let place = |character: char| {
        let glyph = face.glyph_index(character).unwrap_or_default();
        let begins = at;
        let width = face.glyph_hor_advance(glyph).map(|w| f64::from(w) / size);
        at += width.unwrap_or(USUAL_WIDTH);
        (glyph, begins)
    };
    (clean(text).chars().map(place).collect(), at)
}

/// Width of a text in letters of `size`.
pub(super) fn width(text: &str, size: f64, bold: bool) -> f64 {
    match face(bold) {
        Some(face) => glyphs(face, text).1 * size,
        None => clean(text).chars().count() as f64 * USUAL_WIDTH * size,
    }
}

/// Gives the outline of each letter to `draw` with the place where it begins, both in
/// units of the face, of which a size has so many.
pub(super) fn outlines(text: &str, bold: bool, draw: &mut dyn FnMut(&Letter, f64)) {
    let Some(face) = face(bold) else { return };
    let size = f64::from(face.units_per_em());
    for (glyph, begins) in glyphs(face, text).0 {
        draw(&Letter { face, glyph }, begins * size);
    }
}

/// A letter of a face.
pub(super) struct Letter {
    face: &'static Face<'static>,
    glyph: GlyphId,
}

impl Letter {
    /// Draws its outline; nothing for a space.
    pub fn outline(&self, builder: &mut dyn OutlineBuilder) {
        self.face.outline_glyph(self.glyph, builder);
    }

    /// Units in a size.
    pub fn units(&self) -> f64 {
        f64::from(self.face.units_per_em())
    }
}
