//! The scenes that only this comparison needs. All have one surface, no bounce, and the
//! drag of the benchmark.

use ragdoll_lab::lab::bench::Solving;
use ragdoll_lab::scene::{
    Body, Figure, Id, InertiaPreset, LimitTable, Material, MxFigure, Obstacle, Ragdoll, Scene,
    Shape,
};

/// Drag of everything, 1/s.
const DRAG_PER_S: f64 = 0.05;
/// Friction of everything.
const FRICTION: f64 = 0.5;
/// Ids of the surface, the ground and the stairs, beyond those of shipped scenes.
const SURFACE: Id = 1_000_000;
const GROUND: Id = 1_000_001;
const STAIRS: Id = 1_000_002;
const LANDING: Id = 1_000_003;
/// Ids of ragdolls and of balls.
const FIRST_RAGDOLL: Id = 1;
const FIRST_BODY: Id = 500_000;

/// Distance of the figures of the crowd, m.
const CROWD_GRID_M: f64 = 2.2;
/// Edges of a brick, m, its density, kg/m³, and the bricks of a course.
const BRICK_M: [f64; 3] = [0.4, 0.2, 0.2];
const BRICK_KG_M3: f64 = 500.0;
const BRICKS_PER_COURSE: u32 = 10;
/// Width of the stairs for each ragdoll, height and depth of a step, m.
const STEP_M: [f64; 3] = [1.2, 0.2, 0.24];
const STEPS: u32 = 14;
/// Depth of the landing at the top of the stairs, m.
const LANDING_M: f64 = 4.0;

/// Gives everything the same surface and drag, so that all engines can do it.
pub fn plain(mut scene: Scene) -> Scene {
    scene.solver.linear_drag_per_s = Some(DRAG_PER_S);
    scene.solver.angular_drag_per_s = Some(DRAG_PER_S);
    scene.materials.push(Material {
        id: SURFACE,
        name: String::new(),
        restitution: 0.0,
        friction: FRICTION,
        rolling_resistance: 0.0,
        ..Material::default()
    });
    for obstacle in &mut scene.obstacles {
        obstacle.material = Some(SURFACE);
    }
    for body in &mut scene.bodies {
        body.material = Some(SURFACE);
    }
    for ragdoll in &mut scene.ragdolls {
        ragdoll.material = Some(SURFACE);
    }
    scene
}

/// Figures as shipped scenes have them, with the shapes of their bodies and human
/// inertia, stand on a floor side by side, each turned a little its own way, and collapse.
pub fn shipped(ragdolls: u32, solving: &Solving, self_collision: bool) -> Scene {
    let side = f64::from(ragdolls).sqrt().ceil().max(1.0) as u32;
    let figure = |i: u32| {
        let [x, z] = [i % side, i / side].map(|place| f64::from(place) * CROWD_GRID_M);
        Ragdoll {
            heading_deg: MOST_TURN_DEG * (2.0 * (f64::from(i) * GOLDEN_SECTION % 1.0) - 1.0),
            self_collision,
            ..limp(FIRST_RAGDOLL + i, [x, 0.0, z])
        }
    };
    Scene {
        solver: solving.solver(),
        obstacles: vec![obstacle(GROUND, Shape::Plane {}, [0.0; 3])],
        ragdolls: (0..ragdolls).map(figure).collect(),
        ..Scene::default()
    }
}

/// Makes turns that never repeat.
const GOLDEN_SECTION: f64 = 0.618_033_988_75;
/// Most of a turn to either side, degrees: they fall side by side.
const MOST_TURN_DEG: f64 = 10.0;

