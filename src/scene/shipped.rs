//! The scenes that come inside the program.

use crate::physics::method::Misprint;
use serde::Deserialize;

/// A scene that comes inside the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shipped {
    /// Name on the command line, which is also its file name in `scenes/`.
    pub name: &'static str,
    /// Canonical text.
    pub text: &'static str,
    /// A small picture of it as PNG, which `tests/pictures.sh` makes; none of demonstrations.
    pub picture: &'static [u8],
}

/// What a scene is called, and what it shows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Heading {
    /// Name on screen.
    pub name: String,
    /// What there is to see.
    pub description: String,
}

impl Shipped {
    /// Its heading, without taking in and checking all the rest of its file.
    pub fn heading(&self) -> Heading {
        serde_json::from_str(self.text).unwrap_or_default()
    }
}

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        &[$(Shipped {
            name: $name,
            text: include_str!(concat!("../../scenes/", $name, ".json")),
            picture: include_bytes!(concat!("../../assets/pictures/", $name, ".png")),
        }),*]
    };
}

/// All shipped scenes in the order in which they are offered; the first is
/// the one of the first start.
pub const SHIPPED: &[Shipped] = shipped![
    "first-throw",
    "mx-throw",
    "walk-hit",
    "wave-recoil",
    "mx-stairs",
    "mx-pile",
    "ten-on-stairs",
    "dummy-wall",
    "cannon",
    "crowd",
    "rockfall",
    "trebuchet",
    "battering-ram",
    "zip-line",
    "conveyor",
    "lift",
    "crash-sled",
    "chairs",
    "clockwork",
    "rings",
    "box-wall",
    "box-stack",
    "mixed",
    "hitman",
    "muscles",
    "thesis-rigid",
    "mx-drop",
    "humanoid-thin",
    "humanoid-medium",
    "humanoid-wide",
    "pile",
    "mesh",
    "hill",
    "street",
    "room",
    "rope",
    "flag",
    "net",
    "tear",
    "jelly-cube",
    "ring",
    "cape",
    "ramp",
    "chain",
    "stick-box",
    "top",
];

macro_rules! demonstrations {
    ($($equation:literal),* $(,)?) => {
        &[$(Shipped {
            name: concat!("printed-", $equation),
            text: include_str!(concat!("../../scenes/printed/", $equation, ".json")),
            picture: &[],
        }),*]
    };
}

/// Twenty seconds for each equation that can be used as it is printed, in the order of
/// [`MISPRINTS`](crate::physics::method::paper::misprint::MISPRINTS).
pub const DEMONSTRATIONS: &[Shipped] = demonstrations![
    "4.1",
    "4.2",
    "4.5",
    "4.6",
    "4.7",
    "5.4",
    "5.5",
    "5.7",
    "5.10",
    "5.11",
    "6.2",
    "6.4",
    "6.5",
    "7.1",
    "7.4",
    "8.4",
    "8.5",
    "8.6",
    "8.11",
    "9.1",
    "9.5",
    "9.6",
    "9.9",
    "10.1",
    "A.unit",
    "A.angle-axis",
    "A.slerp",
    "D2.30",
    "D2.33",
    "D2.37",
    "D3.6",
    "D4.5",
    "D4.7",
    "D.A",
    "D.BC",
];

/// The scene in which a misprint is seen.
pub fn demonstration(misprint: Misprint) -> Option<&'static Shipped> {
    DEMONSTRATIONS.get(misprint as usize)
}

/// The shipped scene or demonstration of that name.
pub fn find(name: &str) -> Option<&'static Shipped> {
    let mut all = SHIPPED.iter().chain(DEMONSTRATIONS);
    all.find(|scene| scene.name == name)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::scene::parse;

    #[test]
    fn headings_are_those_of_the_scenes() {
        for shipped in SHIPPED.iter().chain(DEMONSTRATIONS) {
            let scene = parse(shipped.text.as_bytes()).unwrap();
            let heading = shipped.heading();
            assert_eq!(heading.name, scene.name);
            assert_eq!(heading.description, scene.description);
            assert!(!heading.name.is_empty(), "{}", shipped.name);
        }
    }
}
