//! Documents of MuJoCo whose parts fit each other: classes, meshes, bodies, joints, actuators.

use super::chance::Chance;

/// Inside of a mesh.
const TETRAHEDRON: &str = "vertex=\"0 0 0 1 0 0 0 1 0 0 0 1\" face=\"0 2 1 0 1 3 0 3 2 1 2 3\"";
const GEOMS: [&str; 6] = ["sphere", "capsule", "box", "cylinder", "ellipsoid", "mesh"];
const JOINTS: [&str; 4] = ["hinge", "slide", "ball", "hinge"];
/// Most default classes.
const CLASSES: usize = 5;

/// A document of about so many bodies.
pub fn document(chance: &mut Chance, size: usize) -> String {
    let mut text = String::from("<mujoco model=\"made\">");
    let angle = ["degree", "radian"][chance.below(2)];
    text +=
        &format!("<compiler angle=\"{angle}\" eulerseq=\"xYz\"/><option gravity=\"0 0 -9.8\"/>");
    let classes = classes(&mut text, chance);
    let points: String = (0..chance.below(size))
        .map(|_| vector(chance) + " ")
        .collect();
    text += &format!(
        "<asset><mesh name=\"m0\" {TETRAHEDRON}/><mesh name=\"m1\" vertex=\"{points}\"/></asset>"
    );
    text += "<worldbody><geom type=\"plane\" size=\"0 0 1\"/>";
    let count = 1 + chance.below(size);
    bodies(&mut text, chance, (count, classes));
    text += "</worldbody><equality>";
    for kind in ["connect", "weld"] {
        let [a, b] = [(); 2].map(|()| chance.below(count));
        text += &format!("<{kind} body1=\"b{a}\" body2=\"b{b}\" anchor=\"0 0 0.1\"/>");
    }
    text += "</equality><contact>";
    let [a, b] = [(); 2].map(|()| chance.below(count));
    text += &format!("<exclude body1=\"b{a}\" body2=\"b{b}\"/></contact><actuator>");
    for _ in 0..chance.below(count) {
        let kind = ["position", "velocity", "motor"][chance.below(3)];
        let joint = chance.below(count);
        text += &format!("<{kind} joint=\"j{joint}\" kp=\"2\" kv=\"0.1\" forcerange=\"-5 5\"/>");
    }
    let places: String = (0..chance.below(8 * count))
        .map(|_| number(chance) + " ")
        .collect();
    text + &format!(
        "</actuator><keyframe><key qpos=\"{places}\" ctrl=\"1 0.5\"/></keyframe></mujoco>"
    )
}

/// Default classes, one in the other; how many.
fn classes(text: &mut String, chance: &mut Chance) -> usize {
    let count = chance.below(CLASSES);
    *text += "<default><geom friction=\"0.8 0.1 0.1\"/>";
    for class in 0..count {
        let (stiffness, low) = (chance.below(9), chance.below(90));
        *text += &format!(
            "<default class=\"c{class}\"><joint damping=\"0.1\" stiffness=\"{stiffness}\" "
        );
        *text += &format!(
            "range=\"-{low} 40\"/><geom density=\"{}\"/>",
            100 * chance.below(20)
        );
    }
    *text += &"</default>".repeat(count + 1);
    count
}

/// So many bodies, each in the one before or beside it.
fn bodies(text: &mut String, chance: &mut Chance, (count, classes): (usize, usize)) {
    let mut open = 0;
    for body in 0..count {
        while open > 0 && chance.one_in(3) {
            *text += "</body>";
            open -= 1;
        }
        *text += &format!("<body name=\"b{body}\" pos=\"{}\"", vector(chance));
        if classes > 0 && chance.one_in(4) {
            *text += &format!(" childclass=\"c{}\"", chance.below(classes));
        }
        *text += [" euler=\"10 20 30\">", " quat=\"1 0 1 0\">", ">"][chance.below(3)];
        open += 1;
        match (open, chance.below(4)) {
            (1, 0) => *text += "<freejoint/>",
            (_, 1) => {}
            _ => joints(text, chance, (body, classes)),
        }
        if chance.one_in(5) {
            *text += "<inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"0.1 0.1 0.1\"/>";
        }
        for _ in 0..=chance.below(2) {
            geom(text, chance);
        }
    }
    *text += &"</body>".repeat(open);
}

fn joints(text: &mut String, chance: &mut Chance, (body, classes): (usize, usize)) {
    for _ in 0..=chance.below(3) {
        let kind = JOINTS[chance.below(JOINTS.len())];
        let axis = ["1 0 0", "0 1 0", "0 0 1", "1 1 0"][chance.below(4)];
        *text += &format!("<joint name=\"j{body}\" type=\"{kind}\" axis=\"{axis}\"");
        if chance.one_in(2) {
            *text += &format!(" range=\"-{} {}\"", chance.below(90), chance.below(90));
        }
        if classes > 0 && chance.one_in(3) {
            *text += &format!(" class=\"c{}\"", chance.below(classes));
        }
        *text += [
            "/>",
            " frictionloss=\"0.1\"/>",
            " ref=\"10\" springref=\"5\"/>",
        ][chance.below(3)];
    }
}

fn geom(text: &mut String, chance: &mut Chance) {
    let kind = GEOMS[chance.below(GEOMS.len())];
    let [a, b, c] = [(); 3].map(|()| 0.05 + 0.05 * chance.below(10) as f64);
    *text += &format!(
        "<geom type=\"{kind}\" size=\"{a} {b} {c}\" pos=\"{}\"",
        vector(chance)
    );
    if kind == "mesh" {
        *text += &format!(" mesh=\"m{}\"", chance.below(2));
    }
    *text += [
        "/>",
        " fromto=\"0 0 0 0 0 1\"/>",
        " contype=\"0\" mass=\"1\"/>",
    ][chance.below(3)];
}

/// A number from -1 to 1.
fn number(chance: &mut Chance) -> String {
    (chance.below(201) as f64 / 100.0 - 1.0).to_string()
}

fn vector(chance: &mut Chance) -> String {
    [(); 3].map(|()| number(chance)).join(" ")
}
