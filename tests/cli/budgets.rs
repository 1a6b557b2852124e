//! Little files that ask for much by sharing, nesting and products: refused before they are read, with
//! place and remedy, or read within a gigabyte.

use super::memory::run_within;
use data_encoding::BASE64;
use ragdoll_lab::exchange::gltf_import::scene_from_file;
use ragdoll_lab::exchange::mjcf_import::scene_from_mjcf;
use ragdoll_lab::exchange::urdf_import::scene_from_urdf;
use ragdoll_lab::gltf::Gltf;
use serde_json::{json, Value};
use std::cell::Cell;
use std::time::Instant;

/// What the program may have, KiB.
const GIGABYTE: u32 = 1024 * 1024;
/// Numbers of a little file that are shared.
const SHARED: usize = 100_000;

/// Imports a file with a gigabyte of address space: the exit code and what was said.
#[track_caller]
fn import(name: &str, content: &[u8]) -> (i32, String) {
    let folder = tempfile::tempdir().unwrap();
    let [file, out] = [name, "out.json"].map(|name| folder.path().join(name));
    std::fs::write(&file, content).unwrap();
    let [file, out] = [&file, &out].map(|path| path.to_str().unwrap());
    let begun = Instant::now();
    let output = run_within(GIGABYTE, "", &["import", file, "-o", out]);
    // A bound of the kind, not of the machine: it was minutes, or never.
    assert!(
        begun.elapsed().as_secs() < 20,
        "{name} took {:?}",
        begun.elapsed()
    );
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (
        output
            .status
            .code()
            .unwrap_or_else(|| panic!("{name}: {said}")),
        said,
    )
}

fn refused_xml(inside: &str) -> String {
    let text = format!("<mujoco>\n{inside}</mujoco>");
    scene_from_mjcf(&text, "test").unwrap_err().to_string()
}

#[test]
fn xml_is_refused_by_its_tags_before_it_is_read() {
    let nested = format!("{}{}", "<a xmlns:n='u'>".repeat(3000), "</a>".repeat(3000));
    assert_eq!(
        refused_xml(&nested),
        "2:961: more than 64 namespaces of a MuJoCo or URDF file; remove the `xmlns` attributes"
    );
    let attributes: String = (0..100_000).map(|i| format!(" a{i}=''")).collect();
    assert_eq!(
        refused_xml(&format!("\n  <é/><geom{attributes}/>")),
        "3:7: more than 100 attributes of one element; remove those that the format does not have"
    );
    let robot = format!("<robot name='r'{attributes}/>");
    let refused = scene_from_urdf(&robot, "test").unwrap_err().to_string();
    assert!(
        refused.starts_with("1:1: more than 100 attributes"),
        "{refused}"
    );
    let elements = refused_xml(&"<a/>".repeat(500_001));
    assert!(
        elements.contains("more than 500,000 elements"),
        "{elements}"
    );
}

#[test]
fn default_classes_that_copy_much_are_refused() {
    let geom: String = (0..99).map(|i| format!(" a{i}=''")).collect();
    let kinds: String = (0..200).map(|i| format!("<k{i}{geom}/>")).collect();
    let beside = "<default class='c'/>".repeat(30);
    let refused = refused_xml(&format!("<default>{kinds}{beside}</default>"));
    assert!(
        refused.contains("more than 500,000 attributes of all default classes"),
        "{refused}"
    );
    assert!(refused.ends_with("; nest fewer classes"), "{refused}");
    let many = refused_xml(&format!(
        "<default>{}</default>",
        "<default class='c'/>".repeat(1000)
    ));
    assert!(many.contains("more than 1,000 default classes"), "{many}");
    // It would be read again for each element.
    let long = "1 ".repeat(501);
    let refused = refused_xml(&format!("<default>\n<geom size='{long}'/></default>"));
    assert!(
        refused.starts_with("3:1: more than 1,000 characters"),
        "{refused}"
    );
}

