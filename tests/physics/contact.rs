//! Contacts with the floor and with boxes: bounce, sliding, rolling, rest, sleep.

use crate::kit::{tuned, Form};
use glam::{DQuat, DVec3};
use ragdoll_lab::lab::{Progress, Simulation};
use ragdoll_lab::physics::collide::deepest_penetration;
use ragdoll_lab::physics::constraint::Distance;
use ragdoll_lab::physics::report::{angular_momentum, at_rest};
use ragdoll_lab::physics::shape::nearest_on_box;
use ragdoll_lab::physics::{
    method, Attachment, BodyModel, BodyState, CommonSettings, Constraint, ContactSpring, Model,
    Obstacle, ObstacleShape, ParticleModel, ParticleState, Settings, State, StepOutcome,
    StickModel, Surface, World,
};
use ragdoll_lab::scene::{self, Scene};

const G: f64 = 9.81;
/// h' = e² h with the preset `high`, 8 substeps.
const BOUNCE_TOLERANCE: f64 = 0.02;
/// The same with 4 substeps. The scheme's parabola g n (n + 1) h²/2 rises by
/// v h_sub/2 less than v²/(2 g), 1.9 % of 0.25 m, and the speed at the impact is
/// known to half a substep of gravity, 0.9 % of the square of 4.4 m/s.
const COARSE_BOUNCE_TOLERANCE: f64 = 0.028;
/// Half a substep of travel, 1 % of the way, and the slop at the start.
const SLIDE_TOLERANCE: f64 = 0.03;
/// The friction law has no other length or time than those of the sliding.
const ROLL_TOLERANCE: f64 = 0.01;
/// Rolling resistance acts once per substep, after the friction that carries it.
const RESISTANCE_TOLERANCE: f64 = 0.05;
/// Twice the slop of 0.5 mm.
const REST_DEPTH_M: f64 = 1e-3;
const RADIUS_M: f64 = 0.15;

#[derive(Default)]
struct Setup {
    model: Model,
    state: State,
}

impl Setup {
    /// A floor at y = 0 and the default preset of 4 substeps of 10 iterations.
    fn on_floor(surface: Surface) -> Setup {
        let mut setup = Setup::default();
        setup.model.settings = Settings {
            common: CommonSettings {
                substeps: 4,
                ..CommonSettings::default()
            },
            method: Form::Verlet.method(10),
        };
        setup.obstacle(ObstacleShape::Plane, DVec3::ZERO, surface);
        setup
    }

    fn obstacle(&mut self, shape: ObstacleShape, position: DVec3, surface: Surface) {
        self.model.obstacles.push(Obstacle {
            shape,
            position,
            orientation: DQuat::IDENTITY,
            surface,
            belt: DVec3::ZERO,
        });
    }

    fn ball(&mut self, position: DVec3, velocity: DVec3, surface: Surface) {
        let mass = 5.0;
        self.model
            .bodies
            .push(BodyModel::ball(mass, RADIUS_M, surface));
        self.state.bodies.push(BodyState {
            position,
            orientation: DQuat::IDENTITY,
            velocity,
            angular_velocity: DVec3::ZERO,
        });
    }

    fn particle(&mut self, mass: f64, position: DVec3, velocity: DVec3, surface: Surface) {
        self.model.particles.push(ParticleModel {
            mass,
            fixed: false,
            radius: 0.0,
            surface,
            articulation: 0,
        });
        let motion = ParticleState { position, velocity };
        self.state.particles.push(motion);
    }

    /// A stick between the particles `a` and `a + 1`.
    fn stick(&mut self, a: usize, radius: f64, flat: bool, surface: Surface) {
        let b = a + 1;
        let p = &self.state.particles;
        let length = p[a].position.distance(p[b].position);
        self.model.constraints.push(Constraint::Distance(Distance {
            a: Attachment::Particle(a),
            b: Attachment::Particle(b),
            min: length,
            max: length,
            relaxation_factor: 1.0,
            tears_at: f64::INFINITY,
        }));
        self.model.sticks.push(StickModel {
            a,
            b,
            radius,
            flat,
            surface,
            torn: false,
        });
    }

