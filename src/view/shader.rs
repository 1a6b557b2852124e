//! Shader text: one body for desktop GLSL 3.30 and GLSL ES 3.00.
//!
//! Bodies are lit in linear light (a power of 2.2 stands in for the sRGB
//! curve) and tone-mapped; floor and background are mixed in sRGB so
//! that they meet the theme's colours exactly.

/// Softness of the key light's shadow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShadowTaps {
    /// No shadow map at all.
    None,
    /// Bilinear comparisons along each side of a square.
    Square(u8),
}

/// First lines of every shader. `is_es`: OpenGL ES instead of desktop GL.
pub(super) fn header(is_es: bool, taps: ShadowTaps) -> String {
    let version = if is_es {
        "#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2DShadow;\n"
    } else {
        "#version 330\n"
    };
    let taps = match taps {
        ShadowTaps::None => String::new(),
        ShadowTaps::Square(side) => format!("#define TAPS {side}\n"),
    };
    format!("{version}{taps}{UNIFORMS}")
}

const UNIFORMS: &str = r#"
uniform mat4 view_proj;
uniform mat4 light_proj;
uniform vec4 eye;        // xyz m, w: floor height m
uniform vec4 light;      // xyz toward the key light, w: tap spacing in uv
uniform vec4 sky_low;    // rgb
uniform vec4 sky_high;   // rgb
uniform vec4 floor_rgb;  // rgb, w: brightness in shadow
uniform vec4 line_rgb;   // rgb, w: where the floor starts to melt, m
uniform vec4 screen;     // xy size px, z: where it has melted m, w: normal offset m
uniform vec4 pool;       // xyz centre of the pool of light m, w: radius m
uniform vec4 ray_x;      // view ray = ray_z + x ray_x + y ray_y; w: gain of the pool
uniform vec4 ray_y;      // w: gain of the sky's fill light
uniform vec4 ray_z;      // w: how much of what stands on it the floor mirrors, from above
uniform vec4 key_rgb;    // rgb of the key light, w: place: 0 studio, 1 yard, 2 hall, 3 night
uniform vec4 fill_rgb;   // rgb that the fill light is multiplied with
"#;