#[test]
fn meshes_without_faces_are_refused_once_their_hulls_have_too_many_points() {
    let points: String = (0..4_000)
        .map(|i| {
            let angle = f64::from(i);
            format!(
                "{:.3} {:.3} {:.3} ",
                angle.sin(),
                angle.cos(),
                (0.7 * angle).sin()
            )
        })
        .collect();
    let mesh = format!("<mesh name='m' vertex='{points}'/>\n");
    let refused = refused_xml(&format!("<asset>{}</asset>", mesh.repeat(26)));
    assert!(
        refused.starts_with("27:1: more than 100,000 points"),
        "{refused}"
    );
    assert!(
        refused.ends_with("; give them faces that close"),
        "{refused}"
    );
}

#[test]
fn no_message_is_as_long_as_what_it_names() {
    let long = "n".repeat(100_000);
    // The reader of XML names the place alone.
    let torn = refused_xml(&format!("<{long}"));
    assert!(torn.len() < 700 && torn.contains(';'), "{torn}");
    let told = [
        refused_xml(&format!("<compiler angle='{long}'/>")),
        refused_xml(&format!(
            "<worldbody><body childclass='{long}'/></worldbody>"
        )),
        scene_from_urdf(&format!("<{long}/>"), "test")
            .unwrap_err()
            .to_string(),
        Gltf::read(br#"{"buffers": [{"uri": "a"}]}"#, &|_| Err(long.clone()))
            .unwrap_err()
            .to_string(),
    ];
    for told in told {
        assert!(
            told.len() < 700 && told.contains("nnn") && told.contains(';'),
            "{told}"
        );
    }
}

#[test]
fn of_many_things_that_are_left_out_some_are_told_and_the_others_counted() {
    let unknown: String = (0..600).map(|i| format!("<x{i}/>")).collect();
    let long = "n".repeat(100_000);
    let body = format!("<body><{long}/>{unknown}<freejoint/><geom size='0.1'/></body>");
    let text = format!("<mujoco><worldbody>{body}</worldbody></mujoco>");
    let left_out = scene_from_mjcf(&text, "test").unwrap().left_out;
    assert_eq!(left_out.len(), 501);
    assert_eq!(left_out[500], "101 more");
    assert!(left_out.iter().all(|what| what.len() < 700));
}

/// A figure of a triangle and a long buffer of zeros with 60 at its end, with what else is to be in the file.
fn figure(change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let mut bytes = Vec::new();
    let floats = |all: &[f32]| {
        all.iter()
            .flat_map(|x| x.to_le_bytes())
            .collect::<Vec<u8>>()
    };
    bytes.extend(floats(&[0.0, 1.0, 0.0, 0.1, 1.3, 0.0, 0.0, 1.7, 0.1]));
    bytes.extend([0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]);
    bytes.extend(floats(&[1.0, 0.0, 0.0, 0.0].repeat(3)));
    let own = bytes.len();
    bytes.resize(own + 4 * (SHARED - 1), 0);
    bytes.extend(60.0_f32.to_le_bytes());
    let accessor = |view: usize, component: u32, count: usize, kind: &str| json!({"bufferView": view, "componentType": component, "count": count, "type": kind});
    let mut file = json!({
        "asset": {"version": "2.0"},
        "nodes": [
            {"name": "Hips", "translation": [0, 1, 0], "children": [1]},
            {"name": "Spine", "translation": [0, 0.3, 0], "children": [2]},
            {"name": "Head", "translation": [0, 0.4, 0]},
            {"mesh": 0, "skin": 0},
        ],
        "skins": [{"joints": [0, 1, 2]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2}}]}],
        "accessors": [
            accessor(0, 5126, 3, "VEC3"),
            accessor(1, 5121, 3, "VEC4"),
            accessor(2, 5126, 3, "VEC4"),
            accessor(3, 5126, SHARED / 4, "SCALAR"),
            accessor(3, 5126, SHARED / 4, "VEC4"),
            accessor(3, 5126, SHARED / 16, "MAT4"),
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": 36},
            {"buffer": 0, "byteOffset": 36, "byteLength": 12},
            {"buffer": 0, "byteOffset": 48, "byteLength": 48},
            {"buffer": 0, "byteOffset": own, "byteLength": 4 * SHARED},
        ],
        "buffers": [{"uri": format!("data:;base64,{}", BASE64.encode(&bytes))}],
    });
    change(&mut file);
    file.to_string().into_bytes()
}

