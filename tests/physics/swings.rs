//! Springs of joints that swing: they keep their energy, or lose it as their damper says.

use ragdoll_lab::lab::{Progress, Simulation};
use ragdoll_lab::physics::method::find;
use ragdoll_lab::physics::report::{elastic_energy, kinetic_energy, potential_energy};
use ragdoll_lab::scene::{parse, Scene};
use std::f64::consts::TAU;

const G: f64 = 9.81;

/// A method with the settings of a preset.
#[derive(Debug, Clone, Copy)]
struct Way {
    method: &'static str,
    substeps: u32,
    /// Whether it leads what springs alone push by a rule of fourth order.
    leads: bool,
}

impl Way {
    const fn new(method: &'static str, substeps: u32, leads: bool) -> Way {
        Way {
            method,
            substeps,
            leads,
        }
    }
}

/// The methods and presets that keep the energy of a spring.
const WAYS: [Way; 5] = [
    Way::new("verlet", 4, false),
    // The preset `high`.
    Way::new("verlet", 8, false),
    Way::new("springs", 2, false),
    Way::new("multipliers", 2, true),
    Way::new("reduced", 2, true),
];

/// Something that swings about the target of the spring of a joint.
struct Swing {
    what: &'static str,
    bodies: String,
    /// The joint, with `DRIVE` in the place of its drive.
    joint: &'static str,
    /// Target and most of the drive.
    target: String,
    /// Unit of its rates in the names of the keys.
    unit: &'static str,
    /// What the spring moves, kg or kg·m².
    inertia: f64,
    /// Stiffness that gravity adds, N/m or N·m/rad.
    by_weight: f64,
    /// How far from where it would rest it starts, m or rad.
    amplitude: f64,
    gravity: f64,
}

const HINGED: &str = r#"{"hinge": {"a": {"world": [0, 1, 0]}, "b": {"body": {"id": 1}},
    "axis": [0, 1, 0], DRIVE}}"#;
const HINGED_TOGETHER: &str = r#"{"hinge": {"a": {"body": {"id": 1}}, "b": {"body": {"id": 2}},
    "axis": [0, 1, 0], DRIVE}}"#;
const ON_BALL: &str = r#"{"pin": {"a": {"world": [0, 1, 0]}, "b": {"body": {"id": 1}}, DRIVE}}"#;
const ON_BALL_TOGETHER: &str = r#"{"pin": {"a": {"body": {"id": 1}}, "b": {"body": {"id": 2}},
    DRIVE}}"#;
const SLIDES: &str = r#"{"slider": {"a": {"world": [0, 1, 0]}, "b": {"body": {"id": 1}},
    "axis": [0, 1, 0], DRIVE}}"#;
const SLIDES_TOGETHER: &str = r#"{"slider": {"a": {"body": {"id": 1}}, "b": {"body": {"id": 2}},
    "axis": [0, 1, 0], DRIVE}}"#;
const ARM: &str = r#"{"hinge": {"a": {"world": [0, 1, 0]},
    "b": {"body": {"id": 1, "point_m": [0, 0.3, 0]}}, "axis": [0, 0, 1], DRIVE}}"#;

/// A body without a surface to touch, of a mass and a moment about all axes.
fn body(id: u32, mass: f64, moment: f64, y: f64) -> String {
    format!(
        r#"{{"id": {id}, "shape": {{"sphere": {{"radius_m": 0.05}}}}, "mass_kg": {mass},
        "inertia_kg_m2": [{moment}, {moment}, {moment}], "position_m": [0, {y}, 0]}}"#
    )
}

