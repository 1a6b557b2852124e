//! Hostile scene files: refused with a place, a reason and a remedy.

use crate::common::hostile::{corpus, SOUND};
use crate::common::time::PATIENCE;
use ragdoll_lab::scene::{parse, Problem};
use serde_json::{json, Value};
use std::time::Instant;

/// The problems of the sound scene after a replacement.
fn problems(what: &str, with: &str) -> Vec<Problem> {
    assert!(SOUND.contains(what), "{what}");
    let text = SOUND.replacen(what, with, 1);
    parse(text.as_bytes()).unwrap_err().0
}

/// The only problem of the sound scene after a replacement, as text.
fn only(what: &str, with: &str) -> String {
    let problems = problems(what, with);
    assert_eq!(problems.len(), 1, "{problems:?}");
    problems[0].to_string()
}

#[test]
fn the_sound_scene_is_accepted() {
    let scene = parse(SOUND.as_bytes()).map_err(|e| e.to_string());
    assert_eq!(scene.map(|s| s.constraints.len()), Ok(6));
}

#[test]
fn every_hostile_file_is_refused_with_place_and_remedy() {
    let corpus = corpus();
    assert!(corpus.len() >= 200);
    for (name, bytes) in corpus {
        let start = Instant::now();
        let result = parse(&bytes);
        let took = start.elapsed();
        let problems = match result {
            Err(problems) => problems.0,
            Ok(_) => panic!("{name}: accepted"),
        };
        assert!(took < PATIENCE, "{name}: took {took:?}");
        assert!(!problems.is_empty(), "{name}");
        for p in &problems {
            assert!(p.line >= 1 && p.column >= 1, "{name}: {p:?}");
            assert!(!p.message.is_empty() && !p.remedy.is_empty(), "{name}");
            assert!(p.to_string().len() < 3000, "{name}");
            assert!(!p.to_string().contains(char::is_control), "{name}");
        }
    }
}

#[test]
fn a_byte_order_mark_is_skipped() {
    let marked = format!("\u{FEFF}{SOUND}");
    assert_eq!(parse(marked.as_bytes()), parse(SOUND.as_bytes()));
}

#[test]
fn numbers_have_few_digits_but_where_they_decide() {
    let short = only("[0.6, 0.8, 0, 0]", "[0.7, 0.8, 0, 0]");
    assert!(
        short.contains("length 1.063015, not 1; write [0.6585046, 0.7525767, 0, 0]"),
        "{short}"
    );
    let short = only("\"friction\": 0.5", "\"friction\": -0.12345678901");
    assert!(short.contains("-0.1234568 is out of range"), "{short}");
    let decisive = only("\"strength\": 0.5", "\"strength\": 1.00000000001");
    assert!(decisive.contains("1.00000000001 is out of"), "{decisive}");
}

#[test]
fn a_problem_reads_as_place_path_reason_remedy() {
    assert_eq!(
        only("\"mass_kg\": 1.5", "\"mass_kg\": -1.5"),
        "9:26: particles[0].mass_kg: -1.5 kg is out of range (1e-6 to 1e9 kg); \
         give a value in this range"
    );
}

#[test]
fn a_color_that_is_none_is_refused_with_an_example() {
    let expected = "a colour as # and six lower-case hexadecimal digits, such as \"#e69f00\"";
    for color in ["\"red\"", "\"#E69F00\"", "\"#e69\"", "\"e69f00\""] {
        let text = only(
            "\"mass_kg\": 1.5",
            &format!("\"mass_kg\": 1.5, \"color\": {color}"),
        );
        assert!(
            text.starts_with("9:42: particles[0].color: found "),
            "{text}"
        );
        assert!(text.ends_with(&format!("; write {expected}")), "{text}");
        assert!(text.contains(color), "{text}");
    }
}

