//! Where the panels are: they can be moved, closed and are remembered.

mod strip;

use crate::app::action::Panel;
use egui_macroquad::egui::{self, Ui, WidgetText};
use egui_tiles::{
    Behavior, Container, EditAction, Linear, LinearDir, SimplificationOptions, TabState, Tile,
    TileId, Tiles, Tree, UiResponse,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Widths of the columns at normal text size, points.
const LEFT_WIDTH: f32 = 264.0;
const RIGHT_WIDTH: f32 = 316.0;
/// Height of the tables under the stage, points.
const BOTTOM_HEIGHT: f32 = 190.0;
/// Height that the limit table is given when it is opened, points: twelve rows.
const LIMITS_HEIGHT: f32 = 412.0;
/// Height that plots are given when they are opened, points.
const PLOTS_HEIGHT: f32 = 304.0;
/// Least share of the width of the window that the stage keeps.
const LEAST_WIDTH: f32 = 0.1;
/// Share of the width of the window with less of which for the stage a column makes way.
const CRAMPED_WIDTH: f32 = 0.4;
/// Least share of the height of the window that the stage keeps.
const LEAST_HEIGHT: f32 = 0.4;
/// The same where a person has dragged the edge of a panel.
const LEAST_HEIGHT_BY_HAND: f32 = 0.15;
/// Most of the room between menus and transport bar that this may take.
const MOST_OF_ROOM: f32 = 0.75;
/// Width of a window in which a wide panel fits between the columns, at normal text, points:
/// the whole limit table.
const ROOMY_WIDTH: f32 = LEFT_WIDTH + RIGHT_WIDTH + 1110.0;

/// Panels that need more width than a column has.
const WIDE: [Panel; 7] = [
    Panel::Limits,
    Panel::Plots,
    Panel::Cost,
    Panel::Why,
    Panel::Compare,
    Panel::Sweep,
    Panel::Experiments,
];

/// Most places of a remembered layout; each panel has one, and each column or row of them.
const MOST_TILES: usize = 100;

/// A place in the window.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Pane {
    /// The stage shows through.
    Stage,
    /// A panel.
    Panel(Panel),
}

/// Text sizes that can be, and some beyond, 1 = normal.
const SCALES: std::ops::Range<f32> = 0.1..10.0;

/// Where the panels are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Dock {
    tree: Tree<Pane>,
    /// Text size that the widths are for, 1 = normal.
    scale: f32,
    /// Whether the window is too narrow for a wide panel between the columns.
    #[serde(skip)]
    is_narrow: bool,
    /// Whether the columns leave the stage less than half of the width.
    #[serde(skip)]
    is_tight: bool,
    /// Whether they leave it so little that only one of them has room.
    #[serde(skip)]
    is_cramped: bool,
    /// Columns that were opened although there is no room for them, the last one last.
    #[serde(skip)]
    unfolded: Vec<TileId>,
    /// Whether a wide panel was shown in the last frame.
    #[serde(skip)]
    was_wide: bool,
    /// Whether a person has dragged an edge since a panel was opened.
    #[serde(skip)]
    is_resized: bool,
}

/// A column beside the stage.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Column {
    id: TileId,
    is_left: bool,
}

