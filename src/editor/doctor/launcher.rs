//! A ball that is too fast for the steps.

use super::{rounded, Check, Examined, Finding};
use crate::editor::command::Command;
use crate::physics::collide::{MOST_SUBSTEPS, SHARE_OF_RADII};
use crate::scene::range::SUBSTEPS;
use crate::scene::Solver;

/// Looks at the launcher. A ball is swept and a step divided by itself, so that being
/// faster than its radius per step does no harm; being faster than the finest division
/// does.
pub(super) fn examine(examined: &Examined<'_>, findings: &mut Vec<Finding>) {
    let Some(launcher) = &examined.scene.launcher else {
        return;
    };
    let settings = &examined.model().settings;
    let radius_m = launcher.ball.radius_m;
    let travel_m = launcher.speed_m_s * settings.common.step_s;
    let needed = (travel_m / (SHARE_OF_RADII * radius_m)).ceil();
    let finest = f64::from(settings.common.substeps.max(MOST_SUBSTEPS));
    if needed <= finest {
        return;
    }
    let sentence = format!(
        "The ball moves {} m per step, {} times its radius. It may pass through a limb, because \
         a step has at most {finest} substeps.",
        rounded(travel_m),
        rounded(travel_m / radius_m),
    );
    let finding = Finding::new(Check::FastBall, None, sentence);
    let remedy = SUBSTEPS.holds(needed).then(|| {
        let solver = Solver {
            substeps: Some(needed as u32),
            ..examined.scene.solver.clone()
        };
        Command::SetSolver(Box::new(solver), "Substeps")
    });
    let remedy = remedy.into_iter().collect();
    findings.push(finding.with_remedy("Increase substeps", remedy));
}
