//! Skins as they are drawn: a few figures of one mesh with each call.

use super::draw_list::{DrawList, Role};
use super::gpu::Gpu;
use super::gpu_mesh::{GpuMesh, Pass};
use super::instance::Drawn;
use super::pipelines::{SkinUniforms, Uniforms};
use super::sight::Sight;
use super::skin::{PlacedSkin, Skin, SkinLevel, SkinPicture};
use super::skin_shader::FIGURE_VECTORS;
use super::theme::{body, Rgba};
use macroquad::miniquad::{
    Bindings, BufferUsage, MipmapFilterMode, Pipeline, TextureAccess, TextureId, TextureParams,
    TextureSource,
};
use std::sync::Arc;

/// How far a mesh may miss the surface that it stands for, px.
const MISS_PX: f32 = 0.5;
/// The same in texels of the shadow map, whose edges are soft.
const MISS_TEXELS: f32 = 1.0;
/// Radius of what is bent most of a figure, m.
const BEND_M: f32 = 0.04;

/// The skins of a list on the GPU.
#[derive(Debug, Default)]
pub(super) struct Skins {
    meshes: Vec<GpuSkin>,
    /// In place of the picture of skins that have none.
    white: Option<TextureId>,
    figures: Vec<Figure>,
    /// The vectors of all figures, one after the other.
    vectors: Vec<[f32; 4]>,
}

/// A skin on the GPU.
#[derive(Debug)]
struct GpuSkin {
    source: Arc<Skin>,
    levels: Vec<GpuMesh>,
    picture: Option<TextureId>,
}

/// A placed skin as it is drawn.
#[derive(Debug, Clone, Copy)]
struct Figure {
    /// Its mesh and how fine it is for the camera, for the light and in the floor.
    mesh: usize,
    level: usize,
    shadow_level: Option<usize>,
    mirror_level: usize,
    /// Its first vector and how many it has.
    first: usize,
    count: usize,
    /// Whether its vertices lie between two skeletons.
    is_mixed: bool,
    is_seen: bool,
    is_glass: bool,
    /// 0 of one colour, 1 with the marks of a dummy, 2 with its picture.
    dress: f32,
    role: Role,
    outline: Option<(Rgba, f32)>,
}

/// Which figures are drawn, and as what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SkinLayer {
    /// Those that cover.
    Things,
    /// The same as the floor mirrors them, which is seen less.
    Mirrored,
    /// Those that throw a shadow.
    Casters,
    /// Those that one looks through.
    Glass,
    /// Outlines of things.
    Outlines,
    /// Those of another run.
    Ghosts,
    /// Outlines of these.
    GhostOutlines,
}

impl Skins {
    /// Takes over the skins of a list, and tells how many are seen.
    pub fn upload(&mut self, ctx: &mut Gpu<'_>, list: &DrawList, sight: &Sight) -> Drawn {
        self.keep_meshes(ctx, &list.skins);
        self.figures.clear();
        self.vectors.clear();
        let mut drawn = Drawn::default();
        for placed in &list.skins {
            match self.figure_of(placed, sight) {
                Some(figure) => {
                    pack(&mut self.vectors, placed);
                    drawn.bodies += usize::from(figure.is_seen);
                    drawn.left_out += usize::from(!figure.is_seen);
                    self.figures.push(figure);
                }
                None => drawn.left_out += 1,
            }
        }
        // Alike ones follow each other, so that they are drawn together.
        (self.figures).sort_by_key(|figure| (figure.mesh, figure.level));
        drawn
    }

    /// Whether there is any to be drawn so.
    pub fn has(&self, layer: SkinLayer) -> bool {
        self.figures.iter().any(|figure| figure.is_of(layer))
    }