impl Default for Dock {
    fn default() -> Dock {
        let mut tiles = Tiles::default();
        let mut tabs = |panels: &[Panel]| {
            let panes = panels.iter().map(|panel| Pane::Panel(*panel));
            let ids: Vec<TileId> = panes.map(|pane| tiles.insert_pane(pane)).collect();
            (tiles.insert_tab_tile(ids.clone()), ids)
        };
        let (left, _) = tabs(&[Panel::Scenes, Panel::Outliner, Panel::Create]);
        let (bottom, closed) = tabs(&[
            Panel::Order,
            Panel::Doctor,
            Panel::History,
            Panel::Limits,
            Panel::Plots,
            Panel::Cost,
            Panel::Why,
        ]);
        let (right, right_panels) = tabs(&[
            Panel::Throw,
            Panel::Inspector,
            Panel::Compare,
            Panel::Experiments,
            Panel::Sweep,
            Panel::Lessons,
            Panel::Printed,
        ]);
        let stage = tiles.insert_pane(Pane::Stage);
        let middle = tiles.insert_vertical_tile(vec![stage, bottom]);
        let mut columns = Linear::new(LinearDir::Horizontal, vec![left, middle, right]);
        columns.shares.set_share(left, LEFT_WIDTH);
        columns.shares.set_share(right, RIGHT_WIDTH);
        let root = tiles.insert_container(columns);
        for id in closed.into_iter().chain(right_panels.into_iter().skip(2)) {
            tiles.set_visible(id, false);
        }
        tiles.set_visible(bottom, false);
        Dock {
            tree: Tree::new("panels", root, tiles),
            scale: 1.0,
            is_narrow: false,
            is_tight: false,
            is_cramped: false,
            unfolded: Vec::new(),
            was_wide: false,
            is_resized: false,
        }
    }
}

impl Dock {
    /// Whether a panel is open and in front.
    pub fn is_shown(&self, panel: Panel) -> bool {
        let id = self.tree.tiles.find_pane(&Pane::Panel(panel));
        id.is_some_and(|id| self.tree.active_tiles().contains(&id))
    }

    /// Whether a panel is open, in front or not.
    pub fn is_open(&self, panel: Panel) -> bool {
        let tiles = &self.tree.tiles;
        let id = tiles.find_pane(&Pane::Panel(panel));
        id.is_some_and(|id| tiles.is_visible(id))
    }

    /// Opens a panel where it was last and brings it to the front.
    pub fn show(&mut self, panel: Panel) {
        if let Some(id) = self.tree.tiles.find_pane(&Pane::Panel(panel)) {
            if WIDE.contains(&panel) && !self.is_shown(panel) {
                self.unfolded.clear();
                self.is_resized = false;
            }
            if let Some(column) = self.column_of(id) {
                self.unfolded.retain(|unfolded| *unfolded != column.id);
                self.unfolded.push(column.id);
            }
            self.tree.tiles.set_visible(id, true);
            self.tree.make_active(|tile, _| tile == id);
            self.hide_empty();
            let height = match panel {
                Panel::Limits => LIMITS_HEIGHT,
                Panel::Plots | Panel::Cost | Panel::Why => PLOTS_HEIGHT,
                _ => return,
            };
            self.grow(id, height * self.scale);
        }
    }

    /// Lets what holds a panel be at least so high, points.
    fn grow(&mut self, id: TileId, height: f32) {
        let mut inner = id;
        while let Some(outer) = self.tree.tiles.parent_of(inner) {
            if let Some(Tile::Container(Container::Linear(linear))) = self.tree.tiles.get_mut(outer)
            {
                if linear.dir == LinearDir::Vertical {
                    let share = linear.shares[inner].max(height);
                    return linear.shares.set_share(inner, share);
                }
            }
            inner = outer;
        }
    }

    /// Shows the fields of what was selected, unless that would cover the list in which
    /// it was.
    pub fn show_selection(&mut self) {
        let lists = [Panel::Outliner, Panel::Order, Panel::Doctor];
        if self.is_folded(Panel::Inspector) {
            // It is in front when its column comes back.
            return self.bring_to_front(Panel::Inspector);
        }
        let shown = lists.map(|panel| self.is_shown(panel));
        self.show(Panel::Inspector);
        for (list, was_shown) in lists.into_iter().zip(shown) {
            if was_shown && !self.is_shown(list) {
                self.show(list);
            }
        }
    }

    fn bring_to_front(&mut self, panel: Panel) {
        if let Some(id) = self.tree.tiles.find_pane(&Pane::Panel(panel)) {
            self.tree.tiles.set_visible(id, true);
            self.tree.make_active(|tile, _| tile == id);
            self.hide_empty();
        }
    }

    /// Closes a panel that is in front; opens any other.
    pub fn toggle(&mut self, panel: Panel) {
        match self.is_shown(panel) {
            true => self.hide(panel),
            false => self.show(panel),
        }
    }

