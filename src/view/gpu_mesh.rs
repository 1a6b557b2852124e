//! Meshes on the GPU, and drawing them once or as instances.

use super::gpu::Gpu;
use super::mesh::Mesh;
use super::pipelines::{GrowingBuffer, LitPipelines, Uniforms, MAX_INSTANCES};
use macroquad::miniquad::{
    Bindings, BufferId, BufferSource, BufferType, BufferUsage, Pipeline, TextureId,
};

/// A mesh on the GPU.
#[derive(Debug)]
pub(super) struct GpuMesh {
    pub vertices: BufferId,
    pub indices: BufferId,
    pub count: i32,
}

/// What the passes of one frame share.
pub(super) struct Pass {
    pub uniforms: Uniforms,
    pub lit: LitPipelines,
    pub shadow: Option<TextureId>,
    /// Whether bones move skins by linear blend.
    pub linear_skins: bool,
}

/// Uploaded instances of one draw.
#[derive(Clone, Copy)]
pub(super) struct Instances {
    pub buffer: BufferId,
    pub count: i32,
}

impl Instances {
    /// Those of a buffer that were uploaded from `items`.
    pub fn of<T>(buffer: &GrowingBuffer, items: &[T]) -> Self {
        Self {
            buffer: buffer.id,
            count: items.len().min(MAX_INSTANCES) as i32,
        }
    }
}

impl GpuMesh {
    pub fn new(ctx: &mut Gpu<'_>, mesh: &Mesh) -> Self {
        Self::from_parts(ctx, BufferUsage::Immutable, &mesh.vertices, &mesh.indices)
    }

    pub fn from_parts<I>(
        ctx: &mut Gpu<'_>,
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
    pub fn quad(ctx: &mut Gpu<'_>, span: [f32; 2]) -> Self {
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
    pub fn floor(ctx: &mut Gpu<'_>) -> Self {
        let mut indices: Vec<u16> = vec![0, 1, 2, 0, 2, 3];
        for i in 0..4 {
            let j = (i + 1) % 4;
            indices.extend([i, j, j + 4, i, j + 4, i + 4]);
        }
        Self::from_parts(ctx, BufferUsage::Stream, &[0.0; 24], &indices)
    }

    pub fn draw(&self, ctx: &mut Gpu<'_>, pipeline: &Pipeline, pass: &Pass, images: &[TextureId]) {
        self.draw_range(ctx, pipeline, pass, images, (0, self.count));
    }

    pub fn draw_range(
        &self,
        ctx: &mut Gpu<'_>,
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
        ctx.apply_uniforms(&pass.uniforms);
        ctx.draw(first, count, 1);
    }

    pub fn draw_instances(
        &self,
        ctx: &mut Gpu<'_>,
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
        ctx.apply_uniforms(&pass.uniforms);
        ctx.draw(0, self.count, instances.count);
    }

    pub fn delete(self, ctx: &mut Gpu<'_>) {
        ctx.delete_buffer(self.vertices);
        ctx.delete_buffer(self.indices);
    }
}
