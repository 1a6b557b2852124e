//! Files that are no scenes, or not quite: each must be refused with a place
//! and a remedy.

/// Start of a scene that is otherwise sound.
const HEAD: &str = "\"format\": \"ragdoll-scene\", \"version\": 1";
/// A scene with one thing of each kind; the corpus replaces parts of it.
pub const SOUND: &str = r#"{"format": "ragdoll-scene", "version": 1,
 "name": "sound",
 "gravity_m_s2": [0, -9.8, 0],
 "solver": {"rate_hz": 120, "substeps": 2, "iterations": 30, "over_relaxation": 1.2},
 "materials": [{"id": 1, "restitution": 0.2, "friction": 0.5}],
 "obstacles": [{"id": 2, "shape": {"plane": {}}, "orientation": [0.6, 0.8, 0, 0]}],
 "bodies": [{"id": 3, "shape": {"sphere": {"radius_m": 0.2}}, "mass_kg": 4.0, "material": 1},
  {"id": 4, "shape": {"box": {"size_m": [1, 2, 3]}}, "density_kg_m3": 500, "position_m": [0, 7, 0]}],
 "particles": [{"id": 5, "mass_kg": 1.5, "position_m": [0, 1, 0]},
  {"id": 6, "mass_kg": 2.5, "position_m": [0, 2, 0], "radius_m": 0.05}],
 "constraints": [{"id": 10, "kind": {"stick": {"a": 5, "b": 6, "strength": 0.5}}},
  {"id": 11, "kind": {"pin": {"a": {"body": {"id": 3}}, "b": {"stick": {"id": 10, "at": 0.5}}}}},
  {"id": 12, "kind": {"distance": {"a": {"world": [0, 3, 0]}, "b": {"particle": 6}, "max_m": 1.25}}},
  {"id": 13, "kind": {"hinge": {"a": {"body": {"id": 3}}, "b": {"body": {"id": 4}}, "axis": [1, 0, 0],
   "limit_min_deg": -10, "limit_max_deg": 45}}},
  {"id": 14, "kind": {"angle-limit": {"a": 3, "b": 4, "limit_min_deg": [-1, -2, -3], "limit_max_deg": [1, 2, 3]}}},
  {"id": 15, "kind": {"pin": {"a": {"part": {"ragdoll": 20, "part": "head"}}, "b": {"world": [0, 2, 1]}}}}],
 "ragdolls": [{"id": 20, "figure": {"thesis": {"body_type": "thin"}}, "heading_deg": 30}],
 "launcher": {"ball": {"radius_m": 0.1, "density_kg_m3": 900, "restitution": 0.25},
  "position_m": [0, 1, 4], "direction": [0, 0, -2], "speed_m_s": 15, "count": 3, "fire_at_s": 2}}
"#;

