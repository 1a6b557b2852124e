//! Numbers as people type them: `2*0.15`, `10cm`, `30 deg`, `pi/2 rad`.
//!
//! ```text
//! sum     = product { (+ | -) product }
//! product = factor { (* | /) factor | unit }
//! factor  = (+ | -) factor | number | pi | "(" sum ")"
//! ```
//!
//! A unit belongs to the product before it, so that `1/3 m` is a third of a metre.

use crate::scene::range::Quantity;
use std::f64::consts::PI;

/// Longest text that is read, bytes.
const LONGEST: usize = 200;
/// Most brackets and signs within each other.
const DEEPEST: u32 = 32;

/// A unit that may be typed: its name, how many of the field's unit it is, and the
/// unit that the field has.
const UNITS: &[(&str, f64, &str)] = &[
    ("mm", 1e-3, "m"),
    ("cm", 1e-2, "m"),
    ("m", 1.0, "m"),
    ("km", 1e3, "m"),
    ("g", 1e-3, "kg"),
    ("kg", 1.0, "kg"),
    ("t", 1e3, "kg"),
    ("lb", 0.453_592_37, "kg"),
    ("deg", 1.0, "°"),
    ("°", 1.0, "°"),
    ("rad", 180.0 / PI, "°"),
    ("s", 1.0, "s"),
    ("ms", 1e-3, "s"),
    ("%", 0.01, ""),
];

/// A number of that quantity from a text.
///
/// # Errors
/// Why it is refused, and what to do.
pub fn read_number(text: &str, quantity: &Quantity, whole: bool) -> Result<f64, String> {
    // Adding 0 takes the sign from a zero.
    let value = evaluate(text, quantity.unit)? + 0.0;
    match quantity.refusal(value) {
        Some(refusal) => Err(refusal),
        None if whole && value.fract() != 0.0 => Err("type a whole number".into()),
        None => Ok(value),
    }
}

/// The value of a text in the unit of the field, which may be given or left out.
///
/// # Errors
/// Why the text has no value, and what to write in its place.
fn evaluate(text: &str, unit: &str) -> Result<f64, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err("type a number".into());
    }
    if text.len() > LONGEST {
        return Err(format!("longer than {LONGEST} characters; shorten it"));
    }
    if text.contains(',') {
        let remedy = text.replace(',', ".");
        return Err(format!("use a decimal point: {remedy}"));
    }
    // Such as `m/s`, which would be read as a division.
    let text = match text.strip_suffix(unit) {
        Some(rest) if unit.contains(['/', '·']) => rest,
        _ => text,
    };
    let mut reader = Reader {
        rest: text,
        unit,
        depth: 0,
    };
    let value = reader.sum()?;
    if let Some(unexpected) = reader.peek() {
        return Err(format!("`{unexpected}` is not allowed here"));
    }
    if value.number.is_finite() {
        Ok(value.number)
    } else {
        Err("too large, or divided by 0".into())
    }
}

/// A value and whether it was given with a unit.
#[derive(Debug, Clone, Copy)]
struct Value {
    number: f64,
    has_unit: bool,
}