    /// Closes a panel.
    pub fn hide(&mut self, panel: Panel) {
        if let Some(id) = self.tree.tiles.find_pane(&Pane::Panel(panel)) {
            self.tree.tiles.set_visible(id, false);
            self.hide_empty();
        }
    }

    /// Whether a wide panel is in front: a person works in it.
    pub(super) fn shows_wide(&self) -> bool {
        !self.wide_in_front().is_empty()
    }

    /// Where the stage was laid out, points; `None` if a panel covers it.
    pub fn stage(&self) -> Option<egui::Rect> {
        let id = self.tree.tiles.find_pane(&Pane::Stage)?;
        let shown = self.tree.active_tiles().contains(&id);
        shown.then(|| self.tree.tiles.rect(id)).flatten()
    }

    /// The panels as text to be remembered.
    pub fn to_value(&self) -> Option<serde_json::Value> {
        serde_json::to_value(self).ok()
    }

    /// Panels as they were remembered; those of the first start if that fails, or if
    /// any of them is missing.
    pub fn from_value(value: &serde_json::Value) -> Dock {
        let dock: Option<Dock> = serde_json::from_value(value.clone()).ok();
        let dock = dock.filter(|dock| SCALES.contains(&dock.scale));
        let mut dock = dock.filter(is_complete).unwrap_or_default();
        // It fills the window, and nothing hides the stage.
        dock.tree.set_width(f32::INFINITY);
        dock.tree.set_height(f32::INFINITY);
        if let Some(stage) = dock.tree.tiles.find_pane(&Pane::Stage) {
            dock.tree.tiles.set_visible(stage, true);
        }
        dock
    }

    /// Lays out the panels in what is left of the window; `content` draws one of them.
    pub(super) fn ui(&mut self, ctx: &egui::Context, content: &mut dyn FnMut(&mut Ui, Panel)) {
        let scale = super::widgets::text_scale(ctx);
        let window = ctx.screen_rect();
        self.is_narrow = window.width() < ROOMY_WIDTH * scale;
        self.is_tight = (LEFT_WIDTH + RIGHT_WIDTH) * scale > 0.5 * window.width();
        let left_for_stage = window.width() - (LEFT_WIDTH + RIGHT_WIDTH) * scale;
        self.is_cramped = left_for_stage < CRAMPED_WIDTH * window.width();
        let shows_wide = self.shows_wide();
        let was_wide = std::mem::replace(&mut self.was_wide, shows_wide);
        if !shows_wide && (was_wide || !self.is_cramped) {
            self.unfolded.clear();
        }
        self.hide_empty();
        for is_left in [true, false] {
            let panels = self.folded_panels(is_left);
            let chosen = match panels.is_empty() {
                true => None,
                false => strip::strip_ui(ctx, is_left, &panels),
            };
            if let Some(panel) = chosen {
                self.show(panel);
            }
        }
        let frame = egui::Frame::NONE;
        egui::CentralPanel::default().frame(frame).show(ctx, |ui| {
            let room = ui.available_size();
            let least_height = match self.is_resized {
                true => LEAST_HEIGHT_BY_HAND * window.height(),
                false => LEAST_HEIGHT * window.height(),
            };
            let least = egui::vec2(
                LEAST_WIDTH * room.x,
                least_height.min(MOST_OF_ROOM * room.y),
            );
            self.fit(room, least, scale);
            let mut arranged = Arranged {
                content,
                is_resized: false,
            };
            self.tree.ui(&mut arranged, ui);
            if arranged.is_resized {
                self.is_resized = true;
                self.keep_sizes(room);
            }
            self.hide_empty();
        });
    }

