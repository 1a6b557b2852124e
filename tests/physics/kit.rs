//! What the tests of the physics core share: small worlds, and chance that is
//! the same on every run.

use glam::{DQuat, DVec3};
use ragdoll_lab::editor::generate::Cloth;
use ragdoll_lab::editor::{Command, Document};
use ragdoll_lab::lab::{Progress, Simulation};
use ragdoll_lab::physics::math::rotation_from_vector;
use ragdoll_lab::physics::model::{RotationUpdate, StateForm};
use ragdoll_lab::physics::random::SplitMix64;
use ragdoll_lab::physics::state::Rest;
use ragdoll_lab::physics::{
    method, Attachment, BodyModel, BodyState, CommonSettings, MethodSettings, Model, ParticleModel,
    ParticleState, Settings, State, StepOutcome, Surface, VerletSettings, World,
};
use ragdoll_lab::scene::{parse, Obstacle, Scene, Shape};

pub const FORMS: [StateForm; 4] = [
    StateForm::VelocityLess,
    StateForm::Velocity,
    StateForm::Impulse,
    StateForm::Soft,
];

pub const SMOOTH: Surface = Surface {
    restitution: 0.0,
    friction: 0.0,
    rolling_resistance: 0.0,
};

/// Steps of 1/60 s without sleep.
pub fn settings(form: StateForm, substeps: u32, iterations: u32) -> Settings {
    tuned(Settings::default(), |common, verlet| {
        common.substeps = substeps;
        common.sleeping = false;
        verlet.form = form;
        verlet.iterations = iterations;
        verlet.rotation = RotationUpdate::Midpoint;
    })
}

/// Settings of Verlet relaxation with some changes.
pub fn tuned(
    mut settings: Settings,
    change: impl FnOnce(&mut CommonSettings, &mut VerletSettings),
) -> Settings {
    let MethodSettings::Verlet(verlet) = &mut settings.method else {
        panic!("not the settings of Verlet relaxation");
    };
    change(&mut settings.common, verlet);
    settings
}

/// What Verlet relaxation alone is set to.
pub fn verlet(settings: &mut Settings) -> &mut VerletSettings {
    settings.verlet_mut().unwrap()
}

/// The same without gravity.
pub fn weightless(form: StateForm, substeps: u32, iterations: u32) -> Settings {
    tuned(settings(form, substeps, iterations), |common, _| {
        common.gravity = DVec3::ZERO;
    })
}

pub fn body(mass: f64, inertia: DVec3) -> BodyModel {
    BodyModel {
        inertia,
        ..BodyModel::round(mass, 1.0, None, SMOOTH)
    }
}

pub fn particle(mass: f64) -> ParticleModel {
    ParticleModel {
        mass,
        fixed: false,
        radius: 0.0,
        surface: SMOOTH,
        articulation: 0,
    }
}

pub fn resting(position: DVec3) -> ParticleState {
    ParticleState {
        position,
        velocity: DVec3::ZERO,
    }
}

pub fn still(position: DVec3, orientation: DQuat) -> BodyState {
    BodyState {
        position,
        orientation,
        ..BodyState::default()
    }
}

pub fn on_body(body: usize, arm: DVec3) -> Attachment {
    Attachment::Body { body, arm }
}

pub fn world(model: Model, state: State) -> World {
    World::new(model, state, (method::find("verlet").unwrap().create)())
}

/// A model and a state for single operations: built, and all awake.
pub fn ready(model: Model, mut state: State) -> (Model, State) {
    let model = model.build();
    state.rest = vec![Rest::default(); model.articulations];
    (model, state)
}

/// A floor at y = 0, of the standard material.
pub fn floor(id: u32) -> Obstacle {
    Obstacle {
        id,
        name: String::new(),
        shape: Shape::Plane {},
        position_m: [0.0; 3],
        orientation: [1.0, 0.0, 0.0, 0.0],
        material: None,
        color: None,
    }
}

#[track_caller]
pub fn advance(world: &mut World, steps: u32) {
    for _ in 0..steps {
        assert_eq!(world.step(), StepOutcome::Advanced);
    }
}

/// Steps a scene so often.
pub fn run(simulation: &mut Simulation, steps: u32) {
    for step in 0..steps {
        assert_eq!(simulation.step(), Progress::Advanced, "step {step}");
    }
}

/// A scene of a cloth and of other things, with the standard settings.
pub fn with_cloth(cloth: Cloth, things: &str) -> Scene {
    let text = format!(r#"{{"format": "ragdoll-scene", "version": 1, {things}}}"#);
    let mut document = Document::new(parse(text.as_bytes()).unwrap());
    let insert = Command::Insert(cloth.things(), "Cloth");
    document.apply(&insert).unwrap();
    Scene::clone(document.scene())
}

/// What is made by chance, the same on every run.
pub struct Chance(SplitMix64);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(SplitMix64::new(seed))
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0.between(low, high)
    }

    /// Each component from −1 to 1.
    pub fn vector(&mut self) -> DVec3 {
        DVec3::from_array(std::array::from_fn(|_| self.between(-1.0, 1.0)))
    }

    pub fn direction(&mut self) -> DVec3 {
        loop {
            let vector = self.vector();
            if (0.1..1.0).contains(&vector.length()) {
                return vector.normalize();
            }
        }
    }

    /// Up to half a turn about any axis.
    pub fn rotation(&mut self) -> DQuat {
        let angle = self.between(0.0, std::f64::consts::PI);
        rotation_from_vector(self.direction() * angle)
    }

    /// A body of 1 to 4 kg with unlike moments of inertia that obey the triangle
    /// inequality, 0.02 to 0.3 kg·m², as in the reference vectors.
    pub fn body(&mut self) -> BodyModel {
        let mass = self.between(1.0, 4.0);
        let [x, y, z] = std::array::from_fn(|_| self.between(0.01, 0.15));
        body(mass, DVec3::new(y + z, x + z, x + y))
    }
}

/// Lines of numbers, without those that begin with `#`.
pub fn table(text: &str) -> Vec<Vec<f64>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect())
        .collect()
}
