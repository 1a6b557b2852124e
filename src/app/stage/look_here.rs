//! Where two runs of a scene differ most: an arrow with the distance.

use crate::lab::Simulation;
use crate::view::convert::to_view;
use crate::view::draw_list::{Arrow, DrawList, Label, Layer};
use crate::view::theme::{mark, Theme};
use glam::DVec3;

/// A turn counts as much as a way of its angle at this distance, m.
const LEVER_M: f64 = 0.1;
/// Less than this is no difference, m.
const LEAST_M: f64 = 0.002;
/// Length of the arrow, in radii of what it points at, and the least and the most, m: it has
/// room above small things that are seen from near.
const ARROW: (f64, f64, f64) = (3.0, 0.12, 0.45);
/// Of what is longer, the middle is pointed at, m.
const MOST_RADIUS_M: f64 = 0.12;
/// Between its tip and what it points at, m.
const GAP_M: f64 = 0.04;
const WIDTH_PX: f32 = 3.0;

/// What differs most between two runs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    /// Whether it is a body, by its index; else a particle.
    body: Option<usize>,
    particle: Option<usize>,
    /// How far it is from where the other run has it, m.
    pub way_m: f64,
    /// How far it is turned against the other run, rad.
    pub turn_rad: f64,
}

impl Difference {
    /// That of two runs of one scene; none while they are alike.
    pub fn between(a: &Simulation, b: &Simulation) -> Option<Difference> {
        let (a, b) = (a.world.state(), b.world.state());
        let bodies = a.bodies.iter().zip(&b.bodies).enumerate();
        let bodies = bodies.map(|(i, (a, b))| Difference {
            body: Some(i),
            particle: None,
            way_m: a.position.distance(b.position),
            turn_rad: a.orientation.angle_between(b.orientation),
        });
        let particles = a.particles.iter().zip(&b.particles).enumerate();
        let particles = particles.map(|(i, (a, b))| Difference {
            body: None,
            particle: Some(i),
            way_m: a.position.distance(b.position),
            turn_rad: 0.0,
        });
        let known = bodies
            .chain(particles)
            .filter(|found| found.size_m().is_finite());
        let most = known.max_by(|a, b| a.size_m().total_cmp(&b.size_m()));
        most.filter(|most| most.size_m() > LEAST_M)
    }

    fn size_m(&self) -> f64 {
        self.way_m.max(LEVER_M * self.turn_rad)
    }

    /// How large it is, in words.
    pub fn words(&self) -> String {
        if self.way_m >= LEVER_M * self.turn_rad {
            return match self.way_m {
                way if way >= 0.1 => format!("{way:.2} m apart"),
                way => format!("{:.0} mm apart", 1e3 * way),
            };
        }
        format!("differs by {:.0}°", self.turn_rad.to_degrees())
    }

    /// Middle and radius of what differs, in one of the runs, m.
    fn place(&self, run: &Simulation) -> Option<(DVec3, f64)> {
        let (model, state) = (run.world.model(), run.world.state());
        if let Some(body) = self.body {
            let look = run.map.look_of(model, body);
            let radius = look.map_or(0.0, |look| look.bounding_radius());
            return Some((state.bodies.get(body)?.position, radius));
        }
        let particle = self.particle?;
        let radius = model.particles.get(particle)?.radius;
        Some((state.particles.get(particle)?.position, radius))
    }
}

/// Points at what differs most, in the picture of one of the runs.
pub fn add_look_here(list: &mut DrawList, run: &Simulation, most: &Difference, theme: Theme) {
    let Some((middle, radius)) = most.place(run) else {
        return;
    };
    let tip = middle + DVec3::Y * (radius.min(MOST_RADIUS_M) + GAP_M);
    let (radii, least, most_long) = ARROW;
    let foot = tip + DVec3::Y * (radii * radius).clamp(least, most_long);
    list.arrow(Arrow {
        from: to_view(foot),
        to: to_view(tip),
        color: mark::SELECTED,
        width_px: WIDTH_PX,
        layer: Layer::OnTop,
    });
    list.labels.push(Label {
        at: to_view(foot),
        text: most.words(),
        color: theme.stage().ink,
    });
}