/// One of each kind of joint, on the world and between two bodies; `frequency` is that of the
/// swing, Hz.
fn swings(frequency: f64) -> Vec<Swing> {
    let angle = 30.0_f64.to_radians();
    let one = || body(1, 1.0, 0.5, 1.0);
    let two = || format!("{}, {}", body(1, 1.0, 0.5, 1.0), body(2, 2.0, 0.25, 1.0));
    let turns = |what, bodies, joint, inertia| Swing {
        what,
        bodies,
        joint,
        target: r#""target_deg": 30"#.to_string(),
        unit: "n_m",
        inertia,
        by_weight: 0.0,
        amplitude: angle,
        gravity: 0.0,
    };
    // 30 degrees about the direction of (1, 2, 2).
    let (w, x) = ((angle / 2.0).cos(), (angle / 2.0).sin() / 3.0);
    let bends = |what, bodies, joint, inertia| Swing {
        target: format!(r#""target": [{w}, {x}, {}, {}]"#, 2.0 * x, 2.0 * x),
        ..turns(what, bodies, joint, inertia)
    };
    let slides = |what, bodies, joint, inertia| Swing {
        target: r#""target_m": 0.1"#.to_string(),
        unit: "n",
        amplitude: 0.1,
        ..turns(what, bodies, joint, inertia)
    };
    let fall = |swing: Swing| Swing {
        gravity: -G,
        ..swing
    };
    let sag = G / (TAU * frequency).powi(2);
    vec![
        turns("a wheel", one(), HINGED, 0.5),
        turns("two wheels", two(), HINGED_TOGETHER, 1.0 / 6.0),
        bends("a ball", one(), ON_BALL, 0.5),
        bends("two balls", two(), ON_BALL_TOGETHER, 1.0 / 6.0),
        slides("a weight", one(), SLIDES, 1.0),
        slides("two weights", two(), SLIDES_TOGETHER, 2.0 / 3.0),
        Swing {
            amplitude: 0.1 - sag,
            ..fall(slides("a hanging weight", one(), SLIDES, 1.0))
        },
        fall(turns(
            "two falling wheels",
            two(),
            HINGED_TOGETHER,
            1.0 / 6.0,
        )),
        turns("an arm", body(1, 2.0, 0.02, 0.7), ARM, 0.2),
        Swing {
            target: r#""target_deg": 0"#.to_string(),
            by_weight: 2.0 * G * 0.3,
            amplitude: 0.05,
            ..fall(turns("a hanging arm", body(1, 2.0, 0.02, 0.7), ARM, 0.2))
        },
    ]
}

/// A scene of bodies and joints that nothing damps.
fn scene(way: Way, rate: f64, gravity: f64, bodies: &str, joints: &str) -> Scene {
    let text = format!(
        r#"{{"format": "ragdoll-scene", "version": 1, "gravity_m_s2": [0, {gravity:?}, 0],
        "solver": {{"linear_drag_per_s": 0, "angular_drag_per_s": 0, "joint_damping_per_s": 0,
        "sleeping": false}}, "bodies": [{bodies}], "constraints": [{joints}]}}"#
    );
    let mut scene = parse(text.as_bytes()).unwrap();
    scene.solver.choose_method(find(way.method).unwrap());
    scene.solver.substeps = Some(way.substeps);
    scene.solver.rate_hz = Some(rate);
    scene
}

impl Swing {
    /// A run of it with this frequency, Hz, and this share of the critical damping.
    fn start(&self, way: Way, rate: f64, [frequency, damping]: [f64; 2]) -> Simulation {
        let omega = TAU * frequency;
        let (per, of_rate) = match self.unit {
            "n" => ("n_per_m", "n_s_per_m"),
            _ => ("n_m_per_rad", "n_m_s_per_rad"),
        };
        let drive = format!(
            r#""drive": {{"spring": {{"stiffness_{per}": {:?}, "damping_{of_rate}": {:?}, {}}}}}"#,
            self.inertia * omega * omega - self.by_weight,
            2.0 * damping * self.inertia * omega,
            self.target
        );
        let joint = self.joint.replace("DRIVE", &drive);
        let joint = format!(r#"{{"id": 9, "kind": {joint}}}"#);
        let mut scene = scene(way, rate, self.gravity, &self.bodies, &joint);
        if self.by_weight > 0.0 {
            // It hangs at its target.
            let spin = self.amplitude * omega;
            scene.bodies[0].velocity_m_s = [spin * 0.3, 0.0, 0.0];
            scene.bodies[0].angular_velocity_deg_s = [0.0, 0.0, spin.to_degrees()];
        }
        Simulation::new(&scene).unwrap()
    }

    /// Its energy when it starts, J.
    fn energy(&self, frequency: f64) -> f64 {
        0.5 * self.inertia * (TAU * frequency * self.amplitude).powi(2)
    }
}

fn energy_of(simulation: &Simulation) -> f64 {
    let (model, state) = (simulation.world.model(), simulation.world.state());
    kinetic_energy(model, state) + potential_energy(model, state) + elastic_energy(model, state)
}

impl Way {
    /// What a swing may seem to gain or lose meanwhile: rates that are half a substep late show
    /// the energy of another moment.
    fn late(&self, rate: f64, frequency: f64) -> f64 {
        match self.leads {
            true => 1e-3,
            false => {
                let half_turn = 0.5 * TAU * frequency / (rate * f64::from(self.substeps));
                half_turn / (1.0 - half_turn) + 1e-3
            }
        }
    }