    /// Takes the sizes as they are on screen for the shares, points: where the panels asked for
    /// more than there is, an edge would else not stay where it is dragged to.
    fn keep_sizes(&mut self, room: egui::Vec2) {
        let mut inner = self.tree.tiles.find_pane(&Pane::Stage);
        while let Some(outer) = inner.and_then(|id| self.tree.tiles.parent_of(id)) {
            let shown = self.tree.tiles.get_container(outer);
            let shown = shown.map(|container| container.children().copied().collect::<Vec<_>>());
            let mut shown = shown.unwrap_or_default();
            shown.retain(|id| self.tree.tiles.is_visible(*id));
            if let Some(Tile::Container(Container::Linear(linear))) = self.tree.tiles.get_mut(outer)
            {
                let whole = match linear.dir {
                    LinearDir::Horizontal => room.x,
                    LinearDir::Vertical => room.y,
                };
                let sum: f32 = shown.iter().map(|id| linear.shares[*id]).sum();
                for id in shown {
                    let share = linear.shares[id] * whole / sum.max(1.0);
                    linear.shares.set_share(id, share);
                }
            }
            inner = Some(outer);
        }
    }

    /// A container is shown if something in it is and it is not folded.
    fn hide_empty(&mut self) {
        let Some(root) = self.tree.root() else {
            return;
        };
        hide_empty(&mut self.tree.tiles, root);
        for column in self.folded() {
            self.tree.tiles.set_visible(column.id, false);
        }
    }

    /// The columns beside the stage.
    fn columns(&self) -> Vec<Column> {
        let tiles = &self.tree.tiles;
        let mut columns = Vec::new();
        let mut inner = tiles.find_pane(&Pane::Stage);
        while let Some((outer, id)) = inner.and_then(|id| Some((tiles.parent_of(id)?, id))) {
            if let Some(Tile::Container(Container::Linear(linear))) = tiles.get(outer) {
                let children = &linear.children;
                let middle = children.iter().position(|child| *child == id);
                let beside = (children.iter().enumerate())
                    .filter(|(place, _)| Some(*place) != middle)
                    .map(|(place, id)| Column {
                        id: *id,
                        is_left: Some(place) < middle,
                    });
                if linear.dir == LinearDir::Horizontal {
                    columns.extend(beside);
                }
            }
            inner = Some(outer);
        }
        columns
    }

    /// The column that holds a panel.
    fn column_of(&self, id: TileId) -> Option<Column> {
        let columns = self.columns();
        let mut inner = Some(id);
        while let Some(tile) = inner {
            if let Some(column) = columns.iter().find(|column| column.id == tile) {
                return Some(*column);
            }
            inner = self.tree.tiles.parent_of(tile);
        }
        None
    }

    /// The columns that make way for a wide panel, or else for the stage. A panel below the
    /// stage needs the room of both sides, one in a column that of the other side if the stage
    /// gets too small.
    fn folded(&self) -> Vec<Column> {
        let wide = self.wide_in_front();
        if wide.is_empty() {
            return self.folded_for_stage();
        }
        let is_below = wide.contains(&None);
        let folds = |column: &Column| {
            let makes_way = match is_below {
                true => self.is_narrow,
                false => self.is_tight && !wide.contains(&Some(*column)),
            };
            makes_way && !self.unfolded.contains(&column.id)
        };
        self.columns().into_iter().filter(folds).collect()
    }

    /// With large text in a small window there is room for one column: the one that was opened
    /// last, or else the right one.
    fn folded_for_stage(&self) -> Vec<Column> {
        let is_open = |column: &Column| {
            let mut panels = Panel::ALL.into_iter();
            panels.any(|panel| {
                let id = self.tree.tiles.find_pane(&Pane::Panel(panel));
                let open = id.filter(|id| self.tree.tiles.is_visible(*id));
                open.and_then(|id| self.column_of(id)) == Some(*column)
            })
        };
        let open: Vec<Column> = self.columns().into_iter().filter(is_open).collect();
        if !self.is_cramped || open.len() < 2 {
            return Vec::new();
        }
        let opened = |column: &Column| {
            let place = self.unfolded.iter().position(|id| *id == column.id);
            (place.map(|place| place + 1), !column.is_left)
        };
        let kept = open.iter().copied().max_by_key(opened);
        let others = open.into_iter().filter(|column| Some(*column) != kept);
        others.collect()
    }