/// Replacements in [`SOUND`] that make it unsound: name, what, with what.
const EDITS: &[(&str, &str, &str)] = &[
    ("comment", "\"name\": \"sound\",", "// name\n"),
    ("block comment", "\"name\": \"sound\",", "/* name */"),
    (
        "trailing comma in object",
        "\"friction\": 0.5}",
        "\"friction\": 0.5,}",
    ),
    ("trailing comma in array", "[0, -9.8, 0]", "[0, -9.8, 0,]"),
    (
        "missing comma",
        "\"name\": \"sound\",",
        "\"name\": \"sound\"",
    ),
    ("missing colon", "\"rate_hz\": 120", "\"rate_hz\" 120"),
    ("single quotes", "\"sound\"", "'sound'"),
    ("bare key", "\"name\":", "name:"),
    ("NaN", "-9.8", "NaN"),
    ("minus infinity", "-9.8", "-Infinity"),
    ("hexadecimal", "120", "0x78"),
    ("plus sign", "120", "+120"),
    ("leading zero", "120", "0120"),
    ("bare point", "-9.8", "-.8"),
    ("1e309", "-9.8", "1e309"),
    ("-1e999", "-9.8", "-1e999"),
    ("1e308", "-9.8", "1e308"),
    ("raw line break in text", "\"sound\"", "\"so\nund\""),
    ("raw control character", "\"sound\"", "\"so\u{1}und\""),
    ("escaped control character", "\"sound\"", "\"\\u001b[31m\""),
    ("lone surrogate", "\"sound\"", "\"\\ud800\""),
    ("bad escape", "\"sound\"", "\"\\x41\""),
    ("mismatched bracket", "[0, -9.8, 0]", "[0, -9.8, 0}"),
    ("null number", "-9.8", "null"),
    ("text for number", "-9.8", "\"-9.8\""),
    ("number for text", "\"sound\"", "5"),
    ("object for list", "[0, -9.8, 0]", "{\"y\": -9.8}"),
    ("short vector", "[0, -9.8, 0]", "[0, -9.8]"),
    ("long vector", "[0, -9.8, 0]", "[0, -9.8, 0, 0]"),
    ("number for object", "{\"plane\": {}}", "7"),
    ("shape as text", "{\"plane\": {}}", "\"plane\""),
    (
        "two shapes",
        "{\"plane\": {}}",
        "{\"plane\": {}, \"box\": {\"size_m\": [1, 1, 1]}}",
    ),
    ("no shape", "{\"plane\": {}}", "{}"),
    ("unknown shape", "{\"plane\": {}}", "{\"plain\": {}}"),
    ("unknown key", "\"mass_kg\": 4.0", "\"mas_kg\": 4.0"),
    ("unknown top key", "\"name\"", "\"naem\""),
    (
        "unknown key with nested data",
        "\"name\": \"sound\"",
        "\"x\": {\"y\": [1, {\"z\": []}]}",
    ),
    (
        "unknown constraint",
        "\"pin\": {\"a\": {\"body\"",
        "\"pim\": {\"a\": {\"body\"",
    ),
    ("unknown grip", "{\"particle\": 6}", "{\"partical\": 6}"),
    (
        "unknown preset",
        "\"substeps\": 2",
        "\"preset\": \"higher\"",
    ),
    ("unknown body type", "\"thin\"", "\"slim\""),
    (
        "unknown figure",
        "{\"thesis\": {\"body_type\": \"thin\"}}",
        "{\"robot\": {}}",
    ),
    ("missing id", "\"id\": 5, ", ""),
    ("missing position", ", \"position_m\": [0, 1, 0]", ""),
    (
        "duplicate key",
        "\"mass_kg\": 4.0",
        "\"mass_kg\": 4.0, \"mass_kg\": 4.0",
    ),
    (
        "duplicate escaped key",
        "\"mass_kg\": 4.0",
        "\"mass_kg\": 4.0, \"m\\u0061ss_kg\": 4",
    ),
    ("duplicate list", "\"name\"", "\"bodies\": [], \"name\""),
    (
        "duplicate format",
        "\"name\": \"sound\"",
        "\"format\": \"ragdoll-scene\"",
    ),
    ("duplicate version", "\"name\": \"sound\"", "\"version\": 2"),
    (
        "duplicate shape",
        "{\"plane\": {}}",
        "{\"plane\": {}, \"plane\": {}}",
    ),
    ("negative id", "\"id\": 5", "\"id\": -5"),
    ("fractional id", "\"id\": 5", "\"id\": 5.5"),
    ("huge id", "\"id\": 5", "\"id\": 4294967296"),
    ("id zero", "\"id\": 5", "\"id\": 0"),
    ("duplicate id of one kind", "\"id\": 4", "\"id\": 3"),
    ("duplicate id across kinds", "\"id\": 4", "\"id\": 20"),
    ("material of zero id", "\"material\": 1", "\"material\": 0"),
    ("dangling material", "\"material\": 1", "\"material\": 99"),
    (
        "material that is a body",
        "\"material\": 1",
        "\"material\": 4",
    ),
    ("dangling stick end", "\"a\": 5", "\"a\": 99"),
    ("stick end that is a body", "\"a\": 5", "\"a\": 3"),
    (
        "dangling stick grip",
        "\"stick\": {\"id\": 10",
        "\"stick\": {\"id\": 99",
    ),
    (
        "stick grip of a pin",
        "\"stick\": {\"id\": 10",
        "\"stick\": {\"id\": 12",
    ),
    (
        "dangling body grip",
        "{\"body\": {\"id\": 4}}",
        "{\"body\": {\"id\": 99}}",
    ),
    (
        "body grip of an obstacle",
        "{\"body\": {\"id\": 4}}",
        "{\"body\": {\"id\": 2}}",
    ),
    (
        "dangling particle grip",
        "{\"particle\": 6}",
        "{\"particle\": 4294967295}",
    ),
    ("dangling ragdoll", "\"ragdoll\": 20", "\"ragdoll\": 21"),
    (
        "ragdoll that is a body",
        "\"ragdoll\": 20",
        "\"ragdoll\": 3",
    ),
    ("unknown part", "\"part\": \"head\"", "\"part\": \"haed\""),
    (
        "arm without arms",
        "\"part\": \"head\"",
        "\"part\": \"l_upper_arm\"",
    ),
    (
        "dangling limit",
        "\"a\": 3, \"b\": 4",
        "\"a\": 3, \"b\": 99",
    ),
    (
        "limit to itself",
        "\"a\": 3, \"b\": 4",
        "\"a\": 3, \"b\": 3",
    ),
    (
        "stick to itself",
        "\"a\": 5, \"b\": 6",
        "\"a\": 5, \"b\": 5",
    ),
    (
        "body to itself",
        "\"b\": {\"body\": {\"id\": 4}}",
        "\"b\": {\"body\": {\"id\": 3}}",
    ),
    (
        "world to world",
        "{\"particle\": 6}",
        "{\"world\": [0, 0, 0]}",
    ),
    (
        "hinge on particle",
        "\"b\": {\"body\": {\"id\": 4}}",
        "\"b\": {\"particle\": 6}",
    ),
    ("no mass", "\"mass_kg\": 4.0, ", ""),
    (
        "mass and density",
        "\"mass_kg\": 4.0",
        "\"mass_kg\": 4, \"density_kg_m3\": 1",
    ),
    ("mass zero", "\"mass_kg\": 4.0", "\"mass_kg\": 0"),
    ("mass minus zero", "\"mass_kg\": 4.0", "\"mass_kg\": -0.0"),
    ("mass negative", "\"mass_kg\": 1.5", "\"mass_kg\": -1.5"),
    ("mass huge", "\"mass_kg\": 1.5", "\"mass_kg\": 1e10"),
    ("mass tiny", "\"mass_kg\": 1.5", "\"mass_kg\": 1e-30"),
    ("mass 1e308", "\"mass_kg\": 1.5", "\"mass_kg\": 1e308"),
    (
        "density zero",
        "\"density_kg_m3\": 500",
        "\"density_kg_m3\": 0",
    ),
    (
        "inertia impossible",
        "\"mass_kg\": 4.0",
        "\"mass_kg\": 4, \"inertia_kg_m2\": [1, 1, 3]",
    ),
    (
        "inertia zero",
        "\"mass_kg\": 4.0",
        "\"mass_kg\": 4, \"inertia_kg_m2\": [0, 0, 0]",
    ),
    ("position far", "[0, 7, 0]", "[0, 1e6, 0]"),
    ("position 1e308", "[0, 7, 0]", "[1e308, -1e308, 1e308]"),
    (
        "velocity huge",
        "\"mass_kg\": 4.0",
        "\"mass_kg\": 4, \"velocity_m_s\": [1e5, 0, 0]",
    ),
    (
        "turn huge",
        "\"mass_kg\": 4.0",
        "\"mass_kg\": 4, \"angular_velocity_deg_s\": [0, 1e9, 0]",
    ),
    ("radius zero", "\"radius_m\": 0.2", "\"radius_m\": 0"),
    (
        "radius negative",
        "\"radius_m\": 0.05",
        "\"radius_m\": -0.05",
    ),
    ("box flat", "\"size_m\": [1, 2, 3]", "\"size_m\": [1, 0, 3]"),
    (
        "capsule without length",
        "{\"plane\": {}}",
        "{\"capsule\": {\"radius_m\": 1, \"length_m\": 0}}",
    ),
    (
        "cylinder negative",
        "{\"plane\": {}}",
        "{\"cylinder\": {\"radius_m\": -1, \"length_m\": 1}}",
    ),
    (
        "stairs without steps",
        "{\"plane\": {}}",
        "{\"stairs\": {\"steps\": 0, \"step_m\": [1, 1, 1]}}",
    ),
    (
        "stairs without end",
        "{\"plane\": {}}",
        "{\"stairs\": {\"steps\": 4000000000, \"step_m\": [1, 1, 1]}}",
    ),
    (
        "mesh empty",
        "{\"plane\": {}}",
        "{\"mesh\": {\"vertices_m\": [], \"triangles\": []}}",
    ),
    (
        "mesh index",
        "{\"plane\": {}}",
        "{\"mesh\": {\"vertices_m\": [[0,0,0],[1,0,0],[0,1,0]], \"triangles\": [[0,1,3]]}}",
    ),
    (
        "mesh flat",
        "{\"plane\": {}}",
        "{\"mesh\": {\"vertices_m\": [[0,0,0],[1,0,0],[2,0,0]], \"triangles\": [[0,1,2]]}}",
    ),
    (
        "body of plane",
        "{\"box\": {\"size_m\": [1, 2, 3]}}",
        "{\"plane\": {}}",
    ),
    (
        "body of ramp",
        "{\"box\": {\"size_m\": [1, 2, 3]}}",
        "{\"ramp\": {\"size_m\": [1, 2, 3]}}",
    ),
    (
        "quaternion not unit",
        "[0.6, 0.8, 0, 0]",
        "[0.6, 0.9, 0, 0]",
    ),
    ("quaternion zero", "[0.6, 0.8, 0, 0]", "[0, 0, 0, 0]"),
    (
        "quaternion 1e308",
        "[0.6, 0.8, 0, 0]",
        "[1e308, 1e308, 0, 0]",
    ),
    ("direction zero", "[0, 0, -2]", "[0, 0, 0]"),
    ("axis zero", "\"axis\": [1, 0, 0]", "\"axis\": [0, -0.0, 0]"),
    (
        "limits swapped",
        "\"limit_min_deg\": -10",
        "\"limit_min_deg\": 60",
    ),
    (
        "limits swapped in one axis",
        "[-1, -2, -3]",
        "[-1, 2.5, -3]",
    ),
    (
        "limit huge",
        "\"limit_max_deg\": 45",
        "\"limit_max_deg\": 1e9",
    ),
    (
        "stick without length",
        "\"position_m\": [0, 2, 0]",
        "\"position_m\": [0, 1, 0]",
    ),
    ("distance without bounds", ", \"max_m\": 1.25", ""),
    (
        "distance bounds swapped",
        "\"max_m\": 1.25",
        "\"min_m\": 2, \"max_m\": 1.25",
    ),
    ("distance negative", "\"max_m\": 1.25", "\"max_m\": -1"),
    ("strength zero", "\"strength\": 0.5", "\"strength\": 0"),
    (
        "strength above one",
        "\"strength\": 0.5",
        "\"strength\": 1.5",
    ),
    ("place beyond the end", "\"at\": 0.5", "\"at\": 1.0001"),
    (
        "restitution above one",
        "\"restitution\": 0.2,",
        "\"restitution\": 1.2,",
    ),
    (
        "friction negative",
        "\"friction\": 0.5",
        "\"friction\": -0.5",
    ),
    ("rate zero", "\"rate_hz\": 120", "\"rate_hz\": 0"),
    ("rate huge", "\"rate_hz\": 120", "\"rate_hz\": 1e308"),
    ("substeps zero", "\"substeps\": 2", "\"substeps\": 0"),
    (
        "iterations huge",
        "\"iterations\": 30",
        "\"iterations\": 4294967295",
    ),
    (
        "over-relaxation two",
        "\"over_relaxation\": 1.2",
        "\"over_relaxation\": 2",
    ),
    (
        "drag negative",
        "\"substeps\": 2",
        "\"linear_drag_per_s\": -1",
    ),
    ("method empty", "\"substeps\": 2", "\"method\": \"\""),
    (
        "method strange",
        "\"substeps\": 2",
        "\"method\": \"../../etc\"",
    ),
    ("seed negative", "\"substeps\": 2", "\"seed\": -1"),
    (
        "sleeping as text",
        "\"substeps\": 2",
        "\"sleeping\": \"yes\"",
    ),
    ("count zero", "\"count\": 3", "\"count\": 0"),
    ("count huge", "\"count\": 3", "\"count\": 1001"),
    ("speed negative", "\"speed_m_s\": 15", "\"speed_m_s\": -1"),
    ("speed 1e9", "\"speed_m_s\": 15", "\"speed_m_s\": 1e9"),
    (
        "fire before the start",
        "\"fire_at_s\": 2",
        "\"fire_at_s\": -0.5",
    ),
    (
        "heading huge",
        "\"heading_deg\": 30",
        "\"heading_deg\": 1e300",
    ),
    ("version 0", "\"version\": 1", "\"version\": 0"),
    ("version 2", "\"version\": 1", "\"version\": 2"),
    ("version 99", "\"version\": 1", "\"version\": 99"),
    ("version as text", "\"version\": 1", "\"version\": \"1\""),
    (
        "version with fraction",
        "\"version\": 1",
        "\"version\": 1.5",
    ),
    ("version null", "\"version\": 1", "\"version\": null"),
    ("version negative", "\"version\": 1", "\"version\": -1"),
    ("version enormous", "\"version\": 1", "\"version\": 1e300"),
    ("version missing", " \"version\": 1,", ""),
    ("format missing", "\"format\": \"ragdoll-scene\",", ""),
    ("format of another", "\"ragdoll-scene\"", "\"settings\""),
    ("format null", "\"ragdoll-scene\"", "null"),
    ("format as list", "\"ragdoll-scene\"", "[[[]]]"),
];