    /// Draws all that are to be drawn so.
    pub fn draw(&self, ctx: &mut Gpu<'_>, pipeline: &Pipeline, pass: &Pass, layer: SkinLayer) {
        let shadow = match layer {
            SkinLayer::Casters | SkinLayer::Mirrored => None,
            _ => pass.shadow,
        };
        let has_picture = !matches!(
            layer,
            SkinLayer::Casters | SkinLayer::Outlines | SkinLayer::GhostOutlines
        );
        let images = (has_picture, shadow);
        let mut alike = Alike::new(pass.uniforms, pass.linear_skins);
        for figure in self.figures.iter().filter(|figure| figure.is_of(layer)) {
            let Some(vectors) = self.vectors.get(figure.first..figure.first + figure.count) else {
                continue;
            };
            let key = figure.key(layer);
            if !alike.takes(&key, figure.count) {
                self.draw_alike(ctx, pipeline, images, &mut alike);
            }
            alike.add(key, vectors, figure.color(layer));
        }
        self.draw_alike(ctx, pipeline, images, &mut alike);
    }

    fn draw_alike(
        &self,
        ctx: &mut Gpu<'_>,
        pipeline: &Pipeline,
        (has_picture, shadow): (bool, Option<TextureId>),
        alike: &mut Alike,
    ) {
        let Some(key) = alike.key.take() else {
            return;
        };
        let Some(skin) = self.meshes.get(key.mesh) else {
            return;
        };
        let Some(mesh) = skin.levels.get(key.level) else {
            return;
        };
        let picture = skin.picture.or(self.white).filter(|_| has_picture);
        ctx.apply_pipeline(pipeline);
        ctx.apply_bindings(&Bindings {
            vertex_buffers: vec![mesh.vertices],
            index_buffer: mesh.indices,
            images: picture.into_iter().chain(shadow).collect(),
        });
        ctx.apply_uniforms(&alike.uniforms);
        ctx.draw(0, mesh.count, alike.figures);
    }

    /// Uploads the meshes that are new, and forgets those that are no longer listed.
    fn keep_meshes(&mut self, ctx: &mut Gpu<'_>, listed: &[PlacedSkin]) {
        let is_listed = |mesh: &GpuSkin| listed.iter().any(|placed| mesh.is_of(placed));
        let (kept, gone): (Vec<_>, Vec<_>) = self.meshes.drain(..).partition(is_listed);
        self.meshes = kept;
        for mesh in gone {
            mesh.levels.into_iter().for_each(|level| level.delete(ctx));
            if let Some(picture) = mesh.picture {
                ctx.delete_texture(picture);
            }
        }
        if self.white.is_none() && !listed.is_empty() {
            self.white = Some(ctx.new_texture_from_rgba8(1, 1, &[255; 4]));
        }
        for placed in listed {
            if !self.meshes.iter().any(|mesh| mesh.is_of(placed)) {
                let level = |level: &SkinLevel| {
                    let usage = BufferUsage::Immutable;
                    GpuMesh::from_parts(ctx, usage, &level.vertices, &level.indices)
                };
                self.meshes.push(GpuSkin {
                    levels: placed.skin.levels.iter().map(level).collect(),
                    picture: placed.skin.picture.as_ref().map(|p| texture_of(ctx, p)),
                    source: Arc::clone(&placed.skin),
                });
            }
        }
    }

    /// How a skin is drawn; none if nothing of it is seen.
    fn figure_of(&self, placed: &PlacedSkin, sight: &Sight) -> Option<Figure> {
        let (center, reach) = (placed.center, placed.reach);
        let eye = &sight.camera;
        let outline = placed
            .outline
            .map(|outline| (outline.color, outline.width_px));
        let rim = eye.length_of(outline.map_or(0.0, |(_, width)| width), center);
        let is_seen = eye.sees(center, reach + rim);
        let is_opaque = placed.color[3] >= 1.0;
        let texels = sight.shadow_px(1.0, center, reach);
        let texels = texels.filter(|_| is_opaque && placed.role != Role::Ghost);
        if !is_seen && texels.is_none() {
            return None;
        }
        let pixels_per_m = eye.size_px(1.0, center, reach);
        let level = |pixels: f32, most: f32| level_of(&placed.skin, pixels / most);
        Some(Figure {
            mesh: self.meshes.iter().position(|mesh| mesh.is_of(placed))?,
            level: level(pixels_per_m, MISS_PX),
            shadow_level: texels.map(|texels| level(texels, MISS_TEXELS)),
            mirror_level: level(pixels_per_m, 2.0 * MISS_PX),
            first: self.vectors.len(),
            count: vectors_of(placed),
            is_mixed: !placed.others.is_empty(),
            is_seen,
            is_glass: !is_opaque,
            dress: match (placed.is_dressed, &placed.skin.picture) {
                (false, _) => 0.0,
                (true, None) => 1.0,
                (true, Some(_)) => 2.0,
            },
            role: placed.role,
            outline,
        })
    }
}

