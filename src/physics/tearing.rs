//! Tearing: a distance that is stretched too far holds nothing from then on.
//!
//! What has torn is a part of the state, a list of constraints, and the model of a run follows
//! from the whole model and that list: a state is a checkpoint, whichever way a run came to it.
//! Nothing is pushed when something tears, so momentum and energy stay.

use super::attach::Attachment;
use super::constraint::{Broken, Constraint, ConstraintRows};
use super::model::{BodyModel, Model, Settings};
use super::state::State;
use std::sync::Arc;

/// What has torn in a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Tears {
    /// The model before anything tore.
    whole: Arc<Model>,
    /// The torn constraints, by index, in order.
    constraints: Vec<u32>,
}

/// Two particles, the lower one first.
type Edge = [usize; 2];

impl Model {
    /// The model before anything tore: itself while nothing has.
    pub fn whole(&self) -> &Model {
        self.tears.as_ref().map_or(self, |tears| &tears.whole)
    }

    /// The constraints that have torn, by index, in order.
    pub fn torn(&self) -> &[u32] {
        let tears = self.tears.as_ref();
        tears.map_or(&[], |tears| &tears.constraints)
    }

    /// Gives it, and what it was before anything tore, other settings.
    pub(super) fn set_settings(&mut self, settings: Settings) {
        if let Some(tears) = &mut self.tears {
            Arc::make_mut(&mut tears.whole).settings = settings.clone();
        }
        self.settings = settings;
    }

    /// Adds a free body to what it was before anything tore.
    pub(super) fn add_body_to_whole(&mut self, body: &BodyModel) {
        if let Some(tears) = &mut self.tears {
            Arc::make_mut(&mut tears.whole).add_body(body.clone());
        }
    }

    /// Those of its constraints that tear when they are stretched too far.
    pub(super) fn constraints_that_tear(&self) -> Vec<usize> {
        let tears = |constraint: &Constraint| match constraint {
            Constraint::Distance(distance) => distance.tears_at.is_finite(),
            _ => false,
        };
        let all = 0..self.constraints.len();
        all.filter(|&i| tears(&self.constraints[i])).collect()
    }

    /// The constraints that are stretched too far, by index.
    pub(super) fn overstretched<'a>(&'a self, state: &'a State) -> impl Iterator<Item = u32> + 'a {
        let is_overstretched = |i: &&usize| match &self.constraints[**i] {
            Constraint::Distance(distance) => distance.is_overstretched(state),
            _ => false,
        };
        let can_tear = self.can_tear.iter();
        can_tear.filter(is_overstretched).map(|&i| i as u32)
    }
}

/// A model with these constraints torn and all others whole, those of the list in order.
pub(super) fn torn_model(model: &Arc<Model>, constraints: &[u32]) -> Arc<Model> {
    let whole = match &model.tears {
        Some(tears) => &tears.whole,
        None => model,
    };
    if constraints.is_empty() {
        return whole.clone();
    }
    let mut torn = Model::clone(whole);
    torn.tears = Some(Tears {
        whole: whole.clone(),
        constraints: constraints.to_vec(),
    });
    let has_torn = |constraint: usize| constraints.binary_search(&(constraint as u32)).is_ok();
    torn.drives.retain(|drive| !has_torn(drive.constraint));
    let mut edges = Vec::with_capacity(constraints.len());
    for constraint in constraints {
        if let Some(constraint) = torn.constraints.get_mut(*constraint as usize) {
            edges.extend(edge_of(constraint));
            *constraint = Constraint::Broken(Broken);
        }
    }
    edges.sort_unstable();
    tear_along(&mut torn, &edges);
    Arc::new(torn.build())
}

/// Tears the sticks and the triangles that have one of these edges, which are in order. A
/// surface that has a hole keeps nothing inside.
fn tear_along(model: &mut Model, edges: &[Edge]) {
    let is_torn = |a: usize, b: usize| edges.binary_search(&[a.min(b), a.max(b)]).is_ok();
    let has_hole = |[a, b, c]: [usize; 3]| is_torn(a, b) || is_torn(b, c) || is_torn(c, a);
    for stick in model.sticks.iter_mut().filter(|s| is_torn(s.a, s.b)) {
        stick.torn = true;
        stick.radius = 0.0;
    }
    for triangle in model.triangles.iter_mut().filter(|t| has_hole(t.corners)) {
        triangle.torn = true;
        triangle.radius = 0.0;
    }
    for constraint in &mut model.constraints {
        match constraint {
            Constraint::Membrane(membrane) if membrane.corners().any(has_hole) => {
                *constraint = Constraint::Broken(Broken);
            }
            _ => {}
        }
    }
}

/// The two particles that a constraint joins, if it joins two.
fn edge_of(constraint: &Constraint) -> Option<Edge> {
    match constraint.attachments() {
        [Attachment::Particle(a), Attachment::Particle(b)] => Some([a.min(b), a.max(b)]),
        _ => None,
    }
}