    /// The columns of the wide panels that are shown; none of what is below the stage.
    fn wide_in_front(&self) -> Vec<Option<Column>> {
        let active = self.tree.active_tiles();
        let wide = WIDE.iter().filter_map(|panel| {
            let id = self.tree.tiles.find_pane(&Pane::Panel(*panel));
            id.filter(|id| active.contains(id))
        });
        wide.map(|id| self.column_of(id)).collect()
    }

    /// The open panels of the folded columns on one side.
    fn folded_panels(&self, is_left: bool) -> Vec<Panel> {
        let folded = self.folded().into_iter();
        let folded: Vec<Column> = folded.filter(|column| column.is_left == is_left).collect();
        let is_in = |panel: &Panel| {
            let id = self.tree.tiles.find_pane(&Pane::Panel(*panel));
            let open = id.filter(|id| self.tree.tiles.is_visible(*id));
            let column = open.and_then(|id| self.column_of(id));
            column.is_some_and(|column| folded.contains(&column))
        };
        Panel::ALL.into_iter().filter(is_in).collect()
    }

    fn is_folded(&self, panel: Panel) -> bool {
        let id = self.tree.tiles.find_pane(&Pane::Panel(panel));
        let column = id.and_then(|id| self.column_of(id));
        column.is_some_and(|column| self.folded().contains(&column))
    }

    /// Shares are sizes in points: the stage takes what the panels leave.
    fn fit(&mut self, size: egui::Vec2, least: egui::Vec2, scale: f32) {
        let grown = scale / std::mem::replace(&mut self.scale, scale);
        let Some(stage) = self.tree.tiles.find_pane(&Pane::Stage) else {
            return;
        };
        let mut inner = stage;
        while let Some(outer) = self.tree.tiles.parent_of(inner) {
            let shown: Vec<TileId> = match self.tree.tiles.get_container(outer) {
                Some(container) => container.children().copied().collect(),
                None => return,
            };
            let shown: Vec<TileId> = (shown.into_iter())
                .filter(|id| *id != inner && self.tree.tiles.is_visible(*id))
                .collect();
            if let Some(Tile::Container(Container::Linear(linear))) = self.tree.tiles.get_mut(outer)
            {
                fit_linear(linear, inner, &shown, (size, least), grown);
            }
            inner = outer;
        }
    }
}

/// Gives `inner`, which holds the stage, what the others leave of the size, and at least the
/// `least`. The others keep their shares, so that they grow again with the window.
fn fit_linear(
    linear: &mut Linear,
    inner: TileId,
    others: &[TileId],
    (size, least): (egui::Vec2, egui::Vec2),
    grown: f32,
) {
    let (whole, least, usual) = match linear.dir {
        LinearDir::Horizontal => (size.x, least.x, RIGHT_WIDTH),
        LinearDir::Vertical => (size.y, least.y, BOTTOM_HEIGHT),
    };
    let children = linear.children.clone();
    for child in children.into_iter().filter(|child| *child != inner) {
        // A share that nobody set is 1, for all that is new in the container.
        let share = linear.shares[child];
        let points = if share <= 1.0 { usual } else { share * grown };
        linear.shares.set_share(child, points);
    }
    let taken: f32 = others.iter().map(|id| linear.shares[*id]).sum();
    let least = taken * least / (whole - least).max(1.0);
    let left = (whole - taken).max(least).max(1.0);
    linear.shares.set_share(inner, left);
}

/// Hides containers in which nothing is visible; returns whether something is.
fn hide_empty(tiles: &mut Tiles<Pane>, id: TileId) -> bool {
    let children: Vec<TileId> = match tiles.get(id) {
        Some(Tile::Container(container)) => container.children().copied().collect(),
        _ => return tiles.is_visible(id),
    };
    let mut any = false;
    for child in children {
        any |= hide_empty(tiles, child);
    }
    tiles.set_visible(id, any);
    any
}

/// How the panels are drawn and dragged.
struct Arranged<'a> {
    content: &'a mut dyn FnMut(&mut Ui, Panel),
    /// Whether an edge was dragged.
    is_resized: bool,
}

