//! Draws a [`DrawList`] with one instanced draw per mesh kind.
//!
//! Per frame: depth from the key light; then floor, contact shade, bodies,
//! background, outlines, glass and lines, multisampled if the quality asks. Ghosts come
//! after what does not move and before what does.

use super::batch::{Batch, GpuSurface, LineBatch};
use super::camera::Camera;
use super::draw_list::{DrawList, Floor, Layer, PlacedSurface};
pub use super::frame::{Frame, Quality, Viewport};
use super::gpu::Gpu;
use super::gpu_mesh::{GpuMesh, Instances, Pass};
pub use super::instance::Drawn;
use super::instance::{sort, Bodies, BodyInstance, MeshKind, Sorted, MESH_KINDS};
use super::lighting::{mirrored, uniforms, KeyLight};
use super::mesh::{self, Detail, LEVELS};
pub use super::pipelines::RendererError;
use super::pipelines::{GrowingBuffer, Pipelines};
use super::segment::fill_segments;
use super::sight::Sight;
use super::skin_batch::{SkinLayer, Skins};
pub use super::targets::driver_name;
use super::targets::{Rasteriser, ShadowMap, StageTarget};
use macroquad::math::{Mat4, Vec3};
use macroquad::miniquad::{PassAction, RenderingBackend, TextureId};

/// From this many bodies on, drawing a still picture again costs far more than keeping it.
const WORTH_KEEPING: usize = 300;

/// Draws draw lists. Holds GPU resources of the one window.
#[derive(Debug)]
pub struct Renderer {
    pipelines: Pipelines,
    rasteriser: Rasteriser,
    sorted: Sorted,
    shades: GrowingBuffer,
    batches: [[Batch; LEVELS.len()]; MESH_KINDS.len()],
    surfaces: Vec<GpuSurface>,
    skins: Skins,
    lines: [LineBatch; 2],
    screen_quad: GpuMesh,
    segment_quad: GpuMesh,
    floor: GpuMesh,
    shadow: Option<ShadowMap>,
    target: Option<StageTarget>,
    kept: Option<Kept>,
    /// Of the list that was uploaded last.
    drawn: Drawn,
}

/// What the stage target holds.
#[derive(Debug)]
struct Kept {
    list: DrawList,
    eye: Vec3,
    view: Mat4,
    frame: Frame,
}

impl Kept {
    /// Whether this would draw the same picture again.
    fn is(&self, list: &DrawList, camera: &Camera, frame: &Frame) -> bool {
        (self.eye, self.view, self.frame) == (camera.eye(), camera.view(), *frame)
            && self.list == *list
    }
}

impl Renderer {
    /// Compile shaders and upload meshes.
    ///
    /// Fails with the reason if OpenGL is older than 3.3 (or ES 3).
    pub fn new(backend: &mut dyn RenderingBackend) -> Result<Self, RendererError> {
        let pipelines = Pipelines::new(backend)?;
        let ctx = &mut Gpu::new(backend);
        Ok(Self {
            pipelines,
            rasteriser: Rasteriser::detect(),
            sorted: Sorted::default(),
            shades: GrowingBuffer::new::<BodyInstance>(ctx),
            batches: MESH_KINDS.map(|kind| {
                LEVELS.map(|level| {
                    let detail = level.detail();
                    let mesh = match kind {
                        MeshKind::Ball => mesh::round(Detail { tube: 0, ..detail }),
                        MeshKind::Round => mesh::round(detail),
                        MeshKind::Cylinder => mesh::cylinder(detail.segments),
                        MeshKind::RoundedCylinder => mesh::rounded_cylinder(detail),
                        MeshKind::Cuboid => mesh::cuboid(),
                        MeshKind::Rounded => mesh::rounded_box(detail),
                        MeshKind::Wedge => mesh::wedge(),
                    };
                    Batch::new(ctx, &mesh)
                })
            }),
            surfaces: Vec::new(),
            skins: Skins::default(),
            lines: [LineBatch::new(ctx), LineBatch::new(ctx)],
            screen_quad: GpuMesh::quad(ctx, [-1.0, 1.0]),
            segment_quad: GpuMesh::quad(ctx, [0.0, 1.0]),
            floor: GpuMesh::floor(ctx),
            shadow: None,
            target: None,
            kept: None,
            drawn: Drawn::default(),
        })
    }

