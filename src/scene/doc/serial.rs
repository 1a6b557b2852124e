//! Several axes between two bodies, one after another.

use super::defaults::*;
use super::{Grip, TurnDrive, WayDrive};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Several hinges and slides between two bodies, one after another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Serial {
    /// Point on the parent.
    pub a: Grip,
    /// Point on the child, which is at the other point when all coordinates are 0.
    pub b: Grip,
    /// One to six axes, from the parent to the child; each moves those after it.
    pub axes: Vec<SerialAxis>,
    /// Orientation of the child in the frame of the parent when all coordinates are 0, as a unit
    /// quaternion w, x, y, z; absent = from the initial orientation and the initial coordinates.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rest: Option<[f64; 4]>,
    /// Fraction of the error corrected per iteration, above 0 to 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub strength: f64,
}

impl Serial {
    /// A joint of these axes, at 0 now.
    pub fn new(a: Grip, b: Grip, axes: Vec<SerialAxis>) -> Serial {
        Serial {
            a,
            b,
            axes,
            rest: None,
            strength: 1.0,
        }
    }
}

/// One of the axes of a joint.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum SerialAxis {
    /// What follows slides along it.
    Slide(SlideAxis),
    /// What follows turns about it.
    Hinge(HingeAxis),
}

impl SerialAxis {
    /// Its name; empty if it has none.
    pub fn name(&self) -> &str {
        match self {
            SerialAxis::Slide(slide) => &slide.name,
            SerialAxis::Hinge(hinge) => &hinge.name,
        }
    }

    /// Its name, or its kind and place among the axes, which is counted from 0.
    pub fn title(&self, place: usize) -> String {
        let kind = match self {
            _ if !self.name().is_empty() => return self.name().to_string(),
            SerialAxis::Slide(_) => "slide",
            SerialAxis::Hinge(_) => "hinge",
        };
        format!("{kind} {}", place + 1)
    }

    /// Whether it has limits or a spring, so that it matters where its coordinate is 0.
    pub fn is_bound(&self) -> bool {
        match self {
            SerialAxis::Slide(slide) => {
                let limits = [slide.limit_min_m, slide.limit_max_m];
                slide.drive.spring.is_some() || limits.iter().any(Option::is_some)
            }
            SerialAxis::Hinge(hinge) => {
                let limits = [hinge.limit_min_deg, hinge.limit_max_deg];
                hinge.drive.spring.is_some() || limits.iter().any(Option::is_some)
            }
        }
    }

    /// Its direction in the frame of the parent when all coordinates are 0.
    pub fn direction_mut(&mut self) -> &mut [f64; 3] {
        match self {
            SerialAxis::Slide(slide) => &mut slide.axis,
            SerialAxis::Hinge(hinge) => &mut hinge.axis,
        }
    }
}

/// An axis along which what follows slides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SlideAxis {
    /// Shown in lists.
    #[serde(default, skip_serializing_if = "is_default")]
    pub name: String,
    /// Direction in the frame of the parent when all coordinates are 0.
    pub axis: [f64; 3],
    /// Smallest position along it, m.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limit_min_m: Option<f64>,
    /// Largest position, m.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limit_max_m: Option<f64>,
    /// Initial position, m; where the two bodies are apart, the nearest that fits counts.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub start_m: f64,
    /// Drive of the sliding motion.
    #[serde(default, skip_serializing_if = "is_default")]
    pub drive: WayDrive,
}

impl SlideAxis {
    /// A slide without ends that nothing drives.
    pub fn new(axis: [f64; 3]) -> SlideAxis {
        SlideAxis {
            name: String::new(),
            axis,
            limit_min_m: None,
            limit_max_m: None,
            start_m: 0.0,
            drive: WayDrive::default(),
        }
    }
}

/// An axis about which what follows turns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HingeAxis {
    /// Shown in lists.
    #[serde(default, skip_serializing_if = "is_default")]
    pub name: String,
    /// Direction in the frame of the parent when all coordinates are 0.
    pub axis: [f64; 3],
    /// From the point on the parent to a point of the axis, in the frame of the parent when all
    /// coordinates are 0, m.
    #[serde(default, skip_serializing_if = "is_origin")]
    pub offset_m: [f64; 3],
    /// Smallest angle, degrees.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limit_min_deg: Option<f64>,
    /// Largest angle, degrees.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limit_max_deg: Option<f64>,
    /// Initial angle, degrees, with its whole turns; the nearest that fits the two bodies counts.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub start_deg: f64,
    /// Drive of the angle.
    #[serde(default, skip_serializing_if = "is_default")]
    pub drive: TurnDrive,
}

impl HingeAxis {
    /// A hinge without limits that nothing drives.
    pub fn new(axis: [f64; 3], offset_m: [f64; 3]) -> HingeAxis {
        HingeAxis {
            name: String::new(),
            axis,
            offset_m,
            limit_min_deg: None,
            limit_max_deg: None,
            start_deg: 0.0,
            drive: TurnDrive::default(),
        }
    }
}
