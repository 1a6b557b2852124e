//! Draw list to instance data: what the vertex shaders read.

use super::draw_list::{DrawList, Pattern, PlacedSurface, Profile, Role, Solid, SolidShape};
use super::gpu::Work;
use super::mesh::{Level, LEVELS};
use super::shade::{Shades, LONGEST_SPAN};
use super::sight::{Eye, Sight};
use macroquad::math::{Quat, Vec3};

/// One body as the shaders read it: five vec4, 80 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BodyInstance {
    /// Centre, m; w: pattern code.
    pub position: [f32; 4],
    /// Quaternion x, y, z, w.
    pub rotation: [f32; 4],
    /// Half extents of the core box, m; w: radius around the core.
    pub size: [f32; 4],
    /// sRGB and alpha; for outlines alpha carries on, width sits in `size`.
    pub color: [f32; 4],
    /// Girth of a limb at its top, its bottom, and added in the middle.
    pub form: [f32; 4],
}

/// Mesh a body is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MeshKind {
    /// Spheres.
    Ball,
    /// Capsules and limbs.
    Round,
    /// Flat-ended cylinders.
    Cylinder,
    /// Flat-ended cylinders with round edges.
    RoundedCylinder,
    /// Boxes.
    Cuboid,
    /// Boxes with round edges.
    Rounded,
    /// Ramps.
    Wedge,
}

/// All meshes, in the order of the renderer's batches.
pub(super) const MESH_KINDS: [MeshKind; 7] = [
    MeshKind::Ball,
    MeshKind::Round,
    MeshKind::Cylinder,
    MeshKind::RoundedCylinder,
    MeshKind::Cuboid,
    MeshKind::Rounded,
    MeshKind::Wedge,
];

impl MeshKind {
    /// What is of this mesh in a list as long as [`MESH_KINDS`] and in its order.
    fn pick<T>(self, kinds: [T; MESH_KINDS.len()]) -> T {
        let [ball, round, cylinder, rounded_cylinder, cuboid, rounded, wedge] = kinds;
        match self {
            MeshKind::Ball => ball,
            MeshKind::Round => round,
            MeshKind::Cylinder => cylinder,
            MeshKind::RoundedCylinder => rounded_cylinder,
            MeshKind::Cuboid => cuboid,
            MeshKind::Rounded => rounded,
            MeshKind::Wedge => wedge,
        }
    }
}

/// Bodies of one mesh, split by how they are drawn.
#[derive(Debug, Default)]
pub(super) struct Bodies {
    /// Fully covering, and never moving.
    pub scenery: Vec<BodyInstance>,
    /// Fully covering.
    pub things: Vec<BodyInstance>,
    /// Those that throw a shadow into the picture, seen or not.
    pub casters: Vec<BodyInstance>,
    /// What is seen through, alpha below 1.
    pub glass: Vec<BodyInstance>,
    /// Hulls of outlines; pattern code carries the width, px.
    pub outlines: Vec<BodyInstance>,
    /// Things of another run.
    pub ghosts: Vec<BodyInstance>,
    /// Hulls of the outlines of ghosts.
    pub ghost_outlines: Vec<BodyInstance>,
}

/// A list as it is drawn.
#[derive(Debug, Default)]
pub(super) struct Sorted {
    /// Bodies by mesh kind and level, in the order of [`MESH_KINDS`] and [`LEVELS`].
    pub meshes: [[Bodies; LEVELS.len()]; MESH_KINDS.len()],
    /// Those that shade the floor.
    pub shades: Shades,
}

/// How much of a list is on the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// Bodies drawn.
    pub bodies: usize,
    /// Bodies of which nothing is seen but, of some, a shadow.
    pub left_out: usize,
    /// What that asks of the graphics card.
    pub work: Work,
}

impl std::ops::AddAssign for Drawn {
    fn add_assign(&mut self, other: Drawn) {
        self.bodies += other.bodies;
        self.left_out += other.left_out;
        self.work += other.work;
    }
}

