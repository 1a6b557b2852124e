//! Files that are no scenes, or not quite: each must be refused with a place
//! and a remedy.

/// Start of a scene that is otherwise sound.
const HEAD: &str = "\"format\": \"ragdoll-scene\", \"version\": 2";
/// A scene with one thing of each kind; the corpus replaces parts of it.
pub const SOUND: &str = r#"{"format": "ragdoll-scene", "version": 2,
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
  {"id": 14, "kind": {"angle-limit": {"a": {"body": 3}, "b": {"body": 4}, "limit_min_deg": [-1, -2, -3], "limit_max_deg": [1, 2, 3]}}},
  {"id": 15, "kind": {"pin": {"a": {"part": {"ragdoll": 20, "part": "head"}}, "b": {"world": [0, 2, 1]}}}}],
 "ragdolls": [{"id": 20, "figure": {"thesis": {"body_type": "thin"}}, "heading_deg": 30}],
 "collision_rules": [{"a": {"body": 3}, "b": {"stick": 10}, "collide": false}],
 "launcher": {"ball": {"radius_m": 0.1, "density_kg_m3": 900, "restitution": 0.25},
  "position_m": [0, 1, 4], "direction": [0, 0, -2], "speed_m_s": 15, "count": 3, "fire_at_s": 2}}
"#;