    fn single_stick(
        &mut self,
        ends: [DVec3; 2],
        velocity: DVec3,
        radius: f64,
        flat: bool,
        surface: Surface,
    ) {
        for end in ends {
            self.particle(2.0, end, velocity, surface);
        }
        self.stick(0, radius, flat, surface);
    }

    fn world(self) -> World {
        let method = method::find("verlet").unwrap();
        World::new(self.model, self.state, (method.create)())
    }
}

fn surface(restitution: f64, friction: f64, rolling_resistance: f64) -> Surface {
    Surface {
        restitution,
        friction,
        rolling_resistance,
        spring: ContactSpring::NONE,
    }
}

fn advance(world: &mut World, seconds: f64) {
    for _ in 0..(60.0 * seconds).round() as u32 {
        assert_eq!(world.step(), StepOutcome::Advanced);
    }
}

#[track_caller]
fn assert_near(what: &str, measured: f64, expected: f64, tolerance: f64) {
    let error = measured / expected - 1.0;
    println!(
        "{what}: {measured:.4}, expected {expected:.4}, {:+.2} %",
        100.0 * error
    );
    assert!(
        error.abs() <= tolerance,
        "{what}: {measured} for {expected}"
    );
}

/// v' = e v, so h' = e² h.
#[test]
fn a_ball_bounces_to_e_squared_of_its_height() {
    for (substeps, tolerance) in [(8, BOUNCE_TOLERANCE), (4, COARSE_BOUNCE_TOLERANCE)] {
        for restitution in [0.5, 0.9] {
            for height in [1.0, 2.0, 3.0] {
                let top = top_of_bounce(substeps, restitution, height);
                let expected = restitution * restitution * height;
                let what = format!("bounce, {substeps} substeps, e {restitution}, {height} m");
                assert_near(&what, top, expected, tolerance);
            }
        }
    }
}

/// Greatest height between the first and the second impact, m.
fn top_of_bounce(substeps: u32, restitution: f64, height: f64) -> f64 {
    let surface = surface(restitution, 0.6, 0.0);
    let mut setup = Setup::on_floor(surface);
    setup.model.settings.common.substeps = substeps;
    setup.ball(DVec3::Y * (RADIUS_M + height), DVec3::ZERO, surface);
    let mut world = setup.world();
    let mut impacts = 0;
    let mut top = 0.0_f64;
    while impacts < 2 {
        advance(&mut world, 1.0 / 60.0);
        impacts += world.impacts().len();
        if impacts == 1 {
            top = top.max(world.state().bodies[0].position.y - RADIUS_M);
        }
    }
    top
}

/// Coulomb: d = v² / (2 μ g).
#[test]
fn a_sliding_stick_stops_after_the_way_of_coulomb() {
    for (speed, friction) in [(2.0, 0.3), (3.0, 0.5), (5.0, 0.6)] {
        let surface = surface(0.0, friction, 0.0);
        let mut setup = Setup::on_floor(surface);
        let ends = [DVec3::new(0.0, 0.1, 0.0), DVec3::new(0.6, 0.1, 0.0)];
        setup.single_stick(ends, DVec3::X * speed, 0.1, false, surface);
        let mut world = setup.world();
        advance(&mut world, 5.0);
        assert!(at_rest(world.model(), world.state()));
        let way = world.state().particles[0].position.x;
        let expected = speed * speed / (2.0 * friction * G);
        assert_near(
            &format!("slide, {speed} m/s, friction {friction}"),
            way,
            expected,
            SLIDE_TOLERANCE,
        );
    }
}

/// Angular momentum about the contact line is kept: v = v0 / (1 + 2/5) = 5/7 v0.
#[test]
fn a_sliding_ball_ends_rolling_at_five_sevenths_of_its_speed() {
    for (speed, friction) in [(3.0, 0.2), (7.0, 0.6)] {
        let surface = surface(0.0, friction, 0.0);
        let mut setup = Setup::on_floor(surface);
        setup.ball(DVec3::Y * RADIUS_M, DVec3::X * speed, surface);
        let mut world = setup.world();
        advance(&mut world, 2.0);
        let ball = world.state().bodies[0];
        assert_near(
            &format!("roll, from {speed} m/s"),
            ball.velocity.x,
            5.0 / 7.0 * speed,
            ROLL_TOLERANCE,
        );
        // Without slipping: v = ω r, about −z for a ball that rolls along x.
        let rim = -ball.angular_velocity.z * RADIUS_M;
        assert_near("speed of the rim", rim, ball.velocity.x, ROLL_TOLERANCE);
    }
}

