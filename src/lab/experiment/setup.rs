//! What is thrown at what in the experiments with a ball.

use super::BodyKind;
use crate::scene::Obstacle;
use crate::scene::{
    Ball, BodyType, Figure, FigureBuild, FigureSize, Launcher, Material, MxFigure, Ragdoll, Scene,
    Solver, ThesisFigure,
};

/// Height of the centre of the thesis figure's upper torso above its soles, m.
const TORSO_M: f64 = 0.8098;
/// Height of the middle of the MX ragdoll's chest, m.
const CHEST_M: f64 = 1.345;

/// Height of the ball in the thesis' program, m: 25 units above an origin that is 36 above
/// the soles.
const THESIS_M: f64 = 0.61;
/// Coefficient of friction of figures and of a floor that says nothing else.
pub const USUAL_FRICTION: f64 = 0.6;
/// Mass of a ball that only wakes the figure, kg.
const TAP_KG: f64 = 0.001;
/// Radius of a strong shot's ball, m, and its speed, m/s. At the thesis' density it weighs 18 kg,
/// a tenth of the medium figure, so that a hit moves the figure faster than it falls.
const STRONG: (f64, f64) = (0.1, 16.0);

/// The height that the ball is thrown at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Height {
    /// The middle of the upper torso.
    Torso,
    /// Where the thesis' program starts it: between basin and torso.
    Thesis,
}

/// What is thrown at what.
#[derive(Debug, Clone, PartialEq)]
pub struct Setup {
    /// Kind of body.
    pub body: BodyKind,
    /// Its proportions; the MX ragdoll has only one build.
    pub body_type: BodyType,
    /// Speed of the ball, m/s.
    pub speed_m_s: f64,
    /// Its elasticity.
    pub restitution: f64,
    /// Its radius, m.
    pub radius_m: f64,
    /// Its density, kg/m³.
    pub density_kg_m3: f64,
    /// How high it is thrown.
    pub height: Height,
    /// Coefficient of friction between body and ground.
    pub ground_friction: f64,
}

impl Setup {
    /// The thesis' ball (5 lb, 5 cm) at the medium figure; the sandbox' ball (5 kg,
    /// 15 cm) at the MX ragdoll.
    pub fn standard(body: BodyKind) -> Setup {
        let (radius_m, mass_kg, restitution, speed_m_s) = match body {
            BodyKind::Particles | BodyKind::Rigid => (0.05, 2.267_961_85, 0.5, 8.0),
            BodyKind::Mx => (0.15, 5.0, 0.3, 12.0),
        };
        Setup {
            body,
            body_type: BodyType::Medium,
            speed_m_s,
            restitution,
            radius_m,
            density_kg_m3: mass_kg / volume(radius_m),
            height: Height::Torso,
            ground_friction: USUAL_FRICTION,
        }
    }

    /// A ball of the same density that moves the thesis figure much further than its collapse:
    /// the thesis' ball of 2.3 kg hardly moves a figure of 177 kg.
    pub fn strong(body: BodyKind) -> Setup {
        let (radius_m, speed_m_s) = STRONG;
        Setup {
            radius_m,
            speed_m_s,
            ..Setup::standard(body)
        }
    }

    /// A ball of a gram at the same figure and height: it wakes the figure and gives it no
    /// push, so that what it travels is its collapse.
    pub fn tap(&self) -> Setup {
        let standard = Setup::standard(self.body);
        Setup {
            body_type: self.body_type,
            height: self.height,
            ground_friction: self.ground_friction,
            restitution: 0.0,
            density_kg_m3: TAP_KG / volume(standard.radius_m),
            ..standard
        }
    }

    /// Height of the ball's centre where it is thrown and where it hits, m.
    pub fn height_m(&self) -> f64 {
        match (self.body, self.height) {
            (BodyKind::Mx, _) => CHEST_M,
            (_, Height::Torso) => TORSO_M,
            (_, Height::Thesis) => THESIS_M,
        }
    }

    /// Way of the ball to the figure, m.
    pub fn way_m(&self) -> f64 {
        self.distance_m() - self.front_m() - self.radius_m
    }

