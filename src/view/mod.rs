//! The stage as seen: colours, camera, the draw list and its renderer.
//!
//! Knows nothing of physics, scenes or panels. Callers fill a
//! [`draw_list::DrawList`] with plain shapes and hand it to
//! [`renderer::Renderer::draw`].

#![deny(clippy::indexing_slicing, clippy::string_slice)]

mod batch;
pub mod camera;
pub mod convert;
pub mod draw_list;
mod frame;
pub mod framing;
pub mod gpu;
mod gpu_mesh;
pub mod holding;
mod instance;
pub mod labels;
mod lighting;
mod mesh;
pub mod pane_cameras;
mod pipelines;
pub mod renderer;
pub mod screenshot;
mod segment;
mod shade;
mod shader;
pub mod sight;
pub mod skin;
mod skin_batch;
mod skin_shader;
pub mod stage_camera;
pub mod surface;
mod targets;
pub mod theme;
