//! The pictures of all materials of a figure on one sheet, so that it is drawn at once.

use super::container::content;
use super::document::{Document, Image, Paint};
use super::picture::Picture;
use super::{at, Fetch, Gltf, GltfError};
use crate::budget;

/// Most pixels of all pictures of a figure together.
const MOST_PIXELS: usize = 4 * budget::GLTF_IMAGE.most * budget::GLTF_IMAGE.most;
/// Edge of the sheet that all pictures of a figure share, px.
const SHEET: usize = 1024;
/// Edge of the place of a plain colour on it, px.
const PLAIN: usize = 4;

/// The pictures of several materials on one sheet.
#[derive(Debug)]
pub(super) struct Sheet {
    /// The sheet.
    pub picture: Picture,
    /// For each material its place on the sheet.
    pub tiles: Vec<Tile>,
}

/// A place on a sheet, px.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Tile {
    corner: [usize; 2],
    size: [usize; 2],
}

impl Sheet {
    /// That of these materials of a file; none is the plain white one. What cannot be read or is
    /// too much is white and told.
    ///
    /// # Errors
    /// More than 64 materials.
    pub fn of(
        gltf: &Gltf,
        materials: &[Option<usize>],
        fetch: Fetch<'_>,
        notes: &mut Vec<String>,
    ) -> Result<Sheet, GltfError> {
        budget::GLTF_MATERIALS.allow(materials.len())?;
        let mut pictures = Vec::new();
        let mut pixels = 0;
        for material in materials {
            let paint = material.and_then(|index| gltf.document.materials.get(index));
            let paint = paint.and_then(|material| material.pbr_metallic_roughness.as_ref());
            let picture = match pixels > MOST_PIXELS {
                true => Err(GltfError::torn("its images are too large in total")),
                false => gltf.picture_of(paint, fetch),
            };
            let picture = picture.unwrap_or_else(|error| {
                notes.push(format!("{}; its surface is white", error.message));
                None
            });
            // None is larger on the sheet, and all together may be more than there is room for.
            let picture = picture.map(|picture| {
                pixels += picture.width * picture.height;
                picture.at_most(SHEET)
            });
            let factor = paint.and_then(|paint| paint.base_color_factor);
            let factor = factor.unwrap_or([1.0; 4]).map(|x| x.clamp(0.0, 1.0));
            pictures.push((picture, factor));
        }
        let shown = pictures.iter().filter(|(picture, _)| picture.is_some());
        let columns = (1..)
            .find(|n| n * n >= shown.clone().count())
            .unwrap_or(1)
            .max(1);
        let cell = (SHEET - PLAIN) / columns;
        let white = |edge: usize| Picture::plain(edge, edge, [255; 4]);
        let mut placed: Vec<(Picture, [usize; 2])> = Vec::new();
        let (mut cells, mut plains) = (0, 0);
        for (picture, factor) in pictures {
            let corner = match picture {
                Some(_) => [cells % columns * cell, cells / columns * cell],
                // Along the lower edge; those beyond share the last place.
                None => [(plains * PLAIN).min(SHEET - PLAIN), SHEET - PLAIN],
            };
            match picture {
                Some(_) => cells += 1,
                None => plains += 1,
            }
            let picture = picture.unwrap_or_else(|| white(PLAIN));
            placed.push((picture.at_most(cell).painted(factor), corner));
        }
        let has_pictures = cells > 0;
        let (width, height) = match has_pictures {
            true => (SHEET, SHEET),
            false => ((plains * PLAIN).clamp(PLAIN, SHEET), PLAIN),
        };
        let lift = SHEET - height;
        let mut sheet = Picture::plain(width, height, [255; 4]);
        let mut tiles = Vec::new();
        for (picture, [left, top]) in &placed {
            let corner = [*left, top.saturating_sub(lift)];
            sheet.put(picture, corner);
            tiles.push(Tile {
                corner,
                size: [picture.width, picture.height],
            });
        }
        Ok(Sheet {
            picture: sheet,
            tiles,
        })
    }

    /// Where a place on the picture of a material is on the sheet, 0 to 1 from the upper left;
    /// half a pixel within its rim, so that no neighbour shines through.
    pub fn place(&self, tile: Tile, place: [f32; 2]) -> [f32; 2] {
        let edges = [self.picture.width, self.picture.height];
        std::array::from_fn(|axis| {
            let size = tile.size[axis] as f32;
            let within = (place[axis].clamp(0.0, 1.0) * size).clamp(0.5, size - 0.5);
            (tile.corner[axis] as f32 + within) / edges[axis] as f32
        })
    }
}

impl Gltf {
    /// The picture of a paint.
    fn picture_of(
        &self,
        paint: Option<&Paint>,
        fetch: Fetch<'_>,
    ) -> Result<Option<Picture>, GltfError> {
        let document: &Document = &self.document;
        let used = paint.and_then(|paint| paint.base_color_texture.as_ref());
        let Some(used) = used else {
            return Ok(None);
        };
        let texture = at(&document.textures, used.index, "texture")?;
        let Some(source) = texture.source else {
            let message = "a texture has no PNG or JPEG image";
            return Err(GltfError::torn(message));
        };
        let image: &Image = at(&document.images, source, "image")?;
        let picture = match (image.buffer_view, &image.uri) {
            (Some(view), _) => Picture::read(self.view(view)?),
            (None, Some(uri)) => Picture::read(&content(Some(uri), None, fetch)?),
            (None, None) => Err(GltfError::torn("an image has no file")),
        };
        picture.map(Some)
    }
}