    /// Draw one list per viewport into the window.
    ///
    /// Clears the whole window first; call before egui paints. Nothing is
    /// drawn into a viewport without area. Returns how much of the lists is seen.
    pub fn draw(
        &mut self,
        backend: &mut dyn RenderingBackend,
        views: &[(&DrawList, Camera, Frame)],
    ) -> Drawn {
        let ctx = &mut Gpu::new(backend);
        if views.len() > 1 {
            self.kept = None;
        }
        let has_area = |viewport: Viewport| viewport.width > 0 && viewport.height > 0;
        let mut drawn = Drawn::default();
        let mut is_first = true;
        for (list, camera, frame) in views.iter().filter(|(_, _, f)| has_area(f.viewport)) {
            self.draw_view(ctx, list, camera, frame, is_first);
            self.kept.take_if(|_| views.len() > 1);
            drawn += self.drawn;
            is_first = false;
        }
        drawn.work = ctx.work;
        drawn
    }

    fn draw_view(
        &mut self,
        ctx: &mut Gpu<'_>,
        list: &DrawList,
        camera: &Camera,
        frame: &Frame,
        is_first: bool,
    ) {
        let same = (self.kept.as_ref()).is_some_and(|kept| kept.is(list, camera, frame));
        let pass = self.prepare_stage(ctx, list, camera, frame, same);
        let stage = frame.theme.stage_in(frame.place);
        let [r, g, b, _] = stage.background_low;
        let clear = || PassAction::clear_color(r, g, b, 1.0);
        let window = match is_first {
            true => clear(),
            false => PassAction::Nothing,
        };
        let target = self.target.as_ref().filter(|t| t.is_usable);
        if let Some(target) = target {
            if !same {
                ctx.begin_pass(Some(target.pass), clear());
                self.draw_stage(ctx, &pass, list.floor);
                ctx.end_render_pass();
            }
            ctx.begin_default_pass(window);
            frame.viewport.apply(ctx.backend);
            self.screen_quad
                .draw(ctx, &self.pipelines.present, &pass, &[target.texture]);
            self.keep(list, camera, frame, same);
        } else {
            ctx.begin_default_pass(window);
            frame.viewport.apply(ctx.backend);
            self.draw_stage(ctx, &pass, list.floor);
        }
        ctx.end_render_pass();
    }

    /// Uploads the list and draws its shadows, unless that was done for the last frame.
    fn prepare_stage(
        &mut self,
        ctx: &mut Gpu<'_>,
        list: &DrawList,
        camera: &Camera,
        frame: &Frame,
        same: bool,
    ) -> Pass {
        if !same {
            self.upload(ctx, list, &Sight::new(list, camera, frame));
            self.fit_targets(ctx, list, frame);
        }
        let pass = self.prepare(ctx, list, camera, frame);
        if pass.shadow.is_some() && !same {
            self.draw_shadow(ctx, &pass);
        }
        pass
    }

    /// Remembers what the target holds, so that a still picture is only presented.
    fn keep(&mut self, list: &DrawList, camera: &Camera, frame: &Frame, same: bool) {
        if same {
            return;
        }
        let mut copy = self.kept.take().map(|kept| kept.list).unwrap_or_default();
        copy.clone_from(list);
        self.kept = Some(Kept {
            list: copy,
            eye: camera.eye(),
            view: camera.view(),
            frame: *frame,
        });
    }

    fn upload(&mut self, ctx: &mut Gpu<'_>, list: &DrawList, sight: &Sight) {
        self.drawn = sort(&mut self.sorted, list, sight);
        let batches = self.batches.iter_mut().flatten();
        for (batch, bodies) in batches.zip(self.sorted.meshes.as_flattened()) {
            batch.upload(ctx, bodies);
        }
        self.shades.upload(ctx, &self.sorted.shades.bodies);
        self.upload_surfaces(ctx, &list.surfaces);
        self.drawn += self.skins.upload(ctx, list, sight);
        for (lines, layer) in self.lines.iter_mut().zip([Layer::InScene, Layer::OnTop]) {
            fill_segments(&mut lines.segments, &list.fans, &list.lines, layer);
            lines.buffer.upload(ctx, &lines.segments);
        }
    }