/// The resisting moment c r N on a rolling ball: (7/5) m a = c m g, so the way is
/// v² / (2 a) = 7 v² / (10 c g).
#[test]
fn rolling_resistance_stops_a_ball_after_its_way() {
    for (speed, resistance) in [(2.0, 0.05), (1.0, 0.01), (3.0, 0.05)] {
        let surface = surface(0.0, 0.6, resistance);
        let mut setup = Setup::on_floor(surface);
        setup.ball(DVec3::Y * RADIUS_M, DVec3::X * speed, surface);
        setup.state.bodies[0].angular_velocity = DVec3::NEG_Z * (speed / RADIUS_M);
        let mut world = setup.world();
        let time = 1.4 * speed / (resistance * G);
        advance(&mut world, 1.1 * time + 2.0);
        assert!(
            world.state().rest[0].asleep,
            "{:?}",
            world.state().bodies[0]
        );
        let way = world.state().bodies[0].position.x;
        let expected = 0.7 * speed * speed / (resistance * G);
        assert_near(
            &format!("way, {speed} m/s, resistance {resistance}"),
            way,
            expected,
            RESISTANCE_TOLERANCE,
        );
    }
}

/// Two balls in the air turn each other, and nothing else: what resists their rolling acts on
/// both, and not at all on two that turn alike.
#[test]
fn rolling_resistance_keeps_the_angular_momentum_of_two_bodies() {
    let surface = surface(0.2, 0.4, 0.5);
    let after = |spins: [DVec3; 2]| {
        let mut setup = Setup::default();
        setup.model.settings = tuned(Settings::default(), |common, _| {
            common.gravity = DVec3::ZERO;
            common.linear_drag = 0.0;
            common.angular_drag = 0.0;
        });
        setup.ball(DVec3::NEG_X * 0.2, DVec3::X * 2.0, surface);
        setup.ball(DVec3::X * 0.2, DVec3::NEG_X * 2.0, surface);
        for (body, spin) in setup.state.bodies.iter_mut().zip(spins) {
            body.angular_velocity = spin;
        }
        let mut world = setup.world();
        let before = angular_momentum(world.model(), world.state());
        advance(&mut world, 0.5);
        let after = angular_momentum(world.model(), world.state());
        assert!(world.state().bodies[0].velocity.x < 0.0, "they never met");
        let lost = before.distance(after);
        assert!(lost < 1e-9 * before.length(), "{lost} of {before}");
        [0, 1].map(|i| world.state().bodies[i].angular_velocity)
    };
    let alike = DVec3::X * 30.0;
    assert_eq!(after([alike, alike]), [alike, alike]);
    let [one, other] = after([DVec3::X * 30.0, DVec3::ZERO]);
    println!("spins {:.3} and {:.3} rad/s", one.x, other.x);
    assert!(one.x < 29.9 && other.x > 0.1, "{one} and {other}");
}

/// A stick leans on the edge of a box with no more than the last 15 mm of it.
#[test]
fn a_stick_leans_on_an_edge_near_its_end() {
    let (radius, slop) = (0.02, 5e-4);
    let slope = 30.0_f64.to_radians();
    let along = DVec3::new(libm::cos(slope), libm::sin(slope), 0.0);
    let across = DVec3::Z.cross(along);
    let edge = along * 0.985 - across * radius;
    let surface = surface(0.0, 0.6, 0.0);
    let mut setup = Setup::on_floor(surface);
    setup.model.obstacles.clear();
    let half = DVec3::new(0.5, -0.5, 0.0);
    setup.obstacle(
        ObstacleShape::Cuboid(DVec3::splat(0.5)),
        edge + half,
        surface,
    );
    let steeper = DQuat::from_rotation_z(0.07) * along;
    setup.single_stick([DVec3::ZERO, steeper], DVec3::ZERO, radius, false, surface);
    setup.model.particles[0].fixed = true;
    let mut world = setup.world();
    advance(&mut world, 2.0);
    let axis = world.state().particles[1].position.normalize();
    let distance = axis.cross(edge).length();
    println!("edge {:.2} mm from the axis", 1e3 * distance);
    assert!((distance - (radius - slop)).abs() < 1e-4, "{distance}");
}

