//! Rigid bodies bit for bit: twins, checkpoints; and the damping of their joints.

use crate::kit::{
    advance, body, on_body, settings, still, tuned, weightless, world, Chance, FORMS, TRUE_FORMS,
};
use glam::{DQuat, DVec3};
use ragdoll_lab::physics::constraint::{AngleLimit, Fixed, Hinge, Pin};
use ragdoll_lab::physics::report::{angular_momentum, kinetic_energy, momentum};
use ragdoll_lab::physics::{
    Attachment, BodyModel, Constraint, ContactSpring, Convex, Core, Frame, Model, Obstacle,
    ObstacleShape, Settings, State, Surface, World,
};

/// Boxes and capsules in joints of every kind that fall on a floor and on each other.
fn heap(settings: Settings) -> World {
    let surface = Surface {
        restitution: 0.3,
        friction: 0.6,
        rolling_resistance: 0.01,
        spring: ContactSpring::NONE,
    };
    let mut chance = Chance::new(41);
    let mut model = Model {
        settings,
        obstacles: vec![Obstacle {
            shape: ObstacleShape::Plane,
            position: DVec3::ZERO,
            orientation: DQuat::IDENTITY,
            surface,
            belt: DVec3::ZERO,
        }],
        ..Model::default()
    };
    let mut state = State::default();
    for place in 0..6 {
        let core = match place % 3 {
            0 => Core::Cuboid(DVec3::new(0.1, 0.15, 0.1)),
            1 => Core::Segment(DVec3::Y * 0.1),
            _ => Core::Point,
        };
        let radius = if place % 3 == 0 { 0.0 } else { 0.08 };
        model.bodies.push(BodyModel {
            shape: Some(Convex { core, radius }),
            surface,
            ..body(2.0, DVec3::new(0.03, 0.02, 0.025))
        });
        let height = 0.3 + 0.35 * f64::from(place);
        let lean = chance.vector() * 0.02;
        state
            .bodies
            .push(still(DVec3::Y * height + lean, DQuat::IDENTITY));
    }
    let relaxation_factor = 1.0;
    let joint = |a: usize, b: usize| [on_body(a, DVec3::Y * 0.175), on_body(b, DVec3::Y * -0.175)];
    let frames = |a, b| [Frame::Body(a), Frame::Body(b)];
    let ([a, b], [parent, child]) = (joint(0, 1), frames(0, 1));
    model.constraints.push(Constraint::Pin(Pin {
        a,
        b,
        relaxation_factor,
    }));
    model.constraints.push(Constraint::AngleLimit(AngleLimit {
        parent,
        child,
        min: DVec3::splat(-0.3),
        max: DVec3::splat(0.5),
        twist_axis: 0,
        rest: DQuat::IDENTITY,
        model: None,
        restitution: 0.4,
    }));
    let ([a, b], [parent, child]) = (joint(1, 2), frames(1, 2));
    model.constraints.push(Constraint::Hinge(Box::new(Hinge {
        a,
        b,
        parent,
        child,
        axis: DVec3::Z,
        rest: DQuat::IDENTITY,
        limit: Some([-0.5, 0.5]),
        counter: None,
        relaxation_factor,
    })));
    let ([a, b], [parent, child]) = (joint(4, 5), frames(4, 5));
    model.constraints.push(Constraint::Fixed(Box::new(Fixed {
        a,
        b,
        parent,
        child,
        rest: DQuat::IDENTITY,
        relaxation_factor,
    })));
    world(model, state)
}

#[test]
fn twins_agree_in_every_bit_of_every_step() {
    for form in FORMS {
        let mut twins = [0, 1].map(|_| heap(settings(form, 4, 2)));
        let mut touched = 0;
        for step in 0..180 {
            twins.iter_mut().for_each(|twin| advance(twin, 1));
            touched += usize::from(!twins[0].contacts().is_empty());
            assert_eq!(twins[0].state(), twins[1].state(), "{form:?} {step}");
            assert_eq!(twins[0].state().hash(), twins[1].state().hash());
        }
        assert!(touched > 60, "{form:?}: {touched}");
    }
}

