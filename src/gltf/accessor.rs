//! The numbers of accessors.

use super::document::Accessor;
use super::{at, Gltf, GltfError};
use crate::budget;

pub(super) const BYTE: u32 = 5121;
pub(super) const SHORT: u32 = 5123;
pub(super) const INTEGER: u32 = 5125;
pub(super) const FLOAT: u32 = 5126;

/// Names of the kinds of elements with so many numbers.
const fn kind_of(numbers: usize) -> &'static str {
    match numbers {
        1 => "SCALAR",
        2 => "VEC2",
        3 => "VEC3",
        4 => "VEC4",
        _ => "MAT4",
    }
}

impl Gltf {
    /// Elements of `N` numbers each: as they are, or 0 to 1 where whole numbers stand for that.
    ///
    /// # Errors
    /// The accessor is of another kind, lies outside its buffer, or has what is no number.
    pub(super) fn floats<const N: usize>(&self, index: usize) -> Result<Vec<[f32; N]>, GltfError> {
        let accessor = at(&self.document.accessors, index, "accessor")?;
        let component = accessor.component_type;
        let whole = accessor.normalized && [BYTE, SHORT].contains(&component);
        if component != FLOAT && !whole {
            return Err(of_another_kind(index));
        }
        let size = bytes_of(component);
        let number = |bytes: &[u8]| match bytes.try_into() {
            Ok(float) if component == FLOAT => f32::from_le_bytes(float),
            _ => whole_number(bytes) as f32 / ((1_u32 << (8 * size)) - 1) as f32,
        };
        let elements = self.elements(index, accessor, N)?.map(|element| {
            let mut numbers = element.chunks_exact(size).map(number);
            std::array::from_fn(|_| numbers.next().unwrap_or(0.0))
        });
        let all: Vec<[f32; N]> = elements.collect();
        if all.iter().flatten().any(|x| !x.is_finite()) {
            return Err(GltfError::torn(format!(
                "accessor {index} contains invalid numbers"
            )));
        }
        Ok(all)
    }

    /// Elements of `N` whole numbers each.
    ///
    /// # Errors
    /// The accessor is of another kind or lies outside its buffer.
    pub(super) fn whole_numbers<const N: usize>(
        &self,
        index: usize,
    ) -> Result<Vec<[usize; N]>, GltfError> {
        let accessor = at(&self.document.accessors, index, "accessor")?;
        if ![BYTE, SHORT, INTEGER].contains(&accessor.component_type) {
            return Err(of_another_kind(index));
        }
        let size = bytes_of(accessor.component_type);
        let elements = self.elements(index, accessor, N)?.map(|element| {
            let mut numbers = element.chunks_exact(size).map(whole_number);
            std::array::from_fn(|_| numbers.next().unwrap_or(0))
        });
        Ok(elements.collect())
    }

    /// The bytes of each element of an accessor, which must have so many numbers.
    fn elements<'a>(
        &'a self,
        index: usize,
        accessor: &Accessor,
        numbers: usize,
    ) -> Result<impl Iterator<Item = &'a [u8]>, GltfError> {
        if accessor.kind != kind_of(numbers) {
            return Err(of_another_kind(index));
        }
        budget::GLTF_ELEMENTS.allow(accessor.count)?;
        (self.numbers.borrow_mut()).add(accessor.count * numbers)?;
        let (Some(view), None) = (accessor.buffer_view, &accessor.sparse) else {
            let message = format!("accessor {index} does not contain plain numbers");
            return Err(GltfError::whole(
                message,
                "export it without sparse accessors",
            ));
        };
        let outside = || GltfError::torn(format!("accessor {index} lies outside its buffer"));
        let size = bytes_of(accessor.component_type) * numbers;
        let stride = at(&self.document.buffer_views, view, "buffer view")?.byte_stride;
        let stride = stride.unwrap_or(size).max(size);
        let slice = self.view(view)?.get(accessor.byte_offset..);
        let slice = slice.ok_or_else(outside)?;
        let steps = accessor.count.saturating_sub(1).checked_mul(stride);
        let needed = steps.and_then(|steps| steps.checked_add(size));
        if accessor.count > 0 && needed.is_none_or(|needed| needed > slice.len()) {
            return Err(outside());
        }
        let elements = slice.chunks(stride).take(accessor.count);
        Ok(elements.filter_map(move |element| element.get(..size)))
    }

    /// The bytes of a part of a buffer.
    pub(super) fn view(&self, index: usize) -> Result<&[u8], GltfError> {
        let view = at(&self.document.buffer_views, index, "buffer view")?;
        let content = at(&self.buffers, view.buffer, "buffer")?;
        let buffer = at(&self.contents, *content, "buffer")?;
        let end = view.byte_offset.checked_add(view.byte_length);
        let slice = end.and_then(|end| buffer.get(view.byte_offset..end));
        let outside = || GltfError::torn(format!("buffer view {index} lies outside its buffer"));
        slice.ok_or_else(outside)
    }
}

fn of_another_kind(index: usize) -> GltfError {
    GltfError::torn(format!("accessor {index} has the wrong type"))
}

fn bytes_of(component: u32) -> usize {
    match component {
        BYTE => 1,
        SHORT => 2,
        _ => 4,
    }
}

/// From one to four bytes, the lowest first.
fn whole_number(bytes: &[u8]) -> usize {
    let digits = bytes.iter().rev();
    digits.fold(0, |number, byte| number << 8 | usize::from(*byte))
}
