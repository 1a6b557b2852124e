//! What is typed into a number field has a value in the range of the field, or is refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ragdoll_lab::editor::read_number;
use ragdoll_lab::scene::range::{Plain, Quantity, QUANTITIES};
use std::sync::LazyLock;

/// A quantity of each unit, which decides what may be typed.
static FIELDS: LazyLock<Vec<&Quantity>> = LazyLock::new(|| {
    let mut fields: Vec<&Quantity> = Vec::new();
    for quantity in QUANTITIES {
        if fields.iter().all(|known| known.unit != quantity.unit) {
            fields.push(quantity);
        }
    }
    fields
});

fuzz_target!(|text: &str| {
    for field in FIELDS.iter() {
        for whole in [false, true] {
            if let Ok(value) = read_number(text, field, whole) {
                assert!(field.holds(value), "{value}");
                let shown = Plain(value).to_string();
                assert_eq!(read_number(&shown, field, whole), Ok(value), "{shown}");
            }
        }
    }
});
