//! What every kind of constraint must do, over examples of all kinds.
//!
//! A new kind needs a line in [`example`]; all else here finds it by itself.

use crate::kit::{
    advance, on_body, particle, ready, resting, settings, still, world, Chance, TRUE_FORMS,
};
use glam::{DQuat, DVec3};
use ragdoll_lab::physics::constraint::{
    AngleLimit, ConstraintRow, ConstraintRows, Corner, Distance, Fixed, Gear, Guide, Hinge, Pin,
    Residual, Serial, Slider, Universal, KINDS,
};
use ragdoll_lab::physics::linkage::{LinkAxis, Linkage};
use ragdoll_lab::physics::math::{rotation_from_vector, vector_from_rotation};
use ragdoll_lab::physics::{
    Attachment, BodyState, Constraint, Coordinate, Frame, Level, Model, Settings, State,
};
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

/// All kinds but particles that things share and broken joints, of which there is nothing to
/// solve, and surfaces, whose volume is no row between two sides.
fn solved_kinds() -> impl Iterator<Item = &'static str> {
    let has_rows = |kind: &&str| !matches!(*kind, "shared particles" | "broken joint" | "surface");
    KINDS.iter().copied().filter(has_rows)
}

const WEIGHTS: [f64; 2] = [1.0, 1.0];
/// Two links that swing and spin with a few rad/s, 4 substeps of 4 passes: the soft
/// step sags by 0.2 mm, the others keep 0.02 mm.
const WORST_LENGTH_M: f64 = 1e-3;
/// The same for angles: 2e-4 rad.
const WORST_ANGLE_RAD: f64 = 1e-3;

/// Two points of a constraint and the frames of its two sides.
#[derive(Clone, Copy)]
struct Sides {
    points: [Attachment; 2],
    frames: [Frame; 2],
    rest: DQuat,
}

