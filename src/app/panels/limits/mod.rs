//! The limits, masses, inertia and friction of a ragdoll's parts as a table with the rows of the
//! paper's Table 1, and the present angles between their bounds.

mod check;
mod column;
mod entry;
mod grid;
mod keys;
mod live;
mod menu;
mod needle;
mod range;
mod sheet;
mod steps;
mod switches;

use super::widgets::give_keys;
use super::AppView;
use crate::app::action::Action;
use crate::app::action::{shown_ragdoll, Chosen, Limb};
use crate::editor::limits::csv::LimitsTableError;
use crate::editor::limits::fit::Poses;
use crate::editor::limits::{Cell, Filter, Row, Shown, Units};
use crate::editor::of_axis;
use crate::scene::{exceeds_the_others, Id, Material, Ragdoll};
use column::Column;
use egui_macroquad::egui::{self, Sense, Ui};
use entry::Typing;
use keys::Way;
use live::Live;
use range::Trial;
use sheet::{Sheet, Sort};

/// What is remembered of the table.
#[derive(Debug, Default)]
pub struct State {
    sheet: Sheet,
    live: Live,
    filter: Filter,
    sort: Option<Sort>,
    cursor: Option<Place>,
    typing: Option<Typing>,
    inertia: Option<WantedInertia>,
    /// Keys that came too early for what they are about.
    held_back: Vec<egui::Event>,
    /// Where the cursor goes after what was typed.
    wanted_way: Option<Way>,
    /// What is to be brought into sight.
    wanted: Option<Place>,
    /// The limb that was brought into sight last.
    followed: Option<Limb>,
    recorded: Recorded,
    faults: Vec<LimitsTableError>,
    trial: Trial,
}

/// Moments of inertia that were typed, but that no body has without those still to come.
#[derive(Debug, Clone, PartialEq)]
struct WantedInertia {
    part: &'static str,
    units: Units,
    /// What was in force when they were typed.
    instead_of: [Option<f64>; 3],
    moments: [Option<f64>; 3],
}

/// The moments of inertia of a row that are in force.
fn inertia_of(row: &Row, shown: Shown) -> [Option<f64>; 3] {
    [0, 1, 2].map(|axis| row.value(Cell::Inertia(axis), shown))
}

/// A place in the table.
#[derive(Debug, Clone, PartialEq)]
struct Place {
    part: &'static str,
    /// The number; none for the whole row.
    cell: Option<Cell>,
}

/// Poses that limits are to enclose.
#[derive(Debug)]
struct Recorded {
    /// The scene and the ragdoll.
    of: Option<(String, Id)>,
    poses: Poses,
    count: usize,
    /// Room beyond them, degrees.
    margin_deg: f64,
}

impl Default for Recorded {
    fn default() -> Recorded {
        Recorded {
            of: None,
            poses: Poses::default(),
            count: 0,
            margin_deg: switches::USUAL_MARGIN_DEG,
        }
    }
}

impl Recorded {
    fn forget(&mut self) {
        self.poses = Poses::default();
        self.count = 0;
    }
}

/// The table that is shown.
struct Table<'a> {
    ragdoll: &'a Ragdoll,
    materials: &'a [Material],
    chosen: Chosen,
    sheet: &'a Sheet,
    shown: Shown,
    mirror: bool,
    limb: Option<&'a Limb>,
    /// By which it has the keys.
    focus: egui::Id,
}

impl Table<'_> {
    fn limb(&self, row: &Row) -> Limb {
        Limb {
            ragdoll: self.ragdoll.id,
            part: row.part.into(),
        }
    }

    fn is_looked_at(&self, row: &Row) -> bool {
        let is = |limb: &Limb| limb.ragdoll == self.ragdoll.id && limb.part == row.part;
        self.limb.is_some_and(is)
    }
}

impl State {
    /// Shows what is wrong with a file, in place of what was shown so.
    pub fn show_faults(&mut self, faults: Vec<LimitsTableError>) {
        self.faults = faults;
    }

    fn put_cursor(&mut self, part: &'static str, cell: Option<Cell>) {
        self.cursor = Some(Place { part, cell });
    }

    fn is_at(&self, part: &str, cell: Cell) -> bool {
        let is = |place: &Place| place.part == part && place.cell == Some(cell);
        self.cursor.as_ref().is_some_and(is)
    }

    /// What was typed for a moment of inertia and waits for the others.
    fn wanted_inertia(&self, row: &Row, shown: Shown, cell: Cell) -> Option<f64> {
        let Cell::Inertia(axis) = cell else {
            return None;
        };
        of_axis(self.wanted_of(row, shown)?.moments, axis)
    }

    /// What waits in a row, unless that has changed meanwhile.
    fn wanted_of(&self, row: &Row, shown: Shown) -> Option<&WantedInertia> {
        self.inertia.as_ref().filter(|wanted| {
            let is_same = wanted.instead_of == inertia_of(row, shown);
            wanted.part == row.part && wanted.units == shown.units && is_same
        })
    }

