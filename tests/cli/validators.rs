//! Exports by the parsers of others, where there is a Python that has them: `EXCHANGE_PYTHON`, or
//! the usual one.

use crate::export::run_python;
use ragdoll_lab::compile::compile;
use ragdoll_lab::exchange::{physics_gltf, urdf};
use ragdoll_lab::scene::{parse, SHIPPED};
use serde_json::Value;
use std::process::{Command, Stdio};

/// A Python that has a module.
fn python(module: &str) -> Option<String> {
    let python = std::env::var("EXCHANGE_PYTHON").unwrap_or_else(|_| "python3".into());
    let mut command = Command::new(&python);
    let command = command.args(["-c", &format!("import {module}")]);
    let status = command.stderr(Stdio::null()).status().ok()?;
    status.success().then_some(python)
}

/// All shipped scenes with bodies, each as a robot and as glTF.
fn exports() -> Vec<[String; 2]> {
    let scenes = SHIPPED
        .iter()
        .map(|shipped| parse(shipped.text.as_bytes()).unwrap());
    let both = scenes.filter_map(|scene| {
        let (world, map) = compile(&scene).unwrap();
        // A crowd is a thousand times the same.
        let has_bodies = (1..1_000).contains(&world.model().bodies.len());
        has_bodies.then(|| {
            [
                urdf(&world, &map, &scene),
                physics_gltf(&world, &map, &scene),
            ]
            .map(|own| own.text)
        })
    });
    both.collect()
}

/// A parser finds every link and joint of every robot, in one tree, and nothing to warn of.
#[test]
fn a_parser_of_others_reads_the_robots() {
    let Some(python) = python("urdf_parser_py.urdf, lxml") else {
        println!("skipped: no Python with urdf_parser_py; EXCHANGE_PYTHON may name one");
        return;
    };
    let robots: Vec<String> = exports().into_iter().map(|[robot, _]| robot).collect();
    let script = r#"
import json, sys
from urdf_parser_py import urdf, xml_reflection
problems = []
xml_reflection.core.on_error = problems.append
result = []
for text in json.load(sys.stdin):
    robot = urdf.URDF.from_xml_string(text.encode())
    masses = sum(link.inertial.mass for link in robot.links if link.inertial)
    result.append([len(robot.links), len(robot.joints), robot.get_root(), masses])
print(json.dumps({"robots": result, "problems": problems}))
"#;
    let read = run_python(&python, script, &Value::from(robots.clone()).to_string());
    assert_eq!(read["problems"], Value::Array(Vec::new()));
    let found = read["robots"].as_array().unwrap();
    assert_eq!(found.len(), robots.len());
    for (found, text) in found.iter().zip(&robots) {
        let links = text.matches("<link ").count();
        assert_eq!(found[0], links);
        assert_eq!(found[1], links - 1, "one tree");
        assert!(
            ["base", "world"].contains(&found[2].as_str().unwrap()),
            "{found}"
        );
        assert!(found[3].as_f64().unwrap() > 0.0);
    }
}

/// A reader of glTF finds every node, and writes the file as it was.
#[test]
fn a_reader_of_others_reads_the_gltf_files() {
    let Some(python) = python("pygltflib") else {
        println!("skipped: no Python with pygltflib; EXCHANGE_PYTHON may name one");
        return;
    };
    let files: Vec<String> = exports().into_iter().map(|[_, file]| file).collect();
    let script = r#"
import json, sys, pygltflib
result = []
for text in json.load(sys.stdin):
    file = pygltflib.GLTF2.from_json(text)
    moving = [node.extensions["KHR_physics_rigid_bodies"] for node in file.nodes
              if "motion" in node.extensions.get("KHR_physics_rigid_bodies", {})]
    result.append([len(file.nodes), len(moving), len(file.extensions["KHR_implicit_shapes"]["shapes"])])
print(json.dumps(result))
"#;
    let read = run_python(&python, script, &Value::from(files.clone()).to_string());
    for (found, text) in read.as_array().unwrap().iter().zip(&files) {
        let file: Value = serde_json::from_str(text).unwrap();
        assert_eq!(found[0], file["nodes"].as_array().unwrap().len());
        assert_eq!(found[1], text.matches("\"motion\"").count());
        let shapes = &file["extensions"]["KHR_implicit_shapes"]["shapes"];
        assert_eq!(found[2], shapes.as_array().unwrap().len());
    }
}