/// Examples of a kind, all of them met where the points meet and the child has the
/// orientation `rest` in its parent's frame. Distances hold the first point against
/// points beside the second, so that they are met there, too.
fn examples(kind: &str, sides: Sides) -> Vec<Constraint> {
    let Sides {
        points: [a, b],
        frames: [parent, child],
        rest,
    } = sides;
    let relaxation_factor = 1.0;
    let beside = |point: Attachment, by: DVec3| match point {
        Attachment::Body { body, arm } => on_body(body, arm + by),
        Attachment::World(point) => Attachment::World(point + by),
        other => other,
    };
    let shifted = beside(b, DVec3::Y * 0.5);
    let distance = |min, max| {
        Constraint::Distance(Distance {
            a,
            b: shifted,
            min,
            max,
            relaxation_factor,
            tears_at: f64::INFINITY,
        })
    };
    let hinge = |limit| {
        Constraint::Hinge(Box::new(Hinge {
            a,
            b,
            parent,
            child,
            axis: DVec3::new(0.6, 0.0, 0.8),
            rest,
            limit,
            counter: None,
            relaxation_factor,
        }))
    };
    let slider = |turns, limit| {
        Constraint::Slider(Box::new(Slider {
            a,
            b,
            parent,
            child,
            axis: DVec3::new(0.6, 0.0, 0.8),
            rest,
            turns,
            limit,
            turn_limit: None,
            counter: None,
            relaxation_factor,
        }))
    };
    let universal = |limits| {
        Constraint::Universal(Box::new(Universal {
            a,
            b,
            parent,
            child,
            axis: DVec3::new(0.6, 0.0, 0.8),
            cross_axis: DVec3::Y,
            rest,
            limits,
            relaxation_factor,
        }))
    };
    let link = |slides, axis: DVec3, offset| LinkAxis {
        slides,
        axis: axis.normalize(),
        offset,
    };
    let serial = |axes: &[LinkAxis], limits: &[Option<[f64; 2]>]| {
        let axes = axes.iter().copied().collect();
        Constraint::Serial(Box::new(Serial {
            linkage: Arc::new(Linkage::new([a, b], [parent, child], axes, rest, 0)),
            limits: limits.iter().copied().collect(),
            relaxation_factor,
        }))
    };
    let in_plane = [
        link(true, DVec3::X, DVec3::ZERO),
        link(true, DVec3::Y, DVec3::ZERO),
        link(false, DVec3::Z, DVec3::X * 0.1),
    ];
    let ankle = [
        link(false, DVec3::X, DVec3::Y * 0.05),
        link(false, DVec3::new(0.2, 0.3, 1.0), DVec3::Y * -0.05),
    ];
    let guide = |is_line, bounds| {
        Constraint::Guide(Box::new(Guide {
            a,
            b,
            carrier: parent,
            axis: DVec3::new(0.6, 0.0, 0.8),
            is_line,
            rolls: None,
            bounds,
            relaxation_factor,
        }))
    };
    // The arm of the child is across that of the parent.
    let corner = |bounds: [f64; 2]| {
        let across = (rest * DVec3::X).any_orthonormal_vector();
        Constraint::Corner(Box::new(Corner {
            at: a,
            ends: [beside(a, across * 0.5), beside(b, DVec3::X * 0.5)],
            lengths: 0.25,
            bounds: bounds.map(|beyond| FRAC_PI_2 + beyond),
            relaxation_factor,
        }))
    };
    let limit = |min: [f64; 3], max: [f64; 3], twist_axis| {
        Constraint::AngleLimit(AngleLimit {
            parent,
            child,
            min: DVec3::from_array(min),
            max: DVec3::from_array(max),
            twist_axis,
            rest,
            model: None,
            restitution: 0.0,
        })
    };
    match kind {
        "distance" => vec![
            distance(0.5, 0.5),
            distance(0.0, 0.5),
            distance(0.5, f64::INFINITY),
            distance(0.45, 0.55),
        ],
        "pin" => vec![Constraint::Pin(Pin {
            a,
            b,
            relaxation_factor,
        })],
        // A nut on its thread.
        "gear" => vec![Constraint::Gear(Box::new(Gear {
            first: Coordinate::Turn {
                parent,
                child,
                axis: DVec3::new(0.6, 0.0, 0.8),
                rest,
                counter: None,
            },
            second: Coordinate::Way {
                a,
                b,
                parent,
                axis: DVec3::new(0.6, 0.0, 0.8),
            },
            ratio: 0.1,
            offset: 0.0,
            period: None,
            relaxation_factor,
        }))],
        "universal joint" => vec![
            universal([None, None]),
            universal([Some([-0.05, 0.1]), None]),
            universal([Some([0.0, 0.0]), Some([-0.1, 0.1])]),
        ],
        "serial joint" => vec![
            serial(&in_plane, &[None; 3]),
            serial(&in_plane, &[Some([0.0, 0.1]), None, Some([-0.1, 0.05])]),
            serial(&ankle, &[None; 2]),
            serial(&ankle, &[Some([0.0, 0.0]), Some([-0.1, 0.1])]),
            serial(&ankle[..1], &[None]),
        ],
        "hinge" => vec![
            hinge(None),
            hinge(Some([-0.05, 0.1])),
            hinge(Some([0.0, 0.0])),
        ],
        "fixed" => vec![Constraint::Fixed(Box::new(Fixed {
            a,
            b,
            parent,
            child,
            rest,
            relaxation_factor,
        }))],
        "slider" => vec![
            slider(false, None),
            slider(false, Some([-0.05, 0.1])),
            slider(false, Some([0.0, 0.0])),
            slider(true, None),
            slider(true, Some([0.0, 0.1])),
        ],
        "guide" => vec![
            guide(false, [0.0; 2]),
            guide(false, [-0.02, 0.04]),
            guide(false, [0.0, f64::INFINITY]),
            guide(true, [f64::NEG_INFINITY, f64::INFINITY]),
            guide(true, [-0.05, 0.1]),
            guide(true, [0.0; 2]),
        ],
        "corner" => vec![corner([-0.05, 0.1]), corner([0.0, FRAC_PI_2])],
        "angle limit" => vec![
            limit([-0.1, -0.05, -0.02], [0.02, 0.1, 0.05], 1),
            limit([0.0; 3], [0.0; 3], 0),
            // A knee: one free axis.
            limit([0.0, 0.0, 0.0], [2.0, 0.0, 0.0], 0),
        ],
        // It joins many particles and no two sides: see `membranes`.
        other => panic!("no example of the kind {other}"),
    }
}

