//! Attachment points: positions, responses and pushes of every kind
//! (specification, section 3.1).

use glam::{DQuat, DVec3};
use ragdoll_lab::physics::constraint::relaxation_weights;
use ragdoll_lab::physics::report::momentum;
use ragdoll_lab::physics::state::Rest;
use ragdoll_lab::physics::{
    Attachment, BodyModel, BodyState, ContactSpring, Convex, Level, Model, ParticleModel,
    ParticleState, State, Surface,
};

/// A handful of operations on numbers near 1.
const ROUNDING: f64 = 1e-13;
/// A position push is finite: its second-order part is of the size of the push
/// times a response near 10, so a push of 1e-7 leaves 1e-6.
const SMALL_PUSH: f64 = 1e-7;
const SECOND_ORDER: f64 = 1e-5;

const SURFACE: Surface = Surface {
    restitution: 0.0,
    friction: 0.0,
    rolling_resistance: 0.0,
    spring: ContactSpring::NONE,
};

fn particle(mass: f64) -> ParticleModel {
    ParticleModel {
        mass,
        fixed: false,
        radius: 0.0,
        surface: SURFACE,
        articulation: 0,
    }
}

fn at(position: DVec3) -> ParticleState {
    ParticleState {
        position,
        velocity: DVec3::ZERO,
    }
}

/// Particles of the given masses and places, and a ball.
fn world(points: &[(f64, DVec3)], ball: Option<(f64, f64, DQuat)>) -> (Model, State) {
    let mut model = Model::default();
    let mut state = State::default();
    for &(mass, position) in points {
        model.particles.push(particle(mass));
        state.particles.push(at(position));
    }
    if let Some((mass, inertia, orientation)) = ball {
        model.bodies.push(BodyModel::round(
            mass,
            inertia,
            Some(Convex::sphere(0.2)),
            SURFACE,
        ));
        state.bodies.push(BodyState {
            position: DVec3::new(0.3, -0.7, 1.1),
            orientation,
            ..BodyState::default()
        });
    }
    let model = model.build();
    state.rest = vec![Rest::default(); model.articulations];
    (model, state)
}

fn turned() -> DQuat {
    DQuat::from_xyzw(0.5, -0.1, 0.3, 0.8).normalize()
}

