//! What a field of the scene is called on an axis: its name and its unit.

/// Endings of keys with the unit that they stand for; a longer one comes before one that ends it.
const UNITS: [(&str, &str); 23] = [
    ("_n_m_s_per_rad", "N·m·s/rad"),
    ("_n_m_per_rad", "N·m/rad"),
    ("_n_s_per_m", "N·s/m"),
    ("_n_per_m", "N/m"),
    ("_kg_m_s", "kg·m/s"),
    ("_kg_m3", "kg/m³"),
    ("_kg_m2", "kg·m²"),
    ("_n_s_m", "N·s/m"),
    ("_deg_s", "°/s"),
    ("_rad_s", "rad/s"),
    ("_per_s", "1/s"),
    ("_m_s2", "m/s²"),
    ("_m_s", "m/s"),
    ("_n_m", "N·m"),
    ("_deg", "°"),
    ("_kg", "kg"),
    ("_hz", "Hz"),
    ("_pa", "Pa"),
    ("_m3", "m³"),
    ("_m", "m"),
    ("_s", "s"),
    ("_n", "N"),
    ("_j", "J"),
];

/// Keys that have another name on screen.
const NAMES: [(&str, &str); 3] = [
    ("restitution", "elasticity"),
    ("count", "number of balls"),
    ("air_velocity", "wind"),
];

/// Name and unit of a field, by its path: `Speed, m/s` of `launcher.speed_m_s`.
pub fn field_title(path: &str) -> String {
    let mut steps = path.rsplit('.');
    let last = steps.next().unwrap_or(path);
    let owner = steps.next().unwrap_or_default();
    let (key, index) = match last.split_once('[') {
        Some((key, index)) => (key, index.trim_end_matches(']')),
        None => (last, ""),
    };
    let unit = UNITS.iter().find(|(ending, _)| key.ends_with(ending));
    let bare = unit.map_or(key, |(ending, _)| key.strip_suffix(ending).unwrap_or(key));
    let known = NAMES.iter().find(|(own, _)| *own == bare);
    let name = known.map_or(bare, |(_, name)| name).replace('_', " ");
    let of = match (owner, index) {
        ("ball", _) => "ball ",
        ("launcher", "0" | "1" | "2") => "launcher ",
        _ => "",
    };
    let axis = match index {
        "0" => " x",
        "1" => " y",
        "2" => " z",
        _ => "",
    };
    let unit = unit.map_or(String::new(), |(_, unit)| format!(", {unit}"));
    capitalised(&format!("{of}{name}{axis}")) + &unit
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters
        .next()
        .map(|letter| letter.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_has_its_name_and_unit() {
        for (path, title) in [
            ("launcher.speed_m_s", "Speed, m/s"),
            ("launcher.ball.mass_kg", "Ball mass, kg"),
            ("launcher.ball.density_kg_m3", "Ball density, kg/m³"),
            ("launcher.ball.restitution", "Ball elasticity"),
            ("launcher.position_m[1]", "Launcher position y, m"),
            ("launcher.count", "Number of balls"),
            ("gravity_m_s2[1]", "Gravity y, m/s²"),
            ("ragdolls[0].heading_deg", "Heading, °"),
            ("ragdolls[0].figure.thesis.body_type", "Body type"),
            ("solver.rate_hz", "Rate, Hz"),
            ("solver.iterations", "Iterations"),
        ] {
            assert_eq!(field_title(path), title, "{path}");
        }
    }
}
