//! What is varied in the experiments with a ball, and which values it has. The thesis shows
//! pairs of pictures without numbers; the values are ours.

use crate::lab::experiment::setup::{Height, Setup, USUAL_FRICTION};
use crate::lab::experiment::{BodyKind, Effort, Watch};
use crate::lab::plot::Axis;
use crate::lab::table::{Cell, Table};
use crate::lab::Variant;
use crate::scene::{BodyType, Scene};

/// What is varied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::lab::experiment) enum Varied {
    /// Speed of the ball.
    Speed,
    /// Elasticity of the ball.
    Elasticity,
    /// Radius of the ball at one density.
    Radius,
    /// Body type.
    BodyType,
    /// Friction between body and ground.
    Friction,
}

pub(super) const BODY_TYPES: [(BodyType, &str); 3] = [
    (BodyType::Thin, "thin"),
    (BodyType::Medium, "medium"),
    (BodyType::Wide, "wide"),
];

/// Which throw is varied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Throw {
    /// The thesis' ball at the torso; at the MX ragdoll the sandbox' ball.
    Standard,
    /// The thesis' ball at the height of the thesis' program.
    ThesisHeight,
    /// A ball that moves the thesis figure much further than its collapse.
    Strong,
}

impl Throw {
    /// Name in the column `throw`.
    pub fn name(self) -> &'static str {
        match self {
            Throw::Standard => "standard",
            Throw::ThesisHeight => "thesis' height",
            Throw::Strong => "strong",
        }
    }

    /// What is thrown where nothing is varied.
    fn setup(self, body: BodyKind) -> Setup {
        match self {
            Throw::Standard => Setup::standard(body),
            Throw::ThesisHeight => Setup {
                height: Height::Thesis,
                ..Setup::standard(body)
            },
            Throw::Strong => Setup::strong(body),
        }
    }

    /// The label of a case of it.
    fn label(self, value: &str) -> String {
        match self {
            Throw::Standard => value.into(),
            _ => format!("{value}, {}", self.name()),
        }
    }
}

/// What is thrown at, and as what it counts.
#[derive(Debug, Clone)]
pub(super) struct Case {
    pub throw: Throw,
    pub setup: Setup,
    pub label: String,
    /// The value of what is varied.
    pub value: Cell,
}

