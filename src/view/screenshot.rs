//! The finished frame as a picture.

use macroquad::miniquad::{gl, window, PassAction, RenderingBackend};
use macroquad::texture::Image;

/// Read the window's pixels; call after egui's draw, before the next frame.
///
/// Works on GLX and EGL, where macroquad's `get_screen_data` reads black. Rows
/// run from the bottom up, as `Image::export_png` expects.
pub fn grab(ctx: &mut dyn RenderingBackend) -> Image {
    let (width, height) = window::screen_size();
    let (width, height) = (width.max(0.0) as u16, height.max(0.0) as u16);
    let mut bytes = vec![0_u8; usize::from(width) * usize::from(height) * 4];
    ctx.begin_default_pass(PassAction::Nothing);
    // SAFETY: on the thread that owns the context; `bytes` holds four bytes for
    // each pixel read, and rows of RGBA need no padding.
    unsafe {
        gl::glReadPixels(
            0,
            0,
            width.into(),
            height.into(),
            gl::GL_RGBA,
            gl::GL_UNSIGNED_BYTE,
            bytes.as_mut_ptr().cast(),
        );
    }
    ctx.end_render_pass();
    for [.., alpha] in bytes.as_chunks_mut::<4>().0 {
        *alpha = 255;
    }
    Image {
        bytes,
        width,
        height,
    }
}
