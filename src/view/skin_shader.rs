//! Shader text of skins: bones move the vertices as dual quaternions (Kavan and others,
//! "Skinning with dual quaternions", 2007), and marks are decided for every pixel.

use super::shader::{
    Program, BODY_FRAGMENT, EMPTY_FRAGMENT, FLAT_FRAGMENT, MIRRORED_HEAD, SHADOW_LOOKUP,
};

/// Lit skins.
pub(super) const SKIN: Program = Program {
    name: "skin",
    vertex: &[SKIN_INPUT, SKIN_VERTEX],
    fragment: &[SHADOW_LOOKUP, BODY_FRAGMENT, SKIN_DRESS],
};
/// Skins as the floor mirrors them.
pub(super) const SKIN_MIRRORED: Program = Program {
    name: "mirrored skin",
    fragment: &[MIRRORED_HEAD, SHADOW_LOOKUP, BODY_FRAGMENT, SKIN_DRESS],
    ..SKIN
};
/// Depth of skins seen from the key light.
pub(super) const SKIN_SHADOW: Program = Program {
    name: "skin shadow",
    vertex: &[SKIN_INPUT, SKIN_SHADOW_VERTEX],
    fragment: &[EMPTY_FRAGMENT],
};
/// Inflated hulls behind skins.
pub(super) const SKIN_OUTLINE: Program = Program {
    name: "skin outline",
    vertex: &[SKIN_INPUT, SKIN_OUTLINE_VERTEX],
    fragment: &[FLAT_FRAGMENT],
};

/// Vectors of all figures of one draw: with the other uniforms no more than the 256 that every
/// driver has.
pub(super) const FIGURE_VECTORS: usize = 228;