    /// A surface that was listed before at the same place stays as it is.
    fn upload_surfaces(&mut self, ctx: &mut Gpu<'_>, listed: &[PlacedSurface]) {
        let kept = self.surfaces.iter().zip(listed);
        let kept = kept.take_while(|(old, new)| old.is_of(new)).count();
        for old in self.surfaces.drain(kept..) {
            old.delete(ctx);
        }
        for placed in listed.iter().skip(kept) {
            self.surfaces.push(GpuSurface::new(ctx, &placed.surface));
        }
        for (surface, placed) in self.surfaces.iter_mut().zip(listed) {
            surface.place(ctx, placed);
        }
    }

    /// Make shadow map and multisampled target fit the quality and viewport.
    fn fit_targets(&mut self, ctx: &mut Gpu<'_>, list: &DrawList, frame: &Frame) {
        let wanted = frame.quality.shadow_size();
        let has_shadow = list.shadow_extent > 0.0;
        if let Some(old) = self.shadow.take_if(|s| s.size != wanted) {
            old.delete(ctx.backend);
        }
        if has_shadow && self.shadow.is_none() {
            self.shadow = Some(ShadowMap::new(ctx.backend, wanted));
        }
        let size = frame.stage_size();
        let samples = frame.quality.samples(self.rasteriser);
        let is_wanted = samples > 1 || self.drawn.bodies >= WORTH_KEEPING || frame.sharpness < 1.0;
        let fits = |t: &StageTarget| (t.size, t.samples) == (size, samples);
        if let Some(old) = self.target.take_if(|t| !is_wanted || !fits(t)) {
            old.delete(ctx.backend);
        }
        if is_wanted && self.target.is_none() {
            self.target = Some(StageTarget::new(ctx.backend, size, samples));
        }
    }

    fn prepare(
        &mut self,
        ctx: &mut Gpu<'_>,
        list: &DrawList,
        camera: &Camera,
        frame: &Frame,
    ) -> Pass {
        let map = self.shadow.as_ref();
        let map = map.filter(|m| m.is_usable && list.shadow_extent > 0.0);
        let shadow = map.map(|m| m.texture);
        let lit = match shadow {
            Some(_) => frame.quality.pick(self.pipelines.shadowed),
            None => self.pipelines.plain,
        };
        let light = KeyLight::of(list);
        let uniforms = uniforms(list, camera, frame, &light);
        if let Some(floor) = list.floor {
            let reach = uniforms.screen[2];
            let corners = light.floor_corners(floor.height, camera.eye(), reach);
            ctx.fill(self.floor.vertices, &corners);
        }
        Pass {
            uniforms,
            lit,
            shadow,
            linear_skins: frame.linear_skins,
        }
    }

    fn draw_shadow(&self, ctx: &mut Gpu<'_>, pass: &Pass) {
        let Some(map) = &self.shadow else {
            return;
        };
        let clear = PassAction::Clear {
            color: None,
            depth: Some(1.0),
            stencil: None,
        };
        ctx.begin_pass(Some(map.pass), clear);
        for (batch, bodies) in self.batches() {
            let casters = Instances::of(&batch.casters, &bodies.casters);
            let pipeline = &self.pipelines.shadow;
            batch.mesh.draw_instances(ctx, pipeline, pass, casters);
        }
        for surface in &self.surfaces {
            surface.draw(ctx, &self.pipelines.surface_shadow, pass);
        }
        (self.skins).draw(ctx, &self.pipelines.skin_shadow, pass, SkinLayer::Casters);
        ctx.end_render_pass();
    }