#[test]
fn every_kind_has_examples_of_its_own() {
    for kind in solved_kinds() {
        let found = examples(kind, satisfied(&mut Chance::new(1), false).sides);
        assert!(!found.is_empty());
        assert!(found.iter().all(|c| c.kind_name() == kind), "{kind}");
    }
}

struct Setup {
    model: Model,
    state: State,
    sides: Sides,
}

impl Setup {
    /// With one constraint.
    fn with(&self, constraint: &Constraint) -> (Model, State) {
        let mut model = self.model.clone();
        model.constraints = vec![constraint.clone()];
        ready(model, self.state.clone())
    }
}

/// Two bodies, or the world and a body, whose points meet at rest.
fn satisfied(chance: &mut Chance, against_world: bool) -> Setup {
    let bodies = vec![chance.body(), chance.body()];
    let arms = [0, 1].map(|_| chance.vector() * 0.3);
    let poses = [0, 1].map(|_| chance.rotation());
    let place = chance.vector();
    let states = [0, 1].map(|i| still(place - poses[i] * arms[i], poses[i]));
    let (points, frames, rest) = if against_world {
        (
            [Attachment::World(place), on_body(1, arms[1])],
            [Frame::World, Frame::Body(1)],
            poses[1],
        )
    } else {
        (
            [on_body(0, arms[0]), on_body(1, arms[1])],
            [Frame::Body(0), Frame::Body(1)],
            poses[0].conjugate() * poses[1],
        )
    };
    Setup {
        model: Model {
            bodies,
            ..Model::default()
        },
        state: State {
            bodies: states.to_vec(),
            ..State::default()
        },
        sides: Sides {
            points,
            frames,
            rest,
        },
    }
}

/// The same with both bodies moved and turned by up to `by` m and rad.
fn disturbed(chance: &mut Chance, against_world: bool, by: f64) -> Setup {
    let mut setup = satisfied(chance, against_world);
    for motion in &mut setup.state.bodies {
        motion.position += chance.direction() * by;
        motion.orientation = rotation_from_vector(chance.direction() * by) * motion.orientation;
    }
    setup
}

/// Calls with each example of each kind in random setups.
fn for_all(by: f64, mut check: impl FnMut(&str, &Model, State)) {
    let mut chance = Chance::new(77);
    for against_world in [false, true] {
        for kind in solved_kinds() {
            for _ in 0..20 {
                let setup = disturbed(&mut chance, against_world, by);
                for (number, constraint) in examples(kind, setup.sides).iter().enumerate() {
                    let (model, state) = setup.with(constraint);
                    let name = format!("{kind} {number}, world {against_world}");
                    check(&name, &model, state);
                }
            }
        }
    }
}

fn residual(model: &Model, state: &State) -> Residual {
    model.constraints[0].residual(state, &model.settings)
}

