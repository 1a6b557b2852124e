//! Changes of JSON documents that keep their form: numbers at their edges, parts of other
//! documents where their like is, lists that are longer or shorter, keys that are gone.

use super::chance::Chance;
use serde_json::{json, Value};

/// Numbers at which readers and solvers have their edges.
const EDGES: [f64; 18] = [
    0.0, 1.0, -1.0, 0.5, 2.0, 1e-3, 1e-4, 1e-6, 1e-9, 1e-300, 10.0, 60.0, 90.0, 180.0, 1e3, 1e4,
    1e5, 1e308,
];
/// What a number is multiplied by.
const FACTORS: [f64; 6] = [1e-6, 1e-3, 0.1, 10.0, 1e3, 1e6];
/// Most changes of one mutation.
const MOST_CHANGES: usize = 4;
/// Ids of things that are added; small, so that references meet them.
const MOST_ID: usize = 60;

/// Changes a document in a few places; `donors` are documents whose parts may be taken over.
pub fn change_some(document: &mut Value, chance: &mut Chance, donors: &[Value]) {
    for _ in 0..=chance.below(MOST_CHANGES) {
        change(document, chance, donors);
    }
}

fn change(document: &mut Value, chance: &mut Chance, donors: &[Value]) {
    match chance.below(8) {
        0..=2 => change_number(document, chance),
        3 | 4 => graft(document, chance, donors),
        5 => copy_within(document, chance),
        6 => change_list(document, chance),
        _ => remove_key(document, chance),
    }
}

fn change_number(document: &mut Value, chance: &mut Chance) {
    let Some(place) = one_place(document, chance, Value::is_number) else {
        return;
    };
    let number = place.as_f64().unwrap_or_default();
    let changed = match chance.below(6) {
        0 => -number,
        1 => number + 1.0,
        2 => number * FACTORS[chance.below(FACTORS.len())],
        3 => number * (0.5 + chance.below(1000) as f64 / 1000.0),
        _ => EDGES[chance.below(EDGES.len())],
    };
    // What holds whole numbers refuses `1.0`.
    *place = match changed.fract() == 0.0 && changed.abs() < 1e15 {
        true => json!(changed as i64),
        false => json!(changed),
    };
}

/// Puts a part of a donor where its like is, or would be.
fn graft(document: &mut Value, chance: &mut Chance, donors: &[Value]) {
    let Some(donor) = chance.one_of(donors) else {
        return;
    };
    let Some(path) = chance.one_of(places(donor, |_| true)) else {
        return;
    };
    let part = donor.pointer(&path).cloned().unwrap_or_default();
    let keys: Vec<&str> = path.split('/').skip(1).collect();
    put(document, &keys, part, chance);
}

/// Puts a part at a path of the document; elements of lists are any.
fn put(document: &mut Value, path: &[&str], part: Value, chance: &mut Chance) {
    let Some((key, rest)) = path.split_first() else {
        *document = part;
        return;
    };
    let next = match document {
        Value::Object(map) if rest.is_empty() => {
            map.insert((*key).to_owned(), part);
            return;
        }
        Value::Array(elements) if rest.is_empty() && chance.one_in(2) => {
            elements.push(with_other_id(part, chance));
            return;
        }
        Value::Object(map) => map.get_mut(*key),
        Value::Array(elements) => chance.one_of(elements),
        _ => None,
    };
    if let Some(next) = next {
        put(next, rest, part, chance);
    }
}

/// Puts one value of the document in the place of another of its kind.
fn copy_within(document: &mut Value, chance: &mut Chance) {
    let Some(source) = one_place(document, chance, |_| true).cloned() else {
        return;
    };
    let kind = std::mem::discriminant(&source);
    let is_alike = |value: &Value| std::mem::discriminant(value) == kind;
    if let Some(place) = one_place(document, chance, is_alike) {
        *place = source;
    }
}

fn change_list(document: &mut Value, chance: &mut Chance) {
    let is_filled = |value: &Value| value.as_array().is_some_and(|list| !list.is_empty());
    let Some(Value::Array(list)) = one_place(document, chance, is_filled) else {
        return;
    };
    let place = chance.below(list.len());
    match chance.below(3) {
        0 => drop(list.remove(place)),
        1 => list.swap(place, 0),
        _ => list.push(with_other_id(list[place].clone(), chance)),
    }
}

fn remove_key(document: &mut Value, chance: &mut Chance) {
    let Some(Value::Object(map)) = one_place(document, chance, Value::is_object) else {
        return;
    };
    if let Some(key) = chance.one_of(map.keys().cloned()) {
        map.shift_remove(&key);
    }
}

fn with_other_id(mut thing: Value, chance: &mut Chance) -> Value {
    if let Some(id) = thing.get_mut("id") {
        *id = json!(1 + chance.below(MOST_ID));
    }
    thing
}

fn one_place<'a>(
    document: &'a mut Value,
    chance: &mut Chance,
    is_wanted: impl Fn(&Value) -> bool,
) -> Option<&'a mut Value> {
    let path = chance.one_of(places(document, is_wanted))?;
    document.pointer_mut(&path)
}

/// The paths of all values that are wanted, but the whole.
fn places(document: &Value, is_wanted: impl Fn(&Value) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![(String::new(), document)];
    while let Some((path, value)) = open.pop() {
        if !path.is_empty() && is_wanted(value) {
            found.push(path.clone());
        }
        match value {
            Value::Object(map) => {
                // A key that a pointer would have to escape is of no reader.
                let keys = map.iter().filter(|(key, _)| !key.contains(['/', '~']));
                open.extend(keys.map(|(key, value)| (format!("{path}/{key}"), value)));
            }
            Value::Array(list) => {
                let elements = list.iter().enumerate();
                open.extend(elements.map(|(i, value)| (format!("{path}/{i}"), value)));
            }
            _ => {}
        }
    }
    found
}
