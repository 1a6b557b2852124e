//! What can be asked of the shot fan: what it varies, and what is done with it.

use crate::lab::sweep::{Axis, Order};
use crate::scene::range::{self, Edge, Plain, Quantity};
use crate::scene::{Figure, Scene, Setting};
use std::sync::Arc;

/// Largest nudge of the launcher along an axis, m.
const NUDGE_M: f64 = 1e-9;
/// Longest simulated time of a shot, s.
const LIMIT_S: f64 = 20.0;

/// How many shots there are.
pub const COUNT: Quantity = Quantity {
    key: "count",
    unit: "",
    min: 2.0,
    max: 200.0,
    edge: Edge::Closed,
    comfortable: (3.0, 25.0),
    default: 9.0,
    help: "Number of shots, spaced evenly from the first value to the last.",
};

/// How often each shot is repeated.
pub const NUDGES: Quantity = Quantity {
    key: "nudges",
    unit: "",
    min: 0.0,
    max: 50.0,
    edge: Edge::Closed,
    comfortable: (0.0, 8.0),
    default: 2.0,
    help: "Nudged repeats of each shot, with the launcher moved by a billionth of a metre. \
           Their range is the chaos band: differences within it are not significant.",
};

/// Values of a field that is given by its path.
pub const FREE_RANGE: Quantity = Quantity {
    key: "value",
    unit: "",
    min: -1e9,
    max: 1e9,
    edge: Edge::Closed,
    comfortable: (0.0, 10.0),
    default: 1.0,
    help: "Value of the field, in the unit of the scene file.",
};

/// What stands in the list for a field that is given by its path.
pub const OTHER_PATH: &str = "Another field…";

/// What a person asks of the shot fan.
#[derive(Debug, Clone, PartialEq)]
pub enum FanAction {
    /// Shoot.
    Run,
    /// End what runs.
    Cancel,
    /// Forget the result.
    Clear,
    /// Choose what is varied.
    SetOptions(Box<FanOptions>),
    /// Show the result on the stage, or do not.
    Show(bool),
    /// Play the shot at a place of the list.
    Play(usize),
    /// Choose a file for the table.
    ExportTable,
    /// Choose a file for the picture of the curve.
    ExportPlot,
    /// Put the command that makes the same on the clipboard.
    CopyCommand,
}

/// The values that a field gets.
#[derive(Debug, Clone, PartialEq)]
pub enum FanValues {
    /// Numbers from one to another, both included, in the unit of the field.
    Range {
        /// The first.
        from: f64,
        /// The last.
        to: f64,
    },
    /// These, between commas.
    List(String),
}

/// What a shot fan varies, and how often.
#[derive(Debug, Clone, PartialEq)]
pub struct FanOptions {
    /// The field, such as `launcher.speed_m_s`.
    pub path: String,
    /// Whether the path is typed, not taken from the list.
    pub is_free: bool,
    /// The values that it gets.
    pub values: FanValues,
    /// Number of shots of a range.
    pub count: usize,
    /// How often each is repeated with a nudge.
    pub nudges: u32,
    /// Longest simulated time of a shot, s.
    pub limit_s: f64,
}

impl Default for FanOptions {
    fn default() -> FanOptions {
        FanOptions {
            path: "launcher.speed_m_s".into(),
            is_free: false,
            values: FanValues::Range {
                from: 8.0,
                to: 24.0,
            },
            count: COUNT.default as usize,
            nudges: NUDGES.default as u32,
            limit_s: LIMIT_S,
        }
    }
}

impl FanOptions {
    /// The same for another field, with values that suit it.
    pub fn of(&self, parameter: &Parameter) -> FanOptions {
        FanOptions {
            path: parameter.path.clone(),
            is_free: false,
            values: parameter.values.clone(),
            ..self.clone()
        }
    }

    /// What is to be shot at a scene.
    ///
    /// # Errors
    /// What is missing, or cannot be varied so, with a remedy.
    pub(in crate::app) fn order(&self, scene: &Arc<Scene>) -> Result<Order, String> {
        if let Some(missing) = missing(scene) {
            return Err(missing.into());
        }
        let values = match &self.values {
            FanValues::Range { from, to } => {
                format!("{}:{}:{}", Plain(*from), Plain(*to), self.count)
            }
            FanValues::List(list) => list.clone(),
        };
        let axis = Axis::parse(&format!("{}={values}", self.path))?;
        if axis.count() > COUNT.max as usize {
            return Err(format!(
                "{} values exceed the maximum of {}; use fewer",
                axis.count(),
                COUNT.max
            ));
        }
        Ok(Order {
            scene: scene.clone(),
            fixed: cleared(scene, &axis.path)?,
            axes: vec![axis],
            nudges: self.nudges,
            nudge_m: NUDGE_M,
            limit_s: self.limit_s,
        })
    }
}

/// What a scene lacks to be shot at.
pub fn missing(scene: &Scene) -> Option<&'static str> {
    if scene.launcher.is_none() {
        return Some("this scene has no launcher; add one in the Throw panel");
    }
    scene
        .ragdolls
        .is_empty()
        .then_some("this scene has no ragdoll to throw at; create one first")
}

