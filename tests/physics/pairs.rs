//! Two bodies: impacts of all shapes, joints in free space, misprinted pins
//! (specification, section 1.1 and section 9, items 6 and 7).

use crate::kit::{
    advance, body, on_body, paper, still, tuned, weightless, world, Chance, Form, SMOOTH,
    TRUE_FORMS,
};
use glam::{DQuat, DVec3};
use ragdoll_lab::physics::constraint::{AngleLimit, Distance, Pin};
use ragdoll_lab::physics::convex::distance;
use ragdoll_lab::physics::math::vector_from_rotation;
use ragdoll_lab::physics::method::{Misprint, Misprints};
use ragdoll_lab::physics::report::{angular_momentum, kinetic_energy, momentum};
use ragdoll_lab::physics::{
    BodyModel, BodyState, Constraint, Convex, Core, Frame, Impact, Model, Pose, Settings, State,
    Surface, World,
};

/// Item 6: rounding of a step, relative to the momentum of the faster body.
const MOMENTUM_TOLERANCE: f64 = 1e-12;
/// Item 6: through a whole step.
const RESTITUTION_TOLERANCE: f64 = 0.03;
/// The midpoint rule keeps the energy of a tumbling body to this at 5 to 20 rad/s
/// (section 2.2); an elastic impact shows no other gain.
const ENERGY_TOLERANCE: f64 = 1e-3;
/// Of |p| times half a metre: contacts push at points that have slid past each other
/// within the substep, O(h).
const WHOLE_STEP_MOMENT: f64 = 0.02;
/// Reach of the random arms of pins, m.
const ARM_M: f64 = 0.25;
/// Error of the random pins, m.
const GAP_M: f64 = 0.02;