/// C → 0 under repeated relaxation from 0.2 m and 0.2 rad. The slowest is `fixed` on
/// a long arm, where pin and rotation undo m r²/(I + m r²), up to 0.9, of each other.
#[test]
fn every_kind_converges() {
    let mut slowest = [0.0_f64; 2];
    let mut name_of_slowest = String::new();
    for_all(0.2, |name, model, mut state| {
        for _ in 0..300 {
            model.constraints[0].relax(model, &mut state, WEIGHTS);
        }
        let left = residual(model, &state);
        if left.length.max(left.angle) > slowest[0].max(slowest[1]) {
            slowest = [left.length, left.angle];
            name_of_slowest = name.to_owned();
        }
    });
    println!("left after 300 passes {slowest:?} ({name_of_slowest})");
    assert!(
        slowest[0].max(slowest[1]) < 1e-9,
        "{slowest:?} {name_of_slowest}"
    );
}

/// Σ m Δx = 0 exactly between two bodies, and Σ (x × m Δx + I Δθ) = 0 to first
/// order: what is left falls with the square of the disturbance.
#[test]
fn every_kind_keeps_the_momenta() {
    let mut worst_shift = 0.0_f64;
    let mut moments = Vec::new();
    for by in [1e-2, 1e-3] {
        let mut worst = 0.0_f64;
        let mut name_of_worst = String::new();
        for_all(by, |name, model, state| {
            if name.ends_with("true") {
                return;
            }
            let mut after = state.clone();
            model.constraints[0].relax(model, &mut after, WEIGHTS);
            let (mut shift, mut moment) = (DVec3::ZERO, DVec3::ZERO);
            for i in 0..2 {
                let (p, q) = (state.bodies[i], after.bodies[i]);
                let moved = (q.position - p.position) * model.bodies[i].mass;
                let turn = vector_from_rotation(q.orientation * p.orientation.conjugate());
                shift += moved;
                moment +=
                    p.position.cross(moved) + State::inertia_times(model, i, p.orientation, turn);
            }
            worst_shift = worst_shift.max(shift.length());
            if moment.length() > worst {
                worst = moment.length();
                name_of_worst = name.to_owned();
            }
        });
        println!("disturbed by {by}: shift {worst_shift:.1e} kg m, moment {worst:.2e} kg m2 ({name_of_worst})");
        moments.push(worst);
    }
    assert!(worst_shift < 1e-14, "{worst_shift:e}");
    assert!(moments[1] < 0.02 * moments[0], "{moments:?}");
}

/// An impulse keeps both momenta exactly at the velocity level where the points
/// meet.
#[test]
fn every_kind_stops_without_momentum_from_nothing() {
    let mut chance = Chance::new(13);
    for_all(0.0, |name, model, mut state| {
        if name.ends_with("true") {
            return;
        }
        for motion in &mut state.bodies {
            motion.velocity = chance.vector();
            motion.angular_velocity = chance.vector() * 4.0;
        }
        let of = |s: &State| {
            use ragdoll_lab::physics::report::{angular_momentum, kinetic_energy, momentum};
            (
                momentum(model, s),
                angular_momentum(model, s),
                kinetic_energy(model, s),
            )
        };
        let before = of(&state);
        model.constraints[0].solve_velocity(model, &mut state, WEIGHTS);
        let after = of(&state);
        assert!((after.0 - before.0).length() < 1e-13, "{name}");
        assert!((after.1 - before.1).length() < 1e-13, "{name}");
        assert!(after.2 <= before.2 * (1.0 + 1e-13), "{name}");
    });
}

/// Nothing moves that meets its constraint: within rounding for equalities.
#[test]
fn a_met_constraint_does_nothing() {
    for_all(0.0, |name, model, state| {
        let mut after = state.clone();
        model.constraints[0].relax(model, &mut after, WEIGHTS);
        for (p, q) in state.bodies.iter().zip(&after.bodies) {
            let moved = (p.position - q.position).length();
            let turned = (p.orientation - q.orientation).length();
            assert!(
                moved < 1e-14 && turned < 1e-14,
                "{name}: {moved:e} {turned:e}"
            );
        }
        let mut stopped = state.clone();
        model.constraints[0].solve_velocity(model, &mut stopped, WEIGHTS);
        assert_eq!(stopped, state, "{name}");
    });
}