/// A picture on the GPU, with smaller ones of it for figures that are far away.
fn texture_of(ctx: &mut Gpu<'_>, picture: &SkinPicture) -> TextureId {
    let parameters = TextureParams {
        width: picture.width.into(),
        height: picture.height.into(),
        mipmap_filter: MipmapFilterMode::Linear,
        allocate_mipmaps: true,
        ..TextureParams::default()
    };
    let texture = ctx.new_texture(
        TextureAccess::Static,
        TextureSource::Bytes(&picture.rgba),
        parameters,
    );
    ctx.texture_generate_mipmaps(texture);
    texture
}

/// The roughest level that misses the surface by less than a length of which a metre has so
/// many.
fn level_of(skin: &Skin, lengths_per_m: f32) -> usize {
    // Height of an arc over its chord.
    let is_fine =
        |level: &SkinLevel| level.edge * level.edge / (8.0 * BEND_M) * lengths_per_m < 1.0;
    skin.levels.iter().rposition(is_fine).unwrap_or(0)
}

/// Adds the vectors of a figure as the shader reads them.
fn pack(vectors: &mut Vec<[f32; 4]>, placed: &PlacedSkin) {
    vectors.push(placed.color);
    let none = [[0.0, 0.0, 0.0, 1.0], [0.0; 4]];
    let bones = placed.bones.iter().map(|bone| {
        let [x, y, z] = bone.translation.to_array();
        [bone.rotation.to_array(), [x, y, z, packed(bone.tint)]]
    });
    let bones = bones.chain(std::iter::repeat(none));
    vectors.extend(bones.take(placed.skin.bones).flatten());
    let others = placed.others.iter().map(|other| {
        let [x, y, z] = other.translation.to_array();
        [other.rotation.to_array(), [x, y, z, other.share]]
    });
    let rest = vectors_of(placed) - 1 - 2 * placed.skin.bones;
    vectors.extend(others.flatten().chain(none.into_iter().cycle()).take(rest));
}

/// Vectors of a figure: its colour, and two for each bone of each skeleton.
fn vectors_of(placed: &PlacedSkin) -> usize {
    let skeletons = if placed.others.is_empty() { 1 } else { 2 };
    1 + 2 * skeletons * placed.skin.bones
}

/// A colour as a whole number above 0, and 0 where there is none.
fn packed(color: Option<Rgba>) -> f32 {
    let byte = |x: f32| (x.clamp(0.0, 1.0) * 255.0).round();
    color.map_or(0.0, |[r, g, b, _]| {
        1.0 + byte(r) * 65_536.0 + byte(g) * 256.0 + byte(b)
    })
}

impl GpuSkin {
    fn is_of(&self, placed: &PlacedSkin) -> bool {
        Arc::ptr_eq(&self.source, &placed.skin)
    }
}

/// What figures that are drawn together have in common.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Key {
    mesh: usize,
    level: usize,
    count: usize,
    width_px: f32,
    dress: f32,
    is_mixed: bool,
}