/// A checkpoint is the state alone, its memory of impulses included: from it the
/// same world, and another of the same model, go on to the same bits.
#[test]
fn a_checkpoint_brings_back_every_bit() {
    for form in FORMS {
        let mut world = heap(settings(form, 4, 2));
        for _ in 0..6 {
            advance(&mut world, 20);
            let checkpoint = world.state().clone();
            let on = |world: &mut World| -> Vec<u64> {
                let step = |_| {
                    advance(world, 1);
                    world.state().hash()
                };
                (0..20).map(step).collect()
            };
            let first = on(&mut world);
            let mut other = heap(settings(form, 4, 2));
            for world in [&mut world, &mut other] {
                world.restore(&checkpoint);
                assert_eq!(world.state(), &checkpoint);
                assert_eq!(on(world), first, "{form:?}");
            }
        }
    }
}

/// ω_rel(t) = ω_rel(0) exp(−c t) of two bodies whose joint lies in both centres, where
/// nothing but the damping acts on the spin; both momenta stay.
#[test]
fn joint_damping_decays_the_relative_spin_exponentially() {
    let rate = 5.0;
    for form in TRUE_FORMS {
        let damped = tuned(weightless(form, 4, 1), |common, _| {
            common.joint_damping = rate;
        });
        let pin = Pin {
            a: Attachment::centre_of(0),
            b: Attachment::centre_of(1),
            relaxation_factor: 1.0,
        };
        let model = Model {
            settings: damped,
            bodies: vec![body(2.0, DVec3::splat(0.1)), body(3.0, DVec3::splat(0.3))],
            constraints: vec![Constraint::Pin(pin)],
            ..Model::default()
        };
        let mut chance = Chance::new(43);
        let mut state = State {
            bodies: vec![
                still(DVec3::ZERO, chance.rotation()),
                still(DVec3::ZERO, chance.rotation()),
            ],
            ..State::default()
        };
        for motion in &mut state.bodies {
            motion.angular_velocity = chance.vector() * 4.0;
            motion.velocity = DVec3::X;
        }
        let mut world = world(model, state);
        let of = |world: &World| {
            let (model, state) = (world.model(), world.state());
            let [p, q] = [0, 1].map(|i| state.bodies[i].angular_velocity);
            (
                q - p,
                momentum(model, state),
                angular_momentum(model, state),
                kinetic_energy(model, state),
            )
        };
        let before = of(&world);
        let mut energy = before.3;
        for step in 1..=60 {
            advance(&mut world, 1);
            let now = of(&world);
            let left = (-rate * f64::from(step) / 60.0).exp();
            let error = (now.0 - before.0 * left).length() / before.0.length();
            assert!(error < 1e-12, "{form:?} {step}: {error:e}");
            assert!((now.1 - before.1).length() < 1e-12, "{form:?}");
            assert!((now.2 - before.2).length() < 1e-12, "{form:?}");
            assert!(now.3 <= energy, "{form:?}");
            energy = now.3;
        }
    }
}

/// The same with unlike moments: the impulse goes through (I_p⁻¹ + I_q⁻¹)⁻¹, so the
/// relative spin falls by the same share at once and both momenta stay.
#[test]
fn joint_damping_of_tumbling_bodies_keeps_the_momenta() {
    use ragdoll_lab::physics::joint_damping::{damp_joints, jointed_pairs};
    let mut chance = Chance::new(45);
    for _ in 0..50 {
        let [a, b] = [
            on_body(0, chance.vector() * 0.2),
            on_body(1, chance.vector() * 0.2),
        ];
        let model = Model {
            settings: tuned(Settings::default(), |common, _| {
                common.joint_damping = 5.0;
            }),
            bodies: vec![chance.body(), chance.body()],
            constraints: vec![Constraint::Pin(Pin {
                a,
                b,
                relaxation_factor: 1.0,
            })],
            ..Model::default()
        };
        let mut state = State {
            bodies: vec![
                still(DVec3::ZERO, chance.rotation()),
                still(DVec3::X, chance.rotation()),
            ],
            ..State::default()
        };
        for motion in &mut state.bodies {
            motion.angular_velocity = chance.vector() * 4.0;
        }
        let (model, mut state) = crate::kit::ready(model, state);
        let spin = |s: &State| s.bodies[1].angular_velocity - s.bodies[0].angular_velocity;
        let (before, l, e) = (
            spin(&state),
            angular_momentum(&model, &state),
            kinetic_energy(&model, &state),
        );
        damp_joints(&model, &mut state, &jointed_pairs(&model), 0.1);
        let left = (-5.0_f64 * 0.1).exp();
        assert!((spin(&state) - before * left).length() < 1e-12);
        assert!((angular_momentum(&model, &state) - l).length() < 1e-12);
        assert!(kinetic_energy(&model, &state) < e);
    }
}
