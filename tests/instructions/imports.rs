//! What an import takes grows with what the file holds, and no faster.

use super::counter::{self, is_required, release_build, skip};
use super::rigs;
use serde_json::{json, Value};

/// Twice as much takes twice the instructions, or a little more where something is sorted; four
/// times where each thing is compared with each.
const MOST_GROWTH: f64 = 2.4;

/// The bytes of a file that holds so much.
type File = fn(usize) -> Vec<u8>;

#[test]
#[ignore = "a stage of tests/run.sh: needs valgrind and a release build"]
fn an_import_takes_instructions_in_proportion_to_its_size() {
    if !counter::is_there() {
        return skip("no counter here; install valgrind", is_required());
    }
    let kinds = [
        ("a skin and its motion", rigs::repeated as File, 1),
        ("bodies side by side", side_by_side, 120),
        ("bodies in a chain", chained, 120),
    ];
    let program = release_build();
    let folder = tempfile::tempdir().unwrap();
    for (kind, file, size) in kinds {
        let counts = [size, 2 * size].map(|size| {
            let path = folder.path().join("import.gltf");
            std::fs::write(&path, file(size)).unwrap();
            let scene = folder.path().join("scene.json");
            let arguments = [
                "import".as_ref(),
                path.as_os_str(),
                "-o".as_ref(),
                scene.as_os_str(),
            ];
            counter::count(&program, None, arguments) as f64
        });
        let growth = counts[1] / counts[0];
        println!("{kind}: {counts:?}, grows by {growth:.2}");
        assert!(growth < MOST_GROWTH, "{kind}: {counts:?}");
    }
}

fn side_by_side(count: usize) -> Vec<u8> {
    let nodes = (0..count).map(|at| {
        json!({ "name": format!("box {at}"), "translation": [2 * at, 1, 0], "extensions": box_of_a_kilogram() })
    });
    let all: Vec<usize> = (0..count).collect();
    bodies(nodes.collect(), &all)
}

/// Each hangs on the one before, by its node and by a joint.
fn chained(count: usize) -> Vec<u8> {
    let nodes = (0..count).map(|at| {
        let mut extensions = box_of_a_kilogram();
        if at > 0 {
            extensions["KHR_physics_rigid_bodies"]["joint"] = json!({ "connectedNode": at - 1, "joint": 0 });
        }
        let mut node = json!({ "name": format!("link {at}"), "translation": [0.5, 0, 0], "extensions": extensions });
        if at + 1 < count {
            node["children"] = json!([at + 1]);
        }
        node
    });
    bodies(nodes.collect(), &[0])
}

fn box_of_a_kilogram() -> Value {
    json!({ "KHR_physics_rigid_bodies": {
        "motion": { "mass": 1 }, "collider": { "geometry": { "shape": 0 } },
    } })
}

fn bodies(nodes: Vec<Value>, roots: &[usize]) -> Vec<u8> {
    let used = ["KHR_physics_rigid_bodies", "KHR_implicit_shapes"];
    let file = json!({
        "asset": { "version": "2.0" }, "extensionsUsed": used,
        "nodes": nodes, "scenes": [{ "nodes": roots }],
        "extensions": {
            "KHR_implicit_shapes": { "shapes": [{ "type": "box", "box": { "size": [0.2, 0.2, 0.2] } }] },
            "KHR_physics_rigid_bodies": { "physicsJoints": [
                { "limits": [{ "linearAxes": [0, 1, 2], "min": 0, "max": 0 }] },
            ] },
        },
    });
    file.to_string().into_bytes()
}
