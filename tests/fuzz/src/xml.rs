//! Mutation of XML documents that keeps their tags: other values of attributes, elements that are
//! there again or no more.

use crate::chance::Chance;
use std::ops::Range;

/// One in so many mutations is of the bytes, whatever they mean.
const BYTES_ONE_IN: usize = 8;
/// Most changes of one mutation.
const MOST_CHANGES: usize = 4;
/// Values at which readers have their edges.
const EDGES: [&str; 14] = [
    "0",
    "1",
    "-1",
    "1e-6",
    "1e308",
    "-1e-300",
    "180",
    "0 0 0",
    "1 0 0",
    "1 0 0 0",
    "0 1",
    "",
    "x",
    "1e5 1e5 1e5",
];

/// Mutates the document in the first `size` bytes of `data`, which has room for `most`. The new
/// size.
pub fn mutate(data: &mut [u8], size: usize, most: usize, seed: u32) -> usize {
    let mut chance = Chance::of(seed);
    let Some(text) =
        (std::str::from_utf8(&data[..size]).ok()).filter(|_| !chance.one_in(BYTES_ONE_IN))
    else {
        return libfuzzer_sys::fuzzer_mutate(data, size, most);
    };
    let mut text = text.to_owned();
    for _ in 0..=chance.below(MOST_CHANGES) {
        match chance.below(3) {
            0 => change_element(&mut text, &mut chance),
            _ => change_value(&mut text, &mut chance),
        }
    }
    crate::put(data, size, most, &text)
}

/// Gives an attribute an edge, the value of another one, or more of its own.
fn change_value(text: &mut String, chance: &mut Chance) {
    let all = between(text, "=\"", "\"");
    let (Some(place), Some(other)) = (chance.one_of(all.clone()), chance.one_of(all)) else {
        return;
    };
    let value = match chance.below(3) {
        0 => EDGES[chance.below(EDGES.len())].to_owned(),
        1 => text[other].to_owned(),
        _ => format!("{} {}", &text[place.clone()], &text[other]),
    };
    text.replace_range(place, &value);
}

/// Doubles an element without content, or takes it away.
fn change_element(text: &mut String, chance: &mut Chance) {
    let empty = between(text, "<", ">").into_iter();
    let Some(inside) = chance.one_of(empty.filter(|tag| text[tag.clone()].ends_with('/'))) else {
        return;
    };
    let whole = inside.start - 1..inside.end + 1;
    match chance.below(2) {
        0 => text.replace_range(whole, ""),
        _ => text.insert_str(whole.end, &text[whole.clone()].to_owned()),
    }
}

/// What stands between each of two marks.
fn between(text: &str, begin: &str, end: &str) -> Vec<Range<usize>> {
    let begins = text.match_indices(begin);
    let inside = begins.filter_map(|(at, _)| {
        let from = at + begin.len();
        Some(from..from + text[from..].find(end)?)
    });
    inside.collect()
}
