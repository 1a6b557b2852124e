//! The parts of a packed file, and the buffers of any.

use super::{Fetch, GltfError};
use data_encoding::BASE64_NOPAD;

/// First bytes of a packed file.
pub(super) const MAGIC: &[u8; 4] = b"glTF";
/// Type of the chunk with the text.
pub(super) const JSON_CHUNK: &[u8; 4] = b"JSON";
/// Type of the chunk with the numbers.
pub(super) const BINARY_CHUNK: &[u8; 4] = b"BIN\0";

/// The text and the numbers of a packed file; any other file is all text.
pub(super) fn chunks(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), GltfError> {
    const TORN: &str = "export or copy it again";
    if !bytes.starts_with(MAGIC) {
        return Ok((bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes), None));
    }
    if bytes.get(4..8) != Some(&2_u32.to_le_bytes()) {
        return Err(GltfError::whole(
            "not of glTF version 2",
            "export it as glTF 2.0",
        ));
    }
    let (mut text, mut packed) = (None, None);
    let mut rest = bytes.get(12..).unwrap_or_default();
    while let Some((&[a, b, c, d, ref kind @ ..], after)) = rest.split_first_chunk::<8>() {
        let length = u32::from_le_bytes([a, b, c, d]) as usize;
        let whole = after.split_at_checked(length);
        let early = || GltfError::whole("the file ends too early", TORN);
        let (content, next) = whole.ok_or_else(early)?;
        match kind {
            kind if kind == JSON_CHUNK => text = text.or(Some(content)),
            kind if kind == BINARY_CHUNK => packed = packed.or(Some(content)),
            _ => {}
        }
        rest = next;
    }
    let none = || GltfError::whole("the JSON part of the file is missing", TORN);
    Ok((text.ok_or_else(none)?, packed))
}

/// What a buffer or a picture holds: named by itself, by a file beside, or packed.
pub(super) fn content(
    uri: Option<&str>,
    packed: Option<&[u8]>,
    fetch: Fetch<'_>,
) -> Result<Vec<u8>, GltfError> {
    let Some(uri) = uri else {
        let missing = || GltfError::torn("a buffer has no file");
        return packed.map(<[u8]>::to_vec).ok_or_else(missing);
    };
    match uri.strip_prefix("data:") {
        Some(data) => data
            .split_once(";base64,")
            .and_then(|(_, text)| {
                let digits = text.trim_end_matches('=').as_bytes();
                BASE64_NOPAD.decode(digits).ok()
            })
            .ok_or_else(|| GltfError::torn("a buffer is not base64")),
        None => fetch(uri).map_err(|why| GltfError::whole(why, "keep the model's files together")),
    }
}