const BODY_INPUT: &str = r#"
in vec3 a_pos; in vec3 a_nrm; in float a_side;
in vec4 i_pos; in vec4 i_rot; in vec4 i_size; in vec4 i_color; in vec4 i_form;
vec3 turn(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
// Girth of a limb at t from its top, as a share of its radius: from i_form.x to
// i_form.y with i_form.z added in the middle, level at both ends.
float girth(float t) {
    float s = t * (1.0 - t);
    return mix(i_form.x, i_form.y, t * t * (3.0 - 2.0 * t)) + i_form.z * 16.0 * s * s;
}
// Heights of the centres of the two ends: thinner ends still reach as far.
vec2 limb_ends() { return vec2(1.0, -1.0) * (i_size.y + i_size.w * (1.0 - i_form.xy)); }
vec3 local_point() {
    float r = i_size.w;
    if (r == 0.0) return a_pos * i_size.xyz;
    if (a_side > 1.5) return a_pos * i_size.xyz + a_nrm * r;
    vec2 ends = limb_ends();
    float t = 0.5 - 0.5 * a_side, g = r * girth(t);
    return a_pos * vec3(g, a_side == 0.0 ? i_size.y : g, g) + vec3(0.0, mix(ends.x, ends.y, t), 0.0);
}
vec3 local_normal() {
    if (i_size.w == 0.0) return normalize(a_nrm / max(i_size.xyz, vec3(1e-6)));
    if (abs(a_side) >= 1.0 || i_form.xyz == vec3(1.0, 1.0, 0.0)) return a_nrm;
    vec2 ends = limb_ends();
    float t = 0.5 - 0.5 * a_side, s = t * (1.0 - t);
    float slope = 6.0 * s * (i_form.y - i_form.x) + i_form.z * 32.0 * s * (1.0 - 2.0 * t);
    return normalize(a_nrm + vec3(0.0, i_size.w * slope / max(ends.x - ends.y, 1e-4), 0.0));
}
"#;

const BODY_VERTEX: &str = r#"
out vec3 v_normal; out vec3 v_world; out vec3 v_light; out vec3 v_local; out vec3 v_side;
flat out vec4 v_color; flat out vec4 v_size; flat out float v_pattern;
void main() {
    vec3 p = local_point();
    vec3 w = i_pos.xyz + turn(i_rot, p);
    v_normal = turn(i_rot, local_normal());
    v_world = w;
    v_local = p;
    v_side = a_nrm;
    v_color = i_color; v_size = i_size; v_pattern = i_pos.w;
    v_light = (light_proj * vec4(w + v_normal * screen.w, 1.0)).xyz * 0.5 + 0.5;
    gl_Position = view_proj * vec4(w, 1.0);
}
"#;

// Of a surface, what varies over a face is the distance from its edges.
const SURFACE_INPUT: &str = r#"
in vec3 a_pos; in vec3 a_nrm; in vec3 a_edge;
in vec4 i_pos; in vec4 i_rot; in vec4 i_size; in vec4 i_color; in vec4 i_form;
vec3 turn(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
"#;

const SURFACE_VERTEX: &str = r#"
out vec3 v_normal; out vec3 v_world; out vec3 v_light; out vec3 v_local; out vec3 v_side;
flat out vec4 v_color; flat out vec4 v_size; flat out float v_pattern;
void main() {
    vec3 w = i_pos.xyz + turn(i_rot, a_pos), n = turn(i_rot, a_nrm);
    // The side that the eye sees: the same for a whole face.
    v_normal = dot(eye.xyz - w, n) < 0.0 ? -n : n;
    v_world = w;
    v_local = a_edge;
    v_side = a_nrm;
    v_color = i_color; v_size = i_size; v_pattern = i_pos.w;
    v_light = (light_proj * vec4(w + v_normal * screen.w, 1.0)).xyz * 0.5 + 0.5;
    gl_Position = view_proj * vec4(w, 1.0);
}
"#;

const SURFACE_SHADOW_VERTEX: &str = r#"
void main() { gl_Position = light_proj * vec4(i_pos.xyz + turn(i_rot, a_pos), 1.0); }
"#;

pub(super) const SHADOW_LOOKUP: &str = r#"
#ifdef TAPS
uniform sampler2DShadow shadow_map;
float key_light(vec3 p) {
    if (any(lessThan(p, vec3(0.0))) || any(greaterThan(p, vec3(1.0)))) return 1.0;
    float sum = 0.0;
    vec3 first = p - vec3(vec2(0.5 * float(TAPS - 1) * light.w), 0.0015);
    for (int y = 0; y < TAPS; y++)
        for (int x = 0; x < TAPS; x++)
            sum += texture(shadow_map, first + vec3(float(x), float(y), 0.0) * light.w);
    // Out of the region nothing is known: shadows fade towards its edge.
    vec2 rim = min(p.xy, 1.0 - p.xy);
    return mix(1.0, sum / float(TAPS * TAPS), clamp(min(rim.x, rim.y) * 12.0, 0.0, 1.0));
}
#else
float key_light(vec3 p) { return 1.0; }
#endif
"#;

/// What bodies need beside [`BODY_FRAGMENT`]; skins have a dress of their own.
const BODY_DRESS: &str =
    "vec3 dressed(vec3 base) { return base; }\nfloat facing_at_rim() { return 0.0; }\n";
pub(super) const MIRRORED_HEAD: &str = "#define MIRRORED\n";

pub(super) const BODY_FRAGMENT: &str = r#"
in vec3 v_normal; in vec3 v_world; in vec3 v_light; in vec3 v_local; in vec3 v_side;
flat in vec4 v_color; flat in vec4 v_size; flat in float v_pattern;
out vec4 frag;
vec3 dressed(vec3 base);
float facing_at_rim();
// Disc of black and white quadrants; uv from its centre, r its radius, m.
vec3 quadrants(vec3 base, vec2 uv, float r) {
    // Not beyond the disc: uv jumps where the next mark begins.
    float d = length(uv), blur = max(min(fwidth(d), 0.2 * r), 1e-5);
    float cross_blur = max(fwidth(uv.x * uv.y), 1e-8);
    float white = clamp(uv.x * uv.y / cross_blur + 0.5, 0.0, 1.0);
    vec3 disc = mix(vec3(0.055), vec3(0.93), white);
    disc = mix(disc, vec3(0.055), smoothstep(0.86 * r - blur, 0.86 * r, d));
    return mix(disc, base, smoothstep(r - blur, r + blur, d));
}
vec3 crash_mark(vec3 base) {
    vec3 p = v_local, a = abs(v_local), n = abs(v_side);
    vec2 uv = a.x > a.z ? p.zy : p.xy;
    float r = 0.6 * v_size.w;
    if (v_size.w > 0.0 && v_size.x + v_size.z > 0.0) {
        vec3 half_size = v_size.xyz + v_size.w;
        uv = n.x > n.z ? p.zy : p.xy;
        r = n.y > 0.7 ? 0.0 : 0.5 * min(half_size.y, n.x > n.z ? half_size.z : half_size.x);
    } else if (v_size.w == 0.0) {
        uv = n.x > n.z ? p.zy : p.xy;
        r = n.y > 0.5 ? 0.0 : 0.5 * min(v_size.y, n.x > n.z ? v_size.z : v_size.x);
    } else if (v_size.y > 0.0) {
        bool is_end = n.y > 0.95;
        uv = is_end ? p.xz : uv;
        r = is_end ? 0.78 * v_size.w : min(r, 0.7 * v_size.y);
    }
    return quadrants(base, uv, r);
}
vec3 band(vec3 base) {
    float h = abs(v_local.y) / v_size.w, blur = max(fwidth(h), 1e-4);
    float gap = length(v_local - vec3(v_size.w, 0.0, 0.0)) / v_size.w;
    float white = 1.0 - smoothstep(0.2 - blur, 0.2 + blur, h);
    white *= smoothstep(0.3 - blur, 0.3 + blur, gap);
    return mix(base, vec3(0.93), white);
}
// Visor in front; marks at the temples and at the back.
vec3 head(vec3 base) {
    vec3 p = v_local, n = abs(v_side);
    float w = v_size.w, reach = v_size.y + w;
    vec3 marked = quadrants(base, n.x > n.z ? p.zy : p.xy, (n.x > n.z ? 0.5 : 0.55) * w);
    if (v_side.z < 0.0 || n.y > 0.9) return v_side.z < 0.0 || n.x > n.z ? marked : base;
    vec2 q = abs(vec2(atan(p.x, p.z) * w, p.y - 0.16 * reach)) - vec2(0.78 * w, 0.17 * reach);
    float round_by = 0.13 * reach;
    float out_by = length(max(q + round_by, 0.0)) + min(max(q.x, q.y) + round_by, 0.0) - round_by;
    float blur = max(fwidth(out_by), 1e-5);
    return mix(vec3(0.075), n.x > n.z ? marked : base, smoothstep(-blur, blur, out_by));
}
float least(vec3 d) { return min(d.x, min(d.y, d.z)); }
float middle(vec3 d) { return max(min(d.x, d.y), min(max(d.x, d.y), d.z)); }
// Distance along a face of a ramp from its nearest edge.
float from_wedge_edge() {
    float side = v_size.x - abs(v_local.x), base = v_local.y + v_size.y, back = v_size.z - v_local.z;
    float slant = length(v_size.yz);
    float slope = (v_local.z * v_size.y - v_local.y * v_size.z) / slant;
    if (abs(v_side.x) > 0.5) return least(vec3(base, back, slope));
    if (v_side.y > 0.5) return least(vec3(side, base * slant / v_size.y, back * slant / v_size.z));
    if (v_side.y < -0.5) return least(vec3(side, back, slope * slant / v_size.y));
    return least(vec3(side, base, slope * slant / v_size.z));
}
vec3 edged(vec3 base) {
    float near = middle(v_size.xyz - abs(v_local)), widest = 0.012;
    if (v_pattern > 8.5) near = least(v_local);
    else if (v_pattern > 7.5) {
        // The middle of the rounding; none where the shape is all rounding.
        vec3 n = abs(normalize(v_side));
        near = (max(n.x, max(n.y, n.z)) - middle(n)) * v_size.w;
        widest = min(0.008, 0.25 * v_size.w) * step(v_size.w, 0.05);
    } else if (v_pattern > 6.5) near = max(v_size.y - abs(v_local.y), v_size.w - length(v_local.xz));
    else if (v_pattern > 5.5) near = from_wedge_edge();
    float width = max(widest, 1.2 * fwidth(near) * step(1e-6, widest));
    return mix(base * 1.32 + 0.03, base, smoothstep(width * 0.6, width + 1e-6, near));
}
float lines(vec2 cell, vec2 pixel) {
    vec2 off = abs(fract(cell - 0.5) - 0.5) / pixel;
    vec2 ink = clamp(1.0 - off, 0.0, 1.0) * (1.0 - smoothstep(0.08, 0.3, pixel));
    return max(ink.x, ink.y);
}
vec3 lined(vec3 base) {
    vec2 p = v_local.xz, pixel = max(fwidth(p), vec2(1e-5));
    float ink = max(lines(p, pixel), 0.4 * lines(p * 10.0, pixel * 10.0));
    return mix(base, line_rgb.rgb, abs(v_side.y) > 0.5 ? ink : 0.0);
}
vec3 film(vec3 x) { return clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0); }
// Filmic by the brightest channel, so that amber does not turn to lemon; a
// little of the channel-wise curve lets highlights bleach.
vec3 tone(vec3 x) {
    float top = max(max(x.r, x.g), max(x.b, 1e-4));
    return mix(x * (film(vec3(top)).r / top), film(x), 0.25);
}
void main() {
    vec3 base = v_color.rgb;
    base = dressed(base);
    if (v_pattern > 4.5) base = edged(base);
    else if (v_pattern > 3.5) base = lined(base);
    else if (v_pattern > 2.5) base = head(base);
    else if (v_pattern > 1.5) base = band(base);
    else if (v_pattern > 0.5) base = crash_mark(base);
    vec3 n = normalize(v_normal), v = normalize(eye.xyz - v_world);
    float facing = dot(n, light.xyz);
    float key = max(facing, 0.0) * (facing > 0.0 ? key_light(v_light) : 0.0);
    vec3 h = normalize(light.xyz + v);
    float up = n.y * 0.5 + 0.5;
    vec3 fill = mix(vec3(0.10, 0.097, 0.095), vec3(0.25, 0.28, 0.33), up);
    float near_floor = 1.0 - clamp((v_world.y - eye.w) * 3.0, 0.0, 1.0);
    fill *= fill_rgb.rgb * ray_y.w * (1.0 - 0.6 * near_floor * near_floor * (1.0 - up));
    float edge = 1.0 - max(dot(n, v), facing_at_rim());
    float rim = edge * edge * edge * clamp(0.35 - facing, 0.0, 1.0);
    vec3 c = pow(base, vec3(2.2)) * (fill + key_rgb.rgb * key);
    // A coat of clear varnish: the lamp in it, and at the edges the room.
    float gleam = max(dot(n, h), 0.0);
    c += key * (0.05 * pow(gleam, 20.0) + 0.42 * pow(gleam, 160.0));
    float above = smoothstep(-0.25, 0.45, reflect(-v, n).y);
    vec3 room = mix(floor_rgb.rgb * floor_rgb.rgb, sky_low.rgb * sky_low.rgb * 2.2, above);
    c += room * (0.035 + 0.45 * edge * edge * edge * edge) + vec3(0.16, 0.19, 0.24) * rim;
    vec3 shown = pow(tone(c), vec3(1.0 / 2.2));
    if (v_pattern > 3.5 && v_pattern < 4.5)
        shown = mix(shown, sky_low.rgb, smoothstep(line_rgb.w, screen.z, length(v_world.xz - eye.xz)));
#ifdef MIRRORED
    float height = v_world.y - eye.w;
    if (height < 0.0) discard;
    shown = mix(shown, sky_low.rgb, smoothstep(0.0, 1.6, height));
#endif
    frag = vec4(shown, v_color.a);
}
"#;

const FLOOR_VERTEX: &str = r#"
in vec3 a_pos;
out vec3 v_world; out vec3 v_light;
void main() {
    v_world = a_pos;
    v_light = (light_proj * vec4(a_pos, 1.0)).xyz * 0.5 + 0.5;
    gl_Position = view_proj * vec4(a_pos, 1.0);
}
"#;

const FLOOR_FRAGMENT: &str = r#"
in vec3 v_world; in vec3 v_light;
out vec4 frag;
float random_of(vec2 p) { return fract(sin(dot(p, vec2(127.1, 311.7))) * 43758.5453); }
float smooth_noise(vec2 p) {
    vec2 i = floor(p), f = fract(p);
    f = f * f * (3.0 - 2.0 * f);
    float low = mix(random_of(i), random_of(i + vec2(1.0, 0.0)), f.x);
    float high = mix(random_of(i + vec2(0.0, 1.0)), random_of(i + vec2(1.0, 1.0)), f.x);
    return mix(low, high, f.y) - 0.5;
}
// What a floor is made of, as a share of its brightness: grass, boards or asphalt.
float grain_of(vec2 p, vec2 pixel, float flat_out) {
    float coarse = smooth_noise(p * 0.45) + 0.5 * smooth_noise(p * 1.7 + 7.0);
    float fine = smooth_noise(p * 23.0) * (1.0 - smoothstep(0.01, 0.04, max(pixel.x, pixel.y)));
    if (key_rgb.w < 1.5) return 0.16 * coarse + 0.20 * fine;
    if (key_rgb.w > 2.5) return 0.10 * coarse + 0.16 * fine;
    // Boards along x, each of its own tone, with a seam between them.
    float row = floor(p.y * 5.0), across = fract(p.y * 5.0);
    float end = fract(p.x * 0.4 + 0.37 * row), board = floor(p.x * 0.4 + 0.37 * row);
    float width = clamp(pixel.y * 5.0, 0.02, 0.5);
    float seam = 1.0 - smoothstep(width, 2.0 * width, min(across, 1.0 - across));
    float joint = 1.0 - smoothstep(0.004, 0.008 + pixel.x, min(end, 1.0 - end));
    float streaks = smooth_noise(vec2(p.x * 1.5, p.y * 60.0));
    float own = random_of(vec2(row, board)) - 0.5;
    return flat_out * (0.24 * own - 0.30 * max(seam, joint) + 0.10 * streaks) + 0.06 * coarse;
}
// Lines one pixel wide each cell; gone before cells shrink to a few pixels.
float lines(vec2 cell, vec2 pixel) {
    vec2 off = abs(fract(cell - 0.5) - 0.5) / pixel;
    vec2 ink = clamp(1.0 - off, 0.0, 1.0) * (1.0 - smoothstep(0.08, 0.3, pixel));
    return max(ink.x, ink.y);
}
void main() {
    vec2 p = v_world.xz, pixel = max(fwidth(p), vec2(1e-5));
    float tenths = key_rgb.w > 0.5 ? 0.15 : 0.4;
    float ink = max(lines(p, pixel), tenths * lines(p * 10.0, pixel * 10.0));
    if (key_rgb.w > 0.5) ink *= 0.8;
    // Tiles of a metre in two tones.
    vec2 tile = 2.0 * abs(fract(p * 0.5) - 0.5), blur = clamp(pixel, 0.002, 0.5);
    vec2 odd = smoothstep(0.5 - blur, 0.5 + blur, tile) * 2.0 - 1.0;
    float flat_out = 1.0 - smoothstep(0.1, 0.5, max(pixel.x, pixel.y));
    float tone = 0.06 * odd.x * odd.y * flat_out;
    if (key_rgb.w > 0.5) tone = grain_of(p, pixel, flat_out);
    vec3 c = mix(floor_rgb.rgb * (1.0 + tone), line_rgb.rgb, ink);
    vec2 to_pool = (p - pool.xz) / pool.w;
    c *= 1.0 + ray_x.w / (1.0 + dot(to_pool, to_pool) * 2.5);
    c *= mix(floor_rgb.w, 1.0, key_light(v_light));
    float melt = smoothstep(line_rgb.w, screen.z, length(p - eye.xz));
    float grazing = 1.0 - abs(normalize(eye.xyz - v_world).y);
    float mirrors = ray_z.w * (1.0 + 2.0 * grazing * grazing * grazing) * (1.0 - melt);
    frag = vec4(mix(c, sky_low.rgb, melt), 1.0 - mirrors);
}
"#;

const SKY_VERTEX: &str = r#"
in vec2 a_pos;
out vec3 v_ray;
void main() {
    v_ray = ray_z.xyz + a_pos.x * ray_x.xyz + a_pos.y * ray_y.xyz;
    gl_Position = vec4(a_pos, 0.999999, 1.0);
}
"#;

const SKY_FRAGMENT: &str = r#"
in vec3 v_ray;
out vec4 frag;
float random_of(vec2 p) { return fract(sin(dot(p, vec2(127.1, 311.7))) * 43758.5453); }
float smooth_noise(vec2 p) {
    vec2 i = floor(p), f = fract(p);
    f = f * f * (3.0 - 2.0 * f);
    float low = mix(random_of(i), random_of(i + vec2(1.0, 0.0)), f.x);
    float high = mix(random_of(i + vec2(0.0, 1.0)), random_of(i + vec2(1.0, 1.0)), f.x);
    return mix(low, high, f.y);
}
// Hills all round, clouds above, and the sun where the light comes from.
vec3 yard(vec3 c, vec3 way) {
    float turn = atan(way.x, way.z);
    vec2 above = way.xz / max(way.y + 0.12, 0.06);
    float cloud = smooth_noise(above * 0.9) * 0.6 + smooth_noise(above * 2.3 + 3.0) * 0.4;
    cloud = smoothstep(0.52, 0.85, cloud) * smoothstep(0.03, 0.25, way.y);
    c = mix(c, mix(c, vec3(1.0), 0.55), cloud);
    float sun = max(dot(way, light.xyz), 0.0);
    c += vec3(1.0, 0.86, 0.6) * (0.22 * pow(sun, 24.0) + 0.9 * smoothstep(0.9992, 0.9996, sun));
    float edge = fwidth(way.y) + 1e-4;
    float far = 0.052 + 0.020 * sin(turn * 3.0) + 0.011 * sin(turn * 7.0 + 1.0);
    float near = 0.026 + 0.013 * sin(turn * 5.0 + 2.0) + 0.005 * sin(turn * 13.0);
    vec3 wood = mix(floor_rgb.rgb, sky_low.rgb, 0.45);
    c = mix(c, mix(sky_low.rgb, wood, 0.45), 1.0 - smoothstep(far - edge, far + edge, way.y));
    c = mix(c, mix(sky_low.rgb, wood, 0.85), 1.0 - smoothstep(near - edge, near + edge, way.y));
    // Towards the horizon the ground has melted into the haze.
    return mix(sky_low.rgb, c, smoothstep(-0.004, 0.012, way.y));
}
// Walls with tall windows, through which evening light comes.
vec3 hall(vec3 c, vec3 way) {
    float turn = atan(way.x, way.z) * 12.0 / 6.2831853, cell = abs(fract(turn) - 0.5);
    float up = way.y / max(length(way.xz), 0.05);
    vec2 edge = vec2(fwidth(cell), fwidth(up)) + 1e-4;
    float wide = 0.17, low = 0.09, spring = 0.34;
    float arch = spring + 0.10 * sqrt(max(1.0 - cell * cell / (wide * wide), 0.0));
    float pane = (1.0 - smoothstep(wide - edge.x, wide + edge.x, cell));
    pane *= smoothstep(low - edge.y, low + edge.y, up) * (1.0 - smoothstep(arch - edge.y, arch + edge.y, up));
    float bar = min(abs(cell - 0.0), abs(fract(up * 8.0) - 0.5) * 0.12);
    pane *= smoothstep(0.006, 0.006 + edge.x, bar);
    vec3 glow = mix(sky_low.rgb, vec3(1.0, 0.86, 0.62), 0.5);
    float near = exp2(-18.0 * max(cell - wide, 0.0) - 14.0 * max(up - arch, 0.0) - 14.0 * max(low - up, 0.0));
    c = mix(c, glow, 0.20 * near + 0.62 * pane);
    float rail = smoothstep(0.055 - edge.y, 0.055, up) * (1.0 - smoothstep(0.066, 0.066 + edge.y, up));
    c *= 1.0 - 0.22 * rail;
    return mix(sky_low.rgb, c, smoothstep(-0.002, 0.03, way.y));
}
// Roofs with a few lit windows, stars, and the moon where the light comes from.
vec3 night(vec3 c, vec3 way) {
    vec2 sky = vec2(atan(way.x, way.z) * 40.0, way.y * 46.0), cell = floor(sky);
    vec2 off = sky - cell - vec2(0.5) - 0.6 * (vec2(random_of(cell + 3.0), random_of(cell + 9.0)) - 0.5);
    float star = step(0.86, random_of(cell)) * smoothstep(0.12, 0.4, way.y) * (1.0 - smoothstep(0.03, 0.09, length(off)));
    c += vec3(0.8, 0.88, 1.0) * star * random_of(cell + 5.0);
    float moon = max(dot(way, light.xyz), 0.0);
    c += vec3(0.75, 0.84, 1.0) * (0.16 * pow(moon, 40.0) + 0.75 * smoothstep(0.9984, 0.9988, moon));
    float turn = atan(way.x, way.z) * 9.0, house = floor(turn), edge = fwidth(way.y) + 1e-4;
    float roof = 0.035 + 0.085 * random_of(vec2(house, 1.0));
    float wall = 1.0 - smoothstep(roof - edge, roof + edge, way.y);
    c = mix(c, mix(sky_low.rgb, sky_high.rgb, 0.72), wall);
    vec2 room = vec2(fract(turn) * 7.0, way.y * 95.0), number = floor(room);
    vec2 inside = abs(fract(room) - 0.5);
    float lit = step(0.84, random_of(number + house * 17.0)) * step(inside.x, 0.26) * step(inside.y, 0.30);
    lit *= wall * step(0.02, way.y) * step(way.y + 0.012, roof);
    c = mix(c, vec3(1.0, 0.80, 0.48), 0.75 * lit);
    return mix(sky_low.rgb, c, smoothstep(-0.002, 0.02, way.y));
}
void main() {
    float height = max(v_ray.y * inversesqrt(dot(v_ray, v_ray)), 0.0);
    float lift = 1.0 - exp2((key_rgb.w > 0.5 && key_rgb.w < 1.5 ? -4.0 : -8.0) * height);
    float grain = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    vec3 c = mix(sky_low.rgb, sky_high.rgb, lift);
    vec3 way = normalize(v_ray);
    if (key_rgb.w > 2.5) c = night(c, way);
    else if (key_rgb.w > 1.5) c = hall(c, way);
    else if (key_rgb.w > 0.5) c = yard(c, way);
    frag = vec4(c + (grain - 0.5) / 255.0, 1.0);
}
"#;

const SHADOW_VERTEX: &str = r#"
void main() { gl_Position = light_proj * vec4(i_pos.xyz + turn(i_rot, local_point()), 1.0); }
"#;

pub(super) const EMPTY_FRAGMENT: &str = "void main() {}\n";

// Contact shade: the floor darkens with the distance to the body's surface, out
// to a reach that grows with the body, so that a thousand grains stay cheap.
const CONTACT_VERTEX: &str = r#"
in vec2 a_corner;
in vec4 i_pos; in vec4 i_rot; in vec4 i_size; in vec4 i_color;
out vec3 v_from; flat out vec4 v_rot; flat out vec4 v_size; flat out float v_span;
vec3 turn(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
void main() {
    vec3 ax = abs(turn(i_rot, vec3(i_size.x, 0.0, 0.0)));
    vec3 ay = abs(turn(i_rot, vec3(0.0, i_size.y, 0.0)));
    vec3 az = abs(turn(i_rot, vec3(0.0, 0.0, i_size.z)));
    vec3 reach = ax + ay + az + i_size.w;
    float gap = i_pos.y - reach.y - eye.w;
    float girth = max(i_size.w, min(min(i_size.x, i_size.y), i_size.z));
    float span = min(0.35, 0.03 + 4.0 * girth);
    float is_near = gap < span && i_pos.y > eye.w - 1.0 ? 1.0 : 0.0;
    vec2 half_size = (reach.xz + span) * is_near;
    vec2 xz = i_pos.xz + a_corner * half_size;
    vec3 w = vec3(xz.x, eye.w, xz.y);
    v_from = w - i_pos.xyz;
    v_rot = vec4(-i_rot.xyz, i_rot.w);
    v_size = i_size;
    v_span = span;
    gl_Position = is_near * view_proj * vec4(w, 1.0);
}
"#;

const CONTACT_FRAGMENT: &str = r#"
in vec3 v_from; flat in vec4 v_rot; flat in vec4 v_size; flat in float v_span;
out vec4 frag;
vec3 turn(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
void main() {
    vec3 p = turn(v_rot, v_from);
    float gap = max(length(p - clamp(p, -v_size.xyz, v_size.xyz)) - v_size.w, 0.0);
    float near = max(1.0 - gap / v_span, 0.0);
    frag = vec4(0.0, 0.0, 0.0, 0.5 * near * near * exp2(-gap * 14.0));
}
"#;

const OUTLINE_VERTEX: &str = r#"
flat out vec4 v_color;
void main() {
    vec3 way = a_side == 0.0 ? normalize(a_pos) : a_nrm;
    vec4 clip = view_proj * vec4(i_pos.xyz + turn(i_rot, local_point()), 1.0);
    vec2 out_way = (view_proj * vec4(turn(i_rot, way), 0.0)).xy * screen.xy;
    clip.xy += out_way * inversesqrt(max(dot(out_way, out_way), 1e-12)) * i_pos.w * 2.0 * clip.w / screen.xy;
    v_color = i_color;
    gl_Position = clip;
}
"#;

pub(super) const FLAT_FRAGMENT: &str = r#"
flat in vec4 v_color;
out vec4 frag;
void main() { frag = v_color; }
"#;

const SEGMENT_VERTEX: &str = r#"
in vec2 a_corner;
in vec4 i_a; in vec4 i_b; in vec4 i_color; in vec4 i_tail;
out vec4 v_color; out vec3 v_across; flat out vec2 v_dash;
void main() {
    vec4 a = view_proj * vec4(i_a.xyz, 1.0), b = view_proj * vec4(i_b.xyz, 1.0);
    float eps = 0.02, from = 0.0, to = 1.0;
    if (a.w < eps) from = clamp((eps - a.w) / max(b.w - a.w, 1e-6), 0.0, 1.0);
    if (b.w < eps) to = clamp((a.w - eps) / max(a.w - b.w, 1e-6), 0.0, 1.0);
    vec4 pa = mix(a, b, from), pb = mix(a, b, to);
    vec2 way = (pb.xy / pb.w - pa.xy / pa.w) * screen.xy;
    way *= inversesqrt(max(dot(way, way), 1e-12));
    float t = mix(from, to, a_corner.x);
    float half_px = 0.5 * mix(i_a.w, i_b.w, t) + 0.75;
    vec4 clip = a_corner.x < 0.5 ? pa : pb;
    clip.xy += vec2(-way.y, way.x) * a_corner.y * half_px * 2.0 / screen.xy * clip.w;
    clip.z -= 0.0004 * clip.w;
    v_color = vec4(i_color.rgb, mix(i_color.a, i_tail.x, t));
    v_across = vec3(a_corner.y * half_px, half_px - 0.25, i_tail.y + t * distance(i_a.xyz, i_b.xyz));
    v_dash = i_tail.zw;
    gl_Position = a.w < eps && b.w < eps ? vec4(0.0, 0.0, 2.0, 1.0) : clip;
    if (i_a.w < 0.0) {
        vec3 rim = a_corner.y < 0.0 ? i_b.xyz : i_tail.xyz;
        gl_Position = view_proj * vec4(a_corner.x < 0.5 ? i_a.xyz : rim, 1.0);
        v_color = i_color;
        v_across = vec3(0.0, 1.0, 0.0);
        v_dash = vec2(0.0);
    }
}
"#;

const SEGMENT_FRAGMENT: &str = r#"
in vec4 v_color; in vec3 v_across; flat in vec2 v_dash;
out vec4 frag;
void main() {
    float cover = clamp(v_across.y - abs(v_across.x) + 0.5, 0.0, 1.0);
    float period = v_dash.x + v_dash.y, blur = max(fwidth(v_across.z), 1e-6);
    float along = period > 0.0 ? mod(v_across.z, period) : 0.0;
    cover *= period > 0.0 ? clamp(min(along, v_dash.x - along) / blur + 0.5, 0.0, 1.0) : 1.0;
    if (cover <= 0.0) discard;
    frag = vec4(v_color.rgb, v_color.a * cover);
}
"#;

const PRESENT_VERTEX: &str = r#"
in vec2 a_pos;
out vec2 v_uv;
void main() { v_uv = a_pos * 0.5 + 0.5; gl_Position = vec4(a_pos, 0.0, 1.0); }
"#;

const PRESENT_FRAGMENT: &str = r#"
uniform sampler2D stage;
in vec2 v_uv;
out vec4 frag;
void main() { frag = vec4(texture(stage, v_uv).rgb, 1.0); }
"#;

/// Vertex and fragment text of one program, without the header.
pub(super) struct Program {
    /// For error messages.
    pub name: &'static str,
    pub vertex: &'static [&'static str],
    pub fragment: &'static [&'static str],
}

macro_rules! programs {
    ($($(#[$doc:meta])* $id:ident = $name:literal [$($v:ident),*] [$($f:ident),*];)*) => {
        $($(#[$doc])* pub(super) const $id: Program = Program {
            name: $name,
            vertex: &[$($v),*],
            fragment: &[$($f),*],
        };)*
    };
}

programs! {
    /// Lit bodies.
    BODY = "body" [BODY_INPUT, BODY_VERTEX] [SHADOW_LOOKUP, BODY_FRAGMENT, BODY_DRESS];
    /// Bodies as the floor mirrors them: fading with their height above it.
    MIRRORED = "mirrored body" [BODY_INPUT, BODY_VERTEX] [MIRRORED_HEAD, SHADOW_LOOKUP, BODY_FRAGMENT, BODY_DRESS];
    /// Depth of bodies seen from the key light.
    SHADOW = "shadow" [BODY_INPUT, SHADOW_VERTEX] [EMPTY_FRAGMENT];
    /// Lit surfaces, two-sided.
    SURFACE = "surface" [SURFACE_INPUT, SURFACE_VERTEX] [SHADOW_LOOKUP, BODY_FRAGMENT, BODY_DRESS];
    /// Depth of surfaces seen from the key light.
    SURFACE_SHADOW = "surface shadow" [SURFACE_INPUT, SURFACE_SHADOW_VERTEX] [EMPTY_FRAGMENT];
    /// Inflated hulls behind bodies.
    OUTLINE = "outline" [BODY_INPUT, OUTLINE_VERTEX] [FLAT_FRAGMENT];
    /// Floor, with or without shadow lookup.
    FLOOR = "floor" [FLOOR_VERTEX] [SHADOW_LOOKUP, FLOOR_FRAGMENT];
    /// Contact shade of bodies on the floor.
    CONTACT = "contact" [CONTACT_VERTEX] [CONTACT_FRAGMENT];
    /// Background gradient.
    SKY = "sky" [SKY_VERTEX] [SKY_FRAGMENT];
    /// Lines of constant width.
    SEGMENT = "line" [SEGMENT_VERTEX] [SEGMENT_FRAGMENT];
    /// Copy of the stage into the window.
    PRESENT = "present" [PRESENT_VERTEX] [PRESENT_FRAGMENT];
}
