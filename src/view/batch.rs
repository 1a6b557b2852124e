//! What is drawn with one call: bodies of one mesh, a surface, the lines of a layer.

use super::draw_list::PlacedSurface;
use super::gpu::Gpu;
use super::gpu_mesh::{GpuMesh, Instances, Pass};
use super::instance::{instance_of, Bodies, BodyInstance};
use super::mesh::Mesh;
use super::pipelines::GrowingBuffer;
use super::segment::SegmentInstance;
use super::surface::Surface;
use macroquad::miniquad::{BufferUsage, Pipeline};
use std::sync::Arc;

/// A mesh with the buffers of the bodies that are drawn with it.
#[derive(Debug)]
pub(super) struct Batch {
    pub mesh: GpuMesh,
    pub scenery: GrowingBuffer,
    pub things: GrowingBuffer,
    pub casters: GrowingBuffer,
    pub glass: GrowingBuffer,
    pub outlines: GrowingBuffer,
    pub ghosts: GrowingBuffer,
    pub ghost_outlines: GrowingBuffer,
}

/// A surface on the GPU with its one instance.
#[derive(Debug)]
pub(super) struct GpuSurface {
    source: Arc<Surface>,
    mesh: GpuMesh,
    instance: GrowingBuffer,
}

/// Lines of one layer with their buffer.
#[derive(Debug)]
pub(super) struct LineBatch {
    pub segments: Vec<SegmentInstance>,
    pub buffer: GrowingBuffer,
}

impl Batch {
    pub fn new(ctx: &mut Gpu<'_>, mesh: &Mesh) -> Self {
        let mut buffer = || GrowingBuffer::new::<BodyInstance>(ctx);
        Self {
            scenery: buffer(),
            things: buffer(),
            casters: buffer(),
            glass: buffer(),
            outlines: buffer(),
            ghosts: buffer(),
            ghost_outlines: buffer(),
            mesh: GpuMesh::new(ctx, mesh),
        }
    }

    pub fn upload(&mut self, ctx: &mut Gpu<'_>, bodies: &Bodies) {
        self.scenery.upload(ctx, &bodies.scenery);
        self.things.upload(ctx, &bodies.things);
        self.casters.upload(ctx, &bodies.casters);
        self.glass.upload(ctx, &bodies.glass);
        self.outlines.upload(ctx, &bodies.outlines);
        self.ghosts.upload(ctx, &bodies.ghosts);
        self.ghost_outlines.upload(ctx, &bodies.ghost_outlines);
    }
}

impl GpuSurface {
    pub fn new(ctx: &mut Gpu<'_>, source: &Arc<Surface>) -> Self {
        let indices: Vec<u32> = (0..source.vertex_count() as u32).collect();
        Self {
            source: Arc::clone(source),
            mesh: GpuMesh::from_parts(ctx, BufferUsage::Immutable, &source.vertices, &indices),
            instance: GrowingBuffer::new::<BodyInstance>(ctx),
        }
    }

    /// Whether it is the mesh of `placed`, wherever that is.
    pub fn is_of(&self, placed: &PlacedSurface) -> bool {
        Arc::ptr_eq(&self.source, &placed.surface)
    }

    /// Puts it where `placed` is, in its colour.
    pub fn place(&mut self, ctx: &mut Gpu<'_>, placed: &PlacedSurface) {
        self.instance.upload(ctx, &[instance_of(placed)]);
    }

    pub fn draw(&self, ctx: &mut Gpu<'_>, pipeline: &Pipeline, pass: &Pass) {
        let one = Instances {
            buffer: self.instance.id,
            count: 1,
        };
        self.mesh.draw_instances(ctx, pipeline, pass, one);
    }

    pub fn delete(self, ctx: &mut Gpu<'_>) {
        self.mesh.delete(ctx);
        ctx.delete_buffer(self.instance.id);
    }
}

impl LineBatch {
    pub fn new(ctx: &mut Gpu<'_>) -> Self {
        Self {
            segments: Vec::new(),
            buffer: GrowingBuffer::new::<SegmentInstance>(ctx),
        }
    }
}