impl Behavior<Pane> for Arranged<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _: TileId, pane: &mut Pane) -> UiResponse {
        if let Pane::Panel(panel) = pane {
            let fill = ui.visuals().panel_fill;
            let frame = egui::Frame::NONE.fill(fill).inner_margin(8.0);
            frame.show(ui, |ui| {
                ui.set_min_size(ui.available_size());
                (self.content)(ui, *panel);
            });
        }
        UiResponse::None
    }

    fn on_edit(&mut self, edit: EditAction) {
        self.is_resized |= edit == EditAction::TileResized;
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> WidgetText {
        match pane {
            Pane::Stage => "Stage".into(),
            Pane::Panel(panel) => panel.title().into(),
        }
    }

    fn is_tab_closable(&self, tiles: &Tiles<Pane>, id: TileId) -> bool {
        tiles.get_pane(&id) != Some(&Pane::Stage)
    }

    /// A closed panel keeps its place, so that it can come back there.
    fn on_tab_close(&mut self, tiles: &mut Tiles<Pane>, id: TileId) -> bool {
        tiles.set_visible(id, false);
        false
    }

    fn on_tab_button(
        &mut self,
        tiles: &Tiles<Pane>,
        id: TileId,
        response: egui::Response,
    ) -> egui::Response {
        if let Some(Pane::Panel(panel)) = tiles.get_pane(&id) {
            super::widgets::note(&response, panel.title());
        }
        response
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions {
            prune_single_child_tabs: false,
            ..SimplificationOptions::default()
        }
    }

    fn tab_text_color(
        &self,
        visuals: &egui::Visuals,
        _: &Tiles<Pane>,
        _: TileId,
        state: &TabState,
    ) -> egui::Color32 {
        match state.active {
            true => visuals.text_color(),
            false => visuals.weak_text_color(),
        }
    }

    fn tab_title_spacing(&self, _: &egui::Visuals) -> f32 {
        5.0
    }

    fn gap_width(&self, _: &egui::Style) -> f32 {
        1.0
    }

    fn tab_bar_height(&self, style: &egui::Style) -> f32 {
        1.9 * egui::TextStyle::Body.resolve(style).size
    }
}

/// Whether remembered places hold the stage and every panel.
fn is_complete(dock: &Dock) -> bool {
    let Some(laid_out) = laid_out(&dock.tree) else {
        return false;
    };
    let panels = Panel::ALL.map(Pane::Panel);
    let mut panes = panels.iter().chain([&Pane::Stage]);
    panes.all(|pane| {
        let place = dock.tree.tiles.find_pane(pane);
        place.is_some_and(|place| laid_out.contains(&place.0))
    })
}