impl Varied {
    pub fn name(self) -> &'static str {
        match self {
            Varied::Speed => "velocity",
            Varied::Elasticity => "elasticity",
            Varied::Radius => "ball-size",
            Varied::BodyType => "body-type",
            Varied::Friction => "ground-friction",
        }
    }

    pub fn values(self) -> Vec<f64> {
        match self {
            Varied::Speed => vec![4., 6., 8., 10., 12., 14., 16.],
            Varied::Elasticity => vec![0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9],
            Varied::Radius => vec![6., 8., 10., 12., 14., 16., 18.],
            Varied::BodyType => vec![0., 1., 2.],
            Varied::Friction => vec![0., 0.1, 0.2, 0.4, 0.6, 0.8, 1.],
        }
    }

    pub fn parameter(self) -> &'static str {
        match self {
            Varied::Speed => "speed_m_s",
            Varied::Elasticity => "elasticity",
            Varied::Radius => "radius_cm",
            Varied::BodyType => "body_type",
            Varied::Friction => "ground_friction",
        }
    }

    pub fn axis(self) -> Axis {
        match self {
            Varied::Speed => Axis::linear("ball speed, m/s"),
            Varied::Elasticity => Axis::linear("ball elasticity"),
            Varied::Radius => Axis::linear("ball radius, cm"),
            Varied::BodyType => Axis::words("body type", &BODY_TYPES.map(|(_, name)| name)),
            Varied::Friction => Axis::linear("friction between body and ground"),
        }
    }

    /// Whether there is something to vary of a kind of body.
    pub fn has(self, body: BodyKind) -> bool {
        (self, body) != (Varied::BodyType, BodyKind::Mx)
    }

    /// Where a row stands on the x axis.
    pub fn place(self, table: &Table, row: &[Cell]) -> Option<f64> {
        match self {
            Varied::BodyType => {
                let name = table.words(row, "value");
                let place = BODY_TYPES.iter().position(|(_, known)| *known == name)?;
                Some(place as f64)
            }
            _ => table.number(row, "value"),
        }
    }

    /// A case for each value, and one for each end of the other throws at the thesis figure.
    pub(super) fn cases(self, body: BodyKind, effort: &Effort) -> Vec<Case> {
        let values = effort.thrown(&self.values());
        let standard = values.iter().map(|&v| self.case(Throw::Standard, body, v));
        let mut cases: Vec<Case> = standard.collect();
        if let ([first, .., last], true) = (values.as_slice(), body != BodyKind::Mx) {
            for throw in [Throw::ThesisHeight, Throw::Strong] {
                cases.extend([*first, *last].map(|value| self.case(throw, body, value)));
            }
        }
        cases
    }

    fn case(self, throw: Throw, body: BodyKind, value: f64) -> Case {
        let mut setup = throw.setup(body);
        let label = match self {
            Varied::Speed => {
                setup.speed_m_s = value;
                format!("{value} m/s")
            }
            Varied::Elasticity => {
                setup.restitution = value;
                format!("elasticity {value}")
            }
            Varied::Radius => {
                setup.radius_m = value / 100.0;
                format!("{value} cm, {:.1} kg", setup.ball_kg())
            }
            Varied::BodyType => {
                let (body_type, name) = BODY_TYPES[(value as usize).min(2)];
                setup.body_type = body_type;
                name.to_string()
            }
            Varied::Friction => {
                setup.ground_friction = value;
                format!("friction {value}")
            }
        };
        Case {
            throw,
            value: match self {
                Varied::BodyType => label.as_str().into(),
                _ => value.into(),
            },
            setup,
            label: throw.label(&label),
        }
    }
}

/// Some values side by side: the smallest, the middle and the largest. Nothing of a kind of
/// body that has nothing to vary.
pub(super) fn watch(varied: Varied, body: BodyKind) -> Option<Watch> {
    if !varied.has(body) {
        return None;
    }
    let values = varied.values();
    let watched = [0, values.len() / 2, values.len() - 1];
    let cases = watched.map(|i| varied.case(Throw::Standard, body, values[i]));
    let [leader, others @ ..] = &cases;
    let scene = leader.setup.scene();
    let variants = others
        .iter()
        .map(|case| variant(varied, case, &scene))
        .collect::<std::result::Result<_, _>>();
    Some(Watch {
        variants: variants.ok()?,
        leader: leader.label.clone(),
        scene,
    })
}

/// A case as something set otherwise in the scene of another; with the value the arc
/// changes on which the ball comes to the torso.
fn variant(varied: Varied, case: &Case, scene: &Scene) -> std::result::Result<Variant, String> {
    let Setup {
        speed_m_s,
        restitution,
        radius_m,
        ..
    } = case.setup;
    let mut settings = vec![match varied {
        Varied::Speed => format!("launcher.speed_m_s={speed_m_s}"),
        Varied::Elasticity => format!("launcher.ball.restitution={restitution}"),
        Varied::Radius => format!("launcher.ball.radius_m={radius_m}"),
        Varied::BodyType => format!("ragdolls[0].figure.thesis.body_type={}", case.label),
        // That of the first scene, whose ground is without friction.
        Varied::Friction => {
            let ground = case
                .setup
                .scene()
                .materials
                .first()
                .map(|ground| ground.friction);
            format!("materials[0].friction={}", ground.unwrap_or(USUAL_FRICTION))
        }
    }];
    let direction = |scene: &Scene| scene.launcher.as_ref().map(|l| l.direction);
    let own = direction(&case.setup.scene());
    if let Some([x, y, z]) = own.filter(|_| own != direction(scene)) {
        settings.push(format!("launcher.direction=[{x},{y},{z}]"));
    }
    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    Variant::new(&case.label, &settings)
}
