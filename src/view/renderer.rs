//! Draws a [`DrawList`] with one instanced draw per mesh kind.
//!
//! Per frame: depth from the key light; then floor, contact shade, bodies,
//! background, outlines, ghosts and lines, multisampled if the quality asks.

use super::camera::Camera;
use super::draw_list::{DrawList, Floor, Layer, PlacedSurface};
pub use super::instance::Drawn;
use super::instance::{
    fill_segments, instance_of, sort, Bodies, BodyInstance, MeshKind, SegmentInstance, Sorted,
    MESH_KINDS,
};
use super::lighting::{uniforms, KeyLight};
use super::mesh::{self, Mesh, LEVELS};
pub use super::pipelines::RendererError;
use super::pipelines::{GrowingBuffer, LitPipelines, Pipelines, Uniforms};
use super::sight::Sight;
use super::surface::Surface;
use super::targets::{Rasteriser, ShadowMap, StageTarget};
use super::theme::Theme;
use macroquad::math::{Mat4, Vec3};
use macroquad::miniquad::{
    window, Bindings, BufferId, BufferSource, BufferType, BufferUsage, PassAction, Pipeline,
    RenderingBackend, TextureId, UniformsSource,
};
use std::sync::Arc;

/// From this many bodies on, drawing a still picture again costs far more than keeping it.
const WORTH_KEEPING: usize = 300;

/// How much work a frame may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quality {
    /// Coarse shadow, no multisampling.
    Low,
    /// Soft shadow; 4x multisampling on a graphics card.
    #[default]
    Medium,
    /// Smooth soft shadow, 4x multisampling.
    High,
}

impl Quality {
    /// Width of the shadow map, texels.
    pub(super) fn shadow_size(self) -> u32 {
        match self {
            Quality::Low => 384,
            Quality::Medium => 512,
            Quality::High => 1024,
        }
    }

    /// Which of the shadow softnesses of [`Pipelines`] to use.
    fn softness(self) -> usize {
        match self {
            Quality::Low => 0,
            Quality::Medium => 1,
            Quality::High => 2,
        }
    }

    /// Distance between taps, texels; bilinear taps blur without steps to 2.
    pub(super) fn tap_spacing(self) -> f32 {
        1.8
    }

    /// Samples per pixel. Four cost a software rasteriser 20 ms a frame, so
    /// there only the high quality takes them.
    fn samples(self, rasteriser: Rasteriser) -> i32 {
        match (self, rasteriser) {
            (Quality::Low, _) | (Quality::Medium, Rasteriser::Software) => 1,
            (Quality::Medium | Quality::High, _) => 4,
        }
    }
}

/// Part of the window to draw into, px from its upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewport {
    /// Left edge.
    pub x: i32,
    /// Upper edge.
    pub y: i32,
    /// Width.
    pub width: i32,
    /// Height.
    pub height: i32,
}

impl Viewport {
    /// Confine drawing to this part of the window; GL counts from below.
    fn apply(self, ctx: &mut dyn RenderingBackend) {
        let window_height = window::screen_size().1 as i32;
        let y = window_height - self.y - self.height;
        ctx.apply_viewport(self.x, y, self.width, self.height);
        ctx.apply_scissor_rect(self.x, y, self.width, self.height);
    }
}

/// Where and how to draw a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Part of the window.
    pub viewport: Viewport,
    /// Dress of the stage.
    pub theme: Theme,
    /// Work allowed.
    pub quality: Quality,
}

/// A mesh on the GPU.
#[derive(Debug)]
struct GpuMesh {
    vertices: BufferId,
    indices: BufferId,
    count: i32,
}

/// A mesh with the buffers of the bodies that are drawn with it.
#[derive(Debug)]
struct Batch {
    mesh: GpuMesh,
    opaque: GrowingBuffer,
    casters: GrowingBuffer,
    ghosts: GrowingBuffer,
    outlines: GrowingBuffer,
}

/// A surface on the GPU with its one instance.
#[derive(Debug)]
struct GpuSurface {
    source: Arc<Surface>,
    mesh: GpuMesh,
    instance: GrowingBuffer,
}

/// Lines of one layer with their buffer.
#[derive(Debug)]
struct LineBatch {
    segments: Vec<SegmentInstance>,
    buffer: GrowingBuffer,
}

