//! What the tests of the physics core share: small worlds, and chance that is
//! the same on every run.

use glam::{DQuat, DVec3};
use ragdoll_lab::editor::generate::Cloth;
use ragdoll_lab::editor::{Command, Document};
use ragdoll_lab::lab::{Progress, Simulation};
use ragdoll_lab::physics::math::rotation_from_vector;
use ragdoll_lab::physics::method::impulse::ImpulseSettings;
use ragdoll_lab::physics::method::paper::{PaperSettings, StateForm};
use ragdoll_lab::physics::random::SplitMix64;
use ragdoll_lab::physics::state::Rest;
use ragdoll_lab::physics::{
    method, Attachment, BodyModel, BodyState, CommonSettings, ContactSpring, MethodSettings, Model,
    ParticleModel, ParticleState, Settings, State, StepOutcome, Surface, VerletSettings, World,
};
use ragdoll_lab::scene::{parse, Obstacle, Preset, Scene, Shape, Solver};

/// The methods that solve constraints one after another, the papers' in both of its forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `verlet`.
    Verlet,
    /// `impulse`.
    Impulse,
    /// `paper` with two poses.
    Poses,
    /// `paper` with velocities.
    Velocities,
}

pub const FORMS: [Form; 4] = [Form::Verlet, Form::Impulse, Form::Poses, Form::Velocities];

/// Those that are no reading of a paper.
pub const TRUE_FORMS: [Form; 2] = [Form::Verlet, Form::Impulse];

/// Both readings of the papers.
pub const PAPERS: [Form; 2] = [Form::Poses, Form::Velocities];

impl Form {
    /// The settings of its method, with so many iterations.
    pub fn method(self, iterations: u32) -> MethodSettings {
        let paper = |form| PaperSettings {
            iterations,
            form,
            ..PaperSettings::STANDARD
        };
        match self {
            Form::Verlet => VerletSettings {
                iterations,
                ..VerletSettings::STANDARD
            }
            .into(),
            Form::Impulse => ImpulseSettings { iterations }.into(),
            Form::Poses => paper(StateForm::VelocityLess).into(),
            Form::Velocities => paper(StateForm::Velocity).into(),
        }
    }

    /// Lets a world be solved so from now on, with as many iterations as before.
    pub fn put_into(self, settings: &mut Settings) {
        settings.method = self.method(settings.passes());
    }
}

/// A method with one of its presets, as a scene has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// `verlet`.
    Default,
    /// `verlet`, high.
    High,
    /// `impulse`.
    Impulse,
    /// `paper`, baltman.
    Poses,
    /// `paper`, baltman-velocity.
    Velocities,
}

impl Way {
    pub const ALL: [Way; 5] = [
        Way::Default,
        Way::High,
        Way::Impulse,
        Way::Poses,
        Way::Velocities,
    ];

    /// Those that are no reading of a paper.
    pub const TRUE: [Way; 3] = [Way::Default, Way::High, Way::Impulse];

    pub fn is_of_paper(self) -> bool {
        !Way::TRUE.contains(&self)
    }

    pub fn put_into(self, solver: &mut Solver) {
        let (method, preset) = match self {
            Way::Default => ("verlet", Preset::Default),
            Way::High => ("verlet", Preset::High),
            Way::Impulse => ("impulse", Preset::Default),
            Way::Poses => ("paper", Preset::Baltman),
            Way::Velocities => ("paper", Preset::BaltmanVelocity),
        };
        solver.choose_method(method::find(method).unwrap());
        solver.preset = preset;
    }
}

pub const SMOOTH: Surface = Surface {
    restitution: 0.0,
    friction: 0.0,
    rolling_resistance: 0.0,
    spring: ContactSpring::NONE,
};

/// Steps of 1/60 s without sleep.
pub fn settings(form: Form, substeps: u32, iterations: u32) -> Settings {
    Settings {
        common: CommonSettings {
            substeps,
            sleeping: false,
            ..CommonSettings::default()
        },
        method: form.method(iterations),
    }
}

/// Settings with some changes.
pub fn tuned(
    mut settings: Settings,
    change: impl FnOnce(&mut CommonSettings, &mut MethodSettings),
) -> Settings {
    change(&mut settings.common, &mut settings.method);
    settings
}

/// What Verlet relaxation alone is set to.
pub fn verlet(settings: &mut Settings) -> &mut VerletSettings {
    match &mut settings.method {
        MethodSettings::Verlet(own) => own,
        _ => panic!("not the settings of Verlet relaxation"),
    }
}

/// What the papers' methods alone are set to.
pub fn paper(settings: &mut Settings) -> &mut PaperSettings {
    match &mut settings.method {
        MethodSettings::Paper(own) => own,
        _ => panic!("not the settings of the papers"),
    }
}

/// The same without gravity.
pub fn weightless(form: Form, substeps: u32, iterations: u32) -> Settings {
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
    let method = method::of(&model.settings.method).unwrap();
    World::new(model, state, (method.create)())
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
        belt_m_s: [0.0; 3],
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