fn shapes() -> [(&'static str, Convex, DVec3); 4] {
    // Moments of 2 kg in each shape.
    let (m, r, h) = (2.0, 0.15, 0.25);
    let cylinder = DVec3::new(
        m * (3.0 * r * r + 4.0 * h * h) / 12.0,
        0.5 * m * r * r,
        m * (3.0 * r * r + 4.0 * h * h) / 12.0,
    );
    let half = DVec3::new(0.1, 0.2, 0.3);
    let squares = half * half * (m / 3.0);
    let cuboid = DVec3::new(
        squares.y + squares.z,
        squares.x + squares.z,
        squares.x + squares.y,
    );
    [
        ("sphere", Convex::sphere(r), DVec3::splat(0.4 * m * r * r)),
        (
            "capsule",
            Convex {
                core: Core::Segment(DVec3::Y * h),
                radius: r,
            },
            cylinder,
        ),
        (
            "box",
            Convex {
                core: Core::Cuboid(half),
                radius: 0.0,
            },
            cuboid,
        ),
        (
            "cylinder",
            Convex {
                core: Core::Cylinder {
                    half_axis: DVec3::Y * h,
                    radius: r,
                },
                radius: 0.0,
            },
            cylinder,
        ),
    ]
}

/// Two bodies at random poses, a gap of 5 cm apart, that meet head on at 4 m/s.
fn collision(
    settings: Settings,
    [a, b]: [(Convex, DVec3); 2],
    surface: Surface,
    chance: &mut Chance,
) -> World {
    let model = |(shape, inertia)| BodyModel {
        shape: Some(shape),
        surface,
        ..body(2.0, inertia)
    };
    let way = chance.direction();
    let mut states = [0, 1].map(|_| BodyState {
        angular_velocity: chance.vector(),
        ..still(DVec3::ZERO, chance.rotation())
    });
    let gap = |states: &[BodyState; 2]| {
        let pose = |i: usize| Pose {
            position: states[i].position,
            orientation: states[i].orientation,
        };
        distance(&a.0, &pose(0), &b.0, &pose(1))
    };
    states[0].position = way;
    while gap(&states) > 0.05 {
        states[0].position -= way * 1e-3;
    }
    states[0].velocity = way * -4.0;
    world(
        Model {
            settings,
            bodies: vec![model(a), model(b)],
            ..Model::default()
        },
        State {
            bodies: states.to_vec(),
            ..State::default()
        },
    )
}

/// Item 6 through whole steps: v'_n = −e v_n at the first point of contact, p to
/// rounding, and no energy gained.
#[test]
fn bodies_of_all_shapes_bounce_with_the_set_restitution() {
    for form in TRUE_FORMS {
        let mut worst = [0.0_f64; 4];
        let mut cases = 0;
        let mut chance = Chance::new(3);
        for (name_a, shape_a, inertia_a) in shapes() {
            for (name_b, shape_b, inertia_b) in shapes() {
                for round in 0..30 {
                    let restitution = 0.5 * f64::from(round % 3);
                    let surface = Surface {
                        restitution,
                        ..SMOOTH
                    };
                    let settings = tuned(weightless(form, 1, 4), |common, _| {
                        // One step is one substep, so that each impact shows.
                        common.step_s = 1.0 / 240.0;
                    });
                    let sides = [(shape_a.clone(), inertia_a), (shape_b.clone(), inertia_b)];
                    let mut world = collision(settings, sides, surface, &mut chance);
                    let before = motion_of(&world);
                    let Some(hit) = first_impact(&mut world) else {
                        // The last shapes pass each other.
                        continue;
                    };
                    cases += 1;
                    let after = motion_of(&world);
                    let e = -hit.separation / hit.approach;
                    let p = before.0.length();
                    let what = format!("{form:?}, {name_a} on {name_b}, e {restitution}: {e}");
                    assert!((e - restitution).abs() < RESTITUTION_TOLERANCE, "{what}");
                    let errors = [
                        (e - restitution).abs(),
                        (after.0 - before.0).length() / p,
                        (after.1 - before.1).length() / (0.5 * p),
                        after.2 / before.2 - 1.0,
                    ];
                    worst = std::array::from_fn(|i| worst[i].max(errors[i]));
                }
            }
        }
        let [e, p, l, gain] = worst;
        println!(
            "{form:?}: {cases} impacts, e within {e:.4}, |dp|/|p| {p:.1e}, |dL| {l:.1e}, energy gained {gain:.1e}"
        );
        assert!(cases > 400, "{cases}");
        assert!(p <= MOMENTUM_TOLERANCE);
        assert!(l <= WHOLE_STEP_MOMENT);
        assert!(gain <= ENERGY_TOLERANCE);
    }
}

/// The hardest impact of the first step that has one.
fn first_impact(world: &mut World) -> Option<Impact> {
    (0..20).find_map(|_| {
        advance(world, 1);
        let by_approach = |p: &&Impact, q: &&Impact| p.approach.total_cmp(&q.approach);
        world.impacts().iter().min_by(by_approach).copied()
    })
}

/// Two random bodies whose arms meet in a point, and what holds them there.
fn jointed(chance: &mut Chance, settings: Settings) -> (Model, State) {
    let bodies = vec![chance.body(), chance.body()];
    let arms = [chance.vector() * ARM_M, chance.vector() * ARM_M];
    let states = arms.map(|arm| {
        let q = chance.rotation();
        still(-(q * arm), q)
    });
    let pin = Pin {
        a: on_body(0, arms[0]),
        b: on_body(1, arms[1]),
        relaxation_factor: 1.0,
    };
    let limit = AngleLimit {
        parent: Frame::Body(0),
        child: Frame::Body(1),
        min: DVec3::splat(-0.5),
        max: DVec3::splat(0.5),
        twist_axis: 1,
        rest: states[0].orientation.conjugate() * states[1].orientation,
        model: None,
        restitution: 0.0,
    };
    let model = Model {
        settings,
        bodies,
        constraints: vec![Constraint::Pin(pin), Constraint::AngleLimit(limit)],
        ..Model::default()
    };
    let state = State {
        bodies: states.to_vec(),
        ..State::default()
    };
    (model, state)
}

/// Linear and angular momentum and kinetic energy.
fn motion_of(world: &World) -> (DVec3, DVec3, f64) {
    let (model, state) = (world.model(), world.state());
    (
        momentum(model, state),
        angular_momentum(model, state),
        kinetic_energy(model, state),
    )
}

/// Item 7: a pin and a limit between two bodies that tumble at up to 5 rad/s, 200
/// steps. |ΔL| of the projecting forms is O(h): the bound of the specification, 0.15,
/// holds for four substeps; a whole step of 1/60 s at this speed needs twice that.
#[test]
fn pairs_in_free_space_keep_their_momentum() {
    for (form, substeps, iterations, allowed) in [
        (Form::Verlet, 4, 1, 0.15),
        (Form::Verlet, 1, 4, 0.3),
        (Form::Impulse, 4, 1, 1e-3),
    ] {
        let mut chance = Chance::new(5);
        let (mut worst_p, mut worst_gain) = (0.0_f64, f64::MIN);
        let mut of_l = Vec::new();
        for _ in 0..20 {
            let settings = weightless(form, substeps, iterations);
            let (model, mut state) = jointed(&mut chance, settings);
            // Together they move; the joint is at the origin.
            let drift = chance.vector();
            for motion in &mut state.bodies {
                motion.angular_velocity = chance.vector() * 3.0;
                motion.velocity = drift + motion.angular_velocity.cross(motion.position);
            }
            let mut world = world(model, state);
            let before = motion_of(&world);
            advance(&mut world, 200);
            let after = motion_of(&world);
            worst_p = worst_p.max((after.0 - before.0).length());
            of_l.push((after.1 - before.1).length() / before.1.length());
            worst_gain = worst_gain.max(after.2 / before.2 - 1.0);
        }
        of_l.sort_by(f64::total_cmp);
        println!(
            "{form:?} {substeps}x{iterations}: |dp| {worst_p:.1e}, |dL|/|L| worst {:.1e} median {:.1e}, most energy gained {worst_gain:.1e}",
            of_l[19], of_l[10]
        );
        assert!(worst_p < 1e-11, "{worst_p:e}");
        assert!(of_l[19] < allowed, "{of_l:?}");
        // Rounding of the midpoint rule for tumbling bodies.
        assert!(worst_gain < 1e-3, "{worst_gain:e}");
    }
}

/// Mean of what is left of the error of a pin after one pass over 200 random pairs,
/// and the greatest; and the mean imbalance of the angular pushes, in m |J|. Of the papers with
/// these misprints, or of the block of Verlet relaxation.
fn left_by_pins(printed: Option<Misprints>) -> [f64; 3] {
    let mut chance = Chance::new(9);
    let (mut sum, mut worst, mut imbalance) = (0.0, 0.0_f64, 0.0);
    for _ in 0..200 {
        let form = printed.map_or(Form::Verlet, |_| Form::Poses);
        let mut settings = weightless(form, 1, 1);
        if let Some(misprints) = printed {
            paper(&mut settings).misprints = misprints;
        }
        let (mut model, mut state) = jointed(&mut chance, settings);
        model.constraints.truncate(1);
        state.bodies[0].position += chance.direction() * GAP_M;
        let Constraint::Pin(pin) = model.constraints[0].clone() else {
            panic!()
        };
        let before = state.clone();
        let mut world = world(model, state);
        advance(&mut world, 1);
        let state = world.state();
        let left = pin.error(state).length() / pin.error(&before).length();
        sum += left / 200.0;
        worst = worst.max(left);
        imbalance += angular_imbalance(world.model(), &before, state) / 200.0;
    }
    [sum, worst, imbalance]
}

/// |Σ (x × m Δx + I Δθ)| over the push m |Δx|, m.
fn angular_imbalance(model: &Model, before: &State, after: &State) -> f64 {
    let mut sum = DVec3::ZERO;
    let mut push = 0.0;
    for i in 0..2 {
        let (a, b) = (before.bodies[i], after.bodies[i]);
        let moved = (b.position - a.position) * model.bodies[i].mass;
        let turn = vector_from_rotation(b.orientation * a.orientation.conjugate());
        sum += a.position.cross(moved) + State::inertia_times(model, i, a.orientation, turn);
        push = moved.length();
    }
    sum.length() / push
}

/// Section 1.1, 7.1 to 7.4: what a pass leaves, as mended and as printed.
#[test]
fn misprinted_pins_do_what_the_errata_say() {
    let (sign, rotation) = (Misprint::PinSign, Misprint::PinRotationSign);
    let printed = |misprints: &[Misprint]| Some(Misprints::of(misprints));
    // The mean of the errata; 7.1 with nothing else doubles the error, the 1.66 of the
    // errata are those of 7.1 and 7.4 together.
    for (what, misprints, mean_left) in [
        ("as a block", None, 0.005),
        ("along the error", printed(&[]), 0.18),
        ("7.1", printed(&[sign]), 2.0),
        ("7.4", printed(&[rotation]), 0.43),
        ("both", printed(&[sign, rotation]), 1.66),
    ] {
        let [mean, worst, imbalance] = left_by_pins(misprints);
        println!("{what}: leaves {mean:.4} mean, {worst:.3} worst; imbalance {imbalance:.1e} m");
        // Their pairs are unknown; these are drawn like the reference vectors.
        assert!((mean / mean_left - 1.0).abs() < 0.25, "{what}: {mean}");
        let balanced = misprints.is_none_or(|misprints| !misprints.has(rotation));
        // The block pushes across the gap, too: a couple of the gap.
        assert!(balanced == (imbalance < GAP_M), "{what}: {imbalance}");
        assert!(
            misprints.is_none() || !balanced || imbalance < 1e-12,
            "{imbalance}"
        );
    }
}

/// 6.2: with m = (2, 2) the printed masses turn the error round; with (1, 4) the
/// centre of mass moves.
#[test]
fn the_misprinted_distance_does_what_the_errata_say() {
    // Both move by e/(w_a + w_b), 0.16 m for (1, 4): 0.12 m too far in all.
    for (printed, masses, expected_error, expected_shift) in [
        (false, [2.0, 2.0], 0.0, 0.0),
        (true, [2.0, 2.0], -0.2, 0.0),
        (false, [1.0, 4.0], 0.0, 0.0),
        (true, [1.0, 4.0], -0.12, 0.096),
        (true, [1.0, 1.0], 0.0, 0.0),
    ] {
        let mut settings = weightless(Form::Poses, 1, 1);
        if printed {
            paper(&mut settings).misprints = Misprints::of(&[Misprint::DistanceMasses]);
        }
        let rod = Distance {
            a: on_body(0, DVec3::ZERO),
            b: on_body(1, DVec3::ZERO),
            min: 1.0,
            max: 1.0,
            relaxation_factor: 1.0,
            tears_at: f64::INFINITY,
        };
        let model = Model {
            settings,
            bodies: masses.map(|m| body(m, DVec3::ONE)).to_vec(),
            constraints: vec![Constraint::Distance(rod)],
            ..Model::default()
        };
        let state = State {
            bodies: [DVec3::ZERO, DVec3::X * 1.2]
                .map(|x| still(x, DQuat::IDENTITY))
                .to_vec(),
            ..State::default()
        };
        let centre = |s: &State| {
            (s.bodies[0].position.x * masses[0] + s.bodies[1].position.x * masses[1])
                / (masses[0] + masses[1])
        };
        let before = centre(&state);
        let mut world = world(model, state);
        advance(&mut world, 1);
        let state = world.state();
        let length = state.bodies[0].position.distance(state.bodies[1].position);
        let shift = (centre(state) - before).abs();
        println!(
            "printed {printed}, {masses:?}: error {:+.3}, shift {shift:.4}",
            length - 1.0
        );
        assert!((length - 1.0 - expected_error).abs() < 1e-12);
        assert!((shift - expected_shift).abs() < 1e-12, "{shift}");
    }
}
