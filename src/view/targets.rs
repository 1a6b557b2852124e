//! Render targets: the shadow map and the multisampled stage.

use macroquad::miniquad::{
    gl, FilterMode, PassAction, RawId, RenderPass, RenderingBackend, TextureFormat, TextureId,
    TextureParams, TextureWrap,
};
use std::ffi::CStr;

/// What draws: a graphics card or the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rasteriser {
    Hardware,
    Software,
}

impl Rasteriser {
    /// Ask the driver for its name. Needs a current GL context.
    pub fn detect() -> Self {
        const SOFTWARE: [&str; 4] = ["llvmpipe", "softpipe", "swrast", "SwiftShader"];
        let name = driver_name();
        match SOFTWARE.iter().any(|s| name.contains(s)) {
            true => Self::Software,
            false => Self::Hardware,
        }
    }
}

/// Name of what draws, as the driver gives it; empty if it gives none. Needs a current GL context.
pub fn driver_name() -> String {
    const RENDERER: u32 = 0x1F01;
    // SAFETY: a query on the thread that owns the context; the driver
    // returns null or a NUL-terminated string that lives as long as it.
    unsafe {
        let text = gl::glGetString(RENDERER);
        if text.is_null() {
            return String::new();
        }
        CStr::from_ptr(text.cast()).to_string_lossy().into_owned()
    }
}

/// Depth seen from the key light.
#[derive(Debug)]
pub(super) struct ShadowMap {
    pub pass: RenderPass,
    pub texture: TextureId,
    /// Width and height, texels.
    pub size: u32,
    /// False if the driver cannot render depth alone: shadows stay off.
    pub is_usable: bool,
}

impl ShadowMap {
    /// Map of `size` x `size` texels.
    pub fn new(ctx: &mut dyn RenderingBackend, size: u32) -> Self {
        let texture = ctx.new_render_texture(TextureParams {
            width: size,
            height: size,
            format: TextureFormat::Depth32,
            min_filter: FilterMode::Linear,
            mag_filter: FilterMode::Linear,
            wrap: TextureWrap::Clamp,
            ..TextureParams::default()
        });
        compare_depth(ctx, texture);
        let pass = ctx.new_render_pass_mrt(&[], None, Some(texture));
        let is_usable = is_complete(ctx, pass);
        Self {
            pass,
            texture,
            size,
            is_usable,
        }
    }

    /// Free the map; the pass owns the texture.
    pub fn delete(self, ctx: &mut dyn RenderingBackend) {
        ctx.delete_render_pass(self.pass);
    }
}

/// Make lookups compare depths, with bilinear weights (hardware PCF).
fn compare_depth(ctx: &mut dyn RenderingBackend, texture: TextureId) {
    const TEXTURE_BINDING_2D: u32 = 0x8069;
    const COMPARE_MODE: u32 = 0x884C;
    const COMPARE_REF_TO_TEXTURE: i32 = 0x884E;
    const COMPARE_FUNC: u32 = 0x884D;
    const LEQUAL: i32 = 0x0203;
    // SAFETY: plain GL calls on the thread that owns the context, on a live
    // texture; the binding is put back so that miniquad's cache stays true.
    unsafe {
        let RawId::OpenGl(id) = ctx.texture_raw_id(texture);
        let mut bound = 0;
        gl::glGetIntegerv(TEXTURE_BINDING_2D, &mut bound);
        gl::glBindTexture(gl::GL_TEXTURE_2D, id);
        gl::glTexParameteri(gl::GL_TEXTURE_2D, COMPARE_MODE, COMPARE_REF_TO_TEXTURE);
        gl::glTexParameteri(gl::GL_TEXTURE_2D, COMPARE_FUNC, LEQUAL);
        gl::glBindTexture(gl::GL_TEXTURE_2D, bound as u32);
    }
}

fn is_complete(ctx: &mut dyn RenderingBackend, pass: RenderPass) -> bool {
    const FRAMEBUFFER_COMPLETE: u32 = 0x8CD5;
    ctx.begin_pass(Some(pass), PassAction::Nothing);
    // SAFETY: a query on the thread that owns the context; the pass is bound.
    let status = unsafe { gl::glCheckFramebufferStatus(gl::GL_FRAMEBUFFER) };
    // Not end_render_pass: it would resolve an incomplete framebuffer.
    ctx.begin_default_pass(PassAction::Nothing);
    ctx.end_render_pass();
    status == FRAMEBUFFER_COMPLETE
}

/// Picture of the stage as a texture; multisampled it is resolved into that.
#[derive(Debug)]
pub(super) struct StageTarget {
    pub pass: RenderPass,
    pub texture: TextureId,
    /// Width and height, px.
    pub size: (u32, u32),
    /// Samples per pixel.
    pub samples: i32,
    /// False if the driver refuses multisampling: draw to the window instead.
    pub is_usable: bool,
}

impl StageTarget {
    /// Target of `size` px with `samples` per pixel.
    pub fn new(ctx: &mut dyn RenderingBackend, size: (u32, u32), samples: i32) -> Self {
        let params = TextureParams {
            width: size.0,
            height: size.1,
            ..TextureParams::default()
        };
        let depth = ctx.new_render_texture(TextureParams {
            sample_count: samples,
            format: TextureFormat::Depth32,
            ..params
        });
        let texture = ctx.new_render_texture(params);
        let pass = if samples > 1 {
            let color = ctx.new_render_texture(TextureParams {
                sample_count: samples,
                ..params
            });
            ctx.new_render_pass_mrt(&[color], Some(&[texture]), Some(depth))
        } else {
            ctx.new_render_pass_mrt(&[texture], None, Some(depth))
        };
        let is_usable = is_complete(ctx, pass);
        Self {
            pass,
            texture,
            size,
            samples,
            is_usable,
        }
    }

    /// Free it; the pass owns the textures.
    pub fn delete(self, ctx: &mut dyn RenderingBackend) {
        ctx.delete_render_pass(self.pass);
    }
}