#[test]
fn a_sleeping_body_does_not_move() {
    for_all(0.1, |name, model, mut state| {
        for rest in &mut state.rest {
            rest.asleep = true;
        }
        let mut after = state.clone();
        model.constraints[0].relax(model, &mut after, WEIGHTS);
        model.constraints[0].solve_velocity(model, &mut after, WEIGHTS);
        assert_eq!(after, state, "{name}");
    });
}

/// The rate of a row is the time derivative of its error: finite differences.
#[test]
fn the_rate_of_every_part_is_the_derivative_of_its_error() {
    let h = 1e-6;
    let mut chance = Chance::new(15);
    for_all(0.1, |name, model, mut state| {
        for motion in &mut state.bodies {
            motion.velocity = chance.vector();
            motion.angular_velocity = chance.vector();
        }
        let moved = |by: f64| {
            let mut moved = state.clone();
            for motion in &mut moved.bodies {
                motion.position += motion.velocity * by;
                let turn = rotation_from_vector(motion.angular_velocity * by);
                motion.orientation = (turn * motion.orientation).normalize();
            }
            moved
        };
        let [before, after] = [-h, h].map(moved);
        let constraint = &model.constraints[0];
        for index in 0..constraint.row_count() {
            let row = |s: &State| constraint.row(index, Level::Velocity, s, &model.settings);
            let (Some(now), Some(p), Some(q)) = (row(&state), row(&before), row(&after)) else {
                continue;
            };
            let error = errors_of(p, q);
            let Some([first, second]) = error else {
                continue;
            };
            let rate = (second - first) / (2.0 * h);
            let said = now.rate(&state);
            // Hinges, sliders and fixed joints take their axes for gradients of turns, which
            // holds to first order in their error, here up to 0.2 rad.
            let of_axes = ["hinge", "slider", "fixed"];
            // So do the stops of universal joints.
            let coarse = (of_axes.iter().any(|kind| name.starts_with(kind))
                && matches!(now, ConstraintRow::Angular { .. }))
                || name.starts_with("universal") && index > 0;
            let spins = state.bodies.iter().map(|b| b.angular_velocity.length());
            let allowed = if coarse {
                0.2 * spins.sum::<f64>()
            } else {
                0.0
            };
            assert!(
                (rate - said).length() < 1e-6 + allowed,
                "{name} {index}: {said} for {rate}"
            );
        }
    });
}

/// Errors of two parts that stand for the same side of the same thing.
fn errors_of(p: ConstraintRow, q: ConstraintRow) -> Option<[DVec3; 2]> {
    match (p, q) {
        (ConstraintRow::Point { error: p, .. }, ConstraintRow::Point { error: q, .. }) => {
            Some([p, q])
        }
        (
            ConstraintRow::Linear {
                error: p,
                direction: n,
                ..
            },
            ConstraintRow::Linear {
                error: q,
                direction: m,
                ..
            },
        ) => (n.dot(m) > 0.5).then_some([DVec3::X * p, DVec3::X * q]),
        (
            ConstraintRow::Angular {
                error: p, side: s, ..
            },
            ConstraintRow::Angular {
                error: q, side: t, ..
            },
        ) => (s == t).then_some([DVec3::X * p, DVec3::X * q]),
        _ => None,
    }
}

