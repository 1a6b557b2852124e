//! What wind and blasts do to surfaces between particles.

use crate::kit::run;
use glam::DVec3;
use ragdoll_lab::editor::generate::{Cloth, ClothPins, Ring};
use ragdoll_lab::editor::{Command, Document, Things};
use ragdoll_lab::lab::Simulation;
use ragdoll_lab::physics::blast::Blast;
use ragdoll_lab::physics::report::{kinetic_energy, momentum};
use ragdoll_lab::scene::{parse, ConstraintKind, Scene};

/// A square metre of cloth of 2 kg in the plane across an axis, free in space without drag, in
/// air of this density.
fn sheet(wind: [f64; 3], density: f64) -> Simulation {
    let cloth = Cloth {
        corner_m: [0.0; 3],
        points: [9, 9],
        mass_kg: 2.0,
        pins: ClothPins::None,
        ..Cloth::default()
    };
    Simulation::new(&in_air(cloth.things(), wind, density)).unwrap()
}

fn in_air(things: Things, wind: [f64; 3], density: f64) -> Scene {
    let text = format!(
        r#"{{"format": "ragdoll-scene", "version": 1, "gravity_m_s2": [0, 0, 0],
        "air_velocity_m_s": {wind:?}, "solver": {{"linear_drag_per_s": 0, "sleeping": false}}}}"#
    );
    let mut document = Document::new(parse(text.as_bytes()).unwrap());
    document.apply(&Command::Insert(things, "Thing")).unwrap();
    let mut scene = Scene::clone(document.scene());
    for constraint in &mut scene.constraints {
        if let ConstraintKind::Surface(surface) = &mut constraint.kind {
            surface.air_density_kg_m3 = density;
        }
    }
    scene
}

fn momentum_of(simulation: &Simulation) -> DVec3 {
    momentum(simulation.world.model(), simulation.world.state())
}

/// The sheet lies in the plane of x and z. Wind along its normal carries it as the equation of
/// a plate says, `v = v₀ k t / (1 + k t)` with `k = c ρ A v₀ / 2 m`, and one along it does nothing.
#[test]
fn wind_presses_on_a_sheet_along_its_normal() {
    // Its border, which has more mass for its area, lags soon.
    let (speed, seconds) = (6.0, 1.0 / 60.0);
    let mut across = sheet([0.0, speed, 0.0], 1.2);
    run(&mut across, 1);
    let grown = 1.17 * 1.2 * speed / (2.0 * 2.0) * seconds;
    let expected = 2.0 * speed * grown / (1.0 + grown);
    let got = momentum_of(&across);
    println!("{got}, expected {expected} along y");
    assert!((got.y - expected).abs() < 0.02 * expected, "{got}");
    assert!(
        got.x.abs() < 1e-3 * got.y && got.z.abs() < 1e-3 * got.y,
        "{got}"
    );
    let mut along = sheet([speed, 0.0, 0.0], 1.2);
    run(&mut along, 30);
    assert!(momentum_of(&along).length() < 1e-9);
    let mut without = sheet([0.0, speed, 0.0], 0.0);
    run(&mut without, 30);
    assert_eq!(momentum_of(&without), DVec3::ZERO);
}

/// Half the wind comes with half of its square: aslant at 60° a quarter of the force, all of
/// it along the normal.
#[test]
fn wind_aslant_presses_by_the_square_of_what_is_along_the_normal() {
    let start = |wind| {
        let mut simulation = sheet(wind, 0.01);
        run(&mut simulation, 1);
        momentum_of(&simulation)
    };
    let straight = start([0.0, 8.0, 0.0]);
    let aslant = start([8.0 * libm::sqrt(0.75), 4.0, 0.0]);
    assert!(
        (aslant.y / straight.y - 0.25).abs() < 1e-3,
        "{aslant} {straight}"
    );
    assert!(aslant.x.abs() < 1e-9 * straight.y, "{aslant}");
}