#[test]
fn unknown_names_come_with_the_nearest_known_one() {
    for (what, with, hint) in [
        ("\"mass_kg\": 4.0", "\"mas_kg\": 4.0", "`mass_kg`"),
        ("{\"plane\": {}}", "{\"plain\": {}}", "`plane`"),
        ("{\"particle\": 6}", "{\"partical\": 6}", "`particle`"),
        ("\"part\": \"head\"", "\"part\": \"haed\"", "`head`"),
        ("\"substeps\": 2", "\"preset\": \"hihg\"", "`high`"),
    ] {
        let text = only(what, with);
        assert!(text.contains(&format!("did you mean {hint}")), "{text}");
    }
}

#[test]
fn an_unknown_key_is_located_at_the_key() {
    let found = problems("\"mass_kg\": 4.0", "\"mas_kg\": 4.0");
    assert_eq!((found[0].line, found[0].column), (7, 63));
    assert_eq!(found[0].path, "bodies[0].mas_kg");
}

#[test]
fn duplicate_keys_name_both_places() {
    let text = only("\"mass_kg\": 4.0", "\"mass_kg\": 4.0,\n \"mass_kg\": 5");
    assert!(text.starts_with("8:2: bodies[0].mass_kg: "), "{text}");
    assert!(text.contains("first at 7:63"), "{text}");
}

#[test]
fn duplicate_ids_name_both_things() {
    let text = only("\"id\": 15", "\"id\": 2");
    assert!(text.contains("constraints[5].id: id 2 is also the id of obstacles[0]"));
    assert!(text.contains("such as 21"), "{text}");
}

#[test]
fn a_reference_of_the_wrong_kind_says_what_it_found() {
    let text = only("\"a\": 5", "\"a\": 2");
    assert!(text.contains("2 is an obstacle, not a particle"), "{text}");
}

#[test]
fn inverted_limits_are_to_be_swapped() {
    let text = only("\"limit_min_deg\": -10", "\"limit_min_deg\": 60");
    assert!(text.ends_with("minimum 60 ° exceeds maximum 45 °; swap them"));
}

#[test]
fn a_wrong_form_says_what_belongs_there() {
    for (what, with, text) in [
        ("[0, -9.8, 0]", "[0, -9.8, 0, 0]", "too many values"),
        ("[0, -9.8, 0]", "[0, 1]", "found a list of length 2"),
        (
            "{\"plane\": {}}",
            "\"plane\"",
            "settings of this name are missing",
        ),
        (
            "{\"plane\": {}}",
            "{}",
            "nor an object with exactly one key",
        ),
    ] {
        let found = only(what, with);
        assert!(found.contains(text), "{found}");
    }
}

#[test]
fn a_quaternion_is_given_back_normalised() {
    let text = only("[0.6, 0.8, 0, 0]", "[2, 0, 0, 0]");
    assert!(text.ends_with("write [1, 0, 0, 0]"), "{text}");
}

#[test]
fn a_tensor_that_no_body_has_is_told_by_its_principal_moments() {
    let inertia = "\"mass_kg\": 4.0, \"inertia_kg_m2\": [1, 1, 1], \"products_of_inertia_kg_m2\": ";
    for (products, what) in [
        (
            "[-1, -1, -1]",
            "-1, 2, 2 kg·m², and not all of them are positive; ",
        ),
        ("[0.6, 0.6, 0.6]", "0.4, 0.4, 2.2 kg·m², and one is larger "),
    ] {
        let text = only("\"mass_kg\": 4.0", &format!("{inertia}{products}"));
        let expected = format!("the inertia tensor has principal moments {what}");
        assert!(text.contains(&expected), "{text}");
        assert!(text.ends_with("reduce or remove the products"));
    }
}

#[test]
fn a_limit_of_a_part_made_of_particles_says_how_to_make_it_rigid() {
    let part = "\"b\": {\"part\": {\"ragdoll\": 20, \"part\": \"head\"}}, \"limit";
    let text = only("\"b\": {\"body\": 4}, \"limit", part);
    assert!(text.ends_with(
        "constraints[4].kind.angle-limit.b.part: a part made of particles has no orientation; \
         give its figure the build `rigid`"
    ));
    let rigid = SOUND
        .replace("\"b\": {\"body\": 4}, \"limit", part)
        .replace("{\"body_type\": \"thin\"}", "{\"build\": \"rigid\"}");
    assert!(parse(rigid.as_bytes()).is_ok());
}