/// Replacements in [`SOUND`] that make it unsound: name, what, with what; one
/// per line, separated by tabs.
const EDITS_TEXT: &str = include_str!("../data/hostile/edits.tsv");
/// More of them: those with control characters, and those of rigid bodies.
#[rustfmt::skip] // A table: one edit per line.
const EDITS: &[(&str, &str, &str)] = &[
    ("comment", "\"name\": \"sound\",", "// name\n"),
    ("raw line break in text", "\"sound\"", "\"so\nund\""),
    ("raw control character", "\"sound\"", "\"so\u{1}und\""),
    ("early out negative", SUBSTEPS, r#""early_out_m": -0.001"#),
    ("early out huge", SUBSTEPS, r#""early_out_m": 1e308"#),
    ("drag null", SUBSTEPS, r#""angular_drag_per_s": [null]"#),
    ("joint damping huge", SUBSTEPS, r#""joint_damping_per_s": 1e4"#),
    ("unknown state form", SUBSTEPS, r#""state_form": "velocityless""#),
    ("state form as object", SUBSTEPS, r#""state_form": {"velocity": {}}"#),
    ("option that is gone", SUBSTEPS, r#""pins": "block""#),
    ("unknown limit model", SUBSTEPS, r#""limit_model": "euler""#),
    ("unknown contacts", SUBSTEPS, r#""contacts": "impulse""#),
    ("unknown inertia split", SUBSTEPS, r#""inertia_split": "equal""#),
    ("unknown length of sticks", SUBSTEPS, r#""square_root": "second-order""#),
    ("misprint that is none", SUBSTEPS, r#""as_printed": ["4.3"]"#),
    ("misprint as number", SUBSTEPS, r#""as_printed": [4.2]"#),
    ("misprint as text", SUBSTEPS, r#""as_printed": "4.2""#),
    ("misprint twice", SUBSTEPS, r#""as_printed": ["4.2", "8.6", "4.2"]"#),
    ("limit of bare ids", LIMIT_B, r#""b": 4, "limit_min"#),
    ("dangling limit", LIMIT_B, r#""b": {"body": 99}, "limit_min"#),
    ("limit of an obstacle", LIMIT_B, r#""b": {"body": 2}, "limit_min"#),
    ("limit to itself", LIMIT_B, r#""b": {"body": 3}, "limit_min"#),
    ("limit of a particle", LIMIT_B, r#""b": {"particle": 5}, "limit_min"#),
    ("limit of an unknown part", LIMIT_B, r#""b": {"part": {"ragdoll": 20, "part": "tail"}}, "limit_min"#),
    ("limit of a part of a body", LIMIT_B, r#""b": {"part": {"ragdoll": 3, "part": "head"}}, "limit_min"#),
    ("limit beyond half a turn", LIMITS, r#""limit_max_deg": [1, 181, 3]"#),
    ("limit of null", LIMITS, r#""limit_max_deg": [1, null, 3]"#),
    ("limit with unknown model", LIMITS, r#""limit_max_deg": [1, 2, 3], "model": "euler""#),
    ("limit with unknown axis", LIMITS, r#""limit_max_deg": [1, 2, 3], "twist_axis": "w""#),
    ("limit with axis as number", LIMITS, r#""limit_max_deg": [1, 2, 3], "twist_axis": 0"#),
    ("limit with axis in capitals", LIMITS, r#""limit_max_deg": [1, 2, 3], "twist_axis": "X""#),
    ("limit with wrong rest", LIMITS, r#""limit_max_deg": [1, 2, 3], "rest": [1, 1, 0, 0]"#),
    ("limit with friction", LIMITS, r#""limit_max_deg": [1, 2, 3], "friction_n_m": 0"#),
    ("hinge with wrong rest", HINGE, r#""limit_max_deg": 45, "rest": [0, 0, 0, 0]"#),
    ("hinge with short rest", HINGE, r#""limit_max_deg": 45, "rest": [0, 0, 1]"#),
    ("hinge without strength", HINGE, r#""limit_max_deg": 45, "strength": 0"#),
    ("hinge beyond 10,000 turns", HINGE, r#""limit_max_deg": 3600000.1"#),
    ("fixed with wrong rest", PIN, r#"{"fixed": {"rest": [1, 0, 0], "a": {"body": {"id": 3}}, "b": {"#),
    ("fixed too strong", PIN, r#"{"fixed": {"strength": 1.5, "a": {"body": {"id": 3}}, "b": {"#),
    ("part with far point", HEAD_PART, r#""part": "head", "point_m": [0, 0, 1e6]"#),
    ("part with short point", HEAD_PART, r#""part": "head", "point_m": [0, 0]"#),
    ("part of a hitman", THIN, r#"{"hitman": {}}"#),
    ("rounding negative", BOX, r#"{"box": {"size_m": [1, 2, 3], "rounding_m": -0.1}}"#),
    ("rounding too large", BOX, r#"{"box": {"size_m": [1, 2, 3], "rounding_m": 0.5000001}}"#),
    ("rounding 1e308", BOX, r#"{"box": {"size_m": [1, 2, 3], "rounding_m": 1e308}}"#),
    ("unknown axis of a capsule", BOX, r#"{"capsule": {"radius_m": 1, "length_m": 1, "axis": "up"}}"#),
    ("axis of a cylinder as vector", BOX, r#"{"cylinder": {"radius_m": 1, "length_m": 1, "axis": [0, 1, 0]}}"#),
    ("axis of a sphere", BOX, r#"{"sphere": {"radius_m": 1, "axis": "x"}}"#),
    ("products without moments", MASS, r#""mass_kg": 4, "products_of_inertia_kg_m2": [0, 0, 0]"#),
    ("products huge", MASS, r#""mass_kg": 4, "inertia_kg_m2": [1, 1, 1], "products_of_inertia_kg_m2": [1e308, -1e308, 1e308]"#),
    ("products not positive", MASS, r#""mass_kg": 4, "inertia_kg_m2": [1, 1, 1], "products_of_inertia_kg_m2": [-1, -1, -1]"#),
    ("products impossible", MASS, r#""mass_kg": 4, "inertia_kg_m2": [1, 1, 1], "products_of_inertia_kg_m2": [0.6, 0.6, 0.6]"#),
    ("products with zero moments", MASS, r#""mass_kg": 4, "inertia_kg_m2": [0, 0, 0], "products_of_inertia_kg_m2": [0, 0, 0]"#),
    ("hull of no points", BOX, r#"{"hull": {"points_m": []}}"#),
    ("hull of three points", BOX, r#"{"hull": {"points_m": [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}}"#),
    ("hull of one place", BOX, r#"{"hull": {"points_m": [[1, 1, 1], [1, 1, 1], [1, 1, 1], [1, 1, 1], [1, 1, 1]]}}"#),
    ("hull in a plane", BOX, r#"{"hull": {"points_m": [[1, 0, 1], [-1, 0, 1], [-1, 0, -1], [1, 0, -1]]}}"#),
    ("hull off its centre", BOX, r#"{"hull": {"points_m": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}}"#),
    ("hull out of the world", BOX, r#"{"hull": {"points_m": [[1e9, 0, 0], [-1e9, 0, 0], [0, 1e9, 0], [0, 0, 1e300]]}}"#),
    ("hull as small as an atom", BOX, r#"{"hull": {"points_m": [[3e-10, 3e-10, 3e-10], [-3e-10, -3e-10, 3e-10], [-3e-10, 3e-10, -3e-10], [3e-10, -3e-10, -3e-10]]}}"#),
    ("hull of a point in two dimensions", BOX, r#"{"hull": {"points_m": [[1, 0]]}}"#),
    ("unknown contact", MASS, r#""mass_kg": 4, "contact": "box""#),
    ("contact without settings", MASS, r#""mass_kg": 4, "contact": "none""#),
    ("contact with settings", MASS, r#""mass_kg": 4, "contact": {"shape": {}}"#),
    ("contact sphere without radius", MASS, r#""mass_kg": 4, "contact": {"sphere": {}}"#),
    ("contact sphere of nothing", MASS, r#""mass_kg": 4, "contact": {"sphere": {"radius_m": 0}}"#),
    ("body drag negative", MASS, r#""mass_kg": 4, "linear_drag_per_s": -1"#),
    ("body angular drag huge", MASS, r#""mass_kg": 4, "angular_drag_per_s": 101"#),
    ("limit of particles", LIMIT_B, r#""b": {"part": {"ragdoll": 20, "part": "head"}}, "limit_min"#),
    ("unknown build", THIN, r#"{"thesis": {"build": "soft"}}"#),
    ("Mx as text", THIN, r#""mx""#),
    ("Mx with arms", THIN, r#"{"mx": {"arms": true}}"#),
    ("hitman with build", THIN, r#"{"hitman": {"build": "rigid"}}"#),
    ("unknown limit table", THIN, r#"{"mx": {"limits": "table-1"}}"#),
    ("unknown inertia", THIN, r#"{"mx": {"inertia": 1}}"#),
    ("unknown contact of a figure", THIN, r#"{"mx": {"contact": "none"}}"#),
    ("limit model in the figure", THIN, r#"{"mx": {"limit_model": "component"}}"#),
    ("unknown limit model of a ragdoll", HEADING, r#""limit_model": "Component""#),
    ("override as object", HEADING, r#""parts": {"head": {}}"#),
    ("override of nothing", HEADING, r#""parts": [{}]"#),
    ("override of an unknown part", HEADING, r#""parts": [{"part": "tail", "mass_kg": 1}]"#),
    ("friction of a limb of particles", HEADING, r#""parts": [{"part": "head", "mass_kg": 2, "friction": 1}]"#),
    ("override of the root", THIN, r#"{"mx": {}}, "parts": [{"part": "pelvis", "limit": {"min_deg": [0, 0, 0], "max_deg": [0, 0, 0]}}]"#),
    ("override swapped", THIN, r#"{"mx": {}}, "parts": [{"part": "head", "limit": {"min_deg": [0, 1, 0], "max_deg": [0, 0, 0]}}]"#),
    ("override beyond half a turn", THIN, r#"{"mx": {}}, "parts": [{"part": "head", "limit": {"min_deg": [-1e9, 0, 0], "max_deg": [0, 0, 0]}}]"#),
    ("override too elastic", THIN, r#"{"mx": {}}, "parts": [{"part": "head", "limit": {"min_deg": [0, 0, 0], "max_deg": [0, 0, 0], "restitution": 2}}]"#),
    ("build of a particle figure", HEADING, r#""physique": {"girth": 2}"#),
    ("build too tall", THIN, r#"{"mx": {}}, "physique": {"height": 5}"#),
    ("build without girth", THIN, r#"{"mx": {}}, "physique": {"girth": 0}"#),
    ("build of no density", THIN, r#"{"mx": {}}, "physique": {"masses": {"density": {"kg_m3": 0}}}"#),
    ("build of unknown masses", THIN, r#"{"mx": {}}, "physique": {"masses": "heavy"}"#),
    ("muscles of a particle figure", HEADING, r#""muscles": {"strength": 1}"#),
    ("muscles too strong", THIN, r#"{"mx": {}}, "muscles": {"strength": 1.5}"#),
    ("muscles that push away", THIN, r#"{"mx": {}}, "muscles": {"stiffness_n_m_per_rad": -1}"#),
    ("muscle of the root", THIN, r#"{"mx": {}}, "parts": [{"part": "pelvis", "muscle": {"strength": 1}}]"#),
    ("target of the root", THIN, r#"{"mx": {}}, "parts": [{"part": "pelvis", "target": [1, 0, 0, 0]}]"#),
    ("target without length", THIN, r#"{"mx": {}}, "parts": [{"part": "head", "target": [0, 0, 0, 0]}]"#),
    ("override of a figure without names", THIN, r#"{"hitman": {}}, "parts": [{"part": "head", "mass_kg": 2}]"#),
    ("override without mass", THIN, r#"{"mx": {}}, "parts": [{"part": "head", "mass_kg": 0}]"#),
    ("override with impossible inertia", THIN, r#"{"mx": {}}, "parts": [{"part": "head", "inertia_kg_m2": [1, 1, 3]}]"#),
    ("override with negative friction", THIN, r#"{"mx": {}}, "parts": [{"part": "head", "friction": -0.1}]"#),
    ("override with friction beyond all", THIN, r#"{"mx": {}}, "parts": [{"part": "pelvis", "friction": 11}]"#),
    ("override with half a limit", THIN, r#"{"mx": {}}, "parts": [{"part": "head", "limit": {"min_deg": [0, 0, 0]}}]"#),
    ("override with a zero that is no rotation", THIN, r#"{"mx": {}}, "parts": [{"part": "head", "limit": {"min_deg": [0, 0, 0], "max_deg": [0, 0, 0], "zero": [1, 1, 0, 0]}}]"#),
    ("override twice", THIN, r#"{"mx": {}}, "parts": [{"part": "head", "mass_kg": 2}, {"part": "head", "mass_kg": 3}]"#),
    ("ragdoll turned by a non-unit quaternion", HEADING, r#""orientation": [1, 1, 1, 1]"#),
    ("ragdoll turned by angles", HEADING, r#""orientation": [0, 90, 0]"#),
    ("self-collision as number", HEADING, r#""self_collision": 1"#),
    ("pose as list", HEADING, r#""pose": [{"position_m": [0, 0, 0]}]"#),
    ("pose of sticks", HEADING, r#""pose": {"sticks": []}"#),
    ("pose without position", HEADING, r#""pose": {"particles": [{}]}"#),
    ("pose of a far particle", HEADING, r#""pose": {"particles": [{"position_m": [0, 1e6, 0]}]}"#),
    ("pose of a fast particle", HEADING, r#""pose": {"particles": [{"position_m": [0, 0, 0], "velocity_m_s": [1e308, 0, 0]}]}"#),
    ("pose of a particle that turns", HEADING, r#""pose": {"particles": [{"position_m": [0, 0, 0], "orientation": [1, 0, 0, 0]}]}"#),
    ("pose of a far body", HEADING, r#""pose": {"bodies": [{"position_m": [-1e6, 0, 0]}]}"#),
    ("pose of a fast body", HEADING, r#""pose": {"bodies": [{"position_m": [0, 0, 0], "velocity_m_s": [0, 0, -1e5]}]}"#),
    ("pose of a wrong quaternion", HEADING, r#""pose": {"bodies": [{"position_m": [0, 0, 0], "orientation": [0, 0, 0, 0]}]}"#),
    ("pose of a fast turn", HEADING, r#""pose": {"bodies": [{"position_m": [0, 0, 0], "angular_velocity_rad_s": [0, 3e4, 0]}]}"#),
    ("pose in degrees", HEADING, r#""pose": {"bodies": [{"position_m": [0, 0, 0], "angular_velocity_deg_s": [0, 0, 0]}]}"#),
    ("color by name", MASS, r##""mass_kg": 4, "color": "red""##),
    ("color of three digits", MASS, r##""mass_kg": 4, "color": "#e90""##),
    ("color with opacity", MASS, r##""mass_kg": 4, "color": "#e69f00ff""##),
    ("color in capitals", MASS, r##""mass_kg": 4, "color": "#E69F00""##),
    ("color without its mark", MASS, r##""mass_kg": 4, "color": "e69f00""##),
    ("color with a sign", MASS, r##""mass_kg": 4, "color": "#+e69f0""##),
    ("color of wide letters", MASS, r##""mass_kg": 4, "color": "#日本""##),
    ("color as number", MASS, r##""mass_kg": 4, "color": 16711680"##),
    ("color as list", MASS, r##""mass_kg": 4, "color": [1, 0, 0]"##),
    ("color with a control character", HEADING, r##""color": "\u0007""##),
    ("color as object", HEADING, r##""color": {"rgb": [1, 0, 0]}"##),
    ("rule without answer", r#", "collide": false"#, ""),
    ("rule with a number", r#""collide": false"#, r#""collide": 0"#),
    ("rule of a body that is none", RULE, r#"{"body": 5}, "collide""#),
    ("rule of a stick that is a pin", RULE, r#"{"stick": 11}, "collide""#),
    ("rule of a stick as grip", RULE, r#"{"stick": {"id": 10}}, "collide""#),
    ("rule of an obstacle that is none", RULE, r#"{"obstacle": 1}, "collide""#),
    ("rule of an unknown part", RULE, r#"{"part": {"ragdoll": 20, "part": "l_foot"}}, "collide""#),
    ("rule of an unknown kind", RULE, r#"{"particle": 5}, "collide""#),
    ("rule of one thing", RULE, r#"{"body": 3}, "collide""#),
    ("rule twice", RULE_END, r#"false}, {"a": {"stick": 10}, "b": {"body": 3}, "collide": true}]"#),
    ("rule of obstacles", RULE_END, r#"false}, {"a": {"obstacle": 2}, "b": {"obstacle": 2}, "collide": true}]"#),
];

// What those replace.
const SUBSTEPS: &str = r#""substeps": 2"#;
const LIMIT_B: &str = r#""b": {"body": 4}, "limit_min"#;
const LIMITS: &str = r#""limit_max_deg": [1, 2, 3]"#;
const HINGE: &str = r#""limit_max_deg": 45"#;
const PIN: &str = r#"{"pin": {"a": {"body": {"id": 3}}, "b": {"#;
const HEAD_PART: &str = r#""part": "head""#;
const THIN: &str = r#"{"thesis": {"body_type": "thin"}}"#;
const HEADING: &str = r#""heading_deg": 30"#;
const BOX: &str = r#"{"box": {"size_m": [1, 2, 3]}}"#;
const MASS: &str = r#""mass_kg": 4.0"#;
const RULE: &str = r#"{"stick": 10}, "collide""#;
const RULE_END: &str = r#"false}]"#;

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
    let lines = EDITS_TEXT.lines().map(|line| {
        let parts: Vec<&'static str> = line.split('\t').collect();
        assert!(parts.len() == 3, "{line}");
        (parts[0], parts[1], parts[2])
    });
    for (name, what, with) in lines.chain(EDITS.iter().copied()) {
        assert!(SOUND.contains(what), "{name}: nothing to replace");
        all.push((name, SOUND.replacen(what, with, 1).into_bytes()));
    }
    all.extend(FILES.iter().map(|(name, bytes)| (*name, bytes.to_vec())));
    all.extend(encodings());
    all.extend(trailing());
    all.extend(deep());
    all.extend(large());
    // The last characters of the sound scene are `}` and a line break.
    let whole = SOUND.trim_end().len();
    let cuts = (1..whole).step_by(97).chain(whole - 12..whole);
    all.extend(cuts.map(|end| ("cut off", SOUND.as_bytes()[..end].to_vec())));
    all
}

/// A scene with more keys.
fn scene(rest: String) -> Vec<u8> {
    format!("{{{HEAD}, {rest}}}").into_bytes()
}

/// The sound scene in other encodings.
fn encodings() -> Vec<(&'static str, Vec<u8>)> {
    let wide =
        |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> { SOUND.encode_utf16().flat_map(bytes).collect() };
    let [little, big] = [wide(u16::to_le_bytes), wide(u16::to_be_bytes)];
    let marked = |mark: &[u8], rest: &[u8]| [mark, rest].concat();
    vec![
        ("UTF-16 with mark", marked(b"\xFF\xFE", &little)),
        ("UTF-16 big with mark", marked(b"\xFE\xFF", &big)),
        ("UTF-16 little-endian", little),
        ("UTF-16 big-endian", big),
        (
            "two marks",
            marked(b"\xEF\xBB\xBF\xEF\xBB\xBF", SOUND.as_bytes()),
        ),
    ]
}

/// The sound scene with something after its end.
fn trailing() -> Vec<(&'static str, Vec<u8>)> {
    [
        ("trailing brace", "}"),
        ("trailing scene", SOUND),
        ("trailing words", "end"),
        ("trailing comment", "// end"),
        ("trailing zero byte", "\0"),
    ]
    .map(|(name, end)| (name, format!("{SOUND}{end}").into_bytes()))
    .into()
}

/// Deep nesting.
fn deep() -> Vec<(&'static str, Vec<u8>)> {
    let open = |n: usize| "[".repeat(n);
    let closed = |n: usize| open(n) + &"]".repeat(n);
    let format = format!("{{\"format\": {}", open(200_000));
    vec![
        ("a million brackets", open(1_000_000).into()),
        ("a million braces", "{\"a\":".repeat(1_000_000).into()),
        ("deep key", scene(format!("\"x\": {}", open(1_000_000)))),
        ("deep closed key", scene(format!("\"x\": {}", closed(200)))),
        ("deep name", scene(format!("\"name\": {}", closed(120)))),
        ("deep format", format.into()),
    ]
}

/// Large files.
fn large() -> Vec<(&'static str, Vec<u8>)> {
    let list = |key: &str, thing: &str, count: usize| {
        let things = vec![thing; count].join(",");
        scene(format!("\"{key}\": [{things}]"))
    };
    let sphere = r#"{"id":1,"shape":{"sphere":{"radius_m":1}},"mass_kg":1}"#;
    let particle = r#"{"id":1,"mass_kg":1,"position_m":[0,0,0]}"#;
    let material = r#"{"id":7,"friction":-1}"#;
    let rule = r#"{"a":{"body":1},"b":{"body":2},"collide":true}"#;
    let pose = r#"{"position_m":[0,0,0]}"#;
    let pose = |key: &str| {
        let poses = vec![pose; 100_001].join(",");
        let rest = r#""ragdolls":[{"id":1,"figure":{"mx":{}},"pose":{"#;
        scene(format!("{rest}\"{key}\":[{poses}]}}}}]"))
    };
    let part = "p".repeat(1_000_000);
    let part = format!(r#"{{"part":"{part}","mass_kg":1}}"#);
    let part = format!(r#"{{"id":1,"figure":{{"mx":{{}}}},"parts":[{part}]}}"#);
    let long = "9".repeat(1_000_000);
    vec![
        ("long name", scene(format!("\"name\": \"{long}\""))),
        ("long unknown key", scene(format!("\"{long}\": 1"))),
        (
            "long number",
            scene(format!("\"gravity_m_s2\": [0, {long}, 0]")),
        ),
        ("too many bodies", list("bodies", sphere, 100_001)),
        ("too many particles", list("particles", particle, 100_001)),
        ("too many rules", list("collision_rules", rule, 100_001)),
        ("many equal rules", list("collision_rules", rule, 50_000)),
        ("pose of too many particles", pose("particles")),
        ("pose of too many bodies", pose("bodies")),
        ("long name of a part", list("ragdolls", &part, 1)),
        ("many wrong materials", list("materials", material, 50_000)),
        ("over 64 MiB", vec![b' '; (64 << 20) + 1]),
    ]
}
