//! The graphics card as the renderer sees it: it counts what it is asked to do.

use macroquad::miniquad::{BufferId, BufferSource, RenderingBackend, UniformsSource};
use std::mem::size_of_val;
use std::ops::{AddAssign, Deref, DerefMut};

/// What a picture asks of the graphics card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Draw calls.
    pub calls: usize,
    /// Vertices of all calls, of each instance anew.
    pub vertices: usize,
    /// Bytes that go to the card: instances, places of bones and other uniforms. Meshes and
    /// pictures go there once and are not counted.
    pub bytes: usize,
}

impl AddAssign for Work {
    fn add_assign(&mut self, other: Work) {
        self.calls += other.calls;
        self.vertices += other.vertices;
        self.bytes += other.bytes;
    }
}

/// A rendering backend whose drawing is counted.
pub(super) struct Gpu<'a> {
    pub backend: &'a mut dyn RenderingBackend,
    /// Of all that was done through this.
    pub work: Work,
}

impl<'a> Gpu<'a> {
    /// Nothing is done yet.
    pub fn new(backend: &'a mut dyn RenderingBackend) -> Self {
        Self {
            backend,
            work: Work::default(),
        }
    }

    /// Draws `count` indices from `first` on, for each of the instances.
    pub fn draw(&mut self, first: i32, count: i32, instances: i32) {
        self.work.calls += 1;
        self.work.vertices += (count.max(0) as usize) * (instances.max(0) as usize);
        self.backend.draw(first, count, instances);
    }

    /// Uploads the uniforms of the next draws.
    pub fn apply_uniforms<U>(&mut self, uniforms: &U) {
        self.work.bytes += size_of_val(uniforms);
        (self.backend).apply_uniforms(UniformsSource::table(uniforms));
    }

    /// Uploads into a buffer that is large enough.
    pub fn fill<T>(&mut self, buffer: BufferId, items: &[T]) {
        self.work.bytes += size_of_val(items);
        let source = BufferSource::slice(items);
        self.backend.buffer_update(buffer, source);
    }
}

impl<'a> Deref for Gpu<'a> {
    type Target = dyn RenderingBackend + 'a;

    fn deref(&self) -> &Self::Target {
        self.backend
    }
}

impl DerefMut for Gpu<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.backend
    }
}
