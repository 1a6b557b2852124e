//! Models from which the characters of a scene were made, so that what their bones are can be
//! changed.

use crate::app::action::Action;
use crate::app::effect::Effects;
use crate::character::rig::{Mapping, Role};
use crate::editor::{Command, Document};
use crate::exchange::character::Rigging;
use crate::scene::{Character, Figure, Id, Scene};

/// The models that were read since the scene was opened.
#[derive(Default)]
pub struct Models(Vec<Rigging>);

impl Models {
    /// That of a scene which was made from one.
    pub fn of(rigging: Option<Rigging>) -> Models {
        Models(rigging.into_iter().collect())
    }

    /// Keeps a model; one of the same name is replaced.
    pub fn keep(&mut self, rigging: Rigging) {
        self.0.retain(|other| other.name != rigging.name);
        self.0.push(rigging);
    }

    /// The model of a character, with what its bones are as the character has it.
    pub fn rigging(&self, character: &Character) -> Option<Rigging> {
        let known = self.0.iter().find(|known| known.name == character.source)?;
        let mut mapping = Mapping::none(&known.model);
        for part in &character.parts {
            let bone = known
                .model
                .joints
                .iter()
                .position(|joint| joint.name == part.bone);
            mapping.set(bone?, Some(Role::of_part(&part.part)?));
        }
        Some(Rigging {
            mapping,
            ..known.clone()
        })
    }
}

/// Makes another bone the beginning of a part of a character, or none.
pub fn map_bone(
    (document, models): (&Document, &Models),
    id: Id,
    (role, bone): (Role, Option<usize>),
    effects: &mut Effects,
) {
    let Some(mut rigging) = character(document.scene(), id).and_then(|c| models.rigging(c)) else {
        return effects.fail("its model is not at hand; drop its file on the window again");
    };
    if let Some(old) = rigging.mapping.bone(role) {
        rigging.mapping.set(old, None);
    }
    if let Some(bone) = bone {
        rigging.mapping.set(bone, Some(role));
    }
    match rigging.ragdoll() {
        Ok(imported) => {
            let command = Command::SetFigure(id, imported.ragdoll.figure, "Bone");
            effects.perform(Action::Edit(command));
        }
        Err(error) => effects.fail(error.to_string()),
    }
}

/// What a ragdoll of a scene is made from, if that is a model.
fn character(scene: &Scene, id: Id) -> Option<&Character> {
    let ragdoll = scene.ragdolls.iter().find(|ragdoll| ragdoll.id == id)?;
    match &ragdoll.figure {
        Figure::Character(character) => Some(character),
        _ => None,
    }
}