    /// Takes a number that was typed or pasted into a cell.
    fn take_number(
        &mut self,
        table: &Table<'_>,
        row: &Row,
        cell: Cell,
        value: f64,
    ) -> Option<Action> {
        match cell {
            Cell::Inertia(axis) => {
                let moments = self.take_inertia((row, table.shown), axis, value)?;
                steps::set_inertia(table, row, moments)
            }
            _ => steps::set(table, row, cell, value),
        }
    }

    /// Takes a moment of inertia that was typed: all three once a body can have them, until
    /// then none.
    fn take_inertia(
        &mut self,
        (row, shown): (&Row, Shown),
        axis: usize,
        value: f64,
    ) -> Option<[f64; 3]> {
        let known = self.wanted_of(row, shown);
        let mut moments = known.map_or([None; 3], |wanted| wanted.moments);
        self.inertia = None;
        if let Some(moment) = moments.get_mut(axis) {
            *moment = Some(value);
        }
        let mut all = [0.0; 3];
        for (axis, (all, moment)) in all.iter_mut().zip(moments).enumerate() {
            *all = moment.or(row.value(Cell::Inertia(axis), shown))?;
        }
        if exceeds_the_others(&all) {
            self.inertia = Some(WantedInertia {
                part: row.part,
                units: shown.units,
                instead_of: inertia_of(row, shown),
                moments,
            });
            return None;
        }
        Some(all)
    }

    fn types_in(&self, part: &str, cell: Cell) -> bool {
        let is = |typing: &Typing| typing.part == part && typing.cell == cell;
        self.typing.as_ref().is_some_and(is)
    }

    fn types_in_row(&self, part: &str) -> bool {
        self.typing
            .as_ref()
            .is_some_and(|typing| typing.part == part)
    }

    /// Forgets what belongs to another ragdoll than this.
    fn belong_to(&mut self, scene: &str, ragdoll: Id) {
        let of = Some((scene.to_owned(), ragdoll));
        if self.recorded.of != of {
            self.recorded.forget();
            self.recorded.of = of;
            (self.cursor, self.typing, self.inertia) = (None, None, None);
            self.faults.clear();
            self.trial = Trial::default();
        }
    }

    /// Brings the limb into sight when another one is looked at.
    fn follow(&mut self, limb: Option<&Limb>, ragdoll: Id) {
        if self.followed.as_ref() == limb {
            return;
        }
        self.followed = limb.cloned();
        let limb = limb.filter(|limb| limb.ragdoll == ragdoll);
        let row = limb.and_then(|limb| self.sheet.row(&limb.part));
        let Some(part) = row.map(|row| row.part) else {
            return;
        };
        self.wanted = Some(Place { part, cell: None });
        if let Some(cursor) = &mut self.cursor {
            cursor.part = part;
        }
    }
}

/// Name of a cell, by which tests and screen readers find it.
fn cell_label(row: &Row, column: Column) -> String {
    format!("{} {}", row.title, column.name())
}

/// Looks at the running ragdoll, whether the table is in front or not.
pub(super) fn observe(view: &AppView<'_>, state: &mut State) {
    let selection = view.document().selection();
    if let Some((ragdoll, _)) = shown_ragdoll(view.scene(), selection, view.workbench.limb.as_ref())
    {
        state.live.observe(view, ragdoll.id);
    }
}

pub(super) fn limits_ui(
    ui: &mut Ui,
    view: &AppView<'_>,
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    let selection = view.document().selection();
    let Some((ragdoll, chosen)) =
        shown_ragdoll(view.scene(), selection, view.workbench.limb.as_ref())
    else {
        ui.label("No ragdoll with rigid bodies. Add one in Create, or open the scene mx-throw.");
        return;
    };
    state.belong_to(&view.workspace.title, ragdoll.id);
    state
        .sheet
        .follow(ragdoll, &view.scene().materials, view.document().revision());
    state.follow(view.workbench.limb.as_ref(), ragdoll.id);
    // The rest of the state changes while the table is drawn.
    let sheet = std::mem::take(&mut state.sheet);
    let table = Table {
        ragdoll,
        materials: &view.scene().materials,
        chosen,
        sheet: &sheet,
        shown: view.workbench.limits.shown,
        mirror: view.workbench.limits.mirror,
        limb: view.workbench.limb.as_ref(),
        focus: egui::Id::new("limit table"),
    };
    table_ui(ui, view, &table, state, actions);
    state.sheet = sheet;
}

fn table_ui(
    ui: &mut Ui,
    view: &AppView<'_>,
    table: &Table<'_>,
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    ui.spacing_mut().item_spacing.y = 4.0;
    switches::head_ui(ui, view, table, state, actions);
    let live = &state.live;
    let order = table.sheet.order(
        &state.filter,
        state.sort,
        table.shown,
        &live.present,
        &live.worst,
    );
    give_keys(ui.ctx(), table.focus);
    let place = ui.available_rect_before_wrap();
    let whole = ui.interact(place, table.focus, Sense::FOCUSABLE);
    whole.widget_info(|| {
        egui::WidgetInfo::labeled(egui::WidgetType::Other, ui.is_enabled(), "Limit table")
    });
    keys::hold_back(ui, table, state);
    keys::take_keys(ui, table, &order, state, actions);
    grid::grid_ui(ui, table, &order, state, actions);
    if let Some(way) = state.wanted_way.take() {
        keys::step(table, &order, way, state, actions);
    }
}
