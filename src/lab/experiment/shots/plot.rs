//! The plots of the experiments with a ball.

use super::rows::{PUSH, ROUNDING, SIGNED, TAP, THESIS, TORSO};
use super::varied::Varied;
use crate::lab::experiment::BodyKind;
use crate::lab::plot::{Axis, Panel, Plot, Point, Series};
use crate::lab::spread::Spread;
use crate::lab::table::{Cell, Table};

/// Numbers that the plot is drawn from.
pub(super) const NEEDS: &[&str] = &[
    SIGNED[0],
    SIGNED[1],
    SIGNED[2],
    PUSH[0],
    PUSH[1],
    PUSH[2],
    ROUNDING[0],
    ROUNDING[1],
    ROUNDING[2],
    TAP,
];

/// Travel and push over what is varied: the quartiles of the aims, the band of rounding and
/// what a tap does, for each kind of body.
pub(super) fn plot(varied: Varied, table: &Table) -> Plot {
    let bodies = BodyKind::ALL.into_iter();
    let bodies: Vec<_> = bodies
        .filter(|body| table.kinds("body").contains(&body.name()))
        .collect();
    let line = |name: String, body: BodyKind, place: &str, keys: [&str; 3]| Series {
        name,
        points: points(varied, table, body, place, keys),
        marks: true,
    };
    let (mut travel, mut push) = (Vec::new(), Vec::new());
    for body in bodies {
        let title = body.title();
        travel.extend([
            line(format!("{title}, varied aim"), body, TORSO, SIGNED),
            line("same aim, rounding alone".into(), body, TORSO, ROUNDING),
            line("at the thesis' height".into(), body, THESIS, SIGNED),
            line("tap".into(), body, TORSO, [TAP; 3]),
        ]);
        push.push(line(format!("{title}, varied aim"), body, TORSO, PUSH));
    }
    travel.retain(|series| !series.points.is_empty());
    let panel = |title: &str, series| Panel {
        x: varied.axis(),
        y: Axis::linear(title),
        series,
    };
    Plot {
        panels: vec![
            panel("travel along the throw, m", travel),
            panel("push, m/s", push),
        ],
    }
}

fn points(
    varied: Varied,
    table: &Table,
    body: BodyKind,
    place: &str,
    keys: [&str; 3],
) -> Vec<Point> {
    let its = table.rows.iter().filter(|row| {
        table.words(row, "body") == body.name() && table.words(row, "place") == place
    });
    let point = |row: &Vec<Cell>| {
        let y: Spread = table.spread(row, keys)?;
        Some(Point {
            x: varied.place(table, row)?,
            y,
        })
    };
    its.filter_map(point).collect()
}
