//! Aiming: where a ball must leave to arrive, and the arc it will fly.

use crate::physics::CommonSettings;
use crate::scene::Launcher;
use glam::DVec3;

/// How a ball gets to a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Flight {
    /// Direction in which it leaves.
    pub direction: DVec3,
    /// When it arrives, s.
    pub time_s: f64,
}

/// Direction in which a ball of this speed hits `target`; see [`flight_to`].
pub fn direction_to(from: DVec3, target: DVec3, speed: f64, gravity: DVec3) -> DVec3 {
    flight_to(from, target, speed, gravity).direction
}

/// How a ball of this speed hits `target`, by the flatter of the two arcs; straight at it if
/// it is out of reach. Drag is left out.
pub fn flight_to(from: DVec3, target: DVec3, speed: f64, gravity: DVec3) -> Flight {
    let way = target - from;
    let g = gravity.length();
    let straight = Flight {
        direction: way.normalize_or(DVec3::NEG_Z),
        time_s: way.length() / speed.max(f64::MIN_POSITIVE),
    };
    if g < 1e-9 || speed < 1e-9 {
        return straight;
    }
    // |way − ½ g t²| = v t: a quadratic in t², of which the smaller root is taken.
    let (a, b) = (0.25 * g * g, -(way.dot(gravity) + speed * speed));
    let discriminant = b * b - 4.0 * a * way.length_squared();
    if discriminant < 0.0 {
        return straight;
    }
    let t2 = 2.0 * way.length_squared() / (-b + discriminant.sqrt());
    let direction = (way - gravity * (0.5 * t2)).normalize_or(straight.direction);
    Flight {
        direction,
        time_s: t2.sqrt(),
    }
}

/// The flight of the launcher's ball until it passes `floor_y`, at most
/// `most_points` steps, m.
pub fn predicted_arc(
    launcher: &Launcher,
    settings: &CommonSettings,
    floor_y: f64,
    most_points: usize,
) -> Vec<DVec3> {
    let h = settings.step_s / f64::from(settings.substeps);
    let free_flight = settings.free_flight(h);
    let mut position = DVec3::from(launcher.position_m);
    let direction = DVec3::from(launcher.direction).normalize_or(DVec3::NEG_Z);
    let mut velocity = direction * launcher.speed_m_s;
    let mut arc = vec![position];
    while arc.len() < most_points && position.y > floor_y {
        for _ in 0..settings.substeps {
            position += settings.half_way_back(free_flight, velocity, h);
            velocity = free_flight.velocity(velocity);
            position += velocity * h;
        }
        arc.push(position);
    }
    arc
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ball_aimed_at_a_point_arrives_there() {
        let gravity = DVec3::new(0.0, -9.81, 0.0);
        let (from, target) = (DVec3::new(0.0, 1.3, 3.0), DVec3::new(0.4, 1.4, 0.0));
        let launcher = Launcher {
            position_m: from.into(),
            direction: direction_to(from, target, 12.0, gravity).into(),
            speed_m_s: 12.0,
            ..Launcher::default()
        };
        let settings = CommonSettings {
            step_s: 1e-3,
            ..CommonSettings::default()
        };
        let arc = predicted_arc(&launcher, &settings, 0.0, 2000);
        let nearest = arc
            .iter()
            .map(|p| p.distance(target))
            .fold(f64::INFINITY, f64::min);
        assert!(nearest < 0.01, "{nearest}");
    }

    #[test]
    fn out_of_reach_is_straight() {
        let direction = direction_to(DVec3::ZERO, DVec3::X * 100.0, 1.0, DVec3::NEG_Y * 9.81);
        assert_eq!(direction, DVec3::X);
    }
}
