//! What of a scene the stage shows.

use std::collections::BTreeSet;

/// Something of a scene that the stage shows or leaves out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StageLayer {
    /// What moves.
    Bodies,
    /// Anchors of joints with the axes of the bodies that they hold.
    Joints,
    /// How far joints are apart, as a heat of what they hold.
    JointErrors,
    /// The ranges of all limited joints.
    Limits,
    /// Where things touch, and along which normal.
    Contacts,
    /// How strongly they press and rub there.
    Forces,
    /// How fast bodies and particles move.
    Velocities,
    /// The ways of balls, head, hands and feet.
    Trails,
    /// Centres of mass.
    Masses,
    /// Ellipsoids of inertia.
    Inertia,
    /// The end pose of the result before.
    Ghosts,
    /// What collides where that is not what is drawn.
    ContactShapes,
    /// What leans on each other, and what is asleep.
    Islands,
    /// The volumes that part the selected thing from others.
    Volumes,
    /// Bodies that one looks through.
    Glass,
    /// Numbers on the stage.
    Labels,
}

/// What the stage shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StageLayers(BTreeSet<StageLayer>);

impl Default for StageLayers {
    fn default() -> Self {
        use StageLayer::{Bodies, Ghosts, Labels, Trails};
        StageLayers([Bodies, Trails, Ghosts, Labels].into())
    }
}

impl StageLayers {
    /// Whether something is shown.
    pub fn show(&self, layer: StageLayer) -> bool {
        self.0.contains(&layer)
    }

    /// What is shown besides what is usual.
    pub fn added(&self) -> impl Iterator<Item = StageLayer> + '_ {
        let usual = StageLayers::default();
        self.0
            .iter()
            .copied()
            .filter(move |layer| !usual.show(*layer))
    }

    /// Shows something, or no longer.
    pub fn toggle(&mut self, layer: StageLayer) {
        if !self.0.remove(&layer) {
            self.0.insert(layer);
        }
    }

    /// Shows one thing alone, with bodies of glass around it; once more shows what is usual.
    pub fn show_only(&mut self, layer: StageLayer) {
        let alone = match layer {
            StageLayer::Bodies => StageLayers([layer].into()),
            _ => StageLayers([layer, StageLayer::Bodies, StageLayer::Glass].into()),
        };
        *self = match *self == alone {
            true => StageLayers::default(),
            false => alone,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layer_alone_is_seen_through_bodies_and_once_more_brings_back_the_usual() {
        let mut layers = StageLayers::default();
        assert_eq!(layers.added().count(), 0);
        layers.toggle(StageLayer::Contacts);
        assert_eq!(layers.added().collect::<Vec<_>>(), [StageLayer::Contacts]);
        layers.show_only(StageLayer::Forces);
        assert!(layers.show(StageLayer::Glass) && layers.show(StageLayer::Bodies));
        assert!(!layers.show(StageLayer::Contacts) && !layers.show(StageLayer::Trails));
        layers.show_only(StageLayer::Forces);
        assert_eq!(layers, StageLayers::default());
    }
}