/// Draws draw lists. Holds GPU resources of the one window.
#[derive(Debug)]
pub struct Renderer {
    pipelines: Pipelines,
    rasteriser: Rasteriser,
    sorted: Sorted,
    batches: [[Batch; LEVELS.len()]; MESH_KINDS.len()],
    surfaces: Vec<GpuSurface>,
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

/// What the passes of one frame share.
struct Pass {
    uniforms: Uniforms,
    lit: LitPipelines,
    shadow: Option<TextureId>,
}

impl Renderer {
    /// Compile shaders and upload meshes.
    ///
    /// Fails with the reason if OpenGL is older than 3.3 (or ES 3).
    pub fn new(ctx: &mut dyn RenderingBackend) -> Result<Self, RendererError> {
        let pipelines = Pipelines::new(ctx)?;
        Ok(Self {
            pipelines,
            rasteriser: Rasteriser::detect(),
            sorted: Sorted::default(),
            batches: MESH_KINDS.map(|kind| {
                LEVELS.map(|level| {
                    let detail = level.detail();
                    let mesh = match kind {
                        MeshKind::Round => mesh::round(detail),
                        MeshKind::Cylinder => mesh::cylinder(detail.segments),
                        MeshKind::Cuboid => mesh::cuboid(),
                        MeshKind::Rounded => mesh::rounded_box(detail),
                        MeshKind::Wedge => mesh::wedge(),
                    };
                    Batch::new(ctx, &mesh)
                })
            }),
            surfaces: Vec::new(),
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
        ctx: &mut dyn RenderingBackend,
        views: &[(&DrawList, Frame)],
        camera: &Camera,
    ) -> Drawn {
        if views.len() > 1 {
            self.kept = None;
        }
        let has_area = |viewport: Viewport| viewport.width > 0 && viewport.height > 0;
        let mut drawn = Drawn::default();
        let mut is_first = true;
        for (list, frame) in views.iter().filter(|(_, f)| has_area(f.viewport)) {
            self.draw_view(ctx, list, camera, frame, is_first);
            self.kept.take_if(|_| views.len() > 1);
            drawn += self.drawn;
            is_first = false;
        }
        drawn
    }

    fn draw_view(
        &mut self,
        ctx: &mut dyn RenderingBackend,
        list: &DrawList,
        camera: &Camera,
        frame: &Frame,
        is_first: bool,
    ) {
        let same = (self.kept.as_ref()).is_some_and(|kept| kept.is(list, camera, frame));
        let pass = self.prepare_stage(ctx, list, camera, frame, same);
        let stage = frame.theme.stage();
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
            frame.viewport.apply(ctx);
            self.screen_quad
                .draw(ctx, &self.pipelines.present, &pass, &[target.texture]);
            self.keep(list, camera, frame, same);
        } else {
            ctx.begin_default_pass(window);
            frame.viewport.apply(ctx);
            self.draw_stage(ctx, &pass, list.floor);
        }
        ctx.end_render_pass();
    }

    /// Uploads the list and draws its shadows, unless that was done for the last frame.
    fn prepare_stage(
        &mut self,
        ctx: &mut dyn RenderingBackend,
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

    fn upload(&mut self, ctx: &mut dyn RenderingBackend, list: &DrawList, sight: &Sight) {
        self.drawn = sort(&mut self.sorted, list, sight);
        let batches = self.batches.iter_mut().flatten();
        for (batch, bodies) in batches.zip(self.sorted.iter().flatten()) {
            batch.upload(ctx, bodies);
        }
        self.upload_surfaces(ctx, &list.surfaces);
        for (lines, layer) in self.lines.iter_mut().zip([Layer::InScene, Layer::OnTop]) {
            fill_segments(&mut lines.segments, &list.fans, &list.lines, layer);
            lines.buffer.upload(ctx, &lines.segments);
        }
    }

    /// A surface that was listed before at the same place stays as it is.
    fn upload_surfaces(&mut self, ctx: &mut dyn RenderingBackend, listed: &[PlacedSurface]) {
        let is_kept =
            |(old, new): (&GpuSurface, &PlacedSurface)| Arc::ptr_eq(&old.source, &new.surface);
        let kept = self.surfaces.iter().zip(listed).map(is_kept);
        let kept = kept.take_while(|kept| *kept).count();
        for old in self.surfaces.drain(kept..) {
            old.delete(ctx);
        }
        for placed in &listed[kept..] {
            self.surfaces.push(GpuSurface::new(ctx, &placed.surface));
        }
        for (surface, placed) in self.surfaces.iter_mut().zip(listed) {
            surface.instance.upload(ctx, &[instance_of(placed)]);
        }
    }

    /// Make shadow map and multisampled target fit the quality and viewport.
    fn fit_targets(&mut self, ctx: &mut dyn RenderingBackend, list: &DrawList, frame: &Frame) {
        let wanted = frame.quality.shadow_size();
        let has_shadow = list.shadow_extent > 0.0;
        if let Some(old) = self.shadow.take_if(|s| s.size != wanted) {
            old.delete(ctx);
        }
        if has_shadow && self.shadow.is_none() {
            self.shadow = Some(ShadowMap::new(ctx, wanted));
        }
        let size = (frame.viewport.width as u32, frame.viewport.height as u32);
        let samples = frame.quality.samples(self.rasteriser);
        let is_wanted = samples > 1 || self.drawn.bodies >= WORTH_KEEPING;
        let fits = |t: &StageTarget| (t.size, t.samples) == (size, samples);
        if let Some(old) = self.target.take_if(|t| !is_wanted || !fits(t)) {
            old.delete(ctx);
        }
        if is_wanted && self.target.is_none() {
            self.target = Some(StageTarget::new(ctx, size, samples));
        }
    }

    fn prepare(
        &mut self,
        ctx: &mut dyn RenderingBackend,
        list: &DrawList,
        camera: &Camera,
        frame: &Frame,
    ) -> Pass {
        let map = self.shadow.as_ref();
        let map = map.filter(|m| m.is_usable && list.shadow_extent > 0.0);
        let shadow = map.map(|m| m.texture);
        let lit = match shadow {
            Some(_) => self.pipelines.shadowed[frame.quality.softness()],
            None => self.pipelines.plain,
        };
        let light = KeyLight::of(list);
        let uniforms = uniforms(list, camera, frame, &light);
        if let Some(floor) = list.floor {
            let reach = uniforms.screen[2];
            let corners = light.floor_corners(floor.height, camera.eye(), reach);
            ctx.buffer_update(self.floor.vertices, BufferSource::slice(&corners));
        }
        Pass {
            uniforms,
            lit,
            shadow,
        }
    }

    fn draw_shadow(&self, ctx: &mut dyn RenderingBackend, pass: &Pass) {
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
        ctx.end_render_pass();
    }

    fn draw_stage(&self, ctx: &mut dyn RenderingBackend, pass: &Pass, floor: Option<Floor>) {
        if floor.is_some() {
            self.draw_floor(ctx, pass);
        }
        let pipelines = &self.pipelines;
        for (batch, bodies) in self.batches() {
            let opaque = Instances::of(&batch.opaque, &bodies.opaque);
            (batch.mesh).draw_instances(ctx, &pass.lit.body, pass, opaque);
        }
        for surface in &self.surfaces {
            surface.draw(ctx, &pass.lit.surface, pass);
        }
        // Last of what covers, at the far plane: only free pixels are shaded.
        self.screen_quad.draw(ctx, &pipelines.sky, pass, &[]);
        for (batch, bodies) in self.batches() {
            let hulls = Instances::of(&batch.outlines, &bodies.outlines);
            let mesh = &batch.mesh;
            mesh.draw_instances(ctx, &pipelines.outline, pass, hulls);
            let ghosts = Instances::of(&batch.ghosts, &bodies.ghosts);
            mesh.draw_instances(ctx, &pass.lit.ghost, pass, ghosts);
        }
        let layers = [&pipelines.line_in_scene, &pipelines.line_on_top];
        for (lines, pipeline) in self.lines.iter().zip(layers) {
            let segments = Instances::of(&lines.buffer, &lines.segments);
            self.segment_quad
                .draw_instances(ctx, pipeline, pass, segments);
        }
    }

    /// Inner part with shadow lookup, outer ring without, then contact shade.
    fn draw_floor(&self, ctx: &mut dyn RenderingBackend, pass: &Pass) {
        const INNER: i32 = 6;
        let images: &[TextureId] = pass.shadow.as_slice();
        self.floor
            .draw_range(ctx, &pass.lit.floor, pass, images, (0, INNER));
        let ring = (INNER, self.floor.count - INNER);
        self.floor
            .draw_range(ctx, &self.pipelines.plain.floor, pass, &[], ring);
        for (batch, bodies) in self.batches() {
            let opaque = Instances::of(&batch.opaque, &bodies.opaque);
            self.screen_quad
                .draw_instances(ctx, &self.pipelines.contact, pass, opaque);
        }
    }

    /// All batches with what is uploaded of them.
    fn batches(&self) -> impl Iterator<Item = (&Batch, &Bodies)> {
        let batches = self.batches.iter().flatten();
        batches.zip(self.sorted.iter().flatten())
    }
}

/// Uploaded instances of one draw.
#[derive(Clone, Copy)]
struct Instances {
    buffer: BufferId,
    count: i32,
}

impl Instances {
    fn of<T>(buffer: &GrowingBuffer, items: &[T]) -> Self {
        Self {
            buffer: buffer.id,
            count: items.len().min(super::pipelines::MAX_INSTANCES) as i32,
        }
    }
}

impl Batch {
    fn new(ctx: &mut dyn RenderingBackend, mesh: &Mesh) -> Self {
        let [opaque, casters, ghosts, outlines] =
            [(); 4].map(|()| GrowingBuffer::new::<BodyInstance>(ctx));
        Self {
            mesh: GpuMesh::new(ctx, mesh),
            opaque,
            casters,
            ghosts,
            outlines,
        }
    }

    fn upload(&mut self, ctx: &mut dyn RenderingBackend, bodies: &Bodies) {
        self.opaque.upload(ctx, &bodies.opaque);
        self.casters.upload(ctx, &bodies.casters);
        self.ghosts.upload(ctx, &bodies.ghosts);
        self.outlines.upload(ctx, &bodies.outlines);
    }
}

impl GpuSurface {
    fn new(ctx: &mut dyn RenderingBackend, source: &Arc<Surface>) -> Self {
        let indices: Vec<u32> = (0..source.vertex_count() as u32).collect();
        Self {
            source: Arc::clone(source),
            mesh: GpuMesh::from_parts(ctx, BufferUsage::Immutable, &source.vertices, &indices),
            instance: GrowingBuffer::new::<BodyInstance>(ctx),
        }
    }

    fn draw(&self, ctx: &mut dyn RenderingBackend, pipeline: &Pipeline, pass: &Pass) {
        let one = Instances {
            buffer: self.instance.id,
            count: 1,
        };
        self.mesh.draw_instances(ctx, pipeline, pass, one);
    }

    fn delete(self, ctx: &mut dyn RenderingBackend) {
        for buffer in [self.mesh.vertices, self.mesh.indices, self.instance.id] {
            ctx.delete_buffer(buffer);
        }
    }
}

impl LineBatch {
    fn new(ctx: &mut dyn RenderingBackend) -> Self {
        Self {
            segments: Vec::new(),
            buffer: GrowingBuffer::new::<SegmentInstance>(ctx),
        }
    }
}

impl GpuMesh {
    fn new(ctx: &mut dyn RenderingBackend, mesh: &Mesh) -> Self {
        Self::from_parts(ctx, BufferUsage::Immutable, &mesh.vertices, &mesh.indices)
    }

    fn from_parts<I>(
        ctx: &mut dyn RenderingBackend,
        usage: BufferUsage,
        vertices: &[f32],
        indices: &[I],
    ) -> Self {
        let (kind, source) = (BufferType::VertexBuffer, BufferSource::slice(vertices));
        let vertices = ctx.new_buffer(kind, usage, source);
        let (kind, source) = (BufferType::IndexBuffer, BufferSource::slice(indices));
        Self {
            vertices,
            indices: ctx.new_buffer(kind, BufferUsage::Immutable, source),
            count: indices.len() as i32,
        }
    }

    /// Quad with x over `span` and y from -1 to 1.
    fn quad(ctx: &mut dyn RenderingBackend, span: [f32; 2]) -> Self {
        let [l, r] = span;
        let corners = [l, -1.0, r, -1.0, r, 1.0, l, 1.0];
        Self::from_parts(
            ctx,
            BufferUsage::Immutable,
            &corners,
            &[0_u16, 1, 2, 0, 2, 3],
        )
    }

    /// Inner quad and the ring around it; corners are set each frame.
    fn floor(ctx: &mut dyn RenderingBackend) -> Self {
        let mut indices: Vec<u16> = vec![0, 1, 2, 0, 2, 3];
        for i in 0..4 {
            let j = (i + 1) % 4;
            indices.extend([i, j, j + 4, i, j + 4, i + 4]);
        }
        Self::from_parts(ctx, BufferUsage::Stream, &[0.0; 24], &indices)
    }

    fn draw(
        &self,
        ctx: &mut dyn RenderingBackend,
        pipeline: &Pipeline,
        pass: &Pass,
        images: &[TextureId],
    ) {
        self.draw_range(ctx, pipeline, pass, images, (0, self.count));
    }

    fn draw_range(
        &self,
        ctx: &mut dyn RenderingBackend,
        pipeline: &Pipeline,
        pass: &Pass,
        images: &[TextureId],
        (first, count): (i32, i32),
    ) {
        ctx.apply_pipeline(pipeline);
        ctx.apply_bindings(&Bindings {
            vertex_buffers: vec![self.vertices],
            index_buffer: self.indices,
            images: images.to_vec(),
        });
        ctx.apply_uniforms(UniformsSource::table(&pass.uniforms));
        ctx.draw(first, count, 1);
    }

    fn draw_instances(
        &self,
        ctx: &mut dyn RenderingBackend,
        pipeline: &Pipeline,
        pass: &Pass,
        instances: Instances,
    ) {
        if instances.count == 0 {
            return;
        }
        ctx.apply_pipeline(pipeline);
        ctx.apply_bindings(&Bindings {
            vertex_buffers: vec![self.vertices, instances.buffer],
            index_buffer: self.indices,
            images: pass.shadow.as_slice().to_vec(),
        });
        ctx.apply_uniforms(UniformsSource::table(&pass.uniforms));
        ctx.draw(0, self.count, instances.count);
    }
}
