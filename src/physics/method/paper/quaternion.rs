//! The operations of Baltman & Radeztsky's appendix A that are misprinted there.

use crate::physics::math::{arc_cosine, vector_from_rotation};
use glam::{DQuat, DVec3};

/// Sine below which two quaternions count as one in [`slerp`] as mended.
const SMALL_SINE: f64 = 1e-9;

/// `ComputeAngleAxis` as printed, rad: no case for a negative real part, which gives the long
/// way round, and none for no rotation, which is 0/0.
pub fn angle_axis_as_printed(rotation: DQuat) -> DVec3 {
    let half = arc_cosine(rotation.w);
    rotation.xyz() * (2.0 * half / libm::sin(half))
}

/// The unit quaternion as printed, `[0, 0, 0, 1]` with the real part first: a half turn about z.
pub fn unit_as_printed() -> DQuat {
    DQuat::from_xyzw(0.0, 0.0, 1.0, 0.0)
}

/// `Slerp` from the unit quaternion or what is printed for it. As printed it goes the long way
/// to what lies on the other side, and nowhere at all from where it is already: 0/0.
pub fn slerp(from: DQuat, to: DQuat, share: f64, printed: bool) -> DQuat {
    let cosine = from.dot(to);
    let to = if cosine < 0.0 && !printed { -to } else { to };
    if !printed && vector_from_rotation(to * from.conjugate()).length() < SMALL_SINE {
        return to;
    }
    let angle = arc_cosine(if printed {
        cosine
    } else {
        cosine.abs().min(1.0)
    });
    let sine = libm::sin(angle);
    let of = |part: f64| libm::sin(part * angle) / sine;
    from * of(1.0 - share) + to * of(share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::math::rotation_from_vector;

    #[test]
    fn the_angle_of_minus_q_is_the_long_way_round() {
        let rotation = rotation_from_vector(DVec3::Z * 0.2);
        let angle = angle_axis_as_printed(-rotation).length();
        assert!((angle - 6.083).abs() < 5e-4, "{angle}");
        assert!((angle_axis_as_printed(rotation).z - 0.2).abs() < 1e-12);
        assert!(angle_axis_as_printed(DQuat::IDENTITY).is_nan());
    }

    #[test]
    fn the_unit_of_the_paper_turns_x_round() {
        assert!((unit_as_printed() * DVec3::X + DVec3::X).length() < 1e-15);
    }

    #[test]
    fn slerp_as_mended_goes_the_short_way_and_as_printed_the_long_one() {
        let to = rotation_from_vector(DVec3::Z * 0.4);
        for (printed, other) in [(false, 0.2), (true, 0.2 - std::f64::consts::PI)] {
            let [half, of_minus] = [to, -to].map(|to| slerp(DQuat::IDENTITY, to, 0.5, printed));
            assert!((vector_from_rotation(half).z - 0.2).abs() < 1e-12);
            assert!((vector_from_rotation(of_minus).z - other).abs() < 1e-12);
        }
        let still = slerp(DQuat::IDENTITY, DQuat::IDENTITY, 0.5, true);
        assert!(still.is_nan());
        assert_eq!(
            slerp(DQuat::IDENTITY, DQuat::IDENTITY, 0.5, false),
            DQuat::IDENTITY
        );
    }
}