    /// Whether it keeps the energy of a swing. The joint of an arm bears a load: what closes it
    /// under Verlet damps, and so do springs in its place.
    fn keeps(&self, swing: &Swing) -> bool {
        match self.method {
            "verlet" | "springs" => swing.joint != ARM,
            _ => true,
        }
    }
}

#[test]
fn a_spring_without_a_damper_keeps_its_energy() {
    for (rate, frequency) in [(60.0, 1.0), (120.0, 1.0), (240.0, 1.0), (60.0, 2.0)] {
        for way in WAYS {
            for swing in swings(frequency).iter().filter(|swing| way.keeps(swing)) {
                let mut simulation = swing.start(way, rate, [frequency, 0.0]);
                let begin = energy_of(&simulation);
                let mut kept = 1.0;
                for _ in 0..(3.0 * rate) as u32 {
                    assert_eq!(simulation.step(), Progress::Advanced);
                    kept = 1.0 + (energy_of(&simulation) - begin) / swing.energy(frequency);
                    let late = way.late(rate, frequency);
                    let of = format!("{}, {way:?} at {rate} Hz: {kept}", swing.what);
                    assert!((kept - 1.0).abs() <= late, "{of}");
                }
                // At the end of a swing nothing is late.
                let of = format!("{}, {way:?} at {rate} Hz: {kept}", swing.what);
                assert!((kept - 1.0).abs() <= 0.005, "{of}");
            }
        }
    }
}

#[test]
fn a_damper_takes_what_the_closed_form_says() {
    const DAMPING: f64 = 0.1;
    // So that the damped swing takes a second.
    let frequency = 1.0 / (1.0_f64 - DAMPING * DAMPING).sqrt();
    let decay = DAMPING * TAU * frequency;
    for rate in [60.0, 120.0, 240.0] {
        for way in WAYS {
            for swing in swings(frequency).iter().filter(|swing| way.keeps(swing)) {
                // It starts with a rate there, not from the end of a swing.
                if swing.by_weight > 0.0 {
                    continue;
                }
                let mut simulation = swing.start(way, rate, [frequency, DAMPING]);
                let begin = energy_of(&simulation);
                for half in 1..=4 {
                    for _ in 0..(0.5 * rate) as u32 {
                        assert_eq!(simulation.step(), Progress::Advanced);
                    }
                    let left = 1.0 + (energy_of(&simulation) - begin) / swing.energy(frequency);
                    let expected = (-decay * f64::from(half)).exp();
                    let of = format!("{}, {way:?} at {rate} Hz, {half}", swing.what);
                    let off = (left / expected - 1.0).abs();
                    assert!(off <= 0.02, "{of}: {left} for {expected}");
                }
            }
        }
    }
}

#[test]
fn a_spring_that_no_step_resolves_calms_down() {
    for frequency in [100.0, 1000.0] {
        for way in WAYS {
            // What starts at its target would start at some hundred radians a second.
            let starts_still = |swing: &&Swing| swing.by_weight == 0.0;
            for swing in swings(frequency).iter().filter(starts_still) {
                let mut simulation = swing.start(way, 60.0, [frequency, 0.0]);
                let begin = energy_of(&simulation);
                let mut kept = 1.0;
                for _ in 0..120 {
                    assert_eq!(simulation.step(), Progress::Advanced);
                    kept = 1.0 + (energy_of(&simulation) - begin) / swing.energy(frequency);
                    let of = format!("{}, {way:?} at {frequency} Hz: {kept}", swing.what);
                    assert!(kept <= 1.3, "{of}");
                }
                let of = format!("{}, {way:?} at {frequency} Hz: {kept}", swing.what);
                assert!(kept <= 1.0 + 1e-6, "{of}");
            }
        }
    }
}

/// Links on balls that springs hold level, and that sag and swing under their weight. Verlet's few
/// iterations hold no such chain.
#[test]
fn a_chain_on_springs_gains_nothing() {
    const LINKS: u32 = 6;
    let link = |i: u32| {
        let x = 0.2 * f64::from(i) + 0.1;
        format!(
            r#"{{"id": {}, "shape": {{"sphere": {{"radius_m": 0.02}}}}, "mass_kg": 0.5,
            "inertia_kg_m2": [0.0004, 0.0018, 0.0018], "position_m": [{x}, 2, 0]}}"#,
            i + 1
        )
    };
    let bodies: Vec<String> = (0..LINKS).map(link).collect();
    for stiffness in [1.0, 10.0, 100.0, 1e4, 1e6] {
        let joint = |i: u32| {
            let a = match i {
                0 => r#"{"world": [0, 2, 0]}"#.to_string(),
                _ => format!(r#"{{"body": {{"id": {i}, "point_m": [0.1, 0, 0]}}}}"#),
            };
            format!(
                r#"{{"id": {}, "kind": {{"pin": {{"a": {a},
                "b": {{"body": {{"id": {}, "point_m": [-0.1, 0, 0]}}}},
                "drive": {{"spring": {{"stiffness_n_m_per_rad": {stiffness:?}}}}}}}}}}}"#,
                i + 20,
                i + 1
            )
        };
        let joints: Vec<String> = (0..LINKS).map(joint).collect();
        for way in WAYS.into_iter().filter(|way| way.method != "verlet") {
            let scene = scene(way, 60.0, -G, &bodies.join(","), &joints.join(","));
            let mut simulation = Simulation::new(&scene).unwrap();
            let begin = energy_of(&simulation);
            // What its weight does from level to hanging, J.
            let scale = 0.5 * G * 0.2 * f64::from(LINKS * LINKS) / 2.0;
            let mut most = [0.0_f64; 5];
            for step in 0..600 {
                assert_eq!(simulation.step(), Progress::Advanced);
                let gained = (energy_of(&simulation) - begin) / scale;
                most[step / 120] = most[step / 120].max(gained);
            }
            // Rates half a substep late make it sway, but not grow.
            let of = format!("{way:?}, {stiffness} N·m: {most:?}");
            assert!(most[0] <= if way.leads { 0.01 } else { 0.1 }, "{of}");
            assert!(most[4] <= most[0] + 0.005, "{of}");
        }
    }
}
