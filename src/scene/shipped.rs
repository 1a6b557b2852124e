//! The scenes that come inside the program.

/// A scene that comes inside the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shipped {
    /// Name on the command line, which is also its file name in `scenes/`.
    pub name: &'static str,
    /// Canonical text.
    pub text: &'static str,
    /// A small picture of it as PNG; `tests/pictures.sh` makes it.
    pub picture: &'static [u8],
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
    "mx-stairs",
    "mx-pile",
    "ten-on-stairs",
    "dummy-wall",
    "cannon",
    "crowd",
    "trebuchet",
    "rings",
    "box-wall",
    "box-stack",
    "mixed",
    "hitman",
    "thesis-rigid",
    "mx-drop",
    "humanoid-thin",
    "humanoid-medium",
    "humanoid-wide",
    "pile",
    "mesh",
    "rope",
    "ramp",
    "chain",
    "stick-box",
    "top",
];

/// The shipped scene of that name.
pub fn find(name: &str) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|scene| scene.name == name)
}
