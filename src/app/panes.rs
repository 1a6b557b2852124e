//! Where the panes of a comparison are, and what stands above each.

use egui_macroquad::egui::{pos2, vec2, Rect};

/// Gap between panes, points.
const GAP_PT: f32 = 2.0;
/// Width over height that a pane should have.
const GOOD_ASPECT: f32 = 1.3;

/// A pane is at least so many times as high as its heading.
const LEAST_PICTURE: f32 = 2.5;

/// How high the heading of a pane is, points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HeadingHeight {
    /// With name and figures.
    pub whole: f32,
    /// With the name alone, where the pane is low.
    pub name: f32,
}

impl HeadingHeight {
    /// No heading.
    pub const NONE: HeadingHeight = HeadingHeight {
        whole: 0.0,
        name: 0.0,
    };
}

/// A pane of the stage, points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pane {
    /// What stands above the picture; nothing where there is no room or a single pane.
    pub heading: Rect,
    /// The picture of the run.
    pub picture: Rect,
}

/// Divides the stage into panes of the same size, row by row, with headings of this height;
/// whole pixels, of which a point has `pixels`. A low pane has a name alone above it.
pub fn panes(stage: Rect, count: usize, pixels: f32, heading: HeadingHeight) -> Vec<Pane> {
    let wanted = match count {
        0 | 1 => HeadingHeight::NONE,
        _ => heading,
    };
    let columns = best_columns(stage, count, wanted.whole);
    let rows = count.div_ceil(columns.max(1)).max(1);
    // Nothing but gaps would be left of a stage that is hardly there.
    let gap = GAP_PT.min(stage.size().min_elem() / (4 * count.max(1)) as f32);
    let whole = |points: f32| (points * pixels).floor().max(0.0) / pixels;
    let size = vec2(
        whole((stage.width() - gap * (columns as f32 - 1.0)) / columns as f32),
        whole((stage.height() - gap * (rows as f32 - 1.0)) / rows as f32),
    );
    let has_room = |heading: &f32| size.y >= LEAST_PICTURE * heading;
    let heading = [wanted.whole, wanted.name].into_iter().find(has_room);
    let heading = heading.map_or(0.0, whole);
    let place = |i: usize| {
        let (column, row) = ((i % columns) as f32, (i / columns) as f32);
        let corner = pos2(
            stage.left() + column * (size.x + whole(gap)),
            stage.top() + row * (size.y + whole(gap)),
        );
        let (heading, picture) =
            Rect::from_min_size(corner, size).split_top_bottom_at_y(corner.y + heading);
        Pane { heading, picture }
    };
    (0..count).map(place).collect()
}

/// The number of columns whose pictures are nearest to the good aspect.
fn best_columns(stage: Rect, count: usize, heading: f32) -> usize {
    let unlike = |columns: usize| {
        let rows = count.div_ceil(columns) as f32;
        let height = (stage.height() / rows - heading).max(1.0);
        let aspect = (stage.width() / columns as f32) / height;
        // An empty pane is a waste.
        let empty = columns as f32 * rows / count as f32;
        (aspect.max(1e-3) / GOOD_ASPECT).ln().abs() + empty.ln()
    };
    (1..=count.max(1))
        .min_by(|a, b| unlike(*a).total_cmp(&unlike(*b)))
        .unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADING: f32 = 40.0;
    const HEADINGS: HeadingHeight = HeadingHeight {
        whole: HEADING,
        name: 20.0,
    };

    #[test]
    fn panes_fill_the_stage_without_overlap() {
        for (width, height) in [(900.0, 600.0), (300.0, 900.0), (5.0, 3.0), (0.0, 0.0)] {
            let stage = Rect::from_min_size(pos2(10.0, 20.0), vec2(width, height));
            for count in 1..=6 {
                let panes = panes(stage, count, 1.5, HEADINGS);
                assert_eq!(panes.len(), count);
                let parts = panes.iter().flat_map(|pane| [pane.heading, pane.picture]);
                let parts: Vec<Rect> = parts.collect();
                for (i, part) in parts.iter().enumerate() {
                    let unlike = (part.size() - parts[i % 2].size()).length();
                    assert!(unlike < 1e-3, "{part:?}");
                    assert!(
                        stage.expand(1e-3).contains_rect(*part),
                        "{part:?} {stage:?}"
                    );
                    let others = parts[i + 1..].iter();
                    let inside = part.shrink(1e-3);
                    let overlap = |other: &&Rect| inside.intersect(**other).is_positive();
                    assert_eq!(others.filter(overlap).count(), 0);
                }
                let has_heading = count > 1 && height >= 600.0;
                let heading = match has_heading {
                    true => HEADING,
                    false => 0.0,
                };
                assert!(
                    (parts[0].height() - heading).abs() < 1.0,
                    "{count}: {:?}",
                    parts[0]
                );
            }
        }
    }

    #[test]
    fn low_panes_keep_a_name() {
        let low = Rect::from_min_size(pos2(0.0, 0.0), vec2(900.0, 80.0));
        for count in 4..=6 {
            let panes = panes(low, count, 1.0, HEADINGS);
            assert_eq!(panes[0].heading.height(), 20.0, "{count}");
        }
    }

    #[test]
    fn two_panes_stand_side_by_side_on_a_wide_stage() {
        let wide = Rect::from_min_size(pos2(0.0, 0.0), vec2(1000.0, 500.0));
        let tall = Rect::from_min_size(pos2(0.0, 0.0), vec2(500.0, 1000.0));
        assert_eq!(panes(wide, 2, 1.0, HEADINGS)[1].heading.top(), 0.0);
        assert_eq!(panes(tall, 2, 1.0, HEADINGS)[1].heading.left(), 0.0);
        assert_eq!(best_columns(wide, 6, HEADING), 3);
    }
}