impl Figure {
    fn is_of(&self, layer: SkinLayer) -> bool {
        let is_ghost = self.role == Role::Ghost;
        match layer {
            SkinLayer::Things | SkinLayer::Mirrored => self.is_seen && !is_ghost && !self.is_glass,
            SkinLayer::Glass => self.is_seen && !is_ghost && self.is_glass,
            SkinLayer::Ghosts => self.is_seen && is_ghost,
            SkinLayer::Casters => self.shadow_level.is_some(),
            SkinLayer::Outlines => self.is_seen && !is_ghost && self.outline.is_some(),
            SkinLayer::GhostOutlines => self.is_seen && is_ghost && self.outline.is_some(),
        }
    }

    fn key(&self, layer: SkinLayer) -> Key {
        Key {
            mesh: self.mesh,
            level: match layer {
                SkinLayer::Casters => self.shadow_level.unwrap_or(self.level),
                SkinLayer::Mirrored => self.mirror_level,
                _ => self.level,
            },
            count: self.count,
            width_px: match layer {
                SkinLayer::Outlines | SkinLayer::GhostOutlines => {
                    self.outline.map_or(0.0, |(_, width)| width)
                }
                _ => 0.0,
            },
            dress: self.dress,
            is_mixed: self.is_mixed,
        }
    }

    /// The colour in place of its own, for outlines.
    fn color(&self, layer: SkinLayer) -> Option<Rgba> {
        match layer {
            SkinLayer::Outlines | SkinLayer::GhostOutlines => self.outline.map(|(color, _)| color),
            _ => None,
        }
    }
}

/// Figures that are drawn with the next call.
struct Alike {
    key: Option<Key>,
    uniforms: SkinUniforms,
    is_linear: bool,
    figures: i32,
    filled: usize,
}

impl Alike {
    fn new(frame: Uniforms, is_linear: bool) -> Alike {
        Alike {
            is_linear,
            key: None,
            uniforms: SkinUniforms {
                frame,
                skin: [0.0; 4],
                dark_rgb: body::JOINT,
                figures: [[0.0; 4]; FIGURE_VECTORS],
            },
            figures: 0,
            filled: 0,
        }
    }

    /// Whether a figure with so many vectors can be drawn with those that are there.
    fn takes(&self, key: &Key, count: usize) -> bool {
        self.key.as_ref().is_none_or(|own| own == key) && {
            let filled = if self.key.is_some() { self.filled } else { 0 };
            filled + count <= FIGURE_VECTORS
        }
    }

    fn add(&mut self, key: Key, vectors: &[[f32; 4]], color: Option<Rgba>) {
        if self.key.is_none() {
            (self.figures, self.filled) = (0, 0);
        }
        self.uniforms.skin = [
            key.count as f32,
            key.width_px,
            key.dress,
            f32::from(u8::from(key.is_mixed) + 2 * u8::from(self.is_linear)),
        ];
        self.key = Some(key);
        let free = self.uniforms.figures.iter_mut().skip(self.filled);
        for (place, vector) in free.zip(vectors) {
            *place = *vector;
        }
        if let (Some(color), Some(place)) = (color, self.uniforms.figures.get_mut(self.filled)) {
            *place = color;
        }
        self.filled += vectors.len();
        self.figures += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearer_the_finer_and_never_finer_than_there_is() {
        let level = |edge: f32| SkinLevel {
            edge,
            ..SkinLevel::default()
        };
        let skin = Skin {
            bones: 1,
            levels: [0.02, 0.03, 0.06].map(level).to_vec(),
            picture: None,
        };
        let levels = [1.0, 100.0, 300.0, 500.0, 1e6].map(|lengths| level_of(&skin, lengths));
        assert_eq!(levels, [2, 1, 1, 0, 0]);
    }

    /// What the shader does with the number.
    #[test]
    fn a_tint_is_a_whole_number_that_a_float_holds() {
        let number = packed(Some([1.0, 0.5, 0.0, 1.0]));
        let bits = number as u32 - 1;
        assert_eq!([bits >> 16, (bits >> 8) & 255, bits & 255], [255, 128, 0]);
        assert_eq!(packed(Some([1.0; 4])), 16_777_216.0);
        assert_eq!(packed(None), 0.0);
    }
}