/// The remembered places of a tree that can be laid out: none is within itself or in two places,
/// they are few enough, and their sizes are numbers. There are no grids, which nobody can make.
fn laid_out(tree: &Tree<Pane>) -> Option<BTreeSet<u64>> {
    let mut met = BTreeSet::new();
    let mut waiting: Vec<TileId> = tree.root().into_iter().collect();
    while let Some(id) = waiting.pop() {
        if !met.insert(id.0) || met.len() > MOST_TILES {
            return None;
        }
        let Some(Tile::Container(container)) = tree.tiles.get(id) else {
            continue;
        };
        waiting.extend(container.children());
        let is_sized = match container {
            Container::Tabs(_) => true,
            Container::Linear(linear) => {
                let mut children = linear.children.iter();
                children.all(|child| (0.0..1e6).contains(&linear.shares[*child]))
            }
            Container::Grid(_) => false,
        };
        if !is_sized {
            return None;
        }
    }
    Some(met)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_panel_comes_back_and_is_remembered() {
        let mut dock = Dock::default();
        assert!(dock.is_shown(Panel::Throw) && !dock.is_shown(Panel::Inspector));
        dock.toggle(Panel::Inspector);
        assert!(dock.is_shown(Panel::Inspector) && !dock.is_shown(Panel::Throw));
        dock.toggle(Panel::Inspector);
        assert!(!dock.is_shown(Panel::Inspector));
        assert!(!dock.is_shown(Panel::Doctor));
        dock.toggle(Panel::Doctor);
        assert!(dock.is_shown(Panel::Doctor));
        let remembered = Dock::from_value(&dock.to_value().unwrap());
        assert!(remembered.is_shown(Panel::Doctor) && !remembered.is_shown(Panel::Inspector));
    }

    #[test]
    fn a_layout_of_no_size_or_without_the_stage_gives_the_panels_of_the_first_start() {
        let usual = Dock::default();
        let value = usual.to_value().unwrap();
        let stage = usual.tree.tiles.find_pane(&Pane::Stage).unwrap().0;
        let changed = |change: fn(&mut serde_json::Value, u64)| {
            let mut changed = value.clone();
            change(&mut changed, stage);
            assert_ne!(changed, value);
            Dock::from_value(&changed)
        };
        let dropped = [
            changed(|dock, _| dock["scale"] = 0.into()),
            changed(|dock, _| dock["scale"] = (-1e30).into()),
            changed(|dock, stage| dock["tree"]["root"] = stage.into()),
            changed(|dock, _| dock["tree"]["root"] = 99.into()),
            changed(|dock, stage| {
                let grid = serde_json::json!({"children": [stage], "layout": {"Columns": 1_u64 << 60},
                    "col_shares": [], "row_shares": []});
                let tiles = &mut dock["tree"]["tiles"]["tiles"];
                tiles["98"] = serde_json::json!({"Container": {"Grid": grid}});
                let outer = tiles.as_object_mut().unwrap().values_mut();
                let mut lists =
                    outer.filter_map(|tile| tile["Container"]["Linear"]["children"].as_array_mut());
                let holds = |list: &&mut Vec<serde_json::Value>| list.contains(&stage.into());
                lists.find(holds).unwrap()[0] = 98.into();
            }),
        ];
        for dock in dropped {
            assert_eq!(dock, usual);
        }
        let hidden = changed(|dock, stage| {
            dock["tree"]["tiles"]["invisible"] = serde_json::json!([stage]);
            dock["tree"]["width"] = 1e30.into();
        });
        let stage = hidden.tree.tiles.find_pane(&Pane::Stage).unwrap();
        assert!(hidden.tree.tiles.is_visible(stage));
        assert!(hidden.to_value().unwrap()["tree"]["width"].is_null());
    }

    #[test]
    fn a_layout_that_is_no_tree_gives_the_panels_of_the_first_start() {
        let usual = Dock::default();
        let value = usual.to_value().unwrap();
        assert_eq!(Dock::from_value(&value).tree, usual.tree);
        // The column of the stage within itself, and shares that are no sizes.
        let id = usual.tree.tiles.find_pane(&Pane::Stage).unwrap();
        let outer = usual.tree.tiles.parent_of(id).unwrap().0.to_string();
        let mut nested = value.clone();
        let linear = &mut nested["tree"]["tiles"]["tiles"][outer.as_str()]["Container"]["Linear"];
        let own: u64 = outer.parse().unwrap();
        linear["children"].as_array_mut().unwrap().push(own.into());
        assert_ne!(nested, value);
        let mut huge = value.clone();
        let linear = &mut huge["tree"]["tiles"]["tiles"][outer.as_str()]["Container"]["Linear"];
        linear["shares"]["shares"][id.0.to_string()] = (-1e30).into();
        for changed in [nested, huge] {
            let mut dock: Dock = serde_json::from_value(changed.clone()).unwrap();
            assert_eq!(laid_out(&dock.tree), None, "{changed}");
            dock = Dock::from_value(&changed);
            assert_eq!(dock.tree, usual.tree);
        }
    }

    #[test]
    fn what_cannot_be_understood_gives_the_panels_of_the_first_start() {
        for value in [serde_json::json!(7), serde_json::json!({"tree": []})] {
            assert!(Dock::from_value(&value).is_shown(Panel::Throw));
        }
    }
}