/// Sort the bodies of a list by how they are drawn, replacing what was there.
pub(super) fn sort(sorted: &mut Sorted, list: &DrawList, sight: &Sight) -> Drawn {
    sorted.shades.clear();
    for bodies in sorted.meshes.as_flattened_mut() {
        bodies.clear();
    }
    let floor = list.floor.map(|floor| floor.height);
    let mut drawn = Drawn {
        bodies: 0,
        left_out: list.left_out,
        work: Work::default(),
    };
    let share = match list.solids.len() > MANY {
        true => 0.5,
        false => 1.0,
    };
    for solid in &list.solids {
        match put(sorted, solid, floor, sight, share) {
            true => drawn.bodies += 1,
            false if solid.role == Role::Covered => {}
            false => drawn.left_out += 1,
        }
    }
    for bodies in sorted.meshes.as_flattened_mut() {
        bodies.put_in_order(&sight.camera);
    }
    sorted.shades.choose(sight.picture_px);
    drawn
}

/// Of more bodies than this one looks at none so closely: their corners may be twice as
/// far from round.
const MANY: usize = 800;

/// Puts one body where it belongs, as fine as if it had a share of its size; whether it is
/// seen itself.
fn put(sorted: &mut Sorted, solid: &Solid, floor: Option<f32>, sight: &Sight, share: f32) -> bool {
    let (center, reach) = (solid.position, solid.shape.reach());
    let eye = &sight.camera;
    if solid.role == Role::Covered {
        if let Some(floor) = floor.filter(|f| eye.sees(center, shade_reach(solid, Some(*f)))) {
            sorted.shades.put(body_of(solid), floor, eye);
        }
        return false;
    }
    let outline = solid.outline.map_or(0.0, |outline| outline.width_px);
    let rim = eye.length_of(outline, center);
    let is_seen = eye.sees(center, (reach + rim).max(shade_reach(solid, floor)));
    let is_opaque = solid.paint.color[3] >= 1.0;
    // What is angular has no roundness to lose.
    let round = solid.shape.round_radius();
    let shadow = round.unwrap_or_default();
    let shadow = sight.shadow_px(shadow, center, reach);
    let shadow = shadow.filter(|_| is_opaque);
    if !is_seen && shadow.is_none() {
        return false;
    }
    let level = |px: f32| round.map_or(Level::Fine, |_| Level::of(px * share));
    let body = body_of(solid);
    let levels = mesh_of(solid.shape).pick(sorted.meshes.each_mut());
    if let Some(texels) = shadow {
        level(texels).pick(levels.each_mut()).casters.push(body);
    }
    if is_seen {
        let level = level(eye.size_px(round.unwrap_or_default(), center, reach));
        let mut shown = body;
        if level == Level::Speck {
            // A mark smaller than a pixel would only sparkle.
            shown.position[3] = pattern_code(Pattern::Plain, solid.shape);
        }
        let bodies = level.pick(levels.each_mut());
        bodies.show(shown, solid);
        if let Some(floor) = floor.filter(|_| is_opaque) {
            sorted.shades.put(body, floor, eye);
        }
    }
    is_seen
}

/// Distance from the centre of a body within which it shades the floor, m.
fn shade_reach(solid: &Solid, floor: Option<f32>) -> f32 {
    let reach = solid.shape.reach();
    let gap = floor.map(|floor| solid.position.y - reach - floor);
    match gap.is_some_and(|gap| gap < LONGEST_SPAN) {
        // From the middle to a corner of the square that is shaded.
        true => 3.0_f32.sqrt() * (reach + LONGEST_SPAN),
        false => 0.0,
    }
}

impl Bodies {
    fn clear(&mut self) {
        let Self {
            scenery,
            things,
            casters,
            glass,
            outlines,
            ghosts,
            ghost_outlines,
        } = self;
        for list in [
            scenery,
            things,
            casters,
            glass,
            outlines,
            ghosts,
            ghost_outlines,
        ] {
            list.clear();
        }
    }

    /// The nearest first: what is hidden behind others is not shaded then.
    fn put_in_order(&mut self, eye: &Eye) {
        let depth = |body: &BodyInstance| {
            let [x, y, z, _] = body.position;
            eye.depth(Vec3::new(x, y, z))
        };
        for covering in [&mut self.scenery, &mut self.things] {
            covering.sort_unstable_by(|a, b| depth(a).total_cmp(&depth(b)));
        }
        // What one looks through lies over what is behind it.
        for clear in [&mut self.glass, &mut self.ghosts] {
            clear.sort_unstable_by(|a, b| depth(b).total_cmp(&depth(a)));
        }
    }