/// A wall of bricks in bond and a heavy ball that flies into its middle. The ball is the
/// last body.
pub fn wall(bricks: u32, solving: &Solving) -> Scene {
    let [length, height, depth] = BRICK_M;
    let courses = bricks.div_ceil(BRICKS_PER_COURSE);
    let brick = |i: u32| {
        let (course, place) = (i / BRICKS_PER_COURSE, i % BRICKS_PER_COURSE);
        let bond = 0.25 * length * if course % 2 == 0 { -1.0 } else { 1.0 };
        let from_middle = f64::from(place) - 0.5 * f64::from(BRICKS_PER_COURSE - 1);
        let shape = Shape::Box {
            size_m: [length, height, depth],
            rounding_m: 0.0,
        };
        Body {
            density_kg_m3: Some(BRICK_KG_M3),
            position_m: [
                from_middle * length + bond,
                (f64::from(course) + 0.5) * height,
                0.0,
            ],
            ..Body::new(FIRST_BODY + i, String::new(), shape)
        }
    };
    let ball = Body {
        mass_kg: Some(100.0),
        position_m: [0.0, 0.5 * f64::from(courses) * height, 3.0],
        velocity_m_s: [0.0, 1.0, -16.0],
        ..Body::new(
            FIRST_BODY + bricks,
            String::new(),
            Shape::Sphere { radius_m: 0.3 },
        )
    };
    Scene {
        solver: solving.solver(),
        obstacles: vec![obstacle(GROUND, Shape::Plane {}, [0.0; 3])],
        bodies: (0..bricks).map(brick).chain([ball]).collect(),
        ..Scene::default()
    }
}

/// Ragdolls side by side at the top of stairs, as in the shipped scene `mx-stairs`, each
/// hit in the back by a ball of 20 kg.
pub fn stairs(ragdolls: u32, solving: &Solving) -> Scene {
    let [each, height, depth] = STEP_M;
    let width = each * f64::from(ragdolls);
    let top = height * f64::from(STEPS);
    let edge = depth * f64::from(STEPS);
    let across = |i: u32| (f64::from(i) + 0.5) * each - 0.5 * width;
    let steps = Shape::Stairs {
        steps: STEPS,
        step_m: [width, height, depth],
    };
    let landing = Shape::Box {
        size_m: [width, top, LANDING_M],
        rounding_m: 0.0,
    };
    let middle = [0.0, 0.5 * top, edge + 0.5 * LANDING_M];
    let ragdoll = |i: u32| Ragdoll {
        heading_deg: 180.0,
        ..limp(FIRST_RAGDOLL + i, [across(i), top, edge - 0.14])
    };
    let ball = |i: u32| Body {
        mass_kg: Some(20.0),
        position_m: [across(i), top + 1.1, edge + 1.0],
        velocity_m_s: [0.0, 0.0, -12.0],
        ..Body::new(
            FIRST_BODY + i,
            String::new(),
            Shape::Sphere { radius_m: 0.2 },
        )
    };
    Scene {
        solver: solving.solver(),
        obstacles: vec![
            obstacle(GROUND, Shape::Plane {}, [0.0; 3]),
            obstacle(STAIRS, steps, [0.0; 3]),
            obstacle(LANDING, landing, middle),
        ],
        bodies: (0..ragdolls).map(ball).collect(),
        ragdolls: (0..ragdolls).map(ragdoll).collect(),
        ..Scene::default()
    }
}

/// The figure of the shipped scenes; it does not stand by itself.
fn limp(id: Id, position_m: [f64; 3]) -> Ragdoll {
    let figure = MxFigure {
        limits: LimitTable::Mirrored,
        inertia: InertiaPreset::Human,
        ..MxFigure::default()
    };
    Ragdoll {
        position_m,
        stands_until_hit: false,
        ..Ragdoll::new(id, Figure::Mx(figure))
    }
}

fn obstacle(id: Id, shape: Shape, position_m: [f64; 3]) -> Obstacle {
    Obstacle {
        id,
        name: String::new(),
        shape,
        position_m,
        orientation: [1.0, 0.0, 0.0, 0.0],
        material: None,
        color: None,
        belt_m_s: [0.0; 3],
    }
}