/// Figures of a draw: colour, then for each bone its turn, and its shift with a tint. Of one whose
/// vertices lie between two skeletons, the same of the other one, with the share of the first.
const SKIN_INPUT: &str = r#"
in vec3 a_pos; in vec3 a_nrm; in vec4 a_bones; in vec4 a_weights; in vec4 a_mark; in vec2 a_band;
uniform vec4 skin;          // x: vectors of a figure, y: width of outlines px, z: 1 with marks, 2 with a picture, w: 1 between two skeletons, and 2 more by linear blend
uniform vec4 dark_rgb;
uniform vec4 figures[228];
vec3 turn(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
struct Moved { vec3 place; vec3 normal; vec4 tint; vec4 color; };
struct Placed { vec3 place; vec3 normal; };
// A tint is a whole number: its bytes are red, green and blue, and 0 is none.
vec4 tint_of(float number) {
    float rgb = number - 1.0;
    vec3 bytes = floor(vec3(rgb / 65536.0, mod(rgb / 256.0, 256.0), mod(rgb, 256.0)));
    return number > 0.5 ? vec4(bytes / 255.0, 1.0) : vec4(0.0);
}
Placed averaged(int first) {
    vec3 place = vec3(0.0), normal = vec3(0.0);
    for (int i = 0; i < 4; i++) {
        int at = first + 2 * int(a_bones[i]);
        vec4 q = figures[at];
        place += a_weights[i] * (turn(q, a_pos) + figures[at + 1].xyz);
        normal += a_weights[i] * turn(q, a_nrm);
    }
    return Placed(place, normalize(normal + vec3(1e-9)));
}
Placed placed(int first) {
    if (skin.w > 1.5) return averaged(first);
    vec4 real = vec4(0.0), dual = vec4(0.0);
    for (int i = 0; i < 4; i++) {
        float weight = a_weights[i];
        if (weight > 0.0) {
            int at = first + 2 * int(a_bones[i]);
            vec4 q = figures[at], t = figures[at + 1];
            weight = dot(q, real) < 0.0 ? -weight : weight;
            real += weight * q;
            dual += 0.5 * weight * vec4(t.xyz * q.w + cross(t.xyz, q.xyz), -dot(t.xyz, q.xyz));
        }
    }
    float size = inversesqrt(max(dot(real, real), 1e-12));
    real *= size; dual *= size;
    vec3 shift = 2.0 * (real.w * dual.xyz - dual.w * real.xyz + cross(real.xyz, dual.xyz));
    return Placed(turn(real, a_pos) + shift, turn(real, a_nrm));
}
Moved moved() {
    bool is_mixed = mod(skin.w, 2.0) > 0.5;
    int first = gl_InstanceID * int(skin.x), bones = (int(skin.x) - 1) / (is_mixed ? 4 : 2);
    Placed shown = placed(first + 1);
    vec4 tint = vec4(0.0);
    float share = 0.0;
    for (int i = 0; i < 4; i++) {
        int at = first + 2 + 2 * int(a_bones[i]);
        tint += a_weights[i] * tint_of(figures[at].w);
        if (is_mixed) share += a_weights[i] * figures[at + 2 * bones].w;
    }
    if (is_mixed) {
        Placed other = placed(first + 1 + 2 * bones);
        shown.place = mix(other.place, shown.place, share);
        shown.normal = normalize(mix(other.normal, shown.normal, share) + vec3(1e-9));
    }
    return Moved(shown.place, shown.normal, tint, figures[first]);
}
"#;

const SKIN_VERTEX: &str = r#"
out vec3 v_normal; out vec3 v_world; out vec3 v_light; out vec3 v_local; out vec3 v_side;
out vec4 v_tint; flat out vec4 v_dark;
flat out vec4 v_color; flat out vec4 v_size; flat out float v_pattern;
void main() {
    Moved m = moved();
    v_normal = m.normal;
    v_world = m.place;
    v_local = a_mark.xyz;
    v_side = vec3(a_mark.w, a_band);
    v_tint = vec4(m.tint.rgb / max(m.tint.a, 1e-4), m.tint.a);
    v_dark = vec4(dark_rgb.rgb, skin.z);
    v_color = m.color; v_size = vec4(0.0); v_pattern = 0.0;
    v_light = (light_proj * vec4(m.place + m.normal * screen.w, 1.0)).xyz * 0.5 + 0.5;
    gl_Position = view_proj * vec4(m.place, 1.0);
}
"#;

const SKIN_SHADOW_VERTEX: &str =
    "void main() { gl_Position = light_proj * vec4(moved().place, 1.0); }\n";

const SKIN_OUTLINE_VERTEX: &str = r#"
flat out vec4 v_color;
void main() {
    Moved m = moved();
    vec4 clip = view_proj * vec4(m.place, 1.0);
    vec2 out_way = (view_proj * vec4(m.normal, 0.0)).xy * screen.xy;
    clip.xy += out_way * inversesqrt(max(dot(out_way, out_way), 1e-12)) * skin.y * 2.0 * clip.w / screen.xy;
    v_color = m.color;
    gl_Position = clip;
}
"#;

/// What a skin shows; after the fragment text of bodies, which asks it.
const SKIN_DRESS: &str = r#"
in vec4 v_tint; flat in vec4 v_dark;
uniform sampler2D picture;
// Where corners stand for what is round, normals at the rim look away.
float facing_at_rim() { return 0.14; }
vec3 dressed(vec3 base) {
    if (v_dark.a > 1.5) return mix(texture(picture, v_local.yz).rgb, v_tint.rgb, v_tint.a);
    // Beyond both edges of a band; one that has no second edge is endlessly wide.
    float x = v_local.x, beyond = max(x, -x - 2.0 * v_side.y), blur = max(fwidth(x), 1e-5);
    vec3 shown = mix(v_dark.rgb, base, v_side.z > 0.999 ? smoothstep(-blur, blur, beyond) : 1.0);
    vec3 marked = quadrants(shown, v_local.yz, 1.0);
    shown = v_side.x > 0.999 ? marked : shown;
    return mix(v_dark.a > 0.5 ? shown : base, v_tint.rgb, v_tint.a);
}
"#;
