//! The plots of the experiments with a ball.

use super::rows::{PUSH, ROUNDING, SIGNED, TAP};
use super::varied::{Throw, Varied};
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
/// what a tap does, for each kind of body; then the strong throws, which travel much further.
pub(super) fn plot(varied: Varied, table: &Table) -> Plot {
    let bodies = BodyKind::ALL.into_iter();
    let bodies: Vec<_> = bodies
        .filter(|body| table.kinds("body").contains(&body.name()))
        .collect();
    let line = |name: String, body: BodyKind, throw: Throw, keys: [&str; 3]| Series {
        points: points(varied, table, body, throw, keys),
        ..Series::marked(&name, &[])
    };
    let (mut travel, mut push, mut strong) = (Vec::new(), Vec::new(), Vec::new());
    for body in bodies {
        use Throw::{Standard, Strong, ThesisHeight};
        let title = body.title();
        let varied_aim = || format!("{title}, varied aim");
        travel.extend([
            line(varied_aim(), body, Standard, SIGNED),
            line(format!("{title}, rounding alone"), body, Standard, ROUNDING),
            line(
                format!("{title}, thesis' height"),
                body,
                ThesisHeight,
                SIGNED,
            ),
            line(format!("{title}, tap"), body, Standard, [TAP; 3]),
        ]);
        push.push(line(varied_aim(), body, Standard, PUSH));
        strong.push(line(varied_aim(), body, Strong, SIGNED));
    }
    let panels = [
        ("travel along the throw, m", travel),
        ("push, m/s", push),
        ("travel with a strong throw, m", strong),
    ];
    let panels = panels.into_iter().map(|(title, series)| Panel {
        x: varied.axis(),
        y: Axis::linear(title),
        series,
    });
    Plot {
        panels: panels.filter(Panel::shows_something).collect(),
    }
}

fn points(
    varied: Varied,
    table: &Table,
    body: BodyKind,
    throw: Throw,
    keys: [&str; 3],
) -> Vec<Point> {
    let its = table.rows.iter().filter(|row| {
        table.words(row, "body") == body.name() && table.words(row, "throw") == throw.name()
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
