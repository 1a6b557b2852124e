//! The states of a document, one after the other.

use super::selection::Selection;
use crate::scene::{Mesh, Scene, Shape};
use std::collections::VecDeque;
use std::mem::size_of;
use std::sync::Arc;

/// Most steps that can be taken back.
pub const MOST_STEPS: usize = 500;
/// Most memory that the states may take, bytes.
pub const MOST_BYTES: usize = 256 << 20;

/// A state of the scene and the step that led to it.
#[derive(Debug, Clone)]
pub(super) struct State {
    /// Label of the step; that of the first state says how the document began.
    pub label: String,
    /// The scene after the step.
    pub scene: Arc<Scene>,
    /// What was selected before the step.
    pub before: Selection,
    /// What was selected after it.
    pub after: Selection,
}

/// A line of the history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryLine {
    /// Label of the step that led to the state.
    pub label: String,
    /// Whether it is the present one.
    pub present: bool,
}

/// The states in order, and which of them is the present one.
#[derive(Debug, Clone)]
pub(super) struct History {
    // Shared, so that a copy of a document is cheap.
    states: VecDeque<(Arc<State>, usize)>,
    present: usize,
    most_steps: usize,
    most_bytes: usize,
}

impl History {
    pub fn new(scene: Arc<Scene>) -> History {
        let mut history = History {
            states: VecDeque::new(),
            present: 0,
            most_steps: MOST_STEPS,
            most_bytes: MOST_BYTES,
        };
        let state = State {
            label: "Open".into(),
            scene,
            before: Selection::default(),
            after: Selection::default(),
        };
        history.states.push_back(sized(state, None));
        history
    }

    pub fn set_caps(&mut self, most_steps: usize, most_bytes: usize) {
        (self.most_steps, self.most_bytes) = (most_steps, most_bytes);
        self.trim();
    }

    pub fn present(&self) -> usize {
        self.present
    }

    pub fn len(&self) -> usize {
        self.states.len()
    }

    pub fn state(&self, index: usize) -> Option<&State> {
        self.states.get(index).map(|(state, _)| &**state)
    }

    pub fn lines(&self) -> Vec<HistoryLine> {
        let line = |(index, (state, _)): (usize, &(Arc<State>, usize))| HistoryLine {
            label: state.label.clone(),
            present: index == self.present,
        };
        self.states.iter().enumerate().map(line).collect()
    }

    /// Adds a state after the present one; those that came after it go.
    pub fn push(&mut self, state: State) {
        self.states.truncate(self.present + 1);
        let before = self.states.back().map(|(before, _)| &*before.scene);
        self.states.push_back(sized(state, before));
        self.present += 1;
        self.trim();
    }

    /// Puts another scene and selection into the present state.
    pub fn amend(&mut self, scene: Arc<Scene>, after: Selection) {
        self.states.truncate(self.present + 1);
        let before = self.present.checked_sub(1).and_then(|i| self.states.get(i));
        let now = bytes_of(&scene, before.map(|(before, _)| &*before.scene));
        if let Some((state, bytes)) = self.states.get_mut(self.present) {
            *bytes = now;
            let state = Arc::make_mut(state);
            (state.scene, state.after) = (scene, after);
        }
        self.trim();
    }

    /// Takes the present state away, as if its step had never been.
    pub fn drop_present(&mut self) {
        if self.present > 0 {
            self.states.truncate(self.present);
            self.present -= 1;
        }
    }

    pub fn go(&mut self, index: usize) {
        self.present = index.min(self.states.len() - 1);
    }

    /// Forgets the oldest states; the present one stays.
    fn trim(&mut self) {
        let mut bytes: usize = self.states.iter().map(|(_, bytes)| bytes).sum();
        while self.present > 0
            && (self.states.len() > self.most_steps + 1 || bytes > self.most_bytes)
        {
            if let Some((_, oldest)) = self.states.pop_front() {
                bytes -= oldest;
                self.present -= 1;
            }
        }
    }
}

fn sized(state: State, before: Option<&Scene>) -> (Arc<State>, usize) {
    let bytes = bytes_of(&state.scene, before);
    (Arc::new(state), bytes)
}

/// Memory of a scene, about, bytes; meshes that it shares with the scene before take none.
fn bytes_of(scene: &Scene, before: Option<&Scene>) -> usize {
    fn list<T>(things: &[T]) -> usize {
        std::mem::size_of_val(things)
    }
    let known: Vec<&Mesh> = before.into_iter().flat_map(meshes).collect();
    let new = meshes(scene).filter(|mesh| !known.iter().any(|known| known.is_same(mesh)));
    let poses = scene.ragdolls.iter().filter_map(|r| r.pose.as_ref());
    size_of::<Scene>()
        + scene.name.len()
        + scene.description.len()
        + list(&scene.materials)
        + list(&scene.obstacles)
        + list(&scene.bodies)
        + list(&scene.particles)
        + list(&scene.constraints)
        + list(&scene.ragdolls)
        + list(&scene.collision_rules)
        + new.map(Mesh::bytes).sum::<usize>()
        + poses
            .map(|p| list(&p.particles) + list(&p.bodies))
            .sum::<usize>()
}

fn meshes(scene: &Scene) -> impl Iterator<Item = &Mesh> {
    scene.obstacles.iter().filter_map(|o| match &o.shape {
        Shape::Mesh(mesh) => Some(mesh),
        _ => None,
    })
}
