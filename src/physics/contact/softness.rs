//! How a velocity solve gives way.

/// How a velocity solve answers an error `C`: as a rigid constraint, or as a damped
/// spring that is solved implicitly.
///
/// With the frequency `f`, the damping ratio `ζ`, `Ω = 2π f`, `a = 2ζ + hΩ` and
/// `c = hΩ a`: `b = Ω / a`, mass scale `c / (1 + c)`, impulse scale `1 / (1 + c)`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Softness {
    /// Speed per error, 1/s.
    pub bias_rate: f64,
    /// Share of the rigid impulse.
    pub mass_scale: f64,
    /// Share of the accumulated impulse that is taken back.
    pub impulse_scale: f64,
    /// Depth of a contact that is left alone, m.
    pub dead_band: f64,
}

impl Softness {
    /// Takes the whole rate and leaves errors alone.
    pub const RIGID: Softness = Softness {
        bias_rate: 0.0,
        mass_scale: 1.0,
        impulse_scale: 0.0,
        dead_band: 0.0,
    };

    /// A spring with a frequency (Hz) and a damping ratio, for steps of `h` seconds.
    pub fn spring(frequency_hz: f64, damping_ratio: f64, h: f64) -> Softness {
        let rate = std::f64::consts::TAU * frequency_hz;
        let damping = 2.0 * damping_ratio + h * rate;
        let stiffness = h * rate * damping;
        Softness {
            bias_rate: rate / damping,
            mass_scale: stiffness / (1.0 + stiffness),
            impulse_scale: 1.0 / (1.0 + stiffness),
            dead_band: 0.0,
        }
    }
}