/// What lies still is at most the slop deep and falls asleep where it lies.
#[test]
fn sticks_and_balls_rest_on_floor_and_box() {
    let surface = surface(0.0, 0.6, 0.01);
    let up = DVec3::Y;
    for (base, name) in [(DVec3::ZERO, "floor"), (DVec3::new(5.0, 0.5, 0.0), "box")] {
        let lying = [base + up * 0.1, base + DVec3::new(0.5, 0.1, 0.1)];
        let standing = [base, base + up * 0.5];
        let cases = [
            ("lying, round", lying, false),
            ("lying, flat", lying, true),
            ("standing, flat", standing, true),
        ];
        for (what, ends, flat) in cases {
            let mut setup = Setup::on_floor(surface);
            let half = DVec3::new(1.0, 0.25, 1.0);
            setup.obstacle(
                ObstacleShape::Cuboid(half),
                DVec3::new(5.0, 0.25, 0.0),
                surface,
            );
            setup.single_stick(ends, DVec3::ZERO, 0.1, flat, surface);
            setup.ball(base + DVec3::new(-0.5, RADIUS_M, 0.5), DVec3::ZERO, surface);
            let mut world = setup.world();
            advance(&mut world, 4.0);
            let depth = deepest_penetration(world.model(), world.state());
            println!("{what} on the {name}: {:.2} mm deep", 1e3 * depth);
            assert!(
                world.state().rest.iter().all(|r| r.asleep),
                "{what} on the {name}"
            );
            assert!(depth <= REST_DEPTH_M, "{what} on the {name}: {depth}");
            for (particle, end) in world.state().particles.iter().zip(ends) {
                let moved = particle.position.distance(end);
                assert!(moved <= 2.0 * REST_DEPTH_M, "{what} on the {name}: {moved}");
            }
        }
    }
}

/// Surface distance from a box at `centre`, least over the sticks, m.
fn clearance(world: &World, centre: DVec3, half: DVec3) -> f64 {
    let particles = &world.state().particles;
    let along = |stick: &StickModel| {
        let [a, b] = [stick.a, stick.b].map(|i| particles[i].position);
        let radius = stick.radius;
        let places = (0..=8).map(|i| a.lerp(b, f64::from(i) / 8.0));
        places
            .map(|point| nearest_on_box(point - centre, half).distance - radius)
            .fold(f64::INFINITY, f64::min)
    };
    let sticks = world.model().sticks.iter();
    sticks.map(along).fold(f64::INFINITY, f64::min)
}

/// A rope of radius 1.5 cm that falls across a box hangs over its edges: deeper
/// than its radius it would be through the surface.
#[test]
fn a_rope_over_a_box_does_not_pass_through() {
    const ROPE_RADIUS_M: f64 = 0.015;
    const LINKS: usize = 20;
    let surface = surface(0.0, 0.6, 0.01);
    let (centre, half) = (DVec3::new(0.1, 0.5, 0.0), DVec3::new(0.3, 0.5, 0.3));
    let mut setup = Setup::on_floor(surface);
    setup.obstacle(ObstacleShape::Cuboid(half), centre, surface);
    for i in 0..=LINKS {
        let x = 0.1 * (i as f64 - 0.5 * LINKS as f64);
        setup.particle(0.05, DVec3::new(x, 1.5, 0.0), DVec3::ZERO, surface);
    }
    for link in 0..LINKS {
        setup.stick(link, ROPE_RADIUS_M, false, surface);
    }
    let mut world = setup.world();
    let mut least = f64::INFINITY;
    for _ in 0..600 {
        advance(&mut world, 1.0 / 60.0);
        least = least.min(clearance(&world, centre, half));
    }
    println!("rope over a box: least clearance {:.1} mm", 1e3 * least);
    assert!(least > -ROPE_RADIUS_M, "{least}");
    let middle = world.state().particles[LINKS / 2].position;
    assert!(middle.y > 1.0 || middle.y < 0.1, "{middle}");
}

