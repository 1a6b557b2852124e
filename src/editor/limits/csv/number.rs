//! Numbers as people and spreadsheets write them.

/// The number in a field; a message and a remedy if there is none.
///
/// With `decimal_comma`, a comma may stand for the point.
pub(super) fn number(field: &str, decimal_comma: bool) -> Result<f64, [&'static str; 2]> {
    // Spreadsheets write the sign of typography.
    let text = field.replace('\u{2212}', "-");
    let commas = text.matches(',').count();
    let text = match (commas, decimal_comma, text.contains('.')) {
        (0, ..) => text,
        (1, true, false) => text.replace(',', "."),
        _ => {
            return Err([
                "is not a number",
                "write it like 0.35, without thousands separators",
            ])
        }
    };
    let is_word = text.contains(|c: char| c.is_alphabetic() && !matches!(c, 'e' | 'E'));
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        Ok(_) if !is_word => Err(["is too large", "give a value in range"]),
        Ok(_) => Err(["is not finite", "give a finite number"]),
        Err(_) => Err(["is not a number", "write it like 0.35, without unit"]),
    }
}