#[test]
fn a_name_or_kind_is_asked_for_where_a_number_stands() {
    let text = only("\"substeps\": 2", "\"state_form\": 4.2");
    assert!(
        text.contains("write a name, or a kind and its settings"),
        "{text}"
    );
}

#[test]
fn all_problems_are_listed_at_once_in_order() {
    let text = SOUND
        .replace("\"mass_kg\": 1.5", "\"mass_kg\": 0")
        .replace("\"at\": 0.5", "\"at\": 2")
        .replace("-9.8", "1e308")
        .replace("\"count\": 3", "\"count\": 0");
    let problems = parse(text.as_bytes()).unwrap_err().0;
    let paths: Vec<&str> = problems.iter().map(|p| p.path.as_str()).collect();
    let expected = [
        "gravity_m_s2[1]",
        "particles[0].mass_kg",
        "constraints[1].kind.pin.b.stick.at",
        "launcher.count",
    ];
    assert_eq!(paths, expected);
}

#[test]
fn a_newer_version_asks_for_an_update() {
    let text = only("\"version\": 2", "\"version\": 99");
    assert_eq!(
        text,
        "1:29: version: made by a newer Ragdoll Lab (scene version 99; this one reads \
         up to 2); update the program"
    );
}

#[test]
fn a_file_of_something_else_says_what_it_seems_to_be() {
    for (bytes, what) in [
        (&b"{\"asset\": {}}"[..], "glTF"),
        (b"{\"bodies\": []}", "a scene without its header"),
        (b"<robot/>", "XML"),
        (b"\xFF\xFE{\0", "UTF-16"),
        (b"{\0\"\0", "UTF-16"),
        (b"PK\x03\x04", "zip"),
        (b"[]", "array"),
    ] {
        let text = parse(bytes).unwrap_err().to_string();
        assert!(text.contains(what), "{text}");
    }
}

#[test]
fn bad_utf8_names_byte_and_offset() {
    let text = parse(b"{\"name\":\n\"\xFC\"}").unwrap_err().to_string();
    assert!(text.starts_with("2:2: byte 0xFC at offset 10 is not UTF-8"));
}

#[test]
fn a_thousand_problems_are_listed_and_the_rest_counted() {
    let corpus = corpus();
    let find = |name| corpus.iter().find(|(n, _)| *n == name).unwrap();
    let problems = parse(&find("many wrong materials").1).unwrap_err().0;
    assert_eq!(problems.len(), 1001);
    assert!(problems[1000].message.contains("98999 more"));
}