/// Four particles of unlike masses, a ball, and every kind of attachment to them.
fn zoo() -> (Model, State, Vec<(&'static str, Attachment)>) {
    let (model, state) = world(
        &[
            (1.3, DVec3::new(0.1, 0.2, 0.3)),
            (4.1, DVec3::new(0.7, -0.4, 0.2)),
            (0.2, DVec3::new(-0.5, 0.6, 0.9)),
            (2.7, DVec3::new(0.4, 0.5, -0.8)),
        ],
        Some((3.0, 0.05, turned())),
    );
    let kinds = vec![
        ("particle", Attachment::Particle(2)),
        ("stick", Attachment::on_stick(0, 1, 0.3)),
        (
            "tetrahedron",
            Attachment::Particles {
                ix: [0, 1, 2, 3],
                weight: [0.1, 0.4, 0.2, 0.3],
            },
        ),
        (
            "limb",
            Attachment::Limb {
                a: 0,
                b: 1,
                place: 0.8,
                // Across the line, as contacts make it.
                offset: DVec3::new(0.1, 0.085, 0.09),
            },
        ),
        (
            "body",
            Attachment::Body {
                body: 0,
                arm: DVec3::new(0.1, -0.12, 0.08),
            },
        ),
    ];
    (model, state, kinds)
}

fn directions() -> [DVec3; 4] {
    [
        DVec3::X,
        DVec3::Y,
        DVec3::new(0.6, -0.48, 0.64),
        DVec3::new(-0.2, 0.3, -0.9).normalize(),
    ]
}

/// Σ m v changes by the impulse, whatever it acts on; the world takes any.
#[test]
fn an_impulse_changes_the_momentum_by_itself() {
    let (model, state, kinds) = zoo();
    for (name, kind) in kinds {
        for impulse in directions() {
            let mut pushed = state.clone();
            kind.push(&model, &mut pushed, impulse, Level::Velocity);
            let error = (momentum(&model, &pushed) - impulse).length();
            assert!(error <= ROUNDING, "{name}: {error:e}");
        }
    }
    let mut pushed = state.clone();
    Attachment::World(DVec3::X).push(&model, &mut pushed, DVec3::Y, Level::Velocity);
    assert_eq!(pushed, state);
}

/// A position push moves the centre of mass by P/M.
#[test]
fn a_position_push_moves_the_centre_of_mass_by_itself() {
    let (model, state, kinds) = zoo();
    for (name, kind) in kinds {
        for push in directions() {
            let mut pushed = state.clone();
            kind.push(&model, &mut pushed, push, Level::Position);
            let moved: DVec3 = (0..4)
                .map(|i| {
                    let way = pushed.particles[i].position - state.particles[i].position;
                    way * model.particles[i].mass
                })
                .sum();
            let way = pushed.bodies[0].position - state.bodies[0].position;
            let error = (moved + way * model.bodies[0].mass - push).length();
            assert!(error <= ROUNDING, "{name}: {error:e}");
        }
    }
}

/// w(n) = nᵀ K n is by definition the response along n to a unit push along n.
#[test]
fn the_inverse_mass_is_the_measured_response() {
    let (model, state, kinds) = zoo();
    for (name, kind) in kinds {
        let matrix = kind.inverse_mass_matrix(&model, &state);
        for n in directions() {
            let w = kind.inverse_mass_along(&model, &state, n);
            let mut pushed = state.clone();
            kind.push(&model, &mut pushed, n, Level::Velocity);
            let response = kind.velocity(&pushed);
            assert!((response.dot(n) - w).abs() <= ROUNDING * w, "{name}");
            assert!((response - matrix * n).length() <= ROUNDING * w, "{name}");

            let mut pushed = state.clone();
            kind.push(&model, &mut pushed, n * SMALL_PUSH, Level::Position);
            let way = kind.position(&pushed) - kind.position(&state);
            let error = (way.dot(n) / SMALL_PUSH - w).abs() / w;
            assert!(error <= SECOND_ORDER, "{name}: {error:e}");
        }
    }
}

/// m(s) = mean^(1−s) m^s of each side: 0 moves both alike, 1 by true mass, and
/// one half counts with the square roots.
#[test]
fn weights_go_from_uniform_to_mass() {
    let (model, state, _) = zoo();
    let sides = [Attachment::Particle(0), Attachment::Particle(1)];
    let [m_a, m_b] = [1.3, 4.1];
    let shares = |weighting| {
        let weights = relaxation_weights(&model, sides, weighting);
        let moved: [f64; 2] = std::array::from_fn(|i| {
            weights[i] * sides[i].inverse_mass_along(&model, &state, DVec3::X)
        });
        moved[0] / moved[1]
    };
    assert!((shares(0.0) - 1.0).abs() <= ROUNDING);
    assert!((shares(0.5) - f64::sqrt(m_b / m_a)).abs() <= ROUNDING);
    assert_eq!(shares(1.0), (1.0 / m_a) / (1.0 / m_b));
    let to_world = [sides[0], Attachment::World(DVec3::ZERO)];
    assert_eq!(relaxation_weights(&model, to_world, 0.0), [1.0, 1.0]);
}

/// A stick of two particles of m/2 has I = m L²/4 about its centre, three times
/// that of a uniform rod: w(c) = 1/m + (c − ½)² L² / I across it.
#[test]
fn a_stick_answers_like_a_rod_of_a_quarter_m_l_squared() {
    let (mass, length) = (5.0, 0.2);
    let (model, state) = world(
        &[(0.5 * mass, DVec3::ZERO), (0.5 * mass, DVec3::X * length)],
        None,
    );
    let inertia = 0.25 * mass * length * length;
    for place in [0.0, 0.25, 0.5, 1.0] {
        let lever = (place - 0.5) * length;
        let expected = 1.0 / mass + lever * lever / inertia;
        let w = Attachment::on_stick(0, 1, place).inverse_mass_along(&model, &state, DVec3::Y);
        assert!(
            (w / expected - 1.0).abs() <= ROUNDING,
            "{place}: {w} {expected}"
        );
    }
}