    /// Adds a body that is seen.
    fn show(&mut self, body: BodyInstance, solid: &Solid) {
        let is_opaque = solid.paint.color[3] >= 1.0;
        let (fills, hulls) = match (solid.role, is_opaque) {
            (Role::Ghost, _) => (&mut self.ghosts, &mut self.ghost_outlines),
            (_, false) => (&mut self.glass, &mut self.outlines),
            (Role::Scenery, true) => (&mut self.scenery, &mut self.outlines),
            (Role::Thing | Role::Covered, true) => (&mut self.things, &mut self.outlines),
        };
        fills.push(body);
        if let Some(outline) = solid.outline {
            let mut hull = body;
            hull.position[3] = outline.width_px;
            hull.color = outline.color;
            hulls.push(hull);
        }
    }
}

/// Mesh that draws `shape`.
pub(super) fn mesh_of(shape: SolidShape) -> MeshKind {
    match shape {
        SolidShape::Sphere { .. } => MeshKind::Ball,
        SolidShape::Capsule { .. } | SolidShape::Limb { .. } => MeshKind::Round,
        SolidShape::Cylinder { .. } => MeshKind::Cylinder,
        SolidShape::RoundedCylinder { .. } => MeshKind::RoundedCylinder,
        SolidShape::Cuboid { .. } => MeshKind::Cuboid,
        SolidShape::RoundedBox { .. } => MeshKind::Rounded,
        SolidShape::Wedge { .. } => MeshKind::Wedge,
    }
}

fn body_of(solid: &Solid) -> BodyInstance {
    let size = match solid.shape {
        SolidShape::Sphere { radius } => [0.0, 0.0, 0.0, radius],
        SolidShape::Capsule {
            half_length,
            radius,
        }
        | SolidShape::Limb {
            half_length,
            radius,
            ..
        }
        | SolidShape::Cylinder {
            half_length,
            radius,
        } => [0.0, half_length, 0.0, radius],
        SolidShape::Cuboid { half_extents: h } | SolidShape::Wedge { half_extents: h } => {
            [h.x, h.y, h.z, 0.0]
        }
        SolidShape::RoundedBox { core: h, radius } => [h.x, h.y, h.z, radius],
        SolidShape::RoundedCylinder {
            half_length,
            radius,
            edge,
        } => [radius - edge, half_length - edge, radius - edge, edge],
    };
    let form = match solid.shape {
        SolidShape::Limb { profile, .. } => form_of(profile),
        _ => STRAIGHT,
    };
    let p = solid.position;
    BodyInstance {
        position: [
            p.x,
            p.y,
            p.z,
            pattern_code(solid.paint.pattern, solid.shape),
        ],
        rotation: solid.rotation.into(),
        size,
        color: solid.paint.color,
        form,
    }
}

/// Form of everything that is no limb with a girth of its own.
const STRAIGHT: [f32; 4] = [1.0, 1.0, 0.0, 0.0];

fn form_of(profile: Profile) -> [f32; 4] {
    [profile.top, profile.bottom, profile.bulge, 0.0]
}

/// The one instance of a surface.
pub(super) fn instance_of(placed: &PlacedSurface) -> BodyInstance {
    let p = placed.position;
    let rotation: Quat = placed.rotation;
    BodyInstance {
        position: [p.x, p.y, p.z, SURFACE_CODE],
        rotation: rotation.into(),
        size: [1.0, 1.0, 1.0, 0.0],
        color: placed.color,
        form: STRAIGHT,
    }
}

/// Number the fragment shader knows a surface by.
const SURFACE_CODE: f32 = 9.0;