    fn distance_m(&self) -> f64 {
        match self.body {
            BodyKind::Particles | BodyKind::Rigid => 0.8,
            BodyKind::Mx => 1.5,
        }
    }

    /// Mass of the ball, kg.
    pub fn ball_kg(&self) -> f64 {
        self.density_kg_m3 * volume(self.radius_m)
    }

    /// The scene; the ball is thrown at once, on the flat arc that meets the front of
    /// the figure at the height where it starts.
    pub fn scene(&self) -> Scene {
        let gravity = Scene::default().gravity_m_s2;
        let slope = slope(self.way_m(), self.speed_m_s, gravity[1].abs());
        Scene {
            name: "Shot".into(),
            solver: self.solver(),
            materials: self.ground().into_iter().collect(),
            obstacles: vec![Obstacle {
                material: self.ground().map(|ground| ground.id),
                ..floor()
            }],
            ragdolls: vec![self.ragdoll()],
            launcher: Some(Launcher {
                ball: Ball {
                    radius_m: self.radius_m,
                    mass_kg: None,
                    density_kg_m3: Some(self.density_kg_m3),
                    restitution: self.restitution,
                    ..Ball::default()
                },
                position_m: [0.0, self.height_m(), self.distance_m()],
                direction: [0.0, slope, -1.0],
                speed_m_s: self.speed_m_s,
                count: 1,
                spread_deg: 0.0,
                fire_at_s: Some(0.0),
            }),
            ..Scene::default()
        }
    }

    /// The material of the floor, where it is not the usual one: friction of two things is the
    /// geometric mean of theirs.
    fn ground(&self) -> Option<Material> {
        (self.ground_friction != USUAL_FRICTION).then(|| Material {
            id: 3,
            name: "ground".into(),
            friction: self.ground_friction * self.ground_friction / USUAL_FRICTION,
            ..Material::default()
        })
    }

    /// Depth of the torso in front of its middle, m.
    fn front_m(&self) -> f64 {
        match (self.body, self.body_type) {
            (BodyKind::Mx, _) | (_, BodyType::Medium) => 0.10,
            (_, BodyType::Thin) => 0.06,
            (_, BodyType::Wide) => 0.25,
        }
    }

    /// The thesis' 100 iterations of one step for particles; rigid bodies have the
    /// default preset.
    fn solver(&self) -> Solver {
        match self.body {
            BodyKind::Particles => Solver {
                rate_hz: Some(60.0),
                substeps: Some(1),
                iterations: Some(100),
                ..Solver::default()
            },
            BodyKind::Rigid | BodyKind::Mx => Solver::default(),
        }
    }

    fn ragdoll(&self) -> Ragdoll {
        let thesis = |build| {
            Figure::Thesis(ThesisFigure {
                body_type: self.body_type,
                size: FigureSize::Printed,
                arms: false,
                build,
            })
        };
        let figure = match self.body {
            BodyKind::Particles => thesis(FigureBuild::Particles),
            BodyKind::Rigid => thesis(FigureBuild::RigidWithLimits),
            BodyKind::Mx => Figure::Mx(MxFigure::default()),
        };
        // As printed: limbs pass through each other.
        Ragdoll {
            self_collision: false,
            ..Ragdoll::new(2, figure)
        }
    }
}

fn floor() -> Obstacle {
    Obstacle::floor(1)
}

fn volume(radius_m: f64) -> f64 {
    4.0 / 3.0 * std::f64::consts::PI * (radius_m * radius_m * radius_m)
}

/// Slope of the flat arc that comes back to its height after `way`; 45 degrees if the
/// ball is too slow for it.
pub(super) fn slope(way: f64, speed: f64, gravity: f64) -> f64 {
    let drop = gravity * way * way / (2.0 * speed * speed);
    let root = way * way - 4.0 * drop * drop;
    match drop > 0.0 && root >= 0.0 {
        true => (way - root.sqrt()) / (2.0 * drop),
        false if drop > 0.0 => 1.0,
        false => 0.0,
    }
}