/// Two bodies in a chain from the world, each held by the constraint; kinds that let
/// the points row get a pin besides.
fn hanging(kind_example: usize, kind: &str, settings: Settings) -> Option<(Model, State)> {
    let arm = DVec3::new(0.02, 0.2, 0.03);
    let mut chance = Chance::new(17);
    let bodies = vec![chance.body(), chance.body()];
    let states = vec![
        still(-arm, DQuat::IDENTITY),
        still(-3.0 * arm, DQuat::IDENTITY),
    ];
    let joints = [
        Sides {
            points: [Attachment::World(DVec3::ZERO), on_body(0, arm)],
            frames: [Frame::World, Frame::Body(0)],
            rest: DQuat::IDENTITY,
        },
        Sides {
            points: [on_body(0, -arm), on_body(1, arm)],
            frames: [Frame::Body(0), Frame::Body(1)],
            rest: DQuat::IDENTITY,
        },
    ];
    let mut constraints = Vec::new();
    let mut counted = 0;
    for sides in joints {
        let mut example = examples(kind, sides).get(kind_example)?.clone();
        if let Constraint::Serial(serial) = &mut example {
            // Each counts for itself.
            Arc::make_mut(&mut serial.linkage).counter = counted;
            counted += serial.linkage.axes.len();
        }
        if let Constraint::Slider(slider) = &mut example {
            // Without an end it would fall for ever.
            slider.limit.get_or_insert([-0.1, 0.2]);
        }
        constraints.push(example);
        if kind == "gear" {
            // A cylinder with ends.
            let cylinder = examples("slider", sides).swap_remove(4);
            constraints.push(cylinder);
        }
        if kind == "guide" {
            // Neither a plane nor a line has an end.
            let [a, b] = sides.points;
            constraints.push(Constraint::Distance(Distance {
                a,
                b,
                min: 0.0,
                max: 0.06,
                relaxation_factor: 1.0,
                tears_at: f64::INFINITY,
            }));
        }
        if matches!(kind, "angle limit" | "distance" | "corner") {
            let [a, b] = sides.points;
            let relaxation_factor = 1.0;
            constraints.push(Constraint::Pin(Pin {
                a,
                b,
                relaxation_factor,
            }));
        }
    }
    let model = Model {
        settings,
        bodies,
        constraints,
        ..Model::default()
    };
    let mut state = State {
        bodies: states,
        ..State::default()
    };
    // A push sideways, so that limits and axes are tried.
    state.bodies[1].velocity = DVec3::new(1.0, 0.0, 0.7);
    state.bodies[1].angular_velocity = DVec3::new(1.0, 2.0, -1.0);
    Some((model, state))
}

/// All kinds hang for 2 s; the worst residual of the last second.
#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn every_kind_hangs_in_every_form() {
    for form in TRUE_FORMS {
        let mut worst = Residual::default();
        let mut names = [String::new(), String::new()];
        let mut runs = 0;
        for kind in solved_kinds() {
            for example in 0.. {
                let settings = settings(form, 4, 4);
                let Some((model, state)) = hanging(example, kind, settings) else {
                    break;
                };
                let mut twins = [0, 1].map(|_| world(model.clone(), state.clone()));
                for step in 0..120 {
                    advance(&mut twins[0], 1);
                    advance(&mut twins[1], 1);
                    let [a, b] = twins.each_ref().map(|t| t.state());
                    assert_eq!(a, b, "{kind} {example} {form:?} {step}");
                    if step < 60 {
                        continue;
                    }
                    for constraint in &twins[0].model().constraints {
                        let left = constraint.residual(a, &twins[0].model().settings);
                        let name = || format!("{kind} {example}");
                        if left.length > worst.length {
                            worst.length = left.length;
                            names[0] = name();
                        }
                        if left.angle > worst.angle {
                            worst.angle = left.angle;
                            names[1] = name();
                        }
                    }
                }
                runs += 1;
            }
        }
        println!(
            "{form:?}: {runs} runs, worst {:.1e} m ({}), {:.1e} rad ({})",
            worst.length, names[0], worst.angle, names[1]
        );
        assert!(
            worst.length < WORST_LENGTH_M && worst.angle < WORST_ANGLE_RAD,
            "{worst:?} {names:?}"
        );
    }
}