#[test]
fn channels_and_parts_that_share_numbers_are_read_once() {
    let channels = figure(|file| {
        let channel = json!({"sampler": 0, "target": {"node": 0, "path": "rotation"}});
        let samplers = json!([{"input": 3, "output": 4}]);
        file["animations"] = json!([{"channels": vec![channel; 10_000], "samplers": samplers}]);
    });
    let (code, said) = import("channels.gltf", &channels);
    assert_eq!(code, 0, "{said}");
    let parts = figure(|file| {
        file["skins"][0]["inverseBindMatrices"] = json!(5);
        let part = file["meshes"][0]["primitives"][0].clone();
        file["meshes"][0]["primitives"] = json!(vec![part; 1_000]);
    });
    // Read for each part, the matrices would be too many numbers; all of them are 0.
    let (code, said) = import("parts.gltf", &parts);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("its mesh has no height"), "{said}");
}

#[test]
fn accessors_on_the_same_bytes_are_counted_as_often_as_they_are_read() {
    let apart = figure(|file| {
        let (times, turns) = (file["accessors"][3].clone(), file["accessors"][4].clone());
        let accessors = file["accessors"].as_array_mut().unwrap();
        let first = accessors.len();
        let (mut channels, mut samplers, mut nodes) = (Vec::new(), Vec::new(), Vec::new());
        for i in 0..1_000 {
            accessors.extend([times.clone(), turns.clone()]);
            samplers.push(json!({"input": first + 2 * i, "output": first + 2 * i + 1}));
            channels.push(json!({"sampler": i, "target": {"node": 4 + i, "path": "rotation"}}));
            nodes.push(json!({}));
        }
        file["nodes"].as_array_mut().unwrap().extend(nodes);
        file["animations"] = json!([{"channels": channels, "samplers": samplers}]);
    });
    let (code, said) = import("apart.gltf", &apart);
    assert_eq!(code, 2, "{said}");
    assert!(
        said.contains("more than 32,000,000 numbers of accessors"),
        "{said}"
    );
    assert!(
        said.contains("export fewer meshes and animations"),
        "{said}"
    );
}

#[test]
fn the_frames_of_all_animations_are_counted() {
    let long = figure(|file| {
        let nodes = file["nodes"].as_array_mut().unwrap();
        nodes.extend((0..10_000).map(|_| json!({})));
        // From 0 to 60 s.
        file["accessors"][3] = json!(
            {"bufferView": 3, "byteOffset": 4 * (SHARED - 2), "componentType": 5126, "count": 2, "type": "SCALAR"}
        );
        let channel = json!({"sampler": 0, "target": {"node": 0, "path": "rotation"}});
        let samplers = json!([{"input": 3, "output": 4}]);
        let animation = json!({"channels": [channel], "samplers": samplers});
        file["animations"] = json!([animation]);
    });
    let (code, said) = import("long.gltf", &long);
    assert_eq!(code, 0, "{said}");
    assert!(
        said.contains("is left out: more than 10,000,000 frames"),
        "{said}"
    );
}

#[test]
fn buffers_that_name_one_file_are_read_once() {
    let reads = Cell::new(0);
    let fetch = |_: &str| {
        reads.set(reads.get() + 1);
        Ok(vec![0; 100_000])
    };
    let naming = |count| {
        let buffers = vec![json!({"uri": "one.bin"}); count];
        json!({"asset": {"version": "2.0"}, "buffers": buffers}).to_string()
    };
    assert!(Gltf::read(naming(1_000).as_bytes(), &fetch).is_ok());
    assert_eq!(reads.get(), 1);
    let refused = Gltf::read(naming(1_001).as_bytes(), &fetch).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "more than 1,000 buffers of a glTF file; pack it as .glb"
    );
    assert_eq!(reads.get(), 1);
}

