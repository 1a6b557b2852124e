//! The places in which a scene is seen, in both themes. Marks and labels are those of the theme
//! in every place: all places of the dark theme are dark enough for light marks, and the light
//! ones light enough for dark marks.

use super::{hex, with_alpha, Rgba, StageColors, Theme};

/// Where a scene is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// A plain studio.
    #[default]
    Studio,
    /// A yard in daylight, with sky and sun.
    Yard,
    /// A warm hall with a wooden floor.
    Hall,
    /// A street at night, with moon and stars.
    Night,
}

impl Place {
    /// Number by which the shaders know it.
    pub(in crate::view) const fn number(self) -> f32 {
        match self {
            Place::Studio => 0.0,
            Place::Yard => 1.0,
            Place::Hall => 2.0,
            Place::Night => 3.0,
        }
    }
}

/// What a place has of its own.
struct Dress {
    high: Rgba,
    low: Rgba,
    floor: Rgba,
    line: Rgba,
    shadow: f32,
    pool_gain: f32,
    fill_gain: f32,
    reflection: f32,
    key: [f32; 3],
    fill: [f32; 3],
}

/// Key light of the studio: warm.
const STUDIO_KEY: [f32; 3] = [1.42, 1.28, 1.08];
/// Fill light that is as the shaders have it.
const PLAIN_FILL: [f32; 3] = [1.0; 3];
const SUN: [f32; 3] = [1.62, 1.46, 1.20];
const SKY_FILL: [f32; 3] = [0.90, 1.02, 1.18];
const LAMPS: [f32; 3] = [1.52, 1.20, 0.84];
const LAMP_FILL: [f32; 3] = [1.18, 1.0, 0.80];
const MOON: [f32; 3] = [0.92, 1.06, 1.34];
const MOON_FILL: [f32; 3] = [0.82, 0.96, 1.26];

const DARK_STUDIO: Dress = Dress {
    high: hex(0x0e131b),
    low: hex(0x5d6e80),
    floor: hex(0x2b2f36),
    line: hex(0x454b54),
    shadow: 0.42,
    pool_gain: 1.1,
    fill_gain: 1.3,
    reflection: 0.10,
    key: STUDIO_KEY,
    fill: PLAIN_FILL,
};
const LIGHT_STUDIO: Dress = Dress {
    high: hex(0xb9cbe0),
    low: hex(0xf4f6f8),
    floor: hex(0xd3dae2),
    line: hex(0xb7c0ca),
    shadow: 0.68,
    pool_gain: 0.08,
    fill_gain: 2.0,
    reflection: 0.10,
    key: STUDIO_KEY,
    fill: PLAIN_FILL,
};
const DARK_YARD: Dress = Dress {
    high: hex(0x2a66ad),
    low: hex(0x9dbcd2),
    floor: hex(0x596845),
    line: hex(0x78866a),
    shadow: 0.48,
    pool_gain: 0.30,
    fill_gain: 1.6,
    reflection: 0.0,
    key: SUN,
    fill: SKY_FILL,
};
const LIGHT_YARD: Dress = Dress {
    high: hex(0x5f9fdc),
    low: hex(0xe4eff7),
    floor: hex(0xb4c49a),
    line: hex(0xd2dcc2),
    shadow: 0.60,
    pool_gain: 0.06,
    fill_gain: 2.0,
    reflection: 0.0,
    key: SUN,
    fill: SKY_FILL,
};
const DARK_HALL: Dress = Dress {
    high: hex(0x1b120d),
    low: hex(0x634a38),
    floor: hex(0x4a3324),
    line: hex(0x2f2018),
    shadow: 0.46,
    pool_gain: 0.7,
    fill_gain: 1.3,
    reflection: 0.16,
    key: LAMPS,
    fill: LAMP_FILL,
};
const LIGHT_HALL: Dress = Dress {
    high: hex(0xd0b394),
    low: hex(0xf3e8da),
    floor: hex(0xd8bb96),
    line: hex(0xb8966e),
    shadow: 0.64,
    pool_gain: 0.08,
    fill_gain: 1.9,
    reflection: 0.14,
    key: LAMPS,
    fill: LAMP_FILL,
};
const DARK_NIGHT: Dress = Dress {
    high: hex(0x04060e),
    low: hex(0x2b3a58),
    floor: hex(0x1b212d),
    line: hex(0x343e50),
    shadow: 0.40,
    pool_gain: 1.5,
    fill_gain: 1.2,
    reflection: 0.14,
    key: MOON,
    fill: MOON_FILL,
};
/// Moonlit snow.
const LIGHT_NIGHT: Dress = Dress {
    high: hex(0x4d6288),
    low: hex(0xc4d1e2),
    floor: hex(0xb6c3d6),
    line: hex(0x97a6bd),
    shadow: 0.62,
    pool_gain: 0.12,
    fill_gain: 1.8,
    reflection: 0.0,
    key: MOON,
    fill: MOON_FILL,
};

impl Theme {
    /// Colours of the empty stage in a place.
    pub const fn stage_in(self, place: Place) -> StageColors {
        let dress = match (self, place) {
            (Theme::Dark, Place::Studio) => DARK_STUDIO,
            (Theme::Light, Place::Studio) => LIGHT_STUDIO,
            (Theme::Dark, Place::Yard) => DARK_YARD,
            (Theme::Light, Place::Yard) => LIGHT_YARD,
            (Theme::Dark, Place::Hall) => DARK_HALL,
            (Theme::Light, Place::Hall) => LIGHT_HALL,
            (Theme::Dark, Place::Night) => DARK_NIGHT,
            (Theme::Light, Place::Night) => LIGHT_NIGHT,
        };
        let (ink, halo) = match self {
            Theme::Dark => (hex(0xe8edf2), with_alpha(hex(0x14171b), 0.85)),
            Theme::Light => (hex(0x2b3440), with_alpha(hex(0xffffff), 0.85)),
        };
        StageColors {
            background_high: dress.high,
            background_low: dress.low,
            floor: dress.floor,
            line: dress.line,
            ink,
            halo,
            shadow: dress.shadow,
            pool_gain: dress.pool_gain,
            fill_gain: dress.fill_gain,
            reflection: dress.reflection,
            key: dress.key,
            fill: dress.fill,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::contrast::contrast;
    use super::*;

    #[test]
    fn marks_of_the_theme_are_read_on_every_floor() {
        for theme in [Theme::Dark, Theme::Light] {
            for place in [Place::Studio, Place::Yard, Place::Hall, Place::Night] {
                let stage = theme.stage_in(place);
                let read = contrast(stage.ink, stage.floor);
                assert!(read >= 4.5, "{theme:?} {place:?} {read:.2}");
            }
        }
    }
}