#[test]
fn the_shipped_rope_stays_out_of_its_box() {
    let scene = shipped("rope");
    let mut simulation = Simulation::new(&scene).unwrap();
    let (centre, half) = (DVec3::new(0.9, 0.175, 0.0), DVec3::new(0.3, 0.175, 0.3));
    let mut least = f64::INFINITY;
    for _ in 0..1200 {
        assert_eq!(simulation.step(), Progress::Advanced);
        let ball = simulation.world.state().bodies[0].position;
        let of_ball = nearest_on_box(ball - centre, half).distance - 0.1;
        least = least
            .min(of_ball)
            .min(clearance(&simulation.world, centre, half));
    }
    println!("shipped rope: least clearance {:.1} mm", 1e3 * least);
    assert!(least > -0.015, "{least}");
}

fn shipped(name: &str) -> Scene {
    scene::parse(scene::find(name).unwrap().text.as_bytes()).unwrap()
}

/// Delannoy, section 4.5.3: the figure is frozen until the first hit.
#[test]
fn a_standing_figure_keeps_every_bit_until_a_ball_wakes_it() {
    for name in [
        "humanoid-thin",
        "humanoid-medium",
        "humanoid-wide",
        "first-throw",
    ] {
        let mut scene = shipped(name);
        scene.launcher.as_mut().unwrap().fire_at_s = None;
        let mut simulation = Simulation::new(&scene).unwrap();
        let start = simulation.world.state().clone();
        for _ in 0..600 {
            assert_eq!(simulation.step(), Progress::Advanced);
            let now = simulation.world.state();
            assert_eq!(now.particles, start.particles, "{name}");
            assert_eq!(now.bodies[..], start.bodies[..], "{name}");
            assert!(
                now.rest.iter().all(|r| r.asleep),
                "{name}: woken by the floor"
            );
        }
        assert!(simulation.throw(&scene.launcher.clone().unwrap()));
        for _ in 0..60 {
            assert_eq!(simulation.step(), Progress::Advanced);
        }
        assert!(!simulation.world.state().rest[0].asleep, "{name}");
        let now = simulation.world.state();
        let bodies = now.bodies[..start.bodies.len()] == start.bodies[..];
        assert!(now.particles != start.particles || !bodies, "{name}");
    }
}

/// A figure that has fallen asleep on the floor wakes by a ball and sleeps again.
#[test]
fn a_fallen_figure_sleeps_until_a_ball_hits_it() {
    let mut scene = shipped("humanoid-thin");
    scene.launcher = None;
    scene.ragdolls[0].stands_until_hit = false;
    let mut simulation = Simulation::new(&scene).unwrap();
    let asleep = |s: &Simulation| s.world.state().rest[0].asleep;
    let mut step = 0;
    while !asleep(&simulation) && step < 1200 {
        assert_eq!(simulation.step(), Progress::Advanced);
        step += 1;
    }
    println!("fell asleep after {:.2} s", f64::from(step) / 60.0);
    assert!(asleep(&simulation));
    let lying = simulation.world.state().particles.clone();
    for _ in 0..120 {
        assert_eq!(simulation.step(), Progress::Advanced);
    }
    assert_eq!(simulation.world.state().particles, lying);
    let torso = 0.5 * (lying[4].position + lying[5].position);
    let shot = scene::Launcher {
        position_m: (torso + DVec3::Y * 2.0).to_array(),
        direction: [0.0, -1.0, 0.0],
        ..scene::Launcher::default()
    };
    assert!(simulation.throw(&shot));
    let woken = (0..30).any(|_| {
        assert_eq!(simulation.step(), Progress::Advanced);
        !asleep(&simulation)
    });
    assert!(woken);
    assert_ne!(simulation.world.state().particles, lying);
}

/// The heads of these figures sit on necks of a thirtieth of their inertia: that of the wide
/// one nodded for ten seconds as long as the neck's inertia measured the damping.
#[test]
fn the_figures_of_the_thesis_lie_still_soon_after_a_hit() {
    for name in ["humanoid-thin", "humanoid-medium", "humanoid-wide"] {
        let mut simulation = Simulation::new(&shipped(name)).unwrap();
        for _ in 0..600 {
            assert_eq!(simulation.step(), Progress::Advanced);
        }
        let shot = simulation.metrics.shot.clone().unwrap();
        println!("{name}: at rest {:?} s after the hit", shot.time_to_rest_s);
        assert!(shot.time_to_rest_s.unwrap() < 7.0, "{name}");
    }
}