#[test]
fn a_picture_of_many_materials_is_read_once() {
    let painted = figure(|file| {
        let part = file["meshes"][0]["primitives"][0].clone();
        let parts = (0..64).map(|i| {
            let mut part = part.clone();
            part["material"] = i.into();
            part
        });
        file["meshes"][0]["primitives"] = parts.collect();
        let paint = json!({"baseColorTexture": {"index": 0}});
        file["materials"] = json!(vec![json!({"pbrMetallicRoughness": paint}); 64]);
        file["textures"] = json!([{"source": 0}]);
        file["images"] = json!([{"uri": "one.png"}]);
    });
    let reads = Cell::new(0);
    let fetch = |_: &str| {
        reads.set(reads.get() + 1);
        Ok(b"no picture".to_vec())
    };
    let model = Gltf::read(&painted, &fetch).unwrap().model(&fetch).unwrap();
    let white = model.notes.iter().filter(|note| note.contains("is white"));
    assert_eq!((reads.get(), white.count()), (1, 64));
}

#[test]
fn the_text_of_gltf_is_counted_before_it_is_read() {
    let many = format!(
        r#"{{"asset": {{"version": "2.0"}}, "nodes": [{}{{}}]}}"#,
        "{},".repeat(1_000_000)
    );
    let (code, said) = import("nodes.gltf", many.as_bytes());
    assert!(
        code == 2 && said.contains("more than 500,000 objects"),
        "{said}"
    );
    let many = format!(
        r#"{{"asset": {{"version": "2.0"}}, "a": [{}0]}}"#,
        "0,".repeat(2_000_000)
    );
    let (code, said) = import("entries.gltf", many.as_bytes());
    assert!(
        code == 2 && said.contains("more than 2,000,000 entries"),
        "{said}"
    );
}

#[test]
fn colliders_times_collision_systems_are_counted() {
    let systems: Vec<String> = (0..2_000).map(|i| format!("s{i}")).collect();
    let collider = json!({"geometry": {"shape": 0}, "collisionFilter": 0});
    let own = json!({"motion": {"mass": 1}, "collider": collider});
    let node = json!({"extensions": {"KHR_physics_rigid_bodies": own}});
    let file = |count| {
        json!({
            "asset": {"version": "2.0"},
            "extensions": {
                "KHR_implicit_shapes": {"shapes": [{"type": "sphere"}]},
                "KHR_physics_rigid_bodies": {"collisionFilters": [{"collisionSystems": systems}]},
            },
            "nodes": vec![node.clone(); count],
        })
    };
    let read = |count| {
        let bytes = file(count).to_string().into_bytes();
        scene_from_file("test", &bytes, &|_| Err("no files here".into()))
    };
    assert!(read(500).is_ok());
    let refused = read(501).unwrap_err().to_string();
    assert!(
        refused.starts_with("more than 1,000,000 collision systems"),
        "{refused}"
    );
    assert!(
        refused.ends_with("; use fewer collision systems"),
        "{refused}"
    );
}

#[test]
fn a_table_of_too_many_cells_is_refused_before_they_are_made() {
    let folder = tempfile::tempdir().unwrap();
    let [table, out] = ["table.csv", "out.svg"].map(|name| folder.path().join(name));
    let plot = |text: &str| {
        std::fs::write(&table, text).unwrap();
        let arguments = ["plot", table.to_str().unwrap(), "-o", out.to_str().unwrap()];
        let output = run_within(GIGABYTE / 2, "", &arguments);
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let tall = plot(&format!("a\n{}", "1\n".repeat(30_000_000)));
    assert!(
        tall.contains(":10000002: more than 10,000,000 cells"),
        "{tall}"
    );
    let wide: String = (0..8_000_000).map(|column| format!("{column},")).collect();
    let wide = plot(&wide[..60_000_000]);
    assert!(wide.contains(":1: more than 2,000 columns"), "{wide}");
}
