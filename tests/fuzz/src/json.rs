//! Mutation of JSON documents: what comes out is JSON again, with the keys that its reader
//! knows, so that the fuzzer gets past the grammar to the meaning.

use crate::chance::Chance;
use crate::changes::change_some;
use serde_json::Value;

/// One in so many mutations is of the bytes, whatever they mean.
const BYTES_ONE_IN: usize = 16;

/// Mutates the document in the first `size` bytes of `data`, which has room for `most`;
/// `donors` are documents whose parts may be taken over. The new size.
pub fn mutate(data: &mut [u8], size: usize, most: usize, seed: u32, donors: &[Value]) -> usize {
    let mut chance = Chance::of(seed);
    let document = serde_json::from_slice(&data[..size]);
    let (false, Ok(mut document)) = (chance.one_in(BYTES_ONE_IN), document) else {
        return libfuzzer_sys::fuzzer_mutate(data, size, most);
    };
    change_some(&mut document, &mut chance, donors);
    crate::put(data, size, most, &document.to_string())
}

/// The documents in these texts.
///
/// # Panics
/// A text is none.
pub fn documents<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<Value> {
    let read = |text| serde_json::from_str(text).expect("donors are JSON");
    texts.into_iter().map(read).collect()
}
