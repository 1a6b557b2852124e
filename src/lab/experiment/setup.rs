//! What is thrown at what in the experiments with a ball.

use super::BodyKind;
use crate::scene::{
    Ball, BodyType, Figure, FigureBuild, FigureSize, Launcher, MxFigure, Ragdoll, Scene, Solver,
    ThesisFigure,
};
use crate::scene::{Obstacle, Shape};
use serde_json::json;

/// Height of the centre of the thesis figure's upper torso above its soles, m.
const TORSO_M: f64 = 0.8098;
/// Height of the middle of the MX ragdoll's chest, m.
const CHEST_M: f64 = 1.345;

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
        }
    }

    /// Mass of the ball, kg.
    pub fn ball_kg(&self) -> f64 {
        self.density_kg_m3 * volume(self.radius_m)
    }

    /// The scene; the ball is thrown at once, on the arc that meets the front of the
    /// torso at the height where it starts.
    pub fn scene(&self) -> Scene {
        let (height_m, distance_m) = match self.body {
            BodyKind::Particles | BodyKind::Rigid => (TORSO_M, 0.8),
            BodyKind::Mx => (CHEST_M, 1.5),
        };
        let gravity = Scene::default().gravity_m_s2;
        let way = distance_m - self.front_m() - self.radius_m;
        let slope = slope(way, self.speed_m_s, gravity[1].abs());
        Scene {
            name: "Shot".into(),
            solver: self.solver(),
            obstacles: vec![floor()],
            ragdolls: vec![self.ragdoll()],
            launcher: Some(Launcher {
                ball: Ball {
                    radius_m: self.radius_m,
                    mass_kg: None,
                    density_kg_m3: Some(self.density_kg_m3),
                    restitution: self.restitution,
                    ..Ball::default()
                },
                position_m: [0.0, height_m, distance_m],
                direction: [0.0, slope, -1.0],
                speed_m_s: self.speed_m_s,
                count: 1,
                spread_deg: 0.0,
                fire_at_s: Some(0.0),
            }),
            ..Scene::default()
        }
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
    Obstacle {
        id: 1,
        name: "floor".into(),
        shape: Shape::Plane {},
        position_m: [0.0; 3],
        orientation: [1.0, 0.0, 0.0, 0.0],
        material: None,
        color: None,
    }
}

fn volume(radius_m: f64) -> f64 {
    4.0 / 3.0 * std::f64::consts::PI * radius_m.powi(3)
}

/// Slope of the flat arc that comes back to its height after `way`; 45 degrees if the
/// ball is too slow for it.
fn slope(way: f64, speed: f64, gravity: f64) -> f64 {
    let drop = gravity * way * way / (2.0 * speed * speed);
    let root = way * way - 4.0 * drop * drop;
    match drop > 0.0 && root >= 0.0 {
        true => (way - root.sqrt()) / (2.0 * drop),
        false if drop > 0.0 => 1.0,
        false => 0.0,
    }
}

/// The settings of a setup for a manifest.
pub fn settings(setup: &Setup) -> serde_json::Value {
    let scene = setup.scene();
    json!({
        "body": setup.body.name(),
        "solver": scene.solver,
        "gravity_m_s2": scene.gravity_m_s2,
        "launcher": scene.launcher,
        "ball_kg": setup.ball_kg(),
    })
}