/// What is left of the text.
struct Reader<'a> {
    rest: &'a str,
    unit: &'a str,
    depth: u32,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    /// Goes past a sign if it comes next.
    fn take(&mut self, sign: char) -> bool {
        let comes = self.peek() == Some(sign);
        if comes {
            self.skip(sign.len_utf8());
        }
        comes
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or_default();
    }

    fn sum(&mut self) -> Result<Value, String> {
        let mut sum = self.product()?;
        loop {
            let sign = if self.take('+') {
                1.0
            } else if self.take('-') {
                -1.0
            } else {
                return Ok(sum);
            };
            let next = self.product()?;
            sum.number += sign * next.number;
            sum.has_unit |= next.has_unit;
        }
    }

    fn product(&mut self) -> Result<Value, String> {
        let mut product = self.factor()?;
        loop {
            if self.take('*') {
                let factor = self.factor()?;
                if product.has_unit && factor.has_unit {
                    return Err("only one of the factors may have a unit".into());
                }
                product.number *= factor.number;
                product.has_unit |= factor.has_unit;
            } else if self.take('/') {
                let divisor = self.factor()?;
                if divisor.has_unit {
                    return Err("divide by a number without a unit".into());
                }
                product.number /= divisor.number;
            } else if self.comes_word() {
                product = self.with_unit(product)?;
            } else {
                return Ok(product);
            }
        }
    }

    fn comes_word(&mut self) -> bool {
        self.peek()
            .is_some_and(|c| c.is_alphabetic() || c == '°' || c == '%')
    }

    /// The next word, or the sign of a unit.
    fn word(&mut self) -> String {
        let letters = self.rest.chars().take_while(|c| c.is_alphabetic());
        let mut word: String = letters.collect();
        if word.is_empty() {
            word.extend(self.rest.chars().next());
        }
        self.skip(word.len());
        word
    }

    fn with_unit(&mut self, value: Value) -> Result<Value, String> {
        let word = self.word();
        let Some((_, factor, of)) = UNITS.iter().find(|(name, ..)| *name == word) else {
            return Err(format!("`{word}` is not a unit; {}", self.remedy()));
        };
        if *of != self.unit {
            return Err(format!("`{word}` is the wrong unit; {}", self.remedy()));
        }
        if value.has_unit {
            return Err(format!("`{word}` follows another unit; use only one"));
        }
        Ok(Value {
            number: value.number * factor,
            has_unit: true,
        })
    }

    /// Which units may be typed.
    fn remedy(&self) -> String {
        let fitting = UNITS.iter().filter(|(_, _, of)| *of == self.unit);
        let names: Vec<&str> = fitting.map(|(name, ..)| *name).collect();
        match (names.is_empty(), self.unit) {
            (false, _) => format!("use {}", names.join(", ")),
            (true, unit) => format!("type a number in {unit}"),
        }
    }

    fn factor(&mut self) -> Result<Value, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("too many nested brackets or signs".into());
        }
        let value = self.plain_factor();
        self.depth -= 1;
        value
    }

    fn plain_factor(&mut self) -> Result<Value, String> {
        if self.take('-') {
            let value = self.factor()?;
            let number = -value.number;
            return Ok(Value { number, ..value });
        }
        if self.take('+') {
            return self.factor();
        }
        if self.take('(') {
            let value = self.sum()?;
            return match self.take(')') {
                true => Ok(value),
                false => Err("a closing bracket is missing".into()),
            };
        }
        self.number()
    }

    fn number(&mut self) -> Result<Value, String> {
        let number = match self.peek() {
            None => return Err("a number is missing at the end".into()),
            Some(c) if c.is_ascii_digit() || c == '.' => self.digits()?,
            Some(c) if c.is_alphabetic() => match self.word().as_str() {
                "pi" | "π" => PI,
                word => return Err(format!("`{word}` is not a number")),
            },
            Some(c) => return Err(format!("`{c}` is not allowed here")),
        };
        Ok(Value {
            number,
            has_unit: false,
        })
    }

    fn digits(&mut self) -> Result<f64, String> {
        let bytes = self.rest.as_bytes();
        let run = |from: usize, ok: &dyn Fn(u8) -> bool| {
            bytes.iter().skip(from).take_while(|b| ok(**b)).count()
        };
        let mut end = run(0, &|b| b.is_ascii_digit() || b == b'.');
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            let exponent = run(end + 1 + sign, &|b| b.is_ascii_digit());
            if exponent > 0 {
                end += 1 + sign + exponent;
            }
        }
        let text = self.rest.get(..end).unwrap_or_default();
        let number = text
            .parse()
            .map_err(|_| format!("`{text}` is not a number"));
        self.skip(end);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(text: &str, unit: &str, expected: f64) {
        let value = evaluate(text, unit);
        let error = value.clone().map(|v| (v - expected).abs());
        assert!(
            error.is_ok_and(|e| e <= 1e-12 * expected.abs().max(1e-12)),
            "{text}: {value:?}"
        );
    }

    #[test]
    fn sums_products_and_brackets_have_their_values() {
        for (text, value) in [
            ("7.5", 7.5),
            ("2*0.15", 0.3),
            ("1/3", 1.0 / 3.0),
            ("2*(3+1)", 8.0),
            ("-2 - -3", 1.0),
            ("8/2/2", 2.0),
            ("1+2*3", 7.0),
            ("pi/2", PI / 2.0),
            ("1e-3", 1e-3),
            ("2E+2", 200.0),
            (".5", 0.5),
            ("0", 0.0),
        ] {
            near(text, "m", value);
        }
    }

    #[test]
    fn units_become_the_unit_of_the_field() {
        for (text, unit, value) in [
            ("10cm", "m", 0.1),
            ("1 m + 5 mm", "m", 1.005),
            ("1/2 cm", "m", 0.005),
            ("2*10cm", "m", 0.2),
            ("10cm*3", "m", 0.3),
            ("(1+2) km", "m", 3000.0),
            ("200 lb", "kg", 90.718_474),
            ("1.5t", "kg", 1500.0),
            ("pi/2 rad", "°", 90.0),
            ("30 deg", "°", 30.0),
            ("30°", "°", 30.0),
            ("16 ms", "s", 0.016),
            ("30%", "", 0.3),
            ("5 m/s", "m/s", 5.0),
            ("7800 kg/m³", "kg/m³", 7800.0),
        ] {
            near(text, unit, value);
        }
    }

    #[test]
    fn what_has_no_value_is_refused_with_a_remedy() {
        for (text, unit, expected) in [
            ("", "m", "type a number"),
            ("7,5", "m", "7.5"),
            ("NaN", "m", "not a number"),
            ("inf", "m", "not a number"),
            ("text", "m", "not a number"),
            ("1 kg", "m", "use mm, cm, m, km"),
            ("1 foot", "m", "not a unit"),
            ("1 cm cm", "m", "another unit"),
            ("1cm * (1cm)", "m", "one of the factors"),
            ("1/(2cm)", "m", "without a unit"),
            ("1 cm", "m/s", "type a number in m/s"),
            ("1/0", "m", "divided by 0"),
            ("1e999", "m", "too large"),
            ("(1", "m", "closing bracket"),
            ("1)", "m", "not allowed here"),
            ("1+", "m", "missing"),
            ("1..2", "m", "not a number"),
            ("2e", "m", "not a unit"),
        ] {
            let refusal = evaluate(text, unit).err().unwrap_or_default();
            assert!(refusal.contains(expected), "{text}: {refusal}");
        }
    }

    #[test]
    fn hostile_texts_are_refused_and_nothing_worse() {
        let hostile = [
            "(".repeat(150),
            "-".repeat(150),
            "(-".repeat(90),
            "9".repeat(1_000_000),
            "1*".repeat(90),
            "\u{0}".into(),
            "é°%π".into(),
            "1°°".into(),
            "🦀".into(),
            "1🦀".into(),
            "e".into(),
            ".".into(),
            "1e".into(),
            "1e+".into(),
            "%".into(),
            "٣".into(),
        ];
        for text in &hostile {
            for unit in ["m", "", "°", "m/s"] {
                assert!(evaluate(text, unit).is_err(), "{text}");
            }
        }
        // Brackets one after the other are not within each other.
        assert!(evaluate("(1)+".repeat(40).trim_end_matches('+'), "m").is_ok());
    }

    #[test]
    fn a_refusal_tells_the_range_or_the_remedy() {
        let mass = &crate::scene::range::MASS;
        assert_eq!(read_number("2 lb", mass, false), Ok(0.907_184_74));
        let refusal = read_number("-1", mass, false).err();
        assert!(refusal.is_some_and(|r| r.contains("out of range")));
        let steps = &crate::scene::range::STEPS;
        assert!(read_number("2.5", steps, true).is_err());
        assert_eq!(
            read_number("-0", &crate::scene::range::POSITION, false).map(f64::to_bits),
            Ok(0)
        );
    }
}
