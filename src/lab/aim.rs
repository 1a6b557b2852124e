//! Aims as a person takes them: each throw begins and points a little beside the others.

use crate::physics::random::SplitMix64;
use crate::scene::Scene;
use glam::DVec3;

/// How far a throw is beside the one that was meant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Aim {
    /// Start above the launcher, m.
    pub up_m: f64,
    /// Start to the right of it, m.
    pub side_m: f64,
    /// How much steeper the throw points upwards: metres over a metre of way.
    pub rise: f64,
    /// How much further to the right it points, the same.
    pub turn: f64,
}

impl Aim {
    /// The aim of a number in the sequence of a seed: all four are evenly spread, the start by
    /// `spread_m` to each side, the direction so that it shifts the target at the end of a way
    /// of `way_m` by as much.
    pub fn random(seed: u64, number: u32, spread_m: f64, way_m: f64) -> Aim {
        let mut random = SplitMix64::after(seed, 4 * u64::from(number));
        let mut within = |most: f64| random.between(-most, most);
        Aim {
            up_m: within(spread_m),
            side_m: within(spread_m),
            rise: within(spread_m / way_m),
            turn: within(spread_m / way_m),
        }
    }

    /// The scene with its launcher aimed so.
    pub fn of(&self, scene: &Scene) -> Scene {
        let mut scene = scene.clone();
        if let Some(launcher) = &mut scene.launcher {
            let meant = DVec3::from(launcher.direction).normalize_or_zero();
            let right = meant.cross(DVec3::Y).normalize_or_zero();
            let start = DVec3::from(launcher.position_m) + DVec3::Y * self.up_m;
            launcher.position_m = (start + right * self.side_m).to_array();
            launcher.direction = (meant + DVec3::Y * self.rise + right * self.turn).to_array();
        }
        scene
    }
}

#[cfg(test)]
mod tests {
    use super::Aim;
    use crate::scene::{Launcher, Scene};

    #[test]
    fn aims_keep_within_their_spread_and_fill_it() {
        let aims: Vec<Aim> = (0..10_000).map(|i| Aim::random(7, i, 0.01, 0.5)).collect();
        for of in [|a: &Aim| a.up_m, |a: &Aim| a.side_m].map(|of| aims.iter().map(of)) {
            let (least, most) = of.fold((0.0_f64, 0.0_f64), |(l, m), x| (l.min(x), m.max(x)));
            assert!((-0.01..-0.0099).contains(&least), "{least}");
            assert!((0.0099..=0.01).contains(&most), "{most}");
        }
        assert!(aims
            .iter()
            .all(|a| a.rise.abs() <= 0.02 && a.turn.abs() <= 0.02));
        assert_eq!(aims[3], Aim::random(7, 3, 0.01, 0.5));
        assert_ne!(aims[3], Aim::random(8, 3, 0.01, 0.5));
    }

    #[test]
    fn right_is_right_of_the_throw() {
        let scene = Scene {
            launcher: Some(Launcher {
                position_m: [0.0, 1.0, 2.0],
                direction: [0.0, 0.0, -3.0],
                ..Launcher::default()
            }),
            ..Scene::default()
        };
        let aim = Aim {
            up_m: 0.1,
            side_m: 0.2,
            rise: 0.3,
            turn: 0.4,
        };
        let launcher = aim.of(&scene).launcher.unwrap();
        assert_eq!(launcher.position_m, [0.2, 1.1, 2.0]);
        assert_eq!(launcher.direction, [0.4, 0.3, -1.0]);
    }
}
