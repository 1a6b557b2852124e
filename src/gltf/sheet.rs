//! The pictures of all materials of a figure on one sheet, so that it is drawn at once.

use super::container::content;
use super::document::{Document, Image, Paint};
use super::picture::Picture;
use super::{at, Fetch, Gltf, GltfError};
use crate::budget::{self, Account};
use std::collections::BTreeMap;

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
        let paint_of = |material: &Option<usize>| {
            let material = gltf.document.materials.get((*material)?)?;
            material.pbr_metallic_roughness.as_ref()
        };
        let paints: Vec<Option<&Paint>> = materials.iter().map(paint_of).collect();
        let textured = paints.iter().flatten();
        let textured = textured.filter(|paint| paint.base_color_texture.is_some());
        let textured = textured.count();
        let columns = (1..).find(|n| n * n >= textured).unwrap_or(1);
        let cell = (SHEET - PLAIN) / columns;
        let mut images = Images::of(gltf, fetch, cell);
        let mut pictures = Vec::new();
        for paint in paints {
            let picture = images.of_paint(paint).unwrap_or_else(|error| {
                notes.push(format!("{}; its surface is white", error.message));
                None
            });
            let factor = paint.and_then(|paint| paint.base_color_factor);
            let factor = factor.unwrap_or([1.0; 4]).map(|x| x.clamp(0.0, 1.0));
            pictures.push((picture, factor));
        }
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
            placed.push((picture.painted(factor), corner));
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

/// The pictures of a file, each read once and made as small as its place on the sheet.
struct Images<'a> {
    gltf: &'a Gltf,
    fetch: Fetch<'a>,
    cell: usize,
    known: BTreeMap<usize, Result<Picture, GltfError>>,
    pixels: Account,
    bytes: Account,
}

impl<'a> Images<'a> {
    fn of(gltf: &'a Gltf, fetch: Fetch<'a>, cell: usize) -> Images<'a> {
        Images {
            gltf,
            fetch,
            cell,
            known: BTreeMap::new(),
            pixels: Account::of(&budget::GLTF_PIXELS),
            bytes: Account::of(&budget::GLTF_PICTURES),
        }
    }

    /// The picture of a paint.
    fn of_paint(&mut self, paint: Option<&Paint>) -> Result<Option<Picture>, GltfError> {
        let document: &Document = &self.gltf.document;
        let used = paint.and_then(|paint| paint.base_color_texture.as_ref());
        let Some(used) = used else {
            return Ok(None);
        };
        let texture = at(&document.textures, used.index, "texture")?;
        let Some(source) = texture.source else {
            let message = "a texture has no PNG or JPEG image";
            return Err(GltfError::torn(message));
        };
        if let Some(known) = self.known.get(&source) {
            return known.clone().map(Some);
        }
        let image: &Image = at(&document.images, source, "image")?;
        let picture = self.read(image);
        let picture = picture.map(|picture| picture.at_most(SHEET).at_most(self.cell));
        self.known.insert(source, picture.clone());
        picture.map(Some)
    }

    fn read(&mut self, image: &Image) -> Result<Picture, GltfError> {
        // Those beyond the bound are not even fetched.
        self.bytes.add(0)?;
        let fetched;
        let bytes = match (image.buffer_view, &image.uri) {
            (Some(view), _) => self.gltf.view(view)?,
            (None, Some(uri)) => {
                fetched = content(Some(uri), None, self.fetch)?;
                &fetched
            }
            (None, None) => return Err(GltfError::torn("an image has no file")),
        };
        self.bytes.add(bytes.len())?;
        Picture::read(bytes, &mut self.pixels)
    }
}