/// However dense the air, a light sheet is never faster than the wind, and still air stops it
/// without giving it energy.
#[test]
fn air_never_blows_anything_past_the_wind() {
    for density in [1.0, 1000.0] {
        let wind = DVec3::new(0.0, 20.0, 3.0);
        let mut blown = sheet(wind.to_array(), density);
        let mut fastest = 0.0_f64;
        for _ in 0..60 {
            run(&mut blown, 1);
            fastest = fastest.max(momentum_of(&blown).length() / 2.0);
        }
        println!("{density} kg/m³: at most {fastest} m/s");
        assert!(
            fastest <= wind.length() + 1e-9 && fastest > 10.0,
            "{fastest}"
        );
    }
    let mut scene = in_air(
        Cloth {
            pins: ClothPins::None,
            ..Cloth::default()
        }
        .things(),
        [0.0; 3],
        1000.0,
    );
    for (i, particle) in scene.particles.iter_mut().enumerate() {
        particle.velocity_m_s = [0.0, 5.0 + (i % 7) as f64, (i % 3) as f64];
    }
    let mut simulation = Simulation::new(&scene).unwrap();
    let energy = |s: &Simulation| kinetic_energy(s.world.model(), s.world.state());
    let mut last = energy(&simulation);
    for _ in 0..30 {
        run(&mut simulation, 1);
        assert!(energy(&simulation) <= last * (1.0 + 1e-12));
        last = energy(&simulation);
    }
}

/// A blast below a sheet presses upward with `S A / d²`, and nothing on one that it sees from
/// the side.
#[test]
fn a_blast_presses_on_the_triangles_that_it_sees() {
    let far = Blast {
        centre: DVec3::new(0.5, -20.0, 0.5),
        strength: 100.0,
        radius: 50.0,
    };
    let mut simulation = sheet([0.0; 3], 0.0);
    assert!(simulation.world.blast(&far));
    let got = momentum_of(&simulation);
    let expected = 100.0 / 400.0;
    assert!((got.y - expected).abs() < 0.01 * expected, "{got}");
    assert!(got.x.abs() < 1e-9 && got.z.abs() < 1e-9, "{got}");
    let mut aside = sheet([0.0; 3], 0.0);
    let from_the_side = Blast {
        centre: DVec3::new(-20.0, 0.0, 0.5),
        ..far
    };
    assert!(aside.world.blast(&from_the_side));
    assert!(momentum_of(&aside).length() < 1e-9);
}

/// A ring that is full of gas is pressed on the side that faces the blast alone: of its outline
/// that is π/4, the mean square over the mean of the cosine on half a tube. The strongest blast
/// gives nothing much more than the most speed.
#[test]
fn a_blast_presses_on_a_closed_surface_from_outside() {
    let ring = Ring::default();
    let mut simulation = Simulation::new(&in_air(ring.things(), [0.0; 3], 0.0)).unwrap();
    let middle = DVec3::from(ring.middle_m);
    let blast = Blast {
        centre: middle - DVec3::Y * 30.0,
        strength: 90.0,
        radius: 60.0,
    };
    assert!(simulation.world.blast(&blast));
    // The area of a ring seen from below, at most: a circle twice as wide as its middle line.
    let wide = ring.radius_m + ring.tube_m;
    let hole = ring.radius_m - ring.tube_m;
    let outline = std::f64::consts::PI * (wide * wide - hole * hole);
    let got = momentum_of(&simulation).y / (90.0 / 900.0);
    println!("{got} m² of {outline} m²");
    let share = got / outline / std::f64::consts::FRAC_PI_4;
    assert!((0.9..1.05).contains(&share), "{got} of {outline}");
    let near = Blast {
        centre: middle,
        strength: 1e9,
        radius: 5.0,
    };
    assert!(simulation.world.blast(&near));
    let fastest = (simulation.world.state().particles.iter())
        .map(|particle| particle.velocity.length())
        .fold(0.0, f64::max);
    assert!(fastest < 120.0, "{fastest} m/s");
}