/// Mass and density exclude each other: the one that is varied takes the other out.
fn cleared(scene: &Scene, path: &str) -> Result<Vec<Setting>, String> {
    let ball = scene.launcher.as_ref().map(|launcher| &launcher.ball);
    let other = match path {
        "launcher.ball.mass_kg" if ball.is_some_and(|ball| ball.density_kg_m3.is_some()) => {
            "launcher.ball.density_kg_m3=null"
        }
        "launcher.ball.density_kg_m3" if ball.is_some_and(|ball| ball.mass_kg.is_some()) => {
            "launcher.ball.mass_kg=null"
        }
        _ => return Ok(Vec::new()),
    };
    Ok(vec![Setting::parse(other)?])
}

/// A field that is offered.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// Name on screen.
    pub label: &'static str,
    /// Its path.
    pub path: String,
    /// Unit and range of its values.
    pub quantity: &'static Quantity,
    /// The values that it gets at first.
    pub values: FanValues,
}

/// The numbers that are offered: name, path, quantity, first and last value.
const NUMBERS: [(&str, &str, &Quantity, f64, f64); 14] = [
    ("Speed", "launcher.speed_m_s", &range::SPEED, 8.0, 24.0),
    (
        "Ball radius",
        "launcher.ball.radius_m",
        &range::RADIUS,
        0.05,
        0.25,
    ),
    (
        "Ball mass",
        "launcher.ball.mass_kg",
        &range::MASS,
        1.0,
        10.0,
    ),
    (
        "Ball density",
        "launcher.ball.density_kg_m3",
        &range::DENSITY,
        200.0,
        2000.0,
    ),
    (
        "Elasticity",
        "launcher.ball.restitution",
        &range::RESTITUTION,
        0.1,
        0.9,
    ),
    (
        "Friction",
        "launcher.ball.friction",
        &range::FRICTION,
        0.0,
        1.5,
    ),
    (
        "Aim sideways",
        "launcher.direction[0]",
        &range::DIRECTION,
        -0.1,
        0.1,
    ),
    (
        "Aim upward",
        "launcher.direction[1]",
        &range::DIRECTION,
        0.0,
        0.4,
    ),
    (
        "Launcher height",
        "launcher.position_m[1]",
        &range::POSITION,
        0.4,
        1.6,
    ),
    ("Number of balls", "launcher.count", &range::COUNT, 1.0, 9.0),
    ("Spread", "launcher.spread_deg", &range::SPREAD, 0.0, 20.0),
    ("Weighting", "solver.weighting", &range::WEIGHTING, 0.0, 1.0),
    (
        "Iterations",
        "solver.iterations",
        &range::ITERATIONS,
        4.0,
        100.0,
    ),
    ("Substeps", "solver.substeps", &range::SUBSTEPS, 1.0, 9.0),
];

/// The fields that are offered for a scene.
pub fn offered(scene: &Scene) -> Vec<Parameter> {
    let number =
        |&(label, path, quantity, from, to): &(&'static str, &str, _, f64, f64)| Parameter {
            label,
            path: path.into(),
            quantity,
            values: FanValues::Range { from, to },
        };
    let mut offered: Vec<Parameter> = NUMBERS.iter().map(number).collect();
    let figure = scene.ragdolls.first().map(|ragdoll| &ragdoll.figure);
    if let Some(Figure::Thesis(_)) = figure {
        offered.push(Parameter {
            label: "Body type",
            path: "ragdolls[0].figure.thesis.body_type".into(),
            quantity: &FREE_RANGE,
            values: FanValues::List("thin, medium, wide".into()),
        });
    }
    offered
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::lab::sweep::Sweep;
    use crate::scene;

    fn shipped(name: &str) -> Arc<Scene> {
        let text = scene::find(name).unwrap().text;
        Arc::new(scene::parse(text.as_bytes()).unwrap())
    }

    #[test]
    fn everything_that_is_offered_can_be_shot() {
        for name in ["first-throw", "mx-throw"] {
            let scene = shipped(name);
            for parameter in offered(&scene) {
                let order = FanOptions::default().of(&parameter).order(&scene).unwrap();
                let sweep = Sweep::new(order).unwrap();
                let all: Vec<usize> = (0..sweep.count()).collect();
                let complaints = sweep.complaints(&all, 1);
                assert!(complaints.is_empty(), "{}: {complaints:?}", parameter.label);
            }
        }
    }

    #[test]
    fn what_a_scene_lacks_is_told() {
        let bare = Arc::new(Scene::default());
        let why = FanOptions::default().order(&bare).unwrap_err();
        assert!(why.contains("no launcher"), "{why}");
        let mut scene = (*shipped("first-throw")).clone();
        scene.ragdolls.clear();
        let why = FanOptions::default().order(&Arc::new(scene)).unwrap_err();
        assert!(why.contains("no ragdoll"), "{why}");
    }
}
