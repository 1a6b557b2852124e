//! What things are painted with in place of the usual paint.

use super::{ConstraintKind, Id, Scene};
use schemars::{json_schema, JsonSchema, Schema, SchemaGenerator};
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// An opaque sRGB colour, in files `#rrggbb` with small letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Color {
    /// Red, green and blue, each 0 to 255.
    pub rgb: [u8; 3],
}

impl Color {
    /// What a person wrote: six hexadecimal digits of either case, with or without `#`.
    pub fn typed(text: &str) -> Option<Color> {
        let text = text.trim();
        Color::of_digits(&text.strip_prefix('#').unwrap_or(text).to_ascii_lowercase())
    }

    /// What is written in a file. One way to write each colour, so that a file that is
    /// read and saved stays as it was.
    fn written(text: &str) -> Option<Color> {
        Color::of_digits(text.strip_prefix('#')?)
    }

    fn of_digits(digits: &str) -> Option<Color> {
        let is_digit = |c: char| matches!(c, '0'..='9' | 'a'..='f');
        if digits.len() != 6 || !digits.chars().all(is_digit) {
            return None;
        }
        let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
        let rgb = [red, green, blue];
        Some(Color { rgb })
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.rgb;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl Serialize for Color {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Color, D::Error> {
        deserializer.deserialize_str(Written)
    }
}

struct Written;

impl Visitor<'_> for Written {
    type Value = Color;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a colour as # and six lower-case hexadecimal digits, such as \"#e69f00\"")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Color, E> {
        Color::written(text).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}

impl JsonSchema for Color {
    fn schema_name() -> Cow<'static, str> {
        "Color".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "An opaque sRGB colour.",
            "type": "string",
            "pattern": "^#[0-9a-f]{6}$",
        })
    }
}

impl Scene {
    /// Colours of the things that have one of their own.
    pub fn colors(&self) -> BTreeMap<Id, Color> {
        let obstacles = self.obstacles.iter().map(|x| (x.id, x.color));
        let bodies = self.bodies.iter().map(|x| (x.id, x.color));
        let particles = self.particles.iter().map(|x| (x.id, x.color));
        let ragdolls = self.ragdolls.iter().map(|x| (x.id, x.color));
        let surfaces = self.constraints.iter().map(|x| match &x.kind {
            ConstraintKind::Surface(surface) => (x.id, surface.color),
            _ => (x.id, None),
        });
        let all = obstacles.chain(bodies).chain(particles).chain(ragdolls);
        let all = all.chain(surfaces);
        all.filter_map(|(id, color)| Some((id, color?))).collect()
    }

    /// Gives things these colours and all others the usual paint.
    pub fn paint(&mut self, colors: &BTreeMap<Id, Color>) {
        let of = |id: Id| colors.get(&id).copied();
        self.obstacles.iter_mut().for_each(|x| x.color = of(x.id));
        self.bodies.iter_mut().for_each(|x| x.color = of(x.id));
        self.particles.iter_mut().for_each(|x| x.color = of(x.id));
        self.ragdolls.iter_mut().for_each(|x| x.color = of(x.id));
        for constraint in &mut self.constraints {
            if let ConstraintKind::Surface(surface) = &mut constraint.kind {
                surface.color = of(constraint.id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_read_kindly_and_what_is_written_strictly() {
        let orange = Some(Color {
            rgb: [0xe6, 0x9f, 0x00],
        });
        for text in ["#e69f00", "e69f00", " #E69F00 "] {
            assert_eq!(Color::typed(text), orange, "{text}");
        }
        assert_eq!(Color::written("#e69f00"), orange);
        for text in [
            "", "#", "e69f00", "#E69F00", "#e69", "#e69f0", "#e69f000", "#+69f00", "#é9f00",
        ] {
            assert_eq!(Color::written(text), None, "{text}");
        }
        assert_eq!(
            orange.map(|color| color.to_string()).as_deref(),
            Some("#e69f00")
        );
    }
}
