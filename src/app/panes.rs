//! Where the panes of a comparison are.

use egui_macroquad::egui::{pos2, vec2, Rect};

/// Gap between panes, points.
const GAP_PT: f32 = 2.0;
/// Width over height that a pane should have.
const GOOD_ASPECT: f32 = 1.3;

/// Divides the stage into panes of the same size, row by row; whole pixels, of which a
/// point has `pixels`.
pub fn panes(stage: Rect, count: usize, pixels: f32) -> Vec<Rect> {
    let columns = best_columns(stage, count);
    let rows = count.div_ceil(columns.max(1)).max(1);
    // Nothing but gaps would be left of a stage that is hardly there.
    let gap = GAP_PT.min(stage.size().min_elem() / (4 * count.max(1)) as f32);
    let whole = |points: f32| (points * pixels).floor().max(0.0) / pixels;
    let size = vec2(
        whole((stage.width() - gap * (columns as f32 - 1.0)) / columns as f32),
        whole((stage.height() - gap * (rows as f32 - 1.0)) / rows as f32),
    );
    let place = |i: usize| {
        let (column, row) = ((i % columns) as f32, (i / columns) as f32);
        let corner = pos2(
            stage.left() + column * whole(size.x + gap),
            stage.top() + row * whole(size.y + gap),
        );
        Rect::from_min_size(corner, size)
    };
    (0..count).map(place).collect()
}

/// The number of columns whose panes are nearest to the good aspect.
fn best_columns(stage: Rect, count: usize) -> usize {
    let unlike = |columns: usize| {
        let rows = count.div_ceil(columns) as f32;
        let aspect = (stage.width() / columns as f32) / (stage.height() / rows).max(1.0);
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

    #[test]
    fn panes_fill_the_stage_without_overlap() {
        for (width, height) in [(900.0, 600.0), (300.0, 900.0), (5.0, 3.0), (0.0, 0.0)] {
            let stage = Rect::from_min_size(pos2(10.0, 20.0), vec2(width, height));
            for count in 1..=6 {
                let panes = panes(stage, count, 1.5);
                assert_eq!(panes.len(), count);
                for (i, pane) in panes.iter().enumerate() {
                    let unlike = (pane.size() - panes[0].size()).length();
                    assert!(unlike < 1e-3, "{pane:?}");
                    assert!(
                        stage.expand(1e-3).contains_rect(*pane),
                        "{pane:?} {stage:?}"
                    );
                    let others = panes[i + 1..].iter();
                    let overlap = |other: &&Rect| pane.intersect(**other).is_positive();
                    assert_eq!(others.filter(overlap).count(), 0);
                }
            }
        }
    }

    #[test]
    fn two_panes_stand_side_by_side_on_a_wide_stage() {
        let wide = Rect::from_min_size(pos2(0.0, 0.0), vec2(1000.0, 500.0));
        let tall = Rect::from_min_size(pos2(0.0, 0.0), vec2(500.0, 1000.0));
        assert_eq!(panes(wide, 2, 1.0)[1].top(), 0.0);
        assert_eq!(panes(tall, 2, 1.0)[1].left(), 0.0);
        assert_eq!(best_columns(wide, 6), 3);
    }
}