/// Number the fragment shader knows a pattern by.
fn pattern_code(pattern: Pattern, shape: SolidShape) -> f32 {
    match pattern {
        Pattern::Plain => 0.0,
        Pattern::CrashMark => 1.0,
        Pattern::Band => 2.0,
        Pattern::Head => 3.0,
        Pattern::Lined => 4.0,
        Pattern::Edged => match shape {
            SolidShape::Cuboid { .. } => 5.0,
            SolidShape::Wedge { .. } => 6.0,
            SolidShape::Cylinder { .. } => 7.0,
            SolidShape::RoundedBox { .. } => 8.0,
            SolidShape::Sphere { .. }
            | SolidShape::Capsule { .. }
            | SolidShape::Limb { .. }
            | SolidShape::RoundedCylinder { .. } => 0.0,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::super::camera::Camera;
    use super::super::draw_list::{Outline, Paint};
    use super::super::frame::{Frame, Quality, Viewport};
    use super::super::theme::{Place, Theme};
    use super::*;
    use macroquad::math::Quat;

    fn ball(at: Vec3, alpha: f32) -> Solid {
        Solid::new(
            SolidShape::Sphere { radius: 0.5 },
            at,
            Quat::IDENTITY,
            Paint::new([1.0, 1.0, 1.0, alpha], Pattern::Plain),
        )
    }

    /// How some bodies are sorted, seen from 6 m before the origin.
    fn sorted(solids: Vec<Solid>) -> (Sorted, Drawn) {
        let list = DrawList {
            solids,
            shadow_extent: 8.0,
            ..DrawList::default()
        };
        let frame = Frame {
            viewport: Viewport {
                x: 0,
                y: 0,
                width: 800,
                height: 600,
            },
            theme: Theme::Dark,
            place: Place::Studio,
            quality: Quality::Medium,
            sharpness: 1.0,
            linear_skins: false,
        };
        let camera = Camera::new(Vec3::ZERO, 6.0, 0.0, 0.0);
        let mut sorted = Sorted::default();
        let drawn = sort(&mut sorted, &list, &Sight::new(&list, &camera, &frame));
        (sorted, drawn)
    }

    #[test]
    fn bodies_go_where_their_role_their_paint_and_their_outline_say() {
        let mut chosen = ball(Vec3::ZERO, 1.0);
        chosen.outline = Some(Outline {
            color: [1.0; 4],
            width_px: 2.0,
        });
        let as_role = |role, solid: Solid| Solid { role, ..solid };
        let solids = vec![
            chosen,
            ball(Vec3::ZERO, 0.35),
            as_role(Role::Scenery, ball(Vec3::ZERO, 1.0)),
            as_role(Role::Ghost, chosen),
        ];
        let (sorted, drawn) = sorted(solids);
        let bodies = &sorted.meshes[MeshKind::Ball as usize][Level::Fine as usize];
        let counts = [
            &bodies.things,
            &bodies.outlines,
            &bodies.glass,
            &bodies.scenery,
            &bodies.ghosts,
            &bodies.ghost_outlines,
        ];
        assert_eq!(counts.map(Vec::len), [1; 6]);
        assert_eq!(bodies.outlines[0].position[3], 2.0);
        assert_eq!((drawn.bodies, drawn.left_out), (4, 0));
    }

    #[test]
    fn far_bodies_are_rougher_and_unseen_ones_only_throw_their_shadow() {
        let (near, far) = (ball(Vec3::ZERO, 1.0), ball(Vec3::NEG_Z * 200.0, 1.0));
        let behind = ball(Vec3::Z * 60.0, 1.0);
        // Above the picture; its shadow falls to where the camera looks.
        let above = ball(Vec3::new(-6.0, 7.0, 3.8) * 0.7, 1.0);
        let (sorted, drawn) = sorted(vec![near, far, behind, above]);
        let counts = |count: fn(&Bodies) -> usize| {
            let levels = &sorted.meshes[MeshKind::Ball as usize];
            [0, 1, 2, 3, 4].map(|level: usize| count(&levels[level]))
        };
        assert_eq!(counts(|bodies| bodies.things.len()), [1, 0, 0, 1, 0]);
        assert_eq!(counts(|bodies| bodies.casters.len()), [0, 2, 0, 0, 0]);
        assert_eq!((drawn.bodies, drawn.left_out), (2, 2));
    }

    #[test]
    fn a_speck_has_no_marks() {
        let mut marked = ball(Vec3::NEG_Z * 200.0, 1.0);
        marked.shape = SolidShape::Sphere { radius: 0.1 };
        marked.paint.pattern = Pattern::CrashMark;
        let (sorted, _) = sorted(vec![marked]);
        let specks = &sorted.meshes[MeshKind::Ball as usize][Level::Speck as usize].things;
        assert_eq!(specks.len(), 1);
        assert_eq!(specks[0].position[3], 0.0);
    }
}