/// Pins and distances join bodies, particles and points of sticks in any mixture.
#[test]
fn mixed_attachments_converge_and_keep_the_centre_of_mass() {
    let mut chance = Chance::new(19);
    for _ in 0..50 {
        let model = Model {
            bodies: vec![chance.body()],
            particles: vec![particle(1.3), particle(0.7), particle(2.0)],
            ..Model::default()
        };
        let place = |chance: &mut Chance| chance.vector() * 0.5;
        let state = State {
            particles: (0..3).map(|_| resting(place(&mut chance))).collect(),
            bodies: vec![BodyState {
                orientation: chance.rotation(),
                ..still(place(&mut chance), DQuat::IDENTITY)
            }],
            ..State::default()
        };
        let body = on_body(0, chance.vector() * 0.2);
        let others = [
            Attachment::Particle(0),
            Attachment::on_stick(1, 2, 0.3),
            Attachment::Particles {
                ix: [0, 1, 2, 2],
                weight: [0.5, 0.2, 0.3, 0.0],
            },
            Attachment::Limb {
                a: 1,
                b: 2,
                place: 0.3,
                offset: chance.vector() * 0.1,
            },
        ];
        for other in others {
            for (a, b) in [(body, other), (other, body)] {
                for constraint in [
                    Constraint::Pin(Pin {
                        a,
                        b,
                        relaxation_factor: 1.0,
                    }),
                    Constraint::Distance(Distance {
                        a,
                        b,
                        min: 0.4,
                        max: 0.4,
                        relaxation_factor: 1.0,
                        tears_at: f64::INFINITY,
                    }),
                ] {
                    let mut model = model.clone();
                    model.constraints = vec![constraint.clone()];
                    let (model, mut state) = ready(model, state.clone());
                    let centre = |s: &State| {
                        ragdoll_lab::physics::report::centre_of_mass(&model, s, &[0, 1, 2], &[0])
                            .unwrap()
                            .0
                    };
                    let before = centre(&state);
                    for _ in 0..100 {
                        model.constraints[0].relax(&model, &mut state, WEIGHTS);
                    }
                    assert!((centre(&state) - before).length() < 1e-13);
                    let left = residual(&model, &state).length;
                    assert!(left < 1e-9, "{constraint:?}: {left:e}");
                }
            }
        }
    }
}

/// From any pose at all, half turns included.
#[test]
fn every_kind_converges_from_anywhere() {
    let mut chance = Chance::new(99);
    for against_world in [false, true] {
        for kind in solved_kinds() {
            for _ in 0..40 {
                let mut setup = satisfied(&mut chance, against_world);
                for motion in &mut setup.state.bodies {
                    motion.position += chance.vector();
                    motion.orientation = chance.rotation() * chance.rotation();
                }
                for (number, constraint) in examples(kind, setup.sides).iter().enumerate() {
                    let (model, mut state) = setup.with(constraint);
                    for _ in 0..1000 {
                        model.constraints[0].relax(&model, &mut state, WEIGHTS);
                    }
                    let left = residual(&model, &state);
                    assert!(
                        left.length.max(left.angle) < 1e-9,
                        "{kind} {number}: {left:?}"
                    );
                }
            }
        }
    }
}

/// The axes of a hinge may start opposite to each other.
#[test]
fn a_hinge_upside_down_turns_over() {
    let mut setup = satisfied(&mut Chance::new(3), false);
    let axis = DVec3::new(0.6, 0.0, 0.8);
    let parent = setup.state.bodies[0].orientation;
    let over = rotation_from_vector(parent * axis.any_orthonormal_vector() * std::f64::consts::PI);
    setup.state.bodies[1].orientation = over * setup.state.bodies[1].orientation;
    let hinge = &examples("hinge", setup.sides)[0];
    let (model, mut state) = setup.with(hinge);
    let before = residual(&model, &state).angle;
    assert!((before - std::f64::consts::PI).abs() < 1e-6, "{before}");
    for _ in 0..100 {
        hinge.relax(&model, &mut state, WEIGHTS);
    }
    assert!(residual(&model, &state).angle < 1e-9);
}
