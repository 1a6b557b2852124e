//! From the bytes of a file to text: encodings, sizes, depth of nesting.

use super::locate::place;
use super::problem::Problem;

/// Deepest nesting of arrays and objects; serde_json refuses 128.
const MAX_DEPTH: usize = 127;

/// First bytes of files that are certainly no scene.
const SIGNATURES: &[(&[u8], &str)] = &[
    (b"\xFF\xFE\0\0", "UTF-32 text"),
    (b"\0\0\xFE\xFF", "UTF-32 text"),
    (b"\xFF\xFE", "UTF-16 text"),
    (b"\xFE\xFF", "UTF-16 text"),
    (b"\x1F\x8B", "a gzip archive"),
    (b"PK\x03\x04", "a zip archive"),
    (b"\x89PNG", "a PNG image"),
    (b"\xFF\xD8\xFF", "a JPEG image"),
    (b"\x7FELF", "a program"),
    (b"%PDF", "a PDF document"),
    (b"glTF", "a glTF model"),
];

/// The text in `bytes` without a byte order mark.
///
/// Fails on empty files, other encodings than UTF-8 and deep nesting.
pub fn decode(bytes: &[u8]) -> Result<&str, Problem> {
    if let Some(what) = seems_to_be(bytes) {
        let message = format!("this is {what}, not a scene");
        let remedy = if what.ends_with("text") {
            "save the file as UTF-8"
        } else {
            "open a scene file (JSON in UTF-8)"
        };
        return Err(Problem::new("", message, remedy).at((1, 1)));
    }
    let body = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let text = std::str::from_utf8(body).map_err(|error| bad_utf8(bytes, body, &error))?;
    if text.trim().is_empty() {
        let message = "the file is empty";
        let remedy = "open a scene file, or start from a shipped scene";
        return Err(Problem::new("", message, remedy).at((1, 1)));
    }
    match too_deep(body) {
        Some(offset) => Err(Problem::new(
            "",
            format!("arrays and objects are nested more than {MAX_DEPTH} levels deep"),
            "check the brackets",
        )
        .at(place(text, offset))),
        None => Ok(text),
    }
}

fn seems_to_be(bytes: &[u8]) -> Option<&'static str> {
    let signature = SIGNATURES.iter().find(|(s, _)| bytes.starts_with(s));
    if let Some((_, what)) = signature {
        return Some(what);
    }
    // JSON starts with ASCII, so that a zero beside it betrays wide characters.
    match bytes {
        [0, 0, 0, x, ..] if *x != 0 => Some("UTF-32 text"),
        [x, 0, 0, 0, ..] if *x != 0 => Some("UTF-32 text"),
        [0, x, ..] if *x != 0 => Some("UTF-16 text"),
        [x, 0, ..] if *x != 0 => Some("UTF-16 text"),
        _ => None,
    }
}

fn bad_utf8(bytes: &[u8], body: &[u8], error: &std::str::Utf8Error) -> Problem {
    let valid = error.valid_up_to();
    let offset = valid + bytes.len() - body.len();
    let start = std::str::from_utf8(&body[..valid]).unwrap_or_default();
    let byte = body.get(valid).copied().unwrap_or(0);
    let message = format!("byte 0x{byte:02X} at offset {offset} is not UTF-8");
    Problem::new("", message, "save the file as UTF-8").at(place(start, valid))
}

/// Offset of the first bracket that is nested too deep.
fn too_deep(text: &[u8]) -> Option<usize> {
    let mut depth = 0_usize;
    let mut quoted = false;
    let mut escaped = false;
    for (offset, byte) in text.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Some(offset);
        }
    }
    None
}
