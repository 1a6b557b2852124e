//! A step takes no memory once its scratch memory is large enough.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use ragdoll_lab::compile::compile;
use ragdoll_lab::lab::bench::{MxDrop, Solving};
use ragdoll_lab::physics::lanes::threads;
use ragdoll_lab::physics::method::find;
use ragdoll_lab::physics::{BodyModel, BodyState, ContactSpring, StepOutcome, Surface, World};
use ragdoll_lab::scene::{self, Precision, Preset};
use rayon::ThreadPool;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// Counts what its thread asks for.
struct Counting;

thread_local! {
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    // A thread that ends asks for memory, too.
    let _ = ASKED.try_with(|asked| asked.set(asked.get() + 1));
}

// SAFETY: everything is passed on to the allocator of the system.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        System.alloc(layout)
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        System.dealloc(place, layout);
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        System.realloc(place, layout, size)
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Methods and presets that solve constraints one after another.
const WAYS: [(&str, Preset); 4] = [
    ("verlet", Preset::Default),
    ("impulse", Preset::Default),
    ("paper", Preset::Baltman),
    ("paper", Preset::BaltmanVelocity),
];

fn advance(world: &mut World, steps: u32) {
    for _ in 0..steps {
        assert_eq!(world.step(), StepOutcome::Advanced);
    }
}

/// Does the same steps twice: the first time takes all memory that they need.
#[track_caller]
fn assert_takes_none(what: &str, mut world: World, steps: u32) {
    let start = world.state().clone();
    advance(&mut world, steps);
    let end = world.state().hash();
    world.restore(&start);
    let before = ASKED.get();
    advance(&mut world, steps);
    let asked = ASKED.get() - before;
    assert_eq!(world.state().hash(), end, "{what}");
    assert_eq!(asked, 0, "{what}");
}

fn world(name: &str, way: (&str, Preset)) -> World {
    world_of(name, way).unwrap()
}

/// The same; none of what another method than the standard refuses.
fn world_of(name: &str, (method, preset): (&str, Preset)) -> Option<World> {
    let text = scene::find(name).unwrap().text;
    let mut scene = scene::parse(text.as_bytes()).unwrap();
    scene.solver.choose_method(find(method).unwrap());
    scene.solver.preset = preset;
    let built = compile(&scene);
    assert!(built.is_ok() || method != "verlet", "{name}");
    built.ok().map(|(world, _)| world)
}

/// Throws an elastic ball into the middle of the scene.
fn throw(world: &mut World) {
    let surface = Surface {
        restitution: 0.5,
        friction: 0.5,
        rolling_resistance: 0.0,
        spring: ContactSpring::NONE,
    };
    let motion = BodyState {
        position: [0.0, 0.9, 2.0].into(),
        velocity: [0.0, 0.0, -12.0].into(),
        ..BodyState::default()
    };
    world.add_body(BodyModel::ball(5.0, 0.15, surface), motion);
}

/// Falls, lies, and falls asleep.
#[test]
fn a_falling_ragdoll() {
    for way in WAYS {
        assert_takes_none(&format!("{way:?}"), world("mx-drop", way), 300);
    }
}

/// Falls; with multipliers until it touches something.
#[test]
fn a_falling_ragdoll_whose_joints_hold_exactly() {
    for (method, steps) in [("reduced", 120), ("multipliers", 12)] {
        let text = scene::find("mx-drop").unwrap().text;
        let mut scene = scene::parse(text.as_bytes()).unwrap();
        scene.solver.choose_method(find(method).unwrap());
        assert_takes_none(method, compile(&scene).unwrap().0, steps);
    }
}

#[test]
fn a_pile_that_a_ball_hits() {
    for way in WAYS {
        let mut world = world("mx-pile", way);
        throw(&mut world);
        assert_takes_none(&format!("{way:?}"), world, 40);
    }
}

/// Figures of particles and sticks, boxes, ropes, meshes, elastic stops; not what tears in these
/// steps, which goes on in another model.
#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn every_shipped_scene() {
    let others = |name: &str| !["mx-pile", "tear"].contains(&name);
    for shipped in scene::SHIPPED.iter().filter(|s| others(s.name)) {
        for way in WAYS {
            let Some(mut world) = world_of(shipped.name, way) else {
                continue;
            };
            throw(&mut world);
            assert_takes_none(&format!("{}, {way:?}", shipped.name), world, 60);
        }
    }
}

#[test]
fn a_crowd() {
    for precision in [Precision::F32, Precision::F64] {
        let drop = MxDrop {
            ragdolls: 40,
            solving: Solving {
                precision,
                ..Solving::default()
            },
            ..MxDrop::default()
        };
        let apart = drop.scene().unwrap();
        let mut with_limbs = apart.clone();
        for ragdoll in &mut with_limbs.ragdolls {
            ragdoll.self_collision = true;
        }
        for scene in [apart, with_limbs] {
            let (world, _) = compile(&scene).unwrap();
            assert_takes_none(&format!("{precision:?}"), world, 120);
        }
    }
}

/// What this thread and those of a pool have asked for.
fn asked_of_all(pool: &ThreadPool) -> u64 {
    ASKED.get() + pool.broadcast(|_| ASKED.get()).iter().sum::<u64>()
}

/// The queues of rayon take a block for every few dozen calls; a step itself takes none.
#[test]
fn threads_that_share_a_step() {
    const STEPS: u32 = 60;
    for way in WAYS {
        let mut world = world("mx-pile", way);
        let pool = threads(3).unwrap();
        world.set_threads(Some(pool.clone()));
        throw(&mut world);
        let start = world.state().clone();
        advance(&mut world, STEPS);
        world.restore(&start);
        let before = asked_of_all(&pool);
        advance(&mut world, STEPS);
        let asked = asked_of_all(&pool) - before;
        assert!(asked <= u64::from(STEPS / 4), "{way:?}: {asked}");
    }
}

#[test]
fn contacts_that_are_springs() {
    for name in ["box-stack", "pile"] {
        let mut world = world(name, ("paper", Preset::BaltmanVelocity));
        throw(&mut world);
        assert_takes_none(name, world, 60);
    }
}