/// A few words for very many things are refused before any of them is built.
#[test]
fn what_a_file_expands_into_is_counted_first() {
    let scene = |list: &str, thing: &dyn Fn(usize) -> String, count: usize| {
        let things: Vec<_> = (1..=count).map(thing).collect();
        let things = things.join(",");
        format!(r#"{{"format": "ragdoll-scene", "version": 2, "{list}": [{things}]}}"#)
    };
    let ragdoll = |id: usize| format!(r#"{{"id": {}, "figure": {{"mx": {{}}}}}}"#, 100 * id);
    let stairs = |id: usize| {
        format!(
            r#"{{"id": {id}, "shape": {{"stairs": {{"steps": 100, "step_m": [1, 0.2, 0.3]}}}}}}"#
        )
    };
    let cases = [
        (
            scene("ragdolls", &ragdoll, 6_667),
            "120006 limbs of all ragdolls exceed the maximum of 120000",
        ),
        (
            scene("obstacles", &stairs, 1_001),
            "100100 steps of all stairs exceed the maximum of 100000",
        ),
    ];
    for (text, expected) in cases {
        let problems = parse(text.as_bytes()).unwrap_err().0;
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert!(
            problems[0].to_string().contains(expected),
            "{}",
            problems[0]
        );
    }
    assert!(parse(scene("obstacles", &stairs, 1_000).as_bytes()).is_ok());
}

/// Rules between stairs and bodies, and compounds of many pieces, stand for more than they say.
#[test]
fn pieces_and_pairs_are_counted_first() {
    let ball = json!({"sphere": {"radius_m": 0.1}});
    let compound = json!({"compound": {"pieces": vec![json!({"shape": ball}); 256]}});
    let body = |id: usize, shape: &Value| json!({"id": id, "mass_kg": 1, "shape": shape});
    let stairs = json!({"stairs": {"steps": 1_000, "step_m": [1, 0.2, 0.3]}});
    let rule = |id: usize| json!({"a": {"obstacle": 1}, "b": {"body": id}, "collide": false});
    let scene = |bodies: usize, shape: &Value| {
        json!({
            "format": "ragdoll-scene",
            "version": 2,
            "obstacles": [{"id": 1, "shape": stairs}],
            "bodies": (2..bodies + 2).map(|id| body(id, shape)).collect::<Vec<_>>(),
            "collision_rules": (2..bodies + 2).map(rule).collect::<Vec<_>>(),
        })
    };
    let refusal = |scene: Value| {
        let problems = parse(scene.to_string().as_bytes()).unwrap_err().0;
        assert_eq!(problems.len(), 1, "{problems:?}");
        problems[0].to_string()
    };
    let text = refusal(scene(391, &compound));
    assert!(
        text.contains("100096 pieces of all compound bodies"),
        "{text}"
    );
    let text = refusal(scene(1_001, &ball));
    assert!(text.contains("1001000 pairs of collision rules"), "{text}");
    assert!(parse(scene(1_000, &ball).to_string().as_bytes()).is_ok());
}

/// A surface between four particles with these triangles and other keys.
fn surface(triangles: &str, more: &str) -> String {
    let particle = |id| {
        format!(
            "{{\"id\": {id}, \"mass_kg\": 1, \"position_m\": [{id}, {}, 0]}}",
            id * id
        )
    };
    let particles = [1, 2, 3, 4].map(particle).join(", ");
    format!(
        "{{\"format\": \"ragdoll-scene\", \"version\": 1, \"particles\": [{particles}],\n\
         \"constraints\": [{{\"id\": 5, \"kind\": {{\"surface\": {{\"triangles\": {triangles}{more}}}}}}}]}}"
    )
}

#[test]
fn a_surface_says_what_is_wrong_with_it() {
    let closed = "[[1, 3, 2], [1, 2, 4], [1, 4, 3], [2, 3, 4]]";
    let keeps = ", \"volume_strength\": 1";
    assert!(parse(surface(closed, keeps).as_bytes()).is_ok());
    assert!(parse(surface("[[1, 2, 3]]", "").as_bytes()).is_ok());
    for (triangles, more, place, message) in [
        (
            "[]",
            "",
            "triangles",
            "a surface may have 1 to 20000 triangles, this one has 0",
        ),
        ("[[1, 2, 7]]", "", "triangles[0]", "7"),
        ("[[1, 2, 5]]", "", "triangles[0]", "not a particle"),
        (
            "[[1, 2, 3], [2, 2, 4]]",
            "",
            "triangles[1]",
            "two corners are the same particle",
        ),
        (
            "[[1, 2, 3]]",
            keeps,
            "volume_strength",
            "not closed, so it has no volume",
        ),
        (
            closed,
            ", \"volume_strength\": 0",
            "volume_strength",
            "above 0 to 1",
        ),
        (closed, ", \"pressure\": 0", "pressure", "0.1 to 10"),
        (
            closed,
            ", \"thickness_m\": -1",
            "thickness_m",
            "out of range",
        ),
        // One of them is clockwise from outside.
        (
            "[[1, 2, 3], [1, 2, 4], [1, 4, 3], [2, 3, 4]]",
            keeps,
            "volume_strength",
            "not closed",
        ),
    ] {
        let problems = parse(surface(triangles, more).as_bytes()).unwrap_err().0;
        let path = format!("constraints[0].kind.surface.{place}");
        let found = problems.iter().find(|problem| problem.path == path);
        let found = found.unwrap_or_else(|| panic!("{triangles}{more}: {problems:?}"));
        assert!(found.message.contains(message), "{}", found.message);
    }
}