/// Whole files that are no scenes.
const FILES: &[(&str, &[u8])] = &[
    ("empty", b""),
    ("white space", b" \n\t\r\n "),
    ("byte order mark alone", b"\xEF\xBB\xBF"),
    ("null", b"null"),
    ("true", b"true"),
    ("number", b"42"),
    ("text", b"\"ragdoll-scene\""),
    ("empty array", b"[]"),
    ("empty object", b"{}"),
    ("array of the fields", b"[\"ragdoll-scene\", 1]"),
    ("open brace", b"{"),
    ("close brace", b"}"),
    ("plain words", b"not a scene\n"),
    ("XML", b"<?xml version=\"1.0\"?><robot name=\"r\"/>"),
    ("YAML", b"format: ragdoll-scene\nversion: 1\n"),
    ("comment first", b"// scene\n{}"),
    (
        "glTF text",
        b"{\"asset\": {\"version\": \"2.0\"}, \"nodes\": []}",
    ),
    ("headless scene", b"{\"bodies\": []}"),
    (
        "Latin-1",
        b"{\"format\": \"ragdoll-scene\", \"version\": 1, \"name\": \"T\xFCr\"}",
    ),
    ("overlong UTF-8", b"{\"name\": \"\xC0\x80\"}"),
    ("UTF-8 surrogate", b"{\"name\": \"\xED\xA0\x80\"}"),
    ("UTF-8 cut", b"{\"name\": \"\xE3\x81"),
    ("zero bytes", &[0; 64]),
    (
        "zero byte inside",
        b"{\"format\": \0\"ragdoll-scene\", \"version\": 1}",
    ),
    ("all bytes 255", &[255; 64]),
    ("PNG", b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR"),
    ("gzip", b"\x1F\x8B\x08\0\0\0\0\0"),
    ("zip", b"PK\x03\x04\x14\0\0\0"),
    ("UTF-32", b"{\0\0\0\"\0\0\0"),
];

/// All hostile files with a name for each.
///
/// # Panics
///
/// If a replacement no longer matches the sound scene.
pub fn corpus() -> Vec<(&'static str, Vec<u8>)> {
    let mut all = Vec::new();
    for (name, what, with) in EDITS {
        assert!(SOUND.contains(what), "{name}: nothing to replace");
        all.push((*name, SOUND.replacen(what, with, 1).into_bytes()));
    }
    all.extend(FILES.iter().map(|(name, bytes)| (*name, bytes.to_vec())));
    all.extend(generated());
    // The last characters of the sound scene are `}` and a line break.
    let whole = SOUND.trim_end().len();
    let cuts = (1..whole).step_by(97).chain(whole - 12..whole);
    all.extend(cuts.map(|end| ("cut off", SOUND.as_bytes()[..end].to_vec())));
    all
}

/// Files that are too large to write down.
fn generated() -> Vec<(&'static str, Vec<u8>)> {
    let utf16 = |swap: bool| {
        let wide = |unit: u16| {
            if swap {
                unit.to_be_bytes()
            } else {
                unit.to_le_bytes()
            }
        };
        SOUND.encode_utf16().flat_map(wide).collect::<Vec<u8>>()
    };
    let with_mark = |mark: &[u8], rest: Vec<u8>| [mark.to_vec(), rest].concat();
    let scene = |rest: String| format!("{{{HEAD}, {rest}}}").into_bytes();
    let many = |list: &str, thing: &str| {
        let things = vec![thing; 100_001].join(",");
        scene(format!("\"{list}\": [{things}]"))
    };
    let deep = |n: usize| "[".repeat(n);
    vec![
        ("UTF-16 little-endian", utf16(false)),
        ("UTF-16 big-endian", utf16(true)),
        ("UTF-16 with mark", with_mark(b"\xFF\xFE", utf16(false))),
        (
            "UTF-16 big-endian with mark",
            with_mark(b"\xFE\xFF", utf16(true)),
        ),
        ("trailing brace", format!("{SOUND}}}").into_bytes()),
        ("trailing scene", format!("{SOUND}{SOUND}").into_bytes()),
        ("trailing words", format!("{SOUND}end").into_bytes()),
        ("trailing zero byte", format!("{SOUND}\0").into_bytes()),
        (
            "two byte order marks",
            format!("\u{FEFF}\u{FEFF}{SOUND}").into_bytes(),
        ),
        ("a million brackets", deep(1_000_000).into_bytes()),
        ("a million braces", "{\"a\":".repeat(1_000_000).into_bytes()),
        (
            "deep unknown key",
            scene(format!("\"x\": {}", deep(1_000_000))),
        ),
        (
            "deep closed key",
            scene(format!("\"x\": {}{}", deep(200), "]".repeat(200))),
        ),
        (
            "deep name",
            scene(format!("\"name\": {}{}", deep(120), "]".repeat(120))),
        ),
        (
            "deep format",
            format!("{{\"format\": {}", deep(200_000)).into_bytes(),
        ),
        (
            "long name",
            scene(format!("\"name\": \"{}\"", "x".repeat(1_000_000))),
        ),
        (
            "long unknown key",
            scene(format!("\"{}\": 1", "x".repeat(1_000_000))),
        ),
        (
            "long number",
            scene(format!(
                "\"gravity_m_s2\": [0, {}, 0]",
                "9".repeat(1_000_000)
            )),
        ),
        (
            "too many bodies",
            many(
                "bodies",
                "{\"id\":1,\"shape\":{\"sphere\":{\"radius_m\":1}},\"mass_kg\":1}",
            ),
        ),
        (
            "too many particles",
            many(
                "particles",
                "{\"id\":1,\"mass_kg\":1,\"position_m\":[0,0,0]}",
            ),
        ),
        (
            "many wrong materials",
            scene(format!(
                "\"materials\": [{}]",
                vec!["{\"id\":7,\"friction\":-1}"; 50_000].join(",")
            )),
        ),
        ("over 64 MiB", vec![b' '; (64 << 20) + 1]),
    ]
}
