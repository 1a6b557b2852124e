//! What can be plotted over time.

use super::lines::Lines;
use super::{AppView, RUNS};
use crate::lab::plot::{Axis, Panel, Point, Series};
use crate::lab::telemetry_table::{at_time, APART};
use crate::lab::{Quantity, Simulation};
use crate::physics::MethodSettings;

/// What the line of the nudged run means.
const BAND: &str = "chaos band: differences below it are not significant";

/// What can be plotted over time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shown {
    /// Something that is measured in each run.
    Measured(Quantity),
    /// The distance of each side from the leading run.
    Apart,
}

impl Shown {
    /// All, as they are offered.
    pub const ALL: [Shown; Quantity::ALL.len() + 1] = {
        let [a, b, c, d, e, f, g, h, i] = Quantity::ALL;
        [
            Shown::Measured(a),
            Shown::Measured(b),
            Shown::Measured(c),
            Shown::Measured(d),
            Shown::Measured(e),
            Shown::Measured(f),
            Shown::Measured(g),
            Shown::Measured(h),
            Shown::Measured(i),
            Shown::Apart,
        ]
    };
    /// What is shown at first.
    pub const AT_FIRST: [Shown; 3] = [
        Shown::Measured(Quantity::Travel),
        Shown::Measured(Quantity::JointError),
        Shown::Measured(Quantity::TotalEnergy),
    ];

    /// Its key in a table.
    pub fn key(self) -> &'static str {
        match self {
            Shown::Measured(quantity) => quantity.key(),
            Shown::Apart => APART,
        }
    }

    /// Its name on screen.
    pub fn title(self) -> &'static str {
        match self {
            Shown::Measured(quantity) => quantity.title(),
            Shown::Apart => "divergence",
        }
    }

    /// Whether there is something of it to plot.
    pub fn is_there(self, view: &AppView<'_>) -> bool {
        self.why_not(view).is_none()
    }

    /// Why there is nothing of it to plot, and what to do; `None` if there is.
    pub fn why_not(self, view: &AppView<'_>) -> Option<&'static str> {
        let has = |tells: fn(&Simulation) -> bool| {
            let sides = view
                .comparison()
                .map_or(&[][..], |comparison| comparison.sides());
            let of_sides = sides.iter().map(|side| &side.simulation);
            of_sides.chain([view.simulation()]).any(tells)
        };
        let has_strain = || has(|simulation| simulation.metrics.max_strain.is_some());
        let has_iterations = || {
            has(|simulation| {
                let settings = &simulation.world.model().settings;
                matches!(settings.method, MethodSettings::Paper(_))
            })
        };
        match self {
            Shown::Apart if view.comparison().is_none() => {
                Some("No comparison yet; press Compare first")
            }
            Shown::Measured(Quantity::Strain) if !has_strain() => {
                Some("No sticks, distances or soft bodies in this scene")
            }
            Shown::Measured(Quantity::Iterations) if !has_iterations() => {
                Some("Only method paper can stop its iterations early")
            }
            _ => None,
        }
    }

    /// Its unit.
    pub fn unit(self) -> &'static str {
        match self {
            Shown::Measured(quantity) => quantity.unit(),
            Shown::Apart => "m",
        }
    }

    /// What it is.
    pub fn tip(self) -> &'static str {
        match self {
            Shown::Measured(Quantity::Travel) => {
                "Horizontal distance of the ragdoll's centre of mass from its start, m"
            }
            Shown::Measured(Quantity::Speed) => "Speed of the ragdoll's centre of mass, m/s",
            Shown::Measured(Quantity::JointError) => {
                "Largest distance of the two anchor points of a joint, mm"
            }
            Shown::Measured(Quantity::Strain) => {
                "Largest relative change of length of a stick, a distance or a surface that keeps \
                 its volume, %"
            }
            Shown::Measured(Quantity::LimitViolation) => {
                "Largest angle by which a joint is beyond its limit, °"
            }
            Shown::Measured(Quantity::Iterations) => {
                "Iterations of a step, all substeps together; fewer where they stop early"
            }
            Shown::Measured(Quantity::KineticEnergy) => "Kinetic energy of all moving bodies, J",
            Shown::Measured(Quantity::TotalEnergy) => "Kinetic and potential energy, J",
            Shown::Measured(Quantity::Momentum) => "Magnitude of the linear momentum, kg m/s",
            Shown::Apart => {
                "Largest distance between a point in a compared run and the same point in the \
                 main run, m; logarithmic axis"
            }
        }
    }

    /// The plot of all runs; `named`: with their names above it.
    pub fn panel(self, view: &AppView<'_>, lines: &Lines, named: bool) -> Panel {
        let has_sides = lines.runs() > 1;
        let mut series: Vec<Series> = (0..lines.runs())
            .map(|run| line(self.points(lines, run)))
            .collect();
        for (run, series) in series.iter_mut().enumerate().filter(|_| named && has_sides) {
            series.name = name_of(view, run);
        }
        let has_band = view
            .comparison()
            .is_some_and(|comparison| comparison.has_band());
        if self == Shown::Apart && has_band {
            // The last of the colours is that of no run.
            series.resize_with(RUNS, || line(Vec::new()));
            let mut band = line(lines.band());
            band.name = BAND.into();
            series.push(band);
        }
        Panel {
            x: Axis::linear(""),
            y: match self {
                Shown::Measured(_) => Axis::linear(""),
                Shown::Apart => Axis::log(""),
            },
            series,
        }
    }

    fn points(self, lines: &Lines, run: usize) -> Vec<Point> {
        match (self, run.checked_sub(1)) {
            (Shown::Measured(quantity), _) => lines.of(run, quantity),
            (Shown::Apart, Some(side)) => lines.apart(side),
            (Shown::Apart, None) => Vec::new(),
        }
    }

    /// Its value in a run at a time, s, which is that of a step of the leading run.
    pub fn value(self, view: &AppView<'_>, run: usize, step: u64, time_s: f64) -> Option<f64> {
        let side = run.checked_sub(1);
        let comparison = view.comparison();
        match (self, side) {
            (Shown::Measured(quantity), None) => quantity.of(view.telemetry().sample(step)?),
            (Shown::Measured(quantity), Some(side)) => {
                let telemetry = &comparison?.sides().get(side)?.telemetry;
                quantity.of(at_time(telemetry, time_s)?)
            }
            (Shown::Apart, side) => {
                let apart = comparison?.apart(side?);
                let place = apart.binary_search_by_key(&step, |(step, _)| *step);
                apart.get(place.ok()?).map(|(_, distance)| *distance)
            }
        }
    }
}

fn line(points: Vec<Point>) -> Series {
    Series {
        name: String::new(),
        points,
        marks: false,
    }
}

/// What a run is called.
fn name_of(view: &AppView<'_>, run: usize) -> String {
    let sides = view
        .comparison()
        .map_or(&[][..], |comparison| comparison.sides());
    let side = run.checked_sub(1).and_then(|side| sides.get(side));
    side.map_or("current settings".into(), |side| side.variant.name.clone())
}