    fn draw_stage(&self, ctx: &mut Gpu<'_>, pass: &Pass, floor: Option<Floor>) {
        let pipelines = &self.pipelines;
        if floor.is_some() {
            self.draw_mirrored(ctx, pass);
            self.draw_floor(ctx, pass);
        }
        for (batch, bodies) in self.batches() {
            let scenery = Instances::of(&batch.scenery, &bodies.scenery);
            (batch.mesh).draw_instances(ctx, &pass.lit.body, pass, scenery);
        }
        for surface in &self.surfaces {
            surface.draw(ctx, &pass.lit.surface, pass);
        }
        let has_ghosts =
            self.batches().any(|(_, b)| !b.ghosts.is_empty()) || self.skins.has(SkinLayer::Ghosts);
        if has_ghosts {
            self.screen_quad.draw(ctx, &pipelines.sky, pass, &[]);
            self.draw_ghosts(ctx, pass);
        }
        for (batch, bodies) in self.batches() {
            let things = Instances::of(&batch.things, &bodies.things);
            (batch.mesh).draw_instances(ctx, &pass.lit.body, pass, things);
        }
        (self.skins).draw(ctx, &pass.lit.skin, pass, SkinLayer::Things);
        if !has_ghosts {
            // Last of what covers, at the far plane: only free pixels are shaded.
            self.screen_quad.draw(ctx, &pipelines.sky, pass, &[]);
        }
        for (batch, bodies) in self.batches() {
            let hulls = Instances::of(&batch.outlines, &bodies.outlines);
            let mesh = &batch.mesh;
            mesh.draw_instances(ctx, &pipelines.outline, pass, hulls);
            let glass = Instances::of(&batch.glass, &bodies.glass);
            mesh.draw_instances(ctx, &pass.lit.glass, pass, glass);
        }
        (self.skins).draw(ctx, &pipelines.skin_outline, pass, SkinLayer::Outlines);
        (self.skins).draw(ctx, &pass.lit.skin_glass, pass, SkinLayer::Glass);
        let layers = [&pipelines.line_in_scene, &pipelines.line_on_top];
        for (lines, pipeline) in self.lines.iter().zip(layers) {
            let segments = Instances::of(&lines.buffer, &lines.segments);
            self.segment_quad
                .draw_instances(ctx, pipeline, pass, segments);
        }
    }

    /// Ghosts leave no depth behind: every thing is drawn over them.
    fn draw_ghosts(&self, ctx: &mut Gpu<'_>, pass: &Pass) {
        for (batch, bodies) in self.batches() {
            let hulls = Instances::of(&batch.ghost_outlines, &bodies.ghost_outlines);
            let outline = &self.pipelines.ghost_outline;
            batch.mesh.draw_instances(ctx, outline, pass, hulls);
            let ghosts = Instances::of(&batch.ghosts, &bodies.ghosts);
            batch
                .mesh
                .draw_instances(ctx, &pass.lit.ghost, pass, ghosts);
        }
        let outline = &self.pipelines.skin_ghost_outline;
        (self.skins).draw(ctx, outline, pass, SkinLayer::GhostOutlines);
        (self.skins).draw(ctx, &pass.lit.skin_ghost, pass, SkinLayer::Ghosts);
    }

    /// What shines through the floor from below, as if it stood there on its head.
    fn draw_mirrored(&self, ctx: &mut Gpu<'_>, pass: &Pass) {
        let Some(uniforms) = mirrored(&pass.uniforms) else {
            return;
        };
        let below = Pass {
            uniforms,
            lit: self.pipelines.plain,
            shadow: None,
            linear_skins: pass.linear_skins,
        };
        for (batch, bodies) in self.batches() {
            let pipeline = &self.pipelines.mirrored;
            let scenery = Instances::of(&batch.scenery, &bodies.scenery);
            let things = Instances::of(&batch.things, &bodies.things);
            for covering in [scenery, things] {
                batch.mesh.draw_instances(ctx, pipeline, &below, covering);
            }
        }
        let pipeline = &self.pipelines.skin_mirrored;
        (self.skins).draw(ctx, pipeline, &below, SkinLayer::Mirrored);
    }

    /// Inner part with shadow lookup, outer ring without, then contact shade.
    fn draw_floor(&self, ctx: &mut Gpu<'_>, pass: &Pass) {
        const INNER: i32 = 6;
        let images: &[TextureId] = pass.shadow.as_slice();
        self.floor
            .draw_range(ctx, &pass.lit.floor, pass, images, (0, INNER));
        let ring = (INNER, self.floor.count - INNER);
        self.floor
            .draw_range(ctx, &self.pipelines.plain.floor, pass, &[], ring);
        let shades = Instances::of(&self.shades, &self.sorted.shades.bodies);
        self.screen_quad
            .draw_instances(ctx, &self.pipelines.contact, pass, shades);
    }

    /// All batches with what is uploaded of them.
    fn batches(&self) -> impl Iterator<Item = (&Batch, &Bodies)> {
        let batches = self.batches.iter().flatten();
        batches.zip(self.sorted.meshes.as_flattened())
    }
}
